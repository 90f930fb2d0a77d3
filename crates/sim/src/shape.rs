//! What kind of run a seed makes: sizes, log, faults.

use ferromq_base::random::SplitMix64;
use ferromq_log::{LogSettings, LogType};
use std::fmt;
use std::num::NonZeroUsize;

/// Faults a run may meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Faults {
    /// The process ends and starts again in good order.
    None,
    /// And it dies, and the power goes, at any call to the disk.
    Crashes,
    /// And calls to the disk fail, and the disk runs full.
    Failures,
    /// The process dies, the power goes, and the files of a queue cannot be synced. No seed says so by itself.
    BadFiles,
}

/// See the module.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub(crate) log: LogSettings,
    pub(crate) queue_buffer_bytes: u64,
    pub(crate) persistent_queue_buffer_bytes: u64,
    pub(crate) applications: usize,
    pub(crate) body_bytes_max: u64,
    /// Percent of puts that are persistent.
    pub(crate) persistent_percent: u64,
    /// Percent of puts and gets under syncpoint.
    pub(crate) syncpoint_percent: u64,
    /// Percent of messages that expire.
    pub(crate) expiry_percent: u64,
    pub(crate) faults: Faults,
    /// Percent of forces that have a checkpoint between what is durable and what is shown.
    pub(crate) between_percent: u64,
    /// Percent of units of work that are branches of transactions.
    pub(crate) branch_percent: u64,
    /// Gets of applications use workers, and look at so many messages before.
    pub(crate) steps_in_line: Option<NonZeroUsize>,
    /// Starts read the log ahead, on threads of their own, where no call to the disk is planned to fail.
    pub(crate) read_ahead: bool,
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let log = &self.log;
        writeln!(
            f,
            "{} applications put bodies of up to {} bytes; of each 100 messages {} are \
             persistent, {} put under syncpoint, {} expire.",
            self.applications,
            self.body_bytes_max,
            self.persistent_percent,
            self.syncpoint_percent,
            self.expiry_percent
        )?;
        writeln!(
            f,
            "The log is {}: {} primary and {} secondary extents of {} pages. Queue buffers hold {} \
             bytes of non-persistent and {} of persistent messages.",
            if log.log_type == LogType::Linear {
                "linear"
            } else {
                "circular"
            },
            log.primary_files,
            log.secondary_files,
            log.file_pages,
            self.queue_buffer_bytes,
            self.persistent_queue_buffer_bytes
        )?;
        if self.between_percent > 0 || self.branch_percent > 0 {
            writeln!(
                f,
                "Of each 100 forces {} have a checkpoint before what they carried is shown; of each 100 units of \
                 work {} are branches of transactions.",
                self.between_percent, self.branch_percent
            )?;
        }
        f.write_str(match self.faults {
            Faults::None => "The queue manager ends and starts in good order.",
            Faults::Crashes => "The process dies and the power goes at any call to the disk.",
            Faults::Failures => {
                "The process dies and the power goes at any call to the disk, calls fail, and the \
                 disk runs full."
            }
            Faults::BadFiles => {
                "The process dies and the power goes, and syncs of the files of a queue fail."
            }
        })
    }
}

impl Shape {
    pub(crate) fn invent(random: &mut SplitMix64) -> Self {
        let mut choose = |from: &[u64]| from[random.below(from.len() as u64) as usize];
        let log = LogSettings {
            file_pages: 64,
            primary_files: choose(&[2, 2, 3]) as u32,
            secondary_files: choose(&[1, 2]) as u32,
            buffer_pages: choose(&[0, 18, 18, 64]) as u32,
            log_type: if choose(&[0, 0, 1]) == 1 {
                LogType::Linear
            } else {
                LogType::Circular
            },
        };
        Self {
            log,
            queue_buffer_bytes: choose(&[0, 4_000, 60_000, 1 << 20]),
            persistent_queue_buffer_bytes: choose(&[0, 4_000, 60_000, 1 << 20]),
            applications: choose(&[1, 2, 3, 5]) as usize,
            body_bytes_max: choose(&[100, 2_000, 20_000, 70_000]),
            persistent_percent: choose(&[50, 80, 100]),
            syncpoint_percent: choose(&[20, 50, 80]),
            expiry_percent: choose(&[0, 5, 30]),
            faults: match choose(&[0, 1, 1, 2, 2]) {
                0 => Faults::None,
                1 => Faults::Crashes,
                _ => Faults::Failures,
            },
            between_percent: 0,
            branch_percent: 0,
            steps_in_line: None,
            read_ahead: false,
        }
    }

    /// What came to the runs later, from numbers of its own: without it a seed makes the run it always made.
    pub(crate) fn extend(&mut self, random: &mut SplitMix64) {
        let mut choose = |from: &[u64]| from[random.below(from.len() as u64) as usize];
        self.between_percent = choose(&[0, 5, 20]);
        self.branch_percent = choose(&[0, 0, 0, 20, 60]);
        // What is in doubt, or takes long, holds the log: a small one is full soon then.
        if self.branch_percent > 0 || choose(&[0, 0, 0, 1]) == 1 {
            (self.log.primary_files, self.log.secondary_files) = (2, 1);
            self.body_bytes_max = choose(&[2_000, 20_000, 70_000, 70_000]);
        }
        self.steps_in_line = NonZeroUsize::new(choose(&[0, 1, 4]) as usize);
        self.read_ahead = choose(&[0, 0, 1]) == 1;
    }
}
