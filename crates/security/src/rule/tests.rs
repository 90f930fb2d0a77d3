use super::*;
use ferromq_base::random::SplitMix64;

fn rule(profile: &str, subject: Subject, address: Option<&str>, source: UserSource) -> Rule {
    Rule {
        profile: GenericName::new(profile),
        subject,
        address: address.map(|text| AddressPattern::parse(text).expect(text)),
        source,
        check_client: CheckOfRule::AsQueueManager,
        warn: false,
    }
}

fn peer(subject: &str, issuer: Option<&str>) -> Subject {
    Subject::Peer {
        subject: Box::new(PeerPattern::parse(subject).expect(subject)),
        issuer: issuer.map(|text| Box::new(PeerPattern::parse(text).expect(text))),
    }
}

fn target<'a>(channel: &'a str, address: &str, user: &'a str, subject: &str) -> Target<'a> {
    let name = |text: &str| PeerName::parse(text).expect(text);
    Target {
        channel,
        address: address.parse().ok(),
        partner: Partner::Client(user),
        certificate: (!subject.is_empty()).then(|| (name(subject), name("CN=Root,O=CA"))),
    }
}

fn mapped<'a>(rules: &'a Rules, target: &Target<'_>) -> &'a str {
    match rules.best(target).0.map(|rule| &rule.source) {
        Some(UserSource::Map(user)) => user,
        Some(UserSource::Channel) => "(channel)",
        Some(UserSource::NoAccess) => "(none)",
        None => "(no record)",
    }
}

fn map(user: &str) -> UserSource {
    UserSource::Map(user.to_owned())
}

#[test]
fn channel_before_kind_before_value_before_address() {
    let rules = Rules::from_iter([
        rule("*", peer("CN=app", None), None, map("star-peer")),
        rule("APP.*", Subject::Address, Some("*"), map("generic-any")),
        rule("APP.*", Subject::Address, Some("10.*"), map("generic-ten")),
        rule(
            "APP.*",
            Subject::User("joe".into()),
            None,
            map("generic-joe"),
        ),
        rule(
            "APP.*",
            Subject::User("joe".into()),
            Some("10.*"),
            map("generic-joe-ten"),
        ),
        rule("APP.*", peer("CN=*", None), None, map("generic-peer")),
        rule("APP.*", peer("CN=a*", None), None, map("generic-a")),
        rule(
            "APP.*",
            peer("CN=a*", Some("CN=Root")),
            None,
            map("generic-a-root"),
        ),
        rule("APP.ONE", Subject::Address, Some("*"), map("exact")),
    ]);
    for (channel, address, user, subject, expected) in [
        ("OTHER", "1.1.1.1", "joe", "CN=app", "star-peer"),
        ("OTHER", "1.1.1.1", "joe", "", "(no record)"),
        ("APP.TWO", "1.1.1.1", "ann", "", "generic-any"),
        ("APP.TWO", "10.1.1.1", "ann", "", "generic-ten"),
        ("APP.TWO", "1.1.1.1", "joe", "", "generic-joe"),
        ("APP.TWO", "10.1.1.1", "joe", "", "generic-joe-ten"),
        ("APP.TWO", "10.1.1.1", "joe", "CN=zed", "generic-peer"),
        ("APP.TWO", "10.1.1.1", "joe", "CN=app", "generic-a-root"),
        ("APP.ONE", "10.1.1.1", "joe", "CN=app", "exact"),
    ] {
        let target = target(channel, address, user, subject);
        assert_eq!(
            mapped(&rules, &target),
            expected,
            "{channel} {address} {user} {subject}"
        );
    }
}

#[test]
fn queue_manager_records_are_for_queue_managers_and_user_records_for_clients() {
    let rules = Rules::from_iter([
        rule(
            "*",
            Subject::QueueManager(GenericName::new("QM*")),
            None,
            map("q"),
        ),
        rule("*", Subject::User("QM1".into()), None, map("u")),
    ]);
    let mut target = target("C", "1.1.1.1", "QM1", "");
    assert_eq!(mapped(&rules, &target), "u");
    target.partner = Partner::QueueManager("QM1");
    assert_eq!(mapped(&rules, &target), "q");
}

#[test]
fn a_record_that_only_warns_leaves_the_word_to_the_next() {
    let mut warning = rule("C", Subject::Address, Some("*"), UserSource::NoAccess);
    warning.warn = true;
    let rules = Rules::from_iter([warning, rule("*", Subject::Address, Some("*"), map("next"))]);
    let (found, warned) = rules.best(&target("C", "1.1.1.1", "u", ""));
    assert_eq!(found.map(|rule| &rule.source), Some(&map("next")));
    assert_eq!(warned.len(), 1);
}

#[test]
fn the_most_specific_list_of_users_counts_alone() {
    let block = |profile: &str, users: &[&str]| {
        let users = users.iter().map(|user| (*user).to_owned()).collect();
        rule(
            profile,
            Subject::BlockUsers(users),
            None,
            UserSource::NoAccess,
        )
    };
    let rules = Rules::from_iter([
        block("*", &[ADMINISTRATORS, "guest"]),
        block("ADMIN.*", &["nobody"]),
    ]);
    let blocked =
        |channel, user, administers| rules.blocking_user(channel, user, administers).is_some();
    assert!(blocked("APP", "mqm", true));
    assert!(blocked("APP", "guest", false));
    assert!(!blocked("APP", "joe", false));
    assert!(!blocked("ADMIN.SVRCONN", "mqm", true));
    assert!(blocked("ADMIN.SVRCONN", "nobody", false));
}

#[test]
fn a_strict_list_of_addresses_counts_before_one_that_warns() {
    let block = |pattern: &str, warn| Rule {
        warn,
        ..rule(
            "*",
            Subject::BlockAddresses(vec![AddressPattern::parse(pattern).expect(pattern)]),
            None,
            UserSource::NoAccess,
        )
    };
    let rules = Rules::from_iter([block("10.*", true), block("10.1.*", false)]);
    let found = |address: &str| rules.blocking_address(address.parse().expect("address"));
    assert!(found("10.1.1.1").is_some_and(|rule| !rule.warn));
    assert!(found("::ffff:10.2.1.1").is_some_and(|rule| rule.warn));
    assert!(found("11.1.1.1").is_none());
}

/// The documented order, spelled out: no record that fits may beat the one that was chosen by
/// any of its steps, while the steps before are even.
#[test]
fn the_chosen_record_is_the_one_the_documented_order_names() {
    let mut seed = SplitMix64::new(11);
    let profiles = ["*", "A*", "A.*", "A.B", "*B"];
    let addresses = ["*", "10.*", "10.0.0.1-8", "10.0.0.5", "11.*"];
    let peers = ["O=x", "CN=*", "CN=a*", "CN=app", "CN=app,O=x"];
    for _ in 0..3_000 {
        let mut pick = |list: &[&'static str]| list[seed.below(list.len() as u64) as usize];
        let mut rules = Vec::new();
        for number in 0..8 {
            let (profile, address) = (pick(&profiles), pick(&addresses));
            let (subject, address) = match pick(&["a", "u", "ua", "p", "pi", "pa"]) {
                "a" => (Subject::Address, Some(address)),
                "u" => (Subject::User("joe".into()), None),
                "ua" => (Subject::User("joe".into()), Some(address)),
                "p" => (peer(pick(&peers), None), None),
                "pi" => (peer(pick(&peers), Some("O=CA")), None),
                _ => (peer(pick(&peers), None), Some(address)),
            };
            let made = rule(profile, subject, address, map(&number.to_string()));
            if !rules.iter().any(|other: &Rule| other.same_key(&made)) {
                rules.push(made);
            }
        }
        let target = target("A.B", "10.0.0.5", "joe", "CN=app,O=x");
        let set = Rules::from_iter(rules.clone());
        let expected = naive_best(&rules, &target);
        assert_eq!(set.best(&target).0, expected, "{rules:#?}");
    }
}

/// Ranks read off tables instead of computed from patterns.
fn naive_best<'a>(rules: &'a [Rule], target: &Target<'_>) -> Option<&'a Rule> {
    let place = |list: &[&str], text: &str| list.iter().position(|entry| *entry == text);
    let key = |rule: &Rule| {
        let profile = place(&["*", "*B", "A*", "A.*", "A.B"], rule.profile.as_str());
        let (class, subject, issuer) = match &rule.subject {
            Subject::Peer { subject, issuer } => (
                2,
                place(
                    &["O=x", "CN=*", "CN=a*", "CN=app", "CN=app,O=x"],
                    subject.as_str(),
                ),
                issuer.is_some(),
            ),
            Subject::User(_) => (1, None, false),
            _ => (0, None, false),
        };
        let address = rule
            .address
            .as_ref()
            .and_then(|address| place(&["*", "10.*", "10.0.0.1-8", "10.0.0.5"], address.as_str()));
        (profile, class, subject, issuer, address)
    };
    let outside = |rule: &&Rule| {
        let address = rule.address.as_ref();
        address.is_none_or(|address| address.as_str() != "11.*")
    };
    assert!(target.address.is_some());
    rules.iter().filter(outside).max_by_key(|rule| key(rule))
}

/// Records of all types, whose profiles, names and addresses fit each other or not.
fn any_rule(seed: &mut SplitMix64) -> Rule {
    let mut text = |letters: &[u8], length_max: u64| -> String {
        let length = 1 + seed.below(length_max);
        (0..length)
            .map(|_| char::from(letters[seed.below(letters.len() as u64) as usize]))
            .collect()
    };
    let profile = text(b"abc*", 6);
    let (user, q_mgr, named) = (text(b"uv", 2), text(b"QM*", 4), text(b"abc", 3));
    let subject = match seed.below(8) {
        0 => Subject::BlockAddresses(Vec::new()),
        1 => Subject::BlockUsers(vec![user]),
        2 | 3 => Subject::Address,
        4 => Subject::User(user),
        5 => Subject::QueueManager(GenericName::new(&q_mgr)),
        6 => peer(&format!("CN={named}*"), Some("O=CA")),
        _ => peer(&format!("CN={named},OU=x"), None),
    };
    let addresses = [
        "10.0.0.1",
        "10.*",
        "10.0.1-9.*",
        "*",
        "fe80::*",
        "1:2:3:4:5:6:7:8-9",
    ];
    let address = addresses.get(seed.below(7) as usize).copied();
    let mut made = rule(&profile, subject, None, UserSource::Channel);
    made.address = address.and_then(|text| AddressPattern::parse(text).ok());
    made
}

/// Sorting by an order that is none may panic, and a panic ends the queue manager.
#[test]
fn precedence_orders_any_records() {
    let mut seed = SplitMix64::new(11);
    for _ in 0..60_000 {
        let [one, two, three] = [(); 3].map(|()| any_rule(&mut seed));
        assert_eq!(one.precedence(&two), two.precedence(&one).reverse());
        if one.precedence(&two).is_le() && two.precedence(&three).is_le() {
            assert!(
                one.precedence(&three).is_le(),
                "{one:?}\n{two:?}\n{three:?}"
            );
        }
    }
    for _ in 0..200 {
        let rules: Rules = (0..200).map(|_| any_rule(&mut seed)).collect();
        let mut sorted = rules.all().to_vec();
        sorted.sort_by(|one, other| other.precedence(one));
        let _ = rules.best(&target("abcabc", "10.0.0.1", "u", "CN=abc,OU=x"));
    }
}
