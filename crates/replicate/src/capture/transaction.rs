//! What is read of one transaction.

use super::routes::Route;
use super::{
    COLUMNS_GONE, Capture, Definitions, Event, Part, Place, SIGNAL_PREFIX, Signal, Stop, Within,
};
use crate::message::{
    Action, CutTransaction, Kind, OPERATION_BYTES, Publishing, Schema, Subject, Truncate, add_row,
    add_truncate, write_operation, write_truncate,
};
use crate::pgoutput::{Begin, Change, Commit, Logical, Relation, TruncateOf};
use ferromq_base::checksum::crc32c_append;

/// A transaction that is being read.
#[derive(Debug)]
pub(super) struct Transaction {
    begin: Begin,
    /// Changes read, and their checksum: all of them, whoever they are for.
    changes: u64,
    checksum: u32,
    bytes: u64,
    /// Up to there it is on the queues.
    known: Option<CutTransaction>,
    /// What was not put yet, for each map.
    open: Vec<Open>,
    signals: Vec<Signal>,
    /// Subscriptions that end with it, and why.
    ending: Vec<(String, String)>,
    was_cut: bool,
}

#[derive(Debug, Default)]
struct Open {
    body: Vec<u8>,
    operations: u32,
    /// What the last of them is about, where they are published.
    subject: Option<Subject>,
    /// Parts that were put.
    chunks: u32,
}

impl Transaction {
    /// What was read for a map is dropped.
    pub(super) fn forget(&mut self, map: usize) {
        if let Some(open) = self.open.get_mut(map) {
            *open = Open::default();
        }
    }

    fn place(&self) -> Place {
        Place {
            commit_lsn: self.begin.commit_lsn,
            // Where it ends is not known before its end: parts that are not the last have no end.
            end_lsn: 0,
            commit_time_us: self.begin.commit_time_us,
            xid: self.begin.xid,
        }
    }

    /// Counts a change. Whether it is on the queues already.
    fn is_known(&mut self, bytes: &[u8]) -> Result<bool, Stop> {
        self.changes += 1;
        self.bytes += bytes.len() as u64;
        self.checksum = crc32c_append(self.checksum, bytes);
        let Some(known) = self.known else {
            return Ok(false);
        };
        if self.changes < known.changes {
            return Ok(true);
        }
        self.known = None;
        if self.changes != known.changes || self.checksum != known.checksum {
            return Err(Stop::OtherChanges(known.commit_lsn));
        }
        Ok(true)
    }
}

impl Capture {
    pub(super) fn begin(&mut self, begin: Begin) -> Result<(), Stop> {
        if !matches!(self.within, Within::Nothing) {
            return Err(Stop::OutOfTurn(begin.commit_lsn));
        }
        if begin.commit_lsn <= self.ahead.commit_lsn {
            self.figures.transactions_known += 1;
            self.within = Within::Known(begin);
            return Ok(());
        }
        let known = self.ahead.cut;
        if let Some(cut) = known
            && cut.commit_lsn != begin.commit_lsn
        {
            // Nothing may come before the rest of it.
            return Err(Stop::OtherChanges(cut.commit_lsn));
        }
        let open = self.maps.iter().zip(&self.ahead.maps);
        let open = open.map(|(_, position)| Open {
            chunks: if known.is_some() { position.chunks } else { 0 },
            ..Open::default()
        });
        let open = open.collect();
        self.within = Within::Transaction(Box::new(Transaction {
            begin,
            changes: 0,
            checksum: 0,
            bytes: 0,
            known: known.filter(|cut| cut.changes > 0),
            open,
            signals: Vec::new(),
            ending: Vec::new(),
            was_cut: known.is_some(),
        }));
        Ok(())
    }

    pub(super) fn change(&mut self, change: &Change<'_>, bytes: &[u8]) -> Result<(), Stop> {
        let transaction = match &mut self.within {
            Within::Nothing => return Err(Stop::OutOfTurn(0)),
            Within::Known(_) => return Ok(()),
            Within::Transaction(transaction) => transaction,
        };
        let is_known = transaction.is_known(bytes)?;
        let Some(table) = self.routes.table(change.oid) else {
            return Err(Stop::NoSchema(change.oid));
        };
        if table.is_signals {
            if change.action == Action::Insert {
                let rows = crate::message::Change::read(change.action, change.rows)?;
                // A signal takes effect behind its transaction, so one that stands in a known part still does.
                transaction
                    .signals
                    .extend(Signal::inserted(&table.column_names(), &rows));
            }
            return Ok(());
        }
        if is_known {
            return Ok(());
        }
        let routes = table.routes.len();
        if routes == 0 {
            self.figures.rows_skipped += 1;
        }
        for at in 0..routes {
            self.route(change, at)?;
        }
        Ok(())
    }

    fn route(&mut self, change: &Change<'_>, at: usize) -> Result<(), Stop> {
        let Some(route) = self.routes.route(change.oid, at) else {
            return Ok(());
        };
        if self.maps[route.map].is_stopped {
            return Ok(());
        }
        if route.suppress_deletes && change.action == Action::Delete {
            self.figures.deletes_suppressed += 1;
            self.maps[route.map].figures.deletes_suppressed += 1;
            return Ok(());
        }
        let publishing = self.maps[route.map].settings.publishing;
        let number = match publishing {
            // An event says what its columns are.
            Some(_) => 0,
            None => self.numbered(change.oid, at, route)?,
        };
        match publishing {
            None => {
                self.make_room(route.map, OPERATION_BYTES + change.rows.len())?;
                let Within::Transaction(transaction) = &mut self.within else {
                    return Ok(());
                };
                let body = &mut transaction.open[route.map].body;
                write_operation(body, change.action, number, change.rows)?;
                self.added(route.map, None);
            }
            Some(_) => {
                let Some((schema, name)) = self.routes.published(change.oid, at) else {
                    return Ok(());
                };
                let (action, options) = (change.action, route.row_options);
                let mut row = Vec::with_capacity(2 * change.rows.len());
                let subject = add_row(&mut row, schema, name, action, change.rows, options)?;
                self.add_event(route.map, &row, subject)?;
            }
        }
        Ok(())
    }

    /// Adds a row, or tables that were emptied, to those of an event.
    fn add_event(&mut self, map: usize, row: &[u8], subject: Subject) -> Result<(), Stop> {
        // One more for the comma.
        self.make_room(map, row.len() + 1)?;
        let Within::Transaction(transaction) = &mut self.within else {
            return Ok(());
        };
        let body = &mut transaction.open[map].body;
        if !body.is_empty() {
            body.push(b',');
        }
        body.extend_from_slice(row);
        self.added(map, Some(subject));
        Ok(())
    }

    /// Ends the message in front of what does not fit, so that the last one is never empty by that.
    fn make_room(&mut self, map: usize, bytes: usize) -> Result<(), Stop> {
        let Within::Transaction(transaction) = &self.within else {
            return Ok(());
        };
        let state = &self.maps[map];
        let limit = match state.settings.publishing {
            Some(Publishing { per_row: true, .. }) => 0,
            _ => state.settings.message_bytes,
        };
        let open = &transaction.open[map];
        if open.operations > 0 && state.bytes_around + open.body.len() + bytes > limit {
            self.seal(map, false, 0)?;
        }
        Ok(())
    }

    /// Counts an operation that was added.
    fn added(&mut self, map: usize, subject: Option<Subject>) {
        if let Within::Transaction(transaction) = &mut self.within {
            let open = &mut transaction.open[map];
            open.subject = subject;
            open.operations += 1;
        }
        self.figures.rows += 1;
        self.maps[map].figures.rows += 1;
    }

    /// The number of the table for that route. Its schema is put in front if it was not yet.
    fn numbered(&mut self, oid: u32, at: usize, route: Route) -> Result<u16, Stop> {
        if let (Some(number), true) = (route.number, route.is_said) {
            return Ok(number);
        }
        let number = match route.number {
            Some(number) => {
                // It had another meaning in what is not put yet.
                self.seal_if_any(route.map)?;
                number
            }
            None => {
                let next = &mut self.maps[route.map].next_table;
                let number = u16::try_from(*next)
                    .map_err(|_| Stop::TooManyTables(self.settings.maps[route.map].number))?;
                *next += 1;
                number
            }
        };
        self.routes.said(oid, at, number);
        let schema = self.routes.schema(oid, at, number);
        let Within::Transaction(transaction) = &self.within else {
            return Ok(number);
        };
        let place = transaction.place();
        if let Some(schema) = schema {
            let body = schema.encode()?;
            self.put(route.map, Kind::Schema, &place, &body, Part::default())?;
        }
        Ok(number)
    }

    pub(super) fn truncate(&mut self, truncate: &TruncateOf, bytes: &[u8]) -> Result<(), Stop> {
        let transaction = match &mut self.within {
            Within::Nothing => return Err(Stop::OutOfTurn(0)),
            Within::Known(_) => return Ok(()),
            Within::Transaction(transaction) => transaction,
        };
        if transaction.is_known(bytes)? {
            return Ok(());
        }
        let mut per_map: Vec<Vec<u16>> = vec![Vec::new(); self.maps.len()];
        let mut published: Vec<Vec<Schema>> = vec![Vec::new(); self.maps.len()];
        for oid in &truncate.oids {
            let Some(table) = self.routes.table(*oid) else {
                return Err(Stop::NoSchema(*oid));
            };
            for at in 0..table.routes.len() {
                if let Some(route) = self.routes.route(*oid, at)
                    && !self.maps[route.map].is_stopped
                {
                    if self.maps[route.map].settings.publishing.is_some() {
                        published[route.map].extend(self.routes.schema(*oid, at, 0));
                        continue;
                    }
                    let number = self.numbered(*oid, at, route)?;
                    per_map[route.map].push(number);
                }
            }
        }
        for (map, (tables, published)) in per_map.into_iter().zip(published).enumerate() {
            if tables.is_empty() && published.is_empty() {
                continue;
            }
            let mut operation = Vec::new();
            if published.is_empty() {
                let truncate = Truncate {
                    cascade: truncate.cascade,
                    restart_identity: truncate.restart_identity,
                    tables,
                };
                write_truncate(&mut operation, &truncate)?;
                self.make_room(map, operation.len())?;
                let Within::Transaction(transaction) = &mut self.within else {
                    return Ok(());
                };
                transaction.open[map].body.extend_from_slice(&operation);
                self.added(map, None);
            } else {
                let (cascade, restart) = (truncate.cascade, truncate.restart_identity);
                let subject = add_truncate(&mut operation, &published, cascade, restart);
                self.add_event(map, &operation, subject)?;
            }
        }
        Ok(())
    }

    pub(super) fn logical(&mut self, logical: &Logical<'_>) {
        if logical.prefix != SIGNAL_PREFIX {
            return;
        }
        let signal = Signal::said(logical);
        match &mut self.within {
            Within::Known(_) => {}
            Within::Transaction(transaction) => {
                if logical.is_transactional {
                    transaction.signals.push(signal);
                }
            }
            // It has no commit LSN, by which it would be known when it comes again.
            Within::Nothing => {
                self.events.push(Event::Signal(super::Answered {
                    signal,
                    lsn: logical.lsn,
                    refused: Some(
                        "a signal has to be part of a transaction: pg_logical_emit_message(true, ...)"
                            .to_owned(),
                    ),
                }));
            }
        }
    }

    pub(super) fn relation(&mut self, relation: &Relation<'_>) {
        let told = self
            .routes
            .described(relation, &self.settings.control_schema);
        for (subscription, columns) in told.new_columns {
            self.events.push(Event::NewColumns(subscription, columns));
        }
        for (subscription, why) in told.broken {
            // Its rows are not sent from here on; that is said behind the transaction.
            self.routes.stop(&subscription);
            if let Within::Transaction(transaction) = &mut self.within {
                transaction.ending.push((subscription, why));
            }
        }
    }

    pub(super) fn commit(
        &mut self,
        commit: Commit,
        definitions: &mut dyn Definitions,
    ) -> Result<(), Stop> {
        let transaction = match std::mem::replace(&mut self.within, Within::Nothing) {
            Within::Nothing => return Err(Stop::OutOfTurn(commit.commit_lsn)),
            Within::Known(begin) if begin.commit_lsn == commit.commit_lsn => {
                self.ahead.seen_lsn = self.ahead.seen_lsn.max(commit.end_lsn);
                return Ok(());
            }
            Within::Known(_) => return Err(Stop::OutOfTurn(commit.commit_lsn)),
            Within::Transaction(transaction) => transaction,
        };
        if transaction.begin.commit_lsn != commit.commit_lsn {
            return Err(Stop::OutOfTurn(commit.commit_lsn));
        }
        if let Some(known) = transaction.known {
            // It is shorter than what is on the queues.
            return Err(Stop::OtherChanges(known.commit_lsn));
        }
        self.within = Within::Transaction(transaction);
        let mut is_empty = true;
        for map in 0..self.maps.len() {
            is_empty &= !self.seal_last(map, commit.end_lsn)?;
        }
        let Within::Transaction(transaction) = std::mem::replace(&mut self.within, Within::Nothing)
        else {
            return Ok(());
        };
        let transaction = *transaction;
        if is_empty {
            self.figures.transactions_empty += 1;
        } else {
            self.figures.transactions += 1;
        }
        self.figures.transactions_cut += u64::from(transaction.was_cut);
        self.figures.transaction_bytes_max =
            self.figures.transaction_bytes_max.max(transaction.bytes);
        self.ahead.commit_lsn = commit.commit_lsn;
        self.ahead.end_lsn = commit.end_lsn;
        self.ahead.seen_lsn = self.ahead.seen_lsn.max(commit.end_lsn);
        self.ahead.cut = None;
        let at = Place {
            end_lsn: commit.end_lsn,
            ..transaction.place()
        };
        for (name, why) in transaction.ending {
            if let Some(subscription) = self.routes.stopped(&name).cloned() {
                self.end(&subscription, &at, COLUMNS_GONE, &why)?;
            }
        }
        if !transaction.signals.is_empty() {
            let visible = definitions.await_visible(at.xid);
            visible.map_err(Stop::NoDefinition)?;
        }
        for signal in transaction.signals {
            self.signal(signal, &at, definitions)?;
        }
        Ok(())
    }

    /// Ends the last message of the transaction for a map. Whether the map has anything of it.
    fn seal_last(&mut self, map: usize, end_lsn: u64) -> Result<bool, Stop> {
        let Within::Transaction(transaction) = &self.within else {
            return Ok(false);
        };
        let open = &transaction.open[map];
        if open.operations == 0 && open.chunks == 0 {
            return Ok(false);
        }
        self.seal(map, true, end_lsn)?;
        self.maps[map].figures.transactions += 1;
        if !self.maps[map].is_stopped {
            self.ahead.maps[map].chunks = 0;
        }
        Ok(true)
    }

    fn seal_if_any(&mut self, map: usize) -> Result<(), Stop> {
        match &self.within {
            Within::Transaction(transaction) if transaction.open[map].operations > 0 => {
                self.seal(map, false, 0)
            }
            _ => Ok(()),
        }
    }

    /// Puts what there is of the transaction for a map.
    fn seal(&mut self, map: usize, is_last: bool, end_lsn: u64) -> Result<(), Stop> {
        let Within::Transaction(transaction) = &mut self.within else {
            return Ok(());
        };
        let place = Place {
            end_lsn,
            ..transaction.place()
        };
        let open = &mut transaction.open[map];
        let part = Part {
            chunk: open.chunks,
            is_first: open.chunks == 0,
            is_last,
            operations: open.operations,
        };
        let body = std::mem::take(&mut open.body);
        let subject = open.subject.take();
        open.operations = 0;
        open.chunks += 1;
        self.put_about(map, Kind::Transaction, &place, &body, part, subject)
    }

    /// Ends the unit within a transaction: what was read of it is put, and how far that is.
    pub(super) fn cut(&mut self) -> Result<(), Stop> {
        let Within::Transaction(transaction) = &self.within else {
            return Ok(());
        };
        if transaction.known.is_some() {
            // It comes again, and all that was read so far is on the queues.
            return Ok(());
        }
        for map in 0..self.maps.len() {
            self.seal_if_any(map)?;
        }
        let Within::Transaction(transaction) = &mut self.within else {
            return Ok(());
        };
        transaction.was_cut = true;
        self.ahead.cut = Some(CutTransaction {
            commit_lsn: transaction.begin.commit_lsn,
            changes: transaction.changes,
            checksum: transaction.checksum,
            xid: transaction.begin.xid,
        });
        for (map, open) in transaction.open.iter().enumerate() {
            if !self.maps[map].is_stopped {
                self.ahead.maps[map].chunks = open.chunks;
            }
        }
        Ok(())
    }
}
