//! Sizes of files and functions, and where unsafe code lives.

use super::findings::{Findings, SourceFile};
use super::scan::{Function, code_only, functions, lines_with_word};

/// A file is looked at again when it is longer, and refused when it is longer still. Tests in the file
/// do not count, nor do comments and empty lines: nobody is to explain less for a limit.
const FILE_LINES_AIM: usize = 600;
const FILE_LINES_MAX: usize = 1000;
const FUNCTION_LINES_AIM: usize = 70;
const FUNCTION_LINES_MAX: usize = 100;

/// Stands above a function that is long because it is one `match` or list over a closed set, and says of what:
/// `// tidy: one arm per command`. Such a function has little besides, and nothing long in an arm.
const ALLOWANCE: &str = "// tidy: one arm per ";
const LINES_BESIDE_ARMS_MAX: usize = 20;
const ARM_LINES_MAX: usize = 16;

/// Where unsafe code may be. Everything else forbids it.
const UNSAFE_ADDRESSES: &[&str] = &[
    "crates/binding/",
    "crates/capi/src/rim/",
    "crates/pam/",
    "crates/postgres/",
    "crates/base/src/credentials.rs",
    "crates/base/src/os.rs",
    // A program for a crate of others, whose call for MQCTL is unsafe. Nothing of ours is built on it.
    "tests/clients/rust/",
];

fn rust_files(files: &[SourceFile]) -> impl Iterator<Item = &SourceFile> {
    files
        .iter()
        .filter(|file| file.path.ends_with(".rs") && !file.path.contains("/generated/"))
}

/// Files and functions stay short enough to be read. Tests tell what happens one thing after the other, and are read so:
/// they are only kept from growing without end.
pub(crate) fn check_sizes(files: &[SourceFile], findings: &mut Findings) {
    for file in rust_files(files) {
        let product = product(&file.text);
        let lines = code_lines(product.lines()) - table_lines(product);
        if lines > FILE_LINES_MAX {
            findings.error(
                &file.path,
                &format!("{lines} lines, more than {FILE_LINES_MAX}"),
            );
        } else if lines > FILE_LINES_AIM && !is_test(&file.path) {
            findings.warning(
                &file.path,
                &format!("{lines} lines, aim for {FILE_LINES_AIM}"),
            );
        }
        let product_end = product.lines().count();
        for function in functions(&code_only(&file.text)) {
            let is_test = is_test(&file.path) || function.line > product_end;
            check_function(file, &function, is_test, findings);
        }
    }
}

/// Whether a file is there for tests only.
fn is_test(path: &str) -> bool {
    path.contains("/tests/")
        || path.ends_with("/tests.rs")
        || path.ends_with("_tests.rs")
        || path.starts_with("crates/contract/")
}

/// Lines of tables: of constant lists, which nobody has to follow.
fn table_lines(product: &str) -> usize {
    let mut lines = product.lines();
    let mut count = 0;
    while let Some(line) = lines.next() {
        let words = line
            .split_whitespace()
            .skip_while(|word| word.starts_with("pub"));
        let is_constant = words.take(1).any(|word| matches!(word, "const" | "static"));
        if is_constant && line.ends_with('[') && !line.starts_with(' ') {
            count += code_lines(lines.by_ref().take_while(|line| *line != "];"));
        }
    }
    count
}

/// Lines that hold more than a comment.
fn code_lines<'a>(lines: impl Iterator<Item = &'a str>) -> usize {
    let lines = lines.map(str::trim);
    lines
        .filter(|line| !line.is_empty() && !line.starts_with("//"))
        .count()
}

fn check_function(file: &SourceFile, function: &Function, is_test: bool, findings: &mut Findings) {
    let place = format!("{}:{}", file.path, function.line);
    let text = file.text.lines().skip(function.line - 1);
    let lines = code_lines(text.take(function.lines));
    let what = format!("function {} has {lines} lines", function.name);
    if lines > FUNCTION_LINES_MAX {
        findings.error(&place, &format!("{what}, more than {FUNCTION_LINES_MAX}"));
        return;
    }
    let is_long = lines > FUNCTION_LINES_AIM;
    let Some(allowance) = allowance(&file.text, function.line) else {
        if is_long && !is_test {
            findings.warning(&place, &format!("{what}, aim for {FUNCTION_LINES_AIM}"));
        }
        return;
    };
    let arms = &function.enumeration;
    let beside = function.lines - arms.lines;
    if !is_long {
        findings.error(&place, &format!("{what}: take away '{allowance}'"));
    } else if beside > LINES_BESIDE_ARMS_MAX {
        let most = format!("{beside} beside its arms, more than {LINES_BESIDE_ARMS_MAX}");
        findings.error(&place, &format!("{what}, {most}"));
    } else if arms.longest_arm_lines > ARM_LINES_MAX {
        let most = format!(
            "{} in one arm, more than {ARM_LINES_MAX}",
            arms.longest_arm_lines
        );
        findings.error(&place, &format!("{what}, {most}"));
    }
}

/// The allowance in the comments and attributes above the function on that line, counted from 1.
fn allowance(text: &str, line: usize) -> Option<&str> {
    let above: Vec<&str> = text.lines().take(line - 1).map(str::trim).collect();
    above
        .into_iter()
        .rev()
        .take_while(|line| line.starts_with("//") || line.starts_with("#["))
        .find(|line| {
            line.strip_prefix(ALLOWANCE)
                .is_some_and(|of| !of.is_empty())
        })
}

/// What comes before the tests of the file.
fn product(text: &str) -> &str {
    let mut at = 0;
    // What stands at the top of many files is the name of a file of tests, and no test.
    while let Some(found) = text[at..].find("\n#[cfg(test)]\nmod ") {
        let module = at + found + "\n#[cfg(test)]\n".len();
        let line = text[module..].lines().next().unwrap_or_default();
        if line.trim_end().ends_with('{') {
            return &text[..at + found];
        }
        at = module;
    }
    text
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
        let long_file = format!(
            "line\n#[cfg(test)]\nmod tests;\n{}{}",
            "line\n".repeat(998),
            "// comment\n\n".repeat(1001)
        );
        let tested = format!(
            "line\n#[cfg(test)]\nmod tests {{\n{}}}\n",
            "line\n".repeat(2000)
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

    #[test]
    fn comments_do_not_make_a_function_long_and_tests_may_be_longer() {
        let function = |inside: &str| format!("fn f() {{\n{inside}}}\n");
        let warned = |path: &str, text: String| {
            let mut findings = Findings::default();
            check_sizes(&[file(path, &text)], &mut findings);
            findings.warnings.len()
        };
        let long = function(&"    g();\n".repeat(80));
        let explained = function(&"    // Why.\n\n    g();\n".repeat(40));
        assert_eq!(warned("a.rs", long.clone()), 1);
        assert_eq!(warned("a.rs", explained), 0);
        assert_eq!(warned("crates/a/tests/b.rs", long.clone()), 0);
        let inside = format!("fn f() {{}}\n\n#[cfg(test)]\nmod tests {{\n{long}}}\n");
        assert_eq!(warned("a.rs", inside), 0);
        // Above all other code the tests are named, and stand in a file of their own.
        let named = format!("//! What.\n\n#[cfg(test)]\nmod tests;\n{long}");
        assert_eq!(warned("a.rs", named), 1);
    }

    #[test]
    fn tables_do_not_make_a_file_long() {
        let rows = "    row(1),\n".repeat(2000);
        let errors = |text: String| {
            let mut findings = Findings::default();
            check_sizes(&[file("a.rs", &text)], &mut findings);
            findings.errors
        };
        let code = "line\n".repeat(500);
        for start in [
            "const ROWS: &[Row] = &[",
            "pub(crate) static ROWS: [Row; 2000] = [",
        ] {
            assert!(errors(format!("{code}{start}\n{rows}];\n")).is_empty());
        }
        let inside = format!("{code}    let rows = [\n{rows}    ];\n");
        assert_eq!(errors(inside).len(), 1);
    }

    #[test]
    fn a_long_match_is_allowed_with_its_reason_and_nothing_else_is() {
        let above = "// tidy: one arm per letter\n#[inline]\n";
        let of_arms = |arms: usize, arm: &str, beside: &str| {
            let arms = arm.repeat(arms);
            format!("fn f() {{\n{beside}    match x {{\n{arms}    }}\n}}\n")
        };
        let arm = "        A => 1,\n";
        let long_arm = format!(
            "        A => {{\n{}        }}\n",
            "            g();\n".repeat(20)
        );
        let beside = "    g();\n".repeat(20);
        let found = |text: String| {
            let mut findings = Findings::default();
            check_sizes(&[file("a.rs", &text)], &mut findings);
            (findings.errors.len(), findings.warnings.len())
        };
        assert_eq!(found(of_arms(80, arm, "")), (0, 1));
        assert_eq!(found(format!("{above}{}", of_arms(80, arm, ""))), (0, 0));
        assert_eq!(found(format!("{above}{}", of_arms(110, arm, ""))), (1, 0));
        assert_eq!(found(format!("{above}{}", of_arms(20, arm, ""))), (1, 0));
        assert_eq!(
            found(format!("{above}{}", of_arms(4, &long_arm, ""))),
            (1, 0)
        );
        assert_eq!(
            found(format!("{above}{}", of_arms(60, arm, &beside))),
            (1, 0)
        );
        let elsewhere = format!("{above}fn g() {{}}\n{}", of_arms(80, arm, ""));
        assert_eq!(found(elsewhere), (1, 1));
    }
}
