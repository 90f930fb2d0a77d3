//! Who may publish and subscribe to what.

use crate::app::Get;
use crate::authority::{REFUSED, allow, allow_on_q_mgr, connected, user};
use crate::event::{expect, ids};
use crate::subject::contracts;
use crate::trial::Trial;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::{ObjectDescriptor, ObjectHandle};
use ferromq_mqi::{MsgDescriptor, Reason};

contracts!("authority_topic":
    topics_need_authority_over_an_object_above_them [Users],
    a_queue_given_for_publications_needs_put [Users],
    publications_that_leave_need_what_their_queue_does [Users],
    publishing_with_context_of_its_own_needs_leave_for_it [Users],
    context_of_publications_is_a_matter_of_the_own_user [Users],
    what_the_queue_manager_tells_is_no_matter_of_the_base_topic [Users],
    who_may_resume_may_not_alter_and_remove [Users],
    a_subscription_is_removed_by_whose_it_is [Users],
    a_refusal_to_remove_a_subscription_puts_an_event_message [Users, Own],
    whoever_resumes_a_subscription_of_any_user_has_it_from_then_on [Users],
);

/// Source: "Publish/subscribe security": the closest topic object that allows it is enough.
fn topics_need_authority_over_an_object_above_them(trial: &Trial<'_>) {
    let root = trial.name("topic");
    let upper = trial.define("TOPIC", "UPPER", &format!("TOPICSTR('{root}')"));
    trial.define("TOPIC", "LOWER", &format!("TOPICSTR('{root}/low')"));
    let joe = user(trial, "joe");
    let allow = |permissions: &str| {
        trial.mqsc(&format!(
            "SET AUTHREC PROFILE('{upper}') OBJTYPE(TOPIC) PRINCIPAL('{joe}') AUTHADD({permissions})"
        ));
    };
    let mut app = connected(trial, "joe");
    let below = format!("{root}/low/x");
    let mut topic = ObjectDescriptor::topic(&below);
    assert_eq!(app.open_object(&mut topic, MQOO_OUTPUT), Err(REFUSED));
    allow("PUB");
    let opened = app.open_object(&mut topic, MQOO_OUTPUT);
    app.put(opened.expect("opened"), "x");
    let options = MQSO_CREATE | MQSO_MANAGED | MQSO_DURABLE;
    let mut asked = crate::publish::subscription(&below, options);
    asked.sub_name = trial.name("sub");
    assert_eq!(app.refuses(asked.clone()), REFUSED);
    allow("SUB");
    let made = app.subscribe(&mut asked.clone(), ObjectHandle::NONE);
    let (queue, subscription) = made.expect("subscribed");
    app.put1(
        &ObjectDescriptor::topic(&below),
        &MsgDescriptor::default(),
        0,
        "y",
    )
    .expect("published");
    assert_eq!(app.drain(queue), ["y"]);
    app.close(subscription);
    asked.options = MQSO_RESUME | MQSO_MANAGED;
    let made = app.subscribe(&mut asked, ObjectHandle::NONE);
    let (_, subscription) = made.expect("resumed");
    assert_eq!(
        app.close_with(subscription, MQCO_REMOVE_SUB),
        Ok(Reason::NONE)
    );
    let mut elsewhere = ObjectDescriptor::topic(&trial.name("elsewhere"));
    assert_eq!(app.open_object(&mut elsewhere, MQOO_OUTPUT), Err(REFUSED));
}

fn allow_on_topic(trial: &Trial<'_>, name: &str, object: &str, permissions: &str) {
    let user = user(trial, name);
    trial.mqsc(&format!(
        "SET AUTHREC PROFILE('{object}') OBJTYPE(TOPIC) PRINCIPAL('{user}') AUTHADD({permissions})"
    ));
}

/// Source: MQSUB usage notes, `MQSO_SET_IDENTITY_CONTEXT`, "Not Authorized (type 6)".
fn a_queue_given_for_publications_needs_put(trial: &Trial<'_>) {
    let topic = trial.name("given");
    let object = trial.define("TOPIC", "T", &format!("TOPICSTR('{topic}')"));
    let queue = trial.queue("Q", "");
    allow(trial, "joe", &queue, "GET");
    allow_on_topic(trial, "joe", &object, "SUB,RESUME");
    let mut app = connected(trial, "joe");
    let given = app.open(&queue, MQOO_INPUT_SHARED);
    let mut asked = crate::publish::subscription(&topic, MQSO_CREATE | MQSO_DURABLE);
    asked.sub_name = trial.name("sub");
    let mut identity = asked.clone();
    identity.options |= MQSO_SET_IDENTITY_CONTEXT;
    identity.sub_name = trial.name("identity");
    assert_eq!(app.subscribe(&mut asked.clone(), given), Err(REFUSED));
    allow(trial, "joe", &queue, "PUT");
    let (_, subscription) = app.subscribe(&mut asked, given).expect("subscribed");
    app.close(subscription);
    let mut resumed = crate::publish::subscription("", MQSO_RESUME);
    resumed.sub_name.clone_from(&asked.sub_name);
    let refused = app.subscribe(&mut resumed.clone(), ObjectHandle::NONE);
    assert_eq!(
        refused,
        Err(REFUSED),
        "a handle to get and to browse is returned"
    );
    let (_, subscription) = app.subscribe(&mut resumed.clone(), given).expect("resumed");
    app.close(subscription);
    allow(trial, "joe", &queue, "BROWSE");
    let made = app.subscribe(&mut resumed, ObjectHandle::NONE);
    app.close(made.expect("resumed").1);

    assert_eq!(app.subscribe(&mut identity.clone(), given), Err(REFUSED));
    allow(trial, "joe", &queue, "SETID");
    assert_eq!(app.subscribe(&mut identity.clone(), given), Err(REFUSED));
    let managed = MQSO_CREATE | MQSO_MANAGED | MQSO_SET_IDENTITY_CONTEXT;
    let mut managed = crate::publish::subscription(&topic, managed);
    app.subscribe(&mut managed, ObjectHandle::NONE)
        .expect("no queue was given");
    allow_on_q_mgr(trial, "joe", "SETID");
    app.subscribe(&mut identity, given).expect("subscribed");
}

/// Source: MQSUB, "Not Authorized (type 6)": what counts is what an open of the handle is asked, not a queue here that has the name of
/// one that is elsewhere.
fn publications_that_leave_need_what_their_queue_does(trial: &Trial<'_>) {
    let topic = trial.name("leaving");
    let object = trial.define("TOPIC", "T", &format!("TOPICSTR('{topic}')"));
    let queue = trial.queue("Q", "");
    let transmission_queue = trial.queue("X", "USAGE(XMITQ)");
    allow(trial, "joe", &transmission_queue, "PUT,SETALL");
    allow_on_topic(trial, "joe", &object, "SUB");
    let mut app = connected(trial, "joe");
    let mut elsewhere = ObjectDescriptor {
        object_q_mgr_name: FixedText::truncated(&transmission_queue),
        ..ObjectDescriptor::queue(&queue)
    };
    let given = app.open_object(&mut elsewhere, MQOO_OUTPUT);
    let given = given.expect("opened");
    let options = MQSO_CREATE | MQSO_DURABLE | MQSO_ANY_USERID;
    let mut asked = crate::publish::subscription(&topic, options);
    asked.sub_name = trial.name("leaving");
    let (_, subscription) = app.subscribe(&mut asked, given).expect("subscribed");
    app.close(subscription);
    // Who may put to the queue here, and to no other, has nothing sent away.
    allow(trial, "ann", &queue, "PUT");
    allow_on_topic(trial, "ann", &object, "SUB,RESUME");
    let mut other = connected(trial, "ann");
    let here = other.open(&queue, MQOO_OUTPUT);
    let mut resumed = crate::publish::subscription("", MQSO_RESUME);
    resumed.sub_name.clone_from(&asked.sub_name);
    assert_eq!(other.subscribe(&mut resumed, here), Err(REFUSED));
}

/// Source: "Authorizations for MQI calls", table of MQOPEN.
fn publishing_with_context_of_its_own_needs_leave_for_it(trial: &Trial<'_>) {
    let topic = trial.name("context");
    let object = trial.define("TOPIC", "T", &format!("TOPICSTR('{topic}')"));
    allow_on_topic(trial, "joe", &object, "PUB");
    let mut app = connected(trial, "joe");
    for (options, permission) in [
        (MQOO_SET_IDENTITY_CONTEXT, "SETID"),
        (MQOO_SET_ALL_CONTEXT, "SETALL"),
        (MQOO_PASS_IDENTITY_CONTEXT, "PASSID"),
        (MQOO_PASS_ALL_CONTEXT, "PASSALL"),
    ] {
        let options = MQOO_OUTPUT | options;
        let mut opened = ObjectDescriptor::topic(&topic);
        let refused = app.open_object(&mut opened, options);
        assert_eq!(refused, Err(REFUSED), "{permission}");
        allow_on_topic(trial, "joe", &object, permission);
        let handle = app.open_object(&mut opened, options).expect("opened");
        app.close(handle);
    }
}

/// Source: MQOPEN: context options are checked against the user the program runs as, also where it stands in for another one.
fn context_of_publications_is_a_matter_of_the_own_user(trial: &Trial<'_>) {
    let topic = trial.name("stand-in");
    let object = trial.define("TOPIC", "T", &format!("TOPICSTR('{topic}')"));
    allow_on_topic(trial, "jill", &object, "PUB,SETALL");
    allow_on_q_mgr(trial, "joe", "ALTUSR");
    let mut app = connected(trial, "joe");
    let mut as_jill = ObjectDescriptor::topic(&topic);
    as_jill.alternate_user_id = FixedText::truncated(&user(trial, "jill"));
    let options = MQOO_OUTPUT | MQOO_ALTERNATE_USER_AUTHORITY;
    let handle = app.open_object(&mut as_jill.clone(), options);
    app.close(handle.expect("opened"));
    let sets = options | MQOO_SET_ALL_CONTEXT;
    assert_eq!(app.open_object(&mut as_jill.clone(), sets), Err(REFUSED));
    allow_on_topic(trial, "joe", &object, "SETALL");
    app.open_object(&mut as_jill, sets).expect("opened");
}

/// Source: "System topics for monitoring and activity trace": leave given above `$SYS/MQ` does not count there.
fn what_the_queue_manager_tells_is_no_matter_of_the_base_topic(trial: &Trial<'_>) {
    let topic = "$SYS/MQ/INFO/QMGR/QM1/Monitor/METADATA/CLASSES";
    let asked = || crate::publish::subscription(topic, MQSO_CREATE | MQSO_MANAGED);
    allow_on_topic(trial, "joe", "SYSTEM.BASE.TOPIC", "SUB");
    let mut app = connected(trial, "joe");
    let elsewhere = trial.name("elsewhere");
    let mut allowed = crate::publish::subscription(&elsewhere, MQSO_CREATE | MQSO_MANAGED);
    app.subscribe(&mut allowed, ObjectHandle::NONE)
        .expect("the base topic is above all others");
    assert_eq!(app.refuses(asked()), REFUSED);
    allow_on_topic(trial, "joe", "SYSTEM.ADMIN.TOPIC", "SUB");
    app.subscribe(&mut asked(), ObjectHandle::NONE)
        .expect("subscribed");
}

fn forbid_on_topic(trial: &Trial<'_>, name: &str, object: &str, permissions: &str) {
    let user = user(trial, name);
    trial.mqsc(&format!(
        "SET AUTHREC PROFILE('{object}') OBJTYPE(TOPIC) PRINCIPAL('{user}') AUTHRMV({permissions})"
    ));
}

const ALL: i32 = MQSO_MANAGED | MQSO_DURABLE | MQSO_ANY_USERID;

/// Source: "Authorizations for MQI calls": `sub` creates, alters and resumes, `resume` resumes.
fn who_may_resume_may_not_alter_and_remove(trial: &Trial<'_>) {
    let topic = trial.name("resumed");
    let object = trial.define("TOPIC", "T", &format!("TOPICSTR('{topic}')"));
    allow_on_topic(trial, "joe", &object, "SUB");
    let mut maker = connected(trial, "joe");
    let mut asked = crate::publish::subscription(&topic, MQSO_CREATE | ALL);
    asked.sub_name = trial.name("sub");
    let made = maker.subscribe(&mut asked.clone(), ObjectHandle::NONE);
    maker.close(made.expect("subscribed").1);

    let mut other = connected(trial, "ann");
    asked.options = MQSO_RESUME | ALL;
    assert_eq!(other.refuses(asked.clone()), REFUSED);
    allow_on_topic(trial, "ann", &object, "RESUME");
    asked.options = MQSO_ALTER | ALL;
    asked.sub_user_data = "altered".to_owned();
    assert_eq!(other.refuses(asked.clone()), REFUSED);
    asked.options = MQSO_RESUME | ALL;
    let resumed = other.subscribe(&mut asked.clone(), ObjectHandle::NONE);
    let (_, subscription) = resumed.expect("resumed");
    let removed = other.close_with(subscription, MQCO_REMOVE_SUB);
    assert_eq!(removed, Err(REFUSED));
    // The handle is as good as before.
    allow_on_topic(trial, "ann", &object, "SUB");
    let removed = other.close_with(subscription, MQCO_REMOVE_SUB);
    assert_eq!(removed, Ok(Reason::NONE));
    assert_eq!(other.refuses(asked), Reason::NO_SUBSCRIPTION);
}

/// Source: "Not Authorized (type 3)": whoever made it needs to be allowed still.
fn a_subscription_is_removed_by_whose_it_is(trial: &Trial<'_>) {
    let topic = trial.name("removed");
    let object = trial.define("TOPIC", "T", &format!("TOPICSTR('{topic}')"));
    allow_on_topic(trial, "joe", &object, "SUB");
    let mut app = connected(trial, "joe");
    let mut asked = crate::publish::subscription(&topic, MQSO_CREATE | ALL);
    asked.sub_name = trial.name("sub");
    let made = app.subscribe(&mut asked.clone(), ObjectHandle::NONE);
    let (_, subscription) = made.expect("subscribed");
    let (_, passing) = app.listen(&topic);
    forbid_on_topic(trial, "joe", &object, "SUB");
    let removed = app.close_with(subscription, MQCO_REMOVE_SUB);
    assert_eq!(removed, Err(REFUSED));
    app.close(subscription);
    // One that does not last goes with its handle in any case.
    assert_eq!(app.close_with(passing, MQCO_REMOVE_SUB), Ok(Reason::NONE));
    let mut admin = trial.connect();
    asked.options = MQSO_RESUME | ALL;
    let resumed = admin.subscribe(&mut asked, ObjectHandle::NONE);
    let (_, subscription) = resumed.expect("resumed");
    let removed = admin.close_with(subscription, MQCO_REMOVE_SUB);
    assert_eq!(removed, Ok(Reason::NONE));
}

/// Source: event message reference, "Not Authorized (type 3)".
fn a_refusal_to_remove_a_subscription_puts_an_event_message(trial: &Trial<'_>) {
    let topic = trial.name("told");
    let object = trial.define("TOPIC", "T", &format!("TOPICSTR('{topic}')"));
    allow_on_topic(trial, "joe", &object, "SUB");
    let mut app = connected(trial, "joe");
    let mut asked = crate::publish::subscription(&topic, MQSO_CREATE | ALL);
    asked.sub_name = trial.name("sub");
    let made = app.subscribe(&mut asked.clone(), ObjectHandle::NONE);
    let (_, subscription) = made.expect("subscribed");
    forbid_on_topic(trial, "joe", &object, "SUB");
    trial.mqsc("ALTER QMGR AUTHOREV(ENABLED)");
    let removed = app.close_with(subscription, MQCO_REMOVE_SUB);
    assert_eq!(removed, Err(REFUSED));
    trial.mqsc("ALTER QMGR AUTHOREV(DISABLED)");
    let event = expect(trial, "SYSTEM.ADMIN.QMGR.EVENT", MQRC_NOT_AUTHORIZED);
    assert_eq!(
        event.int(MQIACF_REASON_QUALIFIER),
        Some(MQRQ_CLOSE_NOT_AUTHORIZED)
    );
    assert_eq!(
        ids(&event),
        [
            MQCA_Q_MGR_NAME,
            MQIACF_REASON_QUALIFIER,
            MQCACF_USER_IDENTIFIER,
            MQIA_APPL_TYPE,
            MQCACF_APPL_NAME,
            MQCACF_SUB_NAME,
            MQCA_TOPIC_STRING,
            MQCACF_ADMIN_TOPIC_NAMES,
        ]
    );
    assert_eq!(event.text(MQCACF_SUB_NAME), Some(asked.sub_name));
    assert_eq!(event.text(MQCA_TOPIC_STRING), Some(topic));
}

/// Source: MQSD, `MQSO_ANY_USERID`: publications carry the new user from then on.
fn whoever_resumes_a_subscription_of_any_user_has_it_from_then_on(trial: &Trial<'_>) {
    let topic = trial.name("moved");
    let object = trial.define("TOPIC", "T", &format!("TOPICSTR('{topic}')"));
    for name in ["joe", "ann"] {
        allow_on_topic(trial, name, &object, "SUB,RESUME,PUB");
    }
    let mut asked = crate::publish::subscription(&topic, MQSO_CREATE | MQSO_RESUME | ALL);
    asked.sub_name = trial.name("sub");
    for name in ["joe", "ann", "ann", "joe"] {
        let mut app = connected(trial, name);
        let made = app.subscribe(&mut asked.clone(), ObjectHandle::NONE);
        let (queue, subscription) = made.expect("subscribed");
        app.publish(&topic, "x");
        let got = app.expect(queue, &Get::with(MQGMO_NO_SYNCPOINT), "x");
        let of = String::from_utf8_lossy(&got.descriptor.user_identifier).into_owned();
        assert_eq!(of.trim_end(), user(trial, name));
        app.close(subscription);
        let shown = trial.mqsc(&format!("DISPLAY SUB('{}') SUBUSER", asked.sub_name));
        assert!(
            shown.contains(&format!("SUBUSER({})", user(trial, name))),
            "{shown}"
        );
    }
    // While somebody has it, it is his.
    let mut holder = connected(trial, "joe");
    let held = holder.subscribe(&mut asked.clone(), ObjectHandle::NONE);
    held.expect("resumed");
    let mut other = connected(trial, "ann");
    assert_eq!(other.refuses(asked.clone()), Reason::SUBSCRIPTION_IN_USE);
    let shown = trial.mqsc(&format!("DISPLAY SUB('{}') SUBUSER", asked.sub_name));
    assert!(
        shown.contains(&format!("SUBUSER({})", user(trial, "joe"))),
        "{shown}"
    );
}
