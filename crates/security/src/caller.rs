//! The decision about queue managers: may this one call, and as whom does the channel put what it sends?
//!
//! 1. The record that counts gives a user, leaves `MCAUSER` of the channel, or refuses. The name of a queue manager is its own word,
//!    so a `QMGRMAP` without `ADDRESS` identifies nobody.
//! 2. Where neither gives a user the channel acts as the queue manager itself, which may do anything.
//!
//! Lists of users that may not connect (`BLOCKUSER`), users of clients (`USERMAP`) and credentials (`CHCKCLNT`) are about
//! server-connection channels alone.
//!
//! Sources: the manual topics on channel authentication records, on blocking user ids, and on authorization of channels.

use crate::decision::{Met, Policy, Refusal, RefusalKind, Warned, refusal};
use crate::notices::{self, Whereabouts, clean, known};
use crate::rule::{Partner, UserSource};
use ferromq_mqi::distinguished_name::CertificateNames;
use ferromq_mqi::generated::constants::MQ_USER_ID_LENGTH;
use std::net::IpAddr;

/// A queue manager that has called.
#[derive(Clone, Debug)]
pub struct Caller<'a> {
    /// The channel's name.
    pub channel: &'a str,
    /// `MCAUSER` of the channel, or blank.
    pub channel_user: &'a str,
    /// Where it comes from.
    pub address: Option<IpAddr>,
    /// The name it says it has.
    pub q_mgr: &'a str,
    /// The names in its certificate.
    pub certificate: Option<&'a CertificateNames>,
}

impl Whereabouts for Caller<'_> {
    fn whereabouts(&self) -> String {
        let address = known(self.address);
        format!("on channel '{}' from {address}", clean(self.channel))
    }

    fn application(&self) -> &str {
        self.q_mgr
    }

    fn credentials_user(&self) -> &str {
        ""
    }
}

/// Decides whether a queue manager may call, and as whom its channel acts: blank for the queue manager itself. Nothing is waited for.
///
/// # Errors
/// Why it may not.
pub fn decide_caller(
    policy: Policy<'_>,
    caller: &Caller<'_>,
) -> (Result<String, Box<Refusal>>, Vec<Warned>) {
    let mut warned = Vec::new();
    let met = Met {
        channel: caller.channel,
        address: caller.address,
        partner: Partner::QueueManager(caller.q_mgr),
        certificate: caller.certificate,
    };
    let user = met.mapping_rule(policy.rules, &mut warned).map(|rule| {
        let source = rule.map(|rule| &rule.source);
        match source {
            Some(UserSource::Map(user)) => user.as_str(),
            _ => caller.channel_user,
        }
    });
    let decision = user.and_then(|user| {
        if user.len() > MQ_USER_ID_LENGTH as usize {
            let line = notices::unusable_user(caller, user);
            return Err(refusal(RefusalKind::NoUser, vec![line], user));
        }
        Ok(user.to_owned())
    });
    (decision, warned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AddressPattern, CheckOfRule, GenericName, PeerPattern, Rule, Rules, Subject};
    use ferromq_mqi::distinguished_name::{Attribute, DistinguishedName};

    fn rule(profile: &str, subject: Subject, source: UserSource) -> Rule {
        Rule {
            profile: GenericName::new(profile),
            subject,
            address: None,
            source,
            check_client: CheckOfRule::AsQueueManager,
            warn: false,
        }
    }

    fn from(address: &str, rule: Rule) -> Rule {
        Rule {
            address: Some(AddressPattern::parse(address).expect("an address")),
            ..rule
        }
    }

    fn q_mgr(name: &str) -> Subject {
        Subject::QueueManager(GenericName::new(name))
    }

    fn peer(pattern: &str) -> Subject {
        Subject::Peer {
            subject: Box::new(PeerPattern::parse(pattern).expect("a pattern")),
            issuer: None,
        }
    }

    fn map(user: &str) -> UserSource {
        UserSource::Map(user.to_owned())
    }

    fn caller(channel: &'static str) -> Caller<'static> {
        Caller {
            channel,
            channel_user: "",
            address: Some("192.0.2.7".parse().expect("an address")),
            q_mgr: "QM1",
            certificate: None,
        }
    }

    /// Who it acts for, or which check failed with which notice.
    fn says(rules: Vec<Rule>, caller: &Caller<'_>) -> String {
        let rules: Rules = rules.into_iter().collect();
        let policy = Policy {
            rules: Some(&rules),
            authentication: None,
        };
        let (decision, warned) = decide_caller(policy, caller);
        let warned: Vec<_> = warned.iter().map(|it| it.line.number).collect();
        match decision {
            Ok(user) => format!("'{user}' {warned:?}"),
            Err(refusal) => format!("{:?} {}", refusal.kind, refusal.lines[0].text),
        }
    }

    /// The records every queue manager is made with.
    fn defaults() -> Vec<Rule> {
        let own = |profile| from("*", rule(profile, Subject::Address, UserSource::Channel));
        let administrators = vec![crate::ADMINISTRATORS.to_owned()];
        let blocked = Subject::BlockUsers(administrators);
        vec![
            own("SYSTEM.ADMIN.SVRCONN"),
            Rule {
                source: UserSource::NoAccess,
                ..own("SYSTEM.*")
            },
            rule("*", blocked, UserSource::NoAccess),
        ]
    }

    #[test]
    fn the_default_records_let_a_new_receiver_run_and_keep_system_channels_shut() {
        assert_eq!(says(defaults(), &caller("QM1.TO.QM2")), "'' []");
        let mca = Caller {
            channel_user: "mqm",
            ..caller("QM1.TO.QM2")
        };
        assert_eq!(says(defaults(), &mca), "'mqm' []");
        let refused = says(defaults(), &caller("SYSTEM.DEF.RECEIVER"));
        assert!(
            refused.starts_with("NoAccess") && refused.contains("QMNAME(QM1) ADDRESS(192.0.2.7)"),
            "{refused}"
        );
    }

    /// The order of the manual: the channel's name, certificate before queue manager before address, then what is more specific.
    #[test]
    fn of_the_records_that_fit_the_documented_one_counts() {
        let name = |value: &str| {
            DistinguishedName::new(vec![Attribute {
                kind: "CN".into(),
                value: value.to_owned(),
            }])
        };
        let names = CertificateNames {
            subject: name("QM1"),
            issuer: name("CA"),
        };
        let with_certificate = Caller {
            certificate: Some(&names),
            ..caller("QM1.TO.QM2")
        };
        let all = vec![
            from("*", rule("*", Subject::Address, UserSource::NoAccess)),
            from("192.0.2.*", rule("QM1.*", Subject::Address, map("address"))),
            rule("QM1.*", q_mgr("*"), map("anyqm")),
            rule("QM1.*", q_mgr("QM*"), map("someqm")),
            from("192.0.2.7", rule("QM1.*", q_mgr("QM*"), map("near"))),
            rule("QM1.*", peer("CN=QM*"), map("cert")),
            rule("QM1.*", Subject::User("QM1".to_owned()), map("client")),
        ];
        assert_eq!(says(all.clone(), &with_certificate), "'cert' []");
        assert_eq!(says(all.clone(), &caller("QM1.TO.QM2")), "'near' []");
        let elsewhere = Caller {
            address: Some("198.51.100.1".parse().expect("an address")),
            ..caller("QM1.TO.QM2")
        };
        assert_eq!(says(all.clone(), &elsewhere), "'someqm' []");
        let other = Caller {
            q_mgr: "OTHER",
            ..elsewhere
        };
        assert_eq!(says(all.clone(), &other), "'anyqm' []");
        let mut exact = all;
        exact.push(from(
            "*",
            rule("QM1.TO.QM2", Subject::Address, map("exact")),
        ));
        assert_eq!(says(exact, &with_certificate), "'exact' []");
    }

    #[test]
    fn a_record_refuses_warns_or_leaves_the_user_of_the_channel() {
        let mca = Caller {
            channel_user: "mca",
            ..caller("QM1.TO.QM2")
        };
        let refuses = rule("*", q_mgr("QM1"), UserSource::NoAccess);
        assert!(says(vec![refuses.clone()], &mca).starts_with("NoAccess"));
        let warns = Rule {
            warn: true,
            ..refuses
        };
        let leaves = from("*", rule("*", Subject::Address, UserSource::Channel));
        assert_eq!(says(vec![warns, leaves], &mca), "'mca' [\"FMQ0041W\"]");
        let long = rule("*", q_mgr("QM1"), map("a.user.too.long"));
        assert!(says(vec![long], &mca).starts_with("NoUser"));
    }
}
