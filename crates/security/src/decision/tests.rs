use super::*;
use crate::address::AddressPattern;
use crate::name_pattern::GenericName;
use crate::rule::{ADMINISTRATORS, Subject};
use ferromq_mqi::notice::Notice;

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

/// The records of a new queue manager.
fn new_rules() -> Vec<Rule> {
    vec![
        rule(
            "*",
            Subject::BlockUsers(vec![ADMINISTRATORS.to_owned()]),
            UserSource::NoAccess,
        ),
        rule("SYSTEM.*", Subject::Address, UserSource::NoAccess),
        rule(
            "SYSTEM.ADMIN.SVRCONN",
            Subject::Address,
            UserSource::Channel,
        ),
    ]
}

fn new_authentication() -> ConnectionAuthentication {
    ConnectionAuthentication {
        object: "SYSTEM.DEFAULT.AUTHINFO.IDPWOS".to_owned(),
        repository: UserRepository::OperatingSystem,
        check_client: CheckClient::RequiredOfAdministrators,
        check_local: CheckClient::Optional,
        adopt_context: true,
        fail_delay_seconds: 1,
    }
}

fn joe() -> Applicant<'static> {
    Applicant {
        channel: "APP.SVRCONN",
        channel_user: "",
        address: "10.0.0.7".parse().ok(),
        asserted_user: "joe",
        credentials_user: "",
        password: Password::NotGiven,
        certificate: None,
        application: "app",
    }
}

fn with_password(user: &'static str) -> Applicant<'static> {
    Applicant {
        credentials_user: user,
        password: Password::Given,
        ..joe()
    }
}

struct Case {
    rules: Vec<Rule>,
    authentication: Option<ConnectionAuthentication>,
}

impl Case {
    fn new() -> Self {
        Self {
            rules: new_rules(),
            authentication: Some(new_authentication()),
        }
    }

    fn with(mut self, rule: Rule) -> Self {
        self.rules.push(rule);
        self
    }

    fn settings(mut self, change: impl FnOnce(&mut ConnectionAuthentication)) -> Self {
        change(self.authentication.as_mut().expect("there is one"));
        self
    }

    fn decide(&self, applicant: &Applicant<'_>) -> (Decision, Vec<Warned>) {
        let rules = Rules::from_iter(self.rules.clone());
        let policy = Policy {
            rules: Some(&rules),
            authentication: self.authentication.as_ref(),
        };
        decide(policy, applicant, &|user| user == "mqm")
    }

    /// `as user`, `user if password of other`, or the kind of refusal.
    fn says(&self, applicant: &Applicant<'_>) -> String {
        match self.decide(applicant).0 {
            Decision::Admit { user } => format!("as {user}"),
            Decision::Verify { of, user, .. } => format!("as {user} if {of}"),
            Decision::Refuse(refusal) => format!("{:?}", refusal.kind),
        }
    }
}

#[test]
fn a_new_queue_manager_lets_ordinary_users_in_and_no_administrators() {
    let case = Case::new();
    assert_eq!(case.says(&joe()), "as joe");
    assert_eq!(case.says(&with_password("joe")), "as joe if joe");
    assert_eq!(case.says(&with_password("mqm")), "BlockedUser");
    let mqm = Applicant {
        asserted_user: "mqm",
        ..joe()
    };
    assert_eq!(case.says(&mqm), "BlockedUser");
    let system = Applicant {
        channel: "SYSTEM.DEF.SVRCONN",
        ..joe()
    };
    assert_eq!(case.says(&system), "NoAccess");
    let admin = Applicant {
        channel: "SYSTEM.ADMIN.SVRCONN",
        ..joe()
    };
    assert_eq!(case.says(&admin), "as joe");
}

#[test]
fn administrators_come_in_where_the_list_is_overruled_and_only_with_a_password() {
    let case = Case::new().with(rule(
        "APP.*",
        Subject::BlockUsers(vec!["nobody".to_owned()]),
        UserSource::NoAccess,
    ));
    let mqm = Applicant {
        asserted_user: "mqm",
        ..joe()
    };
    assert_eq!(case.says(&mqm), "CredentialsMissing");
    assert_eq!(case.says(&with_password("mqm")), "as mqm if mqm");
}

/// Adopted credentials, else the channel's user, else what the client says; a record's user
/// before all of them.
#[test]
fn the_user_is_the_one_with_the_best_proof_unless_a_record_names_one() {
    let with_channel_user = |applicant: Applicant<'static>| Applicant {
        channel_user: "app",
        ..applicant
    };
    let case = Case::new();
    assert_eq!(case.says(&with_channel_user(joe())), "as app");
    assert_eq!(
        case.says(&with_channel_user(with_password("ann"))),
        "as ann if ann"
    );
    let not_adopted = Case::new().settings(|settings| settings.adopt_context = false);
    assert_eq!(
        not_adopted.says(&with_channel_user(with_password("ann"))),
        "as app if ann"
    );
    assert_eq!(not_adopted.says(&with_password("ann")), "as joe if ann");
    let mapped = Case::new().with(rule(
        "APP.*",
        Subject::User("ann".to_owned()),
        UserSource::Map("batch".to_owned()),
    ));
    assert_eq!(mapped.says(&with_password("ann")), "as batch if ann");
    assert_eq!(mapped.says(&with_channel_user(joe())), "as app");
}

#[test]
fn credentials_are_asked_for_by_queue_manager_or_record() {
    let required = Case::new().settings(|settings| settings.check_client = CheckClient::Required);
    assert_eq!(required.says(&joe()), "CredentialsMissing");
    assert_eq!(required.says(&with_password("joe")), "as joe if joe");
    let unchecked = Case::new().settings(|settings| settings.check_client = CheckClient::None);
    assert_eq!(unchecked.says(&with_password("ann")), "as joe");
    let strict_record = || Rule {
        check_client: CheckOfRule::Required,
        ..rule("APP.*", Subject::Address, UserSource::Channel)
    };
    let by_record = Case::new().with(strict_record());
    assert_eq!(by_record.says(&joe()), "CredentialsMissing");
    assert_eq!(by_record.says(&with_password("joe")), "as joe if joe");
    let mut nothing_checks = Case::new().with(strict_record());
    nothing_checks.authentication = None;
    assert_eq!(nothing_checks.says(&with_password("joe")), "NothingChecks");
    assert_eq!(
        Case {
            authentication: None,
            ..Case::new()
        }
        .says(&joe()),
        "as joe"
    );
}

#[test]
fn what_cannot_be_checked_is_refused() {
    let case = Case::new();
    let unreadable = Applicant {
        password: Password::Unreadable,
        ..with_password("joe")
    };
    assert_eq!(case.says(&unreadable), "PasswordUnreadable");
    let no_password = Applicant {
        password: Password::NotGiven,
        ..with_password("joe")
    };
    assert_eq!(case.says(&no_password), "WrongPassword");
    for repository in [UserRepository::Ldap, UserRepository::Missing] {
        let case = Case::new().settings(|settings| settings.repository = repository);
        assert_eq!(case.says(&with_password("joe")), "RepositoryUnusable");
    }
    let nobody = Applicant {
        asserted_user: "",
        ..joe()
    };
    assert_eq!(case.says(&nobody), "NoUser");
    assert_eq!(case.says(&with_password("a.very.long.user")), "NoUser");
}

#[test]
fn disabled_records_and_warnings_let_through() {
    let mqm = Applicant {
        asserted_user: "mqm",
        ..joe()
    };
    let settings = ConnectionAuthentication {
        check_client: CheckClient::Optional,
        ..new_authentication()
    };
    let disabled = Policy {
        rules: None,
        authentication: Some(&settings),
    };
    let (decision, warned) = decide(disabled, &mqm, &|user| user == "mqm");
    assert_eq!(
        (decision, warned),
        (Decision::Admit { user: "mqm".into() }, Vec::new())
    );
    let mut case = Case::new().settings(|settings| settings.check_client = CheckClient::Optional);
    for rule in &mut case.rules {
        rule.warn = true;
    }
    let (decision, warned) = case.decide(&Applicant {
        channel: "SYSTEM.X",
        ..mqm
    });
    assert_eq!(decision, Decision::Admit { user: "mqm".into() });
    let qualifiers: Vec<i32> = warned.iter().map(|warned| warned.qualifier).collect();
    assert_eq!(
        qualifiers,
        [MQRQ_CHANNEL_BLOCKED_NOACCESS, MQRQ_CHANNEL_BLOCKED_USERID]
    );
    // The user who would be blocked, which need not be the one at the other end.
    let users: Vec<Option<&str>> = warned.iter().map(|warned| warned.user.as_deref()).collect();
    assert_eq!(users, [None, Some("mqm")]);
}

#[test]
fn addresses_are_kept_out_before_anything_is_read() {
    let blocked = Subject::BlockAddresses(vec![AddressPattern::parse("10.*").expect("good")]);
    let mut rule = rule("*", blocked, UserSource::NoAccess);
    for warn in [false, true] {
        rule.warn = warn;
        let rules = Rules::from_iter([rule.clone()]);
        let policy = Policy {
            rules: Some(&rules),
            authentication: None,
        };
        let inside = address_refusal(policy, "10.1.1.1".parse().expect("address"));
        assert_eq!((inside.0.is_some(), inside.1.is_some()), (!warn, warn));
        let outside = address_refusal(policy, "11.1.1.1".parse().expect("address"));
        assert_eq!(outside, (None, None));
    }
}

/// Numbers in the code carry the severity of the table, and every brace is filled.
#[test]
fn every_line_is_in_the_table_and_complete() {
    let mut lines = Vec::new();
    let mut strict = new_authentication();
    for applicant in [
        joe(),
        with_password("joe"),
        with_password("a.very.long.user"),
    ] {
        let at = applicant.address.expect("there is one");
        let identity = notices::identity(applicant.certificate, Partner::Client("joe"), Some(at));
        lines.extend([
            notices::blocked_address(at),
            notices::would_block_address(at),
            notices::no_access(applicant.channel, Some(at), &identity),
            notices::would_block(applicant.channel, None, &identity),
            notices::blocked_user(&applicant, "joe"),
            notices::would_block_user(&applicant, "joe"),
            notices::unusable_user(&applicant, ""),
            notices::credentials_missing(&applicant),
            notices::wrong_password(&applicant),
            notices::password_unreadable(&applicant),
            notices::nothing_checks(&applicant),
        ]);
    }
    for repository in [UserRepository::Ldap, UserRepository::Missing] {
        strict.repository = repository;
        lines.push(notices::repository_unusable(&strict));
    }
    for check_client in [
        CheckClient::None,
        CheckClient::Optional,
        CheckClient::Required,
        CheckClient::RequiredOfAdministrators,
    ] {
        strict.check_client = check_client;
        lines.push(notices::queue_manager_asks(&strict));
    }
    for check_client in [CheckOfRule::Required, CheckOfRule::RequiredOfAdministrators] {
        lines.push(notices::rule_asks(&Rule {
            check_client,
            ..rule("*", Subject::Address, UserSource::Channel)
        }));
    }
    for line in lines {
        let (id, letter) = line.number.split_at(line.number.len() - 1);
        let notice = Notice::find(id).unwrap_or_else(|| panic!("{id} is not in the table"));
        assert_eq!(letter, notice.severity.letter().to_string(), "{id}");
        assert!(!line.text.contains('{'), "{}", line.text);
    }
}

#[test]
fn control_characters_from_outside_do_not_reach_the_error_log() {
    let case = Case::new();
    let hostile = Applicant {
        channel: "SYSTEM.\nAMQ9999I: fine",
        ..joe()
    };
    let (Decision::Refuse(refusal), _) = case.decide(&hostile) else {
        panic!("channels of the system are closed");
    };
    assert!(refusal.lines.iter().all(|line| !line.text.contains('\n')));
}
