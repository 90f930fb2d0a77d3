//! What programs print. A closed pipe is no failure: who listened has heard enough. `println!` and its like end a program with a panic then, so
//! nothing but this prints (`cargo xtask tidy`).

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

static CLOSED: AtomicBool = AtomicBool::new(false);
/// Why it was not printed, where somebody may still read.
static FAILURE: OnceLock<io::Error> = OnceLock::new();

/// Prints text, with its line ends, to standard output. Where nobody reads any more nothing happens, but that [`is_closed`] says so; where it fails
/// otherwise, [`failure`] says why.
pub fn say(text: &str) {
    say_bytes(text.as_bytes());
}

/// The same for bytes that are no text, or not known to be.
pub fn say_bytes(bytes: &[u8]) {
    let mut out = std::io::stdout().lock();
    let said = out.write_all(bytes).and_then(|()| out.flush());
    if let Err(error) = said {
        if error.kind() != ErrorKind::BrokenPipe {
            // The first one counts.
            let _ = FAILURE.set(error);
        }
        CLOSED.store(true, Ordering::Relaxed);
    }
}

/// Prints one line to standard output.
pub fn line(text: &str) {
    say(&format!("{text}\n"));
}

/// Prints text, with its line ends, to standard error.
pub fn complain(text: &str) {
    let mut out = std::io::stderr().lock();
    // There is nowhere left to complain to.
    let _ = out.write_all(text.as_bytes());
}

/// Why standard output took no more, where that was no closed pipe: a full disk. What was printed is not whole, and the command has failed.
#[must_use]
pub fn failure() -> Option<&'static io::Error> {
    FAILURE.get()
}

/// True once standard output takes no more, mostly because nobody reads it: long outputs, and long work for what is printed, stop then.
#[must_use]
pub fn is_closed() -> bool {
    CLOSED.load(Ordering::Relaxed)
}

/// True when standard output is a terminal.
#[must_use]
pub fn is_terminal() -> bool {
    std::io::stdout().is_terminal()
}
