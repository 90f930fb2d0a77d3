//! Ground floor: what every other crate stands on.
//!
//! `base` holds the seams to the outside world (disk, clock, the machine's own figures) and the few
//! building blocks that know nothing of messaging. It never knows MQ.
//!
//! Each seam is a small trait with an operating-system implementation and a
//! simulated one, so that a whole queue manager can run on one thread from one
//! seed.

pub mod buffer;
pub mod calendar;
pub mod checksum;
pub mod clock;
pub mod credentials;
pub mod descriptors;
pub mod disk;
pub mod gather;
pub mod hash;
pub mod ini;
pub mod large;
pub mod lock;
mod lock_order;
pub mod machine;
pub mod os;
pub mod output;
pub mod pauses;
pub mod poll;
pub mod process;
pub mod random;
pub mod schedule;
pub mod skipped;
pub mod time_zone;
pub mod users;
