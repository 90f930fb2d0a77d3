//! `MQINQ` and `MQSET`.

use crate::objects::Objects;
use crate::objects::operations;
use crate::verbs::connection::Connection;
use crate::verbs::handle::{Handle, Opened};
use crate::verbs::step::Step;
use bytes::Bytes;
use ferromq_mqi::Reason;
use ferromq_mqi::attribute::{Attr, AttributeInfo, Form, ObjectKind, Value};
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
        handle.check_unchanged(&self.engine)?;
        if selectors.len() > SELECTORS_MAX {
            return Err(Reason::SELECTOR_LIMIT_EXCEEDED);
        }
        let definition = current_definition(&self.engine, handle)?;
        let mut answer = Answer::default();
        for selector in selectors {
            let value = inquire_one(&definition, *selector)?;
            answer.add(value, int_count, char_len);
        }
        let Answer {
            ints,
            chars,
            warning,
            ..
        } = answer;
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
        handle.check_unchanged(&self.engine)?;
        if selectors.len() > SELECTORS_MAX {
            return Err(Reason::SELECTOR_LIMIT_EXCEEDED);
        }
        let (kind, name) = match &handle.opened {
            Opened::Topic(_) | Opened::Subscription(_) | Opened::List(_) => {
                return Err(Reason::NOT_OPEN_FOR_SET);
            }
            Opened::Object(definition) => (definition.kind(), definition.name()),
            Opened::Queue(resolved) => {
                let front = resolved.front.as_ref().map(|front| front.definition());
                front.map_or_else(
                    || {
                        (
                            resolved.queue().with_definition(Definition::kind),
                            resolved.queue().name,
                        )
                    },
                    |front| (front.kind(), front.name()),
                )
            }
        };
        let current = self
            .engine
            .registry()
            .definition(kind, &name)
            .ok_or(Reason::Q_DELETED)?;
        let changes = collect_changes(&current, selectors, ints, chars)?;
        let changed = operations::change_by_program(&self.engine, kind, &name, &changes);
        match changed {
            Ok((changed, (end, latch))) => {
                self.note_set(changed);
                Ok(Step::Forced(end, latch, Reply::Done(Reason::NONE)))
            }
            Err(error) => Err(error.reason()),
        }
    }
}

/// The object a handle was opened by, as it is defined now. Documented: of an alias, not of
/// its base queue.
fn current_definition(objects: &Objects, handle: &Handle) -> Result<Definition, Reason> {
    let now = |opened: &Definition| match opened.kind() {
        ObjectKind::QMgr => Some(objects.q_mgr()),
        kind => objects.registry().definition(kind, &opened.name()),
    };
    Ok(match &handle.opened {
        Opened::Topic(_) | Opened::Subscription(_) | Opened::List(_) => {
            return Err(Reason::NOT_OPEN_FOR_INQUIRE);
        }
        // One that was deleted meanwhile stands as it was.
        Opened::Object(opened) => now(opened).unwrap_or_else(|| opened.clone()),
        Opened::Queue(resolved) => {
            let front = resolved.front.as_ref().map(|front| front.definition());
            let front = front.filter(|front| front.name() == handle.object_name);
            match front {
                Some(front) => front,
                // What a member shares of it.
                None if resolved.is_of_cluster && resolved.is_remote() => resolved.first.clone(),
                None => operations::live_definition(resolved.queue()),
            }
        }
    })
}

enum Inquired {
    Int(i32),
    Chars(Vec<u8>),
    /// An attribute of another type of queue; the width of its field, if it is text.
    NotForType(usize),
}

/// What an inquiry has gathered.
#[derive(Default)]
struct Answer {
    ints: Vec<i32>,
    chars: Vec<u8>,
    /// Character attributes are returned whole, and none behind one that does not fit.
    chars_full: bool,
    warning: Reason,
}

impl Answer {
    fn add(&mut self, value: Inquired, int_count: usize, char_len: usize) {
        match value {
            Inquired::Int(number) => self.add_int(number, int_count),
            Inquired::Chars(text) => self.add_chars(&text, char_len),
            Inquired::NotForType(width) => {
                self.warning = Reason::SELECTOR_NOT_FOR_TYPE;
                if width == 0 {
                    self.add_int(MQIAV_NOT_APPLICABLE, int_count);
                } else {
                    self.add_chars(&vec![b'*'; width], char_len);
                }
            }
        }
    }

    fn add_int(&mut self, number: i32, int_count: usize) {
        if self.ints.len() < int_count {
            self.ints.push(number);
        } else {
            self.warning = Reason::INT_ATTR_COUNT_TOO_SMALL;
        }
    }

    fn add_chars(&mut self, text: &[u8], char_len: usize) {
        self.chars_full |= self.chars.len() + text.len() > char_len;
        if self.chars_full {
            self.warning = Reason::CHAR_ATTRS_TOO_SHORT;
        } else {
            self.chars.extend_from_slice(text);
        }
    }
}

/// Types of queue a queue may be opened as.
const QUEUES: [ObjectKind; 3] = [ObjectKind::QLocal, ObjectKind::QAlias, ObjectKind::QRemote];

fn inquire_one(definition: &Definition, selector: i32) -> Result<Inquired, Reason> {
    let found = definition.by_selector(selector);
    let Some((info, value)) = found.filter(|(info, _)| info.uses.inquirable) else {
        let of_queues = QUEUES.iter().find_map(|kind| kind.by_selector(selector));
        return match of_queues {
            Some(info)
                if definition.kind().is_queue() || definition.kind() == ObjectKind::ClusQ =>
            {
                Ok(Inquired::NotForType(info.form.field_bytes()))
            }
            _ => Err(Reason::SELECTOR_ERROR),
        };
    };
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
    let (info, _) = definition
        .by_selector(selector)
        .ok_or(Reason::SELECTOR_ERROR)?;
    if !info.uses.settable || matches!(info.form, Form::Key) {
        return Err(Reason::SELECTOR_ERROR);
    }
    Ok(info)
}
