//! Row by row: conflicts are resolved as the subscription says, and told in `IBMQREP_EXCEPTIONS` in the same transaction.

use super::agent::Agent;
use super::catalog::{cut, table_name};
use super::failure::Failure;
use super::route::{Emptied, table_of, truncate};
use super::table::{FORCED, Statement, Table};
use super::{is_of_server, passes};
use crate::apply::engine::{Manner, Refusal};
use crate::message::{Action, Change, Lsn, Message, Operation, Operations};
use ferromq_mqi::generated::notices::FMQ0442;
use ferromq_postgres::Error;
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// One message, row by row.
pub(super) struct Careful<'a> {
    agent: &'a mut Agent,
    message: &'a Message,
    manner: Manner,
}

/// What was wrong with a row.
struct Wrong<'e> {
    /// As `IBMQREP_EXCEPTIONS.REASON` has it.
    reason: &'static str,
    error: Option<&'e Error>,
    /// Rows that a statement for one would have changed.
    rows: u64,
}

impl<'a> Careful<'a> {
    pub(super) fn new(agent: &'a mut Agent, message: &'a Message, manner: Manner) -> Self {
        Self {
            agent,
            message,
            manner,
        }
    }

    /// Applies the rows; answers how many.
    pub(super) fn rows(mut self) -> Result<u64, Failure> {
        let mut applied = 0;
        for operation in Operations::of(self.message) {
            let operation = operation.map_err(|problem| Failure::refused(problem.to_string()))?;
            applied += u64::from(self.row(&operation)?);
        }
        Ok(applied)
    }

    fn row(&mut self, operation: &Operation<'_>) -> Result<bool, Failure> {
        // Each anew: what a row did to its subscription counts for the next.
        let tables = self.agent.common.tables.snapshot();
        if operation.action == Action::Truncate {
            let of_stream = self.agent.is_of_stream;
            let aside = &mut self.agent.aside;
            let emptied = truncate(&tables, self.message, operation, aside, of_stream)?;
            return match emptied {
                Some(emptied) => self.empty(operation, &emptied),
                None => Ok(false),
            };
        }
        let aside = &mut self.agent.aside;
        let Some(table) = table_of(&tables, self.message, operation, aside)? else {
            return Ok(false);
        };
        let refused = |problem: &dyn std::fmt::Display| {
            Failure::refused(format!("a row of {}: {problem}", table.name))
        };
        let change = operation.change().map_err(|problem| refused(&problem))?;
        let statement = table
            .statement(operation.action, &change)
            .map_err(|problem| refused(&problem))?;
        self.agent.db.execute("SAVEPOINT asnq")?;
        let done = self
            .agent
            .db
            .query(&table.sql(&statement), &statement.values);
        let done = done.map(|rows| rows.affected());
        match done {
            Ok(1) => {
                self.agent.db.execute("RELEASE SAVEPOINT asnq")?;
                Ok(true)
            }
            Ok(rows) => {
                if rows > 1 {
                    self.agent.db.execute("ROLLBACK TO SAVEPOINT asnq")?;
                }
                let wrong = Wrong {
                    reason: match operation.action {
                        Action::Update | Action::Delete if rows == 0 => "NOTFOUND",
                        _ => "CHECKFAILED",
                    },
                    error: None,
                    rows,
                };
                self.resolve(&table, operation, Some((&change, &statement)), &wrong)
            }
            Err(error) if is_of_server(&error) || passes(&error) => Err(error.into()),
            Err(error) if self.manner == Manner::Fast => Err(error.into()),
            Err(error) => {
                self.agent.db.execute("ROLLBACK TO SAVEPOINT asnq")?;
                let wrong = Wrong {
                    reason: if error.is("23505") {
                        "DUPLICATE"
                    } else {
                        "SQLERROR"
                    },
                    error: Some(&error),
                    rows: 0,
                };
                self.resolve(&table, operation, Some((&change, &statement)), &wrong)
            }
        }
    }

    /// A truncate: at once, or where that fails table by table, for each as its subscription says.
    fn empty(&mut self, operation: &Operation<'_>, emptied: &Emptied) -> Result<bool, Failure> {
        let Err(error) = self.tried(&emptied.statements())? else {
            return Ok(true);
        };
        if self.manner == Manner::Fast {
            return Err(error.into());
        }
        let mut applied = false;
        for table in &emptied.tables {
            match self.tried(&emptied.deleted(table))? {
                Ok(()) => applied = true,
                Err(error) => {
                    let wrong = Wrong {
                        reason: "SQLERROR",
                        error: Some(&error),
                        rows: 0,
                    };
                    // It releases it again.
                    self.agent.db.execute("SAVEPOINT asnq")?;
                    applied |= self.resolve(table, operation, None, &wrong)?;
                }
            }
        }
        Ok(applied)
    }

    /// Statements that are done together or leave nothing, and why not.
    fn tried(&mut self, statements: &[String]) -> Result<Result<(), Error>, Failure> {
        let db = &mut self.agent.db;
        db.execute("SAVEPOINT asnq")?;
        for sql in statements {
            match db.execute(sql) {
                Ok(_) => {}
                Err(error) if is_of_server(&error) || passes(&error) => return Err(error.into()),
                Err(error) => {
                    db.execute("ROLLBACK TO SAVEPOINT asnq; RELEASE SAVEPOINT asnq")?;
                    return Ok(Err(error));
                }
            }
        }
        db.execute("RELEASE SAVEPOINT asnq")?;
        Ok(Ok(()))
    }

    /// A row was not as expected, or a truncate, which has no change.
    fn resolve(
        &mut self,
        table: &Arc<Table>,
        operation: &Operation<'_>,
        change: Option<(&Change<'_>, &Statement<'_>)>,
        wrong: &Wrong<'_>,
    ) -> Result<bool, Failure> {
        let text = match wrong.error {
            Some(error) if operation.action == Action::Truncate => {
                format!("truncate of {}: {error}", table.name)
            }
            Some(error) => format!("a row of {}: {error}", table.name),
            None if wrong.rows > 1 => {
                let (name, rows) = (&table.name, wrong.rows);
                format!("{rows} rows of {name} are there where one may be")
            }
            None => format!("a row of {} is not there", table.name),
        };
        if self.manner == Manner::Fast {
            return Err(Failure::refused(text));
        }
        let subscription = &table.subscription;
        let state = wrong.error.and_then(|error| error.state);
        let is_ok =
            state.is_some_and(|state| subscription.ok_states.iter().any(|it| it == state.as_str()));
        let is_error = wrong.reason == "SQLERROR";
        let action = match is_error {
            true if is_ok => 'I',
            true => subscription.error_action,
            false => subscription.conflict_action,
        };
        let reason = if is_ok { "OKSQLSTATE" } else { wrong.reason };
        match action {
            'F' | FORCED => {
                // Which of several it is nobody knows.
                let applied = wrong.rows <= 1 && self.force(table, operation, change)?;
                if action != FORCED || !applied {
                    self.tell(table, operation, reason, wrong, applied)?;
                }
                self.agent.db.execute("RELEASE SAVEPOINT asnq")?;
                Ok(applied)
            }
            'D' => {
                self.tell(table, operation, reason, wrong, false)?;
                self.agent.set_state(&subscription.name, 'I', &text, "")?;
                let line = FMQ0442.line(&[&subscription.name, &text]);
                self.agent
                    .notices
                    .push(super::agent::AgentEvent::Notice(line));
                self.agent.db.execute("RELEASE SAVEPOINT asnq")?;
                Ok(false)
            }
            'S' | 'Q' => Err(Failure::Refused(Refusal {
                passes: false,
                ends_program: action == 'S',
                text,
            })),
            _ => {
                self.tell(table, operation, reason, wrong, false)?;
                self.agent.db.execute("RELEASE SAVEPOINT asnq")?;
                Ok(false)
            }
        }
    }

    /// Has the row be as the source has it; whether that could be done.
    fn force(
        &mut self,
        table: &Table,
        operation: &Operation<'_>,
        change: Option<(&Change<'_>, &Statement<'_>)>,
    ) -> Result<bool, Failure> {
        let Some((change, statement)) = change else {
            return Ok(false);
        };
        let refused = |problem: super::table::NoStatement| Failure::refused(problem.to_string());
        // What is not there is as at the source.
        let is_delete = operation.action == Action::Delete;
        let mut applied = is_delete;
        for (sql, values) in table.forced(change, statement).map_err(refused)? {
            match self.agent.db.query(&sql, &values) {
                Ok(rows) if rows.affected() <= 1 => applied = is_delete || rows.affected() == 1,
                Err(error) if is_of_server(&error) || passes(&error) => return Err(error.into()),
                // More than one row was never meant, whatever the next statement does.
                Ok(_) | Err(_) => {
                    applied = false;
                    break;
                }
            }
        }
        if !applied {
            self.agent.db.execute("ROLLBACK TO SAVEPOINT asnq")?;
        }
        Ok(applied)
    }

    /// A row of `IBMQREP_EXCEPTIONS`.
    fn tell(
        &mut self,
        table: &Table,
        operation: &Operation<'_>,
        reason: &str,
        wrong: &Wrong<'_>,
        applied: bool,
    ) -> Result<(), Failure> {
        let common = Arc::clone(&self.agent.common);
        if !applied {
            common
                .figures
                .rows_not_applied
                .fetch_add(1, Ordering::Relaxed);
        }
        let header = &self.message.header;
        let state = wrong
            .error
            .and_then(|error| error.state)
            .map(|it| it.to_string());
        let said = wrong.error.map(ToString::to_string).unwrap_or_default();
        let said = cut(&said);
        let name = match operation.action {
            Action::Insert => "INSERT",
            Action::Update => "UPDATE",
            Action::Delete => "DELETE",
            Action::Truncate => "TRUNCATE",
        };
        let time = format!("{} microseconds", header.commit_time_us);
        let sql = format!(
            "INSERT INTO {} (recvq, src_commit_lsn, src_trans_time, subname, reason, sqlstate, sqlerrmc, operation, text, \
             is_applied, conflict_rule, sequence) VALUES ($1, $2::pg_lsn, '2000-01-01'::timestamp + $3::interval, $4, $5, \
             nullif($6, ''), nullif($7, ''), $8, $9, $10, $11, $12)",
            table_name(&common.schema, "exceptions")
        );
        self.agent.db.ask(
            &sql,
            &[
                &common.map.receive_queue,
                &Lsn(header.commit_lsn).to_string(),
                &time,
                &table.subscription.name,
                reason,
                state.as_deref().unwrap_or_default(),
                said,
                name,
                &shown(table, operation),
                if applied { "Y" } else { "N" },
                &table.subscription.conflict_rule.to_string(),
                &header.key.sequence.to_string(),
            ],
        )?;
        Ok(())
    }
}

/// A row in words: names and values, as much as is useful.
fn shown(table: &Table, operation: &Operation<'_>) -> String {
    use crate::message::{Cell, Old};
    const SHOWN_MAX: usize = 2_000;
    let Ok(change) = operation.change() else {
        return table.name.clone();
    };
    let rows = [
        ("old", change.old.as_ref().map(Old::row)),
        ("new", change.new),
    ];
    let mut text = table.name.clone();
    for (what, row) in rows {
        let Some(row) = row else { continue };
        let _ = write!(text, " {what} (");
        for (column, cell) in table.source.columns.iter().zip(row) {
            if text.len() > SHOWN_MAX {
                text.push_str("...");
                break;
            }
            let _ = match cell {
                Ok(Cell::Null) if what == "old" => Ok(()),
                Ok(Cell::Null) => write!(text, " {}=NULL", column.name),
                Ok(Cell::Text(value)) => {
                    let value = String::from_utf8_lossy(&value[..value.len().min(200)]);
                    write!(
                        text,
                        " {}={}",
                        column.name,
                        ferromq_postgres::literal(&value)
                    )
                }
                _ => write!(text, " {}", column.name),
            };
        }
        text.push_str(" )");
    }
    text
}
