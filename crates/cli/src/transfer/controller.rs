//! The controller of an agent: it starts the agent's process, and starts it again when that ends without being asked to.

use super::agent_place::AgentPlace;
use super::background;
use super::configured::START_UP;
use super::event_log::EventLog;
use super::observing::others;
use super::observing::tracing::Tracing;
use crate::failure::Failure;
use ferromq_transfer::generated::notices::{BFGPC9500, BFGPC9501, BFGPC9502, BFGPC9503};
use rustix::fs::{FlockOperation, flock};
use rustix::process::{Pid, Signal, kill_process};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGUSR1};
use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::process::{Child, ExitStatus};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

const LOOK: Duration = Duration::from_millis(50);
const HOLD_WITHIN: Duration = Duration::from_secs(1);
/// Exit code: it ended too often.
const ENDED_ABNORMALLY: u8 = 70;

/// How often an agent may end by itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    /// How often it is started again within the interval.
    pub(super) count: usize,
    pub(super) interval: Duration,
    /// How long it rests after more; none for ever.
    pub(super) delay: Option<Duration>,
}

/// What is done when an agent has ended by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Start,
    Rest(Duration),
    GiveUp,
}

impl Budget {
    fn of(agent: &AgentPlace) -> Self {
        let properties = &agent.properties;
        let count = usize::try_from(properties.max_restart_count()).unwrap_or(usize::MAX);
        let delay = u64::try_from(properties.max_restart_delay_s()).ok();
        Self {
            count,
            interval: Duration::from_secs(properties.max_restart_interval_s()),
            delay: delay.map(Duration::from_secs),
        }
    }

    /// `starts` are the times it was started again, the oldest first.
    fn next(&self, starts: &mut VecDeque<Instant>, now: Instant) -> Next {
        while starts
            .front()
            .is_some_and(|start| now.duration_since(*start) > self.interval)
        {
            starts.pop_front();
        }
        if starts.len() < self.count {
            starts.push_back(now);
            return Next::Start;
        }
        starts.clear();
        match self.delay {
            Some(delay) => Next::Rest(delay),
            None => Next::GiveUp,
        }
    }
}

/// Runs an agent until it is asked to end, or ends too often.
pub(super) fn control(agent: &AgentPlace) -> Result<u8, Failure> {
    let asked = Arc::new(AtomicUsize::new(0));
    for signal in [SIGTERM, SIGINT, SIGHUP, SIGUSR1] {
        let number = usize::try_from(signal).unwrap_or(0);
        signal_hook::flag::register_usize(signal, Arc::clone(&asked), number)
            .map_err(|error| Failure::io("signals", &error))?;
    }
    let budget = Budget::of(agent);
    let path = agent.controller_path();
    // Held until this process ends, however it ends.
    let _held = hold(&path).map_err(|error| Failure::io(path.display(), &error))?;
    let mut log = EventLog::of(agent, false);
    let tracing = log.as_mut().ok();
    let tracing = tracing.map(|log| others::of_controller(agent, log));
    drop(log);
    let done = supervise(agent, &budget, (&asked, tracing.as_ref()));
    let _ = fs::remove_file(agent.controller_path());
    done
}

/// Writes the number of this process, and locks the file it is in.
fn hold(path: &Path) -> io::Result<File> {
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    let mut file = File::options()
        .create(true)
        .write(true)
        .truncate(false)
        .open(path)?;
    let began = Instant::now();
    // Who looks whether somebody has the lock has it for a moment.
    while let Err(error) = flock(&file, FlockOperation::NonBlockingLockExclusive) {
        if began.elapsed() > HOLD_WITHIN {
            return Err(error.into());
        }
        std::thread::sleep(LOOK);
    }
    file.set_len(0)?;
    file.write_all(format!("{}\n", std::process::id()).as_bytes())?;
    Ok(file)
}

/// Tells whoever asks how often the agent was started again. That it cannot be told changes nothing.
fn note_restarts(agent: &AgentPlace, within: usize, all: u64) {
    let _ = fs::write(agent.restarts_path(), format!("{within} {all}\n"));
}

/// How often the controller that runs has started the agent again: within the interval, and in all.
pub(super) fn restarts(agent: &AgentPlace) -> Option<(u64, u64)> {
    let text = fs::read_to_string(agent.restarts_path()).ok()?;
    let (within, all) = text.trim_end().split_once(' ')?;
    Some((within.parse().ok()?, all.parse().ok()?))
}

/// Whether a controller of the agent runs.
pub(super) fn is_held(agent: &AgentPlace) -> bool {
    let opened = File::open(agent.controller_path());
    opened.is_ok_and(|file| flock(&file, FlockOperation::NonBlockingLockShared).is_err())
}

/// What the controller of an agent is asked, and where it is traced.
type Asked<'a> = (&'a AtomicUsize, Option<&'a Arc<Tracing>>);

fn supervise(
    agent: &AgentPlace,
    budget: &Budget,
    (asked, tracing): Asked<'_>,
) -> Result<u8, Failure> {
    let trace = |text: &str| {
        if let Some(tracing) = tracing {
            tracing.event(text);
        }
    };
    let tell = |agent: &AgentPlace, text: &str| {
        trace(text);
        tell(agent, text);
    };
    let mut starts = VecDeque::new();
    let mut all = 0;
    note_restarts(agent, 0, 0);
    loop {
        let mut child = start(agent)?;
        trace(&format!("process {} of the agent was started", child.id()));
        let status = wait(&mut child, (asked, tracing))?;
        trace(&format!(
            "process {} of the agent has ended: {status}",
            child.id()
        ));
        let code = status.code().and_then(|code| u8::try_from(code).ok());
        // Who was asked to end, or cannot start as it is set up, is not started again.
        if asked.load(Ordering::Relaxed) != 0 || matches!(code, Some(0 | START_UP)) {
            return Ok(code.unwrap_or(0));
        }
        tell(agent, &BFGPC9500.line(&[&agent.agent, &status]));
        if let Some(tracing) = tracing {
            tracing.trouble();
        }
        let next = budget.next(&mut starts, Instant::now());
        if next != Next::GiveUp {
            all += 1;
            note_restarts(agent, starts.len(), all);
        }
        match next {
            Next::Start => tell(
                agent,
                &BFGPC9501.line(&[&agent.agent, &starts.len(), &budget.count]),
            ),
            Next::Rest(delay) => {
                tell(agent, &BFGPC9502.line(&[&agent.agent, &delay.as_secs()]));
                let began = Instant::now();
                while began.elapsed() < delay {
                    if asked.load(Ordering::Relaxed) != 0 {
                        return Ok(0);
                    }
                    std::thread::sleep(LOOK);
                }
            }
            Next::GiveUp => {
                let text =
                    BFGPC9503.line(&[&agent.agent, &budget.count, &budget.interval.as_secs()]);
                tell(agent, &text);
                return Ok(ENDED_ABNORMALLY);
            }
        }
    }
}

fn start(agent: &AgentPlace) -> Result<Child, Failure> {
    let of = &agent.place.coordination;
    background::spawn(&["fteStartAgent", "-F", "-p", of, &agent.agent], false)
}

/// Waits for its end. What this process is asked for the agent is.
fn wait(child: &mut Child, (asked, tracing): Asked<'_>) -> Result<ExitStatus, Failure> {
    let failed = |error: std::io::Error| Failure::io("the process of the agent", &error);
    let mut told = 0;
    loop {
        if let Some(status) = child.try_wait().map_err(failed)? {
            return Ok(status);
        }
        let now = asked.load(Ordering::Relaxed);
        if now != told {
            told = now;
            if let Some(tracing) = tracing {
                tracing.event(&format!("signal {now} goes on to process {}", child.id()));
            }
            let signal = match i32::try_from(now) {
                Ok(SIGUSR1) => Signal::USR1,
                _ => Signal::TERM,
            };
            let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
            if let Some(pid) = pid {
                // One that has just ended needs no signal.
                let _ = kill_process(pid, signal);
            }
        }
        std::thread::sleep(LOOK);
    }
}

/// Writes into the agent's log, which nobody else does: the agent does not run.
fn tell(agent: &AgentPlace, text: &str) {
    if let Ok(mut log) = EventLog::of(agent, false) {
        log.line(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_agent_that_ends_too_often_rests_or_is_given_up() {
        let minute = Duration::from_secs(60);
        let budget = Budget {
            count: 2,
            interval: minute,
            delay: None,
        };
        let begin = Instant::now();
        let at = |minutes: u32| begin + minute * minutes;
        let mut starts = VecDeque::new();
        let next: Vec<_> = [0, 0, 0]
            .map(|now| budget.next(&mut starts, at(now)))
            .into();
        assert_eq!(next, [Next::Start, Next::Start, Next::GiveUp]);
        // Ends that are long ago do not count.
        let mut starts = VecDeque::new();
        for now in [0, 2, 4, 6, 8] {
            assert_eq!(budget.next(&mut starts, at(now)), Next::Start, "{now}");
        }
        let patient = Budget {
            delay: Some(minute),
            count: 0,
            ..budget
        };
        assert_eq!(patient.next(&mut starts, at(9)), Next::Rest(minute));
    }
}
