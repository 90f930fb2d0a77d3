use super::*;
use crate::queue_manager::QueueManager;
use crate::{SimulatedPlace, tester};
use ferromq_mqi::call::Request;
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::ConnectOptions;
use std::task::{Poll, Waker};

const NAME: &str = "S";
const MAKES: i32 = MQSO_CREATE | MQSO_DURABLE | MQSO_ANY_USERID;

struct Program {
    connection: Connection,
    manager: QueueManager,
}

impl Program {
    fn of(manager: &QueueManager, user: &str) -> Self {
        let mut origin = tester();
        origin.user_id = FixedText::truncated(user);
        let connected = manager.connect(&ConnectOptions::default(), origin);
        Self {
            connection: connected.expect("connected"),
            manager: manager.clone(),
        }
    }

    fn run(&mut self, request: Request) -> Reply {
        let mut answer = self.connection.start(request, Waker::noop());
        loop {
            match answer {
                Poll::Ready(reply) => return reply,
                Poll::Pending => {
                    let log = self.manager.log();
                    log.wait_durable(log.head()).expect("forced");
                    answer = self.connection.poll(Waker::noop());
                }
            }
        }
    }

    fn open(&mut self, options: i32) -> ObjectHandle {
        let descriptor = ObjectDescriptor::queue("Q1");
        let opened = self.run(Request::Open {
            descriptor,
            options,
        });
        let Reply::Opened { handle, .. } = opened else {
            panic!("{opened:?}");
        };
        handle
    }

    fn close(&mut self, handle: ObjectHandle) {
        let closed = self.run(Request::Close {
            handle,
            options: MQCO_NONE,
        });
        assert!(matches!(closed, Reply::Done(Reason::NONE)), "{closed:?}");
    }

    fn subscribe(&mut self, options: i32, queue: ObjectHandle) -> Reply {
        let descriptor = Box::new(asked(options));
        self.run(Request::Subscribe { descriptor, queue })
    }

    fn resume(&mut self) -> (ObjectHandle, ObjectHandle) {
        match self.subscribe(MQSO_RESUME, ObjectHandle::NONE) {
            Reply::Subscribed(reply) => (reply.queue, reply.subscription),
            other => panic!("{other:?}"),
        }
    }
}

fn asked(options: i32) -> SubscriptionDescriptor {
    SubscriptionDescriptor {
        options,
        sub_name: NAME.to_owned(),
        object_string: match options & MQSO_CREATE {
            0 => String::new(),
            _ => "news".to_owned(),
        },
        ..SubscriptionDescriptor::default()
    }
}

fn found(manager: &QueueManager) -> Arc<Subscription> {
    manager.engine.topics.by_name(NAME).expect("it is there")
}

fn user_of(manager: &QueueManager) -> String {
    let found = found(manager);
    found.definition.text(Attr::Subuser).trim_end().to_owned()
}

/// A subscription of any user, whose publications go to `Q1`, made by a first one who has gone on.
fn with_subscription() -> (SimulatedPlace, QueueManager, Program) {
    let place = SimulatedPlace::with_queue_manager(64, 1 << 20);
    let manager = place.start();
    let queue = Definition::new(ObjectKind::QLocal, ObjectName::truncated("Q1"));
    manager.define(queue, false).expect("defined");
    let mut first = Program::of(&manager, "first");
    let queue = first.open(MQOO_OUTPUT);
    let Reply::Subscribed(made) = first.subscribe(MAKES, queue) else {
        panic!("not subscribed");
    };
    first.close(made.subscription);
    first.close(queue);
    (place, manager, first)
}

#[test]
fn whoever_cannot_open_its_queue_does_not_become_whose_a_subscription_is() {
    let (_place, manager, mut first) = with_subscription();
    let alone = first.open(MQOO_INPUT_EXCLUSIVE);
    let mut second = Program::of(&manager, "second");
    let refused = second.subscribe(MQSO_RESUME, ObjectHandle::NONE);
    assert!(
        matches!(refused, Reply::Failed(Reason::OBJECT_IN_USE)),
        "{refused:?}"
    );
    assert_eq!(user_of(&manager), "first");
    assert_eq!(found(&manager).activity.holder(), None);
    first.close(alone);
    let (queue, subscription) = second.resume();
    assert_eq!(user_of(&manager), "second");
    second.close(queue);
    second.close(subscription);
}

/// Another user resumes it between the look and the change.
#[test]
fn a_subscription_that_is_altered_while_it_is_resumed_is_looked_at_again() {
    let (_place, manager, _first) = with_subscription();
    let before = found(&manager);
    let mut second = Program::of(&manager, "second");
    let (queue, subscription) = second.resume();
    second.close(queue);
    second.close(subscription);
    let mut third = Program::of(&manager, "third");
    let asked = asked(MQSO_RESUME);
    let resumed = third.connection.resume(&before, &asked, ObjectHandle::NONE);
    assert!(resumed.is_ok());
    assert_eq!(user_of(&manager), "third");
    // Where it is gone nothing is left behind.
    let handles = third.connection.handles.len();
    let now = found(&manager);
    remove(&manager.engine, &now.id()).expect("removed");
    let mut fourth = Program::of(&manager, "fourth");
    let resumed = fourth.connection.resume(&now, &asked, ObjectHandle::NONE);
    assert_eq!(resumed.err(), Some(Reason::NO_SUBSCRIPTION));
    assert_eq!((fourth.connection.handles.len(), handles), (0, 2));
}

/// It may become the subscription of whoever resumes it, which is written down.
#[test]
fn who_resumes_waits_for_room_in_the_log_as_who_subscribes() {
    let (_place, manager, _first) = with_subscription();
    let mut second = Program::of(&manager, "second");
    for options in [MAKES, MQSO_ALTER | MQSO_DURABLE, MQSO_RESUME] {
        let request = Request::Subscribe {
            descriptor: Box::new(asked(options)),
            queue: ObjectHandle::NONE,
        };
        assert!(second.connection.need_of(&request).is_some(), "{options}");
    }
}
