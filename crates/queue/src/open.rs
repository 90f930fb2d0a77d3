//! Opening a queue: loading what its files hold.

use crate::entry::{NEVER_US, PERSISTENT, State};
use crate::failure::QueueFileError;
use crate::file::slot::{FREE_SLOT, HEADER_BYTES, Header, SLOT_BYTES, Slot, index_bytes};
use crate::file::space::units_for;
use crate::file::space::{Released, Slots, Units};
use crate::file::{DATA_NAME, Files, INDEX_NAME};
use crate::harden::write_slots;
use crate::inner::Inner;
use crate::queue::Queue;
use crate::status::QueueSettings;
use ferromq_base::disk::Directory;
use std::sync::Arc;

/// The index is read this much at a time.
const READ_BYTES: usize = 1 << 20;

impl Queue {
    /// A queue that has no files yet; they are made in directory `name` of `parent` when there is something to write to them.
    /// What was left there before is written over, so there should be nothing.
    #[must_use]
    pub fn without_files(parent: Arc<dyn Directory>, name: &str, settings: QueueSettings) -> Self {
        let mut inner = Inner::new(settings);
        inner.files.present = true;
        Self::with_files(inner, Files::none_yet(parent, name))
    }

    /// Opens the queue whose files are in directory `name` of `parent`. All hardened messages
    /// are on the queue then, as of the last checkpoint; restart goes on with `redo_...`.
    /// `after_clean_end` keeps the non-persistent messages that `save_non_persistent` saved
    /// (if the queue is still of that class): pass it only if nothing was done to the queue since.
    ///
    /// # Errors
    /// [`QueueFileError`]: the disk failed, or a file is missing, too short or breaks a rule of its format (the queue
    /// is damaged: MQRC_OBJECT_DAMAGED).
    pub fn open(
        parent: Arc<dyn Directory>,
        name: &str,
        settings: QueueSettings,
        after_clean_end: bool,
    ) -> Result<Self, QueueFileError> {
        let (files, lost_data) = Files::open(parent, name)?;
        let mut inner = Inner::new(settings);
        inner.files.present = true;
        Loader {
            files: &files,
            inner: &mut inner,
            after_clean_end,
            keep_non_persistent: after_clean_end && settings.np_class_high,
            used: Vec::new(),
        }
        .load()?;
        if lost_data && inner.counts.messages > 0 {
            return Err(files.rule_broken(DATA_NAME, 0, "the data file of an index exists"));
        }
        Ok(Self::with_files(inner, files))
    }
}

struct Loader<'a> {
    files: &'a Files,
    inner: &'a mut Inner,
    after_clean_end: bool,
    keep_non_persistent: bool,
    /// First unit, units, slot of every slot in use.
    used: Vec<(u32, u32, u32)>,
}

impl Loader<'_> {
    fn load(mut self) -> Result<(), QueueFileError> {
        let index = &self.files.make()?.index;
        let failed = |offset, error| self.files.io_error(INDEX_NAME, offset, error);
        let broken = |offset, rule| self.files.rule_broken(INDEX_NAME, offset, rule);
        let len = index.len().map_err(|error| failed(0, error))?;
        if len < HEADER_BYTES as u64 {
            return Err(broken(len, "an index has its header"));
        }
        let mut page = [0; HEADER_BYTES];
        index
            .read_at(0, &mut page)
            .map_err(|error| failed(0, error))?;
        let header = Header::decode(&page).map_err(|rule| broken(0, rule))?;
        if len < index_bytes(header.slots) {
            return Err(broken(
                len,
                "an index has all the slots its header promises",
            ));
        }
        self.files.set_slots(header.slots);
        self.inner.next_seq = header.next_seq;
        let mut buffer = vec![0; READ_BYTES];
        let mut offset = HEADER_BYTES as u64;
        // Bytes behind the last whole slot never were a slot.
        while len - offset >= SLOT_BYTES as u64 {
            let want = (len - offset).min(READ_BYTES as u64) as usize / SLOT_BYTES * SLOT_BYTES;
            let part = &mut buffer[..want];
            index
                .read_at(offset, part)
                .map_err(|error| failed(offset, error))?;
            self.load_part(part, offset)?;
            offset += want as u64;
        }
        self.rebuild_space()?;
        if self.after_clean_end {
            return Ok(());
        }
        let slots = (len - HEADER_BYTES as u64) / SLOT_BYTES as u64;
        self.clear_free_slots(u32::try_from(slots).unwrap_or(u32::MAX))
    }

    /// A process that was killed, above all after a sync had failed, may leave a cache that
    /// shows a slot as free which the disk still holds, and which no later sync of the same
    /// bytes would clear. It would come back with the next loss of power, and own units that
    /// went to another message. So what looks free is written once more.
    fn clear_free_slots(&mut self, count: u32) -> Result<(), QueueFileError> {
        let mut used: Vec<u32> = self.used.iter().map(|used| used.2).collect();
        used.sort_unstable();
        let mut used = used.into_iter().peekable();
        let free = (0..count).filter(|slot| used.next_if_eq(slot).is_none());
        write_slots(self.files, free.map(|slot| (slot, FREE_SLOT)))?;
        if self.files.index_is_synced() {
            Ok(())
        } else {
            self.files.sync_index()
        }
    }

    fn load_part(&mut self, part: &[u8], offset: u64) -> Result<(), QueueFileError> {
        let first = (offset - HEADER_BYTES as u64) / SLOT_BYTES as u64;
        for (at, bytes) in part.chunks_exact(SLOT_BYTES).enumerate() {
            let bytes: &[u8; SLOT_BYTES] = bytes.try_into().expect("chunks are exact");
            if bytes == &FREE_SLOT {
                continue;
            }
            let place = offset + (at * SLOT_BYTES) as u64;
            let broken = |rule| self.files.rule_broken(INDEX_NAME, place, rule);
            let number = u32::try_from(first + at as u64)
                .ok()
                .filter(|number| *number < u32::MAX)
                .ok_or_else(|| broken("there are at most 4,294,967,294 slots"))?;
            let slot = Slot::decode(bytes, number).map_err(broken)?;
            if let Some(slot) = slot {
                self.add(&slot, number)
                    .map_err(|rule| self.files.rule_broken(INDEX_NAME, place, rule))?;
            }
        }
        Ok(())
    }

    fn add(&mut self, slot: &Slot, number: u32) -> Result<(), &'static str> {
        let units = units_for(slot.payload_len);
        if !slot.persistent && !self.keep_non_persistent {
            // It may share its units with a message that came later: it owns none.
            self.inner.files.released.push(Released {
                slot: number,
                unit: 0,
                units: 0,
            });
            self.used.push((0, 0, number));
            return Ok(());
        }
        if self.inner.store.get(slot.seq).is_some() {
            return Err("two slots name different messages");
        }
        self.used.push((slot.unit, units, number));
        self.inner.load_slot(slot, number);
        Ok(())
    }

    fn rebuild_space(&mut self) -> Result<(), QueueFileError> {
        let mut slots: Vec<u32> = self.used.iter().map(|used| used.2).collect();
        slots.sort_unstable();
        self.inner.files.slots = Slots::around(slots.into_iter());
        let mut extents: Vec<(u32, u32)> = self
            .used
            .iter()
            .filter(|used| used.1 > 0)
            .map(|used| (used.0, used.1))
            .collect();
        extents.sort_unstable();
        match Units::around(&extents) {
            Some(units) => self.inner.files.units = units,
            None => {
                let rule = "the payloads of two slots do not overlap";
                return Err(self
                    .files
                    .rule_broken(INDEX_NAME, HEADER_BYTES as u64, rule));
            }
        }
        Ok(())
    }
}

impl Inner {
    /// Puts the message of a slot on the queue.
    fn load_slot(&mut self, slot: &Slot, number: u32) {
        self.next_seq = self.next_seq.max(slot.seq + 1);
        let place = self.create(slot.seq);
        self.store.change_at(place, |entry| {
            entry.state = State::Uncommitted;
            entry.class = slot.class;
            entry.priority = slot.priority;
            entry.flags = if slot.persistent { PERSISTENT } else { 0 };
            entry.put_at_us = slot.put_at_us;
            entry.expires_at_us = slot.expires_at_us().unwrap_or(NEVER_US);
            entry.payload_len = slot.payload_len;
            entry.msg_id = slot.msg_id;
            entry.correl_id = slot.correl_id;
            entry.file_unit = slot.unit;
            entry.slot = number;
            entry.backout_count = slot.backout_count;
            entry.group = slot.group.map(Box::new);
        });
        self.show(place);
        self.store.settle(place);
    }
}
