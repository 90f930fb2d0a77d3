//! The MQI as a contract: one text, many subjects.
//!
//! Each contract is a function that drives a queue manager through nothing but
//! [`Session`](ferromq_mqi::session::Session) and MQSC, and says in its name what must hold. A
//! road is tested by implementing [`Road`] and [`Subject`] and calling [`run_all`] from a test
//! binary without a harness. Contracts that need what a subject cannot do (restart, for one)
//! are reported as skipped, never silently left out.
//!
//! `README.md` has a row for every reason code with the contract that provokes it.

mod app;
mod async_put;
mod authority;
mod authority_command;
mod authority_topic;
mod await_any;
mod begin;
mod browse;
mod browse_lock;
mod browse_mark;
mod catalogue;
mod connect;
mod context;
mod convert;
mod copies;
mod durable;
mod dynamic;
mod event;
mod event_depth;
mod event_object;
mod expiry;
mod get;
mod group_get;
mod group_put;
mod inquire;
mod list;
mod message_handle;
mod monitor;
mod name_resolution;
mod open;
mod order;
mod property;
mod publish;
mod put;
mod put_limit;
mod put_number;
mod report;
mod restart;
mod retained;
mod run;
mod segment;
mod segmentation;
mod select;
mod selector;
mod set;
mod stat;
mod stream;
mod subject;
mod syncpoint;
mod transmit;
mod trial;
mod trigger;
mod trigger_edge;
mod wait;
mod xa;
mod xa_recover;

pub use catalogue::catalogue;
pub use run::{run_all, run_matching};
pub use subject::{Contract, Need, Road, Subject, Wire};
pub use trial::Trial;
