//! That only one apply works, and how far the one before came.
//!
//! A session of an apply that was killed may still be at what it was sent, its commit included. So each origin is taken first, which
//! waits until no session has it any more; what the origins say after that is final.

use super::catalog::table_name;
use super::{lsn_number, trouble};
use crate::trouble::Trouble;
use ferromq_mqi::generated::notices::FMQ0435;
use ferromq_postgres::{Connection, Error, literal};
use std::time::{Duration, Instant};

/// How long a session of an earlier apply may take to end, before it is taken for another apply that works.
const ENDING: Duration = Duration::from_secs(10);

/// The origin of an agent.
#[must_use]
pub fn origin(map: u32, epoch: u64, agent: usize) -> String {
    format!("asnq_{map}_{epoch}_{agent}")
}

/// What the target says of a map.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// Latest epoch of which something was applied.
    pub epoch: Option<u64>,
    /// How many origins that has.
    pub origins: usize,
}

/// The latest epoch of a map.
///
/// # Errors
/// The target's.
pub fn known(db: &mut Connection, map: u32) -> Result<Known, Trouble> {
    let like = format!("asnq\\_{map}\\_%");
    let rows = db
        .ask(
            "SELECT roname FROM pg_replication_origin WHERE roname LIKE $1",
            &[&like],
        )
        .map_err(|error| trouble(&error))?;
    let mut known = Known::default();
    for row in 0..rows.len() {
        let mut words = rows.text(row, 0).unwrap_or_default().split('_').skip(2);
        let epoch: Option<u64> = words.next().and_then(|word| word.parse().ok());
        let agent: usize = words.next().and_then(|word| word.parse().ok()).unwrap_or(0);
        match epoch.cmp(&known.epoch) {
            std::cmp::Ordering::Greater => {
                known = Known {
                    epoch,
                    origins: agent + 1,
                }
            }
            std::cmp::Ordering::Equal => known.origins = known.origins.max(agent + 1),
            std::cmp::Ordering::Less => {}
        }
    }
    Ok(known)
}

/// Takes an origin for a session. It is made if it is not there.
///
/// # Errors
/// FMQ0435: another apply works. Else the target's.
pub fn take(db: &mut Connection, name: &str) -> Result<(), Trouble> {
    let quoted = literal(name);
    let there = db
        .ask(
            "SELECT 1 FROM pg_replication_origin WHERE roname = $1",
            &[name],
        )
        .map_err(|error| trouble(&error))?;
    if there.is_empty() {
        db.execute(&format!("SELECT pg_replication_origin_create({quoted})"))
            .map_err(|error| trouble(&error))?;
    }
    let began = Instant::now();
    loop {
        match db.execute(&format!(
            "SELECT pg_replication_origin_session_setup({quoted})"
        )) {
            Ok(_) => return Ok(()),
            Err(error) if error.is("55006") && began.elapsed() < ENDING => {
                std::thread::sleep(Duration::from_millis(50));
            }
            Err(error) if error.is("55006") => {
                return Err(Trouble::lasting(&FMQ0435, &[&error.message]));
            }
            Err(error) => return Err(trouble(&error)),
        }
    }
}

/// The greatest position of a map's origins. With `forces` what is behind it is on the target's disk when this returns.
///
/// # Errors
/// The target's.
pub fn position(db: &mut Connection, map: u32, epoch: u64, forces: bool) -> Result<u64, Error> {
    let like = format!("asnq\\_{map}\\_{epoch}\\_%");
    let forces = if forces { "true" } else { "false" };
    let rows = db.ask(
        &format!(
            "SELECT pg_replication_origin_progress(roname, {forces}) FROM pg_replication_origin WHERE roname LIKE $1"
        ),
        &[&like],
    )?;
    let positions = (0..rows.len()).filter_map(|row| lsn_number(rows.text(row, 0)?));
    Ok(positions.max().unwrap_or(0))
}

/// Drops the origins of epochs that are over. They take places of `max_replication_slots` else.
///
/// # Errors
/// The target's.
pub fn drop_before(db: &mut Connection, map: u32, epoch: u64) -> Result<(), Error> {
    let like = format!("asnq\\_{map}\\_%");
    db.ask(
        "SELECT pg_replication_origin_drop(roname) FROM pg_replication_origin \
         WHERE roname LIKE $1 AND split_part(roname, '_', 3)::numeric < $2::numeric",
        &[&like, &epoch.to_string()],
    )?;
    Ok(())
}

/// With relaxed commits: messages that are done, ascending. All below the first are done, too.
///
/// # Errors
/// The target's.
pub fn done(db: &mut Connection, schema: &str, queue: &str, epoch: u64) -> Result<Vec<u64>, Error> {
    let table = table_name(schema, "donemsg");
    // At the beginning none is done, and a row says so: the first one says that all below it are.
    db.ask(
        &format!(
            "INSERT INTO {table} SELECT $1, $2::bigint, 0 WHERE NOT EXISTS (SELECT 1 FROM {table} WHERE recvq = $1 AND epoch = $2::bigint)"
        ),
        &[queue, &epoch.to_string()],
    )?;
    let rows = db.ask(
        &format!("SELECT mqmsgid FROM {table} WHERE recvq = $1 AND epoch = $2 ORDER BY mqmsgid"),
        &[queue, &epoch.to_string()],
    )?;
    Ok((0..rows.len())
        .filter_map(|row| rows.number(row, 0))
        .collect())
}

/// With relaxed commits: forgets messages below this one. The last row stays, which says that all below are done.
///
/// # Errors
/// The target's.
pub fn forget(
    db: &mut Connection,
    schema: &str,
    queue: &str,
    epoch: u64,
    below: u64,
) -> Result<(), Error> {
    let table = table_name(schema, "donemsg");
    let sql = format!("DELETE FROM {table} WHERE recvq = $1 AND epoch = $2 AND mqmsgid < $3");
    db.ask(&sql, &[queue, &epoch.to_string(), &below.to_string()])?;
    Ok(())
}
