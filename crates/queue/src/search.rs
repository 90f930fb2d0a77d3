//! Searches from their beginning to their end, or as far as the caller has time.
//!
//! A search lets go of the queue every few hundred messages. What becomes available meanwhile where it has been is written
//! down (`walk.rs`) and judged at its end, in the locked step that registers the waiter: so no message is missed.

use crate::failure::TooManyWaiters;
use crate::inner::Inner;
use crate::key::Key;
use crate::numbers::WaiterId;
use crate::queue::Queue;
use crate::select::{PASSED_PER_STEP, Progress, Step};
use crate::selection::{Rest, Selected, Selection, Take};
use crate::walk::{Missed, WalkId};
use std::task::Waker;

/// How often a search begins again because too much became available where it had been; after that it goes to
/// its end in one step.
const RESTARTS_MAX: u32 = 8;

/// A search under way.
struct Course {
    progress: Progress,
    walk: Option<WalkId>,
    restarts: u32,
    steps_left: usize,
    of_groups: bool,
}

impl Course {
    fn of(selection: &Selection<'_>) -> Self {
        let rest = selection.rest;
        let restarts = rest.map_or(0, |rest| rest.restarts);
        Self {
            progress: Progress {
                after: rest.map(|rest| rest.after),
                among: Vec::new(),
                passed_max: PASSED_PER_STEP,
                to_the_end: restarts >= RESTARTS_MAX,
            },
            walk: rest.map(|rest| rest.walk),
            restarts,
            steps_left: selection.steps_max.unwrap_or(usize::MAX),
            of_groups: selection.logical.is_some(),
        }
    }

    /// Takes note of what becomes available up to here from now on.
    fn pause(&mut self, inner: &mut Inner, after: Key) -> Rest {
        let walk = inner.walks.pause(self.walk, after, self.of_groups);
        self.walk = Some(walk);
        self.progress.after = Some(after);
        Rest {
            after,
            walk,
            restarts: self.restarts,
        }
    }

    /// Begins again at the beginning.
    fn restart(&mut self, inner: &mut Inner) {
        self.forget(inner);
        self.progress.after = None;
        self.progress.to_the_end = self.restarts >= RESTARTS_MAX;
    }

    fn forget(&mut self, inner: &mut Inner) {
        if let Some(walk) = self.walk.take() {
            inner.walks.end(walk);
        }
    }

    /// What the next step may look at.
    fn next_step(&mut self) -> &Progress {
        self.progress.passed_max = self.steps_left.clamp(1, PASSED_PER_STEP);
        &self.progress
    }

    /// Uses up what a step may look at; true when nothing is left.
    fn is_used_up(&mut self) -> bool {
        self.steps_left = self.steps_left.saturating_sub(self.progress.passed_max);
        self.steps_left == 0
    }

    /// Nothing was found on the way. Judges what became available behind; `None`: begin again.
    fn end(
        &mut self,
        inner: &mut Inner,
        selection: &Selection<'_>,
        (take, now_us): (Take, u64),
        selected: &mut Selected,
    ) -> Option<Step> {
        match self.walk.map(|walk| inner.walks.take_missed(walk)) {
            None | Some(Missed::Nothing) => Some(Step::Nothing),
            Some(Missed::Much) => {
                self.restarts += 1;
                self.restart(inner);
                None
            }
            Some(Missed::These(among)) => {
                let progress = Progress {
                    after: None,
                    among,
                    passed_max: PASSED_PER_STEP,
                    to_the_end: true,
                };
                let step = inner.select(selection, take, now_us, selected, &progress);
                if matches!(step, Step::Unread | Step::Again)
                    && let Some(walk) = self.walk
                {
                    // They are judged again once the filter knows of them.
                    inner.walks.give_back(walk, progress.among);
                    selected.before_unread = self.progress.after;
                }
                Some(step)
            }
        }
    }
}

impl Queue {
    /// Looks for a message and takes it. `now_us` is wall clock, microseconds since 1970.
    /// Expired messages met on the way are held by the queue and handed to the caller.
    pub fn select(&self, selection: &Selection<'_>, take: Take, now_us: u64) -> Selected {
        let mut selected = Selected::default();
        // Nobody waits.
        let _ = self.select_into(selection, (take, now_us), None, &mut selected);
        selected
    }

    /// [`Self::select`] into an empty place of the caller's: what is selected is long, and the way back to the verb too. With a
    /// waker, when nothing is found, it registers a waiter in the same locked step, so that no message can slip in between.
    /// The waiter ends by [`Self::cancel_wait`].
    ///
    /// # Errors
    /// No more can wait. What was selected counts all the same.
    pub fn select_into(
        &self,
        selection: &Selection<'_>,
        how: (Take, u64),
        waker: Option<&Waker>,
        selected: &mut Selected,
    ) -> Result<Option<WaiterId>, TooManyWaiters> {
        let mut course = Course::of(selection);
        loop {
            let mut inner = self.lock();
            let mut step = inner.select(selection, how.0, how.1, selected, course.next_step());
            if matches!(step, Step::Nothing) {
                let Some(end) = course.end(&mut inner, selection, how, selected) else {
                    selected.unread.clear();
                    continue;
                };
                step = end;
            }
            match step {
                Step::Again => {
                    selected.unread.clear();
                    course.restart(&mut inner);
                    if course.is_used_up() {
                        selected.stopped = true;
                        return Ok(None);
                    }
                }
                Step::Pause(after) if course.is_used_up() => {
                    selected.stopped = selected.unread.is_empty();
                    let stops_at = match selected.stopped {
                        true => Some(after),
                        false => selected.before_unread,
                    };
                    selected.rest = stops_at.map(|after| course.pause(&mut inner, after));
                    return Ok(None);
                }
                Step::Pause(after) => {
                    course.pause(&mut inner, after);
                    drop(inner);
                    // Whoever waits for the queue has its turn.
                    std::thread::yield_now();
                }
                Step::Unread => {
                    let stops_at = selected.before_unread;
                    selected.rest = stops_at.map(|after| course.pause(&mut inner, after));
                    return Ok(None);
                }
                Step::InFront(after) => {
                    selected.rest = after.map(|after| course.pause(&mut inner, after));
                    return Ok(None);
                }
                Step::Found(found) => {
                    course.forget(&mut inner);
                    selected.found = Some(found);
                    return Ok(None);
                }
                Step::Nothing => {
                    course.forget(&mut inner);
                    let browse = matches!(how.0, Take::Peek { .. });
                    let waiter = waker.map(|waker| {
                        let interest = selection.interest(browse);
                        let filter = selection.filter.cloned();
                        let handle = selection.handle;
                        inner.waiters.add(interest, filter, handle, waker.clone())
                    });
                    return waiter.transpose();
                }
            }
        }
    }

    /// A search that stopped before its end does not go on.
    pub fn forget_search(&self, rest: Rest) {
        self.lock().walks.end(rest.walk);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selection::{Mark, MessageView};
    use crate::{Filter, Holder, Message, PutMeta, QueueSettings, Verdict, Visibility};
    use bytes::Bytes;
    use ferromq_mqi::MsgDescriptor;
    use std::sync::Arc;

    /// Passes messages of this priority.
    #[derive(Debug)]
    struct Only(u8);

    impl Filter for Only {
        fn judge(&self, view: &MessageView<'_>) -> Verdict {
            match view.priority == self.0 {
                true => Verdict::Passes,
                false => Verdict::Fails,
            }
        }
    }

    fn put(queue: &Queue, priority: u8) {
        put_as(queue, priority, false);
    }

    fn put_as(queue: &Queue, priority: u8, persistent: bool) {
        let meta = PutMeta {
            class: None,
            priority,
            persistent,
            expires_at_us: None,
            put_at_us: 1,
            log: None,
        };
        let seq = queue.reserve().expect("room");
        let message = Arc::new(Message::new(MsgDescriptor::default(), Bytes::new()));
        queue.insert(seq, message, &meta, Visibility::Now).wake();
    }

    #[test]
    fn a_search_that_leaves_persistent_messages_stops_at_the_first_and_hides_nothing() {
        let queue = Queue::new_volatile(QueueSettings::default());
        for persistent in [false, true, false] {
            put_as(&queue, 4, persistent);
        }
        let leaves = Selection {
            leaves_persistent: true,
            ..Selection::default()
        };
        let hold = Take::Hold(Holder(1));
        let first = queue.select(&leaves, hold, 5).found.expect("the first");
        assert!(!first.left && !first.persistent);
        for _ in 0..2 {
            let left = queue.select(&leaves, hold, 5).found.expect("the second");
            assert!(left.left && left.persistent);
            assert_eq!(queue.uncommitted(), 1);
        }
        let all = Selection::default();
        let taken = queue.select(&all, hold, 5).found.expect("the second");
        assert!(!taken.left && taken.persistent);
        let third = queue.select(&leaves, hold, 5).found.expect("the third");
        assert!(!third.left && !third.persistent);
    }

    /// A queue of as many messages as four steps pass over, and a search that ends behind each of them.
    fn deep() -> (Queue, Arc<dyn Filter>) {
        let queue = Queue::new_volatile(QueueSettings::default());
        (0..4 * PASSED_PER_STEP).for_each(|_| put(&queue, 4));
        (queue, Arc::new(Only(9)))
    }

    fn one_step<'a>(filter: &'a Arc<dyn Filter>, rest: Option<Rest>) -> Selection<'a> {
        Selection {
            filter: Some(filter),
            steps_max: Some(PASSED_PER_STEP),
            rest,
            ..Selection::default()
        }
    }

    #[test]
    fn a_search_stops_when_its_steps_are_used_up_and_goes_on_where_it_was() {
        let (queue, filter) = deep();
        let (mut rest, mut stops) = (None, 0);
        loop {
            let selected = queue.select(&one_step(&filter, rest), Take::PEEK, 5);
            assert!(selected.found.is_none());
            rest = selected.rest;
            if !selected.stopped {
                break;
            }
            stops += 1;
        }
        assert_eq!((stops, rest.is_none()), (3, true), "the end is no stop");
        assert!(queue.lock().walks.is_empty());
    }

    #[test]
    fn what_comes_where_a_search_has_been_is_found_at_its_end() {
        let (queue, filter) = deep();
        let mut rest = queue.select(&one_step(&filter, None), Take::PEEK, 5).rest;
        // Of a higher priority: in front of all the others.
        put(&queue, 9);
        let found = loop {
            let selected = queue.select(&one_step(&filter, rest), Take::PEEK, 5);
            rest = selected.rest;
            if !selected.stopped {
                break selected.found;
            }
        };
        assert_eq!(found.map(|found| found.priority), Some(9));
        assert!(queue.lock().walks.is_empty());
    }

    #[test]
    fn when_too_much_comes_where_a_search_has_been_it_begins_again() {
        let (queue, filter) = deep();
        let rest = queue.select(&one_step(&filter, None), Take::PEEK, 5).rest;
        (0..crate::walk::MISSED_MAX).for_each(|_| put(&queue, 5));
        put(&queue, 9);
        let whole = Selection {
            steps_max: None,
            ..one_step(&filter, rest)
        };
        let found = queue.select(&whole, Take::PEEK, 5).found;
        assert_eq!(found.map(|found| found.priority), Some(9));
    }

    #[test]
    fn a_search_that_takes_nothing_stops_in_front_of_what_is_found() {
        let (queue, filter) = deep();
        let survey = |rest| Selection {
            steps_max: None,
            ..one_step(&filter, rest)
        };
        let before = queue.lock().counts.browses;
        let end = queue.select(&survey(None), Take::Nothing, 5);
        assert!(end.found.is_none() && !end.stopped);
        let only: Arc<dyn Filter> = Arc::new(Only(3));
        put(&queue, 3);
        let selection = Selection {
            filter: Some(&only),
            ..survey(end.rest)
        };
        let front = queue.select(&selection, Take::Nothing, 5);
        assert!(front.found.is_none());
        let selection = Selection {
            filter: Some(&only),
            rest: front.rest,
            steps_max: Some(PASSED_PER_STEP),
            ..Selection::default()
        };
        let browse = Take::Peek {
            lock: None,
            mark: Mark::None,
            counts: true,
        };
        assert!(queue.select(&selection, browse, 5).found.is_some());
        assert_eq!(queue.lock().counts.browses, before + 1);
        assert!(
            queue
                .select(&selection.unfiltered(), Take::PEEK, 5)
                .found
                .is_some()
        );
        assert_eq!(queue.lock().counts.browses, before + 1, "nobody browses");
    }

    #[test]
    fn a_search_that_is_forgotten_leaves_nothing_behind() {
        let (queue, filter) = deep();
        let rest = queue.select(&one_step(&filter, None), Take::PEEK, 5).rest;
        queue.forget_search(rest.expect("it stopped"));
        assert!(queue.lock().walks.is_empty());
    }
}
