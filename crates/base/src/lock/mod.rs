//! Locks that know their place in the order.
//!
//! A deadlock needs two threads that take two locks in different orders. So each lock has a rank, and a thread takes locks from
//! the top down: one may be taken only while all that are held already have a greater rank. Builds with debug assertions check it
//! at each acquisition, whether or not another thread is in the way at that moment, and panic with both names; release builds
//! are the standard library's locks and nothing else.
//!
//! Every lock of a crate is of a class, and the crate lists its classes in one place with [`lock_classes`],
//! outermost first: the list is the written order of locks. A rank is the floor of the crate times a thousand and a number, so that the
//! locks of upper floors are taken before those of lower ones. What is taken from below (an inbox that a wake-up from a lower
//! floor puts something in) has a rank below that floor's instead.
//!
//! A panic while a lock is held is a broken invariant. What that means is decided in one place above, not at each lock: so others
//! may go on and end in order. Who must not touch what was left half changed takes a mutex with [`Mutex::lock_intact`].
//!
//! With the feature `lock-figures` each class counts how often it is taken, how often somebody was in the way, and how long that
//! took: [`figures`].

mod class;
mod condvar;
mod mutex;
mod rwlock;

#[cfg(debug_assertions)]
pub use class::taken_by;
pub use class::{Class, LockClass, LockFigures, figures};
pub use condvar::Condvar;
pub use mutex::{Mutex, MutexGuard};
pub use rwlock::{RwLock, RwLockReadGuard, RwLockWriteGuard};

#[cfg(test)]
mod tests;

/// The classes of a crate's locks: a type for each, its name in reports and its rank.
///
/// ```
/// ferromq_base::lock_classes! {
///     /// Who is logged on.
///     pub Visitors: "example.visitors", 9_020;
///     /// What one of them has in the basket.
///     pub Basket: "example.basket", 9_010;
/// }
/// let basket: ferromq_base::lock::Mutex<Vec<u32>, Basket> = ferromq_base::lock::Mutex::default();
/// basket.lock().push(1);
/// ```
#[macro_export]
macro_rules! lock_classes {
    ($($(#[$doc:meta])* $seen:vis $class:ident: $name:literal, $rank:literal;)+) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug)]
            $seen enum $class {}

            impl $crate::lock::Class for $class {
                fn class() -> &'static $crate::lock::LockClass {
                    static CLASS: $crate::lock::LockClass = $crate::lock::LockClass::new($name, $rank);
                    &CLASS
                }
            }
        )+
    };
}
pub(crate) use lock_classes;
