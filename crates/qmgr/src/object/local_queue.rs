//! A local queue: its definition, who has it open, and the messages on it.

use crate::monitor::QueueTally;
use crate::record::QueueId;
use crate::trigger::TriggerState;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_queue::{Queue, QueueSettings};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock};

/// What puts and gets ask of a definition, read at every verb.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HotAttributes {
    pub(crate) put_enabled: bool,
    pub(crate) get_enabled: bool,
    pub(crate) max_msg_length: u32,
    pub(crate) trigger_control: bool,
    pub(crate) streams: bool,
    pub(crate) transmission: bool,
    /// With first in, first out delivery, the class every put gets.
    pub(crate) fifo_class: Option<u8>,
    /// `CAPEXPRY` in tenths of a second.
    pub(crate) cap_expiry: Option<i32>,
}

/// Who has the queue open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct OpenCounts {
    pub(crate) input_shared: u32,
    pub(crate) input_exclusive: u32,
    pub(crate) output: u32,
    /// Opens that are neither: browse, inquire, set.
    pub(crate) other: u32,
    /// A permanent dynamic queue closed with delete while others had it open, or a queue
    /// being deleted: no new opens.
    pub(crate) deleted: bool,
}

impl OpenCounts {
    /// `IPPROCS`.
    pub(crate) fn input(&self) -> u32 {
        self.input_shared + self.input_exclusive
    }

    /// True when any handle is open.
    pub(crate) fn any(&self) -> bool {
        self.input() + self.output + self.other > 0
    }
}

/// See the module.
#[derive(Debug)]
pub(crate) struct LocalQueue {
    pub(crate) id: QueueId,
    pub(crate) name: ObjectName,
    /// Directory of its files under `queues/`; empty for a temporary dynamic queue.
    pub(crate) directory: String,
    pub(crate) queue: Queue,
    hot: RwLock<HotAttributes>,
    definition: RwLock<Definition>,
    opens: Mutex<OpenCounts>,
    /// Grows when the queue begins or ceases to be a transmission queue.
    generation: AtomicU64,
    pub(crate) trigger: Mutex<TriggerState>,
    /// Its files cannot be read: it can be recovered from a media image or deleted.
    pub(crate) damaged: AtomicBool,
    /// Where media recovery of this queue begins; 0 while it has no media image.
    pub(crate) image_lsn: AtomicU64,
    /// When the last media image of this life was recorded, microseconds since the epoch.
    pub(crate) image_us: AtomicU64,
    /// Calls about it.
    pub(crate) tally: QueueTally,
}

impl LocalQueue {
    pub(crate) fn new(
        id: QueueId,
        directory: String,
        definition: Definition,
        queue: Queue,
    ) -> Self {
        Self {
            id,
            name: definition.name(),
            directory,
            queue,
            hot: RwLock::new(hot_attributes(&definition)),
            definition: RwLock::new(definition),
            opens: Mutex::default(),
            generation: AtomicU64::new(0),
            trigger: Mutex::default(),
            damaged: AtomicBool::new(false),
            image_lsn: AtomicU64::new(0),
            image_us: AtomicU64::new(0),
            tally: QueueTally::default(),
        }
    }

    pub(crate) fn hot(&self) -> HotAttributes {
        *self.hot.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// A copy of the definition.
    pub(crate) fn definition(&self) -> Definition {
        self.with_definition(Definition::clone)
    }

    pub(crate) fn with_definition<T>(&self, read: impl FnOnce(&Definition) -> T) -> T {
        read(
            &self
                .definition
                .read()
                .unwrap_or_else(PoisonError::into_inner),
        )
    }

    /// Puts a changed definition into force.
    pub(crate) fn redefine(&self, definition: Definition, buffers: (u64, u64)) {
        let hot = hot_attributes(&definition);
        if self.hot().transmission != hot.transmission {
            self.generation.fetch_add(1, Ordering::AcqRel);
        }
        *self.hot.write().unwrap_or_else(PoisonError::into_inner) = hot;
        self.queue
            .update_settings(queue_settings(&definition, buffers));
        *self
            .definition
            .write()
            .unwrap_or_else(PoisonError::into_inner) = definition;
    }

    /// Differs from what it was once the queue's use has changed.
    pub(crate) fn generation(&self) -> u64 {
        self.generation.load(Ordering::Acquire)
    }

    pub(crate) fn opens(&self) -> MutexGuard<'_, OpenCounts> {
        self.opens.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// `DEFTYPE`: `MQQDT_*`.
    pub(crate) fn definition_type(&self) -> i32 {
        self.with_definition(|definition| definition.int(Attr::Deftype))
    }

    /// `HARDENBO`: backout counts survive a crash.
    pub(crate) fn hardens_backout(&self) -> bool {
        self.with_definition(|definition| definition.int(Attr::Hardenbo) == MQQA_BACKOUT_HARDENED)
    }

    pub(crate) fn is_temporary(&self) -> bool {
        self.definition_type() == MQQDT_TEMPORARY_DYNAMIC
    }
}

/// What the queue itself needs of a definition. `buffers` are the non-persistent and the
/// persistent queue buffer in bytes.
pub(crate) fn queue_settings(definition: &Definition, buffers: (u64, u64)) -> QueueSettings {
    QueueSettings {
        max_depth: u32::try_from(definition.int(Attr::Maxdepth)).unwrap_or(0),
        delivery_fifo: definition.int(Attr::Msgdlvsq) == MQMDS_FIFO,
        default_priority: u8::try_from(definition.int(Attr::Defprty)).unwrap_or(0),
        np_buffer_bytes: buffers.0,
        p_buffer_bytes: buffers.1,
        np_class_high: definition.int(Attr::Npmclass) == MQNPM_CLASS_HIGH,
    }
}

fn hot_attributes(definition: &Definition) -> HotAttributes {
    HotAttributes {
        put_enabled: definition.int(Attr::Put) == MQQA_PUT_ALLOWED,
        get_enabled: definition.int(Attr::Get) == MQQA_GET_ALLOWED,
        max_msg_length: u32::try_from(definition.int(Attr::Maxmsgl)).unwrap_or(0),
        trigger_control: definition.int(Attr::Trigger) == MQTC_ON,
        streams: !definition.text(Attr::Streamq).is_empty(),
        transmission: definition.int(Attr::Usage) == MQUS_TRANSMISSION,
        fifo_class: (definition.int(Attr::Msgdlvsq) == MQMDS_FIFO)
            .then(|| u8::try_from(definition.int(Attr::Defprty)).unwrap_or(0)),
        cap_expiry: definition.cap_expiry_tenths(),
    }
}
