//! From records to parameters: what is answered.

use super::answers::{Answers, Refusal, answer, failure};
use super::request::is_bytes;
use super::table::{CommandRow, Form, Operand, ParameterRow, parameters_of, reason_for};
use crate::display::record::{FieldValue, Record};
use crate::operations::ObjectOperations;
use crate::reply::{Reply, ReplyItem, Section, Shown};
use ferromq_mqi::attribute::{AttributeInfo, Form as AttributeForm, ObjectKind};
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::notices::AMQ8101;
use ferromq_mqi::hex::from_hex;
use ferromq_mqi::pcf::{Message, Parameter, Texts, Value};

/// Bytes beyond which text is not filled up to the longest there may be.
const PADDED_BYTES_MAX: usize = 264;
/// Bytes of names in lists.
const NAME_BYTES: usize = MQ_OBJECT_NAME_LENGTH as usize;

/// The answers to a command that is not carried out.
pub(super) fn refused(command: i32, refusal: &Refusal, answers: &mut Answers<'_>) {
    let about = refusal.about.map(|(id, value)| Parameter::int(id, value));
    let parameters = about.into_iter().collect();
    answers.add(failure(command, refusal.reason, parameters));
    answers.add(failure(command, MQRCCF_COMMAND_FAILED, Vec::new()));
}

/// The answers to a command, perhaps carried out for several users in turn.
pub(super) fn of_replies(
    operations: &dyn ObjectOperations,
    row: &CommandRow,
    replies: Vec<Reply>,
    answers: &mut Answers<'_>,
) -> Result<(), Refusal> {
    if row.names != 0 {
        answers.add(of_names(operations, row, replies)?);
        return Ok(());
    }
    let mut failed = false;
    for mut reply in replies {
        while let Some(said) = reply.next(operations) {
            match said {
                ReplyItem::Shown(shown) => {
                    for answer in of_shown(row, &shown) {
                        answers.add(answer);
                    }
                }
                ReplyItem::Lines(text) if reply.outcome() != CommandOutcome::Done => {
                    for reason in reasons(row.command, &text) {
                        answers.add(failure(row.command, reason, Vec::new()));
                    }
                }
                ReplyItem::Lines(_) => {}
            }
        }
        failed |= reply.outcome() != CommandOutcome::Done;
    }
    if failed {
        answers.add(failure(row.command, MQRCCF_COMMAND_FAILED, Vec::new()));
    } else if answers.is_empty() {
        answers.add(answer(row.command, Vec::new()));
    }
    Ok(())
}

/// The reasons of lines that say what went wrong: each begins with the number of a notice.
fn reasons(command: i32, text: &str) -> Vec<i32> {
    let numbered = text.lines().filter_map(|line| {
        let number = line.get(..7)?;
        if number == AMQ8101.id {
            return named_reason(line);
        }
        let known = number.starts_with("AMQ") || number.starts_with("FMQ");
        known.then(|| reason_for(number, command)).flatten()
    });
    let mut reasons: Vec<i32> = numbered.collect();
    reasons.dedup();
    reasons
}

/// The reason code in a line that names one.
fn named_reason(line: &str) -> Option<i32> {
    let (_, behind) = line.split_once("reason ")?;
    let end = behind.find(|char: char| !char.is_ascii_digit());
    behind[..end.unwrap_or(behind.len())].parse().ok()
}

/// One answer with the names of all that was found, and their types.
fn of_names(
    operations: &dyn ObjectOperations,
    row: &CommandRow,
    replies: Vec<Reply>,
) -> Result<Message, Refusal> {
    let mut names = Vec::new();
    let mut types = Vec::new();
    for mut reply in replies {
        while let Some(said) = reply.next(operations) {
            match said {
                ReplyItem::Shown(shown) => {
                    let record = &shown.sections[0].record;
                    let (name, kind) = named(record);
                    names.push(name);
                    types.push(kind);
                }
                ReplyItem::Lines(text) => {
                    let reasons = reasons(row.command, &text);
                    let found_nothing = |reason: &i32| {
                        matches!(*reason, MQRC_UNKNOWN_OBJECT_NAME | MQRCCF_CHANNEL_NOT_FOUND)
                    };
                    if let Some(reason) = reasons.iter().find(|reason| !found_nothing(reason)) {
                        return Err(Refusal::new(*reason));
                    }
                }
            }
        }
    }
    let width = match row.name {
        MQCACH_CHANNEL_NAME => MQ_CHANNEL_NAME_LENGTH as usize,
        _ => NAME_BYTES,
    };
    let mut parameters = vec![Parameter {
        id: row.names,
        value: Value::Texts(Texts::padded(&names, width)),
    }];
    if row.types != 0 {
        parameters.push(Parameter::ints(row.types, &types));
    }
    Ok(answer(row.command, parameters))
}

/// Name and type of what is shown: its first two attributes.
fn named(record: &Record) -> (String, i32) {
    let mut fields = record.fields().iter();
    let name = match fields.next().map(|field| &field.value) {
        Some(FieldValue::Text(name)) => name.clone(),
        _ => String::new(),
    };
    let kind = fields.next().and_then(|field| {
        let info = attribute(record.kind?, field.keyword)?;
        match of_attribute(info, &field.value)?.value {
            Value::Int(kind) => Some(kind),
            _ => None,
        }
    });
    (name, kind.unwrap_or(0))
}

/// The answers about one thing: one, but for connections one for each thing they have open too.
fn of_shown(row: &CommandRow, shown: &Shown) -> Vec<Message> {
    if row.command == MQCMD_INQUIRE_CONNECTION {
        return of_connection(row, shown);
    }
    let mut parameters = Vec::new();
    for (at, section) in shown.sections.iter().enumerate() {
        parameters.extend(of_section(row, at, section));
    }
    vec![answer(row.command, parameters)]
}

/// A connection, if it is asked for, and what it has open, each with the connection's identifier.
fn of_connection(row: &CommandRow, shown: &Shown) -> Vec<Message> {
    let connection = &shown.sections[0].record;
    let digits = |keyword| match connection.get(keyword) {
        Some(FieldValue::Text(digits)) => digits.as_str(),
        _ => "",
    };
    let bytes = |keyword| from_hex(digits(keyword)).unwrap_or_default();
    let mut id = bytes("EXTCONN");
    id.extend(bytes("CONN"));
    let connections =
        !matches!(connection.get("TYPE"), Some(FieldValue::Text(word)) if word == "HANDLE");
    let mut answers = Vec::new();
    for (at, section) in shown.sections.iter().enumerate() {
        if at == 0 && !connections {
            continue;
        }
        let mut parameters = vec![
            Parameter {
                id: MQBACF_CONNECTION_ID,
                value: Value::Bytes(id.clone()),
            },
            Parameter::int(
                MQIACF_CONN_INFO_TYPE,
                match at {
                    0 => MQIACF_CONN_INFO_CONN,
                    _ => MQIACF_CONN_INFO_HANDLE,
                },
            ),
        ];
        let rest = of_section(row, at, section);
        parameters.extend(
            rest.into_iter()
                .filter(|one| one.id != MQIACF_CONN_INFO_TYPE),
        );
        answers.push(answer(row.command, parameters));
    }
    answers
}

fn of_section(row: &CommandRow, at: usize, section: &Section) -> Vec<Parameter> {
    let Section {
        head,
        record,
        choice,
    } = section;
    let mut parameters: Vec<Parameter> = Vec::new();
    let mut push = |parameter: Parameter| {
        if !parameters.iter().any(|known| known.id == parameter.id) {
            parameters.push(parameter);
        }
    };
    let groups = row.shown_groups(at);
    for field in record.fields() {
        let keyword = field.keyword;
        let info = record.kind.and_then(|kind| attribute(kind, keyword));
        if let Some(info) = info {
            if (head.always.contains(&keyword) || choice.takes(keyword))
                && let Some(parameter) = of_attribute(info, &field.value)
            {
                push(parameter);
            }
            continue;
        }
        let known = parameters_of(groups).find(|row| answers_with(row, keyword));
        if let Some(row) = known.filter(|row| row.always || choice.takes(keyword))
            && let Some(parameter) = of_field(row, &field.value)
        {
            push(parameter);
        }
    }
    // What is always there, and nothing here has it: blank.
    if record.kind.is_none() {
        for row in parameters_of(groups).filter(|row| row.always && row.form == Form::Text) {
            push(Parameter::padded(row.parameter, "", row.length));
        }
    }
    if row.takes(Operand::Only) {
        let keyword = row.always;
        let own = record.kind.and_then(|kind| attribute(kind, keyword));
        parameters.retain(|one| own.is_some_and(|info| info.selector == Some(one.id)));
    }
    parameters
}

fn answers_with(row: &ParameterRow, keyword: &str) -> bool {
    row.keyword == keyword && row.form != Form::Ignored
}

fn attribute(kind: ObjectKind, keyword: &str) -> Option<&'static AttributeInfo> {
    let found = kind.by_keyword(keyword)?;
    found.info.selector.is_some().then_some(found.info)
}

/// An attribute as its parameter.
fn of_attribute(info: &AttributeInfo, value: &FieldValue) -> Option<Parameter> {
    let id = info.selector?;
    let text = |text: &str, length: usize| match length {
        0..=PADDED_BYTES_MAX => Parameter::padded(id, text, length),
        _ => Parameter::text(id, text),
    };
    Some(match (info.form, value) {
        (AttributeForm::Secret { .. }, _) => return None,
        (_, FieldValue::Int(number, _)) => int(id, *number),
        (_, FieldValue::Text(digits)) if is_bytes(id) => Parameter {
            id,
            value: Value::Bytes(from_hex(digits).unwrap_or_default()),
        },
        (_, FieldValue::Flag(flag)) => Parameter::int(id, i32::from(*flag)),
        (AttributeForm::Word { words }, FieldValue::Text(word)) => {
            Parameter::int(id, number_of(words, word)?)
        }
        (AttributeForm::Choices { words, .. }, FieldValue::List(list)) => {
            let numbers = list.iter().map(|word| number_of(words, word));
            let numbers: Option<Vec<i32>> = numbers.collect();
            Parameter::ints(id, &numbers?)
        }
        (AttributeForm::Names { .. }, FieldValue::Names(list) | FieldValue::List(list)) => {
            list_of(id, list, NAME_BYTES)
        }
        (
            AttributeForm::Texts { length_max, .. },
            FieldValue::List(list) | FieldValue::Names(list),
        ) => list_of(id, list, length_max.min(PADDED_BYTES_MAX)),
        (_, FieldValue::List(list) | FieldValue::Names(list)) => list_of(id, list, 0),
        (AttributeForm::Date, FieldValue::Text(date)) => text(date, MQ_DATE_LENGTH as usize),
        (AttributeForm::Time, FieldValue::Text(time)) => text(time, MQ_TIME_LENGTH as usize),
        (form, FieldValue::Text(shown)) => text(shown, text_bytes(form, id)),
    })
}

/// Bytes text of a form is filled up to.
fn text_bytes(form: AttributeForm, id: i32) -> usize {
    match form {
        AttributeForm::Text { length_max } | AttributeForm::Pattern { length_max } => length_max,
        AttributeForm::Name { length_max } => length_max,
        AttributeForm::Key if id == MQCACH_CHANNEL_NAME => MQ_CHANNEL_NAME_LENGTH as usize,
        _ => NAME_BYTES,
    }
}

/// A field as its parameter.
fn of_field(row: &ParameterRow, value: &FieldValue) -> Option<Parameter> {
    let id = row.parameter;
    Some(match (row.form, value) {
        (Form::Int, FieldValue::Int(number, _)) => int(id, *number),
        // A blank: it is not known, or there is none.
        (Form::Int, FieldValue::Text(text)) => {
            Parameter::int(id, text.trim().parse().unwrap_or(MQMON_NOT_AVAILABLE))
        }
        (Form::Ints, FieldValue::List(list)) => {
            let number = |text: &String| text.trim().parse().unwrap_or(MQMON_NOT_AVAILABLE);
            let numbers: Vec<i32> = list.iter().map(number).collect();
            Parameter::ints(id, &numbers)
        }
        (Form::Word, FieldValue::Text(word)) => Parameter::int(id, number_of(row.words, word)?),
        (Form::Word, FieldValue::Int(number, _)) => int(id, *number),
        // Options by their names.
        (Form::Word, FieldValue::List(names)) => Parameter::int(id, options_of(names)),
        (Form::Words, FieldValue::List(list)) => {
            let numbers = list.iter().map(|word| number_of(row.words, word));
            let numbers: Option<Vec<i32>> = numbers.collect();
            Parameter::ints(id, &numbers?)
        }
        (Form::Flag, FieldValue::Flag(true)) => {
            Parameter::int(id, number_of(row.words, row.keyword)?)
        }
        (Form::Text, FieldValue::Text(text)) if row.length > PADDED_BYTES_MAX => {
            Parameter::text(id, text)
        }
        (Form::Text, FieldValue::Text(text)) => Parameter::padded(id, text, row.length),
        (Form::Hex, FieldValue::Text(digits)) => Parameter {
            id,
            value: Value::Bytes(from_hex(digits).unwrap_or_default()),
        },
        (Form::Bytes, FieldValue::Text(text)) => Parameter {
            id,
            value: Value::Bytes(bytes_shown(row, text)),
        },
        _ => return None,
    })
}

/// Bytes that are shown as text: a tag as it is, a unit of work as two numbers.
fn bytes_shown(row: &ParameterRow, text: &str) -> Vec<u8> {
    if row.length > 0 {
        let mut bytes = text.as_bytes().to_vec();
        bytes.resize(row.length, b' ');
        return bytes;
    }
    let number = |text: &str| text.parse::<u32>().unwrap_or(0);
    let (high, low) = text.split_once('.').unwrap_or(("0", text));
    let high = number(high).to_be_bytes();
    let low = number(low).to_be_bytes();
    [high, low].concat()
}

/// A unit of work of eight bytes as its two numbers, as [`bytes_shown`] reads them.
pub(super) fn unit_of_work(bytes: &[u8]) -> Option<String> {
    let (high, low) = bytes.split_first_chunk::<4>()?;
    let low: [u8; 4] = low.try_into().ok()?;
    let number = u32::from_be_bytes;
    Some(format!("{}.{}", number(*high), number(low)))
}

fn int(id: i32, number: i64) -> Parameter {
    let number = i32::try_from(number);
    Parameter::int(id, number.unwrap_or(i32::MAX))
}

fn list_of(id: i32, list: &[String], width: usize) -> Parameter {
    Parameter {
        id,
        value: Value::Texts(Texts::padded(list, width)),
    }
}

/// The number of a word; that of the empty word for words that are none of those listed.
fn number_of(words: &[(&str, i32)], word: &str) -> Option<i32> {
    let of = |wanted: &str| {
        let found = words.iter().find(|(word, _)| *word == wanted);
        found.map(|(_, number)| *number)
    };
    of(word).or_else(|| of(""))
}

/// The sum of options that are shown by their names.
fn options_of(names: &[String]) -> i32 {
    use crate::display::option_names::option;
    names
        .iter()
        .filter_map(|name| option(name))
        .fold(0, |all, one| all | one)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message;
    use ferromq_mqi::Reason;

    #[test]
    fn an_error_of_the_queue_manager_answers_the_reason_it_names() {
        let line = message::line(&AMQ8101, &[&Reason::OBJECT_DAMAGED]);
        assert_eq!(reasons(MQCMD_CREATE_Q, &line), [MQRC_OBJECT_DAMAGED]);
        let without = message::line(&AMQ8101, &[&"none"]);
        assert!(reasons(MQCMD_CREATE_Q, &without).is_empty());
    }
}
