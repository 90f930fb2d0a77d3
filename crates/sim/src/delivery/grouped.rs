//! Subscriptions in groups (`MQSO_GROUP_SUB`): of those that overlap, have one queue and one correlation identifier, the one that
//! says most of the topic gets a copy of a publication.

use super::Delivery;
use super::model::{GROUP_COPIES, GROUPED, Item, State};
use super::verbs::{Verdict, selects};
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::{ObjectDescriptor, ObjectHandle, SubscriptionDescriptor};

/// Their names begin so, and end with their place.
const NAME: &str = "GRP.";

/// A subscription that is made and removed while publications go on.
struct Grouped {
    topic: &'static str,
    /// Levels of it before the first wildcard.
    says: usize,
    /// The group, by its correlation identifier.
    group: u8,
    red_only: bool,
    /// Of its copies, so that what is on the queue tells whose it is.
    priority: i32,
}

const GROUP_SUBSCRIPTIONS: [Grouped; GROUPED] = [
    Grouped {
        topic: "#",
        says: 0,
        group: 1,
        red_only: false,
        priority: 4,
    },
    Grouped {
        topic: "t/#",
        says: 1,
        group: 1,
        red_only: false,
        priority: 5,
    },
    Grouped {
        topic: "t/1",
        says: 2,
        group: 1,
        red_only: true,
        priority: 6,
    },
    Grouped {
        topic: "+/1",
        says: 0,
        group: 2,
        red_only: false,
        priority: 7,
    },
];

fn name_of(at: usize) -> String {
    format!("{NAME}{at}")
}

impl State {
    /// The copies of a publication that subscriptions in groups get: one for each group of which one takes it.
    pub(super) fn group_copies(&self, published: &Item) -> Vec<Item> {
        let mut best: Vec<&Grouped> = Vec::new();
        for (one, there) in GROUP_SUBSCRIPTIONS.iter().zip(self.grouped) {
            if !there || (one.red_only && !selects(0, published)) {
                continue;
            }
            match best.iter_mut().find(|other| other.group == one.group) {
                Some(other) if one.says > other.says => *other = one,
                Some(_) => {}
                None => best.push(one),
            }
        }
        let copies = best.into_iter().map(|one| Item {
            priority: one.priority,
            ..published.clone()
        });
        copies.collect()
    }
}

impl Delivery {
    /// Makes one of the subscriptions in groups, or removes it.
    pub(super) fn regroup(&mut self, application: usize) -> Verdict {
        let at = self.random.below(GROUPED as u64) as usize;
        let is_there = self.state.grouped[at];
        self.trace.note(&format!(
            "application {application}: {} {}",
            if is_there { "removes" } else { "makes" },
            name_of(at)
        ));
        let object = ObjectDescriptor::queue(GROUP_COPIES);
        let open = Request::Open {
            descriptor: object,
            options: MQOO_OUTPUT,
        };
        let queue = match self.call(application, open)? {
            None => return Ok(()),
            Some(Reply::Opened { handle, .. }) => handle,
            Some(other) => return Err(format!("open of {GROUP_COPIES} answered {other:?}")),
        };
        let verdict = match is_there {
            true => self.ungroup(application, at, queue),
            false => self.group(application, at, queue),
        };
        verdict?;
        if self.struck() {
            return Ok(());
        }
        let close = Request::Close {
            handle: queue,
            options: 0,
        };
        self.expect_done(application, close)
    }

    fn group(&mut self, application: usize, at: usize, queue: ObjectHandle) -> Verdict {
        let one = &GROUP_SUBSCRIPTIONS[at];
        let mut correl_id = [0; 24];
        correl_id[0] = one.group;
        let descriptor = SubscriptionDescriptor {
            options: MQSO_CREATE
                | MQSO_DURABLE
                | MQSO_GROUP_SUB
                | MQSO_SET_CORREL_ID
                | MQSO_NEW_PUBLICATIONS_ONLY,
            object_string: one.topic.to_owned(),
            sub_name: name_of(at),
            sub_correl_id: correl_id,
            pub_priority: one.priority,
            selection_string: match one.red_only {
                true => "colour = 'red'".to_owned(),
                false => String::new(),
            },
            ..SubscriptionDescriptor::default()
        };
        self.state.grouped[at] = true;
        self.close_subscription(application, descriptor, queue, MQCO_KEEP_SUB)
    }

    fn ungroup(&mut self, application: usize, at: usize, queue: ObjectHandle) -> Verdict {
        let descriptor = SubscriptionDescriptor {
            options: MQSO_RESUME | MQSO_DURABLE,
            sub_name: name_of(at),
            ..SubscriptionDescriptor::default()
        };
        self.state.grouped[at] = false;
        self.close_subscription(application, descriptor, queue, MQCO_REMOVE_SUB)
    }

    /// Has a handle of a subscription, and closes it so.
    fn close_subscription(
        &mut self,
        application: usize,
        descriptor: SubscriptionDescriptor,
        queue: ObjectHandle,
        options: i32,
    ) -> Verdict {
        let name = descriptor.sub_name.clone();
        let subscribe = Request::Subscribe {
            descriptor: Box::new(descriptor),
            queue,
        };
        let handle = match self.call(application, subscribe)? {
            None => return Ok(()),
            Some(Reply::Subscribed(reply)) => reply.subscription,
            Some(other) => return Err(format!("a subscription {name} answered {other:?}")),
        };
        self.expect_done(application, Request::Close { handle, options })
    }

    /// The subscriptions in groups that are there are those that must be.
    pub(super) fn compare_grouped(&self) -> Verdict {
        let found = self.engine().subscriptions_beginning(NAME);
        let found: Vec<&str> = found.iter().map(|one| one.text(Attr::Sub)).collect();
        let there = (0..GROUPED).filter(|at| self.state.grouped[*at]);
        let wanted: Vec<String> = there.map(name_of).collect();
        match found == wanted {
            true => Ok(()),
            false => Err(format!(
                "the subscriptions {found:?} are there, and {wanted:?} must be"
            )),
        }
    }
}
