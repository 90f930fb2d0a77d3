//! Who forces the log for the verbs of a thread that serves many.

use crate::settings::ForcePolicy;
use ferromq_log::{Log, Lsn};
use std::time::{Duration, Instant};

/// A force of the log that a service thread may as well do itself.
const SHORT_FORCE: Duration = Duration::from_micros(250);

/// Forces in a row during which nobody asked this thread for anything, before it leads the next one.
const ALONE_MIN: u32 = 2;
/// More of them are not counted.
const ALONE_MAX: u32 = 16;

/// Where no more than so many wait for the log at a time, there is hardly anything to do beside a force.
const FEW: u32 = 2;

/// What a force may cost each verb that waits for it, where this thread could have served others meanwhile: about what the two
/// wake-ups cost that leading saves, and answers that go out together.
const SHARE_OF_FORCE_MAX: Duration = Duration::from_micros(7);

/// After so many forces about half of what was seen of a crowd is forgotten.
const CROWD_FORGETTING: u32 = 16;

/// Rounds a force is put off at most while each of them brings another request for it.
const ROUNDS_MAX: u32 = 12;

/// Every time a long force is left to the writer, this part of its length is forgotten.
const FORGETTING: u32 = 32;

/// TopicInterests of one thread's verbs for the log to be durable.
#[derive(Debug)]
pub(crate) struct Forcing {
    policy: ForcePolicy,
    /// Somebody waits for the log to be durable up to here.
    wanted: Option<Lsn>,
    /// How many verbs do.
    waiting: u32,
    /// For so many rounds a force that is wanted has been put off.
    postponed: u32,
    /// How many verbs asked for it in the last one.
    waiting_before: u32,
    /// How long forces led by this thread took lately.
    force_time: Duration,
    /// The force this thread has left to the writer, until somebody asks for something while it is under way.
    left: Option<Lsn>,
    /// During so many forces in a row nobody asked for anything, nearly.
    alone: u32,
    /// The most verbs that waited for one force lately.
    crowd: u32,
    /// This thread has just led a force, and has not looked yet who waited for it meanwhile.
    has_led: bool,
}

impl Forcing {
    pub(crate) const fn new(policy: ForcePolicy) -> Self {
        Self {
            policy,
            wanted: None,
            waiting: 0,
            postponed: 0,
            waiting_before: 0,
            force_time: SHORT_FORCE,
            left: None,
            alone: 0,
            crowd: 0,
            has_led: false,
        }
    }

    /// A round has looked whether somebody asks for something, and `found` it or not.
    pub(crate) fn note_round(&mut self, found: bool, log: &Log) {
        if std::mem::take(&mut self.has_led) {
            // Once may be by chance.
            self.alone = match found {
                true => self.alone / 2,
                false => ALONE_MAX.min(self.alone + 1),
            };
        }
        if found && self.left.is_some_and(|end| log.durable() < end) {
            self.alone = 0;
            self.left = None;
        }
    }

    /// A verb waits for the log to be durable up to `end`.
    pub(crate) fn want(&mut self, end: Lsn, log: &Log) {
        if self.policy == ForcePolicy::Writer {
            log.request_force(end);
        } else {
            self.wanted = self.wanted.max(Some(end));
            self.waiting += 1;
        }
    }

    /// Verbs that wait for what nobody has seen to.
    pub(crate) const fn waiting(&self) -> usize {
        self.waiting as usize
    }

    /// True when there is a request nobody has seen to.
    pub(crate) const fn is_wanted(&self) -> bool {
        self.wanted.is_some()
    }

    /// Sees to it that what verbs wait for gets written. `worked`: this round had work, so that the
    /// next one may have more; `others`: connections that may ask for something soon.
    pub(crate) fn see_to_log(&mut self, log: &Log, worked: bool, others: usize) {
        let Some(end) = self.wanted else {
            return;
        };
        let leads = match self.policy {
            ForcePolicy::Writer => false,
            ForcePolicy::Lead => true,
            ForcePolicy::Balanced => {
                if worked && others > 0 && self.may_grow() {
                    return;
                }
                self.would_rather_lead(others)
            }
        };
        self.postponed = 0;
        self.wanted = None;
        self.waiting = 0;
        if log.durable() >= end {
            return;
        }
        let began = Instant::now();
        if leads && log.lead() {
            self.force_time = (self.force_time * 7 + began.elapsed()) / 8;
            self.has_led = true;
        } else {
            // When somebody else forces already, the writer goes on where they end.
            log.request_force(end);
            self.left = Some(end);
        }
    }

    /// Whether the next round may bring more for the same force. The round that brought the first request had work, and so may the next
    /// one; a force costs as much as several rounds, so it waits for as long as each brings another.
    fn may_grow(&mut self) -> bool {
        let before = std::mem::replace(&mut self.waiting_before, self.waiting);
        let grows = self.postponed == 0 || self.waiting > before;
        self.postponed += 1;
        grows && self.postponed <= ROUNDS_MAX
    }

    /// Whether forcing the log on this thread, which then serves nobody, is better than waking the log writer: when nobody is
    /// about to ask for anything; or when a force is short, and those who would have to wait are not more than those who wait
    /// for the log.
    ///
    /// Most who are connected ask for nothing for a long time, so it also counts that nobody asked for anything during the last
    /// forces. But a thread that leads makes that true by itself: those who are served together commit together. While a force
    /// runs elsewhere, half of them could be served; so this counts only where there is next to nobody to serve, or where so
    /// many share the force that it costs each of them less than the wake-ups would.
    fn would_rather_lead(&mut self, others: usize) -> bool {
        if others == 0 {
            return true;
        }
        if self.left.take().is_some() {
            self.alone = ALONE_MAX.min(self.alone + 1);
        }
        self.crowd -= self.crowd.div_ceil(CROWD_FORGETTING);
        self.crowd = self.crowd.max(self.waiting);
        let is_shared = self.force_time <= SHARE_OF_FORCE_MAX * self.waiting;
        let is_alone = self.alone >= ALONE_MIN && (self.crowd <= FEW || is_shared);
        if (self.waiting as usize) < others && !is_alone {
            return false;
        }
        // A disk that was slow is tried again: what nobody measures would stay long for ever.
        let was_short = self.force_time <= SHORT_FORCE;
        self.force_time -= self.force_time / FORGETTING;
        was_short
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferromq_base::disk::SimulatedDisk;
    use ferromq_log::{LogSettings, Urgency};
    use std::convert::Infallible;

    /// Two others are connected, and one verb waits for the log at a time.
    const OTHERS: usize = 2;

    struct Rig {
        // The disk lives as long as the log.
        _disk: SimulatedDisk,
        log: std::sync::Arc<Log>,
        forcing: Forcing,
    }

    impl Rig {
        fn new() -> Self {
            let disk = SimulatedDisk::new(1);
            let settings = LogSettings::default();
            Log::create(&disk.root(), &settings, &mut |_, _| ()).expect("made");
            let log = Log::open(disk.root(), &settings).expect("opened");
            let log = log.replay(&mut |_| Ok::<(), Infallible>(()));
            Self {
                _disk: disk,
                log: log.expect("empty"),
                forcing: Forcing::new(ForcePolicy::Balanced),
            }
        }

        /// A verb wants the log durable, and rounds see to it. Whether this thread has forced it: there is no writer here.
        fn ask_for_force(&mut self) -> bool {
            self.forget_time();
            let appended = self.log.append(1, &[b"x"], Urgency::Ordinary);
            let end = appended.expect("there is room").end;
            self.forcing.want(end, &self.log);
            self.forcing.note_round(true, &self.log);
            self.forcing.see_to_log(&self.log, true, OTHERS);
            self.forcing.note_round(false, &self.log);
            self.forcing.see_to_log(&self.log, false, OTHERS);
            let has_led = self.log.durable() >= end;
            self.forcing.note_round(false, &self.log);
            has_led
        }

        /// However long a force took where this runs, it was a short one.
        fn forget_time(&mut self) {
            self.forcing.force_time = SHORT_FORCE;
        }

        /// As the writer would.
        fn write(&mut self) {
            self.log.lead();
            self.forcing.note_round(false, &self.log);
        }

        /// Nobody asks for anything during as many forces as it takes.
        fn be_alone(&mut self) {
            for _ in 0..ALONE_MIN {
                assert!(!self.ask_for_force(), "it is left to the writer");
                self.write();
            }
        }
    }

    #[test]
    fn a_thread_whom_nobody_asks_meanwhile_forces_the_log_itself() {
        let mut rig = Rig::new();
        rig.be_alone();
        for _ in 0..3 * ALONE_MAX {
            assert!(rig.ask_for_force());
        }
    }

    /// Goal: a crowd that is served and commits together is not taken for nobody. Method: ten verbs wait for each force, which is
    /// too dear for so few; nobody asks for anything meanwhile.
    #[test]
    fn a_thread_with_a_crowd_leaves_the_log_to_the_writer_while_others_could_be_served() {
        let mut rig = Rig::new();
        for _ in 0..3 * ALONE_MAX {
            rig.forget_time();
            for _ in 0..10 {
                let appended = rig.log.append(1, &[b"x"], Urgency::Ordinary);
                let end = appended.expect("there is room").end;
                rig.forcing.want(end, &rig.log);
            }
            rig.forcing.note_round(true, &rig.log);
            rig.forcing.see_to_log(&rig.log, false, 20);
            assert!(rig.log.durable() < rig.log.head());
            rig.write();
        }
    }

    #[test]
    fn a_thread_that_is_asked_meanwhile_leaves_the_log_to_the_writer() {
        let mut rig = Rig::new();
        for _ in 0..10 {
            assert!(!rig.ask_for_force());
            rig.forcing.note_round(true, &rig.log);
            rig.write();
        }
        rig.be_alone();
        assert!(rig.ask_for_force());
    }

    /// Goal: a force carries what comes round after round, and nobody waits for more than it takes. Method: a request in each round, for
    /// longer than a force is put off; then a round with work that brings none.
    #[test]
    fn a_force_is_left_to_the_writer_when_a_round_brings_no_more_for_it() {
        let mut rig = Rig::new();
        let mut round = |waiting: u32| {
            for _ in 0..waiting {
                let appended = rig.log.append(1, &[b"x"], Urgency::Ordinary);
                let end = appended.expect("there is room").end;
                rig.forcing.want(end, &rig.log);
            }
            rig.forcing.note_round(true, &rig.log);
            rig.forcing.see_to_log(&rig.log, true, 100);
            rig.forcing.is_wanted()
        };
        for put_off in 1..=ROUNDS_MAX {
            assert!(round(1), "{put_off}");
        }
        assert!(!round(1));
        assert!(round(1));
        assert!(round(2));
        assert!(!round(0));
    }

    #[test]
    fn a_thread_that_has_kept_others_waiting_forces_no_more() {
        let mut rig = Rig::new();
        rig.be_alone();
        for _ in 0..ALONE_MAX {
            assert!(rig.ask_for_force());
        }
        let mut led = 0;
        loop {
            rig.forget_time();
            let appended = rig.log.append(1, &[b"x"], Urgency::Ordinary);
            let end = appended.expect("there is room").end;
            rig.forcing.want(end, &rig.log);
            rig.forcing.see_to_log(&rig.log, false, OTHERS);
            if rig.log.durable() < end {
                break;
            }
            led += 1;
            // Somebody was there behind each of them.
            rig.forcing.note_round(true, &rig.log);
        }
        assert!((1..=ALONE_MAX.ilog2() + 1).contains(&led), "{led}");
    }
}
