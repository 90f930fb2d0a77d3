//! What a protocol has to do, and what it is told of servers.

use crate::dialogue::{Dialogue, Silence};
use ferromq_transfer::agent::{FileKind, Naming};
use std::fmt;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use zeroize::Zeroizing;

/// Which protocol a server speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// FTP without TLS.
    Ftp,
    /// FTP over TLS.
    Ftps,
    /// SFTP over SSH.
    Sftp,
}

/// A server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Host {
    /// Its name in names of files.
    pub name: String,
    /// Its protocol.
    pub kind: Kind,
    /// Where it is.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// TLS begins at once.
    pub is_implicit: bool,
    /// File of the certificates that are trusted, in PEM; those of the system without.
    pub trust_store: Option<String>,
    /// Its listings are as `DIR` writes them.
    pub is_windows: bool,
    /// It comes with its data to where it is told; otherwise it is connected to.
    pub is_active: bool,
    /// Code page of names at servers of FTP; UTF-8 without.
    pub names: Option<String>,
    /// Files are written under their own names at once, and nothing is renamed or removed.
    pub limited_write: bool,
    /// Names in a listing, at most.
    pub list_names_max: usize,
    /// Sessions with it at once, at most.
    pub sessions_max: usize,
    /// A server that says nothing for so long is given up.
    pub timeout: Duration,
}

/// Who this is for a server. Its debug output has no secret.
#[derive(Clone, PartialEq, Eq)]
pub struct Credential {
    /// The user there.
    pub user: String,
    /// The password.
    pub password: Option<Zeroizing<String>>,
    /// Private keys, each with the password it is sealed with.
    pub keys: Vec<(Zeroizing<String>, Option<Zeroizing<String>>)>,
    /// Fingerprint of the server's key.
    pub host_key: Option<String>,
}

impl fmt::Debug for Credential {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Credential")
            .field("user", &self.user)
            .finish_non_exhaustive()
    }
}

/// A server, and who this is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Login {
    /// The server.
    pub host: Host,
    /// Who this is.
    pub credential: Credential,
}

/// The servers there are, and who may get at them.
pub trait Servers: Send + Sync {
    /// Who hears what is said to servers and by them.
    fn dialogue(&self) -> Arc<dyn Dialogue> {
        Arc::new(Silence)
    }

    /// A server by its name, for a user of the queue manager; the default server without a name.
    ///
    /// # Errors
    /// Why there is none, as it is told in the audit.
    fn login(&self, name: &str, user: &str) -> io::Result<Login>;
}

/// Whether a lane may still change something at a server. It is asked right in front of each change: what follows it there has a right to the same names.
pub(crate) trait Leave: Send + Sync {
    /// # Errors
    /// `Interrupted` when it may not.
    fn leave(&self) -> io::Result<()>;
}

/// Servers, as lanes share them.
pub(crate) type SharedServers = Arc<dyn Servers>;

/// What a server says of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RemoteFacts {
    pub(crate) kind: FileKind,
    /// None when it has not been told.
    pub(crate) length: Option<u64>,
    pub(crate) modified_ms: i64,
}

impl RemoteFacts {
    /// A file whose length nobody knows can be neither read to its end nor compared: it is not taken for an empty one.
    pub(crate) fn with_length(self) -> io::Result<Self> {
        match (self.kind, self.length) {
            (FileKind::File, None) => Err(io::Error::other(
                "the server does not say how long the file is",
            )),
            _ => Ok(self),
        }
    }
}

/// Where a file goes that is replaced by one with that temporary name, until that has its name.
pub(crate) fn aside(temporary: &str) -> String {
    format!("{temporary}.old")
}

/// A file could not get its name; whether the one moved aside for it has its own again.
pub(crate) fn not_back(error: io::Error, back: io::Result<()>) -> io::Error {
    match back {
        Ok(()) => error,
        Err(back) => {
            let text = format!("{error}; the file there was stays beside it, named .old: {back}");
            io::Error::new(error.kind(), text)
        }
    }
}

/// A connection to a server. It has one file open at a time; whatever else is asked ends that.
pub(crate) trait Remote {
    /// What it says is not known to be the answer to what was asked last: it is of no use any more.
    fn is_out_of_step(&self) -> bool {
        false
    }

    /// A file is being read, and not to its end: whatever else is asked needs another connection.
    fn is_reading(&self) -> bool {
        false
    }

    /// What a name leads to; files with their lengths.
    fn facts(&mut self, path: &str) -> io::Result<RemoteFacts>;

    /// What is in a directory: an error when there is more than that.
    fn list(&mut self, directory: &str, most: usize) -> io::Result<Vec<(String, RemoteFacts)>>;

    /// What a listing tells of files is what is told of each.
    fn lists_exactly(&self) -> bool {
        true
    }

    /// Begins to read a file.
    fn open(&mut self, path: &str, offset: u64) -> io::Result<()>;

    /// Reads on: 0 at its end.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize>;

    /// Begins to write a file anew.
    fn create(&mut self, path: &str) -> io::Result<()>;

    /// Begins to write a file on from an offset. False: it is shorter than that, or the server cannot.
    fn resume(&mut self, path: &str, offset: u64) -> io::Result<bool>;

    /// Writes on.
    fn write(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Has what was written last, as far as a server does that while a file is open.
    fn force(&mut self) -> io::Result<()>;

    /// Ends the file that is written.
    fn finish(&mut self) -> io::Result<()>;

    /// Gives a file another name.
    fn rename(&mut self, from: &str, to: &str, naming: Naming) -> io::Result<()>;

    /// Removes a file.
    fn remove(&mut self, path: &str) -> io::Result<()>;

    /// Makes a directory; one that is there is well.
    fn make_directory(&mut self, path: &str) -> io::Result<()>;
}

/// Whether an error is about the connection: another one may do.
pub(crate) fn is_of_connection(error: &io::Error) -> bool {
    use io::ErrorKind as K;
    matches!(
        error.kind(),
        K::ConnectionReset
            | K::ConnectionAborted
            | K::BrokenPipe
            | K::NotConnected
            | K::TimedOut
            | K::UnexpectedEof
    )
}

/// Whether a name in a listing is one of a file in that directory, and nothing that leads elsewhere.
pub(crate) fn is_plain_name(name: &str) -> bool {
    !name.is_empty() && name != "." && name != ".." && !name.contains(['/', '\0', '\r', '\n'])
}
