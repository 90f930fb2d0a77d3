use super::*;

const MS: u64 = 1_000_000;

fn watch(armed: Armed) -> Watch {
    let mut watch = Watch::default();
    let limits = Limits {
        max_depth: 10,
        high_percent: 80,
        low_percent: 20,
        interval_ms: 100,
    };
    watch.set(armed, limits);
    watch
}

fn put(watch: &mut Watch, depth: u32, now_ms: u64) -> Vec<Crossing> {
    let mut seen = Vec::new();
    watch.put(depth, now_ms * MS, &mut |one| seen.push(one));
    seen
}

fn got(watch: &mut Watch, left: u32, now_ms: u64) -> Vec<Crossing> {
    let mut seen = Vec::new();
    watch.got(left, now_ms * MS, &mut |one| seen.push(one));
    seen
}

fn refused(watch: &mut Watch) -> Vec<Crossing> {
    let mut seen = Vec::new();
    watch.refused(&mut |one| seen.push(one));
    seen
}

const HIGH: Armed = Armed {
    high: true,
    low: false,
    full: true,
    service: Service::None,
};

#[test]
fn high_is_told_once_until_the_depth_was_low() {
    let mut watch = watch(HIGH);
    for depth in 1..8 {
        assert_eq!(put(&mut watch, depth, 0), []);
    }
    assert_eq!(put(&mut watch, 8, 0), [Crossing::DepthHigh]);
    assert_eq!(put(&mut watch, 9, 0), []);
    assert_eq!(got(&mut watch, 7, 0), []);
    assert_eq!(put(&mut watch, 8, 0), []);
    assert_eq!(got(&mut watch, 3, 0), []);
    assert_eq!(got(&mut watch, 2, 0), [Crossing::DepthLow]);
    assert_eq!(got(&mut watch, 1, 0), []);
    assert_eq!(put(&mut watch, 8, 0), [Crossing::DepthHigh]);
}

#[test]
fn full_arms_low_and_low_arms_full_and_high() {
    let mut watch = watch(Armed {
        high: false,
        ..HIGH
    });
    assert_eq!(put(&mut watch, 10, 0), []);
    assert_eq!(refused(&mut watch), [Crossing::Full]);
    assert_eq!(refused(&mut watch), []);
    assert!(watch.armed.low && !watch.armed.high);
    assert_eq!(got(&mut watch, 2, 0), [Crossing::DepthLow]);
    assert!(watch.armed.full && watch.armed.high && !watch.armed.low);
}

#[test]
fn a_limit_of_nothing_is_met_by_the_first_message_and_a_queue_without_room_is_always_high() {
    let mut watch = watch(HIGH);
    watch.limits.high_percent = 0;
    assert_eq!(put(&mut watch, 1, 0), [Crossing::DepthHigh]);
    watch.set(HIGH, Limits::default());
    assert_eq!(put(&mut watch, 1, 0), [Crossing::DepthHigh]);
}

#[test]
fn service_that_is_late_is_told_once_and_again_when_it_was_in_time_between() {
    let mut watch = watch(Armed {
        service: Service::High,
        ..Armed::default()
    });
    assert_eq!(put(&mut watch, 1, 1_000), []);
    assert_eq!(put(&mut watch, 2, 1_100), []);
    assert_eq!(put(&mut watch, 3, 1_101), [Crossing::ServiceHigh]);
    // The timer still runs from the first put: this get is late.
    assert_eq!(got(&mut watch, 2, 1_102), []);
    assert_eq!(got(&mut watch, 1, 1_202), [Crossing::ServiceOk]);
    assert_eq!(got(&mut watch, 0, 1_303), [Crossing::ServiceHigh]);
}

#[test]
fn the_timer_is_off_while_the_queue_is_empty() {
    let mut watch = watch(Armed {
        service: Service::High,
        ..Armed::default()
    });
    put(&mut watch, 1, 0);
    assert_eq!(got(&mut watch, 0, 50), []);
    assert_eq!(put(&mut watch, 1, 10_000), []);
    assert_eq!(got(&mut watch, 0, 10_100), []);
    assert_eq!(put(&mut watch, 1, 20_000), []);
    assert_eq!(got(&mut watch, 0, 20_101), [Crossing::ServiceHigh]);
}

/// The rules as the manual has them, one after the other, without any state but which events are armed.
struct Model {
    armed: Armed,
    depth: u32,
    set_at_ms: Option<u64>,
}

impl Model {
    fn put(&mut self, now_ms: u64) -> Vec<Crossing> {
        let mut told = Vec::new();
        if self.depth == 10 {
            if self.armed.full {
                (self.armed.full, self.armed.low) = (false, true);
                told.push(Crossing::Full);
            }
            return told;
        }
        let was_empty = self.depth == 0;
        self.depth += 1;
        if self.depth >= 8 && self.armed.high {
            (self.armed.high, self.armed.low) = (false, true);
            told.push(Crossing::DepthHigh);
        }
        match self.set_at_ms {
            _ if was_empty => self.set_at_ms = Some(now_ms),
            Some(set_at_ms) if now_ms - set_at_ms > 100 && self.armed.service == Service::High => {
                self.armed.service = Service::Ok;
                told.push(Crossing::ServiceHigh);
            }
            _ => {}
        }
        told
    }

    fn get(&mut self, now_ms: u64) -> Vec<Crossing> {
        let mut told = Vec::new();
        self.depth -= 1;
        if self.depth <= 2 && self.armed.low {
            self.armed.low = false;
            (self.armed.high, self.armed.full) = (true, true);
            told.push(Crossing::DepthLow);
        }
        let late = self.set_at_ms.is_some_and(|at| now_ms - at > 100);
        if late && self.armed.service == Service::High {
            self.armed.service = Service::Ok;
            told.push(Crossing::ServiceHigh);
        } else if !late && self.armed.service == Service::Ok {
            self.armed.service = Service::High;
            told.push(Crossing::ServiceOk);
        }
        self.set_at_ms = (self.depth > 0).then_some(now_ms);
        told
    }
}

/// Numbers that look like chance and are the same each time.
fn next(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

#[test]
fn any_sequence_of_puts_and_gets_tells_what_the_manual_says() {
    for seed in 1..=300_u64 {
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let bit = |state: &mut u64| next(state) & 1 == 1;
        let armed = Armed {
            high: bit(&mut state),
            low: bit(&mut state),
            full: bit(&mut state),
            service: match bit(&mut state) {
                true => Service::High,
                false => Service::Ok,
            },
        };
        let mut watch = watch(armed);
        let mut model = Model {
            armed,
            depth: 0,
            set_at_ms: None,
        };
        let (mut now_ms, mut rises) = (0, true);
        for step in 0..400 {
            now_ms += next(&mut state) % 150;
            if next(&mut state).is_multiple_of(12) {
                rises = !rises;
            }
            let gets = model.depth > 0 && next(&mut state).is_multiple_of(4) == rises;
            let (told, seen) = if gets {
                (model.get(now_ms), got(&mut watch, model.depth, now_ms))
            } else if model.depth == 10 {
                (model.put(now_ms), refused(&mut watch))
            } else {
                (model.put(now_ms), put(&mut watch, model.depth, now_ms))
            };
            assert_eq!(seen, told, "seed {seed}, step {step}");
            assert_eq!(watch.armed, model.armed, "seed {seed}, step {step}");
        }
    }
}

#[test]
fn what_is_armed_goes_into_attributes_and_comes_back() {
    for crossing in [
        Crossing::DepthHigh,
        Crossing::DepthLow,
        Crossing::Full,
        Crossing::ServiceHigh,
        Crossing::ServiceOk,
    ] {
        let armed = Armed::default().after(crossing);
        let kind = ferromq_mqi::attribute::ObjectKind::QLocal;
        let mut definition = Definition::new(kind, ferromq_mqi::name::ObjectName::truncated("Q"));
        for (attr, value) in armed.attributes() {
            definition.set_internal(attr, value).expect("an attribute");
        }
        assert_eq!(Armed::of(&definition), armed);
    }
}
