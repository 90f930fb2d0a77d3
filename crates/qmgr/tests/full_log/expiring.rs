//! Messages that expire while the log takes no removals.

use crate::full_log::home::{Home, makes_room};
use bytes::Bytes;
use ferromq_log::Urgency;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{GetOptions, ObjectDescriptor, PutOptions, SubscriptionDescriptor};
use ferromq_mqi::xa::XaCode;
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_qmgr::record::RecordKind;
use ferromq_qmgr::{ExpirySweeps, NextTurn};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Wake, Waker};
use std::time::Duration;

/// More than a sweep takes at a time.
const MESSAGES: usize = 1_100;

/// That many messages that have expired on Q2, one that never does, and a log that takes no more, not even removals.
fn expired_in_a_full_log() -> Home {
    expired_in_a_full_log_behind(|_| ())
}

/// The same behind what is done first.
fn expired_in_a_full_log_behind(first: impl FnOnce(&Home)) -> Home {
    let home = Home::new();
    first(&home);
    assert_eq!(home.connect().prepare(1), XaCode::OK);
    let mut application = home.connect();
    for _ in 0..MESSAGES {
        let put = Request::Put {
            handle: application.queues[1],
            descriptor: MsgDescriptor {
                expiry: 100,
                ..MsgDescriptor::default()
            },
            options: PutOptions {
                options: MQPMO_SYNCPOINT,
                ..PutOptions::default()
            },
            body: Bytes::new(),
        };
        application.verb(put).expect("put");
    }
    application.verb(Request::Commit).expect("committed");
    let log = home.manager().log();
    for len in [10_000, 0] {
        let filler = vec![0; len];
        let kind = RecordKind::Checkpoint as u8;
        while log.append(kind, &[&filler], Urgency::Removing).is_ok() {
            log.lead();
        }
    }
    home.clock.advance_ns(60 * 1_000_000_000);
    home
}

#[test]
fn a_sweep_looks_at_each_message_once_and_what_it_could_not_remove_goes_later() {
    let home = expired_in_a_full_log();
    assert_eq!(home.manager().expire_messages(), 0);
    // And what the branch has put.
    assert_eq!(home.depth("Q2"), MESSAGES + 1);
    makes_room(&home);
    assert_eq!(home.manager().expire_messages(), MESSAGES as u64);
    home.manager().log().lead();
    assert_eq!(home.depth("Q2"), 0);
}

#[test]
fn a_sweep_takes_turns_and_comes_again_the_later_the_more_often_it_was_refused() {
    let home = expired_in_a_full_log();
    let mut sweeps = ExpirySweeps::default();
    let mut sweep = || {
        let mut turns = 0;
        loop {
            turns += 1;
            let turn = sweeps.turn(home.manager());
            if turn.next != NextTurn::Soon {
                return (turns, turn.next);
            }
        }
    };
    let seconds = |seconds| NextTurn::After(Duration::from_secs(seconds));
    assert_eq!(sweep(), (2, seconds(1)), "more than one turn takes");
    assert_eq!(sweep(), (2, seconds(2)));
    // One that is not persistent needs no log.
    let mut application = home.connect();
    let put = Request::Put1 {
        object: Box::new(ObjectDescriptor::queue("Q1")),
        descriptor: MsgDescriptor {
            expiry: 1,
            persistence: MQPER_NOT_PERSISTENT,
            ..MsgDescriptor::default()
        },
        options: PutOptions::default(),
        body: Bytes::new(),
    };
    application.verb(put).expect("put");
    home.clock.advance_ns(1_000_000_000);
    assert_eq!(sweep(), (2, seconds(4)));
    assert_eq!(home.depth("Q1"), 0);
    makes_room(&home);
    assert_eq!(sweep(), (2, NextTurn::Later));
    home.manager().log().lead();
    assert_eq!(home.depth("Q2"), 0);
}

#[test]
fn subscriptions_the_log_has_no_room_to_end_stay_until_a_later_sweep() {
    let mut program = None;
    let home = expired_in_a_full_log_behind(|home| {
        for name in ["one", "two"] {
            let mut sub = Definition::new(ObjectKind::Sub, ObjectName::BLANK);
            sub.set_internal(Attr::Sub, name).expect("a name");
            sub.set(Attr::Topicstr, "some/topic").expect("a topic");
            sub.set(Attr::Dest, "Q1").expect("a queue");
            sub.set(Attr::Expiry, 100).expect("a time");
            let defined = home.manager().define_subscription(sub, false);
            defined.expect("defined");
        }
        // Behind them one that does not last, of which the log has nothing.
        let mut application = home.connect();
        let subscribe = Request::Subscribe {
            descriptor: Box::new(SubscriptionDescriptor {
                options: MQSO_CREATE,
                object_string: "some/topic".into(),
                sub_expiry: 101,
                ..SubscriptionDescriptor::default()
            }),
            queue: application.queues[0],
        };
        application.verb(subscribe).expect("subscribed");
        program = Some(application);
    });
    // What makes less of what is there has room where nothing else has, and that is not endless either.
    let log = home.manager().log();
    while log
        .append(RecordKind::Checkpoint as u8, &[], Urgency::Completing)
        .is_ok()
    {
        log.lead();
    }
    let left = || home.manager().subscriptions_where(|_| true).len();
    assert_eq!(left(), 3);
    let mut sweeps = ExpirySweeps::default();
    let mut sweep = || {
        loop {
            let turn = sweeps.turn(home.manager());
            if turn.next != NextTurn::Soon {
                return turn.next;
            }
        }
    };
    assert_eq!(sweep(), NextTurn::After(Duration::from_secs(1)));
    assert_eq!(left(), 2);
    makes_room(&home);
    assert_eq!(sweep(), NextTurn::Later);
    assert_eq!(left(), 0);
    drop(program);
}

#[test]
fn a_get_that_waits_is_not_woken_by_an_expired_message_that_stays() {
    struct Wakes(AtomicU64);
    impl Wake for Wakes {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }
    let home = expired_in_a_full_log();
    let mut application = home.connect();
    let wakes = Arc::new(Wakes(AtomicU64::new(0)));
    let waker = Waker::from(Arc::clone(&wakes));
    let get = Request::Get {
        handle: application.queues[1],
        descriptor: MsgDescriptor::default(),
        options: GetOptions {
            options: MQGMO_WAIT,
            wait_interval_ms: MQWI_UNLIMITED,
            ..GetOptions::default()
        },
        buffer_len: u32::MAX,
    };
    assert!(application.connection.start(get, &waker).is_pending());
    assert_eq!(wakes.0.load(Ordering::Relaxed), 0);
    assert_eq!(home.manager().expire_messages(), 0);
    assert_eq!(wakes.0.load(Ordering::Relaxed), 0);
    // It still hears of a message that is for it.
    makes_room(&home);
    let mut other = home.connect();
    other.put(1, 10, 0).expect("put");
    assert_eq!(wakes.0.load(Ordering::Relaxed), 1);
    assert!(
        application.connection.poll(&waker).is_ready() || {
            home.manager().log().lead();
            application.connection.poll(&waker).is_ready()
        }
    );
    let again = other.get(1, 0);
    assert_eq!(again, Err(Reason::NO_MSG_AVAILABLE));
}

/// Goal: a report of a message that stays is not made again and again. Method: reports go where the log is not needed for them.
#[test]
fn an_expiration_is_reported_when_the_message_is_removed_and_once() {
    let mut reports = None;
    let home = expired_in_a_full_log_behind(|home| {
        let mut application = home.connect();
        let open = Request::Open {
            descriptor: ObjectDescriptor {
                dynamic_q_name: ObjectName::truncated("REPLY.*"),
                ..ObjectDescriptor::queue("SYSTEM.DEFAULT.MODEL.QUEUE")
            },
            options: MQOO_INPUT_EXCLUSIVE,
        };
        let Ok(Reply::Opened { handle, descriptor }) = application.verb(open) else {
            panic!("no temporary queue");
        };
        let put = Request::Put {
            handle: application.queues[1],
            descriptor: MsgDescriptor {
                expiry: 100,
                report: MQRO_EXPIRATION,
                reply_to_q: *descriptor.object_name.bytes(),
                ..MsgDescriptor::default()
            },
            options: PutOptions::default(),
            body: Bytes::new(),
        };
        application.verb(put).expect("put");
        reports = Some((application, handle));
    });
    let (mut application, handle) = reports.expect("made");
    for _ in 0..3 {
        assert_eq!(home.manager().expire_messages(), 0);
    }
    application.queues[0] = handle;
    assert_eq!(application.get(0, 0), Err(Reason::NO_MSG_AVAILABLE));
    makes_room(&home);
    home.manager().expire_messages();
    home.manager().log().lead();
    assert!(application.get(0, 0).is_ok());
    assert_eq!(application.get(0, 0), Err(Reason::NO_MSG_AVAILABLE));
}
