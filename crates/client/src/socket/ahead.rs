//! Messages that come before they are asked for: read ahead, and gets below level 13, which ask in the same
//! way for one message at a time.
//!
//! ```text
//! get, nothing held   request 1: synchronous           the client waits on its own clock
//! its time is over    request 3: definite answer       the message, or word that there is none
//! read ahead          messages keep coming while no more than a window's bytes are unreported; the next
//!                     request reports them. What is persistent comes only when a get waits for it
//! ```

use super::way::Way;
use bytes::Bytes;
use ferromq_mqi::call::{GetReply, Reply};
use ferromq_mqi::generated::constants::{
    MQGMO_ACCEPT_TRUNCATED_MSG, MQGMO_ALL_MSGS_AVAILABLE, MQGMO_ALL_SEGMENTS_AVAILABLE,
    MQGMO_BROWSE_FIRST, MQGMO_BROWSE_MSG_UNDER_CURSOR, MQGMO_BROWSE_NEXT, MQGMO_COMPLETE_MSG,
    MQGMO_LOCK, MQGMO_LOGICAL_ORDER, MQGMO_MARK_SKIP_BACKOUT, MQGMO_MSG_UNDER_CURSOR,
    MQGMO_SET_SIGNAL, MQGMO_SYNCPOINT, MQGMO_SYNCPOINT_IF_PERSISTENT, MQGMO_UNLOCK,
    MQGMO_VERSION_1, MQGMO_WAIT, MQGS_LAST_MSG_IN_GROUP, MQGS_MSG_IN_GROUP, MQGS_NOT_IN_GROUP,
    MQMF_LAST_MSG_IN_GROUP, MQMF_LAST_SEGMENT, MQMF_MSG_IN_GROUP, MQMF_SEGMENT,
    MQMF_SEGMENTATION_ALLOWED, MQMO_MATCH_CORREL_ID, MQMO_MATCH_GROUP_ID, MQMO_MATCH_MSG_ID,
    MQMO_MATCH_MSG_TOKEN, MQSEG_ALLOWED, MQSEG_INHIBITED, MQSS_LAST_SEGMENT, MQSS_NOT_A_SEGMENT,
    MQSS_SEGMENT, MQWI_UNLIMITED,
};
use ferromq_mqi::options::GetOptions;
use ferromq_mqi::{MsgDescriptor, ObjectName, Reason};
use ferromq_wire::control::notice;
use ferromq_wire::delivery::{AsyncMessage, RequestMessages, Selection, request};
use ferromq_wire::head::flag;
use ferromq_wire::inbound::Payload;
use ferromq_wire::{Kind, Segment};
use std::collections::VecDeque;

/// Bytes of messages on their way to a handle that reads ahead: the documented default of 100 KB.
const WINDOW_BYTES: u32 = 102_400;
/// What a message counts beside its data.
const DESCRIPTOR_BYTES: u32 = MsgDescriptor::SIZE as u32;

/// How messages are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// Many at a time, before they are wanted.
    Ahead,
    /// One for each get.
    Single,
}

/// Messages of one handle. See the module.
#[derive(Debug)]
pub(super) struct Ahead {
    pub(super) handle: i32,
    manner: Manner,
    held: VecDeque<Held>,
    /// What was selected by the first get; later ones may not differ.
    agreed: Option<Selected>,
    selection_index: u16,
    /// Received and not reported.
    received_bytes: u32,
    /// Of the last message a get has taken.
    global_index: u32,
    /// Definite answers that are still to come.
    definite: u32,
    /// Why no more messages come, told when those held are gone.
    failed: Option<Reason>,
    inhibited: bool,
    /// Nothing more comes: those held are the last ones.
    quiesced: bool,
    wanted: Option<Wanted>,
}

/// A message that has come.
#[derive(Debug)]
struct Held {
    descriptor: MsgDescriptor,
    body: Bytes,
    total_bytes: u32,
    reason: Reason,
    token: [u8; 16],
    q_name: ObjectName,
    global_index: u32,
}

/// What every get of a handle that reads ahead has to agree in.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Selected {
    options: i32,
    selection: Selection,
}

/// A get that waits.
#[derive(Debug)]
struct Wanted {
    options: GetOptions,
    buffer_bytes: u32,
    /// Milliseconds to wait; `None` for ever. Its clock starts with the next tick.
    wait_ms: Option<u32>,
    deadline_ns: Option<u64>,
    /// The other end was asked for a definite answer.
    asked: bool,
}

/// Options that go with no reading ahead.
const ONE_AT_A_TIME: i32 = MQGMO_SYNCPOINT
    | MQGMO_MARK_SKIP_BACKOUT
    | MQGMO_MSG_UNDER_CURSOR
    | MQGMO_LOCK
    | MQGMO_UNLOCK
    | MQGMO_LOGICAL_ORDER
    | MQGMO_COMPLETE_MSG
    | MQGMO_ALL_MSGS_AVAILABLE
    | MQGMO_ALL_SEGMENTS_AVAILABLE
    | MQGMO_SET_SIGNAL
    | MQGMO_BROWSE_FIRST
    | MQGMO_BROWSE_NEXT
    | MQGMO_BROWSE_MSG_UNDER_CURSOR;

/// Goes with reading ahead, as documented, and is not read ahead all the same: what is persistent would be in the unit of work
/// before the program has seen it, and the next commit would take it off its queue for good.
const NOT_BEFORE_IT_IS_SEEN: i32 = MQGMO_SYNCPOINT_IF_PERSISTENT;

/// Options that gets of a handle that reads ahead may differ in.
const MAY_DIFFER: i32 = MQGMO_WAIT | MQGMO_ACCEPT_TRUNCATED_MSG;

/// What a get comes to.
#[derive(Debug)]
pub(super) enum Got {
    Now(Reply),
    /// Its answer comes by [`Ahead::take_message`], [`Ahead::take_notice`] or [`Ahead::tick`].
    Later,
    /// By an ordinary get: this one cannot be read ahead.
    Ordinary,
}

impl Ahead {
    pub(super) fn new(handle: i32, manner: Manner) -> Self {
        Self {
            handle,
            manner,
            held: VecDeque::new(),
            agreed: None,
            selection_index: 0,
            received_bytes: 0,
            global_index: 0,
            definite: 0,
            failed: None,
            inhibited: false,
            quiesced: false,
            wanted: None,
        }
    }

    /// True when messages have come that no get has taken.
    pub(super) fn holds_messages(&self) -> bool {
        !self.held.is_empty()
    }

    /// The other end has been told to send no more, and has answered.
    pub(super) fn is_quiesced(&self) -> bool {
        self.quiesced
    }

    /// Nothing more is asked for.
    pub(super) fn set_quiesced(&mut self) {
        self.quiesced = true;
    }

    /// Whether gets with these options are served from here, if the first one is.
    fn suits(&self, options: &GetOptions) -> bool {
        let others = ONE_AT_A_TIME | NOT_BEFORE_IT_IS_SEEN;
        self.manner == Manner::Single || options.options & others == 0
    }

    /// `MQGET`. Nothing else may be under way.
    pub(super) fn get(
        &mut self,
        descriptor: &MsgDescriptor,
        options: &GetOptions,
        buffer_bytes: u32,
        number: u32,
        way: &mut Way<'_>,
    ) -> Got {
        if self.agreed.is_none() && !self.suits(options) {
            return Got::Ordinary;
        }
        let selected = selected(descriptor, options, self.manner);
        let changed = self.agreed.as_ref() != Some(&selected);
        if changed && self.agreed.is_some() && self.manner == Manner::Ahead {
            let never_ahead = options.options & ONE_AT_A_TIME != 0;
            return Got::Now(Reply::Failed(match never_ahead {
                true => Reason::OPTIONS_ERROR,
                false => Reason::OPTIONS_CHANGED,
            }));
        }
        if changed {
            self.agreed = Some(selected);
            self.selection_index = self.selection_index.wrapping_add(1);
        }
        if let Some(reply) = self.answer_held(options, buffer_bytes) {
            self.report_if_due(number, way);
            return Got::Now(reply);
        }
        if let Some(reason) = self.failed.take() {
            return Got::Now(Reply::Failed(reason));
        }
        if self.quiesced {
            return Got::Now(Reply::Failed(Reason::HOBJ_QUIESCED_NO_MSGS));
        }
        if self.inhibited {
            return Got::Now(Reply::Failed(Reason::GET_INHIBITED));
        }
        let waits = options.options & MQGMO_WAIT != 0 && options.wait_interval_ms != 0;
        let wait_ms = match options.wait_interval_ms {
            MQWI_UNLIMITED => None,
            wait_ms => Some(u32::try_from(wait_ms).unwrap_or(0)),
        };
        if options.options & MQGMO_WAIT != 0 && options.wait_interval_ms < MQWI_UNLIMITED {
            return Got::Now(Reply::Failed(Reason::WAIT_INTERVAL_ERROR));
        }
        self.wanted = Some(Wanted {
            options: options.clone(),
            buffer_bytes,
            wait_ms,
            deadline_ns: None,
            asked: !waits,
        });
        // Also where a request stands: it does not bring what is persistent.
        self.ask(number, !waits, changed, way);
        Got::Later
    }

    /// Answers from the messages that have come.
    fn answer_held(&mut self, options: &GetOptions, buffer_bytes: u32) -> Option<Reply> {
        let held = self.held.front()?;
        let fits = held.body.len() <= buffer_bytes as usize;
        let stays = !fits && options.options & MQGMO_ACCEPT_TRUNCATED_MSG == 0;
        let held = if stays {
            Held {
                descriptor: held.descriptor.clone(),
                body: held.body.clone(),
                ..*held
            }
        } else {
            let taken = self.held.pop_front()?;
            self.global_index = taken.global_index;
            taken
        };
        Some(reply(held, options, buffer_bytes, stays))
    }

    /// Reports what has come when that is half of the window, so that messages keep coming.
    fn report_if_due(&mut self, number: u32, way: &mut Way<'_>) {
        let due = self.manner == Manner::Ahead && self.received_bytes >= WINDOW_BYTES / 2;
        if due && self.failed.is_none() && !self.quiesced {
            self.ask(number, false, false, way);
        }
    }

    /// Asks for messages, and reports those that have come.
    fn ask(&mut self, number: u32, definite: bool, selects: bool, way: &mut Way<'_>) {
        let Some(agreed) = &self.agreed else { return };
        let ahead = self.manner == Manner::Ahead;
        let flags = if definite {
            self.definite += 1;
            request::SYNCHRONOUS | request::DEFINITE | request::DEFINITE_TOO
        } else {
            request::SYNCHRONOUS
        };
        let selection = selects.then(|| Selection {
            index: self.selection_index,
            ..agreed.selection.clone()
        });
        let message_bytes_max = match (&self.wanted, ahead) {
            // Longer ones are told as such, and stay unless that was accepted.
            (Some(wanted), false) => i32::try_from(wanted.buffer_bytes).unwrap_or(-1),
            _ => -1,
        };
        let asked = RequestMessages {
            version: 1,
            handle: self.handle,
            received_bytes: std::mem::take(&mut self.received_bytes),
            window_bytes: if ahead { WINDOW_BYTES } else { 1 },
            message_bytes_max,
            options: agreed.options,
            wait_interval_ms: 0,
            queue_status: u32::from(ahead),
            flags,
            // What a get has just taken the program is still at: it does not wait for the next one.
            global_index: match self.wanted {
                Some(_) => self.global_index,
                None => self.global_index.wrapping_sub(1),
            },
            selection,
        };
        let head = way.head(number, if definite { 3 } else { 1 }, Kind::RequestMessages);
        let head = if definite {
            head.with_flags(flag::CONFIRM)
        } else {
            head
        };
        way.outbound
            .send(&head, &Segment::RequestMessages(asked), None);
    }

    /// A message has come. The answer of the get that waits for it, if one does.
    pub(super) fn take_message(
        &mut self,
        message: &AsyncMessage<'_>,
        payload: &Payload<'_>,
        number: u32,
        way: &mut Way<'_>,
    ) -> Option<Reply> {
        let counted = DESCRIPTOR_BYTES.saturating_add(message.total_bytes);
        self.received_bytes = self.received_bytes.saturating_add(counted);
        let single = self.manner == Manner::Single;
        if single {
            self.received_bytes = counted;
            self.global_index = message.piece.global_index;
        }
        let body = if message.data.is_empty() {
            Bytes::new()
        } else {
            payload.share(message.data)
        };
        self.held.push_back(Held {
            descriptor: message.descriptor.as_ref().clone(),
            body,
            total_bytes: message.total_bytes,
            reason: Reason(message.reason),
            token: message.msg_token,
            q_name: message.q_name().name(),
            global_index: message.piece.global_index,
        });
        let wanted = self.wanted.take()?;
        let reply = self.answer_held(&wanted.options, wanted.buffer_bytes);
        if single {
            // What did not fit stays on the queue, not here.
            self.held.clear();
        }
        self.report_if_due(number, way);
        reply
    }

    /// The other end tells something. The answer of the get that waits, if it is that.
    pub(super) fn take_notice(&mut self, code: u32, value: i32) -> Option<Reply> {
        match code {
            notice::CLIENT_ASYNC_EMPTY => {
                self.definite = self.definite.saturating_sub(1);
                let last = self.definite == 0;
                self.wanted.take_if(|wanted| wanted.asked && last)?;
                Some(Reply::Failed(Reason::NO_MSG_AVAILABLE))
            }
            notice::STREAMING_FAILURE => {
                let reason = Reason(value);
                if self.wanted.take().is_none() {
                    self.failed = Some(reason);
                    return None;
                }
                Some(Reply::Failed(reason))
            }
            notice::GET_INHIBITED => {
                self.inhibited = true;
                self.wanted.take()?;
                Some(Reply::Failed(Reason::GET_INHIBITED))
            }
            notice::GET_ALLOWED => {
                self.inhibited = false;
                None
            }
            _ => None,
        }
    }

    /// Time has come: asks for a definite answer when the time of the get that waits is over.
    pub(super) fn tick(&mut self, now_ns: u64, number: u32, way: &mut Way<'_>) {
        let Some(wanted) = &mut self.wanted else {
            return;
        };
        let Some(wait_ms) = wanted.wait_ms.filter(|_| !wanted.asked) else {
            return;
        };
        let deadline_ns = *wanted
            .deadline_ns
            .get_or_insert(now_ns + u64::from(wait_ms) * 1_000_000);
        if now_ns >= deadline_ns {
            wanted.asked = true;
            self.ask(number, true, false, way);
        }
    }

    /// The get that waits, if one does, is to be answered with the next tick.
    pub(super) fn end_wait(&mut self) {
        if let Some(wanted) = &mut self.wanted {
            wanted.wait_ms = Some(0);
            wanted.deadline_ns = Some(0);
        }
    }

    /// When a tick is wanted; 0 for at once.
    pub(super) fn deadline_ns(&self) -> Option<u64> {
        let wanted = self.wanted.as_ref().filter(|wanted| !wanted.asked)?;
        wanted.wait_ms?;
        Some(wanted.deadline_ns.unwrap_or(0))
    }
}

/// What a get selects, without what gets may differ in.
fn selected(descriptor: &MsgDescriptor, options: &GetOptions, manner: Manner) -> Selected {
    let match_options = if options.version == MQGMO_VERSION_1 {
        MQMO_MATCH_MSG_ID | MQMO_MATCH_CORREL_ID
    } else {
        options.match_options
    };
    let matches = |option: i32, id: [u8; 24]| match match_options & option {
        0 => [0; 24],
        _ => id,
    };
    Selected {
        options: match manner {
            Manner::Ahead => options.options & !MAY_DIFFER,
            Manner::Single => options.options & !MQGMO_WAIT,
        },
        selection: Selection {
            index: 0,
            descriptor_version: descriptor.version as u16,
            ccsid: descriptor.coded_char_set_id,
            encoding: descriptor.encoding,
            msg_seq_number: descriptor.msg_seq_number,
            offset: descriptor.offset,
            match_options,
            msg_id: matches(MQMO_MATCH_MSG_ID, descriptor.msg_id),
            correl_id: matches(MQMO_MATCH_CORREL_ID, descriptor.correl_id),
            group_id: matches(MQMO_MATCH_GROUP_ID, descriptor.group_id),
            msg_token: match match_options & MQMO_MATCH_MSG_TOKEN {
                0 => [0; 16],
                _ => options.msg_token,
            },
        },
    }
}

/// The answer a message is, cut to the buffer of the get.
fn reply(held: Held, asked: &GetOptions, buffer_bytes: u32, stays: bool) -> Reply {
    let length = held.body.len().min(buffer_bytes as usize);
    let reason = match (length < held.body.len(), stays) {
        (true, true) => Reason::TRUNCATED_MSG_FAILED,
        (true, false) => Reason::TRUNCATED_MSG_ACCEPTED,
        (false, _) => held.reason,
    };
    let flags = held.descriptor.msg_flags;
    let has = |flag: i32| flags & flag != 0;
    let options = GetOptions {
        resolved_q_name: held.q_name,
        group_status: match (has(MQMF_LAST_MSG_IN_GROUP), has(MQMF_MSG_IN_GROUP)) {
            (true, _) => MQGS_LAST_MSG_IN_GROUP,
            (false, true) => MQGS_MSG_IN_GROUP,
            (false, false) => MQGS_NOT_IN_GROUP,
        },
        segment_status: match (has(MQMF_LAST_SEGMENT), has(MQMF_SEGMENT)) {
            (true, _) => MQSS_LAST_SEGMENT,
            (false, true) => MQSS_SEGMENT,
            (false, false) => MQSS_NOT_A_SEGMENT,
        },
        segmentation: match has(MQMF_SEGMENTATION_ALLOWED) {
            true => MQSEG_ALLOWED,
            false => MQSEG_INHIBITED,
        },
        msg_token: held.token,
        returned_length: length as i32,
        ..asked.clone()
    };
    Reply::Got(Box::new(GetReply {
        reason,
        descriptor: held.descriptor,
        options,
        body: held.body.slice(..length),
        data_length: held.total_bytes,
    }))
}
