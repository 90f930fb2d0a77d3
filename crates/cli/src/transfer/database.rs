//! The database of a logger, as it is reached: PostgreSQL by libpq, SQLite as a file.

use super::agent_place::lock_of;
use ferromq_postgres::Connection;
use ferromq_transfer::logger::{AnswerRow, Database, DatabaseProblem, Databases, Dialect, prepare};
use rusqlite::types::ValueRef;
use rusqlite::{ErrorCode, OpenFlags};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::Duration;
use zeroize::Zeroizing;

/// How long another writer of a file is waited for.
const BUSY: Duration = Duration::from_secs(10);
/// How a session of PostgreSQL is set up, whatever its times are: what is written is UTF-8 and UTC, a lock is not waited for without end, and a
/// session whose logger was cut off without a word is ended by the server within a minute, as it holds the lock of the schema.
const SETUP: [(&str, &str); 7] = [
    ("client_min_messages", "warning"),
    ("client_encoding", "UTF8"),
    ("TimeZone", "UTC"),
    ("lock_timeout", "10s"),
    ("tcp_keepalives_idle", "30"),
    ("tcp_keepalives_interval", "10"),
    ("tcp_keepalives_count", "3"),
];
/// The first version whose sessions end when what they send is not acknowledged, and that time.
const USER_TIMEOUT_SINCE: i32 = 120_000;
const USER_TIMEOUT: (&str, &str) = ("tcp_user_timeout", "60s");
/// How much longer than a statement may take its answer is waited for: a server that can, says that it took too long.
const ANSWER_MARGIN: Duration = Duration::from_secs(5);
/// The first number of the lock that the one who writes to a schema holds.
const LOCK_SPACE: &str = "ferromq transfer logger";

/// How long things may take at a server.
#[derive(Clone, Copy)]
pub(super) struct Times {
    pub(super) statement: Duration,
    pub(super) idle_in_transaction: Duration,
}

impl Times {
    fn answer(self) -> Duration {
        self.statement + ANSWER_MARGIN
    }
}

/// Where the database of a logger is.
#[derive(Clone)]
pub(super) enum Target {
    /// A connection string of libpq, which may have a password, and the schema.
    PostgreSql {
        conninfo: Zeroizing<String>,
        dialect: Dialect,
        times: Times,
    },
    /// A file.
    Sqlite(PathBuf),
}

impl Target {
    /// A connection that reads.
    pub(super) fn reader(&self) -> Result<Box<dyn Database>, String> {
        match self {
            Self::PostgreSql {
                conninfo,
                dialect,
                times,
            } => {
                let open = PostgreSql::connect(conninfo, dialect, *times)?;
                Ok(Box::new(open))
            }
            Self::Sqlite(path) => Ok(Box::new(Sqlite::open(
                path,
                OpenFlags::SQLITE_OPEN_READ_ONLY,
                None,
            )?)),
        }
    }
}

impl Databases for Target {
    fn connect(&mut self) -> Result<Box<dyn Database>, String> {
        let mut open: Box<dyn Database> = match self {
            Self::PostgreSql {
                conninfo,
                dialect,
                times,
            } => {
                let mut open = PostgreSql::connect(conninfo, dialect, *times)?;
                open.lock()?;
                Box::new(open)
            }
            Self::Sqlite(path) => Box::new(Sqlite::writer(path)?),
        };
        prepare(open.as_mut()).map_err(|problem| problem.to_string())?;
        Ok(open)
    }
}

struct PostgreSql {
    connection: Connection,
    dialect: Dialect,
    times: Times,
}

impl PostgreSql {
    fn connect(conninfo: &str, dialect: &Dialect, times: Times) -> Result<Self, String> {
        let connected = Connection::connect(conninfo);
        let mut connection = connected.map_err(|error| error.to_string())?;
        let statement = format!("{}ms", times.statement.as_millis());
        let idle = format!("{}ms", times.idle_in_transaction.as_millis());
        let mut settings = SETUP.to_vec();
        settings.push(("statement_timeout", &statement));
        settings.push(("idle_in_transaction_session_timeout", &idle));
        if connection.server_version() >= USER_TIMEOUT_SINCE {
            settings.push(USER_TIMEOUT);
        }
        let calls = settings
            .iter()
            .map(|(name, value)| format!("set_config('{name}', '{value}', false)"));
        let sql = format!("SELECT {}", calls.collect::<Vec<_>>().join(", "));
        let set = connection.query_within(&sql, &[], times.answer());
        set.map_err(|error| error.to_string())?;
        Ok(Self {
            connection,
            dialect: dialect.clone(),
            times,
        })
    }

    /// Has the tables for itself until the session ends. One of a logger that was killed may end a little later.
    fn lock(&mut self) -> Result<(), String> {
        let Dialect::PostgreSql(schema) = &self.dialect else {
            return Ok(());
        };
        let sql = "SELECT pg_advisory_lock(hashtext($1), hashtext($2))";
        let schema_key = schema.to_lowercase();
        let values = [LOCK_SPACE, &schema_key].map(|text| Some(text.as_bytes()));
        let answer = self.times.answer();
        let locked = self.connection.query_within(sql, &values, answer);
        match locked {
            Ok(_) => Ok(()),
            Err(error) if error.is("55P03") => {
                Err(format!("another logger writes to the schema {schema}"))
            }
            Err(error) => Err(error.to_string()),
        }
    }
}

impl Database for PostgreSql {
    fn dialect(&self) -> &Dialect {
        &self.dialect
    }

    fn run(
        &mut self,
        sql: &str,
        values: &[Option<&str>],
    ) -> Result<Vec<AnswerRow>, DatabaseProblem> {
        let values: Vec<_> = values
            .iter()
            .map(|value| value.map(str::as_bytes))
            .collect();
        let answered = self
            .connection
            .query_within(sql, &values, self.times.answer());
        let rows = answered.map_err(|error| {
            let text = error.to_string();
            // Data that do not fit, constraints, limits of the server.
            let is_of_values = match &error.state {
                Some(state) => ["22", "23", "54"].contains(&state.class()),
                None => true,
            };
            match is_of_values && !error.lost {
                true => DatabaseProblem::Unfit(text),
                false => DatabaseProblem::Away(text),
            }
        })?;
        let row = |at| {
            let columns = 0..rows.columns();
            columns
                .map(|column| rows.text(at, column).map(str::to_owned))
                .collect()
        };
        Ok((0..rows.len()).map(row).collect())
    }
}

struct Sqlite {
    connection: rusqlite::Connection,
    /// Nobody else writes while this is there.
    _lock: Option<File>,
}

impl Sqlite {
    fn writer(path: &Path) -> Result<Self, String> {
        let directory = path.parent().unwrap_or(Path::new("/"));
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let locked = lock_of(directory, &format!("{name}.lck"));
        let locked = locked.map_err(|failure| failure.words().trim_end().to_owned())?;
        let Some(lock) = locked else {
            return Err(format!("another logger writes to {}", path.display()));
        };
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let open = Self::open(path, flags, Some(lock))?;
        let set = || -> rusqlite::Result<()> {
            // Who reads does not keep the logger waiting. A commit is on the disk.
            open.connection
                .pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
            open.connection.pragma_update(None, "synchronous", "FULL")
        };
        set().map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(open)
    }

    fn open(path: &Path, flags: OpenFlags, lock: Option<File>) -> Result<Self, String> {
        let failed = |error: rusqlite::Error| format!("{}: {error}", path.display());
        let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = rusqlite::Connection::open_with_flags(path, flags).map_err(failed)?;
        connection.busy_timeout(BUSY).map_err(failed)?;
        Ok(Self {
            connection,
            _lock: lock,
        })
    }
}

impl Database for Sqlite {
    fn dialect(&self) -> &Dialect {
        &Dialect::Sqlite
    }

    fn run(
        &mut self,
        sql: &str,
        values: &[Option<&str>],
    ) -> Result<Vec<AnswerRow>, DatabaseProblem> {
        self.answer(sql, values).map_err(|error| {
            let text = error.to_string();
            let is_of_values = matches!(
                error.sqlite_error_code(),
                Some(
                    ErrorCode::ConstraintViolation
                        | ErrorCode::TooBig
                        | ErrorCode::TypeMismatch
                        | ErrorCode::ParameterOutOfRange
                )
            );
            match is_of_values {
                true => DatabaseProblem::Unfit(text),
                false => DatabaseProblem::Away(text),
            }
        })
    }
}

impl Sqlite {
    fn answer(&mut self, sql: &str, values: &[Option<&str>]) -> rusqlite::Result<Vec<AnswerRow>> {
        let mut statement = self.connection.prepare_cached(sql)?;
        let columns = statement.column_count();
        let mut rows = statement.query(rusqlite::params_from_iter(values))?;
        let mut answer = Vec::new();
        while let Some(row) = rows.next()? {
            let text = |column| {
                Ok(match row.get_ref(column)? {
                    ValueRef::Null => None,
                    ValueRef::Integer(number) => Some(number.to_string()),
                    ValueRef::Real(number) => Some(number.to_string()),
                    ValueRef::Text(text) | ValueRef::Blob(text) => {
                        Some(String::from_utf8_lossy(text).into_owned())
                    }
                })
            };
            answer.push((0..columns).map(text).collect::<rusqlite::Result<_>>()?);
        }
        Ok(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferromq_transfer::logger::{AuditDocument, DatabaseRows, Sink};

    fn count(path: &Path, table: &str) -> i64 {
        let open = rusqlite::Connection::open(path).expect("open");
        let sql = format!("SELECT COUNT(*) FROM {table}");
        open.query_row(&sql, [], |row| row.get(0)).expect("counted")
    }

    #[test]
    fn what_another_logger_or_an_older_session_has_logged_stops_nothing() {
        let place = std::env::temp_dir().join(format!("ferromq-audit-{}", std::process::id()));
        std::fs::create_dir_all(&place).expect("made");
        let path = place.join("audit.sqlite");
        let text = "<schedulelog ID='12'><originator><hostName>h</hostName><userID>u</userID></originator>\
            <action time='2027-03-02T09:00:00Z'>delete</action><sourceAgent agent='NORTH' QMgr='QM1'/><status resultCode='0'/></schedulelog>";
        let document = AuditDocument::parse(text.as_bytes()).expect("a document");
        let one = [7; 24];
        let mut first = DatabaseRows::new(Target::Sqlite(path.clone()), "DB1");
        first.ready().expect("ready");
        first.add(one, &document).expect("logged");
        first.force(0).expect("committed");
        drop(first);
        let mut second = DatabaseRows::new(Target::Sqlite(path.clone()), "DB2");
        second.ready().expect("ready");
        assert!(!second.has(one));
        second.add(one, &document).expect("logged by this one too");
        second.force(0).expect("committed");
        assert_eq!(count(&path, "SCHEDULE_ACTION"), 2);
        // What is forgotten is its own.
        second.settle(&[one], false);
        second.add([8; 24], &document).expect("logged");
        second.force(0).expect("committed");
        let left = "LOGGED_MESSAGE WHERE LOGGER = 'DB1'";
        assert_eq!((count(&path, left), count(&path, "LOGGED_MESSAGE")), (1, 2));
        // An older session of the same logger commits after this one has looked.
        let open = rusqlite::Connection::open(&path).expect("open");
        let late = "INSERT INTO LOGGED_MESSAGE (LOGGER, MESSAGE_ID) VALUES ('DB2', ?1)";
        open.execute(late, ["09".repeat(24)]).expect("inserted");
        assert!(!second.has([9; 24]));
        second.add([9; 24], &document).expect("it counts as logged");
        assert!(second.has([9; 24]));
        second.force(0).expect("committed");
        assert_eq!(count(&path, "SCHEDULE_ACTION"), 3);
        drop((second, open));
        std::fs::remove_dir_all(&place).expect("removed");
    }
}
