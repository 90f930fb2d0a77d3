//! Bytes in, whole calls out.
//!
//! An [`Inbound`] is fed whatever the socket gave. A call that lies in one piece in those bytes is handed out
//! where it lies: nothing is copied and nothing allocated. Only what is cut, by the end of the input or over
//! several segments, is gathered, each call in a buffer of its own that later becomes its payload. So a
//! connection that waits for its client holds no buffer, and the bytes of a large message are copied once.
//!
//! Room follows what has arrived: a length field is believed once `EARNED_BYTES` of the call are there, and where a buffer that
//! was kept has that length anyway.

use std::mem;

use bytes::Bytes;
use ferromq_base::large::{LARGE_BYTES_MIN, LargeBytes, take_kept};

use crate::delivery::PieceHead;
use crate::field::Wire;
use crate::head::{Family, Head, MULTIPLEXED_BYTES, flag};
use crate::kind::Kind;
use crate::malformed::{Malformed, Why};
use crate::segment::Segment;

/// What a partner may send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Longest segment, header included.
    pub segment_bytes_max: usize,
    /// Longest payload of a call over all its segments.
    pub call_bytes_max: usize,
    /// Calls that may be half received.
    pub open_calls_max: usize,
}

impl Limits {
    /// Bytes a call may have beside its message: structures, three long strings, and some more.
    pub const CALL_EXTRA_BYTES: usize = 64 * 1024;

    /// Enough to negotiate and log on, and no more: for partners nobody knows yet.
    pub const FIRST: Self = Self {
        segment_bytes_max: 32 * 1024,
        call_bytes_max: 32 * 1024,
        open_calls_max: 1,
    };

    /// The same to a partner that has come to terms and not logged on: no more than it agreed to, and no more than it needs.
    #[must_use]
    pub fn until_logon(self) -> Self {
        Self {
            segment_bytes_max: self.segment_bytes_max.min(Self::FIRST.segment_bytes_max),
            call_bytes_max: self.call_bytes_max.min(Self::FIRST.call_bytes_max),
            open_calls_max: Self::FIRST.open_calls_max,
        }
    }

    /// What an agreement allows.
    #[must_use]
    pub fn agreed(transmission_bytes_max: u32, message_bytes_max: u32, conversations: u32) -> Self {
        Self {
            segment_bytes_max: transmission_bytes_max as usize,
            call_bytes_max: message_bytes_max as usize + Self::CALL_EXTRA_BYTES,
            // A call and a request of each conversation, bounded also for partners without bound.
            open_calls_max: 2 * (conversations.clamp(1, 1024) as usize),
        }
    }
}

/// Calls that were forgotten before they had come, of which the rest is waited for.
const FORGOTTEN_MAX: usize = 64;
/// From this length on the payload of a gathered call is handed over with its buffer.
const SHARE_BYTES_MIN: usize = 4096;
/// A call announces its length: room for this much is made at once.
const ROOM_BYTES_FIRST: usize = 64 * 1024;
/// When this much of a call has come, room is made for all it announces. That is address space, which takes memory as it is filled; what
/// would be moved to larger buffers again and again would keep a thread of many sockets from the others.
const EARNED_BYTES: usize = 1 << 20;

/// The payload of a call.
#[derive(Clone, Debug)]
pub enum Payload<'a> {
    /// Lies in the input.
    Borrowed(&'a [u8]),
    /// Has a buffer of its own.
    Shared(Bytes),
}

impl Payload<'_> {
    /// All of it.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        match self {
            Self::Borrowed(bytes) => bytes,
            Self::Shared(bytes) => bytes,
        }
    }

    /// A part of it to keep, such as the data of a segment read from it. Copied only where the payload has
    /// no buffer of its own.
    ///
    /// # Panics
    /// When `part` is no part of this payload.
    #[must_use]
    pub fn share(&self, part: &[u8]) -> Bytes {
        match self {
            Self::Borrowed(_) => Bytes::copy_from_slice(part),
            Self::Shared(bytes) => bytes.slice_ref(part),
        }
    }
}

/// A segment, or all segments of a call.
#[derive(Clone, Debug)]
pub struct Arrival<'a> {
    /// Header of its first segment, with the flags of the last one added.
    pub head: Head,
    /// Everything behind the headers.
    pub payload: Payload<'a>,
}

impl Arrival<'_> {
    /// What it says, in the layouts of a level.
    ///
    /// # Errors
    /// When it is none of its type.
    pub fn segment(&self, fap: u8) -> Result<Segment<'_>, Malformed> {
        Segment::decode(self.head.kind, self.payload.bytes(), self.head.form(fap))
    }
}

/// Puts calls together. See the module.
#[derive(Debug)]
pub struct Inbound {
    limits: Limits,
    /// A header cut by the end of the input.
    header: [u8; MULTIPLEXED_BYTES],
    header_bytes: usize,
    /// The segment whose payload is arriving.
    filling: Option<Filling>,
    open: Vec<OpenCall>,
    /// The buffer of the last short call that was gathered, used again for the next.
    spare: Vec<u8>,
}

#[derive(Debug)]
struct OpenCall {
    head: Head,
    payload: Vec<u8>,
    /// Its conversation has ended: what comes of it is dropped.
    is_forgotten: bool,
}

#[derive(Debug)]
struct Filling {
    slot: usize,
    flags: u8,
    /// Nothing of the call comes behind it.
    ends: bool,
    /// Bytes in front of the payload that are not kept.
    skip_bytes: usize,
    /// Bytes still to come, without those.
    left_bytes: usize,
}

enum Step<'i> {
    More,
    Whole(Head, &'i [u8]),
    Gathered(Head, Vec<u8>),
}

impl Inbound {
    /// Waits for the first segment.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            header: [0; MULTIPLEXED_BYTES],
            header_bytes: 0,
            filling: None,
            open: Vec::new(),
            spare: Vec::new(),
        }
    }

    /// Other limits from the next segment on.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// True when nothing is half received: the input ended between two calls.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.header_bytes == 0
            && self.filling.is_none()
            && self.open.iter().all(|call| call.is_forgotten)
    }

    /// Bytes of memory held for calls that are half received.
    #[must_use]
    pub fn held_bytes(&self) -> usize {
        let open: usize = self.open.iter().map(|call| call.payload.capacity()).sum();
        open + self.spare.capacity()
    }

    /// Forgets the half received calls of a conversation that has ended. What is still on its way of them is taken in and
    /// dropped: the other end sent it before it knew.
    pub fn forget_conversation(&mut self, conversation: u32) {
        for call in &mut self.open {
            if call.head.family.conversation() == conversation && !call.is_forgotten {
                call.is_forgotten = true;
                call.payload = Vec::new();
            }
        }
        // Another end that never sends the rest makes no list of them that grows for ever.
        while self.open.iter().filter(|call| call.is_forgotten).count() > FORGOTTEN_MAX {
            let is_arriving = |at| self.filling.as_ref().is_some_and(|it| it.slot == at);
            let mut calls = self.open.iter().enumerate();
            let Some((at, _)) = calls.find(|(at, call)| call.is_forgotten && !is_arriving(*at))
            else {
                return;
            };
            self.close(at);
        }
    }

    /// Takes a call that is not arriving just now out of those that are open.
    fn close(&mut self, at: usize) {
        self.open.swap_remove(at);
        // The last call took the place of the one that went.
        if let Some(filling) = &mut self.filling
            && filling.slot == self.open.len()
        {
            filling.slot = at;
        }
    }

    /// The next call. Takes from the front of `input` what it uses; `None` when all of it is used up and
    /// the next call is not there yet.
    ///
    /// # Errors
    /// When the bytes are no segments, or above the limits. The connection is of no use afterwards.
    pub fn next<'s, 'i: 's>(
        &'s mut self,
        input: &mut &'i [u8],
    ) -> Result<Option<Arrival<'s>>, Malformed> {
        let step = loop {
            if let Some(step) = self.step(input)? {
                break step;
            }
        };
        let (head, payload) = match step {
            Step::More => return Ok(None),
            Step::Whole(head, payload) => (head, Payload::Borrowed(payload)),
            Step::Gathered(head, payload) if payload.len() >= SHARE_BYTES_MIN => {
                (head, Payload::Shared(shared(payload)))
            }
            Step::Gathered(head, payload) => {
                self.spare = payload;
                (head, Payload::Borrowed(&self.spare))
            }
        };
        Ok(Some(Arrival { head, payload }))
    }

    /// `None` when there is more to do at once.
    fn step<'i>(&mut self, input: &mut &'i [u8]) -> Result<Option<Step<'i>>, Malformed> {
        if self.filling.is_some() {
            return self.fill(input);
        }
        let Some((head, length)) = self.read_header(input)? else {
            return Ok(Some(Step::More));
        };
        self.check_length(&head, length)?;
        let payload_bytes = length - head.family.bytes();
        let whole = can_only_be_whole(head.kind) || head.has(flag::WHOLE);
        if whole && let Some((payload, rest)) = input.split_at_checked(payload_bytes) {
            match self.slot(&head) {
                // The rest of a call that was forgotten was never sent.
                Some(slot) if self.is_forgotten(slot) => self.close(slot),
                Some(_) => return Err(wrong(&head, Why::Sequence)),
                None => {}
            }
            *input = rest;
            return Ok(Some(Step::Whole(head, payload)));
        }
        self.begin(head, payload_bytes, whole).map(|()| None)
    }

    fn check_length(&self, head: &Head, length: usize) -> Result<(), Malformed> {
        let allowed_bytes = self.limits.segment_bytes_max;
        if length > allowed_bytes {
            return Err(wrong(
                head,
                Why::Bound {
                    given_bytes: length,
                    allowed_bytes,
                },
            ));
        }
        Ok(())
    }

    /// Takes a header, with what came of it before.
    #[expect(
        clippy::indexing_slicing,
        reason = "there is room for the longest header, and with that many bytes it is one or malformed"
    )]
    fn read_header(&mut self, input: &mut &[u8]) -> Result<Option<(Head, usize)>, Malformed> {
        if self.header_bytes == 0
            && let Some((head, length)) = Head::decode(input)?
        {
            *input = input.get(head.family.bytes()..).unwrap_or_default();
            return Ok(Some((head, length)));
        }
        loop {
            if let Some(found) = Head::decode(&self.header[..self.header_bytes])? {
                self.header_bytes = 0;
                return Ok(Some(found));
            }
            // A byte at a time: cut headers are rare, and so no byte of the payload is taken.
            let Some((byte, rest)) = input.split_first() else {
                return Ok(None);
            };
            self.header[self.header_bytes] = *byte;
            self.header_bytes += 1;
            *input = rest;
        }
    }

    fn is_forgotten(&self, slot: usize) -> bool {
        self.open.get(slot).is_some_and(|call| call.is_forgotten)
    }

    fn slot(&self, head: &Head) -> Option<usize> {
        self.open
            .iter()
            .position(|call| call.head.family == head.family && call.head.kind == head.kind)
    }

    /// A segment begins that has to be gathered.
    fn begin(&mut self, head: Head, payload_bytes: usize, whole: bool) -> Result<(), Malformed> {
        let mut found = self.slot(&head);
        let mut skip_bytes = 0;
        // Whether it is a part of a message is for its reader: see `can_only_be_whole`.
        let flags = if whole && head.kind != Kind::Message {
            head.flags | flag::WHOLE
        } else {
            head.flags
        };
        let first = whole || flags & flag::FIRST != 0;
        if first && let Some(slot) = found.take_if(|slot| self.is_forgotten(*slot)) {
            // The rest of a call that was forgotten was never sent.
            self.close(slot);
        }
        let slot = match (found, first) {
            (Some(slot), false) => {
                if head.kind == Kind::AsyncMessage {
                    skip_bytes = PieceHead::BYTES;
                }
                slot
            }
            (None, true) => {
                let kept = self.open.iter().filter(|call| !call.is_forgotten).count();
                if kept >= self.limits.open_calls_max {
                    return Err(wrong(&head, Why::TooManyOpenCalls));
                }
                let mut payload = mem::take(&mut self.spare);
                payload.clear();
                self.open.push(OpenCall {
                    head: head.clone(),
                    payload,
                    is_forgotten: false,
                });
                self.open.len() - 1
            }
            _ => return Err(wrong(&head, Why::Sequence)),
        };
        let left_bytes = payload_bytes
            .checked_sub(skip_bytes)
            .ok_or_else(|| wrong(&head, Why::Length(payload_bytes as i64)))?;
        let open_bytes = self.open.get(slot).map_or(0, |call| call.payload.len());
        let given_bytes = open_bytes + left_bytes;
        let allowed_bytes = self.limits.call_bytes_max;
        if given_bytes > allowed_bytes {
            return Err(wrong(
                &head,
                Why::Bound {
                    given_bytes,
                    allowed_bytes,
                },
            ));
        }
        self.filling = Some(Filling {
            slot,
            flags,
            ends: whole || flags & flag::LAST != 0,
            skip_bytes,
            left_bytes,
        });
        Ok(())
    }

    /// Takes what there is of the payload of a segment.
    #[expect(
        clippy::indexing_slicing,
        reason = "the call that is filled is open: `begin` has found or opened it"
    )]
    fn fill<'i>(&mut self, input: &mut &'i [u8]) -> Result<Option<Step<'i>>, Malformed> {
        let Some(filling) = &mut self.filling else {
            return Ok(None);
        };
        let skipped = filling.skip_bytes.min(input.len());
        filling.skip_bytes -= skipped;
        *input = input.get(skipped..).unwrap_or_default();
        let (taken, rest) = input.split_at(filling.left_bytes.min(input.len()));
        *input = rest;
        filling.left_bytes -= taken.len();
        let call = &mut self.open[filling.slot];
        if !call.is_forgotten {
            make_room(call, taken.len(), self.limits.call_bytes_max);
            call.payload.extend_from_slice(taken);
        }
        if filling.left_bytes + filling.skip_bytes > 0 {
            return Ok(Some(Step::More));
        }
        let (slot, flags, ends) = (filling.slot, filling.flags, filling.ends);
        self.filling = None;
        if !ends {
            return Ok(None);
        }
        let mut call = self.open.swap_remove(slot);
        if call.is_forgotten {
            return Ok(None);
        }
        call.head.flags |= flags;
        Ok(Some(Step::Gathered(call.head, call.payload)))
    }
}

/// The payload of a gathered call, in the buffer it was gathered in.
fn shared(payload: Vec<u8>) -> Bytes {
    if payload.capacity() >= LARGE_BYTES_MIN {
        Bytes::from_owner(LargeBytes::from(payload))
    } else {
        Bytes::from(payload)
    }
}

/// Makes room for `more` bytes, and for what the call announces as far as some of it has come.
fn make_room(call: &mut OpenCall, more: usize, call_bytes_max: usize) {
    let needed = call.payload.len() + more;
    if needed <= call.payload.capacity() {
        return;
    }
    let announced = match call.payload.first_chunk::<4>() {
        Some(raw) if call.head.kind.is_call() => u32::from_be_bytes(*raw) as usize,
        _ => needed * 2,
    };
    // What is there already need not be earned.
    if let Some(mut kept) = take_kept(announced.max(needed).min(call_bytes_max)) {
        kept.extend_from_slice(&call.payload);
        call.payload = kept;
        return;
    }
    let earned = match needed < EARNED_BYTES {
        true => (needed * 4).max(ROOM_BYTES_FIRST),
        false => call_bytes_max,
    };
    let trusted = announced.min(call_bytes_max).min(earned);
    let target = if call.payload.is_empty() {
        needed
    } else {
        needed.max(trusted).max(needed * 5 / 4)
    };
    let room = target - call.payload.len();
    // A system that lends no more than it has may have less than what is announced.
    if call.payload.try_reserve_exact(room).is_err() {
        call.payload.reserve(more);
    }
}

/// True for segments that are never split, whatever their flags say. Those of a message between queue managers are handed out
/// one by one: each has a head of its own.
const fn can_only_be_whole(kind: Kind) -> bool {
    !kind.is_call() && !matches!(kind, Kind::AsyncMessage)
}

fn wrong(head: &Head, why: Why) -> Malformed {
    let at = match (why, head.family) {
        (Why::Bound { .. } | Why::Length(_), _) => 4,
        (_, Family::Multiplexed { .. }) => 8,
        _ => 0,
    };
    Malformed {
        what: head.kind.name(),
        at,
        why,
    }
}
