//! The source database: its control tables, what has to be right before its log is read, and its log.

mod catalog;
mod checks;
mod stream;

pub use catalog::{Parameters, SendQueue, StartMode, control_tables};
pub use checks::{Slot, Unpublished};
pub(crate) use checks::{identify, row_filter};
pub(crate) use stream::settle;
pub use stream::{Came, Stream};

use crate::trouble::Trouble;
use ferromq_mqi::generated::notices::{FMQ0402, FMQ0407, FMQ0417, FMQ0422};
use ferromq_postgres::{Connection, Error};

/// A session at the source, for its control tables.
#[derive(Debug)]
pub struct Source {
    connection: Connection,
    conninfo: String,
    schema: String,
}

impl Source {
    /// Connects, by a connection string or URI as libpq reads them.
    ///
    /// # Errors
    /// FMQ0417: the source is not reached, or does not let the user in. It may be tried again.
    pub fn connect(conninfo: &str, schema: &str) -> Result<Self, Trouble> {
        let connection =
            Connection::connect(&with(conninfo, "fallback_application_name", "asnqcap"))
                .map_err(|error| away(&error))?;
        let mut source = Self {
            connection,
            conninfo: conninfo.to_owned(),
            schema: schema.to_ascii_lowercase(),
        };
        source.run("SET client_encoding = 'UTF8'")?;
        Ok(source)
    }

    /// Schema of the control tables.
    #[must_use]
    pub fn schema(&self) -> &str {
        &self.schema
    }

    /// The session itself.
    pub fn connection(&mut self) -> &mut Connection {
        &mut self.connection
    }

    fn table(&self, name: &str) -> String {
        format!(
            "{}.ibmqrep_{name}",
            ferromq_postgres::identifier(&self.schema)
        )
    }

    fn run(&mut self, sql: &str) -> Result<ferromq_postgres::Rows, Trouble> {
        let schema = self.schema.clone();
        self.connection
            .execute(sql)
            .map_err(|error| told(&schema, &error))
    }

    fn ask(&mut self, sql: &str, values: &[&str]) -> Result<ferromq_postgres::Rows, Trouble> {
        let schema = self.schema.clone();
        self.connection
            .ask(sql, values)
            .map_err(|error| told(&schema, &error))
    }
}

/// A connection string with one more setting.
fn with(conninfo: &str, name: &str, value: &str) -> String {
    let is_uri = conninfo.starts_with("postgresql://") || conninfo.starts_with("postgres://");
    match (is_uri, conninfo.contains('?')) {
        (true, true) => format!("{conninfo}&{name}={value}"),
        (true, false) => format!("{conninfo}?{name}={value}"),
        (false, _) => format!("{conninfo} {name}={value}"),
    }
}

/// The source is not reached.
fn away(error: &Error) -> Trouble {
    // libpq does not say the SQLSTATE of a refusal.
    if error.message.contains("walsender") || error.message.contains("replication role") {
        return Trouble::lasting(&FMQ0402, &[&"", &error.message]);
    }
    Trouble::passing(&FMQ0417, &[error])
}

/// What a statement on the control tables, or about the slot, has failed by.
fn told(schema: &str, error: &Error) -> Trouble {
    let class = error.state.as_ref().map(|state| state.class().to_owned());
    let state = error.state.as_ref().map(|state| state.as_str().to_owned());
    match (state.as_deref(), class.as_deref()) {
        _ if error.lost => away(error),
        // Shut down, recovering, out of memory or of connections: over in a while.
        (Some("53400"), _) => Trouble::lasting(&FMQ0407, &[error]),
        (_, Some("57" | "53" | "08" | "40")) => Trouble::passing(&FMQ0417, &[error]),
        _ => Trouble::lasting(&FMQ0422, &[&schema, error]),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_setting_is_added_to_strings_and_uris() {
        assert_eq!(
            super::with("host=/s dbname=d", "a", "b"),
            "host=/s dbname=d a=b"
        );
        assert_eq!(
            super::with("postgresql://h/d", "a", "b"),
            "postgresql://h/d?a=b"
        );
        assert_eq!(
            super::with("postgres:///d?host=/s", "a", "b"),
            "postgres:///d?host=/s&a=b"
        );
    }
}
