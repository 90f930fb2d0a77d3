//! Copies of long bodies with free bytes in front, for the headers the queue manager writes there.
//!
//! A body behind another header is another body, and to copy 100 MB keeps an event loop from everybody else for 60 ms and more. So the
//! verbs of a connection that uses workers do not copy long ones: what a verb lacks is noted ([`BodyCopies::join`]), nothing of it is put,
//! a worker copies the bodies behind free bytes ([`CopyTask`]), and the verb is begun anew. Then a header costs what it is long. While nobody
//! else has the copy, the verb can be begun anew once more, and another header is written where the last one was.

use crate::core::latch::{Forced, Latch};
use crate::lock_order;
use crate::store::tasks::Task;
use bytes::{Bytes, BytesMut};
use ferromq_base::lock::Mutex;
use ferromq_mqi::call::MESSAGE_BYTES_MAX;
use std::sync::Arc;

/// Bytes of the copies one verb has at a time: four of the longest message there is, or more of segments it is broken into.
const COPIES_BYTES_MAX: usize = 4 * MESSAGE_BYTES_MAX;
/// Times a verb lacks copies: more than once only if what it puts has changed meanwhile.
const ROUNDS_MAX: u32 = 3;
/// Free bytes beyond what was asked for: another header may be somewhat longer.
const SPARE_BYTES: usize = 4096;
/// Bytes a worker copies in one turn.
const TURN_BYTES: usize = 4 << 20;

/// The copies of a verb under way.
#[derive(Default)]
pub(crate) struct BodyCopies {
    /// Longer ones workers copy; `None` for a verb whose thread does it itself.
    in_line_max: Option<usize>,
    state: Mutex<State, lock_order::BodyCopies>,
}

#[derive(Default)]
struct State {
    made: Vec<BodyCopy>,
    /// What the verb lacked when it was begun last.
    lacking: Vec<Lacking>,
    rounds: u32,
}

struct BodyCopy {
    of: Bytes,
    /// Free bytes, and behind them the same as `of`.
    whole: Bytes,
}

struct Lacking {
    of: Bytes,
    free_bytes: usize,
}

/// What became of a body that is to stand behind a header.
pub(crate) enum Join {
    Done(Bytes),
    /// Workers copy it. What the verb puts this time is refused.
    Lacks,
    /// Here and now: it is short, or workers have copied enough.
    InPlace,
    /// Whoever puts it copies it.
    Elsewhere,
}

impl BodyCopies {
    /// For a verb that leaves bodies longer than this to workers.
    pub(crate) fn by_workers(in_line_max: usize) -> Self {
        Self {
            in_line_max: Some(in_line_max),
            state: Mutex::default(),
        }
    }

    /// With a copy of this body alone, made on this thread.
    pub(crate) fn of(body: Option<&Bytes>) -> Self {
        let copied = body.map(|of| {
            let mut whole = BytesMut::with_capacity(SPARE_BYTES + of.len());
            whole.resize(SPARE_BYTES, 0);
            whole.extend_from_slice(of);
            BodyCopy {
                of: of.clone(),
                whole: whole.freeze(),
            }
        });
        Self {
            in_line_max: Some(0),
            state: Mutex::new(State {
                made: copied.into_iter().collect(),
                rounds: ROUNDS_MAX,
                ..State::default()
            }),
        }
    }

    /// Whether a body is so long that workers copy it.
    pub(crate) fn are_left_to_workers(&self, body: &Bytes) -> bool {
        self.in_line_max.is_some_and(|max| body.len() > max)
    }

    /// The verb is begun, or begun anew.
    pub(crate) fn begin(&self) {
        self.state.lock().lacking.clear();
    }

    /// The verb goes on to what has other headers. Copies that were put are gone.
    pub(crate) fn renew(&self) {
        let mut state = self.state.lock();
        state.made.retain(|copy| copy.whole.is_unique());
        if state.made.is_empty() {
            state.rounds = 0;
        }
    }

    /// The verb waits for something that may take long, and keeps no memory meanwhile.
    pub(crate) fn give_up(&self) {
        let made = {
            let mut state = self.state.lock();
            state.rounds = 0;
            std::mem::take(&mut state.made)
        };
        drop(made);
    }

    /// A body behind `front`.
    pub(crate) fn join(&self, front: &[u8], body: &Bytes) -> Join {
        if self.in_line_max.is_none() {
            return Join::Elsewhere;
        }
        if !self.are_left_to_workers(body) {
            return Join::InPlace;
        }
        let mut state = self.state.lock();
        // It may stand behind a header already.
        let (inner_len, of) = match state.origin(body) {
            Some((inner_len, of)) => (inner_len, of.clone()),
            None => (0, body.clone()),
        };
        let front = [front, &body[..inner_len]];
        let joined = state
            .made
            .iter_mut()
            .filter(|copy| is_same(&copy.of, &of))
            .find_map(|copy| copy.write(front));
        if let Some(joined) = joined {
            return Join::Done(joined);
        }
        if state.copied_bytes() + of.len() > COPIES_BYTES_MAX || state.rounds >= ROUNDS_MAX {
            return Join::InPlace;
        }
        let free_bytes = front[0].len() + front[1].len() + SPARE_BYTES;
        state.lacking.push(Lacking { of, free_bytes });
        Join::Lacks
    }

    /// Whether the verb must not put what it has made since it was begun.
    pub(crate) fn are_lacking(&self) -> bool {
        self.in_line_max.is_some() && !self.state.lock().lacking.is_empty()
    }

    /// The task that makes what is lacking, and what opens when it has: as failed if it was left undone.
    pub(crate) fn task(self: &Arc<Self>) -> Option<(Box<dyn Task>, Latch)> {
        let lacking = {
            let mut state = self.state.lock();
            state.rounds += u32::from(!state.lacking.is_empty());
            std::mem::take(&mut state.lacking)
        };
        if lacking.is_empty() {
            return None;
        }
        let latch = Latch::default();
        let task = CopyTask {
            copies: Arc::clone(self),
            lacking,
            under_way: BytesMut::new(),
            made: Vec::new(),
            latch: latch.clone(),
        };
        Some((Box::new(task), latch))
    }

    /// Of a copy behind a header: how long that is, and what was copied.
    pub(crate) fn origin(&self, body: &Bytes) -> Option<(usize, Bytes)> {
        self.in_line_max?;
        let state = self.state.lock();
        let (front_len, of) = state.origin(body)?;
        Some((front_len, of.clone()))
    }
}

impl State {
    fn copied_bytes(&self) -> usize {
        let made = self.made.iter().map(|copy| &copy.of);
        let all = made.chain(self.lacking.iter().map(|copy| &copy.of));
        all.map(Bytes::len).sum()
    }

    fn origin(&self, body: &Bytes) -> Option<(usize, &Bytes)> {
        let mut made = self.made.iter();
        let copy = made.find(|copy| is_end_of(body, &copy.whole))?;
        let front_len = body.len().checked_sub(copy.of.len())?;
        Some((front_len, &copy.of))
    }
}

impl BodyCopy {
    /// Writes a front; nothing when it has no room, or somebody has the copy.
    fn write(&mut self, front: [&[u8]; 2]) -> Option<Bytes> {
        let free_bytes = self.whole.len() - self.of.len();
        let inner_at = free_bytes.checked_sub(front[1].len())?;
        let at = inner_at.checked_sub(front[0].len())?;
        match std::mem::take(&mut self.whole).try_into_mut() {
            Err(whole) => {
                self.whole = whole;
                None
            }
            Ok(mut whole) => {
                whole[at..inner_at].copy_from_slice(front[0]);
                whole[inner_at..free_bytes].copy_from_slice(front[1]);
                self.whole = whole.freeze();
                Some(self.whole.slice(at..))
            }
        }
    }
}

/// Whether they are the same bytes of memory.
fn is_same(one: &Bytes, other: &Bytes) -> bool {
    one.as_ptr_range() == other.as_ptr_range()
}

/// Whether the memory of `part` is the end of that of `whole`.
pub(crate) fn is_end_of(part: &Bytes, whole: &Bytes) -> bool {
    let (part, whole) = (part.as_ptr_range(), whole.as_ptr_range());
    part.end == whole.end && part.start >= whole.start
}

/// Copies bodies. Dropping it leaves that undone.
struct CopyTask {
    copies: Arc<BodyCopies>,
    /// The last one is copied next.
    lacking: Vec<Lacking>,
    /// What there is of its copy.
    under_way: BytesMut,
    made: Vec<BodyCopy>,
    latch: Latch,
}

impl CopyTask {
    /// Copies some bytes of what is lacking.
    fn copy_some(&mut self) {
        let Some(lacking) = self.lacking.last() else {
            return;
        };
        if self.under_way.is_empty() {
            self.under_way = BytesMut::with_capacity(lacking.free_bytes + lacking.of.len());
            self.under_way.resize(lacking.free_bytes, 0);
        }
        let copied = self.under_way.len() - lacking.free_bytes;
        let end = lacking.of.len().min(copied + TURN_BYTES);
        self.under_way.extend_from_slice(&lacking.of[copied..end]);
        if end == lacking.of.len()
            && let Some(Lacking { of, .. }) = self.lacking.pop()
        {
            let whole = std::mem::take(&mut self.under_way).freeze();
            self.made.push(BodyCopy { of, whole });
        }
    }
}

impl Task for CopyTask {
    fn turn(mut self: Box<Self>) -> Option<Box<dyn Task>> {
        if self.latch.is_abandoned() {
            return None;
        }
        self.copy_some();
        if !self.lacking.is_empty() {
            return Some(self);
        }
        self.copies.state.lock().made.append(&mut self.made);
        self.latch.open(Forced::Durable);
        None
    }
}

impl Drop for CopyTask {
    fn drop(&mut self) {
        if !self.latch.is_open() {
            self.latch.open(Forced::Failed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::task::{Poll, Waker};

    fn copies() -> Arc<BodyCopies> {
        Arc::new(BodyCopies::by_workers(10))
    }

    fn work(copies: &Arc<BodyCopies>) -> bool {
        let Some((task, latch)) = copies.task() else {
            return false;
        };
        let mut task = Some(task);
        while let Some(turn) = task {
            assert!(latch.poll(Waker::noop()).is_pending());
            task = turn.turn();
        }
        latch.poll(Waker::noop()) == Poll::Ready(Forced::Durable)
    }

    fn done(join: Join) -> Bytes {
        match join {
            Join::Done(bytes) => bytes,
            Join::Lacks => panic!("there is no copy"),
            Join::InPlace | Join::Elsewhere => panic!("it is to be copied in place"),
        }
    }

    #[test]
    fn a_copy_takes_one_front_after_the_other_while_nobody_has_it() {
        let copies = copies();
        let body = Bytes::from(vec![7; TURN_BYTES * 2 + 1]);
        assert!(matches!(copies.join(b"first", &body), Join::Lacks));
        assert!(copies.are_lacking());
        assert!(work(&copies));
        assert!(!copies.are_lacking() && !work(&copies));
        let longer = [1; 4000];
        for front in [&b"first"[..], b"the next one", b"", &longer] {
            let joined = done(copies.join(front, &body));
            assert_eq!(joined, [front, &body].concat());
            let (front_len, of) = copies.origin(&joined).expect("a copy");
            assert!(front_len == front.len() && is_same(&of, &body));
        }
        let held = done(copies.join(b"held", &body));
        assert!(matches!(copies.join(b"other", &body), Join::Lacks));
        assert!(work(&copies));
        assert_eq!(done(copies.join(b"o", &body))[..2], *b"o\x07");
        assert_eq!(held[..5], *b"held\x07");
    }

    #[test]
    fn a_front_before_a_front_is_written_into_another_copy() {
        let copies = copies();
        let body = Bytes::from(vec![7; 100]);
        // Part of what the program passed.
        let rest = body.slice(30..);
        assert!(matches!(copies.join(b"inner", &rest), Join::Lacks));
        assert!(matches!(copies.join(b"outer", &rest), Join::Lacks));
        assert!(work(&copies));
        let inner = done(copies.join(b"inner", &rest));
        let outer = done(copies.join(b"outer", &inner));
        assert_eq!(outer, [b"outerinner", &rest[..]].concat());
        assert_eq!(inner, [b"inner", &rest[..]].concat());
        assert!(is_same(&copies.origin(&outer).expect("a copy").1, &rest));
    }

    #[test]
    fn copies_have_so_many_bytes_at_most() {
        const COUNT: usize = 4;
        let copies = copies();
        let body = Bytes::from(vec![7; COPIES_BYTES_MAX / COUNT]);
        for _ in 0..COUNT {
            assert!(matches!(copies.join(b"a", &body), Join::Lacks));
        }
        assert!(matches!(copies.join(b"a", &body), Join::InPlace));
        assert!(work(&copies));
        let held = [(); COUNT].map(|()| done(copies.join(b"a", &body)));
        assert!(matches!(copies.join(b"a", &body), Join::InPlace));
        // They were put.
        copies.renew();
        assert!(matches!(copies.join(b"a", &body), Join::Lacks));
        copies.begin();
        drop(held);
        for _ in 0..ROUNDS_MAX {
            assert!(matches!(copies.join(b"a", &body.slice(1..)), Join::Lacks));
            drop(copies.task());
        }
        assert!(matches!(copies.join(b"a", &body.slice(1..)), Join::InPlace));
        copies.give_up();
        assert!(matches!(copies.join(b"a", &body.slice(1..)), Join::Lacks));
    }

    #[test]
    fn whoever_waits_is_told_of_a_task_that_is_left_undone_and_it_ends_with_who_waits() {
        let copies = copies();
        let body = Bytes::from(vec![7; TURN_BYTES + 1]);
        assert!(matches!(copies.join(b"a", &body), Join::Lacks));
        let (task, latch) = copies.task().expect("a task");
        drop(task);
        assert_eq!(latch.poll(Waker::noop()), Poll::Ready(Forced::Failed));
        assert!(matches!(copies.join(b"a", &body), Join::Lacks));
        let (task, latch) = copies.task().expect("a task");
        let task = task.turn().expect("more to do");
        drop(latch);
        assert!(task.turn().is_none());
        assert!(matches!(copies.join(b"a", &body), Join::Lacks));
    }
}
