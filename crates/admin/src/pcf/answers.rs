//! Answers of commands, and refusals, as messages.

use super::table::CommandRow;
use crate::syntax::{Fault, SyntaxError};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::pcf::{Header, Malformed, Message, Parameter, Problem, Value};

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
    pub(super) reason: i32,
    /// The parameter that says what is wrong, with its value.
    pub(super) about: Option<(i32, i32)>,
}

impl Refusal {
    /// There is no such command here.
    pub(super) const COMMAND: Self = Self::new(MQRCCF_CFH_COMMAND_ERROR);

    pub(super) const fn new(reason: i32) -> Self {
        Self {
            reason,
            about: None,
        }
    }

    /// Something is wrong with a parameter.
    pub(super) const fn about(reason: i32, parameter: i32) -> Self {
        Self {
            reason,
            about: Some((MQIACF_PARAMETER_ID, parameter)),
        }
    }

    /// Something that is asked for is not there, or twice.
    pub(super) const fn selector(reason: i32, selector: i32) -> Self {
        Self {
            reason,
            about: Some((MQIACF_SELECTOR, selector)),
        }
    }

    pub(super) fn of_malformed(error: &Malformed) -> Self {
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
    pub(super) fn of_syntax(error: &SyntaxError, row: &CommandRow, message: &Message) -> Self {
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

pub(super) fn length_reason(structure: i32) -> i32 {
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

/// The answers to a command, each with its number. The last says that it is, so each waits for the next.
pub(super) struct Answers<'a> {
    pub(super) each: &'a mut dyn FnMut(Message),
    pub(super) waiting: Option<Message>,
    pub(super) count: i32,
}

impl<'a> Answers<'a> {
    pub(super) fn to(each: &'a mut dyn FnMut(Message)) -> Self {
        Self {
            each,
            waiting: None,
            count: 0,
        }
    }

    pub(super) fn add(&mut self, mut answer: Message) {
        self.count = self.count.saturating_add(1);
        answer.header.sequence = self.count;
        answer.header.control = MQCFC_NOT_LAST;
        if let Some(before) = self.waiting.replace(answer) {
            (self.each)(before);
        }
    }

    /// Takes the answer back that was added last.
    pub(super) fn take_back(&mut self) -> Option<Message> {
        let last = self.waiting.take();
        self.count -= i32::from(last.is_some());
        last
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(super) fn finish(self) {
        if let Some(mut last) = self.waiting {
            last.header.control = MQCFC_LAST;
            (self.each)(last);
        }
    }
}

pub(super) fn answer(command: i32, parameters: Vec<Parameter>) -> Message {
    Message {
        header: Header::response(command),
        parameters,
    }
}

pub(super) fn failure(command: i32, reason: i32, parameters: Vec<Parameter>) -> Message {
    let mut answer = answer(command, parameters);
    answer.header.comp_code = MQCC_FAILED;
    answer.header.reason = reason;
    answer
}

/// Where there is no parameter.
pub(super) const NOWHERE: usize = usize::MAX;

/// The reason for a value of a keyword that is not valid.
pub(super) fn value_reason(keyword: &str, row: &CommandRow) -> i32 {
    super::table::reason_for(keyword, row.command).unwrap_or(MQRCCF_ATTR_VALUE_ERROR)
}

/// The reason for a parameter a command does not take, or not in that structure.
pub(super) fn unknown(value: &Value) -> i32 {
    match value {
        Value::Int(_) | Value::Int64(_) => MQRCCF_CFIN_PARM_ID_ERROR,
        Value::Ints(_) | Value::Int64s(_) => MQRCCF_CFIL_PARM_ID_ERROR,
        Value::Text(_) => MQRCCF_CFST_PARM_ID_ERROR,
        Value::Texts(_) => MQRCCF_CFSL_PARM_ID_ERROR,
        Value::Bytes(_) => MQRCCF_CFBS_PARM_ID_ERROR,
        Value::IntFilter { .. } => MQRCCF_CFIF_PARM_ID_ERROR,
        Value::TextFilter { .. } => MQRCCF_CFSF_PARM_ID_ERROR,
        Value::BytesFilter { .. } => MQRCCF_CFBF_PARM_ID_ERROR,
        Value::Group(_) => MQRCCF_CFGR_PARM_ID_ERROR,
    }
}
