//! Rows as the source sent them.

use super::operation::Action;
use super::{COLUMNS_MAX, Problem};
use crate::reader::{Broken, Reader};

/// One value of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell<'a> {
    /// NULL; in an old row that has the key only, also what is not of the key.
    Null,
    /// Not sent, because it is stored apart and was not changed.
    Unchanged,
    /// As text.
    Text(&'a [u8]),
    /// In the type's binary form.
    Binary(&'a [u8]),
}

/// A row: its cells, each checked as it is come to.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    columns: u16,
    left: u16,
    reader: Reader<'a>,
}

impl<'a> Row<'a> {
    /// How many columns it has.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns.into()
    }

    fn begin(reader: &mut Reader<'a>) -> Result<Self, Problem> {
        let columns = reader.u16("row")?;
        if usize::from(columns) > COLUMNS_MAX {
            return Err(Broken::TooLong("row").into());
        }
        Ok(Self {
            columns,
            left: columns,
            reader: *reader,
        })
    }

    fn read(&mut self) -> Result<Cell<'a>, Problem> {
        match self.reader.u8("cell")? {
            b'n' => Ok(Cell::Null),
            b'u' => Ok(Cell::Unchanged),
            b't' => self.value().map(Cell::Text),
            b'b' => self.value().map(Cell::Binary),
            other => Err(Problem::Value("kind of a cell", other.into())),
        }
    }

    fn value(&mut self) -> Result<&'a [u8], Problem> {
        let len = self.reader.u32("cell")?;
        let len = usize::try_from(len).map_err(|_| Broken::TooLong("cell"))?;
        Ok(self.reader.take(len, "cell")?)
    }
}

impl<'a> Iterator for Row<'a> {
    type Item = Result<Cell<'a>, Problem>;

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let cell = self.read();
        if cell.is_err() {
            self.left = 0;
        }
        Some(cell)
    }
}

/// What is known of the row as it was.
#[derive(Clone, Copy, Debug)]
pub enum Old<'a> {
    /// The columns of the identity.
    Key(Row<'a>),
    /// All columns.
    Whole(Row<'a>),
}

impl<'a> Old<'a> {
    /// The row.
    #[must_use]
    pub fn row(&self) -> Row<'a> {
        match self {
            Self::Key(row) | Self::Whole(row) => *row,
        }
    }
}

/// Old and new row of an operation. An insert has a new one, a delete an old one, an update a new one and, where the
/// identity changed or is whole, an old one.
#[derive(Clone, Copy, Debug)]
pub struct Change<'a> {
    /// The row as it was.
    pub old: Option<Old<'a>>,
    /// The row as it is.
    pub new: Option<Row<'a>>,
}

impl<'a> Change<'a> {
    /// Reads the rows of an insert, update or delete to their end.
    ///
    /// # Errors
    /// What is wrong with the bytes; [`Problem::Value`] where rows are there that the action has not, or miss.
    pub fn read(action: Action, data: &'a [u8]) -> Result<Self, Problem> {
        let mut reader = Reader::new(data);
        let mut mark = reader.u8("rows")?;
        let mut old = None;
        if mark == b'K' || mark == b'O' {
            let row = whole(&mut reader)?;
            old = Some(if mark == b'K' {
                Old::Key(row)
            } else {
                Old::Whole(row)
            });
            mark = if reader.is_empty() {
                0
            } else {
                reader.u8("rows")?
            };
        }
        let new = match mark {
            0 => None,
            b'N' => Some(whole(&mut reader)?),
            other => return Err(Problem::Value("mark of a row", other.into())),
        };
        reader.end("rows")?;
        let fits = match action {
            Action::Insert => old.is_none() && new.is_some(),
            Action::Update => new.is_some(),
            Action::Delete => old.is_some() && new.is_none(),
            Action::Truncate => false,
        };
        if !fits {
            return Err(Problem::Value("rows of action", action.letter().into()));
        }
        Ok(Self { old, new })
    }
}

/// The row at the front, checked to its end, which is taken.
fn whole<'a>(reader: &mut Reader<'a>) -> Result<Row<'a>, Problem> {
    let row = Row::begin(reader)?;
    let mut walk = row;
    for cell in walk.by_ref() {
        cell?;
    }
    *reader = walk.reader;
    Ok(row)
}
