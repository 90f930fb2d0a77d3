//! Who subscribed to what.

use super::Model;

/// A topic, by its number.
pub(crate) type Topic = u32;

/// A subscription that lasts, with a queue of its own.
#[derive(Clone, Debug)]
pub(crate) struct Subscription {
    /// `None` for all topics.
    pub(crate) topic: Option<Topic>,
    /// Name of the queue; it may come and go.
    pub(crate) queue: String,
    /// The log did not fail when it was made or removed.
    pub(crate) certain: bool,
}

impl Subscription {
    /// Its topic string.
    pub(crate) fn pattern(&self) -> String {
        match self.topic {
            Some(topic) => format!("t/{topic}"),
            None => "t/#".to_owned(),
        }
    }
}

impl Model {
    /// A name for a new subscription.
    pub(crate) fn next_subscription(&mut self) -> String {
        self.last_subscription += 1;
        format!("SIM.{}", self.last_subscription)
    }

    /// Whom a publication to a topic meets.
    pub(crate) fn audience(&self, topic: Topic) -> Vec<Subscription> {
        let meets = |one: &&Subscription| one.topic.is_none_or(|other| other == topic);
        self.subscriptions.values().filter(meets).cloned().collect()
    }
}
