//! Commands in programmable command formats on a real queue manager.

use crate::answers::{done, refused, send};
use crate::started::{created, of_user, started};
use ferromq_admin::{Coding, run_command, run_message};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::pcf::{Message, Parameter, Text, Texts, Value};

fn queue(name: &str) -> Vec<Parameter> {
    vec![
        Parameter::text(MQCA_Q_NAME, name),
        Parameter::int(MQIA_Q_TYPE, MQQT_LOCAL),
    ]
}

#[test]
fn a_queue_is_created_inquired_changed_copied_and_deleted() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    let mut create = queue("APP.ONE");
    create.push(Parameter::text(MQCA_Q_DESC, "the first"));
    create.push(Parameter::int(MQIA_MAX_Q_DEPTH, 77));
    create.push(Parameter::int(MQIA_DEF_PERSISTENCE, MQPER_PERSISTENT));
    create.push(Parameter::int(MQIA_TRIGGER_CONTROL, MQTC_ON));
    done(&operations, MQCMD_CREATE_Q, create.clone());
    assert_eq!(
        refused(&operations, MQCMD_CREATE_Q, create.clone()).0,
        MQRCCF_OBJECT_ALREADY_EXISTS
    );
    create.push(Parameter::int(MQIACF_REPLACE, MQRP_YES));
    done(&operations, MQCMD_CREATE_Q, create);

    let all = done(
        &operations,
        MQCMD_INQUIRE_Q,
        vec![Parameter::text(MQCA_Q_NAME, "APP.ONE")],
    );
    assert_eq!(all.int(MQIA_Q_TYPE), Some(MQQT_LOCAL));
    assert_eq!(all.int(MQIA_MAX_Q_DEPTH), Some(77));
    assert_eq!(all.int(MQIA_DEF_PERSISTENCE), Some(MQPER_PERSISTENT));
    assert_eq!(all.int(MQIA_TRIGGER_CONTROL), Some(MQTC_ON));
    assert_eq!(all.int(MQIA_HARDEN_GET_BACKOUT), Some(1));
    assert_eq!(all.text(MQCA_Q_DESC).as_deref(), Some("the first"));
    let padded = Parameter::padded(MQCA_Q_NAME, "APP.ONE", 48).value;
    assert_eq!(all.get(MQCA_Q_NAME), Some(&padded));
    assert!(all.parameters.len() > 50, "{}", all.parameters.len());

    let mut change = queue("APP.ONE");
    change.push(Parameter::int(MQIA_MAX_Q_DEPTH, 78));
    done(&operations, MQCMD_CHANGE_Q, change);
    let copy = vec![
        Parameter::text(MQCACF_FROM_Q_NAME, "APP.ONE"),
        Parameter::text(MQCACF_TO_Q_NAME, "APP.TWO"),
        Parameter::int(MQIA_Q_TYPE, MQQT_LOCAL),
    ];
    done(&operations, MQCMD_COPY_Q, copy);
    let some = vec![
        Parameter::text(MQCA_Q_NAME, "APP.*"),
        Parameter::ints(MQIACF_Q_ATTRS, &[MQIA_MAX_Q_DEPTH]),
    ];
    let answers = send(&operations, MQCMD_INQUIRE_Q, some);
    assert_eq!(answers.len(), 2);
    for answer in &answers {
        let ids: Vec<i32> = answer.parameters.iter().map(|one| one.id).collect();
        assert_eq!(ids, [MQCA_Q_NAME, MQIA_Q_TYPE, MQIA_MAX_Q_DEPTH]);
        assert_eq!(answer.int(MQIA_MAX_Q_DEPTH), Some(78));
    }
    done(&operations, MQCMD_CLEAR_Q, queue("APP.ONE")[..1].to_vec());
    // The type may be left out.
    done(&operations, MQCMD_DELETE_Q, queue("APP.ONE")[..1].to_vec());
    done(&operations, MQCMD_DELETE_Q, queue("APP.TWO"));
    assert_eq!(
        refused(&operations, MQCMD_DELETE_Q, queue("APP.ONE")).0,
        MQRC_UNKNOWN_OBJECT_NAME
    );
}

#[test]
fn names_are_one_answer_even_if_there_are_none() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    let asked = |name: &str| vec![Parameter::text(MQCA_Q_NAME, name)];
    let answer = done(
        &operations,
        MQCMD_INQUIRE_Q_NAMES,
        asked("SYSTEM.DEFAULT.*"),
    );
    let Some(Value::Texts(names)) = answer.get(MQCACF_Q_NAMES) else {
        panic!("{answer:?}");
    };
    let Some(Value::Ints(types)) = answer.get(MQIACF_Q_TYPES) else {
        panic!("{answer:?}");
    };
    assert_eq!(names.list.len(), types.len());
    let local = names
        .list
        .iter()
        .position(|name| name.starts_with(b"SYSTEM.DEFAULT.LOCAL.QUEUE"));
    assert_eq!(types[local.expect("the default queue")], MQQT_LOCAL);
    let none = done(&operations, MQCMD_INQUIRE_Q_NAMES, asked("NO.SUCH.*"));
    let empty = Value::Texts(Texts::plain::<&str>(&[]));
    assert_eq!(none.get(MQCACF_Q_NAMES), Some(&empty));
    let channels = vec![Parameter::text(MQCACH_CHANNEL_NAME, "SYSTEM.DEF.*")];
    let answer = done(&operations, MQCMD_INQUIRE_CHANNEL_NAMES, channels);
    assert!(matches!(
        answer.get(MQIACH_CHANNEL_TYPES),
        Some(Value::Ints(types)) if types.contains(&MQCHT_SVRCONN)
    ));
}

#[test]
fn mistakes_have_the_documented_reasons() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    let refuse = |command, parameters| refused(&operations, command, parameters);
    let name = || Parameter::text(MQCA_Q_NAME, "A");
    assert_eq!(refuse(9999, vec![]).0, MQRCCF_CFH_COMMAND_ERROR);
    assert_eq!(
        refuse(MQCMD_STOP_CHANNEL_INIT, vec![]).0,
        MQRCCF_CFH_COMMAND_ERROR
    );
    assert_eq!(
        refuse(MQCMD_INQUIRE_Q, vec![name()]).0,
        MQRC_UNKNOWN_OBJECT_NAME
    );
    assert_eq!(
        refuse(MQCMD_INQUIRE_Q, vec![]),
        (MQRCCF_PARM_COUNT_TOO_SMALL, Some(MQCA_Q_NAME))
    );
    assert_eq!(
        refuse(MQCMD_INQUIRE_Q, vec![name(), name()]),
        (MQRCCF_CFST_DUPLICATE_PARM, Some(MQCA_Q_NAME))
    );
    assert_eq!(
        refuse(MQCMD_INQUIRE_Q, vec![Parameter::int(MQCA_Q_NAME, 1)]),
        (MQRCCF_CFIN_PARM_ID_ERROR, Some(MQCA_Q_NAME))
    );
    assert_eq!(
        refuse(
            MQCMD_INQUIRE_Q,
            vec![name(), Parameter::int(MQIACH_PORT, 1)]
        ),
        (MQRCCF_CFIN_PARM_ID_ERROR, Some(MQIACH_PORT))
    );
    assert_eq!(
        refuse(
            MQCMD_INQUIRE_Q,
            vec![name(), Parameter::int(MQIA_Q_TYPE, 44)]
        ),
        (MQRCCF_Q_TYPE_ERROR, Some(MQIA_Q_TYPE))
    );
    let attrs = |list: &[i32]| vec![name(), Parameter::ints(MQIACF_Q_ATTRS, list)];
    assert_eq!(
        refuse(
            MQCMD_INQUIRE_Q,
            attrs(&[MQIA_MAX_Q_DEPTH, MQIA_MAX_Q_DEPTH])
        ),
        (MQRCCF_CFIL_DUPLICATE_VALUE, Some(MQIA_MAX_Q_DEPTH))
    );
    assert_eq!(
        refuse(MQCMD_INQUIRE_Q, attrs(&[-5])),
        (MQRC_SELECTOR_ERROR, Some(-5))
    );
}

#[test]
fn values_that_are_not_valid_and_things_that_are_not_there_have_the_documented_reasons() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    let refuse = |command, parameters| refused(&operations, command, parameters);
    let name = || Parameter::text(MQCA_Q_NAME, "A");
    let create = |more: Vec<Parameter>| queue("A").into_iter().chain(more).collect::<Vec<_>>();
    assert_eq!(
        refuse(MQCMD_CREATE_Q, vec![name()]),
        (MQRCCF_PARM_COUNT_TOO_SMALL, Some(MQIA_Q_TYPE))
    );
    assert_eq!(
        refuse(
            MQCMD_CREATE_Q,
            create(vec![Parameter::int(MQIA_MAX_Q_DEPTH, -1)])
        ),
        (MQRCCF_ATTR_VALUE_ERROR, Some(MQIA_MAX_Q_DEPTH))
    );
    assert_eq!(
        refuse(
            MQCMD_CREATE_Q,
            create(vec![Parameter::text(MQCA_Q_DESC, &"x".repeat(65))])
        ),
        (MQRCCF_CFST_STRING_LENGTH_ERR, Some(MQCA_Q_DESC))
    );
    assert_eq!(
        refuse(
            MQCMD_CREATE_Q,
            create(vec![Parameter::int(MQIACF_REPLACE, 9)])
        ),
        (MQRCCF_REPLACE_VALUE_ERROR, Some(MQIACF_REPLACE))
    );
    assert_eq!(
        refuse(MQCMD_CREATE_Q, queue("no good")),
        (MQRCCF_OBJECT_NAME_ERROR, Some(MQCA_Q_NAME))
    );
    assert_eq!(
        refuse(
            MQCMD_INQUIRE_CHANNEL,
            vec![Parameter::text(MQCACH_CHANNEL_NAME, "NO.SUCH")]
        )
        .0,
        MQRCCF_CHANNEL_NOT_FOUND
    );
    assert_eq!(
        refuse(
            MQCMD_INQUIRE_CHANNEL_STATUS,
            vec![Parameter::text(MQCACH_CHANNEL_NAME, "*")]
        )
        .0,
        MQRCCF_CHL_STATUS_NOT_FOUND
    );
    assert_eq!(
        refuse(
            MQCMD_INQUIRE_LISTENER_STATUS,
            vec![Parameter::text(MQCACH_LISTENER_NAME, "*")]
        )
        .0,
        MQRCCF_LSTR_STATUS_NOT_FOUND
    );
}

#[test]
fn headers_are_checked_before_anything_else() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    let reason = |message: &Message, cut: usize| {
        let bytes = message.encode(ByteOrder::Big);
        let coding = Coding {
            order: ByteOrder::Big,
            ccsid: 1208,
        };
        let answers = run_message(&operations, &bytes[..bytes.len() - cut], coding);
        assert_eq!(answers.len(), 2);
        answers[0].header.reason
    };
    let ping = Message::command(MQCMD_PING_Q_MGR, vec![]);
    let with = |change: fn(&mut Message)| {
        let mut message = ping.clone();
        change(&mut message);
        message
    };
    assert_eq!(reason(&ping, 1), MQRCCF_CFH_LENGTH_ERROR);
    assert_eq!(
        reason(&with(|it| it.header.kind = MQCFT_RESPONSE), 0),
        MQRCCF_CFH_TYPE_ERROR
    );
    assert_eq!(
        reason(&with(|it| it.header.version = 4), 0),
        MQRCCF_CFH_VERSION_ERROR
    );
    assert_eq!(
        reason(&with(|it| it.header.sequence = 2), 0),
        MQRCCF_CFH_MSG_SEQ_NUMBER_ERR
    );
    assert_eq!(
        reason(&with(|it| it.header.control = MQCFC_NOT_LAST), 0),
        MQRCCF_CFH_CONTROL_ERROR
    );
    let text = Message::command(MQCMD_INQUIRE_Q, vec![Parameter::text(MQCA_Q_NAME, "ABCD")]);
    assert_eq!(reason(&text, 4), MQRCCF_CFST_LENGTH_ERROR);
}

/// The same queue manager in both languages: what is inquired is what is displayed.
#[test]
fn the_queue_manager_and_its_state_are_inquired() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    done(&operations, MQCMD_PING_Q_MGR, vec![]);
    let q_mgr = done(&operations, MQCMD_INQUIRE_Q_MGR, vec![]);
    assert_eq!(q_mgr.text(MQCA_Q_MGR_NAME).as_deref(), Some("QM1"));
    assert_eq!(q_mgr.int(MQIA_PLATFORM), Some(MQPL_UNIX));
    assert_eq!(
        q_mgr.text(MQCA_COMMAND_INPUT_Q_NAME).as_deref(),
        Some("SYSTEM.ADMIN.COMMAND.QUEUE")
    );
    let change = vec![Parameter::text(MQCA_Q_MGR_DESC, "changed")];
    done(&operations, MQCMD_CHANGE_Q_MGR, change);
    let asked = vec![Parameter::ints(MQIACF_Q_MGR_ATTRS, &[MQCA_Q_MGR_DESC])];
    let q_mgr = done(&operations, MQCMD_INQUIRE_Q_MGR, asked);
    assert_eq!(q_mgr.text(MQCA_Q_MGR_DESC).as_deref(), Some("changed"));
    assert_eq!(q_mgr.parameters.len(), 2);
    let state = done(&operations, MQCMD_INQUIRE_Q_MGR_STATUS, vec![]);
    assert_eq!(state.int(MQIACF_Q_MGR_STATUS), Some(MQQMSTA_RUNNING));
    assert_eq!(
        state.int(MQIACF_CMD_SERVER_STATUS),
        Some(MQSVC_STATUS_STOPPED)
    );
    assert_eq!(state.text(MQCACF_LOG_PATH).as_deref(), Some("/log"));
    assert_eq!(state.int(MQIACF_LOG_TYPE), Some(MQLOGTYPE_LINEAR));
}

#[test]
fn the_state_of_queues_is_inquired_with_and_without_a_condition() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    let _ = run_command(&operations, "DEFINE QLOCAL(ONE) MONQ(MEDIUM)");
    let _ = run_command(&operations, "DEFINE QLOCAL(TWO)");
    let all = |name: &str| vec![Parameter::text(MQCA_Q_NAME, name)];
    let one = done(&operations, MQCMD_INQUIRE_Q_STATUS, all("ONE"));
    assert_eq!(one.int(MQIACF_Q_STATUS_TYPE), Some(MQIACF_Q_STATUS));
    assert_eq!(one.int(MQIA_CURRENT_Q_DEPTH), Some(0));
    assert_eq!(one.int(MQIA_MONITORING_Q), Some(MQMON_MEDIUM));
    assert_eq!(one.int(MQIACF_UNCOMMITTED_MSGS), Some(MQQSUM_NO));
    assert_eq!(
        one.get(MQIACF_Q_TIME_INDICATOR),
        Some(&Value::Ints(vec![MQMON_NOT_AVAILABLE; 2]))
    );
    let two = done(&operations, MQCMD_INQUIRE_Q_STATUS, all("TWO"));
    assert_eq!(two.int(MQIACF_OLDEST_MSG_AGE), Some(MQMON_NOT_AVAILABLE));
    let mut filtered = all("*");
    filtered.push(Parameter {
        id: MQIA_MAX_Q_DEPTH,
        value: Value::IntFilter {
            operator: MQCFOP_EQUAL,
            value: 3000,
        },
    });
    let answers = send(&operations, MQCMD_INQUIRE_Q, filtered);
    assert!(answers.len() > 3);
    for answer in answers {
        assert_eq!(answer.int(MQIA_MAX_Q_DEPTH), Some(3000));
    }
    let mut described = all("*");
    described.push(Parameter {
        id: MQCA_Q_NAME,
        value: Value::TextFilter {
            operator: MQCFOP_LIKE,
            value: Text::plain("O*"),
        },
    });
    let one = done(&operations, MQCMD_INQUIRE_Q, described);
    assert_eq!(one.text(MQCA_Q_NAME).as_deref(), Some("ONE"));
    let handles = vec![
        Parameter::text(MQCA_Q_NAME, "*"),
        Parameter::int(MQIACF_Q_STATUS_TYPE, MQIACF_Q_HANDLE),
    ];
    assert_eq!(
        refused(&operations, MQCMD_INQUIRE_Q_STATUS, handles).0,
        MQRCCF_Q_STATUS_NOT_FOUND
    );
}

#[test]
fn channels_listeners_processes_and_namelists_are_administered() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    let name = || Parameter::text(MQCACH_CHANNEL_NAME, "APP.SVR");
    let channel = vec![
        name(),
        Parameter::int(MQIACH_CHANNEL_TYPE, MQCHT_SVRCONN),
        Parameter::int(MQIACH_MAX_INSTANCES, 5),
        Parameter::ints(MQIACH_HDR_COMPRESSION, &[MQCOMPRESS_SYSTEM]),
    ];
    done(&operations, MQCMD_CREATE_CHANNEL, channel);
    let shown = done(&operations, MQCMD_INQUIRE_CHANNEL, vec![name()]);
    assert_eq!(shown.int(MQIACH_CHANNEL_TYPE), Some(MQCHT_SVRCONN));
    assert_eq!(shown.int(MQIACH_MAX_INSTANCES), Some(5));
    assert_eq!(
        shown.get(MQIACH_HDR_COMPRESSION),
        Some(&Value::Ints(vec![MQCOMPRESS_SYSTEM]))
    );
    let wrong = vec![
        name(),
        Parameter::int(MQIACH_CHANNEL_TYPE, MQCHT_SVRCONN),
        Parameter::int(MQIACH_HB_INTERVAL, -3),
    ];
    assert_eq!(
        refused(&operations, MQCMD_CHANGE_CHANNEL, wrong),
        (MQRCCF_HB_INTERVAL_ERROR, Some(MQIACH_HB_INTERVAL))
    );
    done(&operations, MQCMD_DELETE_CHANNEL, vec![name()]);

    let listener = || Parameter::text(MQCACH_LISTENER_NAME, "L1");
    let create = vec![
        listener(),
        Parameter::int(MQIACH_XMIT_PROTOCOL_TYPE, MQXPT_TCP),
        Parameter::int(MQIACH_PORT, 1415),
    ];
    done(&operations, MQCMD_CREATE_LISTENER, create);
    let shown = done(&operations, MQCMD_INQUIRE_LISTENER, vec![listener()]);
    assert_eq!(shown.int(MQIACH_PORT), Some(1415));
    done(&operations, MQCMD_DELETE_LISTENER, vec![listener()]);

    let namelist = vec![
        Parameter::text(MQCA_NAMELIST_NAME, "NL1"),
        Parameter {
            id: MQCA_NAMES,
            value: Value::Texts(Texts::plain(&["ONE", "TWO"])),
        },
    ];
    done(&operations, MQCMD_CREATE_NAMELIST, namelist);
    let asked = vec![Parameter::text(MQCA_NAMELIST_NAME, "NL1")];
    let shown = done(&operations, MQCMD_INQUIRE_NAMELIST, asked);
    assert_eq!(shown.int(MQIA_NAME_COUNT), Some(2));
    let Some(Value::Texts(names)) = shown.get(MQCA_NAMES) else {
        panic!("{shown:?}");
    };
    let names = names.decode(1208, ByteOrder::NATIVE).expect("text");
    assert_eq!(names[1].trim_end(), "TWO");
}

#[test]
fn authority_records_are_set_inquired_and_deleted() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    let _ = run_command(&operations, "DEFINE QLOCAL(PAY.ONE)");
    let about = || {
        vec![
            Parameter::text(MQCACF_AUTH_PROFILE_NAME, "PAY.ONE"),
            Parameter::int(MQIACF_OBJECT_TYPE, MQOT_Q),
        ]
    };
    let mut set = about();
    set.push(Parameter::ints(
        MQIACF_AUTH_ADD_AUTHS,
        &[MQAUTH_OUTPUT, MQAUTH_INQUIRE],
    ));
    set.push(Parameter {
        id: MQCACF_PRINCIPAL_ENTITY_NAMES,
        value: Value::Texts(Texts::plain(&["joe", "jill"])),
    });
    done(&operations, MQCMD_SET_AUTH_REC, set);
    let mut asked = about();
    asked.push(Parameter::int(
        MQIACF_AUTH_OPTIONS,
        MQAUTHOPT_NAME_EXPLICIT | MQAUTHOPT_ENTITY_EXPLICIT,
    ));
    asked.push(Parameter::text(MQCACF_ENTITY_NAME, "jill"));
    asked.push(Parameter::int(MQIACF_ENTITY_TYPE, MQZAET_PRINCIPAL));
    let found = done(&operations, MQCMD_INQUIRE_AUTH_RECS, asked.clone());
    assert_eq!(found.text(MQCACF_ENTITY_NAME).as_deref(), Some("jill"));
    assert_eq!(found.int(MQIACF_OBJECT_TYPE), Some(MQOT_Q));
    assert_eq!(
        found.get(MQIACF_AUTHORIZATION_LIST),
        Some(&Value::Ints(vec![MQAUTH_INQUIRE, MQAUTH_OUTPUT]))
    );
    let mut delete = about();
    delete.push(Parameter {
        id: MQCACF_PRINCIPAL_ENTITY_NAMES,
        value: Value::Texts(Texts::plain(&["jill"])),
    });
    done(&operations, MQCMD_DELETE_AUTH_REC, delete);
    assert_eq!(
        refused(&operations, MQCMD_INQUIRE_AUTH_RECS, asked).0,
        MQRC_UNKNOWN_OBJECT_NAME
    );
}

#[test]
fn channel_authentication_records_are_set_and_inquired() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    let set = vec![
        Parameter::text(MQCACH_CHANNEL_NAME, "APP.*"),
        Parameter::int(MQIACF_CHLAUTH_TYPE, MQCAUT_ADDRESSMAP),
        Parameter::text(MQCACH_CONNECTION_NAME, "10.*"),
        Parameter::int(MQIACH_USER_SOURCE, MQUSRC_NOACCESS),
    ];
    done(&operations, MQCMD_SET_CHLAUTH_REC, set.clone());
    assert_eq!(
        refused(&operations, MQCMD_SET_CHLAUTH_REC, set).0,
        MQRCCF_CHLAUTH_ALREADY_EXISTS
    );
    let asked = vec![Parameter::text(MQCACH_CHANNEL_NAME, "APP.*")];
    let found = done(&operations, MQCMD_INQUIRE_CHLAUTH_RECS, asked);
    assert_eq!(found.int(MQIACF_CHLAUTH_TYPE), Some(MQCAUT_ADDRESSMAP));
    assert_eq!(found.text(MQCACH_CONNECTION_NAME).as_deref(), Some("10.*"));
}

#[test]
fn an_escape_runs_mqsc_and_answers_what_it_prints() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    let escape = |text: &str| {
        send(
            &operations,
            MQCMD_ESCAPE,
            vec![
                Parameter::int(MQIACF_ESCAPE_TYPE, MQET_MQSC),
                Parameter::text(MQCACF_ESCAPE_TEXT, text),
            ],
        )
    };
    let answers = escape("DEFINE QLOCAL(ESC.ONE)");
    assert_eq!(answers[0].header.comp_code, MQCC_OK);
    let text = answers[0].text(MQCACF_ESCAPE_TEXT).expect("text");
    assert!(text.starts_with("AMQ8006I"), "{text}");
    assert_eq!(escape("DISPLAY QUEUE(SYSTEM.DEFAULT.*)").len(), 5);
    let failed = escape("DEFINE QLOCAL(ESC.ONE)");
    let header = &failed[0].header;
    assert_eq!(
        (header.comp_code, header.reason),
        (MQCC_FAILED, MQRCCF_COMMAND_FAILED)
    );
    let malformed = escape("DEFINE NONSENSE");
    assert_eq!(malformed[0].header.reason, MQRCCF_PARM_SYNTAX_ERROR);
    let other = vec![Parameter::int(MQIACF_ESCAPE_TYPE, 9)];
    assert_eq!(
        refused(&operations, MQCMD_ESCAPE, other),
        (MQRCCF_ESCAPE_TYPE_ERROR, Some(MQIACF_ESCAPE_TYPE))
    );
}

/// Commands come from machines with other orders of bytes and other code pages.
#[test]
fn a_command_in_ebcdic_and_the_other_order_is_understood() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    let name = Text {
        ccsid: 500,
        // SYSTEM.DEFAULT.LOCAL.QUEUE
        bytes: vec![
            0xe2, 0xe8, 0xe2, 0xe3, 0xc5, 0xd4, 0x4b, 0xc4, 0xc5, 0xc6, 0xc1, 0xe4, 0xd3, 0xe3,
            0x4b, 0xd3, 0xd6, 0xc3, 0xc1, 0xd3, 0x4b, 0xd8, 0xe4, 0xc5, 0xe4, 0xc5,
        ],
    };
    let message = Message::command(
        MQCMD_INQUIRE_Q,
        vec![Parameter {
            id: MQCA_Q_NAME,
            value: Value::Text(name),
        }],
    );
    let coding = Coding {
        order: ByteOrder::Big,
        ccsid: 500,
    };
    let answers = run_message(&operations, &message.encode(ByteOrder::Big), coding);
    assert_eq!(answers.len(), 1);
    assert_eq!(
        answers[0].text(MQCA_Q_NAME).as_deref(),
        Some("SYSTEM.DEFAULT.LOCAL.QUEUE")
    );
}

/// Every parameter there is, in every command there is: an answer, and no panic.
#[test]
fn every_command_answers_whatever_it_is_given() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    let values = || {
        [
            Value::Int(1),
            Value::Int(-1),
            Value::Int64(1),
            Value::Ints(vec![MQIACF_ALL]),
            Value::Ints(vec![1, 2, 3]),
            Value::Text(Text::plain("X")),
            Value::Text(Text::plain("")),
            Value::Texts(Texts::plain(&["X", ""])),
            Value::Bytes(vec![0; 24]),
            Value::IntFilter {
                operator: 3,
                value: 1,
            },
            Value::TextFilter {
                operator: 18,
                value: Text::plain("*"),
            },
            Value::Group(Vec::new()),
        ]
    };
    let ids: Vec<i32> = (2001..2150)
        .step_by(3)
        .chain((1..120).step_by(3))
        .chain((1001..1300).step_by(5))
        .chain((1501..1650).step_by(5))
        .chain((3001..3100).step_by(5))
        .chain((3501..3570).step_by(3))
        .chain([7006, 7007, 8001])
        .collect();
    for command in 1..=222 {
        // Of those that change the queue manager, only what they refuse is of interest here.
        if matches!(
            command,
            MQCMD_RESET_Q_MGR | MQCMD_STOP_CONNECTION | MQCMD_REFRESH_SECURITY
        ) {
            continue;
        }
        for (at, value) in values().into_iter().enumerate() {
            let id = ids[(usize::try_from(command).expect("small") * 7 + at * 13) % ids.len()];
            let answers = send(&operations, command, vec![Parameter { id, value }]);
            assert!(!answers.is_empty());
        }
    }
}

#[test]
fn authority_for_many_users_is_refused_once_and_has_a_limit() {
    let disk = created();
    let (manager, operations) = started(&disk);
    let set = |count: usize| {
        let names: Vec<String> = (0..count).map(|number| format!("user{number}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        vec![
            Parameter::text(MQCACF_AUTH_PROFILE_NAME, "APP.**"),
            Parameter::int(MQIACF_OBJECT_TYPE, MQOT_Q),
            Parameter::ints(
                MQIACF_AUTH_ADD_AUTHS,
                &[MQAUTH_OUTPUT, MQAUTH_INPUT, MQAUTH_OUTPUT],
            ),
            Parameter {
                id: MQCACF_PRINCIPAL_ENTITY_NAMES,
                value: Value::Texts(Texts::plain(&names)),
            },
        ]
    };
    let ann = of_user(&manager, &operations, "ann");
    let answers = send(&ann, MQCMD_SET_AUTH_REC, set(300));
    assert_eq!(answers.len(), 2, "one for each of them: {}", answers.len());
    assert_eq!(answers[0].header.reason, MQRC_NOT_AUTHORIZED);
    assert_eq!(
        refused(&operations, MQCMD_SET_AUTH_REC, set(5_000)),
        (MQRCCF_CFSL_COUNT_ERROR, Some(MQCACF_PRINCIPAL_ENTITY_NAMES))
    );
    assert!(manager.authority_records().is_empty());
    done(&operations, MQCMD_SET_AUTH_REC, set(3));
    assert_eq!(manager.authority_records().len(), 3);
}

#[test]
fn a_copy_says_what_it_is_a_copy_of() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    let copy = vec![
        Parameter::text(MQCACF_TO_Q_NAME, "APP.TWO"),
        Parameter::int(MQIA_Q_TYPE, MQQT_LOCAL),
    ];
    assert_eq!(
        refused(&operations, MQCMD_COPY_Q, copy),
        (MQRCCF_PARM_COUNT_TOO_SMALL, Some(MQCACF_FROM_Q_NAME))
    );
    let copy = vec![Parameter::text(MQCACF_TO_NAMELIST_NAME, "APP.NAMES")];
    assert_eq!(
        refused(&operations, MQCMD_COPY_NAMELIST, copy),
        (MQRCCF_PARM_COUNT_TOO_SMALL, Some(MQCACF_FROM_NAMELIST_NAME))
    );
}
