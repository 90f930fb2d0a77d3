//! The queue manager: objects, connections, verbs, units of work, checkpoint and restart.
//!
//! All roads end in a [`Connection`]. The queue manager never knows sockets, shared regions or
//! MQSC text. `README.md` in this crate is the theory: who may hold what while doing what,
//! what is durable when, and what every combination of files found at start means.

mod authority;
mod branch;
mod catalog;
mod checkpoint;
mod connection;
mod core;
mod create;
mod damage;
mod disk_room;
mod errands;
mod event;
mod expiry;
mod failure;
mod fuzz;
mod gate;
mod generated;
mod handle;
mod housekeeping;
mod identity;
mod job;
mod lock_order;
mod media;
mod monitor;
mod object;
mod pace;
mod pins;
mod place;
mod publish;
mod queue_manager;
pub mod record;
mod repeats;
mod report;
mod resolve;
mod restart;
mod room;
mod selector;
mod shared;
mod simulated;
mod standing;
mod status;
mod trigger;
mod uow;
mod verb;

pub use ferromq_queue::Backlog;

pub use self::core::{Notice, NoticeSink, RunState};
pub use authority::{
    ADMINISTRATORS, AuthorityRecord, CLASS_PROFILE, Denial, ENTITY_BYTES_MAX, EVERYBODY, Entities,
    Entity, EntityKind, EntityName, Permissions, Profile, ProfileError, ProtectedKind,
    SELF_PROFILE,
};
pub use branch::Outcome;
pub use catalog::{CATALOG_FILE, CatalogError, queue_names};
pub use checkpoint::CheckpointError;
pub use connection::{Connection, ConnectionState, OpenHandle, WaitingFor};
pub use create::{CreateError, CreateSettings};
pub use event::{Event, EventCategory};
pub use expiry::ExpirySweeps;
pub use ferromq_queue::QueueStatistics;
pub use fuzz::fuzz_one;
pub use job::{NextTurn, Turn};
pub use media::{MediaError, MediaImages, MediaReport};
pub use monitor::Host;
pub use object::failure::ObjectError;
pub use object::operations::Defined;
pub use object::rules::{RuleAction, RuleError, rule_has, rule_of};
pub use place::Place;
pub use publish::{PublisherStatus, SubscriptionStatus, TopicStatus};
pub use queue_manager::{EndMode, QueueManager, RestartReport, StartError, StartSettings};
pub use simulated::{SimulatedPlace, tester};
pub use standing::{OpenDefaults, Standing, StandingGet, StandingWish};
pub use status::{BranchPhase, BranchStatus, ConnectionStatus, ManagerStatus, QueueStatus};
