//! Delivery: from a name to its targets, what they refuse, and messages onto them, with what comes along: duplicates, reports,
//! dead letters, delay, trigger messages. What waits for a cluster channel that fails is delivered once more.

pub(crate) mod cause;
pub(crate) mod cluster;
pub(crate) mod configuration;
pub(crate) mod delay;
pub(crate) mod event;
pub(crate) mod expiry;
pub(crate) mod logger;
pub(crate) mod name_facts;
pub(crate) mod parted;
pub(crate) mod performance;
pub(crate) mod placing;
pub(crate) mod put_off;
pub(crate) mod reallocate;
pub(crate) mod record;
pub(crate) mod report;
pub(crate) mod resolve;
pub(crate) mod route;
pub(crate) mod segmented;
pub(crate) mod target;
pub(crate) mod transmit;
pub(crate) mod trigger;

use crate::deliver::put_off::PutOff;
use crate::uow::Units;
use std::ops::Deref;

/// What delivery remembers.
pub(crate) struct Delivery {
    units: Units,
    /// Delayed messages nobody took when they were due.
    pub(crate) put_off: PutOff,
}

impl Delivery {
    pub(crate) fn new(units: Units) -> Self {
        Self {
            units,
            put_off: PutOff::default(),
        }
    }
}

impl Deref for Delivery {
    type Target = Units;

    fn deref(&self) -> &Units {
        &self.units
    }
}
