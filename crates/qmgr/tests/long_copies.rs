//! What the queue manager puts with a long message: duplicates, reports, copies of a publication. None of it is staged on the
//! thread that puts, nor copied on one that serves others.

use crate::full_log::home::{Application, Home};
use bytes::Bytes;
use ferromq_base::random::SplitMix64;
use ferromq_log::{LogSettings, LogType};
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{
    GetOptions, ObjectDescriptor, ObjectHandle, PutOptions, SubscriptionDescriptor,
};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_qmgr::WaitingFor;
use std::num::NonZeroUsize;
use std::task::{Poll, Waker};

const LONG: usize = 2_000_000;

/// More than one call may append: the pieces there is room for, and what is short.
const PER_CALL_MAX: u64 = 800_000;

const ROOMY: LogSettings = LogSettings {
    file_pages: 1024,
    primary_files: 6,
    secondary_files: 2,
    buffer_pages: 0,
    log_type: LogType::Circular,
};

fn body(seed: u64) -> Bytes {
    let mut bytes = vec![0; LONG];
    SplitMix64::new(seed).fill(&mut bytes);
    Bytes::from(bytes)
}

fn persistent() -> MsgDescriptor {
    MsgDescriptor {
        persistence: MQPER_PERSISTENT,
        ..MsgDescriptor::default()
    }
}

fn put(handle: ObjectHandle, descriptor: MsgDescriptor, options: i32, body: Bytes) -> Request {
    Request::Put {
        handle,
        descriptor,
        options: PutOptions {
            options,
            ..PutOptions::default()
        },
        body,
    }
}

/// Carries a put out.
fn put_in_pieces(home: &Home, application: &mut Application, request: Request) {
    let reply = in_pieces(home, application, request);
    assert!(matches!(reply, Reply::Put(_)), "{reply:?}");
}

/// Carries a verb out that appends something long. Nobody forces the log but this, and each call appends little.
fn in_pieces(home: &Home, application: &mut Application, request: Request) -> Reply {
    let log = home.manager().log();
    let (begun, mut before) = (log.head(), log.head());
    let mut answer = application.connection.start(request, Waker::noop());
    let mut calls = 0;
    loop {
        calls += 1;
        let appended = log.head().get() - before.get();
        assert!(appended < PER_CALL_MAX, "{appended} bytes in call {calls}");
        if let Poll::Ready(reply) = answer {
            let appended = log.head().get() - begun.get();
            assert!(appended > LONG as u64, "{appended} bytes in all");
            return reply;
        }
        log.lead();
        before = log.head();
        answer = application.connection.poll(Waker::noop());
    }
}

fn get(application: &mut Application, handle: ObjectHandle) -> Result<Bytes, Reason> {
    let got = application.verb(Request::Get {
        handle,
        descriptor: MsgDescriptor::default(),
        options: GetOptions {
            // As it stands there.
            options: MQGMO_PROPERTIES_FORCE_MQRFH2,
            ..GetOptions::default()
        },
        buffer_len: u32::MAX,
    })?;
    match got {
        Reply::Got(reply) => Ok(reply.body),
        other => panic!("{other:?}"),
    }
}

fn define(home: &Home, kind: ObjectKind, name: &str, attributes: &[(Attr, Value)]) {
    let mut made = Definition::new(kind, ObjectName::truncated(name));
    for (attribute, value) in attributes {
        made.set_internal(*attribute, value.clone()).expect("set");
    }
    home.manager().define(made, false).expect("defined");
}

fn alter_queue(home: &Home, name: &str, attribute: Attr, value: &str) {
    let name = ObjectName::truncated(name);
    let values = [(attribute, Value::Text(value.into()))];
    let altered = home
        .manager()
        .alter(ObjectKind::QLocal, &name, &values, false);
    altered.expect("altered");
}

fn set_dead_letter_queue(home: &Home, name: &str) {
    let values = [(Attr::Deadq, Value::Text(name.into()))];
    let altered = home
        .manager()
        .alter(ObjectKind::QMgr, &ObjectName::BLANK, &values, false);
    altered.expect("altered");
}

/// Kills the queue manager and starts it again: what was put is read from the log.
fn after_a_kill(home: &mut Home, application: Application) -> Application {
    home.kill();
    drop(application);
    home.start();
    home.connect()
}

fn open_topic(program: &mut Application) -> ObjectHandle {
    let opened = program.verb(Request::Open {
        descriptor: ObjectDescriptor {
            object_type: MQOT_TOPIC,
            object_string: "some/topic".into(),
            version: MQOD_VERSION_4,
            ..ObjectDescriptor::default()
        },
        options: MQOO_OUTPUT,
    });
    match opened {
        Ok(Reply::Opened { handle, .. }) => handle,
        other => panic!("{other:?}"),
    }
}

fn with_transmission_queue(home: &Home) {
    let usage = [(Attr::Usage, MQUS_TRANSMISSION.into())];
    define(home, ObjectKind::QLocal, "QM2", &usage);
    let there = [
        (Attr::Rname, Value::Text("THERE".into())),
        (Attr::Rqmname, Value::Text("QM2".into())),
    ];
    define(home, ObjectKind::QRemote, "REMOTE", &there);
}

#[test]
fn a_duplicate_for_another_queue_manager_is_staged_with_its_message() {
    for options in [0, MQPMO_SYNCPOINT] {
        let mut home = Home::with(ROOMY);
        with_transmission_queue(&home);
        alter_queue(&home, "Q1", Attr::Streamq, "REMOTE");
        let mut program = home.connect();
        let text = body(1);
        let request = put(program.queues[0], persistent(), options, text.clone());
        put_in_pieces(&home, &mut program, request);
        if options & MQPMO_SYNCPOINT != 0 {
            assert_eq!(home.depth("QM2"), 1);
            assert!(program.verb(Request::Commit).is_ok());
        }
        let mut program = after_a_kill(&mut home, program);
        let queues = [program.queues[0], program.open("QM2")];
        assert!(get(&mut program, queues[0]).expect("got") == text);
        let carried = get(&mut program, queues[1]).expect("got");
        assert!(carried.len() > LONG && carried.ends_with(&text));
    }
}

/// Goal: whoever gets a message of whose delivery is reported with all its data waits for nothing on its thread, be the message in memory or
/// in the log. Method: a program over an event loop, a reply queue for another queue manager, a worker that has its turn when the test says so.
#[test]
fn the_report_of_a_delivery_is_staged_by_a_worker() {
    for (len, options, persistence) in [
        (600_000, 0, MQPER_PERSISTENT),
        (LONG, 0, MQPER_PERSISTENT),
        (LONG, MQGMO_SYNCPOINT, MQPER_PERSISTENT),
        (LONG, 0, MQPER_NOT_PERSISTENT),
    ] {
        let mut home = Home::with(ROOMY);
        with_transmission_queue(&home);
        home.manager().begin_tasks(NonZeroUsize::MIN);
        let mut program = home.connect();
        program.connection.use_workers();
        let text = body(4).slice(..len);
        let descriptor = MsgDescriptor {
            report: MQRO_COD_WITH_FULL_DATA,
            reply_to_q: *ObjectName::truncated("REMOTE").bytes(),
            persistence,
            ..MsgDescriptor::default()
        };
        let request = put(program.queues[0], descriptor, 0, text.clone());
        assert!(program.verb(request).is_ok());
        let request = Request::Get {
            handle: program.queues[0],
            descriptor: MsgDescriptor::default(),
            options: GetOptions {
                options,
                ..GetOptions::default()
            },
            buffer_len: u32::MAX,
        };
        let log = home.manager().log();
        let mut before = log.head();
        let mut answer = program.connection.start(request, Waker::noop());
        let reply = loop {
            let appended = log.head().get() - before.get();
            assert!(appended < 100_000, "{appended} bytes by the getter");
            match answer {
                Poll::Ready(reply) => break reply,
                Poll::Pending if program.connection.waiting_for() == Some(WaitingFor::Worker) => {
                    assert!(home.manager().run_task());
                }
                Poll::Pending => drop(log.lead()),
            }
            before = log.head();
            answer = program.connection.poll(Waker::noop());
        };
        assert!(matches!(reply, Reply::Got(got) if got.body == text));
        if options & MQGMO_SYNCPOINT != 0 {
            assert!(program.verb(Request::Commit).is_ok());
        }
        if persistence == MQPER_PERSISTENT {
            program = after_a_kill(&mut home, program);
        }
        assert_eq!(home.depth("Q1"), 0);
        let queue = program.open("QM2");
        let report = get(&mut program, queue).expect("a report");
        assert!(report.len() > len && report.ends_with(&text));
    }
}

#[test]
fn a_report_with_all_data_goes_to_the_dead_letter_queue_in_pieces() {
    for options in [0, MQPMO_SYNCPOINT] {
        let mut home = Home::with(ROOMY);
        set_dead_letter_queue(&home, "Q2");
        let mut program = home.connect();
        let text = body(2);
        let descriptor = MsgDescriptor {
            report: MQRO_COA_WITH_FULL_DATA,
            reply_to_q: *ObjectName::truncated("NONE").bytes(),
            ..persistent()
        };
        let request = put(program.queues[0], descriptor, options, text.clone());
        put_in_pieces(&home, &mut program, request);
        if options & MQPMO_SYNCPOINT != 0 {
            assert!(program.verb(Request::Commit).is_ok());
        }
        let mut program = after_a_kill(&mut home, program);
        let queues = program.queues;
        assert!(get(&mut program, queues[0]).expect("got") == text);
        let dead = get(&mut program, queues[1]).expect("got");
        assert!(dead.starts_with(b"DLH ") && dead.ends_with(&text));
    }
}

/// Goal: the copies of a publication have other data each, and none of that is staged where it is published; each subscriber gets it, and it
/// is counted, once. Method: one subscriber takes it as it is, one is elsewhere, one that can take none has a dead letter, and it is retained.
#[test]
fn a_publication_with_different_copies_is_staged_and_counted_once() {
    for options in [0, MQPMO_SYNCPOINT] {
        let mut home = Home::with(ROOMY);
        with_transmission_queue(&home);
        set_dead_letter_queue(&home, "Q2");
        define(
            &home,
            ObjectKind::QLocal,
            "SHORT",
            &[(Attr::Maxmsgl, 10.into())],
        );
        for queue in ["Q1", "REMOTE", "SHORT"] {
            let mut one = Definition::new(ObjectKind::Sub, ObjectName::BLANK);
            one.set_internal(Attr::Sub, queue).expect("a name");
            one.set(Attr::Topicstr, "some/topic").expect("a topic");
            one.set(Attr::Dest, queue).expect("a queue");
            let made = home.manager().define_subscription(one, false);
            made.expect("defined");
        }
        let mut program = home.connect();
        let handle = open_topic(&mut program);
        let text = body(3);
        let asked = options | MQPMO_RETAIN;
        let request = put(handle, persistent(), asked, text.clone());
        put_in_pieces(&home, &mut program, request);
        if options & MQPMO_SYNCPOINT != 0 {
            assert!(program.verb(Request::Commit).is_ok());
        }
        let found = home.manager().subscription_status_named("Q1");
        assert_eq!(found.expect("it is there").messages, 1);
        let mut program = after_a_kill(&mut home, program);
        let queues = ["Q1", "QM2", "Q2"].map(|name| program.open(name));
        for queue in queues {
            let copy = get(&mut program, queue).expect("a copy");
            assert!(copy.ends_with(&text));
            assert_eq!(get(&mut program, queue), Err(Reason::NO_MSG_AVAILABLE));
        }
        assert_eq!(home.depth("SYSTEM.RETAINED.PUB.QUEUE"), 1);
    }
}

/// Goal: whoever subscribes, or asks for what is retained, waits for nothing on its thread when that is long, holds up no change of objects
/// meanwhile, and gets it once each time. Method: onto a queue of its own, one that is made for it, and one elsewhere.
#[test]
fn what_is_retained_is_staged_for_a_new_subscriber() {
    for destination in ["Q1", "REMOTE", ""] {
        let mut home = Home::with(ROOMY);
        with_transmission_queue(&home);
        let mut program = home.connect();
        let topic = open_topic(&mut program);
        let text = body(5);
        let retain = put(topic, persistent(), MQPMO_RETAIN, text.clone());
        assert!(program.verb(retain).is_ok());
        let queue = match destination {
            "" => ObjectHandle::NONE,
            name => open_for_output(&mut program, name),
        };
        let managed = if destination.is_empty() {
            MQSO_MANAGED
        } else {
            0
        };
        let subscribe = Request::Subscribe {
            descriptor: Box::new(SubscriptionDescriptor {
                options: MQSO_CREATE | MQSO_DURABLE | managed,
                object_string: "some/topic".into(),
                sub_name: "long".into(),
                ..SubscriptionDescriptor::default()
            }),
            queue,
        };
        let subscribed = in_pieces(&home, &mut program, subscribe);
        let Reply::Subscribed(subscribed) = subscribed else {
            panic!("{subscribed:?}");
        };
        let ask = Request::SubscriptionRequest {
            handle: subscribed.subscription,
            action: MQSR_ACTION_PUBLICATION,
            options: 0,
        };
        let asked = in_pieces(&home, &mut program, ask);
        assert!(matches!(asked, Reply::Requested(1)), "{asked:?}");
        let status = home.manager().subscription_status_named("long");
        let queue = match destination {
            "REMOTE" => "QM2".to_owned(),
            _ => status
                .expect("it is there")
                .definition
                .text(Attr::Dest)
                .to_owned(),
        };
        let mut program = after_a_kill(&mut home, program);
        let queue = program.open(&queue);
        for _ in 0..2 {
            assert!(get(&mut program, queue).expect("a copy").ends_with(&text));
        }
        assert_eq!(get(&mut program, queue), Err(Reason::NO_MSG_AVAILABLE));
    }
}

fn open_for_output(program: &mut Application, name: &str) -> ObjectHandle {
    let opened = program.verb(Request::Open {
        descriptor: ObjectDescriptor::queue(name),
        options: MQOO_OUTPUT,
    });
    match opened {
        Ok(Reply::Opened { handle, .. }) => handle,
        other => panic!("{other:?}"),
    }
}

/// What is put before the verb that is looked at, and for it.
#[derive(Clone, Copy, Debug)]
struct How {
    persistence: i32,
    options: i32,
}

impl How {
    /// Persistent and not, in a unit of work and not, with these options.
    fn all(options: i32) -> Vec<Self> {
        let each = |persistence| {
            [0, MQPMO_SYNCPOINT].map(|more| Self {
                persistence,
                options: options | more,
            })
        };
        let persistences = [MQPER_PERSISTENT, MQPER_NOT_PERSISTENT];
        persistences.into_iter().flat_map(each).collect()
    }

    fn descriptor(self) -> MsgDescriptor {
        MsgDescriptor {
            persistence: self.persistence,
            ..MsgDescriptor::default()
        }
    }

    fn put(self, handle: ObjectHandle, body: &Bytes) -> Request {
        put(handle, self.descriptor(), self.options, body.clone())
    }

    /// What was put is there for all.
    fn commit(self, program: &mut Application) {
        if self.options & MQPMO_SYNCPOINT != 0 {
            assert!(program.verb(Request::Commit).is_ok());
        }
    }
}

/// A program whose thread serves others, with workers that have their turns when the test says so.
fn over_an_event_loop(home: &Home) -> Application {
    let in_line = NonZeroUsize::new(250).expect("not zero");
    home.manager().begin_tasks(in_line);
    let mut program = home.connect();
    program.connection.use_workers();
    program
}

/// Carries a verb out that puts long bodies behind headers: its own thread, which copies none of them in builds that look, gives up several
/// times. Answers how many turns workers had as well, in each of which they copy one body.
fn by_workers(home: &Home, program: &mut Application, request: Request) -> (Reply, usize) {
    let mut answer = program.connection.start(request, Waker::noop());
    let mut turns = 0;
    for _ in 0..200 {
        let waiting_for = match answer {
            Poll::Ready(reply) => {
                // They tidy up.
                while home.manager().run_task() {}
                return (reply, turns);
            }
            Poll::Pending => program.connection.waiting_for(),
        };
        match waiting_for {
            Some(WaitingFor::Worker) => {
                assert!(home.manager().run_task());
                turns += 1;
            }
            Some(WaitingFor::Log(_)) => drop(home.manager().log().lead()),
            _ => drop(home.manager().keep_house()),
        }
        answer = program.connection.poll(Waker::noop());
    }
    panic!("it waits for {:?}", program.connection.waiting_for());
}

/// The same of a put, for which workers make so many copies.
fn put_by_workers(home: &Home, program: &mut Application, request: Request, copies: usize) {
    let (reply, turns) = by_workers(home, program, request);
    let is_put = matches!(reply, Reply::Put(_) | Reply::ListPut(_));
    assert!(is_put && turns == copies, "{turns} turns, {reply:?}");
}

fn has_one(program: &mut Application, name: &str, start: &[u8], text: &Bytes) -> Bytes {
    let queue = program.open(name);
    let got = get(program, queue).expect("a message");
    assert!(got.starts_with(start), "{name}");
    assert!(got.ends_with(text), "{name}");
    assert_eq!(get(program, queue), Err(Reason::NO_MSG_AVAILABLE), "{name}");
    got
}

/// Goal: an event loop copies no long body for another queue manager, nor for its duplicate or its dead letter, and what arrives is what was
/// put. Method: a remote queue opened and by `MQPUT1`, a streaming queue that is remote, an extension, a report nobody takes.
#[test]
fn a_long_message_for_another_queue_manager_is_copied_by_a_worker() {
    for how in How::all(0) {
        let mut home = Home::with(ROOMY);
        with_transmission_queue(&home);
        set_dead_letter_queue(&home, "Q2");
        define(&home, ObjectKind::QLocal, "Q3", &[]);
        alter_queue(&home, "Q3", Attr::Streamq, "REMOTE");
        let mut program = over_an_event_loop(&home);
        let text = body(6);
        let remote = open_for_output(&mut program, "REMOTE");
        let request = how.put(remote, &text);
        put_by_workers(&home, &mut program, request, 1);
        how.commit(&mut program);
        if how.persistence == MQPER_PERSISTENT {
            program = after_a_kill(&mut home, program);
            home.manager().begin_tasks(NonZeroUsize::MIN);
            program.connection.use_workers();
        }
        let carried = has_one(&mut program, "QM2", b"XQH ", &text);
        assert_eq!(carried.len(), text.len() + 428);

        let grouped = MsgDescriptor {
            version: MQMD_VERSION_2,
            msg_flags: MQMF_LAST_MSG_IN_GROUP,
            group_id: [1; 24],
            ..how.descriptor()
        };
        let put1 = Request::Put1 {
            object: Box::new(ObjectDescriptor::queue("REMOTE")),
            descriptor: grouped,
            options: PutOptions {
                options: how.options,
                ..PutOptions::default()
            },
            body: text.clone(),
        };
        put_by_workers(&home, &mut program, put1, 1);
        how.commit(&mut program);
        let carried = has_one(&mut program, "QM2", b"XQH ", &text);
        assert_eq!(carried[428..432], *b"MDE ");

        let queue = program.open("Q3");
        let wants_report = MsgDescriptor {
            report: MQRO_COA_WITH_FULL_DATA,
            reply_to_q: *ObjectName::truncated("NONE").bytes(),
            ..how.descriptor()
        };
        let request = put(queue, wants_report, how.options, text.clone());
        put_by_workers(&home, &mut program, request, 2);
        how.commit(&mut program);
        has_one(&mut program, "Q3", &text, &text);
        has_one(&mut program, "QM2", b"XQH ", &text);
        has_one(&mut program, "Q2", b"DLH ", &text);
    }
}

/// Each destination of a list has a header of its own, and a message that stays.
#[test]
fn a_list_of_remote_queues_waits_for_a_copy_for_each() {
    for how in How::all(0) {
        let home = Home::with(ROOMY);
        with_transmission_queue(&home);
        let mut program = over_an_event_loop(&home);
        let text = body(7);
        let record = |name| ferromq_mqi::distribution::ObjectRecord {
            object_name: ObjectName::truncated(name),
            object_q_mgr_name: ObjectName::BLANK,
        };
        let list = ObjectDescriptor {
            version: MQOD_VERSION_2,
            records: ["REMOTE", "Q1", "REMOTE"].map(record).into(),
            ..ObjectDescriptor::default()
        };
        let put1 = Request::Put1 {
            object: Box::new(list),
            descriptor: how.descriptor(),
            options: PutOptions {
                options: how.options,
                ..PutOptions::default()
            },
            body: text.clone(),
        };
        put_by_workers(&home, &mut program, put1, 2);
        how.commit(&mut program);
        has_one(&mut program, "Q1", &text, &text);
        let queue = program.open("QM2");
        for _ in 0..2 {
            let carried = get(&mut program, queue).expect("a message");
            assert!(carried.starts_with(b"XQH ") && carried.ends_with(&text));
        }
        assert_eq!(get(&mut program, queue), Err(Reason::NO_MSG_AVAILABLE));
    }
}

/// Goal: an event loop copies no long publication, whoever gets it in whatever form. Method: subscribers here in two forms, one elsewhere, one
/// that can take none, and it is retained; what is published has properties and has none.
#[test]
fn a_long_publication_is_copied_by_workers() {
    let properties = {
        use ferromq_mqi::convert::Described;
        use ferromq_mqi::header::ByteOrder;
        use ferromq_mqi::rfh2;
        let described = Described {
            ccsid: 1208,
            encoding: MQENC_NATIVE,
        };
        let fixed = rfh2::fixed("MQSTR", described);
        rfh2::write(&fixed, ByteOrder::NATIVE, &["<usr><a>1</a></usr>"])
    };
    let ways = How::all(0).into_iter().chain(How::all(MQPMO_RETAIN));
    for (how, headers) in ways.flat_map(|how| [(how, false), (how, true)]) {
        let mut home = Home::with(ROOMY);
        with_transmission_queue(&home);
        set_dead_letter_queue(&home, "Q2");
        define(
            &home,
            ObjectKind::QLocal,
            "SHORT",
            &[(Attr::Maxmsgl, 10.into())],
        );
        define(&home, ObjectKind::QLocal, "Q3", &[]);
        let forms = [
            ("Q1", MQPSPROP_MSGPROP),
            ("Q3", MQPSPROP_RFH2),
            ("REMOTE", MQPSPROP_MSGPROP),
            ("SHORT", MQPSPROP_MSGPROP),
        ];
        for (queue, form) in forms {
            let mut one = Definition::new(ObjectKind::Sub, ObjectName::BLANK);
            one.set_internal(Attr::Sub, queue).expect("a name");
            one.set(Attr::Topicstr, "some/topic").expect("a topic");
            one.set(Attr::Dest, queue).expect("a queue");
            one.set(Attr::Psprop, form).expect("a form");
            let made = home.manager().define_subscription(one, false);
            made.expect("defined");
        }
        let mut program = over_an_event_loop(&home);
        let text = body(8);
        let (whole, descriptor) = match headers {
            false => (text.clone(), how.descriptor()),
            true => (
                [&properties[..], &text].concat().into(),
                MsgDescriptor {
                    format: *b"MQHRF2  ",
                    coded_char_set_id: 1208,
                    ..how.descriptor()
                },
            ),
        };
        let topic = open_topic(&mut program);
        let request = put(topic, descriptor, how.options, whole);
        put_by_workers(&home, &mut program, request, 4);
        how.commit(&mut program);
        let found = home.manager().subscription_status_named("Q1");
        assert_eq!(found.expect("it is there").messages, 1);
        if how.persistence == MQPER_PERSISTENT {
            let retained = usize::from(how.options & MQPMO_RETAIN != 0);
            assert_eq!(home.depth("SYSTEM.RETAINED.PUB.QUEUE"), retained);
            program = after_a_kill(&mut home, program);
            assert_eq!(home.depth("SYSTEM.RETAINED.PUB.QUEUE"), retained);
        }
        let usual = has_one(&mut program, "Q1", b"RFH ", &text);
        let carried = has_one(&mut program, "QM2", b"XQH ", &usual);
        assert_eq!(carried.len(), usual.len() + 428);
        has_one(&mut program, "Q2", b"DLH ", &usual);
        let other = has_one(&mut program, "Q3", b"RFH ", &text);
        assert!(other != usual);
        let front = &other[..other.len() - text.len()];
        let has_properties = front.windows(5).any(|five| five == b"<usr>");
        assert_eq!(has_properties, headers);
    }
}

/// What is retained is copied once for each form, and nothing of the subscription is there before.
#[test]
fn what_is_retained_is_copied_by_workers_for_a_new_subscriber() {
    for (persistence, destination, copies) in [
        (MQPER_PERSISTENT, "Q1", 1),
        (MQPER_PERSISTENT, "REMOTE", 2),
        (MQPER_NOT_PERSISTENT, "Q1", 1),
        (MQPER_NOT_PERSISTENT, "REMOTE", 2),
    ] {
        let home = Home::with(ROOMY);
        with_transmission_queue(&home);
        let text = body(9);
        let how = How {
            persistence,
            options: MQPMO_RETAIN,
        };
        let mut publisher = home.connect();
        let topic = open_topic(&mut publisher);
        assert!(publisher.verb(how.put(topic, &text)).is_ok());
        let mut program = over_an_event_loop(&home);
        let queue = open_for_output(&mut program, destination);
        let subscribe = Request::Subscribe {
            descriptor: Box::new(SubscriptionDescriptor {
                options: MQSO_CREATE | MQSO_DURABLE,
                object_string: "some/topic".into(),
                sub_name: "long".into(),
                ..SubscriptionDescriptor::default()
            }),
            queue,
        };
        let (reply, turns) = by_workers(&home, &mut program, subscribe);
        let Reply::Subscribed(subscribed) = reply else {
            panic!("{reply:?}");
        };
        assert_eq!(turns, copies);
        let ask = Request::SubscriptionRequest {
            handle: subscribed.subscription,
            action: MQSR_ACTION_PUBLICATION,
            options: 0,
        };
        let (reply, turns) = by_workers(&home, &mut program, ask);
        assert!(matches!(reply, Reply::Requested(1)), "{reply:?}");
        assert_eq!(turns, copies);
        let name = match destination {
            "REMOTE" => "QM2",
            name => name,
        };
        let queue = program.open(name);
        for _ in 0..2 {
            let copy = get(&mut program, queue).expect("a copy");
            assert!(copy.ends_with(&text) && copy.len() > LONG);
        }
        assert_eq!(get(&mut program, queue), Err(Reason::NO_MSG_AVAILABLE));
    }
}

/// A put that waits for a worker is answered when there is none any more, and leaves nothing behind when its program goes.
#[test]
fn a_put_whose_worker_goes_copies_itself() {
    let home = Home::with(ROOMY);
    with_transmission_queue(&home);
    let mut program = over_an_event_loop(&home);
    let text = body(10);
    let remote = open_for_output(&mut program, "REMOTE");
    let how = How {
        persistence: MQPER_NOT_PERSISTENT,
        options: 0,
    };
    let begun = program
        .connection
        .start(how.put(remote, &text), Waker::noop());
    assert!(begun.is_pending() && !program.connection.has_begun());
    drop(program);
    while home.manager().run_task() {}
    assert_eq!(home.depth("QM2"), 0);
    let mut program = over_an_event_loop(&home);
    let remote = open_for_output(&mut program, "REMOTE");
    let begun = program
        .connection
        .start(how.put(remote, &text), Waker::noop());
    assert!(begun.is_pending());
    home.manager().end_tasks();
    let answer = program.connection.poll(Waker::noop());
    assert!(matches!(answer, Poll::Ready(Reply::Put(_))), "{answer:?}");
    // From the beginning.
    let request = how.put(remote, &text);
    let answer = program.connection.start(request, Waker::noop());
    assert!(matches!(answer, Poll::Ready(Reply::Put(_))), "{answer:?}");
    assert_eq!(home.depth("QM2"), 2);
}
