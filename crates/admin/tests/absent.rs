//! What programs that look at everything ask for: kinds of objects nobody can define here are answered as by a
//! system without any, and what monitors send with each inquiry is taken.

use crate::answers::{done, refused, send};
use crate::started::{created, started};
use ferromq_admin::run_command;
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::pcf::{Parameter, Texts, Value};

fn all(id: i32) -> Parameter {
    Parameter::ints(id, &[MQIACF_ALL])
}

fn any(id: i32) -> Parameter {
    Parameter::text(id, "*")
}

#[test]
fn inquiries_about_kinds_that_are_not_there_find_none() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    let unknown = MQRC_UNKNOWN_OBJECT_NAME;
    let channel = any(MQCACH_CHANNEL_NAME);
    let inquiries = vec![
        (
            MQCMD_INQUIRE_CLUSTER_Q_MGR,
            vec![Parameter::text(MQCA_CLUSTER_Q_MGR_NAME, "QM1")],
            unknown,
        ),
        (
            MQCMD_INQUIRE_CLUSTER_Q_MGR,
            vec![
                any(MQCA_CLUSTER_Q_MGR_NAME),
                channel.clone(),
                any(MQCA_CLUSTER_NAME),
                Parameter::ints(
                    MQIACF_CLUSTER_Q_MGR_ATTRS,
                    &[MQIACF_Q_MGR_TYPE, MQIACF_SUSPEND, MQIACH_CHANNEL_STATUS],
                ),
            ],
            unknown,
        ),
        (
            MQCMD_INQUIRE_Q,
            vec![
                any(MQCA_Q_NAME),
                Parameter::int(MQIA_Q_TYPE, MQQT_CLUSTER),
                all(MQIACF_Q_ATTRS),
            ],
            unknown,
        ),
        (
            MQCMD_INQUIRE_TOPIC,
            vec![
                any(MQCA_TOPIC_NAME),
                Parameter::int(MQIA_TOPIC_TYPE, MQTOPT_CLUSTER),
            ],
            unknown,
        ),
    ];
    for (command, parameters, reason) in inquiries {
        let answered = refused(&operations, command, parameters.clone());
        assert_eq!(answered, (reason, None), "{command}: {parameters:?}");
    }
}

#[test]
fn inquiries_about_channels_of_other_types_find_none() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    let channel = any(MQCACH_CHANNEL_NAME);
    let kind = |kind| Parameter::int(MQIACH_CHANNEL_TYPE, kind);
    let mut inquiries = vec![
        (
            MQCMD_INQUIRE_CHANNEL_STATUS,
            vec![channel.clone(), kind(MQCHT_AMQP), any(MQCACH_CLIENT_ID)],
            MQRCCF_CHL_STATUS_NOT_FOUND,
        ),
        (
            MQCMD_INQUIRE_CHANNEL_STATUS,
            vec![
                channel.clone(),
                Parameter::int(MQIACH_CHANNEL_INSTANCE_TYPE, MQOT_SAVED_CHANNEL),
            ],
            MQRCCF_CHL_STATUS_NOT_FOUND,
        ),
    ];
    for other in OTHER_CHANNELS {
        let parameters = vec![channel.clone(), kind(other), all(MQIACF_CHANNEL_ATTRS)];
        inquiries.push((MQCMD_INQUIRE_CHANNEL, parameters, MQRCCF_CHANNEL_NOT_FOUND));
    }
    for (command, parameters, reason) in inquiries {
        let answered = refused(&operations, command, parameters.clone());
        assert_eq!(answered, (reason, None), "{command}: {parameters:?}");
    }
}

const OTHER_CHANNELS: [i32; 2] = [MQCHT_AMQP, MQCHT_MQTT];

#[test]
fn names_of_channels_of_other_types_are_an_empty_list() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    for kind in OTHER_CHANNELS {
        let asked = vec![
            any(MQCACH_CHANNEL_NAME),
            Parameter::int(MQIACH_CHANNEL_TYPE, kind),
        ];
        let answer = done(&operations, MQCMD_INQUIRE_CHANNEL_NAMES, asked);
        let empty = Value::Texts(Texts::plain::<&str>(&[]));
        assert_eq!(answer.get(MQCACH_CHANNEL_NAMES), Some(&empty), "{kind}");
    }
}

/// They can be asked for and not be made.
#[test]
fn making_what_is_not_there_is_refused_as_before() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    for command in [
        "DEFINE CHANNEL(C) CHLTYPE(AMQP)",
        "DEFINE CHANNEL(C) CHLTYPE(MQTT)",
    ] {
        let (said, outcome) = run_command(&operations, command);
        assert!(said.starts_with("AMQ8404E"), "{said}");
        assert_eq!(outcome, CommandOutcome::Failed);
    }
}

#[test]
fn the_state_of_a_queue_can_be_asked_for_with_its_type() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    let name = || Parameter::text(MQCA_Q_NAME, "SYSTEM.DEFAULT.LOCAL.QUEUE");
    for kind in [MQQT_ALL, MQQT_LOCAL] {
        let asked = vec![
            name(),
            Parameter::int(MQIA_Q_TYPE, kind),
            Parameter::int(MQIACF_Q_STATUS_ATTRS, MQIACF_ALL),
        ];
        let answer = done(&operations, MQCMD_INQUIRE_Q_STATUS, asked);
        assert_eq!(answer.int(MQIA_CURRENT_Q_DEPTH), Some(0));
        // What a monitor reads of every answer without asking whether it is there.
        for id in [MQIACF_OLDEST_MSG_AGE, MQIACF_UNCOMMITTED_MSGS] {
            assert!(answer.int(id).is_some(), "{id}: {answer:?}");
        }
    }
    let attributes = vec![
        name(),
        Parameter::ints(MQIACF_Q_STATUS_ATTRS, &[MQIA_Q_TYPE, MQIA_OPEN_INPUT_COUNT]),
    ];
    let answer = done(&operations, MQCMD_INQUIRE_Q_STATUS, attributes);
    assert_eq!(answer.int(MQIA_OPEN_INPUT_COUNT), Some(0));
}

/// `MQIA_TOPIC_TYPE` narrows; without it, and for local ones, the topics that are there are answered.
#[test]
fn topics_that_are_not_of_a_cluster_are_local() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    let inquire = |kind: Option<i32>| {
        let mut asked = vec![any(MQCA_TOPIC_NAME)];
        asked.extend(kind.map(|kind| Parameter::int(MQIA_TOPIC_TYPE, kind)));
        send(&operations, MQCMD_INQUIRE_TOPIC, asked).len()
    };
    let there = inquire(None);
    assert!(there > 2);
    assert_eq!(inquire(Some(MQTOPT_LOCAL)), there);
    assert_eq!(inquire(Some(MQTOPT_ALL)), there);
    let wrong = vec![any(MQCA_TOPIC_NAME), Parameter::int(MQIA_TOPIC_TYPE, 9)];
    let refused = refused(&operations, MQCMD_INQUIRE_TOPIC, wrong);
    assert_eq!(refused, (MQRCCF_TOPIC_TYPE_ERROR, Some(MQIA_TOPIC_TYPE)));
}

#[test]
fn displays_of_kinds_that_are_not_there_find_none() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    for (command, name) in [
        (
            "DISPLAY CLUSQMGR(*) CHANNEL(TO.*) CLUSTER(C*) STATUS SUSPEND",
            "*",
        ),
        ("DISPLAY CLUSQMGR(Q*) CHANNEL CONNAME", "Q*"),
        ("DISPLAY QCLUSTER(*) CLUSQMGR CLUSTER", "*"),
        ("DISPLAY QUEUE(*) TYPE(QCLUSTER) ALL", "*"),
        ("DISPLAY QLOCAL(*) WHERE(CLUSQMGR EQ QM1)", "*"),
        ("DISPLAY TCLUSTER(*)", "*"),
        ("DISPLAY TOPIC(*) TYPE(CLUSTER)", "*"),
        ("DISPLAY CHANNEL(*) CHLTYPE(MQTT)", "*"),
        ("DISPLAY CHANNEL(*) WHERE(XMITQ EQ X)", "*"),
        ("DISPLAY CHANNEL(*) CLUSTER(C)", "*"),
    ] {
        let (said, outcome) = run_command(&operations, command);
        let expected = format!("AMQ8147E: FerroMQ object {name} not found.\n");
        assert_eq!(
            (said, outcome),
            (expected, CommandOutcome::Failed),
            "{command}"
        );
    }
    let (said, _) = run_command(&operations, "DISPLAY CHSTATUS(*) CHLTYPE(AMQP) CLIENTID(*)");
    assert!(said.starts_with("AMQ8420I"), "{said}");
    // What makes no sense makes none there either.
    for wrong in [
        "DISPLAY CLUSQMGR(*) WHERE(NOSUCH EQ 1)",
        "DISPLAY TOPIC(*) TYPE(QUEUE)",
        "DISPLAY CHSTATUS(*) CHLTYPE(QUEUE)",
    ] {
        let (said, outcome) = run_command(&operations, wrong);
        assert_eq!(outcome, CommandOutcome::SyntaxError, "{wrong}: {said}");
    }
}

/// Asked for one attribute that only other channels have, a display shows names and types, as before.
#[test]
fn asking_channels_for_what_only_others_have_is_no_mistake() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    let command = "DISPLAY CHANNEL(SYSTEM.DEF.SVRCONN) XMITQ";
    let (said, outcome) = run_command(&operations, command);
    assert_eq!(outcome, CommandOutcome::Done);
    let expected = "AMQ8414I: Display Channel details.\n   CHANNEL(SYSTEM.DEF.SVRCONN)             CHLTYPE(SVRCONN)\n";
    assert_eq!(said, expected);
}
