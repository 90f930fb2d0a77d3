//! One socket's segments: where they go, in which form, and whether the other end is there. What they are about is for those
//! who use it: conversations of a client, or a message channel.

mod liveness;

pub(crate) use liveness::{Beat, Hearing, Liveness};

use crate::host::Peer;
use ferromq_mqi::header::ByteOrder;
use ferromq_wire::control::{Status, StatusCode};
use ferromq_wire::field::Form;
use ferromq_wire::head::flag;
use ferromq_wire::level::FAP_MAX;
use ferromq_wire::message_channel::Luwid;
use ferromq_wire::negotiate::{Agreed, MessageAgreed, refuse};
use ferromq_wire::outbound::Outbound;
use ferromq_wire::text::{CCSID_UTF_8, Text};
use ferromq_wire::{Family, Head, Kind, Segment};

/// See the module.
pub(crate) struct Line {
    pub(crate) peer: Peer,
    pub(crate) outbound: Outbound,
    pub(crate) liveness: Liveness,
    /// Level whose layouts are spoken.
    pub(crate) fap: u8,
    /// Byte order and character set of the other end.
    order: ByteOrder,
    ccsid: u16,
    /// Segments say which conversation they belong to.
    pub(crate) multiplexed: bool,
    /// Longest message both ends agreed on.
    pub(crate) message_bytes_max: u32,
    /// What the other end was told this queue manager is called.
    pub(crate) q_mgr_name: Text<48>,
    /// Process at the other end, as it says.
    pub(crate) process_id: u32,
    pub(crate) thread_id: u32,
    /// Time of the input or event that is being seen to.
    pub(crate) now_ns: u64,
    /// This side ended it, and said so.
    pub(crate) ended_here: bool,
}

impl Line {
    pub(crate) fn new(peer: Peer, now_ns: u64) -> Self {
        Self {
            peer,
            outbound: Outbound::new(true),
            liveness: Liveness::new(now_ns),
            fap: FAP_MAX,
            order: ByteOrder::Big,
            ccsid: CCSID_UTF_8,
            multiplexed: false,
            message_bytes_max: 0,
            q_mgr_name: Text::BLANK,
            process_id: 0,
            thread_id: 0,
            now_ns,
            ended_here: false,
        }
    }

    /// It is so late now.
    pub(crate) fn look_at_clock(&mut self, now_ns: u64) {
        self.now_ns = now_ns;
        self.liveness.note_taken(&self.outbound, now_ns);
    }

    pub(crate) fn send(&mut self, head: &Head, segment: &Segment<'_>) {
        self.outbound.send(head, segment, None);
    }

    /// This end writes in a form of its own: that of message channels.
    pub(crate) fn speak(&mut self, order: ByteOrder, ccsid: u16) {
        (self.order, self.ccsid) = (order, ccsid);
    }

    /// How this end writes.
    pub(crate) fn form(&self) -> Form {
        self.socket_head(Kind::Message).form(self.fap)
    }

    /// Both ends of a message channel have come to terms.
    pub(crate) fn agree_on_messages(&mut self, agreed: &MessageAgreed) {
        agreed.apply(&mut self.outbound);
        self.fap = agreed.fap;
        self.message_bytes_max = agreed.message_bytes_max;
        self.process_id = agreed.partner.process_id;
        self.thread_id = agreed.partner.thread_id;
        self.liveness.agree(agreed.heartbeat_s);
    }

    /// Header of a segment of a message channel, with flags beside those of a whole segment.
    pub(crate) fn head(&self, kind: Kind, flags: u8, batch: Luwid) -> Head {
        let mut head = self.socket_head(kind).with_flags(flags);
        head.luwid = batch.field(self.order);
        head
    }

    /// Answers go in the form the other end writes in.
    pub(crate) fn follow_form(&mut self, head: &Head) {
        (self.order, self.ccsid) = (head.order, head.ccsid);
    }

    /// Both ends have come to terms.
    pub(crate) fn agree(&mut self, agreed: &Agreed) {
        agreed.apply(&mut self.outbound);
        self.fap = agreed.fap;
        self.message_bytes_max = agreed.message_bytes_max;
        self.process_id = agreed.partner.process_id;
        self.thread_id = agreed.partner.thread_id;
        self.multiplexed = agreed.is_multiplexed();
        self.liveness.agree(agreed.heartbeat_s);
        (self.order, self.ccsid) = (agreed.order, agreed.ccsid);
    }

    /// Header of what concerns the whole socket.
    fn socket_head(&self, kind: Kind) -> Head {
        let family = if self.multiplexed {
            Family::Socket
        } else {
            Family::Plain
        };
        Head::new(family, kind, self.order, self.ccsid)
    }

    /// Asks for a sign of life.
    pub(crate) fn send_heartbeat(&mut self) {
        let head = self.socket_head(Kind::Heartbeat);
        self.send(&head.with_flags(flag::CONFIRM), &Segment::Heartbeat);
    }

    /// Refuses a segment in its own form. These are the last words.
    pub(crate) fn send_refusal(&mut self, head: &Head, code: StatusCode) {
        let (head, status) = refuse(head, code);
        self.send(&head, &Segment::Status(Some(status)));
        self.ended_here = true;
    }

    /// Says why it ends. These are the last words.
    pub(crate) fn send_close(&mut self, code: StatusCode) {
        self.send_last_words(Status::new(code), Luwid::NONE);
    }

    /// The same, with what there is to say besides. A batch that is named is backed out.
    pub(crate) fn send_last_words(&mut self, status: Status, batch: Luwid) {
        let head = self.head(Kind::Status, flag::CLOSE | flag::ERROR, batch);
        self.send(&head, &Segment::Status(Some(status)));
        self.ended_here = true;
    }

    /// When [`Self::drop_late_farewell`] is wanted.
    pub(crate) fn farewell_due_ns(&self) -> Option<u64> {
        self.liveness.farewell_due_ns(&self.outbound)
    }

    /// Last words the other end does not take are given up after a while.
    pub(crate) fn drop_late_farewell(&mut self) {
        if self
            .farewell_due_ns()
            .is_some_and(|due_ns| due_ns <= self.now_ns)
        {
            self.outbound.clear();
        }
    }
}
