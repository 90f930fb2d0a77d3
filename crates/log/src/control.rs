//! The control file `LOGCTL`: two slots written in turn, the valid one with the higher
//! generation counts (`docs/formats/log-control.md`).

use crate::device::{LogDevice, Unwritten};
use crate::error::LogError;
use crate::lsn::PAGE_BYTES;
use crate::page::{put, u16_at, u32_at, u64_at};
use crate::settings::{LogSettings, LogType};
use ferromq_base::buffer::AlignedBuffer;
use ferromq_base::checksum::crc32c;
use ferromq_base::disk::{Directory, File, OpenMode};
use std::io;

/// Longest payload a checkpoint may store in the control file.
pub const CHECKPOINT_PAYLOAD_BYTES_MAX: usize = 3072;

pub(crate) const CONTROL_NAME: &str = "LOGCTL";
pub(crate) const CONTROL_NEW_NAME: &str = "LOGCTL.NEW";
const MAGIC: [u8; 8] = *b"FMQLOGCT";
const VERSION: u32 = 1;
const PAYLOAD_AT: usize = PAGE_BYTES - CHECKPOINT_PAYLOAD_BYTES_MAX;

/// What a slot says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ControlRecord {
    pub(crate) generation: u64,
    pub(crate) log_id: u64,
    pub(crate) epoch: u32,
    pub(crate) settings: LogSettings,
    pub(crate) recovery: u64,
    /// Zero when there is none.
    pub(crate) media: u64,
    /// All before this was durable when the slot was written; pages from here on count only
    /// with exactly `epoch`.
    pub(crate) known_end: u64,
    pub(crate) payload: Vec<u8>,
}

/// Why a slot does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SlotError {
    Invalid,
    UnknownVersion(u32),
}

impl ControlRecord {
    pub(crate) fn decode(slot: &[u8]) -> Result<Self, SlotError> {
        assert_eq!(slot.len(), PAGE_BYTES, "a slot is read whole");
        if slot[8..16] != MAGIC || u32_at(slot, 0) != crc32c(&slot[4..]) {
            return Err(SlotError::Invalid);
        }
        let version = u32_at(slot, 4);
        if version != VERSION {
            return Err(SlotError::UnknownVersion(version));
        }
        let payload_len = usize::from(u16_at(slot, 78));
        let log_type = match slot[76] {
            0 => LogType::Circular,
            1 => LogType::Linear,
            _ => return Err(SlotError::Invalid),
        };
        let settings = LogSettings {
            file_pages: u32_at(slot, 36),
            primary_files: u32_at(slot, 40),
            secondary_files: u32_at(slot, 44),
            buffer_pages: u32_at(slot, 48),
            log_type,
        };
        if payload_len > CHECKPOINT_PAYLOAD_BYTES_MAX || settings.validate().is_err() {
            return Err(SlotError::Invalid);
        }
        let (recovery, known_end) = (u64_at(slot, 52), u64_at(slot, 68));
        // A checkpoint names only positions that are durable.
        if recovery > known_end {
            return Err(SlotError::Invalid);
        }
        Ok(Self {
            generation: u64_at(slot, 16),
            log_id: u64_at(slot, 24),
            epoch: u32_at(slot, 32),
            settings,
            recovery,
            media: u64_at(slot, 60),
            known_end,
            payload: slot[PAYLOAD_AT..PAYLOAD_AT + payload_len].to_vec(),
        })
    }

    pub(crate) fn encode(&self, slot: &mut [u8]) {
        assert_eq!(slot.len(), PAGE_BYTES, "a slot is written whole");
        slot.fill(0);
        put(slot, 4, &VERSION.to_le_bytes());
        put(slot, 8, &MAGIC);
        put(slot, 16, &self.generation.to_le_bytes());
        put(slot, 24, &self.log_id.to_le_bytes());
        put(slot, 32, &self.epoch.to_le_bytes());
        put(slot, 36, &self.settings.file_pages.to_le_bytes());
        put(slot, 40, &self.settings.primary_files.to_le_bytes());
        put(slot, 44, &self.settings.secondary_files.to_le_bytes());
        put(slot, 48, &self.settings.buffer_pages.to_le_bytes());
        put(slot, 52, &self.recovery.to_le_bytes());
        put(slot, 60, &self.media.to_le_bytes());
        put(slot, 68, &self.known_end.to_le_bytes());
        slot[76] = match self.settings.log_type {
            LogType::Circular => 0,
            LogType::Linear => 1,
        };
        put(slot, 78, &(self.payload.len() as u16).to_le_bytes());
        put(slot, PAYLOAD_AT, &self.payload);
        let checksum = crc32c(&slot[4..]);
        put(slot, 0, &checksum.to_le_bytes());
    }
}

/// The control file as a start finds it.
pub(crate) struct ControlFile {
    pub(crate) slots: ControlSlots,
    pub(crate) current: ControlRecord,
}

/// Where slots are written: below the fence of a device.
pub(crate) struct ControlSlots(Box<dyn File>);

/// What the control file of an open log says.
pub(crate) struct Control {
    slot: AlignedBuffer,
    pub(crate) current: ControlRecord,
}

impl ControlFile {
    /// Makes the control file; it exists under its name only once it is whole and durable.
    pub(crate) fn create(dir: &dyn Directory, first: ControlRecord) -> Result<(), LogError> {
        let make = || -> io::Result<()> {
            match dir.remove(CONTROL_NEW_NAME) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
            let file = dir.create(CONTROL_NEW_NAME, OpenMode::Forced)?;
            file.allocate(2 * PAGE_BYTES as u64)?;
            let mut slots = AlignedBuffer::zeroed(2 * PAGE_BYTES);
            let at = slot_offset(first.generation) as usize;
            first.encode(&mut slots[at..at + PAGE_BYTES]);
            file.write_at(0, &slots)?;
            file.sync()?;
            dir.rename(CONTROL_NEW_NAME, CONTROL_NAME)?;
            dir.sync()
        };
        make().map_err(|error| LogError::io("creating", CONTROL_NAME, error))
    }

    /// Opens the control file and finds the slot that counts. Writes nothing.
    pub(crate) fn open(dir: &dyn Directory, mode: OpenMode) -> Result<Self, LogError> {
        let fail = |error| LogError::io("reading", CONTROL_NAME, error);
        let file = match dir.open(CONTROL_NAME, mode) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(LogError::NoControlFile);
            }
            other => other.map_err(fail)?,
        };
        if file.len().map_err(fail)? < 2 * PAGE_BYTES as u64 {
            return Err(LogError::ControlFileDamaged);
        }
        let mut slots = AlignedBuffer::zeroed(2 * PAGE_BYTES);
        file.read_at(0, &mut slots).map_err(fail)?;
        let current = newest(&slots)?;
        Ok(Self {
            slots: ControlSlots(file),
            current,
        })
    }
}

impl ControlSlots {
    /// Writes a slot where the one of this generation belongs. Durable on return.
    pub(crate) fn write(&self, generation: u64, slot: &[u8]) -> io::Result<()> {
        self.0.write_at(slot_offset(generation), slot)
    }
}

impl Control {
    pub(crate) fn new(current: ControlRecord) -> Self {
        Self {
            slot: AlignedBuffer::zeroed(PAGE_BYTES),
            current,
        }
    }

    /// Writes `next` with the next generation into the other slot. Durable on return.
    ///
    /// After an error it is not known which of the two a restart will find; both are true. Behind a fence it is the one that whoever took the
    /// log over has found or written.
    pub(crate) fn write(
        &mut self,
        device: &dyn LogDevice,
        mut next: ControlRecord,
    ) -> Result<(), Unwritten> {
        assert!(
            next.payload.len() <= CHECKPOINT_PAYLOAD_BYTES_MAX,
            "checked by the caller"
        );
        next.generation = self.current.generation + 1;
        next.encode(&mut self.slot);
        device.write_control(next.epoch, next.generation, &self.slot)?;
        self.current = next;
        Ok(())
    }
}

fn slot_offset(generation: u64) -> u64 {
    generation % 2 * PAGE_BYTES as u64
}

fn newest(slots: &[u8]) -> Result<ControlRecord, LogError> {
    let mut best: Option<ControlRecord> = None;
    let mut unknown = None;
    for slot in slots.chunks_exact(PAGE_BYTES) {
        match ControlRecord::decode(slot) {
            Ok(found)
                if best
                    .as_ref()
                    .is_none_or(|b| b.generation < found.generation) =>
            {
                best = Some(found);
            }
            Ok(_) | Err(SlotError::Invalid) => {}
            Err(SlotError::UnknownVersion(version)) => unknown = Some(version),
        }
    }
    match (best, unknown) {
        // A slot of a newer release beside one of ours: the newer release has been here.
        (_, Some(version)) => Err(LogError::UnknownVersion {
            file: CONTROL_NAME.to_owned(),
            version,
        }),
        (Some(found), None) => Ok(found),
        (None, None) => Err(LogError::ControlFileDamaged),
    }
}

#[cfg(test)]
mod tests {
    use super::ControlRecord;
    use crate::lsn::PAGE_BYTES;
    use crate::page::{u16_at, u32_at, u64_at};
    use crate::settings::{LogSettings, LogType};
    use ferromq_base::checksum::crc32c;

    #[test]
    fn a_slot_has_the_bytes_of_its_format_document() {
        let settings = LogSettings {
            log_type: LogType::Linear,
            ..LogSettings::default()
        };
        let record = ControlRecord {
            generation: 21,
            log_id: 22,
            epoch: 23,
            settings,
            recovery: 24,
            media: 25,
            known_end: 26,
            payload: b"payload".to_vec(),
        };
        let mut slot = vec![0xAA; PAGE_BYTES];
        record.encode(&mut slot);
        assert_eq!(&slot[8..16], b"FMQLOGCT");
        assert_eq!(
            (u32_at(&slot, 0), u32_at(&slot, 4)),
            (crc32c(&slot[4..]), 1)
        );
        assert_eq!(
            (u64_at(&slot, 16), u64_at(&slot, 24), u32_at(&slot, 32)),
            (21, 22, 23)
        );
        assert_eq!((u32_at(&slot, 36), u32_at(&slot, 40)), (4096, 3));
        assert_eq!((u32_at(&slot, 44), u32_at(&slot, 48)), (2, 0));
        assert_eq!(
            (u64_at(&slot, 52), u64_at(&slot, 60), u64_at(&slot, 68)),
            (24, 25, 26)
        );
        assert_eq!((slot[76], slot[77], u16_at(&slot, 78)), (1, 0, 7));
        assert_eq!(&slot[1024..1031], b"payload");
        assert!(
            slot[80..1024]
                .iter()
                .chain(&slot[1031..])
                .all(|byte| *byte == 0)
        );
        assert_eq!(ControlRecord::decode(&slot), Ok(record));
    }
}
