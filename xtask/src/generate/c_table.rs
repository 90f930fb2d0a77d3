//! What the tables say for C: constants with their headers, elementary types, functions.

use std::collections::BTreeMap;
use std::path::Path;

use crate::csv::Table;
use crate::generate::constants::{Constants, Value};
use crate::generate::layout::{Struct, Structs};

/// A constant as a header spells it.
pub(crate) struct Macro {
    pub(crate) name: String,
    pub(crate) header: String,
    pub(crate) text: String,
}

/// An elementary type.
pub(crate) struct Elementary {
    pub(crate) name: String,
    pub(crate) header: String,
    pub(crate) definition: String,
    /// `PX` is declared, and `PPX`.
    pub(crate) pointers: (bool, bool),
}

/// How a function is declared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A function, its type and a pointer type.
    Call,
    /// A function alone.
    Bag,
    /// A type and a pointer type; programs supply the function.
    Type,
}

/// A function or a function type, with its parameters: names and types.
pub(crate) struct Function {
    pub(crate) kind: Kind,
    pub(crate) name: String,
    pub(crate) header: String,
    pub(crate) parameters: Vec<(String, String)>,
}

/// All that headers are made of.
pub(crate) struct Tables<'a> {
    pub(crate) structs: &'a Structs,
    pub(crate) constants: &'a Constants,
    pub(crate) macros: Vec<Macro>,
    pub(crate) types: Vec<Elementary>,
    pub(crate) functions: Vec<Function>,
    /// Structure to header.
    header_of: BTreeMap<String, String>,
}

impl<'a> Tables<'a> {
    pub(crate) fn read(
        root: &Path,
        structs: &'a Structs,
        constants: &'a Constants,
    ) -> Result<Tables<'a>, String> {
        let table = Table::read(root, "c_structs.csv")?;
        let pairs = table.rows();
        let header_of: BTreeMap<String, String> = pairs
            .map(|row| (row.get("struct").to_owned(), row.get("header").to_owned()))
            .collect();
        if let Some(lost) = structs
            .all
            .iter()
            .find(|one| !header_of.contains_key(&one.name))
        {
            return Err(format!("c_structs.csv has no header for {}", lost.name));
        }
        Ok(Tables {
            structs,
            constants,
            macros: read_macros(root, constants)?,
            types: read_types(root)?,
            functions: read_functions(root)?,
            header_of,
        })
    }

    /// The structures of a header, those that are members of others first.
    pub(crate) fn structs_of(&self, header: &str) -> Vec<&'a Struct> {
        let mut ordered: Vec<&Struct> = Vec::new();
        let here = |one: &&Struct| self.header_of.get(&one.name).is_some_and(|h| h == header);
        for one in self.structs.all.iter().filter(here) {
            let members = one.fields.iter();
            let within = members.filter_map(|field| self.structs.find(&field.ctype));
            for one in within.filter(here).chain([one]) {
                if ordered.iter().all(|other| other.name != one.name) {
                    ordered.push(one);
                }
            }
        }
        ordered
    }
}

fn read_macros(root: &Path, constants: &Constants) -> Result<Vec<Macro>, String> {
    let table = Table::read(root, "constants.csv")?;
    let mut macros = Vec::new();
    for row in table.rows() {
        let (name, raw, header) = (row.get("name"), row.get("value"), row.get("header"));
        let value = constants.get(name).ok_or_else(|| row.error("no value"))?;
        let text = match value {
            Value::Long(_) if raw.starts_with('-') => format!("({raw})"),
            Value::Long(_) => raw.to_owned(),
            Value::Byte(byte) => character(*byte),
            Value::Text(text) => bytes(name, header, text.as_bytes(), constants),
            Value::Bytes(all) => bytes(name, header, all, constants),
        };
        macros.push(Macro {
            name: name.to_owned(),
            header: header.to_owned(),
            text,
        });
    }
    macros.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(macros)
}

/// A string, or the list of characters where the name says so and the string has a name of its own.
fn bytes(name: &str, header: &str, all: &[u8], constants: &Constants) -> String {
    let string = match name.strip_suffix("_ARRAY") {
        Some(string) => Some(string),
        None if header != "cmqpsc.h" => None,
        None if name.ends_with("_BA") || name.ends_with("_EA") => name.strip_suffix('A'),
        None => name.strip_suffix("_A"),
    };
    if string.is_some_and(|string| constants.get(string).is_some()) {
        return characters(all);
    }
    let mut text = String::new();
    for (at, byte) in all.iter().enumerate() {
        // A digit behind it would be one of the escape.
        let digit = all.get(at + 1).is_some_and(u8::is_ascii_digit);
        text.push_str(&match byte {
            0 if !digit => "\\0".to_owned(),
            byte => escaped(*byte, '"').unwrap_or_else(|| format!("\\{byte:03o}")),
        });
    }
    format!("\"{text}\"")
}

/// A list of characters, for an initialiser of an array.
pub(crate) fn characters(all: &[u8]) -> String {
    let list: Vec<String> = all.iter().map(|byte| character(*byte)).collect();
    list.join(",")
}

fn character(byte: u8) -> String {
    let text = match byte {
        0 => "\\0".to_owned(),
        byte => escaped(byte, '\'').unwrap_or_else(|| format!("\\x{byte:02x}")),
    };
    format!("'{text}'")
}

/// A character as it stands between quotes; `None` when it does not print.
fn escaped(byte: u8, quote: char) -> Option<String> {
    match char::from(byte) {
        c if c == quote || c == '\\' => Some(format!("\\{c}")),
        c if (' '..='~').contains(&c) => Some(c.to_string()),
        _ => None,
    }
}

fn read_types(root: &Path) -> Result<Vec<Elementary>, String> {
    let table = Table::read(root, "c_types.csv")?;
    let mut types = Vec::new();
    for row in table.rows() {
        let pointers = match row.get("pointers") {
            "" => (false, false),
            "P" => (true, false),
            "PP" => (true, true),
            _ => return Err(row.error("pointers are P or PP")),
        };
        types.push(Elementary {
            name: row.get("type").to_owned(),
            header: row.get("header").to_owned(),
            definition: row.get("definition").to_owned(),
            pointers,
        });
    }
    Ok(types)
}

fn read_functions(root: &Path) -> Result<Vec<Function>, String> {
    let table = Table::read(root, "c_calls.csv")?;
    let mut functions: Vec<Function> = Vec::new();
    for row in table.rows() {
        let name = row.get("function");
        if functions.last().is_none_or(|last| last.name != name) {
            let kind = match row.get("kind") {
                "call" => Kind::Call,
                "bag" => Kind::Bag,
                "type" => Kind::Type,
                _ => return Err(row.error("unknown kind")),
            };
            functions.push(Function {
                kind,
                name: name.to_owned(),
                header: row.get("header").to_owned(),
                parameters: Vec::new(),
            });
        }
        if let Some(function) = functions.last_mut() {
            let parameter = (row.get("parameter").to_owned(), row.get("type").to_owned());
            function.parameters.push(parameter);
        }
    }
    Ok(functions)
}
