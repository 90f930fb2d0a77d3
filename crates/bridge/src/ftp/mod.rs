//! FTP and FTPS: a client of our own, because everything a server says has a limit here, and nothing else stands between us and its listings.

mod data;
mod names;
mod stream;

use crate::dialogue::Ear;
use crate::listing::{Form, entry, facts, time};
use crate::remote::{Host, Kind, Leave, Login, Remote, RemoteFacts, aside, not_back};
use crate::sftp::reach;
use ferromq_transfer::agent::{FileKind, Naming};
use names::Names;
use openssl::ssl::SslConnector;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{IpAddr, SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
use stream::{Stream, connector, secured};

/// Longest line a server may say, and most lines of a reply.
const LINE_BYTES_MAX: usize = 4_096;
const REPLY_LINES_MAX: usize = 500;

#[derive(Clone, Debug)]
struct Reply {
    code: u16,
    lines: Vec<String>,
}

impl Reply {
    fn error(&self) -> io::Error {
        let kind = match self.code {
            421 | 425 | 426 => ErrorKind::ConnectionReset,
            452 | 552 => ErrorKind::StorageFull,
            530 | 532 => ErrorKind::PermissionDenied,
            _ => ErrorKind::Other,
        };
        let text = self.lines.last().map_or("", String::as_str);
        io::Error::new(kind, format!("the server says: {} {text}", self.code))
    }

    /// Whether a name was refused because it is there.
    fn says_it_exists(&self) -> bool {
        let text = self.lines.join(" ").to_ascii_lowercase();
        let says_not = ["not exist", "n't exist", "no such", "denied"];
        matches!(self.code, 550 | 553)
            && text.contains("exist")
            && !says_not.iter().any(|words| text.contains(words))
    }

    /// It may go otherwise in a moment: nothing is said about what is there.
    fn is_passing(&self) -> bool {
        (400..500).contains(&self.code)
    }

    /// Nothing has that name, or nobody is let know of it: servers have one number for both.
    fn may_mean_missing(&self) -> bool {
        matches!(self.code, 550 | 553)
    }

    fn says_it_is_missing(&self) -> bool {
        let text = self.lines.join(" ").to_ascii_lowercase();
        let says = ["no such", "not exist", "n't exist", "not found"];
        says.iter().any(|words| text.contains(words))
    }

    fn wants(self, codes: &[u16]) -> io::Result<Self> {
        match codes.contains(&self.code) {
            true => Ok(self),
            false => Err(self.error()),
        }
    }
}

/// What a server says when it is asked for the length of a file.
enum Length {
    Told(u64),
    NotTold(Reply),
}

/// See the module.
pub(crate) struct FtpRemote {
    host: Host,
    control: Stream,
    /// Bytes of the next lines.
    heard: Vec<u8>,
    peer: SocketAddr,
    /// The address of this end.
    own: IpAddr,
    tls: Option<SslConnector>,
    home: String,
    has_facts: bool,
    data: Option<Stream>,
    /// What is written, while nothing of it was.
    made: Option<String>,
    is_writing: bool,
    /// Replies may have been missed.
    is_out_of_step: bool,
    leave: Arc<dyn Leave>,
    ear: Ear,
    names: Names,
}

impl FtpRemote {
    pub(crate) fn connect(login: &Login, leave: Arc<dyn Leave>, ear: Ear) -> io::Result<Self> {
        let host = login.host.clone();
        let names = Names::of(&host)?;
        let stream = reach(login)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(host.timeout))?;
        stream.set_write_timeout(Some(host.timeout))?;
        let (peer, own) = (stream.peer_addr()?, stream.local_addr()?.ip());
        let tls = match host.kind {
            Kind::Ftps => Some(connector(&host)?),
            _ => None,
        };
        let raw = stream.try_clone()?;
        let control = match &tls {
            Some(tls) if host.is_implicit => secured(tls, &host, stream)?,
            _ => Stream::Plain(stream),
        };
        let mut remote = Self {
            host,
            control,
            heard: Vec::new(),
            peer,
            own,
            tls,
            home: "/".to_owned(),
            has_facts: false,
            data: None,
            made: None,
            is_writing: false,
            is_out_of_step: false,
            leave,
            ear,
            names,
        };
        remote.reply()?.wants(&[220])?;
        remote.log_in(login, raw)?;
        Ok(remote)
    }

    fn log_in(&mut self, login: &Login, raw: TcpStream) -> io::Result<()> {
        if let Some(tls) = self.tls.clone()
            && !self.host.is_implicit
        {
            self.ask("AUTH TLS")?.wants(&[234])?;
            // What came in front of it was not protected.
            self.heard.clear();
            self.control = secured(&tls, &self.host, raw)?;
        }
        let refused = |error: io::Error| {
            let (name, user) = (&login.host.name, &login.credential.user);
            let text = format!("server {name} does not let user {user} in: {error}");
            io::Error::new(ErrorKind::PermissionDenied, text)
        };
        let user = self.ask(&format!("USER {}", login.credential.user))?;
        if user.code != 230 {
            user.wants(&[331]).map_err(refused)?;
            let password = login.credential.password.as_ref();
            let password = password.map_or("", |password| password.as_str());
            let entered = self.ask(&format!("PASS {password}"))?;
            entered.wants(&[230, 202]).map_err(refused)?;
        }
        if self.tls.is_some() {
            self.ask("PBSZ 0")?.wants(&[200])?;
            self.ask("PROT P")?.wants(&[200])?;
        }
        let features = self.ask("FEAT")?;
        let lines = features
            .lines
            .iter()
            .map(|line| line.trim().to_ascii_uppercase());
        self.has_facts = lines.clone().any(|line| line.starts_with("MLST"));
        let are_utf_8 = self.names.are_utf_8();
        if are_utf_8 && lines.clone().any(|line| line.starts_with("UTF8")) {
            // Whoever speaks it anyway may not know how to be asked.
            let _ = self.ask("OPTS UTF8 ON")?;
        }
        self.ask("TYPE I")?.wants(&[200])?;
        let home = self.ask("PWD")?.wants(&[257])?;
        let text = home.lines.first().map_or("", String::as_str);
        if let Some((_, rest)) = text.split_once('"')
            && let Some((path, _)) = rest.rsplit_once('"')
        {
            self.home = path.replace("\"\"", "\"");
        }
        Ok(())
    }

    /// The next line, without its end.
    fn line(&mut self) -> io::Result<String> {
        loop {
            if let Some(end) = self.heard.iter().position(|byte| *byte == b'\n') {
                let line: Vec<_> = self.heard.drain(..=end).collect();
                let line = self.names.decode_lossy(&line);
                self.ear.hears(|| format!("< {}", line.trim_end()));
                return Ok(line.trim_end_matches(['\r', '\n']).to_owned());
            }
            if self.heard.len() > LINE_BYTES_MAX {
                let text = "the server says a line that has no end";
                return Err(io::Error::new(ErrorKind::InvalidData, text));
            }
            let mut buffer = [0; 1_024];
            match self.control.read(&mut buffer)? {
                0 => return Err(ErrorKind::UnexpectedEof.into()),
                count => self.heard.extend_from_slice(&buffer[..count]),
            }
        }
    }

    fn reply(&mut self) -> io::Result<Reply> {
        let said = self.next_reply();
        self.is_out_of_step |= said.is_err();
        said
    }

    fn next_reply(&mut self) -> io::Result<Reply> {
        let strange = || io::Error::new(ErrorKind::InvalidData, "the server does not speak FTP");
        let first = self.line()?;
        let code: u16 = first
            .get(..3)
            .and_then(|digits| digits.parse().ok())
            .ok_or_else(strange)?;
        let mut lines = vec![first.get(4..).unwrap_or_default().to_owned()];
        if first.as_bytes().get(3) == Some(&b'-') {
            let last = format!("{code:03} ");
            loop {
                if lines.len() == REPLY_LINES_MAX {
                    let text = "the server says a reply that has no end";
                    return Err(io::Error::new(ErrorKind::InvalidData, text));
                }
                let line = self.line()?;
                if let Some(text) = line.strip_prefix(&last) {
                    lines.push(text.to_owned());
                    break;
                }
                lines.push(line);
            }
        }
        Ok(Reply { code, lines })
    }

    fn ask(&mut self, command: &str) -> io::Result<Reply> {
        self.stop()?;
        self.say(command)?;
        self.reply()
    }

    fn say(&mut self, command: &str) -> io::Result<()> {
        if command.contains(['\r', '\n', '\0']) {
            let text = "a name or a password has a line end in it, which FTP cannot carry";
            return Err(io::Error::new(ErrorKind::InvalidInput, text));
        }
        let line = format!("{command}\r\n");
        let bytes = self.names.encode(&line)?;
        self.ear.hears(|| match command.strip_prefix("PASS ") {
            Some(_) => "> PASS ********".to_owned(),
            None => format!("> {command}"),
        });
        let said = self
            .control
            .write_all(&bytes)
            .and_then(|()| self.control.flush());
        self.is_out_of_step |= said.is_err();
        said
    }

    /// Ends what is open. How many replies a server has for data that was broken off nobody can know.
    fn stop(&mut self) -> io::Result<()> {
        if self.is_writing && !self.is_out_of_step {
            self.end()?;
        }
        self.made = None;
        self.is_writing = false;
        self.is_out_of_step |= self.data.take().is_some();
        match self.is_out_of_step {
            true => Err(io::Error::new(
                ErrorKind::ConnectionReset,
                "data was broken off",
            )),
            false => Ok(()),
        }
    }

    /// All data has come or gone: the server says whether it is well.
    fn end(&mut self) -> io::Result<()> {
        self.made = None;
        let Some(mut data) = self.data.take() else {
            return Ok(());
        };
        let is_writing = std::mem::take(&mut self.is_writing);
        let closed = match is_writing {
            true => data.close_written(),
            false => Ok(()),
        };
        drop(data);
        let said = closed.and_then(|()| self.reply());
        self.is_out_of_step |= said.is_err();
        match said {
            Ok(said) => said.wants(&[226, 250]).map(drop),
            Err(error) => Err(io::Error::new(
                ErrorKind::ConnectionReset,
                format!("the server has not said whether the data is whole: {error}"),
            )),
        }
    }

    fn renamed(&mut self, from: &str, to: &str) -> io::Result<()> {
        self.ask(&format!("RNFR {from}"))?.wants(&[350])?;
        self.ask(&format!("RNTO {to}"))?.wants(&[250]).map(drop)
    }

    fn is_directory(&mut self, path: &str) -> io::Result<bool> {
        let said = self.ask(&format!("CWD {path}"))?;
        self.go_home()?;
        match said.is_passing() {
            true => Err(said.error()),
            false => Ok(said.code == 250),
        }
    }

    fn go_home(&mut self) -> io::Result<()> {
        let home = format!("CWD {}", self.home);
        self.ask(&home)?.wants(&[250]).map(drop)
    }

    fn size(&mut self, path: &str) -> io::Result<Length> {
        let said = self.ask(&format!("SIZE {path}"))?;
        match said.code {
            213 => {
                let text = said.lines.first().map_or("", |text| text.trim());
                let strange = || io::Error::new(ErrorKind::InvalidData, "the server says no size");
                text.parse().map(Length::Told).map_err(|_| strange())
            }
            421 => Err(said.error()),
            _ => Ok(Length::NotTold(said)),
        }
    }

    /// Whether something has that name that may be renamed, which is told of files nobody may look at, too.
    fn has_name(&mut self, path: &str) -> io::Result<bool> {
        let said = self.ask(&format!("RNFR {path}"))?;
        match said.code {
            350 => Ok(true),
            _ if said.may_mean_missing() || said.says_it_is_missing() => Ok(false),
            _ => Err(said.error()),
        }
    }

    /// What a reply is an error for, where it may be that nothing has that name.
    fn missing(&mut self, path: &str, error: io::Error) -> io::Error {
        match self.facts(path) {
            Err(other) if other.kind() == ErrorKind::NotFound => match self.has_name(path) {
                Ok(true) => error,
                _ => other,
            },
            _ => error,
        }
    }

    fn listed(&mut self, directory: &str, most: usize) -> io::Result<Vec<(String, RemoteFacts)>> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let now_ms = now.map_or(0, |now| i64::try_from(now.as_millis()).unwrap_or(i64::MAX));
        let form = match (self.has_facts, self.host.is_windows) {
            (true, _) => Form::Facts,
            (false, true) => Form::Windows,
            (false, false) => Form::Unix,
        };
        self.begin(0, if self.has_facts { "MLSD" } else { "LIST" })?;
        let (mut found, mut rest, mut seen) = (Vec::new(), Vec::new(), 0_usize);
        let mut buffer = vec![0; 16 << 10];
        loop {
            let count = match &mut self.data {
                Some(data) => data.read(&mut buffer)?,
                None => 0,
            };
            rest.extend_from_slice(&buffer[..count]);
            let end = rest
                .iter()
                .rposition(|byte| *byte == b'\n')
                .map_or(0, |at| at + 1);
            let lines: Vec<u8> = rest
                .drain(..if count == 0 { rest.len() } else { end })
                .collect();
            for line in lines
                .split(|byte| *byte == b'\n')
                .filter(|line| !line.is_empty())
            {
                seen += 1;
                if seen > most.saturating_add(10) {
                    let text = format!("there are more than {most} names in {directory}");
                    return Err(io::Error::new(ErrorKind::FileTooLarge, text));
                }
                // Names that are none in that code page can be named nowhere.
                if let Some(line) = self.names.decode(line)
                    && let Some(one) = entry(form, &line, now_ms)
                {
                    found.push(one);
                }
            }
            if count == 0 {
                self.end()?;
                return Ok(found);
            }
            if rest.len() > LINE_BYTES_MAX {
                let text = "the server says a line that has no end";
                return Err(io::Error::new(ErrorKind::InvalidData, text));
            }
        }
    }
}

impl Remote for FtpRemote {
    fn is_out_of_step(&self) -> bool {
        self.is_out_of_step
    }

    fn is_reading(&self) -> bool {
        self.data.is_some() && !self.is_writing
    }

    fn facts(&mut self, path: &str) -> io::Result<RemoteFacts> {
        let mut may_be_missing = false;
        if self.has_facts {
            let said = self.ask(&format!("MLST {path}"))?;
            if said.code == 250 {
                let line = said.lines.get(1).map_or("", |line| line.trim_start());
                let found = facts(line).map(|(_, facts)| facts);
                let strange = || {
                    let text = "the server says facts that are none";
                    io::Error::new(ErrorKind::InvalidData, text)
                };
                let mut found = found.ok_or_else(strange)?;
                if found.kind == FileKind::File && found.length.is_none() {
                    found.length = match self.size(path)? {
                        Length::Told(length) => Some(length),
                        Length::NotTold(_) => None,
                    };
                }
                return found.with_length();
            }
            if said.is_passing() || said.code == 530 {
                return Err(said.error());
            }
            may_be_missing = said.may_mean_missing();
        }
        let refused = match self.size(path)? {
            Length::Told(length) => {
                let said = self.ask(&format!("MDTM {path}"))?;
                let text = said.lines.first().map_or("", |text| text.trim());
                return Ok(RemoteFacts {
                    kind: FileKind::File,
                    length: Some(length),
                    modified_ms: time(text).filter(|_| said.code == 213).unwrap_or(0),
                });
            }
            Length::NotTold(said) => said,
        };
        if refused.is_passing() {
            return Err(refused.error());
        }
        may_be_missing |= refused.may_mean_missing();
        match self.is_directory(path)? {
            true => Ok(RemoteFacts {
                kind: FileKind::Directory,
                length: None,
                modified_ms: 0,
            }),
            false if may_be_missing => Err(ErrorKind::NotFound.into()),
            // A server that cannot be asked for lengths.
            false => Err(refused.error()),
        }
    }

    fn list(&mut self, directory: &str, most: usize) -> io::Result<Vec<(String, RemoteFacts)>> {
        // In the directory, so that no name of it can be taken for an option or a pattern.
        let directory = match directory {
            "" => self.home.clone(),
            directory => directory.to_owned(),
        };
        if self.ask(&format!("CWD {directory}"))?.code != 250 {
            return Err(ErrorKind::NotFound.into());
        }
        let listed = self.listed(&directory, most);
        if listed.is_err() && (self.data.take().is_some() || self.is_out_of_step) {
            self.is_out_of_step = true;
            return listed;
        }
        self.go_home()?;
        listed
    }

    fn lists_exactly(&self) -> bool {
        self.has_facts
    }

    fn open(&mut self, path: &str, offset: u64) -> io::Result<()> {
        let Err(error) = self.begin(offset, &format!("RETR {path}")) else {
            return Ok(());
        };
        if offset == 0 || error.kind() != ErrorKind::Other {
            return Err(self.missing(path, error));
        }
        // It cannot begin in the midst of a file: what is in front is read once more.
        self.begin(0, &format!("RETR {path}"))?;
        let mut left = offset;
        let mut buffer = vec![0; 64 << 10];
        while left > 0 {
            let most = usize::try_from(left)
                .unwrap_or(usize::MAX)
                .min(buffer.len());
            match self.read(&mut buffer[..most])? {
                0 => return Err(io::Error::other("the file has become shorter")),
                count => left -= count as u64,
            }
        }
        Ok(())
    }

    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = match &mut self.data {
            Some(data) => data.read(buffer)?,
            None => 0,
        };
        if count == 0 {
            self.end()?;
        }
        Ok(count)
    }

    fn create(&mut self, path: &str) -> io::Result<()> {
        if self.made.as_deref() == Some(path) {
            return Ok(());
        }
        if let Err(error) = self.begin(0, &format!("STOR {path}")) {
            let directory = path.rsplit_once('/').map_or("", |(directory, _)| directory);
            let is_missing = error.kind() == ErrorKind::Other
                && !directory.is_empty()
                && !self.is_directory(directory)?;
            return Err(match is_missing {
                true => ErrorKind::NotFound.into(),
                false => error,
            });
        }
        self.made = Some(path.to_owned());
        Ok(())
    }

    fn resume(&mut self, path: &str, offset: u64) -> io::Result<bool> {
        let begun = match self.size(path)? {
            Length::Told(size) if size == offset => self.begin(0, &format!("APPE {path}")),
            Length::Told(size) if size > offset => self.begin(offset, &format!("STOR {path}")),
            _ => return Ok(false),
        };
        match begun {
            Ok(()) => Ok(true),
            // It does not let files be written on: from the beginning.
            Err(error) if error.kind() == ErrorKind::Other && !self.is_out_of_step => Ok(false),
            Err(error) => Err(error),
        }
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.made = None;
        let written = match &mut self.data {
            Some(data) => data.write_all(bytes),
            None => Err(io::Error::other("no file is open")),
        };
        let Err(error) = written else {
            return Ok(());
        };
        // Why it takes no more is in what it says now: that its disk is full, for one.
        self.data = None;
        self.is_writing = false;
        match self.reply() {
            Ok(said) if said.code >= 400 => Err(said.error()),
            _ => {
                self.is_out_of_step = true;
                Err(io::Error::new(ErrorKind::ConnectionReset, error))
            }
        }
    }

    fn force(&mut self) -> io::Result<()> {
        match &mut self.data {
            Some(data) => data.flush(),
            None => Ok(()),
        }
    }

    fn finish(&mut self) -> io::Result<()> {
        self.end()
    }

    fn rename(&mut self, from: &str, to: &str, naming: Naming) -> io::Result<()> {
        let is_taken = match self.facts(to) {
            Ok(_) => true,
            // Many servers replace what has the name, and the file that nobody may look at is somebody's all the same.
            Err(error) if error.kind() == ErrorKind::NotFound => {
                naming == Naming::New && self.has_name(to)?
            }
            Err(error) => return Err(error),
        };
        if is_taken && naming == Naming::New {
            // It may be that this is what was renamed before.
            self.facts(from)?;
            return Err(ErrorKind::AlreadyExists.into());
        }
        let begun = self.ask(&format!("RNFR {from}"))?;
        if begun.code != 350 {
            return Err(self.missing(from, begun.error()));
        }
        self.leave.leave()?;
        let named = self.ask(&format!("RNTO {to}"))?;
        if named.code == 250 {
            return Ok(());
        }
        if !is_taken || !named.says_it_exists() {
            return Err(named.error());
        }
        // Some never replace. Both are there at any time.
        self.leave.leave()?;
        let old = aside(from);
        let _ = self.ask(&format!("DELE {old}"))?;
        self.renamed(to, &old)?;
        if let Err(error) = self.renamed(from, to) {
            return Err(not_back(error, self.renamed(&old, to)));
        }
        // The new file has its name: that the old one stays beside it is no failure of that.
        let _ = self.ask(&format!("DELE {old}"));
        Ok(())
    }

    fn remove(&mut self, path: &str) -> io::Result<()> {
        self.leave.leave()?;
        let said = self.ask(&format!("DELE {path}"))?;
        match said.code {
            250 => Ok(()),
            _ => Err(self.missing(path, said.error())),
        }
    }

    fn make_directory(&mut self, path: &str) -> io::Result<()> {
        let said = self.ask(&format!("MKD {path}"))?;
        match said.code {
            257 | 250 => Ok(()),
            _ if self.is_directory(path)? => Ok(()),
            _ => Err(said.error()),
        }
    }
}
