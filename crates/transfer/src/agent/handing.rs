//! Where agents of one machine hand open files to one another: a socket of this machine that only they can name.
//!
//! The source of a transfer lays the file it reads out under a key; the destination, which was told the place and its secret over their
//! queues, fetches the descriptor. Both ends look who the other one is: the same user, or root. What is handed over is open for reading
//! and nothing else, and nobody who does not have the secret learns even whether a key is there.

use crate::party::TransferId;
use rustix::io::Errno;
use rustix::net::sockopt::socket_peercred;
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, recvmsg, sendmsg,
};
use rustix::process::geteuid;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, ErrorKind, IoSlice, IoSliceMut, Read, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, OwnedFd};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener, UnixStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// Bytes of a secret.
pub(super) const SECRET_BYTES: usize = 32;
/// Bytes of the number in the name of a socket.
const NUMBER_BYTES: usize = 16;
/// Whoever comes to fetch has so long to say what.
const HEARD_WITHIN: Duration = Duration::from_millis(500);
/// Who fetches waits so long for those in front.
const FETCHED_WITHIN: Duration = Duration::from_secs(5);
const REQUEST_BYTES: usize = SECRET_BYTES + 24 + 4;

/// A file of a transfer.
pub type Key = (TransferId, u32);

/// Where files can be fetched.
#[derive(Clone, PartialEq, Eq)]
pub struct Counter {
    /// Which start of which machine it is on.
    pub boot: String,
    /// Number in the name of its socket.
    pub number: [u8; NUMBER_BYTES],
    /// What whoever fetches has to know.
    pub secret: [u8; SECRET_BYTES],
}

impl std::fmt::Debug for Counter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Counter")
            .field("boot", &self.boot)
            .finish_non_exhaustive()
    }
}

impl Counter {
    /// Its bytes: number, secret, start of the machine.
    #[must_use]
    pub(super) fn encode(&self) -> Vec<u8> {
        [&self.number[..], &self.secret, self.boot.as_bytes()].concat()
    }

    /// What bytes say.
    #[must_use]
    pub(super) fn decode(bytes: &[u8]) -> Option<Self> {
        let (number, rest) = bytes.split_first_chunk()?;
        let (secret, boot) = rest.split_first_chunk()?;
        let boot = std::str::from_utf8(boot)
            .ok()
            .filter(|boot| boot.len() <= BOOT_BYTES_MAX)?;
        Some(Self {
            boot: boot.to_owned(),
            number: *number,
            secret: *secret,
        })
    }

    fn address(&self) -> io::Result<SocketAddr> {
        let mut name = String::from("ferromq/transfer/");
        name.push_str(&ferromq_mqi::hex::hex(&self.number));
        SocketAddr::from_abstract_name(name)
    }
}

const BOOT_BYTES_MAX: usize = 64;

fn boot() -> io::Result<String> {
    let id = std::fs::read_to_string("/proc/sys/kernel/random/boot_id")?;
    Ok(id.trim().chars().take(BOOT_BYTES_MAX).collect())
}

fn random<const N: usize>() -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// The other end is this user, or root.
fn is_one_of_us(socket: &UnixStream) -> io::Result<bool> {
    let other = socket_peercred(socket)?.uid;
    Ok(other == geteuid() || other.is_root())
}

type LaidOut = Arc<Mutex<BTreeMap<Key, File>>>;

/// A counter of this process. Files are handed over by a thread of its own, until it is dropped.
#[derive(Debug)]
pub(super) struct Handing {
    counter: Counter,
    laid_out: LaidOut,
    closes: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Handing {
    /// Opens one.
    ///
    /// # Errors
    /// Those of the system.
    pub(super) fn open() -> io::Result<Self> {
        let counter = Counter {
            boot: boot()?,
            number: random()?,
            secret: random()?,
        };
        let listener = UnixListener::bind_addr(&counter.address()?)?;
        let (laid_out, closes) = (LaidOut::default(), Arc::new(AtomicBool::new(false)));
        let (shared, is_closing, secret) =
            (Arc::clone(&laid_out), Arc::clone(&closes), counter.secret);
        let thread = std::thread::Builder::new()
            .name("hand-over".into())
            .spawn(move || {
                for socket in listener.incoming() {
                    if is_closing.load(Ordering::Acquire) {
                        break;
                    }
                    // Whoever asks wrongly, or goes away, gets nothing.
                    let _ = socket.and_then(|socket| hand_over(&socket, &secret, &shared));
                }
            })?;
        Ok(Self {
            counter,
            laid_out,
            closes,
            thread: Some(thread),
        })
    }

    pub(super) fn counter(&self) -> &Counter {
        &self.counter
    }

    /// Lays a file out, or takes it back.
    pub(super) fn lay_out(&self, key: Key, file: Option<File>) {
        let mut laid_out = self.laid_out.lock().unwrap_or_else(PoisonError::into_inner);
        match file {
            Some(file) => laid_out.insert(key, file),
            None => laid_out.remove(&key),
        };
    }
}

impl Drop for Handing {
    fn drop(&mut self) {
        self.closes.store(true, Ordering::Release);
        // It is waiting for somebody.
        let called = self
            .counter
            .address()
            .and_then(|address| UnixStream::connect_addr(&address));
        if let Some(thread) = self.thread.take().filter(|_| called.is_ok()) {
            let _ = thread.join();
        }
    }
}

fn hand_over(
    mut socket: &UnixStream,
    secret: &[u8; SECRET_BYTES],
    laid_out: &LaidOut,
) -> io::Result<()> {
    if !is_one_of_us(socket)? {
        return Ok(());
    }
    socket.set_read_timeout(Some(HEARD_WITHIN))?;
    socket.set_write_timeout(Some(HEARD_WITHIN))?;
    let mut request = [0; REQUEST_BYTES];
    socket.read_exact(&mut request)?;
    let Some((said, key)) = read_request(&request) else {
        return Ok(());
    };
    // Every byte is looked at, wherever the first wrong one is.
    let wrong = said
        .iter()
        .zip(secret)
        .fold(0, |wrong, (one, other)| wrong | (one ^ other));
    if wrong != 0 {
        return Ok(());
    }
    let file = {
        let laid_out = laid_out.lock().unwrap_or_else(PoisonError::into_inner);
        laid_out.get(&key).map(File::try_clone).transpose()?
    };
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    let descriptors;
    let answer = [u8::from(file.is_some())];
    if let Some(file) = &file {
        descriptors = [file.as_fd()];
        if !control.push(SendAncillaryMessage::ScmRights(&descriptors)) {
            return Ok(());
        }
    }
    sendmsg(
        socket,
        &[IoSlice::new(&answer)],
        &mut control,
        SendFlags::NOSIGNAL,
    )?;
    Ok(())
}

fn read_request(request: &[u8; REQUEST_BYTES]) -> Option<([u8; SECRET_BYTES], Key)> {
    let (secret, rest) = request.split_first_chunk()?;
    let (transfer, rest) = rest.split_first_chunk()?;
    let item = u32::from_le_bytes(*rest.first_chunk()?);
    Some((*secret, (TransferId(*transfer), item)))
}

/// Whether that counter is on this machine, as it was started last.
pub(super) fn is_here(counter: &Counter) -> bool {
    boot().is_ok_and(|boot| boot == counter.boot)
}

/// Fetches a file; none if it is not laid out.
///
/// # Errors
/// Those of the system, `PermissionDenied` when somebody else is at the counter.
pub(super) fn fetch(counter: &Counter, key: Key) -> io::Result<Option<File>> {
    let mut socket = UnixStream::connect_addr(&counter.address()?)?;
    if !is_one_of_us(&socket)? {
        return Err(ErrorKind::PermissionDenied.into());
    }
    socket.set_read_timeout(Some(FETCHED_WITHIN))?;
    socket.set_write_timeout(Some(FETCHED_WITHIN))?;
    let (TransferId(transfer), item) = key;
    let request = [&counter.secret[..], &transfer, &item.to_le_bytes()].concat();
    socket.write_all(&request)?;
    let mut answer = [0];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    loop {
        let mut pieces = [IoSliceMut::new(&mut answer)];
        match recvmsg(&socket, &mut pieces, &mut control, RecvFlags::CMSG_CLOEXEC) {
            Ok(received) if received.bytes == 0 => return Ok(None),
            Ok(_) => break,
            Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let mut descriptors = control.drain().filter_map(|message| match message {
        RecvAncillaryMessage::ScmRights(rights) => Some(rights.collect::<Vec<OwnedFd>>()),
        _ => None,
    });
    Ok(descriptors
        .next()
        .into_iter()
        .flatten()
        .next()
        .map(File::from))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::FileExt;

    fn a_file(content: &[u8]) -> File {
        let path = std::env::temp_dir().join(format!("ferromq-handing-{}", std::process::id()));
        std::fs::write(&path, content).expect("written");
        let file = File::open(&path).expect("opened");
        std::fs::remove_file(path).expect("removed");
        file
    }

    #[test]
    fn a_file_is_handed_to_who_knows_the_secret_for_as_long_as_it_is_laid_out() {
        let handing = Handing::open().expect("open");
        let key = (TransferId([7; 24]), 3);
        let counter = Counter::decode(&handing.counter().encode()).expect("read again");
        assert!(is_here(&counter));
        assert!(fetch(&counter, key).expect("asked").is_none());
        handing.lay_out(key, Some(a_file(b"hello")));
        let fetched = fetch(&counter, key).expect("asked").expect("there");
        let mut bytes = [0; 5];
        fetched.read_exact_at(&mut bytes, 0).expect("read");
        assert_eq!(&bytes, b"hello");
        assert!(fetched.write_at(b"x", 0).is_err(), "it is for reading");
        let stranger = Counter {
            secret: [0; SECRET_BYTES],
            ..counter.clone()
        };
        assert!(fetch(&stranger, key).expect("asked").is_none());
        handing.lay_out(key, None);
        assert!(fetch(&counter, key).expect("asked").is_none());
        drop(handing);
        assert!(fetch(&counter, key).is_err(), "nobody is there any more");
    }

    #[test]
    fn who_says_nothing_keeps_nobody_else_waiting_for_long() {
        let handing = Handing::open().expect("open");
        let address = handing.counter().address().expect("an address");
        let silent = UnixStream::connect_addr(&address).expect("connected");
        let key = (TransferId([1; 24]), 0);
        handing.lay_out(key, Some(a_file(b"x")));
        assert!(fetch(handing.counter(), key).expect("asked").is_some());
        drop(silent);
    }
}
