//! Values of elements and attributes that are more than text.

use crate::schedule::Moment;
use crate::xml::{Element, Problem, ProblemKind, Writer};
use std::fmt::Display;
use std::str::FromStr;

/// The newest version of a document that is known here, and the one that is written.
pub(crate) const VERSION: &str = "6.00";

const INSTANCE_NAMESPACE: &str = "http://www.w3.org/2001/XMLSchema-instance";

/// Begins a document without a name space whose schema is in `schema`.
pub(crate) fn begin<'a>(
    writer: &'a mut Writer,
    root: &'static str,
    schema: &str,
) -> &'a mut Writer {
    let root = writer.open(root).attribute("version", VERSION);
    root.attribute("xmlns:xsi", INSTANCE_NAMESPACE)
        .attribute("xsi:noNamespaceSchemaLocation", schema)
}

/// Begins a document whose root is in a name space; `declaration` is `xmlns:` and its prefix.
pub(crate) fn begin_in<'a>(
    writer: &'a mut Writer,
    root: &'static str,
    declaration: &str,
    namespace: &str,
) -> &'a mut Writer {
    writer
        .open(root)
        .attribute("version", VERSION)
        .attribute(declaration, namespace)
}

/// Refuses a document that is something else, or newer than what is known. `namespace` is the one its root belongs into; a root in none is
/// taken as well, as generators leave it out, and `https` for `http`.
pub(crate) fn check_root(
    root: &Element,
    name: &str,
    namespace: &str,
    wanted: &'static str,
) -> Result<(), Problem> {
    let plain = root.namespace.replacen("https:", "http:", 1);
    if root.name != name || !(plain.is_empty() || plain == namespace) {
        let found = crate::xml::beginning(&root.name);
        return Err(root.problem(ProblemKind::Root { found, wanted }));
    }
    check_version(root)
}

/// Refuses what is newer than version 6.00. What has no version is taken for what is known.
pub(crate) fn check_version(root: &Element) -> Result<(), Problem> {
    let Some(version) = root.attribute("version") else {
        return Ok(());
    };
    let numbers = version.split_once('.').unwrap_or((version, "0"));
    let number = |digits: &str| digits.trim().parse::<u32>().ok();
    match (number(numbers.0), number(numbers.1)) {
        (Some(major), Some(minor)) if (major, minor) <= (6, 0) => Ok(()),
        (Some(_), Some(_)) => Err(root.problem(ProblemKind::Version(version.to_owned()))),
        _ => Err(root.wrong("version", version, "a number such as 6.00")),
    }
}

/// A value of a closed set that is written as a word.
pub(crate) trait Word: Copy + PartialEq + 'static {
    /// All values, each with its word; of two words for one value the first is written.
    const WORDS: &'static [(&'static str, Self)];
    /// The words as a sentence has them.
    const WANTED: &'static str;

    /// The word that is written.
    fn word(self) -> &'static str {
        let found = Self::WORDS.iter().find(|(_, value)| *value == self);
        found.map_or("", |(word, _)| word)
    }

    /// The value of a word, in capitals or not.
    fn from_word(word: &str) -> Option<Self> {
        let found = Self::WORDS
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(word));
        found.map(|(_, value)| *value)
    }
}

/// Words of a closed set, and what a sentence calls them.
macro_rules! words {
    ($type:ty, $wanted:literal, $($word:literal => $value:ident),+ $(,)?) => {
        impl crate::fields::Word for $type {
            const WORDS: &'static [(&'static str, Self)] = &[$(($word, Self::$value)),+];
            const WANTED: &'static str = $wanted;
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(crate::fields::Word::word(*self))
            }
        }

        impl $type {
            /// The word that documents have for it.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                crate::fields::Word::word(self)
            }

            /// What a word stands for, in capitals or not.
            #[must_use]
            pub fn from_text(word: &str) -> Option<Self> {
                <Self as crate::fields::Word>::from_word(word)
            }
        }
    };
}
pub(crate) use words;

/// An attribute that is a word of a closed set.
pub(crate) fn word<T: Word>(element: &Element, name: &str) -> Result<Option<T>, Problem> {
    let Some(text) = element.attribute(name) else {
        return Ok(None);
    };
    match T::from_word(text.trim()) {
        Some(value) => Ok(Some(value)),
        None => Err(element.wrong(name, text, T::WANTED)),
    }
}

/// An attribute that is true or false.
pub(crate) fn flag(element: &Element, name: &str) -> Result<Option<bool>, Problem> {
    let Some(text) = element.attribute(name) else {
        return Ok(None);
    };
    match text.trim().to_ascii_lowercase().as_str() {
        "true" | "yes" | "1" => Ok(Some(true)),
        "false" | "no" | "0" => Ok(Some(false)),
        _ => Err(element.wrong(name, text, "true or false")),
    }
}

/// An attribute that has to be there, in a document of ours: it is `true` or `false` as that is written, and nothing else.
pub(crate) fn needed_flag(element: &Element, name: &'static str) -> Result<bool, Problem> {
    match element.needed_attribute(name)? {
        "true" => Ok(true),
        "false" => Ok(false),
        other => Err(element.wrong(name, other, "'true' or 'false'")),
    }
}

/// What is written for true and false.
pub(crate) fn flag_text(flag: bool) -> &'static str {
    if flag { "true" } else { "false" }
}

/// An attribute that is a number.
pub(crate) fn number<T: FromStr>(
    element: &Element,
    name: &str,
    wanted: &'static str,
) -> Result<Option<T>, Problem> {
    let Some(text) = element.attribute(name) else {
        return Ok(None);
    };
    match text.trim().parse() {
        Ok(value) => Ok(Some(value)),
        Err(_) => Err(element.wrong(name, text, wanted)),
    }
}

/// The text of an element that is a number.
pub(crate) fn number_in<T: FromStr>(element: &Element, wanted: &'static str) -> Result<T, Problem> {
    let text = element.trimmed();
    text.parse()
        .map_err(|_| element.wrong(&element.name, text, wanted))
}

/// The text of a child that is a name or a number.
pub(crate) fn name_of(element: &Element, child: &str) -> Option<String> {
    element.child(child).map(|found| found.trimmed().to_owned())
}

/// An attribute that is a name or a text.
pub(crate) fn attribute(element: &Element, name: &str) -> Option<String> {
    element.attribute(name).map(str::to_owned)
}

/// A number as text, if there is one.
pub(crate) fn text_if(value: Option<impl Display>) -> Option<String> {
    value.map(|value| value.to_string())
}

/// What a moment looks like.
pub(crate) const MOMENT: &str = "a moment as 2027-03-01T02:00:00.120Z";

/// An attribute that is a moment.
pub(crate) fn moment(element: &Element, name: &str) -> Result<Option<Moment>, Problem> {
    let Some(text) = element.attribute(name) else {
        return Ok(None);
    };
    match Moment::from_text(text.trim()) {
        Some(moment) => Ok(Some(moment)),
        None => Err(element.wrong(name, text, MOMENT)),
    }
}

/// An attribute that is a number from 0.
pub(crate) fn count(element: &Element, name: &str) -> Result<Option<u64>, Problem> {
    number(element, name, "a whole number from 0")
}

/// The text of an element that is a word of a closed set.
pub(crate) fn word_in<T: Word>(element: &Element) -> Result<T, Problem> {
    let text = element.trimmed();
    T::from_word(text).ok_or_else(|| element.wrong(&element.name, text, T::WANTED))
}
