//! How full the log is, and who is told.

use crate::extents::file_name;
use crate::log::{Log, State};
use crate::settings::{LogSettings, LogType};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// How urgently the log needs a checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pressure {
    /// Nothing to do.
    Calm,
    /// A checkpoint is due: about half the primary space, or 1 GiB if that is less, has been
    /// used since it would have helped last.
    CheckpointWanted,
    /// Some 85% of all space is in use, or an append has been refused: units of work that keep
    /// extents in use must end.
    NearlyFull,
}

impl Pressure {
    fn of(number: u8) -> Self {
        match number {
            0 => Self::Calm,
            1 => Self::CheckpointWanted,
            _ => Self::NearlyFull,
        }
    }
}

/// Restart reads what is in use, and a disk gives it about this much in a second. So a
/// checkpoint is due at this much even if the log has room for more.
const REPLAY_BYTES_AIM: u64 = 1 << 30;

/// Bytes in use, or written since the last checkpoint, at which one is due.
fn checkpoint_bytes(primary_bytes: u64) -> u64 {
    (primary_bytes / 2).min(REPLAY_BYTES_AIM)
}

type PressureHook = Box<dyn Fn(Pressure) + Send + Sync>;

/// Works out the pressure and calls the hook when it rises.
pub(crate) struct PressureGauge {
    level: AtomicU8,
    hook: OnceLock<PressureHook>,
    linear: bool,
    primary_bytes: u64,
    nearly_full_bytes: u64,
    /// Tenths of a percent of the primary space, as of the last checkpoints.
    utilisation: AtomicU64,
    /// Appends refused, and the body length of the last of them.
    refusals: AtomicU64,
    refused_len: AtomicU64,
}

impl PressureGauge {
    pub(crate) fn new(settings: &LogSettings) -> Self {
        Self {
            level: AtomicU8::new(0),
            hook: OnceLock::new(),
            linear: settings.log_type == LogType::Linear,
            primary_bytes: settings.primary_bytes(),
            nearly_full_bytes: settings.capacity_bytes() / 100 * 85,
            utilisation: AtomicU64::new(0),
            refusals: AtomicU64::new(0),
            refused_len: AtomicU64::new(0),
        }
    }

    pub(crate) fn level(&self) -> Pressure {
        Pressure::of(self.level.load(Ordering::Relaxed))
    }

    pub(crate) fn set_hook(&self, hook: PressureHook) {
        let _ = self.hook.set(hook);
    }

    fn measure(&self, state: &State) -> Pressure {
        let head = state.filling.head();
        let in_use = head - state.recovery;
        let since_checkpoint = head - state.head_at_checkpoint.min(head);
        if !self.linear && in_use > self.nearly_full_bytes {
            return Pressure::NearlyFull;
        }
        let limit = checkpoint_bytes(self.primary_bytes);
        // A checkpoint that could not move the position is not asked for again at once.
        let due = in_use > limit && since_checkpoint > limit / 4;
        if due || since_checkpoint > limit {
            return Pressure::CheckpointWanted;
        }
        Pressure::Calm
    }

    /// Measures; answers the new level when it rose.
    pub(crate) fn read(&self, state: &State) -> Option<Pressure> {
        let now = self.measure(state);
        self.raise(now)
    }

    /// An append of a body of that length was refused.
    pub(crate) fn refused(&self, body_len: usize) -> Option<Pressure> {
        self.refused_len.store(body_len as u64, Ordering::Relaxed);
        self.refusals.fetch_add(1, Ordering::Relaxed);
        self.raise(Pressure::NearlyFull)
    }

    fn raise(&self, now: Pressure) -> Option<Pressure> {
        if self.level.load(Ordering::Relaxed) >= now as u8 {
            return None;
        }
        let before = self.level.fetch_max(now as u8, Ordering::Relaxed);
        (before < now as u8).then_some(now)
    }

    /// Calls the hook. With no lock held.
    pub(crate) fn tell(&self, risen: Option<Pressure>) {
        if let (Some(level), Some(hook)) = (risen, self.hook.get()) {
            hook(level);
        }
    }

    pub(crate) fn measure_again(&self, state: &State) {
        let level = self.measure(state);
        self.level.store(level as u8, Ordering::Relaxed);
    }

    /// Starts over after a checkpoint: the next rise is told again.
    pub(crate) fn checkpoint_taken(&self, state: &State) {
        self.measure_again(state);
        let in_use = (state.filling.head() - state.recovery) * 1000 / self.primary_bytes;
        let before = self.utilisation.load(Ordering::Relaxed);
        self.utilisation
            .store((before * 3 + in_use) / 4, Ordering::Relaxed);
    }
}

/// What forces have cost so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ForceStatistics {
    pub(crate) count: u64,
    pub(crate) bytes: u64,
    pub(crate) ns_total: u64,
    pub(crate) ns_max: u64,
    pub(crate) ns_recent: u64,
}

impl ForceStatistics {
    pub(crate) fn add(&mut self, bytes: u64, ns: u64) {
        self.count += 1;
        self.bytes += bytes;
        self.ns_total += ns;
        self.ns_max = self.ns_max.max(ns);
        // A moving average over some 64 forces; the first one starts it.
        self.ns_recent = match self.count {
            1 => ns,
            _ => self.ns_recent - self.ns_recent / 64 + ns / 64,
        };
    }
}

/// The state of the log in numbers, as operators see it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LogUsage {
    /// Bytes a circular log can hold; of a linear one, primary and secondary files together.
    pub capacity_bytes: u64,
    /// Bytes of all primary extents.
    pub primary_bytes: u64,
    /// Bytes from the recovery position to the end: what restart reads.
    pub in_use_bytes: u64,
    /// Bytes in use at which a checkpoint is due.
    pub checkpoint_bytes: u64,
    /// `in_use_bytes` in percent of the primary space; above 100 with secondary files in use.
    pub log_in_use_percent: u32,
    /// The same, smoothed over the last checkpoints.
    pub log_utilisation_percent: u32,
    /// Name of the file written to.
    pub current_extent: String,
    /// Name of the oldest file restart needs.
    pub recovery_extent: String,
    /// Name of the oldest file media recovery needs; `None` without one.
    pub media_extent: Option<String>,
    /// Extent files there are.
    pub extents: u32,
    /// Extent files waiting to be used again.
    pub reusable_extents: u32,
    /// Bytes of those.
    pub reusable_bytes: u64,
    /// Bytes of extents restart needs.
    pub recovery_bytes: u64,
    /// Bytes of extents media recovery needs.
    pub media_bytes: u64,
    /// Records appended since the log was opened.
    pub records: u64,
    /// Forces since then.
    pub forces: u64,
    /// Bytes written since then, page headers and padding included.
    pub bytes_written: u64,
    /// Time spent in forces since then, in nanoseconds.
    pub force_ns_total: u64,
    /// Appends refused since then because there was no room.
    pub refusals: u64,
    /// Bytes of the body of the last of them.
    pub refused_len: u64,
    /// Bytes set aside for what was promised.
    pub aside_bytes: u64,
    /// The longest force, in nanoseconds.
    pub force_ns_max: u64,
    /// Moving average of the last forces, in nanoseconds.
    pub force_ns_recent: u64,
}

impl Log {
    /// The state of the log in numbers. They belong together: all are of one moment.
    #[must_use]
    pub fn usage(&self) -> LogUsage {
        let state = self.lock();
        let set = self.extents.lock();
        let head = state.filling.head();
        let extent_bytes = self.settings.extent_bytes();
        let in_use_bytes = head - state.recovery;
        let name = |position: u64| {
            let extent = self.geometry.extent_of(position);
            set.in_use
                .get(&extent)
                .map_or_else(|| file_name(extent), |file| file.name.clone())
        };
        let media = (state.media != 0).then_some(state.media);
        // The extents from `position` to the current one.
        let kept_bytes = |position: u64| {
            let first = self.geometry.extent_of(position);
            set.in_use.range(first..).count() as u64 * extent_bytes
        };
        let percent = |tenths: u64| u32::try_from(tenths / 10).unwrap_or(u32::MAX);
        LogUsage {
            capacity_bytes: self.settings.capacity_bytes(),
            primary_bytes: self.settings.primary_bytes(),
            in_use_bytes,
            checkpoint_bytes: checkpoint_bytes(self.settings.primary_bytes()),
            log_in_use_percent: percent(in_use_bytes * 1000 / self.settings.primary_bytes()),
            log_utilisation_percent: percent(self.gauge.utilisation.load(Ordering::Relaxed)),
            current_extent: name(head),
            recovery_extent: name(state.recovery),
            media_extent: media.map(name),
            extents: (set.in_use.len() + set.free.len()) as u32,
            reusable_extents: set.free.len() as u32,
            reusable_bytes: set.free.len() as u64 * extent_bytes,
            recovery_bytes: kept_bytes(state.recovery),
            media_bytes: media.map_or(0, kept_bytes),
            records: state.records,
            forces: state.forces.count,
            bytes_written: state.forces.bytes,
            force_ns_total: state.forces.ns_total,
            refusals: self.gauge.refusals.load(Ordering::Relaxed),
            refused_len: self.gauge.refused_len.load(Ordering::Relaxed),
            aside_bytes: self.geometry.bytes_of_data_pages(state.aside_pages),
            force_ns_max: state.forces.ns_max,
            force_ns_recent: state.forces.ns_recent,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::checkpoint_bytes;

    #[test]
    fn a_checkpoint_is_due_at_half_of_a_small_log_and_at_a_gibibyte_of_a_large_one() {
        assert_eq!(checkpoint_bytes(48 << 20), 24 << 20);
        assert_eq!(checkpoint_bytes(2 << 30), 1 << 30);
        assert_eq!(checkpoint_bytes(100 << 30), 1 << 30);
    }
}
