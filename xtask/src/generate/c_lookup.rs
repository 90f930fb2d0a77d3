//! `cmqstrc.h`: from values to the names of constants.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use crate::csv::Table;
use crate::generate::c_header::{END, Header, LINKAGE, opening};
use crate::generate::constants::Constants;

const HEADER: Header = Header {
    name: "cmqstrc.h",
    guard: "MQSTRC_INCLUDED",
    about: "the names of constants by value",
    includes: &["cmqc.h"],
};

/// What one function knows.
pub(crate) struct Lookup {
    pub(crate) name: String,
    /// Value to name.
    pub(crate) names: BTreeMap<i32, String>,
}

pub(crate) fn render(root: &Path, constants: &Constants) -> Result<String, String> {
    let mut out = opening(&HEADER);
    out.push_str(ABOUT);
    out.push_str(LINKAGE);
    for lookup in read(root, constants)? {
        let _ = writeln!(
            out,
            "MQSTRC_FUNCTION {}(MQLONG v)\n{{\n  const char *c = \"\";\n  switch (v)\n  {{",
            lookup.name
        );
        for (value, name) in lookup.names {
            let value = match value {
                // The digits without the sign are no int.
                i32::MIN => format!("({} - 1)", i32::MIN + 1),
                value => value.to_string(),
            };
            let _ = writeln!(out, "  case {value}: c = \"{name}\"; break;");
        }
        out.push_str("  default: break;\n  }\n  return (char *)c;\n}\n\n");
    }
    out.push_str(END);
    Ok(out)
}

/// The functions of the table.
pub(crate) fn read(root: &Path, constants: &Constants) -> Result<Vec<Lookup>, String> {
    let table = Table::read(root, "c_lookups.csv")?;
    let functions: Vec<&str> = table.rows().map(|row| row.get("function")).collect();
    let prefixes: Vec<String> = functions
        .iter()
        .filter_map(|name| name.strip_suffix("STR"))
        .map(str::to_owned)
        .collect();
    let mut lookups = Vec::new();
    for row in table.rows() {
        let name = row.get("function");
        let prefix = name
            .strip_suffix("STR")
            .ok_or_else(|| row.error("a function's name ends in _STR"))?;
        let without: Vec<&str> = row.get("without").split_whitespace().collect();
        let longer = |name: &str| {
            let mut others = prefixes.iter();
            others.any(|other| other.len() > prefix.len() && name.starts_with(other.as_str()))
        };
        let plain = constants.longs(prefix).map(|(name, _)| name);
        let plain = plain.filter(|name| !longer(name) && !is_bound(name));
        let chosen = plain.filter(|name| !without.contains(name));
        let mut names: BTreeMap<i32, String> = BTreeMap::new();
        for name in chosen.chain(row.get("also").split_whitespace()) {
            let value = constants
                .long(name)
                .ok_or_else(|| row.error(&format!("{name} is no integer constant")))?;
            if let Some(other) = names.insert(value, name.to_owned()) {
                return Err(row.error(&format!("{other} and {name} have one value: choose")));
            }
        }
        lookups.push(Lookup {
            name: name.to_owned(),
            names,
        });
    }
    Ok(lookups)
}

/// Names of versions, lengths and ends of ranges stand for no choice of a program.
fn is_bound(name: &str) -> bool {
    let words: Vec<&str> = name.rsplit('_').take(3).collect();
    let digits = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    match words[..] {
        [last, before, ..] if digits(last) => before == "VERSION" || before == "LENGTH",
        ["VERSION" | "LENGTH", "CURRENT", ..] => true,
        ["LENGTH", "STRUC", ..] | ["FIXED", "LENGTH", "STRUC"] => true,
        ["FIRST" | "LAST", ..] | ["USED", "LAST", ..] => true,
        _ => false,
    }
}

const ABOUT: &str = "\
/* Each function returns the name of a value, and \"\" for a value it does not know. The definitions are here, weak, so
 * that any number of sources may include this. */
#if defined(__GNUC__)
#define MQSTRC_FUNCTION __attribute__((weak)) char *
#else
#define MQSTRC_FUNCTION static char *
#endif

";
