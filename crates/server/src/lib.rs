//! The process behind a running queue manager.
//!
//! A [`Server`] gives local applications their road to a queue manager that is open in this
//! process: it listens at a socket, owns the rings of every connection, runs their verbs on a few
//! service threads, and ends in good order. `README.md` is the theory: who waits for whom, what a
//! death leaves, and the measurements behind the defaults.
//!
//! Nothing here knows what a verb does. Requests are decoded, handed to a
//! [`ferromq_qmgr::Connection`], and their replies encoded.

mod admission;
mod balance;
mod cluster;
mod error_log;
mod event_loop;
mod local;
mod lock_order;
mod programs;
mod repeats;
mod server;
mod settings;
mod shared;
mod tcp;
mod trace;
mod turns;

pub use error_log::{ErrorLog, ErrorLogSettings, LogFacts, RecordFacts};
pub use ferromq::adoption::Adoption;
pub use ferromq::settings::{NamedOutbound, RevocationRules, WhenUnknown};
pub use ferromq_binding::{ListenError, Patience, RegionSizes};
pub use ferromq_mqi::codec::EndHow;
pub use ferromq_pam::Service as PamService;
pub use ferromq_wire::negotiate::PasswordRule;
pub use server::{Ended, RunError, Server, ServerHandle, StartError};
pub use settings::{
    ClientRoadSettings, ForcePolicy, PAM_SERVICE, PasswordSettings, ServiceSettings,
    UnauthenticatedLimits,
};
pub use trace::TraceFiles;
