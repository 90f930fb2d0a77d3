//! A queue manager in memory: on a simulated disk, under a simulated clock.
//!
//! What tests and fuzz targets of this crate and of those above it start from. A whole life with faults and
//! judges is the simulator's.

use crate::core::place::Place;
use crate::queue_manager::create::CreateSettings;
use crate::queue_manager::{QueueManager, StartError, StartSettings};
use ferromq_base::clock::{Clock, SimulatedClock};
use ferromq_base::disk::SimulatedDisk;
use ferromq_log::{LogSettings, LogType, SimulatedDevice};
use ferromq_mqi::generated::constants::MQAT_UNIX;
use ferromq_mqi::name::{FixedText, ObjectName};
use ferromq_mqi::options::{Origin, Road};
use std::sync::Arc;

impl QueueManager {
    /// As [`QueueManager::start`], with a log whose forces end as whoever has `device` says: later, in another order, or never.
    ///
    /// # Errors
    /// As there.
    pub fn start_simulated(
        place: Place,
        settings: &StartSettings,
        clock: Arc<dyn Clock>,
        device: &SimulatedDevice,
    ) -> Result<Self, StartError> {
        Self::start_on(place, settings, clock, Some(device))
    }
}

/// When the simulated clock begins: in November 2023.
const BEGIN_US: u64 = 1_700_000_000_000_000;

/// A disk in memory with a queue manager on it, and the clock it lives by.
#[derive(Debug)]
pub struct SimulatedPlace {
    disk: SimulatedDisk,
    clock: Arc<SimulatedClock>,
    log: LogSettings,
    queue_buffer_bytes: u64,
}

/// A program of this process that connects, of the user `tester`.
#[must_use]
pub fn tester() -> Origin {
    Origin {
        user_id: FixedText::truncated("tester"),
        appl_name: FixedText::truncated("tests"),
        appl_type: MQAT_UNIX,
        process_id: 1,
        thread_id: 1,
        uid: 0,
        road: Road::Embedded,
        client: None,
    }
}

impl SimulatedPlace {
    /// Creates `QM1` with a circular log of three primary and two secondary extents of `extent_pages`, and
    /// `queue_buffer_bytes` for each queue, persistent or not.
    ///
    /// # Panics
    /// If it cannot be created, which no caller can mend.
    #[must_use]
    pub fn with_queue_manager(extent_pages: u32, queue_buffer_bytes: u64) -> Self {
        Self::of("QM1", extent_pages, queue_buffer_bytes)
    }

    /// The same with a queue manager of another name.
    ///
    /// # Panics
    /// As [`Self::with_queue_manager`].
    #[must_use]
    pub fn of(name: &str, extent_pages: u32, queue_buffer_bytes: u64) -> Self {
        let place = Self {
            disk: SimulatedDisk::new(1),
            clock: Arc::new(SimulatedClock::starting_at(BEGIN_US)),
            log: LogSettings {
                file_pages: extent_pages,
                primary_files: 3,
                secondary_files: 2,
                buffer_pages: 0,
                log_type: LogType::Circular,
            },
            queue_buffer_bytes,
        };
        let settings = CreateSettings {
            name: ObjectName::truncated(name),
            log: place.log,
            attributes: Vec::new(),
            developer_objects: false,
        };
        let created = QueueManager::create(
            &place.directories(),
            &settings,
            place.clock.as_ref(),
            &mut |_, _| {},
        );
        created.expect("a queue manager in memory is created");
        let synced = place.disk.root().sync();
        synced.expect("the names of its directories are durable");
        place
    }

    /// Starts the queue manager on what the disk holds now. Notices are dropped.
    ///
    /// # Panics
    /// If it cannot be started.
    #[must_use]
    pub fn start(&self) -> QueueManager {
        let settings = StartSettings {
            log: self.log,
            queue_buffer_bytes: self.queue_buffer_bytes,
            persistent_queue_buffer_bytes: self.queue_buffer_bytes,
            open_queue_files_max: 4,
            read_ahead: false,
            notices: Arc::new(|_| {}),
        };
        let clock = Arc::clone(&self.clock);
        let started = QueueManager::start(self.directories(), &settings, clock);
        started.expect("a queue manager in memory starts")
    }

    /// The clock; it stands still until it is moved.
    #[must_use]
    pub fn clock(&self) -> Arc<SimulatedClock> {
        Arc::clone(&self.clock)
    }

    /// The place as it would be had the machine failed now: of what was not durable some is gone, as `seed` says. The clock is
    /// the same. A queue manager that runs here goes on and is of no account there.
    #[must_use]
    pub fn after_power_loss(&self, seed: u64) -> Self {
        Self {
            disk: self.disk.crash(seed),
            clock: Arc::clone(&self.clock),
            log: self.log,
            queue_buffer_bytes: self.queue_buffer_bytes,
        }
    }

    /// The disk itself, which can be made slow.
    #[must_use]
    pub fn disk(&self) -> &SimulatedDisk {
        &self.disk
    }

    /// Calls made to the disk so far.
    #[must_use]
    pub fn disk_calls(&self) -> u64 {
        self.disk.calls()
    }

    /// The directories of the queue manager.
    ///
    /// # Panics
    /// Never: a directory in memory is there when asked for.
    #[must_use]
    pub fn directories(&self) -> Place {
        let root = self.disk.root();
        let directory = |name| root.directory(name).expect("a directory in memory");
        Place {
            data: directory("data"),
            log: directory("log"),
        }
    }
}
