//! `ferromq replicate status`: how far behind each map is, and why, on one screen.

use super::words::Words;
use crate::failure::Failure;
use ferromq_base::output;
use ferromq_postgres::{Connection, Error, Rows};
use ferromq_replicate::target::catalog::table_name;
use ferromq_replicate::target::connect;
use ferromq_replicate::target::seen::{Seen, seen};
use std::fmt::Write;

/// Shows maps, subscriptions and conflicts of an apply.
pub(super) fn run(given: &[String]) -> Result<u8, Failure> {
    let mut words = Words::read("replicate", given)?;
    let conninfo = words.need("apply_server")?;
    let schema = words.take("apply_schema").unwrap_or("asn".to_owned());
    words.end()?;
    let mut db =
        connect(&conninfo).map_err(|trouble| Failure::text(format!("{}\n", trouble.line), 1))?;
    let text = screen(&mut db, &schema).map_err(Failure::unexpected)?;
    output::say(&text);
    Ok(0)
}

fn cell(rows: &Rows, row: usize, column: usize) -> String {
    rows.text(row, column).unwrap_or("-").trim().to_owned()
}

fn screen(db: &mut Connection, schema: &str) -> Result<String, Error> {
    let mut text = maps_shown(db, schema)?;
    text.push_str(&subscriptions_shown(db, schema)?);
    Ok(text)
}

/// How far each map is.
fn maps_shown(db: &mut Connection, schema: &str) -> Result<String, Error> {
    let mut text = String::new();
    let table = |name: &str| table_name(schema, name);
    let maps = db.execute(&format!(
        "SELECT q.repqmapname, q.recvq, q.state, m.epoch, m.position, m.trans_applied, m.rows_applied, m.rows_not_applied, \
         CASE WHEN m.oldest_trans IS NOT NULL THEN m.end2end_latency END, extract(epoch FROM clock_timestamp() - m.monitor_time)::int, m.hole_wait, m.current_memory / 1024, \
         to_char(m.oldest_trans, 'YYYY-MM-DD HH24:MI:SS') || ' UTC', m.deadlock_retries, m.key_dependencies \
         FROM {} q LEFT JOIN {} m USING (recvq) ORDER BY 1",
        table("recvqueues"),
        table("applymon")
    ))?;
    for row in 0..maps.len() {
        let at = |column| cell(&maps, row, column);
        let state = match seen(db, schema, &at(1))? {
            Seen::Works => "running".to_owned(),
            Seen::Waits => "running, and waits for the first message".to_owned(),
            Seen::Stopped => "stopped by somebody".to_owned(),
            Seen::Failed(line) => format!("stopped\n  {line}"),
            Seen::Rests => "not running".to_owned(),
        };
        let _ = writeln!(text, "Map {} from queue {}: {state}", at(0), at(1));
        let _ = writeln!(
            text,
            "  applied to message {} of epoch {}, committed at the source {}",
            at(4),
            at(3),
            at(12)
        );
        let _ = writeln!(
            text,
            "  {} transactions, {} rows, {} rows not applied; commit to commit {} ms (as of {} s ago)",
            at(5),
            at(6),
            at(7),
            at(8),
            at(9)
        );
        let _ = writeln!(
            text,
            "  {} KB held, {} tried again, {} waited for another; a message missing for {} ms",
            at(11),
            at(13),
            at(14),
            at(10)
        );
    }
    Ok(text)
}

/// How each subscription is.
fn subscriptions_shown(db: &mut Connection, schema: &str) -> Result<String, Error> {
    let mut text = String::new();
    let table = |name: &str| table_name(schema, name);
    let subscriptions = db.execute(&format!(
        "SELECT t.subname, t.target_owner || '.' || t.target_name, t.state, coalesce(t.state_info, ''), count(e.*) \
         FROM {} t LEFT JOIN {} e USING (subname) GROUP BY 1, 2, 3, 4 ORDER BY 1",
        table("targets"),
        table("exceptions")
    ))?;
    let _ = writeln!(
        text,
        "\n{:20} {:30} {:10} exceptions",
        "Subscription", "Table", "State"
    );
    for row in 0..subscriptions.len() {
        let at = |column| cell(&subscriptions, row, column);
        let state = match at(2).as_str() {
            "A" => "active",
            "I" => "inactive",
            "L" => "loading",
            "E" => "to load",
            "F" | "D" => "draining",
            "S" => "spilling",
            _ => "unknown",
        };
        let _ = writeln!(
            text,
            "{:20} {:30} {state:10} {:>10} {}",
            at(0),
            at(1),
            at(4),
            at(3)
        );
    }
    Ok(text)
}
