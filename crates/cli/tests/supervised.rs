//! A queue manager under a service manager: it says when it serves, and when it ends.

use crate::support::Room;
use std::os::unix::net::UnixDatagram;
use std::process::Stdio;
use std::time::Duration;

#[test]
fn a_service_manager_is_told_when_it_serves_and_when_it_ends() {
    let room = Room::new();
    room.done(&["crtmqm", "-lf", "64", "QM1"]);
    let path = room.path().join("notify");
    let socket = UnixDatagram::bind(&path).expect("a socket");
    let limit = Some(Duration::from_secs(120));
    socket.set_read_timeout(limit).expect("a limit");
    let mut child = room
        .command(&["serve", "QM1"])
        .env("NOTIFY_SOCKET", &path)
        .stdout(Stdio::null())
        .spawn()
        .expect("it starts");
    let heard = || {
        let mut bytes = [0; 64];
        let length = socket.recv(&mut bytes).expect("a word in time");
        String::from_utf8_lossy(&bytes[..length]).into_owned()
    };
    assert_eq!(heard(), "READY=1");
    assert!(room.done(&["dspmq", "-m", "QM1"]).contains("Running"));
    room.done(&["endmqm", "-w", "QM1"]);
    assert_eq!(heard(), "STOPPING=1");
    assert!(child.wait().expect("it ends").success());
}

/// What `completion` prints is read by the shell itself, which then completes what is typed.
#[test]
fn bash_completes_commands_options_and_queue_managers() {
    let room = Room::new();
    room.done(&["crtmqm", "-lf", "64", "ORDERS.QM"]);
    let script = room.done(&["completion", "bash"]);
    std::fs::write(room.path().join("completion"), script).expect("written");
    let bin = room.path().join("bin");
    std::fs::create_dir(&bin).expect("made");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_ferromq"), bin.join("ferromq")).expect("linked");
    let complete = |words: &[&str]| {
        let quoted: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
        let text = format!(
            "source completion; COMP_WORDS=({}); COMP_CWORD={}; _ferromq 2>/dev/null; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
            quoted.join(" "),
            words.len() - 1
        );
        let path = format!("{}:/usr/bin:/bin", bin.display());
        let output = std::process::Command::new("bash")
            .args(["-c", &text])
            .env("PATH", path)
            .env("MQ_DATA_PATH", room.path())
            .current_dir(room.path())
            .output()
            .expect("bash runs");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    assert_eq!(complete(&["ferromq", "dltm"]), "dltmqm\n");
    assert_eq!(complete(&["strmqm", "O"]), "ORDERS.QM\n");
    assert_eq!(complete(&["dspmq", "-m", ""]), "ORDERS.QM\n");
    assert!(complete(&["dspmqrte", "-a"]).contains("-ac\n-ar\n"));
    let said = room.run(&["completion", "tcsh"]);
    assert_ne!(said.code, 0);
}

/// Where nobody looks at a terminal a look is text.
#[test]
fn top_prints_queues_channels_and_programs_where_there_is_no_terminal() {
    let room = Room::new();
    room.start("QM1", &[]);
    room.run_with(&["amqsput", "DEV.QUEUE.1", "QM1"], "one\ntwo\n");
    let said = room.done(&["top", "QM1", "-n", "2", "-i", "1", "-s", "depth"]);
    let lines: Vec<&str> = said.lines().collect();
    let looks = lines.iter().filter(|line| line.starts_with("QM1  on "));
    assert_eq!(looks.count(), 2, "{said}");
    let queue = lines.iter().find(|line| line.starts_with("DEV.QUEUE.1 "));
    let words: Vec<&str> = queue.expect("the queue").split_whitespace().collect();
    assert_eq!(words[1], "2", "{said}");
    assert!(
        said.contains("CHANNEL") && said.contains("PROGRAM"),
        "{said}"
    );
    assert!(said.contains("ferromq top"), "{said}");
    assert!(!said.contains("SYSTEM.DEFAULT"), "{said}");
    let refused = room.run(&["top", "QM1", "-s", "colour"]);
    assert_eq!(refused.code, 10, "{refused:?}");
}
