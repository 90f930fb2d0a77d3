//! Puts of long messages: the body goes into the log in pieces before anything of the put is done.
//!
//! A record as long as that would keep others from the disk while it is written, and a verb must not wait for it. So when the
//! append of a put finds that its message has a long body, the log begins to stage that, and refuses the put as it refuses one
//! for which there is no room. The verb takes back what it has reserved, is pending until all pieces are in the log, and is
//! begun anew: checks are made again, and this time the record is short. The log is pinned from before the first piece; the
//! pin passes to the put.
//!
//! Only the body a program passed waits so, and once; a header the queue manager puts in front of it, as on a transmission queue, is
//! part of the record. For a distribution list it is staged once for each destination, in turn ([`LongPut::renew`]): the verb is begun anew
//! where it left off (`verbs/list.rs`). What else is made of a body on the way is another one each time a verb is
//! begun. That is staged on the thread that appends, which waits for the disk; others do not.

use crate::core::Core;
use crate::core::latch::{Forced, Latch};
use crate::core::pins::Pin;
use crate::lock_order;
use crate::store::Store;
use bytes::Bytes;
use ferromq_base::lock::{Mutex, MutexGuard};
use ferromq_log::{AppendError, SharedBytes, Staging, Urgency};
use ferromq_mqi::call::Request;
use std::cell::RefCell;
use std::sync::Arc;

/// A put of a long message that may wait until that is staged. It belongs to one verb.
pub(crate) struct LongPut {
    store: Arc<Store>,
    body: Bytes,
    stage: Mutex<Stage, lock_order::LongPut>,
}

enum Stage {
    /// Nobody has asked for it.
    Idle,
    Begun {
        /// The part of the body that is staged.
        part: Bytes,
        staging: Staging,
        pin: Pin,
        latch: Latch,
    },
    /// A put has it, or nobody will.
    Over,
}

thread_local! {
    /// That of the verb that is being carried out on this thread.
    static OF_VERB: RefCell<Option<Arc<LongPut>>> = const { RefCell::new(None) };
}

/// The tail of a record that is put.
pub(crate) enum Tail {
    /// It is appended with the rest.
    Inline,
    /// So many bytes of its end are in the log already.
    Staged(Staging, Pin, usize),
}

impl LongPut {
    /// For a verb that puts a message whose body may be too long for a record.
    pub(crate) fn of(store: &Arc<Store>, request: &Request) -> Option<Arc<Self>> {
        let body = match request {
            Request::Put { body, .. } | Request::Put1 { body, .. } => body,
            _ => return None,
        };
        // With its descriptor it may be.
        (body.len() > store.log.whole_bytes_max() / 2).then(|| {
            Arc::new(Self {
                store: Arc::clone(store),
                body: body.clone(),
                stage: Mutex::new(Stage::Idle),
            })
        })
    }

    fn stage(&self) -> MutexGuard<'_, Stage> {
        self.stage.lock()
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
        let _restore = Restore(OF_VERB.with(|now| now.replace(long.cloned())));
        verb()
    }

    /// The verb under way goes on to the next message with the same body: it is staged again.
    pub(crate) fn renew() {
        if let Some(long) = OF_VERB.with(|now| now.borrow().clone()) {
            let mut stage = long.stage();
            if matches!(*stage, Stage::Over) {
                *stage = Stage::Idle;
            }
        }
    }

    /// What the verb under way has to wait for, if its body is being staged.
    pub(crate) fn awaited_by_verb() -> Option<Latch> {
        let long = OF_VERB.with(|now| now.borrow().clone())?;
        match &*long.stage() {
            Stage::Begun { latch, .. } => Some(latch.clone()),
            Stage::Idle | Stage::Over => None,
        }
    }

    /// What is staged of a body that is put: all of it if it is a part of the program's, or else the program's that it ends
    /// with, behind a header of at most so many bytes.
    fn part_of(&self, body: &Bytes, header_max: usize) -> Option<Bytes> {
        let (whole, part) = (self.body.as_ptr_range(), body.as_ptr_range());
        if whole.start <= part.start && part.end <= whole.end {
            return Some(body.clone());
        }
        let header_len = body.len().checked_sub(self.body.len())?;
        let ends_with = header_len <= header_max && body.ends_with(&self.body);
        ends_with.then(|| self.body.clone())
    }

    fn tail(&self, body: &Bytes) -> Result<Tail, AppendError> {
        let mut stage = self.stage();
        match std::mem::replace(&mut *stage, Stage::Over) {
            Stage::Begun {
                part,
                staging,
                pin,
                latch,
            } => {
                if part.as_ptr_range() != body.as_ptr_range() {
                    // A message with two bodies: the other one has its turn.
                    *stage = Stage::Begun {
                        part,
                        staging,
                        pin,
                        latch,
                    };
                    return Ok(Tail::Inline);
                }
                if latch.is_open() {
                    return Ok(Tail::Staged(staging, pin, body.len()));
                }
                *stage = Stage::Begun {
                    part,
                    staging,
                    pin,
                    latch,
                };
                Err(AppendError::NoSpaceYet)
            }
            Stage::Idle => {
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
                let bytes: SharedBytes = Arc::new(body.clone());
                let staging = match log.stage(bytes, Urgency::Ordinary, then) {
                    Ok(staging) => staging,
                    Err(error) => {
                        self.store.pins.unpin(pin);
                        *stage = Stage::Idle;
                        return Err(error);
                    }
                };
                if latch.is_open() {
                    return Ok(Tail::Staged(staging, pin, body.len()));
                }
                *stage = Stage::Begun {
                    part: body.clone(),
                    staging,
                    pin,
                    latch,
                };
                Err(AppendError::NoSpaceYet)
            }
            Stage::Over => Ok(Tail::Inline),
        }
    }
}

impl Drop for LongPut {
    fn drop(&mut self) {
        let stage = std::mem::replace(&mut *self.stage(), Stage::Over);
        if let Stage::Begun { staging, pin, .. } = stage {
            drop(staging);
            self.store.pins.unpin(pin);
        }
    }
}

/// What becomes of the body at the end of a record with a front of so many bytes.
///
/// # Errors
/// `NoSpaceYet` when it is being staged: nothing is appended, and the verb is begun anew when it is. Those of staging.
pub(crate) fn tail_of(core: &Core, front_len: usize, body: &Bytes) -> Result<Tail, AppendError> {
    if front_len + body.len() <= core.log.whole_bytes_max()
        || front_len > core.log.front_bytes_max()
    {
        return Ok(Tail::Inline);
    }
    let long = OF_VERB.with(|now| now.borrow().clone());
    let header_max = core.log.front_bytes_max() - front_len;
    let part = long.and_then(|long| Some((long.part_of(body, header_max)?, long)));
    match part {
        Some((part, long)) => long.tail(&part),
        None => Ok(Tail::Inline),
    }
}
