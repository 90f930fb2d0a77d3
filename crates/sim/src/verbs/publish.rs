//! Publications, and the subscriptions they meet.
//!
//! Subscriptions are made and removed by the operator. Each has a queue of the run as its destination, by name, and no two have
//! the same, so that a publication is at most once on a queue. To the model a publication is one unit of work with a put to each
//! queue that takes it; so all that is judged of units of work is judged of publications: all copies or none after a crash, in the
//! order they were published, each once.

use super::put::PutSpec;
use crate::model::{QueueNumber, Subscription, Topic};
use crate::world::{Verdict, World};
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{
    MQDC_PROVIDED, MQPRI_PRIORITY_AS_PUBLISHED, MQPSPROP_NONE, MQSUB_DURABLE_YES,
};
use ferromq_mqi::options::{ObjectDescriptor, PutOptions};
use ferromq_mqi::{MsgDescriptor, ObjectName, Reason};
use ferromq_qmgr::ObjectError;
use std::task::Poll;

/// Topics publications go to.
const TOPICS: u64 = 2;
/// Subscriptions there are at most.
const SUBSCRIPTIONS_MAX: usize = 5;

impl World {
    pub(super) fn publish(&mut self, index: usize) -> Verdict {
        let topic = self.random.below(TOPICS) as Topic;
        let mut spec = self.invent_spec(0);
        spec.asynchronous = false;
        let (descriptor, options) = spec.descriptor_and_options(self.now_us());
        let request = Request::Put1 {
            object: ObjectDescriptor::topic(&format!("t/{topic}")),
            descriptor,
            options,
            body: spec.body(),
        };
        let audience = self.model.audience(topic);
        let before: Vec<_> = audience.iter().map(|one| self.filled(&one.queue)).collect();
        let Some(answer) = self.call(index, request)? else {
            return Ok(());
        };
        if let Poll::Ready(Reply::Failed(reason)) = &answer {
            return self.publication_refused(index, &spec, &audience, *reason);
        }
        let mut targets = Vec::new();
        for (one, before) in audience.iter().zip(before) {
            let taken = self.gained(&one.queue, before);
            self.check_copy(one, &spec, taken)?;
            targets.extend(self.model.named(&one.queue).filter(|_| taken));
        }
        self.trace.note(&format!(
            "application {index}: publishes message {} to t/{topic}, {} of {} take it",
            spec.number,
            targets.len(),
            audience.len()
        ));
        self.publication_taken(index, &spec, &targets, answer)
    }

    fn publication_taken(
        &mut self,
        index: usize,
        spec: &PutSpec,
        targets: &[QueueNumber],
        answer: Poll<Reply>,
    ) -> Verdict {
        if !targets.is_empty() {
            return self.copies_taken(index, spec, targets, answer);
        }
        match answer {
            Poll::Ready(Reply::Put(_)) => Ok(()),
            other => Err(format!("a publication to nobody answered {other:?}")),
        }
    }

    /// Whether the copy for one subscriber was made as it must be.
    fn check_copy(&self, one: &Subscription, spec: &PutSpec, taken: bool) -> Verdict {
        let refusal = self.takes_copy(&one.queue, spec);
        if taken && let Some(reason) = refusal.must {
            return Err(format!(
                "a copy was put to {} that must fail with {reason:?}",
                one.queue
            ));
        }
        // These subscriptions last: nobody may miss a persistent publication.
        let certain = refusal.must.is_none() && refusal.may.is_none() && !self.in_trouble();
        if !taken && (certain || spec.persistent) {
            return Err(format!("no copy was put to {}", one.queue));
        }
        Ok(())
    }

    fn publication_refused(
        &mut self,
        index: usize,
        spec: &PutSpec,
        audience: &[Subscription],
        reason: Reason,
    ) -> Verdict {
        let refused = |one: &Subscription| {
            let refusal = self.takes_copy(&one.queue, spec);
            refusal.must.is_some() || refusal.may.is_some()
        };
        let explained = reason == Reason::PUBLICATION_FAILURE
            && spec.persistent
            && (self.in_trouble() || audience.iter().any(refused));
        let backed_out = reason == Reason::BACKED_OUT && self.excused(Reason::RESOURCE_PROBLEM);
        if backed_out {
            let work = std::mem::take(&mut self.applications[index].work);
            self.model.back_out(&work, true);
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
        let known = self.model.subscriptions.values();
        if self.model.named(&queue).is_none()
            || self.model.subscriptions.len() >= SUBSCRIPTIONS_MAX
            || known.into_iter().any(taken)
        {
            return Ok(());
        }
        let topic = self.random.below(TOPICS + 1);
        let one = Subscription {
            topic: (topic < TOPICS).then_some(topic as Topic),
            queue,
            certain: true,
        };
        let name = self.model.next_subscription();
        let outcome = self
            .engine()
            .define_subscription(definition(&name, &one)?, false);
        self.trace.note(&format!(
            "operator: subscribes {} to {}: {outcome:?}",
            one.queue,
            one.pattern()
        ));
        self.subscribed(name, one, outcome)
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
        let all = self.engine().subscriptions();
        let found = all
            .iter()
            .find(|one| one.definition.text(Attr::Sub) == name);
        let Some(id) = found.map(|one| one.definition.name()) else {
            return Err(format!("subscription {name} is gone"));
        };
        let outcome = self.engine().delete_subscription(&id);
        self.trace
            .note(&format!("operator: ends subscription {name}: {outcome:?}"));
        match outcome {
            Ok(()) => drop(self.model.subscriptions.remove(&name)),
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
            if one.queue != *queue || one.pattern() != *topic {
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
