//! The client road's edge: ports, sockets, threads.
//!
//! Everything that understands a byte is in `ferromq_channel`. Here are the event loops that feed
//! it, the table of running channels, the listeners, and what a channel asks of the process.

mod channels;
mod edge;
mod host;
mod item;
mod listening;
mod network;
mod protocol;
#[cfg(test)]
mod protocol_tests;
mod running;
mod secure;
mod server_connection;
mod socket;
mod sockets;
mod unauthenticated;

pub(crate) use edge::Edge;
pub use unauthenticated::UnauthenticatedLimits;

use crate::admission::Admission;
use crate::repeats::Refusals;
use crate::settings::ClientRoadSettings;
use channels::Channels;
use ferromq_base::poll::Poller;
use ferromq_qmgr::{NoticeSink, QueueManager as Engine};
use item::LoopInbox;
use protocol::Protocols;
use sockets::Sockets;
use std::io;
use std::sync::Arc;
use std::thread::JoinHandle;

/// Starts the event loops. Nothing listens yet.
///
/// # Errors
/// Out of threads, descriptors or memory.
pub(crate) fn start(
    engine: Engine,
    admission: Arc<Admission>,
    settings: ClientRoadSettings,
    notices: NoticeSink,
    refusals: Arc<Refusals>,
) -> io::Result<(Arc<Edge>, Vec<JoinHandle<()>>)> {
    let pollers = (0..settings.event_loops.max(1))
        .map(|_| Poller::new())
        .collect::<Result<Vec<_>, _>>()?;
    let inboxes = pollers
        .iter()
        .map(|poller| Arc::new(LoopInbox::new(poller.waker())))
        .collect();
    let edge = Arc::new(Edge::new(
        engine, admission, settings, notices, refusals, inboxes,
    ));
    let channels = Channels::new(Arc::clone(&edge));
    let threads = run(
        &edge,
        Protocols::new(Box::new(channels), Vec::new()),
        pollers,
    )?;
    Ok((edge, threads))
}

/// Runs the event loops, which speak these protocols.
fn run(
    edge: &Arc<Edge>,
    protocols: Protocols,
    pollers: Vec<Poller>,
) -> io::Result<Vec<JoinHandle<()>>> {
    let protocols = Arc::new(protocols);
    let start = |(number, poller)| {
        let body = Sockets::event_loop(Arc::clone(edge), Arc::clone(&protocols), number, poller);
        let thread = std::thread::Builder::new().name(format!("channels {number}"));
        thread.spawn(move || body.run())
    };
    pollers.into_iter().enumerate().map(start).collect()
}
