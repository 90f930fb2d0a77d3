//! Whether the tables of subscriptions have the same rows at source and target, and having them so.
//!
//! Rows are parted into blocks by a hash of their keys. Both servers count the rows of each block and add up hashes of them, in one snapshot each; only blocks that
//! differ are read, and compared row by row. Values are compared as text, as both servers write them under the same settings.

mod differences;
mod repair;

pub use differences::{Compared, Difference, Kind, Limits, compare};
pub use repair::{Repaired, repair};

use crate::source::row_filter;
use crate::target::{connect, trouble};
use crate::trouble::Trouble;
use ferromq_mqi::generated::notices::FMQ0453;
use ferromq_postgres::{Connection, Error, identifier};
use std::collections::HashMap;

/// A column at both ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name at the source.
    pub source: String,
    /// And at the target.
    pub target: String,
    /// Rows are found by it.
    pub is_key: bool,
    /// Its type at either end, where that is a composite one: a value beside it has to say so. Else empty.
    source_type: String,
    target_type: String,
}

/// Columns of composite types, and what a value of each is followed by in a condition.
fn composites(
    db: &mut Connection,
    table: &(String, String),
) -> Result<HashMap<String, String>, Error> {
    let rows = db.ask(
        "SELECT a.attname, '::' || format_type(t.oid, -1) FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace \
         JOIN pg_type d ON d.oid = a.atttypid JOIN pg_type t ON t.oid = CASE d.typtype WHEN 'd' THEN d.typbasetype ELSE d.oid END \
         WHERE n.nspname = $1 AND c.relname = $2 AND a.attnum > 0 AND t.typtype = 'c'",
        &[&table.0, &table.1],
    )?;
    let text = |row, column| rows.text(row, column).unwrap_or_default().to_owned();
    Ok((0..rows.len())
        .map(|row| (text(row, 0), text(row, 1)))
        .collect())
}

/// The two tables of a subscription.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The subscription.
    pub subscription: String,
    /// Schema and name at the source.
    pub source: (String, String),
    /// And at the target.
    pub target: (String, String),
    /// The condition of those rows of the source that are replicated; `None` for all.
    pub filter: Option<String>,
    /// What is replicated, keys first.
    pub columns: Vec<Column>,
    /// There is a key. Else all columns are, and rows may be there several times.
    pub has_key: bool,
}

/// The two databases, and where their control tables are.
#[derive(Debug)]
pub struct Ends {
    /// The source.
    pub source: Connection,
    /// Schema of its control tables.
    pub capture_schema: String,
    /// The target.
    pub target: Connection,
    /// Schema of its control tables.
    pub apply_schema: String,
}

pub(crate) fn failed(error: &Error) -> Trouble {
    let mut it = match error.lost {
        true => trouble(error),
        false => Trouble::lasting(&FMQ0453, &[error]),
    };
    it.is_passing = false;
    it
}

fn table(schema: &str, name: &str) -> String {
    crate::target::catalog::table_name(schema, name)
}

/// A table, as statements have it.
fn qualified(name: &(String, String)) -> String {
    format!("{}.{}", identifier(&name.0), identifier(&name.1))
}

impl Pair {
    /// The rows of the source that are replicated, as statements have them.
    fn of_source(&self) -> String {
        let table = qualified(&self.source);
        match &self.filter {
            Some(filter) => format!("(SELECT * FROM {table} WHERE {filter}) AS replicated"),
            None => table,
        }
    }
}

impl Ends {
    /// Connects to both.
    ///
    /// # Errors
    /// One of them is not reached.
    pub fn connect(
        source: &str,
        capture_schema: &str,
        target: &str,
        apply_schema: &str,
    ) -> Result<Self, Trouble> {
        Ok(Self {
            source: connect(source)?,
            capture_schema: capture_schema.to_owned(),
            target: connect(target)?,
            apply_schema: apply_schema.to_owned(),
        })
    }

    /// The tables of subscriptions of which this condition holds, over the columns of `IBMQREP_SUBS`.
    ///
    /// # Errors
    /// FMQ0453: there is no such subscription, it has no table at the target, or the condition is none.
    pub fn pairs(&mut self, condition: Option<&str>) -> Result<Vec<Pair>, Trouble> {
        let subs = table(&self.capture_schema, "subs");
        // As a value of its own the condition may read, and do nothing else.
        let sql = format!(
            "SELECT subname, source_owner, source_name FROM {subs} WHERE ({}) ORDER BY subname",
            condition.unwrap_or("true")
        );
        let source = &mut self.source;
        source
            .execute("BEGIN READ ONLY")
            .map_err(|error| failed(&error))?;
        let rows = source.query(&sql, &[]).map_err(|error| failed(&error))?;
        let text = |row, column| rows.text(row, column).unwrap_or_default().to_owned();
        let found: Vec<[String; 3]> = (0..rows.len())
            .map(|row| [text(row, 0), text(row, 1), text(row, 2)])
            .collect();
        drop(rows);
        source.execute("COMMIT").map_err(|error| failed(&error))?;
        if found.is_empty() {
            let text = match condition {
                Some(condition) => format!("no subscription of {subs} has {condition}"),
                None => format!("{subs} has no subscription"),
            };
            return Err(Trouble::lasting(&FMQ0453, &[&text]));
        }
        found.into_iter().map(|sub| self.pair(sub)).collect()
    }

    fn pair(&mut self, [name, owner, of]: [String; 3]) -> Result<Pair, Trouble> {
        let sql = format!(
            "SELECT target_owner, target_name, recvq FROM {} WHERE subname = $1 AND source_owner = $2 AND source_name = $3",
            table(&self.apply_schema, "targets")
        );
        let to = self.target.ask(&sql, &[&name, &owner, &of]);
        let to = to.map_err(|error| failed(&error))?;
        if to.is_empty() {
            let text = format!("subscription {name} has no table at the target");
            return Err(Trouble::lasting(&FMQ0453, &[&text]));
        }
        let cell = |column| to.text(0, column).unwrap_or_default().to_owned();
        let (target, queue) = ((cell(0), cell(1)), cell(2));
        drop(to);
        let sql = format!(
            "SELECT source_colname, target_colname FROM {} WHERE subname = $1 AND recvq = $2",
            table(&self.apply_schema, "trg_cols")
        );
        let mapped = self.target.ask(&sql, &[&name, &queue]);
        let mapped = mapped.map_err(|error| failed(&error))?;
        let sql = format!(
            "SELECT src_colname, is_key FROM {} WHERE subname = $1 ORDER BY is_key = 0, is_key, src_colname",
            table(&self.capture_schema, "src_cols")
        );
        let rows = self.source.ask(&sql, &[&name]);
        let rows = rows.map_err(|error| failed(&error))?;
        let from = (owner, of);
        let composite = composites(&mut self.source, &from);
        let source_types = composite.map_err(|error| failed(&error))?;
        let composite = composites(&mut self.target, &target);
        let target_types = composite.map_err(|error| failed(&error))?;
        let type_of = |types: &HashMap<String, String>, name: &str| {
            types.get(name).cloned().unwrap_or_default()
        };
        let mut columns = Vec::with_capacity(rows.len());
        for row in 0..rows.len() {
            let source = rows.text(row, 0).unwrap_or_default().to_owned();
            let to = (0..mapped.len()).find(|at| mapped.text(*at, 0) == Some(&source));
            let target = match to {
                Some(at) => mapped.text(at, 1).unwrap_or_default().to_owned(),
                None if mapped.is_empty() => source.clone(),
                None => continue,
            };
            let is_key = rows.number(row, 1).unwrap_or(0) > 0;
            columns.push(Column {
                source_type: type_of(&source_types, &source),
                target_type: type_of(&target_types, &target),
                source,
                target,
                is_key,
            });
        }
        if columns.is_empty() {
            let text = format!("subscription {name} has no columns");
            return Err(Trouble::lasting(&FMQ0453, &[&text]));
        }
        let has_key = columns.iter().any(|column| column.is_key);
        for column in &mut columns {
            column.is_key |= !has_key;
        }
        let sql = format!(
            "SELECT pubname FROM {}",
            table(&self.capture_schema, "capparms")
        );
        let publication = self.source.ask(&sql, &[]);
        let publication = publication.map_err(|error| failed(&error))?;
        let publication = publication.text(0, 0).unwrap_or_default().trim().to_owned();
        let filter = row_filter(&mut self.source, &publication, (&from.0, &from.1));
        let filter = filter.map_err(|error| failed(&error))?;
        Ok(Pair {
            subscription: name,
            source: from,
            target,
            filter,
            columns,
            has_key,
        })
    }
}
