//! The thread of the command server. What it does is in `ferromq_admin`.

use crate::embedded::EmbeddedConnection;
use crate::lock_order;
use crate::origin::own_origin;
use crate::own_thread::{OwnThread, OwnThreads};
use ferromq_admin::{
    APPLICATION, Administered, CommandServer, CommandServerControl, CommandServerFlags,
    CommandServerState,
};
use ferromq_base::lock::Mutex;
use ferromq_mqi::generated::constants::MQAT_QMGR;
use ferromq_mqi::generated::notices::{AMQ5024, AMQ5025};
use ferromq_mqi::options::Origin;
use ferromq_mqi::session::Session;
use ferromq_qmgr::{Notice, NoticeSink, QueueManager as Engine};
use std::fmt;
use std::sync::Arc;

/// Starts and stops the thread.
pub(crate) struct CommandServerThread {
    threads: OwnThreads,
    running: Mutex<Option<Running>, lock_order::CommandServer>,
}

type Running = OwnThread<CommandServerFlags>;

impl fmt::Debug for CommandServerThread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CommandServerThread")
            .field("state", &self.state())
            .finish_non_exhaustive()
    }
}

impl CommandServerThread {
    pub(crate) fn new(
        engine: Engine,
        administered: &Arc<Administered>,
        notices: NoticeSink,
    ) -> Self {
        Self {
            threads: OwnThreads::new(engine, administered, notices),
            running: Mutex::new(None),
        }
    }

    fn spawn(&self) -> Result<Option<Running>, String> {
        // Not an application: nobody who looks whether some are left waits for it.
        let origin = Origin {
            appl_type: MQAT_QMGR,
            ..own_origin()
        };
        let Some((administered, connection)) = self.threads.connect(APPLICATION, origin)? else {
            return Ok(None);
        };
        let id = connection.connection_id();
        let road = EmbeddedConnection::new(Arc::clone(&administered), connection);
        let flags = Arc::new(CommandServerFlags::default());
        flags.set_state(CommandServerState::Starting);
        let server = CommandServer::new(
            Session::new(road),
            administered,
            Arc::clone(&flags),
            Arc::clone(&self.threads.notices),
        );
        let told = (Notice::of(&AMQ5024, &[]), Notice::of(&AMQ5025, &[]));
        let name = "command server";
        let run = move || server.run();
        let thread = (self.threads).spawn(name, flags, id, told, run)?;
        Ok(Some(thread))
    }
}

impl CommandServerControl for CommandServerThread {
    fn start(&self) -> Result<bool, String> {
        let mut running = self.running.lock();
        if running.as_ref().is_some_and(Running::is_alive) {
            return Ok(false);
        }
        *running = self.spawn()?;
        Ok(running.is_some())
    }

    fn stop(&self) -> bool {
        let mut running = self.running.lock();
        let Some(ending) = running.take() else {
            return false;
        };
        let ran = ending.is_alive();
        ending.flags.ask_to_stop();
        ending.await_end(&self.threads.engine);
        ran
    }

    fn state(&self) -> CommandServerState {
        let running = self.running.lock();
        match running.as_ref() {
            Some(running) if running.is_alive() => running.flags.state(),
            _ => CommandServerState::Stopped,
        }
    }
}
