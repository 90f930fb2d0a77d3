//! SFTP: version 3 over SSH, by libssh2.

use crate::remote::{
    Leave, Login, Remote, RemoteFacts, aside, is_of_connection, is_plain_name, not_back,
};
use ferromq_transfer::agent::{FileKind, Naming};
use openssl::base64::encode_block;
use openssl::hash::{MessageDigest, hash};
use ssh2::{
    ErrorCode, File, FileStat, KeyboardInteractivePrompt, OpenFlags, OpenType, Prompt, Session,
    Sftp,
};
use std::collections::BTreeMap;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// Fingerprints of servers as they were met first, for as long as this process runs.
#[derive(Debug, Default)]
pub(crate) struct Met(Mutex<BTreeMap<(String, u16), String>>);

/// See the module.
pub(crate) struct SftpRemote {
    session: Session,
    sftp: Sftp,
    file: Option<File>,
    leave: Arc<dyn Leave>,
}

const NO_SUCH_FILE: i32 = 2;
const PERMISSION_DENIED: i32 = 3;
const FAILURE: i32 = 4;
const UNSUPPORTED: i32 = 8;
const NO_SUCH_PATH: i32 = 10;
const ALREADY_EXISTS: i32 = 11;
const NO_SPACE: i32 = 14;
const QUOTA: i32 = 15;
const SOCKET_NONE: i32 = -1;
const KEX_FAILURE: i32 = -5;
const SOCKET_SEND: i32 = -7;
const KEY_EXCHANGE_FAILURE: i32 = -8;
const TIMEOUT: i32 = -9;
const SOCKET_DISCONNECT: i32 = -13;
const CHANNEL_FAILURE: i32 = -21;
const CHANNEL_CLOSED: i32 = -26;
const CHANNEL_EOF_SENT: i32 = -27;
const SOCKET_TIMEOUT: i32 = -30;
const SOCKET_RECV: i32 = -43;
const BAD_SOCKET: i32 = -45;

fn failed(error: &ssh2::Error) -> io::Error {
    let kind = match error.code() {
        ErrorCode::SFTP(NO_SUCH_FILE | NO_SUCH_PATH) => ErrorKind::NotFound,
        ErrorCode::SFTP(PERMISSION_DENIED) => ErrorKind::PermissionDenied,
        ErrorCode::SFTP(ALREADY_EXISTS) => ErrorKind::AlreadyExists,
        ErrorCode::SFTP(NO_SPACE | QUOTA) => ErrorKind::StorageFull,
        ErrorCode::SFTP(UNSUPPORTED) => ErrorKind::Unsupported,
        ErrorCode::Session(TIMEOUT | SOCKET_TIMEOUT) => ErrorKind::TimedOut,
        ErrorCode::Session(
            SOCKET_NONE | SOCKET_SEND | SOCKET_DISCONNECT | CHANNEL_CLOSED | CHANNEL_EOF_SENT
            | SOCKET_RECV | BAD_SOCKET,
        ) => ErrorKind::ConnectionReset,
        _ => ErrorKind::Other,
    };
    io::Error::new(kind, format!("the server says: {}", error.message()))
}

/// What libssh2 says of a file that is open comes as an error of the system, of which only the text is left: the session knows more.
fn failed_file(session: &Session, error: io::Error) -> io::Error {
    let known = match error.kind() {
        ErrorKind::Other => ssh2::Error::last_session_error(session),
        _ => None,
    };
    match known.map(|known| failed(&known)) {
        Some(known) if is_of_connection(&known) => known,
        _ => error,
    }
}

struct Answer<'a>(&'a str);

impl KeyboardInteractivePrompt for Answer<'_> {
    fn prompt(&mut self, _user: &str, _text: &str, prompts: &[Prompt<'_>]) -> Vec<String> {
        prompts.iter().map(|_| self.0.to_owned()).collect()
    }
}

/// The fingerprints of a server's key: MD5 as hexadecimal digits, SHA-256 as `ssh-keygen -l` prints it.
fn fingerprints(session: &Session) -> io::Result<(String, String)> {
    let none = || io::Error::other("the server has shown no key");
    // Of the key itself: the library may have been built without MD5.
    let (key, _) = session.host_key().ok_or_else(none)?;
    let md5 = hash(MessageDigest::md5(), key)?;
    let digits: Vec<_> = md5.iter().map(|byte| format!("{byte:02x}")).collect();
    let sha256 = encode_block(&hash(MessageDigest::sha256(), key)?);
    let sha256 = sha256.trim_end_matches('=');
    Ok((digits.join(":"), format!("SHA256:{sha256}")))
}

fn is_same_key(wanted: &str, (md5, sha256): &(String, String)) -> bool {
    let wanted = wanted.trim();
    match wanted.get(..7) {
        Some(prefix) if prefix.eq_ignore_ascii_case("SHA256:") => {
            wanted[7..].trim_end_matches('=') == &sha256[7..]
        }
        _ => {
            let plain = |text: &str| text.replace([':', ' '], "").to_ascii_lowercase();
            let wanted = plain(wanted);
            wanted.strip_prefix("md5").unwrap_or(&wanted) == plain(md5)
        }
    }
}

fn check_key(session: &Session, login: &Login, met: &Met) -> io::Result<()> {
    let shown = fingerprints(session)?;
    let refused = |why: &str| {
        let text = format!(
            "the key of server {} is {} ({}), which is not {why}; nothing was sent to it",
            login.host.name, shown.1, shown.0
        );
        Err(io::Error::new(ErrorKind::PermissionDenied, text))
    };
    if let Some(wanted) = &login.credential.host_key {
        return match is_same_key(wanted, &shown) {
            true => Ok(()),
            false => refused("the hostKey in the credentials"),
        };
    }
    let mut met = met.0.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (login.host.host.clone(), login.host.port);
    match met.get(&key) {
        Some(known) if *known != shown.1 => refused("the one it has shown before"),
        _ => {
            met.insert(key, shown.1);
            Ok(())
        }
    }
}

fn log_in(session: &Session, login: &Login) -> io::Result<()> {
    let credential = &login.credential;
    let user = &credential.user;
    let mut refusals = Vec::new();
    for (key, password) in &credential.keys {
        let password = password.as_ref().map(|password| password.as_str());
        match session.userauth_pubkey_memory(user, None, key, password) {
            Ok(()) => return Ok(()),
            Err(error) if is_of_connection(&failed(&error)) => return Err(failed(&error)),
            Err(error) => refusals.push(format!("private key: {}", error.message())),
        }
    }
    if let Some(password) = &credential.password {
        match session.userauth_password(user, password) {
            Ok(()) => return Ok(()),
            Err(error) if is_of_connection(&failed(&error)) => return Err(failed(&error)),
            Err(error) => refusals.push(format!("password: {}", error.message())),
        }
        if session
            .userauth_keyboard_interactive(user, &mut Answer(password))
            .is_ok()
            && session.authenticated()
        {
            return Ok(());
        }
    }
    if refusals.is_empty() {
        refusals.push("the credentials have neither a password nor a private key".to_owned());
    }
    let text = format!(
        "server {} does not let user {user} in: {}",
        login.host.name,
        refusals.join("; ")
    );
    Err(io::Error::new(ErrorKind::PermissionDenied, text))
}

impl SftpRemote {
    pub(crate) fn connect(login: &Login, met: &Met, leave: Arc<dyn Leave>) -> io::Result<Self> {
        let host = &login.host;
        let stream = reach(login)?;
        stream.set_nodelay(true)?;
        let mut session = Session::new().map_err(|error| failed(&error))?;
        session.set_timeout(u32::try_from(host.timeout.as_millis()).unwrap_or(u32::MAX));
        session.set_tcp_stream(stream);
        session.handshake().map_err(|error| {
            let text = format!(
                "server {} ({}:{}) does not speak SSH as it should: {}",
                host.name,
                host.host,
                host.port,
                error.message()
            );
            let kind = match (error.code(), failed(&error)) {
                // Whatever happens amid the exchange of keys is called so, also that the server has hung up.
                (ErrorCode::Session(KEX_FAILURE | KEY_EXCHANGE_FAILURE), _) => {
                    ErrorKind::ConnectionReset
                }
                (_, known) if is_of_connection(&known) => known.kind(),
                _ => ErrorKind::InvalidData,
            };
            io::Error::new(kind, text)
        })?;
        check_key(&session, login, met)?;
        log_in(&session, login)?;
        let sftp = session.sftp().map_err(|error| match error.code() {
            // A session that has ended has no channels.
            ErrorCode::Session(CHANNEL_FAILURE) => {
                let text = format!("the server says: {}", error.message());
                io::Error::new(ErrorKind::ConnectionReset, text)
            }
            _ => failed(&error),
        })?;
        Ok(Self {
            session,
            sftp,
            file: None,
            leave,
        })
    }

    fn stat(&self, path: &str) -> io::Result<FileStat> {
        let path = match path {
            "" => ".",
            path => path,
        };
        self.sftp
            .stat(Path::new(path))
            .map_err(|error| failed(&error))
    }

    fn file(&mut self) -> io::Result<&mut File> {
        self.file
            .as_mut()
            .ok_or_else(|| io::Error::other("no file is open"))
    }

    fn renamed(&self, from: &Path, to: &Path) -> io::Result<()> {
        let renamed = self.sftp.rename(from, to, None);
        renamed.map_err(|error| failed(&error))
    }

    fn is_there(&self, path: &Path) -> io::Result<bool> {
        match self.sftp.lstat(path).map_err(|error| failed(&error)) {
            Ok(_) => Ok(true),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error),
        }
    }
}

/// A connection to a server; addresses are tried in turn.
pub(crate) fn reach(login: &Login) -> io::Result<TcpStream> {
    let host = &login.host;
    let refused = |error: &io::Error| {
        let text = format!(
            "server {} ({}:{}) cannot be reached: {error}",
            host.name, host.host, host.port
        );
        io::Error::new(error.kind(), text)
    };
    let addresses = (host.host.as_str(), host.port).to_socket_addrs();
    let mut last = io::Error::from(ErrorKind::AddrNotAvailable);
    for address in addresses.map_err(|error| refused(&error))? {
        match TcpStream::connect_timeout(&address, host.timeout) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(refused(&last))
}

fn facts_of(stat: &FileStat) -> RemoteFacts {
    let kind = match stat.is_dir() {
        true => FileKind::Directory,
        false if stat.is_file() || stat.perm.is_none() => FileKind::File,
        false => FileKind::Other,
    };
    RemoteFacts {
        kind,
        length: stat.size,
        modified_ms: i64::try_from(stat.mtime.unwrap_or(0)).map_or(0, |s| s.saturating_mul(1_000)),
    }
}

impl Remote for SftpRemote {
    fn facts(&mut self, path: &str) -> io::Result<RemoteFacts> {
        self.stat(path)
            .and_then(|stat| facts_of(&stat).with_length())
    }

    fn list(&mut self, directory: &str, most: usize) -> io::Result<Vec<(String, RemoteFacts)>> {
        let directory = match directory {
            "" => ".",
            directory => directory,
        };
        let mut opened = self
            .sftp
            .opendir(Path::new(directory))
            .map_err(|error| failed(&error))?;
        let mut found = Vec::new();
        // Names that cannot be told count too: an endless listing ends.
        for seen in 0_usize.. {
            let (name, stat) = match opened.readdir() {
                Ok(entry) => entry,
                Err(error) if error.code() == ErrorCode::Session(-16) => break,
                Err(error) => return Err(failed(&error)),
            };
            if seen > most.saturating_add(2) {
                let text = format!("there are more than {most} names in {directory}");
                return Err(io::Error::new(ErrorKind::FileTooLarge, text));
            }
            let Some(name) = name.to_str().filter(|name| is_plain_name(name)) else {
                continue;
            };
            let is_link = stat.file_type() == ssh2::FileType::Symlink;
            let facts = match is_link {
                true => self.stat(&format!("{}/{name}", directory.trim_end_matches('/'))),
                false => Ok(stat),
            };
            if let Ok(facts) = facts {
                found.push((name.to_owned(), facts_of(&facts)));
            }
        }
        Ok(found)
    }

    fn open(&mut self, path: &str, offset: u64) -> io::Result<()> {
        self.file = None;
        let opened = self.sftp.open(Path::new(path));
        let mut file = opened.map_err(|error| failed(&error))?;
        file.seek(SeekFrom::Start(offset))
            .map_err(|error| failed_file(&self.session, error))?;
        self.file = Some(file);
        Ok(())
    }

    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file()?.read(buffer);
        read.map_err(|error| failed_file(&self.session, error))
    }

    fn create(&mut self, path: &str) -> io::Result<()> {
        self.file = None;
        self.leave.leave()?;
        let flags = OpenFlags::WRITE | OpenFlags::TRUNCATE;
        let opened = self
            .sftp
            .open_mode(Path::new(path), flags, 0o644, OpenType::File);
        self.file = Some(opened.map_err(|error| failed(&error))?);
        Ok(())
    }

    fn resume(&mut self, path: &str, offset: u64) -> io::Result<bool> {
        self.file = None;
        let opened = self
            .sftp
            .open_mode(Path::new(path), OpenFlags::WRITE, 0o644, OpenType::File);
        let mut file = match opened.map_err(|error| failed(&error)) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
            other => other?,
        };
        let stat = file.stat().map_err(|error| failed(&error))?;
        if stat.size.is_none_or(|size| size < offset) {
            return Ok(false);
        }
        let shorter = FileStat {
            size: Some(offset),
            uid: None,
            gid: None,
            perm: None,
            atime: None,
            mtime: None,
        };
        self.leave.leave()?;
        file.setstat(shorter).map_err(|error| failed(&error))?;
        file.seek(SeekFrom::Start(offset))
            .map_err(|error| failed_file(&self.session, error))?;
        self.file = Some(file);
        Ok(true)
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let written = self.file()?.write_all(bytes);
        written.map_err(|error| failed_file(&self.session, error))
    }

    fn force(&mut self) -> io::Result<()> {
        match self.file()?.fsync().map_err(|error| failed(&error)) {
            // It is as durable as the server makes it.
            Err(error) if error.kind() == ErrorKind::Unsupported => Ok(()),
            other => other,
        }
    }

    fn finish(&mut self) -> io::Result<()> {
        match self.file.take() {
            Some(mut file) => file.close().map_err(|error| failed(&error)),
            None => Ok(()),
        }
    }

    fn rename(&mut self, from: &str, to: &str, naming: Naming) -> io::Result<()> {
        self.file = None;
        let old = aside(from);
        let (from, to, old) = (Path::new(from), Path::new(to), Path::new(&old));
        self.leave.leave()?;
        // Version 3 never replaces.
        let Err(error) = self.sftp.rename(from, to, None) else {
            return Ok(());
        };
        if !self.is_there(from)? {
            // It was renamed before, or has been taken away: what was moved aside for it is in nobody's way, or goes back.
            if naming == Naming::Replace && self.is_there(old)? {
                match self.is_there(to)? {
                    true => self.sftp.unlink(old).map_err(|error| failed(&error))?,
                    false => self.renamed(old, to)?,
                }
            }
            return Err(ErrorKind::NotFound.into());
        }
        let may_be_taken = matches!(error.code(), ErrorCode::SFTP(FAILURE | ALREADY_EXISTS));
        if !may_be_taken || !self.is_there(to)? {
            return Err(failed(&error));
        }
        match naming {
            Naming::New => Err(ErrorKind::AlreadyExists.into()),
            Naming::Replace => {
                // Both are there at any time.
                self.leave.leave()?;
                if self.is_there(old)? {
                    self.sftp.unlink(old).map_err(|error| failed(&error))?;
                }
                self.renamed(to, old)?;
                if let Err(error) = self.renamed(from, to) {
                    return Err(not_back(error, self.renamed(old, to)));
                }
                // The new file has its name: that the old one stays beside it is no failure of that.
                let _ = self.sftp.unlink(old);
                Ok(())
            }
        }
    }

    fn remove(&mut self, path: &str) -> io::Result<()> {
        self.leave.leave()?;
        self.sftp
            .unlink(Path::new(path))
            .map_err(|error| failed(&error))
    }

    fn make_directory(&mut self, path: &str) -> io::Result<()> {
        match self.sftp.mkdir(Path::new(path), 0o755) {
            Ok(()) => Ok(()),
            Err(_) if self.stat(path).is_ok_and(|stat| stat.is_dir()) => Ok(()),
            Err(error) => Err(failed(&error)),
        }
    }
}
