//! The target database: its control tables, what apply does there, and how far it is.
//!
//! | room | what it has |
//! | --- | --- |
//! | [`catalog`] | the control tables, with the documented names |
//! | [`table`] | a subscribed table: which column goes where, its keys, its statements |
//! | `equality` | by what values of a column are equal |
//! | [`fence`] | origins: that only one apply works, and how far the one before came |
//! | [`agent`] | a session that executes groups |
//! | `failure` | why something asked of it was not done |
//! | [`sessions`] | those of a run, and how they are woken when it is over |
//! | [`seen`] | what a map is at, as others see it |
//! | [`load`] | what was in a table before its changes were sent |
//! | `spilling` | what the control tables say of loads and spill queues |
//! | `states` | subscriptions begin and end, and rows follow |
//! | `route` | what becomes of a row: done here, put aside, or nobody's |
//! | `aside` | rows whose table is being loaded |

pub mod agent;
pub(crate) mod aside;
mod batch;
mod careful;
pub mod catalog;
mod equality;
pub(crate) mod failure;
pub mod fence;
pub mod load;
mod route;
pub mod seen;
pub mod sessions;
pub(crate) mod spilling;
pub(crate) mod states;
pub mod table;

use crate::trouble::Trouble;
use ferromq_mqi::generated::notices::{FMQ0427, FMQ0433, FMQ0434, FMQ0436};
use ferromq_postgres::{Connection, Error};

/// What names a session of apply to the server.
const PROGRAM: &str = "asnqapp";

/// Connects to the target, by a connection string or URI as libpq reads them.
///
/// # Errors
/// FMQ0427: it is not reached, or does not let the user in; it may be tried again.
pub fn connect(conninfo: &str) -> Result<Connection, Trouble> {
    let conninfo = with_setting(conninfo, "fallback_application_name", PROGRAM);
    let conninfo = within(&conninfo);
    let mut db = Connection::connect(&conninfo).map_err(|error| trouble(&error))?;
    db.execute("SET client_encoding = 'UTF8'; SET datestyle = 'ISO, MDY'; SET intervalstyle = 'postgres'; SET extra_float_digits = 3; SET bytea_output = 'hex'; SET timezone = 'UTC'; SET search_path = pg_catalog")
        .map_err(|error| trouble(&error))?;
    Ok(db)
}

/// A connection string, or URI, with one more setting.
pub fn with_setting(conninfo: &str, name: &str, value: &str) -> String {
    if conninfo.starts_with("postgres://") || conninfo.starts_with("postgresql://") {
        let mark = if conninfo.contains('?') { '&' } else { '?' };
        return format!("{conninfo}{mark}{name}={value}");
    }
    format!("{conninfo} {name}={value}")
}

/// The same with a limit for how long a server that does not answer is waited for, unless it says one: whoever wants to end would wait for it, too.
pub(crate) fn within(conninfo: &str) -> String {
    match conninfo.contains("connect_timeout") {
        true => conninfo.to_owned(),
        false => with_setting(conninfo, "connect_timeout", "15"),
    }
}

/// What an error of the target means for apply as a whole.
pub fn trouble(error: &Error) -> Trouble {
    let state = error.state.map(|state| state.to_string());
    match state.as_deref() {
        Some("42501") => Trouble::lasting(&FMQ0433, &[error]),
        Some("53400") => Trouble::lasting(&FMQ0434, &[error]),
        // Somebody else may have made or dropped an origin at this moment.
        Some("42704" | "42710") => Trouble::passing(&FMQ0427, &[error]),
        // Statements of our own are about the control tables: what the server does not understand of them it never will.
        Some(state) if state.starts_with("42") || state == "3F000" => {
            Trouble::lasting(&FMQ0436, &[error])
        }
        _ => Trouble::passing(&FMQ0427, &[error]),
    }
}

/// Whether a failed statement says something of the server and nothing of what was asked: apply begins again then.
#[must_use]
pub fn is_of_server(error: &Error) -> bool {
    error.lost
        || error.state.is_some_and(|state| {
            matches!(state.class(), "08" | "53" | "58")
                || state.as_str().starts_with("57P")
                // It takes no writes: a standby, or somebody has set default_transaction_read_only.
                || state.as_str() == "25006"
        })
}

/// Whether the same may succeed the next time.
#[must_use]
pub fn passes(error: &Error) -> bool {
    error.is("40001") || error.is("40P01") || error.is("57014") || error.is("55P03")
}
