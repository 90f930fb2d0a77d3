//! A server of the machine's PostgreSQL in a directory of its own, reached by a Unix socket only: for demonstrations and tests. It can be killed.

use ferromq_base::os::at_exit;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// How long a server may take to come up after a kill, with sessions that end yet.
const UP_WITHIN: Duration = Duration::from_secs(120);

/// A server that ends when this is dropped.
#[derive(Debug)]
pub struct Server {
    root: PathBuf,
    bin: PathBuf,
    /// Its files are its own, and no other server runs there.
    is_made: bool,
    /// Its files go with it.
    is_temporary: bool,
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

/// Files of a new server, or why there are none.
static TEMPLATE: OnceLock<Result<PathBuf, String>> = OnceLock::new();

/// Files of a new server, which go with this process. Temporary servers are copies of them: initdb takes seconds, and tests make dozens.
/// The copies have one system identifier.
fn template() -> Result<&'static Path, String> {
    let made = TEMPLATE.get_or_init(|| {
        let name = format!("fmqpgtemplate{}", std::process::id());
        let mut server = Server::empty(std::env::temp_dir().join(name), true)?;
        server.init(&["--no-sync"])?;
        if at_exit(remove_template) {
            // From here on that removes them.
            server.is_temporary = false;
            return Ok(PathBuf::from(server.data()));
        }
        Err("what is to be done at the end cannot be kept".to_owned())
    });
    made.as_deref().map_err(Clone::clone)
}

extern "C" fn remove_template() {
    if let Some(Ok(data)) = TEMPLATE.get()
        && let Some(root) = data.parent()
    {
        let _ = std::fs::remove_dir_all(root);
    }
}

impl Server {
    /// Makes one in a directory for temporary files and starts it. Its files go with it, and nothing of it outlives a power cut.
    ///
    /// # Errors
    /// As [`Self::make`].
    pub fn temporary(prefix: &str, settings: &str) -> Result<Self, String> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("{prefix}{}-{number}", std::process::id());
        Self::make_in(std::env::temp_dir().join(name), settings, true)
    }

    /// Makes one in this directory with these settings and starts it. Its files stay.
    ///
    /// # Errors
    /// What is missing, or what its programs said.
    pub fn make(root: PathBuf, settings: &str) -> Result<Self, String> {
        Self::make_in(root, settings, false)
    }

    fn make_in(root: PathBuf, settings: &str, is_temporary: bool) -> Result<Self, String> {
        let mut server = Self::empty(root, is_temporary)?;
        let data = server.data();
        if is_temporary {
            server.copy(template()?)?;
        } else {
            server.init(&[])?;
        }
        server.is_made = true;
        let path = Path::new(&data).join("postgresql.conf");
        let old = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
        let socket = server.root.display();
        let forces = if is_temporary { "fsync = off\n" } else { "" };
        let written = format!(
            "{old}listen_addresses = ''\nunix_socket_directories = '{socket}'\n{forces}{settings}\n"
        );
        std::fs::write(&path, written).map_err(|error| error.to_string())?;
        server.up()?;
        Ok(server)
    }

    /// A directory for one.
    fn empty(root: PathBuf, is_temporary: bool) -> Result<Self, String> {
        let bin = programs()
            .ok_or("PostgreSQL is not installed (packages postgresql or postgresql-server)")?;
        std::fs::create_dir_all(&root).map_err(|error| error.to_string())?;
        let server = Self {
            root,
            bin,
            is_made: false,
            is_temporary,
        };
        if is_root() {
            // The server refuses to run as root.
            let mut owner = Command::new("chown");
            owner.arg("postgres").arg(&server.root);
            if !owner.output().is_ok_and(|it| it.status.success()) {
                return Err("root may not run PostgreSQL, and there is no user postgres".to_owned());
            }
        }
        Ok(server)
    }

    /// Makes its files.
    fn init(&self, more: &[&str]) -> Result<(), String> {
        let data = self.data();
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
        self.as_owner("initdb", &[&words, more].concat())
    }

    /// Takes files as they are elsewhere, with their owner.
    fn copy(&self, from: &Path) -> Result<(), String> {
        let mut copy = Command::new("cp");
        copy.arg("-a").arg(from).arg(self.data());
        let said = copy.output().map_err(|error| format!("cp: {error}"))?;
        match said.status.success() {
            true => Ok(()),
            false => Err(String::from_utf8_lossy(&said.stderr).into_owned()),
        }
    }

    /// Starts it.
    ///
    /// # Errors
    /// What its programs said.
    pub fn up(&self) -> Result<(), String> {
        let log = self.root.join("log").display().to_string();
        self.as_owner("pg_ctl", &["-D", &self.data(), "-l", &log, "-w", "start"])
    }

    /// Starts it after its first process was killed: sessions it had may still be ending.
    ///
    /// # Errors
    /// As [`Self::up`], after two minutes.
    pub fn up_again(&self) -> Result<(), String> {
        let began = Instant::now();
        loop {
            match self.up() {
                Err(_) if began.elapsed() <= UP_WITHIN => {
                    std::thread::sleep(Duration::from_millis(100));
                }
                came => return came,
            }
        }
    }

    /// Ends it as after a power cut: nothing is written any more.
    ///
    /// # Errors
    /// What its programs said.
    pub fn crash(&self) -> Result<(), String> {
        let words = ["-D", &self.data(), "-m", "immediate", "-w", "stop"];
        self.as_owner("pg_ctl", &words)
    }

    /// Its first process, while it runs.
    #[must_use]
    pub fn process(&self) -> Option<u32> {
        let path = Path::new(&self.data()).join("postmaster.pid");
        let text = std::fs::read_to_string(path).ok()?;
        text.lines().next()?.trim().parse().ok()
    }

    /// Kills its first process.
    ///
    /// # Errors
    /// Why it cannot be.
    pub fn kill(&self) -> Result<(), String> {
        let process = self.process().ok_or("it does not run")?.to_string();
        let sent = Command::new("kill").args(["-KILL", &process]).status();
        match sent {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(format!("kill ended with {status}")),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Its directory.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// One of the programs that came with it.
    #[must_use]
    pub fn program(&self, name: &str) -> Command {
        Command::new(self.bin.join(name))
    }

    fn data(&self) -> String {
        self.root.join("data").display().to_string()
    }

    /// How it is reached.
    #[must_use]
    pub fn conninfo(&self) -> String {
        format!("host={} user=postgres dbname=postgres", self.root.display())
    }

    /// What statements print, without decoration.
    ///
    /// # Errors
    /// What psql says.
    pub fn sql(&self, text: &str) -> Result<String, String> {
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
        let out = self.program("psql").args(words).output();
        let out = out.map_err(|error| error.to_string())?;
        match out.status.success() {
            true => Ok(String::from_utf8_lossy(&out.stdout).trim().to_owned()),
            false => Err(String::from_utf8_lossy(&out.stderr).trim().to_owned()),
        }
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
        if self.is_made {
            // One that does not run refuses that.
            let _ = self.crash();
        }
        if self.is_temporary {
            let _ = std::fs::remove_dir_all(&self.root);
        }
    }
}
