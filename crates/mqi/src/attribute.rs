//! Object kinds and their attributes, as `tables/attributes.csv` lists them.
//!
//! Everything administrative is driven from here: what an object kind has, what values are allowed, what a
//! new object starts with, what is shown, and which selector asks for it.

mod error;
mod value;

use std::fmt;

use crate::generated::attributes as table;
use crate::generated::constants::{
    MQ_CHANNEL_NAME_LENGTH, MQ_OBJECT_NAME_LENGTH, MQOT_AUTH_INFO, MQOT_CHANNEL, MQOT_CHLAUTH,
    MQOT_CLNTCONN_CHANNEL, MQOT_LISTENER, MQOT_NAMELIST, MQOT_PROCESS, MQOT_Q, MQOT_Q_MGR,
    MQOT_RESERVED_1, MQOT_TOPIC,
};

pub use crate::generated::attributes::Attr;
pub use error::AttributeError;
pub use value::{Initial, Value};

/// A kind of object. The numbers are those in the log and are never given out again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum ObjectKind {
    /// A local queue.
    QLocal = 1,
    /// A model queue, from which dynamic queues are made.
    QModel = 2,
    /// An alias of a queue or topic.
    QAlias = 3,
    /// The local definition of a remote queue.
    QRemote = 4,
    /// The queue manager.
    QMgr = 5,
    /// A process definition, for triggering.
    Process = 6,
    /// A list of names.
    Namelist = 7,
    /// A server-connection channel: the end of a client channel at the queue manager.
    SvrConn = 8,
    /// A client-connection channel: what a client needs to know to connect.
    ClntConn = 9,
    /// A listener: where network connections are accepted.
    Listener = 10,
    /// Users and passwords of this machine, for connection authentication.
    AuthInfoOs = 11,
    /// Users and passwords in a directory, for connection authentication.
    AuthInfoLdap = 12,
    /// A directory with lists of revoked certificates.
    AuthInfoCrl = 13,
    /// A service that says whether a certificate is revoked.
    AuthInfoOcsp = 14,
    /// A channel authentication record. Its name is a number without meaning; what tells records
    /// apart is in their attributes.
    ChlAuth = 15,
    /// A topic object: attributes for a branch of the topic tree.
    Topic = 16,
    /// A subscription. Its name is the 48 hexadecimal digits of its identifier (`SUBID`); the name people give
    /// it may be any text and is an attribute.
    Sub = 17,
}

impl ObjectKind {
    /// Every kind, by number.
    pub const ALL: [ObjectKind; 17] = [
        ObjectKind::QLocal,
        ObjectKind::QModel,
        ObjectKind::QAlias,
        ObjectKind::QRemote,
        ObjectKind::QMgr,
        ObjectKind::Process,
        ObjectKind::Namelist,
        ObjectKind::SvrConn,
        ObjectKind::ClntConn,
        ObjectKind::Listener,
        ObjectKind::AuthInfoOs,
        ObjectKind::AuthInfoLdap,
        ObjectKind::AuthInfoCrl,
        ObjectKind::AuthInfoOcsp,
        ObjectKind::ChlAuth,
        ObjectKind::Topic,
        ObjectKind::Sub,
    ];

    /// The kind with that number in the log.
    #[must_use]
    pub fn from_id(id: u8) -> Option<ObjectKind> {
        Self::ALL.into_iter().find(|kind| *kind as u8 == id)
    }

    /// The MQSC word: `QLOCAL` and so on; for a channel or authentication information that of its type, as in
    /// `CHLTYPE(SVRCONN)` and `AUTHTYPE(IDPWOS)`.
    #[must_use]
    pub const fn keyword(self) -> &'static str {
        match self {
            ObjectKind::QLocal => "QLOCAL",
            ObjectKind::QModel => "QMODEL",
            ObjectKind::QAlias => "QALIAS",
            ObjectKind::QRemote => "QREMOTE",
            ObjectKind::QMgr => "QMGR",
            ObjectKind::Process => "PROCESS",
            ObjectKind::Namelist => "NAMELIST",
            ObjectKind::SvrConn => "SVRCONN",
            ObjectKind::ClntConn => "CLNTCONN",
            ObjectKind::Listener => "LISTENER",
            ObjectKind::AuthInfoOs => "IDPWOS",
            ObjectKind::AuthInfoLdap => "IDPWLDAP",
            ObjectKind::AuthInfoCrl => "CRLLDAP",
            ObjectKind::AuthInfoOcsp => "OCSP",
            ObjectKind::ChlAuth => "CHLAUTH",
            ObjectKind::Topic => "TOPIC",
            ObjectKind::Sub => "SUB",
        }
    }

    /// The kind with that MQSC word, in capitals.
    #[must_use]
    pub fn from_keyword(keyword: &str) -> Option<ObjectKind> {
        Self::ALL.into_iter().find(|kind| kind.keyword() == keyword)
    }

    /// The `MQOT_` number of the name space the kind lives in. All queues share one. Client-connection channels
    /// have their own, so that both ends of a client channel can be defined with one name in one place.
    #[must_use]
    pub const fn object_type(self) -> i32 {
        match self {
            ObjectKind::QLocal | ObjectKind::QModel | ObjectKind::QAlias | ObjectKind::QRemote => {
                MQOT_Q
            }
            ObjectKind::QMgr => MQOT_Q_MGR,
            ObjectKind::Process => MQOT_PROCESS,
            ObjectKind::Namelist => MQOT_NAMELIST,
            ObjectKind::SvrConn => MQOT_CHANNEL,
            ObjectKind::ClntConn => MQOT_CLNTCONN_CHANNEL,
            ObjectKind::Listener => MQOT_LISTENER,
            ObjectKind::AuthInfoOs
            | ObjectKind::AuthInfoLdap
            | ObjectKind::AuthInfoCrl
            | ObjectKind::AuthInfoOcsp => MQOT_AUTH_INFO,
            ObjectKind::ChlAuth => MQOT_CHLAUTH,
            ObjectKind::Topic => MQOT_TOPIC,
            // No object type is documented for subscriptions.
            ObjectKind::Sub => MQOT_RESERVED_1,
        }
    }

    /// True for the four kinds of queue.
    #[must_use]
    pub const fn is_queue(self) -> bool {
        self.object_type() == MQOT_Q
    }

    /// True for channels of either type.
    #[must_use]
    pub const fn is_channel(self) -> bool {
        matches!(self, ObjectKind::SvrConn | ObjectKind::ClntConn)
    }

    /// True for authentication information of any type.
    #[must_use]
    pub const fn is_authentication(self) -> bool {
        self.object_type() == MQOT_AUTH_INFO
    }

    /// Most bytes in a name of the kind.
    #[must_use]
    pub const fn name_bytes_max(self) -> usize {
        if self.is_channel() {
            MQ_CHANNEL_NAME_LENGTH as usize
        } else {
            MQ_OBJECT_NAME_LENGTH as usize
        }
    }

    /// The attributes, in the order they are shown.
    #[must_use]
    pub fn attributes(self) -> &'static [AttributeInfo] {
        match self {
            ObjectKind::QLocal => &table::QLOCAL,
            ObjectKind::QModel => &table::QMODEL,
            ObjectKind::QAlias => &table::QALIAS,
            ObjectKind::QRemote => &table::QREMOTE,
            ObjectKind::QMgr => &table::QMGR,
            ObjectKind::Process => &table::PROCESS,
            ObjectKind::Namelist => &table::NAMELIST,
            ObjectKind::SvrConn => &table::SVRCONN,
            ObjectKind::ClntConn => &table::CLNTCONN,
            ObjectKind::Listener => &table::LISTENER,
            ObjectKind::AuthInfoOs => &table::IDPWOS,
            ObjectKind::AuthInfoLdap => &table::IDPWLDAP,
            ObjectKind::AuthInfoCrl => &table::CRLLDAP,
            ObjectKind::AuthInfoOcsp => &table::OCSP,
            ObjectKind::ChlAuth => &table::CHLAUTH,
            ObjectKind::Topic => &table::TOPIC,
            ObjectKind::Sub => &table::SUB,
        }
    }

    /// The place of an attribute in [`ObjectKind::attributes`], if this kind has it.
    #[must_use]
    pub fn position(self, attr: Attr) -> Option<usize> {
        let index: &[u8] = match self {
            ObjectKind::QLocal => &table::QLOCAL_INDEX,
            ObjectKind::QModel => &table::QMODEL_INDEX,
            ObjectKind::QAlias => &table::QALIAS_INDEX,
            ObjectKind::QRemote => &table::QREMOTE_INDEX,
            ObjectKind::QMgr => &table::QMGR_INDEX,
            ObjectKind::Process => &table::PROCESS_INDEX,
            ObjectKind::Namelist => &table::NAMELIST_INDEX,
            ObjectKind::SvrConn => &table::SVRCONN_INDEX,
            ObjectKind::ClntConn => &table::CLNTCONN_INDEX,
            ObjectKind::Listener => &table::LISTENER_INDEX,
            ObjectKind::AuthInfoOs => &table::IDPWOS_INDEX,
            ObjectKind::AuthInfoLdap => &table::IDPWLDAP_INDEX,
            ObjectKind::AuthInfoCrl => &table::CRLLDAP_INDEX,
            ObjectKind::AuthInfoOcsp => &table::OCSP_INDEX,
            ObjectKind::ChlAuth => &table::CHLAUTH_INDEX,
            ObjectKind::Topic => &table::TOPIC_INDEX,
            ObjectKind::Sub => &table::SUB_INDEX,
        };
        let at = usize::from(index[attr as usize]);
        (at < self.attributes().len()).then_some(at)
    }

    /// What is known about an attribute, if this kind has it.
    #[must_use]
    pub fn attribute(self, attr: Attr) -> Option<&'static AttributeInfo> {
        self.position(attr).map(|at| &self.attributes()[at])
    }

    /// The attribute an MQSC keyword in capitals names. A flag answers to its keyword and to the same with
    /// `NO` in front.
    #[must_use]
    pub fn by_keyword(self, keyword: &str) -> Option<KeywordMatch> {
        let attributes = self.attributes();
        let named = attributes
            .iter()
            .find(|info| info.attr.keyword() == keyword || info.synonym == Some(keyword));
        if let Some(info) = named {
            return Some(KeywordMatch {
                info,
                flag: (info.form == Form::Flag).then_some(true),
            });
        }
        let positive = keyword.strip_prefix("NO")?;
        let info = attributes
            .iter()
            .find(|info| info.form == Form::Flag && info.attr.keyword() == positive)?;
        Some(KeywordMatch {
            info,
            flag: Some(false),
        })
    }

    /// The attribute an `MQIA_` or `MQCA_` selector asks for.
    #[must_use]
    pub fn by_selector(self, selector: i32) -> Option<&'static AttributeInfo> {
        self.attributes()
            .iter()
            .find(|info| info.selector == Some(selector))
    }
}

impl fmt::Display for ObjectKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.keyword())
    }
}

/// What a keyword led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeywordMatch {
    /// The attribute.
    pub info: &'static AttributeInfo,
    /// For a flag, whether the keyword was the plain one (true) or the one with `NO`.
    pub flag: Option<bool>,
}

/// One attribute of one object kind.
#[derive(Debug, PartialEq, Eq)]
pub struct AttributeInfo {
    /// Which attribute.
    pub attr: Attr,
    /// Another keyword for it.
    pub synonym: Option<&'static str>,
    /// The `MQIA_` or `MQCA_` selector.
    pub selector: Option<i32>,
    /// What values it takes.
    pub form: Form,
    /// What a new object starts with.
    pub initial: Initial,
    /// Who may do what with it.
    pub uses: Uses,
}

/// What may be done with an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)]
pub struct Uses {
    /// DEFINE takes it.
    pub definable: bool,
    /// ALTER takes it.
    pub alterable: bool,
    /// DISPLAY shows it.
    pub shown: bool,
    /// MQINQ returns it.
    pub inquirable: bool,
    /// MQSET changes it.
    pub settable: bool,
    /// It is worked out while running and not logged.
    pub volatile: bool,
}

/// The values an attribute takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A number from `min` to `max`, or one of the words for special values.
    Int {
        /// Smallest number.
        min: i32,
        /// Largest number.
        max: i32,
        /// Words and the numbers they stand for, which may lie outside the range.
        words: &'static [(&'static str, i32)],
    },
    /// One of these words, held as its number.
    Word {
        /// Words and their numbers.
        words: &'static [(&'static str, i32)],
    },
    /// The keyword alone, held as 1, or the keyword with `NO` in front, held as 0.
    Flag,
    /// Text.
    Text {
        /// Most bytes.
        length_max: usize,
    },
    /// Blank, or a name of letters, digits and `. / _ %`.
    Name {
        /// Most bytes.
        length_max: usize,
    },
    /// Like a name, and may hold asterisks.
    Pattern {
        /// Most bytes.
        length_max: usize,
    },
    /// Text that is shown as asterisks.
    Secret {
        /// Most bytes.
        length_max: usize,
    },
    /// A date, `yyyy-mm-dd`.
    Date,
    /// A time of day, `hh.mm.ss`.
    Time,
    /// A list of names.
    Names {
        /// Most entries.
        count_max: usize,
    },
    /// A list of texts, such as the exits of a channel.
    Texts {
        /// Most entries.
        count_max: usize,
        /// Most bytes in an entry.
        length_max: usize,
    },
    /// A list of words, in the order of preference; never empty.
    Choices {
        /// Words and their numbers.
        words: &'static [(&'static str, i32)],
        /// Most entries.
        count_max: usize,
    },
    /// The name of the object itself.
    Key,
}

impl Form {
    /// Bytes of the field MQINQ returns; for a list, of each entry. Zero for numbers.
    #[must_use]
    pub const fn field_bytes(self) -> usize {
        match self {
            Form::Int { .. } | Form::Word { .. } | Form::Flag | Form::Choices { .. } => 0,
            Form::Text { length_max }
            | Form::Texts { length_max, .. }
            | Form::Name { length_max }
            | Form::Pattern { length_max }
            | Form::Secret { length_max } => length_max,
            Form::Date => 12,
            Form::Time => 8,
            Form::Names { .. } | Form::Key => 48,
        }
    }

    /// True if values are lists.
    #[must_use]
    pub const fn is_list(self) -> bool {
        matches!(
            self,
            Form::Names { .. } | Form::Texts { .. } | Form::Choices { .. }
        )
    }

    /// True if values are numbers.
    #[must_use]
    pub const fn is_number(self) -> bool {
        matches!(self, Form::Int { .. } | Form::Word { .. } | Form::Flag)
    }
}

#[cfg(test)]
mod tests;
