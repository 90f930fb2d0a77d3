//! Data that comes: it is taken in its order, frame by frame, as fast as files take it.

use super::backlog::Taken;
use super::{Destination, Expected, LOST_MAX, UNTOLD_BYTES_MAX, failure, size};
use crate::agent::data::{Frame, ReceivedData};
use crate::agent::files::{Files, is_later, is_lost};
use crate::agent::queues::Queues;
use crate::agent::result::RESULTS_BYTES;
use crate::agent::settings::AgentSettings;
use crate::agent::source::WINDOW_BYTES_MAX;
use bytes::Bytes;
use ferromq_mqi::session::{Connected, MqError};
use std::io;

/// A checkpoint is taken when so many bytes were written since the last one.
const CHECKPOINT_BYTES: u64 = 64 << 20;
/// A file that is longer than so many data messages is kept as the one under way before its data count: it is taken up again, not written
/// anew.
const KEPT_MESSAGES_MIN: u64 = 4;
/// So many windows of data may wait for slow files: a source that sends more is to begin anew.
const BACKLOG_WINDOWS: u64 = 4;
/// An item that another one follows before its end.
const UNENDED: &str = "its end is missing";

impl<W> Destination<W> {
    /// Data came.
    pub(crate) fn data<C: Connected, F: Files<Writer = W>>(
        &mut self,
        queues: &mut Queues<C>,
        files: &mut F,
        data: &Bytes,
        (settings, batch_files): (&AgentSettings, usize),
        now_ms: u64,
    ) -> Result<(), MqError> {
        let Ok(received) = ReceivedData::read(data) else {
            return Ok(());
        };
        let Expected::Data { epoch, sequence } = self.expected else {
            return Ok(());
        };
        if received.epoch != epoch || received.sequence < sequence {
            return Ok(());
        }
        self.heard(now_ms);
        self.is_fresh = false;
        let is_next = received.sequence == sequence && received.frames().is_ok();
        let most = self.window(settings).saturating_mul(BACKLOG_WINDOWS);
        if !is_next || !self.backlog.push(data.clone(), most) {
            return self.ask_again(queues, now_ms);
        }
        self.expected = Expected::Data {
            epoch,
            sequence: sequence + 1,
        };
        self.work(queues, files, (settings, batch_files), now_ms)
    }

    /// Takes what has come, as far as files answer.
    pub(super) fn work<C: Connected, F: Files<Writer = W>>(
        &mut self,
        queues: &mut Queues<C>,
        files: &mut F,
        by: (&AgentSettings, usize),
        now_ms: u64,
    ) -> Result<(), MqError> {
        while !self.is_cancelled && self.is_ready(queues, files)? {
            let Some((data, taken)) = self.backlog.first() else {
                break;
            };
            if !self.take(queues, files, (&data, taken), by, now_ms)? {
                break;
            }
        }
        Ok(())
    }

    /// Takes the frames of a message from one of them on. False: nothing more can be taken now.
    pub(super) fn take<C: Connected, F: Files<Writer = W>>(
        &mut self,
        queues: &mut Queues<C>,
        files: &mut F,
        (data, taken): (&Bytes, usize),
        (settings, batch_files): (&AgentSettings, usize),
        now_ms: u64,
    ) -> Result<bool, MqError> {
        // It was looked at when it came.
        let frames = ReceivedData::read(data).and_then(|received| received.frames());
        for (item, frame) in frames.unwrap_or_default().into_iter().skip(taken) {
            let told_of = self.results.len();
            let taken = match frame {
                Frame::Packed {
                    offset,
                    length,
                    packed,
                } => self.packed(queues, files, settings, item, (offset, length, packed))?,
                frame => self.frame(queues, files, settings, item, frame)?,
            };
            match taken {
                Taken::Yes => {}
                Taken::Later => return Ok(false),
                Taken::Lost => {
                    self.fall_back(files, settings, now_ms);
                    self.ask_again(queues, now_ms)?;
                    return Ok(false);
                }
                Taken::No => {
                    self.ask_again(queues, now_ms)?;
                    return Ok(false);
                }
            }
            files.settle();
            self.backlog.took_frame();
            self.end_broken_set(files);
            let has_much_to_tell = self.results.len() > told_of
                && size(&self.results) >= size(&self.kept.untold) + RESULTS_BYTES;
            // Each whole file is open until then.
            if self.unforced.len() >= batch_files || has_much_to_tell {
                let is_done = self.checkpoint(queues, files)?;
                if size(&self.results) >= UNTOLD_BYTES_MAX {
                    // Nothing more is taken before the source knows that.
                    self.ask_again(queues, now_ms)?;
                    return Ok(false);
                }
                if !is_done {
                    return Ok(false);
                }
            }
        }
        self.backlog.took_message();
        self.open_since_ms.get_or_insert(now_ms);
        self.bytes_since_ack += data.len() as u64;
        if self.bytes_since_ack >= self.window(settings).min(WINDOW_BYTES_MAX) / 4 {
            self.acknowledge(queues, settings)?;
        }
        let short = (settings.chunk_bytes as u64).saturating_mul(KEPT_MESSAGES_MIN);
        let names_first = self.current.as_ref().is_some_and(|current| {
            let kept = self.kept.writing.as_ref();
            current.planned > short && kept.is_none_or(|kept| kept.id != current.id)
        });
        if names_first || self.bytes_since_checkpoint >= CHECKPOINT_BYTES {
            return self.checkpoint(queues, files);
        }
        Ok(true)
    }

    /// Takes bytes that are compressed.
    fn packed<C: Connected, F: Files<Writer = W>>(
        &mut self,
        queues: &mut Queues<C>,
        files: &mut F,
        settings: &AgentSettings,
        item: u32,
        (offset, length, packed): (u64, u32, &[u8]),
    ) -> Result<Taken, MqError> {
        let mut unpacker = std::mem::take(&mut self.unpacker);
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        let frame = match unpacker.unpack(packed, length) {
            Ok(bytes) => Frame::Bytes { offset, bytes },
            // It came as it was sent: it would not be better the next time.
            Err(error) => Frame::Abort {
                text: match &self.current {
                    Some(current) => failure(&current.path, &error),
                    None => error.to_string(),
                },
            },
        };
        let taken = self.frame(queues, files, settings, item, frame);
        self.unpacker = unpacker;
        taken
    }

    /// Takes a frame.
    pub(super) fn frame<C: Connected, F: Files<Writer = W>>(
        &mut self,
        queues: &mut Queues<C>,
        files: &mut F,
        settings: &AgentSettings,
        item: u32,
        frame: Frame<'_>,
    ) -> Result<Taken, MqError> {
        let last = match frame {
            Frame::Done => self.kept.items,
            _ => self.kept.items.saturating_sub(1),
        };
        if matches!(frame, Frame::Ask) {
            self.asked_for_held(files, settings, item);
            return Ok(Taken::Yes);
        }
        if item < self.settled || item > last || self.is_done {
            // It has failed here already, or is none of this transfer's.
            return Ok(Taken::Yes);
        }
        let has_messages = self
            .outlet
            .as_ref()
            .is_some_and(|outlet| outlet.item == item);
        match frame {
            Frame::Bytes { offset, bytes } if has_messages => {
                self.write_messages(queues, files, offset, bytes)?;
            }
            Frame::End { length, checksum } if has_messages => {
                let theirs = checksum.as_ref().map(|digest| digest.as_slice());
                self.end_messages(queues, files, length, theirs)?;
            }
            Frame::Abort { text } if has_messages => {
                self.fail_messages(queues, files, &text)?;
            }
            // It goes on from its beginning, where some of its messages may have been put already.
            Frame::Begin(_) if has_messages && self.place().offset == 0 => {}
            Frame::Begin(begin) if begin.messages.is_some() => {
                self.drop_current(files);
                self.fail_messages(queues, files, UNENDED)?;
                self.settled = item;
                self.begin_messages(item, begin, settings);
            }
            Frame::Begin(begin) => {
                self.drop_current(files);
                self.fail_messages(queues, files, UNENDED)?;
                self.settled = item;
                if let Err(error) = self.begin(files, settings, item, &begin) {
                    if let Some(taken) = self.untaken(&error) {
                        return Ok(taken);
                    }
                    self.fail(item, failure(&begin.path, &error));
                }
            }
            Frame::Bytes { offset, bytes } => {
                if let Err(error) = self.write(files, item, offset, bytes) {
                    if let Some(taken) = self.untaken(&error) {
                        return Ok(taken);
                    }
                    self.fail_current(files, item, &error);
                }
            }
            Frame::Reference { offset, length } => {
                return Ok(match self.fetched(files, item, offset, length) {
                    true => Taken::Yes,
                    false => Taken::No,
                });
            }
            Frame::Held {
                offset,
                length,
                base,
                from,
                hash,
            } => return Ok(self.held(files, item, (offset, length), (base, from), &hash)),
            Frame::End { length, checksum } => {
                let theirs = checksum.as_ref().map(|digest| digest.as_slice());
                if let Err(error) = self.end(files, item, length, theirs) {
                    if let Some(taken) = self.untaken(&error) {
                        return Ok(taken);
                    }
                    self.fail_current(files, item, &error);
                }
            }
            // What it was asked before the look at the items, and what is unpacked before.
            Frame::Ask | Frame::Packed { .. } => {}
            Frame::Abort { text } => {
                self.leave_current(files);
                self.settled = item;
                self.fail(item, text);
            }
            Frame::Done => {
                self.drop_current(files);
                self.fail_messages(queues, files, UNENDED)?;
                self.settled = self.kept.items;
                self.is_done = true;
            }
        }
        Ok(Taken::Yes)
    }

    /// Whether an error leaves a frame to be taken later, or all since the last checkpoint to be taken again.
    pub(super) fn untaken(&self, error: &io::Error) -> Option<Taken> {
        match error {
            error if is_later(error) => Some(Taken::Later),
            error if is_lost(error) && self.lost < LOST_MAX => Some(Taken::Lost),
            _ => None,
        }
    }
}
