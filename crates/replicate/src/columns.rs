//! Columns that control tables got since they were first made: added where tables of an earlier version are found.

use ferromq_postgres::{Connection, Error};

/// A column: its name, and what it is.
pub(crate) type Column = (&'static str, &'static str);

/// `MESSAGE_HEADER` of `IBMQREP_SENDQUEUES`.
pub(crate) const MESSAGE_HEADER: Column = ("message_header", "char(1) NOT NULL DEFAULT 'N'");
/// `CMDQ` of `IBMQREP_APPLYPARMS`.
pub(crate) const COMMAND_QUEUE: Column = ("cmdq", "varchar(48)");

/// `MAX_PARALLEL_LOADS` of `IBMQREP_APPLYPARMS`. Each takes a replication slot of the source, of which there are ten unless somebody says more.
pub(crate) const PARALLEL_LOADS: Column = ("max_parallel_loads", "integer NOT NULL DEFAULT 4");
/// `SPILLQ` of `IBMQREP_TARGETS`.
pub(crate) const SPILL_QUEUE: Column = ("spillq", "varchar(48)");
/// `MODELQ` of `IBMQREP_TARGETS`.
pub(crate) const MODEL_QUEUE: Column = (
    "modelq",
    "varchar(48) NOT NULL DEFAULT 'IBMQREP.SPILL.MODELQ'",
);
/// `LOAD_POSITION` of `IBMQREP_TARGETS`: the number of the message that asked for the load.
pub(crate) const LOAD_POSITION: Column = ("load_position", "bigint");
/// `LOAD_EPOCH` of `IBMQREP_TARGETS`: the epoch that `LOAD_LSN` is about.
pub(crate) const LOAD_EPOCH: Column = ("load_epoch", "bigint");
/// `LOAD_LAST_EPOCH` of `IBMQREP_TARGETS`: the last epoch that capture may have begun before the table was copied, or the last one of the same source.
pub(crate) const LOAD_LAST_EPOCH: Column = ("load_last_epoch", "bigint");
/// `LOAD_SOURCE` of `IBMQREP_TARGETS`: whose log `LOAD_LSN` is a place of: system identifier, `/`, timeline.
pub(crate) const LOAD_SOURCE: Column = ("load_source", "varchar(32)");

/// `LOAD_PUBLICATION` of `IBMQREP_TARGETS`: the publication whose rows are loaded.
pub(crate) const LOAD_PUBLICATION: Column = ("load_publication", "varchar(128)");

/// The statement that adds a column to a table, which is named as statements have it.
pub(crate) fn addition(table: &str, (name, what): Column) -> String {
    format!("ALTER TABLE {table} ADD COLUMN IF NOT EXISTS {name} {what}")
}

/// Adds it where the table is there and the column is not. Only the owner of the table may, so nobody else has to where nothing is missing.
///
/// # Errors
/// The database's: 42501 where the user does not own the table.
pub(crate) fn add_if_missing(
    db: &mut Connection,
    table: &str,
    column: Column,
) -> Result<(), Error> {
    let missing = db.ask(
        "SELECT 1 FROM pg_catalog.pg_class c WHERE c.oid = pg_catalog.to_regclass($1) AND NOT EXISTS \
         (SELECT 1 FROM pg_catalog.pg_attribute a WHERE a.attrelid = c.oid AND a.attname = $2 AND NOT a.attisdropped)",
        &[table, column.0],
    )?;
    if missing.is_empty() {
        return Ok(());
    }
    db.execute(&addition(table, column)).map(drop)
}
