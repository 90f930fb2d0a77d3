//! What is kept of channels, for whoever may wait: for displays, and for operators who set it right.

use super::failed::{What, opened};
use super::status::batch_digits;
use super::sync_queue::{BYTES, Record, Standing, SyncData, SyncQueue, Wanted, decode, id_of};
use super::verbs::Replacing;
use crate::message::{InDoubt, SenderRecord};
use ferromq_mqi::call::{GetReply, Reply, Request};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::{GetOptions, ObjectHandle, PutOptions};
use ferromq_mqi::session::{Connected, Session};
use ferromq_mqi::xa::Xid;
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_wire::message_channel::Luwid;
use std::collections::BTreeMap;
use std::fmt::{self, Display};

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
    fn new(name: Xid, promise: InDoubt, record: SenderRecord) -> Self {
        Self {
            name,
            batch: batch_digits(promise.batch),
            messages: promise.messages,
            sequence: promise.sequence,
            before: (batch_digits(record.committed), record.sequence),
            promise,
            record,
        }
    }
}

/// The batches a sending end has asked about and had no answer: one, or several that overlapped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchesInDoubt {
    oldest: BatchInDoubt,
    /// In the order they were begun.
    others: Vec<BatchInDoubt>,
}

impl BatchesInDoubt {
    /// Those of a channel that are among these promises; `None` when there is none.
    #[must_use]
    pub fn find(channel_name: &FixedText<20>, promises: &[Xid]) -> Option<Self> {
        let blank = FixedText::BLANK;
        let sync_queue = SyncQueue::new(*channel_name, true, blank, blank);
        let mut all = (sync_queue.all_promised(promises).into_iter())
            .map(|(name, promise, record)| BatchInDoubt::new(name, promise, record));
        Some(Self {
            oldest: all.next()?,
            others: all.collect(),
        })
    }

    /// All, in the order they were begun.
    pub fn iter(&self) -> impl Iterator<Item = &BatchInDoubt> {
        std::iter::once(&self.oldest).chain(&self.others)
    }

    /// All in the order they are to be decided in where the first so many are kept: those from the oldest on, and then the others from the newest
    /// on. So what is in doubt after a failure in between follows what was kept, as its name says.
    pub fn decisions(&self, kept: usize) -> impl Iterator<Item = (&BatchInDoubt, bool)> {
        let all: Vec<&BatchInDoubt> = self.iter().collect();
        let (keeps, takes_back) = all.split_at(kept.min(all.len()));
        let keeps: Vec<_> = keeps.iter().map(|batch| (*batch, true)).collect();
        let takes_back: Vec<_> = takes_back
            .iter()
            .rev()
            .map(|batch| (*batch, false))
            .collect();
        keeps.into_iter().chain(takes_back)
    }

    /// The first of them: what was confirmed last is before it.
    #[must_use]
    pub fn oldest(&self) -> &BatchInDoubt {
        &self.oldest
    }

    /// The last of them.
    #[must_use]
    pub fn newest(&self) -> &BatchInDoubt {
        self.others.last().unwrap_or(&self.oldest)
    }

    /// `CURMSGS`: messages in all of them.
    #[must_use]
    pub fn messages(&self) -> u32 {
        let messages = self.iter().map(|batch| batch.messages);
        messages.fold(0, u32::saturating_add)
    }

    /// How many the other end has that says it has committed this batch last (`LSTLUWID`): it and those before it, or none where that is the
    /// one before them all, or none at all. `None` when it is neither.
    #[must_use]
    pub fn committed(&self, last: &str) -> Option<usize> {
        if last == self.oldest.before.0 || last == batch_digits(Luwid::NONE) {
            return Some(0);
        }
        let at = self.iter().position(|batch| batch.batch == last);
        at.map(|at| at + 1)
    }
}

impl Display for BatchesInDoubt {
    /// As operators are told: the batch, or the first and the last.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.others.last() {
            None => write!(f, "batch {}", self.oldest.batch),
            Some(last) => write!(f, "batches {} to {}", self.oldest.batch, last.batch),
        }
    }
}

/// The queue manager at the other end, and its identifier.
type Partner = (FixedText<48>, FixedText<48>);

/// The partner of a channel that has had none.
const NOBODY: Partner = (FixedText::BLANK, FixedText::BLANK);

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
        let reply = session.road().call(SyncQueue::open());
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
            match record.data {
                SyncData::Sender(kept) => {
                    let known = senders.get(&channel_name);
                    let kept = known.map_or(kept, |(known, _)| known.with(&kept));
                    senders.insert(channel_name, (kept, record.partner));
                }
                SyncData::Standing(_) => {}
                SyncData::Receiver(kept) => found.push(KeptChannel {
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
        let standings = all.filter_map(|(record, _)| match record.data {
            SyncData::Standing(standing) => Some((record.channel_name, standing)),
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
        let body =
            SyncQueue::new(channel_name, true, blank, blank).encode(&SyncData::Standing(standing));
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

    /// Has the next message of a sending end have this number, which the other end is told when the channel starts: behind what is decided of batches in doubt
    /// (`in_doubt`, found since these records were opened: a batch decided in the last moment before is none of them any more, and its record must not be
    /// taken away for that of a batch in doubt). Durable on return. `now_s`: seconds since 1970, for a channel that has no record yet.
    ///
    /// # Errors
    /// Why the record cannot be replaced.
    pub fn reset_sender(
        &mut self,
        channel_name: FixedText<20>,
        in_doubt: Option<&BatchesInDoubt>,
        next: u32,
        now_s: u32,
    ) -> Result<(), Reason> {
        let last = self.sender(channel_name)?;
        let (kept, partner) = last.unwrap_or((SenderRecord::new(now_s), NOBODY));
        let kept = match in_doubt {
            None => kept,
            // What the batches have taken away is not seen. The counter goes behind theirs.
            Some(batches) => SenderRecord {
                counter: batches.newest().promise.batch.counter.wrapping_add(1),
                ..batches.oldest.record
            },
        };
        let kept = SenderRecord {
            sequence: next.saturating_sub(1),
            reset_to: next,
            ..kept
        };
        let sync_queue = SyncQueue::new(channel_name, true, partner.0, partner.1);
        self.replace(sync_queue, SyncData::Sender(kept))
    }

    /// What is kept of a sending end, and of which partner.
    fn sender(
        &mut self,
        channel_name: FixedText<20>,
    ) -> Result<Option<(SenderRecord, Partner)>, Reason> {
        let mut last: Option<(SenderRecord, Partner)> = None;
        for (record, _) in self.browse(Some(channel_name))? {
            if let SyncData::Sender(kept) = record.data {
                let partner = (record.partner, record.partner_id);
                let kept = last.map_or(kept, |(known, _)| known.with(&kept));
                last = Some((kept, partner));
            }
        }
        Ok(last)
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
            let SyncData::Receiver(mut kept) = record.data else {
                continue;
            };
            kept.sequence = next.saturating_sub(1);
            let mut sync_queue =
                SyncQueue::new(channel_name, false, record.partner, record.partner_id);
            sync_queue.found(&got);
            self.replace(sync_queue, SyncData::Receiver(kept))?;
            count += 1;
        }
        Ok(count)
    }

    /// Of what was in doubt the first so many batches were kept by hand and the others taken back, whose names are not given again. A reset of numbers that
    /// waits for that goes on waiting, for the next start. Durable on return.
    ///
    /// # Errors
    /// Why the record cannot be replaced.
    pub fn keep_resolved(
        &mut self,
        batches: &BatchesInDoubt,
        kept_batches: usize,
    ) -> Result<(), Reason> {
        let oldest = &batches.oldest;
        let global: [u8; 20] = oldest.name.global().try_into().unwrap_or([b' '; 20]);
        let channel_name = FixedText::from_field(&global);
        let last = self.sender(channel_name)?;
        let reset_to = last.map_or(0, |(record, _)| record.reset_to);
        if kept_batches == batches.iter().count() && reset_to == 0 {
            // Their own records say so.
            return Ok(());
        }
        let partner = last.map_or(NOBODY, |(_, partner)| partner);
        let kept = batches.iter().take(kept_batches);
        let record = kept.fold(oldest.record, |record, batch| {
            record.confirmed(&batch.promise)
        });
        let newest = batches.newest().promise.batch.counter;
        let kept = SenderRecord {
            // Records of batches that are kept may be seen as late as this one.
            counter: newest.wrapping_add(u32::from(reset_to > 0)),
            reset_to,
            ..record
        };
        let sync_queue = SyncQueue::new(channel_name, true, partner.0, partner.1);
        self.replace(sync_queue, SyncData::Sender(kept))
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

    fn replace(&mut self, mut sync_queue: SyncQueue, data: SyncData) -> Result<(), Reason> {
        sync_queue.queue = self.queue;
        let (mut replacing, mut request) = Replacing::begin(&sync_queue, data);
        loop {
            let reply = self.road().call(request);
            match replacing.go_on(&mut sync_queue, &reply) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_other_end_has_committed_last_tells_which_it_has() {
        let channel = FixedText::truncated("QM1.TO.QM2");
        let sync_queue = SyncQueue::new(channel, true, FixedText::BLANK, FixedText::BLANK);
        let name = |counter| Luwid { time_s: 7, counter };
        let mut record = SenderRecord {
            committed: name(0xffff_fffe),
            sequence: 9,
            ..SenderRecord::new(7)
        };
        let mut promises = Vec::new();
        // Counters run over.
        for counter in [0xffff_ffff, 1, 2] {
            let promise = InDoubt {
                batch: name(counter),
                sequence: record.sequence + 5,
                messages: 5,
            };
            let promised = sync_queue.promise_name(&promise, &record);
            promises.push(promised.expect("it fits"));
            record = record.confirmed(&promise);
        }
        promises.rotate_left(1);
        let batches = BatchesInDoubt::find(&channel, &promises).expect("in doubt");
        let digits = |counter| batch_digits(name(counter));
        let committed = |counter| batches.committed(&digits(counter));
        assert_eq!(committed(0xffff_fffe), Some(0));
        assert_eq!(batches.committed("0000000000000000"), Some(0));
        assert_eq!([0xffff_ffff, 1, 2].map(committed), [1, 2, 3].map(Some));
        assert_eq!(committed(3), None);
        assert_eq!(batches.messages(), 15);
        assert_eq!(batches.oldest().before, (digits(0xffff_fffe), 9));
        assert_eq!(batches.newest().sequence, 24);
        let said = format!("batches {} to {}", digits(0xffff_ffff), digits(2));
        assert_eq!(batches.to_string(), said);
        let other = FixedText::truncated("QM1.TO.QM3");
        assert_eq!(BatchesInDoubt::find(&other, &promises), None);
    }
}
