//! An event loop: the sockets of one thread.
//!
//! A round takes what came on every socket that has something, runs the verbs in it, runs on the
//! verbs those made ready, sees to the log, and then sends what is to be sent: one read and one
//! write per socket and round, however many calls and conversations they carry.

use crate::deadlines::Deadlines;
use crate::forcing::Forcing;
use crate::inbox::{Inbox, Ready, VerbWaker, has_own_ready, take_own_ready};
use crate::slots::Slots;
use crate::tcp::edge::Edge;
use crate::tcp::listening::{Accepted, Listening, NoRoom};
use crate::tcp::poll::{Event, SocketPoll};
use crate::tcp::socket::{Socket, Surroundings, Taken, tls_peer};
use crate::tcp::strangers::Stranger;
use ferromq_binding::Token;
use ferromq_channel::{Ending, Peer, ServerChannel};
use std::net::{SocketAddr, TcpStream};
use std::os::fd::AsFd;
use std::sync::Arc;
use std::task::Waker;
use std::time::{Duration, Instant};

/// Bytes read of one socket at once. Whoever sends more waits for the others' turn: those who get keep up with
/// those who put, and answers leave before the caches have forgotten the calls.
const READ_BYTES: usize = 64 * 1024;
/// What waits for a socket is sent before the end of the round from so many bytes on: while it is in the caches, in
/// a buffer that is kept, and so that the client works meanwhile.
const SEND_BYTES: usize = 48 * 1024;
/// Clients let in before those that are in have their turn.
const KNOCKS_AT_ONCE: usize = 64;
/// How often the age of unfinished log-ons is looked at.
const SWEEP_INTERVAL: Duration = Duration::from_secs(1);
/// How long the other end may take to close its side once everything was said to it.
const LINGER_NS: u64 = 2_000_000_000;
/// How long a loop that ends sleeps between looks at what is still under way.
const END_NAP: Duration = Duration::from_millis(5);

/// A message to an event loop.
pub(crate) enum Item {
    /// A conversation's verb can be polled.
    Ready(Ready),
    /// A socket to serve.
    Adopt(TcpStream, SocketAddr, Stranger),
    /// A listener to accept from.
    Listen(Box<Listening>),
    /// The listener of this name accepts no more.
    Unlisten(String),
    /// These channels are to end; by key, or all.
    End(Option<u64>, Ending),
}

impl From<Ready> for Item {
    fn from(ready: Ready) -> Self {
        Self::Ready(ready)
    }
}

/// The inbox of an event loop.
pub(crate) type LoopInbox = Inbox<Item>;

/// See the module.
pub(crate) struct EventLoop {
    edge: Arc<Edge>,
    number: usize,
    poll: SocketPoll,
    inbox: Arc<LoopInbox>,
    sockets: Slots<Box<Socket>>,
    listeners: Slots<Box<Listening>>,
    deadlines: Deadlines,
    forcing: Forcing,
    dirty: Vec<Token>,
    ready: Vec<Ready>,
    items: Vec<Item>,
    events: Vec<Event>,
    buffer: Vec<u8>,
    plaintext: Vec<u8>,
    swept: Instant,
    /// Sockets nobody had logged on at at the last look, and those accepted since.
    strangers: usize,
    /// Some listener is not watched.
    deaf: bool,
}

impl EventLoop {
    pub(crate) fn new(edge: Arc<Edge>, number: usize, poll: SocketPoll) -> Self {
        let inbox = Arc::clone(edge.inbox(number));
        let forcing = Forcing::new(edge.force_policy());
        Self {
            edge,
            number,
            poll,
            inbox,
            sockets: Slots::default(),
            listeners: Slots::default(),
            deadlines: Deadlines::default(),
            forcing,
            dirty: Vec::new(),
            ready: Vec::new(),
            items: Vec::new(),
            events: Vec::new(),
            buffer: vec![0; READ_BYTES],
            plaintext: Vec::new(),
            swept: Instant::now(),
            strangers: 0,
            deaf: false,
        }
    }

    /// The body of the thread.
    pub(crate) fn run(mut self) {
        self.inbox.belongs_here();
        while !self.edge.is_stopping() {
            self.wait();
            self.round();
        }
        self.wind_down();
    }

    /// Looks for something to do, for a while, and then sleeps until something happens.
    fn wait(&mut self) {
        let mut waiting = self.edge.settings().patience.start();
        loop {
            if self
                .poll
                .wait(Some(Duration::ZERO), &mut self.events)
                .is_err()
            {
                break;
            }
            let told = self.inbox.is_filled() || has_own_ready() || self.forcing.is_wanted();
            if told || !self.events.is_empty() || self.edge.is_stopping() {
                return;
            }
            if !waiting.pass() {
                break;
            }
        }
        self.sleep();
    }

    /// Sleeps until something happens, unless something has.
    fn sleep(&mut self) {
        let waker = self.poll.waker();
        waker.announce_sleep();
        let busy = self.inbox.is_filled() || has_own_ready() || self.forcing.is_wanted();
        let timeout = if busy || self.edge.is_stopping() {
            waker.cancel_sleep();
            Some(Duration::ZERO)
        } else {
            self.sleep_max()
        };
        if self.poll.wait(timeout, &mut self.events).is_err() {
            // Nothing but a programming error does this; looking again costs little.
            std::thread::yield_now();
        }
    }

    /// How long nothing has to be done that nobody wakes for.
    fn sleep_max(&self) -> Option<Duration> {
        let deadline = self.deadlines.next_ns().map(|deadline_ns| {
            let now_ns = self.edge.monotonic_ns();
            Duration::from_nanos(deadline_ns.saturating_sub(now_ns))
        });
        let sweep = (self.strangers > 0 || self.deaf).then_some(SWEEP_INTERVAL);
        deadline.into_iter().chain(sweep).min()
    }

    fn round(&mut self) {
        let mut events = std::mem::take(&mut self.events);
        let worked = !events.is_empty();
        for event in events.drain(..) {
            self.handle(event);
        }
        self.events = events;
        self.read_inbox();
        self.check_deadlines();
        self.resume_ready();
        if self.forcing.is_wanted() {
            let engine = self.edge.engine();
            // Whoever is connected and does not wait for the log may ask for something any time.
            let others = engine
                .connection_count()
                .saturating_sub(self.forcing.wishes());
            self.forcing.see_to_log(engine.log(), worked, others);
        }
        // Those whose force this thread led go on in the same round.
        self.resume_ready();
        self.settle_dirty();
        self.sweep();
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::Woken => {}
            Event::Knock(token) => self.answer_knocks(token),
            Event::Readable(token) => self.read(token),
            Event::Writable(token) => {
                if let Some(socket) = self.sockets.get_mut(token) {
                    socket.has_room();
                    self.mark(token);
                }
            }
            Event::Gone(token) => self.drop_socket(token),
        }
    }

    fn read(&mut self, token: Token) {
        let Some(socket) = self.sockets.get_mut(token) else {
            return;
        };
        if socket.lingers_until_ns.is_some() {
            if !socket.drop_input(&mut self.buffer) {
                self.drop_socket(token);
            }
            return;
        }
        let (edge, inbox, number) = (&self.edge, &self.inbox, self.number);
        let (key, address) = (socket.key, socket.address);
        let open = |tls: Option<&ferromq_tls::Peer>| {
            let peer = Peer {
                address: address.ip().to_canonical().to_string(),
                port: address.port(),
                tls: tls.map(tls_peer),
            };
            let host = edge.host(key, address.ip(), number, tls.cloned());
            ServerChannel::new(host, peer, wakers(inbox, token))
        };
        let taken = socket.take_in(&mut Surroundings {
            buffer: &mut self.buffer,
            plaintext: &mut self.plaintext,
            tls: &|| edge.tls(),
            open: &open,
        });
        match taken {
            Taken::Bytes => self.visited(token),
            Taken::Nothing => {}
            Taken::Gone => self.drop_socket(token),
            Taken::TlsFailed(error) => {
                edge.note_tls_failure(address, &error);
                self.drop_socket(token);
            }
        }
    }

    /// After a channel has done something: notes what it wants.
    fn visited(&mut self, token: Token) {
        let Some(socket) = self.sockets.get_mut(token) else {
            return;
        };
        if socket.stranger.is_some()
            && socket
                .channel
                .as_ref()
                .is_some_and(ServerChannel::is_logged_on)
        {
            socket.stranger = None;
        }
        if let Some(channel) = &mut socket.channel
            && let Some(end) = channel.take_force_wanted()
        {
            self.forcing.want(end, self.edge.engine().log());
        }
        if !socket.kept_alive
            && let Some(after_s) = socket
                .channel
                .as_ref()
                .and_then(ServerChannel::keep_alive_s)
        {
            socket.kept_alive = true;
            self.edge.keep_alive(&socket.stream, after_s);
        }
        let waits_bytes = socket
            .channel
            .as_mut()
            .map_or(0, |channel| channel.outbound().queued_bytes());
        if waits_bytes >= SEND_BYTES && !socket.send_queued() {
            return self.drop_socket(token);
        }
        // When it wants to be looked at is asked once a round, behind what it sends.
        self.mark(token);
    }

    /// Sees to it that the channel is looked at when it wants to be.
    fn note_deadline(&mut self, token: Token) {
        if let Some(socket) = self.sockets.get_mut(token)
            && let Some(deadline_ns) = socket.channel.as_ref().and_then(ServerChannel::deadline_ns)
            && socket
                .alarm_ns
                .is_none_or(|alarm_ns| alarm_ns > deadline_ns)
        {
            socket.alarm_ns = Some(deadline_ns);
            self.deadlines.add(deadline_ns, token);
        }
    }

    fn mark(&mut self, token: Token) {
        if let Some(socket) = self.sockets.get_mut(token)
            && !socket.dirty
        {
            socket.dirty = true;
            self.dirty.push(token);
        }
    }

    fn read_inbox(&mut self) {
        if !self.inbox.is_filled() {
            return;
        }
        let mut items = std::mem::take(&mut self.items);
        self.inbox.take(&mut items);
        for item in items.drain(..) {
            match item {
                Item::Ready(ready) => self.resume(ready),
                Item::Adopt(stream, address, stranger) => self.adopt(stream, address, stranger),
                Item::Listen(listening) => self.listen(listening),
                Item::Unlisten(name) => self.unlisten(&name),
                Item::End(key, how) => self.end(key, how),
            }
        }
        self.items = items;
    }

    /// Goes on with the conversations this thread's own work made ready, and with those they make
    /// ready in turn.
    fn resume_ready(&mut self) {
        let mut ready = std::mem::take(&mut self.ready);
        loop {
            take_own_ready(&mut ready);
            if ready.is_empty() {
                break;
            }
            for one in ready.drain(..) {
                self.resume(one);
            }
        }
        self.ready = ready;
    }

    fn resume(&mut self, ready: Ready) {
        if let Some(socket) = self.sockets.get_mut(ready.token)
            && let Some(channel) = &mut socket.channel
        {
            channel.resume(ready.slot);
            self.visited(ready.token);
        }
    }

    fn check_deadlines(&mut self) {
        if self.deadlines.next_ns().is_none() {
            return;
        }
        let now_ns = self.edge.monotonic_ns();
        while let Some((alarm_ns, token)) = self.deadlines.pop_passed(now_ns) {
            let Some(socket) = self.sockets.get_mut(token) else {
                continue;
            };
            if socket.alarm_ns != Some(alarm_ns) {
                continue;
            }
            socket.alarm_ns = None;
            if socket.lingers_until_ns.is_some() {
                self.drop_socket(token);
                continue;
            }
            if let Some(channel) = &mut socket.channel {
                channel.tick(now_ns);
            }
            self.visited(token);
        }
    }

    /// Sends, changes what is watched, closes what is over.
    fn settle_dirty(&mut self) {
        let mut dirty = std::mem::take(&mut self.dirty);
        for token in dirty.drain(..) {
            let Some(socket) = self.sockets.get_mut(token) else {
                continue;
            };
            socket.dirty = false;
            if !socket.send_queued() {
                self.drop_socket(token);
                continue;
            }
            if socket.is_over() {
                self.see_off(token);
                continue;
            }
            let interest = socket.interest();
            // What waited for the client to take something may go on.
            self.note_deadline(token);
            let Some(socket) = self.sockets.get_mut(token) else {
                continue;
            };
            if interest != socket.watched {
                socket.watched = interest;
                let stream = &socket.stream;
                if self.poll.change(stream.as_fd(), token, interest).is_err() {
                    self.drop_socket(token);
                }
            }
        }
        self.dirty = dirty;
    }

    fn answer_knocks(&mut self, token: Token) {
        for _ in 0..KNOCKS_AT_ONCE {
            let Some(listening) = self.listeners.get_mut(token) else {
                return;
            };
            let accepted = match self.edge.lacks_room(&listening.socket) {
                Some(why) => Err(why),
                None => match listening.accept() {
                    Accepted::Socket(stream, address) => Ok((stream, address)),
                    Accepted::Nobody => return,
                    Accepted::NoRoom(error) => Err(NoRoom::System(error)),
                },
            };
            match accepted {
                Ok((stream, address)) => self.greet(stream, address),
                Err(why) => {
                    // The others wait outside until the next sweep.
                    self.edge.note_no_room(&listening.name, &why);
                    self.poll.unwatch(&listening.socket);
                    listening.deaf = true;
                    self.deaf = true;
                    return;
                }
            }
        }
    }

    /// Takes a socket in, or closes it: before anything is read that is all there is to say.
    fn greet(&mut self, stream: TcpStream, address: SocketAddr) {
        if !self.edge.lets_in(address.ip()) {
            return;
        }
        let Some(stranger) = self.edge.takes_stranger(address.ip()) else {
            return;
        };
        match self.edge.place() {
            here if here == self.number => self.adopt(stream, address, stranger),
            other => {
                let item = Item::Adopt(stream, address, stranger);
                self.edge.inbox(other).send(item);
            }
        }
    }

    fn adopt(&mut self, stream: TcpStream, address: SocketAddr, stranger: Stranger) {
        let prepared = self.edge.prepare(&stream);
        let key = self.edge.new_key();
        let socket = Box::new(Socket::new(stream, address, stranger, key));
        let token = self.sockets.insert_with(|_| socket);
        self.strangers += 1;
        let Some(socket) = self.sockets.get_mut(token) else {
            return;
        };
        let watched = self
            .poll
            .watch(socket.stream.as_fd(), token, socket.watched);
        if prepared.is_err() || watched.is_err() {
            // Out of descriptors or memory, or gone already: the client is told by its socket.
            self.drop_socket(token);
        }
    }

    /// Closes a socket on which everything is said, now or when the other end has read it.
    fn see_off(&mut self, token: Token) {
        let Some(socket) = self.sockets.get_mut(token) else {
            return;
        };
        if !socket.has_last_words() {
            return self.drop_socket(token);
        }
        let until_ns = self.edge.monotonic_ns().saturating_add(LINGER_NS);
        socket.linger(until_ns);
        socket.alarm_ns = Some(until_ns);
        self.deadlines.add(until_ns, token);
        self.edge.forget(socket.key, self.number);
        socket.watched = socket.interest();
        let watched = self
            .poll
            .change(socket.stream.as_fd(), token, socket.watched);
        if watched.is_err() {
            self.drop_socket(token);
        }
    }

    /// Drops a socket, and with it its conversations: their units of work are backed out.
    fn drop_socket(&mut self, token: Token) {
        let Some(mut socket) = self.sockets.remove(token) else {
            return;
        };
        if socket.lingers_until_ns.is_none() {
            socket.say_good_bye();
            self.edge.forget(socket.key, self.number);
        }
    }

    fn listen(&mut self, listening: Box<Listening>) {
        let token = self.listeners.insert_with(|_| listening);
        self.watch_listener(token);
    }

    fn watch_listener(&mut self, token: Token) {
        if let Some(listening) = self.listeners.get_mut(token) {
            let watched = self.poll.watch_listener(listening.socket.as_fd(), token);
            listening.deaf = watched.is_err();
            self.deaf |= listening.deaf;
        }
    }

    fn unlisten(&mut self, name: &str) {
        for token in self.listeners.tokens() {
            if self
                .listeners
                .get_mut(token)
                .is_some_and(|it| it.name == name)
            {
                self.listeners.remove(token);
            }
        }
    }

    fn end(&mut self, key: Option<u64>, how: Ending) {
        for token in self.sockets.tokens() {
            let Some(socket) = self.sockets.get_mut(token) else {
                continue;
            };
            if key.is_none_or(|key| key == socket.key) {
                match &mut socket.channel {
                    Some(channel) => {
                        channel.end(how);
                        self.visited(token);
                    }
                    None if socket.lingers_until_ns.is_some() => {}
                    // Nobody knows yet what it is for.
                    None => self.drop_socket(token),
                }
            }
        }
    }

    /// Closes sockets that take too long to say what they want, or who they are, and listens again.
    fn sweep(&mut self) {
        let due = (self.strangers > 0 || self.deaf) && self.swept.elapsed() >= SWEEP_INTERVAL;
        if !due {
            return;
        }
        self.swept = Instant::now();
        self.strangers = 0;
        let (age_max, crowded) = self.edge.greeting_max();
        for token in self.sockets.tokens() {
            let Some(socket) = self.sockets.get_mut(token) else {
                continue;
            };
            if socket.stranger.is_none() || socket.lingers_until_ns.is_some() {
                continue;
            }
            if socket.is_judged_by_age(crowded) && socket.accepted.elapsed() > age_max {
                self.drop_socket(token);
            } else {
                self.strangers += 1;
            }
        }
        if std::mem::take(&mut self.deaf) {
            for token in self.listeners.tokens() {
                if self.listeners.get_mut(token).is_some_and(|it| it.deaf) {
                    self.watch_listener(token);
                }
            }
        }
    }

    /// The end: nobody new; what is under way is answered and clients have a while to read it; then everybody is hung
    /// up on. What waits for the log is waited for, but for an end that saves nothing: its answer is all that is left of
    /// a message that was got.
    fn wind_down(&mut self) {
        for token in self.listeners.tokens() {
            self.listeners.remove(token);
        }
        self.end(None, Ending::Immediate);
        let grace = self.edge.end_grace();
        let mut until = Instant::now() + grace;
        loop {
            self.round();
            if !grace.is_zero() && self.awaits_answers() {
                until = Instant::now() + grace;
            }
            if self.sockets.len() == 0 || Instant::now() >= until {
                break;
            }
            if self.poll.wait(Some(END_NAP), &mut self.events).is_err() {
                break;
            }
        }
        for token in self.sockets.tokens() {
            self.drop_socket(token);
        }
    }

    /// Whether verbs of channels that end wait for the log.
    fn awaits_answers(&mut self) -> bool {
        self.sockets.tokens().into_iter().any(|token| {
            let socket = self.sockets.get_mut(token);
            let channel = socket.and_then(|socket| socket.channel.as_ref());
            channel.is_some_and(ServerChannel::awaits_answers)
        })
    }
}

/// Wakers for the conversations of a socket.
fn wakers(inbox: &Arc<LoopInbox>, token: Token) -> Arc<dyn Fn(u32) -> Waker + Send + Sync> {
    let inbox = Arc::clone(inbox);
    Arc::new(move |slot| {
        let inbox = Arc::clone(&inbox);
        let ready = Ready { token, slot };
        Waker::from(Arc::new(VerbWaker { inbox, ready }))
    })
}
