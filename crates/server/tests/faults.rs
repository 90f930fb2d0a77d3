//! Applications that die or misbehave, and a server that goes away.

use crate::support::{
    BOTH, Bindings, Running, Scratch, command, connect, not_persistent, persistent,
};
use ferromq::{GetOptions, MsgDescriptor, PutOptions, Reason, mq};
use ferromq_base::random::SplitMix64;
use ferromq_binding::{ClientEndpoint, ConnectError, Hello as Frame};
use ferromq_client::BindingsConnection;
use ferromq_mqi::codec::Hello;
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::ConnectOptions;
use ferromq_mqi::session::Session;
use ferromq_server::{EndHow, Ended, ServiceSettings};
use std::path::Path;
use std::sync::{Arc, Mutex};

/// A road without the verbs: bytes go as they are.
fn raw(socket: &Path) -> ClientEndpoint {
    let hello = Hello::Connect(Box::default());
    let frame = Frame {
        opaque: hello.encode(),
        ..Frame::default()
    };
    ClientEndpoint::connect(socket, &frame)
        .expect("connected")
        .0
}

fn works(session: &mut Bindings, queue: ferromq::ObjectHandle) {
    session
        .put(
            queue,
            &mut not_persistent(),
            &mut PutOptions::default(),
            "still here",
        )
        .expect("put");
    let got = session
        .get(
            queue,
            &MsgDescriptor::default(),
            &GetOptions::default(),
            100,
        )
        .expect("got");
    assert_eq!(&got.body[..], b"still here");
}

fn bytes_below(noise: &mut SplitMix64, length_max: u64) -> Vec<u8> {
    let mut bytes = vec![0; noise.below(length_max) as usize];
    noise.fill(&mut bytes);
    bytes
}

#[test]
fn garbage_costs_its_sender_the_connection_and_nobody_else_anything() {
    let scratch = Scratch::new("garbage");
    let notices = Arc::new(Mutex::new(0));
    let count = Arc::clone(&notices);
    let settings = ServiceSettings {
        notices: Arc::new(move |notice| {
            if notice.number == "FMQ0030W" {
                *count.lock().expect("no panic") += 1;
            }
        }),
        ..ServiceSettings::default()
    };
    let running = Running::start_with(&scratch.0, settings);
    let mut session = running.connect();
    command(&mut session, "DEFINE QLOCAL(Q1)");
    let queue = session.open("Q1", BOTH).expect("opened");
    let mut noise = SplitMix64::new(0x5eed);
    for round in 0..200 {
        let mut hostile = raw(&running.socket());
        let mut frame = bytes_below(&mut noise, 900);
        if round % 2 == 0 && frame.len() > 8 {
            // A head that looks right at first sight.
            let kind = noise.below(16) as u8;
            let length = frame.len() as u32;
            frame[..4].copy_from_slice(&length.to_le_bytes());
            frame[4..8].copy_from_slice(&[kind, 0, 0, 0]);
        }
        hostile.send(&[&frame]).expect("sent");
        let mut reply = Vec::new();
        // It is hung up on, or its bytes happened to be a verb and are answered.
        let _ = hostile.recv(&mut reply);
        works(&mut session, queue);
    }
    // Some are told of, the others are counted: nobody fills the error log.
    let told = *notices.lock().expect("no panic");
    assert!((1..100).contains(&told), "{told}");
}

#[test]
fn programs_that_end_without_a_word_are_told_of_by_their_own_name_and_counted() {
    let scratch = Scratch::new("deaths");
    let notices = Arc::new(Mutex::new(Vec::new()));
    let told = Arc::clone(&notices);
    let settings = ServiceSettings {
        notices: Arc::new(move |notice| {
            if notice.number == "FMQ0005W" {
                told.lock().expect("no panic").push(notice.text);
            }
        }),
        ..ServiceSettings::default()
    };
    let _running = Running::start_with(&scratch.0, settings);
    let connect = |name: &str| {
        let options = ConnectOptions {
            appl_name: FixedText::truncated(name),
            ..ConnectOptions::default()
        };
        BindingsConnection::connect(&scratch.0, "QM1", &options).expect("connected")
    };
    let mut session = Session::new(connect("the first"));
    for _ in 0..50 {
        drop(connect("another one"));
    }
    // Hang-ups travel by themselves.
    let (mut shown, mut looks) = (String::from("another one"), 0);
    while shown.contains("another one") && looks < 2_000 {
        std::thread::sleep(std::time::Duration::from_millis(20));
        shown = command(&mut session, "DISPLAY CONN(*) APPLTAG");
        looks += 1;
    }
    assert!(!shown.contains("another one"), "{shown}");
    let told = notices.lock().expect("no panic").clone();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("'another one'"), "{told:?}");
}

#[test]
fn a_client_that_does_not_read_or_floods_does_not_disturb_others() {
    let scratch = Scratch::new("flood");
    let running = Running::start(&scratch.0);
    let mut session = running.connect();
    command(&mut session, "DEFINE QLOCAL(Q1)");
    let queue = session.open("Q1", BOTH).expect("opened");
    let mut head = Vec::new();
    let inquiry = ferromq_mqi::call::Request::BackOut;
    ferromq_mqi::codec::encode_request(&inquiry, false, &mut head, 1 << 20).expect("encoded");
    std::thread::scope(|threads| {
        for _ in 0..4 {
            threads.spawn(|| {
                let mut flooding = raw(&running.socket());
                // Replies pile up unread; sends wait once both rings are full, taking replies in.
                for _ in 0..20_000 {
                    flooding.send(&[&head]).expect("sent");
                }
            });
        }
        for _ in 0..500 {
            works(&mut session, queue);
        }
    });
}

#[test]
fn a_hello_that_makes_no_sense_is_refused() {
    let scratch = Scratch::new("hello");
    let running = Running::start(&scratch.0);
    let mut noise = SplitMix64::new(77);
    for _ in 0..50 {
        let frame = Frame {
            opaque: bytes_below(&mut noise, 300).into(),
            ..Frame::default()
        };
        let refused = ClientEndpoint::connect(&running.socket(), &frame);
        assert!(matches!(refused, Err(ConnectError::Refused { .. })));
    }
    drop(running.connect());
}

#[test]
fn a_connection_that_is_dropped_backs_out_and_closes() {
    let scratch = Scratch::new("dropped");
    let running = Running::start(&scratch.0);
    let mut session = running.connect();
    command(&mut session, "DEFINE QLOCAL(Q1) NOSHARE DEFSOPT(EXCL)");
    let put = PutOptions {
        options: mq::MQPMO_SYNCPOINT,
        ..PutOptions::default()
    };
    let mut other = running.connect();
    let queue = other
        .open("Q1", mq::MQOO_INPUT_EXCLUSIVE | mq::MQOO_OUTPUT)
        .expect("opened");
    other
        .put(queue, &mut persistent(), &mut put.clone(), "lost")
        .expect("put");
    assert_eq!(depth(&mut session, "Q1"), 1);
    drop(other);
    // The hang-up travels by itself; opening fails until it has arrived.
    let queue = loop {
        match session.open("Q1", mq::MQOO_INPUT_EXCLUSIVE) {
            Ok(queue) => break queue,
            Err(error) => assert_eq!(error.reason, Reason::OBJECT_IN_USE),
        }
    };
    let none = session.get(
        queue,
        &MsgDescriptor::default(),
        &GetOptions::default(),
        100,
    );
    assert_eq!(
        none.expect_err("backed out").reason,
        Reason::NO_MSG_AVAILABLE
    );
    assert_eq!(depth(&mut session, "Q1"), 0);
}

fn depth(session: &mut Bindings, queue: &str) -> u32 {
    let shown = command(session, &format!("DISPLAY QLOCAL({queue}) CURDEPTH"));
    let after = shown.split("CURDEPTH(").nth(1).expect("shown");
    after
        .split(')')
        .next()
        .and_then(|number| number.parse().ok())
        .expect("a number")
}

#[test]
fn stopping_a_connection_breaks_it() {
    let scratch = Scratch::new("stop");
    let running = Running::start(&scratch.0);
    let mut session = running.connect();
    command(&mut session, "DEFINE QLOCAL(Q1)");
    let options = ferromq::ConnectOptions::default();
    let road = ferromq_client::BindingsConnection::connect(&scratch.0, "QM1", &options);
    let road = road.expect("connected");
    let id: String = road.connection_id()[16..]
        .iter()
        .map(|byte| format!("{byte:02X}"))
        .collect();
    let mut victim = ferromq::Session::new(road);
    let queue = victim.open("Q1", BOTH).expect("opened");
    let waiting = std::thread::spawn(move || {
        let wait = GetOptions {
            options: mq::MQGMO_WAIT,
            wait_interval_ms: -1,
            ..GetOptions::default()
        };
        victim
            .get(queue, &MsgDescriptor::default(), &wait, 100)
            .expect_err("broken")
            .reason
    });
    command(&mut session, &format!("STOP CONN({id})"));
    assert_eq!(waiting.join().expect("no panic"), Reason::CONNECTION_BROKEN);
}

#[test]
fn an_immediate_end_answers_waits_and_then_hangs_up() {
    let scratch = Scratch::new("immediate");
    let running = Running::start(&scratch.0);
    let mut session = running.connect();
    command(&mut session, "DEFINE QLOCAL(Q1)");
    let queue = session.open("Q1", BOTH).expect("opened");
    session
        .put(queue, &mut persistent(), &mut PutOptions::default(), "kept")
        .expect("put");
    let mut waiter = running.connect();
    let waiting = std::thread::spawn(move || {
        let queue = waiter.open("Q1", BOTH).expect("opened");
        let wanted = MsgDescriptor {
            correl_id: [1; 24],
            ..MsgDescriptor::default()
        };
        let wait = GetOptions {
            options: mq::MQGMO_WAIT,
            wait_interval_ms: -1,
            ..GetOptions::default()
        };
        let first = waiter
            .get(queue, &wanted, &wait, 100)
            .expect_err("ended")
            .reason;
        let then = waiter
            .get(queue, &wanted, &wait, 100)
            .expect_err("gone")
            .reason;
        (first, then)
    });
    while !command(&mut session, "DISPLAY QSTATUS(Q1) IPPROCS").contains("IPPROCS(2)") {}
    running.handle.end(EndHow::Immediate);
    let (first, then) = waiting.join().expect("no panic");
    assert!(
        [Reason::Q_MGR_STOPPING, Reason::CONNECTION_BROKEN].contains(&first),
        "{first}"
    );
    assert!(
        [Reason::Q_MGR_STOPPING, Reason::CONNECTION_BROKEN].contains(&then),
        "{then}"
    );
    assert_eq!(
        running.ended().expect("in good order"),
        Ended::Orderly(EndHow::Immediate)
    );
    assert!(session.commit().is_err());

    let running = Running::start(&scratch.0);
    let mut session = running.connect();
    let queue = session.open("Q1", BOTH).expect("opened");
    let got = session.get(
        queue,
        &MsgDescriptor::default(),
        &GetOptions::default(),
        100,
    );
    assert_eq!(&got.expect("kept").body[..], b"kept");
}

#[test]
fn a_controlled_end_lets_applications_finish_and_lets_nobody_in() {
    let scratch = Scratch::new("controlled");
    let running = Running::start(&scratch.0);
    let mut session = running.connect();
    command(&mut session, "DEFINE QLOCAL(Q1)");
    let queue = session.open("Q1", BOTH).expect("opened");
    let end = ferromq_client::ControlRequest::End(EndHow::Controlled);
    let answer = ferromq_client::control(&running.socket(), end).expect("accepted");
    assert_eq!(
        (answer.process_id, answer.connections),
        (std::process::id(), 1)
    );
    let quiescing = |options: i32| PutOptions {
        options,
        ..PutOptions::default()
    };
    let refused = loop {
        let fails = &mut quiescing(mq::MQPMO_FAIL_IF_QUIESCING);
        match session.put(queue, &mut persistent(), fails, "x") {
            Ok(_) => {}
            Err(error) => break error.reason,
        }
    };
    assert_eq!(refused, Reason::Q_MGR_QUIESCING);
    session
        .put(queue, &mut persistent(), &mut quiescing(0), "last")
        .expect("may go on");
    let options = ferromq::ConnectOptions::default();
    let failure = ferromq_client::BindingsConnection::connect(&scratch.0, "QM1", &options);
    assert_eq!(
        failure.expect_err("refused").reason,
        Reason::Q_MGR_QUIESCING
    );
    assert!(!running.is_over());
    session.disconnect().expect("disconnected");
    assert_eq!(
        running.ended().expect("in good order"),
        Ended::Orderly(EndHow::Controlled)
    );
}

#[test]
fn a_wait_is_cancelled_by_its_own_process_and_by_nothing_else() {
    let scratch = Scratch::new("cancels");
    let running = Running::start(&scratch.0);
    command(&mut running.connect(), "DEFINE QLOCAL(WAIT.Q)");
    let options = ConnectOptions::default();
    let connection = ferromq_client::BindingsConnection::connect(&scratch.0, "QM1", &options);
    let connection = connection.expect("connected");
    let canceller = connection.canceller();
    let waiting = std::thread::spawn(move || {
        let mut session = Session::new(connection);
        let queue = session.open("WAIT.Q", mq::MQOO_INPUT_SHARED)?;
        let options = GetOptions {
            options: mq::MQGMO_WAIT,
            wait_interval_ms: mq::MQWI_UNLIMITED,
            ..GetOptions::default()
        };
        session.get(queue, &MsgDescriptor::default(), &options, 10)
    });
    // Before the get waits there is nothing to cancel.
    while !waiting.is_finished() {
        canceller.cancel();
        std::thread::yield_now();
    }
    let failure = waiting.join().expect("no panic").expect_err("cancelled");
    assert_eq!(failure.reason, Reason::XWAIT_CANCELED);
    let stranger = ferromq_client::ControlRequest::CancelWait([0; 24]);
    let refused = ferromq_client::control(&running.socket(), stranger).expect_err("refused");
    assert_eq!(refused.reason, Reason::HCONN_ERROR);
}

#[test]
fn a_quick_end_overtakes_a_slow_one_and_pinging_says_how_it_is() {
    let scratch = Scratch::new("overtakes");
    let running = Running::start(&scratch.0);
    let held = connect(&scratch.0);
    use ferromq_client::{ControlRequest, Phase, control};
    let socket = running.socket();
    let ask = |request| control(&socket, request).map(|answer| answer.phase);
    assert_eq!(ask(ControlRequest::Ping), Ok(Phase::Running));
    assert_eq!(
        ask(ControlRequest::End(EndHow::Controlled)),
        Ok(Phase::Quiescing)
    );
    assert_eq!(ask(ControlRequest::Ping), Ok(Phase::Quiescing));
    assert_eq!(
        ask(ControlRequest::End(EndHow::Immediate)),
        Ok(Phase::Ending)
    );
    assert_eq!(
        running.ended().expect("in good order"),
        Ended::Orderly(EndHow::Immediate)
    );
    let gone = control(&socket, ControlRequest::Ping).expect_err("nobody there");
    assert_eq!(gone.reason, Reason::Q_MGR_NOT_AVAILABLE);
    drop(held);
}

#[test]
fn more_connections_than_allowed_are_refused() {
    let scratch = Scratch::new("limit");
    let settings = ServiceSettings {
        connections_max: 2,
        ..crate::support::quiet()
    };
    let running = Running::start_with(&scratch.0, settings);
    let (first, second) = (running.connect(), running.connect());
    let options = ferromq::ConnectOptions::default();
    let failure = ferromq_client::BindingsConnection::connect(&scratch.0, "QM1", &options);
    assert_eq!(
        failure.expect_err("refused").reason,
        Reason::MAX_CONNS_LIMIT_REACHED
    );
    first.disconnect().expect("disconnected");
    drop((second, running));
}

#[test]
fn several_service_threads_serve_together() {
    let scratch = Scratch::new("threads");
    let settings = ServiceSettings {
        service_threads: 3,
        ..crate::support::quiet()
    };
    let running = Running::start_with(&scratch.0, settings);
    let mut session = running.connect();
    command(&mut session, "DEFINE QLOCAL(Q1)");
    std::thread::scope(|threads| {
        for writer in 0..4_u32 {
            let running = &running;
            threads.spawn(move || {
                let mut session = running.connect();
                let queue = session.open("Q1", BOTH).expect("opened");
                for number in 0..250_u32 {
                    let mut descriptor = if (writer + number) % 2 == 0 {
                        persistent()
                    } else {
                        not_persistent()
                    };
                    session
                        .put(
                            queue,
                            &mut descriptor,
                            &mut PutOptions::default(),
                            vec![1; 10],
                        )
                        .expect("put");
                }
            });
        }
        let queue = session.open("Q1", BOTH).expect("opened");
        let wait = GetOptions {
            options: mq::MQGMO_WAIT,
            wait_interval_ms: 60_000,
            ..GetOptions::default()
        };
        for _ in 0..1000 {
            session
                .get(queue, &MsgDescriptor::default(), &wait, 100)
                .expect("got");
        }
    });
}
