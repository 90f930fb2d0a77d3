//! Channels between queue managers by programmable commands.

use crate::answers::{done, refused};
use crate::started::{created, started};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::pcf::{Parameter, Texts, Value};

#[test]
fn channels_between_queue_managers_are_administered() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    let name = || Parameter::text(MQCACH_CHANNEL_NAME, "QM1.TO.QM2");
    let kind = || Parameter::int(MQIACH_CHANNEL_TYPE, MQCHT_SENDER);
    let channel = vec![
        name(),
        kind(),
        Parameter::text(MQCACH_CONNECTION_NAME, "host(1415)"),
        Parameter::text(MQCACH_XMIT_Q_NAME, "QM2"),
        Parameter::int(MQIACH_BATCH_SIZE, 100),
        Parameter::int(MQIACH_NPM_SPEED, MQNPMS_NORMAL),
    ];
    done(&operations, MQCMD_CREATE_CHANNEL, channel.clone());
    let shown = done(&operations, MQCMD_INQUIRE_CHANNEL, vec![name()]);
    for expected in &channel[1..] {
        let padded = |value: &Value| match value {
            Value::Text(text) => String::from_utf8_lossy(&text.bytes).trim_end().to_owned(),
            other => format!("{other:?}"),
        };
        let found = shown.get(expected.id).map(padded);
        assert_eq!(found, Some(padded(&expected.value)), "{}", expected.id);
    }
    assert_eq!(shown.int(MQIACH_LONG_RETRY), Some(999_999_999));
    let wrong = vec![name(), kind(), Parameter::int(MQIACH_BATCH_SIZE, 0)];
    assert_eq!(
        refused(&operations, MQCMD_CHANGE_CHANNEL, wrong),
        (MQRCCF_BATCH_SIZE_ERROR, Some(MQIACH_BATCH_SIZE))
    );
    let names = done(
        &operations,
        MQCMD_INQUIRE_CHANNEL_NAMES,
        vec![Parameter::text(MQCACH_CHANNEL_NAME, "QM1*"), kind()],
    );
    let listed = Value::Texts(Texts::plain(&["QM1.TO.QM2          "]));
    assert_eq!(names.get(MQCACH_CHANNEL_NAMES), Some(&listed));
    let (reason, _) = refused(&operations, MQCMD_START_CHANNEL, vec![name()]);
    assert_eq!(reason, MQRCCF_PARM_CONFLICT);
    done(&operations, MQCMD_DELETE_CHANNEL, vec![name()]);
}
