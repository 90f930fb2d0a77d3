//! Where what comes from outside is taken in, nothing may panic: a length, a count or a text of a program or a peer is
//! refused with a typed error.
//!
//! In the crates that take it in or read what it says, outside tests and fuzzing, `assert!`, `panic!`, `unreachable!`, `expect`
//! and `unwrap` stand only where a comment right above says why nobody outside can bring it about: `// invariant: ...`. What the compiler
//! evaluates (`const`) may assert as it likes, and so may `debug_assert!`.
//!
//! Indexing panics as well. Where bytes of peers and programs are taken apart first the compiler refuses it: these crates keep
//! `clippy::indexing_slicing` switched on.

use super::findings::{Findings, SourceFile};
use super::scan::{code_only, lines_with_word};

const EDGES: &[&str] = &[
    "crates/admin/src/",
    "crates/bag/src/",
    "crates/binding/src/",
    "crates/bridge/src/",
    "crates/capi/src/",
    "crates/channel/src/",
    "crates/client/src/",
    "crates/cluster/src/",
    "crates/dead-letters/src/",
    "crates/mqi/src/",
    "crates/pam/src/",
    "crates/postgres/src/",
    "crates/neighbours/src/",
    "crates/queued/src/",
    "crates/replicate/src/",
    "crates/security/src/",
    "crates/selector/src/",
    "crates/server/src/",
    "crates/tls/src/",
    "crates/topic/src/",
    "crates/transfer/src/",
    "crates/wire/src/",
];

/// Crates that do not index.
const NOT_INDEXING: &[&str] = &["crates/binding/src/lib.rs", "crates/wire/src/lib.rs"];

const LINT: &str = "\n#![warn(clippy::indexing_slicing)]\n";

const MACROS: &[&str] = &["assert", "assert_eq", "assert_ne", "panic", "unreachable"];
const METHODS: &[&str] = &[".expect(", ".expect_err(", ".unwrap()", ".unwrap_err()"];

const REASON: &str = "// invariant: ";

/// Whatever panics has its reason.
pub(crate) fn check(files: &[SourceFile], findings: &mut Findings) {
    for file in files.iter().filter(|file| is_at_the_edge(&file.path)) {
        let end = file.text.find("\n#[cfg(test)]\nmod ");
        let text = &file.text[..end.unwrap_or(file.text.len())];
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        for line in panicking_lines(&without_constants(&code_only(text))) {
            if !has_reason(&lines, line) {
                findings.error(
                    &format!("{}:{line}", file.path),
                    "may panic: make it a typed error, or say above why it cannot (// invariant: ...)",
                );
            }
        }
    }
    let roots = files
        .iter()
        .filter(|file| NOT_INDEXING.contains(&file.path.as_str()));
    for root in roots.filter(|root| !root.text.contains(LINT)) {
        findings.error(
            &root.path,
            "indexing may panic: keep #![warn(clippy::indexing_slicing)]",
        );
    }
}

fn is_at_the_edge(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let is_product = name.ends_with(".rs")
        && name != "fuzz.rs"
        && !name.ends_with("tests.rs")
        && !path.contains("/tests/")
        && !path.contains("/generated/");
    is_product && EDGES.iter().any(|edge| path.starts_with(edge))
}

/// Lines (counted from 1) with something that panics.
fn panicking_lines(code: &str) -> Vec<usize> {
    let mut found: Vec<usize> = Vec::new();
    for name in MACROS {
        let calls = |line: &usize| {
            let text = code.lines().nth(line - 1).unwrap_or_default();
            text.contains(&format!("{name}!"))
        };
        found.extend(lines_with_word(code, name).into_iter().filter(calls));
    }
    for (at, line) in code.lines().enumerate() {
        if METHODS.iter().any(|method| line.contains(method)) {
            found.push(at + 1);
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether the comment right above the line, counted from 1, gives a reason.
fn has_reason(lines: &[&str], line: usize) -> bool {
    let above = lines[..line - 1].iter().rev();
    let comment = above.take_while(|line| line.starts_with("//"));
    comment.into_iter().any(|line| {
        line.strip_prefix(REASON)
            .is_some_and(|reason| !reason.is_empty())
    })
}

/// The code without what the compiler evaluates: `const _: () = ...;` and `const { ... }`. Lines stay lines.
fn without_constants(code: &str) -> String {
    let mut out = String::with_capacity(code.len());
    let mut rest = code;
    while let Some(at) = ["const _: () =", "const {"]
        .iter()
        .filter_map(|word| rest.find(word))
        .min()
    {
        let (before, from) = rest.split_at(at);
        let (constant, after) = from.split_at(constant_end(from));
        out.push_str(before);
        out.extend(constant.chars().filter(|c| *c == '\n'));
        rest = after;
    }
    out + rest
}

/// Where it ends: behind its braces, or without any at its semicolon.
fn constant_end(code: &str) -> usize {
    let mut depth = 0_usize;
    for (at, byte) in code.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' if depth <= 1 => return at + 1,
            b'}' => depth -= 1,
            b';' if depth == 0 => return at + 1,
            _ => {}
        }
    }
    code.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::findings::errors_of;

    fn found(path: &str, text: &str) -> Vec<String> {
        errors_of(check, path, text)
    }

    const AT: &str = "crates/wire/src/segment.rs";

    #[test]
    fn what_panics_is_found_where_bytes_come_in() {
        for line in [
            "assert!(length < 8);",
            "assert_eq!(a, b);",
            "unreachable!()",
            "panic!(\"too long\")",
            "let a = b.expect(\"four bytes\");",
            "    .unwrap()",
        ] {
            let text = format!("fn f() {{\n{line}\n}}\n");
            let errors = found(AT, &text);
            assert_eq!(errors.len(), 1, "{line}: {errors:?}");
            assert!(errors[0].starts_with("crates/wire/src/segment.rs:2: may panic"));
            assert!(found("crates/queue/src/queue.rs", &text).is_empty());
            assert!(found("crates/wire/src/fuzz.rs", &text).is_empty());
            assert!(found("crates/wire/tests/vectors.rs", &text).is_empty());
        }
    }

    #[test]
    fn what_does_not_panic_is_left_alone() {
        for line in [
            "debug_assert!(length < 8);",
            "let a = b.unwrap_or(1).unwrap_or_default();",
            "let assert = expect(a);",
            "// .unwrap() and assert!(x)",
            "let a = \".unwrap()\";",
            "const _: () = assert!(A == B);",
            "const _: () = {\n    assert!(A == B);\n    assert!(B == C);\n};",
            "const { assert!(A == B) };",
            "#[expect(clippy::large_enum_variant, reason = \"\")]",
        ] {
            assert!(
                found(AT, &format!("fn f() {{\n{line}\n}}\n")).is_empty(),
                "{line}"
            );
        }
        let tests = "fn f() {}\n#[cfg(test)]\nmod tests {\n    fn g() { a.unwrap(); }\n}\n";
        assert!(found(AT, tests).is_empty());
        let behind = "const { assert!(A) };\nfn f() { a.unwrap() }\n";
        assert_eq!(found(AT, behind).len(), 1);
    }

    #[test]
    fn crates_that_take_bytes_apart_do_not_index() {
        let root = "crates/wire/src/lib.rs";
        assert_eq!(found(root, "//! Wire.\nmod a;\n").len(), 1);
        let with = "//! Wire.\n#![warn(clippy::indexing_slicing)]\nmod a;\n";
        assert!(found(root, with).is_empty());
    }

    #[test]
    fn a_reason_stands_right_above() {
        let with = |above: &str| found(AT, &format!("fn f() {{\n{above}\n    a.unwrap();\n}}\n"));
        assert!(with("    // invariant: the table has it").is_empty());
        assert!(with("    // invariant: the table has it,\n    // and always will").is_empty());
        assert_eq!(with("    // the table has it").len(), 1);
        assert_eq!(with("    // invariant: ").len(), 1);
        assert_eq!(
            with("    // invariant: the table has it\n    b();").len(),
            1
        );
    }
}
