//! The queued interface of publish and subscribe: an application of the queue manager that gets commands from queues,
//! does with the MQI what they say, and answers.
//!
//! It runs while `PSMODE` is `ENABLED`. One thread and one connection serve the control queue and the queues of all
//! streams; it waits for all of them in one call, and costs nothing meanwhile. What users may do is checked for the user
//! in the context of each command. Messages: `docs/formats/queued-publish-subscribe.md` and [`ferromq_mqi::queued`].

mod answering;
mod interface;
mod publishing;
mod subject;
mod subscribing;

pub use interface::{CONTROL_QUEUE, QueuedFlags, QueuedInterface};
