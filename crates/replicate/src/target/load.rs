//! What was in a table before its changes were sent.
//!
//! A temporary slot at the source says a position and shows the database as it was there: everything committed before it and nothing
//! after. The table is copied as that, in one transaction of the target, which also records the position (where there is no model queue, or `FIRE_TRIGGERS` is Y, that of the
//! stream in which the wish for the load is done), and rows of messages that were committed before the position are left out from then on. So each row is there once, with a key or without, and a load that is
//! killed leaves nothing.

use super::agent::{Agent, Common, quoted};
use super::catalog::Loaded;
use super::failure::Failure;
use super::sessions::Sessions;
use super::states::resolve_anyway;
use super::table::Table;
use super::{with_setting, within};
use crate::apply::engine::Refusal;
use crate::fault;
use crate::message::{Identity, Lsn, Schema, SourceLog, SubscriptionState};
use crate::source::{identify, row_filter, settle};
use crate::trouble::Trouble;
use ferromq_mqi::generated::notices::{FMQ0439, FMQ0441};
use ferromq_postgres::{Connection, CopyData, Error, identifier, literal};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How often somebody looks whether a load is to end.
const LOOK: Duration = Duration::from_millis(200);
/// So much the clocks of the source and of capture may differ, whose seconds epochs are.
const CLOCKS_DIFFER_S: u64 = 60;
/// Rows are handed to the target in pieces of about so many bytes.
const PIECE_BYTES: usize = 32 << 10;

/// What is loaded, as the source calls it.
pub(crate) struct Wanted<'a> {
    pub(crate) subscription: &'a str,
    pub(crate) namespace: &'a str,
    pub(crate) table: &'a str,
    /// By which its rows come; empty if nobody has said it.
    pub(crate) publication: &'a str,
}

/// A table was copied.
pub(crate) struct Copied {
    /// Up to where.
    pub(crate) loaded: Loaded,
    log: SourceLog,
    table: String,
    rows: u64,
    ms: u128,
}

impl Copied {
    /// What to tell.
    pub(crate) fn line(&self, subscription: &str) -> String {
        FMQ0441.line(&[&self.table, &subscription, &self.rows, &self.ms])
    }

    /// What `IBMQREP_TARGETS` says then, beside its state.
    pub(crate) fn changes(&self) -> String {
        let (epoch, last) = (self.loaded.epoch, self.loaded.last_epoch);
        let lsn = Lsn(self.loaded.lsn);
        let log = self.log.name();
        let log = log.map_or("NULL".to_owned(), |log| literal(&log));
        format!(
            ", load_lsn = '{lsn}', load_epoch = {epoch}, load_last_epoch = {last}, load_source = {log}"
        )
    }
}

/// Loads a table, in the agent's open transaction: everything waits for it. `None` if nobody has subscribed to it here.
pub(super) fn load(agent: &mut Agent, said: &SubscriptionState) -> Result<Option<Copied>, Failure> {
    let wanted = Wanted {
        subscription: &said.subscription,
        namespace: &said.namespace,
        table: &said.table,
        publication: &said.publication,
    };
    let common = Arc::clone(&agent.common);
    // What is copied is newer than the stream: rows that it refers to may come behind this place.
    if common.map.fires_triggers {
        set_role(&mut agent.db, "replica")?;
    }
    let copied = copy(&mut agent.db, &common, &wanted)?;
    if common.map.fires_triggers {
        set_role(&mut agent.db, "DEFAULT")?;
    }
    Ok(copied)
}

/// Which triggers fire from here on in the open transaction. Who may not say so goes on with those that do.
fn set_role(db: &mut Connection, role: &str) -> Result<(), Error> {
    db.execute(&format!(
        "DO $copy$ BEGIN SET LOCAL session_replication_role = {role}; EXCEPTION WHEN insufficient_privilege THEN NULL; END $copy$"
    ))
    .map(drop)
}

/// Copies a table in the open transaction of a session; `None` if nobody has subscribed to it here. When the run is over it ends.
pub(crate) fn copy(
    db: &mut Connection,
    common: &Common,
    wanted: &Wanted<'_>,
) -> Result<Option<Copied>, Failure> {
    let began = Instant::now();
    let Some(conninfo) = &common.map.source else {
        let text = "IBMQREP_RECVQUEUES.SOURCE_SERVER does not say how the source is reached, which a load needs";
        return Err(Failure::refused(text));
    };
    let conninfo = with_setting(conninfo, "replication", "database");
    let conninfo = within(&conninfo);
    let away = |error: Error| {
        let text = format!("load of {}: the source says {error}", wanted.subscription);
        match is_of_table(&error) {
            true => Failure::refused(text),
            false => Failure::Away(Trouble::passing(&FMQ0439, &[&common.map.name, &text])),
        }
    };
    let mut source = Connection::connect(&conninfo).map_err(away)?;
    let _entered = common.sessions.enter(&source);
    settle(&mut source).map_err(away)?;
    let log = identify(&mut source).map_err(away)?;
    // The slot of the load before may be there still: it goes with its session, when the server has seen that one end.
    let backend = source.execute("SELECT pg_backend_pid()").map_err(away)?;
    let slot = format!("asnq_load_{}", backend.text(0, 0).unwrap_or_default());
    drop(backend);
    source
        .execute("BEGIN READ ONLY ISOLATION LEVEL REPEATABLE READ")
        .map_err(away)?;
    let rows = source
        .execute(&format!(
            "CREATE_REPLICATION_SLOT {} TEMPORARY LOGICAL pgoutput (SNAPSHOT 'use')",
            identifier(&slot)
        ))
        .map_err(away)?;
    let lsn = rows.text(0, 1).and_then(Lsn::parse);
    let Lsn(lsn) = lsn.ok_or_else(|| Failure::refused("the source names no consistent point"))?;
    drop(rows);
    let now = source
        .execute("SELECT floor(extract(epoch FROM clock_timestamp()))::bigint")
        .map_err(away)?;
    // When it was as it is copied: seconds since 1970.
    let at_s: u64 = now.number(0, 0).unwrap_or(0);
    drop(now);
    // The snapshot lives in the transaction: others may have the slot's place.
    let schema = describe(&mut source, wanted).map_err(away)?;
    let Some(table) = resolve_anyway(db, common, schema)? else {
        return Ok(None);
    };
    let rows = copy_rows(&mut source, db, &table, wanted, &common.sessions, &away)?;
    // What is of a later epoch than capture may have begun before was committed behind it, also where the log has gone back since: a source that was restored.
    let last_epoch = common.epoch.max(at_s.saturating_add(CLOCKS_DIFFER_S));
    Ok(Some(Copied {
        loaded: Loaded {
            epoch: common.epoch,
            last_epoch,
            lsn,
        },
        log,
        table: table.name.clone(),
        rows,
        ms: began.elapsed().as_millis(),
    }))
}

/// Whether the source says something of the table, of its values or of rights: the load would fail again. Whatever else it says is waited for: that it ends, has no
/// free slot or no memory, or that a slot is still in use.
fn is_of_table(error: &Error) -> bool {
    let of_table = |state: ferromq_postgres::SqlState| match state.as_str() {
        // Something of that name is there already: the slot of a session that is about to end.
        "42710" => false,
        _ => matches!(state.class(), "0A" | "22" | "23" | "42"),
    };
    !error.lost && error.state.is_some_and(of_table)
}

fn copy_rows(
    source: &mut Connection,
    db: &mut Connection,
    table: &Table,
    wanted: &Wanted<'_>,
    sessions: &Sessions,
    away: &dyn Fn(Error) -> Failure,
) -> Result<u64, Failure> {
    let (mut from, mut to) = (Vec::new(), Vec::new());
    for (source, target) in table.mapped() {
        from.push(identifier(source));
        to.push(identifier(target));
    }
    let of = (wanted.namespace, wanted.table);
    let filter = row_filter(source, wanted.publication, of).map_err(away)?;
    let filter = filter.map_or(String::new(), |filter| format!(" WHERE {filter}"));
    // Not TRUNCATE: who reads goes on reading what was there.
    db.execute(&format!("DELETE FROM {}", table.name))?;
    source
        .execute(&format!(
            "COPY (SELECT {} FROM {}{filter}) TO STDOUT",
            from.join(", "),
            quoted(wanted.namespace, wanted.table)
        ))
        .map_err(away)?;
    db.execute(&format!(
        "COPY {} ({}) FROM STDIN",
        table.name,
        to.join(", ")
    ))?;
    // Rows are short: they go in pieces.
    let mut piece = Vec::with_capacity(2 * PIECE_BYTES);
    loop {
        if sessions.is_over() {
            let _ = db.end_copy(Some("apply ends"));
            // Not for good: the next run begins with it.
            return Err(Failure::Refused(Refusal {
                passes: true,
                ends_program: false,
                text: "apply ends".to_owned(),
            }));
        }
        match source.get_copy_data(Some(LOOK)) {
            Ok(CopyData::Data(line)) => {
                piece.extend_from_slice(&line);
                if piece.len() < PIECE_BYTES {
                    continue;
                }
                db.put_copy_data(&piece)?;
                piece.clear();
            }
            Ok(CopyData::Over) => break,
            Ok(CopyData::Nothing) => {}
            Err(error) => {
                let _ = db.end_copy(Some("the source failed"));
                return Err(away(error));
            }
        }
    }
    db.put_copy_data(&piece)?;
    fault::at("K24");
    if let Err(error) = source.copied() {
        let _ = db.end_copy(Some("the source failed"));
        return Err(away(error));
    }
    Ok(db.end_copy(None)?.affected())
}

/// The columns of a source table, as a load needs them.
fn describe(source: &mut Connection, said: &Wanted<'_>) -> Result<Schema, Error> {
    // A session for replication takes no values beside its statement.
    let rows = source.execute(&format!(
        "SELECT a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace \
         WHERE n.nspname = {} AND c.relname = {} AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum",
        ferromq_postgres::literal(said.namespace),
        ferromq_postgres::literal(said.table)
    ))?;
    let columns = (0..rows.len())
        .map(|row| crate::message::Column {
            is_of_identity: false,
            type_oid: 0,
            type_modifier: -1,
            name: rows.text(row, 0).unwrap_or_default().to_owned(),
            type_name: String::new(),
        })
        .collect();
    Ok(Schema {
        table: 0,
        oid: 0,
        identity: Identity::Nothing,
        namespace: said.namespace.to_owned(),
        name: said.table.to_owned(),
        subscription: said.subscription.to_owned(),
        columns,
    })
}

#[cfg(test)]
mod tests {
    use super::is_of_table;
    use ferromq_postgres::{Error, SqlState};

    #[test]
    fn only_what_is_said_of_the_table_or_of_rights_ends_a_load() {
        let said = |state: &str| Error {
            state: SqlState::parse(state),
            ..Error::here("no", false)
        };
        for state in ["42P01", "42703", "42501", "22021", "0A000"] {
            assert!(is_of_table(&said(state)), "{state}");
        }
        // A server that ends or begins, no slot, no memory, no disk, cancelled, in use, there still, not yet.
        for state in [
            "57P01", "57P03", "53400", "53200", "53100", "57014", "40001", "55006", "42710",
            "55000",
        ] {
            assert!(!is_of_table(&said(state)), "{state}");
        }
        assert!(!is_of_table(&Error::here("it does not answer", true)));
    }
}
