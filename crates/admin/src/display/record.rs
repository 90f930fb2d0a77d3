//! Records: what is known of one object, field by field, in the order it is shown.

use super::layout::Columns;
use ferromq_mqi::attribute::ObjectKind;

/// The value of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FieldValue {
    /// A number, perhaps shown as a word.
    Int(i64, Option<&'static str>),
    /// Text, or one of several words.
    Text(String),
    /// A keyword that is there or has `NO` in front.
    Flag(bool),
    /// Several entries in one pair of parentheses.
    List(Vec<String>),
    /// Several entries, each on its own line.
    Names(Vec<String>),
}

/// A keyword with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    pub(crate) keyword: &'static str,
    pub(crate) value: FieldValue,
}

/// What is known of one object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Record {
    /// Kind of the object whose definition it is; the fields are its attributes then.
    pub(crate) kind: Option<ObjectKind>,
    fields: Vec<Field>,
}

impl Record {
    /// A record of the definition of an object of that kind.
    pub(crate) fn of_kind(kind: ObjectKind) -> Self {
        Self {
            kind: Some(kind),
            fields: Vec::new(),
        }
    }

    pub(crate) fn push(&mut self, keyword: &'static str, value: FieldValue) {
        self.fields.push(Field { keyword, value });
    }

    pub(crate) fn text(&mut self, keyword: &'static str, text: impl Into<String>) {
        self.push(keyword, FieldValue::Text(text.into()));
    }

    pub(crate) fn int(&mut self, keyword: &'static str, number: impl Into<i64>) {
        self.push(keyword, FieldValue::Int(number.into(), None));
    }

    /// A count, which is shown as far as 63 bits go.
    pub(crate) fn count(&mut self, keyword: &'static str, number: u64) {
        self.int(keyword, i64::try_from(number).unwrap_or(i64::MAX));
    }

    pub(crate) fn yes_no(&mut self, keyword: &'static str, yes: bool) {
        self.text(keyword, if yes { "YES" } else { "NO" });
    }

    /// Takes a field out that nobody knows the value of.
    pub(crate) fn remove(&mut self, keyword: &str) {
        self.fields.retain(|field| field.keyword != keyword);
    }

    /// Gives a field that is there another value.
    pub(crate) fn replace(&mut self, keyword: &str, value: FieldValue) {
        let found = self
            .fields
            .iter_mut()
            .find(|field| field.keyword == keyword);
        if let Some(field) = found {
            field.value = value;
        }
    }

    pub(crate) fn fields(&self) -> &[Field] {
        &self.fields
    }

    pub(crate) fn get(&self, keyword: &str) -> Option<&FieldValue> {
        self.fields
            .iter()
            .find(|field| field.keyword == keyword)
            .map(|field| &field.value)
    }

    /// Prints the head and the chosen fields, in the record's order.
    pub(crate) fn print(&self, columns: &mut Columns, head: &Head, choice: &Choice) {
        let mut in_head = true;
        for field in &self.fields {
            let always = head.always.contains(&field.keyword);
            if in_head && !always && head.line_of_its_own {
                columns.fresh_line();
            }
            in_head &= always;
            if always || choice.takes(field.keyword) {
                field.print(columns);
            }
        }
    }
}

impl Field {
    fn print(&self, columns: &mut Columns) {
        let keyword = self.keyword;
        match &self.value {
            FieldValue::Names(names) => columns.list(keyword, names),
            FieldValue::Flag(true) => columns.item(keyword),
            FieldValue::Flag(false) => columns.item(&format!("NO{keyword}")),
            FieldValue::Int(number, None) => columns.item(&format!("{keyword}({number})")),
            FieldValue::Int(_, Some(word)) => columns.item(&format!("{keyword}({word})")),
            FieldValue::Text(text) if text.is_empty() => columns.item(&format!("{keyword}( )")),
            FieldValue::Text(text) => columns.item(&format!("{keyword}({text})")),
            FieldValue::List(list) if list.is_empty() => columns.item(&format!("{keyword}( )")),
            FieldValue::List(list) => columns.item(&format!("{keyword}({})", list.join(","))),
        }
    }
}

/// The fields that are shown whatever was asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Head {
    pub(crate) always: &'static [&'static str],
    /// Whether what follows begins on a new line.
    pub(crate) line_of_its_own: bool,
}

/// The fields that were asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Choice {
    /// Every field.
    pub(crate) all: bool,
    /// These fields.
    pub(crate) keywords: Vec<&'static str>,
}

impl Choice {
    pub(crate) fn takes(&self, keyword: &str) -> bool {
        self.all || self.keywords.contains(&keyword)
    }
}
