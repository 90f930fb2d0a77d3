//! Who is a neighbour, what each was told and has told. No input and output: requests, changes and the time go in, and
//! [`Action`]s come out.

use crate::message::{ANCESTORS_MAX, Party, Refusal, Request, RequestBody, Role, Token};
use crate::neighbour::{Action, Event, Neighbour, RelationStatus, Sender, To, Wanted};
use crate::sets::{Amount, ReceivedProxies, SentProxies};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_qmgr::{
    ClustersOfNeighbours, Proxy, ProxyChanges, ProxyOwner, PublishingMember, TopicInterest,
    TopicInterestChanges, TopicInterestState,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Most neighbours.
pub const NEIGHBOURS_MAX: usize = 1_000;
/// How often a parent is asked again, milliseconds.
const JOIN_AGAIN_MS: u64 = 30_000;
/// How long a request to join is good for, tenths of a second.
const JOIN_TENTHS: i32 = 600;
/// Who wants too much is asked again after so long: it may be less then.
pub(crate) const TOO_MUCH_AGAIN_MS: u64 = 60 * 60 * 1000;
/// How often something that is missing is asked for, and something that could not be sent is sent again.
pub(crate) const AGAIN_MS: u64 = 10_000;

/// How long publications are taken from a member that is none any more as far as is known, and with a token that was replaced: some may be under
/// way, and a member may come back.
pub(crate) const GONE_MS: u64 = 600_000;

/// Makes a token nobody can guess.
pub type Tokens = Box<dyn FnMut() -> Token + Send>;

/// See the module.
pub struct Relations {
    pub(crate) own: Party,
    pub(crate) tokens: Tokens,
    /// `PARENT`, where it can be no parent.
    refused: Option<ObjectName>,
    pub(crate) neighbours: BTreeMap<ObjectName, Neighbour>,
    /// By what they have to send.
    by_token: BTreeMap<Token, ObjectName>,
    /// What neighbours had to send before the relation with them became another one.
    replaced: BTreeMap<Token, Replaced>,
    /// The members of clusters, whatever else they are here.
    pub(crate) members: BTreeMap<ObjectName, PublishingMember>,
    /// Those of the hierarchy that are members of a cluster as well.
    pub(crate) both: ClustersOfNeighbours,
    /// There are more members than neighbours there may be.
    pub(crate) told_too_many: bool,
    wanted: BTreeMap<TopicInterest, Wanted>,
    /// What all neighbours together ask for.
    pub(crate) received_proxies: Amount,
    last_generation: u64,
    pub(crate) now_ms: u64,
    pub(crate) actions: Vec<Action>,
}

/// A relation with somebody there is another one with by now.
struct Replaced {
    name: ObjectName,
    identifier: String,
    role: Role,
    /// What is under way is taken so long.
    until_ms: u64,
}

impl std::fmt::Debug for Relations {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Relations")
            .field("own", &self.own)
            .finish_non_exhaustive()
    }
}

impl Relations {
    /// Those of a queue manager that starts: with what it kept, and the proxy subscriptions there are.
    #[must_use]
    pub fn new(own: Party, kept: Vec<Request>, proxies: Vec<Proxy>, tokens: Tokens) -> Self {
        let mut relations = Self {
            own,
            tokens,
            refused: None,
            neighbours: BTreeMap::new(),
            by_token: BTreeMap::new(),
            replaced: BTreeMap::new(),
            members: BTreeMap::new(),
            both: Arc::default(),
            told_too_many: false,
            wanted: BTreeMap::new(),
            received_proxies: Amount::default(),
            last_generation: 0,
            now_ms: 0,
            actions: Vec::new(),
        };
        for kept in kept {
            let RequestBody::Relation {
                role,
                status,
                ancestors,
            } = kept.body
            else {
                continue;
            };
            let neighbour = Neighbour {
                identifier: kept.from.identifier,
                received: kept.receipt,
                ancestors,
                ..Neighbour::new(role, status, kept.token)
            };
            relations.add(kept.from.name, neighbour);
        }
        relations.take_over(proxies);
        relations
    }

    /// Those of nobody, or with another receipt, are removed.
    fn take_over(&mut self, proxies: Vec<Proxy>) {
        let mut of: BTreeMap<ObjectName, (Vec<TopicInterest>, Vec<TopicInterest>)> =
            BTreeMap::new();
        for proxy in proxies {
            let known = self.neighbours.get(&proxy.neighbour);
            let holds = known.is_some_and(|one| {
                one.received.digits() == proxy.receipt
                    && (one.role == Role::Member) == proxy.of_member
            });
            let (kept, gone) = of.entry(proxy.neighbour).or_default();
            match holds {
                true => kept.push(proxy.interest),
                false => gone.push(proxy.interest),
            }
        }
        for (name, (kept, gone)) in of {
            if let Some(neighbour) = self.neighbours.get_mut(&name) {
                neighbour.received_proxies = ReceivedProxies::with(kept.into_iter());
                self.received_proxies = self
                    .received_proxies
                    .with(neighbour.received_proxies.amount());
            }
            if !gone.is_empty() {
                self.change(name, Vec::new(), gone);
            }
        }
    }

    pub(crate) fn add(&mut self, name: ObjectName, neighbour: Neighbour) {
        self.by_token.insert(neighbour.given, name);
        let is_in_hierarchy = neighbour.role != Role::Member;
        self.neighbours.insert(name, neighbour);
        if is_in_hierarchy {
            self.note_both();
        }
    }

    /// What is to be done so far.
    pub fn actions(&mut self) -> Vec<Action> {
        std::mem::take(&mut self.actions)
    }

    /// All of it begins: neighbours are told what is wanted, and asked.
    pub fn start(
        &mut self,
        now_ms: u64,
        interests: TopicInterestChanges,
        members: Vec<PublishingMember>,
    ) {
        self.now_ms = now_ms;
        self.set_wanted(interests);
        for member in &members {
            // Those that were members before are told all of it below.
            if let Some(known) = self.neighbours.get_mut(&member.name) {
                known.clusters = member.clusters.clone();
            }
        }
        self.set_members(now_ms, members);
        for name in self.names(Neighbour::is_active) {
            self.send_whole(name);
            self.send(name, To::Proxies, RequestBody::Ask);
        }
        self.tell_ancestors();
        // Times change: one that refused is asked again.
        for name in self.names(|one| !one.is_active() && one.again_ms.is_none()) {
            self.join(name);
        }
    }

    /// `PARENT` is this from now on.
    pub fn set_parent(&mut self, now_ms: u64, parent: Option<ObjectName>) {
        self.now_ms = now_ms;
        self.refused = None;
        let before = self.names(|one| one.role == Role::Parent);
        for name in before.into_iter().filter(|name| Some(*name) != parent) {
            self.send(name, To::Control, RequestBody::Leave);
            self.forget(name);
        }
        let Some(name) = parent else {
            return;
        };
        match self.neighbours.get(&name) {
            Some(there) if there.role == Role::Parent => {}
            None if name != self.own.name => {
                let given = (self.tokens)();
                let neighbour = Neighbour::new(Role::Parent, MQPS_STATUS_STARTING, given);
                self.add(name, neighbour);
                self.keep(name);
                self.join(name);
            }
            Some(there) if there.role == Role::Member => self.set_parent_member(name),
            _ => {
                self.refused = Some(name);
                let event = Event::Refused(Refusal::Circle);
                self.actions.push(Action::Tell(event, name));
            }
        }
    }

    /// A relation ends from here. False when there is none.
    pub fn cancel(&mut self, now_ms: u64, name: ObjectName, is_parent: bool) -> bool {
        self.now_ms = now_ms;
        let role = match is_parent {
            true => Role::Parent,
            false => Role::Child,
        };
        let found = self.neighbours.get(&name);
        if found.is_none_or(|one| one.role != role) {
            return false;
        }
        self.send(name, To::Control, RequestBody::Leave);
        self.forget(name);
        true
    }

    /// All neighbours are told anew what is wanted.
    pub fn refresh(&mut self, now_ms: u64) {
        self.now_ms = now_ms;
        for name in self.names(Neighbour::is_active) {
            self.send_whole(name);
        }
    }

    /// What somebody here and there is interested in has changed.
    pub fn set_interests(&mut self, now_ms: u64, changes: TopicInterestChanges) {
        self.now_ms = now_ms;
        let candidates = self.set_wanted(changes);
        if candidates.is_empty() {
            return;
        }
        for name in self.names(Neighbour::is_active) {
            let Some(neighbour) = self.neighbours.get_mut(&name) else {
                continue;
            };
            let mut sent_proxies = std::mem::take(&mut neighbour.sent_proxies);
            let (wanted, last, now_ms) = (&self.wanted, &mut self.last_generation, self.now_ms);
            let (one, both) = ((&name, &*neighbour), &self.both);
            let states = candidates.iter().map(|interest| {
                let state = wanted.get(interest);
                let is_wanted = state.is_some_and(|state| state.for_neighbour(interest, one, both));
                (interest.clone(), is_wanted)
            });
            let changes = sent_proxies.change(states, || next(last, now_ms));
            neighbour.sent_proxies = sent_proxies;
            for body in changes {
                self.send(name, To::Proxies, body);
            }
            self.tell_too_many(name);
        }
    }

    /// Takes changes over. Answers which topic strings may be wanted by others now.
    fn set_wanted(&mut self, changes: TopicInterestChanges) -> BTreeSet<TopicInterest> {
        let mut candidates = BTreeSet::new();
        if changes.whole {
            candidates.extend(std::mem::take(&mut self.wanted).into_keys());
        }
        for state in changes.states {
            let TopicInterestState {
                interest,
                here,
                neighbours,
                members,
                cluster,
            } = state;
            if interest.topic.is_empty() {
                continue;
            }
            candidates.insert(interest.clone());
            let wanted = Wanted {
                here,
                neighbours,
                members,
                cluster,
            };
            match wanted.is_wanted() {
                true => self.wanted.insert(interest, wanted),
                false => self.wanted.remove(&interest),
            };
        }
        candidates
    }

    /// Time has passed.
    pub fn tick(&mut self, now_ms: u64) {
        self.now_ms = now_ms;
        for name in self.names(|one| one.gone_ms.is_some_and(|at_ms| at_ms <= now_ms)) {
            self.drop_neighbour(name);
        }
        for name in self.names(|one| one.again_ms.is_some_and(|at_ms| at_ms <= now_ms)) {
            let Some(neighbour) = self.neighbours.get_mut(&name) else {
                continue;
            };
            neighbour.again_ms = None;
            neighbour.received_proxies.try_again();
            match neighbour.is_active() {
                true => {
                    self.send_whole(name);
                    self.ask(name);
                }
                false => self.join(name),
            }
        }
    }

    /// When [`Relations::tick`] is to be called next, milliseconds; `None` while there is nothing to wait for.
    #[must_use]
    pub fn next_ms(&self) -> Option<u64> {
        self.neighbours
            .values()
            .flat_map(|one| [one.again_ms, one.gone_ms])
            .flatten()
            .min()
    }

    /// A request could not be put: what it said is said again later.
    pub fn not_sent(&mut self, name: &ObjectName) {
        let now_ms = self.now_ms;
        if let Some(neighbour) = self.neighbours.get_mut(name) {
            neighbour.again_ms = Some(now_ms + AGAIN_MS);
            if !neighbour.is_active() {
                neighbour.status = MQPS_STATUS_ERROR;
            }
        }
    }

    /// Proxy subscriptions of a neighbour could not be changed as was said: these are there. It is asked for them later.
    pub fn not_changed(&mut self, name: &ObjectName, there: Vec<TopicInterest>) {
        let now_ms = self.now_ms;
        if let Some(neighbour) = self.neighbours.get_mut(name) {
            self.received_proxies = self
                .received_proxies
                .without(neighbour.received_proxies.amount());
            neighbour.received_proxies = ReceivedProxies::with(there.into_iter());
            self.received_proxies = self
                .received_proxies
                .with(neighbour.received_proxies.amount());
            neighbour.again_ms = Some(now_ms + AGAIN_MS);
        }
    }

    /// Who sends publications with this receipt; digits.
    #[must_use]
    pub fn sender(&self, receipt: &str) -> Option<Sender> {
        let token = Token::from_digits(receipt)?;
        let known = self.by_token.get(&token);
        let (name, role) = match known {
            Some(name) => {
                let one = self.neighbours.get(name)?;
                // What a member sent before it was known here to be one counts as well.
                let counts = one.role == Role::Member || one.is_active();
                counts.then_some((*name, one.role))?
            }
            None => {
                let before = self.replaced.get(&token)?;
                let one = self.neighbours.get(&before.name)?;
                // A parent that has not answered yet has none.
                let is_it = one.identifier.is_empty() || one.identifier == before.identifier;
                let counts = is_it && before.until_ms > self.now_ms;
                counts.then_some((before.name, before.role))?
            }
        };
        Some(Sender {
            name,
            of_member: role == Role::Member,
            both: Arc::clone(&self.both),
        })
    }

    /// True while there is nobody to exchange publications with.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.neighbours.is_empty()
    }

    /// Parent and children, in the order of their names.
    #[must_use]
    pub fn statuses(&self) -> Vec<RelationStatus> {
        let refused = self.refused.iter().map(|name| RelationStatus {
            name: *name,
            is_parent: true,
            status: MQPS_STATUS_REFUSED,
        });
        let all = self.neighbours.iter();
        let known = all.filter(|(_, one)| one.role != Role::Member);
        let known = known.map(|(name, one)| RelationStatus {
            name: *name,
            is_parent: one.role == Role::Parent,
            status: one.status,
        });
        refused.chain(known).collect()
    }

    /// `QMID`s of this queue manager and of those above it.
    pub(crate) fn ancestors(&self) -> Vec<String> {
        let mut parents = self
            .neighbours
            .values()
            .filter(|one| one.role == Role::Parent);
        let above = parents.find(|one| one.is_active());
        let above = above
            .map(|one| one.ancestors.as_slice())
            .unwrap_or_default();
        let own = std::iter::once(&self.own.identifier);
        own.chain(above).take(ANCESTORS_MAX).cloned().collect()
    }

    pub(crate) fn tell_ancestors(&mut self) {
        let above = self.ancestors();
        for name in self.names(|one| one.role == Role::Child) {
            self.send(name, To::Control, RequestBody::Ancestors(above.clone()));
        }
    }

    pub(crate) fn join(&mut self, name: ObjectName) {
        let now_ms = self.now_ms;
        let Some(neighbour) = self.neighbours.get_mut(&name) else {
            return;
        };
        let body = match neighbour.role {
            Role::Parent => RequestBody::Join,
            Role::Member if neighbour.gone_ms.is_none() => RequestBody::Meet,
            Role::Member | Role::Child => return,
        };
        neighbour.status = MQPS_STATUS_STARTING;
        neighbour.again_ms = Some(now_ms + JOIN_AGAIN_MS);
        self.send(name, To::Control, body);
    }

    pub(crate) fn names(&self, wanted: impl Fn(&Neighbour) -> bool) -> Vec<ObjectName> {
        let found = self.neighbours.iter().filter(|(_, one)| wanted(one));
        found.map(|(name, _)| *name).collect()
    }

    pub(crate) fn send_whole(&mut self, name: ObjectName) {
        let generation = next(&mut self.last_generation, self.now_ms);
        let Some(neighbour) = self.neighbours.get_mut(&name) else {
            return;
        };
        if !neighbour.is_active() {
            return;
        }
        let (one, both) = ((&name, &*neighbour), &self.both);
        let wanted = self.wanted.iter();
        let wanted = wanted.filter(|(interest, state)| state.for_neighbour(interest, one, both));
        let mut sent_proxies = SentProxies::default();
        let parts = sent_proxies.whole(wanted.map(|(interest, _)| interest.clone()), generation);
        neighbour.sent_proxies = sent_proxies;
        for body in parts {
            self.send(name, To::Proxies, body);
        }
        self.tell_too_many(name);
    }

    fn tell_too_many(&mut self, name: ObjectName) {
        if let Some(neighbour) = self.neighbours.get_mut(&name) {
            if neighbour.sent_proxies.is_full && !neighbour.told_too_many {
                self.actions.push(Action::Tell(Event::TooMany, name));
            }
            neighbour.told_too_many = neighbour.sent_proxies.is_full;
        }
    }

    pub(crate) fn send(&mut self, name: ObjectName, to: To, body: RequestBody) {
        let known = self.neighbours.get(&name);
        let Some((token, receipt)) = known.map(|one| (one.given, one.received)) else {
            return;
        };
        self.put(name, to, (token, receipt), body);
    }

    /// Answers somebody who is no neighbour.
    pub(crate) fn answer(&mut self, name: ObjectName, receipt: Token, body: RequestBody) {
        self.put(name, To::Control, (Token::NONE, receipt), body);
    }

    fn put(
        &mut self,
        name: ObjectName,
        to: To,
        (token, receipt): (Token, Token),
        body: RequestBody,
    ) {
        let expiry = match body {
            RequestBody::Join | RequestBody::Meet => JOIN_TENTHS,
            _ => MQEI_UNLIMITED,
        };
        let request = Request {
            from: self.own.clone(),
            token,
            receipt,
            body,
        };
        self.actions.push(Action::Send {
            neighbour: name,
            to,
            request,
            expiry,
        });
    }

    pub(crate) fn change(
        &mut self,
        name: ObjectName,
        add: Vec<TopicInterest>,
        remove: Vec<TopicInterest>,
    ) {
        if !add.is_empty() || !remove.is_empty() {
            let owner = self.owner(name);
            self.actions.push(Action::Change {
                owner,
                changes: ProxyChanges { add, remove },
            });
        }
    }

    pub(crate) fn owner(&self, name: ObjectName) -> ProxyOwner {
        let known = self.neighbours.get(&name);
        ProxyOwner {
            name,
            receipt: known.map_or(Token::NONE, |one| one.received).digits(),
            of_member: known.is_some_and(|one| one.role == Role::Member),
        }
    }

    /// Of the topic strings a neighbour wants those that are not among these.
    #[must_use]
    pub fn wanted_besides(
        &self,
        name: &ObjectName,
        there: &BTreeSet<TopicInterest>,
    ) -> Vec<TopicInterest> {
        let Some(neighbour) = self.neighbours.get(name) else {
            return Vec::new();
        };
        let wanted = neighbour.received_proxies.interests();
        wanted.filter(|one| !there.contains(one)).cloned().collect()
    }

    pub(crate) fn drop_proxies(&mut self, name: ObjectName) {
        if let Some(neighbour) = self.neighbours.get_mut(&name) {
            let received_proxies = std::mem::take(&mut neighbour.received_proxies);
            self.received_proxies = self.received_proxies.without(received_proxies.amount());
            let there = received_proxies.interests().cloned().collect();
            self.change(name, Vec::new(), there);
        }
    }

    pub(crate) fn keep(&mut self, name: ObjectName) {
        if let Some(neighbour) = self.neighbours.get(&name) {
            // One nobody has answered yet has no identifier.
            let identifier = match neighbour.identifier.as_str() {
                "" => "?".to_owned(),
                known => known.to_owned(),
            };
            self.actions.push(Action::Keep(Request {
                from: Party { name, identifier },
                token: neighbour.given,
                receipt: neighbour.received,
                body: RequestBody::Relation {
                    role: neighbour.role,
                    status: neighbour.status,
                    ancestors: neighbour.ancestors.clone(),
                },
            }));
        }
    }

    /// Ends a relation, as the operator is told.
    pub(crate) fn forget(&mut self, name: ObjectName) {
        self.actions.push(Action::Tell(Event::Left, name));
        self.drop_neighbour(name);
    }

    /// Ends a relation for another one with the same queue manager.
    pub(crate) fn replace(&mut self, name: ObjectName) {
        self.actions.push(Action::Tell(Event::Left, name));
        self.remove(name);
    }

    /// A member of a cluster goes on as that.
    pub(crate) fn drop_neighbour(&mut self, name: ObjectName) {
        self.remove(name);
        self.set_member(name);
    }

    pub(crate) fn remove(&mut self, name: ObjectName) {
        self.drop_proxies(name);
        let Some(gone) = self.neighbours.remove(&name) else {
            return;
        };
        self.by_token.remove(&gone.given);
        self.note_replaced(name, &gone);
        self.actions.push(Action::Forget(gone.given));
        if gone.role != Role::Member {
            self.note_both();
        }
        if gone.role == Role::Parent {
            self.tell_ancestors();
        }
    }
}

impl Relations {
    /// If it goes on being a neighbour in another way, what it has sent already is taken for a while: it is not sent again.
    fn note_replaced(&mut self, name: ObjectName, gone: &Neighbour) {
        let now_ms = self.now_ms;
        self.replaced.retain(|_, one| one.until_ms > now_ms);
        if self.replaced.len() >= NEIGHBOURS_MAX {
            let first = self.replaced.iter().min_by_key(|(_, one)| one.until_ms);
            let first = first.map(|(token, _)| *token);
            if let Some(token) = first {
                self.replaced.remove(&token);
            }
        }
        let replaced = Replaced {
            name,
            identifier: gone.identifier.clone(),
            role: gone.role,
            until_ms: now_ms + GONE_MS,
        };
        self.replaced.insert(gone.given, replaced);
    }
}

/// The number of the next set.
fn next(last: &mut u64, now_ms: u64) -> u64 {
    *last = now_ms.max(*last + 1);
    *last
}

#[cfg(test)]
#[path = "relations_tests.rs"]
mod tests;

#[cfg(test)]
#[path = "members_tests.rs"]
mod members_tests;
