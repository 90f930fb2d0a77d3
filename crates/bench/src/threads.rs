//! Threads of a measurement.

use crate::failure::Failure;
use std::thread::{Builder, JoinHandle};

/// Starts one.
pub(crate) fn spawn<T: Send + 'static>(
    name: impl Into<String>,
    body: impl FnOnce() -> T + Send + 'static,
) -> Result<JoinHandle<T>, Failure> {
    Builder::new()
        .name(name.into())
        .spawn(body)
        .map_err(Failure::io("starting a thread"))
}
