//! What all threads of a server share.

use crate::admission::Admission;
use crate::local::item::Item;
use crate::local::{Administration, ServiceInbox};
use crate::repeats::Refusals;
use crate::settings::ServiceSettings;
use crate::tcp::Edge;
use ferromq_mqi::codec::{EndHow, Phase};
use ferromq_mqi::generated::constants::{
    MQIACF_REASON_QUALIFIER, MQRQ_Q_MGR_QUIESCING, MQRQ_Q_MGR_STOPPING,
};
use ferromq_qmgr::{
    CheckpointError, EndMode, EventDetails, Observed, QueueManager as Engine, RunState,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::time::Duration;

/// How far the end is, in `Shared::stopping`.
const GOES_ON: u8 = 0;
const ENDS: u8 = 1;
const ENDS_AT_ONCE: u8 = 2;

/// What the thread that ends the queue manager waits for.
pub(crate) enum EndEvent {
    End(Order),
    /// It has ended in good order, or nearly.
    Ended(Result<(), CheckpointError>),
}

/// An end that was asked for.
pub(crate) struct Order {
    pub(crate) how: EndHow,
    /// Clients that reconnect by themselves are to do so at once.
    pub(crate) reconnects: bool,
}

/// What all threads of a server share.
pub(crate) struct Shared {
    pub(crate) engine: Engine,
    pub(crate) settings: ServiceSettings,
    administration: Administration,
    edge: Arc<Edge>,
    orders: Sender<EndEvent>,
    acceptor_inbox: Arc<ServiceInbox>,
    is_acceptor_over: AtomicBool,
    inboxes: Vec<Arc<ServiceInbox>>,
    /// Connections of each service thread.
    links: Vec<AtomicUsize>,
    /// How the end that was asked for is to be, plus one; 0 while none was.
    asked: AtomicU8,
    stopping: AtomicU8,
}

impl Shared {
    /// What there is before the first thread runs, with one inbox for each of them, and one for the acceptor.
    pub(crate) fn new(
        engine: Engine,
        settings: ServiceSettings,
        administration: Administration,
        edge: Arc<Edge>,
        orders: Sender<EndEvent>,
        acceptor_inbox: Arc<ServiceInbox>,
        inboxes: Vec<Arc<ServiceInbox>>,
    ) -> Self {
        Self {
            engine,
            settings,
            administration,
            edge,
            orders,
            acceptor_inbox,
            is_acceptor_over: AtomicBool::new(false),
            links: inboxes.iter().map(|_| AtomicUsize::new(0)).collect(),
            inboxes,
            asked: AtomicU8::new(0),
            stopping: AtomicU8::new(GOES_ON),
        }
    }

    pub(crate) fn inbox(&self, number: usize) -> &Arc<ServiceInbox> {
        &self.inboxes[number]
    }

    pub(crate) fn acceptor_inbox(&self) -> &Arc<ServiceInbox> {
        &self.acceptor_inbox
    }

    pub(crate) fn administration(&self) -> &Administration {
        &self.administration
    }

    pub(crate) fn admission(&self) -> &Admission {
        self.edge.admission()
    }

    pub(crate) fn refusals(&self) -> &Refusals {
        self.edge.refusals()
    }

    pub(crate) fn edge(&self) -> &Arc<Edge> {
        &self.edge
    }

    /// Connections in all.
    pub(crate) fn link_count(&self) -> usize {
        self.links
            .iter()
            .map(|links| links.load(Ordering::Relaxed))
            .sum()
    }

    /// Chooses the service thread of a new connection, and counts it there.
    pub(crate) fn place_link(&self) -> usize {
        let loads = self.links.iter().map(|links| links.load(Ordering::Relaxed));
        let least = loads.enumerate().min_by_key(|(_, load)| *load);
        let number = least.map_or(0, |(number, _)| number);
        self.links[number].fetch_add(1, Ordering::Relaxed);
        number
    }

    pub(crate) fn link_dropped(&self, number: usize) {
        self.links[number].fetch_sub(1, Ordering::Relaxed);
    }

    /// Begins to end. An end under way can be made quicker, not slower.
    pub(crate) fn request_end(&self, how: EndHow, reconnects: bool) {
        if matches!(how, EndHow::Controlled) {
            // Whoever asked for it, or saw it under way, finds no new work begun behind that.
            self.engine.begin_end(EndMode::Quiesce);
        }
        let asked = how as u8 + 1;
        if self.asked.fetch_max(asked, Ordering::AcqRel) < asked {
            self.observe_end(how);
        }
        // When nobody listens any more, the end is under way.
        let _ = self.orders.send(EndEvent::End(Order { how, reconnects }));
    }

    /// The queue manager has ended.
    pub(crate) fn tell_ended(&self, ended: Result<(), CheckpointError>) {
        let _ = self.orders.send(EndEvent::Ended(ended));
    }

    /// Whoever reads events is told that the queue manager ends. A preemptive end waits for nothing.
    fn observe_end(&self, how: EndHow) {
        let qualifier = match how {
            EndHow::Controlled => MQRQ_Q_MGR_QUIESCING,
            EndHow::Immediate => MQRQ_Q_MGR_STOPPING,
            EndHow::Preemptive => return,
        };
        self.engine.observe(Observed::QueueManagerNotActive, || {
            EventDetails::default().int(MQIACF_REASON_QUALIFIER, qualifier)
        });
    }

    pub(crate) fn phase(&self) -> Phase {
        match (self.asked.load(Ordering::Acquire), self.engine.state()) {
            (0, RunState::Running) => Phase::Running,
            (2.., _) | (_, RunState::Stopping) => Phase::Ending,
            _ => Phase::Quiescing,
        }
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Acquire) != GOES_ON
    }

    /// How long verbs under way may take once the server stops.
    pub(crate) fn end_grace(&self) -> Duration {
        if self.stopping.load(Ordering::Acquire) == ENDS_AT_ONCE {
            Duration::ZERO
        } else {
            self.settings.end_grace
        }
    }

    /// Has all threads end; `saves` is false for an end that saves nothing and waits for nobody.
    pub(crate) fn stop(&self, saves: bool) {
        let how = if saves { ENDS } else { ENDS_AT_ONCE };
        self.stopping.fetch_max(how, Ordering::AcqRel);
        for inbox in &self.inboxes {
            inbox.wake();
        }
        self.acceptor_inbox.wake();
        self.edge.end_all(self.end_grace());
    }

    /// Whether the socket local programs come by is given up.
    pub(crate) fn is_acceptor_over(&self) -> bool {
        self.is_acceptor_over.load(Ordering::Acquire)
    }

    /// Gives it up: nobody can ask for anything any more.
    pub(crate) fn end_acceptor(&self) {
        self.is_acceptor_over.store(true, Ordering::Release);
        self.acceptor_inbox.wake();
    }

    /// Drops connections that no service thread has taken before it ended.
    pub(crate) fn drop_unadopted(&self) {
        for inbox in &self.inboxes {
            drop(inbox.take_those(|item| matches!(item, Item::Adopt(_))));
        }
    }
}
