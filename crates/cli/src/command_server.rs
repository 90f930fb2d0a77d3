//! `strmqcsv`, `endmqcsv` and `dspmqcsv`: the command server.

use crate::arguments::Arguments;
use crate::connection::{installation, name_meant, run_command};
use crate::failure::{Failure, notice_text};
use crate::output;
use ferromq_admin::LOCAL_WORD;
use ferromq_mqi::call::CommandOutcome;

/// Exit codes of the three commands.
pub(crate) mod exit {
    /// It was done.
    pub(crate) const DONE: u8 = 0;
    /// It was not done.
    pub(crate) const FAILED: u8 = 20;
}

/// `strmqcsv`
pub(crate) fn start(arguments: &Arguments) -> Result<u8, Failure> {
    let (state, outcome) = ask(arguments, "strmqcsv", "START")?;
    let notice = match outcome {
        CommandOutcome::Done => "AMQ5024",
        _ if state == "RUNNING" => "AMQ8510",
        _ => return Err(refused(&state)),
    };
    output::say(&notice_text(notice, &[]));
    Ok(exit::DONE)
}

/// `endmqcsv`
pub(crate) fn end(arguments: &Arguments) -> Result<u8, Failure> {
    let (state, outcome) = ask(arguments, "endmqcsv", "STOP")?;
    let notice = match outcome {
        CommandOutcome::Done => "AMQ5025",
        _ if state == "STOPPED" => "AMQ8511",
        _ => return Err(refused(&state)),
    };
    output::say(&notice_text(notice, &[]));
    Ok(exit::DONE)
}

/// `dspmqcsv`
pub(crate) fn display(arguments: &Arguments) -> Result<u8, Failure> {
    let (state, outcome) = ask(arguments, "dspmqcsv", "SHOW")?;
    if outcome != CommandOutcome::Done {
        return Err(refused(&state));
    }
    let (first, rest) = state.split_at(state.len().min(1));
    let state = format!("{first}{}", rest.to_ascii_lowercase());
    output::line(&format!("FerroMQ Command Server Status . . : {state}"));
    Ok(exit::DONE)
}

/// Has something done, and gives back what the command server does then, or why it was not done.
fn ask(
    arguments: &Arguments,
    program: &str,
    verb: &str,
) -> Result<(String, CommandOutcome), Failure> {
    let installation = installation()?;
    let asked = name_meant(&installation, arguments.name(0)).and_then(|name| {
        let text = format!("{LOCAL_WORD} COMMANDSERVER {verb}");
        run_command(&installation, &name, program, &text, false)
    });
    let (said, outcome) = asked.map_err(|failure| failure.with_code(exit::FAILED))?;
    Ok((said.trim().to_owned(), outcome))
}

/// A notice with its values, as private answers have them, or a line as MQSC has it.
fn refused(said: &str) -> Failure {
    match said.split_once('\t') {
        Some((id, reason)) => Failure::text(notice_text(id, &[&reason]), exit::FAILED),
        None => Failure::text(said.to_owned(), exit::FAILED),
    }
}
