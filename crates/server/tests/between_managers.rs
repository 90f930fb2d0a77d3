//! Two queue managers on two ports, joined with the commands every administrator knows: messages arrive once and in order, and go on
//! when either server was gone.

use crate::support::office::{Office, arrived, put};
use crate::support::{Scratch, command};
use ferromq::mq;

#[test]
fn two_queue_managers_exchange_messages_and_go_on_when_one_was_gone() {
    let scratch = [Scratch::new("joined-1"), Scratch::new("joined-2")];
    let (one, two) = (
        Office::open(&scratch[0].0, "QM1"),
        Office::open(&scratch[1].0, "QM2"),
    );
    two.commands(&[
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
    // It ran, and so it runs again.
    all.extend(arrived(&mut reader, 100, &[&one, &two]));
    assert_eq!(all, (0..400).collect::<Vec<u32>>());
    one.commands(&["STOP CHANNEL(QM1.TO.QM2)"]);
    reader.disconnect().expect("disconnected");
    one.end();
    two.end();
}
