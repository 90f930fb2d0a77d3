//! Configuration and command events: what objects were like and are like, and which commands were carried out.

use crate::event::{expect, expect_none, next};
use crate::subject::contracts;
use crate::trial::Trial;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::pcf::{Message, Parameter, Value};

contracts!("event_object":
    an_object_that_is_made_changed_and_deleted_is_told_of [Own],
    a_change_is_told_by_what_was_and_what_is [Own],
    what_mqset_changes_is_told_of [Own],
    dynamic_queues_are_not_told_of [Own],
    a_refresh_tells_what_objects_are_like [Own],
    a_refresh_is_refused_while_nobody_listens [Own],
    commands_are_told_of_with_their_text_and_without_their_secrets [Own],
    commands_that_fail_are_not_told_of [Own],
    nodisplay_leaves_out_what_only_shows [Own],
    what_a_command_changes_belongs_to_it [Own],
    channel_authentication_records_are_told_of [Own],
    the_command_that_ends_events_is_told_of [Own],
);

const CONFIG: &str = "SYSTEM.ADMIN.CONFIG.EVENT";
const COMMANDS: &str = "SYSTEM.ADMIN.COMMAND.EVENT";

fn group(event: &Message, id: i32) -> Message {
    match event.get(id) {
        Some(Value::Group(inner)) => Message::command(0, inner.clone()),
        other => panic!("{other:?} is no group"),
    }
}

/// Source: event message reference, Create object, Change object, Delete object.
fn an_object_that_is_made_changed_and_deleted_is_told_of(trial: &Trial<'_>) {
    trial.mqsc("ALTER QMGR CONFIGEV(ENABLED)");
    // The change that asked for them is the first of which they tell.
    for _ in 0..2 {
        let event = expect(trial, CONFIG, MQRC_CONFIG_CHANGE_OBJECT);
        assert_eq!(event.int(MQIACF_OBJECT_TYPE), Some(MQOT_Q_MGR));
    }
    let name = trial.queue("Q", "MAXDEPTH(17)");
    let event = expect(trial, CONFIG, MQRC_CONFIG_CREATE_OBJECT);
    assert_eq!(event.header.version, 2);
    assert_eq!(event.header.command, MQCMD_CONFIG_EVENT);
    let first: Vec<i32> = event.parameters.iter().take(6).map(|one| one.id).collect();
    let known = [
        MQCACF_EVENT_USER_ID,
        MQIACF_EVENT_ORIGIN,
        MQCACF_EVENT_Q_MGR,
        MQIACF_OBJECT_TYPE,
        MQCA_Q_NAME,
        MQIA_Q_TYPE,
    ];
    assert_eq!(first, known);
    assert_eq!(event.int(MQIACF_EVENT_ORIGIN), Some(MQEVO_CONSOLE));
    assert_eq!(event.text(MQCA_Q_NAME), Some(name.clone()));
    assert_eq!(event.int(MQIA_MAX_Q_DEPTH), Some(17));
    assert_eq!(event.int(MQIA_CURRENT_Q_DEPTH), None);
    let channel = trial.define("CHANNEL", "C", "CHLTYPE(SVRCONN) MCAUSER('somebody')");
    let event = expect(trial, CONFIG, MQRC_CONFIG_CREATE_OBJECT);
    assert_eq!(event.int(MQIACF_OBJECT_TYPE), Some(MQOT_CHANNEL));
    assert_eq!(event.text(MQCACH_CHANNEL_NAME), Some(channel));
    assert_eq!(event.text(MQCACH_MCA_USER_ID).as_deref(), Some("somebody"));
    trial.mqsc(&format!("DELETE QLOCAL('{name}')"));
    let event = expect(trial, CONFIG, MQRC_CONFIG_DELETE_OBJECT);
    assert_eq!(event.text(MQCA_Q_NAME), Some(name));
    expect_none(trial, CONFIG);
}

fn a_change_is_told_by_what_was_and_what_is(trial: &Trial<'_>) {
    let name = trial.queue("Q", "DESCR('before')");
    trial.mqsc("ALTER QMGR CONFIGEV(ENABLED)");
    (0..2).for_each(|_| drop(expect(trial, CONFIG, MQRC_CONFIG_CHANGE_OBJECT)));
    for command in ["ALTER QLOCAL", "DEFINE QLOCAL"] {
        let replace = if command.starts_with('D') {
            "REPLACE"
        } else {
            ""
        };
        trial.mqsc(&format!("{command}('{name}') DESCR('{command}') {replace}"));
        let (one, before) = next(trial, CONFIG).expect("what it was like");
        let (other, after) = next(trial, CONFIG).expect("what it is like");
        assert_eq!(before.header.reason, MQRC_CONFIG_CHANGE_OBJECT);
        assert_eq!(after.header.reason, MQRC_CONFIG_CHANGE_OBJECT);
        let part = |event: &Message| (event.header.sequence, event.header.control);
        assert_eq!(part(&before), (1, MQCFC_NOT_LAST));
        assert_eq!(part(&after), (2, MQCFC_LAST));
        assert_ne!(one.descriptor.correl_id, MQCI_NONE);
        assert_eq!(one.descriptor.correl_id, other.descriptor.correl_id);
        assert_ne!(before.text(MQCA_Q_DESC).as_deref(), Some(command));
        assert_eq!(after.text(MQCA_Q_DESC).as_deref(), Some(command));
    }
}

fn what_mqset_changes_is_told_of(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    trial.mqsc("ALTER QMGR CONFIGEV(ENABLED)");
    (0..2).for_each(|_| drop(expect(trial, CONFIG, MQRC_CONFIG_CHANGE_OBJECT)));
    let mut app = trial.connect();
    let queue = app.open(&name, MQOO_SET);
    let set = app.set(queue, &[MQIA_INHIBIT_PUT], &[MQQA_PUT_INHIBITED], "");
    assert!(set.is_ok());
    for value in [MQQA_PUT_ALLOWED, MQQA_PUT_INHIBITED] {
        let event = expect(trial, CONFIG, MQRC_CONFIG_CHANGE_OBJECT);
        assert_eq!(event.int(MQIACF_EVENT_ORIGIN), Some(MQEVO_MQSET));
        assert_eq!(event.int(MQIA_INHIBIT_PUT), Some(value));
    }
}

fn dynamic_queues_are_not_told_of(trial: &Trial<'_>) {
    trial.mqsc("ALTER QMGR CONFIGEV(ENABLED)");
    (0..2).for_each(|_| drop(expect(trial, CONFIG, MQRC_CONFIG_CHANGE_OBJECT)));
    let mut app = trial.connect();
    let queue = app.open("SYSTEM.DEFAULT.MODEL.QUEUE", MQOO_INPUT_SHARED | MQOO_SET);
    let set = app.set(queue, &[MQIA_INHIBIT_GET], &[MQQA_GET_INHIBITED], "");
    assert!(set.is_ok());
    app.close(queue);
    expect_none(trial, CONFIG);
}

/// Source: MQSC reference, REFRESH QMGR.
fn a_refresh_tells_what_objects_are_like(trial: &Trial<'_>) {
    let names = [trial.queue("ONE", ""), trial.queue("TWO", "")];
    trial.mqsc("ALTER QMGR CONFIGEV(ENABLED)");
    (0..2).for_each(|_| drop(expect(trial, CONFIG, MQRC_CONFIG_CHANGE_OBJECT)));
    let all = format!("{}*", trial.name(""));
    trial.mqsc(&format!(
        "REFRESH QMGR TYPE(CONFIGEV) OBJECT(QLOCAL) NAME('{all}') INCLINT(5)"
    ));
    for name in names {
        let event = expect(trial, CONFIG, MQRC_CONFIG_REFRESH_OBJECT);
        assert_eq!(event.text(MQCA_Q_NAME), Some(name));
    }
    expect_none(trial, CONFIG);
    trial.mqsc("REFRESH QMGR TYPE(CONFIGEV) OBJECT(QMGR)");
    let event = expect(trial, CONFIG, MQRC_CONFIG_REFRESH_OBJECT);
    assert_eq!(event.int(MQIACF_OBJECT_TYPE), Some(MQOT_Q_MGR));
    trial.mqsc("REFRESH QMGR TYPE(CONFIGEV) OBJECT(CHANNEL) NAME(SYSTEM.DEF.SVRCONN)");
    let event = expect(trial, CONFIG, MQRC_CONFIG_REFRESH_OBJECT);
    assert_eq!(event.int(MQIACF_OBJECT_TYPE), Some(MQOT_CHANNEL));
    expect_none(trial, CONFIG);
}

fn a_refresh_is_refused_while_nobody_listens(trial: &Trial<'_>) {
    assert!(!trial.mqsc_works("REFRESH QMGR TYPE(CONFIGEV)"));
    assert!(!trial.mqsc_works("REFRESH QMGR TYPE(CONFIGEV) OBJECT(NONSENSE)"));
}

/// Source: event message reference, Command.
fn commands_are_told_of_with_their_text_and_without_their_secrets(trial: &Trial<'_>) {
    trial.mqsc("ALTER QMGR CMDEV(ENABLED)");
    let event = expect(trial, COMMANDS, MQRC_COMMAND_MQSC);
    assert_eq!(event.header.version, 3);
    assert_eq!(event.header.command, MQCMD_COMMAND_EVENT);
    assert_eq!(event.header.comp_code, MQCC_WARNING);
    let groups: Vec<i32> = event.parameters.iter().map(|one| one.id).collect();
    assert_eq!(groups, [MQGACF_COMMAND_CONTEXT, MQGACF_COMMAND_DATA]);
    let context = group(&event, MQGACF_COMMAND_CONTEXT);
    let told: Vec<i32> = context.parameters.iter().map(|one| one.id).collect();
    let known = [
        MQCACF_EVENT_USER_ID,
        MQIACF_EVENT_ORIGIN,
        MQCACF_EVENT_Q_MGR,
        MQIACF_COMMAND,
    ];
    assert_eq!(told, known);
    assert_eq!(context.int(MQIACF_EVENT_ORIGIN), Some(MQEVO_CONSOLE));
    assert_eq!(context.int(MQIACF_COMMAND), Some(MQCMD_CHANGE_Q_MGR));
    let data = group(&event, MQGACF_COMMAND_DATA);
    let text = Parameter::text(MQCACF_COMMAND_MQSC, "ALTER QMGR CMDEV(ENABLED)");
    assert_eq!(
        data.text(text.id).as_deref(),
        Some("ALTER QMGR CMDEV(ENABLED)")
    );
    trial.mqsc("DEFINE CHANNEL(SECRET) CHLTYPE(SDR) CONNAME(here) XMITQ(X) PASSWORD('hush')");
    let (got, event) = next(trial, COMMANDS).expect("an event");
    let data = group(&event, MQGACF_COMMAND_DATA);
    let text = data.text(MQCACF_COMMAND_MQSC).expect("a text");
    assert!(text.ends_with("PASSWORD(********)"), "{text}");
    assert!(!got.body.windows(4).any(|part| part == b"hush"));
}

fn commands_that_fail_are_not_told_of(trial: &Trial<'_>) {
    trial.mqsc("ALTER QMGR CMDEV(ENABLED)");
    expect(trial, COMMANDS, MQRC_COMMAND_MQSC);
    assert!(!trial.mqsc_works("DELETE QLOCAL(NOT.THERE)"));
    assert!(!trial.mqsc_works("DEFINE QLOCAL(("));
    expect_none(trial, COMMANDS);
}

fn nodisplay_leaves_out_what_only_shows(trial: &Trial<'_>) {
    trial.mqsc("ALTER QMGR CMDEV(NODISPLAY)");
    expect(trial, COMMANDS, MQRC_COMMAND_MQSC);
    trial.mqsc("DISPLAY QMGR CMDEV");
    expect_none(trial, COMMANDS);
    trial.mqsc("ALTER QMGR CMDEV(ENABLED)");
    expect(trial, COMMANDS, MQRC_COMMAND_MQSC);
    trial.mqsc("DISPLAY QMGR CMDEV");
    let event = expect(trial, COMMANDS, MQRC_COMMAND_MQSC);
    let context = group(&event, MQGACF_COMMAND_CONTEXT);
    assert_eq!(context.int(MQIACF_COMMAND), Some(MQCMD_INQUIRE_Q_MGR));
}

/// Else who switches them off leaves no trace. Source: "Command event generation", "Configuration event generation".
fn the_command_that_ends_events_is_told_of(trial: &Trial<'_>) {
    for attributes in ["ENABLED", "DISABLED"] {
        trial.mqsc(&format!(
            "ALTER QMGR CMDEV({attributes}) CONFIGEV({attributes})"
        ));
        expect(trial, COMMANDS, MQRC_COMMAND_MQSC);
        for _ in 0..2 {
            expect(trial, CONFIG, MQRC_CONFIG_CHANGE_OBJECT);
        }
    }
    trial.mqsc("ALTER QMGR DESCR('y')");
    expect_none(trial, COMMANDS);
    expect_none(trial, CONFIG);
    trial.mqsc("ALTER QMGR CONFIGEV(ENABLED)");
    for _ in 0..2 {
        expect(trial, CONFIG, MQRC_CONFIG_CHANGE_OBJECT);
    }
    trial.mqsc(&format!("ALTER QLOCAL({CONFIG}) DESCR('y')"));
    expect_none(trial, CONFIG);
}

/// Tools pair them by the correlation identifier.
fn what_a_command_changes_belongs_to_it(trial: &Trial<'_>) {
    trial.mqsc("ALTER QMGR CMDEV(ENABLED)");
    expect(trial, COMMANDS, MQRC_COMMAND_MQSC);
    trial.mqsc("ALTER QMGR CONFIGEV(ENABLED)");
    let (command, _) = next(trial, COMMANDS).expect("an event");
    let (change, _) = next(trial, CONFIG).expect("an event");
    assert_ne!(command.descriptor.correl_id, MQCI_NONE);
    assert_eq!(command.descriptor.correl_id, change.descriptor.correl_id);
    trial.mqsc("ALTER QMGR DESCR('x')");
    let (other, _) = next(trial, COMMANDS).expect("an event");
    assert_ne!(command.descriptor.correl_id, other.descriptor.correl_id);
}

fn channel_authentication_records_are_told_of(trial: &Trial<'_>) {
    trial.mqsc("ALTER QMGR CONFIGEV(ENABLED)");
    (0..2).for_each(|_| drop(expect(trial, CONFIG, MQRC_CONFIG_CHANGE_OBJECT)));
    let rule = "CHLAUTH('TO.HERE') TYPE(ADDRESSMAP) ADDRESS('10.1.2.3')";
    trial.mqsc(&format!("SET {rule} USERSRC(NOACCESS)"));
    let event = expect(trial, CONFIG, MQRC_CONFIG_CREATE_OBJECT);
    assert_eq!(event.int(MQIACF_OBJECT_TYPE), Some(MQOT_CHLAUTH));
    trial.mqsc(&format!("SET {rule} ACTION(REMOVE)"));
    expect(trial, CONFIG, MQRC_CONFIG_DELETE_OBJECT);
}
