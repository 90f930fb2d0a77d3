//! `runmqchl` and `runmqchi`: channels between queue managers, started from the command line.

use crate::arguments::Arguments;
use crate::connection::{Asker, installation, listed, name_meant};
use crate::failure::{Failure, answer_text, exit};
use ferromq_admin::quoted;
use ferromq_base::output;
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::generated::notices::{FMQ0492, FMQ0493, FMQ0494};
use ferromq_mqi::local::{LocalAnswer, LocalOrder};
use std::time::{Duration, Instant};

/// The channel ran, and has failed.
pub(crate) const ENDED_OTHERWISE: u8 = 10;
/// The queue manager does not let the channel start, or it is stopped, or there is no queue manager that runs.
pub(crate) const FAILED: u8 = 20;

/// Messages that are to be moved and stay where they are for so long are left to the queue manager.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often it is looked whether the channel runs.
const LOOK: Duration = Duration::from_millis(500);

/// `runmqchl`: starts a channel, and stays as long as it is to run.
pub(crate) fn run_channel(arguments: &Arguments) -> Result<u8, Failure> {
    started_and_run(arguments).map_err(|failure| failure.with_code(FAILED))
}

fn started_and_run(arguments: &Arguments) -> Result<u8, Failure> {
    let Some(channel) = arguments.value("-c") else {
        return Err(arguments.refuse("option -c is missing"));
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

/// `runswchl`: switches channels of clusters that do not run to the transmission queues they are to have, or says what would be switched.
pub(crate) fn switch_channels(arguments: &Arguments) -> Result<u8, Failure> {
    switched(arguments).map_err(|failure| failure.with_code(FAILED))
}

fn switched(arguments: &Arguments) -> Result<u8, Failure> {
    let Some(names) = arguments.value("-c") else {
        return Err(arguments.refuse("option -c is missing"));
    };
    let Some(q_mgr) = arguments.value("-m") else {
        return Err(arguments.refuse("option -m is missing"));
    };
    let (shows, leaves) = (arguments.has("-q"), arguments.has("-n"));
    let installation = installation()?;
    let name = name_meant(&installation, Some(q_mgr))?;
    listed(&installation, &name)?;
    let ask = |shows| {
        let asker = Asker::control(&installation, &name, "runswchl");
        asker.order(LocalOrder::SwitchChannels {
            names: names.to_owned(),
            shows,
            leaves,
        })
    };
    let (answers, outcome) = ask(shows)?;
    let mut moving = tell_switched(&answers);
    let mut code = match outcome {
        CommandOutcome::Done => exit::OK,
        _ if is_there_none(&answers) => FAILED,
        _ => ENDED_OTHERWISE,
    };
    // Until their messages are where they get from, or nothing has moved for a while.
    let (mut last, mut since) = (Vec::new(), Instant::now());
    while !shows && !moving.is_empty() {
        std::thread::sleep(LOOK);
        let (now, _) = ask(true)?;
        let left: Vec<&LocalAnswer> = now.iter().filter(|it| is_moving(it, &moving)).collect();
        if left.is_empty() {
            break;
        }
        let texts: Vec<String> = left.iter().map(|answer| answer_text(answer)).collect();
        if texts != last {
            (last, since) = (texts, Instant::now());
        } else if since.elapsed() >= PATIENCE {
            last.iter().for_each(|text| output::line(text));
            code = ENDED_OTHERWISE;
            moving.clear();
        }
    }
    Ok(code)
}

/// Says what was answered. Answers the channels whose messages are moved.
fn tell_switched(answers: &[LocalAnswer]) -> Vec<String> {
    let mut moving = Vec::new();
    for answer in answers {
        output::line(&answer_text(answer));
        if let LocalAnswer::Notice { notice, values } = answer
            && [FMQ0492.id, FMQ0494.id].contains(&notice.id)
        {
            moving.extend(values.first().cloned());
        }
    }
    moving
}

/// Whether an answer says that messages for one of these channels are elsewhere.
fn is_moving(answer: &LocalAnswer, channels: &[String]) -> bool {
    match answer {
        LocalAnswer::Notice { notice, values } => {
            let is_of_one = values.first().is_some_and(|it| channels.contains(it));
            is_of_one && notice.id == FMQ0492.id
        }
        _ => false,
    }
}

fn is_there_none(answers: &[LocalAnswer]) -> bool {
    let is_it = |answer: &LocalAnswer| match answer {
        LocalAnswer::Notice { notice, .. } => notice.id != FMQ0493.id,
        _ => false,
    };
    answers.len() == 1 && answers.iter().all(is_it)
}

/// `runmqchi`: has a queue manager start channels by the trigger messages of a queue.
pub(crate) fn run_initiator(arguments: &Arguments) -> Result<u8, Failure> {
    looked_after(arguments).map_err(|failure| failure.with_code(FAILED))
}

fn looked_after(arguments: &Arguments) -> Result<u8, Failure> {
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
