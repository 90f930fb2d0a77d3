//! What must be where: queues as lists, and the rules by which messages come, go and bring others about.

use ferromq_mqi::generated::constants::*;
use std::collections::BTreeMap;

/// A queue, by name.
pub(super) type Name = &'static str;

pub(super) const TRIGGERED: Name = "Q.T";
pub(super) const INITIATION: Name = "INIT";
pub(super) const REPLIES: Name = "REPLIES";
pub(super) const DEAD: Name = "DEAD";
pub(super) const GROUPS: Name = "Q.G";
pub(super) const TRANSMIT: Name = "XMIT";
pub(super) const ALL_COPIES: Name = "S.ALL";
pub(super) const RED_COPIES: Name = "S.RED";
/// Where subscriptions in groups have theirs.
pub(super) const GROUP_COPIES: Name = "S.GRP";
/// Where messages for members of a cluster stand.
pub(super) const CLUSTERED: Name = "SYSTEM.CLUSTER.TRANSMIT.QUEUE";
/// Where messages wait until they are due.
pub(super) const STAGING: Name = "SYSTEM.DDELAY.LOCAL.QUEUE";
/// Every queue that is looked at; plain runs do without the last two.
pub(super) const QUEUES: [Name; 12] = [
    "Q.A",
    "Q.B",
    GROUPS,
    TRIGGERED,
    INITIATION,
    REPLIES,
    DEAD,
    TRANSMIT,
    ALL_COPIES,
    RED_COPIES,
    GROUP_COPIES,
    CLUSTERED,
];
/// Queues of [`QUEUES`] of which plain runs know nothing.
pub(super) const NOT_PLAIN: usize = 2;
pub(super) const TRIGGER_DEPTH: usize = 3;
/// Subscriptions in groups, of which each is there or not.
pub(super) const GROUPED: usize = 4;
/// Values of the property `colour`.
pub(super) const COLOURS: [&str; 3] = ["red", "blue", "brown"];

/// What a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Plain,
    /// On its way to a member of a cluster: the first choice, or the other one.
    ToMember(bool),
    /// A report with this feedback about the message of that number.
    Report(i32),
    /// The same behind a dead-letter header.
    DeadReport(i32),
    Trigger,
}

/// Who can see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    There,
    /// Put by an application that has not committed.
    Hidden(usize),
    /// Got by one.
    Held(usize),
}

/// Its place in a group or a segmented message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Member {
    pub(super) group: [u8; 24],
    pub(super) in_group: bool,
    pub(super) number: i32,
    pub(super) last: bool,
    pub(super) offset: i32,
    pub(super) is_segment: bool,
    pub(super) last_segment: bool,
}

/// A message.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) number: u64,
    pub(super) kind: Kind,
    pub(super) persistent: bool,
    pub(super) priority: i32,
    pub(super) expires_us: Option<u64>,
    /// Index into [`COLOURS`].
    pub(super) colour: Option<usize>,
    pub(super) len: usize,
    pub(super) report: i32,
    pub(super) member: Option<Member>,
    pub(super) standing: Standing,
    pub(super) marked_until_us: u64,
}

impl Item {
    pub(super) fn is_visible(&self, now_us: u64) -> bool {
        self.standing == Standing::There && self.expires_us.is_none_or(|at| at > now_us)
    }

    /// A number that selectors ask for.
    pub(super) fn size(number: u64) -> u64 {
        number % 7
    }
}

/// When a queue triggers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trigger {
    Every,
    First,
    Depth,
}

/// What a browse shows of a message, and what is compared.
pub(super) type Shown = (Kind, u64, bool, i32);

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) queues: BTreeMap<Name, Vec<Item>>,
    /// Messages that are not due: when they are, and where they go then.
    pub(super) delayed: Vec<(u64, Name, Item)>,
    /// The number of what is retained.
    pub(super) retained: Option<u64>,
    /// Which subscriptions in groups are there.
    pub(super) grouped: [bool; GROUPED],
    pub(super) trigger: Trigger,
    pub(super) trigger_on: bool,
    /// Somebody has the initiation queue open.
    pub(super) watched: bool,
    /// Nobody may put to the queue of reports.
    pub(super) replies_inhibited: bool,
}

impl State {
    pub(super) fn new(trigger: Trigger) -> Self {
        Self {
            queues: QUEUES.iter().map(|name| (*name, Vec::new())).collect(),
            delayed: Vec::new(),
            retained: None,
            grouped: [false; GROUPED],
            trigger,
            trigger_on: true,
            watched: false,
            replies_inhibited: false,
        }
    }

    pub(super) fn on(&mut self, queue: Name) -> &mut Vec<Item> {
        self.queues.entry(queue).or_default()
    }

    /// Positions of the messages of a queue in the order they are got in.
    pub(super) fn in_order(&self, queue: Name) -> Vec<usize> {
        let all = &self.queues[queue];
        let mut order: Vec<usize> = (0..all.len()).collect();
        order.sort_by_key(|at| -all[*at].priority);
        order
    }

    /// What a browse of the queue of delayed messages shows, in no order.
    pub(super) fn staged(&self, now_us: u64) -> Vec<Shown> {
        let there =
            |entry: &&(u64, Name, Item)| entry.2.standing == Standing::There && entry.0 > now_us;
        let there = self.delayed.iter().filter(there);
        there
            .map(|(.., item)| (item.kind, item.number, item.persistent, item.priority))
            .collect()
    }

    /// What a browse shows.
    pub(super) fn shown(&self, queue: Name, now_us: u64) -> Vec<Shown> {
        let all = &self.queues[queue];
        let visible = self.in_order(queue).into_iter().map(|at| &all[at]);
        visible
            .filter(|item| item.is_visible(now_us))
            .map(|item| (item.kind, item.number, item.persistent, item.priority))
            .collect()
    }

    /// The first message somebody may have.
    pub(super) fn first(
        &self,
        queue: Name,
        now_us: u64,
        wanted: impl Fn(&Item) -> bool,
    ) -> Option<usize> {
        let all = &self.queues[queue];
        let mut order = self.in_order(queue).into_iter();
        order.find(|at| all[*at].is_visible(now_us) && wanted(&all[*at]))
    }

    // ---- coming

    /// A message is put to a local queue, for everybody or hidden.
    pub(super) fn put(&mut self, queue: Name, item: Item) {
        self.on(queue).push(item.clone());
        self.report(&item, (MQFB_COA, MQRO_COA), item.standing);
        if item.standing == Standing::There {
            self.arrived(queue);
        }
    }

    /// A message came in sight.
    fn arrived(&mut self, queue: Name) {
        if queue == TRIGGERED && self.trigger_on && self.watched {
            let waiting = self.waiting();
            match self.trigger {
                Trigger::Every => self.fire(),
                Trigger::First if waiting == 1 => self.fire(),
                Trigger::Depth if waiting >= TRIGGER_DEPTH => {
                    self.fire();
                    self.trigger_on = false;
                }
                _ => {}
            }
        }
    }

    fn waiting(&self) -> usize {
        let there = |item: &&Item| item.standing == Standing::There;
        self.queues[TRIGGERED].iter().filter(there).count()
    }

    /// The last who got from the triggered queue closed it, the trigger was switched on, or somebody opened the initiation queue.
    pub(super) fn reconsider(&mut self) {
        let waiting = self.waiting();
        match self.trigger {
            _ if !self.trigger_on || !self.watched => {}
            Trigger::First if waiting > 0 => self.fire(),
            Trigger::Depth if waiting >= TRIGGER_DEPTH => {
                self.fire();
                self.trigger_on = false;
            }
            _ => {}
        }
    }

    fn fire(&mut self) {
        let message = Item {
            number: 0,
            kind: Kind::Trigger,
            persistent: false,
            priority: 0,
            expires_us: None,
            colour: None,
            len: 0,
            report: 0,
            member: None,
            standing: Standing::There,
            marked_until_us: 0,
        };
        self.on(INITIATION).push(message);
    }

    /// A report about a message, if it asks for one of this kind. It goes where it can at this moment, and stands there as
    /// what brings it about does.
    fn report(&mut self, about: &Item, (feedback, option): (i32, i32), standing: Standing) {
        if about.report & option == 0 {
            return;
        }
        let (queue, kind) = match self.replies_inhibited {
            false => (REPLIES, Kind::Report(feedback)),
            true => (DEAD, Kind::DeadReport(feedback)),
        };
        let report = Item {
            kind,
            expires_us: None,
            colour: None,
            report: 0,
            member: None,
            standing,
            marked_until_us: 0,
            ..about.clone()
        };
        self.on(queue).push(report);
    }

    // ---- going

    /// A message is got for good.
    pub(super) fn take(&mut self, queue: Name, at: usize) {
        let item = self.on(queue).remove(at);
        self.report(&item, (MQFB_COD, MQRO_COD), Standing::There);
    }

    pub(super) fn hold(&mut self, queue: Name, at: usize, application: usize) {
        self.on(queue)[at].standing = Standing::Held(application);
        // Gone for good, also if it is given back.
        self.on(queue)[at].marked_until_us = 0;
        let item = self.on(queue)[at].clone();
        self.report(&item, (MQFB_COD, MQRO_COD), Standing::Hidden(application));
    }

    /// Ends a unit of work.
    pub(super) fn end_work(&mut self, application: usize, commit: bool) {
        let (hidden, held) = (Standing::Hidden(application), Standing::Held(application));
        for queue in QUEUES {
            let (mut came, mut left) = (Vec::new(), Vec::new());
            for mut item in std::mem::take(self.on(queue)) {
                match item.standing {
                    standing if standing == hidden && commit => {
                        item.standing = Standing::There;
                        came.push(item.clone());
                        left.push(item);
                    }
                    standing if standing == hidden => {}
                    standing if standing == held && commit => {}
                    standing => {
                        if standing == held {
                            item.standing = Standing::There;
                        }
                        left.push(item);
                    }
                }
            }
            *self.on(queue) = left;
            if queue == TRIGGERED {
                self.came_together(queue, &came);
            }
        }
        self.delayed
            .retain(|(.., item)| commit || item.standing != hidden);
        for (.., item) in &mut self.delayed {
            if item.standing == hidden {
                item.standing = Standing::There;
            }
        }
    }

    /// Messages of one unit of work come in sight one after the other.
    fn came_together(&mut self, queue: Name, came: &[Item]) {
        let numbers: Vec<u64> = came.iter().map(|item| item.number).collect();
        let set = |state: &mut Self, number: u64, standing: Standing| {
            for item in state
                .on(queue)
                .iter_mut()
                .filter(|item| item.number == number)
            {
                item.standing = standing;
            }
        };
        for number in &numbers {
            set(self, *number, Standing::Hidden(usize::MAX));
        }
        for item in came {
            set(self, item.number, Standing::There);
            self.arrived(queue);
        }
    }

    /// Everything that has expired goes, of a queue what did so first: so come the reports, and are got in that order.
    pub(super) fn expire(&mut self, now_us: u64) {
        for queue in QUEUES {
            let over = |item: &Item| item.standing == Standing::There && !item.is_visible(now_us);
            let (mut gone, left): (Vec<_>, Vec<_>) =
                std::mem::take(self.on(queue)).into_iter().partition(over);
            *self.on(queue) = left;
            gone.sort_by_key(|item| item.expires_us);
            for item in gone {
                self.report(&item, (MQFB_EXPIRATION, MQRO_EXPIRATION), Standing::There);
            }
        }
    }

    /// Delivers what is due.
    pub(super) fn deliver(&mut self, now_us: u64) {
        let due =
            |entry: &(u64, Name, Item)| entry.0 <= now_us && entry.2.standing == Standing::There;
        let (mut due, left): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.delayed).into_iter().partition(due);
        self.delayed = left;
        due.sort_by_key(|(at, ..)| *at);
        for (_, queue, item) in due {
            self.put(queue, item);
        }
    }

    /// What a crash leaves of it.
    pub(super) fn after_crash(&self) -> Self {
        let mut after = self.clone();
        for items in after.queues.values_mut() {
            items.retain(|item| item.persistent && !matches!(item.standing, Standing::Hidden(_)));
            for item in items {
                item.standing = Standing::There;
                item.marked_until_us = 0;
            }
        }
        let delayed =
            |(.., item): &(u64, Name, Item)| item.persistent && item.standing == Standing::There;
        after.delayed.retain(delayed);
        after.watched = false;
        after
    }

    // ---- groups

    /// Whether all of a message, or all of its group, is there to be got.
    pub(super) fn is_complete(&self, now_us: u64, of: &Member, whole_group: bool) -> bool {
        let members: Vec<&Member> = self.queues[GROUPS]
            .iter()
            .filter(|item| item.is_visible(now_us))
            .filter_map(|item| item.member.as_ref().filter(|one| one.group == of.group))
            .collect();
        let message_complete = |number: i32| {
            let mut parts: Vec<&&Member> =
                members.iter().filter(|one| one.number == number).collect();
            parts.sort_by_key(|one| one.offset);
            let first = parts.first().is_some_and(|one| one.offset == 0);
            let last = parts
                .last()
                .is_some_and(|one| !one.is_segment || one.last_segment);
            // Segments have the same length, but for the last.
            let even = parts
                .windows(2)
                .all(|two| two[1].offset - two[0].offset == SEGMENT_BYTES as i32);
            first && last && even
        };
        if !whole_group || !of.in_group {
            return message_complete(of.number);
        }
        let Some(last) = members.iter().find(|one| one.last) else {
            return false;
        };
        (1..=last.number).all(message_complete)
    }
}

/// Bytes of a segment that is not the last.
pub(super) const SEGMENT_BYTES: usize = 24;
