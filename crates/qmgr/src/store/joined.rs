//! Bodies behind headers the queue manager puts in front of them.

use crate::store::body_copies::Join;
use crate::store::long_put::LongPut;
use bytes::{Bytes, BytesMut};
use ferromq_base::disk::access;

/// Longest body a thread copies that serves others.
#[cfg(debug_assertions)]
const COPIED_MAX: usize = 1 << 20;

#[cfg(debug_assertions)]
thread_local! {
    /// Others wait for this thread.
    static SERVES_OTHERS: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// A body behind what the queue manager puts in front of it. A long one is copied by workers, if the verb under way leaves that to them:
/// until they have, it is given as it is, and [`LongPut::lacks_copies`] keeps it from being put.
pub(crate) fn joined(front: &[u8], body: &Bytes) -> Bytes {
    match front.is_empty() {
        true => body.clone(),
        false => behind(front, body),
    }
}

/// A part of a body in memory of its own: one that shares that of the whole would keep all of it. Copied as by [`joined`].
pub(crate) fn apart(part: &Bytes) -> Bytes {
    behind(&[], part)
}

fn behind(front: &[u8], body: &Bytes) -> Bytes {
    let _access = match LongPut::join(front, body) {
        Join::Done(joined) => return joined,
        Join::Lacks => return body.clone(),
        Join::InPlace => Some(access::allow("a long body is copied in place")),
        Join::Elsewhere => None,
    };
    check_copy(body.len());
    let mut joined = BytesMut::with_capacity(front.len() + body.len());
    joined.extend_from_slice(front);
    joined.extend_from_slice(body);
    joined.freeze()
}

/// This thread is about to copy so many bytes of a body: builds with debug assertions refuse a long one to a thread others
/// wait for.
#[track_caller]
pub(crate) fn check_copy(bytes: usize) {
    #[cfg(debug_assertions)]
    if bytes > COPIED_MAX && SERVES_OTHERS.get() {
        access::touch("copy", "a long body");
    }
    #[cfg(not(debug_assertions))]
    let _ = bytes;
}

/// See [`serve_others`].
pub(crate) struct ServesOthers {
    #[cfg(debug_assertions)]
    before: bool,
}

/// Until this is dropped, this thread leaves copies of long bodies to workers, if `others` wait for it. Builds with debug assertions
/// refuse it such copies as they do the disk; release builds have none of it.
pub(crate) fn serve_others(others: bool) -> ServesOthers {
    #[cfg(not(debug_assertions))]
    let _ = others;
    ServesOthers {
        #[cfg(debug_assertions)]
        before: SERVES_OTHERS.replace(others),
    }
}

impl Drop for ServesOthers {
    fn drop(&mut self) {
        #[cfg(debug_assertions)]
        SERVES_OTHERS.set(self.before);
    }
}
