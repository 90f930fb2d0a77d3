//! What prints does it by `base::output`: `println!` and its like panic where nobody reads any more, as behind `| head -1`.
//!
//! That holds for whatever users run. Tests, the simulator, the contract suite and xtask are run by who builds, and print as they like.

use super::findings::{Findings, SourceFile};
use super::scan::{code_only, lines_with_word};

const MACROS: &[&str] = &["println", "print", "eprintln", "eprint", "dbg"];

const FREE: &[&str] = &["crates/sim/", "crates/contract/"];

/// Nothing that users run prints by what panics.
pub(crate) fn check(files: &[SourceFile], findings: &mut Findings) {
    for file in files.iter().filter(|file| is_run_by_users(&file.path)) {
        let end = file.text.find("\n#[cfg(test)]\nmod ");
        let code = code_only(&file.text[..end.unwrap_or(file.text.len())]);
        for name in MACROS {
            for line in lines_with_word(&code, name) {
                let text = code.lines().nth(line - 1).unwrap_or_default();
                if text.contains(&format!("{name}!")) {
                    findings.error(
                        &format!("{}:{line}", file.path),
                        "panics where nobody reads what is printed: print by base::output",
                    );
                }
            }
        }
    }
}

fn is_run_by_users(path: &str) -> bool {
    path.starts_with("crates/")
        && path.contains("/src/")
        && path.ends_with(".rs")
        && !path.ends_with("tests.rs")
        && !path.contains("/tests/")
        && !FREE.iter().any(|free| path.starts_with(free))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::findings::errors_of;

    #[test]
    fn what_users_run_does_not_print_by_what_panics() {
        for line in [
            "println!(\"ready\");",
            "    eprint!(\"{a}\");",
            "let a = dbg!(b);",
        ] {
            let text = format!("fn f() {{\n{line}\n}}\n");
            let found = errors_of(check, "crates/bench/src/processes.rs", &text);
            assert_eq!(found.len(), 1, "{line}: {found:?}");
            assert!(found[0].starts_with("crates/bench/src/processes.rs:2: panics"));
            for free in [
                "crates/sim/src/main.rs",
                "crates/cli/tests/life.rs",
                "crates/qmgr/src/store_tests.rs",
                "xtask/src/main.rs",
            ] {
                assert!(errors_of(check, free, &text).is_empty(), "{free}");
            }
        }
    }

    #[test]
    fn texts_comments_and_tests_may_name_it() {
        for text in [
            "fn f() {\n// println!(a)\n}\n",
            "const A: &str = \"println!(a)\";\n",
            "fn print(a: u8) {}\nfn f() { print(1) }\n",
            "fn f() {}\n#[cfg(test)]\nmod tests {\n    fn g() { println!(); }\n}\n",
        ] {
            assert!(
                errors_of(check, "crates/cli/src/help.rs", text).is_empty(),
                "{text}"
            );
        }
    }
}
