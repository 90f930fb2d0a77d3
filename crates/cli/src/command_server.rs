//! `strmqcsv`, `endmqcsv` and `dspmqcsv`: the command server.

use crate::arguments::Arguments;
use crate::connection::{Asker, installation, name_meant};
use crate::failure::{Failure, answers_text, notice_text};
use ferromq_base::output;
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::generated::notices::{AMQ5024, AMQ5025, AMQ8510, AMQ8511};
use ferromq_mqi::local::{CommandServerOrder, CommandServerState, LocalAnswer, LocalOrder};

/// Exit codes of the three commands.
pub(crate) mod exit {
    /// It was done.
    pub(crate) const DONE: u8 = 0;
    /// It was not done.
    pub(crate) const FAILED: u8 = 20;
}

/// `strmqcsv`
pub(crate) fn start(arguments: &Arguments) -> Result<u8, Failure> {
    let order = CommandServerOrder::Start;
    let (state, outcome) = ask(arguments, "strmqcsv", order)?;
    let notice = match (outcome, state) {
        (CommandOutcome::Done, _) => &AMQ5024,
        (_, CommandServerState::Running) => &AMQ8510,
        (_, state) => return Err(Failure::text(state.word().to_owned(), exit::FAILED)),
    };
    output::say(&notice_text(notice, &[]));
    Ok(exit::DONE)
}

/// `endmqcsv`
pub(crate) fn end(arguments: &Arguments) -> Result<u8, Failure> {
    let (state, outcome) = ask(arguments, "endmqcsv", CommandServerOrder::Stop)?;
    let notice = match (outcome, state) {
        (CommandOutcome::Done, _) => &AMQ5025,
        (_, CommandServerState::Stopped) => &AMQ8511,
        (_, state) => return Err(Failure::text(state.word().to_owned(), exit::FAILED)),
    };
    output::say(&notice_text(notice, &[]));
    Ok(exit::DONE)
}

/// `dspmqcsv`
pub(crate) fn display(arguments: &Arguments) -> Result<u8, Failure> {
    let (state, _) = ask(arguments, "dspmqcsv", CommandServerOrder::Show)?;
    let (first, rest) = state.word().split_at(1);
    let state = format!("{first}{}", rest.to_ascii_lowercase());
    output::line(&format!("FerroMQ Command Server Status . . : {state}"));
    Ok(exit::DONE)
}

/// Has something done, and gives back what the command server does then.
fn ask(
    arguments: &Arguments,
    program: &str,
    order: CommandServerOrder,
) -> Result<(CommandServerState, CommandOutcome), Failure> {
    let installation = installation()?;
    let asked = name_meant(&installation, arguments.name(0)).and_then(|name| {
        let asker = Asker::control(&installation, &name, program);
        asker.order(LocalOrder::CommandServer(order))
    });
    let (answers, outcome) = asked.map_err(|failure| failure.with_code(exit::FAILED))?;
    match answers.as_slice() {
        [LocalAnswer::CommandServer(state)] => Ok((*state, outcome)),
        others => Err(Failure::text(answers_text(others), exit::FAILED)),
    }
}
