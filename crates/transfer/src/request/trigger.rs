//! What has to be so before a transfer begins.

use super::together;
use crate::fields::flag;
use crate::size::{bytes_of, text_of};
use crate::xml::{Element, Problem, Writer};

/// What has to be so at the source before a transfer begins; otherwise it does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trigger {
    /// That it was not so is told in the audit; as the agent does without.
    pub log: Option<bool>,
    /// What.
    pub condition: TriggerCondition,
    /// The files, all of which it has to be so for.
    pub files: Vec<String>,
}

/// What has to be so for each file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TriggerCondition {
    /// It is there.
    Exists,
    /// It is not there.
    Absent,
    /// It is there and has at least so many bytes.
    SizeAtLeast(u64),
}

impl Trigger {
    pub(super) fn read_in(parent: &Element) -> Result<Option<Self>, Problem> {
        parent.child("trigger").map(Self::read).transpose()
    }

    fn read(element: &Element) -> Result<Self, Problem> {
        let (found, condition) = match (element.child("fileExist"), element.child("fileSize")) {
            (Some(_), Some(_)) => {
                return Err(together(
                    element,
                    "a trigger has one condition; take out 'fileExist' or 'fileSize'",
                ));
            }
            (Some(exist), None) => (exist, existence(exist)?),
            (None, Some(size)) => (size, TriggerCondition::SizeAtLeast(size_in(size)?)),
            (None, None) => return Err(element.missing("fileExist or fileSize")),
        };
        let files = found
            .text
            .split(',')
            .map(crate::xml::trim)
            .filter(|name| !name.is_empty());
        let files: Vec<String> = files.map(str::to_owned).collect();
        if files.is_empty() {
            return Err(found.missing("file name"));
        }
        Ok(Self {
            log: flag(element, "log")?,
            condition,
            files,
        })
    }

    pub(super) fn write(&self, writer: &mut Writer) {
        let log = self.log.map(|log| if log { "yes" } else { "no" });
        writer.open("trigger").attribute_if("log", log);
        let size;
        let (name, comparison, value) = match self.condition {
            TriggerCondition::Exists => ("fileExist", "=", "exist"),
            TriggerCondition::Absent => ("fileExist", "!=", "exist"),
            TriggerCondition::SizeAtLeast(bytes) => {
                size = text_of(bytes);
                ("fileSize", ">=", size.as_str())
            }
        };
        let condition = writer.open(name).attribute("comparison", comparison);
        condition
            .attribute("value", value)
            .text(&self.files.join(","))
            .close();
        writer.close();
    }
}

fn existence(element: &Element) -> Result<TriggerCondition, Problem> {
    let value = element.attribute("value").unwrap_or("exist");
    if !value.trim().eq_ignore_ascii_case("exist") {
        return Err(element.wrong("value", value, "exist"));
    }
    let comparison = element.needed_attribute("comparison")?;
    match comparison.trim() {
        "=" => Ok(TriggerCondition::Exists),
        "!=" => Ok(TriggerCondition::Absent),
        _ => Err(element.wrong("comparison", comparison, "= or !=")),
    }
}

fn size_in(element: &Element) -> Result<u64, Problem> {
    let comparison = element.needed_attribute("comparison")?;
    if comparison.trim() != ">=" {
        return Err(element.wrong("comparison", comparison, ">="));
    }
    let value = element.needed_attribute("value")?;
    bytes_of(value).ok_or_else(|| element.wrong("value", value, "a size as 10MB"))
}
