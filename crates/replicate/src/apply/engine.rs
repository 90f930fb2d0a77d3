//! What is done next.
//!
//! The engine is told what happened (a message came, an agent is done, a force ended, time passed) and answers with what is to be
//! done. It has no clock, no connection and no thread, and waits for nothing.
//!
//! Messages become transactions, transactions become groups, and a group is one transaction of the target. An agent is a session
//! there: it executes a group and leaves the transaction open, and commits it when it is told so, which is when everything before is committed. The
//! next group may be sent to an agent right behind the commit: one round trip for both.
//!
//! A transaction of which more than a quarter of the memory came without its end is *long*: its parts are executed as they come, alone,
//! and committed with the last.

use super::footprint::{Footprints, LastUsers, Reach};
use super::late::Late;
use super::ring::{Next, Ring, size_of};
use super::search::Search;
use crate::message::{Header, Key, Kind, Message};
use bytes::Bytes;
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

pub use super::work::{
    Action, CommitOrder, Counts, Group, Manner, Mutant, Refusal, Settings, Stop, Token, Transaction,
};

/// How long the group that is next to commit may run before somebody looks whether another is in its way.
const BLOCKED_MS: u64 = 50;
/// The last messages of an epoch may come by another path than the first of the next, and behind those.
const OTHER_PATHS_MS: u64 = 1_000;
/// Units of work of purges that are under way.
const PURGES_MAX: usize = 1;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Waiting,
    Executing,
    Executed,
    Committing,
    Done,
}

#[derive(Debug)]
struct Lane {
    group: Arc<Group>,
    /// Sequence numbers of transactions it waits for; `None` for all before it.
    after: Option<Vec<u64>>,
    stage: Stage,
    agent: usize,
    since_ms: u64,
    retries: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Agent {
    turn: u64,
    commits: bool,
    works: bool,
    rolls_back: bool,
    asked_ms: u64,
}

/// What is done next: see the module.
#[derive(Debug)]
pub struct Engine<F> {
    settings: Settings,
    mutant: Mutant,
    map: u32,
    epoch: u64,
    later_epoch: Option<u64>,
    /// When something of this epoch came last, or the first of the later one.
    epoch_came_ms: u64,
    /// What was taken last.
    taken: Option<Header>,
    /// Since something of a later epoch came all that is on the queue has been looked at.
    is_all_seen: bool,
    /// A transaction without an end that was given up: its last message.
    given_up: Option<Header>,
    /// What came of epochs that are over.
    late: Late,
    footprints: F,
    now_ms: u64,
    ring: Ring,
    search: Search,
    open: Option<Transaction>,
    open_bytes: usize,
    open_is_long: bool,
    long_agent: usize,
    ready: VecDeque<Transaction>,
    ready_bytes: usize,
    lanes: VecDeque<Lane>,
    lane_bytes: usize,
    users: LastUsers,
    agents: Vec<Agent>,
    done: u64,
    done_above: BTreeSet<u64>,
    began_at: u64,
    flushed: u64,
    flushing: bool,
    flush_ms: u64,
    unpurged: BTreeSet<(u64, Token)>,
    purging: usize,
    purge_ms: u64,
    /// Nothing new is begun.
    rests: bool,
    /// A long transaction is open at the target, though none of its parts is under way.
    is_amid: bool,
    actions: Vec<Action>,
    stop: Option<Stop>,
    counts: Counts,
}

impl<F: Footprints> Engine<F> {
    /// Everything up to and with `position` is done at the target.
    pub fn new(settings: Settings, map: u32, epoch: u64, position: u64, footprints: F) -> Self {
        let agents = settings.agents.clamp(1, 128);
        let flushed = match settings.order {
            CommitOrder::Ordered => 0,
            // Those commits are forced before they are answered.
            CommitOrder::Relaxed => position,
        };
        Self {
            settings,
            mutant: Mutant::default(),
            map,
            epoch,
            later_epoch: None,
            epoch_came_ms: 0,
            taken: None,
            is_all_seen: false,
            given_up: None,
            late: Late::default(),
            footprints,
            now_ms: 0,
            ring: Ring::new(position.saturating_add(1)),
            search: Search::default(),
            open: None,
            open_bytes: 0,
            open_is_long: false,
            long_agent: 0,
            ready: VecDeque::new(),
            ready_bytes: 0,
            lanes: VecDeque::new(),
            lane_bytes: 0,
            users: LastUsers::default(),
            agents: vec![Agent::default(); agents],
            done: position,
            done_above: BTreeSet::new(),
            began_at: position,
            flushed,
            flushing: false,
            flush_ms: 0,
            unpurged: BTreeSet::new(),
            purging: 0,
            purge_ms: 0,
            rests: false,
            is_amid: false,
            actions: Vec::new(),
            stop: None,
            counts: Counts::default(),
        }
    }

    /// With relaxed commits: these messages above the position are done, too.
    pub fn set_done(&mut self, sequences: impl IntoIterator<Item = u64>) {
        for sequence in sequences {
            if sequence > self.done {
                self.ring.insert_done(sequence);
                self.done_above.insert(sequence);
            }
        }
        self.step_over_done();
    }

    /// This map has been in these epochs: what comes of them still is deleted. Of others it is foreign.
    pub fn set_epochs_over(&mut self, epochs: BTreeSet<u64>) {
        self.late.set_over(epochs);
    }

    /// Breaks a rule on purpose.
    pub fn set_mutant(&mut self, mutant: Mutant) {
        self.mutant = mutant;
    }

    /// What is to be done since this was asked last.
    pub fn actions(&mut self) -> Vec<Action> {
        std::mem::take(&mut self.actions)
    }

    /// The last message there is of a transaction that has no end, because its epoch is over, and was given up.
    pub fn given_up(&self) -> Option<&Header> {
        self.given_up.as_ref()
    }

    /// Of each epoch that is over, and of which messages come that nobody can apply any more, the first: once.
    pub fn late(&mut self) -> Vec<Key> {
        self.late.take()
    }

    /// What did not come in time while what is before it waits to be applied: the first that is missing, and the first that is there after it. Once.
    pub fn overdue(&mut self) -> Option<(u64, u64)> {
        self.search.take_overdue()
    }

    /// Why it goes no further, if it does not.
    pub fn stop(&self) -> Option<&Stop> {
        self.stop.as_ref()
    }

    /// How much was done.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Everything up to and with this number is committed.
    pub fn position(&self) -> u64 {
        self.done
    }

    /// Everything up to and with this number is on the target's disk.
    pub fn flushed_position(&self) -> u64 {
        self.flushed
    }

    /// Bytes of messages that are held.
    pub fn held_bytes(&self) -> usize {
        self.ring.bytes() + self.open_bytes + self.ready_bytes + self.lane_bytes
    }

    /// Whether more messages are wanted. They wait on the queue where not.
    pub fn has_room(&self) -> bool {
        self.held_bytes() < self.settings.memory_bytes
            // What is missing may be the next on the queue.
            || (self.ready.is_empty() && self.lanes.is_empty())
    }

    /// Whether everything that came is committed and purged.
    pub fn is_idle(&self) -> bool {
        self.later_epoch.is_none() && self.is_over()
    }

    /// The same of this epoch.
    fn is_over(&self) -> bool {
        self.is_done_so_far()
            && self.open.is_none()
            && self.ring.is_empty()
            && self.unpurged.is_empty()
    }

    /// No transaction is begun any more until [`Self::resume`]; those that are under way are ended.
    pub fn rest(&mut self) {
        self.rests = true;
    }

    /// Transactions are begun again.
    pub fn resume(&mut self) {
        self.rests = false;
    }

    /// Whether no agent has anything that is not committed.
    pub fn is_at_rest(&self) -> bool {
        self.rests && self.lanes.is_empty() && !self.is_amid
    }

    /// How long the message that is next has been missing.
    pub fn hole_ms(&self) -> Option<u64> {
        self.search.hole_ms(self.now_ms)
    }

    /// A message was browsed, as [`Message::unpack`] gives it: its transactions, or what it is. Only those with a sequence number; `token` names it on the
    /// queue.
    pub fn arrived(&mut self, messages: Vec<Message>, token: Token) {
        let (Some(first), Some(last)) = (messages.first(), messages.last()) else {
            return;
        };
        let key = first.header.key;
        if key.map == self.map && self.late.may_be(self.epoch, &last.header) {
            self.late.came(key);
            // In front of all that is to be deleted.
            self.unpurged.insert((0, token));
            return;
        }
        let last = last.header.key.sequence;
        if key.map != self.map || key.epoch < self.epoch {
            self.stop_for(Stop::Foreign {
                map: key.map,
                epoch: key.epoch,
                sequence: key.sequence,
            });
            return;
        }
        if key.epoch > self.epoch {
            let later = self.later_epoch.unwrap_or(key.epoch).min(key.epoch);
            if self.later_epoch.replace(later).is_none() {
                self.epoch_came_ms = self.now_ms;
            }
            return;
        }
        self.epoch_came_ms = self.now_ms;
        let is_fetched = self.search.came(key.sequence);
        self.unpurged.insert((last, token));
        // What is next, and what is searched, is taken whatever the memory: else nothing would go on.
        let fits = is_fetched
            || (key.sequence..=last).contains(&self.ring.next_sequence())
            || self.held_bytes() < self.settings.memory_bytes;
        let mut is_new = false;
        for message in messages {
            let sequence = message.header.key.sequence;
            is_new |= match fits {
                true => self.ring.insert(message),
                false => self.ring.has(sequence) || self.ring.insert_seen(sequence, key.sequence),
            };
        }
        if !is_new && !is_fetched {
            self.counts.twins += 1;
        }
    }

    /// Who browses has come to the end of the queue, and all that is before it has arrived.
    pub fn saw_all(&mut self) {
        self.is_all_seen |= self.later_epoch.is_some();
    }

    /// The message that was to be fetched is not there.
    pub fn absent(&mut self, sequence: u64) {
        self.search.absent(sequence);
        self.ring.forget(sequence);
    }

    /// An agent has executed its group.
    pub fn executed(&mut self, agent: usize) {
        if let Some(lane) = self.lane_of(agent, Stage::Executing) {
            lane.stage = Stage::Executed;
        }
    }

    /// An agent has committed its group.
    pub fn committed(&mut self, agent: usize) {
        if let Some(lane) = self.lane_of(agent, Stage::Committing) {
            lane.stage = Stage::Done;
        }
        if let Some(agent) = self.agents.get_mut(agent) {
            agent.commits = false;
        }
    }

    /// An agent has given up what it had executed, as it was told.
    pub fn rolled_back(&mut self, agent: usize) {
        if let Some(lane) = self.lane_of(agent, Stage::Executed) {
            lane.stage = Stage::Waiting;
            lane.retries += 1;
            // It was in the way of others.
            lane.after = None;
        }
        if let Some(agent) = self.agents.get_mut(agent) {
            agent.works = false;
            agent.rolls_back = false;
        }
    }

    /// What an agent was at failed, and is rolled back: the commit it was told of if it was not answered, else what it executes. What was sent behind it was not
    /// tried.
    pub fn failed(&mut self, agent: usize, refusal: Refusal) {
        let Some(state) = self.agents.get_mut(agent) else {
            return;
        };
        let commits = state.commits;
        *state = Agent {
            turn: state.turn + 1,
            ..Agent::default()
        };
        let is_his = |lane: &Lane| lane.agent == agent;
        if commits {
            // What was sent behind the commit has not failed itself.
            for lane in self.lanes.iter_mut().filter(|lane| is_his(lane)) {
                if matches!(lane.stage, Stage::Executing | Stage::Executed) {
                    lane.stage = Stage::Waiting;
                }
            }
        }
        let at = self.lanes.iter().position(|lane| {
            is_his(lane)
                && match commits {
                    true => lane.stage == Stage::Committing,
                    false => matches!(lane.stage, Stage::Executing | Stage::Executed),
                }
        });
        let Some(at) = at else { return };
        self.try_again(at, refusal);
    }

    /// The group at this place failed: it is tried again, parted, or with care, or not at all.
    fn try_again(&mut self, at: usize, refusal: Refusal) {
        let retries_max = self.settings.deadlock_retries;
        let Some(lane) = self.lanes.get_mut(at) else {
            return;
        };
        let group = Arc::clone(&lane.group);
        if !(group.begins && group.ends) {
            let sequence = group
                .transactions
                .first()
                .map_or(group.first, |it| it.begin);
            let is_careful = group.manner == Manner::Careful;
            self.stop_for(match is_careful && !refusal.passes {
                true => Stop::Refused {
                    sequence,
                    reason: refusal,
                },
                false => Stop::Again {
                    careful_from: sequence,
                    reason: refusal,
                },
            });
            return;
        }
        lane.stage = Stage::Waiting;
        if refusal.passes && lane.retries < retries_max {
            lane.retries += 1;
            lane.after = None;
            self.counts.deadlock_retries += 1;
            return;
        }
        if group.manner == Manner::Careful {
            self.stop_for(Stop::Refused {
                sequence: group.first,
                reason: refusal,
            });
            return;
        }
        self.counts.careful += 1;
        let alone = group.transactions.len() == 1;
        let manner = if alone { Manner::Careful } else { Manner::Fast };
        let after = lane.after.clone();
        self.lanes.remove(at);
        for (offset, transaction) in group.transactions.iter().enumerate() {
            let one = Group {
                first: transaction.first,
                last: transaction.last,
                transactions: vec![transaction.clone()],
                begins: true,
                ends: true,
                manner,
            };
            let lane = Lane {
                group: Arc::new(one),
                // Parts of a group may depend on each other: one after the other.
                after: if offset == 0 && !alone {
                    after.clone()
                } else {
                    None
                },
                stage: Stage::Waiting,
                agent: 0,
                since_ms: self.now_ms,
                retries: 0,
            };
            self.lanes.insert(at + offset, lane);
        }
    }

    /// An agent waits at the target for these others.
    pub fn blocked(&mut self, agent: usize, by: &[usize]) {
        let Some(front) = self.lanes.front() else {
            return;
        };
        if front.agent != agent || front.stage != Stage::Executing {
            return;
        }
        for other in by.iter().copied().filter(|other| *other != agent) {
            let lane = self.lanes.iter().skip(1).find(|lane| {
                lane.agent == other && matches!(lane.stage, Stage::Executing | Stage::Executed)
            });
            let Some(stage) = lane.map(|lane| lane.stage) else {
                continue;
            };
            let Some(state) = self.agents.get_mut(other) else {
                continue;
            };
            self.counts.deadlock_retries += 1;
            if stage == Stage::Executing {
                self.actions.push(Action::Cancel { agent: other });
            } else if !state.rolls_back {
                state.rolls_back = true;
                self.actions.push(Action::RollBack {
                    agent: other,
                    turn: state.turn,
                });
            }
        }
    }

    /// Everything up to and with this number is on the target's disk.
    pub fn flushed(&mut self, position: u64) {
        self.flushing = false;
        self.flushed = self.flushed.max(position.min(self.done));
    }

    /// A unit of work of a purge is over.
    pub fn purged(&mut self, messages: usize) {
        self.purging = self.purging.saturating_sub(1);
        self.counts.purged += messages as u64;
    }

    /// Time passes. Called after whatever else, too: it decides what is next.
    pub fn advance(&mut self, now_ms: u64) {
        self.now_ms = self.now_ms.max(now_ms);
        if self.stop.is_some() {
            return;
        }
        self.abandon_what_has_no_end();
        self.assemble();
        self.finish();
        self.commit();
        self.dispatch();
        self.look_for_blocked();
        self.flush();
        self.purge();
        // Deleted, too: to the next run what is left of this epoch is nothing that belongs there.
        if let Some(epoch) = self.later_epoch
            && self.is_over()
            && self.is_all_seen
            && self.waited_ms() >= OTHER_PATHS_MS
            && self.is_next_absent()
        {
            self.stop_for(Stop::NextEpoch(epoch));
        }
    }

    fn stop_for(&mut self, stop: Stop) {
        self.stop.get_or_insert(stop);
    }

    fn lane_of(&mut self, agent: usize, stage: Stage) -> Option<&mut Lane> {
        self.lanes
            .iter_mut()
            .find(|lane| lane.agent == agent && lane.stage == stage)
    }

    /// Takes what is next from the ring and makes transactions of it.
    fn assemble(&mut self) {
        while self.stop.is_none() {
            // What is in memory is worked off first. What is missing is looked for meanwhile.
            if self.ready_bytes > self.settings.memory_bytes / 2 && !self.ring.lacks_next() {
                self.search.fill();
                return;
            }
            match self.ring.take() {
                Next::Message(message) => {
                    self.search.fill();
                    self.take(*message);
                }
                Next::OnQueue(sequence) => {
                    if self.search.begin(sequence) {
                        self.counts.fetched += 1;
                        self.actions.push(Action::Fetch(sequence));
                    }
                    return;
                }
                Next::Hole(sequence) => {
                    self.miss(sequence);
                    return;
                }
                Next::Nothing => {
                    self.search.fill();
                    return;
                }
            }
        }
    }

    /// Since something of this epoch has come.
    fn waited_ms(&self) -> u64 {
        self.now_ms.saturating_sub(self.epoch_came_ms)
    }

    /// A transaction of an epoch that is over, because capture was started cold amid it, has no end. One of its messages that is still on its way is waited for as any other.
    fn abandon_what_has_no_end(&mut self) {
        let is_over =
            self.later_epoch.is_some() && self.waited_ms() >= self.settings.gap_timeout_ms;
        if !is_over || self.open.is_none() || !self.ring.is_empty() {
            return;
        }
        let Some(taken) = self.taken else { return };
        let sequence = self.ring.next_sequence();
        if !self.is_next_absent() {
            return;
        }
        self.given_up = Some(taken);
        // As capture says it where it gives up by itself.
        let header = Header {
            kind: Kind::Abandon,
            is_first: false,
            is_last: false,
            has_whole_old_rows: false,
            key: Key {
                sequence,
                ..taken.key
            },
            operations: 0,
            ..taken
        };
        let body = Bytes::new();
        self.ring.insert(Message { header, body });
    }

    /// Whether the next message of this epoch, for which nobody waits any longer, is not on the queue: it is looked for. Nobody may have come to it: much is in front of it, there was no
    /// room for it, or apply was not at work itself.
    fn is_next_absent(&mut self) -> bool {
        let sequence = self.ring.next_sequence();
        if self.search.is_absent(sequence) {
            return true;
        }
        if self.search.begin_behind(sequence) {
            self.counts.searches += 1;
            self.actions.push(Action::Fetch(sequence));
        }
        false
    }

    fn miss(&mut self, sequence: u64) {
        if self.search.miss(self.now_ms) >= self.settings.gap_timeout_ms {
            let to = self.ring.seen().map_or(sequence, |(first, _)| first);
            if self.is_done_so_far() {
                self.stop_for(Stop::Gap {
                    from: sequence,
                    to,
                    at_start: self.done == self.began_at,
                });
                return;
            }
            // What came before it is applied to its end, however long that takes: who goes on with another epoch leaves nothing of that behind. The message may come meanwhile.
            let is_applied = self.lanes.is_empty() && self.ready.is_empty();
            if !is_applied {
                self.search.overdue(sequence, to);
            }
        }
        if self.search.begin_in_hole(sequence, self.now_ms) {
            self.counts.searches += 1;
            self.actions.push(Action::Fetch(sequence));
        }
    }

    /// Whether all that could be applied is committed, on disk, and deleted. A transaction that is open has its end still to come.
    fn is_done_so_far(&self) -> bool {
        let done = (0, Token::default())..=(self.done, [u8::MAX; 16]);
        self.lanes.is_empty()
            && self.ready.is_empty()
            && self.unpurged.range(done).next().is_none()
            && self.purging == 0
    }

    fn take(&mut self, message: Message) {
        let header = message.header;
        self.taken = Some(header);
        let sequence = header.key.sequence;
        let is_open = self.open.is_some();
        let fits = match header.kind {
            Kind::Transaction => is_open != header.is_first,
            // Of the transaction it is amid, or none.
            Kind::Schema | Kind::Abandon => true,
            _ => !is_open,
        };
        if !fits {
            self.stop_for(Stop::OutOfPlace { sequence });
            return;
        }
        let ends = match header.kind {
            Kind::Transaction => header.is_last,
            Kind::Abandon => true,
            _ => !is_open,
        };
        let is_long = self.open_is_long;
        let open = self
            .open
            .get_or_insert_with(|| Transaction::from(sequence, sequence));
        if header.kind == Kind::Abandon && !is_long {
            // What came of it is nothing.
            open.messages.clear();
            self.open_bytes = 0;
        }
        open.last = sequence;
        open.ends = ends;
        self.open_bytes += size_of(&message);
        open.messages.push(message);
        if ends {
            self.open_is_long = false;
        } else if is_long || self.open_bytes > self.settings.memory_bytes / 4 {
            self.counts.long += u64::from(!is_long);
            self.open_is_long = true;
        } else {
            return;
        }
        let Some(taken) = self.open.take() else {
            return;
        };
        if !ends {
            // It goes on with its parts: what comes next is gathered again.
            self.open = Some(Transaction::from(sequence.saturating_add(1), taken.begin));
        }
        self.ready_bytes += self.open_bytes;
        self.open_bytes = 0;
        self.ready.push_back(taken);
    }

    /// Groups that are committed leave, in order.
    fn finish(&mut self) {
        while let Some(lane) = self.lanes.front() {
            let is_part = !lane.group.ends;
            match lane.stage {
                Stage::Done => {}
                // The next part follows in the same transaction.
                Stage::Executed if is_part => {}
                _ => break,
            }
            let Some(lane) = self.lanes.pop_front() else {
                break;
            };
            let held: usize = lane.group.transactions.iter().map(Transaction::bytes).sum();
            self.lane_bytes = self.lane_bytes.saturating_sub(held);
            self.is_amid = is_part;
            if is_part {
                continue;
            }
            self.done = lane.group.last;
            self.counts.transactions += lane.group.transactions.len() as u64;
            self.step_over_done();
        }
        for agent in 0..self.agents.len() {
            let works = self.lanes.iter().any(|lane| {
                lane.agent == agent && matches!(lane.stage, Stage::Executing | Stage::Executed)
            });
            self.agents[agent].works = works;
        }
        if self.settings.order == CommitOrder::Relaxed {
            self.flushed = self.flushed.max(self.done);
        }
    }

    fn step_over_done(&mut self) {
        while self.done_above.remove(&self.done.saturating_add(1)) {
            self.done += 1;
        }
    }

    fn commit(&mut self) {
        let is_ordered =
            !self.mutant.commits_as_executed && self.settings.order == CommitOrder::Ordered;
        let mut may = true;
        for lane in &mut self.lanes {
            if lane.stage == Stage::Executed && lane.group.ends && may {
                let agent = &mut self.agents[lane.agent];
                if !agent.rolls_back && !agent.commits {
                    agent.commits = true;
                    agent.works = false;
                    lane.stage = Stage::Committing;
                    self.actions.push(Action::Commit {
                        agent: lane.agent,
                        turn: agent.turn,
                    });
                }
            }
            // With an order the next may go when this one is answered.
            may &= !is_ordered || lane.stage == Stage::Done;
        }
    }

    fn dispatch(&mut self) {
        loop {
            while self.wants_group() && self.form() {}
            let Some((at, agent)) = self.next_to_go() else {
                return;
            };
            let (Some(lane), Some(state)) = (self.lanes.get_mut(at), self.agents.get_mut(agent))
            else {
                return;
            };
            lane.stage = Stage::Executing;
            lane.agent = agent;
            lane.since_ms = self.now_ms;
            state.works = true;
            if !lane.group.ends {
                self.long_agent = agent;
            }
            self.actions.push(Action::Execute {
                agent,
                turn: state.turn,
                group: Arc::clone(&lane.group),
            });
        }
    }

    /// Whether an agent has nothing to do that another group could give it.
    fn wants_group(&self) -> bool {
        let waiting = self.lanes.iter();
        let waiting = waiting.filter(|lane| lane.stage == Stage::Waiting).count();
        let free = self.agents.iter().filter(|agent| !agent.works).count();
        let next = self.ready.front();
        // Who rests ends what was begun.
        next.is_some_and(|next| !self.rests || next.first != next.begin) && waiting < free
    }

    /// Makes a group of what is ready.
    fn form(&mut self) -> bool {
        let Some(first) = self.ready.pop_front() else {
            return false;
        };
        let size = first.bytes();
        self.ready_bytes = self.ready_bytes.saturating_sub(size);
        let (begins, ends) = (first.first == first.begin, first.ends);
        let is_careful = self.settings.careful_from == Some(first.begin);
        let is_alone = first.is_part() || is_careful || !first.is_rows();
        let (mut bytes, mut last) = (size, first.last);
        let reach = match is_alone {
            // It is shown all the same, for what it says of tables.
            true => {
                let _ = self.footprints.of(&first);
                Reach::Everything
            }
            false => self.footprints.of(&first),
        };
        let mut after = self.users.enter(last, &reach, self.done);
        let mut transactions = vec![first];
        while !is_alone
            && after.is_some()
            && transactions.len() < self.settings.group_transactions
            && bytes < self.settings.group_bytes
            && self
                .ready
                .front()
                .is_some_and(|next| next.is_rows() && !next.is_part())
        {
            let Some(transaction) = self.ready.pop_front() else {
                break;
            };
            let reach = self.footprints.of(&transaction);
            let size = transaction.bytes();
            self.ready_bytes = self.ready_bytes.saturating_sub(size);
            bytes += size;
            last = transaction.last;
            match (self.users.enter(last, &reach, self.done), &mut after) {
                (Some(more), Some(after)) => after.extend(more),
                _ => after = None,
            }
            transactions.push(transaction);
        }
        let first = transactions.first().map_or(last, |it| it.first);
        if let Some(after) = &mut after {
            // Not those that are in this group.
            after.retain(|sequence| *sequence < first);
            self.counts.dependencies += u64::from(!after.is_empty());
        }
        self.lane_bytes += bytes;
        let manner = if is_careful {
            Manner::Careful
        } else {
            Manner::Fast
        };
        let group = Group {
            first,
            last,
            transactions,
            begins,
            ends,
            manner,
        };
        self.lanes.push_back(Lane {
            group: Arc::new(group),
            after,
            stage: Stage::Waiting,
            agent: 0,
            since_ms: self.now_ms,
            retries: 0,
        });
        true
    }

    /// A group that may be executed, and by whom.
    fn next_to_go(&self) -> Option<(usize, usize)> {
        for (at, lane) in self.lanes.iter().enumerate() {
            if lane.stage != Stage::Waiting {
                continue;
            }
            if !lane.group.begins {
                // In the open transaction, behind the part before.
                let agent = self.agents.get(self.long_agent)?;
                if at == 0 && !agent.works && !agent.rolls_back {
                    return Some((at, self.long_agent));
                }
                return None;
            }
            let idle = |agent: &&Agent| !agent.commits && !agent.works && !agent.rolls_back;
            if self.may_go(at, None)
                && let Some(agent) = self.agents.iter().position(|it| idle(&it))
            {
                return Some((at, agent));
            }
            let behind = (0..self.agents.len()).find(|agent| {
                let state = &self.agents[*agent];
                state.commits && !state.works && !state.rolls_back && self.may_go(at, Some(*agent))
            });
            if let Some(agent) = behind {
                return Some((at, agent));
            }
            // Nothing passes what has to be alone.
            lane.after.as_ref()?;
        }
        None
    }

    /// Whether everything a group waits for is done, or is being committed by that agent.
    fn may_go(&self, at: usize, behind: Option<usize>) -> bool {
        let is_over = |lane: &Lane| {
            lane.stage == Stage::Done
                || (lane.stage == Stage::Committing && behind == Some(lane.agent))
        };
        let Some(lane) = self.lanes.get(at) else {
            return false;
        };
        let mut before = self.lanes.iter().take(at);
        match &lane.after {
            None => before.all(is_over),
            Some(after) => before.all(|other| {
                let range = other.group.first..=other.group.last;
                is_over(other) || !after.iter().any(|sequence| range.contains(sequence))
            }),
        }
    }

    fn look_for_blocked(&mut self) {
        let is_ordered = self.settings.order == CommitOrder::Ordered;
        if self.agents.len() < 2 || !is_ordered {
            return;
        }
        let Some(front) = self.lanes.front() else {
            return;
        };
        let ran_ms = self.now_ms.saturating_sub(front.since_ms);
        if front.stage != Stage::Executing || ran_ms < BLOCKED_MS {
            return;
        }
        let agent = front.agent;
        let state = &mut self.agents[agent];
        if self.now_ms.saturating_sub(state.asked_ms) >= BLOCKED_MS {
            state.asked_ms = self.now_ms;
            self.actions.push(Action::AskBlocked { agent });
        }
    }

    fn flush(&mut self) {
        if self.settings.order == CommitOrder::Relaxed {
            return;
        }
        if self.mutant.purges_before_flush {
            self.flushed = self.done;
        }
        let is_due = self.now_ms.saturating_sub(self.flush_ms) >= self.settings.flush_interval_ms;
        if !self.flushing && self.done > self.flushed && is_due {
            self.flushing = true;
            self.flush_ms = self.now_ms;
            self.actions.push(Action::Flush);
        }
    }

    fn purge(&mut self) {
        while self.purging < PURGES_MAX {
            let flushed = self.flushed;
            let due = self.unpurged.iter().take_while(|(it, _)| *it <= flushed);
            let batch: Vec<(u64, Token)> = due.take(self.settings.purge_batch).copied().collect();
            let Some((last, _)) = batch.last() else {
                return;
            };
            // A few messages alone are not worth a forced log.
            let waited_ms = self.now_ms.saturating_sub(self.purge_ms);
            let is_full = batch.len() == self.settings.purge_batch;
            if !is_full && waited_ms < self.settings.flush_interval_ms {
                return;
            }
            self.purge_ms = self.now_ms;
            if self.settings.order == CommitOrder::Relaxed {
                self.actions.push(Action::Forget(*last));
            }
            for entry in &batch {
                self.unpurged.remove(entry);
            }
            self.purging += 1;
            self.actions.push(Action::Purge(batch));
        }
    }
}

#[cfg(test)]
#[path = "model_tests.rs"]
mod model_tests;
