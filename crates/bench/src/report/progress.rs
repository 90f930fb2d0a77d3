//! How far a report is, and how long it will still take.

use super::options::{Options, estimate_s};
use crate::failure::Failure;
use ferromq_report::generated::tables::Step;
use ferromq_report::results::State;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// Columns of the bar.
const BAR: usize = 24;

/// See the module.
pub(super) struct Progress {
    quick: bool,
    shown: bool,
    terminal: bool,
    count: usize,
    at: usize,
    label: &'static str,
    /// What steps were to take by the table, seconds: all, those that are over, this one.
    all_s: f64,
    over_s: f64,
    this_s: f64,
    /// What those that are over took.
    took_s: f64,
    began: Instant,
}

impl Progress {
    pub(super) fn new(todo: &[(usize, &Step)], quick: bool, quiet: bool) -> Self {
        Self {
            quick,
            shown: !quiet,
            terminal: std::io::stderr().is_terminal(),
            count: todo.len(),
            at: 0,
            label: "",
            all_s: estimate_s(todo.iter().map(|(_, step)| *step), quick),
            over_s: 0.0,
            this_s: 0.0,
            took_s: 0.0,
            began: Instant::now(),
        }
    }

    pub(super) fn begin(&self, todo: &[(usize, &Step)], options: &Options) -> Result<(), Failure> {
        if !self.shown {
            return Ok(());
        }
        let (steps, to) = (todo.len(), options.to.display());
        let text = format!(
            "{steps} steps, about {}; they go to {to}. A stop loses the step under way only.\n",
            said(self.all_s)
        );
        std::io::stderr()
            .write_all(text.as_bytes())
            .map_err(Failure::io("printing"))
    }

    pub(super) fn step(&mut self, step: &'static Step) {
        self.at += 1;
        self.label = step.label;
        self.this_s = if self.quick {
            step.quick_seconds
        } else {
            step.seconds
        };
        self.began = Instant::now();
        self.tick(Duration::ZERO);
    }

    /// Seconds left: what the table says, times what it was wrong by so far.
    fn left_s(&self, elapsed: Duration) -> f64 {
        let factor = if self.over_s > 0.0 {
            (self.took_s / self.over_s).clamp(0.2, 20.0)
        } else {
            1.0
        };
        let this_s = (self.this_s * factor - elapsed.as_secs_f64()).max(0.0);
        (self.all_s - self.over_s - self.this_s).max(0.0) * factor + this_s
    }

    pub(super) fn tick(&self, elapsed: Duration) {
        if !self.shown || !self.terminal {
            return;
        }
        let mut err = std::io::stderr().lock();
        // Progress that cannot be shown is no reason to stop.
        let _ = write!(err, "\r{}\x1b[K", self.line(elapsed));
        let _ = err.flush();
    }

    fn line(&self, elapsed: Duration) -> String {
        let this = (elapsed.as_secs_f64() / self.this_s.max(0.1)).min(1.0) * self.this_s;
        let share = ((self.over_s + this) / self.all_s.max(0.1)).clamp(0.0, 1.0);
        let full = (share * BAR as f64) as usize;
        format!(
            "[{}{}] {:>3.0} %  {}/{} {}  {} left",
            "#".repeat(full),
            "-".repeat(BAR - full),
            share * 100.0,
            self.at,
            self.count,
            self.label,
            said(self.left_s(elapsed))
        )
    }

    pub(super) fn done(&mut self, step: &Step, state: &State) {
        self.over(match state {
            State::LeftOut(_) => self.this_s,
            _ => self.began.elapsed().as_secs_f64(),
        });
        let line = self.line(Duration::ZERO);
        if !self.shown {
            return;
        }
        let start = if self.terminal { "\r\x1b[K" } else { "" };
        match state {
            State::Done if self.terminal => {}
            State::Done => ferromq_base::output::complain(&format!("{line}\n")),
            State::Failed(why) => {
                ferromq_base::output::complain(&format!("{start}{} failed: {why}\n", step.step))
            }
            State::LeftOut(why) => ferromq_base::output::complain(&format!(
                "{start}{} is left out: {why}\n",
                step.step
            )),
        }
    }

    /// The step is over, and took so many seconds.
    fn over(&mut self, took_s: f64) {
        self.over_s += self.this_s;
        self.took_s += took_s;
        self.this_s = 0.0;
    }

    pub(super) fn end(&self) {
        if self.shown && self.terminal {
            ferromq_base::output::complain("\r\x1b[K");
        }
    }
}

/// A time as a person says it.
fn said(seconds: f64) -> String {
    let seconds = seconds.max(0.0).round() as u64;
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3_600 => format!("{} min {:02} s", seconds / 60, seconds % 60),
        _ => format!("{} h {:02} min", seconds / 3_600, seconds % 3_600 / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferromq_report::generated::tables::STEP_ROWS;

    /// What was left when the step began stood behind 100 %.
    #[test]
    fn nothing_is_left_behind_the_last_step() {
        let todo = [(0, &STEP_ROWS[0]), (0, &STEP_ROWS[1])];
        let mut progress = Progress::new(&todo, true, true);
        progress.step(&STEP_ROWS[0]);
        progress.over(STEP_ROWS[0].quick_seconds * 3.0);
        progress.step(&STEP_ROWS[1]);
        progress.over(1.0);
        let line = progress.line(Duration::ZERO);
        assert!(
            line.contains("100 %") && line.ends_with(" 0 s left"),
            "{line}"
        );
    }

    #[test]
    fn the_time_left_follows_what_steps_took() {
        let todo: Vec<(usize, &Step)> = STEP_ROWS.iter().take(3).map(|step| (0, step)).collect();
        let mut progress = Progress::new(&todo, true, true);
        let all_s: f64 = todo.iter().map(|(_, step)| step.quick_seconds).sum();
        assert_eq!(progress.left_s(Duration::ZERO), all_s);
        progress.over_s = todo[0].1.quick_seconds;
        progress.took_s = progress.over_s * 2.0;
        let rest = (all_s - progress.over_s) * 2.0;
        assert!((progress.left_s(Duration::ZERO) - rest).abs() < 1e-6);
        assert!(progress.line(Duration::from_secs(1_000)).contains("left"));
        assert_eq!(
            (said(59.4), said(61.0), said(3_720.0)),
            ("59 s".into(), "1 min 01 s".into(), "1 h 02 min".into())
        );
    }
}
