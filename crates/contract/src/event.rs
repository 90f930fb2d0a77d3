//! Event messages: what verbs leave behind when they fail, and the envelope all events have.

use crate::app::Get;
use crate::subject::contracts;
use crate::trial::{Q_MGR, Trial};
use ferromq_mqi::call::GetReply;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::options::{ObjectDescriptor, SubscriptionDescriptor};
use ferromq_mqi::pcf::{Header, Message, Value};
use ferromq_mqi::{MsgDescriptor, ObjectName, Reason};

contracts!("event":
    an_inhibited_get_is_told_of [Own],
    an_inhibited_put_is_told_of_and_so_is_a_publication [Own],
    a_name_that_leads_nowhere_here_is_told_of [Own],
    a_name_that_leads_nowhere_elsewhere_is_told_of [Own],
    nobody_is_told_what_nobody_asked_for [Own],
    the_envelope_is_the_documented_one [Own],
    an_event_is_in_no_unit_of_work [Own],
    an_event_its_queue_does_not_take_is_lost_and_changes_nothing [Own],
    a_put_without_an_answer_is_told_of_too [Own],
    each_destination_of_a_list_is_told_of [Own],
);

pub(crate) const Q_MGR_EVENTS: &str = "SYSTEM.ADMIN.QMGR.EVENT";

/// The next message of an event queue, if there is one.
pub(crate) fn next(trial: &Trial<'_>, queue: &str) -> Option<(GetReply, Message)> {
    let mut reader = trial.connect();
    let events = reader.open(queue, MQOO_INPUT_SHARED);
    let got = reader.take(events, &Get::with(MQGMO_NO_SYNCPOINT)).ok();
    // Closed before it is left: a client that only goes away holds the queue a moment longer.
    reader.close(events);
    let got = got?;
    let message = Message::decode(&got.body, ByteOrder::NATIVE).expect("an event is well-formed");
    Some((got, message))
}

/// The next one, which must come: some are written beside what they are about.
#[track_caller]
pub(crate) fn expect(trial: &Trial<'_>, queue: &str, reason: i32) -> Message {
    for _ in 0..500 {
        match next(trial, queue) {
            // Some roads tell of their start.
            Some((_, message)) if message.header.reason == MQRC_Q_MGR_ACTIVE => {}
            Some((_, message)) => {
                assert_eq!(message.header.reason, reason, "{message:?}");
                return message;
            }
            None => trial.pass_ms(10),
        }
    }
    panic!("no event {reason} on {queue}");
}

#[track_caller]
pub(crate) fn expect_none(trial: &Trial<'_>, queue: &str) {
    while let Some((_, message)) = next(trial, queue) {
        assert_eq!(message.header.reason, MQRC_Q_MGR_ACTIVE, "{message:?}");
    }
}

/// Parameters of a message, without those that only clients have.
pub(crate) fn ids(message: &Message) -> Vec<i32> {
    let ids = message.parameters.iter().map(|one| one.id);
    let of_client = [MQCACH_CONNECTION_NAME, MQCACH_CHANNEL_NAME];
    ids.filter(|id| !of_client.contains(id)).collect()
}

/// An inhibited queue. Source: event message reference, Get Inhibited.
fn an_inhibited_get_is_told_of(trial: &Trial<'_>) {
    trial.mqsc("ALTER QMGR INHIBTEV(ENABLED)");
    let name = trial.queue("Q", "GET(DISABLED)");
    let mut app = trial.connect_as("getter");
    let queue = app.open(&name, MQOO_INPUT_SHARED);
    assert_eq!(app.take_fails(queue, &Get::with(0)), Reason::GET_INHIBITED);
    let event = expect(trial, Q_MGR_EVENTS, MQRC_GET_INHIBITED);
    let told = [
        MQCA_Q_MGR_NAME,
        MQCA_Q_NAME,
        MQIA_APPL_TYPE,
        MQCACF_APPL_NAME,
    ];
    assert_eq!(ids(&event), told);
    assert_eq!(event.text(MQCA_Q_NAME), Some(name));
    assert_eq!(event.text(MQCACF_APPL_NAME).as_deref(), Some("getter"));
    expect_none(trial, Q_MGR_EVENTS);
}

/// Source: event message reference, Put Inhibited.
fn an_inhibited_put_is_told_of_and_so_is_a_publication(trial: &Trial<'_>) {
    trial.mqsc("ALTER QMGR INHIBTEV(ENABLED)");
    let name = trial.queue("Q", "PUT(DISABLED)");
    let topic = trial.define("TOPIC", "T", "TOPICSTR('inhibited/here') PUB(DISABLED)");
    let mut app = trial.connect();
    let queue = app.open(&name, MQOO_OUTPUT);
    let put = app.put_with(queue, &MsgDescriptor::default(), 0, "x");
    assert_eq!(put.err(), Some(Reason::PUT_INHIBITED));
    let event = expect(trial, Q_MGR_EVENTS, MQRC_PUT_INHIBITED);
    let told = [
        MQCA_Q_MGR_NAME,
        MQCA_Q_NAME,
        MQIA_APPL_TYPE,
        MQCACF_APPL_NAME,
    ];
    assert_eq!(ids(&event), told);
    let put = app.put1(
        &ObjectDescriptor::queue(&name),
        &MsgDescriptor::default(),
        0,
        "x",
    );
    assert_eq!(put.err(), Some(Reason::PUT_INHIBITED));
    let event = expect(trial, Q_MGR_EVENTS, MQRC_PUT_INHIBITED);
    assert_eq!(event.text(MQCA_Q_NAME), Some(name));
    let mut object = ObjectDescriptor {
        object_type: MQOT_TOPIC,
        version: MQOD_VERSION_4,
        object_name: ObjectName::truncated(&topic),
        ..ObjectDescriptor::default()
    };
    let handle = app.open_object(&mut object, MQOO_OUTPUT).expect("opened");
    let put = app.put_with(handle, &MsgDescriptor::default(), 0, "x");
    assert_eq!(put.err(), Some(Reason::PUT_INHIBITED));
    let event = expect(trial, Q_MGR_EVENTS, MQRC_PUT_INHIBITED);
    let told = [
        MQCA_Q_MGR_NAME,
        MQCA_TOPIC_STRING,
        MQCACF_ADMIN_TOPIC_NAMES,
        MQIA_APPL_TYPE,
        MQCACF_APPL_NAME,
    ];
    assert_eq!(ids(&event), told);
    assert_eq!(
        event.text(MQCA_TOPIC_STRING).as_deref(),
        Some("inhibited/here")
    );
    let Some(Value::Texts(names)) = event.get(MQCACF_ADMIN_TOPIC_NAMES) else {
        panic!("the names of topic objects");
    };
    assert_eq!(names.list[0], format!("{topic:48}").into_bytes());
}

/// Source: event message reference, Unknown Object Name, Unknown Alias Base Queue, Alias Base Queue Type Error.
fn a_name_that_leads_nowhere_here_is_told_of(trial: &Trial<'_>) {
    let alias = trial.define("QALIAS", "A", "TARGET(NOT.THERE)");
    let model = trial.define("QMODEL", "M", "");
    let wrong = trial.define("QALIAS", "W", &format!("TARGET('{model}')"));
    trial.mqsc("ALTER QMGR LOCALEV(ENABLED)");
    let mut app = trial.connect();
    let missing = trial.name("NONE");
    assert_eq!(
        app.open_fails(&missing, MQOO_OUTPUT),
        Reason::UNKNOWN_OBJECT_NAME
    );
    let event = expect(trial, Q_MGR_EVENTS, MQRC_UNKNOWN_OBJECT_NAME);
    let told = [
        MQCA_Q_MGR_NAME,
        MQIA_APPL_TYPE,
        MQCACF_APPL_NAME,
        MQCA_Q_NAME,
    ];
    assert_eq!(ids(&event), told);
    assert_eq!(event.text(MQCA_Q_NAME), Some(missing.clone()));
    let mut process = ObjectDescriptor {
        object_type: MQOT_PROCESS,
        object_name: ObjectName::truncated(&missing),
        ..ObjectDescriptor::default()
    };
    assert!(app.open_object(&mut process, MQOO_INQUIRE).is_err());
    let event = expect(trial, Q_MGR_EVENTS, MQRC_UNKNOWN_OBJECT_NAME);
    assert_eq!(event.text(MQCA_PROCESS_NAME), Some(missing.clone()));
    let mut subscription = SubscriptionDescriptor {
        options: MQSO_CREATE | MQSO_MANAGED | MQSO_NON_DURABLE,
        object_name: ObjectName::truncated(&missing),
        ..SubscriptionDescriptor::default()
    };
    let none = ferromq_mqi::options::ObjectHandle::NONE;
    assert!(app.0.subscribe(&mut subscription, none).is_err());
    let event = expect(trial, Q_MGR_EVENTS, MQRC_UNKNOWN_OBJECT_NAME);
    assert_eq!(event.text(MQCA_TOPIC_NAME), Some(missing));
    assert_eq!(
        app.open_fails(&alias, MQOO_OUTPUT),
        Reason::UNKNOWN_ALIAS_BASE_Q
    );
    let event = expect(trial, Q_MGR_EVENTS, MQRC_UNKNOWN_ALIAS_BASE_Q);
    let told = [
        MQCA_Q_MGR_NAME,
        MQCA_Q_NAME,
        MQCA_BASE_OBJECT_NAME,
        MQIA_APPL_TYPE,
        MQCACF_APPL_NAME,
        MQIA_BASE_TYPE,
    ];
    assert_eq!(ids(&event), told);
    assert_eq!(
        event.text(MQCA_BASE_OBJECT_NAME).as_deref(),
        Some("NOT.THERE")
    );
    assert_eq!(event.int(MQIA_BASE_TYPE), Some(MQOT_Q));
    assert_eq!(
        app.open_fails(&wrong, MQOO_OUTPUT),
        Reason::ALIAS_BASE_Q_TYPE_ERROR
    );
    let event = expect(trial, Q_MGR_EVENTS, MQRC_ALIAS_BASE_Q_TYPE_ERROR);
    let told = [
        MQCA_Q_MGR_NAME,
        MQCA_Q_NAME,
        MQCA_BASE_OBJECT_NAME,
        MQIA_Q_TYPE,
        MQIA_APPL_TYPE,
        MQCACF_APPL_NAME,
        MQIA_BASE_TYPE,
    ];
    assert_eq!(ids(&event), told);
    assert_eq!(event.int(MQIA_Q_TYPE), Some(MQQT_MODEL));
    expect_none(trial, Q_MGR_EVENTS);
}

/// What names a queue elsewhere and why it cannot be reached, and what is told besides.
struct Elsewhere {
    queue: String,
    q_mgr: String,
    reason: Reason,
    xmit_q: Option<String>,
    q_type: Option<i32>,
}

/// Source: event message reference, events of type remote.
fn a_name_that_leads_nowhere_elsewhere_is_told_of(trial: &Trial<'_>) {
    let plain = trial.queue("PLAIN", "");
    let model = trial.define("QMODEL", "MODEL", "");
    let alias = trial.define("QALIAS", "ALIAS", &format!("TARGET('{plain}')"));
    let own = trial.define("QREMOTE", "OWN", &format!("RQMNAME({Q_MGR})"));
    let to = |short: &str, xmit_q: &str| {
        let attributes = format!("RNAME(THERE) RQMNAME(FAR) XMITQ('{xmit_q}')");
        trial.define("QREMOTE", short, &attributes)
    };
    let lost = to("LOST", "NO.SUCH.XMITQ");
    let usage = to("USAGE", &plain);
    let of_type = to("TYPE", &alias);
    let nameless = trial.define("QREMOTE", "NAMELESS", "RQMNAME(FAR)");
    trial.mqsc("ALTER QMGR REMOTEEV(ENABLED)");
    let nowhere = |reason| Elsewhere {
        queue: String::new(),
        q_mgr: String::new(),
        reason,
        xmit_q: None,
        q_type: None,
    };
    let by_name = |queue: &str, reason| Elsewhere {
        queue: queue.to_owned(),
        ..nowhere(reason)
    };
    let far = |reason| Elsewhere {
        queue: "THERE".to_owned(),
        q_mgr: "FAR".to_owned(),
        ..nowhere(reason)
    };
    let default = |name: &str| trial.mqsc(&format!("ALTER QMGR DEFXMITQ('{name}')"));
    tell_of(trial, &far(Reason::UNKNOWN_REMOTE_Q_MGR));
    tell_of(trial, &by_name(&nameless, Reason::REMOTE_Q_NAME_ERROR));
    tell_of(
        trial,
        &Elsewhere {
            queue: model.clone(),
            q_mgr: own,
            ..nowhere(Reason::Q_TYPE_ERROR)
        },
    );
    tell_of(
        trial,
        &Elsewhere {
            xmit_q: Some("NO.SUCH.XMITQ".to_owned()),
            ..by_name(&lost, Reason::UNKNOWN_XMIT_Q)
        },
    );
    tell_of(
        trial,
        &Elsewhere {
            xmit_q: Some(plain.clone()),
            ..by_name(&usage, Reason::XMIT_Q_USAGE_ERROR)
        },
    );
    tell_of(
        trial,
        &Elsewhere {
            xmit_q: Some(alias.clone()),
            q_type: Some(MQQT_ALIAS),
            ..by_name(&of_type, Reason::XMIT_Q_TYPE_ERROR)
        },
    );
    for (name, reason, q_type) in [
        ("NO.SUCH.DEFAULT", Reason::UNKNOWN_DEF_XMIT_Q, None),
        (plain.as_str(), Reason::DEF_XMIT_Q_USAGE_ERROR, None),
        (
            model.as_str(),
            Reason::DEF_XMIT_Q_TYPE_ERROR,
            Some(MQQT_MODEL),
        ),
    ] {
        default(name);
        let xmit_q = Some(name.to_owned());
        tell_of(
            trial,
            &Elsewhere {
                xmit_q,
                q_type,
                ..far(reason)
            },
        );
    }
    expect_none(trial, Q_MGR_EVENTS);
}

#[track_caller]
fn tell_of(trial: &Trial<'_>, case: &Elsewhere) {
    let mut app = trial.connect();
    let opened = app.open_at(&case.queue, &case.q_mgr, MQOO_OUTPUT);
    assert_eq!(opened.err(), Some(case.reason), "{}", case.queue);
    let event = expect(trial, Q_MGR_EVENTS, case.reason.0);
    let known = [
        Some(MQCA_Q_MGR_NAME),
        Some(MQCA_Q_NAME),
        case.xmit_q.as_ref().map(|_| MQCA_XMIT_Q_NAME),
        case.q_type.map(|_| MQIA_Q_TYPE),
        Some(MQIA_APPL_TYPE),
        Some(MQCACF_APPL_NAME),
        (!case.q_mgr.is_empty()).then_some(MQCACF_OBJECT_Q_MGR_NAME),
    ];
    let known: Vec<i32> = known.into_iter().flatten().collect();
    assert_eq!(ids(&event), known, "{}", case.reason);
    assert_eq!(event.text(MQCA_Q_NAME).as_ref(), Some(&case.queue));
    assert_eq!(event.text(MQCA_XMIT_Q_NAME), case.xmit_q);
    assert_eq!(event.int(MQIA_Q_TYPE), case.q_type);
}

fn nobody_is_told_what_nobody_asked_for(trial: &Trial<'_>) {
    let name = trial.queue("Q", "PUT(DISABLED) GET(DISABLED)");
    let mut app = trial.connect();
    let queue = app.open(&name, MQOO_OUTPUT | MQOO_INPUT_SHARED);
    assert!(
        app.put_with(queue, &MsgDescriptor::default(), 0, "x")
            .is_err()
    );
    assert_eq!(app.take_fails(queue, &Get::with(0)), Reason::GET_INHIBITED);
    app.open_fails(&trial.name("NONE"), MQOO_OUTPUT);
    assert!(app.open_at("THERE", "FAR", MQOO_OUTPUT).is_err());
    trial.mqsc(&format!("ALTER QLOCAL('{name}') DESCR('changed')"));
    for queue in [
        Q_MGR_EVENTS,
        "SYSTEM.ADMIN.PERFM.EVENT",
        "SYSTEM.ADMIN.CONFIG.EVENT",
        "SYSTEM.ADMIN.COMMAND.EVENT",
        "SYSTEM.ADMIN.LOGGER.EVENT",
    ] {
        expect_none(trial, queue);
    }
}

/// Source: "Event message MQMD", "Event message MQCFH".
fn the_envelope_is_the_documented_one(trial: &Trial<'_>) {
    trial.mqsc("ALTER QMGR LOCALEV(ENABLED)");
    trial.mqsc(&format!("ALTER QLOCAL({Q_MGR_EVENTS}) DEFPRTY(4)"));
    let mut app = trial.connect();
    app.open_fails("NONE", MQOO_OUTPUT);
    let (got, message) = loop {
        let (got, message) = next(trial, Q_MGR_EVENTS).expect("an event");
        if message.header.reason != MQRC_Q_MGR_ACTIVE {
            break (got, message);
        }
    };
    let header = Header {
        kind: MQCFT_EVENT,
        version: 1,
        command: MQCMD_Q_MGR_EVENT,
        sequence: 1,
        control: MQCFC_LAST,
        comp_code: MQCC_WARNING,
        reason: MQRC_UNKNOWN_OBJECT_NAME,
    };
    assert_eq!(message.header, header);
    let descriptor = got.descriptor;
    assert_eq!(descriptor.msg_type, MQMT_DATAGRAM);
    assert_eq!(descriptor.report, MQRO_NONE);
    assert_eq!(descriptor.expiry, MQEI_UNLIMITED);
    assert_eq!(&descriptor.format, b"MQEVENT ");
    assert_eq!(descriptor.encoding, MQENC_NATIVE);
    assert_eq!(
        (descriptor.priority, descriptor.persistence),
        (4, MQPER_NOT_PERSISTENT)
    );
    assert_ne!(descriptor.msg_id, MQMI_NONE);
    assert_eq!(descriptor.correl_id, MQCI_NONE);
    assert_eq!(descriptor.reply_to_q, [b' '; 48]);
    assert_eq!(descriptor.user_identifier, [b' '; 12]);
    assert_eq!(descriptor.put_appl_type, MQAT_QMGR);
    assert_eq!(descriptor.put_appl_name, *format!("{Q_MGR:28}").as_bytes());
    assert_ne!(descriptor.put_date, [b' '; 8]);
}

fn an_event_is_in_no_unit_of_work(trial: &Trial<'_>) {
    trial.mqsc("ALTER QMGR INHIBTEV(ENABLED)");
    let (name, other) = (trial.queue("Q", "PUT(DISABLED)"), trial.queue("O", ""));
    let mut app = trial.connect();
    let (queue, other) = (app.open(&name, MQOO_OUTPUT), app.open(&other, MQOO_OUTPUT));
    app.put_in_work(other, &MsgDescriptor::default(), "backed out");
    let put = app.put_with(queue, &MsgDescriptor::default(), MQPMO_SYNCPOINT, "x");
    assert_eq!(put.err(), Some(Reason::PUT_INHIBITED));
    app.back_out();
    expect(trial, Q_MGR_EVENTS, MQRC_PUT_INHIBITED);
}

fn an_event_its_queue_does_not_take_is_lost_and_changes_nothing(trial: &Trial<'_>) {
    trial.mqsc("ALTER QMGR LOCALEV(ENABLED)");
    let mut app = trial.connect();
    for change in ["PUT(DISABLED)", "PUT(ENABLED) MAXDEPTH(0)"] {
        trial.mqsc(&format!("ALTER QLOCAL({Q_MGR_EVENTS}) {change}"));
        assert_eq!(
            app.open_fails("NONE", MQOO_OUTPUT),
            Reason::UNKNOWN_OBJECT_NAME
        );
    }
    trial.mqsc(&format!("ALTER QLOCAL({Q_MGR_EVENTS}) MAXDEPTH(10)"));
    expect_none(trial, Q_MGR_EVENTS);
    trial.mqsc(&format!("DELETE QLOCAL({Q_MGR_EVENTS})"));
    assert_eq!(
        app.open_fails("NONE", MQOO_OUTPUT),
        Reason::UNKNOWN_OBJECT_NAME
    );
    // An alias queue may stand in its place.
    let name = trial.queue("EVENTS", "");
    trial.mqsc(&format!("DEFINE QALIAS({Q_MGR_EVENTS}) TARGET('{name}')"));
    app.open_fails("NONE", MQOO_OUTPUT);
    expect(trial, &name, MQRC_UNKNOWN_OBJECT_NAME);
}

fn a_put_without_an_answer_is_told_of_too(trial: &Trial<'_>) {
    trial.mqsc("ALTER QMGR INHIBTEV(ENABLED)");
    let name = trial.queue("Q", "PUT(DISABLED)");
    let mut app = trial.connect();
    let queue = app.open(&name, MQOO_OUTPUT);
    let put = app.put_with(queue, &MsgDescriptor::default(), MQPMO_ASYNC_RESPONSE, "x");
    assert!(put.is_ok());
    app.close(queue);
    expect(trial, Q_MGR_EVENTS, MQRC_PUT_INHIBITED);
}

fn each_destination_of_a_list_is_told_of(trial: &Trial<'_>) {
    trial.mqsc("ALTER QMGR LOCALEV(ENABLED)");
    let name = trial.queue("Q", "");
    let record = |name: &str| ferromq_mqi::distribution::ObjectRecord {
        object_name: ObjectName::truncated(name),
        object_q_mgr_name: ObjectName::BLANK,
    };
    let list = ObjectDescriptor {
        version: MQOD_VERSION_2,
        records: vec![record("NONE.1"), record(&name), record("NONE.2")],
        ..ObjectDescriptor::default()
    };
    let mut app = trial.connect();
    let opened = app.0.open_list(&list, MQOO_OUTPUT);
    assert!(opened.is_ok(), "one of them can be opened");
    for missing in ["NONE.1", "NONE.2"] {
        let event = expect(trial, Q_MGR_EVENTS, MQRC_UNKNOWN_OBJECT_NAME);
        assert_eq!(event.text(MQCA_Q_NAME).as_deref(), Some(missing));
    }
    expect_none(trial, Q_MGR_EVENTS);
}
