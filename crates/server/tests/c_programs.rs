//! Programs in C against the C library: compiled here, and run over shared memory and as clients.

use crate::support::office::Relay;
use crate::support::{Running, Scratch, command, command as command_of};
use ferromq_capi::copies::{NAMES, install};
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::generated::constants::{
    MQGMO_NO_SYNCPOINT, MQGMO_WAIT, MQIA_CURRENT_Q_DEPTH, MQOO_INPUT_SHARED, MQOO_INQUIRE,
};
use ferromq_mqi::options::GetOptions;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

/// Where the sources are.
const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../capi/tests/c");
const HEADERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../capi/include");

/// The libraries under all their names, for all tests of this process; they stay for the next.
fn libraries() -> &'static Path {
    static MADE: OnceLock<PathBuf> = OnceLock::new();
    MADE.get_or_init(|| {
        let test = std::env::current_exe().expect("a path");
        let built = test.with_file_name("libferromq_capi.so");
        let directory = test.with_file_name("ferromq-lib64");
        install(&built, &directory, &NAMES).expect("copied");
        directory
    })
}

/// Compiles a program against a library, with further words for the compiler.
fn compile(directory: &Path, source: &str, library: &str, further: &[&str]) -> PathBuf {
    let program = directory.join(format!("{source}-{library}"));
    let libraries = libraries().display();
    let output = Command::new("cc")
        .args([
            "-std=gnu99",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-g",
            "-pthread",
        ])
        .args(["-I", HEADERS, "-o"])
        .arg(&program)
        .arg(format!("{SOURCES}/{source}.c"))
        .args(further)
        .arg(format!("-L{libraries}"))
        .arg(format!("-l{library}"))
        .arg(format!("-Wl,-rpath,{libraries}"))
        .output()
        .expect("there is a C compiler: scripts/ensure-tools");
    assert_good(&output, &format!("cc {source}.c"));
    program
}

fn assert_good(output: &Output, what: &str) {
    let (out, err) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert!(
        output.status.success(),
        "{what}: {}\n{out}{err}",
        output.status
    );
}

/// A queue manager with the objects of the programs, and a listener.
struct Rig {
    running: Running,
    scratch: Scratch,
    port: u16,
}

impl Rig {
    fn new(test: &str) -> Self {
        let scratch = Scratch::new(&format!("c-{test}"));
        let running = Running::start(&scratch.0);
        let mut session = running.connect();
        for text in [
            "DEFINE QLOCAL(TEST.Q)",
            "DEFINE QLOCAL(SET.Q)",
            "DEFINE QLOCAL(WAIT.Q)",
            "DEFINE QLOCAL(LIST.A)",
            "DEFINE QLOCAL(LIST.B)",
            "DEFINE QLOCAL(LIST.C)",
            "DEFINE CHANNEL(C.SVRCONN) CHLTYPE(SVRCONN) MAXMSGL(104857600)",
            "ALTER QMGR CHLAUTH(DISABLED) CONNAUTH(' ')",
            "REFRESH SECURITY TYPE(CONNAUTH)",
        ] {
            command(&mut session, text);
        }
        session.disconnect().expect("disconnected");
        let localhost = std::net::Ipv4Addr::LOCALHOST.into();
        let port = running.handle.start_listener("C", Some(localhost), 0);
        Self {
            port: port.expect("a port"),
            running,
            scratch,
        }
    }

    fn place(&self) -> String {
        format!("127.0.0.1({})", self.port)
    }

    /// A command in the environment of a local program.
    fn local(&self, program: &Path) -> Command {
        let mut command = Command::new("timeout");
        command
            .arg("60")
            .arg(program)
            .env("MQ_DATA_PATH", &self.running.data_path)
            .env_remove("MQSERVER")
            .env_remove("MQCCDTURL")
            .env_remove("MQCHLLIB")
            .env_remove("MQCHLTAB")
            .env_remove("MQ_CONNECT_TYPE")
            .env_remove("MQCLNTCF");
        command
    }

    /// In that of a client that has a configuration file with this text, and no variable beside.
    fn configured(&self, program: &Path, text: &str) -> Command {
        let file = self.scratch.0.join("any-name.ini");
        std::fs::write(&file, text).expect("written");
        let mut command = self.client(program);
        command
            .env_remove("MQSERVER")
            .env("MQCLNTCF", format!("file://{}", file.display()));
        command
    }

    /// In that of a client that may not know of any queue manager of this machine.
    fn client(&self, program: &Path) -> Command {
        let mut command = self.local(program);
        command
            .env("MQ_DATA_PATH", "/nonexistent")
            .env("MQSERVER", format!("C.SVRCONN/TCP/{}", self.place()));
        command
    }

    fn run(&self, command: &mut Command) {
        let output = command.output().expect("it starts");
        assert_good(&output, &format!("{command:?}"));
    }

    fn compile(&self, source: &str, library: &str) -> PathBuf {
        compile(&self.scratch.0, source, library, &[])
    }
}

#[test]
fn programs_use_every_verb_over_shared_memory_and_as_clients() {
    let rig = Rig::new("verbs");
    let local = rig.compile("verbs", "mqm_r");
    rig.run(&mut rig.local(&local));
    // The same file as a client: by the environment, or because there is no such queue manager here.
    let mut by_type = rig.client(&local);
    rig.run(
        by_type
            .env("MQ_CONNECT_TYPE", "CLIENT")
            .env("MQ_DATA_PATH", &rig.running.data_path),
    );
    rig.run(&mut rig.client(&local));
    // And by the name of the library alone.
    let client = rig.compile("verbs", "mqic");
    let mut by_name = rig.client(&client);
    rig.run(by_name.env("MQ_DATA_PATH", &rig.running.data_path));
}

#[test]
fn what_callers_get_wrong_has_its_reason_code() {
    let rig = Rig::new("hostile");
    let program = rig.compile("hostile", "mqm");
    rig.run(&mut rig.local(&program));
    rig.run(&mut rig.client(&program));
}

#[test]
fn structures_are_read_and_written_as_far_as_their_version_goes() {
    let rig = Rig::new("versions");
    let program = rig.compile("versions", "mqm_r");
    let fips = ferromq_tls::fips_is_active().then_some(("FIPS", "YES"));
    rig.run(rig.local(&program).arg(rig.place()).envs(fips));
    // A client is told by which channel it has come.
    let place = rig.place();
    rig.run(rig.client(&program).args([&place, &place]).envs(fips));
}

#[test]
fn connections_are_shared_as_their_options_say() {
    let rig = Rig::new("threads");
    let program = rig.compile("threads", "mqm_r");
    rig.run(&mut rig.local(&program));
    rig.run(&mut rig.client(&program));
}

#[test]
fn bags_hold_items_go_through_queues_and_are_executed() {
    let rig = Rig::new("bags");
    let program = rig.compile("bags", "mqm_r");
    rig.run(&mut rig.local(&program));
    rig.run(&mut rig.client(&program));
}

#[test]
fn consumers_are_called_on_a_thread_of_the_library() {
    let rig = Rig::new("consume");
    let program = rig.compile("consume", "mqm_r");
    // The library of which the program knows the name: its own, with `.so` behind it.
    let library = PathBuf::from(format!("{}.so", program.display()));
    let output = Command::new("cc")
        .args(["-shared", "-fPIC", "-I", HEADERS, "-o"])
        .arg(&library)
        .arg(format!("{SOURCES}/named.c"))
        .output();
    assert_good(&output.expect("a compiler"), "cc named.c");
    rig.run(&mut rig.local(&program));
    rig.run(&mut rig.client(&program));
}

#[test]
fn a_client_gets_nothing_longer_than_its_channel_definition_says() {
    let rig = Rig::new("longest");
    let program = rig.compile("longest", "mqm_r");
    rig.run(rig.client(&program).arg(rig.place()));
}

/// Goal: nothing that was put without an answer is lost because the program ends right behind it. Method: it does, by `exit`, and
/// what it has put is got in order.
#[test]
fn what_was_put_without_an_answer_is_there_after_exit() {
    let rig = Rig::new("leaves");
    let program = rig.compile("leaves", "mqm_r");
    rig.run(&mut rig.client(&program));
    let mut session = rig.running.connect();
    let queue = session.open("TEST.Q", MQOO_INPUT_SHARED).expect("opened");
    let options = GetOptions {
        options: MQGMO_WAIT | MQGMO_NO_SYNCPOINT,
        wait_interval_ms: 20_000,
        ..GetOptions::default()
    };
    for number in 0..500_u32 {
        let got = session.get(queue, &MsgDescriptor::default(), &options, 4);
        let got = got.unwrap_or_else(|error| panic!("message {number}: {error}"));
        assert_eq!(got.body, number.to_ne_bytes().as_slice());
    }
}

/// Goal: a signal handler that interrupts a call is refused its own, and may end the program.
#[test]
fn calls_of_signal_handlers_are_refused_amid_a_call() {
    let rig = Rig::new("handlers");
    let program = rig.compile("handlers", "mqm_r");
    for how in ["goes on", "exits", "lists"] {
        rig.run(rig.local(&program).arg(how));
        rig.run(rig.client(&program).arg(how));
    }
}

/// Goal: no thread of the library stays behind for a connection that is gone with its thread. Method: it consumes nothing then; a thread that
/// stays keeps the program until `timeout` ends it.
#[test]
fn consumption_that_rests_ends_with_the_thread_of_its_connection() {
    let rig = Rig::new("abandoned");
    let program = rig.compile("handlers", "mqm_r");
    rig.run(rig.local(&program).arg("abandoned"));
    rig.run(rig.client(&program).arg("abandoned"));
}

/// Goal: a program whose queue manager has gone connects again without `MQDISC`. Method: its channel is stopped.
#[test]
fn a_program_whose_connection_is_lost_connects_again() {
    let rig = Rig::new("lost");
    let program = rig.compile("handlers", "mqic_r");
    let mut command = rig.client(&program);
    command.arg("lost").stdin(Stdio::piped());
    let mut child = command.stdout(Stdio::piped()).spawn().expect("it starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let first = lines.next().expect("a line").expect("read");
    assert_eq!(first, "ready");
    let mut session = rig.running.connect();
    command_of(
        &mut session,
        "STOP CHANNEL(C.SVRCONN) MODE(TERMINATE) STATUS(INACTIVE)",
    );
    session.disconnect().expect("disconnected");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(b"cut\n").expect("written");
    let said: Vec<String> = lines.map(|line| line.expect("read")).collect();
    assert!(child.wait().expect("ended").success(), "{said:?}");
}

/// The program says when it is ready for its channel to be stopped, and what its event handler hears.
#[test]
fn event_handlers_hear_that_a_connection_is_made_again_and_that_it_is_not() {
    let rig = Rig::new("events");
    let program = rig.compile("events", "mqic_r");
    let text = format!(
        "CHANNELS:\n   ServerConnectionParms=C.SVRCONN/TCP/{}\n   DefRecon=YES\n",
        rig.place()
    );
    for (how, of_file) in [
        ("consumes", false),
        ("calls", false),
        ("gives up", false),
        ("calls", true),
    ] {
        let mut command = match of_file {
            true => rig.configured(&program, &text),
            false => rig.client(&program),
        };
        command.arg(how).args(of_file.then_some("as the file says"));
        let mut child = command.stdout(Stdio::piped()).spawn().expect("it starts");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let first = lines.next().expect("a line").expect("read");
        assert_eq!(first, "ready", "{how}");
        let mut session = rig.running.connect();
        command_of(
            &mut session,
            "STOP CHANNEL(C.SVRCONN) MODE(TERMINATE) STATUS(INACTIVE)",
        );
        session.disconnect().expect("disconnected");
        let heard: Vec<String> = lines.map(|line| line.expect("read")).collect();
        assert!(child.wait().expect("ended").success(), "{how}: {heard:?}");
        let expected: &[&str] = match how {
            "gives up" => &["event 2544 1", "event 2548 2", "2548"],
            _ => &["event 2544 1", "event 2545 0", "after"],
        };
        assert_eq!(heard, expected, "{how}");
    }
}

/// Goal: a file that is wrong is not passed over. Method: the program says what `MQCONNX` answered.
#[test]
fn a_configuration_file_that_is_wrong_is_told_by_its_reason() {
    let rig = Rig::new("configuration");
    let program = rig.compile("events", "mqic_r");
    let text = "CHANNELS:\n   DefRecon=PERHAPS\n";
    let output = rig.configured(&program, text).output().expect("it starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned()
        + &String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("2539"), "{said}");
}

#[test]
fn properties_travel_between_message_handles() {
    let rig = Rig::new("properties");
    let program = rig.compile("properties", "mqm_r");
    rig.run(&mut rig.local(&program));
    rig.run(&mut rig.client(&program));
}

#[test]
fn a_transaction_manager_coordinates_through_the_switch() {
    let rig = Rig::new("transactions");
    let program = rig.compile("transactions", "mqm_r");
    rig.run(&mut rig.local(&program));
    rig.run(&mut rig.client(&program));
    // By what the open string says, where nothing else does.
    let mut by_channel = rig.client(&program);
    by_channel.env_remove("MQSERVER").arg(rig.place());
    rig.run(&mut by_channel);
}

/// Goal: what is done in a branch stays in it, though the file has connections made again, or the program has its own made so. Method:
/// the road is cut while the branch has been started and nothing is done in it yet.
#[test]
fn a_branch_whose_connection_breaks_leaves_nothing() {
    let rig = Rig::new("broken");
    let program = rig.compile("broken", "mqm_r");
    let relay = Relay::to(rig.port);
    for how in ["switch", "program"] {
        let text = format!(
            "CHANNELS:\n   ServerConnectionParms=C.SVRCONN/TCP/127.0.0.1({})\n   DefRecon=YES\n",
            relay.port
        );
        let mut command = rig.configured(&program, &text);
        command
            .arg(how)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let first = lines.next().expect("a line").expect("read");
        assert_eq!(first, "ready", "{how}");
        if how == "switch" {
            // Nor does the queue manager take it for one that can be sent elsewhere.
            let mut session = rig.running.connect();
            let (shown, _) = session
                .command("DISPLAY CONN(*) WHERE(CHANNEL EQ C.SVRCONN) CONNOPTS")
                .expect("shown");
            session.disconnect().expect("disconnected");
            let says = |word| shown.contains(word);
            assert!(says("CONNOPTS(") && !says("MQCNO_RECONNECT"), "{shown}");
        }
        relay.close();
        relay.reopen();
        let mut input = child.stdin.take().expect("a pipe");
        input.write_all(b"cut\n").expect("written");
        let said: Vec<String> = lines.map(|line| line.expect("read")).collect();
        assert!(child.wait().expect("ended").success(), "{how}: {said:?}");
        let mut session = rig.running.connect();
        let queue = session.open("TEST.Q", MQOO_INQUIRE).expect("opened");
        let depth = session.inquire(queue, &[MQIA_CURRENT_Q_DEPTH], 1, 0);
        assert_eq!(depth.expect("inquired").0, [0], "{how}");
        session.disconnect().expect("disconnected");
    }
}

#[test]
fn one_put_goes_to_many_queues() {
    let rig = Rig::new("lists");
    let program = rig.compile("lists", "mqm_r");
    rig.run(&mut rig.local(&program));
    rig.run(&mut rig.client(&program));
}

#[test]
fn programs_publish_subscribe_and_convert_text() {
    // Clients have no MQSUB yet: 2298.
    let rig = Rig::new("publish");
    let program = rig.compile("publish", "mqm_r");
    rig.run(&mut rig.local(&program));
}

/// The programs once more with every access of theirs watched.
#[test]
fn the_address_sanitizer_finds_nothing() {
    let rig = Rig::new("sanitizer");
    for source in ["verbs", "hostile", "properties", "lists"] {
        let program = compile(&rig.scratch.0, source, "mqm_r", &["-fsanitize=address"]);
        // What the library keeps until the process ends is no leak of the program's.
        rig.run(rig.local(&program).env("ASAN_OPTIONS", "detect_leaks=0"));
    }
}

/// And once with every access of the library's.
#[test]
fn valgrind_finds_nothing() {
    if Command::new("valgrind").arg("--version").output().is_err() {
        ferromq_base::skipped::skip("valgrind_finds_nothing", "there is no valgrind");
        return;
    }
    let rig = Rig::new("valgrind");
    for source in ["verbs", "hostile", "properties"] {
        let program = rig.compile(source, "mqm_r");
        let mut watched = rig.local(Path::new("valgrind"));
        watched.args(["-q", "--error-exitcode=99"]).arg(&program);
        rig.run(&mut watched);
    }
}

/// What programs may rely on is held by a list: a symbol is added there or not at all.
#[test]
fn every_library_has_its_name_and_the_same_symbols() {
    let listed: BTreeSet<&str> = include_str!("../../capi/tests/symbols.txt")
        .lines()
        .collect();
    for name in NAMES {
        let path = libraries().join(name);
        let output = Command::new("nm")
            .args(["-D", "--defined-only"])
            .arg(&path)
            .output();
        let output = output.expect("nm is part of the tools of a C linker");
        assert_good(&output, "nm");
        let text = String::from_utf8_lossy(&output.stdout);
        let found: BTreeSet<&str> = text
            .lines()
            .filter_map(|line| line.split_whitespace().last())
            .collect();
        assert_eq!(found, listed, "{name}");
        let output = Command::new("readelf")
            .arg("-d")
            .arg(&path)
            .output()
            .expect("readelf");
        let text = String::from_utf8_lossy(&output.stdout);
        let soname = text.lines().find(|line| line.contains("(SONAME)"));
        assert!(
            soname.is_some_and(|line| line.contains(&format!("[{name}]"))),
            "{name}: {soname:?}"
        );
        assert!(libraries().join("compat").join(name).exists(), "{name}");
    }
}
