//! Numbered messages for operators: what commands print and what the error log holds.
//!
//! Numbers beginning with `AMQ` follow the documented ones, so that scripts that look for them work;
//! those beginning with `FMQ` are our own. The sentences are in `tables/notices.csv`.

use std::fmt;

use crate::generated::notices::ALL;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Nothing is wrong.
    Information,
    /// Something may need attention.
    Warning,
    /// What was asked for was not done.
    Error,
    /// The queue manager, or part of it, cannot work.
    Severe,
    /// The queue manager ends.
    Terminating,
}

impl Severity {
    /// The letter after the number.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Severity::Information => 'I',
            Severity::Warning => 'W',
            Severity::Error => 'E',
            Severity::Severe => 'S',
            Severity::Terminating => 'T',
        }
    }
}

/// One numbered message.
#[derive(Debug, PartialEq, Eq)]
pub struct Notice {
    /// Prefix and number, such as `AMQ8006`.
    pub id: &'static str,
    /// The same with the letter of its severity behind it, such as `AMQ8006I`.
    pub label: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// The sentence, with a word in braces where a value goes.
    pub text: &'static str,
    /// What happened.
    pub explanation: &'static str,
    /// What to do.
    pub action: &'static str,
}

const OURS: &str = "FMQ";
const DOCUMENTED: &str = "AMQ";

impl Notice {
    /// Every notice, in the order of their ids.
    pub fn all() -> impl Iterator<Item = &'static Notice> {
        ALL.iter().copied()
    }

    /// The notice with that prefix and number.
    #[must_use]
    pub fn find(id: &str) -> Option<&'static Notice> {
        let at = ALL.binary_search_by(|notice| notice.id.cmp(id)).ok()?;
        Some(ALL[at])
    }

    /// The notice with that number: one of ours (`FMQ`), or one that follows a documented number (`AMQ`).
    #[must_use]
    pub fn numbered(ours: bool, number: u16) -> Option<&'static Notice> {
        let prefix = if ours { OURS } else { DOCUMENTED };
        Self::find(&format!("{prefix}{number:04}"))
    }

    /// Whether its number is one of ours, and the number.
    #[must_use]
    pub fn number(&self) -> (bool, u16) {
        let digits = self
            .id
            .trim_start_matches(OURS)
            .trim_start_matches(DOCUMENTED);
        // The generator takes four digits and nothing else.
        (self.id.starts_with(OURS), digits.parse().unwrap_or(0))
    }

    /// The sentence with values put in, in the order of the braces. A value that is missing leaves its
    /// braces in place; values that are too many are dropped.
    #[must_use]
    pub fn sentence(&self, values: &[&dyn fmt::Display]) -> String {
        let mut out = String::with_capacity(self.text.len() + 32);
        let mut values = values.iter();
        let mut rest = self.text;
        while let Some((before, after)) = rest.split_once('{') {
            let Some((word, next)) = after.split_once('}') else {
                break;
            };
            out.push_str(before);
            match values.next() {
                Some(value) => out.push_str(&value.to_string()),
                None => out.extend(["{", word, "}"]),
            }
            // A value may be a sentence, such as what a reason code means.
            rest = match next.strip_prefix('.') {
                Some(behind) if out.ends_with('.') => behind,
                _ => next,
            };
        }
        out.push_str(rest);
        out
    }

    /// Number, severity letter and sentence: `AMQ8006I: Queue created.`
    #[must_use]
    pub fn line(&self, values: &[&dyn fmt::Display]) -> String {
        format!("{}: {}", self.label, self.sentence(values))
    }

    /// How many values the sentence takes.
    #[must_use]
    pub fn value_count(&self) -> usize {
        self.text.matches('{').count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generated::notices::{AMQ8006, AMQ8147, AMQ9510};

    #[test]
    fn notices_are_found_by_id_and_carry_their_letter() {
        assert_eq!(Notice::find("AMQ8006"), Some(&AMQ8006));
        assert_eq!(Notice::find("AMQ0000"), None);
        for notice in ALL {
            let (ours, number) = notice.number();
            assert_eq!(Notice::numbered(ours, number), Some(notice));
        }
        assert!(AMQ8006.line(&[]).starts_with("AMQ8006I: "));
    }

    #[test]
    fn values_fill_the_braces_in_order() {
        let line = AMQ8147.line(&[&"MY.QUEUE"]);
        assert!(
            line.starts_with("AMQ8147E: ") && line.contains("MY.QUEUE"),
            "{line}"
        );
        assert!(AMQ8147.line(&[]).contains('{'));
        let (channel, queue) = ("C", "Q");
        let line = AMQ9510.line(&[&channel, &queue, &"It is full."]);
        assert!(line.ends_with("It is full."), "one full stop: {line}");
    }

    #[test]
    fn every_sentence_has_matching_braces_and_an_end() {
        for notice in ALL {
            assert_eq!(
                notice.text.matches('{').count(),
                notice.text.matches('}').count(),
                "{}",
                notice.id
            );
            assert!(notice.text.ends_with(['.', ':', '-']), "{}", notice.id);
            assert!(
                notice.explanation.ends_with('.') && notice.action.ends_with('.'),
                "{}",
                notice.id
            );
        }
    }
}
