//! Text of documents.

use super::chars::is_allowed;
use std::borrow::Cow;

/// Writes a document, element after element, so that reading it gives the same names, values and texts.
///
/// Characters XML has no spelling for become U+FFFD; [`is_allowed`] tells them. Names are as the caller gives them, with their prefixes.
#[derive(Debug)]
pub struct Writer {
    text: String,
    /// Names of the elements that are open.
    open: Vec<Cow<'static, str>>,
    /// The last tag still waits for attributes.
    in_tag: bool,
}

impl Default for Writer {
    fn default() -> Self {
        Self::new()
    }
}

impl Writer {
    /// A document with its declaration.
    #[must_use]
    pub fn new() -> Self {
        Self {
            text: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned(),
            open: Vec::new(),
            in_tag: false,
        }
    }

    /// Writes the document type of Java's properties.
    pub fn properties_doctype(&mut self) {
        self.text
            .push_str("<!DOCTYPE properties SYSTEM \"http://java.sun.com/dtd/properties.dtd\">\n");
    }

    /// Begins an element. Attributes may follow, then text and elements.
    pub fn open(&mut self, name: impl Into<Cow<'static, str>>) -> &mut Self {
        let name = name.into();
        self.end_tag();
        self.text.push('<');
        self.text.push_str(&name);
        self.open.push(name);
        self.in_tag = true;
        self
    }

    /// Adds an attribute to the element that was begun last and has nothing in it so far.
    pub fn attribute(&mut self, name: &str, value: &str) -> &mut Self {
        debug_assert!(self.in_tag, "attributes come first");
        self.text.push(' ');
        self.text.push_str(name);
        self.text.push_str("=\"");
        for char in value.chars() {
            match char {
                '"' => self.text.push_str("&quot;"),
                // As they are they would be read as blanks.
                '\t' => self.text.push_str("&#9;"),
                '\n' => self.text.push_str("&#10;"),
                char => self.escape(char),
            }
        }
        self.text.push('"');
        self
    }

    /// Adds an attribute if there is a value.
    pub fn attribute_if(&mut self, name: &str, value: Option<&str>) -> &mut Self {
        match value {
            Some(value) => self.attribute(name, value),
            None => self,
        }
    }

    /// Adds text to the innermost element.
    pub fn text(&mut self, text: &str) -> &mut Self {
        self.end_tag();
        for char in text.chars() {
            self.escape(char);
        }
        self
    }

    /// Ends the innermost element.
    pub fn close(&mut self) {
        let Some(name) = self.open.pop() else {
            return;
        };
        if std::mem::take(&mut self.in_tag) {
            self.text.push_str("/>");
        } else {
            self.text.push_str("</");
            self.text.push_str(&name);
            self.text.push('>');
        }
    }

    /// An element with nothing but text.
    pub fn leaf(&mut self, name: &'static str, text: &str) {
        self.open(name).text(text);
        self.close();
    }

    /// An element with nothing but text, if there is one.
    pub fn leaf_if(&mut self, name: &'static str, text: Option<&str>) {
        if let Some(text) = text {
            self.leaf(name, text);
        }
    }

    /// The document. Elements that are still open are ended.
    #[must_use]
    pub fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.close();
        }
        self.text.push('\n');
        self.text
    }

    fn end_tag(&mut self) {
        if std::mem::take(&mut self.in_tag) {
            self.text.push('>');
        }
    }

    fn escape(&mut self, char: char) {
        match char {
            '<' => self.text.push_str("&lt;"),
            '>' => self.text.push_str("&gt;"),
            '&' => self.text.push_str("&amp;"),
            // As it is it would be read as a line feed.
            '\r' => self.text.push_str("&#13;"),
            char if is_allowed(char) => self.text.push(char),
            _ => self.text.push('\u{FFFD}'),
        }
    }
}
