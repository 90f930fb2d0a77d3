//! What agents of channels need of the process, wherever they run.

use ferromq_channel::{Ended, Ping};
use ferromq_mqi::Reason;
use ferromq_mqi::options::Origin;
use ferromq_qmgr::AskedUser;
use std::sync::mpsc;

/// What the initiator is told.
pub(crate) enum Order {
    /// The channel is to run.
    Start(String),
    /// It runs.
    Running(String),
    /// It has ended.
    Ended(String, Ended),
    /// It is not to be tried any more.
    Stop(String),
    /// It is to be tried whether it could run.
    Ping(String, Ping),
    End,
}

/// What agents of channels need of the process, wherever they run.
pub(crate) struct Agents {
    /// The channel initiator.
    pub(crate) initiator: mpsc::Sender<Order>,
    /// Whom connections of the queue manager's own act for, or why the system does not say.
    pub(crate) own: Result<(Origin, AskedUser), Reason>,
}
