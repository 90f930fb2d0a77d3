//! The verbs, a file each.

mod async_put;
pub(crate) mod get;
mod group;
mod inquire;
mod open;
pub(crate) mod put;
mod put_checks;
mod syncpoint;
