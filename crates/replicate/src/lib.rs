//! Replication of databases over queues: what was committed at a source database is put on queues, once, and applied at a target
//! database, once.
//!
//! | room | what it has | I/O |
//! | --- | --- | --- |
//! | [`apply`] | what is done next with what came over a queue; the program that does it | in `program` only |
//! | [`capture`] | what a source says becomes units of work: messages and the restart message | none |
//! | [`capturing`] | the program around that: an application over `Session` | the source |
//! | [`comparing`] | whether tables at source and target have the same rows, and having them so | both databases |
//! | `fault` | points at which a program ends on purpose, for tests | none |
//! | [`message`] | what lies on the queues: `docs/formats/replication-message.md` | none |
//! | [`pgoutput`] | what a source database says of its log | none |
//! | [`script`] | scripts in the words of asnclp | none |
//! | [`source`] | the source database: control tables, checks, its log | sockets, by `ferromq-postgres` |
//! | [`reader`] | bytes from outside, read within limits | none |
//! | [`target`] | the target database: control tables, sessions that apply, loads | the database |
//! | [`trouble`] | why a program does not go on | none |

pub mod apply;
pub mod capture;
pub mod capturing;
mod columns;
pub mod comparing;
mod fault;
pub mod message;
pub mod pgoutput;
pub mod reader;
pub mod script;
pub mod source;
pub mod target;
pub mod trouble;
