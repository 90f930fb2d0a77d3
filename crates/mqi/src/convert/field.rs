//! The elements structures are made of: numbers, fixed-length text, and bytes that mean the same everywhere.

use super::change::{Change, Stop};
use super::text::TextChange;
use crate::header::ByteOrder;
use crate::reason::Reason;

/// One field, or several numbers in a row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field {
    pub(crate) offset: usize,
    pub(crate) len: usize,
    pub(crate) kind: Kind,
}

/// What a field holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Text at the start of a field of fixed length.
    Text,
    /// Integers of four bytes.
    Numbers,
    /// Ids and tokens, the same on every machine.
    Bytes,
}

/// Message data being read from the front, and what is made of it.
pub(super) struct Work<'a> {
    data: &'a [u8],
    at: usize,
    /// Where the structure being read ends; never beyond the data.
    limit: usize,
    /// The data was cut before it came here.
    cut: bool,
    pub(super) out: Vec<u8>,
}

impl<'a> Work<'a> {
    pub(super) fn new(data: &'a [u8], cut: bool) -> Self {
        Self {
            data,
            at: 0,
            limit: data.len(),
            cut,
            out: Vec::with_capacity(data.len() + 16),
        }
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Everything not read yet, whatever the structure.
    pub(super) fn rest(&self) -> &'a [u8] {
        &self.data[self.at..]
    }

    /// Bytes left in the structure.
    pub(super) fn left(&self) -> usize {
        self.limit - self.at
    }

    /// True when the end of the data is not the end of the message.
    pub(super) fn ends_cut(&self) -> bool {
        self.cut && self.limit == self.data.len()
    }

    /// Goes back to where a part began, and forgets what was made of it.
    pub(super) fn rewind(&mut self, at: usize, out_len: usize) {
        self.at = at;
        self.limit = self.data.len();
        self.out.truncate(out_len);
    }

    /// Says that the structure beginning at `start` is `len` bytes long.
    pub(super) fn bound(&mut self, start: usize, len: usize) -> Result<(), Stop> {
        let end = start.checked_add(len).ok_or(FORMAT)?;
        if end < self.at || (end > self.data.len() && !self.cut) {
            return Err(FORMAT);
        }
        self.limit = end.min(self.data.len());
        Ok(())
    }

    /// Ends a structure: what follows may be read.
    pub(super) fn unbound(&mut self) {
        self.limit = self.data.len();
    }

    /// The next bytes of the structure.
    pub(super) fn take(&mut self, len: usize) -> Result<&'a [u8], Stop> {
        if len > self.left() {
            return Err(if self.ends_cut() { Stop::Cut } else { FORMAT });
        }
        let taken = &self.data[self.at..self.at + len];
        self.at += len;
        Ok(taken)
    }

    /// A number ahead, without reading it.
    pub(super) fn peek(&self, offset: usize, order: ByteOrder) -> Result<i32, Stop> {
        let start = self.at.checked_add(offset).ok_or(FORMAT)?;
        match self.data.get(start..).and_then(<[u8]>::first_chunk) {
            Some(bytes) => Ok(number(*bytes, order)),
            None if self.cut => Err(Stop::Cut),
            None => Err(FORMAT),
        }
    }

    /// Bytes ahead, without reading them.
    pub(super) fn peek_bytes(&self, offset: usize, len: usize) -> Result<&'a [u8], Stop> {
        let start = self.at.checked_add(offset).ok_or(FORMAT)?;
        match self.data.get(start..).and_then(|from| from.get(..len)) {
            Some(bytes) => Ok(bytes),
            None if self.cut => Err(Stop::Cut),
            None => Err(FORMAT),
        }
    }

    /// Copies bytes as they are.
    pub(super) fn copy(&mut self, len: usize) -> Result<(), Stop> {
        let bytes = self.take(len)?;
        self.out.extend_from_slice(bytes);
        Ok(())
    }

    /// Converts integers of `width` bytes. Of numbers that were cut, the whole ones.
    pub(super) fn numbers(
        &mut self,
        bytes: usize,
        width: usize,
        orders: (ByteOrder, ByteOrder),
    ) -> Result<(), Stop> {
        let there = bytes.min(self.left() - self.left() % width);
        let taken = if there < bytes && self.ends_cut() {
            self.take(there)?
        } else {
            self.take(bytes)?
        };
        if orders.0 == orders.1 {
            self.out.extend_from_slice(taken);
        } else {
            for one in taken.chunks_exact(width) {
                self.out.extend(one.iter().rev());
            }
        }
        if taken.len() < bytes {
            return Err(Stop::Cut);
        }
        Ok(())
    }

    /// Converts the fields of a structure that lie within its first `len` bytes.
    pub(super) fn fields(
        &mut self,
        fields: &[Field],
        len: usize,
        change: &Change,
    ) -> Result<(), Stop> {
        let orders = change.orders()?;
        let text = change.text()?;
        for field in fields {
            let within = len.saturating_sub(field.offset).min(field.len);
            match field.kind {
                Kind::Numbers => self.numbers(within - within % 4, 4, orders)?,
                _ if within < field.len => break,
                Kind::Bytes => self.copy(field.len)?,
                Kind::Text => self.fixed_text(field.len, &text)?,
            }
        }
        Ok(())
    }

    /// Converts text in a field of fixed length.
    pub(super) fn fixed_text(&mut self, len: usize, text: &TextChange) -> Result<(), Stop> {
        let field = self.take(len)?;
        fixed_text(field, text, &mut self.out)
    }

    /// Overwrites a number made before.
    pub(super) fn patch(&mut self, at: usize, value: i32, order: ByteOrder) {
        if let Some(place) = self.out.get_mut(at..at + 4) {
            place.copy_from_slice(&encoded(value, order));
        }
    }
}

/// Adds a field of fixed length in its new code page. Blanks at its end and what follows a zero do not count,
/// so that text may grow into them.
pub(super) fn fixed_text(field: &[u8], text: &TextChange, out: &mut Vec<u8>) -> Result<(), Stop> {
    let TextChange::Pages(from, to) = text else {
        out.extend_from_slice(field);
        return Ok(());
    };
    let zero = field.iter().position(|byte| *byte == 0);
    let blank = from.page.blank();
    let mut said = &field[..zero.unwrap_or(field.len())];
    while let [before @ .., last] = said
        && *last == blank
        && zero.is_none()
    {
        said = before;
    }
    let start = out.len();
    text.add(said, false, out)?;
    if out.len() - start > field.len() {
        out.truncate(start);
        return Err(Stop::Failed(Reason::CONVERTED_STRING_TOO_BIG));
    }
    let fill = if zero.is_some() { 0 } else { to.page.blank() };
    out.resize(start + field.len(), fill);
    Ok(())
}

/// A number as it stands in a message.
pub(super) fn number(bytes: [u8; 4], order: ByteOrder) -> i32 {
    match order {
        ByteOrder::Little => i32::from_le_bytes(bytes),
        ByteOrder::Big => i32::from_be_bytes(bytes),
    }
}

/// The bytes of a number.
pub(super) fn encoded(value: i32, order: ByteOrder) -> [u8; 4] {
    match order {
        ByteOrder::Little => value.to_le_bytes(),
        ByteOrder::Big => value.to_be_bytes(),
    }
}

/// A length in a message: numbers below zero are none.
pub(super) fn length(value: i32) -> Result<usize, Stop> {
    usize::try_from(value).map_err(|_| FORMAT)
}

/// A length to write into a message.
pub(super) fn length_field(len: usize) -> Result<i32, Stop> {
    i32::try_from(len).map_err(|_| Stop::Failed(Reason::CONVERTED_MSG_TOO_BIG))
}

/// The data is not what its format says.
pub(super) const FORMAT: Stop = Stop::Failed(Reason::FORMAT_ERROR);
