//! Channel authentication records, and which of them counts.

use crate::address::{AddressPattern, plain};
use crate::name_pattern::GenericName;
use crate::peer::{PeerName, PeerPattern};
use std::cmp::Ordering;
use std::net::IpAddr;

/// What stands in a list of users for everyone who administers the queue manager.
pub const ADMINISTRATORS: &str = "*MQADMIN";

/// What a record looks at (`TYPE`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// `BLOCKADDR`: addresses that may not connect at all, whatever the channel.
    BlockAddresses(Vec<AddressPattern>),
    /// `BLOCKUSER`: users no server connection may run as.
    BlockUsers(Vec<String>),
    /// `ADDRESSMAP`: the partner's address alone.
    Address,
    /// `USERMAP`: the user a client says it is.
    User(String),
    /// `QMGRMAP`: the name of the queue manager at the other end.
    QueueManager(GenericName),
    /// `SSLPEERMAP`: the name in the partner's certificate and in its issuer's.
    Peer {
        /// Pattern for the subject.
        subject: Box<PeerPattern>,
        /// Pattern for the issuer, if it matters.
        issuer: Option<Box<PeerPattern>>,
    },
}

impl Subject {
    /// `TYPE` of the record.
    #[must_use]
    pub fn keyword(&self) -> &'static str {
        match self {
            Self::BlockAddresses(_) => "BLOCKADDR",
            Self::BlockUsers(_) => "BLOCKUSER",
            Self::Address => "ADDRESSMAP",
            Self::User(_) => "USERMAP",
            Self::QueueManager(_) => "QMGRMAP",
            Self::Peer { .. } => "SSLPEERMAP",
        }
    }
}

/// Who a connection runs as that a record fits (`USERSRC`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UserSource {
    /// `MAP`: this user (`MCAUSER`).
    Map(String),
    /// `CHANNEL`: whoever it would be without the record.
    Channel,
    /// `NOACCESS`: nobody; it may not connect.
    NoAccess,
}

/// What a record asks for beyond what the queue manager asks for (`CHCKCLNT`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum CheckOfRule {
    /// Nothing.
    #[default]
    AsQueueManager,
    /// A valid user and password.
    Required,
    /// A valid user and password of those that would run as an administrator.
    RequiredOfAdministrators,
}

/// A channel authentication record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Channels it is about.
    pub profile: GenericName,
    /// What it looks at.
    pub subject: Subject,
    /// Only partners with such an address; of `ADDRESSMAP` the address itself.
    pub address: Option<AddressPattern>,
    /// What follows.
    pub source: UserSource,
    /// What else has to be there.
    pub check_client: CheckOfRule,
    /// Say what would be refused, and do not refuse it.
    pub warn: bool,
}

/// The partner's certificate, or the queue manager it says it is, or neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Partner<'a> {
    /// A client that says it runs as this user.
    Client(&'a str),
    /// A queue manager of this name.
    QueueManager(&'a str),
}

/// What is known of a partner when records are looked at.
#[derive(Clone, Debug)]
pub struct Target<'a> {
    /// The channel, never generic.
    pub channel: &'a str,
    /// Where it comes from, if that is known.
    pub address: Option<IpAddr>,
    /// Who it is.
    pub partner: Partner<'a>,
    /// Subject and issuer of its certificate.
    pub certificate: Option<(PeerName, PeerName)>,
}

impl Rule {
    /// True for records that say who a connection runs as, false for those that block.
    #[must_use]
    pub fn maps(&self) -> bool {
        !matches!(
            self.subject,
            Subject::BlockAddresses(_) | Subject::BlockUsers(_)
        )
    }

    /// True if the record fits.
    #[must_use]
    pub fn matches(&self, target: &Target<'_>) -> bool {
        let address = self.address.as_ref();
        let near =
            address.is_none_or(|pattern| target.address.is_some_and(|at| pattern.matches(at)));
        near && self.profile.matches(target.channel) && self.matches_subject(target)
    }

    fn matches_subject(&self, target: &Target<'_>) -> bool {
        match (&self.subject, target.partner) {
            (Subject::Address, _) => true,
            (Subject::User(user), Partner::Client(asserted)) => user == asserted,
            (Subject::QueueManager(name), Partner::QueueManager(partner)) => name.matches(partner),
            (Subject::Peer { subject, issuer }, _) => {
                target.certificate.as_ref().is_some_and(|(name, by)| {
                    subject.matches(name) && issuer.as_ref().is_none_or(|issuer| issuer.matches(by))
                })
            }
            _ => false,
        }
    }

    /// The documented precedence of two records that fit the same partner: the channel's name,
    /// then a certificate before a user or queue manager before an address, then the more
    /// specific value, then the more specific address. Greater counts more. A total order of any
    /// records, so that lists of all can be sorted by it.
    #[must_use]
    pub fn precedence(&self, other: &Rule) -> Ordering {
        let class = |rule: &Rule| match rule.subject {
            Subject::Peer { .. } => 3,
            // No partner is both a client and a queue manager.
            Subject::QueueManager(_) => 2,
            Subject::User(_) => 1,
            _ => 0,
        };
        self.profile
            .cmp(&other.profile)
            .then_with(|| class(self).cmp(&class(other)))
            .then_with(|| compare_subjects(&self.subject, &other.subject))
            .then_with(|| self.address.cmp(&other.address))
    }

    /// True if the other record would take this one's place: same channels, same subject.
    #[must_use]
    pub fn same_key(&self, other: &Rule) -> bool {
        let addresses = match (&self.address, &other.address) {
            (Some(one), Some(other)) => one.same(other),
            (one, other) => one.is_none() && other.is_none(),
        };
        let subjects = match (&self.subject, &other.subject) {
            (Subject::BlockAddresses(_), Subject::BlockAddresses(_))
            | (Subject::BlockUsers(_), Subject::BlockUsers(_))
            | (Subject::Address, Subject::Address) => true,
            (Subject::User(one), Subject::User(other)) => one == other,
            (Subject::QueueManager(one), Subject::QueueManager(other)) => one == other,
            (
                Subject::Peer { subject, issuer },
                Subject::Peer {
                    subject: other_subject,
                    issuer: other_issuer,
                },
            ) => {
                subject.same(other_subject)
                    && same_issuer(issuer.as_deref(), other_issuer.as_deref())
            }
            _ => false,
        };
        self.profile == other.profile && addresses && subjects
    }
}

fn same_issuer(one: Option<&PeerPattern>, other: Option<&PeerPattern>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => one.same(other),
        (one, other) => one.is_none() && other.is_none(),
    }
}

fn compare_subjects(one: &Subject, other: &Subject) -> Ordering {
    match (one, other) {
        (Subject::QueueManager(one), Subject::QueueManager(other)) => one.cmp(other),
        (
            Subject::Peer { subject, issuer },
            Subject::Peer {
                subject: other_subject,
                issuer: other_issuer,
            },
        ) => subject
            .specificity(other_subject)
            .then_with(|| match (issuer, other_issuer) {
                (Some(one), Some(other)) => one.specificity(other),
                (one, other) => one.is_some().cmp(&other.is_some()),
            }),
        _ => Ordering::Equal,
    }
}

/// The channel authentication records of a queue manager.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rules(Vec<Rule>);

impl FromIterator<Rule> for Rules {
    fn from_iter<I: IntoIterator<Item = Rule>>(rules: I) -> Self {
        Rules(rules.into_iter().collect())
    }
}

impl Rules {
    /// Every record, in no order.
    #[must_use]
    pub fn all(&self) -> &[Rule] {
        &self.0
    }

    /// The record that says who the partner runs as, and those before it that would have said
    /// so if they did not only warn (`WARN(YES)` with `USERSRC(NOACCESS)`).
    #[must_use]
    pub fn best(&self, target: &Target<'_>) -> (Option<&Rule>, Vec<&Rule>) {
        let fitting = self
            .0
            .iter()
            .filter(|rule| rule.maps() && rule.matches(target));
        let mut fitting: Vec<&Rule> = fitting.collect();
        fitting.sort_by(|one, other| other.precedence(one));
        let only_warns = |rule: &Rule| rule.warn && rule.source == UserSource::NoAccess;
        let at = fitting.iter().position(|rule| !only_warns(rule));
        let warned = fitting[..at.unwrap_or(fitting.len())].to_vec();
        // One warning is what the partner would have met; the rest it would not have reached.
        (
            at.map(|at| fitting[at]),
            warned.into_iter().take(1).collect(),
        )
    }

    /// The record that keeps an address out, whatever the channel (`BLOCKADDR`).
    #[must_use]
    pub fn blocking_address(&self, address: IpAddr) -> Option<&Rule> {
        let address = plain(address);
        let blocks = |rule: &&Rule| match &rule.subject {
            Subject::BlockAddresses(list) => list.iter().any(|pattern| pattern.matches(address)),
            _ => false,
        };
        let found: Vec<&Rule> = self.0.iter().filter(blocks).collect();
        let strict = found.iter().find(|rule| !rule.warn);
        strict.or(found.first()).copied()
    }

    /// The record that keeps a user off a channel (`BLOCKUSER`). Of those whose channels fit,
    /// the most specific counts alone, also if the user is not in it.
    #[must_use]
    pub fn blocking_user(&self, channel: &str, user: &str, administers: bool) -> Option<&Rule> {
        let about_users = |rule: &&Rule| {
            matches!(rule.subject, Subject::BlockUsers(_)) && rule.profile.matches(channel)
        };
        let rule = self
            .0
            .iter()
            .filter(about_users)
            .max_by(|one, other| one.profile.cmp(&other.profile))?;
        let Subject::BlockUsers(users) = &rule.subject else {
            return None;
        };
        users
            .iter()
            .any(|listed| listed == user || (administers && listed == ADMINISTRATORS))
            .then_some(rule)
    }
}

#[cfg(test)]
mod tests;
