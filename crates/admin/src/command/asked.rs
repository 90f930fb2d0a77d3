//! What a DISPLAY asks for, gathered from its clauses: keywords to show, `ALL` and `WHERE`.

use super::Seen;
use crate::display::filter::{FieldForm, FieldSpec, Filter, FilterValue, Operator};
use crate::display::object;
use crate::display::query::Query;
use crate::syntax::clause::{Argument, Arguments, Clause};
use crate::syntax::{Fault, SyntaxError};
use ferromq_mqi::attribute::{AttributeInfo, ObjectKind};

/// The keywords DISPLAY takes for something, and the values they are compared with.
#[derive(Clone, Copy)]
pub(crate) enum Fields<'a> {
    Attributes(&'a [ObjectKind]),
    /// Attributes, and keywords that no object here has: asking for them is no mistake.
    AttributesAnd(&'a [ObjectKind], &'static [FieldSpec]),
    Table(&'static [FieldSpec]),
}

#[derive(Clone, Copy)]
pub(super) enum Found {
    Attribute(&'static AttributeInfo),
    Field(FieldSpec),
}

impl Fields<'_> {
    pub(super) fn find(self, keyword: &str) -> Option<Found> {
        match self {
            Self::Attributes(kinds) => object::attribute(kinds, keyword).map(Found::Attribute),
            Self::AttributesAnd(kinds, others) => Fields::Attributes(kinds)
                .find(keyword)
                .or_else(|| Fields::Table(others).find(keyword)),
            Self::Table(table) => table
                .iter()
                .find(|(name, _)| *name == keyword)
                .copied()
                .map(Found::Field),
        }
    }
}

impl Found {
    pub(super) fn keyword(self) -> &'static str {
        match self {
            Self::Attribute(info) => info.attr.keyword(),
            Self::Field((keyword, _)) => keyword,
        }
    }

    fn form(self) -> FieldForm {
        match self {
            Self::Attribute(info) => object::field_form(info),
            Self::Field((_, form)) => form,
        }
    }

    fn value(self, given: &str) -> Option<FilterValue> {
        match self {
            Self::Attribute(info) => object::filter_value(info, given),
            Self::Field((_, FieldForm::Int)) => given.trim().parse().ok().map(FilterValue::Int),
            // A misspelt word would say that there is nothing of the kind, which is worse than no answer.
            Self::Field((_, FieldForm::OneOf(words))) => {
                let word = given.trim().to_ascii_uppercase();
                let is_one = word.is_empty() || words.contains(&word.as_str());
                is_one.then_some(FilterValue::Text(word))
            }
            Self::Field((_, FieldForm::Word)) => {
                Some(FilterValue::Text(given.to_ascii_uppercase()))
            }
            Self::Field(_) => Some(FilterValue::Text(given.to_string())),
        }
    }
}

/// Gathers what a DISPLAY asks for.
pub(crate) struct Asked<'a> {
    fields: Fields<'a>,
    pub(crate) seen: Seen,
    pub(super) query: Query,
}

impl<'a> Asked<'a> {
    pub(crate) fn new(fields: Fields<'a>) -> Self {
        Self {
            fields,
            seen: Seen::default(),
            query: Query::default(),
        }
    }

    /// Takes `ALL`, `WHERE(...)` or a keyword to show.
    pub(crate) fn take(&mut self, clause: &Clause) -> Result<(), SyntaxError> {
        match clause.keyword.as_str() {
            "ALL" => {
                self.seen.once("ALL", clause)?;
                clause.bare()?;
                self.query.choice.all = true;
                Ok(())
            }
            "WHERE" => {
                self.seen.once("WHERE", clause)?;
                let filter = condition(clause, &[self.fields])?.0;
                self.query.filters.push(filter);
                Ok(())
            }
            _ => {
                let found = self
                    .fields
                    .find(&clause.keyword)
                    .ok_or(SyntaxError::malformed(clause.end))?;
                self.seen.once(found.keyword(), clause)?;
                self.show(found, clause)
            }
        }
    }

    /// `CLUSTER` and `CLUSNL` may have a generic name behind them.
    fn show(&mut self, found: Found, clause: &Clause) -> Result<(), SyntaxError> {
        let keyword = found.keyword();
        if clause.arguments.is_some() && matches!(keyword, "CLUSTER" | "CLUSNL") {
            let value = FilterValue::Text(clause.single()?.text.clone());
            self.query.filters.push(Filter {
                keyword,
                operator: Operator::Lk,
                value,
            });
        } else {
            clause.bare()?;
        }
        self.query.choice.keywords.push(keyword);
        Ok(())
    }

    /// Everything is shown of a single object when nothing in particular was asked for. Of
    /// several, what they were filtered by is shown too.
    pub(crate) fn finish(mut self, single: bool) -> Query {
        complete(&mut self.query, single);
        self.query
    }
}

pub(super) fn complete(query: &mut Query, single: bool) {
    if single && query.choice.keywords.is_empty() {
        query.choice.all = true;
    }
    let filtered = query.filters.iter().map(|filter| filter.keyword);
    let missing: Vec<_> = filtered
        .filter(|keyword| !query.choice.takes(keyword))
        .collect();
    query.choice.keywords.extend(missing);
}

/// The condition in `WHERE`, and which of the sets of fields it is about.
pub(super) fn condition(
    clause: &Clause,
    sets: &[Fields<'_>],
) -> Result<(Filter, usize), SyntaxError> {
    let fail = |end| SyntaxError::new(end, Fault::BadFilter);
    let Some(Arguments { list, end }) = &clause.arguments else {
        return Err(fail(clause.end));
    };
    let [keyword, operator, value] = list.as_slice() else {
        return Err(fail(list.get(3).map_or(*end, |extra| extra.end)));
    };
    let place = |argument: &Argument| {
        if argument.quoted {
            None
        } else {
            Some(argument.text.clone())
        }
    };
    let name = place(keyword).ok_or(fail(keyword.end))?;
    let (set, found) = sets
        .iter()
        .enumerate()
        .find_map(|(at, fields)| fields.find(&name).map(|found| (at, found)))
        .ok_or(fail(keyword.end))?;
    let word = place(operator).ok_or(fail(operator.end))?;
    let operator = Operator::from_word(&word)
        .filter(|operator| operator.suits(found.form()))
        .ok_or(fail(operator.end))?;
    let filter_value = found.value(&value.text).ok_or(fail(value.end))?;
    Ok((
        Filter {
            keyword: found.keyword(),
            operator,
            value: filter_value,
        },
        set,
    ))
}
