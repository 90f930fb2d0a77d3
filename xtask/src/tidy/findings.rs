//! What a check reads, and what it found.

/// What a check found.
#[derive(Default)]
pub(crate) struct Findings {
    /// Broken rules.
    pub(crate) errors: Vec<String>,
    /// Things to look at.
    pub(crate) warnings: Vec<String>,
}

impl Findings {
    pub(super) fn error(&mut self, place: &str, what: &str) {
        self.errors.push(format!("{place}: {what}"));
    }

    pub(super) fn warning(&mut self, place: &str, what: &str) {
        self.warnings.push(format!("{place}: {what}"));
    }
}

/// A text file of the project.
#[derive(Clone)]
pub(crate) struct SourceFile {
    /// Its path from the repository root, with forward slashes.
    pub(crate) path: String,
    pub(crate) text: String,
}

/// The rules one file breaks by a check.
#[cfg(test)]
pub(super) fn errors_of(
    check: fn(&[SourceFile], &mut Findings),
    path: &str,
    text: &str,
) -> Vec<String> {
    let file = SourceFile {
        path: path.to_owned(),
        text: text.to_owned(),
    };
    let mut findings = Findings::default();
    check(&[file], &mut findings);
    findings.errors
}
