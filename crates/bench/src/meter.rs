//! What a run costs: processor time, log writes, memory.

use ferromq::engine::QueueManager;
use rustix::time::{ClockId, clock_gettime};
use std::time::Instant;

/// Processor time this process has used, in nanoseconds.
pub(crate) fn process_cpu_ns() -> u64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

/// Resident memory of a process in bytes, as the kernel counts it; `None` when it is gone.
pub(crate) fn resident_bytes(process_id: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process_id}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib << 10)
}

/// The most it has ever been.
pub(crate) fn peak_resident_bytes(process_id: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process_id}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib << 10)
}

/// Processor time of all of the machine, in nanoseconds, time taken by its host included.
fn machine_cpu_ns() -> u64 {
    let stat = std::fs::read_to_string("/proc/stat").unwrap_or_default();
    let ticks = stat
        .lines()
        .next()
        .unwrap_or_default()
        .split_whitespace()
        .skip(1);
    let ticks: Vec<u64> = ticks.map_while(|word| word.parse().ok()).collect();
    // user, nice, system; idle and iowait are left out; irq, softirq, steal.
    let busy = ticks.iter().take(3).chain(ticks.iter().skip(5).take(3));
    busy.sum::<u64>() * ns_per_tick()
}

/// Processor time another process has used, in nanoseconds; `None` when it is gone.
pub(crate) fn cpu_ns_of(process_id: u32) -> Option<u64> {
    let stat = std::fs::read_to_string(format!("/proc/{process_id}/stat")).ok()?;
    // The program's name, in brackets, may contain anything; after it all is plain.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
    let user: u64 = fields.nth(11)?.parse().ok()?;
    let system: u64 = fields.next()?.parse().ok()?;
    Some((user + system) * ns_per_tick())
}

/// The same with all it has started and seen the end of.
pub(crate) fn cpu_with_children_ns(process_id: u32) -> Option<u64> {
    let stat = std::fs::read_to_string(format!("/proc/{process_id}/stat")).ok()?;
    let fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11).take(4);
    let ticks: Vec<u64> = fields.map_while(|field| field.parse().ok()).collect();
    (ticks.len() == 4).then(|| ticks.iter().sum::<u64>() * ns_per_tick())
}

/// The same with those it has started that go on: a server with a process for each session.
pub(crate) fn family_cpu_ns(process_id: u32) -> u64 {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let is_child = |id: &u32| {
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        let rest = stat.rsplit_once(')').map_or("", |it| it.1);
        rest.split_whitespace()
            .nth(1)
            .and_then(|it| it.parse().ok())
            == Some(process_id)
    };
    let children = ids.filter(is_child).filter_map(cpu_ns_of);
    children.sum::<u64>() + cpu_with_children_ns(process_id).unwrap_or(0)
}

fn ns_per_tick() -> u64 {
    1_000_000_000 / rustix::param::clock_ticks_per_second().max(1)
}

/// What this process and its queue manager had used at some moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading {
    pub(crate) at: Instant,
    pub(crate) cpu_ns: u64,
    /// Of all processes of the machine.
    pub(crate) machine_cpu_ns: u64,
    pub(crate) forces: u64,
    pub(crate) log_bytes: u64,
    pub(crate) force_ns: u64,
}

impl Reading {
    pub(crate) fn take(manager: &QueueManager) -> Self {
        let usage = manager.log().usage();
        Self {
            at: Instant::now(),
            cpu_ns: process_cpu_ns(),
            machine_cpu_ns: machine_cpu_ns(),
            forces: usage.forces,
            log_bytes: usage.bytes_written,
            force_ns: usage.force_ns_total,
        }
    }

    /// What was used since `before`.
    pub(crate) fn since(&self, before: &Self) -> Used {
        Used {
            seconds: (self.at - before.at).as_secs_f64(),
            cpu_ns: self.cpu_ns - before.cpu_ns,
            machine_cpu_ns: self.machine_cpu_ns.saturating_sub(before.machine_cpu_ns),
            forces: self.forces - before.forces,
            log_bytes: self.log_bytes - before.log_bytes,
            force_ns: self.force_ns - before.force_ns,
        }
    }
}

/// What was used between two readings.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Used {
    pub(crate) seconds: f64,
    pub(crate) cpu_ns: u64,
    /// Of all processes of the machine.
    pub(crate) machine_cpu_ns: u64,
    pub(crate) forces: u64,
    pub(crate) log_bytes: u64,
    pub(crate) force_ns: u64,
}

impl Used {
    /// How much of the processors of the machine everything together used, what published reports call CPU.
    pub(crate) fn machine_busy_percent(&self) -> f64 {
        let processors = std::fs::read_to_string("/proc/stat").map_or(0, |stat| {
            let each = stat.lines().filter(|line| line.starts_with("cpu"));
            each.count().saturating_sub(1)
        });
        let all_ns = self.seconds * 1e9 * processors.max(1) as f64;
        self.machine_cpu_ns as f64 / all_ns.max(1.0) * 100.0
    }
}
