//! A server of the machine's PostgreSQL in a directory, reached by a Unix socket only.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long a server may take to come up after a kill, with sessions that end yet.
const UP_WITHIN: Duration = Duration::from_secs(120);

/// A server that ends when this is dropped; its files stay.
pub(super) struct Server {
    root: PathBuf,
    bin: PathBuf,
    is_up: bool,
}

/// Where the programs of PostgreSQL are: the newest of several, or where the path leads.
fn programs() -> Option<PathBuf> {
    let has_all = |bin: &PathBuf| {
        ["initdb", "pg_ctl", "pgbench", "psql"]
            .iter()
            .all(|it| bin.join(it).exists())
    };
    let version = |bin: &PathBuf| -> u32 {
        let name = bin.parent().and_then(Path::file_name);
        let name = name.and_then(|it| it.to_str()).unwrap_or_default();
        name.parse().unwrap_or(0)
    };
    let packaged = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path().join("bin"));
    let newest = packaged.filter(has_all).max_by_key(version);
    let path = std::env::var_os("PATH").unwrap_or_default();
    newest.or_else(|| std::env::split_paths(&path).find(has_all))
}

impl Server {
    /// Makes one and starts it; or says what is missing.
    pub(super) fn make(root: PathBuf, settings: &str) -> Result<Self, String> {
        let bin = programs()
            .ok_or("PostgreSQL is not installed (packages postgresql or postgresql-server)")?;
        std::fs::create_dir_all(&root).map_err(|error| error.to_string())?;
        let mut server = Self {
            root,
            bin,
            is_up: false,
        };
        if is_root() {
            // The server refuses to run as root.
            let mut owner = Command::new("chown");
            owner.arg("postgres").arg(&server.root);
            if !owner.output().is_ok_and(|it| it.status.success()) {
                return Err("root may not run PostgreSQL, and there is no user postgres".to_owned());
            }
        }
        let data = server.data();
        let words = [
            "-D",
            &data,
            "-U",
            "postgres",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--no-locale",
        ];
        server.as_owner("initdb", &words)?;
        let path = Path::new(&data).join("postgresql.conf");
        let old = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
        let socket = server.root.display();
        let written = format!(
            "{old}listen_addresses = ''\nunix_socket_directories = '{socket}'\n{settings}\n"
        );
        std::fs::write(&path, written).map_err(|error| error.to_string())?;
        server.up()?;
        Ok(server)
    }

    /// Starts it, also while sessions of a server that was killed are ending.
    pub(super) fn up(&mut self) -> Result<(), String> {
        let log = self.root.join("log").display().to_string();
        let began = Instant::now();
        loop {
            match self.as_owner("pg_ctl", &["-D", &self.data(), "-l", &log, "-w", "start"]) {
                Ok(()) => break,
                Err(why) if began.elapsed() > UP_WITHIN => return Err(why),
                Err(_) => std::thread::sleep(Duration::from_millis(100)),
            }
        }
        self.is_up = true;
        Ok(())
    }

    /// Kills its first process.
    pub(super) fn kill(&mut self) -> Result<(), String> {
        let path = Path::new(&self.data()).join("postmaster.pid");
        let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
        let process = text.lines().next().unwrap_or_default().to_owned();
        let sent = Command::new("kill").args(["-KILL", &process]).status();
        match sent {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(format!("kill ended with {status}")),
            Err(error) => Err(error.to_string()),
        }
    }

    fn data(&self) -> String {
        self.root.join("data").display().to_string()
    }

    /// How it is reached.
    pub(super) fn conninfo(&self) -> String {
        format!("host={} user=postgres dbname=postgres", self.root.display())
    }

    /// What statements print, without decoration.
    pub(super) fn sql(&self, text: &str) -> Result<String, String> {
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
        let out = out.map_err(|error| error.to_string())?;
        match out.status.success() {
            true => Ok(String::from_utf8_lossy(&out.stdout).trim().to_owned()),
            false => Err(String::from_utf8_lossy(&out.stderr).trim().to_owned()),
        }
    }

    /// The tables of pgbench, with rows of this scale or without any.
    pub(super) fn tables(&self, scale: Option<u64>) -> Result<(), String> {
        let conninfo = self.conninfo();
        let text = scale.unwrap_or(1).to_string();
        let steps = if scale.is_some() { "dtgvp" } else { "dtp" };
        let out = Command::new(self.bin.join("pgbench"))
            .args(["-i", "-q", "-I", steps, "-s", &text, &conninfo])
            .output()
            .map_err(|error| error.to_string())?;
        match out.status.success() {
            true => Ok(()),
            false => Err(String::from_utf8_lossy(&out.stderr).trim().to_owned()),
        }
    }

    /// The load of pgbench.
    pub(super) fn load(&self, clients: u64, rate: Option<u64>) -> Result<Child, String> {
        let mut command = Command::new(self.bin.join("pgbench"));
        let clients = clients.to_string();
        command.args(["-n", "-M", "prepared", "-T", "1000000", "-c", &clients]);
        if let Some(rate) = rate {
            command.args(["-R", &rate.to_string()]);
        }
        command.arg(self.conninfo());
        command.stdin(Stdio::null());
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().map_err(|error| error.to_string())
    }

    fn as_owner(&self, program: &str, arguments: &[&str]) -> Result<(), String> {
        let path = self.bin.join(program);
        let mut command = if is_root() {
            let mut command = Command::new("setpriv");
            command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]);
            command.arg(&path);
            command
        } else {
            Command::new(&path)
        };
        // A server that goes on does not keep this program's pipes open.
        let said = self.root.join("out");
        let failed = |error: std::io::Error| format!("{program}: {error}");
        let log = std::fs::File::create(&said).map_err(failed)?;
        let errors = log.try_clone().map_err(failed)?;
        let status = command
            .args(arguments)
            .current_dir("/")
            .stdin(Stdio::null())
            .stdout(log)
            .stderr(errors)
            .status()
            .map_err(failed)?;
        match status.success() {
            true => Ok(()),
            false => Err(std::fs::read_to_string(&said).unwrap_or_default()),
        }
    }
}

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

impl Drop for Server {
    fn drop(&mut self) {
        if self.is_up {
            let _ = self.as_owner(
                "pg_ctl",
                &["-D", &self.data(), "-m", "immediate", "-w", "stop"],
            );
        }
    }
}
