//! The thread of the queued interface of publish and subscribe. What it does is in `ferromq_queued`.

use crate::embedded::EmbeddedConnection;
use crate::lock_order;
use crate::origin::own_origin;
use crate::own_thread::{OwnThread, OwnThreads, look_until};
use ferromq_admin::{Administered, QueuedControl};
use ferromq_base::lock::{Mutex, MutexGuard};
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::generated::constants::{MQAT_BROKER, MQPSM_ENABLED};
use ferromq_mqi::generated::notices::{AMQ5806, AMQ5807, FMQ0073};
use ferromq_mqi::options::Origin;
use ferromq_mqi::session::Session;
use ferromq_qmgr::{Notice, NoticeSink, QueueManager as Engine};
use ferromq_queued::{QueuedFlags, QueuedInterface};
use std::fmt;
use std::sync::Arc;

/// Starts and stops the thread.
pub(crate) struct QueuedThread {
    threads: OwnThreads,
    state: Mutex<State, lock_order::Queued>,
}

#[derive(Default)]
struct State {
    /// Somebody wants it.
    wanted: bool,
    running: Option<Running>,
}

type Running = OwnThread<QueuedFlags>;

impl fmt::Debug for QueuedThread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("QueuedThread")
            .field("runs", &self.runs())
            .finish_non_exhaustive()
    }
}

impl QueuedThread {
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

    /// From now on it runs while `PSMODE` says so.
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
        let enabled = self.threads.engine.q_mgr_int(Attr::Psmode) == MQPSM_ENABLED;
        if state.wanted && enabled {
            if !state.running.as_ref().is_some_and(Running::is_alive) {
                state.running = self.spawn().unwrap_or_else(|reason| {
                    (self.threads.notices)(Notice::of(&FMQ0073, &[&reason]));
                    None
                });
            }
        } else if let Some(ending) = state.running.take() {
            ending.flags.ask_to_stop();
            ending.await_end(&self.threads.engine);
        }
    }

    fn spawn(&self) -> Result<Option<Running>, String> {
        let name = self.threads.engine.name();
        // Documented: what it puts comes from a broker with the name of the queue manager.
        let origin = Origin {
            appl_type: MQAT_BROKER,
            ..own_origin()
        };
        let Some((administered, connection)) = self.threads.connect(name.as_str(), origin)? else {
            return Ok(None);
        };
        let id = connection.connection_id();
        let flags = Arc::new(QueuedFlags::default());
        let interface = QueuedInterface::new(
            Session::new(EmbeddedConnection::new(administered, connection)),
            self.threads.engine.clone(),
            Arc::clone(&flags),
            Arc::clone(&self.threads.notices),
        );
        let told = (
            Notice::of(&AMQ5806, &[&name]),
            Notice::of(&AMQ5807, &[&name]),
        );
        let run = move || interface.run();
        let thread = (self.threads).spawn("queued publish", flags, id, told, run)?;
        Ok(Some(thread))
    }
}

impl QueuedControl for QueuedThread {
    fn changed(&self, kind: ObjectKind) {
        match kind {
            ObjectKind::QMgr => self.follow(&mut self.state()),
            ObjectKind::Namelist => {
                if let Some(running) = &self.state().running {
                    running.flags.tell_of_change();
                }
                // It may be a while before it has done what it is at: others may look at it and stop it meanwhile.
                look_until(|| {
                    let state = self.state();
                    state.running.as_ref().is_none_or(|running| {
                        running.wake_unless(&self.threads.engine, QueuedFlags::knows_of_change)
                    })
                });
            }
            _ => {}
        }
    }

    fn stop(&self) {
        let mut state = self.state();
        state.wanted = false;
        self.follow(&mut state);
    }

    fn runs(&self) -> bool {
        let state = self.state();
        state.running.as_ref().is_some_and(Running::is_alive)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::QueueManager;
    use crate::test_place::Place;

    #[test]
    fn a_change_of_the_streams_is_known_before_whoever_made_it_goes_on() {
        let place = Place::new("queued-streams");
        let manager = QueueManager::open_or_create(&place.0, "QM1").expect("opened");
        let engine = manager.engine().clone();
        let queued = QueuedThread::new(engine, manager.administered(), Arc::new(drop));
        queued.begin();
        for time in 0..100 {
            queued.changed(ObjectKind::Namelist);
            let state = queued.state();
            let running = state.running.as_ref().expect("it runs");
            assert!(running.flags.knows_of_change(), "time {time}");
        }
        queued.stop();
    }
}
