//! Small applications over the bindings road, with the arguments and outputs of the well-known
//! samples.

pub(crate) mod browse;
pub(crate) mod browse_text;
pub(crate) mod echo;
pub(crate) mod get;
pub(crate) mod hex;
pub(crate) mod moment;
pub(crate) mod put;
pub(crate) mod request;
mod session;
