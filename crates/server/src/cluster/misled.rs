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
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// So long after its channel has started a full repository has told of itself.
const TOLD_WITHIN: Duration = Duration::from_secs(10);

/// Channels that have started, until it is known whom they lead to.
#[derive(Default)]
pub(super) struct Misled(BTreeMap<String, (String, Instant)>);

impl Misled {
    /// A CLUSSDR of an operator has started, and leads to the queue manager with that QMID.
    pub(super) fn started(&mut self, channel: &str, qmid: &str) {
        self.0
            .insert(channel.to_owned(), (qmid.to_owned(), Instant::now()));
    }

    /// Tells of those that lead to no full repository as far as is known by now. To be called now and then.
    pub(super) fn look(&mut self, edge: &Edge) {
        let due = |(_, since): &(String, Instant)| since.elapsed() >= TOLD_WITHIN;
        let late = self.0.extract_if(.., |_, led| due(led));
        for (channel, (qmid, _)) in late.collect::<Vec<_>>() {
            let engine = edge.engine();
            let name = ObjectName::truncated(&channel);
            let Some(definition) = engine.definition(ObjectKind::ClusSdr, &name) else {
                continue;
            };
            let members = engine.definitions(ObjectKind::ClusQMgr);
            for cluster in clusters_of(engine, &definition) {
                let is_full = members.iter().any(|one| {
                    one.text(Attr::Qmid) == qmid
                        && one.text(Attr::Cluster) == cluster
                        && one.int(Attr::Qmtype) == MQQMT_REPOSITORY
                        && StoredRecord::is_live(one)
                });
                if !is_full {
                    edge.notice(Notice::of(&FMQ0299, &[&channel, &cluster, &qmid]));
                }
            }
        }
    }
}
