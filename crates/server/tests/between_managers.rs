//! Two queue managers on two ports, joined with the commands every administrator knows: messages arrive once and in order, and go on
//! when either server was gone.

use crate::support::office::Office;
use crate::support::{Bindings, Scratch, command, persistent};
use ferromq::{GetOptions, PutOptions, Reason, mq};
use ferromq_mqi::options::ObjectHandle;
use std::time::{Duration, Instant};

fn put(session: &mut Bindings, queue: ObjectHandle, number: u32) {
    let (mut descriptor, mut options) = (persistent(), PutOptions::default());
    let body = number.to_be_bytes().to_vec();
    let put = session.put(queue, &mut descriptor, &mut options, body);
    put.expect("put");
}

/// The numbers of the messages that come, until so many have.
fn arrived(session: &mut Bindings, count: usize, said: &[&Office; 2]) -> Vec<u32> {
    let queue = session.open("TARGET", mq::MQOO_INPUT_SHARED);
    let queue = queue.expect("opened");
    let began = Instant::now();
    let mut numbers = Vec::new();
    while numbers.len() < count {
        let options = GetOptions {
            options: mq::MQGMO_WAIT | mq::MQGMO_NO_SYNCPOINT,
            wait_interval_ms: 500,
            match_options: mq::MQMO_NONE,
            ..GetOptions::default()
        };
        match session.get(queue, &persistent(), &options, 100) {
            Ok(got) => numbers.push(u32::from_be_bytes(got.body[..4].try_into().expect("four"))),
            Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => {
                let all = said.map(|office| office.said());
                let late = began.elapsed() > Duration::from_secs(60);
                assert!(!late, "{numbers:?} of {count}: {all:#?}");
            }
            Err(error) => panic!("{error:?}"),
        }
    }
    session.close(queue, mq::MQCO_NONE).expect("closed");
    numbers
}

#[test]
fn two_queue_managers_exchange_messages_and_go_on_when_one_was_gone() {
    let scratch = [Scratch::new("joined-1"), Scratch::new("joined-2")];
    let (one, two) = (
        Office::open(&scratch[0].0, "QM1"),
        Office::open(&scratch[1].0, "QM2"),
    );
    two.commands(&[
        "ALTER QMGR CHLAUTH(DISABLED)",
        "DEFINE QLOCAL(TARGET)",
        "DEFINE CHANNEL(QM1.TO.QM2) CHLTYPE(RCVR)",
    ]);
    let port = two.listen(0);
    let sender = format!(
        "DEFINE CHANNEL(QM1.TO.QM2) CHLTYPE(SDR) XMITQ(QM2) SHORTTMR(1) CONNAME('127.0.0.1({port})')"
    );
    one.commands(&[
        "DEFINE QLOCAL(QM2) USAGE(XMITQ)",
        "DEFINE QREMOTE(AWAY) RNAME(TARGET) RQMNAME(QM2)",
        &sender,
        "START CHANNEL(QM1.TO.QM2)",
    ]);
    let mut app = one.connect();
    let away = app.open("AWAY", mq::MQOO_OUTPUT).expect("opened");
    for number in 0..200 {
        put(&mut app, away, number);
    }
    let mut reader = two.connect();
    let mut all = arrived(&mut reader, 200, &[&one, &two]);
    let shown = command(&mut app, "DISPLAY CHSTATUS(QM1.TO.QM2)");
    assert!(shown.contains("STATUS(RUNNING)"), "{shown}");
    reader.disconnect().expect("disconnected");

    // The receiving one is gone for a while.
    two.end();
    for number in 200..300 {
        put(&mut app, away, number);
    }
    let two = Office::open(&scratch[1].0, "QM2");
    two.listen(port);
    let mut reader = two.connect();
    all.extend(arrived(&mut reader, 100, &[&one, &two]));

    // And the sending one.
    for number in 300..400 {
        put(&mut app, away, number);
    }
    app.disconnect().expect("disconnected");
    one.end();
    let one = Office::open(&scratch[0].0, "QM1");
    one.commands(&["START CHANNEL(QM1.TO.QM2)"]);
    all.extend(arrived(&mut reader, 100, &[&one, &two]));
    assert_eq!(all, (0..400).collect::<Vec<u32>>());
    one.commands(&["STOP CHANNEL(QM1.TO.QM2)"]);
    reader.disconnect().expect("disconnected");
    one.end();
    two.end();
}
