//! Bytes that are fetched from the source's open file, on the same machine.

use super::Destination;
use super::current::current;
use crate::agent::checksum::Checksum;
use crate::agent::files::Files;
use crate::agent::settings::AgentSettings;
use std::io::{self, ErrorKind};

/// So many bytes may be named and not yet fetched, in one transfer. They take no room anywhere.
const WINDOW_BYTES: u64 = 32 << 20;
/// Bytes that are hashed at a time, while they are in the cache.
const HASHED_BYTES: usize = 64 << 10;
/// Most bytes of one frame: others have their turn.
const FETCHED_BYTES_MAX: u64 = 64 << 20;

/// Why bytes were not fetched.
enum Unfetched {
    /// This road does not lead there: they have to come over the queue.
    NoWay,
    /// They cannot be written, whatever the road.
    Unwritten(io::Error),
}

impl From<io::Error> for Unfetched {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
                Self::Unwritten(error)
            }
            _ => Self::NoWay,
        }
    }
}

impl<W> Destination<W> {
    /// Bytes that may be under way to this end.
    pub(super) fn window(&self, settings: &AgentSettings) -> u64 {
        match self.file_socket {
            Some(_) => settings.window_bytes.max(WINDOW_BYTES),
            None => settings.window_bytes,
        }
    }

    /// Takes bytes that are named only. False: this way they do not come, and the source has to send them.
    pub(super) fn fetched<F: Files<Writer = W>>(
        &mut self,
        files: &mut F,
        item: u32,
        offset: u64,
        length: u64,
    ) -> bool {
        match self.copy(files, item, offset, length) {
            Ok(()) => true,
            Err(Unfetched::NoWay) => {
                self.fetching_failed = true;
                false
            }
            Err(Unfetched::Unwritten(error)) => {
                self.fail_current(files, item, &error);
                true
            }
        }
    }

    fn copy<F: Files<Writer = W>>(
        &mut self,
        files: &mut F,
        item: u32,
        offset: u64,
        length: u64,
    ) -> Result<(), Unfetched> {
        let key = (self.kept.transfer, item);
        let file_socket = self.file_socket.as_ref().ok_or(Unfetched::NoWay)?;
        let current = current(&mut self.current, item)?;
        if current.offset != offset || length > FETCHED_BYTES_MAX {
            return Err(Unfetched::NoWay);
        }
        let from = files.fetch(file_socket, key)?.ok_or(Unfetched::NoWay)?;
        if files.copy(&from, &current.file, offset, length)? != length {
            return Err(Unfetched::NoWay);
        }
        // The checksum goes on only when all of it is there: what is copied again is hashed once.
        let mut checksum = current.checksum.clone();
        if !matches!(checksum, Checksum::None) {
            let mut buffer = vec![0; HASHED_BYTES];
            let mut done = 0;
            while done < length {
                let left = usize::try_from(length - done).unwrap_or(usize::MAX);
                let piece = &mut buffer[..left.min(HASHED_BYTES)];
                if files.read_back(&current.file, offset + done, piece)? != piece.len() {
                    return Err(Unfetched::NoWay);
                }
                checksum.update(piece);
                done += piece.len() as u64;
            }
        }
        current.checksum = checksum;
        current.offset += length;
        current.begin_force(files);
        self.bytes_since_checkpoint += length;
        self.bytes_since_ack += length;
        Ok(())
    }
}
