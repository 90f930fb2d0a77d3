//! The queue itself: signatures first, the room is being built.

use crate::failure::{HardenError, LoadError, LogReadFailure, PutRefusal, QueueFileError};
use crate::message::{LogPlace, Message, PutMeta};
use crate::selection::{Expired, Interest, Payload, Selected, Selection, Take};
use crate::status::{HardenReport, QueueSettings, QueueStatus, Scope, Summary};
use crate::{HandleId, Holder, Lsn, Seq, Visibility, WaiterId, Wakeups};
use bytes::Bytes;
use ferromq_base::disk::Directory;
use ferromq_mqi::MsgDescriptor;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};
use std::task::Waker;

/// How the queue asks the log for a payload image.
pub type ReadLog<'a> = &'a dyn Fn(LogPlace) -> Result<Bytes, LogReadFailure>;

/// One queue. All methods may be called from any thread; each locks shortly.
pub struct Queue {
    inner: Mutex<QueueSettings>,
}

macro_rules! building { () => { panic!("this room is being built") } }

#[allow(unused_variables, missing_docs, clippy::missing_errors_doc, clippy::missing_panics_doc)]
impl Queue {
    pub fn new_volatile(settings: QueueSettings) -> Self { Self { inner: Mutex::new(settings) } }
    /// `after_clean_end`: keep what `save_non_persistent` saved.
    pub fn open(dir: Arc<dyn Directory>, settings: QueueSettings, after_clean_end: bool) -> Result<Self, QueueFileError> { building!() }
    pub fn delete_files(dir: &dyn Directory) -> Result<(), QueueFileError> { building!() }
    pub fn update_settings(&self, settings: QueueSettings) { building!() }
    pub fn settings(&self) -> QueueSettings { building!() }
    pub fn reserve(&self) -> Result<Seq, PutRefusal> { building!() }
    pub fn release(&self, seq: Seq) { building!() }
    pub fn insert(&self, seq: Seq, message: Arc<Message>, meta: &PutMeta, visibility: Visibility) -> Wakeups { building!() }
    pub fn make_visible(&self, seq: Seq) -> Wakeups { building!() }
    pub fn select(&self, selection: &Selection<'_>, take: Take, now_us: u64) -> Selected { building!() }
    /// `select`, and when nothing is found register in the same locked step: no wake-up is lost between.
    pub fn select_or_wait(&self, selection: &Selection<'_>, take: Take, now_us: u64, waker: &Waker) -> (Selected, Option<WaiterId>) { building!() }
    pub fn wait(&self, interest: Interest, waker: Waker, handle: HandleId) -> WaiterId { building!() }
    /// Every `WaiterId` ends here, woken or not; a wake-up not used is passed on.
    pub fn cancel_wait(&self, waiter: WaiterId) -> Wakeups { building!() }
    /// Wakes every waiter (get inhibited, queue deleted, queue manager ending).
    pub fn wake_all(&self) -> Wakeups { building!() }
    pub fn finish(&self, seq: Seq) { building!() }
    pub fn restore(&self, seq: Seq, count_backout: bool) -> Wakeups { building!() }
    pub fn unlock(&self, handle: HandleId) -> Wakeups { building!() }
    pub fn unmark(&self, handle: HandleId, seq: Option<Seq>) -> Wakeups { building!() }
    pub fn unmark_cooperative(&self, seq: Option<Seq>) -> Wakeups { building!() }
    pub fn drop_handle(&self, handle: HandleId) -> Wakeups { building!() }
    pub fn load(&self, seq: Seq, payload: &Payload, read_log: ReadLog<'_>) -> Result<Arc<Message>, LoadError> { building!() }
    pub fn depth(&self) -> u32 { building!() }
    pub fn uncommitted(&self) -> u32 { building!() }
    pub fn status(&self) -> QueueStatus { building!() }
    pub fn reset_high_depth(&self) -> u32 { building!() }
    pub fn backout_count(&self, seq: Seq) -> Option<u32> { building!() }
    pub fn set_backout_count(&self, seq: Seq, count: u32) { building!() }
    pub fn for_each_committed(&self, scope: Scope, visit: &mut dyn FnMut(Summary) -> ControlFlow<()>) { building!() }
    /// Takes every available message out of sight (CLEAR QLOCAL); log the removals, then `finish` each.
    pub fn purge(&self, holder: Holder) -> Vec<Expired> { building!() }
    pub fn expire_sweep(&self, now_us: u64, limit: usize) -> Vec<Expired> { building!() }
    pub fn harden(&self, below: Lsn, read_log: ReadLog<'_>) -> Result<HardenReport, HardenError> { building!() }
    pub fn checkpoint_done(&self) { building!() }
    pub fn save_non_persistent(&self, read_log: ReadLog<'_>) -> Result<HardenReport, HardenError> { building!() }
    /// `visibility` Held: the unit of work is not (yet) known to be committed.
    pub fn redo_put(&self, seq: Seq, meta: &PutMeta, descriptor: &MsgDescriptor, visibility: Visibility) { building!() }
    pub fn redo_remove(&self, seq: Seq) { building!() }
    /// Takes a message for an in-doubt unit of work.
    pub fn redo_hold(&self, seq: Seq, holder: Holder) -> bool { building!() }
    pub fn redo_backout_count(&self, seq: Seq, count: u32) { building!() }
    pub fn redo_done(&self, now_us: u64) { building!() }
}
