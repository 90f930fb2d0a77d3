//! Bytes to a tree.

use super::chars::{is_allowed, is_name};
use super::problem::{Problem, ProblemKind, beginning};
use super::tree::Element;
use super::{ATTRIBUTES_MAX, DEPTH_MAX, DOCUMENT_BYTES_MAX, ELEMENTS_MAX, PREFIXES_MAX};
use quick_xml::escape::{EscapeError, resolve_predefined_entity};
use quick_xml::events::{BytesDecl, BytesRef, BytesStart, BytesText, Event};
use quick_xml::{Error, Reader, XmlVersion};
use std::sync::Arc;

/// Reads a document.
///
/// # Errors
/// Whatever of [`ProblemKind`] is found first, up to [`ProblemKind::TooManyPrefixes`]; what the elements mean is not looked at. The work is
/// bounded by the limits of this module, whatever the bytes are.
pub fn read(bytes: &[u8]) -> Result<Element, Problem> {
    read_as(bytes, false)
}

/// Reads a document of Java's properties: like [`read()`], and the document type of those may stand at its head. That is skipped.
///
/// # Errors
/// As [`read()`].
pub fn read_properties_document(bytes: &[u8]) -> Result<Element, Problem> {
    read_as(bytes, true)
}

fn read_as(bytes: &[u8], of_properties: bool) -> Result<Element, Problem> {
    let text = text_of(bytes)?;
    Building::new(text, of_properties).run()
}

/// The characters, when the document is short enough and they are all such as XML has.
fn text_of(bytes: &[u8]) -> Result<&str, Problem> {
    let at_start = |kind| Problem { line: 1, kind };
    if bytes.len() > DOCUMENT_BYTES_MAX {
        return Err(at_start(ProblemKind::TooLong(bytes.len())));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| Problem {
        line: line_at(bytes, error.valid_up_to()),
        kind: ProblemKind::NotUtf8,
    })?;
    match text.char_indices().find(|(_, char)| !is_allowed(*char)) {
        Some((at, char)) => Err(Problem {
            line: line_at(bytes, at),
            kind: ProblemKind::Character(char.into()),
        }),
        None => Ok(text),
    }
}

/// The line of a place.
fn line_at(bytes: &[u8], at: usize) -> u32 {
    let before = bytes.iter().take(at).filter(|byte| **byte == b'\n').count();
    u32::try_from(before).map_or(u32::MAX, |lines| lines.saturating_add(1))
}

/// A tree while it grows.
struct Building<'a> {
    text: &'a str,
    reader: Reader<&'a [u8]>,
    of_properties: bool,
    /// Up to where lines were counted, and the line there.
    counted: (usize, u32),
    /// Elements that have begun and not ended, the outermost first.
    open: Vec<Element>,
    /// Prefixes in scope: how many elements were open where each was declared, the prefix, the name space.
    prefixes: Vec<(usize, String, Arc<str>)>,
    elements: usize,
    root: Option<Element>,
    /// True before anything but a declaration and white space was found.
    at_head: bool,
}

impl<'a> Building<'a> {
    fn new(text: &'a str, of_properties: bool) -> Self {
        let mut reader = Reader::from_str(text);
        reader.config_mut().enable_all_checks(true);
        Self {
            text,
            reader,
            of_properties,
            counted: (0, 1),
            open: Vec::new(),
            prefixes: Vec::new(),
            elements: 0,
            root: None,
            at_head: true,
        }
    }

    fn run(mut self) -> Result<Element, Problem> {
        loop {
            let event = match self.reader.read_event() {
                Ok(event) => event,
                Err(error) => {
                    self.move_to(self.reader.error_position());
                    return Err(self.problem(of_parser(&error)));
                }
            };
            let ended = matches!(event, Event::Eof);
            let taken = self.take(event);
            self.move_to(self.reader.buffer_position());
            taken.map_err(|kind| self.problem(kind))?;
            if ended {
                return match self.root.take() {
                    Some(root) => Ok(root),
                    None => Err(self.problem(malformed("there is no element"))),
                };
            }
        }
    }

    fn take(&mut self, event: Event<'a>) -> Result<(), ProblemKind> {
        match event {
            Event::Start(start) => self.begin(&start)?,
            Event::Empty(start) => {
                self.begin(&start)?;
                self.end();
            }
            Event::End(_) => self.end(),
            Event::Text(text) => self.add_text(&text)?,
            Event::CData(data) => match self.open.last_mut() {
                Some(element) => element.text.push_str(&data.xml10_content()),
                None => return Err(malformed("text outside of the outermost element")),
            },
            Event::GeneralRef(reference) => self.add_reference(&reference)?,
            Event::Decl(declaration) if self.at_head => {
                check_declaration(&declaration, self.text)?;
            }
            Event::Decl(_) => return Err(malformed("a declaration that is not at the beginning")),
            Event::DocType(_) if self.root.is_some() || !self.open.is_empty() => {
                return Err(ProblemKind::DocumentType);
            }
            Event::DocType(doctype) => self.skip_doctype(&doctype)?,
            Event::Comment(_) | Event::PI(_) => {}
            Event::Eof if !self.open.is_empty() => {
                return Err(malformed("it ends within an element"));
            }
            Event::Eof => {}
        }
        self.at_head = false;
        Ok(())
    }

    fn begin(&mut self, start: &BytesStart<'_>) -> Result<(), ProblemKind> {
        if self.root.is_some() {
            return Err(malformed("a second outermost element"));
        }
        if self.open.len() == DEPTH_MAX {
            return Err(ProblemKind::TooDeep);
        }
        if self.elements == ELEMENTS_MAX {
            return Err(ProblemKind::TooManyElements);
        }
        self.elements += 1;
        let attributes = self.attributes(start)?;
        let name = start.name().0;
        if !is_name(name) {
            return Err(ProblemKind::Malformed(format!(
                "'{}' is no name",
                beginning(name)
            )));
        }
        let (prefix, local) = name.split_once(':').unwrap_or(("", name));
        let namespace = self.namespace(prefix)?;
        self.open.push(Element {
            name: local.to_owned(),
            namespace,
            attributes,
            children: Vec::new(),
            text: String::new(),
            line: self.counted.1,
        });
        Ok(())
    }

    /// The attributes to keep. Declarations of prefixes come into scope, for one more element than are open now.
    fn attributes(&mut self, start: &BytesStart<'_>) -> Result<Vec<(String, String)>, ProblemKind> {
        let depth = self.open.len() + 1;
        let mut kept = Vec::new();
        for (place, attribute) in start.attributes().enumerate() {
            if place == ATTRIBUTES_MAX {
                return Err(ProblemKind::TooManyAttributes);
            }
            let attribute = attribute.map_err(|error| ProblemKind::Malformed(error.to_string()))?;
            let name = attribute.key.0;
            if !is_name(name) {
                return Err(ProblemKind::Malformed(format!(
                    "'{}' is no name",
                    beginning(name)
                )));
            }
            if attribute.value.contains('<') {
                return Err(malformed("'<' in the value of an attribute"));
            }
            let value = attribute
                .normalized_value(XmlVersion::Implicit1_0)
                .map_err(|error| of_parser(&error))?;
            if let Some(char) = value.chars().find(|char| !is_allowed(*char)) {
                return Err(ProblemKind::Character(char.into()));
            }
            let declared = if name == "xmlns" {
                Some("")
            } else {
                name.strip_prefix("xmlns:")
            };
            if let Some(prefix) = declared {
                if self.prefixes.len() == PREFIXES_MAX {
                    return Err(ProblemKind::TooManyPrefixes);
                }
                self.prefixes.push((depth, prefix.to_owned(), value.into()));
            } else if !name.contains(':') {
                kept.push((name.to_owned(), value.into_owned()));
            }
        }
        Ok(kept)
    }

    /// The name space of a prefix; of elements without one the one that is declared for them, or none.
    fn namespace(&self, prefix: &str) -> Result<Arc<str>, ProblemKind> {
        let mut declared = self.prefixes.iter().rev();
        match declared.find(|(_, known, _)| known == prefix) {
            Some((_, _, namespace)) => Ok(namespace.clone()),
            None if prefix.is_empty() => Ok(Arc::default()),
            None => Err(ProblemKind::Prefix(beginning(prefix))),
        }
    }

    fn end(&mut self) {
        let Some(element) = self.open.pop() else {
            return;
        };
        let depth = self.open.len();
        while self
            .prefixes
            .last()
            .is_some_and(|(declared, ..)| *declared > depth)
        {
            self.prefixes.pop();
        }
        match self.open.last_mut() {
            Some(outer) => outer.children.push(element),
            None => self.root = Some(element),
        }
    }

    fn add_text(&mut self, text: &BytesText<'_>) -> Result<(), ProblemKind> {
        match self.open.last_mut() {
            Some(element) => element.text.push_str(&text.xml10_content()),
            None if text
                .chars()
                .all(|char| matches!(char, ' ' | '\t' | '\r' | '\n')) => {}
            None => return Err(malformed("text outside of the outermost element")),
        }
        Ok(())
    }

    fn add_reference(&mut self, reference: &BytesRef<'_>) -> Result<(), ProblemKind> {
        let Some(element) = self.open.last_mut() else {
            return Err(malformed("a reference outside of the outermost element"));
        };
        match reference.resolve_char_ref() {
            Ok(Some(char)) if is_allowed(char) => element.text.push(char),
            Ok(Some(char)) => return Err(ProblemKind::Character(char.into())),
            Ok(None) => match resolve_predefined_entity(reference) {
                Some(text) => element.text.push_str(text),
                None => return Err(ProblemKind::Entity(beginning(reference))),
            },
            Err(error) => return Err(of_parser(&error)),
        }
        Ok(())
    }

    fn skip_doctype(&self, doctype: &BytesText<'_>) -> Result<(), ProblemKind> {
        let words: Vec<&str> = doctype.split_ascii_whitespace().take(4).collect();
        let is_theirs = |url: &str| {
            let url = url
                .strip_prefix(['"', '\''])
                .and_then(|url| url.strip_suffix(['"', '\'']));
            url.is_some_and(|url| matches!(url, PROPERTIES_DTD | PROPERTIES_DTD_TLS))
        };
        match words[..] {
            ["properties", "SYSTEM", url] if self.of_properties && is_theirs(url) => Ok(()),
            _ => Err(ProblemKind::DocumentType),
        }
    }

    /// Counts lines up to a place.
    fn move_to(&mut self, position: u64) {
        let (from, line) = self.counted;
        let to = usize::try_from(position).map_or(self.text.len(), |to| to.min(self.text.len()));
        if let Some(passed) = self.text.as_bytes().get(from..to) {
            let lines = line_at(passed, passed.len()) - 1;
            self.counted = (to, line.saturating_add(lines));
        }
    }

    fn problem(&self, kind: ProblemKind) -> Problem {
        Problem {
            line: self.counted.1,
            kind,
        }
    }
}

const PROPERTIES_DTD: &str = "http://java.sun.com/dtd/properties.dtd";
const PROPERTIES_DTD_TLS: &str = "https://java.sun.com/dtd/properties.dtd";

/// What the declaration says has to be so. An encoding whose first 128 characters are those of ASCII is taken for one that has only these.
fn check_declaration(declaration: &BytesDecl<'_>, text: &str) -> Result<(), ProblemKind> {
    let version = declaration.version().map_err(|error| of_parser(&error))?;
    if !version.starts_with("1.") {
        return Err(ProblemKind::XmlVersion(beginning(&version)));
    }
    let Some(encoding) = declaration.encoding() else {
        return Ok(());
    };
    let encoding = encoding.map_err(|error| ProblemKind::Malformed(error.to_string()))?;
    let lower = encoding.to_ascii_lowercase();
    let has_ascii = ["us-ascii", "ascii", "iso-8859-", "windows-125"];
    let is_so = matches!(lower.as_str(), "utf-8" | "utf8")
        || (text.is_ascii() && has_ascii.iter().any(|known| lower.starts_with(known)));
    if is_so {
        Ok(())
    } else {
        Err(ProblemKind::Encoding(beginning(&encoding)))
    }
}

fn malformed(what: &str) -> ProblemKind {
    ProblemKind::Malformed(what.to_owned())
}

fn of_parser(error: &Error) -> ProblemKind {
    match error {
        Error::Escape(EscapeError::UnrecognizedEntity(_, name)) => {
            ProblemKind::Entity(beginning(name))
        }
        error => ProblemKind::Malformed(beginning(&error.to_string())),
    }
}
