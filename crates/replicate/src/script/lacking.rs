//! What a table of the target lacks, which no script says and neither server knows alone.

use super::Subscribed;
use ferromq_postgres::{Connection, Error};

/// Columns of the source's table that the target's has not got. They may be mapped to others (`IBMQREP_TRG_COLS`) before apply begins.
///
/// # Errors
/// That of either server.
pub fn lacking(
    source: &mut Connection,
    target: &mut Connection,
    of: &Subscribed,
) -> Result<Vec<String>, Error> {
    let there = columns(target, &of.target, "")?;
    // What is generated there is not sent.
    let mut found = columns(source, &of.source, "AND a.attgenerated = ''")?;
    found.retain(|name| !there.contains(name));
    Ok(found)
}

fn columns(
    db: &mut Connection,
    (owner, table): &(String, String),
    which: &str,
) -> Result<Vec<String>, Error> {
    let rows = db.ask(
        &format!(
            "SELECT a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace \
         WHERE n.nspname = $1 AND c.relname = $2 AND a.attnum > 0 AND NOT a.attisdropped {which} ORDER BY a.attnum"
        ),
        &[owner, table],
    )?;
    let name = |row| rows.text(row, 0).unwrap_or_default().to_owned();
    Ok((0..rows.len()).map(name).collect())
}
