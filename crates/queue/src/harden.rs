//! Checkpoints: writing to the queue file what only the log holds.
//!
//! The order of the steps is what keeps a crash harmless; README and format page say why:
//! records written, data synced, slots written and cleared, index synced; and only after the
//! checkpoint that makes the removals durable are cleared slots and their units used again.

use crate::entry::{DIRTY, Entry, NO_SLOT, NO_UNIT, State};
use crate::failure::{HardenError, LogReadFailure, QueueFileError};
use crate::file::slot::{FREE_SLOT, HEADER_BYTES, Header, SLOT_BYTES, Slot};
use crate::file::space::units_for;
use crate::file::space::{Released, UNIT_BYTES};
use crate::file::{Files, RecordWriter};
use crate::inner::Inner;
use crate::message::{LogPlace, Message};
use crate::queue::{Queue, ReadLog};
use crate::status::HardenReport;
use crate::store::SEGMENT_SEQS;
use ferromq_log::Lsn;
use std::sync::Arc;

/// A batch ends when it has this many bytes of payload or messages.
pub(crate) const BATCH_BYTES: u64 = 32 << 20;
pub(crate) const BATCH_MESSAGES: usize = 16 << 10;
/// Neighbouring slots are written with one call up to here.
const SLOTS_BYTES: usize = 1 << 20;
/// The files are not shortened for less.
const SHORTEN_BYTES: u64 = 1 << 20;

/// A message to be written to the queue file.
struct Job {
    slot: Slot,
    number: u32,
    source: Source,
    /// The message had this slot and these units before: they are written once more.
    again: bool,
}

enum Source {
    Memory(Arc<Message>),
    Log(LogPlace),
    /// The record is written already; only the slot is missing.
    File,
}

/// What a pass over the queue collects.
#[derive(Clone, Copy)]
enum Wanted {
    /// Persistent messages whose only copy is in the log below this position.
    LogOnly(Lsn),
    /// Non-persistent messages without a slot.
    NonPersistent,
}

impl Queue {
    /// Writes every committed persistent message whose only copy is in the log below `below`
    /// to the queue file, brings slots up to date, clears the slots of removed messages, and
    /// syncs. On return the log below `below` is not needed for this queue any more.
    ///
    /// The caller must have called `finish`, `make_visible` or `restore` for every unit of
    /// work whose commit or backout lies below `below`: what is held or uncommitted here is
    /// taken to be decided by the log from `below` on.
    ///
    /// Runs beside puts and gets. One harden at a time; a second one waits.
    ///
    /// # Errors
    /// [`HardenError`]: the checkpoint must not move on. A full disk may be tried again;
    /// after a failed sync every later call fails ([`Self::is_abandoned`]).
    pub fn harden(&self, below: Lsn, read_log: ReadLog<'_>) -> Result<HardenReport, HardenError> {
        self.write_out(Wanted::LogOnly(below), read_log)
    }

    /// Saves the non-persistent messages for a queue with `np_class_high`, at a clean end,
    /// when nobody uses the queue any more; and does what else [`Self::harden`] does, except
    /// writing persistent messages. Without `np_class_high` non-persistent messages are left.
    /// Those that are still held go: a branch in doubt has got them.
    ///
    /// # Errors
    /// As [`Self::harden`]; then start the queue manager as after a crash.
    pub fn save_non_persistent(&self, read_log: ReadLog<'_>) -> Result<HardenReport, HardenError> {
        if self.settings().np_class_high {
            self.drop_held();
            self.write_out(Wanted::NonPersistent, read_log)
        } else {
            self.write_out(Wanted::LogOnly(Lsn::NONE), read_log)
        }
    }

    /// Removes held non-persistent messages that an earlier clean end saved. No log says that they are held, so the next
    /// start would show them to others.
    fn drop_held(&self) {
        let mut from = 0;
        loop {
            let mut inner = self.lock();
            let mut segments = inner.store.segments_from(from);
            let Some(number) = segments.next().map(|segment| segment.number) else {
                return;
            };
            drop(segments);
            let held = |entry: &Entry| {
                entry.state == State::Held && !entry.is_persistent() && entry.slot != NO_SLOT
            };
            for seq in inner.seqs_in(number, held) {
                drop(inner.remove(seq));
            }
            from = number + 1;
        }
    }

    fn write_out(
        &self,
        wanted: Wanted,
        read_log: ReadLog<'_>,
    ) -> Result<HardenReport, HardenError> {
        let mut report = HardenReport::default();
        let Some(files) = self.files() else {
            return Ok(report);
        };
        let _alone = self.hardening.lock_intact();
        files.check_usable()?;
        let mut from = Some(0);
        while let Some(start) = from {
            let mut jobs = Vec::new();
            from = self.collect(wanted, start, &mut jobs);
            let written = self.write_batch(files, &mut jobs, read_log, &mut report);
            self.settle(&jobs, written.is_ok());
            written?;
        }
        self.write_dirty(files, &mut report)?;
        self.clear_released(files, &mut report)?;
        Ok(report)
    }

    /// Collects jobs from segment `start` on until there is a batch; answers with the segment
    /// to go on from.
    fn collect(&self, wanted: Wanted, start: u64, jobs: &mut Vec<Job>) -> Option<u64> {
        let mut from = start;
        let mut bytes = 0;
        while bytes < BATCH_BYTES && jobs.len() < BATCH_MESSAGES {
            let mut inner = self.lock();
            let number = inner.next_segment(wanted, from)?;
            for job in inner.collect_segment(wanted, number) {
                bytes += u64::from(job.slot.payload_len);
                jobs.push(job);
            }
            from = number + 1;
        }
        Some(from)
    }

    fn write_batch(
        &self,
        files: &Files,
        jobs: &mut [Job],
        read_log: ReadLog<'_>,
        report: &mut HardenReport,
    ) -> Result<(), HardenError> {
        if jobs.is_empty() {
            return Ok(());
        }
        let slots = self.lock().files.slots.end();
        if files.grow_index(slots)? {
            self.lock().files.header_due = true;
        }
        let mut writer = RecordWriter::new(files, usize::MAX);
        for job in jobs.iter_mut() {
            match &job.source {
                Source::File => continue,
                Source::Memory(message) => {
                    let descriptor = message.descriptor_bytes();
                    writer.add(job.slot.unit, job.slot.seq, [&descriptor, &message.body])?;
                }
                Source::Log(place) => match read_log(*place) {
                    Ok(image) if image.len() == job.slot.payload_len as usize => {
                        writer.add(job.slot.unit, job.slot.seq, [&image, &[]])?;
                    }
                    Ok(_) => return Err(bad_read(*place, "is not as long as it was")),
                    // Got and logged since: there is nothing to write. The slot that
                    // `settle` will not install is cleared, never written.
                    Err(LogReadFailure::Gone) if self.is_gone(job.slot.seq) => continue,
                    Err(LogReadFailure::Gone) => return Err(bad_read(*place, "is gone")),
                    Err(LogReadFailure::Failed(text)) => return Err(HardenError::Log(text)),
                },
            }
            report.messages += 1;
            report.bytes += u64::from(job.slot.payload_len);
        }
        writer.flush()?;
        files.sync_data()?;
        jobs.sort_unstable_by_key(|job| job.number);
        write_slots(
            files,
            jobs.iter()
                .map(|job| (job.number, job.slot.encode(job.number))),
        )?;
        Ok(())
    }

    fn is_gone(&self, seq: u64) -> bool {
        self.lock().store.get(seq).is_none()
    }

    /// Tells the queue where the messages of a batch are now. What cannot be installed has a
    /// slot on disk that must be cleared.
    fn settle(&self, jobs: &[Job], written: bool) {
        for some in jobs.chunks(256) {
            let mut inner = self.lock();
            for job in some {
                inner.settle(job, written);
            }
        }
    }

    fn write_dirty(&self, files: &Files, report: &mut HardenReport) -> Result<(), QueueFileError> {
        let mut from = 0;
        loop {
            let mut inner = self.lock();
            let Some(number) = inner.next_dirty_segment(from) else {
                return Ok(());
            };
            let mut slots = inner.take_dirty(number);
            drop(inner);
            from = number + 1;
            slots.sort_unstable_by_key(|(place, _)| *place);
            report.rewritten += slots.len() as u64;
            let encoded = slots
                .iter()
                .map(|(place, slot)| (*place, slot.encode(*place)));
            if let Err(error) = write_slots(files, encoded) {
                let mut inner = self.lock();
                slots
                    .iter()
                    .for_each(|(_, slot)| inner.mark_dirty(slot.seq));
                return Err(error);
            }
        }
    }

    fn clear_released(
        &self,
        files: &Files,
        report: &mut HardenReport,
    ) -> Result<(), QueueFileError> {
        if files.made().is_none() {
            // What came and went left nothing to keep but the next number, which the checkpoint keeps for all such queues.
            return Ok(());
        }
        let mut inner = self.lock();
        let header_due = std::mem::take(&mut inner.files.header_due);
        if inner.files.released.is_empty() && !header_due && files.index_is_synced() {
            // An idle queue costs a checkpoint nothing.
            return Ok(());
        }
        let mut released = std::mem::take(&mut inner.files.released);
        let header = Header {
            next_seq: inner.next_seq,
            slots: files.slots(),
        };
        drop(inner);
        released.sort_unstable_by_key(|released| released.slot);
        let cleared = write_slots(files, released.iter().map(|old| (old.slot, FREE_SLOT)))
            .and_then(|()| files.write_index(0, &header.encode()))
            .and_then(|()| files.sync_index())
            .and_then(|()| files.keep());
        let mut inner = self.lock();
        match &cleared {
            Ok(()) => {
                report.cleared += released.len() as u64;
                inner.files.cleared.append(&mut released);
            }
            Err(_) => {
                inner.files.released.append(&mut released);
                inner.files.header_due = true;
            }
        }
        cleared
    }

    /// The checkpoint the last [`Self::harden`] served is durable: slots and units it cleared
    /// may be used again, and the files shortened. Nothing happens to files that are abandoned.
    pub fn checkpoint_done(&self) {
        let usable = |files: &&Files| files.check_usable().is_ok();
        let Some(files) = self.files().filter(usable) else {
            return;
        };
        let Some(_alone) = self.hardening.try_lock() else {
            return;
        };
        let mut inner = self.lock();
        let cleared = std::mem::take(&mut inner.files.cleared);
        for old in cleared {
            inner.files.slots.release(old.slot);
            if old.units > 0 {
                inner.files.units.release(old.unit, old.units);
            }
        }
        drop(inner);
        self.shorten(files, SHORTEN_BYTES);
    }

    /// Gives the disk what is free within the data file, for a disk that is full: other queues may need it. Like shortening,
    /// it waits for nobody and may fail.
    pub fn give_back_space(&self) {
        let usable = |files: &&Files| files.check_usable().is_ok();
        let Some(files) = self.files().filter(usable) else {
            return;
        };
        let Some(made) = files.made() else { return };
        let Some(_alone) = self.hardening.try_lock() else {
            return;
        };
        if let Some(_nobody_writes) = files.data_length.try_write() {
            // Whoever takes some of it from now on writes there when this is done.
            let free: Vec<(u32, u32)> = self.lock().files.units.free().collect();
            for (first, count) in free {
                let (offset, len) = (u64::from(first), u64::from(count));
                let _only_space = made.data.give_back(offset * UNIT_BYTES, len * UNIT_BYTES);
            }
        }
        self.shorten(files, 0);
    }

    /// Gives free space at the end of the files back, if it is so much. A failure costs nothing but the space.
    fn shorten(&self, files: &Files, at_least: u64) {
        if let Some(_nobody_writes) = files.data_length.try_write() {
            let end = u64::from(self.lock().files.units.end()) * UNIT_BYTES;
            files.cut_data(end, at_least);
        }
        let inner = self.lock();
        let (slots, next_seq) = (inner.files.slots.end(), inner.next_seq);
        drop(inner);
        files.cut_index(slots, next_seq, at_least);
    }
}

fn bad_read(place: LogPlace, what: &str) -> HardenError {
    HardenError::Log(format!(
        "the record at {} {what} but still needed",
        place.lsn
    ))
}

/// Writes slots given in ascending order, neighbours together.
pub(crate) fn write_slots(
    files: &Files,
    slots: impl Iterator<Item = (u32, [u8; SLOT_BYTES])>,
) -> Result<(), QueueFileError> {
    let place = |number: u32| HEADER_BYTES as u64 + u64::from(number) * SLOT_BYTES as u64;
    let write = |first: u32, run: &[u8]| files.write_index(place(first), run);
    let mut run: Vec<u8> = Vec::new();
    let mut first = 0;
    for (number, bytes) in slots {
        let next = u64::from(first) + (run.len() / SLOT_BYTES) as u64;
        if u64::from(number) != next || run.len() >= SLOTS_BYTES {
            if !run.is_empty() {
                write(first, &run)?;
                run.clear();
            }
            first = number;
        }
        run.extend_from_slice(&bytes);
    }
    if run.is_empty() {
        Ok(())
    } else {
        write(first, &run)
    }
}

impl Inner {
    fn next_segment(&self, wanted: Wanted, from: u64) -> Option<u64> {
        let mut segments = self.store.segments_from(from);
        let found = segments.find(|segment| match wanted {
            Wanted::LogOnly(below) => segment.log_only > 0 && segment.oldest_lsn < below.get(),
            Wanted::NonPersistent => true,
        });
        found.map(|segment| segment.number)
    }

    fn collect_segment(&mut self, wanted: Wanted, number: u64) -> Vec<Job> {
        let wants = |entry: &Entry| match wanted {
            Wanted::LogOnly(below) => {
                entry.is_committed() && entry.is_log_only() && entry.log_lsn < below.get()
            }
            Wanted::NonPersistent => {
                let on_queue = matches!(entry.state, State::Available | State::Locked);
                on_queue && !entry.is_persistent() && entry.slot == NO_SLOT
            }
        };
        let seqs = self.seqs_in(number, wants);
        seqs.into_iter()
            .filter_map(|seq| self.make_job(seq))
            .collect()
    }

    pub(crate) fn seqs_in(&self, number: u64, wants: impl Fn(&Entry) -> bool) -> Vec<u64> {
        let end = (number + 1) * SEGMENT_SEQS;
        let mut seqs = Vec::new();
        let mut start = number * SEGMENT_SEQS;
        while let Some(seq) = self.store.next_live(start).filter(|seq| *seq < end) {
            start = seq + 1;
            if self.store.get(seq).is_some_and(|entry| wants(&entry)) {
                seqs.push(seq);
            }
        }
        seqs
    }

    /// Gives a message a slot and units. `None` when the data file is as long as can be: the
    /// message stays in the log, and the log keeps it.
    fn make_job(&mut self, seq: u64) -> Option<Job> {
        let entry = self.store.get(seq).expect("just seen");
        let mut slot = slot_of(seq, &entry);
        let source = match (entry.own_message(), entry.log_place()) {
            (Some(message), _) => Source::Memory(message),
            (None, Some(place)) => Source::Log(place),
            (None, None) => Source::File,
        };
        let again = entry.slot != NO_SLOT;
        let number = entry.slot;
        if slot.unit == NO_UNIT {
            slot.unit = self.files.units.allocate(units_for(slot.payload_len))?;
        }
        let number = if again {
            number
        } else {
            self.files.slots.allocate()
        };
        Some(Job {
            slot,
            number,
            source,
            again,
        })
    }

    fn settle(&mut self, job: &Job, written: bool) {
        let in_file = matches!(job.source, Source::File);
        let units = units_for(job.slot.payload_len);
        let owner = self.store.locate(job.slot.seq).filter(|_| written);
        if owner.is_none() && job.again {
            return;
        }
        let Some(place) = owner else {
            // Units of a message that has its record already are its own to give back.
            let units = if in_file { 0 } else { units };
            self.files.released.push(Released {
                slot: job.number,
                unit: job.slot.unit,
                units,
            });
            return;
        };
        let (was_log_only, behind) = self.store.change_at(place, |entry| {
            let was_log_only = entry.is_log_only();
            entry.rest_in_file(job.slot.unit, job.number);
            let behind = entry.backout_count != job.slot.backout_count;
            (was_log_only, behind)
        });
        self.store.settle(place);
        if was_log_only {
            self.needs_log_no_more(job.slot.seq);
        }
        if behind {
            self.mark_dirty(job.slot.seq);
        }
    }

    /// A message has its durable copy in the files now.
    pub(crate) fn needs_log_no_more(&mut self, seq: u64) {
        let segment = self.store.segment_of(seq).1;
        segment.log_only -= 1;
        if segment.log_only == 0 {
            segment.oldest_lsn = u64::MAX;
        }
    }

    fn next_dirty_segment(&self, from: u64) -> Option<u64> {
        self.store
            .segments_from(from)
            .find(|segment| segment.dirty > 0)
            .map(|found| found.number)
    }

    fn take_dirty(&mut self, number: u64) -> Vec<(u32, Slot)> {
        let seqs = self.seqs_in(number, |entry| entry.has(DIRTY));
        let mut slots = Vec::with_capacity(seqs.len());
        for seq in seqs {
            let slot = self.store.change(seq, |entry| {
                entry.flags &= !DIRTY;
                (entry.slot, slot_of(seq, entry))
            });
            slots.push(slot.expect("just seen"));
            self.store.segment_of(seq).1.dirty -= 1;
        }
        slots
    }
}

pub(crate) fn slot_of(seq: u64, entry: &Entry) -> Slot {
    Slot {
        persistent: entry.is_persistent(),
        class: entry.class,
        priority: entry.priority,
        seq,
        put_at_us: entry.put_at_us,
        expires_at_us: entry.expires_at_us,
        msg_id: entry.msg_id,
        correl_id: entry.correl_id,
        unit: entry.file_unit,
        payload_len: entry.payload_len,
        backout_count: entry.backout_count,
        group: entry.group.as_deref().copied(),
    }
}
