//! From parameters to clauses: what a command asks for, as MQSC would say it.

use super::answers::{Coding, NOWHERE, Refusal, unknown, value_reason};
use super::table::{CommandRow, Form, Operand, ParameterRow};
use crate::authority::may_ask_q_mgr;
use crate::command::parse::understand;
use crate::command::{Command, Rest, table};
use crate::display::cluster::shared_beside;
use crate::operations::ObjectOperations;
use crate::syntax::clause::{Argument, Arguments, Clause};
use ferromq_mqi::attribute::{AttributeInfo, Form as AttributeForm, ObjectKind};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::hex::hex;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::pcf::{Message, Parameter, Value};

mod entity;

/// The commands a message asks for: several where it names several users.
///
/// # Errors
/// The first parameter that makes no sense.
pub(super) fn commands(
    operations: &dyn ObjectOperations,
    row: &'static CommandRow,
    message: &Message,
    coding: Coding,
) -> Result<Vec<Command>, Refusal> {
    let object = table::object(row.noun).ok_or(Refusal::COMMAND)?;
    let mut reading = Reading {
        row,
        coding,
        kinds: object.kinds,
        shared: match row.verb {
            "DISPLAY" => shared_beside(object.kinds),
            _ => None,
        },
        name: None,
        clauses: Vec::new(),
        asked: false,
        seen: Vec::new(),
        entity: entity::Given::default(),
        absent: object.absent,
    };
    for (place, parameter) in message.parameters.iter().enumerate() {
        reading.take(place, parameter)?;
    }
    // Without it MQSC would copy the default object.
    if row.like != 0 && !reading.seen.contains(&row.like) {
        return Err(Refusal::about(MQRCCF_PARM_COUNT_TOO_SMALL, row.like));
    }
    if row.takes(Operand::Only) {
        reading.clauses.push(bare(row.always, NOWHERE));
    } else if row.attributes != 0 && !reading.asked {
        reading.clauses.push(bare("ALL", NOWHERE));
    }
    // Of queues of any kind MQSC commands name the kind.
    let command = match table::command(row.verb, object) {
        Some(command) => command,
        None => {
            let kind = reading.kind(operations)?;
            table::object_of(kind)
                .and_then(|object| table::command(row.verb, object))
                .ok_or(Refusal::COMMAND)?
        }
    };
    let entities = reading.entity.clauses()?;
    if row.takes(Operand::Match) {
        let matching = reading.entity.matching();
        reading.clauses.extend(matching);
    }
    let object = reading.object()?;
    let clauses = reading.clauses;
    let understand_one = |entity: Option<Clause>| {
        let clauses = clauses.iter().cloned().chain(entity).collect();
        let mut rest = Rest::of(clauses, NOWHERE);
        understand(command, &object, &mut rest)
            .map_err(|error| Refusal::of_syntax(&error, row, message))
    };
    let mut each = entities.into_iter();
    let first = understand_one(each.next())?;
    // What its user may not do is refused once, and nothing more is understood of it.
    if each.len() > 0 && !may_ask_q_mgr(operations, &first) {
        return Ok(vec![first]);
    }
    let others = each.map(|entity| understand_one(Some(entity)));
    std::iter::once(Ok(first)).chain(others).collect()
}

/// A keyword alone. A clause ends where the parameter stands that it comes from.
fn bare(keyword: &str, place: usize) -> Clause {
    Clause {
        keyword: keyword.to_owned(),
        end: place,
        arguments: None,
    }
}

/// A keyword with values. Words are compared as MQSC compares them; nothing at all is a blank.
fn valued(keyword: &str, values: impl IntoIterator<Item = String>, place: usize) -> Clause {
    let argument = |text: String| Argument {
        text: if text.is_empty() {
            " ".to_owned()
        } else {
            text
        },
        quoted: false,
        end: place,
    };
    let arguments = Arguments {
        list: values.into_iter().map(argument).collect(),
        end: place,
    };
    Clause {
        arguments: Some(arguments),
        ..bare(keyword, place)
    }
}

struct Reading {
    row: &'static CommandRow,
    coding: Coding,
    /// The kinds whose attributes the command takes.
    kinds: &'static [ObjectKind],
    /// The kind of what other members of clusters share, whose attributes can be asked for beside those.
    shared: Option<ObjectKind>,
    name: Option<Clause>,
    clauses: Vec<Clause>,
    /// Whether it says what is to be shown.
    asked: bool,
    seen: Vec<i32>,
    entity: entity::Given,
    /// Nothing of the kind is there, so nobody has any of the documented parameters.
    absent: bool,
}

impl Reading {
    fn take(&mut self, place: usize, parameter: &Parameter) -> Result<(), Refusal> {
        let Parameter { id, value } = parameter;
        let refuse = |reason| Refusal::about(reason, *id);
        let filter = matches!(
            value,
            Value::IntFilter { .. } | Value::TextFilter { .. } | Value::BytesFilter { .. }
        );
        if !filter {
            if self.seen.contains(id) {
                return Err(refuse(duplicate(value)));
            }
            self.seen.push(*id);
        }
        let row = self.row;
        if row.attributes != 0 && *id == row.attributes {
            return self.asked_for(place, parameter);
        }
        if row.takes(Operand::Entity) && self.entity.take(place, parameter, self.coding)? {
            return Ok(());
        }
        if row.name != 0 && *id == row.name && !filter {
            self.name = Some(valued("", [self.text(parameter)?], place));
            return Ok(());
        }
        if row.like != 0 && *id == row.like {
            let clause = valued("LIKE", [self.text(parameter)?], place);
            self.clauses.push(clause);
            return Ok(());
        }
        let identifier = matches!(*id, MQBACF_CONNECTION_ID | MQBACF_GENERIC_CONNECTION_ID);
        if identifier && row.takes(Operand::Connection) {
            return self.connection(place, parameter);
        }
        let clause = if self.absent && is_documented(*id) {
            None
        } else if filter {
            self.filter(place, parameter)?
        } else if let Some(info) = self.attribute(*id).filter(|_| !self.is_operand(*id)) {
            Some(self.attribute_clause(info, place, parameter)?)
        } else if let Some(row) = row.parameter(*id) {
            self.parameter_clause(row, place, parameter)?
        } else {
            return Err(refuse(unknown(value)));
        };
        self.clauses.extend(clause);
        Ok(())
    }

    /// Whether a parameter says which objects are meant, though it is an attribute too.
    fn is_operand(&self, id: i32) -> bool {
        let kind = matches!(
            id,
            MQIA_Q_TYPE
                | MQIACH_CHANNEL_TYPE
                | MQIA_AUTH_INFO_TYPE
                | MQIACF_CHLAUTH_TYPE
                | MQIA_TOPIC_TYPE
                | MQIACF_DURABLE_SUBSCRIPTION
                | MQIACF_SUB_TYPE
        );
        kind && self.row.parameter(id).is_some()
    }

    fn attribute(&self, id: i32) -> Option<&'static AttributeInfo> {
        let kinds = self.kinds.iter().chain(&self.shared);
        kinds.copied().find_map(|kind| kind.by_selector(id))
    }

    fn text(&self, parameter: &Parameter) -> Result<String, Refusal> {
        let Value::Text(text) = &parameter.value else {
            return Err(Refusal::about(unknown(&parameter.value), parameter.id));
        };
        let text = text.decode(self.coding.ccsid, self.coding.order);
        let text = text.ok_or(Refusal::about(MQRCCF_CCSID_ERROR, parameter.id))?;
        Ok(text.trim_end().to_owned())
    }

    fn texts(&self, parameter: &Parameter) -> Result<Vec<String>, Refusal> {
        let Value::Texts(texts) = &parameter.value else {
            return Ok(vec![self.text(parameter)?]);
        };
        let texts = texts.decode(self.coding.ccsid, self.coding.order);
        let texts = texts.ok_or(Refusal::about(MQRCCF_CCSID_ERROR, parameter.id))?;
        Ok(texts
            .into_iter()
            .map(|text| text.trim_end().to_owned())
            .collect())
    }

    /// The list of what is asked for.
    fn asked_for(&mut self, place: usize, parameter: &Parameter) -> Result<(), Refusal> {
        self.asked = true;
        let list = numbers(parameter)?;
        for (at, selector) in list.iter().enumerate() {
            if list[..at].contains(selector) {
                return Err(Refusal::selector(MQRCCF_CFIL_DUPLICATE_VALUE, *selector));
            }
            let keyword = match *selector {
                MQIACF_ALL => Some("ALL"),
                other => self.keyword(other),
            };
            match keyword {
                Some(keyword) => self.clauses.push(bare(keyword, place)),
                // Documented attributes that nothing has here are in no answer.
                None if is_documented(*selector) => {}
                None => return Err(Refusal::selector(MQRC_SELECTOR_ERROR, *selector)),
            }
        }
        // What is asked for may be nothing that is there; then it is not everything.
        if self.clauses.iter().all(|clause| clause.arguments.is_some()) {
            self.clauses
                .extend(self.fixed_keyword().map(|keyword| bare(keyword, place)));
        }
        Ok(())
    }

    /// A keyword that is in every answer anyway.
    fn fixed_keyword(&self) -> Option<&'static str> {
        let own = self.keyword(self.row.name);
        own.or((!self.row.always.is_empty()).then_some(self.row.always))
    }

    fn keyword(&self, id: i32) -> Option<&'static str> {
        let attribute = self.attribute(id).filter(|info| info.uses.shown);
        let own = attribute.map(|info| info.attr.keyword());
        own.or_else(|| {
            let row = self.row.parameter(id)?;
            // What is always there need not be asked for, and cannot where it is no attribute.
            let asked = !row.keyword.is_empty() && !matches!(row.keyword, "TYPE" | "CURRENT");
            asked.then_some(row.keyword)
        })
    }

    /// The value of an attribute.
    fn attribute_clause(
        &self,
        info: &AttributeInfo,
        place: usize,
        parameter: &Parameter,
    ) -> Result<Clause, Refusal> {
        let keyword = info.attr.keyword();
        let invalid = || Refusal::about(value_reason(keyword, self.row), parameter.id);
        Ok(match (&parameter.value, info.form) {
            (Value::Int(number), AttributeForm::Flag) => match number {
                0 => bare(&format!("NO{keyword}"), place),
                1 => bare(keyword, place),
                _ => return Err(invalid()),
            },
            (Value::Int(number), AttributeForm::Word { words }) => {
                let word = word_of(words, *number).ok_or_else(invalid)?;
                valued(keyword, [word.to_owned()], place)
            }
            (Value::Int(number), AttributeForm::Int { words, .. }) => {
                let word = word_of(words, *number);
                valued(
                    keyword,
                    [word.map_or_else(|| number.to_string(), str::to_owned)],
                    place,
                )
            }
            (Value::Int(_) | Value::Ints(_), AttributeForm::Choices { words, .. }) => {
                let list = numbers(parameter)?;
                let words = list
                    .iter()
                    .map(|number| word_of(words, *number).map(str::to_owned));
                let words: Option<Vec<String>> = words.collect();
                valued(keyword, words.ok_or_else(invalid)?, place)
            }
            (Value::Text(_) | Value::Texts(_), form) if form.is_list() => {
                let mut texts = self.texts(parameter)?;
                texts.retain(|text| !text.is_empty());
                valued(keyword, texts, place)
            }
            (
                Value::Text(_),
                AttributeForm::Int { .. } | AttributeForm::Word { .. } | AttributeForm::Flag,
            ) => return Err(Refusal::about(MQRCCF_CFST_PARM_ID_ERROR, parameter.id)),
            (Value::Text(_), _) => valued(keyword, [self.text(parameter)?], place),
            (Value::Bytes(bytes), AttributeForm::Key | AttributeForm::Text { .. })
                if is_bytes(parameter.id) =>
            {
                valued(keyword, [hex(bytes)], place)
            }
            (value, _) => return Err(Refusal::about(unknown(value), parameter.id)),
        })
    }

    /// A parameter of the command itself.
    fn parameter_clause(
        &self,
        row: &ParameterRow,
        place: usize,
        parameter: &Parameter,
    ) -> Result<Option<Clause>, Refusal> {
        let keyword = row.keyword;
        let invalid = || {
            let reason = match row.error {
                0 => value_reason(keyword, self.row),
                reason => reason,
            };
            Refusal::about(reason, parameter.id)
        };
        let mismatch = || Refusal::about(unknown(&parameter.value), parameter.id);
        Ok(Some(match (row.form, &parameter.value) {
            (Form::Ignored, _) => return Ok(None),
            (Form::Int, Value::Int(number)) => valued(keyword, [number.to_string()], place),
            (Form::Word, Value::Int(number)) => match word_of(row.words, *number) {
                // A profile of any kind of object is what is meant where no kind is given.
                Some("ALL") if keyword == "OBJTYPE" => return Ok(None),
                Some(word) => valued(keyword, [word.to_owned()], place),
                None if keyword == "REDUCE" => valued(keyword, [number.to_string()], place),
                None => return Err(invalid()),
            },
            (Form::Words, Value::Ints(_) | Value::Int(_)) => {
                let list = numbers(parameter)?;
                let mut words = Vec::new();
                for number in &list {
                    let word = word_of(row.words, *number).ok_or_else(invalid)?;
                    // Said again it says no more, and there are no more than that.
                    if !words.contains(&word) {
                        words.push(word);
                    }
                }
                valued(keyword, words.into_iter().map(str::to_owned), place)
            }
            (Form::Flag, Value::Int(number)) => match word_of(row.words, *number) {
                Some(word) => bare(word, place),
                None => return Err(invalid()),
            },
            (Form::Hex, Value::Bytes(bytes)) => valued(keyword, [hex(bytes)], place),
            (Form::Text, Value::Text(_)) => {
                let text = self.text(parameter)?;
                // Nothing in particular is what no clause says.
                if text.is_empty() {
                    return Ok(None);
                }
                valued(keyword, [text], place)
            }
            _ => return Err(mismatch()),
        }))
    }

    /// A condition.
    fn filter(&self, place: usize, parameter: &Parameter) -> Result<Option<Clause>, Refusal> {
        let id = parameter.id;
        let keyword = self.keyword(id);
        let keyword = keyword.ok_or(Refusal::about(unknown(&parameter.value), id))?;
        let (operator, value, wrong_operator) = match &parameter.value {
            Value::IntFilter { operator, value } => {
                let word = self.word_for(id, *value);
                let shown = word.map_or_else(|| value.to_string(), str::to_owned);
                (*operator, shown, MQRCCF_CFIF_OPERATOR_ERROR)
            }
            Value::TextFilter { operator, value } => {
                let text = value.decode(self.coding.ccsid, self.coding.order);
                let text = text.ok_or(Refusal::about(MQRCCF_CCSID_ERROR, id))?;
                let text = text.trim_end().to_owned();
                (*operator, text, MQRCCF_CFSF_OPERATOR_ERROR)
            }
            Value::BytesFilter { operator, value } => {
                let shown = self.shown_bytes(id, value);
                let shown = shown.ok_or(Refusal::about(MQRCCF_CFBF_PARM_ID_ERROR, id))?;
                (*operator, shown, MQRCCF_CFBF_OPERATOR_ERROR)
            }
            _ => return Err(Refusal::about(unknown(&parameter.value), id)),
        };
        let operator = match operator {
            MQCFOP_EQUAL => "EQ",
            MQCFOP_NOT_EQUAL => "NE",
            MQCFOP_LESS => "LT",
            MQCFOP_GREATER => "GT",
            MQCFOP_NOT_LESS => "GE",
            MQCFOP_NOT_GREATER => "LE",
            MQCFOP_LIKE => "LK",
            MQCFOP_NOT_LIKE => "NL",
            MQCFOP_CONTAINS => "CT",
            MQCFOP_EXCLUDES => "EX",
            MQCFOP_CONTAINS_GEN => "CTG",
            MQCFOP_EXCLUDES_GEN => "EXG",
            _ => return Err(Refusal::about(wrong_operator, id)),
        };
        let values = [keyword.to_owned(), operator.to_owned(), value];
        Ok(Some(valued("WHERE", values, place)))
    }

    /// Bytes to compare with, as MQSC shows those of the parameter.
    fn shown_bytes(&self, id: i32, bytes: &[u8]) -> Option<String> {
        if self.attribute(id).is_some() && is_bytes(id) {
            return Some(hex(bytes));
        }
        let row = self.row.parameter(id)?;
        match row.form {
            Form::Hex => Some(hex(bytes)),
            Form::Bytes if row.length == 0 => super::response::unit_of_work(bytes),
            Form::Bytes => Some(String::from_utf8_lossy(bytes).trim_end().to_owned()),
            _ => None,
        }
    }

    /// The word for a value of a parameter, where it is one of several words.
    fn word_for(&self, id: i32, number: i32) -> Option<&'static str> {
        if let Some(info) = self.attribute(id) {
            return match info.form {
                AttributeForm::Word { words } | AttributeForm::Int { words, .. } => {
                    word_of(words, number)
                }
                AttributeForm::Flag => Some(if number == 0 { "NO" } else { "YES" }),
                _ => None,
            };
        }
        word_of(self.row.parameter(id)?.words, number)
    }

    /// The identifier of a connection, or its beginning: 16 bytes of the queue manager, 8 of its own.
    fn connection(&mut self, place: usize, parameter: &Parameter) -> Result<(), Refusal> {
        let generic = parameter.id == MQBACF_GENERIC_CONNECTION_ID;
        let refuse = |reason| Refusal::about(reason, parameter.id);
        let Value::Bytes(bytes) = &parameter.value else {
            return Err(refuse(unknown(&parameter.value)));
        };
        let length_max = MQ_CONNECTION_ID_LENGTH as usize;
        if bytes.len() > length_max || (!generic && bytes.len() != length_max) {
            return Err(refuse(MQRCCF_CFBS_STRING_LENGTH_ERR));
        }
        // Documented: null bytes alone ask for all, as no bytes do.
        let all_null = generic && bytes.iter().all(|byte| *byte == 0);
        let bytes = if all_null { &[][..] } else { &bytes[..] };
        let (external, own) = bytes.split_at(bytes.len().min(16));
        let digits = |part: &[u8], whole: usize| {
            let mut digits = hex(part);
            if part.len() < whole {
                digits.push('*');
            }
            digits
        };
        self.name = Some(valued("CONN", [digits(own, 8)], place));
        self.clauses
            .push(valued("EXTCONN", [digits(external, 16)], place));
        Ok(())
    }

    /// The kind of an object of several, which MQSC names by a word of its own.
    fn kind(&mut self, operations: &dyn ObjectOperations) -> Result<ObjectKind, Refusal> {
        let at = self
            .clauses
            .iter()
            .position(|clause| clause.keyword == "TYPE");
        if let Some(at) = at {
            let clause = self.clauses.remove(at);
            let kind = clause.single().ok();
            let kind = kind.and_then(|argument| ObjectKind::from_keyword(&argument.text));
            let kind = kind.filter(|kind| self.kinds.contains(kind));
            return kind.ok_or(Refusal::about(MQRCCF_Q_TYPE_ERROR, MQIA_Q_TYPE));
        }
        if self.row.verb != "DELETE" {
            return Err(Refusal::about(MQRCCF_PARM_COUNT_TOO_SMALL, MQIA_Q_TYPE));
        }
        let name = self
            .name
            .as_ref()
            .and_then(|clause| clause.single().ok())
            .map(|argument| ObjectName::truncated(argument.text.trim_end()));
        let there = |kind: &ObjectKind| {
            name.as_ref()
                .is_some_and(|name| operations.definition(*kind, name).is_some())
        };
        let kind = self.kinds.iter().copied().find(there);
        Ok(kind.unwrap_or(ObjectKind::QLocal))
    }

    /// Whether the identifier of a subscription is given.
    fn has_identifier(&self) -> bool {
        let given = |clause: &Clause| clause.keyword == "SUBID" && clause.arguments.is_some();
        self.clauses.iter().any(given)
    }

    /// The word for the object, with its name.
    fn object(&mut self) -> Result<Clause, Refusal> {
        let keyword = self.row.keyword;
        let needs_name = self.row.name != 0 || self.row.takes(Operand::Connection);
        match self.name.take() {
            Some(clause) => Ok(Clause {
                keyword: keyword.to_owned(),
                ..clause
            }),
            // The default object may be meant; subscriptions have identifiers, too.
            None if !needs_name || self.has_identifier() || self.row.takes(Operand::Nameless) => {
                Ok(bare(keyword, NOWHERE))
            }
            None => {
                let missing = match self.row.name {
                    0 => MQBACF_CONNECTION_ID,
                    name => name,
                };
                Err(Refusal::about(MQRCCF_PARM_COUNT_TOO_SMALL, missing))
            }
        }
    }
}

fn numbers(parameter: &Parameter) -> Result<Vec<i32>, Refusal> {
    match &parameter.value {
        Value::Ints(list) => Ok(list.clone()),
        Value::Int(one) => Ok(vec![*one]),
        value => Err(Refusal::about(unknown(value), parameter.id)),
    }
}

/// Whether a parameter is a string of bytes.
pub(super) fn is_bytes(id: i32) -> bool {
    (MQBACF_FIRST..=MQBACF_LAST_USED).contains(&id)
}

/// The word for a number.
fn word_of(words: &[(&'static str, i32)], number: i32) -> Option<&'static str> {
    let found = words
        .iter()
        .find(|(word, value)| *value == number && !word.is_empty());
    found.map(|(word, _)| *word)
}

/// Whether a number is one of those documented for parameters.
fn is_documented(id: i32) -> bool {
    [
        MQIA_FIRST..=MQIA_LAST,
        MQIACF_FIRST..=MQIACF_LAST_USED,
        MQIACH_FIRST..=MQIACH_LAST_USED,
        MQCA_FIRST..=MQCA_LAST,
        MQCACF_FIRST..=MQCACF_LAST_USED,
        MQCACH_FIRST..=MQCACH_LAST_USED,
        MQBACF_FIRST..=MQBACF_LAST_USED,
    ]
    .iter()
    .any(|range| range.contains(&id))
}

fn duplicate(value: &Value) -> i32 {
    match value {
        Value::Int(_) | Value::Int64(_) => MQRCCF_CFIN_DUPLICATE_PARM,
        Value::Ints(_) | Value::Int64s(_) => MQRCCF_CFIL_DUPLICATE_VALUE,
        Value::Texts(_) => MQRCCF_CFSL_DUPLICATE_PARM,
        Value::Bytes(_) => MQRCCF_CFBS_DUPLICATE_PARM,
        _ => MQRCCF_CFST_DUPLICATE_PARM,
    }
}
