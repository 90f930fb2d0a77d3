//! A logger's rows in a database: those of a message, and that it is there, in one transaction.

use super::statement::{Database, DatabaseProblem, NewRow, placeholders};
use super::tables::LOGGED;
use super::{monitors, schedules, transfers};
use crate::logger::document::{AuditDocument, MessageType};
use crate::logger::run::{MessageId, NotKept, Sink};
use ferromq_mqi::hex::{from_hex, hex};
use std::collections::BTreeSet;

/// Messages that are forgotten by one statement, at most.
const FORGOTTEN_MAX: usize = 500;

/// Makes connections to a database.
pub trait Databases {
    /// A connection by which nobody else writes to the tables, which are there.
    ///
    /// # Errors
    /// Why there is none now.
    fn connect(&mut self) -> Result<Box<dyn Database>, String>;
}

/// See the module.
pub struct DatabaseRows<D> {
    databases: D,
    logger: String,
    open: Option<Box<dyn Database>>,
    /// A transaction is under way.
    is_begun: bool,
    /// Messages that are in it.
    ids: Vec<MessageId>,
    /// Messages that are in the database and may come again.
    known: BTreeSet<MessageId>,
    /// Those of the database that do not.
    settled: Vec<MessageId>,
    is_all_settled: bool,
}

impl<D: Databases> DatabaseRows<D> {
    /// Of a logger of that name.
    pub fn new(databases: D, logger: &str) -> Self {
        Self {
            databases,
            logger: logger.to_owned(),
            open: None,
            is_begun: false,
            ids: Vec::new(),
            known: BTreeSet::new(),
            settled: Vec::new(),
            is_all_settled: false,
        }
    }

    fn database(&mut self) -> Result<&mut dyn Database, DatabaseProblem> {
        let none = || DatabaseProblem::Away("there is no connection to the database".to_owned());
        match &mut self.open {
            Some(open) => Ok(open.as_mut()),
            None => Err(none()),
        }
    }

    /// Begins the transaction, and forgets in it what does not come again.
    fn begin_transaction(&mut self) -> Result<(), DatabaseProblem> {
        if self.is_begun {
            return Ok(());
        }
        let (settled, is_all) = (self.settled.clone(), self.is_all_settled);
        let logger = self.logger.clone();
        let database = self.database()?;
        database.run(database.dialect().beginning(), &[])?;
        let table = database.dialect().table(LOGGED);
        if is_all {
            let sql = format!("DELETE FROM {table} WHERE LOGGER = $1");
            database.run(&sql, &[Some(&logger)])?;
        } else {
            for some in settled.chunks(FORGOTTEN_MAX) {
                let ids: Vec<_> = some.iter().map(|id| hex(id)).collect();
                let list = placeholders(2, ids.len());
                let sql =
                    format!("DELETE FROM {table} WHERE LOGGER = $1 AND MESSAGE_ID IN ({list})");
                let ids = ids.iter().map(|id| Some(id.as_str()));
                let values: Vec<_> = std::iter::once(Some(logger.as_str())).chain(ids).collect();
                database.run(&sql, &values)?;
            }
        }
        self.is_begun = true;
        Ok(())
    }

    fn put(&mut self, id: MessageId, document: &AuditDocument) -> Result<(), NotKept> {
        let away = |problem: DatabaseProblem| match problem {
            DatabaseProblem::Unfit(why) | DatabaseProblem::Away(why) => NotKept::Sink(why),
        };
        self.begin_transaction().map_err(away)?;
        let logger = self.logger.clone();
        let database = self.database().map_err(away)?;
        // Before everything else, and never for the sake of the message: another session that has it would be this logger's own of before,
        // which has committed after this one has looked.
        let row = NewRow::of(LOGGED).set("LOGGER", &logger);
        let row = row.set("MESSAGE_ID", hex(&id));
        if !row.insert_new(database, "MESSAGE_ID").map_err(away)? {
            self.ids.push(id);
            return Ok(());
        }
        database.run("SAVEPOINT ONE", &[]).map_err(away)?;
        match rows(database, document) {
            Ok(()) => {
                database.run("RELEASE SAVEPOINT ONE", &[]).map_err(away)?;
                self.ids.push(id);
                Ok(())
            }
            Err(DatabaseProblem::Away(why)) => Err(NotKept::Sink(why)),
            Err(DatabaseProblem::Unfit(why)) => {
                let table = database.dialect().table(LOGGED);
                let sql = format!("DELETE FROM {table} WHERE LOGGER = $1 AND MESSAGE_ID = $2");
                database
                    .run("ROLLBACK TO SAVEPOINT ONE", &[])
                    .and_then(|_| database.run(&sql, &[Some(&logger), Some(&hex(&id))]))
                    .map_err(away)?;
                Err(NotKept::Message(why))
            }
        }
    }

    /// What is in the database and may come again.
    fn look(&mut self) -> Result<(), DatabaseProblem> {
        let logger = self.logger.clone();
        let database = self.database()?;
        let table = database.dialect().table(LOGGED);
        let sql = format!("SELECT MESSAGE_ID FROM {table} WHERE LOGGER = $1");
        let rows = database.run(&sql, &[Some(&logger)])?;
        let ids = rows.into_iter().flatten().flatten();
        let ids = ids.filter_map(|text| from_hex(text.trim())?.try_into().ok());
        self.known = ids.collect();
        Ok(())
    }
}

/// The rows of a document.
fn rows(database: &mut dyn Database, document: &AuditDocument) -> Result<(), DatabaseProblem> {
    let root = &document.root;
    match document.kind {
        MessageType::ScheduleSubmitTransferSet
        | MessageType::ScheduleDelete
        | MessageType::ScheduleExpire
        | MessageType::ScheduleSkipped => schedules::store(database, document.kind, root),
        MessageType::MonitorCreate | MessageType::MonitorAction | MessageType::MonitorFired => {
            monitors::store(database, root)
        }
        _ => transfers::store(database, document.kind, root),
    }
}

impl<D: Databases> Sink for DatabaseRows<D> {
    fn ready(&mut self) -> Result<(), String> {
        if self.open.is_some() {
            return Ok(());
        }
        self.open = Some(self.databases.connect()?);
        self.settled.clear();
        self.is_all_settled = false;
        self.look().map_err(|problem| {
            self.open = None;
            problem.to_string()
        })
    }

    fn has(&self, id: MessageId) -> bool {
        self.known.contains(&id) || self.ids.contains(&id)
    }

    fn add(&mut self, id: MessageId, document: &AuditDocument) -> Result<(), NotKept> {
        self.put(id, document)
    }

    fn is_full(&self) -> bool {
        false
    }

    fn force(&mut self, _now_ms: u64) -> Result<(), String> {
        if !self.is_begun {
            return Ok(());
        }
        let done = self
            .database()
            .and_then(|database| database.run("COMMIT", &[]));
        done.map_err(|problem| problem.to_string())?;
        self.is_begun = false;
        self.known.extend(self.ids.drain(..));
        self.settled.clear();
        self.is_all_settled = false;
        Ok(())
    }

    /// The connection goes with it: what became of the transaction is looked up by the next one.
    fn forget(&mut self) {
        self.ids.clear();
        self.is_begun = false;
        self.open = None;
    }

    fn settle(&mut self, ids: &[MessageId], is_all: bool) {
        if is_all {
            self.is_all_settled |= !self.known.is_empty();
            self.known.clear();
        }
        for id in ids {
            if self.known.remove(id) {
                self.settled.push(*id);
            }
        }
    }
}
