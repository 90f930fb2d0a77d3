//! What commands print. A closed pipe is no failure: who listened has heard enough.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

static CLOSED: AtomicBool = AtomicBool::new(false);

/// Prints text, with its line ends, to standard output.
pub(crate) fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    if out
        .write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .is_err()
    {
        CLOSED.store(true, Ordering::Relaxed);
    }
}

/// Prints one line to standard output.
pub(crate) fn line(text: &str) {
    say(&format!("{text}\n"));
}

/// Prints text, with its line ends, to standard error.
pub(crate) fn complain(text: &str) {
    let mut out = std::io::stderr().lock();
    // There is nowhere left to complain to.
    let _ = out.write_all(text.as_bytes());
}

/// True once nobody reads standard output any more: long outputs stop then.
pub(crate) fn is_closed() -> bool {
    CLOSED.load(Ordering::Relaxed)
}

/// True when standard output is a terminal.
pub(crate) fn is_terminal() -> bool {
    std::io::stdout().is_terminal()
}
