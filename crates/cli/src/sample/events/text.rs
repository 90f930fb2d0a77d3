//! Events as text for people.

use super::event::{Event, text_of, texts_of};
use super::words;
use ferromq_mqi::hex::hex;
use ferromq_mqi::pcf::{Parameter, Value};
use std::fmt::Write;

/// Columns of labels.
const WIDTH: usize = 30;

/// An event with an empty line behind it. `plain` shows the names of constants as they are.
pub(super) fn shown(event: &Event<'_>, plain: bool) -> String {
    let kind = if event.source.is_topic {
        "Topic"
    } else {
        "Queue"
    };
    let mut out = format!(
        "**** Message #{} ({} Bytes) on {kind} {} ****\n",
        event.number, event.bytes, event.source.name
    );
    let header = &event.message.header;
    let command = words::constant("MQCMD", header.command);
    let reason = words::constant("MQRC", header.reason);
    line(
        &mut out,
        0,
        "Event Type",
        &named(command, header.command, plain),
    );
    line(&mut out, 0, "Reason", &named(reason, header.reason, plain));
    let created = event.created('/', ' ');
    line(&mut out, 0, "Event created", &format!("{created} GMT"));
    if let Some(token) = event.token() {
        line(&mut out, 0, "Correlation ID", &hex(token));
    }
    if let Some(state) = event.object_state() {
        line(&mut out, 0, "Object state", state);
    }
    let ccsid = event.descriptor.coded_char_set_id;
    parameters(&mut out, &event.message.parameters, 2, (ccsid, plain));
    out.push('\n');
    out
}

fn line(out: &mut String, indent: usize, label: &str, value: &str) {
    let width = WIDTH.saturating_sub(indent);
    let _ = writeln!(out, "{:indent$}{label:width$} : {value}", "");
}

fn named(constant: Option<&str>, number: i32, plain: bool) -> String {
    match constant {
        None => number.to_string(),
        Some(constant) if plain => format!("{constant} [{number}]"),
        Some(constant) => format!("{} [{number}]", words::title(constant)),
    }
}

fn parameters(out: &mut String, all: &[Parameter], indent: usize, how: (i32, bool)) {
    let (ccsid, plain) = how;
    for parameter in all {
        let id = parameter.id;
        let label = match words::parameter(id) {
            None => format!("Parameter {id}"),
            Some(constant) if plain => constant.to_owned(),
            Some(constant) => words::title(constant),
        };
        if let Value::Group(within) = &parameter.value {
            let _ = writeln!(out, "{:indent$}{label}", "");
            parameters(out, within, indent + 2, how);
            continue;
        }
        line(out, indent, &label, &value(parameter, ccsid, plain));
    }
}

fn value(parameter: &Parameter, ccsid: i32, plain: bool) -> String {
    let id = parameter.id;
    let int = |number: i32| match words::value(id, number) {
        Some(constant) => named(Some(constant), number, plain),
        None if words::is_options(id) => format!("{number} [0x{number:08x}]"),
        None => number.to_string(),
    };
    let list = |all: Vec<String>| format!("[{}]", all.join(", "));
    match &parameter.value {
        Value::Int(number) | Value::IntFilter { value: number, .. } => int(*number),
        Value::Int64(number) => number.to_string(),
        Value::Ints(all) => list(all.iter().map(|number| int(*number)).collect()),
        Value::Int64s(all) => list(all.iter().map(i64::to_string).collect()),
        Value::Text(text) | Value::TextFilter { value: text, .. } => text_of(text, ccsid),
        Value::Texts(all) => list(texts_of(all, ccsid)),
        Value::Bytes(bytes) | Value::BytesFilter { value: bytes, .. } => hex(bytes),
        Value::Group(_) => String::new(),
    }
}
