//! One queue manager of a simulated cluster.

use ferromq_cluster::{Member, Name, OwnCluster, RecordKind, State, StoredRecord};
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{MQQMT_REPOSITORY, MQSUS_YES};
use ferromq_mqi::name::ObjectName;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// What a queue manager has on its disk.
#[derive(Clone, Debug, Default)]
pub(super) struct Disk {
    pub(super) kept: BTreeMap<(ObjectKind, ObjectName), Definition>,
    /// Queues and topics it shares, and how often each was altered.
    pub(super) shared: BTreeMap<Name, u32>,
    pub(super) suspended: bool,
    /// It is a member.
    pub(super) joined: bool,
}

/// A disk, and what waited for whom in transmission queues then.
type BackUp = (Disk, Vec<(usize, VecDeque<Vec<u8>>)>);

/// See the module.
pub(super) struct Node {
    pub(super) at: usize,
    pub(super) qmid: String,
    pub(super) full: bool,
    /// Its CLUSSDRs made by hand lead there.
    pub(super) by_hand: BTreeSet<usize>,
    /// By how much its clock is wrong.
    pub(super) clock_ms: i64,
    /// How far it jumped from there.
    pub(super) jump_ms: i64,
    /// It says that it is a full repository, and speaks for others.
    pub(super) hostile: bool,
    /// It once began again from an old back-up.
    pub(super) restored: bool,
    /// It was told to forget what others said, and who the full repositories are.
    pub(super) forgot_fulls: bool,
    /// It is nowhere any more.
    pub(super) gone: bool,
    /// It was told that it was forced out, and did not join again since.
    pub(super) was_forced: bool,
    /// The part of the network it is in.
    pub(super) side: u64,
    pub(super) core: Option<Member>,
    pub(super) disk: Disk,
    pub(super) back_up: Option<BackUp>,
    /// Channels that run.
    pub(super) connected: BTreeSet<usize>,
    /// Channels that are tried again and again.
    pub(super) retrying: BTreeSet<usize>,
    /// The last answers to its programs.
    pub(super) answers: BTreeMap<Name, ferromq_cluster::Answer>,
}

/// The receiver channel of a queue manager.
pub(super) fn channel(at: usize) -> String {
    format!("{CLUSTER}.QM{at}")
}

impl Node {
    pub(super) fn new(at: usize, full: bool) -> Self {
        Self {
            at,
            qmid: format!("QM{at}_2026-11-26_14.00.00"),
            full,
            by_hand: BTreeSet::new(),
            clock_ms: 0,
            jump_ms: 0,
            hostile: false,
            restored: false,
            forgot_fulls: false,
            gone: false,
            was_forced: false,
            side: 0,
            core: None,
            disk: Disk {
                joined: true,
                ..Disk::default()
            },
            back_up: None,
            connected: BTreeSet::new(),
            retrying: BTreeSet::new(),
            answers: BTreeMap::new(),
        }
    }

    /// What its clock says.
    pub(super) fn clock(&self, now: u64) -> u64 {
        now.saturating_add_signed(self.clock_ms + self.jump_ms)
            .max(1)
    }

    /// True if its disk says that it was forced out.
    pub(super) fn was_out_when_it_ended(&self) -> bool {
        let mut kept = self.disk.kept.values().filter_map(StoredRecord::of);
        kept.any(|kept| *kept.owner == *self.qmid && kept.state == Some(State::ForcedOut))
    }

    pub(super) fn is_up(&self) -> bool {
        self.core.is_some()
    }

    /// True if it and the other can speak to each other.
    pub(super) fn reaches(&self, other: &Self) -> bool {
        self.is_up() && other.is_up() && self.side == other.side
    }

    /// What it is in the cluster.
    pub(super) fn own(&self) -> BTreeMap<String, OwnCluster> {
        let mut own = OwnCluster {
            full: self.full && self.disk.joined,
            ..OwnCluster::default()
        };
        if self.disk.joined {
            own.channels = self.by_hand.iter().map(|to| channel(*to)).collect();
            own.shared.push(self.q_mgr(&channel(self.at)));
            if self.at % 4 == 1 && !self.disk.shared.len().is_multiple_of(3) {
                // Now and then it is reached by another channel as well.
                own.shared
                    .push(self.q_mgr(&format!("{CLUSTER}.BY.QM{}", self.at)));
            }
            let shared = self.disk.shared.iter();
            own.shared
                .extend(shared.map(|(name, times)| self.object(name, *times)));
        }
        BTreeMap::from([(CLUSTER.to_owned(), own)])
    }

    fn q_mgr(&self, channel: &str) -> Definition {
        let mut made = Definition::new(ObjectKind::ClusQMgr, ObjectName::truncated("X"));
        set(&mut made, Attr::Clusqmgr, &format!("QM{}", self.at));
        set(&mut made, Attr::Channel, channel);
        set(&mut made, Attr::Conname, &format!("host{}(1414)", self.at));
        let mut number = |attr: Attr, number: i32| {
            made.set_internal(attr, number)
                .expect("the attribute takes it");
        };
        if self.full || self.hostile {
            number(Attr::Qmtype, MQQMT_REPOSITORY);
        }
        if self.disk.suspended {
            number(Attr::Suspend, MQSUS_YES);
        }
        made
    }

    fn object(&self, name: &Name, times: u32) -> Definition {
        let mut made = Definition::new(name.kind.object(), ObjectName::truncated("X"));
        set(&mut made, name.kind.name_attr(), &name.name);
        set(&mut made, Attr::Clusqmgr, &format!("QM{}", self.at));
        set(&mut made, Attr::Descr, &format!("altered {times} times"));
        if name.kind == RecordKind::Topic {
            set(&mut made, Attr::Topicstr, &format!("topics/{name}"));
        }
        made
    }
}

fn set(definition: &mut Definition, attr: Attr, text: &str) {
    definition
        .set_internal(attr, text)
        .expect("the attribute takes it");
}

/// The name of a queue manager.
pub(super) fn q_mgr_name(at: usize) -> Name {
    Name::new(RecordKind::QMgr, &format!("QM{at}")).expect("it is a name")
}

/// The cluster.
pub(super) const CLUSTER: &str = "C1";
