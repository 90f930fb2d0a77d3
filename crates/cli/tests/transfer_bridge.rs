//! Bridges to real servers of this machine: OpenSSH's and vsftpd, whatever is killed on the way.

use crate::transfer::Agents;
use ferromq_base::random::SplitMix64;
use ferromq_base::skipped::skip;
use std::fs;
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

pub(crate) const LONG: Duration = Duration::from_secs(120);

/// A server of files, on a port of its own.
pub(crate) struct Server {
    pub(crate) kind: &'static str,
    /// More attributes of it.
    pub(crate) more: String,
    pub(crate) child: Child,
    pub(crate) port: u16,
    /// Where its files are, here and by its own names.
    pub(crate) root: PathBuf,
    pub(crate) below: String,
    /// What users of the bridge are there, as attributes and a key.
    pub(crate) user: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("bound");
    listener.local_addr().expect("an address").port()
}

pub(crate) fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

pub(crate) fn run(words: &[&str]) {
    let status = Command::new(words[0])
        .args(&words[1..])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .status();
    assert!(status.expect("started").success(), "{words:?}");
}

pub(crate) fn until_it_listens(port: u16) {
    let began = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(began.elapsed() < LONG, "nobody listens on port {port}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// OpenSSH's server, with a key for the user of this process; none where that cannot be.
pub(crate) fn sftp_server(place: &Path) -> Option<Server> {
    let sshd = Path::new("/usr/sbin/sshd");
    if !sshd.exists() || !is_root() {
        return None;
    }
    fs::create_dir_all("/run/sshd").expect("made");
    fs::create_dir_all(place.join("files")).expect("made");
    let path = |name: &str| place.join(name).to_string_lossy().into_owned();
    for name in ["host", "own"] {
        run(&[
            "ssh-keygen",
            "-q",
            "-t",
            "ed25519",
            "-N",
            "",
            "-f",
            &path(name),
        ]);
    }
    let port = free_port();
    let settings = format!(
        "Port {port}\nListenAddress 127.0.0.1\nHostKey {}\nAuthorizedKeysFile {}\nPidFile none\nUsePAM no\nStrictModes no\n\
         PermitRootLogin yes\nPasswordAuthentication yes\nMaxStartups 200\nSubsystem sftp internal-sftp\n",
        path("host"),
        path("own.pub"),
    );
    fs::write(place.join("settings"), settings).expect("written");
    let child = Command::new(sshd)
        .args(["-D", "-e", "-f", &path("settings")])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("started");
    until_it_listens(port);
    let key = fs::read_to_string(place.join("own")).expect("there");
    let found = Command::new("ssh-keygen")
        .args(["-l", "-f", &path("host.pub")])
        .output()
        .expect("run");
    let print = String::from_utf8_lossy(&found.stdout).into_owned();
    let print = print.split(' ').nth(1).expect("a fingerprint").to_owned();
    Some(Server {
        kind: "sftpServer",
        more: String::new(),
        child,
        port,
        below: path("files"),
        root: place.join("files"),
        user: format!(
            r#"serverUserId="root" hostKey="{print}"><tns:privateKey associationName="k">{key}</tns:privateKey"#
        ),
    })
}

/// vsftpd, which lets everybody in; none where that cannot be.
pub(crate) fn ftp_server(place: &Path, more: &str) -> Option<Server> {
    let vsftpd = Path::new("/usr/sbin/vsftpd");
    if !vsftpd.exists() || !is_root() {
        return None;
    }
    let root = place.join("files/w");
    fs::create_dir_all(&root).expect("made");
    fs::create_dir_all("/var/run/vsftpd/empty").expect("made");
    let mut directory = Some(root.as_path());
    fs::set_permissions(&root, fs::Permissions::from_mode(0o777)).expect("set");
    // Its user has to come through.
    while let Some(path) = directory.filter(|path| path.starts_with(std::env::temp_dir())) {
        let mode = fs::metadata(path).expect("there").permissions().mode();
        let _ = fs::set_permissions(path, fs::Permissions::from_mode(mode | 0o055));
        directory = path.parent();
    }
    let port = free_port();
    let settings = format!(
        "listen=YES\nlisten_address=127.0.0.1\nlisten_port={port}\nbackground=NO\nanonymous_enable=YES\nlocal_enable=NO\nwrite_enable=YES\n\
         anon_upload_enable=YES\nanon_mkdir_write_enable=YES\nanon_other_write_enable=YES\nanon_world_readable_only=NO\nanon_umask=022\n\
         anon_root={}\nseccomp_sandbox=NO\n{more}",
        place.join("files").display()
    );
    let path = place.join("settings");
    fs::write(&path, settings).expect("written");
    let child = Command::new(vsftpd)
        .arg(&path)
        .stdin(Stdio::null())
        .spawn()
        .expect("started");
    until_it_listens(port);
    Some(Server {
        kind: "ftpServer",
        more: String::new(),
        child,
        port,
        below: "/w".to_owned(),
        root,
        user: r#"serverUserId="anonymous" serverPassword="x@example.com""#.to_owned(),
    })
}

/// Agents NORTH and SOUTH, and the bridge BRIDGE to servers.
pub(crate) fn bridged(servers: &[(&str, &Server)]) -> Agents {
    let agents = Agents::new();
    let words = "fteCreateBridgeAgent -agentName BRIDGE -agentQMgr QM1 -define";
    agents.room.done(&words.split(' ').collect::<Vec<_>>());
    let credentials = agents.path("ProtocolBridgeCredentials.xml");
    let mut properties = format!(
        r#"<tns:serverProperties xmlns:tns="http://wmqfte.ibm.com/ProtocolBridgeProperties">
        <tns:credentialsFile path="{}"/><tns:defaultServer name="{}"/>"#,
        credentials.display(),
        servers[0].0
    );
    let mut users =
        r#"<tns:credentials xmlns:tns="http://wmqfte.ibm.com/ProtocolBridgeCredentials">"#
            .to_owned();
    for (name, server) in servers {
        properties += &format!(
            r#"<tns:{} name="{name}" host="127.0.0.1" port="{}" platform="unix" {}/>"#,
            server.kind, server.port, server.more
        );
        users += &format!(
            r#"<tns:server name="{name}"><tns:user name="*" pattern="wildcard" {}></tns:user></tns:server>"#,
            server.user
        );
    }
    let directory = agents.path("mqft/config/QM1/agents/BRIDGE");
    let file = directory.join("ProtocolBridgeProperties.xml");
    fs::write(file, properties + "</tns:serverProperties>").expect("written");
    fs::write(&credentials, users + "</tns:credentials>").expect("written");
    fs::set_permissions(&credentials, fs::Permissions::from_mode(0o600)).expect("set");
    agents
}

pub(crate) fn start_all(agents: &mut Agents) {
    agents.start_both();
    agents.start("BRIDGE");
    agents.until("the bridge is ready", || {
        let list = agents.room.run(&["fteListAgents"]).out;
        list.lines()
            .any(|line| line.starts_with("BRIDGE (bridge)") && line.contains("READY"))
    });
}

/// A transfer from one agent to another, which waits for its end: its code, and what was said.
pub(crate) fn transfer(agents: &Agents, from: &str, to: &str, more: &[&str]) -> (u8, String) {
    let words = [
        "fteCreateTransfer",
        "-sa",
        from,
        "-sm",
        "QM1",
        "-da",
        to,
        "-dm",
        "QM1",
        "-w",
        "120",
    ];
    let words: Vec<_> = words.iter().copied().chain(more.iter().copied()).collect();
    let said = agents.room.run(&words);
    (
        u8::try_from(said.code).expect("a code"),
        format!("{}{}", said.out, said.err),
    )
}

pub(crate) fn content(len: usize, seed: u64) -> Vec<u8> {
    let mut bytes = vec![0; len];
    SplitMix64::new(seed).fill(&mut bytes);
    bytes
}

pub(crate) fn names_below(directory: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut left = vec![directory.to_owned()];
    while let Some(one) = left.pop() {
        for entry in fs::read_dir(one).into_iter().flatten().flatten() {
            match entry.path().is_dir() {
                true => left.push(entry.path()),
                false => {
                    let path = entry.path();
                    let name = path.strip_prefix(directory).expect("below");
                    found.push(name.to_string_lossy().into_owned());
                }
            }
        }
    }
    found.sort();
    found
}

/// What every protocol does.
pub(crate) fn files_go_there_and_back(server: Server) {
    let mut agents = bridged(&[("one", &server)]);
    start_all(&mut agents);
    let files = [("a", 0), ("b c", 1), ("d/e", 70_000), ("d/f", 5_000_000)];
    for (name, length) in files {
        agents.write(&format!("out/{name}"), &content(length, length as u64));
    }
    let out = agents.path("out").to_string_lossy().into_owned();
    let there = format!("one:{}/in", server.below);
    let (code, said) = transfer(&agents, "NORTH", "BRIDGE", &["-dd", &there, "-r", &out]);
    assert_eq!(code, 0, "{said}\n{}", agents.log("BRIDGE"));
    for (name, length) in files {
        let arrived = fs::read(server.root.join("in").join(name)).expect("there");
        assert!(arrived == content(length, length as u64), "{name}");
    }
    assert_eq!(
        names_below(&server.root),
        ["in/a", "in/b c", "in/d/e", "in/d/f"]
    );
    // What is there stays, unless it is to give way. The default server has no name in front.
    fs::write(agents.path("out/a"), "new").expect("written");
    let one = format!("{out}/a");
    let file = format!("{}/in/a", server.below);
    let (code, said) = transfer(&agents, "NORTH", "BRIDGE", &["-df", &file, &one]);
    assert_eq!(code, 40, "{said}");
    assert!(said.contains("BFGIO0006E"), "{said}");
    let (code, said) = transfer(
        &agents,
        "NORTH",
        "BRIDGE",
        &["-df", &file, "-de", "overwrite", &one],
    );
    assert_eq!(code, 0, "{said}");
    assert_eq!(
        fs::read_to_string(server.root.join("in/a")).expect("there"),
        "new"
    );
    // Back by a pattern, and by a directory whose files go.
    let back = agents.path("back").to_string_lossy().into_owned();
    let pattern = format!("one:{}/in/d/?", server.below);
    let (code, said) = transfer(&agents, "BRIDGE", "SOUTH", &["-dd", &back, &pattern]);
    assert_eq!(code, 0, "{said}\n{}", agents.log("BRIDGE"));
    assert_eq!(names_below(Path::new(&back)), ["e", "f"]);
    let again = agents.path("again").to_string_lossy().into_owned();
    let options = ["-dd", &again, "-r", "-sd", "delete", &there];
    let (code, said) = transfer(&agents, "BRIDGE", "SOUTH", &options);
    assert_eq!(code, 0, "{said}\n{}", agents.log("BRIDGE"));
    assert_eq!(names_below(Path::new(&again)), ["a", "b c", "d/e", "d/f"]);
    assert_eq!(names_below(&server.root), [] as [String; 0]);
    let arrived = fs::read(Path::new(&again).join("d/f")).expect("there");
    assert!(arrived == content(5_000_000, 5_000_000));
    // What is not there, and a server that is not.
    let nothing = format!("one:{}/nothing", server.below);
    let (code, said) = transfer(&agents, "BRIDGE", "SOUTH", &["-df", &again, &nothing]);
    assert!(code == 40 && said.contains("BFGIO0001E"), "{said}");
    let (code, said) = transfer(&agents, "BRIDGE", "SOUTH", &["-df", &again, "two:/x"]);
    assert!(code == 40 && said.contains("has no server two"), "{said}");
    let shown = agents.room.done(&["fteShowAgentDetails", "BRIDGE"]);
    assert!(
        shown.contains("BRIDGE") && shown.contains("one "),
        "{shown}"
    );
}

/// Does this with an SFTP server of this test.
fn with_sftp(what: &str, run: fn(Server)) {
    let place = crate::support::Room::new();
    match sftp_server(place.path()) {
        Some(server) => run(server),
        None => skip(what, "it needs sshd and root"),
    }
}

/// The same with an FTP server.
fn with_ftp(what: &str, run: fn(Server)) {
    let place = crate::support::Room::new();
    match ftp_server(place.path(), "") {
        Some(server) => run(server),
        None => skip(what, "it needs vsftpd and root"),
    }
}

#[test]
fn files_go_to_an_sftp_server_and_back() {
    with_sftp("a bridge to SFTP", files_go_there_and_back);
}

#[test]
fn files_go_to_an_ftp_server_and_back() {
    with_ftp("a bridge to FTP", files_go_there_and_back);
}

/// A certificate of this machine by its address, and its key, in one file.
fn certificate(path: &Path) {
    let path = path.to_string_lossy();
    let words = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=files \
                 -addext subjectAltName=IP:127.0.0.1 -keyout KEY -out KEY.crt";
    let words = words.replace("KEY", &path);
    run(&words.split_whitespace().collect::<Vec<_>>());
}

#[test]
fn files_go_to_an_ftps_server_its_trust_store_names_and_to_no_other() {
    let place = crate::support::Room::new();
    for name in ["own", "other"] {
        certificate(&place.path().join(name));
    }
    let own = place.path().join("own").display().to_string();
    let settings = format!(
        "ssl_enable=YES\nallow_anon_ssl=YES\nforce_anon_data_ssl=YES\nforce_anon_logins_ssl=YES\nrequire_ssl_reuse=NO\n\
         rsa_cert_file={own}.crt\nrsa_private_key_file={own}\n"
    );
    let Some(mut server) = ftp_server(place.path(), &settings) else {
        skip("a bridge to FTPS", "it needs vsftpd and root");
        return;
    };
    server.kind = "ftpsServer";
    let other = place.path().join("other.crt");
    server.more = format!(r#"ftpsType="explicit" trustStore="{}""#, other.display());
    {
        let mut agents = bridged(&[("one", &server)]);
        start_all(&mut agents);
        agents.write("out/a", b"secret");
        let from = agents.path("out/a").to_string_lossy().into_owned();
        let (code, said) = transfer(&agents, "NORTH", "BRIDGE", &["-df", "/w/a", &from]);
        assert!(code == 40 && said.contains("TLS"), "{code} {said}");
    }
    server.more = format!(r#"ftpsType="explicit" trustStore="{own}.crt""#);
    files_go_there_and_back(server);
}

/// The bridge is killed again and again while a long file goes there, and while it comes back.
fn a_killed_bridge_ends_what_it_began(server: Server) {
    let mut agents = bridged(&[("one", &server)]);
    start_all(&mut agents);
    let bytes = content(200_000_000, 9);
    agents.write("out/big", &bytes);
    let out = agents.path("out/big").to_string_lossy().into_owned();
    let back = agents.path("back").to_string_lossy().into_owned();
    let there = format!("one:{}/big", server.below);
    let mut random = SplitMix64::new(3);
    for (from, to, file, source) in [
        ("NORTH", "BRIDGE", &there, &out),
        ("BRIDGE", "SOUTH", &back, &there),
    ] {
        let words = [
            "fteCreateTransfer",
            "-sa",
            from,
            "-sm",
            "QM1",
            "-da",
            to,
            "-dm",
            "QM1",
            "-df",
            file,
            source,
        ];
        agents.room.done(&words);
        for _ in 0..6 {
            std::thread::sleep(Duration::from_millis(100 + random.below(400)));
            agents.kill("BRIDGE");
            agents.start("BRIDGE");
        }
        let arrived = match to {
            "BRIDGE" => server.root.join("big"),
            _ => PathBuf::from(&back),
        };
        agents.until("it has arrived", || arrived.exists());
        assert!(fs::read(&arrived).expect("there") == bytes, "{to}");
        let ended = |log: &str| log.matches("has ended with code 0").count();
        agents.until("it has ended", || ended(&agents.log(from)) >= 1);
        assert_eq!(ended(&agents.log(from)), 1, "{}", agents.log(from));
    }
    assert_eq!(names_below(&server.root), ["big"]);
}

/// The processes of a server that have a session each.
fn sessions(server: &Server) -> Vec<u32> {
    let parent = server.child.id().to_string();
    let is_session = |number: &u32| {
        let stat = fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
        // Behind the name, which may have brackets of its own: its state, and its parent.
        let behind = stat.rsplit_once(") ").map(|(_, behind)| behind);
        behind.and_then(|behind| behind.split(' ').nth(1)) == Some(parent.as_str())
    };
    let processes = fs::read_dir("/proc").expect("listed").flatten();
    let numbers = processes.filter_map(|one| one.file_name().to_str()?.parse().ok());
    numbers.filter(is_session).collect()
}

/// The server ends the sessions of the bridge while a long file goes there, and while it comes back: it connects again and goes on.
fn a_server_that_hangs_up_is_asked_again(server: Server) {
    let mut agents = bridged(&[("one", &server)]);
    start_all(&mut agents);
    let bytes = content(60_000_000, 7);
    agents.write("out/big", &bytes);
    let out = agents.path("out/big").to_string_lossy().into_owned();
    let back = agents.path("back").to_string_lossy().into_owned();
    let there = format!("one:{}/big", server.below);
    for (from, to, file, source) in [
        ("NORTH", "BRIDGE", &there, &out),
        ("BRIDGE", "SOUTH", &back, &there),
    ] {
        let limit = "ferromq.rateLimit=30MB";
        let words = [
            "fteCreateTransfer",
            "-sa",
            from,
            "-sm",
            "QM1",
            "-da",
            to,
            "-dm",
            "QM1",
        ];
        let words = [&words[..], &["-md", limit, "-df", file, source]].concat();
        agents.room.done(&words);
        for _ in 0..2 {
            std::thread::sleep(Duration::from_millis(400));
            agents.until("it has a session", || !sessions(&server).is_empty());
            for session in sessions(&server) {
                run(&["kill", "-9", &session.to_string()]);
            }
        }
        assert!(!agents.log(from).contains("has ended"), "it was too quick");
        let ended = || agents.log(from).contains("has ended with code");
        agents.until("it has ended", ended);
        let log = agents.log(from);
        assert!(log.contains("has ended with code 0"), "{to}: {log}");
        let arrived = match to {
            "BRIDGE" => server.root.join("big"),
            _ => PathBuf::from(&back),
        };
        assert!(fs::read(&arrived).expect("there") == bytes, "{to}");
    }
}

#[test]
fn an_sftp_server_that_hangs_up_is_asked_again() {
    with_sftp(
        "sessions of SFTP that end",
        a_server_that_hangs_up_is_asked_again,
    );
}

#[test]
fn a_killed_bridge_to_sftp_ends_what_it_began() {
    with_sftp(
        "kills of a bridge to SFTP",
        a_killed_bridge_ends_what_it_began,
    );
}

#[test]
fn a_killed_bridge_to_ftp_ends_what_it_began() {
    with_ftp(
        "kills of a bridge to FTP",
        a_killed_bridge_ends_what_it_began,
    );
}
