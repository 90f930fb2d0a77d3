//! The queue manager as a whole, and its log.

use super::Administered;
use crate::command_server::{CommandServerControl, CommandServerState};
use crate::operations::LogReduction;
use crate::operations::ObjectOperations;
use crate::outcome::ObjectError;
use crate::status::{FileSystemUse, Moment, QmgrStatus};
use ferromq_base::machine::{FileSystem, Machine, OsMachine};
use ferromq_qmgr::RunState;
use std::path::Path;

const BYTES_PER_KB: u64 = 1 << 10;
const BYTES_PER_MB: u64 = 1 << 20;

impl Administered {
    pub(super) fn log_extent(&self, logged: bool, lsn: u64) -> String {
        match self.surroundings.log.extent_bytes {
            extent_bytes @ 1.. if logged && lsn != 0 => extent_name(lsn / extent_bytes),
            _ => String::new(),
        }
    }

    /// A log position as `<0:0:extent:offset>`.
    fn shown_lsn(&self, lsn: u64) -> String {
        let extent_bytes = self.surroundings.log.extent_bytes.max(1);
        format!("<0:0:{}:{}>", lsn / extent_bytes, lsn % extent_bytes)
    }

    pub(super) fn linear_only(&self) -> Result<(), ObjectError> {
        if self.surroundings.log.linear {
            Ok(())
        } else {
            Err(ObjectError::NotPossible(
                "the log of this queue manager is circular".to_string(),
            ))
        }
    }

    /// Those of the data and of the log.
    fn file_systems(&self) -> (FileSystemUse, FileSystemUse) {
        let around = &self.surroundings;
        let found = |path: &str| OsMachine.file_system(Path::new(path));
        let (data, log) = (found(&around.data_path), found(&around.log_path));
        let of_log = match (data, log) {
            (Some(data), Some(log)) if data.id == log.id => FileSystemUse::Shared,
            (_, log) => in_use(log),
        };
        (in_use(data), of_log)
    }

    /// `DISPLAY QMSTATUS`.
    pub(super) fn whole_status(&self) -> QmgrStatus {
        let status = self.queue_manager.status();
        let (around, log) = (&self.surroundings, &status.log);
        let running = |runs: bool| if runs { "RUNNING" } else { "STOPPED" }.to_string();
        let linear = around.log.linear;
        let (data_files, log_files) = self.file_systems();
        let if_linear = |name: &str| {
            Some(if linear {
                name.to_string()
            } else {
                String::new()
            })
        };
        QmgrStatus {
            name: self.queue_manager.name().to_string(),
            status: if status.state == RunState::Running {
                "RUNNING"
            } else {
                "QUIESCING"
            }
            .to_string(),
            channel_initiator: running(ObjectOperations::network(self).has_channel_initiator()),
            command_server: self
                .command_server()
                .map_or_else(CommandServerState::default, CommandServerControl::state)
                .word()
                .to_string(),
            checkpoints: Some(status.checkpoints),
            operations_since_checkpoint: Some(status.records_since_checkpoint),
            checkpoint_mb: Some(status.bytes_since_checkpoint / BYTES_PER_MB),
            connections: u32::try_from(status.connections).unwrap_or(u32::MAX),
            data_path: around.data_path.clone(),
            disk_lsn: self.shown_lsn(self.queue_manager.log().durable().get()),
            host_name: around.host_name.clone(),
            installation: around.installation.clone(),
            log_extent_kb: Some(around.log.extent_bytes / BYTES_PER_KB),
            log_in_use_percent: Some(log.log_in_use_percent),
            log_utilization_percent: Some(log.log_utilisation_percent),
            log_path: around.log_path.clone(),
            log_primary: Some(around.log.primary_extents),
            log_secondary: Some(around.log.secondary_extents),
            log_start_lsn: self.shown_lsn(self.queue_manager.log().recovery_lsn().get()),
            log_type: if linear { "LINEAR" } else { "CIRCULAR" }.to_string(),
            current_log: if_linear(&log.current_extent),
            recovery_log: if_linear(&log.recovery_extent),
            media_log: if_linear(log.media_extent.as_deref().unwrap_or_default()),
            media_mb: linear.then_some(log.media_bytes / BYTES_PER_MB),
            recovery_mb: linear.then_some(log.recovery_bytes / BYTES_PER_MB),
            reuse_mb: linear.then_some(log.reusable_bytes / BYTES_PER_MB),
            start: Moment::at_us(status.started_us),
            log_start: Moment::at_us(status.recovery_us),
            data_files,
            log_files,
            uniform_cluster: self.applications().map(|it| it.cluster()),
            ..QmgrStatus::default()
        }
    }

    /// A checkpoint frees the extents nothing needs; those beyond what is to stay are removed.
    /// As far as seems right is: as many free ones stay as the log began with.
    pub(super) fn shorten_log(&self, how_far: LogReduction) -> Result<(), ObjectError> {
        let taken = self.queue_manager.checkpoint();
        taken.map_err(|error| ObjectError::NotPossible(error.to_string()))?;
        let (keep, most) = match how_far {
            LogReduction::Auto => (self.surroundings.log.primary_extents, u32::MAX),
            LogReduction::One => (0, 1),
            LogReduction::Max => (0, u32::MAX),
            LogReduction::Extents(extents) => (0, extents),
        };
        self.queue_manager
            .log()
            .reduce(keep as usize, most as usize);
        Ok(())
    }
}

/// In use is what is not free, of that and what programs without privileges can have, as `df` counts it.
fn in_use(found: Option<FileSystem>) -> FileSystemUse {
    let Some(found) = found else {
        return FileSystemUse::Unknown;
    };
    let all = found.used_bytes.saturating_add(found.available_bytes);
    FileSystemUse::Own {
        total_mb: found.total_bytes / BYTES_PER_MB,
        used_percent: found.used_bytes.saturating_mul(100).div_ceil(all.max(1)),
    }
}

pub(super) fn extent_name(number: u64) -> String {
    format!("S{number:07}.LOG")
}
