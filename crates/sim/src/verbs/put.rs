//! Puts.

use crate::application::{Expected, Handle, Waiting};
use crate::body;
use crate::model::{Effect, Key, Message, QueueNumber, Retain, State, Work};
use crate::world::{Verdict, World};
use bytes::Bytes;
use ferromq_log::Lsn;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::{
    MQEI_UNLIMITED, MQPER_NOT_PERSISTENT, MQPER_PERSISTENT, MQPMO_ASYNC_RESPONSE,
    MQPMO_NO_SYNCPOINT, MQPMO_SYNC_RESPONSE, MQPMO_SYNCPOINT,
};
use ferromq_mqi::options::{ObjectDescriptor, PutOptions};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_qmgr::WaitingFor;
use std::task::Poll;

/// A put as the application asked for it.
pub(super) struct PutSpec {
    queue: QueueNumber,
    pub(super) number: u64,
    pub(super) len: usize,
    pub(super) persistent: bool,
    priority: u8,
    pub(super) expires_at_us: Option<u64>,
    correl_id: [u8; 24],
    pub(super) syncpoint: bool,
    pub(super) asynchronous: bool,
}

impl PutSpec {
    pub(super) fn descriptor(&self, now_us: u64) -> MsgDescriptor {
        let tenths = |at_us: u64| ((at_us - now_us) / 100_000) as i32;
        MsgDescriptor {
            persistence: if self.persistent {
                MQPER_PERSISTENT
            } else {
                MQPER_NOT_PERSISTENT
            },
            priority: i32::from(self.priority),
            expiry: self.expires_at_us.map_or(MQEI_UNLIMITED, tenths),
            msg_id: body::msg_id(self.number),
            correl_id: self.correl_id,
            ..MsgDescriptor::default()
        }
    }

    pub(super) fn options(&self) -> PutOptions {
        let syncpoint = if self.syncpoint {
            MQPMO_SYNCPOINT
        } else {
            MQPMO_NO_SYNCPOINT
        };
        let response = if self.asynchronous {
            MQPMO_ASYNC_RESPONSE
        } else {
            MQPMO_SYNC_RESPONSE
        };
        PutOptions {
            options: syncpoint | response,
            ..PutOptions::default()
        }
    }

    /// As the model knows it before anybody sees it.
    pub(super) fn message(&self) -> Message {
        Message {
            number: self.number,
            priority: self.priority,
            persistent: self.persistent,
            expires_at_us: self.expires_at_us,
            msg_id: body::msg_id(self.number),
            correl_id: self.correl_id,
            len: self.len,
            backouts: (0, 0),
            backouts_unseen: 0,
            backouts_logged: 0,
            state: State::Hidden,
        }
    }

    pub(super) fn body(&self) -> Bytes {
        body::make(self.number, self.len)
    }
}

/// Whether a queue takes a message: a reason it must give, or one it may give.
#[derive(Clone, Copy, Default)]
pub(crate) struct Refusal {
    pub(super) must: Option<Reason>,
    pub(super) may: Option<Reason>,
}

impl Refusal {
    pub(super) fn is_some(&self) -> bool {
        self.must.is_some() || self.may.is_some()
    }
}

impl World {
    pub(super) fn put(&mut self, index: usize) -> Verdict {
        let Some((spec, request)) = self.invent_put(index) else {
            return Ok(());
        };
        let streaming = self.streaming_queue(spec.queue);
        if spec.asynchronous || streaming.is_some() {
            let name = self.model.queue(spec.queue).name.clone();
            self.settle_depths(streaming.iter().cloned().chain([name]));
        }
        let filled_before = streaming.as_ref().map(|name| self.filled(name));
        let name = self.model.queue(spec.queue).name.clone();
        let main_before = self.filled(&name);
        let pinned_before = spec.asynchronous && self.pinned()[index];
        let Some(answer) = self.call(index, request)? else {
            return Ok(());
        };
        // The force it waited for before it began may have ended gets, and made room.
        let main = self.takes(spec.queue, spec.len, spec.persistent);
        match answer {
            Poll::Ready(Reply::Failed(reason)) => {
                self.put_refused(index, &spec, main, streaming.as_deref(), reason)
            }
            // Half a duplicated put that could not be taken back.
            Poll::Ready(Reply::Put(_)) if pinned_before && !self.pinned()[index] => {
                self.lose_work(index, true);
                self.applications[index].unheard.failed += 1;
                Ok(())
            }
            // An asynchronous put is answered well in any case; MQSTAT has the failures.
            Poll::Ready(Reply::Put(_))
                if spec.asynchronous && self.gained(&name, main_before) == 0 =>
            {
                self.put_vanished(index, &spec, main, streaming.as_deref())
            }
            answer => {
                let duplicated = match (&streaming, filled_before) {
                    (Some(name), Some(before)) => self.gained(name, before) > 0,
                    _ => false,
                };
                self.check_duplicate(&spec, streaming.as_deref(), duplicated)?;
                if let Some(reason) = main.must {
                    return Err(format!("a put was taken that must fail with {reason:?}"));
                }
                self.count_unheard(index, &spec);
                let target = streaming.filter(|_| duplicated);
                self.put_taken(index, &spec, target.as_deref(), answer)
            }
        }
    }

    /// `None` when there is no handle to put with.
    fn invent_put(&mut self, index: usize) -> Option<(PutSpec, Request)> {
        let one = &self.applications[index];
        let puts = |handle: &&Handle| handle.subscription.is_none();
        let handles: Vec<&Handle> = one.handles.iter().filter(puts).collect();
        if handles.is_empty() {
            return None;
        }
        let handle = *handles[self.random.below(handles.len() as u64) as usize];
        let spec = self.invent_spec(handle.queue);
        let (descriptor, options) = (spec.descriptor(self.now_us()), spec.options());
        let body = spec.body();
        let request = if self.random.chance(20) {
            Request::Put1 {
                object: Box::new(ObjectDescriptor::queue(&self.model.queue(spec.queue).name)),
                descriptor,
                options,
                body,
            }
        } else {
            Request::Put {
                handle: handle.number,
                descriptor,
                options,
                body,
            }
        };
        Some((spec, request))
    }

    /// A message for a queue.
    pub(super) fn invent_spec(&mut self, queue: QueueNumber) -> PutSpec {
        let now_us = self.now_us();
        let shape = &self.shape;
        let random = &mut self.random;
        let longest = if random.chance(80) {
            shape.body_bytes_max / 10 + 10
        } else {
            shape.body_bytes_max
        };
        let len = body::NUMBER_BYTES + random.below(longest) as usize;
        let tenths = random
            .chance(shape.expiry_percent)
            .then(|| 1 + random.below(60));
        let mut correl_id = [0; 24];
        correl_id[0] = 1 + random.below(4) as u8;
        PutSpec {
            queue,
            number: self.model.next_message_number(),
            len,
            persistent: random.chance(shape.persistent_percent),
            priority: random.below(10) as u8,
            expires_at_us: tenths.map(|tenths| now_us + tenths * 100_000),
            correl_id,
            syncpoint: random.chance(shape.syncpoint_percent),
            asynchronous: random.chance(15),
        }
    }

    /// Name of the queue that gets duplicates of what is put to `queue`.
    fn streaming_queue(&self, queue: QueueNumber) -> Option<String> {
        let stream = &self.model.queue(queue).attributes.stream;
        (!stream.is_empty()).then(|| stream.clone())
    }

    fn takes(&self, queue: QueueNumber, len: usize, persistent: bool) -> Refusal {
        let queue = self.model.queue(queue);
        let attributes = &queue.attributes;
        let must = |reason| Refusal {
            must: Some(reason),
            may: None,
        };
        if !attributes.put_allowed {
            return must(Reason::PUT_INHIBITED);
        }
        if len > usize::try_from(attributes.max_length).unwrap_or(0) {
            return must(Reason::MSG_TOO_BIG_FOR_Q);
        }
        if persistent && queue.temporary {
            return must(Reason::PERSISTENT_NOT_ALLOWED);
        }
        let (least, most) = queue.depth_range(self.now_us());
        let bound = usize::try_from(attributes.max_depth).unwrap_or(0);
        if least >= bound {
            must(Reason::Q_FULL)
        } else {
            Refusal {
                must: None,
                may: (most >= bound).then_some(Reason::Q_FULL),
            }
        }
    }

    /// Whether the queue of a name takes another copy.
    pub(super) fn takes_copy(&self, name: &str, spec: &PutSpec) -> Refusal {
        self.takes_by_name(name, spec.len, spec.persistent)
    }

    /// The same for a copy that is persistent only where the queue takes such messages.
    pub(super) fn takes_message(&self, name: &str, len: usize) -> Refusal {
        self.takes_by_name(name, len, false)
    }

    fn takes_by_name(&self, name: &str, len: usize, persistent: bool) -> Refusal {
        match self.model.named(name) {
            Some(queue) => self.takes(queue, len, persistent),
            None => Refusal {
                must: Some(Reason::UNKNOWN_OBJECT_NAME),
                may: None,
            },
        }
    }

    fn put_refused(
        &mut self,
        index: usize,
        spec: &PutSpec,
        main: Refusal,
        streaming: Option<&str>,
        reason: Reason,
    ) -> Verdict {
        let attributes = &self.model.queue(spec.queue).attributes;
        let duplicate = match streaming {
            Some(name) if attributes.must_duplicate => self.takes_copy(name, spec),
            _ => Refusal::default(),
        };
        let explained = match main.must {
            Some(must) => must == reason,
            None => [main.may, duplicate.must, duplicate.may].contains(&Some(reason)),
        };
        // A duplicate that could not be made and a first copy that could not be taken back.
        let backed_out = reason == Reason::BACKED_OUT
            && streaming.is_some()
            && self.excused(Reason::RESOURCE_PROBLEM);
        if backed_out {
            self.lose_work(index, false);
        } else if !explained && !self.excused(reason) {
            return Err(format!("a put was refused with {reason:?}"));
        }
        self.note_refusal(index, "put", reason);
        Ok(())
    }

    /// An asynchronous put that came to nothing: there must have been a reason.
    fn put_vanished(
        &mut self,
        index: usize,
        spec: &PutSpec,
        main: Refusal,
        streaming: Option<&str>,
    ) -> Verdict {
        let attributes = &self.model.queue(spec.queue).attributes;
        let duplicate = match streaming {
            Some(name) if attributes.must_duplicate => self.takes_copy(name, spec),
            _ => Refusal::default(),
        };
        let reasons = [main.must, main.may, duplicate.must, duplicate.may];
        let explained = reasons.iter().any(Option::is_some);
        if !explained && !self.excused(Reason::RESOURCE_PROBLEM) {
            return Err(format!(
                "an asynchronous put of {} bytes to {} came to nothing",
                spec.len,
                self.model.queue(spec.queue).name
            ));
        }
        self.fail_unheard(index, spec, "put");
        Ok(())
    }

    fn check_duplicate(
        &self,
        spec: &PutSpec,
        streaming: Option<&str>,
        duplicated: bool,
    ) -> Verdict {
        let Some(name) = streaming else {
            return Ok(());
        };
        let refusal = self.takes_copy(name, spec);
        if duplicated && refusal.must.is_some() {
            return Err(format!(
                "a duplicate was put that must fail: {:?}",
                refusal.must
            ));
        }
        let certain = refusal.must.is_none() && refusal.may.is_none() && !self.in_trouble();
        let must = self.model.queue(spec.queue).attributes.must_duplicate;
        if !duplicated && (certain || must) {
            return Err(format!("no duplicate was put to {name}"));
        }
        Ok(())
    }

    fn put_taken(
        &mut self,
        index: usize,
        spec: &PutSpec,
        duplicate_to: Option<&str>,
        answer: Poll<Reply>,
    ) -> Verdict {
        let duplicate = duplicate_to.and_then(|name| self.model.named(name));
        let mut targets = vec![(spec.queue, spec.expires_at_us)];
        // It lives as its queue says.
        targets.extend(duplicate.map(|queue| (queue, None)));
        let how = match (spec.syncpoint, spec.persistent) {
            (true, _) => "under syncpoint",
            (false, _) => "outside syncpoint",
        };
        self.trace.note(&format!(
            "application {index}: puts message {} ({} bytes, {}) to {} {how}: {}",
            spec.number,
            spec.len,
            if spec.persistent {
                "persistent"
            } else {
                "non-persistent"
            },
            self.model.queue(spec.queue).name,
            if answer.is_pending() {
                "waits for the log"
            } else {
                "done"
            },
        ));
        let end = self.head();
        let lasting = (spec.persistent, Vec::new());
        self.copies_taken(index, spec, &targets, lasting, (answer, end))
    }

    /// A message was put to these queues, all in one, with the time each copy expires, and perhaps retained. `lasting`: some of that is logged, before `end`.
    pub(super) fn copies_taken(
        &mut self,
        index: usize,
        spec: &PutSpec,
        targets: &[(QueueNumber, Option<u64>)],
        (lasting, retains): (bool, Vec<Retain>),
        (answer, end): (Poll<Reply>, Lsn),
    ) -> Verdict {
        let mut work = Work {
            retains,
            ..Work::default()
        };
        for (target, expires_at_us) in targets {
            let key = self.hide(*target, spec, *expires_at_us);
            work.puts.push((*target, key));
        }
        let durable = self.engine().log().durable();
        let behind = self.applications[index].unforced;
        if let Some(behind) = behind.filter(|behind| *behind > durable && !spec.syncpoint)
            && !lasting
        {
            if targets.is_empty() {
                return Ok(());
            }
            return self.put_behind(index, spec, work, &answer, behind);
        }
        if spec.syncpoint || !lasting {
            if answer.is_pending() {
                return Err("a put waits that has nothing to wait for".into());
            }
            self.summary.puts += 1;
            if spec.syncpoint {
                let own = &mut self.applications[index].work;
                own.puts.append(&mut work.puts);
                own.retains.append(&mut work.retains);
                own.logged |= lasting;
            } else {
                self.model.commit(&work);
            }
            return Ok(());
        }
        self.put_alone(index, spec, work, (answer, end))
    }

    /// A persistent put outside syncpoint: there once the log is durable.
    fn put_alone(
        &mut self,
        index: usize,
        spec: &PutSpec,
        work: Work,
        (answer, end): (Poll<Reply>, Lsn),
    ) -> Verdict {
        if answer.is_ready() {
            let flag = self.await_log(end, Effect::Commit(work));
            if !spec.asynchronous && !flag.is_durable() {
                return Err("a persistent put was answered before it was durable".into());
            }
            self.applications[index].unforced = Some(end);
            self.summary.puts += 1;
            return Ok(());
        }
        let Some(WaitingFor::Log(end)) = self.waiting_for(index) else {
            return Err("a put waits for something other than the log".into());
        };
        self.await_log(end, Effect::Commit(work));
        self.applications[index].waiting = Some(Waiting::Log(end, Expected::Put));
        Ok(())
    }

    /// A put that would overtake one its application did not wait for: there once that is.
    fn put_behind(
        &mut self,
        index: usize,
        spec: &PutSpec,
        work: Work,
        answer: &Poll<Reply>,
        end: Lsn,
    ) -> Verdict {
        self.await_log(end, Effect::Commit(work));
        if answer.is_ready() {
            if !spec.asynchronous {
                return Err("a put overtook one before it".into());
            }
            self.summary.puts += 1;
            return Ok(());
        }
        let Some(WaitingFor::Log(waits_for)) = self.waiting_for(index) else {
            return Err("a put waits for something other than the log".into());
        };
        if waits_for > end {
            return Err("a put waits for more than it stands behind".into());
        }
        self.applications[index].waiting = Some(Waiting::Log(waits_for, Expected::Put));
        Ok(())
    }

    pub(super) fn waiting_for(&self, index: usize) -> Option<WaitingFor> {
        self.applications[index].connection.as_ref()?.waiting_for()
    }

    /// Puts the message in its place; nobody sees it yet.
    fn hide(&mut self, queue: QueueNumber, spec: &PutSpec, expires_at_us: Option<u64>) -> Key {
        let message = Message {
            expires_at_us,
            persistent: spec.persistent && !self.model.queue(queue).temporary,
            ..spec.message()
        };
        self.model.place(queue, message)
    }
}
