//! A script as words.

use super::{SCRIPT_BYTES_MAX, Wrong};

/// A word, a name in quotes, a text in quotes, or a mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) text: String,
    pub(super) kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Without quotes.
    Plain,
    /// In quotes: as it is.
    Quoted,
    /// `;`, `(`, `)`, `,`, `.`.
    Mark,
}

/// Splits a script. Comments begin with `#` or `--` and end with the line.
pub(super) fn split(script: &str) -> Result<Vec<Word>, Wrong> {
    if script.len() > SCRIPT_BYTES_MAX {
        return Err(Wrong {
            line: 1,
            column: 1,
            problem: format!("the script is longer than {SCRIPT_BYTES_MAX} bytes"),
        });
    }
    let mut words = Vec::new();
    for (at, text) in script.lines().enumerate() {
        let line = at + 1;
        let mut rest = text.char_indices().peekable();
        let mut column = 0;
        while let Some((start, c)) = rest.next() {
            column += 1;
            let begin = column;
            let word = |text: &str, kind| Word {
                line,
                column: begin,
                text: text.to_owned(),
                kind,
            };
            match c {
                '#' => break,
                '-' if text[start..].starts_with("--") => break,
                ';' | '(' | ')' | ',' | '.' => words.push(word(&c.to_string(), Kind::Mark)),
                '"' | '\'' => {
                    let mut inside = String::new();
                    let mut is_closed = false;
                    while let Some((_, next)) = rest.next() {
                        column += 1;
                        if next != c {
                            inside.push(next);
                        } else if rest.peek().is_some_and(|(_, it)| *it == c) {
                            rest.next();
                            column += 1;
                            inside.push(c);
                        } else {
                            is_closed = true;
                            break;
                        }
                    }
                    if !is_closed {
                        return Err(Wrong {
                            line,
                            column: begin,
                            problem: format!("{c} is not closed on its line"),
                        });
                    }
                    words.push(word(&inside, Kind::Quoted));
                }
                c if c.is_whitespace() => {}
                _ => {
                    let mut end = start + c.len_utf8();
                    while let Some((at, next)) = rest.peek().copied() {
                        if next.is_whitespace() || ";(),.'\"#".contains(next) {
                            break;
                        }
                        rest.next();
                        column += 1;
                        end = at + next.len_utf8();
                    }
                    words.push(word(&text[start..end], Kind::Plain));
                }
            }
        }
    }
    Ok(words)
}
