//! What the control tables say of tables that are loaded, and of their spill queues.
//!
//! Each load has a spill queue of its own, and is known by it. `IBMQREP_TARGETS.SPILLQ` is that of the load there is; `IBMQREP_SPILLQS` has all that were made
//! and are not known to be deleted. One that no subscription has any more is to be deleted, once it is on disk that it is not.

use super::catalog::{LOADED, Loaded, table_name, text};
use super::trouble;
use crate::message::SourceLog;
use crate::trouble::Trouble;
use ferromq_base::hash::fnv_1a;
use ferromq_mqi::generated::notices::FMQ0436;
use ferromq_postgres::{Connection, Error};

/// By what a load is told from others of its subscription.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Since {
    /// The message that asks for it: epoch and number.
    Message(u64, u64),
    /// When somebody asked for it: microseconds.
    Time(i64),
}

/// What the spill queue of a load is called: see `docs/formats/replication-message.md`.
pub(crate) fn queue_of_load(map: u32, queue: &str, subscription: &str, since: Since) -> String {
    let since = match since {
        Since::Message(epoch, number) => format!("{epoch} {number}"),
        Since::Time(us) => format!("@{us}"),
    };
    let hash = hash_of(&[queue, subscription, &since]);
    format!("IBMQREP.SPILL.{map}.{hash:016X}")
}

/// FNV-1a of texts, each with a zero behind it.
pub(super) fn hash_of(texts: &[&str]) -> u64 {
    fnv_1a(texts.iter().flat_map(|text| text.bytes().chain([0])))
}

/// The model queue of a subscription's spill queues; `None` if there is no such subscription.
///
/// # Errors
/// The target's.
pub(crate) fn model_queue(
    db: &mut Connection,
    schema: &str,
    queue: &str,
    subscription: &str,
) -> Result<Option<String>, Error> {
    let table = table_name(schema, "targets");
    let sql = format!("SELECT modelq FROM {table} WHERE recvq = $1 AND subname = $2");
    let rows = db.ask(&sql, &[queue, subscription])?;
    Ok((!rows.is_empty()).then(|| text(&rows, 0, 0)))
}

/// Notes that there is, or will be, a spill queue of that name, and nothing of it is done.
///
/// # Errors
/// The target's.
pub(crate) fn enter(
    db: &mut Connection,
    schema: &str,
    queue: &str,
    subscription: &str,
    spill_queue: &str,
) -> Result<(), Error> {
    let (queues, done) = (
        table_name(schema, "spillqs"),
        table_name(schema, "spilledrow"),
    );
    let sql = format!(
        "INSERT INTO {queues} (spillq, subname, recvq) VALUES ($1, $2, $3) ON CONFLICT (spillq) DO UPDATE SET is_over = 'N'"
    );
    db.ask(&sql, &[spill_queue, subscription, queue])?;
    let sql = format!("DELETE FROM {done} WHERE spillq = $1");
    db.ask(&sql, &[spill_queue]).map(drop)
}

/// Notes that rows of a subscription are put aside until its table is loaded, in the open transaction.
pub(super) fn note_load(
    db: &mut Connection,
    schema: &str,
    queue: &str,
    subscription: &str,
    state: char,
    (spill_queue, position, publication): (&str, u64, &str),
) -> Result<(), Error> {
    enter(db, schema, queue, subscription, spill_queue)?;
    let loader = if state == 'E' { "E" } else { "I" };
    let table = table_name(schema, "targets");
    let sql = format!(
        "UPDATE {table} SET state = $1, state_time = clock_timestamp(), state_info = NULL, load_lsn = NULL, load_epoch = NULL, load_last_epoch = NULL, \
         load_source = NULL, spillq = $2, \
         load_position = $3, has_loadphase = $4, load_publication = nullif($7, '') WHERE recvq = $5 AND subname = $6"
    );
    let (state, position) = (state.to_string(), position.to_string());
    let values = [
        &state,
        spill_queue,
        &position,
        loader,
        queue,
        subscription,
        publication,
    ];
    db.ask(&sql, &values).map(drop)
}

/// Notes that somebody has loaded a table, in the open transaction; `false` where nobody waited for that.
pub(super) fn note_load_done(
    db: &mut Connection,
    schema: &str,
    queue: &str,
    subscription: &str,
) -> Result<bool, Error> {
    let table = table_name(schema, "targets");
    let sql = format!(
        "UPDATE {table} SET state = 'D', state_time = clock_timestamp() WHERE recvq = $1 AND subname = $2 AND state = 'E'"
    );
    let done = db.ask(&sql, &[queue, subscription])?;
    Ok(done.affected() == 1)
}

/// Notes that a subscription is active without a load, in the open transaction: its state then. What was put aside of it is not thrown away: its table is
/// taken as loaded by somebody, and who has asked for its rows to be put aside has them put aside. A copy that was made in an epoch before may have rows of this one,
/// for capture may have begun this one before: up to the same place of the log if that is the same and the epoch had begun by then, and else nobody knows.
pub(super) fn note_active(
    db: &mut Connection,
    schema: &str,
    queue: &str,
    subscription: &str,
    (epoch, log): (u64, SourceLog),
) -> Result<Option<char>, Error> {
    let table = table_name(schema, "targets");
    // Once it was another log, or nobody knows which, epochs behind that are no more of the copy, whosever they are. A log that is not known is as no other.
    let sql = format!(
        "UPDATE {table} SET state_time = clock_timestamp(), state_info = NULL, \
         state = CASE WHEN spillq IS NULL OR state IN ('A', 'I') THEN 'A' \
         WHEN state IN ('L', 'E') OR (state = 'F' AND load_epoch < $3::bigint AND (load_source = nullif($4, '')) IS NOT TRUE) THEN 'D' ELSE state END, \
         load_last_epoch = CASE WHEN load_source = nullif($4, '') OR load_last_epoch IS NULL THEN load_last_epoch \
         ELSE greatest(load_epoch, least(load_last_epoch, $3::bigint - 1)) END, \
         load_source = CASE WHEN load_source = nullif($4, '') THEN load_source END, \
         spillq = CASE WHEN state IN ('A', 'I') THEN NULL ELSE spillq END WHERE recvq = $1 AND subname = $2 RETURNING state"
    );
    let (epoch, log) = (epoch.to_string(), log.name().unwrap_or_default());
    let rows = db.ask(&sql, &[queue, subscription, &epoch, &log])?;
    Ok(text(&rows, 0, 0).chars().next())
}

/// Looks whether the control tables say of each table that was loaded in which epoch that was, without which nobody knows which rows it has. Builds from before the first release did not
/// say it.
///
/// # Errors
/// The target's. FMQ0436: it is not said of a table.
pub(crate) fn check_epochs(
    db: &mut Connection,
    schema: &str,
    queue: &str,
    epoch: u64,
) -> Result<(), Trouble> {
    let table = table_name(schema, "targets");
    let sql = format!(
        "SELECT string_agg(subname, ', ' ORDER BY subname) FROM {table} WHERE recvq = $1 AND load_lsn IS NOT NULL AND load_epoch IS NULL"
    );
    let found = db.ask(&sql, &[queue]).map_err(|error| trouble(&error))?;
    let Some(names) = found.text(0, 0) else {
        return Ok(());
    };
    let problem = format!(
        "{table} has LOAD_LSN and not LOAD_EPOCH of {names}, as builds from before the first release left it. Set LOAD_EPOCH to {epoch} where capture was not started cold since \
         the table was loaded; else set LOAD_LSN to NULL, and have the table loaded again (capstop, capstart)"
    );
    Err(Trouble::lasting(&FMQ0436, &[&problem]))
}

/// How long locks of others on the control tables are waited for where others wait meanwhile: all tables of a map, or commands.
const LOCKS_WITHIN: &str = "2s";

/// Does something in a transaction of its own; `None`, and nothing is done, where others have a lock that it needs and do not let go of it.
///
/// # Errors
/// The target's.
pub(crate) fn promptly<T>(
    db: &mut Connection,
    what: impl FnOnce(&mut Connection) -> Result<T, Error>,
) -> Result<Option<T>, Error> {
    db.execute(&format!("BEGIN; SET LOCAL lock_timeout = '{LOCKS_WITHIN}'"))?;
    match what(db) {
        Ok(done) => {
            db.execute("COMMIT")?;
            Ok(Some(done))
        }
        Err(error) if error.is("55P03") => {
            db.execute("ROLLBACK")?;
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// Whether rows of a subscription are applied.
///
/// # Errors
/// The target's.
pub(crate) fn is_active(
    db: &mut Connection,
    schema: &str,
    queue: &str,
    subscription: &str,
) -> Result<bool, Error> {
    let table = table_name(schema, "targets");
    let sql = format!("SELECT 1 FROM {table} WHERE recvq = $1 AND subname = $2 AND state = 'A'");
    Ok(!db.ask(&sql, &[queue, subscription])?.is_empty())
}

/// Notes that rows of a subscription are put aside from now on, because somebody has asked for it.
///
/// # Errors
/// The target's.
pub(crate) fn note_spilling(
    db: &mut Connection,
    schema: &str,
    queue: &str,
    subscription: &str,
    spill_queue: &str,
) -> Result<(), Error> {
    let table = table_name(schema, "targets");
    let sql = format!(
        "UPDATE {table} SET state = 'S', state_time = clock_timestamp(), spillq = $1 WHERE recvq = $2 AND subname = $3 AND state = 'A'"
    );
    db.ask(&sql, &[spill_queue, queue, subscription]).map(drop)
}

/// A subscription with a spill queue.
#[derive(Clone, Debug)]
pub(crate) struct Load {
    /// The subscription.
    pub(crate) subscription: String,
    /// Its table at the source.
    pub(crate) source: (String, String),
    /// `STATE`: L, E, D, F, S; I where a conflict has ended the subscription while its queue was drained.
    pub(crate) state: char,
    /// Its spill queue: no other load has the same.
    pub(crate) spill_queue: String,
    /// The model queue of its spill queues.
    pub(crate) model: String,
    /// The publication whose rows are loaded; empty for all rows of the table.
    pub(crate) publication: String,
    /// What is in the table already.
    pub(crate) loaded: Loaded,
}

/// Subscriptions of a map that have a spill queue, in the order in which that was asked for.
///
/// # Errors
/// The target's.
pub(crate) fn loads(db: &mut Connection, schema: &str, queue: &str) -> Result<Vec<Load>, Error> {
    let table = table_name(schema, "targets");
    let sql = format!(
        "SELECT subname, source_owner, source_name, state, spillq, modelq, coalesce(load_publication, ''), {LOADED} \
         FROM {table} WHERE recvq = $1 AND spillq IS NOT NULL ORDER BY load_position, subname"
    );
    let rows = db.ask(&sql, &[queue])?;
    let load = |row| Load {
        subscription: text(&rows, row, 0),
        source: (text(&rows, row, 1), text(&rows, row, 2)),
        state: text(&rows, row, 3).chars().next().unwrap_or(' '),
        spill_queue: text(&rows, row, 4),
        model: text(&rows, row, 5),
        publication: text(&rows, row, 6),
        loaded: Loaded::of(&rows, row, 7),
    };
    Ok((0..rows.len()).map(load).collect())
}

/// The statement that finds a row while this load is the one there is, and in its state. A conflict may have ended the subscription in this transaction: that is no other load.
pub(crate) fn is_there(schema: &str, queue: &str, load: &Load) -> String {
    format!(
        "SELECT 1 FROM {} WHERE recvq = {} AND subname = {} AND state IN ({}, 'I') AND spillq = {}",
        table_name(schema, "targets"),
        ferromq_postgres::literal(queue),
        ferromq_postgres::literal(&load.subscription),
        ferromq_postgres::literal(&load.state.to_string()),
        ferromq_postgres::literal(&load.spill_queue)
    )
}

/// The same, and it stays so until the transaction ends.
pub(crate) fn is_still(schema: &str, queue: &str, load: &Load) -> String {
    format!("{} FOR SHARE", is_there(schema, queue, load))
}

/// Has a load be in its next state, if it is the load there is and in the state it is thought to be in: `false` where not. One that is over gives up its spill queue.
///
/// # Errors
/// The target's.
pub(crate) fn next_state(
    db: &mut Connection,
    schema: &str,
    queue: &str,
    load: &Load,
    state: char,
    more: &str,
) -> Result<bool, Error> {
    let table = table_name(schema, "targets");
    let over = match state {
        'A' | 'I' => ", spillq = NULL",
        _ => "",
    };
    let sql = format!(
        "UPDATE {table} SET state = $1, state_time = clock_timestamp(){over}{more} WHERE recvq = $2 AND subname = $3 AND state = $4 AND spillq = $5"
    );
    let (state, before) = (state.to_string(), load.state.to_string());
    let values = [
        &state,
        queue,
        &load.subscription,
        &before,
        &load.spill_queue,
    ];
    Ok(db.ask(&sql, &values)?.affected() == 1)
}

/// Has a load that has not copied anything begin anew, with another spill queue; `false` if there is no such load any more.
pub(super) fn renew(
    db: &mut Connection,
    schema: &str,
    queue: &str,
    load: &Load,
    spill_queue: &str,
) -> Result<bool, Error> {
    let (targets, queues) = (table_name(schema, "targets"), table_name(schema, "spillqs"));
    let sql = format!(
        "WITH it AS (UPDATE {targets} SET spillq = $1, state_time = clock_timestamp() \
         WHERE recvq = $2 AND subname = $3 AND state = 'L' AND spillq = $4 RETURNING subname) \
         INSERT INTO {queues} (spillq, subname, recvq) SELECT $1, subname, $2 FROM it"
    );
    let values = [spill_queue, queue, &load.subscription, &load.spill_queue];
    Ok(db.ask(&sql, &values)?.affected() == 1)
}

/// A spill queue that is to be deleted.
#[derive(Clone, Debug)]
pub(crate) struct Leftover {
    pub(crate) spill_queue: String,
    /// That no subscription has it is on disk.
    is_over: bool,
}

/// Spill queues of a map that no subscription has any more.
///
/// # Errors
/// The target's.
pub(crate) fn leftovers(
    db: &mut Connection,
    schema: &str,
    queue: &str,
) -> Result<Vec<Leftover>, Error> {
    let (targets, queues) = (table_name(schema, "targets"), table_name(schema, "spillqs"));
    let sql = format!(
        "SELECT q.spillq, q.is_over FROM {queues} q WHERE q.recvq = $1 AND NOT EXISTS (SELECT 1 FROM {targets} t WHERE t.spillq = q.spillq) ORDER BY 1"
    );
    let rows = db.ask(&sql, &[queue])?;
    let one = |row| Leftover {
        spill_queue: text(&rows, row, 0),
        is_over: text(&rows, row, 1) == "Y",
    };
    Ok((0..rows.len()).map(one).collect())
}

/// Has it be on disk that a spill queue is no subscription's: what the session that found it so commits is, and so everything before. A commit of the stream is
/// not when it is seen, and a server that dies then has the load again.
///
/// # Errors
/// The target's.
pub(crate) fn force_over(
    db: &mut Connection,
    schema: &str,
    leftover: &Leftover,
) -> Result<(), Error> {
    if leftover.is_over {
        return Ok(());
    }
    let queues = table_name(schema, "spillqs");
    let sql = format!("UPDATE {queues} SET is_over = 'Y' WHERE spillq = $1");
    db.ask(&sql, &[&leftover.spill_queue]).map(drop)
}

/// Notes that a spill queue is deleted.
///
/// # Errors
/// The target's.
pub(crate) fn forget(db: &mut Connection, schema: &str, leftover: &Leftover) -> Result<(), Error> {
    for name in ["spilledrow", "spillqs"] {
        let table = table_name(schema, name);
        let sql = format!("DELETE FROM {table} WHERE spillq = $1");
        db.ask(&sql, &[&leftover.spill_queue])?;
    }
    Ok(())
}

/// Why a subscription ends whose spill queue is of no use any more.
pub(crate) fn lost_rows(spill_queue: &str, why: &str) -> String {
    format!("what was put aside of it is lost with spill queue {spill_queue}: {why}")
}

#[cfg(test)]
mod tests {
    use super::{Since, queue_of_load};

    #[test]
    fn each_load_has_a_name_of_its_own_and_always_the_same() {
        let name = |since| queue_of_load(7, "DATA", "PEOPLE1", since);
        assert_eq!(
            name(Since::Message(1, 12)),
            "IBMQREP.SPILL.7.B1DB6E5CFA94330D"
        );
        assert_ne!(name(Since::Message(1, 12)), name(Since::Message(1, 13)));
        assert_ne!(name(Since::Message(1, 12)), name(Since::Message(2, 12)));
        assert_ne!(name(Since::Message(1, 12)), name(Since::Time(12)));
        assert!(name(Since::Time(i64::MIN)).len() <= 48);
    }
}
