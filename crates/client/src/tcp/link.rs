//! A TCP socket that conversations share, and whoever waits on it.
//!
//! There is no thread that reads. Of the threads that wait for an answer one reads for all; when it has its
//! own it leaves, and wakes another that waits. A thread that waits for many sockets at once sleeps for all of them
//! and is woken when another has read what may be for it (`sleeper.rs`). The lock is never held while a system
//! call blocks.

mod delayed;

use super::keeper;
use super::secure::Secure;
use super::sleeper::{Sleeper, Watcher, new_name};
use crate::failure::ConnectFailure;
use crate::socket::{ClientSocket, Slot};
use ferromq_base::gather::{PIECES_MAX, send_pieces};
use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::io::Errno;
use rustix::net::{RecvFlags, SendFlags, recv, send};
use std::cell::RefCell;
use std::io::{self, IoSlice};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::task::Poll;
use std::time::{Duration, Instant};

/// Bytes taken from a socket at a time.
const READ_BYTES: usize = 64 * 1024;
/// Looks for an answer before a sleep, the processor given away between them: some 50 us. To be woken on a
/// processor that has nothing else to do costs about as much.
const LOOKS: u32 = 60;
/// How long to look where the answer before came within this time: as long as a fast disk takes over a commit.
const LONG_LOOK: Duration = Duration::from_micros(300);
/// Somebody else wants the processor when giving it away takes longer.
const ALONE: Duration = Duration::from_micros(10);
/// How long a thread that writes relies on another one to read.
const OTHERS_READ_MAX: Duration = Duration::from_millis(20);
/// The longest sleep of a thread that cannot be woken, because the process can have no more descriptors.
const UNWATCHED: Duration = Duration::from_millis(5);

thread_local! {
    /// One buffer a thread: it is empty whenever nobody reads into it.
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Runs `with` on the thread's buffer.
fn with_buffer<T>(with: impl FnOnce(&mut [u8]) -> T) -> T {
    let mut buffer = BUFFER.take();
    buffer.resize(READ_BYTES, 0);
    let result = with(&mut buffer);
    BUFFER.set(buffer);
    result
}

#[derive(Debug)]
pub(crate) struct Link {
    /// It has no other like it in the process.
    name: u64,
    stream: TcpStream,
    state: Mutex<State>,
    opened: Instant,
    /// The last answer that did not come at once came within [`LONG_LOOK`].
    comes_soon: AtomicBool,
}

#[derive(Debug)]
pub(crate) struct State {
    pub(crate) core: ClientSocket,
    secure: Option<Secure>,
    /// A thread is reading for all.
    reading: bool,
    /// Threads that sleep until somebody reads their answer, by slot.
    sleepers: Vec<(Slot, Arc<Condvar>)>,
    /// Somebody has stopped reading before everything was read, or was told of more while another was at it.
    unread: bool,
    /// Threads that sleep for this link and others, now and then.
    watchers: Vec<Watcher>,
    /// When something was put last that nobody answers, outside of units of work.
    put_at: Option<Instant>,
    /// Somebody sends soon what waits: see `link/delayed.rs`.
    is_delayed: bool,
}

impl Link {
    /// A socket that has just been connected, with the core that has its first segment queued.
    pub(super) fn new(stream: TcpStream, mut core: ClientSocket, secure: Option<Secure>) -> Self {
        let mut secure = secure;
        if let Some(secure) = &mut secure {
            secure.begin(&mut core);
        }
        Self {
            name: new_name(),
            stream,
            state: Mutex::new(State {
                core,
                secure,
                reading: false,
                sleepers: Vec::new(),
                unread: false,
                watchers: Vec::new(),
                put_at: None,
                is_delayed: false,
            }),
            opened: Instant::now(),
            comes_soon: AtomicBool::new(false),
        }
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        let locked = self.state.lock();
        locked.unwrap_or_else(|poisoned| self.give_up(poisoned.into_inner()))
    }

    /// A thread panicked with the link in hand: what it left half done is never sent, nor is anything behind it. Conversations answer
    /// `MQRC_CONNECTION_BROKEN` from now on, and the queue manager backs their units of work out.
    fn give_up<'a>(&'a self, mut state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.state.clear_poison();
        state.forget_unsent();
        let why = "a thread of this program panicked while it used the connection";
        state.core.broken(why);
        state.tell();
        self.close_if_over(&mut state);
        state
    }

    pub(super) fn name(&self) -> u64 {
        self.name
    }

    pub(super) fn stream(&self) -> &TcpStream {
        &self.stream
    }

    pub(crate) fn now_ns(&self) -> u64 {
        u64::try_from(self.opened.elapsed().as_nanos()).unwrap_or(u64::MAX)
    }

    /// How long a read may sleep before somebody has to look at the heart.
    pub(crate) fn set_read_timeout(&self, timeout: Option<Duration>) {
        // The option is a convenience: without it heartbeats are the keeper's.
        let _ = self.stream.set_read_timeout(timeout);
    }

    /// Ends the wait of a conversation. Whoever reads hears the answer.
    pub(crate) fn cancel_wait(&self, slot: Slot) {
        let mut state = self.lock();
        state.core.cancel_wait(slot);
        self.tick(&mut state);
    }

    /// Waits until `ready` has something for the conversation.
    pub(crate) fn wait<T>(
        &self,
        slot: Slot,
        sleeper: &Arc<Condvar>,
        mut ready: impl FnMut(&mut ClientSocket) -> Poll<T>,
    ) -> T {
        let mut state = self.lock();
        let mut listed = false;
        loop {
            self.flush(&mut state);
            if let Poll::Ready(value) = ready(&mut state.core) {
                if listed {
                    state.sleepers.retain(|(other, _)| *other != slot);
                }
                self.hand_over(&state);
                return value;
            }
            if state.has_unsent() {
                state = self.wait_unsent(state);
            } else if state.reading {
                if !listed {
                    state.sleepers.push((slot, Arc::clone(sleeper)));
                    listed = true;
                }
                state = match self.time_left(&mut state) {
                    None => {
                        let woken = sleeper.wait(state);
                        woken.unwrap_or_else(|poisoned| self.give_up(poisoned.into_inner()))
                    }
                    Some(left) => {
                        let woken = sleeper.wait_timeout(state, left).map(|(state, _)| state);
                        woken.unwrap_or_else(|poisoned| self.give_up(poisoned.into_inner().0))
                    }
                };
            } else {
                state = self.read_for_all(state);
            }
        }
    }

    /// If nobody reads, one of those who wait has to.
    fn hand_over(&self, state: &State) {
        if !state.reading
            && let Some((_, sleeper)) = state.sleepers.first()
        {
            sleeper.notify_one();
        }
    }

    /// Reads what is there, or looks for it for a while, or sleeps until something comes.
    fn receive_patiently(&self, buffer: &mut [u8]) -> Result<(usize, usize), Errno> {
        for _ in 0..LOOKS {
            match recv(&self.stream, &mut *buffer, RecvFlags::DONTWAIT) {
                Err(Errno::AGAIN) => rustix::thread::sched_yield(),
                received => return received,
            }
        }
        let since = Instant::now();
        if self.comes_soon.load(Ordering::Relaxed) {
            let mut now = since;
            while now - since < LONG_LOOK {
                rustix::thread::sched_yield();
                let before = std::mem::replace(&mut now, Instant::now());
                match recv(&self.stream, &mut *buffer, RecvFlags::DONTWAIT) {
                    Err(Errno::AGAIN) => {}
                    received => return received,
                }
                if now - before > ALONE {
                    break;
                }
            }
        }
        let received = recv(&self.stream, buffer, RecvFlags::empty());
        let soon = since.elapsed() < LONG_LOOK;
        self.comes_soon.store(soon, Ordering::Relaxed);
        received
    }

    /// Sleeps in a read, and gives everybody what came.
    fn read_for_all<'a>(&'a self, mut state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        if state.core.wait_deadline_ns().is_some() {
            return self.read_until_deadline(state);
        }
        state.reading = true;
        drop(state);
        with_buffer(|buffer| {
            let received = self.receive_patiently(buffer);
            let mut state = self.lock();
            state.reading = false;
            match received {
                Ok((_, length)) => {
                    state.unread |= length == buffer.len();
                    self.take(&mut state, buffer, length);
                }
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => self.tick(&mut state),
                Err(error) => self.broken(&mut state, error),
            }
            state
        })
    }

    /// The same while somebody waits on the client's own clock.
    fn read_until_deadline<'a>(
        &'a self,
        mut state: MutexGuard<'a, State>,
    ) -> MutexGuard<'a, State> {
        self.tick(&mut state);
        let now_ns = self.now_ns();
        let deadline_ns = state.core.wait_deadline_ns();
        let left = deadline_ns.map(|at| Duration::from_nanos(at.saturating_sub(now_ns)));
        state.reading = true;
        drop(state);
        let mut polled = [PollFd::new(&self.stream, PollFlags::IN)];
        // Interrupted is woken early.
        let _ = rustix::event::poll(&mut polled, timespec(left).as_ref());
        let mut state = self.lock();
        state.reading = false;
        self.read_now(&mut state);
        self.tick(&mut state);
        state
    }

    /// The socket takes no more just now: waits until it does. Reads meanwhile, if nobody else does, or both
    /// ends could wait for each other. Whoever reads now may be done before: then it is looked again who does.
    fn wait_unsent<'a>(&'a self, mut state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        let reads = !state.reading;
        state.reading = true;
        drop(state);
        let mut flags = PollFlags::OUT;
        if reads {
            flags |= PollFlags::IN;
        }
        let mut polled = [PollFd::new(&self.stream, flags)];
        let most = timespec((!reads).then_some(OTHERS_READ_MAX));
        // An error shows in the next write.
        let _ = rustix::event::poll(&mut polled, most.as_ref());
        state = self.lock();
        if reads {
            state.reading = false;
            self.read_now(&mut state);
        }
        state
    }

    /// Takes what has come without waiting.
    pub(crate) fn read_now(&self, state: &mut State) {
        if state.reading {
            // Whoever reads may have read before this came, and nobody is told of it again.
            state.unread = true;
            return;
        }
        with_buffer(|buffer| {
            loop {
                match recv(&self.stream, &mut *buffer, RecvFlags::DONTWAIT) {
                    Ok((_, length)) => {
                        state.unread = length == buffer.len();
                        self.take(state, buffer, length);
                        if !state.unread {
                            return;
                        }
                    }
                    Err(Errno::INTR) => {}
                    Err(Errno::AGAIN) => {
                        state.unread = false;
                        return;
                    }
                    Err(error) => return self.broken(state, error),
                }
            }
        });
    }

    fn take(&self, state: &mut State, buffer: &[u8], length: usize) {
        if length == 0 {
            state.core.broken("the queue manager closed the connection");
        } else {
            state.receive(&buffer[..length]);
        }
        self.flush(state);
        state.tell();
    }

    fn broken(&self, state: &mut State, error: Errno) {
        let error = io::Error::from(error);
        state
            .core
            .broken(&format!("reading from the socket: {error}"));
        state.tell();
    }

    /// Heartbeats.
    pub(crate) fn tick(&self, state: &mut State) {
        let now_ns = self.now_ns();
        state.core.tick(now_ns);
        self.flush(state);
        state.tell();
    }

    /// Sends as much of what waits as the socket takes.
    pub(crate) fn flush(&self, state: &mut State) {
        if let State {
            core,
            secure: Some(secure),
            ..
        } = state
        {
            let failed = self.flush_secure(core, secure);
            if let Some(error) = failed {
                self.not_written(state, error);
            }
            return self.close_if_over(state);
        }
        while !state.core.outbound().is_empty() {
            let mut pieces = [IoSlice::new(&[]); PIECES_MAX];
            let count = state.core.outbound().pieces(&mut pieces, usize::MAX);
            let flags = SendFlags::DONTWAIT | SendFlags::NOSIGNAL;
            match send_pieces(&self.stream, &pieces[..count], flags) {
                Ok(count) => state.core.outbound().advance(count),
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return,
                Err(error) => return self.not_written(state, error),
            }
        }
        self.close_if_over(state);
    }

    /// The same through TLS: why it cannot be written any more.
    fn flush_secure(&self, core: &mut ClientSocket, secure: &mut Secure) -> Option<Errno> {
        loop {
            secure.encrypt(core);
            if secure.unsent().is_empty() {
                return None;
            }
            let flags = SendFlags::DONTWAIT | SendFlags::NOSIGNAL;
            match send(&self.stream, secure.unsent(), flags) {
                Ok(count) => secure.sent(count),
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return None,
                Err(error) => return Some(error),
            }
        }
    }

    fn not_written(&self, state: &mut State, error: Errno) {
        state.forget_unsent();
        // What the other end said before it closed explains more.
        self.read_now(state);
        let error = io::Error::from(error);
        state
            .core
            .broken(&format!("writing to the socket: {error}"));
        state.tell();
    }

    fn close_if_over(&self, state: &mut State) {
        if state.core.over().is_none() || state.has_unsent() {
            return;
        }
        if let Some(mut secure) = state.secure.take() {
            secure.close();
            let flags = SendFlags::DONTWAIT | SendFlags::NOSIGNAL;
            // The other end sees the socket close in any case.
            let _ = send(&self.stream, secure.unsent(), flags);
        }
        // There may be nobody left who drops it soon.
        let _ = self.stream.shutdown(Shutdown::Both);
    }

    /// Waits until less than `bytes` wait to be sent.
    pub(crate) fn drain_to(&self, bytes: usize) {
        let mut state = self.lock();
        loop {
            self.flush(&mut state);
            if state.core.outbound().queued_bytes() < bytes || state.core.over().is_some() {
                self.hand_over(&state);
                return;
            }
            state = self.wait_unsent(state);
        }
    }

    /// The application is done with a conversation.
    pub(crate) fn release(&self, slot: Slot) {
        let mut state = self.lock();
        state.core.release(slot);
        self.flush(&mut state);
    }

    /// Has heartbeats looked after while nobody waits on the socket.
    pub(crate) fn keep(self: &Arc<Self>) {
        let heartbeat_s = {
            let state = self.lock();
            state.core.agreed().map_or(0, |agreed| agreed.heartbeat_s)
        };
        if heartbeat_s > 0 {
            let often = keeper::interval(heartbeat_s);
            self.set_read_timeout(Some(often));
            keeper::keep(self, often);
        } else {
            self.set_read_timeout(None);
        }
    }

    /// Sleeps until one of these conversations has an answer, or one of their links something to read or room
    /// to write, at most so long. It may return early.
    pub(crate) fn sleep_for_any(waiting: &mut [(&Arc<Self>, Slot)], timeout: Option<Duration>) {
        waiting.sort_unstable_by_key(|(link, _)| link.name);
        let of_links = || waiting.chunk_by(|(one, _), (other, _)| one.name == other.name);
        let sleeper = Sleeper::of_this_thread();
        if let Some(sleeper) = &sleeper {
            sleeper.announce();
        }
        let mut longest = timeout;
        let mut note = |at_most: Duration| {
            longest = Some(longest.map_or(at_most, |longest| longest.min(at_most)));
        };
        let (mut is_watched, mut is_due) = (true, false);
        for of_link in of_links() {
            let link = of_link[0].0;
            let mut state = link.lock();
            if let Some(left) = link.time_left(&mut state) {
                is_due = true;
                note(left);
            }
            link.flush(&mut state);
            is_watched &= state.have_watched(link, sleeper.as_deref());
            if state.unread {
                link.read_now(&mut state);
            }
            // Another thread may have read it after the caller looked.
            if of_link.iter().any(|(_, slot)| state.core.has_answer(*slot)) {
                note(Duration::ZERO);
            }
        }
        match &sleeper {
            Some(sleeper) if is_watched => sleeper.sleep(longest, Self::read_what_came),
            _ => {
                note(UNWATCHED);
                std::thread::sleep(longest.unwrap_or(UNWATCHED));
                of_links().for_each(|of_link| of_link[0].0.read_what_came());
            }
        }
        if is_due {
            for of_link in of_links() {
                let link = of_link[0].0;
                link.tick(&mut link.lock());
            }
        }
    }

    /// Sends and reads what can be sent and read now.
    fn read_what_came(&self) {
        let mut state = self.lock();
        self.flush(&mut state);
        self.read_now(&mut state);
    }

    /// Until a get that waits on the client's own clock has waited long enough; `None` where there is none.
    fn time_left(&self, state: &mut State) -> Option<Duration> {
        state.core.wait_deadline_ns()?;
        self.tick(state);
        let now_ns = self.now_ns();
        let deadline_ns = state.core.wait_deadline_ns()?;
        Some(Duration::from_nanos(deadline_ns.saturating_sub(now_ns)))
    }
}

fn timespec(timeout: Option<Duration>) -> Option<Timespec> {
    timeout.map(|timeout| Timespec {
        tv_sec: i64::try_from(timeout.as_secs()).unwrap_or(i64::MAX),
        tv_nsec: timeout.subsec_nanos().into(),
    })
}

impl State {
    /// Takes what came from the socket.
    fn receive(&mut self, bytes: &[u8]) {
        match &mut self.secure {
            Some(secure) => secure.receive(bytes, &mut self.core),
            None => self.core.receive(bytes),
        }
    }

    /// True when something waits that only the socket keeps from going.
    fn has_unsent(&mut self) -> bool {
        match &self.secure {
            Some(secure) => !secure.unsent().is_empty(),
            None => !self.core.outbound().is_empty(),
        }
    }

    /// The same, of what has not been tried either.
    fn has_anything_unsent(&mut self) -> bool {
        !self.core.outbound().is_empty() || self.has_unsent()
    }

    fn forget_unsent(&mut self) {
        let waiting = self.core.outbound().queued_bytes();
        self.core.outbound().advance(waiting);
        if let Some(secure) = &mut self.secure {
            let waiting = secure.unsent().len();
            secure.sent(waiting);
        }
    }

    /// Wakes those for whom something came.
    fn tell(&mut self) {
        let mut any = false;
        while let Some(slot) = self.core.take_changed() {
            any = true;
            if let Some((_, sleeper)) = self.sleepers.iter().find(|(other, _)| *other == slot) {
                sleeper.notify_one();
            }
        }
        if any || self.unread {
            self.watchers.iter().for_each(Watcher::wake);
        }
    }

    /// Has a thread that sleeps for the link watch it; false when that cannot be.
    fn have_watched(&mut self, link: &Arc<Link>, sleeper: Option<&Sleeper>) -> bool {
        let Some(sleeper) = sleeper else {
            return false;
        };
        if self.watchers.iter().any(|it| it.sleeper == sleeper.name()) {
            return true;
        }
        let watcher = sleeper.watch(link);
        let is_watched = watcher.is_some();
        self.watchers.extend(watcher);
        is_watched
    }

    /// Why the socket is of no use any more.
    pub(crate) fn over(&self) -> Option<&ConnectFailure> {
        self.core.over()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::socket::{Logon, Terms};
    use std::io::{Read, Write};
    use std::net::TcpListener;

    /// Goal: what a thread is told of while another has just read, and has not said so yet, is not forgotten. Method: the
    /// other stands between its read and the lock; what comes breaks the protocol, which shows when it is read.
    #[test]
    fn what_comes_behind_the_read_of_another_is_read() {
        let (link, mut peer) = fresh();
        let slot = link.lock().core.begin(Logon::default());
        let sleep = || Link::sleep_for_any(&mut [(&link, slot)], Some(Duration::from_secs(5)));
        // The first one is told of the room there is to write.
        sleep();
        peer.write_all(&[b'x'; 64]).expect("room");
        link.lock().reading = true;
        sleep();
        assert!(link.lock().over().is_none(), "another reads");
        link.lock().reading = false;
        sleep();
        assert!(link.lock().over().is_some(), "nobody has read it");
    }

    /// Goal: a request of which a thread that panicked has written half never reaches the queue manager, whoever uses the socket next.
    /// Method: the first segment of the socket stands for it.
    #[test]
    fn a_link_a_thread_panicked_with_is_broken_and_sends_nothing_more() {
        let (link, mut peer) = fresh();
        let slot = link.lock().core.begin(Logon::default());
        let panicking = Arc::clone(&link);
        let panicked = std::thread::spawn(move || {
            let mut state = panicking.lock();
            assert!(!state.has_anything_unsent(), "it has half of a request");
            state.core.broken("not reached");
        });
        assert!(panicked.join().is_err());
        let Poll::Ready(Err(failure)) = link.lock().core.connected(slot) else {
            panic!("the link is used on");
        };
        link.drain_to(1);
        assert!(failure.to_string().contains("panicked"), "{failure}");
        let mut came = Vec::new();
        peer.read_to_end(&mut came).expect("it is closed");
        assert_eq!(came, b"");
    }

    /// A link to a peer that says nothing by itself.
    pub(super) fn fresh() -> (Arc<Link>, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("it has one");
        let stream = TcpStream::connect(address).expect("it listens");
        let (peer, _) = listener.accept().expect("it has come");
        let core = ClientSocket::new(Terms::default());
        (Arc::new(Link::new(stream, core, None)), peer)
    }
}
