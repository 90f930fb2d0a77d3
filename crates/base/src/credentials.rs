//! What the kernel says of the process at the other end of a socket.
//!
//! The numbers are taken as the kernel gives them. Of a process whose name space of process ids is another it says 0, which
//! no type of a process id in `rustix` can hold.

#![allow(unsafe_code)]

use std::os::fd::{AsFd, AsRawFd, FromRawFd, OwnedFd};

use rustix::io::Errno;

/// Who made a socket; as `struct ucred` has it.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Credentials {
    /// Process id; 0 where it has no number here.
    pub pid: u32,
    /// Effective user id when it connected.
    pub uid: u32,
    /// Effective group id when it connected.
    pub gid: u32,
}

/// The option that gives a descriptor of the process; Linux 6.5 and later.
const SO_PEERPIDFD: libc::c_int = 77;

/// Who connected, as it was then.
///
/// # Errors
/// `NOTSOCK` for what is none, and what else the kernel says.
pub fn credentials_of(socket: &impl AsFd) -> Result<Credentials, Errno> {
    let mut credentials = Credentials::default();
    option_of(socket, libc::SO_PEERCRED, &mut credentials)?;
    Ok(credentials)
}

/// Whether the process that connected is of the user of this one, or of root.
///
/// # Errors
/// As of [`credentials_of`].
pub fn is_own_or_root(socket: &impl AsFd) -> Result<bool, Errno> {
    let other = credentials_of(socket)?.uid;
    Ok(other == rustix::process::geteuid().as_raw() || other == 0)
}

/// A descriptor of the process that connected, whatever became of its number.
///
/// # Errors
/// `NOPROTOOPT` where the kernel has no such option.
pub fn process_of(socket: &impl AsFd) -> Result<OwnedFd, Errno> {
    let mut descriptor: libc::c_int = -1;
    option_of(socket, SO_PEERPIDFD, &mut descriptor)?;
    if descriptor < 0 {
        return Err(Errno::NOPROTOOPT);
    }
    // SAFETY: the kernel has just made it for us, and nobody else knows it. It closes at exec.
    Ok(unsafe { OwnedFd::from_raw_fd(descriptor) })
}

/// Values that may hold any bits.
trait Plain: Copy {}
impl Plain for Credentials {}
impl Plain for libc::c_int {}

fn option_of<T: Plain>(
    socket: &impl AsFd,
    option: libc::c_int,
    value: &mut T,
) -> Result<(), Errno> {
    let mut bytes = size_of::<T>() as libc::socklen_t;
    // SAFETY: both pointers are to values that live through the call; the kernel writes at most `bytes` bytes, and any bits
    // are a value of `T`.
    let outcome = unsafe {
        libc::getsockopt(
            socket.as_fd().as_raw_fd(),
            libc::SOL_SOCKET,
            option,
            std::ptr::from_mut(value).cast(),
            &raw mut bytes,
        )
    };
    match outcome {
        0 => Ok(()),
        _ => Err(Errno::from_io_error(&std::io::Error::last_os_error()).unwrap_or(Errno::INVAL)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::net::UnixStream;

    #[test]
    fn a_socket_tells_who_made_it() {
        let (one, _other) = UnixStream::pair().unwrap();
        let own = Credentials {
            pid: std::process::id(),
            uid: rustix::process::geteuid().as_raw(),
            gid: rustix::process::getegid().as_raw(),
        };
        assert_eq!(credentials_of(&one), Ok(own));
        assert_eq!(is_own_or_root(&one), Ok(true));
    }

    #[test]
    fn what_is_no_socket_is_an_error_of_the_kernel() {
        let file = std::fs::File::open("/dev/null").unwrap();
        assert_eq!(credentials_of(&file), Err(Errno::NOTSOCK));
        assert_eq!(process_of(&file).map(drop), Err(Errno::NOTSOCK));
    }
}
