//! One application's connection: its rings on one side, its verbs on the other.

use crate::event_loop::{Ready, VerbWaker};
use crate::local::administration::Task;
use crate::local::commanders::Commander;
use crate::local::item::{Piece, ServiceInbox};
use crate::local::origin::may_administer;
use ferromq_admin::Output;
use ferromq_base::poll::Token;
use ferromq_binding::{FRAME_BYTES_MAX, NoMemory, PeerError, Received, ServerEndpoint, SplitFrame};
use ferromq_log::Lsn;
use ferromq_mqi::Reason;
use ferromq_mqi::call::{DATA_BYTES_MAX, OUTPUT_BYTES_MAX, Reply, Request};
use ferromq_mqi::codec::{HEAD_BYTES_MAX, Malformed, decode_request, encode_reply, is_quiet};
use ferromq_qmgr::{Connection, WaitingFor};
use std::fmt;
use std::sync::Arc;
use std::task::{Poll, Waker};

// Every answer to a verb fits a frame.
const _: () = assert!(HEAD_BYTES_MAX + DATA_BYTES_MAX <= FRAME_BYTES_MAX as usize);
const _: () = assert!(OUTPUT_BYTES_MAX <= DATA_BYTES_MAX);

/// Why a connection is dropped. Nobody else is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The application broke a rule of the rings.
    Peer(PeerError),
    /// What it sent is no request.
    Malformed(Malformed),
    /// There is no memory for what it sends.
    NoMemory(NoMemory),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Peer(error) => error.fmt(f),
            Self::Malformed(error) => write!(f, "the application sent no request: {error}"),
            Self::NoMemory(error) => error.fmt(f),
        }
    }
}

impl From<PeerError> for Fault {
    fn from(error: PeerError) -> Self {
        Self::Peer(error)
    }
}

impl From<Malformed> for Fault {
    fn from(error: Malformed) -> Self {
        Self::Malformed(error)
    }
}

/// How a step of a connection ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// There was no request.
    Nothing,
    /// A part of a request came.
    Part,
    /// A verb is answered.
    Answered,
    /// The verb waits for the log.
    WaitsForLog(Lsn),
    /// The verb waits for a message until then (monotonic nanoseconds), or for ever.
    WaitsForMessage(Option<u64>),
    /// There is something for the administration threads: [`Link::take_task`].
    Administer,
    /// The application disconnected: answered, and over.
    Over,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Doing {
    Nothing,
    Verb { quiet: bool },
    Command,
}

/// See the module.
pub(crate) struct Link {
    pub(crate) endpoint: ServerEndpoint,
    connection: Connection,
    waker: Waker,
    frame: SplitFrame,
    doing: Doing,
    /// What an administration thread is to do.
    task: Option<Task>,
    /// Whence more comes of what the last command prints.
    rest: Option<Box<Output>>,
    /// In the list of those looked at.
    pub(crate) polled: bool,
    /// Its program is gone: it is looked at until what that left is served.
    pub(crate) is_leaving: bool,
    /// Visits in vain since the last request.
    pub(crate) idle_visits: u32,
    /// When the wait under way ends.
    pub(crate) deadline_ns: Option<u64>,
    /// Its entry among the deadlines.
    pub(crate) alarm_ns: Option<u64>,
}

impl Link {
    pub(crate) fn new(
        mut endpoint: ServerEndpoint,
        mut connection: Connection,
        inbox: &Arc<ServiceInbox>,
        token: Token,
    ) -> Self {
        let inbox = Arc::clone(inbox);
        endpoint.defer_wakes();
        connection.use_workers();
        Self {
            endpoint,
            connection,
            waker: Waker::from(Arc::new(VerbWaker {
                inbox,
                ready: Ready { token, slot: 0 },
            })),
            frame: SplitFrame::new(HEAD_BYTES_MAX),
            doing: Doing::Nothing,
            task: None,
            rest: None,
            polled: false,
            is_leaving: false,
            idle_visits: 0,
            deadline_ns: None,
            alarm_ns: None,
        }
    }

    /// The application it is, as it says.
    pub(crate) fn application(&self) -> &str {
        self.connection.appl_name()
    }

    /// Whether a verb or command is under way.
    pub(crate) fn is_busy(&self) -> bool {
        self.doing != Doing::Nothing
    }

    /// Whether the verb under way has happened and waits for the log.
    pub(crate) fn waits_for_log(&self) -> bool {
        self.is_busy() && matches!(self.connection.waiting_for(), Some(WaitingFor::Log(_)))
    }

    /// Takes the next request, if it is there, and begins it. Only when none is under way.
    pub(crate) fn serve(&mut self, head: &mut Vec<u8>) -> Result<Step, Fault> {
        debug_assert!(!self.is_busy());
        let frame = &mut self.frame;
        let received = self.endpoint.try_recv(|fragment| frame.take(fragment))?;
        if let Some(refused) = frame.refused() {
            return Err(Fault::NoMemory(refused));
        }
        match received {
            Received::Nothing => return Ok(Step::Nothing),
            Received::Part => return Ok(Step::Part),
            Received::Frame => {}
        }
        let body = self.frame.take_out_body();
        let quiet = is_quiet(self.frame.head());
        let request = decode_request(self.frame.head(), body)?;
        match request {
            Request::Command { text } => {
                let origin = self.connection.origin().clone();
                return Ok(self.administer(Task::Run(text, origin)));
            }
            Request::Local(order) => {
                let origin = self.connection.origin().clone();
                return Ok(self.administer(Task::Order(order, origin)));
            }
            Request::MoreOutput => return self.more_output(head),
            _ => {}
        }
        let answer = self.connection.start(request, &self.waker);
        self.doing = Doing::Verb { quiet };
        self.go_on(answer, head)
    }

    /// Asks the verb under way again, if one is.
    pub(crate) fn poll(&mut self, head: &mut Vec<u8>) -> Result<Step, Fault> {
        if !matches!(self.doing, Doing::Verb { .. }) {
            return Ok(Step::Nothing);
        }
        let answer = self.connection.poll(&self.waker);
        self.go_on(answer, head)
    }

    /// Answers the command under way.
    pub(crate) fn printed(&mut self, piece: Piece, head: &mut Vec<u8>) -> Result<(), Fault> {
        let Piece { reply, rest } = piece;
        self.doing = Doing::Nothing;
        self.rest = rest;
        self.send(&reply, head)
    }

    /// Whose the commands of this connection are.
    pub(crate) fn commander(&self) -> Commander {
        let origin = self.connection.origin();
        Commander {
            user: (origin.uid, origin.user_id),
            administers: may_administer(origin.uid) || self.connection.administers(),
        }
    }

    /// What an administration thread is to do, once.
    pub(crate) fn take_task(&mut self) -> Option<Task> {
        self.task.take()
    }

    /// It cannot be done.
    pub(crate) fn refuse_task(&mut self, why: Reason, head: &mut Vec<u8>) -> Result<(), Fault> {
        self.doing = Doing::Nothing;
        self.send(&Reply::Failed(why), head)
    }

    /// What the user may do with it is for whoever carries it out to find out.
    fn administer(&mut self, task: Task) -> Step {
        self.doing = Doing::Command;
        self.rest = None;
        self.task = Some(task);
        Step::Administer
    }

    fn more_output(&mut self, head: &mut Vec<u8>) -> Result<Step, Fault> {
        let Some(rest) = self.rest.take() else {
            self.send(&Reply::Failed(Reason::FUNCTION_NOT_SUPPORTED), head)?;
            return Ok(Step::Answered);
        };
        self.doing = Doing::Command;
        self.task = Some(Task::GoOn(rest));
        Ok(Step::Administer)
    }

    fn go_on(&mut self, answer: Poll<Reply>, head: &mut Vec<u8>) -> Result<Step, Fault> {
        match answer {
            Poll::Ready(reply) => {
                let quiet = self.doing == Doing::Verb { quiet: true };
                self.doing = Doing::Nothing;
                if !quiet {
                    self.send(&reply, head)?;
                }
                let over = self.connection.is_disconnected();
                Ok(if over { Step::Over } else { Step::Answered })
            }
            Poll::Pending => Ok(match self.connection.waiting_for() {
                Some(WaitingFor::Log(end)) => Step::WaitsForLog(end),
                Some(WaitingFor::Message { deadline_ns }) => Step::WaitsForMessage(deadline_ns),
                // Its waker is woken. A pending verb always waits for something; for ever is the safe reading.
                Some(WaitingFor::Worker | WaitingFor::Room | WaitingFor::Participants) | None => {
                    Step::WaitsForMessage(None)
                }
            }),
        }
    }

    fn send(&mut self, reply: &Reply, head: &mut Vec<u8>) -> Result<(), Fault> {
        let frame_bytes_max = self.endpoint.frame_bytes_max();
        // An answer longer than a frame may be fails this call, and nobody else is concerned.
        let body = encode_reply(reply, head, frame_bytes_max).or_else(|_| {
            let failed = Reply::Failed(Reason::UNEXPECTED_ERROR);
            encode_reply(&failed, head, frame_bytes_max)
        })?;
        Ok(self.endpoint.send_shared(head, &body)?)
    }
}
