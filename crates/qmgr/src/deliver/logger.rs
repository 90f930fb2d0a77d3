//! Logger events: which extents of a linear log are written and needed.
//!
//! The log notes each change where it happens (crate `log`, `moves.rs`) and rings; what rings leaves a deferred action, which fetches the changes and
//! tells them here.
//!
//! Source: "Logger events"; "Logger" in the event message reference.

use crate::core::observation::Observed;
use crate::deliver::event::{EventDetails, observe};
use crate::objects::Objects;
use ferromq_log::LogExtents;
use ferromq_mqi::generated::constants::*;

/// Tells the changes nobody has been told of, one after the other. The caller holds no lock.
pub(crate) fn tell_moved(objects: &Objects) {
    for extents in objects.log.moved_extents() {
        tell(objects, &extents);
    }
}

/// Tells which extents it is now. Those of a circular log are nobody's to keep.
pub(crate) fn tell_now(objects: &Objects) {
    if let Some(extents) = objects.log.extents() {
        tell(objects, &extents);
    }
}

fn tell(objects: &Objects, extents: &LogExtents) {
    observe(objects, Observed::LogExtentsMoved, || {
        let place = objects.log.place();
        let media = extents.media.as_deref().unwrap_or_default();
        let extent =
            |details: EventDetails, id, name| details.text(id, name, MQ_LOG_EXTENT_NAME_LENGTH);
        let details = EventDetails::default();
        let details = extent(details, MQCACF_CURRENT_LOG_EXTENT_NAME, &extents.current);
        let details = extent(details, MQCACF_RESTART_LOG_EXTENT_NAME, &extents.recovery);
        let details = extent(details, MQCACF_MEDIA_LOG_EXTENT_NAME, media);
        details.text(MQCACF_LOG_PATH, &place, length(&place))
    });
}

/// Room for a path that is as long as it is, up to what is documented.
fn length(path: &str) -> i32 {
    let count = i32::try_from(path.chars().count());
    count.map_or(MQ_LOG_PATH_LENGTH, |count| count.min(MQ_LOG_PATH_LENGTH))
}
