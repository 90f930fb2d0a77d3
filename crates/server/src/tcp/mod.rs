//! The client road's edge: ports, sockets, threads.
//!
//! Everything that understands a byte is in `ferromq_channel`. Here are the event loops that feed
//! it, the table of running channels, the listeners, and what a channel asks of the process.

mod agents;
mod calling;
mod channel_events;
mod channel_plan;
mod channel_records;
mod channel_status;
mod channel_words;
mod channels;
mod cluster_channels;
mod completing;
mod definition_made;
mod demands;
mod edge;
mod exits;
mod host;
mod initiator;
mod item;
mod last_errors;
mod listening;
mod made_senders;
mod message_channel;
mod message_host;
mod network;
mod plan;
mod plan_index;
mod protocol;
#[cfg(test)]
mod protocol_tests;
mod published_address;
mod reaching;
mod running;
mod secure;
mod server_connection;
mod socket;
mod sockets;
mod unauthenticated;

pub(crate) use edge::Edge;
pub(crate) use reaching::leads_to;

use crate::admission::Admission;
use crate::repeats::Refusals;
use crate::settings::ClientRoadSettings;
use agents::{Agents, Board};
use channels::Channels;
use ferromq_base::poll::Poller;
use ferromq_mqi::Reason;
use ferromq_mqi::generated::constants::MQAT_QMGR;
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::{Origin, Road};
use ferromq_qmgr::{AskedUser, NoticeSink, QueueManager as Engine};
use initiator::Initiator;
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
    let poller = Poller::new()?;
    let board = Arc::new(Board::new(poller.waker()));
    let own = own(&engine);
    let agents = Agents {
        board: Arc::clone(&board),
        own,
    };
    let edge = Arc::new(Edge::new(
        engine, admission, settings, notices, refusals, inboxes, agents,
    ));
    let told = Arc::downgrade(&edge);
    edge.engine().set_channel_figures(move || {
        let edge = told.upgrade();
        edge.map(|edge| edge.take_channel_figures())
            .unwrap_or_default()
    });
    let channels = Channels::new(Arc::clone(&edge));
    let mut threads = run(
        &edge,
        Protocols::new(Box::new(channels), Vec::new()),
        pollers,
    )?;
    let initiator = Initiator::new(Arc::clone(&edge), board, poller);
    let thread = std::thread::Builder::new().name("initiator".to_owned());
    threads.push(thread.spawn(move || initiator.run())?);
    Ok((edge, threads))
}

/// Whom the queue manager's own connections act for: the user it runs as.
fn own(engine: &Engine) -> Result<(Origin, AskedUser), Reason> {
    let uid = rustix::process::getuid().as_raw();
    let origin = Origin {
        user_id: FixedText::truncated(&ferromq::local_user_name(uid)),
        appl_name: FixedText::truncated("FerroMQ channel"),
        appl_type: MQAT_QMGR,
        process_id: std::process::id(),
        thread_id: 0,
        uid,
        road: Road::Embedded,
        client: None,
    };
    let asked = engine.ask_user(&origin)?;
    Ok((origin, asked))
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
