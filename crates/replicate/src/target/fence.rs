//! That only one apply works, and how far the one before came.
//!
//! A session of an apply that was killed may still be at what it was sent, its commit included. So each origin is taken first, which
//! waits until no session has it any more; what the origins say after that is final.
//!
//! Sessions beside the stream have no origin: they hold locks of the map, and of the spill queue they drain (`Lock`).

use super::catalog::table_name;
use super::spilling::hash_of;
use super::trouble;
use crate::message::Lsn;
use crate::trouble::Trouble;
use ferromq_mqi::generated::notices::{FMQ0427, FMQ0434, FMQ0435};
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
    make(db, name)?;
    let quoted = literal(name);
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

/// Makes an origin that is not there. The one of an epoch is what says that it has begun.
///
/// # Errors
/// The target's.
pub fn make(db: &mut Connection, name: &str) -> Result<(), Trouble> {
    let there = db.ask(
        "SELECT 1 FROM pg_replication_origin WHERE roname = $1",
        &[name],
    );
    if there.map_err(|error| trouble(&error))?.is_empty() {
        db.ask("SELECT pg_replication_origin_create($1)", &[name])
            .map_err(|error| trouble(&error))?;
    }
    Ok(())
}

/// A lock that sessions beside the stream hold until they end: who gets it knows that no session of before is at anything any more, a commit that was not answered included.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lock(u64);

impl Lock {
    /// All sessions beside the stream of a map.
    pub(crate) fn of_map(schema: &str, queue: &str) -> Self {
        // As the names of tables are: somebody else may write it another way.
        Self(hash_of(&["asnq", &schema.to_ascii_lowercase(), queue]))
    }

    /// The session that drains a spill queue, or copies the table.
    pub(crate) fn of_spill_queue(schema: &str, queue: &str, spill_queue: &str) -> Self {
        let schema = schema.to_ascii_lowercase();
        Self(hash_of(&["asnq", &schema, queue, spill_queue]))
    }

    /// Whether a session has it.
    ///
    /// # Errors
    /// The target's.
    pub(crate) fn is_held(self, db: &mut Connection) -> Result<bool, Error> {
        let sql = format!("SELECT 1 FROM pg_locks l WHERE {}", self.held());
        Ok(!db.execute(&sql)?.is_empty())
    }

    /// Which rows of `pg_locks` are of those who have it.
    fn held(self) -> String {
        let (high, low) = (self.0 >> 32, self.0 & 0xffff_ffff);
        format!(
            "l.locktype = 'advisory' AND l.granted AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()) \
             AND l.classid::bigint = {high} AND l.objid::bigint = {low} AND l.objsubid = 1"
        )
    }

    /// Takes it for a session alone, until that ends or lets it go. Sessions that have it are ended: they are of a run that is over. `false` if `is_over` says so before.
    ///
    /// # Errors
    /// The target's. FMQ0427 if the one that has it does not end.
    pub(crate) fn take(
        self,
        db: &mut Connection,
        is_over: &dyn Fn() -> bool,
    ) -> Result<bool, Trouble> {
        let began = Instant::now();
        loop {
            let tried = format!("SELECT pg_try_advisory_lock({})", self.0 as i64);
            let got = db.execute(&tried).map_err(|error| trouble(&error))?;
            if got.text(0, 0) == Some("t") {
                return Ok(true);
            }
            if is_over() {
                return Ok(false);
            }
            if began.elapsed() >= ENDING {
                let problem = "a session of an earlier run of apply does not end";
                return Err(Trouble::passing(&FMQ0427, &[&problem]));
            }
            let sql = format!(
                "SELECT pg_terminate_backend(l.pid) FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid WHERE {} \
                 AND l.pid <> pg_backend_pid() AND a.usename = current_user",
                self.held()
            );
            db.execute(&sql).map_err(|error| trouble(&error))?;
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Holds it together with others of the same run.
    ///
    /// # Errors
    /// The target's.
    pub(crate) fn share(self, db: &mut Connection) -> Result<(), Error> {
        let sql = format!("SELECT pg_advisory_lock_shared({})", self.0 as i64);
        db.execute(&sql).map(drop)
    }

    /// Lets others share it that was taken alone.
    ///
    /// # Errors
    /// The target's.
    pub(crate) fn let_others(self, db: &mut Connection) -> Result<(), Error> {
        self.share(db)?;
        let sql = format!("SELECT pg_advisory_unlock({})", self.0 as i64);
        db.execute(&sql).map(drop)
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
    let positions = (0..rows.len()).filter_map(|row| Some(Lsn::parse(rows.text(row, 0)?)?.0));
    Ok(positions.max().unwrap_or(0))
}

/// Drops the origins of epochs that are over: each takes a place that one of this epoch needs. Waits ten seconds for sessions that have them,
/// and lets be what one has then, as of a machine that is gone: what it did counts for nothing, and there may be room all the same.
///
/// # Errors
/// The target's.
pub fn drop_before(db: &mut Connection, map: u32, epoch: u64) -> Result<(), Trouble> {
    let like = format!("asnq\\_{map}\\_%");
    let rows = db.ask(
        "SELECT roname FROM pg_replication_origin WHERE roname LIKE $1 AND split_part(roname, '_', 3)::numeric < $2::numeric",
        &[&like, &epoch.to_string()],
    );
    let rows = rows.map_err(|error| trouble(&error))?;
    let began = Instant::now();
    for name in (0..rows.len()).filter_map(|row| rows.text(row, 0)) {
        loop {
            match db.ask("SELECT pg_replication_origin_drop($1)", &[name]) {
                Ok(_) => break,
                // Somebody else has dropped it.
                Err(error) if error.is("42704") => break,
                Err(error) if error.is("55006") && began.elapsed() < ENDING => {
                    std::thread::sleep(Duration::from_millis(50));
                }
                Err(error) if error.is("55006") => break,
                Err(error) => return Err(trouble(&error)),
            }
        }
    }
    Ok(())
}

/// The same trouble; where there is no room for an origin it says how many there are, and how many this map needs.
#[must_use]
pub fn counted(db: &mut Connection, trouble: Trouble, map: &str, needed: usize) -> Trouble {
    if !std::ptr::eq(trouble.notice, &FMQ0434) {
        return trouble;
    }
    let counts = db.execute(
        "SELECT name, setting, (SELECT count(*) FROM pg_replication_origin) FROM pg_settings \
         WHERE name IN ('max_active_replication_origins', 'max_replication_slots') ORDER BY name LIMIT 1",
    );
    let Ok(counts) = counts else {
        return trouble;
    };
    let text = |column| counts.text(0, column).unwrap_or_default();
    let (name, most, there) = (text(0), text(1), text(2));
    let problem = format!(
        "map {map} needs {needed}, {there} are there, those of others with them, and {name} is {most}"
    );
    Trouble::lasting(&FMQ0434, &[&problem])
}

/// With relaxed commits: messages that are done, ascending. All below the first are done, too.
///
/// # Errors
/// The target's.
pub fn done(db: &mut Connection, schema: &str, queue: &str, epoch: u64) -> Result<Vec<u64>, Error> {
    let table = table_name(schema, "donemsg");
    // At the beginning none is done, and a row says so: the first one says that all below it are. The first place of a value says its type.
    db.ask(
        &format!(
            "INSERT INTO {table} SELECT $1::varchar, $2::bigint, 0 WHERE NOT EXISTS (SELECT 1 FROM {table} WHERE recvq = $1 AND epoch = $2::bigint)"
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
