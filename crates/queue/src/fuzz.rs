//! The doors for fuzzing: bytes from outside go through every decoder of the queue files, and
//! as queue files through everything a queue does with them.

use crate::failure::LogReadFailure;
use crate::file::slot::{HEADER_BYTES, Header, SLOT_BYTES, Slot, seal};
use crate::file::space::UNIT_BYTES;
use crate::file::{DATA_NAME, INDEX_NAME, RECORD_HEADER_BYTES, decode_record, seal_record};
use crate::message::Message;
use crate::numbers::Holder;
use crate::queue::Queue;
use crate::selection::{Selection, Take};
use crate::status::QueueSettings;
use bytes::Bytes;
use ferromq_base::disk::{OpenMode, SimulatedDisk};
use ferromq_log::Lsn;
use std::io;

/// Decodes the bytes as a header, as slots and as a record. Nothing may panic, and a slot
/// that is accepted must come out of the encoder as it went in.
pub fn fuzz_one(bytes: &[u8]) {
    if let Some(header) = bytes.first_chunk::<HEADER_BYTES>() {
        let _refused_or_not = Header::decode(header);
    }
    for (number, slot) in (0..).zip(bytes.chunks_exact(SLOT_BYTES)) {
        let slot: &[u8; SLOT_BYTES] = slot.try_into().expect("chunks are exact");
        if let Ok(Some(decoded)) = Slot::decode(slot, number) {
            let again = decoded.encode(number);
            assert_eq!(Slot::decode(&again, number), Ok(Some(decoded)));
        }
    }
    let record = Bytes::copy_from_slice(bytes);
    let seq = bytes.get(8..16).map_or(0, |seq| {
        u64::from_le_bytes(seq.try_into().expect("eight bytes"))
    });
    let payload_len = record.len().saturating_sub(RECORD_HEADER_BYTES);
    if let Ok(payload) = decode_record(&record, seq, payload_len as u32) {
        let message = Message::from_payload(&payload).expect("a record holds a descriptor");
        assert_eq!(message.payload_len(), payload.len());
    }
}

/// Directory of the files that [`fuzz_files`] makes.
const QUEUE: &str = "Q";
/// Slots of the index that [`fuzz_files`] makes, at most.
const SLOTS_MAX: usize = 24;

/// Makes queue files of the bytes, with every checksum in order, opens them, and does with the
/// queue what restart and applications do. The files may be refused and payloads may be
/// damaged; nothing may panic, and a queue that was opened and emptied opens again, empty.
///
/// The first byte says how many slots there are and how the queue ended; slots follow, then
/// the data file.
///
/// # Panics
/// If one of these does not hold.
pub fn fuzz_files(bytes: &[u8]) {
    let disk = SimulatedDisk::new(1);
    let Some((shape, rest)) = bytes.split_first() else {
        return;
    };
    let after_clean_end = shape & 0x80 != 0;
    let slots = (*shape as usize % SLOTS_MAX).min(rest.len() / SLOT_BYTES);
    let (slots, data) = rest.split_at(slots * SLOT_BYTES);
    if write_files(&disk, slots, data).is_err() {
        return;
    }
    let settings = QueueSettings {
        np_class_high: true,
        ..QueueSettings::default()
    };
    let Ok(queue) = Queue::open(disk.root(), QUEUE, settings, after_clean_end) else {
        return;
    };
    let no_log = |_| Err(LogReadFailure::Gone);
    // At a time when half of what can expire has.
    let now_us = u64::MAX / 2;
    loop {
        let selected = queue.select(&Selection::default(), Take::Hold(Holder(1)), now_us);
        for expired in &selected.expired {
            queue.finish(expired.seq);
        }
        let Some(found) = selected.found else { break };
        if let Ok(message) = queue.load(found.seq, &found.payload, &no_log) {
            assert!(message.payload_len() >= message.body.len());
        }
        queue.finish(found.seq);
    }
    assert_eq!(queue.depth(), 0, "everything was taken off");
    let hardened = queue.harden(Lsn::NONE, &no_log);
    assert!(hardened.is_ok(), "the disk is well: {hardened:?}");
    queue.checkpoint_done();
    drop(queue);
    let again = Queue::open(disk.root(), QUEUE, settings, true);
    assert_eq!(again.map(|queue| queue.depth()).ok(), Some(0));
}

fn write_files(disk: &SimulatedDisk, slots: &[u8], data: &[u8]) -> io::Result<()> {
    let root = disk.root().directory(QUEUE)?;
    let mut index = vec![0; HEADER_BYTES];
    let header = Header {
        next_seq: 1 + slots.len() as u64,
        slots: (slots.len() / SLOT_BYTES) as u32,
    };
    index[..512].copy_from_slice(&header.encode());
    let mut data = data.to_vec();
    for (number, slot) in (0..).zip(slots.chunks_exact(SLOT_BYTES)) {
        let mut slot: [u8; SLOT_BYTES] = slot.try_into().expect("chunks are exact");
        seal(&mut slot, number);
        index.extend_from_slice(&slot);
        // The record it points to, when there is one in the file, names it.
        if let Ok(Some(slot)) = Slot::decode(&slot, number) {
            let start = slot.unit as usize * UNIT_BYTES as usize;
            let len = RECORD_HEADER_BYTES + slot.payload_len as usize;
            if let Some(record) = data.get_mut(start..start.saturating_add(len)) {
                seal_record(record, slot.seq);
            }
        }
    }
    root.create(INDEX_NAME, OpenMode::Cached)?
        .write_at(0, &index)?;
    root.create(DATA_NAME, OpenMode::Cached)?.write_at(0, &data)
}

#[cfg(test)]
mod tests {
    use super::{fuzz_files, fuzz_one};
    use crate::file::slot::{Header, Slot};

    /// Valid bytes with a few changes get further into the decoders than noise does.
    #[test]
    fn decoders_survive_changed_headers_slots_and_noise() {
        let slot = Slot {
            persistent: true,
            class: 3,
            priority: 3,
            seq: 17,
            put_at_us: 5,
            expires_at_us: u64::MAX,
            msg_id: [1; 24],
            correl_id: [2; 24],
            unit: 9,
            payload_len: 400,
            backout_count: 1,
            group: None,
        };
        let mut valid = vec![0; 8192];
        let header = Header {
            next_seq: 44,
            slots: 32,
        };
        valid[..512].copy_from_slice(&header.encode());
        valid[4096..4224].copy_from_slice(&slot.encode(32));
        fuzz_one(&valid);
        let mut random = 7_u64;
        let mut next = || {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            random >> 33
        };
        for _ in 0..2_000 {
            let mut bytes = valid.clone();
            for _ in 0..1 + next() % 4 {
                let at = next() as usize % bytes.len();
                bytes[at] = next() as u8;
            }
            bytes.truncate(next() as usize % 8192);
            fuzz_one(&bytes);
        }
    }

    #[test]
    fn slot_comes_out_as_it_went_in_and_only_at_its_place() {
        let group = crate::selection::GroupInfo {
            group_id: [9; 24],
            msg_seq_number: 2,
            offset: 100,
            flags: 8,
            body_len: 36,
        };
        let slot = Slot {
            persistent: false,
            class: 9,
            priority: 0,
            seq: 1,
            put_at_us: 0,
            expires_at_us: 1,
            msg_id: [0; 24],
            correl_id: [3; 24],
            unit: 0,
            payload_len: 400,
            backout_count: u32::MAX,
            group: Some(group),
        };
        let bytes = slot.encode(5);
        assert_eq!(Slot::decode(&bytes, 5), Ok(Some(slot)));
        assert!(Slot::decode(&bytes, 6).is_err());
        assert_eq!(Slot::decode(&[0; 128], 6), Ok(None));
    }

    /// Valid slots and records with a few changes: overlapping, doubled, damaged, too long.
    #[test]
    fn queues_survive_files_that_contradict_themselves() {
        let slot = |seq: u64, unit: u32, payload_len: u32| Slot {
            persistent: !seq.is_multiple_of(3),
            class: (seq % 10) as u8,
            priority: 3,
            seq,
            put_at_us: 5,
            expires_at_us: u64::MAX,
            msg_id: [seq as u8; 24],
            correl_id: [2; 24],
            unit,
            payload_len,
            backout_count: 0,
            group: None,
        };
        let mut random = ferromq_base::random::SplitMix64::new(5);
        let mut opened_some = Vec::new();
        for round in 0..3_000 {
            let count = random.below(8);
            opened_some.push(count);
            let mut bytes = vec![count as u8 | if round % 2 == 0 { 0x80 } else { 0 }];
            for number in 0..count {
                let len = 400 + random.below(200) as u32;
                bytes.extend_from_slice(&slot(number + 1, number as u32 * 2, len).encode(0));
            }
            bytes.resize(bytes.len() + random.below(20_000) as usize, b'M');
            for _ in 0..random.below(5) {
                let reach = bytes.len().min(1 + count as usize * 128) as u64;
                let at = random.below(reach) as usize;
                bytes[at] = random.below(256) as u8;
            }
            fuzz_files(&bytes);
        }
    }
}
