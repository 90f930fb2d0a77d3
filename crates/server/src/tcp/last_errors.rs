//! Why channels between queue managers failed last, since the queue manager started.

use crate::lock_order;
use ferromq_base::lock::Mutex;
use std::collections::BTreeMap;

/// Channels of which that is kept at most: those who failed first are forgotten for others.
const CHANNELS_MAX: usize = 20_000;

/// What operators were told, under its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LastError {
    pub(crate) number: &'static str,
    /// When that was, microseconds since 1970.
    pub(crate) at_us: u64,
}

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct LastErrors {
    channels: Mutex<BTreeMap<String, LastError>, lock_order::LastErrors>,
}

impl LastErrors {
    /// A channel failed.
    pub(crate) fn note(&self, channel: &str, error: LastError) {
        let mut channels = self.channels.lock();
        if channels.len() >= CHANNELS_MAX && !channels.contains_key(channel) {
            let oldest = channels.iter().min_by_key(|(_, known)| known.at_us);
            let oldest = oldest.map(|(name, _)| name.clone());
            oldest.and_then(|name| channels.remove(&name));
        }
        channels.insert(channel.to_owned(), error);
    }

    /// Why it failed last; `None` where it has not.
    pub(crate) fn of(&self, channel: &str) -> Option<LastError> {
        self.channels.lock().get(channel).copied()
    }

    /// A channel is deleted.
    pub(crate) fn forget(&self, channel: &str) {
        self.channels.lock().remove(channel);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_error_of_each_channel_is_kept_of_as_many_as_there_may_be() {
        let errors = LastErrors::default();
        let error = |at_us| LastError {
            number: "AMQ9202E",
            at_us,
        };
        for number in 0..=CHANNELS_MAX as u64 {
            errors.note(&format!("C{number}"), error(number));
        }
        assert_eq!(errors.of("C0"), None, "the oldest one");
        errors.note("C1", error(7));
        assert_eq!(errors.of("C1"), Some(error(7)));
        assert_eq!(errors.of("C2"), Some(error(2)), "nobody was in the way");
        errors.forget("C1");
        assert_eq!(errors.of("C1"), None);
    }
}
