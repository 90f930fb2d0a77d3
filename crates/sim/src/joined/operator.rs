//! Operators of both queue managers: channels are stopped and started, queues do not take messages for a while, batches in doubt are
//! decided by hand, numbers are set right, records get lost.

use super::Joined;
use super::channel::Channel;
use super::side::{Road, Side};
use ferromq_base::clock::Clock;
use ferromq_channel::{ChannelRecords, Ending, KeptChannel};
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::FixedText;
use ferromq_mqi::session::Session;

pub(super) const DEAD: &str = "SYSTEM.DEAD.LETTER.QUEUE";
/// A target queue that is to be full soon has room for so many messages.
const DEPTH_SMALL: i32 = 3;
const DEPTH_LARGE: i32 = 100_000;

/// What is kept of channels on one side, as soon as it can be seen.
pub(super) fn records(side: &Side) -> Option<ChannelRecords<Road<'_>>> {
    let mut road = side.road()?;
    if !road.await_log() {
        return None;
    }
    ChannelRecords::open(Session::new(road)).ok()
}

/// What is kept of one end of a channel.
pub(super) fn kept(side: &Side, channel: &Channel, sends: bool) -> Option<Option<KeptChannel>> {
    let all = records(side)?.all().ok()?;
    let is_it = |one: &KeptChannel| {
        one.sends == sends && one.channel_name.as_str().trim_end() == channel.name
    };
    Some(all.into_iter().find(is_it))
}

/// The name of the batch that was committed last; blank for none.
pub(super) fn last_batch(kept: Option<&KeptChannel>) -> &str {
    let name = kept.map_or("", |kept| kept.last_batch.as_str());
    match name.bytes().all(|digit| digit == b'0') {
        true => "",
        false => name,
    }
}

impl Joined {
    /// An operator does something.
    pub(super) fn operator_step(&mut self) -> Result<(), String> {
        let index = self.random.below(self.channels.len() as u64) as usize;
        match self.random.below(12) {
            0 | 1 => {
                let end = self.random.below(2) as usize;
                let how = match self.random.chance(60) {
                    true => Ending::Quiesce,
                    false => Ending::Immediate,
                };
                let channel = &mut self.channels[index];
                channel.stop(end, how);
                self.trace.note(&format!(
                    "end {end} of {} is stopped: {how:?}",
                    channel.words()
                ));
            }
            2..5 => {
                let started = self.channels[index].start();
                let words = self.channels[index].words();
                self.trace.note(&format!("{words} is started: {started}"));
            }
            5 => self.hinder(index),
            6 | 7 => self.help(index),
            8 | 9 => return self.resolve(index),
            10 if self.random.chance(30) => self.lose_records(index),
            _ => self.mend(index)?,
        }
        Ok(())
    }

    /// A target queue, or the dead-letter queue of its queue manager, takes no messages, or few more.
    fn hinder(&mut self, index: usize) {
        let channel = &mut self.channels[index];
        let side = &self.sides[channel.side(1)];
        let what = match self.random.below(4) {
            0 | 1 => {
                channel.hindered = true;
                side.alter(&channel.target, Attr::Put, MQQA_PUT_INHIBITED);
                "is inhibited"
            }
            2 => {
                channel.hindered = true;
                side.alter(&channel.target, Attr::Maxdepth, DEPTH_SMALL);
                "has little room"
            }
            _ => {
                side.alter(DEAD, Attr::Put, MQQA_PUT_INHIBITED);
                "stays, but dead letters are inhibited"
            }
        };
        self.trace.note(&format!("{} {what}", channel.target));
    }

    /// They do again.
    pub(super) fn help(&mut self, index: usize) {
        let channel = &self.channels[index];
        let side = &self.sides[channel.side(1)];
        side.alter(&channel.target, Attr::Put, MQQA_PUT_ALLOWED);
        side.alter(&channel.target, Attr::Maxdepth, DEPTH_LARGE);
        side.alter(DEAD, Attr::Put, MQQA_PUT_ALLOWED);
        self.trace
            .note(&format!("{} takes messages", channel.target));
    }

    /// `RESOLVE CHANNEL`, as the manual says: COMMIT if the receiving end names the batch as its last one, else BACKOUT.
    pub(super) fn resolve(&mut self, index: usize) -> Result<(), String> {
        let channel = &self.channels[index];
        let (here, there) = (&self.sides[channel.from], &self.sides[channel.side(1)]);
        if !channel.is_gone() || here.is_broken() || there.is_broken() {
            return Ok(());
        }
        // What was decided in the last moment is in doubt until the records are open.
        if channel.in_doubt().is_none() {
            return Ok(());
        }
        let (Some(mut records), Some(theirs)) = (records(here), kept(there, channel, false)) else {
            return Ok(());
        };
        let Some(batches) = channel.in_doubt() else {
            return Ok(());
        };
        let last = match (last_batch(theirs.as_ref()), &channel.apart) {
            ("", Some(before)) => before.as_str(),
            (theirs, _) => theirs,
        };
        let kept = batches.committed(last).unwrap_or(0);
        let keeps = kept == batches.iter().count();
        let mut decided = None;
        for (batch, keeps) in batches.decisions(kept) {
            decided = here.road().map(|mut road| road.decide(&batch.name, keeps));
            // One that cannot be decided now is so before those that follow it.
            if decided != Some(Ok(())) {
                break;
            }
        }
        if decided == Some(Ok(())) {
            let _ = records.keep_resolved(&batches, kept);
        }
        self.resolved[usize::from(keeps)] += 1;
        let name = &channel.name;
        self.trace
            .note(&format!("{name} is resolved, commit {keeps}: {decided:?}"));
        Ok(())
    }

    /// What an end of a channel keeps is gone.
    fn lose_records(&mut self, index: usize) {
        let channel = &mut self.channels[index];
        let end = self.random.below(2) as usize;
        let (here, there) = (&self.sides[channel.from], &self.sides[channel.side(1)]);
        let is_quiet = channel.is_gone() && !here.in_trouble() && !there.in_trouble();
        if !is_quiet || channel.lost {
            return;
        }
        let Some(theirs) = kept(there, channel, false) else {
            return;
        };
        // A batch that was the first of all looks to a receiving end without records like one that never came.
        let knows_more = channel
            .in_doubt()
            .is_none_or(|batches| end == 1 && last_batch_of(&batches.oldest().before.0));
        if !knows_more || last_batch(theirs.as_ref()).is_empty() {
            return;
        }
        // Names of batches begin with the second the first one was made in.
        self.clock.advance_ns(2_000_000_000);
        let side = if end == 0 { here } else { there };
        let name = FixedText::truncated(&channel.name);
        let forgotten = records(side).map(|mut records| records.forget(name));
        if let Some(outcome) = forgotten {
            // Where the power goes meanwhile it shows at the next start, or never: an operator cannot rely on them either way.
            channel.lost = true;
            channel.apart = Some(last_batch(theirs.as_ref()).to_owned());
            self.trace.note(&format!(
                "end {end} of {} has lost its records: {outcome:?}",
                channel.name
            ));
        }
    }

    /// `RESET CHANNEL`: the numbers of a channel whose records were lost begin again.
    pub(super) fn mend(&mut self, index: usize) -> Result<(), String> {
        let channel = &mut self.channels[index];
        let here = &self.sides[channel.from];
        // Of one in doubt they begin again when it is decided what has become of its batches.
        let is_quiet = channel.is_gone() && (channel.in_doubt().is_none() || !channel.lost);
        if !is_quiet || here.is_broken() || !channel.lost && !self.random.chance(20) {
            return Ok(());
        }
        let next = match channel.lost {
            true => 1,
            false => 1 + self.random.below(90) as u32,
        };
        let now_s = (self.clock.wall_us() / 1_000_000) as u32;
        let reset = records(here).map(|mut records| {
            let name = FixedText::truncated(&channel.name);
            // Not before the records are open: what was decided in the last moment is in doubt until then.
            records.reset_sender(name, channel.in_doubt().as_ref(), next, now_s)
        });
        if reset == Some(Ok(())) {
            channel.lost = false;
        }
        self.trace.note(&format!(
            "{} is to go on with {next}: {reset:?}",
            channel.name
        ));
        Ok(())
    }

    /// A queue manager is told of everything there is no room for any more.
    pub(super) fn relieve(&mut self) {
        for side in &mut self.sides {
            side.empty_disk();
            side.heal();
        }
        (0..self.channels.len()).for_each(|index| self.help(index));
    }
}

/// Whether digits name a batch.
fn last_batch_of(digits: &str) -> bool {
    digits.bytes().any(|digit| digit != b'0')
}
