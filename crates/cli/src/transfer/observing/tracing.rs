//! The trace of a process: what it calls, with what, and what comes of it, as it happens. While nobody traces, a call reads a number.

use super::levels::{TraceLevel, Traced};
use super::rolling::Rolling;
use crate::transfer::clock::now_ms;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::described::{answered, asked, reason_of, verb_of};
use ferromq_mqi::local::TraceSettings;
use ferromq_mqi::session::Connected;
use ferromq_transfer::schedule::Moment;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// Bytes of a message that a trace of level `all` has.
const DATA_BYTES: u32 = 256;

/// See the module.
#[derive(Debug)]
pub(in crate::transfer) struct Tracing {
    mqi: AtomicU8,
    files: AtomicU8,
    events: AtomicU8,
    /// It ends with the first trouble.
    until_trouble: AtomicBool,
    lines: Mutex<Rolling>,
}

/// Which part of a process something is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::transfer) enum Part {
    Mqi,
    Files,
    Events,
}

fn level(number: u8) -> TraceLevel {
    match number {
        0 => TraceLevel::Off,
        1 => TraceLevel::Flow,
        2 => TraceLevel::Moderate,
        3 => TraceLevel::Verbose,
        _ => TraceLevel::All,
    }
}

impl Tracing {
    /// In a directory of that directory named after this process, as documented: `trace4711/trace4711.txt`.
    pub(in crate::transfer) fn new(logs: &Path, name: &str, (bytes, files): (u64, u32)) -> Self {
        let name = format!("{name}{}", std::process::id());
        let lines = Rolling::new(&logs.join(&name), (&name, ".txt"), false, (bytes, files));
        let lines = lines.private();
        Self {
            mqi: AtomicU8::default(),
            files: AtomicU8::default(),
            events: AtomicU8::default(),
            until_trouble: AtomicBool::default(),
            lines: Mutex::new(lines),
        }
    }

    fn number(&self, part: Part) -> &AtomicU8 {
        match part {
            Part::Mqi => &self.mqi,
            Part::Files => &self.files,
            Part::Events => &self.events,
        }
    }

    pub(super) fn of(&self, part: Part) -> TraceLevel {
        level(self.number(part).load(Ordering::Relaxed))
    }

    pub(super) fn traced(&self) -> Traced {
        Traced {
            mqi: self.of(Part::Mqi),
            files: self.of(Part::Files),
            events: self.of(Part::Events),
        }
    }

    /// Traces these from now on.
    pub(super) fn set(&self, traced: Traced, until_trouble: bool) {
        self.until_trouble.store(until_trouble, Ordering::Relaxed);
        for (part, level) in [
            (Part::Mqi, traced.mqi),
            (Part::Files, traced.files),
            (Part::Events, traced.events),
        ] {
            self.number(part).store(level as u8, Ordering::Relaxed);
        }
        if traced.is_off() {
            self.lines().close();
        }
    }

    /// Something has gone wrong: a trace that was to end with it does.
    pub(in crate::transfer) fn trouble(&self) {
        if self.until_trouble.load(Ordering::Relaxed) && !self.traced().is_off() {
            self.line(
                Part::Events,
                &"the trace ends, as it was to with the first failure",
            );
            self.set(Traced::default(), false);
        }
    }

    fn lines(&self) -> std::sync::MutexGuard<'_, Rolling> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where it is written.
    pub(super) fn path(&self) -> PathBuf {
        self.lines().path(0)
    }

    pub(super) fn line(&self, part: Part, text: &dyn Display) {
        let name = match part {
            Part::Mqi => "ferromq.mqi",
            Part::Files => "ferromq.files",
            Part::Events => "ferromq.events",
        };
        let thread = std::thread::current();
        let thread = thread.name().unwrap_or("-");
        let at = Moment::at_ms(now_ms());
        let line = format!("[{at}] {thread:<8} {name:<14} {text}\n");
        self.lines().write(&line);
    }

    /// A line of the log of events.
    pub(in crate::transfer) fn event(&self, text: &str) {
        if self.of(Part::Events) > TraceLevel::Off {
            self.line(Part::Events, &text);
        }
    }

    /// Does a call, and writes down that it begins and how it has ended; `details` are made where they are wanted.
    pub(super) fn call<T>(
        &self,
        what: &str,
        details: impl FnOnce() -> String,
        does: impl FnOnce() -> std::io::Result<T>,
    ) -> std::io::Result<T> {
        self.call_of(TraceLevel::Flow, what, details, does)
    }

    /// The same for what is written down from some level on only.
    pub(super) fn call_of<T>(
        &self,
        least: TraceLevel,
        what: &str,
        details: impl FnOnce() -> String,
        does: impl FnOnce() -> std::io::Result<T>,
    ) -> std::io::Result<T> {
        let level = self.of(Part::Files);
        if level == TraceLevel::Off || level < least {
            return does();
        }
        let details = match level >= TraceLevel::Moderate {
            true => details(),
            false => String::new(),
        };
        let began = Instant::now();
        let done = does();
        let took = began.elapsed().as_micros();
        let came = match &done {
            Ok(_) => "ok".to_owned(),
            Err(error) => error.to_string(),
        };
        self.line(
            Part::Files,
            &format_args!("{what} {details} -> {came}, {took} us"),
        );
        done
    }
}

/// A road whose verbs are traced.
pub(in crate::transfer) struct TracedRoad<C> {
    road: C,
    tracing: Arc<Tracing>,
}

impl<C> TracedRoad<C> {
    pub(in crate::transfer) fn new(road: C, tracing: Arc<Tracing>) -> Self {
        Self { road, tracing }
    }
}

impl<C: Connected> Connected for TracedRoad<C> {
    fn call(&mut self, request: Request) -> Reply {
        let level = self.tracing.of(Part::Mqi);
        if level == TraceLevel::Off {
            return self.road.call(request);
        }
        let settings = TraceSettings {
            programs: Vec::new(),
            detail: level >= TraceLevel::Verbose,
            data_bytes: if level == TraceLevel::All {
                DATA_BYTES
            } else {
                0
            },
            file_bytes_max: 0,
        };
        let has_details = level >= TraceLevel::Moderate;
        let (verb, with) = (
            verb_of(&request),
            has_details.then(|| asked(&request, &settings)),
        );
        let with = with.unwrap_or_default();
        self.tracing
            .line(Part::Mqi, &format_args!("--{{ {verb} {with}"));
        let began = Instant::now();
        let reply = self.road.call(request);
        let took = began.elapsed().as_micros();
        let (reason, with) = (
            reason_of(&reply),
            has_details.then(|| answered(&reply, &settings)),
        );
        let with = with.unwrap_or_default();
        self.tracing.line(
            Part::Mqi,
            &format_args!("--}} {verb} rc={} {took} us {with}", reason.0),
        );
        reply
    }

    fn times_made_again(&self) -> u64 {
        self.road.times_made_again()
    }
}
