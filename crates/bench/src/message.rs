//! The bodies of test messages: stamped, so that every answer can be told from every other.

use bytes::Bytes;
use ferromq_base::large::{LARGE_BYTES_MIN, LargeBytes, take_kept};
use ferromq_base::random::SplitMix64;

/// Bytes every body begins with: who sent it, and its number.
pub(crate) const STAMP_BYTES: usize = 16;
/// Every so many messages the whole body is compared, not only its ends.
const WHOLE_EVERY: u64 = 64;

/// Makes bodies of one length and knows them again.
#[derive(Clone, Debug)]
pub(crate) struct Bodies {
    pattern: Vec<u8>,
}

impl Bodies {
    /// Bodies of `len` bytes, at least a stamp long. All sides of a run have the same pattern.
    pub(crate) fn of_len(len: usize) -> Self {
        let mut pattern = vec![0; len.max(STAMP_BYTES)];
        SplitMix64::new(0xFE44_0417).fill(&mut pattern);
        Self { pattern }
    }

    pub(crate) fn len(&self) -> usize {
        self.pattern.len()
    }

    /// A fresh body: one copy, into memory of its own. A large one is made where an earlier one was, as an
    /// application does that keeps its buffers.
    pub(crate) fn make(&self, stamp: Stamp) -> Bytes {
        let len = self.pattern.len();
        let mut body = take_kept(len).unwrap_or_else(|| Vec::with_capacity(len));
        self.append(&mut body, stamp);
        if len >= LARGE_BYTES_MIN {
            Bytes::from_owner(LargeBytes::from(body))
        } else {
            Bytes::from(body)
        }
    }

    /// Appends the same body to bytes that are sent as they are.
    pub(crate) fn append(&self, out: &mut Vec<u8>, stamp: Stamp) {
        out.extend_from_slice(&stamp.sender.to_le_bytes());
        out.extend_from_slice(&stamp.number.to_le_bytes());
        out.extend_from_slice(&self.pattern[STAMP_BYTES..]);
    }

    /// True when `body` is what [`Bodies::make`] makes of `stamp`. Length, stamp and last bytes
    /// always count; all the rest for every 64th number.
    pub(crate) fn is(&self, body: &[u8], stamp: Stamp) -> bool {
        let tail = self.pattern.len().saturating_sub(8).max(STAMP_BYTES);
        Stamp::read(body) == Some(stamp)
            && body.len() == self.pattern.len()
            && body[tail..] == self.pattern[tail..]
            && (!stamp.number.is_multiple_of(WHOLE_EVERY)
                || body[STAMP_BYTES..] == self.pattern[STAMP_BYTES..])
    }
}

/// Who sent a message, and which of theirs it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    pub(crate) sender: u64,
    pub(crate) number: u64,
}

impl Stamp {
    /// The stamp of a body; `None` when it is too short to have one.
    pub(crate) fn read(body: &[u8]) -> Option<Self> {
        let word = |at: usize| Some(u64::from_le_bytes(body.get(at..at + 8)?.try_into().ok()?));
        Some(Self {
            sender: word(0)?,
            number: word(8)?,
        })
    }

    /// A number of 64 bits that is this stamp's own. Their sum over all messages is the hash of
    /// a run: the same for the same messages in any order.
    pub(crate) fn hash(self) -> u64 {
        SplitMix64::new(self.sender.rotate_left(40) ^ self.number).next_u64()
    }

    /// A correlation id that is this stamp's own.
    pub(crate) fn correlation_id(self) -> [u8; 24] {
        let mut id = *b"BENCH   ................";
        id[8..16].copy_from_slice(&self.sender.to_le_bytes());
        id[16..24].copy_from_slice(&self.number.to_le_bytes());
        id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_is_known_again_and_a_changed_one_is_not() {
        let bodies = Bodies::of_len(100);
        let stamp = Stamp {
            sender: 3,
            number: 64,
        };
        let body = bodies.make(stamp);
        assert!(bodies.is(&body, stamp));
        assert_eq!(Stamp::read(&body), Some(stamp));
        for at in [0, 8, 50, 99] {
            let mut changed = body.to_vec();
            changed[at] ^= 1;
            assert!(!bodies.is(&changed, stamp), "byte {at}");
        }
        assert!(!bodies.is(&body[..99], stamp));
    }
}
