//! Connections of applications to a queue manager in another process.
//!
//! ```no_run
//! use ferromq_client::BindingsConnection;
//! use ferromq_mqi::MsgDescriptor;
//! use ferromq_mqi::generated::constants::MQOO_OUTPUT;
//! use ferromq_mqi::options::PutOptions;
//! use ferromq_mqi::session::Session;
//!
//! let mut session = Session::new(BindingsConnection::connect_to("QM1")?);
//! let queue = session.open("ORDERS", MQOO_OUTPUT)?;
//! session.put(queue, &mut MsgDescriptor::default(), &mut PutOptions::default(), "hello")?;
//! session.disconnect()?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`BindingsConnection`] goes over shared memory to a queue manager of this machine, [`ClientConnection`] over
//! TCP to one anywhere; programs that use a `Session` do not see the difference.
//!
//! A connection belongs to one thread at a time, and a thread can have many connections: see
//! [`BindingsConnection::start`] and [`sleep_for_any`]. The other verbs block; how long they look for an answer
//! before they sleep is the binding's business. A connection whose queue manager is gone answers
//! every verb with `MQRC_CONNECTION_BROKEN`; whether the verb under way then was carried out is
//! not known, as with any queue manager.

mod bindings;
mod cancel;
mod channel;
mod configuration;
mod control;
mod environment;
mod failure;
mod locate;
mod origin;
pub mod socket;
mod table;
mod tcp;
mod tls;
mod tls_demands;
mod unanswered;

pub use bindings::{BindingsConnection, sleep_for_any};
pub use cancel::WaitCanceller;
pub use channel::ClientChannel;
pub use configuration::{Configuration, Reconnect};
pub use control::{control, wait_for_end};
pub use environment::{ChannelSource, mqserver};
pub use failure::ConnectFailure;
pub use ferromq_mqi::connection_name::{Address, AddressError, PORT, addresses};
pub use ferromq_mqi::password::KeyPassword;
pub use locate::{default_q_mgr, locate};
pub use origin::appl_name;
pub use socket::Password;
pub use table::{Affinity, ChannelTable, Definition, fuzz_one};
pub use tcp::{
    ClientConnection, Hears, ReconnectingConnection, Reconnection, sleep_for_any_client,
};
pub use tls_demands::TlsDemands;

pub use ferromq_binding::{Patience, STOPPED_SECONDS_MAX};
pub use ferromq_mqi::codec::{ControlAnswer, ControlRequest, EndHow, Phase};
