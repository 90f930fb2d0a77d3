//! Messages to queues further away than the next queue manager, their replies, and the reports about them.

use crate::support::office::Office;
use crate::support::{Bindings, Scratch, persistent};
use ferromq::{GetOptions, MsgDescriptor, PutOptions, Reason, mq};
use ferromq_mqi::call::GetReply;
use ferromq_mqi::distribution::ObjectRecord;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::ObjectDescriptor;
use ferromq_mqi::pcf::{Message, Parameter, Value};
use std::time::{Duration, Instant};

const NAMES: [&str; 3] = ["QM1", "QM2", "QM3"];

/// QM1, QM2 and QM3, each joined with the next in both directions.
struct Row {
    _scratch: Vec<Scratch>,
    offices: Vec<Office>,
}

impl Row {
    fn of(count: usize) -> Self {
        let scratch: Vec<Scratch> = NAMES[..count]
            .iter()
            .map(|name| Scratch::new(&format!("far-{name}")))
            .collect();
        let opened = scratch.iter().zip(NAMES);
        let offices: Vec<Office> = opened
            .map(|(scratch, name)| Office::open(&scratch.0, name))
            .collect();
        let ports: Vec<u16> = offices.iter().map(|office| office.listen(0)).collect();
        let row = Self {
            _scratch: scratch,
            offices,
        };
        for first in 1..count {
            for (from, to) in [(first - 1, first), (first, first - 1)] {
                let (here, there) = (NAMES[from], NAMES[to]);
                row.offices[to]
                    .commands(&[&format!("DEFINE CHANNEL({here}.{there}) CHLTYPE(RCVR)")]);
                row.offices[from].commands(&[
                    &format!("DEFINE QLOCAL({there}) USAGE(XMITQ)"),
                    &format!(
                        "DEFINE CHANNEL({here}.{there}) CHLTYPE(SDR) XMITQ({there}) SHORTTMR(1) CONNAME('127.0.0.1({})')",
                        ports[to]
                    ),
                    &format!("START CHANNEL({here}.{there})"),
                ]);
            }
        }
        row
    }

    fn end(self) {
        self.offices.into_iter().for_each(Office::end);
    }
}

fn put(
    session: &mut Bindings,
    to: (&str, &str),
    mut descriptor: MsgDescriptor,
    body: &str,
) -> [u8; 24] {
    let object = ObjectDescriptor {
        object_name: ObjectName::truncated(to.0),
        object_q_mgr_name: ObjectName::truncated(to.1),
        ..ObjectDescriptor::default()
    };
    let mut options = PutOptions::default();
    let body = body.as_bytes().to_vec();
    let put = session.put1(&object, &mut descriptor, &mut options, body);
    put.expect("put");
    descriptor.msg_id
}

/// The next message of a queue, waited for. The limit is a watchdog, not a promise.
fn next(session: &mut Bindings, queue: &str) -> GetReply {
    let handle = session.open(queue, mq::MQOO_INPUT_SHARED).expect("opened");
    let options = GetOptions {
        options: mq::MQGMO_WAIT | mq::MQGMO_NO_SYNCPOINT,
        wait_interval_ms: 60_000,
        match_options: mq::MQMO_NONE,
        ..GetOptions::default()
    };
    let got = session.get(handle, &MsgDescriptor::default(), &options, 100_000);
    session.close(handle, mq::MQCO_NONE).expect("closed");
    got.expect("a message")
}

fn asking(report: i32, reply_to: &str) -> MsgDescriptor {
    MsgDescriptor {
        report,
        format: *b"MQSTR   ",
        persistence: mq::MQPER_PERSISTENT,
        msg_type: mq::MQMT_REQUEST,
        reply_to_q: *ObjectName::truncated(reply_to).bytes(),
        ..MsgDescriptor::default()
    }
}

/// Arrival, delivery, failure and expiry at the other queue manager are told at this one.
#[test]
fn reports_come_from_the_queue_manager_where_it_happens() {
    let row = Row::of(2);
    row.offices[0].commands(&[
        "DEFINE QREMOTE(AWAY) RNAME(TARGET) RQMNAME(QM2)",
        "DEFINE QREMOTE(NOWHERE) RNAME(NOSUCH) RQMNAME(QM2)",
        "DEFINE QLOCAL(REPLIES)",
    ]);
    row.offices[1].commands(&["DEFINE QLOCAL(TARGET)"]);
    let (mut here, mut there) = (row.offices[0].connect(), row.offices[1].connect());
    let both = mq::MQRO_COA | mq::MQRO_COD_WITH_FULL_DATA;
    let id = put(
        &mut here,
        ("AWAY", ""),
        asking(both, "REPLIES"),
        "the order",
    );
    let arrival = next(&mut here, "REPLIES");
    assert_eq!(
        (arrival.descriptor.feedback, arrival.body.len()),
        (mq::MQFB_COA, 0)
    );
    assert_eq!(arrival.descriptor.correl_id, id);
    let name = ObjectName::from_field(&arrival.descriptor.reply_to_q_mgr);
    assert_eq!(name.to_string(), "QM2", "who reports");
    assert_eq!(&next(&mut there, "TARGET").body[..], b"the order");
    let delivery = next(&mut here, "REPLIES");
    assert_eq!(delivery.descriptor.feedback, mq::MQFB_COD);
    assert_eq!(delivery.descriptor.correl_id, id);
    assert_eq!(&delivery.body[..], b"the order");
    // Nobody has a queue of that name: the message comes back.
    let back = mq::MQRO_EXCEPTION_WITH_FULL_DATA | mq::MQRO_DISCARD_MSG;
    let id = put(&mut here, ("NOWHERE", ""), asking(back, "REPLIES"), "lost");
    let exception = next(&mut here, "REPLIES");
    assert_eq!(exception.descriptor.feedback, mq::MQRC_UNKNOWN_OBJECT_NAME);
    assert_eq!(exception.descriptor.correl_id, id);
    assert_eq!(&exception.body[..], b"lost");
    // It expires there, where it waits.
    let short = MsgDescriptor {
        expiry: 10,
        ..asking(mq::MQRO_EXPIRATION_WITH_DATA, "REPLIES")
    };
    let id = put(&mut here, ("AWAY", ""), short.clone(), "too late");
    let mut reader = row.offices[0].connect();
    let expired = expired_on((&mut there, "TARGET"), &mut reader);
    assert_eq!(expired.descriptor.feedback, mq::MQFB_EXPIRATION);
    assert_eq!(
        (expired.descriptor.correl_id, &expired.body[..]),
        (id, &b"too late"[..])
    );
    // And here, where it waits for the channel.
    row.offices[0].commands(&["STOP CHANNEL(QM1.QM2)"]);
    row.offices[0].await_shown("DISPLAY CHSTATUS(QM1.QM2)", |text| {
        text.contains("STATUS(STOPPED)")
    });
    // The stop has inhibited gets; whoever looks for what has expired gets.
    row.offices[0].commands(&["ALTER QLOCAL(QM2) GET(ENABLED)"]);
    let id = put(&mut here, ("AWAY", ""), short, "never sent");
    let expired = expired_on((&mut here, "QM2"), &mut reader);
    assert_eq!(expired.descriptor.feedback, mq::MQFB_EXPIRATION);
    assert_eq!(
        (expired.descriptor.correl_id, &expired.body[..]),
        (id, &b"never sent"[..])
    );
    assert_eq!(expired.descriptor.format, *b"MQSTR   ");
    for session in [here, there, reader] {
        session.disconnect().expect("disconnected");
    }
    row.end();
}

/// Looks at a queue until it is reported that its message has expired, wherever it was then: whoever looks finds it.
fn expired_on((session, queue): (&mut Bindings, &str), reader: &mut Bindings) -> GetReply {
    let began = Instant::now();
    let options = mq::MQOO_INPUT_SHARED | mq::MQOO_BROWSE;
    let handle = session.open(queue, options).expect("opened");
    let replies = reader.open("REPLIES", mq::MQOO_INPUT_SHARED);
    let replies = replies.expect("opened");
    let wait = GetOptions {
        options: mq::MQGMO_WAIT | mq::MQGMO_NO_SYNCPOINT,
        wait_interval_ms: 20,
        match_options: mq::MQMO_NONE,
        ..GetOptions::default()
    };
    let look = GetOptions {
        options: mq::MQGMO_BROWSE_FIRST | mq::MQGMO_NO_WAIT,
        match_options: mq::MQMO_NONE,
        ..GetOptions::default()
    };
    loop {
        let any = MsgDescriptor::default();
        if let Err(error) = session.get(handle, &any, &look, 1_000) {
            assert_eq!(error.reason, Reason::NO_MSG_AVAILABLE);
        }
        match reader.get(replies, &any, &wait, 100_000) {
            Ok(report) => {
                session.close(handle, mq::MQCO_NONE).expect("closed");
                reader.close(replies, mq::MQCO_NONE).expect("closed");
                return report;
            }
            Err(error) => assert_eq!(error.reason, Reason::NO_MSG_AVAILABLE),
        }
        assert!(began.elapsed() < Duration::from_secs(60), "{queue}");
    }
}

/// A request goes over a queue manager in between by a queue manager alias, and its reply comes back by the default transmission
/// queue, over aliases that only the ends know.
#[test]
fn a_request_and_its_reply_pass_a_queue_manager_in_between() {
    let row = Row::of(3);
    row.offices[0].commands(&[
        // The way to QM3 is over QM2; replies are to go to QM1 under another name.
        "DEFINE QREMOTE(QM3) RQMNAME(QM3) XMITQ(QM2)",
        "DEFINE QREMOTE(ANSWERS) RNAME(REPLIES) RQMNAME(QM1.SLOW)",
        "DEFINE QREMOTE(QM1.SLOW) RQMNAME(QM1)",
        "DEFINE QLOCAL(REPLIES)",
    ]);
    row.offices[1].commands(&["DEFINE QREMOTE(QM1.SLOW) RQMNAME(QM1.SLOW) XMITQ(QM1)"]);
    row.offices[2].commands(&["DEFINE QLOCAL(WORK)", "ALTER QMGR DEFXMITQ(QM2)"]);
    let (mut here, mut there) = (row.offices[0].connect(), row.offices[2].connect());
    put(
        &mut here,
        ("WORK", "QM3"),
        asking(mq::MQRO_NONE, "ANSWERS"),
        "a question",
    );
    let request = next(&mut there, "WORK");
    assert_eq!(&request.body[..], b"a question");
    let to = request.descriptor.reply_target();
    let (queue, q_mgr) = (to.object_name.to_string(), to.object_q_mgr_name.to_string());
    assert_eq!((queue.as_str(), q_mgr.as_str()), ("REPLIES", "QM1.SLOW"));
    put(
        &mut there,
        (&queue, &q_mgr),
        MsgDescriptor::default(),
        "an answer",
    );
    let reply = next(&mut here, "REPLIES");
    assert_eq!(&reply.body[..], b"an answer");
    assert_eq!(reply.descriptor.msg_type, mq::MQMT_DATAGRAM);
    // A queue manager in between that does not know the way has it as a dead letter, with the names it was for.
    row.offices[1].commands(&[
        "DELETE QREMOTE(QM1.SLOW)",
        "ALTER QMGR DEADQ(SYSTEM.DEAD.LETTER.QUEUE)",
    ]);
    put(
        &mut there,
        (&queue, &q_mgr),
        MsgDescriptor::default(),
        "a lost answer",
    );
    let mut between = row.offices[1].connect();
    let dead = next(&mut between, "SYSTEM.DEAD.LETTER.QUEUE");
    assert_eq!(dead.descriptor.format, *b"MQDEAD  ");
    assert!(dead.body.ends_with(b"a lost answer"));
    let text = String::from_utf8_lossy(&dead.body).into_owned();
    assert!(
        text.contains("REPLIES ") && text.contains("QM1.SLOW "),
        "{text}"
    );
    for session in [here, there, between] {
        session.disconnect().expect("disconnected");
    }
    row.end();
}

/// A program administers another queue manager by its command queue, as it does its own.
#[test]
fn command_messages_reach_the_command_queue_of_another_queue_manager() {
    let row = Row::of(2);
    row.offices[0].commands(&["DEFINE QLOCAL(REPLIES)"]);
    row.offices[1].commands(&["DEFINE QLOCAL(TARGET) MAXDEPTH(77)"]);
    let mut here = row.offices[0].connect();
    let asked = Message::command(
        mq::MQCMD_INQUIRE_Q,
        vec![
            Parameter::text(mq::MQCA_Q_NAME, "TARGET"),
            Parameter::int(mq::MQIA_Q_TYPE, mq::MQQT_LOCAL),
        ],
    );
    let to = ObjectDescriptor {
        object_q_mgr_name: ObjectName::truncated("QM2"),
        ..ObjectDescriptor::queue("SYSTEM.ADMIN.COMMAND.QUEUE")
    };
    let mut descriptor = MsgDescriptor {
        format: *b"MQADMIN ",
        ..asking(mq::MQRO_NONE, "REPLIES")
    };
    let body = asked.encode(ByteOrder::NATIVE);
    let mut options = PutOptions::default();
    let put = here.put1(&to, &mut descriptor, &mut options, body);
    put.expect("put");
    let got = next(&mut here, "REPLIES");
    assert_eq!(got.descriptor.correl_id, descriptor.msg_id);
    let answer = Message::decode(&got.body, ByteOrder::from_encoding(got.descriptor.encoding));
    let answer = answer.expect("an answer");
    assert_eq!(
        answer.get(mq::MQIA_MAX_Q_DEPTH),
        Some(&Value::Int(77)),
        "{answer:?}"
    );
    here.disconnect().expect("disconnected");
    row.end();
}

/// A message for several destinations, here, at the next queue manager and behind it: each gets its own, with an identifier of its own.
#[test]
fn a_distribution_list_reaches_queues_of_several_queue_managers() {
    let row = Row::of(3);
    row.offices[0].commands(&[
        "DEFINE QLOCAL(HERE)",
        "DEFINE QREMOTE(AWAY) RNAME(TARGET) RQMNAME(QM2)",
        "DEFINE QREMOTE(QM3) RQMNAME(QM3) XMITQ(QM2)",
    ]);
    for office in &row.offices[1..] {
        office.commands(&["DEFINE QLOCAL(TARGET)"]);
    }
    let record = |queue: &str, q_mgr: &str| ObjectRecord {
        object_name: ObjectName::truncated(queue),
        object_q_mgr_name: ObjectName::truncated(q_mgr),
    };
    let list = ObjectDescriptor {
        version: mq::MQOD_VERSION_2,
        records: vec![
            record("HERE", ""),
            record("AWAY", ""),
            record("TARGET", "QM3"),
        ],
        ..ObjectDescriptor::default()
    };
    let mut sessions: Vec<Bindings> = row.offices.iter().map(Office::connect).collect();
    let options = PutOptions::default();
    let put = sessions[0].put1_list(&list, &persistent(), &options, "for all");
    let put = put.expect("put");
    let outcome = &put.outcome;
    assert_eq!(outcome.reason, Reason::NONE, "{outcome:?}");
    let reached = (outcome.known_dest_count, outcome.unknown_dest_count);
    assert_eq!(reached, (1, 2), "{outcome:?}");
    let queues = ["HERE", "TARGET", "TARGET"];
    let mut ids = Vec::new();
    for (session, queue) in sessions.iter_mut().zip(queues) {
        let got = next(session, queue);
        assert_eq!(&got.body[..], b"for all");
        assert!(!ids.contains(&got.descriptor.msg_id), "each has its own");
        ids.push(got.descriptor.msg_id);
    }
    for session in sessions {
        session.disconnect().expect("disconnected");
    }
    row.end();
}
