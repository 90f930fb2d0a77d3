//! Both ends of a message channel, behind the negotiation: what is sent when, what is kept when, and how a break is mended.
//!
//! An end is fed with segments and the time, and writes on its line. What it needs of queues and the log it wants of its host
//! (`Want`), one thing at a time, and is told when that is done; so it waits for nothing and knows no verbs. The order of those steps
//! is what makes every message arrive once:
//!
//! ```text
//! sender     gets ... promise (forced) ... asks             | answer ... decides (not forced)
//! receiver                   puts ...      | commits (forced) with the name of the batch ... answers
//! ```
//!
//! A sender that has asked and has no answer is in doubt. The name of the batch the receiver committed last tells it how to decide.
//! `docs/formats/message-channel.md` is the format.

mod average;
mod fault;
mod fuzz;
mod joining;
pub(crate) mod receiving;
mod record;
pub(crate) mod sending;
#[cfg(test)]
mod tests;
mod window;

pub use average::{Average, Totals};
pub(crate) use fault::Fault;
pub use fuzz::fuzz_message_channel;
use joining::Joining;
pub(crate) use receiving::{Receiving, ReceivingRules};
pub(crate) use record::{InDoubt, ReceiverRecord, SenderRecord};
pub(crate) use sending::{Outgoing, Sending, SendingRules};
