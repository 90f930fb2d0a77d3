//! What an event loop leaves to workers to copy.

use super::*;

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

/// Subscribers in two forms, one elsewhere, and one that can take nothing.
fn subscribe_in_forms(home: &Home) {
    define(
        home,
        ObjectKind::QLocal,
        "SHORT",
        &[(Attr::Maxmsgl, 10.into())],
    );
    define(home, ObjectKind::QLocal, "Q3", &[]);
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
        subscribe_in_forms(&home);
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
