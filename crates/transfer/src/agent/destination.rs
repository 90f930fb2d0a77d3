//! A transfer at its destination: data is taken in order and written, checkpoints make it last, whole files get their names.

mod backlog;
mod conversing;
mod current;
mod fetching;
mod held;
mod holding;
mod lasting;
mod naming;
mod set;
mod set_back;
mod taking;
mod writing;

use super::calling::Calling;
use super::compression::Unpacker;
use super::files::{FileId, FileSocket, Files, Party};
use super::message::{Control, ControlBody, Place};
use super::messages::Outlet;
use super::queues::{Queues, Theirs};
use super::reach::is_outside;
use super::result::ItemResult;
use super::sandbox::Access;
use super::settings::AgentSettings;
use super::source::LATER;
use super::state::{Incoming, Whole, Writing};
use crate::audit::CallResult;
use crate::generated::notices::{BFGIO0006, BFGIO9002, BFGIO9003, BFGIO9500, BFGIO9520};
use crate::party::TransferId;
use backlog::Backlog;
use current::Current;
use ferromq_mqi::session::{Connected, MqError};
use holding::Holding;
use naming::Time;
use std::io::{self, ErrorKind};

/// A checkpoint is taken when it is so long ago that something was written.
const CHECKPOINT_MS: u64 = 2_000;
/// The connection to files may be lost so often without a checkpoint in between.
const LOST_MAX: u32 = 5;
/// What was taken is acknowledged by quarters of the window, or when nothing more came for so long.
const ACK_MS: u64 = 10;
/// No more data is taken while results of so many bytes wait for the source's queue.
const UNTOLD_BYTES_MAX: usize = 1 << 20;
/// What is said to a source that does not answer is repeated at most so seldom.
const REPEAT_MS_MAX: u64 = 600_000;
/// A source that has not answered so often is not expected soon: its transfer takes no place of those that run.
const ASKED_MAX: u32 = 3;

/// A file that is whole, and not yet forced.
#[derive(Debug)]
struct Unforced<W> {
    file: W,
    whole: Whole,
}

/// Which data is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expected {
    /// None: an offer is.
    Offer,
    /// The message of this number of this epoch.
    Data { epoch: u64, sequence: u64 },
}

/// See the module.
#[derive(Debug)]
pub(crate) struct Destination<W> {
    pub(crate) kept: Incoming,
    expected: Expected,
    current: Option<Current<W>>,
    /// The item that becomes messages.
    pub(crate) outlet: Option<Outlet>,
    unforced: Vec<Unforced<W>>,
    /// Results that have not been told.
    pub(crate) results: Vec<ItemResult>,
    /// Everything in front of this item has been decided.
    pub(crate) settled: u32,
    bytes_since_checkpoint: u64,
    bytes_since_ack: u64,
    /// When what is not in a checkpoint began.
    open_since_ms: Option<u64>,
    /// When the source was last heard, or asked.
    pub(crate) heard_ms: u64,
    /// How often it was asked since it was heard.
    asked: u32,
    /// No data of the epoch has been taken: an offer of it may be answered once more.
    is_fresh: bool,
    /// What there is to tell is not tried before.
    tell_at_ms: u64,
    /// Temporary files of items that have failed. They go when that is kept.
    unwanted: Vec<(String, FileId)>,
    /// No more items come.
    pub(super) is_done: bool,
    /// It is to end as it is: nothing runs any more.
    pub(super) is_cancelled: bool,
    /// A program that runs here.
    pub(crate) calling: Option<Box<Calling>>,
    /// One that has run, until it is told.
    pub(crate) ran: Option<CallResult>,
    /// The attempt that waits for the program in front.
    pub(crate) offered_epoch: u64,
    pub(crate) offered_socket: Option<FileSocket>,
    /// Where long files are fetched.
    file_socket: Option<FileSocket>,
    /// Fetching has failed: from now on bytes come over the queue. Until the next offer nothing more is taken.
    fetching_failed: bool,
    /// What has come and has not been taken.
    backlog: Backlog,
    /// Whole files that are in a checkpoint and have not got their names yet, and whether that was begun before a restart.
    naming: (Vec<Whole>, Time),
    /// A file that is to be opened again.
    reopening: Option<Writing>,
    /// An offer that is answered when that is done.
    put_off: Option<(u64, Option<FileSocket>)>,
    /// A checkpoint has begun and files have not answered.
    checkpoint_begun: bool,
    /// What was written last was lost with the connection to files: it goes on from what is kept.
    is_lost: bool,
    /// How often the connection to files was lost since the last checkpoint.
    lost: u32,
    /// What is there of the item that is being written, if the source has asked.
    holding: Option<Holding<W>>,
    /// That of this item is not what was told.
    unheld: Option<u32>,
    /// Unpacks what comes compressed.
    unpacker: Unpacker,
    /// Whole and forced files that wait until all of the transfer are.
    set: Vec<Whole>,
    /// An item of them has failed, and why.
    set_failed: Option<String>,
}

impl<W> Destination<W> {
    pub(crate) fn new(kept: Incoming, now_ms: u64) -> Self {
        let settled = kept.settled;
        let results = kept.untold.clone();
        Self {
            kept,
            expected: Expected::Offer,
            current: None,
            outlet: None,
            unforced: Vec::new(),
            results,
            settled,
            bytes_since_checkpoint: 0,
            bytes_since_ack: 0,
            open_since_ms: None,
            heard_ms: now_ms,
            asked: 0,
            is_fresh: false,
            tell_at_ms: 0,
            unwanted: Vec::new(),
            is_done: false,
            file_socket: None,
            fetching_failed: false,
            is_cancelled: false,
            calling: None,
            ran: None,
            offered_epoch: 0,
            offered_socket: None,
            backlog: Backlog::default(),
            naming: (Vec::new(), Time::First),
            reopening: None,
            put_off: None,
            checkpoint_begun: false,
            is_lost: false,
            lost: 0,
            holding: None,
            unheld: None,
            unpacker: Unpacker::default(),
            set: Vec::new(),
            set_failed: None,
        }
    }

    /// It takes one of the places for transfers that run.
    pub(crate) fn is_running(&self) -> bool {
        !self.kept.completed && self.is_expected()
    }

    /// Files are whole that have not got their names, or may yet fail.
    pub(crate) fn has_unnamed(&self) -> bool {
        !self.unforced.is_empty()
            || !self.naming.0.is_empty()
            || !self.set.is_empty()
            || self.checkpoint_begun
    }

    /// Its source has said something not long ago.
    pub(crate) fn is_expected(&self) -> bool {
        self.asked < ASKED_MAX
    }

    /// What the temporary file of an item carries.
    fn mark(&self, item: u32) -> String {
        format!("{} {item}", self.id())
    }

    pub(crate) fn id(&self) -> TransferId {
        self.kept.transfer
    }

    /// Files as far as the user who asked for the transfer may write them.
    pub(crate) fn files<F: Files<Writer = W>>(&self, files: &F, settings: &AgentSettings) -> F {
        let sandbox = settings.sandboxes.of(&self.kept.user, Access::Write);
        files.within(&sandbox, Party::Destination(self.id()), &self.kept.user)
    }

    /// As documented for status.
    pub(crate) fn state(&self) -> &'static str {
        match self.expected {
            _ if self.kept.completed => "CompletedTransfer",
            Expected::Offer if self.kept.epoch == 0 => "NewReceiverTransfer",
            Expected::Offer => "ReSynchronisingTransfer",
            Expected::Data { .. } => "RunningTransfer",
        }
    }

    /// When something is to be done though nobody says anything.
    pub(crate) fn due_ms(&self, settings: &AgentSettings) -> u64 {
        if let Some(calling) = &self.calling {
            return calling.due_ms;
        }
        if self.is_waiting_for_files() {
            return LATER;
        }
        if self.is_done && !self.kept.completed {
            return self.tell_at_ms;
        }
        if self.is_hashing() {
            return LATER;
        }
        let silent_ms = self.silent_ms(settings);
        let ack_ms = match self.bytes_since_ack {
            0 => silent_ms,
            _ if self.kept.completed => silent_ms,
            _ => self.heard_ms.saturating_add(ACK_MS),
        };
        let checkpoint_ms = self.open_since_ms.map(|since_ms| {
            let checkpoint_ms = since_ms.saturating_add(CHECKPOINT_MS);
            checkpoint_ms.max(self.tell_at_ms)
        });
        silent_ms.min(ack_ms).min(checkpoint_ms.unwrap_or(u64::MAX))
    }

    /// When the source has been silent for too long. Who does not answer is asked ever more seldom.
    fn silent_ms(&self, settings: &AgentSettings) -> u64 {
        let times = 1 << self.asked.min(ASKED_SHIFT_MAX);
        let wait_ms = settings.ack_timeout_ms.saturating_mul(times);
        let most_ms = REPEAT_MS_MAX.max(settings.ack_timeout_ms);
        self.heard_ms.saturating_add(wait_ms.min(most_ms))
    }

    fn heard(&mut self, now_ms: u64) {
        self.heard_ms = now_ms;
        self.asked = 0;
    }

    fn say<C: Connected>(
        &self,
        queues: &mut Queues<C>,
        epoch: u64,
        body: ControlBody,
    ) -> Result<bool, MqError> {
        let control = self.control(queues, epoch, body);
        Ok(queues
            .say(&self.kept.source, Theirs::Reply, &control)?
            .is_ok())
    }

    fn control<C: Connected>(&self, queues: &Queues<C>, epoch: u64, body: ControlBody) -> Control {
        Control {
            transfer: self.id(),
            epoch,
            from: queues.own().clone(),
            body,
        }
    }

    fn place(&self) -> Place {
        Place {
            item: self.settled,
            offset: match (&self.current, &self.outlet) {
                (Some(current), _) => current.offset,
                (None, Some(outlet)) => outlet.offset(),
                (None, None) => 0,
            },
        }
    }

    pub(crate) fn fail(&mut self, item: u32, text: String) {
        self.settled = item + 1;
        self.set_failed.get_or_insert_with(|| text.clone());
        self.results.push(ItemResult::failed(item, text));
    }
}

/// Doublings of a time until it is long.
const ASKED_SHIFT_MAX: u32 = 16;

fn size(results: &[ItemResult]) -> usize {
    results.iter().map(ItemResult::size).sum()
}

fn failure(path: &str, error: &io::Error) -> String {
    match error.kind() {
        _ if is_outside(error) => BFGIO9003.line(&[&path]),
        ErrorKind::AlreadyExists => BFGIO0006.line(&[&path]),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => BFGIO9500.line(&[&path, &error]),
        ErrorKind::InvalidData => BFGIO9520.line(&[&path, &error]),
        _ => BFGIO9002.line(&[&path, &error]),
    }
}
