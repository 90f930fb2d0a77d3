//! The client road: TCP to a queue manager anywhere.

mod connection;
mod keeper;
mod link;
mod open;

pub use connection::{ClientConnection, sleep_for_any_client};
