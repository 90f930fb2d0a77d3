//! Several short transactions in one message: what each message costs at the queues is paid once for all of them.

use super::{HEADER_BYTES, Header, Key, Kind, Message, Problem};
use crate::reader::Reader;

/// Bytes in front of the operations of each transaction.
const ENTRY_BYTES: usize = 40;
/// Transactions in a message, at most.
pub const PACK_MAX: u32 = 10_000;

/// Transactions that are being put in one message.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pack {
    body: Vec<u8>,
    /// Number of the first transaction.
    first: u64,
    transactions: u32,
    operations: u32,
    /// Header of the last, which is that of the message but for its numbers.
    last: Option<Header>,
}

impl Pack {
    pub(crate) fn is_empty(&self) -> bool {
        self.transactions == 0
    }

    pub(crate) fn transactions(&self) -> u32 {
        self.transactions
    }

    /// Bytes of the message when operations of so many bytes are added.
    pub(crate) fn bytes_with(&self, operations: usize) -> usize {
        HEADER_BYTES + self.body.len() + ENTRY_BYTES + operations
    }

    pub(crate) fn bytes(&self) -> usize {
        match self.is_empty() {
            true => 0,
            false => self.body.len() + HEADER_BYTES,
        }
    }

    /// Adds a transaction, the next after the one before. Its header is that of a message of its own.
    pub(crate) fn add(&mut self, header: Header, operations: &[u8]) {
        if self.is_empty() {
            self.first = header.key.sequence;
        }
        self.body
            .extend_from_slice(&header.commit_lsn.to_be_bytes());
        self.body.extend_from_slice(&header.end_lsn.to_be_bytes());
        self.body
            .extend_from_slice(&header.commit_time_us.to_be_bytes());
        self.body.extend_from_slice(&header.xid.to_be_bytes());
        self.body
            .extend_from_slice(&header.operations.to_be_bytes());
        // Operations are no longer than a message, whose length has four bytes.
        self.body
            .extend_from_slice(&(operations.len() as u64).to_be_bytes());
        self.body.extend_from_slice(operations);
        self.transactions += 1;
        self.operations = self.operations.saturating_add(header.operations);
        self.last = Some(header);
    }

    /// The message's header and body; nothing is left. One transaction alone is a message as ever.
    pub(crate) fn take(&mut self) -> Option<(Header, Vec<u8>)> {
        let pack = std::mem::take(self);
        let mut header = pack.last?;
        if pack.transactions == 1 {
            return Some((header, pack.body.get(ENTRY_BYTES..)?.to_vec()));
        }
        header.kind = Kind::Pack;
        header.is_first = false;
        header.is_last = false;
        header.key.sequence = pack.first;
        header.chunk = pack.transactions;
        header.operations = pack.operations;
        Some((header, pack.body))
    }
}

impl Message {
    /// The last number the message has: that of its last transaction, where it has several.
    #[must_use]
    pub fn last_sequence(&self) -> u64 {
        let first = self.header.key.sequence;
        match self.header.kind {
            Kind::Pack => first.saturating_add(u64::from(self.header.chunk) - 1),
            _ => first,
        }
    }

    /// A message for each transaction; the bodies share the buffer. What is no pack is given back as it is.
    ///
    /// # Errors
    /// What is wrong with the body.
    pub fn unpack(self) -> Result<Vec<Message>, Problem> {
        if self.header.kind != Kind::Pack {
            return Ok(vec![self]);
        }
        let Header { key, chunk, .. } = self.header;
        let mut messages = Vec::with_capacity(chunk.min(PACK_MAX) as usize);
        let mut reader = Reader::new(&self.body);
        let mut operations: u32 = 0;
        for number in 0..u64::from(chunk) {
            let header = Header {
                kind: Kind::Transaction,
                is_first: true,
                is_last: true,
                key: Key {
                    sequence: key.sequence + number,
                    ..key
                },
                commit_lsn: reader.u64("pack")?,
                end_lsn: reader.u64("pack")?,
                commit_time_us: reader.i64("pack")?,
                xid: reader.u32("pack")?,
                operations: reader.u32("pack")?,
                chunk: 0,
                ..self.header
            };
            let len = usize::try_from(reader.u64("pack")?).unwrap_or(usize::MAX);
            let from = self.body.len() - reader.left();
            reader.take(len, "pack")?;
            operations = operations.saturating_add(header.operations);
            messages.push(Message {
                header,
                body: self.body.slice(from..from + len),
            });
        }
        reader.end("pack")?;
        if operations != self.header.operations {
            return Err(Problem::Count);
        }
        Ok(messages)
    }
}
