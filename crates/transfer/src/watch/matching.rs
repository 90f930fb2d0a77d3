//! Which names of files fit.

use crate::access::PatternKind;
use crate::monitor::NamePattern;
use crate::pattern::fits_name;
use regex::{Regex, RegexBuilder};
use std::fmt;

/// Longest pattern, bytes.
const PATTERN_BYTES_MAX: usize = 4_096;
/// What a regular expression may take in memory, bytes.
const REGEX_BYTES_MAX: usize = 1 << 20;

/// Why a pattern is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatternProblem {
    /// It is longer than 4,096 bytes.
    TooLong,
    /// It is no regular expression that is understood here: look-around and references back are not.
    Regex(String),
}

impl fmt::Display for PatternProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "a pattern is longer than {PATTERN_BYTES_MAX} bytes"),
            Self::Regex(why) => write!(f, "the regular expression is not understood: {why}"),
        }
    }
}

impl std::error::Error for PatternProblem {}

/// A regular expression that has to fit a whole text, within bounds.
pub(super) fn whole(pattern: &str) -> Result<Regex, PatternProblem> {
    if pattern.len() > PATTERN_BYTES_MAX {
        return Err(PatternProblem::TooLong);
    }
    let built = RegexBuilder::new(&format!("^(?:{pattern})$"))
        .size_limit(REGEX_BYTES_MAX)
        .dfa_size_limit(REGEX_BYTES_MAX)
        .build();
    built.map_err(|error| {
        let text = error.to_string();
        let last = text.lines().last().unwrap_or_default();
        PatternProblem::Regex(last.trim_start_matches("error: ").to_owned())
    })
}

/// A pattern of names.
#[derive(Debug)]
enum Names {
    Wildcard(String),
    Regex(Box<Regex>),
}

impl Names {
    fn new(pattern: &str, kind: PatternKind) -> Result<Self, PatternProblem> {
        match kind {
            PatternKind::Wildcard if pattern.len() > PATTERN_BYTES_MAX => {
                Err(PatternProblem::TooLong)
            }
            PatternKind::Wildcard => Ok(Self::Wildcard(pattern.to_owned())),
            PatternKind::Regex => whole(pattern).map(Box::new).map(Self::Regex),
        }
    }

    fn fits(&self, name: &str) -> bool {
        match self {
            Self::Wildcard(pattern) => fits_name(pattern, name),
            Self::Regex(regex) => regex.is_match(name),
        }
    }
}

/// Names that fit a pattern and not another.
#[derive(Debug)]
pub struct Matcher {
    names: Names,
    exclude: Option<Names>,
}

impl Matcher {
    /// Of a pattern of a condition.
    ///
    /// # Errors
    /// Why it is none.
    pub fn new(pattern: &NamePattern) -> Result<Self, PatternProblem> {
        let exclude = pattern.exclude.as_deref().filter(|text| !text.is_empty());
        let exclude = exclude.map(|text| Names::new(text, pattern.kind));
        Ok(Self {
            names: Names::new(&pattern.pattern, pattern.kind)?,
            exclude: exclude.transpose()?,
        })
    }

    /// Whether the name of a file fits. The work is bounded by the product of pattern and name.
    #[must_use]
    pub fn fits(&self, name: &str) -> bool {
        let is_out = self.exclude.as_ref().is_some_and(|names| names.fits(name));
        self.names.fits(name) && !is_out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regular_expressions_fit_whole_names_and_are_bounded() {
        let pattern = |pattern: &str, exclude: Option<&str>| NamePattern {
            pattern: pattern.to_owned(),
            kind: PatternKind::Regex,
            exclude: exclude.map(str::to_owned),
        };
        let matcher = Matcher::new(&pattern(r"a\d+|b", Some("a1"))).expect("a pattern");
        for (name, fits) in [
            ("a2", true),
            ("b", true),
            ("a1", false),
            ("xa2", false),
            ("bc", false),
        ] {
            assert_eq!(matcher.fits(name), fits, "{name}");
        }
        for bad in ["(", "a{1000}{1000}{1000}", r"(?=x)", &"x".repeat(5_000)] {
            assert!(Matcher::new(&pattern(bad, None)).is_err(), "{bad}");
        }
    }
}
