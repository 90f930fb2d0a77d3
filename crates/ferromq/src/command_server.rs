//! The thread of the command server. What it does is in `ferromq_admin`.

use crate::embedded::{EmbeddedConnection, own_origin};
use crate::lock_order;
use crate::own_thread::OwnThread;
use ferromq_admin::{
    APPLICATION, Administered, CommandServer, CommandServerControl, CommandServerFlags,
    CommandServerState,
};
use ferromq_base::lock::Mutex;
use ferromq_mqi::generated::constants::MQAT_QMGR;
use ferromq_mqi::generated::notices::{AMQ5024, AMQ5025};
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::{ConnectOptions, Origin};
use ferromq_mqi::session::Session;
use ferromq_qmgr::{Notice, NoticeSink, QueueManager as Engine};
use std::fmt;
use std::sync::{Arc, Weak};

/// Starts and stops the thread.
pub(crate) struct CommandServerThread {
    engine: Engine,
    administered: Weak<Administered>,
    notices: NoticeSink,
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
            engine,
            administered: Arc::downgrade(administered),
            notices,
            running: Mutex::new(None),
        }
    }

    fn spawn(&self) -> Result<Option<Running>, String> {
        // Nobody starts one of a queue manager that is gone.
        let Some(administered) = self.administered.upgrade() else {
            return Ok(None);
        };
        let options = ConnectOptions {
            appl_name: FixedText::truncated(APPLICATION),
            ..ConnectOptions::default()
        };
        // Not an application: nobody who looks whether some are left waits for it.
        let origin = Origin {
            appl_type: MQAT_QMGR,
            ..own_origin()
        };
        let connection = self.engine.connect(&options, origin);
        let connection = connection.map_err(|reason| reason.to_string())?;
        let connection_id = connection.connection_id();
        let road = EmbeddedConnection::new(Arc::clone(&administered), connection);
        let flags = Arc::new(CommandServerFlags::default());
        flags.set_state(CommandServerState::Starting);
        let server = CommandServer::new(
            Session::new(road),
            administered,
            Arc::clone(&flags),
            Arc::clone(&self.notices),
        );
        let notices = Arc::clone(&self.notices);
        let thread = std::thread::Builder::new()
            .name("command server".into())
            .spawn(move || {
                notices(Notice::of(&AMQ5024, &[]));
                server.run();
                notices(Notice::of(&AMQ5025, &[]));
            })
            .map_err(|error| error.to_string())?;
        Ok(Some(OwnThread {
            flags,
            connection_id,
            thread,
        }))
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
        ending.await_end(&self.engine);
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
