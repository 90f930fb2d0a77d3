//! What may touch the disk on a thread that must not is in a table, with its reason.

use super::findings::{Findings, SourceFile};

const TABLE: &str = "crates/qmgr/README.md";
const CALL: &str = "access::allow(";

/// Each `access::allow` names a row of the table, and each row is named.
pub(crate) fn check(files: &[SourceFile], findings: &mut Findings) {
    let table = files.iter().find(|file| file.path == TABLE);
    let rows: Vec<&str> = table.map_or_else(Vec::new, |file| rows(&file.text));
    let mut named = Vec::new();
    for file in files.iter().filter(|file| is_product(&file.path)) {
        for (at, line) in file.text.lines().enumerate() {
            let Some((_, argument)) = line.split_once(CALL) else {
                continue;
            };
            let reason = argument.split('"').nth(1).unwrap_or_default();
            if !rows.contains(&reason) {
                let place = format!("{}:{}", file.path, at + 1);
                findings.error(&place, &format!("no row of {TABLE} is called '{reason}'"));
            }
            named.push(reason);
        }
    }
    for row in rows.iter().filter(|row| !named.contains(row)) {
        findings.error(TABLE, &format!("nobody allows '{row}' any more"));
    }
}

fn is_product(path: &str) -> bool {
    let is_source = path.starts_with("crates/") && path.ends_with(".rs") && path.contains("/src/");
    // The simulator plays other threads.
    is_source && !path.starts_with("crates/sim/")
}

/// The first column of the table of what is allowed.
fn rows(text: &str) -> Vec<&str> {
    let table = text
        .lines()
        .skip_while(|line| !line.starts_with("| allowed |"));
    let rows = table.skip(2).take_while(|line| line.starts_with('|'));
    rows.filter_map(|row| Some(row.split('|').nth(1)?.trim()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(code: &str) -> Vec<String> {
        let file = |path: &str, text: &str| SourceFile {
            path: path.to_owned(),
            text: text.to_owned(),
        };
        let table = "# x\n| allowed | where |\n| --- | --- |\n| a force | log |\n\n| b | c |\n";
        let files = [file(TABLE, table), file("crates/x/src/y.rs", code)];
        let mut findings = Findings::default();
        check(&files, &mut findings);
        findings.errors
    }

    #[test]
    fn each_allowance_is_a_row_and_each_row_is_used() {
        let used = "let _a = access::allow(\"a force\");\n";
        assert!(findings(used).is_empty());
        assert_eq!(findings("").len(), 1, "nobody uses the row");
        let other = format!("{used}let _a = access::allow(\"b\");\n");
        assert_eq!(findings(&other).len(), 1, "it is no row of this table");
    }
}
