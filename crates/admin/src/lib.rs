//! MQSC: the commands of a queue manager as text.
//!
//! Text goes in and text comes out; there is no input or output here and nothing is known of
//! log and queue files. A command is put together from lines ([`Script`]), taken apart into
//! clauses, understood, and carried out as one of the operations a queue manager offers
//! ([`ObjectOperations`]). What attributes there are, what they take and in which order they
//! are shown is the table of attributes; message sentences are the table of notices.
//!
//! The syntax, the shapes of replies and the numbers of messages are those of the MQSC
//! reference and of `runmqsc`; `docs/manual/mqsc.md` says what is there.

mod answered;
pub mod applications;
mod authority;
pub mod batches;
mod client_table;
mod clusters;
mod command;
mod command_server;
mod display;
mod dump;
mod execute;
mod fuzz;
mod generated;
mod lease;
mod local;
mod lock_order;
mod media;
mod message;
mod neighbours;
pub mod network;
mod observed;
pub mod operations;
pub mod outcome;
mod output;
mod pattern;
mod pcf;
mod pings;
mod queued;
mod reply;
mod rules;
mod run;
mod running;
mod script;
mod services;
pub mod status;
mod switching;
mod syntax;
mod syntax_message;
mod topics;
mod transactions;

pub use applications::Applications;
pub use authority::administered::authority_text;
pub use authority::{AuthorityOperations, RecordChange};
pub use client_table::client_table;
pub use clusters::{ClusterError, Clusters, NoClusters, SuspendMode};
pub use command::completion::{Completion, Fitting, NamesWanted, completion};
pub use command::stored::{command_head, stored_without_effect};
pub use command_server::{
    APPLICATION, COMMAND_QUEUE, CommandServer, CommandServerControl, CommandServerFlags,
    CommandServerState,
};
pub use dump::{DumpOptions, definition_text, quoted};
pub use fuzz::fuzz_one;
pub use neighbours::{NeighboursControl, RelationStatus};
pub use network::{Network, NetworkError, NoNetwork};
pub use operations::{LogReduction, ObjectOperations};
pub use outcome::{Defined, ObjectError};
pub use output::{Output, run_order};
pub use pattern::NamePattern;
pub use pcf::{Coding, escape_command, escape_text, run_message};
pub use queued::QueuedControl;
pub use run::{run_command, verify_command};
pub use running::{Administered, ClientTableKeeper, LogLayout, Surroundings, TableNotKept};
pub use script::{EXIT_NOT_RUN, EXIT_OK, EXIT_SOME_FAILED, Script};
pub use services::{NoServices, ServiceError, ServiceState, ServiceStatus, Services};
pub use status::ConnectionId;
pub use syntax::COMMAND_BYTES_MAX;
pub use topics::TopicOperations;
