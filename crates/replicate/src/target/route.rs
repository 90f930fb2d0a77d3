//! What becomes of a row: it is done here, put aside, or goes nowhere.

use super::aside::Aside;
use super::failure::Failure;
use super::table::{Table, Tables};
use crate::message::{Message, Operation};
use std::sync::Arc;

/// What becomes of a row.
enum Way<'t> {
    /// It is done.
    Here(&'t Arc<Table>),
    /// It is put aside, on this spill queue.
    Aside(&'t str),
    /// Nobody has subscribed to it here, or what was loaded has it.
    Nowhere,
}

fn way_of<'t>(tables: &'t Tables, message: &Message, number: u16) -> Result<Way<'t>, Failure> {
    let table = match tables.get(&number) {
        Some(Some(table)) => table,
        Some(None) => return Ok(Way::Nowhere),
        None => {
            return Err(Failure::refused(format!(
                "message {} has rows of table {number}, whose schema has not come",
                message.header.key.sequence
            )));
        }
    };
    let subscription = &table.subscription;
    Ok(match subscription.state {
        _ if subscription.is_put_aside() => Way::Aside(&subscription.spill_queue),
        'A' if !subscription.loaded.has(&message.header) => Way::Here(table),
        _ => Way::Nowhere,
    })
}

/// The table of a row; `None` if nobody has subscribed to it here, what was loaded has the row, or it was put aside.
pub(super) fn table_of(
    tables: &Tables,
    message: &Message,
    operation: &Operation<'_>,
    aside: &mut Aside,
) -> Result<Option<Arc<Table>>, Failure> {
    match way_of(tables, message, operation.table)? {
        Way::Here(table) => return Ok(Some(Arc::clone(table))),
        Way::Aside(queue) => aside.add(queue, message, operation)?,
        Way::Nowhere => {}
    }
    Ok(None)
}

/// What a truncate does here.
pub(super) struct Emptied {
    pub(super) tables: Vec<Arc<Table>>,
    restarts: bool,
    /// All tables that were truncated at the source, at the same point of the stream.
    is_whole: bool,
}

/// What becomes of a truncate here; `None` for nothing.
pub(super) fn truncate(
    tables: &Tables,
    message: &Message,
    operation: &Operation<'_>,
    aside: &mut Aside,
    is_of_stream: bool,
) -> Result<Option<Emptied>, Failure> {
    let truncate = operation.truncate()?;
    let mut found = Vec::new();
    let mut is_whole = is_of_stream;
    for number in &truncate.tables {
        match way_of(tables, message, *number)? {
            Way::Here(table) => found.push(Arc::clone(table)),
            Way::Aside(queue) => {
                is_whole = false;
                aside.add_truncate(queue, message, &truncate)?;
            }
            Way::Nowhere => is_whole = false,
        }
    }
    Ok((!found.is_empty()).then_some(Emptied {
        tables: found,
        restarts: truncate.restart_identity,
        is_whole,
    }))
}

impl Emptied {
    /// The statements. What the source said of tables that refer to these is not passed on: it names those too, and rows of one that is elsewhere by now, or
    /// nobody's, stay. TRUNCATE fails where one refers to another that is not named, so that where some are not emptied here it is DELETE.
    pub(super) fn statements(&self) -> Vec<String> {
        if !self.is_whole {
            return self.tables.iter().flat_map(|it| self.deleted(it)).collect();
        }
        let names: Vec<&str> = self.tables.iter().map(|it| it.name.as_str()).collect();
        let restart = match self.restarts {
            true => " RESTART IDENTITY",
            false => "",
        };
        vec![format!("TRUNCATE {}{restart}", names.join(", "))]
    }

    /// The same for one of the tables, whatever refers to it.
    pub(super) fn deleted(&self, table: &Table) -> Vec<String> {
        let mut sql = vec![format!("DELETE FROM {}", table.name)];
        if self.restarts {
            // As RESTART IDENTITY does it: sequences of its columns, and back with a rollback.
            sql.push(format!(
                "DO $restart$ DECLARE name text; BEGIN FOR name IN SELECT d.objid::regclass::text FROM pg_depend d JOIN pg_class c ON c.oid = d.objid \
                 WHERE c.relkind = 'S' AND d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_class'::regclass AND d.refobjid = {}::regclass \
                 AND d.refobjsubid > 0 AND d.deptype IN ('a', 'i') LOOP EXECUTE 'ALTER SEQUENCE ' || name || ' RESTART'; END LOOP; END $restart$",
                ferromq_postgres::literal(&table.name)
            ));
        }
        sql
    }
}
