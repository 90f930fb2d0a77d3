//! What a queue manager says it publishes: classes, types and elements.
//!
//! Nothing is known beforehand but where the list of classes is.

use super::Listener;
use crate::failure::Failure;
use ferromq_mqi::generated::constants::{
    MQCA_TOPIC_STRING, MQCAMO_MONITOR_CLASS, MQCAMO_MONITOR_DESC, MQCAMO_MONITOR_TYPE, MQCMD_NONE,
    MQGACF_MONITOR_CLASS, MQGACF_MONITOR_ELEMENT, MQGACF_MONITOR_TYPE, MQIAMO_MONITOR_CLASS,
    MQIAMO_MONITOR_DATATYPE, MQIAMO_MONITOR_ELEMENT, MQIAMO_MONITOR_TYPE,
};
use ferromq_mqi::pcf::{Message, Parameter, Value};

/// A class.
pub(crate) struct Class {
    pub(crate) number: i32,
    pub(crate) name: String,
    pub(crate) about: String,
    pub(crate) kinds: Vec<Kind>,
}

/// A type within a class.
pub(crate) struct Kind {
    pub(crate) number: i32,
    pub(crate) name: String,
    pub(crate) about: String,
    /// Where its figures are published; `%s` stands for the name of an object.
    pub(crate) topic: String,
    pub(crate) elements: Vec<Element>,
}

/// A figure.
pub(crate) struct Element {
    pub(crate) number: i32,
    /// `MQIAMO_MONITOR_*`.
    pub(crate) unit: i32,
    pub(crate) about: String,
}

impl Kind {
    /// An object has to be named.
    pub(crate) fn is_of_an_object(&self) -> bool {
        self.topic.contains("%s")
    }
}

/// The type of the figures in a publication.
pub(crate) fn kind_of<'a>(classes: &'a [Class], message: &Message) -> Option<&'a Kind> {
    let class = message.int(MQIAMO_MONITOR_CLASS);
    let class = classes.iter().find(|one| class == Some(one.number))?;
    let kind = message.int(MQIAMO_MONITOR_TYPE);
    class.kinds.iter().find(|one| kind == Some(one.number))
}

/// Asks for all there is.
pub(crate) fn discover(listener: &mut Listener, root: &str) -> Result<Vec<Class>, Failure> {
    let mut classes = Vec::new();
    for class in groups(&listener.look_up(root)?, MQGACF_MONITOR_CLASS) {
        let mut kinds = Vec::new();
        let types = listener.look_up(&class.text(MQCA_TOPIC_STRING))?;
        for kind in groups(&types, MQGACF_MONITOR_TYPE) {
            let found = listener.look_up(&kind.text(MQCA_TOPIC_STRING))?;
            let elements = groups(&found, MQGACF_MONITOR_ELEMENT);
            kinds.push(Kind {
                number: kind.number(MQIAMO_MONITOR_TYPE),
                name: kind.text(MQCAMO_MONITOR_TYPE),
                about: kind.text(MQCAMO_MONITOR_DESC),
                topic: found.text(MQCA_TOPIC_STRING).unwrap_or_default(),
                elements: elements.iter().map(element).collect(),
            });
        }
        classes.push(Class {
            number: class.number(MQIAMO_MONITOR_CLASS),
            name: class.text(MQCAMO_MONITOR_CLASS),
            about: class.text(MQCAMO_MONITOR_DESC),
            kinds,
        });
    }
    Ok(classes)
}

fn element(group: &Group) -> Element {
    Element {
        number: group.number(MQIAMO_MONITOR_ELEMENT),
        unit: group.number(MQIAMO_MONITOR_DATATYPE),
        about: group.text(MQCAMO_MONITOR_DESC),
    }
}

/// The parameters of a group, to be asked for as those of a message are.
struct Group(Message);

impl Group {
    fn of(parameters: &[Parameter]) -> Self {
        Self(Message::command(MQCMD_NONE, parameters.to_vec()))
    }

    fn number(&self, id: i32) -> i32 {
        self.0.int(id).unwrap_or(-1)
    }

    fn text(&self, id: i32) -> String {
        self.0.text(id).unwrap_or_default()
    }
}

fn groups(message: &Message, id: i32) -> Vec<Group> {
    let of = |parameter: &Parameter| match &parameter.value {
        Value::Group(inner) if parameter.id == id => Some(Group::of(inner)),
        _ => None,
    };
    message.parameters.iter().filter_map(of).collect()
}
