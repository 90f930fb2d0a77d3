//! What monitors, save programs and administration windows send one after the other, and what each reads of the answers without
//! asking whether it is there. Requests are those of the public sources of these tools.

use crate::answers::{refused, send};
use crate::started::{created, started};
use ferromq_admin::{Administered, run_command};
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::pcf::{Parameter, Value};

/// A command, its parameters, and what has to be in each answer; a reason instead where there is nothing of the kind.
struct Request {
    command: i32,
    parameters: Vec<Parameter>,
    expected: Result<&'static [i32], i32>,
}

fn ask(command: i32, parameters: Vec<Parameter>, read: &'static [i32]) -> Request {
    Request {
        command,
        parameters,
        expected: Ok(read),
    }
}

fn none(command: i32, parameters: Vec<Parameter>, reason: i32) -> Request {
    Request {
        command,
        parameters,
        expected: Err(reason),
    }
}

fn any(id: i32) -> Parameter {
    Parameter::text(id, "*")
}

fn all(id: i32) -> Parameter {
    Parameter::ints(id, &[MQIACF_ALL])
}

fn replay(operations: &Administered, tool: &str, requests: Vec<Request>) {
    for Request {
        command,
        parameters,
        expected,
    } in requests
    {
        match expected {
            Ok(read) => {
                let answers = send(operations, command, parameters.clone());
                for answer in &answers {
                    let told = || format!("{tool}: {command} {parameters:?}: {answer:?}");
                    assert_eq!(answer.header.comp_code, MQCC_OK, "{}", told());
                    for id in read {
                        assert!(answer.get(*id).is_some(), "{id} is not in {}", told());
                    }
                }
            }
            Err(reason) => {
                let found = refused(operations, command, parameters.clone());
                assert_eq!(found, (reason, None), "{tool}: {command} {parameters:?}");
            }
        }
    }
}

fn prepared(operations: &Administered) {
    for command in [
        "DEFINE QLOCAL(APP.ONE) DESCR('one')",
        "DEFINE QREMOTE(APP.FAR) RNAME(X) RQMNAME(FAR) XMITQ(SYSTEM.DEFAULT.LOCAL.QUEUE)",
        "DEFINE CHANNEL(TO.FAR) CHLTYPE(SDR) CONNAME('far(1414)') XMITQ(APP.ONE)",
        "DEFINE CHANNEL(APP) CHLTYPE(SVRCONN)",
        "DEFINE LISTENER(L1) TRPTYPE(TCP) PORT(1415)",
        "DEFINE SERVICE(S1) STARTCMD('/bin/true') SERVTYPE(COMMAND)",
        "DEFINE TOPIC(NEWS) TOPICSTR('news')",
        "DEFINE SUB(S1) TOPICSTR('news') DEST(APP.ONE)",
    ] {
        let (said, outcome) = run_command(operations, command);
        assert_eq!(outcome, CommandOutcome::Done, "{command}: {said}");
    }
}

/// The exporters for Prometheus, OpenTelemetry and others on mqmetric.
#[test]
fn exporters_of_metrics_get_every_attribute_they_ask_for() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    prepared(&operations);
    let queue = || Parameter::text(MQCA_Q_NAME, "APP.ONE");
    let usage = [
        MQIA_MAX_Q_DEPTH,
        MQCA_Q_DESC,
        MQIA_USAGE,
        MQIA_DEFINITION_TYPE,
        MQCA_CLUSTER_NAME,
        MQCA_CUSTOM,
        MQIA_STATISTICS_Q,
    ];
    let requests = vec![
        ask(
            MQCMD_INQUIRE_Q_NAMES,
            vec![any(MQCA_Q_NAME), Parameter::int(MQIA_Q_TYPE, MQQT_ALL)],
            &[MQCACF_Q_NAMES, MQIACF_Q_TYPES],
        ),
        ask(
            MQCMD_INQUIRE_Q,
            vec![queue(), Parameter::ints(MQIACF_Q_ATTRS, &usage)],
            &[
                MQIA_MAX_Q_DEPTH,
                MQCA_Q_DESC,
                MQIA_USAGE,
                MQIA_DEFINITION_TYPE,
                MQCA_CUSTOM,
                MQIA_STATISTICS_Q,
            ],
        ),
        ask(
            MQCMD_INQUIRE_Q_STATUS,
            vec![
                queue(),
                Parameter::int(MQIACF_Q_STATUS_TYPE, MQIACF_Q_STATUS),
            ],
            &[
                MQIA_CURRENT_Q_DEPTH,
                MQIA_OPEN_INPUT_COUNT,
                MQIA_OPEN_OUTPUT_COUNT,
                MQIACF_OLDEST_MSG_AGE,
                MQIACF_UNCOMMITTED_MSGS,
                MQIACF_Q_TIME_INDICATOR,
                MQCACF_LAST_PUT_DATE,
                MQCACF_LAST_PUT_TIME,
                MQCACF_LAST_GET_DATE,
                MQCACF_LAST_GET_TIME,
                MQIACF_CUR_Q_FILE_SIZE,
                MQIACF_CUR_MAX_FILE_SIZE,
            ],
        ),
        ask(
            MQCMD_RESET_Q_STATS,
            vec![queue()],
            &[
                MQIA_HIGH_Q_DEPTH,
                MQIA_MSG_ENQ_COUNT,
                MQIA_MSG_DEQ_COUNT,
                MQIA_TIME_SINCE_RESET,
            ],
        ),
    ];
    replay(&operations, "mqmetric", requests);
}

#[test]
fn exporters_of_metrics_get_what_they_ask_for_besides_queues() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    prepared(&operations);
    let requests = vec![
        ask(
            MQCMD_INQUIRE_CHANNEL_NAMES,
            vec![any(MQCACH_CHANNEL_NAME)],
            &[MQCACH_CHANNEL_NAMES, MQIACH_CHANNEL_TYPES],
        ),
        ask(
            MQCMD_INQUIRE_CHANNEL,
            vec![
                Parameter::text(MQCACH_CHANNEL_NAME, "APP"),
                Parameter::ints(
                    MQIACF_CHANNEL_ATTRS,
                    &[
                        MQCACH_DESC,
                        MQIACH_MAX_INSTANCES,
                        MQIACH_MAX_INSTS_PER_CLIENT,
                    ],
                ),
            ],
            &[
                MQCACH_DESC,
                MQIACH_MAX_INSTANCES,
                MQIACH_MAX_INSTS_PER_CLIENT,
            ],
        ),
        none(
            MQCMD_INQUIRE_CHANNEL_STATUS,
            vec![any(MQCACH_CHANNEL_NAME)],
            MQRCCF_CHL_STATUS_NOT_FOUND,
        ),
        ask(
            MQCMD_INQUIRE_Q_MGR_STATUS,
            vec![all(MQIACF_Q_MGR_STATUS_ATTRS)],
            &[
                MQCA_Q_MGR_NAME,
                MQIACF_Q_MGR_STATUS,
                MQIACF_CHINIT_STATUS,
                MQIACF_CMD_SERVER_STATUS,
                MQIACF_CONNECTION_COUNT,
                MQCACF_Q_MGR_START_DATE,
                MQCACF_Q_MGR_START_TIME,
                MQCACF_HOST_NAME,
            ],
        ),
        none(
            MQCMD_INQUIRE_LISTENER_STATUS,
            vec![any(MQCACH_LISTENER_NAME)],
            MQRCCF_LSTR_STATUS_NOT_FOUND,
        ),
        none(
            MQCMD_INQUIRE_SERVICE_STATUS,
            vec![any(MQCA_SERVICE_NAME)],
            MQRCCF_SERV_STATUS_NOT_FOUND,
        ),
        ask(
            MQCMD_INQUIRE_TOPIC_STATUS,
            vec![
                Parameter::text(MQCA_TOPIC_STRING, "news"),
                Parameter::int(MQIACF_TOPIC_STATUS_TYPE, MQIACF_TOPIC_STATUS),
            ],
            &[MQCA_TOPIC_STRING, MQIA_PUB_COUNT, MQIA_SUB_COUNT],
        ),
        ask(
            MQCMD_INQUIRE_SUB_STATUS,
            vec![any(MQCACF_SUB_NAME), all(MQIACF_SUB_STATUS_ATTRS)],
            &[
                MQBACF_SUB_ID,
                MQCACF_SUB_NAME,
                MQIACF_MESSAGE_COUNT,
                MQIACF_SUB_TYPE,
                MQCA_TOPIC_STRING,
            ],
        ),
        ask(
            MQCMD_INQUIRE_SUBSCRIPTION,
            vec![any(MQCACF_SUB_NAME)],
            &[MQCACF_SUB_NAME, MQBACF_SUB_ID, MQCA_TOPIC_STRING],
        ),
        none(
            MQCMD_INQUIRE_CLUSTER_Q_MGR,
            vec![any(MQCA_CLUSTER_Q_MGR_NAME)],
            MQRC_UNKNOWN_OBJECT_NAME,
        ),
        none(MQCMD_INQUIRE_USAGE, vec![], MQRCCF_CFH_COMMAND_ERROR),
    ];
    replay(&operations, "mqmetric", requests);
}

/// The agent of Datadog, which asks for the version in eight digits, and of queues by type.
#[test]
fn an_agent_that_polls_gets_what_it_reads() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    prepared(&operations);
    let of_type = |kind| vec![any(MQCA_Q_NAME), Parameter::int(MQIA_Q_TYPE, kind)];
    let requests = vec![
        ask(
            MQCMD_INQUIRE_Q_MGR,
            vec![Parameter::ints(MQIACF_Q_MGR_ATTRS, &[MQCA_VERSION])],
            &[MQCA_VERSION],
        ),
        ask(
            MQCMD_INQUIRE_Q,
            of_type(MQQT_LOCAL),
            &[
                MQIA_CURRENT_Q_DEPTH,
                MQIA_MAX_Q_DEPTH,
                MQIA_Q_DEPTH_HIGH_EVENT,
            ],
        ),
        ask(MQCMD_INQUIRE_Q, of_type(MQQT_MODEL), &[MQIA_MAX_Q_DEPTH]),
        ask(
            MQCMD_INQUIRE_Q,
            of_type(MQQT_ALL),
            &[MQCA_Q_NAME, MQIA_Q_TYPE],
        ),
        ask(
            MQCMD_INQUIRE_CHANNEL,
            vec![Parameter::text(MQCACH_CHANNEL_NAME, "TO.*")],
            &[
                MQIACH_BATCH_SIZE,
                MQIACH_BATCH_INTERVAL,
                MQIACH_LONG_RETRY,
                MQIACH_LONG_TIMER,
                MQIACH_SHORT_RETRY,
                MQIACH_SHORT_TIMER,
                MQIACH_NPM_SPEED,
                MQIACH_MAX_MSG_LENGTH,
                MQIACH_BATCH_DATA_LIMIT,
                MQIACH_HB_INTERVAL,
            ],
        ),
        none(
            MQCMD_INQUIRE_CHANNEL_STATUS,
            vec![Parameter::text(MQCACH_CHANNEL_NAME, "TO.FAR")],
            MQRCCF_CHL_STATUS_NOT_FOUND,
        ),
    ];
    replay(&operations, "Datadog", requests);
    let version = send(
        &operations,
        MQCMD_INQUIRE_Q_MGR,
        vec![Parameter::ints(MQIACF_Q_MGR_ATTRS, &[MQCA_VERSION])],
    );
    let version = version[0].text(MQCA_VERSION).expect("a version");
    assert!(
        version.len() == 8 && version.bytes().all(|digit| digit.is_ascii_digit()),
        "{version}"
    );
}

/// Programs that save every definition.
#[test]
fn programs_that_save_definitions_run_through() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    prepared(&operations);
    let requests = vec![
        ask(
            MQCMD_INQUIRE_Q_MGR,
            vec![all(MQIACF_Q_MGR_ATTRS)],
            &[MQCA_Q_MGR_NAME, MQIA_COMMAND_LEVEL, MQIA_PLATFORM],
        ),
        ask(
            MQCMD_INQUIRE_Q,
            vec![any(MQCA_Q_NAME), all(MQIACF_Q_ATTRS)],
            &[MQCA_Q_NAME, MQIA_Q_TYPE, MQCA_Q_DESC],
        ),
        ask(
            MQCMD_INQUIRE_CHANNEL,
            vec![any(MQCACH_CHANNEL_NAME), all(MQIACF_CHANNEL_ATTRS)],
            &[MQCACH_CHANNEL_NAME, MQIACH_CHANNEL_TYPE],
        ),
        ask(
            MQCMD_INQUIRE_CHANNEL,
            vec![
                any(MQCACH_CHANNEL_NAME),
                Parameter::int(MQIACH_CHANNEL_TYPE, MQCHT_CLNTCONN),
                all(MQIACF_CHANNEL_ATTRS),
            ],
            &[MQCACH_CHANNEL_NAME],
        ),
        ask(
            MQCMD_INQUIRE_NAMELIST,
            vec![any(MQCA_NAMELIST_NAME), all(MQIACF_NAMELIST_ATTRS)],
            &[MQCA_NAMELIST_NAME, MQIA_NAME_COUNT],
        ),
        ask(
            MQCMD_INQUIRE_PROCESS,
            vec![any(MQCA_PROCESS_NAME), all(MQIACF_PROCESS_ATTRS)],
            &[MQCA_PROCESS_NAME, MQCA_APPL_ID],
        ),
        ask(
            MQCMD_INQUIRE_AUTH_INFO,
            vec![any(MQCA_AUTH_INFO_NAME), all(MQIACF_AUTH_INFO_ATTRS)],
            &[MQCA_AUTH_INFO_NAME, MQIA_AUTH_INFO_TYPE],
        ),
    ];
    replay(&operations, "save programs", requests);
}

#[test]
fn programs_that_save_definitions_run_through_what_is_left() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    prepared(&operations);
    let requests = vec![
        ask(
            MQCMD_INQUIRE_LISTENER,
            vec![any(MQCACH_LISTENER_NAME), all(MQIACF_LISTENER_ATTRS)],
            &[MQCACH_LISTENER_NAME],
        ),
        ask(
            MQCMD_INQUIRE_SERVICE,
            vec![any(MQCA_SERVICE_NAME), all(MQIACF_SERVICE_ATTRS)],
            &[MQCA_SERVICE_NAME, MQIA_SERVICE_TYPE],
        ),
        ask(
            MQCMD_INQUIRE_TOPIC,
            vec![any(MQCA_TOPIC_NAME), all(MQIACF_TOPIC_ATTRS)],
            &[MQCA_TOPIC_NAME, MQCA_TOPIC_STRING],
        ),
        ask(
            MQCMD_INQUIRE_SUBSCRIPTION,
            vec![any(MQCACF_SUB_NAME), all(MQIACF_SUB_ATTRS)],
            &[MQCACF_SUB_NAME],
        ),
        ask(
            MQCMD_INQUIRE_COMM_INFO,
            vec![any(MQCA_COMM_INFO_NAME), all(MQIACF_COMM_INFO_ATTRS)],
            &[MQCA_COMM_INFO_NAME],
        ),
        none(
            MQCMD_INQUIRE_AUTH_RECS,
            vec![
                Parameter::int(
                    MQIACF_AUTH_OPTIONS,
                    MQAUTHOPT_NAME_ALL_MATCHING | MQAUTHOPT_ENTITY_EXPLICIT,
                ),
                Parameter::text(MQCACF_AUTH_PROFILE_NAME, ""),
                Parameter::int(MQIACF_OBJECT_TYPE, MQOT_ALL),
            ],
            // Nobody was allowed anything.
            MQRC_UNKNOWN_OBJECT_NAME,
        ),
        ask(
            MQCMD_INQUIRE_CHLAUTH_RECS,
            vec![
                any(MQCACH_CHANNEL_NAME),
                Parameter::int(MQIACH_MATCH, MQMATCH_ALL),
            ],
            &[MQCACH_CHANNEL_NAME, MQIACF_CHLAUTH_TYPE],
        ),
        none(
            MQCMD_INQUIRE_PROT_POLICY,
            vec![any(MQCA_POLICY_NAME)],
            MQRCCF_POLICY_NOT_FOUND,
        ),
        none(
            MQCMD_INQUIRE_STG_CLASS,
            vec![any(MQCA_STORAGE_CLASS)],
            MQRCCF_CFH_COMMAND_ERROR,
        ),
        none(
            MQCMD_INQUIRE_CF_STRUC,
            vec![any(MQCA_CF_STRUC_NAME)],
            MQRCCF_CFH_COMMAND_ERROR,
        ),
    ];
    replay(&operations, "save programs", requests);
}

/// What an administration window asks for as it connects, and as its folders are opened.
#[test]
fn administration_windows_see_what_is_there_and_what_is_not() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    prepared(&operations);
    for (command, attribute) in [
        (MQCMD_INQUIRE_XR_CAPABILITY, MQIA_XR_CAPABILITY),
        (MQCMD_INQUIRE_AMQP_CAPABILITY, MQIA_AMQP_CAPABILITY),
    ] {
        let answers = send(&operations, command, vec![]);
        assert_eq!(answers.len(), 1);
        assert_eq!(
            answers[0].parameters,
            [Parameter::int(attribute, MQCAP_NOT_SUPPORTED)]
        );
    }
    let requests = vec![
        ask(MQCMD_PING_Q_MGR, vec![], &[]),
        ask(
            MQCMD_INQUIRE_Q_MGR,
            vec![],
            &[
                MQIA_PLATFORM,
                MQIA_COMMAND_LEVEL,
                MQIA_CODED_CHAR_SET_ID,
                MQIA_PROT_POLICY_CAPABILITY,
            ],
        ),
        none(
            MQCMD_INQUIRE_CONNECTION,
            vec![Parameter {
                id: MQBACF_GENERIC_CONNECTION_ID,
                value: Value::Bytes(vec![]),
            }],
            // Nobody is connected.
            MQRCCF_CONNECTION_ID_ERROR,
        ),
        ask(
            MQCMD_INQUIRE_PUBSUB_STATUS,
            vec![],
            &[MQIACF_PUBSUB_STATUS, MQIACF_PS_STATUS_TYPE],
        ),
        ask(
            MQCMD_INQUIRE_AUTH_SERVICE,
            vec![Parameter::ints(MQIACF_AUTH_SERVICE_ATTRS, &[MQIACF_ALL])],
            &[MQIACF_INTERFACE_VERSION],
        ),
        none(
            MQCMD_SET_PROT_POLICY,
            vec![Parameter::text(MQCA_POLICY_NAME, "APP.ONE")],
            MQRC_FUNCTION_NOT_SUPPORTED,
        ),
        none(
            MQCMD_DELETE_PROT_POLICY,
            vec![Parameter::text(MQCA_POLICY_NAME, "APP.ONE")],
            MQRCCF_POLICY_NOT_FOUND,
        ),
        none(
            MQCMD_PURGE_CHANNEL,
            vec![any(MQCACH_CHANNEL_NAME)],
            MQRCCF_CHANNEL_NOT_FOUND,
        ),
    ];
    replay(&operations, "windows", requests);
}

#[test]
fn conditions_may_be_strings_of_bytes() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    prepared(&operations);
    let found = send(
        &operations,
        MQCMD_INQUIRE_SUBSCRIPTION,
        vec![Parameter::text(MQCACF_SUB_NAME, "S1")],
    );
    let Some(Value::Bytes(id)) = found[0].get(MQBACF_SUB_ID) else {
        panic!("{found:?}");
    };
    let asked = |operator| {
        let value = Value::BytesFilter {
            operator,
            value: id.clone(),
        };
        vec![
            any(MQCACF_SUB_NAME),
            Parameter {
                id: MQBACF_SUB_ID,
                value,
            },
        ]
    };
    let same = send(&operations, MQCMD_INQUIRE_SUBSCRIPTION, asked(MQCFOP_EQUAL));
    assert_eq!(same.len(), 1);
    assert_eq!(same[0].text(MQCACF_SUB_NAME).as_deref(), Some("S1"));
    let others = send(
        &operations,
        MQCMD_INQUIRE_SUBSCRIPTION,
        asked(MQCFOP_NOT_EQUAL),
    );
    assert!(
        others
            .iter()
            .all(|one| one.text(MQCACF_SUB_NAME).as_deref() != Some("S1"))
    );
    let wrong = refused(&operations, MQCMD_INQUIRE_SUBSCRIPTION, asked(99));
    assert_eq!(wrong, (MQRCCF_CFBF_OPERATOR_ERROR, Some(MQBACF_SUB_ID)));
}

/// Source: "Inquire Connection", Generic connection identifier.
#[test]
fn no_bytes_and_null_bytes_ask_for_all_connections() {
    let disk = created();
    let (manager, operations) = started(&disk);
    let _program = crate::running::connect(&manager);
    for bytes in [vec![], vec![0; 24]] {
        let asked = Parameter {
            id: MQBACF_GENERIC_CONNECTION_ID,
            value: Value::Bytes(bytes),
        };
        let answers = send(&operations, MQCMD_INQUIRE_CONNECTION, vec![asked]);
        let [answer] = answers.as_slice() else {
            panic!("{answers:?}");
        };
        assert!(answer.get(MQBACF_CONNECTION_ID).is_some(), "{answer:?}");
    }
}
