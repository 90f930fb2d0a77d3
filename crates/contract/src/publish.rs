//! Publishing and subscribing.

use crate::app::{App, BOTH, Get, id, name_field, persistent, text};
use crate::subject::contracts;
use crate::trial::Trial;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::{ObjectDescriptor, ObjectHandle, PutOptions, SubscriptionDescriptor};
use ferromq_mqi::{MsgDescriptor, ObjectName, Reason};

contracts!("publish":
    every_matching_subscriber_gets_a_publication_and_nobody_else,
    a_subscription_that_does_not_last_goes_with_its_handle_and_its_queue,
    a_publication_under_syncpoint_appears_to_all_or_to_none,
    a_persistent_publication_reaches_all_queues,
    copies_carry_what_the_subscription_says,
    properties_name_the_topic_and_the_data_of_the_subscription,
    selectors_choose_publications,
    own_subscriptions_can_be_left_out,
    nobody_subscribed_is_a_warning_when_asked,
    topic_objects_inhibit_and_set_defaults,
    a_blocked_branch_is_hidden_from_wildcards_above,
    an_alias_queue_can_stand_for_a_topic,
    an_open_topic_says_its_whole_string,
    delivery_to_all_fails_for_all_when_one_queue_is_full,
    what_a_full_queue_does_not_take_goes_to_the_dead_letter_queue[Own],
    only_the_highest_level_gets_a_publication,
    a_group_of_subscriptions_gets_one_copy,
    topics_take_no_other_open_options,
    descriptors_that_make_no_sense_are_refused,
    publish_and_subscribe_can_be_switched_off[Own],
);

/// A subscription with these options.
pub(crate) fn subscription(topic: &str, options: i32) -> SubscriptionDescriptor {
    SubscriptionDescriptor {
        options,
        object_string: topic.to_owned(),
        ..SubscriptionDescriptor::default()
    }
}

pub(crate) const MANAGED: i32 = MQSO_CREATE | MQSO_MANAGED | MQSO_NON_DURABLE;

impl App {
    pub(crate) fn subscribe(
        &mut self,
        asked: &mut SubscriptionDescriptor,
        queue: ObjectHandle,
    ) -> Result<(ObjectHandle, ObjectHandle), Reason> {
        let subscribed = self.0.subscribe(asked, queue);
        subscribed.map_err(|error| error.reason)
    }

    /// A managed subscription that must come to be: its queue and itself.
    #[track_caller]
    pub(crate) fn listen(&mut self, topic: &str) -> (ObjectHandle, ObjectHandle) {
        let mut asked = subscription(topic, MANAGED);
        let made = self.subscribe(&mut asked, ObjectHandle::NONE);
        assert_eq!(asked.res_object_string, topic);
        made.expect("subscribed")
    }

    /// The same with a subscription that lasts, which is resumed if it is there.
    pub(crate) fn listen_durably(
        &mut self,
        topic: &str,
        name: &str,
    ) -> (ObjectHandle, ObjectHandle) {
        let mut asked = subscription(topic, MANAGED | MQSO_RESUME | MQSO_DURABLE);
        asked.sub_name = name.to_owned();
        let made = self.subscribe(&mut asked, ObjectHandle::NONE);
        made.expect("subscribed")
    }

    pub(crate) fn publish_with(
        &mut self,
        topic: &str,
        descriptor: &MsgDescriptor,
        options: i32,
        body: &str,
    ) -> Result<crate::app::Put, Reason> {
        self.put1(&ObjectDescriptor::topic(topic), descriptor, options, body)
    }

    #[track_caller]
    pub(crate) fn publish(&mut self, topic: &str, body: &str) {
        let plain = MsgDescriptor::default();
        let put = self.publish_with(topic, &plain, MQPMO_NO_SYNCPOINT, body);
        assert_eq!(put.expect("published").reason, Reason::NONE);
    }

    #[track_caller]
    pub(crate) fn refuses(&mut self, asked: SubscriptionDescriptor) -> Reason {
        let mut asked = asked;
        let refused = self.subscribe(&mut asked, ObjectHandle::NONE);
        let Err(reason) = refused else {
            panic!(
                "a subscription with options {:#x} must be refused",
                asked.options
            );
        };
        reason
    }
}

fn every_matching_subscriber_gets_a_publication_and_nobody_else(trial: &Trial<'_>) {
    let root = trial.name("root");
    let mut app = trial.connect();
    let mut listens = |below: &str| app.listen(&format!("{root}/{below}")).0;
    let [exact, one, many, other] = ["a/b", "+/b", "#", "a/c"].map(&mut listens);
    let mut characters = subscription(&format!("{root}/*b"), MANAGED | MQSO_WILDCARD_CHAR);
    let made = app.subscribe(&mut characters, ObjectHandle::NONE);
    let (characters, _) = made.expect("subscribed");
    let mut publisher = trial.connect();
    publisher.publish(&format!("{root}/a/b"), "one");
    let topic = &mut ObjectDescriptor::topic(&format!("{root}/a/b"));
    let handle = publisher.open_object(topic, MQOO_OUTPUT).expect("opened");
    assert_eq!(topic.resolved_type, MQOT_TOPIC);
    publisher.put(handle, "two");
    for queue in [exact, one, many, characters] {
        assert_eq!(app.drain(queue), ["one", "two"]);
    }
    assert!(app.drain(other).is_empty());
    // Who comes later gets what is published later, by a handle that was open before.
    let (late, _) = app.listen(&format!("{root}/a/+"));
    publisher.put(handle, "three");
    assert_eq!(app.drain(late), ["three"]);
    publisher.close(handle);
}

/// Source: MQCLOSE, "Close options for subscriptions"; 2045.
fn a_subscription_that_does_not_last_goes_with_its_handle_and_its_queue(trial: &Trial<'_>) {
    let topic = trial.name("gone");
    let mut app = trial.connect();
    let (queue, subscription) = app.listen(&topic);
    app.publish(&topic, "one");
    let refused = app.close_with(subscription, MQCO_KEEP_SUB);
    assert_eq!(refused, Err(Reason::OPTION_NOT_VALID_FOR_TYPE));
    let refused = app.close_with(queue, MQCO_REMOVE_SUB);
    assert_eq!(refused, Err(Reason::OPTION_NOT_VALID_FOR_TYPE));
    app.close(subscription);
    assert_eq!(app.take_fails(queue, &Get::with(0)), Reason::Q_DELETED);
    app.close(queue);
    // And with its program.
    let mut dies = trial.connect();
    dies.listen(&topic);
    drop(dies);
    let mut warned = Reason::NONE;
    for _ in 0..500 {
        let plain = MsgDescriptor::default();
        let put = app.publish_with(&topic, &plain, MQPMO_WARN_IF_NO_SUBS_MATCHED, "x");
        warned = put.expect("published").reason;
        if warned != Reason::NONE {
            break;
        }
        trial.pass_ms(10);
    }
    assert_eq!(warned, Reason::NO_SUBS_MATCHED);
}

fn a_publication_under_syncpoint_appears_to_all_or_to_none(trial: &Trial<'_>) {
    let topic = trial.name("work");
    let mut app = trial.connect();
    let queues = [0, 1, 2].map(|_| app.listen(&topic).0);
    let mut publisher = trial.connect();
    for (descriptor, body) in [(persistent(), "p"), (MsgDescriptor::default(), "n")] {
        let put = publisher.publish_with(&topic, &descriptor, MQPMO_SYNCPOINT, body);
        put.expect("published");
    }
    for queue in queues {
        let none = app.take_fails(queue, &Get::with(0));
        assert_eq!(none, Reason::NO_MSG_AVAILABLE);
    }
    publisher.commit();
    for queue in queues {
        assert_eq!(app.drain(queue), ["p", "n"]);
    }
    let put = publisher.publish_with(&topic, &persistent(), MQPMO_SYNCPOINT, "never");
    put.expect("published");
    publisher.back_out();
    for queue in queues {
        assert!(app.drain(queue).is_empty());
    }
}

fn a_persistent_publication_reaches_all_queues(trial: &Trial<'_>) {
    let topic = trial.name("persistent");
    let names = ["A", "B", "C"].map(|short| trial.queue(short, ""));
    let mut app = trial.connect();
    for name in &names {
        let queue = app.open(name, BOTH);
        let mut asked = subscription(&topic, MQSO_CREATE);
        let (given, _) = app.subscribe(&mut asked, queue).expect("subscribed");
        assert_eq!(given, queue);
    }
    app.publish_with(&topic, &persistent(), 0, "x")
        .expect("published");
    for name in &names {
        let queue = app.open(name, MQOO_INPUT_SHARED);
        let got = app.expect(queue, &Get::with(0), "x");
        assert_eq!(got.descriptor.persistence, MQPER_PERSISTENT);
    }
}

/// Source: MQSD (`SubCorrelId`, `PubPriority`, `PubAccountingToken`, `PubApplIdentityData`), MQPUT usage notes.
fn copies_carry_what_the_subscription_says(trial: &Trial<'_>) {
    let topic = trial.name("copies");
    let queue = trial.queue("Q", "DEFPRTY(7)");
    let mut app = trial.connect();
    let queue = app.open(&queue, BOTH);
    let options = MQSO_CREATE | MQSO_SET_CORREL_ID | MQSO_SET_IDENTITY_CONTEXT;
    let mut given = subscription(&topic, options);
    given.sub_correl_id = id(7);
    given.pub_priority = MQPRI_PRIORITY_AS_Q_DEF;
    given.pub_accounting_token = [9; 32];
    given.pub_appl_identity_data = ferromq_mqi::name::FixedText::truncated("identity");
    app.subscribe(&mut given, queue).expect("subscribed");
    // Zeros stand for what the publisher says.
    let mut passed = subscription(&topic, MANAGED | MQSO_SET_CORREL_ID);
    let made = app.subscribe(&mut passed, ObjectHandle::NONE);
    let (passed, _) = made.expect("subscribed");
    let mut made = subscription(&topic, MANAGED);
    made.pub_priority = 2;
    let subscribed = app.subscribe(&mut made, ObjectHandle::NONE);
    let (third, _) = subscribed.expect("subscribed");
    assert_ne!(made.sub_correl_id, MQCI_NONE);
    let published = MsgDescriptor {
        priority: 4,
        correl_id: id(1),
        reply_to_q: name_field("REPLIES"),
        ..MsgDescriptor::default()
    };
    let put = app.publish_with(&topic, &published, MQPMO_NEW_MSG_ID, "x");
    let put = put.expect("published").descriptor;
    let first = app.expect(queue, &Get::with(0), "x").descriptor;
    assert_eq!((first.correl_id, first.priority), (id(7), 7));
    assert_eq!(first.accounting_token, [9; 32]);
    assert_eq!(&first.appl_identity_data[..9], b"identity ");
    let second = app.expect(passed, &Get::with(0), "x").descriptor;
    assert_eq!((second.correl_id, second.priority), (id(1), 4));
    assert_eq!(second.msg_id, put.msg_id);
    assert_eq!(&second.reply_to_q[..8], b"REPLIES ");
    let third_copy = app.expect(third, &Get::with(0), "x").descriptor;
    assert_eq!(third_copy.correl_id, made.sub_correl_id);
    assert_eq!(third_copy.priority, 2);
    // Without an id of the publisher each copy has its own, and the publisher is told none.
    let put = app.publish_with(&topic, &published, MQPMO_SUPPRESS_REPLYTO, "y");
    assert_eq!(put.expect("published").descriptor.msg_id, MQMI_NONE);
    let one = app.expect(queue, &Get::with(0), "y").descriptor;
    let other = app.expect(third, &Get::with(0), "y").descriptor;
    assert!(one.msg_id != MQMI_NONE && one.msg_id != other.msg_id);
    assert_eq!(one.reply_to_q, name_field(""));
}

/// Source: "Publish/subscribe message properties".
fn properties_name_the_topic_and_the_data_of_the_subscription(trial: &Trial<'_>) {
    let topic = trial.name("properties");
    let mut app = trial.connect();
    let mut asked = subscription(&topic, MANAGED);
    asked.sub_user_data = "<&data>".to_owned();
    let (queue, _) = app
        .subscribe(&mut asked, ObjectHandle::NONE)
        .expect("subscribed");
    app.publish(&topic, "body");
    app.publish(&topic, "body");
    let forced = Get::with(MQGMO_PROPERTIES_FORCE_MQRFH2);
    let got = app.take(queue, &forced).expect("a message");
    assert_eq!(got.descriptor.format, *b"MQHRF2  ");
    let whole = String::from_utf8_lossy(&got.body).into_owned();
    assert!(whole.contains(&format!(
        "<mqps><Top>{topic}</Top><Sud>&lt;&amp;data&gt;</Sud></mqps>"
    )));
    assert!(whole.ends_with("body"));
    // Who does not ask for properties gets the data alone.
    let got = app.expect(queue, &Get::with(0), "body");
    assert_eq!(got.descriptor.format, [b' '; 8]);
}

fn selectors_choose_publications(trial: &Trial<'_>) {
    let topic = trial.name("selectors");
    let mut app = trial.connect();
    let mut asked = subscription(&topic, MANAGED);
    asked.selection_string = "JMSPriority > 5".to_owned();
    let (queue, _) = app
        .subscribe(&mut asked, ObjectHandle::NONE)
        .expect("subscribed");
    for priority in [3, 6, 9] {
        let descriptor = crate::app::priority(priority);
        let put = app.publish_with(&topic, &descriptor, 0, &priority.to_string());
        put.expect("published");
    }
    assert_eq!(app.drain(queue), ["9", "6"]);
    for (text, reason) in [
        ("colour = ", Reason::SELECTOR_SYNTAX_ERROR),
        ("1 = 2", Reason::SELECTOR_ALWAYS_FALSE),
    ] {
        let mut asked = subscription(&topic, MANAGED);
        asked.selection_string = text.to_owned();
        assert_eq!(app.refuses(asked), reason);
    }
}

fn own_subscriptions_can_be_left_out(trial: &Trial<'_>) {
    let topic = trial.name("own");
    let (mut app, mut other) = (trial.connect(), trial.connect());
    let (own, _) = app.listen(&topic);
    let (others, _) = other.listen(&topic);
    let plain = MsgDescriptor::default();
    let put = app.publish_with(&topic, &plain, MQPMO_NOT_OWN_SUBS, "x");
    put.expect("published");
    assert!(app.drain(own).is_empty());
    assert_eq!(other.drain(others), ["x"]);
}

/// Source: 2550.
fn nobody_subscribed_is_a_warning_when_asked(trial: &Trial<'_>) {
    let topic = trial.name("nobody");
    let mut app = trial.connect();
    let plain = MsgDescriptor::default();
    let warn = MQPMO_WARN_IF_NO_SUBS_MATCHED;
    let put = app
        .publish_with(&topic, &plain, warn, "x")
        .expect("published");
    assert_eq!(put.reason, Reason::NO_SUBS_MATCHED);
    app.publish(&topic, "x");
    let (queue, _) = app.listen(&topic);
    let put = app
        .publish_with(&topic, &plain, warn, "y")
        .expect("published");
    assert_eq!(put.reason, Reason::NONE);
    assert_eq!(app.drain(queue), ["y"]);
}

/// Source: DEFINE TOPIC; 2051, 2085, 2436, 2503.
fn topic_objects_inhibit_and_set_defaults(trial: &Trial<'_>) {
    let root = trial.name("tree");
    let upper = format!("TOPICSTR('{root}') DEFPSIST(YES) DEFPRTY(6) DURSUB(NO)");
    let upper = trial.define("TOPIC", "UPPER", &upper);
    let lower = trial.define("TOPIC", "LOWER", &format!("TOPICSTR('{root}/low')"));
    let mut app = trial.connect();
    let mut asked = subscription("low/+", MANAGED);
    asked.object_name = ObjectName::truncated(&upper);
    let made = app.subscribe(&mut asked, ObjectHandle::NONE);
    let (queue, _) = made.expect("subscribed");
    assert_eq!(asked.res_object_string, format!("{root}/low/+"));
    let mut topic = ObjectDescriptor::topic("x");
    topic.object_name = ObjectName::truncated(&lower);
    let handle = app.open_object(&mut topic, MQOO_OUTPUT).expect("opened");
    let as_defined = MsgDescriptor {
        persistence: MQPER_PERSISTENCE_AS_TOPIC_DEF,
        priority: MQPRI_PRIORITY_AS_TOPIC_DEF,
        ..MsgDescriptor::default()
    };
    let put = app.put_as(handle, &as_defined, "one");
    assert_eq!((put.persistence, put.priority), (MQPER_PERSISTENT, 6));
    assert_eq!(app.drain(queue), ["one"]);
    let mut durable = subscription(
        &format!("{root}/x"),
        MQSO_CREATE | MQSO_DURABLE | MQSO_MANAGED,
    );
    durable.sub_name = trial.name("durable");
    assert_eq!(app.refuses(durable), Reason::DURABILITY_NOT_ALLOWED);
    trial.mqsc(&format!(
        "ALTER TOPIC('{upper}') PUB(DISABLED) SUB(DISABLED)"
    ));
    let put = app.put_with(handle, &as_defined, 0, "two");
    assert_eq!(put.expect_err("inhibited"), Reason::PUT_INHIBITED);
    let refused = app.refuses(subscription(&format!("{root}/a"), MANAGED));
    assert_eq!(refused, Reason::SUB_INHIBITED);
    trial.mqsc(&format!("ALTER TOPIC('{lower}') PUB(ENABLED)"));
    app.put_as(handle, &as_defined, "three");
    assert_eq!(app.drain(queue), ["three"]);
    let mut unknown = ObjectDescriptor::topic("x");
    unknown.object_name = ObjectName::truncated(&trial.name("MISSING"));
    let refused = app.open_object(&mut unknown, MQOO_OUTPUT);
    assert_eq!(refused, Err(Reason::UNKNOWN_OBJECT_NAME));
}

/// Source: DEFINE TOPIC (`WILDCARD`).
fn a_blocked_branch_is_hidden_from_wildcards_above(trial: &Trial<'_>) {
    let root = trial.name("blocked");
    let attributes = format!("TOPICSTR('{root}/in') WILDCARD(BLOCK)");
    trial.define("TOPIC", "IN", &attributes);
    let mut app = trial.connect();
    let (above, _) = app.listen(&format!("{root}/#"));
    let (inside, _) = app.listen(&format!("{root}/in/#"));
    app.publish(&format!("{root}/in/x"), "in");
    app.publish(&format!("{root}/out"), "out");
    assert_eq!(app.drain(above), ["out"]);
    assert_eq!(app.drain(inside), ["in"]);
}

/// Source: DEFINE QALIAS (`TARGTYPE`).
fn an_alias_queue_can_stand_for_a_topic(trial: &Trial<'_>) {
    let topic = trial.name("aliased");
    let object = trial.define("TOPIC", "TOPIC", &format!("TOPICSTR('{topic}')"));
    let attributes = format!("TARGET('{object}') TARGTYPE(TOPIC)");
    let alias = trial.define("QALIAS", "ALIAS", &attributes);
    let mut app = trial.connect();
    let (queue, _) = app.listen(&topic);
    let handle = app.open(&alias, MQOO_OUTPUT);
    app.put(handle, "x");
    assert_eq!(app.drain(queue), ["x"]);
    let refused = app.open_fails(&alias, MQOO_INPUT_SHARED);
    assert_eq!(refused, Reason::OPTION_NOT_VALID_FOR_TYPE);
    app.close(handle);
}

/// Source: MQOD `ResObjectString`, `ResolvedType`, `ResolvedQName`.
fn an_open_topic_says_its_whole_string(trial: &Trial<'_>) {
    let topic = trial.name("whole");
    let object = trial.define("TOPIC", "WHOLE", &format!("TOPICSTR('{topic}')"));
    let attributes = format!("TARGET('{object}') TARGTYPE(TOPIC)");
    let alias = trial.define("QALIAS", "WHOLE.ALIAS", &attributes);
    let queue = trial.queue("PLAIN", "");
    let mut app = trial.connect();
    let named = ObjectDescriptor {
        object_name: ObjectName::truncated(&object),
        ..ObjectDescriptor::topic("é/b")
    };
    let cases = [
        (named, format!("{topic}/é/b"), MQOT_TOPIC),
        (ObjectDescriptor::queue(&alias), topic.clone(), MQOT_TOPIC),
        (ObjectDescriptor::queue(&queue), String::new(), MQOT_Q),
    ];
    for (mut asked, whole, resolved_type) in cases {
        let handle = app.open_object(&mut asked, MQOO_OUTPUT).expect("opened");
        assert_eq!(asked.res_object_string, whole);
        assert_eq!(asked.resolved_type, resolved_type);
        let is_topic = resolved_type == MQOT_TOPIC;
        assert_eq!(asked.resolved_q_name.is_blank(), is_topic);
        app.close(handle);
    }
}

/// Source: DEFINE TOPIC (`NPMSGDLV`, `PMSGDLV`); 2502.
fn delivery_to_all_fails_for_all_when_one_queue_is_full(trial: &Trial<'_>) {
    let topic = trial.name("all");
    let attributes = format!("TOPICSTR('{topic}') NPMSGDLV(ALL) PMSGDLV(ALLAVAIL) USEDLQ(NO)");
    trial.define("TOPIC", "ALL", &attributes);
    let full = trial.queue("FULL", "MAXDEPTH(0)");
    let mut app = trial.connect();
    let (queue, _) = app.listen(&topic);
    let full = app.open(&full, BOTH);
    let mut asked = subscription(&topic, MQSO_CREATE);
    app.subscribe(&mut asked, full).expect("subscribed");
    let put = app.publish_with(&topic, &MsgDescriptor::default(), 0, "n");
    assert_eq!(put.expect_err("one is full"), Reason::PUBLICATION_FAILURE);
    assert!(app.drain(queue).is_empty());
    app.publish_with(&topic, &persistent(), 0, "p")
        .expect("published");
    assert_eq!(app.drain(queue), ["p"]);
}

/// Source: DEFINE TOPIC (`USEDLQ`).
fn what_a_full_queue_does_not_take_goes_to_the_dead_letter_queue(trial: &Trial<'_>) {
    let topic = trial.name("dead");
    let attributes = format!("TOPICSTR('{topic}') NPMSGDLV(ALL) USEDLQ(YES)");
    trial.define("TOPIC", "DEAD", &attributes);
    let dead = trial.queue("DEADQ", "");
    trial.mqsc(&format!("ALTER QMGR DEADQ('{dead}')"));
    let full = trial.queue("FULL", "MAXDEPTH(0)");
    let mut app = trial.connect();
    let full = app.open(&full, BOTH);
    let mut asked = subscription(&topic, MQSO_CREATE);
    app.subscribe(&mut asked, full).expect("subscribed");
    app.publish(&topic, "undelivered");
    let dead = app.open(&dead, MQOO_INPUT_SHARED);
    let got = app.take(dead, &Get::with(0)).expect("a message");
    assert_eq!(got.descriptor.format, *b"MQDEAD  ");
    assert!(String::from_utf8_lossy(&got.body).ends_with("undelivered"));
}

/// Source: MQSD (`SubLevel`), MQPMO (`PubLevel`).
fn only_the_highest_level_gets_a_publication(trial: &Trial<'_>) {
    let topic = trial.name("levels");
    let mut app = trial.connect();
    let queues = [1, 5].map(|level| {
        let mut asked = subscription(&topic, MANAGED);
        asked.sub_level = level;
        let made = app.subscribe(&mut asked, ObjectHandle::NONE);
        made.expect("subscribed").0
    });
    app.publish(&topic, "all");
    let topic = &mut ObjectDescriptor::topic(&topic);
    let handle = app.open_object(topic, MQOO_OUTPUT).expect("opened");
    let options = PutOptions {
        pub_level: 4,
        ..PutOptions::default()
    };
    let put = app.put_whole(handle, &MsgDescriptor::default(), options, b"low");
    put.expect("published");
    assert_eq!(app.drain(queues[1]), ["all"]);
    assert_eq!(app.drain(queues[0]), ["low"]);
}

/// Source: MQSO_GROUP_SUB.
fn a_group_of_subscriptions_gets_one_copy(trial: &Trial<'_>) {
    let topic = trial.name("group");
    let queue = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&queue, BOTH);
    for (below, data) in [("#", "wide"), ("a/+", "narrow")] {
        let options = MQSO_CREATE | MQSO_GROUP_SUB | MQSO_SET_CORREL_ID;
        let mut asked = subscription(&format!("{topic}/{below}"), options);
        asked.sub_correl_id = id(3);
        asked.sub_user_data = data.to_owned();
        app.subscribe(&mut asked, queue).expect("subscribed");
    }
    app.publish(&format!("{topic}/a/b"), "x");
    app.publish(&format!("{topic}/b"), "y");
    let forced = Get::with(MQGMO_PROPERTIES_FORCE_MQRFH2);
    let got = app.take(queue, &forced).expect("a message");
    assert!(String::from_utf8_lossy(&got.body).contains("<Sud>narrow</Sud>"));
    assert_eq!(app.drain(queue), ["y"]);
}

fn topics_take_no_other_open_options(trial: &Trial<'_>) {
    let mut app = trial.connect();
    for options in [MQOO_INPUT_SHARED, MQOO_BROWSE, MQOO_INQUIRE, MQOO_SET] {
        let topic = &mut ObjectDescriptor::topic(&trial.name("options"));
        let refused = app.open_object(topic, options | MQOO_OUTPUT);
        assert_eq!(refused, Err(Reason::OPTION_NOT_VALID_FOR_TYPE));
    }
    let refused = app.open_object(&mut ObjectDescriptor::topic(""), MQOO_OUTPUT);
    assert_eq!(refused, Err(Reason::UNKNOWN_OBJECT_NAME));
    let mut base = ObjectDescriptor::topic("");
    base.object_name = ObjectName::truncated("SYSTEM.BASE.TOPIC");
    let refused = app.open_object(&mut base, MQOO_OUTPUT);
    assert_eq!(refused, Err(Reason::TOPIC_STRING_ERROR));
    let system = &mut ObjectDescriptor::topic("$SYS/MQ/x");
    let refused = app.open_object(system, MQOO_OUTPUT);
    assert_eq!(refused, Err(Reason::NOT_AUTHORIZED));
}

/// Source: ALTER QMGR, `PSMODE`.
fn publish_and_subscribe_can_be_switched_off(trial: &Trial<'_>) {
    let topic = trial.name("off");
    let mut app = trial.connect();
    let (queue, _) = app.listen(&topic);
    let object = &mut ObjectDescriptor::topic(&topic);
    let handle = app.open_object(object, MQOO_OUTPUT).expect("opened");
    trial.mqsc("ALTER QMGR PSMODE(DISABLED)");
    assert!(trial.mqsc("DISPLAY PUBSUB").contains("STATUS(INACTIVE)"));
    let put = app.put_with(handle, &MsgDescriptor::default(), 0, "never");
    assert_eq!(put.map(drop), Err(Reason::PUBSUB_INHIBITED));
    let opened = app.open_object(object, MQOO_OUTPUT);
    assert_eq!(opened, Err(Reason::PUBSUB_INHIBITED));
    let refused = app.refuses(subscription(&topic, MANAGED));
    assert_eq!(refused, Reason::PUBSUB_INHIBITED);
    trial.mqsc("ALTER QMGR PSMODE(COMPAT)");
    assert!(trial.mqsc("DISPLAY PUBSUB").contains("STATUS(COMPAT)"));
    app.publish(&topic, "again");
    assert_eq!(app.drain(queue), ["again"]);
}

/// Source: MQSUB, reasons.
fn descriptors_that_make_no_sense_are_refused(trial: &Trial<'_>) {
    let topic = trial.name("nonsense");
    let mut app = trial.connect();
    for options in [
        0,
        MQSO_MANAGED,
        MANAGED | MQSO_ALTER | MQSO_RESUME,
        MANAGED | MQSO_WILDCARD_CHAR | MQSO_WILDCARD_TOPIC,
        MANAGED | MQSO_ANY_USERID | MQSO_FIXED_USERID,
        MANAGED | MQSO_NEW_PUBLICATIONS_ONLY | MQSO_PUBLICATIONS_ON_REQUEST,
        MQSO_CREATE | MQSO_GROUP_SUB,
    ] {
        let refused = app.refuses(subscription(&topic, options));
        assert_eq!(refused, Reason::OPTIONS_ERROR, "{options:#x}");
    }
    let refused = app.refuses(subscription(&topic, MANAGED | MQSO_DURABLE));
    assert_eq!(refused, Reason::SUB_NAME_ERROR);
    let mut missing = subscription(&topic, MQSO_RESUME | MQSO_MANAGED);
    missing.sub_name = trial.name("missing");
    assert_eq!(app.refuses(missing), Reason::NO_SUBSCRIPTION);
    let mut bad = subscription("a%b", MANAGED | MQSO_WILDCARD_CHAR);
    assert_eq!(app.refuses(bad.clone()), Reason::TOPIC_STRING_ERROR);
    bad = subscription(&topic, MANAGED);
    bad.sub_expiry = 0;
    assert_eq!(app.refuses(bad), Reason::EXPIRY_ERROR);
    let mut bad = subscription(&topic, MANAGED);
    bad.sub_level = 10;
    assert_eq!(app.refuses(bad), Reason::SD_ERROR);
    let refused = app.refuses(subscription("", MANAGED));
    assert_eq!(refused, Reason::UNKNOWN_OBJECT_NAME);
    let refused = app.refuses(subscription(&topic, MQSO_CREATE));
    assert_eq!(refused, Reason::HOBJ_ERROR);
    assert_eq!(text(&app_probe(trial, &topic)), "still works");
}

/// After all that was refused a subscription works.
fn app_probe(trial: &Trial<'_>, topic: &str) -> ferromq_mqi::call::GetReply {
    let mut app = trial.connect();
    let (queue, _) = app.listen(topic);
    app.publish(topic, "still works");
    app.take(queue, &Get::with(0)).expect("a message")
}
