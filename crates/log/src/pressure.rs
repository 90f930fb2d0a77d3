//! How urgently the log needs a checkpoint, and who is told.

use crate::settings::{LogSettings, LogType};
use crate::state::State;
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
pub(crate) fn checkpoint_bytes(primary_bytes: u64) -> u64 {
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
    pub(crate) utilisation: AtomicU64,
    /// Appends refused, and the body length of the last of them.
    pub(crate) refusals: AtomicU64,
    pub(crate) refused_len: AtomicU64,
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
