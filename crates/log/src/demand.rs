//! What extents are wanted, and how threads take it that there is none.

use crate::lock_order;
use ferromq_base::lock::Mutex;
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

/// Wakes who makes extents. Called on any thread, with no lock of the log held; it must only pass the word on.
pub type ExtentWaker = Box<dyn Fn() + Send + Sync>;

/// A position no append reaches.
pub(crate) const NOWHERE: u64 = u64::MAX;

/// Who makes extents, and how far appends come without more.
pub(crate) struct Ahead {
    pub(crate) wake: Mutex<Option<Arc<dyn Fn() + Send + Sync>>, lock_order::ExtentWaker>,
    /// There is somebody.
    pub(crate) is_kept: AtomicBool,
    /// Appends behind this position wake who makes them.
    pub(crate) from: AtomicU64,
}

impl Default for Ahead {
    fn default() -> Self {
        Self {
            wake: Mutex::default(),
            is_kept: AtomicBool::new(false),
            from: AtomicU64::new(NOWHERE),
        }
    }
}

/// What is asked of who makes extents: guarded by the log's mutex.
#[derive(Debug, Default)]
pub(crate) struct Demand {
    /// Bytes there was no room for, if somebody was refused for want of an extent.
    pub(crate) bytes: u64,
    /// Where the extents ended when no more could be made.
    pub(crate) none_behind: Option<u64>,
}

/// How a thread takes it that there is no extent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// It makes one.
    MakesIt,
    /// It would rather be refused.
    RatherRefused,
    /// It was.
    Refused,
}

thread_local! {
    pub(crate) static MANNER: Cell<Manner> = const { Cell::new(Manner::MakesIt) };
}
