//! Trigger monitors, and queue managers in `mqs.ini`.

use crate::support::Room;
use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

#[test]
fn what_mqs_ini_says_of_a_queue_manager_is_shown_taken_off_and_added_again() {
    let room = Room::new();
    room.done(&["crtmqm", "-lf", "64", "-q", "QM.1"]);
    let shown = room.done(&["dspmqinf", "QM.1"]);
    let prefix = room.path().display();
    assert_eq!(
        shown,
        format!("QueueManager:\n   Name=QM.1\n   Prefix={prefix}\n   Directory=QM!1\n")
    );
    let command = room.done(&["dspmqinf", "-s", "QueueManager", "-o", "command", "QM.1"]);
    let wanted =
        format!("addmqinf -s QueueManager -v Name=QM.1 -v Prefix={prefix} -v Directory='QM!1'\n");
    assert_eq!(command, wanted);
    room.done(&["strmqm", "QM.1"]);
    let said = room.run(&["rmvmqinf", "QM.1"]);
    assert!(
        said.code == 5 && said.err.starts_with("AMQ7005"),
        "{said:?}"
    );
    room.done(&["endmqm", "-w", "QM.1"]);
    room.done(&["rmvmqinf", "QM.1"]);
    assert!(!room.done(&["dspmq"]).contains("QM.1"));
    for command in ["dspmqinf", "rmvmqinf"] {
        let said = room.run(&[command, "QM.1"]);
        assert!(
            said.code == 44 && said.err.starts_with("FMQ0377E"),
            "{said:?}"
        );
    }
    let prefix = format!("Prefix={prefix}");
    let add = [
        "addmqinf",
        "-v",
        "Name=QM.1",
        "-v",
        &prefix,
        "-v",
        "Directory=QM!1",
    ];
    assert_eq!(room.run(&add[..5]).code, 46);
    let wrong = [
        "addmqinf",
        "-v",
        "Name=QM.1",
        "-v",
        "Prefix=/nowhere",
        "-v",
        "Directory=QM!1",
    ];
    assert_eq!(room.run(&wrong).code, 1);
    assert_eq!(room.run(&["addmqinf", "-v", "Colour=red"]).code, 39);
    room.done(&add);
    assert_eq!(room.run(&add).code, 45);
    room.done(&["strmqm", "QM.1"]);
}

/// Nothing but its trigger message says that a queue has messages.
#[test]
fn a_trigger_message_nobody_takes_stays_on_the_initiation_queue() {
    let room = Room::new();
    room.start("QM1", &["-u", "DEV.DEAD.LETTER.QUEUE"]);
    let script = "DEFINE QLOCAL(INITQ)\nALTER QLOCAL(DEV.DEAD.LETTER.QUEUE) PUT(DISABLED)\n";
    let said = room.run_with(&["runmqsc", "QM1"], script);
    assert_eq!(said.code, 0, "{said:?}");
    // It names no program, being no trigger message.
    assert_eq!(room.run_with(&["amqsput", "INITQ", "QM1"], "a\n").code, 0);
    let depth = |queue: &str| {
        let shown = format!("DISPLAY QLOCAL({queue}) CURDEPTH\n");
        let shown = room.run_with(&["runmqsc", "QM1"], &shown).out;
        let (_, rest) = shown.split_once("CURDEPTH(").expect("a depth");
        rest.split(')').next().unwrap_or_default().to_owned()
    };
    let said = room.run(&["runmqtrm", "-m", "QM1", "-q", "INITQ"]);
    assert!(said.code == 10 && said.err.contains("2051"), "{said:?}");
    assert_eq!(depth("INITQ"), "1");
    // When it is taken again, both happen or none.
    let script = "ALTER QLOCAL(DEV.DEAD.LETTER.QUEUE) PUT(ENABLED)\n";
    assert_eq!(room.run_with(&["runmqsc", "QM1"], script).code, 0);
    let monitor = room
        .command(&["runmqtrm", "-m", "QM1", "-q", "INITQ"])
        .stdout(Stdio::piped())
        .stdin(Stdio::null())
        .spawn()
        .expect("it starts");
    let began = Instant::now();
    while (depth("DEV.DEAD.LETTER.QUEUE"), depth("INITQ")) != ("1".into(), "0".into()) {
        assert!(began.elapsed() < Duration::from_secs(60), "no letter comes");
    }
    room.done(&["endmqm", "-i", "QM1"]);
    let ended = monitor.wait_with_output().expect("it ends");
    assert_eq!(ended.status.code(), Some(0));
}

#[test]
fn programs_are_started_by_messages() {
    let room = Room::new();
    room.start("QM1", &["-u", "DEV.DEAD.LETTER.QUEUE"]);
    let out = room.path().join("started");
    let program = room.path().join("started.sh");
    let text = format!(
        "#!/bin/sh\nprintf '%s|%s|%s\\n' \"$#\" \"$1\" \"$2\" >> {}\n",
        out.display()
    );
    fs::write(&program, text).expect("written");
    let script = format!(
        "DEFINE QLOCAL(INITQ)\n\
         DEFINE PROCESS(P1) APPLTYPE(UNIX) APPLICID('/bin/sh {}') USERDATA('user data') ENVRDATA('more')\n\
         DEFINE PROCESS(P2) APPLTYPE(UNIX) APPLICID('/no/such/program')\n\
         DEFINE QLOCAL(Q1) TRIGGER TRIGTYPE(EVERY) INITQ(INITQ) PROCESS(P1) TRIGDATA('it''s $(x) \"y\"')\n\
         DEFINE QLOCAL(Q2) TRIGGER TRIGTYPE(EVERY) INITQ(INITQ) PROCESS(P2)\n",
        program.display()
    );
    let said = room.run_with(&["runmqsc", "QM1"], &script);
    assert_eq!(said.code, 0, "{said:?}");
    let monitor = room
        .command(&["runmqtrm", "-m", "QM1", "-q", "INITQ"])
        .stdout(Stdio::piped())
        .stdin(Stdio::null())
        .spawn()
        .expect("it starts");
    // Triggers ask for a queue that is open for input.
    let began = Instant::now();
    let opened = |text: &str| text.contains("IPPROCS(1)");
    while !opened(
        &room
            .run_with(&["runmqsc", "QM1"], "DISPLAY QLOCAL(INITQ) IPPROCS\n")
            .out,
    ) {
        assert!(
            began.elapsed() < Duration::from_secs(60),
            "it opens no queue"
        );
    }
    assert_eq!(room.run_with(&["amqsput", "Q1", "QM1"], "a\n").code, 0);
    assert_eq!(room.run_with(&["amqsput", "Q2", "QM1"], "b\n").code, 0);
    let depth = |text: &str| text.contains("CURDEPTH(1)");
    let display = "DISPLAY QLOCAL(DEV.DEAD.LETTER.QUEUE) CURDEPTH\n";
    while !depth(&room.run_with(&["runmqsc", "QM1"], display).out) {
        assert!(began.elapsed() < Duration::from_secs(60), "no letter comes");
    }
    room.done(&["endmqm", "-i", "QM1"]);
    let ended = monitor.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&ended.stdout);
    assert_eq!(ended.status.code(), Some(0), "{said}");
    assert!(said.contains("Waiting for a trigger message"), "{said}");
    let started = fs::read_to_string(&out).expect("it ran");
    let parts: Vec<&str> = started.trim_end_matches('\n').split('|').collect();
    assert_eq!(
        (parts.len(), parts[0], parts[2]),
        (3, "2", "more"),
        "{started}"
    );
    // Just as it is: the shell has made nothing of it.
    let message = parts[1];
    assert_eq!(message.len(), 732, "{message}");
    assert!(message.starts_with("TMC    2Q1 "), "{message}");
    assert_eq!(message[104..168].trim_end(), "it's $(x) \"y\"");
    assert_eq!(message[556..684].trim_end(), "user data");
    assert_eq!(room.run(&["runmqtrm", "-m", "QM1"]).code, 20);
}
