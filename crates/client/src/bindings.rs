//! The bindings road: shared memory to a queue manager on the same machine.

use crate::cancel::WaitCanceller;
use crate::failure::ConnectFailure;
use crate::locate::{default_q_mgr, locate};
use crate::origin::program;
use crate::unanswered::not_waited_for;
use ferromq_binding::{
    BindingError, ClientEndpoint, Hello as Frame, Patience, RING_BYTES_REQUESTED_MAX, SplitFrame,
};
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::codec::{
    Answer, ConnectHello, HEAD_BYTES_MAX, Hello, Malformed, Welcome, decode_reply, encode_request,
    wants_no_reply,
};
use ferromq_mqi::generated::constants::{MQAT_UNIX, MQGMO_WAIT, MQPER_PERSISTENT, MQPMO_SYNCPOINT};
use ferromq_mqi::options::ConnectOptions;
use ferromq_mqi::password::Password;
use ferromq_mqi::place::data_path;
use ferromq_mqi::session::Connected;
use ferromq_mqi::{ObjectName, Reason};
use std::path::{Path, PathBuf};
use std::task::Poll;
use std::time::Duration;

/// A connection to a queue manager in another process on this machine.
///
/// Puts that ask for no response (`MQPMO_ASYNC_RESPONSE`) return once the request lies in the
/// ring, whose size bounds how many can be outstanding; what became of them shows in `MQSTAT`.
/// Dropping a connection without `MQDISC` backs its unit of work out.
#[derive(Debug)]
pub struct BindingsConnection {
    endpoint: ClientEndpoint,
    socket: PathBuf,
    welcome: Welcome,
    frame: SplitFrame,
    head: Vec<u8>,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Connected,
    /// A verb that [`BindingsConnection::start`] began is not answered yet.
    Pending {
        last: bool,
    },
    Disconnected,
    Broken,
}

impl BindingsConnection {
    /// Connects to the queue manager `name` (blank: the default one) below the data path that
    /// [`data_path`] gives.
    ///
    /// # Errors
    /// As [`BindingsConnection::connect`].
    pub fn connect_to(name: &str) -> Result<Self, ConnectFailure> {
        let path = data_path().ok_or_else(|| {
            let text = "no data path is known: set MQ_DATA_PATH or HOME";
            ConnectFailure::new(Reason::Q_MGR_NOT_AVAILABLE, text)
        })?;
        Self::connect(&path, name, &ConnectOptions::default())
    }

    /// Connects to the queue manager `name` (blank: the default one) below `data_path`.
    ///
    /// # Errors
    /// `MQRC_Q_MGR_NAME_ERROR` when there is no such queue manager,
    /// `MQRC_Q_MGR_NOT_AVAILABLE` when it does not run, `MQRC_NOT_AUTHORIZED` when its socket
    /// may not be opened, and what the queue manager itself refuses with:
    /// `MQRC_Q_MGR_QUIESCING`, `MQRC_Q_MGR_STOPPING`, `MQRC_MAX_CONNS_LIMIT_REACHED`.
    pub fn connect(
        data_path: &Path,
        name: &str,
        options: &ConnectOptions,
    ) -> Result<Self, ConnectFailure> {
        Self::connect_with(data_path, name, options, None)
    }

    /// As [`BindingsConnection::connect`], with a user and a password to be checked (`MQCSP`). The
    /// queue manager may want them (`CHCKLOCL`), and may let the connection run as that user
    /// (`ADOPTCTX`). They travel over the socket, not through the shared region.
    ///
    /// # Errors
    /// As [`BindingsConnection::connect`]; `MQRC_NOT_AUTHORIZED` also when they do not go together,
    /// are missing, or one of them is too long. After a refusal it may take some seconds
    /// (`FAILDLAY`) to return.
    pub fn connect_with(
        data_path: &Path,
        name: &str,
        options: &ConnectOptions,
        password: Option<&Password>,
    ) -> Result<Self, ConnectFailure> {
        let socket = locate(data_path, name)?;
        Self::connect_at_with(&socket, options, password)
            .map_err(|failure| naming(data_path, name, failure))
    }

    /// As [`BindingsConnection::connect`], for a control command: the user the queue manager runs
    /// as, and root, need no password for those whatever `CHCKLOCL` says.
    ///
    /// # Errors
    /// As [`BindingsConnection::connect_with`].
    pub fn connect_to_control(
        data_path: &Path,
        name: &str,
        options: &ConnectOptions,
    ) -> Result<Self, ConnectFailure> {
        let hello = ConnectHello {
            to_control: true,
            ..hello(options)
        };
        Self::shake_hands(&locate(data_path, name)?, hello)
            .map_err(|failure| naming(data_path, name, failure))
    }

    /// As [`BindingsConnection::connect_with`], for a program that puts or gets long messages all the time: with rings of 1 MiB each way, in
    /// which several lie at a time, instead of 128 KiB.
    ///
    /// # Errors
    /// As [`BindingsConnection::connect_with`].
    pub fn connect_roomy(
        data_path: &Path,
        name: &str,
        options: &ConnectOptions,
    ) -> Result<Self, ConnectFailure> {
        let frame = Frame {
            opaque: Hello::Connect(Box::new(hello(options))).encode(),
            request_ring_bytes: RING_BYTES_REQUESTED_MAX,
            reply_ring_bytes: RING_BYTES_REQUESTED_MAX,
        };
        Self::shake_hands_with(&locate(data_path, name)?, &frame)
            .map_err(|failure| naming(data_path, name, failure))
    }

    /// Connects to the queue manager that listens at `socket`.
    ///
    /// # Errors
    /// As [`BindingsConnection::connect`].
    pub fn connect_at(socket: &Path, options: &ConnectOptions) -> Result<Self, ConnectFailure> {
        Self::connect_at_with(socket, options, None)
    }

    /// Connects to the queue manager that listens at `socket`, with a user and a password.
    ///
    /// # Errors
    /// As [`BindingsConnection::connect_with`].
    pub fn connect_at_with(
        socket: &Path,
        options: &ConnectOptions,
        password: Option<&Password>,
    ) -> Result<Self, ConnectFailure> {
        if password.is_some_and(|password| !password.fits()) {
            let text = format!(
                "a user id has at most {} bytes and a password at most {}",
                Password::USER_BYTES_MAX,
                Password::PASSWORD_BYTES_MAX
            );
            return Err(ConnectFailure::new(Reason::NOT_AUTHORIZED, text));
        }
        let hello = ConnectHello {
            password: password.cloned(),
            ..hello(options)
        };
        Self::shake_hands(socket, hello)
    }

    fn shake_hands(socket: &Path, hello: ConnectHello) -> Result<Self, ConnectFailure> {
        let frame = Frame {
            opaque: Hello::Connect(Box::new(hello)).encode(),
            ..Frame::default()
        };
        Self::shake_hands_with(socket, &frame)
    }

    fn shake_hands_with(socket: &Path, frame: &Frame) -> Result<Self, ConnectFailure> {
        let (endpoint, answer) =
            ClientEndpoint::connect(socket, frame).map_err(ConnectFailure::of)?;
        match Answer::decode(&answer) {
            Ok(Answer::Welcome(welcome)) => Ok(Self {
                endpoint,
                socket: socket.to_owned(),
                welcome,
                frame: SplitFrame::new(HEAD_BYTES_MAX),
                head: Vec::new(),
                state: State::Connected,
            }),
            _ => Err(ConnectFailure::new(
                Reason::UNEXPECTED_ERROR,
                "the queue manager gave an answer that makes no sense",
            )),
        }
    }

    /// The 24 bytes that name this connection (`MQCNO.ConnectionId`).
    #[must_use]
    pub fn connection_id(&self) -> [u8; 24] {
        self.welcome.connection_id
    }

    /// The queue manager connected to.
    #[must_use]
    pub fn q_mgr_name(&self) -> ObjectName {
        self.welcome.q_mgr_name
    }

    /// What ends a wait of this connection from another thread.
    #[must_use]
    pub fn canceller(&self) -> WaitCanceller {
        WaitCanceller::local(&self.socket, self.welcome.connection_id)
    }

    /// From now on verbs wait some seconds and no longer for a queue manager whose process is stopped, and answer
    /// `MQRC_CONNECTION_BROKEN`. Without this they wait until it goes on, as they do for any answer.
    pub fn give_up_when_stopped(&mut self) {
        self.endpoint.give_up_when_stopped();
    }

    /// Sets how long verbs look for their answer before they sleep.
    pub fn set_patience(&mut self, patience: Patience) {
        self.endpoint.set_patience(patience);
    }

    /// Sends a request.
    fn send(&mut self, request: &Request, quiet: bool) -> Result<(), Reason> {
        let body = match encode_request(
            request,
            quiet,
            &mut self.head,
            self.endpoint.frame_bytes_max(),
        ) {
            Ok(body) => body,
            Err(error) => return Err(unsendable(request, error)),
        };
        let sent = self.endpoint.send(&[&self.head, &body]);
        sent.map_err(|error| self.broken(&error))
    }

    /// The answer to the pending verb, of which the whole frame has come, or why it never will.
    fn take_answer(&mut self, received: Result<(), BindingError>) -> Reply {
        if let Err(error) = received {
            return Reply::Failed(self.broken(&error));
        }
        self.state = match self.state {
            State::Pending { last: true } => State::Disconnected,
            _ => State::Connected,
        };
        let body = self.frame.take_out_body();
        decode_reply(self.frame.head(), body).unwrap_or_else(|_| {
            self.state = State::Broken;
            Reply::Failed(Reason::CONNECTION_BROKEN)
        })
    }

    /// Begins a verb and does not wait for its answer: `Pending` means that
    /// [`BindingsConnection::poll`] will have it. Waits only while the ring has no room for a
    /// long message. So one thread can use many connections; see [`sleep_for_any`].
    ///
    /// A verb begun while another is pending answers `MQRC_CALL_IN_PROGRESS`.
    pub fn start(&mut self, request: Request) -> Poll<Reply> {
        if let Some(reason) = self.refusal() {
            return Poll::Ready(Reply::Failed(reason));
        }
        let quiet = wants_no_reply(&request);
        let last = matches!(request, Request::Disconnect);
        if let Err(reason) = self.send(&request, quiet) {
            return Poll::Ready(Reply::Failed(reason));
        }
        if quiet {
            return Poll::Ready(not_waited_for(request));
        }
        self.state = State::Pending { last };
        Poll::Pending
    }

    /// The answer to the verb that was begun, if it is there. Never waits.
    pub fn poll(&mut self) -> Poll<Reply> {
        if !matches!(self.state, State::Pending { .. }) {
            let reason = self.refusal().unwrap_or(Reason::UNEXPECTED_ERROR);
            return Poll::Ready(Reply::Failed(reason));
        }
        let frame = &mut self.frame;
        let received = self.endpoint.try_recv_with(|fragment| frame.take(fragment));
        match received {
            Ok(false) => Poll::Pending,
            whole => Poll::Ready(self.take_answer(whole.map(drop))),
        }
    }

    /// Why no verb can begin now.
    fn refusal(&self) -> Option<Reason> {
        match self.state {
            State::Connected => None,
            State::Pending { .. } => Some(Reason::CALL_IN_PROGRESS),
            State::Disconnected => Some(Reason::HCONN_ERROR),
            State::Broken => Some(Reason::CONNECTION_BROKEN),
        }
    }

    fn broken(&mut self, _error: &BindingError) -> Reason {
        self.state = State::Broken;
        Reason::CONNECTION_BROKEN
    }
}

impl Connected for BindingsConnection {
    fn call(&mut self, request: Request) -> Reply {
        self.endpoint.set_wait_kind(wait_kind(&request));
        match self.start(request) {
            Poll::Ready(reply) => reply,
            Poll::Pending => {
                let frame = &mut self.frame;
                let received = self.endpoint.recv_with(|fragment| frame.take(fragment));
                self.take_answer(received)
            }
        }
    }
}

/// Sleeps until one of the connections may have an answer or `timeout` has passed. It may return
/// early: poll all of them, and call it again when none had anything to do. One sleep covers at
/// most [`ferromq_binding::GATHERED_MAX`] connections; with more it is a short nap.
pub fn sleep_for_any<'a>(
    connections: impl Iterator<Item = &'a mut BindingsConnection>,
    timeout: Option<Duration>,
) {
    let mut endpoints: Vec<&mut ClientEndpoint> = connections
        .map(|connection| &mut connection.endpoint)
        .collect();
    ferromq_binding::sleep_for_any(&mut endpoints, timeout);
}

/// What this program says of itself.
fn hello(options: &ConnectOptions) -> ConnectHello {
    ConnectHello {
        options: options.clone(),
        program: program(),
        appl_type: MQAT_UNIX,
        thread_id: thread_id(),
        ..ConnectHello::default()
    }
}

/// The failure, with the name of the queue manager that was meant.
fn naming(data_path: &Path, name: &str, failure: ConnectFailure) -> ConnectFailure {
    match name.trim_end() {
        "" => failure.with(&default_q_mgr(data_path).unwrap_or_default()),
        given => failure.with(given),
    }
}

/// What the answer to a request has to wait for: nothing, the log, or a message.
fn wait_kind(request: &Request) -> usize {
    match request {
        Request::Get { options, .. } if options.options & MQGMO_WAIT != 0 => 2,
        Request::AwaitAny { .. } => 2,
        Request::Commit
        | Request::Disconnect
        | Request::Command { .. }
        | Request::Local(_)
        | Request::MoreOutput => 1,
        Request::Put {
            descriptor,
            options,
            ..
        } if descriptor.persistence == MQPER_PERSISTENT
            && options.options & MQPMO_SYNCPOINT == 0 =>
        {
            1
        }
        _ => 0,
    }
}

/// What the MQI says of a request that is longer than any that makes sense.
fn unsendable(request: &Request, error: Malformed) -> Reason {
    match (request, error) {
        (Request::Put { .. } | Request::Put1 { .. }, Malformed::FrameTooLong) => {
            Reason::MSG_TOO_BIG_FOR_Q_MGR
        }
        (Request::Inquire { .. } | Request::Set { .. }, Malformed::Bound) => {
            Reason::SELECTOR_LIMIT_EXCEEDED
        }
        (Request::Open { .. } | Request::Put1 { .. }, Malformed::Bound) => {
            Reason::OBJECT_STRING_ERROR
        }
        _ => Reason::UNEXPECTED_ERROR,
    }
}

fn thread_id() -> u32 {
    u32::try_from(rustix::thread::gettid().as_raw_nonzero().get()).unwrap_or(0)
}
