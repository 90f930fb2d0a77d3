//! Names of files, and traces of the machine the tree was written on.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::Path;

use super::findings::{Findings, SourceFile};

/// Names that say nothing about what is inside.
const BANNED_STEMS: &[&str] = &[
    "common", "helper", "helpers", "manager", "misc", "types", "util", "utils",
];

/// Hosts anybody may be sent to.
const PUBLIC_HOSTS: &[&str] = &[
    "crates.io",
    "index.crates.io",
    "static.crates.io",
    "github.com",
    "localhost",
    "127.0.0.1",
];

/// A file or folder is named after its subject.
pub(crate) fn check_names(files: &[SourceFile], findings: &mut Findings) {
    for file in files.iter().filter(|file| file.path.ends_with(".rs")) {
        let parts = file
            .path
            .split('/')
            .map(|part| part.strip_suffix(".rs").unwrap_or(part));
        for part in parts.filter(|part| BANNED_STEMS.contains(part)) {
            findings.error(
                &file.path,
                &format!("'{part}' says nothing about what is inside"),
            );
        }
    }
}

/// Documents that name files. Those of a crate name them from wherever reads best.
const DOCUMENTS: &[&str] = &["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md"];

/// Every file a document names is there: a path in backticks with a folder, or the end of one.
pub(crate) fn check_documents(files: &[SourceFile], findings: &mut Findings) {
    let is_document = |file: &&SourceFile| {
        let name = file.path.rsplit('/').next();
        name.is_some_and(|name| DOCUMENTS.contains(&name))
    };
    for file in files.iter().filter(is_document) {
        for (at, line) in file.text.lines().enumerate() {
            let named = line.split('`').skip(1).step_by(2);
            let named = named.filter(|name| {
                let ends = name.ends_with(".rs") || name.ends_with(".md") || name.ends_with(".csv");
                ends && name.contains('/') && !name.contains([' ', '*', '<', '{'])
            });
            for name in named {
                let name = name.trim_start_matches("./").trim_start_matches("../");
                let is_there = files.iter().any(|other| {
                    let before = other.path.strip_suffix(name);
                    before.is_some_and(|before| before.is_empty() || before.ends_with('/'))
                });
                if !is_there {
                    let place = format!("{}:{}", file.path, at + 1);
                    findings.error(&place, &format!("there is no file {name}"));
                }
            }
        }
    }
}

/// No file names a path or a package host of the machine it was written on. What to look for is asked of
/// that machine, so that this file need not name it either.
pub(crate) fn check_machine(root: &Path, files: &[SourceFile], findings: &mut Findings) {
    let traces = machine_paths(root).into_iter().chain(machine_hosts());
    let traces: BTreeSet<String> = traces.collect();
    for file in files {
        for (at, line) in file.text.lines().enumerate() {
            if let Some(trace) = traces.iter().find(|trace| mentions(line, trace)) {
                let place = format!("{}:{}", file.path, at + 1);
                findings.error(
                    &place,
                    &format!("names '{trace}', which only this machine knows"),
                );
            }
        }
        if file.path == "Cargo.lock" {
            check_lock(file, findings);
        }
    }
}

/// The directory above the repository and the home directory.
fn machine_paths(root: &Path) -> Vec<String> {
    let above = root.parent().map(|parent| parent.display().to_string());
    let paths = [above, env::var("HOME").ok()];
    paths
        .into_iter()
        .flatten()
        .filter(|path| path.len() > 1)
        .map(|path| format!("{path}/"))
        .collect()
}

/// Hosts named by the environment and by cargo's own settings.
fn machine_hosts() -> Vec<String> {
    let telling = ["PROXY", "INDEX", "REGISTR", "MIRROR"];
    let named =
        env::vars().filter(|(name, _)| telling.iter().any(|t| name.to_uppercase().contains(t)));
    let mut texts: Vec<String> = named.map(|(_, value)| value).collect();
    let home =
        env::var("CARGO_HOME").or_else(|_| env::var("HOME").map(|home| format!("{home}/.cargo")));
    if let Ok(home) = home {
        texts.extend(fs::read_to_string(Path::new(&home).join("config.toml")));
    }
    let hosts = texts.iter().flat_map(|text| hosts_in(text));
    hosts
        .filter(|host| !PUBLIC_HOSTS.contains(&host.as_str()))
        .collect()
}

fn hosts_in(text: &str) -> Vec<String> {
    let after_scheme = text.split("://").skip(1);
    let hosts = after_scheme.filter_map(|rest| {
        let authority: &str = rest.split(['/', '"', '\'', ' ', '\n', ',']).next()?;
        let host = authority.rsplit('@').next()?.split(':').next()?;
        host.contains('.').then(|| host.to_owned())
    });
    hosts.collect()
}

/// True if `trace` is there and is not the tail of a longer path or host.
fn mentions(line: &str, trace: &str) -> bool {
    line.match_indices(trace).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '}' | '/'))
    })
}

/// Packages come from the public registry or from this repository.
fn check_lock(file: &SourceFile, findings: &mut Findings) {
    let public = "source = \"registry+https://github.com/rust-lang/crates.io-index\"";
    for (at, line) in file.text.lines().enumerate() {
        if line.starts_with("source = ") && line != public {
            findings.error(
                &format!("{}:{}", file.path, at + 1),
                "a package from somewhere else than crates.io",
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trace_counts_at_the_start_of_a_path_only() {
        assert!(mentions("see /srv/build/x", "/srv/build/"));
        assert!(mentions("(/srv/build/x)", "/srv/build/"));
        assert!(!mentions("./srv/build/x", "/srv/build/"));
        assert!(!mentions("my/srv/build/x", "/srv/build/"));
    }

    #[test]
    fn hosts_are_read_out_of_addresses() {
        let text = "a = \"https://user:word@mirror.example.org:8080/x\" b = 'sparse+https://two.example.org/'";
        assert_eq!(hosts_in(text), ["mirror.example.org", "two.example.org"]);
    }

    #[test]
    fn file_names_that_say_nothing_are_found() {
        let file = |path: &str| SourceFile {
            path: path.to_owned(),
            text: String::new(),
        };
        let files = [
            file("crates/a/src/utils.rs"),
            file("crates/a/src/common/x.rs"),
            file("crates/a/src/order.rs"),
        ];
        let mut findings = Findings::default();
        check_names(&files, &mut findings);
        assert_eq!(findings.errors.len(), 2, "{:?}", findings.errors);
    }

    #[test]
    fn documents_name_files_that_are_there() {
        let file = |path: &str, text: &str| SourceFile {
            path: path.to_owned(),
            text: text.to_owned(),
        };
        let files = [
            file(
                "README.md",
                "See `src/a.rs`, `b.rs` and\n`gone/c.rs`, `crates/x/src/a.rs`.",
            ),
            file("crates/x/src/a.rs", "// `gone/d.rs`"),
        ];
        let mut findings = Findings::default();
        check_documents(&files, &mut findings);
        assert_eq!(findings.errors, ["README.md:2: there is no file gone/c.rs"]);
    }
}
