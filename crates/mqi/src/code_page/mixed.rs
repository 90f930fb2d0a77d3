//! EBCDIC with pairs of bytes between shift-out and shift-in: 930 and 939, and the smaller 5026 and 5035.

use super::end::{Decoded, NotThere};
use super::end::{End, Malformed};
use super::single::SinglePage;
use super::single_page;
use crate::generated::code_pages::{FIRST_LEAD_300, FIRST_TRAIL_300, PAIRS_300};
use std::sync::OnceLock;

/// A single-byte page, and the pairs of page 300.
pub(crate) struct MixedPage {
    single: i32,
}

static KATAKANA: MixedPage = MixedPage { single: 290 };
static LATIN: MixedPage = MixedPage { single: 1027 };

/// From single bytes to pairs.
const SHIFT_OUT: u8 = 0x0e;
/// From pairs to single bytes.
const SHIFT_IN: u8 = 0x0f;
const SUBSTITUTE: u8 = 0x3f;
const REPLACEMENT: u16 = 0xfffd;

impl MixedPage {
    pub(super) fn find(ccsid: i32) -> Option<&'static Self> {
        match ccsid {
            930 | 5026 => Some(&KATAKANA),
            939 | 5035 => Some(&LATIN),
            _ => None,
        }
    }

    fn single(&self) -> &'static SinglePage {
        // invariant: the table of mixed pages is ours, and names single ones
        single_page(self.single).expect("both halves of a mixed page are in the table")
    }

    /// Text that ends between shift-out and shift-in is taken as it is: fields end there.
    pub(super) fn decode(
        &self,
        bytes: &[u8],
        end: End,
        text: &mut String,
    ) -> Result<(), Malformed> {
        let single = self.single();
        let mut in_pairs = false;
        let mut at = 0;
        while let Some(byte) = bytes.get(at) {
            at += 1;
            match *byte {
                SHIFT_OUT if !in_pairs => in_pairs = true,
                SHIFT_IN if in_pairs => in_pairs = false,
                SHIFT_OUT | SHIFT_IN => return Err(Malformed),
                lead if in_pairs => match bytes.get(at) {
                    Some(trail) => {
                        text.push(pair_character(lead, *trail).ok_or(Malformed)?);
                        at += 1;
                    }
                    None if end == End::Cut => return Ok(()),
                    None => return Err(Malformed),
                },
                byte => text.push(single.character(byte)),
            }
        }
        Ok(())
    }

    pub(super) fn encode(&self, text: &str, out: &mut Vec<u8>) {
        let single = self.single();
        let mut in_pairs = false;
        for character in text.chars() {
            if let Some(byte) = single.byte(character).filter(|byte| !is_shift(*byte)) {
                shift(&mut in_pairs, false, out);
                out.push(byte);
            } else if let Some(pair) = pair_of(character) {
                shift(&mut in_pairs, true, out);
                out.extend_from_slice(&pair);
            } else {
                shift(&mut in_pairs, false, out);
                out.push(SUBSTITUTE);
            }
        }
        shift(&mut in_pairs, false, out);
    }
}

impl MixedPage {
    /// See [`CodePage::decode_piece`](super::CodePage::decode_piece).
    pub(super) fn decode_piece(
        &self,
        bytes: &[u8],
        in_pairs: &mut bool,
        text: &mut String,
    ) -> Decoded {
        let single = self.single();
        let mut at = 0;
        let done = |bytes, malformed| Decoded { bytes, malformed };
        while let Some(byte) = bytes.get(at) {
            let (character, taken) = match *byte {
                SHIFT_OUT if !*in_pairs => {
                    *in_pairs = true;
                    at += 1;
                    continue;
                }
                SHIFT_IN if *in_pairs => {
                    *in_pairs = false;
                    at += 1;
                    continue;
                }
                SHIFT_OUT | SHIFT_IN => return done(at, Some(1)),
                lead if *in_pairs => match bytes.get(at + 1) {
                    Some(trail) => (pair_character(lead, *trail), 2),
                    None => break,
                },
                byte => (Some(single.character(byte)), 1),
            };
            match character.filter(|known| *known != char::REPLACEMENT_CHARACTER) {
                Some(character) => text.push(character),
                None => return done(at, Some(taken)),
            }
            at += taken;
        }
        done(at, None)
    }

    /// See [`CodePage::encode_piece`](super::CodePage::encode_piece).
    pub(super) fn encode_piece(
        &self,
        text: &str,
        in_pairs: &mut bool,
        out: &mut Vec<u8>,
    ) -> Result<(), NotThere> {
        let single = self.single();
        for (at, character) in text.char_indices() {
            if let Some(byte) = single.byte(character).filter(|byte| !is_shift(*byte)) {
                shift(in_pairs, false, out);
                out.push(byte);
            } else if let Some(pair) = pair_of(character) {
                shift(in_pairs, true, out);
                out.extend_from_slice(&pair);
            } else {
                return Err(NotThere { at, character });
            }
        }
        Ok(())
    }

    /// Text ends with single bytes.
    pub(super) fn encode_end(&self, in_pairs: &mut bool, out: &mut Vec<u8>) {
        shift(in_pairs, false, out);
    }
}

fn is_shift(byte: u8) -> bool {
    matches!(byte, SHIFT_OUT | SHIFT_IN)
}

fn shift(in_pairs: &mut bool, wanted: bool, out: &mut Vec<u8>) {
    if *in_pairs != wanted {
        out.push(if wanted { SHIFT_OUT } else { SHIFT_IN });
        *in_pairs = wanted;
    }
}

/// The character of a pair. A pair that could be one and has no character becomes U+FFFD.
fn pair_character(lead: u8, trail: u8) -> Option<char> {
    let column = usize::from(trail.checked_sub(FIRST_TRAIL_300)?);
    let first = lead.checked_sub(0x40).map(|_| lead)?;
    let row = first.checked_sub(FIRST_LEAD_300).map(usize::from);
    let unit = row
        .and_then(|row| PAIRS_300.get(row))
        .map_or(Some(&REPLACEMENT), |row| row.get(column))?;
    char::from_u32(u32::from(*unit))
}

/// The pair of a character, from a table made at first use.
fn pair_of(character: char) -> Option<[u8; 2]> {
    static PAIRS: OnceLock<Box<[u16]>> = OnceLock::new();
    let code = u16::try_from(u32::from(character)).ok()?;
    let pairs = PAIRS.get_or_init(|| {
        let mut pairs = vec![0; 1 << 16].into_boxed_slice();
        for (lead, row) in (FIRST_LEAD_300..=u8::MAX).zip(&PAIRS_300) {
            for (trail, code) in (FIRST_TRAIL_300..=u8::MAX).zip(row) {
                if *code != REPLACEMENT {
                    pairs[usize::from(*code)] = u16::from_be_bytes([lead, trail]);
                }
            }
        }
        pairs
    });
    match pairs[usize::from(code)] {
        0 => None,
        pair => Some(pair.to_be_bytes()),
    }
}
