//! Programs of both queue managers: units of work for the other one, and gets of what has arrived.

use super::Joined;
use super::books::{Asks, Fate, Sent, To};
use ferromq_mqi::call::{PutReply, Reply, Request};
use ferromq_mqi::distribution::ObjectRecord;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{GetOptions, ObjectDescriptor, PutOptions};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_qmgr::Connection;

/// Longest message that is no longer than its channel takes.
const LONG_BYTES: u64 = 9_000;

/// Somebody who puts messages for the other queue manager.
#[derive(Default)]
pub(super) struct Program {
    pub(super) side: usize,
    pub(super) connection: Option<Connection>,
    /// The unit of work that is open, and what it may still have.
    unit: Option<(usize, u64)>,
}

impl Program {
    pub(super) fn of(side: usize) -> Self {
        Self {
            side,
            ..Self::default()
        }
    }

    /// It is gone, with what it has not committed.
    pub(super) fn leave(&mut self, fates: &mut [Fate]) {
        self.connection = None;
        if let Some((unit, _)) = self.unit.take() {
            fates[unit] = Fate::BackedOut;
        }
    }
}

impl Joined {
    /// A program makes one verb.
    pub(super) fn program_step(&mut self) -> Result<(), String> {
        let index = self.random.below(self.programs.len() as u64) as usize;
        let side = self.programs[index].side;
        if self.programs[index].connection.is_none() {
            self.programs[index].connection = self.sides[side].connect();
            return Ok(());
        }
        match self.programs[index].unit {
            None if self.random.chance(70) => {
                let unit = self.books.begin_unit();
                let messages = 1 + self.random.below(6);
                self.programs[index].unit = Some((unit, messages));
                Ok(())
            }
            None => {
                let unit = self.books.begin_unit();
                self.put(index, unit, MQPMO_NO_SYNCPOINT)
            }
            Some((unit, 0)) => self.end_unit(index, unit),
            Some((unit, left)) => {
                self.programs[index].unit = Some((unit, left - 1));
                self.put(index, unit, MQPMO_SYNCPOINT)
            }
        }
    }

    /// What message it is to be.
    fn invent(&mut self, index: usize, unit: usize) -> Sent {
        let side = self.programs[index].side;
        let ways: Vec<usize> = (0..self.channels.len())
            .filter(|one| self.channels[*one].from == side)
            .collect();
        let channel = ways[self.random.below(ways.len() as u64) as usize];
        let bytes = match self.random.below(10) {
            0..6 => self.random.below(60),
            6..9 => self.random.below(2_000),
            _ => self.random.below(LONG_BYTES),
        };
        let mut sent = Sent::new(channel, index, unit).of_bytes(bytes as usize);
        sent.persistent = self.random.chance(75);
        let may_fail = self.channels[channel].uses_dead_letters();
        if may_fail && self.random.chance(8) {
            sent.to = To::Nowhere;
        } else if may_fail && self.random.chance(4) {
            sent.to = To::TooLong;
            sent = sent.of_bytes(self.channels[channel].message_bytes_max + 1);
        }
        if side == 0 && self.random.chance(30) {
            sent.asks = match self.random.below(4) {
                0 => Asks::Arrival,
                1 => Asks::Return,
                2 if sent.to == To::Nowhere => Asks::Discard,
                _ => Asks::Report,
            };
        }
        // With all names it is to be no longer than its channel takes: those that travel apart come behind others.
        let is_plain = sent.to == To::Target && sent.asks == Asks::Nothing;
        sent.is_copied = is_plain && bytes < 2_000 && self.random.chance(30);
        sent
    }

    fn put(&mut self, index: usize, unit: usize, syncpoint: i32) -> Result<(), String> {
        let sent = self.invent(index, unit);
        let (number, body) = self.books.add(sent);
        let remotes = &self.channels[sent.channel].remotes;
        let queue = &remotes[usize::from(sent.to == To::Nowhere)];
        let report = match sent.asks {
            Asks::Nothing => MQRO_NONE,
            Asks::Report => MQRO_EXCEPTION,
            Asks::Return => MQRO_EXCEPTION_WITH_FULL_DATA | MQRO_DISCARD_MSG,
            Asks::Discard => MQRO_EXCEPTION | MQRO_DISCARD_MSG,
            Asks::Arrival => MQRO_COA,
        };
        let descriptor = MsgDescriptor {
            msg_id: crate::body::msg_id(number),
            msg_type: MQMT_REQUEST,
            persistence: i32::from(sent.persistent),
            report,
            reply_to_q: *ObjectName::truncated("REPLIES").bytes(),
            reply_to_q_mgr: *ObjectName::truncated("QM1").bytes(),
            ..MsgDescriptor::default()
        };
        let request = Request::Put1 {
            object: Box::new(object_of(&sent, remotes)),
            descriptor,
            options: PutOptions {
                options: syncpoint,
                ..PutOptions::default()
            },
            body,
        };
        let what = format!("program {index} puts {number} on {queue} ({sent:?})");
        let alone = syncpoint == MQPMO_NO_SYNCPOINT;
        let answer = self.call(index, request).map(as_put_once);
        let short = answer.as_ref().map(|reply| match reply {
            Reply::Put(_) => "done".to_owned(),
            other => format!("{other:?}"),
        });
        self.trace.note(&format!("{what}: {short:?}"));
        match answer {
            Some(Reply::Put(_)) if alone => self.books.fates[unit] = Fate::Committed,
            Some(Reply::Put(_)) => {}
            // It never was: a unit of its own is closed, and the one it was for is backed out, so that no part of one is committed.
            Some(Reply::Failed(reason)) => {
                self.check_refusal(reason, &what)?;
                let is_known =
                    !sent.is_copied && !self.sides[self.programs[index].side].in_trouble();
                match alone {
                    true if is_known => self.books.fates[unit] = Fate::BackedOut,
                    true => self.books.fates[unit] = Fate::Unknown,
                    false => self.programs[index].leave(&mut self.books.fates),
                }
            }
            None if alone => {
                self.books.fates[unit] = Fate::Unknown;
                self.programs[index].connection = None;
            }
            None => self.programs[index].leave(&mut self.books.fates),
            Some(other) => return Err(format!("{what}: {other:?}")),
        }
        Ok(())
    }

    /// A put may be refused for want of room or of a queue manager that works, and otherwise not.
    fn check_refusal(&self, reason: Reason, what: &str) -> Result<(), String> {
        match reason {
            Reason::RESOURCE_PROBLEM
            | Reason::BACKED_OUT
            | Reason::Q_SPACE_NOT_AVAILABLE
            | Reason::Q_MGR_STOPPING
            | Reason::CONNECTION_BROKEN
            | Reason::UNEXPECTED_ERROR
            | Reason::OBJECT_DAMAGED
            | Reason::STORAGE_MEDIUM_FULL => Ok(()),
            other => Err(format!("{what}: {other}")),
        }
    }

    fn end_unit(&mut self, index: usize, unit: usize) -> Result<(), String> {
        self.programs[index].unit = None;
        let commits = self.random.chance(85);
        let answer = self.call(
            index,
            if commits {
                Request::Commit
            } else {
                Request::BackOut
            },
        );
        self.books.fates[unit] = match (&answer, commits) {
            (_, false) => Fate::BackedOut,
            (Some(Reply::Done(Reason::NONE)), true) => Fate::Committed,
            (Some(Reply::Failed(Reason::BACKED_OUT)), true) => Fate::BackedOut,
            (_, true) => Fate::Unknown,
        };
        if !matches!(
            answer,
            Some(Reply::Done(_) | Reply::Failed(Reason::BACKED_OUT))
        ) {
            self.programs[index].connection = None;
        }
        let fate = self.books.fates[unit];
        self.trace
            .note(&format!("program {index} ends unit {unit}: {fate:?}"));
        Ok(())
    }

    fn call(&mut self, index: usize, request: Request) -> Option<Reply> {
        let program = &mut self.programs[index];
        let connection = program.connection.as_mut()?;
        self.sides[program.side].call(connection, request)
    }

    /// Somebody takes a message off a target queue.
    pub(super) fn consume(&mut self) -> Result<(), String> {
        let channel = self.random.below(self.channels.len() as u64) as usize;
        let one = &self.channels[channel];
        let side = &self.sides[one.side(1)];
        let Some(mut road) = side.road() else {
            return Ok(());
        };
        let open = Request::Open {
            descriptor: ObjectDescriptor::queue(&one.target),
            options: MQOO_INPUT_SHARED | MQOO_BROWSE,
        };
        let Some(Reply::Opened { handle, .. }) = road.ask(open) else {
            return Ok(());
        };
        let get = |options| Request::Get {
            handle,
            descriptor: MsgDescriptor::default(),
            options: GetOptions {
                options,
                match_options: MQMO_NONE,
                ..GetOptions::default()
            },
            buffer_len: u32::MAX,
        };
        // Nobody comes between: what is seen first is what is got.
        let Some(Reply::Got(seen)) = road.ask(get(MQGMO_BROWSE_FIRST)) else {
            return Ok(());
        };
        let number = self.books.read(&seen.body)?;
        let got = road.ask(get(MQGMO_NO_SYNCPOINT));
        drop(road);
        self.trace.note(&format!(
            "{number} is taken off {}: {}",
            one.target,
            got.is_some()
        ));
        match got {
            Some(Reply::Got(got)) if self.books.read(&got.body)? == number => {
                self.books.consumed[channel].push(number);
            }
            Some(Reply::Got(_)) => return Err(format!("{number} was seen and another one got")),
            _ => self.books.perhaps.push(number),
        }
        Ok(())
    }
}

/// Where a message goes: one queue, or two with one verb.
fn object_of(sent: &Sent, remotes: &[String; 3]) -> ObjectDescriptor {
    let [target, nowhere, copies] = remotes;
    if !sent.is_copied {
        return ObjectDescriptor::queue(match sent.to {
            To::Nowhere => nowhere,
            _ => target,
        });
    }
    let record = |name: &String| ObjectRecord {
        object_name: ObjectName::truncated(name),
        object_q_mgr_name: ObjectName::BLANK,
    };
    ObjectDescriptor {
        records: vec![record(target), record(copies)],
        ..ObjectDescriptor::default()
    }
}

/// The answer to a put of a list as one to a put: a list for which there was no room anywhere, or only for one of its messages, is refused.
fn as_put_once(answer: Reply) -> Reply {
    let Reply::ListPut(put) = answer else {
        return answer;
    };
    let each = put.outcome.responses.iter().map(|one| one.reason);
    let wrong = each
        .chain([put.outcome.reason])
        .find(|why| *why != Reason::NONE);
    let done = PutReply {
        reason: Reason::NONE,
        descriptor: put.descriptor.clone(),
        resolved_q_name: ObjectName::BLANK,
        resolved_q_mgr_name: ObjectName::BLANK,
    };
    wrong.map_or(Reply::Put(Box::new(done)), Reply::Failed)
}
