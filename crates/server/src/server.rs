//! The server as a whole: its threads, what they share, and its end.

use crate::admission::Admission;
use crate::balance::Spread;
use crate::cluster::{self, RepositoryCommands};
use crate::event_loop::EventLoop;
use crate::local::{Acceptor, Administration, Service, ServiceInbox};
use crate::programs::{Commanded, Inserts, Programs};
use crate::repeats::Refusals;
use crate::settings::ServiceSettings;
use crate::shared::{Order, Shared};
use crate::tcp::{self, Edge};
use ferromq::QueueManager;
use ferromq_admin::network::ListenOn;
use ferromq_base::descriptors;
use ferromq_base::poll::Poller;
use ferromq_binding::{Errno, ListenError, Listener};
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::codec::EndHow;
use ferromq_mqi::generated::constants::{
    MQ_HOST_NAME_LENGTH, MQCACF_HOST_NAME, MQIACF_REASON_QUALIFIER, MQRQ_FAILOVER_NOT_PERMITTED,
    MQSVC_CONTROL_Q_MGR,
};
use ferromq_mqi::generated::notices::FMQ0070;
use ferromq_qmgr::{CheckpointError, EndMode, EventDetails, Notice, Observed, RunState};
use std::fmt;
use std::io::{self, Read};
use std::net::IpAddr;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
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

/// A queue manager that serves local applications. See the crate's documentation.
pub struct Server {
    shared: Arc<Shared>,
    programs: Arc<Programs>,
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
            .map(|_| Poller::new())
            .collect::<Result<Vec<_>, _>>()
            .map_err(refused)?;
        listener.watch(&polls[0]).map_err(refused)?;
        let administration =
            Administration::start(manager.administered()).map_err(StartError::Io)?;
        let (sender, orders) = channel();
        let on_signals = settings.end_on_signals;
        let engine = manager.engine().clone();
        let refusals = Arc::new(Refusals::new(engine.clone(), settings.notices.clone()));
        let admission = Arc::new(Admission::new(
            engine.clone(),
            Arc::clone(&refusals),
            &settings.passwords,
        ));
        let (edge, channel_threads) = tcp::start(
            engine.clone(),
            admission,
            settings.client_road.clone(),
            settings.notices.clone(),
            refusals,
        )
        .map_err(StartError::Io)?;
        let programs = programs_of(&manager, &settings);
        put_in_charge(&manager, &edge, &programs, &settings);
        let shared = Arc::new(Shared::new(
            engine,
            settings,
            administration,
            edge,
            sender,
            polls.iter().map(inbox_of).collect(),
        ));
        let mut server = Self {
            shared,
            programs,
            threads: channel_threads,
            orders,
            manager: Some(manager),
        };
        let mut acceptor = Some(Acceptor::new(listener));
        for (number, poll) in polls.into_iter().enumerate() {
            server.spawn(
                Service::event_loop(Arc::clone(&server.shared), number, poll, acceptor.take()),
                number,
            )?;
        }
        server.observe_start();
        let starts = server.shared.settings.starts_services;
        server.shared.edge().restore_channels(starts);
        if starts {
            server.start_services();
        }
        // Behind the listeners: where this queue manager is reached is told to others.
        let clusters = Arc::clone(server.shared.edge());
        server
            .threads
            .push(cluster::start(clusters).map_err(StartError::Io)?);
        if on_signals {
            end_on_signals(server.handle()).map_err(StartError::Io)?;
        }
        Ok(server)
    }

    /// Whoever reads events is told that the queue manager has started, and where, and which extents of its log there are then. There is no standby it could have come from.
    fn observe_start(&self) {
        let Some(manager) = &self.manager else {
            return;
        };
        let host_name = &manager.administered().surroundings().host_name;
        manager.engine().observe(Observed::QueueManagerActive, || {
            EventDetails::default()
                .int(MQIACF_REASON_QUALIFIER, MQRQ_FAILOVER_NOT_PERMITTED)
                .text(MQCACF_HOST_NAME, host_name, MQ_HOST_NAME_LENGTH)
        });
        manager.engine().tell_log_extents();
    }

    /// Starts what starts with the queue manager besides channels: listeners, the command server (`SCMDSERV`), queued publish and
    /// subscribe.
    fn start_services(&self) {
        self.shared.edge().start_controlled_listeners();
        if let Some(manager) = &self.manager {
            self.start_command_server(manager);
            manager.start_queued_publish_subscribe();
            manager.start_publish_subscribe_between();
        }
        self.programs.start_controlled();
    }

    fn start_command_server(&self, manager: &QueueManager) {
        let control = manager.engine().q_mgr_int(Attr::Scmdserv);
        if control == MQSVC_CONTROL_Q_MGR
            && let Err(reason) = manager.start_command_server()
        {
            (self.shared.settings.notices)(Notice::of(&FMQ0070, &[&reason]));
        }
    }

    fn spawn(&mut self, service: EventLoop<Service>, number: usize) -> Result<(), StartError> {
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
        self.stop_serving(!preempted);
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
            self.shared.refusals().tell_counts(false);
            let reconnects = order.as_ref().is_ok_and(|order| order.reconnects);
            match order.map(|order| order.how) {
                Ok(EndHow::Controlled) => {
                    // The engine has begun to: channels look at it to tell its end from their own.
                    quiesces = true;
                    self.shared.edge().quiesce(reconnects);
                    self.programs.stop_controlled();
                }
                Ok(how @ EndHow::Immediate) => {
                    self.programs.stop_controlled();
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

    fn stop_serving(&mut self, saves: bool) {
        self.shared.stop(saves);
        // Those that run commands end with the last sender, which `shared` holds.
        for thread in self.threads.drain(..) {
            // A thread that panicked has said so already.
            let _ = thread.join();
        }
        // A preemptive end waits for nobody and leaves them running.
        if saves {
            self.programs.wait_for_stopped(self.shared.end_grace());
        }
        self.shared.refusals().tell_counts(true);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Dropped without having been run to its end, or after it.
        self.shared.stop(true);
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

/// Commands about the network, clusters, services and applications come to who looks after them.
fn put_in_charge(
    manager: &QueueManager,
    edge: &Arc<Edge>,
    programs: &Arc<Programs>,
    settings: &ServiceSettings,
) {
    let administered = manager.administered();
    administered.set_network(edge.clone());
    let clusters = RepositoryCommands(Arc::clone(edge.clusters()));
    administered.set_clusters(Arc::new(clusters));
    if let Some(cluster) = &settings.uniform_cluster {
        let applications = Arc::new(Spread::over(cluster));
        edge.set_spread(Arc::clone(&applications));
        administered.set_applications(applications);
    }
    administered.set_services(Arc::new(Commanded(Arc::clone(programs))));
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

fn inbox_of(poll: &Poller) -> Arc<ServiceInbox> {
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
