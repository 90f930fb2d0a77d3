//! Status of queues, and of the handles on them.

use super::Administered;
use super::connections::application_of;
use super::log::extent_name;
use crate::pattern::NamePattern;
use crate::status::{HandleStatus, InputMode, Moment, QueueStatus, monitoring_level};
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::generated::constants::{
    MQMON_Q_MGR, MQOO_BROWSE, MQOO_INPUT_AS_Q_DEF, MQOO_INPUT_EXCLUSIVE, MQOO_INPUT_SHARED,
    MQOO_INQUIRE, MQOO_OUTPUT, MQOO_SET,
};
use ferromq_mqi::name::ObjectName;
use ferromq_qmgr::OpenHandle;

const BYTES_PER_MB: u64 = 1 << 20;
const MICROSECONDS_PER_SECOND: u64 = 1_000_000;
/// Counts, ages and times above this are shown as this.
pub(super) const SHOWN_MAX: u64 = 999_999_999;

impl Administered {
    /// What is monitored of a queue: `MONQ` of the queue, or of the queue manager where the
    /// queue leaves it to it. `NONE` at the queue manager is for all queues.
    fn monitoring(&self, queue: &ObjectName) -> &'static str {
        let of_q_mgr = self.queue_manager.q_mgr_int(Attr::Monq);
        let of_queue = self.queue_manager.definition(ObjectKind::QLocal, queue);
        let own = of_queue.map_or(MQMON_Q_MGR, |definition| definition.int(Attr::Monq));
        monitoring_level(own, of_q_mgr).unwrap_or("OFF")
    }

    pub(super) fn queue_status_of(&self, status: &ferromq_qmgr::QueueStatus) -> QueueStatus {
        let monitoring = self.monitoring(&status.name);
        let monitored = monitoring != "OFF";
        let queue = &status.queue;
        let age_s = match queue.depth {
            0 => 0,
            _ => {
                self.clock.wall_us().saturating_sub(queue.oldest_put_at_us)
                    / MICROSECONDS_PER_SECOND
            }
        };
        // What happened in an earlier life is not monitoring data of this one.
        let started_us = self.queue_manager.status().started_us;
        let if_monitored = |at_us: u64| {
            if monitored && at_us >= started_us {
                Moment::at_us(at_us)
            } else {
                Moment::default()
            }
        };
        QueueStatus {
            queue: status.name.to_string(),
            damaged: status.damaged,
            current_depth: queue.depth,
            file_mb: saturate(queue.file_bytes.div_ceil(BYTES_PER_MB)),
            file_mb_max: self.file_mb_max(&status.name),
            input_handles: status.input_handles,
            output_handles: status.output_handles,
            last_get: if_monitored(queue.last_get_at_us),
            last_put: if_monitored(queue.last_put_at_us),
            media_log: self.media_extent(status.media_lsn),
            monitoring: monitoring.to_string(),
            oldest_message_age_s: monitored.then_some(age_s.min(SHOWN_MAX)),
            queue_time_us: (monitored && queue.time_on_queue_us != (0, 0)).then(|| {
                let (short_us, long_us) = queue.time_on_queue_us;
                (short_us.min(SHOWN_MAX), long_us.min(SHOWN_MAX))
            }),
            uncommitted: queue.uncommitted_puts + queue.uncommitted_gets > 0,
        }
    }

    /// `MAXFSIZE`, whose default is the documented size of a queue file.
    fn file_mb_max(&self, queue: &ObjectName) -> u32 {
        const FILE_MB_DEFAULT: u32 = 2_088_960;
        let definition = self.queue_manager.definition(ObjectKind::QLocal, queue);
        let limit = definition.map_or(0, |definition| definition.int(Attr::Maxfsize));
        u32::try_from(limit)
            .ok()
            .filter(|limit| *limit > 0)
            .unwrap_or(FILE_MB_DEFAULT)
    }

    /// The log extent a queue's media image begins in; blank where there is none to speak of.
    fn media_extent(&self, lsn: u64) -> String {
        let log = &self.surroundings.log;
        if !log.linear || lsn == 0 || log.extent_bytes == 0 {
            return String::new();
        }
        extent_name(lsn / log.extent_bytes)
    }

    /// The handles of a connection on local queues whose names fit.
    pub(super) fn handles_of(
        &self,
        connection: &ferromq_qmgr::ConnectionStatus,
        names: &NamePattern,
    ) -> Vec<HandleStatus> {
        let fits = |handle: &&OpenHandle| {
            !handle.queue_name.is_blank() && names.matches(handle.queue_name.as_str())
        };
        let handles = connection.handles.iter().map(|(_, handle)| handle);
        handles
            .filter(fits)
            .map(|handle| HandleStatus {
                queue: handle.queue_name.to_string(),
                application: application_of(connection),
                browse: handle.options & MQOO_BROWSE != 0,
                input: self.input_mode(handle),
                inquire: handle.options & MQOO_INQUIRE != 0,
                output: handle.options & MQOO_OUTPUT != 0,
                set: handle.options & MQOO_SET != 0,
                active: false,
                unit_of_work: format!("0.{}", connection.uow),
            })
            .collect()
    }

    /// How a handle takes messages; the queue says so where the application left it to it.
    fn input_mode(&self, handle: &OpenHandle) -> InputMode {
        if handle.options & MQOO_INPUT_SHARED != 0 {
            return InputMode::Shared;
        }
        if handle.options & MQOO_INPUT_EXCLUSIVE != 0 {
            return InputMode::Exclusive;
        }
        if handle.options & MQOO_INPUT_AS_Q_DEF == 0 {
            return InputMode::No;
        }
        let definition = self
            .queue_manager
            .definition(ObjectKind::QLocal, &handle.queue_name);
        match definition.map(|definition| definition.int(Attr::Defsopt)) {
            Some(MQOO_INPUT_EXCLUSIVE) => InputMode::Exclusive,
            _ => InputMode::Shared,
        }
    }
}

fn saturate(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
