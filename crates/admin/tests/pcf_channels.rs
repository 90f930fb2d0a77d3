//! Channels between queue managers by programmable commands.

use crate::answers::{done, refused, send};
use crate::fake::network::FakeNetwork;
use crate::started::{created, started};
use ferromq_admin::run_command;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::pcf::{Parameter, Texts, Value};
use std::sync::Arc;

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
    let other = Parameter::text(MQCACH_CHANNEL_NAME, "QM1.TO.QM3");
    let host = Parameter::text(MQCACH_CONNECTION_NAME, "host(1415)");
    let (reason, _) = refused(&operations, MQCMD_CREATE_CHANNEL, vec![other, kind(), host]);
    assert_eq!(reason, MQRCCF_XMIT_Q_NAME_ERROR);
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

#[test]
fn channels_between_queue_managers_are_operated_and_watched() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    operations.set_network(Arc::new(FakeNetwork::default()));
    let name = || Parameter::text(MQCACH_CHANNEL_NAME, "QM1.TO.QM2");
    let channel = vec![
        name(),
        Parameter::int(MQIACH_CHANNEL_TYPE, MQCHT_SENDER),
        Parameter::text(MQCACH_CONNECTION_NAME, "host(1415)"),
        Parameter::text(MQCACH_XMIT_Q_NAME, "QM2"),
    ];
    done(&operations, MQCMD_CREATE_CHANNEL, channel);
    let with = |id, value| vec![name(), Parameter::int(id, value)];
    done(&operations, MQCMD_PING_CHANNEL, with(MQIACH_DATA_COUNT, 64));
    let long = with(MQIACH_DATA_COUNT, 40_000);
    let (reason, _) = refused(&operations, MQCMD_PING_CHANNEL, long);
    assert_eq!(reason, MQRCCF_PING_DATA_COUNT_ERROR);
    done(
        &operations,
        MQCMD_RESET_CHANNEL,
        with(MQIACH_MSG_SEQUENCE_NUMBER, 7),
    );
    let zero = with(MQIACH_MSG_SEQUENCE_NUMBER, 0);
    let (reason, _) = refused(&operations, MQCMD_RESET_CHANNEL, zero);
    assert_eq!(reason, MQRCCF_MSG_SEQ_NUMBER_ERROR);
    let neither = with(MQIACH_IN_DOUBT, 7);
    let (reason, _) = refused(&operations, MQCMD_RESOLVE_CHANNEL, neither);
    assert_eq!(reason, MQRCCF_INDOUBT_VALUE_ERROR);
    done(&operations, MQCMD_START_CHANNEL, vec![name()]);
    let (reason, _) = refused(&operations, MQCMD_RESET_CHANNEL, vec![name()]);
    assert_eq!(reason, MQRCCF_CHANNEL_IN_USE);
    let shown = done(&operations, MQCMD_INQUIRE_CHANNEL_STATUS, vec![name()]);
    for (id, number) in [
        (MQIACH_CHANNEL_TYPE, MQCHT_SENDER),
        (MQIACH_CHANNEL_INSTANCE_TYPE, MQOT_CURRENT_CHANNEL),
        (MQIACH_CHANNEL_SUBSTATE, MQCHSSTATE_END_OF_BATCH),
        (MQIACH_BATCHES, 4),
        (MQIACH_CURRENT_MSGS, 2),
        (MQIACH_CURRENT_SEQ_NUMBER, 12),
        (MQIACH_LAST_SEQ_NUMBER, 10),
        (MQIACH_INDOUBT_STATUS, MQCHIDS_NOT_INDOUBT),
        (MQIACH_LONG_RETRIES_LEFT, 999_999_999),
        (MQIACH_NPM_SPEED, MQNPMS_FAST),
        (MQIACH_XMITQ_MSGS_AVAILABLE, 7),
    ] {
        assert_eq!(shown.int(id), Some(number), "{id}");
    }
    assert_eq!(
        shown.get(MQIACH_XMITQ_TIME_INDICATOR),
        Some(&Value::Ints(vec![MQMON_NOT_AVAILABLE; 2]))
    );
    let saved = Parameter::int(MQIACH_CHANNEL_INSTANCE_TYPE, MQOT_SAVED_CHANNEL);
    let all = Parameter::text(MQCACH_CHANNEL_NAME, "*");
    let answers = send(&operations, MQCMD_INQUIRE_CHANNEL_STATUS, vec![all, saved]);
    assert_eq!(answers.len(), 2, "{answers:?}");
    for answer in answers {
        assert_eq!(
            answer.int(MQIACH_CHANNEL_INSTANCE_TYPE),
            Some(MQOT_SAVED_CHANNEL)
        );
        assert_eq!(answer.int(MQIACH_INDOUBT_STATUS), Some(MQCHIDS_INDOUBT));
        assert_eq!(answer.int(MQIACH_BATCHES), None);
    }
}

#[test]
fn the_channel_that_is_deleted_is_of_the_type_that_is_meant() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    for command in [
        "DEFINE CHANNEL(APP) CHLTYPE(SVRCONN)",
        "DEFINE CHANNEL(APP) CHLTYPE(CLNTCONN) CONNAME('host(1414)')",
    ] {
        let (output, _) = run_command(&operations, command);
        assert!(output.starts_with("AMQ8014I"), "{output}");
    }
    let name = || Parameter::text(MQCACH_CHANNEL_NAME, "APP");
    let of_type = |channel_type| {
        let meant = Parameter::int(MQIACH_CHANNEL_TYPE, channel_type);
        vec![name(), meant]
    };
    let is_there = |channel_type| {
        let answers = send(&operations, MQCMD_INQUIRE_CHANNEL, of_type(channel_type));
        answers[0].header.comp_code == MQCC_OK
    };
    // There are no channels of telemetry, and the sender has another name.
    for other in [MQCHT_MQTT, MQCHT_AMQP, MQCHT_SENDER] {
        let (reason, _) = refused(&operations, MQCMD_DELETE_CHANNEL, of_type(other));
        assert_eq!(reason, MQRCCF_CHANNEL_NOT_FOUND);
        assert!(is_there(MQCHT_SVRCONN) && is_there(MQCHT_CLNTCONN));
    }
    let (reason, _) = refused(&operations, MQCMD_DELETE_CHANNEL, of_type(77));
    assert_eq!(reason, MQRCCF_CHANNEL_TYPE_ERROR);
    let mut elsewhere = of_type(MQCHT_CLNTCONN);
    elsewhere.push(Parameter::int(MQIACH_CHANNEL_TABLE, MQCHTAB_Q_MGR));
    let (reason, _) = refused(&operations, MQCMD_DELETE_CHANNEL, elsewhere);
    assert_eq!(reason, MQRCCF_CHANNEL_NOT_FOUND);
    done(&operations, MQCMD_DELETE_CHANNEL, of_type(MQCHT_CLNTCONN));
    assert!(is_there(MQCHT_SVRCONN) && !is_there(MQCHT_CLNTCONN));
    let (output, _) = run_command(&operations, "DELETE CHANNEL(APP) CHLTYPE(MQTT)");
    assert!(output.starts_with("AMQ8227E"), "{output}");
    let (output, _) = run_command(
        &operations,
        "DELETE CHANNEL(APP) CHLTYPE(SDR) IGNSTATE(YES)",
    );
    assert!(
        output.starts_with("AMQ8015I") && is_there(MQCHT_SVRCONN),
        "{output}"
    );
    done(&operations, MQCMD_DELETE_CHANNEL, of_type(MQCHT_SVRCONN));
    assert!(!is_there(MQCHT_SVRCONN));
}
