//! Units of work that are promised under a name and decided later.

use bytes::Bytes;
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{
    ConnectOptions, GetOptions, ObjectDescriptor, ObjectHandle, PutOptions,
};
use ferromq_mqi::xa::{XaCall, XaCode, Xid};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_qmgr::{BranchPhase, Connection, QueueManager, SimulatedPlace, WaitingFor, tester};
use std::task::{Poll, Waker};

fn answered(connection: &mut Connection, mut answer: Poll<Reply>) -> Reply {
    loop {
        match answer {
            Poll::Ready(reply) => return reply,
            Poll::Pending => {
                if let Some(WaitingFor::Log(end)) = connection.waiting_for() {
                    connection.wait_for_log(end);
                }
                answer = connection.poll(Waker::noop());
            }
        }
    }
}

fn run(connection: &mut Connection, request: Request) -> Reply {
    let answer = connection.start(request, Waker::noop());
    answered(connection, answer)
}

fn opened(manager: &QueueManager) -> (Connection, ObjectHandle) {
    let connected = manager.connect(&ConnectOptions::default(), tester());
    let mut connection = connected.expect("connected");
    let open = Request::Open {
        descriptor: ObjectDescriptor::queue("Q"),
        options: MQOO_OUTPUT | MQOO_INPUT_SHARED,
    };
    let Reply::Opened { handle, .. } = run(&mut connection, open) else {
        panic!("it is there");
    };
    (connection, handle)
}

fn put(connection: &mut Connection, handle: ObjectHandle, text: &'static str) {
    let put = Request::Put {
        handle,
        descriptor: MsgDescriptor {
            persistence: MQPER_PERSISTENT,
            ..MsgDescriptor::default()
        },
        options: PutOptions {
            options: MQPMO_SYNCPOINT,
            ..PutOptions::default()
        },
        body: Bytes::from_static(text.as_bytes()),
    };
    assert!(matches!(run(connection, put), Reply::Put(_)), "{text}");
}

/// Gets a message under syncpoint.
fn got(connection: &mut Connection, handle: ObjectHandle) -> Result<String, Reason> {
    let get = Request::Get {
        handle,
        descriptor: MsgDescriptor::default(),
        options: GetOptions {
            options: MQGMO_SYNCPOINT,
            ..GetOptions::default()
        },
        buffer_len: 100,
    };
    match run(connection, get) {
        Reply::Got(got) => Ok(String::from_utf8_lossy(&got.body).into_owned()),
        Reply::Failed(reason) => Err(reason),
        other => panic!("{other:?}"),
    }
}

fn promised(connection: &mut Connection, name: &Xid) -> XaCode {
    let answer = connection.promise(name, Waker::noop());
    match answered(connection, answer) {
        Reply::Xa(reply) => reply.code,
        other => panic!("{other:?}"),
    }
}

fn name(number: u8) -> Xid {
    Xid::new(Xid::CHANNEL_FORMAT, b"CHANNEL", &[number]).expect("it fits")
}

fn place() -> SimulatedPlace {
    let place = SimulatedPlace::with_queue_manager(256, 1 << 20);
    let manager = place.start();
    let queue = Definition::new(ObjectKind::QLocal, ObjectName::truncated("Q"));
    manager.define(queue, false).expect("defined");
    place
}

fn in_doubt(manager: &QueueManager) -> Vec<Xid> {
    let branches = manager.branches().into_iter();
    let in_doubt = branches.filter(|one| one.phase == BranchPhase::InDoubt);
    in_doubt.map(|one| one.xid).collect()
}

/// What was put and got stays as it is, over a loss of power too, until it is decided; either way.
#[test]
fn what_was_promised_can_go_either_way_after_a_crash() {
    for keeps in [true, false] {
        let place = place();
        let manager = place.start();
        let (mut connection, queue) = opened(&manager);
        put(&mut connection, queue, "first");
        assert!(matches!(
            run(&mut connection, Request::Commit),
            Reply::Done(_)
        ));
        assert_eq!(got(&mut connection, queue).as_deref(), Ok("first"));
        put(&mut connection, queue, "second");
        assert_eq!(promised(&mut connection, &name(1)), XaCode::OK);
        // The connection is free, and what it promised is nobody's to see.
        assert!(!connection.is_in_unit_of_work());
        assert_eq!(got(&mut connection, queue), Err(Reason::NO_MSG_AVAILABLE));

        let later = place.after_power_loss(7);
        let manager = later.start();
        assert_eq!(in_doubt(&manager), [name(1)]);
        let (mut connection, queue) = opened(&manager);
        assert_eq!(got(&mut connection, queue), Err(Reason::NO_MSG_AVAILABLE));
        let end = connection.decide_promise(&name(1), keeps).expect("decided");
        connection.wait_for_log(end);
        let left = if keeps { "second" } else { "first" };
        assert_eq!(got(&mut connection, queue).as_deref(), Ok(left));
        assert_eq!(got(&mut connection, queue), Err(Reason::NO_MSG_AVAILABLE));
        let again = connection.decide_promise(&name(1), keeps);
        assert_eq!(again, Err(XaCode::NOTA));
        drop(connection);

        let manager = later.after_power_loss(8).start();
        assert_eq!(in_doubt(&manager), []);
        let (mut connection, queue) = opened(&manager);
        assert_eq!(got(&mut connection, queue).as_deref(), Ok(left));
    }
}

/// A decision to back out that a loss of power takes leaves all that was promised, whatever part of the log a checkpoint gave back
/// meanwhile. A unit of work that began between its messages holds the log less far back than it does.
#[test]
fn a_lost_decision_leaves_all_that_was_promised_also_behind_a_checkpoint() {
    let place = place();
    let manager = place.start();
    // The catalog, which a checkpoint forces the log for, has the queue by now.
    manager.checkpoint_everything().expect("taken");
    let (mut connection, queue) = opened(&manager);
    let (mut other, other_queue) = opened(&manager);
    put(&mut connection, queue, "first");
    put(&mut other, other_queue, "of another one");
    put(&mut connection, queue, "second");
    assert_eq!(promised(&mut connection, &name(1)), XaCode::OK);
    connection.decide_promise(&name(1), false).expect("decided");
    manager.checkpoint_everything().expect("taken");

    let manager = place.after_power_loss(4).start();
    assert_eq!(in_doubt(&manager), [name(1)], "nobody forced the decision");
    let (mut connection, queue) = opened(&manager);
    let end = connection.decide_promise(&name(1), true).expect("decided");
    connection.wait_for_log(end);
    for text in ["first", "second"] {
        assert_eq!(got(&mut connection, queue).as_deref(), Ok(text));
    }
    assert_eq!(got(&mut connection, queue), Err(Reason::NO_MSG_AVAILABLE));
}

/// A decision nobody waited for, and the next promise: the second one makes the first durable.
#[test]
fn the_next_promise_makes_the_decision_before_durable() {
    let place = place();
    let manager = place.start();
    let (mut connection, queue) = opened(&manager);
    for number in 1..=2 {
        put(&mut connection, queue, "one");
        assert_eq!(promised(&mut connection, &name(number)), XaCode::OK);
        if number == 1 {
            connection.decide_promise(&name(1), true).expect("decided");
        }
    }
    let manager = place.after_power_loss(3).start();
    assert_eq!(in_doubt(&manager), [name(2)]);
}

#[test]
fn nothing_is_promised_where_there_is_nothing_and_no_name_twice() {
    let manager = place().start();
    let (mut connection, queue) = opened(&manager);
    assert_eq!(promised(&mut connection, &name(1)), XaCode::RDONLY);
    put(&mut connection, queue, "one");
    assert_eq!(promised(&mut connection, &name(1)), XaCode::OK);
    put(&mut connection, queue, "two");
    assert_eq!(promised(&mut connection, &name(1)), XaCode::DUPID);
    assert!(!connection.is_in_unit_of_work(), "it was backed out");
    connection.decide_promise(&name(1), true).expect("decided");
    let end = connection.decide_promise(&name(9), true);
    assert_eq!(end, Err(XaCode::NOTA));
}

/// Transaction managers neither hear of what is promised nor decide it.
#[test]
fn a_promise_is_no_business_of_transaction_managers() {
    let manager = place().start();
    let (mut connection, queue) = opened(&manager);
    put(&mut connection, queue, "one");
    assert_eq!(promised(&mut connection, &name(1)), XaCode::OK);
    let mut xa = |call| match run(&mut connection, Request::Xa(call)) {
        Reply::Xa(reply) => reply.code,
        other => panic!("{other:?}"),
    };
    let (text, flags) = (Vec::new(), TMNOFLAGS);
    assert_eq!(xa(XaCall::Open { name: text, flags }), XaCode::OK);
    let scan = TMSTARTRSCAN | TMENDRSCAN;
    assert_eq!(
        xa(XaCall::Recover {
            count: 10,
            flags: scan
        }),
        XaCode(0)
    );
    let xid = name(1);
    assert_eq!(xa(XaCall::RollBack { xid, flags }), XaCode::NOTA);
    assert_eq!(in_doubt(&manager), [name(1)]);
}
