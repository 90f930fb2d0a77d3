//! Positions of the log of a source database, as text.

use std::fmt;

/// A position of the log as PostgreSQL writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lsn(pub u64);

impl fmt::Display for Lsn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:X}/{:X}", self.0 >> 32, self.0 & 0xffff_ffff)
    }
}

impl Lsn {
    /// What such a text says.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (high, low) = text.split_once('/')?;
        let part = |text| u32::from_str_radix(text, 16).ok().map(u64::from);
        Some(Self(part(high)? << 32 | part(low)?))
    }
}
