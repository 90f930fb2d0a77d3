//! Rules of topic objects.

use crate::objects::TopicObjects;
use crate::objects::failure::ObjectError;
use crate::publish::topics::{BASE, Topics, place_of};
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::notices::FMQ0284;
use std::sync::Arc;

/// Objects that need no topic string: what others are defined like, and subscription points.
const WITHOUT_STRING: [&str; 3] = [
    BASE,
    "SYSTEM.DEFAULT.TOPIC",
    "SYSTEM.BROKER.DEFAULT.SUBPOINT",
];

impl TopicObjects for Topics {
    /// A topic object must have a topic string, which no other has and which stays as it is.
    fn check(&self, before: Option<&Definition>, object: &Definition) -> Result<(), ObjectError> {
        let (name, topic) = (object.name(), object.text(Attr::Topicstr));
        if before.is_some_and(|before| before.text(Attr::Topicstr) != topic) {
            return Err(ObjectError::Conflict(
                "the TOPICSTR of a topic cannot be changed: delete the topic and define it again",
            ));
        }
        if topic.is_empty() {
            if WITHOUT_STRING.contains(&name.as_str()) {
                return Ok(());
            }
            return Err(ObjectError::Conflict("a topic needs a TOPICSTR"));
        }
        let space = self.space();
        if !object.text(Attr::Cluster).is_empty() && space.goes_elsewhere(place_of(object), object)
        {
            return Err(ObjectError::Notice(&FMQ0284));
        }
        let there = space.tree.object(place_of(object));
        if there.is_some_and(|there| there.name() != name) {
            return Err(ObjectError::Conflict(
                "another topic has this TOPICSTR already",
            ));
        }
        Ok(())
    }

    fn set(&self, object: &Arc<Definition>) {
        self.set_object(object);
    }

    fn remove(&self, object: &Definition) {
        self.remove_object(object);
    }
}
