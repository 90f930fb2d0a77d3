//! Shared-memory rings between a local application and the queue manager.
//!
//! A connection is a region of memory with two byte rings, a doorbell for the server and a futex word for the
//! client, set up over a Unix socket that afterwards only tells of death. It carries opaque frames both ways and
//! never knows what they mean. `README.md` is the theory, `docs/formats/shared-region.md` the layout.
//!
//! The server side trusts nothing it reads from a region: positions are read once and checked, bytes are copied
//! out once, and a broken rule costs the peer its connection and nobody else anything.
//!
//! ```no_run
//! use std::path::Path;
//! use ferromq_binding::{ClientEndpoint, Hello};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let hello = Hello { opaque: b"who I am".to_vec().into(), ..Hello::default() };
//! let (mut server, _answer) = ClientEndpoint::connect(Path::new("/run/qm1/binding"), &hello)?;
//! let mut reply = Vec::new();
//! server.call(&[b"head", b"body"], &mut reply)?;
//! # Ok(())
//! # }
//! ```

// A length or a place that a program said is asked for with `get`, or what is done says why it cannot be outside.
#![warn(clippy::indexing_slicing)]

mod client;
mod error;
mod event;
#[expect(clippy::indexing_slicing, reason = "a fuzzer is to be told")]
mod fuzz;
mod gathered;
mod handshake;
mod layout;
mod listener;
mod patience;
mod peer;
mod region;
mod ring;
mod rings;
mod server;
mod split;

pub use client::{ClientEndpoint, HANDSHAKE_SECONDS_MAX, WAIT_KINDS};
pub use error::{BindingError, ConnectError, HandshakeError, ListenError, PeerError, Rule};
pub use event::Event;
pub use fuzz::fuzz_one;
pub use gathered::{GATHERED_MAX, sleep_for_any};
pub use handshake::{HELLO_BYTES_MAX, Handshake, Hello};
pub use layout::{
    FRAME_BYTES_MAX, REGION_VERSION, RING_BYTES_DEFAULT, RING_BYTES_MAX, RING_BYTES_MIN,
    RING_BYTES_REQUESTED_MAX, RegionSizes, SizeError,
};
pub use listener::Listener;
pub use patience::{Patience, Turn, Waiting};
pub use peer::{Peer, STOPPED_SECONDS_MAX};
pub use ring::{Fragment, Received};
pub use rustix::io::Errno;
pub use server::ServerEndpoint;
pub use split::{EARNED_BYTES, NoMemory, SplitFrame};
