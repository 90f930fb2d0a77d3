//! Subscriptions in memory, which count how often all of them are listed.

use ferromq_admin::{ObjectError, TopicOperations};
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::name::ObjectName;
use ferromq_qmgr::{PublisherStatus, SubscriptionStatus, TopicStatus};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

#[derive(Default)]
pub(crate) struct FakeTopics {
    subscriptions: RefCell<BTreeMap<ObjectName, Definition>>,
    made: Cell<u32>,
    pub(super) listings: Cell<u32>,
}

fn status(definition: &Definition) -> SubscriptionStatus {
    SubscriptionStatus {
        definition: definition.clone(),
        connection: None,
        messages: 0,
        last_message: None,
        resumed: None,
    }
}

impl TopicOperations for FakeTopics {
    fn subscriptions(&self) -> Vec<SubscriptionStatus> {
        self.listings.set(self.listings.get() + 1);
        self.subscriptions.borrow().values().map(status).collect()
    }

    fn subscription_count(&self) -> usize {
        self.subscriptions.borrow().len()
    }

    fn subscription(&self, id: &ObjectName) -> Option<SubscriptionStatus> {
        self.subscriptions.borrow().get(id).map(status)
    }

    fn subscription_named(&self, name: &str) -> Option<SubscriptionStatus> {
        let all = self.subscriptions.borrow();
        let mut same = all.values().filter(|one| one.text(Attr::Sub) == name);
        same.next().map(status)
    }

    fn define_subscription(
        &self,
        definition: Definition,
        replace: bool,
    ) -> Result<(), ObjectError> {
        let name = definition.text(Attr::Sub).to_owned();
        let there = self.subscription_named(&name);
        if there.is_some() && !replace {
            return Err(ObjectError::AlreadyExists);
        }
        let id = there.map_or_else(
            || {
                self.made.set(self.made.get() + 1);
                ObjectName::truncated(&format!("{:048X}", self.made.get()))
            },
            |there| there.definition.name(),
        );
        let mut kept = Definition::like(&definition, id);
        kept.set_internal(Attr::Sub, name.as_str())
            .expect("it was a name");
        self.subscriptions.borrow_mut().insert(id, kept);
        Ok(())
    }

    fn delete_subscription(&self, id: &ObjectName) -> Result<(), ObjectError> {
        let removed = self.subscriptions.borrow_mut().remove(id);
        removed.map(drop).ok_or(ObjectError::NotFound)
    }

    fn topics(&self, _pattern: &str) -> Vec<TopicStatus> {
        Vec::new()
    }

    fn topic_count(&self) -> usize {
        17
    }

    fn publishers(&self) -> Vec<PublisherStatus> {
        Vec::new()
    }

    fn clear_retained(&self, _topic: &str) -> Result<(), ObjectError> {
        Err(ObjectError::NotFound)
    }
}
