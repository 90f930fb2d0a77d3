//! Monitors: what is watched, what has to be found, and what is done then. Their requests, lists and audit.

mod condition;
mod definition;
mod order;
mod published;

pub use condition::{Condition, Conditions, NamePattern};
pub use definition::{ContentList, ContentOrder, DeleteMonitor, Monitor, PollUnit, Resource, Task};
pub use order::{MonitorOrder, MonitorOrderKind, MonitorRequest};
pub use published::{MonitorAction, MonitorListing, MonitorLog};

/// The name space of all three.
const NAMESPACE: &str = "http://www.ibm.com/xmlns/wmqfte/7.0.1/MonitorDefinition";
