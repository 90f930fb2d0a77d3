//! How full the log is, in numbers.

use crate::extents::file_name;
use crate::log::Log;
use crate::pressure::checkpoint_bytes;
use std::sync::atomic::Ordering;

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
        let there = self.device.overview();
        let head = state.filling.head();
        let extent_bytes = self.settings.extent_bytes();
        let in_use_bytes = head - state.recovery;
        let name = |position: u64| {
            let extent = self.geometry.extent_of(position);
            let found = there.in_use.iter().find(|(number, _)| *number == extent);
            found.map_or_else(|| file_name(extent), |(_, name)| name.clone())
        };
        let media = (state.media != 0).then_some(state.media);
        // The extents from `position` to the current one.
        let kept_bytes = |position: u64| {
            let first = self.geometry.extent_of(position);
            let kept = there.in_use.iter().filter(|(extent, _)| *extent >= first);
            kept.count() as u64 * extent_bytes
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
            extents: (there.in_use.len() + there.free) as u32,
            reusable_extents: there.free as u32,
            reusable_bytes: there.free as u64 * extent_bytes,
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
