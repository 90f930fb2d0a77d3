//! What happens between the queue managers: channels start and end, what waits is delivered, what members want done is done.

use crate::cluster::ClusterRun;
use crate::cluster::node::CLUSTER;
use crate::cluster::node::channel;
use ferromq_cluster::{Action, Destination, Member, Notice, Partner};

/// Deliveries without an end are a verdict.
const DELIVERIES_MAX: u64 = 3_000_000;

impl ClusterRun {
    /// Lets a member do something, and does what it wants done.
    pub(super) fn with(
        &mut self,
        at: usize,
        event: impl FnOnce(&mut Member, u64) -> Vec<Action>,
    ) -> Result<(), String> {
        let node = &mut self.nodes[at];
        let clock = node.clock(self.now);
        let Some(core) = node.core.as_mut() else {
            return Ok(());
        };
        let actions = event(core, clock);
        self.carry_out(at, actions)
    }

    /// Starts a queue manager with what is on its disk.
    pub(super) fn start(&mut self, at: usize) -> Result<(), String> {
        let node = &mut self.nodes[at];
        let kept: Vec<_> = node.disk.kept.values().cloned().collect();
        let (own, clock) = (node.own(), node.clock(self.now));
        let (core, actions) = Member::new(&node.qmid, kept, &own, clock);
        node.core = Some(core);
        node.connected.clear();
        node.retrying.clear();
        self.carry_out(at, actions)
    }

    fn carry_out(&mut self, at: usize, actions: Vec<Action>) -> Result<(), String> {
        for action in actions {
            match action {
                Action::Keep(definition) => {
                    self.judge_kept(at, &definition)?;
                    let key = (definition.kind(), definition.name());
                    self.nodes[at].disk.kept.insert(key, definition);
                }
                Action::Drop(kind, name) => {
                    let dropped = self.nodes[at].disk.kept.remove(&(kind, name));
                    let dropped = dropped.ok_or_else(|| {
                        format!("QM{at} drops {kind} {}, which is not there", name.as_str())
                    })?;
                    self.books.dropped(at, &dropped);
                }
                Action::Send { to, bytes, .. } => self.post(at, &to, bytes)?,
                Action::Answered { name, answer } => {
                    self.nodes[at].answers.insert(name, answer);
                }
                Action::Notice(notice) => {
                    self.trace.note(&format!("QM{at} shows {notice:?}"));
                    self.nodes[at].was_forced |= matches!(notice, Notice::ForcedOut { .. });
                }
            }
        }
        Ok(())
    }

    fn post(&mut self, from: usize, to: &Destination, bytes: Vec<u8>) -> Result<(), String> {
        let found = match to {
            Destination::QMgr(qmid) => self.nodes.iter().position(|node| *node.qmid == **qmid),
            Destination::Channel(name) => (0..self.nodes.len()).find(|at| channel(*at) == **name),
        };
        let Some(to) = found else {
            return Err(format!("QM{from} sends to {to:?}, which never was"));
        };
        if to == from {
            return Err(format!("QM{from} sends to itself"));
        }
        self.figures.letters += 1;
        self.letters.entry((from, to)).or_default().push_back(bytes);
        Ok(())
    }

    /// Delivers some of what waits.
    pub(super) fn deliver_some(&mut self) -> Result<(), String> {
        for _ in 0..self.random.below(60) {
            let waiting: Vec<(usize, usize)> = self.letters.keys().copied().collect();
            if waiting.is_empty() {
                return Ok(());
            }
            let pair = waiting[self.random.below(waiting.len() as u64) as usize];
            self.deliver(pair)?;
        }
        Ok(())
    }

    /// Delivers what can be delivered, and what comes of it.
    pub(super) fn deliver_all(&mut self) -> Result<(), String> {
        let before = self.figures.letters;
        loop {
            let waiting: Vec<(usize, usize)> = self.letters.keys().copied().collect();
            let mut any = false;
            for pair in waiting {
                any |= self.deliver(pair)?;
            }
            if !any {
                return Ok(());
            }
            if self.figures.letters - before > DELIVERIES_MAX {
                return Err("members tell each other the same for ever".to_owned());
            }
        }
    }

    /// Delivers the first of what waits from one for another. True if it was.
    fn deliver(&mut self, (from, to): (usize, usize)) -> Result<bool, String> {
        if self.nodes[from].gone {
            self.letters.remove(&(from, to));
            return Ok(false);
        }
        if !self.nodes[from].is_up() {
            return Ok(false);
        }
        if !self.nodes[from].reaches(&self.nodes[to]) {
            self.fail(from, to)?;
            return Ok(false);
        }
        self.connect(from, to)?;
        let Some(waiting) = self.letters.get_mut(&(from, to)) else {
            return Ok(false);
        };
        let Some(bytes) = waiting.pop_front() else {
            return Ok(false);
        };
        if waiting.is_empty() {
            self.letters.remove(&(from, to));
        }
        let sender = self.nodes[from].qmid.clone();
        let q_mgr = format!("QM{from}");
        let partner = Partner {
            qmid: &sender,
            q_mgr: &q_mgr,
        };
        self.with(to, |core, now| core.received(partner, &bytes, now))?;
        Ok(true)
    }

    fn connect(&mut self, from: usize, to: usize) -> Result<(), String> {
        self.nodes[from].retrying.remove(&to);
        if !self.nodes[from].connected.insert(to) {
            return Ok(());
        }
        let qmid = self.nodes[to].qmid.clone();
        let name = channel(to);
        self.with(from, |core, now| {
            core.channel_started(&name, &qmid, true, now)
        })
    }

    /// A channel cannot reach its end.
    pub(super) fn fail(&mut self, from: usize, to: usize) -> Result<(), String> {
        self.nodes[from].connected.remove(&to);
        if !self.nodes[from].retrying.insert(to) {
            return Ok(());
        }
        let qmid = self.nodes[to].qmid.clone();
        self.with(from, |core, now| {
            core.channel_ended(CLUSTER, &qmid, true, now)
        })
    }

    /// Channels whose ends cannot speak any more fail.
    pub(super) fn cut(&mut self) -> Result<(), String> {
        for from in 0..self.nodes.len() {
            let node = &self.nodes[from];
            let connected = node.connected.iter().copied();
            let lost: Vec<usize> = connected
                .filter(|to| !node.reaches(&self.nodes[*to]))
                .collect();
            for to in lost {
                self.fail(from, to)?;
            }
        }
        Ok(())
    }

    /// Channels that are tried again reach their ends, where they can.
    pub(super) fn reconnect(&mut self) -> Result<(), String> {
        for from in 0..self.nodes.len() {
            let node = &self.nodes[from];
            let retrying = node.retrying.iter().copied();
            let back: Vec<usize> = retrying
                .filter(|to| node.reaches(&self.nodes[*to]))
                .collect();
            for to in back {
                self.connect(from, to)?;
            }
        }
        Ok(())
    }

    /// Time went by for everybody.
    pub(super) fn tick_all(&mut self) -> Result<(), String> {
        for at in 0..self.nodes.len() {
            self.with(at, |core, now| core.tick(now))?;
        }
        Ok(())
    }
}
