//! An open queue manager, in this process.
//!
//! ```no_run
//! use ferromq::{MsgDescriptor, PutOptions, GetOptions, QueueManager, mq};
//!
//! let manager = QueueManager::open_or_create("target/doc-example", "QM1")?;
//! let mut session = manager.connect()?;
//! session.command("DEFINE QLOCAL(ORDERS) REPLACE")?;
//! let queue = session.open("ORDERS", mq::MQOO_OUTPUT | mq::MQOO_INPUT_SHARED)?;
//! session.put(queue, &mut MsgDescriptor::default(), &mut PutOptions::default(), "hello")?;
//! let got = session.get(queue, &MsgDescriptor::default(), &GetOptions::default(), 1024)?;
//! assert_eq!(&got.body[..], b"hello");
//! session.disconnect()?;
//! manager.end()?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`QueueManager`] may be shared by any number of threads; each connects for itself. No
//! runtime is needed. Dropping it ends the queue manager at once; what was committed is there
//! when it is opened again, and so it is after a crash.

pub mod activity_trace;
pub mod adoption;
pub mod auto_cluster;
pub mod auto_config;
mod client_table_file;
mod command_server;
mod creation;
pub mod diagnostics;
mod embedded;
mod fuzz;
mod generated;
mod holder;
pub mod installation;
mod lock_order;
mod lookup_threads;
mod neighbours;
mod origin;
mod own_thread;
mod place;
mod queued;
mod rights;
pub mod settings;
#[cfg(test)]
#[path = "../tests/place/mod.rs"]
mod test_place;
mod thread_waker;
mod threads;
mod unfinished;
mod users;
mod waiting;

pub use embedded::{EmbeddedConnection, OpenError, QueueManager, Settings};
pub use ferromq_base::ini;
pub use ferromq_mqi::call::{CommandOutcome, GetReply};
pub use ferromq_mqi::options::{
    ConnectOptions, GetOptions, ObjectDescriptor, ObjectHandle, PutOptions, StatusReport,
};
pub use ferromq_mqi::session::{Connected, MqError, Session};
pub use ferromq_mqi::{MsgDescriptor, ObjectName, Reason};
pub use fuzz::fuzz_one;
pub use holder::{Holder, LockError};
pub use installation::{Installation, InstallationError};
pub use users::{SystemUsers, local_user_name};
pub use waiting::WaitingConnection;

/// Every constant of the MQI, under its own name.
pub mod mq {
    pub use ferromq_mqi::generated::constants::*;
}

/// The queue manager below the verbs, for edges that schedule connections themselves.
pub mod engine {
    pub use ferromq_log::{LogSettings, LogType, LogUsage};
    pub use ferromq_mqi::call::{Reply, Request};
    pub use ferromq_mqi::options::{Origin, Road};
    pub use ferromq_qmgr::*;
}
