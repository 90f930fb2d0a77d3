//! The control tables at the target.

use super::trouble;
use crate::apply::engine::{CommitOrder, Settings};
use crate::columns;
use crate::message::{Header, Schema};
use crate::trouble::Trouble;
use ferromq_mqi::generated::notices::FMQ0436;
use ferromq_mqi::hex::from_hex;
use ferromq_postgres::{Connection, Error, Rows, identifier};
use std::collections::BTreeSet;

const TABLES: &str = include_str!("control_tables.sql");

/// Statements that make the control tables, in a schema.
#[must_use]
pub fn control_tables(schema: &str) -> String {
    TABLES.replace("{schema}", &identifier(&schema.to_ascii_lowercase()))
}

/// A table of the catalog, as statements have it.
#[must_use]
pub fn table_name(schema: &str, name: &str) -> String {
    format!(
        "{}.ibmqrep_{name}",
        identifier(&schema.to_ascii_lowercase())
    )
}

/// A map, as apply has it.
#[derive(Clone, Debug)]
pub struct Map {
    /// Its name.
    pub name: String,
    /// Its number.
    pub number: u32,
    /// The queue messages come from.
    pub receive_queue: String,
    /// The queue of commands to capture.
    pub admin_queue: String,
    /// How the source database is reached, for loads.
    pub source: Option<String>,
    /// It was stopped.
    pub is_stopped: bool,
    /// How it is applied.
    pub settings: Settings,
    /// Triggers and foreign keys of the target are at work.
    pub fires_triggers: bool,
    /// Tables that are loaded at the same time, at most.
    pub parallel_loads: usize,
}

/// `IBMQREP_APPLYPARMS`.
#[derive(Clone, Debug)]
pub struct Parameters {
    /// The queue manager.
    pub q_mgr: String,
    /// Milliseconds between rows of `IBMQREP_APPLYMON`.
    pub monitor_interval_ms: u64,
    /// The queue it takes commands from; empty for none.
    pub command_queue: String,
    /// Apply ends when its queues are empty.
    pub autostop: bool,
    /// Tables of a map that are loaded at the same time, at most.
    pub parallel_loads: usize,
    deadlock_retries: u32,
}

pub(super) fn text(rows: &Rows, row: usize, column: usize) -> String {
    rows.text(row, column).unwrap_or_default().trim().to_owned()
}

/// Control tables of an earlier version get what they lack. For apply alone, when it begins: one of that version may not go on with them.
///
/// # Errors
/// The target's.
pub fn bring_up_to_date(db: &mut Connection, schema: &str) -> Result<(), Trouble> {
    add_what_is_missing(db, schema).map_err(|error| trouble(&error))
}

fn add_what_is_missing(db: &mut Connection, schema: &str) -> Result<(), Error> {
    let (parameters, targets) = (
        table_name(schema, "applyparms"),
        table_name(schema, "targets"),
    );
    for (table, column) in [
        (&parameters, columns::COMMAND_QUEUE),
        (&parameters, columns::PARALLEL_LOADS),
        (&targets, columns::SPILL_QUEUE),
        (&targets, columns::MODEL_QUEUE),
        (&targets, columns::LOAD_POSITION),
        (&targets, columns::LOAD_EPOCH),
        (&targets, columns::LOAD_LAST_EPOCH),
        (&targets, columns::LOAD_SOURCE),
        (&targets, columns::LOAD_PUBLICATION),
    ] {
        columns::add_if_missing(db, table, column)?;
    }
    // Several versions of a number.
    let schemas = table_name(schema, "srcschemas");
    let key = db.ask(
        "SELECT conname FROM pg_catalog.pg_constraint WHERE conrelid = pg_catalog.to_regclass($1) AND contype = 'p' AND pg_catalog.cardinality(conkey) = 3",
        &[&schemas],
    )?;
    if let Some(key) = key.text(0, 0) {
        db.execute(&format!(
            "ALTER TABLE {schemas} DROP CONSTRAINT {}, ADD PRIMARY KEY (recvq, epoch, table_number, schema_version)",
            identifier(key)
        ))?;
    }
    for name in ["spilledrow", "spillqs"] {
        let is_missing = db.ask(
            "SELECT 1 WHERE pg_catalog.to_regclass($1) IS NOT NULL AND pg_catalog.to_regclass($2) IS NULL",
            &[&targets, &table_name(schema, name)],
        )?;
        if !is_missing.is_empty() {
            db.execute(&statement_for(schema, name))?;
        }
    }
    Ok(())
}

/// The statement that makes one of the control tables.
fn statement_for(schema: &str, name: &str) -> String {
    let tables = control_tables(schema);
    let mut statements = tables.split(';');
    let begins = format!("CREATE TABLE {} (", table_name(schema, name));
    let found = statements.find(|it| it.trim_start().starts_with(&begins));
    found.unwrap_or_default().to_owned()
}

/// `IBMQREP_APPLYPARMS`, which has exactly one row.
///
/// # Errors
/// FMQ0436: it has none or several, or is not there.
pub fn parameters(db: &mut Connection, schema: &str) -> Result<Parameters, Trouble> {
    let table = table_name(schema, "applyparms");
    let sql = format!(
        "SELECT qmgr, monitor_interval, autostop, deadlock_retries, cmdq, max_parallel_loads FROM {table}"
    );
    let rows = db.execute(&sql).map_err(|error| trouble(&error))?;
    check_one(&rows, &table)?;
    Ok(Parameters {
        q_mgr: text(&rows, 0, 0),
        monitor_interval_ms: rows.number(0, 1).unwrap_or(30_000),
        command_queue: text(&rows, 0, 4),
        autostop: text(&rows, 0, 2) == "Y",
        parallel_loads: rows.number(0, 5).unwrap_or(4_usize).clamp(1, 15),
        deadlock_retries: rows.number(0, 3).unwrap_or(3),
    })
}

/// The queue manager and the queue on which apply hears commands; that is empty for none. For commands, which have to do with control tables of an earlier version, too: whatever columns
/// those lack.
///
/// # Errors
/// FMQ0436: `IBMQREP_APPLYPARMS` has no row or several, or is not there.
pub fn command_queue(db: &mut Connection, schema: &str) -> Result<(String, String), Trouble> {
    let table = table_name(schema, "applyparms");
    let sql = format!("SELECT p.qmgr, coalesce(to_jsonb(p) ->> 'cmdq', '') FROM {table} p");
    let rows = db.execute(&sql).map_err(|error| trouble(&error))?;
    check_one(&rows, &table)?;
    Ok((text(&rows, 0, 0), text(&rows, 0, 1)))
}

fn check_one(rows: &Rows, table: &str) -> Result<(), Trouble> {
    if rows.len() == 1 {
        return Ok(());
    }
    let problem = format!("{table} has {} rows and needs exactly one", rows.len());
    Err(Trouble::lasting(&FMQ0436, &[&problem]))
}

/// The maps of `IBMQREP_RECVQUEUES`.
///
/// # Errors
/// The target's, or FMQ0436 for values there cannot be.
pub fn maps(
    db: &mut Connection,
    schema: &str,
    parameters: &Parameters,
) -> Result<Vec<Map>, Trouble> {
    let table = table_name(schema, "recvqueues");
    let rows = db
        .execute(&format!(
            "SELECT repqmapname, mapid, recvq, adminq, source_server, state, num_apply_agents, memory_limit, \
             commit_order, group_trans, purge_batch, gap_timeout, fire_triggers FROM {table} ORDER BY repqmapname"
        ))
        .map_err(|error| trouble(&error))?;
    let number = |row, column, min: u64, max: u64, name: &str| -> Result<u64, Trouble> {
        let value: i64 = rows.number(row, column).unwrap_or(-1);
        match u64::try_from(value) {
            Ok(value) if (min..=max).contains(&value) => Ok(value),
            _ => {
                let problem = format!("{name} of {table} is {value}, not {min} to {max}");
                Err(Trouble::lasting(&FMQ0436, &[&problem]))
            }
        }
    };
    let size = |value: u64| usize::try_from(value).unwrap_or(usize::MAX);
    let mut maps = Vec::with_capacity(rows.len());
    for row in 0..rows.len() {
        let order = match text(&rows, row, 8).as_str() {
            "O" => CommitOrder::Ordered,
            "R" => CommitOrder::Relaxed,
            other => {
                let problem = format!("COMMIT_ORDER of {table} is {other}, not O or R");
                return Err(Trouble::lasting(&FMQ0436, &[&problem]));
            }
        };
        let settings = Settings {
            order,
            agents: size(number(row, 6, 1, 128, "NUM_APPLY_AGENTS")?),
            group_transactions: size(number(row, 9, 1, 10_000, "GROUP_TRANS")?),
            memory_bytes: size(number(row, 7, 1, 100_000, "MEMORY_LIMIT")?) << 20,
            gap_timeout_ms: number(row, 11, 1, 1_000_000, "GAP_TIMEOUT")? * 1000,
            deadlock_retries: parameters.deadlock_retries,
            purge_batch: size(number(row, 10, 1, 5_000, "PURGE_BATCH")?),
            ..Settings::default()
        };
        let map = number(row, 1, 1, u64::from(i32::MAX as u32), "MAPID")?;
        maps.push(Map {
            name: text(&rows, row, 0),
            number: u32::try_from(map).unwrap_or(1),
            receive_queue: text(&rows, row, 2),
            admin_queue: text(&rows, row, 3),
            source: rows.text(row, 4).map(str::to_owned),
            is_stopped: text(&rows, row, 5) != "A",
            settings,
            fires_triggers: text(&rows, row, 12) == "Y",
            parallel_loads: parameters.parallel_loads,
        });
    }
    Ok(maps)
}

/// Notes that somebody has stopped a map, or started it.
///
/// # Errors
/// The target's.
pub fn note_stopped(
    db: &mut Connection,
    schema: &str,
    queue: &str,
    is_stopped: bool,
) -> Result<(), Trouble> {
    let table = table_name(schema, "recvqueues");
    let letter = if is_stopped { "I" } else { "A" };
    let sql = format!(
        "UPDATE {table} SET state = $1, state_time = clock_timestamp(), state_info = NULL WHERE recvq = $2"
    );
    let done = db.ask(&sql, &[letter, queue]);
    done.map(drop).map_err(|error| trouble(&error))
}

/// Up to where a table was loaded: an epoch, and a place of the source's log in it. Nothing before the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Loaded {
    /// The epoch. In another one the source may be another, and its log as well.
    pub epoch: u64,
    /// The last epoch that reads the same log and that capture may have begun before the table was copied, so that the place says something of it, too.
    pub last_epoch: u64,
    /// What was committed before this is in the table.
    pub lsn: u64,
}

impl Loaded {
    /// Whether a table that was loaded up to there has the rows of a message.
    #[must_use]
    pub fn has(self, header: &Header) -> bool {
        let epoch = header.key.epoch;
        epoch < self.epoch || (epoch <= self.last_epoch && header.commit_lsn < self.lsn)
    }

    /// That of a row of `IBMQREP_TARGETS`, whose columns for it begin with this one.
    pub(super) fn of(rows: &Rows, row: usize, column: usize) -> Self {
        let number = |column| rows.number(row, column).unwrap_or(0);
        Self {
            epoch: number(column),
            last_epoch: number(column + 1),
            lsn: number(column + 2),
        }
    }
}

/// The columns of that, as they are read.
pub(super) const LOADED: &str = "coalesce(load_epoch, 0), coalesce(load_last_epoch, load_epoch, 0), coalesce(load_lsn - '0/0'::pg_lsn, 0)";

/// A subscription, as `IBMQREP_TARGETS` has it.
#[derive(Clone, Debug)]
pub struct Subscription {
    /// Its name.
    pub name: String,
    /// Schema of the table at the target.
    pub target_owner: String,
    /// Its name there.
    pub target_name: String,
    /// `STATE`.
    pub state: char,
    /// K, C or A: by what rows are looked up.
    pub conflict_rule: char,
    /// I, F, D, S or Q: what is done when a row is not as expected.
    pub conflict_action: char,
    /// Q, D or S: what is done when a statement fails.
    pub error_action: char,
    /// SQLSTATEs that are no failure.
    pub ok_states: Vec<String>,
    /// What was loaded.
    pub loaded: Loaded,
    /// Where rows go that are put aside; empty for none.
    pub spill_queue: String,
    /// Source and target columns, and whether they are of the key; empty for all by their names.
    pub columns: Vec<(String, String, bool)>,
}

impl Subscription {
    /// Whether rows are put aside: the table is being loaded, what was put aside is not done yet, or somebody has asked for it.
    #[must_use]
    pub fn is_put_aside(&self) -> bool {
        matches!(self.state, 'L' | 'E' | 'D' | 'F' | 'S') && !self.spill_queue.is_empty()
    }
}

/// The subscription a source table is of.
///
/// # Errors
/// The target's.
pub fn subscription(
    db: &mut Connection,
    schema: &str,
    queue: &str,
    source: &Schema,
) -> Result<Option<Subscription>, Error> {
    let table = table_name(schema, "targets");
    let rows = db.ask(
        &format!(
            "SELECT subname, target_owner, target_name, state, conflict_rule, conflict_action, error_action, \
             coalesce(oksqlstates, ''), coalesce(spillq, ''), {LOADED} FROM {table} \
             WHERE recvq = $1 AND subname = $2"
        ),
        &[queue, &source.subscription],
    )?;
    if rows.is_empty() {
        return Ok(None);
    }
    let name = text(&rows, 0, 0);
    let of_columns = table_name(schema, "trg_cols");
    let found = db.ask(
        &format!(
            "SELECT source_colname, target_colname, is_key FROM {of_columns} WHERE recvq = $1 AND subname = $2"
        ),
        &[queue, &name],
    )?;
    let columns = (0..found.len())
        .map(|row| {
            let is_key = text(&found, row, 2) == "Y";
            (text(&found, row, 0), text(&found, row, 1), is_key)
        })
        .collect();
    let letter = |column| text(&rows, 0, column).chars().next().unwrap_or(' ');
    Ok(Some(Subscription {
        name,
        target_owner: text(&rows, 0, 1),
        target_name: text(&rows, 0, 2),
        state: letter(3),
        conflict_rule: letter(4),
        conflict_action: letter(5),
        error_action: letter(6),
        ok_states: text(&rows, 0, 7)
            .split([' ', ','])
            .filter(|it| !it.is_empty())
            .map(str::to_owned)
            .collect(),
        loaded: Loaded::of(&rows, 0, 9),
        spill_queue: text(&rows, 0, 8),
        columns,
    }))
}

/// Schemas of source tables that were applied in this epoch: the newest of each number.
///
/// # Errors
/// The target's.
pub fn schemas(
    db: &mut Connection,
    schema: &str,
    queue: &str,
    epoch: u64,
) -> Result<Vec<Schema>, Trouble> {
    let table = table_name(schema, "srcschemas");
    let rows = db
        .ask(
            &format!(
                "SELECT encode(body, 'hex') FROM (SELECT DISTINCT ON (table_number) schema_version, body FROM {table} \
                 WHERE recvq = $1 AND epoch = $2 AND table_number <> 0 ORDER BY table_number, schema_version DESC) newest ORDER BY schema_version"
            ),
            &[queue, &epoch.to_string()],
        )
        .map_err(|error| trouble(&error))?;
    let mut schemas = Vec::with_capacity(rows.len());
    for row in 0..rows.len() {
        schemas.push(decoded(&rows, row, &table)?);
    }
    Ok(schemas)
}

fn decoded(rows: &Rows, row: usize, table: &str) -> Result<Schema, Trouble> {
    let digits = std::str::from_utf8(rows.get(row, 0).unwrap_or_default());
    let body = digits.ok().and_then(from_hex).unwrap_or_default();
    Schema::decode(&body).map_err(|problem| {
        let problem = format!("{table}: {problem}");
        Trouble::lasting(&FMQ0436, &[&problem])
    })
}

/// The schema of a subscription's table at a version, and whether it is that: an earlier build kept the newest of each number only, and then it is the next one
/// there is, of a later epoch where its own has none; `None` if there is none up to the epoch there is now.
///
/// # Errors
/// The target's.
pub(crate) fn schema_at(
    db: &mut Connection,
    schema: &str,
    (queue, subscription): (&str, &str),
    (epoch, version): (u64, u32),
    now: u64,
) -> Result<Option<(Schema, bool)>, Trouble> {
    let table = table_name(schema, "srcschemas");
    let sql = format!(
        "SELECT encode(body, 'hex'), epoch = $2::bigint AND schema_version <= $3::bigint FROM {table} \
         WHERE recvq = $1 AND epoch BETWEEN $2::bigint AND $5::bigint AND position(convert_to($4, 'UTF8') IN body) > 0 \
         ORDER BY epoch, 2 DESC, CASE epoch WHEN $2::bigint THEN abs(schema_version - $3::bigint) ELSE schema_version END"
    );
    let numbers = [epoch, u64::from(version), now].map(|it| it.to_string());
    let [epoch, version, now] = &numbers;
    let rows = db.ask(&sql, &[queue, epoch, version, subscription, now]);
    let rows = rows.map_err(|error| trouble(&error))?;
    for row in 0..rows.len() {
        let found = decoded(&rows, row, &table)?;
        if found.subscription == subscription {
            return Ok(Some((found, rows.text(row, 1) == Some("t"))));
        }
    }
    Ok(None)
}

/// Epochs of a map that are remembered when they are over.
const OVER_MAX: usize = 16;

/// Notes that an epoch of a map is over: a row with the table number 0, which no table has, and without a schema.
///
/// # Errors
/// The target's.
pub(crate) fn note_over(
    db: &mut Connection,
    schema: &str,
    (queue, epoch): (&str, u64),
) -> Result<(), Error> {
    let table = table_name(schema, "srcschemas");
    let sql = format!("INSERT INTO {table} VALUES ($1, $2, 0, 0, '') ON CONFLICT DO NOTHING");
    db.ask(&sql, &[queue, &epoch.to_string()])?;
    let sql = format!(
        "DELETE FROM {table} WHERE recvq = $1 AND table_number = 0 AND epoch NOT IN \
         (SELECT epoch FROM {table} WHERE recvq = $1 AND table_number = 0 ORDER BY epoch DESC LIMIT {OVER_MAX})"
    );
    db.ask(&sql, &[queue]).map(drop)
}

/// Epochs that a map has been in, as far as they are remembered.
///
/// # Errors
/// The target's.
pub(crate) fn epochs_over(
    db: &mut Connection,
    schema: &str,
    queue: &str,
) -> Result<BTreeSet<u64>, Error> {
    let table = table_name(schema, "srcschemas");
    let sql = format!("SELECT DISTINCT epoch FROM {table} WHERE recvq = $1");
    let rows = db.ask(&sql, &[queue])?;
    let epoch = |row| rows.number(row, 0);
    Ok((0..rows.len()).filter_map(epoch).collect())
}

/// Forgets schemas that are not the newest of their numbers in this epoch, while nothing of the map is put aside.
///
/// # Errors
/// The target's.
pub(crate) fn forget_schemas(
    db: &mut Connection,
    schema: &str,
    queue: &str,
    epoch: u64,
) -> Result<(), Error> {
    let (schemas, targets) = (
        table_name(schema, "srcschemas"),
        table_name(schema, "targets"),
    );
    let sql = format!(
        "DELETE FROM {schemas} s WHERE recvq = $1 AND table_number <> 0 AND NOT EXISTS (SELECT 1 FROM {targets} t WHERE t.recvq = $1 AND t.spillq IS NOT NULL) \
         AND (epoch < $2 OR EXISTS (SELECT 1 FROM {schemas} n WHERE n.recvq = $1 AND n.epoch = s.epoch AND n.table_number = s.table_number \
         AND n.schema_version > s.schema_version))"
    );
    db.ask(&sql, &[queue, &epoch.to_string()]).map(drop)
}

/// Bytes as a `bytea` of a statement.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    let mut out = String::with_capacity(bytes.len() * 2 + 2);
    out.push_str("\\x");
    for byte in bytes {
        let _ = write!(out, "{byte:02x}");
    }
    out
}

/// As much of a text as `STATE_INFO` and `SQLERRMC` take.
pub(crate) fn cut(text: &str) -> &str {
    let end = text
        .char_indices()
        .nth(1_024)
        .map_or(text.len(), |(at, _)| at);
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::statement_for;

    #[test]
    fn tables_that_an_earlier_version_lacks_are_made_by_one_statement_each() {
        for (name, column) in [
            ("spilledrow", "mqmsgid_from bigint"),
            ("spillqs", "is_over char(1)"),
        ] {
            let sql = statement_for("Asn", name);
            assert!(
                sql.contains("CREATE TABLE \"asn\".ibmqrep_") && sql.contains(column),
                "{sql}"
            );
            assert_eq!(sql.matches("CREATE TABLE").count(), 1, "{sql}");
        }
    }
}
