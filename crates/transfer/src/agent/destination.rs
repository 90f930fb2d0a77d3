//! A transfer at its destination: data is taken in order and written, checkpoints make it last, whole files get their names.

mod backlog;
mod fetching;
mod lasting;
mod naming;

use super::calling::Calling;
use super::checksum::{Checksum, Digest};
use super::data::{Begin, Frame, ReceivedData};
use super::files::{FileId, FileSocket, Files, Party, comes_later, is_later, is_lost};
use super::message::{Control, Place, Said};
use super::messages::Outlet;
use super::queues::{Queues, Theirs};
use super::reach::is_outside;
use super::result::{ItemResult, RESULTS_BYTES, count_for_message};
use super::rewriting::Rewriting;
use super::sandbox::Access;
use super::settings::AgentSettings;
use super::source::{LATER, WINDOW_BYTES_MAX};
use super::state::{Incoming, Kept, Whole, Writing};
use crate::audit::CallResult;
use crate::code::ItemCode;
use crate::generated::notices::{BFGIO0006, BFGIO9002, BFGIO9003, BFGIO9500, BFGIO9520, BFGIO9531};
use crate::party::TransferId;
use backlog::{Backlog, Taken};
use bytes::Bytes;
use ferromq_mqi::session::{Connected, MqError};
use lasting::Told;
use naming::Time;
use std::io::{self, ErrorKind};

/// A checkpoint is taken when so many bytes were written since the last one,
const CHECKPOINT_BYTES: u64 = 64 << 20;
/// or when it is so long ago that something was written.
const CHECKPOINT_MS: u64 = 2_000;
/// What was written begins to go to the disk in pieces of this size.
const FORCE_BYTES: u64 = 8 << 20;
/// A file that is longer than so many data messages is kept as the one under way before its data count: it is taken up again, not written
/// anew.
const KEPT_MESSAGES_MIN: u64 = 4;
/// So many windows of data may wait for slow files: a source that sends more is to begin anew.
const BACKLOG_WINDOWS: u64 = 4;
/// The connection to files may be lost so often without a checkpoint in between.
const LOST_MAX: u32 = 5;
/// An item that another one follows before its end.
const UNENDED: &str = "its end is missing";
/// What was taken is acknowledged by quarters of the window, or when nothing more came for so long.
const ACK_MS: u64 = 10;
/// No more data is taken while results of so many bytes wait for the source's queue.
const UNTOLD_BYTES_MAX: usize = 1 << 20;
/// Results that were not taken are tried again after so long.
const TELL_AGAIN_MS: u64 = 1_000;
/// What is said to a source that does not answer is repeated at most so seldom.
const REPEAT_MS_MAX: u64 = 600_000;
/// A source that has not answered so often is not expected soon: its transfer takes no place of those that run.
const ASKED_MAX: u32 = 3;

/// The item that is being written.
#[derive(Debug)]
struct Current<W> {
    item: u32,
    file: W,
    id: FileId,
    temporary: String,
    path: String,
    overwrite: bool,
    /// Of what was taken of the source.
    checksum: Checksum,
    offset: u64,
    /// What became of that, if it is text.
    text: Option<Rewriting>,
    /// As long as it is to be.
    planned: u64,
    /// What is in front of it is on its way to the disk.
    force_begun: u64,
}

impl<W> Current<W> {
    /// Has what was written go to the disk while more comes, a good piece at a time.
    fn begin_force<F: Files<Writer = W>>(&mut self, files: &mut F) {
        let written = self.text.as_ref().map_or(self.offset, |text| text.written);
        let length = written.saturating_sub(self.force_begun);
        if length >= FORCE_BYTES {
            files.begin_force(&self.file, self.force_begun, length);
            self.force_begun = written;
        }
    }
}

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
        }
    }

    /// It takes one of the places for transfers that run.
    pub(crate) fn is_running(&self) -> bool {
        !self.kept.completed && self.is_expected()
    }

    /// Its source has said something not long ago.
    pub(crate) fn is_expected(&self) -> bool {
        self.asked < ASKED_MAX
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
        said: Said,
    ) -> Result<bool, MqError> {
        let control = self.control(queues, epoch, said);
        Ok(queues
            .say(&self.kept.source, Theirs::Reply, &control)?
            .is_ok())
    }

    fn control<C: Connected>(&self, queues: &Queues<C>, epoch: u64, said: Said) -> Control {
        Control {
            transfer: self.id(),
            epoch,
            from: queues.own().clone(),
            said,
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

    /// Takes up again what was under way when the agent ended: files that are whole get their names, the one that was being written is
    /// opened.
    pub(crate) fn resume<F: Files<Writer = W>>(&mut self, files: &mut F, settings: &AgentSettings) {
        if let Some(putting) = self.kept.putting.clone() {
            let resumed = Outlet::resume(self.settled, putting, &settings.text_replacement);
            match resumed {
                Ok(outlet) => self.outlet = Some(outlet),
                Err(why) => {
                    let queue = self.kept.putting.take().map(|putting| putting.path());
                    let text = BFGIO9531.line(&[&queue.unwrap_or_default(), &why]);
                    self.fail(self.settled, text);
                }
            }
        }
        self.remove_unwanted(files);
        // What is kept stays as it is until the next checkpoint: what becomes of them is not in it yet.
        self.naming = (self.kept.whole.clone(), Time::Again);
        self.is_done = self.kept.cancelled;
        self.is_cancelled = self.kept.cancelled;
        match self.kept.writing.clone() {
            Some(writing) if self.is_done => {
                let _ = files.remove(&writing.temporary, writing.id);
            }
            writing => self.reopening = writing,
        }
        self.name(files);
        self.reopen(files);
    }

    /// Opens the file again that was being written. False: it has not answered.
    fn reopen<F: Files<Writer = W>>(&mut self, files: &mut F) -> bool {
        let Some(writing) = self.reopening.clone() else {
            return true;
        };
        let opened = files.reopen(&writing.temporary, writing.id, writing.length());
        if comes_later(&opened) {
            return false;
        }
        self.reopening = None;
        if let Ok(Some((file, length))) = opened
            && length >= writing.length()
        {
            self.current = Some(Current {
                item: self.settled,
                file,
                id: writing.id,
                temporary: writing.temporary,
                path: writing.path,
                overwrite: writing.overwrite,
                checksum: writing.checksum,
                offset: writing.offset,
                text: writing.text,
                planned: 0,
                force_begun: writing.offset,
            });
        } else {
            // Somebody has taken it away: it is written anew.
            let _ = files.remove(&writing.temporary, writing.id);
        }
        true
    }

    /// The source wants to send. In the unit of work; the caller commits.
    pub(crate) fn offered<C: Connected, F: Files<Writer = W>>(
        &mut self,
        queues: &mut Queues<C>,
        files: &mut F,
        (epoch, file_socket): (u64, Option<FileSocket>),
        settings: &AgentSettings,
        now_ms: u64,
    ) -> Result<(), MqError> {
        self.heard(now_ms);
        if self.kept.completed {
            // It is told once more: the first time was lost with what the source keeps.
            self.say(queues, epoch, Said::Completed(Vec::new()))?;
            return Ok(());
        }
        let is_repeated = epoch == self.kept.epoch && self.is_fresh;
        if self.is_done || epoch < self.kept.epoch || epoch == self.kept.epoch && !is_repeated {
            return Ok(());
        }
        if size(&self.results) >= UNTOLD_BYTES_MAX {
            // What there is to tell comes first. The offer is made again.
            return Ok(());
        }
        if self.reopening.is_some() {
            // How far it is is known then.
            self.put_off = Some((epoch, file_socket));
            return Ok(());
        }
        self.backlog.clear();
        if !is_repeated {
            self.kept.epoch = epoch;
            // After a restart less may be there than now: that epoch is not answered once more from there.
            queues.replace(self.id(), Kept::Incoming, self.kept.encode())?;
            self.is_fresh = true;
        }
        self.expected = Expected::Data { epoch, sequence: 0 };
        self.bytes_since_ack = 0;
        let usable = |file_socket: &FileSocket| !self.fetching_failed && files.reaches(file_socket);
        self.file_socket = file_socket.filter(usable);
        let accept = Said::Accept {
            place: self.place(),
            window: self.window(settings),
            by_reference: self.file_socket.is_some(),
            bridge: settings
                .bridge
                .is_some()
                .then(|| settings.bridge_url().unwrap_or_default()),
        };
        self.say(queues, epoch, accept)?;
        Ok(())
    }

    /// Data came.
    pub(crate) fn data<C: Connected, F: Files<Writer = W>>(
        &mut self,
        queues: &mut Queues<C>,
        files: &mut F,
        data: &Bytes,
        (settings, batch_files): (&AgentSettings, usize),
        now_ms: u64,
    ) -> Result<(), MqError> {
        let Ok(received) = ReceivedData::read(data) else {
            return Ok(());
        };
        let Expected::Data { epoch, sequence } = self.expected else {
            return Ok(());
        };
        if received.epoch != epoch || received.sequence < sequence {
            return Ok(());
        }
        self.heard(now_ms);
        self.is_fresh = false;
        let is_next = received.sequence == sequence && received.frames().is_ok();
        let most = self.window(settings).saturating_mul(BACKLOG_WINDOWS);
        if !is_next || !self.backlog.push(data.clone(), most) {
            return self.ask_again(queues, now_ms);
        }
        self.expected = Expected::Data {
            epoch,
            sequence: sequence + 1,
        };
        self.work(queues, files, (settings, batch_files), now_ms)
    }

    /// Takes what has come, as far as files answer.
    fn work<C: Connected, F: Files<Writer = W>>(
        &mut self,
        queues: &mut Queues<C>,
        files: &mut F,
        by: (&AgentSettings, usize),
        now_ms: u64,
    ) -> Result<(), MqError> {
        while !self.is_cancelled && self.is_ready(queues, files)? {
            let Some((data, taken)) = self.backlog.first() else {
                break;
            };
            if !self.take(queues, files, (&data, taken), by, now_ms)? {
                break;
            }
        }
        Ok(())
    }

    /// Takes the frames of a message from one of them on. False: nothing more can be taken now.
    fn take<C: Connected, F: Files<Writer = W>>(
        &mut self,
        queues: &mut Queues<C>,
        files: &mut F,
        (data, taken): (&Bytes, usize),
        (settings, batch_files): (&AgentSettings, usize),
        now_ms: u64,
    ) -> Result<bool, MqError> {
        // It was looked at when it came.
        let frames = ReceivedData::read(data).and_then(|received| received.frames());
        for (item, frame) in frames.unwrap_or_default().into_iter().skip(taken) {
            let told_of = self.results.len();
            match self.frame(queues, files, settings, item, frame)? {
                Taken::Yes => {}
                Taken::Later => return Ok(false),
                Taken::Lost => {
                    self.fall_back(files, settings, now_ms);
                    self.ask_again(queues, now_ms)?;
                    return Ok(false);
                }
                Taken::No => {
                    self.ask_again(queues, now_ms)?;
                    return Ok(false);
                }
            }
            files.settle();
            self.backlog.took_frame();
            let has_much_to_tell = self.results.len() > told_of
                && size(&self.results) >= size(&self.kept.untold) + RESULTS_BYTES;
            // Each whole file is open until then.
            if self.unforced.len() >= batch_files || has_much_to_tell {
                let is_done = self.checkpoint(queues, files)?;
                if size(&self.results) >= UNTOLD_BYTES_MAX {
                    // Nothing more is taken before the source knows that.
                    self.ask_again(queues, now_ms)?;
                    return Ok(false);
                }
                if !is_done {
                    return Ok(false);
                }
            }
        }
        self.backlog.took_message();
        self.open_since_ms.get_or_insert(now_ms);
        self.bytes_since_ack += data.len() as u64;
        if self.bytes_since_ack >= self.window(settings).min(WINDOW_BYTES_MAX) / 4 {
            self.acknowledge(queues, settings)?;
        }
        let short = (settings.chunk_bytes as u64).saturating_mul(KEPT_MESSAGES_MIN);
        let names_first = self.current.as_ref().is_some_and(|current| {
            let kept = self.kept.writing.as_ref();
            current.planned > short && kept.is_none_or(|kept| kept.id != current.id)
        });
        if names_first || self.bytes_since_checkpoint >= CHECKPOINT_BYTES {
            return self.checkpoint(queues, files);
        }
        Ok(true)
    }

    /// The source is to know that this is at work.
    pub(crate) fn tell_alive<C: Connected>(
        &mut self,
        queues: &mut Queues<C>,
        settings: &AgentSettings,
        now_ms: u64,
    ) -> Result<(), MqError> {
        if now_ms.saturating_sub(self.heard_ms) >= settings.ack_timeout_ms / 4 {
            self.heard_ms = now_ms;
            self.acknowledge(queues, settings)?;
        }
        Ok(())
    }

    /// Does what it is time for.
    pub(crate) fn idle<C: Connected, F: Files<Writer = W>>(
        &mut self,
        queues: &mut Queues<C>,
        files: &mut F,
        settings: &AgentSettings,
        (batch_files, now_ms): (usize, u64),
    ) -> Result<(), MqError> {
        if self.kept.completed {
            if now_ms >= self.silent_ms(settings) {
                self.repeat(queues, settings, Said::Completed(Vec::new()), now_ms)?;
                queues.commit()?;
            }
            return Ok(());
        }
        if self.is_waiting_for_files() {
            self.serve(queues, files, (settings, batch_files), now_ms)?;
            if self.is_waiting_for_files() {
                return self.tell_alive(queues, settings, now_ms);
            }
        }
        if self.bytes_since_ack > 0 && now_ms >= self.heard_ms.saturating_add(ACK_MS) {
            self.acknowledge(queues, settings)?;
        }
        if !self.results.is_empty() {
            self.open_since_ms.get_or_insert(now_ms);
        }
        let is_time = self
            .open_since_ms
            .is_some_and(|since_ms| now_ms >= since_ms.saturating_add(CHECKPOINT_MS));
        let may_tell = now_ms >= self.tell_at_ms;
        let is_over = self.is_done && may_tell && self.calling.is_none() && self.ran.is_none();
        if is_time && may_tell || is_over {
            if !self.checkpoint(queues, files)? {
                return Ok(());
            }
            let untold = &self.kept.untold;
            if !untold.is_empty() {
                self.tell_at_ms = now_ms.saturating_add(TELL_AGAIN_MS);
            }
        }
        if self.is_done && self.wants_call() {
            return Ok(());
        }
        if is_over {
            return self.complete(queues, files, now_ms);
        }
        if !self.is_done && now_ms >= self.silent_ms(settings) {
            self.repeat(queues, settings, Said::Resync, now_ms)?;
            self.expected = Expected::Offer;
            self.backlog.clear();
            return queues.commit();
        }
        Ok(())
    }

    /// Says something once more to a source that is silent, in the unit of work. It does not pile up where nobody takes it.
    fn repeat<C: Connected>(
        &mut self,
        queues: &mut Queues<C>,
        settings: &AgentSettings,
        said: Said,
        now_ms: u64,
    ) -> Result<(), MqError> {
        self.heard_ms = now_ms;
        self.asked = self.asked.saturating_add(1);
        let expiry_ms = self.silent_ms(settings).saturating_sub(now_ms);
        let control = self.control(queues, self.kept.epoch, said);
        let _ = queues.say_until(&self.kept.source, Theirs::Reply, &control, expiry_ms)?;
        Ok(())
    }

    fn acknowledge<C: Connected>(
        &mut self,
        queues: &mut Queues<C>,
        settings: &AgentSettings,
    ) -> Result<(), MqError> {
        self.bytes_since_ack = 0;
        if let Expected::Data { epoch, sequence } = self.expected {
            let ack = Said::Ack {
                sequence: sequence.saturating_sub(self.backlog.messages()),
                window: self.window(settings),
            };
            self.say(queues, epoch, ack)?;
        }
        Ok(())
    }

    /// Something is missing, or the source is silent: it is to offer again. Commits.
    pub(crate) fn ask_again<C: Connected>(
        &mut self,
        queues: &mut Queues<C>,
        now_ms: u64,
    ) -> Result<(), MqError> {
        self.heard_ms = now_ms;
        self.expected = Expected::Offer;
        self.backlog.clear();
        self.say(queues, self.kept.epoch, Said::Resync)?;
        queues.commit()
    }

    /// Takes a frame.
    fn frame<C: Connected, F: Files<Writer = W>>(
        &mut self,
        queues: &mut Queues<C>,
        files: &mut F,
        settings: &AgentSettings,
        item: u32,
        frame: Frame<'_>,
    ) -> Result<Taken, MqError> {
        let last = match frame {
            Frame::Done => self.kept.items,
            _ => self.kept.items.saturating_sub(1),
        };
        if item < self.settled || item > last || self.is_done {
            // It has failed here already, or is none of this transfer's.
            return Ok(Taken::Yes);
        }
        let has_messages = self
            .outlet
            .as_ref()
            .is_some_and(|outlet| outlet.item == item);
        match frame {
            Frame::Bytes { offset, bytes } if has_messages => {
                self.write_messages(queues, files, offset, bytes)?;
            }
            Frame::End { length, checksum } if has_messages => {
                let theirs = checksum.as_ref().map(|digest| digest.as_slice());
                self.end_messages(queues, files, length, theirs)?;
            }
            Frame::Abort { text } if has_messages => {
                self.fail_messages(queues, files, &text)?;
            }
            // It goes on from its beginning, where some of its messages may have been put already.
            Frame::Begin(_) if has_messages && self.place().offset == 0 => {}
            Frame::Begin(begin) if begin.messages.is_some() => {
                self.drop_current(files);
                self.fail_messages(queues, files, UNENDED)?;
                self.settled = item;
                self.begin_messages(item, begin, settings);
            }
            Frame::Begin(begin) => {
                self.drop_current(files);
                self.fail_messages(queues, files, UNENDED)?;
                self.settled = item;
                if let Err(error) = self.begin(files, settings, item, &begin) {
                    if let Some(taken) = self.untaken(&error) {
                        return Ok(taken);
                    }
                    self.fail(item, failure(&begin.path, &error));
                }
            }
            Frame::Bytes { offset, bytes } => {
                if let Err(error) = self.write(files, item, offset, bytes) {
                    if let Some(taken) = self.untaken(&error) {
                        return Ok(taken);
                    }
                    self.fail_current(files, item, &error);
                }
            }
            Frame::Reference { offset, length } => {
                return Ok(match self.fetched(files, item, offset, length) {
                    true => Taken::Yes,
                    false => Taken::No,
                });
            }
            Frame::End { length, checksum } => {
                let theirs = checksum.as_ref().map(|digest| digest.as_slice());
                if let Err(error) = self.end(files, item, length, theirs) {
                    if let Some(taken) = self.untaken(&error) {
                        return Ok(taken);
                    }
                    self.fail_current(files, item, &error);
                }
            }
            Frame::Abort { text } => {
                self.drop_current(files);
                self.settled = item;
                self.fail(item, text);
            }
            Frame::Done => {
                self.drop_current(files);
                self.fail_messages(queues, files, UNENDED)?;
                self.settled = self.kept.items;
                self.is_done = true;
            }
        }
        Ok(Taken::Yes)
    }

    /// Whether an error leaves a frame to be taken later, or all since the last checkpoint to be taken again.
    fn untaken(&self, error: &io::Error) -> Option<Taken> {
        match error {
            error if is_later(error) => Some(Taken::Later),
            error if is_lost(error) && self.lost < LOST_MAX => Some(Taken::Lost),
            _ => None,
        }
    }

    fn begin<F: Files<Writer = W>>(
        &mut self,
        files: &mut F,
        settings: &AgentSettings,
        item: u32,
        begin: &Begin,
    ) -> io::Result<()> {
        let path = settings.absolute(&begin.path);
        match files.facts(&path) {
            Err(error) if is_later(&error) => return Err(error),
            Ok(facts) if facts.kind == super::files::FileKind::Directory => {
                return Err(io::Error::new(ErrorKind::IsADirectory, "it is a directory"));
            }
            Ok(_) if !begin.overwrite => return Err(ErrorKind::AlreadyExists.into()),
            Ok(facts) if facts.kind == super::files::FileKind::Other => {
                let text = "it is no file with data";
                return Err(io::Error::new(ErrorKind::InvalidInput, text));
            }
            _ => {}
        }
        let rewriting = |ends| Rewriting::new(ends, &settings.text_replacement, begin.checksum);
        let mut ends = begin.text.clone();
        if let Some(ends) = &mut ends {
            settings.set_written(&path, ends);
        }
        let text = ends.as_ref().map(rewriting).transpose()?;
        let mark = format!("{} {item}", self.id());
        let created = files.create(&path, &mark)?;
        self.current = Some(Current {
            item,
            file: created.file,
            id: created.id,
            temporary: created.temporary,
            path,
            overwrite: begin.overwrite,
            checksum: Checksum::new(begin.checksum),
            offset: 0,
            text,
            planned: begin.length,
            force_begun: 0,
        });
        Ok(())
    }

    fn write<F: Files<Writer = W>>(
        &mut self,
        files: &mut F,
        item: u32,
        offset: u64,
        bytes: &[u8],
    ) -> io::Result<()> {
        let current = current(&mut self.current, item)?;
        if current.offset != offset {
            return Err(io::Error::other("bytes of the file are missing"));
        }
        match &mut current.text {
            None => files.write(&current.file, offset, bytes)?,
            Some(text) => {
                // What is not written has not been pushed.
                let mut pushed = text.clone();
                let text_bytes = pushed.push(bytes)?;
                files.write(&current.file, text.written, &text_bytes)?;
                pushed.wrote(&text_bytes);
                *text = pushed;
            }
        }
        current.checksum.update(bytes);
        current.offset += bytes.len() as u64;
        self.bytes_since_checkpoint += bytes.len() as u64;
        current.begin_force(files);
        Ok(())
    }

    fn end<F: Files<Writer = W>>(
        &mut self,
        files: &mut F,
        item: u32,
        length: u64,
        theirs: Option<&[u8]>,
    ) -> io::Result<()> {
        let current_item = current(&mut self.current, item)?;
        let ours = current_item.checksum.finish();
        if current_item.offset != length {
            return Err(io::Error::other("bytes of the file are missing"));
        }
        if ours.as_ref().map(|digest| digest.as_slice()) != theirs {
            return Err(io::Error::other(
                "the checksum of what was written is not that of the source",
            ));
        }
        let mut written = (length, ours);
        if let Some(text) = &mut current_item.text {
            let mut finished = text.clone();
            let rest = finished.finish()?;
            files.write(&current_item.file, text.written, &rest)?;
            finished.wrote(&rest);
            *text = finished;
            written = (text.written, text.checksum.finish());
        }
        let (length, checksum) = written;
        files.dress(&current_item.file, length)?;
        let Some(current) = self.current.take() else {
            return Ok(());
        };
        self.settled = item + 1;
        let result = ItemResult {
            item,
            code: ItemCode::Success,
            length,
            modified_ms: 0,
            source_checksum: match checksum == ours {
                true => Vec::new(),
                false => bytes_of(ours),
            },
            checksum: bytes_of(checksum),
            messages: None,
            text: String::new(),
        };
        self.unforced.push(Unforced {
            file: current.file,
            whole: Whole {
                temporary: current.temporary,
                path: current.path,
                id: current.id,
                overwrite: current.overwrite,
                result,
            },
        });
        Ok(())
    }

    pub(crate) fn fail(&mut self, item: u32, text: String) {
        self.settled = item + 1;
        self.results.push(ItemResult::failed(item, text));
    }

    fn fail_current<F: Files<Writer = W>>(&mut self, files: &mut F, item: u32, error: &io::Error) {
        let path = self.current.as_ref().map(|current| current.path.clone());
        self.drop_current(files);
        self.fail(item, failure(&path.unwrap_or_default(), error));
    }

    /// What is half written goes.
    fn drop_current<F: Files<Writer = W>>(&mut self, files: &mut F) {
        if let Some(current) = self.current.take() {
            // Nobody can do more about it than the next one who looks.
            let _ = files.remove(&current.temporary, current.id);
        }
    }

    /// All has been decided: it is told. Commits.
    fn complete<C: Connected, F: Files<Writer = W>>(
        &mut self,
        queues: &mut Queues<C>,
        files: &mut F,
        now_ms: u64,
    ) -> Result<(), MqError> {
        let before = (self.results.clone(), self.kept.clone());
        self.tell(queues, Told::ButLast)?;
        let rest = std::mem::take(&mut self.results);
        self.kept.completed = true;
        self.kept.writing = None;
        self.kept.putting = None;
        self.kept.whole.clear();
        self.kept.untold.clear();
        self.kept.unwanted = std::mem::take(&mut self.unwanted);
        let is_told = count_for_message(&rest) == rest.len()
            && self.say(queues, self.kept.epoch, Said::Completed(rest))?;
        if !is_told {
            // The source's queue does not take it: later.
            queues.back_out()?;
            self.unwanted = std::mem::take(&mut self.kept.unwanted);
            (self.results, self.kept) = before;
            self.tell_at_ms = now_ms.saturating_add(TELL_AGAIN_MS);
            return Ok(());
        }
        queues.replace(self.id(), Kept::Incoming, self.kept.encode())?;
        self.heard(now_ms);
        queues.commit()?;
        self.remove_unwanted(files);
        files.release();
        Ok(())
    }

    /// It is to end: what is whole stays, what is half written goes. Commits.
    pub(crate) fn cancel<C: Connected, F: Files<Writer = W>>(
        &mut self,
        queues: &mut Queues<C>,
        files: &mut F,
        now_ms: u64,
    ) -> Result<(), MqError> {
        if self.kept.completed {
            return queues.commit();
        }
        self.expected = Expected::Offer;
        self.is_cancelled = true;
        self.drop_current(files);
        // Kept with the request to end taken: it ends also if this agent does first.
        self.kept.cancelled = true;
        self.fail_messages(queues, files, "the transfer is to end")?;
        self.is_done = true;
        self.backlog.clear();
        self.reopening = None;
        if files.answers_later() {
            // What is not yet in a checkpoint cannot be waited for: that it is to end is kept now.
            for one in std::mem::take(&mut self.unforced) {
                self.refuse(&one.whole, &io::Error::other("the transfer is to end"));
            }
        }
        if self.checkpoint(queues, files)? {
            return self.complete(queues, files, now_ms);
        }
        // The rest is done when files answer.
        self.keep(queues)?;
        queues.commit()
    }

    /// Removes what was being written: the transfer is forgotten without an end.
    pub(crate) fn abandon<F: Files<Writer = W>>(&mut self, files: &mut F) {
        self.drop_current(files);
        for one in std::mem::take(&mut self.unforced) {
            let _ = files.remove(&one.whole.temporary, one.whole.id);
        }
        self.kept.unwanted.append(&mut self.unwanted);
        self.remove_unwanted(files);
        files.release();
    }
}

/// Doublings of a time until it is long.
const ASKED_SHIFT_MAX: u32 = 16;

fn size(results: &[ItemResult]) -> usize {
    results.iter().map(ItemResult::size).sum()
}

fn bytes_of(checksum: Option<Digest>) -> Vec<u8> {
    checksum.map_or_else(Vec::new, |digest| digest.as_slice().to_vec())
}

fn current<W>(current: &mut Option<Current<W>>, item: u32) -> io::Result<&mut Current<W>> {
    let current = current.as_mut().filter(|current| current.item == item);
    current.ok_or_else(|| io::Error::other("the beginning of the file is missing"))
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
