//! Records: what is said of one thing of one queue manager in one cluster, and the objects they are kept as.

use crate::limits::{LIFE_MS, VERSION_MAX};
use ferromq_base::calendar::UtcMoment;
use ferromq_base::hash::fnv_1a;
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::name::ObjectName;
use std::fmt;
use std::sync::Arc;

/// Most bytes of a queue manager's identifier.
pub const QMID_BYTES_MAX: usize = 48;

/// What a record is about. The numbers are those of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RecordKind {
    /// The queue manager itself, with a receiver channel.
    QMgr = 1,
    /// A queue it shares.
    Queue = 2,
    /// A topic object it shares.
    Topic = 3,
    /// Another receiver channel it has.
    Channel = 4,
}

impl RecordKind {
    /// The kind with that number.
    #[must_use]
    pub const fn from_number(number: i32) -> Option<Self> {
        match number {
            1 => Some(Self::QMgr),
            2 => Some(Self::Queue),
            3 => Some(Self::Topic),
            4 => Some(Self::Channel),
            _ => None,
        }
    }

    /// True of what says where a queue manager is reached.
    #[must_use]
    pub const fn is_of_q_mgr(self) -> bool {
        matches!(self, Self::QMgr | Self::Channel)
    }

    /// The kind of object it is kept as.
    #[must_use]
    pub const fn object(self) -> ObjectKind {
        match self {
            Self::QMgr | Self::Channel => ObjectKind::ClusQMgr,
            Self::Queue => ObjectKind::ClusQ,
            Self::Topic => ObjectKind::ClusTopic,
        }
    }

    /// The kind of record that is kept as such an object; of those about queue managers the first.
    #[must_use]
    pub const fn of_object(kind: ObjectKind) -> Option<Self> {
        match kind {
            ObjectKind::ClusQMgr => Some(Self::QMgr),
            ObjectKind::ClusQ => Some(Self::Queue),
            ObjectKind::ClusTopic => Some(Self::Topic),
            _ => None,
        }
    }

    /// The attribute that has the name.
    #[must_use]
    pub const fn name_attr(self) -> Attr {
        match self {
            Self::QMgr => Attr::Clusqmgr,
            Self::Queue => Attr::Queue,
            Self::Topic => Attr::Topic,
            Self::Channel => Attr::Channel,
        }
    }
}

/// A name of one kind.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name {
    /// The kind.
    pub kind: RecordKind,
    /// The name, without trailing blanks.
    pub name: Box<str>,
}

impl Name {
    /// A name of that kind, if it is one.
    #[must_use]
    pub fn new(kind: RecordKind, name: &str) -> Option<Self> {
        ObjectName::parse(name).ok()?;
        Some(Self {
            kind,
            name: name.into(),
        })
    }

    /// All topic objects: what every member asks for.
    #[must_use]
    pub fn all_topics() -> Self {
        Self {
            kind: RecordKind::Topic,
            name: "*".into(),
        }
    }

    /// All queue managers: what a member asks for that exchanges publications with all of them.
    #[must_use]
    pub fn all_q_mgrs() -> Self {
        Self {
            kind: RecordKind::QMgr,
            name: "*".into(),
        }
    }

    /// Everything of its kind, and no name that an object can have.
    #[must_use]
    pub fn is_all(&self) -> bool {
        *self.name == *"*"
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// Whether what a record says still holds. The numbers are those of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum State {
    /// It does.
    Live = 0,
    /// Its owner withdrew it.
    Withdrawn = 1,
    /// A full repository forced its owner out.
    ForcedOut = 2,
}

impl State {
    /// The state with that number.
    #[must_use]
    pub const fn from_number(number: i32) -> Option<Self> {
        match number {
            0 => Some(Self::Live),
            1 => Some(Self::Withdrawn),
            2 => Some(Self::ForcedOut),
            _ => None,
        }
    }
}

/// What the key of a record says already, or what whoever keeps it works out.
const NOT_CONTENTS: [Attr; 9] = [
    Attr::Cluster,
    Attr::Qmid,
    Attr::Clusdate,
    Attr::Clustime,
    Attr::Record,
    Attr::Deftype,
    Attr::Status,
    Attr::Xmitq,
    Attr::Clstate,
];

/// True for attributes that travel with a record.
#[must_use]
pub fn is_contents(kind: RecordKind, attr: Attr) -> bool {
    attr != kind.name_attr() && !NOT_CONTENTS.contains(&attr)
}

/// The attributes of a record, those of a new object left out: a few dozen bytes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Contents(Box<[u8]>);

/// Bytes in front of the entries of a definition whose name is blank: format, kind and length of the name.
const HEAD_BYTES: usize = 3;

impl Contents {
    /// None: of what was withdrawn.
    #[must_use]
    pub fn none() -> Self {
        Self(Box::default())
    }

    /// What a definition of the kind's object says.
    #[must_use]
    pub fn of(kind: RecordKind, definition: &Definition) -> Self {
        let mut left_out = NOT_CONTENTS.to_vec();
        left_out.push(kind.name_attr());
        let bytes = definition.encode_changed(&left_out);
        let name_bytes = definition.name().as_str().len();
        Self(bytes[HEAD_BYTES + name_bytes..].into())
    }

    /// The bytes of the entries.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The object of that name which says it; without the parts that are no contents.
    #[must_use]
    pub fn definition(&self, kind: RecordKind, name: ObjectName) -> Definition {
        let bare = Definition::new(kind.object(), name);
        if self.0.is_empty() {
            return bare;
        }
        let mut bytes = bare.encode_changed(&[]);
        bytes.truncate(HEAD_BYTES + name.as_str().len());
        bytes.extend_from_slice(&self.0);
        // They were made by `of`; that cannot fail.
        Definition::decode(&bytes).unwrap_or(bare)
    }
}

impl fmt::Debug for Contents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.0.len())
    }
}

/// A record as a member keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) version: u64,
    /// When it is dropped, by this machine's clock.
    pub(crate) expires_ms: u64,
    pub(crate) state: State,
    /// It is that of a full repository that is trusted.
    pub(crate) trusted: bool,
    /// The number in its object's name.
    pub(crate) number: u32,
    pub(crate) contents: Contents,
}

impl Record {
    /// The object it is kept as.
    pub(crate) fn object(&self, cluster: &str, owner: &str, name: &Name, now: u64) -> Definition {
        let mut made = self
            .contents
            .definition(name.kind, object_name(self.number));
        let moment = UtcMoment::at(now.saturating_mul(1000));
        set(&mut made, name.kind.name_attr(), &name.name);
        set(&mut made, Attr::Cluster, cluster);
        set(&mut made, Attr::Qmid, owner);
        let date = format!("{:04}-{:02}-{:02}", moment.year, moment.month, moment.day);
        let time = format!(
            "{:02}.{:02}.{:02}",
            moment.hour, moment.minute, moment.second
        );
        set(&mut made, Attr::Clusdate, &date);
        set(&mut made, Attr::Clustime, &time);
        let letter = match self.state {
            State::Live => "l",
            State::Withdrawn => "w",
            State::ForcedOut => "f",
        };
        let more = match name.kind {
            RecordKind::Channel => "c",
            _ if self.trusted => "v",
            _ => "",
        };
        let (version, expires) = (self.version, self.expires_ms);
        let record = format!("{version} {expires} {letter}{more}");
        set(&mut made, Attr::Record, &record);
        made
    }

    /// The hash of the record; see `docs/formats/cluster.md`. Only what is live counts.
    pub(crate) fn hash(&self, owner: &str, name: &Name) -> u64 {
        match self.state {
            State::Live => hash(owner, name, self.version, &self.contents),
            _ => 0,
        }
    }

    /// The same of what is not live any more.
    pub(crate) fn gone_hash(&self, owner: &str, name: &Name) -> u64 {
        match self.state {
            State::Live => 0,
            _ => hash(owner, name, self.version, &Contents::none()),
        }
    }
}

/// See `docs/formats/cluster.md`.
pub(crate) fn hash(owner: &str, name: &Name, version: u64, contents: &Contents) -> u64 {
    let named = owner.bytes().chain([0, name.kind as u8]);
    let named = named.chain(name.name.bytes()).chain([0]);
    let contents = contents.bytes().iter().copied();
    let hash = fnv_1a(named.chain(version.to_le_bytes()).chain(contents));
    (hash ^ (hash >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The object a subscription is kept as: the queue manager `asker` is told of the name.
pub(crate) fn subscription(
    cluster: &str,
    asker: &str,
    name: &Name,
    expires_ms: u64,
    number: u32,
) -> Definition {
    let mut made = Definition::new(name.kind.object(), object_name(number));
    if !name.is_all() {
        set(&mut made, name.kind.name_attr(), &name.name);
    }
    set(&mut made, Attr::Cluster, cluster);
    set(&mut made, Attr::Qmid, asker);
    set(&mut made, Attr::Record, &format!("0 {expires_ms} s"));
    made
}

/// The name of the object with that number.
pub(crate) fn object_name(number: u32) -> ObjectName {
    ObjectName::truncated(&format!("R.{number}"))
}

/// Sets what was checked when it was taken in: a value that the attribute does not take is left out.
fn set(definition: &mut Definition, attr: Attr, text: &str) {
    let _ = definition.set_internal(attr, Value::Text(text.to_owned()));
}

/// An object of one of the three kinds, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRecord {
    /// The cluster.
    pub cluster: String,
    /// The QMID of the owner; of a subscription, of whoever asked.
    pub owner: Arc<str>,
    /// What it is about.
    pub name: Name,
    /// Its version; 0 for a subscription.
    pub version: u64,
    /// When it is dropped.
    pub expires_ms: u64,
    /// Whether it holds; `None` for a subscription.
    pub state: Option<State>,
    /// It is that of a full repository that is trusted.
    pub trusted: bool,
    pub(crate) number: u32,
}

impl StoredRecord {
    /// Takes an object apart; nothing for objects of other kinds, or whose parts are no record's.
    #[must_use]
    pub fn of(definition: &Definition) -> Option<Self> {
        let of_object = RecordKind::of_object(definition.kind())?;
        let number = definition
            .name()
            .as_str()
            .strip_prefix("R.")?
            .parse()
            .ok()?;
        let mut words = definition.text(Attr::Record).split(' ');
        let version: u64 = words.next()?.parse().ok()?;
        let expires_ms = words.next()?.parse().ok()?;
        let letters = words.next()?;
        let kind = match of_object == RecordKind::QMgr && letters.ends_with('c') {
            true => RecordKind::Channel,
            false => of_object,
        };
        let state = match letters.as_bytes().first()? {
            b'l' => Some(State::Live),
            b'w' => Some(State::Withdrawn),
            b'f' => Some(State::ForcedOut),
            b's' => None,
            _ => return None,
        };
        let name = match definition.text(kind.name_attr()) {
            "" if state.is_none() && kind == RecordKind::Topic => Name::all_topics(),
            "" if state.is_none() && kind == RecordKind::QMgr => Name::all_q_mgrs(),
            name => Name::new(kind, name)?,
        };
        let cluster = definition.text(Attr::Cluster);
        let owner = definition.text(Attr::Qmid);
        if cluster.is_empty() || owner.is_empty() || version > VERSION_MAX {
            return None;
        }
        Some(Self {
            cluster: cluster.to_owned(),
            owner: owner.into(),
            name,
            version,
            expires_ms,
            state,
            trusted: letters.ends_with('v'),
            number,
        })
    }

    /// What came here later has a greater number.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.number
    }

    /// True if the object is part of the cluster for programs and displays: no subscription, and not withdrawn.
    #[must_use]
    pub fn is_live(definition: &Definition) -> bool {
        let record = definition.find_text(Attr::Record).unwrap_or_default();
        record
            .rsplit(' ')
            .next()
            .is_some_and(|letters| letters.starts_with('l'))
    }
}

/// What is left of a life, as it is told to others.
pub(crate) fn life_left(expires_ms: u64, now: u64) -> u64 {
    expires_ms.saturating_sub(now).min(LIFE_MS)
}
