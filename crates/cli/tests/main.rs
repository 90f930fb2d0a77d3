//! What is tried with the commands, each a process of its own.
//!
//! One program, which is linked once; `cargo test -p ferromq-cli --test all NAME::` runs one file of it.

mod activity_trace;
mod closed_pipes;
mod container;
mod controlled_end;
mod dead_letters;
mod developer;
mod events;
mod join;
mod joined;
mod large_answers;
mod life;
mod logs;
mod message_files;
mod migrate;
mod monitors_and_stanzas;
mod other_user;
mod passwords;
mod postgres_cluster;
mod process;
mod remote_administration;
mod replicate_apply;
mod replicate_capture;
mod replicate_commands;
mod replicate_failover;
mod replicate_publish;
mod rights;
mod routes;
mod services;
mod statistics;
mod supervised;
mod support;
mod tab;
mod transactions;
mod transcripts;
mod transfer;
mod transfer_available;
mod transfer_bridge;
mod transfer_clients;
mod transfer_database;
mod transfer_later;
mod transfer_loggers;
mod transfer_monitors;
mod uniform;
mod usage;
