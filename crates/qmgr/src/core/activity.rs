//! Whether anybody wants application activity trace, and how much of it: what connections look at before each verb.
//!
//! Source: "Application activity trace", "Configuring activity trace levels using mqat.ini".

use crate::lock_order;
use ferromq_base::lock::Mutex;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};

/// How much of each call is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum ActivityLevel {
    /// What was called, and what it came to.
    Low,
    /// Identifiers and options besides.
    #[default]
    Medium,
    /// Message descriptors besides.
    High,
}

/// A stanza `ApplicationTrace` of `mqat.ini`: which applications are traced, or are not, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApplicationTrace {
    /// Name of the program, perhaps with `*` at its end.
    pub appl_name: String,
    /// `Trace`: whether it is traced.
    pub traced: bool,
    /// `ActivityInterval`, seconds; 0 for no bound. `None` as in general, and so below.
    pub interval_s: Option<u32>,
    /// `ActivityCount`; 0 for no bound.
    pub count: Option<u32>,
    /// `TraceLevel`.
    pub level: Option<ActivityLevel>,
    /// `TraceMessageData`, bytes.
    pub data_bytes: Option<u32>,
    /// `StopOnGetTraceMsg`.
    pub stops_on_trace: Option<bool>,
}

/// What `mqat.ini` says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActivitySettings {
    /// `ActivityInterval`, seconds: a message is written by the first call after it; 0 for no bound.
    pub interval_s: u32,
    /// `ActivityCount`: calls to a message; 0 for no bound but that of messages.
    pub count: u32,
    /// `TraceLevel`.
    pub level: ActivityLevel,
    /// `TraceMessageData`: bytes of messages that are told.
    pub data_bytes: u32,
    /// `StopOnGetTraceMsg`: who gets a trace message is not traced any more.
    pub stops_on_trace: bool,
    /// `SubscriptionDelivery=IMMEDIATE`: subscribers have a message for each call.
    pub immediate: bool,
    /// Name of the machine, as messages tell it.
    pub host_name: String,
    /// The first that fits holds.
    pub applications: Vec<ApplicationTrace>,
}

impl Default for ActivitySettings {
    fn default() -> Self {
        Self {
            interval_s: 1,
            count: 100,
            level: ActivityLevel::Medium,
            data_bytes: 0,
            stops_on_trace: true,
            immediate: false,
            host_name: String::new(),
            applications: Vec::new(),
        }
    }
}

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct ActivityTraceDemand {
    /// 0 while nobody wants any; another number after each change.
    epoch: AtomicU32,
    changes: AtomicU32,
    subscriptions: AtomicUsize,
    /// `ACTVTRC(ON)`, or applications may ask for it (`ACTVCONO`).
    central: AtomicBool,
    settings: Mutex<Arc<ActivitySettings>, lock_order::ActivitySettings>,
}

impl ActivityTraceDemand {
    /// 0 while nobody wants any.
    pub(crate) fn epoch(&self) -> u32 {
        self.epoch.load(Ordering::Relaxed)
    }

    /// A subscription to topics of activity trace has come or gone.
    pub(crate) fn subscribed(&self, has_come: bool) {
        match has_come {
            true => self.subscriptions.fetch_add(1, Ordering::AcqRel),
            false => self.subscriptions.fetch_sub(1, Ordering::AcqRel),
        };
        self.changed();
    }

    /// Attributes of the queue manager may ask for it, or do not.
    pub(crate) fn set_central(&self, may: bool) {
        let before = self.central.swap(may, Ordering::AcqRel);
        if before || may {
            self.changed();
        }
    }

    pub(crate) fn set(&self, settings: ActivitySettings) {
        *self.settings.lock() = Arc::new(settings);
        self.changed();
    }

    pub(crate) fn settings(&self) -> Arc<ActivitySettings> {
        Arc::clone(&self.settings.lock())
    }

    fn changed(&self) {
        let next = self.changes.fetch_add(1, Ordering::AcqRel).wrapping_add(1);
        let wanted =
            self.central.load(Ordering::Acquire) || self.subscriptions.load(Ordering::Acquire) > 0;
        self.epoch
            .store(if wanted { next.max(1) } else { 0 }, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_change_is_seen_and_nobody_is_zero() {
        let demand = ActivityTraceDemand::default();
        assert_eq!(demand.epoch(), 0);
        demand.set(ActivitySettings::default());
        assert_eq!(demand.epoch(), 0);
        demand.subscribed(true);
        let first = demand.epoch();
        assert_ne!(first, 0);
        demand.subscribed(true);
        assert_ne!(demand.epoch(), first);
        demand.subscribed(false);
        demand.set_central(true);
        demand.subscribed(false);
        assert_ne!(demand.epoch(), 0);
        demand.set_central(false);
        assert_eq!(demand.epoch(), 0);
    }
}
