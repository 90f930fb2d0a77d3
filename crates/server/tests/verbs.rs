//! Every verb over the bindings road.

use crate::support::{BOTH, Running, Scratch, command, not_persistent, persistent};
use ferromq::{
    GetOptions, MsgDescriptor, ObjectDescriptor, ObjectHandle, PutOptions, Reason, Session, mq,
};
use ferromq_client::BindingsConnection;
use ferromq_mqi::options::ConnectOptions;

fn reason_of<T: std::fmt::Debug>(result: Result<T, ferromq::MqError>) -> Reason {
    result.expect_err("a failure").reason
}

fn in_syncpoint() -> (PutOptions, GetOptions) {
    let put = PutOptions {
        options: mq::MQPMO_SYNCPOINT,
        ..PutOptions::default()
    };
    let get = GetOptions {
        options: mq::MQGMO_SYNCPOINT,
        ..GetOptions::default()
    };
    (put, get)
}

/// One message committed, one backed out: the first comes back as it was put, and nothing else does.
fn commit_and_back_out(
    session: &mut Session<BindingsConnection>,
    queue: ObjectHandle,
    mut descriptor: MsgDescriptor,
) {
    let (mut put, get) = in_syncpoint();
    session
        .put(queue, &mut descriptor, &mut put, "committed")
        .expect("put");
    assert_ne!(descriptor.msg_id, [0; 24]);
    assert_eq!(put.resolved_q_name.as_str(), "Q1");
    session.commit().expect("committed");
    session
        .put(queue, &mut descriptor, &mut put, "backed out")
        .expect("put");
    session.back_out().expect("backed out");
    let got = session
        .get(queue, &MsgDescriptor::default(), &get, 100)
        .expect("a message");
    assert_eq!(
        (&got.body[..], got.descriptor.msg_id),
        (&b"committed"[..], descriptor.msg_id)
    );
    session.commit().expect("committed");
    let none = session.get(queue, &MsgDescriptor::default(), &get, 100);
    assert_eq!(reason_of(none), Reason::NO_MSG_AVAILABLE);
}

#[test]
fn every_verb_works_over_the_bindings_road() {
    let scratch = Scratch::new("verbs");
    let running = Running::start(&scratch.0);
    let mut session = running.connect();
    command(&mut session, "DEFINE QLOCAL(Q1) DESCR('first')");
    let queue = session
        .open("Q1", BOTH | mq::MQOO_INQUIRE | mq::MQOO_SET)
        .expect("opened");
    assert_eq!(
        session.begin().expect("begun"),
        Reason::NO_EXTERNAL_PARTICIPANTS
    );
    for descriptor in [persistent(), not_persistent()] {
        commit_and_back_out(&mut session, queue, descriptor);
    }
    let object = ObjectDescriptor::queue("Q1");
    session
        .put1(
            &object,
            &mut persistent(),
            &mut PutOptions::default(),
            "put1",
        )
        .expect("put");
    session
        .set(
            queue,
            &[mq::MQIA_INHIBIT_GET],
            &[mq::MQQA_GET_INHIBITED],
            b"",
        )
        .expect("set");
    let refused = session.get(
        queue,
        &MsgDescriptor::default(),
        &GetOptions::default(),
        100,
    );
    assert_eq!(reason_of(refused), Reason::GET_INHIBITED);
    session
        .set(queue, &[mq::MQIA_INHIBIT_GET], &[mq::MQQA_GET_ALLOWED], b"")
        .expect("set");
    let selectors = [mq::MQIA_CURRENT_Q_DEPTH, mq::MQCA_Q_DESC];
    let (ints, chars, _) = session.inquire(queue, &selectors, 1, 64).expect("inquired");
    assert_eq!((ints, &chars[..8]), (vec![1], &b"first   "[..]));
    session.close(queue, mq::MQCO_NONE).expect("closed");
    let closed = session.close(queue, mq::MQCO_NONE);
    assert_eq!(reason_of(closed), Reason::HOBJ_ERROR);
    assert_eq!(
        session
            .status(mq::MQSTAT_TYPE_ASYNC_ERROR)
            .expect("status")
            .put_success_count,
        0
    );
    session.disconnect().expect("disconnected");
}

#[test]
fn a_get_waits_for_another_connection_and_no_longer_than_it_said() {
    let scratch = Scratch::new("wait");
    let running = Running::start(&scratch.0);
    let mut session = running.connect();
    command(&mut session, "DEFINE QLOCAL(Q1)");
    let queue = session.open("Q1", BOTH).expect("opened");
    let wait = |wait_interval_ms| GetOptions {
        options: mq::MQGMO_WAIT,
        wait_interval_ms,
        ..GetOptions::default()
    };
    let none = session.get(queue, &MsgDescriptor::default(), &wait(30), 100);
    assert_eq!(reason_of(none), Reason::NO_MSG_AVAILABLE);
    std::thread::scope(|threads| {
        threads.spawn(|| {
            let mut other = running.connect();
            let queue = other.open("Q1", BOTH).expect("opened");
            for number in 0..200_u32 {
                let mut descriptor = if number % 2 == 0 {
                    persistent()
                } else {
                    not_persistent()
                };
                other
                    .put(
                        queue,
                        &mut descriptor,
                        &mut PutOptions::default(),
                        number.to_string(),
                    )
                    .expect("put");
            }
        });
        for number in 0..200_u32 {
            let wanted = wait(if number % 3 == 0 { -1 } else { 60_000 });
            let got = session
                .get(queue, &MsgDescriptor::default(), &wanted, 100)
                .expect("got");
            assert_eq!(&got.body[..], number.to_string().as_bytes());
        }
    });
}

#[test]
fn messages_of_a_hundred_megabytes_go_both_ways() {
    let scratch = Scratch::new("large");
    let running = Running::start(&scratch.0);
    let mut session = running.connect();
    command(&mut session, "ALTER QMGR MAXMSGL(104857600)");
    command(&mut session, "DEFINE QLOCAL(Q1) MAXMSGL(104857600)");
    let queue = session.open("Q1", BOTH).expect("opened");
    let body: Vec<u8> = (0..104_857_600_u32)
        .map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as u8)
        .collect();
    session
        .put(
            queue,
            &mut not_persistent(),
            &mut PutOptions::default(),
            body.clone(),
        )
        .expect("put");
    let cut = GetOptions {
        options: mq::MQGMO_ACCEPT_TRUNCATED_MSG | mq::MQGMO_BROWSE_FIRST,
        ..GetOptions::default()
    };
    let browse = session.open("Q1", mq::MQOO_BROWSE).expect("opened");
    let got = session
        .get(browse, &MsgDescriptor::default(), &cut, 1000)
        .expect("browsed");
    assert_eq!((got.data_length, got.body.len()), (104_857_600, 1000));
    let all = session
        .get(
            queue,
            &MsgDescriptor::default(),
            &GetOptions::default(),
            104_857_600,
        )
        .expect("got");
    assert!(all.body == body, "the body is the same");
    let too_large = vec![0; 134_217_728];
    let refused = session.put(
        queue,
        &mut not_persistent(),
        &mut PutOptions::default(),
        too_large,
    );
    assert_eq!(reason_of(refused), Reason::MSG_TOO_BIG_FOR_Q_MGR);
    session.disconnect().expect("still connected");
}

#[test]
fn asynchronous_puts_are_not_waited_for_and_their_failures_are_counted() {
    let scratch = Scratch::new("async");
    let running = Running::start(&scratch.0);
    let mut session = running.connect();
    command(&mut session, "DEFINE QLOCAL(Q1) MAXDEPTH(900)");
    let queue = session.open("Q1", BOTH).expect("opened");
    let mut options = PutOptions {
        options: mq::MQPMO_ASYNC_RESPONSE,
        ..PutOptions::default()
    };
    for number in 0..1000_u32 {
        let mut descriptor = if number % 2 == 0 {
            persistent()
        } else {
            not_persistent()
        };
        let body = vec![number as u8; 3000];
        let reason = session
            .put(queue, &mut descriptor, &mut options, body)
            .expect("accepted");
        assert_eq!(reason, Reason::NONE);
    }
    let status = session.status(mq::MQSTAT_TYPE_ASYNC_ERROR).expect("status");
    let counts = (
        status.put_success_count,
        status.put_warning_count,
        status.put_failure_count,
    );
    assert_eq!(counts, (900, 0, 100));
    assert_eq!(
        (status.comp_code, status.reason),
        (mq::MQCC_FAILED, Reason::Q_FULL.0)
    );
    assert_eq!(status.object_name.as_str(), "Q1");
    let again = session.status(mq::MQSTAT_TYPE_ASYNC_ERROR).expect("status");
    assert_eq!(
        (
            again.put_success_count,
            again.put_failure_count,
            again.reason
        ),
        (0, 0, 0)
    );
}

#[test]
fn a_connection_says_who_it_is() {
    let scratch = Scratch::new("who");
    let running = Running::start(&scratch.0);
    let options = ConnectOptions::default();
    let connection = BindingsConnection::connect(&scratch.0, "QM1", &options).expect("connected");
    assert_eq!(connection.q_mgr_name().as_str(), "QM1");
    assert_ne!(connection.connection_id(), [0; 24]);
    let mut session = running.connect();
    let shown = command(&mut session, "DISPLAY CONN(*) ALL");
    assert!(
        shown.contains(&format!("PID({})", std::process::id())),
        "{shown}"
    );
    drop(connection);
}

#[test]
fn a_connection_that_is_over_answers_so() {
    let scratch = Scratch::new("over");
    let running = Running::start(&scratch.0);
    let options = ConnectOptions::default();
    let connection = BindingsConnection::connect(&scratch.0, "QM1", &options).expect("connected");
    let mut session = ferromq::Session::new(connection);
    command(&mut session, "DEFINE QLOCAL(Q1)");
    use ferromq_mqi::call::{Reply, Request};
    use ferromq_mqi::session::Connected;
    assert!(matches!(
        session.road().call(Request::Disconnect),
        Reply::Done(Reason::NONE)
    ));
    assert_eq!(reason_of(session.commit()), Reason::HCONN_ERROR);
    let other = running.connect();
    drop(other);
}

#[test]
fn connecting_fails_with_the_documented_reason() {
    let scratch = Scratch::new("reasons");
    let options = ConnectOptions::default();
    let connect = |name: &str| {
        let failure = BindingsConnection::connect(&scratch.0, name, &options);
        failure.expect_err("no connection").reason
    };
    assert_eq!(connect("QM1"), Reason::Q_MGR_NAME_ERROR);
    assert_eq!(connect(""), Reason::Q_MGR_NAME_ERROR);
    let running = Running::start(&scratch.0);
    let wrong = ConnectOptions {
        q_mgr_name: ferromq::ObjectName::truncated("OTHER"),
        ..ConnectOptions::default()
    };
    let failure = BindingsConnection::connect_at(&running.socket(), &wrong).expect_err("refused");
    assert_eq!(failure.reason, Reason::Q_MGR_NAME_ERROR);
    std::fs::write(
        scratch.0.join("mqs.ini"),
        "DefaultQueueManager:\n   Name=QM1\n",
    )
    .expect("written");
    BindingsConnection::connect(&scratch.0, "", &options).expect("the default one");
    drop(running);
    assert_eq!(connect("QM1"), Reason::Q_MGR_NOT_AVAILABLE);
}

#[test]
fn a_data_path_longer_than_a_socket_address_will_do() {
    let scratch = Scratch::new("long");
    let long = scratch.0.join("d".repeat(100)).join("e".repeat(100));
    std::fs::create_dir_all(&long).expect("made");
    let running = Running::start(&long);
    let mut session = running.connect();
    command(&mut session, "PING QMGR");
}
