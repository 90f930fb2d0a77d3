//! Multi-byte pages that a library keeps: Shift-JIS, EUC, GB18030, Big5.

use super::end::{Decoded, NotThere};
use super::end::{End, Malformed};
use encoding_rs::{
    BIG5, DecoderResult, EUC_JP, EUC_KR, EncoderResult, Encoding, GB18030, GBK, SHIFT_JIS,
};

/// One of the library's encodings.
#[derive(Clone, Copy)]
pub(super) struct MultiByte(&'static Encoding);

/// What stands for a character the page does not have.
const SUBSTITUTE: u8 = 0x1a;

impl MultiByte {
    /// Pages that differ in few characters share the one that has the most.
    pub(super) fn find(ccsid: i32) -> Option<Self> {
        Some(Self(match ccsid {
            932 | 942 | 943 | 5039 => SHIFT_JIS,
            954 | 5050 | 33722 => EUC_JP,
            949 | 970 | 1363 => EUC_KR,
            950 | 1370 => BIG5,
            936 | 1381 | 1383 | 1386 => GBK,
            1392 | 5488 => GB18030,
            _ => return None,
        }))
    }

    pub(super) fn decode(self, bytes: &[u8], end: End, text: &mut String) -> Result<(), Malformed> {
        let mut decoder = self.0.new_decoder_without_bom_handling();
        let mut at = 0;
        loop {
            let left = bytes.len() - at;
            text.reserve(
                decoder
                    .max_utf8_buffer_length_without_replacement(left)
                    .unwrap_or(left),
            );
            let last = end == End::Whole;
            let (result, read) =
                decoder.decode_to_string_without_replacement(&bytes[at..], text, last);
            at += read;
            match result {
                DecoderResult::InputEmpty => return Ok(()),
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(..) => return Err(Malformed),
            }
        }
    }

    pub(super) fn encode(self, text: &str, out: &mut Vec<u8>) {
        let mut encoder = self.0.new_encoder();
        let mut rest = text;
        loop {
            let room = encoder.max_buffer_length_from_utf8_without_replacement(rest.len());
            // One byte more than asked for, so that no room is never an answer.
            out.reserve(room.unwrap_or(4 * rest.len()) + 1);
            let (result, read) =
                encoder.encode_from_utf8_to_vec_without_replacement(rest, out, true);
            rest = &rest[read..];
            match result {
                EncoderResult::InputEmpty => return,
                EncoderResult::OutputFull => {}
                EncoderResult::Unmappable(_) => out.push(SUBSTITUTE),
            }
        }
    }

    /// See [`CodePage::decode_piece`](super::CodePage::decode_piece).
    pub(super) fn decode_piece(self, bytes: &[u8], text: &mut String) -> Decoded {
        let mut decoder = self.0.new_decoder_without_bom_handling();
        let (mut at, mut last) = (0, false);
        loop {
            let left = bytes.len() - at;
            let room = decoder.max_utf8_buffer_length_without_replacement(left);
            text.reserve(room.unwrap_or(left));
            let (result, read) =
                decoder.decode_to_string_without_replacement(&bytes[at..], text, last);
            at += read;
            match result {
                // What the decoder has kept is the beginning of a character: as the end of a text it is malformed.
                DecoderResult::InputEmpty if last => {
                    return Decoded {
                        bytes: at,
                        malformed: None,
                    };
                }
                DecoderResult::InputEmpty => last = true,
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(wrong, behind) => {
                    let (wrong, behind) = (usize::from(wrong), usize::from(behind));
                    return Decoded {
                        bytes: at.saturating_sub(wrong + behind),
                        malformed: (!last).then_some(wrong),
                    };
                }
            }
        }
    }

    /// See [`CodePage::encode_piece`](super::CodePage::encode_piece).
    pub(super) fn encode_piece(self, text: &str, out: &mut Vec<u8>) -> Result<(), NotThere> {
        let mut encoder = self.0.new_encoder();
        let mut at = 0;
        loop {
            let rest = &text[at..];
            let room = encoder.max_buffer_length_from_utf8_without_replacement(rest.len());
            out.reserve(room.unwrap_or(4 * rest.len()) + 1);
            let (result, read) =
                encoder.encode_from_utf8_to_vec_without_replacement(rest, out, true);
            at += read;
            match result {
                EncoderResult::InputEmpty => return Ok(()),
                EncoderResult::OutputFull => {}
                EncoderResult::Unmappable(character) => {
                    return Err(NotThere {
                        at: at - character.len_utf8(),
                        character,
                    });
                }
            }
        }
    }
}
