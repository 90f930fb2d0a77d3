//! Applications as commands see them: their instances here, what is known of other members of a uniform cluster, and whoever
//! spreads them over it.

use ferromq_mqi::generated::constants::{
    MQCNO_RECONNECT, MQIMMREASON_APPLNAME_CHANGED, MQIMMREASON_AWAITS_REPLY,
    MQIMMREASON_IN_TRANSACTION, MQIMMREASON_MOVING, MQIMMREASON_NO_REDIRECT, MQIMMREASON_NONE,
    MQIMMREASON_NOT_CLIENT, MQIMMREASON_NOT_RECONNECTABLE,
};
use ferromq_mqi::options::Balancing;
use ferromq_qmgr::ApplicationConnection;
use std::collections::{BTreeMap, BTreeSet};

/// Connections of an application that belong together: they move together, if they do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApplicationInstance {
    /// The name of the application.
    pub name: String,
    /// The identifier of its first connection.
    pub id: [u8; 24],
    /// Those of all its connections.
    pub connections: Vec<[u8; 24]>,
    /// The sockets they are on: what shares one moves together.
    pub sockets: BTreeSet<(String, u16)>,
    /// Why it cannot be moved now: `MQIMMREASON_*`.
    pub immovable: i32,
    /// `MQBNO`.
    pub balancing: Balancing,
    /// How often it was told to move and is still here, and when it was told last, microseconds since the epoch.
    pub told: (u32, u64),
}

impl ApplicationInstance {
    /// Whether it could be moved now.
    #[must_use]
    pub fn is_movable(&self) -> bool {
        self.immovable == MQIMMREASON_NONE
    }

    /// Whether it can be moved once it is not at something any more.
    #[must_use]
    pub fn is_movable_later(&self) -> bool {
        let at_something = [MQIMMREASON_IN_TRANSACTION, MQIMMREASON_AWAITS_REPLY];
        self.is_movable()
            || (at_something.contains(&self.immovable) && self.balancing.patience_s().is_some())
    }
}

/// A connection that was told to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ToldToMove {
    /// How often.
    pub times: u32,
    /// When it was told last, microseconds since the epoch.
    pub last_us: u64,
    /// It is about to.
    pub moving: bool,
}

/// What a member of a uniform cluster has of an application.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApplicationMember {
    /// Identifier of the queue manager.
    pub q_mgr_id: String,
    /// Its name.
    pub q_mgr: String,
    /// It is heard of.
    pub active: bool,
    /// When it was heard of last, microseconds since the epoch; `None` of this queue manager itself, and of one that never was.
    pub heard_us: Option<u64>,
    /// Instances, and those of them that can be moved, by name of the application.
    pub counts: BTreeMap<String, (u32, u32)>,
}

/// Whoever spreads applications over a uniform cluster.
pub trait Applications: Send + Sync {
    /// The uniform cluster this queue manager is a member of.
    fn cluster(&self) -> String;

    /// The members that are known, by name, this one too.
    fn members(&self) -> Vec<ApplicationMember>;

    /// What a connection was told.
    fn told(&self, connection: &[u8; 24]) -> ToldToMove;
}

/// The instances connections belong to, by name and then by their first connection. `told` says what a connection was told.
pub fn instances(
    connections: &[ApplicationConnection],
    told: impl Fn(&[u8; 24]) -> ToldToMove,
) -> Vec<ApplicationInstance> {
    let mut by_first: BTreeMap<[u8; 24], Vec<&ApplicationConnection>> = BTreeMap::new();
    for connection in connections {
        let of = connection.mobility.of;
        let first = if of == [0; 24] { connection.id } else { of };
        by_first.entry(first).or_default().push(connection);
    }
    let one = |(id, connections): ([u8; 24], Vec<&ApplicationConnection>)| {
        let told: Vec<ToldToMove> = connections.iter().map(|it| told(&it.id)).collect();
        let most = |number: fn(&ToldToMove) -> u64| told.iter().map(number).max().unwrap_or(0);
        let times = u32::try_from(most(|it| it.times.into())).unwrap_or(u32::MAX);
        let first = connections.iter().find(|it| it.id == id);
        let first = first.or(connections.first());
        Some(ApplicationInstance {
            name: first?.appl_name.to_string(),
            id,
            immovable: reason(&connections, told.iter().any(|it| it.moving)),
            balancing: first?.mobility.balancing,
            connections: connections.iter().map(|it| it.id).collect(),
            sockets: (connections.iter())
                .filter_map(|it| it.socket.clone())
                .collect(),
            told: (times, most(|it| it.last_us)),
        })
    };
    let mut all: Vec<ApplicationInstance> = by_first.into_iter().filter_map(one).collect();
    all.sort_by(|one, other| (&one.name, &one.id).cmp(&(&other.name, &other.id)));
    all
}

fn reason(connections: &[&ApplicationConnection], moving: bool) -> i32 {
    let any = |is_so: fn(&ApplicationConnection) -> bool| connections.iter().any(|it| is_so(it));
    let other_name = |it: &&&ApplicationConnection| {
        connections
            .first()
            .is_some_and(|first| first.appl_name != it.appl_name)
    };
    if any(|it| !it.is_client) {
        MQIMMREASON_NOT_CLIENT
    } else if any(|it| it.options & MQCNO_RECONNECT == 0) {
        MQIMMREASON_NOT_RECONNECTABLE
    } else if any(|it| !it.mobility.shares) {
        MQIMMREASON_NO_REDIRECT
    } else if connections.iter().any(|it| other_name(&it)) {
        MQIMMREASON_APPLNAME_CHANGED
    } else if moving {
        MQIMMREASON_MOVING
    } else if any(|it| it.in_unit_of_work && !it.mobility.balancing.ignores_transactions()) {
        MQIMMREASON_IN_TRANSACTION
    } else if any(|it| it.awaits_reply && it.mobility.balancing.awaits_replies()) {
        MQIMMREASON_AWAITS_REPLY
    } else {
        MQIMMREASON_NONE
    }
}

/// How many instances of each application there are, and how many of them can be moved.
#[must_use]
pub fn counted(instances: &[ApplicationInstance]) -> BTreeMap<String, (u32, u32)> {
    let mut counts: BTreeMap<String, (u32, u32)> = BTreeMap::new();
    for instance in instances {
        let count = counts.entry(instance.name.clone()).or_default();
        count.0 += 1;
        count.1 += u32::from(instance.is_movable_later());
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferromq_mqi::generated::constants::{
        MQBNO_BALTYPE_REQREP, MQBNO_OPTIONS_IGNORE_TRANS, MQBNO_TIMEOUT_NEVER,
        MQCNO_RECONNECT_Q_MGR,
    };
    use ferromq_mqi::name::FixedText;
    use ferromq_mqi::options::Mobility;

    fn client(number: u8) -> ApplicationConnection {
        ApplicationConnection {
            id: [number; 24],
            appl_name: FixedText::truncated("orders"),
            is_client: true,
            socket: None,
            options: MQCNO_RECONNECT,
            mobility: Mobility {
                shares: true,
                ..Mobility::default()
            },
            in_unit_of_work: false,
            awaits_reply: false,
        }
    }

    fn reason_of(change: impl Fn(&mut ApplicationConnection)) -> i32 {
        let mut one = client(1);
        change(&mut one);
        instances(&[one], |_| ToldToMove::default())[0].immovable
    }

    #[test]
    fn each_reason_not_to_move_is_told() {
        assert_eq!(reason_of(|_| ()), MQIMMREASON_NONE);
        assert_eq!(reason_of(|it| it.is_client = false), MQIMMREASON_NOT_CLIENT);
        for options in [0, MQCNO_RECONNECT_Q_MGR] {
            assert_eq!(
                reason_of(|it| it.options = options),
                MQIMMREASON_NOT_RECONNECTABLE
            );
        }
        assert_eq!(
            reason_of(|it| it.mobility.shares = false),
            MQIMMREASON_NO_REDIRECT
        );
        assert_eq!(
            reason_of(|it| it.in_unit_of_work = true),
            MQIMMREASON_IN_TRANSACTION
        );
        let ignores = |it: &mut ApplicationConnection| {
            it.in_unit_of_work = true;
            it.mobility.balancing.options = MQBNO_OPTIONS_IGNORE_TRANS;
        };
        assert_eq!(reason_of(ignores), MQIMMREASON_NONE);
        assert_eq!(reason_of(|it| it.awaits_reply = true), MQIMMREASON_NONE);
        let replies = |it: &mut ApplicationConnection| {
            it.awaits_reply = true;
            it.mobility.balancing.kind = MQBNO_BALTYPE_REQREP;
        };
        assert_eq!(reason_of(replies), MQIMMREASON_AWAITS_REPLY);
        let moving = |_: &[u8; 24]| ToldToMove {
            times: 2,
            last_us: 5,
            moving: true,
        };
        let told = &instances(&[client(1)], moving)[0];
        assert_eq!((told.immovable, told.told), (MQIMMREASON_MOVING, (2, 5)));
    }

    #[test]
    fn connections_that_belong_to_one_are_an_instance_with_it() {
        let mut session = client(2);
        session.mobility.of = [1; 24];
        let mut other = client(3);
        other.mobility.of = [1; 24];
        other.in_unit_of_work = true;
        let all = [client(1), session, other, client(4)];
        let found = instances(&all, |_| ToldToMove::default());
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].connections.len(), 3);
        assert_eq!(found[0].immovable, MQIMMREASON_IN_TRANSACTION);
        assert_eq!(counted(&found)["orders"], (2, 2));
        let mut never = client(5);
        never.in_unit_of_work = true;
        never.mobility.balancing.timeout = MQBNO_TIMEOUT_NEVER;
        let found = instances(&[never], |_| ToldToMove::default());
        assert_eq!(counted(&found)["orders"], (1, 0));
        let mut renamed = client(6);
        renamed.appl_name = FixedText::truncated("else");
        renamed.mobility.of = [1; 24];
        let found = instances(&[client(1), renamed], |_| ToldToMove::default());
        assert_eq!(found[0].immovable, MQIMMREASON_APPLNAME_CHANGED);
    }
}
