//! Object kinds and their attributes, as `tables/attributes.csv` lists them.
//!
//! Everything administrative is driven from here: what an object kind has, what values are allowed, what a
//! new object starts with, what is shown, and which selector asks for it.

mod error;
mod value;

use std::fmt;

use crate::generated::constants::{MQOT_AUTH_INFO, MQOT_CHANNEL, MQOT_CLNTCONN_CHANNEL, MQOT_Q};
use crate::generated::kinds::{KINDS, ProtectedKind};
use crate::name::{NameError, ObjectName};
use crate::notice::Notice;

pub use crate::generated::attributes::Attr;
pub use crate::generated::kinds::ObjectKind;
pub use error::AttributeError;
pub use value::{Initial, Value};

/// What is known of a kind of object besides its number, from `tables/object_kinds.csv`.
#[derive(Debug)]
pub struct KindInfo {
    pub(crate) keyword: &'static str,
    /// The short form of its MQSC word; blank for none.
    pub short: &'static str,
    pub(crate) object_type: i32,
    /// Under which kind authority over an object is kept.
    pub authority: ProtectedKind,
    pub(crate) name_bytes_max: usize,
    /// The object others are made like when nothing is said; blank where there is none.
    pub default_object: &'static str,
    /// What is said when one is made; `None` where no command of MQSC's DEFINE makes one.
    pub created: Option<&'static Notice>,
    /// What is said when one is changed.
    pub changed: Option<&'static Notice>,
    /// What is said when one is deleted.
    pub deleted: Option<&'static Notice>,
    /// What is said when there is one already.
    pub exists: &'static Notice,
    /// What is said when there is none of a name.
    pub missing: &'static Notice,
    /// The heading of a display.
    pub heading: &'static Notice,
    /// What every display shows.
    pub always: &'static [&'static str],
    /// The place of its definitions among all that are written down to be run again.
    pub dump_order: Option<u8>,
    /// The words that ask for its definitions.
    pub dump_types: &'static [&'static str],
    pub(crate) attributes: &'static [AttributeInfo],
    pub(crate) index: &'static [u8],
}

impl ObjectKind {
    /// What the table says of the kind.
    #[must_use]
    pub const fn info(self) -> &'static KindInfo {
        &KINDS[self as usize - 1]
    }

    /// The kind with that number in the log.
    #[must_use]
    pub fn from_id(id: u8) -> Option<ObjectKind> {
        Self::ALL.into_iter().find(|kind| *kind as u8 == id)
    }

    /// The MQSC word: `QLOCAL` and so on; for a channel or authentication information that of its type, as in
    /// `CHLTYPE(SVRCONN)` and `AUTHTYPE(IDPWOS)`.
    #[must_use]
    pub const fn keyword(self) -> &'static str {
        self.info().keyword
    }

    /// The kind with that MQSC word, in capitals.
    #[must_use]
    pub fn from_keyword(keyword: &str) -> Option<ObjectKind> {
        Self::ALL.into_iter().find(|kind| kind.keyword() == keyword)
    }

    /// The `MQOT_` number of the name space the kind lives in. All queues share one. Client-connection channels
    /// have their own, so that both ends of a client channel can be defined with one name in one place.
    #[must_use]
    pub const fn object_type(self) -> i32 {
        self.info().object_type
    }

    /// True for the four kinds of queue.
    #[must_use]
    pub const fn is_queue(self) -> bool {
        self.object_type() == MQOT_Q
    }

    /// True for channels of every type.
    #[must_use]
    pub const fn is_channel(self) -> bool {
        matches!(self.object_type(), MQOT_CHANNEL | MQOT_CLNTCONN_CHANNEL)
    }

    /// True for the ends of channels between queue managers.
    #[must_use]
    pub const fn is_message_channel(self) -> bool {
        matches!(
            self,
            ObjectKind::Sender
                | ObjectKind::Server
                | ObjectKind::Receiver
                | ObjectKind::Requester
                | ObjectKind::ClusSdr
                | ObjectKind::ClusRcvr
        )
    }

    /// True for the ends of channels between queue managers that send messages.
    #[must_use]
    pub const fn sends_messages(self) -> bool {
        matches!(
            self,
            ObjectKind::Sender | ObjectKind::Server | ObjectKind::ClusSdr
        )
    }

    /// True for the ends of channels between members of a cluster.
    #[must_use]
    pub const fn is_cluster_channel(self) -> bool {
        matches!(self, ObjectKind::ClusSdr | ObjectKind::ClusRcvr)
    }

    /// The name of an object of this kind. Only that of a cluster-sender channel may hold the insert that stands for the name
    /// of a queue manager. How long a name may be is not looked at ([`ObjectKind::name_bytes_max`]).
    ///
    /// # Errors
    /// See [`NameError`].
    pub fn parse_name(self, text: &str) -> Result<ObjectName, NameError> {
        match self {
            ObjectKind::ClusSdr => ObjectName::parse_with_insert(text),
            _ => ObjectName::parse(text),
        }
    }

    /// True for records of a cluster repository: no command makes or deletes one, their names are numbers without meaning, and they
    /// are never written down as commands.
    #[must_use]
    pub const fn is_cluster_record(self) -> bool {
        matches!(
            self,
            ObjectKind::ClusQMgr | ObjectKind::ClusQ | ObjectKind::ClusTopic
        )
    }

    /// True for authentication information of any type.
    #[must_use]
    pub const fn is_authentication(self) -> bool {
        self.object_type() == MQOT_AUTH_INFO
    }

    /// Most bytes in a name of the kind.
    #[must_use]
    pub const fn name_bytes_max(self) -> usize {
        self.info().name_bytes_max
    }

    /// The attributes, in the order they are shown.
    #[must_use]
    pub fn attributes(self) -> &'static [AttributeInfo] {
        self.info().attributes
    }

    /// The place of an attribute in [`ObjectKind::attributes`], if this kind has it.
    #[must_use]
    pub fn position(self, attr: Attr) -> Option<usize> {
        let at = usize::from(self.info().index[attr as usize]);
        (at < self.attributes().len()).then_some(at)
    }

    /// What is known about an attribute, if this kind has it.
    #[must_use]
    pub fn attribute(self, attr: Attr) -> Option<&'static AttributeInfo> {
        self.position(attr).map(|at| &self.attributes()[at])
    }

    /// The attribute an MQSC keyword in capitals names. A flag answers to its keyword and to the same with
    /// `NO` in front.
    #[must_use]
    pub fn by_keyword(self, keyword: &str) -> Option<KeywordMatch> {
        let attributes = self.attributes();
        let named = attributes
            .iter()
            .find(|info| info.attr.keyword() == keyword || info.synonym == Some(keyword));
        if let Some(info) = named {
            return Some(KeywordMatch {
                info,
                flag: (info.form == Form::Flag).then_some(true),
            });
        }
        let positive = keyword.strip_prefix("NO")?;
        let info = attributes
            .iter()
            .find(|info| info.form == Form::Flag && info.attr.keyword() == positive)?;
        Some(KeywordMatch {
            info,
            flag: Some(false),
        })
    }

    /// The attribute an `MQIA_` or `MQCA_` selector asks for.
    #[must_use]
    pub fn by_selector(self, selector: i32) -> Option<&'static AttributeInfo> {
        self.attributes()
            .iter()
            .find(|info| info.selector == Some(selector))
    }
}

impl fmt::Display for ObjectKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.keyword())
    }
}

/// What a keyword led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeywordMatch {
    /// The attribute.
    pub info: &'static AttributeInfo,
    /// For a flag, whether the keyword was the plain one (true) or the one with `NO`.
    pub flag: Option<bool>,
}

/// One attribute of one object kind.
#[derive(Debug, PartialEq, Eq)]
pub struct AttributeInfo {
    /// Which attribute.
    pub attr: Attr,
    /// Another keyword for it.
    pub synonym: Option<&'static str>,
    /// The `MQIA_` or `MQCA_` selector.
    pub selector: Option<i32>,
    /// What values it takes.
    pub form: Form,
    /// What a new object starts with.
    pub initial: Initial,
    /// Who may do what with it.
    pub uses: Uses,
}

/// What may be done with an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)]
pub struct Uses {
    /// DEFINE takes it.
    pub definable: bool,
    /// ALTER takes it.
    pub alterable: bool,
    /// DISPLAY shows it.
    pub shown: bool,
    /// MQINQ returns it.
    pub inquirable: bool,
    /// MQSET changes it.
    pub settable: bool,
    /// It is worked out while running and not logged.
    pub volatile: bool,
}

/// The values an attribute takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A number from `min` to `max`, or one of the words for special values.
    Int {
        /// Smallest number.
        min: i32,
        /// Largest number.
        max: i32,
        /// Words and the numbers they stand for, which may lie outside the range.
        words: &'static [(&'static str, i32)],
    },
    /// One of these words, held as its number.
    Word {
        /// Words and their numbers.
        words: &'static [(&'static str, i32)],
    },
    /// The keyword alone, held as 1, or the keyword with `NO` in front, held as 0.
    Flag,
    /// Text.
    Text {
        /// Most bytes.
        length_max: usize,
    },
    /// Blank, or a name of letters, digits and `. / _ %`.
    Name {
        /// Most bytes.
        length_max: usize,
    },
    /// Like a name, and may hold asterisks.
    Pattern {
        /// Most bytes.
        length_max: usize,
    },
    /// Text that is shown as asterisks.
    Secret {
        /// Most bytes.
        length_max: usize,
    },
    /// A date, `yyyy-mm-dd`.
    Date,
    /// A time of day, `hh.mm.ss`.
    Time,
    /// A list of names.
    Names {
        /// Most entries.
        count_max: usize,
    },
    /// A list of texts, such as the exits of a channel.
    Texts {
        /// Most entries.
        count_max: usize,
        /// Most bytes in an entry.
        length_max: usize,
    },
    /// A list of words, in the order of preference; never empty.
    Choices {
        /// Words and their numbers.
        words: &'static [(&'static str, i32)],
        /// Most entries.
        count_max: usize,
    },
    /// The name of the object itself.
    Key,
}

impl Form {
    /// Bytes of the field MQINQ returns; for a list, of each entry. Zero for numbers.
    #[must_use]
    pub const fn field_bytes(self) -> usize {
        match self {
            Form::Int { .. } | Form::Word { .. } | Form::Flag | Form::Choices { .. } => 0,
            Form::Text { length_max }
            | Form::Texts { length_max, .. }
            | Form::Name { length_max }
            | Form::Pattern { length_max }
            | Form::Secret { length_max } => length_max,
            Form::Date => 12,
            Form::Time => 8,
            Form::Names { .. } | Form::Key => 48,
        }
    }

    /// True if values are lists.
    #[must_use]
    pub const fn is_list(self) -> bool {
        matches!(
            self,
            Form::Names { .. } | Form::Texts { .. } | Form::Choices { .. }
        )
    }

    /// True if values are numbers.
    #[must_use]
    pub const fn is_number(self) -> bool {
        matches!(self, Form::Int { .. } | Form::Word { .. } | Form::Flag)
    }
}

#[cfg(test)]
mod tests;
