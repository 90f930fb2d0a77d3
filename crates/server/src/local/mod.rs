//! The bindings road's end: programs of this machine, the rings each has for itself, and the socket they come by.

mod accepting;
mod acceptor;
mod administration;
mod commanders;
mod dispatch;
pub(crate) mod item;
mod link;
pub(crate) mod origin;
mod pending;
mod service;

pub(crate) use accepting::Accepting;
pub(crate) use acceptor::Acceptor;
pub(crate) use administration::Administration;
pub(crate) use item::ServiceInbox;
pub(crate) use service::Service;
