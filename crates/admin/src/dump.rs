//! Definitions as the commands that make them.

use ferromq_mqi::attribute::{Attr, AttributeInfo, Form, ObjectKind, Value};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::MQDC_MANAGED;

/// How definitions are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DumpOptions {
    /// Every attribute, or those that differ from what a new object starts with.
    pub all_attributes: bool,
    /// The whole command on one line.
    pub one_line: bool,
    /// Also what can only be displayed, as comments.
    pub comments: bool,
}

impl Default for DumpOptions {
    /// Every attribute, each on a line of its own, without comments.
    fn default() -> Self {
        Self {
            all_attributes: true,
            one_line: false,
            comments: false,
        }
    }
}

/// The command that makes the object, or alters the queue manager, as `dmpmqcfg` prints it.
/// It ends with a line end. Passwords are left out.
#[must_use]
pub fn definition_text(definition: &Definition, options: DumpOptions) -> String {
    definition_text_beside(definition, &[], options)
}

/// The same for an object that may be made like one of some others: what any of them has otherwise is written,
/// too, so that whichever it is made like, the same object comes of it.
pub(crate) fn definition_text_beside(
    definition: &Definition,
    others: &[Definition],
    options: DumpOptions,
) -> String {
    let kind = definition.kind();
    let beginning = match kind {
        ObjectKind::QMgr => "ALTER QMGR".to_string(),
        ObjectKind::ChlAuth => return crate::rules::rule_text(definition, options),
        ObjectKind::Sub => format!("DEFINE SUB({})", quoted(definition.text(Attr::Sub))),
        _ if kind.is_authentication() => {
            let name = quoted(definition.name().as_str());
            format!("DEFINE AUTHINFO({name}) AUTHTYPE({kind})")
        }
        _ if kind.is_channel() => {
            let name = quoted(definition.name().as_str());
            format!("DEFINE CHANNEL({name}) CHLTYPE({kind})")
        }
        _ => format!("DEFINE {kind}({})", quoted(definition.name().as_str())),
    };
    let mut lines = vec![Line::Part(beginning)];
    for info in kind.attributes() {
        let Some(value) = definition.get(info.attr) else {
            continue;
        };
        if is_worked_out(definition, info.attr) {
            continue;
        }
        let settable = if kind == ObjectKind::QMgr {
            info.uses.alterable
        } else {
            info.uses.definable
        };
        if settable {
            let differs_from = |other: &Definition| other.get(info.attr) != Some(value);
            let differs = *value != info.initial_value() || others.iter().any(differs_from);
            if !matches!(info.form, Form::Secret { .. }) && (options.all_attributes || differs) {
                lines.push(Line::Part(setting(info, value)));
            }
        } else if options.comments && is_dated(info.attr) {
            lines.push(Line::Comment(setting(info, value)));
        }
    }
    if kind != ObjectKind::QMgr {
        lines.push(Line::Part("REPLACE".to_string()));
    }
    join(&lines, options.one_line)
}

/// What a subscription has from elsewhere: the topic string is the whole one, whatever object it came from, and a queue
/// that was made for it is made again.
fn is_worked_out(definition: &Definition, attr: Attr) -> bool {
    let managed = || definition.int(Attr::Destclas) == MQDC_MANAGED;
    definition.kind() == ObjectKind::Sub
        && (attr == Attr::Topicobj || matches!(attr, Attr::Dest | Attr::Destqmgr) && managed())
}

pub(crate) enum Line {
    Part(String),
    Comment(String),
}

/// What cannot be set and is still worth keeping beside a definition.
fn is_dated(attr: Attr) -> bool {
    matches!(
        attr,
        Attr::Altdate | Attr::Alttime | Attr::Crdate | Attr::Crtime
    )
}

pub(crate) fn setting(info: &AttributeInfo, value: &Value) -> String {
    let keyword = info.attr.keyword();
    match (info.form, value) {
        (Form::Int { .. } | Form::Word { .. } | Form::Flag, _) => info.show(value),
        (Form::Choices { .. }, Value::List(words)) => format!("{keyword}({})", words.join(",")),
        (_, Value::List(names)) if names.is_empty() => format!("{keyword}(' ')"),
        (_, Value::List(names)) => {
            let names: Vec<String> = names.iter().map(|name| quoted(name)).collect();
            format!("{keyword}({})", names.join(","))
        }
        (_, Value::Text(text)) => format!("{keyword}({})", quoted(text)),
        (_, Value::Int(number)) => format!("{keyword}({number})"),
    }
}

/// A text as MQSC takes it letter by letter: between quotation marks, a blank for nothing.
#[must_use]
pub fn quoted(text: &str) -> String {
    match text {
        "" => "' '".to_owned(),
        text => format!("'{}'", text.replace('\'', "''")),
    }
}

pub(crate) fn join(lines: &[Line], one_line: bool) -> String {
    let last = lines
        .iter()
        .rposition(|line| matches!(line, Line::Part(_)))
        .unwrap_or(0);
    let mut text = String::new();
    for (at, line) in lines.iter().enumerate() {
        match line {
            Line::Comment(_) if one_line => {}
            Line::Comment(comment) => {
                text.push_str("*  ");
                text.push_str(comment);
                text.push('\n');
            }
            Line::Part(part) => {
                text.push_str(match (at, one_line) {
                    (0, _) => "",
                    (_, true) => " ",
                    (_, false) => "   ",
                });
                text.push_str(part);
                text.push_str(match (at == last, one_line) {
                    (true, _) => "\n",
                    (false, true) => "",
                    (false, false) => " +\n",
                });
            }
        }
    }
    text
}
