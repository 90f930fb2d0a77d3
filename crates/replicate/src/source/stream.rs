//! The log of a source, as it comes.

use super::{Source, away, identify, with};
use crate::message::{Lsn, SourceLog};
use crate::pgoutput::status_update;
use crate::trouble::Trouble;
use ferromq_mqi::generated::notices::{
    FMQ0402, FMQ0403, FMQ0404, FMQ0405, FMQ0406, FMQ0407, FMQ0413, FMQ0417,
};
use ferromq_postgres::{Connection, CopyData, Error, identifier, literal};
use std::time::Duration;

/// What came.
#[derive(Debug)]
pub enum Came {
    /// A frame: `pgoutput::Frame`.
    Frame(Vec<u8>),
    /// Nothing, in that time.
    Nothing,
}

/// A replication connection.
#[derive(Debug)]
pub struct Stream {
    connection: Connection,
    slot: String,
    publication: String,
}

/// Has rows look the same as text however this server, database or user is set up: whoever reads them takes them for that.
pub(crate) fn settle(session: &mut Connection) -> Result<(), Error> {
    // A session for replication takes one at a time.
    for setting in [
        "SET client_encoding = 'UTF8'",
        "SET datestyle = 'ISO, MDY'",
        "SET intervalstyle = 'postgres'",
        "SET extra_float_digits = 3",
        "SET bytea_output = 'hex'",
    ] {
        session.execute(setting)?;
    }
    Ok(())
}

impl Stream {
    /// Connects for replication, and asks whose log that is.
    ///
    /// # Errors
    /// FMQ0402, FMQ0407; FMQ0417, which may pass.
    pub fn connect(
        source: &Source,
        slot: &str,
        publication: &str,
    ) -> Result<(Self, SourceLog), Trouble> {
        let conninfo = with(&source.conninfo, "replication", "database");
        let conninfo = with(&conninfo, "fallback_application_name", "asnqcap");
        let mut connection = Connection::connect(&conninfo).map_err(|error| away(&error))?;
        settle(&mut connection).map_err(|error| away(&error))?;
        let log = identify(&mut connection).map_err(|error| away(&error))?;
        let stream = Self {
            connection,
            slot: slot.to_owned(),
            publication: publication.to_owned(),
        };
        Ok((stream, log))
    }

    /// Begins to read at that position.
    ///
    /// # Errors
    /// FMQ0403 to FMQ0407; FMQ0417, which may pass.
    pub fn start(&mut self, lsn: u64) -> Result<(), Trouble> {
        let messages = if self.connection.server_version() >= 140_000 {
            ", messages 'true'"
        } else {
            ""
        };
        let sql = format!(
            "START_REPLICATION SLOT {} LOGICAL {} (proto_version '1', publication_names {}{messages})",
            identifier(&self.slot),
            Lsn(lsn),
            literal(&identifier(&self.publication)),
        );
        self.connection
            .execute(&sql)
            .map(drop)
            .map_err(|error| self.told(&error))
    }

    /// What comes next, if it comes in that time.
    ///
    /// # Errors
    /// FMQ0405, FMQ0406; FMQ0417, which may pass.
    pub fn next(&mut self, wait: Duration) -> Result<Came, Trouble> {
        match self.connection.get_copy_data(Some(wait)) {
            Ok(CopyData::Data(frame)) => Ok(Came::Frame(frame)),
            Ok(CopyData::Nothing) => Ok(Came::Nothing),
            Ok(CopyData::Over) => match self.connection.copied() {
                Ok(_) => Err(Trouble::passing(&FMQ0417, &[&"it ended the stream"])),
                Err(error) => Err(self.told(&error)),
            },
            Err(error) => Err(self.told(&error)),
        }
    }

    /// Tells the source what it may forget.
    ///
    /// # Errors
    /// FMQ0417, which may pass.
    pub fn confirm(&mut self, lsn: u64, time_us: i64) -> Result<(), Trouble> {
        self.connection
            .put_copy_data(&status_update(lsn, time_us))
            .map_err(|error| away(&error))
    }

    fn told(&self, error: &Error) -> Trouble {
        let text = &error.message;
        match error.state.as_ref().map(|state| state.as_str()) {
            Some("42704") if text.contains("publication") => {
                Trouble::lasting(&FMQ0406, &[&self.publication, &"is not there"])
            }
            Some("42704") => Trouble::lasting(&FMQ0403, &[&self.slot, &"where it ended"]),
            Some("55006") => {
                let digits = text.rsplit(' ').next().unwrap_or_default();
                Trouble::passing(&FMQ0404, &[&self.slot, &digits])
            }
            Some("55000")
                if text.contains("cannot read from") || text.contains("can no longer") =>
            {
                Trouble::lasting(&FMQ0405, &[&self.slot])
            }
            Some("53400") => Trouble::lasting(&FMQ0407, &[error]),
            Some("42501") => Trouble::lasting(&FMQ0402, &[&"", error]),
            Some(state) if !error.lost && !matches!(&state[..2], "57" | "53" | "08") => {
                Trouble::lasting(&FMQ0413, &[error])
            }
            _ => Trouble::passing(&FMQ0417, &[error]),
        }
    }
}
