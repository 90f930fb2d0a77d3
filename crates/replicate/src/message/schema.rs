//! Schemas of tables.

use super::{COLUMNS_MAX, NAME_BYTES_MAX, Problem, put_text};
use crate::reader::{Broken, Reader};

const OF_IDENTITY: u8 = 1;

/// By what rows are told apart at the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Identity {
    /// The primary key; a table without one has none.
    Default,
    /// Nothing.
    Nothing,
    /// The whole row.
    Full,
    /// A unique index.
    Index,
}

impl Identity {
    /// The letter in messages, `pgoutput` and `pg_class.relreplident`.
    #[must_use]
    pub fn letter(self) -> u8 {
        match self {
            Self::Default => b'd',
            Self::Nothing => b'n',
            Self::Full => b'f',
            Self::Index => b'i',
        }
    }

    /// What a letter means.
    #[must_use]
    pub fn of(letter: u8) -> Option<Self> {
        Some(match letter {
            b'd' => Self::Default,
            b'n' => Self::Nothing,
            b'f' => Self::Full,
            b'i' => Self::Index,
            _ => return None,
        })
    }
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Column {
    /// It is of the identity.
    pub is_of_identity: bool,
    /// OID of its type at the source.
    pub type_oid: u32,
    /// Modifier of its type; -1 for none.
    pub type_modifier: i32,
    /// Its name.
    pub name: String,
    /// `schema.name` of its type; empty for types that every PostgreSQL has.
    pub type_name: String,
}

/// What rows of a table look like from here on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Schema {
    /// The number operations have.
    pub table: u16,
    /// OID at the source.
    pub oid: u32,
    /// By what rows are told apart.
    pub identity: Identity,
    /// Schema at the source.
    pub namespace: String,
    /// Name at the source.
    pub name: String,
    /// The subscription.
    pub subscription: String,
    /// Its columns, in the order of rows.
    pub columns: Vec<Column>,
}

impl Schema {
    /// Reads the body of a message of kind schema.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn decode(body: &[u8]) -> Result<Self, Problem> {
        let mut reader = Reader::new(body);
        let table = reader.u16("schema")?;
        let oid = reader.u32("schema")?;
        let letter = reader.u8("schema")?;
        let identity = Identity::of(letter).ok_or(Problem::Value("identity", letter.into()))?;
        let namespace = reader.text(NAME_BYTES_MAX, "schema")?.to_owned();
        let name = reader.text(NAME_BYTES_MAX, "table")?.to_owned();
        let subscription = reader.text(NAME_BYTES_MAX, "subscription")?.to_owned();
        let count = usize::from(reader.u16("columns")?);
        if count > COLUMNS_MAX {
            return Err(Broken::TooLong("columns").into());
        }
        let columns: Result<_, Problem> = (0..count).map(|_| column(&mut reader)).collect();
        let columns = columns?;
        reader.end("schema")?;
        Ok(Self {
            table,
            oid,
            identity,
            namespace,
            name,
            subscription,
            columns,
        })
    }

    /// The body. Names that are too long are cut.
    ///
    /// # Errors
    /// [`Broken::TooLong`] for too many columns.
    pub fn encode(&self) -> Result<Vec<u8>, Problem> {
        if self.columns.len() > COLUMNS_MAX {
            return Err(Broken::TooLong("columns").into());
        }
        let mut out = Vec::with_capacity(64 + 32 * self.columns.len());
        out.extend_from_slice(&self.table.to_be_bytes());
        out.extend_from_slice(&self.oid.to_be_bytes());
        out.push(self.identity.letter());
        put_text(&mut out, &self.namespace, NAME_BYTES_MAX);
        put_text(&mut out, &self.name, NAME_BYTES_MAX);
        put_text(&mut out, &self.subscription, NAME_BYTES_MAX);
        // COLUMNS_MAX fits.
        out.extend_from_slice(&(self.columns.len() as u16).to_be_bytes());
        for column in &self.columns {
            out.push(if column.is_of_identity {
                OF_IDENTITY
            } else {
                0
            });
            out.extend_from_slice(&column.type_oid.to_be_bytes());
            out.extend_from_slice(&column.type_modifier.to_be_bytes());
            put_text(&mut out, &column.name, NAME_BYTES_MAX);
            put_text(&mut out, &column.type_name, NAME_BYTES_MAX);
        }
        Ok(out)
    }
}

fn column(reader: &mut Reader<'_>) -> Result<Column, Problem> {
    let flags = reader.u8("column")?;
    if flags & !OF_IDENTITY != 0 {
        return Err(Problem::Flags(flags));
    }
    Ok(Column {
        is_of_identity: flags & OF_IDENTITY != 0,
        type_oid: reader.u32("column")?,
        type_modifier: reader.i32("column")?,
        name: reader.text(NAME_BYTES_MAX, "name of a column")?.to_owned(),
        type_name: reader.text(NAME_BYTES_MAX, "name of a type")?.to_owned(),
    })
}
