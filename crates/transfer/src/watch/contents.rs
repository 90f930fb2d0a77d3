//! What a trigger file lists: a source in each line, and perhaps a destination.

use super::matching::{PatternProblem, whole};
use regex::Regex;
use std::fmt;

/// Longest trigger file, bytes.
pub const CONTENT_BYTES_MAX: usize = 1 << 20;
/// Lines of a trigger file, at most.
pub const LINES_MAX: usize = 10_000;

/// How lines of a trigger file are read.
#[derive(Debug)]
pub struct Contents {
    /// One or two groups; lines are cut at the first comma without.
    regex: Option<Box<Regex>>,
    /// The destination stands in front of the source.
    destination_first: bool,
}

/// Why a trigger file is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContentProblem {
    /// It is longer than [`CONTENT_BYTES_MAX`] or has more than [`LINES_MAX`] lines.
    TooLong,
    /// It is not UTF-8.
    Text,
    /// Nothing is listed.
    Empty,
    /// The line of this number, from 1, does not fit the regular expression, or names no source.
    Line(usize),
}

impl fmt::Display for ContentProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(
                f,
                "it is longer than {CONTENT_BYTES_MAX} bytes or {LINES_MAX} lines"
            ),
            Self::Text => f.write_str("it is not UTF-8"),
            Self::Empty => f.write_str("it lists nothing"),
            Self::Line(line) => write!(f, "line {line} does not name a source"),
        }
    }
}

impl std::error::Error for ContentProblem {}

impl Contents {
    /// By a regular expression for whole lines, if there is one.
    ///
    /// # Errors
    /// Why it is none.
    pub fn new(regex: Option<&str>, destination_first: bool) -> Result<Self, PatternProblem> {
        let regex = regex.filter(|regex| !regex.is_empty()).map(whole);
        Ok(Self {
            regex: regex.transpose()?.map(Box::new),
            destination_first,
        })
    }

    /// Sources, each with its destination if the line has one. Lines with nothing in them are passed over.
    ///
    /// # Errors
    /// What is wrong with it first.
    pub fn read(&self, bytes: &[u8]) -> Result<Vec<(String, Option<String>)>, ContentProblem> {
        if bytes.len() > CONTENT_BYTES_MAX {
            return Err(ContentProblem::TooLong);
        }
        let text = std::str::from_utf8(bytes).map_err(|_| ContentProblem::Text)?;
        let mut listed = Vec::new();
        for (number, line) in (1..).zip(text.trim_start_matches('\u{FEFF}').lines()) {
            if line.trim().is_empty() {
                continue;
            }
            if listed.len() == LINES_MAX {
                return Err(ContentProblem::TooLong);
            }
            listed.push(self.line(line).ok_or(ContentProblem::Line(number))?);
        }
        match listed.is_empty() {
            true => Err(ContentProblem::Empty),
            false => Ok(listed),
        }
    }

    fn line(&self, line: &str) -> Option<(String, Option<String>)> {
        let (first, second) = match &self.regex {
            Some(regex) => {
                let groups = regex.captures(line)?;
                let group = |number| groups.get(number).map(|found| found.as_str());
                (group(1)?, group(2))
            }
            None => match line.split_once(',') {
                Some((first, second)) => (first.trim(), Some(second.trim())),
                None => (line.trim(), None),
            },
        };
        let (source, destination) = match (self.destination_first, second) {
            (true, Some(second)) => (second, Some(first)),
            _ => (first, second),
        };
        let destination = destination.filter(|path| !path.is_empty());
        let named = !source.is_empty();
        named.then(|| (source.to_owned(), destination.map(str::to_owned)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_name_a_source_and_perhaps_a_destination() {
        let both = |source: &str, destination: Option<&str>| {
            (source.to_owned(), destination.map(str::to_owned))
        };
        let plain = Contents::new(None, false).expect("no pattern");
        let read = plain
            .read(b"\xEF\xBB\xBF/a/1, /b/1\r\n\n/a/2\n")
            .expect("lines");
        assert_eq!(read, [both("/a/1", Some("/b/1")), both("/a/2", None)]);
        let turned = Contents::new(None, true).expect("no pattern");
        assert_eq!(
            turned.read(b"/b/1,/a/1").expect("lines"),
            [both("/a/1", Some("/b/1"))]
        );
        let regex = Contents::new(Some(r"(\S+) -> (\S+)"), false).expect("a pattern");
        assert_eq!(
            regex.read(b"x -> y").expect("lines"),
            [both("x", Some("y"))]
        );
        assert_eq!(regex.read(b"x -> y\nz"), Err(ContentProblem::Line(2)));
        assert_eq!(plain.read(b",x"), Err(ContentProblem::Line(1)));
        assert_eq!(plain.read(b"\n \n"), Err(ContentProblem::Empty));
        assert_eq!(plain.read(b"\xFF"), Err(ContentProblem::Text));
        assert_eq!(
            plain.read("x\n".repeat(10_001).as_bytes()),
            Err(ContentProblem::TooLong)
        );
    }
}
