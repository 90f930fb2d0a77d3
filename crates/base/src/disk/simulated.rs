//! A disk in memory that loses power when told to, and fails as planned.
//!
//! Reads see every write at once, as through a page cache. What is on the *media* is another
//! matter: a write reaches it when the contract of [`crate::disk`] says so, or earlier, or
//! in part. [`SimulatedDisk::crash`] builds an image of the media as a loss of power may
//! leave it; [`SimulatedDisk::kill`] builds what the end of the process alone leaves.
//!
//! Which faults the design of FerroMQ claims to survive, losing nothing it acknowledged:
//!
//! * loss of power between any two calls and in the middle of any write: unsynced writes
//!   lost, kept or torn between 512-byte sectors, in any order; unsynced creations, removals
//!   and renames each kept or lost ([`Fault::PowerLoss`]);
//! * any call failing once or for ever ([`Fault::Fail`]), with part of a failed write done,
//!   and after a failed sync any part of the writes before it lost for ever;
//! * a full disk ([`SimulatedDisk::set_quota`]).
//!
//! Which it claims only to detect (it refuses to go on, or ends the log where nothing
//! acknowledged can lie behind):
//!
//! * a write the disk confirmed and never did ([`Fault::LostWrite`]), or did elsewhere
//!   ([`Fault::MisdirectedWrite`]);
//! * bits that change on the media ([`SimulatedDisk::flip_bit`]).
//!
//! The newest force of a log cannot be told from one the power loss interrupted, so these
//! three go unnoticed there.
//!
//! All decisions come from seeds. Calls are counted; faults name calls by number. One lock
//! guards the whole disk, so several threads may use it, but then the order of calls is theirs.

mod image;
mod tree;

use super::{Directory, File, OpenMode};
use crate::buffer::BLOCK_BYTES;
use crate::lock::{Condvar, Mutex, MutexGuard};
use crate::lock_order;
use crate::random::SplitMix64;
use std::io;
use std::sync::Arc;
use tree::{Node, NodeId, ROOT, Tree};

/// Something that goes wrong. `at` counts calls from the moment the fault is planned: 1 is
/// the next call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The call fails with this error; every later one too, if it is for ever.
    Fail {
        /// Which call.
        at: u64,
        /// What it answers.
        error: io::ErrorKind,
        /// Whether all later calls fail as well.
        for_ever: bool,
    },
    /// The power goes in the middle of the call. It and all later calls fail.
    PowerLoss {
        /// Which call.
        at: u64,
    },
    /// If the call is a write, the disk confirms it and never does it.
    LostWrite {
        /// Which call.
        at: u64,
    },
    /// If the call is a write, it lands this many blocks further on in the same file.
    MisdirectedWrite {
        /// Which call.
        at: u64,
        /// How far.
        blocks: u64,
    },
}

impl Fault {
    fn at(self) -> u64 {
        match self {
            Self::Fail { at, .. }
            | Self::PowerLoss { at }
            | Self::LostWrite { at }
            | Self::MisdirectedWrite { at, .. } => at,
        }
    }
}

/// What a call is to do, all faults considered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Proceed,
    Fail(io::ErrorKind),
    PowerLoss,
    LoseWrite,
    Misdirect(u64),
}

/// Calls that may be held up.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Held {
    Creations,
    Forces,
    Removals,
}

struct State {
    tree: Tree,
    random: SplitMix64,
    calls: u64,
    faults: Vec<(u64, Fault)>,
    dead: Option<io::ErrorKind>,
    /// Syncs of files fail whose paths begin so, and writes to others.
    bad_syncs: Option<String>,
    bad_writes: Option<String>,
    /// What waits below where, and how many calls do.
    hold: Option<(Held, String)>,
    held: usize,
    quota_bytes: Option<u64>,
}

/// A simulated disk. Clones are handles to the same disk.
#[derive(Clone)]
pub struct SimulatedDisk {
    state: Arc<Mutex<State, lock_order::SimulatedDisk>>,
    /// A call is held, or all go on.
    holding: Arc<Condvar>,
}

impl std::fmt::Debug for SimulatedDisk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SimulatedDisk")
            .field("calls", &self.calls())
            .finish_non_exhaustive()
    }
}

impl SimulatedDisk {
    /// An empty disk whose decisions follow `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self::with_tree(Tree::new(), seed, None)
    }

    fn with_tree(tree: Tree, seed: u64, quota_bytes: Option<u64>) -> Self {
        let state = State {
            tree,
            random: SplitMix64::new(seed),
            calls: 0,
            faults: Vec::new(),
            dead: None,
            bad_syncs: None,
            bad_writes: None,
            hold: None,
            held: 0,
            quota_bytes,
        };
        Self {
            state: Arc::new(Mutex::new(state)),
            holding: Arc::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // A test that panics on one thread should not hide its message behind a second panic.
        self.state.lock()
    }

    /// The top directory. It always exists.
    #[must_use]
    pub fn root(&self) -> Arc<dyn Directory> {
        Arc::new(SimulatedDirectory {
            disk: self.clone(),
            node: ROOT,
            path: String::new(),
        })
    }

    /// The disk after a loss of power now: another disk, with no faults planned.
    #[must_use]
    pub fn crash(&self, seed: u64) -> Self {
        let state = self.lock();
        let mut random = SplitMix64::new(seed);
        let tree = state.tree.after_power_loss(&mut random);
        Self::with_tree(tree, random.next_u64(), state.quota_bytes)
    }

    /// The disk after the process died now, the machine staying up: another disk, with no
    /// faults planned. What was not durable is there to be read, and still not durable. Where the sync of a directory
    /// failed it is as after a loss of power: a file system that cannot write its own books stops, and is mounted anew.
    #[must_use]
    pub fn kill(&self, seed: u64) -> Self {
        let state = self.lock();
        if state.tree.has_failed_directory() {
            drop(state);
            return self.crash(seed);
        }
        Self::with_tree(state.tree.reopened(), seed, state.quota_bytes)
    }

    /// Files and directories the disk remembers: those with a name, and few others.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.lock().tree.len()
    }

    /// Plans a fault.
    pub fn plan(&self, fault: Fault) {
        let mut state = self.lock();
        let at = state.calls + fault.at();
        state.faults.push((at, fault));
    }

    /// From now on each sync of a file fails whose path begins like this: a disk with a bad place. The path is made of names
    /// with `/` between; with one at the end it is that of a directory.
    pub fn fail_syncs_below(&self, path: &str) {
        self.lock().bad_syncs = Some(path.to_owned());
    }

    /// The same for each write.
    pub fn fail_writes_below(&self, path: &str) {
        self.lock().bad_writes = Some(path.to_owned());
    }

    /// From now on each sync of a file in this directory, or below it, waits until [`Self::release`], and each write that is
    /// durable when it is done: a slow disk. Not for threads that take turns.
    pub fn hold_forces_in(&self, directory: &str) {
        self.lock().hold = Some((Held::Forces, format!("{directory}/")));
    }

    /// The same for whoever makes a file there. An empty path is that of the top directory.
    pub fn hold_creations_in(&self, directory: &str) {
        let below = match directory {
            "" => String::new(),
            directory => format!("{directory}/"),
        };
        self.lock().hold = Some((Held::Creations, below));
    }

    /// The same for whoever removes a directory there.
    pub fn hold_removals_in(&self, directory: &str) {
        self.lock().hold = Some((Held::Removals, format!("{directory}/")));
    }

    /// Waits until somebody is held up so.
    pub fn wait_until_held(&self) {
        let mut state = self.lock();
        while state.held == 0 {
            state = self.holding.wait(state);
        }
    }

    /// What was held goes on, and nothing more is held.
    pub fn release(&self) {
        self.lock().hold = None;
        self.holding.notify_all();
    }

    /// Waits while such calls for this file are held.
    fn lock_to(&self, call: Held, path: &str) -> MutexGuard<'_, State> {
        let mut state = self.lock();
        let is_held = |state: &State| {
            let hold = state.hold.as_ref();
            hold.is_some_and(|(what, below)| *what == call && path.starts_with(below.as_str()))
        };
        while is_held(&state) {
            state.held += 1;
            self.holding.notify_all();
            state = self.holding.wait(state);
            state.held -= 1;
        }
        state
    }

    /// Forgets all faults, those in effect too.
    pub fn heal(&self) {
        let mut state = self.lock();
        state.faults.clear();
        state.dead = None;
        state.bad_syncs = None;
        state.bad_writes = None;
    }

    /// Lets all files together have at most this many bytes, in whole blocks; `None` for no limit.
    pub fn set_quota(&self, bytes: Option<u64>) {
        self.lock().quota_bytes = bytes;
    }

    /// Bytes all files have on disk, in whole blocks.
    #[must_use]
    pub fn used_bytes(&self) -> u64 {
        self.lock().tree.used_blocks() * BLOCK_BYTES as u64
    }

    /// Calls made so far.
    #[must_use]
    pub fn calls(&self) -> u64 {
        self.lock().calls
    }

    /// Changes one bit of a file, durably, behind everybody's back. The path is made of names
    /// with `/` between.
    ///
    /// # Errors
    /// `NotFound` when there is no such file, `UnexpectedEof` when it is shorter.
    pub fn flip_bit(&self, path: &str, byte: u64, bit: u8) -> io::Result<()> {
        let mut state = self.lock();
        let node = state.tree.find(path)?;
        let file = state.tree.file_mut(node);
        let mut one = [0];
        file.read(byte, &mut one)?;
        one[0] ^= 1 << (bit % 8);
        file.write_behind(byte, &one);
        Ok(())
    }
}

impl State {
    fn call(&mut self) -> Verdict {
        self.calls += 1;
        if let Some(kind) = self.dead {
            return Verdict::Fail(kind);
        }
        let calls = self.calls;
        let Some(index) = self.faults.iter().position(|(at, _)| *at == calls) else {
            return Verdict::Proceed;
        };
        match self.faults.swap_remove(index).1 {
            Fault::Fail {
                error, for_ever, ..
            } => {
                self.dead = for_ever.then_some(error);
                Verdict::Fail(error)
            }
            Fault::PowerLoss { .. } => {
                self.dead = Some(io::ErrorKind::Other);
                Verdict::PowerLoss
            }
            Fault::LostWrite { .. } => Verdict::LoseWrite,
            Fault::MisdirectedWrite { blocks, .. } => Verdict::Misdirect(blocks),
        }
    }

    /// Counts a call that either works or does nothing.
    fn plain_call(&mut self) -> io::Result<()> {
        match self.call() {
            Verdict::Fail(kind) => Err(failure(kind)),
            Verdict::PowerLoss => Err(failure(io::ErrorKind::Other)),
            Verdict::Proceed | Verdict::LoseWrite | Verdict::Misdirect(_) => Ok(()),
        }
    }

    fn check_quota(&self, more_blocks: u64) -> io::Result<()> {
        let Some(quota) = self.quota_bytes else {
            return Ok(());
        };
        let bytes = (self.tree.used_blocks() + more_blocks) * BLOCK_BYTES as u64;
        if more_blocks > 0 && bytes > quota {
            return Err(io::Error::new(
                io::ErrorKind::StorageFull,
                "simulated disk is full",
            ));
        }
        Ok(())
    }
}

fn failure(kind: io::ErrorKind) -> io::Error {
    io::Error::new(kind, "simulated fault")
}

struct SimulatedDirectory {
    disk: SimulatedDisk,
    node: NodeId,
    path: String,
}

impl SimulatedDirectory {
    fn path_of(&self, name: &str) -> String {
        if self.path.is_empty() {
            name.to_owned()
        } else {
            format!("{}/{name}", self.path)
        }
    }

    fn file(&self, tree: &mut Tree, name: &str, node: NodeId, mode: OpenMode) -> Box<dyn File> {
        tree.open(node);
        Box::new(SimulatedFile {
            disk: self.disk.clone(),
            node,
            path: self.path_of(name),
            forced: mode == OpenMode::Forced,
        })
    }

    fn names(&self, directories: bool) -> io::Result<Vec<String>> {
        let mut state = self.disk.lock();
        state.plain_call()?;
        Ok(state.tree.names(self.node, directories))
    }
}

impl Directory for SimulatedDirectory {
    fn open(&self, name: &str, mode: OpenMode) -> io::Result<Box<dyn File>> {
        let mut state = self.disk.lock();
        state.plain_call()?;
        let node = state.tree.child(self.node, name)?;
        match state.tree.node(node) {
            Node::File(_) => Ok(self.file(&mut state.tree, name, node, mode)),
            Node::Directory(_) => Err(io::ErrorKind::IsADirectory.into()),
        }
    }

    fn create(&self, name: &str, mode: OpenMode) -> io::Result<Box<dyn File>> {
        let mut state = self.disk.lock_to(Held::Creations, &self.path_of(name));
        state.plain_call()?;
        let node = state.tree.create_file(self.node, name)?;
        Ok(self.file(&mut state.tree, name, node, mode))
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        let mut state = self.disk.lock();
        state.plain_call()?;
        state.tree.remove(self.node, name)
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        let mut state = self.disk.lock();
        state.plain_call()?;
        state.tree.rename(self.node, from, to)
    }

    fn list(&self) -> io::Result<Vec<String>> {
        self.names(false)
    }

    fn list_directories(&self) -> io::Result<Vec<String>> {
        self.names(true)
    }

    fn directory(&self, name: &str) -> io::Result<Arc<dyn Directory>> {
        let mut state = self.disk.lock();
        state.plain_call()?;
        let node = state.tree.directory(self.node, name)?;
        state.tree.open(node);
        Ok(Arc::new(Self {
            disk: self.disk.clone(),
            node,
            path: self.path_of(name),
        }))
    }

    fn remove_directory(&self, name: &str) -> io::Result<()> {
        let mut state = self.disk.lock_to(Held::Removals, &self.path_of(name));
        state.plain_call()?;
        state.tree.remove_directory(self.node, name)
    }

    fn sync(&self) -> io::Result<()> {
        let mut state = self.disk.lock();
        let verdict = state.call();
        let State { tree, random, .. } = &mut *state;
        match verdict {
            Verdict::Fail(kind) => {
                tree.sync_directory_in_part(self.node, random);
                Err(failure(kind))
            }
            Verdict::PowerLoss => Err(failure(io::ErrorKind::Other)),
            Verdict::Proceed | Verdict::LoseWrite | Verdict::Misdirect(_) => {
                tree.sync_directory(self.node);
                Ok(())
            }
        }
    }

    fn display_path(&self) -> String {
        format!("simulated:/{}", self.path)
    }
}

impl Drop for SimulatedDirectory {
    fn drop(&mut self) {
        self.disk.lock().tree.close(self.node);
    }
}

struct SimulatedFile {
    disk: SimulatedDisk,
    node: NodeId,
    path: String,
    forced: bool,
}

impl SimulatedFile {
    fn is_below(&self, place: &Option<String>) -> bool {
        let place = place.as_ref();
        place.is_some_and(|place| self.path.starts_with(place.as_str()))
    }

    /// Direct I/O is refused, as by an operating system, when anything is not aligned.
    fn check_alignment(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        let block = BLOCK_BYTES;
        let aligned = offset.is_multiple_of(block as u64)
            && bytes.len().is_multiple_of(block)
            && (bytes.as_ptr() as usize).is_multiple_of(block);
        if self.forced && !aligned {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "forced I/O is not aligned",
            ));
        }
        Ok(())
    }
}

impl Drop for SimulatedFile {
    fn drop(&mut self) {
        self.disk.lock().tree.close(self.node);
    }
}

impl File for SimulatedFile {
    fn read_at(&self, offset: u64, into: &mut [u8]) -> io::Result<()> {
        self.check_alignment(offset, into)?;
        let mut state = self.disk.lock();
        state.plain_call()?;
        state.tree.file(self.node).read(offset, into)
    }

    fn write_at(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        self.check_alignment(offset, bytes)?;
        let mut state = match self.forced {
            true => self.disk.lock_to(Held::Forces, &self.path),
            false => self.disk.lock(),
        };
        let is_bad = self.is_below(&state.bad_writes);
        let verdict = match state.call() {
            Verdict::Proceed if is_bad => Verdict::Fail(io::ErrorKind::Other),
            verdict => verdict,
        };
        let new_blocks = state.tree.file(self.node).new_blocks(offset, bytes.len());
        if matches!(verdict, Verdict::Proceed) {
            state.check_quota(new_blocks)?;
        }
        let State { tree, random, .. } = &mut *state;
        let file = tree.file_mut(self.node);
        match verdict {
            Verdict::Proceed if self.forced => file.write_durably(offset, bytes),
            Verdict::Proceed => file.write(offset, bytes),
            Verdict::LoseWrite => file.write_and_lose(offset, bytes),
            Verdict::Misdirect(blocks) => {
                let elsewhere = offset + blocks * BLOCK_BYTES as u64;
                file.write_behind(elsewhere, bytes);
            }
            // Even a forced write is only on its way when the power goes.
            Verdict::PowerLoss => {
                file.write(offset, bytes);
                return Err(failure(io::ErrorKind::Other));
            }
            Verdict::Fail(kind) => {
                file.write_in_part(offset, bytes, random);
                return Err(failure(kind));
            }
        }
        Ok(())
    }

    fn sync(&self) -> io::Result<()> {
        let mut state = self.disk.lock_to(Held::Forces, &self.path);
        let is_bad = self.is_below(&state.bad_syncs);
        let verdict = match state.call() {
            Verdict::Proceed if is_bad => Verdict::Fail(io::ErrorKind::Other),
            verdict => verdict,
        };
        let State { tree, random, .. } = &mut *state;
        let file = tree.file_mut(self.node);
        match verdict {
            Verdict::Proceed | Verdict::Misdirect(_) => file.sync(),
            Verdict::LoseWrite => file.forget_unsynced(),
            Verdict::PowerLoss => return Err(failure(io::ErrorKind::Other)),
            Verdict::Fail(kind) => {
                file.sync_in_part(random);
                return Err(failure(kind));
            }
        }
        Ok(())
    }

    fn len(&self) -> io::Result<u64> {
        let mut state = self.disk.lock();
        state.plain_call()?;
        Ok(state.tree.file(self.node).len())
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        let mut state = self.disk.lock();
        state.plain_call()?;
        state.tree.file_mut(self.node).set_len(len);
        Ok(())
    }

    fn allocate(&self, len: u64) -> io::Result<()> {
        let mut state = self.disk.lock();
        state.plain_call()?;
        let more = state.tree.file(self.node).blocks_to_allocate(len);
        state.check_quota(more)?;
        state.tree.file_mut(self.node).allocate(len);
        Ok(())
    }
}
