//! A queue manager on a simulated disk, and clients that speak to its channels in bytes.

mod client;

pub(crate) use client::Client;

use ferromq_base::clock::{Clock, SimulatedClock};
use ferromq_channel::{
    Admitted, Applicant, ChannelStatus, Host, NotAdmitted, Offer, Peer, Refusal, ServerConnection,
    Verdict,
};
use ferromq_mqi::Reason;
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::name::{FixedText, ObjectName};
use ferromq_mqi::options::{ConnectOptions, Origin};
use ferromq_qmgr::{Connection, Notice, QueueManager, SimulatedPlace};
use ferromq_wire::control::StatusCode;
use ferromq_wire::negotiate::ServerOffer;
use ferromq_wire::text::Text;
use std::cell::Cell;
use std::sync::{Arc, Mutex};

pub(crate) const CHANNEL: &str = "APP.SVRCONN";

/// The process around the channels of one queue manager.
pub(crate) struct Rig {
    _place: SimulatedPlace,
    pub(crate) clock: Arc<SimulatedClock>,
    pub(crate) manager: QueueManager,
    pub(crate) host: Arc<TestHost>,
    next_port: Cell<u16>,
}

pub(crate) struct TestHost {
    manager: QueueManager,
    clock: Arc<SimulatedClock>,
    pub(crate) terms: Mutex<ServerOffer>,
    pub(crate) definition: Mutex<ServerConnection>,
    pub(crate) refusal: Mutex<Option<StatusCode>>,
    /// Too many channels run.
    pub(crate) full: Mutex<Option<Reason>>,
    pub(crate) notices: Mutex<Vec<Notice>>,
    /// Verdicts are kept here instead of being given at once.
    pub(crate) slow_verdicts: Mutex<Option<Vec<Verdict>>>,
    /// Of each applicant, whether the password cannot be read.
    pub(crate) protected: Mutex<Vec<bool>>,
    /// Connections that were hung up on to be made elsewhere.
    pub(crate) left: Mutex<Vec<[u8; 24]>>,
    /// The queue manager connections that are made again are sent to.
    pub(crate) elsewhere: Mutex<Option<String>>,
}

impl Host for TestHost {
    fn offer(&self, channel_name: &str, peer: &Peer) -> Result<Offer, Refusal> {
        if let Some(code) = *self.refusal.lock().expect("unharmed") {
            return Err(Refusal::new(code));
        }
        if channel_name != CHANNEL {
            return Err(Refusal::new(StatusCode::CHANNEL_NOT_FOUND));
        }
        let definition = Arc::new(self.definition.lock().expect("unharmed").clone());
        let status = ChannelStatus::new(
            Arc::clone(&definition),
            peer.clone(),
            self.clock.wall_us(),
            self.clock.monotonic_ns(),
        );
        Ok(Offer {
            terms: self.terms.lock().expect("unharmed").clone(),
            definition,
            status: Arc::new(status),
        })
    }

    fn admit(&self, who: &Applicant<'_>, verdict: Verdict) {
        if let Some(slow) = &mut *self.slow_verdicts.lock().expect("unharmed") {
            slow.push(verdict);
            return;
        }
        self.protected
            .lock()
            .expect("unharmed")
            .push(who.password_is_protected);
        let user = match who.credentials {
            Some((user, b"passw0rd")) => user,
            Some(_) => return verdict.give(Err(NotAdmitted::default())),
            None => who.client_user,
        };
        verdict.give(Ok(Admitted {
            user_id: FixedText::truncated(user),
            uid: 1000,
            asked: None,
        }));
    }

    fn connect(
        &self,
        options: &ConnectOptions,
        origin: Origin,
        _: &Admitted,
    ) -> Result<Connection, Reason> {
        self.manager.connect(options, origin)
    }

    fn enter(&self, _: &ChannelStatus) -> Result<(), Reason> {
        let full = self.full.lock().expect("unharmed");
        full.map_or(Ok(()), Err)
    }

    fn cancel_wait(&self, asker: &Connection, connection_id: &[u8; 24], reason: Reason) {
        self.manager.cancel_wait_for(asker, connection_id, reason);
    }

    fn leaves(&self, connection_ids: &[[u8; 24]]) {
        self.left.lock().expect("unharmed").extend(connection_ids);
    }

    fn sent_to(&self, _: &[u8; 24]) -> Option<ObjectName> {
        let elsewhere = self.elsewhere.lock().expect("unharmed");
        elsewhere.as_deref().map(ObjectName::truncated)
    }

    fn notice(&self, notice: Notice) {
        self.notices.lock().expect("unharmed").push(notice);
    }

    fn monotonic_ns(&self) -> u64 {
        self.clock.monotonic_ns()
    }
}

impl Rig {
    pub(crate) fn new() -> Self {
        let place = SimulatedPlace::with_queue_manager(1024, 1 << 20);
        let (clock, manager) = (place.clock(), place.start());
        let host = TestHost {
            manager: manager.clone(),
            clock: Arc::clone(&clock),
            terms: Mutex::new(ServerOffer {
                q_mgr_name: Text::of("QM1"),
                q_mgr_id: Text::of("QM1_2026"),
                product_id: Text::of("MQMM09040000"),
                ..ServerOffer::default()
            }),
            definition: Mutex::new(ServerConnection {
                channel_name: FixedText::truncated(CHANNEL),
                message_bytes_max: 4_194_304,
                heartbeat_s: 300,
                conversations_max: 10,
                disconnect_s: 0,
                keep_alive_s: None,
                mca_user: FixedText::BLANK,
                cipher_spec: String::new(),
            }),
            refusal: Mutex::default(),
            full: Mutex::default(),
            notices: Mutex::default(),
            slow_verdicts: Mutex::default(),
            protected: Mutex::default(),
            left: Mutex::default(),
            elsewhere: Mutex::default(),
        };
        Self {
            _place: place,
            clock,
            manager,
            host: Arc::new(host),
            next_port: Cell::new(40_000),
        }
    }

    pub(crate) fn queue(&self, name: &str) {
        let queue = Definition::new(ObjectKind::QLocal, ObjectName::truncated(name));
        self.manager.define(queue, false).expect("defined");
    }

    /// A client that has not sent anything.
    pub(crate) fn socket(&self) -> Client {
        self.socket_of("192.0.2.1")
    }

    /// The same of a machine with this address.
    pub(crate) fn socket_of(&self, address: &str) -> Client {
        let port = self.next_port.get();
        self.next_port.set(port + 1);
        Client::new(self, address, port)
    }

    /// A client whose first conversation is connected.
    pub(crate) fn client(&self) -> Client {
        self.client_of("192.0.2.1", "app").0
    }

    /// A client of this address and user whose first conversation is connected, and the connection's id.
    pub(crate) fn client_of(&self, address: &str, user: &str) -> (Client, [u8; 24]) {
        let mut client = self.socket_of(address);
        client.negotiate(Client::wants()).expect("terms");
        client.log_on(user);
        let id = client.connect(1, "").expect("connected");
        (client, id)
    }

    pub(crate) fn pass_ms(&self, ms: u64) {
        self.clock.advance_ns(ms * 1_000_000);
    }
}
