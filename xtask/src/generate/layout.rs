//! `tables/structs.csv` to sizes, offsets and lengths by version.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use crate::csv::Table;
use crate::generate::constants::Constants;
use crate::generate::source::{heading, snake_case};

/// One field of an MQI structure.
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) version: i64,
    pub(crate) ctype: String,
    pub(crate) offset: usize,
    pub(crate) size_bytes: usize,
    pub(crate) default: String,
}

/// One MQI structure on a 64-bit machine.
pub(crate) struct Struct {
    pub(crate) name: String,
    pub(crate) size_bytes: usize,
    pub(crate) fields: Vec<Field>,
    /// Version to length in bytes.
    pub(crate) lengths: BTreeMap<i64, usize>,
}

/// Every structure, in table order.
pub(crate) struct Structs {
    pub(crate) all: Vec<Struct>,
}

impl Structs {
    pub(crate) fn read(root: &Path, constants: &Constants) -> Result<Structs, String> {
        let table = Table::read(root, "structs.csv")?;
        let mut all: Vec<Struct> = Vec::new();
        for row in table.rows() {
            let name = row.get("struct");
            if all.last().is_none_or(|last| last.name != name) {
                let fields = Vec::new();
                all.push(Struct {
                    name: name.to_owned(),
                    size_bytes: 0,
                    fields,
                    lengths: BTreeMap::new(),
                });
            }
            let size = |column| -> Result<usize, String> {
                usize::try_from(row.integer(column)?)
                    .map_err(|_| row.error("negative size or offset"))
            };
            let field = Field {
                name: row.get("field").to_owned(),
                version: row.integer("version")?,
                ctype: row.get("ctype").to_owned(),
                offset: size("offset")?,
                size_bytes: size("size")?,
                default: row.get("default").to_owned(),
            };
            let current = all.last_mut().ok_or("no structure")?;
            let end = current.fields.last().map_or(0, |f| f.offset + f.size_bytes);
            if field.offset < end {
                return Err(row.error("the field overlaps the one before it"));
            }
            current.fields.push(field);
        }
        for one in &mut all {
            measure(one, constants)?;
        }
        Ok(Structs { all })
    }

    pub(crate) fn find(&self, name: &str) -> Option<&Struct> {
        self.all.iter().find(|s| s.name == name)
    }
}

/// Works out the size and the length of each version, and checks them against the length constants.
fn measure(one: &mut Struct, constants: &Constants) -> Result<(), String> {
    let align = one.fields.iter().map(alignment).max().unwrap_or(1);
    let end = one.fields.last().map_or(0, |f| f.offset + f.size_bytes);
    one.size_bytes = end.next_multiple_of(align);
    let mut reach = 0;
    let versions: std::collections::BTreeSet<i64> = one.fields.iter().map(|f| f.version).collect();
    for version in versions {
        let of_version = one.fields.iter().filter(|f| f.version <= version);
        reach = of_version
            .map(|f| f.offset + f.size_bytes)
            .max()
            .unwrap_or(reach);
        let named = constants.long(&format!("{}_LENGTH_{version}", one.name));
        let length = named.and_then(|v| usize::try_from(v).ok()).unwrap_or(reach);
        if length < reach || length > one.size_bytes {
            return Err(format!(
                "{} version {version}: length {length} does not fit its fields",
                one.name
            ));
        }
        one.lengths.insert(version, length);
    }
    Ok(())
}

fn alignment(field: &Field) -> usize {
    let base = field.ctype.split('[').next().unwrap_or_default();
    match base {
        "MQLONG" | "MQBOOL" | "MQPID" | "MQTID" | "MQHCONN" | "MQHOBJ" | "MQCFH" | "MQMD1" => 4,
        _ if base.starts_with("MQCHARV") => 8,
        _ if base.starts_with("MQCHAR") || base.starts_with("MQBYTE") => 1,
        _ => 8,
    }
}

/// The layout as Rust constants, a module per structure.
pub(crate) fn render(structs: &Structs) -> String {
    let mut out = heading(
        "Sizes, field offsets and lengths by version of every MQI structure on a 64-bit machine.",
        "`tables/structs.csv`",
    );
    out.push_str("#![allow(missing_docs)]\n");
    for one in &structs.all {
        let _ = writeln!(out, "\n/// Layout of `{}`; all values are bytes.", one.name);
        let _ = writeln!(out, "pub mod {} {{", one.name.to_lowercase());
        let _ = writeln!(out, "    pub const SIZE: usize = {};", one.size_bytes);
        for (version, length) in &one.lengths {
            let _ = writeln!(out, "    pub const LENGTH_{version}: usize = {length};");
        }
        for field in &one.fields {
            let name = snake_case(&field.name).to_uppercase();
            let _ = writeln!(
                out,
                "    pub const {name}_OFFSET: usize = {};",
                field.offset
            );
        }
        out.push_str("}\n");
    }
    out
}
