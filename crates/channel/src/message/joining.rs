//! Parts of messages in, whole messages out.

use super::Fault;
use bytes::Bytes;
use ferromq_wire::Head;
use ferromq_wire::head::flag;
use ferromq_wire::inbound::Payload;
use ferromq_wire::message_channel::MessageHead;

/// A message announces its length: room for this much is made at once, for more when it has come.
const ROOM_BYTES_FIRST: usize = 64 * 1024;

/// A whole message.
#[derive(Debug)]
pub(crate) struct Joined {
    pub(crate) sequence: u32,
    /// Envelope and data.
    pub(crate) bytes: Bytes,
}

#[derive(Debug)]
struct Part {
    sequence: u32,
    whole_bytes: u32,
    luwid: [u8; 8],
    bytes: Vec<u8>,
}

/// See the module. Holds at most one message.
#[derive(Debug)]
pub(crate) struct Joining {
    whole_bytes_max: u32,
    part: Option<Part>,
}

impl Joining {
    /// Of messages that are no longer than this with their envelopes.
    pub(crate) const fn new(whole_bytes_max: u32) -> Self {
        Self {
            whole_bytes_max,
            part: None,
        }
    }

    /// True while a message is half there.
    pub(crate) const fn is_open(&self) -> bool {
        self.part.is_some()
    }

    /// Takes a segment: `data` is what its payload has behind `message`. Answers the message it completes.
    ///
    /// # Errors
    /// When it does not continue what is there, or its counts are wrong.
    pub(crate) fn add(
        &mut self,
        head: &Head,
        message: &MessageHead,
        data: &[u8],
        payload: &Payload<'_>,
    ) -> Result<Option<Joined>, Fault> {
        let too_long = Fault::MessageLength {
            bytes: message.message_bytes,
            most: self.whole_bytes_max,
        };
        if message.segment_bytes as usize != data.len()
            || message.message_bytes > self.whole_bytes_max
        {
            return Err(too_long);
        }
        let (is_first, is_last) = (head.has(flag::FIRST), head.has(flag::LAST));
        if is_first != self.part.is_none() {
            return Err(Fault::Parts);
        }
        let whole_bytes = message.message_bytes as usize;
        let Some(part) = &mut self.part else {
            if is_last {
                let joined = Joined {
                    sequence: message.sequence,
                    bytes: payload.share(data),
                };
                return match data.len() == whole_bytes {
                    true => Ok(Some(joined)),
                    false => Err(too_long),
                };
            }
            if data.is_empty() || data.len() >= whole_bytes {
                return Err(too_long);
            }
            let mut bytes = Vec::with_capacity(whole_bytes.min(ROOM_BYTES_FIRST).max(data.len()));
            bytes.extend_from_slice(data);
            self.part = Some(Part {
                sequence: message.sequence,
                whole_bytes: message.message_bytes,
                luwid: head.luwid,
                bytes,
            });
            return Ok(None);
        };
        let follows = part.sequence == message.sequence
            && part.whole_bytes == message.message_bytes
            && part.luwid == head.luwid;
        if !follows {
            return Err(Fault::Parts);
        }
        let length = part.bytes.len() + data.len();
        // The last part is where the counts add up, and only there.
        if data.is_empty() || length > whole_bytes || is_last != (length == whole_bytes) {
            return Err(too_long);
        }
        if length > part.bytes.capacity() {
            let room = whole_bytes.min((length * 4).max(ROOM_BYTES_FIRST));
            part.bytes.reserve_exact(room - part.bytes.len());
        }
        part.bytes.extend_from_slice(data);
        if !is_last {
            return Ok(None);
        }
        Ok(self.part.take().map(|part| Joined {
            sequence: part.sequence,
            bytes: Bytes::from(part.bytes),
        }))
    }
}
