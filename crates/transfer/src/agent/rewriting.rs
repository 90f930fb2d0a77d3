//! Text as it is written at the destination: what is taken of an item and what becomes of it have lengths and checksums of their own.

use super::checksum::{Checksum, ChecksumMethod};
use super::layout::{Fields, put_bytes};
use super::translation::{NoText, TextEnds, Translation};
use std::io;

/// What is written of a text that is being taken.
#[derive(Clone, Debug)]
pub(crate) struct Rewriting {
    translation: Translation,
    /// Bytes that were written.
    pub(crate) written: u64,
    /// Checksum of those.
    pub(crate) checksum: Checksum,
}

impl Rewriting {
    /// Of nothing yet.
    ///
    /// # Errors
    /// See [`Translation::new`].
    pub(crate) fn new(
        ends: &TextEnds,
        replacement: &str,
        method: ChecksumMethod,
    ) -> io::Result<Self> {
        let translation = Translation::new(ends.clone(), replacement);
        Ok(Self {
            translation: translation.map_err(no_text)?,
            written: 0,
            checksum: Checksum::new(method),
        })
    }

    /// What more bytes of the source become.
    ///
    /// # Errors
    /// See [`Translation::push`].
    pub(crate) fn push(&mut self, bytes: &[u8]) -> io::Result<Vec<u8>> {
        let mut out = Vec::with_capacity(bytes.len() + bytes.len() / 8);
        let pushed = self.translation.push(bytes, &mut out);
        pushed.map_err(no_text)?;
        Ok(out)
    }

    /// What comes behind the last of them.
    ///
    /// # Errors
    /// See [`Translation::finish`].
    pub(crate) fn finish(&mut self) -> io::Result<Vec<u8>> {
        let mut out = Vec::new();
        self.translation.finish(&mut out).map_err(no_text)?;
        Ok(out)
    }

    /// These bytes were written.
    pub(crate) fn wrote(&mut self, bytes: &[u8]) {
        self.written += bytes.len() as u64;
        self.checksum.update(bytes);
    }

    pub(crate) fn encode(&self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&self.written.to_le_bytes());
        put_bytes(bytes, &self.checksum.save());
        put_bytes(bytes, &self.translation.save());
    }

    pub(crate) fn decode(fields: &mut Fields<'_>) -> Option<Self> {
        Some(Self {
            written: fields.u64()?,
            checksum: Checksum::restore(fields.bytes()?)?,
            translation: Translation::restore(fields.bytes()?)?,
        })
    }
}

fn no_text(NoText(why): NoText) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}
