//! Performance events: their messages, and the attributes they change as they are told.
//!
//! Source: "Performance events"; "Queue Depth High" and the others in the event message reference.

use crate::core::observation::Observed;
use crate::core::performance::Crossing;
use crate::deliver::event::{EventDetails, observe};
use crate::objects::Objects;
use crate::objects::operations::arm;
use crate::store::local_queue::LocalQueue;
use crate::store::performance::Crossed;
use ferromq_mqi::generated::constants::*;
use std::sync::Arc;

/// Tells what was crossed. Which events are armed from now on, the definition says first: it is so after a restart as well.
pub(crate) fn tell(objects: &Objects, queue: &Arc<LocalQueue>, crossed: Crossed) {
    let Crossed { crossing, figures } = crossed;
    arm(objects, queue, crossing);
    let what = match crossing {
        Crossing::DepthHigh => Observed::QueueDepthHigh,
        Crossing::DepthLow => Observed::QueueDepthLow,
        Crossing::Full => Observed::QueueFull,
        Crossing::ServiceHigh => Observed::QueueServiceIntervalHigh,
        Crossing::ServiceOk => Observed::QueueServiceIntervalOk,
    };
    let number = |count: u64| i32::try_from(count).unwrap_or(i32::MAX);
    observe(objects, what, || {
        EventDetails::default()
            .text(
                MQCA_BASE_OBJECT_NAME,
                queue.name.as_str(),
                MQ_OBJECT_NAME_LENGTH,
            )
            .int(
                MQIA_TIME_SINCE_RESET,
                number(figures.interval_us / 1_000_000),
            )
            .int(MQIA_HIGH_Q_DEPTH, number(u64::from(figures.high_depth)))
            .int(MQIA_MSG_ENQ_COUNT, number(figures.puts))
            .int(MQIA_MSG_DEQ_COUNT, number(figures.gets))
    });
}
