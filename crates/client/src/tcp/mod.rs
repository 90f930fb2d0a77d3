//! The client road: TCP to a queue manager anywhere.

mod connection;
mod keeper;
mod link;
mod of_process;
mod open;
mod reconnect;
mod secure;
mod sleeper;

pub(crate) use link::Link;

pub use connection::{ClientConnection, sleep_for_any_client};
pub use reconnect::{Hears, ReconnectingConnection, Reconnection};
