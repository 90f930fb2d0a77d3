//! Publications and who is given them, over restarts and over what happens to queues.

use crate::full_log::home::{Application, Home, LOG};
use bytes::Bytes;
use ferromq_log::{LogSettings, LogType};
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::convert::Described;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{
    GetOptions, ObjectDescriptor, ObjectHandle, PutOptions, SubscriptionDescriptor,
};
use ferromq_mqi::rfh2;
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_qmgr::{ObjectError, ProxyChanges, ProxyOwner, Republished, TopicInterest};

const TOPIC: &str = "some/topic";
const MANAGED: i32 = MQSO_CREATE | MQSO_MANAGED | MQSO_NON_DURABLE;

fn publish(
    application: &mut Application,
    descriptor: &MsgDescriptor,
    options: i32,
    body: &[u8],
) -> Result<(), Reason> {
    let published = application.verb(Request::Put1 {
        object: Box::new(ObjectDescriptor {
            object_type: MQOT_TOPIC,
            object_string: TOPIC.to_owned(),
            ..ObjectDescriptor::queue("")
        }),
        descriptor: descriptor.clone(),
        options: PutOptions {
            options,
            ..PutOptions::default()
        },
        body: Bytes::copy_from_slice(body),
    });
    published.map(drop)
}

fn persistent() -> MsgDescriptor {
    MsgDescriptor {
        persistence: MQPER_PERSISTENT,
        ..MsgDescriptor::default()
    }
}

/// The handles of queue and subscription.
fn subscribe(
    application: &mut Application,
    asked: SubscriptionDescriptor,
) -> Result<(ObjectHandle, ObjectHandle), Reason> {
    let asked = SubscriptionDescriptor {
        object_string: TOPIC.to_owned(),
        ..asked
    };
    let subscribed = application.verb(Request::Subscribe {
        descriptor: Box::new(asked),
        queue: ObjectHandle::NONE,
    })?;
    match subscribed {
        Reply::Subscribed(made) => Ok((made.queue, made.subscription)),
        other => panic!("{other:?}"),
    }
}

fn with_options(options: i32) -> SubscriptionDescriptor {
    SubscriptionDescriptor {
        options,
        ..SubscriptionDescriptor::default()
    }
}

/// The bodies on a queue, as text.
fn drain(application: &mut Application, queue: ObjectHandle) -> Vec<String> {
    let mut bodies = Vec::new();
    loop {
        let got = application.verb(Request::Get {
            handle: queue,
            descriptor: MsgDescriptor::default(),
            options: GetOptions {
                options: MQGMO_NO_SYNCPOINT | MQGMO_NO_PROPERTIES,
                ..GetOptions::default()
            },
            buffer_len: u32::MAX,
        });
        match got {
            Ok(Reply::Got(reply)) => bodies.push(String::from_utf8_lossy(&reply.body).into()),
            Err(Reason::NO_MSG_AVAILABLE) => return bodies,
            other => panic!("{other:?}"),
        }
    }
}

/// What a new subscriber is given.
fn retained(home: &Home) -> Vec<String> {
    let mut application = home.connect();
    let (queue, _) = subscribe(&mut application, with_options(MANAGED)).expect("subscribed");
    drain(&mut application, queue)
}

/// A header with folders; `format` is what it says of the data behind it.
fn with_folders(folders: &[&str], format: &str) -> (MsgDescriptor, Vec<u8>) {
    let descriptor = MsgDescriptor {
        format: rfh2::FORMAT,
        coded_char_set_id: 1208,
        ..persistent()
    };
    let fixed = rfh2::fixed(format, Described::of(&descriptor));
    let mut body = rfh2::write(&fixed, ByteOrder::NATIVE, folders);
    body.extend_from_slice(b"body");
    (descriptor, body)
}

/// What is not well formed has no properties, but is put: it must last as anything that is retained.
#[test]
fn what_is_retained_with_headers_that_are_not_well_formed_is_there_after_a_restart() {
    let bad = [
        with_folders(&["<usr><a"], "MQSTR"),
        with_folders(&["<usr><a>1</a></usr>"], "MQHRF2"),
        with_folders(&["nothing like a folder"], "MQSTR"),
    ];
    for (descriptor, body) in bad {
        let mut home = Home::new();
        publish(&mut home.connect(), &persistent(), MQPMO_RETAIN, b"before").expect("published");
        publish(&mut home.connect(), &descriptor, MQPMO_RETAIN, &body).expect("published");
        let given = retained(&home);
        assert!(given.len() == 1 && given[0].ends_with("body"), "{given:?}");
        home.kill();
        home.start();
        assert_eq!(retained(&home), given);
        home.manager().clear_retained(TOPIC).expect("forgotten");
        assert_eq!(home.depth("SYSTEM.RETAINED.PUB.QUEUE"), 0);
    }
}

fn linear() -> Home {
    Home::with(LogSettings {
        log_type: LogType::Linear,
        ..LOG
    })
}

/// A subscription with a queue of its own. Answers the name of that.
fn define_managed(home: &Home, name: &str) -> ObjectName {
    let mut made = Definition::new(ObjectKind::Sub, ObjectName::BLANK);
    made.set_internal(Attr::Sub, name).expect("a name");
    made.set(Attr::Topicstr, TOPIC).expect("a topic");
    made.set(Attr::Destclas, MQDC_MANAGED).expect("a class");
    let manager = home.manager();
    manager.define_subscription(made, false).expect("defined");
    let found = manager.subscription_named(name).expect("it is there");
    ObjectName::truncated(found.text(Attr::Dest))
}

#[test]
fn a_subscription_goes_on_when_its_queue_is_rebuilt_from_a_media_image() {
    let mut home = linear();
    let queue = define_managed(&home, "S");
    publish(&mut home.connect(), &persistent(), 0, b"before").expect("published");
    let open = |home: &Home| {
        let mut application = home.connect();
        let handle = application.open(queue.as_str());
        (application, handle)
    };
    home.manager().record_image(&queue).expect("recorded");
    // A publisher that had its audience before.
    let mut publisher = home.connect();
    let topic = publisher.verb(Request::Open {
        descriptor: ObjectDescriptor {
            object_type: MQOT_TOPIC,
            object_string: TOPIC.to_owned(),
            ..ObjectDescriptor::queue("")
        },
        options: MQOO_OUTPUT,
    });
    let Ok(Reply::Opened { handle, .. }) = topic else {
        panic!("{topic:?}");
    };
    let mut put = |body: &'static str| {
        let put = publisher.verb(Request::Put {
            handle,
            descriptor: persistent(),
            options: PutOptions::default(),
            body: Bytes::from_static(body.as_bytes()),
        });
        put.map(drop).expect("published");
    };
    put("between");
    home.manager().recover_queue(&queue).expect("rebuilt");
    put("after");
    publish(
        &mut home.connect(),
        &MsgDescriptor::default(),
        0,
        b"passing",
    )
    .expect("published");
    let (mut application, handle) = open(&home);
    let all = ["before", "between", "after", "passing"];
    assert_eq!(drain(&mut application, handle), all);
    drop(application);
    publish(&mut home.connect(), &persistent(), 0, b"kept").expect("published");
    home.kill();
    home.start();
    publish(&mut home.connect(), &persistent(), 0, b"later").expect("published");
    let (mut application, handle) = open(&home);
    assert_eq!(drain(&mut application, handle), ["kept", "later"]);
    drop(application);
    // The queue goes with the subscription all the same.
    home.manager().recover_queue(&queue).expect("rebuilt");
    let found = home.manager().subscription_named("S").expect("it is there");
    let deleted = home.manager().delete_subscription(&found.name());
    deleted.expect("deleted");
    assert_eq!(home.manager().queue_kind(&queue), None);
}

/// Without its queue a subscription could not be loaded: it would be nowhere, and its name taken.
#[test]
fn the_queue_of_a_subscription_is_deleted_with_that_only() {
    let home = Home::new();
    let queue = define_managed(&home, "S");
    let deleted = |purge| home.manager().delete(ObjectKind::QLocal, &queue, purge);
    for purge in [false, true] {
        let refused = deleted(purge);
        assert!(matches!(refused, Err(ObjectError::InUse)), "{refused:?}");
    }
    let mut application = home.connect();
    let handle = application.open(queue.as_str());
    for options in [MQCO_DELETE, MQCO_DELETE_PURGE] {
        let refused = application.verb(Request::Close { handle, options });
        assert!(matches!(refused, Err(Reason::OPTION_NOT_VALID_FOR_TYPE)));
    }
    drop(application);
    let found = home.manager().subscription_named("S").expect("it is there");
    let deleted = home.manager().delete_subscription(&found.name());
    deleted.expect("deleted");
    assert_eq!(home.manager().queue_kind(&queue), None);
}

/// It would send to others, or with the token of nobody, over restarts too.
#[test]
fn a_proxy_subscription_is_altered_by_nobody() {
    let home = Home::new();
    let manager = home.manager();
    let owner = ProxyOwner {
        name: ObjectName::truncated("QM2"),
        receipt: "07".repeat(24),
        of_member: false,
    };
    let changes = ProxyChanges {
        add: vec![TopicInterest::levels(TOPIC)],
        remove: Vec::new(),
    };
    manager.change_proxies(&owner, &changes).expect("made");
    let before = manager.proxies();
    let name = format!("SYSTEM.PROXY.TOPIC QM2 {TOPIC}");
    let proxy = manager.subscription_named(&name).expect("it is there");
    let mut altered = proxy.clone();
    altered.set(Attr::Dest, "Q1").expect("a queue");
    let mut anew = Definition::new(ObjectKind::Sub, ObjectName::BLANK);
    anew.set_internal(Attr::Sub, name.as_str()).expect("a name");
    anew.set(Attr::Topicstr, TOPIC).expect("a topic");
    anew.set(Attr::Dest, "Q1").expect("a queue");
    for definition in [altered, anew] {
        let refused = manager.define_subscription(definition, true);
        assert!(
            matches!(&refused, Err(ObjectError::Notice(why)) if why.number() == (false, 8469)),
            "{refused:?}"
        );
    }
    let mut application = home.connect();
    for options in [MQSO_RESUME, MQSO_ALTER, MQSO_ALTER | MQSO_CREATE] {
        let asked = SubscriptionDescriptor {
            sub_name: name.clone(),
            ..with_options(options | MQSO_DURABLE)
        };
        let refused = subscribe(&mut application, asked);
        assert_eq!(refused, Err(Reason::INVALID_SUBSCRIPTION));
    }
    assert_eq!(manager.proxies(), before);
}

/// `DESTCLAS(PROVIDED)` is what is meant when nothing is said: the queue of its own, with all that is on it, would be nobody's and go at the next
/// start.
#[test]
fn a_definition_in_the_place_of_another_keeps_topic_and_class_of_destination() {
    let mut home = Home::new();
    let queue = define_managed(&home, "S");
    publish(&mut home.connect(), &persistent(), 0, b"kept").expect("published");
    let anew = |attrs: &[(Attr, Value)]| {
        let mut made = Definition::new(ObjectKind::Sub, ObjectName::BLANK);
        made.set_internal(Attr::Sub, "S").expect("a name");
        made.set(Attr::Topicstr, TOPIC).expect("a topic");
        made.set(Attr::Destclas, MQDC_MANAGED).expect("a class");
        for (attr, value) in attrs {
            made.set(*attr, value.clone()).expect("a value");
        }
        made
    };
    let changes: [&[(Attr, Value)]; 5] = [
        &[
            (Attr::Destclas, MQDC_PROVIDED.into()),
            (Attr::Dest, "Q1".into()),
        ],
        &[(Attr::Topicstr, "another".into())],
        &[(Attr::Wschema, MQWS_CHAR.into())],
        &[(Attr::Selector, "a = 1".into())],
        &[(Attr::Sublevel, 2.into())],
    ];
    for change in changes {
        let refused = home.manager().define_subscription(anew(change), true);
        assert!(
            matches!(refused, Err(ObjectError::Conflict(_))),
            "{refused:?}"
        );
    }
    let altered = anew(&[(Attr::Userdata, "other".into())]);
    let replaced = home.manager().define_subscription(altered, true);
    replaced.expect("replaced");
    home.kill();
    home.start();
    let found = home.manager().subscription_named("S").expect("it is there");
    assert_eq!(found.text(Attr::Userdata), "other");
    let mut application = home.connect();
    let handle = application.open(queue.as_str());
    assert_eq!(drain(&mut application, handle), ["kept"]);
}

/// What another queue manager sends because somebody here has subscribed is old to all but the retention.
#[test]
fn what_was_retained_elsewhere_is_no_new_publication() {
    let home = Home::new();
    let mut application = home.connect();
    let new = with_options(MANAGED | MQSO_NEW_PUBLICATIONS_ONLY);
    let (new, _) = subscribe(&mut application, new).expect("subscribed");
    let (any, _) = subscribe(&mut application, with_options(MANAGED)).expect("subscribed");
    let mut other = home.connect();
    let mut came = |retained, body: &[u8]| {
        other.connection.republish(Some(Republished {
            from: ObjectName::truncated("QM2"),
            retained,
            hops: 1,
            of_member: false,
            both: [].into(),
            onward: false,
        }));
        publish(&mut other, &persistent(), MQPMO_RETAIN, body).expect("published");
    };
    came(true, b"old");
    came(false, b"new");
    assert_eq!(drain(&mut application, new), ["new"]);
    assert_eq!(drain(&mut application, any), ["old", "new"]);
}

/// It would republish what is old as new, at each of its starts. Source: MQSD `SubLevel`.
#[test]
fn who_subscribes_at_a_higher_level_is_given_nothing_that_is_retained() {
    let home = Home::new();
    let (mut application, mut publisher) = (home.connect(), home.connect());
    let at_level = |options, sub_level| SubscriptionDescriptor {
        sub_level,
        ..with_options(options)
    };
    for descriptor in [MsgDescriptor::default(), persistent()] {
        let mut retain = |options, body: &[u8]| {
            let published = publish(&mut publisher, &descriptor, MQPMO_RETAIN | options, body);
            published.expect("published");
        };
        retain(0, b"old");
        let levels = [0, 1, 2, 9].map(|level| at_level(MANAGED, level));
        let mut listen = |asked| subscribe(&mut application, asked).expect("subscribed");
        let first = levels.clone().map(&mut listen);
        retain(MQPMO_SYNCPOINT, b"committed");
        let late = levels.map(&mut listen);
        publisher.verb(Request::Commit).expect("committed");
        let given = |handles: [(ObjectHandle, ObjectHandle); 4], application: &mut Application| {
            handles.map(|(queue, subscription)| {
                let bodies = drain(application, queue).join(" ");
                let close = |handle| Request::Close {
                    handle,
                    options: MQCO_NONE,
                };
                application.verb(close(subscription)).expect("closed");
                application.verb(close(queue)).expect("closed");
                bodies
            })
        };
        // What is published goes to the highest level alone.
        let first = given(first, &mut application);
        assert_eq!(first, ["old", "old", "", "committed"]);
        let late = given(late, &mut application);
        assert_eq!(late, ["old committed", "old committed", "", ""]);
    }
    let on_request = MANAGED | MQSO_PUBLICATIONS_ON_REQUEST;
    let refused = subscribe(&mut application, at_level(on_request, 2));
    assert_eq!(refused, Err(Reason::OPTIONS_ERROR));
    subscribe(&mut application, at_level(on_request, 1)).expect("subscribed");
}

/// Source: `MQPMO_SUPPRESS_REPLYTO`.
#[test]
fn no_report_is_asked_for_without_an_address_for_it() {
    let home = Home::new();
    let mut application = home.connect();
    let with_address = |report| MsgDescriptor {
        report,
        reply_to_q: *ObjectName::truncated("Q1").bytes(),
        ..MsgDescriptor::default()
    };
    let suppressed = MQPMO_SUPPRESS_REPLYTO;
    for (report, options, expected) in [
        (MQRO_COA, 0, Ok(())),
        (MQRO_NONE, suppressed, Ok(())),
        (MQRO_COA, suppressed, Err(Reason::MISSING_REPLY_TO_Q)),
        (MQRO_EXPIRATION, suppressed, Err(Reason::MISSING_REPLY_TO_Q)),
    ] {
        let published = publish(&mut application, &with_address(report), options, b"x");
        assert_eq!(published, expected, "{report} {options}");
    }
}

/// Those of one queue and `SubCorrelId` are a group, which is sent one copy. Source: `MQSO_GROUP_SUB`; 2514, 2515.
#[test]
fn a_group_has_a_topic_once_and_nobody_moves_to_another_one() {
    let home = Home::new();
    let mut application = home.connect();
    let queues = application.queues;
    let asked = |name: &str, options, correl_id: u8| SubscriptionDescriptor {
        sub_name: name.to_owned(),
        sub_correl_id: [correl_id; 24],
        object_string: TOPIC.to_owned(),
        ..with_options(options | MQSO_GROUP_SUB | MQSO_SET_CORREL_ID | MQSO_DURABLE)
    };
    let mut subscribe = |asked: SubscriptionDescriptor, queue| {
        let subscribed = application.verb(Request::Subscribe {
            descriptor: Box::new(asked),
            queue,
        });
        match subscribed {
            Ok(Reply::Subscribed(made)) => {
                let closed = application.verb(Request::Close {
                    handle: made.subscription,
                    options: MQCO_KEEP_SUB,
                });
                closed.map(drop)
            }
            other => other.map(drop),
        }
    };
    let [first, second] = queues;
    assert_eq!(subscribe(asked("A", MQSO_CREATE, 1), first), Ok(()));
    let again = subscribe(asked("B", MQSO_CREATE, 1), first);
    assert_eq!(again, Err(Reason::DUPLICATE_GROUP_SUB));
    // Other groups, and other topics in this one.
    assert_eq!(subscribe(asked("B", MQSO_CREATE, 2), first), Ok(()));
    assert_eq!(subscribe(asked("C", MQSO_CREATE, 1), second), Ok(()));
    let wider = SubscriptionDescriptor {
        object_string: "some/#".to_owned(),
        ..asked("D", MQSO_CREATE, 1)
    };
    assert_eq!(subscribe(wider, first), Ok(()));
    for (correl_id, queue) in [(2, first), (1, second)] {
        let moved = subscribe(asked("A", MQSO_ALTER, correl_id), queue);
        assert_eq!(moved, Err(Reason::GROUPING_NOT_ALTERABLE));
    }
    let altered = SubscriptionDescriptor {
        sub_user_data: "other".to_owned(),
        ..asked("A", MQSO_ALTER, 1)
    };
    assert_eq!(subscribe(altered, first), Ok(()));
}

/// It would take its memory until the next start.
#[test]
fn what_is_retained_for_a_time_is_forgotten_when_that_is_over() {
    let mut home = Home::new();
    let tenths = |persistence, expiry| MsgDescriptor {
        persistence,
        expiry,
        ..MsgDescriptor::default()
    };
    let retain = |home: &Home, descriptor: &MsgDescriptor, body: &[u8]| {
        publish(&mut home.connect(), descriptor, MQPMO_RETAIN, body).expect("published");
    };
    let is_kept = |home: &Home| !home.manager().topics(TOPIC).is_empty();
    for persistence in [MQPER_NOT_PERSISTENT, MQPER_PERSISTENT] {
        retain(&home, &tenths(persistence, 600), b"long");
        retain(&home, &tenths(persistence, 100), b"short");
        home.clock.advance_ns(9_000_000_000);
        home.manager().expire_messages();
        assert_eq!(retained(&home), ["short"]);
        home.clock.advance_ns(2_000_000_000);
        assert!(is_kept(&home));
        home.manager().expire_messages();
        assert!(!is_kept(&home));
        // What takes its place does not go with it, nor come back by a restart.
        retain(&home, &tenths(persistence, 100), b"short");
        retain(&home, &tenths(persistence, 100), b"again");
        retain(&home, &tenths(persistence, MQEI_UNLIMITED), b"kept");
        home.clock.advance_ns(11_000_000_000);
        home.manager().expire_messages();
        assert_eq!(retained(&home), ["kept"]);
        retain(&home, &tenths(persistence, 100), b"last");
        home.kill();
        home.start();
        home.clock.advance_ns(11_000_000_000);
        home.manager().expire_messages();
        assert!(!is_kept(&home));
        assert_eq!(home.depth("SYSTEM.RETAINED.PUB.QUEUE"), 0);
    }
}

/// A name says nothing of who made it: whoever took that of a proxy would keep publications from a neighbour.
#[test]
fn a_proxy_is_made_and_removed_whoever_has_its_name() {
    let home = Home::new();
    let manager = home.manager();
    let name = format!("SYSTEM.PROXY.TOPIC QM2 {TOPIC}");
    let mut program = home.connect();
    let asked = SubscriptionDescriptor {
        sub_name: name.clone(),
        ..with_options(MANAGED)
    };
    subscribe(&mut program, asked).expect("subscribed");
    let owner = ProxyOwner {
        name: ObjectName::truncated("QM2"),
        receipt: "07".repeat(24),
        of_member: false,
    };
    let add = ProxyChanges {
        add: vec![TopicInterest::levels(TOPIC)],
        remove: Vec::new(),
    };
    manager.change_proxies(&owner, &add).expect("made");
    let there = |manager: &ferromq_qmgr::QueueManager| {
        let proxies = manager.proxies().into_iter();
        proxies.map(|one| one.neighbour).collect::<Vec<_>>()
    };
    assert_eq!(there(manager), [owner.name]);
    let remove = ProxyChanges {
        add: Vec::new(),
        remove: add.add.clone(),
    };
    manager.change_proxies(&owner, &remove).expect("removed");
    assert_eq!(there(manager), []);
    assert!(manager.subscription_named(&name).is_some());
    // Where the name is the proxy's it is there once, however often it is asked for.
    drop(program);
    for _ in 0..2 {
        manager.change_proxies(&owner, &add).expect("made");
        assert_eq!(there(manager), [owner.name]);
    }
    manager.change_proxies(&owner, &remove).expect("removed");
    assert_eq!(there(manager), []);
}

/// Whoever may publish to one branch is not to fill memory.
#[test]
fn what_is_retained_is_bounded_by_what_its_queue_says() {
    let home = Home::new();
    let manager = home.manager();
    let queue = ObjectName::truncated("SYSTEM.RETAINED.PUB.QUEUE");
    let alter = |attr, value: i32| {
        let changes = [(attr, Value::from(value))];
        let altered = manager.alter(ObjectKind::QLocal, &queue, &changes, true);
        altered.expect("altered");
    };
    alter(Attr::Maxfsize, 20);
    let mut application = home.connect();
    let mut retain = |topic: &str, len: usize| {
        let published = application.verb(Request::Put1 {
            object: Box::new(ObjectDescriptor::topic(topic)),
            descriptor: MsgDescriptor::default(),
            options: PutOptions {
                options: MQPMO_RETAIN | MQPMO_NO_SYNCPOINT,
                ..PutOptions::default()
            },
            body: Bytes::from(vec![7; len]),
        });
        published.map(drop)
    };
    let long = 4 << 20;
    for number in 0..4 {
        assert_eq!(retain(&format!("many/{number}"), long), Ok(()));
    }
    assert_eq!(retain("one/more", long), Err(Reason::PUT_NOT_RETAINED));
    assert_eq!(home.notices("FMQ0289W").len(), 1);
    // In the place of another one there is room, and where something was cleared.
    assert_eq!(retain("many/1", long), Ok(()));
    manager.clear_retained("many/2").expect("cleared");
    assert_eq!(retain("one/more", long), Ok(()));
    assert_eq!(
        retain("one/more/again", long),
        Err(Reason::PUT_NOT_RETAINED)
    );
    alter(Attr::Maxfsize, 1_000);
    assert_eq!(retain("one/more/again", long), Ok(()));
    // So many, of any size.
    alter(Attr::Maxdepth, 5);
    assert_eq!(retain("short", 1), Err(Reason::PUT_NOT_RETAINED));
    assert_eq!(retain("many/1", 1), Ok(()));
    alter(Attr::Maxdepth, 6);
    assert_eq!(retain("short", 1), Ok(()));
}

/// In one unit of work what is replaced makes room once, new topics count before they are retained, and all of it counts for
/// `MAXUMSGS`, subscribers or not.
#[test]
fn what_a_unit_of_work_retains_is_bounded_like_what_is_retained() {
    let home = Home::new();
    let manager = home.manager();
    let queue = ObjectName::truncated("SYSTEM.RETAINED.PUB.QUEUE");
    let alter = |attr, value: i32| {
        let changes = [(attr, Value::from(value))];
        let altered = manager.alter(ObjectKind::QLocal, &queue, &changes, true);
        altered.expect("altered");
    };
    let mut application = home.connect();
    let retain = |application: &mut Application, topic: &str, len: usize, syncpoint: i32| {
        let published = application.verb(Request::Put1 {
            object: Box::new(ObjectDescriptor::topic(topic)),
            descriptor: MsgDescriptor::default(),
            options: PutOptions {
                options: MQPMO_RETAIN | syncpoint,
                ..PutOptions::default()
            },
            body: Bytes::from(vec![7; len]),
        });
        published.map(drop)
    };
    alter(Attr::Maxfsize, 20);
    let long = 4 << 20;
    for number in 0..3 {
        let topic = format!("many/{number}");
        assert_eq!(
            retain(&mut application, &topic, long, MQPMO_NO_SYNCPOINT),
            Ok(())
        );
    }
    // One takes the place of what is retained, and then there is no room.
    let first = retain(&mut application, "many/1", long, MQPMO_SYNCPOINT);
    assert_eq!(first, Ok(()));
    for _ in 0..2 {
        let refused = retain(&mut application, "many/1", long, MQPMO_SYNCPOINT);
        assert_eq!(refused, Err(Reason::PUT_NOT_RETAINED));
    }
    application.verb(Request::BackOut).expect("backed out");
    // What was backed out gave its place back.
    assert_eq!(
        retain(&mut application, "many/1", long, MQPMO_SYNCPOINT),
        Ok(())
    );
    alter(Attr::Maxdepth, 5);
    assert_eq!(
        retain(&mut application, "new/1", 1, MQPMO_SYNCPOINT),
        Ok(())
    );
    let refused = retain(&mut application, "new/2", 1, MQPMO_SYNCPOINT);
    assert_eq!(refused, Err(Reason::PUT_NOT_RETAINED));
    alter(Attr::Maxdepth, 1_000);
    let changes = [(Attr::Maxumsgs, Value::from(4))];
    let altered = manager.alter(ObjectKind::QMgr, &ObjectName::BLANK, &changes, true);
    altered.expect("altered");
    assert_eq!(
        retain(&mut application, "new/2", 1, MQPMO_SYNCPOINT),
        Ok(())
    );
    assert_eq!(
        retain(&mut application, "new/2", 1, MQPMO_SYNCPOINT),
        Ok(())
    );
    let refused = retain(&mut application, "new/2", 1, MQPMO_SYNCPOINT);
    assert_eq!(refused, Err(Reason::SYNCPOINT_LIMIT_REACHED));
    application.verb(Request::Commit).expect("committed");
    assert_eq!(
        retain(&mut application, "new/2", 1, MQPMO_SYNCPOINT),
        Ok(())
    );
}
