//! A session at the target that executes groups.

use super::aside::Aside;
use super::batch::{Batch, Batches};
use super::careful::Careful;
use super::catalog::{self, table_name};
use super::failure::Failure;
use super::route::{table_of, truncate};
use super::sessions::{Entered, Sessions};
use super::table::{Shape, SharedTables, Table, Tables};
use super::{fence, trouble};
use crate::apply::engine::{Action as Order, CommitOrder, Group, Manner, Refusal};
use crate::apply::spill::{Door, NotPut, Spilled, Unusable};
use crate::apply::work::Transaction;
use crate::fault;
use crate::message::{Action, Kind, Lsn, Message, Operation, Operations};
use crate::trouble::Trouble;
use ferromq_mqi::generated::notices::FMQ0445;
use ferromq_postgres::{Connection, Error, identifier};
use std::collections::HashMap;
use std::ffi::CString;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

/// What the agents of a map have in common.
#[derive(Debug)]
pub struct Common {
    /// Schema of the control tables.
    pub schema: String,
    /// The map.
    pub map: catalog::Map,
    /// The epoch.
    pub epoch: u64,
    /// Where rows go.
    pub tables: SharedTables,
    /// How much was done.
    pub figures: Figures,
    /// Where rows go whose table is being loaded; none where nobody can.
    pub spill: Option<Door>,
    /// Those of the run, and whether it is over.
    pub sessions: Arc<Sessions>,
}

/// How much was done since the program began.
#[derive(Debug, Default)]
pub struct Figures {
    /// Rows inserted, updated and deleted.
    pub rows_applied: AtomicU64,
    /// Rows that were not, because of a conflict.
    pub rows_not_applied: AtomicU64,
    /// Microseconds from the source's last commit that was applied to that at the target.
    pub latency_us: AtomicI64,
    /// When the source committed it, microseconds since 2000.
    pub commit_time_us: AtomicI64,
}

/// What an agent tells.
#[derive(Debug)]
pub enum AgentEvent {
    /// The group is executed.
    Executed,
    /// What was executed is committed.
    Committed,
    /// What was executed is rolled back, as was asked.
    RolledBack,
    /// It failed, and is rolled back.
    Failed(Refusal),
    /// The session is of no use any more.
    Lost(Trouble),
    /// Something an operator may want to know.
    Notice(String),
    /// What capture is to be told.
    ToCapture(String),
    /// A subscription is to be loaded, or is no more: the control tables say which.
    Loads,
}

/// What an answer of the pipeline is to.
enum Expected {
    Anything,
    Commit,
    /// So many rows of this table.
    Rows(Arc<Table>, Action, u64),
}

/// A session that executes groups.
pub struct Agent {
    pub(super) db: Connection,
    pub(super) common: Arc<Common>,
    turn: u64,
    statements: HashMap<Shape, CString>,
    /// The statement that says the position is prepared.
    has_setup: bool,
    next_name: u64,
    expected: Vec<Expected>,
    /// What is executed and not committed.
    executed: Executed,
    /// Tables as they were when the open transaction began, if it has changed them.
    tables_before: Option<Tables>,
    pub(super) notices: Vec<AgentEvent>,
    pub(super) aside: Aside,
    /// It has an origin, which is to be the position of what it commits. Else it works beside the stream.
    pub(super) is_of_stream: bool,
    _entered: Entered,
}

/// How much is in a transaction of the target.
#[derive(Clone, Copy, Debug, Default)]
struct Executed {
    rows: u64,
    /// When the source committed the last of it.
    commit_time_us: i64,
}

/// Statements kept prepared in a session, at most.
const STATEMENTS_MAX: usize = 1_000;

impl Agent {
    /// A session for a map, with its origin.
    ///
    /// # Errors
    /// FMQ0435 if another apply works, FMQ0433 without the right to, else the target's.
    pub fn begin(conninfo: &str, common: Arc<Common>, number: usize) -> Result<Self, Trouble> {
        let is_ordered = common.map.settings.order == CommitOrder::Ordered;
        let mut agent = Self::new(conninfo, common, is_ordered)?;
        agent.is_of_stream = true;
        // With relaxed commits too: it keeps a second apply away.
        let name = fence::origin(agent.common.map.number, agent.common.epoch, number);
        fence::take(&mut agent.db, &name)?;
        Ok(agent)
    }

    /// A session that works beside the stream: what it commits is on disk when that is answered, and moves no position.
    ///
    /// # Errors
    /// The target's.
    pub fn beside(conninfo: &str, common: Arc<Common>) -> Result<Self, Trouble> {
        Self::new(conninfo, common, false)
    }

    fn new(conninfo: &str, common: Arc<Common>, is_lazy: bool) -> Result<Self, Trouble> {
        let mut db = super::connect(conninfo)?;
        let mut settings = String::from(
            "SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0",
        );
        if !common.map.fires_triggers {
            settings.push_str("; SET session_replication_role = replica");
        }
        // What is ordered is forced by who purges; DONEMSG has to be there when it is looked at.
        settings.push_str(if is_lazy {
            "; SET synchronous_commit = off"
        } else {
            "; SET synchronous_commit = on"
        });
        db.execute(&settings).map_err(|error| trouble(&error))?;
        let entered = common.sessions.enter(&db);
        Ok(Self {
            db,
            common,
            turn: 0,
            statements: HashMap::new(),
            has_setup: false,
            next_name: 0,
            expected: Vec::new(),
            executed: Executed::default(),
            tables_before: None,
            notices: Vec::new(),
            aside: Aside::default(),
            is_of_stream: false,
            _entered: entered,
        })
    }

    /// The session.
    pub fn connection(&mut self) -> &mut Connection {
        &mut self.db
    }

    /// Carries out what it is told, and tells what came of it.
    pub fn carry_out(&mut self, orders: Vec<Order>, tell: &mut dyn FnMut(AgentEvent)) {
        let mut orders = orders.into_iter().peekable();
        while let Some(order) = orders.next() {
            let turn = self.turn;
            match order {
                Order::Commit { turn: of, .. } if of == turn => {
                    // What comes behind goes in the same pipeline.
                    let behind = match orders.peek() {
                        Some(Order::Execute { group, .. }) if is_plain(group) => {
                            Some(Arc::clone(group))
                        }
                        _ => None,
                    };
                    if behind.is_some() {
                        orders.next();
                    }
                    self.work(true, behind, tell);
                }
                Order::Execute {
                    turn: of, group, ..
                } if of == turn => {
                    self.work(false, Some(group), tell);
                }
                Order::RollBack { turn: of, .. } if of == turn => match self.roll_back() {
                    Ok(()) => tell(AgentEvent::RolledBack),
                    Err(error) => tell(AgentEvent::Lost(trouble(&error))),
                },
                _ => {}
            }
        }
    }

    fn work(&mut self, commits: bool, group: Option<Arc<Group>>, tell: &mut dyn FnMut(AgentEvent)) {
        let has_group = group.is_some();
        let outcome = match group {
            Some(group) if !is_plain(&group) => self.execute_apart(&group),
            group => self.pipeline(commits, group.as_deref(), tell),
        };
        let outcome = match outcome {
            Err(Failure::Unusable(problem, others)) => self.do_without(problem, others),
            outcome => outcome,
        };
        for notice in self.notices.drain(..) {
            tell(notice);
        }
        match outcome {
            Ok(()) if has_group => tell(AgentEvent::Executed),
            Ok(()) => {}
            Err(Failure::Lost(error)) => {
                // It may be over in a while, whatever it is: the server is not well.
                let mut lost = trouble(&error);
                lost.is_passing = true;
                tell(AgentEvent::Lost(lost));
            }
            Err(Failure::Away(trouble)) => tell(AgentEvent::Lost(trouble)),
            // It was seen to above.
            Err(Failure::Unusable(problem, _)) => tell(AgentEvent::Lost(problem.into())),
            Err(Failure::Refused(refusal)) => match self.roll_back() {
                Ok(()) => {
                    self.turn += 1;
                    tell(AgentEvent::Failed(refusal));
                }
                Err(error) => tell(AgentEvent::Lost(trouble(&error))),
            },
        }
    }

    /// Ends the open transaction without a trace. The position it was to have is taken back too: it would be committed with whatever
    /// the session writes next.
    fn roll_back(&mut self) -> Result<(), Error> {
        if let Some(tables) = self.tables_before.take() {
            self.common.tables.set(tables);
        }
        self.executed = Executed::default();
        self.aside.forget();
        self.db.execute("ROLLBACK")?;
        self.forget_position()?;
        if self.statements.is_empty() {
            self.has_setup = false;
            self.db.execute("DEALLOCATE ALL")?;
        }
        Ok(())
    }

    fn forget_position(&mut self) -> Result<(), Error> {
        if self.is_of_stream {
            self.db
                .execute("SELECT pg_replication_origin_xact_reset()")?;
        }
        Ok(())
    }

    /// Puts on spill queues what is to be put aside, and has it be there: before the transaction is committed that passes it over.
    fn put_aside(&mut self) -> Result<(), Failure> {
        let due = self.aside.take();
        if due.is_empty() {
            return Ok(());
        }
        let Some(door) = &self.common.spill else {
            return Err(Failure::refused("there is no way to a spill queue"));
        };
        door.put(due).map_err(Failure::from)?;
        fault::at("K25");
        Ok(())
    }

    /// Rolls back what was to be put aside on a spill queue that is of no use any more, and has its subscription do without it. The group is to be tried again: what of it
    /// is for other spill queues is tried here, so that it fails once, however many there are. There it is known by its numbers.
    fn do_without(
        &mut self,
        mut problem: Unusable,
        mut others: Vec<Spilled>,
    ) -> Result<(), Failure> {
        self.roll_back()?;
        loop {
            self.give_up_queue(&problem)?;
            let Some(door) = &self.common.spill else {
                break;
            };
            match door.put(others) {
                Ok(()) => break,
                Err(NotPut::Away(trouble)) => return Err(Failure::Away(trouble)),
                Err(NotPut::Unusable(next, left)) => (problem, others) = (next, left),
            }
        }
        Err(Failure::Refused(Refusal {
            passes: true,
            ends_program: false,
            text: format!("spill queue {}: {}", problem.queue, problem.why),
        }))
    }

    /// Executes a group beside the stream, with statements of its own behind it, and commits it if it ends its transaction; `false`, and nothing is done, if `guard`
    /// finds no row. What fails is rolled back.
    pub(crate) fn apply_beside(
        &mut self,
        group: &Group,
        guard: &str,
        behind: &[String],
    ) -> Result<bool, Failure> {
        let done = self.try_beside(group, guard, behind);
        if let Ok(false) | Err(Failure::Refused(_)) = &done {
            self.roll_back()?;
        }
        done
    }

    fn try_beside(
        &mut self,
        group: &Group,
        guard: &str,
        behind: &[String],
    ) -> Result<bool, Failure> {
        match is_plain(group) {
            true => self.pipeline(false, Some(group), &mut |_| {})?,
            false => self.execute_apart(group)?,
        }
        if !group.ends {
            return Ok(true);
        }
        if self.db.execute(guard)?.is_empty() {
            return Ok(false);
        }
        for sql in behind {
            self.db.execute(sql)?;
        }
        self.db.execute("COMMIT")?;
        let done = std::mem::take(&mut self.executed);
        self.common
            .figures
            .rows_applied
            .fetch_add(done.rows, Ordering::Relaxed);
        self.tables_before = None;
        Ok(true)
    }

    /// Gives up what it has executed and not committed.
    ///
    /// # Errors
    /// The target's.
    pub(crate) fn give_up(&mut self) -> Result<(), Error> {
        self.roll_back()
    }

    /// What it has to tell.
    pub(crate) fn take_notices(&mut self) -> Vec<AgentEvent> {
        std::mem::take(&mut self.notices)
    }

    /// All at once: the commit of what is executed, and the group behind it.
    fn pipeline(
        &mut self,
        commits: bool,
        group: Option<&Group>,
        tell: &mut dyn FnMut(AgentEvent),
    ) -> Result<(), Failure> {
        self.expected.clear();
        let mut before = match commits {
            true => Some(std::mem::take(&mut self.executed)),
            false => None,
        };
        self.db.enter_pipeline()?;
        let made = self.fill(commits, group);
        // Also after an error: what was sent is answered, so that the session can be used.
        self.db.sync()?;
        if commits {
            fault::at("K14");
        }
        self.answers(made, &mut before, tell)?;
        self.put_aside()?;
        if group.is_some() && self.is_of_stream {
            fault::at("K13");
        }
        match fault::at("K20") {
            true => Err(Failure::Refused(Refusal {
                passes: true,
                ends_program: false,
                text: "on purpose".to_owned(),
            })),
            false => Ok(()),
        }
    }

    /// Takes the answers of a pipeline, and ends it. `made`: whether all was sent that was to be.
    fn answers(
        &mut self,
        made: Result<(), Failure>,
        before: &mut Option<Executed>,
        tell: &mut dyn FnMut(AgentEvent),
    ) -> Result<(), Failure> {
        let mut failed = None;
        for expected in std::mem::take(&mut self.expected) {
            match self.db.answer() {
                Ok(rows) => match expected {
                    Expected::Commit => {
                        self.committed(before.take().unwrap_or_default());
                        tell(AgentEvent::Committed);
                    }
                    Expected::Rows(table, action, wanted) if rows.affected() != wanted => {
                        let what = if action == Action::Insert {
                            "not inserted"
                        } else {
                            "not there"
                        };
                        let text = match wanted {
                            1 => format!("a row of {} is {what}", table.name),
                            _ => format!("one of {wanted} rows of {} is {what}", table.name),
                        };
                        failed.get_or_insert(Failure::refused(text));
                    }
                    _ => {}
                },
                Err(error) if error.lost => return Err(Failure::Lost(error)),
                Err(error) if error.skipped => {}
                Err(error) => drop(failed.get_or_insert(error.into())),
            }
        }
        self.db.synced()?;
        self.db.exit_pipeline()?;
        let Some(failure) = failed else { return made };
        // Some may not have been prepared. The server forgets them with the rollback that follows: before it nothing is taken.
        self.statements.clear();
        Err(failure)
    }

    fn committed(&mut self, what: Executed) {
        let now = now_us();
        let figures = &self.common.figures;
        figures
            .commit_time_us
            .store(what.commit_time_us, Ordering::Relaxed);
        figures
            .latency_us
            .store(now - what.commit_time_us, Ordering::Relaxed);
        figures.rows_applied.fetch_add(what.rows, Ordering::Relaxed);
        self.tables_before = None;
    }

    fn fill(&mut self, commits: bool, group: Option<&Group>) -> Result<(), Failure> {
        self.forget_statements()?;
        if commits {
            self.db.send_query("COMMIT", &[])?;
            self.expected.push(Expected::Commit);
        }
        let Some(group) = group else { return Ok(()) };
        self.send_opening(group)?;
        let tables = self.common.tables.snapshot();
        let mut batches = Batches::default();
        let mut rows = 0;
        for transaction in &group.transactions {
            rows += self.rows(&tables, &transaction.messages, &mut batches)?;
            self.aside.end(transaction)?;
        }
        self.send_batches(batches.take())?;
        self.executed.rows += rows;
        self.executed.commit_time_us = commit_time(group);
        if rows == 0 && group.ends {
            // A transaction that wrote nothing does not move its origin.
            self.send("SELECT pg_current_xact_id()")?;
        }
        Ok(())
    }

    /// Statements that are prepared are forgotten where they are many.
    fn forget_statements(&mut self) -> Result<(), Error> {
        if self.statements.len() > STATEMENTS_MAX {
            self.send("DEALLOCATE ALL")?;
            self.statements.clear();
            self.has_setup = false;
        }
        Ok(())
    }

    /// Takes rows of messages in, and sends what is due with them; how many are somebody's.
    fn rows<'a>(
        &mut self,
        tables: &Tables,
        messages: &'a [Message],
        batches: &mut Batches<'a>,
    ) -> Result<u64, Failure> {
        // Where triggers and references work it may show which row comes first.
        let may_batch = !self.common.map.fires_triggers;
        let mut rows = 0;
        for message in messages {
            for operation in Operations::of(message) {
                let operation =
                    operation.map_err(|problem| Failure::refused(problem.to_string()))?;
                rows += u64::from(self.row(tables, message, &operation, batches)?);
                if !may_batch {
                    self.send_batches(batches.take())?;
                }
            }
        }
        Ok(rows)
    }

    /// Executes rows of messages at once that follow each other in a transaction that has other messages, too.
    fn pipeline_rows(&mut self, messages: &[Message]) -> Result<(), Failure> {
        self.expected.clear();
        self.db.enter_pipeline()?;
        let made = self.fill_rows(messages);
        self.db.sync()?;
        self.answers(made, &mut None, &mut |_| {})
    }

    fn fill_rows(&mut self, messages: &[Message]) -> Result<(), Failure> {
        self.forget_statements()?;
        let tables = self.common.tables.snapshot();
        let mut batches = Batches::default();
        let rows = self.rows(&tables, messages, &mut batches)?;
        self.send_batches(batches.take())?;
        self.executed.rows += rows;
        Ok(())
    }

    fn send(&mut self, sql: &str) -> Result<(), Error> {
        self.db.send_query(sql, &[])?;
        self.expected.push(Expected::Anything);
        Ok(())
    }

    /// The same as [`Self::opening`]: with one transaction to a group it is as much as the rest.
    fn send_opening(&mut self, group: &Group) -> Result<(), Error> {
        if self.common.map.settings.order != CommitOrder::Ordered
            || !group.ends
            || !self.is_of_stream
        {
            for sql in self.opening(group) {
                self.send(&sql)?;
            }
            return Ok(());
        }
        if group.begins {
            self.send("BEGIN")?;
        }
        if !self.has_setup {
            self.db.send_prepare(
                "setup",
                "SELECT pg_replication_origin_xact_setup($1, '2000-01-01 00:00:00+00'::timestamptz + $2::bigint * interval '1 microsecond')",
            )?;
            self.expected.push(Expected::Anything);
            self.has_setup = true;
        }
        let (position, us) = (Lsn(group.last).to_string(), commit_time(group).to_string());
        let values = [Some(position.as_bytes()), Some(us.as_bytes())];
        self.db.send_prepared(c"setup", &values)?;
        self.expected.push(Expected::Anything);
        Ok(())
    }

    /// What a group begins with: its transaction, and the position that is committed with it.
    fn opening(&self, group: &Group) -> Vec<String> {
        let mut sql = Vec::new();
        if group.begins {
            sql.push("BEGIN".to_owned());
        }
        if !group.ends || !self.is_of_stream {
            return sql;
        }
        let common = &self.common;
        let last = group.last;
        let us = commit_time(group);
        match common.map.settings.order {
            CommitOrder::Ordered => sql.push(format!(
                "SELECT pg_replication_origin_xact_setup('{}', '2000-01-01 00:00:00+00'::timestamptz + {us} * interval '1 microsecond')",
                Lsn(last)
            )),
            CommitOrder::Relaxed => {
                let table = table_name(&common.schema, "donemsg");
                let first = group.transactions.first().map_or(group.first, |it| it.begin);
                let queue = ferromq_postgres::literal(&common.map.receive_queue);
                sql.push(format!(
                    "INSERT INTO {table} SELECT {queue}, {}, generate_series({first}, {last})",
                    common.epoch
                ));
            }
        }
        sql
    }

    /// Takes a row in, and sends what is due with it; `false` if it is nobody's.
    fn row<'a>(
        &mut self,
        tables: &Tables,
        message: &Message,
        operation: &Operation<'a>,
        batches: &mut Batches<'a>,
    ) -> Result<bool, Failure> {
        if operation.action == Action::Truncate {
            let of_stream = self.is_of_stream;
            let aside = &mut self.aside;
            let Some(emptied) = truncate(tables, message, operation, aside, of_stream)? else {
                return Ok(false);
            };
            self.send_batches(batches.take())?;
            for sql in emptied.statements() {
                self.send(&sql)?;
            }
            return Ok(true);
        }
        let Some(table) = table_of(tables, message, operation, &mut self.aside)? else {
            return Ok(false);
        };
        let refused = |problem: &dyn std::fmt::Display| {
            Failure::refused(format!("a row of {}: {problem}", table.name))
        };
        let change = operation.change().map_err(|problem| refused(&problem))?;
        let statement = table
            .statement(operation.action, &change)
            .map_err(|problem| refused(&problem))?;
        let due = batches.add(&table, operation.action, &change, statement);
        self.send_batches(due)?;
        Ok(true)
    }

    fn send_batches(&mut self, batches: Vec<Batch<'_>>) -> Result<(), Failure> {
        for batch in batches {
            let (table, action) = (&batch.table, batch.action);
            if batch.is_one_statement() {
                let name = self.prepared(batch.shape(), || batch.sql())?;
                let lists = batch.lists();
                let values: Vec<Option<&[u8]>> = lists.iter().map(|it| Some(&it[..])).collect();
                self.db.send_prepared(&name, &values)?;
                let rows = batch.rows.len() as u64;
                self.expected
                    .push(Expected::Rows(Arc::clone(table), action, rows));
                continue;
            }
            for row in &batch.rows {
                let name = self.prepared(row.full_shape(), || table.sql(row))?;
                self.db.send_prepared(&name, &row.values)?;
                self.expected
                    .push(Expected::Rows(Arc::clone(table), action, 1));
            }
        }
        Ok(())
    }

    /// The name of a statement, which is prepared if it is not.
    fn prepared(&mut self, shape: Shape, sql: impl Fn() -> String) -> Result<CString, Failure> {
        if let Some(name) = self.statements.get(&shape) {
            return Ok(name.clone());
        }
        self.next_name += 1;
        let name = format!("s{}", self.next_name);
        self.db.send_prepare(&name, &sql())?;
        self.expected.push(Expected::Anything);
        let name = CString::new(name).unwrap_or_default();
        self.statements.insert(shape, name.clone());
        Ok(name)
    }

    /// A group that is not only rows, or is executed with care. With care it is one statement after the other; else what parts runs of rows is.
    fn execute_apart(&mut self, group: &Group) -> Result<(), Failure> {
        if self.tables_before.is_none() {
            self.tables_before = Some(self.common.tables.snapshot());
        }
        for sql in self.opening(group) {
            self.db.execute(&sql)?;
        }
        for transaction in &group.transactions {
            self.execute_one(group, transaction)?;
        }
        self.put_aside()?;
        self.executed.commit_time_us = commit_time(group);
        if group.ends {
            self.db.execute("SELECT pg_current_xact_id()")?;
        }
        Ok(())
    }

    fn execute_one(&mut self, group: &Group, transaction: &Transaction) -> Result<(), Failure> {
        let mut messages = transaction.messages.as_slice();
        while let Some(message) = messages.first() {
            if group.manner == Manner::Fast {
                let is_rows = |it: &&Message| it.header.kind == Kind::Transaction;
                let run = messages.iter().take_while(is_rows).count();
                if run > 0 {
                    let (run, rest) = messages.split_at(run);
                    self.pipeline_rows(run)?;
                    messages = rest;
                    continue;
                }
            }
            messages = &messages[1..];
            match message.header.kind {
                Kind::Schema => self.take_schema(message)?,
                Kind::Subscription => self.take_state(message)?,
                Kind::LoadDone => self.take_load_done(message)?,
                Kind::Error => {
                    let text = crate::message::Notice::decode(&message.body)
                        .map_or_else(|problem| problem.to_string(), |it| it.text);
                    self.notices
                        .push(AgentEvent::Notice(FMQ0445.line(&[&text])));
                }
                Kind::Abandon if !group.begins => {
                    // Parts of it were executed: they are as if they had never been. What was put aside of it has no end, and is passed over.
                    self.aside.forget();
                    self.db.execute("ROLLBACK")?;
                    self.forget_position()?;
                    self.db.execute("BEGIN")?;
                    for sql in self.opening(group) {
                        self.db.execute(&sql)?;
                    }
                }
                Kind::Transaction => {
                    let applied = Careful::new(self, message, group.manner).rows()?;
                    self.executed.rows += applied;
                }
                _ => {}
            }
        }
        Ok(self.aside.end(transaction)?)
    }
}

/// Microseconds since 2000.
#[must_use]
pub fn now_us() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let us = since.map_or(0, |it| i64::try_from(it.as_micros()).unwrap_or(0));
    us - 946_684_800_000_000
}

fn commit_time(group: &Group) -> i64 {
    let messages = group.transactions.last().map(|it| &it.messages);
    messages
        .and_then(|it| it.last())
        .map_or(0, |it| it.header.commit_time_us)
}

/// Whether a group is rows only, and executed at once.
fn is_plain(group: &Group) -> bool {
    let is_rows = |message: &Message| message.header.kind == Kind::Transaction;
    group.manner == Manner::Fast
        && group
            .transactions
            .iter()
            .all(|it| it.messages.iter().all(is_rows))
}

/// A name in statements.
#[must_use]
pub fn quoted(owner: &str, name: &str) -> String {
    format!("{}.{}", identifier(owner), identifier(name))
}
