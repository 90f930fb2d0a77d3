//! A cluster of the machine's PostgreSQL in a temporary directory, reached by a Unix socket only; it can be killed.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// A server that ends, with its files, when this is dropped.
pub(crate) struct Cluster {
    root: PathBuf,
    bin: PathBuf,
}

/// Where the programs of PostgreSQL are, the newest of several.
fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
    let mut found: Vec<PathBuf> = versions
        .filter_map(|version| Some(version.ok()?.path().join("bin")))
        .filter(|bin| bin.join("initdb").exists() && bin.join("pgbench").exists())
        .collect();
    found.sort();
    found.pop()
}

impl Cluster {
    /// Makes one with these settings and starts it; or says why there is none.
    pub(crate) fn start(settings: &str) -> Result<Self, String> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let bin = programs().ok_or("PostgreSQL is not installed")?;
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let root = std::env::temp_dir().join(format!("fmqcap{}-{number}", std::process::id()));
        std::fs::create_dir_all(&root).map_err(|error| error.to_string())?;
        let cluster = Self { root, bin };
        if is_root() {
            // The server refuses to run as root.
            let owner = Command::new("chown")
                .arg("postgres")
                .arg(&cluster.root)
                .status();
            if !owner.is_ok_and(|it| it.success()) {
                return Err("there is no user postgres to run a server as".to_owned());
            }
        }
        let data = cluster.data();
        let made = cluster.as_owner(
            "initdb",
            &[
                "-D",
                &data,
                "-U",
                "postgres",
                "-A",
                "trust",
                "-E",
                "UTF8",
                "--no-locale",
            ],
        );
        check(made)?;
        let written = format!(
            "listen_addresses = ''\nunix_socket_directories = '{}'\n{settings}\n",
            cluster.root.display()
        );
        let path = Path::new(&data).join("postgresql.conf");
        let old = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
        std::fs::write(&path, old + &written).map_err(|error| error.to_string())?;
        cluster.up()?;
        Ok(cluster)
    }

    pub(crate) fn up(&self) -> Result<(), String> {
        let log = self.root.join("log").display().to_string();
        check(self.as_owner("pg_ctl", &["-D", &self.data(), "-l", &log, "-w", "start"]))
    }

    /// After its first process was killed: sessions it had may still be ending.
    pub(crate) fn up_again(&self) {
        let began = Instant::now();
        while let Err(why) = self.up() {
            assert!(began.elapsed() < Duration::from_secs(120), "{why}");
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// As after a power cut: nothing is written any more.
    pub(crate) fn crash(&self) {
        let stopped = self.as_owner(
            "pg_ctl",
            &["-D", &self.data(), "-m", "immediate", "-w", "stop"],
        );
        check(stopped).expect("it stops");
    }

    fn data(&self) -> String {
        self.root.join("data").display().to_string()
    }

    /// How it is reached.
    pub(crate) fn conninfo(&self) -> String {
        format!("host={} user=postgres dbname=postgres", self.root.display())
    }

    /// The same by SIGKILL of the first process, or in a hurry by itself: sessions notice the one and are told of the other.
    pub(crate) fn kill(&self, by_signal: bool) {
        if !by_signal {
            return self.crash();
        }
        let path = Path::new(&self.data()).join("postmaster.pid");
        let text = std::fs::read_to_string(path).expect("a server that runs");
        let process = text.lines().next().unwrap_or_default().to_owned();
        let sent = Command::new("kill").args(["-KILL", &process]).status();
        assert!(sent.expect("kill is there").success());
    }

    /// The tables of pgbench, with or without rows.
    pub(crate) fn pgbench_tables(&self, has_rows: bool) {
        let steps = if has_rows { "dtgp" } else { "dtp" };
        let out = Command::new(self.bin.join("pgbench"))
            .args(["-i", "-q", "-I", steps, &self.conninfo()])
            .output();
        check(out).expect("the tables of pgbench");
    }

    /// A load that does not end: that of pgbench, and some of these scripts, each with its weight.
    pub(crate) fn bank(&self, scripts: &[(&str, u32)]) -> Child {
        let mut command = Command::new(self.bin.join("pgbench"));
        command.args([
            "-n",
            "-c",
            "4",
            "-T",
            "1000000",
            "--max-tries=1000",
            "-b",
            "tpcb-like@30",
        ]);
        self.with_scripts(&mut command, scripts);
        command.spawn().expect("pgbench starts")
    }

    /// Somebody else who reads a slot.
    pub(crate) fn reader(&self, slot: &str, publication: &str) -> Child {
        let mut command = Command::new(self.bin.join("pg_recvlogical"));
        command.args(["-d", &self.conninfo(), "--slot", slot, "--start"]);
        command.args(["-f", "/dev/null", "-o", "proto_version=1"]);
        command.arg("-o");
        command.arg(format!("publication_names={publication}"));
        // It says nothing of what it has written: the slot stays where it is.
        command.args(["--fsync-interval=0", "--status-interval=0"]);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().expect("pg_recvlogical starts")
    }

    fn with_scripts(&self, command: &mut Command, scripts: &[(&str, u32)]) {
        for (at, (text, weight)) in scripts.iter().enumerate() {
            let path = self.root.join(format!("load{at}.sql"));
            std::fs::write(&path, text).expect("written");
            command
                .arg("-f")
                .arg(format!("{}@{weight}", path.display()));
        }
        command.arg(self.conninfo());
        command.stdout(Stdio::null()).stderr(Stdio::null());
    }

    /// What statements print, without decoration.
    pub(crate) fn sql(&self, text: &str) -> String {
        self.asked(text)
            .unwrap_or_else(|said| panic!("{text}: {said}"))
    }

    /// What statements print, or what is wrong.
    pub(crate) fn asked(&self, text: &str) -> Result<String, String> {
        let conninfo = self.conninfo();
        let words = [
            "-X",
            "-q",
            "-At",
            "-v",
            "ON_ERROR_STOP=1",
            "-d",
            &conninfo,
            "-c",
            text,
        ];
        let out = Command::new(self.bin.join("psql")).args(words).output();
        let out = out.expect("psql runs");
        match out.status.success() {
            true => Ok(String::from_utf8_lossy(&out.stdout).trim().to_owned()),
            false => Err(String::from_utf8_lossy(&out.stderr).into_owned()),
        }
    }

    /// A load of these scripts, each with its weight, for so many seconds. It goes on where transactions fail.
    pub(crate) fn pgbench(&self, scripts: &[(&str, u32)], seconds: u32) -> Child {
        let mut command = Command::new(self.bin.join("pgbench"));
        command.args(["-n", "-c", "2", "-T", &seconds.to_string()]);
        self.with_scripts(&mut command, scripts);
        command.spawn().expect("pgbench starts")
    }

    fn as_owner(&self, program: &str, arguments: &[&str]) -> std::io::Result<Output> {
        let program = self.bin.join(program);
        let mut command = if is_root() {
            let mut command = Command::new("setpriv");
            command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]);
            command.arg(&program);
            command
        } else {
            Command::new(&program)
        };
        // A server that goes on does not keep this program's pipes open.
        let log = std::fs::File::create(self.root.join("out"))?;
        let errors = log.try_clone()?;
        let status = command
            .args(arguments)
            .current_dir("/")
            .stdin(Stdio::null())
            .stdout(log)
            .stderr(errors)
            .status()?;
        Ok(Output {
            status,
            stdout: Vec::new(),
            stderr: std::fs::read(self.root.join("out"))?,
        })
    }
}

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

fn check(out: std::io::Result<Output>) -> Result<(), String> {
    let out = out.map_err(|error| error.to_string())?;
    match out.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&out.stderr).into_owned()),
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let data = self.data();
        let _ = self.as_owner("pg_ctl", &["-D", &data, "-m", "immediate", "-w", "stop"]);
        let _ = std::fs::remove_dir_all(&self.root);
    }
}
