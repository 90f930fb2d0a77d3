//! Messages that stand on a cluster transmission queue and are to be elsewhere: those of a channel that cannot reach its partner go to other instances of their
//! queues, those of a channel that has another transmission queue now go there, also those that stood there in units of work and are committed later.
//!
//! Documented: when a channel ends in RETRYING, messages nothing binds to it are taken back and routed again. So they are here, one after the other, in the order
//! they stand in on the transmission queue, each in one unit of work with its new place. One that has no better way stays. A message the channel holds for a batch
//! that is in doubt is not to be seen on its queue, and stays as well. One that is bound to a queue manager which has left the cluster goes on the dead-letter queue
//! (`MQFB_BIND_OPEN_CLUSRCVR_DEL`, documented), where there is one.
//!
//! What was committed, or put through a handle that is bound, after its channel was gone, what had no better way then, and what a restart has interrupted is found by
//! [`strays`]: who asks now and then forgets nothing.

use crate::deliver::Delivery;
use crate::deliver::cluster::{ClusterTargets, Sought};
use crate::deliver::expiry::discard;
use crate::deliver::placing::{Outgoing, Placements, placements, put_all};
use crate::deliver::report::to_dead_letter_queue;
use crate::deliver::resolve::Seen;
use crate::deliver::target::{Target, check_queue};
use crate::deliver::transmit::{carried, channel_correl_id, channel_of_correl_id, is_unbound};
use crate::objects::cluster_queues::{cluster_transmission_queue, cluster_transmission_queues};
use crate::objects::registry::Registry;
use crate::objects::transmitting::Misplaced;
use crate::store::local_queue::LocalQueue;
use crate::store::placement::{Terms, reserve};
use crate::store::read::read_log;
use crate::uow::unit::{UnitOfWork, UowGet};
use ferromq_cluster::workload::{Readiness, readiness};
use ferromq_cluster::{State, StoredRecord};
use ferromq_mqi::Reason;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::generated::constants::MQFB_BIND_OPEN_CLUSRCVR_DEL;
use ferromq_mqi::generated::structs::TransmissionHeader;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::name::ObjectName;
use ferromq_queue::{
    Cursor, Found, Holder, Message, Position, Scope, Selected, Selection, Summary, Take,
};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;

/// In one turn so many messages are looked at, or fewer that have so many bytes.
const TURN_MESSAGES: usize = 500;
const TURN_BYTES: u64 = 32 << 20;

/// Where members tell one another what they know, and come to terms about publications.
const QUEUES_OF_MEMBERS: [&str; 2] = ["SYSTEM.CLUSTER.COMMAND.QUEUE", "SYSTEM.INTER.QMGR.CONTROL"];

/// Messages of one channel that are looked through.
#[derive(Debug)]
pub(crate) struct Reallocation {
    channel: ObjectName,
    /// The queue it had before; `None` where its messages are to be routed again.
    from: Option<Arc<LocalQueue>>,
    /// Where they were found then; `None` for the queue the channel has.
    on: Option<Arc<LocalQueue>>,
    again: bool,
    /// Some were moved this time.
    has_moved: bool,
    /// Where it goes on.
    after: Option<Cursor>,
    /// Where else messages of a queue may go; `None` if nowhere.
    routes: BTreeMap<ObjectName, Option<Arc<ClusterTargets>>>,
}

/// How a turn went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    /// There are more messages.
    More,
    /// All were looked at, or the channel carries messages again.
    Over,
}

/// What became of a message.
enum Outcome {
    Moved,
    Stays,
}

impl Reallocation {
    pub(crate) fn of(
        Misplaced {
            channel,
            from,
            on,
            again,
        }: Misplaced,
    ) -> Self {
        Self {
            channel,
            from,
            on,
            again,
            has_moved: false,
            after: None,
            routes: BTreeMap::new(),
        }
    }

    /// Goes on. Adds the messages that were moved to `moved`. May wait for a disk; the caller holds no lock.
    pub(crate) fn turn(&mut self, delivery: &Delivery, moved: &mut u64) -> Progress {
        let stand_on = self.from.as_ref().or(self.on.as_ref());
        let queue = stand_on.cloned().or_else(|| self.queue(delivery));
        let Some(queue) = queue else {
            return Progress::Over;
        };
        let mut bytes = 0;
        for _ in 0..TURN_MESSAGES {
            if delivery.is_stopping() || !self.is_wanted(delivery) {
                return Progress::Over;
            }
            let Some(found) = self.next(delivery, &queue) else {
                return Progress::Over;
            };
            self.after = Some(found.cursor);
            bytes += found.payload.bytes();
            match self.try_one(delivery, &queue, &found) {
                Outcome::Moved => {
                    *moved += 1;
                    self.has_moved = true;
                }
                Outcome::Stays => queue.queue.restore(found.seq, false).wake(),
            }
            if bytes >= TURN_BYTES {
                break;
            }
        }
        Progress::More
    }

    /// What is to be looked through once more when this is over: puts on the queue the channel had may be committed later, or were about to be made there
    /// when it started with another one.
    ///
    /// When nothing is there, committed or not, the channel has switched: what is put from then on stands where it gets from. Whoever has a place on the queue
    /// looks afterwards whether it still is the right one ([`reserve_onward`](crate::deliver::placing::reserve_onward)), so that nobody's message is overtaken by
    /// the next one.
    pub(crate) fn rest(self, delivery: &Delivery) -> Option<Misplaced> {
        let is_wanted = self.is_wanted(delivery) && !delivery.is_stopping();
        let from = self.from.filter(|_| is_wanted)?;
        let mut has_more =
            !self.again || self.has_moved || from.queue.status().uncommitted_puts > 0;
        if !has_more {
            has_more = end_switch(delivery, &self.channel, &from);
        }
        has_more.then_some(Misplaced {
            channel: self.channel,
            from: Some(from),
            on: None,
            again: true,
        })
    }

    /// The channel still cannot reach its partner, or is gone, or still has another queue.
    fn is_wanted(&self, delivery: &Delivery) -> bool {
        if let Some(from) = &self.from {
            return self.queue(delivery).is_some_and(|now| now.id != from.id);
        }
        is_out_of_reach(&delivery.registry(), &self.channel)
    }

    fn queue(&self, delivery: &Delivery) -> Option<Arc<LocalQueue>> {
        let default_type = delivery.q_mgr_int(Attr::Defclxq);
        cluster_transmission_queue(&delivery.registry(), default_type, &self.channel)
    }

    /// Holds the next message for the channel.
    fn next(&self, delivery: &Delivery, queue: &Arc<LocalQueue>) -> Option<Box<Found>> {
        let selection = Selection {
            correl_id: Some(channel_correl_id(&self.channel)),
            position: self.after.map_or(Position::First, Position::After),
            ..Selection::default()
        };
        let holder = Holder(delivery.new_uow().0);
        let now_us = delivery.clock.wall_us();
        let Selected {
            found,
            expired,
            wakeups,
            ..
        } = queue.select_now(&selection, Take::Hold(holder), now_us);
        wakeups.wake();
        for one in expired {
            discard(delivery, queue, one);
        }
        found
    }

    fn try_one(&mut self, delivery: &Delivery, queue: &Arc<LocalQueue>, found: &Found) -> Outcome {
        let read = |place| read_log(delivery, place);
        let loaded = queue.queue.load(found.seq, &found.payload, &read);
        // One that cannot be read is for whoever gets it to find.
        let Ok(message) = loaded else {
            return Outcome::Stays;
        };
        if self.from.is_some() {
            let Some(now) = self.queue(delivery) else {
                return Outcome::Stays;
            };
            return outcome(switched(delivery, (queue, found), message, &now));
        }
        let Some((q_name, inner)) = free(&message) else {
            return outcome(put_aside(delivery, (queue, found), &message));
        };
        let Some(target) = self.target(delivery, &q_name) else {
            return Outcome::Stays;
        };
        outcome(rerouted(delivery, (queue, found), &inner, &target))
    }

    /// Where else a message for the queue goes, if that is better.
    fn target(&mut self, delivery: &Delivery, q_name: &ObjectName) -> Option<Target> {
        let routes = self.routes.entry(*q_name).or_insert_with(|| {
            let registry = delivery.registry();
            let seen = Seen::of(delivery, &registry);
            let found = ClusterTargets::find(&seen, Sought::Queue(*q_name));
            found.ok().flatten().map(Arc::new)
        });
        let target = routes.as_ref()?.choose_one(delivery).ok()?;
        let is_better = match target.remote() {
            None => true,
            Some(onward) => onward.route.is_none_or(|route| {
                let registry = delivery.registry();
                let channel = registry.clusters.channel(&route.channel);
                // One that only tries to reach its partner may fail as well, and would give them back.
                route.channel != self.channel
                    && channel.is_some_and(|it| readiness(it.state()) == Readiness::Ready)
            }),
        };
        if !is_better {
            // Nor is there for the next one of this queue, as long as nothing changes.
            *routes = None;
        }
        Some(target).filter(|_| is_better)
    }
}

/// The channel cannot reach its partner, or is gone.
fn is_out_of_reach(registry: &Registry, channel: &ObjectName) -> bool {
    let channel = registry.clusters.channel(channel);
    channel.is_none_or(|channel| readiness(channel.state()) <= Readiness::Retrying)
}

/// Of so many channels at most strays are told at a time: the next time of more.
const STRAYS_MAX: usize = 1000;

/// The channels messages wait for on cluster transmission queues that are gone, and with `with_failed` those that cannot reach their partners, each with the queue. Steps over
/// every message; no lock is held for long.
pub(crate) fn strays(delivery: &Delivery, with_failed: bool) -> Vec<Misplaced> {
    let queues = cluster_transmission_queues(&delivery.registry());
    let mut strays = Vec::new();
    for queue in queues {
        let mut channels = BTreeSet::new();
        let mut last = None;
        // One that is kept elsewhere is looked through by whoever keeps it.
        let Some(files) = queue.files() else {
            continue;
        };
        files.for_each_committed(Scope::All, &mut |message: Summary| {
            // As a rule messages for one channel stand in a row.
            if last != Some(message.correl_id) {
                last = Some(message.correl_id);
                channels.insert(message.correl_id);
            }
            let is_enough = channels.len() >= STRAYS_MAX || delivery.is_stopping();
            match is_enough {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        let registry = delivery.registry();
        let names = channels.iter().filter_map(channel_of_correl_id);
        let lost = names.filter(|channel| match registry.clusters.channel(channel) {
            Some(_) => with_failed && is_out_of_reach(&registry, channel),
            None => true,
        });
        strays.extend(lost.map(|channel| Misplaced::found_on(channel, &queue)));
    }
    strays
}

/// The queue a message is for that nothing binds to its destination, and the message as it was put.
fn free(message: &Message) -> Option<(ObjectName, Message)> {
    let outer = &message.descriptor;
    if !is_unbound(outer) {
        return None;
    }
    let inner = carried(message).pop()?;
    let order = ByteOrder::from_encoding(outer.encoding);
    let header = TransmissionHeader::decode(&message.body, order).ok()?;
    Some((ObjectName::from_field(&header.remote_q_name), inner))
}

/// Puts a message that is held, and bound to a queue manager that has left the cluster, on the dead-letter queue. What the queue manager itself has to
/// say to one that is gone is nobody's message, and is thrown away: should it come back it is told everything anew. False if it stays.
fn put_aside(delivery: &Delivery, held: (&Arc<LocalQueue>, &Found), message: &Message) -> bool {
    let order = ByteOrder::from_encoding(message.descriptor.encoding);
    let Ok(header) = TransmissionHeader::decode(&message.body, order) else {
        return false;
    };
    let q_name = ObjectName::from_field(&header.remote_q_name);
    let q_mgr = ObjectName::from_field(&header.remote_q_mgr_name);
    if !has_left(delivery, &q_mgr) {
        return false;
    }
    if QUEUES_OF_MEMBERS.contains(&q_name.as_str().trim_end()) {
        return put_and_get(delivery, held, Placements::nowhere());
    }
    let Some(inner) = carried(message).pop() else {
        return false;
    };
    let placed = to_dead_letter_queue(
        delivery,
        (&q_name, &q_mgr),
        Reason(MQFB_BIND_OPEN_CLUSRCVR_DEL),
        inner.descriptor,
        &inner.body,
        delivery.clock.wall_us(),
    );
    placed.is_some_and(|placement| put_and_get(delivery, held, Placements::alone(placement)))
}

/// Whether a queue manager said that it is no member any more, or was forced out. One that is not known at all may be heard of again.
fn has_left(delivery: &Delivery, q_mgr: &ObjectName) -> bool {
    let registry = delivery.registry();
    let records = registry.plain.of_type(ObjectKind::ClusQMgr.object_type());
    let mut of_name = records
        .filter(|record| record.kind() == ObjectKind::ClusQMgr)
        .filter(|record| record.text(Attr::Clusqmgr) == q_mgr.as_str().trim_end())
        .filter_map(|record| StoredRecord::of(record)?.state)
        .peekable();
    of_name.peek().is_some() && of_name.all(|state| state != State::Live)
}

/// Has messages for a channel put where it gets from, if nothing stands on the queue it had. Answers whether that is to be looked through once more: it was to be
/// switched just now, or cannot be yet.
fn end_switch(delivery: &Delivery, channel: &ObjectName, from: &Arc<LocalQueue>) -> bool {
    let Selected {
        expired, wakeups, ..
    } = {
        let mut registry = delivery.registry_mut();
        if registry.clusters.switching_from(channel) != Some(&from.name) {
            return false;
        }
        // First, so that whoever takes a place from now on sees it, and waits for the registry to be told where else.
        registry.clusters.put_on(*channel, None);
        let selection = Selection {
            correl_id: Some(channel_correl_id(channel)),
            ..Selection::default()
        };
        let selected = from.select_now(&selection, Take::PEEK, delivery.clock.wall_us());
        if selected.found.is_some() || from.queue.status().uncommitted_puts > 0 {
            registry.clusters.put_on(*channel, Some(from.name));
        }
        selected
    };
    wakeups.wake();
    for one in expired {
        discard(delivery, from, one);
    }
    true
}

fn outcome(is_moved: bool) -> Outcome {
    match is_moved {
        true => Outcome::Moved,
        false => Outcome::Stays,
    }
}

fn terms_of(delivery: &Delivery, found: &Found) -> Terms {
    Terms {
        persistent: found.persistent,
        priority: found.priority,
        expires_at_us: found.expires_at_us,
        put_at_us: delivery.clock.wall_us(),
    }
}

/// Moves a message that is held to another transmission queue, as it is. False if it stays.
fn switched(
    delivery: &Delivery,
    held: (&Arc<LocalQueue>, &Found),
    message: Arc<Message>,
    to: &Arc<LocalQueue>,
) -> bool {
    if check_queue(to, message.body.len()).is_err() {
        return false;
    }
    let placed = reserve(delivery, to, message, terms_of(delivery, held.1));
    placed.is_ok_and(|placement| put_and_get(delivery, held, Placements::alone(placement)))
}

/// Puts a message that is held to another target. False if it stays: the target, or the log, has no room.
fn rerouted(
    delivery: &Delivery,
    held: (&Arc<LocalQueue>, &Found),
    inner: &Message,
    target: &Target,
) -> bool {
    if check_queue(target.queue(), inner.body.len()).is_err() {
        return false;
    }
    let message = Outgoing {
        descriptor: &inner.descriptor,
        terms: terms_of(delivery, held.1),
        body: inner.body.clone(),
    };
    let placed = placements(delivery, target, message);
    placed.is_ok_and(|placed| put_and_get(delivery, held, placed))
}

/// Both in one unit of work. False if nothing of it is done, and the message is still held.
fn put_and_get(
    delivery: &Delivery,
    (queue, found): (&Arc<LocalQueue>, &Found),
    placements: Placements,
) -> bool {
    let mut work = UnitOfWork::of_one_verb(delivery.new_uow());
    if put_all(&mut work, delivery, placements).is_err() {
        work.back_out(delivery);
        return false;
    }
    let got = UowGet {
        queue: Arc::clone(queue),
        seq: found.seq,
        persistent: found.persistent,
        backout_count: found.backout_count,
    };
    if work.get_held(delivery, got).is_err() {
        work.back_out(delivery);
        return false;
    }
    // A commit that is refused backs out, which gives the message back to its queue.
    if let Ok(Some((end, _))) = work.commit(delivery) {
        delivery.log.request_force(end);
    }
    true
}
