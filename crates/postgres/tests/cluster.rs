//! A cluster of the machine's PostgreSQL in a temporary directory, reached by a Unix socket only.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// A server that ends, with its files, when this is dropped.
pub(crate) struct Cluster {
    root: PathBuf,
    bin: PathBuf,
    as_other: bool,
}

/// Where the programs of PostgreSQL are, the newest of several.
fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
    let mut found: Vec<PathBuf> = versions
        .filter_map(|version| Some(version.ok()?.path().join("bin")))
        .filter(|bin| bin.join("initdb").exists() && bin.join("postgres").exists())
        .collect();
    found.sort();
    found.pop()
}

impl Cluster {
    /// Makes one and starts it; or says why there is none.
    pub(crate) fn start() -> Result<Self, String> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let bin = programs().ok_or("PostgreSQL is not installed")?;
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let root = std::env::temp_dir().join(format!("fmqpg{}-{number}", std::process::id()));
        std::fs::create_dir_all(&root).map_err(|error| error.to_string())?;
        let as_other = rustix::process::geteuid().is_root();
        let cluster = Self {
            root,
            bin,
            as_other,
        };
        if as_other {
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
        cluster.run(
            "initdb",
            &[
                "-D",
                &data,
                "-U",
                "postgres",
                "-A",
                "trust",
                "-N",
                "-E",
                "UTF8",
                "--no-locale",
            ],
        )?;
        let options = format!(
            "-c listen_addresses= -c unix_socket_directories={} -c fsync=off",
            cluster.root.display()
        );
        let log = cluster.root.join("log").display().to_string();
        cluster.run(
            "pg_ctl",
            &["-D", &data, "-l", &log, "-w", "-o", &options, "start"],
        )?;
        Ok(cluster)
    }

    fn data(&self) -> String {
        self.root.join("data").display().to_string()
    }

    /// How it is reached.
    pub(crate) fn conninfo(&self) -> String {
        format!("host={} user=postgres dbname=postgres", self.root.display())
    }

    fn run(&self, program: &str, arguments: &[&str]) -> Result<(), String> {
        let program = self.bin.join(program);
        let mut command = match self.as_other {
            true => {
                let mut command = Command::new("setpriv");
                command.args([
                    "--reuid",
                    "postgres",
                    "--regid",
                    "postgres",
                    "--clear-groups",
                ]);
                command.arg(&program);
                command
            }
            false => Command::new(&program),
        };
        let out = command
            .args(arguments)
            .current_dir(Path::new("/"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .output()
            .map_err(|error| format!("{}: {error}", program.display()))?;
        match out.status.success() {
            true => Ok(()),
            false => Err(format!(
                "{}: {}",
                program.display(),
                String::from_utf8_lossy(&out.stderr)
            )),
        }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let data = self.data();
        let _ = self.run("pg_ctl", &["-D", &data, "-m", "immediate", "-w", "stop"]);
        let _ = std::fs::remove_dir_all(&self.root);
    }
}
