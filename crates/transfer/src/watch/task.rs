//! The task of a monitor with its variables replaced: `${FilePath}`, `${FileName{token=1}{separator=.}}`.
//!
//! A request is filled in as text: it was written here, so what is in an item is known, and values are written as XML. Items with variables stand
//! once for each file of a batch; elsewhere variables are those of the first file, or of the one whose number is behind the name.

use crate::request::Request;
use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// Longest request a task may become, bytes.
const REQUEST_BYTES_MAX: usize = 1 << 20;
const ITEM: &str = "<item ";
const ITEM_END: &str = "</item>";
const SEPARATOR: &str = "/";

/// What variables are.
#[derive(Clone, Debug, Default)]
pub struct Values {
    /// Of the whole, by names in small letters.
    common: BTreeMap<String, String>,
    /// Of each file.
    files: Vec<BTreeMap<String, String>>,
    /// Where nothing else has a value.
    defaults: BTreeMap<String, String>,
}

/// Why a task cannot be asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TaskProblem {
    /// Nothing has a value for the variable.
    Variable(String),
    /// A variable is begun with `${` and not ended, or has a modifier that is none.
    Syntax(String),
    /// The value has no part of that number.
    Token(String),
    /// The request becomes longer than 1 MiB.
    TooLong,
}

impl fmt::Display for TaskProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Variable(name) => write!(f, "nothing has a value for ${{{name}}}"),
            Self::Syntax(text) => write!(f, "{text} is no variable"),
            Self::Token(text) => write!(f, "{text} asks for a part the value does not have"),
            Self::TooLong => write!(f, "the request is longer than {REQUEST_BYTES_MAX} bytes"),
        }
    }
}

impl std::error::Error for TaskProblem {}

impl Values {
    /// With these for what nothing else has a value for.
    #[must_use]
    pub fn new(defaults: &[(String, String)]) -> Self {
        let defaults = defaults.iter();
        let defaults = defaults.map(|(name, value)| (name.to_ascii_lowercase(), value.clone()));
        Self {
            defaults: defaults.collect(),
            ..Self::default()
        }
    }

    /// Sets a variable of the whole.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        self.common.insert(name.to_ascii_lowercase(), value.into());
    }

    /// Begins the next file.
    pub fn add_file(&mut self) {
        self.files.push(BTreeMap::new());
    }

    /// Sets a variable of the file that was begun last.
    pub fn set_of_file(&mut self, name: &str, value: impl Into<String>) {
        if let Some(file) = self.files.last_mut() {
            file.insert(name.to_ascii_lowercase(), value.into());
        }
    }

    /// The value of a variable for a file: that of the file, of the whole, of the file whose number is behind the name, the default.
    fn get(&self, name: &str, file: usize) -> Option<&str> {
        let name = name.to_ascii_lowercase();
        let of_file = |file: usize, name: &str| self.files.get(file)?.get(name);
        let numbered = || {
            let base = name.trim_end_matches(|char: char| char.is_ascii_digit());
            let number: usize = name.get(base.len()..)?.parse().ok()?;
            of_file(number.checked_sub(1)?, base)
        };
        let found = of_file(file, &name)
            .or_else(|| self.common.get(&name))
            .or_else(numbered)
            .or_else(|| self.defaults.get(&name));
        found.map(String::as_str)
    }
}

/// A request with variables.
#[derive(Clone, Debug)]
pub struct TaskTemplate {
    before: String,
    items: Vec<String>,
    after: String,
}

impl TaskTemplate {
    /// Of a request.
    #[must_use]
    pub fn new(request: &Request) -> Self {
        let text = request.to_xml();
        let (begin, end) = match (text.find(ITEM), text.rfind(ITEM_END)) {
            (Some(begin), Some(end)) if begin < end => (begin, end + ITEM_END.len()),
            _ => (text.len(), text.len()),
        };
        let items = text[begin..end]
            .split_inclusive(ITEM_END)
            .map(str::to_owned);
        Self {
            items: items.collect(),
            before: text[..begin].to_owned(),
            after: text[end..].to_owned(),
        }
    }

    /// The names of its variables, without numbers behind them taken off.
    ///
    /// # Errors
    /// [`TaskProblem::Syntax`].
    pub fn variables(&self) -> Result<Vec<String>, TaskProblem> {
        let mut names = Vec::new();
        let all = [&self.before, &self.after].into_iter().chain(&self.items);
        for text in all {
            let mut rest = text.as_str();
            while let Some((variable, behind)) = next_variable(rest)? {
                names.push(variable.name.to_owned());
                rest = behind;
            }
        }
        Ok(names)
    }

    /// The request.
    ///
    /// # Errors
    /// Why there is none.
    pub fn fill(&self, values: &Values) -> Result<String, TaskProblem> {
        let mut out = String::with_capacity(self.before.len() + self.after.len() + 512);
        fill(&self.before, values, 0, &mut out)?;
        for item in &self.items {
            let files = match item.contains("${") {
                true => values.files.len().max(1),
                false => 1,
            };
            for file in 0..files {
                fill(item, values, file, &mut out)?;
            }
        }
        fill(&self.after, values, 0, &mut out)?;
        Ok(out)
    }
}

/// The names that none of these are, and no numbered one of them.
#[must_use]
pub fn unknown_variables(names: &[String], known: &[&str]) -> Vec<String> {
    let is_known = |name: &String| {
        let base = name.trim_end_matches(|char: char| char.is_ascii_digit());
        known
            .iter()
            .any(|known| known.eq_ignore_ascii_case(name) || known.eq_ignore_ascii_case(base))
    };
    names
        .iter()
        .filter(|name| !is_known(name))
        .cloned()
        .collect()
}

struct Variable<'a> {
    before: &'a str,
    /// As it stands there.
    text: &'a str,
    name: &'a str,
    token: Option<i32>,
    separator: &'a str,
}

/// The next variable of a text, and what is behind it.
fn next_variable(text: &str) -> Result<Option<(Variable<'_>, &str)>, TaskProblem> {
    let Some(begin) = text.find("${") else {
        return Ok(None);
    };
    let (before, from) = text.split_at(begin);
    let shown = || from.chars().take(40).collect::<String>();
    let wrong = || TaskProblem::Syntax(shown());
    let inner = &from[2..];
    let name_end = inner.find(['{', '}']).ok_or_else(wrong)?;
    let (name, mut rest) = inner.split_at(name_end);
    let name_fits = |char: char| char.is_alphanumeric() || matches!(char, '_' | '.' | '-' | '%');
    if name.is_empty() || !name.chars().all(name_fits) {
        return Err(wrong());
    }
    let mut variable = Variable {
        before,
        text: "",
        name,
        token: None,
        separator: SEPARATOR,
    };
    let mut is_closed = false;
    loop {
        if let Some(behind) = rest.strip_prefix('}')
            && !is_closed
        {
            is_closed = true;
            rest = behind;
            continue;
        }
        // Modifiers stand in front of the end or right behind it.
        let modifier = rest.strip_prefix('{').and_then(|rest| rest.split_once('}'));
        let known = modifier.and_then(|(modifier, behind)| {
            let (key, value) = modifier.split_once('=')?;
            Some((key.trim().to_ascii_lowercase(), value, behind))
        });
        match known {
            Some((key, value, behind)) if key == "token" => {
                let token = value.trim().parse().ok().filter(|token| *token != 0);
                variable.token = Some(token.ok_or_else(wrong)?);
                rest = behind;
            }
            Some((key, value, behind)) if key == "separator" && !value.is_empty() => {
                variable.separator = value;
                rest = behind;
            }
            _ if is_closed => break,
            _ => return Err(wrong()),
        }
    }
    variable.text = &from[..from.len() - rest.len()];
    Ok(Some((variable, rest)))
}

fn fill(text: &str, values: &Values, file: usize, out: &mut String) -> Result<(), TaskProblem> {
    let mut rest = text;
    while let Some((variable, behind)) = next_variable(rest)? {
        out.push_str(variable.before);
        let value = values.get(variable.name, file);
        let value = value.ok_or_else(|| TaskProblem::Variable(variable.name.to_owned()))?;
        let part = match variable.token {
            None => value,
            Some(token) => part(value, token, variable.separator)
                .ok_or_else(|| TaskProblem::Token(variable.text.to_owned()))?,
        };
        escape(part, out);
        rest = behind;
        if out.len() > REQUEST_BYTES_MAX {
            return Err(TaskProblem::TooLong);
        }
    }
    out.push_str(rest);
    match out.len() > REQUEST_BYTES_MAX {
        true => Err(TaskProblem::TooLong),
        false => Ok(()),
    }
}

/// The part of that number of a value, from 1, or from its end with -1. Parts with nothing in them do not count.
fn part<'a>(value: &'a str, token: i32, separator: &str) -> Option<&'a str> {
    let parts: Vec<_> = value
        .split(separator)
        .filter(|part| !part.is_empty())
        .collect();
    let number = usize::try_from(token.unsigned_abs()).ok()?;
    let at = match token > 0 {
        true => number.checked_sub(1)?,
        false => parts.len().checked_sub(number)?,
    };
    parts.get(at).copied()
}

/// Writes a value as XML has it, in texts and in attributes.
fn escape(value: &str, out: &mut String) {
    for char in value.chars() {
        match char {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => {
                // Writing to a string cannot fail.
                let _ = write!(out, "&#{};", u32::from(char));
            }
            char if crate::xml::is_allowed(char) => out.push(char),
            _ => out.push('\u{FFFD}'),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::{DestinationEnd, SourceEnd};

    const TASK: &str = r#"<request version="6.00"><managedTransfer><originator><hostName>h</hostName><userID>u</userID></originator>
        <sourceAgent agent="NORTH" QMgr="Q"/><destinationAgent agent="SOUTH" QMgr="Q"/><transferSet><metaDataSet><metaData key="first">${FileName2}</metaData></metaDataSet>
        <item mode="binary" checksumMethod="MD5"><source type="file"><file>${FilePath}</file></source>
        <destination type="file" exist="error"><file>/in/${filename{token=1}{separator=.}}.${FileSize}</file></destination></item>
        <item mode="binary" checksumMethod="MD5"><source type="file"><file>/out/done</file></source>
        <destination type="file" exist="error"><file>/in/done</file></destination></item>
        </transferSet></managedTransfer></request>"#;

    fn template(text: &str) -> TaskTemplate {
        TaskTemplate::new(&Request::parse(text.as_bytes()).expect("a request"))
    }

    fn values(paths: &[&str]) -> Values {
        let mut values = Values::new(&[]);
        for path in paths {
            values.add_file();
            values.set_of_file("FilePath", *path);
            values.set_of_file("FileName", path.rsplit('/').next().unwrap_or_default());
            values.set_of_file("FileSize", "7");
        }
        values
    }

    #[test]
    fn items_with_variables_stand_once_for_each_file_and_values_are_text() {
        let filled = template(TASK).fill(&values(&["/out/a.b & <c>.x", "/out/ d\n\"e"]));
        let filled = filled.expect("filled");
        let Ok(Request::ManagedTransfer(transfer)) = Request::parse(filled.as_bytes()) else {
            panic!("{filled}");
        };
        let ends = transfer.set.items.iter().map(|item| {
            let SourceEnd::File { file, .. } = &item.source.end else {
                panic!("a file");
            };
            let DestinationEnd::File(to) = &item.destination.end else {
                panic!("a file");
            };
            (file.path.clone(), to.path.clone())
        });
        let expected = [
            ("/out/a.b & <c>.x", "/in/a.7"),
            ("/out/ d\n\"e", "/in/ d\n\"e.7"),
            ("/out/done", "/in/done"),
        ];
        let expected = expected.map(|(from, to)| (from.to_owned(), to.to_owned()));
        assert_eq!(ends.collect::<Vec<_>>(), expected);
        assert_eq!(transfer.set.metadata[0].1, " d\n\"e");
    }

    #[test]
    fn parts_are_counted_from_both_ends() {
        for (token, separator, found) in [
            (1, "/", Some("srv")),
            (-1, "/", Some("a.tar.gz")),
            (2, ".", Some("tar")),
            (-1, ".", Some("gz")),
            (9, "/", None),
            (-9, "/", None),
        ] {
            assert_eq!(
                part("/srv//out/a.tar.gz", token, separator),
                found,
                "{token}"
            );
        }
    }

    #[test]
    fn what_has_no_value_is_told_and_defaults_stand_in() {
        let template = template(TASK);
        let problem = template.fill(&Values::new(&[])).expect_err("no values");
        assert_eq!(problem, TaskProblem::Variable("FileName2".to_owned()));
        let defaults = ["FileName2", "FilePath", "FileName", "FileSize"];
        let defaults = defaults.map(|name| (name.to_owned(), "x".to_owned()));
        assert!(template.fill(&Values::new(&defaults)).is_ok());
        let names = template.variables().expect("names");
        assert_eq!(
            unknown_variables(&names, &["FilePath", "filename"]),
            ["FileSize"]
        );
        for wrong in [
            "${",
            "${}",
            "${a b}",
            "${a{token=0}}",
            "${a{x=1}}",
            "${a{token=1}",
        ] {
            assert!(next_variable(wrong).is_err(), "{wrong}");
        }
        let outside = next_variable("x${a}{token=2}{separator=.}y")
            .expect("one")
            .expect("one");
        assert_eq!(
            (outside.0.token, outside.0.separator, outside.1),
            (Some(2), ".", "y")
        );
    }
}
