//! The door for fuzzing: bytes from outside go through every decoder of the queue files.

use crate::file::slot::{HEADER_BYTES, SLOT_BYTES, Slot, decode_header};
use crate::file::{RECORD_HEADER_BYTES, decode_record};
use crate::message::Message;
use bytes::Bytes;

/// Decodes the bytes as a header, as slots and as a record. Nothing may panic, and a slot
/// that is accepted must come out of the encoder as it went in.
pub fn fuzz_one(bytes: &[u8]) {
    if let Some(header) = bytes.first_chunk::<HEADER_BYTES>() {
        let _refused_or_not = decode_header(header);
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

#[cfg(test)]
mod tests {
    use super::fuzz_one;
    use crate::file::slot::{Slot, encode_header};

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
        valid[..512].copy_from_slice(&encode_header(44));
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
}
