//! The recovery log: what is appended here and forced survives the loss of power.
//!
//! Records go into a buffer with [`Log::append`], become durable with a force that carries
//! whatever has been appended by then, and come back, in order and exactly once, with
//! [`Recovery::replay`]. The log never knows what a queue is: a record is a kind and bytes.
//!
//! The README of this crate tells what is durable when and what a crash leaves;
//! `docs/formats/log-extent.md` and `docs/formats/log-control.md` give the bytes.
//!
//! ```
//! use ferromq_base::disk::SimulatedDisk;
//! use ferromq_log::{Log, LogSettings, Record, Urgency};
//! use std::convert::Infallible;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let settings = LogSettings { file_pages: 64, ..LogSettings::default() };
//! let dir = SimulatedDisk::new(1).root();
//! Log::create(&dir, &settings, &mut |_done, _total| ())?;
//!
//! let recovery = Log::open(dir.clone(), &settings)?;
//! let log = recovery.replay(&mut |_| Ok::<(), Infallible>(()))?;
//! let appended = log.append(1, &[b"two ", b"parts"], Urgency::Ordinary)?;
//! log.wait_durable(appended.end)?;
//! drop(log);
//!
//! let mut bodies = Vec::new();
//! Log::open(dir, &settings)?.replay(&mut |record: Record<'_>| {
//!     bodies.push(record.body.to_vec());
//!     Ok::<(), Infallible>(())
//! })?;
//! assert_eq!(bodies, [b"two parts"]);
//! # Ok(())
//! # }
//! ```

mod ahead;
mod append;
mod assemble;
mod body;
mod buffer;
mod checkpoint;
mod chunks;
mod control;
mod create;
mod demand;
mod device;
mod end;
mod error;
mod extents;
mod fetch;
mod files;
mod follow;
mod force;
mod fuzz;
mod job;
mod lock_order;
mod log;
mod lsn;
mod moves;
mod page;
mod pieces;
mod pressure;
mod readback;
mod reader;
mod record;
mod recovery;
mod room;
mod scan;
mod settings;
mod simulated;
mod stage;
mod state;
mod survey;
mod usage;
mod waiter;
mod writer;
mod writers;

pub use append::{Appended, Urgency};
pub use control::CHECKPOINT_PAYLOAD_BYTES_MAX;
pub use demand::ExtentWaker;
pub use error::{AppendError, LogError, Poisoned, ReadError, ReplayError};
pub use fuzz::{fuzz_files, fuzz_one};
pub use job::{SharedBytes, StagedCall};
pub use log::Log;
pub use lsn::{Lsn, PAGE_BYTES};
pub use moves::LogExtents;
pub use pressure::Pressure;
pub use record::{BODY_BYTES_MAX, Record};
pub use recovery::Recovery;
pub use room::SetAside;
pub use scan::LogReader;
pub use settings::{LogSettings, LogType, SettingsError};
pub use simulated::SimulatedDevice;
pub use stage::Staging;
pub use state::{Completion, SpaceCall};
pub use usage::LogUsage;
