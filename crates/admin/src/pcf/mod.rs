//! Commands in programmable command formats: the same commands as in MQSC, with parameters for
//! keywords and numbers for words.
//!
//! A message becomes clauses as MQSC has them, by the tables `pcf_commands.csv`, `pcf_parameters.csv`
//! and `attributes.csv`; from there on there is one way for both. Answers are records, which become
//! parameters by the same tables.
//!
//! Source: "Definitions of the programmable command formats", "Responses".

mod answers;
mod escape;
mod request;
mod response;
pub(crate) mod table;

use crate::command::{Act, Command};
use crate::operations::ObjectOperations;
pub use answers::Coding;
use answers::{Answers, Refusal};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::pcf::{Header, Message};
use table::CommandRow;

pub use escape::{escape_command, escape_text};

/// Carries a command out and gives back its answers: one for each object, or for each thing that is wrong
/// and then one that says that the command failed. What the command changed is durable on return. Any
/// bytes have an answer; in it, text is in UTF-8.
///
/// Source: "Standard responses".
#[must_use]
pub fn run_message(operations: &dyn ObjectOperations, body: &[u8], coding: Coding) -> Vec<Message> {
    let mut answers = Vec::new();
    answer_message(operations, body, coding, &mut |answer| answers.push(answer));
    answers
}

/// The same for who passes answers on as they are made: of a large queue manager there are many.
pub(crate) fn answer_message(
    operations: &dyn ObjectOperations,
    body: &[u8],
    coding: Coding,
    each: &mut dyn FnMut(Message),
) {
    let mut answers = Answers::to(each);
    let (command, done) = match Message::decode_header(body, coding.order) {
        Ok(header) => {
            let done = answer_command(operations, &header, body, coding, &mut answers);
            (header.command, done)
        }
        Err(error) => (0, Err(Refusal::of_malformed(&error))),
    };
    if let Err(refusal) = done {
        response::refused(command, &refusal, &mut answers);
    }
    answers.finish();
}

/// Whether a command waits for another machine: PING CHANNEL does, in its own format or as MQSC.
pub(crate) fn takes_long(body: &[u8], order: ByteOrder, ccsid: i32) -> bool {
    match Message::decode_header(body, order) {
        Ok(header) if header.command == MQCMD_ESCAPE => {
            let message = Message::decode(body, order);
            message.is_ok_and(|message| escape::pings(&message, Coding { order, ccsid }))
        }
        Ok(header) => header.command == MQCMD_PING_CHANNEL,
        Err(_) => false,
    }
}

fn answer_command(
    operations: &dyn ObjectOperations,
    header: &Header,
    body: &[u8],
    coding: Coding,
    answers: &mut Answers<'_>,
) -> Result<(), Refusal> {
    check_header(header)?;
    let message =
        Message::decode(body, coding.order).map_err(|error| Refusal::of_malformed(&error))?;
    if header.command == MQCMD_ESCAPE {
        return escape::run(operations, &message, coding, answers);
    }
    carry_out(operations, &message, coding, answers)
}

/// An answer to a message that is no command, with the reason why.
pub(crate) fn not_a_command(reason: i32, each: &mut dyn FnMut(Message)) {
    let mut answers = Answers::to(each);
    response::refused(MQCMD_NONE, &Refusal::new(reason), &mut answers);
    answers.finish();
}

fn check_header(header: &Header) -> Result<(), Refusal> {
    let reason = match header {
        Header { kind, .. } if !matches!(*kind, MQCFT_COMMAND | MQCFT_COMMAND_XR) => {
            MQRCCF_CFH_TYPE_ERROR
        }
        Header { sequence, .. } if *sequence != 1 => MQRCCF_CFH_MSG_SEQ_NUMBER_ERR,
        Header { control, .. } if *control != MQCFC_LAST => MQRCCF_CFH_CONTROL_ERROR,
        _ => return Ok(()),
    };
    Err(Refusal::new(reason))
}

fn carry_out(
    operations: &dyn ObjectOperations,
    message: &Message,
    coding: Coding,
    answers: &mut Answers<'_>,
) -> Result<(), Refusal> {
    let number = message.header.command;
    let absent = || Refusal::new(table::absent_reason(number));
    let row = CommandRow::find(number).ok_or_else(absent)?;
    let commands = request::commands(operations, row, message, coding)?;
    let not_built = |command: &Command| matches!(command.act, Act::NotBuilt(_));
    if commands.iter().any(not_built) {
        return Err(Refusal::COMMAND);
    }
    let told = (message.header.command, message.parameters.as_slice());
    let replies = crate::observed::execute_message(operations, commands, told, coding);
    response::of_replies(operations, row, replies, answers)
}
