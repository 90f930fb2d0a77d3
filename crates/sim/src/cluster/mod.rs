//! A cluster of up to two hundred queue managers, as far as they tell one another about themselves.
//!
//! Each is a real `ferromq_cluster::Member`; what it keeps is the simulator's disk, what it sends waits in the simulator's transmission
//! queues. Operators share, change and withdraw queues and topics, suspend, leave and join, force members out; programs
//! ask for names. Networks fall apart and heal, members stop and start, are restored from old back-ups with what waited in their
//! transmission queues then, vanish for ever; clocks are wrong by years and jump by hours. One member may be hostile: it says
//! that it is a full repository, speaks for others, and calls with the identifiers of others.
//!
//! Judges:
//!
//! * nobody keeps a record of what its owner never said, or of a queue manager forced out that nobody forced out, or trusts as a full
//!   repository who is none;
//! * what is known of one thing never goes back to an older version;
//! * nothing is sent to a queue manager that never was;
//! * twenty-six hours after everything works again all full repositories know what each member shares and nothing else, every
//!   other one what it asked for, and names that are asked for are known if they are shared and unknown if not.
//!
//! Not held against them is what `docs/formats/cluster.md` says is not mended.

mod chaos;
mod judge;
mod node;
mod wire;

use crate::trace::Trace;
use ferromq_base::random::SplitMix64;
use judge::Books;
use node::Node;
use std::collections::{BTreeMap, VecDeque};

/// When runs begin, by a clock that is right.
const START_MS: u64 = 1_750_000_000_000;
/// A minute.
const MINUTE_MS: u64 = 60_000;
/// So long after everything works again all agree.
const AGREE_MS: u64 = 26 * 60 * MINUTE_MS;

/// A run.
pub(crate) struct ClusterRun {
    random: SplitMix64,
    now: u64,
    nodes: Vec<Node>,
    /// What waits in transmission queues, by sender and receiver.
    letters: BTreeMap<(usize, usize), VecDeque<Vec<u8>>>,
    books: Books,
    pub(crate) trace: Trace,
    pub(crate) figures: Figures,
}

/// What a run did, in numbers.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Figures {
    pub(crate) members: u64,
    pub(crate) letters: u64,
    pub(crate) restores: u64,
    pub(crate) partitions: u64,
    pub(crate) forced: u64,
    pub(crate) records: u64,
}

impl ClusterRun {
    /// Of what a seed says.
    pub(crate) fn new(seed: u64, aloud: bool) -> Self {
        let mut random = SplitMix64::new(seed ^ 0x636C_7573_7465_7221);
        let count = match random.below(20) {
            0 => 200,
            1..=3 => 30 + random.below(70),
            _ => 3 + random.below(20),
        } as usize;
        let fulls = (1 + random.below(3)) as usize;
        let mut nodes: Vec<Node> = (0..count).map(|at| Node::new(at, at < fulls)).collect();
        for (at, node) in nodes.iter_mut().enumerate() {
            // Full repositories are connected with each other by hand, everybody else with one of them.
            for full in (0..fulls).filter(|full| *full != at) {
                if node.full {
                    node.by_hand.insert(full);
                }
            }
            if !node.full {
                node.by_hand.insert(random.below(fulls as u64) as usize);
            }
            if random.chance(20) {
                let days = random.below(800);
                node.clock_ms = (days as i64 - 400) * 86_400_000;
            }
        }
        if count > fulls && random.chance(30) {
            let at = fulls + random.below((count - fulls) as u64) as usize;
            nodes[at].hostile = true;
        }
        let mut trace = Trace::default();
        trace.aloud = aloud;
        trace.note(&format!("{count} members, {fulls} full repositories"));
        Self {
            random,
            now: START_MS,
            nodes,
            letters: BTreeMap::new(),
            books: Books::default(),
            trace,
            figures: Figures {
                members: count as u64,
                ..Figures::default()
            },
        }
    }

    /// Runs; the error is a verdict.
    pub(crate) fn go(&mut self, steps: u64) -> Result<(), String> {
        for at in 0..self.nodes.len() {
            self.start(at)?;
        }
        for _ in 0..steps {
            self.trace.begin_step();
            self.step()?;
            self.deliver_some()?;
        }
        self.trace.begin_step();
        self.heal()?;
        let until = self.now + AGREE_MS;
        while self.now < until {
            self.now += 10 * MINUTE_MS;
            self.tick_all()?;
            self.deliver_all()?;
            self.let_in_again()?;
        }
        self.judge_agreement()?;
        self.judge_questions()
    }

    /// Everything works again.
    fn heal(&mut self) -> Result<(), String> {
        self.trace.note("everything works again");
        for node in &mut self.nodes {
            node.side = 0;
        }
        for at in 0..self.nodes.len() {
            if self.nodes[at].core.is_none() && !self.nodes[at].gone {
                self.start(at)?;
            }
        }
        self.reconnect()?;
        self.deliver_all()?;
        self.now += MINUTE_MS;
        // Those forced out hear of it, and then join again.
        self.tick_all()?;
        self.deliver_all()?;
        self.let_in_again()
    }

    /// Operators of those that heard that they were forced out let them join again.
    fn let_in_again(&mut self) -> Result<(), String> {
        for at in 0..self.nodes.len() {
            if self.nodes[at].was_forced && !self.nodes[at].gone && self.nodes[at].is_up() {
                self.refresh(at, false)?;
            }
        }
        self.deliver_all()
    }
}
