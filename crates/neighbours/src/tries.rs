//! How often, and when, a publication that cannot be published is tried.

use ferromq_mqi::{MsgDescriptor, ObjectName};

/// One that could not be published so often is put aside the next time.
const TRIES_MAX: u32 = 5;
/// How long it rests until it is tried again, whatever else comes meanwhile; and how long a queue that cannot be used.
pub(crate) const REST_MS: u64 = 1_000;

/// A publication that could not be published, by its message, and how often. Those before it are backed out with it, so how often a
/// message was backed out says nothing of it.
#[derive(Debug)]
struct Failing {
    msg_id: [u8; 24],
    put_at: ([u8; 8], [u8; 8]),
    from: Option<ObjectName>,
    times: u32,
}

/// The publication that could not be published last, and until when none is tried.
#[derive(Debug, Default)]
pub(crate) struct Tries {
    failing: Option<Failing>,
    rests_since_ms: Option<u64>,
}

impl Tries {
    /// Counts that a message could not be published now. Whether it has been tried often enough; else it rests.
    pub(crate) fn fail(
        &mut self,
        message: &MsgDescriptor,
        from: Option<ObjectName>,
        now_ms: u64,
    ) -> bool {
        let times = match &self.failing {
            Some(failing) if self.is_failing(message) => failing.times + 1,
            _ => 1,
        };
        self.failing = Some(Failing {
            msg_id: message.msg_id,
            put_at: (message.put_date, message.put_time),
            from,
            times,
        });
        let enough = times > TRIES_MAX;
        if !enough {
            self.rest(now_ms);
        }
        enough
    }

    /// Nothing is tried for a while.
    pub(crate) fn rest(&mut self, now_ms: u64) {
        self.rests_since_ms = Some(now_ms);
    }

    /// How long nothing is to be tried yet, if so.
    pub(crate) fn rest_ms(&mut self, now_ms: u64) -> Option<u64> {
        let since_ms = self.rests_since_ms?;
        // Where the clock was set back it begins anew.
        let rested_ms = now_ms.checked_sub(since_ms);
        let left_ms = REST_MS.checked_sub(rested_ms.unwrap_or(REST_MS));
        if left_ms.is_none_or(|left_ms| left_ms == 0) {
            self.rests_since_ms = None;
        }
        self.rests_since_ms.and(left_ms)
    }

    /// A message was published, or put aside.
    pub(crate) fn finish(&mut self, message: &MsgDescriptor) {
        if self.is_failing(message) {
            self.failing = None;
        }
    }

    /// Nothing is there any more: somebody else took it, or it expired.
    pub(crate) fn forget(&mut self) {
        self.failing = None;
    }

    /// Whether one fails.
    pub(crate) fn is_any(&self) -> bool {
        self.failing.is_some()
    }

    /// Whether another message than this one failed last.
    pub(crate) fn is_another(&self, message: &MsgDescriptor) -> bool {
        self.is_any() && !self.is_failing(message)
    }

    /// Whose publications wait for the one that fails, so that they stay in order.
    pub(crate) fn waits_for(&self) -> Option<ObjectName> {
        self.failing.as_ref()?.from
    }

    /// Whether this message failed last.
    pub(crate) fn is_failing(&self, message: &MsgDescriptor) -> bool {
        let is_it = |one: &Failing| {
            one.msg_id == message.msg_id && one.put_at == (message.put_date, message.put_time)
        };
        self.failing.as_ref().is_some_and(is_it)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(number: u8) -> MsgDescriptor {
        MsgDescriptor {
            msg_id: [number; 24],
            ..MsgDescriptor::default()
        }
    }

    #[test]
    fn each_try_is_a_second_behind_the_one_before_whatever_else_comes() {
        let mut tries = Tries::default();
        let mut now_ms = 5_000;
        assert_eq!(tries.rest_ms(now_ms), None);
        for _ in 0..TRIES_MAX {
            assert!(!tries.fail(&message(1), None, now_ms));
            assert_eq!(tries.rest_ms(now_ms), Some(1_000));
            assert_eq!(tries.rest_ms(now_ms + 1), Some(999), "something came");
            now_ms += 1_000;
            assert_eq!(tries.rest_ms(now_ms), None);
        }
        assert!(tries.fail(&message(1), None, now_ms));
        assert_eq!(tries.rest_ms(now_ms), None, "it is put aside at once");
        tries.finish(&message(2));
        assert!(tries.is_any());
        tries.finish(&message(1));
        assert!(!tries.is_any());
    }

    #[test]
    fn a_clock_that_is_set_back_makes_no_longer_rest() {
        let mut tries = Tries::default();
        tries.rest(1_000_000);
        assert_eq!(tries.rest_ms(10), None);
    }

    #[test]
    fn tries_are_those_of_one_message() {
        let mut tries = Tries::default();
        let from = Some(ObjectName::truncated("QM2"));
        for _ in 0..TRIES_MAX {
            tries.fail(&message(1), None, 0);
        }
        assert!(tries.is_another(&message(2)));
        assert!(!tries.fail(&message(2), from, 0));
        assert_eq!(tries.waits_for(), from);
        tries.forget();
        assert!(!tries.is_another(&message(1)));
        assert_eq!(tries.waits_for(), None);
    }
}
