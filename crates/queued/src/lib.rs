//! The queued interface of publish and subscribe: an application of the queue manager that gets commands from queues,
//! does with the MQI what they say, and answers.
//!
//! Whoever runs it starts and stops it as `PSMODE` says. One thread and one connection serve the control queue and the
//! queues of the streams, and wait for all of them in one call. That costs nothing, unless a queue cannot be got from or
//! a subscriber's queue is a temporary one: these are looked at every second. What users may do is checked for the user
//! in the context of each command. Messages: `docs/formats/queued-publish-subscribe.md` and [`ferromq_mqi::queued`].

mod answering;
mod interface;
mod publishing;
mod subject;
mod subscribing;

pub use interface::{CONTROL_QUEUE, QueuedFlags, QueuedInterface};
