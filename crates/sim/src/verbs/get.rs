//! Gets and browses.

use crate::application::{Expected, GetSpec, InWork, Waiting, Wanted};
use crate::body;
use crate::model::seen::compare_message;
use crate::model::{Effect, Key, Message, Work};
use crate::world::{Verdict, World, properties, seen};
use ferromq_mqi::call::{GetReply, Reply, Request};
use ferromq_mqi::generated::constants::{
    MQGMO_ACCEPT_TRUNCATED_MSG, MQGMO_BROWSE_FIRST, MQGMO_BROWSE_NEXT, MQGMO_MSG_UNDER_CURSOR,
    MQGMO_NO_SYNCPOINT, MQGMO_SYNCPOINT, MQGMO_SYNCPOINT_IF_PERSISTENT, MQGMO_WAIT,
    MQMO_MATCH_CORREL_ID, MQMO_MATCH_MSG_ID, MQMO_NONE, MQWI_UNLIMITED,
};
use ferromq_mqi::options::GetOptions;
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_qmgr::WaitingFor;
use std::task::Poll;

impl World {
    pub(super) fn get(&mut self, index: usize) -> Verdict {
        let one = &self.applications[index];
        let chosen = self.random.below(one.handles.len() as u64) as usize;
        let handle = one.handles[chosen];
        let wanted = match self.random.below(100) {
            0..70 => Wanted::Any,
            70..80 => self.known_msg_id(handle.queue),
            80..90 => {
                let mut id = [0; 24];
                id[0] = 1 + self.random.below(4) as u8;
                Wanted::CorrelId(id)
            }
            _ => Wanted::UnderCursor,
        };
        let in_work = if self.random.chance(self.shape.syncpoint_percent) {
            if self.random.chance(20) {
                InWork::IfPersistent
            } else {
                InWork::Yes
            }
        } else {
            InWork::No
        };
        let deadline_ns = match self.random.below(10) {
            0 | 1 => Some(self.now_ns() + 1_000_000 * (1 + self.random.below(5_000))),
            2 => Some(u64::MAX),
            _ => None,
        };
        let small = self.random.chance(8);
        let spec = GetSpec {
            handle: handle.number,
            queue: handle.queue,
            wanted,
            in_work,
            buffer_len: if small {
                body::NUMBER_BYTES as u32 + self.random.below(200) as u32
            } else {
                1 << 20
            },
            accept_truncated: self.random.chance(50),
            deadline_ns: deadline_ns.filter(|_| wanted != Wanted::UnderCursor),
        };
        self.start_get(index, spec)
    }

    pub(super) fn browse(&mut self, index: usize) -> Verdict {
        let one = &self.applications[index];
        let chosen = self.random.below(one.handles.len() as u64) as usize;
        let handle = one.handles[chosen];
        let wait = self.random.chance(5);
        let spec = GetSpec {
            handle: handle.number,
            queue: handle.queue,
            wanted: if self.random.chance(30) {
                Wanted::BrowseFirst
            } else {
                Wanted::BrowseNext
            },
            in_work: InWork::No,
            buffer_len: 1 << 20,
            accept_truncated: false,
            deadline_ns: wait.then(|| self.now_ns() + 1_000_000_000),
        };
        self.start_get(index, spec)
    }

    /// The id of some message that was put to the queue at some time.
    fn known_msg_id(&mut self, queue: u32) -> Wanted {
        let count = self.model.queue(queue).messages.len() as u64;
        if count == 0 {
            return Wanted::Any;
        }
        let chosen = self.random.below(count) as usize;
        let message = self.model.queue(queue).messages.values().nth(chosen);
        message.map_or(Wanted::Any, |message| Wanted::MsgId(message.msg_id))
    }

    fn start_get(&mut self, index: usize, spec: GetSpec) -> Verdict {
        let (matches, msg_id, correl_id) = match spec.wanted {
            Wanted::MsgId(id) => (MQMO_MATCH_MSG_ID, id, [0; 24]),
            Wanted::CorrelId(id) => (MQMO_MATCH_CORREL_ID, [0; 24], id),
            _ => (MQMO_NONE, [0; 24], [0; 24]),
        };
        let request = Request::Get {
            handle: spec.handle,
            descriptor: MsgDescriptor {
                msg_id,
                correl_id,
                ..MsgDescriptor::default()
            },
            options: GetOptions {
                options: options(&spec) | properties(&self.model.queue(spec.queue).name),
                match_options: matches,
                wait_interval_ms: match spec.deadline_ns {
                    Some(u64::MAX) => MQWI_UNLIMITED,
                    Some(at_ns) => ((at_ns - self.now_ns()) / 1_000_000) as i32,
                    None => 0,
                },
                ..GetOptions::default()
            },
            buffer_len: spec.buffer_len,
        };
        match self.call(index, request)? {
            Some(answer) => self.after_get(index, spec, answer),
            None => Ok(()),
        }
    }

    /// Holds the answer of a get, first or after a wait, against the model.
    pub(crate) fn after_get(
        &mut self,
        index: usize,
        spec: GetSpec,
        answer: Poll<Reply>,
    ) -> Verdict {
        let predicted = self.predict(index, &spec);
        match answer {
            Poll::Pending => self.get_pends(index, spec, predicted),
            Poll::Ready(Reply::Failed(reason)) => self.get_failed(index, &spec, predicted, reason),
            Poll::Ready(Reply::Got(reply)) => match predicted {
                Some(key) => self.got(index, spec, key, &reply),
                None => Err(format!(
                    "a get found a message where there is none: {:?}",
                    seen(&reply)
                )),
            },
            Poll::Ready(other) => Err(format!("a get answered {other:?}")),
        }
    }

    fn get_pends(&mut self, index: usize, spec: GetSpec, predicted: Option<Key>) -> Verdict {
        match (self.waiting_for(index), predicted) {
            (Some(WaitingFor::Message { .. }), None) if spec.deadline_ns.is_some() => {
                self.trace.note(&format!("application {index}: get waits"));
                self.applications[index].waiting = Some(Waiting::Message(spec));
                Ok(())
            }
            (Some(WaitingFor::Message { .. }), Some(_))
                if self.stopping() || !self.model.queue(spec.queue).attributes.get_allowed =>
            {
                self.applications[index].waiting = Some(Waiting::Message(spec));
                Ok(())
            }
            (Some(WaitingFor::Log(end)), Some(key)) => {
                let at = (spec.queue, key);
                let message = self.model.message(at).cloned().expect("it was predicted");
                self.trace.note(&format!(
                    "application {index}: gets message {} outside syncpoint: waits for the log",
                    message.number
                ));
                if !message.persistent || spec.in_work != InWork::No || spec.wanted.is_browse() {
                    return Err("a get waits for the log without need".into());
                }
                self.model.take(at);
                let work = Work {
                    gets: vec![at],
                    ..Work::default()
                };
                self.await_log(end, Effect::Commit(work));
                let expected = Expected::Got(spec, Box::new(message));
                self.applications[index].waiting = Some(Waiting::Log(end, expected));
                Ok(())
            }
            (waits, predicted) => Err(format!(
                "a get waits for {waits:?} where {predicted:?} was expected"
            )),
        }
    }

    fn get_failed(
        &mut self,
        index: usize,
        spec: &GetSpec,
        predicted: Option<Key>,
        reason: Reason,
    ) -> Verdict {
        if reason == Reason::CONNECTION_BROKEN && self.applications[index].stopped {
            return self.kill_application(index);
        }
        let allowed = self.model.queue(spec.queue).attributes.get_allowed;
        let over = spec.deadline_ns.is_none_or(|at_ns| at_ns <= self.now_ns());
        let explained = match reason {
            Reason::GET_INHIBITED => !allowed,
            Reason::NO_MSG_AVAILABLE => {
                allowed && over && predicted.is_none() && spec.wanted != Wanted::UnderCursor
            }
            Reason::NO_MSG_UNDER_CURSOR => {
                allowed && predicted.is_none() && spec.wanted == Wanted::UnderCursor
            }
            // It waited when its branch was backed out.
            Reason::BACKED_OUT => {
                let in_work = spec.in_work != InWork::No && !spec.wanted.is_browse();
                self.applications[index].doomed && in_work
            }
            other => self.excused(other),
        };
        if !explained {
            return Err(format!(
                "a get of {:?} from {} failed with {reason:?} where {predicted:?} was expected: {:?}",
                spec.wanted,
                self.model.queue(spec.queue).name,
                predicted.and_then(|key| self.model.message((spec.queue, key)))
            ));
        }
        self.note_refusal(index, "get", reason);
        Ok(())
    }

    fn got(&mut self, index: usize, spec: GetSpec, key: Key, reply: &GetReply) -> Verdict {
        let at = (spec.queue, key);
        let mut message = self.model.message(at).cloned().expect("it was predicted");
        self.check_reply(&spec, &mut message, reply)?;
        let fits = message.len <= spec.buffer_len as usize || spec.accept_truncated;
        self.trace.note(&format!(
            "application {index}: {} message {} from {}{}: {}",
            if spec.wanted.is_browse() {
                "browses"
            } else {
                "gets"
            },
            message.number,
            self.model.queue(spec.queue).name,
            match spec.in_work {
                _ if spec.wanted.is_browse() => "",
                InWork::Yes => " under syncpoint",
                InWork::No => " outside syncpoint",
                InWork::IfPersistent => " under syncpoint if persistent",
            },
            reply.reason.name(),
        ));
        if spec.wanted.is_browse() {
            self.summary.browses += 1;
            if let Some(handle) = self.applications[index].handle_mut(spec.handle) {
                handle.cursor = Some(key);
            }
            return Ok(());
        }
        if !fits {
            return Ok(());
        }
        self.summary.gets += 1;
        let in_work = spec.in_work == InWork::Yes
            || (spec.in_work == InWork::IfPersistent && message.persistent);
        if in_work {
            self.model.take(at);
            let own = &mut self.applications[index].work;
            own.gets.push(at);
            own.logged |= message.persistent;
            return Ok(());
        }
        let work = Work {
            gets: vec![at],
            ..Work::default()
        };
        if message.persistent {
            // Durable already: somebody forced the log within this call.
            self.model.take(at);
            let end = self.head();
            if !self.await_log(end, Effect::Commit(work)).is_durable() {
                return Err("a persistent message was got before that was durable".into());
            }
            return Ok(());
        }
        self.model.commit(&work);
        Ok(())
    }

    /// Holds a message shown by a get against the model's.
    pub(crate) fn check_reply(
        &self,
        spec: &GetSpec,
        message: &mut Message,
        reply: &GetReply,
    ) -> Verdict {
        let wanted = if message.len <= spec.buffer_len as usize {
            Reason::NONE
        } else if spec.accept_truncated {
            Reason::TRUNCATED_MSG_ACCEPTED
        } else {
            Reason::TRUNCATED_MSG_FAILED
        };
        if reply.reason != wanted {
            return Err(format!(
                "a get ended with {:?}, not {wanted:?}",
                reply.reason
            ));
        }
        compare_message(message, &seen(reply)?, false)
    }
}

fn options(spec: &GetSpec) -> i32 {
    let position = match spec.wanted {
        Wanted::BrowseFirst => MQGMO_BROWSE_FIRST,
        Wanted::BrowseNext => MQGMO_BROWSE_NEXT,
        Wanted::UnderCursor => MQGMO_MSG_UNDER_CURSOR,
        _ => 0,
    };
    let syncpoint = match spec.in_work {
        InWork::No => MQGMO_NO_SYNCPOINT,
        InWork::Yes => MQGMO_SYNCPOINT,
        InWork::IfPersistent => MQGMO_SYNCPOINT_IF_PERSISTENT,
    };
    let wait = spec.deadline_ns.map_or(0, |_| MQGMO_WAIT);
    let truncate = if spec.accept_truncated {
        MQGMO_ACCEPT_TRUNCATED_MSG
    } else {
        0
    };
    position | syncpoint | wait | truncate
}
