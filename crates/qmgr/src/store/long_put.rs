//! Puts of long messages: the bodies go into the log in pieces before anything of the put is done.
//!
//! A record as long as that would keep others from the disk while it is written, and a verb must not wait for it. So before a
//! verb puts a message, with what comes with it, it looks which of the records have a long body ([`stage_ahead`]). The log begins to
//! stage those, and the put is refused as one for which there is no room. The verb takes back what it has reserved, is pending until
//! all pieces are in the log, and is begun anew: checks are made again, and this time the records are short. The log is pinned from
//! before the first piece; the pin passes to the put.
//!
//! A record has one long body at most, behind everything else of it (`store/append.rs`). What the queue manager makes of a program's body (a
//! transmission or dead-letter header in front, a publication with other properties) is another body each time a verb is begun, with
//! other identifiers in it; but it ends as the program's does. So the end they share is staged, and what comes before it is part of
//! the record. Of a body that shares no end with what the verb passes, as what is retained for a new subscriber, all but what headers
//! may take is staged, and found again by its bytes.
//!
//! For a distribution list this is done for each destination in turn ([`LongPut::renew`]): the verb is begun anew
//! where it left off (`verbs/list.rs`).
//!
//! The report of a delivery with all data is staged by the worker that reads the message ([`LongPut::prepared_here`]). What is put
//! otherwise, by jobs and for programs without workers, is staged on the thread that appends, which waits for the disk; others do not.

use crate::core::Core;
use crate::core::latch::{Forced, Latch};
use crate::core::pins::Pin;
use crate::lock_order;
use crate::store::Store;
use crate::store::body_copies::{BodyCopies, Join, is_end_of};
use crate::store::tasks::Task;
use bytes::Bytes;
use ferromq_base::lock::{Mutex, MutexGuard};
use ferromq_log::{AppendError, SharedBytes, Staging, Urgency};
use ferromq_mqi::call::Request;
use std::cell::RefCell;
use std::sync::Arc;

/// Times a put begins to stage something: a second time only if what it puts has changed meanwhile.
const ROUNDS_MAX: u32 = 3;
/// Longer than the headers the queue manager puts in front of data.
const HEADERS_BYTES: usize = 4096;
/// Bytes compared at a time.
const STRIDE: usize = 4096;

/// What is prepared of a body that another thread puts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PreparedHere {
    /// It will be logged.
    pub(crate) stages: bool,
    /// Headers will stand in front of it.
    pub(crate) copies: bool,
}

/// A verb that may wait until what it puts is staged.
pub(crate) struct LongPut {
    store: Arc<Store>,
    /// What the program passed.
    body: Bytes,
    /// Behind what the queue manager puts in front of it, and of what is retained.
    copies: Arc<BodyCopies>,
    staged: Mutex<AllStaged, lock_order::LongPut>,
}

#[derive(Default)]
struct AllStaged {
    tails: Vec<Staged>,
    rounds: u32,
}

/// The end of a body, in the log or on its way there.
struct Staged {
    part: Bytes,
    staging: Staging,
    pin: Pin,
    latch: Latch,
}

thread_local! {
    /// That of the verb that is being carried out on this thread.
    static OF_VERB: RefCell<Option<Arc<LongPut>>> = const { RefCell::new(None) };
}

/// A record that is put: what comes before its last body, and that.
#[derive(Clone, Copy)]
pub(crate) struct Long<'a> {
    pub(crate) front_len: usize,
    pub(crate) body: &'a Bytes,
}

impl Long<'_> {
    /// Bytes of the body that may be part of the front; `None` of a record that is written whole, or whose front is too long.
    fn header_max(self, core: &Core) -> Option<usize> {
        if self.front_len + self.body.len() <= core.log.whole_bytes_max() {
            return None;
        }
        core.log.front_bytes_max().checked_sub(self.front_len)
    }
}

/// The tail of a record that is put.
pub(crate) enum Tail {
    /// It is appended with the rest.
    Inline,
    /// So many bytes of its end are in the log already.
    Staged(Staging, Pin, usize),
}

impl LongPut {
    /// For a verb that puts a message whose body may be too long for a record, or is given what is retained. `serves_others`: its
    /// thread leaves copies to workers.
    pub(crate) fn of(
        store: &Arc<Store>,
        request: &Request,
        serves_others: bool,
    ) -> Option<Arc<Self>> {
        let body = match request {
            Request::Put { body, .. } | Request::Put1 { body, .. } => body.clone(),
            Request::Subscribe { .. } | Request::SubscriptionRequest { .. } => Bytes::new(),
            _ => return None,
        };
        let puts = matches!(request, Request::Put { .. } | Request::Put1 { .. });
        // With its descriptor it may be.
        if puts && body.len() <= store.log.whole_bytes_max() / 2 {
            return None;
        }
        let copies = match serves_others {
            // Without workers it copies all.
            true => BodyCopies::by_workers(store.tasks.bytes_in_line().unwrap_or(usize::MAX)),
            false => BodyCopies::default(),
        };
        Some(Self::with(store, body, copies))
    }

    fn with(store: &Arc<Store>, body: Bytes, copies: BodyCopies) -> Arc<Self> {
        Arc::new(Self {
            store: Arc::clone(store),
            body,
            copies: Arc::new(copies),
            staged: Mutex::new(AllStaged::default()),
        })
    }

    /// Prepares a body on this thread, which may wait for the disk, for a verb that puts it later. `None` of one that is short, and when
    /// the log does not take it.
    pub(crate) fn prepared_here(
        store: &Arc<Store>,
        body: &Bytes,
        how: PreparedHere,
    ) -> Option<Arc<Self>> {
        if body.len() <= store.log.whole_bytes_max() / 2 {
            return None;
        }
        let copies = BodyCopies::of(how.copies.then_some(body));
        let long = Self::with(store, body.clone(), copies);
        if !how.stages {
            return Some(long);
        }
        let tail = long.begin(body.clone()).ok()?;
        let latch = tail.latch.clone();
        long.staged().tails.push(tail);
        while !latch.is_open() {
            // What is behind the window is appended as this lands.
            store.log.wait_durable(store.log.head()).ok()?;
        }
        Some(long)
    }

    fn staged(&self) -> MutexGuard<'_, AllStaged> {
        self.staged.lock()
    }

    /// Carries a verb out for which it stands.
    pub(crate) fn during<T>(long: Option<&Arc<Self>>, verb: impl FnOnce() -> T) -> T {
        /// Also after a panic.
        struct Restore(Option<Arc<LongPut>>);
        impl Drop for Restore {
            fn drop(&mut self) {
                let before = self.0.take();
                OF_VERB.with(|now| *now.borrow_mut() = before);
            }
        }
        if let Some(long) = long {
            long.copies.begin();
        }
        let _restore = Restore(OF_VERB.with(|now| now.replace(long.cloned())));
        verb()
    }

    fn of_verb() -> Option<Arc<Self>> {
        OF_VERB.with(|now| now.borrow().clone())
    }

    /// The verb under way goes on to the next destination: what it puts is staged again.
    pub(crate) fn renew() {
        if let Some(long) = Self::of_verb() {
            long.copies.renew();
            let mut staged = long.staged();
            if staged.tails.is_empty() {
                staged.rounds = 0;
            }
        }
    }

    /// What the verb under way has to wait for, if something is being staged for it.
    pub(crate) fn awaited_by_verb() -> Option<Latch> {
        let long = Self::of_verb()?;
        let staged = long.staged();
        let awaited = staged.tails.iter().find(|tail| !tail.latch.is_open());
        awaited.map(|tail| tail.latch.clone())
    }

    /// A body behind what stands in front of it, of a verb under way that leaves copies to workers.
    pub(crate) fn join(front: &[u8], body: &Bytes) -> Join {
        match Self::of_verb() {
            Some(long) => long.copies.join(front, body),
            None => Join::Elsewhere,
        }
    }

    /// Whether the verb under way lacks copies of bodies, so that what it has made is not put.
    pub(crate) fn lacks_copies() -> bool {
        OF_VERB.with(|now| {
            let now = now.borrow();
            now.as_ref().is_some_and(|long| long.copies.are_lacking())
        })
    }

    /// Leaves what the verb under way lacks to workers; what it has to wait for then.
    pub(crate) fn leave_copies() -> Option<Latch> {
        let long = Self::of_verb()?;
        let (task, latch) = long.copies.task()?;
        long.store.tasks.leave(task);
        Some(latch)
    }

    /// The verb waits for room: it keeps no copies meanwhile.
    pub(crate) fn give_up_copies(&self) {
        self.copies.give_up();
    }

    /// What is to be staged of a body, behind a header of at most so many bytes.
    fn part_of(&self, body: &Bytes, header_max: usize) -> Bytes {
        let (whole, part) = (self.body.as_ptr_range(), body.as_ptr_range());
        if whole.start <= part.start && part.end <= whole.end {
            return body.clone();
        }
        if let Some((front_len, of)) = self.copies.origin(body)
            && front_len <= header_max
        {
            return of;
        }
        let shared = shared_end(body, &self.body);
        match body.len() - shared <= header_max {
            true => self.body.slice(self.body.len() - shared..),
            false => body.slice(header_max.min(HEADERS_BYTES)..),
        }
    }

    /// Has all of these staged that are not yet, and gives up what was for others.
    fn stage_all(&self, longs: &[Long<'_>]) -> Result<(), AppendError> {
        let core: &Core = &self.store;
        let mut staged = self.staged();
        let mut known = std::mem::take(&mut staged.tails);
        let mut missing = Vec::new();
        // In the order of the records, in which they are taken.
        for long in longs {
            let Some(header_max) = long.header_max(core) else {
                continue;
            };
            let origin = self.copies.origin(long.body);
            let origin = origin.as_ref().map(|(_, of)| of);
            let is_it = |tail: &Staged| tail.is_end_of(long.body, origin, header_max);
            match known.iter().position(is_it) {
                Some(at) => staged.tails.push(known.remove(at)),
                None => missing.push(self.part_of(long.body, header_max)),
            }
        }
        self.give_up(known);
        if !missing.is_empty() && staged.rounds >= ROUNDS_MAX {
            self.give_up(std::mem::take(&mut staged.tails));
            return Ok(());
        }
        staged.rounds += u32::from(!missing.is_empty());
        for part in missing {
            match self.begin(part) {
                Ok(tail) => staged.tails.push(tail),
                Err(error) => {
                    // Whoever waits for room must not hold any.
                    self.give_up(std::mem::take(&mut staged.tails));
                    return Err(error);
                }
            }
        }
        match staged.tails.iter().all(|tail| tail.latch.is_open()) {
            true => Ok(()),
            false => Err(AppendError::NoSpaceYet),
        }
    }

    fn give_up(&self, tails: Vec<Staged>) {
        for Staged { staging, pin, .. } in tails {
            drop(staging);
            self.store.pins.unpin(pin);
        }
    }

    fn begin(&self, part: Bytes) -> Result<Staged, AppendError> {
        let log = &self.store.log;
        let pin = self.store.pins.pin(|| log.head());
        let latch = Latch::default();
        let opened = latch.clone();
        let then = Box::new(move |staged: Result<(), _>| {
            opened.open(match staged {
                Ok(()) => Forced::Durable,
                Err(_) => Forced::Failed,
            });
        });
        let bytes: SharedBytes = Arc::new(part.clone());
        match log.stage(bytes, Urgency::Ordinary, then) {
            Ok(staging) => Ok(Staged {
                part,
                staging,
                pin,
                latch,
            }),
            Err(error) => {
                self.store.pins.unpin(pin);
                Err(error)
            }
        }
    }

    fn take(&self, body: &Bytes, header_max: usize) -> Option<Staged> {
        let tails = &mut self.staged().tails;
        let origin = self.copies.origin(body);
        let origin = origin.as_ref().map(|(_, of)| of);
        let is_it =
            |tail: &Staged| tail.latch.is_open() && tail.is_end_of(body, origin, header_max);
        let at = tails.iter().position(is_it)?;
        Some(tails.remove(at))
    }
}

impl Staged {
    /// Whether it is all of a body but a header of at most so many bytes. Bytes are compared only of what is not known to be a copy
    /// of `origin`.
    fn is_end_of(&self, body: &Bytes, origin: Option<&Bytes>, header_max: usize) -> bool {
        let header_len = body.len().checked_sub(self.part.len());
        let Some(header_len) = header_len.filter(|len| *len <= header_max) else {
            return false;
        };
        let end = &body[header_len..];
        let is_copied = || origin.is_some_and(|origin| is_end_of(&self.part, origin));
        end.as_ptr() == self.part.as_ptr() || is_copied() || end == self.part
    }
}

impl Drop for LongPut {
    fn drop(&mut self) {
        let tails = std::mem::take(&mut self.staged().tails);
        self.give_up(tails);
        if self.copies.are_left_to_workers(&self.body) {
            let body = std::mem::take(&mut self.body);
            let copies = std::mem::take(&mut self.copies);
            self.store.tasks.leave(Box::new(Forget(body, copies)));
        }
    }
}

/// Bodies that are done with: to give 100 MB back to the system takes as long as a few milliseconds, too.
struct Forget(Bytes, Arc<BodyCopies>);

impl Task for Forget {
    fn turn(self: Box<Self>) -> Option<Box<dyn Task>> {
        let Self(body, copies) = *self;
        drop((body, copies));
        None
    }
}

/// Bytes at their ends in which two bodies are the same.
fn shared_end(one: &[u8], other: &[u8]) -> usize {
    let most = one.len().min(other.len());
    let (one, other) = (&one[one.len() - most..], &other[other.len() - most..]);
    let mut shared = 0;
    while most - shared >= STRIDE {
        let stride = most - shared - STRIDE..most - shared;
        if one[stride.clone()] != other[stride] {
            break;
        }
        shared += STRIDE;
    }
    let left = most - shared;
    let pairs = one[..left].iter().rev().zip(other[..left].iter().rev());
    shared + pairs.take_while(|(one, other)| one == other).count()
}

/// Has the long bodies of the records that the verb under way is about to append staged, if it may wait for that.
///
/// # Errors
/// `NoSpaceYet` while they are being staged: the verb is begun anew when they are. Those of staging.
pub(crate) fn stage_ahead(longs: &[Long<'_>]) -> Result<(), AppendError> {
    match LongPut::of_verb() {
        Some(long) => long.stage_all(longs),
        None => Ok(()),
    }
}

/// False when nothing is ever staged for the verb under way.
pub(crate) fn may_stage() -> bool {
    OF_VERB.with(|now| now.borrow().is_some())
}

/// What becomes of the body at the end of a record with a front of so many bytes.
pub(crate) fn tail_of(core: &Core, long: Long<'_>) -> Tail {
    let staged = long.header_max(core).and_then(|header_max| {
        let of_verb = LongPut::of_verb()?;
        of_verb.take(long.body, header_max)
    });
    match staged {
        Some(Staged {
            part, staging, pin, ..
        }) => Tail::Staged(staging, pin, part.len()),
        None => Tail::Inline,
    }
}

#[cfg(test)]
mod tests {
    use super::{STRIDE, shared_end};

    #[test]
    fn the_shared_end_is_found_to_the_byte() {
        let text: Vec<u8> = (0..3 * STRIDE + 5).map(|at| at as u8).collect();
        for differs_at in [0, 1, STRIDE, 2 * STRIDE + 4, 3 * STRIDE + 4] {
            let mut other = text.clone();
            other[differs_at] ^= 1;
            let shared = text.len() - differs_at - 1;
            assert_eq!(shared_end(&text, &other), shared);
            other.splice(..0, *b"head");
            assert_eq!(shared_end(&text, &other), shared);
            assert_eq!(shared_end(&other, &text), shared);
        }
        assert_eq!(shared_end(&text, &text[1..]), text.len() - 1);
        assert_eq!(shared_end(&text, b""), 0);
    }
}
