//! Topics and subscriptions of a running queue manager.

use super::{Administered, refusal};
use crate::neighbours::RelationStatus;
use crate::outcome::ObjectError;
use crate::topics::TopicOperations;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::name::{FixedText, ObjectName};
use ferromq_qmgr::{PublisherStatus, SubscriptionStatus, TopicStatus};

impl TopicOperations for Administered {
    fn subscriptions(&self) -> Vec<SubscriptionStatus> {
        self.queue_manager.subscriptions()
    }

    fn subscription_count(&self) -> usize {
        self.queue_manager.subscription_count()
    }

    fn subscription(&self, id: &ObjectName) -> Option<SubscriptionStatus> {
        self.queue_manager.subscription_status(id)
    }

    fn subscription_named(&self, name: &str) -> Option<SubscriptionStatus> {
        self.queue_manager.subscription_status_named(name)
    }

    fn define_subscription(
        &self,
        mut definition: Definition,
        replace: bool,
    ) -> Result<(), ObjectError> {
        // Documented: it is whoever gave the command. Publications say so to those who get them.
        if definition.text(Attr::Subuser).is_empty() {
            let user = FixedText::<12>::truncated(&self.cause.user);
            let user = user.as_str().trim_end();
            let set = definition.set(Attr::Subuser, user);
            set.map_err(|error| ObjectError::NotPossible(error.to_string()))?;
        }
        let defined = self.queue_manager.define_subscription(definition, replace);
        defined.map_err(refusal)
    }

    fn delete_subscription(&self, id: &ObjectName) -> Result<(), ObjectError> {
        self.queue_manager.delete_subscription(id).map_err(refusal)
    }

    fn topics(&self, pattern: &str) -> Vec<TopicStatus> {
        self.queue_manager.topics(pattern)
    }

    fn topic_count(&self) -> usize {
        self.queue_manager.topic_count()
    }

    fn publishers(&self) -> Vec<PublisherStatus> {
        self.queue_manager.publishers()
    }

    fn queued_runs(&self) -> bool {
        self.queued().is_some_and(|queued| queued.runs())
    }

    fn relations(&self) -> Vec<RelationStatus> {
        let neighbours = self.neighbours();
        neighbours.map_or_else(Vec::new, |neighbours| neighbours.relations())
    }

    fn refresh_proxies(&self) -> bool {
        self.neighbours()
            .is_some_and(|neighbours| neighbours.refresh())
    }

    fn cancel_relation(&self, q_mgr: &ObjectName, is_parent: bool) -> bool {
        let neighbours = self.neighbours();
        neighbours.is_some_and(|neighbours| neighbours.cancel(q_mgr, is_parent))
    }

    fn clear_retained(&self, topic: &str) -> Result<(), ObjectError> {
        self.queue_manager.clear_retained(topic).map_err(refusal)
    }
}
