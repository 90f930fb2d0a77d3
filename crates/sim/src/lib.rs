//! The simulator: a whole queue manager from one seed.
//!
//! A seed makes six runs:
//!
//! * *single*: one step after the other, many operations in flight, held against an exact model. What follows is about it;
//! * *delivery* ([`run_delivery`]): everything that happens to messages besides being put and got, each verb seen through
//!   before the next (`delivery/mod.rs`);
//! * *interleaved* ([`run_interleaved`]): several threads that take turns at yield points, judged by what they were told
//!   (`interleaved/mod.rs`). In builds with debug assertions only;
//! * *clients* ([`run_clients`]): the same where programs are clients, over a network that delays, splits and cuts;
//! * *channel* ([`run_channel`]): two queue managers joined by channels over such a network, either of which fails (`joined/mod.rs`);
//! * *cluster* ([`run_cluster`]): up to two hundred queue managers that tell one another about themselves (`cluster/mod.rs`).
//!
//! The real log, queue, unit-of-work and queue-manager code runs on a simulated disk and
//! clock. Applications put, publish, get, browse, commit and back out at random; operators define,
//! alter, delete and clear; the log is forced, checkpoints are taken, the process dies, the
//! power goes, calls to the disk fail. A reference model (`model`) says what each
//! answer must be and, after each restart, what must be there.
//!
//! Judges:
//!
//! * what was answered as committed is there, once, after any crash; what was backed out or
//!   never committed is not; what was in flight is there wholly or not at all, and nothing
//!   in flight survives when something logged before it does not;
//! * a publication is on the queues of all who subscribed or of none, once, in the order of publication; subscriptions that
//!   last are there after any crash;
//! * order by priority and arrival, depth, browse, get by id, backout counts, definitions;
//! * branches in doubt stay in doubt until somebody decides them, which works however full the log is;
//! * nobody waits for a message that is there;
//! * a full log refuses work and makes room by itself.
//!
//! The same seed makes the same run. A failure prints the command that repeats it.

mod application;
mod between;
mod body;
mod cluster;
mod coordinator;
mod delivery;
mod each_call;
mod interleaved;
mod joined;
mod life;
mod model;
mod operator;
mod options;
mod place;
mod run;
mod shape;
mod summary;
mod trace;
mod verbs;
mod world;

pub use each_call::{Action, How, fail_each_call};
pub use options::Options;
pub use run::{
    Failure, Finished, describe, run, run_channel, run_clients, run_cluster, run_delivery,
    run_interleaved,
};
pub use shape::Faults;
pub use summary::Summary;
