//! What a map is at, as somebody sees it who asks the target's database; and why one has stopped, written there for them.

use super::catalog::{cut, table_name};
use super::fence::Lock;
use super::{PROGRAM, trouble};
use crate::trouble::Trouble;
use ferromq_postgres::{Connection, Error, literal};

/// What a map is at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    /// It is applied.
    Works,
    /// An apply runs, and nothing has come for the map yet.
    Waits,
    /// Somebody has stopped it.
    Stopped,
    /// It has stopped by itself: what apply said.
    Failed(String),
    /// Nobody applies it.
    Rests,
}

/// What a map is at, by its receive queue.
///
/// # Errors
/// The target's.
pub fn seen(db: &mut Connection, schema: &str, queue: &str) -> Result<Seen, Error> {
    let (queues, trace) = (
        table_name(schema, "recvqueues"),
        table_name(schema, "applytrace"),
    );
    let works = Lock::of_map(schema, queue).is_held(db)?;
    let rows = db.ask(
        &format!(
            "SELECT q.state, trim(coalesce(q.state_info, '')), \
             coalesce((SELECT substr(t.description, length($1::text) + 3) FROM {trace} t WHERE t.operation = 'ERROR' \
             AND starts_with(t.description, $1::text || ': ' || trim(q.state_info)) ORDER BY t.trace_time DESC LIMIT 1), trim(q.state_info)), \
             EXISTS (SELECT 1 FROM pg_stat_activity WHERE application_name = '{PROGRAM} ' || $1::text AND datname = current_database()) \
             FROM {queues} q WHERE q.recvq = $1::text"
        ),
        &[queue],
    )?;
    let text = |column| rows.text(0, column).unwrap_or_default();
    Ok(match (text(0).trim(), works) {
        (_, true) => Seen::Works,
        ("A", false) if !text(1).is_empty() => Seen::Failed(text(2).to_owned()),
        ("A", false) if text(3) == "t" => Seen::Waits,
        ("A", false) => Seen::Rests,
        _ => Seen::Stopped,
    })
}

/// Notes by the name of a session that nothing has come for a map yet: it has no lock then. `None`: it has come.
///
/// # Errors
/// The target's.
pub(crate) fn note_waits(db: &mut Connection, queue: Option<&str>) -> Result<(), Error> {
    let name = match queue {
        Some(queue) => format!("{PROGRAM} {queue}"),
        None => PROGRAM.to_owned(),
    };
    db.execute(&format!("SET application_name = {}", literal(&name)))
        .map(drop)
}

/// Notes why a map has stopped by itself: the number of the message with the map, the message in `IBMQREP_APPLYTRACE`.
///
/// # Errors
/// The target's.
pub fn note_failed(
    db: &mut Connection,
    schema: &str,
    queue: &str,
    line: &str,
) -> Result<(), Trouble> {
    let (queues, trace, parameters) = (
        table_name(schema, "recvqueues"),
        table_name(schema, "applytrace"),
        table_name(schema, "applyparms"),
    );
    // `STATE_INFO` has eight characters.
    let number: String = line
        .split(':')
        .next()
        .unwrap_or_default()
        .chars()
        .take(8)
        .collect();
    let noted = (|| {
        db.ask(
            &format!(
                "UPDATE {queues} SET state_info = $1, state_time = clock_timestamp() WHERE recvq = $2"
            ),
            &[&number, queue],
        )?;
        let description = format!("{queue}: {line}");
        db.ask(
            &format!("INSERT INTO {trace} (operation, description) VALUES ('ERROR', $1)"),
            &[cut(&description)],
        )?;
        db.execute(&format!(
            "DELETE FROM {trace} WHERE trace_time < clock_timestamp() - (SELECT max(trace_limit) FROM {parameters}) * interval '1 minute'"
        ))
    })();
    noted.map(drop).map_err(|error| trouble(&error))
}

/// Notes that a map is applied again. A user who may not write that need not.
pub(crate) fn note_works(db: &mut Connection, schema: &str, queue: &str) {
    let queues = table_name(schema, "recvqueues");
    let sql = format!(
        "UPDATE {queues} SET state_info = NULL, state_time = clock_timestamp() WHERE recvq = $1 AND state_info IS NOT NULL"
    );
    let _ = db.ask(&sql, &[queue]);
}
