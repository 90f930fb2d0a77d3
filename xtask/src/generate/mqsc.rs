//! `tables/mqsc_*.csv` and `object_kinds.csv` to the words and commands of MQSC.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use crate::csv::{Row, Table};
use crate::generate::source::heading;

/// What a kind of object with a word of its own can do: verb, function, permission, and the column of its number.
const PLAIN: [(&str, &str, &str, &str); 4] = [
    ("DEFINE", "command::change::define", "", "create"),
    ("ALTER", "command::change::alter", "CHANGE", "change"),
    ("DELETE", "command::change::delete", "DELETE", "delete"),
    ("DISPLAY", "command::objects::display", "DISPLAY", "inquire"),
];

pub(crate) fn render(root: &Path) -> Result<String, String> {
    let kinds = Table::read(root, "object_kinds.csv")?;
    let mut out = heading(
        "The words and the commands of MQSC.",
        "`tables/mqsc_verbs.csv`, `mqsc_objects.csv`, `mqsc_commands.csv`, `object_kinds.csv` and `attributes.csv`",
    );
    out.push_str("use crate::command::words::{MqscCommand, MqscObject};\n");
    out.push_str(
        "use ferromq_mqi::attribute::ObjectKind;\nuse ferromq_mqi::generated::constants::*;\n\n",
    );
    verbs(&mut out, &Table::read(root, "mqsc_verbs.csv")?);
    let places = objects(&mut out, &kinds, &Table::read(root, "mqsc_objects.csv")?)?;
    commands(
        &mut out,
        &kinds,
        &Table::read(root, "mqsc_commands.csv")?,
        &places,
    )?;
    stored(&mut out, &Table::read(root, "attributes.csv")?);
    Ok(out)
}

/// What DEFINE and ALTER take and is not in force.
fn stored(out: &mut String, table: &Table) {
    let mut kinds: Vec<(&str, Vec<&str>)> = Vec::new();
    for row in table.rows() {
        let uses = row.get("use");
        if uses.contains('F') || !uses.contains(['D', 'A']) {
            continue;
        }
        match kinds
            .iter_mut()
            .find(|(kind, _)| *kind == row.get("object"))
        {
            Some((_, words)) => words.push(row.get("keyword")),
            None => kinds.push((row.get("object"), vec![row.get("keyword")])),
        }
    }
    let row = |(kind, words): &(&str, Vec<&str>)| format!("({kind:?}, &{words:?})");
    let rows: Vec<String> = kinds.iter().map(row).collect();
    let about =
        "Attributes of kinds of objects that are kept and shown without effect at this level.";
    list(out, about, "STORED", "(&str, &[&str])", &rows);
}

fn list(out: &mut String, about: &str, name: &str, kind: &str, rows: &[String]) {
    let _ = writeln!(out, "/// {about}");
    let count = rows.len();
    let _ = writeln!(out, "pub(crate) static {name}: [{kind}; {count}] = [");
    for row in rows {
        let _ = writeln!(out, "    {row},");
    }
    out.push_str("];\n\n");
}

fn verbs(out: &mut String, table: &Table) {
    let row = |row: Row<'_>| {
        let short: Vec<&str> = row.get("short").split_whitespace().collect();
        format!("({:?}, &{short:?})", row.get("verb"))
    };
    let rows: Vec<String> = table.rows().map(row).collect();
    let kind = "(&str, &[&str])";
    list(out, "Verbs, with their short forms.", "VERBS", kind, &rows);
}

/// Writes the objects and gives back the place of each.
fn objects(
    out: &mut String,
    kinds: &Table,
    table: &Table,
) -> Result<BTreeMap<String, usize>, String> {
    let variant_of = |row: &Row<'_>, keyword: &str| {
        let mut known = kinds.rows();
        let found = known.find(|kind| kind.get("keyword") == keyword);
        let found = found.ok_or_else(|| row.error(&format!("{keyword} is no kind")))?;
        Ok::<_, String>(format!("ObjectKind::{}", found.get("variant")))
    };
    let mut places = BTreeMap::new();
    let mut rows = Vec::new();
    for kind in kinds.rows().filter(|kind| !kind.get("word").is_empty()) {
        let word = kind.get("keyword");
        let short = kind.get("word").trim_matches('-');
        let variant = kind.get("variant");
        places.insert(word.to_owned(), rows.len());
        rows.push(format!(
            "MqscObject {{ word: {word:?}, short: {short:?}, kinds: &[ObjectKind::{variant}], argument: \"name\", \
             absent: false }}"
        ));
    }
    for row in table.rows() {
        let word = row.get("object");
        let mut variants = Vec::new();
        for keyword in row.get("kinds").split_whitespace() {
            variants.push(variant_of(&row, keyword)?);
        }
        if places.insert(word.to_owned(), rows.len()).is_some() {
            return Err(row.error("the object is there twice"));
        }
        rows.push(format!(
            "MqscObject {{ word: {word:?}, short: {:?}, kinds: &[{}], argument: {:?}, absent: {} }}",
            row.get("short"),
            variants.join(", "),
            row.get("argument"),
            row.get("absent") == "A"
        ));
    }
    list(
        out,
        "What commands are about.",
        "OBJECTS",
        "MqscObject",
        &rows,
    );
    Ok(places)
}

fn commands(
    out: &mut String,
    kinds: &Table,
    table: &Table,
    places: &BTreeMap<String, usize>,
) -> Result<(), String> {
    let mut rows = Vec::new();
    for row in table.rows() {
        let object = row.get("object");
        let place = places
            .get(object)
            .ok_or_else(|| row.error("unknown object"))?;
        let read = match row.get("function") {
            "-" => "None".to_owned(),
            function => format!("Some(crate::{function})"),
        };
        let clauses: Vec<&str> = row.get("clauses").split_terminator(';').collect();
        rows.push(command(
            row.get("verb"),
            *place,
            &read,
            row.get("permission"),
            row.get("command"),
            &clauses,
        ));
    }
    let written = |verb: &str, object: &str| {
        let same = |row: Row<'_>| row.get("verb") == verb && row.get("object") == object;
        table.rows().any(same)
    };
    for kind in kinds.rows().filter(|kind| !kind.get("word").is_empty()) {
        let object = kind.get("keyword");
        for (verb, function, permission, number) in PLAIN {
            if !written(verb, object) {
                let read = format!("Some(crate::{function})");
                let number = kind.get(number);
                rows.push(command(
                    verb,
                    places[object],
                    &read,
                    permission,
                    number,
                    &[],
                ));
            }
        }
    }
    list(out, "Every command.", "COMMANDS", "MqscCommand", &rows);
    Ok(())
}

fn command(
    verb: &str,
    place: usize,
    read: &str,
    permission: &str,
    number: &str,
    clauses: &[&str],
) -> String {
    let permissions: Vec<String> = permission
        .split_whitespace()
        .map(|word| format!("MQZAO_{word}"))
        .collect();
    let permission = match permissions.is_empty() {
        true => "MQZAO_NONE".to_owned(),
        false => permissions.join(" | "),
    };
    format!(
        "MqscCommand {{ verb: {verb:?}, object: &OBJECTS[{place}], read: {read}, permission: {permission}, \
         number: MQCMD_{number}, clauses: &{clauses:?} }}"
    )
}
