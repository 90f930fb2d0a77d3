//! Who is at the other end.

use std::fs;
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ferromq_base::credentials::{Credentials, credentials_of, process_of};
use ferromq_base::process::{ProcessState, fields_behind_name, state_of};
use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, pidfd_open};

/// The process at the other end of a connection, as the kernel names it at connect time.
#[derive(Debug)]
pub struct Peer {
    pid: u32,
    uid: u32,
    gid: u32,
    start_ticks: u64,
    process: Option<OwnedFd>,
}

impl Peer {
    /// Asks the kernel who connected this socket.
    pub(crate) fn of_socket(socket: &impl AsFd) -> Result<Peer, Errno> {
        let Credentials { pid, uid, gid } = credentials_of(socket)?;
        let process = match process_of(socket) {
            Ok(process) => Some(process),
            // Linux before 6.5. A process that ended meanwhile may have left its number to another.
            Err(Errno::NOPROTOOPT) => i32::try_from(pid)
                .ok()
                .and_then(Pid::from_raw)
                .and_then(|pid| pidfd_open(pid, PidfdFlags::empty()).ok()),
            // Then only the socket tells of its end.
            Err(_) => None,
        };
        Ok(Peer {
            pid,
            uid,
            gid,
            start_ticks: start_ticks_of(pid),
            process,
        })
    }

    /// Process id; 0 for a process that has no number here, because its name space of process ids is another.
    pub fn pid(&self) -> u32 {
        self.pid
    }

    /// Effective user id when it connected.
    pub fn uid(&self) -> u32 {
        self.uid
    }

    /// Effective group id when it connected.
    pub fn gid(&self) -> u32 {
        self.gid
    }

    /// When the process started, in clock ticks since the machine did; with the pid it names a process for
    /// good. 0 when unknown.
    pub fn start_ticks(&self) -> u64 {
        self.start_ticks
    }

    /// A descriptor that becomes readable when the process ends, where the kernel gives one. It notices an
    /// application that left its socket behind in a forked child.
    pub(crate) fn process(&self) -> Option<&OwnedFd> {
        self.process.as_ref()
    }

    /// Whether the process has ended, as far as the kernel tells.
    pub(crate) fn has_ended(&self) -> bool {
        let process = self.process.as_ref();
        process.is_some_and(|process| is_ready(process, PollFlags::IN))
    }
}

/// Whether a descriptor is ready for this now, or for what is always told. It never blocks.
fn is_ready(descriptor: &impl AsFd, what: PollFlags) -> bool {
    let mut asked = [PollFd::new(descriptor, what)];
    let now = Timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    matches!(rustix::event::poll(&mut asked, Some(&now)), Ok(ready) if ready > 0)
}

/// How long a queue manager may be stopped, by a signal or a debugger, until it counts as one that does not answer.
pub const STOPPED_SECONDS_MAX: u64 = 10;

/// Looks again and again whether a process is stopped.
#[derive(Debug)]
pub(crate) struct StoppedProcess {
    process_id: u32,
    since: Option<Instant>,
}

impl StoppedProcess {
    /// The process that is looked at.
    pub(crate) fn process_id(&self) -> u32 {
        self.process_id
    }

    /// Nobody has looked yet.
    pub(crate) fn of(process_id: u32) -> StoppedProcess {
        StoppedProcess {
            process_id,
            since: None,
        }
    }

    /// Whether it was stopped at each look for [`STOPPED_SECONDS_MAX`] and still is.
    pub(crate) fn lasts(&mut self) -> bool {
        if state_of(self.process_id) != ProcessState::Stopped {
            self.since = None;
            return false;
        }
        let since = *self.since.get_or_insert_with(Instant::now);
        since.elapsed() >= Duration::from_secs(STOPPED_SECONDS_MAX)
    }
}

/// Start time of a process in clock ticks since boot; 0 when it cannot be read.
pub(crate) fn start_ticks_of(pid: u32) -> u64 {
    let Ok(stat) = fs::read_to_string(format!("/proc/{pid}/stat")) else {
        return 0;
    };
    fields_behind_name(&stat)
        .get(19)
        .and_then(|field| field.parse().ok())
        .unwrap_or(0)
}

pub(crate) fn own_pid() -> u32 {
    std::process::id()
}

/// Whether the other end of a socket has hung up. It never blocks. Bytes that nobody has read yet do not hide it, which they
/// would from a read.
pub(crate) fn has_hung_up(socket: &impl AsFd) -> bool {
    is_ready(socket, PollFlags::RDHUP)
}

/// A name for a socket path that is short enough for the kernel, which allows 107 bytes.
pub(crate) struct SocketName {
    path: PathBuf,
    /// Keeps the descriptor that the name goes through.
    _directory: Option<OwnedFd>,
}

impl SocketName {
    pub(crate) fn of(path: &Path) -> Result<SocketName, Errno> {
        if path.as_os_str().len() <= SOCKET_PATH_BYTES_MAX {
            return Ok(SocketName {
                path: path.to_owned(),
                _directory: None,
            });
        }
        let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else {
            return Err(Errno::NAMETOOLONG);
        };
        let directory = rustix::fs::open(
            parent,
            OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC,
            Mode::empty(),
        )?;
        let number = std::os::fd::AsRawFd::as_raw_fd(&directory);
        Ok(SocketName {
            path: PathBuf::from(format!("/proc/self/fd/{number}")).join(name),
            _directory: Some(directory),
        })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

const SOCKET_PATH_BYTES_MAX: usize = 107;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_time_of_this_process_is_known_and_stable() {
        let first = start_ticks_of(own_pid());
        assert!(first > 0);
        assert_eq!(first, start_ticks_of(own_pid()));
    }

    #[test]
    fn a_process_that_does_not_exist_has_no_start_time() {
        assert_eq!(start_ticks_of(u32::MAX), 0);
    }

    #[test]
    fn a_long_path_gets_a_short_name() {
        let long = std::env::temp_dir().join("././".repeat(60)).join("name");
        let name = SocketName::of(&long).unwrap();
        assert!(name.path().as_os_str().len() < SOCKET_PATH_BYTES_MAX);
        assert!(name.path().ends_with("name"));
    }
}
