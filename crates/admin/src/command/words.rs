//! Verbs and the words for objects, with their documented short forms.

use ferromq_mqi::attribute::ObjectKind;

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verb {
    Alter,
    Clear,
    Define,
    Delete,
    Display,
    Ping,
    Purge,
    Refresh,
    Reset,
    Resolve,
    Resume,
    Set,
    Start,
    Stop,
    Suspend,
}

impl Verb {
    pub(crate) const ALL: [Verb; 15] = [
        Verb::Alter,
        Verb::Clear,
        Verb::Define,
        Verb::Delete,
        Verb::Display,
        Verb::Ping,
        Verb::Purge,
        Verb::Refresh,
        Verb::Reset,
        Verb::Resolve,
        Verb::Resume,
        Verb::Set,
        Verb::Start,
        Verb::Stop,
        Verb::Suspend,
    ];

    pub(crate) const fn word(self) -> &'static str {
        match self {
            Verb::Alter => "ALTER",
            Verb::Clear => "CLEAR",
            Verb::Define => "DEFINE",
            Verb::Delete => "DELETE",
            Verb::Display => "DISPLAY",
            Verb::Ping => "PING",
            Verb::Purge => "PURGE",
            Verb::Refresh => "REFRESH",
            Verb::Reset => "RESET",
            Verb::Resolve => "RESOLVE",
            Verb::Resume => "RESUME",
            Verb::Set => "SET",
            Verb::Start => "START",
            Verb::Stop => "STOP",
            Verb::Suspend => "SUSPEND",
        }
    }

    pub(crate) fn from_word(word: &str) -> Option<Self> {
        Some(match word {
            "ALT" => Verb::Alter,
            "DEF" => Verb::Define,
            "DEL" => Verb::Delete,
            "DIS" | "DISP" => Verb::Display,
            "REF" => Verb::Refresh,
            "RES" => Verb::Resolve,
            "STA" => Verb::Start,
            _ => return Self::ALL.into_iter().find(|verb| verb.word() == word),
        })
    }

    /// Whether the documented commands have this verb with that object.
    pub(crate) fn takes(self, noun: Noun) -> bool {
        use Noun::{
            Channel, ChannelStatus, Conn, ListenerStatus, Log, NotBuilt, Object, QMgr, QMgrStatus,
            Queue, QueueStatus, Security,
        };
        match noun {
            Object(ObjectKind::QLocal) if self == Verb::Clear => true,
            Object(ObjectKind::Listener) if matches!(self, Verb::Start | Verb::Stop) => true,
            Object(_) => matches!(
                self,
                Verb::Define | Verb::Alter | Verb::Delete | Verb::Display
            ),
            Channel => {
                use Verb::{
                    Alter, Define, Delete, Display, Ping, Purge, Reset, Resolve, Start, Stop,
                };
                matches!(
                    self,
                    Define
                        | Alter
                        | Delete
                        | Display
                        | Start
                        | Stop
                        | Ping
                        | Purge
                        | Reset
                        | Resolve
                )
            }
            Noun::AuthInfo => OBJECT.contains(&self),
            Noun::ChlAuth => matches!(self, Verb::Set | Verb::Display),
            Queue | QMgrStatus | QueueStatus | ChannelStatus | ListenerStatus => {
                self == Verb::Display
            }
            QMgr => !matches!(
                self,
                Verb::Define | Verb::Delete | Verb::Clear | Verb::Set | Verb::Purge | Verb::Resolve
            ),
            Conn => matches!(self, Verb::Display | Verb::Stop),
            Security => self == Verb::Refresh,
            Log => self == Verb::Set,
            Noun::AuthRec => RECORD.contains(&self),
            Noun::AuthServ | Noun::EntAuth => self == Verb::Display,
            Noun::Sub => OBJECT.contains(&self),
            Noun::SubStatus | Noun::TopicStatus | Noun::PubSub => self == Verb::Display,
            Noun::TopicString => self == Verb::Clear,
            Noun::QueueStatistics => self == Verb::Reset,
            NotBuilt(word) => verbs_of(word).contains(&self),
        }
    }
}

/// What it is to be done with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Noun {
    Object(ObjectKind),
    /// Queues of every kind.
    Queue,
    /// Channels of every type, which `CHLTYPE` tells apart.
    Channel,
    QMgr,
    /// Channels that run.
    ChannelStatus,
    /// Listeners that run.
    ListenerStatus,
    QueueStatus,
    QMgrStatus,
    Conn,
    Security,
    Log,
    /// Authentication information of every type, which `AUTHTYPE` tells apart.
    AuthInfo,
    ChlAuth,
    AuthRec,
    AuthServ,
    EntAuth,
    /// Subscriptions.
    Sub,
    /// The state of subscriptions.
    SubStatus,
    /// The state of topics.
    TopicStatus,
    /// A topic string.
    TopicString,
    /// Publish and subscribe as a whole.
    PubSub,
    /// What was put on and got from queues since somebody asked.
    QueueStatistics,
    /// Documented, and not there at this level.
    NotBuilt(&'static str),
}

impl Noun {
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        Some(match word {
            "QLOCAL" | "QL" => Noun::Object(ObjectKind::QLocal),
            "QMODEL" | "QM" => Noun::Object(ObjectKind::QModel),
            "QALIAS" | "QA" => Noun::Object(ObjectKind::QAlias),
            "QREMOTE" | "QR" => Noun::Object(ObjectKind::QRemote),
            "PROCESS" | "PRO" => Noun::Object(ObjectKind::Process),
            "NAMELIST" | "NL" => Noun::Object(ObjectKind::Namelist),
            "LISTENER" | "LSTR" => Noun::Object(ObjectKind::Listener),
            "TOPIC" => Noun::Object(ObjectKind::Topic),
            "CHANNEL" | "CHL" => Noun::Channel,
            "QUEUE" | "Q" => Noun::Queue,
            "QMGR" => Noun::QMgr,
            "CHSTATUS" | "CHS" => Noun::ChannelStatus,
            "LSSTATUS" | "LSS" => Noun::ListenerStatus,
            "QSTATUS" | "QS" => Noun::QueueStatus,
            "QMSTATUS" => Noun::QMgrStatus,
            "CONN" => Noun::Conn,
            "SECURITY" | "SEC" => Noun::Security,
            "LOG" => Noun::Log,
            "AUTHINFO" => Noun::AuthInfo,
            "CHLAUTH" => Noun::ChlAuth,
            "AUTHREC" => Noun::AuthRec,
            "AUTHSERV" => Noun::AuthServ,
            "ENTAUTH" => Noun::EntAuth,
            "SUB" => Noun::Sub,
            "SBSTATUS" | "SBS" => Noun::SubStatus,
            "TPSTATUS" | "TPS" => Noun::TopicStatus,
            "TOPICSTR" => Noun::TopicString,
            "PUBSUB" => Noun::PubSub,
            "QSTATS" => Noun::QueueStatistics,
            _ => {
                let found = NOT_BUILT
                    .iter()
                    .find(|(full, short, _)| *full == word || (*short == word && !word.is_empty()));
                return found.map(|(full, _, _)| Noun::NotBuilt(full));
            }
        })
    }

    pub(crate) const fn word(self) -> &'static str {
        match self {
            Noun::Object(kind) => kind.keyword(),
            Noun::Queue => "QUEUE",
            Noun::Channel => "CHANNEL",
            Noun::QMgr => "QMGR",
            Noun::ChannelStatus => "CHSTATUS",
            Noun::ListenerStatus => "LSSTATUS",
            Noun::QueueStatus => "QSTATUS",
            Noun::QMgrStatus => "QMSTATUS",
            Noun::Conn => "CONN",
            Noun::Security => "SECURITY",
            Noun::Log => "LOG",
            Noun::AuthInfo => "AUTHINFO",
            Noun::ChlAuth => "CHLAUTH",
            Noun::AuthRec => "AUTHREC",
            Noun::AuthServ => "AUTHSERV",
            Noun::EntAuth => "ENTAUTH",
            Noun::Sub => "SUB",
            Noun::SubStatus => "SBSTATUS",
            Noun::TopicStatus => "TPSTATUS",
            Noun::TopicString => "TOPICSTR",
            Noun::PubSub => "PUBSUB",
            Noun::QueueStatistics => "QSTATS",
            Noun::NotBuilt(word) => word,
        }
    }

    /// Every object there is at this level.
    pub(crate) const BUILT: [Noun; 29] = [
        Noun::Object(ObjectKind::QLocal),
        Noun::Object(ObjectKind::QModel),
        Noun::Object(ObjectKind::QAlias),
        Noun::Object(ObjectKind::QRemote),
        Noun::Queue,
        Noun::Object(ObjectKind::Process),
        Noun::Object(ObjectKind::Namelist),
        Noun::Channel,
        Noun::Object(ObjectKind::Listener),
        Noun::Object(ObjectKind::Topic),
        Noun::ChannelStatus,
        Noun::ListenerStatus,
        Noun::QMgr,
        Noun::QueueStatus,
        Noun::QMgrStatus,
        Noun::Conn,
        Noun::Security,
        Noun::Log,
        Noun::AuthInfo,
        Noun::ChlAuth,
        Noun::AuthRec,
        Noun::AuthServ,
        Noun::EntAuth,
        Noun::Sub,
        Noun::SubStatus,
        Noun::TopicStatus,
        Noun::TopicString,
        Noun::PubSub,
        Noun::QueueStatistics,
    ];
}

fn verbs_of(word: &str) -> &'static [Verb] {
    NOT_BUILT
        .iter()
        .find(|(full, _, _)| *full == word)
        .map_or(&[], |(_, _, verbs)| verbs)
}

const OBJECT: &[Verb] = &[Verb::Define, Verb::Alter, Verb::Delete, Verb::Display];
const SHOWN: &[Verb] = &[Verb::Display];
const RECORD: &[Verb] = &[Verb::Set, Verb::Delete, Verb::Display];

/// Word, short form, and the verbs it is documented with.
const NOT_BUILT: &[(&str, &str, &[Verb])] = &[
    ("APSTATUS", "", SHOWN),
    ("ARCHIVE", "", &[]),
    ("CHINIT", "CHI", &[Verb::Start, Verb::Stop]),
    ("CLUSQMGR", "", SHOWN),
    ("CLUSTER", "", &[Verb::Refresh, Verb::Reset]),
    ("COMMINFO", "", OBJECT),
    ("POLICY", "", RECORD),
    ("QCLUSTER", "QC", SHOWN),
    (
        "SERVICE",
        "",
        &[
            Verb::Define,
            Verb::Alter,
            Verb::Delete,
            Verb::Display,
            Verb::Start,
            Verb::Stop,
        ],
    ),
    ("SVSTATUS", "", SHOWN),
    ("SYSTEM", "", &[]),
    ("TCLUSTER", "TC", SHOWN),
    ("TPIPE", "", &[]),
    ("TRACE", "", &[]),
];

#[cfg(test)]
mod tests {
    use super::{Noun, Verb};

    #[test]
    fn short_forms_mean_the_same() {
        assert_eq!(Verb::from_word("DIS"), Some(Verb::Display));
        assert_eq!(Verb::from_word("DISPLAY"), Some(Verb::Display));
        assert_eq!(Verb::from_word("DISPLA"), None);
        assert_eq!(Noun::from_word("QL"), Noun::from_word("QLOCAL"));
        assert_eq!(Noun::from_word("CHL"), Some(Noun::Channel));
        assert_eq!(Noun::from_word("SBS"), Some(Noun::SubStatus));
        assert_eq!(Noun::from_word(""), None);
    }

    #[test]
    fn every_built_object_is_found_by_its_word() {
        for noun in Noun::BUILT {
            assert_eq!(Noun::from_word(noun.word()), Some(noun));
        }
    }
}
