//! Groups of messages, some of them in segments, put and got in logical order on a queue that has nothing else.
//!
//! Whoever gets asks for groups of which all is there, and once it has begun one for the next of that. So a group belongs to who
//! began it, however many look for one at the same time.

use super::history::Member;
use super::objects::{GROUPED, QUEUES};
use super::program::{Program, said};
use super::puts::Traits;
use crate::body;
use ferromq_base::clock::Clock;
use ferromq_mqi::call::{GetReply, Reply, Request};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::{GetOptions, ObjectDescriptor, ObjectHandle};
use ferromq_mqi::{MsgDescriptor, Reason};

/// Messages of a group, at most.
const MESSAGES_MAX: u64 = 3;
/// Segments of a message, at most.
const SEGMENTS_MAX: u64 = 3;
/// Bytes of each.
const SEGMENT_BYTES: usize = 64;

/// What a get of a program brought.
enum Brought {
    /// These, which are one message or a segment of one.
    Parts(Vec<Member>),
    Nothing,
    /// Nobody can tell.
    Unknown,
}

impl Program<'_> {
    /// Puts a group. Answers how many verbs that were.
    pub(super) fn put_group(&mut self) -> u64 {
        let in_work = self.in_work(GROUPED);
        let traits = Traits {
            persistent: self.random.chance(70),
            asynchronous: false,
            len: SEGMENT_BYTES,
            priority: self.random.below(3) as i32,
        };
        let messages = 1 + self.random.below(MESSAGES_MAX);
        let segments = (0..messages).map(|_| match self.random.chance(40) {
            true => 2 + self.random.below(SEGMENTS_MAX - 1) as i32,
            false => 1,
        });
        let segments: Vec<i32> = segments.collect();
        let Some(handle) = self.open_groups(MQOO_OUTPUT) else {
            return 1;
        };
        let of = segments.iter().sum::<i32>() as usize;
        let (mut at, mut group) = (0, 0);
        for (message, segments) in (1..).zip(&segments) {
            for segment in 0..*segments {
                let mut put = self.message_as(&[GROUPED], in_work, traits);
                if at == 0 {
                    group = put.note.number;
                }
                let member = Member {
                    group,
                    of,
                    at,
                    message,
                    segment,
                };
                at += 1;
                let is_last = message as u64 == messages;
                let is_last_segment = segment + 1 == *segments;
                self.history.lock().sent[put.note.sent[0]].member = Some(member);
                put.descriptor.version = MQMD_VERSION_2;
                put.descriptor.msg_flags = flags(is_last, *segments > 1, is_last_segment);
                put.options.options |= MQPMO_LOGICAL_ORDER;
                let answer = self.call(Request::Put {
                    handle,
                    descriptor: put.descriptor,
                    options: put.options,
                    body: put.body,
                });
                let done = matches!(answer, Some(Reply::Put(_)));
                let what = format!("puts {} of {of} of group {group}", at);
                self.after_put(&what, &put.note, answer);
                if self.over {
                    return at as u64 + 1;
                }
                if !done {
                    // The log has no room; what is there of the group stays as it is.
                    self.close_groups(handle, true);
                    return at as u64 + 2;
                }
            }
        }
        self.close_groups(handle, false);
        of as u64 + 2
    }

    /// Gets a group of which all is there, to its end. Answers how many verbs that were.
    pub(super) fn get_group(&mut self) -> u64 {
        self.priority_min = 0;
        let work = self.in_work(GROUPED).then(|| self.work());
        let (waits, puts_together) = (self.random.chance(30), self.random.chance(50));
        let Some(handle) = self.open_groups(MQOO_INPUT_SHARED) else {
            return 1;
        };
        let mut options = MQGMO_LOGICAL_ORDER | MQGMO_ALL_MSGS_AVAILABLE | MQGMO_NO_PROPERTIES;
        options |= match puts_together {
            true => MQGMO_COMPLETE_MSG,
            false => MQGMO_ALL_SEGMENTS_AVAILABLE,
        };
        options |= match work {
            Some(_) => MQGMO_SYNCPOINT,
            None => MQGMO_NO_SYNCPOINT,
        };
        let (mut before, mut verbs): (Option<Member>, u64) = (None, 2);
        loop {
            let wait = if waits && before.is_none() {
                MQGMO_WAIT
            } else {
                0
            };
            verbs += 1;
            let brought = self.get_part(handle, options | wait, work, before.is_none());
            if self.over {
                return verbs;
            }
            let parts = match (brought, before) {
                (Brought::Parts(parts), _) => parts,
                (Brought::Nothing, Some(before)) => {
                    let text = format!("a get answers that nothing follows {before:?}");
                    self.history.wrong(text);
                    break;
                }
                (Brought::Nothing | Brought::Unknown, _) => break,
            };
            for part in parts {
                if !follows(before, part) {
                    let text = format!("a get in logical order brings {part:?} behind {before:?}");
                    self.history.wrong(text);
                }
                before = Some(part);
            }
            if before.is_none_or(|last| last.is_last()) {
                break;
            }
        }
        self.close_groups(handle, before.is_some_and(|last| !last.is_last()));
        verbs
    }

    fn open_groups(&mut self, options: i32) -> Option<ObjectHandle> {
        let open = Request::Open {
            descriptor: ObjectDescriptor::queue(QUEUES[GROUPED]),
            options,
        };
        match self.call(open) {
            Some(Reply::Opened { handle, .. }) => Some(handle),
            other => {
                self.unless_over("open", &other);
                None
            }
        }
    }

    /// `in_midst`: a group was begun, and not ended.
    fn close_groups(&mut self, handle: ObjectHandle, in_midst: bool) {
        match self.call(Request::Close { handle, options: 0 }) {
            Some(Reply::Done(Reason::NONE)) => {}
            Some(Reply::Done(Reason::INCOMPLETE_GROUP | Reason::INCOMPLETE_MSG)) if in_midst => {}
            answer => self.unless_over("close", &answer),
        }
    }

    /// The next message, or segment of one.
    fn get_part(
        &mut self,
        handle: ObjectHandle,
        options: i32,
        work: Option<usize>,
        begins: bool,
    ) -> Brought {
        let at = self.begin_get(GROUPED, options, work);
        {
            let got = &mut self.history.lock().got[at];
            got.begins = begins;
            if options & MQGMO_COMPLETE_MSG != 0 {
                got.most = SEGMENTS_MAX as usize;
            }
        }
        let get = Request::Get {
            handle,
            descriptor: MsgDescriptor {
                version: MQMD_VERSION_2,
                ..MsgDescriptor::default()
            },
            options: GetOptions {
                options,
                match_options: MQMO_NONE,
                wait_interval_ms: 1_000,
                ..GetOptions::default()
            },
            buffer_len: 100_000,
        };
        self.may_be_killed = true;
        let answer = self.call(get);
        let numbers = match &answer {
            Some(Reply::Got(reply)) => numbers(&reply.body),
            _ => Ok(Vec::new()),
        };
        let numbers = numbers.unwrap_or_else(|text| {
            self.history.wrong(text);
            Vec::new()
        });
        self.note(format!(
            "gets {numbers:?} from {}, work {work:?}, begins {begins}: {}",
            QUEUES[GROUPED],
            said(&answer)
        ));
        let mut events = self.history.lock();
        let to = Some(events.tick());
        match &answer {
            Some(Reply::Got(reply)) => {
                events.got[at].span.to = to;
                drop(events);
                let parts = self.brought(at, &numbers);
                self.check_place(&parts, reply);
                Brought::Parts(parts)
            }
            Some(Reply::Failed(Reason::NO_MSG_AVAILABLE)) => {
                events.got[at].span.to = to;
                Brought::Nothing
            }
            // A log without room, or a wait that was ended: nothing was got, and nothing is said of what there is.
            Some(Reply::Failed(Reason::RESOURCE_PROBLEM | Reason::XWAIT_CANCELED)) => {
                events.got[at].browse = true;
                Brought::Unknown
            }
            _ => {
                drop(events);
                self.unless_over("get", &answer);
                Brought::Unknown
            }
        }
    }

    /// A get brought these, which are written down one by one.
    fn brought(&self, at: usize, numbers: &[u64]) -> Vec<Member> {
        let mut events = self.history.lock();
        let mut got = events.got[at].clone();
        (got.at_us, got.most) = (self.clock.wall_us(), 1);
        for number in numbers {
            got.number = Some(*number);
            match numbers.first() == Some(number) {
                true => events.got[at] = got.clone(),
                false => events.got.push(got.clone()),
            }
            got.begins = false;
        }
        let member = |number: &u64| {
            let mut sent = events.sent.iter();
            sent.find(|sent| sent.number == *number)?.member
        };
        numbers.iter().filter_map(member).collect()
    }

    /// What is said of the place of a message is what it was put with.
    fn check_place(&self, parts: &[Member], reply: &GetReply) {
        let Some(first) = parts.first() else {
            return;
        };
        let told = (reply.descriptor.msg_seq_number, reply.descriptor.offset);
        let put = (first.message, first.segment * SEGMENT_BYTES as i32);
        if told != put {
            self.history.wrong(format!(
                "{first:?} is told to be message {} from {}",
                told.0, told.1
            ));
        }
    }
}

/// Whether one is what comes next in logical order; the first of a group where none was begun.
fn follows(before: Option<Member>, next: Member) -> bool {
    match before {
        None => next.at == 0,
        Some(before) => next.group == before.group && next.at == before.at + 1,
    }
}

/// Whose data a message is: of one or more segments, each of which has a number.
fn numbers(data: &[u8]) -> Result<Vec<u64>, String> {
    let segments = data.chunks(SEGMENT_BYTES);
    let read = segments.map(|segment| {
        let number = body::number(segment)?;
        body::check(segment, number, SEGMENT_BYTES)?;
        match segment.len() {
            SEGMENT_BYTES => Ok(number),
            len => Err(format!("a segment has {len} bytes")),
        }
    });
    read.collect()
}

fn flags(is_last: bool, is_segment: bool, is_last_segment: bool) -> i32 {
    let group = match is_last {
        true => MQMF_LAST_MSG_IN_GROUP,
        false => MQMF_MSG_IN_GROUP,
    };
    group
        | match (is_segment, is_last_segment) {
            (false, _) => 0,
            (true, false) => MQMF_SEGMENT,
            (true, true) => MQMF_LAST_SEGMENT,
        }
}
