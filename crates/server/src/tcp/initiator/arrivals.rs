//! Senders of clusters that are started because messages have come for them.
//!
//! They share a queue, and nobody gets from it what is for a sender that does not run. So each that does not has a watch there for the messages with
//! its name: the queue finds it by that, and other messages pass it by. What was there before the watch is looked for once, in the index of the queue.

use super::touched::Touched;
use crate::tcp::agents::{Board, Order};
use crate::tcp::edge::Edge;
use ferromq::WaitingConnection;
use ferromq_channel::cluster_correl_id;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::GetOptions;
use ferromq_mqi::{MsgDescriptor, ObjectName, Reason};
use ferromq_qmgr::MessageWatch;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::task::{Wake, Waker};

/// See the module.
pub(super) struct Arrivals {
    edge: Arc<Edge>,
    board: Arc<Board>,
    watches: BTreeMap<String, MessageWatch>,
    /// Senders whose queue could not be watched or looked at.
    later: BTreeSet<String>,
}

/// So many of them are tried again after an event.
const LATER_MAX: usize = 16;

/// A message has come for this sender, or something has happened to its queue.
struct Arrived {
    board: Arc<Board>,
    channel: String,
}

impl Wake for Arrived {
    fn wake(self: Arc<Self>) {
        self.board.send(Order::Arrived(self.channel.clone()));
    }
}

impl Arrivals {
    pub(super) fn new(edge: Arc<Edge>, board: Arc<Board>) -> Self {
        Self {
            edge,
            board,
            watches: BTreeMap::new(),
            later: BTreeSet::new(),
        }
    }

    /// Something has come for a sender, or may have.
    pub(super) fn arrived(&mut self, channel: &str) {
        // Another one follows if it is not started.
        self.watches.remove(channel);
    }

    /// A watch whose queue is gone, or is not that of its sender any more, hears nothing: another one follows.
    pub(super) fn look_again(&mut self) {
        let edge = &self.edge;
        self.watches.retain(|name, watch| {
            let sender = edge.cluster_sender(name);
            let queue = sender.and_then(|sender| edge.transmission_queue(&sender));
            queue.is_some_and(|queue| watch.is_on(&queue))
        });
    }

    /// Watches for those of these senders that do not run, and starts those that messages wait for.
    pub(super) fn watch(&mut self, touched: &Touched) {
        match touched {
            Touched::All => self.watch_all(),
            Touched::Some(names) => {
                let again: Vec<String> = self.later.iter().take(LATER_MAX).cloned().collect();
                for name in names.iter().chain(&again) {
                    match self.edge.is_idle_cluster_sender(name) {
                        true => self.watch_for(name),
                        false => self.forget(name),
                    }
                }
            }
        }
    }

    fn watch_all(&mut self) {
        let idle = self.edge.idle_cluster_senders();
        self.watches.retain(|name, _| idle.contains(name));
        self.later.retain(|name| idle.contains(name));
        for name in idle {
            self.watch_for(&name);
        }
    }

    fn forget(&mut self, name: &str) {
        self.watches.remove(name);
        self.later.remove(name);
    }

    fn watch_for(&mut self, name: &str) {
        if !self.watches.contains_key(name) {
            self.later.insert(name.to_owned());
            if self.begin_to_watch(name).is_some() {
                self.later.remove(name);
            }
        }
    }

    /// `None` where it has to be tried again.
    fn begin_to_watch(&mut self, name: &str) -> Option<()> {
        let definition = self.edge.cluster_sender(name)?;
        let queue = self.edge.transmission_queue(&definition)?;
        let correl_id = cluster_correl_id(&FixedText::truncated(name));
        let waker = Waker::from(Arc::new(Arrived {
            board: Arc::clone(&self.board),
            channel: name.to_owned(),
        }));
        // A queue that is not there has no messages, and one with too many who wait is looked at again.
        let watch = self
            .edge
            .engine()
            .watch_messages(&queue, Some(correl_id), &waker)
            .ok()?;
        match self.edge.has_message_for(&queue, correl_id).ok()? {
            true => self.edge.trigger(name),
            false => drop(self.watches.insert(name.to_owned(), watch)),
        }
        Some(())
    }
}

impl Edge {
    /// Whether a message with this correlation identifier is on a queue.
    fn has_message_for(&self, queue: &ObjectName, correl_id: [u8; 24]) -> Result<bool, Reason> {
        let mut session = WaitingConnection::new(self.connect_agent()?).session();
        let queue = queue.as_str().trim_end();
        let handle = session.open(queue, MQOO_BROWSE | MQOO_FAIL_IF_QUIESCING)?;
        let wanted = MsgDescriptor {
            correl_id,
            ..MsgDescriptor::default()
        };
        let options = GetOptions {
            options: MQGMO_BROWSE_FIRST | MQGMO_ACCEPT_TRUNCATED_MSG | MQGMO_FAIL_IF_QUIESCING,
            match_options: MQMO_MATCH_CORREL_ID,
            ..GetOptions::default()
        };
        match session.get(handle, &wanted, &options, 0) {
            Ok(_) => Ok(true),
            Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => Ok(false),
            Err(error) => Err(error.reason),
        }
    }
}
