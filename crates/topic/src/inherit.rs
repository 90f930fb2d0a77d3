//! Attributes of topics: what the closest topic object above says.
//!
//! Source: "Administrative topic objects", DEFINE TOPIC.

use ferromq_mqi::attribute::Attr;
use ferromq_mqi::definition::{Definition, custom_value};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use std::sync::Arc;

/// The members of a cluster that host a topic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hosts {
    /// This queue manager does.
    pub here: bool,
    /// These others do, in the order of their names.
    pub others: Arc<[ObjectName]>,
}

/// What holds for a topic, from its own topic object, those above it, and the base topic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inherited {
    /// The topic objects on the way, from the base topic down. Authority over any of them is authority over the
    /// topic.
    pub objects: Vec<ObjectName>,
    /// `PUB`: programs may publish.
    pub publish: bool,
    /// `SUB`: programs may subscribe.
    pub subscribe: bool,
    /// `DURSUB`: subscriptions may be durable.
    pub durable: bool,
    /// `DEFPRTY`, 0 to 9.
    pub priority: i32,
    /// `DEFPSIST`: `MQPER_*`.
    pub persistence: i32,
    /// `DEFPRESP`: `MQPRT_*`.
    pub put_response: i32,
    /// `PMSGDLV`: `MQDLV_*`.
    pub persistent_delivery: i32,
    /// `NPMSGDLV`: `MQDLV_*`.
    pub non_persistent_delivery: i32,
    /// `USEDLQ`: what cannot be put on a subscriber's queue goes to the dead-letter queue.
    pub use_dead_letter_queue: bool,
    /// `CAPEXPRY`, tenths of a second; `None` for no limit.
    pub cap_expiry_tenths: Option<i32>,
    /// `PUBSCOPE`: `MQSCOPE_*`.
    pub publish_scope: i32,
    /// `SUBSCOPE`: `MQSCOPE_*`.
    pub subscribe_scope: i32,
    /// `MCAST`: `MQMC_*`. Shown; there is no multicast.
    pub multicast: i32,
    /// `CLUSTER`; blank for none. Publications go to its members.
    pub cluster: ObjectName,
    /// By way of whom, with `CLROUTE(TOPICHOST)`.
    pub hosts: Option<Hosts>,
    /// `COMMINFO`. Shown, as `MCAST`.
    pub communication: ObjectName,
    /// `MDURMDL`.
    pub durable_model: ObjectName,
    /// `MNDURMDL`.
    pub non_durable_model: ObjectName,
    /// Levels of the topic string of the closest object with `WILDCARD(BLOCK)`; 0 if there is none.
    pub blocked_levels: usize,
}

impl Default for Inherited {
    /// What the base topic of a new queue manager says.
    fn default() -> Self {
        Self {
            objects: Vec::new(),
            publish: true,
            subscribe: true,
            durable: true,
            priority: 0,
            persistence: MQPER_NOT_PERSISTENT,
            put_response: MQPRT_SYNC_RESPONSE,
            persistent_delivery: MQDLV_ALL_DUR,
            non_persistent_delivery: MQDLV_ALL_AVAIL,
            use_dead_letter_queue: true,
            cap_expiry_tenths: None,
            publish_scope: MQSCOPE_ALL,
            subscribe_scope: MQSCOPE_ALL,
            multicast: MQMC_DISABLED,
            cluster: ObjectName::BLANK,
            hosts: None,
            communication: ObjectName::truncated("SYSTEM.DEFAULT.COMMINFO.MULTICAST"),
            durable_model: ObjectName::truncated("SYSTEM.DURABLE.MODEL.QUEUE"),
            non_durable_model: ObjectName::truncated("SYSTEM.NDURABLE.MODEL.QUEUE"),
            blocked_levels: 0,
        }
    }
}

impl Inherited {
    /// Lays what an object says over what was said above it. `levels` is how many levels its topic string has.
    pub(crate) fn lay_over(&mut self, object: &Definition, levels: usize) {
        let set = |attr, as_parent: i32| Some(object.int(attr)).filter(|value| *value != as_parent);
        self.objects.push(object.name());
        if let Some(value) = set(Attr::Pub, MQTA_PUB_AS_PARENT) {
            self.publish = value == MQTA_PUB_ALLOWED;
        }
        if let Some(value) = set(Attr::Sub, MQTA_SUB_AS_PARENT) {
            self.subscribe = value == MQTA_SUB_ALLOWED;
        }
        if let Some(value) = set(Attr::Dursub, MQSUB_DURABLE_AS_PARENT) {
            self.durable = value == MQSUB_DURABLE_ALLOWED;
        }
        if let Some(value) = set(Attr::Usedlq, MQUSEDLQ_AS_PARENT) {
            self.use_dead_letter_queue = value == MQUSEDLQ_YES;
        }
        for (attr, as_parent, field) in [
            (Attr::Defprty, MQPRI_PRIORITY_AS_PARENT, &mut self.priority),
            (
                Attr::Defpsist,
                MQPER_PERSISTENCE_AS_PARENT,
                &mut self.persistence,
            ),
            (
                Attr::Defpresp,
                MQPRT_RESPONSE_AS_PARENT,
                &mut self.put_response,
            ),
            (
                Attr::Pmsgdlv,
                MQDLV_AS_PARENT,
                &mut self.persistent_delivery,
            ),
            (
                Attr::Npmsgdlv,
                MQDLV_AS_PARENT,
                &mut self.non_persistent_delivery,
            ),
            (Attr::Pubscope, MQSCOPE_AS_PARENT, &mut self.publish_scope),
            (Attr::Subscope, MQSCOPE_AS_PARENT, &mut self.subscribe_scope),
            (Attr::Mcast, MQMC_AS_PARENT, &mut self.multicast),
        ] {
            *field = set(attr, as_parent).unwrap_or(*field);
        }
        for (attr, field) in [
            (Attr::Cluster, &mut self.cluster),
            (Attr::Comminfo, &mut self.communication),
            (Attr::Mdurmdl, &mut self.durable_model),
            (Attr::Mndurmdl, &mut self.non_durable_model),
        ] {
            if !object.text(attr).is_empty() {
                *field = ObjectName::truncated(object.text(attr));
            }
        }
        if let Some(limit) = cap_expiry(object) {
            self.cap_expiry_tenths = limit;
        }
        if object.int(Attr::Wildcard) == MQTA_BLOCK {
            self.blocked_levels = levels;
        }
    }
}

/// What an object says of the cap on expiry: nothing, that there is none, or the cap. Older definitions say it in
/// `CUSTOM`.
fn cap_expiry(object: &Definition) -> Option<Option<i32>> {
    match object.int(Attr::Capexpry) {
        MQCEX_AS_PARENT => {
            let said = custom_value(object.text(Attr::Custom), "CAPEXPRY")?;
            let said = said.trim();
            if said.eq_ignore_ascii_case("NOLIMIT") {
                return Some(None);
            }
            said.parse().ok().filter(|tenths| *tenths > 0).map(Some)
        }
        MQCEX_NOLIMIT => Some(None),
        tenths => Some(Some(tenths)),
    }
}
