//! Spilling: what does not fit the buffer of non-persistent messages goes to the queue file, behind the puts.
//!
//! A put keeps its message in memory and notes it here; whoever may wait for a disk calls [`Queue::spill`]. What has been got by then is not
//! written, and neither is what fits the buffer again. So a flood that is got as it comes costs the disk nothing. Whoever puts sees to
//! it that not too much waits ([`Queue::unspilled_bytes`]).

use crate::entry::NO_UNIT;
use crate::failure::QueueFileError;
use crate::file::space::units_for;
use crate::file::{Files, RecordWriter};
use crate::inner::Inner;
use crate::message::Message;
use crate::queue::Queue;
use crate::unspilled::Unspilled;
use ferromq_mqi::MsgDescriptor;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// A batch ends when it has this many bytes of payload or messages.
const BATCH_BYTES: u64 = 1 << 20;
const BATCH_MESSAGES: usize = 256;
/// Messages looked at under one lock, most of which may be gone.
const LOOKS: usize = 1024;

/// How a step of spilling ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spill {
    /// Nothing is left to write.
    Done,
    /// There is more.
    More,
    /// The files take no more: what is in memory stays there, and puts are refused while that is more than the buffer.
    Failed,
}

impl Queue {
    /// Bytes of messages that are to be spilled. Costs next to nothing.
    #[must_use]
    pub fn unspilled_bytes(&self) -> u64 {
        self.unspilled_bytes.load(Ordering::Relaxed)
    }

    /// Whether a message with so many bytes of data that is not persistent would have to be spilled, as things are.
    #[must_use]
    pub fn would_spill(&self, data_bytes: usize) -> bool {
        let inner = self.lock();
        let bytes = inner.counts.np_bytes + (MsgDescriptor::SIZE + data_bytes) as u64;
        inner.files.present && bytes > inner.settings.np_buffer_bytes
    }

    pub(crate) fn note_unspilled(&self, inner: &Inner) {
        let bytes = inner.files.spilling.bytes();
        self.unspilled_bytes.store(bytes, Ordering::Relaxed);
    }

    /// Writes some of what is not to stay in memory to the queue file, not synced. Waits for the disk, with no lock held. One at
    /// a time.
    pub fn spill(&self) -> Spill {
        let files;
        let generation;
        let (batch, looked) = {
            let mut inner = self.lock();
            // Those the places are in: they change under the lock.
            files = match self.files() {
                Some(files) => files,
                None => return Spill::Done,
            };
            generation = inner.files.generation;
            let collected = inner.collect_unspilled();
            self.note_unspilled(&inner);
            collected
        };
        if batch.is_empty() {
            return match looked == LOOKS {
                true => Spill::More,
                false => Spill::Done,
            };
        }
        let written = write(files, &batch);
        let mut gone = Vec::with_capacity(batch.len());
        let mut inner = self.lock();
        inner.files.spilling.note_failed(written.is_err());
        // In files the queue has left meanwhile they are of no use.
        let stands = written.is_ok() && inner.files.generation == generation;
        for one in batch.iter().rev() {
            match stands {
                true => gone.extend(inner.settle_spilled(one)),
                false => inner.take_back(one, generation),
            }
        }
        self.note_unspilled(&inner);
        drop(inner);
        // Many may go here for good: not under the lock.
        drop((batch, gone));
        match written {
            Ok(()) => Spill::More,
            Err(_) => Spill::Failed,
        }
    }
}

fn write(files: &Files, batch: &[Unspilled]) -> Result<(), QueueFileError> {
    files.check_usable()?;
    let mut writer = RecordWriter::new(files, usize::MAX);
    for one in batch {
        let descriptor = one.message.descriptor_bytes();
        writer.add(one.unit, one.seq, [&descriptor, &one.message.body])?;
    }
    writer.flush()
}

impl Inner {
    /// What is written next, with places for it, and how many messages were looked at.
    fn collect_unspilled(&mut self) -> (Vec<Unspilled>, usize) {
        let mut batch = Vec::new();
        let mut bytes = 0;
        let mut looked = 0;
        while bytes < BATCH_BYTES && batch.len() < BATCH_MESSAGES && looked < LOOKS {
            if self.counts.np_bytes <= self.settings.np_buffer_bytes + bytes {
                // The rest fits.
                self.files.spilling.clear();
                break;
            }
            let Some(seq) = self.files.spilling.next() else {
                break;
            };
            looked += 1;
            if let Some(one) = self.unspilled(seq) {
                bytes += u64::from(one.payload_len);
                batch.push(one);
            }
        }
        (batch, looked)
    }

    /// The message, if it is in memory alone. One the data file is too long for stays there.
    fn unspilled(&mut self, seq: u64) -> Option<Unspilled> {
        let entry = self.store.get(seq)?;
        if entry.is_persistent() || entry.file_place().is_some() {
            return None;
        }
        let message = entry.own_message()?;
        let payload_len = entry.payload_len;
        let unit = self.files.units.allocate(units_for(payload_len))?;
        Some(Unspilled {
            seq,
            payload_len,
            unit,
            message,
        })
    }

    /// The message is in the file; answers what memory had of it.
    fn settle_spilled(&mut self, one: &Unspilled) -> Option<Arc<Message>> {
        let units = units_for(one.payload_len);
        let place = self.store.locate(one.seq);
        let memory = place.and_then(|place| {
            self.store.change_at(place, |entry| {
                let memory = entry.memory.take_if(|_| entry.file_unit == NO_UNIT)?;
                entry.file_unit = one.unit;
                Some(memory)
            })
        });
        let (Some(place), Some(memory)) = (place, memory) else {
            self.files.units.release(one.unit, units);
            return None;
        };
        self.store.settle(place);
        self.counts.np_bytes -= u64::from(one.payload_len);
        self.counts.spilled += 1;
        Some(memory)
    }

    fn take_back(&mut self, one: &Unspilled, generation: u32) {
        let units = units_for(one.payload_len);
        self.files.release_units(generation, one.unit, units);
        if self.store.get(one.seq).is_some() {
            self.files.spilling.put_back(one);
        }
    }
}
