//! Neighbours that are members of a cluster: each tells each other one what is wanted of the topics of the cluster. Who is a member is
//! said by the cluster.

use crate::message::{Party, RequestBody, Role, Token};
use crate::neighbour::{Action, Event, Neighbour, To};
use crate::relations::{AGAIN_MS, GONE_MS, NEIGHBOURS_MAX, Relations};
use crate::sets::SentProxies;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_qmgr::{ClustersOfNeighbours, PublishingMember};
use std::collections::BTreeSet;

impl Relations {
    /// Those of the hierarchy come, go, or are members of other clusters than before: all are told anew what is wanted, where that makes a
    /// difference.
    pub(crate) fn note_both(&mut self) {
        let both = self.neighbours.iter();
        let both = both.filter(|(_, one)| one.role != Role::Member && !one.clusters.is_empty());
        let both: ClustersOfNeighbours = both
            .map(|(name, one)| (*name, one.clusters.clone()))
            .collect();
        if both != self.both {
            self.both = both;
            for name in self.names(Neighbour::is_active) {
                self.send_whole(name);
            }
        }
    }

    /// The parent is a member of a cluster of ours.
    pub(crate) fn set_parent_member(&mut self, name: ObjectName) {
        let clusters = self.clusters_of(&name);
        self.remove(name);
        let given = (self.tokens)();
        let neighbour = Neighbour {
            clusters,
            ..Neighbour::new(Role::Parent, MQPS_STATUS_STARTING, given)
        };
        self.add(name, neighbour);
        self.keep(name);
        self.join(name);
    }

    fn clusters_of(&self, name: &ObjectName) -> BTreeSet<ObjectName> {
        let member = self.members.get(name);
        member.map(|one| one.clusters.clone()).unwrap_or_default()
    }

    /// The members of clusters publications are exchanged with are these from now on.
    pub fn set_members(&mut self, now_ms: u64, members: Vec<PublishingMember>) {
        self.now_ms = now_ms;
        self.members = members.into_iter().map(|one| (one.name, one)).collect();
        for name in self.names(|one| !one.clusters.is_empty() || one.role == Role::Member) {
            if !self.members.contains_key(&name) {
                self.lose_member(name);
            }
        }
        let names: Vec<ObjectName> = self.members.keys().copied().collect();
        let left_out = names.into_iter().filter(|name| !self.set_member(*name));
        let left_out = left_out.last();
        if let Some(name) = left_out
            && !self.told_too_many
        {
            let event = Event::TooManyMembers;
            self.actions.push(Action::Tell(event, name));
        }
        self.told_too_many = left_out.is_some();
        self.note_both();
    }

    /// One of the members is a neighbour from now on. False when there are too many.
    pub(crate) fn set_member(&mut self, name: ObjectName) -> bool {
        let Some(member) = self.members.get(&name) else {
            return true;
        };
        let (clusters, identifier) = (member.clusters.clone(), member.identifier.clone());
        match self.neighbours.get_mut(&name) {
            Some(one) if one.role != Role::Member => {
                one.clusters = clusters;
                return true;
            }
            Some(one) if one.identifier == identifier => {
                let changed = one.clusters != clusters;
                one.clusters = clusters;
                if one.gone_ms.take().is_some() {
                    self.join(name);
                } else if changed {
                    self.send_whole(name);
                }
                return true;
            }
            // It was made again.
            Some(_) => self.remove(name),
            None => {}
        }
        if self.neighbours.len() >= NEIGHBOURS_MAX {
            return false;
        }
        let given = (self.tokens)();
        let neighbour = Neighbour {
            identifier,
            clusters,
            ..Neighbour::new(Role::Member, MQPS_STATUS_STARTING, given)
        };
        self.add(name, neighbour);
        self.keep(name);
        self.join(name);
        true
    }

    /// A member is none any more: nothing is sent to it, and what it sent before is taken for a while.
    fn lose_member(&mut self, name: ObjectName) {
        let now_ms = self.now_ms;
        let Some(neighbour) = self.neighbours.get_mut(&name) else {
            return;
        };
        neighbour.clusters.clear();
        if neighbour.role != Role::Member || neighbour.gone_ms.is_some() {
            return;
        }
        neighbour.gone_ms = Some(now_ms + GONE_MS);
        neighbour.status = MQPS_STATUS_INACTIVE;
        neighbour.again_ms = None;
        neighbour.sent_proxies = SentProxies::default();
        self.drop_proxies(name);
        self.actions.push(Action::Tell(Event::Left, name));
    }

    /// A member says who it is. Who is not known as one yet is passed over: it is met when it is.
    pub(crate) fn hear_meet(&mut self, from: &Party, token: Token, wants_answer: bool) {
        let name = from.name;
        let Some(one) = self.neighbours.get_mut(&name) else {
            return;
        };
        let is_it = one.role == Role::Member && one.identifier == from.identifier;
        if !is_it || one.gone_ms.is_some() {
            return;
        }
        let is_new = one.received != token;
        let was_active = one.is_active();
        one.status = MQPS_STATUS_ACTIVE;
        one.again_ms = None;
        if is_new {
            self.drop_proxies(name);
            if let Some(one) = self.neighbours.get_mut(&name) {
                one.received = token;
            }
        }
        if is_new || !was_active {
            self.keep(name);
        }
        if !was_active {
            self.actions
                .push(Action::Tell(Event::Joined(Role::Member), name));
        }
        if wants_answer {
            self.send(name, To::Control, RequestBody::Met);
        }
        if is_new || !was_active {
            // What it told before this came did not count.
            self.send(name, To::Proxies, RequestBody::Ask);
        }
        if wants_answer || is_new || !was_active {
            self.send_whole(name);
        }
    }

    /// A member does not know this queue manager: it may not have heard yet that it is one. It is met again, not at once.
    pub(crate) fn meet_again(&mut self, name: ObjectName) {
        let now_ms = self.now_ms;
        if let Some(one) = self.neighbours.get_mut(&name)
            && one.gone_ms.is_none()
        {
            one.status = MQPS_STATUS_STARTING;
            one.again_ms = Some(now_ms + AGAIN_MS);
        }
    }
}
