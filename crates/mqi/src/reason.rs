//! Completion and reason codes.

use std::fmt;

use crate::generated::constants::{MQCC_FAILED, MQCC_OK, MQCC_WARNING};
use crate::generated::reasons::{BY_CODE, BY_NAME};

/// How a verb ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(i32)]
pub enum CompCode {
    /// It did everything it was asked for.
    Ok = MQCC_OK,
    /// It did its work, and the reason says what the caller should know about it.
    Warning = MQCC_WARNING,
    /// It did nothing that lasts, and the reason says why.
    Failed = MQCC_FAILED,
}

impl CompCode {
    /// The code with that number, if there is one.
    #[must_use]
    pub const fn from_i32(code: i32) -> Option<CompCode> {
        match code {
            MQCC_OK => Some(CompCode::Ok),
            MQCC_WARNING => Some(CompCode::Warning),
            MQCC_FAILED => Some(CompCode::Failed),
            _ => None,
        }
    }
}

/// Why a verb ended as it did: the documented reason code.
///
/// There is an associated constant for every documented reason, named without its `MQRC_`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Reason(pub i32);

impl Reason {
    /// True where the queue manager of a connection is gone, or about to go.
    #[must_use]
    pub fn ends_connection(self) -> bool {
        matches!(
            self,
            Self::CONNECTION_BROKEN
                | Self::CONNECTION_STOPPING
                | Self::CONNECTION_QUIESCING
                | Self::Q_MGR_STOPPING
                | Self::Q_MGR_QUIESCING
                | Self::Q_MGR_NOT_AVAILABLE
        )
    }

    /// True where a thread of the queue manager that works over a connection of its own is to end: the queue manager ends, or the connection is there no more.
    #[must_use]
    pub fn ends_service(self) -> bool {
        self.ends_connection() || self == Self::HCONN_ERROR
    }

    /// The documented name, or `"MQRC_?"` for a number that has none.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.entry().map_or("MQRC_?", |(_, name, _)| name)
    }

    /// One sentence on what happened and what to do, or an empty one where none is written.
    #[must_use]
    pub fn explanation(self) -> &'static str {
        self.entry().map_or("", |(_, _, text)| text)
    }

    /// The reason with that documented name, `MQRC_` included.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Reason> {
        let at = BY_NAME
            .binary_search_by(|(other, _)| (*other).cmp(name))
            .ok()?;
        Some(Reason(BY_NAME[at].1))
    }

    /// Every reason that has a name, in the order of their numbers.
    pub fn all() -> impl Iterator<Item = Reason> {
        BY_CODE.iter().map(|(code, _, _)| Reason(*code))
    }

    /// Every documented name of this number; several headers may have one for it.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let of_code = BY_NAME.iter().filter(move |(_, code)| *code == self.0);
        of_code.map(|(name, _)| *name)
    }

    fn entry(self) -> Option<&'static (i32, &'static str, &'static str)> {
        let at = BY_CODE
            .binary_search_by_key(&self.0, |(code, _, _)| *code)
            .ok()?;
        Some(&BY_CODE[at])
    }
}

impl std::error::Error for Reason {}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0, self.name())?;
        match self.explanation() {
            "" => Ok(()),
            text => write!(f, ": {text}"),
        }
    }
}

impl fmt::Debug for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0, self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_knows_its_name_and_the_name_its_reason() {
        assert_eq!(Reason::NO_MSG_AVAILABLE, Reason(2033));
        assert_eq!(Reason::NO_MSG_AVAILABLE.name(), "MQRC_NO_MSG_AVAILABLE");
        assert_eq!(
            Reason::from_name("MQRC_NO_MSG_AVAILABLE"),
            Some(Reason(2033))
        );
        assert_eq!(Reason::from_name("MQRC_NO_SUCH_THING"), None);
    }

    #[test]
    fn every_name_leads_back_to_its_code() {
        for (code, name, _) in &BY_CODE {
            assert_eq!(Reason::from_name(name), Some(Reason(*code)), "{name}");
        }
    }

    #[test]
    fn a_reason_prints_number_name_and_sentence() {
        let printed = Reason::Q_FULL.to_string();
        assert!(printed.starts_with("2053 MQRC_Q_FULL: "), "{printed}");
        assert!(printed.contains("MAXDEPTH"), "{printed}");
    }

    #[test]
    fn an_unknown_number_still_prints() {
        assert_eq!(Reason(123_456).to_string(), "123456 MQRC_?");
    }

    #[test]
    fn completion_codes_have_the_documented_numbers() {
        assert_eq!(CompCode::Failed as i32, 2);
        assert_eq!(CompCode::from_i32(1), Some(CompCode::Warning));
        assert_eq!(CompCode::from_i32(3), None);
    }
}
