//! Bytes to what is said.

use super::log_message::{
    Attribute, Begin, Change, Commit, Garbled, LogMessage, Logical, Prepared, Relation, TruncateOf,
    TypeName,
};
use super::{IDENTIFIER_BYTES_MAX, NAME_BYTES_MAX};
use crate::message::{Action, COLUMNS_MAX, Identity};
use crate::reader::{Broken, Reader};

const STREAMING: u32 = 2;
const TWO_PHASE: u32 = 3;
const CASCADE: u8 = 1;
const RESTART_IDENTITY: u8 = 2;
const TRANSACTIONAL: u8 = 1;
const OF_IDENTITY: u8 = 1;

/// Reads messages of one stream, in turn.
#[derive(Clone, Copy, Debug)]
pub struct Decoder {
    version: u32,
    is_in_block: bool,
}

impl Decoder {
    /// Of the protocol version that was asked for.
    #[must_use]
    pub fn new(version: u32) -> Self {
        Self {
            version,
            is_in_block: false,
        }
    }

    /// Reads one message to its end.
    ///
    /// # Errors
    /// Why it cannot be understood. The stream is of no use then.
    pub fn decode<'a>(&mut self, bytes: &'a [u8]) -> Result<LogMessage<'a>, Garbled> {
        let mut reader = Reader::new(bytes);
        let kind = reader.u8("message")?;
        let said = match kind {
            b'R' | b'Y' | b'I' | b'U' | b'D' | b'T' | b'M' => {
                if self.is_in_block {
                    reader.u32("xid")?;
                }
                changed(kind, &mut reader)?
            }
            b'B' | b'C' | b'O' => whole(kind, &mut reader)?,
            b'S' | b'E' | b'c' | b'A' if self.version >= STREAMING => {
                self.streamed(kind, &mut reader)?
            }
            b'b' | b'P' | b'K' | b'r' | b'p' if self.version >= TWO_PHASE => {
                two_phase(kind, &mut reader)?
            }
            other => return Err(Garbled::Kind(other)),
        };
        reader.end("message")?;
        Ok(said)
    }

    fn streamed<'a>(
        &mut self,
        kind: u8,
        reader: &mut Reader<'a>,
    ) -> Result<LogMessage<'a>, Garbled> {
        match kind {
            b'S' => {
                if self.is_in_block {
                    return Err(Garbled::Block);
                }
                let start = LogMessage::StreamStart(reader.u32("xid")?, reader.u8("segment")? != 0);
                self.is_in_block = true;
                Ok(start)
            }
            b'E' => {
                if !self.is_in_block {
                    return Err(Garbled::Block);
                }
                self.is_in_block = false;
                Ok(LogMessage::StreamStop)
            }
            b'c' => Ok(LogMessage::StreamCommit(
                reader.u32("xid")?,
                commit(reader)?,
            )),
            _ => {
                let abort = LogMessage::StreamAbort(reader.u32("xid")?, reader.u32("xid")?);
                // With parallel streaming, where and when follow.
                if self.version >= 4 && !reader.is_empty() {
                    reader.u64("abort")?;
                    reader.i64("abort")?;
                }
                Ok(abort)
            }
        }
    }
}

fn whole<'a>(kind: u8, reader: &mut Reader<'a>) -> Result<LogMessage<'a>, Garbled> {
    Ok(match kind {
        b'B' => LogMessage::Begin(Begin {
            commit_lsn: reader.u64("begin")?,
            commit_time_us: reader.i64("begin")?,
            xid: reader.u32("begin")?,
        }),
        b'C' => LogMessage::Commit(commit(reader)?),
        _ => LogMessage::Origin(
            reader.u64("origin")?,
            reader.zero_ended(IDENTIFIER_BYTES_MAX, "name of an origin")?,
        ),
    })
}

fn commit(reader: &mut Reader<'_>) -> Result<Commit, Garbled> {
    reader.u8("commit")?;
    Ok(Commit {
        commit_lsn: reader.u64("commit")?,
        end_lsn: reader.u64("commit")?,
        commit_time_us: reader.i64("commit")?,
    })
}

fn changed<'a>(kind: u8, reader: &mut Reader<'a>) -> Result<LogMessage<'a>, Garbled> {
    Ok(match kind {
        b'R' => LogMessage::Relation(relation(reader)?),
        b'Y' => LogMessage::Type(TypeName {
            oid: reader.u32("type")?,
            namespace: reader.zero_ended(NAME_BYTES_MAX, "schema of a type")?,
            name: reader.zero_ended(NAME_BYTES_MAX, "name of a type")?,
        }),
        b'T' => LogMessage::Truncate(truncate(reader)?),
        b'M' => LogMessage::Logical(logical(reader)?),
        _ => {
            let oid = reader.u32("change")?;
            let action = match kind {
                b'I' => Action::Insert,
                b'U' => Action::Update,
                _ => Action::Delete,
            };
            let rest = reader.rest();
            let rows = reader.take(rest.len(), "rows")?;
            if rows.is_empty() {
                return Err(Broken::Short("rows").into());
            }
            LogMessage::Change(Change { action, oid, rows })
        }
    })
}

fn relation<'a>(reader: &mut Reader<'a>) -> Result<Relation<'a>, Garbled> {
    let oid = reader.u32("relation")?;
    let namespace = reader.zero_ended(NAME_BYTES_MAX, "schema of a table")?;
    let name = reader.zero_ended(NAME_BYTES_MAX, "name of a table")?;
    let letter = reader.u8("relation")?;
    let identity = Identity::of(letter).ok_or(Garbled::Value("identity", letter.into()))?;
    let count = usize::from(reader.u16("columns")?);
    if count > COLUMNS_MAX {
        return Err(Broken::TooLong("columns").into());
    }
    let columns: Result<_, Garbled> = (0..count).map(|_| attribute(reader)).collect();
    Ok(Relation {
        oid,
        namespace,
        name,
        identity,
        columns: columns?,
    })
}

fn attribute<'a>(reader: &mut Reader<'a>) -> Result<Attribute<'a>, Garbled> {
    Ok(Attribute {
        is_of_identity: reader.u8("column")? & OF_IDENTITY != 0,
        name: reader.zero_ended(NAME_BYTES_MAX, "name of a column")?,
        type_oid: reader.u32("column")?,
        type_modifier: reader.i32("column")?,
    })
}

fn truncate(reader: &mut Reader<'_>) -> Result<TruncateOf, Garbled> {
    let count = reader.u32("truncate")?;
    let flags = reader.u8("truncate")?;
    // What is there decides, not what is said of it.
    if reader.rest().len() / 4 < usize::try_from(count).unwrap_or(usize::MAX) {
        return Err(Broken::Short("tables of a truncate").into());
    }
    let oids: Result<_, Broken> = (0..count)
        .map(|_| reader.u32("tables of a truncate"))
        .collect();
    Ok(TruncateOf {
        cascade: flags & CASCADE != 0,
        restart_identity: flags & RESTART_IDENTITY != 0,
        oids: oids?,
    })
}

fn logical<'a>(reader: &mut Reader<'a>) -> Result<Logical<'a>, Garbled> {
    let is_transactional = reader.u8("logical message")? & TRANSACTIONAL != 0;
    let lsn = reader.u64("logical message")?;
    let prefix = reader.zero_ended(IDENTIFIER_BYTES_MAX, "prefix")?;
    let len = reader.u32("logical message")?;
    let len = usize::try_from(len).map_err(|_| Broken::TooLong("logical message"))?;
    Ok(Logical {
        is_transactional,
        lsn,
        prefix,
        content: reader.take(len, "logical message")?,
    })
}

fn two_phase<'a>(kind: u8, reader: &mut Reader<'a>) -> Result<LogMessage<'a>, Garbled> {
    if kind != b'b' {
        reader.u8("flags")?;
    }
    let lsn = reader.u64("prepared")?;
    let end_lsn = reader.u64("prepared")?;
    let time_us = reader.i64("prepared")?;
    if kind == b'r' {
        // That was when it was prepared; this is when it was rolled back.
        reader.i64("prepared")?;
    }
    let prepared = Prepared {
        lsn,
        end_lsn,
        time_us,
        xid: reader.u32("prepared")?,
        gid: reader.zero_ended(IDENTIFIER_BYTES_MAX, "global identifier")?,
    };
    Ok(match kind {
        b'b' => LogMessage::BeginPrepare(prepared),
        b'P' => LogMessage::Prepare(prepared),
        b'K' => LogMessage::CommitPrepared(prepared),
        b'r' => LogMessage::RollbackPrepared(prepared),
        _ => LogMessage::StreamPrepare(prepared),
    })
}
