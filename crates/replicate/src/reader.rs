//! Bytes from outside, read from the front: nothing is taken that is not there.

use std::fmt;

/// What was read ended too early, was too long, or was no text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    /// It ended within what is named.
    Short(&'static str),
    /// Something follows where nothing may.
    Longer(&'static str),
    /// What is named is longer, or more, than it may be.
    TooLong(&'static str),
    /// What is named is no UTF-8.
    NoText(&'static str),
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Short(what) => write!(f, "it ends within the {what}"),
            Self::Longer(what) => write!(f, "something follows the {what}"),
            Self::TooLong(what) => write!(f, "the {what} is longer, or more, than allowed"),
            Self::NoText(what) => write!(f, "the {what} is not UTF-8"),
        }
    }
}

impl std::error::Error for Broken {}

/// What is left to read. Numbers are big-endian.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    left: &'a [u8],
}

impl<'a> Reader<'a> {
    /// Reads `bytes` from the front.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { left: bytes }
    }

    /// What was not read yet.
    #[must_use]
    pub fn rest(&self) -> &'a [u8] {
        self.left
    }

    /// How many bytes were not read yet.
    #[must_use]
    pub fn left(&self) -> usize {
        self.left.len()
    }

    /// Whether everything was read.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.left.is_empty()
    }

    /// The next `len` bytes.
    ///
    /// # Errors
    /// [`Broken::Short`] where there are fewer.
    pub fn take(&mut self, len: usize, what: &'static str) -> Result<&'a [u8], Broken> {
        let (taken, left) = self.left.split_at_checked(len).ok_or(Broken::Short(what))?;
        self.left = left;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self, what: &'static str) -> Result<[u8; N], Broken> {
        let (taken, left) = self.left.split_first_chunk().ok_or(Broken::Short(what))?;
        self.left = left;
        Ok(*taken)
    }

    /// One byte.
    ///
    /// # Errors
    /// [`Broken::Short`] where there is none.
    pub fn u8(&mut self, what: &'static str) -> Result<u8, Broken> {
        self.array::<1>(what).map(|[byte]| byte)
    }

    /// Two bytes.
    ///
    /// # Errors
    /// [`Broken::Short`] where there are fewer.
    pub fn u16(&mut self, what: &'static str) -> Result<u16, Broken> {
        self.array(what).map(u16::from_be_bytes)
    }

    /// Four bytes.
    ///
    /// # Errors
    /// [`Broken::Short`] where there are fewer.
    pub fn u32(&mut self, what: &'static str) -> Result<u32, Broken> {
        self.array(what).map(u32::from_be_bytes)
    }

    /// Four bytes, signed.
    ///
    /// # Errors
    /// [`Broken::Short`] where there are fewer.
    pub fn i32(&mut self, what: &'static str) -> Result<i32, Broken> {
        self.array(what).map(i32::from_be_bytes)
    }

    /// Eight bytes.
    ///
    /// # Errors
    /// [`Broken::Short`] where there are fewer.
    pub fn u64(&mut self, what: &'static str) -> Result<u64, Broken> {
        self.array(what).map(u64::from_be_bytes)
    }

    /// Eight bytes, signed.
    ///
    /// # Errors
    /// [`Broken::Short`] where there are fewer.
    pub fn i64(&mut self, what: &'static str) -> Result<i64, Broken> {
        self.array(what).map(i64::from_be_bytes)
    }

    /// Text with its length, two bytes, in front; at most `max` bytes.
    ///
    /// # Errors
    /// What is [`Broken`] about it.
    pub fn text(&mut self, max: usize, what: &'static str) -> Result<&'a str, Broken> {
        let len = usize::from(self.u16(what)?);
        if len > max {
            return Err(Broken::TooLong(what));
        }
        std::str::from_utf8(self.take(len, what)?).map_err(|_| Broken::NoText(what))
    }

    /// Text that ends with a zero byte, which is taken too; at most `max` bytes without it.
    ///
    /// # Errors
    /// What is [`Broken`] about it.
    pub fn zero_ended(&mut self, max: usize, what: &'static str) -> Result<&'a str, Broken> {
        let within = &self.left[..self.left.len().min(max + 1)];
        let Some(len) = within.iter().position(|byte| *byte == 0) else {
            return Err(if within.len() > max {
                Broken::TooLong(what)
            } else {
                Broken::Short(what)
            });
        };
        let text = std::str::from_utf8(self.take(len, what)?);
        self.take(1, what)?;
        text.map_err(|_| Broken::NoText(what))
    }

    /// Nothing may be left.
    ///
    /// # Errors
    /// [`Broken::Longer`] if something is.
    pub fn end(&self, what: &'static str) -> Result<(), Broken> {
        if self.is_empty() {
            Ok(())
        } else {
            Err(Broken::Longer(what))
        }
    }
}
