//! Files of servers as ends of managed file transfers: what an agent that is a bridge reads and writes.
//!
//! [`BridgeFiles`] is [`Files`](ferromq_transfer::agent::Files) that answer later. Each end of a transfer has a lane: a thread with a
//! connection of its own, which does what is asked in the order it was asked. An agent never waits for a server.
//!
//! | room | what it has |
//! | --- | --- |
//! | `files` | names, answers, what is read ahead and what waits to be written |
//! | `lane` | the threads, connecting again, and how many sessions there may be |
//! | `remote` | what a protocol has to do |
//! | `dialogue` | who hears what is said to servers, and by them |
//! | `sftp`, `ftp` | the protocols |
//! | `listing` | lines of listings |

mod dialogue;
mod files;
mod ftp;
mod lane;
mod listing;
mod remote;
mod sftp;
#[cfg(test)]
mod tests;

pub use dialogue::{Dialogue, Silence};
pub use files::{Bridge, BridgeFiles};
pub use listing::fuzz_one;
pub use remote::{Credential, Host, Kind, Login, Servers};
