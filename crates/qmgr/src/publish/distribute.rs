//! The copies of a publication: whom it is for, and their places.
//!
//! Source: MQPUT usage notes, MQPMO "Publish options", DEFINE TOPIC (`NPMSGDLV`, `PMSGDLV`, `USEDLQ`).

use crate::deliver::cluster::choose_queue_manager;
use crate::deliver::delay;
use crate::deliver::placing::{put_unattended, reserve_onward};
use crate::deliver::report::to_dead_letter_queue;
use crate::deliver::resolve::resolve;
use crate::deliver::target::{Target, check_queue, check_target};
use crate::deliver::transmit::for_transmission;
use crate::objects::Objects;
use crate::publish::Publishing;
use crate::publish::copy::{Copies, CopyClass, Publication, Recipient};
use crate::publish::subscription::{Destination, Subscription, judges};
use crate::publish::topics::{Audience, Listening};
use crate::store::asked_places::AskedPlaces;
use crate::store::placement::{Placement, Terms, reserve};
use ferromq_mqi::Reason;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_queue::Message;
use ferromq_topic::Hosts;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Publishes what the queue manager itself has to say. Copies that cannot be put are lost.
pub(crate) fn publish_own(publishing: &Publishing, publication: &Publication) {
    let audience = publishing.topics.audience(&publication.topic, None);
    let everybody = Wanted {
        level_max: 9,
        not_of: None,
        came: false,
        reach: Reach::Here,
    };
    let copies = copies(publishing, publication, &audience, &everybody).unwrap_or_default();
    for copy in copies.placements {
        let _ = put_unattended(publishing, copy);
    }
    count(&copies.served, publication.put_at_us);
}

/// The copies of a publication.
#[derive(Default)]
pub(crate) struct Placed<'a> {
    pub(crate) placements: Vec<Placement>,
    /// Who gets one, but of those whose copy goes to the dead-letter queue.
    pub(crate) served: Vec<&'a Subscription>,
    /// The data they share.
    pub(crate) copies: Copies,
}

/// The copies of a publication were put: its subscribers count it.
pub(crate) fn count(served: &[&Subscription], put_at_us: u64) {
    for subscription in served {
        subscription.activity.count(put_at_us);
    }
}

/// Which subscribers a publication is for, besides what they subscribed to.
pub(crate) struct Wanted {
    /// `PubLevel`.
    pub(crate) level_max: i32,
    /// Not those of this connection.
    pub(crate) not_of: Option<u64>,
    /// It was published at another queue manager: it is for nobody who asked for what is published at this one (`SUBSCOPE(QMGR)`).
    pub(crate) came: bool,
    /// Which neighbours it goes to.
    pub(crate) reach: Reach,
}

/// Which neighbours a publication goes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// All that want it.
    Everywhere,
    /// None.
    Here,
    /// All but the one it came from.
    NotBackTo(ObjectName),
    /// Those of the hierarchy, but the one it came from, a member of the cluster of the topic, and these, which are members of it as well: it
    /// sends it to the others itself.
    NotToMembers(ObjectName, Arc<[ObjectName]>),
}

impl Reach {
    fn includes(&self, subscription: &Subscription) -> bool {
        match (self, &subscription.neighbour) {
            (Self::Everywhere, _) | (_, None) => true,
            (Self::Here, Some(_)) => false,
            (Self::NotBackTo(from), Some(neighbour)) => from != neighbour,
            (Self::NotToMembers(from, members), Some(neighbour)) => {
                from != neighbour && !subscription.of_member && !members.contains(neighbour)
            }
        }
    }
}

/// Reserves the places of the copies.
///
/// # Errors
/// `MQRC_PUBLICATION_FAILURE` when one that must be delivered cannot be; then no place is kept.
pub(crate) fn copies<'a>(
    objects: &Objects,
    publication: &Publication,
    audience: &'a Audience,
    wanted: &Wanted,
) -> Result<Placed<'a>, Reason> {
    let inherited = &audience.inherited;
    let mut chosen = chosen(&audience.subscriptions, publication, wanted);
    if chosen.iter().any(|one| one.subscription.onward) {
        keep_one_host(objects, inherited.hosts.as_ref(), &mut chosen);
    }
    let delivery = match publication.persistent {
        true => inherited.persistent_delivery,
        false => inherited.non_persistent_delivery,
    };
    let mut copies = Copies::default();
    let mut placed: Vec<Placement> = Vec::with_capacity(chosen.len());
    let mut served = Vec::with_capacity(chosen.len());
    for Listening {
        subscription,
        audience_class,
    } in chosen
    {
        let to = (subscription.as_ref(), *audience_class);
        let failure = match copy_for(objects, publication, to, &mut copies) {
            Ok(copy) => {
                placed.push(copy);
                served.push(subscription.as_ref());
                continue;
            }
            // It is begun anew when all who were asked have answered.
            Err(_) if AskedPlaces::lacks() => continue,
            Err(failure) => failure,
        };
        // It went meanwhile, with the queue that was made for it: the copy is for nobody.
        if subscription.activity.is_removed() {
            continue;
        }
        let dead = match inherited.use_dead_letter_queue {
            true => undelivered(objects, subscription, failure, publication.put_at_us),
            false => None,
        };
        let must = match delivery {
            MQDLV_ALL => true,
            MQDLV_ALL_DUR => subscription.is_durable(),
            _ => false,
        };
        match dead {
            Some(placement) => placed.push(placement),
            None if must => {
                placed.into_iter().for_each(Placement::release);
                return Err(Reason::PUBLICATION_FAILURE);
            }
            None => {}
        }
    }
    if AskedPlaces::lacks() {
        placed.into_iter().for_each(Placement::release);
        return Err(Reason::RESOURCE_PROBLEM);
    }
    Ok(Placed {
        placements: placed,
        served,
        copies,
    })
}

/// The subscriptions that get a copy: of those in time and selected the ones of the highest level, and of each
/// group the one that says most of the topic.
fn chosen<'a>(
    subscriptions: &'a [Listening],
    publication: &Publication,
    wanted: &Wanted,
) -> Vec<&'a Listening> {
    let takes = |one: &&Listening| {
        let one = &one.subscription;
        one.level <= wanted.level_max
            && !one.on_request
            && !one.is_expired(publication.put_at_us)
            && (!publication.retained || one.takes_retained())
            && (wanted.not_of.is_none() || one.activity.holder() != wanted.not_of)
            && (!wanted.came || !one.is_local())
            && wanted.reach.includes(one)
            && is_selected(one, publication)
    };
    let mut chosen: Vec<&Listening> = subscriptions.iter().filter(takes).collect();
    if let Some(level) = chosen.iter().map(|one| one.subscription.level).max() {
        chosen.retain(|one| one.subscription.level == level);
    }
    let in_group = |one: &&Listening| one.subscription.grouped;
    if chosen.iter().any(in_group) {
        let mut best: BTreeMap<_, (usize, u64)> = BTreeMap::new();
        for one in chosen.iter().filter(|one| in_group(one)) {
            let one = &one.subscription;
            let says = (one.pattern.literal_levels(), one.number);
            let group = best.entry(one.group()).or_insert(says);
            *group = (*group).max(says);
        }
        chosen.retain(|listening| {
            let one = &listening.subscription;
            let group = best.get(&one.group());
            !one.grouped || group.is_some_and(|(_, number)| *number == one.number)
        });
    }
    chosen
}

/// Of the proxy subscriptions of those that host the topic one is left, as the workload has it: whoever hosts it sends it on to the others. None
/// where this queue manager hosts it itself.
fn keep_one_host(objects: &Objects, hosts: Option<&Hosts>, chosen: &mut Vec<&Listening>) {
    let hosts = hosts.filter(|hosts| !hosts.here);
    let is_host = |one: &Listening| {
        let name = one.subscription.neighbour.as_ref();
        let is_known = |hosts: &Hosts| name.is_some_and(|name| hosts.others.contains(name));
        one.subscription.onward && hosts.is_some_and(is_known)
    };
    let found = chosen.iter().filter(|one| is_host(one));
    // That of the topic object that counts is the longest.
    let levels = |one: &&&Listening| one.subscription.pattern.literal_levels();
    let longest = found.clone().map(|one| levels(&one)).max();
    let found = found.filter(|one| Some(levels(one)) == longest);
    let names: Vec<ObjectName> = found.filter_map(|one| one.subscription.neighbour).collect();
    let host = match names.as_slice() {
        [] => None,
        [one] => Some(*one),
        several => choose_queue_manager(objects, several),
    };
    chosen.retain(|one| {
        let is_it = host.is_some() && one.subscription.neighbour == host;
        !one.subscription.onward || is_it && Some(levels(&one)) == longest
    });
}

pub(super) fn is_selected(subscription: &Subscription, publication: &Publication) -> bool {
    let selector = subscription.selector.as_ref();
    selector.is_none_or(|selector| judges(selector, &publication.message))
}

/// Why a copy could not be placed, and the copy as far as it was made.
pub(crate) type Failure = Box<(Reason, Message)>;

pub(super) fn copy_for(
    objects: &Objects,
    publication: &Publication,
    (subscription, audience_class): (&Subscription, u32),
    copies: &mut Copies,
) -> Result<Placement, Failure> {
    let length = publication.message.body.len();
    let ids = publication.ids(subscription, || objects.identifiers.message_id());
    let mut copy = |queue_priority, temporary| {
        let to = Recipient {
            subscription,
            class: CopyClass {
                audience_class,
                queue_priority,
                temporary,
            },
        };
        publication.copy(to, copies)
    };
    let target = match subscriber_target(objects, &subscription.destination, length) {
        Ok(found) => found,
        Err(reason) => return Err(Box::new((reason, copy(0, false).with_ids(&ids)))),
    };
    let queue = target.queue();
    let queue_priority = match subscription.priority {
        MQPRI_PRIORITY_AS_Q_DEF => queue.with_definition(|of| of.int(Attr::Defprty)),
        _ => 0,
    };
    let temporary = queue.is_temporary();
    let mut message = copy(queue_priority, temporary);
    let terms = Terms {
        persistent: publication.persistent && !temporary,
        priority: u8::try_from(message.descriptor.priority.clamp(0, 9)).unwrap_or(0),
        expires_at_us: publication.expires_at_us,
        put_at_us: publication.put_at_us,
    };
    if publication.delay_ms > 0 {
        let here = (queue.name, objects.name);
        let elsewhere = target.remote().map(|onward| (onward.q_name, onward.q_mgr));
        let to = elsewhere.unwrap_or(here);
        return delayed(objects, to, message.with_ids(&ids), terms, publication);
    }
    if let Some(onward) = target.remote() {
        let own = message.with_ids(&ids);
        message = Arc::new(for_transmission(
            objects,
            &own.descriptor,
            &own.body,
            onward,
            terms.put_at_us,
        ));
    } else if terms.persistent {
        // The log takes it from its descriptor.
        message = Arc::new(message.with_ids(&ids));
    }
    let placed = match target.remote() {
        None => reserve(objects, queue, Arc::clone(&message), terms),
        Some(onward) => reserve_onward(objects, queue, onward, Arc::clone(&message), terms),
    };
    let shares = target.remote().is_none() && !terms.persistent;
    match placed {
        Ok(placement) => Ok(Placement {
            ids: shares.then_some(ids),
            ..placement
        }),
        Err(reason) if shares => Err(Box::new((reason, message.with_ids(&ids)))),
        Err(reason) => Err(Box::new((reason, Arc::unwrap_or_clone(message)))),
    }
}

/// A place on the staging queue for a copy that waits until it is due.
fn delayed(
    objects: &Objects,
    to: (ObjectName, ObjectName),
    copy: Message,
    terms: Terms,
    publication: &Publication,
) -> Result<Placement, Failure> {
    let message = (copy.descriptor.clone(), copy.body.clone());
    delay::stage(objects, to, message, terms, publication.delay_ms)
        .map_err(|reason| Box::new((reason, copy)))
}

/// A place on the dead-letter queue for a copy nobody takes.
pub(super) fn undelivered(
    objects: &Objects,
    subscription: &Subscription,
    failure: Failure,
    put_at_us: u64,
) -> Option<Placement> {
    let (reason, copy) = *failure;
    let (name, q_mgr) = match &subscription.destination {
        Destination::Managed(name, _) => (*name, objects.name),
        Destination::Provided(name, q_mgr) => (*name, *q_mgr),
    };
    let Message {
        descriptor, body, ..
    } = copy;
    to_dead_letter_queue(
        objects,
        (&name, &q_mgr),
        reason,
        descriptor,
        &body,
        put_at_us,
    )
}

/// The target of a copy of a publication of `length` bytes, if it takes it.
fn subscriber_target(
    objects: &Objects,
    destination: &Destination,
    length: usize,
) -> Result<Target, Reason> {
    match destination {
        Destination::Managed(_, queue) => {
            let queue = queue.upgrade().ok_or(Reason::Q_DELETED)?;
            check_queue(&queue, length)?;
            Ok(Target::Local(queue))
        }
        Destination::Provided(name, q_mgr) => {
            let resolved = resolve(objects, name, q_mgr)?;
            let target = resolved.targets.choose(objects)?;
            check_target(&resolved, &target, length, u32::MAX)?;
            Ok(target.into_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::publish::keep::remove;
    use crate::{Connection, QueueManager, SimulatedPlace, tester};
    use ferromq_mqi::MsgDescriptor;
    use ferromq_mqi::attribute::ObjectKind;
    use ferromq_mqi::call::{Reply, Request};
    use ferromq_mqi::definition::Definition;
    use ferromq_mqi::options::{ConnectOptions, ObjectHandle, SubscriptionDescriptor};
    use ferromq_topic::Inherited;
    use std::task::{Poll, Waker};

    const TOPIC: &str = "some/topic";

    /// A program with so many subscriptions.
    fn subscribed(manager: &QueueManager, count: usize) -> Connection {
        let connected = manager.connect(&ConnectOptions::default(), tester());
        let mut connection = connected.expect("connected");
        for _ in 0..count {
            let asked = SubscriptionDescriptor {
                options: MQSO_CREATE | MQSO_MANAGED,
                object_string: TOPIC.to_owned(),
                ..SubscriptionDescriptor::default()
            };
            let request = Request::Subscribe {
                descriptor: Box::new(asked),
                queue: ObjectHandle::NONE,
            };
            match connection.start(request, Waker::noop()) {
                Poll::Ready(Reply::Subscribed(_)) => {}
                other => panic!("{other:?}"),
            }
        }
        connection
    }

    /// Whoever opened a topic long ago, and publishes seldom, is no reason to keep what was on queues that are gone.
    #[test]
    fn a_publisher_does_not_keep_the_queue_of_a_subscription_that_went() {
        let place = SimulatedPlace::with_queue_manager(64, 1 << 20);
        let manager = place.start();
        let engine = &manager.engine;
        let subscriber = subscribed(&manager, 1);
        let known = engine.topics.audience(TOPIC, None);
        let name = known.subscriptions[0].subscription.destination_name();
        let queue = engine.registry().local_queue(&name);
        let queue = Arc::downgrade(&queue.expect("made for it"));
        drop(subscriber);
        assert!(engine.registry().local_queue(&name).is_none());
        assert!(queue.upgrade().is_none());
        drop(known);
    }

    /// Whoever unsubscribes is no failure of the publisher, and leaves nothing behind.
    #[test]
    fn a_subscription_that_went_since_a_publisher_looked_gets_no_copy_anywhere() {
        let place = SimulatedPlace::with_queue_manager(64, 1 << 20);
        let manager = place.start();
        let dead = Definition::new(ObjectKind::QLocal, ObjectName::truncated("DEAD"));
        manager.define(dead, false).expect("defined");
        let (own, change) = (manager.name(), [(Attr::Deadq, "DEAD".into())]);
        let altered = manager.alter(ObjectKind::QMgr, &own, &change, false);
        altered.expect("altered");
        let _subscriber = subscribed(&manager, 2);
        let engine = &manager.engine;
        let audience = engine.topics.audience(TOPIC, None);
        let went = audience.subscriptions[0].subscription.id();
        remove(engine, &went).expect("removed");
        let message = Message::new(MsgDescriptor::default(), "x".into());
        let publication = Publication::of(TOPIC.into(), message, 0);
        let everybody = Wanted {
            level_max: 9,
            not_of: None,
            came: false,
            reach: Reach::Here,
        };
        for (uses_dead_letters, delivery) in [(true, MQDLV_ALL_AVAIL), (false, MQDLV_ALL)] {
            let inherited = Inherited {
                use_dead_letter_queue: uses_dead_letters,
                non_persistent_delivery: delivery,
                ..Inherited::clone(&audience.inherited)
            };
            let mut audience = audience.clone();
            audience.inherited = Arc::new(inherited);
            let placed = copies(engine, &publication, &audience, &everybody);
            let placed = placed.map_err(|reason| reason.0).expect("published");
            assert_eq!(placed.placements.len(), 1, "the copy of the other one");
            assert_eq!(placed.served.len(), 1);
            placed.placements.into_iter().for_each(Placement::release);
        }
    }
}
