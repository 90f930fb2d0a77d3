//! A file of properties as it is.

use std::fmt;
use std::fmt::Write;

/// Bytes of a file, at most.
pub const BYTES_MAX: usize = 1 << 20;

/// Lines of a file, at most.
pub const LINES_MAX: usize = 20_000;

/// A file of properties, in the format Java has for them: keys and values in their order, comments between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Properties {
    lines: Vec<Line>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Line {
    /// A comment or nothing, as it stands.
    Other(String),
    Pair {
        key: String,
        value: String,
        /// Where it begins in the file, from 1; 0 for one that was added.
        line: u32,
    },
}

/// Why a file cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileProblem {
    /// More bytes than [`BYTES_MAX`].
    TooLong,
    /// More lines than [`LINES_MAX`].
    TooManyLines,
    /// `\u` without four hexadecimal digits behind it, or half a pair of them, in this line.
    Escape {
        /// The line, from 1.
        line: u32,
    },
}

impl fmt::Display for FileProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(
                f,
                "the file has more than {BYTES_MAX} bytes; it is no file of properties"
            ),
            Self::TooManyLines => write!(
                f,
                "the file has more than {LINES_MAX} lines; it is no file of properties"
            ),
            Self::Escape { line } => write!(
                f,
                "line {line}: '\\u' is not followed by four hexadecimal digits of a character; write a backslash twice"
            ),
        }
    }
}

impl std::error::Error for FileProblem {}

impl Properties {
    /// One with nothing in it.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads a file: UTF-8, or ISO 8859-1 if it is not that.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn parse(bytes: &[u8]) -> Result<Self, FileProblem> {
        if bytes.len() > BYTES_MAX {
            return Err(FileProblem::TooLong);
        }
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text.to_owned(),
            Err(_) => bytes.iter().map(|byte| char::from(*byte)).collect(),
        };
        let mut lines = Vec::new();
        let mut natural = natural_lines(&text).zip(1_u32..);
        while let Some((line, number)) = natural.next() {
            if number as usize > LINES_MAX {
                return Err(FileProblem::TooManyLines);
            }
            let start = line.trim_start_matches(is_blank);
            if start.is_empty() || start.starts_with(['#', '!']) {
                lines.push(Line::Other(line.to_owned()));
                continue;
            }
            let mut logical = start.to_owned();
            while goes_on(&logical) {
                logical.pop();
                match natural.next() {
                    Some((next, _)) => logical.push_str(next.trim_start_matches(is_blank)),
                    None => break,
                }
            }
            lines.push(pair(&logical, number)?);
        }
        Ok(Self { lines })
    }

    /// The text of the file: plain ASCII, every other character by its number.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        for line in &self.lines {
            match line {
                Line::Other(text) => text.chars().for_each(|char| push_plain(&mut out, char)),
                Line::Pair { key, value, .. } => {
                    escape(&mut out, key, true);
                    out.push('=');
                    escape(&mut out, value, false);
                }
            }
            out.push('\n');
        }
        out
    }

    /// The value of a key as it stands. Of a key that is there twice the last value counts.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&str> {
        self.entries()
            .filter(|(known, ..)| *known == key)
            .last()
            .map(|(_, value, _)| value)
    }

    /// Every key with its value and its line (0 for one that was added), in their order.
    pub fn entries(&self) -> impl Iterator<Item = (&str, &str, u32)> {
        self.lines.iter().filter_map(|line| match line {
            Line::Pair { key, value, line } => Some((key.as_str(), value.as_str(), *line)),
            Line::Other(_) => None,
        })
    }

    /// Sets the value of a key: where it stands, or at the end.
    pub fn set(&mut self, key: &str, value: impl Into<String>) {
        let value = value.into();
        let found = self.lines.iter_mut().rev().find_map(|line| match line {
            Line::Pair {
                key: known, value, ..
            } if known == key => Some(value),
            _ => None,
        });
        match found {
            Some(old) => *old = value,
            None => self.lines.push(Line::Pair {
                key: key.to_owned(),
                value,
                line: 0,
            }),
        }
    }

    /// Takes a key away, wherever it stands.
    pub fn remove(&mut self, key: &str) {
        self.lines
            .retain(|line| !matches!(line, Line::Pair { key: known, .. } if known == key));
    }

    /// Adds a comment at the end. Line ends in it begin further ones.
    pub fn comment(&mut self, text: &str) {
        let lines = natural_lines(text).map(|line| Line::Other(format!("# {line}")));
        self.lines.extend(lines);
    }
}

/// Lines, whether they end with a line feed, a carriage return or both.
fn natural_lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let (line, behind) = rest.split_at(end);
        let end_len = if behind.starts_with("\r\n") {
            2
        } else {
            usize::from(!behind.is_empty())
        };
        rest = behind.get(end_len..).unwrap_or_default();
        Some(line)
    })
}

fn is_blank(char: char) -> bool {
    matches!(char, ' ' | '\t' | '\u{C}')
}

/// The line ends with a backslash that is not one of a pair.
fn goes_on(line: &str) -> bool {
    let backslashes = line.bytes().rev().take_while(|byte| *byte == b'\\').count();
    !backslashes.is_multiple_of(2)
}

/// A line with its continuations to key and value.
fn pair(logical: &str, line: u32) -> Result<Line, FileProblem> {
    let mut escaped = false;
    let end = logical.find(|char: char| {
        let ends = !escaped && (is_blank(char) || matches!(char, '=' | ':'));
        escaped = !escaped && char == '\\';
        ends
    });
    let (key, rest) = logical.split_at(end.unwrap_or(logical.len()));
    let rest = rest.trim_start_matches(is_blank);
    let value = rest
        .strip_prefix(['=', ':'])
        .unwrap_or(rest)
        .trim_start_matches(is_blank);
    let plain = |text| unescape(text).ok_or(FileProblem::Escape { line });
    Ok(Line::Pair {
        key: plain(key)?,
        value: plain(value)?,
        line,
    })
}

fn unescape(text: &str) -> Option<String> {
    // Java counts in halves of UTF-16: a character beyond the first 65,536 is two of them.
    let mut units: Vec<u16> = Vec::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(char) = chars.next() {
        let char = match char {
            '\\' => match chars.next() {
                Some('u') => {
                    let digits: String = chars.by_ref().take(4).collect();
                    let is_number =
                        digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
                    is_number.then_some(())?;
                    units.push(u16::from_str_radix(&digits, 16).ok()?);
                    continue;
                }
                Some('t') => '\t',
                Some('n') => '\n',
                Some('r') => '\r',
                Some('f') => '\u{C}',
                Some(other) => other,
                None => break,
            },
            char => char,
        };
        units.extend_from_slice(char.encode_utf16(&mut [0; 2]));
    }
    String::from_utf16(&units).ok()
}

fn escape(out: &mut String, text: &str, is_key: bool) {
    for (at, char) in text.char_indices() {
        match char {
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\u{C}' => out.push_str("\\f"),
            ' ' if is_key || at == 0 => out.push_str("\\ "),
            '=' | ':' if is_key => out.extend(['\\', char]),
            '#' | '!' if is_key && at == 0 => out.extend(['\\', char]),
            '\\' => out.push_str("\\\\"),
            char => push_plain(out, char),
        }
    }
}

/// A character itself, or its number if it is not one of ASCII that can be seen.
fn push_plain(out: &mut String, char: char) {
    if matches!(char, ' '..='~' | '\t' | '\u{C}') {
        out.push(char);
        return;
    }
    for unit in char.encode_utf16(&mut [0; 2]) {
        // Writing to a string cannot fail.
        let _ = write!(out, "\\u{unit:04X}");
    }
}
