//! Processes of a run: this program again, in another part.
//!
//! A child says `ready` when its applications are connected, `done N` every now and then, and
//! one `result` line at its end. It is told `measure` and `finish`; the end of its input is
//! `finish` as well, so that no child outlives its parent.

use crate::arguments::Arguments;
use crate::crew::Crew;
use crate::failure::Failure;
use crate::histogram::Histogram;
use crate::meter::process_cpu_ns;
use crate::script::{Counted, Phase};
use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

/// The mode of a child process. Not in the help: only this program starts it.
pub(crate) const CHILD_MODE: &str = "child";
/// How long a child may take to connect all its applications.
const READY_WITHIN: Duration = Duration::from_secs(60);
/// How long it may take to finish what is in flight.
const RESULT_WITHIN: Duration = Duration::from_secs(120);
/// How often a child says what it has done.
const TELL_EVERY: Duration = Duration::from_millis(100);

/// The words this program was started with before those of `bench`.
static BEFORE: RwLock<Vec<String>> = RwLock::new(Vec::new());

/// Keeps how this program was called, so that it can be called again.
pub(crate) fn remember_call(given: &[String]) {
    let all: Vec<String> = std::env::args().skip(1).collect();
    let before = all.len().saturating_sub(given.len());
    *BEFORE.write().unwrap_or_else(PoisonError::into_inner) = all[..before].to_vec();
}

/// Whether this is a program with other commands beside `bench`.
pub(crate) fn is_a_command() -> bool {
    let before = BEFORE.read().unwrap_or_else(PoisonError::into_inner);
    before.last().is_some_and(|word| word == "bench")
}

/// This program with `bench child` and these words.
pub(crate) fn again(arguments: &Arguments, part: &[&str]) -> Result<Command, Failure> {
    let program = std::env::current_exe().map_err(Failure::io("finding this program"))?;
    let mut command = Command::new(program);
    if let Some(name) = std::env::args().next() {
        std::os::unix::process::CommandExt::arg0(&mut command, name);
    }
    command.args(BEFORE.read().unwrap_or_else(PoisonError::into_inner).iter());
    command.arg(CHILD_MODE).args(part);
    let mut settings = arguments.clone();
    settings.words.clear();
    command.args(settings.to_words());
    Ok(command)
}

/// A process of the run, seen from its parent.
pub(crate) struct Child {
    process: std::process::Child,
    input: Option<ChildStdin>,
    done: Arc<AtomicU64>,
    over: Arc<AtomicBool>,
    lines: Receiver<String>,
}

impl Child {
    /// Starts the part `part` of the run and waits until it is ready.
    pub(crate) fn start(arguments: &Arguments, part: &[&str]) -> Result<Self, Failure> {
        Self::start_within(arguments, part, READY_WITHIN)
    }

    /// The same, for a part that takes long to get ready.
    pub(crate) fn start_within(
        arguments: &Arguments,
        part: &[&str],
        within: Duration,
    ) -> Result<Self, Failure> {
        let mut command = again(arguments, part)?;
        let mut process = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(Failure::io("starting a process"))?;
        let (done, over) = (
            Arc::new(AtomicU64::new(0)),
            Arc::new(AtomicBool::new(false)),
        );
        let (told, lines) = channel();
        let output = process.stdout.take();
        let (seen, ended) = (Arc::clone(&done), Arc::clone(&over));
        std::thread::spawn(move || {
            let output = output
                .into_iter()
                .flat_map(|output| BufReader::new(output).lines());
            for line in output.map_while(Result::ok) {
                match line.strip_prefix("done ").map(str::parse) {
                    Some(Ok(number)) => seen.store(number, Ordering::Relaxed),
                    // The parent may have given up; the child hears of that by its input.
                    _ => drop(told.send(line)),
                }
            }
            ended.store(true, Ordering::Relaxed);
        });
        let input = process.stdin.take();
        let child = Self {
            process,
            input,
            done,
            over,
            lines,
        };
        child.hear("ready", within)?;
        Ok(child)
    }

    /// Waits for a line that begins with `word`; the rest of it.
    pub(crate) fn hear(&self, word: &str, within: Duration) -> Result<String, Failure> {
        let line = self.lines.recv_timeout(within).map_err(|_| {
            Failure::Child(format!("it did not say {word}; see what it printed above"))
        })?;
        let rest = line.strip_prefix(word).map(|rest| rest.trim().to_owned());
        rest.ok_or(Failure::Child(line))
    }

    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }

    pub(crate) fn completed(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    pub(crate) fn set_phase(&mut self, phase: u8) -> Result<(), Failure> {
        let word = if phase == Phase::FINISH {
            "finish"
        } else {
            "measure"
        };
        self.tell(word)
    }

    fn tell(&mut self, word: &str) -> Result<(), Failure> {
        match &mut self.input {
            None => Ok(()),
            Some(input) => writeln!(input, "{word}").map_err(Failure::io("telling a process")),
        }
    }

    /// Ends it; what it counted, and the processor time it used while measuring.
    pub(crate) fn finish(mut self) -> Result<(Counted, u64), Failure> {
        // A child that has failed has closed its input; its last line says why.
        let _ = self.tell("finish");
        let result = self.hear("result", RESULT_WITHIN)?;
        self.input = None;
        read_result(&result).ok_or_else(|| Failure::Child(format!("its result is {result}")))
    }

    /// Lets go of it, and waits until it says so and ends.
    pub(crate) fn let_go(mut self, word: &str, within: Duration) -> Result<(), Failure> {
        self.input = None;
        self.hear(word, within).map(drop)
    }

    /// Stops it: it does nothing any more, and is there.
    pub(crate) fn stop(&self) -> Result<(), Failure> {
        let pid = i32::try_from(self.process.id()).ok();
        let pid = pid.and_then(rustix::process::Pid::from_raw);
        let pid = pid.ok_or_else(|| Failure::Child("it has no process".into()))?;
        rustix::process::kill_process(pid, rustix::process::Signal::STOP)
            .map_err(|error| Failure::io("stopping a process")(error.into()))
    }

    /// Ends it as a crash would.
    pub(crate) fn kill(mut self) -> Result<(), Failure> {
        self.process
            .kill()
            .map_err(Failure::io("killing a process"))?;
        self.process
            .wait()
            .map_err(Failure::io("waiting for a process"))?;
        Ok(())
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.input = None;
        // It ends by itself now that its input has; if it hangs, it must not outlive the run.
        for _ in 0..50 {
            if !matches!(self.process.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn read_result(text: &str) -> Option<(Counted, u64)> {
    let mut words = text.split(' ');
    let cpu_ns = words.next()?.parse().ok()?;
    let checked = words.next()?.parse().ok()?;
    let hash = words.next()?.parse().ok()?;
    let measured = words.next()?.parse().ok()?;
    let latencies = Histogram::from_text(words.next()?)?;
    Some((
        Counted {
            latencies,
            measured,
            checked,
            hash,
        },
        cpu_ns,
    ))
}

/// The side of a child that only has to be there: says it is ready, and what more its parent has to know, and waits until
/// that lets go of it.
pub(crate) fn wait_for_parent(more: &str) {
    ferromq_base::output::line("ready");
    if !more.is_empty() {
        ferromq_base::output::line(more);
    }
    while let Some(Ok(_)) = std::io::stdin().lock().lines().next() {}
}

/// The child's side: says it is ready, does as told, reports.
pub(crate) fn serve_parent(crew: Crew) -> Result<(), Failure> {
    ferromq_base::output::line("ready");
    let finished = Arc::new(AtomicBool::new(false));
    let cpu_ns = Arc::new(AtomicU64::new(0));
    let (phase, told, used_ns) = (
        Arc::clone(&crew.phase),
        Arc::clone(&finished),
        Arc::clone(&cpu_ns),
    );
    std::thread::spawn(move || {
        let mut before_ns = None;
        for line in std::io::stdin().lock().lines().map_while(Result::ok) {
            if line != "measure" {
                break;
            }
            before_ns = Some(process_cpu_ns());
            phase.set(Phase::MEASURE);
        }
        if let Some(before_ns) = before_ns {
            used_ns.store(process_cpu_ns() - before_ns, Ordering::Relaxed);
        }
        phase.set(Phase::FINISH);
        told.store(true, Ordering::Release);
    });
    while !finished.load(Ordering::Acquire) && !crew.any_over() {
        std::thread::sleep(TELL_EVERY);
        ferromq_base::output::line(&format!("done {}", crew.completed()));
    }
    let cpu_ns = cpu_ns.load(Ordering::Relaxed);
    match crew.finish() {
        Ok(counted) => {
            let Counted {
                checked,
                hash,
                measured,
                latencies,
            } = counted;
            ferromq_base::output::line(&format!(
                "result {cpu_ns} {checked} {hash} {measured} {}",
                latencies.to_text()
            ));
            Ok(())
        }
        Err(failure) => {
            ferromq_base::output::line(&failure.to_string());
            Err(failure)
        }
    }
}
