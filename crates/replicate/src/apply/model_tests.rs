//! The engine against a model of queue and target that crash at every step.
//!
//! The target appends to each row who changed it, so that a transaction that is done twice, left out or done out of turn shows. Its commits are
//! forced late, and a crash of it loses those that are not. A crash of apply leaves sessions at the target, which go on with what they
//! were sent.

use super::super::footprint::{Footprints, OneAfterTheOther, Reach};
use super::super::ring::MESSAGE_BYTES;
use super::super::search::SEARCH_INTERVAL_MS;
use super::*;
use crate::message::{Header, Key, Message};
use std::collections::BTreeMap;

/// Numbers that are the same for the same seed.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % sides
    }

    fn one_in(&mut self, sides: u64) -> bool {
        self.roll(sides) == 0
    }
}

/// Keys of the rows a message changes; what fails in a hurry has 255 among them, which stands for nothing else.
fn keys_of(message: &Message) -> Vec<u8> {
    message.body.to_vec()
}

const CONFLICT: u8 = 255;
/// Rows from here on are not told to the engine: as what a trigger changes.
const HIDDEN: u8 = 200;

#[derive(Debug)]
struct ByKeys {
    hides: bool,
}

impl Footprints for ByKeys {
    fn of(&mut self, transaction: &Transaction) -> Reach {
        let keys = transaction.messages.iter().flat_map(keys_of);
        let seen = keys.filter(|key| *key != CONFLICT && !(self.hides && *key >= HIDDEN));
        Reach::Some(seen.map(u64::from).collect())
    }
}

#[derive(Clone, Default)]
struct Session {
    /// Transactions and rows of the open transaction.
    rows: Vec<(u64, u8)>,
    is_open: bool,
    is_careful: bool,
    position: Vec<u64>,
    turn: u64,
    sent: VecDeque<Action>,
}

#[derive(Clone)]
struct Commit {
    rows: Vec<(u64, u8)>,
    /// Ordered: one number. Relaxed: all messages.
    position: Vec<u64>,
}

enum Event {
    Executed(usize),
    Committed(usize),
    RolledBack(usize),
    Failed(usize, Refusal),
    Blocked(usize, Vec<usize>),
    Flushed(u64),
    Purged(usize),
}

struct World {
    dice: Dice,
    settings: Settings,
    hides: bool,
    mutant: Mutant,
    /// What the channels bring yet, in the order of arrival.
    coming: VecDeque<Vec<Message>>,
    queue: Vec<(Token, Vec<Message>)>,
    browsed: usize,
    next_token: u64,
    wal: Vec<Commit>,
    forced: usize,
    sessions: Vec<Session>,
    events: VecDeque<Event>,
    flush: bool,
    purge: Option<Vec<(u64, Token)>>,
    fetch: Option<u64>,
    now_ms: u64,
    crashes: u32,
}

fn message(kind: Kind, sequence: u64, chunk: u32, is_last: bool, body: Vec<u8>) -> Message {
    let is_part = kind == Kind::Transaction;
    let header = Header {
        kind,
        is_first: is_part && chunk == 0,
        is_last: is_part && is_last,
        has_whole_old_rows: false,
        key: Key {
            map: 1,
            epoch: 1,
            sequence,
        },
        schema_version: 0,
        commit_lsn: 0,
        end_lsn: 0,
        commit_time_us: 0,
        xid: 0,
        chunk,
        operations: 0,
    };
    Message {
        header,
        body: body.into(),
    }
}

/// A stream, and what each row looks like when it was applied serially. A transaction is called by its first message.
fn stream(dice: &mut Dice, transactions: u64) -> (Vec<Message>, BTreeMap<u8, Vec<u64>>) {
    let mut messages = Vec::new();
    let mut rows: BTreeMap<u8, Vec<u64>> = BTreeMap::new();
    let keys = 1 + dice.roll(12);
    for _ in 0..transactions {
        let first = messages.len() as u64 + 1;
        if dice.one_in(12) {
            messages.push(message(Kind::Schema, first, 0, false, vec![]));
            continue;
        }
        let parts = match dice.roll(8) {
            0 => 2 + dice.roll(12),
            _ => 1,
        };
        let is_given_up = parts > 1 && dice.one_in(6);
        let mut done = Vec::new();
        for part in 0..parts {
            if part > 0 && dice.one_in(8) {
                let sequence = messages.len() as u64 + 1;
                messages.push(message(Kind::Schema, sequence, 0, false, vec![]));
            }
            let mut body: Vec<u8> = Vec::new();
            for _ in 0..1 + dice.roll(3) {
                body.push(match dice.one_in(10) {
                    true => HIDDEN + dice.roll(3) as u8,
                    false => dice.roll(keys) as u8,
                });
            }
            if dice.one_in(25) {
                body.push(CONFLICT);
            }
            done.extend(body.iter().copied().filter(|key| *key != CONFLICT));
            let is_last = part + 1 == parts && !is_given_up;
            let sequence = messages.len() as u64 + 1;
            messages.push(message(
                Kind::Transaction,
                sequence,
                part as u32,
                is_last,
                body,
            ));
        }
        if is_given_up {
            let sequence = messages.len() as u64 + 1;
            messages.push(message(Kind::Abandon, sequence, 0, false, vec![]));
            continue;
        }
        for key in done {
            rows.entry(key).or_default().push(first);
        }
    }
    (messages, rows)
}

/// Some of the short transactions that follow each other are in one message.
fn packed(messages: Vec<Message>, dice: &mut Dice) -> Vec<Vec<Message>> {
    let most = 1 + dice.roll(4) as usize;
    let is_short = |message: &Message| message.header.is_first && message.header.is_last;
    let mut packed: Vec<Vec<Message>> = Vec::new();
    for message in messages {
        let fits = |last: &Vec<Message>| {
            is_short(&message) && last.len() < most && last.iter().all(is_short)
        };
        match packed.last_mut() {
            Some(last) if fits(last) => last.push(message),
            _ => packed.push(vec![message]),
        }
    }
    packed
}

impl World {
    fn new(seed: u64, mutant: Mutant) -> (Self, BTreeMap<u8, Vec<u64>>) {
        let mut dice = Dice(seed);
        let order = match dice.one_in(3) {
            true => CommitOrder::Relaxed,
            false => CommitOrder::Ordered,
        };
        let transactions = 10 + dice.roll(60);
        let (messages, rows) = stream(&mut dice, transactions);
        let mut messages = packed(messages, &mut dice);
        // Paths of different speed, and twins.
        let window = 1 + dice.roll(6) as usize;
        for at in 0..messages.len() {
            let other = (at + dice.roll(window as u64) as usize).min(messages.len() - 1);
            messages.swap(at, other);
            if dice.one_in(15) {
                let twin = messages[at].clone();
                let place = dice.roll(messages.len() as u64) as usize;
                messages.insert(place, twin);
            }
        }
        let settings = Settings {
            order,
            agents: 1 + dice.roll(4) as usize,
            group_transactions: 1 + dice.roll(8) as usize,
            memory_bytes: [1200, 4000, 1 << 20][dice.roll(3) as usize],
            gap_timeout_ms: 1_000_000,
            deadlock_retries: 1000,
            purge_batch: 1 + dice.roll(10) as usize,
            flush_interval_ms: dice.roll(50),
            ..Settings::default()
        };
        let hides = order == CommitOrder::Ordered && dice.one_in(2);
        let world = Self {
            dice,
            settings,
            hides,
            mutant,
            coming: messages.into(),
            queue: Vec::new(),
            browsed: 0,
            next_token: 1,
            wal: Vec::new(),
            forced: 0,
            sessions: Vec::new(),
            events: VecDeque::new(),
            flush: false,
            purge: None,
            fetch: None,
            now_ms: 0,
            crashes: 0,
        };
        (world, rows)
    }

    /// A new run of apply: all sessions of the one before are over, and what the target says is read.
    fn begin(&mut self, careful_from: Option<u64>) -> Engine<ByKeys> {
        let settings = Settings {
            careful_from,
            ..self.settings.clone()
        };
        self.sessions = vec![Session::default(); settings.agents];
        self.events.clear();
        (self.flush, self.purge, self.fetch) = (false, None, None);
        self.browsed = 0;
        let all = self.wal.iter().flat_map(|commit| &commit.position);
        let mut done: Vec<u64> = all.copied().collect();
        done.sort_unstable();
        let position = match settings.order {
            CommitOrder::Ordered => done.last().copied().unwrap_or(0),
            CommitOrder::Relaxed => {
                let mut position = 0;
                for sequence in &done {
                    position = if *sequence == position + 1 {
                        *sequence
                    } else {
                        position
                    };
                }
                position
            }
        };
        let footprints = ByKeys { hides: self.hides };
        let mut engine = Engine::new(settings, 1, 1, position, footprints);
        if self.settings.order == CommitOrder::Relaxed {
            engine.set_done(done);
        }
        engine.set_mutant(self.mutant);
        engine
    }

    /// Rows somebody else's open transaction has changed.
    fn blockers(&self, agent: usize, group: &Group) -> Vec<usize> {
        let keys: Vec<u8> = group
            .transactions
            .iter()
            .flat_map(|it| it.messages.iter().flat_map(keys_of))
            .collect();
        let others = self.sessions.iter().enumerate();
        others
            .filter(|(other, session)| {
                let has = |(_, key): &(u64, u8)| *key != CONFLICT && keys.contains(key);
                *other != agent && session.rows.iter().any(has)
            })
            .map(|(other, _)| other)
            .collect()
    }

    /// A session does the next thing it was sent. `false` if it waits.
    fn work(&mut self, agent: usize) -> bool {
        let Some(action) = self.sessions[agent].sent.front().cloned() else {
            return false;
        };
        let turn = self.sessions[agent].turn;
        match action {
            Action::Execute {
                turn: of, group, ..
            } if of == turn => {
                if !self.blockers(agent, &group).is_empty() {
                    return false;
                }
                self.sessions[agent].sent.pop_front();
                self.execute(agent, &group);
            }
            Action::Commit { turn: of, .. } if of == turn => {
                self.sessions[agent].sent.pop_front();
                let session = &mut self.sessions[agent];
                assert!(session.is_open, "nothing to commit");
                session.is_open = false;
                let is_careful = session.is_careful;
                let commit = Commit {
                    rows: std::mem::take(&mut session.rows),
                    position: std::mem::take(&mut session.position),
                };
                if !is_careful && self.dice.one_in(40) {
                    // A constraint that is checked at the end.
                    self.fail(agent, false, "deferred");
                    return true;
                }
                self.wal.push(commit);
                if self.settings.order == CommitOrder::Relaxed {
                    self.forced = self.wal.len();
                }
                self.events.push_back(Event::Committed(agent));
            }
            Action::RollBack { turn: of, .. } if of == turn => {
                let session = &mut self.sessions[agent];
                session.sent.pop_front();
                session.rows.clear();
                session.is_open = false;
                self.events.push_back(Event::RolledBack(agent));
            }
            _ => drop(self.sessions[agent].sent.pop_front()),
        }
        true
    }

    fn execute(&mut self, agent: usize, group: &Group) {
        let is_careful = group.manner == Manner::Careful;
        let has_conflict = group
            .transactions
            .iter()
            .any(|it| it.messages.iter().any(|it| keys_of(it).contains(&CONFLICT)));
        if has_conflict && !is_careful {
            return self.fail(agent, false, "conflict");
        }
        if self.dice.one_in(30) {
            return self.fail(agent, true, "deadlock");
        }
        let order = self.settings.order;
        let session = &mut self.sessions[agent];
        assert_eq!(
            session.is_open, !group.begins,
            "begin within a transaction, or none"
        );
        session.is_open = true;
        session.is_careful = is_careful;
        if group.begins {
            session.position.clear();
        }
        for transaction in &group.transactions {
            for message in &transaction.messages {
                if message.header.kind == Kind::Abandon {
                    session.rows.clear();
                }
                let keys = keys_of(message).into_iter().filter(|key| *key != CONFLICT);
                session
                    .rows
                    .extend(keys.map(|key| (transaction.begin, key)));
            }
        }
        match order {
            CommitOrder::Ordered => session.position = vec![group.last],
            CommitOrder::Relaxed => session.position.extend(group.first..=group.last),
        }
        self.events.push_back(Event::Executed(agent));
    }

    fn fail(&mut self, agent: usize, passes: bool, text: &str) {
        let session = &mut self.sessions[agent];
        session.rows.clear();
        session.is_open = false;
        session.turn += 1;
        let refusal = Refusal {
            passes,
            ends_program: false,
            text: text.to_owned(),
        };
        self.events.push_back(Event::Failed(agent, refusal));
    }

    fn take(&mut self, action: Action) {
        match action {
            Action::Execute { agent, .. }
            | Action::Commit { agent, .. }
            | Action::RollBack { agent, .. } => self.sessions[agent].sent.push_back(action),
            Action::Cancel { agent } => {
                // It comes to a statement that waits; what is done already is not cancelled.
                if self.sessions[agent].sent.front().is_some() {
                    let of = self.sessions[agent].turn;
                    if let Some(Action::Execute { turn, .. }) = self.sessions[agent].sent.front()
                        && *turn == of
                    {
                        self.sessions[agent].sent.pop_front();
                        self.fail(agent, true, "cancelled");
                    }
                }
            }
            Action::AskBlocked { agent } => {
                let by = match self.sessions[agent].sent.front().cloned() {
                    Some(Action::Execute { group, .. }) => self.blockers(agent, &group),
                    _ => Vec::new(),
                };
                self.events.push_back(Event::Blocked(agent, by));
            }
            Action::Flush => self.flush = true,
            Action::Purge(batch) => self.purge = Some(batch),
            Action::Fetch(sequence) => self.fetch = Some(sequence),
            // What is done is read from the model's log.
            Action::Forget(_) => {}
        }
    }

    fn do_purge(&mut self) {
        if let Some(batch) = self.purge.take() {
            for (sequence, token) in &batch {
                let at = self.queue.iter().position(|(it, _)| it == token);
                // What was browsed again while it was being purged is gone: 2033 is no error.
                let Some(at) = at else { continue };
                let last = self.queue[at].1.last().map(|it| it.header.key.sequence);
                assert_eq!(last, Some(*sequence));
                self.queue.remove(at);
                self.browsed -= usize::from(at < self.browsed);
            }
            self.events.push_back(Event::Purged(batch.len()));
        }
    }

    fn do_flush(&mut self) {
        if std::mem::take(&mut self.flush) {
            self.forced = self.wal.len();
            let max = self.wal.iter().flat_map(|it| &it.position).max();
            self.events
                .push_back(Event::Flushed(max.copied().unwrap_or(0)));
        }
    }

    /// Apply is gone. Its sessions do some of what they were sent; the target may fail, too.
    fn crash(&mut self) {
        self.crashes += 1;
        for agent in 0..self.sessions.len() {
            while self.dice.one_in(2) && self.work(agent) {}
        }
        if self.dice.one_in(2) {
            self.do_purge();
        }
        if self.dice.one_in(2) {
            let lost = self.dice.roll((self.wal.len() - self.forced) as u64 + 1);
            self.wal.truncate(self.wal.len() - lost as usize);
        }
        // What is read as the position is forced with the first force.
    }

    fn step(&mut self, engine: &mut Engine<ByKeys>) {
        match self.dice.roll(8) {
            0 => {
                if let Some(message) = self.coming.pop_front() {
                    let mut token = [0; 16];
                    token[..8].copy_from_slice(&self.next_token.to_be_bytes());
                    self.next_token += 1;
                    self.queue.push((token, message));
                }
            }
            1 if engine.has_room() => {
                if let Some((token, message)) = self.queue.get(self.browsed).cloned() {
                    self.browsed += 1;
                    engine.arrived(message, token);
                }
            }
            2 | 3 => {
                let agent = self.dice.roll(self.sessions.len() as u64) as usize;
                self.work(agent);
            }
            4 => {
                if let Some(event) = self.events.pop_front() {
                    self.tell(engine, event);
                }
            }
            5 => match self.dice.roll(3) {
                0 => self.do_flush(),
                1 => self.do_purge(),
                _ => {
                    if let Some(sequence) = self.fetch.take() {
                        let found = self.queue.iter();
                        let mut found = found.filter(|it| it.1[0].header.key.sequence == sequence);
                        match found.next().cloned() {
                            Some((token, message)) => engine.arrived(message, token),
                            None => engine.absent(sequence),
                        }
                    }
                }
            },
            _ => self.now_ms += self.dice.roll(30),
        }
        engine.advance(self.now_ms);
        for action in engine.actions() {
            self.take(action);
        }
    }

    fn tell(&mut self, engine: &mut Engine<ByKeys>, event: Event) {
        match event {
            Event::Executed(agent) => engine.executed(agent),
            Event::Committed(agent) => engine.committed(agent),
            Event::RolledBack(agent) => engine.rolled_back(agent),
            Event::Failed(agent, refusal) => engine.failed(agent, refusal),
            Event::Blocked(agent, by) => engine.blocked(agent, &by),
            Event::Flushed(position) => engine.flushed(position),
            Event::Purged(messages) => engine.purged(messages),
        }
    }

    fn rows(&self) -> BTreeMap<u8, Vec<u64>> {
        let mut rows: BTreeMap<u8, Vec<u64>> = BTreeMap::new();
        for (transaction, key) in self.wal.iter().flat_map(|commit| &commit.rows) {
            rows.entry(*key).or_default().push(*transaction);
        }
        rows
    }

    /// In order: what is committed is the beginning of the stream, at any moment.
    fn judge_order(&self) -> Result<(), String> {
        if self.settings.order == CommitOrder::Relaxed {
            return Ok(());
        }
        let mut before = 0;
        for commit in &self.wal {
            let position = commit.position[0];
            let is_in_turn = commit
                .rows
                .iter()
                .all(|(it, _)| *it > before && *it <= position);
            if position <= before || !is_in_turn {
                return Err(format!(
                    "position {position} after {before}: {:?}",
                    commit.rows
                ));
            }
            before = position;
        }
        Ok(())
    }
}

/// Runs a stream to its end, with crashes. What went wrong, or how many crashes there were.
fn run(seed: u64, mutant: Mutant) -> Result<u32, String> {
    let (mut world, expected) = World::new(seed, mutant);
    let crashes_in = 20 + world.dice.roll(400);
    let mut engine = world.begin(None);
    let mut quiet = 0;
    for step in 0..400_000u32 {
        world.step(&mut engine);
        // After a while everything is let come to its end.
        if step < 60_000 && world.dice.one_in(crashes_in) {
            world.crash();
            engine = world.begin(None);
        }
        match engine.stop() {
            None => {}
            Some(Stop::Again { careful_from, .. }) => {
                let careful = Some(*careful_from);
                world.crash();
                engine = world.begin(careful);
            }
            Some(stop) => return Err(format!("stopped: {stop:?}")),
        }
        let is_over = world.coming.is_empty() && world.queue.is_empty() && engine.is_idle();
        quiet = if is_over { quiet + 1 } else { 0 };
        if quiet > 50 {
            world.judge_order()?;
            return match world.rows() == expected {
                true => Ok(world.crashes),
                false => Err(format!("rows: {:?}, not {expected:?}", world.rows())),
            };
        }
    }
    Err(format!(
        "it does not come to an end: {} on the queue, at {} of {:?}, {engine:?}",
        world.queue.len(),
        engine.position(),
        world.settings
    ))
}

#[test]
fn whatever_crashes_the_target_is_as_after_serial_application() {
    let mut crashes = 0;
    for seed in 0..800 {
        match run(seed, Mutant::default()) {
            Ok(more) => crashes += more,
            Err(problem) => panic!("seed {seed}: {problem}"),
        }
    }
    assert!(crashes > 500, "{crashes}");
}

fn is_caught(mutant: Mutant) -> bool {
    (0..300).any(|seed| std::panic::catch_unwind(|| run(seed, mutant).is_err()).unwrap_or(true))
}

#[test]
fn purges_before_the_force_are_caught() {
    assert!(is_caught(Mutant {
        purges_before_flush: true,
        ..Mutant::default()
    }));
}

#[test]
fn commits_out_of_order_with_an_origin_are_caught() {
    assert!(is_caught(Mutant {
        commits_as_executed: true,
        ..Mutant::default()
    }));
}

/// Goal: a transaction of an epoch that is over is given up only if its next message is not on the queue. Method: the epoch that follows has come, and the time is over; the message is found once, and
/// once it is not.
#[test]
fn an_end_that_is_on_the_queue_is_not_given_up() {
    for is_found in [true, false] {
        let settings = Settings {
            gap_timeout_ms: 500,
            ..Settings::default()
        };
        let mut engine = Engine::new(settings, 1, 1, 0, OneAfterTheOther);
        let mut later = message(Kind::Transaction, 1, 0, true, vec![1]);
        later.header.key.epoch = 2;
        let first = message(Kind::Transaction, 1, 0, false, vec![1]);
        engine.arrived(vec![first], [1; 16]);
        engine.arrived(vec![later], [2; 16]);
        let asked = |engine: &mut Engine<OneAfterTheOther>, now_ms| {
            engine.advance(now_ms);
            let actions = engine.actions();
            let fetches = actions.iter().any(|it| matches!(it, Action::Fetch(2)));
            let executes = actions
                .iter()
                .any(|it| matches!(it, Action::Execute { .. }));
            (fetches, executes)
        };
        assert_eq!(asked(&mut engine, 499), (false, false));
        assert_eq!(asked(&mut engine, 501), (true, false));
        // Once.
        assert_eq!(asked(&mut engine, 2_000), (false, false));
        match is_found {
            true => {
                let end = message(Kind::Transaction, 2, 1, true, vec![1]);
                engine.arrived(vec![end], [3; 16]);
            }
            false => engine.absent(2),
        }
        assert_eq!(asked(&mut engine, 2_001), (false, true));
        assert_eq!(engine.given_up().is_none(), is_found);
    }
}

/// An engine with nothing to wait for but its epoch, and what it does until then.
struct Ending {
    engine: Engine<OneAfterTheOther>,
    executed: Vec<u64>,
    fetched: Vec<u64>,
}

impl Ending {
    /// It has message 1 of epoch 1, and one of epoch 2, at 0 ms.
    fn new() -> Self {
        let settings = Settings {
            gap_timeout_ms: 60_000,
            ..Settings::default()
        };
        let mut ending = Self {
            engine: Engine::new(settings, 1, 1, 0, OneAfterTheOther),
            executed: Vec::new(),
            fetched: Vec::new(),
        };
        ending.come(1);
        ending.later(2);
        ending
    }

    fn come(&mut self, sequence: u64) {
        let message = message(Kind::Transaction, sequence, 0, true, vec![1]);
        let token = u8::try_from(sequence).expect("few");
        self.engine.arrived(vec![message], [token; 16]);
    }

    fn later(&mut self, epoch: u64) {
        let mut later = message(Kind::Transaction, 1, 0, true, vec![1]);
        later.header.key.epoch = epoch;
        self.engine.arrived(vec![later], [99; 16]);
    }

    /// Time passes, and all that is asked for is done but that fetches are answered.
    fn go_to(&mut self, now_ms: u64) {
        loop {
            self.engine.advance(now_ms);
            let actions = self.engine.actions();
            if actions.is_empty() {
                return;
            }
            for action in actions {
                match action {
                    Action::Execute { agent, group, .. } => {
                        self.executed.push(group.last);
                        self.engine.executed(agent);
                    }
                    Action::Commit { agent, .. } => self.engine.committed(agent),
                    Action::Flush => self.engine.flushed(u64::MAX),
                    Action::Purge(batch) => self.engine.purged(batch.len()),
                    Action::Fetch(sequence) => self.fetched.push(sequence),
                    other => panic!("{other:?}"),
                }
            }
        }
    }
}

/// Goal: the last messages of an epoch are applied though the next has begun, by whichever path and behind however much they come. Method: one comes at 900 ms, the next is found only by its
/// key, when nobody waits any longer; the epoch is over when the one behind it is not there.
#[test]
fn an_epoch_is_not_over_while_its_next_message_may_be_on_the_queue() {
    let mut ending = Ending::new();
    ending.engine.saw_all();
    ending.go_to(900);
    ending.come(2);
    ending.go_to(1_899);
    assert_eq!(
        (&ending.executed[..], &ending.fetched[..]),
        (&[1, 2][..], &[][..])
    );
    ending.go_to(1_901);
    ending.go_to(9_000);
    assert_eq!(ending.fetched, [3], "once");
    assert_eq!(ending.engine.stop(), None);
    ending.come(3);
    ending.go_to(9_001);
    assert_eq!(ending.executed, [1, 2, 3]);
    ending.go_to(11_000);
    assert_eq!(ending.fetched, [3, 4]);
    // A twin of what was there: more may have come with it.
    ending.come(2);
    ending.engine.absent(4);
    ending.go_to(11_001);
    assert_eq!(ending.engine.stop(), None);
    ending.go_to(13_000);
    assert_eq!(ending.fetched, [3, 4, 4]);
    assert_eq!(ending.engine.stop(), None);
    ending.engine.absent(4);
    ending.go_to(13_001);
    assert_eq!(ending.engine.stop(), Some(&Stop::NextEpoch(2)));
}

/// Goal: which epoch is next is not decided before all that is on the queue was looked at. Method: one between lies behind the first that comes.
#[test]
fn the_next_epoch_is_the_least_on_the_queue() {
    let mut ending = Ending::new();
    ending.later(4);
    ending.go_to(5_000);
    ending.engine.absent(2);
    ending.go_to(5_001);
    assert_eq!((ending.engine.stop(), &ending.fetched[..]), (None, &[][..]));
    ending.engine.saw_all();
    ending.go_to(5_002);
    ending.engine.absent(2);
    ending.go_to(5_003);
    assert_eq!(ending.engine.stop(), Some(&Stop::NextEpoch(2)));
}

/// Goal: what is missing is looked for, and told once, however long what is before it takes, and however much of that there is. Method: the time is over while that waits, with little and with so much
/// memory taken that nothing more is assembled; it is found at last.
#[test]
fn a_hole_is_searched_and_told_while_what_is_in_front_of_it_waits() {
    for memory_bytes in [1 << 20, 2 * (MESSAGE_BYTES + 1) + 1] {
        let settings = Settings {
            gap_timeout_ms: 500,
            agents: 1,
            memory_bytes,
            group_transactions: 1,
            ..Settings::default()
        };
        let mut engine = Engine::new(settings, 1, 1, 0, OneAfterTheOther);
        let come = |engine: &mut Engine<OneAfterTheOther>, sequence| {
            let one = message(Kind::Transaction, sequence, 0, true, vec![1]);
            let token = u8::try_from(sequence).expect("few");
            engine.arrived(vec![one], [token; 16]);
        };
        [1, 2, 3, 5, 6].iter().for_each(|it| come(&mut engine, *it));
        let mut searched = 0;
        let mut told = Vec::new();
        for now_ms in (0..9_000).step_by(10) {
            engine.advance(now_ms);
            for action in engine.actions() {
                match action {
                    Action::Fetch(4) => {
                        searched += u64::from(now_ms > 500);
                        engine.absent(4);
                    }
                    // Of what there was no room for.
                    Action::Fetch(sequence) => come(&mut engine, sequence),
                    Action::Execute { .. } => {}
                    other => panic!("{other:?}"),
                }
            }
            told.extend(engine.overdue());
        }
        assert_eq!((&told[..], engine.stop()), (&[(4, 5)][..], None));
        assert_eq!(searched, 8_500 / SEARCH_INTERVAL_MS, "{memory_bytes}");
        come(&mut engine, 4);
        engine.advance(9_000);
        assert_eq!(engine.hole_ms(), None, "{memory_bytes}");
    }
}

/// Goal: who goes on with another epoch behind a hole leaves nothing behind that could be applied. Method: the time is over while what is before the hole is executed, then while it is not on disk, then
/// while it is deleted.
#[test]
fn a_hole_stops_nothing_before_what_is_in_front_of_it_is_done() {
    let settings = Settings {
        gap_timeout_ms: 500,
        ..Settings::default()
    };
    let mut engine = Engine::new(settings, 1, 1, 0, OneAfterTheOther);
    for (sequence, token) in [(1, 1), (3, 3)] {
        let one = message(Kind::Transaction, sequence, 0, true, vec![1]);
        engine.arrived(vec![one], [token; 16]);
    }
    let mut go_to = |now_ms, what: &mut dyn FnMut(&mut Engine<OneAfterTheOther>)| {
        what(&mut engine);
        engine.advance(now_ms);
        let stop = engine.stop().cloned();
        (format!("{:?}", engine.actions()), stop)
    };
    assert!(go_to(0, &mut |_| {}).0.contains("Execute"));
    assert_eq!(go_to(9_000, &mut |_| {}).1, None);
    assert!(go_to(9_001, &mut |it| it.executed(0)).0.contains("Commit"));
    let (asked, stop) = go_to(9_002, &mut |it| it.committed(0));
    assert!(asked.contains("Flush") && stop.is_none(), "{asked}");
    assert_eq!(go_to(9_003, &mut |_| {}).1, None);
    let (asked, stop) = go_to(9_004, &mut |it| it.flushed(1));
    assert!(asked.contains("Purge") && stop.is_none(), "{asked}");
    assert_eq!(go_to(10_004, &mut |_| {}).1, None);
    let (_, stop) = go_to(10_005, &mut |it| it.purged(1));
    let gap = Stop::Gap {
        from: 2,
        to: 3,
        at_start: false,
    };
    assert_eq!(stop, Some(gap));
}
