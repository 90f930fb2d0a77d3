//! Transaction branches: units of work a transaction manager coordinates.
//!
//! A connection that works in a branch puts and gets in the branch's unit of work instead of its
//! own; several may work in one branch. `states.rs` says what is allowed when and knows nothing
//! else; `branches.rs` is the branches by name with their work; `complete.rs` is what is written to the
//! log and shown on queues as they end; `recovery.rs` is what restart finds of them; `verbs/xa.rs` is the calls of one connection.
//!
//! The lock of the branches is held while states change and never while the log is appended to.
//! A call that must append marks the branch busy first, so that nobody else ends it meanwhile.

pub(crate) mod branches;
pub(crate) mod complete;
pub(crate) mod recovery;
pub(crate) mod states;
pub(crate) mod users;
