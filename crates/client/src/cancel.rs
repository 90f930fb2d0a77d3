//! Ending a wait for a message from another thread than the one that waits.

use crate::control::control;
use crate::socket::Slot;
use crate::tcp::Link;
use ferromq_mqi::codec::ControlRequest;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Ends the wait of one connection. Of use while the connection is there, from any thread.
#[derive(Clone, Debug)]
pub struct WaitCanceller(Way);

#[derive(Clone, Debug)]
enum Way {
    /// Beside the shared region, which is the waiting thread's.
    Local {
        socket: PathBuf,
        connection_id: [u8; 24],
    },
    /// On the socket that its conversation is on.
    Channel { link: Arc<Link>, slot: Slot },
}

impl WaitCanceller {
    pub(crate) fn local(socket: &Path, connection_id: [u8; 24]) -> Self {
        Self(Way::Local {
            socket: socket.to_owned(),
            connection_id,
        })
    }

    pub(crate) fn channel(link: &Arc<Link>, slot: Slot) -> Self {
        Self(Way::Channel {
            link: Arc::clone(link),
            slot,
        })
    }

    /// Has the get that waits, if one does, answered with `MQRC_XWAIT_CANCELED` (or with its message, if that came
    /// first). One that has not reached the queue manager yet is missed: cancel again until the answer is there.
    pub fn cancel(&self) {
        match &self.0 {
            Way::Local {
                socket,
                connection_id,
            } => {
                // With no queue manager there the wait has ended already.
                let _ = control(socket, ControlRequest::CancelWait(*connection_id));
            }
            Way::Channel { link, slot } => link.cancel_wait(*slot),
        }
    }
}
