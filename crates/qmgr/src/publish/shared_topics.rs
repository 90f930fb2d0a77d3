//! Topic objects that other members of clusters share, by their places in the tree of topics.

use crate::publish::topics::place_of;
use ferromq_cluster::Kept;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::MQCLROUTE_TOPIC_HOST;
use ferromq_mqi::name::ObjectName;
use ferromq_topic::Shared;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The order in which definitions of one place count: the one that was altered first, and then by the owner's identifier and the record.
type Rank = (String, ObjectName, ObjectName);

/// A topic object another member shares.
#[derive(Debug)]
struct SharedTopic {
    rank: Rank,
    place: String,
    cluster: ObjectName,
    q_mgr: ObjectName,
    is_hosted: bool,
    object: Arc<Definition>,
}

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct SharedTopics {
    /// By the name of the record.
    records: BTreeMap<ObjectName, SharedTopic>,
    places: BTreeMap<String, BTreeMap<Rank, ObjectName>>,
    /// The identifier of this queue manager, whose own objects are not among them.
    own: ObjectName,
}

fn name_of(record: &Definition, attr: Attr) -> ObjectName {
    ObjectName::truncated(record.find_text(attr).unwrap_or_default())
}

/// The topic object a record tells of.
fn object_of(record: &Definition) -> Definition {
    let mut object = Definition::new(ObjectKind::Topic, name_of(record, Attr::Topic));
    for info in ObjectKind::Topic.attributes() {
        if info.attr != Attr::Type
            && let Some(value) = record.get(info.attr)
        {
            // What a topic object does not take is left as it is in a new one.
            let _ = object.set_internal(info.attr, value.clone());
        }
    }
    object
}

impl SharedTopics {
    pub(crate) fn of(own: ObjectName) -> Self {
        Self {
            own,
            ..Self::default()
        }
    }

    /// A record is there, or says something else than before. Answers the places where something has changed.
    pub(crate) fn note(&mut self, record: &Definition) -> BTreeSet<String> {
        let mut changed = self.remove(&record.name());
        let qmid = name_of(record, Attr::Qmid);
        if record.kind() != ObjectKind::ClusTopic || !Kept::is_live(record) || qmid == self.own {
            return changed;
        }
        let object = object_of(record);
        let place = place_of(&object).to_owned();
        if place.is_empty() {
            return changed;
        }
        let altered = [Attr::Altdate, Attr::Alttime].map(|attr| record.text(attr));
        let shared = SharedTopic {
            rank: (altered.concat(), qmid, record.name()),
            cluster: name_of(record, Attr::Cluster),
            q_mgr: name_of(record, Attr::Clusqmgr),
            is_hosted: object.int(Attr::Clroute) == MQCLROUTE_TOPIC_HOST,
            object: Arc::new(object),
            place: place.clone(),
        };
        let there = self.places.entry(place.clone()).or_default();
        there.insert(shared.rank.clone(), record.name());
        self.records.insert(record.name(), shared);
        changed.insert(place);
        changed
    }

    /// A record is gone. Answers the place where something has changed.
    pub(crate) fn remove(&mut self, record: &ObjectName) -> BTreeSet<String> {
        let Some(gone) = self.records.remove(record) else {
            return BTreeSet::new();
        };
        if let Some(there) = self.places.get_mut(&gone.place) {
            there.remove(&gone.rank);
            if there.is_empty() {
                self.places.remove(&gone.place);
            }
        }
        BTreeSet::from([gone.place])
    }

    /// What counts at a place: the first definition, and all who host it in the same cluster.
    pub(crate) fn at(&self, place: &str) -> Option<Shared> {
        let there = self.places.get(place)?.values();
        let all: Vec<&SharedTopic> = there.filter_map(|name| self.records.get(name)).collect();
        let first = all.first()?;
        let hosts = all
            .iter()
            .filter(|one| one.is_hosted && one.cluster == first.cluster);
        let hosts: BTreeSet<ObjectName> = hosts.map(|one| one.q_mgr).collect();
        Some(Shared {
            object: Arc::clone(&first.object),
            hosts: hosts.into_iter().collect(),
        })
    }
}
