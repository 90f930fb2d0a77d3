//! What a column is in a document.

use super::statement::NewRow;
use crate::xml::Element;

/// A column, and the path of its value: names of elements, and perhaps an attribute at the end.
pub(super) type Field = (&'static str, &'static str);

/// The value at a path, without white space around it; empty if it is not there. Several texts of one name stand one behind the other.
pub(super) fn at(from: &Element, path: &str) -> String {
    let mut found = vec![from];
    for step in path.split('/') {
        if let Some(name) = step.strip_prefix('@') {
            let value = found.first().and_then(|element| element.attribute(name));
            return value.unwrap_or_default().trim().to_owned();
        }
        found = found
            .into_iter()
            .flat_map(|element| element.children(step))
            .collect();
    }
    let texts = found.into_iter().map(Element::trimmed);
    let texts: Vec<_> = texts.filter(|text| !text.is_empty()).collect();
    texts.join(" ")
}

/// The elements at a path.
pub(super) fn all<'a>(from: &'a Element, path: &'a str) -> Vec<&'a Element> {
    let mut found = vec![from];
    for step in path.split('/') {
        found = found
            .into_iter()
            .flat_map(|element| element.children(step))
            .collect();
    }
    found
}

impl NewRow {
    /// Sets what a document has of these columns.
    pub(super) fn fill(self, fields: &[Field], from: &Element) -> Self {
        let fields = fields.iter();
        fields.fold(self, |row, (column, path)| row.set(column, at(from, path)))
    }
}

/// `Y`, `N`, or nothing.
pub(super) fn flag(text: &str) -> &'static str {
    match text {
        "true" | "yes" | "1" => "Y",
        "false" | "no" | "0" => "N",
        _ => "",
    }
}
