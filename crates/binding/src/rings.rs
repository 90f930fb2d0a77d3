//! The two halves of a region without sockets: rings, wait words and the backlog of replies. Everything here
//! runs over plain memory too, so that tests drive both halves in one thread, step by step.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering, fence};

use bytes::Bytes;
use rustix::thread::futex;

use crate::error::{PeerError, Rule};
use crate::layout::{
    CLIENT_WAIT_AT, RegionSizes, SERVER_WANT_AT, WAIT_NONE, WAIT_REPLY, WAIT_SPACE, WANT_CLOSED,
    WANT_NOTHING, WANT_REQUEST, WANT_SPACE,
};
use crate::region::Region;
use crate::ring::{Fragment, Lane, Received, RingReader, RingWriter};

/// The server's half: reads requests, writes replies, never waits.
pub(crate) struct ServerRings {
    region: Arc<Region>,
    requests: RingReader,
    replies: RingWriter,
    backlog: VecDeque<Unsent>,
    frame_bytes_max: usize,
    /// Leave waking to `wake_due`.
    defers_wakes: bool,
    wake_is_due: bool,
}

/// A reply, or the end of one, for which the ring had no room. Bodies are shared, not copied.
struct Unsent {
    pieces: [Bytes; 2],
    sent_bytes: usize,
}

impl ServerRings {
    pub(crate) fn new(region: Arc<Region>, sizes: &RegionSizes) -> ServerRings {
        ServerRings {
            requests: RingReader::new(region.clone(), Lane::requests(sizes)),
            replies: RingWriter::new(region.clone(), Lane::replies(sizes)),
            region,
            backlog: VecDeque::new(),
            frame_bytes_max: sizes.frame_bytes_max() as usize,
            defers_wakes: false,
            wake_is_due: false,
        }
    }

    /// From now on replies are published at once, and who sleeps for them is woken by `wake_due`.
    pub(crate) fn defer_wakes(&mut self) {
        self.defers_wakes = true;
    }

    /// Whether a reply was published and nobody woken for it yet.
    pub(crate) fn is_wake_due(&self) -> bool {
        self.wake_is_due
    }

    /// Wakes the client if it sleeps.
    pub(crate) fn wake_due(&mut self) {
        if std::mem::take(&mut self.wake_is_due) {
            fence(Ordering::SeqCst);
            self.wake_sleeper();
        }
    }

    /// Reads the fragments there are, up to the end of one frame; nothing while replies are backed up, so that a
    /// client that does not read its replies cannot make the server hoard them.
    pub(crate) fn try_recv(
        &mut self,
        sink: impl FnMut(&mut Fragment<'_>),
    ) -> Result<Received, Rule> {
        if !self.backlog.is_empty() && !self.pump()? {
            return Ok(Received::Nothing);
        }
        let received = self.requests.read(sink)?;
        // Without a fence this look may miss a client about to sleep; the next look or `arm` finds it.
        if self.region.word32(CLIENT_WAIT_AT).load(Ordering::Relaxed) == WAIT_SPACE {
            self.wake_sleeper();
        }
        Ok(received)
    }

    /// Whether a look is likely to find something. Sees no client that waits for room: look all the same now and
    /// then, or arm.
    #[inline]
    pub(crate) fn may_have_request(&self) -> bool {
        self.requests.may_have_more() || !self.backlog.is_empty()
    }

    /// From now on only requests that are in the ring already are read.
    pub(crate) fn seal_requests(&mut self) -> Result<(), Rule> {
        self.requests.seal()
    }

    /// Whether replies wait for room.
    pub(crate) fn is_backed_up(&self) -> bool {
        !self.backlog.is_empty()
    }

    /// Writes a reply or keeps what does not fit. Nothing of a reply above the frame limit is sent.
    pub(crate) fn send(&mut self, parts: &[&[u8]]) -> Result<(), PeerError> {
        self.check_length(parts.iter().map(|part| part.len()).sum())?;
        let mut sent_bytes = 0;
        if self.backlog.is_empty() && self.write(parts, &mut sent_bytes)? {
            return Ok(());
        }
        let mut rest = Vec::new();
        for part in parts {
            let skip_bytes = sent_bytes.min(part.len());
            sent_bytes -= skip_bytes;
            rest.extend_from_slice(part.get(skip_bytes..).unwrap_or_default());
        }
        self.keep([Bytes::from(rest), Bytes::new()], 0);
        Ok(())
    }

    /// As `send`, for a body that is shared: what does not fit is kept by reference.
    pub(crate) fn send_shared(&mut self, head: &[u8], body: &Bytes) -> Result<(), PeerError> {
        self.check_length(head.len() + body.len())?;
        let mut sent_bytes = 0;
        if self.backlog.is_empty() && self.write(&[head, body], &mut sent_bytes)? {
            return Ok(());
        }
        self.keep([Bytes::copy_from_slice(head), body.clone()], sent_bytes);
        Ok(())
    }

    /// Moves backed-up replies into the ring; true when none is left.
    pub(crate) fn pump(&mut self) -> Result<bool, Rule> {
        while let Some(mut unsent) = self.backlog.pop_front() {
            let [first, second] = &unsent.pieces;
            let mut sent_bytes = unsent.sent_bytes;
            let done = self.write(&[first, second], &mut sent_bytes)?;
            if !done {
                unsent.sent_bytes = sent_bytes;
                self.backlog.push_front(unsent);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Asks the client to ring, then looks once more. True: the server may stop looking. False: there is
    /// something to do now, and the client was not asked.
    ///
    /// The client publishes, fences, reads the want word; the server writes the want word, fences, reads the
    /// positions. One of the two therefore sees the other, so no request is left lying.
    pub(crate) fn arm(&mut self) -> Result<bool, Rule> {
        let want = if self.backlog.is_empty() {
            WANT_REQUEST
        } else {
            WANT_SPACE
        };
        self.region
            .word32(SERVER_WANT_AT)
            .store(want, Ordering::Relaxed);
        fence(Ordering::SeqCst);
        if self.region.word32(CLIENT_WAIT_AT).load(Ordering::Relaxed) == WAIT_SPACE {
            self.wake_sleeper();
        }
        if self.has_work()? {
            self.disarm();
            return Ok(false);
        }
        Ok(true)
    }

    /// Takes the request to ring back. A ring already on its way may still arrive.
    pub(crate) fn disarm(&mut self) {
        self.region
            .word32(SERVER_WANT_AT)
            .store(WANT_NOTHING, Ordering::Relaxed);
    }

    /// Tells the client that nobody serves it any more.
    pub(crate) fn close(&mut self) {
        self.region
            .word32(SERVER_WANT_AT)
            .store(WANT_CLOSED, Ordering::Release);
        fence(Ordering::SeqCst);
        self.wake_sleeper();
    }

    fn has_work(&mut self) -> Result<bool, Rule> {
        match self.backlog.front() {
            None => self.requests.has_more(),
            Some(unsent) => {
                let total_bytes = unsent.pieces[0].len() + unsent.pieces[1].len();
                self.replies
                    .has_room_for_rest(total_bytes - unsent.sent_bytes)
            }
        }
    }

    fn write(&mut self, parts: &[&[u8]], sent_bytes: &mut usize) -> Result<bool, Rule> {
        let before = *sent_bytes;
        let done = self.replies.write(parts, sent_bytes)?;
        if done || *sent_bytes != before {
            self.wake_is_due = true;
            // The rest of a frame that is longer than the room waits for the client: no delay there.
            if !self.defers_wakes || !done {
                self.wake_due();
            }
        }
        Ok(done)
    }

    fn keep(&mut self, pieces: [Bytes; 2], sent_bytes: usize) {
        self.backlog.push_back(Unsent { pieces, sent_bytes });
    }

    /// Wakes the client if it sleeps. The caller has published what the client sleeps for, and fenced.
    fn wake_sleeper(&self) {
        let word = self.region.word32(CLIENT_WAIT_AT);
        if word.load(Ordering::Relaxed) != WAIT_NONE
            && word.swap(WAIT_NONE, Ordering::AcqRel) != WAIT_NONE
        {
            // It fails only for a bad address, which a mapped word is not; a client that punched a hole into the
            // memory sleeps until its own timeout.
            let _ = futex::wake(word, futex::Flags::empty(), 1);
        }
    }

    /// Largest reply in bytes.
    pub(crate) fn frame_bytes_max(&self) -> usize {
        self.frame_bytes_max
    }

    fn check_length(&self, bytes: usize) -> Result<(), PeerError> {
        let bytes_max = self.frame_bytes_max;
        if bytes > bytes_max {
            return Err(PeerError::ReplyTooLong { bytes, bytes_max });
        }
        Ok(())
    }
}

/// The client's half: writes requests, reads replies; its owner does the waiting.
pub(crate) struct ClientRings {
    region: Arc<Region>,
    requests: RingWriter,
    replies: RingReader,
}

impl ClientRings {
    pub(crate) fn new(region: Arc<Region>, sizes: &RegionSizes) -> ClientRings {
        ClientRings {
            requests: RingWriter::new(region.clone(), Lane::requests(sizes)),
            replies: RingReader::new(region.clone(), Lane::replies(sizes)),
            region,
        }
    }

    /// Writes as much of a request as fits; true when it is complete. See [`ClientRings::must_ring`].
    pub(crate) fn write(&mut self, parts: &[&[u8]], sent_bytes: &mut usize) -> Result<bool, Rule> {
        self.requests.write(parts, sent_bytes)
    }

    /// Reads the fragments of the next reply that are there.
    pub(crate) fn read(&mut self, sink: impl FnMut(&mut Fragment<'_>)) -> Result<Received, Rule> {
        self.replies.read(sink)
    }

    /// Whether something of a reply is there.
    pub(crate) fn has_reply(&mut self) -> Result<bool, Rule> {
        self.replies.has_more()
    }

    /// Whether the next fragment of a request with this many bytes left would fit.
    pub(crate) fn has_room_for_rest(&mut self, rest_bytes: usize) -> Result<bool, Rule> {
        self.requests.has_room_for_rest(rest_bytes)
    }

    /// Whether the server asked to be rung. To be called after publishing requests and before waiting for
    /// anything; a true answer is given once per asking and obliges the caller to ring.
    pub(crate) fn must_ring(&self) -> bool {
        fence(Ordering::SeqCst);
        let word = self.region.word32(SERVER_WANT_AT);
        if word.load(Ordering::Relaxed) & (WANT_REQUEST | WANT_SPACE) == 0 {
            return false;
        }
        word.fetch_and(WANT_CLOSED, Ordering::AcqRel) & (WANT_REQUEST | WANT_SPACE) != 0
    }

    /// Whether the server has closed the connection.
    pub(crate) fn is_closed(&self) -> bool {
        self.region.word32(SERVER_WANT_AT).load(Ordering::Acquire) & WANT_CLOSED != 0
    }

    /// Announces that the client is about to sleep. The caller looks once more before it does.
    pub(crate) fn announce_sleep(&self, space: bool) {
        let wait = if space { WAIT_SPACE } else { WAIT_REPLY };
        self.region
            .word32(CLIENT_WAIT_AT)
            .store(wait, Ordering::Relaxed);
        fence(Ordering::SeqCst);
    }

    /// Takes the announcement back.
    pub(crate) fn cancel_sleep(&self) {
        self.region
            .word32(CLIENT_WAIT_AT)
            .store(WAIT_NONE, Ordering::Relaxed);
    }

    /// The word the client sleeps on.
    pub(crate) fn wait_word(&self) -> &AtomicU32 {
        self.region.word32(CLIENT_WAIT_AT)
    }

    /// Sleeps until the server clears the announcement, or the timeout, or a signal.
    pub(crate) fn sleep(&self, space: bool, timeout: &rustix::thread::Timespec) {
        let wait = if space { WAIT_SPACE } else { WAIT_REPLY };
        // Every way out of this call leads to another look, so its outcome does not matter.
        let _ = futex::wait(
            self.region.word32(CLIENT_WAIT_AT),
            futex::Flags::empty(),
            wait,
            Some(timeout),
        );
    }
}

#[cfg(test)]
#[path = "rings_tests.rs"]
mod tests;
