//! `MQOPEN` of a topic, to publish to it.

use crate::objects::registry::FrontQueue;
use crate::publish::subscription::SYSTEM_TOPICS;
use crate::verbs::connection::Connection;
use crate::verbs::handle::{Handle, OpenTopic, Opened};
use crate::verbs::open::{INPUT, object_handle};
use ferromq_mqi::Reason;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::ObjectDescriptor;
use ferromq_topic::combine;
use std::sync::Arc;

/// Where components publish that are not the queue manager itself.
const OF_COMPONENTS: &str = "Application";

impl Connection {
    /// Opens a topic: the one of a topic object, a topic string, or both. `front` is the alias queue it was reached
    /// through.
    pub(super) fn open_topic(
        &mut self,
        descriptor: &mut ObjectDescriptor,
        options: i32,
        front: Option<Arc<FrontQueue>>,
    ) -> Result<Handle, Reason> {
        const NOT_FOR_TOPICS: i32 = INPUT | MQOO_BROWSE | MQOO_INQUIRE | MQOO_SET;
        if options & NOT_FOR_TOPICS != 0 {
            return Err(Reason::OPTION_NOT_VALID_FOR_TYPE);
        }
        if !self.engine.limits().publishes {
            return Err(Reason::PUBSUB_INHIBITED);
        }
        let q_mgr = descriptor.object_q_mgr_name;
        if !q_mgr.is_blank() && q_mgr != self.engine.name {
            return Err(Reason::UNKNOWN_OBJECT_Q_MGR);
        }
        let object = match &front {
            Some(front) => ObjectName::truncated(front.definition().text(Attr::Target)),
            None => descriptor.object_name,
        };
        let string = match descriptor.version {
            MQOD_VERSION_4 => descriptor.object_string.as_str(),
            _ => "",
        };
        let topic = self.full_topic(&object, string)?;
        let mut levels = topic.split('/');
        if levels.next() == Some(SYSTEM_TOPICS) && levels.next() != Some(OF_COMPONENTS) {
            return Err(Reason::NOT_AUTHORIZED);
        }
        let inherited = self.engine.topics.inherited(&topic);
        self.check_publish(descriptor, options, &inherited.objects)?;
        if descriptor.version >= MQOD_VERSION_4 {
            descriptor.res_object_string.clone_from(&topic);
        }
        let (topic, own) = (topic.into(), self.state.number);
        let publisher = self.engine.topics.enter_publisher(topic, own);
        descriptor.resolved_type = MQOT_TOPIC;
        descriptor.resolved_q_name = ObjectName::BLANK;
        descriptor.resolved_q_mgr_name = ObjectName::BLANK;
        if let Some(front) = &front {
            front.enter();
        }
        // The attributes in force count at each put; only the put response is settled here.
        let definition = Definition::new(ObjectKind::Topic, object);
        let mut handle = object_handle(self, definition, descriptor.object_name, options);
        handle.default_put_response = inherited.put_response;
        handle.default_persistence = inherited.persistence;
        handle.default_priority = inherited.priority;
        handle.opened = Opened::Topic(Box::new(OpenTopic {
            publisher,
            front,
            audience: None,
        }));
        Ok(handle)
    }

    /// The topic string a topic object and a string stand for.
    ///
    /// # Errors
    /// `MQRC_UNKNOWN_OBJECT_NAME` when there is no such topic object, or nothing was given;
    /// `MQRC_TOPIC_STRING_ERROR`.
    pub(super) fn full_topic(&self, object: &ObjectName, string: &str) -> Result<String, Reason> {
        let registry = self.engine.registry();
        let found = match object.is_blank() {
            true => None,
            false => Some(
                registry
                    .plain(ObjectKind::Topic, object)
                    .ok_or(Reason::UNKNOWN_OBJECT_NAME)?,
            ),
        };
        let object = found.map(|found| found.text(Attr::Topicstr));
        combine(object, string).map_err(|error| error.reason())
    }
}
