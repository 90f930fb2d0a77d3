//! One command as text: run, or only looked at.

use crate::command::parse::{Asked, parse};
use crate::observed::execute_text;
use crate::operations::ObjectOperations;
use crate::reply::Reply;
use crate::syntax_message::{syntax_error, syntax_help, valid_commands};
use ferromq_mqi::call::CommandOutcome;

/// Runs one command, given without continuation lines, and gives back what to print, each
/// line with its end, and how it went. What it changed is durable on return.
#[must_use]
pub fn run_command(operations: &dyn ObjectOperations, text: &str) -> (String, CommandOutcome) {
    reply_to(operations, text).into_text(operations)
}

/// Runs one command; what it shows is looked up when it is asked for.
pub(crate) fn reply_to(operations: &dyn ObjectOperations, text: &str) -> Reply {
    match parse(text) {
        Ok(Asked::Command(command)) => execute_text(operations, command, text),
        Ok(Asked::Help(None)) => Reply::done(valid_commands()),
        Ok(Asked::Help(Some(text))) => Reply::done(syntax_help(&text)),
        Err(error) => {
            let text = syntax_error(text, &error);
            Reply::ended(text, CommandOutcome::SyntaxError)
        }
    }
}

/// Looks at one command without running it (`runmqsc -v`).
#[must_use]
pub fn verify_command(text: &str) -> (String, CommandOutcome) {
    match parse(text) {
        Ok(_) => (String::new(), CommandOutcome::Done),
        Err(error) => (syntax_error(text, &error), CommandOutcome::SyntaxError),
    }
}
