//! What whoever exchanges publications with other queue managers asks of this one: proxy subscriptions, made here for
//! somebody there, and what somebody here is interested in.

use crate::objects::failure::ObjectError;
use crate::objects::logged::{Logged, stamp};
use crate::publish::given::keep_with_retained;
use crate::publish::interests::{TopicInterest, TopicInterestChanges, Wake};
use crate::publish::keep::{LoggedSubscription, remove};
use crate::publish::shared_topics::TopicConflict;
use crate::publish::subscription::{OF_MEMBER, ONWARD, Subscription};
use crate::queue_manager::QueueManager;
use ferromq_cluster::StoredRecord;
use ferromq_mqi::Reason;
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::hex::hex;
use ferromq_mqi::name::ObjectName;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The queue publications for another queue manager are put on there.
const PUBLICATIONS: &str = "SYSTEM.INTER.QMGR.PUBS";
/// Longest name of a subscription, bytes.
const NAME_BYTES_MAX: usize = 10_240;

/// A proxy subscription.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proxy {
    /// Whom it was made for.
    pub neighbour: ObjectName,
    /// What it is to.
    pub interest: TopicInterest,
    /// What its publications carry: by this the neighbour knows whom they come from.
    pub receipt: String,
    /// It was made for a member of a cluster.
    pub of_member: bool,
    /// Its identifier.
    pub id: ObjectName,
}

/// A member of clusters publications are exchanged with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublishingMember {
    /// Its name.
    pub name: ObjectName,
    /// Its `QMID`.
    pub identifier: String,
    /// The clusters this queue manager and that one are in, and whose topics they have to do with.
    pub clusters: BTreeSet<ObjectName>,
}

/// For whom a proxy subscription is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProxyOwner {
    /// Its name.
    pub name: ObjectName,
    /// What publications for it carry.
    pub receipt: String,
    /// It is a member of a cluster, and of no hierarchy of ours.
    pub of_member: bool,
}

/// What is to be made of the proxy subscriptions of a neighbour.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProxyChanges {
    /// Those to be made. Of each there is none.
    pub add: Vec<TopicInterest>,
    /// Those to be removed.
    pub remove: Vec<TopicInterest>,
}

impl QueueManager {
    /// Follows which topic strings somebody is interested in, until [`QueueManager::forget_interests`]. `wake` is called when that
    /// changes, by whoever changed it. Looks at all subscriptions once, and costs a count for each that comes or goes then.
    pub fn follow_interests(&self, wake: Wake) {
        self.engine.topics.follow_interests(wake);
    }

    /// Nobody follows any more.
    pub fn forget_interests(&self) {
        self.engine.topics.forget_interests();
    }

    /// What has changed of who is interested in what since this was asked last: everything the first time.
    #[must_use]
    pub fn interest_changes(&self) -> TopicInterestChanges {
        self.engine.topics.take_interest_changes()
    }

    /// Has `wake` called, once at once, when [`QueueManager::publishing_members`] may have changed, by whoever changed it, until somebody
    /// else follows or, with `None`, nobody. It must not wait.
    pub fn follow_clusters(&self, wake: Option<Wake>) {
        self.engine.topics.follow_clusters(wake);
    }

    /// The members of clusters publications to topics of these are exchanged with, in the order of their names: all of them where
    /// publications go straight to whoever wants them, or this queue manager hosts a topic; otherwise those that host one. None with
    /// `PSCLUS(DISABLED)`.
    #[must_use]
    pub fn publishing_members(&self) -> Vec<PublishingMember> {
        if self.engine.q_mgr_int(Attr::Psclus) == MQPSCLUS_DISABLED {
            return Vec::new();
        }
        let registry = self.engine.registry();
        let (all, hosts) = self.exchanging();
        let clusters = &registry.clusters;
        let mut found: BTreeMap<ObjectName, PublishingMember> = BTreeMap::new();
        for member in clusters.members() {
            let (name, cluster) = (member.q_mgr, member.cluster);
            let is_meant = all.contains(&cluster) || hosts.contains(&(cluster, name));
            if !is_meant || member.qmid == *clusters.own() || !clusters.is_member(&cluster) {
                continue;
            }
            let identifier = member.qmid.as_str().trim_end();
            let known = found.entry(name).or_insert_with(|| PublishingMember {
                name,
                identifier: identifier.to_owned(),
                clusters: BTreeSet::new(),
            });
            // Of two queue managers of one name the first is meant.
            if known.identifier == identifier {
                known.clusters.insert(cluster);
            }
        }
        found.into_values().collect()
    }

    /// Definitions of topics of clusters that do not count, and those that differ from the one that does.
    #[must_use]
    pub fn topic_conflicts(&self) -> BTreeSet<TopicConflict> {
        self.engine.topics.space().topic_conflicts()
    }

    /// `MQCLST_*` of a record of a topic object: invalid where it does not count, pending where it is this queue manager's own and no full
    /// repository of the cluster is known that could tell others.
    #[must_use]
    pub fn cluster_topic_state(&self, record: &Definition) -> i32 {
        if !self.engine.topics.space().counts(&record.name()) {
            return MQCLST_INVALID;
        }
        let registry = self.engine.registry();
        let cluster = record.text(Attr::Cluster);
        let mut members = registry.plain.of_type(ObjectKind::ClusQMgr.object_type());
        let is_full = |one: &&Arc<Definition>| {
            one.kind() == ObjectKind::ClusQMgr
                && StoredRecord::is_live(one)
                && one.text(Attr::Cluster) == cluster
                && one.int(Attr::Qmtype) == MQQMT_REPOSITORY
        };
        let is_own = record.text(Attr::Qmid) == registry.clusters.own().as_str();
        match is_own && members.find(is_full).is_none() {
            true => MQCLST_PENDING,
            false => MQCLST_ACTIVE,
        }
    }

    /// The clusters with topics whose publications are exchanged with all members, and who hosts others there.
    fn exchanging(&self) -> (BTreeSet<ObjectName>, BTreeSet<(ObjectName, ObjectName)>) {
        let (mut all, mut hosting) = (BTreeSet::new(), BTreeSet::new());
        let space = self.engine.topics.space();
        for (object, hosts) in space.of_clusters() {
            let cluster = ObjectName::truncated(object.text(Attr::Cluster));
            match hosts {
                Some(hosts) if !hosts.here => {
                    hosting.extend(hosts.others.iter().map(|host| (cluster, *host)));
                }
                _ => {
                    all.insert(cluster);
                }
            }
        }
        (all, hosting)
    }

    /// When what is retained for a topic was put (`PutDate` and `PutTime`); `None` where nothing is.
    #[must_use]
    pub fn retained_at(&self, topic: &str) -> Option<([u8; 8], [u8; 8])> {
        let retained = self.engine.topics.retained_for(topic)?;
        let descriptor = &retained.message.descriptor;
        Some((descriptor.put_date, descriptor.put_time))
    }

    /// The proxy subscriptions there are, in the order of their identifiers.
    #[must_use]
    pub fn proxies(&self) -> Vec<Proxy> {
        let space = self.engine.topics.space();
        let proxies = space.by_id.values().filter_map(|one| {
            Some(Proxy {
                neighbour: one.neighbour?,
                interest: TopicInterest {
                    topic: one.definition.text(Attr::Topicstr).into(),
                    characters: one.definition.int(Attr::Wschema) == MQWS_CHAR,
                    onward: one.onward,
                },
                receipt: one.user_data().to_owned(),
                of_member: one.of_member,
                id: one.id(),
            })
        });
        proxies.collect()
    }

    /// Removes and makes proxy subscriptions of a neighbour; a new one is given what is retained. Durable on return. What is
    /// done already stays done when a later one is refused.
    ///
    /// # Errors
    /// `Refused` with the reasons of `MQSUB`: `MQRC_RETAINED_NOT_DELIVERED` where what is retained cannot be put on the way to
    /// the neighbour. See [`ObjectError`].
    pub fn change_proxies(
        &self,
        owner: &ProxyOwner,
        changes: &ProxyChanges,
    ) -> Result<(), ObjectError> {
        let mut last: Option<Logged> = None;
        let done = self.change_each(owner, changes, &mut last);
        if let Some(logged) = last {
            self.settle(&logged)?;
        }
        done
    }

    fn change_each(
        &self,
        owner: &ProxyOwner,
        changes: &ProxyChanges,
        last: &mut Option<Logged>,
    ) -> Result<(), ObjectError> {
        let mut note = |logged: Option<Logged>| {
            let later = |logged: &Logged| last.as_ref().is_none_or(|last| logged.0 >= last.0);
            if logged.as_ref().is_some_and(later) {
                *last = logged;
            }
        };
        for id in self.proxies_to(&owner.name, &changes.remove) {
            match self.once_there_is_room(|| 0, || remove(&self.engine, &id)) {
                Ok(logged) => note(logged),
                // An operator has removed it.
                Err(ObjectError::NotFound) => {}
                Err(error) => return Err(error),
            }
        }
        for interest in &changes.add {
            let mut definition = self.proxy(owner, interest)?;
            let made = match self.make_proxy(&definition) {
                Err(ObjectError::Refused(Reason::SUB_ALREADY_EXISTS)) => {
                    let there = self.proxies_to(&owner.name, std::slice::from_ref(interest));
                    if !there.is_empty() {
                        continue;
                    }
                    // Whoever has its name is not to keep publications from the neighbour.
                    definition.set_internal(Attr::Sub, "")?;
                    self.make_proxy(&definition)
                }
                made => made,
            };
            note(made?.1);
        }
        Ok(())
    }

    fn make_proxy(&self, definition: &Definition) -> Result<LoggedSubscription, ObjectError> {
        let make = || {
            let now_us = self.engine.clock.wall_us();
            Subscription::of(definition.clone(), |_| None, now_us)
                .and_then(|one| keep_with_retained(&self.engine, one, true))
                .map_err(ObjectError::Refused)
        };
        self.once_there_is_room(|| definition.encode().len(), make)
    }

    /// The identifiers of a neighbour's proxies to these.
    fn proxies_to(&self, neighbour: &ObjectName, interests: &[TopicInterest]) -> Vec<ObjectName> {
        let topics = &self.engine.topics;
        let mut found = Vec::new();
        let mut nameless = Vec::new();
        for interest in interests {
            match proxy_name(neighbour, interest) {
                name if name.is_empty() => nameless.push(interest),
                name => {
                    let named = topics.by_name(&name);
                    let proxy = named.filter(|one| one.neighbour == Some(*neighbour));
                    match proxy {
                        Some(proxy) => found.push(proxy.id()),
                        // It may have been made while somebody else had its name.
                        None => nameless.push(interest),
                    }
                }
            }
        }
        if !nameless.is_empty() {
            let proxies = self.proxies();
            let meant = proxies
                .iter()
                .filter(|one| one.neighbour == *neighbour && nameless.contains(&&one.interest));
            found.extend(meant.map(|one| one.id));
        }
        found
    }

    fn proxy(
        &self,
        owner: &ProxyOwner,
        interest: &TopicInterest,
    ) -> Result<Definition, ObjectError> {
        let engine = &self.engine;
        let ProxyOwner {
            name: neighbour,
            receipt,
            of_member,
        } = owner;
        let mut mark = if *of_member { OF_MEMBER } else { 0 };
        if interest.onward {
            mark |= ONWARD;
        }
        let id = ObjectName::truncated(&hex(&engine.identifiers.message_id()));
        let mut definition = Definition::new(ObjectKind::Sub, id);
        let name = proxy_name(neighbour, interest);
        let scheme = match interest.characters {
            true => MQWS_CHAR,
            false => MQWS_TOPIC,
        };
        let values: [(Attr, Value); 12] = [
            (Attr::Sub, name.as_str().into()),
            (Attr::Topicstr, (*interest.topic).into()),
            (Attr::Wschema, scheme.into()),
            (Attr::Subtype, MQSUBTYPE_PROXY.into()),
            (Attr::Subscope, MQTSCOPE_ALL.into()),
            (Attr::Durable, MQSUB_DURABLE_YES.into()),
            (Attr::Destclas, MQDC_PROVIDED.into()),
            (Attr::Dest, PUBLICATIONS.into()),
            (Attr::Destqmgr, neighbour.as_str().into()),
            (Attr::Userdata, receipt.as_str().into()),
            (Attr::Pubprty, MQPRI_PRIORITY_AS_PUBLISHED.into()),
            (Attr::Subopts, (MQSO_GROUP_SUB | MQSO_DURABLE | mark).into()),
        ];
        for (attr, value) in values {
            definition.set_internal(attr, value)?;
        }
        stamp(engine, &mut definition, true);
        Ok(definition)
    }
}

/// The name of a proxy subscription; empty where it would be too long.
fn proxy_name(neighbour: &ObjectName, interest: &TopicInterest) -> String {
    let scheme = match (interest.onward, interest.characters) {
        (true, _) => "HOST",
        (false, true) => "CHAR",
        (false, false) => "TOPIC",
    };
    let name = format!(
        "SYSTEM.PROXY.{scheme} {} {}",
        neighbour.as_str(),
        interest.topic
    );
    match name.len() <= NAME_BYTES_MAX {
        true => name,
        false => String::new(),
    }
}
