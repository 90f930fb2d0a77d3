//! The thread that exchanges publications with other queue managers. What it does is in `ferromq_neighbours`.

use crate::lock_order;
use crate::origin::own_origin;
use crate::own_thread::{OwnThread, OwnThreads, look_until};
use crate::waiting::WaitingConnection;
use ferromq_admin::{Administered, NeighboursControl, RelationStatus};
use ferromq_base::lock::{Mutex, MutexGuard};
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::generated::constants::{MQAT_BROKER, MQPSM_DISABLED};
use ferromq_mqi::generated::notices::FMQ0275;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::Origin;
use ferromq_neighbours::{Exchange, ExchangeControl};
use ferromq_qmgr::{Notice, NoticeSink, QueueManager as Engine, WaitInterrupt};
use std::fmt;
use std::sync::Arc;

/// Starts and stops the thread.
pub(crate) struct NeighboursThread {
    threads: OwnThreads,
    state: Mutex<State, lock_order::Neighbours>,
}

#[derive(Default)]
struct State {
    /// Somebody wants it.
    wanted: bool,
    running: Option<(Running, WaitInterrupt)>,
}

type Running = OwnThread<ExchangeControl>;

impl fmt::Debug for NeighboursThread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NeighboursThread").finish_non_exhaustive()
    }
}

impl NeighboursThread {
    pub(crate) fn new(
        engine: Engine,
        administered: &Arc<Administered>,
        notices: NoticeSink,
    ) -> Self {
        Self {
            threads: OwnThreads::new(engine, administered, notices),
            state: Mutex::default(),
        }
    }

    /// From now on it runs unless `PSMODE` is `DISABLED`.
    pub(crate) fn begin(&self) {
        let mut state = self.state();
        state.wanted = true;
        self.follow(&mut state);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }

    /// Does what `PSMODE` says.
    fn follow(&self, state: &mut State) {
        let enabled = self.threads.engine.q_mgr_int(Attr::Psmode) != MQPSM_DISABLED;
        if state.wanted && enabled {
            let alive = |(running, _): &(Running, WaitInterrupt)| running.is_alive();
            if state.running.as_ref().is_some_and(alive) {
                return;
            }
            state.running = self.spawn().unwrap_or_else(|reason| {
                (self.threads.notices)(Notice::of(&FMQ0275, &[&"SYSTEM.INTER.QMGR.*", &reason]));
                None
            });
        } else if let Some((ending, interrupt)) = state.running.take() {
            ending.flags.ask_to_stop();
            interrupt.raise();
            ending.await_end(&self.threads.engine);
        }
    }

    fn spawn(&self) -> Result<Option<(Running, WaitInterrupt)>, String> {
        let name = self.threads.engine.name();
        let origin = Origin {
            appl_type: MQAT_BROKER,
            ..own_origin()
        };
        let Some((_, connection)) = self.threads.connect(name.as_str(), origin)? else {
            return Ok(None);
        };
        let (id, interrupt) = (connection.connection_id(), connection.wait_interrupt());
        let control = Arc::new(ExchangeControl::default());
        let exchange = Exchange::new(
            WaitingConnection::new(connection).session(),
            interrupt.clone(),
            self.threads.engine.clone(),
            Arc::clone(&control),
            Arc::clone(&self.threads.notices),
        );
        let run = move || exchange.run();
        let threads = &self.threads;
        let thread = threads.spawn_quietly("neighbours", control, id, run)?;
        Ok(Some((thread, interrupt)))
    }

    /// Asks the thread something, if it runs. Whether it does.
    fn ask(&self, ask: impl FnOnce(&ExchangeControl)) -> bool {
        let state = self.state();
        let Some((running, interrupt)) = &state.running else {
            return false;
        };
        ask(&running.flags);
        interrupt.raise();
        running.is_alive()
    }
}

impl NeighboursControl for NeighboursThread {
    fn changed(&self, kind: ObjectKind) {
        if kind == ObjectKind::QMgr {
            self.follow(&mut self.state());
            self.ask(ExchangeControl::tell_of_change);
        }
    }

    fn stop(&self) {
        let mut state = self.state();
        state.wanted = false;
        self.follow(&mut state);
    }

    fn relations(&self) -> Vec<RelationStatus> {
        let state = self.state();
        let running = state.running.as_ref();
        let shown = running.map(|(running, _)| running.flags.relations());
        let shown = shown.unwrap_or_default().into_iter();
        let shown = shown.map(|one| RelationStatus {
            q_mgr: one.name,
            is_parent: one.is_parent,
            status: one.status,
        });
        shown.collect()
    }

    fn refresh(&self) -> bool {
        self.ask(ExchangeControl::ask_to_refresh)
    }

    fn cancel(&self, q_mgr: &ObjectName, is_parent: bool) -> bool {
        let known = |one: &RelationStatus| one.q_mgr == *q_mgr && one.is_parent == is_parent;
        if !self.relations().iter().any(known) {
            return false;
        }
        self.ask(|control| control.ask_to_cancel(*q_mgr, is_parent));
        look_until(|| !self.relations().iter().any(known) || !self.ask(|_| {}));
        true
    }
}
