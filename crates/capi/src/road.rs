//! What the library needs of a road into a queue manager.

use ferromq_client::{
    BindingsConnection, ClientChannel, ClientConnection, ConnectFailure, Hears,
    ReconnectingConnection,
};
use ferromq_mqi::ObjectName;
use ferromq_mqi::options::ConnectOptions;
use ferromq_mqi::session::Connected;
use std::sync::OnceLock;

/// A connection by whatever road.
pub trait Road: Connected + Send {
    /// The queue manager at its end.
    fn q_mgr_name(&self) -> ObjectName;

    /// The 24 bytes that name the connection (`MQCNO.ConnectionId`); zeros where the road knows none.
    fn connection_id(&self) -> [u8; 24];

    /// The channel it was made by, if by any.
    fn channel(&self) -> Option<ClientChannel> {
        None
    }

    /// True when it is one of a client, for which a few verbs answer otherwise.
    fn is_client(&self) -> bool;

    /// What ends a wait of it from another thread; `None` when nothing does, and nobody may wait for long.
    fn canceller(&self) -> Option<Canceller>;

    /// Has somebody hear of what becomes of it when it breaks. Only a road that is made again has anything to say.
    fn set_hears(&mut self, _hears: Hears) {}
}

/// Has a get or an [`AwaitAny`](ferromq_mqi::call::Request::AwaitAny) that waits answered soon, with
/// `MQRC_XWAIT_CANCELED` or `MQRC_NO_MSG_AVAILABLE`. One that has not begun to wait is missed.
pub type Canceller = Box<dyn Fn() + Send + Sync>;

impl Road for BindingsConnection {
    fn q_mgr_name(&self) -> ObjectName {
        self.q_mgr_name()
    }

    fn connection_id(&self) -> [u8; 24] {
        self.connection_id()
    }

    fn is_client(&self) -> bool {
        false
    }

    fn canceller(&self) -> Option<Canceller> {
        let canceller = self.canceller();
        Some(Box::new(move || canceller.cancel()))
    }
}

impl Road for ClientConnection {
    fn q_mgr_name(&self) -> ObjectName {
        self.q_mgr_name()
    }

    fn connection_id(&self) -> [u8; 24] {
        self.connection_id()
    }

    fn channel(&self) -> Option<ClientChannel> {
        Some(self.channel().clone())
    }

    fn is_client(&self) -> bool {
        true
    }

    fn canceller(&self) -> Option<Canceller> {
        let canceller = self.canceller()?;
        Some(Box::new(move || canceller.cancel()))
    }
}

impl Road for ReconnectingConnection {
    fn q_mgr_name(&self) -> ObjectName {
        self.q_mgr_name()
    }

    fn connection_id(&self) -> [u8; 24] {
        self.connection_id()
    }

    fn channel(&self) -> Option<ClientChannel> {
        self.channel().cloned()
    }

    fn is_client(&self) -> bool {
        true
    }

    fn canceller(&self) -> Option<Canceller> {
        Some(Box::new(self.canceller()))
    }

    fn set_hears(&mut self, hears: Hears) {
        self.set_hears(hears);
    }
}

/// Connects to a queue manager inside this process; `None` when it does not have the one that is asked for.
pub type Embedded = fn(&ConnectOptions) -> Option<Result<Box<dyn Road>, ConnectFailure>>;

static EMBEDDED: OnceLock<Embedded> = OnceLock::new();

/// Adds the road to queue managers inside this process. It is asked first for every connection that is not
/// explicitly a client's. Only the first offer counts.
pub fn offer_embedded(embedded: Embedded) {
    // A second offer is the same library once more.
    let _ = EMBEDDED.set(embedded);
}

/// The road that was offered.
pub(crate) fn embedded() -> Option<Embedded> {
    EMBEDDED.get().copied()
}
