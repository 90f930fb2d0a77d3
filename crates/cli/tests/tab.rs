//! What Tab completes: in `runmqsc` at a terminal, and in shells that read the scripts of `ferromq completion`. Terminals are made by `script` of
//! util-linux.

use crate::support::{Room, Running};
use ferromq_base::skipped;
use std::io::{Read, Write};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Far more than anything takes.
const LIMIT: Duration = Duration::from_secs(60);

/// A program at a terminal.
struct Terminal {
    child: Running,
    keys: Option<ChildStdin>,
    heard: Receiver<Vec<u8>>,
    shown: String,
}

impl Terminal {
    /// Starts a command line at a terminal; nothing where there is no `script`.
    fn start(room: &Room, line: &str) -> Option<Self> {
        let bin = room.path().join("bin");
        if !bin.exists() {
            std::fs::create_dir(&bin).expect("made");
            for name in ["ferromq", "runmqsc", "strmqm", "dspmqrte"] {
                let from = env!("CARGO_BIN_EXE_ferromq");
                std::os::unix::fs::symlink(from, bin.join(name)).expect("linked");
            }
        }
        let spawned = Command::new("script")
            .args(["-qec", line, "/dev/null"])
            .env("MQ_DATA_PATH", room.path())
            .env("PATH", format!("{}:/usr/bin:/bin", bin.display()))
            .env("TERM", "vt100")
            .env("HOME", room.path())
            .current_dir(room.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut child = Running(spawned.ok()?);
        let keys = child.0.stdin.take();
        let mut out = child.0.stdout.take().expect("a pipe");
        let (tell, heard) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(length @ 1..) = out.read(&mut bytes) {
                let _ = tell.send(bytes[..length].to_vec());
            }
        });
        Some(Self {
            child,
            keys,
            heard,
            shown: String::new(),
        })
    }

    fn press(&mut self, keys: &str) {
        let to = self.keys.as_mut().expect("its keyboard");
        to.write_all(keys.as_bytes()).expect("pressed");
        to.flush().expect("pressed");
    }

    /// Waits until it has shown this, and takes what it has shown so far away.
    fn until(&mut self, text: &str) -> String {
        let began = Instant::now();
        loop {
            if let Some(at) = self.shown.find(text) {
                let rest = self.shown.split_off(at + text.len());
                return std::mem::replace(&mut self.shown, rest);
            }
            assert!(began.elapsed() < LIMIT, "no {text:?} in {:?}", self.shown);
            if let Ok(bytes) = self.heard.recv_timeout(Duration::from_millis(50)) {
                self.shown.push_str(&String::from_utf8_lossy(&bytes));
            }
        }
    }

    fn end(mut self) {
        drop(self.keys.take());
        let began = Instant::now();
        while self.child.0.try_wait().expect("a state").is_none() {
            assert!(began.elapsed() < LIMIT, "it goes on: {:?}", self.shown);
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

#[test]
fn runmqsc_completes_words_and_names_at_a_terminal() {
    let room = Room::new();
    room.start("QM1", &[]);
    room.run_with(
        &["runmqsc", "QM1"],
        "DEFINE QLOCAL(ORDERS.IN)\nDEFINE QLOCAL(ORDERS.OUT)\nDEFINE QLOCAL('small')\n",
    );
    let Some(mut terminal) = Terminal::start(&room, "runmqsc QM1") else {
        skipped::skip(
            "completion at a terminal",
            "there is no script (util-linux)",
        );
        return;
    };
    terminal.until("queue manager QM1.");
    terminal.until(": ");
    terminal.press("dis\t");
    terminal.until("DISPLAY ");
    terminal.press("qlo\t");
    terminal.until("QLOCAL(");
    // As far as both names go; then both are shown.
    terminal.press("or\t");
    terminal.until("DISPLAY QLOCAL(ORDERS.");
    terminal.press("\t");
    terminal.until("ORDERS.IN)");
    terminal.until("ORDERS.OUT)");
    terminal.press("i\t");
    terminal.until("DISPLAY QLOCAL(ORDERS.IN) ");
    terminal.press("maxd\t");
    terminal.until("DISPLAY QLOCAL(ORDERS.IN) MAXDEPTH ");
    terminal.press("\r");
    terminal.until("QUEUE(ORDERS.IN)");
    terminal.until("MAXDEPTH(5000)");
    terminal.until(": ");
    // On a further line of a command, and a name in small letters, which wants quotation marks.
    terminal.press("alter qlocal(sm\t");
    terminal.until("alter qlocal('small') ");
    terminal.press("+\r");
    terminal.until(": ");
    terminal.press("put(dis\t");
    terminal.until("put(DISABLED) ");
    terminal.press("\r");
    terminal.until("AMQ8008I");
    terminal.until(": ");
    // Of text that is pasted a tab is a blank.
    terminal.press("dis\tqmgr\tdeadq\r");
    terminal.until("QMNAME(QM1)");
    terminal.until(": ");
    terminal.press("end\r");
    terminal.end();
}

#[test]
fn where_there_is_no_terminal_a_tab_is_a_blank() {
    let room = Room::new();
    room.start("QM1", &[]);
    let said = room.run_with(&["runmqsc", "QM1"], "dis\tqmgr\tdeadq\n");
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.out.contains("     1 : dis\tqmgr\tdeadq\n"), "{said:?}");
    assert!(said.out.contains("QMNAME(QM1)"), "{said:?}");
}

#[test]
fn zsh_completes_commands_options_files_and_queue_managers() {
    if Command::new("zsh").arg("-fc").arg("true").output().is_err() {
        skipped::skip("completion in zsh", "there is no zsh");
        return;
    }
    let room = Room::new();
    room.done(&["crtmqm", "-lf", "64", "ORDERS.QM"]);
    let functions = room.path().join("functions");
    std::fs::create_dir(&functions).expect("made");
    let script = room.done(&["completion", "zsh"]);
    std::fs::write(functions.join("_ferromq"), script).expect("written");
    std::fs::write(room.path().join("script.mqsc"), "").expect("written");
    let Some(mut shell) = Terminal::start(&room, "zsh -f -i") else {
        skipped::skip("completion in zsh", "there is no script (util-linux)");
        return;
    };
    shell.press(
        "PS1='READ''Y> '; fpath=($PWD/functions $fpath); autoload -Uz compinit; compinit -u -D\r",
    );
    shell.until("READY> ");
    for (typed, shown) in [
        ("ferromq dltm\t", "ferromq dltmqm"),
        ("strmqm O\t", "strmqm ORDERS.QM"),
        ("runmqsc -f scr\t", "runmqsc -f script.mqsc"),
    ] {
        shell.press(typed);
        shell.until(shown);
        // Leaves the line, and begins the next.
        shell.press("\u{15}\r");
        shell.until("READY> ");
    }
    shell.press("dspmqrte -a\t");
    shell.until("-ac");
    shell.until("Gather what is done");
    shell.press("\u{15}exit\r");
    shell.end();
}

#[test]
fn fish_completes_commands_options_and_queue_managers() {
    let room = Room::new();
    room.done(&["crtmqm", "-lf", "64", "ORDERS.QM"]);
    let script = room.done(&["completion", "fish"]);
    let settings = room.path().join(".config/fish/conf.d");
    std::fs::create_dir_all(&settings).expect("made");
    std::fs::write(settings.join("ferromq.fish"), script).expect("written");
    let bin = room.path().join("bin");
    std::fs::create_dir(&bin).expect("made");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_ferromq"), bin.join("ferromq")).expect("linked");
    let lines = [
        "ferromq dltm",
        "strmqm O",
        "dspmqrte -ac -t m",
        "dspmqrte -a",
    ];
    let asked: String = lines
        .iter()
        .map(|line| format!("complete -C '{line}'; echo ====; "))
        .collect();
    let output = Command::new("fish")
        .args(["-c", &asked])
        .env("PATH", format!("{}:/usr/bin:/bin", bin.display()))
        .env("MQ_DATA_PATH", room.path())
        .env("HOME", room.path())
        .env_remove("XDG_CONFIG_HOME")
        .current_dir(room.path())
        .output();
    let Ok(output) = output else {
        skipped::skip("completion in fish", "there is no fish");
        return;
    };
    let said = String::from_utf8_lossy(&output.stdout);
    let found: Vec<Vec<&str>> = said
        .split("====\n")
        .map(|part| {
            let words = part.lines().filter_map(|line| line.split('\t').next());
            words.collect()
        })
        .collect();
    let expected: [&[&str]; 5] = [
        &["dltmqm"],
        &["ORDERS.QM"],
        &["medium"],
        &["-ac", "-ar"],
        &[],
    ];
    assert_eq!(found, expected, "{output:?}");
}
