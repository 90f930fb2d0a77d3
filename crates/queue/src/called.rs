//! Answers that may come later.
//!
//! Whoever keeps messages in this process answers a call as it returns ([`Called::Done`]), and nearly nothing is paid for that
//! (`examples/seam.rs` counts it). An engine
//! elsewhere says that the call is under way ([`Called::Pending`]); it keeps the [`Completion`] and answers from any thread, with no lock held.
//! There is no runtime: the answer is asked for ([`Pending::poll`]), or something is done with it as it comes ([`Called::then`]).

use crate::lock_order;
use ferromq_base::lock::Mutex;
use std::fmt;
use std::sync::Arc;
use std::task::{Poll, Waker};

/// A call of which the answer is here, or under way.
#[derive(Debug)]
#[must_use = "the answer may be still to come"]
pub enum Called<T> {
    /// The answer.
    Done(T),
    /// It comes later.
    Pending(Pending<T>),
}

impl<T> From<T> for Called<T> {
    fn from(answer: T) -> Self {
        Self::Done(answer)
    }
}

impl<T: Send + 'static> Called<T> {
    /// Does something with the answer: now, or on the thread that gives it. What is returned is under way until that is done, and is lost
    /// with the answer.
    pub fn then<U: Send + 'static>(self, act: impl FnOnce(T) -> U + Send + 'static) -> Called<U> {
        match self {
            Self::Done(answer) => Called::Done(act(answer)),
            Self::Pending(pending) => {
                let (completion, later) = under_way();
                pending.when_over(move |answer| {
                    if let Some(answer) = answer {
                        completion.answer(act(answer));
                    }
                });
                Called::Pending(later)
            }
        }
    }
}

impl Called<()> {
    /// Nobody waits for the end of it.
    pub fn unattended(self) {}
}

impl Called<crate::wakeup::Wakeups> {
    /// Wakes whom the call chose, once it has. Nobody waits for that.
    pub fn wake(self) {
        self.then(crate::wakeup::Wakeups::wake).unattended();
    }
}

/// The answer of a call that is under way, for who made it. Dropping it takes nothing back.
pub struct Pending<T>(Arc<Slot<T>>);

/// The same for who answers. If it is dropped the answer is lost.
pub struct Completion<T>(Arc<Slot<T>>);

type Slot<T> = Mutex<Stage<T>, lock_order::Answer>;

type Act<T> = Box<dyn FnOnce(Option<T>) + Send>;

enum Stage<T> {
    UnderWay(Option<Waker>),
    /// Somebody does something with it when it comes.
    Left(Act<T>),
    Answered(T),
    /// Lost, or taken.
    Over,
}

impl<T> fmt::Debug for Pending<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pending").finish_non_exhaustive()
    }
}

impl<T> fmt::Debug for Completion<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Completion").finish_non_exhaustive()
    }
}

/// Both ends of a call that is answered later.
#[must_use]
pub fn under_way<T>() -> (Completion<T>, Pending<T>) {
    let slot = Arc::new(Slot::new(Stage::UnderWay(None)));
    (Completion(Arc::clone(&slot)), Pending(slot))
}

impl<T> Pending<T> {
    /// The answer, once; `None` when it is lost. Until it is there it leaves `waker` to be woken.
    pub fn poll(&self, waker: &Waker) -> Poll<Option<T>> {
        let mut stage = self.0.lock();
        if let Stage::UnderWay(known) = &mut *stage {
            *known = Some(waker.clone());
            return Poll::Pending;
        }
        match std::mem::replace(&mut *stage, Stage::Over) {
            Stage::Answered(answer) => Poll::Ready(Some(answer)),
            _ => Poll::Ready(None),
        }
    }

    /// True while it is under way.
    #[must_use]
    pub fn is_under_way(&self) -> bool {
        matches!(*self.0.lock(), Stage::UnderWay(_))
    }

    /// Does something when it is over, now or on the thread that brings that about; with `None` when the answer is lost.
    pub fn when_over(self, act: impl FnOnce(Option<T>) + Send + 'static) {
        let answer = {
            let mut stage = self.0.lock();
            match std::mem::replace(&mut *stage, Stage::Over) {
                Stage::UnderWay(_) => {
                    *stage = Stage::Left(Box::new(act));
                    return;
                }
                Stage::Answered(answer) => Some(answer),
                Stage::Left(_) | Stage::Over => None,
            }
        };
        act(answer);
    }
}

impl<T> Completion<T> {
    /// Gives the answer.
    pub fn answer(self, answer: T) {
        self.settle(Some(answer));
    }

    fn settle(&self, answer: Option<T>) {
        let before = {
            let mut stage = self.0.lock();
            let before = std::mem::replace(&mut *stage, Stage::Over);
            match (before, answer) {
                (Stage::UnderWay(waker), Some(answer)) => {
                    *stage = Stage::Answered(answer);
                    Over::Wake(waker)
                }
                (Stage::UnderWay(waker), None) => Over::Wake(waker),
                (Stage::Left(act), answer) => Over::Act(act, answer),
                // It was answered before.
                (settled @ (Stage::Answered(_) | Stage::Over), _) => {
                    *stage = settled;
                    return;
                }
            }
        };
        match before {
            Over::Wake(waker) => {
                if let Some(waker) = waker {
                    waker.wake();
                }
            }
            Over::Act(act, answer) => act(answer),
        }
    }
}

/// What is done when a call is over, with nothing locked.
enum Over<T> {
    Wake(Option<Waker>),
    Act(Act<T>, Option<T>),
}

impl<T> Drop for Completion<T> {
    fn drop(&mut self) {
        self.settle(None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[test]
    fn what_follows_from_an_answer_is_done_when_it_comes_and_once() {
        let done = Arc::new(AtomicU32::new(0));
        let adds = Arc::clone(&done);
        let act = move |by: u32| {
            adds.fetch_add(by, Ordering::SeqCst);
            by + 1
        };
        let (completion, pending) = under_way();
        let Called::Pending(later) = Called::Pending(pending).then(act) else {
            panic!("it was not answered yet");
        };
        assert!(later.is_under_way());
        assert_eq!(done.load(Ordering::SeqCst), 0);
        completion.answer(7);
        assert_eq!(done.load(Ordering::SeqCst), 7);
        assert_eq!(later.poll(Waker::noop()), Poll::Ready(Some(8)));
        assert_eq!(later.poll(Waker::noop()), Poll::Ready(None));
    }

    #[test]
    fn an_answer_that_is_lost_ends_the_call_and_nothing_follows_from_it() {
        let (completion, pending) = under_way::<u32>();
        let called = Called::Pending(pending).then(|_| panic!("there is no answer"));
        let Called::Pending(later) = called else {
            panic!("it was not answered yet");
        };
        drop(completion);
        assert_eq!(later.poll(Waker::noop()), Poll::Ready(None::<()>));
    }

    #[test]
    fn who_asks_is_woken_by_the_answer() {
        struct Woken(AtomicU32);
        impl std::task::Wake for Woken {
            fn wake(self: Arc<Self>) {
                self.0.fetch_add(1, Ordering::SeqCst);
            }
        }
        let woken = Arc::new(Woken(AtomicU32::new(0)));
        let waker = Waker::from(Arc::clone(&woken));
        let (completion, pending) = under_way();
        assert_eq!(pending.poll(&waker), Poll::Pending);
        completion.answer(1);
        assert_eq!(woken.0.load(Ordering::SeqCst), 1);
        assert_eq!(pending.poll(&waker), Poll::Ready(Some(1)));
    }
}
