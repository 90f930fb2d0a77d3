//! How many bytes of files a second an agent, or one of its transfers, may send.

use crate::request::ManagedTransfer;
use crate::size::bytes_of;

/// Fewest bytes a second a limit may be: less would be silence to who waits.
pub(crate) const RATE_MIN: u64 = 64 << 10;
/// What was not sent in so long a time is not made up for.
const MADE_UP_US: u64 = 200_000;
/// Key of the metadata of a transfer that has its limit, as a size.
const KEY: &str = "ferromq.rateLimit";

/// See the module. What is begun is sent whole; what that was too much is waited for before the next.
#[derive(Clone, Debug)]
pub(crate) struct Rate {
    bytes_per_s: u64,
    /// Until then everything that may be sent has been: microseconds since 1970.
    free_us: u64,
}

impl Rate {
    pub(crate) fn new(bytes_per_s: u64) -> Self {
        Self {
            bytes_per_s: bytes_per_s.max(RATE_MIN),
            free_us: 0,
        }
    }

    /// When more may be sent, milliseconds since 1970.
    pub(crate) fn free_ms(&self) -> u64 {
        self.free_us.div_ceil(1_000)
    }

    /// The clock was set back.
    pub(crate) fn set_back(&mut self, by_ms: u64) {
        self.free_us = self.free_us.saturating_sub(by_ms.saturating_mul(1_000));
    }

    /// So much was sent.
    pub(crate) fn sent(&mut self, bytes: u64, now_ms: u64) {
        let now_us = now_ms.saturating_mul(1_000);
        let begun_us = self.free_us.max(now_us.saturating_sub(MADE_UP_US));
        let took_us = u128::from(bytes) * 1_000_000 / u128::from(self.bytes_per_s);
        self.free_us = begun_us.saturating_add(u64::try_from(took_us).unwrap_or(u64::MAX));
    }
}

/// The limit a request has in its metadata.
///
/// # Errors
/// The text that is none.
pub(crate) fn of_request(transfer: &ManagedTransfer) -> Result<Option<u64>, String> {
    let found = transfer.set.metadata.iter().find(|(key, _)| key == KEY);
    let Some((_, text)) = found else {
        return Ok(None);
    };
    match bytes_of(text).filter(|bytes| *bytes >= RATE_MIN) {
        Some(bytes) => Ok(Some(bytes)),
        None => Err(text.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_much_is_sent_as_the_time_allows_and_pauses_are_not_made_up_for() {
        let mut rate = Rate::new(1 << 20);
        let (mut now_ms, mut sent) = (1_000_000_u64, 0_u64);
        for _ in 0..10_000 {
            if now_ms >= rate.free_ms() {
                rate.sent(256 << 10, now_ms);
                sent += 256 << 10;
            }
            now_ms += 1;
        }
        // Ten seconds, what is made up for at the beginning and what was begun.
        let (least, most) = (10 << 20, (10 << 20) + (1 << 19));
        assert!((least..=most).contains(&sent), "{sent}");
        // After an hour nothing waits to be sent at once but a little.
        now_ms += 3_600_000;
        rate.sent(1 << 20, now_ms);
        assert!(rate.free_ms() >= now_ms + 700);
    }
}
