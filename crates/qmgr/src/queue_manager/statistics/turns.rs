//! When statistics are written, and who says so.

use super::ChannelFigures;
use crate::queue_manager::QueueManager;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::name::ObjectName;
use std::time::Duration;

/// Whoever waits looks again by then: the interval may have been made shorter.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

impl QueueManager {
    /// Writes statistics messages if `STATINT` is over. Returns when it is to be called again.
    pub fn statistics_turn(&self) -> Duration {
        let engine = &self.engine;
        let interval_s = u64::try_from(engine.q_mgr_int(Attr::Statint)).unwrap_or(0);
        if interval_s == 0 {
            return LOOK_AGAIN;
        }
        let interval_ns = interval_s.saturating_mul(1_000_000_000);
        let began_ns = self.statistics.began_ns();
        let left_ns = began_ns
            .saturating_add(interval_ns)
            .saturating_sub(engine.clock.monotonic_ns());
        if left_ns > 0 {
            return Duration::from_nanos(left_ns).min(LOOK_AGAIN);
        }
        self.write_statistics();
        Duration::from_nanos(interval_ns).min(LOOK_AGAIN)
    }

    /// Writes statistics messages of the interval so far, and begins the next one (`RESET QMGR TYPE(STATISTICS)`). What is off gives none.
    pub fn write_statistics(&self) {
        self.statistics.write(&self.engine);
    }

    /// Who tells what channels did, if this queue manager has any. Called once; later ones are not heard.
    pub fn set_channel_figures(
        &self,
        tell: impl Fn() -> Vec<ChannelFigures> + Send + Sync + 'static,
    ) {
        let _ = self.statistics.channels.set(Box::new(tell));
    }

    /// What is to be counted may have changed: statistics begin now.
    pub(crate) fn statistics_may_begin(&self, kind: ObjectKind, name: &ObjectName) {
        match kind {
            ObjectKind::QMgr => self.look_at_statistics(),
            ObjectKind::QLocal => {
                let queue = self.engine.registry().local_queue(name);
                self.statistics.look(&self.engine, queue.as_ref());
            }
            _ => {}
        }
    }

    /// Looks at what is to be counted.
    pub(crate) fn look_at_statistics(&self) {
        self.statistics.look(&self.engine, None);
    }
}
