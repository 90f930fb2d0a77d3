//! How long things last and how many there may be. `docs/formats/cluster.md` has them too.

/// A day.
pub const DAY_MS: u64 = 24 * 60 * 60 * 1000;
/// After so long an owner writes its record again, and a member that uses a name asks for it again.
pub const RENEW_MS: u64 = 27 * DAY_MS;
/// After so long without renewal a record is not told to members that are no full repository; a subscription ends.
pub const TOLD_MS: u64 = 30 * DAY_MS;
/// After so long without renewal a record is dropped, and so is what was withdrawn.
pub const LIFE_MS: u64 = 90 * DAY_MS;
/// Full repositories compare digests as often.
pub const COMPARE_MS: u64 = 10 * 60 * 1000;
/// Everybody else compares what it says of itself as often.
pub const COMPARE_PARTIAL_MS: u64 = DAY_MS;
/// So long an answer to a question is waited for: a second less than a verb waits for what comes of it, which would not hear otherwise that
/// one full repository has said no while another one is away.
pub const ANSWER_MS: u64 = 9_000;
/// So long a queue manager that was forced out is not heard.
pub const FORCED_MS: u64 = 10_000;
/// The greatest version.
pub const VERSION_MAX: u64 = 1 << 62;
/// A version so far ahead of this machine's clock is not believed: clocks that are wrong are wrong by less.
pub const VERSION_AHEAD_MS: u64 = 100 * 365 * DAY_MS;

/// Most queue managers in a cluster.
pub const OWNERS_MAX: usize = 5_000;
/// Most records of one queue manager in a cluster.
pub const RECORDS_MAX: usize = 50_000;
/// Most names one queue manager is told of.
pub const NAMES_MAX: usize = if cfg!(test) { 500 } else { 50_000 };
/// Most records of queues and topics in all clusters together; of queue managers an eighth more.
pub const RECORDS_ALL_MAX: usize = if cfg!(test) { 2_000 } else { 1_000_000 };
/// Most bytes of contents of records in all clusters together; of queue managers an eighth more.
pub const CONTENTS_ALL_MAX: usize = 256 << 20;
/// Most names that others are told of, in all clusters together.
pub const NAMES_ALL_MAX: usize = if cfg!(test) { 1_000 } else { 500_000 };
/// A name that was asked for and that nobody shares is forgotten after so long, or earlier if there are too many.
pub const UNKNOWN_MS: u64 = DAY_MS;
/// Most clusters of a queue manager.
pub const CLUSTERS_MAX: usize = 256;
/// Most names that are waited for at a time.
pub const WAITING_MAX: usize = 10_000;
