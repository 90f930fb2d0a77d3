//! Who may give which command, and what commands say of authority.

use crate::app::{App, BOTH};
use crate::authority::{REFUSED, allow, allow_on_q_mgr, connected, group, user};
use crate::subject::contracts;
use crate::trial::Trial;
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::generated::constants::*;

contracts!("authority_command":
    commands_need_their_own_permissions [Users],
    displays_leave_out_what_may_not_be_seen [Users],
    counts_are_reset_of_queues_that_may_be_changed_alone [Users],
    whoever_defines_an_object_may_use_it [Users],
    a_streaming_queue_needs_change_of_both_queues [Users],
    authority_commands_say_what_is_there [Users, Own],
);

#[track_caller]
pub(crate) fn run(app: &mut App, command: &str) -> (String, CommandOutcome) {
    app.0.command(command).expect("a command")
}

/// Source: "Authorizations for MQSC commands in escape PCFs".
fn commands_need_their_own_permissions(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let new = trial.name("NEW");
    let mut app = connected(trial, "joe");
    allow(trial, "joe", "SYSTEM.DEFAULT.LOCAL.QUEUE", "DSP");
    let commands = [
        (format!("DISPLAY QLOCAL('{name}')"), Some("DSP")),
        (format!("ALTER QLOCAL('{name}') DESCR('x')"), Some("CHG")),
        (format!("DEFINE QLOCAL('{name}') REPLACE"), Some("CHG")),
        (format!("CLEAR QLOCAL('{name}')"), Some("CLR")),
        (format!("DEFINE QLOCAL('{new}')"), None),
        (format!("DELETE QLOCAL('{name}')"), Some("DLT")),
    ];
    for (command, _) in &commands {
        let (text, outcome) = run(&mut app, command);
        assert_eq!(outcome, CommandOutcome::Failed, "{command}");
        assert!(text.starts_with("AMQ8135E"), "{text}");
    }
    // For any command at all.
    allow_on_q_mgr(trial, "joe", "DSP");
    for (command, needed) in &commands {
        let (text, outcome) = run(&mut app, command);
        assert_eq!(outcome, CommandOutcome::Failed, "{command}\n{text}");
        match needed {
            Some(needed) => allow(trial, "joe", &name, needed),
            None => {
                let joe = user(trial, "joe");
                trial.mqsc(&format!(
                    "SET AUTHREC PROFILE('@class') OBJTYPE(QUEUE) PRINCIPAL('{joe}') AUTHADD(CRT)"
                ));
            }
        }
        let (text, outcome) = run(&mut app, command);
        assert_eq!(outcome, CommandOutcome::Done, "{command}\n{text}");
        if let Some(needed) = needed.filter(|needed| *needed != "DLT") {
            let joe = user(trial, "joe");
            trial.mqsc(&format!(
                "SET AUTHREC PROFILE('{name}') OBJTYPE(QUEUE) PRINCIPAL('{joe}') AUTHRMV({needed})"
            ));
        }
    }
    let (_, outcome) = run(&mut app, "REFRESH SECURITY");
    assert_eq!(outcome, CommandOutcome::Failed);
    let joe = user(trial, "joe");
    let own = format!("SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('{joe}') AUTHADD(ALL)");
    assert_eq!(run(&mut app, &own).1, CommandOutcome::Failed);
}

fn displays_leave_out_what_may_not_be_seen(trial: &Trial<'_>) {
    let (one, two) = (trial.queue("ONE", ""), trial.queue("TWO", ""));
    let mut app = connected(trial, "joe");
    allow_on_q_mgr(trial, "joe", "DSP");
    allow(trial, "joe", &one, "DSP");
    for command in ["DISPLAY QUEUE", "DISPLAY QSTATUS"] {
        let (text, _) = run(&mut app, &format!("{command}('{}')", trial.name("*")));
        assert!(text.contains(&one) && !text.contains(&two), "{text}");
    }
}

/// Source: Reset Queue Statistics needs display and change.
fn counts_are_reset_of_queues_that_may_be_changed_alone(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut administrator = trial.connect();
    let handle = administrator.open(&name, MQOO_OUTPUT);
    administrator.put(handle, "counted");
    let mut app = connected(trial, "joe");
    allow_on_q_mgr(trial, "joe", "DSP");
    allow(trial, "joe", &name, "DSP");
    let reset = format!("RESET QSTATS('{name}*')");
    for may in [false, true] {
        if may {
            allow(trial, "joe", &name, "CHG");
        }
        let (text, _) = run(&mut app, &reset);
        assert_eq!(text.contains("MSGSIN(1)"), may, "{text}");
    }
    let (text, _) = run(&mut app, &format!("RESET QSTATS('{name}')"));
    assert!(text.contains("MSGSIN(0)"), "{text}");
}

fn whoever_defines_an_object_may_use_it(trial: &Trial<'_>) {
    let name = trial.name("OWN");
    let mut app = connected(trial, "joe");
    allow_on_q_mgr(trial, "joe", "DSP,CRT");
    allow(trial, "joe", "SYSTEM.DEFAULT.LOCAL.QUEUE", "DSP");
    let (text, outcome) = run(&mut app, &format!("DEFINE QLOCAL('{name}')"));
    assert_eq!(outcome, CommandOutcome::Done, "{text}");
    app.open(&name, BOTH | MQOO_SET);
    let (text, outcome) = run(&mut app, &format!("ALTER QLOCAL('{name}') DESCR('mine')"));
    assert_eq!(outcome, CommandOutcome::Done, "{text}");
    assert_eq!(connected(trial, "jill").open_fails(&name, BOTH), REFUSED);
}

/// Source: DISPLAY AUTHREC, DISPLAY ENTAUTH.
fn authority_commands_say_what_is_there(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let (joe, group) = (user(trial, "joe"), group(trial));
    allow(trial, "joe", &name, "GET,PUT");
    let generic = trial.name("*");
    trial.mqsc(&format!(
        "SET AUTHREC PROFILE('{generic}') OBJTYPE(QUEUE) GROUP('{group}') AUTHADD(ALLADM)"
    ));
    let exact = trial.mqsc(&format!("DISPLAY AUTHREC PROFILE('{name}') MATCH(EXACT)"));
    assert!(exact.contains("AUTHLIST(GET,PUT)"), "{exact}");
    assert!(!exact.contains("ENTTYPE(GROUP)"), "{exact}");
    let fitting = trial.mqsc(&format!("DISPLAY AUTHREC PROFILE('{name}')"));
    assert!(fitting.contains("AUTHLIST(CHG,CLR,DLT,DSP)"), "{fitting}");
    let members = format!("DISPLAY AUTHREC PROFILE('{name}') OBJTYPE(QUEUE) PRINCIPAL('{joe}')");
    assert_eq!(trial.mqsc(&members).matches("AMQ8864I").count(), 1);
    let members = trial.mqsc(&format!("{members} MATCH(MEMBERSHIP)"));
    assert_eq!(members.matches("AMQ8864I").count(), 2, "{members}");
    let entity = trial.mqsc(&format!(
        "DISPLAY ENTAUTH PRINCIPAL('{joe}') OBJTYPE(QUEUE) OBJNAME('{name}')"
    ));
    assert!(
        entity.contains("AUTHLIST(CHG,CLR,DLT,DSP,GET,PUT)"),
        "{entity}"
    );
    for refused in [
        "SET AUTHREC PROFILE('NO.SUCH.QUEUE') OBJTYPE(QUEUE) PRINCIPAL('x') AUTHADD(PUT)",
        "SET AUTHREC PROFILE('A.*') OBJTYPE(QUEUE) GROUP('missing') AUTHADD(PUT)",
        "SET AUTHREC PROFILE('A.*') OBJTYPE(QUEUE) PRINCIPAL('x') AUTHADD(CONNECT)",
        "SET AUTHREC PROFILE('A.*') OBJTYPE(QUEUE) AUTHADD(PUT)",
        "DELETE AUTHREC PROFILE('A.*') OBJTYPE(QUEUE) PRINCIPAL('x')",
        "DISPLAY AUTHREC PROFILE('A.*')",
    ] {
        assert!(!trial.mqsc_works(refused), "{refused}");
    }
}

/// Source: "Streaming queues security".
fn a_streaming_queue_needs_change_of_both_queues(trial: &Trial<'_>) {
    let (name, stream) = (trial.queue("Q", ""), trial.queue("STREAM", ""));
    let streams = trial.queue("LIKE", &format!("STREAMQ('{stream}')"));
    let new = trial.name("NEW");
    let joe = user(trial, "joe");
    trial.mqsc(&format!(
        "SET AUTHREC PROFILE('@class') OBJTYPE(QUEUE) PRINCIPAL('{joe}') AUTHADD(CRT)"
    ));
    allow_on_q_mgr(trial, "joe", "DSP");
    allow(trial, "joe", "SYSTEM.DEFAULT.LOCAL.QUEUE", "DSP");
    allow(trial, "joe", &streams, "DSP,CHG");
    allow(trial, "joe", &name, "DSP,CHG");
    let mut app = connected(trial, "joe");
    let commands = [
        format!("ALTER QLOCAL('{name}') STREAMQ('{stream}')"),
        format!("DEFINE QLOCAL('{name}') STREAMQ('{stream}') REPLACE"),
        format!("DEFINE QLOCAL('{new}') STREAMQ('{stream}')"),
        format!("DEFINE QLOCAL('{new}') LIKE('{streams}')"),
        format!("DEFINE QMODEL('{new}.M') STREAMQ('{stream}')"),
    ];
    allow(trial, "joe", "SYSTEM.DEFAULT.MODEL.QUEUE", "DSP");
    for command in &commands {
        let (text, outcome) = run(&mut app, command);
        assert_eq!(outcome, CommandOutcome::Failed, "{command}");
        assert!(text.starts_with("AMQ8135E"), "{text}");
    }
    // What is there already stays, and may be taken away.
    for command in [
        format!("ALTER QLOCAL('{streams}') STREAMQ('{stream}') DESCR('x')"),
        format!("ALTER QLOCAL('{streams}') STREAMQ(' ')"),
    ] {
        let (text, outcome) = run(&mut app, &command);
        assert_eq!(outcome, CommandOutcome::Done, "{command}\n{text}");
    }
    allow(trial, "joe", &stream, "CHG");
    let (text, outcome) = run(&mut app, &commands[0]);
    assert_eq!(outcome, CommandOutcome::Done, "{text}");
}
