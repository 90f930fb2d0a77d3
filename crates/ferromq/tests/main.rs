//! What is tried with a queue manager in this process.
//!
//! One program, which is linked once; `cargo test -p ferromq --test all NAME::` runs one file of it.

mod command_server;
mod creation;
mod delay;
mod first_steps;
mod installation;
mod media;
mod place;
mod queued;
mod retained_race;
mod transfer;
