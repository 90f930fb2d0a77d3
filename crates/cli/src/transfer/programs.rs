//! Programs on command lines: `[type:]command[(arguments)][,retries][,wait][,successrc]`.

use super::words::refuse;
use crate::arguments::Arguments;
use crate::failure::Failure;
use ferromq_transfer::request::{Program, ProgramKind};
use ferromq_transfer::success::SuccessCodes;

/// The program of an option, if that is given.
pub(super) fn program(arguments: &Arguments, flag: &str) -> Result<Option<Program>, Failure> {
    let Some(text) = arguments.value(flag) else {
        return Ok(None);
    };
    let read = read(text).map_err(|problem| refuse(&format!("{flag} '{text}': {problem}.")))?;
    Ok(Some(read))
}

fn read(text: &str) -> Result<Program, String> {
    let (kind, rest) = match text.split_once(':') {
        Some((word, rest)) if !word.contains(['(', ',', '/']) => match ProgramKind::from_text(word)
        {
            Some(kind) => (kind, rest),
            None => {
                return Err(format!(
                    "'{word}' is no kind of program: executable or antscript"
                ));
            }
        },
        _ => (ProgramKind::Executable, text),
    };
    let (name, rest) = until(rest, &['(', ',']);
    let (given, rest) = match rest.strip_prefix('(') {
        Some(inner) => {
            let (inside, behind) = list(inner)?;
            (inside, behind)
        }
        None => (Vec::new(), rest),
    };
    let numbers = match rest.strip_prefix(',') {
        Some(numbers) => numbers,
        None if rest.is_empty() => "",
        None => return Err(format!("'{rest}' behind the command is not understood")),
    };
    let mut parts = numbers.splitn(3, ',').map(str::trim);
    let mut number = |what: &str| match parts.next().filter(|text| !text.is_empty()) {
        None => Ok(None),
        Some(text) => text
            .parse::<u32>()
            .map(Some)
            .map_err(|_| format!("'{text}' is no number of {what}")),
    };
    let (retry_count, retry_wait_s) = (number("retries")?, number("seconds")?);
    let success_rc = parts
        .next()
        .filter(|text| !text.is_empty())
        .map(str::to_owned);
    if let Some(codes) = &success_rc
        && SuccessCodes::from_text(codes).is_none()
    {
        return Err(format!("'{codes}' says not which exit codes mean success"));
    }
    if name.is_empty() {
        return Err("there is no command".to_owned());
    }
    let (arguments, properties) = match kind {
        ProgramKind::AntScript => (Vec::new(), pairs(given)?),
        _ => (given, Vec::new()),
    };
    Ok(Program {
        name,
        kind,
        success_rc,
        retry_count,
        retry_wait_s,
        arguments,
        properties,
        target: None,
    })
}

/// A text up to one of these characters, with what is behind a backslash as it is.
fn until<'a>(text: &'a str, ends: &[char]) -> (String, &'a str) {
    let mut found = String::new();
    let mut chars = text.char_indices();
    while let Some((at, char)) = chars.next() {
        match char {
            '\\' => found.extend(chars.next().map(|(_, char)| char)),
            char if ends.contains(&char) => return (found, &text[at..]),
            char => found.push(char),
        }
    }
    (found, "")
}

/// Arguments up to the bracket that ends them, and what is behind it.
fn list(text: &str) -> Result<(Vec<String>, &str), String> {
    let mut found = Vec::new();
    let mut rest = text;
    loop {
        let (one, behind) = until(rest, &[',', ')']);
        let is_last = behind.starts_with(')');
        if !(is_last && found.is_empty() && one.is_empty()) {
            found.push(one);
        }
        match behind.split_at_checked(1) {
            Some((")", behind)) => return Ok((found, behind)),
            Some((_, behind)) => rest = behind,
            None => return Err("a bracket is not closed".to_owned()),
        }
    }
}

fn pairs(given: Vec<String>) -> Result<Vec<(String, String)>, String> {
    let pair = |text: String| match text.split_once('=') {
        Some((name, value)) => Ok((name.to_owned(), value.to_owned())),
        None => Err(format!("'{text}' is not name=value")),
    };
    given.into_iter().map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_have_arguments_retries_and_codes() {
        let program =
            read(r"executable:load.sh(daily,a\,b \(c\)),2,30,>2&<7|0").expect("a program");
        assert_eq!(
            (program.name.as_str(), program.kind),
            ("load.sh", ProgramKind::Executable)
        );
        assert_eq!(program.arguments, ["daily", "a,b (c)"]);
        let rest = (
            program.retry_count,
            program.retry_wait_s,
            program.success_rc.as_deref(),
        );
        assert_eq!(rest, (Some(2), Some(30), Some(">2&<7|0")));
        let script = read("antscript:arch.xml(A=1,B=2),,,0").expect("a program");
        let pairs =
            [("A", "1"), ("B", "2")].map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(script.properties, pairs);
        assert_eq!(script.success_rc.as_deref(), Some("0"));
        assert_eq!(read("/opt/a:b").expect("a program").name, "/opt/a:b");
        assert!(read("plain()").expect("a program").arguments.is_empty());
        for wrong in [
            "",
            "x(",
            "x(a)b",
            "x,y",
            "x,,z",
            "x,,,?",
            "shell:x",
            "antscript:x(a)",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
