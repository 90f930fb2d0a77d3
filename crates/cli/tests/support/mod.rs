//! The real executable in a data path of its own.
use ferromq_base::process::is_stopped_wholly;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

static ROOMS: AtomicU32 = AtomicU32::new(0);

/// A data path, removed at the end together with every queue manager in it.
pub(crate) struct Room {
    path: PathBuf,
}

/// What a command printed and how it ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct CommandOutput {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) code: i32,
}

impl Room {
    pub(crate) fn new() -> Self {
        let number = ROOMS.fetch_add(1, Ordering::Relaxed);
        let name = format!("ferromq-cli-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a temporary directory can be made");
        Self { path }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Waits until the error log of a queue manager that runs says something: its lines wait for the disk for a moment.
    pub(crate) fn until_told(&self, name: &str, is_told: impl Fn(&str) -> bool) {
        let path = self
            .path
            .join("qmgrs")
            .join(name)
            .join("errors/AMQERR01.LOG");
        let began = Instant::now();
        loop {
            let log = std::fs::read_to_string(&path).expect("an error log");
            if is_told(&log) {
                return;
            }
            assert!(began.elapsed() < Duration::from_secs(60), "{log}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// A command ready to be started.
    pub(crate) fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ferromq"));
        command
            .args(words)
            .env("MQ_DATA_PATH", &self.path)
            .env_remove("MQSAMP_USER_ID")
            .env_remove("MQ_APP_PASSWORD")
            .env_remove("MQ_ADMIN_PASSWORD")
            .env_remove("MQSERVER")
            .env("MQSAMP_WAIT", "0")
            .current_dir(&self.path);
        command
    }

    /// Runs a command with this standard input.
    pub(crate) fn run_with(&self, words: &[&str], input: &str) -> CommandOutput {
        let mut command = self.command(words);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().expect("the executable starts");
        let mut stdin = child.stdin.take().expect("standard input is a pipe");
        // A command may end without reading its input.
        let _ = stdin.write_all(input.as_bytes());
        drop(stdin);
        said(child.wait_with_output().expect("the command ends"))
    }

    /// Runs a command without input.
    pub(crate) fn run(&self, words: &[&str]) -> CommandOutput {
        self.run_with(words, "")
    }

    /// Runs a command that must succeed; answers its standard output.
    pub(crate) fn done(&self, words: &[&str]) -> String {
        let said = self.run(words);
        assert_eq!(said.code, 0, "{words:?}: {said:?}");
        said.out
    }

    /// A started queue manager with small log files.
    pub(crate) fn start(&self, name: &str, options: &[&str]) {
        let words = [&["crtmqm", "-dev", "-lf", "64"], options, &[name]].concat();
        self.done(&words);
        self.done(&["strmqm", name]);
    }

    /// Sends the process of a running queue manager a signal.
    pub(crate) fn signal(&self, name: &str, signal: &str) {
        let sent = Command::new("kill")
            .args([signal, &self.process_of(name)])
            .status();
        assert!(sent.expect("kill is there").success());
    }

    /// Stops the process of a running queue manager, every thread of it.
    pub(crate) fn stop(&self, name: &str) {
        self.signal(name, "-STOP");
        let process = self.process_of(name).parse().expect("a process number");
        // A signal is on its way for a moment.
        while !is_stopped_wholly(process) {
            std::thread::yield_now();
        }
    }

    /// The process of a running queue manager, as its lock file names it.
    pub(crate) fn process_of(&self, name: &str) -> String {
        let lock = self.path.join("qmgrs").join(name).join("LOCK");
        let text = std::fs::read_to_string(lock).expect("a running queue manager has a lock file");
        text.split(' ').next().unwrap_or_default().to_owned()
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        if let Ok(names) = std::fs::read_dir(self.path.join("qmgrs")) {
            for name in names.flatten() {
                let name = name.file_name().to_string_lossy().replace('!', ".");
                let _ = self.command(&["endmqm", "-p", &name]).output();
            }
        }
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

fn said(output: Output) -> CommandOutput {
    CommandOutput {
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
        code: output.status.code().unwrap_or(-1),
    }
}

/// A program that ends with the test, also where that fails.
pub(crate) struct Running(pub(crate) Child);

impl Running {
    pub(crate) fn kill(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
    }
}
