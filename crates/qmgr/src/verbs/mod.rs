//! The verbs, a file each.

mod async_put;
pub(crate) mod await_any;
pub(crate) mod connection;
pub(crate) mod get;
pub(crate) mod get_checks;
mod get_convert;
mod get_properties;
pub(crate) mod get_reply;
mod group_get;
mod group_put;
pub(crate) mod handle;
mod inquire;
mod list;
mod open;
mod open_topic;
pub(crate) mod publish;
pub(crate) mod put;
mod put_checks;
pub(crate) mod selector;
pub(crate) mod standing;
mod subscribe;
mod syncpoint;
pub(crate) mod tally;
pub(crate) mod xa;
