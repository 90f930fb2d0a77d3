//! A subscribed table: which column goes where, its keys, and its statements.

use super::catalog::{Loaded, Subscription};
use super::equality::{self, Equality};
use crate::apply::engine::Transaction;
use crate::apply::footprint::{Footprints, Reach};
use crate::message::{
    Action, Cell, Change, Kind, Old, Operation, Operations, Problem, Row, Schema,
};
use ferromq_postgres::{Connection, Error, identifier};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A table of the target, as rows of one source schema are applied to it.
#[derive(Clone, Debug)]
pub struct Table {
    /// Which version of which table: statements are prepared for it.
    pub id: u64,
    /// The subscription.
    pub subscription: Subscription,
    /// The source's schema.
    pub source: Schema,
    /// Its name in statements.
    pub name: String,
    /// Target column by source column.
    columns: Vec<Option<String>>,
    /// Its type, without its length; of a domain the type below it.
    types: Vec<String>,
    /// Whether there are arrays of it, as text with commas: lists of values are sent as that.
    has_arrays: Vec<bool>,
    /// By what values of each are equal.
    equalities: Vec<Equality>,
    /// Source columns by which a row is found.
    key: Vec<usize>,
    /// There is no key: all columns are, and one of several equal rows is meant.
    pub has_no_key: bool,
    /// Source columns of each unique key.
    unique: Vec<(u64, Vec<usize>)>,
    /// That by which a row is found is one of them.
    key_is_unique: bool,
    /// Source columns that refer to others, and what that calls its key.
    refers: Vec<(u64, Vec<usize>)>,
    /// Something is unique that cannot be told from values.
    is_opaque: bool,
    /// There are identity columns that are always generated.
    overrides: bool,
    /// A row may lack the last columns: it was put aside before they were added.
    takes_shorter: bool,
}

/// As `CONFLICT_ACTION` F, and nobody is told: no letter of the control tables.
pub(super) const FORCED: char = '!';

/// Which statement.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    table: u64,
    action: u8,
    /// A byte for each column where it matters which are there.
    columns: Vec<u8>,
}

/// A statement and its values.
#[derive(Debug)]
pub struct Statement<'a> {
    /// Which it is: the same has the same text.
    pub shape: Shape,
    /// Source columns of the values that are set.
    pub values: Vec<Option<&'a [u8]>>,
    sets: Vec<usize>,
    finds: Vec<(usize, bool)>,
}

/// Why a row cannot be turned into a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoStatement {
    /// The message is broken.
    Message(Problem),
    /// A value is in a form that is not taken.
    Binary,
    /// The row has not as many columns as its schema, or lacks its key.
    Columns,
}

impl From<Problem> for NoStatement {
    fn from(problem: Problem) -> Self {
        Self::Message(problem)
    }
}

impl std::fmt::Display for NoStatement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Message(problem) => write!(f, "{problem}"),
            Self::Binary => f.write_str("values in binary form are not taken"),
            Self::Columns => f.write_str("a row has not the columns its schema says"),
        }
    }
}

/// The text of a statement, and its values.
pub type Forced<'a> = (String, Vec<Option<&'a [u8]>>);

static NEXT_ID: AtomicU64 = AtomicU64::new(1);

fn hash_of(what: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

/// What is wrong between source and target.
pub enum Unfit {
    /// The target's server failed.
    Error(Error),
    /// A table, a column is not there.
    Missing(String),
}

impl From<Error> for Unfit {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

impl Table {
    /// Looks at the target's table.
    ///
    /// # Errors
    /// It is not there, or has not the columns.
    pub fn resolve(
        db: &mut Connection,
        subscription: Subscription,
        source: Schema,
        with_references: bool,
    ) -> Result<Self, Unfit> {
        let (owner, name) = (&subscription.target_owner, &subscription.target_name);
        let qualified = format!("{}.{}", identifier(owner), identifier(name));
        let rows = db.ask(
            // Whoever casts to a domain with a length cuts: what a domain is in the end has none.
            "WITH RECURSIVE types(column_type, oid, typbasetype, typtype) AS (\
             SELECT t.oid, t.oid, t.typbasetype, t.typtype FROM pg_type t WHERE t.oid IN (SELECT a.atttypid FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relname = $2) \
             UNION ALL SELECT i.column_type, t.oid, t.typbasetype, t.typtype FROM types i JOIN pg_type t ON t.oid = i.typbasetype WHERE i.typtype = 'd') \
             SELECT a.attnum, a.attname, a.attidentity, a.attgenerated, c.oid, (SELECT format_type(i.oid, -1) FROM types i WHERE i.column_type = a.atttypid AND i.typtype <> 'd'), t.typarray <> 0 AND t.typdelim = ',' AND t.typtype IN ('b', 'e') AND t.typcategory <> 'A' \
             FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_type t ON t.oid = a.atttypid JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relname = $2 AND a.attnum > 0 AND NOT a.attisdropped",
            &[owner, name],
        )?;
        if rows.is_empty() {
            return Err(Unfit::Missing(format!("there is no table {qualified}")));
        }
        let oid = rows.text(0, 4).unwrap_or("0").to_owned();
        let mut numbers: HashMap<String, i32> = HashMap::new();
        let mut types_of: HashMap<String, (String, bool)> = HashMap::new();
        let (mut overrides, mut generated) = (false, HashSet::new());
        for row in 0..rows.len() {
            let name = rows.text(row, 1).unwrap_or_default().to_owned();
            overrides |= rows.text(row, 2) == Some("a");
            if rows.text(row, 3) == Some("s") {
                generated.insert(name.clone());
            }
            let type_name = rows.text(row, 5).unwrap_or_default().to_owned();
            types_of.insert(name.clone(), (type_name, rows.text(row, 6) == Some("t")));
            numbers.insert(name, rows.number(row, 0).unwrap_or(0));
        }
        let mapped = |column: &str| -> Option<String> {
            if subscription.columns.is_empty() {
                return Some(column.to_owned());
            }
            let found = subscription.columns.iter().find(|it| it.0 == column);
            found.map(|it| it.1.clone())
        };
        let mut columns = Vec::with_capacity(source.columns.len());
        let mut types = Vec::with_capacity(source.columns.len());
        let mut has_arrays = Vec::with_capacity(source.columns.len());
        let mut equalities = Vec::with_capacity(source.columns.len());
        let mut equality_of = equality::of_columns(db, &oid)?;
        let mut by_number: HashMap<i32, usize> = HashMap::new();
        for (at, column) in source.columns.iter().enumerate() {
            let target = mapped(&column.name).filter(|it| !generated.contains(it));
            if let Some(target) = &target {
                match numbers.get(target) {
                    Some(number) => drop(by_number.insert(*number, at)),
                    None => {
                        let text = format!("{qualified} has no column {}", identifier(target));
                        return Err(Unfit::Missing(text));
                    }
                }
            }
            let of = target.as_ref().and_then(|target| types_of.get(target));
            let (name, has) = of.cloned().unwrap_or_default();
            types.push(name);
            has_arrays.push(has);
            let equality = target.as_ref().and_then(|it| equality_of.remove(it));
            equalities.push(equality.unwrap_or_default());
            columns.push(target);
        }
        let mut table = Self {
            id: NEXT_ID.fetch_add(1, Ordering::Relaxed),
            name: qualified,
            columns,
            types,
            has_arrays,
            equalities,
            key: Vec::new(),
            has_no_key: false,
            unique: Vec::new(),
            key_is_unique: false,
            refers: Vec::new(),
            is_opaque: false,
            overrides,
            takes_shorter: false,
            subscription,
            source,
        };
        table.find_keys(db, &oid, &by_number, with_references)?;
        Ok(table)
    }

    fn find_keys(
        &mut self,
        db: &mut Connection,
        oid: &str,
        by_number: &HashMap<i32, usize>,
        with_references: bool,
    ) -> Result<(), Error> {
        let columns_of = |text: &str| -> Option<Vec<usize>> {
            let numbers = text.split([' ', ',']).filter(|it| !it.is_empty());
            numbers
                .map(|it| by_number.get(&it.parse().ok()?).copied())
                .collect()
        };
        let rows = db.ask(
            "SELECT i.indisprimary, array_to_string(i.indkey[0:i.indnkeyatts - 1], ' '), i.indexprs IS NOT NULL \
             FROM pg_index i WHERE i.indrelid = $1::oid AND i.indisunique ORDER BY i.indisprimary DESC, i.indexrelid",
            &[oid],
        )?;
        let mut primary = None;
        for row in 0..rows.len() {
            let text = rows.text(row, 1).unwrap_or_default();
            match columns_of(text).filter(|it| !it.is_empty() && rows.text(row, 2) == Some("f")) {
                Some(columns) => {
                    if rows.text(row, 0) == Some("t") {
                        primary = Some(columns.clone());
                    }
                    // By the attributes' numbers, as those who refer to it know them.
                    self.unique.push((hash_of((oid, sorted(text))), columns));
                }
                // Of columns that are not replicated, or of expressions.
                None => self.is_opaque = true,
            }
        }
        let excludes = db.ask(
            "SELECT 1 FROM pg_constraint WHERE conrelid = $1::oid AND contype = 'x'",
            &[oid],
        )?;
        self.is_opaque |= !excludes.is_empty();
        if with_references {
            let rows = db.ask(
                "SELECT array_to_string(conkey, ' '), confrelid, array_to_string(confkey, ' ') FROM pg_constraint \
                 WHERE conrelid = $1::oid AND contype = 'f'",
                &[oid],
            )?;
            for row in 0..rows.len() {
                let there = rows.text(row, 1).unwrap_or_default();
                let key = sorted(rows.text(row, 2).unwrap_or_default());
                match columns_of(rows.text(row, 0).unwrap_or_default()) {
                    Some(columns) => self.refers.push((hash_of((there, key)), columns)),
                    None => self.is_opaque = true,
                }
            }
        }
        let said = self.subscription.columns.iter().filter(|it| it.2);
        let said: Vec<usize> = said
            .filter_map(|it| {
                self.source
                    .columns
                    .iter()
                    .position(|column| column.name == it.0)
            })
            .collect();
        let identity = self.source.columns.iter().enumerate();
        let is_full = self.source.identity == crate::message::Identity::Full;
        let identity: Vec<usize> = identity
            .filter(|(at, it)| it.is_of_identity && !is_full && self.columns[*at].is_some())
            .map(|(at, _)| at)
            .collect();
        // What the source sends of an old row has to have it.
        let has = |key: &Vec<usize>| {
            !key.is_empty() && (is_full || key.iter().all(|at| identity.contains(at)))
        };
        self.key = [Some(said), primary, Some(identity.clone())]
            .into_iter()
            .flatten()
            .find(has)
            .unwrap_or_default();
        let is_it = |(_, columns): &(u64, Vec<usize>)| {
            columns.len() == self.key.len() && columns.iter().all(|at| self.key.contains(at))
        };
        self.key_is_unique = !self.key.is_empty() && self.unique.iter().any(is_it);
        if self.key.is_empty() {
            self.has_no_key = true;
            self.key = (0..self.columns.len())
                .filter(|at| self.columns[*at].is_some())
                .collect();
        }
        Ok(())
    }

    /// The same for rows of a spill queue: those that were loaded are in the table already. With `is_forced` what the table has of
    /// others is no conflict: somebody has loaded it who need not say when it was read. Unless `is_exact` the schema may be a later one than that of the rows.
    #[must_use]
    pub(crate) fn of_spilled(&self, loaded: Loaded, is_forced: bool, is_exact: bool) -> Self {
        let mut table = self.clone();
        table.id = NEXT_ID.fetch_add(1, Ordering::Relaxed);
        table.takes_shorter = !is_exact;
        table.subscription.state = 'A';
        table.subscription.loaded = loaded;
        if is_forced {
            table.subscription.conflict_action = FORCED;
        }
        table
    }

    /// Target columns that are replicated, with those of the source.
    pub fn mapped(&self) -> impl Iterator<Item = (&str, &str)> {
        let names = self.source.columns.iter().zip(&self.columns);
        names.filter_map(|(source, target)| Some((source.name.as_str(), target.as_deref()?)))
    }

    /// The target column of a source column; empty if it is not replicated.
    pub(super) fn target_column(&self, at: usize) -> &str {
        let column = self.columns.get(at).and_then(Option::as_deref);
        column.unwrap_or_default()
    }

    /// Its type.
    pub(super) fn target_type(&self, at: usize) -> &str {
        self.types.get(at).map_or("text", String::as_str)
    }

    /// The type of a list of its values, and whether a value of it has to be made one of the type yet.
    pub(super) fn list_type(&self, at: usize) -> (String, bool) {
        match self.has_arrays.get(at) {
            Some(true) => (format!("{}[]", self.target_type(at)), false),
            _ => ("text[]".to_owned(), true),
        }
    }

    /// What stands in an insert, for identity columns that are always generated.
    pub(super) fn overriding(&self) -> &'static str {
        if self.overrides {
            " OVERRIDING SYSTEM VALUE"
        } else {
            ""
        }
    }

    /// The statement of a row.
    ///
    /// # Errors
    /// It cannot be one.
    pub fn statement<'a>(
        &self,
        action: Action,
        change: &Change<'a>,
    ) -> Result<Statement<'a>, NoStatement> {
        let new = change.new.map(|row| self.cells(row)).transpose()?;
        let old = change
            .old
            .as_ref()
            .map(|old| self.cells(old.row()))
            .transpose()?;
        let mut statement = Statement {
            shape: Shape {
                table: self.id,
                action: action.letter(),
                columns: Vec::new(),
            },
            values: Vec::new(),
            sets: Vec::new(),
            finds: Vec::new(),
        };
        let is_update = action == Action::Update;
        // Of updates of one row the last counts where none of them changes the key: those that may are another statement.
        statement
            .shape
            .columns
            .push(u8::from(is_update && old.is_some()));
        if let Some(new) = &new {
            let key_changed = old.is_some() || self.has_no_key;
            for (at, cell) in new.iter().enumerate() {
                let is_set = self.columns[at].is_some()
                    && *cell != Cell::Unchanged
                    && (!is_update || key_changed || !self.key.contains(&at));
                if is_set {
                    statement.sets.push(at);
                    statement.values.push(value(*cell)?);
                }
            }
            if is_update && statement.sets.is_empty() {
                // Nothing but the key, and that is as it was: the row has to be there all the same.
                for at in &self.key {
                    statement.sets.push(*at);
                    statement.values.push(value(new[*at])?);
                }
            }
        }
        if action != Action::Insert {
            self.find(&mut statement, old.as_deref(), new.as_deref(), change)?;
        }
        Ok(statement)
    }

    fn find<'a>(
        &self,
        statement: &mut Statement<'a>,
        old: Option<&[Cell<'a>]>,
        new: Option<&[Cell<'a>]>,
        change: &Change<'a>,
    ) -> Result<(), NoStatement> {
        let before = old.or(new).ok_or(NoStatement::Columns)?;
        let is_whole = matches!(change.old, Some(Old::Whole(_)));
        let rule = self.subscription.conflict_rule;
        for at in 0..self.columns.len() {
            let is_key = self.key.contains(&at);
            let is_checked = is_whole
                && self.columns[at].is_some()
                && match rule {
                    'A' => true,
                    'C' => new.is_none_or(|new| new[at] != before[at]),
                    _ => false,
                };
            if !is_key && !is_checked {
                continue;
            }
            let cell = before[at];
            if cell == Cell::Unchanged {
                continue;
            }
            let is_null = cell == Cell::Null;
            statement.finds.push((at, is_null));
            if !is_null {
                statement.values.push(value(cell)?);
            }
        }
        if statement.finds.is_empty() {
            return Err(NoStatement::Columns);
        }
        Ok(())
    }

    fn cells<'a>(&self, row: Row<'a>) -> Result<Vec<Cell<'a>>, NoStatement> {
        let wanted = self.columns.len();
        if row.columns() > wanted || (row.columns() < wanted && !self.takes_shorter) {
            return Err(NoStatement::Columns);
        }
        let mut cells: Vec<Cell<'a>> = row.collect::<Result<_, _>>()?;
        // As if nobody had said anything of them.
        cells.resize(wanted, Cell::Unchanged);
        Ok(cells)
    }

    /// The text of a statement.
    #[must_use]
    pub fn sql(&self, statement: &Statement<'_>) -> String {
        let mut sql = String::new();
        let column = |at: usize| identifier(self.columns[at].as_deref().unwrap_or_default());
        let mut number = 0;
        let mut next = || {
            number += 1;
            number
        };
        match statement.shape.action {
            b'I' => {
                let names: Vec<String> = statement.sets.iter().map(|at| column(*at)).collect();
                let values: Vec<String> = names.iter().map(|_| format!("${}", next())).collect();
                let overriding = self.overriding();
                let _ = match names.is_empty() {
                    true => write!(sql, "INSERT INTO {} DEFAULT VALUES", self.name),
                    false => write!(
                        sql,
                        "INSERT INTO {} ({}){overriding} VALUES ({})",
                        self.name,
                        names.join(", "),
                        values.join(", ")
                    ),
                };
                return sql;
            }
            b'U' => {
                let sets: Vec<String> = statement
                    .sets
                    .iter()
                    .map(|at| format!("{} = ${}", column(*at), next()))
                    .collect();
                let _ = write!(sql, "UPDATE {} SET {} WHERE ", self.name, sets.join(", "));
            }
            _ => {
                let _ = write!(sql, "DELETE FROM {} WHERE ", self.name);
            }
        }
        let finds: Vec<String> = statement
            .finds
            .iter()
            .map(|(at, is_null)| match is_null {
                true => format!("{} IS NULL", column(*at)),
                false => self.equal(*at, &column(*at), &self.found_by(*at, next())),
            })
            .collect();
        let finds = finds.join(" AND ");
        let _ = match self.has_no_key {
            // One of several equal rows. A ctid is of a partition, or of a child: each has its own.
            true => write!(
                sql,
                "(tableoid, ctid) = (SELECT tableoid, ctid FROM {} WHERE {finds} LIMIT 1)",
                self.name
            ),
            false => write!(sql, "{finds}"),
        };
        sql
    }

    /// The place of a value that rows are found by. It says its type: beside a column of a composite type one without is a row of no type, which no text can be read as.
    fn found_by(&self, at: usize, number: usize) -> String {
        match self.types.get(at) {
            Some(of) if !of.is_empty() => format!("${number}::{of}"),
            _ => format!("${number}"),
        }
    }

    /// The condition that a value of the target's column for a source column is that one.
    pub(super) fn equal(&self, at: usize, column: &str, value: &str) -> String {
        let known = Equality::Known;
        self.equalities
            .get(at)
            .unwrap_or(&known)
            .condition(column, value)
    }

    /// Statements that have a row where it has to be, whether one is there or not, for `CONFLICT_ACTION` F, where `statement` could not be done: the last does one row, or of a
    /// delete none. There are none if the row is not known as a whole.
    ///
    /// # Errors
    /// It cannot be one.
    pub fn forced<'a>(
        &self,
        change: &Change<'a>,
        statement: &Statement<'a>,
    ) -> Result<Vec<Forced<'a>>, NoStatement> {
        if self.has_no_key {
            return Ok(Vec::new());
        }
        let old = change.old.as_ref().map(|old| self.cells(old.row()));
        let has_key = |cells: &Vec<Cell<'a>>| {
            let mut key = self.key.iter();
            key.all(|at| cells[*at] != Cell::Unchanged)
        };
        let old = old.transpose()?.filter(has_key);
        let Some(mut new) = change.new.map(|row| self.cells(row)).transpose()? else {
            // It may be there with other values than those it was looked up by.
            let gone = old.map(|old| self.deleted(&old)).transpose()?;
            return Ok(gone.into_iter().collect());
        };
        let is_whole = matches!(change.old, Some(Old::Whole(_)));
        for (at, new) in new.iter_mut().enumerate() {
            if let (Cell::Unchanged, Some(old)) = (*new, &old)
                && (is_whole || self.key.contains(&at))
            {
                *new = old[at];
            }
        }
        // What was there under another key is not there any more.
        let moved = old.filter(|old| self.key.iter().any(|at| old[*at] != new[*at]));
        let is_known = |at: &usize| self.columns[*at].is_none() || new[*at] != Cell::Unchanged;
        if (0..new.len()).all(|at| is_known(&at)) {
            let gone = moved.map(|old| self.deleted(&old)).transpose()?;
            return Ok(gone.into_iter().chain([self.upserted(&new)?]).collect());
        }
        if moved.is_none() {
            return Ok(Vec::new());
        }
        // What is not said is in the row that is there under the old key.
        let update = (self.sql(statement), statement.values.clone());
        Ok(vec![self.deleted(&new)?, update])
    }

    /// Deletes the row with the key of this one.
    fn deleted<'a>(&self, cells: &[Cell<'a>]) -> Result<Forced<'a>, NoStatement> {
        let mut values = Vec::new();
        let mut finds = Vec::new();
        for at in &self.key {
            let column = identifier(self.target_column(*at));
            match value(cells[*at])? {
                None => finds.push(format!("{column} IS NULL")),
                found => {
                    values.push(found);
                    finds.push(self.equal(*at, &column, &self.found_by(*at, values.len())));
                }
            }
        }
        let sql = format!("DELETE FROM {} WHERE {}", self.name, finds.join(" AND "));
        Ok((sql, values))
    }

    /// Inserts a row, or has the one with its key be so.
    fn upserted<'a>(&self, cells: &[Cell<'a>]) -> Result<Forced<'a>, NoStatement> {
        let used: Vec<usize> = (0..cells.len())
            .filter(|at| self.columns[*at].is_some())
            .collect();
        let column = |at: &usize| identifier(self.target_column(*at));
        let names: Vec<String> = used.iter().map(column).collect();
        let values: Vec<String> = (1..=used.len()).map(|n| format!("${n}")).collect();
        let sets: Vec<String> = names
            .iter()
            .map(|it| format!("{it} = EXCLUDED.{it}"))
            .collect();
        let key: Vec<String> = self.key.iter().map(column).collect();
        let overriding = self.overriding();
        let sql = format!(
            "INSERT INTO {} ({}){overriding} VALUES ({}) ON CONFLICT ({}) DO UPDATE SET {}",
            self.name,
            names.join(", "),
            values.join(", "),
            key.join(", "),
            sets.join(", ")
        );
        let values: Result<Vec<_>, _> = used.iter().map(|at| value(cells[*at])).collect();
        Ok((sql, values?))
    }

    /// What an operation touches.
    fn touch(&self, operation: &Operation<'_>, keys: &mut Vec<u64>) -> Option<()> {
        let change = operation.change().ok()?;
        if self.is_opaque {
            return None;
        }
        let old = change.old.as_ref().map(|old| self.cells(old.row()));
        let old = old.transpose().ok()?;
        let mut new = change.new.map(|row| self.cells(row)).transpose().ok()?;
        // What was not changed and is not sent is as it was.
        for (new, old) in new.iter_mut().flatten().zip(old.iter().flatten()) {
            if *new == Cell::Unchanged {
                *new = *old;
            }
        }
        for cells in [&old, &new].into_iter().flatten() {
            let values = |columns: &[usize]| -> Option<u64> {
                let mut hasher = DefaultHasher::new();
                for at in columns {
                    match cells[*at] {
                        Cell::Text(text) | Cell::Binary(text) => text.hash(&mut hasher),
                        // It is equal to nothing.
                        Cell::Null | Cell::Unchanged => return None,
                    }
                }
                Some(hasher.finish())
            };
            for (name, columns) in self.unique.iter().chain(&self.refers) {
                if let Some(hash) = values(columns) {
                    keys.push(hash_of((name, hash)));
                }
            }
            // The row itself, where the target has no unique key for what it is found by, or not for a NULL of it.
            let row = values(&self.key);
            if !self.key_is_unique || row.is_none() {
                keys.push(hash_of((&self.name, self.of_row(cells)?)));
            }
            // The whole table: but for inserts of rows that may be there several times.
            let is_one_of_several = self.has_no_key && operation.action == Action::Insert;
            if self.unique.is_empty() && !is_one_of_several {
                keys.push(hash_of(&self.name));
            }
        }
        Some(())
    }

    /// A number of what a row is found by. NULL is as NULL there; `None` where that is not known.
    fn of_row(&self, cells: &[Cell<'_>]) -> Option<u64> {
        let mut hasher = DefaultHasher::new();
        for at in &self.key {
            match cells[*at] {
                Cell::Text(text) | Cell::Binary(text) => (1_u8, text).hash(&mut hasher),
                Cell::Null => 0_u8.hash(&mut hasher),
                // Of a key that is long and was not changed the old row says what it is; rows without a key need not be told apart by all that is known of them.
                Cell::Unchanged if self.has_no_key => {}
                Cell::Unchanged => return None,
            }
        }
        Some(hasher.finish())
    }
}

/// Numbers of columns, in order, as text.
fn sorted(text: &str) -> String {
    let mut numbers: Vec<&str> = text.split([' ', ',']).filter(|it| !it.is_empty()).collect();
    numbers.sort_unstable();
    numbers.join(" ")
}

fn value(cell: Cell<'_>) -> Result<Option<&[u8]>, NoStatement> {
    match cell {
        Cell::Null => Ok(None),
        Cell::Text(text) => Ok(Some(text)),
        Cell::Binary(_) => Err(NoStatement::Binary),
        Cell::Unchanged => Err(NoStatement::Columns),
    }
}

impl Shape {
    /// The same, for a batch of rows.
    pub(super) fn of_batch(&self) -> Self {
        let mut shape = self.clone();
        shape.action = shape.action.to_ascii_lowercase();
        shape
    }
}

impl<'a> Statement<'a> {
    /// Values of what a row is found by.
    pub(super) fn key(&self) -> Vec<&'a [u8]> {
        let values = self.values.iter().skip(self.sets.len());
        values.map(|value| value.unwrap_or_default()).collect()
    }

    /// Source columns that are set.
    pub(super) fn sets(&self) -> &[usize] {
        &self.sets
    }

    /// Source columns a row is found by, and whether they are NULL.
    pub(super) fn finds(&self) -> &[(usize, bool)] {
        &self.finds
    }

    /// Whether a row is found by its key alone.
    pub(super) fn is_by_key(&self, table: &Table) -> bool {
        !table.has_no_key
            && self.finds.len() == table.key.len()
            && self.finds.iter().all(|(_, is_null)| !is_null)
    }

    /// Bytes of its values.
    pub(super) fn bytes(&self) -> usize {
        self.values.iter().flatten().map(|value| value.len()).sum()
    }
}

impl Statement<'_> {
    /// Its shape, with what makes texts differ.
    #[must_use]
    pub fn full_shape(&self) -> Shape {
        let mut shape = self.shape.clone();
        for at in &self.sets {
            shape.columns.extend_from_slice(&(*at as u16).to_be_bytes());
        }
        shape.columns.push(255);
        for (at, is_null) in &self.finds {
            shape.columns.extend_from_slice(&(*at as u16).to_be_bytes());
            shape.columns.push(u8::from(*is_null));
        }
        shape
    }
}

/// The tables rows go to, by their numbers; `None` for those nobody subscribes to here.
pub type Tables = HashMap<u16, Option<Arc<Table>>>;

/// The same for agents and whoever looks what transactions touch.
#[derive(Clone, Debug, Default)]
pub struct SharedTables(Arc<Mutex<Tables>>);

impl SharedTables {
    /// As they are now.
    #[must_use]
    pub fn snapshot(&self) -> Tables {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// They are these from here on.
    pub fn set(&self, tables: Tables) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = tables;
    }
}

/// What transactions touch, by the target's keys. A table whose schema is on its way is not known yet.
#[derive(Debug)]
pub struct ByKeys {
    tables: SharedTables,
    /// Tables whose schema was shown and may not be in force yet, and the table's version then.
    changed: HashMap<u16, Option<u64>>,
}

impl ByKeys {
    /// By these tables.
    #[must_use]
    pub fn new(tables: SharedTables) -> Self {
        Self {
            tables,
            changed: HashMap::new(),
        }
    }
}

impl Footprints for ByKeys {
    fn of(&mut self, transaction: &Transaction) -> Reach {
        let tables = self.tables.snapshot();
        let version = |number: u16| tables.get(&number).and_then(Option::as_ref).map(|it| it.id);
        let mut keys = Vec::new();
        for message in &transaction.messages {
            if message.header.kind == Kind::Schema {
                if let Ok(schema) = Schema::decode(&message.body) {
                    self.changed.insert(schema.table, version(schema.table));
                }
                continue;
            }
            for operation in Operations::of(message) {
                let Ok(operation) = operation else {
                    return Reach::Everything;
                };
                if let Some(before) = self.changed.get(&operation.table) {
                    if *before == version(operation.table) {
                        return Reach::Everything;
                    }
                    self.changed.remove(&operation.table);
                }
                let touched = match tables.get(&operation.table) {
                    // It may be of several tables.
                    _ if operation.action == Action::Truncate => None,
                    Some(None) => Some(()),
                    Some(Some(table)) => table.touch(&operation, &mut keys),
                    None => None,
                };
                if touched.is_none() {
                    return Reach::Everything;
                }
            }
        }
        Reach::Some(keys)
    }
}
