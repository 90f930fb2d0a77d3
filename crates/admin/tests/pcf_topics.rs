//! Topics and subscriptions in programmable command formats, on a real queue manager.

use crate::answers::{done, refused, send};
use crate::started::{created, started};
use ferromq_admin::Administered;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::pcf::{Message, Parameter, Value};

fn queue(name: &str) -> Vec<Parameter> {
    vec![
        Parameter::text(MQCA_Q_NAME, name),
        Parameter::int(MQIA_Q_TYPE, MQQT_LOCAL),
    ]
}

fn text_of(message: &Message, id: i32) -> String {
    message
        .text(id)
        .unwrap_or_else(|| panic!("{id} in {message:?}"))
}

#[test]
fn a_topic_is_created_inquired_changed_copied_and_deleted() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    let name = |name: &str| Parameter::text(MQCA_TOPIC_NAME, name);
    let create = vec![
        name("NEWS"),
        Parameter::text(MQCA_TOPIC_STRING, "news"),
        Parameter::int(MQIA_TOPIC_TYPE, MQTOPT_LOCAL),
        Parameter::int(MQIA_INHIBIT_PUB, MQTA_PUB_INHIBITED),
    ];
    done(&operations, MQCMD_CREATE_TOPIC, create.clone());
    let again = refused(&operations, MQCMD_CREATE_TOPIC, create).0;
    assert_eq!(again, MQRCCF_OBJECT_ALREADY_EXISTS);
    let change = vec![
        name("NEWS"),
        Parameter::int(MQIA_INHIBIT_PUB, MQTA_PUB_ALLOWED),
        Parameter::text(MQCA_TOPIC_DESC, "all of them"),
    ];
    done(&operations, MQCMD_CHANGE_TOPIC, change);
    let copy = vec![
        Parameter::text(MQCACF_FROM_TOPIC_NAME, "NEWS"),
        Parameter::text(MQCACF_TO_TOPIC_NAME, "SPORT"),
        Parameter::text(MQCA_TOPIC_STRING, "sport"),
    ];
    done(&operations, MQCMD_COPY_TOPIC, copy);
    let found = done(&operations, MQCMD_INQUIRE_TOPIC, vec![name("SPORT")]);
    assert_eq!(text_of(&found, MQCA_TOPIC_STRING), "sport");
    assert_eq!(text_of(&found, MQCA_TOPIC_DESC), "all of them");
    assert_eq!(found.int(MQIA_INHIBIT_PUB), Some(MQTA_PUB_ALLOWED));
    assert_eq!(found.int(MQIA_TOPIC_TYPE), Some(MQTOPT_LOCAL));
    let some = vec![
        name("*"),
        Parameter::ints(MQIACF_TOPIC_ATTRS, &[MQCA_TOPIC_STRING]),
    ];
    for answer in send(&operations, MQCMD_INQUIRE_TOPIC, some) {
        let ids: Vec<i32> = answer.parameters.iter().map(|one| one.id).collect();
        // Documented: name and type are always returned.
        assert_eq!(ids, [MQCA_TOPIC_NAME, MQIA_TOPIC_TYPE, MQCA_TOPIC_STRING]);
    }
    let names = done(&operations, MQCMD_INQUIRE_TOPIC_NAMES, vec![name("S*")]);
    let Some(Value::Texts(names)) = names.get(MQCACF_TOPIC_NAMES) else {
        panic!("{names:?}");
    };
    assert!(names.list.iter().any(|name| name.starts_with(b"SPORT ")));
    done(&operations, MQCMD_DELETE_TOPIC, vec![name("SPORT")]);
    let gone = refused(&operations, MQCMD_INQUIRE_TOPIC, vec![name("SPORT")]).0;
    assert_eq!(gone, MQRC_UNKNOWN_OBJECT_NAME);
}

fn sub_name(name: &str) -> Parameter {
    Parameter::text(MQCACF_SUB_NAME, name)
}

const CORREL_ID: [u8; 24] = *b"a correlation identifier";

/// What creates the subscription `reader`; there is its queue already.
fn reader(operations: &Administered) -> Vec<Parameter> {
    done(operations, MQCMD_CREATE_Q, queue("APP.NEWS"));
    vec![
        sub_name("reader"),
        Parameter::text(MQCA_TOPIC_STRING, "news/#"),
        Parameter::text(MQCACF_DESTINATION, "APP.NEWS"),
        Parameter {
            id: MQBACF_DESTINATION_CORREL_ID,
            value: Value::Bytes(CORREL_ID.to_vec()),
        },
    ]
}

#[test]
fn a_subscription_is_created_once_and_inquired() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    let create = reader(&operations);
    done(&operations, MQCMD_CREATE_SUBSCRIPTION, create.clone());
    let again = refused(&operations, MQCMD_CREATE_SUBSCRIPTION, create).0;
    assert_eq!(again, MQRCCF_SUB_ALREADY_EXISTS);
    let asked = vec![sub_name("reader")];
    let found = done(&operations, MQCMD_INQUIRE_SUBSCRIPTION, asked);
    assert_eq!(text_of(&found, MQCACF_SUB_NAME), "reader");
    assert_eq!(text_of(&found, MQCA_TOPIC_STRING), "news/#");
    assert_eq!(text_of(&found, MQCACF_DESTINATION), "APP.NEWS");
    assert_eq!(found.int(MQIACF_SUB_TYPE), Some(MQSUBTYPE_ADMIN));
    let durable = found.int(MQIACF_DURABLE_SUBSCRIPTION);
    assert_eq!(durable, Some(MQSUB_DURABLE_YES));
    let bytes = Some(&Value::Bytes(CORREL_ID.to_vec()));
    assert_eq!(found.get(MQBACF_DESTINATION_CORREL_ID), bytes);
}

#[test]
fn a_subscription_is_changed_copied_and_deleted() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    let create = reader(&operations);
    done(&operations, MQCMD_CREATE_SUBSCRIPTION, create);
    let asked = vec![sub_name("reader")];
    let found = done(&operations, MQCMD_INQUIRE_SUBSCRIPTION, asked);
    let Some(Value::Bytes(id)) = found.get(MQBACF_SUB_ID) else {
        panic!("{found:?}");
    };
    assert_eq!(id.len(), 24);
    let by_id = Parameter {
        id: MQBACF_SUB_ID,
        value: Value::Bytes(id.clone()),
    };
    let change = vec![
        by_id.clone(),
        Parameter::text(MQCACF_SUB_USER_DATA, "what they asked for"),
    ];
    done(&operations, MQCMD_CHANGE_SUBSCRIPTION, change);
    let copy = vec![
        Parameter::text(MQCACF_FROM_SUB_NAME, "reader"),
        Parameter::text(MQCACF_TO_SUB_NAME, "second reader"),
    ];
    done(&operations, MQCMD_COPY_SUBSCRIPTION, copy);
    let asked = vec![
        sub_name("second*"),
        Parameter::int(MQIACF_DURABLE_SUBSCRIPTION, MQSUB_DURABLE_ALL),
        Parameter::int(MQIACF_SUB_TYPE, MQSUBTYPE_USER),
        Parameter::ints(MQIACF_SUB_ATTRS, &[MQCACF_SUB_USER_DATA]),
    ];
    let copied = done(&operations, MQCMD_INQUIRE_SUBSCRIPTION, asked);
    let ids: Vec<i32> = copied.parameters.iter().map(|one| one.id).collect();
    assert_eq!(ids, [MQBACF_SUB_ID, MQCACF_SUB_NAME, MQCACF_SUB_USER_DATA]);
    assert_eq!(
        text_of(&copied, MQCACF_SUB_USER_DATA),
        "what they asked for"
    );
    let by_api = vec![
        sub_name("*"),
        Parameter::int(MQIACF_SUB_TYPE, MQSUBTYPE_API),
    ];
    let none = refused(&operations, MQCMD_INQUIRE_SUBSCRIPTION, by_api).0;
    assert_eq!(none, MQRC_NO_SUBSCRIPTION);
    done(&operations, MQCMD_DELETE_SUBSCRIPTION, vec![by_id]);
    let second = vec![sub_name("second reader")];
    done(&operations, MQCMD_DELETE_SUBSCRIPTION, second);
    let first = vec![sub_name("reader")];
    let gone = refused(&operations, MQCMD_DELETE_SUBSCRIPTION, first).0;
    assert_eq!(gone, MQRC_NO_SUBSCRIPTION);
    assert_eq!(
        refused(&operations, MQCMD_INQUIRE_SUBSCRIPTION, vec![]),
        (MQRCCF_PARM_COUNT_TOO_SMALL, Some(MQCACF_SUB_NAME))
    );
}

#[test]
fn the_state_of_topics_subscriptions_and_of_all_is_inquired() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    done(&operations, MQCMD_CREATE_Q, queue("APP.NEWS"));
    let create = vec![
        Parameter::text(MQCACF_SUB_NAME, "reader"),
        Parameter::text(MQCA_TOPIC_STRING, "news/today"),
        Parameter::text(MQCACF_DESTINATION, "APP.NEWS"),
    ];
    done(&operations, MQCMD_CREATE_SUBSCRIPTION, create);
    let name = Parameter::text(MQCACF_SUB_NAME, "reader");
    let found = done(&operations, MQCMD_INQUIRE_SUB_STATUS, vec![name]);
    assert!(matches!(found.get(MQBACF_SUB_ID), Some(Value::Bytes(id)) if id.len() == 24));
    assert_eq!(text_of(&found, MQCA_TOPIC_STRING), "news/today");
    assert_eq!(found.int(MQIACF_MESSAGE_COUNT), Some(0));
    assert_eq!(found.int(MQIACF_SUB_TYPE), Some(MQSUBTYPE_ADMIN));
    assert_eq!(
        found.get(MQBACF_CONNECTION_ID),
        Some(&Value::Bytes(Vec::new()))
    );

    let topic = |text: &str| Parameter::text(MQCA_TOPIC_STRING, text);
    let found = done(
        &operations,
        MQCMD_INQUIRE_TOPIC_STATUS,
        vec![topic("news/today")],
    );
    assert_eq!(text_of(&found, MQCA_TOPIC_STRING), "news/today");
    assert_eq!(found.int(MQIA_SUB_COUNT), Some(1));
    assert_eq!(found.int(MQIA_PUB_COUNT), Some(0));
    assert_eq!(found.int(MQIA_INHIBIT_PUB), Some(MQTA_PUB_ALLOWED));
    assert_eq!(found.int(MQIA_DURABLE_SUB), Some(MQSUB_DURABLE_ALLOWED));
    assert_eq!(found.int(MQIACF_RETAINED_PUBLICATION), Some(MQQSO_NO));
    let subscribers = vec![
        topic("news/+"),
        Parameter::int(MQIACF_TOPIC_STATUS_TYPE, MQIACF_TOPIC_SUB),
    ];
    let found = done(&operations, MQCMD_INQUIRE_TOPIC_STATUS, subscribers);
    assert!(matches!(found.get(MQBACF_SUB_ID), Some(Value::Bytes(id)) if id.len() == 24));
    let publishers = vec![
        topic("news/#"),
        Parameter::int(MQIACF_TOPIC_STATUS_TYPE, MQIACF_TOPIC_PUB),
    ];
    let nobody = refused(&operations, MQCMD_INQUIRE_TOPIC_STATUS, publishers).0;
    assert_eq!(nobody, MQRCCF_TOPIC_STRING_NOT_FOUND);
    let missing = refused(
        &operations,
        MQCMD_INQUIRE_TOPIC_STATUS,
        vec![topic("no/such")],
    )
    .0;
    assert_eq!(missing, MQRCCF_TOPIC_STRING_NOT_FOUND);

    let found = done(&operations, MQCMD_INQUIRE_PUBSUB_STATUS, vec![]);
    assert_eq!(found.int(MQIACF_PS_STATUS_TYPE), Some(MQPSST_LOCAL));
    assert_eq!(text_of(&found, MQCA_Q_MGR_NAME), "QM1");
    assert!(found.int(MQIACF_PUBSUB_STATUS).is_some());
    assert!(found.int(MQIA_SUB_COUNT) >= Some(1));
    assert!(found.int(MQIA_TOPIC_NODE_COUNT) >= Some(2));

    let clear = vec![
        topic("news/today"),
        Parameter::int(MQIACF_CLEAR_TYPE, MQCLRT_RETAINED),
    ];
    let nothing = refused(&operations, MQCMD_CLEAR_TOPIC_STRING, clear).0;
    assert_eq!(nothing, MQRCCF_TOPIC_STRING_NOT_FOUND);
}
