//! Topic strings: levels with a `/` between.
//!
//! Source: "Using topic strings", "Combining topic strings", 2425.

use ferromq_mqi::Reason;
use std::fmt;

/// Most bytes of a topic string.
pub const TOPIC_BYTES_MAX: usize = 10_240;

/// Why a topic string is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TopicStringError {
    /// Neither a topic object nor a string was given.
    Missing,
    /// The topic object has no topic string, and none was given besides.
    Empty,
    /// It is longer than [`TOPIC_BYTES_MAX`].
    TooLong,
    /// `%` stands in front of something it cannot take the meaning from.
    Escape,
}

impl TopicStringError {
    /// The reason a verb answers.
    #[must_use]
    pub const fn reason(self) -> Reason {
        match self {
            Self::Missing => Reason::UNKNOWN_OBJECT_NAME,
            Self::Empty | Self::TooLong | Self::Escape => Reason::TOPIC_STRING_ERROR,
        }
    }
}

impl fmt::Display for TopicStringError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Missing => "neither a topic object nor a topic string is given",
            Self::Empty => "the topic string is empty",
            Self::TooLong => "the topic string is longer than 10240 bytes",
            Self::Escape => "% must be followed by *, ? or %",
        })
    }
}

impl std::error::Error for TopicStringError {}

/// The full topic string of what a topic object says (`None` without one) and what a program or command says. A
/// string that begins with a blank or a NUL counts as not given. With both there is a `/` between, whatever they
/// begin and end with.
///
/// # Errors
/// [`TopicStringError`].
pub fn combine(object: Option<&str>, given: &str) -> Result<String, TopicStringError> {
    let is_there = |text: &&str| !text.is_empty() && !text.starts_with([' ', '\0']);
    let given = Some(given).filter(is_there);
    let full = match (object.filter(is_there), given) {
        (Some(object), Some(given)) => format!("{object}/{given}"),
        (Some(one), None) | (None, Some(one)) => one.to_owned(),
        (None, None) if object.is_some() => return Err(TopicStringError::Empty),
        (None, None) => return Err(TopicStringError::Missing),
    };
    if full.len() > TOPIC_BYTES_MAX {
        return Err(TopicStringError::TooLong);
    }
    Ok(full)
}

/// The levels of a topic string: one more than it has `/`. They may be empty.
pub fn levels(topic: &str) -> impl Iterator<Item = &str> {
    topic.split('/')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Source: "Combining topic strings", table 1.
    #[test]
    fn object_and_string_are_combined_as_documented() {
        for (object, given, full) in [
            ("Football/Scores", "", "Football/Scores"),
            ("", "Football/Scores", "Football/Scores"),
            ("Football", "Scores", "Football/Scores"),
            ("Football", "/Scores", "Football//Scores"),
            ("/Football", "Scores", "/Football/Scores"),
            ("Football", " Scores", "Football"),
        ] {
            assert_eq!(combine(Some(object), given).as_deref(), Ok(full));
        }
        assert_eq!(combine(None, "a").as_deref(), Ok("a"));
    }

    #[test]
    fn what_is_no_topic_string_says_so() {
        assert_eq!(combine(None, ""), Err(TopicStringError::Missing));
        assert_eq!(combine(Some(""), ""), Err(TopicStringError::Empty));
        let long = "a".repeat(TOPIC_BYTES_MAX);
        assert!(combine(None, &long).is_ok());
        assert_eq!(combine(Some("b"), &long), Err(TopicStringError::TooLong));
    }
}
