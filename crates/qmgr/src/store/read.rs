//! Reading messages back from wherever they rest.

use crate::core::Core;
use crate::core::Notice;
use crate::record::{PUT_HEAD_BYTES, read_copy};
use crate::store::local_queue::LocalQueue;
use bytes::Bytes;
use ferromq_log::ReadError;
use ferromq_mqi::Reason;
use ferromq_mqi::generated::notices::{AMQ7472, FMQ0036};
use ferromq_queue::{LoadError, LogPlace, LogReadFailure};

/// The reason for a message that could not be read; the operator is told why.
pub(crate) fn not_loaded(core: &Core, queue: &LocalQueue, error: LoadError) -> Reason {
    match error {
        LoadError::Gone => Reason::NO_MSG_AVAILABLE,
        LoadError::File(fault) => {
            if fault.is_damage() {
                let notice = Notice::of(&AMQ7472, &[&queue.name, &"queue", &fault]);
                core.notice(notice);
                return Reason::OBJECT_DAMAGED;
            }
            not_readable(core, queue, &fault);
            Reason::RESOURCE_PROBLEM
        }
        LoadError::Log(text) => {
            not_readable(core, queue, &text);
            Reason::RESOURCE_PROBLEM
        }
    }
}

/// The disk would not let a message be read. That says nothing against the queue.
fn not_readable(core: &Core, queue: &LocalQueue, reason: &dyn std::fmt::Display) {
    let notice = Notice::of(&FMQ0036, &[&queue.name, reason]);
    core.notice(notice);
}

/// How queues ask the log for a message.
pub(crate) fn read_log(core: &Core, place: LogPlace) -> Result<Bytes, LogReadFailure> {
    let read = |offset: usize, len: usize| core.log.read(place.lsn, offset, len);
    match image_at(place, read) {
        Ok(Some(image)) => Ok(image),
        Ok(None) => {
            let text = format!("no message is in the record at {}", place.lsn);
            Err(LogReadFailure::Failed(text))
        }
        Err(ReadError::Gone) => Err(LogReadFailure::Gone),
        Err(error) => Err(LogReadFailure::Failed(error.to_string())),
    }
}

/// The same where the disk must not be touched: `None` when the log does not have it in memory.
pub(crate) fn read_log_at_hand(core: &Core, place: LogPlace) -> Option<Bytes> {
    let read = |offset: usize, len: usize| core.log.read_at_hand(place.lsn, offset, len);
    image_at(place, read).ok()?
}

/// The payload image in a record; `None` when there is none in it.
fn image_at(
    place: LogPlace,
    read: impl Fn(usize, usize) -> Result<Vec<u8>, ReadError>,
) -> Result<Option<Bytes>, ReadError> {
    let image = if place.offset as usize == PUT_HEAD_BYTES {
        // A message that was put alone, or one of a media image.
        Some(read(PUT_HEAD_BYTES, place.len as usize)?)
    } else {
        read_copy(place.offset, place.len, read)?
    };
    Ok(image.map(Bytes::from))
}
