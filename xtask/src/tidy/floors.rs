//! Floors inside a crate, as there are floors of crates.
//!
//! `tables/floors.csv` declares them, a row each, the lowest of a crate first: which modules are on it, and what it is. What is below
//! a module is on its floor, unless a row names that by itself. A file may use what is on its own floor or below; each file of
//! a crate with floors is on one, but `lib.rs` and `main.rs`, which hand on what others use. A crate of twelve files or more has floors.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use super::findings::{Findings, SourceFile};
use super::uses::{Module, Modules, crates, paths_in, uses_in};
use crate::csv::Table;

/// Where floors are declared.
const TABLE: &str = "tables/floors.csv";

/// A crate of so many files has floors.
const FILES_WITH_FLOORS: usize = 12;

/// No file uses what is above it.
pub(crate) fn check(files: &[SourceFile], findings: &mut Findings) {
    let Some(table) = files.iter().find(|file| file.path == TABLE) else {
        findings.error(TABLE, "there is no such table");
        return;
    };
    let table = match Table::parse(PathBuf::from(TABLE), &table.text) {
        Ok(table) => table,
        Err(wrong) => return findings.errors.push(wrong),
    };
    let crates = crates(files);
    let floors_of = floors_of(&table, findings);
    for (name, modules) in &crates {
        if modules.len() >= FILES_WITH_FLOORS && !floors_of.contains_key(name) {
            let what = format!("{name} has {} files and no floors", modules.len());
            findings.error(TABLE, &what);
        }
    }
    for (name, floors) in floors_of {
        match crates.get(name) {
            Some(modules) => check_crate(&floors, modules, findings),
            None => findings.error(TABLE, &format!("there is no crate {name}")),
        }
    }
}

/// The floors of one crate: of each module a row names, the number of its floor from below.
#[derive(Default)]
struct Floors {
    count: usize,
    of: BTreeMap<Module, usize>,
}

impl Floors {
    /// The floor a module is on: that of the longest name which is its own or one it is below.
    fn on(&self, module: &[String]) -> Option<usize> {
        let names = (1..=module.len()).rev().map(|len| &module[..len]);
        names.filter_map(|name| self.of.get(name).copied()).next()
    }
}

/// The floors of each crate that has any.
fn floors_of<'t>(table: &'t Table, findings: &mut Findings) -> BTreeMap<&'t str, Floors> {
    let mut crates: BTreeMap<&str, Floors> = BTreeMap::new();
    for row in table.rows() {
        let floors = crates.entry(row.get("crate")).or_default();
        for name in row.get("modules").split_whitespace() {
            let module = name.split("::").map(str::to_owned).collect();
            if floors.of.insert(module, floors.count).is_some() {
                let wrong = row.error(&format!("{name} is on a floor already"));
                findings.errors.push(wrong);
            }
        }
        if row.get("what").is_empty() {
            let wrong = row.error("it does not say what the floor is");
            findings.errors.push(wrong);
        }
        floors.count += 1;
    }
    crates
}

fn check_crate(floors: &Floors, modules: &Modules<'_>, findings: &mut Findings) {
    let known: BTreeSet<&Module> = modules.iter().map(|(module, _)| module).collect();
    for name in floors.of.keys().filter(|name| !known.contains(name)) {
        let what = format!("there is no module {} for the floor", name.join("::"));
        findings.error(TABLE, &what);
    }
    let uses = uses_in(modules);
    for (module, file) in modules.iter().filter(|(module, _)| !module.is_empty()) {
        let Some(own) = floors.on(module) else {
            findings.error(&file.path, &format!("is on none of the floors of {TABLE}"));
            continue;
        };
        for used in uses.get(module).into_iter().flatten() {
            if floors.on(used).is_some_and(|above| above > own) {
                let what = format!("uses {}, which is on a floor above", used.join("::"));
                findings.error(&file.path, &what);
            }
        }
        let handed_on = paths_in(module, file)
            .into_iter()
            .filter(|path| floors.on(path).is_none());
        for path in handed_on {
            let what = format!(
                "crate::{} is handed on: name the module it is in",
                path.join("::")
            );
            findings.error(&file.path, &what);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{TABLE, check};
    use crate::tidy::findings::{Findings, SourceFile};

    fn file(path: &str, text: &str) -> SourceFile {
        SourceFile {
            path: format!("crates/a/{path}"),
            text: text.to_owned(),
        }
    }

    fn told(files: &[SourceFile]) -> Vec<String> {
        let mut findings = Findings::default();
        check(files, &mut findings);
        findings.errors
    }

    /// A table of these rows.
    fn table(rows: &str) -> SourceFile {
        SourceFile {
            path: TABLE.to_owned(),
            text: format!("# What it is.\n\ncrate,modules,what\n{rows}"),
        }
    }

    #[test]
    fn a_file_may_use_its_own_floor_and_those_below_and_none_above() {
        let mut files = vec![
            table("a,low,words\na,middle side,rules\na,high,doors\n"),
            file("src/lib.rs", "mod low;\npub use high::Door;"),
            file(
                "src/low.rs",
                "\n#[cfg(test)]\nmod tests {\n use crate::high::Door;\n}",
            ),
            file(
                "src/middle/mod.rs",
                "use crate::low::A;\nuse super::middle::part::B;",
            ),
            file("src/middle/part.rs", "use crate::{low::A, side::C};"),
            file("src/high.rs", "fn f(_: crate::middle::part::B) {}"),
            file("src/side.rs", "use crate::middle::C;"),
        ];
        assert!(told(&files).is_empty(), "{:?}", told(&files));
        files[4] = file("src/middle/part.rs", "fn f() { crate::high::g() }");
        assert_eq!(
            told(&files),
            ["crates/a/src/middle/part.rs: uses high, which is on a floor above"]
        );
        files[4] = file("src/middle/part.rs", "use crate::Door;");
        assert_eq!(
            told(&files),
            ["crates/a/src/middle/part.rs: crate::Door is handed on: name the module it is in"]
        );
        files[4] = file("src/attic.rs", "");
        assert_eq!(
            told(&files),
            ["crates/a/src/attic.rs: is on none of the floors of tables/floors.csv"]
        );
    }

    /// Goal: a room that is a floor of its own inside another. Method: the parts a program stands on are named before the program.
    #[test]
    fn parts_of_a_module_may_be_on_a_floor_below_it() {
        let mut files = vec![
            table("a,agent::state agent::queue,what is kept\na,agent,who acts\n"),
            file("src/lib.rs", "mod agent;"),
            file("src/agent/mod.rs", "mod state;\nfn f() { state::g() }"),
            file(
                "src/agent/acts.rs",
                "use super::Agent;\nuse super::state::S;",
            ),
            file("src/agent/state/mod.rs", "use super::queue::Q;\nmod row;"),
            file("src/agent/state/row.rs", ""),
            file("src/agent/queue.rs", "use super::state::row::R;"),
        ];
        assert!(told(&files).is_empty(), "{:?}", told(&files));
        files[5] = file("src/agent/state/row.rs", "use crate::agent::Agent;");
        assert_eq!(
            told(&files),
            ["crates/a/src/agent/state/row.rs: uses agent, which is on a floor above"]
        );
        // A path that begins with a part of the file's own counts like any other.
        files[0] = table("a,agent,who acts\na,agent::state agent::queue,what is kept\n");
        files[3] = file("src/agent/acts.rs", "");
        files[5] = file("src/agent/state/row.rs", "");
        assert_eq!(
            told(&files),
            ["crates/a/src/agent/mod.rs: uses agent::state, which is on a floor above"]
        );
    }

    #[test]
    fn a_crate_without_floors_is_let_be_and_a_floor_is_of_modules_and_says_what_it_is() {
        let mut files = vec![
            table(""),
            file("src/low.rs", "use crate::high::Door;"),
            file("src/high.rs", "use crate::low::A;"),
        ];
        assert!(told(&files).is_empty());
        files[0] = table("a,high,doors\na,low,words\na,cellar,\na,low,again\nb,x,y\n");
        assert_eq!(
            told(&files),
            [
                "tables/floors.csv:6: it does not say what the floor is",
                "tables/floors.csv:7: low is on a floor already",
                "tables/floors.csv: there is no module cellar for the floor",
                "crates/a/src/high.rs: uses low, which is on a floor above",
                "tables/floors.csv: there is no crate b"
            ]
        );
        assert_eq!(
            told(&files[1..]),
            ["tables/floors.csv: there is no such table"]
        );
    }

    #[test]
    fn a_crate_of_many_files_without_floors_is_named() {
        let of = |count: usize| {
            let files = (0..count).map(|at| file(&format!("src/part{at}.rs"), ""));
            let mut files: Vec<SourceFile> = files.collect();
            files.push(table("a2,low,words\n"));
            files.push(SourceFile {
                path: "crates/a2/src/low.rs".to_owned(),
                text: String::new(),
            });
            told(&files)
        };
        assert!(of(11).is_empty());
        assert_eq!(of(12), [format!("{TABLE}: a has 12 files and no floors")]);
    }
}
