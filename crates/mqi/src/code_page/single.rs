//! Pages of one byte per character.

use std::sync::OnceLock;

/// The EBCDIC newline.
pub(super) const NEWLINE: char = '\u{85}';

/// A table of 256 characters, and what is made of it at first use.
pub(crate) struct SinglePage {
    pub(super) ccsid: i32,
    pub(super) ebcdic: bool,
    /// Bytes 00 to 7f are ASCII.
    pub(super) ascii: bool,
    characters: [u16; 256],
    bytes: OnceLock<Bytes>,
}

/// The way back.
struct Bytes {
    /// Of U+0000 to U+00FF; `None` is the substitute.
    low: [Option<u8>; 256],
    /// Of all others, by character.
    high: Vec<(u16, u8)>,
}

/// From here on a table of all bytes costs less than looking each of them up.
const TABLE_PAYS_BYTES: usize = 512;
const REPLACEMENT: u16 = 0xfffd;

impl SinglePage {
    pub(crate) const fn new(ccsid: i32, ebcdic: bool, ascii: bool, characters: [u16; 256]) -> Self {
        Self {
            ccsid,
            ebcdic,
            ascii,
            characters,
            bytes: OnceLock::new(),
        }
    }

    /// The character of a byte, U+FFFD where there is none.
    #[inline]
    pub(super) fn character(&self, byte: u8) -> char {
        let unit = self.characters[usize::from(byte)];
        char::from_u32(u32::from(unit)).unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    /// The byte of a character, if the page has it.
    #[inline]
    pub(super) fn byte(&self, character: char) -> Option<u8> {
        let code = u16::try_from(u32::from(character)).ok()?;
        let bytes = self.bytes.get_or_init(|| Bytes::of(&self.characters));
        if let Some(byte) = bytes.low.get(usize::from(code)) {
            return *byte;
        }
        let at = bytes.high.binary_search_by_key(&code, |(code, _)| *code);
        at.ok().map(|at| bytes.high[at].1)
    }

    #[inline]
    pub(super) fn byte_or_substitute(&self, character: char) -> u8 {
        self.byte(character).unwrap_or(self.substitute())
    }

    /// All characters, if each is one of ISO 8859-1.
    pub(super) const fn latin_1(&self) -> Option<[u8; 256]> {
        let mut latin = [0; 256];
        let mut at = 0;
        while at < latin.len() {
            if self.characters[at] > 0xff {
                return None;
            }
            latin[at] = self.characters[at] as u8;
            at += 1;
        }
        Some(latin)
    }

    /// The control character that stands for what a page does not have.
    pub(super) const fn substitute(&self) -> u8 {
        if self.ebcdic { 0x3f } else { 0x1a }
    }

    pub(super) fn decode(&self, bytes: &[u8], text: &mut String) {
        text.extend(bytes.iter().map(|byte| self.character(*byte)));
    }
}

impl Bytes {
    fn of(characters: &[u16; 256]) -> Self {
        let mut low = [None; 256];
        let mut high = Vec::new();
        for (byte, code) in (0..=u8::MAX).zip(characters) {
            match low.get_mut(usize::from(*code)) {
                // Where a character has several bytes, the first is the one to write.
                Some(known) => *known = known.or(Some(byte)),
                None if *code == REPLACEMENT => {}
                None => high.push((*code, byte)),
            }
        }
        high.sort_unstable();
        high.dedup_by_key(|(code, _)| *code);
        Self { low, high }
    }
}

/// Adds `bytes` of one page to `out` in another, the newline as a line feed if asked.
pub(super) fn transcode(
    from: &SinglePage,
    to: &SinglePage,
    newline: bool,
    bytes: &[u8],
    out: &mut Vec<u8>,
) {
    let one = |byte: u8| {
        let character = from.character(byte);
        if newline && character == NEWLINE {
            return to.byte_or_substitute('\n');
        }
        to.byte_or_substitute(character)
    };
    if bytes.len() < TABLE_PAYS_BYTES {
        out.extend(bytes.iter().map(|byte| one(*byte)));
        return;
    }
    let mut table = [0; 256];
    for (byte, target) in (0..=u8::MAX).zip(&mut table) {
        *target = one(byte);
    }
    out.extend(bytes.iter().map(|byte| table[usize::from(*byte)]));
}
