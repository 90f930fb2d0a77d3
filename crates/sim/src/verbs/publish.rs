//! Publications, what is retained of them, and the subscriptions they meet.
//!
//! Subscriptions are made and removed by the operator, here, and by programs (`subscribe.rs`). Each has a queue of the run as its
//! destination, by name, and no two have the same, so that a publication is at most once on a queue. To the model a publication is one unit of work with a put to each
//! queue that takes it; so all that is judged of units of work is judged of publications: all copies or none after a crash, in the
//! order they were published, each once.

use super::put::{PutSpec, Refusal};
use crate::model::{Effect, Kind, Message, QueueNumber, Retain, Subscription, Topic, Work};
use crate::world::{Verdict, World};
use ferromq_log::Lsn;
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{
    MQDC_PROVIDED, MQPMO_RETAIN, MQPRI_PRIORITY_AS_PUBLISHED, MQPSPROP_NONE, MQSUB_DURABLE_YES,
};
use ferromq_mqi::options::{ObjectDescriptor, PutOptions};
use ferromq_mqi::{MsgDescriptor, ObjectName, Reason};
use ferromq_qmgr::{ObjectError, SubscriptionStatus};
use std::task::Poll;

/// Topics publications go to.
const TOPICS: u64 = 2;
/// Percent of publications that are retained.
const RETAINED_PERCENT: u64 = 40;
/// Subscriptions by command there are at most.
const SUBSCRIPTIONS_MAX: usize = 5;

/// The topics of a run.
pub(super) fn topics() -> impl Iterator<Item = Topic> {
    (0..TOPICS).map(|topic| topic as Topic)
}

/// A publication on its way.
struct Published {
    topic: Topic,
    retained: bool,
    spec: PutSpec,
}

impl World {
    pub(super) fn invent_topic(&mut self) -> Topic {
        self.random.below(TOPICS) as Topic
    }

    /// A topic to subscribe to, or all.
    pub(super) fn invent_pattern(&mut self) -> Option<Topic> {
        let topic = self.random.below(TOPICS + 1);
        (topic < TOPICS).then_some(topic as Topic)
    }

    pub(super) fn publish(&mut self, index: usize) -> Verdict {
        let topic = self.invent_topic();
        let retained = self.random.chance(RETAINED_PERCENT);
        let mut spec = self.invent_spec(0);
        // Who is still to be told that its work was backed out would be told when it asks what became of this.
        spec.asynchronous &= !self.applications[index].rolled_back;
        let (descriptor, mut options) = spec.descriptor_and_options(self.now_us());
        options.options |= if retained { MQPMO_RETAIN } else { 0 };
        let request = Request::Put1 {
            object: Box::new(ObjectDescriptor::topic(&format!("t/{topic}"))),
            descriptor,
            options,
            body: spec.body(),
        };
        let audience = self.model.audience(topic);
        self.settle_depths(audience.iter().map(|one| one.queue.clone()));
        let before: Vec<_> = audience
            .iter()
            .map(|one| {
                let refusal = self.takes_message(&one.queue, spec.len);
                (self.filled(&one.queue), refusal)
            })
            .collect();
        let pinned_before = spec.asynchronous && self.pinned()[index];
        let Some(answer) = self.call(index, request)? else {
            return Ok(());
        };
        // What is asked below may force the log, and what follows from that is logged behind.
        let end = self.head();
        let published = Published {
            topic,
            retained,
            spec,
        };
        if published.spec.asynchronous {
            let mut copies = audience.iter().zip(&before);
            let is_there = audience.is_empty()
                || copies.any(|(one, (before, _))| self.gained(&one.queue, *before) > 0);
            let more = (pinned_before, is_there);
            if self.publication_vanished(index, &published, &audience, more)? {
                return Ok(());
            }
        }
        if let Poll::Ready(Reply::Failed(reason)) = &answer {
            return self.publication_refused(index, &published, &audience, *reason);
        }
        let mut targets = Vec::new();
        for (one, (before, refusal)) in audience.iter().zip(before) {
            let taken = self.gained(&one.queue, before) > 0;
            self.check_copy(one, &published.spec, taken, refusal)?;
            targets.extend(self.model.named(&one.queue).filter(|_| taken));
        }
        self.trace.note(&format!(
            "application {index}: publishes message {}{} to t/{topic}, {} of {} take it: {}",
            published.spec.number,
            if retained { ", retained," } else { "" },
            targets.len(),
            audience.len(),
            if answer.is_pending() {
                "waits for the log"
            } else {
                "done"
            }
        ));
        self.publication_taken(index, &published, &targets, (answer, end))
    }

    fn publication_taken(
        &mut self,
        index: usize,
        published: &Published,
        targets: &[QueueNumber],
        (answer, end): (Poll<Reply>, Lsn),
    ) -> Verdict {
        let (spec, topic) = (&published.spec, published.topic);
        if targets.is_empty() && !published.retained {
            return match answer {
                Poll::Ready(Reply::Put(_)) => Ok(()),
                other => Err(format!("a publication to nobody answered {other:?}")),
            };
        }
        let temporary = |queue: &QueueNumber| self.model.queue(*queue).temporary;
        let lasting = spec.persistent && (published.retained || !targets.iter().all(temporary));
        let mut retains = Vec::new();
        if published.retained {
            let message = spec.message();
            let met = self.model.last_subscription();
            let event = match spec.syncpoint {
                true => 0,
                false => {
                    let end = if lasting { end } else { Lsn::NONE };
                    self.model.retain(topic, message.clone(), end)
                }
            };
            retains.push(Retain {
                topic,
                message,
                met,
                event,
                crowded: false,
            });
        }
        let expires = |target: &QueueNumber| (*target, spec.expires_at_us);
        let targets: Vec<_> = targets.iter().map(expires).collect();
        self.copies_taken(index, spec, &targets, (lasting, retains), (answer, end))
    }

    /// Whether the copy for one subscriber was made as it must be. `before`: what stood against it when the publication was
    /// put, which may have forced the log, and so have made room on the queue.
    fn check_copy(
        &self,
        one: &Subscription,
        spec: &PutSpec,
        taken: bool,
        before: Refusal,
    ) -> Verdict {
        let refusal = self.takes_message(&one.queue, spec.len);
        if taken && let (Some(reason), Some(_)) = (refusal.must, before.must) {
            return Err(format!(
                "a copy was put to {} that must fail with {reason:?}",
                one.queue
            ));
        }
        // Nobody whose subscription lasts may miss a persistent publication.
        let reasons = [refusal.must, refusal.may, before.must, before.may];
        let certain = reasons.iter().all(Option::is_none) && !self.in_trouble();
        if !taken && (certain || (spec.persistent && one.lasts())) {
            return Err(format!("no copy was put to {}", one.queue));
        }
        Ok(())
    }

    /// Whether a publication nobody waited for came to nothing; there must be a reason then.
    fn publication_vanished(
        &mut self,
        index: usize,
        published: &Published,
        audience: &[Subscription],
        (pinned_before, is_there): (bool, bool),
    ) -> Result<bool, String> {
        if pinned_before && !self.pinned()[index] {
            // Half of it could not be taken back.
            self.lose_work(index, true);
            self.applications[index].unheard.failed += 1;
            return Ok(true);
        }
        if !self.last_failed(index, is_there)? {
            return Ok(false);
        }
        let reason = Reason::PUBLICATION_FAILURE;
        if !self.excused(Reason::RESOURCE_PROBLEM) && !self.stopping() {
            self.publication_refused(index, published, audience, reason)?;
        }
        self.fail_unheard(index, &published.spec, "publish");
        // MQSTAT has told of it.
        self.applications[index].unheard.failed = 0;
        Ok(true)
    }

    fn publication_refused(
        &mut self,
        index: usize,
        published: &Published,
        audience: &[Subscription],
        reason: Reason,
    ) -> Verdict {
        let spec = &published.spec;
        let refused = |one: &Subscription| {
            let refusal = self.takes_message(&one.queue, spec.len);
            refusal.must.is_some() || refusal.may.is_some()
        };
        let explained = reason == Reason::PUBLICATION_FAILURE
            && spec.persistent
            && (self.in_trouble() || audience.iter().any(refused));
        let backed_out = reason == Reason::BACKED_OUT && self.excused(Reason::RESOURCE_PROBLEM);
        if backed_out {
            self.lose_work(index, false);
        } else if !explained && !self.excused(reason) {
            return Err(format!("a publication was refused with {reason:?}"));
        }
        self.note_refusal(index, "publish", reason);
        Ok(())
    }

    // ---- operators

    /// Subscribes a queue to a topic, or to all topics.
    pub(crate) fn define_subscription(&mut self) -> Verdict {
        let queue = self.known_name();
        let taken = |one: &Subscription| one.queue == queue;
        let provided = |one: &&Subscription| one.kind == Kind::Provided;
        let known: Vec<_> = self.model.subscriptions.values().filter(provided).collect();
        if self.model.named(&queue).is_none()
            || known.len() >= SUBSCRIPTIONS_MAX
            || known.into_iter().any(taken)
        {
            return Ok(());
        }
        let topic = self.invent_pattern();
        let (number, name) = self.model.next_subscription();
        let one = Subscription {
            number,
            topic,
            queue,
            kind: Kind::Provided,
            takes_retained: true,
            held: false,
            certain: true,
        };
        let given = self.model.given(topic, self.now_us());
        let refusals: Vec<_> = given
            .iter()
            .map(|(message, _)| self.takes_message(&one.queue, message.len))
            .collect();
        let outcome = self
            .engine()
            .define_subscription(definition(&name, &one)?, false);
        self.trace.note(&format!(
            "operator: subscribes {} to {}, given {:?}: {outcome:?}",
            one.queue,
            one.pattern(),
            given
                .iter()
                .map(|(message, _)| message.number)
                .collect::<Vec<_>>(),
        ));
        let crowded = self.crowds(&one.queue, given.len());
        let refused = crowded || refusals.iter().any(Refusal::is_some);
        let given = given.into_iter().zip(refusals).collect();
        self.given_by_command(&name, &one, given, outcome.is_ok())?;
        match outcome {
            Err(ObjectError::Refused(Reason::RETAINED_NOT_DELIVERED))
                if refused || self.loses_retained() =>
            {
                Ok(())
            }
            outcome => self.subscribed(name, one, outcome),
        }
    }

    /// A subscription was made by command, or not: takes what it was given onto its queue.
    fn given_by_command(
        &mut self,
        name: &str,
        one: &Subscription,
        given: Vec<((Message, Lsn), Refusal)>,
        made: bool,
    ) -> Verdict {
        // It was given all of it, or there is no subscription. If the log failed under it nobody knows.
        let unknown = !made && self.stopping();
        let mut gained = match unknown {
            true => given.len(),
            // The depth may fall at the same time, by what has expired.
            false => self.publications_of(name),
        };
        if made && gained < given.len() {
            return Err(format!("{} was given {gained} messages", one.queue));
        }
        for ((message, _), refusal) in given.into_iter().filter(|_| made || unknown) {
            if let Some(at) = self.place_given(one, message, refusal, &mut gained)? {
                let work = Work {
                    puts: vec![at],
                    ..Work::default()
                };
                match made {
                    // What is answered is durable.
                    true => self.model.commit(&work),
                    false => self.leave_open(Effect::Commit(work)),
                }
            }
        }
        if gained > 0 && !unknown {
            return Err(format!("{} was given what nobody retains", one.queue));
        }
        Ok(())
    }

    /// So many messages more may be too many for a queue.
    fn crowds(&self, name: &str, more: usize) -> bool {
        self.model.named(name).is_none_or(|number| {
            let queue = self.model.queue(number);
            let bound = usize::try_from(queue.attributes.max_depth).unwrap_or(0);
            queue.messages.len() + more > bound
        })
    }

    /// The log or the disk may have no room for what is retained.
    pub(super) fn loses_retained(&self) -> bool {
        self.excused(Reason::RESOURCE_PROBLEM) || self.in_trouble() || self.stopping()
    }

    /// How many publications were put for a subscription.
    fn publications_of(&self, name: &str) -> usize {
        let found = self.listed(name);
        found.map_or(0, |one| one.messages as usize)
    }

    /// A subscription as the queue manager lists it.
    pub(super) fn listed(&self, name: &str) -> Option<SubscriptionStatus> {
        let all = self.engine().subscriptions();
        let is_it = |one: &SubscriptionStatus| one.definition.text(Attr::Sub) == name;
        all.into_iter().find(is_it)
    }

    fn subscribed(
        &mut self,
        name: String,
        mut one: Subscription,
        outcome: Result<(), ObjectError>,
    ) -> Verdict {
        match outcome {
            Ok(()) => {}
            Err(ObjectError::Refused(Reason::Q_MGR_STOPPING)) if self.stopping() => {
                one.certain = false;
            }
            Err(ObjectError::Refused(reason)) if self.excused(reason) => return Ok(()),
            Err(error) => return Err(format!("a subscription was refused: {error}")),
        }
        self.model.subscriptions.insert(name, one);
        Ok(())
    }

    pub(crate) fn delete_subscription(&mut self) -> Verdict {
        let count = self.model.subscriptions.len() as u64;
        if count == 0 {
            return Ok(());
        }
        let chosen = self.random.below(count) as usize;
        let name = self.model.subscriptions.keys().nth(chosen).cloned();
        let name = name.ok_or("it was counted")?;
        let Some(found) = self.listed(&name) else {
            return Err(format!("subscription {name} is gone"));
        };
        let id = found.definition.name();
        let outcome = self.engine().delete_subscription(&id);
        self.trace
            .note(&format!("operator: ends subscription {name}: {outcome:?}"));
        let one = &self.model.subscriptions[&name];
        let (held, provided) = (one.held, one.kind == Kind::Provided);
        match outcome {
            Err(ObjectError::InUse) if held => {}
            _ if held => return Err("a subscription ended that somebody has".into()),
            Ok(()) if provided => drop(self.model.subscriptions.remove(&name)),
            Ok(()) => self.end_subscription(&name, self.stopping()),
            Err(ObjectError::Refused(Reason::Q_MGR_STOPPING)) if self.stopping() && !provided => {
                self.end_subscription(&name, true);
            }
            Err(ObjectError::Refused(Reason::Q_MGR_STOPPING)) if self.stopping() => {
                let one = self.model.subscriptions.get_mut(&name);
                one.ok_or("it was found")?.certain = false;
            }
            Err(ObjectError::Refused(reason)) if self.excused(reason) => {}
            Err(error) => return Err(format!("a subscription did not end: {error}")),
        }
        Ok(())
    }

    /// The subscriptions after a restart are those there were, but for those nobody was told of.
    pub(crate) fn judge_subscriptions(&mut self) -> Verdict {
        let mut shown: Vec<(String, String, String)> = Vec::new();
        for one in self.engine().subscriptions() {
            let text = |attr| one.definition.text(attr).to_owned();
            shown.push((text(Attr::Sub), text(Attr::Topicstr), text(Attr::Dest)));
        }
        shown.retain(|(name, ..)| name.starts_with("SIM."));
        for (name, topic, queue) in &shown {
            let known = self.model.subscriptions.get_mut(name);
            let one = known.ok_or(format!("subscription {name} should not be there"))?;
            one.certain = true;
            if one.queue != *queue || one.pattern() != *topic || !one.lasts() {
                return Err(format!("subscription {name} is not as it was made"));
            }
        }
        let there = |name: &String| shown.iter().any(|(shown, ..)| shown == name);
        for (name, one) in &self.model.subscriptions {
            if one.certain && !there(name) {
                return Err(format!("subscription {name} is lost"));
            }
        }
        self.model.subscriptions.retain(|name, _| there(name));
        Ok(())
    }
}

fn definition(name: &str, one: &Subscription) -> Result<Definition, String> {
    let mut definition = Definition::new(ObjectKind::Sub, ObjectName::BLANK);
    let values: [(Attr, Value); 8] = [
        (Attr::Sub, name.into()),
        (Attr::Topicstr, one.pattern().as_str().into()),
        (Attr::Dest, one.queue.as_str().into()),
        (Attr::Destclas, MQDC_PROVIDED.into()),
        // Copies keep the publisher's CorrelId, priority and data.
        (Attr::Destcorl, "0".repeat(48).as_str().into()),
        (Attr::Pubprty, MQPRI_PRIORITY_AS_PUBLISHED.into()),
        (Attr::Psprop, MQPSPROP_NONE.into()),
        (Attr::Durable, MQSUB_DURABLE_YES.into()),
    ];
    for (attr, value) in values {
        let set = definition.set_internal(attr, value);
        set.map_err(|error| error.to_string())?;
    }
    Ok(definition)
}

impl PutSpec {
    /// As [`Request::Put1`] wants it.
    fn descriptor_and_options(&self, now_us: u64) -> (MsgDescriptor, PutOptions) {
        (self.descriptor(now_us), self.options())
    }
}
