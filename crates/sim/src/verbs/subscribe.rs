//! Subscriptions of programs, with queues made for them, and what new subscribers are given.
//!
//! Such a queue is one of the run: what is judged of queues is judged of it. Nobody opens it but who subscribes, by the handle
//! that `MQSUB` gives.

use super::put::Refusal;
use crate::application::{Expected, Handle, Waiting};
use crate::model::seen::Seen;
use crate::model::{Attributes, Effect, Kind, Message, SeenRetained, Subscription, Work};
use crate::world::{Verdict, World, get_all};
use ferromq_log::Lsn;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::call::{Reply, Request, SubscribeReply};
use ferromq_mqi::generated::constants::{
    MQCO_KEEP_SUB, MQCO_NONE, MQCO_REMOVE_SUB, MQGMO_NO_PROPERTIES, MQSO_CREATE, MQSO_DURABLE,
    MQSO_MANAGED, MQSO_NEW_PUBLICATIONS_ONLY, MQSO_RESUME, MQSO_SET_CORREL_ID,
};
use ferromq_mqi::options::{ObjectHandle, SubscriptionDescriptor};
use ferromq_mqi::{ObjectName, Reason};
use ferromq_qmgr::{ObjectError, WaitingFor};
use std::task::{Poll, Waker};

/// Subscriptions of programs there are at most.
const SUBSCRIPTIONS_MAX: usize = 4;

impl World {
    pub(super) fn subscribe(&mut self, index: usize) -> Verdict {
        let of_programs = |one: &&Subscription| one.kind != Kind::Provided;
        let known = self.model.subscriptions.values();
        if known.filter(of_programs).count() >= SUBSCRIPTIONS_MAX || self.random.chance(20) {
            return self.resume(index);
        }
        let topic = self.invent_pattern();
        let durable = self.random.chance(50);
        let new_only = self.random.chance(20);
        let (number, name) = self.model.next_subscription();
        let mut one = Subscription {
            number,
            topic,
            queue: String::new(),
            kind: if durable {
                Kind::Durable
            } else {
                Kind::Volatile
            },
            takes_retained: !new_only,
            held: true,
            certain: true,
        };
        let mut asked = descriptor(&name, MQSO_CREATE | MQSO_SET_CORREL_ID);
        asked.object_string = one.pattern();
        asked.options |= if durable { MQSO_DURABLE } else { 0 };
        asked.options |= if new_only {
            MQSO_NEW_PUBLICATIONS_ONLY
        } else {
            0
        };
        let given = match new_only {
            true => Vec::new(),
            false => self.model.given(topic, self.now_us()),
        };
        let durable_before = self.engine().log().durable();
        let Some(answer) = self.call(index, request(asked))? else {
            return Ok(());
        };
        self.trace.note(&format!(
            "application {index}: subscribes {name} ({:?}) to {}, given {:?}: {}",
            one.kind,
            one.pattern(),
            given
                .iter()
                .map(|(message, _)| message.number)
                .collect::<Vec<_>>(),
            said(&answer)
        ));
        let Some(queue) = self.queue_made_for(&name)? else {
            return self.subscription_refused(index, &answer);
        };
        one.queue.clone_from(&queue.0);
        let queue = self.model.add_queue(&queue.0, queue.1, !durable);
        let lasts = one.lasts();
        self.model.subscriptions.insert(name.clone(), one.clone());
        let end = match (&answer, self.waiting_for(index)) {
            (Poll::Pending, Some(WaitingFor::Log(end))) => end,
            _ => self.head(),
        };
        if lasts {
            self.await_log(end, Effect::Subscribed(name.clone(), queue));
        }
        self.give_retained(&name, &one, given, durable_before, end)?;
        self.subscription_answered(index, &name, answer)
    }

    /// Takes what is retained and matches onto the queue of the new subscription `one`, whose record ends before `end` in the
    /// log: what is durable or was not when the call began counts once that record does.
    fn give_retained(
        &mut self,
        name: &str,
        one: &Subscription,
        given: Vec<(Message, Lsn)>,
        durable_before: Lsn,
        end: Lsn,
    ) -> Verdict {
        let mut gained = self.depth(&one.queue);
        if gained < given.len() && !self.stopping() {
            return Err(format!("{name} was given {gained} messages"));
        }
        // All of it comes at once.
        let copy_lasts = |message: &Message| one.lasts() && message.persistent;
        let waits = given
            .iter()
            .any(|(message, behind)| copy_lasts(message) || *behind > durable_before);
        for (message, _) in given {
            let Some(at) = self.place_given(one, message, Refusal::default(), &mut gained)? else {
                continue;
            };
            let work = Work {
                puts: vec![at],
                ..Work::default()
            };
            if waits {
                self.await_log(end, Effect::Commit(work));
            } else {
                self.model.commit(&work);
            }
        }
        if gained > 0 {
            return Err(format!("{name} was given what nobody retains"));
        }
        Ok(())
    }

    /// Name and attributes of the queue of a subscription, if that is there.
    fn queue_made_for(&self, name: &str) -> Result<Option<(String, Attributes)>, String> {
        let Some(found) = self.listed(name) else {
            return Ok(None);
        };
        let queue = found.definition.text(Attr::Dest).to_owned();
        let object = ObjectName::truncated(&queue);
        let definition = self.engine().definition(ObjectKind::QLocal, &object);
        let definition = definition.ok_or(format!("subscription {name} has no queue"))?;
        Ok(Some((queue, Attributes::of(&definition))))
    }

    fn subscription_refused(&mut self, index: usize, answer: &Poll<Reply>) -> Verdict {
        match answer {
            Poll::Ready(Reply::Failed(reason))
                if self.excused(*reason)
                    || (*reason == Reason::RETAINED_NOT_DELIVERED && self.loses_retained()) =>
            {
                self.note_refusal(index, "subscribe", *reason);
                Ok(())
            }
            other => Err(format!("nobody subscribed, and the answer is {other:?}")),
        }
    }

    /// `MQSUB` was answered, or will be.
    fn subscription_answered(&mut self, index: usize, name: &str, answer: Poll<Reply>) -> Verdict {
        match answer {
            Poll::Pending => {
                let Some(WaitingFor::Log(end)) = self.waiting_for(index) else {
                    return Err("a subscription waits for something other than the log".into());
                };
                let expected = Expected::Subscribed(name.to_owned());
                self.applications[index].waiting = Some(Waiting::Log(end, expected));
                Ok(())
            }
            Poll::Ready(Reply::Subscribed(reply)) => self.subscribed_to(index, name, &reply),
            // Its log failed under it.
            Poll::Ready(Reply::Failed(_)) if self.stopping() => Ok(()),
            other => Err(format!("a subscription answered {other:?}")),
        }
    }

    /// A program has its handles.
    pub(crate) fn subscribed_to(
        &mut self,
        index: usize,
        name: &str,
        reply: &SubscribeReply,
    ) -> Verdict {
        let one = self.model.subscriptions.get(name);
        let Some(queue) = one.and_then(|one| self.model.named(&one.queue)) else {
            return Err(format!("the queue of subscription {name} is gone"));
        };
        self.summary.subscriptions += 1;
        self.applications[index].handles.push(Handle {
            number: reply.queue,
            queue,
            cursor: None,
            owns_temporary: false,
            subscription: Some(reply.subscription),
        });
        Ok(())
    }

    /// Takes up a subscription that lasts, which may be somebody else's.
    fn resume(&mut self, index: usize) -> Verdict {
        let all = self.model.subscriptions.iter();
        let lasting: Vec<_> = all.filter(|(_, one)| one.kind == Kind::Durable).collect();
        if lasting.is_empty() {
            return Ok(());
        }
        let (name, one) = lasting[self.random.below(lasting.len() as u64) as usize];
        let (name, held) = (name.clone(), one.held);
        let asked = descriptor(&name, MQSO_RESUME | MQSO_DURABLE);
        let Some(answer) = self.call(index, request(asked))? else {
            return Ok(());
        };
        self.trace.note(&format!(
            "application {index}: resumes {name}: {}",
            said(&answer)
        ));
        match answer {
            Poll::Ready(Reply::Failed(Reason::SUBSCRIPTION_IN_USE)) if held => Ok(()),
            Poll::Ready(Reply::Failed(reason)) if self.excused(reason) => Ok(()),
            _ if held => Err(format!("{name} was resumed while somebody has it")),
            Poll::Ready(Reply::Subscribed(reply)) => {
                if let Some(one) = self.model.subscriptions.get_mut(&name) {
                    one.held = true;
                }
                self.subscribed_to(index, &name, &reply)
            }
            other => Err(format!("the resume of {name} answered {other:?}")),
        }
    }

    /// Closes the handles of a subscription. One that lasts may go with them.
    pub(super) fn unsubscribe(&mut self, index: usize, handle: Handle) -> Verdict {
        let name = self.model.subscription_of(handle.queue);
        let (Some(number), Some(name)) = (handle.subscription, name) else {
            return Err("a subscription has no handle".into());
        };
        let lasts = self.model.subscriptions[&name].lasts();
        let options = match (lasts, self.random.below(3)) {
            (true, 0) => MQCO_KEEP_SUB,
            (true, 1) | (false, 0) => MQCO_REMOVE_SUB,
            _ => MQCO_NONE,
        };
        let goes = !lasts || options == MQCO_REMOVE_SUB;
        let close = |handle, options| Request::Close { handle, options };
        let first = self.call(index, close(handle.number, MQCO_NONE))?;
        match first {
            None => return Ok(()),
            Some(Poll::Ready(Reply::Done(Reason::NONE))) => {}
            Some(other) => return Err(format!("close of a managed queue answered {other:?}")),
        }
        self.applications[index]
            .handles
            .retain(|one| one.number != handle.number);
        let Some(answer) = self.call(index, close(number, options))? else {
            return Err("a handle was closed and the next could not be".into());
        };
        self.trace.note(&format!(
            "application {index}: closes its handle of {name}, which {}: {}",
            if goes { "goes" } else { "stays" },
            said(&answer)
        ));
        let waits = match (&answer, self.waiting_for(index)) {
            (Poll::Ready(Reply::Done(Reason::NONE)), _) => None,
            (Poll::Pending, Some(WaitingFor::Log(end))) if lasts && goes => Some(end),
            (Poll::Ready(Reply::Failed(reason)), _) if self.excused(*reason) => {
                // The subscription may be gone or not; the application gives up.
                let listed = self.queue_made_for(&name)?.is_some();
                if !listed {
                    self.end_subscription(&name, true);
                } else {
                    self.let_go(&name);
                }
                return self.kill_application(index);
            }
            _ => return Err(format!("close of a subscription answered {answer:?}")),
        };
        if goes {
            self.end_subscription(&name, self.stopping());
        } else {
            self.let_go(&name);
        }
        if let Some(end) = waits {
            self.applications[index].waiting = Some(Waiting::Log(end, Expected::Closed));
        }
        Ok(())
    }

    /// A subscription of a program is gone, with its queue. With `open` nobody knows whether that is in the log.
    pub(super) fn end_subscription(&mut self, name: &str, open: bool) {
        let lasts = self.model.subscriptions.get(name).map(Subscription::lasts);
        if lasts != Some(true) {
            return self.model.end_volatile(name);
        }
        let one = self.model.subscriptions.remove(name);
        let found = one.and_then(|one| {
            let number = self.model.named(&one.queue)?;
            self.model.leave_queue(number).then_some((one, number))
        });
        let Some((one, number)) = found else {
            return;
        };
        let gone = Effect::Unsubscribed(name.to_owned(), Box::new(one), number);
        if open {
            self.leave_open(gone);
        } else {
            let end = self.head();
            self.await_log(end, gone);
        }
    }

    fn let_go(&mut self, name: &str) {
        if let Some(one) = self.model.subscriptions.get_mut(name) {
            one.held = false;
        }
    }

    /// The handles of a program are closed as it goes: subscriptions that do not last go with them.
    pub(crate) fn leave_subscription(&mut self, name: &str) {
        match self.model.subscriptions.get(name).map(Subscription::lasts) {
            Some(true) => self.let_go(name),
            _ => self.model.end_volatile(name),
        }
    }

    // ---- operators and judges

    /// Forgets what is retained for a topic.
    pub(crate) fn clear_topic(&mut self) -> Verdict {
        let topic = self.invent_topic();
        let outcome = self.engine().clear_retained(&format!("t/{topic}"));
        self.trace
            .note(&format!("operator: clears t/{topic}: {outcome:?}"));
        let retained = self.model.retained.get(&topic);
        let now = retained.and_then(|one| one.now.as_ref());
        let known = now.is_some();
        // A sweep forgets it some time behind its end.
        let is_over = now.is_some_and(|(message, _)| message.expired(self.now_us()));
        match outcome {
            Ok(()) if known => {
                self.model.apply_durable();
                self.model.forget_retained(topic, true);
            }
            Err(ObjectError::NotFound) if !known || is_over => {}
            // A full log leaves it as it is.
            Err(ObjectError::Refused(reason @ Reason::RESOURCE_PROBLEM)) if known => {
                let refused = format!("the clear of t/{topic} answered {reason:?}");
                return self.excused(reason).then_some(()).ok_or(refused);
            }
            Err(ObjectError::Refused(reason)) if known && self.excused(reason) => {
                self.model.forget_retained(topic, false);
            }
            other => return Err(format!("the clear of t/{topic} answered {other:?}")),
        }
        Ok(())
    }

    /// What a new subscriber to each topic is given.
    pub(crate) fn look_retained(&self) -> Result<SeenRetained, String> {
        let mut connection = self
            .connect()
            .map_err(|reason| format!("the judge cannot connect: {reason:?}"))?;
        let mut all = SeenRetained::new();
        for topic in super::publish::topics() {
            let mut asked = descriptor("", MQSO_CREATE | MQSO_SET_CORREL_ID);
            asked.object_string = format!("t/{topic}");
            let (queue, subscription) = match connection.start(request(asked), Waker::noop()) {
                Poll::Ready(Reply::Subscribed(reply)) => (reply.queue, reply.subscription),
                other => return Err(format!("the judge subscribed and was told {other:?}")),
            };
            let mut given = get_all(&mut connection, queue, MQGMO_NO_PROPERTIES)?;
            if given.len() > 1 {
                return Err(format!("a new subscriber to t/{topic} is given {given:?}"));
            }
            // Its queue takes no persistent messages; that this one is, is judged by its being there.
            let shown = given.pop().map(|shown| Seen {
                persistent: true,
                ..shown
            });
            all.insert(topic, shown);
            for handle in [queue, subscription] {
                let close = Request::Close {
                    handle,
                    options: MQCO_NONE,
                };
                match connection.start(close, Waker::noop()) {
                    Poll::Ready(Reply::Done(Reason::NONE)) => {}
                    other => return Err(format!("close answered {other:?}")),
                }
            }
        }
        Ok(all)
    }
}

fn descriptor(name: &str, options: i32) -> SubscriptionDescriptor {
    SubscriptionDescriptor {
        options: options | MQSO_MANAGED,
        sub_name: name.to_owned(),
        ..SubscriptionDescriptor::default()
    }
}

fn request(asked: SubscriptionDescriptor) -> Request {
    Request::Subscribe {
        descriptor: Box::new(asked),
        queue: ObjectHandle::NONE,
    }
}

fn said(answer: &Poll<Reply>) -> &'static str {
    match answer {
        Poll::Pending => "waits for the log",
        Poll::Ready(Reply::Failed(reason)) => reason.name(),
        Poll::Ready(_) => "done",
    }
}
