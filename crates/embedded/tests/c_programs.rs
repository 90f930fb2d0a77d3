//! Programs in C with the queue manager inside: those of the C library, unchanged, and one about its life.

use ferromq_capi::copies::{NAMES, install, install_embedded};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

const CRATES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The libraries as an installation has them, for all tests of this process; they stay for the next.
fn libraries() -> &'static Path {
    static MADE: OnceLock<PathBuf> = OnceLock::new();
    MADE.get_or_init(|| {
        let test = std::env::current_exe().expect("a path");
        let directory = test.with_file_name("ferromq-embedded-lib64");
        let built = |name| test.with_file_name(name);
        install(&built("libferromq_capi.so"), &directory, &NAMES).expect("copied");
        install_embedded(&built("libferromq_embedded.so"), &directory).expect("copied");
        directory
    })
}

/// What a queue manager has of which the programs know.
const DEFINITIONS: &str = "\
DEFINE QLOCAL(TEST.Q) +
       REPLACE
* More than one line, and a comment.
DEFINE QLOCAL(SET.Q) REPLACE
DEFINE QLOCAL(WAIT.Q) REPLACE
";

/// A directory of its own for each test, removed at its end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(test: &str) -> Self {
        let name = format!("ferromq-embedded-{test}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a scratch directory");
        Self(path)
    }

    /// Compiles a program, which knows its library by the name it has everywhere.
    fn compile(&self, source: &str) -> PathBuf {
        let program = self.0.join(source);
        let place = if source == "life" { "embedded" } else { "capi" };
        let output = Command::new("cc")
            .args(["-std=gnu99", "-Wall", "-Wextra", "-Werror", "-pthread"])
            .arg(format!("-I{CRATES}/capi/include"))
            .arg(format!("-I{CRATES}/capi/tests/c"))
            .arg("-o")
            .arg(&program)
            .arg(format!("{CRATES}/{place}/tests/c/{source}.c"))
            .arg(format!("-L{}", libraries().display()))
            .arg("-lmqm_r")
            .output();
        assert_good(
            &output.expect("there is a C compiler: scripts/ensure-tools"),
            source,
        );
        program
    }

    /// The program in an environment where only the library differs from a usual one.
    fn command(&self, program: &Path) -> Command {
        let definitions = self.0.join("definitions.mqsc");
        std::fs::write(&definitions, DEFINITIONS).expect("written");
        let mut command = Command::new("timeout");
        command
            .args(["-k", "5", "60"])
            .arg(program)
            .env("LD_LIBRARY_PATH", libraries().join("embedded"))
            .env("MQ_DATA_PATH", "/nonexistent")
            .env("FERROMQ_QMGR", "QM1")
            .env("FERROMQ_MQSC", definitions);
        for name in [
            "MQSERVER",
            "MQCCDTURL",
            "MQCHLLIB",
            "MQCHLTAB",
            "MQ_CONNECT_TYPE",
        ] {
            command.env_remove(name);
        }
        command
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
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

fn run(command: &mut Command) -> Output {
    let output = command.output().expect("it starts");
    assert_good(&output, &format!("{command:?}"));
    output
}

#[test]
fn programs_of_the_c_library_run_without_a_server() {
    let scratch = Scratch::new("programs");
    // The library of which the program that consumes knows the name.
    let output = Command::new("cc")
        .args(["-shared", "-fPIC", "-o"])
        .arg(scratch.0.join("consume.so"))
        .arg(format!("-I{CRATES}/capi/include"))
        .arg(format!("{CRATES}/capi/tests/c/named.c"))
        .output();
    assert_good(&output.expect("a compiler"), "named");
    for source in [
        "verbs",
        "hostile",
        "threads",
        "bags",
        "consume",
        "properties",
        "transactions",
        "publish",
    ] {
        run(&mut scratch.command(&scratch.compile(source)));
    }
}

#[test]
fn a_program_has_it_inside_when_the_library_is_loaded_before_its_own() {
    let scratch = Scratch::new("preload");
    let program = scratch.compile("life");
    run(scratch
        .command(&program)
        .env("LD_LIBRARY_PATH", libraries())
        .env("LD_PRELOAD", libraries().join("libferromq.so")));
    // And does not with its own library: there is no such queue manager on this machine.
    let output = scratch
        .command(&program)
        .env("LD_LIBRARY_PATH", libraries())
        .output()
        .expect("it starts");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
}

#[test]
fn messages_last_as_long_as_the_process_and_are_not_there_in_its_children() {
    let scratch = Scratch::new("life");
    let program = scratch.compile("life");
    let output = run(&mut scratch.command(&program));
    assert!(output.stderr.is_empty(), "{output:?}");
    // The next one begins with nothing.
    run(&mut scratch.command(&program));
}

#[test]
fn children_of_forks_are_answered_while_the_queue_manager_is_started() {
    let scratch = Scratch::new("starting");
    let program = scratch.compile("life");
    run(scratch.command(&program).arg("starting"));
    // The same where the first connection is slow at what comes before it.
    let slow = scratch.0.join("slow.so");
    let source = format!("{CRATES}/embedded/tests/c/slow_registration.c");
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-Wall", "-Wextra", "-Werror", "-o"]);
    run(compiler.arg(&slow).arg(source).arg("-ldl"));
    run(scratch
        .command(&program)
        .arg("starting")
        .env("LD_PRELOAD", &slow));
}

#[test]
fn messages_are_there_for_the_next_program_when_there_is_a_directory() {
    let scratch = Scratch::new("directory");
    let program = scratch.compile("life");
    let data = scratch.0.join("data");
    run(scratch
        .command(&program)
        .env("FERROMQ_DATA_PATH", &data)
        .arg("put"));
    run(scratch
        .command(&program)
        .env("FERROMQ_DATA_PATH", &data)
        .arg("get"));
}

#[test]
fn wrong_definitions_are_told_and_nothing_is_connected() {
    let scratch = Scratch::new("wrong");
    let program = scratch.compile("life");
    let wrong = scratch.0.join("wrong.mqsc");
    std::fs::write(&wrong, "DEFINE QLOCAL(ONE)\nDEFINE NOTHING(TWO)\n").expect("written");
    let output = run(scratch
        .command(&program)
        .env("FERROMQ_MQSC", &wrong)
        .arg("none"));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("wrong.mqsc"), "{told}");
    assert!(told.contains("One command has a syntax error."), "{told}");
}

/// The same list that holds those of the other libraries.
#[test]
fn the_library_has_its_name_and_the_symbols_of_the_others() {
    let listed: BTreeSet<&str> = include_str!("../../capi/tests/symbols.txt")
        .lines()
        .collect();
    let path = libraries().join("libferromq.so");
    let read = |program: &str, options: &[&str]| {
        let output = Command::new(program).args(options).arg(&path).output();
        let output = output.expect("part of the tools of a C linker");
        assert_good(&output, program);
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let text = read("nm", &["-D", "--defined-only"]);
    let found: BTreeSet<&str> = text
        .lines()
        .filter_map(|line| line.split_whitespace().last())
        .collect();
    assert_eq!(found, listed);
    let text = read("readelf", &["-d"]);
    assert!(
        text.contains("(SONAME)             Library soname: [libferromq.so]"),
        "{text}"
    );
    assert!(text.contains("NODELETE"), "{text}");
    for name in NAMES {
        assert!(libraries().join("embedded").join(name).exists(), "{name}");
    }
}
