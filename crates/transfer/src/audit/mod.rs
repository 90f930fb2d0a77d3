//! What agents publish: the audit of transfers and schedules, how far a transfer is, which schedules there are, and how an agent is.

mod agent_status;
mod item;
mod progress;
mod schedules;
mod transaction;

pub use agent_status::{AgentStatus, TransferStates};
pub use item::{LoggedChecksum, LoggedEnd, LoggedItem, LoggedSide};
pub use progress::{Current, Progress};
pub use schedules::{ScheduleAction, ScheduleLog, ScheduledTransfer, Schedules};
pub use transaction::{
    Action, AgentRole, CallPlace, CallResult, LoggedAgent, LoggedSet, Statistics, SystemInfo,
    Transaction,
};
