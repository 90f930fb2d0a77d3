//! The verbs: few, each with options that are drawn.

use super::look::{data_len, shown_by};
use super::model::{
    COLOURS, GROUPS, INITIATION, Item, Kind, Member, Name, QUEUES, REPLIES, SEGMENT_BYTES,
    Standing, TRANSMIT, TRIGGERED,
};
use super::setup::{MARK_MS, STRANGER};
use super::{APPLICATIONS, Delivery};
use crate::body;
use bytes::Bytes;
use ferromq_base::clock::Clock;
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::convert::Described;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::header::{ByteOrder, blank_filled};
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{GetOptions, ObjectDescriptor, ObjectHandle, PutOptions};
use ferromq_mqi::{MsgDescriptor, Reason, rfh2};
use std::task::{Poll, Waker};

type Verdict = Result<(), String>;

/// Selectors, and which messages they select.
const SELECTORS: [&str; 5] = [
    "colour = 'red'",
    "colour <> 'red'",
    "colour IS NULL",
    "colour LIKE 'b%' AND size > 3",
    "JMSPriority >= 2",
];

pub(super) fn selects(selector: usize, item: &Item) -> bool {
    let colour = item.colour.map(|colour| COLOURS[colour]);
    match selector {
        0 => colour == Some("red"),
        1 => colour.is_some_and(|colour| colour != "red"),
        2 => colour.is_none(),
        3 => colour.is_some_and(|colour| colour.starts_with('b')) && Item::size(item.number) > 3,
        _ => item.priority >= 2,
    }
}

impl Delivery {
    pub(super) fn verb(&mut self) -> Verdict {
        let application = self.random.below(APPLICATIONS as u64) as usize;
        match self.random.below(100) {
            0..26 => self.put(application),
            26..32 => self.put_group(application),
            32..55 => self.get(application),
            55..61 => self.get_group(application),
            61..68 => self.publish(application),
            68..71 => self.ask_for_retained(application),
            71..79 => self.end_work(application),
            79..83 => self.mark(application),
            83..91 => self.pass_time(),
            91..93 => self.inhibit_replies(),
            93..95 => self.switch_trigger_on(),
            95..97 => self.meddle(),
            97..98 => self.die(application),
            _ => self.checkpoint(),
        }
    }

    /// A message nobody has put yet.
    pub(super) fn invent(&mut self, application: usize, in_work: bool) -> Item {
        let number = self.next_number();
        Item {
            number,
            kind: Kind::Plain,
            persistent: self.random.chance(70),
            priority: self.random.below(4) as i32,
            expires_us: None,
            colour: self
                .random
                .chance(50)
                .then(|| self.random.below(3) as usize),
            len: data_len(number),
            report: 0,
            member: None,
            standing: if in_work {
                Standing::Hidden(application)
            } else {
                Standing::There
            },
            marked_until_us: 0,
        }
    }

    /// What a program puts to have that message.
    pub(super) fn as_put(item: &Item, delay_ms: Option<u64>) -> (MsgDescriptor, PutOptions, Bytes) {
        let mut folders = Vec::new();
        if let Some(ms) = delay_ms {
            folders.push(format!("<mqext><Dly>{ms}</Dly></mqext>"));
        }
        if let Some(colour) = item.colour {
            let (colour, size) = (COLOURS[colour], Item::size(item.number));
            folders.push(format!(
                "<usr><colour>{colour}</colour><size dt='i4'>{size}</size></usr>"
            ));
        }
        let data = body::make(item.number, item.len);
        let described = Described {
            ccsid: 1208,
            encoding: MQENC_NATIVE,
        };
        let (format, body) = match folders.is_empty() {
            true => ([b' '; 8], data),
            false => {
                let folders: Vec<&str> = folders.iter().map(String::as_str).collect();
                let mut whole =
                    rfh2::write(&rfh2::fixed("", described), ByteOrder::NATIVE, &folders);
                whole.extend_from_slice(&data);
                (rfh2::FORMAT, Bytes::from(whole))
            }
        };
        let descriptor = MsgDescriptor {
            format,
            persistence: if item.persistent {
                MQPER_PERSISTENT
            } else {
                MQPER_NOT_PERSISTENT
            },
            priority: item.priority,
            msg_id: body::msg_id(item.number),
            report: item.report,
            reply_to_q: if item.report == 0 {
                [b' '; 48]
            } else {
                blank_filled(REPLIES)
            },
            ..MsgDescriptor::default()
        };
        let syncpoint = if item.standing == Standing::There {
            MQPMO_NO_SYNCPOINT
        } else {
            MQPMO_SYNCPOINT
        };
        let options = PutOptions {
            options: syncpoint,
            may_delay: delay_ms.is_some(),
            ..PutOptions::default()
        };
        (descriptor, options, body)
    }

    fn put(&mut self, application: usize) -> Verdict {
        let (target, queue): (&str, Name) = match self.random.below(10) {
            0..3 => ("Q.A", "Q.A"),
            3..5 => ("ALIAS.B", "Q.B"),
            5 => ("Q.B", "Q.B"),
            6 => ("REMOTE", TRANSMIT),
            _ => (TRIGGERED, TRIGGERED),
        };
        let in_work = self.random.chance(35);
        let mut item = self.invent(application, in_work);
        let plain_target = queue == "Q.A" || queue == "Q.B";
        let delay_ms =
            (queue != TRANSMIT && self.random.chance(20)).then(|| 1_000 + self.random.below(9_000));
        if plain_target && delay_ms.is_none() {
            if self.random.chance(20) {
                item.expires_us = Some(self.now_us() + 1_000_000 * (1 + self.random.below(10)));
            }
            if self.random.chance(50) {
                // A report with all the data has it as it was put, properties and all: those are left out here.
                item.report |= [MQRO_COA, MQRO_COA_WITH_DATA, 0][self.random.below(3) as usize];
                item.report |=
                    [MQRO_COD, MQRO_COD_WITH_FULL_DATA, 0][self.random.below(3) as usize];
                item.report |= [MQRO_EXPIRATION, 0][self.random.below(2) as usize];
                item.colour = None;
            }
        }
        let (mut descriptor, options, body) = Self::as_put(&item, delay_ms);
        if let Some(at) = item.expires_us {
            descriptor.expiry = ((at - self.now_us()) / 100_000) as i32;
        }
        let what =
            format!("application {application}: puts {item:?} to {target}, delayed {delay_ms:?}");
        match delay_ms {
            Some(ms) => {
                let due_us = self.now_us() + ms * 1_000;
                self.state.delayed.push((due_us, queue, item));
            }
            None => self.state.put(queue, item),
        }
        self.trace.note(&what);
        let object = ObjectDescriptor::queue(target);
        match self.call(
            application,
            Request::Put1 {
                object,
                descriptor,
                options,
                body,
            },
        )? {
            None | Some(Reply::Put(_)) => Ok(()),
            Some(other) => Err(format!("{what}: {other:?}")),
        }
    }

    // ---- gets

    fn get(&mut self, application: usize) -> Verdict {
        let queue = QUEUES[self.random.below(QUEUES.len() as u64) as usize];
        let selectable = ["Q.A", "Q.B", "S.ALL", "S.RED"].contains(&queue);
        let selector =
            (selectable && self.random.chance(50)).then(|| self.random.below(5) as usize);
        // What is given back to it is no arrival, and is left out here.
        let in_work = self.random.chance(35) && ![TRIGGERED, INITIATION].contains(&queue);
        let with_properties = self.random.chance(40);
        let now_us = self.now_us();
        let wanted = |item: &Item| selector.is_none_or(|selector| selects(selector, item));
        if queue == INITIATION {
            // Whoever opens it may start what waits.
            self.state.reconsider();
        }
        let found = self.state.first(queue, now_us, wanted);
        let mut descriptor = ObjectDescriptor::queue(queue);
        descriptor.selection_string =
            selector.map_or(String::new(), |one| SELECTORS[one].to_owned());
        let handle = match self.call(
            application,
            Request::Open {
                descriptor,
                options: MQOO_INPUT_SHARED,
            },
        )? {
            None => return Ok(()),
            Some(Reply::Opened { handle, .. }) => handle,
            Some(other) => return Err(format!("open of {queue} answered {other:?}")),
        };
        let item = found.map(|at| self.state.queues[queue][at].clone());
        self.steps.push(self.state.clone());
        if let Some(at) = found {
            match in_work {
                true => self.state.hold(queue, at, application),
                false => self.state.take(queue, at),
            }
        }
        self.trace.note(&format!(
            "application {application}: gets from {queue}, selector {:?}, in work {in_work}: {:?}",
            selector.map(|one| SELECTORS[one]),
            item.as_ref().map(|item| (item.kind, item.number))
        ));
        let options = if in_work {
            MQGMO_SYNCPOINT
        } else {
            MQGMO_NO_SYNCPOINT
        };
        let properties = match with_properties {
            true => MQGMO_PROPERTIES_FORCE_MQRFH2,
            false => MQGMO_NO_PROPERTIES,
        };
        let Some(answer) = self.call(application, plain_get(handle, options | properties))? else {
            return Ok(());
        };
        Self::check_got(&answer, item.as_ref(), with_properties)?;
        self.expect_done(application, Request::Close { handle, options: 0 })?;
        if queue == TRIGGERED && !self.struck() {
            self.state.reconsider();
        }
        Ok(())
    }

    fn check_got(answer: &Reply, item: Option<&Item>, with_properties: bool) -> Verdict {
        let wrong = || Err(format!("a get answered {answer:?} and not {item:?}"));
        match (answer, item) {
            (Reply::Failed(Reason::NO_MSG_AVAILABLE), None) => Ok(()),
            (Reply::Got(reply), Some(item)) => {
                let mut reply = reply.clone();
                if with_properties && reply.descriptor.format == rfh2::FORMAT {
                    let header = rfh2::Rfh2::read(&reply.body, reply.descriptor.encoding);
                    let header = header.map_err(|error| format!("properties: {error:?}"))?;
                    let (data, format) = (reply.body.slice_ref(header.rest), header.fixed.format);
                    let text = String::from_utf8_lossy(header.name_values).into_owned();
                    if let Some(colour) = item.colour
                        && !text.contains(&format!(">{}<", COLOURS[colour]))
                    {
                        return Err(format!("{text:?} lacks the colour of {item:?}"));
                    }
                    reply.data_length = data.len() as u32;
                    reply.body = data;
                    reply.descriptor.format = format;
                }
                let shown = shown_by(&reply)?;
                match shown == (item.kind, item.number, item.persistent, item.priority) {
                    true => Ok(()),
                    false => wrong(),
                }
            }
            _ => wrong(),
        }
    }

    fn end_work(&mut self, application: usize) -> Verdict {
        let commit = self.random.chance(70);
        self.state.end_work(application, commit);
        self.trace.note(&format!(
            "application {application}: ends its work, commits {commit}"
        ));
        self.expect_done(
            application,
            if commit {
                Request::Commit
            } else {
                Request::BackOut
            },
        )?;
        // What was put in it may have been due for some time, or have expired, and so may what it gives back.
        if !self.struck() {
            self.catch_up();
        }
        Ok(())
    }

    // ---- groups and segments

    fn put_group(&mut self, application: usize) -> Verdict {
        let in_work = self.random.chance(40);
        let first = self.invent(application, in_work);
        let messages = 1 + self.random.below(3) as i32;
        let in_group = messages > 1 || self.random.chance(50);
        let Some(handle) = self.open_groups(application, MQOO_OUTPUT)? else {
            return Ok(());
        };
        let mut group = None;
        for number in 1..=messages {
            let segments = if self.random.chance(40) || !in_group {
                2 + self.random.below(2)
            } else {
                1
            };
            for segment in 0..segments {
                let last_segment = segment + 1 == segments;
                let own = self.next_number();
                let member = Member {
                    group: [0; 24],
                    in_group,
                    number,
                    last: number == messages,
                    offset: (segment * SEGMENT_BYTES as u64) as i32,
                    is_segment: segments > 1,
                    last_segment,
                };
                let mut item = Item {
                    number: own,
                    colour: None,
                    len: SEGMENT_BYTES,
                    ..first.clone()
                };
                item.member = Some(member);
                let (mut descriptor, mut options, body) = Self::as_put(&item, None);
                options.options |= MQPMO_LOGICAL_ORDER;
                descriptor.version = MQMD_VERSION_2;
                descriptor.msg_flags = flags_of(&member);
                let answer = self.call(
                    application,
                    Request::Put {
                        handle,
                        descriptor,
                        options,
                        body,
                    },
                )?;
                let put = match answer {
                    // In the group of those before it, or the first of one: nobody has been told which that is.
                    None => None,
                    Some(Reply::Put(put)) => Some(put.descriptor.group_id),
                    Some(other) => return Err(format!("a put of {member:?} answered {other:?}")),
                };
                let own_group = *group.get_or_insert(put.unwrap_or(body::msg_id(own)));
                if put.is_some_and(|put| put != own_group) {
                    return Err(format!(
                        "a group has two identifiers: {put:?} and {own_group:?}"
                    ));
                }
                item.member = Some(Member {
                    group: own_group,
                    ..member
                });
                self.steps.push(self.state.clone());
                self.state.put(GROUPS, item);
                if put.is_none() {
                    return Ok(());
                }
            }
        }
        self.trace.note(&format!(
            "application {application}: put a group of {messages}, in work {in_work}"
        ));
        self.expect_done(application, Request::Close { handle, options: 0 })
    }

    fn open_groups(
        &mut self,
        application: usize,
        options: i32,
    ) -> Result<Option<ObjectHandle>, String> {
        let descriptor = ObjectDescriptor::queue(GROUPS);
        match self.call(
            application,
            Request::Open {
                descriptor,
                options,
            },
        )? {
            None => Ok(None),
            Some(Reply::Opened { handle, .. }) => Ok(Some(handle)),
            Some(other) => Err(format!("open of {GROUPS} answered {other:?}")),
        }
    }

    /// Gets the next whole group that is there in logical order, message by message or segment by segment.
    fn get_group(&mut self, application: usize) -> Verdict {
        let in_work = self.random.chance(40);
        let whole_messages = self.random.chance(50);
        let now_us = self.now_us();
        let Some(handle) = self.open_groups(application, MQOO_INPUT_SHARED)? else {
            return Ok(());
        };
        // With segments put together, a group whose messages are all there; or else one of which every segment is.
        let all = MQGMO_LOGICAL_ORDER | MQGMO_ALL_MSGS_AVAILABLE;
        let whole = if whole_messages {
            MQGMO_COMPLETE_MSG
        } else {
            MQGMO_ALL_SEGMENTS_AVAILABLE
        };
        let syncpoint = if in_work {
            MQGMO_SYNCPOINT
        } else {
            MQGMO_NO_SYNCPOINT
        };
        let begins = |item: &Item| match &item.member {
            None => true,
            Some(member) => {
                let first = member.offset == 0 && (!member.in_group || member.number == 1);
                first && self.state.is_complete(now_us, member, true)
            }
        };
        let first = self.state.first(GROUPS, now_us, begins);
        let mut parts = self.parts_of(first, whole_messages);
        self.trace.note(&format!(
            "application {application}: gets a group, in work {in_work}, whole messages {whole_messages}: {parts:?}"
        ));
        let empty = parts.is_empty();
        if empty {
            parts.push(Vec::new());
        }
        for part in parts {
            self.steps.push(self.state.clone());
            let Some(answer) =
                self.call(application, logical_get(handle, all | whole | syncpoint))?
            else {
                self.take_all(application, &part, in_work);
                return Ok(());
            };
            self.take_all(application, &part, in_work);
            match answer {
                Reply::Failed(Reason::NO_MSG_AVAILABLE) if empty => {}
                Reply::Got(reply) if !empty => {
                    let data: Vec<u8> = part
                        .iter()
                        .flat_map(|number| body::make(*number, SEGMENT_BYTES))
                        .collect();
                    if reply.body[..] != data[..] {
                        return Err(format!(
                            "{part:?} were got as {} bytes that are not theirs",
                            reply.body.len()
                        ));
                    }
                }
                other => return Err(format!("a get of {part:?} answered {other:?}")),
            }
        }
        self.expect_done(application, Request::Close { handle, options: 0 })
    }

    /// The numbers of what each get of a group brings, from its first message on.
    fn parts_of(&self, first: Option<usize>, whole_messages: bool) -> Vec<Vec<u64>> {
        let Some(first) = first.map(|at| &self.state.queues[GROUPS][at]) else {
            return Vec::new();
        };
        let Some(of) = first.member else {
            return vec![vec![first.number]];
        };
        let now_us = self.now_us();
        let all = self.state.queues[GROUPS]
            .iter()
            .filter(|item| item.is_visible(now_us));
        let mut members: Vec<(Member, u64)> = all
            .filter_map(|item| item.member.map(|member| (member, item.number)))
            .filter(|(member, _)| member.group == of.group)
            .collect();
        members.sort_by_key(|(member, _)| (member.number, member.offset));
        let mut parts: Vec<Vec<u64>> = Vec::new();
        for (member, number) in members {
            match parts.last_mut() {
                Some(last) if whole_messages && member.offset > 0 => last.push(number),
                _ => parts.push(vec![number]),
            }
        }
        parts
    }

    fn take_all(&mut self, application: usize, numbers: &[u64], in_work: bool) {
        for number in numbers {
            let at = self.state.queues[GROUPS]
                .iter()
                .position(|item| item.number == *number);
            match at {
                Some(at) if in_work => self.state.hold(GROUPS, at, application),
                Some(at) => self.state.take(GROUPS, at),
                None => {}
            }
        }
    }

    // ---- marks

    /// Two handles that cooperate browse what the other has not marked; time passes in between.
    fn mark(&mut self, application: usize) -> Verdict {
        let queue = ["Q.A", "Q.B"][self.random.below(2) as usize];
        let mut handles = Vec::new();
        for _ in 0..2 {
            let descriptor = ObjectDescriptor::queue(queue);
            let open = Request::Open {
                descriptor,
                options: MQOO_BROWSE | MQOO_CO_OP,
            };
            match self.call(application, open)? {
                None => return Ok(()),
                Some(Reply::Opened { handle, .. }) => handles.push(handle),
                Some(other) => return Err(format!("open of {queue} answered {other:?}")),
            }
        }
        let options = MQGMO_BROWSE_FIRST
            | MQGMO_UNMARKED_BROWSE_MSG
            | MQGMO_MARK_BROWSE_CO_OP
            | MQGMO_NO_PROPERTIES;
        for _ in 0..1 + self.random.below(5) {
            let now_us = self.now_us();
            let found = self
                .state
                .first(queue, now_us, |item| item.marked_until_us <= now_us);
            let item = found.map(|at| self.state.queues[queue][at].clone());
            if let Some(at) = found {
                self.state.on(queue)[at].marked_until_us = now_us + MARK_MS as u64 * 1_000;
            }
            self.trace.note(&format!(
                "application {application}: marks {:?} on {queue}",
                item.as_ref().map(|one| one.number)
            ));
            let chosen = handles[self.random.below(2) as usize];
            let Some(answer) = self.call(application, plain_get(chosen, options))? else {
                return Ok(());
            };
            Self::check_got(&answer, item.as_ref(), false)?;
            if self.random.chance(20) {
                self.pass_time()?;
            }
        }
        for handle in handles {
            self.expect_done(application, Request::Close { handle, options: 0 })?;
        }
        Ok(())
    }

    // ---- time, operators, others

    fn pass_time(&mut self) -> Verdict {
        let ms = [200, 1_000, 4_000, 12_000][self.random.below(4) as usize];
        self.clock.advance_ns(ms * 1_000_000);
        self.trace.note(&format!("{ms} ms pass"));
        self.catch_up();
        Ok(())
    }

    /// What has expired goes, and what is due comes.
    fn catch_up(&mut self) {
        // A crash in between may leave some of it.
        self.steps.push(self.state.clone());
        let now_us = self.clock.wall_us();
        self.state.expire(now_us);
        self.engine().expire_messages();
        self.settle();
        self.steps.push(self.state.clone());
        if self.struck() {
            return;
        }
        self.state.deliver(now_us);
        self.engine().deliver_delayed();
        self.settle();
    }

    /// Nothing is left that waits for the log.
    pub(super) fn settle(&self) {
        for _ in 0..3 {
            self.engine().log().lead();
            self.engine().run_errands();
        }
    }

    fn inhibit_replies(&mut self) -> Verdict {
        self.state.replies_inhibited = !self.state.replies_inhibited;
        let inhibited = self.state.replies_inhibited;
        self.trace.note(&format!(
            "operator: puts to {REPLIES} inhibited {inhibited}"
        ));
        self.allow_replies(!inhibited)
    }

    fn switch_trigger_on(&mut self) -> Verdict {
        self.trace.note("operator: switches the trigger on");
        let changes = [(Attr::Trigger, Value::from(MQTC_ON))];
        let name = ObjectName::truncated(TRIGGERED);
        let altered = self
            .engine()
            .alter(ObjectKind::QLocal, &name, &changes, true);
        self.settle();
        self.state.trigger_on = true;
        self.state.reconsider();
        match altered {
            Err(error) if !self.struck() => Err(error.to_string()),
            _ => Ok(()),
        }
    }

    fn checkpoint(&mut self) -> Verdict {
        let taken = match self.random.chance(50) {
            true => self.engine().checkpoint(),
            false => self.engine().checkpoint_everything(),
        };
        self.trace.note("a checkpoint");
        match taken {
            Err(error) if !self.struck() => Err(error.to_string()),
            _ => Ok(()),
        }
    }

    /// A program goes without a word.
    fn die(&mut self, application: usize) -> Verdict {
        self.trace.note(&format!("application {application}: dies"));
        self.state.end_work(application, false);
        let connected = self.connect("sim");
        let connection = connected.map_err(|reason| format!("connect answered {reason:?}"))?;
        self.applications[application] = connection;
        self.catch_up();
        Ok(())
    }

    /// A user without rights tries: refused, and nothing is changed.
    fn meddle(&mut self) -> Verdict {
        let mut connection = self
            .connect(STRANGER)
            .map_err(|reason| format!("connect answered {reason:?}"))?;
        let queue = QUEUES[self.random.below(QUEUES.len() as u64) as usize];
        let name = if self.random.chance(30) {
            "ALIAS.B"
        } else {
            queue
        };
        let options = [
            MQOO_OUTPUT,
            MQOO_INPUT_SHARED,
            MQOO_BROWSE,
            MQOO_INQUIRE,
            MQOO_SET,
        ][self.random.below(5) as usize];
        let allowed = name == "Q.A" && options == MQOO_OUTPUT;
        self.trace
            .note(&format!("{STRANGER} opens {name} with {options}"));
        let open = Request::Open {
            descriptor: ObjectDescriptor::queue(name),
            options,
        };
        match connection.start(open, Waker::noop()) {
            Poll::Ready(Reply::Failed(Reason::NOT_AUTHORIZED)) if !allowed => {}
            Poll::Ready(Reply::Opened { .. }) if allowed => {}
            other => {
                return Err(format!(
                    "{STRANGER} opened {name} with {options}: {other:?}"
                ));
            }
        }
        let item = self.invent(0, false);
        let (descriptor, options, body) = Self::as_put(
            &Item {
                persistent: false,
                ..item.clone()
            },
            None,
        );
        let to = if self.random.chance(50) { "Q.A" } else { name };
        let put = Request::Put1 {
            object: ObjectDescriptor::queue(to),
            descriptor,
            options,
            body,
        };
        match connection.start(put, Waker::noop()) {
            Poll::Ready(Reply::Put(_)) if to == "Q.A" => {
                self.state.put(
                    "Q.A",
                    Item {
                        persistent: false,
                        ..item
                    },
                );
                Ok(())
            }
            Poll::Ready(Reply::Failed(Reason::NOT_AUTHORIZED)) if to != "Q.A" => Ok(()),
            other => Err(format!("{STRANGER} put to {to}: {other:?}")),
        }
    }
}

fn flags_of(member: &Member) -> i32 {
    let group = match (member.in_group, member.last) {
        (false, _) => 0,
        (true, false) => MQMF_MSG_IN_GROUP,
        (true, true) => MQMF_LAST_MSG_IN_GROUP,
    };
    let segment = match (member.is_segment, member.last_segment) {
        (false, _) => 0,
        (true, false) => MQMF_SEGMENT,
        (true, true) => MQMF_LAST_SEGMENT,
    };
    group | segment
}

pub(super) fn plain_get(handle: ObjectHandle, options: i32) -> Request {
    Request::Get {
        handle,
        descriptor: MsgDescriptor {
            version: MQMD_VERSION_2,
            ..MsgDescriptor::default()
        },
        options: GetOptions {
            options,
            match_options: MQMO_NONE,
            ..GetOptions::default()
        },
        buffer_len: 100_000,
    }
}

fn logical_get(handle: ObjectHandle, options: i32) -> Request {
    Request::Get {
        handle,
        descriptor: MsgDescriptor {
            version: MQMD_VERSION_2,
            ..MsgDescriptor::default()
        },
        options: GetOptions {
            options: options | MQGMO_NO_PROPERTIES,
            match_options: MQMO_NONE,
            ..GetOptions::default()
        },
        buffer_len: 100_000,
    }
}
