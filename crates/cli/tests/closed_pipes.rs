//! Commands whose output nobody reads any more, as behind `| head -1`: they end, and quietly.

use crate::support::{Room, Running};
use std::io::{Read, Write, pipe};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Far more than any of them takes.
const LIMIT: Duration = Duration::from_secs(120);

/// Whatever the command says to standard error while its output goes to a pipe that nobody reads.
fn unread(room: &Room, words: &[&str], input: &str) -> String {
    let (reader, writer) = pipe().expect("a pipe");
    drop(reader);
    let (mut input_end, mut feed) = pipe().expect("a pipe");
    let mut command = room.command(words);
    command
        .stdin(input_end.try_clone().expect("another"))
        .stdout(writer)
        .stderr(Stdio::piped());
    let mut child = Running(command.spawn().expect("it starts"));
    drop(command);
    // A command may end without reading its input.
    let _ = feed.write_all(input.as_bytes());
    drop(feed);
    let began = Instant::now();
    while child.0.try_wait().expect("a state").is_none() {
        assert!(began.elapsed() < LIMIT, "{words:?} goes on");
        std::thread::sleep(Duration::from_millis(5));
    }
    let mut said = String::new();
    let mut errors = child.0.stderr.take().expect("a pipe");
    errors.read_to_string(&mut said).expect("text");
    let status = child.0.wait().expect("a status");
    assert!(status.code().is_some(), "{words:?} was killed: {status}");
    let mut rest = Vec::new();
    let _ = input_end.read_to_end(&mut rest);
    said
}

#[test]
fn commands_end_quietly_where_nobody_reads_what_they_print() {
    let room = Room::new();
    room.start("QM1", &[]);
    room.run_with(&["amqsput", "DEV.QUEUE.1", "QM1"], "one\ntwo\n");
    let from = ["dmpmqmsg", "-m", "QM1", "-i", "DEV.QUEUE.1", "-f", "stdout"];
    let events = ["amqsevt", "-m", "QM1", "-q", "SYSTEM.ADMIN.QMGR.EVENT"];
    let commands: &[&[&str]] = &[
        &["bench", "help"],
        &["bench", "limits", "--seconds", "0.1"],
        &["report", "--help"],
        &["help", "manual"],
        &["help"],
        &["dspmq", "-o", "all"],
        &["dspmqver"],
        &["dspmqinf", "QM1"],
        &["dspmqfls", "-m", "QM1", "*"],
        &["dmpmqcfg", "-m", "QM1", "-a"],
        &["dmpmqlog", "-m", "QM1", "-b"],
        &["dmpmqaut", "-m", "QM1"],
        &["amqsbcg", "DEV.QUEUE.1", "QM1"],
        &["amqsgbr", "DEV.QUEUE.1", "QM1"],
        &["mqrc", "2035"],
        &["top", "QM1", "-n", "2", "-i", "1"],
        &["completion", "bash"],
        &["complete", "--", "ferromq", ""],
        &[&events[..], &["-w", "1"]].concat(),
        &[&events[..], &["-w", "1", "-o", "json"]].concat(),
        &from,
        &["runmqsc", "QM1", "-e"],
    ];
    for words in commands {
        let input = "DISPLAY QMGR ALL\nDISPLAY QUEUE(*) ALL\nDISPLAY CHANNEL(*) ALL\n";
        let said = unread(&room, words, input);
        assert_eq!(said, "", "{words:?}");
    }
    // The messages are there: nobody has read them.
    let said = unread(&room, &["dmpmqmsg", "-m", "QM1", "-I", "DEV.QUEUE.1"], "");
    assert_eq!(said, "");
    let got = room.done(&["amqsget", "DEV.QUEUE.1", "QM1"]);
    assert!(got.contains("message <one>\nmessage <two>\n"), "{got}");
}

/// Half a trace is no trace.
#[test]
fn a_trace_that_is_not_shown_as_a_whole_is_a_failure() {
    let room = Room::new();
    let long = "x".repeat(3 << 20);
    let trace = room.path().join("AMQ1.0.TRC");
    std::fs::write(&trace, format!("one\n{long}\ntwo\n{long}")).expect("written");
    let trace = trace.display().to_string();
    let shown = room.done(&["dspmqtrc", "-h", &trace]);
    assert_eq!(
        shown, "one\ntwo\n",
        "lines that are no records, as they are"
    );
    let said = room.run(&["dspmqtrc", "-o", "/dev/full", &trace]);
    assert_eq!(said.code, 69, "{said:?}");
    let full = std::fs::File::options().write(true).open("/dev/full");
    let said = room
        .command(&["dspmqtrc", &trace])
        .stdout(full.expect("a device"))
        .output()
        .expect("it runs");
    assert!(!said.status.success(), "{said:?}");
}

#[test]
fn a_shell_gets_the_first_line_and_nothing_else() {
    let room = Room::new();
    room.done(&["crtmqm", "-lf", "64", "QM1"]);
    for (words, first) in [
        ("bench help", "ferromq bench MODE [--name value ...]\n"),
        ("help manual", "# Commands\n"),
        ("dmpmqlog -m QM1 -b", "Log of 'QM1' in "),
    ] {
        let text = format!("\"$0\" {words} 2>&1 | head -1");
        let output = Command::new("sh")
            .args(["-c", &text, env!("CARGO_BIN_EXE_ferromq")])
            .env("MQ_DATA_PATH", room.path())
            .output()
            .expect("sh runs");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(said.starts_with(first), "{words}: {said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(output.stderr.is_empty(), "{output:?}");
    }
}

/// Goal: a copy that is not whole does not look like one. Method: a device that is always full.
#[test]
fn a_full_disk_behind_the_output_is_a_failure() {
    let room = Room::new();
    room.done(&["crtmqm", "-lf", "64", "QM1"]);
    for words in [&["help", "manual"][..], &["dmpmqlog", "-m", "QM1", "-b"]] {
        let full = std::fs::File::options().write(true).open("/dev/full");
        let mut command = room.command(words);
        let output = command.stdout(full.expect("a device")).output();
        let output = output.expect("it starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{words:?}");
        assert!(said.contains("standard output"), "{words:?}: {said}");
    }
}

#[test]
fn a_queue_manager_serves_on_where_nobody_reads_what_it_prints() {
    let room = Room::new();
    room.done(&["crtmqm", "-dev", "-lf", "64", "QM1"]);
    let (reader, writer) = pipe().expect("a pipe");
    drop(reader);
    let mut command = room.command(&["serve", "QM1"]);
    command
        .stdin(Stdio::null())
        .stdout(writer.try_clone().expect("another"))
        .stderr(writer);
    let mut child = Running(command.spawn().expect("it starts"));
    drop(command);
    let began = Instant::now();
    while !room.done(&["dspmq", "-m", "QM1"]).contains("(Running)") {
        assert!(began.elapsed() < LIMIT);
        assert_eq!(child.0.try_wait().expect("a state"), None);
        std::thread::sleep(Duration::from_millis(5));
    }
    // Each of these has the queue manager write notices.
    let said = room.run_with(
        &["runmqsc", "QM1"],
        "STOP LISTENER(SYSTEM.LISTENER.TCP.1)\nREFRESH SECURITY\nDISPLAY QMGR\n",
    );
    assert!(said.out.contains("QMNAME(QM1)"), "{said:?}");
    room.run_with(&["amqsput", "DEV.QUEUE.1", "QM1"], "one\n");
    let got = room.done(&["amqsget", "DEV.QUEUE.1", "QM1"]);
    assert!(got.contains("message <one>"), "{got}");
    room.done(&["endmqm", "-w", "QM1"]);
    assert!(child.0.wait().expect("it ends").success());
}
