//! Bridges to real servers that refuse, change, are full, or are as not every server is; and what is written down of them.

use crate::transfer::Agents;
use crate::transfer_bridge::{
    LONG, Server, bridged, content, files_go_there_and_back, free_port, ftp_server, is_root,
    names_below, run, sftp_server, start_all, transfer, until_it_listens,
};
use ferromq_base::skipped::skip;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// Where proftpd is installed, or was unpacked by `scripts/ensure-tools`; none where it is not, or who runs this is not root.
fn proftpd_program() -> Option<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tools/proftpd");
    let places = [PathBuf::from("/"), own];
    let mut programs = places.iter().map(|place| place.join("usr/sbin/proftpd"));
    programs.find(|program| is_root() && starts(program))
}

/// One that was unpacked may lack a library.
fn starts(program: &Path) -> bool {
    let tried = Command::new(program)
        .arg("-v")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    tried.is_ok_and(|status| status.success())
}

/// proftpd, with user `ann` who has password `secret`; none where that cannot be.
fn proftpd(place: &Path, more: &str) -> Option<Server> {
    let program = proftpd_program()?;
    let root = place.join("files");
    fs::create_dir_all(&root).expect("made");
    let hashed = Command::new("openssl")
        .args(["passwd", "-6", "secret"])
        .output()
        .expect("run");
    let hashed = String::from_utf8_lossy(&hashed.stdout).trim().to_owned();
    let users = place.join("users");
    let line = format!("ann:{hashed}:0:0::{}:/bin/sh\n", root.display());
    fs::write(&users, line).expect("written");
    fs::set_permissions(&users, fs::Permissions::from_mode(0o600)).expect("set");
    let port = free_port();
    let settings = format!(
        "ServerType standalone\nPort {port}\nDefaultAddress 127.0.0.1\nUseIPv6 off\nUseReverseDNS off\nWtmpLog off\nTransferLog none\n\
         AuthOrder mod_auth_file.c\nAuthUserFile {}\nRequireValidShell off\nRootLogin on\nUser root\nGroup root\nDefaultRoot ~\nMaxInstances 100\n\
         AllowOverwrite on\nAllowStoreRestart on\nAllowRetrieveRestart on\nPidFile {}\nScoreboardFile {}\nSystemLog {}\n{more}",
        users.display(),
        place.join("pid").display(),
        place.join("score").display(),
        place.join("log").display(),
    );
    let path = place.join("settings");
    fs::write(&path, settings).expect("written");
    let child = Command::new(program)
        .args(["-n", "-c"])
        .arg(&path)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("started");
    until_it_listens(port);
    Some(Server {
        kind: "ftpServer",
        more: String::new(),
        child,
        port,
        below: String::new(),
        root,
        user: r#"serverUserId="ann" serverPassword="secret""#.to_owned(),
    })
}

/// One more line of the bridge's properties.
fn set(agents: &Agents, line: &str) {
    let path = agents.path("mqft/config/QM1/agents/BRIDGE/agent.properties");
    let text = fs::read_to_string(&path).expect("there");
    fs::write(&path, format!("{text}\n{line}\n")).expect("written");
}

/// What bridge and server have said to each other.
fn dialogue(agents: &Agents) -> String {
    let path = agents.path("mqft/logs/QM1/agents/BRIDGE/agentevent0.log");
    fs::read_to_string(path).unwrap_or_default()
}

fn path(agents: &Agents, name: &str) -> String {
    agents.path(name).to_string_lossy().into_owned()
}

#[test]
fn files_go_to_a_server_with_machine_listings_and_back() {
    let place = crate::support::Room::new();
    match proftpd(place.path(), "") {
        Some(server) => files_go_there_and_back(server),
        None => skip("a bridge to proftpd", "it needs proftpd and root"),
    }
}

#[test]
fn what_is_said_to_a_server_is_written_down_without_the_password_while_it_is_wanted() {
    let place = crate::support::Room::new();
    let Some(mut server) = proftpd(place.path(), "") else {
        skip("the dialogue with proftpd", "it needs proftpd and root");
        return;
    };
    server.more = r#"passiveMode="false""#.to_owned();
    let mut agents = bridged(&[("one", &server)]);
    set(&agents, "agentLog=ftp=on");
    start_all(&mut agents);
    fs::create_dir_all(server.root.join("d")).expect("made");
    fs::write(server.root.join("d/a"), "machine").expect("written");
    let back = path(&agents, "back");
    let (code, said) = transfer(&agents, "BRIDGE", "SOUTH", &["-dd", &back, "/d/*"]);
    assert_eq!(code, 0, "{said}");
    assert_eq!(fs::read(agents.path("back/a")).expect("there"), b"machine");
    let heard = dialogue(&agents);
    for line in [
        "> USER ann",
        "> PASS ********",
        "< 230",
        "> MLSD",
        "> EPRT |1|127.0.0.1|",
        "< 226",
    ] {
        assert!(heard.contains(line), "{line}: {heard}");
    }
    // `passiveMode="false"`: the server comes to the bridge.
    assert!(
        !heard.contains("secret") && !heard.contains("> EPSV"),
        "{heard}"
    );
    agents
        .room
        .done(&["fteSetAgentLogLevel", "-logAgent", "=off", "BRIDGE"]);
    let length = heard.len();
    let (code, said) = transfer(
        &agents,
        "BRIDGE",
        "SOUTH",
        &["-df", &path(&agents, "b"), "/d/a"],
    );
    assert_eq!(code, 0, "{said}");
    assert_eq!(dialogue(&agents).len(), length);
    agents
        .room
        .done(&["fteSetAgentLogLevel", "-logAgent", "ftp=on", "BRIDGE"]);
    let (code, said) = transfer(
        &agents,
        "BRIDGE",
        "SOUTH",
        &["-df", &path(&agents, "c"), "/d/a"],
    );
    assert_eq!(code, 0, "{said}");
    assert!(dialogue(&agents).len() > length);
}

#[test]
fn names_and_texts_are_in_the_code_pages_of_the_server() {
    let place = crate::support::Room::new();
    let Some(mut server) = proftpd(place.path(), "UseEncoding off\n") else {
        skip("code pages of proftpd", "it needs proftpd and root");
        return;
    };
    server.more = r#"controlEncoding="ISO-8859-1" fileEncoding="ISO-8859-15""#.to_owned();
    let mut agents = bridged(&[("one", &server)]);
    set(&agents, "agentLog=ftp=on");
    start_all(&mut agents);
    agents.write("out/a", "5 \u{20ac}\n".as_bytes());
    let from = path(&agents, "out/a");
    let (code, said) = transfer(
        &agents,
        "NORTH",
        "BRIDGE",
        &["-t", "text", "-df", "/fl\u{fc}gel", &from],
    );
    assert_eq!(code, 0, "{said}\n{}", dialogue(&agents));
    let there = server.root.join(OsStr::from_bytes(b"fl\xfcgel"));
    assert_eq!(
        fs::read(&there).expect("by its name in Latin-1"),
        b"5 \xa4\n"
    );
    let back = path(&agents, "back");
    let (code, said) = transfer(
        &agents,
        "BRIDGE",
        "SOUTH",
        &["-t", "text", "-dd", &back, "/fl*"],
    );
    assert_eq!(code, 0, "{said}\n{}", dialogue(&agents));
    let came = fs::read_to_string(agents.path("back/fl\u{fc}gel")).expect("there");
    assert_eq!(came, "5 \u{20ac}\n");
    // Without a slash names are in the directory where who logs in begins.
    let here = path(&agents, "here");
    let (code, said) = transfer(&agents, "BRIDGE", "SOUTH", &["-dd", &here, "one:fl*"]);
    assert_eq!(code, 0, "{said}\n{}", dialogue(&agents));
    assert_eq!(names_below(Path::new(&here)), ["fl\u{fc}gel"]);
    // A name that the server's code page does not have.
    let (code, said) = transfer(&agents, "NORTH", "BRIDGE", &["-df", "/5 \u{20ac}", &from]);
    assert!(
        code == 40 && said.contains("controlEncoding"),
        "{code} {said}"
    );
}

#[test]
fn who_is_refused_is_told_by_whom_and_the_next_transfer_is_not_harmed() {
    let place = crate::support::Room::new();
    let Some(mut server) = proftpd(place.path(), "") else {
        skip("a refused password", "it needs proftpd and root");
        return;
    };
    server.user = r#"serverUserId="ann" serverPassword="wrong""#.to_owned();
    let mut agents = bridged(&[("one", &server)]);
    set(&agents, "xmlConfigReloadInterval=1");
    start_all(&mut agents);
    agents.write("out/a", b"a");
    let from = path(&agents, "out/a");
    let (code, said) = transfer(&agents, "NORTH", "BRIDGE", &["-df", "/a", &from]);
    let refused = "server one does not let user ann in";
    assert!(code == 40 && said.contains(refused), "{code} {said}");
    assert!(!said.contains("wrong"), "{said}");
    assert_eq!(names_below(&server.root), [] as [String; 0]);
    // The password is put right while the bridge runs.
    let credentials = agents.path("ProtocolBridgeCredentials.xml");
    let text = fs::read_to_string(&credentials).expect("there");
    fs::write(&credentials, text.replace("wrong", "secret")).expect("written");
    let words = [
        "fteObfuscate",
        "-f",
        &path(&agents, "ProtocolBridgeCredentials.xml"),
    ];
    agents.room.done(&words);
    let hidden = fs::read_to_string(&credentials).expect("there");
    assert!(
        hidden.contains("serverPasswordCipher=") && !hidden.contains("secret"),
        "{hidden}"
    );
    let began = Instant::now();
    while transfer(
        &agents,
        "NORTH",
        "BRIDGE",
        &["-de", "overwrite", "-df", "/a", &from],
    )
    .0 != 0
    {
        assert!(began.elapsed() < LONG, "{}", agents.log("BRIDGE"));
    }
    assert_eq!(fs::read(server.root.join("a")).expect("there"), b"a");
}

/// Has sshd of that place show another key on the same port.
fn show_another_key(place: &Path, server: &mut Server) {
    let _ = server.child.kill();
    let _ = server.child.wait();
    let host = place.join("host");
    fs::remove_file(&host).expect("there");
    let host = host.to_string_lossy();
    run(&["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", &host]);
    let settings = place.join("settings");
    server.child = Command::new("/usr/sbin/sshd")
        .args(["-D", "-e", "-f"])
        .arg(settings)
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("started");
    until_it_listens(server.port);
}

#[test]
fn a_server_that_shows_another_key_than_before_gets_nothing() {
    let place = crate::support::Room::new();
    let Some(mut server) = sftp_server(place.path()) else {
        skip("a changed host key", "it needs sshd and root");
        return;
    };
    // Without hostKey the first key that is shown counts.
    let at = server.user.find("hostKey=").expect("there");
    let end = server.user[at..].find('>').expect("there") + at;
    server.user.replace_range(at..end, "");
    let mut agents = bridged(&[("one", &server)]);
    set(&agents, "agentLog=all=on");
    start_all(&mut agents);
    agents.write("out/a", b"a");
    let (from, there) = (path(&agents, "out/a"), format!("{}/a", server.below));
    let (code, said) = transfer(&agents, "NORTH", "BRIDGE", &["-df", &there, &from]);
    assert_eq!(code, 0, "{said}");
    show_another_key(place.path(), &mut server);
    // The connection there was is gone with the process that had it, or rests for some seconds.
    let began = Instant::now();
    loop {
        let options = ["-de", "overwrite", "-df", &there, &from];
        let (code, said) = transfer(&agents, "NORTH", "BRIDGE", &options);
        if said.contains("which is not the one it has shown before") {
            assert_eq!(code, 40, "{said}");
            break;
        }
        assert!(began.elapsed() < LONG, "{code} {said}");
    }
    let heard = dialogue(&agents);
    assert!(
        heard.contains("< connected") && heard.contains("nothing was sent to it"),
        "{heard}"
    );
}

#[test]
fn limited_writing_renames_and_removes_nothing() {
    let place = crate::support::Room::new();
    let Some(mut server) = sftp_server(place.path()) else {
        skip("limited writing", "it needs sshd and root");
        return;
    };
    server.more = r#"limitedWrite="true""#.to_owned();
    let mut agents = bridged(&[("one", &server)]);
    set(&agents, "agentLog=sftp=on");
    start_all(&mut agents);
    let bytes = content(3_000_000, 5);
    agents.write("out/a", &bytes);
    let (from, there) = (path(&agents, "out/a"), format!("{}/a", server.below));
    let (code, said) = transfer(&agents, "NORTH", "BRIDGE", &["-df", &there, &from]);
    assert_eq!(code, 0, "{said}");
    assert!(fs::read(server.root.join("a")).expect("there") == bytes);
    assert_eq!(names_below(&server.root), ["a"]);
    let heard = dialogue(&agents);
    assert!(
        heard.contains(&format!("> open {there} to write")),
        "{heard}"
    );
    assert!(heard.contains("close after 3000000 bytes"), "{heard}");
    assert!(
        !heard.contains("rename") && !heard.contains("remove"),
        "{heard}"
    );
}

/// A server whose files are on a disk of 4 MiB.
fn on_a_small_disk(place: &Path, server: &mut Server, program: &str) {
    let _ = server.child.kill();
    let _ = server.child.wait();
    let script = format!("mount -t tmpfs -o size=4m,mode=777 small \"$1\" && exec {program}");
    server.child = Command::new("unshare")
        .args(["-m", "sh", "-c", &script, "sh"])
        .arg(&server.root)
        .arg(place.join("settings"))
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("started");
    until_it_listens(server.port);
}

/// A tmpfs can be mounted in a name space of its own here.
fn can_mount() -> bool {
    let tried = Command::new("unshare")
        .args(["-m", "mount", "-t", "tmpfs", "small", "/mnt"])
        .stderr(Stdio::null())
        .status();
    tried.is_ok_and(|status| status.success())
}

/// What does not fit fails its item, with the server's words; what fits goes there.
fn a_full_disk_fails_the_item(server: &Server) {
    let mut agents = bridged(&[("one", server)]);
    set(&agents, "agentLog=all=on");
    start_all(&mut agents);
    agents.write("out/big", &content(6_000_000, 4));
    agents.write("out/small", b"small");
    let out = path(&agents, "out");
    let there = format!("{}/in", server.below);
    let (code, said) = transfer(&agents, "NORTH", "BRIDGE", &["-dd", &there, "-r", &out]);
    assert_eq!(
        code,
        20,
        "{said}\n{}\n{}",
        agents.log("BRIDGE"),
        dialogue(&agents)
    );
    assert!(said.contains("in/big"), "{said}");
    let back = path(&agents, "back");
    let pattern = format!("{there}/*");
    let (code, said) = transfer(&agents, "BRIDGE", "SOUTH", &["-dd", &back, &pattern]);
    assert_eq!(code, 0, "{said}");
    // Nothing half written is left.
    assert_eq!(names_below(Path::new(&back)), ["small"]);
}

#[test]
fn a_full_disk_of_an_sftp_server_fails_the_item() {
    let place = crate::support::Room::new();
    let server = sftp_server(place.path()).filter(|_| can_mount());
    let Some(mut server) = server else {
        skip("a full disk behind SFTP", "it needs sshd, root and mounts");
        return;
    };
    on_a_small_disk(place.path(), &mut server, "/usr/sbin/sshd -D -e -f \"$2\"");
    a_full_disk_fails_the_item(&server);
}

#[test]
fn a_full_disk_of_an_ftp_server_fails_the_item() {
    let place = crate::support::Room::new();
    let server = proftpd(place.path(), "").filter(|_| can_mount());
    let Some(mut server) = server else {
        skip(
            "a full disk behind FTP",
            "it needs proftpd, root and mounts",
        );
        return;
    };
    let program = proftpd_program().expect("it runs").display().to_string();
    on_a_small_disk(
        place.path(),
        &mut server,
        &format!("{program} -n -c \"$2\""),
    );
    a_full_disk_fails_the_item(&server);
}

#[test]
fn the_audit_says_which_end_is_a_bridge() {
    let place = crate::support::Room::new();
    let Some(server) = ftp_server(place.path(), "") else {
        skip("a bridge in the audit", "it needs vsftpd and root");
        return;
    };
    let mut agents = bridged(&[("one", &server)]);
    start_all(&mut agents);
    let words = "fteCreateLogger -loggerType FILE -define FL1";
    agents.room.done(&words.split(' ').collect::<Vec<_>>());
    agents.room.done(&["fteStartLogger", "FL1"]);
    agents.write("out/a", b"a");
    let from = path(&agents, "out/a");
    let (code, said) = transfer(&agents, "NORTH", "BRIDGE", &["-df", "/w/a", &from]);
    assert_eq!(code, 0, "{said}");
    let logs = agents.path("mqft/logs/QM1/loggers/FL1/logs");
    let lines = || {
        let files = fs::read_dir(&logs).into_iter().flatten().flatten();
        let logs = files.filter(|file| file.path().extension().is_some_and(|end| end == "log"));
        let texts = logs.map(|file| fs::read_to_string(file.path()).unwrap_or_default());
        texts.collect::<String>()
    };
    agents.until("it is in the audit", || lines().contains("[TCOM]"));
    let all = lines();
    let ended = all.lines().find(|line| line.contains("[TCOM]"));
    let ended = ended.expect("there");
    assert!(
        ended.contains(";NORTH;QM1;STANDARD;BRIDGE;QM1;BRIDGE;"),
        "{ended}"
    );
    agents.room.done(&["fteStopLogger", "FL1"]);
}
