//! Words of command lines of file transfer, and what is told of answers.

use crate::arguments::Arguments;
use crate::failure::Failure;
use ferromq_base::output;
use ferromq_transfer::code::ResultCode;
use ferromq_transfer::control::Reply;
use ferromq_transfer::generated::notices::{BFGCL9522, BFGCL9523};
use std::time::Duration;

/// An agent has so long to answer a command that does not wait for a transfer.
pub(super) const ANSWER_WITHIN: Duration = Duration::from_secs(5);

pub(super) fn refuse(text: &str) -> Failure {
    Failure::text(format!("{}\n", BFGCL9522.line(&[&text])), 1)
}

/// The value of an option that is one of these words.
pub(super) fn word<T: Copy>(
    arguments: &Arguments,
    flag: &str,
    words: &[(&str, T)],
) -> Result<T, Failure> {
    let Some(value) = arguments.value(flag) else {
        return Ok(words[0].1);
    };
    let found = words
        .iter()
        .find(|(word, _)| word.eq_ignore_ascii_case(value));
    found.map(|(_, meaning)| *meaning).ok_or_else(|| {
        let known: Vec<_> = words.iter().map(|(word, _)| *word).collect();
        refuse(&format!("{flag} is {}, not '{value}'.", known.join(" or ")))
    })
}

/// The pairs `key=value` of an option, with commas between them.
pub(super) fn pairs(arguments: &Arguments, flag: &str) -> Result<Vec<(String, String)>, Failure> {
    let given = arguments.value(flag).unwrap_or_default();
    let pairs = given.split(',').filter(|pair| !pair.trim().is_empty());
    let pair = |pair: &str| match pair.split_once('=') {
        Some((key, value)) if !key.trim().is_empty() => {
            Ok((key.trim().to_owned(), value.to_owned()))
        }
        _ => Err(refuse(&format!(
            "{flag} has '{pair}', which is not key=value."
        ))),
    };
    pairs.map(pair).collect()
}

/// A file with a document.
pub(super) fn file_of(path: &str) -> Result<Vec<u8>, Failure> {
    std::fs::read(path).map_err(|error| Failure::io(path, &error).with_code(1))
}

pub(super) fn tell(reply: &Reply) -> u8 {
    for supplement in &reply.status.supplements {
        output::line(supplement);
    }
    u8::try_from(reply.status.result_code).unwrap_or(1)
}

pub(super) fn tell_none(code: ResultCode) -> u8 {
    output::complain(&format!("{}\n", BFGCL9523.line(&[&code.text()])));
    u8::try_from(code as i32).unwrap_or(1)
}

/// Tells an answer, or that there was none in time.
pub(super) fn tell_answer(answer: Option<&Reply>, otherwise: ResultCode) -> u8 {
    answer.map_or_else(|| tell_none(otherwise), tell)
}

/// A name as that of a file: what might lead elsewhere is `_`.
pub(super) fn file_name(name: &str) -> String {
    let safe = |char: char| char.is_alphanumeric() || "._-".contains(char);
    let name = name.chars();
    name.map(|char| if safe(char) { char } else { '_' })
        .collect()
}
