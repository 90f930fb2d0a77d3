//! Where clients connect.

use std::fs;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};

use rustix::io::Errno;
use rustix::net::{AddressFamily, SocketAddrUnix, SocketFlags, SocketType};

use crate::error::{HandshakeError, ListenError, errno_of};
use crate::handshake::Handshake;
use crate::peer::SocketName;

/// A listening socket at a path. Dropping it removes the path, if it is still its own.
#[derive(Debug)]
pub struct Listener {
    socket: UnixListener,
    path: PathBuf,
    /// Device and inode of our socket file.
    identity: (u64, u64),
}

impl Listener {
    /// Listens at `path` with these permission bits. A socket left behind by a server that is gone is replaced;
    /// the path changes from the old socket to the new in one step, so that no client finds nothing.
    ///
    /// Two servers starting at once are kept apart by the lock on their data directory, not here.
    ///
    /// # Errors
    /// See [`ListenError`]. A file that is no socket is never removed.
    pub fn bind(path: &Path, mode: u32) -> Result<Listener, ListenError> {
        refuse_living_socket(path)?;
        let mut fresh = path.as_os_str().to_owned();
        fresh.push(".new");
        let fresh = PathBuf::from(fresh);
        let _ = fs::remove_file(&fresh);
        let name = SocketName::of(&fresh).map_err(|errno| ListenError::System {
            action: "find the directory of the socket",
            errno,
        })?;
        let socket = UnixListener::bind(name.path()).map_err(system("bind the socket"))?;
        let set_up = || -> Result<(u64, u64), ListenError> {
            socket
                .set_nonblocking(true)
                .map_err(system("prepare the socket"))?;
            fs::set_permissions(&fresh, fs::Permissions::from_mode(mode))
                .map_err(system("set the socket's mode"))?;
            let metadata = fs::symlink_metadata(&fresh).map_err(system("inspect the socket"))?;
            fs::rename(&fresh, path).map_err(system("put the socket in its place"))?;
            Ok((metadata.dev(), metadata.ino()))
        };
        let identity = set_up().inspect_err(|_| {
            let _ = fs::remove_file(&fresh);
        })?;
        Ok(Listener {
            socket,
            path: path.to_owned(),
            identity,
        })
    }

    /// Where it listens.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The next client that connects, if there is one. Never waits.
    ///
    /// # Errors
    /// [`HandshakeError::System`] when the process is out of descriptors or memory: the client stays in the
    /// queue, so try again later rather than at once. [`HandshakeError::ClientGone`] is over at once.
    pub fn accept(&self) -> Result<Option<Handshake>, HandshakeError> {
        match rustix::net::accept_with(&self.socket, SocketFlags::CLOEXEC | SocketFlags::NONBLOCK) {
            Ok(socket) => Ok(Some(Handshake::new(socket.into())?)),
            Err(Errno::AGAIN) => Ok(None),
            Err(Errno::INTR | Errno::CONNABORTED) => Err(HandshakeError::ClientGone),
            Err(errno) => Err(HandshakeError::System(errno)),
        }
    }
}

impl AsFd for Listener {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let ours = fs::symlink_metadata(&self.path)
            .is_ok_and(|metadata| (metadata.dev(), metadata.ino()) == self.identity);
        if ours {
            let _ = fs::remove_file(&self.path);
        }
    }
}

fn refuse_living_socket(path: &Path) -> Result<(), ListenError> {
    let Ok(metadata) = fs::symlink_metadata(path) else {
        return Ok(());
    };
    if !metadata.file_type().is_socket() {
        return Err(ListenError::NotASocket(path.to_owned()));
    }
    match probe(path) {
        Err(Errno::CONNREFUSED | Errno::NOENT) => Ok(()),
        Ok(()) | Err(Errno::AGAIN) => Err(ListenError::InUse(path.to_owned())),
        Err(errno) => Err(ListenError::System {
            action: "try the socket that exists",
            errno,
        }),
    }
}

/// Connects without waiting: a server with a full queue of clients is alive too.
fn probe(path: &Path) -> Result<(), Errno> {
    let name = SocketName::of(path)?;
    let flags = SocketFlags::CLOEXEC | SocketFlags::NONBLOCK;
    let socket = rustix::net::socket_with(AddressFamily::UNIX, SocketType::STREAM, flags, None)?;
    rustix::net::connect(&socket, &SocketAddrUnix::new(name.path())?)
}

fn system(action: &'static str) -> impl Fn(std::io::Error) -> ListenError {
    move |error| ListenError::System {
        action,
        errno: errno_of(&error),
    }
}
