//! Figures of the queue manager, published below `$SYS/MQ/INFO/QMGR/<name>/Monitor`.
//!
//! What there is to subscribe to is retained there: classes, the types of each, the elements of each type. Figures are
//! worked out and published every ten seconds, those somebody subscribed to and no others. Whoever embeds the queue
//! manager says when ([`FigureRounds`](rounds::FigureRounds)) and what machine it is on ([`Host`]).
//!
//! Numbers and names are those tools know (`tables/monitor_*.csv`). What adds up is published as what was added since the
//! last publication of that topic, or since the start; the message says how long that was.
//! Source: "Metrics published on the system topics", "Developing applications that use the monitoring data".

mod collect;
mod encode;
pub(crate) mod rounds;
mod subjects;

use subjects::Prefix;

use crate::deliver::placing::sign;
use crate::publish::copy::Publication;
use crate::publish::retention::retain_alone;
use crate::queue_manager::QueueManager;
use crate::verbs::Engine;
use bytes::Bytes;
use ferromq_base::machine::Machine;
use ferromq_log::Lsn;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::generated::constants::*;
use ferromq_queue::Message;
use std::path::PathBuf;
use std::sync::Arc;

/// What the queue manager runs on, for figures that are not its own.
#[derive(Clone)]
pub struct Host {
    /// The machine.
    pub machine: Arc<dyn Machine>,
    /// Directory of the queue manager's data.
    pub data: PathBuf,
    /// Directory of its log.
    pub log: PathBuf,
    /// Directory of its notices.
    pub errors: PathBuf,
}

impl std::fmt::Debug for Host {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Host")
            .field("data", &self.data)
            .finish_non_exhaustive()
    }
}

/// What publications of figures begin with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Monitor {
    /// When the queue manager was started, monotonic, and where the log stood then.
    started_ns: u64,
    log_began: u64,
}

impl Monitor {
    pub(crate) fn new(started_ns: u64, log_began: u64) -> Self {
        Self {
            started_ns,
            log_began,
        }
    }
}

impl QueueManager {
    /// Retains the catalogue of figures, so that programs can find what there is to subscribe to. Retained until the
    /// queue manager ends.
    pub fn announce_figures(&self) {
        let engine = &self.engine;
        let ccsid = engine.limits().ccsid;
        let _order = engine.order_commits();
        for (topic, body) in encode::catalogue(&Prefix::of(&engine.name), ccsid) {
            let publication = publication_of(engine, topic, body, true);
            retain_alone(engine, publication, Lsn::NONE);
        }
    }
}

/// What the queue manager has to say, ready to be published.
fn publication_of(engine: &Engine, topic: String, body: Vec<u8>, retained: bool) -> Publication {
    let put_at_us = engine.clock.wall_us();
    let mut descriptor = MsgDescriptor {
        version: MQMD_VERSION_2,
        msg_type: MQMT_DATAGRAM,
        format: *b"MQPCF   ",
        encoding: MQENC_NATIVE,
        coded_char_set_id: engine.limits().ccsid,
        persistence: MQPER_NOT_PERSISTENT,
        priority: 0,
        ..MsgDescriptor::default()
    };
    sign(engine, &mut descriptor, put_at_us);
    let message = Message::new(descriptor, Bytes::from(body));
    Publication {
        retained,
        ..Publication::of(topic.into(), message, put_at_us)
    }
}
