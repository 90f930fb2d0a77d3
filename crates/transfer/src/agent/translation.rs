//! Text on its way from one code page to another, with other line ends: in pieces that are cut anywhere, and over a restart.

use super::layout::{Fields, put_short, put_text};
use crate::encoding::{Encoding, NAME_BYTES_MAX};
use crate::request::LineEnd;
use ferromq_mqi::header::ByteOrder;

/// What a text is, and what it is to become.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct TextEnds {
    /// Name of the code page it is in; empty for that of agents.
    pub(crate) from: String,
    /// Name of the code page it is to be in; empty for that of agents.
    pub(crate) to: String,
    /// How its lines are to end; as on this platform without.
    pub(crate) line_end: Option<LineEnd>,
}

impl TextEnds {
    pub(crate) fn encode(&self, bytes: &mut Vec<u8>) {
        put_text(bytes, &self.from, NAME_BYTES_MAX);
        put_text(bytes, &self.to, NAME_BYTES_MAX);
        bytes.push(match self.line_end {
            None => 0,
            Some(LineEnd::Lf) => 1,
            Some(LineEnd::CrLf) => 2,
        });
    }

    pub(crate) fn decode(fields: &mut Fields<'_>) -> Option<Self> {
        Some(Self {
            from: fields.text(NAME_BYTES_MAX)?,
            to: fields.text(NAME_BYTES_MAX)?,
            line_end: match fields.u8()? {
                0 => None,
                1 => Some(LineEnd::Lf),
                2 => Some(LineEnd::CrLf),
                _ => return None,
            },
        })
    }
}

/// Why a text is not translated: a clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NoText(pub(crate) String);

/// The beginning of a character that waits for its end; characters have at most four bytes.
const PENDING_BYTES_MAX: usize = 8;
/// Longest text that stands for characters that cannot be translated.
pub(crate) const REPLACEMENT_BYTES_MAX: usize = 255;
const MARK: char = '\u{feff}';
/// What EBCDIC pages have at the end of lines.
const NEWLINE: char = '\u{85}';

/// A translation that goes on.
#[derive(Clone, Debug)]
pub(crate) struct Translation {
    ends: TextEnds,
    from: Encoding,
    to: Encoding,
    /// Stands for what cannot be translated; if it is empty, that fails the text.
    replacement: String,
    /// The order of bytes it is in, once that is known.
    order: Option<ByteOrder>,
    /// Something was written.
    has_begun: bool,
    from_pairs: bool,
    to_pairs: bool,
    /// The last character was a carriage return, which is half a line end or itself.
    is_return: bool,
    pending: Vec<u8>,
    /// Line ends so far.
    lines: u64,
}

impl Translation {
    /// One of no text yet.
    ///
    /// # Errors
    /// [`NoText`]: there is no such code page, or the replacement is not in that of the destination.
    pub(crate) fn new(ends: TextEnds, replacement: &str) -> Result<Self, NoText> {
        let find = |name: &str| {
            let unknown = || NoText(format!("there is no code page {name} here"));
            Encoding::find_or_platform(name).ok_or_else(unknown)
        };
        let (from, to) = (find(&ends.from)?, find(&ends.to)?);
        let end = replacement.floor_char_boundary(REPLACEMENT_BYTES_MAX);
        if let Some(missing) = replacement.chars().find(|one| !to.page.has(*one)) {
            let code = format!("U+{:04X}", u32::from(missing));
            return Err(NoText(format!(
                "{code} of textReplacementCharacterSequence is not in {}",
                name_of(&ends.to)
            )));
        }
        Ok(Self {
            ends,
            from,
            to,
            replacement: replacement[..end].to_owned(),
            order: from.order,
            has_begun: false,
            from_pairs: false,
            to_pairs: false,
            is_return: false,
            pending: Vec::new(),
            lines: 0,
        })
    }

    /// The same bytes in both pages, and nothing of it is half a line end.
    fn passes(&self, bytes: &[u8]) -> bool {
        let ascii = self.from.page.has_ascii() && self.to.page.has_ascii() && bytes.is_ascii();
        ascii
            && self.pending.is_empty()
            && !self.is_return
            && self.ends.line_end != Some(LineEnd::CrLf)
            && !bytes.contains(&b'\r')
    }

    /// Adds what bytes become to `out`.
    ///
    /// # Errors
    /// [`NoText`]: bytes are no text, or characters are not in the code page of the destination.
    pub(crate) fn push(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Result<(), NoText> {
        if self.passes(bytes) {
            self.has_begun |= !bytes.is_empty();
            self.lines += bytes.iter().filter(|byte| **byte == b'\n').count() as u64;
            out.extend_from_slice(bytes);
            return Ok(());
        }
        let mut joined = std::mem::take(&mut self.pending);
        let mut rest = match joined.is_empty() {
            true => bytes,
            false => {
                joined.extend_from_slice(bytes);
                joined.as_slice()
            }
        };
        if self.order.is_none() {
            let Some((order, behind)) = order_of(rest) else {
                self.pending = rest.to_vec();
                return Ok(());
            };
            self.order = Some(order);
            rest = behind;
        }
        let order = self.order.unwrap_or(ByteOrder::Big);
        let mut text = String::with_capacity(rest.len());
        loop {
            let decoded = self
                .from
                .page
                .decode_piece(rest, order, &mut self.from_pairs, &mut text);
            rest = &rest[decoded.bytes..];
            let Some(malformed) = decoded.malformed.filter(|_| !rest.is_empty()) else {
                break;
            };
            self.write(&text, out)?;
            text.clear();
            let (wrong, behind) = rest.split_at(malformed.max(1).min(rest.len()));
            self.replace_bytes(wrong, out)?;
            rest = behind;
        }
        self.write(&text, out)?;
        if rest.len() > PENDING_BYTES_MAX {
            return self.replace_bytes(rest, out);
        }
        self.pending = rest.to_vec();
        Ok(())
    }

    /// Adds what is left at the end of the text.
    ///
    /// # Errors
    /// As [`Self::push`]: half a character is no text.
    pub(crate) fn finish(&mut self, out: &mut Vec<u8>) -> Result<(), NoText> {
        let pending = std::mem::take(&mut self.pending);
        if !pending.is_empty() {
            self.replace_bytes(&pending, out)?;
        }
        if std::mem::take(&mut self.is_return) {
            self.put("\r", out)?;
        }
        self.to.page.encode_end(&mut self.to_pairs, out);
        Ok(())
    }

    /// Characters as they were read, with any line ends.
    fn write(&mut self, text: &str, out: &mut Vec<u8>) -> Result<(), NoText> {
        if text.is_empty() {
            return Ok(());
        }
        let swapped;
        let mut rest = match self.from.page.is_ebcdic() && text.contains(['\n', NEWLINE]) {
            true => {
                swapped = swap_newlines(text);
                swapped.as_str()
            }
            false => text,
        };
        let line_end = match self.ends.line_end {
            Some(LineEnd::CrLf) => "\r\n",
            Some(LineEnd::Lf) | None => "\n",
        };
        let mut lined = String::with_capacity(rest.len() + rest.len() / 16);
        loop {
            if self.is_return && !rest.is_empty() {
                self.is_return = false;
                if !rest.starts_with('\n') {
                    lined.push('\r');
                }
            }
            let Some(at) = rest.find(['\r', '\n']) else {
                lined.push_str(rest);
                break;
            };
            lined.push_str(&rest[..at]);
            match rest.as_bytes()[at] {
                b'\r' => self.is_return = true,
                _ => lined.push_str(line_end),
            }
            rest = &rest[at + 1..];
        }
        self.put(&lined, out)
    }

    /// Characters as they are to be.
    fn put(&mut self, text: &str, out: &mut Vec<u8>) -> Result<(), NoText> {
        let lines = text.matches('\n').count() as u64;
        let swapped;
        let mut rest = match self.to.page.is_ebcdic() && text.contains(['\n', NEWLINE]) {
            true => {
                swapped = swap_newlines(text);
                swapped.as_str()
            }
            false => text,
        };
        if rest.is_empty() {
            return Ok(());
        }
        let order = self.to.order.unwrap_or(ByteOrder::Big);
        let marks = self.to.order.is_none() && !self.has_begun;
        self.has_begun = true;
        let mut buffer = [0; 4];
        let mut put = |this: &mut Self, text: &str| {
            let page = this.to.page;
            page.encode_piece(text, order, &mut this.to_pairs, out)
        };
        if marks {
            // UTF-16 has it.
            let _ = put(self, MARK.encode_utf8(&mut buffer));
        }
        while let Err(missing) = put(self, rest) {
            if self.replacement.is_empty() {
                let code = format!("U+{:04X}", u32::from(missing.character));
                let before = rest[..missing.at].matches(['\n', NEWLINE]).count() as u64;
                let (line, to) = (self.lines + before + 1, name_of(&self.ends.to));
                return Err(NoText(format!("{code} of line {line} is not in {to}")));
            }
            let replacement = self.replacement.clone();
            // It was looked at when this began.
            let _ = put(self, &replacement);
            rest = &rest[missing.at + missing.character.len_utf8()..];
        }
        self.lines += lines;
        Ok(())
    }

    fn replace_bytes(&mut self, wrong: &[u8], out: &mut Vec<u8>) -> Result<(), NoText> {
        if self.replacement.is_empty() {
            let digits = ferromq_mqi::hex::hex(&wrong[..wrong.len().min(PENDING_BYTES_MAX)]);
            let (line, from) = (self.lines + 1, name_of(&self.ends.from));
            return Err(NoText(format!(
                "the bytes {digits} of line {line} are no text in {from}"
            )));
        }
        let replacement = self.replacement.clone();
        self.write(&replacement, out)
    }

    /// What a whole text becomes whose lines end as they are to already.
    ///
    /// # Errors
    /// As [`Self::push`].
    pub(crate) fn whole(&self, text: &[u8]) -> Result<Vec<u8>, NoText> {
        let mut out = Vec::with_capacity(text.len());
        let mut translation = self.clone();
        let text = String::from_utf8_lossy(text);
        translation.put(&text, &mut out)?;
        translation
            .to
            .page
            .encode_end(&mut translation.to_pairs, &mut out);
        Ok(out)
    }

    /// Its state.
    #[must_use]
    pub(crate) fn save(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.ends.encode(&mut bytes);
        put_short(&mut bytes, self.replacement.as_bytes());
        let flags = [
            self.has_begun,
            self.from_pairs,
            self.to_pairs,
            self.is_return,
            self.order == Some(ByteOrder::Little),
            self.order == Some(ByteOrder::Big),
        ];
        let flags = flags.iter().rev();
        bytes.push(flags.fold(0, |flags, one| flags << 1 | u8::from(*one)));
        put_short(&mut bytes, &self.pending);
        bytes.extend_from_slice(&self.lines.to_le_bytes());
        bytes
    }

    /// Goes on where a state was saved.
    pub(crate) fn restore(saved: &[u8]) -> Option<Self> {
        let mut fields = Fields::new(saved);
        let ends = TextEnds::decode(&mut fields)?;
        let replacement = std::str::from_utf8(fields.short()?).ok()?;
        let mut translation = Self::new(ends, replacement).ok()?;
        let flags = fields.u8()?;
        let is = |bit: u8| flags & (1 << bit) != 0;
        translation.has_begun = is(0);
        translation.from_pairs = is(1);
        translation.to_pairs = is(2);
        translation.is_return = is(3);
        translation.order = match (is(4), is(5)) {
            (true, _) => Some(ByteOrder::Little),
            (_, true) => Some(ByteOrder::Big),
            _ => None,
        };
        let pending = fields.short()?;
        if pending.len() > PENDING_BYTES_MAX {
            return None;
        }
        translation.pending = pending.to_vec();
        translation.lines = fields.u64()?;
        fields.end(translation)
    }
}

fn name_of(name: &str) -> &str {
    match name {
        "" => crate::encoding::PLATFORM,
        name => name,
    }
}

/// The order of bytes a text in UTF-16 begins with, and what is behind that; big-endian if it says nothing. None: there is too little of it.
fn order_of(bytes: &[u8]) -> Option<(ByteOrder, &[u8])> {
    let (first, behind) = bytes.split_at_checked(2)?;
    Some(match first {
        [0xff, 0xfe] => (ByteOrder::Little, behind),
        [0xfe, 0xff] => (ByteOrder::Big, behind),
        _ => (ByteOrder::Big, bytes),
    })
}

/// EBCDIC has a newline where others have a line feed, and a line feed besides.
fn swap_newlines(text: &str) -> String {
    let swapped = text.chars().map(|one| match one {
        '\n' => NEWLINE,
        NEWLINE => '\n',
        other => other,
    });
    swapped.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(from: &str, to: &str, line_end: Option<LineEnd>) -> TextEnds {
        TextEnds {
            from: from.into(),
            to: to.into(),
            line_end,
        }
    }

    /// Translated in pieces of that size, saved and restored between each.
    fn translated(
        ends: &TextEnds,
        replacement: &str,
        bytes: &[u8],
        size: usize,
    ) -> Result<Vec<u8>, NoText> {
        let mut translation = Translation::new(ends.clone(), replacement)?;
        let mut out = Vec::new();
        for piece in bytes.chunks(size) {
            translation.push(piece, &mut out)?;
            translation = Translation::restore(&translation.save()).expect("restored");
        }
        translation.finish(&mut out)?;
        Ok(out)
    }

    fn same_in_all_pieces(
        ends: &TextEnds,
        replacement: &str,
        bytes: &[u8],
    ) -> Result<Vec<u8>, NoText> {
        let whole = translated(ends, replacement, bytes, usize::MAX);
        for size in 1..bytes.len() {
            let pieces = translated(ends, replacement, bytes, size);
            assert_eq!(pieces, whole, "{ends:?} in pieces of {size}");
        }
        whole
    }

    #[test]
    fn line_ends_of_any_kind_become_those_that_were_asked_for() {
        let mixed = b"a\nb\r\nc\rd\r\r\ne\n\rf";
        for (line_end, expected) in [
            (None, &b"a\nb\nc\rd\r\ne\n\rf"[..]),
            (Some(LineEnd::Lf), b"a\nb\nc\rd\r\ne\n\rf"),
            (Some(LineEnd::CrLf), b"a\r\nb\r\nc\rd\r\r\ne\r\n\rf"),
        ] {
            let found = same_in_all_pieces(&ends("", "", line_end), "", mixed);
            assert_eq!(found.as_deref(), Ok(expected), "{line_end:?}");
        }
        // A return at the end stays; a line end that is missing there stays missing.
        for text in [&b"a\r"[..], b"a", b"", b"a\n"] {
            let found = same_in_all_pieces(&ends("", "", None), "", text);
            assert_eq!(found.as_deref(), Ok(text));
        }
    }

    #[test]
    fn text_goes_through_ebcdic_and_back() {
        let text = "Gr\u{fc}\u{df}e\r\naus\nK\u{f6}ln".as_bytes();
        let there = same_in_all_pieces(&ends("UTF-8", "IBM-1047", None), "", text);
        let there = there.expect("translated");
        assert_eq!(
            there,
            b"\xc7\x99\xdc\x59\x85\x15\x81\xa4\xa2\x15\xd2\xcc\x93\x95"
        );
        let back = ends("IBM-1047", "UTF-8", Some(LineEnd::CrLf));
        let back = same_in_all_pieces(&back, "", &there).expect("translated");
        assert_eq!(back, "Gr\u{fc}\u{df}e\r\naus\r\nK\u{f6}ln".as_bytes());
        // Its other line feed is no line end, and comes back as it was.
        let between = ends("IBM-1047", "IBM-037", None);
        let found = same_in_all_pieces(&between, "", b"\xc1\x25\xc2\x15");
        assert_eq!(found.as_deref(), Ok(&b"\xc1\x25\xc2\x15"[..]));
    }

    #[test]
    fn pages_of_several_bytes_are_cut_anywhere() {
        let text = "\u{3042}\u{4e00}a\n\u{ff71}\u{4e8c}\r\n\u{3042}";
        for page in [
            "UTF-16",
            "UTF-16LE",
            "UTF-16BE",
            "Shift_JIS",
            "EUC-JP",
            "GB18030",
            "939",
        ] {
            let there = ends("", page, Some(LineEnd::CrLf));
            let there = same_in_all_pieces(&there, "", text.as_bytes());
            let there = there.unwrap_or_else(|error| panic!("{page}: {error:?}"));
            let back = same_in_all_pieces(&ends(page, "UTF-8", None), "", &there);
            let expected = text.replace("\r\n", "\n");
            assert_eq!(back.as_deref(), Ok(expected.as_bytes()), "{page}");
        }
    }

    #[test]
    fn what_cannot_be_translated_fails_with_its_place_or_is_replaced() {
        let to_latin = ends("UTF-8", "ISO-8859-1", None);
        let text = "one\ntwo \u{20ac} three\n".as_bytes();
        let NoText(why) = same_in_all_pieces(&to_latin, "", text).expect_err("no euro there");
        assert!(why.contains("U+20AC") && why.contains("line 2"), "{why}");
        let found = same_in_all_pieces(&to_latin, "EUR", text);
        assert_eq!(found.as_deref(), Ok(&b"one\ntwo EUR three\n"[..]));
        let NoText(why) = same_in_all_pieces(&to_latin, "", b"a\xc3(b").expect_err("no text");
        assert!(why.contains("C3") && why.contains("UTF-8"), "{why}");
        let found = same_in_all_pieces(&to_latin, "?", b"a\xc3(b\xe2\x82");
        assert_eq!(found.as_deref(), Ok(&b"a?(b?"[..]));
        let unknown = Translation::new(ends("", "EBCDIC-ES", None), "").map(drop);
        assert!(unknown.is_err_and(|NoText(why)| why.contains("EBCDIC-ES")));
        let replacement = Translation::new(ends("", "ASCII", None), "\u{20ac}").map(drop);
        assert!(replacement.is_err());
    }

    #[test]
    fn utf_16_says_its_order_at_its_beginning() {
        let from = ends("UTF-16", "UTF-8", None);
        for bytes in [
            &b"\xff\xfea\0\xe4\0"[..],
            b"\xfe\xff\0a\0\xe4",
            b"\0a\0\xe4",
        ] {
            let found = same_in_all_pieces(&from, "", bytes);
            assert_eq!(found.as_deref(), Ok("a\u{e4}".as_bytes()));
        }
        let to = ends("UTF-8", "UTF-16", None);
        let found = same_in_all_pieces(&to, "", b"ab");
        assert_eq!(found.as_deref(), Ok(&b"\xfe\xff\0a\0b"[..]));
        assert_eq!(same_in_all_pieces(&to, "", b"").as_deref(), Ok(&b""[..]));
    }

    #[test]
    fn states_that_are_none_are_not_restored() {
        let mut valid = Translation::new(ends("UTF-8", "939", None), "?").expect("made");
        valid
            .push("a\u{3042}".as_bytes(), &mut Vec::new())
            .expect("translated");
        let saved = valid.save();
        assert!(Translation::restore(&saved).is_some());
        for length in 0..saved.len() {
            assert!(Translation::restore(&saved[..length]).is_none());
        }
    }
}
