//! The keywords of an entry, each with its value.

use crate::lines::{Entry, Placed};
use crate::problem::{Kind, Place, Problems};

/// Every keyword there is.
pub(crate) const KEYWORDS: [&str; 23] = [
    "INPUTQ", "INPUTQM", "RETRYINT", "WAIT", "APPLIDAT", "APPLNAME", "APPLTYPE", "DESTQ", "DESTQM",
    "FEEDBACK", "FORMAT", "MSGTYPE", "PERSIST", "REASON", "REPLYQ", "REPLYQM", "USERID", "ACTION",
    "FWDQ", "FWDQM", "HEADER", "PUTAUT", "RETRY",
];

/// Those of control data: the first four.
pub(crate) const CONTROL_KEYWORDS: &[&str] = KEYWORDS.split_at(4).0;

/// A keyword with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Keyword {
    pub(crate) name: &'static str,
    /// Without quotes; folded to capitals if there were none.
    pub(crate) value: String,
    pub(crate) place: Place,
    /// Where the value is.
    pub(crate) value_place: Place,
}

/// What an entry says. Problems go to the list, and the entry is then of no use.
pub(crate) struct Reader<'a> {
    entry: &'a [Placed],
    at: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(entry: &'a Entry) -> Self {
        Self { entry, at: 0 }
    }

    /// All keywords of the entry. What cannot be read ends it.
    pub(crate) fn keywords(mut self, problems: &mut Problems) -> Vec<Keyword> {
        let mut keywords: Vec<Keyword> = Vec::new();
        loop {
            self.skip(|char| char.is_whitespace() || char == ',');
            if self.peek().is_none() {
                return keywords;
            }
            let place = self.place();
            let word = self.take(char::is_alphanumeric).to_ascii_uppercase();
            if word.is_empty() {
                problems.add(place, Kind::Syntax("a keyword is wanted there"));
                return keywords;
            }
            let (value, value_place) = match self.value() {
                Ok(value) => value,
                Err(kind) => {
                    problems.add(self.place(), kind);
                    return keywords;
                }
            };
            let Some(name) = KEYWORDS.into_iter().find(|name| *name == word) else {
                problems.add(place, Kind::Keyword(shortened(&word)));
                continue;
            };
            if keywords.iter().any(|before| before.name == name) {
                problems.add(place, Kind::Duplicate(name));
                continue;
            }
            keywords.push(Keyword {
                name,
                value,
                place,
                value_place,
            });
        }
    }

    /// `(value)` or `('value')`.
    fn value(&mut self) -> Result<(String, Place), Kind> {
        self.blanks();
        self.demand('(', "a value in parentheses is wanted there")?;
        self.blanks();
        let place = self.place();
        let value = if self.next_if('\'') {
            self.quoted()?
        } else {
            let is_plain = |char: char| {
                char.is_ascii_alphanumeric()
                    || matches!(char, '.' | '/' | '_' | '%' | '*' | '?' | '&')
            };
            self.take(is_plain).to_ascii_uppercase()
        };
        if value.is_empty() {
            return Err(Kind::Syntax(
                "a value is wanted there; one with other characters than letters, digits and ./_% stands in quotes",
            ));
        }
        self.blanks();
        self.demand(
            ')',
            "a closing parenthesis is wanted there; a value with other characters than letters, digits and ./_% stands in quotes",
        )?;
        Ok((value, place))
    }

    /// Behind the opening quote: what is there up to the closing one, where two are one that is meant.
    fn quoted(&mut self) -> Result<String, Kind> {
        let mut value = String::new();
        loop {
            value.push_str(&self.take(|char| char != '\''));
            if !self.next_if('\'') {
                return Err(Kind::Syntax("a closing quote is wanted there"));
            }
            if !self.next_if('\'') {
                return Ok(value);
            }
            value.push('\'');
        }
    }

    fn peek(&self) -> Option<char> {
        self.entry.get(self.at).map(|placed| placed.char)
    }

    /// Where it is; behind the end, one column further than the last character.
    fn place(&self) -> Place {
        match (self.entry.get(self.at), self.entry.last()) {
            (Some(placed), _) => placed.place,
            (None, Some(last)) => Place {
                column: last.place.column.saturating_add(1),
                ..last.place
            },
            (None, None) => Place::default(),
        }
    }

    fn skip(&mut self, is_skipped: impl Fn(char) -> bool) {
        while self.peek().is_some_and(&is_skipped) {
            self.at += 1;
        }
    }

    fn blanks(&mut self) {
        self.skip(char::is_whitespace);
    }

    fn take(&mut self, is_taken: impl Fn(char) -> bool) -> String {
        let from = self.at;
        self.skip(is_taken);
        let taken = &self.entry[from..self.at];
        taken.iter().map(|placed| placed.char).collect()
    }

    fn next_if(&mut self, wanted: char) -> bool {
        let is_there = self.peek() == Some(wanted);
        self.at += usize::from(is_there);
        is_there
    }

    fn demand(&mut self, wanted: char, what: &'static str) -> Result<(), Kind> {
        match self.next_if(wanted) {
            true => Ok(()),
            false => Err(Kind::Syntax(what)),
        }
    }
}

/// A word of the text as a problem shows it.
pub(crate) fn shortened(word: &str) -> String {
    const SHOWN_MAX: usize = 60;
    word.chars().take(SHOWN_MAX).collect()
}
