//! Event messages about verbs that fail: gets and puts that are inhibited, and names that lead nowhere, here or elsewhere. And about
//! objects a verb changes.
//!
//! What a verb meets is noted where it happens, if somebody asked for such events, and told when the verb is answered: until
//! then it may be begun anew, and then nothing has happened yet. No event is part of a unit of work.
//!
//! Source: "Event message reference", the events of types inhibit, local and remote.

use crate::core::observation::EventMessage;
use crate::deliver::cause::Cause;
use crate::deliver::configuration::{tell_change, tells_changes};
use crate::deliver::event::{EventDetails, client_of, fixed_text, is_asked_for, put};
use crate::deliver::name_facts::{facts_of, told_of_topic};
use crate::objects::operations::Changed;
use crate::verbs::connection::Connection;
use crate::verbs::handle::Opened;
use crate::verbs::refusals::Refusals;
use ferromq_mqi::Reason;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{ObjectDescriptor, ObjectHandle};
use ferromq_mqi::pcf::Parameter;

impl Connection {
    /// Tells what was noted. The verb is answered, and no lock is held.
    pub(crate) fn tell_refusals(&mut self) {
        let Refusals { refused, changed } = std::mem::take(&mut self.refusals);
        for (event, details) in refused {
            put(&self.engine, event, details);
        }
        if let Some(changed) = changed {
            let Changed { before, after } = *changed;
            let user = self.state.origin.user_id;
            let cause = Cause::of(MQEVO_MQSET, user.as_str());
            tell_change(&self.engine, &cause, before.as_ref(), after.as_ref());
        }
    }

    /// `MQSET` has changed an object.
    pub(super) fn note_set(&mut self, changed: Changed) {
        if tells_changes(&self.engine) {
            self.refusals.changed = Some(Box::new(changed));
        }
    }

    /// Something could not be opened.
    #[cold]
    pub(super) fn note_unopened(&mut self, descriptor: &ObjectDescriptor, reason: Reason) {
        let facts = |connection: &Self| {
            let name = &descriptor.object_name;
            let q_mgr = &descriptor.object_q_mgr_name;
            let mut told = match descriptor.object_type {
                MQOT_Q => facts_of(&connection.engine, name, q_mgr),
                _ => Vec::new(),
            };
            told.extend(connection.told_of_name(descriptor.object_type, name, q_mgr));
            told
        };
        self.note(reason, facts);
    }

    /// A put through a handle, or a get, was refused.
    #[cold]
    pub(super) fn note_refused(&mut self, number: ObjectHandle, reason: Reason) {
        if EventMessage::of_failure(reason).is_none() {
            return;
        }
        let Ok(handle) = self.handles.get(number) else {
            return;
        };
        let name = handle.object_name;
        let (topic, q_mgr) = match &handle.opened {
            Opened::Topic(open) => (Some(open.publisher.topic.clone()), ObjectName::BLANK),
            // What was named with another queue manager's name was reached through no definition.
            Opened::Queue(resolved) if resolved.is_remote() && resolved.front.is_none() => {
                (None, resolved.resolved_q_mgr_name)
            }
            _ => (None, ObjectName::BLANK),
        };
        self.note(reason, |connection| match topic {
            Some(topic) => connection.told_of_topic(&topic),
            None => connection.told_of_name(MQOT_Q, &name, &q_mgr),
        });
    }

    fn note(&mut self, reason: Reason, facts: impl FnOnce(&Self) -> Vec<Parameter>) {
        let Some(event) = EventMessage::of_failure(reason) else {
            return;
        };
        if !is_asked_for(&self.engine, event) {
            return;
        }
        let appl_name = self.state.appl_name.as_str();
        let details = EventDetails::default()
            .and(facts(self))
            .int(MQIA_APPL_TYPE, self.state.origin.appl_type)
            .text(MQCACF_APPL_NAME, appl_name, MQ_APPL_NAME_LENGTH)
            .and(client_of(&self.state.origin))
            .only(event.parameters);
        self.refusals.refused.push((event, details));
    }

    fn told_of_name(
        &self,
        object_type: i32,
        name: &ObjectName,
        q_mgr: &ObjectName,
    ) -> Vec<Parameter> {
        let mut told = Vec::new();
        let named = match object_type {
            MQOT_Q => Some((MQCA_Q_NAME, MQ_Q_NAME_LENGTH)),
            MQOT_PROCESS => Some((MQCA_PROCESS_NAME, MQ_PROCESS_NAME_LENGTH)),
            MQOT_TOPIC => Some((MQCA_TOPIC_NAME, MQ_TOPIC_NAME_LENGTH)),
            _ => None,
        };
        told.extend(named.map(|(parameter, length)| fixed_text(parameter, name.as_str(), length)));
        if !q_mgr.is_blank() && *q_mgr != self.engine.name {
            told.push(fixed_text(
                MQCACF_OBJECT_Q_MGR_NAME,
                q_mgr.as_str(),
                MQ_Q_MGR_NAME_LENGTH,
            ));
        }
        told
    }

    /// A topic: its string, and the topic objects above it.
    pub(super) fn told_of_topic(&self, topic: &str) -> Vec<Parameter> {
        let objects = self.engine.topics.inherited(topic).objects;
        told_of_topic(topic, &objects)
    }
}
