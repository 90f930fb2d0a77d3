//! Templates: requests for transfers that are kept under a name, to be used again. They are retained publications of the coordination queue manager;
//! the topic is documented, the document around the request is ours.

use crate::fields::{begin, check_root};
use crate::request::Request;
use crate::xml::{Element, Problem, Writer, read};

/// Longest name, characters.
pub const NAME_LEN_MAX: usize = 256;

/// A request under a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Template {
    /// What tells it from all others: the last part of its topic.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What is asked for.
    pub request: Request,
}

impl Template {
    /// Whether a text may be the name of one: 1 to [`NAME_LEN_MAX`] characters, none of them a control character, `*` or `?`.
    #[must_use]
    pub fn is_name(name: &str) -> bool {
        let fits = |char: char| !char.is_control() && !matches!(char, '*' | '?');
        (1..=NAME_LEN_MAX).contains(&name.chars().count()) && name.chars().all(fits)
    }

    /// Reads a document.
    ///
    /// # Errors
    /// What is wrong with it first.
    pub fn parse(bytes: &[u8]) -> Result<Self, Problem> {
        Self::read(&read(bytes)?)
    }

    pub(crate) fn read(root: &Element) -> Result<Self, Problem> {
        check_root(root, "transferTemplate", "", "'transferTemplate'")?;
        let name = root.needed("name")?.text.clone();
        if !Self::is_name(&name) {
            return Err(root.wrong("name", &name, "a name without * and ?"));
        }
        Ok(Self {
            id: root.needed_attribute("id")?.trim().to_owned(),
            name,
            request: Request::read(root.needed("request")?)?,
        })
    }

    /// The document.
    #[must_use]
    pub fn to_xml(&self) -> String {
        let mut writer = Writer::new();
        begin(&mut writer, "transferTemplate", "TransferTemplate.xsd").attribute("id", &self.id);
        writer.leaf("name", &self.name);
        self.request.write(&mut writer);
        writer.finish()
    }
}
