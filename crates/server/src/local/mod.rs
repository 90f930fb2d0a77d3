//! The bindings road's end: programs of this machine, the rings each has for itself, and the socket they come by.

mod administration;
mod dispatch;
mod greeting;
mod item;
mod link;
mod origin;
mod pending;
mod service;

pub(crate) use administration::Administration;
pub(crate) use greeting::Greeter;
pub(crate) use item::{Item, ServiceInbox};
pub(crate) use service::Service;
