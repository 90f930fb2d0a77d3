//! The verbs, a file each.

mod async_put;
pub(crate) mod await_any;
pub(crate) mod delay;
pub(crate) mod get;
pub(crate) mod get_checks;
mod get_convert;
mod get_properties;
pub(crate) mod get_reply;
mod group_get;
mod group_put;
mod inquire;
mod list;
mod open;
mod open_topic;
pub(crate) mod placing;
pub(crate) mod publish;
pub(crate) mod put;
mod put_checks;
pub(crate) mod put_off;
pub(crate) mod retained;
mod subscribe;
mod syncpoint;
pub(crate) mod transmit;
pub(crate) mod xa;
