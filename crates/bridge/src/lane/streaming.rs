//! Data: files that are read ahead, and written behind.

use super::answering::create;
use super::asked::{Ahead, BUFFER_BYTES, Behind, Trouble, locked};
use super::work::{Open, Work};
use crate::remote::{Leave, is_of_connection};
use std::io;
use std::sync::Arc;

/// Bytes of one read.
const READ_BYTES: usize = 64 << 10;

impl Work<'_> {
    pub(super) fn read(&mut self, ahead: &Arc<Ahead>) {
        let (turn, mut wanted) = {
            let mut state = locked(&ahead.state);
            state.is_asked = false;
            (state.turn, BUFFER_BYTES.saturating_sub(state.bytes.len()))
        };
        let mut buffer = vec![0; READ_BYTES];
        while wanted > 0 && Arc::strong_count(ahead) > 1 && !self.lane.has_ended() {
            let read = self.read_some(ahead, &mut buffer);
            let mut state = locked(&ahead.state);
            if state.turn != turn {
                return;
            }
            match read {
                Ok(0) => {
                    state.is_end = true;
                    return;
                }
                Ok(count) => {
                    state.bytes.extend(&buffer[..count]);
                    wanted = wanted.saturating_sub(count);
                }
                Err(error) => {
                    state.trouble = Some(Trouble::of(&error));
                    return;
                }
            }
        }
    }

    /// Reads on from behind what is there, over another connection when the one there was is lost.
    pub(super) fn read_some(&mut self, ahead: &Arc<Ahead>, buffer: &mut [u8]) -> io::Result<usize> {
        let (at, turn) = {
            let state = locked(&ahead.state);
            (state.start + state.bytes.len() as u64, state.turn)
        };
        let server = ahead.place.server.as_str();
        let is_open = matches!(&self.open, Open::Reading(open, of) if Arc::ptr_eq(open, ahead) && *of == turn);
        if is_open {
            match self.current(server).and_then(|remote| remote.read(buffer)) {
                Err(error) if is_of_connection(&error) => self.drop_connection(),
                other => return other,
            }
        }
        let count = self.retried(server, |remote, _| {
            remote.open(&ahead.place.path, at)?;
            remote.read(buffer)
        })?;
        self.open = Open::Reading(Arc::clone(ahead), turn);
        Ok(count)
    }

    /// Writes what waits.
    pub(super) fn write(&mut self, behind: &Arc<Behind>) -> io::Result<()> {
        loop {
            let (piece, at) = {
                let mut state = locked(&behind.state);
                let Some(piece) = state.pieces.pop_front() else {
                    state.is_write_asked = false;
                    break;
                };
                (piece, state.taken - state.waiting_bytes as u64)
            };
            self.lane.leave()?;
            if Arc::strong_count(behind) == 1 {
                return Ok(());
            }
            self.open_to_write(behind, at)?;
            let server = behind.place.server.as_str();
            self.current(server)?.write(&piece)?;
            locked(&behind.state).waiting_bytes -= piece.len();
        }
        Ok(())
    }

    pub(super) fn open_to_write(&mut self, behind: &Arc<Behind>, at: u64) -> io::Result<()> {
        let is_open = matches!(&self.open, Open::Writing(open) if Arc::ptr_eq(open, behind));
        if is_open {
            return Ok(());
        }
        self.end_open();
        let path = behind.place.path.as_str();
        let remote = self.remote(&behind.place.server)?;
        match at {
            0 => create(remote, path)?,
            _ if !remote.resume(path, at)? => {
                // What was written before is gone.
                return Err(io::ErrorKind::ConnectionReset.into());
            }
            _ => {}
        }
        self.open = Open::Writing(Arc::clone(behind));
        locked(&behind.state).is_ended = false;
        Ok(())
    }

    pub(super) fn force(&mut self, behind: &Arc<Behind>) -> io::Result<()> {
        let (taken, whole) = {
            let state = locked(&behind.state);
            (state.taken, state.whole)
        };
        let is_open = matches!(&self.open, Open::Writing(open) if Arc::ptr_eq(open, behind));
        let server = behind.place.server.as_str();
        if is_open {
            self.current(server)?.force()?;
        } else if taken == 0 {
            self.open_to_write(behind, 0)?;
        }
        if let Some(length) = whole {
            // Another file may be open by now; this one was ended then.
            if matches!(&self.open, Open::Writing(open) if Arc::ptr_eq(open, behind)) {
                self.end_written(behind)?;
            }
            self.end_open();
            let path = &behind.place.path;
            let facts = self.remote(server)?.facts(path)?;
            let found = facts.length.unwrap_or(0);
            if found != length && !locked(&behind.state).is_ended {
                // What is missing may have been on its way.
                return Err(io::ErrorKind::ConnectionReset.into());
            }
            if found != length {
                let text = format!("the server has {found} bytes of it, and {length} were written");
                return Err(io::Error::other(text));
            }
        }
        let mut state = locked(&behind.state);
        state.forced = Some(taken);
        state.is_finished = whole.is_some();
        Ok(())
    }

    pub(super) fn note(&mut self, behind: &Arc<Behind>, done: io::Result<()>) {
        if let Err(error) = done {
            let trouble = Trouble::of(&error);
            locked(&behind.state).trouble.get_or_insert(trouble);
            self.open = Open::Nothing;
            match is_of_connection(&error) {
                true => self.drop_connection(),
                false => self.drop_written(behind),
            }
        }
    }

    /// What could be written only in part goes at once: on a disk that is full it is in the way of what comes next. The item fails, so that nobody goes on with it.
    fn drop_written(&mut self, behind: &Behind) {
        let place = &behind.place;
        let limited = self.lanes.limited_write(&place.server, &self.lane.user);
        if !matches!(limited, Ok(false)) {
            return;
        }
        if let Some((_, remote, _)) = &mut self.remote {
            // Whoever takes what is half written away finds it gone, or does it once more.
            let _ = remote.finish();
            let _ = remote.remove(&place.path);
        }
    }
}
