//! The queue manager's side takes locks that have a rank: those of `base::lock`, each of a class its crate lists. One of the
//! standard library's would be outside of the order that is checked.

use super::findings::{Findings, SourceFile};
use super::scan::{code_only, lines_with_word};
use std::collections::BTreeMap;

/// Crates whose threads share a queue manager.
const RANKED: &[&str] = &[
    "admin",
    "base",
    "channel",
    "cluster",
    "ferromq",
    "log",
    "neighbours",
    "qmgr",
    "queue",
    "queued",
    "security",
    "selector",
    "server",
    "tls",
    "topic",
    "wire",
];

/// What ranked locks are made of.
const MADE_OF: &[&str] = &["crates/base/src/lock/", "crates/base/src/schedule"];

const KINDS: &[&str] = &["Mutex", "RwLock", "Condvar"];

/// No lock without a rank, and no rank twice.
pub(crate) fn check(files: &[SourceFile], findings: &mut Findings) {
    let mut ranks: BTreeMap<String, String> = BTreeMap::new();
    for file in files.iter().filter(|file| is_ranked(&file.path)) {
        let end = file.text.find("\n#[cfg(test)]\nmod ");
        let text = &file.text[..end.unwrap_or(file.text.len())];
        let code = code_only(text);
        for line in standard_locks(&code) {
            findings.error(
                &format!("{}:{line}", file.path),
                "a lock without a rank: take it from base::lock and give it a class in lock_order.rs",
            );
        }
        if file.path.ends_with("/lock_order.rs") {
            for (class, rank) in classes(text) {
                if let Some(other) = ranks.insert(rank.clone(), class.clone()) {
                    let what = format!("{class} and {other} both have the rank {rank}");
                    findings.error(&file.path, &what);
                }
            }
        }
    }
}

fn is_ranked(path: &str) -> bool {
    let inside = path.strip_prefix("crates/");
    let Some((name, inside)) = inside.and_then(|path| path.split_once("/src/")) else {
        return false;
    };
    RANKED.contains(&name)
        && inside.ends_with(".rs")
        && !inside.ends_with("tests.rs")
        && !inside.contains("tests/")
        && !inside.ends_with("fuzz.rs")
        && !MADE_OF.iter().any(|made| path.starts_with(made))
}

/// Lines (counted from 1) that name a lock of the standard library.
fn standard_locks(code: &str) -> Vec<usize> {
    let mut found = Vec::new();
    for kind in KINDS {
        for line in lines_with_word(code, kind) {
            if names_standard(code, line) {
                found.push(line);
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether what stands on the line, or the `use` it is part of, leads into `std::sync`.
fn names_standard(code: &str, line: usize) -> bool {
    let before: Vec<&str> = code.lines().take(line).collect();
    let begin = before
        .iter()
        .rposition(|text| text.contains(';') && *text != before[line - 1])
        .map_or(0, |at| at + 1);
    let statement = before[begin..].join(" ");
    let last_use = statement.rfind("use ").map_or("", |at| &statement[at..]);
    last_use.contains("std::sync::")
        || KINDS
            .iter()
            .any(|kind| before[line - 1].contains(&format!("std::sync::{kind}")))
}

/// Classes and ranks of a list: `Name: "crate.name", 4_900;`.
fn classes(text: &str) -> Vec<(String, String)> {
    let rows = text.lines().map(str::trim);
    rows.filter(|row| !row.starts_with("//") && row.ends_with(';'))
        .filter_map(|row| {
            let (head, rank) = row.trim_end_matches(';').rsplit_once(", ")?;
            let (_, name) = head.split_once(": ")?;
            Some((name.trim_matches('"').to_owned(), rank.to_owned()))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::findings::errors_of;

    fn errors(path: &str, text: &str) -> Vec<String> {
        errors_of(check, path, text)
    }

    #[test]
    fn locks_of_the_standard_library_are_found_and_ranked_ones_are_not() {
        let one = errors("crates/log/src/a.rs", "use std::sync::{Arc, Mutex};\n");
        assert_eq!(one.len(), 1, "{one:?}");
        let long = "use std::sync::{\n    Arc,\n    RwLock,\n};\nfn f() {}\n";
        assert!(errors("crates/log/src/a.rs", long)[0].contains("a.rs:3"));
        let path = "fn f() -> std::sync::Mutex<()> {}\n";
        assert_eq!(errors("crates/qmgr/src/a.rs", path).len(), 1);
        let ranked =
            "use ferromq_base::lock::Mutex;\nuse std::sync::Arc;\nstruct A(Mutex<u8, X>);\n";
        assert_eq!(errors("crates/log/src/a.rs", ranked), [""; 0]);
    }

    #[test]
    fn tests_and_programs_may_take_what_they_like() {
        let text = "use std::sync::Mutex;\n";
        assert_eq!(errors("crates/log/src/force_tests.rs", text), [""; 0]);
        assert_eq!(errors("crates/capi/src/a.rs", text), [""; 0]);
        let inside = "fn f() {}\n\n#[cfg(test)]\nmod tests {\n    use std::sync::Mutex;\n}\n";
        assert_eq!(errors("crates/log/src/a.rs", inside), [""; 0]);
    }

    #[test]
    fn two_classes_of_one_rank_are_found() {
        let list = "x! {\n    /// One; of two.\n    pub(crate) A: \"log.a\", 2_010;\n    pub(crate) B: \"log.b\", 2_010;\n}\n";
        let found = errors("crates/log/src/lock_order.rs", list);
        assert!(found[0].contains("log.b and log.a"), "{found:?}");
    }
}
