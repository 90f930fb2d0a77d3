//! A connection whose verbs block the calling thread.

use crate::thread_waker::{self, ThreadWaker};
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::session::Connected;
use ferromq_mqi::xa::{XaCode, Xid};
use ferromq_mqi::{Reason, session::Session};
use ferromq_neighbours::Republishes;
use ferromq_qmgr::{Connection, Republished, WaitingFor};
use std::task::Poll;
use std::time::Duration;

/// See the module. Commands are refused: [`crate::EmbeddedConnection`] has them.
#[derive(Debug)]
pub struct WaitingConnection {
    connection: Connection,
}

impl WaitingConnection {
    /// Takes a connection no verb of which is under way.
    #[must_use]
    pub fn new(connection: Connection) -> Self {
        Self { connection }
    }

    /// The connection itself.
    #[must_use]
    pub fn connection(&self) -> &Connection {
        &self.connection
    }

    /// The connection without its blocking edge.
    #[must_use]
    pub fn into_connection(self) -> Connection {
        self.connection
    }

    /// Offers the verbs.
    #[must_use]
    pub fn session(self) -> Session<Self> {
        Session::new(self)
    }

    /// Waits until what is in the log is durable, and so is to be seen.
    ///
    /// # Errors
    /// When the log cannot be written any more.
    pub fn await_log(&mut self) -> Result<(), Reason> {
        let reply = thread_waker::with_own(|own| match self.connection.await_log(own.waker()) {
            Poll::Ready(reply) => reply,
            Poll::Pending => self.finish(own),
        });
        match reply {
            Reply::Failed(reason) => Err(reason),
            _ => Ok(()),
        }
    }

    /// Keeps or takes back what was promised ([`Connection::decide_promise`]), durable on return.
    ///
    /// # Errors
    /// As there; `XAER_RMFAIL` when the log cannot be written any more.
    pub fn decide_promise(&mut self, name: &Xid, keeps: bool) -> Result<(), XaCode> {
        self.connection.decide_promise(name, keeps)?;
        self.await_log().map_err(|_| XaCode::RMFAIL)
    }

    /// Blocks until the pending verb is answered.
    fn finish(&mut self, own: &ThreadWaker) -> Reply {
        loop {
            if let Some(waiting) = self.connection.waiting_for() {
                self.wait(waiting, own);
            }
            if let Poll::Ready(reply) = self.connection.poll(own.waker()) {
                return reply;
            }
        }
    }

    fn wait(&self, waiting: WaitingFor, own: &ThreadWaker) {
        match waiting {
            WaitingFor::Log(end) => {
                // Leading the force oneself costs no wake-up. When somebody else leads, whoever
                // completes the unit of work wakes this thread.
                if self.connection.is_durable(end) || !self.connection.lead_force() {
                    self.connection.request_force(end);
                    own.sleep(None);
                }
            }
            WaitingFor::Message { deadline_ns: None } => own.wait(None),
            // The housekeeper makes it, which takes a while.
            WaitingFor::Worker | WaitingFor::Room | WaitingFor::Participants => own.sleep(None),
            WaitingFor::Message {
                deadline_ns: Some(deadline_ns),
            } => {
                let left_ns = deadline_ns.saturating_sub(self.connection.monotonic_ns());
                own.wait(Some(Duration::from_nanos(left_ns)));
            }
        }
    }
}

impl Republishes for WaitingConnection {
    fn republish(&mut self, what: Option<Republished>) {
        self.connection.republish(what);
    }

    fn uncommitted(&self) -> usize {
        self.connection.uncommitted()
    }
}

impl Connected for WaitingConnection {
    fn call(&mut self, request: Request) -> Reply {
        thread_waker::with_own(|own| match self.connection.start(request, own.waker()) {
            Poll::Ready(reply) => reply,
            Poll::Pending => self.finish(own),
        })
    }
}
