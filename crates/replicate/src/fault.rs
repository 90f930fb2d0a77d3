//! Points of the crate's README at which a program ends on purpose, for tests: `FERROMQ_REPLICATION_FAULT` names one, and what happens there. Only builds with debug
//! assertions have them.
//!
//! `K4 die`: the process ends there (SIGABRT), and nothing of it runs any more. `K15 wait`: the thread goes no further, until somebody ends the process. `K3 lost`: what was asked is done, and taken for
//! lost. A number behind it says at which time that it comes there; after that it goes on.

#[cfg(debug_assertions)]
mod points {
    use std::io::Write;
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::time::Duration;

    /// What the environment says.
    struct Fault {
        point: String,
        action: String,
        /// Times it has to come there yet.
        left: AtomicU32,
    }

    static FAULT: OnceLock<Option<Fault>> = OnceLock::new();

    fn said() -> Option<Fault> {
        let said = std::env::var("FERROMQ_REPLICATION_FAULT").ok()?;
        let mut words = said.split_whitespace();
        let (point, action) = (words.next()?.to_owned(), words.next()?.to_owned());
        let times = words.next().and_then(|it| it.parse().ok()).unwrap_or(1);
        let left = AtomicU32::new(times);
        Some(Fault {
            point,
            action,
            left,
        })
    }

    /// This point is reached; `true` if what was asked is to be taken for lost.
    pub(crate) fn at(point: &str) -> bool {
        let Some(fault) = FAULT.get_or_init(said) else {
            return false;
        };
        if fault.point != point {
            return false;
        }
        let one_less = |left: u32| left.checked_sub(1);
        let left = fault
            .left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less);
        if left != Ok(1) {
            return false;
        }
        let _ = writeln!(std::io::stderr(), "fault {point} {}", fault.action);
        match fault.action.as_str() {
            "die" => std::process::abort(),
            "wait" => loop {
                std::thread::sleep(Duration::from_secs(60));
            },
            _ => true,
        }
    }
}

#[cfg(debug_assertions)]
pub(crate) use points::at;

/// Nothing happens here.
#[cfg(not(debug_assertions))]
#[inline(always)]
pub(crate) fn at(_: &str) -> bool {
    false
}
