//! Sizes of files and functions, and where unsafe code lives.

use super::scan::{code_only, functions, lines_with_word};
use super::{Findings, SourceFile};

/// A file is looked at again when it is longer, and refused when it is longer still. Tests in the file
/// do not count.
const FILE_LINES_AIM: usize = 600;
const FILE_LINES_MAX: usize = 1000;
const FUNCTION_LINES_AIM: usize = 70;
const FUNCTION_LINES_MAX: usize = 100;

/// Where unsafe code may be. Everything else forbids it.
const UNSAFE_ADDRESSES: &[&str] = &[
    "crates/binding/",
    "crates/capi/",
    "crates/pam/",
    "crates/base/src/os.rs",
    "crates/base/src/os/",
    // A program for a crate of others, whose call for MQCTL is unsafe. Nothing of ours is built on it.
    "tests/clients/rust/",
];

fn rust_files(files: &[SourceFile]) -> impl Iterator<Item = &SourceFile> {
    files
        .iter()
        .filter(|file| file.path.ends_with(".rs") && !file.path.contains("/generated/"))
}

/// Files and functions stay short enough to be read.
pub(crate) fn check_sizes(files: &[SourceFile], findings: &mut Findings) {
    for file in rust_files(files) {
        let lines = product_lines(&file.text);
        if lines > FILE_LINES_MAX {
            findings.error(
                &file.path,
                &format!("{lines} lines, more than {FILE_LINES_MAX}"),
            );
        } else if lines > FILE_LINES_AIM {
            findings.warning(
                &file.path,
                &format!("{lines} lines, aim for {FILE_LINES_AIM}"),
            );
        }
        for function in functions(&code_only(&file.text)) {
            let place = format!("{}:{}", file.path, function.line);
            let what = format!("function {} has {} lines", function.name, function.lines);
            if function.lines > FUNCTION_LINES_MAX {
                findings.error(&place, &format!("{what}, more than {FUNCTION_LINES_MAX}"));
            } else if function.lines > FUNCTION_LINES_AIM {
                findings.warning(&place, &format!("{what}, aim for {FUNCTION_LINES_AIM}"));
            }
        }
    }
}

/// Lines before the tests of the file.
fn product_lines(text: &str) -> usize {
    let end = text.find("\n#[cfg(test)]\nmod ").unwrap_or(text.len());
    text[..end].lines().count()
}

/// Unsafe code stays at its addresses.
pub(crate) fn check_unsafe(files: &[SourceFile], findings: &mut Findings) {
    let elsewhere =
        rust_files(files).filter(|file| !UNSAFE_ADDRESSES.iter().any(|a| file.path.starts_with(a)));
    for file in elsewhere {
        for line in lines_with_word(&code_only(&file.text), "unsafe") {
            findings.error(
                &format!("{}:{line}", file.path),
                "unsafe code outside its addresses",
            );
        }
    }
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

    #[test]
    fn unsafe_code_is_found_outside_its_addresses_only() {
        let code = "fn f() { unsafe { g() } }\n";
        let files = [
            file("crates/queue/src/lib.rs", code),
            file("crates/base/src/os.rs", code),
        ];
        let mut findings = Findings::default();
        check_unsafe(&files, &mut findings);
        assert_eq!(
            findings.errors,
            ["crates/queue/src/lib.rs:1: unsafe code outside its addresses"]
        );
    }

    #[test]
    fn long_files_and_functions_are_found_and_tests_do_not_count() {
        let long_function = format!("fn f() {{\n{}}}\n", "    g();\n".repeat(100));
        let long_file = "// line\n".repeat(1001);
        let tested = format!(
            "// line\n#[cfg(test)]\nmod tests {{\n{}}}\n",
            "// line\n".repeat(2000)
        );
        let files = [
            file("a.rs", &long_function),
            file("b.rs", &long_file),
            file("c.rs", &tested),
        ];
        let mut findings = Findings::default();
        check_sizes(&files, &mut findings);
        assert_eq!(findings.errors.len(), 2, "{:?}", findings.errors);
        assert!(findings.errors[0].starts_with("a.rs:1: function f has 102 lines"));
        assert!(findings.errors[1].starts_with("b.rs: 1001 lines"));
    }
}
