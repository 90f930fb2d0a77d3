//! What became of an item of a transfer.

use super::layout::{Fields, put_short, put_text};
use crate::code::ItemCode;

/// Longest explanation of a result, bytes of UTF-8. Longer ones are cut off.
pub(crate) const TEXT_BYTES_MAX: usize = 1_000;
/// Longest checksum, bytes.
const CHECKSUM_BYTES_MAX: usize = 64;
/// A result without its texts, as a parameter of a message.
const FIXED_BYTES: usize = 96;
/// Results in one message, about.
pub(crate) const RESULTS_BYTES: usize = 256 << 10;

/// How many of them go into one message: at least one.
#[must_use]
pub(crate) fn count_for_message(results: &[ItemResult]) -> usize {
    let mut bytes = 0;
    let fit = results.iter().take_while(|one| {
        bytes += one.size();
        bytes <= RESULTS_BYTES
    });
    fit.count().max(1).min(results.len())
}

/// What became of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemResult {
    /// Which one, from 0.
    pub item: u32,
    /// Whether it was transferred.
    pub code: ItemCode,
    /// Length of the file at the destination, bytes.
    pub length: u64,
    /// Its modification time in milliseconds since 1970.
    pub modified_ms: i64,
    /// Checksum of what was written; empty for none.
    pub checksum: Vec<u8>,
    /// Checksum of what was read, where that became something else; empty where it is the same.
    pub source_checksum: Vec<u8>,
    /// The messages it has become, if it became messages.
    pub messages: Option<PutMessages>,
    /// What there is to say; empty for nothing.
    pub text: String,
}

/// Messages that were put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PutMessages {
    /// How many.
    pub count: u32,
    /// Bytes of the longest.
    pub longest: u64,
    /// The group they are in.
    pub group_id: Option<[u8; 24]>,
}

impl PutMessages {
    fn decode(bytes: &[u8]) -> Option<Self> {
        let mut fields = Fields::new(bytes);
        let (count, longest) = (fields.u32()?, fields.u64()?);
        let group_id = match fields.is_empty() {
            true => None,
            false => Some(*fields.take(24)?.first_chunk()?),
        };
        fields.end(Self {
            count,
            longest,
            group_id,
        })
    }
}

impl ItemResult {
    /// An item that was not transferred.
    #[must_use]
    pub fn failed(item: u32, text: impl Into<String>) -> Self {
        Self {
            item,
            code: ItemCode::Failed,
            length: 0,
            modified_ms: 0,
            checksum: Vec::new(),
            source_checksum: Vec::new(),
            messages: None,
            text: text.into(),
        }
    }

    /// About as many bytes as it takes in a message.
    #[must_use]
    pub(crate) fn size(&self) -> usize {
        let checksums = self.checksum.len() + self.source_checksum.len();
        FIXED_BYTES + checksums + self.text.len().min(TEXT_BYTES_MAX)
    }

    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(32 + self.checksum.len() + self.text.len());
        bytes.extend_from_slice(&self.item.to_le_bytes());
        // 0, 1 or 2.
        bytes.push(self.code as u8);
        bytes.extend_from_slice(&self.length.to_le_bytes());
        bytes.extend_from_slice(&self.modified_ms.to_le_bytes());
        put_short(&mut bytes, &self.checksum);
        put_short(&mut bytes, &self.source_checksum);
        let mut messages = Vec::new();
        if let Some(put) = &self.messages {
            messages.extend_from_slice(&put.count.to_le_bytes());
            messages.extend_from_slice(&put.longest.to_le_bytes());
            messages.extend_from_slice(put.group_id.as_ref().map_or(&[], |id| id.as_slice()));
        }
        put_short(&mut bytes, &messages);
        put_text(&mut bytes, &self.text, TEXT_BYTES_MAX);
        bytes
    }

    pub(crate) fn decode(bytes: &[u8]) -> Option<Self> {
        let mut fields = Fields::new(bytes);
        let result = Self {
            item: fields.u32()?,
            code: ItemCode::from_number(i32::from(fields.u8()?))?,
            length: fields.u64()?,
            modified_ms: fields.i64()?,
            checksum: fields.short()?.to_vec(),
            source_checksum: fields.short()?.to_vec(),
            messages: match fields.short()? {
                [] => None,
                bytes => Some(PutMessages::decode(bytes)?),
            },
            text: fields.text(TEXT_BYTES_MAX)?,
        };
        let longest = result.checksum.len().max(result.source_checksum.len());
        if longest > CHECKSUM_BYTES_MAX {
            return None;
        }
        fields.end(result)
    }
}
