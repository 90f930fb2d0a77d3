//! What definitions say of a name that leads nowhere, for the event message about it.
//!
//! A name is resolved without a thought for events (`resolve.rs`). Of one that could not be, the definitions on the way are looked
//! at once more, if somebody asked for such events.

use crate::deliver::event::fixed_text;
use crate::objects::Objects;
use crate::objects::registry::{QueueObject, Registry};
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::pcf::{Parameter, Texts, Value};

/// What there is to tell of a queue that was named, with the name of its queue manager or without.
pub(crate) fn facts_of(objects: &Objects, name: &ObjectName, q_mgr: &ObjectName) -> Vec<Parameter> {
    let default = ObjectName::truncated(objects.q_mgr().text(Attr::Defxmitq));
    let registry = objects.registry();
    let mut facts = Facts {
        registry: &registry,
        default,
        own: objects.name,
        told: Vec::new(),
    };
    match q_mgr.is_blank() || *q_mgr == objects.name {
        true => facts.here(name),
        false => facts.elsewhere(name, q_mgr),
    }
    facts.told
}

struct Facts<'a> {
    registry: &'a Registry,
    /// `DEFXMITQ`
    default: ObjectName,
    own: ObjectName,
    told: Vec<Parameter>,
}

impl Facts<'_> {
    /// A name of this queue manager.
    fn here(&mut self, name: &ObjectName) {
        match self.registry.queue(name) {
            Some(QueueObject::Alias(alias)) => {
                let definition = alias.definition();
                let base = ObjectName::truncated(definition.text(Attr::Target));
                self.tell_name(MQCA_BASE_OBJECT_NAME, &base);
                self.told.push(Parameter::int(
                    MQIA_BASE_TYPE,
                    definition.int(Attr::Targtype),
                ));
                match self.registry.queue(&base) {
                    Some(QueueObject::Remote(_)) => self.here(&base),
                    Some(found) => self.tell_type(&found),
                    None => {}
                }
            }
            Some(QueueObject::Remote(remote)) => {
                let definition = remote.definition();
                let named = ObjectName::truncated(definition.text(Attr::Xmitq));
                let q_mgr = ObjectName::truncated(definition.text(Attr::Rqmname));
                self.transmission_queue(&named, &q_mgr);
            }
            _ => {}
        }
    }

    /// A name with that of another queue manager, or of an alias of one.
    fn elsewhere(&mut self, name: &ObjectName, q_mgr: &ObjectName) {
        let Some(QueueObject::Remote(alias)) = self.registry.queue(q_mgr) else {
            return self.transmission_queue(&ObjectName::BLANK, q_mgr);
        };
        let definition = alias.definition();
        let renamed = ObjectName::truncated(definition.text(Attr::Rqmname));
        let target = if renamed.is_blank() { *q_mgr } else { renamed };
        if target == self.own {
            return self.here(name);
        }
        let named = ObjectName::truncated(definition.text(Attr::Xmitq));
        self.transmission_queue(&named, &target);
    }

    fn transmission_queue(&mut self, named: &ObjectName, q_mgr: &ObjectName) {
        let name = if !named.is_blank() {
            *named
        } else if self.registry.queue(q_mgr).is_some() {
            *q_mgr
        } else {
            self.default
        };
        self.tell_name(MQCA_XMIT_Q_NAME, &name);
        if let Some(found) = self.registry.queue(&name) {
            self.tell_type(&found);
        }
    }

    fn tell_name(&mut self, parameter: i32, name: &ObjectName) {
        let text = fixed_text(parameter, name.as_str(), MQ_Q_NAME_LENGTH);
        self.told.push(text);
    }

    fn tell_type(&mut self, found: &QueueObject) {
        let q_type = match found.kind() {
            ObjectKind::QAlias => MQQT_ALIAS,
            ObjectKind::QRemote => MQQT_REMOTE,
            ObjectKind::QModel => MQQT_MODEL,
            _ => MQQT_LOCAL,
        };
        self.told.push(Parameter::int(MQIA_Q_TYPE, q_type));
    }
}

/// A topic string, as long as it is, and the names of topic objects.
pub(crate) fn told_of_topic(topic: &str, objects: &[ObjectName]) -> Vec<Parameter> {
    let length = MQ_TOPIC_NAME_LENGTH as usize;
    let names: Vec<String> = (objects.iter().rev())
        .map(|name| format!("{:length$}", name.as_str()))
        .collect();
    let mut told = vec![Parameter::text(MQCA_TOPIC_STRING, topic)];
    if !names.is_empty() {
        told.push(Parameter {
            id: MQCACF_ADMIN_TOPIC_NAMES,
            value: Value::Texts(Texts::plain(&names)),
        });
    }
    told
}
