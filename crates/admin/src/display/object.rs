//! Definitions as records.

use super::filter::{FieldForm, FilterValue};
use super::record::{FieldValue, Head, Record};
use ferromq_mqi::attribute::{Attr, AttributeInfo, Form, ObjectKind, Value};
use ferromq_mqi::definition::Definition;

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
    Head {
        always: kind.info().always,
        line_of_its_own: false,
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
