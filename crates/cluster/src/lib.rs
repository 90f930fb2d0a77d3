//! Clusters of queue managers: what each tells the others about itself, and what each knows of them.
//!
//! [`Member`] is one queue manager in all its clusters: a state machine that is fed with events (own objects changed, a
//! message came, a channel started, a name is asked for, time went by) and says what is to be done ([`Action`]): keep
//! or drop a record, send bytes to a queue manager, tell somebody. It has no sockets, queues or clock of its own, so that
//! two hundred of them run from one seed. `docs/formats/cluster.md` says what they send, and the rules they keep.
//!
//! [`balance`] is how applications are spread over the members of a uniform cluster.
//!
//! [`workload`] is which of several places a message goes to.
//!
//! Times are milliseconds since 1970 by the clock of whoever calls; clocks of different queue managers are never
//! compared.

pub mod balance;
mod limits;
pub mod member;
pub mod message;
pub mod record;
mod store;
pub mod workload;

pub use limits::{
    ANSWER_MS, CLUSTERS_MAX, COMPARE_MS, COMPARE_PARTIAL_MS, CONTENTS_ALL_MAX, DAY_MS, FORCED_MS,
    LIFE_MS, NAMES_ALL_MAX, NAMES_MAX, OWNERS_MAX, RECORDS_ALL_MAX, RECORDS_MAX, RENEW_MS, TOLD_MS,
    UNKNOWN_MS, VERSION_AHEAD_MS, VERSION_MAX, WAITING_MAX,
};
pub use member::{
    Action, Answer, CommandError, Destination, Limit, Member, Notice, OwnCluster, Partner,
};
pub use record::{Contents, Name, QMID_BYTES_MAX, RecordKind, State, StoredRecord};

/// Any bytes as a message of another member. Nothing panics.
///
/// # Panics
/// If what comes of them is not the same again after it was encoded.
pub fn fuzz_one(bytes: &[u8]) {
    message::fuzz_one(bytes);
    balance::fuzz_one(bytes);
}
