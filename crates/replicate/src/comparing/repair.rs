//! The table of differences, and having the target as the source is.

use super::{Compared, Ends, Pair, failed, qualified};
use crate::trouble::Trouble;
use ferromq_mqi::generated::notices::FMQ0453;
use ferromq_postgres::{Connection, Error, identifier, literal};

/// `KEY_COLS` at most.
const KEY_CHARS_MAX: usize = 15_000;

/// What a repair did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Repaired {
    /// Rows inserted.
    pub inserted: u64,
    /// Rows updated.
    pub updated: u64,
    /// Rows deleted.
    pub deleted: u64,
    /// Differences that were none any more.
    pub gone: u64,
}

fn table_of_differences(schema: &str, name: &str) -> String {
    format!(
        "{}.{}",
        identifier(&schema.to_ascii_lowercase()),
        identifier(&name.to_ascii_lowercase())
    )
}

/// Which rows of the table of differences are those of a pair.
fn of_pair(pair: &Pair) -> String {
    format!(
        "source_schema = {} AND source_table = {} AND target_schema = {} AND target_table = {}",
        literal(&pair.source.0),
        literal(&pair.source.1),
        literal(&pair.target.0),
        literal(&pair.target.1)
    )
}

impl Ends {
    /// Makes the table of differences at the source, if it is not there; first drops one that is if that is wished.
    ///
    /// # Errors
    /// FMQ0453.
    pub fn prepare_differences(
        &mut self,
        schema: &str,
        name: &str,
        drops: bool,
    ) -> Result<(), Trouble> {
        let table = table_of_differences(schema, name);
        let drop = match drops {
            true => format!("DROP TABLE IF EXISTS {table}; "),
            false => String::new(),
        };
        let sql = format!(
            "SET client_min_messages = warning; {drop}CREATE TABLE IF NOT EXISTS {table} (diff char(4), diff_is_persistence char(1) NOT NULL DEFAULT 'U', \
             ccrc varchar(32), diff_time timestamp, block_num integer, source_schema varchar(128), source_table varchar(128), \
             target_schema varchar(128), target_table varchar(128), key_cols varchar({KEY_CHARS_MAX}))"
        );
        let done = self.source.execute(&sql);
        done.map(|_| ()).map_err(|error| failed(&error))
    }

    /// Writes down what differs, instead of what was known of the two tables before.
    ///
    /// # Errors
    /// FMQ0453.
    pub fn note_differences(
        &mut self,
        schema: &str,
        name: &str,
        pair: &Pair,
        compared: &Compared,
    ) -> Result<(), Trouble> {
        let table = table_of_differences(schema, name);
        let db = &mut self.source;
        let noted = (|| {
            db.execute("BEGIN")?;
            db.execute(&format!("DELETE FROM {table} WHERE {}", of_pair(pair)))?;
            let sql = format!(
                "INSERT INTO {table} VALUES ($1, $2, $3, clock_timestamp() AT TIME ZONE 'UTC', $4, $5, $6, $7, $8, $9)"
            );
            for one in &compared.differences {
                db.ask(
                    &sql,
                    &[
                        &one.kind.letter().to_string(),
                        &one.persistence.to_string(),
                        &one.hashes(),
                        &one.block.to_string(),
                        &pair.source.0,
                        &pair.source.1,
                        &pair.target.0,
                        &pair.target.1,
                        &one.condition,
                    ],
                )?;
            }
            db.execute("COMMIT")
        })();
        noted.map(|_| ()).map_err(|error| {
            let _ = self.source.execute("ROLLBACK");
            failed(&error)
        })
    }
}

/// Does to the target's table what the table of differences says, in one transaction: deletes, then updates, then inserts. Rows are taken from the source as they are now;
/// what is not different any more is left alone.
///
/// # Errors
/// FMQ0453: nothing was done.
pub fn repair(ends: &mut Ends, pair: &Pair, schema: &str, name: &str) -> Result<Repaired, Trouble> {
    let sql = format!(
        "SELECT trim(diff), key_cols FROM {} WHERE {} ORDER BY position(trim(diff) IN 'DUI'), diff_time",
        table_of_differences(schema, name),
        of_pair(pair)
    );
    let rows = ends.source.query(&sql, &[]);
    let rows = rows.map_err(|error| failed(&error))?;
    let mut work = Vec::with_capacity(rows.len());
    for row in 0..rows.len() {
        let cell = |column| rows.text(row, column).unwrap_or_default().to_owned();
        work.push((cell(0), cell(1)));
    }
    drop(rows);
    let done = mend(ends, pair, &work);
    done.map_err(|error| {
        let _ = ends.target.execute("ROLLBACK");
        match error.is("42501") {
            true => {
                let text = format!("the target's user may not do it: {error}");
                Trouble::lasting(&FMQ0453, &[&text])
            }
            false => failed(&error),
        }
    })
}

fn mend(ends: &mut Ends, pair: &Pair, work: &[(String, String)]) -> Result<Repaired, Error> {
    let mut repaired = Repaired::default();
    let target = qualified(&pair.target);
    // As apply does it: what references rows, and triggers, rest.
    ends.target.execute("BEGIN")?;
    ends.target
        .execute("SET LOCAL session_replication_role = replica")?;
    ends.source
        .execute("BEGIN READ ONLY ISOLATION LEVEL REPEATABLE READ")?;
    for (kind, condition) in work {
        let counted = match kind.as_str() {
            "D" => {
                let sql = match pair.has_key {
                    true => format!("DELETE FROM {target} WHERE {condition}"),
                    false => format!(
                        "DELETE FROM {target} WHERE (tableoid, ctid) = (SELECT tableoid, ctid FROM {target} WHERE {condition} LIMIT 1)"
                    ),
                };
                let deleted = ends.target.query(&sql, &[])?.affected();
                repaired.deleted += deleted;
                deleted
            }
            "U" => {
                let updated = from_source(ends, pair, condition, true)?;
                repaired.updated += updated;
                updated
            }
            _ => {
                let inserted = from_source(ends, pair, condition, false)?;
                repaired.inserted += inserted;
                inserted
            }
        };
        repaired.gone += u64::from(counted == 0);
    }
    ends.source.execute("COMMIT")?;
    ends.target.execute("COMMIT")?;
    Ok(repaired)
}

/// Has a row of the target be as that of the source.
fn from_source(ends: &mut Ends, pair: &Pair, condition: &str, updates: bool) -> Result<u64, Error> {
    let names: Vec<String> = pair
        .columns
        .iter()
        .map(|column| format!("{}::text", identifier(&column.source)))
        .collect();
    let sql = format!(
        "SELECT {} FROM {} WHERE {condition} LIMIT 1",
        names.join(", "),
        pair.of_source()
    );
    let rows = ends.source.query(&sql, &[])?;
    if rows.is_empty() {
        return Ok(0);
    }
    let values: Vec<Option<&[u8]>> = (0..pair.columns.len()).map(|at| rows.get(0, at)).collect();
    let sql = match updates {
        true => update(pair),
        false => insert(pair),
    };
    put(&mut ends.target, &sql, &values)
}

fn put(db: &mut Connection, sql: &str, values: &[Option<&[u8]>]) -> Result<u64, Error> {
    Ok(db.query(sql, values)?.affected())
}

fn insert(pair: &Pair) -> String {
    let names: Vec<String> = pair
        .columns
        .iter()
        .map(|column| identifier(&column.target))
        .collect();
    let values: Vec<String> = (1..=names.len()).map(|n| format!("${n}")).collect();
    let target = qualified(&pair.target);
    let (names, values) = (names.join(", "), values.join(", "));
    match pair.has_key {
        // It may have come meanwhile.
        true => format!(
            "INSERT INTO {target} ({names}) OVERRIDING SYSTEM VALUE VALUES ({values}) ON CONFLICT DO NOTHING"
        ),
        false => {
            format!("INSERT INTO {target} ({names}) OVERRIDING SYSTEM VALUE VALUES ({values})")
        }
    }
}

fn update(pair: &Pair) -> String {
    let numbered = || pair.columns.iter().zip(1..);
    let part = |is_key: bool, between: &str| {
        let parts: Vec<String> = numbered()
            .filter(|(column, _)| column.is_key == is_key)
            .map(|(column, n)| {
                format!(
                    "{} = ${n}{}",
                    identifier(&column.target),
                    column.target_type
                )
            })
            .collect();
        parts.join(between)
    };
    format!(
        "UPDATE {} SET {} WHERE {}",
        qualified(&pair.target),
        part(false, ", "),
        part(true, " AND ")
    )
}
