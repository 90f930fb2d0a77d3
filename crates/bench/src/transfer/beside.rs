//! The same file by the programs people use instead: `cp`, `scp` and `rsync`.

use super::installation::free_port;
use crate::failure::Failure;
use crate::meter::cpu_with_children_ns;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// What one of them took.
#[derive(Clone, Copy, Debug)]
pub(super) struct Took {
    pub(super) seconds: f64,
    /// Of all its processes.
    pub(super) cpu_s: f64,
}

/// A program in `PATH`, or where programs of administrators are.
pub(super) fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let more = ["/usr/local/sbin", "/usr/sbin"].map(PathBuf::from);
    let found = std::env::split_paths(&path)
        .chain(more)
        .map(|directory| directory.join(program));
    found.into_iter().find(|path| path.is_file())
}

fn own_children_cpu_ns() -> u64 {
    let own = std::process::id();
    let (all, alone) = (cpu_with_children_ns(own), crate::meter::cpu_ns_of(own));
    all.unwrap_or(0).saturating_sub(alone.unwrap_or(0))
}

/// Runs commands one after the other; all must succeed. `server` works for them.
fn timed(commands: &mut [Command], server: Option<&Child>) -> Result<Took, Failure> {
    let used_ns = || {
        let server = server.and_then(|server| cpu_with_children_ns(server.id()));
        own_children_cpu_ns() + server.unwrap_or(0)
    };
    let (began, before_ns) = (Instant::now(), used_ns());
    for command in commands {
        let output = command
            .stdin(Stdio::null())
            .output()
            .map_err(Failure::io("running a program"))?;
        if !output.status.success() {
            let errors = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(Failure::Child(format!("{command:?}: {errors}")));
        }
    }
    let seconds = began.elapsed().as_secs_f64();
    if server.is_some() {
        // What serves a session is counted when it has ended.
        std::thread::sleep(Duration::from_millis(300));
    }
    Ok(Took {
        seconds,
        cpu_s: used_ns().saturating_sub(before_ns) as f64 / 1e9,
    })
}

/// A command that forces a file and nothing else.
fn force(path: &Path) -> Command {
    let mut command = Command::new("sync");
    command.arg("-d").arg(path);
    command
}

/// `cp`, and the file forced.
pub(super) fn cp(source: &Path, to: &Path) -> Result<Took, Failure> {
    let mut copy = Command::new("cp");
    copy.arg(source).arg(to);
    timed(&mut [copy, force(to)], None)
}

/// `rsync`, which forces what it writes. `None`: there is none.
pub(super) fn rsync(source: &Path, to: &Path) -> Result<Option<Took>, Failure> {
    let Some(program) = find("rsync") else {
        return Ok(None);
    };
    let mut copy = Command::new(program);
    // No delta: the file is not there yet.
    copy.args(["-a", "--whole-file", "--fsync"])
        .arg(source)
        .arg(to);
    timed(&mut [copy], None).map(Some)
}

/// A server of SSH for this user, on this machine only.
pub(super) struct Ssh {
    server: Child,
    port: u16,
    directory: PathBuf,
}

impl Ssh {
    /// Starts one below that directory. `None`: a program for it is missing.
    pub(super) fn start(directory: &Path) -> Result<Option<Self>, Failure> {
        let (Some(sshd), Some(keygen), Some(_)) = (find("sshd"), find("ssh-keygen"), find("scp"))
        else {
            return Ok(None);
        };
        let directory = directory.join("ssh");
        std::fs::create_dir_all(&directory).map_err(Failure::io("making a directory"))?;
        let (host_key, user_key) = (directory.join("host"), directory.join("user"));
        for key in [&host_key, &user_key] {
            let mut command = Command::new(&keygen);
            command
                .args(["-q", "-t", "ed25519", "-N", "", "-f"])
                .arg(key);
            timed(&mut [command], None)?;
        }
        let port = free_port()?;
        let allowed = directory.join("user.pub");
        let settings = [
            format!("ListenAddress=127.0.0.1:{port}"),
            format!("HostKey={}", host_key.display()),
            format!("AuthorizedKeysFile={}", allowed.display()),
            format!("PidFile={}", directory.join("pid").display()),
            "PermitRootLogin=prohibit-password".to_owned(),
            "StrictModes=no".to_owned(),
            "UsePAM=no".to_owned(),
            "Subsystem=sftp internal-sftp".to_owned(),
        ];
        let mut command = Command::new(sshd);
        command.args(["-D", "-f", "/dev/null"]);
        for setting in &settings {
            command.arg("-o").arg(setting);
        }
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let server = command.spawn().map_err(Failure::io("starting sshd"))?;
        let ssh = Self {
            server,
            port,
            directory,
        };
        let began = Instant::now();
        while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
            if began.elapsed() > Duration::from_secs(5) {
                // Where it may not run there is nothing to compare with.
                return Ok(None);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(Some(ssh))
    }

    /// `scp` over loopback, and the file forced.
    pub(super) fn scp(&self, source: &Path, to: &Path) -> Result<Took, Failure> {
        let mut copy = Command::new("scp");
        copy.args(["-q", "-F", "/dev/null", "-B"]);
        copy.arg("-P")
            .arg(self.port.to_string())
            .arg("-i")
            .arg(self.directory.join("user"));
        for setting in [
            "StrictHostKeyChecking=no",
            "UserKnownHostsFile=/dev/null",
            "LogLevel=ERROR",
        ] {
            copy.arg("-o").arg(setting);
        }
        copy.arg(source).arg(format!("127.0.0.1:{}", to.display()));
        timed(&mut [copy, force(to)], Some(&self.server))
    }
}

impl Drop for Ssh {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
