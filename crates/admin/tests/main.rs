//! What is tried with MQSC and PCF.
//!
//! One program, which is linked once; `cargo test -p ferromq-admin --test all NAME::` runs one file of it.

mod absent;
mod answers;
mod clusters;
mod command_server;
mod communication;
mod definitions;
mod dump;
mod fake;
mod hidden;
mod pcf;
mod pcf_channels;
mod pcf_tools;
mod pcf_topics;
mod rules;
mod running;
mod services;
mod soup;
mod started;
mod subscriptions;
mod transcripts;
