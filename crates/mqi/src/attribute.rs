//! Object kinds and their attributes, as `tables/attributes.csv` lists them.
//!
//! Everything administrative is driven from here: what an object kind has, what values are allowed, what a
//! new object starts with, what is shown, and which selector asks for it.

mod error;
mod info;
mod value;

use std::fmt;

use crate::generated::constants::{MQOT_AUTH_INFO, MQOT_CHANNEL, MQOT_CLNTCONN_CHANNEL, MQOT_Q};
use crate::generated::kinds::KINDS;
use crate::name::{NameError, ObjectName};

pub use crate::generated::attributes::Attr;
pub use crate::generated::kinds::ObjectKind;
pub use error::AttributeError;
pub use info::{AttributeInfo, Form, Initial, KeywordMatch, KindInfo, Uses};
pub use value::Value;

impl ObjectKind {
    /// What the table says of the kind.
    #[must_use]
    pub const fn info(self) -> &'static KindInfo {
        &KINDS[self as usize - 1]
    }

    /// The kind with that number in the log.
    #[must_use]
    pub fn from_id(id: u8) -> Option<ObjectKind> {
        Self::ALL.into_iter().find(|kind| *kind as u8 == id)
    }

    /// The MQSC word: `QLOCAL` and so on; for a channel or authentication information that of its type, as in
    /// `CHLTYPE(SVRCONN)` and `AUTHTYPE(IDPWOS)`.
    #[must_use]
    pub const fn keyword(self) -> &'static str {
        self.info().keyword
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
        self.info().object_type
    }

    /// True for the four kinds of queue.
    #[must_use]
    pub const fn is_queue(self) -> bool {
        self.object_type() == MQOT_Q
    }

    /// True for channels of every type.
    #[must_use]
    pub const fn is_channel(self) -> bool {
        matches!(self.object_type(), MQOT_CHANNEL | MQOT_CLNTCONN_CHANNEL)
    }

    /// True for the ends of channels between queue managers.
    #[must_use]
    pub const fn is_message_channel(self) -> bool {
        matches!(
            self,
            ObjectKind::Sender
                | ObjectKind::Server
                | ObjectKind::Receiver
                | ObjectKind::Requester
                | ObjectKind::ClusSdr
                | ObjectKind::ClusRcvr
        )
    }

    /// True for the ends of channels between queue managers that send messages.
    #[must_use]
    pub const fn sends_messages(self) -> bool {
        matches!(
            self,
            ObjectKind::Sender | ObjectKind::Server | ObjectKind::ClusSdr
        )
    }

    /// True for the ends of channels between members of a cluster.
    #[must_use]
    pub const fn is_cluster_channel(self) -> bool {
        matches!(self, ObjectKind::ClusSdr | ObjectKind::ClusRcvr)
    }

    /// The name of an object of this kind. Only that of a cluster-sender channel may hold the insert that stands for the name
    /// of a queue manager. How long a name may be is not looked at ([`ObjectKind::name_bytes_max`]).
    ///
    /// # Errors
    /// See [`NameError`].
    pub fn parse_name(self, text: &str) -> Result<ObjectName, NameError> {
        match self {
            ObjectKind::ClusSdr => ObjectName::parse_with_insert(text),
            _ => ObjectName::parse(text),
        }
    }

    /// True for records of a cluster repository: no command makes or deletes one, their names are numbers without meaning, and they
    /// are never written down as commands.
    #[must_use]
    pub const fn is_cluster_record(self) -> bool {
        matches!(
            self,
            ObjectKind::ClusQMgr | ObjectKind::ClusQ | ObjectKind::ClusTopic
        )
    }

    /// True for authentication information of any type.
    #[must_use]
    pub const fn is_authentication(self) -> bool {
        self.object_type() == MQOT_AUTH_INFO
    }

    /// Most bytes in a name of the kind.
    #[must_use]
    pub const fn name_bytes_max(self) -> usize {
        self.info().name_bytes_max
    }

    /// The attributes, in the order they are shown.
    #[must_use]
    pub fn attributes(self) -> &'static [AttributeInfo] {
        self.info().attributes
    }

    /// The place of an attribute in [`ObjectKind::attributes`], if this kind has it.
    #[must_use]
    pub fn position(self, attr: Attr) -> Option<usize> {
        let at = usize::from(self.info().index[attr as usize]);
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

#[cfg(test)]
mod tests;
