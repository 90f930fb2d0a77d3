//! Definitions as records.

use super::filter::{FieldForm, FilterValue};
use super::record::{FieldValue, Head, Record};
use ferromq_mqi::attribute::{Attr, AttributeInfo, Form, ObjectKind, Value};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::notices::{
    AMQ8407, AMQ8408, AMQ8409, AMQ8414, AMQ8550, AMQ8566, AMQ8630, AMQ8633, AMQ8878,
};
use ferromq_mqi::notice::Notice;

/// The record of a definition.
pub(crate) fn record(definition: &Definition) -> Record {
    record_of(definition, |_| true)
}

/// The record of a definition with the attributes chosen.
pub(crate) fn record_of(definition: &Definition, chosen: impl Fn(Attr) -> bool) -> Record {
    let mut record = Record::of_kind(definition.kind());
    for info in definition
        .kind()
        .attributes()
        .iter()
        .filter(|info| info.uses.shown && chosen(info.attr))
    {
        if let Some(value) = definition.get(info.attr) {
            record.push(info.attr.keyword(), field_value(info, value));
        }
    }
    record
}

fn field_value(info: &AttributeInfo, value: &Value) -> FieldValue {
    match (info.form, value) {
        (Form::Flag, Value::Int(number)) => FieldValue::Flag(*number != 0),
        (Form::Int { words, .. }, Value::Int(number)) => {
            let word = words
                .iter()
                .find(|(_, value)| value == number)
                .map(|(word, _)| *word);
            FieldValue::Int(i64::from(*number), word)
        }
        (Form::Names { .. }, Value::List(names)) => FieldValue::Names(names.clone()),
        (_, Value::List(entries)) => FieldValue::List(entries.clone()),
        (_, Value::Text(text)) if !matches!(info.form, Form::Secret { .. }) => {
            FieldValue::Text(text.clone())
        }
        _ => FieldValue::Text(info.show_value(value).trim_end().to_string()),
    }
}

/// The fields shown whatever was asked for.
pub(crate) fn head(kind: ObjectKind) -> Head {
    let always: &'static [&'static str] = match kind {
        ObjectKind::QMgr => &["QMNAME"],
        ObjectKind::Process => &["PROCESS"],
        ObjectKind::Namelist => &["NAMELIST"],
        ObjectKind::SvrConn | ObjectKind::ClntConn => &["CHANNEL", "CHLTYPE"],
        ObjectKind::Listener => &["LISTENER"],
        ObjectKind::Topic => &["TOPIC"],
        ObjectKind::ChlAuth => &["CHLAUTH", "TYPE"],
        _ if kind.is_authentication() => &["AUTHINFO", "AUTHTYPE"],
        _ => &["QUEUE", "TYPE"],
    };
    Head {
        always,
        line_of_its_own: false,
    }
}

/// The heading of a reply.
pub(crate) fn heading(kind: ObjectKind) -> &'static Notice {
    match kind {
        ObjectKind::QMgr => &AMQ8408,
        ObjectKind::Process => &AMQ8407,
        ObjectKind::Namelist => &AMQ8550,
        ObjectKind::SvrConn | ObjectKind::ClntConn => &AMQ8414,
        ObjectKind::Listener => &AMQ8630,
        ObjectKind::Topic => &AMQ8633,
        ObjectKind::ChlAuth => &AMQ8878,
        _ if kind.is_authentication() => &AMQ8566,
        _ => &AMQ8409,
    }
}

/// The attribute a keyword asks for in a DISPLAY of those kinds.
pub(crate) fn attribute(kinds: &[ObjectKind], keyword: &str) -> Option<&'static AttributeInfo> {
    kinds
        .iter()
        .filter_map(|kind| kind.by_keyword(keyword))
        .map(|found| found.info)
        .find(|info| info.uses.shown)
}

/// What a filter has to know about an attribute's values.
pub(crate) fn field_form(info: &AttributeInfo) -> FieldForm {
    match info.form {
        Form::Int { .. } => FieldForm::Int,
        Form::Word { .. } => FieldForm::Word,
        Form::Flag => FieldForm::Flag,
        form if form.is_list() => FieldForm::List,
        _ => FieldForm::Text,
    }
}

/// A filter's value for an attribute; nothing if the attribute cannot have such a value.
pub(crate) fn filter_value(info: &AttributeInfo, given: &str) -> Option<FilterValue> {
    let keyword = info.attr.keyword();
    match info.form {
        Form::Int { words, .. } => {
            let word = words
                .iter()
                .find(|(word, _)| word.eq_ignore_ascii_case(given));
            let number = match word {
                Some((_, number)) => Some(i64::from(*number)),
                None => given.trim().parse().ok(),
            };
            number.map(FilterValue::Int)
        }
        Form::Word { words } => {
            let known = words
                .iter()
                .find(|(word, _)| word.eq_ignore_ascii_case(given));
            known.map(|(word, _)| FilterValue::Text((*word).to_string()))
        }
        Form::Flag if given.eq_ignore_ascii_case("YES") || given == keyword => {
            Some(FilterValue::Flag(true))
        }
        Form::Flag
            if given.eq_ignore_ascii_case("NO") || given.strip_prefix("NO") == Some(keyword) =>
        {
            Some(FilterValue::Flag(false))
        }
        Form::Flag => None,
        _ => Some(FilterValue::Text(given.to_string())),
    }
}
