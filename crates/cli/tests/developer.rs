//! `crtmqm -dev`: the credentials developers know, and an administrator over a channel.

use crate::support::{CommandOutput, Room};
use std::io::Write;
use std::net::TcpListener;
use std::process::Stdio;

/// A port nobody has had for a moment.
fn free_port() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    port.to_string()
}

/// Runs a client over that channel.
fn client(
    room: &Room,
    channel: &str,
    port: &str,
    words: &[&str],
    user: &str,
    input: &str,
) -> CommandOutput {
    let mut command = room.command(words);
    command
        .env("MQSERVER", format!("{channel}/TCP/127.0.0.1({port})"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    if !user.is_empty() {
        command.env("MQSAMP_USER_ID", user);
    }
    let mut child = command.spawn().expect("the executable starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A command may end without reading its input.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("the command ends");
    CommandOutput {
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
        code: output.status.code().unwrap_or(-1),
    }
}

fn puts(room: &Room, port: &str, user: &str, input: &str) -> bool {
    let words = ["amqsputc", "DEV.QUEUE.1", "QM1"];
    client(room, "DEV.APP.SVRCONN", port, &words, user, input).code == 0
}

/// Whether user `admin` may define a queue with that password.
fn administers(room: &Room, port: &str, input: &str) -> bool {
    let words = ["runmqsc", "-c", "-u", "admin", "QM1"];
    let input = format!("{input}\nDEFINE QLOCAL(NEW) REPLACE\n");
    let said = client(room, "DEV.ADMIN.SVRCONN", port, &words, "", &input);
    assert!(matches!(said.code, 0 | 20), "{said:?}");
    said.code == 0
}

/// The address a listener has, as DISPLAY shows it.
fn address(room: &Room) -> String {
    let display = "DISPLAY LSSTATUS(SYSTEM.LISTENER.TCP.1) IPADDR\n";
    let said = room.run_with(&["runmqsc", "-e", "QM1"], display).out;
    let address = said
        .split("IPADDR(")
        .nth(1)
        .and_then(|rest| rest.split(')').next());
    address.expect("an address").to_owned()
}

#[test]
fn the_known_password_of_app_works_and_an_administrator_has_none_that_is_known() {
    let room = Room::new();
    let port = free_port();
    let made = room.done(&["crtmqm", "-dev", "-p", &port, "-lf", "64", "QM1"]);
    for told in [
        "DEV.APP.SVRCONN with user 'app' and the password 'passw0rd', or without any",
        "setmqusr -m QM1 -u admin",
        "IPADDR(' ')",
    ] {
        assert!(made.contains(told), "{told}: {made}");
    }
    room.done(&["strmqm", "QM1"]);
    assert_eq!(address(&room), "127.0.0.1");
    assert!(puts(&room, &port, "", "hello\n"));
    assert!(puts(&room, &port, "app", "passw0rd\nhello\n"));
    assert!(!puts(&room, &port, "app", "passw1rd\nhello\n"));
    for guess in ["passw0rd", "", "admin"] {
        assert!(!administers(&room, &port, guess), "{guess}");
    }
    // As it was told.
    let set = room.run_with(&["setmqusr", "-m", "QM1", "-u", "admin"], "good enough\n");
    assert_eq!(set.code, 0, "{set:?}");
    assert!(administers(&room, &port, "good enough"));
    // Nobody else has a way in there.
    let words = ["amqsputc", "DEV.QUEUE.1", "QM1"];
    let app = client(
        &room,
        "DEV.ADMIN.SVRCONN",
        &port,
        &words,
        "app",
        "passw0rd\nhello\n",
    );
    assert!(app.out.contains("2035"), "{app:?}");
}

#[test]
fn passwords_in_the_environment_are_those_of_app_and_admin() {
    let room = Room::new();
    let port = free_port();
    let create = |admin: &str, app: &str| {
        let mut command = room.command(&["crtmqm", "-dev", "-p", &port, "-lf", "64", "QM1"]);
        command
            .env("MQ_ADMIN_PASSWORD", admin)
            .env("MQ_APP_PASSWORD", app);
        command.output().expect("the executable starts")
    };
    let short = create("short", "");
    assert_eq!(short.status.code(), Some(39), "{short:?}");
    assert!(!room.path().join("qmgrs/QM1").exists());
    let made = create("of the admin", "of the app");
    assert!(made.status.success(), "{made:?}");
    room.done(&["strmqm", "QM1"]);
    assert!(puts(&room, &port, "app", "of the app\nhello\n"));
    // With a password of its own a channel lets nobody in without.
    assert!(!puts(&room, &port, "", "hello\n"));
    assert!(!puts(&room, &port, "app", "passw0rd\nhello\n"));
    assert!(administers(&room, &port, "of the admin"));
}

/// Configurations for developers map a user to `mqm`, which elsewhere is the user queue managers run as.
#[test]
fn a_user_mapped_to_mqm_administers_where_the_system_has_no_such_user() {
    let id = std::process::Command::new("id")
        .args(["-u", "mqm"])
        .output();
    if id.is_ok_and(|id| id.status.success()) {
        ferromq_base::skipped::skip(
            "a user mapped to mqm, without such a user",
            "this system has a user mqm",
        );
        return;
    }
    let room = Room::new();
    let port = free_port();
    room.done(&["crtmqm", "-p", &port, "-lf", "64", "QM1"]);
    let ini = room.path().join("qmgrs/QM1/qm.ini");
    let mut file = std::fs::File::options()
        .append(true)
        .open(ini)
        .expect("qm.ini");
    file.write_all(b"Channels:\n   PasswordProtection=optional\n")
        .expect("written");
    room.done(&["strmqm", "QM1"]);
    let script = "DEFINE AUTHINFO(OURS) AUTHTYPE(IDPWOS) CHCKCLNT(REQDADM) CHCKLOCL(OPTIONAL) ADOPTCTX(YES)\n\
        ALTER QMGR CONNAUTH(OURS)\n\
        REFRESH SECURITY(*) TYPE(CONNAUTH)\n\
        DEFINE CHANNEL(DEV.ADMIN.SVRCONN) CHLTYPE(SVRCONN)\n\
        SET CHLAUTH('*') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(NOACCESS) ACTION(REPLACE)\n\
        SET CHLAUTH('DEV.ADMIN.SVRCONN') TYPE(BLOCKUSER) USERLIST('nobody') ACTION(REPLACE)\n\
        SET CHLAUTH('DEV.ADMIN.SVRCONN') TYPE(USERMAP) CLNTUSER('admin') USERSRC(CHANNEL) ACTION(REPLACE)\n\
        SET CHLAUTH('DEV.ADMIN.SVRCONN') TYPE(USERMAP) CLNTUSER('admin') USERSRC(MAP) MCAUSER ('mqm') ACTION(REPLACE)\n";
    let said = room.run_with(&["runmqsc", "QM1"], script);
    assert_eq!(said.code, 0, "{said:?}");
    let set = room.run_with(&["setmqusr", "-m", "QM1", "-u", "admin"], "good enough\n");
    assert_eq!(set.code, 0, "{set:?}");
    assert!(administers(&room, &port, "good enough"));
    assert!(!administers(&room, &port, "guess"));
}

/// Who forgets to say where the queue manager is looks for the fault there, and not in its name.
#[test]
fn a_client_that_is_told_no_place_says_so() {
    let room = Room::new();
    for words in [
        &["runmqsc", "-c", "QM1"][..],
        &["runmqtmc", "-m", "QM1", "-q", "INIT"][..],
    ] {
        let said = room.run(words);
        assert!(said.code != 0, "{said:?}");
        assert!(said.err.contains("set MQSERVER"), "{said:?}");
        assert!(!said.err.contains("AMQ8118E"), "{said:?}");
    }
}
