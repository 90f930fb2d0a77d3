//! The item that is being written.

use crate::agent::checksum::Checksum;
use crate::agent::files::{FileId, Files};
use crate::agent::rewriting::Rewriting;
use std::io;

/// What was written begins to go to the disk in pieces of this size.
const FORCE_BYTES: u64 = 8 << 20;

/// The item that is being written.
#[derive(Debug)]
pub(super) struct Current<W> {
    pub(super) item: u32,
    pub(super) file: W,
    pub(super) id: FileId,
    pub(super) directory: FileId,
    pub(super) temporary: String,
    pub(super) path: String,
    pub(super) overwrite: bool,
    /// Of what was taken of the source.
    pub(super) checksum: Checksum,
    pub(super) offset: u64,
    /// What became of that, if it is text.
    pub(super) text: Option<Rewriting>,
    /// It is put behind what a file of its name has.
    pub(super) append: bool,
    /// It was asked what is there of it already.
    pub(super) is_compared: bool,
    /// As long as it is to be.
    pub(super) planned: u64,
    /// What is in front of it is on its way to the disk.
    pub(super) force_begun: u64,
}

impl<W> Current<W> {
    /// Has what was written go to the disk while more comes, a good piece at a time.
    pub(super) fn begin_force<F: Files<Writer = W>>(&mut self, files: &mut F) {
        let written = self.text.as_ref().map_or(self.offset, |text| text.written);
        let length = written.saturating_sub(self.force_begun);
        if length >= FORCE_BYTES {
            files.begin_force(&self.file, self.force_begun, length);
            self.force_begun = written;
        }
    }
}

/// The item of that number, if it is the one.
pub(super) fn current<W>(
    current: &mut Option<Current<W>>,
    item: u32,
) -> io::Result<&mut Current<W>> {
    let current = current.as_mut().filter(|current| current.item == item);
    current.ok_or_else(|| io::Error::other("the beginning of the file is missing"))
}
