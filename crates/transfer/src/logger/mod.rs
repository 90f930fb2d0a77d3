//! Loggers: they take the audit that agents publish, and keep it as lines of files or as rows of a database.
//!
//! A core without I/O, and edges around it that each do one thing:
//!
//! | room | what it has |
//! | --- | --- |
//! | `document` | which kind of audit a document is |
//! | `format` | what a line of each kind has: inserts, as `FileLoggerFormat.xml` says them |
//! | `standard` | the format there is without such a file |
//! | `mark` | what was about to be written, so that a line is not written twice |
//! | `files` | the files, by size and number |
//! | `database` | the tables, and rows of them by an SQL database behind a seam |
//! | `run` | the logger as an application: a unit of work for what is written at once |
//! | `history` | what became of transfers, from such lines or rows |

mod database;
mod document;
mod files;
mod format;
mod history;
mod mark;
mod run;
mod standard;

pub use database::{
    AnswerRow, Database, DatabaseProblem, DatabaseRows, Databases, Dialect, Wanted, making,
    prepare, read_past, transfers_in,
};
pub use document::{AuditDocument, MessageType};
pub use files::{LineFiles, Rotation};
pub use format::{FormatProblem, LineFormat};
pub use history::{History, Transfer, TransferItem, TransferState};
pub use run::{AuditSource, Logger, LoggerProblem, LoggerSettings, MessageId, NotKept, Sink, Turn};
pub use standard::standard_xml;
