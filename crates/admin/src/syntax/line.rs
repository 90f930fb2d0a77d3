//! Logical lines: commands put together from the physical lines of a script.

use super::COMMAND_BYTES_MAX;

/// What one physical line was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineKind {
    /// Nothing but blanks.
    Blank,
    /// A comment.
    Comment,
    /// The first line of a command.
    First,
    /// A further line of a command.
    Further,
}

/// A command with its lines put together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LogicalLine {
    /// Without continuation characters and the semicolon that ended it.
    pub(crate) text: String,
    /// It was longer than [`COMMAND_BYTES_MAX`]; the text is only its beginning.
    pub(crate) cut: bool,
}

/// Puts commands together.
///
/// A line that ends in `-` is continued with the next line as it stands, one that ends in `+`
/// with the first character of the next line that is no blank. A line with `*` in its first
/// column is a comment wherever it stands. A `;` outside quotation marks ends a command.
#[derive(Clone, Debug, Default)]
pub(crate) struct LineAssembler {
    pending: String,
    cut: bool,
    continuation: Option<Continuation>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Continuation {
    AsItStands,
    WithoutBlanks,
}

impl LineAssembler {
    /// Takes one physical line, without its line end, and gives back what it was and the
    /// commands it completed.
    pub(crate) fn feed(&mut self, line: &str) -> (LineKind, Vec<LogicalLine>) {
        let continued = self.continuation;
        if line.starts_with('*') {
            return (LineKind::Comment, Vec::new());
        }
        let kept = line.trim_end();
        if kept.is_empty() && continued.is_none() {
            return (LineKind::Blank, Vec::new());
        }
        let kept = match continued {
            Some(Continuation::AsItStands) => kept,
            Some(Continuation::WithoutBlanks) | None => kept.trim_start(),
        };
        self.continuation = continuation_of(kept);
        match self.continuation {
            Some(_) => self.append(&kept[..kept.len() - 1]),
            None => self.append(kept),
        }
        let kind = if continued.is_some() {
            LineKind::Further
        } else {
            LineKind::First
        };
        (kind, self.completed())
    }

    /// True while a command waits for its next line.
    pub(crate) fn is_waiting(&self) -> bool {
        self.continuation.is_some()
    }

    /// What there is of the command that waits for its next line.
    pub(crate) fn begun(&self) -> &str {
        &self.pending
    }

    /// What is left of a command whose next line never came.
    pub(crate) fn finish(&mut self) -> Option<LogicalLine> {
        self.continuation = None;
        self.take_rest()
    }

    fn append(&mut self, text: &str) {
        let room = COMMAND_BYTES_MAX.saturating_sub(self.pending.len());
        if text.len() <= room {
            self.pending.push_str(text);
            return;
        }
        self.cut = true;
        let end = (0..=room)
            .rev()
            .find(|end| text.is_char_boundary(*end))
            .unwrap_or(0);
        self.pending.push_str(&text[..end]);
    }

    fn completed(&mut self) -> Vec<LogicalLine> {
        let mut found = Vec::new();
        while let Some(at) = semicolon_in(&self.pending) {
            let rest = self.pending.split_off(at + 1);
            self.pending.pop();
            found.extend(self.take_rest());
            self.pending = rest.trim_start().to_string();
        }
        if self.continuation.is_none() {
            found.extend(self.take_rest());
        }
        found
    }

    fn take_rest(&mut self) -> Option<LogicalLine> {
        let text = std::mem::take(&mut self.pending);
        let cut = std::mem::take(&mut self.cut);
        let text = text.trim_end();
        (!text.is_empty()).then(|| LogicalLine {
            text: text.to_string(),
            cut,
        })
    }
}

fn continuation_of(line: &str) -> Option<Continuation> {
    match line.as_bytes().last() {
        Some(b'-') => Some(Continuation::AsItStands),
        Some(b'+') => Some(Continuation::WithoutBlanks),
        _ => None,
    }
}

fn semicolon_in(text: &str) -> Option<usize> {
    let mut mark = None;
    for (at, found) in text.bytes().enumerate() {
        match (mark, found) {
            (None, b';') => return Some(at),
            (None, b'\'' | b'"') => mark = Some(found),
            (Some(open), _) if open == found => mark = None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{LineAssembler, LineKind};
    use crate::syntax::COMMAND_BYTES_MAX;

    fn commands(lines: &[&str]) -> Vec<String> {
        let mut assembler = LineAssembler::default();
        let mut found: Vec<String> = Vec::new();
        for line in lines {
            found.extend(assembler.feed(line).1.into_iter().map(|one| one.text));
        }
        found.extend(assembler.finish().map(|one| one.text));
        found
    }

    #[test]
    fn minus_keeps_leading_blanks_and_plus_drops_them() {
        assert_eq!(
            commands(&["DEF QL(X) -", "  DESCR('a-", "  b')"]),
            ["DEF QL(X)   DESCR('a  b')"]
        );
        assert_eq!(
            commands(&["DEF QL(X) +  ", "  DESCR('a+", "  b')"]),
            ["DEF QL(X) DESCR('ab')"]
        );
    }

    #[test]
    fn a_comment_between_continued_lines_is_no_part_of_the_command() {
        assert_eq!(
            commands(&["ALTER QMGR +", "*  REMARK +", "  TRIGINT(1)"]),
            ["ALTER QMGR TRIGINT(1)"]
        );
    }

    #[test]
    fn a_semicolon_ends_a_command_unless_it_is_quoted() {
        assert_eq!(
            commands(&["PING QMGR;PING QMGR ;", "X('a;b') ; "]),
            ["PING QMGR", "PING QMGR", "X('a;b')"]
        );
        assert_eq!(
            commands(&["DEF QL(X) +", "DESCR('x');"]),
            ["DEF QL(X) DESCR('x')"]
        );
    }

    #[test]
    fn lines_say_what_they_were() {
        let mut assembler = LineAssembler::default();
        let kinds: Vec<_> = ["", "* hi", "ALTER +", "QMGR", "  "]
            .iter()
            .map(|line| assembler.feed(line).0)
            .collect();
        use LineKind::{Blank, Comment, First, Further};
        assert_eq!(kinds, [Blank, Comment, First, Further, Blank]);
    }

    #[test]
    fn a_command_that_is_too_long_is_cut_and_says_so() {
        let mut assembler = LineAssembler::default();
        let (_, found) = assembler.feed(&"é".repeat(COMMAND_BYTES_MAX));
        assert!(found[0].cut);
        assert!(found[0].text.len() <= COMMAND_BYTES_MAX);
        let (_, found) = assembler.feed("PING QMGR");
        assert!(!found[0].cut);
    }

    #[test]
    fn what_the_input_ends_in_the_middle_of_is_handed_over() {
        assert_eq!(commands(&["ALTER QMGR +"]), ["ALTER QMGR"]);
    }
}
