//! What the tables say of kinds of objects and of their attributes.

use crate::generated::attributes::Attr;
use crate::generated::kinds::ProtectedKind;
use crate::notice::Notice;

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

/// What a new object starts with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Initial {
    /// A number.
    Int(i32),
    /// Text.
    Text(&'static str),
    /// A list with these entries.
    List(&'static [&'static str]),
}
