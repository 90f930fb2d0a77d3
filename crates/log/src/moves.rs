//! Which extents a linear log writes and needs, and who is told when that changes.
//!
//! A change is noted under the log's mutex, where it happens: as a force lands, and as a checkpoint gives extents back. So changes are in
//! order and none is left out, whoever fetches them and when. A circular log overwrites its extents and has nothing to tell.

use crate::extents::file_name;
use crate::lsn::Geometry;
use crate::settings::{LogSettings, LogType};
use std::collections::VecDeque;

/// Changes that are kept for who fetches them; of more the oldest go.
const KEPT_MAX: usize = 1_024;

/// What is called when there are changes to fetch.
pub(crate) type MovesHook = Box<dyn Fn() + Send + Sync>;

/// Which extents a linear log writes and needs, by the names of their files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogExtents {
    /// The one that is written to. Those before it are complete, and durable.
    pub current: String,
    /// The oldest one a restart needs.
    pub recovery: String,
    /// The oldest one media recovery needs; `None` without an image.
    pub media: Option<String>,
}

/// The same by numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    current: u64,
    recovery: u64,
    media: Option<u64>,
}

/// What was noted. Plain data: its owner does the locking.
pub(crate) struct Moves {
    geometry: Geometry,
    is_linear: bool,
    now: Numbers,
    /// In order, and not fetched yet.
    waiting: VecDeque<Numbers>,
}

impl Moves {
    pub(crate) fn new(settings: &LogSettings, positions: Positions) -> Self {
        let geometry = Geometry::new(settings.file_pages);
        Self {
            geometry,
            is_linear: settings.log_type == LogType::Linear,
            now: positions.extents(geometry),
            waiting: VecDeque::new(),
        }
    }

    /// The extents of now; `None` for a circular log.
    pub(crate) fn now(&self) -> Option<LogExtents> {
        self.is_linear.then(|| self.now.named())
    }

    /// What was noted and nobody has fetched.
    pub(crate) fn take(&mut self) -> VecDeque<Numbers> {
        std::mem::take(&mut self.waiting)
    }

    /// Takes note of where the log is now. Answers whether that is another extent.
    pub(crate) fn note(&mut self, positions: Positions) -> bool {
        if !self.is_linear {
            return false;
        }
        let now = positions.extents(self.geometry);
        if now == self.now {
            return false;
        }
        self.now = now;
        if self.waiting.len() == KEPT_MAX {
            self.waiting.pop_front();
        }
        self.waiting.push_back(now);
        true
    }
}

/// Positions of the log at a moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Positions {
    pub(crate) durable: u64,
    pub(crate) recovery: u64,
    /// 0 for none.
    pub(crate) media: u64,
}

impl Positions {
    fn extents(self, geometry: Geometry) -> Numbers {
        Numbers {
            current: geometry.extent_of(self.durable),
            recovery: geometry.extent_of(self.recovery),
            media: (self.media != 0).then(|| geometry.extent_of(self.media)),
        }
    }
}

impl Numbers {
    /// A file of a linear log that is in use has the name of its extent.
    pub(crate) fn named(self) -> LogExtents {
        LogExtents {
            current: file_name(self.current),
            recovery: file_name(self.recovery),
            media: self.media.map(file_name),
        }
    }
}
