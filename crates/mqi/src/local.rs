//! Orders of our own commands to a running queue manager: what MQSC has no words for.
//!
//! Each is a request of the bindings road, and of a program that has the queue manager inside; `docs/formats/local-orders.md`
//! has the bytes. They are for the commands of the same version and no part of the MQI.

use crate::attribute::ObjectKind;
use crate::authority::{EntityName, Permissions, ProtectedKind};
use crate::name::ObjectName;
use crate::notice::Notice;
use crate::xa::Xid;

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LocalOrder {
    /// Write definitions down as commands that make them again.
    Dump(DumpOrder),
    /// Say what an entity may do with an object.
    Held {
        /// Kind of the object.
        kind: ProtectedKind,
        /// Its name.
        profile: String,
        /// Who.
        entity: EntityName,
    },
    /// Show authority records; nothing in particular for what is not given.
    Authorities {
        /// Which of those that fit.
        matching: Matching,
        /// Kind of the objects.
        kind: Option<ProtectedKind>,
        /// Their names.
        profile: Option<String>,
        /// Who.
        entity: Option<EntityName>,
    },
    /// Write media images of the local queues that are meant; say of others why they need none.
    RecordImages(MediaOf),
    /// Make damaged local queues that are meant anew from their media images; say of others that they are not damaged.
    Rebuild(MediaOf),
    /// Listen for as long as this program says, at least every few seconds, that it is still there.
    Listen {
        /// Name of the listener.
        listener: String,
        /// Port, 0 for the usual one.
        port: u16,
        /// Connections that may wait, 0 for what is usual.
        backlog: u32,
        /// Address of a local interface; blank for all.
        address: String,
    },
    /// The program of a listener is still there. Fails once the listener is not.
    StillListens {
        /// Its name.
        listener: String,
    },
    /// Stop the listeners whose names fit.
    StopListening {
        /// A name, perhaps generic.
        names: String,
    },
    /// Start, stop or look at the command server.
    CommandServer(CommandServerOrder),
    /// Show the units of work that are under way or in doubt, and those decided by an operator.
    Transactions,
    /// Decide about a transaction in the place of its manager.
    Resolve {
        /// How.
        resolution: Resolution,
        /// Number of its unit of work.
        number: u64,
    },
    /// Begin, end or look at a trace.
    Trace(TraceOrder),
    /// Switch channels of clusters that do not run to the transmission queues they are to have, or say what would be switched.
    SwitchChannels {
        /// A name of channels, perhaps generic.
        names: String,
        /// Only say it.
        shows: bool,
        /// Leave messages where they stand.
        leaves: bool,
    },
    /// Say whether a channel that does not run has failed when it was last started here. Fails if it has.
    HasEndedWell {
        /// Its name.
        channel: String,
    },
}

/// What media images are of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MediaOf {
    /// Objects.
    Objects {
        /// Their kinds.
        kinds: Vec<ObjectKind>,
        /// A name, perhaps generic.
        names: String,
    },
    /// What channels keep of batches.
    SyncFile,
    /// The definitions of all objects.
    Catalog,
    /// The client channel definition table.
    ClientTable,
}

/// Which definitions to write down, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DumpOrder {
    /// Every attribute, or those that differ from what a new object starts with.
    pub all_attributes: bool,
    /// Each command on one line.
    pub one_line: bool,
    /// Kinds of objects, in the order of their definitions.
    pub kinds: Vec<ObjectKind>,
    /// Authority records behind them.
    pub records: RecordsOver,
    /// A name, perhaps generic.
    pub names: String,
}

/// Over what authority records are written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordsOver {
    /// None are.
    Nothing,
    /// Objects of every kind.
    Everything,
    /// Objects of a kind.
    Kind(ObjectKind),
}

/// Which authority records are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Matching {
    /// Those of the profile and of generic profiles it fits.
    Profile = 0,
    /// Those of the profile.
    Exact = 1,
    /// Those that make up what a user may do.
    Membership = 2,
}

/// What is asked of the trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TraceOrder {
    /// Begin it, or go on with other settings.
    Begin(TraceSettings),
    /// End it.
    End,
    /// Say what it does.
    Show,
}

/// Most programs a trace may be of.
pub const TRACE_PROGRAMS_MAX: usize = 25;

/// What is traced.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TraceSettings {
    /// Programs of these names only, perhaps with `*` and `?`; all where it is empty.
    pub programs: Vec<String>,
    /// Message descriptors and options by their numbers as well.
    pub detail: bool,
    /// So many bytes of message data.
    pub data_bytes: u32,
    /// Bytes after which a file is put aside; 0 for what is usual.
    pub file_bytes_max: u64,
}

/// What is asked of the command server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum CommandServerOrder {
    /// Start.
    Start = 0,
    /// Stop.
    Stop = 1,
    /// Say what it does.
    Show = 2,
}

/// What a command server does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum CommandServerState {
    /// Nothing: there is none.
    #[default]
    Stopped = 0,
    /// It is being started.
    Starting = 1,
    /// It works on commands.
    Running = 2,
    /// It finishes the command under way.
    Stopping = 3,
}

impl CommandServerState {
    /// The word of `CMDSERV`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Stopped => "STOPPED",
            Self::Starting => "STARTING",
            Self::Running => "RUNNING",
            Self::Stopping => "STOPPING",
        }
    }
}

/// What an operator wants done to a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Resolution {
    /// Commit it.
    Commit = 0,
    /// Back it out.
    BackOut = 1,
    /// Forget what was decided about it.
    Forget = 2,
}

/// One of the answers to an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LocalAnswer {
    /// A piece of a dump.
    Text(String),
    /// A notice with the values of its sentence.
    Notice {
        /// Which.
        notice: &'static Notice,
        /// In the order of the braces.
        values: Vec<String>,
    },
    /// What an entity may do.
    Authority(LocalAuthority),
    /// What the command server does.
    CommandServer(CommandServerState),
    /// A transaction.
    Transaction(Box<LocalTransaction>),
}

/// An authority record, or what several come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalAuthority {
    /// Names of the objects.
    pub profile: String,
    /// Their kind.
    pub kind: ProtectedKind,
    /// Who.
    pub entity: EntityName,
    /// May do this.
    pub permissions: Permissions,
}

/// A unit of work, for those who look after them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalTransaction {
    /// What has become of it.
    pub state: TransactionState,
    /// Number of its unit of work; 0 for a branch that has done nothing yet.
    pub number: u64,
    /// The name its manager gave it; `None` for a unit of work of a connection.
    pub branch: Option<Xid>,
    /// Date and time it began.
    pub begun: (String, String),
    /// `EXTURID` of a branch, or whose unit of work it is.
    pub name: String,
    /// The first [`TRANSACTION_QUEUES_MAX`] of the queues it touched.
    pub queues: Vec<ObjectName>,
}

/// What has become of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum TransactionState {
    /// It is under way.
    Active = 0,
    /// It is prepared, and its manager has not decided.
    Unresolved = 1,
    /// An operator committed it.
    Committed = 2,
    /// An operator backed it out.
    BackedOut = 3,
}

/// Most kinds of objects one dump may name.
pub const DUMP_KINDS_MAX: usize = 64;
/// Most queues shown of a transaction.
pub const TRANSACTION_QUEUES_MAX: usize = 100;
/// Most values of a notice.
pub const NOTICE_VALUES_MAX: usize = 8;
/// Most answers in one reply.
pub const ANSWERS_MAX: usize = 1024;

impl LocalAnswer {
    /// A notice with its values; those that are longer than a string may be are cut.
    #[must_use]
    pub fn notice(notice: &'static Notice, values: &[&dyn std::fmt::Display]) -> Self {
        let cut = |value: &&dyn std::fmt::Display| {
            let mut text = value.to_string();
            text.truncate(text.floor_char_boundary(crate::codec::STRING_BYTES_MAX));
            text
        };
        Self::Notice {
            notice,
            values: values.iter().take(NOTICE_VALUES_MAX).map(cut).collect(),
        }
    }

    /// At least the bytes of it in a frame.
    #[must_use]
    pub fn frame_bytes(&self) -> usize {
        const FIXED: usize = 64;
        FIXED
            + match self {
                Self::Text(text) => text.len(),
                Self::Notice { values, .. } => values.iter().map(|value| value.len() + 4).sum(),
                Self::Authority(record) => record.profile.len() + record.entity.name.len(),
                Self::CommandServer(_) => 0,
                Self::Transaction(it) => {
                    let (date, time) = &it.begun;
                    let branch = Xid::ENCODED_BYTES_MAX;
                    branch + date.len() + time.len() + it.name.len() + it.queues.len() * 48
                }
            }
    }
}
