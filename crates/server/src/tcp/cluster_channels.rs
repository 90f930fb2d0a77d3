//! Channels of clusters, as far as they are not like others: which senders there are, by hand and made, and the queue they have in common.

use crate::tcp::agents::Order;
use crate::tcp::edge::Edge;
use crate::tcp::made_senders::{TRANSMISSION_QUEUE, senders_of};
use crate::tcp::plan::Phase;
use ferromq_channel::BatchesInDoubt;
use ferromq_mqi::ObjectName;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{
    MQCHS_INACTIVE, MQCHS_RUNNING, MQCHS_STOPPED, MQQMDT_AUTO_CLUSTER_SENDER,
};
use ferromq_mqi::name::FixedText;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

impl Edge {
    /// The sender of a cluster of this name as it runs: defined by hand, made, or both.
    pub(crate) fn cluster_sender(&self, name: &str) -> Option<Definition> {
        let by_hand = || {
            let name = ObjectName::truncated(name);
            self.engine().definition(ObjectKind::ClusSdr, &name)
        };
        let made = self.board().made().get(name);
        made.map(|made| made.as_ref().clone()).or_else(by_hand)
    }

    /// The queue managers a sender that was made from what members say leads to. One that was defined by hand leads to whoever is there.
    pub(crate) fn whom_made_sender_reaches(&self, sender: &Definition) -> Vec<FixedText<48>> {
        if sender.find_int(Attr::Deftype) != Some(MQQMDT_AUTO_CLUSTER_SENDER) {
            return Vec::new();
        }
        let led = self.board().made().leads_to(&named(sender));
        let ends = led.iter().map(|led| FixedText::truncated(&led.qmid));
        ends.collect()
    }

    /// The senders of clusters, by their names.
    pub(crate) fn cluster_senders(&self) -> BTreeSet<String> {
        let by_hand = self.engine().definitions(ObjectKind::ClusSdr);
        let by_hand = by_hand.iter().map(named);
        let made = self.board().made().all();
        by_hand.chain(made.iter().map(|it| named(it))).collect()
    }

    /// Those of them that nobody wants to run, and nobody has stopped. One that has just ended may still have its connection: it is called when
    /// that is gone.
    pub(crate) fn idle_cluster_senders(&self) -> BTreeSet<String> {
        let mut idle = self.cluster_senders();
        let plan = self.board().plan();
        idle.retain(|name| plan.phase(name).is_none() && !self.is_channel_stopped(name));
        idle
    }

    /// Whether there is such a sender, nobody wants it to run, and nobody has stopped it.
    pub(crate) fn is_idle_cluster_sender(&self, name: &str) -> bool {
        self.board().plan().phase(name).is_none()
            && !self.is_channel_stopped(name)
            && self.cluster_sender(name).is_some()
    }

    /// Whether a sender was made for a receiver of which nobody says anything any more.
    pub(crate) fn is_sender_withdrawn(&self, name: &str) -> bool {
        self.board().made().is_withdrawn(name)
    }

    /// What members say of their receivers has changed, or which senders there are by hand: senders are made accordingly. Those that have gone and
    /// run, are to run or are in doubt stay until that is over. One that failed is not tried again: nobody is there any more.
    pub(crate) fn look_at_cluster_channels(&self) {
        let engine = self.engine();
        let by_hand: BTreeMap<String, Definition> = (engine.definitions(ObjectKind::ClusSdr))
            .into_iter()
            .map(|definition| (named(&definition), definition))
            .collect();
        let own = engine.q_mgr_definition();
        let own = own.text(Attr::Qmid);
        let made = senders_of(engine.definitions(ObjectKind::ClusQMgr), &by_hand, own);
        let is_new = |name: &String| self.board().made().get(name).is_none();
        let new = made.iter().filter(|(name, _)| is_new(name));
        let led = new.flat_map(|(_, sender)| &sender.leads_to);
        let new: BTreeSet<String> = led.map(|led| led.qmid.clone()).collect();
        let promises = self.promises();
        let in_doubt =
            |name: &str| BatchesInDoubt::find(&FixedText::truncated(name), &promises).is_some();
        let before = self.board().made().all();
        let lost = before.iter().map(|it| named(it)).filter(|name| {
            !made.contains_key(name) && !by_hand.contains_key(name) && !in_doubt(name)
        });
        let lost: Vec<String> = lost.collect();
        let plan: BTreeSet<String> = {
            let mut plan = self.board().plan();
            for name in lost {
                if matches!(plan.phase(&name), Some(Phase::Retrying { .. })) {
                    plan.give_up(&name);
                }
            }
            plan.all().map(|(name, _)| name.to_owned()).collect()
        };
        let gone = self.board().made().renew(made, |name| {
            plan.contains(name) || self.is_message_channel_running(name, "") || in_doubt(name)
        });
        for name in gone.iter().filter(|name| !by_hand.contains_key(*name)) {
            // What is kept of it is nobody's any more.
            self.forget_records(name);
        }
        if !new.is_empty() {
            self.hurry_cluster_senders(|qmid| new.contains(qmid));
        }
        self.order(Order::LookAtAll);
    }

    /// Senders that failed, and whose member has a channel to this queue manager now, are tried at once: it is there again. To be called when members are
    /// known whose channel was there before.
    fn hurry_cluster_senders(&self, of: impl Fn(&str) -> bool) {
        let receivers = self.engine().definitions(ObjectKind::ClusRcvr);
        let receivers: BTreeSet<String> = receivers.iter().map(named).collect();
        let there: BTreeSet<String> = (self.running_channels().iter())
            .map(|running| &running.instance)
            .filter(|it| receivers.contains(it.channel_name().as_str().trim_end()))
            .map(|it| it.remote_id().trim_end().to_owned())
            .filter(|qmid| of(qmid))
            .collect();
        for qmid in there {
            self.hurry_senders_to(&qmid);
        }
    }

    /// The same of members that were suspended and take part again: their receivers may have been stopped.
    pub(crate) fn hurry_senders_to_resumed(&self, resumed: &BTreeSet<String>) {
        if resumed.is_empty() {
            return;
        }
        resumed.iter().for_each(|qmid| self.hurry_senders_to(qmid));
        self.order(Order::Look);
    }

    /// The same of one member, whose channel has just started.
    pub(crate) fn hurry_senders_to(&self, qmid: &str) {
        let channels = (self.engine()).cluster_channels_to(&ObjectName::truncated(qmid));
        let mut plan = self.board().plan();
        let now = Instant::now();
        for channel in channels {
            plan.hurry(channel.as_str().trim_end(), now);
        }
    }

    /// How it stands with each channel of a cluster (`MQCHS_*`): with one that receives, as with the instance of it that does best.
    pub(crate) fn cluster_states(&self) -> BTreeMap<String, i32> {
        let receivers = self.engine().definitions(ObjectKind::ClusRcvr);
        let receivers = receivers.iter().map(named);
        let all = self.cluster_senders().into_iter().chain(receivers);
        let mut states: BTreeMap<String, i32> = all.map(|name| (name, MQCHS_INACTIVE)).collect();
        if states.is_empty() {
            return states;
        }
        for name in self.stopped_channels() {
            if let Some(state) = states.get_mut(&name) {
                *state = MQCHS_STOPPED;
            }
        }
        for (name, planned) in self.planned_channels() {
            if let Some(state) = states.get_mut(&name) {
                *state = planned.number();
            }
        }
        for running in self.running_channels() {
            let name = running.instance.channel_name();
            if let Some(state) = states.get_mut(name.as_str().trim_end())
                && *state != MQCHS_RUNNING
            {
                *state = running.instance.state().number();
            }
        }
        states
    }

    /// The same of one channel; `None` where it is of no cluster. Costs the same however many there are.
    pub(crate) fn cluster_state(&self, name: &str) -> Option<i32> {
        let receives = || {
            let name = ObjectName::truncated(name);
            let receiver = self.engine().definition(ObjectKind::ClusRcvr, &name);
            receiver.is_some()
        };
        if self.cluster_sender(name).is_none() && !receives() {
            return None;
        }
        let stopped = self.is_channel_stopped(name).then_some(MQCHS_STOPPED);
        let planned = self.planned_channel(name).map(|it| it.number());
        let mut state = planned.or(stopped).unwrap_or(MQCHS_INACTIVE);
        self.find_instance(name, |instance| {
            if state != MQCHS_RUNNING {
                state = instance.state().number();
            }
            (state == MQCHS_RUNNING).then_some(())
        });
        Some(state)
    }

    /// Channels between queue managers of a kind: those that are defined, and those that were made.
    pub(crate) fn message_definitions(&self, kind: ObjectKind) -> Vec<Definition> {
        let defined = self.engine().definitions(kind);
        if kind != ObjectKind::ClusSdr {
            return defined;
        }
        let both = |definition: &Definition| self.cluster_sender(&named(definition));
        let mut all: Vec<Definition> = defined.iter().filter_map(both).collect();
        for made in self.board().made().all() {
            if !defined.iter().any(|it| it.name() == made.name()) {
                all.push(made.as_ref().clone());
            }
        }
        all
    }

    /// The queue a channel takes its messages from; `None` of one that receives.
    pub(crate) fn transmission_queue(&self, definition: &Definition) -> Option<ObjectName> {
        match definition.kind() {
            ObjectKind::ClusSdr => {
                let own = self.engine().cluster_transmission_queue(&definition.name());
                Some(own.unwrap_or(ObjectName::truncated(TRANSMISSION_QUEUE)))
            }
            kind if kind.sends_messages() => {
                let queue = definition.find_text(Attr::Xmitq).unwrap_or_default();
                Some(ObjectName::truncated(queue))
            }
            _ => None,
        }
    }
}

fn named(definition: &Definition) -> String {
    definition.name().as_str().trim_end().to_owned()
}
