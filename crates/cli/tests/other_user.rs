//! A queue manager that serves a user of the system other than its own. Only root can become
//! another user, so these tests have nothing to do elsewhere.

use crate::support::Room;
use ferromq_base::skipped;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The user number nobody has files of.
const NOBODY: u32 = 65_534;

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output().expect("id is there");
    String::from_utf8_lossy(&id.stdout).trim() == "0"
}

/// The name of the user with that number.
fn name_of(uid: u32) -> String {
    let id = Command::new("id").args(["-un", &uid.to_string()]).output();
    let output = id.expect("id is there").stdout;
    String::from_utf8_lossy(&output).trim().to_owned()
}

/// The executable where everybody may run it.
fn executable(room: &Room) -> PathBuf {
    let copy = room.path().join("ferromq");
    std::fs::copy(env!("CARGO_BIN_EXE_ferromq"), &copy).expect("copied");
    let everybody = std::fs::Permissions::from_mode(0o755);
    for path in [copy.as_path(), room.path()] {
        std::fs::set_permissions(path, everybody.clone()).expect("permissions are set");
    }
    copy
}

/// Runs a command as nobody; answers what it printed.
fn as_nobody(room: &Room, executable: &Path, words: &[&str]) -> String {
    let output = Command::new(executable)
        .args(words)
        .env("MQ_DATA_PATH", room.path())
        .env("MQSAMP_WAIT", "0")
        .current_dir(room.path())
        .uid(NOBODY)
        .gid(NOBODY)
        .output()
        .expect("the executable starts");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    said + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn another_user_of_the_system_may_do_what_records_allow() {
    if !is_root() {
        skipped::skip(
            "another user may do what records allow",
            "only root can become another user",
        );
        return;
    }
    let room = Room::new();
    room.start("QM1", &[]);
    let (program, nobody) = (executable(&room), name_of(NOBODY));
    let get = ["amqsget", "DEV.QUEUE.1", "QM1"];
    assert!(as_nobody(&room, &program, &get).contains("MQCONNX ended with reason code 2035"));
    room.done(&[
        "setmqaut", "-m", "QM1", "-t", "qmgr", "-p", &nobody, "+connect",
    ]);
    assert!(as_nobody(&room, &program, &get).contains("MQOPEN ended with reason code 2035"));
    let queue = [
        "setmqaut", "-m", "QM1", "-t", "q", "-n", "DEV.*.1", "-p", &nobody, "+get",
    ];
    room.done(&queue);
    assert!(as_nobody(&room, &program, &get).contains("no more messages"));
    let ended = as_nobody(&room, &program, &["endmqm", "-i", "QM1"]);
    assert!(ended.contains("AMQ7077E"), "{ended}");
    let notice = format!("AMQ8077W: User '{nobody}' is not authorized to use queue 'DEV.QUEUE.1'.");
    room.until_told("QM1", |log| log.contains(&notice));
}

/// Others find a queue manager and connect, as above; nothing else of it is theirs to read, or to lock.
#[test]
fn another_user_of_the_system_can_keep_no_queue_manager_from_starting() {
    if !is_root() {
        skipped::skip(
            "another user keeps no queue manager from starting",
            "only root can become another user",
        );
        return;
    }
    let room = Room::new();
    room.start("QM1", &[]);
    let program = executable(&room);
    let run = |words: &[&str]| as_nobody(&room, &program, words);
    let open = |path: &str| {
        let mut cat = Command::new("cat");
        cat.arg(room.path().join(path)).uid(NOBODY).gid(NOBODY);
        cat.output().expect("cat is there").status.success()
    };
    for path in [
        "qmgrs/QM1/LOCK",
        "mqs.ini.lock",
        "qmgrs/QM1/errors/AMQERR01.LOG",
    ] {
        assert!(!open(path), "{path}");
    }
    assert!(open("mqs.ini"));
    let shown = run(&["dspmq"]);
    assert!(shown.contains("STATUS(Running)"), "{shown}");
    assert!(run(&["amqsget", "DEV.QUEUE.1", "QM1"]).contains("2035"));
    room.done(&["endmqm", "-i", "QM1"]);
    let shown = run(&["dspmq"]);
    assert!(shown.contains("STATUS(Status not available)"), "{shown}");
    let ended = run(&["endmqm", "-i", "QM1"]);
    assert!(ended.contains("AMQ8146E"), "{ended}");
    for words in [
        &["strmqm", "QM1"][..],
        &["dltmqm", "QM1"],
        &["crtmqm", "QM2"],
    ] {
        let refused = run(words);
        assert!(
            refused.contains("Permission denied"),
            "{words:?}: {refused}"
        );
    }
    assert!(room.done(&["dspmq"]).contains("QMNAME(QM1)"));
}

/// Only programs of root can look other users' passwords up; whoever is refused for that finds out.
#[test]
fn a_queue_manager_that_is_not_of_root_says_whose_passwords_it_cannot_check() {
    if !is_root() {
        skipped::skip(
            "passwords a queue manager that is not of root cannot check",
            "only root can become another user",
        );
        return;
    }
    let room = Room::new();
    let program = executable(&room);
    std::os::unix::fs::chown(room.path(), Some(NOBODY), Some(NOBODY)).expect("given away");
    for words in [
        &["crtmqm", "-z", "-dev", "-lf", "64", "QM1"][..],
        &["strmqm", "-z", "QM1"],
    ] {
        assert_eq!(as_nobody(&room, &program, words), "", "{words:?}");
    }
    let password = room.path().join("password");
    std::fs::write(
        &password, "wrong
",
    )
    .expect("written");
    let put = Command::new(&program)
        .args(["amqsput", "DEV.QUEUE.1", "QM1"])
        .env("MQ_DATA_PATH", room.path())
        .env("MQSAMP_USER_ID", "root")
        .uid(NOBODY)
        .gid(NOBODY)
        .stdin(std::fs::File::open(&password).expect("it is there"))
        .output();
    let said = String::from_utf8_lossy(&put.expect("it starts").stdout).into_owned();
    assert!(
        said.contains("MQCONNX ended with reason code 2035"),
        "{said}"
    );
    // Where there is no PAM, that is what it says.
    room.until_told("QM1", |log| {
        log.contains("FMQ0057I") || log.contains("FMQ0055W")
    });
    as_nobody(&room, &program, &["endmqm", "-i", "QM1"]);
}
