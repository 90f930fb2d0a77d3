//! The server as a whole: its threads, what they share, and its end.

use crate::administration::Administration;
use crate::admission::Admission;
use crate::greeting::Greeter;
use crate::item::ServiceInbox;
use crate::programs::{Commanded, Inserts, Programs};
use crate::repeats::Refusals;
use crate::service::Service;
use crate::settings::ServiceSettings;
use crate::tcp::Edge;
use ferromq::QueueManager;
use ferromq_admin::network::ListenOn;
use ferromq_base::descriptors;
use ferromq_binding::{Errno, ListenError, Listener, PollSet};
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::codec::{EndHow, Phase};
use ferromq_mqi::generated::constants::MQSVC_CONTROL_Q_MGR;
use ferromq_mqi::generated::notices::FMQ0070;
use ferromq_qmgr::{CheckpointError, EndMode, Notice, QueueManager as Engine, RunState};
use std::fmt;
use std::io::{self, Read};
use std::net::IpAddr;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// How often a running server looks whether its queue manager has stopped by itself.
const LOOK_AROUND: Duration = Duration::from_secs(1);
/// How often one that quiesces looks whether everybody has left.
const LOOK_FOR_LEAVERS: Duration = Duration::from_millis(20);

/// Why a server did not start.
#[derive(Debug)]
pub enum StartError {
    /// It cannot listen.
    Listen(ListenError),
    /// The operating system refused a thread or a descriptor.
    Io(io::Error),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Listen(error) => error.fmt(f),
            Self::Io(error) => write!(f, "the operating system refused: {error}"),
        }
    }
}

impl std::error::Error for StartError {}

/// How a server ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// In good order, as it was asked to.
    Orderly(EndHow),
    /// At once, with nothing saved: the process should exit now.
    Preempted,
}

/// Why the end was not in good order. Nothing committed is lost.
#[derive(Debug)]
pub enum RunError {
    /// The queue manager stopped by itself: its log cannot be written.
    Stopped,
    /// The last checkpoint failed.
    Checkpoint(CheckpointError),
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped => f.write_str("the queue manager stopped: its log cannot be written"),
            Self::Checkpoint(error) => write!(f, "the last checkpoint failed: {error}"),
        }
    }
}

impl std::error::Error for RunError {}

const GOES_ON: u8 = 0;
const ENDS: u8 = 1;
const ENDS_AT_ONCE: u8 = 2;

/// An end that was asked for.
struct Order {
    how: EndHow,
    /// Clients that reconnect by themselves are to do so at once.
    reconnects: bool,
}

/// What all threads of a server share.
pub(crate) struct Shared {
    pub(crate) engine: Engine,
    pub(crate) settings: ServiceSettings,
    administration: Administration,
    admission: Arc<Admission>,
    refusals: Arc<Refusals>,
    edge: Arc<Edge>,
    programs: Arc<Programs>,
    orders: Sender<Order>,
    inboxes: Vec<Arc<ServiceInbox>>,
    /// Connections of each service thread.
    links: Vec<AtomicUsize>,
    /// How the end that was asked for is to be, plus one; 0 while none was.
    asked: AtomicU8,
    stopping: AtomicU8,
}

impl Shared {
    pub(crate) fn inbox(&self, number: usize) -> &Arc<ServiceInbox> {
        &self.inboxes[number]
    }

    pub(crate) fn administration(&self) -> &Administration {
        &self.administration
    }

    pub(crate) fn admission(&self) -> &Admission {
        &self.admission
    }

    pub(crate) fn refusals(&self) -> &Refusals {
        &self.refusals
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
        self.asked.fetch_max(how as u8 + 1, Ordering::AcqRel);
        // When nobody listens any more, the end is under way.
        let _ = self.orders.send(Order { how, reconnects });
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

    fn stop(&self, how: u8) {
        self.stopping.fetch_max(how, Ordering::AcqRel);
        for inbox in &self.inboxes {
            inbox.wake();
        }
        self.edge.stop(self.end_grace());
    }
}

/// A queue manager that serves local applications. See the crate's documentation.
pub struct Server {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
    orders: Receiver<Order>,
    manager: Option<QueueManager>,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server")
            .field("name", &self.shared.engine.name())
            .finish_non_exhaustive()
    }
}

/// Asks a server to end, from any thread.
#[derive(Clone)]
pub struct ServerHandle {
    shared: Arc<Shared>,
}

impl fmt::Debug for ServerHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServerHandle").finish_non_exhaustive()
    }
}

impl ServerHandle {
    /// Begins to end, like `endmqm`. An end under way can be made quicker, not slower.
    pub fn end(&self, how: EndHow) {
        self.shared.request_end(how, false);
    }

    /// Begins to end when every application has disconnected, and disconnects clients that reconnect by themselves at
    /// once, like `endmqm -r`.
    pub fn end_and_reconnect(&self) {
        self.shared.request_end(EndHow::Controlled, true);
    }

    /// Listens for clients, on all addresses where none is given; port 0 takes a free one. Returns the
    /// port. The listener lasts as long as the server or until it is stopped by its name.
    ///
    /// # Errors
    /// `AlreadyExists` when a listener of this name runs, otherwise that of the operating system.
    pub fn start_listener(
        &self,
        name: &str,
        address: Option<IpAddr>,
        port: u16,
    ) -> io::Result<u16> {
        let on = ListenOn {
            listener: name.to_owned(),
            address: address.map_or_else(String::new, |address| address.to_string()),
            port,
            ..ListenOn::default()
        };
        self.shared.edge().listen(&on)
    }
}

impl Server {
    /// Listens at `socket` and begins to serve. The queue manager is the server's from now on.
    ///
    /// # Errors
    /// See [`StartError`]; the queue manager is then ended in good order.
    pub fn start(
        manager: QueueManager,
        socket: &Path,
        settings: ServiceSettings,
    ) -> Result<Self, StartError> {
        descriptors::raise_limit();
        let listener = Listener::bind(socket, settings.socket_mode).map_err(StartError::Listen)?;
        let polls = (0..settings.service_threads.max(1))
            .map(|_| PollSet::new())
            .collect::<Result<Vec<_>, _>>()
            .map_err(refused)?;
        polls[0].watch_listener(&listener).map_err(refused)?;
        let administered = Arc::clone(manager.administered());
        let (administration, administrator) =
            Administration::start(administered).map_err(StartError::Io)?;
        let (sender, orders) = channel();
        let on_signals = settings.end_on_signals;
        let engine = manager.engine().clone();
        let refusals = Arc::new(Refusals::new(engine.clone(), settings.notices.clone()));
        let admission = Arc::new(Admission::new(
            engine.clone(),
            Arc::clone(&refusals),
            &settings.passwords,
        ));
        let (edge, channel_threads) = Edge::start(
            engine.clone(),
            Arc::clone(&admission),
            settings.client_road.clone(),
            settings.notices.clone(),
            Arc::clone(&refusals),
        )
        .map_err(StartError::Io)?;
        manager.administered().set_network(edge.clone());
        let programs = programs_of(&manager, &settings);
        let commanded = Commanded(Arc::clone(&programs));
        manager.administered().set_services(Arc::new(commanded));
        let shared = Arc::new(Shared {
            engine,
            settings,
            administration,
            admission,
            refusals,
            edge,
            programs,
            orders: sender,
            inboxes: polls.iter().map(inbox_of).collect(),
            links: polls.iter().map(|_| AtomicUsize::new(0)).collect(),
            asked: AtomicU8::new(0),
            stopping: AtomicU8::new(GOES_ON),
        });
        let mut server = Self {
            shared,
            threads: std::iter::once(administrator)
                .chain(channel_threads)
                .collect(),
            orders,
            manager: Some(manager),
        };
        let mut greeter = Some(Greeter::new(listener));
        for (number, poll) in polls.into_iter().enumerate() {
            server.spawn(
                Service::new(Arc::clone(&server.shared), number, poll, greeter.take()),
                number,
            )?;
        }
        if server.shared.settings.starts_services {
            server.start_services();
        }
        if on_signals {
            end_on_signals(server.handle()).map_err(StartError::Io)?;
        }
        Ok(server)
    }

    /// Starts what starts with the queue manager: listeners, the command server (`SCMDSERV`), queued publish and
    /// subscribe.
    fn start_services(&self) {
        self.shared.edge().start_controlled_listeners();
        if let Some(manager) = &self.manager {
            self.start_command_server(manager);
            manager.start_queued_publish_subscribe();
        }
        self.shared.programs.start_controlled();
    }

    fn start_command_server(&self, manager: &QueueManager) {
        let control = manager.engine().q_mgr_int(Attr::Scmdserv);
        if control == MQSVC_CONTROL_Q_MGR
            && let Err(reason) = manager.start_command_server()
        {
            (self.shared.settings.notices)(Notice {
                number: "FMQ0070W",
                text: FMQ0070.sentence(&[&reason]),
            });
        }
    }

    fn spawn(&mut self, service: Service, number: usize) -> Result<(), StartError> {
        let thread = std::thread::Builder::new()
            .name(format!("service {number}"))
            .spawn(move || service.run())
            .map_err(StartError::Io)?;
        self.threads.push(thread);
        Ok(())
    }

    /// For asking the server to end.
    #[must_use]
    pub fn handle(&self) -> ServerHandle {
        ServerHandle {
            shared: Arc::clone(&self.shared),
        }
    }

    /// Serves until the server has been asked to end and has done so. Then nobody is connected,
    /// the socket is gone, and the queue manager has ended as [`Ended`] says.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn run_until_ended(self) -> Result<Ended, RunError> {
        self.run_until_ended_telling(|_| ())
    }

    /// The same. `tell` is told how it ends when nobody waits for applications any more and the end begins, which may take a
    /// while: messages and definitions are written.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn run_until_ended_telling(mut self, tell: impl FnOnce(EndHow)) -> Result<Ended, RunError> {
        let outcome = self.wait_for_end();
        if let Ok(how) = &outcome {
            tell(*how);
        }
        let preempted = matches!(outcome, Ok(EndHow::Preemptive));
        self.stop_serving(if preempted { ENDS_AT_ONCE } else { ENDS });
        let Some(manager) = self.manager.take() else {
            return Err(RunError::Stopped);
        };
        if preempted {
            // Ending it would save what a preemptive end must not wait for. The process is about
            // to exit; its locks go with it.
            std::mem::forget(manager);
            return Ok(Ended::Preempted);
        }
        let ended = manager.end().map_err(RunError::Checkpoint);
        let how = outcome?;
        ended.map(|()| Ended::Orderly(how))
    }

    /// Waits until the queue manager may be ended.
    fn wait_for_end(&self) -> Result<EndHow, RunError> {
        let engine = &self.shared.engine;
        let mut quiesces = false;
        loop {
            let wait = if quiesces {
                LOOK_FOR_LEAVERS
            } else {
                LOOK_AROUND
            };
            let order = self.orders.recv_timeout(wait);
            self.shared.refusals.tell_counts(false);
            let reconnects = order.as_ref().is_ok_and(|order| order.reconnects);
            match order.map(|order| order.how) {
                Ok(EndHow::Controlled) => {
                    quiesces = true;
                    // Channels look at the queue manager to tell its end from their own.
                    engine.begin_end(EndMode::Quiesce);
                    self.shared.edge().quiesce(reconnects);
                    self.shared.programs.stop_controlled();
                }
                Ok(how @ EndHow::Immediate) => {
                    self.shared.programs.stop_controlled();
                    engine.begin_end(EndMode::Immediate);
                    return Ok(how);
                }
                Ok(how @ EndHow::Preemptive) => return Ok(how),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(EndHow::Immediate),
            }
            if engine.state() == RunState::Stopping {
                return Err(RunError::Stopped);
            }
            if quiesces && engine.connection_count() == 0 {
                engine.begin_end(EndMode::Immediate);
                return Ok(EndHow::Controlled);
            }
        }
    }

    fn stop_serving(&mut self, how: u8) {
        self.shared.stop(how);
        // The administration thread ends with the last sender, which `shared` holds.
        let services = self.threads.drain(1..);
        for thread in services {
            // A thread that panicked has said so already.
            let _ = thread.join();
        }
        self.shared
            .programs
            .wait_for_stopped(self.shared.end_grace());
        self.shared.refusals.tell_counts(true);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Dropped without having been run to its end, or after it.
        self.shared.stop(ENDS);
        for thread in self.threads.drain(..).skip(1) {
            let _ = thread.join();
        }
    }
}

/// What runs the programs of services, with what their definitions may name.
fn programs_of(manager: &QueueManager, settings: &ServiceSettings) -> Arc<Programs> {
    let around = manager.administered().surroundings();
    let data = Path::new(&around.data_path);
    let text = |path: &Path| path.display().to_string();
    let name = data.file_name().unwrap_or_default();
    let above = data.parent().and_then(Path::parent).map(Path::to_owned);
    let inserts = Inserts {
        install_path: around.installation.2.clone(),
        data_path: ferromq_mqi::place::data_path()
            .or(above)
            .map_or_else(String::new, |path| text(&path)),
        q_mgr: manager.engine().name().to_string(),
        q_mgr_data_path: around.data_path.clone(),
        q_mgr_data_name: name.to_string_lossy().into_owned(),
    };
    let (engine, notices) = (manager.engine().clone(), settings.notices.clone());
    Programs::new(engine, notices, inserts)
}

fn inbox_of(poll: &PollSet) -> Arc<ServiceInbox> {
    Arc::new(ServiceInbox::new(poll.waker()))
}

fn refused(errno: Errno) -> StartError {
    StartError::Io(errno.into())
}

/// SIGTERM and SIGINT mean an immediate end.
fn end_on_signals(handle: ServerHandle) -> io::Result<()> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    let (mut received, raised) = UnixStream::pair()?;
    for signal in [SIGTERM, SIGINT] {
        signal_hook::low_level::pipe::register(signal, raised.try_clone()?)?;
    }
    std::thread::Builder::new()
        .name("signals".into())
        .spawn(move || {
            let mut byte = [0];
            while received.read_exact(&mut byte).is_ok() {
                handle.end(EndHow::Immediate);
            }
        })?;
    Ok(())
}
