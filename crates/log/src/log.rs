//! Signatures first; the bodies follow.
#![allow(clippy::todo, unused_variables, missing_docs)]
use crate::{AppendError, LogError, LogSettings, Lsn, Poisoned, ReadError, ReplayError};
use ferromq_base::disk::Directory;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub const BODY_BYTES_MAX: usize = 256 << 20;
pub const CHECKPOINT_PAYLOAD_BYTES_MAX: usize = 3072;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    Ordinary,
    Completing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appended {
    pub lsn: Lsn,
    pub end: Lsn,
}

#[derive(Clone, Copy, Debug)]
pub struct Record<'a> {
    pub lsn: Lsn,
    pub end: Lsn,
    pub kind: u8,
    pub body: &'a [u8],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pressure {
    Calm,
    CheckpointWanted,
    NearlyFull,
}

#[derive(Clone, Debug, Default)]
pub struct LogUsage {
    pub capacity_bytes: u64,
    pub in_use_bytes: u64,
    pub primary_bytes: u64,
    pub log_in_use_percent: u32,
    pub log_utilisation_percent: u32,
    pub current_extent: String,
    pub recovery_extent: String,
    pub media_extent: Option<String>,
    pub extents: u32,
    pub reusable_extents: u32,
    pub reusable_bytes: u64,
    pub forces: u64,
    pub bytes_written: u64,
    pub records: u64,
    pub force_ns_total: u64,
    pub force_ns_max: u64,
    pub force_ns_last: u64,
}

pub type Completion = Box<dyn FnOnce(Result<(), Poisoned>) + Send>;

#[derive(Debug)]
pub struct Log {
    _p: (),
}

impl Log {
    pub fn create(
        dir: &Arc<dyn Directory>,
        settings: &LogSettings,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<(), LogError> {
        todo!()
    }
    pub fn open(dir: Arc<dyn Directory>, settings: &LogSettings) -> Result<Recovery, LogError> {
        todo!()
    }
    pub fn append(
        &self,
        kind: u8,
        parts: &[&[u8]],
        urgency: Urgency,
    ) -> Result<Appended, AppendError> {
        todo!()
    }
    pub fn durable(&self) -> Lsn {
        todo!()
    }
    pub fn head(&self) -> Lsn {
        todo!()
    }
    pub fn when_durable(&self, end: Lsn, completion: Completion) {
        todo!()
    }
    pub fn lead(&self) -> bool {
        todo!()
    }
    pub fn wait_durable(&self, end: Lsn) -> Result<(), Poisoned> {
        todo!()
    }
    pub fn run_writer(&self, stop: &AtomicBool) {
        todo!()
    }
    pub fn wake_writer(&self) {
        todo!()
    }
    pub fn request_force(&self, end: Lsn) {
        todo!()
    }
    pub fn read(
        &self,
        lsn: Lsn,
        body_offset: usize,
        body_len: usize,
    ) -> Result<Vec<u8>, ReadError> {
        todo!()
    }
    pub fn scan<E>(
        &self,
        from: Lsn,
        to: Lsn,
        each: &mut dyn FnMut(Record<'_>) -> Result<(), E>,
    ) -> Result<(), ReplayError<E>> {
        todo!()
    }
    pub fn checkpoint(
        &self,
        recovery: Lsn,
        media: Option<Lsn>,
        payload: &[u8],
    ) -> Result<(), LogError> {
        todo!()
    }
    pub fn recovery_lsn(&self) -> Lsn {
        todo!()
    }
    pub fn usage(&self) -> LogUsage {
        todo!()
    }
    pub fn pressure(&self) -> Pressure {
        todo!()
    }
    pub fn set_pressure_hook(&self, hook: Box<dyn Fn(Pressure) + Send + Sync>) {
        todo!()
    }
    pub fn set_failure_hook(&self, hook: Box<dyn Fn(&Poisoned) + Send + Sync>) {
        todo!()
    }
    pub fn poisoned(&self) -> Option<Poisoned> {
        todo!()
    }
    pub fn switch_extent(&self) -> Result<(), LogError> {
        todo!()
    }
}

#[derive(Debug)]
pub struct Recovery {
    _p: (),
}
impl Recovery {
    pub fn checkpoint(&self) -> &[u8] {
        todo!()
    }
    pub fn recovery_lsn(&self) -> Lsn {
        todo!()
    }
    pub fn media_lsn(&self) -> Option<Lsn> {
        todo!()
    }
    #[must_use]
    pub fn prefetching(self, prefetch: bool) -> Self {
        todo!()
    }
    pub fn replay<E>(
        self,
        apply: &mut dyn FnMut(Record<'_>) -> Result<(), E>,
    ) -> Result<Arc<Log>, ReplayError<E>> {
        todo!()
    }
    pub fn replay_from<E>(
        self,
        from: Lsn,
        apply: &mut dyn FnMut(Record<'_>) -> Result<(), E>,
    ) -> Result<Arc<Log>, ReplayError<E>> {
        todo!()
    }
}

#[derive(Debug)]
pub struct LogReader {
    _p: (),
}
impl LogReader {
    pub fn open(dir: Arc<dyn Directory>) -> Result<Self, LogError> {
        todo!()
    }
    pub fn scan<E>(
        &self,
        from: Lsn,
        to: Lsn,
        each: &mut dyn FnMut(Record<'_>) -> Result<(), E>,
    ) -> Result<(), ReplayError<E>> {
        todo!()
    }
}
