//! A document as a tree.

use super::problem::{Problem, ProblemKind, beginning};
use std::sync::Arc;

/// One element, with what lies in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Element {
    /// Its name without a prefix.
    pub name: String,
    /// The name space it is in, empty for none. All elements that are in it by one declaration share it.
    pub namespace: Arc<str>,
    /// Its attributes without a prefix, by name and value, in the order they were written in. Those with a prefix are in a name space of
    /// others and are left out: declarations, and what names schemas.
    pub attributes: Vec<(String, String)>,
    /// The elements right in it.
    pub children: Vec<Element>,
    /// The characters right in it, those between its children in one.
    pub text: String,
    /// The line it begins in, from 1.
    pub line: u32,
}

impl Element {
    /// An attribute's value as it was written.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    /// The first child of that name, in whatever name space.
    #[must_use]
    pub fn child(&self, name: &str) -> Option<&Element> {
        self.children.iter().find(|child| child.name == name)
    }

    /// All children of that name, in their order.
    pub fn children<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Element> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// The first child of that name.
    ///
    /// # Errors
    /// [`ProblemKind::Missing`] when there is none.
    pub fn needed(&self, name: &'static str) -> Result<&Element, Problem> {
        self.child(name).ok_or_else(|| self.missing(name))
    }

    /// An attribute's value.
    ///
    /// # Errors
    /// [`ProblemKind::Missing`] when there is none.
    pub fn needed_attribute(&self, name: &'static str) -> Result<&str, Problem> {
        self.attribute(name).ok_or_else(|| self.missing(name))
    }

    /// The text without white space around it: for names and numbers, which have none.
    #[must_use]
    pub fn trimmed(&self) -> &str {
        trim(&self.text)
    }

    /// What is missing here.
    pub(crate) fn missing(&self, what: &'static str) -> Problem {
        let element = beginning(&self.name);
        self.problem(ProblemKind::Missing { element, what })
    }

    /// A value of this element, or of an attribute of it, that is none of those it may have.
    pub(crate) fn wrong(&self, of: &str, found: &str, wanted: &'static str) -> Problem {
        Problem::value(self.line, of, found, wanted)
    }

    /// A problem at this element.
    pub(crate) fn problem(&self, kind: ProblemKind) -> Problem {
        Problem {
            line: self.line,
            kind,
        }
    }
}

/// Without the white space of XML at both ends.
pub(crate) fn trim(text: &str) -> &str {
    text.trim_matches([' ', '\t', '\r', '\n'])
}
