//! When the depth and the service of a queue are told of: rules without a queue.
//!
//! Each event disarms itself and arms others, so that a depth that goes to and fro around a limit is told of once:
//!
//! | event | seen when | disarms | arms |
//! | --- | --- | --- | --- |
//! | high | a put brings the depth to `QDEPTHHI` or above | high | low |
//! | full | a put is refused because the queue is full | full | low |
//! | low | a get brings the depth to `QDEPTHLO` or below | low | high, full |
//! | service interval high | a put or a get comes more than `QSVCINT` after the timer was set | itself | service interval OK |
//! | service interval OK | a get comes within `QSVCINT` | itself | service interval high |
//!
//! The timer is set by each get that leaves messages, and by a put on an empty queue; it is off while the queue is empty. Time is
//! looked at by puts and gets only: a queue nobody uses is told of when somebody does.
//!
//! Source: "Queue depth events", "Queue service interval events", "The service timer".

use ferromq_mqi::attribute::{Attr, Value};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;

/// Which service interval event is due next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Service {
    /// None is asked for.
    #[default]
    None,
    High,
    Ok,
}

/// What is told of a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Crossing {
    DepthHigh,
    DepthLow,
    Full,
    ServiceHigh,
    ServiceOk,
}

/// Which events are armed: `QDPHIEV`, `QDPLOEV`, `QDPMAXEV`, `QSVCIEV`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Armed {
    pub(crate) high: bool,
    pub(crate) low: bool,
    pub(crate) full: bool,
    pub(crate) service: Service,
}

impl Armed {
    pub(crate) fn of(definition: &Definition) -> Self {
        let on = |attr| definition.int(attr) == MQEVR_ENABLED;
        Self {
            high: on(Attr::Qdphiev),
            low: on(Attr::Qdploev),
            full: on(Attr::Qdpmaxev),
            service: match definition.int(Attr::Qsvciev) {
                MQQSIE_HIGH => Service::High,
                MQQSIE_OK => Service::Ok,
                _ => Service::None,
            },
        }
    }

    /// What is armed behind an event.
    pub(crate) fn after(mut self, crossing: Crossing) -> Self {
        match crossing {
            Crossing::DepthHigh => (self.high, self.low) = (false, true),
            Crossing::Full => (self.full, self.low) = (false, true),
            Crossing::DepthLow => {
                (self.low, self.high, self.full) = (false, true, true);
            }
            Crossing::ServiceHigh => self.service = Service::Ok,
            Crossing::ServiceOk => self.service = Service::High,
        }
        self
    }

    /// The same as attributes.
    pub(crate) fn attributes(self) -> [(Attr, Value); 4] {
        let word = |on| match on {
            true => Value::Int(MQEVR_ENABLED),
            false => Value::Int(MQEVR_DISABLED),
        };
        let service = match self.service {
            Service::None => MQQSIE_NONE,
            Service::High => MQQSIE_HIGH,
            Service::Ok => MQQSIE_OK,
        };
        [
            (Attr::Qdphiev, word(self.high)),
            (Attr::Qdploev, word(self.low)),
            (Attr::Qdpmaxev, word(self.full)),
            (Attr::Qsvciev, Value::Int(service)),
        ]
    }

    /// A put or a get may be told of. That a put is refused is seen where it is.
    pub(crate) fn any_of_calls(self) -> bool {
        self.high || self.low || self.service != Service::None
    }
}

/// `MAXDEPTH`, `QDEPTHHI`, `QDEPTHLO`, `QSVCINT`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Limits {
    pub(crate) max_depth: u32,
    pub(crate) high_percent: u32,
    pub(crate) low_percent: u32,
    pub(crate) interval_ms: u32,
}

impl Limits {
    pub(crate) fn of(definition: &Definition) -> Self {
        let number = |attr| u32::try_from(definition.int(attr)).unwrap_or(0);
        Self {
            max_depth: number(Attr::Maxdepth),
            high_percent: number(Attr::Qdepthhi),
            low_percent: number(Attr::Qdepthlo),
            interval_ms: number(Attr::Qsvcint),
        }
    }

    fn is_high(&self, depth: u32) -> bool {
        u64::from(depth) * 100 >= u64::from(self.max_depth) * u64::from(self.high_percent)
    }

    fn is_low(&self, depth: u32) -> bool {
        u64::from(depth) * 100 <= u64::from(self.max_depth) * u64::from(self.low_percent)
    }

    fn is_late(&self, since_ns: u64, now_ns: u64) -> bool {
        now_ns.saturating_sub(since_ns) > u64::from(self.interval_ms) * 1_000_000
    }
}

/// See the module.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Watch {
    pub(crate) armed: Armed,
    pub(crate) limits: Limits,
    /// When the service timer was set; `None` while it is off.
    timer_ns: Option<u64>,
}

impl Watch {
    /// New attributes. The timer goes on.
    pub(crate) fn set(&mut self, armed: Armed, limits: Limits) {
        (self.armed, self.limits) = (armed, limits);
        if armed.service == Service::None {
            self.timer_ns = None;
        }
    }

    /// A message is on the queue, of which there are so many now.
    pub(crate) fn put(&mut self, depth: u32, now_ns: u64, seen: &mut dyn FnMut(Crossing)) {
        if self.armed.high && self.limits.is_high(depth) {
            self.cross(Crossing::DepthHigh, seen);
        }
        if self.armed.service == Service::None {
            return;
        }
        match self.timer_ns {
            Some(since_ns) if depth > 1 => {
                let late = self.limits.is_late(since_ns, now_ns);
                if late && self.armed.service == Service::High {
                    self.cross(Crossing::ServiceHigh, seen);
                }
            }
            // The queue was empty, or it is the first call since somebody asked.
            _ => self.timer_ns = Some(now_ns),
        }
    }

    /// A message was got, and so many are left.
    pub(crate) fn got(&mut self, left: u32, now_ns: u64, seen: &mut dyn FnMut(Crossing)) {
        if self.armed.low && self.limits.is_low(left) {
            self.cross(Crossing::DepthLow, seen);
        }
        if self.armed.service == Service::None {
            return;
        }
        if let Some(since_ns) = self.timer_ns {
            let late = self.limits.is_late(since_ns, now_ns);
            match self.armed.service {
                Service::High if late => self.cross(Crossing::ServiceHigh, seen),
                Service::Ok if !late => self.cross(Crossing::ServiceOk, seen),
                _ => {}
            }
        }
        self.timer_ns = (left > 0).then_some(now_ns);
    }

    /// A put was refused because the queue is full.
    pub(crate) fn refused(&mut self, seen: &mut dyn FnMut(Crossing)) {
        if self.armed.full {
            self.cross(Crossing::Full, seen);
        }
    }

    /// What was not told is forgotten: nobody wanted to know.
    pub(crate) fn stop_timer(&mut self) {
        self.timer_ns = None;
    }

    fn cross(&mut self, crossing: Crossing, seen: &mut dyn FnMut(Crossing)) {
        self.armed = self.armed.after(crossing);
        seen(crossing);
    }
}

#[cfg(test)]
#[path = "performance_tests.rs"]
mod tests;
