//! The attributes of the queue manager that verbs look at.

use ferromq_mqi::attribute::Attr;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::MQPSM_DISABLED;
use std::sync::atomic::{AtomicI32, Ordering};

/// The queue manager attributes verbs look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// Of which attributes they are made.
const ATTRIBUTES: [Attr; 9] = [
    Attr::Maxmsgl,
    Attr::Maxpropl,
    Attr::Maxumsgs,
    Attr::Maxhands,
    Attr::Maxprty,
    Attr::Trigint,
    Attr::Markint,
    Attr::Ccsid,
    Attr::Psmode,
];

impl Limits {
    fn made_of(values: [i32; ATTRIBUTES.len()]) -> Self {
        let [
            msg_length,
            properties_length,
            uncommitted,
            handles,
            max_priority,
            trigger_interval_ms,
            mark_interval_ms,
            ccsid,
            pubsub_mode,
        ] = values;
        let unsigned = |value| u32::try_from(value).unwrap_or(0);
        Self {
            max_msg_length: unsigned(msg_length),
            max_properties_length: u32::try_from(properties_length).ok(),
            max_uncommitted: unsigned(uncommitted) as usize,
            max_handles: unsigned(handles) as usize,
            max_priority,
            trigger_interval_ms: u64::from(unsigned(trigger_interval_ms)),
            mark_interval_ms: u64::try_from(mark_interval_ms).ok(),
            ccsid,
            publishes: pubsub_mode != MQPSM_DISABLED,
        }
    }
}

/// Limits in one line of memory that all processors have at hand, because nobody writes to read it: every put looks at them,
/// and all connections would share a lock. A reader may see some of the old and some of the new ones while they change.
#[derive(Debug)]
#[repr(align(64))]
pub(crate) struct LimitCells([AtomicI32; ATTRIBUTES.len()]);

impl LimitCells {
    pub(crate) fn of(definition: &Definition) -> Self {
        Self(ATTRIBUTES.map(|attr| AtomicI32::new(definition.int(attr))))
    }

    pub(crate) fn set(&self, definition: &Definition) {
        for (cell, attr) in self.0.iter().zip(ATTRIBUTES) {
            cell.store(definition.int(attr), Ordering::Release);
        }
    }

    pub(crate) fn get(&self) -> Limits {
        Limits::made_of(self.0.each_ref().map(|cell| cell.load(Ordering::Acquire)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferromq_mqi::attribute::{ObjectKind, Value};
    use ferromq_mqi::name::ObjectName;

    #[test]
    fn what_is_set_last_is_read() {
        let mut definition = Definition::new(ObjectKind::QMgr, ObjectName::truncated("QM1"));
        let cells = LimitCells::of(&definition);
        let changes = [
            (Attr::Maxmsgl, 50_000),
            (Attr::Maxpropl, 100),
            (Attr::Maxpropl, -1),
            (Attr::Maxumsgs, 5),
            (Attr::Maxhands, 7),
            (Attr::Trigint, 9),
            (Attr::Markint, -1),
            (Attr::Psmode, MQPSM_DISABLED),
        ];
        for (attr, value) in changes {
            let before = cells.get();
            definition.set(attr, Value::Int(value)).expect("set");
            cells.set(&definition);
            assert_ne!(cells.get(), before, "{attr:?}");
            assert_eq!(cells.get(), LimitCells::of(&definition).get(), "{attr:?}");
        }
        let limits = cells.get();
        assert_eq!((limits.max_msg_length, limits.max_uncommitted), (50_000, 5));
        assert_eq!(
            (limits.max_properties_length, limits.mark_interval_ms),
            (None, None)
        );
        assert!(!limits.publishes);
    }
}
