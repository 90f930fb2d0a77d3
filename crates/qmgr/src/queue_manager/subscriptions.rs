//! Subscriptions and topics as administrators see and change them.

use crate::core::identity::PutStamp;
use crate::objects::dynamic;
use crate::objects::failure::ObjectError;
use crate::objects::logged::stamp;
use crate::objects::operations::changed_bytes;
use crate::publish::given::keep_with_retained;
use crate::publish::keep::{leave_queue, make_managed, remove, replace};
use crate::publish::publisher::Publisher;
use crate::publish::retention;
use crate::publish::subscription::Subscription;
use crate::queue_manager::QueueManager;
use crate::store::local_queue::LocalQueue;
use crate::verbs::connection_state::ConnectionState;
use ferromq_log::Lsn;
use ferromq_mqi::Reason;
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::notices::AMQ8469;
use ferromq_mqi::hex::hex;
use ferromq_mqi::name::ObjectName;
use ferromq_topic::{Inherited, NodeState, Pattern, Scheme, combine};
use std::collections::BTreeMap;
use std::sync::{Arc, mpsc};

/// A subscription and what became of it in this life of the queue manager.
#[derive(Clone, Debug)]
pub struct SubscriptionStatus {
    /// Its definition; the name is its identifier.
    pub definition: Definition,
    /// The connection that has a handle of it.
    pub connection: Option<[u8; 24]>,
    /// Publications put on its queue.
    pub messages: u64,
    /// Date and time of the last one, as displays show them.
    pub last_message: Option<(String, String)>,
    /// Date and time when a program took its handle last.
    pub resumed: Option<(String, String)>,
}

/// A handle that is open for publishing.
#[derive(Clone, Debug)]
pub struct PublisherStatus {
    /// The full topic string.
    pub topic: String,
    /// Its connection.
    pub connection: Option<[u8; 24]>,
    /// Publications so far, under syncpoint as well.
    pub messages: u64,
    /// Date and time of the last one, as displays show them.
    pub last_message: Option<(String, String)>,
}

/// A topic and what holds for it.
#[derive(Clone, Debug)]
pub struct TopicStatus {
    /// Its place in the tree.
    pub node: NodeState,
    /// Its attributes, wherever they are said.
    pub inherited: Inherited,
}

impl QueueManager {
    /// Every subscription, in the order of the identifiers.
    #[must_use]
    pub fn subscriptions(&self) -> Vec<SubscriptionStatus> {
        let all = self.engine.topics.all();
        let connections = self.engine.connections();
        all.iter().map(|one| status_of(one, &connections)).collect()
    }

    /// How many subscriptions there are.
    #[must_use]
    pub fn subscription_count(&self) -> usize {
        self.engine.topics.space().by_id.len()
    }

    /// The subscription with that identifier. Costs the same however many there are.
    #[must_use]
    pub fn subscription_status(&self, id: &ObjectName) -> Option<SubscriptionStatus> {
        let found = self.engine.topics.by_id(id)?;
        Some(status_of(&found, &self.engine.connections()))
    }

    /// The subscription of that name. Costs the same however many there are.
    #[must_use]
    pub fn subscription_status_named(&self, name: &str) -> Option<SubscriptionStatus> {
        let found = self.engine.topics.by_name(name)?;
        Some(status_of(&found, &self.engine.connections()))
    }

    /// The definitions of the subscriptions whose names begin so, in the order of the names. Looks at no others.
    #[must_use]
    pub fn subscriptions_beginning(&self, beginning: &str) -> Vec<Definition> {
        let found = self.engine.topics.beginning(beginning);
        found.iter().map(|one| one.definition.clone()).collect()
    }

    /// The definitions of the subscriptions that are wanted, in the order of the identifiers.
    #[must_use]
    pub fn subscriptions_where(&self, wanted: impl Fn(&Definition) -> bool) -> Vec<Definition> {
        let space = self.engine.topics.space();
        let all = space.by_id.values().map(|one| &one.definition);
        all.filter(|one| wanted(one)).cloned().collect()
    }

    /// The definition of the subscription of that name.
    #[must_use]
    pub fn subscription_named(&self, name: &str) -> Option<Definition> {
        let found = self.engine.topics.by_name(name)?;
        Some(found.definition.clone())
    }

    /// The topics that fit a pattern and have a publication retained. `scheme` is `MQWS_CHAR` or `MQWS_TOPIC`.
    ///
    /// # Errors
    /// `MQRC_TOPIC_STRING_ERROR` for what is no pattern.
    pub fn retained_topics(&self, pattern: &str, scheme: i32) -> Result<Vec<String>, Reason> {
        let scheme = match scheme {
            MQWS_CHAR => Scheme::Character,
            _ => Scheme::Topic,
        };
        let pattern = Pattern::parse(pattern, scheme).map_err(|error| error.reason())?;
        let found = self.engine.topics.retained(&pattern);
        Ok(found.iter().map(|one| one.topic.to_string()).collect())
    }

    /// Makes a subscription that lasts, durable on return, and gives it what is retained. One with the name of another takes
    /// its place with `replace`; a definition that has an identifier is that subscription, altered.
    ///
    /// # Errors
    /// See [`ObjectError`]; `NotFound` if the subscription that is altered is gone. Nobody may have a handle of a subscription that is changed, and it may
    /// be no proxy.
    pub fn define_subscription(
        &self,
        definition: Definition,
        replaces: bool,
    ) -> Result<(), ObjectError> {
        let topics = &self.engine.topics;
        let before = match definition.name() {
            // It is not made anew: somebody has deleted it meanwhile.
            id if !id.is_blank() => Some(topics.by_id(&id).ok_or(ObjectError::NotFound)?),
            _ => topics.by_name(definition.text(Attr::Sub)),
        };
        if before.is_some() && !replaces {
            return Err(ObjectError::Exists(ObjectKind::Sub));
        }
        // Altered, it would send to others, or with the token of nobody.
        if before.as_ref().is_some_and(|one| one.neighbour.is_some()) {
            return Err(ObjectError::Notice(&AMQ8469));
        }
        let check_unused = || match &before {
            Some(before) if before.activity.holder().is_some() => Err(ObjectError::InUse),
            _ => Ok(()),
        };
        check_unused()?;
        let (definition, made) = self.whole(definition, before.as_deref())?;
        let queue = |name: &ObjectName| self.engine.registry().local_queue(name);
        let change = || {
            check_unused()?;
            let now_us = self.engine.clock.wall_us();
            Subscription::of(definition.clone(), queue, now_us)
                .and_then(|after| match &before {
                    Some(before) => replace(&self.engine, before, after)?
                        .map(|(_, logged)| logged)
                        .ok_or(Reason::SUBSCRIPTION_IN_USE),
                    None => keep_with_retained(&self.engine, after, true).map(|(_, logged)| logged),
                })
                .map_err(|reason| match reason {
                    Reason::SUB_ALREADY_EXISTS => ObjectError::Exists(ObjectKind::Sub),
                    Reason::SUBSCRIPTION_IN_USE => ObjectError::InUse,
                    other => ObjectError::Refused(other),
                })
        };
        let logged = self
            .once_there_is_room(|| definition.encode().len(), change)
            .inspect_err(|_| self.drop_made(made))?;
        logged.map_or(Ok(()), |logged| self.settle(&logged))
    }

    /// The queue that was made for a subscription goes: there is none.
    fn drop_made(&self, made: Option<Arc<LocalQueue>>) {
        if let Some(made) = made
            && dynamic::delete_dynamic(&self.engine, &made, true).is_err()
        {
            leave_queue(&self.engine, &made);
        }
    }

    /// Fills in what a command leaves out. Answers the queue that was made for the subscription, if one was.
    fn whole(
        &self,
        mut definition: Definition,
        before: Option<&Subscription>,
    ) -> Result<(Definition, Option<Arc<LocalQueue>>), ObjectError> {
        let engine = &self.engine;
        if definition.name().is_blank() {
            let object = ObjectName::truncated(definition.text(Attr::Topicobj));
            let registry = engine.registry();
            let object = match object.is_blank() {
                true => None,
                false => Some(
                    registry
                        .plain(ObjectKind::Topic, &object)
                        .ok_or(ObjectError::NotFound)?,
                ),
            };
            let string = object.map(|object| object.text(Attr::Topicstr));
            let topic = combine(string, definition.text(Attr::Topicstr))
                .map_err(|error| ObjectError::Refused(error.reason()))?;
            drop(registry);
            let id = before.map_or_else(
                || ObjectName::truncated(&hex(&engine.identifiers.message_id())),
                Subscription::id,
            );
            let mut named = Definition::new(ObjectKind::Sub, id);
            named.copy_definable(&definition);
            let name = definition.text(Attr::Sub).to_owned();
            for (attr, value) in [
                (Attr::Sub, Value::from(name.as_str())),
                (Attr::Topicstr, topic.as_str().into()),
                (Attr::Subtype, MQSUBTYPE_ADMIN.into()),
            ] {
                named.set_internal(attr, value)?;
            }
            definition = named;
        }
        if let Some(before) = before {
            check_alterable(&before.definition, &definition)?;
        }
        let on_request = definition.int(Attr::Reqonly) == MQRU_PUBLISH_ON_REQUEST;
        if on_request && definition.int(Attr::Sublevel) > 1 {
            return Err(ObjectError::Conflict(
                "with REQONLY(YES) SUBLEVEL is 0 or 1: nothing that is retained is given at higher levels",
            ));
        }
        let topic = definition.text(Attr::Topicstr).to_owned();
        let inherited = engine.topics.inherited(&topic);
        if !inherited.subscribe {
            return Err(ObjectError::Refused(Reason::SUB_INHIBITED));
        }
        if !inherited.durable {
            return Err(ObjectError::Refused(Reason::DURABILITY_NOT_ALLOWED));
        }
        if definition.text(Attr::Destcorl).is_empty() {
            let correl_id = hex(&engine.identifiers.message_id());
            definition.set(Attr::Destcorl, correl_id.as_str())?;
        }
        let selects = match definition.text(Attr::Selector).is_empty() {
            true => MQSELTYPE_NONE,
            false => MQSELTYPE_STANDARD,
        };
        definition.set_internal(Attr::Seltype, selects)?;
        stamp(engine, &mut definition, before.is_none());
        let made = self.settle_destination(&mut definition, before, &inherited)?;
        Ok((definition, made))
    }

    /// Publications need a queue: one that is named, or one that is made, which is answered.
    fn settle_destination(
        &self,
        definition: &mut Definition,
        before: Option<&Subscription>,
        inherited: &Inherited,
    ) -> Result<Option<Arc<LocalQueue>>, ObjectError> {
        if definition.int(Attr::Destclas) != MQDC_MANAGED {
            return match definition.text(Attr::Dest).is_empty() {
                true => Err(ObjectError::Conflict(
                    "DEST is needed with DESTCLAS(PROVIDED)",
                )),
                false => Ok(None),
            };
        }
        let there = before.filter(|one| one.definition.int(Attr::Destclas) == MQDC_MANAGED);
        if let Some(there) = there {
            definition.set_internal(Attr::Dest, there.destination_name().as_str())?;
            return Ok(None);
        }
        let model = &inherited.durable_model;
        let make = || make_managed(&self.engine, model, true);
        let bytes = || changed_bytes(self.definition(ObjectKind::QModel, model), &[]);
        let made = self.once_there_is_room(bytes, make).map_err(|error| {
            // Files that could not be made are short of room as well.
            ObjectError::Refused(error.reason())
        })?;
        definition.set_internal(Attr::Dest, made.name.as_str())?;
        Ok(Some(made))
    }

    /// Removes a subscription, and its queue if that was made for it. Durable on return.
    ///
    /// # Errors
    /// `NotFound`, `InUse` while a program has a handle of it, and see [`ObjectError`].
    pub fn delete_subscription(&self, id: &ObjectName) -> Result<(), ObjectError> {
        let found = self.engine.topics.by_id(id).ok_or(ObjectError::NotFound)?;
        let delete = || match found.activity.holder() {
            Some(_) => Err(ObjectError::InUse),
            None => remove(&self.engine, id),
        };
        let logged = self.once_there_is_room(|| found.definition.encode().len(), delete)?;
        logged.map_or(Ok(()), |logged| self.settle(&logged))
    }

    /// The topics there are that fit a topic string, with the wildcards `#` and `+` or without.
    #[must_use]
    pub fn topics(&self, pattern: &str) -> Vec<TopicStatus> {
        let Ok(pattern) = Pattern::parse(pattern, Scheme::Topic) else {
            return Vec::new();
        };
        let space = self.engine.topics.space();
        let status = |node: NodeState| TopicStatus {
            inherited: space.tree.inherited(&node.topic),
            node,
        };
        space
            .tree
            .states(&pattern)
            .into_iter()
            .map(status)
            .collect()
    }

    /// How many topics there are, without any of the strings they have.
    #[must_use]
    pub fn topic_count(&self) -> usize {
        self.engine.topics.space().tree.len()
    }

    /// The handles that are open for publishing, in the order they were opened.
    #[must_use]
    pub fn publishers(&self) -> Vec<PublisherStatus> {
        let all = self.engine.topics.publishers();
        let connections = self.engine.connections();
        let status = |one: &Arc<Publisher>| {
            let (messages, last_us) = one.counted();
            PublisherStatus {
                topic: one.topic.to_string(),
                connection: connections.get(&one.connection).map(|found| found.id),
                messages,
                last_message: shown(last_us),
            }
        };
        all.iter().map(status).collect()
    }

    /// Forgets what is retained for a topic. Durable on return.
    ///
    /// # Errors
    /// `NotFound` when nothing is; `Refused` with `MQRC_RESOURCE_PROBLEM` when the log has no room for it: then it stays
    /// retained; `Refused` with `MQRC_Q_MGR_STOPPING` when the log has failed, and nothing is known.
    pub fn clear_retained(&self, topic: &str) -> Result<(), ObjectError> {
        let engine = &self.engine;
        let retained = || engine.topics.retained_for(topic);
        let found = {
            let _one_at_a_time = engine.order_commits();
            retained().ok_or(ObjectError::NotFound)?
        };
        // Then its message is there to be removed, and those of what was retained before it are gone or left.
        self.wait_shown(engine.log.head())?;
        self.wait_for_deferred();
        let forget = || {
            let _one_at_a_time = engine.order_commits();
            // What was retained since stays, and removes this one.
            if retained().is_some_and(|now| Arc::ptr_eq(&now, &found)) {
                retention::forget(engine, &found).map_err(ObjectError::Refused)?;
            }
            Ok::<(), ObjectError>(())
        };
        self.once_there_is_room(|| 0, forget)?;
        self.wait_durable(engine.log.head())
    }

    /// Waits until the log is durable up to `end` and all that waited for that is done.
    fn wait_shown(&self, end: Lsn) -> Result<(), ObjectError> {
        let (tell, told) = mpsc::channel();
        let tell = move |result: Result<(), _>| {
            // Whoever waited has heard that the log failed.
            let _ = tell.send(result.is_ok());
        };
        self.engine.log.when_durable(end, Box::new(tell));
        self.wait_durable(end)?;
        match told.recv() {
            Ok(true) => Ok(()),
            _ => Err(ObjectError::Refused(Reason::Q_MGR_STOPPING)),
        }
    }
}

/// Source: ALTER SUB, usage notes; 2510, 2512, 2524, 2533. A subscription of its own queue would lose that, and one to another topic would
/// not be given what is retained there.
fn check_alterable(before: &Definition, after: &Definition) -> Result<(), ObjectError> {
    const OF_CREATION: [Attr; 5] = [
        Attr::Topicstr,
        Attr::Wschema,
        Attr::Destclas,
        Attr::Selector,
        Attr::Sublevel,
    ];
    let same = |attr: Attr| before.get(attr) == after.get(attr);
    match OF_CREATION.into_iter().all(same) {
        true => Ok(()),
        false => Err(ObjectError::Conflict(
            "TOPICSTR, TOPICOBJ, WSCHEMA, DESTCLAS, SELECTOR and SUBLEVEL of a subscription that is there cannot be altered; delete it and define it anew",
        )),
    }
}

fn status_of(
    one: &Subscription,
    connections: &BTreeMap<u64, Arc<ConnectionState>>,
) -> SubscriptionStatus {
    let holder = one.activity.holder();
    let (messages, last_us, resumed_us) = one.activity.counted();
    SubscriptionStatus {
        definition: one.definition.clone(),
        connection: holder.and_then(|number| Some(connections.get(&number)?.id)),
        messages,
        last_message: shown(last_us),
        resumed: shown(resumed_us),
    }
}

/// Date and time as displays show them.
fn shown(moment_us: u64) -> Option<(String, String)> {
    let stamp = (moment_us != 0).then(|| PutStamp::at(moment_us))?;
    Some((stamp.display_date(), stamp.display_time()))
}
