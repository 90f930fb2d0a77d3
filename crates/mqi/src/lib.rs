//! The Message Queue Interface as Rust sees it: the narrow waist all roads pass.
//!
//! Every road into a queue manager (embedded, bindings, client) turns what it is given into a
//! [`call::Request`] and gives back a [`call::Reply`]. Above the waist are applications,
//! channels and commands; below it is the queue manager. Names, values and layouts are those
//! of the MQI and come from the files in `tables/`; `cargo xtask generate` writes the
//! modules under [`generated`].
//!
//! Applications use [`session::Session`], which offers the verbs as methods over any road.

mod answer;
pub mod attribute;
pub mod authority;
pub mod call;
pub mod clusters;
pub mod code_page;
pub mod codec;
pub mod connection_name;
pub mod convert;
pub mod dead_letter;
pub mod definition;
pub mod described;
pub mod distinguished_name;
pub mod distribution;
pub mod distribution_header;
pub mod extension;
pub mod fronted;
pub mod generated;
pub mod glob;
pub mod header;
pub mod hex;
pub mod local;
pub mod message_handle;
pub mod name;
pub mod notice;
pub mod options;
pub mod password;
pub mod pcf;
pub mod place;
pub mod preset;
pub mod property;
pub mod put_date;
pub mod q_mgr_ccsid;
pub mod queued;
pub mod reason;
pub mod report;
pub mod rfh2;
pub mod route;
pub mod session;
pub mod xa;

pub use generated::structs::MsgDescriptor;
pub use name::ObjectName;
pub use reason::Reason;
