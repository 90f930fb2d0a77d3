//! The C library: the MQI as programs written in C, and in languages that sit on C, know it.
//!
//! A thin rim (`rim`) follows the caller's pointers: it reads a structure as far as its `Version` says, and writes
//! back only what that version has. Behind it everything is safe Rust: [`handles`] finds the connection of a
//! handle, [`connect`] chooses the road, [`connection`] carries out the verbs one at a time.
//!
//! The headers in `include/` are generated from `tables/`.
//!
//! Another road than those of `client` can be added by [`road::offer_embedded`].

pub mod connect;
pub mod connection;
mod consume;
pub mod copies;
pub mod handles;
mod held_message;
pub mod identity;
mod message_handles;
pub mod road;
mod secured;
mod transactions;
mod within;
// The only place with unsafe code: see its documentation.
#[allow(unsafe_code)]
pub mod rim;
