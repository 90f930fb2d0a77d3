//! Floors and dependencies.

use std::collections::BTreeMap;

use super::findings::{Findings, SourceFile};

/// What a member's manifest says.
struct Member {
    path: String,
    name: String,
    floor: Option<u32>,
    /// Dependencies of every kind, by name.
    dependencies: Vec<String>,
}

/// Where the crates are listed with their floors.
const MAP: &str = "ARCHITECTURE.md";

/// Programs of tests for crates of others are no part of the house.
const FOREIGN: &str = "tests/clients/";

fn manifests(files: &[SourceFile]) -> impl Iterator<Item = &SourceFile> {
    files
        .iter()
        .filter(|file| file.path.ends_with("/Cargo.toml") && !file.path.starts_with(FOREIGN))
}

/// An arrow goes to a lower floor only.
pub(crate) fn check_floors(files: &[SourceFile], findings: &mut Findings) {
    let members: Vec<Member> = manifests(files).map(read_member).collect();
    let floors: BTreeMap<&str, Option<u32>> = members
        .iter()
        .map(|member| (member.name.as_str(), member.floor))
        .collect();
    for member in &members {
        let Some(floor) = member.floor else {
            findings.error(&member.path, "no floor in [package.metadata.ferromq]");
            continue;
        };
        for dependency in &member.dependencies {
            if let Some(Some(below)) = floors.get(dependency.as_str())
                && *below >= floor
            {
                let what = format!(
                    "floor {floor} may not depend on {dependency}, which is on floor {below}"
                );
                findings.error(&member.path, &what);
            }
        }
    }
}

/// The map of crates, which a newcomer reads, says of each the floor its manifest says, and names none that is not there.
pub(crate) fn check_map(files: &[SourceFile], findings: &mut Findings) {
    let map = files.iter().find(|file| file.path == MAP);
    let rows = map.map_or("", |file| file.text.as_str()).lines();
    // `| 4 | `qmgr` | ...`: no other table of the page begins with a number.
    let rows = rows.filter_map(|line| {
        let mut cells = line.strip_prefix("| ")?.split(" | ");
        let floor: u32 = cells.next()?.parse().ok()?;
        Some((cells.next()?.trim_matches('`'), floor))
    });
    let rows: BTreeMap<&str, u32> = rows.collect();
    let crates = manifests(files).map(|file| {
        let folder = file.path.trim_end_matches("/Cargo.toml");
        let name = folder.strip_prefix("crates/").unwrap_or(folder);
        (name, read_member(file).floor)
    });
    let crates: BTreeMap<&str, Option<u32>> = crates.collect();
    for (name, floor) in &crates {
        if rows.get(name) != floor.as_ref() {
            findings.error(
                MAP,
                &format!("does not have {name} on the floor its manifest says"),
            );
        }
    }
    for name in rows.keys().filter(|name| !crates.contains_key(*name)) {
        findings.error(MAP, &format!("there is no crate {name}"));
    }
}

/// Every outside dependency is in the workspace table, and the ledger names it.
pub(crate) fn check_dependencies(files: &[SourceFile], findings: &mut Findings) {
    let text = |path: &str| {
        files
            .iter()
            .find(|file| file.path == path)
            .map_or("", |file| file.text.as_str())
    };
    let ledger = text("DEPENDENCIES.md");
    let shared = section_keys(text("Cargo.toml"), |section| {
        section == "workspace.dependencies"
    });
    for name in shared.iter().filter(|name| !is_own(name)) {
        if !ledger.contains(&format!("`{name}`")) {
            findings.error("DEPENDENCIES.md", &format!("does not explain `{name}`"));
        }
    }
    for file in manifests(files) {
        for name in read_member(file)
            .dependencies
            .iter()
            .filter(|name| !is_own(name) && !shared.contains(name))
        {
            findings.error(
                &file.path,
                &format!("{name} is not in [workspace.dependencies]"),
            );
        }
    }
}

/// A crate that links its tests to one program names each of them there, or as a program of its own: one that is named nowhere
/// would never run.
pub(crate) fn check_tests(files: &[SourceFile], findings: &mut Findings) {
    for manifest in manifests(files).filter(|file| file.text.contains("autotests = false")) {
        let tests = manifest.path.replace("Cargo.toml", "tests/");
        let main = format!("{tests}main.rs");
        let named = files.iter().find(|file| file.path == main);
        let named = named.map_or("", |file| file.text.as_str());
        for file in files.iter().filter(|file| file.path != main) {
            let Some(path) = file.path.strip_prefix(&tests) else {
                continue;
            };
            let ends = ["/main.rs", "/mod.rs", ".rs"];
            let name = ends.iter().find_map(|end| path.strip_suffix(end));
            let Some(name) = name.filter(|name| !name.contains('/')) else {
                continue;
            };
            let alone = format!("name = \"{name}\"");
            let is_named = named.lines().any(|line| line == format!("mod {name};"))
                || manifest.text.lines().any(|line| line == alone);
            if !is_named {
                findings.error(&file.path, &format!("{main} does not name it"));
            }
        }
    }
}

fn is_own(name: &str) -> bool {
    name == "ferromq" || name.starts_with("ferromq-")
}

fn read_member(file: &SourceFile) -> Member {
    let value = |section: &str, key: &str| {
        let found = entries(&file.text)
            .find(|(in_section, name, _)| *in_section == section && *name == key);
        found.map(|(_, _, value)| value.trim_matches('"').to_owned())
    };
    Member {
        path: file.path.clone(),
        name: value("package", "name").unwrap_or_default(),
        floor: value("package.metadata.ferromq", "floor").and_then(|floor| floor.parse().ok()),
        dependencies: section_keys(&file.text, |section| section.ends_with("dependencies")),
    }
}

/// The first word of each key in the sections that `wanted` picks; `[dependencies.name]` counts too.
fn section_keys(text: &str, wanted: impl Fn(&str) -> bool) -> Vec<String> {
    let mut keys = Vec::new();
    for (section, key, _) in entries(text) {
        if wanted(section) {
            keys.push(
                key.split('.')
                    .next()
                    .unwrap_or(key)
                    .trim_matches('"')
                    .to_owned(),
            );
        } else if let Some((outer, name)) = section.rsplit_once('.')
            && wanted(outer)
            && keys.last().is_none_or(|last| last != name)
        {
            keys.push(name.to_owned());
        }
    }
    keys
}

/// Section, key and value of each `key = value` line. Our manifests use no other form of TOML.
fn entries(text: &str) -> impl Iterator<Item = (&str, &str, &str)> {
    let mut section = "";
    text.lines().filter_map(move |line| {
        let line = line.trim();
        if let Some(name) = line
            .strip_prefix('[')
            .and_then(|rest| rest.split(']').next())
        {
            section = name;
            return None;
        }
        let (key, value) = line.split_once('=')?;
        (!line.starts_with('#')).then(|| (section, key.trim(), value.trim()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, text: &str) -> SourceFile {
        SourceFile {
            path: path.to_owned(),
            text: text.to_owned(),
        }
    }

    fn member(name: &str, floor: u32, rest: &str) -> SourceFile {
        let text = format!(
            "[package]\nname = \"{name}\"\n[package.metadata.ferromq]\nfloor = {floor}\n{rest}"
        );
        file(&format!("crates/{name}/Cargo.toml"), &text)
    }

    #[test]
    fn an_arrow_upwards_or_sideways_is_found() {
        let files = [
            member(
                "ferromq-a",
                1,
                "[dependencies]\nferromq-b.workspace = true\n",
            ),
            member(
                "ferromq-b",
                1,
                "[dev-dependencies]\nferromq-c = { path = \"../c\" }\n",
            ),
            member("ferromq-c", 0, ""),
        ];
        let mut findings = Findings::default();
        check_floors(&files, &mut findings);
        assert_eq!(findings.errors.len(), 1, "{:?}", findings.errors);
        assert!(
            findings.errors[0].contains("ferromq-a") && findings.errors[0].contains("ferromq-b")
        );
    }

    #[test]
    fn the_map_has_each_crate_on_its_floor() {
        let map = |rows: &str| {
            let files = [
                member("a", 1, ""),
                member("b", 2, ""),
                file(
                    "ARCHITECTURE.md",
                    &format!("| floor | crate |\n| --- | --- |\n{rows}"),
                ),
            ];
            let mut findings = Findings::default();
            check_map(&files, &mut findings);
            findings.errors
        };
        assert!(map("| 1 | `a` | words |\n| 2 | `b` | rules |\n").is_empty());
        let says = "ARCHITECTURE.md: does not have b on the floor its manifest says";
        assert_eq!(map("| 1 | `a` | words |\n"), [says]);
        assert_eq!(map("| 1 | `a` | words |\n| 3 | `b` | rules |\n"), [says]);
        let gone = map("| 1 | `a` | words |\n| 2 | `b` | rules |\n| 2 | `c` | gone |\n");
        assert_eq!(gone, ["ARCHITECTURE.md: there is no crate c"]);
    }

    #[test]
    fn a_test_that_is_named_nowhere_is_found() {
        let files = [
            file(
                "crates/a/Cargo.toml",
                "[package]\nautotests = false\n[[test]]\nname = \"contract\"\nharness = false\n",
            ),
            file("crates/a/tests/main.rs", "mod named;\nmod support;\n"),
            file("crates/a/tests/named.rs", ""),
            file("crates/a/tests/contract.rs", ""),
            file("crates/a/tests/support/mod.rs", ""),
            file("crates/a/tests/support/its_own.rs", ""),
            file("crates/a/tests/forgotten.rs", ""),
            file("crates/a/tests/forgotten_too/main.rs", ""),
            file("crates/b/Cargo.toml", "[package]\n"),
            file("crates/b/tests/found_by_cargo.rs", ""),
        ];
        let mut findings = Findings::default();
        check_tests(&files, &mut findings);
        let wanted = ["forgotten.rs", "forgotten_too/main.rs"]
            .map(|path| format!("crates/a/tests/{path}: crates/a/tests/main.rs does not name it"));
        assert_eq!(findings.errors, wanted);
    }

    #[test]
    fn a_dependency_nobody_explained_is_found() {
        let files = [
            file(
                "Cargo.toml",
                "[workspace.dependencies]\nbytes = \"1\"\nferromq = { path = \"x\" }\nrand = \"1\"\n",
            ),
            file("DEPENDENCIES.md", "- `bytes`: one buffer, many readers.\n"),
            member(
                "ferromq-a",
                1,
                "[dependencies]\nbytes.workspace = true\nstray = \"1\"\n",
            ),
        ];
        let mut findings = Findings::default();
        check_dependencies(&files, &mut findings);
        assert_eq!(findings.errors.len(), 2, "{:?}", findings.errors);
        assert!(findings.errors[0].contains("`rand`"));
        assert!(findings.errors[1].contains("stray"));
    }
}
