//! What the error log says about partners that were refused.
//!
//! The sentences are in the table of notices; this fills them in. What came from outside is
//! shown as it came, without control characters.

use crate::decision::{Applicant, CheckClient, ConnectionAuthentication, UserRepository};
use crate::local::LocalApplicant;
use crate::rule::{CheckOfRule, Partner, Rule};
use ferromq_mqi::distinguished_name::CertificateNames;
use ferromq_mqi::generated::notices as table;
use ferromq_mqi::notice::Notice;
use std::fmt::Display;
use std::net::IpAddr;

/// A line for the error log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Number with its severity letter, such as `AMQ9777E`.
    pub number: &'static str,
    /// The sentence.
    pub text: String,
    /// The values in it, in their order.
    pub values: Vec<String>,
}

fn line(notice: &'static Notice, values: &[&dyn Display]) -> Line {
    Line {
        number: notice.label,
        text: notice.sentence(values),
        values: values.iter().map(ToString::to_string).collect(),
    }
}

/// Text from outside, fit to be printed.
pub(crate) fn clean(text: &str) -> String {
    text.chars()
        .filter(|character| !character.is_control())
        .collect()
}

fn place(applicant: &Applicant<'_>) -> String {
    known(applicant.address)
}

/// An address, for people.
pub(crate) fn known(address: Option<IpAddr>) -> String {
    address.map_or_else(|| "(unknown)".to_owned(), |address| address.to_string())
}

/// What records were asked about, in the words of DISPLAY CHLAUTH: the partner is a user or a queue manager.
pub(crate) fn identity(
    certificate: Option<&CertificateNames>,
    partner: Partner<'_>,
    address: Option<IpAddr>,
) -> String {
    let mut text = match certificate {
        Some(CertificateNames { subject, issuer }) => {
            let (subject, issuer) = (clean(&subject.to_string()), clean(&issuer.to_string()));
            format!("SSLPEER({subject}) SSLCERTI({issuer}) ")
        }
        None => String::new(),
    };
    let (keyword, name) = match partner {
        Partner::Client(user) => ("CLNTUSER", user),
        Partner::QueueManager(name) => ("QMNAME", name),
    };
    let address = known(address);
    text.push_str(&format!("{keyword}({}) ADDRESS({address})", clean(name)));
    text
}

pub(crate) fn blocked_address(address: IpAddr) -> Line {
    line(&table::AMQ9782, &[&address])
}

pub(crate) fn would_block_address(address: IpAddr) -> Line {
    line(&table::FMQ0040, &[&address])
}

/// Which record it is, as far as it takes to find it: what it is for, and its type.
pub(crate) fn record(rule: &Rule) -> String {
    let (profile, kind) = (rule.profile.as_str(), rule.subject.keyword());
    format!("CHLAUTH({profile}) TYPE({kind})")
}

/// A record refuses: `identity` is what it fits.
pub(crate) fn no_access(channel: &str, address: Option<IpAddr>, identity: &str) -> Line {
    let values: [&dyn Display; 3] = [&clean(channel), &known(address), &identity];
    line(&table::AMQ9777, &values)
}

/// A record would refuse, and only warns.
pub(crate) fn would_block(channel: &str, address: Option<IpAddr>, identity: &str) -> Line {
    let values: [&dyn Display; 3] = [&clean(channel), &known(address), &identity];
    line(&table::FMQ0041, &values)
}

pub(crate) fn blocked_user(applicant: &Applicant<'_>, user: &str) -> Line {
    let values: [&dyn Display; 3] = [&clean(applicant.channel), &place(applicant), &clean(user)];
    line(&table::AMQ9776, &values)
}

pub(crate) fn would_block_user(applicant: &Applicant<'_>, user: &str) -> Line {
    let values: [&dyn Display; 3] = [&clean(applicant.channel), &place(applicant), &clean(user)];
    line(&table::FMQ0042, &values)
}

/// Who was refused, in a sentence about a user or an application.
pub(crate) trait Whereabouts {
    /// Such as `on channel 'A' from 192.0.2.1`.
    fn whereabouts(&self) -> String;
    /// Name of the application.
    fn application(&self) -> &str;
    /// The user in the credentials.
    fn credentials_user(&self) -> &str;
}

impl Whereabouts for Applicant<'_> {
    fn whereabouts(&self) -> String {
        format!("on channel '{}' from {}", clean(self.channel), place(self))
    }

    fn application(&self) -> &str {
        self.application
    }

    fn credentials_user(&self) -> &str {
        self.credentials_user
    }
}

impl Whereabouts for LocalApplicant<'_> {
    fn whereabouts(&self) -> String {
        format!(
            "in local process {} of user '{}'",
            self.process_id,
            clean(self.user)
        )
    }

    fn application(&self) -> &str {
        self.application
    }

    fn credentials_user(&self) -> &str {
        self.credentials_user
    }
}

pub(crate) fn unusable_user(applicant: &impl Whereabouts, user: &str) -> Line {
    let why = if user.is_empty() {
        "there is no user: neither the client, nor its credentials, nor MCAUSER of the channel, nor a channel authentication record gives one"
    } else {
        "it has more than 12 characters"
    };
    let values: [&dyn Display; 3] = [&clean(user), &applicant.whereabouts(), &why];
    line(&table::AMQ9557, &values)
}

pub(crate) fn credentials_missing(applicant: &impl Whereabouts) -> Line {
    let values: [&dyn Display; 2] = [&clean(applicant.application()), &applicant.whereabouts()];
    line(&table::AMQ5540, &values)
}

/// The same where a channel authentication record asks for them.
pub(crate) fn credentials_missing_for_rule(applicant: &impl Whereabouts) -> Line {
    let values: [&dyn Display; 2] = [&clean(applicant.application()), &applicant.whereabouts()];
    line(&table::AMQ9791, &values)
}

pub(crate) fn wrong_password(applicant: &impl Whereabouts) -> Line {
    let values: [&dyn Display; 2] = [
        &clean(applicant.credentials_user()),
        &applicant.whereabouts(),
    ];
    line(&table::AMQ5534, &values)
}

pub(crate) fn password_unreadable(applicant: &Applicant<'_>) -> Line {
    let values: [&dyn Display; 3] = [
        &clean(applicant.credentials_user),
        &clean(applicant.channel),
        &place(applicant),
    ];
    line(&table::FMQ0043, &values)
}

pub(crate) fn repository_unusable(settings: &ConnectionAuthentication) -> Line {
    let why = match settings.repository {
        UserRepository::Ldap => "its type is IDPWLDAP, and LDAP is not supported",
        _ => "there is no such object, or its type has no users",
    };
    line(&table::FMQ0044, &[&settings.object, &why])
}

pub(crate) fn nothing_checks(applicant: &Applicant<'_>) -> Line {
    let values: [&dyn Display; 2] = [&clean(applicant.channel), &place(applicant)];
    line(&table::FMQ0045, &values)
}

/// That a channel authentication record asked for credentials.
pub(crate) fn rule_asks(rule: &Rule) -> Line {
    match rule.check_client {
        CheckOfRule::RequiredOfAdministrators => line(&table::AMQ9792, &[&rule.profile.as_str()]),
        _ => line(&table::AMQ9790, &[&rule.profile.as_str()]),
    }
}

/// That the queue manager asked for credentials of clients, or that they were given and are
/// checked.
pub(crate) fn queue_manager_asks(settings: &ConnectionAuthentication) -> Line {
    asked_for("CHCKCLNT", settings.check_client, settings)
}

/// The same of local applications.
pub(crate) fn queue_manager_asks_local(settings: &ConnectionAuthentication) -> Line {
    asked_for("CHCKLOCL", settings.check_local, settings)
}

fn asked_for(attribute: &str, check: CheckClient, settings: &ConnectionAuthentication) -> Line {
    let (notice, word): (&'static Notice, _) = match check {
        CheckClient::RequiredOfAdministrators => (&table::AMQ5541, "REQDADM"),
        CheckClient::Required => (&table::AMQ5542, "REQUIRED"),
        CheckClient::Optional => (&table::AMQ5542, "OPTIONAL"),
        CheckClient::None => (&table::AMQ5542, "NONE"),
    };
    let check = format!("{attribute}({word})");
    line(notice, &[&check, &settings.object])
}
