//! A server that answers every request with its own bytes, on one thread, as small as a service loop can be.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use ferromq_base::poll::{self, Poller, Token, Waker};
use ferromq_binding::{
    Event, Handshake, HandshakeError, Listener, Patience, PeerError, Received, RegionSizes,
    ServerEndpoint,
};

/// How often a busy server looks whether anybody connects.
const BUSY_ROUNDS_PER_LOOK: u32 = 64;

/// What the server has seen.
#[derive(Default)]
pub(crate) struct Seen {
    pub(crate) accepted: AtomicU64,
    pub(crate) failed_handshakes: AtomicU64,
    pub(crate) hang_ups: AtomicU64,
    pub(crate) broken_rules: AtomicU64,
    pub(crate) requests: AtomicU64,
    stop: AtomicBool,
}

pub(crate) struct EchoServer {
    pub(crate) path: PathBuf,
    pub(crate) seen: Arc<Seen>,
    waker: Waker,
    thread: Option<JoinHandle<()>>,
}

impl EchoServer {
    pub(crate) fn start(directory: &Path, sizes: RegionSizes, patience: Patience) -> EchoServer {
        let path = directory.join("socket");
        let listener = Listener::bind(&path, 0o600).unwrap();
        let poll = Poller::new().unwrap();
        listener.watch(&poll).unwrap();
        let (waker, seen) = (poll.waker(), Arc::new(Seen::default()));
        let service = Service {
            listener,
            poll,
            sizes,
            patience,
            seen: seen.clone(),
            pending: HashMap::new(),
            connections: HashMap::new(),
            next_token: 0,
        };
        let thread = Some(std::thread::spawn(move || service.run()));
        EchoServer {
            path,
            seen,
            waker,
            thread,
        }
    }

    /// Waits until a count has reached a value; a test that never gets there hangs and is ended from outside.
    pub(crate) fn await_count(&self, count: impl Fn(&Seen) -> &AtomicU64, at_least: u64) {
        while count(&self.seen).load(Ordering::Acquire) < at_least {
            std::thread::yield_now();
        }
    }
}

impl Drop for EchoServer {
    fn drop(&mut self) {
        self.seen.stop.store(true, Ordering::Release);
        self.waker.wake();
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            assert!(
                std::thread::panicking() || ended.is_ok(),
                "the server thread panicked"
            );
        }
    }
}

struct Connection {
    endpoint: ServerEndpoint,
    frame: Vec<u8>,
    hot: bool,
}

impl Connection {
    /// Answers one request if it is there; true when anything came.
    fn serve(&mut self) -> Result<(bool, u64), PeerError> {
        let frame = &mut self.frame;
        match self
            .endpoint
            .try_recv(|fragment| fragment.append_to(frame))?
        {
            Received::Nothing => Ok((false, 0)),
            Received::Part => Ok((true, 0)),
            Received::Frame => {
                let frame = std::mem::take(&mut self.frame);
                self.endpoint.send_shared(b"", &frame.into())?;
                Ok((true, 1))
            }
        }
    }
}

struct Service {
    listener: Listener,
    poll: Poller,
    sizes: RegionSizes,
    patience: Patience,
    seen: Arc<Seen>,
    pending: HashMap<Token, Handshake>,
    connections: HashMap<Token, Connection>,
    next_token: u64,
}

impl Service {
    fn run(mut self) {
        let mut waiting = self.patience.start();
        let mut events = Vec::new();
        let mut busy_rounds = 0;
        while !self.seen.stop.load(Ordering::Acquire) {
            if self.visit(|connection| connection.serve()) {
                waiting.renew();
                busy_rounds += 1;
                // A connection that always calls must not keep others from connecting.
                if busy_rounds % BUSY_ROUNDS_PER_LOOK == 0 {
                    self.poll.wait(Some(Duration::ZERO), &mut events).unwrap();
                    for event in events.drain(..) {
                        self.handle(event);
                    }
                }
                continue;
            }
            if waiting.pass() {
                continue;
            }
            self.poll.announce_sleep();
            let busy = self.visit(|connection| {
                connection.hot = !connection.endpoint.arm()?;
                Ok((connection.hot, 0))
            });
            if busy || self.seen.stop.load(Ordering::Acquire) {
                self.poll.cancel_sleep();
            } else {
                self.poll.wait(None, &mut events).unwrap();
            }
            for event in events.drain(..) {
                self.handle(event);
            }
            waiting.renew();
        }
    }

    /// Does something with every hot connection and drops those that broke a rule; true if any had work.
    fn visit(
        &mut self,
        mut what: impl FnMut(&mut Connection) -> Result<(bool, u64), PeerError>,
    ) -> bool {
        let (mut busy, seen) = (false, &self.seen);
        self.connections.retain(|_, connection| {
            if !connection.hot {
                return true;
            }
            let Ok((worked, requests)) = what(connection) else {
                seen.broken_rules.fetch_add(1, Ordering::Release);
                return false;
            };
            busy |= worked;
            seen.requests.fetch_add(requests, Ordering::Release);
            true
        });
        busy
    }

    fn handle(&mut self, event: poll::Event) {
        match Event::of(&event).expect("nothing else is watched") {
            Event::Connect => {
                while let Some(mut handshake) = self.listener.accept().unwrap_or(None) {
                    let token = Token(self.next_token);
                    self.next_token += 1;
                    handshake.watch(&self.poll, token).unwrap();
                    self.pending.insert(token, handshake);
                }
            }
            Event::Handshake(token) => self.shake_hands(token),
            Event::Doorbell(token) => {
                if let Some(connection) = self.connections.get_mut(&token) {
                    connection.hot = true;
                }
            }
            Event::HangUp(token) => self.hang_up(token),
        }
    }

    fn shake_hands(&mut self, token: Token) {
        let Some(mut handshake) = self.pending.remove(&token) else {
            return;
        };
        let connected = match handshake.advance() {
            Ok(None) => {
                self.pending.insert(token, handshake);
                return;
            }
            Ok(Some(hello)) if hello.opaque.as_slice() == b"unwelcome" => handshake
                .refuse(b"go away")
                .and(Err(HandshakeError::ClientGone)),
            Ok(Some(hello)) => {
                let answer = [b"hello ", hello.opaque.as_slice()].concat();
                handshake.accept(&self.sizes, &answer)
            }
            Err(error) => Err(error),
        };
        match connected {
            Ok(mut endpoint) => {
                endpoint.watch(&self.poll, token).unwrap();
                self.connections.insert(
                    token,
                    Connection {
                        endpoint,
                        frame: Vec::new(),
                        hot: true,
                    },
                );
                self.seen.accepted.fetch_add(1, Ordering::Release);
            }
            Err(_) => {
                self.seen.failed_handshakes.fetch_add(1, Ordering::Release);
            }
        }
    }

    /// The client is gone: what it completed before is served, then everything of it is dropped.
    fn hang_up(&mut self, token: Token) {
        let Some(mut connection) = self.connections.remove(&token) else {
            return;
        };
        assert!(connection.endpoint.is_peer_gone());
        while let Ok((true, requests)) = connection.serve() {
            self.seen.requests.fetch_add(requests, Ordering::Release);
        }
        self.seen.hang_ups.fetch_add(1, Ordering::Release);
    }
}

/// A directory of its own for each test, removed at its end.
pub(crate) struct Scratch(pub(crate) PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str) -> Scratch {
        let path =
            std::env::temp_dir().join(format!("ferromq-binding-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
