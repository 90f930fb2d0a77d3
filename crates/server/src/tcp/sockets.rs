//! The sockets of one thread, and at the first thread the listeners they come by.
//!
//! One read and one write per socket and round, however many calls and conversations they carry.

use crate::event_loop::{
    EventLoop, Left, LoopSettings, Passed, Reactor, Ready, Slots, Sources, VerbWaker,
};
use crate::tcp::edge::Edge;
use crate::tcp::item::{Item, LoopInbox, NewSocket};
use crate::tcp::listening::{Accepted, Listening, NoRoom};
use crate::tcp::protocol::{Caller, Opening, Phase, Protocols, Standing};
use crate::tcp::secure::{NoTls, Waiter};
use crate::tcp::socket::{Socket, Surroundings, Taken, TlsFailure};
use ferromq_base::poll::{Event, Interest, Poller, Source, Token};
use ferromq_channel::{Ending, Leave};
use ferromq_qmgr::QueueManager as Engine;
use std::net::{SocketAddr, TcpStream};
use std::os::fd::AsFd;
use std::sync::Arc;
use std::task::Waker;
use std::time::Duration;

/// Bytes read of one socket at once. Whoever sends more waits for the others' turn: those who get keep up with
/// those who put, and answers leave before the caches have forgotten the calls.
const READ_BYTES: usize = 64 * 1024;
/// What waits for a socket is sent before the end of the round from so many bytes on: while it is in the caches, in
/// a buffer that is kept, and so that the client works meanwhile.
const SEND_BYTES: usize = 48 * 1024;
/// Clients let in before those that are in have their turn.
const ACCEPTED_AT_ONCE: usize = 64;
/// How long the other end may take to close its side once everything was said to it.
const LINGER_NS: u64 = 2_000_000_000;
/// Kinds of what is watched.
const SOCKET: u8 = 0;
const LISTENER: u8 = 1;

/// See the module.
pub(crate) struct Sockets {
    edge: Arc<Edge>,
    protocols: Arc<Protocols>,
    number: usize,
    sockets: Slots<Box<Socket>>,
    listeners: Slots<Box<Listening>>,
    /// Sockets that may have something to send.
    dirty: Vec<Token>,
    /// Those of the last round, empty: its room is used again.
    flushed: Vec<Token>,
    /// Sockets with more to read than one read takes; others have their turn in between.
    unread: Vec<Token>,
    buffer: Vec<u8>,
    plaintext: Vec<u8>,
    /// Sockets nobody had logged on at at the last look, and those accepted since.
    unauthenticated: usize,
    /// Some listener is paused.
    is_paused: bool,
}

impl Sources for Sockets {
    type Item = Item;

    const ROUNDS_PER_LOOK: u32 = 1;
    const ROUNDS_PER_REQUEST: u32 = 0;

    fn engine(&self) -> &Engine {
        self.edge.engine()
    }

    fn is_stopping(&self) -> bool {
        self.edge.is_stopping()
    }

    fn handle(&mut self, reactor: &mut Reactor<Item>, event: &Event) {
        let token = event.source.token;
        if event.source.kind == LISTENER {
            return self.accept_waiting(reactor, token);
        }
        if event.output
            && let Some(socket) = self.sockets.get_mut(token)
        {
            socket.has_room();
            self.mark(token);
        }
        if event.ended
            && let Some(socket) = self.sockets.get_mut(token)
        {
            socket.ended = true;
        }
        if event.input {
            self.read(reactor, token);
        } else if event.gone {
            // Also of a socket that is not read for a while, whatever it still holds.
            self.drop_socket(reactor, token);
        }
    }

    fn take(&mut self, reactor: &mut Reactor<Item>, item: Item) {
        match item {
            Item::Ready(ready) => self.resume(reactor, ready),
            Item::Adopt(new) => self.adopt(reactor, new),
            Item::Listen(listening) => self.listen(reactor, listening),
            Item::Unlisten(name) => self.unlisten(&name),
            Item::Tls(token, made) => {
                self.take_from(reactor, token, |socket, around| {
                    socket.begin_tls(made, around)
                });
            }
            Item::End(key, how) => self.end(reactor, key, how),
            Item::Leave(leave) => self.leave(reactor, &leave),
        }
    }

    fn resume(&mut self, reactor: &mut Reactor<Item>, ready: Ready) {
        if let Some(socket) = self.sockets.get_mut(ready.token)
            && let Some(protocol) = &mut socket.protocol
        {
            protocol.resume(ready.slot);
            self.visited(reactor, ready.token);
        }
    }

    fn deadline(&mut self, reactor: &mut Reactor<Item>, passed: Passed) {
        let Some(socket) = self.sockets.get_mut(passed.token) else {
            return;
        };
        if socket.alarm_ns != Some(passed.deadline_ns) {
            return;
        }
        socket.alarm_ns = None;
        if socket.lingers_until_ns.is_some() || socket.is_farewell_late(passed.now_ns) {
            return self.drop_socket(reactor, passed.token);
        }
        if let Some(protocol) = &mut socket.protocol {
            protocol.tick(passed.now_ns);
        }
        self.visited(reactor, passed.token);
    }

    /// Reads on where one read did not take everything: the kernel tells of what comes, not of what stays.
    fn visit(&mut self, reactor: &mut Reactor<Item>) -> bool {
        let mut worked = false;
        for token in std::mem::take(&mut self.unread) {
            let Some(socket) = self.sockets.get_mut(token) else {
                continue;
            };
            socket.is_listed = false;
            // Otherwise `flush` sees to it when it is wanted again.
            if socket.interest().input {
                worked = true;
                self.read(reactor, token);
            }
        }
        worked
    }

    fn arm(&mut self, _: &mut Reactor<Item>) -> bool {
        self.unread.is_empty() && self.dirty.is_empty()
    }

    fn others(&self, waiting: usize) -> usize {
        // Whoever is connected and does not wait for the log may ask for something any time.
        let engine = self.edge.engine();
        engine.connection_count().saturating_sub(waiting)
    }

    /// Sends, changes what is watched, closes what is over.
    fn flush(&mut self, reactor: &mut Reactor<Item>) {
        // Who has more to send than goes in a turn is marked again meanwhile.
        let mut dirty = std::mem::take(&mut self.flushed);
        std::mem::swap(&mut dirty, &mut self.dirty);
        for token in dirty.drain(..) {
            let Some(socket) = self.sockets.get_mut(token) else {
                continue;
            };
            socket.dirty = false;
            if !socket.send_queued() {
                self.drop_socket(reactor, token);
                continue;
            }
            if socket.is_over() {
                self.see_off(reactor, token);
                continue;
            }
            let interest = socket.interest();
            // What waited for the client to take something may go on.
            self.note_deadline(reactor, token);
            let Some(socket) = self.sockets.get_mut(token) else {
                continue;
            };
            if interest != socket.watched {
                socket.watched = interest;
                let changed =
                    reactor
                        .poller
                        .change(&socket.stream, source(SOCKET, token), interest);
                if changed.is_err() {
                    self.drop_socket(reactor, token);
                    continue;
                }
            }
            if interest.input {
                self.note_unread(token);
            }
            // The rest has its turn behind the others.
            if self
                .sockets
                .get_mut(token)
                .is_some_and(|it| it.has_unsent())
            {
                self.mark(token);
            }
        }
        self.flushed = dirty;
    }

    fn needs_sweep(&self) -> bool {
        self.unauthenticated > 0 || self.is_paused
    }

    /// Closes sockets that take too long to say what they want, or who they are, and listens again.
    fn sweep(&mut self, reactor: &mut Reactor<Item>) {
        self.unauthenticated = 0;
        let (age_max, crowded) = self.edge.handshake_max();
        for token in self.sockets.tokens() {
            let Some(socket) = self.sockets.get_mut(token) else {
                continue;
            };
            let waits = socket.unauthenticated.is_some() || socket.calling.is_some();
            if !waits || socket.lingers_until_ns.is_some() {
                continue;
            }
            if socket.is_bound_by_age(crowded) && socket.accepted.elapsed() > age_max {
                if socket.awaits_tls() {
                    let failure = TlsFailure::NotConfigured(NoTls::Overdue.into());
                    self.edge
                        .note_tls_failure(socket.key, socket.address, None, &failure);
                }
                self.drop_socket(reactor, token);
            } else {
                self.unauthenticated += 1;
            }
        }
        if std::mem::take(&mut self.is_paused) {
            for token in self.listeners.tokens() {
                if self.listeners.get_mut(token).is_some_and(|it| it.is_paused) {
                    self.watch_listener(reactor, token);
                }
            }
        }
    }

    fn begin_end(&mut self, reactor: &mut Reactor<Item>) -> Duration {
        for token in self.listeners.tokens() {
            self.listeners.remove(token);
        }
        self.end(reactor, None, Ending::Immediate);
        self.edge.end_grace()
    }

    fn go_on_ending(&mut self, _: &mut Reactor<Item>) -> Left {
        match self.sockets.len() {
            0 => Left::Nobody,
            _ if self.awaits_answers() => Left::WaitsForLog,
            _ => Left::Some,
        }
    }

    fn drop_all(&mut self, reactor: &mut Reactor<Item>) {
        for token in self.sockets.tokens() {
            self.drop_socket(reactor, token);
        }
    }
}

impl Sockets {
    /// The loop of a thread for sockets.
    pub(crate) fn event_loop(
        edge: Arc<Edge>,
        protocols: Arc<Protocols>,
        number: usize,
        poller: Poller,
    ) -> EventLoop<Self> {
        let inbox = Arc::clone(edge.inbox(number));
        let settings = LoopSettings {
            patience: edge.settings().patience,
            // A round is a turn: who sends more than one read takes waits for the others.
            requests_per_turn: u32::MAX,
            force: edge.force_policy(),
        };
        let sources = Self {
            edge,
            protocols,
            number,
            sockets: Slots::default(),
            listeners: Slots::default(),
            dirty: Vec::new(),
            flushed: Vec::new(),
            unread: Vec::new(),
            buffer: vec![0; READ_BYTES],
            plaintext: Vec::new(),
            unauthenticated: 0,
            is_paused: false,
        };
        EventLoop::new(sources, poller, inbox, settings)
    }

    fn read(&mut self, reactor: &mut Reactor<Item>, token: Token) {
        let Some(socket) = self.sockets.get_mut(token) else {
            return;
        };
        if socket.lingers_until_ns.is_some() {
            if !socket.drop_input(&mut self.buffer) {
                self.drop_socket(reactor, token);
            }
            return;
        }
        self.take_from(reactor, token, |socket, around| socket.take_in(around));
        self.note_unread(token);
    }

    fn note_unread(&mut self, token: Token) {
        if let Some(socket) = self.sockets.get_mut(token)
            && socket.has_more
            && !socket.is_listed
        {
            socket.is_listed = true;
            self.unread.push(token);
        }
    }

    /// Has a socket take something in, and does what follows.
    fn take_from(
        &mut self,
        reactor: &mut Reactor<Item>,
        token: Token,
        take: impl FnOnce(&mut Socket, &mut Surroundings<'_>) -> Taken,
    ) {
        let Some(socket) = self.sockets.get_mut(token) else {
            return;
        };
        let (edge, inbox, protocols) = (&self.edge, &reactor.inbox, &self.protocols);
        let (key, address, only, loop_number) =
            (socket.key, socket.address, socket.only, self.number);
        let open = |first_bytes: &[u8], tls: Option<&ferromq_tls::Peer>| {
            protocols.choose(only, first_bytes).open(Opening {
                key,
                loop_number,
                address,
                tls,
                wakers: wakers(inbox, token),
            })
        };
        let call = |calling: Box<dyn Caller>, tls: Option<&ferromq_tls::Peer>| {
            let opening = Opening {
                key,
                loop_number,
                address,
                tls,
                wakers: wakers(inbox, token),
            };
            calling.open(&opening)
        };
        let tls = || edge.tls(|| tls_waiter(inbox, token));
        let mut around = Surroundings {
            buffer: &mut self.buffer,
            plaintext: &mut self.plaintext,
            tls: &tls,
            open: &open,
            call: &call,
        };
        let taken = take(socket, &mut around);
        match taken {
            Taken::Bytes => self.visited(reactor, token),
            Taken::Nothing => {}
            Taken::AwaitsTls => self.mark(token),
            Taken::Gone => {
                // One that only sends no more may still read the answers to what it has sent before.
                let _ = socket.send_queued();
                if socket.has_only_tls() {
                    // It has not liked what the handshake showed, and may have told nobody else.
                    let failure = TlsFailure::Closed("as soon as it was there");
                    edge.note_tls_failure(key, address, socket.named_channel(), &failure);
                }
                self.drop_socket(reactor, token);
            }
            Taken::TlsFailed(error) => {
                match &mut socket.calling {
                    Some(calling) => calling.tls_failed(error.entry(), &error),
                    None => edge.note_tls_failure(key, address, socket.named_channel(), &error),
                }
                self.drop_socket(reactor, token);
            }
        }
    }

    /// After a protocol has done something: notes what it wants.
    fn visited(&mut self, reactor: &mut Reactor<Item>, token: Token) {
        let Some(socket) = self.sockets.get_mut(token) else {
            return;
        };
        let Some(protocol) = &mut socket.protocol else {
            // A TLS handshake under way may have something to say.
            return self.mark(token);
        };
        if socket.unauthenticated.is_some() && protocol.standing() == Standing::LoggedOn {
            socket.unauthenticated = None;
        }
        if let Some(end) = protocol.take_force_wanted() {
            reactor.want_force(end, self.edge.engine());
        }
        if !socket.kept_alive
            && let Some(after_s) = protocol.keep_alive_s()
        {
            socket.kept_alive = true;
            self.edge.note_local_address(socket.key, &socket.stream);
            self.edge.keep_alive(&socket.stream, after_s);
        }
        if protocol.queued_bytes() >= SEND_BYTES && !socket.send_queued() {
            return self.drop_socket(reactor, token);
        }
        // When it wants to be looked at is asked once a round, behind what it sends.
        self.mark(token);
    }

    /// Sees to it that the protocol is looked at when it wants to be.
    fn note_deadline(&mut self, reactor: &mut Reactor<Item>, token: Token) {
        if let Some(socket) = self.sockets.get_mut(token)
            && let Some(deadline_ns) = socket.deadline_ns(|| self.edge.monotonic_ns())
        {
            let alarm_ns = &mut socket.alarm_ns;
            reactor
                .deadlines
                .bring_forward(alarm_ns, deadline_ns, token);
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

    fn accept_waiting(&mut self, reactor: &mut Reactor<Item>, token: Token) {
        for _ in 0..ACCEPTED_AT_ONCE {
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
                Ok((stream, address)) => {
                    let protocol = listening.protocol;
                    self.take_in(reactor, stream, address, protocol);
                }
                Err(why) => {
                    // The others wait outside until the next sweep.
                    self.edge.note_no_room(&listening.name, &why);
                    reactor.poller.unwatch(&*listening.socket);
                    listening.is_paused = true;
                    self.is_paused = true;
                    return;
                }
            }
        }
    }

    /// Takes a socket in, or closes it: before anything is read that is all there is to say.
    fn take_in(
        &mut self,
        reactor: &mut Reactor<Item>,
        stream: TcpStream,
        address: SocketAddr,
        protocol: Option<&'static str>,
    ) {
        if !self.edge.lets_in(address.ip()) {
            return;
        }
        let Some(unauthenticated) = self.edge.count_unauthenticated(address.ip()) else {
            return;
        };
        let new = NewSocket {
            stream,
            key: self.edge.new_key(),
            address,
            unauthenticated: Some(unauthenticated),
            protocol,
            calling: None,
        };
        match self.edge.place() {
            here if here == self.number => self.adopt(reactor, new),
            other => self.edge.inbox(other).send(Item::Adopt(new)),
        }
    }

    fn adopt(&mut self, reactor: &mut Reactor<Item>, new: NewSocket) {
        let prepared = self.edge.prepare(&new.stream);
        let socket = Box::new(Socket::new(new));
        let token = self.sockets.insert_with(|_| socket);
        self.unauthenticated += 1;
        let Some(socket) = self.sockets.get_mut(token) else {
            return;
        };
        let poller = &reactor.poller;
        let watched = poller.watch(&socket.stream, source(SOCKET, token), socket.watched);
        if prepared.is_err() || watched.is_err() {
            // Out of descriptors or memory, or gone already: the client is told by its socket.
            return self.drop_socket(reactor, token);
        }
        if socket.calling.is_some() {
            self.take_from(reactor, token, |socket, around| socket.call(around));
        }
    }

    /// Closes a socket on which everything is said, now or when the other end has read it.
    fn see_off(&mut self, reactor: &mut Reactor<Item>, token: Token) {
        let Some(socket) = self.sockets.get_mut(token) else {
            return;
        };
        if !socket.has_last_words() {
            return self.drop_socket(reactor, token);
        }
        let until_ns = self.edge.monotonic_ns().saturating_add(LINGER_NS);
        socket.linger(until_ns);
        // Nothing else is waited for.
        let alarm_ns = &mut socket.alarm_ns;
        reactor.deadlines.clear(alarm_ns, token);
        reactor.deadlines.bring_forward(alarm_ns, until_ns, token);
        self.edge.forget(socket.key, self.number);
        socket.watched = socket.interest();
        let poller = &reactor.poller;
        let watched = poller.change(&socket.stream, source(SOCKET, token), socket.watched);
        if watched.is_err() {
            self.drop_socket(reactor, token);
        }
    }

    /// Drops a socket, and with it its conversations: their units of work are backed out.
    fn drop_socket(&mut self, reactor: &mut Reactor<Item>, token: Token) {
        let Some(mut socket) = self.sockets.remove(token) else {
            return;
        };
        reactor.deadlines.clear(&mut socket.alarm_ns, token);
        if let Some(mut calling) = socket.calling.take() {
            calling.failed();
        }
        if socket.lingers_until_ns.is_none() {
            socket.say_good_bye();
            // Whoever waits for it to be gone finds its work backed out.
            socket.protocol = None;
            self.edge.forget(socket.key, self.number);
        }
    }

    fn listen(&mut self, reactor: &mut Reactor<Item>, listening: Box<Listening>) {
        let token = self.listeners.insert_with(|_| listening);
        self.watch_listener(reactor, token);
    }

    fn watch_listener(&mut self, reactor: &mut Reactor<Item>, token: Token) {
        if let Some(listening) = self.listeners.get_mut(token) {
            let poller = &reactor.poller;
            let watched = poller.watch(
                listening.socket.as_fd(),
                source(LISTENER, token),
                Interest::INPUT,
            );
            listening.is_paused = watched.is_err();
            self.is_paused |= listening.is_paused;
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

    fn end(&mut self, reactor: &mut Reactor<Item>, key: Option<u64>, how: Ending) {
        for token in self.sockets.tokens() {
            let Some(socket) = self.sockets.get_mut(token) else {
                continue;
            };
            if key.is_none_or(|key| key == socket.key) {
                // Asked for by name: it has been told already, and whoever reads nothing is not waited for.
                let is_asked_again = key.is_some() && how == Ending::Immediate;
                if is_asked_again && socket.is_stuck_over() {
                    self.drop_socket(reactor, token);
                    continue;
                }
                match &mut socket.protocol {
                    Some(protocol) => {
                        protocol.end(how);
                        self.visited(reactor, token);
                    }
                    None if socket.lingers_until_ns.is_some() => {}
                    // Nobody knows yet what it is for.
                    None => self.drop_socket(reactor, token),
                }
            }
        }
    }

    /// Clients are to connect elsewhere, if these connections are theirs.
    fn leave(&mut self, reactor: &mut Reactor<Item>, leave: &Leave) {
        for token in self.sockets.tokens() {
            let socket = self.sockets.get_mut(token);
            if let Some(protocol) = socket.and_then(|it| it.protocol.as_mut()) {
                protocol.leave(leave);
                self.visited(reactor, token);
            }
        }
    }

    /// Whether something that ends waits for the log.
    fn awaits_answers(&mut self) -> bool {
        self.sockets.tokens().into_iter().any(|token| {
            let socket = self.sockets.get_mut(token);
            let protocol = socket.and_then(|socket| socket.protocol.as_ref());
            protocol.is_some_and(|protocol| protocol.phase() == Phase::Ending)
        })
    }
}

const fn source(kind: u8, token: Token) -> Source {
    Source { kind, token }
}

/// Tells a socket that waits for TLS.
fn tls_waiter(inbox: &Arc<LoopInbox>, token: Token) -> Waiter {
    let inbox = Arc::clone(inbox);
    Box::new(move |made| inbox.send(Item::Tls(token, made)))
}

/// Wakers for what goes on by itself on a socket.
fn wakers(inbox: &Arc<LoopInbox>, token: Token) -> Arc<dyn Fn(u32) -> Waker + Send + Sync> {
    let inbox = Arc::clone(inbox);
    Arc::new(move |slot| {
        let inbox = Arc::clone(&inbox);
        let ready = Ready { token, slot };
        Waker::from(Arc::new(VerbWaker { inbox, ready }))
    })
}
