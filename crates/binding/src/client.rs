//! The client's end of a connection.

use std::collections::VecDeque;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;

use rustix::io::Errno;
use rustix::thread::Timespec;

use crate::error::{BindingError, ConnectError};
use crate::handshake::{Granted, HandshakeWait, Hello, shake_hands};
use crate::layout::RegionSizes;
use crate::patience::{Habit, Outcome, Patience, Turn};
use crate::peer::{Peer, SocketName, StoppedProcess, has_hung_up};
use crate::ring::{Fragment, Received};
use crate::rings::ClientRings;

/// One connection, seen from the application. One owner at a time; calls wait for the server.
///
/// A process that forks must not use the connection in the child: both would write as one.
pub struct ClientEndpoint {
    rings: ClientRings,
    socket: UnixStream,
    doorbell: OwnedFd,
    frame_bytes_max: usize,
    patience: Patience,
    habits: [Habit; WAIT_KINDS],
    wait_kind: usize,
    turn: Turn,
    /// Replies read while a send waited for room.
    inbox: VecDeque<Vec<u8>>,
    /// The beginning of such a reply.
    beginning: Option<Vec<u8>>,
    /// A sleep for several connections found out that the server is gone.
    gone: bool,
    server_process_id: u32,
    /// Where a server that is stopped is not waited for.
    stopped_server: Option<StoppedProcess>,
}

impl ClientEndpoint {
    /// Connects to the server that listens at `path`. Returns the connection and the server's answer for the
    /// layers above. Waits at most [`HANDSHAKE_SECONDS_MAX`] for the answer, and for a server whose process is
    /// stopped [`crate::STOPPED_SECONDS_MAX`].
    ///
    /// # Errors
    /// See [`ConnectError`].
    pub fn connect(path: &Path, hello: &Hello) -> Result<(ClientEndpoint, Vec<u8>), ConnectError> {
        let name = SocketName::of(path)?;
        let socket = connect_stream(&name)?;
        let server_process_id = Peer::of_socket(&socket)?.pid();
        socket.set_read_timeout(Some(LIVENESS_INTERVAL))?;
        let wait = HandshakeWait::new(server_process_id, HANDSHAKE_MAX);
        let Granted {
            region,
            sizes,
            doorbell,
            answer,
        } = shake_hands(&socket, hello, wait)?;
        let rings = ClientRings::new(region, &sizes);
        let endpoint = Self::over(rings, &sizes, socket, doorbell, server_process_id);
        Ok((endpoint, answer))
    }

    fn over(
        rings: ClientRings,
        sizes: &RegionSizes,
        socket: UnixStream,
        doorbell: OwnedFd,
        server_process_id: u32,
    ) -> Self {
        Self {
            rings,
            socket,
            doorbell,
            frame_bytes_max: sizes.frame_bytes_max() as usize,
            patience: Patience::CLIENT,
            habits: [Habit::default(); WAIT_KINDS],
            wait_kind: 0,
            turn: Turn::new(Turn::CLIENT_REPLIES),
            inbox: VecDeque::new(),
            beginning: None,
            gone: false,
            server_process_id,
            stopped_server: None,
        }
    }

    /// From now on a server whose process is stopped is waited for at most [`crate::STOPPED_SECONDS_MAX`], and then every
    /// call answers [`BindingError::ServerStopped`]. Without this it is waited for until it goes on.
    pub fn give_up_when_stopped(&mut self) {
        self.stopped_server = Some(StoppedProcess::of(self.server_process_id));
    }

    /// Sets how long to look for a reply before sleeping.
    pub fn set_patience(&mut self, patience: Patience) {
        self.patience = patience;
    }

    /// Sets after how many replies to let other threads run; see [`Turn`].
    pub fn set_turn(&mut self, turn: Turn) {
        self.turn = turn;
    }

    /// Says of which kind the next waits are, below [`WAIT_KINDS`]. The connection learns for each kind by itself
    /// how long looking for a reply pays: replies that come at once are worth a short spin, others are not.
    pub fn set_wait_kind(&mut self, kind: usize) {
        self.wait_kind = kind.min(WAIT_KINDS - 1);
    }

    /// Largest request and reply in bytes.
    pub fn frame_bytes_max(&self) -> usize {
        self.frame_bytes_max
    }

    /// Sends a request made of these parts and does not wait for a reply. On return the server can see all of
    /// it, and will, unless either end dies. Waits while the ring has no room; replies that arrive meanwhile are kept.
    ///
    /// # Errors
    /// [`BindingError::FrameTooLong`] sends nothing; after any other error the connection is of no use.
    pub fn send(&mut self, parts: &[&[u8]]) -> Result<(), BindingError> {
        let bytes: usize = parts.iter().map(|part| part.len()).sum();
        if bytes > self.frame_bytes_max {
            return Err(BindingError::FrameTooLong {
                bytes,
                bytes_max: self.frame_bytes_max,
            });
        }
        let mut sent_bytes = 0;
        loop {
            let done = self.rings.write(parts, &mut sent_bytes)?;
            self.ring_if_asked();
            if done {
                return Ok(());
            }
            self.wait_for_room(bytes - sent_bytes)?;
        }
    }

    /// Waits for the next reply and hands its fragments to `sink` as they come.
    ///
    /// # Errors
    /// [`BindingError::ServerGone`] when no reply can come any more; the sink may have seen a part of it.
    pub fn recv_with(
        &mut self,
        mut sink: impl FnMut(&mut Fragment<'_>),
    ) -> Result<(), BindingError> {
        if self.beginning.is_some() {
            self.finish_beginning()?;
        }
        if let Some(frame) = self.inbox.pop_front() {
            sink(&mut Fragment::whole(&frame));
            return Ok(());
        }
        self.turn.count(1);
        loop {
            match self.rings.read(&mut sink)? {
                Received::Frame => return Ok(()),
                Received::Part => {}
                Received::Nothing => self.wait_for_reply()?,
            }
        }
    }

    /// Hands what is there of the next reply to `sink` and never waits. True when that completed a reply. For a
    /// thread with many connections, which sleeps with [`crate::sleep_for_any`] when none of them has one.
    ///
    /// # Errors
    /// As [`ClientEndpoint::recv_with`]. A server that was killed shows after the next sleep.
    pub fn try_recv_with(
        &mut self,
        mut sink: impl FnMut(&mut Fragment<'_>),
    ) -> Result<bool, BindingError> {
        let mut is_gone = false;
        loop {
            if let Some(frame) = self.inbox.pop_front() {
                sink(&mut Fragment::whole(&frame));
                return Ok(true);
            }
            if self.beginning.is_none() {
                break;
            }
            if self.take_reply()? {
                continue;
            }
            if is_gone {
                return Err(BindingError::ServerGone);
            }
            if !(self.gone || self.rings.is_closed()) {
                // The server may wait for room that reading has just made.
                self.ring_if_asked();
                return Ok(false);
            }
            is_gone = true;
        }
        let mut is_gone = false;
        loop {
            match self.rings.read(&mut sink)? {
                Received::Frame => return Ok(true),
                Received::Part => {}
                Received::Nothing => {
                    // What the server published before it went is still good: one more look.
                    if is_gone || !(self.gone || self.rings.is_closed()) {
                        break;
                    }
                    is_gone = true;
                }
            }
        }
        self.ring_if_asked();
        if is_gone {
            Err(BindingError::ServerGone)
        } else {
            Ok(false)
        }
    }

    /// As [`ClientEndpoint::recv_with`], into a buffer whose old content is dropped.
    ///
    /// # Errors
    /// As [`ClientEndpoint::recv_with`].
    pub fn recv(&mut self, reply: &mut Vec<u8>) -> Result<(), BindingError> {
        reply.clear();
        self.recv_with(|fragment| fragment.append_to(reply))
    }

    /// Sends a request and waits for a reply.
    ///
    /// # Errors
    /// As [`ClientEndpoint::send`] and [`ClientEndpoint::recv`].
    pub fn call(&mut self, parts: &[&[u8]], reply: &mut Vec<u8>) -> Result<(), BindingError> {
        self.send(parts)?;
        self.recv(reply)
    }

    /// Whether a reply is there, or a part of one that has not been taken yet.
    ///
    /// # Errors
    /// [`BindingError::Protocol`] when the server broke a rule.
    pub fn has_reply(&mut self) -> Result<bool, BindingError> {
        Ok(!self.inbox.is_empty() || self.rings.has_reply()?)
    }

    fn finish_beginning(&mut self) -> Result<(), BindingError> {
        while self.beginning.is_some() {
            if !self.take_reply()? {
                self.wait_for_reply()?;
            }
        }
        Ok(())
    }

    /// Moves what is there of the next reply to the inbox; false when nothing is.
    fn take_reply(&mut self) -> Result<bool, BindingError> {
        let mut frame = self.beginning.take().unwrap_or_default();
        let started = !frame.is_empty();
        match self.rings.read(|fragment| fragment.append_to(&mut frame))? {
            Received::Frame => self.inbox.push_back(frame),
            Received::Part => self.beginning = Some(frame),
            Received::Nothing => {
                self.beginning = started.then_some(frame);
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn wait_for_reply(&mut self) -> Result<(), BindingError> {
        self.wait(false, |rings| Ok(rings.has_reply()?))
    }

    /// Waits until the next fragment fits. Replies are taken in meanwhile: a server with replies backed up reads
    /// no requests, so that waiting for room alone could last for ever.
    fn wait_for_room(&mut self, rest_bytes: usize) -> Result<(), BindingError> {
        loop {
            while self.take_reply()? {}
            if self.rings.has_room_for_rest(rest_bytes)? {
                return Ok(());
            }
            self.wait(true, |rings| {
                Ok(rings.has_room_for_rest(rest_bytes)? || rings.has_reply()?)
            })?;
        }
    }

    #[expect(clippy::indexing_slicing, reason = "the kinds of waits are two")]
    fn wait(
        &mut self,
        space: bool,
        mut is_over: impl FnMut(&mut ClientRings) -> Result<bool, BindingError>,
    ) -> Result<(), BindingError> {
        let mut slept = false;
        // The server may wait for room that reading has just made.
        self.ring_if_asked();
        let mut waiting = self.habits[self.wait_kind].start(&self.patience);
        loop {
            if is_over(&mut self.rings)? {
                break;
            }
            if waiting.pass() {
                continue;
            }
            slept = true;
            self.rings.announce_sleep(space);
            let over = is_over(&mut self.rings);
            if matches!(over, Ok(false)) && !self.rings.is_closed() {
                self.rings.sleep(space, &SLEEP_MAX);
            }
            self.rings.cancel_sleep();
            if over? || is_over(&mut self.rings)? {
                continue;
            }
            // What the server published before it went is still good, so death is looked at last.
            if let Some(error) = self.is_lost()
                && !is_over(&mut self.rings)?
            {
                return Err(error);
            }
        }
        let outcome = waiting.outcome(slept);
        self.habits[self.wait_kind].learn(outcome);
        if outcome != Outcome::Paused {
            self.turn.renew();
        }
        Ok(())
    }

    pub(crate) fn rings(&self) -> &ClientRings {
        &self.rings
    }

    pub(crate) fn note_death(&mut self) {
        self.gone = true;
    }

    pub(crate) fn ring_if_asked(&self) {
        if self.rings.must_ring() {
            self.ring();
        }
    }

    pub(crate) fn is_server_gone(&self) -> bool {
        self.rings.is_closed() || has_hung_up(&self.socket)
    }

    /// Why nothing more is to be waited for, if that is so.
    fn is_lost(&mut self) -> Option<BindingError> {
        if self.is_server_gone() {
            return Some(BindingError::ServerGone);
        }
        let stopped = self
            .stopped_server
            .as_mut()
            .is_some_and(StoppedProcess::lasts);
        stopped.then_some(BindingError::ServerStopped)
    }

    fn ring(&self) {
        // It can only block or fail when the counter is full, which takes 2^64 rings that nobody reset.
        let _ = rustix::io::write(&self.doorbell, &1u64.to_ne_bytes());
    }
}

impl std::fmt::Debug for ClientEndpoint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ClientEndpoint").finish_non_exhaustive()
    }
}

/// Kinds of waits a connection tells apart; see [`ClientEndpoint::set_wait_kind`].
pub const WAIT_KINDS: usize = 3;

/// A stream to the server. With many clients waiting at its door this waits for a place among them.
fn connect_stream(name: &SocketName) -> Result<UnixStream, ConnectError> {
    use rustix::net::{self, AddressFamily, SocketAddrUnix, SocketFlags, SocketType, sockopt};
    let socket = net::socket_with(
        AddressFamily::UNIX,
        SocketType::STREAM,
        SocketFlags::CLOEXEC,
        None,
    )?;
    sockopt::set_socket_timeout(&socket, sockopt::Timeout::Send, Some(HANDSHAKE_MAX))?;
    let address = SocketAddrUnix::new(name.path())?;
    loop {
        match net::connect(&socket, &address) {
            Ok(()) => return Ok(UnixStream::from(socket)),
            Err(Errno::INTR) => {}
            Err(errno) => return Err(errno.into()),
        }
    }
}

/// How long the server may take to answer a hello, in seconds. A refusal may be held back for a minute.
pub const HANDSHAKE_SECONDS_MAX: u64 = 90;

const HANDSHAKE_MAX: Duration = Duration::from_secs(HANDSHAKE_SECONDS_MAX);

/// How often a client that waits for the answer to its hello looks whether there is somebody to wait for.
const LIVENESS_INTERVAL: Duration = Duration::from_secs(1);

/// Longest sleep before a client looks whether the server still lives.
const SLEEP_MAX: Timespec = Timespec {
    tv_sec: 0,
    tv_nsec: 500_000_000,
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gathered::sleep_for_any;
    use crate::layout::RING_BYTES_MIN;
    use crate::region::Region;
    use crate::rings::ServerRings;
    use rustix::event::EventfdFlags;

    fn pair() -> (ClientEndpoint, ServerRings, UnixStream) {
        let sizes = RegionSizes::new(RING_BYTES_MIN, RING_BYTES_MIN, 1 << 20).unwrap();
        let region = Region::heap(sizes.region_bytes());
        let (socket, other) = UnixStream::pair().unwrap();
        let rings = ClientRings::new(region.clone(), &sizes);
        let doorbell = rustix::event::eventfd(0, EventfdFlags::CLOEXEC).unwrap();
        let mut client = ClientEndpoint::over(rings, &sizes, socket, doorbell, 0);
        client.patience = Patience::NONE;
        (client, ServerRings::new(region, &sizes), other)
    }

    /// A reply that does not fit the ring, of which a send that waits for room has taken the first part.
    fn with_a_reply_begun() -> (ClientEndpoint, ServerRings, UnixStream) {
        let (mut client, mut server, other) = pair();
        server.send(&[&[7; 20_000]]).unwrap();
        while client.take_reply().unwrap() {}
        assert!(client.beginning.is_some());
        (client, server, other)
    }

    #[test]
    fn a_reply_that_has_begun_hides_no_server_that_closed() {
        let (mut client, mut server, _other) = with_a_reply_begun();
        assert_eq!(client.try_recv_with(|_| {}), Ok(false));
        server.close();
        assert_eq!(client.try_recv_with(|_| {}), Err(BindingError::ServerGone));
    }

    #[test]
    fn a_reply_that_has_begun_hides_no_server_that_was_killed() {
        let (mut client, _server, other) = with_a_reply_begun();
        assert_eq!(client.has_reply(), Ok(false), "nothing of it can be taken");
        drop(other);
        sleep_for_any(&mut [&mut client], Some(Duration::from_millis(10)));
        assert_eq!(client.try_recv_with(|_| {}), Err(BindingError::ServerGone));
    }

    #[test]
    fn a_reply_that_has_begun_is_completed() {
        let (mut client, mut server, _other) = with_a_reply_begun();
        let mut reply = Vec::new();
        loop {
            server.pump().unwrap();
            if client
                .try_recv_with(|fragment| fragment.append_to(&mut reply))
                .unwrap()
            {
                break;
            }
        }
        assert_eq!(reply, [7; 20_000]);
    }
}
