//! What has to be right before the log of a source is read.

use super::Source;
use crate::capture::Subscription;
use crate::message::{Lsn, SourceLog};
use crate::trouble::Trouble;
use ferromq_mqi::generated::notices::{
    FMQ0401, FMQ0402, FMQ0404, FMQ0405, FMQ0406, FMQ0407, FMQ0411, FMQ0414,
};
use ferromq_postgres::{Connection, Error, identifier, literal};

/// Whose log a session for replication reads.
pub(crate) fn identify(session: &mut Connection) -> Result<SourceLog, Error> {
    let rows = session.execute("IDENTIFY_SYSTEM")?;
    Ok(SourceLog {
        system: rows.number(0, 0).unwrap_or(0),
        timeline: rows.number(0, 1).unwrap_or(0),
    })
}

/// Which rows of a table a publication lets through, as a condition in brackets; `None` for all. Names in it are those of the session's search path.
pub(crate) fn row_filter(
    session: &mut Connection,
    publication: &str,
    (namespace, table): (&str, &str),
) -> Result<Option<String>, Error> {
    // Older servers have none.
    if publication.is_empty() || session.server_version() < 150_000 {
        return Ok(None);
    }
    // A session for replication takes no values beside its statement.
    let rows = session.execute(&format!(
        "SELECT rowfilter FROM pg_publication_tables WHERE pubname = {} AND schemaname = {} AND tablename = {}",
        literal(publication),
        literal(namespace),
        literal(table)
    ))?;
    Ok(rows.text(0, 0).map(|filter| format!("({filter})")))
}

/// What a source says of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// What it was told that may be forgotten.
    pub confirmed_lsn: u64,
    /// How many bytes of log are behind that.
    pub lag: u64,
}

/// A subscription whose table is not in the publication.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unpublished {
    /// The subscription.
    pub subscription: String,
    /// FMQ0406, with what to do.
    pub line: String,
}

impl Source {
    /// The server can be read from, and the user may.
    ///
    /// # Errors
    /// FMQ0401, FMQ0402; FMQ0417 and FMQ0422 as for each statement.
    pub fn check_server(&mut self) -> Result<(), Trouble> {
        let rows = self.run(
            "SELECT current_setting('wal_level'), current_user, \
             (SELECT rolreplication OR rolsuper FROM pg_roles WHERE rolname = current_user)",
        )?;
        let level = rows.text(0, 0).unwrap_or_default();
        if level != "logical" {
            return Err(Trouble::lasting(&FMQ0401, &[&level]));
        }
        if rows.text(0, 2) != Some("t") {
            let user = rows.text(0, 1).unwrap_or_default();
            let problem = "it has not the attribute REPLICATION";
            return Err(Trouble::lasting(&FMQ0402, &[&user, &problem]));
        }
        Ok(())
    }

    /// The publication has all that is wanted of it; the subscriptions whose tables it does not have.
    ///
    /// # Errors
    /// FMQ0406: it is not there, or is without the table of signals; FMQ0417 and FMQ0422 as for each statement.
    pub fn check_publication(
        &mut self,
        publication: &str,
        subscriptions: &[&Subscription],
    ) -> Result<Vec<Unpublished>, Trouble> {
        let rows = self.ask(
            "SELECT pubinsert AND pubupdate AND pubdelete, pubviaroot FROM pg_publication WHERE pubname = $1",
            &[publication],
        )?;
        if rows.is_empty() {
            return Err(Trouble::lasting(&FMQ0406, &[&publication, &"is not there"]));
        }
        let published = self.ask(
            "SELECT p.schemaname, p.tablename, c.relreplident, \
             EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = c.oid AND (i.indisprimary AND c.relreplident = 'd' OR i.indisreplident AND c.relreplident = 'i')) \
             FROM pg_publication_tables p JOIN pg_namespace n ON n.nspname = p.schemaname \
             JOIN pg_class c ON c.relname = p.tablename AND c.relnamespace = n.oid WHERE p.pubname = $1",
            &[publication],
        )?;
        let find = |namespace: &str, table: &str| {
            (0..published.len()).find(|row| {
                published.text(*row, 0) == Some(namespace) && published.text(*row, 1) == Some(table)
            })
        };
        if find(&self.schema, "ibmqrep_signal").is_none() {
            let problem = format!("does not have table {}.ibmqrep_signal", self.schema);
            return Err(Trouble::lasting(&FMQ0406, &[&publication, &problem]));
        }
        let (updates, via_root) = (rows.text(0, 0) == Some("t"), rows.text(0, 1) == Some("t"));
        let mut unpublished = Vec::new();
        for subscription in subscriptions {
            let (namespace, table) = (&subscription.namespace, &subscription.table);
            let Some(row) = find(namespace, table) else {
                let mut problem = format!("does not have table {namespace}.{table}");
                if !via_root && self.is_partitioned(namespace, table)? {
                    let publication = identifier(publication);
                    problem = format!(
                        "has partitions at most of table {namespace}.{table}, and not the table itself: ALTER PUBLICATION {publication} SET (publish_via_partition_root = true)"
                    );
                }
                unpublished.push(Unpublished {
                    subscription: subscription.name.clone(),
                    line: FMQ0406.line(&[&publication, &problem]),
                });
                continue;
            };
            let is_identified =
                published.text(row, 2) == Some("f") || published.text(row, 3) == Some("t");
            if updates && !is_identified && !subscription.suppress_deletes {
                self.warn_identity(subscription)?;
            }
        }
        Ok(unpublished)
    }

    fn is_partitioned(&mut self, namespace: &str, table: &str) -> Result<bool, Trouble> {
        let sql = "SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind = 'p' AND n.nspname = $1 AND c.relname = $2";
        Ok(!self.ask(sql, &[namespace, table])?.is_empty())
    }

    /// A table without identity takes inserts only. Whether it ever is updated is not known here, so that stands in the trace.
    fn warn_identity(&mut self, subscription: &Subscription) -> Result<(), Trouble> {
        let table = format!("{}.{}", subscription.namespace, subscription.table);
        let line = FMQ0414.line(&[&table, &subscription.name]);
        self.trace("WARNING", &line)
    }

    /// The slot, if it is there; it is one of ours and can be read.
    ///
    /// # Errors
    /// FMQ0404, which may pass; FMQ0405, FMQ0411; FMQ0417 and FMQ0422 as for each statement.
    pub fn slot(&mut self, name: &str) -> Result<Option<Slot>, Trouble> {
        let rows = self.ask(
            "SELECT plugin, database = current_database(), active_pid, wal_status, confirmed_flush_lsn, \
             pg_current_wal_lsn() - confirmed_flush_lsn FROM pg_replication_slots WHERE slot_name = $1",
            &[name],
        )?;
        if rows.is_empty() {
            return Ok(None);
        }
        if rows.text(0, 0) != Some("pgoutput") {
            let problem = "its plugin is not pgoutput";
            return Err(Trouble::lasting(&FMQ0411, &[&name, &problem]));
        }
        if rows.text(0, 1) != Some("t") {
            let problem = "it is of another database";
            return Err(Trouble::lasting(&FMQ0411, &[&name, &problem]));
        }
        if rows.text(0, 3) == Some("lost") {
            return Err(Trouble::lasting(&FMQ0405, &[&name]));
        }
        if let Some(pid) = rows.text(0, 2) {
            return Err(Trouble::passing(&FMQ0404, &[&name, &pid]));
        }
        let confirmed = rows.text(0, 4).and_then(Lsn::parse);
        Ok(Some(Slot {
            confirmed_lsn: confirmed.map_or(0, |lsn| lsn.0),
            lag: rows.number(0, 5).unwrap_or(0),
        }))
    }

    /// How many bytes of log the slot keeps, whoever reads it.
    ///
    /// # Errors
    /// FMQ0417 and FMQ0422 as for each statement.
    pub fn slot_lag(&mut self, name: &str) -> Result<u64, Trouble> {
        let rows = self.ask(
            "SELECT (pg_current_wal_lsn() - confirmed_flush_lsn)::bigint FROM pg_replication_slots WHERE slot_name = $1",
            &[name],
        )?;
        Ok(rows.number(0, 0).unwrap_or(0))
    }

    /// Whether other sessions do not see yet what the transaction has written, though the log may have its end.
    ///
    /// # Errors
    /// FMQ0417 and FMQ0422 as for each statement.
    pub fn is_in_progress(&mut self, xid: u32) -> Result<bool, Trouble> {
        // A transaction gives up the lock on its own number after it has become visible.
        let rows = self.ask(
            "SELECT count(*) FROM pg_locks WHERE locktype = 'transactionid' AND transactionid = $1::xid",
            &[&xid.to_string()],
        )?;
        Ok(rows.number(0, 0).unwrap_or(0) > 0)
    }

    /// Where the log ends now.
    ///
    /// # Errors
    /// FMQ0417 and FMQ0422 as for each statement.
    pub fn end_lsn(&mut self) -> Result<u64, Trouble> {
        let rows = self.run("SELECT (pg_current_wal_lsn() - '0/0'::pg_lsn)::bigint")?;
        Ok(rows.number(0, 0).unwrap_or(u64::MAX))
    }

    /// A time as the source reads it, in microseconds since 2000.
    ///
    /// # Errors
    /// As [`Self::end_lsn`]; FMQ0422 where it is none.
    pub fn time_us(&mut self, text: &str) -> Result<i64, Trouble> {
        let rows = self.ask(
            "SELECT ((extract(epoch FROM $1::timestamptz) - 946684800) * 1000000)::bigint",
            &[text],
        )?;
        Ok(rows.number(0, 0).unwrap_or(0))
    }

    /// Makes the slot anew; where it begins.
    ///
    /// # Errors
    /// FMQ0407; FMQ0417 and FMQ0422 as for each statement.
    pub fn make_slot(&mut self, name: &str) -> Result<u64, Trouble> {
        let rows = self.run(
            "SELECT current_setting('max_replication_slots')::int - (SELECT count(*) FROM pg_replication_slots), \
             current_setting('max_wal_senders')::int - (SELECT count(*) FROM pg_stat_replication)",
        )?;
        let has = self.slot(name)?.is_some();
        if !has && rows.number::<i64>(0, 0).is_none_or(|free| free < 1) {
            let problem = "all of max_replication_slots are used";
            return Err(Trouble::lasting(&FMQ0407, &[&problem]));
        }
        if rows.number::<i64>(0, 1).is_none_or(|free| free < 1) {
            let problem = "all of max_wal_senders are used";
            return Err(Trouble::lasting(&FMQ0407, &[&problem]));
        }
        if has {
            self.run(&format!(
                "SELECT pg_drop_replication_slot({})",
                literal(name)
            ))?;
        }
        let rows = self.run(&format!(
            "SELECT lsn FROM pg_create_logical_replication_slot({}, 'pgoutput')",
            literal(name)
        ))?;
        let lsn = rows.text(0, 0).and_then(Lsn::parse);
        Ok(lsn.map_or(0, |lsn| lsn.0))
    }

    /// Removes a slot that is lost, so that it can be made anew.
    ///
    /// # Errors
    /// FMQ0417 and FMQ0422 as for each statement.
    pub fn drop_lost_slot(&mut self, name: &str) -> Result<(), Trouble> {
        let sql = "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = $1 AND wal_status = 'lost'";
        self.ask(sql, &[name]).map(drop)
    }
}
