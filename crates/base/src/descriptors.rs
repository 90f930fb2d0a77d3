//! How many descriptors this process may have, and which of them are kept for its own needs.
//!
//! A server gives a descriptor to everybody who connects, so those who connect can take them all: then the log opens no
//! file and nobody is let in who could do something about it. So the last numbers are kept from them. The kernel always
//! gives the lowest free number, which makes this exact and cheap: whoever is given one of the last numbers found all below
//! taken, and as long as clients have none of the last ones, those are free for what the process needs itself.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::os::fd::{AsFd, AsRawFd};

/// Of the limit, the part that is kept: one in so many.
const KEPT_PART: u64 = 4;
/// And no more than this. It is for the log, for files that are open for a moment, and for the programs of who owns the
/// process; files that are kept open in number have a bound of their own.
const KEPT_MAX: u64 = 1024;

/// Raises the limit as far as the system lets this process, and returns what it is now. The usual soft limit is 1,024,
/// for the sake of programs that use `select`, and the hard one is far above it.
pub fn raise_limit() -> u64 {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: maximum,
        maximum,
    };
    // Refused means the limit there was.
    let _ = setrlimit(Resource::Nofile, raised);
    limit()
}

/// Descriptors this process may have now. The numbers of descriptors are below it.
#[must_use]
pub fn limit() -> u64 {
    getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX)
}

/// Of [`limit`], how many are kept from those who connect.
#[must_use]
pub fn kept() -> u64 {
    kept_of(limit())
}

/// Whether this descriptor is one of those that are kept. A process that lets somebody in gives it back.
#[must_use]
pub fn is_kept(descriptor: impl AsFd) -> bool {
    let number = u64::try_from(descriptor.as_fd().as_raw_fd()).unwrap_or(0);
    is_kept_of(limit(), number)
}

/// Whether the next descriptor would be one that may be given away. `any` is any descriptor of this process.
#[must_use]
pub fn has_room(any: impl AsFd) -> bool {
    // A copy is given the number the next descriptor would have.
    rustix::io::fcntl_dupfd_cloexec(any, 0).is_ok_and(|next| !is_kept(next))
}

const fn kept_of(limit: u64) -> u64 {
    let part = limit / KEPT_PART;
    if part < KEPT_MAX { part } else { KEPT_MAX }
}

const fn is_kept_of(limit: u64, number: u64) -> bool {
    number >= limit - kept_of(limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_is_kept_and_no_more_than_is_of_use() {
        for (limit, kept) in [(0, 0), (64, 16), (1024, 256), (1 << 20, 1024)] {
            assert_eq!(kept_of(limit), kept, "{limit}");
        }
        assert_eq!(kept_of(u64::MAX), 1024);
    }

    #[test]
    fn the_last_numbers_are_kept() {
        assert!(!is_kept_of(1024, 767) && is_kept_of(1024, 768));
        assert!(!is_kept_of(20_000, 18_975) && is_kept_of(20_000, 18_976));
    }

    #[test]
    fn a_process_with_few_open_files_has_room() {
        assert!(raise_limit() >= 64 && limit() > kept());
        assert!(has_room(std::io::stderr()) && !is_kept(std::io::stderr()));
    }
}
