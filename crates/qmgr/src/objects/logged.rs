//! Changes of objects in the log.

use crate::core::identity::PutStamp;
use crate::core::latch::{Forced, Latch};
use crate::core::{Core, log_reason};
use crate::objects::Objects;
use crate::objects::failure::ObjectError;
use crate::record::{QueueId, RecordKind, numbers};
use ferromq_log::{Lsn, Urgency};
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::definition::Definition;

/// Where a change becomes durable, and the latch its answer waits behind.
pub(crate) type Logged = (Lsn, Latch);

/// Logs a definition (`Object`) or its end (`ObjectDeleted`) and calls `apply` once it is in
/// the log, then `after` once it is durable.
pub(crate) fn log_change(
    core: &Core,
    kind: RecordKind,
    queue: QueueId,
    definition: &Definition,
    apply: impl FnOnce(Lsn),
    after: impl FnOnce() + Send + 'static,
) -> Result<Logged, ObjectError> {
    let parts: [&[u8]; 2] = [&numbers(&[queue.0]), &definition.encode()];
    log_record(core, kind, &parts, Urgency::Completing, apply, after)
}

/// Logs a record that changes more than a message, and calls `apply` once it is in the log, then
/// `after` once it is durable.
pub(crate) fn log_record(
    core: &Core,
    kind: RecordKind,
    parts: &[&[u8]],
    urgency: Urgency,
    apply: impl FnOnce(Lsn),
    after: impl FnOnce() + Send + 'static,
) -> Result<Logged, ObjectError> {
    let pin = core.pins.pin(|| core.log.head());
    let appended = match core.log.append(kind as u8, parts, urgency) {
        Ok(appended) => appended,
        Err(error) => {
            core.pins.unpin(pin);
            return Err(ObjectError::Refused(log_reason(&error)));
        }
    };
    apply(appended.lsn);
    core.pins.unpin(pin);
    let latch = Latch::default();
    let opened = latch.clone();
    core.log.when_durable(
        appended.end,
        Box::new(move |result| {
            if result.is_ok() {
                after();
            }
            opened.open(if result.is_ok() {
                Forced::Durable
            } else {
                Forced::Failed
            });
        }),
    );
    Ok((appended.end, latch))
}

pub(crate) fn stamp(objects: &Objects, definition: &mut Definition, created: bool) {
    let now = PutStamp::at(objects.clock.wall_us());
    let (date, time) = (now.display_date(), now.display_time());
    let mut stamps = vec![(Attr::Altdate, date.clone()), (Attr::Alttime, time.clone())];
    if created {
        stamps.push((Attr::Crdate, date));
        stamps.push((Attr::Crtime, time));
    }
    for (attr, text) in stamps {
        // Kinds that have no such stamp (a process has no creation date) refuse it.
        let _ = definition.set_internal(attr, text.as_str());
    }
}
