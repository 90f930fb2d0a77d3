//! What happens in a step.

use crate::cluster::node::{Node, q_mgr_name};
use crate::cluster::{ClusterRun, MINUTE_MS};
use ferromq_cluster::message::{Body, Message, RecordUpdate};
use ferromq_cluster::{
    DAY_MS, LIFE_MS, Name, Partner, RecordKind, State, StoredRecord, VERSION_AHEAD_MS, VERSION_MAX,
};
use std::sync::Arc;

/// Names that several share.
const POOL: u64 = 12;

impl ClusterRun {
    /// One of the names that several share.
    pub(super) fn pool_name(&self, number: u64) -> Name {
        let kind = match number % 6 {
            5 => RecordKind::Topic,
            _ => RecordKind::Queue,
        };
        let text = format!("SHARED.{number}");
        Name::new(kind, &text).expect("it is a name")
    }

    fn any(&mut self) -> usize {
        self.random.below(self.nodes.len() as u64) as usize
    }

    pub(super) fn step(&mut self) -> Result<(), String> {
        let at = self.any();
        match self.random.below(100) {
            0..=29 => self.change(at),
            30..=44 => self.ask(at),
            45..=64 => self.pass_time(),
            65..=69 => self.fall_apart(),
            70..=72 => self.come_together(),
            73..=76 => self.stop(at),
            77..=82 => match self.nodes[at].is_up() || self.nodes[at].gone {
                true => Ok(()),
                false => self.start_again(at),
            },
            83..=85 => self.back_up(at),
            86..=87 => self.restore(at),
            88 => self.jump(at),
            89 => self.vanish(at),
            90..=91 => self.force_out(at),
            92..=93 => self.leave_or_join(at),
            94..=95 => {
                let repositories = self.random.chance(30);
                self.refresh(at, repositories)
            }
            96..=97 => self.lie(),
            _ => self.fall_asleep(at),
        }
    }

    /// What it shares is something else now.
    fn change(&mut self, at: usize) -> Result<(), String> {
        let number = self.random.below(POOL);
        let name = match self.random.chance(70) {
            true => self.pool_name(number),
            false => Name::new(RecordKind::Queue, &format!("Q{number}.OF.{at}")).expect("a name"),
        };
        if !self.nodes[at].is_up() {
            return Ok(());
        }
        let disk = &mut self.nodes[at].disk;
        match self.random.below(10) {
            0 => disk.suspended = !disk.suspended,
            1..=3 => {
                disk.shared.remove(&name);
            }
            _ => *disk.shared.entry(name.clone()).or_default() += 1,
        }
        self.trace.note(&format!("QM{at} changes {name}"));
        self.tell_own(at)
    }

    fn tell_own(&mut self, at: usize) -> Result<(), String> {
        let own = self.nodes[at].own();
        self.with(at, |core, now| core.set_own(&own, now))
    }

    /// A name programs ask for: one that several share, or that of a queue manager.
    pub(super) fn any_name(&mut self) -> Name {
        match self.random.chance(25) {
            true => q_mgr_name(self.any()),
            false => {
                let number = self.random.below(POOL);
                self.pool_name(number)
            }
        }
    }

    fn ask(&mut self, at: usize) -> Result<(), String> {
        let name = self.any_name();
        if self.nodes[at].disk.joined {
            self.with(at, |core, now| {
                core.used([&name]);
                core.ask(&name, now)
            })?;
        }
        Ok(())
    }

    fn pass_time(&mut self) -> Result<(), String> {
        let ms = match self.random.below(40) {
            0 => self.random.below(20 * DAY_MS),
            1..=4 => self.random.below(DAY_MS),
            _ => self.random.below(30 * MINUTE_MS),
        };
        // Not faster than hourly work is done.
        let hours = 1 + ms / (60 * MINUTE_MS * 12);
        for _ in 0..hours {
            self.now += ms / hours;
            self.tick_all()?;
            self.deliver_some()?;
        }
        Ok(())
    }

    fn fall_apart(&mut self) -> Result<(), String> {
        let parts = 1 + self.random.below(4);
        for at in 0..self.nodes.len() {
            self.nodes[at].side = self.random.below(parts);
        }
        self.figures.partitions += 1;
        self.trace.note(&format!("the network is in {parts} parts"));
        self.cut()?;
        self.reconnect()
    }

    fn come_together(&mut self) -> Result<(), String> {
        for node in &mut self.nodes {
            node.side = 0;
        }
        self.trace.note("the network is whole");
        self.reconnect()
    }

    fn stop(&mut self, at: usize) -> Result<(), String> {
        self.nodes[at].core = None;
        self.trace.note(&format!("QM{at} stops"));
        self.cut()
    }

    fn start_again(&mut self, at: usize) -> Result<(), String> {
        self.trace.note(&format!("QM{at} starts"));
        self.start(at)?;
        self.reconnect()
    }

    fn back_up(&mut self, at: usize) -> Result<(), String> {
        let letters = self.letters.iter();
        let waiting = letters.filter(|((from, _), _)| *from == at);
        let waiting = waiting.map(|((_, to), waiting)| (*to, waiting.clone()));
        let waiting = waiting.collect();
        self.nodes[at].back_up = Some((self.nodes[at].disk.clone(), waiting));
        Ok(())
    }

    /// It begins again from an old back-up, and sends again what it sent already.
    fn restore(&mut self, at: usize) -> Result<(), String> {
        let Some((disk, letters)) = self.nodes[at].back_up.clone() else {
            return Ok(());
        };
        if self.nodes[at].gone {
            return Ok(());
        }
        self.stop(at)?;
        self.nodes[at].disk = disk;
        self.nodes[at].was_forced = self.nodes[at].was_out_when_it_ended();
        self.nodes[at].restored = true;
        if self.nodes[at].full {
            // It may not know any more whom it forced out, and nobody else may have heard of it.
            let gone = self.nodes.iter_mut().filter(|node| node.gone);
            gone.for_each(|node| node.was_forced = false);
        }
        self.books.restored(at);
        self.letters.retain(|(from, _), _| *from != at);
        for (to, waiting) in letters {
            self.letters.insert((at, to), waiting);
        }
        self.figures.restores += 1;
        self.trace.note(&format!("QM{at} is restored"));
        self.start_again(at)
    }

    fn jump(&mut self, at: usize) -> Result<(), String> {
        // What was not renewed for 27 days is told for three days more. Clocks of an owner and of whoever keeps its record
        // that jump by less than that together hurt nothing.
        let hours = self.random.below(36) as i64 - 18;
        self.nodes[at].jump_ms = hours * 60 * MINUTE_MS as i64;
        self.trace.note(&format!(
            "the clock of QM{at} jumps to {hours} hours beside what it was"
        ));
        Ok(())
    }

    /// It is never heard of again.
    fn vanish(&mut self, at: usize) -> Result<(), String> {
        if self.nodes[at].full || !self.random.chance(30) {
            return Ok(());
        }
        self.nodes[at].gone = true;
        self.nodes[at].was_forced = false;
        self.trace.note(&format!("QM{at} vanishes"));
        self.stop(at)
    }

    fn force_out(&mut self, at: usize) -> Result<(), String> {
        let full = self.random.below(3) as usize;
        let known = self
            .nodes
            .get(full)
            .is_some_and(|node| node.full && node.is_up());
        if !known || self.nodes[at].full || !(self.nodes[at].gone || self.random.chance(30)) {
            return Ok(());
        }
        let qmid = self.nodes[at].qmid.clone();
        self.trace.note(&format!("QM{full} forces QM{at} out"));
        self.figures.forced += 1;
        self.books.forced.insert(qmid.clone());
        let mut removed = false;
        self.with(full, |core, now| {
            match core.force_remove(crate::cluster::node::CLUSTER, &qmid, true, now) {
                Ok(actions) => {
                    removed = true;
                    actions
                }
                Err(_) => Vec::new(),
            }
        })?;
        if removed && self.nodes[at].gone {
            self.nodes[at].was_forced = self.nobody_knows_newer(full, at);
        }
        Ok(())
    }

    fn leave_or_join(&mut self, at: usize) -> Result<(), String> {
        if self.nodes[at].full || !self.nodes[at].is_up() {
            return Ok(());
        }
        let disk = &mut self.nodes[at].disk;
        disk.joined = !disk.joined;
        let joined = disk.joined;
        self.trace.note(&format!("QM{at} is a member: {joined}"));
        self.tell_own(at)
    }

    pub(super) fn refresh(&mut self, at: usize, repositories: bool) -> Result<(), String> {
        self.trace
            .note(&format!("QM{at} refreshes, repositories {repositories}"));
        let cluster = crate::cluster::node::CLUSTER;
        let mut refreshed = false;
        self.with(at, |core, now| {
            let actions = core.refresh(cluster, repositories, now);
            refreshed = actions.is_ok();
            actions.unwrap_or_default()
        })?;
        if refreshed {
            self.nodes[at].forgot_fulls |= repositories;
            self.nodes[at].was_forced = false;
        }
        Ok(())
    }

    /// A hostile member, which says of itself that it is a full repository, speaks for another as one would.
    fn lie(&mut self) -> Result<(), String> {
        let Some(liar) = self.nodes.iter().position(|node| node.hostile) else {
            return Ok(());
        };
        let (victim, to) = (self.any(), self.any());
        if victim == liar || to == liar || self.nodes[liar].gone {
            return Ok(());
        }
        let sender = self.nodes[liar].qmid.clone();
        let name = match self.random.chance(80) {
            true => self.pool_name(0),
            false => Name::new(RecordKind::QMgr, &format!("QM{victim}")).expect("a name"),
        };
        let owner: Arc<str> = Arc::from(self.nodes[victim].qmid.as_str());
        let state = match self.random.below(3) {
            0 => State::Live,
            1 => State::Withdrawn,
            _ => State::ForcedOut,
        };
        let version = match self.random.below(4) {
            0 => VERSION_MAX - self.random.below(3),
            1 => self.now + VERSION_AHEAD_MS - self.random.below(3 * DAY_MS),
            _ => self.now - self.random.below(30 * DAY_MS),
        };
        let update = RecordUpdate {
            owner,
            name,
            version,
            life_ms: LIFE_MS,
            vouched: self.random.chance(50),
            state,
            contents: ferromq_cluster::Contents::none(),
        };
        let message = Message {
            cluster: crate::cluster::node::CLUSTER.to_owned(),
            sender,
            body: Body::Tell {
                records: vec![update],
                answered: Vec::new(),
                owners: Vec::new(),
            },
        };
        if self.random.chance(70) {
            let waiting = self.letters.entry((liar, to)).or_default();
            waiting.push_back(message.encode());
            return Ok(());
        }
        self.speak_as(victim, (liar, to), message)
    }

    /// It gives itself the identifier of another when it calls; its name is held against its certificate. Whoever knows the other refuses it.
    fn speak_as(
        &mut self,
        victim: usize,
        (liar, to): (usize, usize),
        mut message: Message,
    ) -> Result<(), String> {
        let known = |node: &Node| {
            let kept = node.disk.kept.values().filter_map(StoredRecord::of);
            let mut q_mgrs = kept.filter(|kept| kept.name.kind == RecordKind::QMgr);
            let qmid = &self.nodes[victim].qmid;
            q_mgrs.any(|kept| *kept.owner == **qmid && kept.state == Some(State::Live))
        };
        if !self.nodes[liar].reaches(&self.nodes[to]) || !known(&self.nodes[to]) {
            return Ok(());
        }
        let qmid = self.nodes[victim].qmid.clone();
        message.sender = qmid.clone();
        let q_mgr = format!("QM{liar}");
        let partner = Partner {
            qmid: &qmid,
            q_mgr: &q_mgr,
        };
        self.with(to, |core, now| {
            core.received(partner, &message.encode(), now)
        })
    }

    /// A channel without anything to do ends.
    fn fall_asleep(&mut self, at: usize) -> Result<(), String> {
        let Some(to) = self.nodes[at].connected.pop_first() else {
            return Ok(());
        };
        let qmid = self.nodes[to].qmid.clone();
        self.with(at, |core, now| {
            core.channel_ended(crate::cluster::node::CLUSTER, &qmid, false, now)
        })
    }
}
