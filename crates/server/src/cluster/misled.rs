//! Cluster-sender channels of operators that lead to no full repository: a queue manager that joins by one is a member nobody hears of, and
//! only whoever is called by mistake would notice (`FMQ0263W` there).

use super::own::clusters_of;
use crate::tcp::Edge;
use ferromq_cluster::StoredRecord;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::generated::constants::MQQMT_REPOSITORY;
use ferromq_mqi::generated::notices::FMQ0299;
use ferromq_mqi::name::ObjectName;
use ferromq_qmgr::Notice;
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// So long after it was greeted a full repository has told of itself.
const TOLD_WITHIN: Duration = Duration::from_secs(10);

/// So many are remembered as told of. Who answers a channel says itself who it is.
const TOLD_MAX: usize = 1_000;

/// A channel in one of its clusters, and whom it leads to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    channel: String,
    cluster: String,
    qmid: String,
}

/// Channels that have started, until it is known whom they lead to.
#[derive(Default)]
pub(super) struct Misled {
    /// The clusters this queue manager is a member of, and since when: before it is, it greets nobody, so that nobody answers.
    joined: BTreeMap<String, Instant>,
    /// By channel, the QMID of whom it leads to, and when it started.
    led: BTreeMap<String, (String, Instant)>,
    /// What was told. A channel that is idle ends, and starts again and again.
    told: BTreeSet<Way>,
}

impl Misled {
    /// A CLUSSDR of an operator has started, and leads to the queue manager with that QMID.
    pub(super) fn started(&mut self, channel: &str, qmid: &str, now: Instant) {
        self.led.insert(channel.to_owned(), (qmid.to_owned(), now));
    }

    /// This queue manager is a member of these clusters now.
    pub(super) fn joined<'a>(&mut self, clusters: impl Iterator<Item = &'a str>, now: Instant) {
        let mut before = std::mem::take(&mut self.joined);
        let since = |cluster: &str| (cluster.to_owned(), before.remove(cluster).unwrap_or(now));
        self.joined = clusters.map(since).collect();
    }

    /// Tells of those that lead to no full repository as far as is known by now. To be called now and then.
    pub(super) fn look(&mut self, edge: &Edge) {
        let engine = edge.engine();
        let due = self.due(Instant::now(), |channel| {
            let defined = engine.definition(ObjectKind::ClusSdr, &ObjectName::truncated(channel));
            defined.map_or_else(Vec::new, |defined| clusters_of(engine, &defined))
        });
        if due.is_empty() {
            return;
        }
        let members = engine.definitions(ObjectKind::ClusQMgr);
        for way in due {
            let is_full = members.iter().any(|one| {
                one.text(Attr::Qmid) == way.qmid
                    && one.text(Attr::Cluster) == way.cluster
                    && one.int(Attr::Qmtype) == MQQMT_REPOSITORY
                    && StoredRecord::is_live(one)
            });
            if self.is_news(&way, is_full) {
                edge.notice(Notice::of(
                    &FMQ0299,
                    &[&way.channel, &way.cluster, &way.qmid],
                ));
            }
        }
    }

    /// What is to be looked at by now. `clusters` are those a channel is in: none of one that is not defined any more.
    fn due(&mut self, now: Instant, clusters: impl Fn(&str) -> Vec<String>) -> Vec<Way> {
        let joined = &self.joined;
        self.told.retain(|way| {
            joined.contains_key(&way.cluster) && clusters(&way.channel).contains(&way.cluster)
        });
        let mut due = Vec::new();
        self.led.retain(|channel, (qmid, started)| {
            let mut waits = false;
            for cluster in clusters(channel) {
                let greeted = joined.get(&cluster).map(|joined| (*joined).max(*started));
                let is_due = |greeted| now.saturating_duration_since(greeted) >= TOLD_WITHIN;
                if !greeted.is_some_and(is_due) {
                    waits = true;
                    continue;
                }
                due.push(Way {
                    channel: channel.clone(),
                    cluster,
                    qmid: qmid.clone(),
                });
            }
            waits
        });
        due
    }

    /// True if that has to be told, and was not yet.
    fn is_news(&mut self, way: &Way, is_full: bool) -> bool {
        if is_full {
            self.told.remove(way);
            return false;
        }
        if self.told.len() >= TOLD_MAX {
            // Rather twice than never.
            self.told.clear();
        }
        self.told.insert(way.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn in_house(channel: &str) -> Vec<String> {
        let clusters: &[&str] = match channel {
            "TO.QM3" => &["HOUSE"],
            "TO.QM4" => &["HOUSE", "YARD"],
            _ => &[],
        };
        clusters.iter().map(ToString::to_string).collect()
    }

    fn way(channel: &str, cluster: &str) -> Way {
        Way {
            channel: channel.to_owned(),
            cluster: cluster.to_owned(),
            qmid: "QM3_1".to_owned(),
        }
    }

    /// Nobody is greeted before, so that nobody could have answered.
    #[test]
    fn nothing_is_said_of_a_cluster_until_this_one_has_been_a_member_for_a_while() {
        let (mut misled, began) = (Misled::default(), Instant::now());
        let at = |seconds: u32| began + seconds * SECOND;
        misled.started("TO.QM3", "QM3_1", at(0));
        misled.started("TO.QM4", "QM3_1", at(0));
        misled.started("GONE", "QM3_1", at(0));
        assert!(misled.due(at(100), in_house).is_empty());
        misled.joined(["HOUSE"].into_iter(), at(100));
        assert!(misled.due(at(109), in_house).is_empty());
        misled.joined(["HOUSE"].into_iter(), at(109));
        let both = [way("TO.QM3", "HOUSE"), way("TO.QM4", "HOUSE")];
        assert_eq!(misled.due(at(110), in_house), both);
        assert_eq!(misled.due(at(111), in_house), both[1..]);
        misled.joined(["YARD"].into_iter(), at(112));
        assert!(misled.due(at(121), in_house).is_empty());
        assert_eq!(misled.due(at(122), in_house), [way("TO.QM4", "YARD")]);
        misled.joined(["HOUSE", "YARD"].into_iter(), at(123));
        let all = [way("TO.QM4", "HOUSE"), way("TO.QM4", "YARD")];
        assert_eq!(misled.due(at(133), in_house), all);
        // A member greets when the channel starts.
        misled.started("TO.QM3", "QM3_1", at(200));
        assert!(misled.due(at(209), in_house).is_empty());
        assert_eq!(misled.due(at(210), in_house), both[..1]);
    }

    /// A channel that is idle ends after `DISCINT`, and starts again with the next message.
    #[test]
    fn it_is_said_once_as_long_as_the_channel_is_there_and_this_one_is_a_member() {
        let (mut misled, now) = (Misled::default(), Instant::now());
        misled.joined(["HOUSE"].into_iter(), now);
        let one = way("TO.QM3", "HOUSE");
        assert!(misled.is_news(&one, false));
        misled.due(now, in_house);
        assert!(!misled.is_news(&one, false));
        let another = Way {
            qmid: "QM5_1".to_owned(),
            ..one.clone()
        };
        assert!(misled.is_news(&another, false));
        assert!(!misled.is_news(&another, true));
        assert!(misled.is_news(&another, false));
        misled.due(now, |_| Vec::new());
        assert!(misled.is_news(&one, false));
        misled.joined(std::iter::empty(), now);
        misled.due(now, in_house);
        assert!(misled.is_news(&one, false));
        for many in 0..2 * TOLD_MAX {
            let qmid = many.to_string();
            let many = Way {
                qmid,
                ..one.clone()
            };
            assert!(misled.is_news(&many, false));
        }
        assert!(misled.told.len() <= TOLD_MAX);
    }
}
