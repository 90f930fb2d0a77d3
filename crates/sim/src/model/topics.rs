//! Who subscribed to what, and what is retained.

use super::seen::{Seen, compare_message};
use super::{Message, Model, QueueNumber};
use ferromq_log::Lsn;
use std::collections::{BTreeMap, BTreeSet};

/// A topic, by its number.
pub(crate) type Topic = u32;

/// How a subscription came to be, and so what becomes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// By command, with a queue of the run: it lasts.
    Provided,
    /// By a program, with a queue made for it: both last.
    Durable,
    /// By a program, with a queue made for it: both go with the program, or before.
    Volatile,
}

/// A subscription with a queue of its own.
#[derive(Clone, Debug)]
pub(crate) struct Subscription {
    /// In the order they were made, over all lives.
    pub(crate) number: u64,
    /// `None` for all topics.
    pub(crate) topic: Option<Topic>,
    /// Name of the queue; one that is provided may come and go.
    pub(crate) queue: String,
    pub(crate) kind: Kind,
    /// It wants what is retained when it comes.
    pub(crate) takes_retained: bool,
    /// A program has a handle of it.
    pub(crate) held: bool,
    /// The log did not fail when it was made or removed.
    pub(crate) certain: bool,
}

impl Subscription {
    /// Its topic string.
    pub(crate) fn pattern(&self) -> String {
        match self.topic {
            Some(topic) => format!("t/{topic}"),
            None => "t/#".to_owned(),
        }
    }

    pub(crate) fn meets(&self, topic: Topic) -> bool {
        self.topic.is_none_or(|own| own == topic)
    }

    pub(crate) fn lasts(&self) -> bool {
        self.kind != Kind::Volatile
    }
}

/// What is retained for a topic. Each time that changes is an event with a number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Retained {
    /// What a new subscriber is given, and where the log ends behind it.
    pub(crate) now: Option<(Message, Lsn)>,
    /// What may be left by a crash that takes all that is in flight; empty stands for nothing only.
    sure: BTreeSet<Option<u64>>,
    /// The last event.
    last: u64,
    /// The last event that leaves nothing: of a message that does not last.
    displaced: u64,
    /// The last time all was forgotten on request.
    cleared: u64,
}

/// What new subscribers were given after a start, by topic.
pub(crate) type SeenRetained = BTreeMap<Topic, Option<Seen>>;

impl Retained {
    fn may_be_nothing(&self) -> bool {
        self.sure.is_empty() || self.sure.contains(&None)
    }

    /// An event of a message that lasts is durable. One in a `crowded` log need not outlive what was retained before.
    fn harden(&mut self, event: u64, number: u64, crowded: bool) {
        if event < self.cleared {
            return;
        }
        if !crowded {
            self.sure.clear();
        }
        self.sure.insert(Some(number));
        if self.displaced > event {
            self.sure.insert(None);
        }
    }

    /// Nobody can tell whether an event of a message that lasts is durable.
    fn doubt(&mut self, number: u64) {
        if self.sure.is_empty() {
            self.sure.insert(None);
        }
        self.sure.insert(Some(number));
    }
}

impl Model {
    /// A number for a new subscription, and its name.
    pub(crate) fn next_subscription(&mut self) -> (u64, String) {
        self.last_subscription += 1;
        let number = self.last_subscription;
        (number, format!("SIM.{number}"))
    }

    /// Subscriptions with greater numbers were made later.
    pub(crate) fn last_subscription(&self) -> u64 {
        self.last_subscription
    }

    /// Whom a publication to a topic meets.
    pub(crate) fn audience(&self, topic: Topic) -> Vec<Subscription> {
        let all = self.subscriptions.values();
        all.filter(|one| one.meets(topic)).cloned().collect()
    }

    /// A subscription goes, with the queue that was made for it.
    pub(crate) fn end_volatile(&mut self, name: &str) {
        if let Some(one) = self.subscriptions.remove(name)
            && let Some(queue) = self.named(&one.queue)
        {
            self.remove_queue(queue);
        }
    }

    /// The subscription a queue was made for.
    pub(crate) fn subscription_of(&self, queue: QueueNumber) -> Option<String> {
        let name = &self.queues.get(&queue)?.name;
        let mut all = self.subscriptions.iter();
        let found = all.find(|(_, one)| one.kind != Kind::Provided && one.queue == *name);
        found.map(|(name, _)| name.clone())
    }

    // ---- what is retained

    /// A publication is retained from now on; the log ends at `end` behind it. Answers the number of the event.
    pub(crate) fn retain(&mut self, topic: Topic, message: Message, end: Lsn) -> u64 {
        self.last_event += 1;
        let one = self.retained.entry(topic).or_default();
        one.last = self.last_event;
        if !message.persistent {
            one.displaced = self.last_event;
            if !one.sure.is_empty() {
                one.sure.insert(None);
            }
        }
        self.published.insert(message.number, message.clone());
        one.now = Some((message, end));
        self.last_event
    }

    /// Nothing is retained for a topic any more. Unless that is `certain`, a crash may bring it back.
    pub(crate) fn forget_retained(&mut self, topic: Topic, certain: bool) {
        self.last_event += 1;
        let one = self.retained.entry(topic).or_default();
        (one.now, one.last, one.displaced) = (None, self.last_event, self.last_event);
        if certain {
            one.sure.clear();
            one.cleared = self.last_event;
        } else if !one.sure.is_empty() {
            one.sure.insert(None);
        }
    }

    /// What a new subscriber is given: by topic, with the end of the log behind it.
    pub(crate) fn given(&self, topic: Option<Topic>, now_us: u64) -> Vec<(Message, Lsn)> {
        let wanted = self
            .retained
            .iter()
            .filter(|(own, _)| topic.is_none_or(|topic| topic == **own));
        let given = wanted.filter_map(|(_, one)| one.now.clone());
        given
            .filter(|(message, _)| !message.expired(now_us))
            .collect()
    }

    /// A crash may show what was never seen to be retained.
    fn note_published(&mut self, retains: &[Retain]) {
        for one in retains {
            let message = || one.message.clone();
            self.published
                .entry(one.message.number)
                .or_insert_with(message);
        }
    }

    /// A unit of work is durable. Of what it retains for a topic a crash leaves the last or nothing.
    pub(crate) fn harden_retained(&mut self, retains: &[Retain]) {
        self.note_published(retains);
        for one in last_of_each(retains).filter(|one| one.message.persistent) {
            let retained = self.retained.entry(one.topic).or_default();
            retained.harden(one.event, one.message.number, one.crowded);
        }
    }

    /// Nobody can tell whether a unit of work is durable.
    pub(crate) fn doubt_retained(&mut self, retains: &[Retain]) {
        self.note_published(retains);
        for one in last_of_each(retains).filter(|one| one.message.persistent) {
            let retained = self.retained.entry(one.topic).or_default();
            retained.doubt(one.message.number);
        }
    }

    /// What is shown to be retained says of a unit of work that it happened or did not, or nothing.
    pub(crate) fn vote_retained(
        &self,
        retains: &[Retain],
        seen: &SeenRetained,
        now_us: u64,
    ) -> Vec<bool> {
        let lasting = last_of_each(retains)
            .filter(|one| one.message.persistent && !one.message.expired(now_us));
        let vote = |one: &Retain| {
            let shown = seen.get(&one.topic)?.as_ref().map(|shown| shown.number);
            if shown == Some(one.message.number) {
                return Some(true);
            }
            // Where nothing came later it must be shown if it happened.
            let newest = self.retained.get(&one.topic)?.last;
            (newest == one.event && !one.crowded).then_some(false)
        };
        lasting.filter_map(vote).collect()
    }

    /// After a start: what new subscribers are given must be what was retained last and is durable.
    pub(crate) fn compare_retained(
        &mut self,
        seen: &SeenRetained,
        now_us: u64,
    ) -> Result<(), String> {
        for (topic, shown) in seen {
            let one = self.retained.entry(*topic).or_default();
            let published = &self.published;
            let expired = |number: &Option<u64>| {
                let message = number.and_then(|number| published.get(&number));
                message.is_some_and(|message| message.expired(now_us))
            };
            let number = shown.as_ref().map(|shown| shown.number);
            let right = match number {
                None => one.may_be_nothing() || one.sure.iter().any(expired),
                Some(_) => one.sure.contains(&number) && !expired(&number),
            };
            if !right {
                return Err(format!(
                    "{number:?} is retained for t/{topic} and should be one of {:?}",
                    one.sure
                ));
            }
            let message = number.and_then(|number| published.get(&number).cloned());
            if let (Some(mut message), Some(shown)) = (message.clone(), shown) {
                compare_message(&mut message, shown, false)
                    .map_err(|text| format!("retained for t/{topic}: {text}"))?;
            }
            self.last_event += 1;
            *one = Retained {
                now: message.map(|message| (message, Lsn::NONE)),
                sure: BTreeSet::from([number]),
                last: self.last_event,
                displaced: 0,
                cleared: 0,
            };
        }
        Ok(())
    }
}

/// Of what a unit of work retains for a topic only the last counts.
pub(crate) fn last_of_each(retains: &[Retain]) -> impl Iterator<Item = &Retain> {
    retains.iter().enumerate().filter_map(|(at, one)| {
        let later = &retains[at + 1..];
        let is_last = later.iter().all(|other| other.topic != one.topic);
        is_last.then_some(one)
    })
}

/// A publication that is retained when its unit of work is committed.
#[derive(Clone, Debug)]
pub(crate) struct Retain {
    pub(crate) topic: Topic,
    pub(crate) message: Message,
    /// Subscriptions with numbers up to this were there when it was published.
    pub(crate) met: u64,
    /// The number of the event; 0 before the commit.
    pub(crate) event: u64,
    /// The log may have had no room to put its message behind that of what was retained meanwhile.
    pub(crate) crowded: bool,
}
