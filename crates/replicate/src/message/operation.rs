//! Operations in the body of a transaction.

use super::row::Change;
use super::{BODY_BYTES_MAX, Kind, Message, Problem};
use crate::reader::{Broken, Reader};

/// Bytes in front of the rows of an operation.
pub(crate) const OPERATION_BYTES: usize = 8;
const CASCADE: u8 = 1;
const RESTART_IDENTITY: u8 = 2;

/// What is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A row is new.
    Insert,
    /// A row is changed.
    Update,
    /// A row is gone.
    Delete,
    /// All rows of tables are gone.
    Truncate,
}

impl Action {
    /// The letter in messages and in `pgoutput`.
    #[must_use]
    pub fn letter(self) -> u8 {
        match self {
            Self::Insert => b'I',
            Self::Update => b'U',
            Self::Delete => b'D',
            Self::Truncate => b'T',
        }
    }
}

/// One operation. What is in it is not looked at before [`Operation::change`] or [`Operation::truncate`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operation<'a> {
    /// What is done.
    pub action: Action,
    /// Number of the table, as the last schema for that number says.
    pub table: u16,
    /// Rows as the source sent them, or the tables of a truncate.
    pub data: &'a [u8],
}

impl<'a> Operation<'a> {
    /// Old and new row of an insert, update or delete.
    ///
    /// # Errors
    /// What is wrong with the bytes; or [`Problem::Value`] for a truncate.
    pub fn change(&self) -> Result<Change<'a>, Problem> {
        Change::read(self.action, self.data)
    }

    /// What a truncate says.
    ///
    /// # Errors
    /// What is wrong with the bytes; or [`Problem::Value`] for what is no truncate.
    pub fn truncate(&self) -> Result<Truncate, Problem> {
        if self.action != Action::Truncate {
            return Err(Problem::Value("action", self.action.letter().into()));
        }
        Truncate::read(self.table, self.data)
    }
}

/// A truncate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Truncate {
    /// Tables that refer to these are truncated too.
    pub cascade: bool,
    /// Sequences begin anew.
    pub restart_identity: bool,
    /// Numbers of the tables; at least one.
    pub tables: Vec<u16>,
}

impl Truncate {
    fn read(first: u16, data: &[u8]) -> Result<Self, Problem> {
        let mut reader = Reader::new(data);
        let flags = reader.u8("truncate")?;
        if flags & !(CASCADE | RESTART_IDENTITY) != 0 {
            return Err(Problem::Flags(flags));
        }
        let count = reader.u16("truncate")?;
        let mut tables = Vec::with_capacity(usize::from(count).min(data.len() / 2));
        for _ in 0..count {
            tables.push(reader.u16("tables of a truncate")?);
        }
        reader.end("truncate")?;
        if tables.first() != Some(&first) {
            return Err(Problem::Value("first table of a truncate", first.into()));
        }
        Ok(Self {
            cascade: flags & CASCADE != 0,
            restart_identity: flags & RESTART_IDENTITY != 0,
            tables,
        })
    }
}

/// The operations of a body, one after the other. After an error there are no more.
#[derive(Clone, Debug)]
pub struct Operations<'a> {
    reader: Reader<'a>,
    left: u32,
}

impl<'a> Operations<'a> {
    /// Those of a message of kind transaction; of another one there are none.
    #[must_use]
    pub fn of(message: &'a Message) -> Self {
        let body: &[u8] = if message.header.kind == Kind::Transaction {
            &message.body
        } else {
            &[]
        };
        Self {
            reader: Reader::new(body),
            left: message.header.operations,
        }
    }

    fn read(&mut self) -> Result<Operation<'a>, Problem> {
        let action = match self.reader.u8("operation")? {
            b'I' => Action::Insert,
            b'U' => Action::Update,
            b'D' => Action::Delete,
            b'T' => Action::Truncate,
            other => return Err(Problem::Value("action", other.into())),
        };
        let flags = self.reader.u8("operation")?;
        if flags != 0 {
            return Err(Problem::Flags(flags));
        }
        let table = self.reader.u16("operation")?;
        let len = self.reader.u32("operation")?;
        let len = usize::try_from(len).map_err(|_| Broken::TooLong("operation"))?;
        let data = self.reader.take(len, "operation")?;
        Ok(Operation {
            action,
            table,
            data,
        })
    }
}

impl<'a> Iterator for Operations<'a> {
    type Item = Result<Operation<'a>, Problem>;

    fn next(&mut self) -> Option<Self::Item> {
        let item = match (self.left, self.reader.is_empty()) {
            (0, true) => return None,
            (0, false) | (_, true) => Err(Problem::Count),
            (_, false) => self.read(),
        };
        self.left = self.left.saturating_sub(1);
        if item.is_err() {
            self.reader = Reader::new(&[]);
            self.left = 0;
        }
        Some(item)
    }
}

/// Appends an insert, update or delete: `rows` is what `pgoutput` sent behind the table's OID.
///
/// # Errors
/// [`Broken::TooLong`] if it cannot be in one message; nothing is appended then.
pub fn write_operation(
    out: &mut Vec<u8>,
    action: Action,
    table: u16,
    rows: &[u8],
) -> Result<(), Problem> {
    let len = u32::try_from(rows.len())
        .ok()
        .filter(|_| rows.len() <= BODY_BYTES_MAX - OPERATION_BYTES)
        .ok_or(Broken::TooLong("operation"))?;
    out.push(action.letter());
    out.push(0);
    out.extend_from_slice(&table.to_be_bytes());
    out.extend_from_slice(&len.to_be_bytes());
    out.extend_from_slice(rows);
    Ok(())
}

/// Appends a truncate.
///
/// # Errors
/// [`Problem::Value`] for no tables, [`Broken::TooLong`] for more than 65,535.
pub fn write_truncate(out: &mut Vec<u8>, truncate: &Truncate) -> Result<(), Problem> {
    let Some(first) = truncate.tables.first() else {
        return Err(Problem::Value("number of tables of a truncate", 0));
    };
    let count = u16::try_from(truncate.tables.len())
        .map_err(|_| Broken::TooLong("tables of a truncate"))?;
    let mut data = Vec::with_capacity(3 + 2 * truncate.tables.len());
    data.push(
        if truncate.cascade { CASCADE } else { 0 }
            | if truncate.restart_identity {
                RESTART_IDENTITY
            } else {
                0
            },
    );
    data.extend_from_slice(&count.to_be_bytes());
    for table in &truncate.tables {
        data.extend_from_slice(&table.to_be_bytes());
    }
    write_operation(out, Action::Truncate, *first, &data)
}
