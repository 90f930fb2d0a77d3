//! The program that captures: an application of a queue manager over one [`Session`](ferromq_mqi::session::Session), and of a source database.
//!
//! Fence first, read second: the restart queue is open for this program alone before its message is read. After that the message and the
//! slot are compared, and what does not fit is refused rather than guessed. From there on [`Capture`](crate::capture::Capture) decides; here its units of work are
//! put, and the source is told what it may forget after each.

mod begin;
mod commands;
mod monitor;
mod queues;
mod room;
mod run;

pub use begin::{Options, cold_restart};
pub use run::{Clock, Program, ResumeState, Tell};

use crate::trouble::Trouble;
use ferromq_mqi::Reason;
use ferromq_mqi::generated::notices::{FMQ0448, FMQ0449};
use ferromq_mqi::session::MqError;

/// A failed verb as a program tells it.
fn failed(q_mgr: &str, error: &MqError) -> Trouble {
    match error.reason {
        // Another program has the restart queue, or one that was killed is still being noticed.
        Reason::OBJECT_IN_USE
        | Reason::CONNECTION_BROKEN
        | Reason::Q_MGR_NOT_AVAILABLE
        | Reason::Q_MGR_QUIESCING
        | Reason::Q_MGR_STOPPING
        | Reason::CONNECTION_QUIESCING
        | Reason::CONNECTION_STOPPING
        | Reason::BACKED_OUT
        | Reason::Q_FULL
        | Reason::PUT_INHIBITED
        | Reason::GET_INHIBITED
        | Reason::Q_SPACE_NOT_AVAILABLE
        | Reason::STORAGE_MEDIUM_FULL
        | Reason::RESOURCE_PROBLEM => Trouble::passing(&FMQ0448, &[&q_mgr, error]),
        _ => Trouble::lasting(&FMQ0449, &[&q_mgr, error]),
    }
}
