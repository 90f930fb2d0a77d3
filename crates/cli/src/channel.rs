//! `runmqchl` and `runmqchi`: channels between queue managers, started from the command line.

use crate::arguments::Arguments;
use crate::commands::Command;
use crate::connection::{Asker, installation, listed, name_meant};
use crate::failure::{Failure, exit};
use crate::output;
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::local::LocalOrder;
use std::time::Duration;

/// The channel ran, and has failed.
pub(crate) const ENDED_OTHERWISE: u8 = 10;
/// The queue manager does not let the channel start, or it is stopped.
pub(crate) const FAILED: u8 = 20;

/// How often it is looked whether the channel runs.
const LOOK: Duration = Duration::from_millis(500);

/// `runmqchl`: starts a channel, and stays as long as it is to run.
pub(crate) fn run_channel(arguments: &Arguments) -> Result<u8, Failure> {
    let Some(channel) = arguments.value("-c") else {
        return Err(wrong("runmqchl", "option -c is missing"));
    };
    let installation = installation()?;
    let name = name_meant(&installation, arguments.value("-m"))?;
    listed(&installation, &name)?;
    let asker = Asker::control(&installation, &name, "runmqchl");
    let (said, outcome) = asker.command(&format!("START CHANNEL({})", quoted(channel)))?;
    output::say(&said);
    if outcome != CommandOutcome::Done {
        return Ok(FAILED);
    }
    let look = format!("DISPLAY CHSTATUS({}) STATUS", quoted(channel));
    loop {
        let (shown, outcome) = asker.command(&look)?;
        if outcome != CommandOutcome::Done {
            // There is none: it has ended.
            return Ok(ended(asker, channel));
        }
        if shown.contains("STATUS(STOPPED)") {
            output::say(&shown);
            return Ok(FAILED);
        }
        std::thread::sleep(LOOK);
    }
}

/// How a channel that does not run any more has ended.
fn ended(asker: Asker<'_>, channel: &str) -> u8 {
    let order = LocalOrder::HasEndedWell {
        channel: channel.to_owned(),
    };
    match asker.order(order) {
        Ok((_, CommandOutcome::Done)) => exit::OK,
        // The error log of the queue manager says why.
        Ok(_) | Err(_) => ENDED_OTHERWISE,
    }
}

/// `runmqchi`: has a queue manager start channels by the trigger messages of a queue.
pub(crate) fn run_initiator(arguments: &Arguments) -> Result<u8, Failure> {
    let installation = installation()?;
    let name = name_meant(&installation, arguments.value("-m"))?;
    listed(&installation, &name)?;
    let asker = Asker::control(&installation, &name, "runmqchi");
    let queue = match arguments.value("-q") {
        Some(queue) => format!(" INITQ({})", quoted(queue)),
        None => String::new(),
    };
    let (said, outcome) = asker.command(&format!("START CHINIT{queue}"))?;
    output::say(&said);
    Ok(match outcome {
        CommandOutcome::Done => exit::OK,
        _ => FAILED,
    })
}

fn wrong(program: &str, problem: &str) -> Failure {
    match Command::find(program) {
        Some(command) => command.refuse(problem),
        None => Failure::unexpected(problem.to_owned()),
    }
}

/// A name as MQSC takes it letter by letter.
fn quoted(name: &str) -> String {
    format!("'{}'", name.replace('\'', "''"))
}
