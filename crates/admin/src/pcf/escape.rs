//! MQSC within programmable command formats: the Escape command.

use super::answers::{Answers, Coding, Refusal, answer, failure};
use crate::operations::ObjectOperations;
use crate::run::reply_to;
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::pcf::{Message, Parameter, Value};

/// Runs the command in the text and answers with what it prints: a message for each object that is
/// shown. Where it fails, the last one has the completion code that says so; the reason tells commands
/// that are no MQSC from those that could not be carried out.
pub(super) fn run(
    operations: &dyn ObjectOperations,
    message: &Message,
    coding: Coding,
    answers: &mut Answers<'_>,
) -> Result<(), Refusal> {
    let text = text_of(message, coding)?;
    let mut reply = reply_to(operations, text.trim());
    while let Some(said) = reply.next(operations) {
        answers.add(answer(MQCMD_ESCAPE, parameters(&said.into_text())));
    }
    let reason = match reply.outcome() {
        CommandOutcome::Done => MQRC_NONE,
        CommandOutcome::SyntaxError => MQRCCF_PARM_SYNTAX_ERROR,
        CommandOutcome::Failed => MQRCCF_COMMAND_FAILED,
    };
    if reason != MQRC_NONE {
        let last = answers.take_back().map(|answer| answer.parameters);
        answers.add(failure(MQCMD_ESCAPE, reason, last.unwrap_or_default()));
    }
    Ok(())
}

/// Whether it is PING CHANNEL.
pub(super) fn pings(message: &Message, coding: Coding) -> bool {
    let text = text_of(message, coding).unwrap_or_default();
    let mut words = text.split_ascii_whitespace();
    let (verb, object) = (words.next(), words.next());
    let begins = |word: Option<&str>, with: &str| {
        word.and_then(|word| word.get(..with.len()))
            .is_some_and(|begin| begin.eq_ignore_ascii_case(with))
    };
    begins(verb, "PING") && (begins(object, "CHANNEL") || begins(object, "CHL"))
}

fn text_of(message: &Message, coding: Coding) -> Result<String, Refusal> {
    match message.get(MQIACF_ESCAPE_TYPE) {
        Some(Value::Int(MQET_MQSC)) => {}
        Some(Value::Int(_)) => {
            return Err(Refusal::about(MQRCCF_ESCAPE_TYPE_ERROR, MQIACF_ESCAPE_TYPE));
        }
        _ => {
            let reason = MQRCCF_PARM_COUNT_TOO_SMALL;
            return Err(Refusal::about(reason, MQIACF_ESCAPE_TYPE));
        }
    }
    let Some(Value::Text(text)) = message.get(MQCACF_ESCAPE_TEXT) else {
        let reason = MQRCCF_PARM_COUNT_TOO_SMALL;
        return Err(Refusal::about(reason, MQCACF_ESCAPE_TEXT));
    };
    let text = text.decode(coding.ccsid, coding.order);
    text.ok_or(Refusal::about(MQRCCF_CCSID_ERROR, MQCACF_ESCAPE_TEXT))
}

fn parameters(text: &str) -> Vec<Parameter> {
    vec![
        Parameter::int(MQIACF_ESCAPE_TYPE, MQET_MQSC),
        Parameter::text(MQCACF_ESCAPE_TEXT, text),
    ]
}

/// The command that has an MQSC command run.
#[must_use]
pub fn escape_command(text: &str) -> Message {
    Message::command(MQCMD_ESCAPE, parameters(text))
}

/// What one answer to [`escape_command`] prints, and how the command ended if it is the last one.
#[must_use]
pub fn escape_text(answer: &Message) -> (String, Option<CommandOutcome>) {
    let text = match answer.get(MQCACF_ESCAPE_TEXT) {
        Some(Value::Text(text)) => String::from_utf8_lossy(&text.bytes).into_owned(),
        _ => String::new(),
    };
    let outcome = match (answer.header.comp_code, answer.header.reason) {
        (MQCC_FAILED, MQRCCF_PARM_SYNTAX_ERROR) => CommandOutcome::SyntaxError,
        (MQCC_FAILED, _) => CommandOutcome::Failed,
        _ => CommandOutcome::Done,
    };
    let last = answer.header.control == MQCFC_LAST;
    (text, last.then_some(outcome))
}
