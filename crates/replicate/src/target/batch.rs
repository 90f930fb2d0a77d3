//! Rows of one group and one table that are done by one statement.
//!
//! A group is one transaction at the target, in which triggers and references rest: which table a row comes to first does not show. Within a table rows stay in
//! order: a batch has rows of one shape, and of several updates of one row the last counts. Where a batch does not do as many rows as it has, the group is executed
//! again without batches, one transaction after the other, and then with care.

use super::table::{Shape, Statement, Table};
use crate::message::{Action, Change};
use ferromq_postgres::identifier;
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::Arc;

/// Fewer rows are done by a statement each.
const ROWS_MIN: usize = 3;
/// More are done by several statements.
const ROWS_MAX: usize = 1_000;
/// Bytes of values of a batch after which no more are added.
const BYTES_MAX: usize = 1 << 20;

/// Rows for one statement, or for a statement each.
#[derive(Debug)]
pub(super) struct Batch<'a> {
    pub(super) table: Arc<Table>,
    pub(super) action: Action,
    shape: Shape,
    pub(super) rows: Vec<Statement<'a>>,
    /// Rows are found by their keys alone, or are new.
    is_open: bool,
    by_key: HashMap<Vec<&'a [u8]>, usize>,
    bytes: usize,
}

impl<'a> Batch<'a> {
    fn new(table: &Arc<Table>, action: Action, statement: Statement<'a>, is_open: bool) -> Self {
        let mut batch = Self {
            table: Arc::clone(table),
            action,
            shape: statement.full_shape(),
            rows: Vec::new(),
            is_open,
            by_key: HashMap::new(),
            bytes: 0,
        };
        batch.push(statement);
        batch
    }

    fn push(&mut self, statement: Statement<'a>) {
        self.bytes += statement.bytes();
        if self.is_open && self.action == Action::Update {
            let key = statement.key();
            if let Some(at) = self.by_key.get(&key) {
                self.rows[*at] = statement;
                return;
            }
            self.by_key.insert(key, self.rows.len());
        }
        self.rows.push(statement);
    }

    fn takes(&self, action: Action, shape: &Shape) -> bool {
        self.is_open
            && self.action == action
            && self.shape == *shape
            && self.rows.len() < ROWS_MAX
            && self.bytes < BYTES_MAX
    }

    /// Whether one statement does all of it.
    pub(super) fn is_one_statement(&self) -> bool {
        self.is_open && self.rows.len() >= ROWS_MIN
    }

    /// What that is called among prepared statements.
    pub(super) fn shape(&self) -> Shape {
        self.shape.of_batch()
    }

    /// The text of that statement: its values are lists, one for each value of a row.
    pub(super) fn sql(&self) -> String {
        let Some(first) = self.rows.first() else {
            return String::new();
        };
        let table = &self.table;
        let column = |at: usize| identifier(table.target_column(at));
        // Types without their lengths, and no domains: what is too long is refused, as in a statement of its own, and not cut.
        let value = |number: usize, at: usize| match table.list_type(at) {
            (_, true) => format!("u.v{number}::{}", table.target_type(at)),
            (_, false) => format!("u.v{number}"),
        };
        let found = first.finds().iter().map(|(at, _)| *at);
        let columns = first.sets().iter().copied().chain(found);
        let lists: Vec<String> = columns
            .enumerate()
            .map(|(number, at)| format!("${}::{}", number + 1, table.list_type(at).0))
            .collect();
        let names: Vec<String> = (0..first.values.len()).map(|it| format!("v{it}")).collect();
        let from = format!("unnest({}) AS u({})", lists.join(", "), names.join(", "));
        let sets = first.sets();
        let mut sql = String::new();
        let finds = || {
            let finds = first.finds().iter().enumerate();
            let finds: Vec<String> = finds
                .map(|(number, (at, _))| {
                    let (column, value) = (column(*at), value(sets.len() + number, *at));
                    table.equal(*at, &format!("t.{column}"), &value)
                })
                .collect();
            finds.join(" AND ")
        };
        let _ = match self.action {
            Action::Insert => {
                let columns: Vec<String> = sets.iter().map(|at| column(*at)).collect();
                let values = sets.iter().enumerate();
                let values: Vec<String> = values.map(|(number, at)| value(number, *at)).collect();
                write!(
                    sql,
                    "INSERT INTO {} ({}){} SELECT {} FROM {from}",
                    table.name,
                    columns.join(", "),
                    table.overriding(),
                    values.join(", ")
                )
            }
            Action::Update => {
                let sets = sets.iter().enumerate();
                let sets: Vec<String> = sets
                    .map(|(number, at)| format!("{} = {}", column(*at), value(number, *at)))
                    .collect();
                write!(
                    sql,
                    "UPDATE {} AS t SET {} FROM {from} WHERE {}",
                    table.name,
                    sets.join(", "),
                    finds()
                )
            }
            _ => write!(
                sql,
                "DELETE FROM {} AS t USING {from} WHERE {}",
                table.name,
                finds()
            ),
        };
        sql
    }

    /// The lists of values, as text.
    pub(super) fn lists(&self) -> Vec<Vec<u8>> {
        let columns = self.rows.first().map_or(0, |row| row.values.len());
        let room = self.bytes / columns.max(1) + self.rows.len() * 3;
        let mut lists: Vec<Vec<u8>> = (0..columns).map(|_| Vec::with_capacity(room)).collect();
        for (number, list) in lists.iter_mut().enumerate() {
            list.push(b'{');
            for row in &self.rows {
                if list.len() > 1 {
                    list.push(b',');
                }
                let Some(value) = row.values.get(number).copied().flatten() else {
                    list.extend_from_slice(b"NULL");
                    continue;
                };
                list.push(b'"');
                for byte in value {
                    if matches!(byte, b'"' | b'\\') {
                        list.push(b'\\');
                    }
                    list.push(*byte);
                }
                list.push(b'"');
            }
            list.push(b'}');
        }
        lists
    }
}

/// Batches that are being filled: one for each table, in the order in which they were begun.
#[derive(Debug, Default)]
pub(super) struct Batches<'a> {
    open: Vec<Batch<'a>>,
}

impl<'a> Batches<'a> {
    /// Takes a row in. What has to be sent now, so that rows of its table stay in order, is given back.
    pub(super) fn add(
        &mut self,
        table: &Arc<Table>,
        action: Action,
        change: &Change<'a>,
        statement: Statement<'a>,
    ) -> Vec<Batch<'a>> {
        let mut due = Vec::new();
        let shape = statement.full_shape();
        let at = self.open.iter().position(|it| it.table.id == table.id);
        if let Some(at) = at {
            if self.open[at].takes(action, &shape) {
                self.open[at].push(statement);
                return due;
            }
            due.push(self.open.remove(at));
        }
        let is_open = match action {
            Action::Insert => !statement.sets().is_empty(),
            Action::Update => change.old.is_none() && statement.is_by_key(table),
            Action::Delete => statement.is_by_key(table),
            Action::Truncate => false,
        };
        let batch = Batch::new(table, action, statement, is_open);
        match is_open {
            true => self.open.push(batch),
            false => due.push(batch),
        }
        due
    }

    /// All that are open.
    pub(super) fn take(&mut self) -> Vec<Batch<'a>> {
        std::mem::take(&mut self.open)
    }
}
