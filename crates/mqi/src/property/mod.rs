//! Message properties: names with typed values that travel in the folders of an `MQRFH2`.
//!
//! A property of folder `usr` is known by its bare name, one of another folder by `folder.name`, with a further
//! period for each group it is in. Folders that hold properties are the documented ones and those that say so
//! (`content='properties'`); the others are data of the application's own and are left alone.
//! Source: MQRFH2 elements that are properties, property names, MQPD.

mod folder;
mod fuzz;
mod older;
mod report;
mod strip;
mod write;

pub(crate) use folder::GROUPS_MAX;
pub use folder::{folder_name, read_elements, read_folder};
pub use fuzz::fuzz_one;
pub use older::for_older;
pub use report::{Carried, published_data, report_data};
pub use strip::{PropertyControl, Stripped, strip};
pub use write::{write_folder, write_folders};

use crate::convert::Described;
use crate::generated::constants::{MQCOPY_DEFAULT, MQPD_NO_CONTEXT, MQPD_SUPPORT_OPTIONAL};
use crate::name::fill_with_blanks;
use crate::rfh2::{FORMAT, Rfh2, Rfh2Error};

/// The value of a property.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `MQTYPE_NULL`.
    Null,
    /// `MQTYPE_BOOLEAN`.
    Boolean(bool),
    /// `MQTYPE_BYTE_STRING`.
    Bytes(Box<[u8]>),
    /// `MQTYPE_INT8`.
    Int8(i8),
    /// `MQTYPE_INT16`.
    Int16(i16),
    /// `MQTYPE_INT32`.
    Int32(i32),
    /// `MQTYPE_INT64`.
    Int64(i64),
    /// `MQTYPE_FLOAT32`.
    Float32(f32),
    /// `MQTYPE_FLOAT64`.
    Float64(f64),
    /// `MQTYPE_STRING`.
    Text(Box<str>),
}

/// A property: name, value and what the descriptor of a property (`MQPD`) says.
#[derive(Clone, Debug, PartialEq)]
pub struct Property {
    /// Folder, groups and name, with periods between: `usr.colour`, `jms.Dst`.
    pub path: Box<str>,
    /// Its value.
    pub value: Value,
    /// `MQPD_SUPPORT_*`.
    pub support: i32,
    /// `MQPD_NO_CONTEXT` or `MQPD_USER_CONTEXT`.
    pub context: i32,
    /// `MQCOPY_*`.
    pub copy: i32,
    /// The data type its element says and nobody here knows; the value is its text then.
    pub foreign_type: Option<Box<str>>,
}

impl Property {
    /// A property with the usual descriptor.
    #[must_use]
    pub fn new(path: &str, value: Value) -> Self {
        Self {
            path: path.into(),
            value,
            support: MQPD_SUPPORT_OPTIONAL,
            context: MQPD_NO_CONTEXT,
            copy: MQCOPY_DEFAULT,
            foreign_type: None,
        }
    }

    /// The name programs know it by: without the folder where that is `usr`.
    #[must_use]
    pub fn name(&self) -> &str {
        self.path.strip_prefix("usr.").unwrap_or(&self.path)
    }
}

/// The properties of one message.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Properties {
    list: Vec<Property>,
}

impl Properties {
    /// None.
    #[must_use]
    pub const fn new() -> Self {
        Self { list: Vec::new() }
    }

    /// Reads the properties from the headers a message begins with. `described` is how its descriptor says the data
    /// is coded.
    ///
    /// # Errors
    /// [`Rfh2Error`] of the first header or folder that is not as it must be.
    pub fn read(format: [u8; 8], described: Described, body: &[u8]) -> Result<Self, Rfh2Error> {
        let mut all = Self::default();
        let (mut format, mut described, mut data) = (format, described, body);
        fill_with_blanks(&mut format);
        while format == FORMAT {
            let header = Rfh2::read(data, described.encoding)?;
            for folder in header.folders() {
                read_folder(&header.text(folder?)?, &mut all.list)?;
            }
            described = header.following(described);
            (format, data) = (header.fixed.format, header.rest);
        }
        Ok(all)
    }

    /// Checks the header a message begins with. The folders are counted and not read.
    ///
    /// # Errors
    /// [`Rfh2Error`].
    pub fn check(described: Described, body: &[u8]) -> Result<(), Rfh2Error> {
        let header = Rfh2::read(body, described.encoding)?;
        header.folders().try_for_each(|folder| folder.map(|_| ()))
    }

    /// Bytes of the folders of properties in the header a message begins with.
    #[must_use]
    pub fn measure(described: Described, body: &[u8]) -> usize {
        let Ok(header) = Rfh2::read(body, described.encoding) else {
            return 0;
        };
        let holds = |folder: &&[u8]| {
            let text = header.text(folder);
            text.is_ok_and(|text| folder_name(&text).is_ok_and(|(_, properties)| properties))
        };
        let folders = header.folders().map_while(Result::ok);
        folders.filter(holds).map(<[u8]>::len).sum()
    }

    /// The value of the property with this path, folder included.
    #[must_use]
    pub fn get(&self, path: &str) -> Option<&Value> {
        self.list
            .iter()
            .find(|property| *property.path == *path)
            .map(|property| &property.value)
    }

    /// All of them, in the order of the message.
    pub fn iter(&self) -> impl Iterator<Item = &Property> {
        self.list.iter()
    }

    /// All of them, in the order of the message; a name may be there more than once.
    #[must_use]
    pub fn into_list(self) -> Vec<Property> {
        self.list
    }

    /// True when there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Adds one, or gives it another value.
    pub fn set(&mut self, property: Property) {
        match self.list.iter_mut().find(|old| old.path == property.path) {
            Some(old) => *old = property,
            None => self.list.push(property),
        }
    }
}

impl FromIterator<Property> for Properties {
    fn from_iter<T: IntoIterator<Item = Property>>(properties: T) -> Self {
        let mut all = Self::default();
        for property in properties {
            all.set(property);
        }
        all
    }
}

/// Folders that hold properties without saying so.
const PROPERTY_FOLDERS: [&str; 11] = [
    "mcd",
    "jms",
    "usr",
    "mqext",
    "mq",
    "mq_usr",
    "mqps",
    "mqema",
    "sib",
    "sib_usr",
    "sib_context",
];

/// Words of the selector language: no element of `usr` with such a name is a property.
pub(crate) const SELECTOR_WORDS: [&str; 11] = [
    "NULL", "TRUE", "FALSE", "NOT", "AND", "OR", "BETWEEN", "LIKE", "IN", "IS", "ESCAPE",
];

/// Whether an element of folder `usr` may be a property.
fn is_user_name(name: &str) -> bool {
    let reserved = name.starts_with("JMS") || name.contains([':', '.']);
    !reserved
        && !SELECTOR_WORDS
            .iter()
            .any(|word| name.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests;
