//! Files of servers by their names, `server:path`.

use crate::lane::{
    Ahead, AheadState, Answer, BUFFER_BYTES, Behind, BehindState, Lane, Lanes, Place, Question,
    locked,
};
use crate::remote::{RemoteFacts, Servers, SharedServers};
use crate::sftp::Met;
use ferromq_transfer::agent::{
    Created, Facts, FileId, FileKind, Files, Listed, Naming, Party, Sandbox, SystemFiles, Walked,
    later, lost,
};
use ferromq_transfer::bridge::split_name;
use ferromq_transfer::watch::Found;
use std::io::{self, ErrorKind};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Ends lanes when nobody asks any more.
struct Whole(Arc<Lanes>);

impl Drop for Whole {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// The servers of an agent, for as long as its process runs: what keys they have shown is remembered here.
pub struct Bridge {
    servers: SharedServers,
    met: Arc<Met>,
    last: Mutex<Option<Arc<Lanes>>>,
}

impl std::fmt::Debug for Bridge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Bridge").finish_non_exhaustive()
    }
}

impl Bridge {
    /// Of these servers.
    #[must_use]
    pub fn new(servers: impl Servers + 'static) -> Self {
        Self {
            servers: Arc::new(servers),
            met: Arc::default(),
            last: Mutex::default(),
        }
    }

    /// The files, for one connection to the queue manager. What was asked of those before is done no more; these wait for what is under way, as long as a server
    /// may say nothing.
    #[must_use]
    pub fn files(&self) -> BridgeFiles {
        let mut last = locked(&self.last);
        let before = last.take();
        if let Some(before) = &before {
            before.close();
        }
        let weak = before.as_ref().map(Arc::downgrade).unwrap_or_default();
        let lanes = Lanes::new(Arc::clone(&self.servers), Arc::clone(&self.met), weak);
        *last = Some(Arc::clone(&lanes));
        BridgeFiles {
            _whole: Arc::new(Whole(Arc::clone(&lanes))),
            lanes,
            party: Party::Agent,
            user: String::new(),
        }
    }
}

/// See the module.
pub struct BridgeFiles {
    lanes: Arc<Lanes>,
    /// Threads do not have it: lanes end with the last of those who ask.
    _whole: Arc<Whole>,
    party: Party,
    user: String,
}

impl std::fmt::Debug for BridgeFiles {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BridgeFiles")
            .field("party", &self.party)
            .finish_non_exhaustive()
    }
}

/// A file of a server that is read.
#[derive(Debug)]
pub struct BridgeReader(Arc<Ahead>);

/// A file of a server that is written.
#[derive(Debug)]
pub struct BridgeWriter(Arc<Behind>);

fn place(name: &str) -> Place {
    let (server, path) = split_name(name);
    Place {
        server: server.to_owned(),
        path: path.to_owned(),
    }
}

/// A name stands for the file: servers have no numbers of files.
fn id_of(name: &str) -> FileId {
    let hash = blake3::hash(name.as_bytes());
    let number = |at: usize| {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&hash.as_bytes()[at..at + 8]);
        u64::from_le_bytes(bytes)
    };
    FileId {
        born: number(0),
        inode: number(8),
    }
}

fn facts_of(name: &str, facts: RemoteFacts) -> Facts {
    Facts {
        id: id_of(name),
        kind: facts.kind,
        length: facts.length.unwrap_or(0),
        modified_ms: facts.modified_ms,
        changed_ns: 0,
        permissions: 0o644,
    }
}

fn mixed_up() -> io::Error {
    io::Error::other("the bridge has mixed up its answers")
}

fn unsupported() -> io::Error {
    io::Error::new(ErrorKind::Unsupported, "files of servers are not watched")
}

impl BridgeFiles {
    /// Files of these servers.
    #[must_use]
    pub fn new(servers: impl Servers + 'static) -> Self {
        Bridge::new(servers).files()
    }

    /// Waits until removals that were asked for are done, at most so long.
    pub fn drain(&mut self, most: Duration) {
        self.lanes.drain(most);
    }

    fn lane(&self) -> Arc<Lane> {
        self.lanes.lane(self.party, &self.user)
    }

    fn ask(&self, question: Question, once: bool) -> io::Result<Answer> {
        match self.lanes.ask(&self.lane(), question, once) {
            None => Err(later()),
            Some(answer) => answer.map_err(|trouble| trouble.error()),
        }
    }

    fn is_limited(&self, place: &Place) -> io::Result<bool> {
        self.lanes.limited_write(&place.server, &self.user)
    }
}

impl Files for BridgeFiles {
    type Reader = BridgeReader;
    type Writer = BridgeWriter;
    type Walk = ();

    fn within(&self, _sandbox: &Sandbox, party: Party, user: &str) -> Self {
        Self {
            lanes: Arc::clone(&self.lanes),
            _whole: Arc::clone(&self._whole),
            party,
            user: user.to_owned(),
        }
    }

    fn answers_later(&self) -> bool {
        true
    }

    fn read_bytes_max(&self, wanted: u64) -> u64 {
        wanted.min(BUFFER_BYTES as u64 / 4)
    }

    fn settle(&mut self) {
        if let Some(lane) = self.lanes.known(self.party) {
            lane.settle();
        }
    }

    fn release(&mut self) {
        self.lanes.release(self.party);
    }

    fn facts(&mut self, path: &str) -> io::Result<Facts> {
        match self.ask(Question::Facts(place(path)), false)? {
            Answer::Facts(facts) => Ok(facts_of(path, facts)),
            _ => Err(mixed_up()),
        }
    }

    fn list(
        &mut self,
        directory: &str,
        listed: Listed<'_>,
        most: usize,
    ) -> io::Result<Vec<(String, FileKind)>> {
        let place = place(directory);
        let question = Question::List(place.clone(), usize::MAX);
        let Answer::List(found, is_exact) = self.ask(question, false)? else {
            return Err(mixed_up());
        };
        let base = match place.path.as_str() {
            // Where who logs in begins.
            "" => String::new(),
            path => format!("{}/", path.trim_end_matches('/')),
        };
        let known = found
            .iter()
            .filter(|(_, facts)| facts.with_length().is_ok());
        let files = known.map(|(name, facts)| {
            let path = format!("{base}{name}");
            let server = place.server.clone();
            (Place { server, path }, *facts)
        });
        if is_exact {
            Lanes::learn(&self.lane(), files);
        }
        let mut names: Vec<_> = found
            .iter()
            .map(|(name, facts)| (name.clone(), facts.kind))
            .filter(|(name, kind)| listed.has(name, *kind))
            .collect();
        names.sort_by(|(one, _), (other, _)| one.cmp(other));
        names.dedup_by(|(one, _), (other, _)| one == other);
        let files = names
            .iter()
            .filter(|(_, kind)| *kind != FileKind::Directory);
        if files.count() > most {
            let text = format!("there are more than {most} names in {directory}");
            return Err(io::Error::new(ErrorKind::FileTooLarge, text));
        }
        Ok(names)
    }

    fn open(&mut self, path: &str) -> io::Result<(BridgeReader, Facts)> {
        let place = place(path);
        let Answer::Facts(facts) = self.ask(Question::OpenFacts(place.clone(), true), true)? else {
            return Err(mixed_up());
        };
        if facts.kind != FileKind::File {
            let text = "it is no file with data";
            return Err(io::Error::new(ErrorKind::InvalidInput, text));
        }
        let state = Mutex::new(AheadState::default());
        let ahead = Arc::new(Ahead { place, state });
        Ok((BridgeReader(ahead), facts_of(path, facts)))
    }

    fn read_facts(&mut self, file: &BridgeReader) -> io::Result<Facts> {
        let place = file.0.place.clone();
        let name = format!("{}:{}", place.server, place.path);
        match self.ask(Question::OpenFacts(place, false), true)? {
            Answer::Facts(facts) => Ok(facts_of(&name, facts)),
            _ => Err(mixed_up()),
        }
    }

    fn read(&mut self, file: &BridgeReader, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let mut state = locked(&file.0.state);
        if let Some(trouble) = &state.trouble {
            return Err(trouble.error());
        }
        if offset != state.start {
            state.bytes.clear();
            (state.start, state.is_end, state.is_asked) = (offset, false, false);
            state.turn += 1;
        }
        let is_enough = state.bytes.len() >= buffer.len() || state.is_end;
        let read = match is_enough {
            true => {
                let count = buffer.len().min(state.bytes.len());
                for (to, from) in buffer.iter_mut().zip(state.bytes.drain(..count)) {
                    *to = from;
                }
                state.start += count as u64;
                Ok(count)
            }
            false => Err(later()),
        };
        let is_low = state.bytes.len() < BUFFER_BYTES / 2 && !state.is_end;
        if is_low && !std::mem::replace(&mut state.is_asked, true) {
            drop(state);
            self.lanes.read_ahead(&self.lane(), &file.0);
        }
        read
    }

    fn create(&mut self, path: &str, mark: &str) -> io::Result<Created<BridgeWriter>> {
        let wanted = place(path);
        let temporary = match self.is_limited(&wanted)? {
            true => path.to_owned(),
            false => {
                // It is the same for the same item, whoever is killed in between.
                let hash = blake3::hash(format!("{mark} {path}").as_bytes()).to_hex();
                format!("{path}.{}.part", &hash[..16])
            }
        };
        let place = place(&temporary);
        self.ask(Question::Create(place.clone(), mark.to_owned()), true)?;
        Ok(Created {
            file: writer(place, 0),
            id: id_of(&temporary),
            temporary,
            // Servers have no numbers of directories.
            directory: FileId::default(),
        })
    }

    fn reopen(
        &mut self,
        path: &str,
        id: FileId,
        offset: u64,
    ) -> io::Result<Option<(BridgeWriter, u64)>> {
        if id != id_of(path) {
            return Ok(None);
        }
        let place = place(path);
        match self.ask(Question::Resume(place.clone(), offset), true)? {
            Answer::May(true) => Ok(Some((writer(place, offset), offset))),
            Answer::May(false) => Ok(None),
            _ => Err(mixed_up()),
        }
    }

    fn write(&mut self, file: &BridgeWriter, offset: u64, bytes: &[u8]) -> io::Result<()> {
        let mut state = locked(&file.0.state);
        if let Some(trouble) = &state.trouble {
            return Err(told(trouble));
        }
        if offset != state.taken {
            return Err(io::Error::other("bytes of the file are missing"));
        }
        if state.waiting_bytes >= BUFFER_BYTES {
            return Err(later());
        }
        if bytes.is_empty() {
            return Ok(());
        }
        state.pieces.push_back(bytes.to_vec());
        state.waiting_bytes += bytes.len();
        state.taken += bytes.len() as u64;
        if !std::mem::replace(&mut state.is_write_asked, true) {
            drop(state);
            self.lanes.write_behind(&self.lane(), &file.0);
        }
        Ok(())
    }

    fn force(&mut self, file: &BridgeWriter) -> io::Result<()> {
        let mut state = locked(&file.0.state);
        if let Some(trouble) = &state.trouble {
            return Err(told(trouble));
        }
        let is_whole = state.whole.is_none() || state.is_finished;
        if state.forced == Some(state.taken) && is_whole {
            return Ok(());
        }
        if !std::mem::replace(&mut state.is_force_asked, true) {
            drop(state);
            self.lanes.force(&self.lane(), &file.0);
        }
        Err(later())
    }

    fn dress(&mut self, file: &BridgeWriter, length: u64) -> io::Result<()> {
        locked(&file.0.state).whole = Some(length);
        Ok(())
    }

    fn rename(&mut self, from: &str, to: &str, id: FileId, naming: Naming) -> io::Result<()> {
        if id != id_of(from) {
            return Err(ErrorKind::NotFound.into());
        }
        if from == to {
            return Ok(());
        }
        let to = place(to).path;
        let replaces = naming == Naming::Replace;
        self.ask(Question::Rename(place(from), to, replaces), false)
            .map(drop)
    }

    fn force_directory_of(&mut self, _path: &str) -> io::Result<()> {
        Ok(())
    }

    fn remove(&mut self, path: &str, id: FileId) -> io::Result<bool> {
        let place = place(path);
        let keeps = !matches!(self.party, Party::Source(_)) && self.is_limited(&place)?;
        if id != id_of(path) || keeps {
            return Ok(false);
        }
        match self.ask(Question::Remove(place), false)? {
            Answer::May(removed) => Ok(removed),
            _ => Err(mixed_up()),
        }
    }

    fn noticed(&mut self, _directory: &str, _found: &mut Vec<Found>) {}

    fn time_zone(&mut self, name: Option<&str>) -> io::Result<Vec<u8>> {
        SystemFiles::new().time_zone(name)
    }

    fn walk(&mut self, _directory: &str, _levels: u32) -> io::Result<()> {
        Err(unsupported())
    }

    fn walk_on(
        &mut self,
        _walk: &mut (),
        _names: usize,
        _fits: &dyn Fn(&str) -> bool,
        _found: &mut Vec<Found>,
    ) -> io::Result<Walked> {
        Err(unsupported())
    }
}

fn writer(place: Place, taken: u64) -> BridgeWriter {
    let state = BehindState {
        taken,
        ..BehindState::default()
    };
    let state = Mutex::new(state);
    BridgeWriter(Arc::new(Behind { place, state }))
}

fn told(trouble: &crate::lane::Trouble) -> io::Error {
    match trouble.is_of_connection() {
        true => lost(trouble.error()),
        false => trouble.error(),
    }
}
