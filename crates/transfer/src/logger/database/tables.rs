//! The tables of a database, as they are documented, and the statements that make them.

use super::statement::{Database, DatabaseProblem, Dialect};

/// What a column has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The number of the row, which the database gives.
    Row,
    /// An identifier of 48 hexadecimal digits that is the row's.
    Id,
    /// A part of the key of the row.
    Key,
    /// The number of a row of another table.
    Of,
    /// Characters, however many.
    Text,
    /// A whole number.
    Number,
    /// A time in UTC.
    Time,
    /// `Y` or `N`.
    Flag,
}

/// A table: its name, its columns, and those by which rows are looked for.
pub(super) struct Table {
    pub(super) name: &'static str,
    pub(super) columns: &'static [(&'static str, Kind)],
    indexes: &'static [&'static str],
}

use Kind::{Flag, Id, Key, Number, Of, Row, Text, Time};

/// All of them. The last is not documented but ours: which messages are in the database and may come again.
pub(super) const TABLES: &[Table] = &[
    Table {
        name: "AUTH_EVENT",
        columns: &[
            ("ID", Row),
            ("ACTION", Text),
            ("COMMAND_ID", Text),
            ("TIME", Time),
            ("ORIGINATOR_MQ_USER", Text),
            ("AUTHORITY", Text),
            ("ORIGINAL_XML_REQUEST", Text),
            ("RESULTCODE", Number),
            ("RESULT_TEXT", Text),
        ],
        indexes: &["COMMAND_ID"],
    },
    Table {
        name: "CALL",
        columns: &[
            ("ID", Row),
            ("COMMAND", Text),
            ("TYPE", Text),
            ("RETRIES", Number),
            ("RETRY_WAIT", Number),
            ("SUCCESS_RC", Text),
            ("EXECUTED_COMMAND", Text),
            ("CAPPED_RETRIES", Number),
            ("CAPPED_RETRY_WAIT", Number),
            ("OUTCOME", Text),
        ],
        indexes: &[],
    },
    Table {
        name: "CALL_ARGUMENT",
        columns: &[
            ("ID", Row),
            ("CALL_ID", Of),
            ("KEY", Text),
            ("TYPE", Text),
            ("VALUE", Text),
        ],
        indexes: &["CALL_ID"],
    },
    Table {
        name: "CALL_REQUEST",
        columns: &[
            ("ID", Id),
            ("CALL_ID", Of),
            ("ACTION_TIME", Time),
            ("AGENT", Text),
            ("AGENT_QM", Text),
            ("ARCHITECTURE", Text),
            ("OS_NAME", Text),
            ("OS_VERSION", Text),
            ("ORIGINATOR_HOST", Text),
            ("ORIGINATOR_USER", Text),
            ("ORIGINATOR_MQ_USER", Text),
            ("JOB_NAME", Text),
            ("RESULTCODE", Number),
            ("RESULTTEXT", Text),
        ],
        indexes: &[],
    },
    Table {
        name: "CALL_RESULT",
        columns: &[
            ("ID", Row),
            ("CALL_ID", Of),
            ("SEQUENCE", Number),
            ("OUTCOME", Text),
            ("RETURN_CODE", Number),
            ("TIME", Time),
            ("STDOUT", Text),
            ("STDERR", Text),
            ("ERROR", Text),
        ],
        indexes: &["CALL_ID"],
    },
    Table {
        name: "FILE_SPACE_ENTRY",
        columns: &[
            ("ID", Row),
            ("FILE_SPACE_NAME", Text),
            ("TRANSFER_ITEM_ID", Of),
            ("ALIAS", Text),
            ("DELETED", Time),
        ],
        indexes: &["TRANSFER_ITEM_ID"],
    },
    Table {
        name: "METADATA",
        columns: &[
            ("ID", Row),
            ("TRANSFER_EVENT_ID", Of),
            ("STANDALONE_CALL_ID", Text),
            ("KEY", Text),
            ("VALUE", Text),
        ],
        indexes: &["TRANSFER_EVENT_ID", "STANDALONE_CALL_ID"],
    },
    Table {
        name: "MONITOR",
        columns: &[("ID", Row), ("AGENT", Text), ("NAME", Text), ("QMGR", Text)],
        indexes: &["NAME"],
    },
    Table {
        name: "MONITOR_ACTION",
        columns: &[
            ("ID", Row),
            ("ACTION", Text),
            ("JOB_NAME", Text),
            ("MONITOR", Of),
            ("ORIGINAL_XML_REQUEST", Text),
            ("ORIGINATOR_MQ_USER", Text),
            ("ORIGINATOR_USER", Text),
            ("ORIGINATOR_HOST", Text),
            ("TIME", Time),
            ("UPDATED_XML_REQUEST", Text),
        ],
        indexes: &["MONITOR"],
    },
    Table {
        name: "MONITOR_EXIT_RESULT",
        columns: &[
            ("ID", Row),
            ("ACTION_ID", Of),
            ("EXIT_NAME", Text),
            ("RESULTCODE", Text),
            ("RESULTTEXT", Text),
        ],
        indexes: &["ACTION_ID"],
    },
    Table {
        name: "MONITOR_METADATA",
        columns: &[
            ("ID", Row),
            ("ACTION_ID", Of),
            ("KEY", Text),
            ("PHASE", Text),
            ("VALUE", Text),
        ],
        indexes: &["ACTION_ID"],
    },
    Table {
        name: "SCHEDULE",
        columns: &[
            ("ID", Row),
            ("AGENT", Text),
            ("CREATION_DATE", Time),
            ("ID_ON_AGENT", Text),
            ("LATEST_ACTION", Of),
        ],
        indexes: &["ID_ON_AGENT"],
    },
    Table {
        name: "SCHEDULE_ACTION",
        columns: &[
            ("ID", Row),
            ("ACTION_TYPE", Text),
            ("ORIGINATOR_HOST", Text),
            ("ORIGINATOR_USER", Text),
            ("SCHEDULE_ID", Of),
            ("SPEC_AFTERWARDS", Of),
            ("STATUS_CODE", Number),
            ("STATUS_TEXT", Text),
            ("TIME", Time),
        ],
        indexes: &["SCHEDULE_ID"],
    },
    Table {
        name: "SCHEDULE_ITEM",
        columns: &[
            ("ID", Row),
            ("CHECKSUM_METHOD", Text),
            ("DESTINATION_EXISTS_ACTION", Text),
            ("DESTINATION_FILENAME", Text),
            ("DESTINATION_QMGR", Text),
            ("DESTINATION_QUEUE", Text),
            ("DESTINATION_TYPE", Text),
            ("FILE_MODE", Text),
            ("RECURSIVE", Flag),
            ("SCHEDULE_SPEC_ID", Of),
            ("SOURCE_DISPOSITION", Text),
            ("SOURCE_FILENAME", Text),
            ("SOURCE_QUEUE", Text),
        ],
        indexes: &["SCHEDULE_SPEC_ID"],
    },
    Table {
        name: "SCHEDULE_SPEC",
        columns: &[
            ("ID", Row),
            ("DESTINATION_AGENT", Text),
            ("DESTINATION_QM", Text),
            ("REPEAT_COUNT", Number),
            ("REPEAT_FREQUENCY", Number),
            ("REPEAT_INTERVAL", Text),
            ("SOURCE_AGENT", Text),
            ("SOURCE_QM", Text),
            ("START_TIME", Text),
            ("START_TIMEBASE", Text),
            ("START_TIMEZONE", Text),
        ],
        indexes: &[],
    },
    Table {
        name: "TRANSFER",
        columns: &[
            ("TRANSFER_ID", Id),
            ("JOB_NAME", Text),
            ("SCHEDULE_ID", Of),
            ("START_ID", Of),
            ("COMPLETE_ID", Of),
            ("RESULTCODE", Number),
            ("RESULTTEXT", Text),
            ("STATUS", Text),
            ("RELATED_TRANSFER_ID", Text),
        ],
        indexes: &["START_ID", "COMPLETE_ID"],
    },
    Table {
        name: "TRANSFER_CALLS",
        columns: &[
            ("ID", Row),
            ("POST_DESTINATION_CALL", Of),
            ("POST_SOURCE_CALL", Of),
            ("PRE_DESTINATION_CALL", Of),
            ("PRE_SOURCE_CALL", Of),
            ("TRANSFER_ID", Text),
        ],
        indexes: &["TRANSFER_ID"],
    },
    Table {
        name: "TRANSFER_CD_NODE",
        columns: &[
            ("ID", Row),
            ("PNODE", Text),
            ("SNODE", Text),
            ("BRIDGE_IS_PNODE", Flag),
        ],
        indexes: &[],
    },
    Table {
        name: "TRANSFER_CORRELATOR",
        columns: &[
            ("ID", Row),
            ("CORRELATION_STRING", Text),
            ("CORRELATION_NUMBER", Number),
            ("CORRELATION_BOOLEAN", Flag),
        ],
        indexes: &[],
    },
    Table {
        name: "TRANSFER_EVENT",
        columns: &[
            ("ID", Row),
            ("ACTION_TIME", Time),
            ("SOURCE_AGENT", Text),
            ("SOURCE_AGENT_TYPE", Number),
            ("SOURCE_QM", Text),
            ("SOURCE_ARCHITECTURE", Text),
            ("SOURCE_OS_NAME", Text),
            ("SOURCE_OS_VERSION", Text),
            ("SOURCE_BRIDGE_URL", Text),
            ("SOURCE_CD_NODE_ID", Of),
            ("SOURCE_WEB_GATEWAY", Text),
            ("DESTINATION_AGENT", Text),
            ("DESTINATION_AGENT_TYPE", Number),
            ("DESTINATION_QM", Text),
            ("DESTINATION_ARCHITECTURE", Text),
            ("DESTINATION_OS_NAME", Text),
            ("DESTINATION_OS_VERSION", Text),
            ("DESTINATION_BRIDGE_URL", Text),
            ("DESTINATION_CD_NODE_ID", Of),
            ("DESTINATION_WEB_GATEWAY", Text),
            ("ORIGINATOR_HOST", Text),
            ("ORIGINATOR_USER", Text),
            ("ORIGINATOR_MQ_USER", Text),
            ("ORIGINATOR_WEB_USER", Text),
            ("TRANSFERSET_TIME", Time),
            ("TRANSFERSET_SIZE", Number),
            ("TRIGGER_LOG", Flag),
        ],
        indexes: &["ACTION_TIME"],
    },
    Table {
        name: "TRANSFER_EXIT",
        columns: &[
            ("ID", Row),
            ("EXIT_NAME", Text),
            ("TRANSFER_ID", Text),
            ("TYPE", Text),
            ("STATUS", Text),
            ("SUPPLEMENT", Text),
        ],
        indexes: &["TRANSFER_ID"],
    },
    Table {
        name: "TRANSFER_ITEM",
        columns: &[
            ("ID", Row),
            ("TRANSFER_ID", Text),
            ("FILE_MODE", Text),
            ("SOURCE_FILENAME", Text),
            ("SOURCE_FILE_SIZE", Number),
            ("SOURCE_LAST_MODIFIED", Time),
            ("SOURCE_DISPOSITION", Text),
            ("SOURCE_ENCODING", Text),
            ("SOURCE_LINEEND", Text),
            ("SOURCE_CHECKSUM_METHOD", Text),
            ("SOURCE_CHECKSUM_VALUE", Text),
            ("SOURCE_CORRELATOR_ID", Of),
            ("SOURCE_MESSAGE_QUEUE_NAME", Text),
            ("SOURCE_MESSAGE_GROUP_ID", Text),
            ("SOURCE_MESSAGE_MESSAGE_COUNT", Number),
            ("DESTINATION_FILENAME", Text),
            ("DESTINATION_FILE_SIZE", Number),
            ("DESTINATION_LAST_MODIFIED", Time),
            ("DESTINATION_EXISTS_ACTION", Text),
            ("DESTINATION_ENCODING", Text),
            ("DESTINATION_LINEEND", Text),
            ("DESTINATION_CHECKSUM_METHOD", Text),
            ("DESTINATION_CHECKSUM_VALUE", Text),
            ("DESTINATION_CORRELATOR_ID", Of),
            ("DESTINATION_MESSAGE_QUEUE_NAME", Text),
            ("DESTINATION_MESSAGE_GROUP_ID", Text),
            ("DESTINATION_MESSAGE_MESSAGE_COUNT", Number),
            ("DESTINATION_MESSAGE_MESSAGE_LENGTH", Number),
            ("TRUNCATE_RECORDS", Flag),
            ("RESULTCODE", Number),
            ("RESULT_TEXT", Text),
        ],
        indexes: &["TRANSFER_ID"],
    },
    Table {
        name: "TRANSFER_STATS",
        columns: &[
            ("ID", Row),
            ("TRANSFER_ID", Text),
            ("START_TIME", Time),
            ("RETRY_COUNT", Number),
            ("FILE_FAILURES", Number),
            ("FILE_WARNINGS", Number),
        ],
        indexes: &["TRANSFER_ID"],
    },
    Table {
        name: "TRIGGER_CONDITION",
        columns: &[
            ("ID", Row),
            ("TRANSFER_EVENT_ID", Of),
            ("CONDITION_TYPE", Text),
            ("FILENAME", Text),
            ("COMPARISON", Text),
            ("VALUE", Text),
        ],
        indexes: &["TRANSFER_EVENT_ID"],
    },
    Table {
        name: LOGGED,
        columns: &[("LOGGER", Key), ("MESSAGE_ID", Key)],
        indexes: &[],
    },
];

/// The table of what may come again.
pub(super) const LOGGED: &str = "LOGGED_MESSAGE";

/// What a column of a table has.
pub(super) fn kind_of(table: &str, column: &str) -> Option<Kind> {
    let found = TABLES.iter().find(|known| known.name == table)?;
    let found = found.columns.iter().find(|(name, _)| *name == column);
    found.map(|(_, kind)| *kind)
}

/// The statements that make what is not there of the schema and its tables.
#[must_use]
pub fn making(dialect: &Dialect) -> Vec<String> {
    let mut statements = Vec::new();
    if let Some(schema) = dialect.schema() {
        statements.push(format!("CREATE SCHEMA IF NOT EXISTS {schema}"));
    }
    for table in TABLES {
        let columns = table.columns.iter();
        let columns = columns.map(|(name, kind)| format!("    {name} {}", dialect.type_of(*kind)));
        let mut columns: Vec<_> = columns.collect();
        let key = table.columns.iter().filter(|(_, kind)| *kind == Key);
        let key: Vec<_> = key.map(|(name, _)| *name).collect();
        if !key.is_empty() {
            columns.push(format!("    PRIMARY KEY ({})", key.join(", ")));
        }
        let name = dialect.table(table.name);
        statements.push(format!(
            "CREATE TABLE IF NOT EXISTS {name} (\n{}\n)",
            columns.join(",\n")
        ));
        for column in table.indexes {
            let index = format!("{}_{column}", table.name);
            statements.push(dialect.making_index(&index, table.name, column));
        }
    }
    statements
}

/// Makes the tables that are not there. Whoever may not needs them to be there.
///
/// # Errors
/// What the database says.
pub fn prepare(database: &mut dyn Database) -> Result<(), DatabaseProblem> {
    let there = match database.dialect().clone() {
        Dialect::PostgreSql(schema) => {
            let sql = "SELECT tablename FROM pg_tables WHERE schemaname = $1";
            database.run(sql, &[Some(&schema.to_lowercase())])?
        }
        Dialect::Sqlite => database.run("SELECT name FROM sqlite_master", &[])?,
    };
    let there: Vec<_> = there.into_iter().flatten().flatten().collect();
    let is_there = |table: &Table| {
        there
            .iter()
            .any(|name| name.eq_ignore_ascii_case(table.name))
    };
    if TABLES.iter().all(is_there) {
        return Ok(());
    }
    database.run(database.dialect().clone().beginning(), &[])?;
    for statement in making(&database.dialect().clone()) {
        database.run(&statement, &[])?;
    }
    database.run("COMMIT", &[]).map(drop)
}
