//! Data that has come, until files take it; and a transfer that waits for files which answer later.
//!
//! Files of the system take all of it at once. Where files answer later, what was asked of them goes on in this order: names of the last
//! checkpoint, the file that is to be opened again, the checkpoint that has begun, data.

use super::{Destination, Files, LOST_MAX, Queues};
use crate::agent::files::{is_later, is_lost};
use crate::agent::settings::AgentSettings;
use bytes::Bytes;
use ferromq_mqi::session::{Connected, MqError};
use std::collections::VecDeque;

/// What became of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    Yes,
    /// It and what follows has to come again.
    No,
    /// Files have not answered.
    Later,
    /// The connection to files was lost.
    Lost,
}

/// Data messages in their order, and how many frames of the first were taken.
#[derive(Debug, Default)]
pub(super) struct Backlog {
    messages: VecDeque<Bytes>,
    bytes: u64,
    frames: usize,
}

impl Backlog {
    /// Whether there was room for it.
    pub(super) fn push(&mut self, data: Bytes, most: u64) -> bool {
        let bytes = self.bytes.saturating_add(data.len() as u64);
        if !self.messages.is_empty() && bytes > most {
            return false;
        }
        self.bytes = bytes;
        self.messages.push_back(data);
        true
    }

    pub(super) fn first(&self) -> Option<(Bytes, usize)> {
        Some((self.messages.front()?.clone(), self.frames))
    }

    pub(super) fn took_frame(&mut self) {
        self.frames += 1;
    }

    pub(super) fn took_message(&mut self) {
        self.frames = 0;
        if let Some(data) = self.messages.pop_front() {
            self.bytes -= data.len() as u64;
        }
    }

    pub(super) fn messages(&self) -> u64 {
        self.messages.len() as u64
    }

    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }
}

impl<W> Destination<W> {
    /// Files are to be asked again before anything else.
    pub(super) fn is_waiting_for_files(&self) -> bool {
        !self.naming.0.is_empty()
            || self.reopening.is_some()
            || self.checkpoint_begun
            || self.is_lost
            || self.backlog.messages() > 0
    }

    /// Whether data can be taken: everything that was asked of files before is answered.
    pub(super) fn is_ready<C: Connected, F: Files<Writer = W>>(
        &mut self,
        queues: &mut Queues<C>,
        files: &mut F,
    ) -> Result<bool, MqError> {
        if self.is_lost || !self.name(files) || !self.reopen(files) {
            return Ok(false);
        }
        match self.checkpoint_begun {
            true => self.checkpoint(queues, files),
            false => Ok(true),
        }
    }

    /// Goes on where files have answered.
    pub(super) fn serve<C: Connected, F: Files<Writer = W>>(
        &mut self,
        queues: &mut Queues<C>,
        files: &mut F,
        (settings, batch_files): (&AgentSettings, usize),
        now_ms: u64,
    ) -> Result<(), MqError> {
        if self.is_lost {
            self.fall_back(files, settings, now_ms);
            if !self.is_cancelled {
                return self.ask_again(queues, now_ms);
            }
        }
        self.work(queues, files, (settings, batch_files), now_ms)?;
        if self.is_cancelled {
            self.is_ready(queues, files)?;
        }
        if self.reopening.is_none()
            && let Some((epoch, file_socket)) = self.put_off.take()
        {
            self.offered(queues, files, (epoch, file_socket), settings, now_ms)?;
            queues.commit()?;
        }
        Ok(())
    }

    /// Whether everything that was written is forced. All of it is under way then.
    pub(super) fn is_forced<F: Files<Writer = W>>(&mut self, files: &mut F) -> bool {
        let whole = self.unforced.iter().map(|one| &one.file);
        let current = self.current.iter().map(|current| &current.file);
        let mut all = true;
        for file in whole.chain(current) {
            match files.force(file) {
                Err(error) if is_later(&error) => all = false,
                Err(error) if is_lost(&error) && self.lost < LOST_MAX => self.is_lost = true,
                _ => {}
            }
        }
        all && !self.is_lost
    }

    /// The connection to files is lost: it goes on from what is kept, as after a restart. What the source has said of the attempt stays.
    pub(super) fn fall_back<F: Files<Writer = W>>(
        &mut self,
        files: &mut F,
        settings: &AgentSettings,
        now_ms: u64,
    ) {
        files.release();
        let anew = Self::new(self.kept.clone(), now_ms);
        let before = std::mem::replace(self, anew);
        self.lost = before.lost + 1;
        self.asked = before.asked;
        self.resume(files, settings);
    }
}
