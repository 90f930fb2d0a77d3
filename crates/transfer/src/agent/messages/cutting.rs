//! Where a file is cut into messages: by size, or at delimiters.

use crate::request::{Delimiter, DelimiterKind, DelimiterPosition, DestinationQueue};
use ferromq_mqi::hex::from_hex;
use regex::bytes::{Regex, RegexBuilder};

/// Longest delimiter, bytes, whatever a pattern could match.
pub(crate) const DELIMITER_BYTES_MAX: usize = 4_096;
/// Memory a pattern may take, bytes.
const PATTERN_BYTES_MAX: usize = 1 << 20;

/// How a file becomes messages.
#[derive(Clone, Debug)]
pub(crate) enum Cutting {
    /// All of it is one.
    Whole,
    /// So many bytes each.
    Size(usize),
    /// At each delimiter.
    At(Delimited),
}

/// Messages with delimiters between them.
#[derive(Clone, Debug)]
pub(crate) struct Delimited {
    finder: Finder,
    /// It stands in front of its message rather than behind it.
    is_prefix: bool,
    /// It stays in the message.
    is_kept: bool,
}

#[derive(Clone, Debug)]
enum Finder {
    Bytes(Vec<u8>),
    Pattern(Regex),
}

/// A message at the beginning of what is left of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    /// Where its data begin.
    pub(crate) start: usize,
    /// Where they end.
    pub(crate) end: usize,
    /// Where what is left begins.
    pub(crate) behind: usize,
}

/// The bytes of a binary delimiter: `x0A,xE7`.
pub(crate) fn delimiter_bytes(text: &str) -> Option<Vec<u8>> {
    let bytes = text.split(',').map(|byte| {
        let digits = byte.trim().strip_prefix(['x', 'X'])?;
        let bytes = from_hex(digits)?;
        <[u8; 1]>::try_from(bytes).ok().map(|[byte]| byte)
    });
    let bytes: Vec<_> = bytes.collect::<Option<_>>()?;
    (bytes.len() <= DELIMITER_BYTES_MAX).then_some(bytes)
}

impl Cutting {
    /// What a request says.
    ///
    /// # Errors
    /// A clause that says what is wrong.
    pub(crate) fn of(queue: &DestinationQueue) -> Result<Self, String> {
        if let Some(size) = queue.message_size_bytes {
            if queue.delimiter.is_some() {
                return Err("a file is cut by size or at delimiters, not both".to_owned());
            }
            let size = usize::try_from(size).unwrap_or(usize::MAX);
            return Ok(Self::Size(size.max(1)));
        }
        let Some(delimiter) = &queue.delimiter else {
            return Ok(Self::Whole);
        };
        Ok(Self::At(Delimited {
            finder: Finder::of(delimiter)?,
            is_prefix: delimiter.position == Some(DelimiterPosition::Prefix),
            is_kept: queue.include_delimiter == Some(true),
        }))
    }

    /// Several messages may come of a file: they are a group.
    pub(crate) fn makes_groups(&self) -> bool {
        !matches!(self, Self::Whole)
    }

    /// The next message of what is left of a file, if it is whole. `is_all`: nothing comes behind it. `searched` is what was looked through
    /// before in vain; it is moved on.
    pub(crate) fn next(&self, rest: &[u8], is_all: bool, searched: &mut usize) -> Option<Piece> {
        let whole = Piece {
            start: 0,
            end: rest.len(),
            behind: rest.len(),
        };
        let at_end = (is_all && !rest.is_empty()).then_some(whole);
        match self {
            Self::Whole => at_end,
            Self::Size(size) if rest.len() > *size => Some(Piece {
                start: 0,
                end: *size,
                behind: *size,
            }),
            Self::Size(_) => at_end,
            Self::At(delimited) => delimited.next(rest, is_all, searched),
        }
    }
}

impl Delimited {
    fn next(&self, rest: &[u8], is_all: bool, searched: &mut usize) -> Option<Piece> {
        if rest.is_empty() {
            return None;
        }
        // What stands in front of this message.
        let lead = match self.is_prefix {
            true => self
                .finder
                .find(rest, 0, is_all)
                .filter(|found| found.0 == 0),
            false => None,
        };
        let lead = lead.map_or(0, |(_, end)| end);
        let start = if self.is_kept { 0 } else { lead };
        let from = (*searched).max(lead);
        match self.finder.find(rest, from, is_all) {
            Some((at, end)) => {
                *searched = 0;
                Some(match self.is_prefix {
                    true => Piece {
                        start,
                        end: at,
                        behind: at,
                    },
                    false => Piece {
                        start,
                        end: if self.is_kept { end } else { at },
                        behind: end,
                    },
                })
            }
            None if is_all => {
                *searched = 0;
                Some(Piece {
                    start,
                    end: rest.len(),
                    behind: rest.len(),
                })
            }
            None => {
                *searched = rest.len().saturating_sub(DELIMITER_BYTES_MAX);
                None
            }
        }
    }
}

impl Finder {
    fn of(delimiter: &Delimiter) -> Result<Self, String> {
        let value = &delimiter.value;
        let found = match delimiter.kind {
            DelimiterKind::Binary => {
                let bytes = delimiter_bytes(value);
                let wanted = || format!("the delimiter '{value}' is not of the form x0A,xE7");
                Self::Bytes(bytes.ok_or_else(wanted)?)
            }
            DelimiterKind::Text if value.len() > DELIMITER_BYTES_MAX => {
                return Err(format!(
                    "the pattern of the delimiter is longer than {DELIMITER_BYTES_MAX} bytes"
                ));
            }
            DelimiterKind::Text => {
                let mut builder = RegexBuilder::new(value);
                let regex = builder.size_limit(PATTERN_BYTES_MAX).build();
                // Only the last line of it says what is wrong; those before draw where.
                let last = |text: String| {
                    let line = text.lines().last().unwrap_or_default();
                    line.trim_start_matches("error: ").to_owned()
                };
                let wrong = |error: regex::Error| {
                    let why = last(error.to_string());
                    format!("the delimiter '{value}' is no pattern: {why}")
                };
                Self::Pattern(regex.map_err(wrong)?)
            }
        };
        Ok(found)
    }

    /// The first delimiter from there on: where it begins and ends. One that might go on behind what is there is none yet.
    fn find(&self, bytes: &[u8], from: usize, is_all: bool) -> Option<(usize, usize)> {
        match self {
            Self::Bytes(wanted) => {
                let mut windows = bytes.get(from..)?.windows(wanted.len());
                let at = from + windows.position(|window| window == wanted)?;
                Some((at, at + wanted.len()))
            }
            Self::Pattern(pattern) => {
                let mut from = from;
                loop {
                    let found = pattern.find_at(bytes, from.min(bytes.len()))?;
                    if found.is_empty() {
                        // Nothing stands between two characters everywhere.
                        from = found.end() + 1;
                        if from > bytes.len() {
                            return None;
                        }
                        continue;
                    }
                    let is_whole =
                        is_all || found.end() < bytes.len() || found.len() >= DELIMITER_BYTES_MAX;
                    return is_whole.then(|| (found.start(), found.end()));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queue(delimiter: &str, kind: DelimiterKind, prefix: bool, keep: bool) -> DestinationQueue {
        DestinationQueue {
            delimiter: Some(Delimiter {
                value: delimiter.to_owned(),
                kind,
                position: prefix.then_some(DelimiterPosition::Prefix),
            }),
            include_delimiter: Some(keep),
            ..DestinationQueue::default()
        }
    }

    /// The messages of a file that comes in pieces of that size.
    fn messages(cutting: &Cutting, file: &[u8], size: usize) -> Vec<String> {
        let (mut rest, mut searched, mut messages) = (Vec::new(), 0, Vec::new());
        let mut take = |rest: &mut Vec<u8>, is_all| {
            while let Some(piece) = cutting.next(rest, is_all, &mut searched) {
                let message = &rest[piece.start..piece.end];
                messages.push(String::from_utf8_lossy(message).into_owned());
                rest.drain(..piece.behind);
            }
        };
        for bytes in file.chunks(size) {
            rest.extend_from_slice(bytes);
            take(&mut rest, false);
        }
        take(&mut rest, true);
        messages
    }

    fn in_all_pieces(cutting: &Cutting, file: &str) -> Vec<String> {
        let whole = messages(cutting, file.as_bytes(), usize::MAX);
        for size in 1..=file.len() {
            let pieces = messages(cutting, file.as_bytes(), size);
            assert_eq!(pieces, whole, "in pieces of {size}");
        }
        whole
    }

    #[test]
    fn a_file_is_cut_the_same_however_it_comes() {
        use DelimiterKind::{Binary, Text};
        for (delimiter, kind, prefix, keep, file, expected) in [
            (
                "\\n",
                Text,
                false,
                false,
                "a\nbb\n\nc",
                &["a", "bb", "", "c"][..],
            ),
            ("\\n", Text, false, false, "a\nb\n", &["a", "b"]),
            ("\\n", Text, false, true, "a\nb\nc", &["a\n", "b\n", "c"]),
            ("-+", Text, false, false, "a---b-c--", &["a", "b", "c"]),
            (
                "#\\d+ ",
                Text,
                true,
                false,
                "#1 one#22 two",
                &["one", "two"],
            ),
            (
                "#\\d+ ",
                Text,
                true,
                true,
                "x#1 one#22 two",
                &["x", "#1 one", "#22 two"],
            ),
            (
                "x2C,x20",
                Binary,
                false,
                false,
                "a, b,c, d",
                &["a", "b,c", "d"],
            ),
            ("x2C", Binary, true, true, ",a,b", &[",a", ",b"]),
            ("y*", Text, false, false, "ayb", &["a", "b"]),
        ] {
            let cutting = Cutting::of(&queue(delimiter, kind, prefix, keep)).expect("valid");
            assert_eq!(
                in_all_pieces(&cutting, file),
                expected,
                "{delimiter} {file}"
            );
        }
        assert_eq!(
            in_all_pieces(&Cutting::Size(3), "abcdefgh"),
            ["abc", "def", "gh"]
        );
        assert_eq!(
            in_all_pieces(&Cutting::Size(4), "abcdefgh"),
            ["abcd", "efgh"]
        );
        assert_eq!(in_all_pieces(&Cutting::Whole, "ab"), ["ab"]);
        assert_eq!(messages(&Cutting::Whole, b"", 1), [""; 0]);
    }

    #[test]
    fn what_is_no_delimiter_is_refused() {
        use DelimiterKind::{Binary, Text};
        for (delimiter, kind) in [
            ("", Binary),
            ("0A", Binary),
            ("x0", Binary),
            ("x0A0B", Binary),
            ("(", Text),
            ("(?<=a)b", Text),
            ("(a{1000}){1000}", Text),
        ] {
            let refused = Cutting::of(&queue(delimiter, kind, false, false));
            assert!(refused.is_err(), "{delimiter}");
        }
        let mut both = queue("x0A", Binary, false, false);
        both.message_size_bytes = Some(5);
        assert!(Cutting::of(&both).is_err());
    }
}
