//! The device seam: what the pages of an open log rest on.
//!
//! The log gathers records in buffers, decides what goes together and what is durable, and keeps the order of completions. A
//! device takes sealed pages and says when they cannot be lost any more; it finds room for pages to come and hands out those
//! that are there. [`crate::files::FileDevice`] is the one for extents in files. What every device promises:
//!
//! * [`LogDevice::begin`] never blocks. Of the forces under way any may be done first; the log sees to it that nothing is
//!   taken for durable behind one that is not.
//! * A force is done once, by [`LogDevice::poll`], with the epoch it was begun with. One that failed, or came behind a fence,
//!   is never tried again: the log stops.
//! * An extent is begun by a force that is alone under way: the log waits with it. So an extent that was begun says that all
//!   before it is durable, and restart relies on that.
//! * Up to [`LogDevice::ready_end`] there is room: no force up to there fails for want of it.
//! * Once [`LogDevice::fence`] has returned, nothing of an earlier epoch reaches what whoever took the log over starts on: no
//!   pages, no slot of the control file, and no extent is made or removed.

use crate::buffer::FillBuffer;
use crate::control::CONTROL_NAME;
use crate::error::{LogError, Poisoned};
use crate::extents::ExtentFile;
use crate::reader::ExtentSource;
use std::fmt;
use std::io;
use std::time::Duration;

/// Sealed pages on their way to the device.
pub(crate) struct Force {
    pub(crate) pages: FillBuffer,
    /// That of the life of the log that sealed them.
    pub(crate) epoch: u32,
    /// The first position behind them.
    pub(crate) until: u64,
}

/// A force that is over.
pub(crate) struct Done {
    pub(crate) force: Force,
    /// The bytes made durable.
    pub(crate) written: Result<u64, Lost>,
    /// How long the device was at it.
    pub(crate) took: Duration,
}

/// Why it is not known whether pages will be there after a crash. The log stops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Lost {
    /// The device failed.
    Failed(String),
    /// Somebody has taken the log over with a later epoch.
    Fenced {
        /// The epoch the device takes forces of.
        epoch: u32,
    },
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failed(what) => f.write_str(what),
            Self::Fenced { epoch } => {
                write!(f, "the log has been taken over with epoch {epoch}")
            }
        }
    }
}

impl From<Lost> for Poisoned {
    fn from(lost: Lost) -> Self {
        Self::new(lost.to_string())
    }
}

/// Why a slot of the control file was not written, as far as is known.
#[derive(Debug)]
pub(crate) enum Unwritten {
    /// The device failed.
    Failed(io::Error),
    /// Somebody has taken the log over.
    Behind(Lost),
}

impl From<Unwritten> for Poisoned {
    fn from(unwritten: Unwritten) -> Self {
        match unwritten {
            Unwritten::Failed(error) => Self::new(format!("writing {CONTROL_NAME}: {error}")),
            Unwritten::Behind(lost) => lost.into(),
        }
    }
}

impl From<Unwritten> for LogError {
    fn from(unwritten: Unwritten) -> Self {
        match unwritten {
            Unwritten::Failed(error) => Self::io("writing", CONTROL_NAME, error),
            Unwritten::Behind(lost) => Self::Poisoned(lost.into()),
        }
    }
}

/// What a device calls, on a thread of its own and with no lock held, when [`LogDevice::poll`] has something to say.
pub(crate) type WakeFn = Box<dyn Fn() + Send + Sync>;

/// See the module. Reading is by extent: [`ExtentSource::extent_file`] answers what an extent is read from.
pub(crate) trait LogDevice: ExtentSource + Send + Sync {
    /// Forces that may be under way at a time, 1 to [`crate::settings::BUFFERS`].
    fn window(&self) -> usize;

    /// True when [`Self::poll`] does the work of a force that was begun, on the thread that calls it, and nothing happens
    /// otherwise: then the log begins a force when a thread is there to do it, so that it carries as much as can be.
    /// A device that works by itself is given forces as soon as somebody asks for them.
    fn works_for_callers(&self) -> bool;

    /// Takes a force. Never blocks.
    fn begin(&self, force: Force);

    /// A force that is over, if there is one: does its work first, on a device that works for callers.
    fn poll(&self) -> Option<Done>;

    /// From now on forces of this epoch are taken, and those of earlier ones are lost, whoever began them. The same is so of slots
    /// of the control file. Waits for a slot that is just being written.
    fn fence(&self, epoch: u32);

    /// Writes a slot of the control file for this epoch: where the one with this generation belongs. Durable on return. May block.
    ///
    /// # Errors
    /// What the device said, and nobody knows which slot a restart will find; or that it is fenced, and this one is not there.
    fn write_control(&self, epoch: u32, generation: u64, slot: &[u8]) -> Result<(), Unwritten>;

    /// Leaves what to call to a device that works by itself.
    fn set_waker(&self, _wake: WakeFn) {}

    /// Appends may reach up to this position.
    fn ready_end(&self) -> u64;

    /// Makes room for one extent more, unless there is more than up to `seen_end` meanwhile. May block. False when the log
    /// may not grow: `beyond` what its settings allow it may to twice the size.
    ///
    /// # Errors
    /// `DiskFull` or what the device said, or `Poisoned` for an epoch that is over; the room is as it was.
    fn grow(&self, epoch: u32, seen_end: u64, beyond: bool) -> Result<bool, LogError>;

    /// Where the room will end when all extents before `first` are given back, and as many made as may be.
    fn end_from(&self, first: u64) -> u64;

    /// Gives back the extents before `oldest_needed`. Never blocks: what is to be removed because there is more than there
    /// should be is answered, for [`Self::remove`]. `kept_extent` and all before it keep their room.
    fn release_before(&self, oldest_needed: u64, kept_extent: u64) -> Vec<ExtentFile>;

    /// Takes room out that the log can do without for now, at most `most` extents, for [`Self::remove`]: of a circular log
    /// secondary ones, of a linear log what is beyond `keep` free ones.
    fn take_spare(&self, kept_extent: u64, keep: usize, most: usize) -> Vec<ExtentFile>;

    /// Removes what was taken out, unless the epoch is over: who took the log over has found it there. May block.
    fn remove(&self, epoch: u32, surplus: Vec<ExtentFile>);

    /// Notes that the page before `end` is the last of its extent.
    fn note_end(&self, end: u64);

    /// Where the log goes on at `position`: there, or in the next extent if this one ended before it.
    fn going_on_at(&self, position: u64) -> u64;

    /// What there is, for people and for those who look for the oldest extent.
    fn overview(&self) -> Overview;

    /// Where it is, for people.
    fn place(&self) -> String;
}

/// The extents of a device at a moment.
#[derive(Debug)]
pub(crate) struct Overview {
    /// Those in use and what they are called, in order.
    pub(crate) in_use: Vec<(u64, String)>,
    /// How many wait to be used.
    pub(crate) free: usize,
    /// The one that is begun next.
    pub(crate) next: u64,
}
