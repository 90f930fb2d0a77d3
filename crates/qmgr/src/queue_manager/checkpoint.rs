//! Checkpoints: moving the recovery position forward.
//!
//! In this order, each step durable before the next: of every queue, the live messages whose only
//! copy is in the part of the log to be given back; the catalog, if objects changed or queues have
//! files for the first time; the control file with the new position. A crash in between leaves the
//! old position, and replay from there finds every record whose effect may be half written. Files
//! the catalog does not name are removed by the next start: the log has all that is in them.
//!
//! A checkpoint gives back no more of the log than it must: it keeps the youngest part, so
//! that messages that come and go leave nothing but their log records.

use crate::core::Notice;
use crate::core::{Core, disk_room};
use crate::objects::failed_queues;
use crate::objects::registry::{QueueObject, Registry};
use crate::queue_manager::catalog::{Catalog, CatalogEntry};
use crate::queue_manager::restart::is_recoverable;
use crate::record::authority::AuthorityRecord;
use crate::record::{QueueId, RecordKind, numbers};
use crate::store::damage::{self, move_to_new_files};
use crate::store::local_queue::LocalQueue;
use crate::store::read::read_log;
use crate::uow::branch::complete::{give_room_again, renew_decided};
use crate::verbs::Engine;
use crate::verbs::holders::{Holding, oldest_holder};
use ferromq_log::{LogError, Lsn, PAGE_BYTES, Urgency};
use ferromq_mqi::authority::ProtectedKind;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::notices::{AMQ7469, AMQ7486, FMQ0166, FMQ0167, FMQ0222};
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::xa::XaCode;
use ferromq_queue::{HardenError, HardenReport, Queue};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// What the log's control file keeps for us: its payload in `docs/formats/log-control.md`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CheckpointNote {
    /// The end was orderly.
    pub(crate) clean_end: bool,
    /// But not for these queues: they are as after a crash.
    pub(crate) unsaved: Vec<QueueId>,
    /// The last number of a unit of work.
    pub(crate) last_uow: u64,
    /// Queues without files have given no number from here on but in records that are replayed.
    pub(crate) next_seq: u64,
    /// Since when restart begins where it does: wall clock, microseconds since 1970. Nobody wrote it down once.
    pub(crate) recovery_us: Option<u64>,
}

/// With more queues that are not saved, no end is clean: the control file has room for so many.
const UNSAVED_MAX: usize = 256;

impl CheckpointNote {
    pub(crate) fn encode(&self) -> Vec<u8> {
        let clean = u64::from(self.clean_end);
        let recovery_us = self.recovery_us.unwrap_or_default();
        let mut fields = vec![4, clean, self.last_uow, self.next_seq, recovery_us];
        fields.extend(self.unsaved.iter().map(|queue| queue.0));
        numbers(&fields)
    }

    pub(crate) fn decode(bytes: &[u8]) -> Option<Self> {
        let mut reader = crate::record::Reader(bytes);
        let version = reader.u64()?;
        let clean_end = reader.u64()? == 1;
        let last_uow = reader.u64()?;
        let next_seq = match version {
            // Every queue had files then that had given a number.
            1 => 1,
            2..=4 => reader.u64()?,
            _ => return None,
        };
        let recovery_us = match version {
            4 => Some(reader.u64()?).filter(|at_us| *at_us > 0),
            _ => None,
        };
        let mut unsaved = Vec::new();
        if version >= 3 {
            unsaved.extend(std::iter::from_fn(|| reader.u64()).map(QueueId));
        }
        Some(Self {
            clean_end,
            unsaved,
            last_uow,
            next_seq,
            recovery_us,
        })
    }

    /// What is to be kept when restart begins at `recovery`.
    fn of(engine: &Engine, clean_end: bool, recovery: Lsn) -> Self {
        let mut unsaved = Vec::new();
        if clean_end {
            let registry = engine.registry();
            let queues = registry.by_id.values();
            unsaved.extend(
                queues
                    .filter(|queue| queue.is_unsaved())
                    .map(|queue| queue.id),
            );
        }
        let clean_end = clean_end && unsaved.len() <= UNSAVED_MAX;
        if !clean_end {
            unsaved.clear();
        }
        Self {
            clean_end,
            unsaved,
            last_uow: engine.last_uow(),
            next_seq: engine.next_seq_without_files(),
            recovery_us: Some(engine.restart_begins_since_us(recovery)),
        }
    }
}

/// Why a checkpoint was not taken. The recovery position stays where it was.
#[derive(Debug)]
pub enum CheckpointError {
    /// The catalog could not be written.
    Catalog(crate::queue_manager::catalog::CatalogError),
    /// A queue could not be hardened.
    Queue(String, ferromq_queue::HardenError),
    /// The log refused.
    Log(ferromq_log::LogError),
    /// The files of this queue failed: the end is not clean for it, and clean for all others.
    Damaged(String),
}

impl CheckpointError {
    /// The disk has no room for what is on a queue.
    fn is_full(&self) -> bool {
        match self {
            Self::Queue(_, ferromq_queue::HardenError::File(error)) => error.is_full(),
            _ => false,
        }
    }
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Catalog(error) => error.fmt(f),
            Self::Queue(name, error) => write!(f, "queue {name}: {error}"),
            Self::Log(error) => error.fmt(f),
            Self::Damaged(name) => write!(
                f,
                "queue {name} is damaged; the next start completes it from the log"
            ),
        }
    }
}

impl std::error::Error for CheckpointError {}

/// How much of the log a checkpoint gives back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    /// All but the youngest quarter of the primary space, or 512 MiB if that is less.
    KeepYoung,
    /// All that no unit of work needs.
    Everything,
}

/// Takes a checkpoint.
pub(crate) fn take(engine: &Engine, depth: Depth, clean_end: bool) -> Result<(), CheckpointError> {
    let _one_at_a_time = engine.checkpointing();
    let _back_pressure = engine.back_pressure.checkpoint();
    for queue in failed_queues::due_for_a_move(engine) {
        let why = "they failed earlier";
        if move_queue(engine, &queue, |core| move_to_new_files(core, &queue, &why)) {
            queue.set_usable();
        }
    }
    let renewed = renew_decided(engine);
    let head = engine.log.head();
    let oldest = failed_queues::needed_from(engine).min(head);
    let usage = engine.log.usage();
    let recovery = match depth {
        Depth::Everything => oldest,
        Depth::KeepYoung => {
            let young = head.get().saturating_sub(usage.checkpoint_bytes / 2);
            // Replay can begin where a record does, or at the start of a page.
            let page = PAGE_BYTES as u64;
            oldest.min(Lsn::new(young / page * page))
        }
    };
    let recovery = recovery.max(engine.log.recovery_lsn());
    // What precedes the new position must be durable before it counts as not needed, and so must what was written again.
    engine
        .log
        .wait_durable(oldest.min(engine.log.head()).max(renewed))
        .map_err(|poisoned| CheckpointError::Log(LogError::Poisoned(poisoned)))?;
    let queues: Vec<_> = engine.registry().by_id.values().cloned().collect();
    let hardened = match harden(engine, &queues, recovery) {
        Err(error) if error.is_full() => harden_on_full_disk(engine, &queues, recovery, error),
        hardened => hardened.map(|()| recovery),
    };
    let recovery = match hardened {
        Ok(recovery) => recovery,
        Err(error) => {
            if clean_end {
                // What queues saved beside their part of the log is not lost for the sake of one.
                make_durable(engine, &queues, engine.log.recovery_lsn(), true)?;
            }
            return Err(error);
        }
    };
    make_durable(engine, &queues, recovery, clean_end)?;
    give_room_again(engine);
    if engine.log.is_closed() {
        files_of(&queues).for_each(Queue::give_back_space);
    }
    renew_reserve(engine);
    engine.count_checkpoint(head, usage.records);
    let record = numbers(&[engine.log.recovery_lsn().get()]);
    // For readers of the log only; a full log can do without.
    let _ = engine
        .log
        .append(RecordKind::Checkpoint as u8, &[&record], Urgency::Ordinary);
    Ok(())
}

/// What this queue manager keeps by its log and by files; other engines keep theirs.
fn files_of(queues: &[Arc<LocalQueue>]) -> impl Iterator<Item = &Queue> {
    queues.iter().filter_map(|queue| queue.files())
}

/// Writes what queues have in the log before `recovery` only to their files. One that fails keeps no other from it; one whose
/// files failed for good is left out.
fn harden(
    engine: &Engine,
    queues: &[Arc<LocalQueue>],
    recovery: Lsn,
) -> Result<(), CheckpointError> {
    let mut outcome = Ok(());
    for queue in queues {
        let Some(files) = queue.files().filter(|_| !queue.is_damaged()) else {
            continue;
        };
        // Of one deleted meanwhile nothing has to last: the catalog is written after its record is durable.
        let is_deleted = || !engine.registry().by_id.contains_key(&queue.id);
        if is_deleted() {
            continue;
        }
        let hardened = with_new_files_if_failed(engine, queue, || {
            files.harden(recovery, &|place| read_log(engine, place))
        });
        if let Err(error) = hardened {
            if is_deleted() || damage::leave_out(engine, queue, &error) {
                continue;
            }
            let error = CheckpointError::Queue(queue.name.to_string(), error);
            if !error.is_full() || outcome.is_ok() {
                outcome = Err(error);
            }
        }
    }
    outcome
}

/// Hardens or saves a queue, and when its files fail moves it to new ones and does it once more.
pub(crate) fn with_new_files_if_failed(
    engine: &Engine,
    queue: &LocalQueue,
    harden: impl Fn() -> Result<HardenReport, HardenError>,
) -> Result<(), HardenError> {
    let mut hardened = harden();
    if let Err(error) = &hardened
        && engine.registry().by_id.contains_key(&queue.id)
        && move_queue(engine, queue, |core| {
            damage::move_if_failed(core, queue, error)
        })
    {
        hardened = harden();
    }
    if hardened.is_ok() {
        queue.moving.failed_writes.store(0, Ordering::Release);
    }
    hardened.map(drop)
}

/// Moves a queue to new files, which the next catalog names.
fn move_queue(engine: &Engine, queue: &LocalQueue, to_move: impl FnOnce(&Core) -> bool) -> bool {
    let moved = to_move(engine);
    if moved {
        queue.catalog_names_files.store(false, Ordering::Release);
        engine.registry_mut().changed = true;
    }
    moved
}

/// Makes the recovery position durable, and before it the catalog, which names the files queues have by now. What queues gave up
/// for it is free from then on. It moves no further than a queue allows whose files failed.
fn make_durable(
    engine: &Engine,
    queues: &[Arc<LocalQueue>],
    recovery: Lsn,
    clean_end: bool,
) -> Result<(), CheckpointError> {
    // Numbers given from now on are in records that are read again. Those given before nobody else knows, and media recovery
    // takes two messages of one number for the same.
    let without_files = files_of(queues).filter(|files| !files.has_files());
    engine.note_next_seq(without_files.map(Queue::next_seq).max());
    write_catalog(engine)?;
    let holder = failed_queues::oldest_holder(engine);
    let recovery = match &holder {
        Some((from, _)) => recovery.min(*from).max(engine.log.recovery_lsn()),
        None => recovery,
    };
    let note = CheckpointNote::of(engine, clean_end, recovery);
    engine
        .log
        .checkpoint(recovery, media_position(engine), &note.encode())
        .map_err(CheckpointError::Log)?;
    if let Some(since_us) = note.recovery_us {
        engine.note_restart_begins(since_us);
    }
    for files in files_of(queues) {
        files.checkpoint_done();
        files.remove_left_files();
    }
    Ok(())
}

/// Gives the reserve of the disk to the checkpoint under way, if there is one and those wait who make room. From then on
/// nothing new is put: that would only use up what is left for them.
fn release_reserve(engine: &Engine) -> bool {
    if !engine.room.is_awaited_by_gets() || !disk_room::release_reserve(engine.place.data.as_ref())
    {
        return false;
    }
    if !engine.log.is_closed() {
        engine.log.close(true);
        let notice = Notice::of(&FMQ0166, &[&engine.name]);
        engine.repeated_notice(notice, "", 1);
    }
    true
}

/// Makes the reserve of the disk again, if there is room for it; then messages may be put again.
pub(crate) fn renew_reserve(engine: &Engine) {
    let directory = engine.place.data.as_ref();
    if disk_room::provide_reserve(directory, engine.log.extent_bytes()) && engine.log.is_closed() {
        engine.log.close(false);
        engine.repeats.over(FMQ0166.label, "");
        engine.notice(Notice::of(&FMQ0167, &[&engine.name]));
    }
}

/// Hardens as far as a full disk lets us, so that gets go on in the room they make themselves: what was got has left space in
/// the files that counts as free once a checkpoint is durable, if only one that moves nothing. When that is not enough the
/// reserve is used up. Answers how far the recovery position may move, which is `wanted`, or some extents of the log less.
fn harden_on_full_disk(
    engine: &Engine,
    queues: &[Arc<LocalQueue>],
    wanted: Lsn,
    error: CheckpointError,
) -> Result<Lsn, CheckpointError> {
    let harden = |below| match harden(engine, queues, below) {
        Err(error) if error.is_full() && release_reserve(engine) => harden(engine, queues, below),
        outcome => outcome,
    };
    let mut possible = engine.log.recovery_lsn();
    harden(possible)?;
    make_durable(engine, queues, possible, false)?;
    files_of(queues).for_each(Queue::give_back_space);
    while possible < wanted {
        let next = engine.log.next_extent(possible).min(wanted);
        match harden(next) {
            Ok(()) => possible = next,
            Err(error) if !error.is_full() => return Err(error),
            Err(_) => break,
        }
    }
    match possible > engine.log.recovery_lsn() {
        true => Ok(possible),
        false => Err(error),
    }
}

/// Takes back that the last end was clean, and nothing else: needs no room on the disk, so
/// that a queue manager starts on a full one.
pub(crate) fn begin_life(engine: &Engine) -> Result<(), LogError> {
    let recovery = engine.log.recovery_lsn();
    let note = CheckpointNote::of(engine, false, recovery);
    engine
        .log
        .checkpoint(recovery, media_position(engine), &note.encode())
}

/// The oldest log position media recovery of some queue needs; `None` when none does, as with
/// circular logging. Of a queue that is to be recoverable only now the log may have given back what it would need: it has nothing to keep until an image is
/// recorded.
fn media_position(engine: &Engine) -> Option<Lsn> {
    if !engine.linear_log {
        return None;
    }
    let q_mgr = engine.q_mgr();
    let registry = engine.registry();
    let needed = registry.by_id.values().filter(|queue| {
        !queue.is_temporary()
            && queue.with_definition(|definition| is_recoverable(definition, &q_mgr))
    });
    let positions = needed.map(|queue| Lsn::new(queue.image_lsn.load(Ordering::Acquire)));
    positions
        .filter(|position| engine.log.reaches(*position))
        .min()
}

/// Writes the catalog if objects changed since it was written last, or queues have files it does not name.
fn write_catalog(engine: &Engine) -> Result<(), CheckpointError> {
    let mut with_files = Vec::new();
    let catalog = {
        let mut registry = engine.registry_mut();
        let unnamed = |queue: &Arc<LocalQueue>| {
            let named = queue.catalog_names_files.load(Ordering::Acquire);
            !named && queue.has_files() && !queue.is_temporary()
        };
        if !registry.changed && !registry.by_id.values().any(unnamed) {
            return Ok(());
        }
        registry.changed = false;
        let mut entries = Vec::new();
        for object in registry.queues.values() {
            match object {
                QueueObject::Local(queue) if queue.is_temporary() => {}
                QueueObject::Local(queue) => {
                    let mut directory = String::new();
                    // What failed before its files were durable has left nothing but the log.
                    let lost = queue.is_damaged() && queue.held_from().is_none();
                    if queue.has_files() || lost {
                        queue.directory().clone_into(&mut directory);
                        with_files.push(Arc::clone(queue));
                    }
                    entries.push(CatalogEntry {
                        queue: queue.id,
                        directory,
                        image_lsn: queue.image_lsn.load(Ordering::Acquire),
                        definition: queue.definition(),
                    });
                }
                other => entries.push(plain_entry(other.definition())),
            }
        }
        let plain = registry.plain.values();
        entries.extend(plain.map(|definition| plain_entry((**definition).clone())));
        Catalog {
            last_queue_id: registry.last_queue_id,
            q_mgr: engine.q_mgr(),
            entries,
            authorities: lasting_authorities(engine, &registry),
        }
    };
    // The catalog must not know more than the log: what it shows is logged by now.
    let forced = engine.log.wait_durable(engine.log.head());
    let written = match forced {
        Ok(()) => {
            let written = catalog.write(engine.place.data.as_ref());
            written.map_err(CheckpointError::Catalog)
        }
        Err(poisoned) => Err(CheckpointError::Log(LogError::Poisoned(poisoned))),
    };
    written.inspect_err(|_| engine.registry_mut().changed = true)?;
    for queue in with_files {
        queue.catalog_names_files.store(true, Ordering::Release);
    }
    Ok(())
}

/// The authority records but those about a temporary dynamic queue, which does not outlive the
/// queue manager's run.
fn lasting_authorities(engine: &Engine, registry: &Registry) -> Vec<AuthorityRecord> {
    let mut records = engine.authority.records().all();
    records.retain(|record| {
        let name = ObjectName::truncated(record.profile.as_str());
        let queue = registry.local_queue(&name);
        record.kind != ProtectedKind::Queue || !queue.is_some_and(|queue| queue.is_temporary())
    });
    records
}

fn plain_entry(definition: Definition) -> CatalogEntry {
    CatalogEntry {
        queue: QueueId(0),
        directory: String::new(),
        image_lsn: 0,
        definition,
    }
}

/// The log is nearly full: backs out the unit of work that holds the oldest part of it, if
/// that is what keeps the recovery position back. Returns true when one was backed out.
///
/// A prepared branch is a promise and stays, and so does what a queue whose files failed needs; while that is the oldest,
/// backing out younger work would free nothing, and the operator is told instead.
pub(crate) fn relieve_log(engine: &Engine) -> bool {
    let oldest = oldest_holder(engine);
    if let Some((from, queue)) = failed_queues::oldest_holder(engine) {
        let extent = |lsn| engine.log.extent_of(lsn);
        let is_oldest = |(lsn, _): &(Lsn, Holding)| extent(*lsn) < extent(from);
        if !oldest.as_ref().is_some_and(is_oldest) {
            damage::tell_of_hold(engine, &queue, from);
            return false;
        }
    }
    let Some((_, oldest)) = oldest else {
        return false;
    };
    let whose = match &oldest {
        Holding::Own(connection) if connection.roll_back(engine) => format!(
            "application {} (process {})",
            connection.appl_name, connection.origin.process_id
        ),
        Holding::Branch(one) if one.in_doubt => {
            let xid = format!("{:?}", one.branch.xid);
            let (notice, whose) = match one.branch.xid.channel() {
                Some(channel) => (&FMQ0222, channel.to_string()),
                None => (&AMQ7486, xid.clone()),
            };
            let notice = Notice::of(notice, &[&whose]);
            engine.repeated_notice(notice, &xid, 1);
            return false;
        }
        Holding::Branch(one)
            if engine
                .branches
                .doom(engine, &one.branch, XaCode::RBTRANSIENT) =>
        {
            format!("transaction {:?}", one.branch.xid)
        }
        _ => return false,
    };
    let notice = Notice::of(&AMQ7469, &[&whose]);
    engine.repeated_notice(notice, &whose, 1);
    true
}
