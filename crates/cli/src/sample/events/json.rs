//! Events as JSON for programs: an object each.

use super::event::{Event, text_of, texts_of};
use super::words;
use ferromq_mqi::generated::constants::MQCFT_EVENT;
use ferromq_mqi::hex::hex;
use ferromq_mqi::pcf::{Parameter, Value};

/// A value of JSON, as far as it is needed. Members keep their order.
enum Json {
    Number(i64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

fn text(text: impl Into<String>) -> Json {
    Json::Text(text.into())
}

fn member(key: &str, value: Json) -> (String, Json) {
    (key.to_owned(), value)
}

/// An event with its line ends: on one line, or on several with an empty one behind them. `plain` shows the names of constants as they are.
pub(super) fn shown(event: &Event<'_>, plain: bool, compact: bool) -> String {
    let mut out = String::new();
    write(&mut out, &object(event, plain), (!compact).then_some(0));
    out.push_str(if compact { "\n" } else { "\n\n" });
    out
}

fn object(event: &Event<'_>, plain: bool) -> Json {
    let header = &event.message.header;
    let named = |family: &str, value: i32| {
        let name = match words::constant(family, value) {
            None => value.to_string(),
            Some(constant) if plain => constant.to_owned(),
            Some(constant) => words::title(constant),
        };
        let members = vec![
            member("name", text(name)),
            member("value", Json::Number(value.into())),
        ];
        Json::Object(members)
    };
    let source = &event.source;
    let kind = if source.is_topic { "Topic" } else { "Queue" };
    let source = Json::Object(vec![
        member("objectName", text(source.name)),
        member("objectType", text(kind)),
        member("queueManager", text(source.q_mgr)),
    ]);
    let epoch = i64::try_from(event.epoch()).unwrap_or(0);
    let created = Json::Object(vec![
        member("timeStamp", text(event.created('-', 'T') + "Z")),
        member("epoch", Json::Number(epoch)),
    ]);
    let mut members = vec![member("eventSource", source)];
    if header.kind != MQCFT_EVENT {
        members.push(member("msgType", named("MQCFT", header.kind)));
    }
    members.extend([
        member("eventType", named("MQCMD", header.command)),
        member("eventReason", named("MQRC", header.reason)),
        member("eventCreation", created),
    ]);
    if let Some(token) = event.token() {
        members.push(member("correlationID", text(hex(token))));
    }
    if let Some(state) = event.object_state() {
        members.push(member("objectState", text(state)));
    }
    let ccsid = event.descriptor.coded_char_set_id;
    let data = data(&event.message.parameters, ccsid, plain);
    members.push(member("eventData", data));
    Json::Object(members)
}

/// Parameters by their keys; groups that come several times are a list.
fn data(parameters: &[Parameter], ccsid: i32, plain: bool) -> Json {
    let mut members: Vec<(String, Json)> = Vec::new();
    for parameter in parameters {
        let key = match words::parameter(parameter.id) {
            None => format!("parameter{}", parameter.id),
            Some(constant) if plain => constant.to_owned(),
            Some(constant) => words::key(constant),
        };
        let value = value(parameter, ccsid, plain);
        match members.iter_mut().find(|(known, _)| *known == key) {
            None => members.push((key, value)),
            Some((_, Json::List(list))) => list.push(value),
            Some((_, known)) => {
                let first = std::mem::replace(known, Json::List(Vec::new()));
                *known = Json::List(vec![first, value]);
            }
        }
    }
    Json::Object(members)
}

fn value(parameter: &Parameter, ccsid: i32, plain: bool) -> Json {
    let id = parameter.id;
    let name = |constant: &str| match plain {
        true => constant.to_owned(),
        false => words::title(constant),
    };
    let int = |number: i32| match words::value(id, number) {
        Some(constant) => text(name(constant)),
        None if words::is_options(id) => Json::Object(vec![
            member("value", Json::Number(number.into())),
            member("hex", text(format!("0x{number:08x}"))),
            member(
                "options",
                Json::List(
                    (words::options(id, number).iter())
                        .map(|one| text(name(one)))
                        .collect(),
                ),
            ),
        ]),
        None => Json::Number(number.into()),
    };
    match &parameter.value {
        Value::Int(number) | Value::IntFilter { value: number, .. } => int(*number),
        Value::Int64(number) => Json::Number(*number),
        Value::Ints(all) => Json::List(all.iter().map(|number| int(*number)).collect()),
        Value::Int64s(all) => Json::List(all.iter().map(|number| Json::Number(*number)).collect()),
        Value::Text(one) | Value::TextFilter { value: one, .. } => text(text_of(one, ccsid)),
        Value::Texts(all) => Json::List(texts_of(all, ccsid).into_iter().map(text).collect()),
        Value::Bytes(bytes) | Value::BytesFilter { value: bytes, .. } => text(hex(bytes)),
        Value::Group(within) => data(within, ccsid, plain),
    }
}

/// Writes a value, on several lines from that indentation on, or on one.
fn write(out: &mut String, json: &Json, indent: Option<usize>) {
    match json {
        Json::Number(number) => out.push_str(&number.to_string()),
        Json::Text(text) => write_text(out, text),
        Json::List(list) => {
            let each = list.iter().map(|value| (None, value));
            write_all(out, ['[', ']'], each, indent);
        }
        Json::Object(members) => {
            let each = members.iter().map(|(key, value)| (Some(key), value));
            write_all(out, ['{', '}'], each, indent);
        }
    }
}

fn write_all<'a>(
    out: &mut String,
    [begin, end]: [char; 2],
    all: impl Iterator<Item = (Option<&'a String>, &'a Json)>,
    indent: Option<usize>,
) {
    let within = indent.map(|indent| indent + 2);
    let new_line = |out: &mut String, indent: Option<usize>| match indent {
        None => out.push(' '),
        Some(indent) => {
            out.push('\n');
            out.extend(std::iter::repeat_n(' ', indent));
        }
    };
    out.push(begin);
    for (at, (key, value)) in all.enumerate() {
        if at > 0 {
            out.push(',');
        }
        new_line(out, within);
        if let Some(key) = key {
            write_text(out, key);
            out.push_str(" : ");
        }
        write(out, value, within);
    }
    new_line(out, indent);
    out.push(end);
}

fn write_text(out: &mut String, text: &str) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            '\n' => out.push_str("\\n"),
            control if control.is_control() => {
                out.push_str(&format!("\\u{:04x}", u32::from(control)));
            }
            plain => out.push(plain),
        }
    }
    out.push('"');
}
