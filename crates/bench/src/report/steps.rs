//! A step: this program again as the bench, its records read from what it writes.

use super::options::Options;
use crate::failure::Failure;
use crate::run_directory::RunDirectory;
use ferromq_report::generated::tables::Step;
use ferromq_report::results::{Record, State, StepResult, records_of_bench};
use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Modes that take a window of time from the plan.
const TIMED: [&str; 5] = ["sweep", "round-trip", "stream", "publish", "syncpoint"];
/// Warm-up and measured time of each point: quick, whole; seconds.
const QUICK: [f64; 2] = [0.4, 1.2];
const WHOLE: [f64; 2] = [1.0, 3.0];
/// How often a step under way is looked at.
const LOOK: Duration = Duration::from_millis(200);
/// A step that takes so many times what the table says, and a while, is given up.
const PATIENCE: f64 = 10.0;
const PATIENCE_LEAST: Duration = Duration::from_secs(180);
/// Most bytes kept of what a step says on standard error.
const SAID_MAX: usize = 64 << 10;

/// How this program is called as the bench.
pub(super) struct Program {
    path: PathBuf,
    arg0: String,
    before: Vec<String>,
    /// For the records of each step.
    place: RunDirectory,
    data: PathBuf,
}

impl Program {
    pub(super) fn find(bench: &[&str], options: &Options) -> Result<Self, Failure> {
        let place =
            RunDirectory::fresh(&options.data).map_err(Failure::io("making a directory"))?;
        Ok(Self {
            path: std::env::current_exe().map_err(Failure::io("finding this program"))?,
            arg0: std::env::args().next().unwrap_or_default(),
            before: bench.iter().map(|word| (*word).to_owned()).collect(),
            place,
            data: options.data.clone(),
        })
    }

    fn command(&self, words: &[String]) -> Command {
        let mut command = Command::new(&self.path);
        std::os::unix::process::CommandExt::arg0(&mut command, &self.arg0);
        command
            .args(&self.before)
            .args(words)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        command
    }

    /// The machine's own limits at this moment.
    pub(super) fn limits(&self) -> Result<Record, Failure> {
        let mut words = vec!["limits".to_owned()];
        words.extend(self.always(&words));
        let records = self.records(&words, PATIENCE_LEAST, &mut |_| {});
        let records = records.map_err(Failure::Child)?;
        let first = records.into_iter().next();
        first.ok_or_else(|| Failure::Child("the limits of the machine are missing".into()))
    }

    /// Runs a step once.
    pub(super) fn run(
        &self,
        step: &'static Step,
        options: &Options,
        tick: &mut dyn FnMut(Duration),
    ) -> StepResult {
        let mut result = StepResult {
            step: step.step.to_owned(),
            command: String::new(),
            state: State::Done,
            seconds: Vec::new(),
            rounds: Vec::new(),
            failed_rounds: Vec::new(),
        };
        let mut words = words_of(step, options.quick);
        result.command = format!("ferromq bench {}", words.join(" "));
        if words.first().is_some_and(|mode| mode == "jms") {
            let Some(classpath) = &options.classpath else {
                result.state =
                    State::LeftOut("no Java client classes were given (--classpath)".to_owned());
                return result;
            };
            words.extend(["--classpath".to_owned(), classpath.clone()]);
            // Where they are on this machine is nobody else's business.
            result.command.push_str(" --classpath PATHS");
        }
        words.extend(self.always(&words));
        let began = Instant::now();
        let expected_s = if options.quick {
            step.quick_seconds
        } else {
            step.seconds
        };
        let patience = Duration::from_secs_f64(expected_s * PATIENCE).max(PATIENCE_LEAST);
        match self.records(&words, patience, tick) {
            Ok(records) => {
                result.rounds.push(records);
                result.seconds.push(began.elapsed().as_secs_f64());
            }
            Err(why) => result.state = State::Failed(why),
        }
        result
    }

    /// What every step is told besides.
    fn always(&self, words: &[String]) -> Vec<String> {
        let mut more = vec!["--quiet".to_owned(), "--json".to_owned()];
        more.push(self.file().display().to_string());
        if !words.iter().any(|word| word == "--data") {
            more.extend(["--data".to_owned(), self.data.display().to_string()]);
        }
        more
    }

    fn file(&self) -> PathBuf {
        self.place.path().join("step.json")
    }

    fn records(
        &self,
        words: &[String],
        patience: Duration,
        tick: &mut dyn FnMut(Duration),
    ) -> Result<Vec<Record>, String> {
        let _ = std::fs::remove_file(self.file());
        let child = self.command(words).spawn();
        let mut child =
            child.map_err(|error| format!("this program could not be started: {error}"))?;
        let said = heard(&mut child);
        let began = Instant::now();
        let status = loop {
            match child.try_wait() {
                Ok(Some(status)) => break status,
                Ok(None) if began.elapsed() > patience => {
                    // Its own children end with their input.
                    let _ = child.kill();
                    let _ = child.wait();
                    return Err(format!(
                        "it took longer than {} s and was given up",
                        patience.as_secs()
                    ));
                }
                Ok(None) => std::thread::sleep(LOOK),
                Err(error) => return Err(format!("it cannot be waited for: {error}")),
            }
            tick(began.elapsed());
        };
        let said = said.and_then(|said| said.join().ok()).unwrap_or_default();
        if !status.success() {
            let last = said
                .lines()
                .rfind(|line| !line.trim().is_empty())
                .unwrap_or_default();
            let last = last.strip_prefix("ferromq bench: ").unwrap_or(last);
            return Err(if last.is_empty() {
                status.to_string()
            } else {
                last.to_owned()
            });
        }
        let text = std::fs::read_to_string(self.file())
            .map_err(|error| format!("its records are missing: {error}"))?;
        records_of_bench(&text).map_err(|why| format!("its records cannot be read: {why}"))
    }
}

/// The words of a step and the time the plan has for its points.
fn words_of(step: &Step, quick: bool) -> Vec<String> {
    let mut words: Vec<String> = step.words.split_whitespace().map(str::to_owned).collect();
    if quick {
        words.extend(step.quick_words.split_whitespace().map(str::to_owned));
    }
    if words
        .first()
        .is_some_and(|mode| TIMED.contains(&mode.as_str()))
    {
        let [warm_up, seconds] = if quick { QUICK } else { WHOLE };
        for (name, value) in [("--warm-up", warm_up), ("--seconds", seconds)] {
            words.extend([name.to_owned(), value.to_string()]);
        }
    }
    words
}

/// Reads the end of what a step says on standard error.
fn heard(child: &mut Child) -> Option<std::thread::JoinHandle<String>> {
    let mut stream = child.stderr.take()?;
    Some(std::thread::spawn(move || {
        let (mut kept, mut piece) = (Vec::new(), [0; 4096]);
        while let Ok(count @ 1..) = stream.read(&mut piece) {
            kept.extend_from_slice(&piece[..count]);
            if kept.len() > SAID_MAX * 2 {
                kept.drain(..kept.len() - SAID_MAX);
            }
        }
        String::from_utf8_lossy(&kept).into_owned()
    }))
}
