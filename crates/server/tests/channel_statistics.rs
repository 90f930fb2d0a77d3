//! What statistics say of channels between queue managers, at both ends, and when a channel has ended.

use crate::support::Scratch;
use crate::support::office::{Office, arrived, put};
use ferromq::mq;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::options::GetOptions;
use ferromq_mqi::pcf::{Message, Parameter, Value};
use std::time::{Duration, Instant};

/// Groups of channels in the messages that were written so far.
fn told(office: &Office) -> Vec<Vec<Parameter>> {
    office.commands(&["RESET QMGR TYPE(STATISTICS)"]);
    let mut reader = office.connect();
    let queue = "SYSTEM.ADMIN.STATISTICS.QUEUE";
    let handle = reader.open(queue, mq::MQOO_INPUT_SHARED).expect("opened");
    let how = GetOptions {
        options: MQGMO_NO_WAIT,
        match_options: MQMO_NONE,
        ..GetOptions::default()
    };
    let mut all = Vec::new();
    while let Ok(got) = reader.get(handle, &MsgDescriptor::default(), &how, 1 << 20) {
        let message = Message::decode(&got.body, ByteOrder::NATIVE).expect("a message");
        assert_eq!(message.header.command, MQCMD_STATISTICS_CHANNEL);
        let groups = message.parameters.into_iter();
        all.extend(groups.filter_map(|one| match one.value {
            Value::Group(inner) => Some(inner),
            _ => None,
        }));
    }
    reader.disconnect().expect("disconnected");
    all
}

fn number(group: &[Parameter], id: i32) -> i64 {
    let found = group.iter().find(|one| one.id == id);
    match found.map(|one| &one.value) {
        Some(Value::Int(value)) => i64::from(*value),
        Some(Value::Int64(value)) => *value,
        other => panic!("{id}: {other:?}"),
    }
}

/// Waits until so many messages are told of; returns all groups there were.
fn all_told(office: &Office, messages: i64) -> Vec<Vec<Parameter>> {
    let end = Instant::now() + Duration::from_secs(30);
    let mut groups = Vec::new();
    loop {
        groups.extend(told(office));
        let sum: i64 = groups.iter().map(|one| number(one, MQIAMO_MSGS)).sum();
        if sum >= messages {
            assert_eq!(sum, messages);
            return groups;
        }
        assert!(Instant::now() < end, "{groups:?}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn both_ends_of_a_channel_are_told_of_as_long_as_they_are_asked_to_be() {
    let scratch = [Scratch::new("told-1"), Scratch::new("told-2")];
    let (one, two) = (
        Office::open(&scratch[0].0, "QM1"),
        Office::open(&scratch[1].0, "QM2"),
    );
    two.commands(&[
        "ALTER QMGR STATCHL(MEDIUM)",
        "DEFINE QLOCAL(TARGET)",
        "DEFINE CHANNEL(QM1.TO.QM2) CHLTYPE(RCVR)",
    ]);
    let port = two.listen(0);
    let sender = format!(
        "DEFINE CHANNEL(QM1.TO.QM2) CHLTYPE(SDR) XMITQ(QM2) STATCHL(LOW) CONNAME('127.0.0.1({port})')"
    );
    one.commands(&[
        "DEFINE QLOCAL(QM2) USAGE(XMITQ)",
        "DEFINE QREMOTE(AWAY) RNAME(TARGET) RQMNAME(QM2)",
        &sender,
        "START CHANNEL(QM1.TO.QM2)",
    ]);
    let mut app = one.connect();
    let away = app.open("AWAY", mq::MQOO_OUTPUT).expect("opened");
    (0..120).for_each(|number| put(&mut app, away, number));
    let mut reader = two.connect();
    assert_eq!(arrived(&mut reader, 120, &[&one, &two]).len(), 120);
    let sent = all_told(&one, 120);
    let received = all_told(&two, 120);
    for (groups, kind) in [(&sent, MQCHT_SENDER), (&received, MQCHT_RECEIVER)] {
        for group in groups {
            assert_eq!(group[0].id, MQCACH_CHANNEL_NAME);
            assert_eq!(number(group, MQIACH_CHANNEL_TYPE), i64::from(kind));
        }
        let sum = |id| groups.iter().map(|one| number(one, id)).sum::<i64>();
        assert!(sum(MQIAMO_FULL_BATCHES) + sum(MQIAMO_INCOMPLETE_BATCHES) > 0);
        assert!(sum(MQIAMO64_BYTES) > 120 * 4);
    }
    let net = |id| sent.iter().map(|one| number(one, id)).max();
    assert!(net(MQIAMO_NET_TIME_MAX) >= net(MQIAMO_NET_TIME_AVG));
    // What a channel did is told of when it has ended, and not once nobody asks.
    put(&mut app, away, 1);
    arrived(&mut reader, 1, &[&one, &two]);
    one.commands(&["STOP CHANNEL(QM1.TO.QM2)"]);
    let last = all_told(&one, 1);
    assert!(!last.is_empty());
    two.commands(&["ALTER QMGR STATCHL(NONE)"]);
    assert!(told(&two).is_empty());
    reader.disconnect().expect("disconnected");
    app.disconnect().expect("disconnected");
    one.end();
    two.end();
}
