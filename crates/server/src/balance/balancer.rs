//! What is done of it by the thread of the repository of clusters.

use super::choice::{Movers, choose};
use super::{MoveRequest, Seen, Spread};
use crate::tcp::Edge;
use bytes::Bytes;
use ferromq_admin::applications::{
    ApplicationInstance, ApplicationMember, Applications as _, counted, instances,
};
use ferromq_channel::Leave;
use ferromq_cluster::balance::message::MessageError;
use ferromq_cluster::balance::{Balance, Count, Counts, Other, Out, Standing};
use ferromq_cluster::{Partner, StoredRecord};
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::generated::constants::{
    MQCHS_PAUSED, MQCHS_RETRYING, MQCHS_STOPPED, MQIMMREASON_MOVING,
};
use ferromq_mqi::generated::notices::FMQ0298;
use ferromq_qmgr::Notice;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

const NS_PER_S: u64 = 1_000_000_000;
const NS_PER_MS: u64 = 1_000_000;
/// How long a connection that was told to move is taken to be about to, behind its time to finish.
const GRACE_NS: u64 = 3 * NS_PER_S;
/// The same where that has no end: it is asked anew then.
const ASKED_ANEW_NS: u64 = 60 * NS_PER_S;

/// See the module.
pub(crate) struct Balancer {
    edge: Arc<Edge>,
    spread: Arc<Spread>,
    core: Balance,
    own_id: String,
}

impl Balancer {
    /// Where this queue manager is in a uniform cluster.
    pub(crate) fn of(edge: &Arc<Edge>) -> Option<Self> {
        let spread = Arc::clone(edge.spread()?);
        let own = edge.engine().q_mgr_definition();
        let own_id = own.text(Attr::Qmid).to_owned();
        let name = edge.engine().name();
        let core = Balance::new(&spread.cluster(), &own_id, name.as_str().trim_end());
        Some(Self {
            edge: Arc::clone(edge),
            spread,
            core,
            own_id,
        })
    }

    /// The uniform cluster.
    pub(crate) fn cluster(&self) -> String {
        self.spread.cluster()
    }

    /// A message about applications came. What is to be sent, to the members of these identifiers.
    pub(crate) fn received(
        &mut self,
        from: Partner<'_>,
        bytes: &[u8],
    ) -> Result<Vec<(Arc<str>, Bytes)>, MessageError> {
        let here = self.count();
        let out = self.core.receive(from, bytes, self.now_ms())?;
        Ok(self.carry_out(out, &here))
    }

    /// To be called every second: counts, and says what is to be sent.
    pub(crate) fn tick(&mut self) -> Vec<(Arc<str>, Bytes)> {
        self.core.set_others(self.others());
        let here = self.count();
        let out = self.core.tick(self.now_ms());
        let sends = self.carry_out(out, &here);
        self.show(&here);
        sends
    }

    fn now_ms(&self) -> u64 {
        self.edge.monotonic_ns() / NS_PER_MS
    }

    /// The other members that are known.
    fn others(&self) -> Vec<Other> {
        let engine = self.edge.engine();
        let states = self.edge.cluster_states();
        let cluster = self.spread.cluster();
        let members = engine.cluster_records(ObjectKind::ClusQMgr);
        let members = members.iter().filter(|member| {
            StoredRecord::is_live(member)
                && member.text(Attr::Cluster) == cluster
                && member.text(Attr::Qmid) != self.own_id
        });
        // One may have several receivers, and so as many records.
        let mut others: BTreeMap<Arc<str>, Other> = BTreeMap::new();
        for member in members {
            let state = states.get(member.text(Attr::Channel).trim_end());
            let fails = [MQCHS_RETRYING, MQCHS_STOPPED, MQCHS_PAUSED];
            let reached = state.is_none_or(|state| !fails.contains(state));
            let qmid: Arc<str> = member.text(Attr::Qmid).into();
            let other = others.entry(Arc::clone(&qmid)).or_insert_with(|| Other {
                qmid,
                q_mgr: member.text(Attr::Clusqmgr).into(),
                reached: false,
            });
            other.reached |= reached;
        }
        others.into_values().collect()
    }

    /// Counts what is connected here.
    fn count(&mut self) -> Vec<ApplicationInstance> {
        let now_ns = self.edge.monotonic_ns();
        let connections = self.edge.engine().application_connections();
        let here: BTreeSet<[u8; 24]> = connections.iter().map(|it| it.id).collect();
        {
            let mut seen = self.spread.seen();
            let Seen { told, .. } = &mut *seen;
            told.retain(|id, _| here.contains(id));
            for told in told.values_mut() {
                told.moving &= told.until_ns > now_ns;
            }
        }
        let found = instances(&connections, |id| self.spread.told(id));
        let mut counts = Counts::new();
        for (name, (all, movable)) in counted(&found) {
            let leaving = found
                .iter()
                .filter(|it| it.name == name && it.immovable == MQIMMREASON_MOVING);
            let leaving = u32::try_from(leaving.count()).unwrap_or(u32::MAX);
            let count = Count {
                all,
                movable,
                leaving,
            };
            counts.insert(name.into_boxed_str(), count);
        }
        self.core.set_own(counts);
        found
    }

    fn carry_out(&mut self, out: Vec<Out>, here: &[ApplicationInstance]) -> Vec<(Arc<str>, Bytes)> {
        let mut sends = Vec::new();
        for out in out {
            match out {
                Out::Send { to, bytes } => sends.push((to, bytes.into())),
                Out::Move {
                    application,
                    to,
                    count,
                } => {
                    let movers = choose(here, &application, count);
                    let moved: usize = movers.iter().map(|it| it.instances.len()).sum();
                    if moved > 0 {
                        let values: [&dyn std::fmt::Display; 3] = [&moved, &application, &to.1];
                        self.edge.notice(Notice::of(&FMQ0298, &values));
                    }
                    for movers in movers {
                        self.send_away(&movers, &to.1);
                    }
                }
            }
        }
        sends
    }

    /// Tells instances to go.
    fn send_away(&self, movers: &Movers<'_>, to: &Arc<str>) {
        let ids = movers.instances.iter().flat_map(|it| &it.connections);
        let connection_ids: BTreeSet<[u8; 24]> = ids.copied().collect();
        let patience_ns = movers.patience_s().map(|s| u64::from(s) * NS_PER_S);
        let until_ns = (self.edge.monotonic_ns())
            .saturating_add(patience_ns.unwrap_or(ASKED_ANEW_NS))
            .saturating_add(GRACE_NS);
        let last_us = self.edge.engine().wall_us();
        let mut seen = self.spread.seen();
        for id in &connection_ids {
            let before = seen.told.get(id).map_or(0, |told| told.times);
            let told = MoveRequest {
                times: before.saturating_add(1),
                last_us,
                until_ns,
                moving: true,
                to: Arc::clone(to),
            };
            seen.told.insert(*id, told);
        }
        drop(seen);
        self.edge.have_leave(Leave {
            connection_ids,
            patience_ns,
            in_unit_of_work: movers.ignore_transactions(),
        });
    }

    /// What displays show.
    fn show(&self, here: &[ApplicationInstance]) {
        let (now_ms, wall_us) = (self.now_ms(), self.edge.engine().wall_us());
        let member = |standing: Standing| {
            let own = *standing.qmid == *self.own_id;
            let heard_us = standing.heard_ms.map(|at_ms| {
                let ago_us = now_ms.saturating_sub(at_ms).saturating_mul(1_000);
                wall_us.saturating_sub(ago_us)
            });
            let told =
                |(name, count): (Box<str>, Count)| (name.into_string(), (count.all, count.movable));
            ApplicationMember {
                q_mgr_id: standing.qmid.to_string(),
                q_mgr: standing.q_mgr.to_string(),
                active: standing.active,
                heard_us,
                counts: match own {
                    true => counted(here),
                    false => standing.counts.into_iter().map(told).collect(),
                },
            }
        };
        let members = self.core.standings(now_ms).into_iter().map(member);
        let members: Vec<ApplicationMember> = members.collect();
        self.spread.seen().members = members;
    }
}
