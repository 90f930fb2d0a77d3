//! What goes to the log in pieces.

use super::*;

/// More than one call may append: the pieces there is room for, and what is short.
const PER_CALL_MAX: u64 = 800_000;

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
