//! Fields in, fields out: what every structure of the protocol is read and written with.

use ferromq_mqi::header::ByteOrder;

pub(crate) use crate::declare::{fixed, versioned};

use crate::malformed::{Malformed, Why};
use crate::text::{CodePage, EyeCatchers, Text};

/// Longest string in a structure. The MQI allows 10,240 bytes.
pub const STRING_BYTES_MAX: usize = ferromq_mqi::codec::STRING_BYTES_MAX;

/// How the fields of a segment are coded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// Order of the bytes of integers.
    pub order: ByteOrder,
    /// Code page of text fields.
    pub page: CodePage,
    /// Coding of the names of structures.
    pub eye_catchers: EyeCatchers,
    /// The level whose layouts are spoken.
    pub fap: u8,
}

impl Form {
    /// ASCII and the highest level.
    #[must_use]
    pub const fn new(order: ByteOrder) -> Self {
        Self {
            order,
            page: CodePage::Ascii,
            eye_catchers: EyeCatchers::Ascii,
            fap: crate::level::FAP_MAX,
        }
    }

    /// The same with the layouts of another level.
    #[must_use]
    pub const fn at_level(mut self, fap: u8) -> Self {
        self.fap = fap;
        self
    }
}

/// Something with a place in a segment.
pub trait Wire<'a>: Sized {
    /// Bytes it takes, without the strings that may follow its structure.
    const BYTES: usize;

    /// Takes it from the front of what is left.
    ///
    /// # Errors
    /// When the bytes are no such thing.
    fn read(from: &mut Reader<'a>) -> Result<Self, Malformed>;

    /// Appends it.
    fn write(&self, to: &mut Writer<'_>);

    /// Appends what follows the structure it is part of.
    fn write_strings(&self, _to: &mut Writer<'_>) {}
}

/// Reads the fields of a payload one after the other. Never panics and allocates nothing.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    what: &'static str,
    form: Form,
    /// Start of the structure being read: offsets in it count from here.
    base: usize,
    /// End of the last string that belongs to the structure being read.
    strings_end: usize,
}

/// The structure a [`Reader`] was in before the present one.
#[derive(Debug)]
pub struct Outer {
    what: &'static str,
    base: usize,
    strings_end: usize,
}

impl<'a> Reader<'a> {
    /// Starts at the front of a payload. `what` names it in errors.
    #[must_use]
    pub fn new(bytes: &'a [u8], form: Form, what: &'static str) -> Self {
        Self {
            bytes,
            at: 0,
            what,
            form,
            base: 0,
            strings_end: 0,
        }
    }

    /// How the fields are coded.
    #[must_use]
    pub fn form(&self) -> Form {
        self.form
    }

    /// Where the next field begins.
    #[must_use]
    pub fn at(&self) -> usize {
        self.at
    }

    /// Bytes not read yet.
    #[must_use]
    pub fn left_bytes(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// An error at the present place.
    #[must_use]
    pub fn wrong(&self, why: Why) -> Malformed {
        Malformed {
            what: self.what,
            at: self.at,
            why,
        }
    }

    #[cold]
    fn too_short(&self, needed_bytes: usize) -> Malformed {
        self.wrong(Why::TooShort {
            needed_bytes,
            given_bytes: self.left_bytes(),
        })
    }

    /// The next `length` bytes.
    ///
    /// # Errors
    /// [`Why::TooShort`].
    #[inline]
    pub fn take(&mut self, length: usize) -> Result<&'a [u8], Malformed> {
        match self.slice(self.at, length) {
            Some(taken) => {
                self.at += length;
                Ok(taken)
            }
            None => Err(self.too_short(length)),
        }
    }

    /// The next `N` bytes.
    ///
    /// # Errors
    /// [`Why::TooShort`].
    #[inline]
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], Malformed> {
        let mut out = [0; N];
        out.copy_from_slice(self.take(N)?);
        Ok(out)
    }

    /// Everything that is left.
    pub fn rest(&mut self) -> &'a [u8] {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        self.at = self.bytes.len();
        rest
    }

    /// Bytes from anywhere in the payload. The place does not change.
    fn slice(&self, from: usize, length: usize) -> Option<&'a [u8]> {
        self.bytes.get(from..)?.get(..length)
    }

    /// A part of the payload behind the structure being read, `offset` from its start. It belongs to the structure,
    /// as strings do.
    ///
    /// # Errors
    /// [`Why::Length`] when it is not there.
    pub(crate) fn behind(&mut self, offset: i32, length: usize) -> Result<Reader<'a>, Malformed> {
        let start = usize::try_from(offset)
            .ok()
            .map(|offset| offset + self.base);
        let found = start.and_then(|start| Some((start, self.slice(start, length)?)));
        let Some((start, bytes)) = found else {
            return Err(self.wrong(Why::Length(offset.into())));
        };
        self.strings_end = self.strings_end.max(start + length);
        Ok(Reader::new(bytes, self.form, self.what))
    }

    /// The next four bytes, left where they are.
    #[must_use]
    pub fn peek(&self) -> Option<[u8; 4]> {
        self.bytes.get(self.at..)?.first_chunk().copied()
    }

    /// True when a structure of that name comes next.
    #[must_use]
    pub fn is_next(&self, id: [u8; 4]) -> bool {
        self.peek()
            .is_some_and(|found| found == id || found == EyeCatchers::Ebcdic.of(id))
    }

    /// The name of a structure, in ASCII or EBCDIC.
    ///
    /// # Errors
    /// [`Why::Id`], [`Why::TooShort`].
    pub fn id(&mut self, id: [u8; 4]) -> Result<(), Malformed> {
        if let Some(found) = self.peek()
            && !self.is_next(id)
        {
            return Err(self.wrong(Why::Id(found)));
        }
        self.take(4).map(|_| ())
    }

    /// Enters a structure: its offsets count from here, and errors name it.
    pub fn enter(&mut self, what: &'static str) -> Outer {
        let outer = Outer {
            what: self.what,
            base: self.base,
            strings_end: self.strings_end,
        };
        self.what = what;
        self.base = self.at;
        self.strings_end = 0;
        outer
    }

    /// Leaves a structure: behind its last field and the strings that belong to it.
    pub fn leave(&mut self, outer: Outer) {
        if self.strings_end > self.at {
            // Strings are filled to a multiple of four, except where the segment ends first.
            let length = (self.strings_end - self.base).next_multiple_of(4);
            self.at = (self.base + length).min(self.bytes.len());
        }
        self.what = outer.what;
        self.base = outer.base;
        self.strings_end = outer.strings_end;
    }

    /// Cuts a part of its own from the front: `length` bytes.
    ///
    /// # Errors
    /// [`Why::TooShort`].
    pub fn part(&mut self, length: usize, what: &'static str) -> Result<Reader<'a>, Malformed> {
        let start = self.at;
        self.take(length)?;
        Ok(Reader {
            bytes: self.bytes.get(..self.at).unwrap_or_default(),
            at: start,
            what,
            form: self.form,
            base: start,
            strings_end: 0,
        })
    }

    /// A length field, which is never negative: it must fit in what is left.
    ///
    /// # Errors
    /// [`Why::Length`], [`Why::TooShort`].
    pub fn length(&mut self) -> Result<usize, Malformed> {
        let here = self.at;
        let value = i32::read(self)?;
        match usize::try_from(value) {
            Ok(length) if length <= self.left_bytes() => Ok(length),
            _ => Err(Malformed {
                at: here,
                ..self.wrong(Why::Length(value.into()))
            }),
        }
    }

    /// `count` integers. They must all be there before room for them is made.
    ///
    /// # Errors
    /// [`Why::TooShort`].
    pub fn ints(&mut self, count: usize) -> Result<Vec<i32>, Malformed> {
        let raw = self.take(count.saturating_mul(4))?;
        let (chunks, _) = raw.as_chunks::<4>();
        let order = self.form.order;
        Ok(chunks.iter().map(|raw| int(*raw, order)).collect())
    }
}

fn int(raw: [u8; 4], order: ByteOrder) -> i32 {
    match order {
        ByteOrder::Big => i32::from_be_bytes(raw),
        ByteOrder::Little => i32::from_le_bytes(raw),
    }
}

/// Appends the fields of a payload one after the other.
#[derive(Debug)]
pub struct Writer<'v> {
    out: &'v mut Vec<u8>,
    start: usize,
    form: Form,
    base: usize,
    /// Where the next string of the structure being written will stand, from `base`.
    next_string: usize,
}

impl<'v> Writer<'v> {
    /// Appends a payload to `out`.
    pub fn new(out: &'v mut Vec<u8>, form: Form) -> Self {
        let start = out.len();
        Self {
            out,
            start,
            form,
            base: start,
            next_string: 0,
        }
    }

    /// How the fields are coded.
    #[must_use]
    pub fn form(&self) -> Form {
        self.form
    }

    /// Bytes of the payload so far.
    #[must_use]
    pub fn written_bytes(&self) -> usize {
        self.out.len() - self.start
    }

    /// Appends so many zeros, for a structure that is written in place.
    pub fn room(&mut self, length: usize) -> &mut [u8] {
        let at = self.out.len();
        self.out.resize(at + length, 0);
        self.out.get_mut(at..).unwrap_or_default()
    }

    /// Takes back so many bytes of what was appended last.
    pub fn take_back(&mut self, length: usize) {
        self.out.truncate(self.out.len() - length);
    }

    /// Appends bytes as they are.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.out.extend_from_slice(bytes);
    }

    /// Appends `count` zeros.
    pub fn zeros(&mut self, count: usize) {
        self.out.resize(self.out.len() + count, 0);
    }

    /// Appends the name of a structure.
    pub fn id(&mut self, id: [u8; 4]) {
        self.bytes(&self.form.eye_catchers.of(id));
    }

    /// Fills the payload with zeros to a multiple of four bytes.
    pub fn fill_to_word(&mut self) {
        let written = self.written_bytes();
        self.zeros(written.next_multiple_of(4) - written);
    }

    /// The offset of so many bytes that will follow the structure being written; zero for none.
    pub(crate) fn behind(&mut self, length: usize) -> i32 {
        if length == 0 {
            return 0;
        }
        let offset = self.next_string;
        self.next_string += length.next_multiple_of(4);
        offset as i32
    }

    /// Enters a structure of `length` bytes; its strings will follow it.
    pub fn enter(&mut self, length: usize) -> (usize, usize) {
        let outer = (self.base, self.next_string);
        self.base = self.out.len();
        self.next_string = length;
        outer
    }

    /// Leaves a structure and goes on with the one around it.
    pub fn leave(&mut self, outer: (usize, usize)) {
        (self.base, self.next_string) = outer;
    }

    /// Overwrites an integer written before; `at` counts from the start of the payload.
    #[expect(
        clippy::indexing_slicing,
        reason = "what is overwritten was written by us"
    )]
    pub fn patch_u32(&mut self, at: usize, value: u32) {
        let at = self.start + at;
        let raw = match self.form.order {
            ByteOrder::Big => value.to_be_bytes(),
            ByteOrder::Little => value.to_le_bytes(),
        };
        self.out[at..at + 4].copy_from_slice(&raw);
    }
}

macro_rules! integers {
    ($($type:ident)*) => { $(
        impl Wire<'_> for $type {
            const BYTES: usize = size_of::<$type>();

            #[inline]
            fn read(from: &mut Reader<'_>) -> Result<Self, Malformed> {
                let raw = from.array()?;
                Ok(match from.form.order {
                    ByteOrder::Big => $type::from_be_bytes(raw),
                    ByteOrder::Little => $type::from_le_bytes(raw),
                })
            }

            fn write(&self, to: &mut Writer<'_>) {
                match to.form.order {
                    ByteOrder::Big => to.bytes(&self.to_be_bytes()),
                    ByteOrder::Little => to.bytes(&self.to_le_bytes()),
                }
            }
        }
    )* };
}

integers!(u8 u16 u32 i32 i64);

impl<const N: usize> Wire<'_> for [u8; N] {
    const BYTES: usize = N;

    #[inline]
    fn read(from: &mut Reader<'_>) -> Result<Self, Malformed> {
        from.array()
    }

    fn write(&self, to: &mut Writer<'_>) {
        to.bytes(self);
    }
}

impl<const N: usize> Wire<'_> for Text<N> {
    const BYTES: usize = N;

    #[inline]
    fn read(from: &mut Reader<'_>) -> Result<Self, Malformed> {
        let mut bytes = from.array()?;
        from.form.page.decode(&mut bytes);
        Ok(Self(bytes))
    }

    fn write(&self, to: &mut Writer<'_>) {
        let mut bytes = self.0;
        to.form.page.encode(&mut bytes);
        to.bytes(&bytes);
    }
}

/// A string of variable length that follows its structure: `MQCHARV`. Twenty bytes in the structure say
/// where. Its text is in a code page of its own and is not converted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CharString<'a> {
    /// Bytes of the buffer the application offers for output, 0 for none.
    pub buffer_bytes: i32,
    /// Its code page.
    pub ccsid: i32,
    /// Its bytes.
    pub text: &'a [u8],
}

impl<'a> CharString<'a> {
    /// A string in UTF-8.
    #[must_use]
    pub fn utf8(text: &'a str) -> Self {
        Self {
            buffer_bytes: 0,
            ccsid: crate::text::CCSID_UTF_8.into(),
            text: text.as_bytes(),
        }
    }
}

impl<'a> Wire<'a> for CharString<'a> {
    const BYTES: usize = 20;

    fn read(from: &mut Reader<'a>) -> Result<Self, Malformed> {
        let _pointer = u32::read(from)?;
        let here = from.at;
        let offset = i32::read(from)?;
        let buffer_bytes = i32::read(from)?;
        let length = i32::read(from)?;
        let ccsid = i32::read(from)?;
        let wrong = |value: i32| Malformed {
            at: here,
            ..from.wrong(Why::Length(value.into()))
        };
        let length = usize::try_from(length).map_err(|_| wrong(length))?;
        let mut text: &[u8] = &[];
        if length > STRING_BYTES_MAX {
            return Err(Malformed {
                at: here,
                ..from.wrong(Why::Bound {
                    given_bytes: length,
                    allowed_bytes: STRING_BYTES_MAX,
                })
            });
        }
        if length > 0 {
            // An offset is set even when there is no string; it is looked at only when there is one.
            let start = usize::try_from(offset).map_err(|_| wrong(offset))? + from.base;
            text = from.slice(start, length).ok_or_else(|| wrong(offset))?;
            from.strings_end = from.strings_end.max(start + length);
        }
        Ok(Self {
            buffer_bytes,
            ccsid,
            text,
        })
    }

    fn write(&self, to: &mut Writer<'_>) {
        let offset = to.next_string as i32;
        to.next_string += self.text.len().next_multiple_of(4);
        0_u32.write(to);
        offset.write(to);
        self.buffer_bytes.write(to);
        (self.text.len() as i32).write(to);
        self.ccsid.write(to);
    }

    fn write_strings(&self, to: &mut Writer<'_>) {
        to.bytes(self.text);
        to.zeros(self.text.len().next_multiple_of(4) - self.text.len());
    }
}
