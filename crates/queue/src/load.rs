//! Reading a payload that is not in memory, without holding the queue.

use crate::entry::{NEVER_US, State};
use crate::failure::{LoadError, LogReadFailure};
use crate::file::space::UNIT_BYTES;
use crate::file::{DATA_NAME, RecordFault};
use crate::message::{Location, Message};
use crate::numbers::Seq;
use crate::queue::{Queue, ReadLog};
use crate::selection::Payload;
use bytes::Bytes;
use std::sync::Arc;

/// A place may change once while it is read (log to file, by a checkpoint), or twice if the
/// reader is very slow. More often means something is wrong.
const ATTEMPTS_MAX: u32 = 8;

enum Outcome {
    Read(Arc<Message>),
    /// The place is not, or not any more, where the payload is.
    Moved(LoadError),
}

/// A message nobody sees yet.
#[derive(Debug)]
pub struct UncommittedPut {
    /// Its payload.
    pub payload: Payload,
    /// When it was put (wall clock, microseconds since 1970).
    pub put_at_us: u64,
    /// When it expires (wall clock, microseconds since 1970).
    pub expires_at_us: Option<u64>,
}

impl Queue {
    /// The message behind a payload. Reads the queue file or the log if it must; holds no
    /// lock meanwhile. A held message can always be loaded; one only browsed may be gone.
    ///
    /// # Errors
    /// [`LoadError`]: gone; or the file or the log failed (MQRC_OBJECT_DAMAGED).
    pub fn load(
        &self,
        seq: Seq,
        payload: &Payload,
        read_log: ReadLog<'_>,
    ) -> Result<Arc<Message>, LoadError> {
        let mut place = match payload {
            Payload::Memory(message) => return Ok(Arc::clone(message)),
            Payload::Shared(message, ids) => return Ok(Arc::new(message.with_ids(ids))),
            Payload::Stored(place) => *place,
        };
        let mut attempts = 0;
        loop {
            let failure = match self.read_place(seq, place, read_log)? {
                Outcome::Read(message) => return Ok(message),
                Outcome::Moved(failure) => failure,
            };
            attempts += 1;
            match self.payload_of(seq) {
                None => return Err(LoadError::Gone),
                Some(Payload::Memory(message)) => return Ok(message),
                Some(Payload::Shared(message, ids)) => return Ok(Arc::new(message.with_ids(&ids))),
                // After a move the place in other files may have the same number.
                Some(Payload::Stored(now))
                    if (now != place || attempts == 1) && attempts < ATTEMPTS_MAX =>
                {
                    place = now
                }
                Some(Payload::Stored(_)) => return Err(failure),
            }
        }
    }

    /// A message that is put and not committed; `None` when it is not there, or committed.
    #[must_use]
    pub fn uncommitted_put(&self, seq: Seq) -> Option<UncommittedPut> {
        let inner = self.lock();
        let entry = inner.store.get(seq.0)?;
        (entry.state == State::Uncommitted).then(|| UncommittedPut {
            payload: entry.payload(),
            put_at_us: entry.put_at_us,
            expires_at_us: (entry.expires_at_us != NEVER_US).then_some(entry.expires_at_us),
        })
    }

    fn payload_of(&self, seq: Seq) -> Option<Payload> {
        self.lock().store.get(seq.0).map(|entry| entry.payload())
    }

    fn read_place(
        &self,
        seq: Seq,
        place: Location,
        read_log: ReadLog<'_>,
    ) -> Result<Outcome, LoadError> {
        if let (None, Some(place), Some(files)) = (place.log, place.file, self.files()) {
            let read = files.read_record(place, seq.0).and_then(in_file);
            return match read {
                Ok(message) => Ok(Outcome::Read(Arc::new(message))),
                Err(RecordFault::Io(error)) => Err(LoadError::File(error)),
                Err(RecordFault::Rule(rule)) => {
                    // While the files are moved, the place is one in those before.
                    let left = self.read_left(place, seq).map(in_file);
                    if let Some(Ok(message)) = left {
                        return Ok(Outcome::Read(Arc::new(message)));
                    }
                    let offset = u64::from(place.unit) * UNIT_BYTES;
                    Ok(Outcome::Moved(LoadError::File(
                        files.rule_broken(DATA_NAME, offset, rule),
                    )))
                }
            };
        }
        let Some(place) = place.log else {
            return Ok(Outcome::Moved(LoadError::Gone));
        };
        match read_log(place) {
            Ok(image) => match Message::from_payload(&image) {
                Ok(message) => Ok(Outcome::Read(Arc::new(message))),
                Err(bad) => Err(LoadError::Log(format!(
                    "the record at {}: {bad}",
                    place.lsn
                ))),
            },
            Err(LogReadFailure::Gone) => {
                let text = format!("the record at {} is gone but still needed", place.lsn);
                Ok(Outcome::Moved(LoadError::Log(text)))
            }
            Err(LogReadFailure::Failed(text)) => Err(LoadError::Log(text)),
        }
    }
}

/// The message in a record of the queue's data file.
fn in_file(image: Bytes) -> Result<Message, RecordFault> {
    let message = Message::from_payload(&image);
    message.map_err(|_| RecordFault::Rule("a record holds at least a header and a descriptor"))
}
