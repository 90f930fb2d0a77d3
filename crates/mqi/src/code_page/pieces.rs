//! Text that comes in pieces, cut anywhere, and characters a page does not have as errors: what a file needs and a field does not.

use super::end::{Decoded, NotThere};
use super::{CodePage, Form};
use crate::header::ByteOrder;

impl CodePage {
    /// Adds the characters of `bytes` to `text`, up to one that is not whole yet or no character. A byte to which the page gives no character
    /// counts as malformed. `in_pairs` is kept from piece to piece, at first false: whether a mixed page is between shift-out and shift-in.
    pub fn decode_piece(
        self,
        bytes: &[u8],
        order: ByteOrder,
        in_pairs: &mut bool,
        text: &mut String,
    ) -> Decoded {
        match self.form {
            Form::Utf8 => decode_utf_8(bytes, text),
            Form::Utf16 => super::utf16::decode_piece(bytes, order, text),
            Form::Single(page) => {
                let undefined = |byte: &u8| page.character(*byte) == char::REPLACEMENT_CHARACTER;
                let known = bytes.iter().position(undefined);
                let end = known.unwrap_or(bytes.len());
                page.decode(&bytes[..end], text);
                Decoded {
                    bytes: end,
                    malformed: known.map(|_| 1),
                }
            }
            Form::Multi(page) => page.decode_piece(bytes, text),
            Form::Mixed(page) => page.decode_piece(bytes, in_pairs, text),
        }
    }

    /// Adds the bytes of `text` to `out`. `in_pairs` is as in [`Self::decode_piece`]; a text that has ended is closed with
    /// [`Self::encode_end`].
    ///
    /// # Errors
    /// [`NotThere`] for the first character the page does not have: the bytes of those in front of it were added.
    pub fn encode_piece(
        self,
        text: &str,
        order: ByteOrder,
        in_pairs: &mut bool,
        out: &mut Vec<u8>,
    ) -> Result<(), NotThere> {
        match self.form {
            Form::Utf8 => out.extend_from_slice(text.as_bytes()),
            Form::Utf16 => super::utf16::encode(text, order, out),
            Form::Single(page) => {
                out.reserve(text.len());
                for (at, character) in text.char_indices() {
                    match page.byte(character) {
                        Some(byte) => out.push(byte),
                        None => return Err(NotThere { at, character }),
                    }
                }
            }
            Form::Multi(page) => return page.encode_piece(text, out),
            Form::Mixed(page) => return page.encode_piece(text, in_pairs, out),
        }
        Ok(())
    }

    /// Adds what a text that was encoded in pieces ends with.
    pub fn encode_end(self, in_pairs: &mut bool, out: &mut Vec<u8>) {
        if let Form::Mixed(page) = self.form {
            page.encode_end(in_pairs, out);
        }
    }

    /// Whether the page has a character.
    #[must_use]
    pub fn has(self, character: char) -> bool {
        let mut buffer = [0; 4];
        let text = character.encode_utf8(&mut buffer);
        let encoded = self.encode_piece(text, ByteOrder::Big, &mut false, &mut Vec::new());
        encoded.is_ok()
    }
}

fn decode_utf_8(bytes: &[u8], text: &mut String) -> Decoded {
    let (valid, malformed) = match std::str::from_utf8(bytes) {
        Ok(whole) => (whole, None),
        Err(error) => {
            let valid = std::str::from_utf8(&bytes[..error.valid_up_to()]);
            (valid.unwrap_or_default(), error.error_len())
        }
    };
    text.push_str(valid);
    Decoded {
        bytes: valid.len(),
        malformed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGES: [i32; 13] = [
        1208, 1200, 819, 1252, 1047, 943, 954, 970, 950, 1386, 5488, 939, 930,
    ];

    fn page(ccsid: i32) -> CodePage {
        CodePage::find(ccsid).expect("a page")
    }

    /// Characters that the page has, of all lengths.
    fn text(page: CodePage) -> String {
        let all = "a\u{e4}b\u{20ac}\u{3042}c\u{4e00}\u{4e8c}d\u{ff71}\u{ac00}\u{1f600}\u{4e02}z\n";
        all.chars().filter(|one| page.has(*one)).collect()
    }

    #[test]
    fn text_that_is_cut_anywhere_is_the_same_text() {
        for ccsid in PAGES {
            let page = page(ccsid);
            let text = text(page);
            assert!(text.len() >= 4, "{ccsid}: {text}");
            let mut whole = Vec::new();
            let mut in_pairs = false;
            for character in text.chars() {
                let mut buffer = [0; 4];
                let one = character.encode_utf8(&mut buffer);
                page.encode_piece(one, ByteOrder::Big, &mut in_pairs, &mut whole)
                    .expect("it is there");
            }
            page.encode_end(&mut in_pairs, &mut whole);
            let mut at_once = Vec::new();
            page.encode(&text, ByteOrder::Big, &mut at_once);
            assert_eq!(whole, at_once, "{ccsid}");
            for size in 1..=whole.len() {
                let (mut pending, mut found, mut in_pairs) = (Vec::new(), String::new(), false);
                for piece in whole.chunks(size) {
                    pending.extend_from_slice(piece);
                    let decoded =
                        page.decode_piece(&pending, ByteOrder::Big, &mut in_pairs, &mut found);
                    assert_eq!(decoded.malformed, None, "{ccsid} in pieces of {size}");
                    pending.drain(..decoded.bytes);
                    assert!(pending.len() <= 8);
                }
                assert_eq!((found, pending.len()), (text.clone(), 0), "{ccsid} {size}");
            }
        }
    }

    #[test]
    fn what_is_no_text_is_found_where_it_is() {
        for (ccsid, bytes, at, malformed) in [
            (1208, &b"ab\xc3(c"[..], 2, 1),
            (1200, b"\0a\xdc\x00\0b", 2, 2),
            (813, b"ab\xaec", 2, 1),
            (943, b"ab\x81\xffc", 2, 1),
            (939, b"\x81\x0f", 1, 1),
        ] {
            let mut text = String::new();
            let decoded = page(ccsid).decode_piece(bytes, ByteOrder::Big, &mut false, &mut text);
            assert_eq!(decoded.bytes, at, "{ccsid}: {text}");
            let found = decoded.malformed.expect("malformed");
            assert!((1..=malformed + 1).contains(&found), "{ccsid}: {found}");
        }
    }

    #[test]
    fn a_character_that_is_not_there_is_named() {
        for ccsid in [819, 1252, 943, 939] {
            let mut out = Vec::new();
            let text = "ab\u{1f600}c";
            let encoded = page(ccsid).encode_piece(text, ByteOrder::Big, &mut false, &mut out);
            let character = '\u{1f600}';
            assert_eq!(encoded, Err(NotThere { at: 2, character }), "{ccsid}");
            assert_eq!(out.len(), 2, "{ccsid}");
        }
    }
}
