//! `WHERE(keyword operator value)`.

use super::record::{FieldValue, Record};
use crate::pattern::NamePattern;
use std::cmp::Ordering;

/// How a field and a value are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Lt,
    Gt,
    Eq,
    Ne,
    Le,
    Ge,
    /// Like a generic value.
    Lk,
    /// Not like a generic value.
    Nl,
    /// The list contains the value.
    Ct,
    /// The list excludes the value.
    Ex,
    /// The list contains an entry like the generic value.
    Ctg,
    /// The list excludes entries like the generic value.
    Exg,
}

impl Operator {
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        Some(match word {
            "LT" => Self::Lt,
            "GT" => Self::Gt,
            "EQ" => Self::Eq,
            "NE" => Self::Ne,
            "LE" => Self::Le,
            "GE" => Self::Ge,
            "LK" => Self::Lk,
            "NL" => Self::Nl,
            "CT" => Self::Ct,
            "EX" => Self::Ex,
            "CTG" => Self::Ctg,
            "EXG" => Self::Exg,
            _ => return None,
        })
    }

    /// Whether it makes sense with values of that form.
    pub(crate) fn suits(self, form: FieldForm) -> bool {
        match self {
            Self::Eq | Self::Ne => !matches!(form, FieldForm::List),
            Self::Lt | Self::Gt | Self::Le | Self::Ge => {
                matches!(form, FieldForm::Int | FieldForm::Text)
            }
            Self::Lk | Self::Nl => matches!(form, FieldForm::Text),
            Self::Ct | Self::Ex | Self::Ctg | Self::Exg => matches!(form, FieldForm::List),
        }
    }

    fn holds(self, order: Ordering) -> bool {
        match self {
            Self::Lt => order.is_lt(),
            Self::Gt => order.is_gt(),
            Self::Eq => order.is_eq(),
            Self::Ne => order.is_ne(),
            Self::Le => order.is_le(),
            Self::Ge => order.is_ge(),
            _ => false,
        }
    }
}

/// A keyword and what its values are.
pub(crate) type FieldSpec = (&'static str, FieldForm);

/// What the values of a field are, as far as filters care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FieldForm {
    Int,
    /// One of several words, which the attribute knows, or nobody.
    Word,
    /// One of these words, or blank.
    OneOf(&'static [&'static str]),
    Text,
    /// A keyword alone.
    Flag,
    List,
}

/// What a field is compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FilterValue {
    Int(i64),
    Text(String),
    Flag(bool),
}

/// One condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Filter {
    pub(crate) keyword: &'static str,
    pub(crate) operator: Operator,
    pub(crate) value: FilterValue,
}

impl Filter {
    /// Whether the record fulfils the condition. One without the field does not.
    pub(crate) fn lets_through(&self, record: &Record) -> bool {
        match (record.get(self.keyword), &self.value) {
            (Some(FieldValue::Int(number, _)), FilterValue::Int(wanted)) => {
                self.operator.holds(number.cmp(wanted))
            }
            (Some(FieldValue::Flag(flag)), FilterValue::Flag(wanted)) => {
                self.operator.holds(flag.cmp(wanted))
            }
            (Some(FieldValue::Text(text)), FilterValue::Text(wanted)) => {
                self.compare_text(text, wanted)
            }
            (Some(FieldValue::Int(_, Some(word))), FilterValue::Text(wanted)) => {
                self.compare_text(word, wanted)
            }
            (Some(FieldValue::Names(list) | FieldValue::List(list)), FilterValue::Text(wanted)) => {
                self.look_into(list, wanted)
            }
            _ => false,
        }
    }

    fn compare_text(&self, text: &str, wanted: &str) -> bool {
        match self.operator {
            Operator::Lk => NamePattern::new(wanted).matches(text),
            Operator::Nl => !NamePattern::new(wanted).matches(text),
            other => other.holds(text.trim_end().cmp(wanted.trim_end())),
        }
    }

    fn look_into(&self, list: &[String], wanted: &str) -> bool {
        let pattern = NamePattern::new(wanted);
        let same = list.iter().any(|entry| entry == wanted);
        let like = list.iter().any(|entry| pattern.matches(entry));
        match self.operator {
            Operator::Ct => same,
            Operator::Ex => !same,
            Operator::Ctg => like,
            Operator::Exg => !like,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Filter, FilterValue, Operator};
    use crate::display::record::{FieldValue, Record};

    fn holds(operator: &str, field: FieldValue, value: FilterValue) -> bool {
        let mut record = Record::default();
        record.push("F", field);
        let operator = Operator::from_word(operator).expect("a known operator");
        Filter {
            keyword: "F",
            operator,
            value,
        }
        .lets_through(&record)
    }

    #[test]
    fn numbers_are_compared_as_numbers() {
        for (operator, held) in [
            ("LT", [true, false, false]),
            ("LE", [true, true, false]),
            ("EQ", [false, true, false]),
            ("NE", [true, false, true]),
            ("GE", [false, true, true]),
            ("GT", [false, false, true]),
        ] {
            for (number, expected) in [9, 10, 11].into_iter().zip(held) {
                assert_eq!(
                    holds(
                        operator,
                        FieldValue::Int(number, None),
                        FilterValue::Int(10)
                    ),
                    expected,
                    "{number} {operator}"
                );
            }
        }
    }

    #[test]
    fn text_can_be_compared_with_generic_values() {
        let text = || FieldValue::Text("APP.ONE".into());
        assert!(holds("LK", text(), FilterValue::Text("APP.*".into())));
        assert!(!holds("NL", text(), FilterValue::Text("APP.*".into())));
        assert!(holds(
            "EQ",
            FieldValue::Text(String::new()),
            FilterValue::Text(" ".into())
        ));
        assert!(holds("GT", text(), FilterValue::Text("APP".into())));
    }

    #[test]
    fn lists_are_searched() {
        let list = || FieldValue::Names(vec!["A.1".into(), "B".into()]);
        assert!(holds("CT", list(), FilterValue::Text("B".into())));
        assert!(holds("EX", list(), FilterValue::Text("C".into())));
        assert!(holds("CTG", list(), FilterValue::Text("A*".into())));
        assert!(!holds("EXG", list(), FilterValue::Text("A*".into())));
    }

    #[test]
    fn what_lacks_the_field_is_not_let_through() {
        let filter = Filter {
            keyword: "F",
            operator: Operator::Ne,
            value: FilterValue::Int(1),
        };
        assert!(!filter.lets_through(&Record::default()));
    }
}
