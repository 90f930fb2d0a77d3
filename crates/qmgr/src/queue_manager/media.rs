//! Media images: a queue's contents copied into a linear log, and rebuilt from there when its
//! files are damaged.
//!
//! An image is taken while the queue is in use. It says from which log position on the log
//! must be replayed over it: the oldest position any work in flight needs when the image
//! begins. Replay is idempotent, so a message may be met both in the image and as a put. One
//! order needs care: a removal logged before the image copied the message (the copy was made
//! while the removal waited for its force). Such a message is remembered as removed, and its
//! image is passed over.

mod due;

pub use due::MediaImages;

use crate::core::place::queue_directory;
use crate::publish::keep::move_to;
use crate::queue_manager::QueueManager;
use crate::queue_manager::restart::{copy_place, is_recoverable, put_meta};
use crate::record::{
    MalformedRecord, PutCopy, PutHead, QueueId, Record, RecordKind, UowId, descriptor_bytes,
    numbers,
};
use crate::store::append::log_place;
use crate::store::local_queue::{LocalQueue, queue_settings};
use crate::store::read::read_log;
use crate::verbs::Engine;
use ferromq_log::{AppendError, Lsn, ReplayError, Urgency};
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::name::ObjectName;
use ferromq_queue::{LoadError, LogPlace, Message, Queue, Scope, Seq, Summary, Visibility};
use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Why an image was not recorded or a queue not recovered.
#[derive(Debug)]
pub enum MediaError {
    /// There is no such local queue.
    NotFound,
    /// The log is circular: it keeps nothing to recover from.
    CircularLog,
    /// `IMGRCOVQ(NO)`: the queue's messages are not kept for recovery.
    NotRecoverable,
    /// The log does not reach back to an image of the queue, nor to its definition.
    NoImage,
    /// The queue is open or has uncommitted messages.
    InUse,
    /// The queue is damaged: an image of it would hold nothing, and replace the one to rebuild
    /// it from.
    Damaged,
    /// The queue is not damaged: there is nothing to rebuild, and messages that are not persistent would go.
    NotDamaged,
    /// A message could not be read.
    Load(String),
    /// The queue manager ends, and waits for no image.
    Ending,
    /// The log refused.
    Log(String),
    /// The queue's new files could not be written.
    Files(String),
}

impl fmt::Display for MediaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound => f.write_str("there is no such local queue"),
            Self::CircularLog => {
                f.write_str("the queue manager uses circular logging, which keeps no media images")
            }
            Self::NotRecoverable => f.write_str("the queue is defined with IMGRCOVQ(NO)"),
            Self::NoImage => f.write_str(
                "the log does not reach back to a media image of the queue; record one with rcdmqimg while the queue is whole",
            ),
            Self::InUse => f.write_str("the queue is open, or has uncommitted messages"),
            Self::Damaged => f.write_str("the queue is damaged"),
            Self::NotDamaged => f.write_str("the queue is not damaged"),
            Self::Ending => f.write_str("the queue manager is ending"),
            Self::Load(text) => write!(f, "a message cannot be read: {text}"),
            Self::Log(text) => write!(f, "the log refused: {text}"),
            Self::Files(text) => write!(f, "the queue file cannot be written: {text}"),
        }
    }
}

impl std::error::Error for MediaError {}

/// What recording or recovering did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MediaReport {
    /// Messages copied.
    pub messages: u64,
    /// Where media recovery of the queue begins now.
    pub media_lsn: Lsn,
}

impl QueueManager {
    /// Records a media image of a queue. When it returns, the image is durable and media
    /// recovery of the queue begins at the position reported.
    ///
    /// # Errors
    /// See [`MediaError`]; the last image stays in force.
    pub fn record_image(&self, name: &ObjectName) -> Result<MediaReport, MediaError> {
        let engine = &self.engine;
        if !engine.linear_log {
            return Err(MediaError::CircularLog);
        }
        let queue = engine
            .registry()
            .local_queue(name)
            .ok_or(MediaError::NotFound)?;
        let q_mgr = engine.q_mgr();
        if !queue.with_definition(|definition| is_recoverable(definition, &q_mgr)) {
            return Err(MediaError::NotRecoverable);
        }
        if queue.is_damaged() {
            return Err(MediaError::Damaged);
        }
        record(engine, &queue)
    }

    /// Rebuilds a queue as [`Self::recover_queue`] does, if it is damaged: if it cannot be used, or the file does not have a message
    /// on it any more. Others keep their messages that are not persistent that way. All messages are read to find out.
    ///
    /// # Errors
    /// See [`MediaError`]; the queue stays as it was, but as [`Self::recover_queue`] says.
    pub fn recover_damaged_queue(&self, name: &ObjectName) -> Result<MediaReport, MediaError> {
        let engine = &self.engine;
        if !engine.linear_log {
            return Err(MediaError::CircularLog);
        }
        let queue = engine
            .registry()
            .local_queue(name)
            .ok_or(MediaError::NotFound)?;
        let q_mgr = engine.q_mgr();
        if !queue.with_definition(|definition| is_recoverable(definition, &q_mgr)) {
            return Err(MediaError::NotRecoverable);
        }
        if !queue.is_damaged() && is_whole(engine, &queue)? {
            return Err(MediaError::NotDamaged);
        }
        self.recover_queue(name)
    }

    /// Rebuilds a queue nobody has open, damaged or not, from its media image and the log behind it: what is not
    /// persistent goes. When it returns, the queue's new files are durable.
    ///
    /// # Errors
    /// See [`MediaError`]; the queue stays as it was. Only when the last step, the checkpoint
    /// that makes the new files last, fails, it is rebuilt all the same, and written by the
    /// next checkpoint.
    pub fn recover_queue(&self, name: &ObjectName) -> Result<MediaReport, MediaError> {
        let engine = &self.engine;
        if !engine.linear_log {
            return Err(MediaError::CircularLog);
        }
        let old = take_out_of_use(engine, name)?;
        // It takes as long as the log and the queue are long: other objects are changed meanwhile.
        let report = put_in_place(engine, &old, rebuild(engine, &old))?;
        crate::queue_manager::checkpoint::take(
            engine,
            crate::queue_manager::checkpoint::Depth::KeepYoung,
            false,
        )
        .map_err(|error| MediaError::Files(error.to_string()))?;
        // Left behind, it belongs to no object and goes at the next start.
        let _ = engine.queue_files.remove_directory(old.directory());
        Ok(report)
    }
}

/// Has nobody use a queue, or change it but for its attributes, until it is rebuilt.
fn take_out_of_use(engine: &Engine, name: &ObjectName) -> Result<Arc<LocalQueue>, MediaError> {
    let _one_at_a_time = engine.administer();
    let queue = engine
        .registry()
        .local_queue(name)
        .ok_or(MediaError::NotFound)?;
    let q_mgr = engine.q_mgr();
    if !queue.with_definition(|definition| is_recoverable(definition, &q_mgr)) {
        return Err(MediaError::NotRecoverable);
    }
    let image_lsn = Lsn::new(queue.image_lsn.load(Ordering::Acquire));
    if !engine.log.reaches(image_lsn) {
        return Err(MediaError::NoImage);
    }
    // The files of a damaged queue do not tell what branches in doubt hold of it. None can come to hold more: nobody can open
    // it, and of one that is not damaged all that is held is uncommitted.
    if engine.branches.hold(queue.id) {
        return Err(MediaError::InUse);
    }
    {
        let opens = queue.opens();
        // Somebody may be rebuilding it.
        if queue.is_deleted() || opens.any() || queue.queue.uncommitted() > 0 {
            return Err(MediaError::InUse);
        }
        queue.set_deleted(&opens, true);
        // A report or a publication needs no handle, and looks whether the queue is in use when it has its place.
        if queue.queue.uncommitted() > 0 {
            queue.set_deleted(&opens, false);
            return Err(MediaError::InUse);
        }
    }
    Ok(queue)
}

/// Puts the rebuilt queue in the place of the old one, with the attributes that has by now; or gives the old one back.
fn put_in_place(
    engine: &Engine,
    old: &Arc<LocalQueue>,
    rebuilt: Result<(LocalQueue, MediaReport), MediaError>,
) -> Result<MediaReport, MediaError> {
    // It may be the queue of a subscription, which is changed then.
    let _order = engine.order_commits();
    let _one_at_a_time = engine.administer();
    // A managed queue may have gone with its subscription.
    let now = engine.registry().by_id.get(&old.id).cloned();
    let is_there = now.is_some_and(|now| Arc::ptr_eq(&now, old));
    match rebuilt {
        Ok((fresh, report)) if is_there && old.is_deleted() => {
            fresh.redefine(old.definition(), engine.buffers);
            let fresh = Arc::new(fresh);
            engine.registry_mut().add_local(Arc::clone(&fresh));
            move_to(engine, &fresh);
            Ok(report)
        }
        Ok((fresh, _)) => {
            // Left behind, it goes at the next start.
            let _ = engine.queue_files.remove_directory(fresh.directory());
            Err(if is_there {
                MediaError::InUse
            } else {
                MediaError::NotFound
            })
        }
        Err(error) => {
            if is_there {
                old.set_deleted(&old.opens(), false);
            }
            Err(error)
        }
    }
}

fn record(engine: &Engine, queue: &Arc<LocalQueue>) -> Result<MediaReport, MediaError> {
    if engine.is_stopping() {
        return Err(MediaError::Ending);
    }
    let Some(files) = queue.files() else {
        return Err(MediaError::NotRecoverable);
    };
    let replay_from = engine.pins.oldest(|| engine.log.head());
    let begin = numbers(&[queue.id.0, replay_from.get()]);
    append(engine, RecordKind::ImageBegin, &[&begin])?;
    let mut messages = 0;
    let mut outcome = Ok(());
    // The queue is not locked while a message is copied.
    files.for_each_committed(Scope::Persistent, &mut |message| match copy_message(
        engine, queue, &message,
    ) {
        Ok(copied) => {
            messages += u64::from(copied);
            ControlFlow::Continue(())
        }
        Err(error) => {
            outcome = Err(error);
            ControlFlow::Break(())
        }
    });
    outcome?;
    let end = numbers(&[queue.id.0, replay_from.get()]);
    let end = append(engine, RecordKind::ImageEnd, &[&end])?;
    engine
        .log
        .wait_durable(end)
        .map_err(|error| MediaError::Log(error.to_string()))?;
    queue.image_lsn.store(replay_from.get(), Ordering::Release);
    queue
        .image_us
        .store(engine.clock.wall_us(), Ordering::Release);
    engine.registry_mut().changed = true;
    Ok(MediaReport {
        messages,
        media_lsn: replay_from,
    })
}

/// Copies one message into the log; false when it left the queue meanwhile.
fn copy_message(
    engine: &Engine,
    queue: &LocalQueue,
    summary: &Summary,
) -> Result<bool, MediaError> {
    let Some(message) = load(engine, queue, summary)? else {
        return Ok(false);
    };
    let head = PutHead {
        uow: UowId::IMPLICIT,
        queue: queue.id,
        seq: summary.seq.0,
        expires_at_us: summary.expires_at_us.unwrap_or(0),
        backout_count: summary.backout_count,
        priority: summary.priority,
        class: summary.class,
    };
    let descriptor = descriptor_bytes(&message.descriptor);
    let parts: [&[u8]; 3] = [&head.encode(), &descriptor, &message.body];
    append(engine, RecordKind::ImageMessage, &parts)?;
    Ok(true)
}

/// Reads one message; `None` when it left the queue meanwhile.
fn load(
    engine: &Engine,
    queue: &LocalQueue,
    summary: &Summary,
) -> Result<Option<Arc<Message>>, MediaError> {
    match read(engine, queue, summary)? {
        Ok(message) => Ok(Some(message)),
        Err(LoadError::Gone) => Ok(None),
        Err(error) => Err(MediaError::Load(error.to_string())),
    }
}

/// The same, with what was in the way.
fn read(
    engine: &Engine,
    queue: &LocalQueue,
    summary: &Summary,
) -> Result<Result<Arc<Message>, LoadError>, MediaError> {
    if engine.is_stopping() {
        return Err(MediaError::Ending);
    }
    let read_log = |place| read_log(engine, place);
    Ok(queue.queue.load(summary.seq, &summary.payload, &read_log))
}

/// Whether every message on a queue can be read. The queue is not locked while one is. A message that cannot be read now, and perhaps
/// later, says nothing of the queue: to rebuild it would lose others for nothing.
fn is_whole(engine: &Engine, queue: &LocalQueue) -> Result<bool, MediaError> {
    let Some(files) = queue.files() else {
        return Err(MediaError::NotRecoverable);
    };
    let mut outcome = Ok(true);
    files.for_each_committed(Scope::All, &mut |message| {
        outcome = match read(engine, queue, &message) {
            Ok(Ok(_) | Err(LoadError::Gone)) => return ControlFlow::Continue(()),
            Ok(Err(LoadError::File(fault))) if fault.is_lasting() => Ok(false),
            Ok(Err(error)) => Err(MediaError::Load(error.to_string())),
            Err(ending) => Err(ending),
        };
        ControlFlow::Break(())
    });
    outcome
}

fn append(engine: &Engine, kind: RecordKind, parts: &[&[u8]]) -> Result<Lsn, MediaError> {
    let appended = engine.log.append(kind as u8, parts, Urgency::Ordinary);
    appended
        .map(|appended| appended.end)
        .map_err(|error: AppendError| MediaError::Log(error.to_string()))
}

/// Builds the queue anew, in files of its own, from the log.
fn rebuild(engine: &Engine, old: &LocalQueue) -> Result<(LocalQueue, MediaReport), MediaError> {
    let files = |error: &dyn fmt::Display| MediaError::Files(error.to_string());
    let definition = old.definition();
    let head = engine.log.head();
    // A directory of another name, so that a crash leaves one or the other whole.
    let directory = format!("{}.{}", queue_directory(&old.name, old.id.0), head.get());
    let settings = queue_settings(&definition, engine.buffers);
    let queue = Queue::without_files(Arc::clone(&engine.queue_files), &directory, settings);
    let media_lsn = Lsn::new(old.image_lsn.load(Ordering::Acquire));
    let mut redo = QueueRedo {
        id: old.id,
        media_lsn,
        queue,
        image_counts: false,
        open: BTreeMap::new(),
        removed: HashSet::new(),
    };
    engine
        .log
        .wait_durable(head)
        .map_err(|error| MediaError::Log(error.to_string()))?;
    // A restart may replay from further back than the image: what it will find there must
    // not speak of arrival numbers given out again.
    let from = media_lsn.min(engine.log.recovery_lsn());
    engine
        .log
        .scan(from, head, &mut |record| redo.apply(&record))
        .map_err(|error: ReplayError<MalformedRecord>| MediaError::Log(error.to_string()))?;
    redo.finish(engine.clock.wall_us());
    let queue = redo.queue;
    queue
        .harden(head, &|place| read_log(engine, place))
        .map_err(|error| files(&error))?;
    let messages = u64::from(queue.depth());
    let fresh = LocalQueue::new(old.id, directory, definition, queue);
    fresh.image_lsn.store(media_lsn.get(), Ordering::Release);
    Ok((
        fresh,
        MediaReport {
            messages,
            media_lsn,
        },
    ))
}

/// Puts and removals of a unit of work, by arrival number.
#[derive(Default)]
struct OpenWork {
    puts: Vec<Seq>,
    removes: Vec<Seq>,
}

/// Replay for one queue.
struct QueueRedo {
    id: QueueId,
    /// Records before this only say which arrival numbers are used up.
    media_lsn: Lsn,
    queue: Queue,
    /// The image being read is the one recovery begins with, or a later one. What units of work
    /// had got when an earlier one was made is told by records before `media_lsn`.
    image_counts: bool,
    open: BTreeMap<UowId, OpenWork>,
    removed: HashSet<Seq>,
}

impl QueueRedo {
    fn apply(&mut self, record: &ferromq_log::Record<'_>) -> Result<(), MalformedRecord> {
        let decoded = Record::decode(record.kind, record.body)?;
        if record.lsn < self.media_lsn {
            self.use_up(&decoded);
            return Ok(());
        }
        match decoded {
            Record::Put(head, descriptor, body) if head.queue == self.id => {
                self.put(&head, &descriptor, log_place(record.lsn, body.len()));
            }
            Record::Puts(copies) => {
                let id = self.id;
                for copy in copies.iter().filter(|copy| copy.head.queue == id) {
                    let place = copy_place(copy, record.lsn);
                    self.put(&copy.head, &copy.descriptor, place);
                }
            }
            Record::ImageBegin {
                queue,
                replay_from_lsn,
            } if queue == self.id => {
                self.image_counts = replay_from_lsn >= self.media_lsn.get();
            }
            Record::ImageMessage(head, descriptor, body)
                if head.queue == self.id
                    && self.image_counts
                    && !self.removed.contains(&Seq(head.seq)) =>
            {
                self.put(&head, &descriptor, log_place(record.lsn, body.len()));
                self.queue
                    .redo_backout_count(Seq(head.seq), head.backout_count);
            }
            Record::Remove { uow, queue, seq } if queue == self.id => match uow {
                UowId::IMPLICIT => self.remove(Seq(seq)),
                uow => self.open.entry(uow).or_default().removes.push(Seq(seq)),
            },
            Record::Commit(uow)
            | Record::Decided {
                uow,
                committed: true,
                ..
            } => self.commit(uow),
            Record::BackOut(uow)
            | Record::Decided {
                uow,
                committed: false,
                ..
            } => self.back_out(uow),
            Record::BackoutCount { queue, seq, count } if queue == self.id => {
                self.queue.redo_backout_count(Seq(seq), count);
            }
            Record::Purged { queue, ranges } if queue == self.id => {
                self.removed.extend(self.queue.redo_purge(&ranges));
            }
            _ => {}
        }
        Ok(())
    }

    fn commit(&mut self, uow: UowId) {
        let work = self.open.remove(&uow).unwrap_or_default();
        for seq in work.puts {
            drop(self.queue.make_visible(seq));
        }
        for seq in work.removes {
            self.remove(seq);
        }
    }

    fn back_out(&mut self, uow: UowId) {
        for seq in self.open.remove(&uow).unwrap_or_default().puts {
            self.queue.release(seq);
        }
    }

    fn use_up(&self, record: &Record<'_>) {
        let used_up = |queue: QueueId, seq: u64| {
            if queue == self.id {
                // There is no such message yet; its number will not be given out.
                self.queue.redo_remove(Seq(seq));
            }
        };
        match record {
            Record::Put(head, ..) | Record::ImageMessage(head, ..) => used_up(head.queue, head.seq),
            Record::Puts(copies) => {
                for PutCopy { head, .. } in copies {
                    used_up(head.queue, head.seq);
                }
            }
            Record::Remove { queue, seq, .. } | Record::BackoutCount { queue, seq, .. } => {
                used_up(*queue, *seq);
            }
            Record::Purged { queue, ranges } => {
                for (_, last) in ranges {
                    used_up(*queue, *last);
                }
            }
            _ => {}
        }
    }

    fn put(&mut self, head: &PutHead, descriptor: &MsgDescriptor, place: LogPlace) {
        let meta = put_meta(head, descriptor, place);
        let visibility = if head.uow == UowId::IMPLICIT {
            Visibility::Now
        } else {
            self.open
                .entry(head.uow)
                .or_default()
                .puts
                .push(Seq(head.seq));
            Visibility::Held
        };
        self.queue
            .redo_put(Seq(head.seq), &meta, descriptor, visibility);
    }

    fn remove(&mut self, seq: Seq) {
        self.queue.redo_remove(seq);
        self.removed.insert(seq);
    }

    fn finish(&mut self, now_us: u64) {
        for work in std::mem::take(&mut self.open).into_values() {
            for seq in work.puts {
                self.queue.release(seq);
            }
        }
        self.queue.redo_done(now_us);
    }
}
