//! Managed file transfer: what agents are asked, what they answer and publish, and how they are set up, as text; and the agents.
//!
//! Everything a user, a command or a subscriber sees of file transfer is a document, a file of properties, a name or a code. They are
//! here, read and written, with no queue, file or clock. The agents in [`agent`] are applications of the queue manager, with files
//! behind a seam and the time given:
//!
//! | room | what it has |
//! | --- | --- |
//! | [`xml`] | documents as trees, within limits |
//! | [`party`] | who asks, who works, where an answer goes, which transfer is meant |
//! | [`request`] | what is asked of an agent: transfers, calls of programs, the end of a schedule |
//! | [`schedule`] | when something is to happen |
//! | [`pattern`], [`success`] | which names fit, and which exit codes mean success |
//! | [`encoding`] | names of code pages |
//! | [`size`] | sizes as users write them |
//! | [`monitor`] | what is watched, and what is done when something is found |
//! | [`watch`] | what monitors decide of what was found, and what they remember |
//! | [`logger`] | what keeps the audit: lines of files |
//! | [`template`] | requests under a name |
//! | [`bridge`] | servers of files behind a bridge, and who users are there |
//! | [`publication`] | what is put on the stream queue to publish |
//! | [`access`] | who gets at what: sandboxes and credentials |
//! | [`audit`] | what agents publish |
//! | [`code`] | result codes |
//! | [`generated`] | numbered messages, from `tables/transfer_notices.csv` |
//! | [`names`] | agents, their queues and topics, and the commands that make them |
//! | [`properties`] | how agents, coordination and commands are set up |
//! | [`control`] | cancelling a transfer, asking whether an agent is there, and what is answered |
//! | [`agent`] | who does it |

pub mod access;
pub mod agent;
pub mod audit;
pub mod bridge;
pub mod code;
pub mod control;
pub mod encoding;
mod fields;
mod fuzz;
pub mod generated;
pub mod logger;
pub mod monitor;
pub mod names;
pub mod party;
pub mod pattern;
pub mod properties;
pub mod publication;
pub mod request;
pub mod schedule;
pub mod size;
pub mod success;
pub mod template;
pub mod watch;
pub mod xml;

pub use fuzz::fuzz_one;
