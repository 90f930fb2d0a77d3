//! What is wrong with a rules table, and where.

use ferromq_mqi::generated::notices::{
    AMQ8750, AMQ8752, AMQ8753, AMQ8757, AMQ8759, FMQ0191, FMQ0192, FMQ0193,
};
use ferromq_mqi::notice::Notice;
use std::fmt::Display;

/// A place in the text, both counted from 1; the column in characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) line: u32,
    pub(crate) column: u32,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// There is no rule.
    NoRules,
    /// The value of this keyword is longer than this.
    TooLong(&'static str, usize),
    Duplicate(&'static str),
    /// The number of this keyword is outside this range.
    Range(&'static str, u32, u32),
    /// Keywords that do not go together: what should be.
    Combination(&'static str),
    /// What should be there, or should not.
    Syntax(&'static str),
    /// What is no keyword.
    Keyword(String),
    /// What this keyword does not take, and what it does.
    Value(&'static str, String, &'static str),
}

/// One problem of a rules table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub(crate) place: Place,
    pub(crate) kind: Kind,
}

impl Problem {
    /// Line of the text, from 1.
    #[must_use]
    pub fn line(&self) -> u32 {
        self.place.line
    }

    /// Column in the line, from 1, in characters.
    #[must_use]
    pub fn column(&self) -> u32 {
        self.place.column
    }

    /// Its number.
    #[must_use]
    pub fn notice(&self) -> &'static Notice {
        match self.kind {
            Kind::NoRules => &AMQ8750,
            Kind::TooLong(..) => &AMQ8752,
            Kind::Duplicate(_) => &AMQ8753,
            Kind::Range(..) => &AMQ8757,
            Kind::Combination(_) => &AMQ8759,
            Kind::Syntax(_) => &FMQ0191,
            Kind::Keyword(_) => &FMQ0192,
            Kind::Value(..) => &FMQ0193,
        }
    }

    /// Number and sentence.
    #[must_use]
    pub fn text(&self) -> String {
        let (line, column) = (&self.place.line, &self.place.column);
        let values: Vec<&dyn Display> = match &self.kind {
            Kind::NoRules => vec![],
            Kind::TooLong(keyword, most) => vec![keyword, line, column, most],
            Kind::Duplicate(keyword) => vec![keyword, line, column],
            Kind::Range(keyword, low, high) => vec![keyword, line, column, low, high],
            Kind::Combination(what) | Kind::Syntax(what) => vec![line, column, what],
            Kind::Keyword(word) => vec![line, column, word],
            Kind::Value(keyword, word, wanted) => vec![keyword, line, column, word, wanted],
        };
        self.notice().line(&values)
    }
}

/// Most problems that are kept; the others are counted.
const KEPT_MAX: usize = 100;

/// All that is wrong with a rules table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problems {
    kept: Vec<Problem>,
    count: usize,
}

impl Problems {
    pub(crate) fn add(&mut self, place: Place, kind: Kind) {
        self.count += 1;
        if self.kept.len() < KEPT_MAX {
            self.kept.push(Problem { place, kind });
        }
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// The first hundred of them, in the order of the text.
    #[must_use]
    pub fn kept(&self) -> &[Problem] {
        &self.kept
    }
}
