//! UTF-16 in either byte order. A byte order mark is a character like others: MQ says the order in the
//! descriptor.

use super::end::Decoded;
use super::end::{End, Malformed};
use crate::header::ByteOrder;

pub(super) fn decode(
    bytes: &[u8],
    order: ByteOrder,
    end: End,
    text: &mut String,
) -> Result<(), Malformed> {
    let (pairs, half) = bytes.as_chunks::<2>();
    let units = pairs.iter().map(|pair| match order {
        ByteOrder::Little => u16::from_le_bytes(*pair),
        ByteOrder::Big => u16::from_be_bytes(*pair),
    });
    let mut left = pairs.len();
    for character in char::decode_utf16(units) {
        match character {
            Ok(character) => {
                left -= character.len_utf16();
                text.push(character);
            }
            Err(error) => {
                // The first half of a pair may have been cut from the second.
                let first_half = (0xd800..0xdc00).contains(&error.unpaired_surrogate());
                if left == 1 && first_half && end == End::Cut {
                    return Ok(());
                }
                return Err(Malformed);
            }
        }
    }
    if half.is_empty() || end == End::Cut {
        Ok(())
    } else {
        Err(Malformed)
    }
}

/// See [`CodePage::decode_piece`](super::CodePage::decode_piece).
pub(super) fn decode_piece(bytes: &[u8], order: ByteOrder, text: &mut String) -> Decoded {
    let (pairs, _half) = bytes.as_chunks::<2>();
    let units = pairs.iter().map(|pair| match order {
        ByteOrder::Little => u16::from_le_bytes(*pair),
        ByteOrder::Big => u16::from_be_bytes(*pair),
    });
    let mut done = 0;
    for character in char::decode_utf16(units) {
        match character {
            Ok(character) => {
                done += character.len_utf16();
                text.push(character);
            }
            Err(error) => {
                // The first half of a pair may be all there is so far.
                let first_half = (0xd800..0xdc00).contains(&error.unpaired_surrogate());
                let is_torn = first_half && done + 1 == pairs.len();
                return Decoded {
                    bytes: 2 * done,
                    malformed: (!is_torn).then_some(2),
                };
            }
        }
    }
    Decoded {
        bytes: 2 * done,
        malformed: None,
    }
}

pub(super) fn encode(text: &str, order: ByteOrder, out: &mut Vec<u8>) {
    out.reserve(2 * text.len());
    for unit in text.encode_utf16() {
        out.extend_from_slice(&match order {
            ByteOrder::Little => unit.to_le_bytes(),
            ByteOrder::Big => unit.to_be_bytes(),
        });
    }
}
