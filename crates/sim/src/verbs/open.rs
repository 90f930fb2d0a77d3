//! Open and close, and the dynamic queues that come and go with them.

use crate::application::Handle;
use crate::model::{Attributes, Effect};
use crate::world::{Verdict, World};
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::{
    MQCO_DELETE, MQCO_DELETE_PURGE, MQCO_NONE, MQOO_BROWSE, MQOO_INPUT_SHARED, MQOO_OUTPUT,
};
use ferromq_mqi::options::ObjectDescriptor;
use ferromq_mqi::{ObjectName, Reason};
use std::task::Poll;

/// The model queue whose dynamic queues are permanent.
pub(crate) const PERMANENT_MODEL: &str = "MODEL.PERMANENT";
const TEMPORARY_MODEL: &str = "SYSTEM.DEFAULT.MODEL.QUEUE";
/// Handles an application has at most.
const HANDLES_MAX: usize = 4;
/// Queues a run has at most, so that judges stay quick.
const QUEUES_MAX: usize = 12;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Dynamic {
    No,
    Temporary,
    Permanent,
}

impl World {
    pub(super) fn open(&mut self, index: usize) -> Verdict {
        if self.applications[index].handles.len() >= HANDLES_MAX {
            return Ok(());
        }
        let room = self.model.queues.len() < QUEUES_MAX;
        let (dynamic, name) = match self.random.below(20) {
            0 if room => (Dynamic::Temporary, TEMPORARY_MODEL.to_owned()),
            1 if room => (Dynamic::Permanent, PERMANENT_MODEL.to_owned()),
            _ => {
                let names: Vec<&String> = self
                    .model
                    .queues
                    .values()
                    .filter(|queue| !queue.temporary && !queue.is_managed())
                    .map(|queue| &queue.name)
                    .collect();
                if names.is_empty() {
                    return Ok(());
                }
                let chosen = self.random.below(names.len() as u64) as usize;
                (Dynamic::No, names[chosen].clone())
            }
        };
        let mut descriptor = ObjectDescriptor::queue(&name);
        descriptor.dynamic_q_name = ObjectName::truncated(match dynamic {
            Dynamic::Permanent => "PD.*",
            _ => "TD.*",
        });
        let request = Request::Open {
            descriptor,
            options: MQOO_INPUT_SHARED | MQOO_OUTPUT | MQOO_BROWSE,
        };
        match self.call(index, request)? {
            None => Ok(()),
            Some(Poll::Ready(Reply::Opened { handle, descriptor })) => {
                let name = descriptor.object_name.as_str().to_owned();
                self.trace
                    .note(&format!("application {index}: opens {name}"));
                let queue = match dynamic {
                    Dynamic::No => self.model.named(&name).ok_or("an unknown queue opened")?,
                    other => self.dynamic_queue(&name, other)?,
                };
                self.applications[index].handles.push(Handle {
                    number: handle,
                    queue,
                    cursor: None,
                    owns_temporary: dynamic == Dynamic::Temporary,
                    subscription: None,
                });
                Ok(())
            }
            Some(Poll::Ready(Reply::Failed(reason))) => {
                if !self.excused(reason) {
                    return Err(format!("open of {name} failed with {reason:?}"));
                }
                self.note_refusal(index, "open", reason);
                Ok(())
            }
            Some(other) => Err(format!("open answered {other:?}")),
        }
    }

    fn dynamic_queue(&mut self, name: &str, dynamic: Dynamic) -> Result<u32, String> {
        let definition = self
            .engine()
            .definition(ObjectKind::QLocal, &ObjectName::truncated(name))
            .ok_or("a dynamic queue has no definition")?;
        let temporary = dynamic == Dynamic::Temporary;
        let queue = self
            .model
            .add_queue(name, Attributes::of(&definition), temporary);
        if !temporary {
            let end = self.head();
            self.await_log(end, Effect::Defined(queue));
        }
        Ok(queue)
    }

    pub(super) fn close(&mut self, index: usize) -> Verdict {
        let count = self.applications[index].handles.len();
        let chosen = self.random.below(count as u64) as usize;
        let handle = self.applications[index].handles[chosen];
        if handle.subscription.is_some() {
            return self.unsubscribe(index, handle);
        }
        let users = self
            .applications
            .iter()
            .flat_map(|one| &one.handles)
            .filter(|other| other.queue == handle.queue)
            .count();
        let queue = self.model.queue(handle.queue);
        let permanent_dynamic = queue.name.starts_with("PD.");
        let options = if permanent_dynamic && users == 1 && self.random.chance(60) {
            if self.random.chance(50) {
                MQCO_DELETE
            } else {
                MQCO_DELETE_PURGE
            }
        } else {
            MQCO_NONE
        };
        let request = Request::Close {
            handle: handle.number,
            options,
        };
        match self.call(index, request)? {
            None => Ok(()),
            Some(Poll::Ready(Reply::Done(Reason::NONE))) => {
                self.trace
                    .note(&format!("application {index}: closes, options {options}"));
                self.applications[index].handles.remove(chosen);
                if options == MQCO_NONE {
                    self.close_in_model(&[handle]);
                    return Ok(());
                }
                self.check_deletion(handle.queue, options == MQCO_DELETE_PURGE)?;
                self.delete_in_model(handle.queue);
                Ok(())
            }
            Some(Poll::Ready(Reply::Failed(Reason::Q_NOT_EMPTY))) if options != MQCO_NONE => {
                let queue = self.model.queue(handle.queue);
                if queue.messages.is_empty() {
                    return Err("an empty queue was not deleted for not being empty".into());
                }
                Ok(())
            }
            Some(Poll::Ready(Reply::Failed(reason))) if self.excused(reason) => {
                // The handle may be gone or not; the application gives up.
                self.note_refusal(index, "close", reason);
                self.kill_application(index)
            }
            Some(other) => Err(format!("close answered {other:?}")),
        }
    }

    /// A queue was deleted: it must have been deletable.
    pub(crate) fn check_deletion(&self, queue: u32, purge: bool) -> Verdict {
        let now_us = self.now_us();
        let queue = self.model.queue(queue);
        if queue.uncommitted() > 0 {
            return Err(format!(
                "{} was deleted with uncommitted messages",
                queue.name
            ));
        }
        if !purge && queue.depth_range(now_us).0 > 0 {
            return Err(format!("{} was deleted with messages on it", queue.name));
        }
        Ok(())
    }

    /// Takes a queue out of sight whose deletion is on its way to the log.
    pub(crate) fn delete_in_model(&mut self, number: u32) {
        if self.model.leave_queue(number) {
            let end = self.head();
            self.await_log(end, Effect::Deleted(number));
        }
    }

    /// Handles were closed: temporary queues go with the handle that made them.
    pub(crate) fn close_in_model(&mut self, handles: &[Handle]) {
        for handle in handles.iter().filter(|handle| handle.owns_temporary) {
            self.model.remove_queue(handle.queue);
        }
        for handle in handles.iter().filter(|one| one.subscription.is_some()) {
            if let Some(name) = self.model.subscription_of(handle.queue) {
                self.leave_subscription(&name);
            }
        }
    }
}
