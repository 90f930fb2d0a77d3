//! Subscriptions that last.

use crate::app::{App, BOTH, Get, id, persistent};
use crate::publish::subscription;
use crate::subject::contracts;
use crate::trial::Trial;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::{ObjectDescriptor, ObjectHandle, SubscriptionDescriptor};
use ferromq_mqi::{MsgDescriptor, Reason};

contracts!("durable":
    a_durable_subscription_gets_what_is_published_while_nobody_listens,
    a_durable_subscription_survives_a_restart[Restart],
    durable_subscriptions_and_undelivered_publications_survive_a_crash[Crash],
    a_durable_subscription_is_gone_once_removed[Crash],
    a_persistent_retained_publication_survives_a_crash[Crash],
    names_of_subscriptions_are_unique,
    only_one_handle_has_a_subscription,
    what_cannot_be_altered_is_refused,
    an_altered_subscription_hears_what_it_heard[Restart],
    what_can_be_altered_is_altered,
    a_resume_tells_how_the_subscription_was_made,
    a_resume_tells_of_a_subscription_made_by_command,
    a_subscription_of_somebody_else_is_not_resumed[Users],
    an_expired_subscription_is_gone[ExpiryTask],
    a_queue_that_does_not_last_is_no_durable_destination,
    publications_that_go_elsewhere_are_not_got_by_a_resume,
    a_queue_that_is_gone_is_not_got_from_by_a_resume,
    subscriptions_are_made_and_removed_by_commands,
    a_subscription_made_by_command_is_given_what_is_retained[Crash],
    displays_show_topics_and_subscriptions,
    displays_show_who_publishes_and_how_much,
);

const MAKE: i32 = MQSO_CREATE | MQSO_RESUME | MQSO_DURABLE | MQSO_MANAGED | MQSO_ANY_USERID;

fn durable(trial: &Trial<'_>, topic: &str, options: i32) -> SubscriptionDescriptor {
    let mut asked = subscription(topic, options | MQSO_DURABLE);
    asked.sub_name = trial.name("a durable one");
    asked
}

fn listen(app: &mut App, mut asked: SubscriptionDescriptor) -> (ObjectHandle, ObjectHandle) {
    let made = app.subscribe(&mut asked, ObjectHandle::NONE);
    made.expect("subscribed")
}

fn a_durable_subscription_gets_what_is_published_while_nobody_listens(trial: &Trial<'_>) {
    let topic = trial.name("away");
    let mut app = trial.connect();
    let (queue, subscription) = listen(&mut app, durable(trial, &topic, MAKE));
    app.close(subscription);
    app.close(queue);
    app.publish(&topic, "one");
    let (queue, subscription) = listen(&mut app, durable(trial, &topic, MAKE));
    assert_eq!(app.drain(queue), ["one"]);
    let closed = app.close_with(subscription, MQCO_KEEP_SUB);
    assert_eq!(closed, Ok(Reason::NONE));
    app.publish(&topic, "two");
    let resume = durable(trial, "", MQSO_RESUME | MQSO_MANAGED);
    let mut resumed = resume.clone();
    let made = app.subscribe(&mut resumed, ObjectHandle::NONE);
    assert_eq!(resumed.res_object_string, topic);
    let (queue, subscription) = made.expect("resumed");
    assert_eq!(app.drain(queue), ["two"]);
    let closed = app.close_with(subscription, MQCO_REMOVE_SUB);
    assert_eq!(closed, Ok(Reason::NONE));
    assert_eq!(app.take_fails(queue, &Get::with(0)), Reason::Q_DELETED);
    assert_eq!(app.refuses(resume), Reason::NO_SUBSCRIPTION);
}

fn a_durable_subscription_survives_a_restart(trial: &Trial<'_>) {
    let topic = trial.name("restart");
    let queue = trial.queue("Q", "");
    let mut app = trial.connect();
    let given = app.open(&queue, BOTH);
    let options = MQSO_CREATE | MQSO_SET_CORREL_ID | MQSO_WILDCARD_CHAR;
    let mut asked = durable(trial, &format!("{topic}*"), options);
    asked.sub_correl_id = id(5);
    asked.sub_user_data = "data".to_owned();
    asked.selection_string = "JMSPriority < 9".to_owned();
    app.subscribe(&mut asked, given).expect("subscribed");
    drop(app);
    trial.subject().restart();
    let mut app = trial.connect();
    for (priority, body) in [(9, "not this"), (1, "this")] {
        let descriptor = crate::app::priority(priority);
        let put = app.publish_with(&topic, &descriptor, 0, body);
        put.expect("published");
    }
    let given = app.open(&queue, MQOO_INPUT_SHARED);
    let got = app.expect(given, &Get::with(0), "this");
    assert_eq!(got.descriptor.correl_id, id(5));
    assert!(app.drain(given).is_empty());
    let mut resumed = durable(trial, "", MQSO_RESUME);
    let made = app.subscribe(&mut resumed, given).expect("resumed");
    assert_eq!(made.0, given);
    assert_eq!(resumed.sub_user_data, "data");
}

fn durable_subscriptions_and_undelivered_publications_survive_a_crash(trial: &Trial<'_>) {
    let topic = trial.name("crash");
    let mut app = trial.connect();
    let (_, subscription) = listen(&mut app, durable(trial, &topic, MAKE));
    app.close(subscription);
    let (passing, _) = app.listen(&topic);
    let mut put = |options, body: &str| {
        let put = app.publish_with(&topic, &persistent(), options, body);
        put.expect("published");
    };
    put(0, "one");
    put(MQPMO_SYNCPOINT, "two");
    app.commit();
    let plain = MsgDescriptor::default();
    let put = app.publish_with(&topic, &plain, 0, "not persistent");
    put.expect("published");
    let put = app.publish_with(&topic, &persistent(), MQPMO_SYNCPOINT, "never");
    put.expect("published");
    assert_eq!(app.drain(passing).len(), 3);
    trial.subject().crash();
    drop(app);
    let mut app = trial.connect();
    let (queue, _) = listen(&mut app, durable(trial, &topic, MQSO_RESUME | MQSO_MANAGED));
    assert_eq!(app.drain(queue), ["one", "two"]);
    let put = app.publish_with(&topic, &persistent(), 0, "three");
    put.expect("published");
    assert_eq!(app.drain(queue), ["three"]);
}

fn a_durable_subscription_is_gone_once_removed(trial: &Trial<'_>) {
    let topic = trial.name("removed");
    let mut app = trial.connect();
    let (_, subscription) = listen(&mut app, durable(trial, &topic, MAKE));
    let closed = app.close_with(subscription, MQCO_REMOVE_SUB);
    assert_eq!(closed, Ok(Reason::NONE));
    trial.subject().crash();
    drop(app);
    let mut app = trial.connect();
    let resume = durable(trial, "", MQSO_RESUME | MQSO_MANAGED);
    assert_eq!(app.refuses(resume), Reason::NO_SUBSCRIPTION);
    assert!(!trial.mqsc_works("DISPLAY QLOCAL(SYSTEM.MANAGED.DURABLE.*)"));
}

fn a_persistent_retained_publication_survives_a_crash(trial: &Trial<'_>) {
    let topic = trial.name("kept");
    let mut app = trial.connect();
    let retained = |app: &mut App, below: &str, options, body: &str| {
        let topic = format!("{topic}/{below}");
        let put = app.publish_with(&topic, &persistent(), MQPMO_RETAIN | options, body);
        put.expect("published");
    };
    retained(&mut app, "a", 0, "old");
    retained(&mut app, "a", 0, "new");
    retained(&mut app, "b", MQPMO_SYNCPOINT, "committed");
    app.commit();
    retained(&mut app, "c", 0, "cleared");
    trial.mqsc(&format!("CLEAR TOPICSTR('{topic}/c') CLRTYPE(RETAINED)"));
    retained(&mut app, "d", MQPMO_SYNCPOINT, "never");
    app.back_out();
    retained(&mut app, "e", 0, "replaced");
    for body in ["first", "second"] {
        retained(&mut app, "e", MQPMO_SYNCPOINT, body);
    }
    app.commit();
    retained(&mut app, "d", MQPMO_SYNCPOINT, "never");
    trial.subject().crash();
    drop(app);
    for round in 0..2 {
        let mut app = trial.connect();
        let (queue, _) = app.listen(&format!("{topic}/#"));
        assert_eq!(app.drain(queue), ["new", "committed", "second"], "{round}");
        assert_eq!(app.depth("SYSTEM.RETAINED.PUB.QUEUE"), 3);
        drop(app);
        trial.subject().crash();
    }
}

/// Source: 2432.
fn names_of_subscriptions_are_unique(trial: &Trial<'_>) {
    let topic = trial.name("unique");
    let mut app = trial.connect();
    let (_, subscription) = listen(&mut app, durable(trial, &topic, MAKE));
    let again = durable(trial, &topic, MQSO_CREATE | MQSO_MANAGED);
    assert_eq!(app.refuses(again), Reason::SUB_ALREADY_EXISTS);
    let closed = app.close_with(subscription, MQCO_REMOVE_SUB);
    assert_eq!(closed, Ok(Reason::NONE));
}

/// Source: 2429.
fn only_one_handle_has_a_subscription(trial: &Trial<'_>) {
    let topic = trial.name("in use");
    let (mut app, mut other) = (trial.connect(), trial.connect());
    let (_, subscription) = listen(&mut app, durable(trial, &topic, MAKE));
    let resume = durable(trial, "", MQSO_RESUME | MQSO_MANAGED);
    assert_eq!(other.refuses(resume.clone()), Reason::SUBSCRIPTION_IN_USE);
    app.close(subscription);
    let (_, subscription) = listen(&mut other, resume);
    let closed = other.close_with(subscription, MQCO_REMOVE_SUB);
    assert_eq!(closed, Ok(Reason::NONE));
}

/// Source: MQSO_ALTER; 2509, 2510, 2512, 2515, 2524, 2533.
fn what_cannot_be_altered_is_refused(trial: &Trial<'_>) {
    let topic = trial.name("fixed");
    let mut app = trial.connect();
    let (_, subscription) = listen(&mut app, durable(trial, &topic, MAKE));
    app.close(subscription);
    let alter = durable(trial, &topic, MQSO_ALTER | MQSO_MANAGED | MQSO_ANY_USERID);
    type Change = fn(&mut SubscriptionDescriptor);
    let changes: [(Reason, Change); 7] = [
        (Reason::DURABILITY_NOT_ALTERABLE, |asked| {
            asked.options &= !MQSO_DURABLE
        }),
        (Reason::TOPIC_NOT_ALTERABLE, |asked| {
            asked.object_string.push('x')
        }),
        (Reason::TOPIC_NOT_ALTERABLE, |asked| {
            asked.options |= MQSO_WILDCARD_CHAR
        }),
        (Reason::SUBLEVEL_NOT_ALTERABLE, |asked| asked.sub_level = 3),
        (Reason::SELECTOR_NOT_ALTERABLE, |asked| {
            asked.selection_string = "a = 1".to_owned()
        }),
        (Reason::GROUPING_NOT_ALTERABLE, |asked| {
            asked.options |= MQSO_GROUP_SUB | MQSO_SET_CORREL_ID;
            asked.options &= !MQSO_MANAGED;
        }),
        (Reason::SUB_NAME_ERROR, |asked| asked.sub_name.clear()),
    ];
    for (reason, change) in changes {
        let mut asked = alter.clone();
        change(&mut asked);
        assert_eq!(app.refuses(asked), reason);
    }
    let queue = trial.queue("Q", "");
    let queue = app.open(&queue, BOTH);
    let mut provided = durable(trial, &topic, MQSO_ALTER);
    let refused = app.subscribe(&mut provided, queue);
    assert_eq!(refused, Err(Reason::DEST_CLASS_NOT_ALTERABLE));
}

/// An alteration changes neither the scheme of wildcards nor the scope. Method: by an option less than the subscription was
/// made with it is refused, and altered otherwise it is still met by the topics it was made for, after a restart as well.
/// Source: 2510; ALTER SUB, usage notes.
fn an_altered_subscription_hears_what_it_heard(trial: &Trial<'_>) {
    let topic = trial.name("scheme");
    let pattern = format!("{topic}/*");
    let mut app = trial.connect();
    let made_as = MAKE | MQSO_WILDCARD_CHAR | MQSO_SCOPE_QMGR;
    let (_, subscription) = listen(&mut app, durable(trial, &pattern, made_as));
    app.close(subscription);
    let mut other = durable(trial, &pattern, MQSO_ALTER | MQSO_MANAGED | MQSO_ANY_USERID);
    other.sub_user_data = "altered".to_owned();
    let refused = app.subscribe(&mut other.clone(), ObjectHandle::NONE);
    assert_eq!(refused, Err(Reason::TOPIC_NOT_ALTERABLE));
    other.options |= MQSO_WILDCARD_CHAR;
    let (_, subscription) = listen(&mut app, other);
    app.close(subscription);
    drop(app);
    trial.subject().restart();
    let mut app = trial.connect();
    let mut resumed = durable(trial, "", MQSO_RESUME | MQSO_MANAGED);
    let made = app.subscribe(&mut resumed, ObjectHandle::NONE);
    let (queue, subscription) = made.expect("subscribed");
    let of_the_topic = MQSO_WILDCARD_CHAR | MQSO_WILDCARD_TOPIC | MQSO_SCOPE_QMGR;
    let kept = MQSO_WILDCARD_CHAR | MQSO_SCOPE_QMGR;
    assert_eq!(resumed.options & of_the_topic, kept);
    assert_eq!(resumed.sub_user_data, "altered");
    app.publish(&format!("{topic}/sport/news"), "heard");
    assert_eq!(app.drain(queue), ["heard"]);
    let closed = app.close_with(subscription, MQCO_REMOVE_SUB);
    assert_eq!(closed, Ok(Reason::NONE));
}

fn what_can_be_altered_is_altered(trial: &Trial<'_>) {
    let topic = trial.name("altered");
    let mut app = trial.connect();
    let (_, subscription) = listen(&mut app, durable(trial, &topic, MAKE));
    app.close(subscription);
    let options = MQSO_ALTER | MQSO_MANAGED | MQSO_ANY_USERID | MQSO_SET_CORREL_ID;
    let mut asked = durable(trial, &topic, options);
    asked.sub_correl_id = id(8);
    asked.pub_priority = 7;
    let (queue, subscription) = listen(&mut app, asked);
    app.publish(&topic, "x");
    let got = app.expect(queue, &Get::with(0), "x").descriptor;
    assert_eq!((got.correl_id, got.priority), (id(8), 7));
    let closed = app.close_with(subscription, MQCO_REMOVE_SUB);
    assert_eq!(closed, Ok(Reason::NONE));
}

/// What names a subscription to resume it, and nothing else.
fn by_name(name: &str) -> SubscriptionDescriptor {
    SubscriptionDescriptor {
        options: MQSO_RESUME | MQSO_FAIL_IF_QUIESCING,
        sub_name: name.to_owned(),
        ..SubscriptionDescriptor::default()
    }
}

/// Source: MQSUB, usage notes: the descriptor a resume returns may be passed on with `MQSO_ALTER`; MQSD (`SubExpiry`).
fn a_resume_tells_how_the_subscription_was_made(trial: &Trial<'_>) {
    let topic = trial.name("told");
    let mut app = trial.connect();
    let kept = MQSO_DURABLE
        | MQSO_MANAGED
        | MQSO_ANY_USERID
        | MQSO_WILDCARD_CHAR
        | MQSO_SET_CORREL_ID
        | MQSO_SET_IDENTITY_CONTEXT;
    let once = MQSO_CREATE | MQSO_RESUME | MQSO_NEW_PUBLICATIONS_ONLY;
    let mut made = durable(trial, &topic, kept | once);
    made.sub_correl_id = id(3);
    made.sub_expiry = 36_000;
    made.sub_user_data = "data".to_owned();
    made.selection_string = "a = 1".to_owned();
    made.pub_priority = 4;
    made.sub_level = 2;
    made.pub_accounting_token = [7; 32];
    made.pub_appl_identity_data = FixedText::truncated("who");
    let (queue, subscription) = listen(&mut app, made.clone());
    app.close(subscription);
    app.close(queue);
    trial.pass_ms(300);
    let mut told = by_name(&made.sub_name);
    let handles = app.subscribe(&mut told, ObjectHandle::NONE);
    let handles = handles.expect("resumed");
    let expected = SubscriptionDescriptor {
        options: kept | MQSO_FAIL_IF_QUIESCING,
        res_object_string: topic,
        object_string: String::new(),
        sub_id: told.sub_id,
        ..made
    };
    assert_eq!(told, expected);
    app.close(handles.1);
    app.close(handles.0);
    told.options |= MQSO_ALTER;
    told.pub_priority = 5;
    let (queue, subscription) = listen(&mut app, told.clone());
    app.close(subscription);
    app.close(queue);
    let mut again = by_name(&told.sub_name);
    let handles = app.subscribe(&mut again, ObjectHandle::NONE);
    assert_eq!((again.options, again.pub_priority), (expected.options, 5));
    let closed = app.close_with(handles.expect("resumed").1, MQCO_REMOVE_SUB);
    assert_eq!(closed, Ok(Reason::NONE));
}

/// Source: the same, and DEFINE SUB.
fn a_resume_tells_of_a_subscription_made_by_command(trial: &Trial<'_>) {
    let topic = trial.name("told by command");
    let (queue, name) = (trial.queue("Q", ""), trial.name("made by command"));
    trial.mqsc(&format!(
        "DEFINE SUB('{name}') TOPICSTR('{topic}') DEST('{queue}') VARUSER(ANY) REQONLY(YES) USERDATA('d')"
    ));
    let mut app = trial.connect();
    let mut told = by_name(&name);
    let handles = app.subscribe(&mut told, ObjectHandle::NONE);
    let handles = handles.expect("resumed");
    let options = MQSO_DURABLE
        | MQSO_ANY_USERID
        | MQSO_WILDCARD_TOPIC
        | MQSO_PUBLICATIONS_ON_REQUEST
        | MQSO_FAIL_IF_QUIESCING;
    assert_eq!(told.options, options);
    assert_eq!(told.sub_user_data, "d");
    assert_eq!(told.res_object_string, topic);
    assert_eq!(told.sub_expiry, MQEI_UNLIMITED);
    app.close(handles.1);
    trial.mqsc(&format!("DELETE SUB('{name}')"));
}

/// Source: 2434.
fn a_subscription_of_somebody_else_is_not_resumed(trial: &Trial<'_>) {
    let topic = trial.name("mine");
    let connect = |user| trial.connect_as_user(user, &Default::default());
    let mut one = connect("admone").expect("connected");
    let make = MAKE & !MQSO_ANY_USERID | MQSO_FIXED_USERID;
    let (_, subscription) = listen(&mut one, durable(trial, &topic, make));
    one.close(subscription);
    let mut other = connect("admtwo").expect("connected");
    let resume = durable(trial, "", MQSO_RESUME | MQSO_MANAGED);
    assert_eq!(other.refuses(resume.clone()), Reason::IDENTITY_MISMATCH);
    let (_, subscription) = listen(&mut one, resume);
    let closed = one.close_with(subscription, MQCO_REMOVE_SUB);
    assert_eq!(closed, Ok(Reason::NONE));
}

/// Source: MQSD (`SubExpiry`).
fn an_expired_subscription_is_gone(trial: &Trial<'_>) {
    let topic = trial.name("expiry");
    let mut app = trial.connect();
    let mut asked = durable(trial, &topic, MAKE);
    asked.sub_expiry = 1;
    let (queue, _) = listen(&mut app, asked);
    trial.pass_ms(1200);
    app.publish(&topic, "too late");
    assert!(app.drain(queue).is_empty());
    trial.subject().expire();
    let resume = durable(trial, "", MQSO_RESUME | MQSO_MANAGED);
    assert_eq!(app.refuses(resume), Reason::NO_SUBSCRIPTION);
}

/// Source: 2522.
fn a_queue_that_does_not_last_is_no_durable_destination(trial: &Trial<'_>) {
    let mut app = trial.connect();
    let queue = app.open("SYSTEM.DEFAULT.MODEL.QUEUE", MQOO_INPUT_SHARED);
    let mut asked = durable(trial, &trial.name("temporary"), MQSO_CREATE);
    let refused = app.subscribe(&mut asked, queue);
    assert_eq!(refused, Err(Reason::INVALID_DESTINATION));
}

/// Source: MQSUB (Hobj); 2522. What lies on the transmission queue is everybody's.
fn publications_that_go_elsewhere_are_not_got_by_a_resume(trial: &Trial<'_>) {
    let topic = trial.name("elsewhere");
    let xmitq = trial.queue("XQ", "USAGE(XMITQ)");
    let attributes = format!("RNAME(THERE) RQMNAME(QM2) XMITQ('{xmitq}')");
    let remote = trial.define("QREMOTE", "R", &attributes);
    let mut app = trial.connect();
    for (queue, q_mgr) in [(remote.as_str(), ""), ("THERE", xmitq.as_str())] {
        let given = app.open_at(queue, q_mgr, MQOO_OUTPUT).expect("opened").0;
        let mut asked = durable(trial, &topic, MQSO_CREATE | MQSO_ANY_USERID);
        let (queue, subscription) = app.subscribe(&mut asked, given).expect("subscribed");
        assert_eq!(queue, given);
        app.close(subscription);
        if !q_mgr.is_empty() {
            app.publish(&topic, "away");
            assert_eq!(trial.depth(&xmitq), 1);
        }
        let resume = durable(trial, "", MQSO_RESUME);
        let refused = app.refuses(resume.clone());
        assert_eq!(refused, Reason::INVALID_DESTINATION, "{queue:?}");
        let (_, subscription) = app.subscribe(&mut resume.clone(), given).expect("resumed");
        let closed = app.close_with(subscription, MQCO_REMOVE_SUB);
        assert_eq!(closed, Ok(Reason::NONE));
    }
    let name = trial.name("admin");
    trial.mqsc(&format!(
        "DEFINE SUB('{name}') TOPICSTR('{topic}') DEST('THERE') DESTQMGR('{xmitq}')"
    ));
    assert_eq!(app.refuses(by_name(&name)), Reason::INVALID_DESTINATION);
    trial.mqsc(&format!("DELETE SUB('{name}')"));
}

/// Source: 2522.
fn a_queue_that_is_gone_is_not_got_from_by_a_resume(trial: &Trial<'_>) {
    let queue = trial.queue("Q", "");
    let mut app = trial.connect();
    let given = app.open(&queue, MQOO_INPUT_SHARED | MQOO_OUTPUT);
    let mut asked = durable(trial, &trial.name("gone"), MQSO_CREATE | MQSO_ANY_USERID);
    let (_, subscription) = app.subscribe(&mut asked, given).expect("subscribed");
    app.close(subscription);
    app.close(given);
    trial.mqsc(&format!("DELETE QLOCAL('{queue}')"));
    let resume = durable(trial, "", MQSO_RESUME);
    assert_eq!(app.refuses(resume), Reason::INVALID_DESTINATION);
    trial.mqsc(&format!("DELETE SUB('{}')", trial.name("a durable one")));
}

/// Source: DEFINE SUB, ALTER SUB, DELETE SUB, CLEAR TOPICSTR.
fn subscriptions_are_made_and_removed_by_commands(trial: &Trial<'_>) {
    let topic = trial.name("commands");
    let queue = trial.queue("Q", "");
    let name = trial.name("admin");
    let define = format!("DEFINE SUB('{name}') TOPICSTR('{topic}/#') DEST('{queue}')");
    trial.mqsc(&define);
    assert!(!trial.mqsc_works(&define));
    trial.mqsc(&format!("ALTER SUB('{name}') PUBPRTY(8) USERDATA('d')"));
    let mut app = trial.connect();
    let plain = MsgDescriptor::default();
    let put = app.publish_with(&format!("{topic}/x"), &plain, MQPMO_RETAIN, "x");
    put.expect("published");
    let handle = app.open(&queue, MQOO_INPUT_SHARED);
    let got = app.expect(handle, &Get::with(0), "x");
    assert_eq!(got.descriptor.priority, 8);
    trial.mqsc(&format!("DELETE SUB('{name}')"));
    assert!(!trial.mqsc_works(&format!("DELETE SUB('{name}')")));
    app.publish(&format!("{topic}/x"), "y");
    assert!(app.drain(handle).is_empty());
    trial.mqsc(&format!("CLEAR TOPICSTR('{topic}/x') CLRTYPE(RETAINED)"));
    let (queue, _) = app.listen(&format!("{topic}/x"));
    assert!(app.drain(queue).is_empty());
}

/// Source: DISPLAY TPSTATUS `TYPE(PUB)`. What was refused does not count.
fn displays_show_who_publishes_and_how_much(trial: &Trial<'_>) {
    let topic = trial.name("publishers");
    let object = trial.define("TOPIC", "P", &format!("TOPICSTR('{topic}')"));
    let mut app = trial.connect();
    let opened = app.open_object(&mut ObjectDescriptor::topic(&topic), MQOO_OUTPUT);
    let handle = opened.expect("opened");
    let publishers = || trial.mqsc(&format!("DISPLAY TPSTATUS('{topic}') TYPE(PUB)"));
    let shown = publishers();
    assert!(shown.contains("NUMPUBS(0)"), "{shown}");
    assert!(shown.contains("LPUBDATE( )"), "{shown}");
    for _ in 0..2 {
        app.put(handle, "x");
    }
    trial.mqsc(&format!("ALTER TOPIC({object}) PUB(DISABLED)"));
    let refused = app.put_with(handle, &MsgDescriptor::default(), MQPMO_NO_SYNCPOINT, "x");
    assert_eq!(refused.err(), Some(Reason::PUT_INHIBITED));
    let shown = publishers();
    assert!(shown.contains("NUMPUBS(2)"), "{shown}");
    assert!(!shown.contains("LPUBDATE( )"), "{shown}");
    assert!(shown.contains("ACTCONN(414D5143"), "{shown}");
    app.close(handle);
    let gone = format!("DISPLAY TPSTATUS('{topic}') TYPE(PUB)");
    assert!(!trial.mqsc_works(&gone));
}

fn displays_show_topics_and_subscriptions(trial: &Trial<'_>) {
    let topic = trial.name("shown");
    let mut app = trial.connect();
    let (_, subscription) = listen(&mut app, durable(trial, &topic, MAKE));
    app.publish(&topic, "x");
    let name = trial.name("a durable one");
    let shown = trial.mqsc(&format!("DISPLAY SUB('{name}') ALL"));
    assert!(shown.contains(&format!("TOPICSTR({topic})")), "{shown}");
    assert!(shown.contains("DURABLE(YES)") && shown.contains("DESTCLAS(MANAGED)"));
    let shown = trial.mqsc(&format!("DISPLAY SBSTATUS('{name}') ALL"));
    assert!(
        shown.contains("NUMMSGS(1)") && shown.contains("SUBTYPE(API)"),
        "{shown}"
    );
    let shown = trial.mqsc(&format!("DISPLAY TPSTATUS('{topic}')"));
    assert!(
        shown.contains("SUBCOUNT(1)") && shown.contains("PUB(ENABLED)"),
        "{shown}"
    );
    let shown = trial.mqsc(&format!("DISPLAY TPSTATUS('{topic}') TYPE(SUB)"));
    assert!(shown.contains("DURABLE(YES)"), "{shown}");
    // Whether the queued interface runs as well is its surroundings' business.
    let shown = trial.mqsc("DISPLAY PUBSUB");
    let runs = ["STATUS(ACTIVE)", "STATUS(COMPAT)"];
    assert!(runs.iter().any(|status| shown.contains(status)), "{shown}");
    let closed = app.close_with(subscription, MQCO_REMOVE_SUB);
    assert_eq!(closed, Ok(Reason::NONE));
    assert!(!trial.mqsc_works(&format!("DISPLAY SUB('{name}')")));
}

/// Copies for a subscription without properties have none, wherever what is retained was kept.
/// Source: DEFINE SUB, REQONLY and PSPROP.
fn a_subscription_made_by_command_is_given_what_is_retained(trial: &Trial<'_>) {
    let topic = trial.name("given");
    let queue = trial.queue("Q", "");
    let mut app = trial.connect();
    let put = app.publish_with(&topic, &persistent(), MQPMO_RETAIN, "kept");
    put.expect("published");
    for (round, attributes) in ["REQONLY(NO)", "REQONLY(YES)"].into_iter().enumerate() {
        for name in [trial.name("a"), trial.name("b")] {
            trial.mqsc(&format!(
                "DEFINE SUB('{name}{round}') TOPICSTR('{topic}') DEST({queue}) PSPROP(NONE) {attributes}"
            ));
            let handle = app.open(&queue, MQOO_INPUT_SHARED);
            let wanted: &[&str] = if round == 0 { &["kept"] } else { &[] };
            assert_eq!(app.drain(handle), wanted, "{attributes}");
            trial.subject().crash();
            drop(std::mem::replace(&mut app, trial.connect()));
        }
    }
}
