//! Commands that give a user and a password.

use crate::support::Room;
use std::io::Write;
use std::process::Stdio;

/// Runs a sample as that user, with the password as the first line of its input.
fn sample(room: &Room, words: &[&str], user: &str, input: &str) -> (String, i32) {
    let mut child = room
        .command(words)
        .env("MQSAMP_USER_ID", user)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the executable starts");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("the command ends");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    (said, output.status.code().unwrap_or(-1))
}

#[test]
fn with_chcklocl_required_commands_need_a_password_and_control_commands_do_not() {
    let room = Room::new();
    room.start("QM1", &[]);
    // Whoever runs this administers the queue manager.
    let id = std::process::Command::new("id").arg("-un").output();
    let me = String::from_utf8_lossy(&id.expect("id is there").stdout).into_owned();
    let me = me.trim();
    for user in ["app", me] {
        let set = room.run_with(&["setmqusr", "-m", "QM1", "-u", user], "secret\n");
        assert_eq!(set.code, 0, "{set:?}");
    }
    let script = "ALTER AUTHINFO(SYSTEM.DEFAULT.AUTHINFO.IDPWOS) AUTHTYPE(IDPWOS) CHCKLOCL(REQUIRED) FAILDLAY(0)\n\
                  REFRESH SECURITY TYPE(CONNAUTH)\n";
    assert_eq!(room.run_with(&["runmqsc", "QM1"], script).code, 0);

    let bare = room.run_with(&["runmqsc", "QM1"], "DISPLAY QMGR QMNAME\n");
    assert_eq!(bare.code, 20, "{bare:?}");
    assert!(
        bare.err.contains("AMQ8135E") || bare.out.contains("AMQ8135E"),
        "{bare:?}"
    );
    let wrong = room.run_with(&["runmqsc", "-u", "app", "QM1"], "guess\nDISPLAY QMGR\n");
    assert_eq!(wrong.code, 20, "{wrong:?}");
    let right = room.run_with(
        &["runmqsc", "-u", me, "QM1"],
        "secret\nDISPLAY QMGR QMNAME\n",
    );
    assert_eq!(right.code, 0, "{right:?}");
    assert!(right.out.contains("QMNAME(QM1)"), "{right:?}");

    let put = ["amqsput", "DEV.QUEUE.1", "QM1"];
    let (said, code) = sample(&room, &put, "app", "secret\nhello\n");
    assert_eq!(code, 0, "{said}");
    let (said, code) = sample(&room, &put, "app", "guess\nhello\n");
    assert!(
        said.contains("MQCONNX ended with reason code 2035"),
        "{said}"
    );
    assert_eq!(code, 1);
    let (said, _) = sample(&room, &["amqsget", "DEV.QUEUE.1", "QM1"], "app", "secret\n");
    assert!(said.contains("message <hello>"), "{said}");

    let shown = room.done(&["dspmqaut", "-m", "QM1", "-t", "qmgr", "-p", "app"]);
    assert!(shown.contains("connect"), "{shown}");
    let dump = room.run_with(&["dmpmqcfg", "-m", "QM1", "-u", "app"], "guess\n");
    assert_eq!(dump.code, 20, "{dump:?}");
    room.done(&["endmqm", "-i", "QM1"]);
}
