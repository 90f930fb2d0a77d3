//! Signals that tell a command to end.

use crate::failure::Failure;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A flag that is up once the command is told to end.
pub(crate) fn on_signals() -> Result<Arc<AtomicBool>, Failure> {
    let ended = Arc::new(AtomicBool::new(false));
    for signal in [SIGTERM, SIGINT, SIGHUP] {
        signal_hook::flag::register(signal, Arc::clone(&ended))
            .map_err(|error| Failure::io("signals", &error))?;
    }
    Ok(ended)
}
