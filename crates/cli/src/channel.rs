//! `runmqchl` and `runmqchi`: channels between queue managers, started from the command line.

use crate::arguments::Arguments;
use crate::commands::Command;
use crate::connection::{Asker, installation, listed, name_meant};
use crate::failure::{Failure, exit};
use crate::output;
use ferromq_mqi::call::CommandOutcome;
use std::time::Duration;

/// The channel has ended, and has failed, or the queue manager does not let it start.
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
            // There is none: it has ended as it should.
            return Ok(exit::OK);
        }
        if shown.contains("STATUS(STOPPED)") {
            output::say(&shown);
            return Ok(FAILED);
        }
        std::thread::sleep(LOOK);
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
