//! Running scripts: on threads that block, and as tasks driven by a few threads.

use crate::failure::Failure;
use crate::script::{Counted, Next, Phase, Script, Tally};
use crate::share::Share;
use crate::threads::spawn;
use ferromq::Connected;
use ferromq::engine::Request;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long what is in flight at the end may take; longer, and an answer is lost.
const FINISH_WITHIN: Duration = Duration::from_secs(90);

/// Scripts at work in this process.
#[derive(Default)]
pub(crate) struct Crew {
    pub(crate) phase: Arc<Phase>,
    pub(crate) tallies: Vec<Arc<Tally>>,
    pub(crate) running: Vec<JoinHandle<Result<Counted, Failure>>>,
}

impl Crew {
    /// Operations done so far by all scripts that count them.
    pub(crate) fn completed(&self) -> u64 {
        self.tallies.iter().map(|tally| tally.get()).sum()
    }

    /// True when a script is over already: before the end of a run that means it failed.
    pub(crate) fn any_over(&self) -> bool {
        self.running.iter().any(JoinHandle::is_finished)
    }

    /// Tells the scripts to end and gathers what they counted.
    pub(crate) fn finish(self) -> Result<Counted, Failure> {
        self.phase.set(Phase::FINISH);
        let until = Instant::now() + FINISH_WITHIN;
        while !self.running.iter().all(JoinHandle::is_finished) {
            if Instant::now() > until {
                return Err(Failure::Stuck("what is in flight is never answered".into()));
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        let mut all = Counted::default();
        let mut failed = None;
        for thread in self.running {
            match thread.join() {
                Ok(Ok(counted)) => all.merge(&counted),
                Ok(Err(failure)) => failed = failed.or(Some(failure)),
                Err(_) => failed = Some(Failure::Wrong("a thread of the run panicked".into())),
            }
        }
        failed.map_or(Ok(all), Err)
    }
}

/// Runs one script on its own thread, blocking in its calls.
fn on_a_thread<R>(
    name: String,
    mut road: R,
    mut script: Box<dyn Script>,
) -> Result<JoinHandle<Result<Counted, Failure>>, Failure>
where
    R: Connected + Send + 'static,
{
    let body = move || {
        drive(&mut road, &mut *script)?;
        Ok(script.result())
    };
    spawn(name, body)
}

/// What a run is made of: its parts, such as producers and consumers, and the scripts of each.
pub(crate) trait Parts {
    /// How many scripts a part has.
    fn count_of(&self, part: &str) -> usize;

    /// A script of a part, what it uses opened over `road`.
    fn script_of(
        &self,
        part: &str,
        number: usize,
        crew: &mut Crew,
        road: &mut dyn Connected,
    ) -> Result<Box<dyn Script>, Failure>;

    /// Where scripts share few threads, those with the same place are on one.
    fn place_of(&self, number: usize) -> usize {
        number
    }

    /// Threads that drive the scripts of a part; `None`: each has a thread and blocks.
    fn workers(&self) -> Option<usize>;
}

/// A share of a part of a run, each script on its own thread and over a connection of its own.
pub(crate) fn on_threads<R: Connected + Send + 'static>(
    plan: &impl Parts,
    part: &str,
    share: Share,
    mut connect: impl FnMut() -> Result<R, Failure>,
) -> Result<Crew, Failure> {
    let mut crew = Crew::default();
    for number in share.numbers(plan.count_of(part)) {
        let mut road = connect()?;
        let script = plan.script_of(part, number, &mut crew, &mut road)?;
        crew.running
            .push(on_a_thread(format!("{part} {number}"), road, script)?);
    }
    Ok(crew)
}

/// Runs a script to its end over a road that blocks.
pub(crate) fn drive(road: &mut dyn Connected, script: &mut dyn Script) -> Result<(), Failure> {
    let mut answer = None;
    loop {
        match script.next(answer.take())? {
            Next::Call(request) => answer = Some(road.call(request)),
            Next::Pause(until) => {
                std::thread::sleep(until.saturating_duration_since(Instant::now()));
            }
            Next::End => {
                // What ends here has nothing uncommitted; the answer changes nothing.
                let _ = road.call(Request::Disconnect);
                return Ok(());
            }
        }
    }
}
