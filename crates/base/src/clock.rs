//! Time, behind a seam so that a simulator can own it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// Where a queue manager takes its time from.
pub trait Clock: Send + Sync {
    /// Microseconds since the Unix epoch, for time stamps people see. May jump.
    fn wall_us(&self) -> u64;

    /// As [`Clock::wall_us`] at the last tick of the system: up to 10 milliseconds ago, for a
    /// quarter of the cost. For stamps in hundredths of a second and looks at what has expired.
    fn tick_us(&self) -> u64 {
        self.wall_us()
    }

    /// Nanoseconds since some fixed moment, for intervals. Never goes back.
    fn monotonic_ns(&self) -> u64;
}

/// The clock of the operating system.
#[derive(Debug)]
pub struct SystemClock {
    started: Instant,
}

impl Default for SystemClock {
    fn default() -> Self {
        Self {
            started: Instant::now(),
        }
    }
}

impl Clock for SystemClock {
    fn wall_us(&self) -> u64 {
        let since_epoch = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        u64::try_from(since_epoch.as_micros()).unwrap_or(u64::MAX)
    }

    fn tick_us(&self) -> u64 {
        let now = rustix::time::clock_gettime(rustix::time::ClockId::RealtimeCoarse);
        let seconds = u64::try_from(now.tv_sec).unwrap_or_default();
        seconds * 1_000_000 + u64::try_from(now.tv_nsec).unwrap_or_default() / 1_000
    }

    fn monotonic_ns(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_nanos()).unwrap_or(u64::MAX)
    }
}

/// A clock that moves only when told to.
#[derive(Debug)]
pub struct SimulatedClock {
    wall_start_us: u64,
    now_ns: AtomicU64,
}

impl SimulatedClock {
    /// A clock standing at `wall_start_us` after the Unix epoch, its monotonic side at zero.
    #[must_use]
    pub fn starting_at(wall_start_us: u64) -> Self {
        Self {
            wall_start_us,
            now_ns: AtomicU64::new(0),
        }
    }

    /// Moves both readings forward.
    pub fn advance_ns(&self, by_ns: u64) {
        self.now_ns.fetch_add(by_ns, Ordering::SeqCst);
    }
}

impl Clock for SimulatedClock {
    fn wall_us(&self) -> u64 {
        self.wall_start_us + self.monotonic_ns() / 1_000
    }

    fn monotonic_ns(&self) -> u64 {
        self.now_ns.load(Ordering::SeqCst)
    }
}

#[cfg(test)]
mod tests {
    use super::{Clock, SimulatedClock, SystemClock};

    #[test]
    fn simulated_time_moves_only_when_told() {
        let clock = SimulatedClock::starting_at(1_000_000);
        assert_eq!((clock.wall_us(), clock.monotonic_ns()), (1_000_000, 0));
        clock.advance_ns(5_000_000);
        assert_eq!(
            (clock.wall_us(), clock.monotonic_ns()),
            (1_005_000, 5_000_000)
        );
    }

    #[test]
    fn system_time_does_not_go_back() {
        let clock = SystemClock::default();
        let first = clock.monotonic_ns();
        assert!(clock.monotonic_ns() >= first);
        let (before, tick) = (clock.wall_us(), clock.tick_us());
        assert!(before > 1_600_000_000_000_000);
        assert!(tick > before - 1_000_000, "ticks come many times a second");
    }
}
