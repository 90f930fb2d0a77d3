//! What is kept of channels, as messages of `SYSTEM.CHANNEL.SYNCQ`: one of each channel, and at the receiving end of each partner.
//!
//! A record is replaced in the unit of work of its batch, so it is durable with it and otherwise as it was. Of a sender there may be
//! several for a while: what a batch has kept is not seen before the decision about it is durable, for which nobody waits, and so the
//! next batch does not find it to take it away. The one with the highest counter is the last; each batch takes away what it sees.
//!
//! ```text
//!  0  "FMCR"   4  version u32 = 1   8  kind u32: 1 sender, 2 receiver, 3 standing
//! 12  time u32  16  counter u32  20  committed: time u32, counter u32  28  number u32  32  number to tell u32
//! 36  channel (20)   56  partner (48)   104  identifier of the partner (48)
//! ```
//! Integers are little-endian. The message id is the name of the channel, `S`, `R` or `C`, and zeros; the correlation id is any. A
//! standing is no agent's but the initiator's: whether the channel is to run or is stopped (at 12: 1, 2) and the attempts left (16, 20).

use crate::message::{InDoubt, ReceiverRecord, SenderRecord};
use bytes::Bytes;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::call::{GetReply, Request};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::{GetOptions, ObjectDescriptor, ObjectHandle, PutOptions};
use ferromq_mqi::xa::Xid;
use ferromq_wire::message_channel::Luwid;

const QUEUE: &str = "SYSTEM.CHANNEL.SYNCQ";
const ID: [u8; 4] = *b"FMCR";
const VERSION: u32 = 1;
pub(super) const BYTES: usize = 152;

/// A record, of either end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SyncData {
    Sender(SenderRecord),
    Receiver(ReceiverRecord),
    Standing(Standing),
}

/// What is wanted of a channel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    /// Nothing.
    #[default]
    Inactive,
    /// It is to run.
    Running,
    /// It is stopped until it is started.
    Stopped,
}

/// What is kept of a channel whether it has sent anything or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// What is wanted of it.
    pub wanted: Wanted,
    /// `SHORTRTS`
    pub short_left: u32,
    /// `LONGRTS`
    pub long_left: u32,
}

/// Whose record it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SyncQueue {
    pub(crate) queue: ObjectHandle,
    pub(crate) channel_name: FixedText<20>,
    pub(crate) is_sender: bool,
    pub(crate) partner: FixedText<48>,
    pub(crate) partner_id: FixedText<48>,
    /// Of the record there is.
    correl_id: Option<[u8; 24]>,
}

/// Message id of what is kept of a channel: of its sending end, its receiving end, or how it is to stand.
pub(super) fn id_of(channel_name: &FixedText<20>, of: u8) -> [u8; 24] {
    let mut id = [0; 24];
    id[..20].copy_from_slice(channel_name.bytes());
    id[20] = of;
    id
}

impl SyncQueue {
    pub(crate) fn new(
        channel_name: FixedText<20>,
        is_sender: bool,
        partner: FixedText<48>,
        partner_id: FixedText<48>,
    ) -> Self {
        Self {
            queue: ObjectHandle::UNUSABLE,
            channel_name,
            is_sender,
            partner,
            partner_id,
            correl_id: None,
        }
    }

    pub(crate) fn open() -> Request {
        Request::Open {
            descriptor: ObjectDescriptor::queue(QUEUE),
            options: MQOO_INPUT_SHARED | MQOO_BROWSE | MQOO_OUTPUT,
        }
    }

    fn msg_id(&self) -> [u8; 24] {
        id_of(&self.channel_name, if self.is_sender { b'S' } else { b'R' })
    }

    fn get(&self, options: i32, correl_id: Option<[u8; 24]>) -> Request {
        let by_correl_id = match correl_id {
            Some(_) => MQMO_MATCH_CORREL_ID,
            None => 0,
        };
        Request::Get {
            handle: self.queue,
            descriptor: MsgDescriptor {
                msg_id: self.msg_id(),
                correl_id: correl_id.unwrap_or_default(),
                ..MsgDescriptor::default()
            },
            options: GetOptions {
                options,
                match_options: MQMO_MATCH_MSG_ID | by_correl_id,
                ..GetOptions::default()
            },
            buffer_len: BYTES as u32,
        }
    }

    /// Looks at the records of the channel, one after the other.
    pub(crate) fn look(&self, first: bool) -> Request {
        let which = if first {
            MQGMO_BROWSE_FIRST
        } else {
            MQGMO_BROWSE_NEXT
        };
        self.get(which | MQGMO_ACCEPT_TRUNCATED_MSG, None)
    }

    /// The record a look found, if it is this one's.
    pub(crate) fn found(&mut self, got: &GetReply) -> Option<SyncData> {
        let Record {
            data, partner_id, ..
        } = decode(&got.body)?;
        // A sender has one record, whoever answers at its address.
        let is_own = match data {
            SyncData::Sender(_) => self.is_sender,
            SyncData::Receiver(_) => !self.is_sender && partner_id == self.partner_id,
            SyncData::Standing(_) => false,
        };
        is_own.then(|| {
            self.correl_id = Some(got.descriptor.correl_id);
            data
        })
    }

    /// Takes a record there is away, under syncpoint; `None` when there is none.
    pub(crate) fn take(&self) -> Option<Request> {
        let options = MQGMO_SYNCPOINT | MQGMO_ACCEPT_TRUNCATED_MSG;
        match (self.is_sender, self.correl_id) {
            (true, _) => Some(self.get(options, None)),
            (false, None) => None,
            (false, correl_id) => Some(self.get(options, correl_id)),
        }
    }

    /// Puts a record in its place, under syncpoint.
    pub(crate) fn put(&self, data: &SyncData) -> Request {
        let naming = match self.correl_id {
            Some(_) if !self.is_sender => 0,
            _ => MQPMO_NEW_CORREL_ID,
        };
        Request::Put {
            handle: self.queue,
            descriptor: MsgDescriptor {
                msg_id: self.msg_id(),
                correl_id: self.correl_id.unwrap_or_default(),
                persistence: MQPER_PERSISTENT,
                ..MsgDescriptor::default()
            },
            options: PutOptions {
                options: MQPMO_SYNCPOINT | naming,
                ..PutOptions::default()
            },
            body: Bytes::from(self.encode(data)),
        }
    }

    /// The record that was put.
    pub(crate) fn note_put(&mut self, descriptor: &MsgDescriptor) {
        self.correl_id = Some(descriptor.correl_id);
    }

    pub(super) fn encode(&self, data: &SyncData) -> Vec<u8> {
        let (kind, words) = match data {
            SyncData::Sender(it) => (
                1,
                [
                    it.time_s,
                    it.counter,
                    it.committed.time_s,
                    it.committed.counter,
                    it.sequence,
                    it.reset_to,
                ],
            ),
            SyncData::Receiver(it) => (
                2,
                [
                    0,
                    0,
                    it.committed.time_s,
                    it.committed.counter,
                    it.sequence,
                    0,
                ],
            ),
            SyncData::Standing(it) => {
                let wanted = match it.wanted {
                    Wanted::Inactive => 0,
                    Wanted::Running => 1,
                    Wanted::Stopped => 2,
                };
                (3, [wanted, it.short_left, it.long_left, 0, 0, 0])
            }
        };
        let mut bytes = Vec::with_capacity(BYTES);
        bytes.extend_from_slice(&ID);
        for word in [VERSION, kind].iter().chain(&words) {
            bytes.extend_from_slice(&word.to_le_bytes());
        }
        bytes.extend_from_slice(self.channel_name.bytes());
        bytes.extend_from_slice(self.partner.bytes());
        bytes.extend_from_slice(self.partner_id.bytes());
        bytes
    }

    /// The name a batch is promised under. As long as it is in doubt the record before cannot be read, for the batch has taken it
    /// away: so the name says that, too.
    pub(crate) fn promise_name(&self, promise: &InDoubt, before: &SenderRecord) -> Option<Xid> {
        let words = [
            promise.batch.time_s,
            promise.batch.counter,
            promise.sequence,
            promise.messages,
            before.committed.time_s,
            before.committed.counter,
            before.sequence,
        ];
        let qualifier: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        Xid::new(Xid::CHANNEL_FORMAT, self.channel_name.bytes(), &qualifier)
    }

    /// What is promised of this channel, with its names and the records before, the oldest first.
    pub(crate) fn all_promised(&self, names: &[Xid]) -> Vec<(Xid, InDoubt, SenderRecord)> {
        let found = names.iter().filter_map(|name| {
            let (promise, before) = self.promised(name)?;
            Some((name.clone(), promise, before))
        });
        let mut all: Vec<_> = found.collect();
        // Counters may run over, and only the last few batches are ever in doubt.
        all.sort_by(|(_, one, _), (_, other, _)| {
            let apart = one.batch.counter.wrapping_sub(other.batch.counter);
            apart.cast_signed().cmp(&0)
        });
        all
    }

    /// The batch of this channel a promise is about, and the record before.
    pub(crate) fn promised(&self, name: &Xid) -> Option<(InDoubt, SenderRecord)> {
        let ours =
            name.format_id() == Xid::CHANNEL_FORMAT && name.global() == self.channel_name.bytes();
        let (words, rest) = name.qualifier().as_chunks::<4>();
        if !ours || words.len() != 7 || !rest.is_empty() {
            return None;
        }
        let word = |at: usize| u32::from_le_bytes(words[at]);
        let promise = InDoubt {
            batch: Luwid {
                time_s: word(0),
                counter: word(1),
            },
            sequence: word(2),
            messages: word(3),
        };
        let before = SenderRecord {
            time_s: promise.batch.time_s,
            counter: promise.batch.counter,
            committed: Luwid {
                time_s: word(4),
                counter: word(5),
            },
            sequence: word(6),
            reset_to: 0,
        };
        Some((promise, before))
    }
}

/// A record with whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) data: SyncData,
    pub(crate) channel_name: FixedText<20>,
    pub(crate) partner: FixedText<48>,
    pub(crate) partner_id: FixedText<48>,
}

/// The record in a message; `None` for what is none.
pub(crate) fn decode(body: &[u8]) -> Option<Record> {
    let body: &[u8; BYTES] = body.try_into().ok()?;
    let (words, _) = body[4..36].as_chunks::<4>();
    let word = |at: usize| u32::from_le_bytes(words[at]);
    if body[..4] != ID || word(0) != VERSION {
        return None;
    }
    let committed = Luwid {
        time_s: word(4),
        counter: word(5),
    };
    let data = match word(1) {
        1 => SyncData::Sender(SenderRecord {
            time_s: word(2),
            counter: word(3),
            committed,
            sequence: word(6),
            reset_to: word(7),
        }),
        2 => SyncData::Receiver(ReceiverRecord {
            committed,
            sequence: word(6),
        }),
        3 => SyncData::Standing(Standing {
            wanted: match word(2) {
                1 => Wanted::Running,
                2 => Wanted::Stopped,
                _ => Wanted::Inactive,
            },
            short_left: word(3),
            long_left: word(4),
        }),
        _ => return None,
    };
    let (channel_name, rest) = body[36..].split_first_chunk()?;
    let (partner, rest) = rest.split_first_chunk()?;
    Some(Record {
        data,
        channel_name: FixedText::from_field(channel_name),
        partner: FixedText::from_field(partner),
        partner_id: FixedText::from_field(rest.first_chunk()?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sync_queue(is_sender: bool) -> SyncQueue {
        SyncQueue::new(
            FixedText::truncated("QM1.TO.QM2"),
            is_sender,
            FixedText::truncated("QM2"),
            FixedText::truncated("QM2_2026-11-26"),
        )
    }

    #[test]
    fn records_come_back_and_what_is_none_is_told() {
        let committed = Luwid {
            time_s: 3,
            counter: 4,
        };
        let sender = SyncData::Sender(SenderRecord {
            time_s: 1,
            counter: 2,
            committed,
            sequence: 5,
            reset_to: 6,
        });
        let receiver = SyncData::Receiver(ReceiverRecord {
            committed,
            sequence: 5,
        });
        let standing = SyncData::Standing(Standing {
            wanted: Wanted::Stopped,
            short_left: 3,
            long_left: 999_999_999,
        });
        for data in [sender, receiver, standing] {
            let bytes = sync_queue(true).encode(&data);
            let record = Record {
                data,
                channel_name: FixedText::truncated("QM1.TO.QM2"),
                partner: FixedText::truncated("QM2"),
                partner_id: FixedText::truncated("QM2_2026-11-26"),
            };
            assert_eq!(decode(&bytes), Some(record));
            for at in [0, 4, 8] {
                let mut other = bytes.clone();
                other[at] ^= 0x40;
                assert_eq!(decode(&other), None, "{at}");
            }
            assert_eq!(decode(&bytes[1..]), None);
        }
    }

    #[test]
    fn a_promise_is_known_by_its_name_and_only_that_of_the_channel() {
        let name = |counter| Luwid { time_s: 1, counter };
        let promise = InDoubt {
            batch: name(2),
            sequence: 3,
            messages: 4,
        };
        let before = SenderRecord {
            time_s: 1,
            counter: 2,
            committed: name(1),
            sequence: 9,
            reset_to: 0,
        };
        let name = sync_queue(true).promise_name(&promise, &before);
        let name = name.expect("it fits");
        assert_eq!(sync_queue(true).promised(&name), Some((promise, before)));
        let other = SyncQueue {
            channel_name: FixedText::truncated("QM1.TO.QM3"),
            ..sync_queue(true)
        };
        assert_eq!(other.promised(&name), None);
        let foreign = Xid::new(1, name.global(), name.qualifier()).expect("it fits");
        assert_eq!(sync_queue(true).promised(&foreign), None);
        let short = Xid::new(Xid::CHANNEL_FORMAT, name.global(), b"1").expect("it fits");
        assert_eq!(sync_queue(true).promised(&short), None);
    }
}
