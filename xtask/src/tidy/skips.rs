//! A test that is not tried says so in one way, by which it is seen and counted: `skipped::skip` of crate `base`.

use super::findings::{Findings, SourceFile};

/// Macros that show a line to nobody when a test passes.
const PRINTING: &[&str] = &["println!(", "eprintln!(", "print!(", "eprint!("];
/// How lines begin that say a test was not tried.
const SAYING: &[&str] = &["not run", "not tried", "skip"];

/// Nothing prints that a test was not run.
pub(crate) fn check(files: &[SourceFile], findings: &mut Findings) {
    let is_ours =
        |file: &&SourceFile| file.path.starts_with("crates/") && file.path.ends_with(".rs");
    for file in files.iter().filter(is_ours) {
        for at in printed_skips(&file.text) {
            let line = file.text[..at].matches('\n').count() + 1;
            findings.error(
                &format!("{}:{line}", file.path),
                "a skipped test that nobody counts: say so with ferromq_base::skipped::skip",
            );
        }
    }
}

/// Where such lines are printed. The text may stand on the line behind the macro.
fn printed_skips(text: &str) -> Vec<usize> {
    let mut found: Vec<usize> = Vec::new();
    for name in PRINTING {
        found.extend(text.match_indices(name).filter_map(|(at, _)| {
            let said = text[at + name.len()..].trim_start().strip_prefix('"')?;
            let said = said.to_ascii_lowercase();
            SAYING
                .iter()
                .any(|words| said.starts_with(words))
                .then_some(at)
        }));
    }
    found.sort_unstable();
    // `println!(` is found in `eprintln!(` again.
    found.dedup_by(|later, earlier| *later - *earlier == 1);
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::findings::errors_of;

    fn found(path: &str, text: &str) -> Vec<String> {
        errors_of(check, path, text)
    }

    #[test]
    fn what_is_printed_of_a_skipped_test_is_found() {
        let path = "crates/pam/tests/services.rs";
        let text = "a();\nprintln!(\"not run: {error}\");\neprintln!(\n    \"Skipped: why\"\n);\n";
        let errors = found(path, text);
        assert_eq!(errors.len(), 2, "{errors:?}");
        assert!(errors[0].starts_with("crates/pam/tests/services.rs:2: "));
        assert!(errors[1].starts_with("crates/pam/tests/services.rs:3: "));
    }

    #[test]
    fn other_lines_and_other_files_are_not() {
        let path = "crates/pam/tests/services.rs";
        assert!(found(path, "println!(\"{} runs, 3 skipped\", 2);\n").is_empty());
        assert!(found(path, "skip(\"a test\", \"not run\");\n").is_empty());
        assert!(found("xtask/src/java.rs", "println!(\"not run\");\n").is_empty());
    }
}
