//! What is tried with a server: in this process, or in one that is killed.
//!
//! One program, which is linked once; `cargo test -p ferromq-server --test all NAME::` runs one file of it.

mod admission;
#[path = "../../tls/tests/authority/mod.rs"]
mod authority;
mod between_managers;
mod branches;
mod budgets;
mod c_programs;
mod carried;
mod channel_attempts;
mod channel_events;
mod channel_kills;
mod channel_operations;
mod channel_statistics;
mod client_tls;
mod cluster_channels;
mod cluster_kills;
mod cluster_topics;
mod cluster_trust;
mod clusters;
mod endings;
mod far_away;
mod faults;
mod gathered;
mod images;
mod kills;
mod local_passwords;
mod moving;
mod neighbours;
mod over_tcp;
mod partners;
mod partners_tls;
mod published_kills;
mod queued;
mod reconnect;
mod slow_disk;
mod slow_users;
mod start_forms;
mod support;
mod table_by_https;
mod verbs;
mod workers;
