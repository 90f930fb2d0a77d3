//! A client of PostgreSQL by its own library, libpq.
//!
//! The library is loaded when it is first needed, so that FerroMQ runs where there is none: [`Connection::connect`] says so then.
//! libpq brings what a user of PostgreSQL expects: connection strings and URIs, service and password files, TLS, SCRAM. Version
//! 14 or later is needed, which has pipelines.
//!
//! Calls block unless they say otherwise. A connection belongs to one thread at a time; only [`Cancel`] may be used beside it.
//! Values are text, as the server writes and reads it.

mod connection;
mod error;
mod library;
mod rows;
pub mod server;
mod text;

pub use connection::{Cancel, Connection, CopyData};
pub use error::{Error, SqlState};
pub use rows::Rows;
pub use text::{identifier, literal};
