//! What the operating system does to the process of a queue manager, and what commands make of it.

use crate::support::{CommandOutput, Room};
use std::process::{Command, Stdio};

fn said(child: std::process::Child) -> CommandOutput {
    let output = child.wait_with_output().expect("the command ends");
    CommandOutput {
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
        code: output.status.code().unwrap_or(-1),
    }
}

/// Commands under a queue manager that is stopped end, and say what it is; it goes on as if nothing had been.
#[test]
fn commands_do_not_wait_for_ever_for_a_queue_manager_that_is_stopped() {
    let room = Room::new();
    room.start("QM1", &[]);
    let mut conversation = room
        .command(&["runmqsc", "-e", "QM1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the executable starts");
    let mut input = conversation.stdin.take().expect("a pipe");
    let mut output = conversation.stdout.take().expect("a pipe");
    std::io::Write::write_all(&mut input, b"PING QMGR\n").expect("it reads");
    let mut answered = String::new();
    while !answered.contains("AMQ8415I") {
        let mut bytes = [0; 1024];
        let count = std::io::Read::read(&mut output, &mut bytes).expect("it writes");
        assert!(count > 0, "{answered}");
        answered.push_str(&String::from_utf8_lossy(&bytes[..count]));
    }
    let process = room.process_of("QM1");
    room.stop("QM1");
    std::io::Write::write_all(&mut input, b"DISPLAY QMSTATUS\n").expect("it reads");
    let start = |words: &[&str]| {
        let mut command = room.command(words);
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command.spawn().expect("the executable starts")
    };
    let commands: [(&[&str], i32); 7] = [
        (&["endmqm", "-i", "QM1"], 71),
        (&["endmqm", "-p", "QM1"], 71),
        (&["strmqm", "QM1"], 24),
        (&["runmqsc", "QM1"], 20),
        (&["dmpmqcfg", "-m", "QM1"], 20),
        (
            &["setmqaut", "-m", "QM1", "-t", "qmgr", "-p", "app", "+inq"],
            71,
        ),
        (&["dspmqcsv", "QM1"], 20),
    ];
    let mut started: Vec<_> = commands.iter().map(|(words, _)| start(words)).collect();
    // A display is not what anybody waits for as long as for a command.
    let shown = said(start(&["dspmq"]));
    let runmqsc = started[3].try_wait().expect("it can be asked");
    assert!(runmqsc.is_none(), "it waits still: {runmqsc:?}");
    let expected =
        format!("FMQ0110E: Queue manager 'QM1' does not answer: its process {process} is stopped.");
    for ((words, code), child) in commands.iter().zip(started) {
        let said = said(child);
        assert!(said.err.contains(&expected), "{words:?}: {said:?}");
        assert_eq!(said.code, *code, "{words:?}: {said:?}");
    }
    assert!(
        shown.out.contains("STATUS(Status not available)"),
        "{shown:?}"
    );
    // A command under way.
    let conversation = said(conversation);
    assert!(conversation.err.contains(&expected), "{conversation:?}");
    assert_eq!(conversation.code, 20);
    room.signal("QM1", "-CONT");
    let ping = room.run_with(&["runmqsc", "QM1"], "PING QMGR\n");
    assert_eq!(ping.code, 0, "{ping:?}");
    room.done(&["endmqm", "-i", "QM1"]);
}

/// What the operating system takes back from a process that was killed takes a moment, locks last.
#[test]
fn a_queue_manager_can_be_started_or_deleted_right_after_it_was_killed() {
    let room = Room::new();
    room.start("QM1", &[]);
    for round in 0..20 {
        room.signal("QM1", "-KILL");
        let started = room.run(&["strmqm", "QM1"]);
        assert_eq!(started.code, 0, "round {round}: {started:?}");
    }
    room.signal("QM1", "-KILL");
    let ended = room.run(&["endmqm", "-i", "QM1"]);
    assert_eq!(ended.code, 40, "{ended:?}");
    room.done(&["strmqm", "QM1"]);
    room.signal("QM1", "-KILL");
    room.done(&["dltmqm", "QM1"]);
}

/// Runs a command that may write files of so many units of 512 bytes.
fn limited(room: &Room, units: u32, words: &[&str]) -> CommandOutput {
    let script = format!("ulimit -f {units}; exec \"$@\"");
    let mut command = Command::new("sh");
    command
        .args(["-c", &script, "sh", env!("CARGO_BIN_EXE_ferromq")])
        .args(words)
        .env("MQ_DATA_PATH", room.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    said(command.spawn().expect("sh is there"))
}

#[test]
fn a_limit_on_the_size_of_files_is_a_lack_of_room_and_not_the_end() {
    let room = Room::new();
    // Log files of 256 KiB do not fit.
    let not_created = limited(&room, 100, &["crtmqm", "-lf", "64", "QM1"]);
    assert_eq!(not_created.code, 69, "{not_created:?}");
    assert!(not_created.err.contains("ulimit -f"), "{not_created:?}");
    room.done(&["crtmqm", "-dev", "-lf", "64", "QM1"]);
    let not_started = limited(&room, 100, &["strmqm", "QM1"]);
    assert_eq!(not_started.code, 69, "{not_started:?}");
    assert!(not_started.err.contains("FMQ0113E"), "{not_started:?}");
    // They fit; what they hold does not fit into the files of one queue.
    let started = limited(&room, 600, &["strmqm", "QM1"]);
    assert_eq!(started.code, 0, "{started:?}");
    let alter = "ALTER QLOCAL(DEV.QUEUE.1) DEFPSIST(YES)\n";
    assert_eq!(room.run_with(&["runmqsc", "QM1"], alter).code, 0);
    let messages = format!("{}\n", "x".repeat(60_000)).repeat(60);
    let put = room.run_with(&["amqsput", "DEV.QUEUE.1", "QM1"], &messages);
    assert!(
        put.out.contains("MQPUT ended with reason code 2102"),
        "{}",
        put.err
    );
    let display = "DISPLAY QLOCAL(DEV.QUEUE.1) CURDEPTH\n";
    let shown = room.run_with(&["runmqsc", "-e", "QM1"], display).out;
    let depth = shown.split("CURDEPTH(").nth(1);
    let depth = depth.and_then(|rest| rest.split(')').next());
    let taken: usize = depth.and_then(|depth| depth.parse().ok()).expect(&shown);
    assert!(taken > 0);
    assert!(room.done(&["dspmq"]).contains("STATUS(Running)"));
    room.until_told("QM1", |log| {
        log.contains("FMQ0035W") && log.contains("File too large")
    });
    room.done(&["endmqm", "-i", "QM1"]);
    // What was taken is there, and can be got where there is room again.
    room.done(&["strmqm", "QM1"]);
    let got = room.done(&["amqsget", "DEV.QUEUE.1", "QM1"]);
    assert_eq!(got.matches("message <xxx").count(), taken);
    room.done(&["endmqm", "-i", "QM1"]);
}
