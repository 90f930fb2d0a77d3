//! What a member of clusters is asked and asks for.

use crate::limits::{
    CLUSTERS_MAX, CONTENTS_ALL_MAX, NAMES_ALL_MAX, NAMES_MAX, OWNERS_MAX, RECORDS_ALL_MAX,
    RECORDS_MAX,
};
use crate::record::{Contents, Name, RecordKind};
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::name::ObjectName;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

/// Where bytes go.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Destination {
    /// To the queue manager with that QMID, over the channel its record in the cluster names.
    QMgr(Arc<str>),
    /// To whoever is at the other end of that CLUSSDR.
    Channel(Box<str>),
}

/// A queue manager whose message came over a channel, as its receiver knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Partner<'a> {
    /// Its QMID: its own word.
    pub qmid: &'a str,
    /// Its name: what channel authentication records and certificates were held against.
    pub q_mgr: &'a str,
}

/// What came of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The name is shared by somebody.
    Known,
    /// No full repository knows it: `MQRC_UNKNOWN_OBJECT_NAME`.
    Unknown,
    /// No full repository answered: `MQRC_CLUSTER_RESOLUTION_ERROR`.
    Nobody,
}

/// What is to be done. What one event brings about is one unit of work: all of it is kept, or none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Keep the object in place of the one of its kind and name, if there is one.
    Keep(Definition),
    /// Drop the object.
    Drop(ObjectKind, ObjectName),
    /// Put a message on the partner's SYSTEM.CLUSTER.COMMAND.QUEUE, persistent.
    Send {
        /// Over a channel of that cluster.
        cluster: Box<str>,
        /// Where.
        to: Destination,
        /// The message's data.
        bytes: Vec<u8>,
    },
    /// A name that was asked for.
    Answered {
        /// The name.
        name: Name,
        /// What came of it.
        answer: Answer,
    },
    /// Tell the administrator.
    Notice(Notice),
}

/// What a queue manager itself is in one cluster.
#[derive(Clone, Debug, Default)]
pub struct OwnCluster {
    /// It is a full repository.
    pub full: bool,
    /// It has to know all members, as those of a uniform cluster do.
    pub everybody: bool,
    /// What it shares: objects of kind `ClusQMgr` (with a receiver channel each; the first is the record of the queue manager; none is no
    /// member), `ClusQ` and `ClusTopic`, named by the attribute that has their name. At most [`RECORDS_MAX`].
    pub shared: Vec<Definition>,
    /// Its CLUSSDRs that were defined by hand.
    pub channels: BTreeSet<String>,
}

impl OwnCluster {
    /// What is shared, by name. Of several objects of one name the last counts.
    #[must_use]
    pub fn named(&self) -> BTreeMap<Name, Contents> {
        let mut named = BTreeMap::new();
        let mut has_q_mgr = false;
        for definition in self.shared.iter().take(RECORDS_MAX) {
            let kind = match RecordKind::of_object(definition.kind()) {
                Some(RecordKind::QMgr) if has_q_mgr => RecordKind::Channel,
                Some(kind) => kind,
                None => continue,
            };
            if let Some(name) = Name::new(kind, definition.text(kind.name_attr())) {
                has_q_mgr |= kind == RecordKind::QMgr;
                named.insert(name, Contents::of(kind, definition));
            }
        }
        named
    }
}

/// What an administrator should know.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Notice {
    /// A message was none.
    Malformed {
        /// The QMID of whoever sent it.
        from: String,
        /// What is wrong with it.
        error: String,
    },
    /// A queue manager spoke for another, and is no full repository that is trusted.
    Refused {
        /// The cluster.
        cluster: String,
        /// The QMID of whoever sent it.
        from: String,
        /// The QMID of whom it is about.
        owner: String,
    },
    /// A queue manager spoke with the QMID of one of another name.
    Impostor {
        /// The cluster.
        cluster: String,
        /// Its name.
        q_mgr: String,
        /// The QMID it said was its own.
        qmid: String,
        /// The name of whoever has it.
        known: String,
    },
    /// A message came in a cluster this queue manager is no member of, or of which its sender is none.
    Stranger {
        /// The cluster.
        cluster: String,
        /// The QMID of whoever sent it.
        from: String,
    },
    /// Two members have receiver channels of one name; only one of them can be reached.
    ChannelTwice {
        /// The cluster.
        cluster: String,
        /// The channel.
        channel: String,
        /// The QMID of the member that was known.
        first: String,
        /// The QMID of the other.
        second: String,
    },
    /// Two members have one name.
    NameTwice {
        /// The cluster.
        cluster: String,
        /// The queue manager's name.
        q_mgr: String,
        /// The QMID of the member that was known.
        first: String,
        /// The QMID of the other.
        second: String,
    },
    /// A queue manager says that it is a full repository; no CLUSSDR here leads to it, and no other one says so.
    NotTrusted {
        /// The cluster.
        cluster: String,
        /// Its QMID.
        qmid: String,
    },
    /// This queue manager was forced out of the cluster. REFRESH CLUSTER lets it join again.
    ForcedOut {
        /// The cluster.
        cluster: String,
    },
    /// A version is further ahead than clocks go wrong: no owner wrote it.
    Ahead {
        /// The cluster.
        cluster: String,
        /// The QMID of whoever sent it.
        from: String,
        /// The QMID of whom it is about.
        owner: String,
    },
    /// More was told, or asked for, than is kept.
    TooMuch {
        /// The cluster.
        cluster: String,
        /// The QMID of whoever told or asked; of this queue manager if its programs did.
        from: String,
        /// What there is too much of.
        limit: Limit,
    },
}

/// What there may be so many of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Limit {
    /// Clusters of this queue manager.
    Clusters,
    /// Queue managers in a cluster.
    Owners,
    /// Objects of one queue manager in a cluster.
    RecordsOfOne,
    /// Objects of all clusters together.
    RecordsOfAll,
    /// Bytes of what is said of them.
    ContentsOfAll,
    /// Names one queue manager is told of.
    NamesOfOne,
    /// Names others are told of, in all clusters together.
    NamesOfAll,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clusters => write!(f, "{CLUSTERS_MAX} clusters"),
            Self::Owners => write!(f, "{OWNERS_MAX} queue managers"),
            Self::RecordsOfOne => write!(f, "{RECORDS_MAX} objects of one queue manager"),
            Self::RecordsOfAll => write!(f, "{RECORDS_ALL_MAX} objects of all clusters"),
            Self::ContentsOfAll => write!(f, "{CONTENTS_ALL_MAX} bytes of objects of all clusters"),
            Self::NamesOfOne => write!(f, "{NAMES_MAX} names for one queue manager"),
            Self::NamesOfAll => write!(f, "{NAMES_ALL_MAX} names for all queue managers"),
        }
    }
}
