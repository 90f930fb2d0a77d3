//! `tables/pcf_*.csv` to the tables that turn programmable command formats into commands and back.

use std::fmt::Write;
use std::path::Path;

use crate::csv::{Row, Table};
use crate::generate::constants::Constants;
use crate::generate::source::heading;

pub(crate) fn render(root: &Path, constants: &Constants) -> Result<String, String> {
    let mut out = heading(
        "Commands, parameters and reasons of programmable command formats.",
        "`tables/pcf_commands.csv`, `pcf_absent.csv`, `pcf_parameters.csv` and `pcf_reasons.csv`",
    );
    out.push_str(
        "use crate::pcf::table::{AbsentRow, CommandRow, Form, Operand, ParameterRow, ReasonRow};\n\n",
    );
    let commands = rows(root, "pcf_commands.csv", |row| command(row, constants))?;
    list(
        &mut out,
        "Every command.",
        "COMMANDS",
        "CommandRow",
        &commands,
    );
    let absent = rows(root, "pcf_absent.csv", |row| {
        Ok(format!(
            "AbsentRow {{ command: {}, reason: {} }}",
            number(row, "command", constants)?,
            number(row, "reason", constants)?
        ))
    })?;
    list(
        &mut out,
        "Every other number of a command.",
        "ABSENT",
        "AbsentRow",
        &absent,
    );
    let parameters = rows(root, "pcf_parameters.csv", |row| parameter(row, constants))?;
    list(
        &mut out,
        "Parameters that are no attributes of objects.",
        "PARAMETERS",
        "ParameterRow",
        &parameters,
    );
    let reasons = rows(root, "pcf_reasons.csv", |row| {
        Ok(format!(
            "ReasonRow {{ about: {:?}, command: {}, reason: {} }}",
            row.get("about"),
            number(row, "command", constants)?,
            number(row, "reason", constants)?
        ))
    })?;
    list(&mut out, "Reasons.", "REASONS", "ReasonRow", &reasons);
    Ok(out)
}

fn rows(
    root: &Path,
    name: &str,
    render: impl Fn(&Row<'_>) -> Result<String, String>,
) -> Result<Vec<String>, String> {
    let table = Table::read(root, name)?;
    table.rows().map(|row| render(&row)).collect()
}

fn list(out: &mut String, about: &str, name: &str, kind: &str, lines: &[String]) {
    let count = lines.len();
    let _ = writeln!(out, "/// {about}");
    let _ = writeln!(out, "pub(crate) static {name}: [{kind}; {count}] = [");
    for line in lines {
        let _ = writeln!(out, "    {line},");
    }
    out.push_str("];\n\n");
}

/// The number of the constant in a column, 0 where there is none.
fn number(row: &Row<'_>, column: &str, constants: &Constants) -> Result<i32, String> {
    match row.get(column) {
        "" => Ok(0),
        name => constant(row, name, constants),
    }
}

fn constant(row: &Row<'_>, name: &str, constants: &Constants) -> Result<i32, String> {
    if let Ok(number) = name.parse() {
        return Ok(number);
    }
    constants
        .long(name)
        .ok_or_else(|| row.error(&format!("{name} is no constant")))
}

fn command(row: &Row<'_>, constants: &Constants) -> Result<String, String> {
    let groups: Vec<&str> = row.get("groups").split_whitespace().collect();
    let operand = |word: &str| match word {
        "entity" => Ok("Operand::Entity"),
        "match" => Ok("Operand::Match"),
        "connection" => Ok("Operand::Connection"),
        "nameless" => Ok("Operand::Nameless"),
        "only" => Ok("Operand::Only"),
        _ => Err(row.error("unknown operand")),
    };
    let operands: Result<Vec<&str>, String> = row
        .get("operands")
        .split_whitespace()
        .map(operand)
        .collect();
    // A queue of any kind is called QUEUE in what MQSC says of it.
    let keyword = match (row.get("name"), row.get("noun")) {
        ("MQCA_Q_NAME", "QLOCAL") => "QUEUE",
        (_, noun) => noun,
    };
    let mut text = format!(
        "CommandRow {{ verb: {:?}, noun: {:?}, keyword: {keyword:?}, operands: &[{}], always: {:?}, groups: &{groups:?}",
        row.get("verb"),
        row.get("noun"),
        operands?.join(", "),
        row.get("always")
    );
    for column in ["command", "name", "like", "names", "types", "attributes"] {
        let _ = write!(text, ", {column}: {}", number(row, column, constants)?);
    }
    Ok(text + " }")
}

/// The manual's list of commands: those that are carried out, and what the others are answered.
pub(crate) fn render_manual(root: &Path, constants: &Constants) -> Result<String, String> {
    let mut out = include_str!("pcf_introduction.md").to_owned();
    out.push_str("\n## Carried out\n\n| command | number | in MQSC | object, and what is asked for |\n| --- | --- | --- | --- |\n");
    let mut served = numbered(root, "pcf_commands.csv", constants, |row| {
        let parameters = ["name", "like", "attributes"].map(|column| row.get(column));
        let parameters = parameters.iter().filter(|name| !name.is_empty());
        let parameters: Vec<String> = parameters.map(|name| format!("`{name}`")).collect();
        let mqsc = format!("{} {}", row.get("verb"), row.get("noun"));
        format!("{mqsc} | {} |", parameters.join(", "))
    })?;
    served.push((
        constants.long("MQCMD_ESCAPE").unwrap_or_default(),
        "MQCMD_ESCAPE".to_owned(),
        "any, as text | `MQIACF_ESCAPE_TYPE`, `MQCACF_ESCAPE_TEXT` |".to_owned(),
    ));
    write_rows(&mut out, served);
    out.push_str("\n## Answered with a reason\n\n| command | number | why | answer |\n| --- | --- | --- | --- |\n");
    let absent = numbered(root, "pcf_absent.csv", constants, |row| {
        let reason = row.get("reason");
        let code = constants.long(reason).unwrap_or_default();
        format!("{} | {code} `{reason}` |", why(row.get("why")))
    })?;
    write_rows(&mut out, absent);
    Ok(out)
}

/// Number, name and the rest of the line of each row of a table.
fn numbered(
    root: &Path,
    name: &str,
    constants: &Constants,
    rest: impl Fn(&Row<'_>) -> String,
) -> Result<Vec<(i32, String, String)>, String> {
    let table = Table::read(root, name)?;
    table
        .rows()
        .map(|row| {
            let code = number(&row, "command", constants)?;
            Ok((code, row.get("command").to_owned(), rest(&row)))
        })
        .collect()
}

fn write_rows(out: &mut String, mut rows: Vec<(i32, String, String)>) {
    rows.sort();
    for (number, name, rest) in rows {
        let _ = writeln!(out, "| `{name}` | {number} | {rest}");
    }
}

fn why(word: &str) -> &str {
    match word {
        "zos" => "z/OS only",
        "message" => "what a message says, no command",
        "queued" => "queued publish and subscribe: sent to other queues",
        "internal" => "between queue managers",
        "policies" => "Advanced Message Security is not there (`SPLCAP`)",
        "telemetry" => "channels for MQTT and AMQP are not there (`XRCAP`, `AMQPCAP`)",
        "unknown" => "its parameters are not public",
        other => other,
    }
}

fn parameter(row: &Row<'_>, constants: &Constants) -> Result<String, String> {
    let form = match row.get("form") {
        "int" => "Int",
        "ints" => "Ints",
        "word" => "Word",
        "words" => "Words",
        "flag" => "Flag",
        "text" => "Text",
        "texts" => "Texts",
        "bytes" => "Bytes",
        "hex" => "Hex",
        "ignored" => "Ignored",
        _ => return Err(row.error("unknown form")),
    };
    let length = match row.get("length") {
        "" => 0,
        _ => row.integer("length")?,
    };
    let mut words = Vec::new();
    for pair in row.get("values").split_whitespace() {
        let (word, name) = pair
            .split_once('=')
            .ok_or_else(|| row.error("values are word=number"))?;
        words.push((word, constant(row, name, constants)?));
    }
    let always = match row.get("always") {
        "" => false,
        "A" => true,
        _ => return Err(row.error("always is A or nothing")),
    };
    Ok(format!(
        "ParameterRow {{ group: {:?}, keyword: {:?}, parameter: {}, form: Form::{form}, length: {length}, \
         words: &{words:?}, always: {always}, error: {} }}",
        row.get("group"),
        row.get("keyword"),
        number(row, "parameter", constants)?,
        number(row, "error", constants)?
    ))
}
