//! A consumer: asks for messages once and gets them as they come.
//!
//! Clients consume by two kinds of request, told apart by its flags. A listener's stands until it is replaced
//! or stopped, and as many messages go out as fit its window. A synchronous get's ends with one message, or
//! is asked for a definite answer at the end of the client's own wait.

use crate::client::Client;
use crate::wake_flag::WakeFlag;
use ferromq_mqi::call::GetReply;
use ferromq_mqi::generated::constants::{
    MQGMO_BROWSE_FIRST, MQGMO_BROWSE_NEXT, MQGMO_FAIL_IF_QUIESCING, MQGMO_VERSION_4, MQGMO_WAIT,
    MQMD_LENGTH_1, MQMD_LENGTH_2, MQMD_VERSION_1, MQMD_VERSION_2, MQPER_PERSISTENT,
};
use ferromq_mqi::options::{GetOptions, ObjectHandle};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_qmgr::{StandingGet, StandingGetRequest};
use ferromq_wire::control::{Notification, notice};
use ferromq_wire::delivery::{AsyncMessage, PieceHead, RequestMessages, Selection, request};
use ferromq_wire::{Family, Head, Kind, Segment};
use std::borrow::Cow;
use std::sync::Arc;
use std::task::Waker;

/// Request number of everything that is delivered.
const DELIVERY: u32 = 1;

/// Where the get of a consumer stands.
#[derive(Debug)]
pub(crate) enum Get {
    /// Nothing is asked for.
    Idle,
    /// To be begun.
    Due,
    /// Waits for a message.
    Stands(StandingGet),
    /// Waits for gets to be allowed.
    Inhibited(StandingGet),
}

/// See the module.
pub(crate) struct Consumer {
    pub(crate) handle: ObjectHandle,
    /// Header of the last request.
    head: Head,
    options: i32,
    message_bytes_max: i32,
    flags: u32,
    window_bytes: u64,
    /// Sent and not reported as received.
    in_flight_bytes: u64,
    /// The last message left its queue for a request that stood, and the client has not reported it.
    is_unreported: bool,
    read_ahead: bool,
    /// The client waits for the message that is sent next, which may be persistent. Further ones that it reads ahead may not: it may be
    /// gone before its program asks for them.
    is_waited_for: bool,
    /// Nothing more is read ahead: see [`Self::quiesce`].
    is_quiesced: bool,
    selection: Selection,
    /// A browse of this selection has not begun.
    from_first: bool,
    index: u32,
    pub(crate) get: Get,
    /// The get of the last message, where the next one is got in the same way.
    pub(crate) again: Option<StandingGet>,
    /// The client was told that the queue manager or the channel ends.
    told_quiescing: bool,
    pub(crate) flag: Arc<WakeFlag>,
    pub(crate) waker: Waker,
}

impl Consumer {
    pub(crate) fn new(head: Head, handle: i32, conversation: &Waker) -> Self {
        let flag = WakeFlag::new(conversation);
        Self {
            handle: ObjectHandle(handle),
            head,
            options: 0,
            message_bytes_max: -1,
            flags: 0,
            window_bytes: 0,
            in_flight_bytes: 0,
            is_unreported: false,
            read_ahead: false,
            is_waited_for: true,
            is_quiesced: false,
            selection: Selection {
                descriptor_version: MQMD_VERSION_2 as u16,
                ..Selection::default()
            },
            from_first: true,
            index: 0,
            get: Get::Idle,
            again: None,
            told_quiescing: false,
            waker: Waker::from(Arc::clone(&flag)),
            flag,
        }
    }

    /// A new request replaces the last one.
    pub(crate) fn ask(&mut self, client: &mut Client, head: &Head, asked: RequestMessages) {
        let was_unreported = std::mem::take(&mut self.is_unreported);
        // The client counts: each request for a definite answer has one, also that which this one overtakes.
        self.give_definite_answer(client);
        self.head = head.clone();
        if self.options != asked.options
            || self.message_bytes_max != asked.message_bytes_max
            || self.flags & request::CONTINUOUS != asked.flags & request::CONTINUOUS
            || asked.selection.is_some()
        {
            self.again = None;
        }
        self.options = asked.options;
        self.message_bytes_max = asked.message_bytes_max;
        self.flags = asked.flags;
        self.window_bytes = u64::from(asked.window_bytes.max(1));
        self.read_ahead = asked.queue_status == 1;
        let one_at_a_time = self.window_bytes == 1;
        // A get whose time is over asks again, and its message is on its way: that is the answer to both. Another one would
        // be got by nobody.
        let crossed = asked.received_bytes == 0 && asked.selection.is_none() && one_at_a_time;
        if was_unreported && crossed && !self.is_listener() && self.wants_answer_now() {
            return self.tell_empty(client);
        }
        self.in_flight_bytes = match u64::from(asked.received_bytes) {
            // A client that reconnects says all its requests again, some of them twice. One that does not
            // report the message that is on its way does not ask for another.
            0 if one_at_a_time && self.is_listener() => self.in_flight_bytes,
            _ if one_at_a_time => 0,
            received_bytes => self.in_flight_bytes.saturating_sub(received_bytes),
        };
        // Said by a client whose program has taken all it was sent. Some say no index.
        let has_nothing = asked.global_index == self.index
            || (asked.global_index == 0 && self.in_flight_bytes == 0);
        self.is_waited_for = has_nothing || !self.is_reading_ahead();
        if let Some(selection) = asked.selection {
            self.selection = selection;
            self.from_first = true;
        }
        self.get = Get::Due;
    }

    /// Messages are taken off their queue without being asked for one by one, and no listener has them.
    fn is_reading_ahead(&self) -> bool {
        let browses = self.options & (MQGMO_BROWSE_FIRST | MQGMO_BROWSE_NEXT) != 0;
        self.read_ahead && !self.is_listener() && !browses
    }

    /// What comes next is read ahead: not what is persistent.
    pub(crate) fn takes_no_persistent(&self) -> bool {
        self.is_reading_ahead() && !self.is_waited_for
    }

    /// A listener, as opposed to a synchronous get.
    pub(crate) fn is_listener(&self) -> bool {
        self.flags & request::CONTINUOUS != 0
    }

    /// The client waits for a message or for word that there is none.
    pub(crate) fn wants_answer_now(&self) -> bool {
        self.flags & (request::DEFINITE | request::DEFINITE_TOO) != 0
    }

    /// Whether a message may be sent now.
    pub(crate) fn is_open(&self, started: bool) -> bool {
        (started || !self.is_listener()) && self.in_flight_bytes < self.window_bytes
    }

    /// Stops until the client asks or starts again. Messages it waits for go to others meanwhile.
    pub(crate) fn pause(&mut self) {
        if !matches!(self.get, Get::Idle) {
            self.get = Get::Due;
        }
    }

    /// Lets go of what holds on to its handle, which may be closed. If it is not, all goes on as it was.
    pub(crate) fn give_back(&mut self) {
        self.pause();
        self.again = None;
    }

    /// Ends reading ahead before its handle is closed, if messages have been sent. False when there is nothing to end.
    pub(crate) fn quiesce(&mut self) -> bool {
        let ends = self.is_reading_ahead() && self.index > 0 && !self.is_quiesced;
        if ends {
            self.is_quiesced = true;
            self.again = None;
            self.get = Get::Idle;
        }
        ends
    }

    /// What to get.
    pub(crate) fn request(&self) -> StandingGetRequest {
        let selection = &self.selection;
        let descriptor = MsgDescriptor {
            version: i32::from(selection.descriptor_version.clamp(1, 2)),
            encoding: selection.encoding,
            coded_char_set_id: selection.ccsid,
            msg_id: selection.msg_id,
            correl_id: selection.correl_id,
            group_id: selection.group_id,
            msg_seq_number: selection.msg_seq_number,
            offset: selection.offset,
            ..MsgDescriptor::default()
        };
        let options = GetOptions {
            version: MQGMO_VERSION_4,
            options: self.step(),
            match_options: selection.match_options,
            msg_token: selection.msg_token,
            ..GetOptions::default()
        };
        StandingGetRequest {
            handle: self.handle,
            descriptor,
            options,
            buffer_len: u32::try_from(self.message_bytes_max).unwrap_or(u32::MAX),
            // Documented: what a channel carries limits gets, and not what is consumed by a callback.
            of_any_length: self.is_listener(),
            not_persistent: self.takes_no_persistent(),
        }
    }

    /// Get options of the next step. A browse goes on behind the message it began with if it was asked for the
    /// first and the next at once. Connection consumers ask for the first alone: what is not marked, also if it
    /// came back behind others that were.
    fn step(&self) -> i32 {
        const BOTH: i32 = MQGMO_BROWSE_FIRST | MQGMO_BROWSE_NEXT;
        let options = self.options & !MQGMO_WAIT;
        if options & BOTH != BOTH {
            options
        } else if self.from_first {
            options & !MQGMO_BROWSE_NEXT
        } else {
            options & !MQGMO_BROWSE_FIRST | MQGMO_BROWSE_NEXT
        }
    }

    /// Sends a message that was got for this consumer, and settles what its request is good for now.
    pub(crate) fn deliver(&mut self, client: &mut Client, got: &GetReply) {
        self.index = self.index.wrapping_add(1);
        let piece = PieceHead {
            version: 1,
            handle: self.handle.0,
            index: self.index,
            global_index: self.index,
            data_bytes: 0,
            piece: 0,
            selection: self.selection.index,
        };
        let message = AsyncMessage {
            piece,
            reason: got.reason.0,
            total_bytes: got.data_length,
            sent_bytes: got.body.len() as u32,
            msg_token: got.options.msg_token,
            status: 0,
            resolved_q_name: got.options.resolved_q_name.as_str().as_bytes(),
            descriptor: Cow::Borrowed(&got.descriptor),
            data: &got.body,
        };
        let head = self.delivery_head(Kind::AsyncMessage);
        client
            .line
            .outbound
            .send(&head, &Segment::AsyncMessage(message), Some(&got.body));
        // As the client counts it.
        let descriptor_bytes = match got.descriptor.version {
            MQMD_VERSION_1 => MQMD_LENGTH_1,
            _ => MQMD_LENGTH_2,
        };
        self.in_flight_bytes += descriptor_bytes as u64 + u64::from(got.data_length);
        self.from_first = false;
        let stays = got.reason == Reason::TRUNCATED_MSG_FAILED;
        self.is_unreported = !stays && !self.wants_answer_now();
        // Others of its kind are likely to follow, and would stay.
        let persistent = got.descriptor.persistence == MQPER_PERSISTENT;
        self.answered(client, stays || (persistent && self.is_reading_ahead()));
    }

    /// The next message is persistent, and is not to be read ahead: it is sent when the client asks for it.
    pub(crate) fn rest(&mut self) {
        self.get = Get::Idle;
    }

    /// There is no message for a client that wanted to know.
    pub(crate) fn tell_empty(&mut self, client: &mut Client) {
        self.answered(client, false);
    }

    /// A request was answered. `ends` when it is not to go on in any case.
    fn answered(&mut self, client: &mut Client, ends: bool) {
        self.give_definite_answer(client);
        self.is_waited_for = !self.is_reading_ahead();
        let goes_on = self.is_listener() || self.read_ahead;
        self.get = if goes_on && !ends {
            Get::Due
        } else {
            Get::Idle
        };
    }

    /// Says that there is nothing more for a request that wanted to know, if it has not been told.
    fn give_definite_answer(&mut self, client: &mut Client) {
        if self.wants_answer_now() {
            let head = self.head.answer(Kind::Notification);
            self.notify(client, &head, notice::CLIENT_ASYNC_EMPTY, 0);
            self.flags &= !(request::DEFINITE | request::DEFINITE_TOO);
        }
    }

    /// A get of this consumer failed.
    pub(crate) fn fail(&mut self, client: &mut Client, reason: Reason) {
        self.get = Get::Idle;
        if reason == Reason::Q_MGR_QUIESCING && self.is_listener() {
            return self.tell_quiescing(client);
        }
        let head = self.delivery_head(Kind::Notification);
        self.notify(client, &head, notice::STREAMING_FAILURE, reason.0);
        if self.wants_answer_now() {
            self.tell_empty(client);
            self.get = Get::Idle;
        }
    }

    /// A listener that asked to be told of the end was told, and nothing of it is on its way: it may not have
    /// heard.
    pub(crate) fn sleeps_through_the_end(&self) -> bool {
        self.told_quiescing && self.is_at_rest() && self.options & MQGMO_FAIL_IF_QUIESCING != 0
    }

    /// Waits for messages, and the client is not at work on any.
    pub(crate) fn is_at_rest(&self) -> bool {
        self.in_flight_bytes == 0
            && matches!(self.get, Get::Idle | Get::Stands(_) | Get::Inhibited(_))
    }

    /// The queue manager, or the channel, is ending.
    pub(crate) fn tell_quiescing(&mut self, client: &mut Client) {
        if self.is_listener() && !std::mem::replace(&mut self.told_quiescing, true) {
            let head = self.delivery_head(Kind::Notification);
            self.notify(client, &head, notice::Q_MGR_QUIESCING, 0);
        }
    }

    fn notify(&self, client: &mut Client, head: &Head, code: u32, value: i32) {
        let notification = Notification {
            version: 1,
            handle: self.handle.0,
            code,
            value,
        };
        client.send(head, &Segment::Notification(notification));
    }

    fn delivery_head(&self, kind: Kind) -> Head {
        let mut head = self.head.answer(kind);
        if let Family::Multiplexed { request, .. } = &mut head.family {
            *request = DELIVERY;
        }
        head
    }
}
