//! Delivery.

pub(crate) mod delay;
pub(crate) mod event;
pub(crate) mod expiry;
pub(crate) mod extension;
pub(crate) mod placing;
pub(crate) mod put_off;
pub(crate) mod report;
pub(crate) mod resolve;
pub(crate) mod target;
pub(crate) mod transmit;
pub(crate) mod trigger;
