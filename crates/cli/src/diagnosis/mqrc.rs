//! `mqrc`: what reason codes and messages mean.

use crate::arguments::Arguments;
use crate::failure::Failure;
use ferromq_base::output;
use ferromq_mqi::Reason;
use ferromq_mqi::notice::Notice;
use std::io::BufRead;

/// Nothing was found.
pub(crate) const NOTHING: u8 = 1;
/// Arguments are not valid.
pub(crate) const ARGUMENTS: u8 = 1;
/// Longest line of standard input that is looked at.
const LINE_BYTES_MAX: usize = 64 << 10;
/// Numbers of messages end here.
const MESSAGE_MAX: i64 = 9_999;

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let asked = Asked::of(arguments).map_err(|problem| arguments.refuse(&problem))?;
    let briefly = arguments.has("-b");
    let found = match asked {
        Asked::Reason(number) => reason(number, briefly),
        Asked::Message(id) => message(&id, briefly),
        Asked::Symbol(name) => symbol(&name, briefly),
        Asked::Reasons(first, last) => reasons(first, last),
        Asked::Messages(first, last) => messages(first, last, briefly),
        Asked::Input(form) => input(form, briefly),
    };
    if !found {
        output::line("No matching return codes");
        return Ok(NOTHING);
    }
    Ok(0)
}

/// What is to be explained.
enum Asked {
    Reason(i64),
    /// `AMQ8118`, without its letter.
    Message(String),
    Symbol(String),
    Reasons(i64, i64),
    Messages(i64, i64),
    /// Lines of standard input.
    Input(InputForm),
}

#[derive(Clone, Copy)]
enum InputForm {
    /// A code or a name a line.
    Codes,
    /// An error log.
    Text,
    /// The same as JSON.
    Json,
}

impl Asked {
    fn of(arguments: &Arguments) -> Result<Self, String> {
        let kinds = ["-r", "-m", "-s", "-R", "-M", "-i"];
        if let Some(second) = arguments.second_of(&kinds) {
            return Err(format!(
                "option {second} does not go with another one of {}",
                kinds.join(", ")
            ));
        }
        let bound = |flag, usual| match arguments.value(flag) {
            Some(text) => {
                number(text).ok_or_else(|| format!("'{text}' of option {flag} is no number"))
            }
            None => Ok(usual),
        };
        if let Some(text) = arguments.value("-r") {
            let found = number(text).map(Self::Reason);
            return found.ok_or_else(|| format!("'{text}' is no number"));
        }
        if let Some(text) = arguments.value("-m") {
            let found = message_id(text).map(Self::Message);
            return found.ok_or_else(|| format!("'{text}' is no number of a message"));
        }
        if let Some(name) = arguments.value("-s") {
            return Ok(Self::Symbol(name.to_owned()));
        }
        if arguments.has("-R") {
            return Ok(Self::Reasons(
                bound("-f", 0)?,
                bound("-l", i64::from(i32::MAX))?,
            ));
        }
        if arguments.has("-M") {
            return Ok(Self::Messages(bound("-f", 0)?, bound("-l", MESSAGE_MAX)?));
        }
        match arguments.value("-i") {
            None => {}
            Some("text") => return Ok(Self::Input(InputForm::Text)),
            Some("json") => return Ok(Self::Input(InputForm::Json)),
            Some(other) => return Err(format!("'{other}' of option -i is not one of text, json")),
        }
        let Some(given) = arguments.name(0) else {
            return Err("a code, a message or a name is missing".to_owned());
        };
        if given == "-" {
            return Ok(Self::Input(InputForm::Codes));
        }
        Ok(meant(given))
    }
}

/// What a word without an option means.
fn meant(word: &str) -> Asked {
    if let Some(number) = number(word) {
        return Asked::Reason(number);
    }
    match message_id(word) {
        Some(id) => Asked::Message(id),
        None => Asked::Symbol(word.to_owned()),
    }
}

/// Decimal, or hexadecimal behind `0x`.
fn number(text: &str) -> Option<i64> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text),
    };
    let hex = digits
        .strip_prefix("0x")
        .or_else(|| digits.strip_prefix("0X"));
    let number = match hex {
        Some(hex) => i64::from_str_radix(hex, 16).ok()?,
        None => digits.parse().ok()?,
    };
    Some(sign * number)
}

/// `AMQ8118` of `amq8118e`, `FMQ0003` of `FMQ0003E`, `AMQ8118` of `8118`.
fn message_id(text: &str) -> Option<String> {
    let text = text.trim().trim_end_matches(':').to_ascii_uppercase();
    let (prefix, rest) = match text.split_at_checked(3) {
        Some((prefix @ ("AMQ" | "FMQ"), rest)) => (prefix, rest),
        _ => ("AMQ", text.as_str()),
    };
    let digits = rest.strip_suffix(['I', 'W', 'E', 'S', 'T']).unwrap_or(rest);
    let is_number = digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| format!("{prefix}{digits}"))
}

fn reason_line(code: i32, name: &str) -> String {
    format!("{code:10}  0x{code:08x}  {name}")
}

fn reason(number: i64, briefly: bool) -> bool {
    // What programs print as a number without a sign is the same code.
    let code = i32::try_from(number)
        .ok()
        .or_else(|| u32::try_from(number).ok().map(u32::cast_signed));
    let Some(code) = code else { return false };
    let names: Vec<&str> = Reason(code).names().collect();
    if names.is_empty() {
        return false;
    }
    output::line("");
    for name in names {
        output::line(&reason_line(code, name));
    }
    let explanation = Reason(code).explanation();
    if !briefly && !explanation.is_empty() {
        output::line(&format!("\n      {explanation}"));
    }
    output::line("");
    true
}

fn reasons(first: i64, last: i64) -> bool {
    let mut found = false;
    output::line("");
    for reason in Reason::all().filter(|it| (first..=last).contains(&i64::from(it.0))) {
        for name in reason.names() {
            output::line(&reason_line(reason.0, name));
            found = true;
        }
    }
    output::line("");
    found
}

fn symbol(name: &str, briefly: bool) -> bool {
    let name = name.to_ascii_uppercase();
    match Reason::from_name(&name).or_else(|| Reason::from_name(&format!("MQRC_{name}"))) {
        Some(found) => reason(i64::from(found.0), briefly),
        None => false,
    }
}

fn message(id: &str, briefly: bool) -> bool {
    let Some(notice) = Notice::find(id) else {
        return false;
    };
    output::say(&message_text(notice, briefly));
    true
}

fn messages(first: i64, last: i64, briefly: bool) -> bool {
    let mut found = false;
    for notice in Notice::all() {
        let (is_ours, number) = notice.number();
        if !is_ours && (first..=last).contains(&i64::from(number)) {
            output::say(&message_text(notice, briefly));
            found = true;
        }
    }
    found
}

/// A message with `<name>` where its values go.
fn message_text(notice: &Notice, briefly: bool) -> String {
    let text = notice.text.replace('{', "<").replace('}', ">");
    if briefly {
        return format!("{}: {text}\n", notice.label);
    }
    format!(
        "{}: {text}\n\nMESSAGE:\n{text}\n\nEXPLANATION:\n{}\n\nACTION:\n{}\n\n",
        notice.label, notice.explanation, notice.action
    )
}

/// Explains what standard input has.
fn input(form: InputForm, briefly: bool) -> bool {
    let mut found = false;
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        if line.len() > LINE_BYTES_MAX || output::is_closed() {
            continue;
        }
        found |= match form {
            InputForm::Codes => line.split_whitespace().fold(false, |found, word| {
                found
                    | match meant(word) {
                        Asked::Reason(number) => reason(number, briefly),
                        Asked::Message(id) => message(&id, briefly),
                        Asked::Symbol(name) => symbol(&name, briefly),
                        _ => false,
                    }
            }),
            InputForm::Text => {
                let id = line.split_once(':').map(|(id, _)| id);
                let id = id.filter(|id| id.starts_with("AMQ") || id.starts_with("FMQ"));
                id.and_then(message_id)
                    .is_some_and(|id| told(&id, &line, briefly))
            }
            InputForm::Json => {
                let id = json_field(&line, "ibm_messageId").and_then(|id| message_id(&id));
                let said = json_field(&line, "message").unwrap_or_default();
                id.is_some_and(|id| told(&id, &said, briefly))
            }
        };
    }
    found
}

/// A message as it stood in a log, with its values, and what the table says of it.
fn told(id: &str, said: &str, briefly: bool) -> bool {
    let Some(notice) = Notice::find(id) else {
        return false;
    };
    output::line(said);
    if !briefly {
        output::say(&format!(
            "\nEXPLANATION:\n{}\n\nACTION:\n{}\n\n",
            notice.explanation, notice.action
        ));
    }
    true
}

/// The text of a field of a line of our JSON log.
fn json_field(line: &str, name: &str) -> Option<String> {
    let key = format!("\"{name}\":\"");
    let rest = &line[line.find(&key)? + key.len()..];
    let mut text = String::new();
    let mut chars = rest.chars();
    loop {
        match chars.next()? {
            '"' => return Some(text),
            '\\' => match chars.next()? {
                'u' => {
                    let digits: String = chars.by_ref().take(4).collect();
                    let code = u32::from_str_radix(&digits, 16).ok()?;
                    text.push(char::from_u32(code).unwrap_or(' '));
                }
                'n' | 't' | 'r' => text.push(' '),
                char => text.push(char),
            },
            char => text.push(char),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_a_number_a_message_or_a_name() {
        assert_eq!(number("2035"), Some(2_035));
        assert_eq!(number("0x7f3"), Some(2_035));
        assert_eq!(number("7f3"), None);
        assert_eq!(message_id("amq8118e"), Some("AMQ8118".to_owned()));
        assert_eq!(message_id("FMQ0003"), Some("FMQ0003".to_owned()));
        assert_eq!(message_id("MQRC_NONE"), None);
        assert_eq!(reason_line(2_035, "X"), "      2035  0x000007f3  X");
    }

    #[test]
    fn a_field_of_json_is_read_with_what_is_escaped() {
        let line = r#"{"ibm_messageId":"AMQ8003I","message":"AMQ8003I: Queue \"a\\b\" \u0041."}"#;
        let message = json_field(line, "message");
        assert_eq!(message.as_deref(), Some(r#"AMQ8003I: Queue "a\b" A."#));
        assert_eq!(json_field(line, "host"), None);
    }
}
