//! What a line of each kind has. `FileLoggerFormat.xml` says it: for each kind inserts, in the order they are written in, and what
//! stands behind each.

use super::document::{AuditDocument, MessageType};
use crate::xml::{Element, Problem, read};
use std::collections::BTreeMap;
use std::fmt;
use std::fmt::Write;

/// Inserts of a kind, at most.
const INSERTS_MAX: usize = 100;
/// Widest insert, characters.
const WIDTH_MAX: usize = 4_096;
/// Longest separator, characters.
const SEPARATOR_MAX: usize = 16;
/// Names of a path, at most.
const STEPS_MAX: usize = 16;

/// How lines are made of documents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineFormat {
    kinds: BTreeMap<MessageType, KindFormat>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct KindFormat {
    inserts: Vec<Insert>,
    separator: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Insert {
    what: What,
    /// Characters: shorter values get blanks, longer ones are cut. 0 for as long as they are.
    width: usize,
    /// Where there is no value there is no separator either.
    ignore_null: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum What {
    /// The word of the kind.
    Type,
    /// What is kept with a transfer, `key=value` with commas between them.
    MetaData,
    /// Arguments of a program.
    CallArguments,
    /// What a path leads to.
    Path(Path),
}

/// A location path: names of elements from the root, and perhaps an attribute of the last.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Path {
    steps: Vec<String>,
    attribute: Option<String>,
    /// How it is written without prefixes.
    text: String,
}

/// Why a file is no format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormatProblem {
    /// It is no such document.
    Xml(Problem),
    /// It has a kind there is not.
    Kind {
        /// The line, from 1.
        line: u32,
        /// The name.
        name: String,
    },
    /// An insert is none: not a path of names that begins with `/`, nor one of the words for inserts of type `system`.
    Insert {
        /// The line, from 1.
        line: u32,
        /// What it says.
        text: String,
    },
    /// Too many inserts, too wide a one, or too long a separator.
    TooMuch {
        /// The line, from 1.
        line: u32,
    },
}

impl fmt::Display for FormatProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Xml(problem) => problem.fmt(f),
            Self::Kind { line, name } => {
                write!(f, "line {line}: there are no messages of type {name:?}")
            }
            Self::Insert { line, text } => write!(
                f,
                "line {line}: {text:?} is no insert; it may be a path such as /transaction/action/@time, or of type system and one of \
                 type, metaData and callArguments"
            ),
            Self::TooMuch { line } => write!(
                f,
                "line {line}: a type has at most {INSERTS_MAX} inserts of at most {WIDTH_MAX} characters, and a separator of at most \
                 {SEPARATOR_MAX}"
            ),
        }
    }
}

impl std::error::Error for FormatProblem {}

impl From<Problem> for FormatProblem {
    fn from(problem: Problem) -> Self {
        Self::Xml(problem)
    }
}

impl LineFormat {
    /// Reads a definition. Its root is `logFormatDefinition` or `logFileDefinition`. Documents of kinds it does not have make no lines.
    ///
    /// # Errors
    /// What is wrong with it first.
    pub fn parse(bytes: &[u8]) -> Result<Self, FormatProblem> {
        let root = read(bytes)?;
        if !matches!(
            root.name.as_str(),
            "logFormatDefinition" | "logFileDefinition"
        ) {
            let wanted = "logFormatDefinition";
            return Err(root.wrong("root", &root.name, wanted).into());
        }
        let mut kinds = BTreeMap::new();
        for found in &root.needed("messageTypes")?.children {
            let kind = MessageType::from_name(&found.name);
            let kind = kind.ok_or_else(|| FormatProblem::Kind {
                line: found.line,
                name: found.name.chars().take(64).collect(),
            })?;
            kinds.insert(kind, KindFormat::read(found.needed("format")?)?);
        }
        Ok(Self { kinds })
    }

    /// The lines of a document, each with its line end: one, or one for each item if its kind has inserts of items.
    #[must_use]
    pub fn lines(&self, document: &AuditDocument) -> String {
        let mut out = String::new();
        let Some(format) = self.kinds.get(&document.kind) else {
            return out;
        };
        let mut items = document.items().peekable();
        if items.peek().is_none() || !format.inserts.iter().any(Insert::is_of_items) {
            format.line(document, None, &mut out);
            return out;
        }
        for item in items {
            format.line(document, Some(item), &mut out);
        }
        out
    }

    /// The kind of a line and its values; nothing if no kind of line begins like that, or its word stands behind what may be missing.
    #[must_use]
    pub(super) fn read_line<'a>(&'a self, line: &'a str) -> Option<(MessageType, LineValues<'a>)> {
        // Most kinds are passed over without a look at the values.
        let mut may_be = self
            .kinds
            .iter()
            .filter(|(kind, _)| line.contains(kind.word()));
        may_be.find_map(|(kind, format)| {
            let values = LineValues::of(format, line)?;
            let at = format.place_of(|what| *what == What::Type)?;
            (values.parts.get(at)?.trim() == kind.word()).then_some((*kind, values))
        })
    }
}

/// The values of a line. Separators within a value are written in another way, so that each stands for itself.
pub(super) struct LineValues<'a> {
    format: &'a KindFormat,
    parts: Vec<&'a str>,
}

impl<'a> LineValues<'a> {
    fn of(format: &'a KindFormat, line: &'a str) -> Option<Self> {
        let separator = Some(format.separator.as_str()).filter(|text| !text.is_empty())?;
        let parts = line.trim_end_matches('\n').split(separator).collect();
        Some(Self { format, parts })
    }

    /// What stands where a path is written; nothing if that is not known.
    pub(super) fn get(&self, path: &str) -> Option<&'a str> {
        let is_meant = |what: &What| matches!(what, What::Path(found) if found.text == path);
        self.parts.get(self.format.place_of(is_meant)?).copied()
    }
}

impl KindFormat {
    /// Which value of a line an insert is, from 0; nothing if it is none, or one in front of it may be missing.
    fn place_of(&self, is_meant: impl Fn(&What) -> bool) -> Option<usize> {
        let mut whats = self.inserts.iter().map(|insert| &insert.what);
        let at = whats.position(is_meant)?;
        let is_fixed = self.inserts[..at].iter().all(|insert| !insert.ignore_null);
        is_fixed.then_some(at)
    }

    fn read(element: &Element) -> Result<Self, FormatProblem> {
        let separator = element.child("separator");
        let separator = separator.map_or(";", |found| found.text.as_str());
        let inserts = element.needed("inserts")?;
        let found: Vec<_> = inserts.children("insert").collect();
        if found.len() > INSERTS_MAX || separator.chars().count() > SEPARATOR_MAX {
            return Err(FormatProblem::TooMuch { line: element.line });
        }
        if separator.chars().any(char::is_control) && separator != "\t" {
            let wanted = "a text of one line";
            return Err(element.wrong("separator", separator, wanted).into());
        }
        Ok(Self {
            separator: separator.to_owned(),
            inserts: found
                .into_iter()
                .map(Insert::read)
                .collect::<Result<_, _>>()?,
        })
    }

    fn line(&self, document: &AuditDocument, item: Option<&Element>, out: &mut String) {
        for insert in &self.inserts {
            let value = insert.what.value(document, item);
            if value.is_empty() && insert.ignore_null {
                continue;
            }
            let begins = out.len();
            put_plain(out, &value, &self.separator);
            if insert.width > 0 {
                fit(out, begins, insert.width);
            }
            out.push_str(&self.separator);
        }
        out.push('\n');
    }
}

/// Puts a value where it cannot be taken for anything else: characters that end lines or values stand as `\xHH`, and so do other control
/// characters.
fn put_plain(out: &mut String, value: &str, separator: &str) {
    let mut rest = value;
    while let Some(char) = rest.chars().next() {
        let is_separator = !separator.is_empty() && rest.starts_with(separator);
        let breaks = char.is_control() || matches!(char, '\u{2028}' | '\u{2029}');
        if is_separator || breaks {
            let mut bytes = [0; 4];
            for byte in char.encode_utf8(&mut bytes).bytes() {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\x{byte:02x}");
            }
        } else {
            out.push(char);
        }
        rest = &rest[char.len_utf8()..];
    }
}

/// Makes what stands behind `begins` that many characters long.
fn fit(out: &mut String, begins: usize, width: usize) {
    match out[begins..].char_indices().nth(width) {
        Some((at, _)) => out.truncate(begins + at),
        None => {
            let blanks = width - out[begins..].chars().count();
            out.extend(std::iter::repeat_n(' ', blanks));
        }
    }
}

impl Insert {
    fn read(element: &Element) -> Result<Self, FormatProblem> {
        let text: String = element.text.split_whitespace().collect();
        let what = match element.attribute("type") {
            Some("system") => match text.as_str() {
                "type" => Some(What::Type),
                "metaData" => Some(What::MetaData),
                "callArguments" => Some(What::CallArguments),
                _ => None,
            },
            _ => Path::parse(&text).map(What::Path),
        };
        let what = what.ok_or_else(|| FormatProblem::Insert {
            line: element.line,
            text: text.chars().take(200).collect(),
        })?;
        let width = crate::fields::count(element, "width")?.unwrap_or(0);
        let width = usize::try_from(width)
            .ok()
            .filter(|width| *width <= WIDTH_MAX);
        Ok(Self {
            what,
            width: width.ok_or(FormatProblem::TooMuch { line: element.line })?,
            ignore_null: crate::fields::flag(element, "ignoreNull")?.unwrap_or(false),
        })
    }

    fn is_of_items(&self) -> bool {
        matches!(&self.what, What::Path(path) if path.is_of_items())
    }
}

impl What {
    fn value(&self, document: &AuditDocument, item: Option<&Element>) -> String {
        let root = &document.root;
        match self {
            Self::Type => document.kind.word().to_owned(),
            Self::MetaData => metadata(root),
            Self::CallArguments => {
                let set = root.child("transferSet");
                let call = set.and_then(|set| set.child("call"));
                let command = call.and_then(|call| call.child("command"));
                let arguments = command
                    .into_iter()
                    .flat_map(|command| command.children("argument"));
                let texts: Vec<_> = arguments.map(Element::trimmed).collect();
                texts.join(" ")
            }
            Self::Path(path) => path.value(root, item),
        }
    }
}

fn metadata(root: &Element) -> String {
    let set = root.child("transferSet");
    let data = set.and_then(|set| set.child("metaDataSet"));
    let pairs = data.into_iter().flat_map(|data| data.children("metaData"));
    let pairs: Vec<_> = pairs
        .map(|pair| {
            format!(
                "{}={}",
                pair.attribute("key").unwrap_or_default(),
                pair.text
            )
        })
        .collect();
    pairs.join(", ")
}

impl Path {
    fn parse(text: &str) -> Option<Self> {
        let mut steps: Vec<String> = Vec::new();
        let mut attribute = None;
        for step in text.strip_prefix('/')?.split('/') {
            if attribute.is_some() {
                return None;
            }
            match step.strip_prefix('@') {
                Some(name) => attribute = Some(name_of(name)?),
                None => steps.push(name_of(step)?),
            }
        }
        if !(1..=STEPS_MAX).contains(&steps.len()) {
            return None;
        }
        let mut text = format!("/{}", steps.join("/"));
        if let Some(name) = &attribute {
            text.push_str("/@");
            text.push_str(name);
        }
        Some(Self {
            steps,
            attribute,
            text,
        })
    }

    fn is_of_items(&self) -> bool {
        self.steps.len() > 3 && self.steps[1] == "transferSet" && self.steps[2] == "item"
    }

    fn value(&self, root: &Element, item: Option<&Element>) -> String {
        if root.name != self.steps[0] {
            return String::new();
        }
        let (from, steps) = match item {
            Some(item) if self.is_of_items() => (item, &self.steps[3..]),
            _ => (root, &self.steps[1..]),
        };
        let mut found = vec![from];
        for step in steps {
            found = found
                .into_iter()
                .flat_map(|element| element.children(step))
                .collect();
        }
        let values = found
            .into_iter()
            .filter_map(|element| match &self.attribute {
                Some(name) => element.attribute(name).map(str::trim),
                None => Some(element.trimmed()),
            });
        let values: Vec<_> = values.filter(|value| !value.is_empty()).collect();
        values.join(" ")
    }
}

/// A name without its prefix.
fn name_of(step: &str) -> Option<String> {
    let name = step.rsplit(':').next().unwrap_or_default();
    let fits = |char: char| char.is_alphanumeric() || "_-.".contains(char);
    (!name.is_empty() && name.chars().all(fits)).then(|| name.to_owned())
}
