//! Commands in programmable command formats: the same commands as in MQSC, with parameters for
//! keywords and numbers for words.
//!
//! A message becomes clauses as MQSC has them, by the tables `pcf_commands.csv`, `pcf_parameters.csv`
//! and `attributes.csv`; from there on there is one way for both. Answers are records, which become
//! parameters by the same tables.
//!
//! Source: "Definitions of the programmable command formats", "Responses".

mod escape;
mod request;
mod response;
pub(crate) mod table;

use crate::command::{Act, Command};
use crate::operations::ObjectOperations;
use crate::syntax::{Fault, SyntaxError};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::pcf::{Header, Malformed, Message, Parameter, Problem, Value};
use request::{NOWHERE, unknown, value_reason};
use table::CommandRow;

pub use escape::{escape_command, escape_text};

/// How the numbers and the text of a command are coded.
#[derive(Clone, Copy, Debug)]
pub struct Coding {
    /// Order of the bytes of numbers.
    pub order: ByteOrder,
    /// CCSID of text that has none of its own.
    pub ccsid: i32,
}

/// Why a command is not carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    /// `MQRC_*` or `MQRCCF_*`.
    reason: i32,
    /// The parameter that says what is wrong, with its value.
    about: Option<(i32, i32)>,
}

impl Refusal {
    /// There is no such command here.
    const COMMAND: Self = Self::new(MQRCCF_CFH_COMMAND_ERROR);

    const fn new(reason: i32) -> Self {
        Self {
            reason,
            about: None,
        }
    }

    /// Something is wrong with a parameter.
    const fn about(reason: i32, parameter: i32) -> Self {
        Self {
            reason,
            about: Some((MQIACF_PARAMETER_ID, parameter)),
        }
    }

    /// Something that is asked for is not there, or twice.
    const fn selector(reason: i32, selector: i32) -> Self {
        Self {
            reason,
            about: Some((MQIACF_SELECTOR, selector)),
        }
    }

    fn of_malformed(error: &Malformed) -> Self {
        let reason = match (error.problem, error.structure) {
            (Problem::HeaderLength, _) => return Self::new(MQRCCF_CFH_LENGTH_ERROR),
            (Problem::HeaderVersion, _) => return Self::new(MQRCCF_CFH_VERSION_ERROR),
            (Problem::HeaderCount, _) => return Self::new(MQRCCF_CFH_PARM_COUNT_ERROR),
            (Problem::MessageLength, _) => return Self::new(MQRCCF_MSG_LENGTH_ERROR),
            (Problem::StructureType, _) => return Self::new(MQRCCF_STRUCTURE_TYPE_ERROR),
            (Problem::Depth, _) => MQRCCF_CFGR_PARM_COUNT_ERROR,
            (Problem::Count, MQCFT_STRING_LIST) => MQRCCF_CFSL_COUNT_ERROR,
            (Problem::Count, MQCFT_GROUP) => MQRCCF_CFGR_PARM_COUNT_ERROR,
            (Problem::Count, _) => MQRCCF_CFIL_COUNT_ERROR,
            (Problem::StringLength, MQCFT_STRING_LIST) => MQRCCF_CFSL_STRING_LENGTH_ERR,
            (Problem::StringLength, MQCFT_BYTE_STRING) => MQRCCF_CFBS_STRING_LENGTH_ERR,
            (Problem::StringLength, MQCFT_STRING_FILTER) => MQRCCF_CFSF_FILTER_VAL_LEN_ERR,
            (Problem::StringLength, MQCFT_BYTE_STRING_FILTER) => MQRCCF_CFBF_FILTER_VAL_LEN_ERR,
            (Problem::StringLength, _) => MQRCCF_CFST_STRING_LENGTH_ERR,
            (Problem::Length, structure) => length_reason(structure),
        };
        Self::about(reason, error.parameter)
    }

    /// What MQSC calls a mistake, and where: clauses end where their parameters stand.
    fn of_syntax(error: &SyntaxError, row: &CommandRow, message: &Message) -> Self {
        let place = match error.end {
            NOWHERE => None,
            place => message.parameters.get(place),
        };
        let value = place.map(|parameter| &parameter.value);
        let reason = match &error.fault {
            Fault::Malformed | Fault::UnknownVerb | Fault::Unfinished => match value {
                Some(value) => unknown(value),
                None => MQRCCF_PARM_COUNT_TOO_SMALL,
            },
            Fault::Duplicate(_) => MQRCCF_PARM_CONFLICT,
            Fault::TooLong { .. } => match value {
                Some(Value::Texts(_)) => MQRCCF_CFSL_STRING_LENGTH_ERR,
                _ => MQRCCF_CFST_STRING_LENGTH_ERR,
            },
            Fault::OutOfRange { keyword, .. } | Fault::BadValue { keyword, .. } => {
                value_reason(keyword, row)
            }
            Fault::BadName(keyword) => match row.name {
                MQCACH_CHANNEL_NAME => MQRCCF_CHANNEL_NAME_ERROR,
                _ => value_reason(keyword, row),
            },
            Fault::Missing(_) => MQRCCF_PARM_COUNT_TOO_SMALL,
            Fault::BadFilter => match value {
                Some(Value::TextFilter { .. }) => MQRCCF_CFSF_OPERATOR_ERROR,
                _ => MQRCCF_CFIF_OPERATOR_ERROR,
            },
            Fault::BadConnection => MQRCCF_CONNECTION_ID_ERROR,
        };
        Self {
            reason,
            about: place.map(|parameter| (MQIACF_PARAMETER_ID, parameter.id)),
        }
    }
}

fn length_reason(structure: i32) -> i32 {
    match structure {
        MQCFT_STRING => MQRCCF_CFST_LENGTH_ERROR,
        MQCFT_STRING_LIST => MQRCCF_CFSL_LENGTH_ERROR,
        MQCFT_INTEGER_LIST | MQCFT_INTEGER64_LIST => MQRCCF_CFIL_LENGTH_ERROR,
        MQCFT_BYTE_STRING => MQRCCF_CFBS_LENGTH_ERROR,
        MQCFT_INTEGER_FILTER => MQRCCF_CFIF_LENGTH_ERROR,
        MQCFT_STRING_FILTER => MQRCCF_CFSF_LENGTH_ERROR,
        MQCFT_BYTE_STRING_FILTER => MQRCCF_CFBF_LENGTH_ERROR,
        MQCFT_GROUP => MQRCCF_CFGR_LENGTH_ERROR,
        _ => MQRCCF_CFIN_LENGTH_ERROR,
    }
}

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

/// The answers to a command, each with its number. The last says that it is, so each waits for the next.
struct Answers<'a> {
    each: &'a mut dyn FnMut(Message),
    waiting: Option<Message>,
    count: i32,
}

impl<'a> Answers<'a> {
    fn to(each: &'a mut dyn FnMut(Message)) -> Self {
        Self {
            each,
            waiting: None,
            count: 0,
        }
    }

    fn add(&mut self, mut answer: Message) {
        self.count = self.count.saturating_add(1);
        answer.header.sequence = self.count;
        answer.header.control = MQCFC_NOT_LAST;
        if let Some(before) = self.waiting.replace(answer) {
            (self.each)(before);
        }
    }

    /// Takes the answer back that was added last.
    fn take_back(&mut self) -> Option<Message> {
        let last = self.waiting.take();
        self.count -= i32::from(last.is_some());
        last
    }

    fn is_empty(&self) -> bool {
        self.count == 0
    }

    fn finish(self) {
        if let Some(mut last) = self.waiting {
            last.header.control = MQCFC_LAST;
            (self.each)(last);
        }
    }
}

fn answer(command: i32, parameters: Vec<Parameter>) -> Message {
    Message {
        header: Header::response(command),
        parameters,
    }
}

fn failure(command: i32, reason: i32, parameters: Vec<Parameter>) -> Message {
    let mut answer = answer(command, parameters);
    answer.header.comp_code = MQCC_FAILED;
    answer.header.reason = reason;
    answer
}
