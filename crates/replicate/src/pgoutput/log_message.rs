//! What can be said.

use crate::message::{Action, Identity};
use crate::reader::Broken;
use std::fmt;

/// Why a message cannot be understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Garbled {
    /// It is cut off, too long, or not text where text is due.
    Broken(Broken),
    /// A message of a kind this version of the protocol does not have.
    Kind(u8),
    /// What is named has a value that it cannot have.
    Value(&'static str, u32),
    /// A block begins within a block, or ends where none began.
    Block,
}

impl fmt::Display for Garbled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Broken(broken) => write!(f, "{broken}"),
            Self::Kind(kind) => write!(f, "kind {} is not known", kind.escape_ascii()),
            Self::Value(what, value) => write!(f, "the {what} cannot be {value}"),
            Self::Block => f.write_str("a streamed block begins or ends where it may not"),
        }
    }
}

impl std::error::Error for Garbled {}

impl From<Broken> for Garbled {
    fn from(broken: Broken) -> Self {
        Self::Broken(broken)
    }
}

/// One message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LogMessage<'a> {
    /// A transaction begins; all of it follows.
    Begin(Begin),
    /// It ends.
    Commit(Commit),
    /// It came from another database, by an origin of that name.
    Origin(u64, &'a str),
    /// What rows of a table look like from here on.
    Relation(Relation<'a>),
    /// The name of a type that is not built in.
    Type(TypeName<'a>),
    /// An insert, update or delete.
    Change(Change<'a>),
    /// A truncate.
    Truncate(TruncateOf),
    /// What a program said by `pg_logical_emit_message`.
    Logical(Logical<'a>),
    /// A block of a transaction in progress begins; whether it is the first.
    StreamStart(u32, bool),
    /// The block ends.
    StreamStop,
    /// A streamed transaction was committed.
    StreamCommit(u32, Commit),
    /// A streamed (sub)transaction was rolled back: xid of the transaction and of the subtransaction.
    StreamAbort(u32, u32),
    /// A transaction begins that will be prepared.
    BeginPrepare(Prepared<'a>),
    /// It is prepared.
    Prepare(Prepared<'a>),
    /// A prepared transaction was committed.
    CommitPrepared(Prepared<'a>),
    /// A prepared transaction was rolled back.
    RollbackPrepared(Prepared<'a>),
    /// A streamed transaction was prepared.
    StreamPrepare(Prepared<'a>),
}

/// Begin of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Begin {
    /// Where its commit record is.
    pub commit_lsn: u64,
    /// When it was committed, microseconds since 2000-01-01 UTC.
    pub commit_time_us: i64,
    /// Its xid.
    pub xid: u32,
}

/// End of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Commit {
    /// Where its commit record is.
    pub commit_lsn: u64,
    /// Where that record ends.
    pub end_lsn: u64,
    /// When it was committed, microseconds since 2000-01-01 UTC.
    pub commit_time_us: i64,
}

/// A column of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attribute<'a> {
    /// It is of the identity.
    pub is_of_identity: bool,
    /// Its name.
    pub name: &'a str,
    /// OID of its type.
    pub type_oid: u32,
    /// Modifier of the type; -1 for none.
    pub type_modifier: i32,
}

/// What rows of a table look like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation<'a> {
    /// OID of the table.
    pub oid: u32,
    /// Its schema; empty for `pg_catalog`.
    pub namespace: &'a str,
    /// Its name.
    pub name: &'a str,
    /// By what rows are told apart.
    pub identity: Identity,
    /// Its columns.
    pub columns: Vec<Attribute<'a>>,
}

/// The name of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeName<'a> {
    /// OID of the type.
    pub oid: u32,
    /// Its schema; empty for `pg_catalog`.
    pub namespace: &'a str,
    /// Its name.
    pub name: &'a str,
}

/// An insert, update or delete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change<'a> {
    /// Which of them.
    pub action: Action,
    /// OID of the table.
    pub oid: u32,
    /// Old and new row, as sent.
    pub rows: &'a [u8],
}

/// A truncate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TruncateOf {
    /// Tables that refer to these are truncated too.
    pub cascade: bool,
    /// Sequences begin anew.
    pub restart_identity: bool,
    /// OIDs of the tables.
    pub oids: Vec<u32>,
}

/// What a program said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Logical<'a> {
    /// It counts only with its transaction.
    pub is_transactional: bool,
    /// Where it is.
    pub lsn: u64,
    /// For whom it is.
    pub prefix: &'a str,
    /// What it says.
    pub content: &'a [u8],
}

/// A step of a two-phase transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prepared<'a> {
    /// Where its record is: of the prepare, or of what decided it.
    pub lsn: u64,
    /// Where that record ends.
    pub end_lsn: u64,
    /// When, microseconds since 2000-01-01 UTC.
    pub time_us: i64,
    /// Its xid.
    pub xid: u32,
    /// Its global identifier.
    pub gid: &'a str,
}
