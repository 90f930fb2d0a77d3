//! What the commands ask about subscriptions and topics.

use crate::neighbours::RelationStatus;
use crate::outcome::ObjectError;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::name::ObjectName;
use ferromq_qmgr::{PublisherStatus, SubscriptionStatus, TopicStatus};

/// The keeper of topics and subscriptions.
pub trait TopicOperations {
    /// Every subscription.
    fn subscriptions(&self) -> Vec<SubscriptionStatus>;

    /// How many there are.
    fn subscription_count(&self) -> usize;

    /// The one with an identifier. Costs the same however many there are.
    fn subscription(&self, id: &ObjectName) -> Option<SubscriptionStatus>;

    /// The one of a name. Costs the same however many there are.
    fn subscription_named(&self, name: &str) -> Option<SubscriptionStatus>;

    /// Makes a subscription that lasts, or gives the one of its name another definition.
    ///
    /// # Errors
    /// `AlreadyExists`, `Conflict`, and the general ones.
    fn define_subscription(&self, definition: Definition, replace: bool)
    -> Result<(), ObjectError>;

    /// Removes a subscription, with its queue if that was made for it.
    ///
    /// # Errors
    /// `NotFound`, `InUse`, and the general ones.
    fn delete_subscription(&self, id: &ObjectName) -> Result<(), ObjectError>;

    /// The topics there are that fit a topic string, with wildcards or without.
    fn topics(&self, pattern: &str) -> Vec<TopicStatus>;

    /// How many topics there are. Costs the same however many.
    fn topic_count(&self) -> usize;

    /// The handles that are open for publishing.
    fn publishers(&self) -> Vec<PublisherStatus>;

    /// Whether the queued interface runs.
    fn queued_runs(&self) -> bool {
        false
    }

    /// The queue managers publications are exchanged with, in the order of their names.
    fn relations(&self) -> Vec<RelationStatus> {
        Vec::new()
    }

    /// Has all of them told anew what is wanted here. False when nothing is exchanged.
    fn refresh_proxies(&self) -> bool {
        false
    }

    /// Ends the relation to one of them. False when there is none such.
    fn cancel_relation(&self, _q_mgr: &ObjectName, _is_parent: bool) -> bool {
        false
    }

    /// Forgets what is retained for a topic.
    ///
    /// # Errors
    /// `NotFound` when nothing is.
    fn clear_retained(&self, topic: &str) -> Result<(), ObjectError>;
}
