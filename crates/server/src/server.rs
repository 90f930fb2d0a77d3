//! The server as a whole: its threads, what they share, and its end.

use crate::admission::Admission;
use crate::balance::Spread;
use crate::cluster::{self, RepositoryCommands};
use crate::event_loop::{EventLoop, Sources};
use crate::local::{Accepting, Acceptor, Administration, Service, ServiceInbox};
use crate::programs::{Commanded, Inserts, Programs};
use crate::repeats::Refusals;
use crate::settings::ServiceSettings;
use crate::shared::{EndEvent, Shared};
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
use std::sync::atomic::{AtomicBool, Ordering};
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
    /// That of the socket local programs come by, which outlasts the others.
    acceptor: Option<JoinHandle<()>>,
    orders: Receiver<EndEvent>,
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
        let acceptor_poll = Poller::new().map_err(refused)?;
        listener.watch(&acceptor_poll).map_err(refused)?;
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
            inbox_of(&acceptor_poll),
            polls.iter().map(inbox_of).collect(),
        ));
        let mut server = Self {
            shared,
            programs,
            threads: channel_threads,
            acceptor: None,
            orders,
            manager: Some(manager),
        };
        server.serve(polls, acceptor_poll, Acceptor::new(listener))?;
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

    /// Starts the threads for local programs.
    fn serve(
        &mut self,
        polls: Vec<Poller>,
        acceptor_poll: Poller,
        acceptor: Acceptor,
    ) -> Result<(), StartError> {
        for (number, poll) in polls.into_iter().enumerate() {
            let service = Service::event_loop(Arc::clone(&self.shared), number, poll);
            self.threads
                .push(spawn(format!("service {number}"), service)?);
        }
        let accepting = Accepting::event_loop(Arc::clone(&self.shared), acceptor_poll, acceptor);
        self.acceptor = Some(spawn("acceptor".to_owned(), accepting)?);
        Ok(())
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

    /// For asking the server to end.
    #[must_use]
    pub fn handle(&self) -> ServerHandle {
        ServerHandle {
            shared: Arc::clone(&self.shared),
        }
    }

    /// Serves until the server has been asked to end and has done so. Then nobody is connected, the socket is gone, and the queue
    /// manager has ended as [`Ended`] says; of one that was asked to end at once, threads and connections are left to the end of the process.
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
        let Some(manager) = self.manager.take() else {
            return Err(RunError::Stopped);
        };
        if matches!(outcome, Ok(EndHow::Preemptive)) {
            // Ending it would save what a preemptive end must not wait for. The process is about
            // to exit; its locks go with it.
            std::mem::forget(manager);
            return Ok(self.leave_at_once());
        }
        let Some(ended) = self.end_in_order(manager) else {
            return Ok(self.leave_at_once());
        };
        let how = outcome?;
        ended.map(|()| Ended::Orderly(how))
    }

    /// Ends everything in good order, which may wait for a disk, and hears meanwhile whether somebody will not wait for that:
    /// `None` then.
    fn end_in_order(&mut self, manager: QueueManager) -> Option<Result<(), RunError>> {
        let is_decided = Arc::new(AtomicBool::new(false));
        let parts = Parts {
            shared: Arc::clone(&self.shared),
            programs: Arc::clone(&self.programs),
            threads: std::mem::take(&mut self.threads),
            acceptor: self.acceptor.take(),
            is_decided: Arc::clone(&is_decided),
            manager,
        };
        let (give, take) = channel::<Parts>();
        let ending = std::thread::Builder::new()
            .name("end".to_owned())
            .spawn(move || take.recv().map_or((), Parts::end));
        let ending = match ending {
            Ok(ending) => {
                let _ = give.send(parts);
                Some(ending)
            }
            // Without a thread for it nobody can have it end quicker.
            Err(_) => {
                parts.end();
                None
            }
        };
        loop {
            let is_over = ending.as_ref().is_none_or(JoinHandle::is_finished);
            match self.orders.recv_timeout(LOOK_AROUND) {
                Ok(EndEvent::Ended(ended)) => return Some(ended.map_err(RunError::Checkpoint)),
                Ok(EndEvent::End(order)) if order.how == EndHow::Preemptive => {
                    if !is_decided.swap(true, Ordering::AcqRel) {
                        return None;
                    }
                }
                Ok(EndEvent::End(_)) => {}
                // A thread that panicked has said so already.
                Err(_) if is_over => return Some(Err(RunError::Stopped)),
                Err(_) => {}
            }
        }
    }

    /// A preemptive end waits for nobody: each of the threads may hang, in a disk for instance.
    fn leave_at_once(&mut self) -> Ended {
        self.threads.clear();
        self.acceptor = None;
        self.shared.stop(false);
        self.shared.end_acceptor();
        self.shared.refusals().tell_counts(true);
        Ended::Preempted
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
            let order = match order {
                Ok(EndEvent::End(order)) => Ok(order),
                // Nobody has begun to end it.
                Ok(EndEvent::Ended(_)) => continue,
                Err(error) => Err(error),
            };
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
}

/// What ends in good order.
struct Parts {
    shared: Arc<Shared>,
    programs: Arc<Programs>,
    threads: Vec<JoinHandle<()>>,
    acceptor: Option<JoinHandle<()>>,
    /// Set by whoever comes first: this end, when all is saved, or one that does not wait for it.
    is_decided: Arc<AtomicBool>,
    manager: QueueManager,
}

impl Parts {
    fn end(mut self) {
        self.shared.stop(true);
        // Those that run commands end with the last sender, which `shared` holds.
        for thread in self.threads.drain(..) {
            // A thread that panicked has said so already.
            let _ = thread.join();
        }
        self.shared.drop_unadopted();
        self.programs.wait_for_stopped(self.shared.end_grace());
        self.shared.refusals().tell_counts(true);
        let ended = self.manager.finish();
        if self.is_decided.swap(true, Ordering::AcqRel) {
            // The process is about to exit. Nobody else may open it before.
            std::mem::forget(self.manager);
            return;
        }
        // Before others can open it, and listen at the same place.
        end_acceptor(&self.shared, self.acceptor);
        drop(self.manager);
        self.shared.tell_ended(ended);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Dropped without having been run to its end, or after it.
        self.shared.stop(true);
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
        end_acceptor(&self.shared, self.acceptor.take());
    }
}

fn end_acceptor(shared: &Shared, acceptor: Option<JoinHandle<()>>) {
    shared.end_acceptor();
    if let Some(acceptor) = acceptor {
        let _ = acceptor.join();
    }
}

fn spawn<S>(name: String, sources: EventLoop<S>) -> Result<JoinHandle<()>, StartError>
where
    S: Sources + Send + 'static,
    S::Item: Send,
{
    std::thread::Builder::new()
        .name(name)
        .spawn(move || sources.run())
        .map_err(StartError::Io)
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
        manager.engine().join_uniform_cluster();
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
