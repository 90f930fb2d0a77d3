//! The queue manager: objects, connections, verbs, units of work, checkpoint and restart.
//!
//! All roads end in a [`Connection`]. The queue manager never knows sockets, shared regions or
//! MQSC text. `README.md` in this crate is the theory: who may hold what while doing what,
//! what is durable when, and what every combination of files found at start means.

mod core;
mod deliver;
mod lock_order;
mod objects;
mod publish;
mod queue_manager;
pub mod record;
mod store;
mod uow;
mod verbs;

pub use ferromq_queue::Backlog;

pub use self::core::activity::{ActivityLevel, ActivitySettings, ApplicationTrace};
pub use self::core::job::{NextTurn, Turn};
pub use self::core::observation::Observed;
pub use self::core::place::{Place, QUEUES_DIRECTORY};
pub use self::core::trace::{Trace, TracePhase, TraceRecord, TraceRecorder, name_fits};
pub use self::core::{Notice, NoticeSink, RunState};
pub use deliver::cause::{Cause, MessageContext};
pub use deliver::event::EventDetails;
pub use deliver::route::{ActivityChannel, RouteOutcome, is_followed};
pub use deliver::transmit::is_unbound;
pub use ferromq_mqi::authority::{Permissions, ProtectedKind};
pub use ferromq_queue::QueueStatistics;
pub use ferromq_topic::Hosts;
pub use objects::asked::AskedName;
pub use objects::authority::{
    ADMINISTRATORS, AskedUser, Denial, EVERYBODY, Entities, Entity, Unanswered,
};
pub use objects::cluster::WorkloadOptions;
pub use objects::failure::ObjectError;
pub use objects::operations::Defined;
pub use objects::rules::{RuleAction, RuleError, rule_has, rule_of};
pub use publish::interests::{TopicInterest, TopicInterestChanges, TopicInterestState, Wake};
pub use publish::shared_topics::TopicConflict;
pub use queue_manager::authority::OverdueLookups;
pub use queue_manager::catalog::{
    CATALOG_FILE, CATALOG_SPARE_FILE, CatalogError, object_places, queue_names,
};
pub use queue_manager::checkpoint::CheckpointError;
pub use queue_manager::clusters::{ClusterRecord, ClusterWay, Reallocations};
pub use queue_manager::create::{CreateError, CreateSettings};
pub use queue_manager::expiry::ExpirySweeps;
pub use queue_manager::fuzz::fuzz_one;
pub use queue_manager::media::{MediaError, MediaImages, MediaReport};
pub use queue_manager::monitor::Host;
pub use queue_manager::monitor::rounds::FigureRounds;
pub use queue_manager::neighbours::{Proxy, ProxyChanges, ProxyOwner, PublishingMember};
pub use queue_manager::simulated::{SimulatedPlace, tester};
pub use queue_manager::simulated_participant::SimulatedParticipant;
pub use queue_manager::statistics::ChannelFigures;
pub use queue_manager::status::{
    ApplicationConnection, BranchPhase, BranchStatus, ConnectionStatus, ManagerStatus, QueueStatus,
};
pub use queue_manager::subscriptions::{PublisherStatus, SubscriptionStatus, TopicStatus};
pub use queue_manager::switching::ChannelQueues;
pub use queue_manager::watch::MessageWatch;
pub use queue_manager::{EndMode, QueueManager, RestartReport, StartError, StartSettings};
pub use record::authority::profile::{CLASS_PROFILE, Profile, ProfileError, SELF_PROFILE};
pub use record::authority::{AuthorityRecord, ENTITY_BYTES_MAX, EntityKind, EntityName};
pub use uow::branch::states::Outcome;
pub use verbs::channel_partner::ChannelPartner;
pub use verbs::connection::{ClustersOfNeighbours, Connection, Republished};
pub use verbs::connection_state::{ConnectionState, OpenHandle, WaitInterrupt};
pub use verbs::left_work::LeftWork;
pub use verbs::standing::{OpenDefaults, Standing, StandingGet, StandingGetRequest};
pub use verbs::step::WaitingFor;
