//! What a statement gave back.

use crate::library::{Library, RawResult};
use std::ffi::CStr;
use std::ptr::NonNull;

/// What a statement gave back: rows, or how many there were of them.
#[derive(Debug)]
pub struct Rows {
    pub(crate) library: &'static Library,
    pub(crate) raw: NonNull<RawResult>,
    pub(crate) rows: usize,
    pub(crate) columns: usize,
}

impl Rows {
    /// How many rows there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Whether there is no row.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// How many columns each has.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// A value as text; `None` for NULL, and outside of the rows.
    #[must_use]
    pub fn get(&self, row: usize, column: usize) -> Option<&[u8]> {
        if row >= self.rows || column >= self.columns {
            return None;
        }
        self.library.value(self.raw, row, column)
    }

    /// A value as UTF-8; `None` as for [`Self::get`], and where it is none.
    #[must_use]
    pub fn text(&self, row: usize, column: usize) -> Option<&str> {
        std::str::from_utf8(self.get(row, column)?).ok()
    }

    /// A value as a number; `None` where it is none.
    #[must_use]
    pub fn number<T: std::str::FromStr>(&self, row: usize, column: usize) -> Option<T> {
        self.text(row, column)?.parse().ok()
    }

    /// How many rows the statement inserted, updated, deleted or selected.
    #[must_use]
    pub fn affected(&self) -> u64 {
        let text: &CStr = self.library.affected(self.raw);
        text.to_str()
            .ok()
            .and_then(|it| it.parse().ok())
            .unwrap_or(0)
    }
}

impl Drop for Rows {
    fn drop(&mut self) {
        self.library.clear(self.raw);
    }
}
