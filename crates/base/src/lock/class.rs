//! Classes of locks: ranks, what a thread holds, and figures.

#[cfg(debug_assertions)]
use std::cell::RefCell;
#[cfg(feature = "lock-figures")]
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
#[cfg(feature = "lock-figures")]
use std::time::Instant;

/// What a lock is: a type listed by [`lock_classes`](crate::lock_classes).
pub trait Class: 'static {
    /// Its name, rank and figures.
    fn class() -> &'static LockClass;
}

/// Name and rank of all locks of a class.
#[derive(Debug)]
pub struct LockClass {
    name: &'static str,
    // Only debug builds check the order.
    #[cfg_attr(not(debug_assertions), allow(dead_code))]
    rank: u32,
    #[cfg(feature = "lock-figures")]
    counted: Counted,
}

/// How a class of locks was used in this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LockFigures {
    /// The class, such as `queue.inner`.
    pub name: &'static str,
    /// Its place in the order: greater is taken first.
    pub rank: u32,
    /// How often a lock of the class was taken.
    pub acquisitions: u64,
    /// How often another thread had it.
    pub contended: u64,
    /// How long those who took it waited for it, in all.
    pub waited_ns: u64,
}

#[cfg(feature = "lock-figures")]
#[derive(Debug)]
struct Counted {
    listed: AtomicBool,
    acquisitions: AtomicU64,
    contended: AtomicU64,
    waited_ns: AtomicU64,
}

/// All classes that were used, for [`figures`].
#[cfg(feature = "lock-figures")]
static LISTED: std::sync::Mutex<Vec<&'static LockClass>> = std::sync::Mutex::new(Vec::new());

#[cfg(debug_assertions)]
thread_local! {
    /// What this thread holds, in the order it was taken.
    static HELD: RefCell<Vec<&'static LockClass>> = const { RefCell::new(Vec::new()) };
    /// What it has taken, while [`taken_by`] wants to know.
    static TAKEN: RefCell<Option<Vec<&'static str>>> = const { RefCell::new(None) };
}

/// Does something, and says which classes of locks this thread took meanwhile: for tests, in builds with debug assertions only.
#[cfg(debug_assertions)]
pub fn taken_by<T>(act: impl FnOnce() -> T) -> (T, Vec<&'static str>) {
    TAKEN.with_borrow_mut(|taken| *taken = Some(Vec::new()));
    let done = act();
    let taken = TAKEN.with_borrow_mut(Option::take);
    (done, taken.unwrap_or_default())
}

impl LockClass {
    /// Made by [`lock_classes`](crate::lock_classes).
    #[must_use]
    pub const fn new(name: &'static str, rank: u32) -> Self {
        Self {
            name,
            rank,
            #[cfg(feature = "lock-figures")]
            counted: Counted {
                listed: AtomicBool::new(false),
                acquisitions: AtomicU64::new(0),
                contended: AtomicU64::new(0),
                waited_ns: AtomicU64::new(0),
            },
        }
    }

    /// The name in reports.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// This thread is about to wait for a lock of the class.
    ///
    /// # Panics
    ///
    /// In builds with debug assertions, if it holds one that must be taken later, or another of the same class.
    #[cfg(debug_assertions)]
    fn check(&self) {
        // Thread-locals may be gone already while a thread ends; nothing is checked then.
        let above = HELD.try_with(|held| {
            let held = held.borrow();
            held.iter().copied().find(|held| held.rank <= self.rank)
        });
        if let Ok(Some(above)) = above {
            assert!(
                std::thread::panicking(),
                "lock order: {} (rank {}) is asked for while {} (rank {}) is held",
                self.name,
                self.rank,
                above.name,
                above.rank
            );
        }
    }

    /// Takes a lock of this class: at once with `attempt`, or else by waiting with `wait`.
    #[inline]
    pub(super) fn acquire<G>(
        &'static self,
        attempt: impl Fn() -> Option<G>,
        wait: impl FnOnce() -> G,
    ) -> (G, Holding) {
        #[cfg(debug_assertions)]
        self.check();
        #[cfg(debug_assertions)]
        if crate::schedule::is_on() {
            return (self.take_turns(attempt), self.taken());
        }
        #[cfg(feature = "lock-figures")]
        let guard = match attempt() {
            Some(guard) => guard,
            None => {
                let began = Instant::now();
                let guard = wait();
                self.counted.waited(began);
                guard
            }
        };
        #[cfg(not(feature = "lock-figures"))]
        let guard = {
            let _ = attempt;
            wait()
        };
        (guard, self.taken())
    }

    /// Takes a lock among threads that take turns: whoever holds it may be one that does not run.
    #[cfg(debug_assertions)]
    pub(super) fn take_turns<G>(&'static self, attempt: impl Fn() -> Option<G>) -> G {
        crate::schedule::yield_point();
        loop {
            match attempt() {
                Some(guard) => return guard,
                None => crate::schedule::stand_aside(self.name),
            }
        }
    }

    /// A lock of this class has been taken.
    #[inline]
    pub(super) fn taken(&'static self) -> Holding {
        #[cfg(feature = "lock-figures")]
        self.count();
        Holding::of(self)
    }

    #[cfg(feature = "lock-figures")]
    fn count(&'static self) {
        self.counted.acquisitions.fetch_add(1, Ordering::Relaxed);
        if !self.counted.listed.load(Ordering::Relaxed)
            && !self.counted.listed.swap(true, Ordering::Relaxed)
        {
            let mut listed = LISTED
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner);
            listed.push(self);
        }
    }
}

#[cfg(feature = "lock-figures")]
impl Counted {
    fn waited(&self, began: Instant) {
        let waited_ns = u64::try_from(began.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.contended.fetch_add(1, Ordering::Relaxed);
        self.waited_ns.fetch_add(waited_ns, Ordering::Relaxed);
    }
}

/// That this thread holds a lock of a class, until it is dropped. Nothing at all in release builds.
#[derive(Debug)]
pub(super) struct Holding {
    #[cfg(debug_assertions)]
    class: &'static LockClass,
}

impl Holding {
    #[cfg(debug_assertions)]
    pub(super) fn class(&self) -> &'static LockClass {
        self.class
    }

    #[inline]
    fn of(class: &'static LockClass) -> Self {
        #[cfg(debug_assertions)]
        {
            let _ = HELD.try_with(|held| held.borrow_mut().push(class));
            let _ = TAKEN.try_with(|taken| {
                if let Some(taken) = &mut *taken.borrow_mut() {
                    taken.push(class.name);
                }
            });
        }
        #[cfg(not(debug_assertions))]
        let _ = class;
        Self {
            #[cfg(debug_assertions)]
            class,
        }
    }
}

#[cfg(debug_assertions)]
impl Drop for Holding {
    fn drop(&mut self) {
        let _ = HELD.try_with(|held| {
            let mut held = held.borrow_mut();
            // Guards may be dropped in any order.
            let last = held.iter().rposition(|one| std::ptr::eq(*one, self.class));
            if let Some(last) = last {
                held.remove(last);
            }
        });
        crate::schedule::let_go();
    }
}

/// How the locks of this process were used, those waited for longest first. Empty in a build without the feature
/// `lock-figures`.
#[must_use]
pub fn figures() -> Vec<LockFigures> {
    #[cfg(feature = "lock-figures")]
    {
        let listed = LISTED
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut figures: Vec<LockFigures> = listed.iter().map(|class| class.figures()).collect();
        figures.sort_by_key(|one| std::cmp::Reverse((one.waited_ns, one.acquisitions)));
        figures
    }
    #[cfg(not(feature = "lock-figures"))]
    Vec::new()
}

#[cfg(feature = "lock-figures")]
impl LockClass {
    fn figures(&self) -> LockFigures {
        LockFigures {
            name: self.name,
            rank: self.rank,
            acquisitions: self.counted.acquisitions.load(Ordering::Relaxed),
            contended: self.counted.contended.load(Ordering::Relaxed),
            waited_ns: self.counted.waited_ns.load(Ordering::Relaxed),
        }
    }
}
