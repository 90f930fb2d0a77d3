//! Files of properties: agents, coordination, commands and loggers are set up with them.
//!
//! [`Properties`] is such a file as it is, comments and all; [`AgentProperties`], [`CoordinationProperties`], [`CommandProperties`] and [`LoggerProperties`] are what it
//! says, by tables of keys with their kinds, ranges and defaults. What a table does not have stays in the file and is passed over.

mod agent;
mod file;
mod logger;
mod setting;
mod substitution;

pub use agent::{AgentProperties, CommandProperties, CoordinationProperties};
pub use file::{BYTES_MAX, FileProblem, LINES_MAX, Properties};
pub use logger::LoggerProperties;
pub use setting::{Kind, Setting, SettingProblem, SettingProblemKind};
pub use substitution::{UnknownVariable, substitute};
