//! The server's end of one connection.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::sync::Arc;

use bytes::Bytes;
use ferromq_base::poll::Watching;

use crate::error::PeerError;
use crate::layout::RegionSizes;
use crate::peer::{Peer, has_hung_up};
use crate::region::Region;
use crate::ring::{Fragment, Received};
use crate::rings::ServerRings;

/// One connection, seen from the server. Owned by one thread at a time; no call waits.
///
/// After a [`PeerError::Protocol`] the only sensible thing is to drop it. Dropping tells the client, which fails its
/// call with `ServerGone`, and takes the connection out of its poller.
pub struct ServerEndpoint {
    rings: ServerRings,
    socket: UnixStream,
    doorbell: OwnedFd,
    peer: Peer,
    watched_by: Option<Watching>,
}

impl ServerEndpoint {
    pub(crate) fn new(
        region: Arc<Region>,
        sizes: &RegionSizes,
        socket: UnixStream,
        doorbell: OwnedFd,
        peer: Peer,
    ) -> ServerEndpoint {
        ServerEndpoint {
            rings: ServerRings::new(region, sizes),
            socket,
            doorbell,
            peer,
            watched_by: None,
        }
    }

    /// Largest request and reply in bytes.
    pub fn frame_bytes_max(&self) -> usize {
        self.rings.frame_bytes_max()
    }

    /// Who is at the other end.
    pub fn peer(&self) -> &Peer {
        &self.peer
    }

    /// Hands the fragments of the next request that are there to `sink`, up to the end of the request. The bytes
    /// a sink does not copy out are gone.
    ///
    /// While replies are backed up it pumps them and, if some remain, reads nothing.
    ///
    /// # Errors
    /// [`PeerError::Protocol`] when the client broke a rule. The sink may have seen earlier fragments of the
    /// frame; it must forget them.
    pub fn try_recv(&mut self, sink: impl FnMut(&mut Fragment<'_>)) -> Result<Received, PeerError> {
        Ok(self.rings.try_recv(sink)?)
    }

    /// Whether [`ServerEndpoint::try_recv`] is likely to find something, at the price of one load. It does not see
    /// a client that sleeps until there is room in its ring: look all the same now and then, or arm.
    #[inline]
    pub fn may_have_request(&self) -> bool {
        self.rings.may_have_request()
    }

    /// Sends a reply made of these parts. On return it is visible to the client, or what did not fit is copied
    /// and goes with later calls of [`ServerEndpoint::pump`] or [`ServerEndpoint::try_recv`].
    ///
    /// # Errors
    /// [`PeerError::ReplyTooLong`] sends nothing; [`PeerError::Protocol`] when the client broke a rule.
    pub fn send(&mut self, parts: &[&[u8]]) -> Result<(), PeerError> {
        self.rings.send(parts)
    }

    /// As [`ServerEndpoint::send`], with a shared body: what does not fit is kept by reference, not copied.
    ///
    /// # Errors
    /// As [`ServerEndpoint::send`].
    pub fn send_shared(&mut self, head: &[u8], body: &Bytes) -> Result<(), PeerError> {
        self.rings.send_shared(head, body)
    }

    /// From now on a reply is published at once, but a client that sleeps for it is woken only by
    /// [`ServerEndpoint::wake_due`]. A service thread that answers many clients in a row and wakes them together
    /// keeps the processor they run on from going idle in between, whose every wake-up is dear.
    pub fn defer_wakes(&mut self) {
        self.rings.defer_wakes();
    }

    /// Whether [`ServerEndpoint::wake_due`] has something to do.
    pub fn is_wake_due(&self) -> bool {
        self.rings.is_wake_due()
    }

    /// Wakes the client if it sleeps for a reply that was published since the last call.
    pub fn wake_due(&mut self) {
        self.rings.wake_due();
    }

    /// Moves backed-up replies on; true when none is left.
    ///
    /// # Errors
    /// [`PeerError::Protocol`] when the client broke a rule.
    pub fn pump(&mut self) -> Result<bool, PeerError> {
        Ok(self.rings.pump()?)
    }

    /// Whether replies wait for room in the ring.
    pub fn is_backed_up(&self) -> bool {
        self.rings.is_backed_up()
    }

    /// Asks the client to ring the doorbell at its next request (or, while replies are backed up, when it has
    /// made room), then looks once more. True: the thread may stop looking at this connection until its
    /// [`crate::Event::Doorbell`]. False: there is something to do now.
    ///
    /// # Errors
    /// [`PeerError::Protocol`] when the client broke a rule.
    pub fn arm(&mut self) -> Result<bool, PeerError> {
        Ok(self.rings.arm()?)
    }

    /// Takes the request to ring back: the thread looks by itself again.
    pub fn disarm(&mut self) {
        self.rings.disarm();
    }

    /// Whether the client is gone. Requests it completed before can still be read.
    pub fn is_peer_gone(&self) -> bool {
        has_hung_up(&self.socket) || self.peer.has_ended()
    }

    /// From now on only requests are read that lie in the ring already, which is at most one ring's worth of bytes: for a
    /// client that is gone, and one that only hung up must not be served for ever.
    ///
    /// # Errors
    /// [`PeerError::Protocol`] when the client broke a rule.
    pub fn seal_requests(&mut self) -> Result<(), PeerError> {
        Ok(self.rings.seal_requests()?)
    }

    pub(crate) fn descriptors(&self) -> (BorrowedFd<'_>, BorrowedFd<'_>, Option<BorrowedFd<'_>>) {
        let process = self.peer.process().map(|process| process.as_fd());
        (self.doorbell.as_fd(), self.socket.as_fd(), process)
    }

    pub(crate) fn is_watched(&self) -> bool {
        self.watched_by.is_some()
    }

    pub(crate) fn set_watched(&mut self, watching: Watching) {
        self.watched_by = Some(watching);
    }

    /// Takes the connection out of its poller, so that another thread's can have it.
    pub fn unwatch(&mut self) {
        let Some(watching) = self.watched_by.take() else {
            return;
        };
        let (doorbell, socket, process) = self.descriptors();
        // Closing would not be enough: the client holds the same doorbell open, and could go on ringing.
        for descriptor in [Some(doorbell), Some(socket), process]
            .into_iter()
            .flatten()
        {
            watching.unwatch(descriptor);
        }
    }
}

impl Drop for ServerEndpoint {
    fn drop(&mut self) {
        self.unwatch();
        self.rings.close();
    }
}

impl std::fmt::Debug for ServerEndpoint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ServerEndpoint")
            .field("peer", &self.peer)
            .finish_non_exhaustive()
    }
}
