//! The verbs: few, each with options that are drawn.

use super::look::{data_len, shown_by};
use super::model::{
    CLUSTERED, COLOURS, INITIATION, Item, Kind, Name, REPLIES, Standing, TRANSMIT, TRIGGERED,
};
use super::setup::MARK_MS;
use super::{APPLICATIONS, Delivery};
use crate::body;
use bytes::Bytes;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::convert::Described;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::header::{ByteOrder, blank_filled};
use ferromq_mqi::options::{GetOptions, ObjectDescriptor, ObjectHandle, PutOptions};
use ferromq_mqi::{MsgDescriptor, Reason, rfh2};

pub(super) type Verdict = Result<(), String>;

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
        if !self.plain && self.random.chance(6) {
            return self.regroup(application);
        }
        match self.random.below(100) {
            0..26 => self.put(application),
            26..32 => self.put_group(application),
            32..55 => self.get(application),
            55..61 => self.get_group(application),
            61..68 => self.publish(application),
            68..71 => self.ask_for_retained(application),
            71..79 => self.end_work(application),
            79..83 => self.mark(application),
            83..89 => self.pass_time(),
            89..91 => self.refuse_what_is_due(),
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
            6 if !self.plain && self.next_number.is_multiple_of(2) => ("CLUS", CLUSTERED),
            6 => ("REMOTE", TRANSMIT),
            _ => (TRIGGERED, TRIGGERED),
        };
        let in_work = self.random.chance(35);
        let mut item = self.invent(application, in_work);
        let plain_target = queue == "Q.A" || queue == "Q.B";
        let goes_on = [TRANSMIT, CLUSTERED].contains(&queue);
        if queue == CLUSTERED {
            // The first choice takes messages as long as the queue of reports does.
            item.kind = Kind::ToMember(!self.state.replies_inhibited);
        }
        let delay_ms =
            (!goes_on && self.random.chance(20)).then(|| 1_000 + self.random.below(9_000));
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
                object: Box::new(object),
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
        let queue = self.any_queue();
        let selectable = ["Q.A", "Q.B", "S.ALL", "S.RED", "S.GRP"].contains(&queue);
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
