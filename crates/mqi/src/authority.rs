//! What may be allowed: the authorizations of the manual, to which kinds of objects each applies,
//! and what commands call it.
//!
//! Source: setmqaut, "Authorizations for MQI calls", "Authorizations for context",
//! "Authorizations for commands", "Authorizations for generic operations"; `MQZAO_*`.

use crate::attribute::ObjectKind;
use crate::generated::constants::*;
use crate::generated::kinds::PROTECTED;
use std::fmt;
use std::ops::{BitOr, BitOrAssign};

pub use crate::generated::kinds::ProtectedKind;

impl ProtectedKind {
    /// Under which kind authority over an object is kept.
    #[must_use]
    pub const fn of(kind: ObjectKind) -> Self {
        kind.info().authority
    }

    /// The word MQSC has for it (`OBJTYPE`).
    #[must_use]
    pub const fn word(self) -> &'static str {
        self.row().0
    }

    const fn row(self) -> &'static (&'static str, &'static str, i32) {
        &PROTECTED[self as usize - 1]
    }

    /// The kind a word stands for, in any case.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        let word = word.to_ascii_uppercase();
        Self::ALL.into_iter().find(|kind| {
            let (full, short, _) = kind.row();
            word == *full || (!short.is_empty() && word == *short)
        })
    }

    /// The kind with a number in the log.
    #[must_use]
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| *kind as u8 == number)
    }

    /// Everything that can be allowed on such an object.
    #[must_use]
    pub fn applicable(self) -> Permissions {
        Permissions(self.row().2)
    }
}

impl fmt::Display for ProtectedKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A set of `MQZAO_*`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Permissions(i32);

/// Word and bit, in the order of `MQAUTH_*`, which is that of displays.
const WORDS: [(&str, i32); 22] = [
    ("ALTUSR", MQZAO_ALTERNATE_USER_AUTHORITY),
    ("BROWSE", MQZAO_BROWSE),
    ("CHG", MQZAO_CHANGE),
    ("CLR", MQZAO_CLEAR),
    ("CONNECT", MQZAO_CONNECT),
    ("CRT", MQZAO_CREATE),
    ("DLT", MQZAO_DELETE),
    ("DSP", MQZAO_DISPLAY),
    ("GET", MQZAO_INPUT),
    ("INQ", MQZAO_INQUIRE),
    ("PUT", MQZAO_OUTPUT),
    ("PASSALL", MQZAO_PASS_ALL_CONTEXT),
    ("PASSID", MQZAO_PASS_IDENTITY_CONTEXT),
    ("SET", MQZAO_SET),
    ("SETALL", MQZAO_SET_ALL_CONTEXT),
    ("SETID", MQZAO_SET_IDENTITY_CONTEXT),
    ("CTRL", MQZAO_CONTROL),
    ("CTRLX", MQZAO_CONTROL_EXTENDED),
    ("PUB", MQZAO_PUBLISH),
    ("SUB", MQZAO_SUBSCRIBE),
    ("RESUME", MQZAO_RESUME),
    ("SYSTEM", MQZAO_SYSTEM),
];

/// The order in which control commands list them.
const LISTED: [&str; 22] = [
    "GET", "BROWSE", "PUT", "INQ", "SET", "CONNECT", "ALTUSR", "CRT", "DLT", "CHG", "DSP",
    "PASSID", "PASSALL", "SETID", "SETALL", "CLR", "CTRL", "CTRLX", "PUB", "SUB", "RESUME",
    "SYSTEM",
];

impl Permissions {
    /// Nothing.
    pub const NONE: Self = Self(MQZAO_NONE);

    /// The set of these `MQZAO_*` bits; those no word stands for are dropped.
    #[must_use]
    pub fn of(bits: i32) -> Self {
        let known = WORDS.iter().fold(0, |all, (_, bit)| all | bit);
        Self(bits & known)
    }

    /// The `MQZAO_*` bits.
    #[must_use]
    pub const fn bits(self) -> i32 {
        self.0
    }

    /// What a word in an authorization list stands for on a kind of object, in any case: one
    /// permission, or `ALL`, `ALLADM`, `ALLMQI` or `NONE`. `None` when the word is unknown or
    /// does not apply to the kind.
    #[must_use]
    pub fn from_word(word: &str, kind: ProtectedKind) -> Option<Self> {
        let word = word.to_ascii_uppercase();
        let applicable = kind.applicable();
        let group = match word.as_str() {
            "NONE" => Some(MQZAO_NONE),
            "ALL" => Some(MQZAO_ALL),
            "ALLADM" => Some(MQZAO_ALL_ADMIN),
            "ALLMQI" => Some(MQZAO_ALL_MQI),
            _ => None,
        };
        if let Some(bits) = group {
            return Some(Self(bits & applicable.0));
        }
        let (_, bit) = WORDS.iter().find(|(known, _)| *known == word)?;
        applicable.contains(Self(*bit)).then_some(Self(*bit))
    }

    /// The words of the set, in the order MQSC shows them.
    #[must_use]
    pub fn words(self) -> Vec<&'static str> {
        let held = WORDS.iter().filter(|(_, bit)| self.0 & bit != 0);
        held.map(|(word, _)| *word).collect()
    }

    /// The `MQAUTH_*` of the set, in the order of their words; `MQAUTH_NONE` for an empty one.
    #[must_use]
    pub fn numbers(self) -> Vec<i32> {
        let numbered = (MQAUTH_ALT_USER_AUTHORITY..).zip(WORDS.iter());
        let held = numbered.filter(|(_, (_, bit))| self.0 & bit != 0);
        let numbers: Vec<i32> = held.map(|(number, _)| number).collect();
        match numbers.is_empty() {
            true => vec![MQAUTH_NONE],
            false => numbers,
        }
    }

    /// The words in lower case, in the order control commands list them.
    #[must_use]
    pub fn listed(self) -> Vec<String> {
        let held = self.words();
        let listed = LISTED.iter().filter(|word| held.contains(word));
        listed.map(|word| word.to_ascii_lowercase()).collect()
    }

    /// True when every permission of the other set is in this one.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// This set without those of the other.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// True when there is nothing in it.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl BitOr for Permissions {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Permissions {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// The words of a notice: in lower case with blanks between, or `none`.
impl fmt::Display for Permissions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("none");
        }
        f.write_str(&self.listed().join(" "))
    }
}

/// Whether a name is that of a user or of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum EntityKind {
    /// A user.
    Principal = 1,
    /// A group of users.
    Group = 2,
}

impl EntityKind {
    /// The kind with a number in the log.
    #[must_use]
    pub const fn from_number(number: u8) -> Option<Self> {
        match number {
            1 => Some(Self::Principal),
            2 => Some(Self::Group),
            _ => None,
        }
    }

    /// The word MQSC has for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Principal => "PRINCIPAL",
            Self::Group => "GROUP",
        }
    }
}

/// Whom a record is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EntityName {
    /// User or group.
    pub kind: EntityKind,
    /// Its name.
    pub name: String,
}

impl EntityName {
    /// A user.
    #[must_use]
    pub fn principal(name: &str) -> Self {
        Self {
            kind: EntityKind::Principal,
            name: name.to_owned(),
        }
    }

    /// A group.
    #[must_use]
    pub fn group(name: &str) -> Self {
        Self {
            kind: EntityKind::Group,
            name: name.to_owned(),
        }
    }
}

impl fmt::Display for EntityName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_permission_is_shown_by_both_kinds_of_command() {
        for (word, bit) in WORDS {
            assert!(LISTED.contains(&word), "{word}");
            assert_eq!(Permissions::of(bit).words(), [word]);
        }
        assert_eq!(Permissions::of(i32::MAX).listed().len(), WORDS.len());
    }

    #[test]
    fn groups_of_permissions_are_what_applies_to_the_kind() {
        let queue = |word| Permissions::from_word(word, ProtectedKind::Queue).expect("a word");
        assert_eq!(
            queue("alladm").listed(),
            ["dlt", "chg", "dsp", "clr"],
            "create is no part of it"
        );
        assert_eq!(
            queue("ALLMQI").words(),
            [
                "BROWSE", "GET", "INQ", "PUT", "PASSALL", "PASSID", "SET", "SETALL", "SETID"
            ]
        );
        assert_eq!(queue("ALL"), queue("ALLADM") | queue("ALLMQI"));
        assert_eq!(queue("NONE"), Permissions::NONE);
    }

    #[test]
    fn words_that_do_not_apply_are_refused() {
        assert!(Permissions::from_word("CONNECT", ProtectedKind::Queue).is_none());
        assert!(Permissions::from_word("connect", ProtectedKind::QMgr).is_some());
        assert!(Permissions::from_word("PUT", ProtectedKind::RqmName).is_some());
        assert!(Permissions::from_word("SHOUT", ProtectedKind::Queue).is_none());
    }

    #[test]
    fn kinds_have_the_words_of_mqsc_and_of_control_commands() {
        assert_eq!(ProtectedKind::from_word("q"), Some(ProtectedKind::Queue));
        assert_eq!(
            ProtectedKind::from_word("prcs"),
            Some(ProtectedKind::Process)
        );
        assert_eq!(ProtectedKind::from_word(""), None);
        for kind in ProtectedKind::ALL {
            assert_eq!(ProtectedKind::from_word(kind.word()), Some(kind));
            assert_eq!(ProtectedKind::from_number(kind as u8), Some(kind));
        }
    }
}
