//! Publications: subscribers with and without a selector, and what is retained, on request.

use super::Delivery;
use super::model::{ALL_COPIES, GROUP_COPIES, RED_COPIES};
use super::verbs::{plain_get, selects};
use crate::body;
use ferromq_mqi::Reason;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::{ObjectDescriptor, ObjectHandle, SubscriptionDescriptor};

impl Delivery {
    /// Each subscriber gets a copy, if its selector selects it, and each group of subscribers one.
    pub(super) fn publish(&mut self, application: usize) -> Result<(), String> {
        let retained = self.random.chance(30);
        let in_work = !retained && self.random.chance(30);
        let mut item = self.invent(application, in_work);
        item.persistent |= retained;
        let (descriptor, mut options, body) = Self::as_put(&item, None);
        if retained {
            options.options |= MQPMO_RETAIN;
            self.state.retained = Some(item.number);
        }
        self.trace.note(&format!(
            "application {application}: publishes {item:?}, retained {retained}"
        ));
        self.state.put(ALL_COPIES, item.clone());
        for copy in self.state.group_copies(&item) {
            self.group_copies += 1;
            self.state.put(GROUP_COPIES, copy);
        }
        if selects(0, &item) {
            self.state.put(RED_COPIES, item);
        }
        let object = ObjectDescriptor::topic("t/1");
        match self.call(
            application,
            Request::Put1 {
                object: Box::new(object),
                descriptor,
                options,
                body,
            },
        )? {
            None | Some(Reply::Put(_)) => Ok(()),
            Some(other) => Err(format!("a publication answered {other:?}")),
        }
    }

    /// Subscribes to get publications on request only, asks for what is retained, and goes.
    pub(super) fn ask_for_retained(&mut self, application: usize) -> Result<(), String> {
        let descriptor = SubscriptionDescriptor {
            options: MQSO_CREATE | MQSO_MANAGED | MQSO_NON_DURABLE | MQSO_PUBLICATIONS_ON_REQUEST,
            object_string: "t/1".to_owned(),
            ..SubscriptionDescriptor::default()
        };
        let subscribe = Request::Subscribe {
            descriptor: Box::new(descriptor),
            queue: ObjectHandle::NONE,
        };
        let (queue, handle) = match self.call(application, subscribe)? {
            None => return Ok(()),
            Some(Reply::Subscribed(reply)) => (reply.queue, reply.subscription),
            Some(other) => return Err(format!("a subscription answered {other:?}")),
        };
        let wanted = self.state.retained;
        self.trace.note(&format!(
            "application {application}: asks for what is retained: {wanted:?}"
        ));
        for _ in 0..2 {
            let ask = Request::SubscriptionRequest {
                handle,
                action: MQSR_ACTION_PUBLICATION,
                options: 0,
            };
            match self.call(application, ask)? {
                None => return Ok(()),
                Some(Reply::Requested(1)) if wanted.is_some() => {}
                Some(Reply::Requested(0) | Reply::Failed(Reason::NO_RETAINED_MSG))
                    if wanted.is_none() => {}
                Some(other) => {
                    return Err(format!(
                        "{wanted:?} is retained; asked for it, the answer was {other:?}"
                    ));
                }
            }
            match self.call(
                application,
                plain_get(queue, MQGMO_NO_SYNCPOINT | MQGMO_NO_PROPERTIES),
            )? {
                None => return Ok(()),
                Some(Reply::Got(reply)) if wanted == body::number(&reply.body).ok() => {}
                Some(Reply::Failed(Reason::NO_MSG_AVAILABLE)) if wanted.is_none() => {}
                Some(other) => return Err(format!("{wanted:?} is retained; got was {other:?}")),
            }
        }
        for handle in [queue, handle] {
            self.expect_done(application, Request::Close { handle, options: 0 })?;
        }
        Ok(())
    }
}
