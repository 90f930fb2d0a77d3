//! Whether the other end is there: heartbeats, signs of life, and whether it takes what it is sent.

use ferromq_wire::outbound::Outbound;

/// Of a segment that is not whole yet, so many bytes are a sign of life. Who sends fewer until one has to be given is as good
/// as silent.
const LIFE_BYTES_MIN: usize = 1024;
/// How long the other end may take nothing of what is sent, where heartbeats are off.
const UNREAD_NS_MAX: u64 = 360_000_000_000;
/// How long the last words wait to be taken.
const FAREWELL_NS_MAX: u64 = 10_000_000_000;
/// Waits for a heartbeat's answer are as long as the interval, and no longer than this.
const HEARTBEAT_PATIENCE_NS_MAX: u64 = 60_000_000_000;

/// See the module. Times are monotonic nanoseconds.
#[derive(Debug)]
pub(crate) struct Liveness {
    /// The interval agreed on; 0 for none.
    heartbeat_ns: u64,
    /// When the other end last gave a sign of life.
    received_ns: u64,
    /// Bytes it has sent since.
    trickled_bytes: usize,
    /// When a heartbeat was sent that is not answered yet.
    probed_ns: Option<u64>,
    /// When a heartbeat was last sent whose answer is not read.
    nudged_ns: u64,
    /// When the other end last took something of what is sent, or nothing waited to be taken.
    taken_ns: u64,
    /// Bytes it had taken then.
    taken_bytes: u64,
}

/// Whether an answer to a heartbeat would be heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hearing {
    /// The other end does not listen now, or what is sent would only wait.
    Nobody,
    /// The answer would not be read, for the other end is not. But one that is gone shows when something is sent to it: its
    /// socket is reset.
    OtherEnd,
    Both,
}

/// What a heartbeat that is due asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beat {
    Send,
    /// The last one was not answered in time.
    GiveUp,
}

impl Liveness {
    pub(crate) const fn new(now_ns: u64) -> Self {
        Self {
            heartbeat_ns: 0,
            received_ns: now_ns,
            trickled_bytes: 0,
            probed_ns: None,
            nudged_ns: now_ns,
            taken_ns: now_ns,
            taken_bytes: 0,
        }
    }

    /// `HBINT` both ends agreed on; 0 for no heartbeats.
    pub(crate) fn agree(&mut self, heartbeat_s: u32) {
        self.heartbeat_ns = u64::from(heartbeat_s) * 1_000_000_000;
    }

    /// So many bytes came, with the end of a segment or without.
    pub(crate) fn hear(&mut self, bytes: usize, whole: bool, now_ns: u64) {
        self.trickled_bytes += bytes;
        if whole || self.trickled_bytes >= LIFE_BYTES_MIN {
            self.trickled_bytes = 0;
            self.received_ns = now_ns;
            self.probed_ns = None;
        }
    }

    /// Notes how far the other end has taken what was sent.
    pub(crate) fn note_taken(&mut self, outbound: &Outbound, now_ns: u64) {
        let taken_bytes = outbound.taken_bytes();
        if taken_bytes != self.taken_bytes || outbound.is_empty() {
            self.taken_bytes = taken_bytes;
            self.taken_ns = now_ns;
        }
    }

    /// When the last words are given up.
    pub(crate) fn farewell_due_ns(&self, outbound: &Outbound) -> Option<u64> {
        (!outbound.is_empty()).then(|| self.taken_ns + FAREWELL_NS_MAX)
    }

    /// When one that takes nothing of what is sent is given up: after as long as one that is silent.
    pub(crate) fn unread_due_ns(&self, outbound: &Outbound) -> Option<u64> {
        (!outbound.is_empty()).then(|| self.taken_ns + self.unread_ns_max())
    }

    /// The same of one that may have to wait before it takes more, and gives signs of life meanwhile.
    pub(crate) fn stuck_due_ns(&self, outbound: &Outbound) -> Option<u64> {
        let moved_ns = self.taken_ns.max(self.received_ns);
        (!outbound.is_empty()).then(|| moved_ns + self.unread_ns_max())
    }

    fn unread_ns_max(&self) -> u64 {
        match self.heartbeat_ns {
            0 => UNREAD_NS_MAX,
            heartbeat_ns => heartbeat_ns + self.patience_ns(),
        }
    }

    fn patience_ns(&self) -> u64 {
        self.heartbeat_ns.min(HEARTBEAT_PATIENCE_NS_MAX)
    }

    /// When the other end has to give a sign of life, or to be asked for one.
    pub(crate) fn heartbeat_due_ns(&self, hearing: Hearing) -> Option<u64> {
        if self.heartbeat_ns == 0 {
            return None;
        }
        match hearing {
            Hearing::Nobody => None,
            Hearing::OtherEnd => Some(self.received_ns.max(self.nudged_ns) + self.heartbeat_ns),
            Hearing::Both => Some(match self.probed_ns {
                None => self.received_ns + self.heartbeat_ns,
                Some(at_ns) => at_ns + self.patience_ns(),
            }),
        }
    }

    /// A heartbeat is due.
    pub(crate) fn beat(&mut self, hearing: Hearing, now_ns: u64) -> Beat {
        match (hearing, self.probed_ns) {
            (Hearing::Both, Some(_)) => return Beat::GiveUp,
            (Hearing::Both, None) => self.probed_ns = Some(now_ns),
            (Hearing::Nobody | Hearing::OtherEnd, _) => self.nudged_ns = now_ns,
        }
        Beat::Send
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND_NS: u64 = 1_000_000_000;

    #[test]
    fn silence_is_asked_about_once_and_then_given_up() {
        let mut liveness = Liveness::new(0);
        assert_eq!(liveness.heartbeat_due_ns(Hearing::Both), None, "off");
        liveness.agree(300);
        let due_ns = liveness.heartbeat_due_ns(Hearing::Both);
        assert_eq!(due_ns, Some(300 * SECOND_NS));
        assert_eq!(liveness.beat(Hearing::Both, 300 * SECOND_NS), Beat::Send);
        let due_ns = liveness.heartbeat_due_ns(Hearing::Both);
        assert_eq!(due_ns, Some(360 * SECOND_NS), "a minute for the answer");
        assert_eq!(liveness.beat(Hearing::Both, 360 * SECOND_NS), Beat::GiveUp);
        liveness.hear(28, true, 359 * SECOND_NS);
        let due_ns = liveness.heartbeat_due_ns(Hearing::Both);
        assert_eq!(due_ns, Some(659 * SECOND_NS));
    }

    #[test]
    fn a_trickle_is_no_sign_of_life() {
        let mut liveness = Liveness::new(0);
        liveness.agree(5);
        liveness.hear(LIFE_BYTES_MIN - 1, false, SECOND_NS);
        let due_ns = |liveness: &Liveness| liveness.heartbeat_due_ns(Hearing::Both);
        assert_eq!(due_ns(&liveness), Some(5 * SECOND_NS));
        liveness.hear(1, false, 2 * SECOND_NS);
        assert_eq!(due_ns(&liveness), Some(7 * SECOND_NS));
    }

    #[test]
    fn who_is_not_read_is_nudged_and_never_given_up_for_it() {
        let mut liveness = Liveness::new(0);
        liveness.agree(5);
        for times in 1..4 {
            let due_ns = times * 5 * SECOND_NS;
            assert_eq!(liveness.heartbeat_due_ns(Hearing::OtherEnd), Some(due_ns));
            assert_eq!(liveness.beat(Hearing::OtherEnd, due_ns), Beat::Send);
        }
        assert_eq!(liveness.heartbeat_due_ns(Hearing::Nobody), None);
    }
}
