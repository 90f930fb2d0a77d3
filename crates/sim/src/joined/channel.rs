//! A channel between the two, and the connection it has now.

use super::side::{Side, usage};
use ferromq_base::random::SplitMix64;
use ferromq_channel::{
    BatchesInDoubt, Ended, Ending, MessageChannel, MessageHost, SimulatedHost, SimulatedLink,
};
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::FixedText;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// How long bytes stand still at most, in looks at the connection.
const STILL_MAX: u64 = 30;

/// The reports of messages go this way: the transmission queue of the receiving queue manager.
pub(super) const WAY_BACK: &str = "QM1";

/// See the module. Its first end sends.
pub(super) struct Channel {
    pub(super) name: String,
    /// The queue manager that sends.
    pub(super) from: usize,
    pub(super) hosts: [Arc<SimulatedHost>; 2],
    link: SimulatedLink,
    /// Nothing arrives from each end for so many looks.
    still: [u64; 2],
    /// Bytes that may be on their way.
    room: usize,
    pub(super) transmission: String,
    pub(super) target: String,
    /// Second messages of lists for two queues go there.
    pub(super) copies: String,
    /// Remote queues: of the target, of a queue that is not there, and of that for copies.
    pub(super) remotes: [String; 3],
    /// Who makes the next connection.
    caller: usize,
    /// The receiving end calls first, and is called back.
    is_called_back: bool,
    pub(super) fast: bool,
    pub(super) message_bytes_max: usize,
    /// A connection broke, or a queue manager was started again: what is not persistent may be gone.
    pub(super) may_lose: bool,
    /// Its target queue did not take messages for a while.
    pub(super) hindered: bool,
    /// What an end kept was lost, and the numbers of both are to be set right.
    pub(super) lost: bool,
    /// Since then the ends need not name the same batch: what the receiving end had committed last when its records were lost.
    pub(super) apart: Option<String>,
    pub(super) connections: u64,
    pub(super) cuts: u64,
}

impl Channel {
    /// One of any shape, with its queues.
    pub(super) fn invent(
        number: usize,
        from: usize,
        sides: &[Side; 2],
        plain: bool,
        random: &mut SplitMix64,
    ) -> Result<Self, String> {
        use ObjectKind::{Receiver, Requester, Sender, Server};
        let mut choose = |from: &[u32]| from[random.below(from.len() as u64) as usize];
        let forms = [
            (Sender, Receiver, 0),
            (Sender, Requester, 0),
            (Sender, Requester, 1),
            (Server, Requester, 1),
            (Server, Requester, 0),
            (Server, Receiver, 0),
        ];
        let (sends, receives, caller) = forms[choose(&[0, 0, 1, 2, 3, 4, 5]) as usize];
        let names = |prefix: &str| format!("{prefix}{number}");
        let transmission = match from {
            0 => names("X"),
            _ => WAY_BACK.to_owned(),
        };
        let name = names("SIM.CHANNEL.");
        let hosts = [(0, sends), (1, receives)].map(|(end, kind)| {
            let side = &sides[if end == 0 { from } else { 1 - from }];
            let clock = side.clock();
            SimulatedHost::new(side.engine().clone(), clock, kind, &name, &transmission)
        });
        let (fast, message_bytes_max) = shape(&hosts, plain, random);
        let it = Self {
            name,
            from,
            hosts,
            link: SimulatedLink::default(),
            still: [0; 2],
            room: [500, 4_096, 1 << 20][random.below(3) as usize],
            transmission,
            target: names("T"),
            copies: names("C"),
            remotes: [names("R"), names("N"), names("RC")],
            caller,
            is_called_back: (sends, caller) == (Sender, 1),
            fast,
            message_bytes_max,
            may_lose: false,
            hindered: false,
            lost: false,
            apart: None,
            connections: 0,
            cuts: 0,
        };
        it.define(sides)?;
        Ok(it)
    }

    fn define(&self, sides: &[Side; 2]) -> Result<(), String> {
        let (here, there) = (&sides[self.from], &sides[1 - self.from]);
        if self.from == 0 {
            here.define(
                ObjectKind::QLocal,
                &self.transmission,
                &usage(MQUS_TRANSMISSION),
            )?;
        }
        there.define(ObjectKind::QLocal, &self.target, &usage(MQUS_NORMAL))?;
        there.define(ObjectKind::QLocal, &self.copies, &usage(MQUS_NORMAL))?;
        let names = [self.target.as_str(), "NOSUCH", self.copies.as_str()];
        for (remote, name) in self.remotes.iter().zip(names) {
            let values = [
                (Attr::Rname, name.into()),
                (Attr::Rqmname, there.name().into()),
                (Attr::Xmitq, self.transmission.as_str().into()),
            ];
            here.define(ObjectKind::QRemote, remote, &values)?;
        }
        Ok(())
    }

    /// The queue manager of an end.
    pub(super) fn side(&self, end: usize) -> usize {
        if end == 0 { self.from } else { 1 - self.from }
    }

    /// What cannot be put may go to a dead-letter queue.
    pub(super) fn uses_dead_letters(&self) -> bool {
        self.hosts[1].definition.lock().uses_dead_letter_queue
    }

    /// Neither end has a connection.
    pub(super) fn is_gone(&self) -> bool {
        self.link.agents.iter().all(Option::is_none)
    }

    /// How it runs, in short.
    pub(super) fn words(&self) -> String {
        let agent = |end: usize| match &self.link.agents[end] {
            None => "gone",
            Some(agent) if agent.is_over() => "over",
            Some(_) => "there",
        };
        format!("{} ({}, {})", self.name, agent(0), agent(1))
    }

    /// What both ends were told last.
    pub(super) fn told(&self) -> String {
        let last = |end: usize| {
            let notices = self.hosts[end].notices.lock();
            let last = notices.iter().rev().take(4).rev();
            let texts: Vec<String> = last
                .map(|one| format!("{} {}", one.number, one.text))
                .collect();
            texts.join("; ")
        };
        format!("sending end: {}\nreceiving end: {}", last(0), last(1))
    }

    /// The batches it is in doubt about.
    pub(super) fn in_doubt(&self) -> Option<BatchesInDoubt> {
        BatchesInDoubt::find(&FixedText::truncated(&self.name), &self.hosts[0].in_doubt())
    }

    /// Its receiving end waits with a message for its queue.
    pub(super) fn is_paused(&self) -> bool {
        let agent = self.link.agents[1].as_ref();
        let status = agent.and_then(MessageChannel::status);
        status.is_some_and(|status| status.activity.state() == MQCHS_PAUSED)
    }

    /// How long it waits between two attempts, in milliseconds.
    pub(super) fn pause_ms(&self) -> u64 {
        self.hosts[1].definition.lock().put_retry_ms.into()
    }

    // ---- its connection

    /// Whoever makes connections makes one, if nobody has stopped that.
    pub(super) fn connect(&mut self) -> bool {
        if !self.is_gone() || self.hosts[self.caller].is_stopped.load(Ordering::Relaxed) {
            return false;
        }
        self.still = [0; 2];
        self.connections += 1;
        self.link.connect(self.hosts.each_ref(), self.caller);
        if self.is_called_back {
            self.caller = 1;
        }
        true
    }

    /// Its agents go on with what they wait for.
    pub(super) fn resume(&mut self) {
        (0..2).for_each(|end| self.link.resume(end));
    }

    pub(super) fn tick(&mut self, now_ns: u64) {
        (0..2).for_each(|end| self.link.tick(end, now_ns));
    }

    /// What its agents want durable.
    pub(super) fn tell_wants(&mut self, sides: &mut [Side; 2]) {
        for end in 0..2 {
            if let Some(wanted) = self.link.take_force_wanted(end) {
                sides[self.side(end)].want(wanted);
            }
        }
    }

    /// Bytes go on their way from an end, and some arrive: all, some, few, or none for a while.
    pub(super) fn move_bytes(&mut self, from: usize, random: &mut SplitMix64) {
        self.link.flush(from, self.room);
        if self.still[from] > 0 {
            self.still[from] -= 1;
            return;
        }
        if random.chance(8) {
            self.still[from] = random.below(STILL_MAX);
            return;
        }
        let there = self.link.on_way(from);
        if there > 0 {
            let count = match random.below(10) {
                0..5 => there,
                5..8 => 1 + random.below(there as u64) as usize,
                _ => there.min(1 + random.below(20) as usize),
            };
            self.link.deliver(from, count);
        }
    }

    /// All that can move moves. False when there is nothing.
    pub(super) fn move_all(&mut self) -> bool {
        self.still = [0; 2];
        let moved = [0, 1].map(|from| {
            let sent = !self.link.flush(from, usize::MAX).is_empty();
            self.link.deliver(from, usize::MAX) || sent
        });
        moved.contains(&true)
    }

    /// An end that is over closes its socket when all it had to say has arrived, or sooner.
    ///
    /// # Errors
    /// What the channel shows is not so.
    pub(super) fn close_ends(&mut self, sides: &[Side; 2], at_once: bool) -> Result<(), String> {
        for end in 0..2 {
            let said_all = match &self.link.agents[end] {
                Some(agent) if !agent.is_over() => continue,
                Some(agent) => agent.queue().queued_bytes() == 0,
                None => true,
            };
            if self.link.agents[1 - end].is_none() && self.link.agents[end].is_none() {
                continue;
            }
            let other_takes = self.link.agents[1 - end]
                .as_ref()
                .is_some_and(MessageChannel::wants_input);
            if at_once || !other_takes || (said_all && self.link.on_way(end) == 0) {
                self.cut_end(end, sides)?;
                self.cut_end(1 - end, sides)?;
            }
        }
        Ok(())
    }

    /// The connection is gone for an end.
    ///
    /// # Errors
    /// What it showed of being in doubt is not so.
    pub(super) fn cut_end(&mut self, end: usize, sides: &[Side; 2]) -> Result<(), String> {
        let runs = self.link.agents[end]
            .as_ref()
            .filter(|agent| !agent.is_over());
        let progress = runs.and_then(|agent| Some(agent.status()?.progress()));
        // Before it has begun it says nothing of batches.
        let begun = progress.filter(|progress| progress.current_batch != Default::default());
        let shown = begun.map(|progress| progress.in_doubt);
        let ended = self.hosts[end].ended.lock().last().copied();
        let is_clean = runs.is_none() && matches!(ended, Some(Ended::Normally | Ended::CallsBack));
        self.may_lose |= !is_clean && self.link.agents[end].is_some();
        self.link.cut_end(end);
        self.call_back(end);
        let side = &sides[self.from];
        let shown = shown.filter(|_| end == 0 && !side.was_short());
        let mut is = self.in_doubt().is_some();
        if is && shown == Some(false) {
            // It was decided, and nobody has waited for that.
            side.make_room();
            is = self.in_doubt().is_some();
        }
        match shown {
            Some(shown) if shown != is => Err(format!(
                "{} shows INDOUBT({shown}), and is so: {is}",
                self.name
            )),
            _ => Ok(()),
        }
    }

    /// The other end was asked to call, and is about to.
    fn call_back(&mut self, end: usize) {
        let last = self.hosts[end].ended.lock().pop();
        if end == 1 && last == Some(Ended::CallsBack) {
            self.caller = 0;
        }
    }

    /// The connection is cut: for both ends at the same time, or for one before the other.
    pub(super) fn cut(&mut self, sides: &[Side; 2], random: &mut SplitMix64) -> Result<(), String> {
        self.cuts += 1;
        let first = random.below(2) as usize;
        self.cut_end(first, sides)?;
        match random.chance(50) {
            true => self.cut_end(1 - first, sides),
            false => Ok(()),
        }
    }

    /// Somebody stops an end.
    pub(super) fn stop(&mut self, end: usize, how: Ending) {
        self.hosts[end].is_stopped.store(true, Ordering::Relaxed);
        self.end(end, how);
    }

    /// An agent is to end.
    pub(super) fn end(&mut self, end: usize, how: Ending) {
        if let Some(agent) = &mut self.link.agents[end] {
            if how == Ending::Immediate {
                self.may_lose = true;
            }
            agent.end(how);
        }
    }

    /// Somebody starts it.
    pub(super) fn start(&mut self) -> bool {
        for host in &self.hosts {
            host.is_stopped.store(false, Ordering::Relaxed);
        }
        self.connect()
    }

    /// A queue manager stopped: its agent is gone without a word.
    pub(super) fn die(&mut self, side: usize) {
        let end = usize::from(self.from != side);
        self.may_lose = true;
        self.link.agents[end] = None;
    }

    /// It was started again.
    pub(super) fn live_again(&mut self, side: usize, sides: &[Side; 2]) {
        let end = usize::from(self.from != side);
        self.hosts[end] = self.hosts[end].again(sides[side].engine().clone());
    }
}

/// Terms and definitions of both ends, any there may be. Returns whether messages that are not persistent are fast, and the longest message.
fn shape(hosts: &[Arc<SimulatedHost>; 2], plain: bool, random: &mut SplitMix64) -> (bool, usize) {
    let mut choose = |from: &[u32]| from[random.below(from.len() as u64) as usize];
    let fast = choose(&[0, 1]) == 1;
    let message_bytes_max = choose(&[12_000, 20_000]) as usize;
    for host in hosts {
        let mut terms = host.terms.lock();
        terms.fast = fast;
        terms.batch_messages_max = choose(&[1, 2, 5, 5, 50]) as u16;
        terms.transmission_bytes_max = choose(&[600, 1_024, 4_096, 32_766]);
        terms.message_bytes_max = message_bytes_max as u32;
        terms.heartbeat_s = choose(&[1, 5, 300]);
        if !plain {
            terms.batches_max = choose(&[1, 2, 4, 4, 64]) as u8;
        }
    }
    let wrap = choose(&[100, 999_999_999]);
    let lists = choose(&[0, 1, 1, 1]) == 1;
    for host in hosts {
        let mut terms = host.terms.lock();
        (terms.wrap, terms.lists) = (wrap, lists);
    }
    {
        let mut sender = hosts[0].definition.lock();
        sender.batch_bytes_max = choose(&[0, 3_000, 5_000_000]).into();
        sender.batch_interval_ms = choose(&[0, 0, 20, 500]);
        sender.probe_ms = choose(&[0, 1, 1_000]);
        sender.disconnect_s = choose(&[0, 0, 5]);
    }
    let uses_dead_letters = choose(&[0, 1, 1, 1]) == 1;
    {
        let mut receiver = hosts[1].definition.lock();
        let retries: &[u32] = if plain { &[0, 1, 3] } else { &[0, 1, 3, 3] };
        receiver.put_retries = choose(retries);
        receiver.put_retry_ms = choose(&[10, 1_000]);
        receiver.uses_dead_letter_queue = uses_dead_letters;
    }
    (fast, message_bytes_max)
}
