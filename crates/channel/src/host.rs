//! What a channel needs of the process around it.

use crate::lock_order;
use crate::status::ChannelStatus;
use ferromq_base::lock::Mutex;
use ferromq_mqi::distinguished_name::CertificateNames;
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::{ConnectOptions, Origin};
use ferromq_mqi::{ObjectName, Reason};
use ferromq_qmgr::{AskedUser, Connection, Notice};
use ferromq_wire::control::StatusCode;
use ferromq_wire::negotiate::ServerOffer;
use std::sync::Arc;
use std::task::Waker;

/// The other end of a socket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Peer {
    /// IP address, as text.
    pub address: String,
    /// Port.
    pub port: u16,
    /// What the TLS handshake found; `None` on a plain socket.
    pub tls: Option<TlsPeer>,
}

/// What a TLS handshake found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlsPeer {
    /// Name of the cipher specification, as `SSLCIPH` has it.
    pub cipher_spec: String,
    /// The names in its certificate; `None` without one.
    pub certificate: Option<CertificateNames>,
}

/// A channel definition of type SVRCONN, as far as a running channel acts on it or shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerConnection {
    /// Name.
    pub channel_name: FixedText<20>,
    /// `MAXMSGL`.
    pub message_bytes_max: u32,
    /// `HBINT`; 0 for none.
    pub heartbeat_s: u32,
    /// `SHARECNV`; 0 asks for plain headers.
    pub conversations_max: u32,
    /// `DISCINT`: a socket without conversation traffic for so long is closed; 0 for never.
    pub disconnect_s: u32,
    /// `KAINT`, seconds; 0 for off, `None` for `AUTO`.
    pub keep_alive_s: Option<u32>,
    /// `MCAUSER`; blank for none.
    pub mca_user: FixedText<12>,
    /// `SSLCIPH`; empty for none.
    pub cipher_spec: String,
}

/// A channel that a client may have, with the terms to negotiate about.
pub struct Offer {
    /// Where negotiation starts.
    pub terms: ServerOffer,
    /// The definition now in force. The channel keeps to it until it ends.
    pub definition: Arc<ServerConnection>,
    /// What displays show of this channel. The host may keep it in its table; it is gone when the channel is.
    pub status: Arc<ChannelStatus>,
}

/// Why a client does not get the channel it asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What the client is told: one of the codes that end a connection.
    pub status: StatusCode,
}

impl Refusal {
    /// A refusal with this code.
    #[must_use]
    pub const fn new(status: StatusCode) -> Self {
        Self { status }
    }
}

/// Who asks for a connection.
#[derive(Clone, Copy)]
pub struct Applicant<'a> {
    /// Channel it came by, without blanks.
    pub channel_name: &'a str,
    /// `MCAUSER` of the channel.
    pub mca_user: FixedText<12>,
    /// Where from.
    pub peer: &'a Peer,
    /// User the client process says it runs as: its own word, nothing more.
    pub client_user: &'a str,
    /// User and password the application gave. `None` when it gave none.
    pub credentials: Option<(&'a str, &'a [u8])>,
    /// The password was sent protected by a scheme nobody published and cannot be read; in `credentials` it is
    /// empty. Where passwords are checked this must be refused. Clients protect it on sockets without TLS at
    /// level 13 and above: see `PasswordRule` of the negotiation.
    pub password_is_protected: bool,
    /// Queue manager asked for, without blanks; may be empty.
    pub q_mgr_name: &'a str,
    /// Application name it gave, without blanks.
    pub appl_name: &'a str,
}

impl std::fmt::Debug for Applicant<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Never a password in a trace.
        f.debug_struct("Applicant")
            .field("channel_name", &self.channel_name)
            .field("peer", &self.peer)
            .field("client_user", &self.client_user)
            .field("user", &self.credentials.map(|(user, _)| user))
            .finish_non_exhaustive()
    }
}

/// An applicant that may connect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Admitted {
    /// The user all checks and message contexts go by.
    pub user_id: FixedText<12>,
    /// Operating-system number of that user, for the accounting token.
    pub uid: u32,
    /// What the system says of that user; without it the system is asked as the user connects, and everybody on the socket's
    /// thread waits for it.
    pub asked: Option<AskedUser>,
}

/// Why an applicant may not connect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAdmitted {
    /// Reason its connect call ends with.
    pub reason: Reason,
}

impl Default for NotAdmitted {
    /// `MQRC_NOT_AUTHORIZED`.
    fn default() -> Self {
        Self {
            reason: Reason::NOT_AUTHORIZED,
        }
    }
}

type Decision = Result<Admitted, NotAdmitted>;

/// Where the decision about an applicant goes. Giving it wakes the conversation.
#[derive(Debug)]
pub struct Verdict {
    decision: Arc<Mutex<Option<Decision>, lock_order::Decision>>,
    waker: Waker,
}

/// The other end of a [`Verdict`].
#[derive(Debug)]
pub struct Awaited {
    decision: Arc<Mutex<Option<Decision>, lock_order::Decision>>,
}

impl Verdict {
    /// A verdict to be given, and where it arrives. The waker is that of the conversation.
    #[must_use]
    pub fn pending(waker: Waker) -> (Self, Awaited) {
        let decision = Arc::default();
        let awaited = Awaited {
            decision: Arc::clone(&decision),
        };
        (Self { decision, waker }, awaited)
    }

    /// Gives it. The reason of a refusal is what the connect call fails with.
    pub fn give(self, decision: Result<Admitted, NotAdmitted>) {
        self.store(decision);
    }

    fn store(&self, decision: Decision) {
        let mut place = self.decision.lock();
        if place.is_none() {
            *place = Some(decision);
            drop(place);
            self.waker.wake_by_ref();
        }
    }
}

impl Drop for Verdict {
    fn drop(&mut self) {
        self.store(Err(NotAdmitted::default()));
    }
}

impl Awaited {
    /// The decision, once it is given.
    #[must_use]
    pub fn decision(&self) -> Option<Result<Admitted, NotAdmitted>> {
        let place = self.decision.lock();
        place.clone()
    }
}

/// The process around a channel. All calls are short: none waits for a disk, a network or a person.
pub trait Host: Send + Sync {
    /// Looks up the channel a client asks for: definition, instances, TLS rules, addresses.
    ///
    /// # Errors
    /// What to tell the client instead.
    fn offer(&self, channel_name: &str, peer: &Peer) -> Result<Offer, Refusal>;

    /// Decides who an applicant is: connection authentication, channel authentication records. Checking a
    /// password is slow on purpose, so the verdict may be given later and by another thread; the
    /// conversation's connect call is pending until then. A verdict that is dropped is a refusal.
    fn admit(&self, who: &Applicant<'_>, verdict: Verdict);

    /// Connects an applicant that was admitted to the queue manager.
    ///
    /// # Errors
    /// As [`ferromq_qmgr::QueueManager::connect`].
    fn connect(
        &self,
        options: &ConnectOptions,
        origin: Origin,
        admitted: &Admitted,
    ) -> Result<Connection, Reason>;

    /// Somebody connects for the first time: the channel with this status, which was offered until now, is counted among
    /// those that run.
    ///
    /// # Errors
    /// The reason the connect call fails with, because too many run.
    fn enter(&self, status: &ChannelStatus) -> Result<(), Reason>;

    /// Ends the wait of a conversation wherever it is, if who asks may: see
    /// [`ferromq_qmgr::QueueManager::cancel_wait_for`]. May be called from within a call to any channel: the channel that
    /// has it must hear of it later, not within.
    fn cancel_wait(&self, asker: &Connection, connection_id: &[u8; 24], reason: Reason);

    /// The connections with these identifiers are hung up on because they were told to [leave](crate::ServerChannel::leave): they are to be made
    /// again elsewhere.
    fn leaves(&self, connection_ids: &[[u8; 24]]) {
        let _ = connection_ids;
    }

    /// The queue manager that is to have the connection that comes in place of this one, if it was hung up on for that: it is
    /// refused with `MQRC_Q_MGR_QUIESCING` here.
    fn sent_to(&self, lost: &[u8; 24]) -> Option<ObjectName> {
        let _ = lost;
        None
    }

    /// Tells the operator.
    fn notice(&self, notice: Notice);

    /// Monotonic time in nanoseconds, of the clock that [`crate::ServerChannel::tick`] is given the time of.
    fn monotonic_ns(&self) -> u64;
}
