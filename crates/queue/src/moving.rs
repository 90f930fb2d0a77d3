//! A queue whose files failed goes on in new ones.
//!
//! After a failed sync nobody knows what the index says on the disk, and no second sync would tell. What the queue itself knows
//! is enough: each message of which it says that its record is in the data file was covered by a sync that succeeded, and
//! records have checksums. So all that rests in the old files is written to new ones in another directory, beside puts and gets.
//! Only when the new ones are whole and durable the queue takes them, all at once; an attempt that fails leaves it as it was.
//! The old files stay until the list of queues on the disk names the new ones: a crash before that leaves the old ones, and
//! the log behind them.

use crate::entry::{DIRTY, Entry, LEFT, NO_SLOT, NO_UNIT};
use crate::failure::{HardenError, LoadError, QueueFileError};
use crate::file::slot::{Header, Slot};
use crate::file::space::units_for;
use crate::file::space::{Released, Slots, Units};
use crate::file::{DATA_NAME, Files, RecordWriter};
use crate::harden::{BATCH_BYTES, BATCH_MESSAGES, slot_of, write_slots};
use crate::inner::Inner;
use crate::message::FilePlace;
use crate::numbers::Seq;
use crate::queue::{Queue, ReadLog};
use crate::selection::Payload;
use crate::store::SEGMENT_SEQS;
use bytes::Bytes;
use std::io;

/// A queue that has left so many files stays with those it has until the next start: the disk is not worth another attempt.
const MOVES_MAX: u32 = 16;

/// What [`Queue::move_to`] did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveReport {
    /// Messages written to the new files.
    pub messages: u64,
    /// Non-persistent messages whose only copy was in the old files and cannot be read: they are off the queue.
    pub lost: u64,
}

/// A message whose bytes are in the old files.
struct Left {
    slot: Slot,
    payload: Payload,
    /// It has a slot in the old files and needs one in the new: it is persistent, or a clean end has saved it.
    lasts: bool,
}

/// Where a message is in the new files.
struct Moved {
    seq: u64,
    /// `NO_SLOT` for a message that needs none.
    slot: u32,
    unit: u32,
    payload_len: u32,
    backout_count: u32,
}

/// What is written so far.
#[derive(Default)]
struct Progress {
    units: Units,
    slots: Slots,
    moved: Vec<Moved>,
    lost: Vec<u64>,
}

impl Queue {
    /// Name of the directory its files are in, or will be; `None` for a queue that never has any.
    #[must_use]
    pub fn directory(&self) -> Option<&str> {
        self.files().map(Files::name)
    }

    /// How often it was moved to new files in this life.
    #[must_use]
    pub fn moves(&self) -> u32 {
        self.files().map_or(0, |files| files.moves)
    }

    /// Gives up the files and writes what rests in them to new ones in directory `name`, beside the old one: nothing else may
    /// be there. On success the queue has the new files, which are durable, and is hardened as ever; what only the log
    /// held stays there. Puts and gets go on meanwhile; only what does not fit the buffer for non-persistent messages finds no room.
    ///
    /// Before more of the log is given back the list of queues on the disk must say [`Self::directory`]; when it does, call
    /// [`Self::remove_left_files`].
    ///
    /// # Errors
    /// [`HardenError`]: the queue has its old files, which are abandoned now ([`Self::is_abandoned`]). It may be tried again.
    pub fn move_to(&self, name: &str, read_log: ReadLog<'_>) -> Result<MoveReport, HardenError> {
        let Some(old) = self.files() else {
            return Ok(MoveReport::default());
        };
        let _alone = self.hardening.lock_intact();
        old.give_up();
        if old.moves >= MOVES_MAX {
            old.check_usable()?;
        }
        self.mark_left();
        let new = old.successor(name)?;
        let written = self.write_anew(&new, read_log);
        let Progress {
            units,
            slots,
            moved,
            lost,
        } = written.inspect_err(|_| new.remove())?;
        let mut inner = self.lock();
        inner.files.units = units;
        inner.files.slots = slots;
        inner.files.released.clear();
        inner.files.cleared.clear();
        inner.files.header_due = true;
        inner.files.generation += 1;
        old.leave_for(new);
        drop(inner);
        for some in moved.chunks(256) {
            let mut inner = self.lock();
            some.iter().for_each(|one| inner.install(one));
        }
        for seq in &lost {
            let mut inner = self.lock();
            let dropped = inner.remove(*seq);
            drop(inner);
            drop(dropped);
        }
        Ok(MoveReport {
            messages: moved.len() as u64,
            lost: lost.len() as u64,
        })
    }

    /// The list of queues on the disk names the files the queue has now: those it had before go.
    pub fn remove_left_files(&self) {
        let first = self.first_files.iter();
        first.flat_map(Files::left).for_each(Files::remove);
    }

    /// The payload of a message in files the queue has left. A record says whose it is.
    pub(crate) fn read_left(&self, place: FilePlace, seq: Seq) -> Option<Bytes> {
        let mut left = self.first_files.iter().flat_map(Files::left);
        left.find_map(|files| files.read_record(place, seq.0).ok())
    }

    /// From now on no message gets a place in the old files, and those that have one are marked.
    fn mark_left(&self) {
        self.lock().files.generation += 1;
        let mut from = 0;
        loop {
            let mut inner = self.lock();
            let mut segments = inner.store.segments_from(from);
            let Some(number) = segments.next().map(|segment| segment.number) else {
                return;
            };
            drop(segments);
            let has_place = |entry: &Entry| entry.file_unit != NO_UNIT || entry.slot != NO_SLOT;
            for seq in inner.seqs_in(number, has_place) {
                inner.store.change(seq, |entry| entry.flags |= LEFT);
            }
            from = number + 1;
        }
    }

    fn write_anew(&self, new: &Files, read_log: ReadLog<'_>) -> Result<Progress, HardenError> {
        let mut progress = Progress::default();
        let mut from = Some(0);
        while let Some(start) = from {
            let mut batch = Vec::new();
            from = self.collect_left(start, &mut batch);
            self.write_left(new, &batch, read_log, &mut progress)?;
        }
        let header = Header {
            next_seq: self.lock().next_seq,
            slots: new.slots(),
        };
        new.write_index(0, &header.encode())?;
        new.sync_index()?;
        new.keep()?;
        Ok(progress)
    }

    /// Collects marked messages from segment `start` on until there is a batch; answers with the segment to go on from.
    fn collect_left(&self, start: u64, batch: &mut Vec<Left>) -> Option<u64> {
        let mut from = start;
        let mut bytes = 0;
        while bytes < BATCH_BYTES && batch.len() < BATCH_MESSAGES {
            let inner = self.lock();
            let number = inner.store.segments_from(from).next()?.number;
            for seq in inner.seqs_in(number, |entry| entry.has(LEFT)) {
                let entry = inner.store.get(seq).expect("just seen");
                bytes += u64::from(entry.payload_len);
                batch.push(Left {
                    slot: slot_of(seq, &entry),
                    payload: entry.payload(),
                    lasts: entry.is_persistent() || entry.slot != NO_SLOT,
                });
            }
            from = number + 1;
            debug_assert!(batch.len() < BATCH_MESSAGES + SEGMENT_SEQS as usize);
        }
        Some(from)
    }

    fn write_left(
        &self,
        new: &Files,
        batch: &[Left],
        read_log: ReadLog<'_>,
        progress: &mut Progress,
    ) -> Result<(), HardenError> {
        let first = progress.moved.len();
        let mut slots = Vec::new();
        let mut writer = RecordWriter::new(new, usize::MAX);
        for left in batch {
            let mut slot = left.slot;
            let message = match self.load(Seq(slot.seq), &left.payload, read_log) {
                Ok(message) => message,
                Err(LoadError::Gone) => continue,
                // It was not promised to outlive more than this.
                Err(LoadError::File(fault)) if fault.is_damage() && !slot.persistent => {
                    progress.lost.push(slot.seq);
                    continue;
                }
                Err(LoadError::File(error)) => return Err(error.into()),
                Err(LoadError::Log(text)) => return Err(HardenError::Log(text)),
            };
            let unit = progress.units.allocate(units_for(slot.payload_len));
            slot.unit = unit.ok_or_else(|| too_long(new))?;
            writer.add(
                slot.unit,
                slot.seq,
                [&message.descriptor_bytes(), &message.body],
            )?;
            progress.moved.push(Moved {
                seq: slot.seq,
                slot: if left.lasts {
                    progress.slots.allocate()
                } else {
                    NO_SLOT
                },
                unit: slot.unit,
                payload_len: slot.payload_len,
                backout_count: slot.backout_count,
            });
            slots.push(slot);
        }
        writer.flush()?;
        new.sync_data()?;
        new.grow_index(progress.slots.end())?;
        let written = progress.moved[first..].iter().zip(&slots);
        let lasting = written.filter(|(moved, _)| moved.slot != NO_SLOT);
        write_slots(
            new,
            lasting.map(|(moved, slot)| (moved.slot, slot.encode(moved.slot))),
        )?;
        Ok(())
    }
}

fn too_long(files: &Files) -> QueueFileError {
    files.io_error(DATA_NAME, 0, io::ErrorKind::FileTooLarge.into())
}

impl Inner {
    /// A message is in the new files.
    fn install(&mut self, moved: &Moved) {
        let units = units_for(moved.payload_len);
        let lasts = moved.slot != NO_SLOT;
        let Some(place) = self.store.locate(moved.seq) else {
            match lasts {
                true => self.files.released.push(Released {
                    slot: moved.slot,
                    unit: moved.unit,
                    units,
                }),
                false => self.files.units.release(moved.unit, units),
            }
            return;
        };
        let (was_log_only, no_slot_is_due, behind) = self.store.change_at(place, |entry| {
            let was_log_only = entry.is_log_only();
            let no_slot_is_due = !lasts && entry.has(DIRTY);
            entry.flags &= !LEFT;
            entry.rest_in_file(moved.unit, moved.slot);
            if no_slot_is_due {
                entry.flags &= !DIRTY;
            }
            let behind = entry.backout_count != moved.backout_count;
            (was_log_only, no_slot_is_due, behind)
        });
        self.store.settle(place);
        if was_log_only {
            self.needs_log_no_more(moved.seq);
        }
        if no_slot_is_due {
            self.store.segment_of(moved.seq).1.dirty -= 1;
        }
        if behind {
            self.mark_dirty(moved.seq);
        }
    }
}
