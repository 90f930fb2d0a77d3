//! An object as parameters: all that is defined of it, as inquiries answer it and events tell it.

use super::{Parameter, Texts, Value as PcfValue};
use crate::attribute::{AttributeInfo, Form, Value};
use crate::definition::Definition;
use crate::generated::constants::*;
use crate::hex::from_hex;

/// Bytes beyond which text is not filled up to the longest there may be.
const PADDED_BYTES_MAX: usize = 264;
/// Bytes of names in lists.
const NAME_BYTES: usize = MQ_OBJECT_NAME_LENGTH as usize;

/// Every attribute of an object that has a parameter, its name first, in the order in which they are displayed. Not what changes while the
/// object is used, such as the depth of a queue, and no secrets.
#[must_use]
pub fn image(definition: &Definition) -> Vec<Parameter> {
    let mut parameters: Vec<Parameter> = Vec::new();
    for info in definition.kind().attributes() {
        let counts = info.uses.volatile && matches!(info.form, Form::Int { .. });
        if !info.uses.shown || counts {
            continue;
        }
        let value = definition.get(info.attr);
        if let Some(parameter) = value.and_then(|value| of_attribute(info, value))
            && !parameters.iter().any(|known| known.id == parameter.id)
        {
            parameters.push(parameter);
        }
    }
    parameters
}

fn of_attribute(info: &AttributeInfo, value: &Value) -> Option<Parameter> {
    let id = info.selector?;
    let value = match (info.form, value) {
        (Form::Secret { .. }, _) => return None,
        (_, Value::Int(number)) => PcfValue::Int(*number),
        (_, Value::Text(digits)) if (MQBACF_FIRST..=MQBACF_LAST_USED).contains(&id) => {
            PcfValue::Bytes(from_hex(digits).unwrap_or_default())
        }
        (form, Value::Text(text)) => {
            return Some(match text_bytes(form, id) {
                length @ 0..=PADDED_BYTES_MAX => Parameter::padded(id, text, length),
                _ => Parameter::text(id, text),
            });
        }
        (Form::Choices { words, .. }, Value::List(list)) => {
            let number = |word: &String| {
                let found = words.iter().find(|(known, _)| *known == word.as_str());
                found.map(|(_, number)| *number)
            };
            PcfValue::Ints(list.iter().map(number).collect::<Option<_>>()?)
        }
        (Form::Names { .. }, Value::List(list)) => PcfValue::Texts(Texts::padded(list, NAME_BYTES)),
        (Form::Texts { length_max, .. }, Value::List(list)) => {
            PcfValue::Texts(Texts::padded(list, length_max.min(PADDED_BYTES_MAX)))
        }
        (_, Value::List(list)) => PcfValue::Texts(Texts::padded(list, 0)),
    };
    Some(Parameter { id, value })
}

/// Bytes text of a form is filled up to.
fn text_bytes(form: Form, id: i32) -> usize {
    match form {
        Form::Text { length_max } | Form::Pattern { length_max } | Form::Name { length_max } => {
            length_max
        }
        Form::Date => MQ_DATE_LENGTH as usize,
        Form::Time => MQ_TIME_LENGTH as usize,
        Form::Key if id == MQCACH_CHANNEL_NAME => MQ_CHANNEL_NAME_LENGTH as usize,
        _ => NAME_BYTES,
    }
}
