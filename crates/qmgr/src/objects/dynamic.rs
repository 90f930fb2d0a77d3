//! Dynamic queues: made by opening a model queue, gone with their handles or on request.

use crate::objects::Objects;
use crate::objects::failure::ObjectError;
use crate::objects::logged::stamp;
use crate::objects::operations::{create_local, remove_local};
use crate::store::local_queue::LocalQueue;
use ferromq_mqi::Reason;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::name::ObjectName;
use std::sync::Arc;

/// Makes a dynamic queue from a model queue.
pub(crate) fn make_dynamic(
    objects: &Objects,
    model: &Definition,
    name: ObjectName,
) -> Result<Arc<LocalQueue>, ObjectError> {
    let _one_at_a_time = objects.administer();
    if let Some(there) = objects.registry().queue(&name) {
        return Err(ObjectError::Exists(there.kind()));
    }
    let mut definition = Definition::dynamic(model, name);
    stamp(objects, &mut definition, true);
    let (queue, (end, _)) = create_local(objects, definition)?;
    // The open that made it is not held up: if the definition is lost in a crash, so is
    // everything later in the log that could name it.
    objects.log.request_force(end);
    Ok(queue)
}

/// Deletes a dynamic queue as its handle closes. One that others still have open goes when
/// the last of them closes.
pub(crate) fn delete_dynamic(
    objects: &Objects,
    queue: &Arc<LocalQueue>,
    purge: bool,
) -> Result<(), Reason> {
    let _one_at_a_time = objects.administer();
    // It may have been rebuilt from a media image since the caller found it.
    let now = objects.registry().by_id.get(&queue.id).cloned();
    let queue = now.as_ref().unwrap_or(queue);
    {
        let opens = queue.opens();
        if !purge && !queue.queue.is_empty() {
            return Err(Reason::Q_NOT_EMPTY);
        }
        queue.set_deleted(&opens, true);
        if opens.any() {
            drop(opens);
            queue.queue.wake_all().wake();
            return Ok(());
        }
    }
    if now.is_some() {
        let definition = queue.definition();
        let removed = remove_local(objects, queue, &definition);
        let (end, _) = removed.map_err(|error| {
            queue.set_deleted(&queue.opens(), false);
            error.reason()
        })?;
        objects.log.request_force(end);
    }
    Ok(())
}

/// Names of the queues made for subscriptions begin like this.
pub(crate) const MANAGED_PREFIX: [&str; 2] =
    ["SYSTEM.MANAGED.NDURABLE.", "SYSTEM.MANAGED.DURABLE."];

/// Whether a queue of this name was made for a subscription.
pub(crate) fn is_managed(name: &ObjectName) -> bool {
    let begins = |prefix: &str| name.as_str().starts_with(prefix);
    MANAGED_PREFIX.into_iter().any(begins)
}
