//! What follows from what neighbours say.

use crate::message::{Party, Refusal, Request, RequestBody, Role, Token};
use crate::neighbour::{Action, Event, Neighbour, To};
use crate::relations::{AGAIN_MS, NEIGHBOURS_MAX, Relations, TOO_MUCH_AGAIN_MS};
use crate::sets::{Amount, Follows, ReceivedProxies, SentProxies};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;

impl Relations {
    /// A request has come.
    pub fn hear(&mut self, now_ms: u64, request: Request) {
        self.now_ms = now_ms;
        let Request {
            from,
            token,
            receipt,
            body,
        } = request;
        let name = from.name;
        match body {
            RequestBody::Join => return self.hear_join(from, token),
            RequestBody::Meet => return self.hear_meet(&from, token, true),
            _ => {}
        }
        let known = self.neighbours.get(&name);
        if known.is_none_or(|one| one.given != receipt) {
            // Whoever is told so begins anew, and must not be answered by the same.
            if body != RequestBody::Unknown {
                self.answer(name, token, RequestBody::Unknown);
            }
            return;
        }
        let refused = known.is_some_and(|one| one.status == MQPS_STATUS_REFUSED);
        let counts_on_it = matches!(
            body,
            RequestBody::Ancestors(_)
                | RequestBody::Ask
                | RequestBody::Proxies { .. }
                | RequestBody::Change { .. }
        );
        if refused && counts_on_it {
            // It has not heard that it is no parent.
            return self.answer(name, token, RequestBody::Leave);
        }
        match body {
            RequestBody::Joined { ancestors } => self.hear_joined(from, token, ancestors),
            RequestBody::Refused(why) => self.hear_refused(name, why),
            RequestBody::Ancestors(ancestors) => self.hear_ancestors(name, ancestors),
            RequestBody::Leave => self.hear_leave(name),
            RequestBody::Unknown => self.hear_unknown(name),
            RequestBody::Ask => self.send_whole(name),
            RequestBody::Met => self.hear_meet(&from, token, false),
            RequestBody::Proxies {
                generation,
                part,
                parts,
                interests,
            } => self.hear_set(name, Amount::of(&interests), |received_proxies| {
                received_proxies.take_part(generation, (part, parts), interests)
            }),
            RequestBody::Change {
                before,
                generation,
                add,
                remove,
            } => self.hear_set(name, Amount::of(&add), |received_proxies| {
                received_proxies.take_change((before, generation), add, remove)
            }),
            // Joining was said above; the other is for the queue manager that wrote it.
            RequestBody::Join | RequestBody::Meet | RequestBody::Relation { .. } => {}
        }
    }

    fn hear_join(&mut self, from: Party, token: Token) {
        let name = from.name;
        let above = self.ancestors();
        let is_parent = |one: &Neighbour| one.role == Role::Parent;
        let circle = name == self.own.name
            || above.contains(&from.identifier)
            || self.neighbours.get(&name).is_some_and(is_parent);
        if circle {
            if self
                .neighbours
                .get(&name)
                .is_some_and(|one| !is_parent(one))
            {
                self.forget(name);
            }
            return self.answer(name, token, RequestBody::Refused(Refusal::Circle));
        }
        let known = self.neighbours.get(&name);
        let same = known.is_some_and(|one| {
            one.identifier == from.identifier && one.received == token && one.is_active()
        });
        if !same {
            // A member of a cluster may be one of the hierarchy as well.
            let clusters = known.map(|one| one.clusters.clone()).unwrap_or_default();
            if known.is_some() {
                self.replace(name);
            }
            if self.neighbours.len() >= NEIGHBOURS_MAX {
                return self.answer(name, token, RequestBody::Refused(Refusal::Full));
            }
            let given = (self.tokens)();
            let neighbour = Neighbour {
                identifier: from.identifier,
                received: token,
                clusters,
                ..Neighbour::new(Role::Child, MQPS_STATUS_ACTIVE, given)
            };
            self.add(name, neighbour);
            self.keep(name);
            self.actions
                .push(Action::Tell(Event::Joined(Role::Child), name));
        }
        self.send(name, To::Control, RequestBody::Joined { ancestors: above });
        self.send_whole(name);
    }

    fn hear_joined(&mut self, from: Party, token: Token, ancestors: Vec<String>) {
        let name = from.name;
        let Some(neighbour) = self.neighbours.get_mut(&name) else {
            return;
        };
        if neighbour.role != Role::Parent {
            return;
        }
        if ancestors.contains(&self.own.identifier) {
            neighbour.received = token;
            return self.break_off(name);
        }
        let again = neighbour.is_active();
        let renewed = neighbour.received != Token::NONE && neighbour.received != token;
        let changed = neighbour.ancestors != ancestors;
        neighbour.status = MQPS_STATUS_ACTIVE;
        neighbour.identifier = from.identifier;
        neighbour.received = token;
        neighbour.ancestors = ancestors;
        neighbour.again_ms = None;
        if renewed {
            self.drop_proxies(name);
        }
        self.keep(name);
        if !again {
            self.actions
                .push(Action::Tell(Event::Joined(Role::Parent), name));
            // What it told before this came did not count.
            self.send(name, To::Proxies, RequestBody::Ask);
        }
        self.send_whole(name);
        if changed {
            self.tell_ancestors();
        }
    }

    fn hear_refused(&mut self, name: ObjectName, why: Refusal) {
        if let Some(neighbour) = self.neighbours.get_mut(&name)
            && neighbour.role == Role::Parent
            && !neighbour.is_active()
        {
            neighbour.status = MQPS_STATUS_REFUSED;
            neighbour.again_ms = None;
            self.keep(name);
            self.actions.push(Action::Tell(Event::Refused(why), name));
        }
    }

    fn hear_ancestors(&mut self, name: ObjectName, ancestors: Vec<String>) {
        let known = self.neighbours.get(&name);
        if known.is_none_or(|one| one.role != Role::Parent) {
            return;
        }
        if ancestors.contains(&self.own.identifier) {
            return self.break_off(name);
        }
        let Some(neighbour) = self.neighbours.get_mut(&name) else {
            return;
        };
        if neighbour.role == Role::Parent && neighbour.ancestors != ancestors {
            neighbour.ancestors = ancestors;
            self.keep(name);
            self.tell_ancestors();
        }
    }

    /// The parent has this queue manager above it.
    fn break_off(&mut self, name: ObjectName) {
        self.send(name, To::Control, RequestBody::Leave);
        self.lose_parent(name);
        self.actions
            .push(Action::Tell(Event::Refused(Refusal::Circle), name));
    }

    /// The parent is none any more, though it is named.
    fn lose_parent(&mut self, name: ObjectName) {
        self.drop_proxies(name);
        if let Some(neighbour) = self.neighbours.get_mut(&name) {
            neighbour.status = MQPS_STATUS_REFUSED;
            neighbour.received = Token::NONE;
            neighbour.ancestors.clear();
            neighbour.sent_proxies = SentProxies::default();
            neighbour.again_ms = None;
        }
        self.keep(name);
        self.tell_ancestors();
    }

    fn hear_leave(&mut self, name: ObjectName) {
        match self.neighbours.get(&name).map(|one| one.role) {
            Some(Role::Parent) => {
                self.actions.push(Action::Tell(Event::Left, name));
                self.lose_parent(name);
            }
            Some(Role::Child) => self.forget(name),
            // Who is a member is said by the cluster.
            Some(Role::Member) | None => {}
        }
    }

    fn hear_unknown(&mut self, name: ObjectName) {
        match self.neighbours.get(&name).map(|one| one.role) {
            Some(Role::Parent) => {}
            Some(Role::Child) => return self.forget(name),
            Some(Role::Member) => return self.meet_again(name),
            None => return,
        }
        self.lose_parent(name);
        if let Some(neighbour) = self.neighbours.get_mut(&name) {
            neighbour.status = MQPS_STATUS_STARTING;
        }
        self.keep(name);
        self.join(name);
    }

    /// A part of a set with so much in it, or a change that adds so much.
    fn hear_set(
        &mut self,
        name: ObjectName,
        amount: Amount,
        take: impl FnOnce(&mut ReceivedProxies) -> Follows,
    ) {
        let too_much = self.received_proxies.with(amount).is_too_much() && amount.interests > 0;
        let Some(neighbour) = self.neighbours.get_mut(&name) else {
            return;
        };
        if !neighbour.is_active() {
            return;
        }
        let before = neighbour.received_proxies.amount();
        let follows = match too_much {
            true => neighbour.received_proxies.refuse(),
            false => take(&mut neighbour.received_proxies),
        };
        self.received_proxies = self
            .received_proxies
            .without(before)
            .with(neighbour.received_proxies.amount());
        match follows {
            Follows::Nothing => {}
            Follows::Ask => self.ask(name),
            Follows::TooMuch => {
                neighbour.again_ms = Some(self.now_ms + TOO_MUCH_AGAIN_MS);
                self.actions.push(Action::Tell(Event::WantsTooMuch, name));
            }
            Follows::Change(changes) => self.change(name, changes.add, changes.remove),
            Follows::Whole(changes) => {
                self.change(name, changes.add, changes.remove);
                let owner = self.owner(name);
                self.actions.push(Action::Complete(owner));
            }
        }
    }

    pub(crate) fn ask(&mut self, name: ObjectName) {
        let now_ms = self.now_ms;
        let Some(neighbour) = self.neighbours.get_mut(&name) else {
            return;
        };
        let lately = |at_ms: u64| now_ms < at_ms + AGAIN_MS;
        if neighbour.asked_ms.is_some_and(lately) {
            // It is asked then, should that be necessary.
            neighbour.again_ms.get_or_insert(now_ms + AGAIN_MS);
            return;
        }
        neighbour.asked_ms = Some(now_ms);
        self.send(name, To::Proxies, RequestBody::Ask);
    }
}
