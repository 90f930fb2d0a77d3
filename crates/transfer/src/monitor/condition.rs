//! What has to be found.

use crate::access::PatternKind;
use crate::fields::{number, word};
use crate::size::bytes_of;
use crate::xml::{Element, Problem, Writer};

/// What has to be found for a monitor to do its task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conditions {
    /// This.
    One(Condition),
    /// All of these.
    All(Vec<Condition>),
    /// Any of these.
    Any(Vec<Condition>),
}

/// One thing that has to be found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// A file of such a name, new or changed.
    FileMatch(NamePattern),
    /// No file of such a name.
    FileNoMatch(NamePattern),
    /// A file of such a name with at least so many bytes.
    FileSize {
        /// Bytes.
        at_least_bytes: u64,
        /// Of which names.
        pattern: NamePattern,
    },
    /// A file of such a name whose size stays the same for so many polls.
    FileSizeSame {
        /// Polls, from 1.
        polls: u32,
        /// Of which names.
        pattern: NamePattern,
    },
    /// A message on the queue.
    QueueNotEmpty,
    /// A complete group of messages on the queue.
    CompleteGroups,
}

/// Names of files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamePattern {
    /// The pattern.
    pub pattern: String,
    /// What it is written in.
    pub kind: PatternKind,
    /// Names that fit and are left out all the same; written in the same.
    pub exclude: Option<String>,
}

impl Conditions {
    /// Reads the element `triggerMatch`.
    pub(super) fn read(element: &Element) -> Result<Self, Problem> {
        let conditions = element.needed("conditions")?;
        let several = |list: &Element| {
            let found: Vec<Condition> = list
                .children("condition")
                .map(Condition::read)
                .collect::<Result<_, _>>()?;
            if found.is_empty() {
                Err(list.missing("condition"))
            } else {
                Ok(found)
            }
        };
        match (
            conditions.child("allOf"),
            conditions.child("anyOf"),
            conditions.child("condition"),
        ) {
            (Some(all), _, _) => several(all).map(Self::All),
            (None, Some(any), _) => several(any).map(Self::Any),
            (None, None, Some(one)) => Condition::read(one).map(Self::One),
            // Some have the condition itself here.
            (None, None, None) => Condition::read(conditions).map(Self::One),
        }
    }

    pub(super) fn write(&self, writer: &mut Writer) {
        writer.open("triggerMatch");
        writer.open("conditions");
        match self {
            Self::One(condition) => condition.write(writer),
            Self::All(conditions) => {
                writer.open("allOf");
                conditions
                    .iter()
                    .for_each(|condition| condition.write(writer));
                writer.close();
            }
            Self::Any(conditions) => {
                writer.open("anyOf");
                conditions
                    .iter()
                    .for_each(|condition| condition.write(writer));
                writer.close();
            }
        }
        writer.close();
        writer.close();
    }
}

const KINDS: &str =
    "fileMatch, fileNoMatch, fileSize, fileSizeSame, queueNotEmpty or completeGroups";

impl Condition {
    fn read(element: &Element) -> Result<Self, Problem> {
        let found = element.children.iter().find_map(|child| {
            let condition = match child.name.as_str() {
                "fileMatch" => NamePattern::read(child).map(Self::FileMatch),
                "fileNoMatch" => NamePattern::read(child).map(Self::FileNoMatch),
                "fileSize" => Self::read_size(child),
                "fileSizeSame" => Self::read_same(child),
                "queueNotEmpty" => Ok(Self::QueueNotEmpty),
                "completeGroups" => Ok(Self::CompleteGroups),
                _ => return None,
            };
            Some(condition)
        });
        found.unwrap_or_else(|| Err(element.missing(KINDS)))
    }

    fn read_size(element: &Element) -> Result<Self, Problem> {
        let compare = element.needed("compare")?;
        let operator = compare.attribute("operator").unwrap_or(">=");
        if operator.trim() != ">=" {
            return Err(compare.wrong("operator", operator, ">="));
        }
        let text = format!(
            "{}{}",
            compare.trimmed(),
            compare.attribute("units").unwrap_or("B").trim()
        );
        Ok(Self::FileSize {
            at_least_bytes: bytes_of(&text)
                .ok_or_else(|| compare.wrong("compare", &text, "a size as 10MB"))?,
            pattern: NamePattern::read(element)?,
        })
    }

    fn read_same(element: &Element) -> Result<Self, Problem> {
        const POLLS: &str = "a whole number from 1";
        match number(element, "polls", POLLS)? {
            Some(0) => Err(element.wrong("polls", "0", POLLS)),
            polls => Ok(Self::FileSizeSame {
                polls: polls.ok_or_else(|| element.missing("polls"))?,
                pattern: NamePattern::read(element)?,
            }),
        }
    }

    fn write(&self, writer: &mut Writer) {
        writer.open("condition");
        match self {
            Self::FileMatch(pattern) => {
                writer.open("fileMatch");
                pattern.write(writer);
            }
            Self::FileNoMatch(pattern) => {
                writer.open("fileNoMatch");
                pattern.write(writer);
            }
            Self::FileSize {
                at_least_bytes,
                pattern,
            } => {
                writer.open("fileSize");
                let compare = writer.open("compare").attribute("operator", ">=");
                compare
                    .attribute("units", "B")
                    .text(&at_least_bytes.to_string())
                    .close();
                pattern.write(writer);
            }
            Self::FileSizeSame { polls, pattern } => {
                writer
                    .open("fileSizeSame")
                    .attribute("polls", &polls.to_string());
                pattern.write(writer);
            }
            Self::QueueNotEmpty => drop(writer.open("queueNotEmpty")),
            Self::CompleteGroups => drop(writer.open("completeGroups")),
        }
        writer.close();
        writer.close();
    }
}

impl NamePattern {
    fn read(element: &Element) -> Result<Self, Problem> {
        let pattern = element.needed("pattern")?;
        if pattern.text.is_empty() {
            return Err(pattern.missing("text"));
        }
        Ok(Self {
            pattern: pattern.text.clone(),
            kind: word(pattern, "type")?.unwrap_or(PatternKind::Wildcard),
            exclude: element.child("exclude").map(|exclude| exclude.text.clone()),
        })
    }

    fn write(&self, writer: &mut Writer) {
        let pattern = writer.open("pattern").attribute("type", self.kind.as_str());
        pattern.text(&self.pattern).close();
        writer.leaf_if("exclude", self.exclude.as_deref());
    }
}
