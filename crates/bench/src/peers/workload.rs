//! What is compared: the settings of ours, and the shape of the same work at a peer.

use super::server::Kind;
use crate::arguments::Arguments;

/// Who does what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Requesters and as many responders, over 10 queues.
    RoundTrips { requesters: usize },
    /// Producers, each with a queue and a consumer of its own; messages to a unit of work.
    Stream { pairs: usize, batch: u64 },
    /// One publisher, and subscribers who get all of it.
    Publish { subscribers: usize },
}

/// Where those are who do not send the first message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Others {
    /// At the same server.
    Here,
    /// At a second one joined with it.
    Joined,
    /// Spread over so many in a cluster.
    Spread(usize),
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Workload {
    pub(crate) name: &'static str,
    pub(crate) shape: Shape,
    pub(crate) size: usize,
    pub(crate) persistent: bool,
    /// Ours asks for no answers to puts, and consumers read ahead.
    pub(crate) unanswered: bool,
    /// Where those are who do not send the first message.
    pub(crate) others: Others,
    /// Who does this well, each with what it calls persistent.
    pub(crate) peers: &'static [Kind],
}

const KIB: usize = 1 << 10;
const FAST: &[Kind] = &[Kind::Nats, Kind::Redis];
const LASTING: &[Kind] = &[Kind::RedisAof];
const JOINED: &[Kind] = &[Kind::NatsLeaf];
const PAIR: &[Kind] = &[Kind::Nats2];
const FOUR: &[Kind] = &[Kind::Nats4];

const fn plain(name: &'static str, shape: Shape) -> Workload {
    Workload {
        name,
        shape,
        size: 2 * KIB,
        persistent: false,
        unanswered: false,
        others: Others::Here,
        peers: FAST,
    }
}

const fn lasting(name: &'static str, shape: Shape) -> Workload {
    Workload {
        persistent: true,
        peers: LASTING,
        ..plain(name, shape)
    }
}

const fn unanswered(workload: Workload) -> Workload {
    Workload {
        unanswered: true,
        ..workload
    }
}

const fn joined(workload: Workload) -> Workload {
    Workload {
        others: Others::Joined,
        peers: JOINED,
        ..workload
    }
}

const fn spread(members: usize, workload: Workload) -> Workload {
    Workload {
        others: Others::Spread(members),
        peers: if members == 2 { PAIR } else { FOUR },
        ..workload
    }
}

const fn round_trips(requesters: usize) -> Shape {
    Shape::RoundTrips { requesters }
}

const fn stream(batch: u64) -> Shape {
    Shape::Stream { pairs: 8, batch }
}

/// All rows.
pub(crate) const WORKLOADS: &[Workload] = &[
    plain("round trips, 1 requester", round_trips(1)),
    plain("round trips, 32 requesters", round_trips(32)),
    unanswered(plain(
        "round trips, 1 requester, puts without answers",
        round_trips(1),
    )),
    unanswered(plain(
        "round trips, 32 requesters, puts without answers",
        round_trips(32),
    )),
    lasting("round trips, persistent, 1 requester", round_trips(1)),
    lasting("round trips, persistent, 64 requesters", round_trips(64)),
    unanswered(lasting(
        "round trips, persistent, 64 requesters, puts without answers",
        round_trips(64),
    )),
    unanswered(Workload {
        peers: &[Kind::Nats],
        ..plain("stream 8 to 8", stream(0))
    }),
    lasting(
        "stream 8 to 8, persistent, 100 to a unit of work",
        stream(100),
    ),
    unanswered(lasting(
        "stream 8 to 8, persistent, 100 to a unit of work, puts without answers",
        stream(100),
    )),
    lasting("stream 8 to 8, persistent, 1 to a unit of work", stream(1)),
    unanswered(plain(
        "publish/subscribe 1:48",
        Shape::Publish { subscribers: 48 },
    )),
    Workload {
        size: 200 * KIB,
        ..plain("round trips, 8 requesters, 200 KiB", round_trips(8))
    },
    joined(plain(
        "two servers: round trips, 1 requester",
        round_trips(1),
    )),
    joined(plain(
        "two servers: round trips, 32 requesters",
        round_trips(32),
    )),
    joined(unanswered(plain("two servers: stream 8 to 8", stream(0)))),
    spread(
        2,
        plain("cluster of 2: round trips, 32 requesters", round_trips(32)),
    ),
    spread(
        2,
        unanswered(plain("cluster of 2: stream 8 to 8", stream(0))),
    ),
    spread(
        2,
        unanswered(plain(
            "cluster of 2: publish/subscribe 1:48",
            Shape::Publish { subscribers: 48 },
        )),
    ),
    spread(
        4,
        plain("cluster of 4: round trips, 32 requesters", round_trips(32)),
    ),
    spread(
        4,
        unanswered(plain("cluster of 4: stream 8 to 8", stream(0))),
    ),
    spread(
        4,
        unanswered(plain(
            "cluster of 4: publish/subscribe 1:48",
            Shape::Publish { subscribers: 48 },
        )),
    ),
];

impl Workload {
    /// Messages for each operation that is counted at a peer: of publications, published and consumed count together.
    pub(crate) fn counted_each(&self) -> f64 {
        match self.shape {
            Shape::Publish { subscribers } => 1.0 + 1.0 / subscribers as f64,
            _ => 1.0,
        }
    }

    /// One client to a thread, which blocks; or many, driven by an event loop.
    pub(crate) fn is_lone(&self) -> bool {
        self.shape == round_trips(1)
    }

    /// The longest answer of a peer's server.
    pub(crate) fn answer_bytes(&self) -> usize {
        let most = match self.shape {
            Shape::Stream { batch, .. } => usize::try_from(batch.max(1)).unwrap_or(1),
            _ => 1,
        };
        most * (self.size + 256)
    }

    /// The mode of this program that measures ours, and its settings: clients with a socket each.
    pub(crate) fn ours(&self, given: &Arguments) -> (&'static str, Arguments) {
        let style = if self.is_lone() { "threads" } else { "tasks" };
        let mut ours = given
            .clone()
            .with("road", "client")
            .with("sharing", 1)
            .with("style", style)
            .with("size", self.size)
            .with("quiet", "");
        if self.persistent {
            ours = ours.with("persistent", "");
        }
        ours = match self.others {
            Others::Here => ours,
            Others::Joined => ours.with("channels", 1),
            Others::Spread(members) => ours.with("cluster", members),
        };
        if self.unanswered {
            ours = ours.with("async-put", "").with("read-ahead", "");
        }
        match self.shape {
            Shape::RoundTrips { requesters } => ("round-trip", ours.with("requesters", requesters)),
            Shape::Stream { pairs, batch } => {
                let ours = ours.with("producers", pairs).with("consumers", pairs);
                ("stream", ours.with("pairs", pairs).with("batch", batch))
            }
            Shape::Publish { subscribers } => ("publish", ours.with("subscribers", subscribers)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn rows_have_names_of_their_own_and_peers_that_can_do_it() {
        let names: BTreeSet<_> = WORKLOADS.iter().map(|workload| workload.name).collect();
        assert_eq!(names.len(), WORKLOADS.len());
        for workload in WORKLOADS {
            assert!(!workload.peers.is_empty(), "{}", workload.name);
            let lasting = workload.peers.contains(&Kind::RedisAof);
            assert_eq!(lasting, workload.persistent, "{}", workload.name);
            let joined = workload.peers.contains(&Kind::NatsLeaf);
            assert_eq!(
                joined,
                workload.others == Others::Joined,
                "{}",
                workload.name
            );
            let members = match workload.others {
                Others::Spread(members) => members,
                Others::Here | Others::Joined => 1,
            };
            for peer in workload.peers {
                assert_eq!(peer.members(), members, "{}", workload.name);
            }
        }
    }

    #[test]
    fn ours_are_clients_with_a_socket_each_whatever_was_given() {
        let given = Arguments::default()
            .with("sharing", 10)
            .with("road", "embedded");
        for workload in WORKLOADS {
            let (_, ours) = workload.ours(&given);
            assert_eq!(ours.text("sharing"), Some("1"));
            assert_eq!(ours.text("road"), Some("client"));
            assert_eq!(ours.flag("persistent"), workload.persistent);
        }
    }
}
