//! Working the figures of the queue manager as a whole out.

use crate::core::figures::Figure;
use crate::core::figures::table::Figures;
use crate::queue_manager::figures::calls;
use crate::queue_manager::monitor::Host;
use crate::verbs::Engine;
use ferromq_base::machine::{OwnUse, ProcessorTicks};
use std::path::Path;

/// Hundredths of a percent.
const WHOLE: u64 = 10_000;

/// What was measured at the round before.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Measured {
    processors: ProcessorTicks,
    own: OwnUse,
    log_bytes: u64,
    log_forces: u64,
}

/// Figures of the queue manager as a whole: those of a class are worked out once in a round, and only when they are asked for.
pub(super) struct Whole<'a> {
    engine: &'a Engine,
    /// Where the log stood when the queue manager was started.
    log_began: u64,
    host: &'a Host,
    before: Measured,
    now: Measured,
    classes: [Option<Figures>; 3],
}

impl<'a> Whole<'a> {
    /// Takes what only has a meaning over time, and keeps it for the next round.
    pub(super) fn begin(
        engine: &'a Engine,
        log_began: u64,
        host: &'a Host,
        measured: &mut Measured,
    ) -> Self {
        let before = *measured;
        let log = engine.log.usage();
        let now = Measured {
            processors: host.machine.processors().unwrap_or_default(),
            own: host.machine.own().unwrap_or_default(),
            log_bytes: log.bytes_written,
            log_forces: log.forces,
        };
        *measured = now;
        Self {
            engine,
            log_began,
            host,
            before,
            now,
            classes: [None, None, None],
        }
    }

    /// The figures of a class that is of the queue manager as a whole.
    pub(super) fn of_class(&mut self, number: i32) -> &Figures {
        let at = usize::try_from(number).unwrap_or(0).min(2);
        if self.classes[at].is_none() {
            self.classes[at] = Some(match at {
                0 => self.processors(),
                1 => self.disks(),
                _ => calls(self.engine),
            });
        }
        self.classes[at].get_or_insert_default()
    }

    fn processors(&self) -> Figures {
        let mut figures = Figures::default();
        let machine = &self.host.machine;
        let (before, now) = (&self.before, &self.now);
        let all = now.processors.all.saturating_sub(before.processors.all);
        let share = |before: u64, now: u64| now.saturating_sub(before) * WHOLE / all;
        if all > 0 {
            let (from, to) = (&before.processors, &now.processors);
            figures.set(Figure::SystemUserCpu, share(from.user, to.user));
            figures.set(Figure::SystemKernelCpu, share(from.kernel, to.kernel));
            let (from, to) = (&before.own, &now.own);
            figures.set(Figure::OwnUserCpu, share(from.user, to.user));
            figures.set(Figure::OwnKernelCpu, share(from.kernel, to.kernel));
        }
        if let Some([one, five, fifteen]) = machine.load_hundredths() {
            figures.set(Figure::LoadOneMinute, one);
            figures.set(Figure::LoadFiveMinutes, five);
            figures.set(Figure::LoadFifteenMinutes, fifteen);
        }
        if let Some(memory) = machine.memory() {
            figures.set(Figure::MemoryTotal, memory.total_bytes);
            let free = part(memory.available_bytes, memory.total_bytes);
            figures.set(Figure::MemoryFree, free);
        }
        figures.set(Figure::OwnMemory, now.own.memory_bytes);
        figures
    }

    fn disks(&self) -> Figures {
        let mut figures = Figures::default();
        let host = self.host;
        let mut survey = |directory: &Path, in_use, free| {
            let found = host.machine.file_system(directory)?;
            figures.set(in_use, found.used_bytes);
            figures.set(free, part(found.available_bytes, found.total_bytes));
            Some(found)
        };
        // There are no traces; they would be where the data is.
        survey(&host.data, Figure::TraceInUse, Figure::TraceFree);
        survey(&host.errors, Figure::ErrorsInUse, Figure::ErrorsFree);
        survey(&host.data, Figure::DataInUse, Figure::DataFree);
        let log_disk = survey(&host.log, Figure::LogDiskInUse, Figure::LogDiskFree);
        if let Some(found) = log_disk {
            figures.set(Figure::LogDiskMax, found.total_bytes);
        }
        let reports = host.machine.files_ending(&host.errors, ".FDC");
        figures.set(Figure::FailureReports, reports);
        self.log(&mut figures);
        figures
    }

    fn log(&self, figures: &mut Figures) {
        let log = &self.engine.log;
        let usage = log.usage();
        let head = log.head().get();
        let forces = usage.forces - self.before.log_forces;
        let write_bytes = match forces {
            0 => usage.bytes_written.checked_div(usage.forces).unwrap_or(0),
            _ => (usage.bytes_written - self.before.log_bytes) / forces,
        };
        for (figure, value) in [
            (Figure::LogInUse, usage.in_use_bytes),
            (Figure::LogMax, usage.capacity_bytes),
            (Figure::LogPhysicalBytes, usage.bytes_written),
            (Figure::LogLogicalBytes, head.saturating_sub(self.log_began)),
            (Figure::LogLatency, usage.force_ns_recent / 1000),
            (
                Figure::LogPrimaryInUse,
                part(usage.in_use_bytes, usage.primary_bytes),
            ),
            (
                Figure::LogPrimaryUtilization,
                u64::from(usage.log_utilisation_percent) * 100,
            ),
            (Figure::LogWriteSize, write_bytes),
            (Figure::LogDurable, log.durable().get()),
            (Figure::LogSlowest, usage.force_ns_max / 1000),
        ] {
            figures.set(figure, value);
        }
        if self.engine.linear_log {
            figures.set(Figure::LogMedia, usage.media_bytes);
            figures.set(Figure::LogReusable, usage.reusable_bytes);
        }
    }
}

/// A part of a whole, in hundredths of a percent.
fn part(of: u64, whole: u64) -> u64 {
    of.saturating_mul(WHOLE).checked_div(whole).unwrap_or(0)
}
