//! Numbers and sentences of notices are in `tables/notices.csv`, those of file transfer in `tables/transfer_notices.csv`, and nowhere else: product code names the generated
//! entries.

use super::findings::{Findings, SourceFile};

/// No string in product code is the number of a notice, or begins with one.
pub(crate) fn check(files: &[SourceFile], findings: &mut Findings) {
    for file in files.iter().filter(|file| is_product(&file.path)) {
        let end = file.text.find("\n#[cfg(test)]\nmod ");
        let text = &file.text[..end.unwrap_or(file.text.len())];
        for (at, line) in text.lines().enumerate() {
            if !line.trim_start().starts_with("//") && has_number(line) {
                findings.error(
                    &format!("{}:{}", file.path, at + 1),
                    "the number of a notice: name its entry of the table (generated::notices)",
                );
            }
        }
    }
}

fn is_product(path: &str) -> bool {
    path.starts_with("crates/")
        && path.ends_with(".rs")
        && path.contains("/src/")
        && !path.contains("/generated/")
        && !path.ends_with("tests.rs")
        && !path.contains("/tests/")
        // Tests, every line of it.
        && !path.starts_with("crates/contract/")
        && !path.starts_with("crates/sim/")
}

/// Whether a string of the line begins with the number of a notice.
fn has_number(line: &str) -> bool {
    line.split('"').skip(1).any(|text| {
        let digits = text.strip_prefix("AMQ").or(text.strip_prefix("FMQ"));
        let of_transfer = text.strip_prefix("BFG").and_then(|rest| rest.get(2..));
        let digits = digits
            .or(of_transfer)
            .and_then(|rest| rest.get(..4))
            .unwrap_or_default();
        digits.len() == 4 && digits.bytes().all(|digit| digit.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(path: &str, text: &str) -> usize {
        let file = SourceFile {
            path: path.to_owned(),
            text: text.to_owned(),
        };
        let mut findings = Findings::default();
        check(&[file], &mut findings);
        findings.errors.len()
    }

    #[test]
    fn numbers_in_strings_of_product_code_are_found() {
        let product = "crates/server/src/x.rs";
        assert_eq!(findings(product, "note(\"AMQ9519E\", text);\n"), 1);
        assert_eq!(
            findings(product, "note(\"FMQ0001\", \"AMQ8004I: x\");\n"),
            1
        );
        assert_eq!(findings(product, "note(\"BFGIO0006E: x\");\n"), 1);
        assert_eq!(
            findings(product, "note(&AMQ9519, \"AMQERR01.LOG\"); // AMQ9519\n"),
            0
        );
        assert_eq!(findings(product, "/// As \"AMQ9519E\" says.\n"), 0);
        let test = "fn x() {}\n#[cfg(test)]\nmod tests { const N: &str = \"AMQ9519E\"; }\n";
        assert_eq!(findings(product, test), 0);
        assert_eq!(findings("crates/server/tests/x.rs", "\"AMQ9519E\""), 0);
    }
}
