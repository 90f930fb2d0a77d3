//! What all event loops share: the channels that run, the listeners, the end.

use crate::admission::Admission;
use crate::balance::Spread;
use crate::cluster::inbox::RepositoryInbox;
use crate::lock_order;
use crate::repeats::Refusals;
use crate::settings::{ClientRoadSettings, ForcePolicy, UnauthenticatedLimits};
use crate::tcp::agents::{Agents, Board, Order};
use crate::tcp::channel_events::{Subject, Tls};
use crate::tcp::item::{Item, LoopInbox};
use crate::tcp::listening::{self, Listening, NoRoom, Place};
use crate::tcp::running::{Instance, Instances, NotNow, RunningChannel, RunningChannels, TooMany};
use crate::tcp::secure::{Contexts, NoTls, Secure, Waiter};
use crate::tcp::socket::TlsFailure;
use crate::tcp::unauthenticated::{UnauthenticatedSocket, UnauthenticatedSockets};
use ferromq_admin::network::{ListenOn, ListenerControl};
use ferromq_base::descriptors;
use ferromq_base::lock::{Mutex, MutexGuard};
use ferromq_channel::{Applicant, Ending, Leave, ServerConnection, Verdict};
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::MQRQ_SSL_HANDSHAKE_ERROR;
use ferromq_mqi::generated::notices::{AMQ5026, AMQ5027, AMQ9218, FMQ0160, FMQ0177};
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::Origin;
use ferromq_mqi::{ObjectName, Reason};
use ferromq_qmgr::{AskedUser, ChannelFigures, Notice, NoticeSink, QueueManager as Engine};
use ferromq_security as security;
use rustix::net::sockopt;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::task::Waker;
use std::time::Duration;

/// A listener that runs.
#[derive(Clone, Debug)]
pub(crate) struct RunningListener {
    /// Where it listens: the port is the one it has, also when a free one was asked for.
    pub(crate) on: ListenOn,
    /// When it was started, microseconds since the epoch.
    pub(crate) started_us: u64,
    /// The event loop has it too.
    socket: Arc<TcpListener>,
}

/// See the module.
pub(crate) struct Edge {
    engine: Engine,
    admission: Arc<Admission>,
    settings: ClientRoadSettings,
    notices: NoticeSink,
    refusals: Arc<Refusals>,
    inboxes: Vec<Arc<LoopInbox>>,
    /// Sockets of each loop.
    loads: Vec<AtomicUsize>,
    unauthenticated: Arc<UnauthenticatedSockets>,
    channels: Mutex<RunningChannels, lock_order::Channels>,
    listeners: Mutex<BTreeMap<String, RunningListener>, lock_order::Listeners>,
    /// Channels nobody is let in to.
    stopped: Mutex<BTreeSet<String>, lock_order::StoppedChannels>,
    secure: Secure,
    next_key: AtomicU64,
    stopping: AtomicBool,
    end_grace_ms: AtomicU64,
    agents: Agents,
    clusters: Arc<RepositoryInbox>,
    /// Where this queue manager is in a uniform cluster.
    spread: OnceLock<Arc<Spread>>,
}

/// A channel that does not begin as long as this is there, see [`Edge::hold_channel`].
pub(crate) struct HeldChannel<'a> {
    edge: &'a Edge,
    name: &'a str,
}

impl Drop for HeldChannel<'_> {
    fn drop(&mut self) {
        let waiting = self.edge.channels().release(self.name);
        waiting.into_iter().for_each(Waker::wake);
    }
}

impl Edge {
    /// The edge of event loops with these inboxes. Nothing listens yet.
    pub(crate) fn new(
        engine: Engine,
        admission: Arc<Admission>,
        settings: ClientRoadSettings,
        notices: NoticeSink,
        refusals: Arc<Refusals>,
        inboxes: Vec<Arc<LoopInbox>>,
        agents: Agents,
    ) -> Self {
        let unauthenticated = settings
            .unauthenticated
            .unwrap_or_else(UnauthenticatedLimits::of_descriptors);
        let channels = RunningChannels::new(settings.active_channels_max);
        let secure = Secure::new(engine.clone(), settings.revocation, Arc::clone(&notices));
        Self {
            unauthenticated: UnauthenticatedSockets::new(unauthenticated),
            admission,
            engine,
            settings,
            notices,
            refusals,
            loads: inboxes.iter().map(|_| AtomicUsize::new(0)).collect(),
            inboxes,
            channels: Mutex::new(channels),
            listeners: Mutex::default(),
            stopped: Mutex::default(),
            secure,
            next_key: AtomicU64::new(1),
            stopping: AtomicBool::new(false),
            end_grace_ms: AtomicU64::new(0),
            agents,
            clusters: Arc::default(),
            spread: OnceLock::new(),
        }
    }

    /// What is told to the repository of clusters.
    pub(crate) fn clusters(&self) -> &Arc<RepositoryInbox> {
        &self.clusters
    }

    /// Applications are spread over a uniform cluster from now on. Only the first call counts.
    pub(crate) fn set_spread(&self, spread: Arc<Spread>) {
        // A queue manager is in one.
        let _ = self.spread.set(spread);
    }

    /// How applications are spread, where this queue manager is in a uniform cluster.
    pub(crate) fn spread(&self) -> Option<&Arc<Spread>> {
        self.spread.get()
    }

    /// Has clients connect elsewhere.
    pub(crate) fn have_leave(&self, leave: Leave) {
        let leave = Arc::new(leave);
        for inbox in &self.inboxes {
            inbox.send(Item::Leave(Arc::clone(&leave)));
        }
    }

    pub(crate) fn engine(&self) -> &Engine {
        &self.engine
    }

    pub(crate) fn admission(&self) -> &Admission {
        &self.admission
    }

    pub(crate) fn refusals(&self) -> &Refusals {
        &self.refusals
    }

    pub(crate) fn settings(&self) -> &ClientRoadSettings {
        &self.settings
    }

    pub(crate) fn force_policy(&self) -> ForcePolicy {
        self.settings.force
    }

    /// Tells the channel initiator.
    pub(crate) fn order(&self, order: Order) {
        self.agents.board.send(order);
    }

    /// What the channel initiator shares.
    pub(crate) fn board(&self) -> &Board {
        &self.agents.board
    }

    /// Whom connections of the queue manager's own act for.
    pub(crate) fn own(&self) -> Result<(Origin, AskedUser), Reason> {
        self.agents.own.clone()
    }

    /// Whether a message channel runs with a queue manager of this name, or with any.
    pub(crate) fn is_message_channel_running(&self, name: &str, partner: &str) -> bool {
        let channels = self.channels();
        channels
            .of(name)
            .any(|(_, one)| is_of_partner(one.instance.as_ref(), partner))
    }

    /// The instance of a channel that runs with a queue manager of this name, and its key.
    pub(crate) fn running_with(
        &self,
        name: &str,
        partner: &str,
    ) -> Option<(u64, Arc<dyn Instance>)> {
        let channels = self.channels();
        let mut all = channels.of(name);
        let found = all.find(|(_, one)| is_of_partner(one.instance.as_ref(), partner));
        found.map(|(key, one)| (key, Arc::clone(&one.instance)))
    }

    /// Ends a channel at once whose other end has come again, and wakes this when it is gone.
    pub(crate) fn replace(&self, key: u64, waker: &Waker) {
        let mut channels = self.channels();
        let loop_number = channels.get(key).map(|orphan| orphan.loop_number);
        channels.await_end(key, waker);
        drop(channels);
        if let Some(loop_number) = loop_number {
            let end = Item::End(Some(key), Ending::Immediate);
            self.inbox(loop_number).send(end);
        }
    }

    /// How long verbs under way may take once the loops end.
    pub(crate) fn end_grace(&self) -> Duration {
        Duration::from_millis(self.end_grace_ms.load(Ordering::Relaxed))
    }

    pub(crate) fn monotonic_ns(&self) -> u64 {
        self.engine.monotonic_ns()
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Acquire)
    }

    pub(crate) fn inbox(&self, number: usize) -> &Arc<LoopInbox> {
        &self.inboxes[number]
    }

    /// Chooses the loop of a new socket, and counts it there.
    pub(crate) fn place(&self) -> usize {
        let loads = self.loads.iter().map(|load| load.load(Ordering::Relaxed));
        let least = loads.enumerate().min_by_key(|(_, load)| *load);
        let number = least.map_or(0, |(number, _)| number);
        self.loads[number].fetch_add(1, Ordering::Relaxed);
        number
    }

    /// A number no other socket has.
    pub(crate) fn new_key(&self) -> u64 {
        self.next_key.fetch_add(1, Ordering::Relaxed)
    }

    /// Readies a socket for an event loop.
    pub(crate) fn prepare(&self, stream: &TcpStream) -> io::Result<()> {
        stream.set_nonblocking(true)?;
        // An answer is sent whole; waiting for more would only delay it.
        stream.set_nodelay(true)?;
        sockopt::set_socket_keepalive(stream, self.settings.keep_alive)?;
        Ok(())
    }

    /// Has TCP look after a socket as its channel says, where the settings have it look at all.
    pub(crate) fn keep_alive(&self, stream: &TcpStream, after_s: u32) {
        if !self.settings.keep_alive {
            return;
        }
        // A socket that is gone already has nothing to keep alive.
        let _ = match after_s {
            0 => sockopt::set_socket_keepalive(stream, false),
            after_s => sockopt::set_tcp_keepidle(stream, Duration::from_secs(after_s.into())),
        };
    }

    /// Takes a channel in that is offered to a client, if there is a place for it.
    pub(crate) fn offer_channel(
        &self,
        key: u64,
        channel: RunningChannel,
        instances: Instances,
    ) -> Result<(), TooMany> {
        self.channels().offer(key, channel, instances)
    }

    /// Takes a channel in that this end has made the connection of, whatever the limits: they were looked at before it was made.
    /// False while its records are changed.
    pub(crate) fn admit_channel(&self, key: u64, channel: RunningChannel) -> bool {
        self.channels().admit(key, channel)
    }

    /// Takes a message channel in that another queue manager has called.
    pub(crate) fn begin_channel(
        &self,
        key: u64,
        channel: RunningChannel,
        waker: &Waker,
    ) -> Result<(), NotNow> {
        self.channels().begin(key, channel, waker)
    }

    /// Whether somebody changes the records of a channel.
    pub(crate) fn is_channel_held(&self, name: &str) -> bool {
        self.channels().is_held(name)
    }

    /// Keeps a channel from beginning as long as what is answered is there. `None` when it runs, or somebody else does so.
    pub(crate) fn hold_channel<'a>(&'a self, name: &'a str) -> Option<HeldChannel<'a>> {
        let is_held = self.channels().hold(name);
        is_held.then_some(HeldChannel { edge: self, name })
    }

    /// More is known of a channel than when it was taken in.
    pub(crate) fn renew_channel(&self, key: u64, instance: Arc<dyn Instance>) {
        self.channels().renew(key, instance);
    }

    /// Ends the channel of a socket at once.
    pub(crate) fn end_socket(&self, key: u64) {
        let channels = self.channels();
        if let Some(channel) = channels.get(key) {
            channel.instance.request_stop();
            let end = Item::End(Some(key), Ending::Immediate);
            self.inbox(channel.loop_number).send(end);
        }
    }

    /// Notes where this end of the socket of a channel is.
    pub(crate) fn note_local_address(&self, key: u64, stream: &TcpStream) {
        if let Ok(local) = stream.local_addr() {
            self.channels().note_local(key, local);
        }
    }

    /// Somebody has connected over a channel: it takes its place, if there still is one.
    pub(crate) fn take_place(&self, key: u64) -> Result<(), TooMany> {
        self.channels().take_place(key)
    }

    /// The limit that keeps another channel out, if one does; so many are on their way.
    pub(crate) fn lacks_place(&self, on_their_way: usize) -> Option<TooMany> {
        self.channels().lack_place(on_their_way)
    }

    /// A socket is gone, and its channel with it.
    pub(crate) fn forget(&self, key: u64, loop_number: usize) {
        let mut channels = self.channels();
        let name = channels.get(key).map(|gone| gone.instance.channel_name());
        let successors = channels.forget(key);
        drop(channels);
        if let Some(name) = name {
            self.board().plan().touch(name.as_str().trim_end());
        }
        for waker in successors {
            waker.wake();
        }
        self.board().note_place();
        self.loads[loop_number].fetch_sub(1, Ordering::Relaxed);
    }

    /// What channels did since this was asked last, whether or not statistics tell of them.
    pub(crate) fn take_figures(&self) -> Vec<ChannelFigures> {
        self.channels().take_figures()
    }

    /// Asks each instance of a channel that runs how it stands, until one answer ends that.
    pub(crate) fn find_instance<R>(
        &self,
        name: &str,
        mut ask: impl FnMut(&dyn Instance) -> Option<R>,
    ) -> Option<R> {
        let channels = self.channels();
        let mut all = channels.of(name);
        all.find_map(|(_, one)| ask(one.instance.as_ref()))
    }

    /// The channels that run, by when they started.
    pub(crate) fn running_channels(&self) -> Vec<RunningChannel> {
        let channels = self.channels();
        channels.all().map(|(_, channel)| channel.clone()).collect()
    }

    /// The definition of the server connection of this name.
    pub(crate) fn definition(&self, channel_name: &str) -> Option<Definition> {
        let name = ObjectName::truncated(channel_name);
        self.engine.definition(ObjectKind::SvrConn, &name)
    }

    /// TLS as it is configured now, or a place among those who wait for it.
    pub(crate) fn tls(&self, waiter: impl FnOnce() -> Waiter) -> Result<Contexts, NoTls> {
        self.secure.contexts(waiter)
    }

    pub(crate) fn secure(&self) -> &Secure {
        &self.secure
    }

    /// Tells that there is no TLS with somebody who wants it, for the channel it has named if it has.
    pub(crate) fn note_tls_failure(
        &self,
        key: u64,
        address: SocketAddr,
        channel: Option<&str>,
        failure: &TlsFailure,
    ) {
        let address = address.ip().to_canonical();
        let mut partner = format!("the partner at {address}");
        // One that runs, or is about to, is known by its socket.
        let own = self
            .channels()
            .get(key)
            .map(|it| it.instance.channel_name());
        let own = own.as_ref().map(|name| name.as_str().trim_end());
        let channel = channel.or(own);
        let named = channel.and_then(|name| {
            let found = self.definition(name);
            found.or_else(|| self.message_definition(name))
        });
        if let Some(channel) = named {
            let (name, cipher) = (channel.name(), channel.text(Attr::Sslciph));
            partner.push_str(&format!(
                " for channel '{name}', which has SSLCIPH({cipher}) here"
            ));
        }
        let (entry, failure) = (failure.entry(), failure.to_string());
        let subject = Subject {
            channel: channel.unwrap_or_default(),
            connection: &address.to_string(),
            ..Subject::default()
        };
        let tls = Tls {
            failure: &failure,
            ..Tls::default()
        };
        self.observe_insecure(MQRQ_SSL_HANDSHAKE_ERROR, subject, tls);
        let values: [&dyn Display; 2] = [&partner, &failure.trim_end_matches('.')];
        self.tell_of(address, Notice::of(entry, &values));
    }

    /// What a running channel needs of its definition.
    pub(crate) fn server_connection(definition: &Definition) -> (ServerConnection, Instances) {
        let name = definition.name();
        let number = |attr| u32::try_from(definition.int(attr)).unwrap_or(0);
        let instances = Instances {
            most: number(Attr::Maxinst) as usize,
            most_of_client: number(Attr::Maxinstc) as usize,
        };
        let channel = ServerConnection {
            channel_name: FixedText::truncated(name.as_str()),
            message_bytes_max: number(Attr::Maxmsgl),
            heartbeat_s: number(Attr::Hbint),
            conversations_max: number(Attr::Sharecnv),
            disconnect_s: number(Attr::Discint),
            keep_alive_s: u32::try_from(definition.int(Attr::Kaint)).ok(),
            mca_user: FixedText::truncated(definition.text(Attr::Mcauser)),
            cipher_spec: definition.text(Attr::Sslciph).to_owned(),
        };
        (channel, instances)
    }

    /// Starts the listeners that are to run when the queue manager does. If one cannot be started the operator is told,
    /// and the queue manager runs without it.
    pub(crate) fn start_controlled_listeners(&self) {
        for definition in self.engine.definitions(ObjectKind::Listener) {
            let on = self.completed(&ListenOn::from_definition(&definition));
            if on.control == ListenerControl::Manual {
                continue;
            }
            if let Err(error) = self.listen(&on) {
                let reason = format!("{error}; listener '{}' was not started", on.listener);
                self.notice(Notice::of(&AMQ9218, &[&on.port, &reason]));
            }
        }
    }

    /// Whether `STOP CHANNEL` keeps clients out.
    pub(crate) fn is_channel_stopped(&self, name: &str) -> bool {
        self.stopped().contains(name)
    }

    /// Keeps clients out of a channel, or lets them in again. False when it was so already.
    pub(crate) fn keep_out(&self, name: &str, out: bool) -> bool {
        let mut plan = self.board().plan();
        plan.touch(name);
        let mut stopped = self.stopped();
        if out {
            stopped.insert(name.to_owned())
        } else {
            stopped.remove(name)
        }
    }

    fn stopped(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.stopped.lock()
    }

    /// Whether an address may connect at all (`BLOCKADDR`).
    pub(crate) fn lets_in(&self, address: IpAddr) -> bool {
        self.admission.lets_address_in(address)
    }

    /// Why a listener has to leave clients outside for now, if it has to.
    pub(crate) fn lacks_room(&self, listener: &TcpListener) -> Option<NoRoom> {
        if !self.unauthenticated.have_room() {
            return Some(NoRoom::Unauthenticated(
                self.unauthenticated.limits().in_all,
            ));
        }
        (!descriptors::has_room(listener)).then_some(NoRoom::Descriptors)
    }

    /// How long a socket may take to say which channel it wants; where there are many, to log on.
    pub(crate) fn handshake_max(&self) -> (Duration, bool) {
        match self.unauthenticated.are_crowded() {
            true => (self.settings.crowded_handshake_max, true),
            false => (self.settings.handshake_max, false),
        }
    }

    /// Counts a socket on which nobody has logged on yet. `None` when there are too many of its address, of which the
    /// operator is told.
    pub(crate) fn count_unauthenticated(&self, address: IpAddr) -> Option<UnauthenticatedSocket> {
        let entered = self.unauthenticated.enter(address);
        if entered.is_none() {
            let most = self.unauthenticated.limits().of_address;
            let values: [&dyn Display; 2] = [&address.to_canonical(), &most];
            self.tell_of(address, Notice::of(&FMQ0160, &values));
        }
        entered
    }

    /// Decides who an applicant is.
    pub(crate) fn admit(&self, who: &Applicant<'_>, verdict: Verdict) {
        self.admission.ask(who, verdict);
    }

    /// Random bytes, fresh for every connection.
    pub(crate) fn nonce(&self) -> [u8; 12] {
        let mut bytes = [0; 12];
        // The kernel refuses only before it has gathered any; then the clock has to do.
        if rustix::rand::getrandom(&mut bytes, rustix::rand::GetRandomFlags::empty()).is_err() {
            bytes[..8].copy_from_slice(&self.engine.wall_us().to_be_bytes());
        }
        bytes
    }

    fn channels(&self) -> MutexGuard<'_, RunningChannels> {
        self.channels.lock()
    }

    fn listeners(&self) -> MutexGuard<'_, BTreeMap<String, RunningListener>> {
        self.listeners.lock()
    }

    /// Asks the channels that `chosen` picks to end.
    pub(crate) fn end_channels(&self, how: Ending, chosen: impl Fn(&dyn Instance) -> bool) {
        for (key, channel) in self.channels().all() {
            if chosen(channel.instance.as_ref()) {
                channel.instance.request_stop();
                self.inbox(channel.loop_number)
                    .send(Item::End(Some(key), how));
            }
        }
    }

    /// What a definition leaves to the settings, filled in.
    pub(crate) fn completed(&self, on: &ListenOn) -> ListenOn {
        let mut on = on.clone();
        if on.port == 0 {
            on.port = self.settings.port;
        }
        if on.backlog == 0 {
            on.backlog = self.settings.backlog;
        }
        on
    }

    /// Listens; port 0 is a free one. Returns the port.
    ///
    /// # Errors
    /// `AlreadyExists` when a listener of this name runs, `InvalidInput` for an address that is none,
    /// otherwise that of the operating system.
    pub(crate) fn listen(&self, on: &ListenOn) -> io::Result<u16> {
        let mut listeners = self.listeners();
        if listeners.contains_key(&on.listener) {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        let place = Place::of(&on.address, on.port, on.backlog)?;
        let listening = Listening::bind(&on.listener, &place)?;
        let port = listening.port();
        let running = RunningListener {
            on: ListenOn { port, ..on.clone() },
            started_us: self.engine.wall_us(),
            socket: Arc::clone(&listening.socket),
        };
        listeners.insert(on.listener.clone(), running);
        drop(listeners);
        self.inbox(0).send(Item::Listen(Box::new(listening)));
        (self.notices)(Notice::of(&AMQ5026, &[&on.listener]));
        // Other members of clusters may be told where this queue manager is reached.
        self.clusters.changed();
        Ok(port)
    }

    /// Stops listening; channels that run go on. False when no listener of this name runs. On return
    /// clients are refused and the port is free.
    pub(crate) fn unlisten(&self, name: &str) -> bool {
        let Some(listener) = self.listeners().remove(name) else {
            return false;
        };
        // Not left to the event loop, which may be busy for a while.
        listening::stop(&listener.socket);
        self.inbox(0).send(Item::Unlisten(name.to_owned()));
        (self.notices)(Notice::of(&AMQ5027, &[&name]));
        true
    }

    /// The listeners that run, by name.
    pub(crate) fn running_listeners(&self) -> Vec<RunningListener> {
        self.listeners().values().cloned().collect()
    }

    /// The channels nobody is let in to.
    pub(crate) fn stopped_channels(&self) -> Vec<String> {
        self.stopped().iter().cloned().collect()
    }

    /// Tells all channels that the queue manager quiesces, and whether clients that reconnect are to do so at once.
    pub(crate) fn quiesce(&self, reconnects: bool) {
        self.clusters.stop();
        let how = if reconnects {
            Ending::Reconnect
        } else {
            Ending::Quiesce
        };
        for inbox in &self.inboxes {
            inbox.send(Item::End(None, how));
        }
    }

    /// Has the event loops end: everybody is answered or told, for a while, and hung up on.
    pub(crate) fn end_all(&self, grace: Duration) {
        self.clusters.stop();
        let grace_ms = u64::try_from(grace.as_millis()).unwrap_or(u64::MAX);
        self.end_grace_ms.store(grace_ms, Ordering::Relaxed);
        self.stopping.store(true, Ordering::Release);
        for id in self.agents.board.take_waiting() {
            // It may be gone.
            let _ = self.engine.stop_connection(&id);
        }
        self.order(Order::End);
        self.admission.end();
        for inbox in &self.inboxes {
            inbox.wake();
        }
    }

    pub(crate) fn notice(&self, notice: Notice) {
        (self.notices)(notice);
    }

    /// Tells of what a client does or is refused, which it may do again and again.
    pub(crate) fn tell_of(&self, address: IpAddr, notice: Notice) {
        let place = security::Place::of_address(address);
        self.refusals.tell(Some(place), notice);
    }

    pub(crate) fn note_no_room(&self, listener: &str, why: &NoRoom) {
        let notice = Notice::of(&FMQ0177, &[&listener, why]);
        self.refusals.tell(None, notice);
    }
}

/// Whether an instance is of this partner; a blank one means all.
fn is_of_partner(instance: &dyn Instance, partner: &str) -> bool {
    let partner = partner.trim_end();
    partner.is_empty() || instance.remote_name() == partner
}
