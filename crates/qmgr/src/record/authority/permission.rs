//! What may be allowed: the authorizations of the manual, to which kinds of objects each applies,
//! and what commands call it.
//!
//! Source: setmqaut, "Authorizations for MQI calls", "Authorizations for context",
//! "Authorizations for commands", "Authorizations for generic operations"; `MQZAO_*`.

use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::generated::constants::*;
use std::fmt;
use std::ops::{BitOr, BitOrAssign};

/// Kinds of objects authority is given over. Those of queues share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum ProtectedKind {
    /// Authentication information.
    AuthInfo = 1,
    /// Channels but those of clients.
    Channel = 2,
    /// Client-connection channels.
    ClntConn = 3,
    /// Communication information.
    CommInfo = 4,
    /// Listeners.
    Listener = 5,
    /// Namelists.
    Namelist = 6,
    /// Process definitions.
    Process = 7,
    /// Queues of every type.
    Queue = 8,
    /// The queue manager.
    QMgr = 9,
    /// Names of other queue managers.
    RqmName = 10,
    /// Services.
    Service = 11,
    /// Topics.
    Topic = 12,
}

impl ProtectedKind {
    /// Every kind, in the order of the words.
    pub const ALL: [Self; 12] = [
        Self::AuthInfo,
        Self::Channel,
        Self::ClntConn,
        Self::CommInfo,
        Self::Listener,
        Self::Namelist,
        Self::Process,
        Self::Queue,
        Self::QMgr,
        Self::RqmName,
        Self::Service,
        Self::Topic,
    ];

    /// The word MQSC has for it (`OBJTYPE`).
    #[must_use]
    pub const fn word(self) -> &'static str {
        self.words().0
    }

    /// MQSC's word, and the short form control commands take beside it.
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::AuthInfo => ("AUTHINFO", ""),
            Self::Channel => ("CHANNEL", "CHL"),
            Self::ClntConn => ("CLNTCONN", "CLCN"),
            Self::CommInfo => ("COMMINFO", ""),
            Self::Listener => ("LISTENER", "LSTR"),
            Self::Namelist => ("NAMELIST", "NL"),
            Self::Process => ("PROCESS", "PRCS"),
            Self::Queue => ("QUEUE", "Q"),
            Self::QMgr => ("QMGR", ""),
            Self::RqmName => ("RQMNAME", "RQMN"),
            Self::Service => ("SERVICE", "SRVC"),
            Self::Topic => ("TOPIC", "TOP"),
        }
    }

    /// The kind a word stands for, in any case.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        let word = word.to_ascii_uppercase();
        Self::ALL.into_iter().find(|kind| {
            let (full, short) = kind.words();
            word == full || (!short.is_empty() && word == short)
        })
    }

    /// The kind with a number in the log.
    pub(super) fn from_number(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| *kind as u8 == number)
    }

    /// Everything that can be allowed on such an object.
    #[must_use]
    pub fn applicable(self) -> Permissions {
        let bits = match self {
            Self::Queue => {
                ADMINISTRATION
                    | MQZAO_CLEAR
                    | CONTEXT
                    | MQZAO_BROWSE
                    | MQZAO_INPUT
                    | MQZAO_OUTPUT
                    | MQZAO_INQUIRE
                    | MQZAO_SET
                    | MQZAO_PASS_IDENTITY_CONTEXT
                    | MQZAO_PASS_ALL_CONTEXT
            }
            Self::QMgr => {
                ADMINISTRATION
                    | CONTEXT
                    | MQZAO_CONNECT
                    | MQZAO_INQUIRE
                    | MQZAO_SET
                    | MQZAO_ALTERNATE_USER_AUTHORITY
                    | MQZAO_CONTROL
                    | MQZAO_SYSTEM
            }
            Self::Process | Self::AuthInfo => ADMINISTRATION | MQZAO_INQUIRE | MQZAO_SET,
            Self::Namelist => ADMINISTRATION | MQZAO_INQUIRE,
            Self::Channel => ADMINISTRATION | MQZAO_CONTROL | MQZAO_CONTROL_EXTENDED,
            Self::Listener | Self::Service => ADMINISTRATION | MQZAO_CONTROL,
            Self::ClntConn | Self::CommInfo => ADMINISTRATION,
            Self::RqmName => MQZAO_OUTPUT,
            Self::Topic => {
                ADMINISTRATION
                    | MQZAO_CLEAR
                    | CONTEXT
                    | MQZAO_CONTROL
                    | MQZAO_PUBLISH
                    | MQZAO_SUBSCRIBE
                    | MQZAO_RESUME
                    | MQZAO_PASS_IDENTITY_CONTEXT
                    | MQZAO_PASS_ALL_CONTEXT
            }
        };
        Permissions(bits)
    }
}

impl fmt::Display for ProtectedKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

const ADMINISTRATION: i32 = MQZAO_CREATE | MQZAO_DELETE | MQZAO_DISPLAY | MQZAO_CHANGE;
const CONTEXT: i32 = MQZAO_SET_IDENTITY_CONTEXT | MQZAO_SET_ALL_CONTEXT;

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

impl ProtectedKind {
    /// Under which kind authority over an object is kept.
    #[must_use]
    pub const fn of(kind: ObjectKind) -> Self {
        match kind {
            ObjectKind::QMgr => Self::QMgr,
            ObjectKind::Process => Self::Process,
            ObjectKind::Namelist => Self::Namelist,
            ObjectKind::SvrConn => Self::Channel,
            ObjectKind::ClntConn => Self::ClntConn,
            ObjectKind::Listener => Self::Listener,
            ObjectKind::AuthInfoOs
            | ObjectKind::AuthInfoLdap
            | ObjectKind::AuthInfoCrl
            | ObjectKind::AuthInfoOcsp => Self::AuthInfo,
            // Records have no authority of their own: who may alter the queue manager may set them.
            ObjectKind::ChlAuth => Self::QMgr,
            ObjectKind::Topic | ObjectKind::Sub => Self::Topic,
            ObjectKind::QLocal | ObjectKind::QModel | ObjectKind::QAlias | ObjectKind::QRemote => {
                Self::Queue
            }
        }
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
