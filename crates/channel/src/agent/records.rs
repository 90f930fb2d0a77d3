//! What is kept of channels, for whoever may wait: for displays, and for operators who set it right.

use super::keeping::{BYTES, Keeper, Kept, Record, Standing, Wanted, decode, id_of};
use super::status::batch_digits;
use super::verbs::{Replacing, What, opened};
use crate::message::{InDoubt, SenderRecord};
use ferromq_mqi::call::{GetReply, Reply, Request};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::{GetOptions, ObjectHandle, PutOptions};
use ferromq_mqi::session::{Connected, Session};
use ferromq_mqi::xa::Xid;
use ferromq_mqi::{MsgDescriptor, Reason};
use std::collections::BTreeMap;

/// What is kept of one end of a channel, and at a receiving end of one partner.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeptChannel {
    /// The channel.
    pub channel_name: FixedText<20>,
    /// It sends.
    pub sends: bool,
    /// The queue manager at the other end; blank where that is not known.
    pub partner: FixedText<48>,
    /// `LSTLUWID`: the batch that was confirmed or committed last, as 16 hexadecimal digits.
    pub last_batch: String,
    /// `LSTSEQNO`: number of its last message.
    pub last_sequence: u32,
    /// `RESETSEQ`: the number the other end is to be told the next message has; 0 for none.
    pub reset_to: u32,
}

/// A batch a sending end has asked about and had no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchInDoubt {
    /// What it is promised under.
    pub name: Xid,
    /// `CURLUWID`.
    pub batch: String,
    /// `CURMSGS`.
    pub messages: u32,
    /// `CURSEQNO`: number of its last message.
    pub sequence: u32,
    /// `LSTLUWID` and `LSTSEQNO`: the batch before.
    pub before: (String, u32),
    promise: InDoubt,
    record: SenderRecord,
}

impl BatchInDoubt {
    /// The batch of a channel that is among these promises.
    #[must_use]
    pub fn find(channel_name: &FixedText<20>, promises: &[Xid]) -> Option<Self> {
        let blank = FixedText::BLANK;
        let keeper = Keeper::new(*channel_name, true, blank, blank);
        promises.iter().find_map(|name| {
            let (promise, record) = keeper.promised(name)?;
            Some(Self {
                name: name.clone(),
                batch: batch_digits(promise.batch),
                messages: promise.messages,
                sequence: promise.sequence,
                before: (batch_digits(record.committed), record.sequence),
                promise,
                record,
            })
        })
    }
}

/// The records of `SYSTEM.CHANNEL.SYNCQ` over a connection of the queue manager's own. Only of channels that do not run may
/// they be changed.
pub struct ChannelRecords<C> {
    session: Session<C>,
    queue: ObjectHandle,
}

impl<C> std::fmt::Debug for ChannelRecords<C> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ChannelRecords").finish_non_exhaustive()
    }
}

impl<C: Connected> ChannelRecords<C> {
    /// Standings that can be kept at once: a unit of work holds so much.
    pub const STANDINGS_MAX: usize = 1_000;

    /// Opens them. What agents have done in the last moment is seen only once it is durable: wait for the log before.
    ///
    /// # Errors
    /// Why the queue cannot be opened.
    pub fn open(mut session: Session<C>) -> Result<Self, Reason> {
        let reply = session.road().call(Keeper::open());
        let queue = opened(&reply, What::OpenRecords).map_err(|failed| failed.reason)?;
        Ok(Self { session, queue })
    }

    /// The connection.
    pub fn road(&mut self) -> &mut C {
        self.session.road()
    }

    /// Everything that is kept, by channel and then by partner.
    ///
    /// # Errors
    /// Why the queue cannot be read.
    pub fn all(&mut self) -> Result<Vec<KeptChannel>, Reason> {
        let mut senders: BTreeMap<FixedText<20>, (SenderRecord, FixedText<48>)> = BTreeMap::new();
        let mut found = Vec::new();
        for (record, _) in self.browse(None)? {
            let channel_name = record.channel_name;
            match record.kept {
                Kept::Sender(kept) => {
                    let known = senders.get(&channel_name);
                    if known.is_none_or(|(known, _)| kept.is_behind(known)) {
                        senders.insert(channel_name, (kept, record.partner));
                    }
                }
                Kept::Standing(_) => {}
                Kept::Receiver(kept) => found.push(KeptChannel {
                    channel_name,
                    sends: false,
                    partner: record.partner,
                    last_batch: batch_digits(kept.committed),
                    last_sequence: kept.sequence,
                    reset_to: 0,
                }),
            }
        }
        found.extend(
            senders
                .into_iter()
                .map(|(channel_name, (kept, partner))| KeptChannel {
                    channel_name,
                    sends: true,
                    partner,
                    last_batch: batch_digits(kept.committed),
                    last_sequence: kept.sequence,
                    reset_to: kept.reset_to,
                }),
        );
        found.sort_by_key(|one| (one.channel_name, one.partner));
        Ok(found)
    }

    /// What is wanted of channels, as it was kept last.
    ///
    /// # Errors
    /// Why the queue cannot be read.
    pub fn standings(&mut self) -> Result<Vec<(FixedText<20>, Standing)>, Reason> {
        let all = self.browse(None)?.into_iter();
        let standings = all.filter_map(|(record, _)| match record.kept {
            Kept::Standing(standing) => Some((record.channel_name, standing)),
            _ => None,
        });
        Ok(standings.collect())
    }

    /// Keeps what is wanted of channels: all of it or nothing, durable on return. At most [`Self::STANDINGS_MAX`] at a time.
    ///
    /// # Errors
    /// Why that is not possible.
    pub fn keep_standings(
        &mut self,
        standings: &[(FixedText<20>, Standing)],
    ) -> Result<(), Reason> {
        for (channel_name, standing) in standings {
            if let Err(reason) = self.replace_standing(*channel_name, *standing) {
                self.road().call(Request::BackOut);
                return Err(reason);
            }
        }
        self.commit()
    }

    fn replace_standing(
        &mut self,
        channel_name: FixedText<20>,
        standing: Standing,
    ) -> Result<(), Reason> {
        let msg_id = id_of(&channel_name, b'C');
        self.take(msg_id)?;
        let descriptor = MsgDescriptor {
            msg_id,
            persistence: MQPER_PERSISTENT,
            ..MsgDescriptor::default()
        };
        if standing.wanted == Wanted::Inactive {
            return Ok(());
        }
        let blank = FixedText::BLANK;
        let body = Keeper::new(channel_name, true, blank, blank).encode(&Kept::Standing(standing));
        let put = Request::Put {
            handle: self.queue,
            descriptor,
            options: PutOptions {
                options: MQPMO_SYNCPOINT,
                ..PutOptions::default()
            },
            body: body.into(),
        };
        match self.road().call(put) {
            Reply::Put(_) => Ok(()),
            Reply::Failed(reason) => Err(reason),
            _ => Err(Reason::UNEXPECTED_ERROR),
        }
    }

    /// Has the next message of a sending end have this number, which the other end is told when the channel starts. Durable on
    /// return. `now_s`: seconds since 1970, for a channel that has no record yet.
    ///
    /// # Errors
    /// Why the record cannot be replaced.
    pub fn reset_sender(
        &mut self,
        channel_name: FixedText<20>,
        next: u32,
        now_s: u32,
    ) -> Result<(), Reason> {
        let mut last: Option<(SenderRecord, Record)> = None;
        for (record, _) in self.browse(Some(channel_name))? {
            if let Kept::Sender(kept) = record.kept
                && last.is_none_or(|(last, _)| kept.is_behind(&last))
            {
                last = Some((kept, record));
            }
        }
        let kept = last.map_or_else(|| SenderRecord::new(now_s), |(kept, _)| kept);
        let partner = last.map_or((FixedText::BLANK, FixedText::BLANK), |(_, record)| {
            (record.partner, record.partner_id)
        });
        let kept = SenderRecord {
            sequence: next.saturating_sub(1),
            reset_to: next,
            ..kept
        };
        let keeper = Keeper::new(channel_name, true, partner.0, partner.1);
        self.replace(keeper, Kept::Sender(kept))
    }

    /// Has a receiving end expect this number next, of every partner it has had. Durable on return. Returns how many there are.
    ///
    /// # Errors
    /// Why a record cannot be replaced.
    pub fn reset_receivers(
        &mut self,
        channel_name: FixedText<20>,
        next: u32,
    ) -> Result<usize, Reason> {
        let mut count = 0;
        for (record, got) in self.browse(Some(channel_name))? {
            let Kept::Receiver(mut kept) = record.kept else {
                continue;
            };
            kept.sequence = next.saturating_sub(1);
            let mut keeper = Keeper::new(channel_name, false, record.partner, record.partner_id);
            keeper.found(&got);
            self.replace(keeper, Kept::Receiver(kept))?;
            count += 1;
        }
        Ok(count)
    }

    /// A batch was taken back by hand: its name is not given again. Durable on return.
    ///
    /// # Errors
    /// Why the record cannot be replaced.
    pub fn keep_backed_out(&mut self, batch: &BatchInDoubt) -> Result<(), Reason> {
        let global: [u8; 20] = batch.name.global().try_into().unwrap_or([b' '; 20]);
        let channel_name = FixedText::from_field(&global);
        let last = self
            .browse(Some(channel_name))?
            .into_iter()
            .map(|(record, _)| record)
            .find(|record| matches!(record.kept, Kept::Sender(_)));
        let partner = last.map_or((FixedText::BLANK, FixedText::BLANK), |record| {
            (record.partner, record.partner_id)
        });
        let kept = SenderRecord {
            counter: batch.promise.batch.counter,
            ..batch.record
        };
        let keeper = Keeper::new(channel_name, true, partner.0, partner.1);
        self.replace(keeper, Kept::Sender(kept))
    }

    /// Takes away what is kept of both ends of a channel. Durable on return.
    ///
    /// # Errors
    /// Why that is not possible.
    pub fn forget(&mut self, channel_name: FixedText<20>) -> Result<(), Reason> {
        for end in [b'S', b'R'] {
            let msg_id = id_of(&channel_name, end);
            loop {
                match self.take(msg_id) {
                    Ok(true) => {}
                    Ok(false) => break,
                    Err(reason) => {
                        self.road().call(Request::BackOut);
                        return Err(reason);
                    }
                }
            }
        }
        self.commit()
    }

    /// Takes a record with this message id away, in the unit of work that is open; false when there is none.
    fn take(&mut self, msg_id: [u8; 24]) -> Result<bool, Reason> {
        let take = Request::Get {
            handle: self.queue,
            descriptor: MsgDescriptor {
                msg_id,
                ..MsgDescriptor::default()
            },
            options: GetOptions {
                options: MQGMO_SYNCPOINT | MQGMO_ACCEPT_TRUNCATED_MSG,
                match_options: MQMO_MATCH_MSG_ID,
                ..GetOptions::default()
            },
            buffer_len: BYTES as u32,
        };
        match self.road().call(take) {
            Reply::Got(_) => Ok(true),
            Reply::Failed(Reason::NO_MSG_AVAILABLE) => Ok(false),
            Reply::Failed(reason) => Err(reason),
            _ => Err(Reason::UNEXPECTED_ERROR),
        }
    }

    /// The records of a channel, or all, with the messages they are in.
    fn browse(
        &mut self,
        channel_name: Option<FixedText<20>>,
    ) -> Result<Vec<(Record, GetReply)>, Reason> {
        let mut found = Vec::new();
        let mut which = MQGMO_BROWSE_FIRST;
        loop {
            let request = Request::Get {
                handle: self.queue,
                descriptor: MsgDescriptor::default(),
                options: GetOptions {
                    options: which | MQGMO_ACCEPT_TRUNCATED_MSG,
                    match_options: MQMO_NONE,
                    ..GetOptions::default()
                },
                buffer_len: BYTES as u32,
            };
            which = MQGMO_BROWSE_NEXT;
            match self.road().call(request) {
                Reply::Got(got) => {
                    if let Some(record) = decode(&got.body)
                        && channel_name.is_none_or(|name| name == record.channel_name)
                    {
                        found.push((record, *got));
                    }
                }
                Reply::Failed(Reason::NO_MSG_AVAILABLE) => return Ok(found),
                Reply::Failed(reason) => return Err(reason),
                _ => return Err(Reason::UNEXPECTED_ERROR),
            }
        }
    }

    fn replace(&mut self, mut keeper: Keeper, kept: Kept) -> Result<(), Reason> {
        keeper.queue = self.queue;
        let (mut replacing, mut request) = Replacing::begin(&keeper, kept);
        loop {
            let reply = self.road().call(request);
            match replacing.go_on(&mut keeper, &reply) {
                Ok(Some(next)) => (replacing, request) = next,
                Ok(None) => break,
                Err(failed) => {
                    self.road().call(Request::BackOut);
                    return Err(failed.reason);
                }
            }
        }
        self.commit()
    }

    fn commit(&mut self) -> Result<(), Reason> {
        match self.road().call(Request::Commit) {
            Reply::Done(Reason::NONE) => Ok(()),
            Reply::Failed(reason) => Err(reason),
            _ => Err(Reason::UNEXPECTED_ERROR),
        }
    }
}
