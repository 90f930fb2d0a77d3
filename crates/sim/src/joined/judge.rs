//! What must hold: of what both ends keep, whenever a channel has no connection; and of every message, when all have arrived.

use super::Joined;
use super::books::{Asks, Fate, To};
use super::channel::WAY_BACK;
use super::operator::{DEAD, kept, last_batch};
use super::side::Side;
use crate::body;
use crate::shape::Faults;
use bytes::Bytes;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::structs::DeadLetterHeader;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{GetOptions, ObjectDescriptor};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_wire::field::Form;
use ferromq_wire::message_channel::Envelope;
use std::collections::BTreeMap;

/// How often a judge tries to read a queue.
const ATTEMPTS_MAX: u32 = 50;

/// Where a message was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// On the target queue of its channel, or taken off it.
    Target,
    /// On the dead-letter queue of this queue manager, for this reason.
    Dead(usize, i32),
    /// In a report, on its way to whoever put it.
    Returned,
}

/// Everything that was found.
#[derive(Default)]
struct Found {
    places: BTreeMap<u64, Vec<Place>>,
    /// On the queue for copies, or for that queue on a dead-letter queue.
    copies: BTreeMap<u64, u64>,
    /// Reports about a message: their feedback.
    reports: BTreeMap<u64, Vec<i32>>,
}

impl Joined {
    /// What the ends of a channel without connections keep fits.
    pub(super) fn judge_records(&mut self, index: usize) -> Result<(), String> {
        let channel = &self.channels[index];
        let (here, there) = (&self.sides[channel.from], &self.sides[channel.side(1)]);
        if !channel.is_gone() || here.in_trouble() || there.in_trouble() {
            return Ok(());
        }
        let sees = |side, sends| kept(side, channel, sends);
        let (Some(ours), Some(theirs)) = (sees(here, true), sees(there, false)) else {
            return Ok(());
        };
        let (last, committed) = (last_batch(ours.as_ref()), last_batch(theirs.as_ref()));
        self.looks += 1;
        let doubt = channel.in_doubt();
        let fits = match &doubt {
            Some(batches) => {
                let before = &batches.oldest().before.0;
                batches.iter().any(|batch| batch.batch == committed)
                    || before.ends_with(committed) && !committed.is_empty()
                    || committed.is_empty() && before.bytes().all(|digit| digit == b'0')
            }
            None => last == committed,
        };
        if !fits && channel.apart.is_none() {
            return Err(format!(
                "{}: the sending end has {last:?} as its last batch and {doubt:?} in doubt, the receiving end {committed:?}",
                channel.name
            ));
        }
        let number =
            |kept: Option<&ferromq_channel::KeptChannel>| kept.map_or(0, |it| it.last_sequence);
        let is_reset = ours.as_ref().is_some_and(|ours| ours.reset_to > 0);
        let numbers = (number(ours.as_ref()), number(theirs.as_ref()));
        if fits
            && doubt.is_none()
            && !is_reset
            && !channel.lost
            && numbers.0 != numbers.1
            && !last.is_empty()
        {
            return Err(format!(
                "{}: the last numbers are {numbers:?}",
                channel.name
            ));
        }
        if fits && doubt.is_none() && !channel.lost && !last.is_empty() {
            self.channels[index].apart = None;
        }
        Ok(())
    }

    /// Every message is where it must be.
    pub(super) fn judge_messages(&mut self) -> Result<(), String> {
        let found = self.find_all()?;
        for number in 0..self.books.sent.len() as u64 {
            let places = found.places.get(&number).map_or(&[][..], Vec::as_slice);
            let judged = self.judge_message(number, places).and_then(|()| {
                let reports = found.reports.get(&number).map_or(&[][..], Vec::as_slice);
                self.judge_reports(number, places, reports)?;
                self.judge_copies(number, found.copies.get(&number).copied().unwrap_or(0))
            });
            judged.map_err(|wrong| {
                let (sent, fate) = (self.books.sent[number as usize], self.books.fate(number));
                format!("message {number} ({sent:?}, {fate:?}) {wrong}")
            })?;
        }
        self.judge_units(&found)
    }

    fn judge_message(&self, number: u64, places: &[Place]) -> Result<(), String> {
        let sent = &self.books.sent[number as usize];
        let channel = &self.channels[sent.channel];
        let count = places.len();
        let is_gone = sent.asks == Asks::Discard;
        // Whoever was not answered does not know whether the message was taken.
        let perhaps = self.books.perhaps.contains(&number);
        let least = match self.books.fate(number) {
            Fate::Committed if sent.persistent || !channel.may_lose => {
                usize::from(!perhaps && !is_gone)
            }
            _ => 0,
        };
        let most = match self.books.fate(number) {
            Fate::BackedOut => 0,
            _ => usize::from(!is_gone),
        };
        if count < least || count > most {
            return Err(format!("is found {places:?}"));
        }
        let Some(place) = places.first() else {
            return Ok(());
        };
        // What cannot be returned for want of room stays where it is.
        let returns = sent.asks == Asks::Return;
        let stays = !returns || self.faults == Faults::Failures;
        let is_right = match (sent.to, *place) {
            (To::Target, Place::Target) => true,
            (To::Target, Place::Dead(side, why)) => {
                let passes = [MQRC_PUT_INHIBITED, MQRC_Q_FULL, MQRC_Q_SPACE_NOT_AVAILABLE];
                side == channel.side(1)
                    && stays
                    && passes.contains(&why)
                    && (channel.hindered || why == MQRC_Q_SPACE_NOT_AVAILABLE)
            }
            (To::Nowhere, Place::Dead(side, why)) => {
                side == channel.side(1) && stays && why == MQRC_UNKNOWN_OBJECT_NAME
            }
            (To::TooLong, Place::Dead(side, why)) => {
                side == channel.from && stays && why == MQRC_MSG_TOO_BIG_FOR_CHANNEL
            }
            (to, Place::Returned) => returns && (to != To::Target || channel.hindered),
            (_, Place::Target) => false,
        };
        match is_right {
            true => Ok(()),
            false => Err(format!("is in the wrong place: {place:?}")),
        }
    }

    /// The second message of a list for two queues is there when the first is.
    fn judge_copies(&self, number: u64, copies: u64) -> Result<(), String> {
        let sent = &self.books.sent[number as usize];
        let must = sent.persistent || !self.channels[sent.channel].may_lose;
        let is_right = match self.books.fate(number) {
            _ if !sent.is_copied => copies == 0,
            Fate::Committed if must => copies == 1,
            Fate::BackedOut => copies == 0,
            _ => copies <= 1,
        };
        match is_right {
            true => Ok(()),
            false => Err(format!("is found {copies} times for the second queue")),
        }
    }

    /// Reports are as many as were asked for: those of persistent messages each once, others at most.
    fn judge_reports(&self, number: u64, places: &[Place], reports: &[i32]) -> Result<(), String> {
        let sent = &self.books.sent[number as usize];
        let known = self.books.fate(number) == Fate::Committed;
        let wanted = match (sent.asks, places.first()) {
            (Asks::Report, Some(Place::Dead(_, why))) => Some(*why),
            (Asks::Discard, _) => Some(MQRC_UNKNOWN_OBJECT_NAME),
            (Asks::Arrival, Some(Place::Target)) => Some(MQFB_COA),
            _ => None,
        };
        let is_right = match (wanted, reports) {
            (None, []) => true,
            (Some(_), []) => !sent.persistent || !known,
            (Some(wanted), [one]) => *one == wanted && self.books.fate(number) != Fate::BackedOut,
            // Who got it without an answer may have been told of, too.
            (None, [one]) => *one == MQFB_COA && self.books.perhaps.contains(&number),
            _ => false,
        };
        match is_right {
            true => Ok(()),
            false => Err(format!("is found {places:?}, with reports {reports:?}")),
        }
    }

    /// Units of work whose end is not known happened as a whole or not at all.
    fn judge_units(&self, found: &Found) -> Result<(), String> {
        let mut there: BTreeMap<usize, [u32; 2]> = BTreeMap::new();
        for (number, sent) in (0..).zip(&self.books.sent) {
            let is_clear = sent.persistent
                && sent.asks != Asks::Discard
                && !self.books.perhaps.contains(&number);
            if is_clear && self.books.fates[sent.unit] == Fate::Unknown {
                there.entry(sent.unit).or_default()
                    [usize::from(found.places.contains_key(&number))] += 1;
            }
        }
        match there.iter().find(|(_, counts)| !counts.contains(&0)) {
            None => Ok(()),
            Some((unit, [gone, there])) => Err(format!(
                "of unit {unit} {there} messages are there, and {gone} are not"
            )),
        }
    }

    /// Takes all there is, from everywhere.
    fn find_all(&mut self) -> Result<Found, String> {
        let mut found = Found::default();
        for (index, channel) in self.channels.iter().enumerate() {
            let mut numbers = self.books.consumed[index].clone();
            for (_, data) in take_all(&self.sides[channel.side(1)], &channel.target)? {
                numbers.push(self.books.read(&data)?);
            }
            for number in &numbers {
                found.places.entry(*number).or_default().push(Place::Target);
            }
            self.judge_order(index, &numbers)?;
            let mut copies = Vec::new();
            for (_, data) in take_all(&self.sides[channel.side(1)], &channel.copies)? {
                copies.push(self.books.read(&data)?);
            }
            self.judge_order(index, &copies)?;
            for number in copies {
                *found.copies.entry(number).or_default() += 1;
            }
            let left = take_all(&self.sides[channel.from], &channel.transmission)?;
            if channel.from == 0 && !left.is_empty() {
                return Err(format!(
                    "{} messages are left on {}",
                    left.len(),
                    channel.transmission
                ));
            }
        }
        for (number, side) in self.sides.iter().enumerate() {
            for (descriptor, data) in take_all(side, DEAD)? {
                let header = DeadLetterHeader::decode(&data, ByteOrder::NATIVE)
                    .map_err(|error| format!("{error:?}"))?;
                let data = data.slice(DeadLetterHeader::SIZE..);
                // A report that finds no way back is one, too.
                if descriptor.msg_type == MQMT_REPORT {
                    self.note_report(&mut found, &descriptor, &data)?;
                    continue;
                }
                let read = self.books.read(&data)?;
                let sent = &self.books.sent[read as usize];
                let copies = ObjectName::truncated(&self.channels[sent.channel].copies);
                if header.dest_q_name == *copies.bytes() {
                    *found.copies.entry(read).or_default() += 1;
                    continue;
                }
                found
                    .places
                    .entry(read)
                    .or_default()
                    .push(Place::Dead(number, header.reason));
            }
        }
        for (descriptor, data) in self.reports()? {
            self.note_report(&mut found, &descriptor, &data)?;
        }
        Ok(found)
    }

    /// Reports that came back, and that have no channel to come by.
    fn reports(&self) -> Result<Vec<(MsgDescriptor, Bytes)>, String> {
        let mut all = take_all(&self.sides[0], "REPLIES")?;
        for (_, data) in take_all(&self.sides[1], WAY_BACK)? {
            let envelope = Envelope::decode(&data, Form::new(ByteOrder::NATIVE))
                .map_err(|error| format!("{error:?}"))?;
            all.push((envelope.descriptor, data.slice(Envelope::BYTES..)));
        }
        Ok(all)
    }

    fn note_report(
        &self,
        found: &mut Found,
        descriptor: &MsgDescriptor,
        data: &Bytes,
    ) -> Result<(), String> {
        let number = body::number(&descriptor.correl_id)?;
        if body::msg_id(number) != descriptor.correl_id {
            return Err(format!("a report is about no message: {descriptor:?}"));
        }
        let returns = self
            .books
            .sent
            .get(number as usize)
            .is_some_and(|sent| sent.asks == Asks::Return);
        if returns {
            let read = self.books.read(data)?;
            found.places.entry(read).or_default().push(Place::Returned);
        } else {
            found
                .reports
                .entry(number)
                .or_default()
                .push(descriptor.feedback);
        }
        Ok(())
    }

    /// What one program has put for one queue is there in that order: what travels under syncpoint, and what does not.
    fn judge_order(&self, channel: usize, numbers: &[u64]) -> Result<(), String> {
        let mut last: BTreeMap<(usize, bool), u64> = BTreeMap::new();
        for number in numbers {
            let sent = &self.books.sent[*number as usize];
            let synced = sent.persistent || !self.channels[channel].fast;
            let before = last.insert((sent.program, synced), *number);
            if before.is_some_and(|before| before >= *number) {
                return Err(format!(
                    "on {} message {number} came behind {before:?}: {numbers:?}",
                    self.channels[channel].target
                ));
            }
        }
        Ok(())
    }
}

/// Takes all messages off a queue.
fn take_all(side: &Side, q_name: &str) -> Result<Vec<(MsgDescriptor, Bytes)>, String> {
    let mut road = side.road().ok_or("nobody can look")?;
    let open = Request::Open {
        descriptor: ObjectDescriptor::queue(q_name),
        options: MQOO_INPUT_SHARED,
    };
    let handle = match road.ask(open) {
        Some(Reply::Opened { handle, .. }) => handle,
        other => return Err(format!("{q_name} is not opened: {other:?}")),
    };
    let mut all = Vec::new();
    let mut attempts = 0;
    loop {
        let get = Request::Get {
            handle,
            descriptor: MsgDescriptor::default(),
            options: GetOptions {
                options: MQGMO_NO_SYNCPOINT,
                match_options: MQMO_NONE,
                ..GetOptions::default()
            },
            buffer_len: u32::MAX,
        };
        match road.ask(get) {
            Some(Reply::Got(got)) => all.push((got.descriptor, got.body)),
            Some(Reply::Failed(Reason::NO_MSG_AVAILABLE)) => return Ok(all),
            // The log has to make room for that.
            Some(Reply::Failed(Reason::RESOURCE_PROBLEM)) if attempts < ATTEMPTS_MAX => {
                attempts += 1;
                side.make_room();
            }
            other => return Err(format!("{q_name} is not read: {other:?}")),
        }
    }
}
