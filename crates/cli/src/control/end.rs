//! `endmqm`.

use crate::arguments::Arguments;
use crate::connection::{
    held, installation, is_open_still, is_stopped, listed, name_meant, not_connected, socket,
    stopped,
};
use crate::failure::{Failure, exit, sentence};
use ferromq::installation::{Installation, RunStatus};
use ferromq_base::output;
use ferromq_base::pauses::Pauses;
use ferromq_client::{
    ControlAnswer, ControlRequest, EndHow, Phase, STOPPED_SECONDS_MAX, control, wait_for_end,
};
use ferromq_mqi::Reason;
use ferromq_mqi::generated::notices::{AMQ8108, AMQ8141, AMQ8146};
use std::time::{Duration, Instant};

const HOW: [&str; 4] = ["-c", "-w", "-i", "-p"];

/// What was asked for.
struct EndRequest {
    how: EndHow,
    /// Clients that reconnect by themselves are to do so at once.
    reconnects: bool,
    waits: bool,
    /// After so long the end is made quicker: to this.
    then: Option<(Duration, EndHow)>,
    quiet: bool,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let asked = asked(arguments).map_err(|problem| arguments.refuse(&problem))?;
    let installation = installation()?;
    let name = name_meant(&installation, arguments.name(0))?;
    let found = listed(&installation, &name)?;
    if !is_open_still(&found) && !found.is_hidden() {
        return Err(Failure::notice(&AMQ8146, &[&name], exit::NOT_AVAILABLE));
    }
    let before = ask(&installation, &name, ControlRequest::Ping)?;
    if before.phase == Phase::Ending && asked.how <= EndHow::Immediate {
        return Err(Failure::notice(&AMQ8108, &[&name], exit::ENDING));
    }
    let request = match asked.how {
        EndHow::Controlled if asked.reconnects => ControlRequest::EndAndReconnect,
        how => ControlRequest::End(how),
    };
    let answer = ask(&installation, &name, request)?;
    if !asked.quiet {
        match asked.how {
            EndHow::Controlled => output::line(
                "Quiesce request accepted. The queue manager will stop when all outstanding work is complete.",
            ),
            _ => output::say(&sentence(&AMQ8108, &[&name])),
        }
    }
    if !asked.waits {
        return Ok(exit::OK);
    }
    wait(&installation, &name, &asked, &answer)
}

fn asked(arguments: &Arguments) -> Result<EndRequest, String> {
    if let Some(second) = arguments.second_of(&HOW) {
        return Err(format!(
            "option {second} does not go with another way to end"
        ));
    }
    let how = if arguments.has("-p") {
        EndHow::Preemptive
    } else if arguments.has("-i") {
        EndHow::Immediate
    } else {
        EndHow::Controlled
    };
    let gently = arguments.number::<u64>("-t", 0, 86_400)?;
    let hard = arguments.number::<u64>("-tp", 0, 86_400)?;
    let then = match (hard, gently, how) {
        (Some(_), Some(_), _) => return Err("options -t and -tp do not go together".to_owned()),
        (Some(seconds), _, _) => Some((Duration::from_secs(seconds), EndHow::Preemptive)),
        (_, Some(seconds), EndHow::Controlled) => {
            Some((Duration::from_secs(seconds), EndHow::Immediate))
        }
        (_, Some(seconds), _) => Some((Duration::from_secs(seconds), EndHow::Preemptive)),
        (None, None, _) => None,
    };
    Ok(EndRequest {
        how,
        reconnects: arguments.has("-r"),
        waits: arguments.has("-w") || how > EndHow::Controlled || then.is_some(),
        then,
        quiet: arguments.has("-z"),
    })
}

fn ask(
    installation: &Installation,
    name: &str,
    request: ControlRequest,
) -> Result<ControlAnswer, Failure> {
    control(&socket(installation, name), request).map_err(|failure| {
        let found = installation
            .find(name)
            .filter(ferromq::installation::Listed::is_open);
        let Some(found) = found.filter(|_| failure.reason == Reason::Q_MGR_NOT_AVAILABLE) else {
            return not_connected(name, &failure);
        };
        match found.status() {
            RunStatus::Starting => Failure::notice(&AMQ8141, &[&name], exit::NOT_AVAILABLE),
            _ if is_stopped(name) => stopped(name, exit::UNEXPECTED),
            // Open, and nobody listens: a process embeds it.
            _ => held(&found).with_code(exit::NOT_AVAILABLE),
        }
    })
}

/// How long a process that is stopped is waited for.
const STOPPED_MAX: Duration = Duration::from_secs(STOPPED_SECONDS_MAX);

/// Waits for the end, tells once in a while that it does, and makes it quicker when it is
/// time.
fn wait(
    installation: &Installation,
    name: &str,
    asked: &EndRequest,
    answer: &ControlAnswer,
) -> Result<u8, Failure> {
    let began = Instant::now();
    let mut then = asked.then;
    // Once a second at first, and then more and more rarely.
    let mut pauses = Pauses::new(Duration::from_secs(1), Duration::from_secs(30));
    let mut stopped_since = None;
    loop {
        let pause = pauses.failed();
        let next = match then {
            Some((at, _)) => pause.min(at.saturating_sub(began.elapsed())),
            None => pause,
        };
        if wait_for_end(answer, Some(next)) {
            if !asked.quiet {
                output::line(&format!("Queue manager '{name}' ended."));
            }
            return Ok(exit::OK);
        }
        if !is_stopped(name) {
            stopped_since = None;
        } else if stopped_since.get_or_insert_with(Instant::now).elapsed() >= STOPPED_MAX {
            return Err(stopped(name, exit::UNEXPECTED));
        }
        if let Some((at, how)) = then
            && began.elapsed() >= at
        {
            then = None;
            if !asked.quiet {
                output::line(&format!(
                    "It has not ended after {} s and is ended at once.",
                    at.as_secs()
                ));
            }
            let told = ask(installation, name, ControlRequest::End(how));
            // It may have ended this very moment.
            if let Err(failure) = told
                && !wait_for_end(answer, Some(Duration::ZERO))
            {
                return Err(failure);
            }
            continue;
        }
        if !asked.quiet && next == pause {
            output::line(&format!("Waiting for queue manager '{name}' to end."));
        }
    }
}
