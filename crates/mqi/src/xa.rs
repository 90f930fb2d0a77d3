//! The calls of a transaction manager: verbs of the narrow waist as those of the MQI are.
//!
//! A connection stands for one resource manager instance and one thread of control. Values and
//! rules are those of the X/Open XA interface (`tables/constants.csv`, header `xa.h`); the
//! states are kept where units of work are, in `qmgr`.

use crate::generated::constants::*;
use crate::name::ObjectName;
use std::fmt;

/// The name of a transaction branch.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Xid {
    format_id: i32,
    global: [u8; Xid::PART_BYTES_MAX],
    global_bytes: u8,
    qualifier: [u8; Xid::PART_BYTES_MAX],
    qualifier_bytes: u8,
}

impl Xid {
    /// Longest global transaction id and longest branch qualifier.
    pub const PART_BYTES_MAX: usize = 64;
    /// Most bytes of [`Xid::encode`].
    pub const ENCODED_BYTES_MAX: usize = 6 + 2 * Self::PART_BYTES_MAX;
    /// The format id of what channels between queue managers promise; the global id is the channel's name. Neither transaction
    /// managers nor those who decide in their place hear of such branches.
    pub const CHANNEL_FORMAT: i32 = 0x464D_4348;
    /// The format id of the name that names nothing.
    pub const NULL_FORMAT: i32 = -1;

    /// A name; `None` when a part is longer than [`Self::PART_BYTES_MAX`].
    #[must_use]
    pub fn new(format_id: i32, global: &[u8], qualifier: &[u8]) -> Option<Self> {
        let mut it = Self {
            format_id,
            global: [0; Self::PART_BYTES_MAX],
            global_bytes: global.len().try_into().ok()?,
            qualifier: [0; Self::PART_BYTES_MAX],
            qualifier_bytes: qualifier.len().try_into().ok()?,
        };
        it.global.get_mut(..global.len())?.copy_from_slice(global);
        it.qualifier
            .get_mut(..qualifier.len())?
            .copy_from_slice(qualifier);
        Some(it)
    }

    /// How the parts are to be read; the transaction manager's own business.
    #[must_use]
    pub fn format_id(&self) -> i32 {
        self.format_id
    }

    /// Global transaction id (gtrid).
    #[must_use]
    pub fn global(&self) -> &[u8] {
        &self.global[..self.global_bytes.into()]
    }

    /// Branch qualifier (bqual).
    #[must_use]
    pub fn qualifier(&self) -> &[u8] {
        &self.qualifier[..self.qualifier_bytes.into()]
    }

    /// True when it can name a branch: neither the null name nor without a global id.
    #[must_use]
    pub fn names_a_branch(&self) -> bool {
        self.format_id != Self::NULL_FORMAT && self.global_bytes > 0
    }

    /// The name of the channel that promised this; `None` for a branch of a transaction manager.
    #[must_use]
    pub fn channel(&self) -> Option<ObjectName> {
        let name = || ObjectName::truncated(&String::from_utf8_lossy(self.global()));
        (self.format_id == Self::CHANNEL_FORMAT).then(name)
    }

    /// As frames and log records hold it: format id (4 bytes, little-endian), length of the
    /// global id, length of the qualifier (1 byte each), global id, qualifier.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(Self::ENCODED_BYTES_MAX);
        bytes.extend_from_slice(&self.format_id.to_le_bytes());
        bytes.extend_from_slice(&[self.global_bytes, self.qualifier_bytes]);
        bytes.extend_from_slice(self.global());
        bytes.extend_from_slice(self.qualifier());
        bytes
    }

    /// As the structure `XID` of `xa.h` has it in a 64-bit process of this machine: three numbers of 8 bytes, then 128 bytes of
    /// which the first are the global id and the qualifier.
    #[must_use]
    pub fn structure(&self) -> Vec<u8> {
        let (global, qualifier) = (self.global(), self.qualifier());
        let mut bytes = Vec::with_capacity(24 + 2 * Self::PART_BYTES_MAX);
        bytes.extend_from_slice(&i64::from(self.format_id).to_ne_bytes());
        bytes.extend_from_slice(&i64::from(self.global_bytes).to_ne_bytes());
        bytes.extend_from_slice(&i64::from(self.qualifier_bytes).to_ne_bytes());
        bytes.extend_from_slice(global);
        bytes.extend_from_slice(qualifier);
        bytes.resize(24 + 2 * Self::PART_BYTES_MAX, 0);
        bytes
    }

    /// Reads a name off the front of `bytes`; answers with what follows it, too.
    #[must_use]
    pub fn decode(bytes: &[u8]) -> Option<(Self, &[u8])> {
        let (format_id, rest) = bytes.split_first_chunk()?;
        let ([global_bytes, qualifier_bytes], rest) = rest.split_first_chunk()?;
        let (global, rest) = rest.split_at_checked(usize::from(*global_bytes))?;
        let (qualifier, rest) = rest.split_at_checked(usize::from(*qualifier_bytes))?;
        let xid = Self::new(i32::from_le_bytes(*format_id), global, qualifier)?;
        Some((xid, rest))
    }
}

impl fmt::Debug for Xid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}:{}:{}",
            self.format_id,
            self.global().escape_ascii(),
            self.qualifier().escape_ascii()
        )
    }
}

/// One call of a transaction manager. Flags are `TM*`; each call allows those the XA interface
/// gives it, and answers `XAER_INVAL` to others and `XAER_ASYNC` to `TMASYNC`.
// A branch name has its place in the call, so that a call allocates nothing.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum XaCall {
    /// `xa_open`: the connection takes part in transactions from now on. The open string is the
    /// queue manager's name, or a list of `KEY=VALUE` with commas between them, of which
    /// `QMNAME` counts. Again is no error.
    Open {
        /// The open string, at most [`OPEN_STRING_BYTES_MAX`] bytes.
        name: Vec<u8>,
        /// `TMNOFLAGS`.
        flags: i32,
    },
    /// `xa_close`: it does not any more. `XAER_PROTO` while it works in a branch.
    Close {
        /// The close string; it says nothing.
        name: Vec<u8>,
        /// `TMNOFLAGS`.
        flags: i32,
    },
    /// `xa_start`: what the connection does under syncpoint belongs to this branch from now on:
    /// a new one, one joined (`TMJOIN`), or one taken up again (`TMRESUME`).
    Start {
        /// Which branch.
        xid: Xid,
        /// `TMNOFLAGS`, or `TMJOIN` or `TMRESUME`, with or without `TMNOWAIT`.
        flags: i32,
    },
    /// `xa_end`: it does not any more.
    End {
        /// Which branch.
        xid: Xid,
        /// `TMSUCCESS`, `TMFAIL`, or `TMSUSPEND` with or without `TMMIGRATE`.
        flags: i32,
    },
    /// `xa_prepare`. With `XA_OK` the branch is durable: it can be committed and backed out
    /// whatever happens in between, and holds what it has got and put. With `XA_RDONLY` there
    /// was nothing to commit, and the branch is forgotten.
    Prepare {
        /// Which branch.
        xid: Xid,
        /// `TMNOFLAGS`.
        flags: i32,
    },
    /// `xa_commit` of a prepared branch, or of one that is not with `TMONEPHASE`. What it put
    /// is visible and durable, and the branch forgotten, when this answers `XA_OK`.
    Commit {
        /// Which branch.
        xid: Xid,
        /// `TMNOFLAGS` or `TMONEPHASE`, with or without `TMNOWAIT`.
        flags: i32,
    },
    /// `xa_rollback`: the branch is backed out and forgotten.
    RollBack {
        /// Which branch.
        xid: Xid,
        /// `TMNOFLAGS`.
        flags: i32,
    },
    /// `xa_forget`: the transaction manager knows what an operator decided.
    Forget {
        /// Which branch.
        xid: Xid,
        /// `TMNOFLAGS`.
        flags: i32,
    },
    /// `xa_recover`: the branches that are prepared, or decided by an operator and not yet
    /// forgotten. The answer's code is how many it brings. Fewer than asked for are the last, unless more were asked for than one
    /// answer brings: [`RECOVER_MAX`], and over a client channel [`RECOVER_OF_CLIENT_MAX`] where its longest message (`MAXMSGL`)
    /// is not below that.
    Recover {
        /// Most branches wanted.
        count: i32,
        /// `TMSTARTRSCAN` begins at the first, `TMENDRSCAN` makes it the last call of the scan.
        flags: i32,
    },
    /// `xa_complete`. Nothing is ever under way: calls are not asynchronous here.
    Complete {
        /// `TMMULTIPLE`, `TMNOWAIT`.
        flags: i32,
    },
}

/// Most branches one answer to `xa_recover` brings, whatever road it takes.
pub const RECOVER_MAX: usize = 256;
/// And one that goes over a client channel, by which clients of other makes come, too: they may take fewer than they asked for as the last.
pub const RECOVER_OF_CLIENT_MAX: usize = 4096;
/// Longest open string (`MAXINFOSIZE`).
pub const OPEN_STRING_BYTES_MAX: usize = 256;

impl XaCall {
    /// Its name in the XA interface.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Open { .. } => "xa_open",
            Self::Close { .. } => "xa_close",
            Self::Start { .. } => "xa_start",
            Self::End { .. } => "xa_end",
            Self::Prepare { .. } => "xa_prepare",
            Self::Commit { .. } => "xa_commit",
            Self::RollBack { .. } => "xa_rollback",
            Self::Forget { .. } => "xa_forget",
            Self::Recover { .. } => "xa_recover",
            Self::Complete { .. } => "xa_complete",
        }
    }

    /// The branch it is about, if it is about one.
    #[must_use]
    pub fn branch(&self) -> Option<&Xid> {
        match self {
            Self::Start { xid, .. }
            | Self::End { xid, .. }
            | Self::Prepare { xid, .. }
            | Self::Commit { xid, .. }
            | Self::RollBack { xid, .. }
            | Self::Forget { xid, .. } => Some(xid),
            Self::Open { .. }
            | Self::Close { .. }
            | Self::Recover { .. }
            | Self::Complete { .. } => None,
        }
    }

    /// Its `TM*` flags.
    #[must_use]
    pub fn flags(&self) -> i32 {
        match self {
            Self::Open { flags, .. }
            | Self::Close { flags, .. }
            | Self::Start { flags, .. }
            | Self::End { flags, .. }
            | Self::Prepare { flags, .. }
            | Self::Commit { flags, .. }
            | Self::RollBack { flags, .. }
            | Self::Forget { flags, .. }
            | Self::Recover { flags, .. }
            | Self::Complete { flags } => *flags,
        }
    }
}

/// What a call of a transaction manager returns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct XaReply {
    /// `XA_*` or `XAER_*`; of `xa_recover` the number of branches when it went well.
    pub code: XaCode,
    /// Of `xa_recover`; of every other call none.
    pub branches: Vec<Xid>,
}

impl From<XaCode> for XaReply {
    fn from(code: XaCode) -> Self {
        Self {
            code,
            branches: Vec::new(),
        }
    }
}

/// A return value of the XA interface.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct XaCode(pub i32);

/// Gives each return value its constant and its name.
macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $short:ident = $value:ident),+ $(,)?) => {
        impl XaCode {
            $($(#[doc = $doc])+ pub const $short: Self = Self($value);)+

            /// The documented name, or `"XA_?"` for a number that has none.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$short => stringify!($value),)+
                    _ => "XA_?",
                }
            }
        }
    };
}

codes! {
    /// Done.
    OK = XA_OK,
    /// Done, and there was nothing to commit.
    RDONLY = XA_RDONLY,
    /// It cannot be done now; again later.
    RETRY = XA_RETRY,
    /// An operator has committed a part and backed out a part.
    HEURMIX = XA_HEURMIX,
    /// An operator has backed it out.
    HEURRB = XA_HEURRB,
    /// An operator has committed it.
    HEURCOM = XA_HEURCOM,
    /// An operator may have decided it.
    HEURHAZ = XA_HEURHAZ,
    /// A suspended branch must be taken up again where it was.
    NOMIGRATE = XA_NOMIGRATE,
    /// It was, or can only be, backed out.
    RBROLLBACK = XA_RBROLLBACK,
    /// The same, because a connection broke.
    RBCOMMFAIL = XA_RBCOMMFAIL,
    /// The same, because of a deadlock.
    RBDEADLOCK = XA_RBDEADLOCK,
    /// The same, because something did not fit together.
    RBINTEGRITY = XA_RBINTEGRITY,
    /// The same, for another reason.
    RBOTHER = XA_RBOTHER,
    /// The same, because of an error of the protocol.
    RBPROTO = XA_RBPROTO,
    /// The same, because it took too long.
    RBTIMEOUT = XA_RBTIMEOUT,
    /// The same; a new branch may succeed.
    RBTRANSIENT = XA_RBTRANSIENT,
    /// Calls cannot be asynchronous.
    ASYNC = XAER_ASYNC,
    /// An error befell the resource manager.
    RMERR = XAER_RMERR,
    /// No branch has that name.
    NOTA = XAER_NOTA,
    /// An argument makes no sense.
    INVAL = XAER_INVAL,
    /// The call has no place here.
    PROTO = XAER_PROTO,
    /// The resource manager is not there any more.
    RMFAIL = XAER_RMFAIL,
    /// A branch of that name is there already.
    DUPID = XAER_DUPID,
    /// There is work that belongs to no branch.
    OUTSIDE = XAER_OUTSIDE,
}

impl XaCode {
    /// True for `XA_RB*`.
    #[must_use]
    pub fn is_rollback(self) -> bool {
        (XA_RBBASE..=XA_RBEND).contains(&self.0)
    }

    /// True for `XAER_*`: the call did nothing.
    #[must_use]
    pub fn is_error(self) -> bool {
        self.0 < 0
    }
}

impl fmt::Debug for XaCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({})", self.name(), self.0)
    }
}

impl fmt::Display for XaCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.0, self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_branch_name_survives_encoding_and_decoding() {
        for (global, qualifier) in [(0, 0), (1, 0), (64, 64), (7, 64)] {
            let xid = Xid::new(-5, &vec![7; global], &vec![9; qualifier]).expect("fits");
            let mut bytes = xid.encode();
            assert!(bytes.len() <= Xid::ENCODED_BYTES_MAX);
            for keep in 0..bytes.len() {
                assert_eq!(Xid::decode(&bytes[..keep]), None);
            }
            bytes.push(1);
            assert_eq!(Xid::decode(&bytes), Some((xid, &[1][..])));
        }
        assert_eq!(Xid::new(1, &[0; 65], &[]), None);
        assert_eq!(Xid::decode(&[0, 0, 0, 0, 65, 0]), None);
    }

    #[test]
    fn what_a_channel_promised_says_of_which_it_is() {
        let channel = |format, global: &[u8]| {
            let xid = Xid::new(format, global, b"batch").expect("fits");
            xid.channel().map(|name| name.to_string())
        };
        let of_channel = Some("TO.QM2".to_owned());
        assert_eq!(channel(Xid::CHANNEL_FORMAT, b"TO.QM2"), of_channel);
        assert_eq!(channel(7, b"TO.QM2"), None);
        assert!(channel(Xid::CHANNEL_FORMAT, &[0xff; 64]).is_some());
    }

    #[test]
    fn every_return_value_has_a_name_and_its_number() {
        assert_eq!(XaCode::NOTA.to_string(), "-4 (XAER_NOTA)");
        assert_eq!(XaCode(100).name(), "XA_RBROLLBACK");
        assert!(XaCode::RBTRANSIENT.is_rollback() && !XaCode::OK.is_rollback());
        assert_eq!(XaCode(42).name(), "XA_?");
    }
}
