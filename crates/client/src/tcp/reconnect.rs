//! Connections that are made again when they break.
//!
//! An application that connects with `MQCNO_RECONNECT` or `MQCNO_RECONNECT_Q_MGR` keeps its connection and its
//! handles while the queue manager is away. What cannot be kept is told: a unit of work is backed out, and a
//! put or commit that was under way is not known to have happened.
//!
//! One that takes part in the transactions of a transaction manager is not made again from then on: what was begun on it is backed out,
//! and what is repeated on another connection would be in no branch, and committed as the program goes. The transaction manager is
//! told with `XAER_RMFAIL`, and opens anew.

use super::connection::ClientConnection;
use crate::cancel::WaitCanceller;
use crate::channel::ClientChannel;
use crate::configuration::Reconnect;
use crate::configuration::{Configuration, DelayMs};
use crate::environment::ChannelSource;
use crate::failure::ConnectFailure;
use crate::socket::Password;
use ferromq_base::random::SplitMix64;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::{
    MQCNO_RECONNECT, MQCNO_RECONNECT_DISABLED, MQCNO_RECONNECT_Q_MGR, MQGMO_NO_SYNCPOINT,
    MQGMO_SYNCPOINT, MQGMO_SYNCPOINT_IF_PERSISTENT, MQPMO_LOGICAL_ORDER, MQPMO_SYNCPOINT,
    MQSO_ALTER, MQSO_DURABLE, MQSO_MANAGED, MQSO_RESUME,
};
use ferromq_mqi::options::{
    ConnectOptions, ObjectDescriptor, ObjectHandle, SubscriptionDescriptor,
};
use ferromq_mqi::session::Connected;
use ferromq_mqi::xa::{XaCall, XaCode};
use ferromq_mqi::{ObjectName, Reason};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// See the module.
pub struct ReconnectingConnection {
    source: ChannelSource,
    options: ConnectOptions,
    password: Option<Password>,
    /// `None` while another is being made: a queue manager that ends waits for those who are connected.
    connection: Option<ClientConnection>,
    q_mgr_name: ObjectName,
    /// That of the connection there is now.
    canceller: Arc<Mutex<Option<WaitCanceller>>>,
    /// Only the same queue manager will do.
    same_q_mgr: bool,
    reconnects: bool,
    timeout: Duration,
    delays_ms: &'static [DelayMs],
    open: Vec<Open>,
    next_handle: i32,
    unit_of_work: Work,
    /// `xa_open` was answered with `XA_OK`: see the module.
    takes_part: bool,
    /// Why every verb fails from now on.
    given_up: Option<Reason>,
    hears: Option<Hears>,
    times_made_again: u64,
}

impl fmt::Debug for ReconnectingConnection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReconnectingConnection")
            .field("connection", &self.connection)
            .field("given_up", &self.given_up)
            .finish_non_exhaustive()
    }
}

/// What becomes of a connection that has broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reconnection {
    /// It is tried to be made again, after so long.
    Begins(Duration),
    /// It was made again, and what was open is open.
    Done,
}

/// Hears of that, within the call that met the broken connection. The answer to [`Reconnection::Begins`] is how long
/// to wait instead; `None` gives the connection up.
pub type Hears = Box<dyn Fn(Reconnection) -> Option<Duration> + Send>;

/// An object the application has open.
#[derive(Debug)]
struct Open {
    /// The application's handle.
    handle: i32,
    /// That of the connection there is now.
    current: ObjectHandle,
    by: By,
}

/// How an object was opened.
#[derive(Debug)]
enum By {
    /// `MQOPEN`.
    Open {
        descriptor: Box<ObjectDescriptor>,
        options: i32,
    },
    /// `MQSUB`, as the handle of the subscription.
    Subscribe {
        descriptor: Box<SubscriptionDescriptor>,
        /// The application's handle of the queue its publications are got from.
        queue: i32,
        /// That queue was opened by this very verb.
        opened_it: bool,
    },
    /// `MQSUB`, as the handle of the queue it opened: it comes again with its subscription.
    Subscribed,
}

/// The unit of work of the application.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Work {
    None,
    UnderWay,
    /// Lost with the connection, and the application is still to end it.
    BackedOut,
}

/// How long a connection is tried to be made again: `MQReconnectTimeout`.
const TIMEOUT: Duration = Duration::from_secs(1800);

/// Milliseconds before each try, and by how many more at most by chance: the documented delays. The last
/// one is for all further tries. `ReconDelay` says others.
const DELAYS_MS: &[DelayMs] = &[
    (1000, 200),
    (2000, 200),
    (4000, 1000),
    (8000, 2000),
    (16_000, 4000),
    (25_000, 5000),
];

impl ReconnectingConnection {
    /// Connects, and keeps what it takes to connect again as the options of the connect say, or the channel
    /// table where they leave it open (`DEFRECON`). Otherwise it stays broken when it breaks.
    ///
    /// # Errors
    /// As [`ChannelSource::connect`].
    pub fn connect(
        source: ChannelSource,
        options: &ConnectOptions,
        password: Option<Password>,
    ) -> Result<Self, ConnectFailure> {
        let file = Configuration::of_process()?;
        let (connection, wanted) = source.connect_by(options, password.as_ref(), wanted)?;
        Ok(Self {
            source,
            options: options.clone(),
            password,
            canceller: Arc::new(Mutex::new(connection.canceller())),
            q_mgr_name: connection.q_mgr_name(),
            connection: Some(connection),
            same_q_mgr: wanted == Reconnect::QueueManager,
            reconnects: matches!(wanted, Reconnect::Yes | Reconnect::QueueManager),
            timeout: file.reconnect_timeout.unwrap_or(TIMEOUT),
            delays_ms: match &file.delays_ms[..] {
                [] => DELAYS_MS,
                said => said,
            },
            open: Vec::new(),
            next_handle: 1,
            unit_of_work: Work::None,
            takes_part: false,
            given_up: None,
            hears: None,
            times_made_again: 0,
        })
    }

    /// Sets how long a broken connection is tried to be made again (`MQReconnectTimeout`).
    pub fn set_timeout(&mut self, timeout: Duration) {
        self.timeout = timeout;
    }

    /// Has somebody hear of what becomes of the connection when it breaks.
    pub fn set_hears(&mut self, hears: Hears) {
        self.hears = Some(hears);
    }

    /// Tells that; how long to wait, `None` when the connection is to be given up.
    fn tell(&self, what: Reconnection) -> Option<Duration> {
        match (&self.hears, what) {
            (Some(hears), what) => hears(what),
            (None, Reconnection::Begins(pause)) => Some(pause),
            (None, Reconnection::Done) => None,
        }
    }

    /// The queue manager connected to.
    #[must_use]
    pub fn q_mgr_name(&self) -> ObjectName {
        self.q_mgr_name
    }

    /// The identifier of the connection there is now; another one has another. Zero while there is none.
    #[must_use]
    pub fn connection_id(&self) -> [u8; 24] {
        let connection = self.connection.as_ref();
        connection.map_or([0; 24], ClientConnection::connection_id)
    }

    /// The channel the connection there is now was made by.
    #[must_use]
    pub fn channel(&self) -> Option<&ClientChannel> {
        self.connection.as_ref().map(ClientConnection::channel)
    }

    /// What ends a wait of whichever connection there is at the time, from another thread.
    pub fn canceller(&self) -> impl Fn() + Send + Sync + 'static {
        let current = Arc::clone(&self.canceller);
        move || {
            let now = canceller(&current).clone();
            if let Some(canceller) = now {
                canceller.cancel();
            }
        }
    }

    /// Whoever hung up in good order may know who is to have this connection: it is asked first, by its own entry of the channel table.
    fn asked_first(&self, why: Reason) -> Option<ConnectOptions> {
        let name = self.q_mgr_name.as_str().trim_end();
        let asks = why == Reason::Q_MGR_STOPPING
            && !self.same_q_mgr
            && matches!(self.source, ChannelSource::Table(_));
        let named = ObjectName::truncated(&format!("*{name}"));
        (asks && named.as_str().trim_end().len() > name.len()).then(|| ConnectOptions {
            q_mgr_name: named,
            ..self.options.clone()
        })
    }

    /// Connects again and opens what was open. Blocks until that is done, or given up. `why` is how the connection ended.
    fn reconnect(&mut self, why: Reason) -> Result<(), Reason> {
        let began = Instant::now();
        // First of all: it may be there still, and keep the queue manager from ending.
        if let Some(lost) = self.connection.take() {
            self.options.mobility.again = lost.connection_id();
        }
        let options = if self.same_q_mgr {
            ConnectOptions {
                q_mgr_name: self.q_mgr_name,
                ..self.options.clone()
            }
        } else {
            self.options.clone()
        };
        let mut first = self.asked_first(why);
        let mut random = SplitMix64::new(crate::environment::chance());
        let mut delays = self.delays_ms.iter();
        let mut delay = (0, 0);
        loop {
            // At once at first: the queue manager may have closed this connection alone.
            let chance_ms = if delay.1 == 0 {
                0
            } else {
                random.below(delay.1)
            };
            let pause = Duration::from_millis(delay.0 + chance_ms);
            if began.elapsed() + pause > self.timeout {
                return Err(Reason::RECONNECT_TIMED_OUT);
            }
            let pause = self
                .tell(Reconnection::Begins(pause))
                .ok_or(Reason::RECONNECT_FAILED)?;
            std::thread::sleep(pause);
            delay = delays.next().copied().unwrap_or(delay);
            let password = self.password.as_ref();
            let asked = first
                .take()
                .map(|options| self.source.connect_by(&options, password, wanted));
            let connected = match asked {
                Some(Ok(connected)) => Ok(connected),
                _ => self.source.connect_by(&options, password, wanted),
            };
            match connected {
                Ok((connection, _)) => {
                    *canceller(&self.canceller) = connection.canceller();
                    self.q_mgr_name = connection.q_mgr_name();
                    self.connection = Some(connection);
                    self.times_made_again += 1;
                    match self.open_again() {
                        Err(reason) if reason.ends_connection() => self.connection = None,
                        Ok(()) => {
                            self.tell(Reconnection::Done);
                            return Ok(());
                        }
                        failed => return failed,
                    }
                }
                Err(failure) if failure.may_pass => {}
                // Waiting does not help against these.
                Err(failure) if self.same_q_mgr && failure.reason == Reason::Q_MGR_NAME_ERROR => {
                    return Err(Reason::RECONNECT_QMID_MISMATCH);
                }
                Err(failure) => return Err(failure.reason),
            }
        }
    }

    /// Runs a verb on the connection there is.
    fn call_now(&mut self, request: Request) -> Reply {
        match &mut self.connection {
            Some(connection) => connection.call(request),
            None => Reply::Failed(Reason::CONNECTION_BROKEN),
        }
    }

    /// Looks whether the connection is still there, where it matters that nothing is written to one that is not.
    fn hear_before(&self, request: &Request) {
        if let Some(connection) = self.connection.as_ref().filter(|_| lasts(request)) {
            connection.hear();
        }
    }

    /// Whether the verb that failed may have been carried out.
    fn was_written(&self) -> bool {
        let connection = self.connection.as_ref();
        connection.is_some_and(ClientConnection::was_written)
    }

    fn open_again(&mut self) -> Result<(), Reason> {
        for at in 0..self.open.len() {
            // Those of queues that subscriptions opened which are closed are of no use any more.
            self.open[at].current = ObjectHandle::UNUSABLE;
        }
        for at in 0..self.open.len() {
            let Some(request) = self.opening(&self.open[at].by) else {
                continue;
            };
            match self.call_now(request) {
                Reply::Opened { handle, .. } => self.open[at].current = handle,
                Reply::OpenedList(list) if list.outcome.result().is_ok() => {
                    self.open[at].current = list.handle;
                }
                Reply::Subscribed(subscribed) => {
                    self.open[at].current = subscribed.subscription;
                    if let By::Subscribe { queue, .. } = self.open[at].by {
                        self.set_current(queue, subscribed.queue);
                    }
                }
                Reply::Failed(reason) if reason.ends_connection() => return Err(reason),
                // What was open cannot be opened any more.
                _ => return Err(Reason::RECONNECT_FAILED),
            }
        }
        Ok(())
    }

    /// The verb that opens an object again.
    fn opening(&self, by: &By) -> Option<Request> {
        match by {
            By::Open {
                descriptor,
                options,
            } => Some(Request::Open {
                descriptor: (**descriptor).clone(),
                options: *options,
            }),
            By::Subscribe {
                descriptor,
                queue,
                opened_it,
            } => {
                let given = self.current(ObjectHandle(*queue)).filter(|_| !*opened_it);
                let mut descriptor = descriptor.clone();
                if descriptor.options & MQSO_DURABLE != 0 {
                    // It is there still.
                    descriptor.options &= !MQSO_ALTER;
                    descriptor.options |= MQSO_RESUME;
                }
                Some(Request::Subscribe {
                    descriptor,
                    queue: given.unwrap_or(ObjectHandle::NONE),
                })
            }
            By::Subscribed => None,
        }
    }

    fn set_current(&mut self, handle: i32, current: ObjectHandle) {
        let mut open = self.open.iter_mut();
        if let Some(open) = open.find(|open| open.handle == handle) {
            open.current = current;
        }
    }

    /// A handle for the application.
    fn add(&mut self, current: ObjectHandle, by: By) -> ObjectHandle {
        let handle = self.next_handle;
        self.next_handle += 1;
        self.open.push(Open {
            handle,
            current,
            by,
        });
        ObjectHandle(handle)
    }

    fn current(&self, handle: ObjectHandle) -> Option<ObjectHandle> {
        let found = self.open.iter().find(|open| open.handle == handle.0);
        found.map(|open| open.current)
    }

    /// The request with the handles of the connection there is now.
    fn translated(&self, mut request: Request) -> Result<Request, Reason> {
        match &mut request {
            Request::Close { handle, .. }
            | Request::Get { handle, .. }
            | Request::Inquire { handle, .. }
            | Request::SubscriptionRequest { handle, .. }
            | Request::Set { handle, .. } => {
                *handle = self.current(*handle).ok_or(Reason::HOBJ_ERROR)?;
            }
            Request::Subscribe { descriptor, queue } if !opens_queue(descriptor, *queue) => {
                *queue = self.current(*queue).ok_or(Reason::HOBJ_ERROR)?;
            }
            Request::Put {
                handle, options, ..
            } => {
                *handle = self.current(*handle).ok_or(Reason::HOBJ_ERROR)?;
                if let Some(context) = self.current(options.context) {
                    options.context = context;
                }
            }
            Request::Put1 { options, .. } => {
                if let Some(context) = self.current(options.context) {
                    options.context = context;
                }
            }
            _ => {}
        }
        Ok(request)
    }

    /// Takes note of what a verb that was answered changed.
    fn note(&mut self, request: &Request, reply: Reply) -> Reply {
        match (request, reply) {
            (
                Request::Open {
                    descriptor: asked,
                    options,
                },
                Reply::Opened { handle, descriptor },
            ) => {
                // A dynamic queue gets the same name when it has to be made again.
                let mut again = asked.clone();
                if asked.object_name != descriptor.object_name {
                    again.dynamic_q_name = descriptor.object_name;
                }
                let by = By::Open {
                    descriptor: Box::new(again),
                    options: *options,
                };
                Reply::Opened {
                    handle: self.add(handle, by),
                    descriptor,
                }
            }
            (
                Request::Open {
                    descriptor,
                    options,
                },
                Reply::OpenedList(mut list),
            ) if list.outcome.result().is_ok() => {
                let by = By::Open {
                    descriptor: Box::new(descriptor.clone()),
                    options: *options,
                };
                list.handle = self.add(list.handle, by);
                Reply::OpenedList(list)
            }
            (Request::Subscribe { descriptor, queue }, Reply::Subscribed(mut subscribed)) => {
                let opened_it = opens_queue(descriptor, *queue);
                subscribed.queue = if opened_it {
                    self.add(subscribed.queue, By::Subscribed)
                } else {
                    *queue
                };
                let by = By::Subscribe {
                    descriptor: descriptor.clone(),
                    queue: subscribed.queue.0,
                    opened_it,
                };
                subscribed.subscription = self.add(subscribed.subscription, by);
                Reply::Subscribed(subscribed)
            }
            // With a warning it is closed all the same, but where messages have been read ahead.
            (Request::Close { handle, .. }, Reply::Done(reason))
                if reason != Reason::READ_AHEAD_MSGS =>
            {
                self.open.retain(|open| open.handle != handle.0);
                Reply::Done(reason)
            }
            (Request::Commit | Request::BackOut, reply @ (Reply::Done(_) | Reply::Failed(_))) => {
                self.unit_of_work = Work::None;
                reply
            }
            (Request::Xa(XaCall::Open { .. }), Reply::Xa(reply)) => {
                self.takes_part |= reply.code == XaCode::OK;
                Reply::Xa(reply)
            }
            (request, reply @ (Reply::Put(_) | Reply::ListPut(_) | Reply::Got(_)))
                if is_in_work(request) =>
            {
                self.unit_of_work = Work::UnderWay;
                reply
            }
            (_, reply) => reply,
        }
    }

    /// What a verb answers while its unit of work is lost; `None` when it may be carried out.
    fn lost(&mut self, request: &Request) -> Option<Reply> {
        if self.unit_of_work != Work::BackedOut {
            return None;
        }
        match request {
            Request::Commit => {
                self.unit_of_work = Work::None;
                Some(Reply::Failed(Reason::BACKED_OUT))
            }
            Request::BackOut => {
                self.unit_of_work = Work::None;
                Some(Reply::Done(Reason::NONE))
            }
            request if is_in_work(request) => Some(Reply::Failed(Reason::BACKED_OUT)),
            // As amid one that is not lost: in a branch nobody could be told.
            Request::Xa(XaCall::Start { .. }) => Some(Reply::Xa(XaCode::OUTSIDE.into())),
            _ => None,
        }
    }
}

impl Connected for ReconnectingConnection {
    fn call(&mut self, request: Request) -> Reply {
        if !self.reconnects {
            // Nothing has to be remembered for another connection.
            return self.call_now(request);
        }
        if let Some(reason) = self.given_up {
            return Reply::Failed(reason);
        }
        if needs_what_is_lost(&request) && !self.takes_part {
            return Reply::Failed(Reason::RECONNECT_INCOMPATIBLE);
        }
        if matches!(request, Request::Disconnect) && self.unit_of_work == Work::BackedOut {
            // It would have been committed by this, and the program has not been told yet that it is lost.
            self.call_now(request);
            return Reply::Done(Reason::BACKED_OUT);
        }
        loop {
            if let Some(reply) = self.lost(&request) {
                return reply;
            }
            let translated = match self.translated(request.clone()) {
                Ok(translated) => translated,
                Err(reason) => return Reply::Failed(reason),
            };
            self.hear_before(&request);
            let reply = self.call_now(translated);
            let why = match reply {
                Reply::Failed(reason) if reason.ends_connection() && !self.takes_part => reason,
                reply => return self.note(&request, reply),
            };
            if matches!(request, Request::Disconnect) {
                return self.note(&request, reply);
            }
            let work = self.unit_of_work;
            let happened = if is_refusal(why) || !self.was_written() {
                Happened::No
            } else {
                Happened::Unknown
            };
            if let Err(reason) = self.reconnect(why) {
                self.given_up = Some(Reason::RECONNECT_FAILED);
                // One on which not all could be opened again is nobody's: what was opened on it is let go.
                self.connection = None;
                *canceller(&self.canceller) = None;
                return Reply::Failed(match reason {
                    Reason::RECONNECT_TIMED_OUT
                    | Reason::RECONNECT_Q_MGR_REQD
                    | Reason::RECONNECT_QMID_MISMATCH => reason,
                    _ => Reason::RECONNECT_FAILED,
                });
            }
            if work == Work::UnderWay {
                self.unit_of_work = Work::BackedOut;
            }
            if let Some(reason) = interrupted(&request, work, happened) {
                if matches!(request, Request::Commit) {
                    self.unit_of_work = Work::None;
                }
                return Reply::Failed(reason);
            }
        }
    }

    fn times_made_again(&self) -> u64 {
        self.times_made_again
    }
}

fn canceller(shared: &Mutex<Option<WaitCanceller>>) -> MutexGuard<'_, Option<WaitCanceller>> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What becomes of a connection that breaks: the application's options count, unless it leaves it to the
/// definition or the definition forbids it. Source: DEFRECON, the table of what overrides what.
fn wanted(options: i32, default: Reconnect) -> Reconnect {
    let has = |option: i32| options & option != 0;
    if default == Reconnect::Disabled || has(MQCNO_RECONNECT_DISABLED) {
        Reconnect::Disabled
    } else if has(MQCNO_RECONNECT_Q_MGR) {
        Reconnect::QueueManager
    } else if has(MQCNO_RECONNECT) {
        Reconnect::Yes
    } else {
        default
    }
}

/// The verb had asked to fail while things come to an end, and did: nothing has happened.
fn is_refusal(reason: Reason) -> bool {
    matches!(
        reason,
        Reason::Q_MGR_QUIESCING | Reason::CONNECTION_QUIESCING
    )
}

/// Whether a verb relies on what the queue manager remembers of the handle, which goes with the connection. Source: 2547.
fn needs_what_is_lost(request: &Request) -> bool {
    match request {
        Request::Put { options, .. } => options.options & MQPMO_LOGICAL_ORDER != 0,
        _ => false,
    }
}

/// Whether an `MQSUB` opens the queue its publications are got from: that of a managed subscription, and that of one that is there
/// already where none is given.
fn opens_queue(descriptor: &SubscriptionDescriptor, given: ObjectHandle) -> bool {
    descriptor.options & MQSO_MANAGED != 0 || given == ObjectHandle::NONE
}

fn is_in_work(request: &Request) -> bool {
    match request {
        Request::Put { options, .. } | Request::Put1 { options, .. } => {
            options.options & MQPMO_SYNCPOINT != 0
        }
        Request::Get { options, .. } => {
            let asked = options.options;
            asked & (MQGMO_SYNCPOINT | MQGMO_SYNCPOINT_IF_PERSISTENT) != 0
                && asked & MQGMO_NO_SYNCPOINT == 0
        }
        _ => false,
    }
}

/// Whether a verb has been carried out whose connection broke.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Happened {
    No,
    Unknown,
}

/// A verb that is not carried out again where nobody knows whether it happened.
fn lasts(request: &Request) -> bool {
    match request {
        Request::Put { .. } | Request::Put1 { .. } => !is_in_work(request),
        Request::Commit | Request::Xa(_) => true,
        _ => false,
    }
}

/// What a verb answers that was under way when the connection broke; `None` when it can be carried out
/// again without doing anything twice that lasts. Source: 2549.
fn interrupted(request: &Request, work: Work, happened: Happened) -> Option<Reason> {
    match request {
        // A message that was on its way is gone with the connection, as without reconnection.
        request if is_in_work(request) && work == Work::UnderWay => Some(Reason::BACKED_OUT),
        // There was nothing to commit.
        Request::Commit if work != Work::UnderWay => None,
        request if lasts(request) && happened == Happened::Unknown => {
            Some(Reason::CALL_INTERRUPTED)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Source: DEFRECON. Rows: the definition; columns: as defined, reconnect, to the same queue manager, disabled.
    #[test]
    fn the_application_decides_unless_it_leaves_it_or_the_definition_forbids_it() {
        use Reconnect::{Disabled, No, QueueManager, Yes};
        let options = [
            0,
            MQCNO_RECONNECT,
            MQCNO_RECONNECT_Q_MGR,
            MQCNO_RECONNECT_DISABLED,
        ];
        for (default, expected) in [
            (No, [No, Yes, QueueManager, Disabled]),
            (Yes, [Yes, Yes, QueueManager, Disabled]),
            (QueueManager, [QueueManager, Yes, QueueManager, Disabled]),
            (Disabled, [Disabled; 4]),
        ] {
            assert_eq!(options.map(|options| wanted(options, default)), expected);
        }
    }
}
