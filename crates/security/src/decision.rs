//! The decision: may this partner connect, and as whom?
//!
//! The steps are those of the manual topic on the interaction of CHLAUTH and CONNAUTH, with
//! early adoption of the user in the credentials, which is what new queue managers have:
//!
//! 1. The user the records are asked about is the one in the credentials if the queue manager
//!    adopts it, else the one the client says it runs as.
//! 2. The record that counts gives a user, leaves the channel's (`MCAUSER`, or that user), or
//!    refuses.
//! 3. A list of users that may not connect is asked about the outcome.
//! 4. Record and queue manager say whether credentials have to be there.
//! 5. Credentials that are there have to be right, unless nothing is checked at all.
//!
//! What is refused whatever the password is refused without checking it: checking is slow.

use crate::notices::{self, Line};
use crate::peer::PeerName;
use crate::rule::{CheckOfRule, Partner, Rule, Rules, Target, UserSource};
use ferromq_mqi::distinguished_name::CertificateNames;
use ferromq_mqi::generated::constants::{
    MQ_USER_ID_LENGTH, MQRQ_CHANNEL_BLOCKED_ADDRESS, MQRQ_CHANNEL_BLOCKED_NOACCESS,
    MQRQ_CHANNEL_BLOCKED_USERID, MQRQ_CONN_NOT_AUTHORIZED, MQRQ_CSP_NOT_AUTHORIZED,
};
use std::net::IpAddr;

/// Whether credentials have to be given (`CHCKCLNT`, `CHCKLOCL`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckClient {
    /// They are not looked at.
    None,
    /// If they are given, they have to be right.
    Optional,
    /// Those that run as an administrator have to give them.
    RequiredOfAdministrators,
    /// Everyone has to give them.
    Required,
}

/// Where users and passwords are kept (`AUTHTYPE`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UserRepository {
    /// `IDPWOS`: this machine, and the queue manager's own password file.
    OperatingSystem,
    /// `IDPWLDAP`: a directory. Not supported: every connection that would be checked is
    /// refused.
    Ldap,
    /// The object `CONNAUTH` names is not there, or is of a type that has no users.
    Missing,
}

/// What `CONNAUTH` of the queue manager leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConnectionAuthentication {
    /// Name of the AUTHINFO object.
    pub object: String,
    /// Where users and passwords are.
    pub repository: UserRepository,
    /// `CHCKCLNT`.
    pub check_client: CheckClient,
    /// `CHCKLOCL`.
    pub check_local: CheckClient,
    /// `ADOPTCTX(YES)`: the connection runs as the user in the credentials.
    pub adopt_context: bool,
    /// `FAILDLAY`: how long a failed check makes the application wait.
    pub fail_delay_seconds: u32,
}

/// What a queue manager has to say about connecting.
#[derive(Clone, Copy, Debug)]
pub struct Policy<'a> {
    /// `CHLAUTH` of the queue manager: the records, or nothing while they are disabled.
    pub rules: Option<&'a Rules>,
    /// What `CONNAUTH` leads to, or nothing if it is blank.
    pub authentication: Option<&'a ConnectionAuthentication>,
}

/// Whether a password came with the user in the credentials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Password {
    /// None did, or no credentials at all.
    NotGiven,
    /// It can be checked.
    Given,
    /// It came protected in a way that is not published.
    Unreadable,
}

/// Who wants to connect.
#[derive(Clone, Debug)]
pub struct Applicant<'a> {
    /// The channel's name.
    pub channel: &'a str,
    /// `MCAUSER` of the channel, or blank.
    pub channel_user: &'a str,
    /// Where it comes from.
    pub address: Option<IpAddr>,
    /// The user the client says it runs as.
    pub asserted_user: &'a str,
    /// The user in the credentials, or blank.
    pub credentials_user: &'a str,
    /// The password in the credentials.
    pub password: Password,
    /// The names in the client's certificate.
    pub certificate: Option<&'a CertificateNames>,
    /// Name of the application.
    pub application: &'a str,
}

/// What was decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// It may connect, as this user.
    Admit {
        /// The user.
        user: String,
    },
    /// It may connect as `user` if the password is the one of `of`.
    Verify {
        /// Whose password has to be right.
        of: String,
        /// The user to connect as.
        user: String,
        /// What to say if it is wrong.
        otherwise: Box<Refusal>,
    },
    /// It may not connect.
    Refuse(Box<Refusal>),
}

/// Something a record with `WARN(YES)` would have refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warned {
    /// What to write into the error log.
    pub line: Line,
    /// `MQRQ_*` of the event.
    pub qualifier: i32,
    /// The user that would be blocked, where one would; else the event names the one at the other end.
    pub user: Option<String>,
}

/// Which check failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusalKind {
    /// `BLOCKADDR`.
    BlockedAddress,
    /// A record with `USERSRC(NOACCESS)`.
    NoAccess,
    /// `BLOCKUSER`.
    BlockedUser,
    /// Credentials are required and were not given.
    CredentialsMissing,
    /// User and password do not go together.
    WrongPassword,
    /// The password cannot be read.
    PasswordUnreadable,
    /// Users are kept where this program does not look.
    RepositoryUnusable,
    /// A record requires credentials of a queue manager that checks none.
    NothingChecks,
    /// There is no user to connect as, or its name is too long.
    NoUser,
}

/// Why it may not connect. The application gets `MQRC_NOT_AUTHORIZED` (2035) whatever it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Which check failed.
    pub kind: RefusalKind,
    /// What to write into the error log.
    pub lines: Vec<Line>,
    /// `MQRQ_*` of the event: of a channel blocked event for the first three kinds, of a not
    /// authorized event (type 1) for the others.
    pub qualifier: i32,
    /// The user it was about, as far as there is one.
    pub user: String,
}

impl Refusal {
    /// True if the event is the one of blocked channels, false for the one of missing authority.
    #[must_use]
    pub fn is_blocked_channel(&self) -> bool {
        matches!(
            self.kind,
            RefusalKind::BlockedAddress | RefusalKind::NoAccess | RefusalKind::BlockedUser
        )
    }
}

/// What asked for credentials.
#[derive(Clone, Copy)]
enum Asked<'a> {
    Rule(&'a Rule),
    QueueManager(&'a ConnectionAuthentication),
}

/// Whether an address is kept out whatever the channel: asked before anything is read.
#[must_use]
pub fn address_refusal(policy: Policy<'_>, address: IpAddr) -> (Option<Refusal>, Option<Warned>) {
    let Some(rule) = policy
        .rules
        .and_then(|rules| rules.blocking_address(address))
    else {
        return (None, None);
    };
    let qualifier = MQRQ_CHANNEL_BLOCKED_ADDRESS;
    if rule.warn {
        let line = notices::would_block_address(address);
        return (
            None,
            Some(Warned {
                line,
                qualifier,
                user: None,
            }),
        );
    }
    let refusal = Refusal {
        kind: RefusalKind::BlockedAddress,
        lines: vec![notices::blocked_address(address)],
        qualifier,
        user: String::new(),
    };
    (Some(refusal), None)
}

/// Decides whether an application may connect through a server-connection channel, and as
/// whom. `administers` says whether a user administers the queue manager. Nothing is waited for
/// and nothing is changed; the password is the caller's to check.
#[must_use]
pub fn decide(
    policy: Policy<'_>,
    applicant: &Applicant<'_>,
    administers: &dyn Fn(&str) -> bool,
) -> (Decision, Vec<Warned>) {
    let mut warned = Vec::new();
    let decision = decide_with(policy, applicant, administers, &mut warned);
    (decision.unwrap_or_else(Decision::Refuse), warned)
}

fn decide_with(
    policy: Policy<'_>,
    applicant: &Applicant<'_>,
    administers: &dyn Fn(&str) -> bool,
    warned: &mut Vec<Warned>,
) -> Result<Decision, Box<Refusal>> {
    let checks = policy
        .authentication
        .filter(|settings| settings.check_client != CheckClient::None);
    let gave_user = !applicant.credentials_user.is_empty();
    let adopts = gave_user && checks.is_some_and(|settings| settings.adopt_context);
    let asked_about = if adopts {
        applicant.credentials_user
    } else {
        applicant.asserted_user
    };
    let rule = mapping_rule(policy, applicant, asked_about, warned)?;
    let user = match rule.map(|rule| &rule.source) {
        Some(UserSource::Map(user)) => user.as_str(),
        // Adopted credentials are proof, the channel's user is a default, a claim is neither.
        _ if adopts => applicant.credentials_user,
        _ if !applicant.channel_user.is_empty() => applicant.channel_user,
        _ => applicant.asserted_user,
    };
    refuse_blocked_user(policy, applicant, user, administers, warned)?;
    if user.is_empty() || user.len() > MQ_USER_ID_LENGTH as usize {
        return Err(refusal(
            RefusalKind::NoUser,
            vec![notices::unusable_user(applicant, user)],
            user,
        ));
    }
    let asked = who_asks(rule, checks, applicant, user, administers);
    let Some(settings) = checks else {
        return match asked {
            Some(Asked::Rule(rule)) => Err(refusal(
                RefusalKind::NothingChecks,
                vec![notices::nothing_checks(applicant), notices::rule_asks(rule)],
                user,
            )),
            _ => Ok(Decision::Admit {
                user: user.to_owned(),
            }),
        };
    };
    let Some(asked) = asked else {
        return Ok(Decision::Admit {
            user: user.to_owned(),
        });
    };
    verification(settings, asked, applicant, user)
}

/// The record that counts, unless it refuses.
fn mapping_rule<'a>(
    policy: Policy<'a>,
    applicant: &Applicant<'_>,
    asked_about: &str,
    warned: &mut Vec<Warned>,
) -> Result<Option<&'a Rule>, Box<Refusal>> {
    let met = Met {
        channel: applicant.channel,
        address: applicant.address,
        partner: Partner::Client(asked_about),
        certificate: applicant.certificate,
    };
    met.mapping_rule(policy.rules, warned)
}

/// Whom records are asked about.
pub(crate) struct Met<'a> {
    pub(crate) channel: &'a str,
    pub(crate) address: Option<IpAddr>,
    pub(crate) partner: Partner<'a>,
    pub(crate) certificate: Option<&'a CertificateNames>,
}

impl Met<'_> {
    /// The record that counts, unless it refuses. What would have refused and only warns is added to `warned`.
    pub(crate) fn mapping_rule<'r>(
        &self,
        rules: Option<&'r Rules>,
        warned: &mut Vec<Warned>,
    ) -> Result<Option<&'r Rule>, Box<Refusal>> {
        let Some(rules) = rules else {
            return Ok(None);
        };
        let target = Target {
            channel: self.channel,
            address: self.address,
            partner: self.partner,
            certificate: self
                .certificate
                .map(|names| (PeerName::of(&names.subject), PeerName::of(&names.issuer))),
        };
        let (rule, only_warn) = rules.best(&target);
        let qualifier = MQRQ_CHANNEL_BLOCKED_NOACCESS;
        let identity = || notices::identity(self.certificate, self.partner, self.address);
        warned.extend(only_warn.into_iter().map(|_| Warned {
            line: notices::would_block(self.channel, self.address, &identity()),
            qualifier,
            user: None,
        }));
        match rule {
            Some(rule) if rule.source == UserSource::NoAccess => Err(Box::new(Refusal {
                kind: RefusalKind::NoAccess,
                lines: vec![notices::no_access(
                    self.channel,
                    self.address,
                    &format!("{}: {}", identity(), notices::record(rule)),
                )],
                qualifier,
                user: match self.partner {
                    Partner::Client(user) => user.to_owned(),
                    Partner::QueueManager(_) => String::new(),
                },
            })),
            rule => Ok(rule),
        }
    }
}

fn refuse_blocked_user(
    policy: Policy<'_>,
    applicant: &Applicant<'_>,
    user: &str,
    administers: &dyn Fn(&str) -> bool,
    warned: &mut Vec<Warned>,
) -> Result<(), Box<Refusal>> {
    let found = policy
        .rules
        .and_then(|rules| rules.blocking_user(applicant.channel, user, administers(user)));
    let qualifier = MQRQ_CHANNEL_BLOCKED_USERID;
    match found {
        None => Ok(()),
        Some(rule) if rule.warn => {
            let line = notices::would_block_user(applicant, user);
            let user = Some(user.to_owned());
            warned.push(Warned {
                line,
                qualifier,
                user,
            });
            Ok(())
        }
        Some(_) => Err(Box::new(Refusal {
            kind: RefusalKind::BlockedUser,
            lines: vec![notices::blocked_user(applicant, user)],
            qualifier,
            user: user.to_owned(),
        })),
    }
}

/// Why credentials are looked at, if they are.
fn who_asks<'a>(
    rule: Option<&'a Rule>,
    checks: Option<&'a ConnectionAuthentication>,
    applicant: &Applicant<'_>,
    user: &str,
    administers: &dyn Fn(&str) -> bool,
) -> Option<Asked<'a>> {
    let by_rule = rule.filter(|rule| match rule.check_client {
        CheckOfRule::AsQueueManager => false,
        CheckOfRule::Required => true,
        CheckOfRule::RequiredOfAdministrators => administers(user),
    });
    if let Some(rule) = by_rule {
        return Some(Asked::Rule(rule));
    }
    let settings = checks?;
    let gave_user = !applicant.credentials_user.is_empty();
    let own = rule.is_none_or(|rule| rule.check_client == CheckOfRule::AsQueueManager);
    let asks = match settings.check_client {
        _ if gave_user => true,
        CheckClient::Required => own,
        CheckClient::RequiredOfAdministrators => own && administers(user),
        CheckClient::None | CheckClient::Optional => false,
    };
    asks.then_some(Asked::QueueManager(settings))
}

/// Credentials are looked at: what has to be true of them.
fn verification(
    settings: &ConnectionAuthentication,
    asked: Asked<'_>,
    applicant: &Applicant<'_>,
    user: &str,
) -> Result<Decision, Box<Refusal>> {
    let cause = match asked {
        Asked::Rule(rule) => notices::rule_asks(rule),
        Asked::QueueManager(settings) => notices::queue_manager_asks(settings),
    };
    let of = applicant.credentials_user;
    let refused = |kind, line| Err(refusal(kind, vec![line, cause.clone()], of));
    if of.is_empty() {
        let line = match asked {
            Asked::Rule(_) => notices::credentials_missing_for_rule(applicant),
            Asked::QueueManager(_) => notices::credentials_missing(applicant),
        };
        return Err(refusal(
            RefusalKind::CredentialsMissing,
            vec![line, cause],
            user,
        ));
    }
    if applicant.password == Password::NotGiven {
        // Nobody's password is empty.
        let line = notices::wrong_password(applicant);
        return refused(RefusalKind::WrongPassword, line);
    }
    match settings.repository {
        UserRepository::OperatingSystem => {}
        UserRepository::Ldap | UserRepository::Missing => {
            let line = notices::repository_unusable(settings);
            return refused(RefusalKind::RepositoryUnusable, line);
        }
    }
    if applicant.password == Password::Unreadable {
        let line = notices::password_unreadable(applicant);
        return refused(RefusalKind::PasswordUnreadable, line);
    }
    let line = notices::wrong_password(applicant);
    Ok(Decision::Verify {
        of: of.to_owned(),
        user: user.to_owned(),
        otherwise: refusal(RefusalKind::WrongPassword, vec![line, cause], of),
    })
}

/// A refusal whose event is the one of missing authority.
pub(crate) fn refusal(kind: RefusalKind, lines: Vec<Line>, user: &str) -> Box<Refusal> {
    let qualifier = match kind {
        RefusalKind::NoUser => MQRQ_CONN_NOT_AUTHORIZED,
        _ => MQRQ_CSP_NOT_AUTHORIZED,
    };
    Box::new(Refusal {
        kind,
        lines,
        qualifier,
        user: user.to_owned(),
    })
}

#[cfg(test)]
mod tests;
