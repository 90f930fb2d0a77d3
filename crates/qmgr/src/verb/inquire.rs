//! `MQINQ` and `MQSET`.

use crate::connection::{Connection, Step};
use crate::handle::Opened;
use crate::object::operations;
use bytes::Bytes;
use ferromq_mqi::Reason;
use ferromq_mqi::attribute::{Attr, AttributeInfo, Form, Value};
use ferromq_mqi::call::Reply;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::ObjectHandle;

/// Most selectors one call may have.
const SELECTORS_MAX: usize = 256;

impl Connection {
    pub(crate) fn inquire(
        &mut self,
        number: ObjectHandle,
        selectors: &[i32],
        int_count: usize,
        char_len: usize,
    ) -> Result<Step, Reason> {
        let handle = self.handles.get(number)?;
        if !handle.has(MQOO_INQUIRE) {
            return Err(Reason::NOT_OPEN_FOR_INQUIRE);
        }
        if selectors.len() > SELECTORS_MAX {
            return Err(Reason::SELECTOR_COUNT_ERROR);
        }
        let definition = match &handle.opened {
            Opened::Object(definition) => definition.clone(),
            Opened::Queue(resolved) => operations::live_definition(&resolved.queue),
        };
        let mut ints = Vec::new();
        let mut chars = Vec::new();
        let mut warning = Reason::NONE;
        for selector in selectors {
            match inquire_one(&definition, *selector) {
                Ok(Inquired::Int(value)) => ints.push(value),
                Ok(Inquired::Chars(text)) => chars.extend_from_slice(&text),
                Err(Reason::SELECTOR_NOT_FOR_TYPE) => {
                    // Documented: the value is not returned and the call ends with a warning.
                    warning = Reason::SELECTOR_NOT_FOR_TYPE;
                    let first_char = (MQCA_FIRST..=MQCA_LAST).contains(selector);
                    if !first_char {
                        ints.push(MQIAV_NOT_APPLICABLE);
                    }
                }
                Err(reason) => return Err(reason),
            }
        }
        if ints.len() > int_count {
            ints.truncate(int_count);
            warning = Reason::INT_ATTR_COUNT_TOO_SMALL;
        }
        if chars.len() > char_len {
            chars.truncate(char_len);
            warning = Reason::CHAR_ATTRS_TOO_SHORT;
        }
        Ok(Step::Done(Reply::Inquired {
            ints,
            chars: Bytes::from(chars),
            reason: warning,
        }))
    }

    /// Changes attributes of a queue. Durable on return, like every change of an object.
    pub(crate) fn set(
        &mut self,
        number: ObjectHandle,
        selectors: &[i32],
        ints: &[i32],
        chars: &[u8],
    ) -> Result<Step, Reason> {
        let handle = self.handles.get(number)?;
        if !handle.has(MQOO_SET) {
            return Err(Reason::NOT_OPEN_FOR_SET);
        }
        if selectors.len() > SELECTORS_MAX {
            return Err(Reason::SELECTOR_COUNT_ERROR);
        }
        let (kind, name) = match &handle.opened {
            Opened::Object(definition) => (definition.kind(), definition.name()),
            Opened::Queue(resolved) => {
                let front = resolved.front.as_ref().map(|front| front.definition());
                front.map_or_else(
                    || {
                        (
                            resolved.queue.with_definition(Definition::kind),
                            resolved.queue.name,
                        )
                    },
                    |front| (front.kind(), front.name()),
                )
            }
        };
        let current = self
            .shared
            .registry()
            .definition(kind, &name)
            .ok_or(Reason::Q_DELETED)?;
        let changes = collect_changes(&current, selectors, ints, chars)?;
        let changed = operations::change_by_program(&self.shared, kind, &name, &changes);
        match changed {
            Ok((end, gate)) => Ok(Step::Forced(end, gate, Reply::Done(Reason::NONE))),
            Err(error) => Err(error.reason()),
        }
    }
}

enum Inquired {
    Int(i32),
    Chars(Vec<u8>),
}

fn inquire_one(definition: &Definition, selector: i32) -> Result<Inquired, Reason> {
    let known = (MQIA_FIRST..=MQIA_LAST).contains(&selector)
        || (MQCA_FIRST..=MQCA_LAST).contains(&selector);
    if !known {
        return Err(Reason::SELECTOR_ERROR);
    }
    let (info, value) = definition
        .by_selector(selector)
        .ok_or(Reason::SELECTOR_NOT_FOR_TYPE)?;
    if !info.uses.inquirable {
        return Err(Reason::SELECTOR_NOT_FOR_TYPE);
    }
    let width = info.form.field_bytes();
    Ok(match value {
        Value::Int(number) => Inquired::Int(*number),
        Value::Text(text) => Inquired::Chars(padded(text, width)),
        Value::List(names) => {
            Inquired::Chars(names.iter().flat_map(|name| padded(name, width)).collect())
        }
    })
}

fn padded(text: &str, width: usize) -> Vec<u8> {
    let mut field = vec![b' '; width];
    let len = text.len().min(width);
    field[..len].copy_from_slice(&text.as_bytes()[..len]);
    field
}

/// Pairs selectors with the values given, in order.
fn collect_changes(
    definition: &Definition,
    selectors: &[i32],
    ints: &[i32],
    chars: &[u8],
) -> Result<Vec<(Attr, Value)>, Reason> {
    let mut ints = ints.iter();
    let mut chars = chars;
    let mut changes = Vec::with_capacity(selectors.len());
    for selector in selectors {
        let info = settable(definition, *selector)?;
        let value = if info.form.is_number() {
            Value::Int(*ints.next().ok_or(Reason::INT_ATTR_COUNT_ERROR)?)
        } else {
            let width = info.form.field_bytes();
            let (field, rest) = chars
                .split_at_checked(width)
                .ok_or(Reason::CHAR_ATTR_LENGTH_ERROR)?;
            chars = rest;
            let end = field.iter().position(|byte| *byte == 0).unwrap_or(width);
            let text = std::str::from_utf8(&field[..end]);
            Value::Text(
                text.map_err(|_| Reason::CHAR_ATTRS_ERROR)?
                    .trim_end()
                    .to_owned(),
            )
        };
        changes.push((info.attr, value));
    }
    Ok(changes)
}

fn settable(definition: &Definition, selector: i32) -> Result<&'static AttributeInfo, Reason> {
    let known = (MQIA_FIRST..=MQIA_LAST).contains(&selector)
        || (MQCA_FIRST..=MQCA_LAST).contains(&selector);
    if !known {
        return Err(Reason::SELECTOR_ERROR);
    }
    let (info, _) = definition
        .by_selector(selector)
        .ok_or(Reason::SELECTOR_NOT_FOR_TYPE)?;
    if !info.uses.settable || matches!(info.form, Form::Key) {
        return Err(Reason::SELECTOR_NOT_FOR_TYPE);
    }
    Ok(info)
}
