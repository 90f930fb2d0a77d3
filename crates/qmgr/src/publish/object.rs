//! Rules of topic objects.

use crate::objects::failure::ObjectError;
use crate::objects::shared::Shared;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::definition::Definition;

/// The object at the root of the tree.
const BASE: &str = "SYSTEM.BASE.TOPIC";
/// Objects that need no topic string: what others are defined like, and subscription points.
const WITHOUT_STRING: [&str; 3] = [
    BASE,
    "SYSTEM.DEFAULT.TOPIC",
    "SYSTEM.BROKER.DEFAULT.SUBPOINT",
];

/// Whether an object has a place in the tree of topics.
pub(super) fn has_place(object: &Definition) -> bool {
    object.name().as_str() == BASE || !object.text(Attr::Topicstr).is_empty()
}

/// Where in the tree an object stands. A `/` at the end of its topic string adds no level: `DEV.BASE.TOPIC` with
/// `dev/` is the object of `dev` and all below.
pub(super) fn place_of(object: &Definition) -> &str {
    let topic = object.text(Attr::Topicstr);
    topic.strip_suffix('/').unwrap_or(topic)
}

/// A topic object must have a topic string, which no other has and which stays as it is.
pub(crate) fn check_object(shared: &Shared, object: &Definition) -> Result<(), ObjectError> {
    let (name, topic) = (object.name(), object.text(Attr::Topicstr));
    let before = shared.registry().definition(ObjectKind::Topic, &name);
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
    let space = shared.topics.space();
    let there = space
        .tree
        .object(place_of(object))
        .map(|there| there.name());
    if there.is_some_and(|there| there != name) {
        return Err(ObjectError::Conflict(
            "another topic has this TOPICSTR already",
        ));
    }
    Ok(())
}
