//! Where agents of one machine hand open files to one another: a socket of this machine that only they can name.
//!
//! The source of a transfer shares the file it reads under a key; the destination, which was told the place and its secret over their
//! queues, fetches the descriptor. Both ends look who the other one is: the same user, or root. What is handed over is open for reading
//! and nothing else, and nobody who does not have the secret learns even whether a key is there.

use crate::party::TransferId;
use ferromq_base::credentials::is_own_or_root;
use rustix::io::Errno;
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, recvmsg, sendmsg,
};
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
pub struct FileSocket {
    /// Which start of which machine it is on.
    pub boot: String,
    /// Number in the name of its socket.
    pub number: [u8; NUMBER_BYTES],
    /// What whoever fetches has to know.
    pub secret: [u8; SECRET_BYTES],
}

impl std::fmt::Debug for FileSocket {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FileSocket")
            .field("boot", &self.boot)
            .finish_non_exhaustive()
    }
}

impl FileSocket {
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

type Shared = Arc<Mutex<BTreeMap<Key, File>>>;

/// A file socket of this process. Files are handed over by a thread of its own, until it is dropped.
#[derive(Debug)]
pub(super) struct OpenFiles {
    file_socket: FileSocket,
    shared: Shared,
    closes: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl OpenFiles {
    /// Opens one.
    ///
    /// # Errors
    /// Those of the system.
    pub(super) fn open() -> io::Result<Self> {
        let file_socket = FileSocket {
            boot: boot()?,
            number: random()?,
            secret: random()?,
        };
        let listener = UnixListener::bind_addr(&file_socket.address()?)?;
        let (shared, closes) = (Shared::default(), Arc::new(AtomicBool::new(false)));
        let (files, is_closing, secret) =
            (Arc::clone(&shared), Arc::clone(&closes), file_socket.secret);
        let thread = std::thread::Builder::new()
            .name("hand-over".into())
            .spawn(move || {
                for socket in listener.incoming() {
                    if is_closing.load(Ordering::Acquire) {
                        break;
                    }
                    // Whoever asks wrongly, or goes away, gets nothing.
                    let _ = socket.and_then(|socket| send_descriptor(&socket, &secret, &files));
                }
            })?;
        Ok(Self {
            file_socket,
            shared,
            closes,
            thread: Some(thread),
        })
    }

    pub(super) fn file_socket(&self) -> &FileSocket {
        &self.file_socket
    }

    /// Shares a file, or no longer.
    pub(super) fn share(&self, key: Key, file: Option<File>) {
        let mut shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        match file {
            Some(file) => shared.insert(key, file),
            None => shared.remove(&key),
        };
    }
}

impl Drop for OpenFiles {
    fn drop(&mut self) {
        self.closes.store(true, Ordering::Release);
        // It is waiting for somebody.
        let called = self
            .file_socket
            .address()
            .and_then(|address| UnixStream::connect_addr(&address));
        if let Some(thread) = self.thread.take().filter(|_| called.is_ok()) {
            let _ = thread.join();
        }
    }
}

fn send_descriptor(
    mut socket: &UnixStream,
    secret: &[u8; SECRET_BYTES],
    shared: &Shared,
) -> io::Result<()> {
    if !is_own_or_root(socket)? {
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
        let shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
        shared.get(&key).map(File::try_clone).transpose()?
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

/// Whether that file socket is on this machine, as it was started last.
pub(super) fn is_here(file_socket: &FileSocket) -> bool {
    boot().is_ok_and(|boot| boot == file_socket.boot)
}

/// Fetches a file; none if it is not shared.
///
/// # Errors
/// Those of the system, `PermissionDenied` when somebody else is at the file socket.
pub(super) fn fetch(file_socket: &FileSocket, key: Key) -> io::Result<Option<File>> {
    let mut socket = UnixStream::connect_addr(&file_socket.address()?)?;
    if !is_own_or_root(&socket)? {
        return Err(ErrorKind::PermissionDenied.into());
    }
    socket.set_read_timeout(Some(FETCHED_WITHIN))?;
    socket.set_write_timeout(Some(FETCHED_WITHIN))?;
    let (TransferId(transfer), item) = key;
    let request = [&file_socket.secret[..], &transfer, &item.to_le_bytes()].concat();
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
        let path = std::env::temp_dir().join(format!("ferromq-open_files-{}", std::process::id()));
        std::fs::write(&path, content).expect("written");
        let file = File::open(&path).expect("opened");
        std::fs::remove_file(path).expect("removed");
        file
    }

    #[test]
    fn a_file_is_handed_to_who_knows_the_secret_for_as_long_as_it_is_laid_out() {
        let open_files = OpenFiles::open().expect("open");
        let key = (TransferId([7; 24]), 3);
        let file_socket =
            FileSocket::decode(&open_files.file_socket().encode()).expect("read again");
        assert!(is_here(&file_socket));
        assert!(fetch(&file_socket, key).expect("asked").is_none());
        open_files.share(key, Some(a_file(b"hello")));
        let fetched = fetch(&file_socket, key).expect("asked").expect("there");
        let mut bytes = [0; 5];
        fetched.read_exact_at(&mut bytes, 0).expect("read");
        assert_eq!(&bytes, b"hello");
        assert!(fetched.write_at(b"x", 0).is_err(), "it is for reading");
        let stranger = FileSocket {
            secret: [0; SECRET_BYTES],
            ..file_socket.clone()
        };
        assert!(fetch(&stranger, key).expect("asked").is_none());
        open_files.share(key, None);
        assert!(fetch(&file_socket, key).expect("asked").is_none());
        drop(open_files);
        assert!(
            fetch(&file_socket, key).is_err(),
            "nobody is there any more"
        );
    }

    #[test]
    fn who_says_nothing_keeps_nobody_else_waiting_for_long() {
        let open_files = OpenFiles::open().expect("open");
        let address = open_files.file_socket().address().expect("an address");
        let silent = UnixStream::connect_addr(&address).expect("connected");
        let key = (TransferId([1; 24]), 0);
        open_files.share(key, Some(a_file(b"x")));
        assert!(
            fetch(open_files.file_socket(), key)
                .expect("asked")
                .is_some()
        );
        drop(silent);
    }
}
