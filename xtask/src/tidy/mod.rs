//! Checks the rules of the house that no compiler knows.
//!
//! Each check reads the files git knows or would add, and returns what it found. Findings fail the command,
//! warnings are printed. Nothing here builds anything, so it is quick.

mod access;
mod circles;
mod findings;
mod floors;
mod locks;
mod manifests;
mod notices;
mod panics;
mod prints;
mod scan;
mod skips;
mod sources;
mod tree;
mod uses;

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::generate;
use findings::{Findings, SourceFile};

/// Runs every check. The error lists all broken rules.
pub(crate) fn run(root: &Path) -> Result<String, String> {
    let files = files(root)?;
    let mut findings = Findings::default();
    manifests::check_floors(&files, &mut findings);
    manifests::check_map(&files, &mut findings);
    manifests::check_dependencies(&files, &mut findings);
    manifests::check_tests(&files, &mut findings);
    sources::check_sizes(&files, &mut findings);
    sources::check_unsafe(&files, &mut findings);
    panics::check(&files, &mut findings);
    prints::check(&files, &mut findings);
    notices::check(&files, &mut findings);
    access::check(&files, &mut findings);
    circles::check(&files, &mut findings);
    floors::check(&files, &mut findings);
    locks::check(&files, &mut findings);
    skips::check(&files, &mut findings);
    tree::check_names(&files, &mut findings);
    tree::check_documents(&files, &mut findings);
    tree::check_machine(root, &files, &mut findings);
    if let Err(stale) = generate::check(root) {
        findings.errors.push(stale);
    }
    for warning in &findings.warnings {
        println!("warning: {warning}");
    }
    if findings.errors.is_empty() {
        return Ok(format!(
            "tidy: {} files in order, {} warnings",
            files.len(),
            findings.warnings.len()
        ));
    }
    Err(format!(
        "{}\ntidy: {} rules broken",
        findings.errors.join("\n"),
        findings.errors.len()
    ))
}

/// The text files git knows or would add.
fn files(root: &Path) -> Result<Vec<SourceFile>, String> {
    let output = Command::new("git")
        .args([
            "ls-files",
            "-z",
            "--cached",
            "--others",
            "--exclude-standard",
        ])
        .current_dir(root)
        .output()
        .map_err(|e| format!("git ls-files: {e}"))?;
    if !output.status.success() {
        return Err(format!(
            "git ls-files: {}",
            String::from_utf8_lossy(&output.stderr)
        ));
    }
    let names = String::from_utf8_lossy(&output.stdout).into_owned();
    let present = names
        .split('\0')
        .filter(|name| !name.is_empty())
        .filter_map(|name| {
            let text = fs::read_to_string(root.join(name)).ok()?;
            Some(SourceFile {
                path: name.to_owned(),
                text,
            })
        });
    Ok(present.collect())
}
