//! The attributes of the queue manager that verbs look at.

use ferromq_mqi::attribute::Attr;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::MQPSM_DISABLED;

/// The queue manager attributes verbs look at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    pub(crate) max_msg_length: u32,
    /// Bytes of properties a message may have, if that is limited.
    pub(crate) max_properties_length: Option<u32>,
    pub(crate) max_uncommitted: usize,
    pub(crate) max_handles: usize,
    pub(crate) max_priority: i32,
    pub(crate) trigger_interval_ms: u64,
    pub(crate) mark_interval_ms: Option<u64>,
    pub(crate) ccsid: i32,
    /// Programs may publish and subscribe (`PSMODE`).
    pub(crate) publishes: bool,
}

impl Limits {
    pub(crate) fn of(definition: &Definition) -> Self {
        let unsigned = |attr| u32::try_from(definition.int(attr)).unwrap_or(0);
        Self {
            max_msg_length: unsigned(Attr::Maxmsgl),
            max_properties_length: u32::try_from(definition.int(Attr::Maxpropl)).ok(),
            max_uncommitted: unsigned(Attr::Maxumsgs) as usize,
            max_handles: unsigned(Attr::Maxhands) as usize,
            max_priority: definition.int(Attr::Maxprty),
            trigger_interval_ms: u64::from(unsigned(Attr::Trigint)),
            mark_interval_ms: u64::try_from(definition.int(Attr::Markint)).ok(),
            ccsid: definition.int(Attr::Ccsid),
            publishes: definition.int(Attr::Psmode) != MQPSM_DISABLED,
        }
    }
}
