//! A cluster of the machine's PostgreSQL in a temporary directory, reached by a Unix socket only; it can be killed.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

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

    /// What statements print, without decoration.
    pub(crate) fn sql(&self, text: &str) -> String {
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
        assert!(out.status.success(), "{text}: {out:?}");
        String::from_utf8_lossy(&out.stdout).trim().to_owned()
    }

    /// A load of these scripts, each with its weight, for so many seconds. It goes on where transactions fail.
    pub(crate) fn pgbench(&self, scripts: &[(&str, u32)], seconds: u32) -> Child {
        let mut command = Command::new(self.bin.join("pgbench"));
        command.args(["-n", "-c", "2", "-T", &seconds.to_string()]);
        for (at, (text, weight)) in scripts.iter().enumerate() {
            let path = self.root.join(format!("load{at}.sql"));
            std::fs::write(&path, text).expect("written");
            command
                .arg("-f")
                .arg(format!("{}@{weight}", path.display()));
        }
        command.arg(self.conninfo());
        command.stdout(Stdio::null()).stderr(Stdio::null());
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
