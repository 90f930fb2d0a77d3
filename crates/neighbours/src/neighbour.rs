//! A neighbour, and what is to be done for it.

use crate::message::{Refusal, Request, Role, Token};
use crate::sets::{ReceivedProxies, SentProxies};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_qmgr::{ClustersOfNeighbours, Hosts, ProxyChanges, ProxyOwner, TopicInterest};
use std::collections::BTreeSet;

/// Where a request goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    /// `SYSTEM.INTER.QMGR.CONTROL`
    Control,
    /// `SYSTEM.INTER.QMGR.FANREQ`
    Proxies,
}

/// What is to be done, in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A request is to be put.
    Send {
        /// The queue manager it is for.
        neighbour: ObjectName,
        /// Its queue.
        to: To,
        /// The request.
        request: Request,
        /// Its `Expiry`, tenths of a second; `MQEI_UNLIMITED`.
        expiry: i32,
    },
    /// Proxy subscriptions are to be changed.
    Change {
        /// Whose, and what their publications carry.
        owner: ProxyOwner,
        /// How.
        changes: ProxyChanges,
    },
    /// Proxy subscriptions that somebody wants and that are not there, whoever removed them, are to be made ([`Relations::wanted_besides`](
    /// crate::Relations::wanted_besides)).
    Complete(ProxyOwner),
    /// A relation is to be kept, in the place of what was kept under its receipt.
    Keep(Request),
    /// What was kept under this receipt is to be forgotten.
    Forget(Token),
    /// The operator is to be told.
    Tell(Event, ObjectName),
}

/// What operators are told of a neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// Publications are exchanged.
    Joined(Role),
    /// They are no longer.
    Left,
    /// The parent does not take this queue manager, or it may not be one.
    Refused(Refusal),
    /// More topic strings are wanted than a neighbour may be asked for.
    TooMany,
    /// It asks for more than it may be given.
    WantsTooMuch,
    /// It is a member of a cluster, and there are more neighbours than there may be.
    TooManyMembers,
}

/// A neighbour as displays show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelationStatus {
    /// Its name.
    pub name: ObjectName,
    /// Whether it is the parent.
    pub is_parent: bool,
    /// `MQPS_STATUS_*`.
    pub status: i32,
}

/// Who sends a publication.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sender {
    /// Its name.
    pub name: ObjectName,
    /// It is a member of a cluster, and of no hierarchy of ours.
    pub of_member: bool,
    /// Which of our hierarchy are members of clusters as well.
    pub both: ClustersOfNeighbours,
}

/// A neighbour, and what was told between the two.
pub(crate) struct Neighbour {
    pub(crate) role: Role,
    pub(crate) status: i32,
    /// Its `QMID`; empty while it is not known.
    pub(crate) identifier: String,
    /// What it has to send.
    pub(crate) given: Token,
    /// What has to be sent to it.
    pub(crate) received: Token,
    /// Those above it, itself among them, if it is the parent.
    pub(crate) ancestors: Vec<String>,
    /// Clusters this queue manager and that one are members of, whose topics they exchange publications of.
    pub(crate) clusters: BTreeSet<ObjectName>,
    /// It is no member as far as is known: when it is forgotten.
    pub(crate) gone_ms: Option<u64>,
    pub(crate) sent_proxies: SentProxies,
    pub(crate) received_proxies: ReceivedProxies,
    /// When the parent is asked again, or the set is sent again.
    pub(crate) again_ms: Option<u64>,
    pub(crate) asked_ms: Option<u64>,
    pub(crate) told_too_many: bool,
}

impl Neighbour {
    pub(crate) fn new(role: Role, status: i32, given: Token) -> Self {
        Self {
            role,
            status,
            identifier: String::new(),
            given,
            received: Token::NONE,
            ancestors: Vec::new(),
            clusters: BTreeSet::new(),
            gone_ms: None,
            sent_proxies: SentProxies::default(),
            received_proxies: ReceivedProxies::default(),
            again_ms: None,
            asked_ms: None,
            told_too_many: false,
        }
    }

    pub(crate) fn is_active(&self) -> bool {
        self.status == MQPS_STATUS_ACTIVE
    }
}

/// Who is interested in a topic string.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wanted {
    pub(crate) here: bool,
    /// In the hierarchy.
    pub(crate) neighbours: Vec<ObjectName>,
    /// In clusters.
    pub(crate) members: Vec<ObjectName>,
    /// The cluster it is told to, and those that host its topic.
    pub(crate) cluster: Option<(ObjectName, Option<Hosts>)>,
}

impl Wanted {
    pub(crate) fn is_wanted(&self) -> bool {
        self.here || !self.neighbours.is_empty() || !self.members.is_empty()
    }

    /// Whether a neighbour is asked for it. Members of the cluster of the topic, whatever else they are, are not asked for what other members
    /// want: these ask themselves. `both` are those of the hierarchy that are members of clusters as well.
    pub(crate) fn for_neighbour(
        &self,
        interest: &TopicInterest,
        (name, neighbour): (&ObjectName, &Neighbour),
        both: &ClustersOfNeighbours,
    ) -> bool {
        let cluster = self.cluster.as_ref();
        let shared = cluster.filter(|(cluster, _)| neighbour.clusters.contains(cluster));
        if let Some((cluster, hosts)) = shared {
            let mut no_members = self.neighbours.iter().filter(|one| {
                let is_it = |(name, clusters): &(ObjectName, BTreeSet<ObjectName>)| {
                    name == *one && clusters.contains(cluster)
                };
                !both.iter().any(is_it)
            });
            // Of a topic that goes by way of hosts these are asked for it, and they ask all others to send what is published their way.
            let hosts_it = |hosts: &Hosts| hosts.others.contains(name) != interest.onward;
            return (self.here || no_members.any(|one| one != name))
                && hosts.as_ref().is_none_or(hosts_it);
        }
        if neighbour.role == Role::Member || interest.onward {
            return false;
        }
        let mut of_others = self.neighbours.iter().chain(&self.members);
        self.here || of_others.any(|one| one != name)
    }
}
