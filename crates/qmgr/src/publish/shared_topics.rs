//! Topic objects that members of clusters share, by their places in the tree of topics, and which of them count.
//!
//! In a cluster topics above one another go the same way (`CLROUTE`). Where two members have defined them otherwise at the same time, the one that was
//! altered first counts: all members find the same.

use crate::publish::topics::place_of;
use ferromq_cluster::StoredRecord;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::MQCLROUTE_TOPIC_HOST;
use ferromq_mqi::name::ObjectName;
use ferromq_topic::Shared;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;
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
    /// It is this queue manager's.
    is_own: bool,
    is_hosted: bool,
    object: Arc<Definition>,
}

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct SharedTopics {
    /// By the name of the record.
    records: BTreeMap<ObjectName, SharedTopic>,
    places: BTreeMap<String, BTreeMap<Rank, ObjectName>>,
    /// How many go straight to whoever wants them, and how many by way of hosts, by cluster.
    routes: BTreeMap<ObjectName, [usize; 2]>,
    /// Records that do not count, for one that goes another way does.
    invalid: BTreeSet<ObjectName>,
    /// The identifier of this queue manager.
    own: ObjectName,
}

/// Two definitions of one topic say different things.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TopicConflict {
    /// The name of the topic object.
    pub topic: ObjectName,
    /// Its cluster.
    pub cluster: ObjectName,
    /// Whose definition does not count.
    pub q_mgr: ObjectName,
    /// Its topic string is that of, above or below another one with another `CLROUTE`; otherwise other attributes differ.
    pub is_invalid: bool,
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
        if record.kind() != ObjectKind::ClusTopic || !StoredRecord::is_live(record) {
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
            is_own: qmid == self.own,
            is_hosted: object.int(Attr::Clroute) == MQCLROUTE_TOPIC_HOST,
            object: Arc::new(object),
            place: place.clone(),
        };
        let there = self.places.entry(place.clone()).or_default();
        there.insert(shared.rank.clone(), record.name());
        self.routes.entry(shared.cluster).or_default()[usize::from(shared.is_hosted)] += 1;
        changed.extend(self.judge(shared.cluster, Some((record.name(), shared))));
        changed.insert(place);
        changed
    }

    /// Finds which definitions in a cluster count, one new among them. Answers the places where that changes something.
    fn judge(
        &mut self,
        cluster: ObjectName,
        new: Option<(ObjectName, SharedTopic)>,
    ) -> BTreeSet<String> {
        self.records.extend(new);
        let is_mixed = self
            .routes
            .get(&cluster)
            .is_some_and(|counts| !counts.contains(&0));
        let in_cluster = self
            .records
            .iter()
            .filter(|(_, one)| one.cluster == cluster);
        let was_mixed = self
            .invalid
            .iter()
            .any(|name| match self.records.get(name) {
                Some(one) => one.cluster == cluster,
                None => true,
            });
        if !is_mixed && !was_mixed {
            return BTreeSet::new();
        }
        let mut all: Vec<(&ObjectName, &SharedTopic)> = in_cluster.collect();
        all.sort_by(|(_, one), (_, other)| one.rank.cmp(&other.rank));
        let mut counting: BTreeMap<&str, bool> = BTreeMap::new();
        let mut changed = BTreeSet::new();
        let mut invalid = BTreeSet::new();
        for (name, one) in all {
            let conflicts = goes_elsewhere(&counting, &one.place, one.is_hosted);
            match conflicts {
                true => {
                    invalid.insert(*name);
                }
                false => {
                    counting.insert(&one.place, one.is_hosted);
                }
            }
            if conflicts != self.invalid.contains(name) {
                changed.insert(one.place.clone());
            }
        }
        let records = &self.records;
        let elsewhere =
            |name: &ObjectName| records.get(name).is_some_and(|one| one.cluster != cluster);
        self.invalid.retain(elsewhere);
        self.invalid.extend(invalid);
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
        if let Some(counts) = self.routes.get_mut(&gone.cluster) {
            counts[usize::from(gone.is_hosted)] -= 1;
        }
        let mut changed = self.judge(gone.cluster, None);
        self.invalid.remove(record);
        changed.insert(gone.place);
        changed
    }

    /// Whether a record counts.
    pub(crate) fn is_valid(&self, record: &ObjectName) -> bool {
        !self.invalid.contains(record)
    }

    /// Whether this queue manager's own definition at a place counts.
    pub(crate) fn is_own_valid(&self, place: &str) -> bool {
        let there = self.places.get(place);
        let names = there.into_iter().flat_map(BTreeMap::values);
        let mut invalid = names.filter(|name| self.invalid.contains(name));
        !invalid.any(|name| self.records.get(name).is_some_and(|one| one.is_own))
    }

    /// Definitions that do not count, and those that differ from the one that does.
    pub(crate) fn conflicts(&self) -> BTreeSet<TopicConflict> {
        let mut found = BTreeSet::new();
        let conflict = |one: &SharedTopic, is_invalid| TopicConflict {
            topic: one.object.name(),
            cluster: one.cluster,
            q_mgr: one.q_mgr,
            is_invalid,
        };
        let invalid = self
            .invalid
            .iter()
            .filter_map(|name| self.records.get(name));
        found.extend(invalid.map(|one| conflict(one, true)));
        for there in self.places.values().filter(|there| there.len() > 1) {
            let all = there.values().filter(|name| !self.invalid.contains(name));
            let mut all = all.filter_map(|name| self.records.get(name));
            let Some(first) = all.next() else { continue };
            let differs = |one: &&SharedTopic| {
                one.cluster == first.cluster && says(&one.object) != says(&first.object)
            };
            found.extend(all.filter(differs).map(|one| conflict(one, false)));
        }
        found
    }

    /// What counts at a place: the first definition, and all who host it in the same cluster.
    pub(crate) fn at(&self, place: &str) -> Option<Shared> {
        let there = self.places.get(place)?.values();
        let valid = there.filter(|name| !self.invalid.contains(name));
        let all = valid.filter_map(|name| self.records.get(name));
        let all: Vec<&SharedTopic> = all.filter(|one| !one.is_own).collect();
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

/// What a topic object says that all members should say alike.
fn says(object: &Definition) -> Vec<u8> {
    object.encode_changed(&[Attr::Topicstr, Attr::Descr, Attr::Altdate, Attr::Alttime])
}

/// Whether one of these at, above or below a place goes another way.
pub(crate) fn goes_elsewhere(
    counting: &BTreeMap<&str, bool>,
    place: &str,
    is_hosted: bool,
) -> bool {
    let ends = place.match_indices('/').map(|(at, _)| &place[..at]);
    let mut above = ends.chain([place]).filter_map(|end| counting.get(end));
    if above.any(|other| *other != is_hosted) {
        return true;
    }
    let top = format!("{place}/");
    let from = (Bound::Excluded(top.as_str()), Bound::Unbounded);
    let below = counting.range::<str, _>(from);
    let mut below = below.take_while(|(other, _)| other.starts_with(&top));
    below.any(|(_, other)| *other != is_hosted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferromq_mqi::generated::constants::MQCLROUTE_DIRECT;

    const HOSTED: i32 = MQCLROUTE_TOPIC_HOST;
    const DIRECT: i32 = MQCLROUTE_DIRECT;

    /// The record `number` of a topic object of that queue manager, altered at that second.
    fn record(number: u32, q_mgr: &str, place: &str, route: i32, second: u32) -> Definition {
        let name = ObjectName::truncated(&format!("R.{number}"));
        let mut made = Definition::new(ObjectKind::ClusTopic, name);
        let qmid = format!("{q_mgr}_1");
        let time = format!("12.00.{second:02}");
        for (attr, text) in [
            (Attr::Topic, "NEWS"),
            (Attr::Topicstr, place),
            (Attr::Cluster, "HOUSE"),
            (Attr::Clusqmgr, q_mgr),
            (Attr::Qmid, &qmid),
            (Attr::Altdate, "2026-11-26"),
            (Attr::Alttime, &time),
            (Attr::Record, "1 1 l"),
        ] {
            made.set_internal(attr, text).expect("a text");
        }
        made.set_internal(Attr::Clroute, route).expect("a number");
        made
    }

    fn topics() -> SharedTopics {
        SharedTopics::of(ObjectName::truncated("QM1_1"))
    }

    fn hosts(topics: &SharedTopics, place: &str) -> Vec<String> {
        let shared = topics.at(place).expect("somebody shares it");
        shared
            .hosts
            .iter()
            .map(|host| host.as_str().to_owned())
            .collect()
    }

    #[test]
    fn all_that_define_a_topic_host_it_and_the_first_definition_holds() {
        let mut topics = topics();
        let mut later = record(1, "QM2", "news", HOSTED, 5);
        later.set_internal(Attr::Defprty, 7).expect("a number");
        assert_eq!(topics.note(&later), BTreeSet::from(["news".to_owned()]));
        topics.note(&record(2, "QM3", "news/", HOSTED, 1));
        // This queue manager's own is no other's.
        topics.note(&record(3, "QM1", "news", HOSTED, 0));
        assert_eq!(hosts(&topics, "news"), ["QM2", "QM3"]);
        let first = |topics: &SharedTopics| topics.at("news").expect("shared").object.clone();
        assert_ne!(first(&topics).int(Attr::Defprty), 7);
        // One of the three differs.
        let differs: Vec<_> = topics.conflicts().into_iter().collect();
        assert_eq!(differs.len(), 1, "{differs:?}");
        assert!(differs.iter().all(|one| !one.is_invalid));
        topics.remove(&ObjectName::truncated("R.2"));
        assert_eq!(hosts(&topics, "news"), ["QM2"]);
        assert_eq!(first(&topics).int(Attr::Defprty), 7);
        topics.remove(&ObjectName::truncated("R.1"));
        assert!(topics.at("news").is_none());
    }

    /// Whatever order they are heard of in.
    #[test]
    fn of_a_branch_that_goes_two_ways_what_was_defined_first_counts() {
        let all = [
            record(1, "QM2", "news", HOSTED, 3),
            record(2, "QM3", "news/sport", DIRECT, 2),
            record(3, "QM4", "news/sport/ball", HOSTED, 1),
            record(4, "QM5", "newspapers", DIRECT, 4),
            record(5, "QM1", "news/sport", DIRECT, 9),
        ];
        for turn in 0..all.len() {
            let mut topics = topics();
            for at in 0..all.len() {
                topics.note(&all[(at + turn) % all.len()]);
            }
            // What is above and below the first one goes its way; what is in between does not count.
            assert_eq!(hosts(&topics, "news"), ["QM2"]);
            assert_eq!(hosts(&topics, "news/sport/ball"), ["QM4"]);
            assert!(topics.at("news/sport").is_none());
            assert!(topics.at("newspapers").is_some());
            assert!(!topics.is_own_valid("news/sport"));
            assert!(!topics.is_valid(&ObjectName::truncated("R.2")));
            assert_eq!(
                topics
                    .conflicts()
                    .iter()
                    .filter(|one| one.is_invalid)
                    .count(),
                2
            );
            // Without it the next one counts, and what it hid is told.
            let changed = topics.remove(&ObjectName::truncated("R.3"));
            assert!(changed.contains("news/sport"), "{changed:?}");
            assert!(changed.contains("news"), "{changed:?}");
            assert!(topics.at("news/sport").is_some());
            assert!(topics.at("news").is_none());
            assert!(topics.is_own_valid("news/sport"));
        }
    }
}
