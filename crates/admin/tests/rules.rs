//! Channel authentication records and authentication information on a real queue manager.

use crate::started::{created, started};
use ferromq_admin::{Administered, Script, run_command};
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::local::{DumpOrder, LocalAnswer, LocalOrder, RecordsOver};

fn answers(operations: &Administered, text: &str) -> String {
    run_command(operations, text).0
}

/// Changes one after the other, and how each is answered.
const CHANGES: &[(&str, &str)] = &[
    (
        "SET CHLAUTH(APP.*) TYPE(ADDRESSMAP) ADDRESS('10.*') USERSRC(MAP) MCAUSER('app')",
        "AMQ8877I",
    ),
    (
        "SET CHLAUTH(APP.*) TYPE(ADDRESSMAP) ADDRESS('10.*') USERSRC(NOACCESS)",
        "AMQ8868E",
    ),
    (
        "SET CHLAUTH(APP.*) TYPE(ADDRESSMAP) ADDRESS('10.*') USERSRC(NOACCESS) ACTION(REPLACE)",
        "AMQ8877I",
    ),
    (
        "SET CHLAUTH(APP.*) TYPE(ADDRESSMAP) ADDRESS('10.1-5.*') USERSRC(CHANNEL)",
        "AMQ8877I",
    ),
    (
        "SET CHLAUTH(APP.*) TYPE(ADDRESSMAP) ADDRESS('10.3-9.*') USERSRC(CHANNEL)",
        "AMQ8404E",
    ),
    (
        "SET CHLAUTH(APP.*) TYPE(ADDRESSMAP) ADDRESS('host.example') USERSRC(CHANNEL)",
        "AMQ8404E",
    ),
    (
        "SET CHLAUTH(APP.*) TYPE(ADDRESSMAP) ADDRESS('11.*')",
        "AMQ8887E",
    ),
    (
        "SET CHLAUTH(APP.*) TYPE(ADDRESSMAP) ADDRESS('11.*') USERSRC(CHANNEL) MCAUSER('x')",
        "AMQ8404E",
    ),
    (
        "SET CHLAUTH(APP.*) TYPE(ADDRESSMAP) ADDRESS('11.*') CLNTUSER('x') USERSRC(CHANNEL)",
        "AMQ8886E",
    ),
    (
        "SET CHLAUTH(APP.*) TYPE(USERMAP) CLNTUSER('joe') USERSRC(CHANNEL) CHCKCLNT(REQUIRED)",
        "AMQ8877I",
    ),
    (
        "SET CHLAUTH(APP.*) TYPE(USERMAP) CLNTUSER('joe') USERSRC(CHANNEL) ACTION(REMOVE)",
        "AMQ8885E",
    ),
    (
        "SET CHLAUTH(APP.*) TYPE(USERMAP) CLNTUSER('ann') ACTION(REMOVE)",
        "AMQ8884E",
    ),
    (
        "SET CHLAUTH(APP.*) TYPE(SSLPEERMAP) SSLPEER('CN=a*b') USERSRC(NOACCESS)",
        "AMQ8404E",
    ),
    (
        "SET CHLAUTH(APP.*) TYPE(SSLPEERMAP) SSLPEER('CN=app*,O=x') USERSRC(MAP) MCAUSER('tls')",
        "AMQ8877I",
    ),
    (
        "SET CHLAUTH(APP.*) TYPE(BLOCKADDR) ADDRLIST('9.*')",
        "AMQ8404E",
    ),
    (
        "SET CHLAUTH('*') TYPE(BLOCKADDR) ADDRLIST('9.*','8.1.1.1')",
        "AMQ8877I",
    ),
    (
        "SET CHLAUTH('*') TYPE(BLOCKADDR) ADDRLIST('8.1.1.1') ACTION(REMOVE)",
        "AMQ8877I",
    ),
    (
        "SET CHLAUTH('*') TYPE(BLOCKADDR) ADDRLIST('7.1.1.1') ACTION(REMOVE)",
        "AMQ8884E",
    ),
    (
        "SET CHLAUTH('SYSTEM.*') TYPE(ADDRESSMAP) ACTION(REMOVEALL)",
        "AMQ8877I",
    ),
    (
        "SET CHLAUTH('SYSTEM.*') TYPE(ADDRESSMAP) ACTION(REMOVEALL)",
        "AMQ8884E",
    ),
];

/// The records of a new queue manager, and the order they are shown in: what counts more first.
#[test]
fn channel_authentication_records_are_set_shown_and_kept() {
    let disk = created();
    let (manager, operations) = started(&disk);
    let shown = answers(&operations, "DISPLAY CHLAUTH(*)");
    let profiles: Vec<&str> = shown
        .lines()
        .filter_map(|line| line.trim().split_once("CHLAUTH(")?.1.split_once(')'))
        .map(|(profile, _)| profile)
        .collect();
    assert_eq!(
        profiles,
        ["SYSTEM.ADMIN.SVRCONN", "SYSTEM.*", "*"],
        "{shown}"
    );
    for (command, number) in CHANGES {
        let said = answers(&operations, command);
        assert!(said.starts_with(number), "{command}\n{said}");
    }
    let before = answers(&operations, "DISPLAY CHLAUTH(*) ALL");
    assert!(before.contains("ADDRLIST(9.*)"), "{before}");
    drop((manager, operations));
    let (_manager, operations) = started(&disk);
    assert_eq!(answers(&operations, "DISPLAY CHLAUTH(*) ALL"), before);
}

#[test]
fn a_check_at_run_time_names_the_record_a_partner_would_meet() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    for command in [
        "DEFINE CHANNEL(APP.ONE) CHLTYPE(SVRCONN) MCAUSER('app')",
        "SET CHLAUTH('APP.*') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(NOACCESS)",
        "SET CHLAUTH('APP.*') TYPE(USERMAP) CLNTUSER('joe') USERSRC(MAP) MCAUSER('batch')",
        "SET CHLAUTH('APP.ONE') TYPE(ADDRESSMAP) ADDRESS('10.*') USERSRC(CHANNEL)",
        "SET CHLAUTH('APP.*') TYPE(BLOCKUSER) USERLIST('batch')",
        "SET CHLAUTH('*') TYPE(BLOCKADDR) ADDRLIST('9.9.9.9')",
    ] {
        let said = answers(&operations, command);
        assert!(
            said.contains("AMQ8877I") || said.contains("AMQ8014I"),
            "{command}\n{said}"
        );
    }
    for (channel, partner, expected) in [
        (
            "APP.TWO",
            "ADDRESS('1.1.1.1') CLNTUSER('ann')",
            "USERSRC(NOACCESS)",
        ),
        (
            "APP.TWO",
            "ADDRESS('1.1.1.1') CLNTUSER('joe')",
            "TYPE(BLOCKUSER)",
        ),
        (
            "APP.ONE",
            "ADDRESS('10.1.1.1') CLNTUSER('ann')",
            "USERSRC(CHANNEL)",
        ),
        (
            "APP.ONE",
            "ADDRESS('9.9.9.9') CLNTUSER('ann')",
            "TYPE(BLOCKADDR)",
        ),
        ("OTHER", "ADDRESS('1.1.1.1') CLNTUSER('ann')", "AMQ9783I"),
    ] {
        let command = format!("DISPLAY CHLAUTH('{channel}') MATCH(RUNCHECK) {partner}");
        let said = answers(&operations, &command);
        assert!(said.contains(expected), "{command}\n{said}");
    }
    let generic = answers(
        &operations,
        "DISPLAY CHLAUTH('APP.*') MATCH(RUNCHECK) ADDRESS('1.1.1.1')",
    );
    assert!(generic.contains("AMQ8404E"), "{generic}");
    for (matching, channels, count) in [
        ("EXACT", "APP.*", 3),
        ("GENERIC", "APP.*", 4),
        ("ALL", "APP.ONE", 6),
    ] {
        let command = format!("DISPLAY CHLAUTH('{channels}') MATCH({matching})");
        let said = answers(&operations, &command);
        assert_eq!(said.matches("AMQ8878I").count(), count, "{command}\n{said}");
    }
}

#[test]
fn a_check_at_run_time_names_what_a_queue_manager_would_meet() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    for command in [
        "DEFINE CHANNEL('TO.HERE') CHLTYPE(RCVR)",
        "DEFINE CHANNEL('TO.HERE.2') CHLTYPE(RCVR) MCAUSER('mca')",
        "SET CHLAUTH('TO.QM*') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(NOACCESS)",
        "SET CHLAUTH('TO.QM*') TYPE(QMGRMAP) QMNAME('QM2') ADDRESS('10.*') USERSRC(MAP) MCAUSER('two')",
        "SET CHLAUTH('TO.QM*') TYPE(SSLPEERMAP) SSLPEER('CN=QM3') USERSRC(MAP) MCAUSER('three')",
    ] {
        let said = answers(&operations, command);
        let done = said.contains("AMQ8877I") || said.contains("AMQ8014I");
        assert!(done, "{command}\n{said}");
    }
    for (channel, partner, expected) in [
        // What a new receiver meets.
        (
            "TO.HERE",
            "ADDRESS('1.1.1.1') QMNAME('QM1')",
            "AMQ9783I: Channel will run using MCAUSER('mqm')",
        ),
        (
            "TO.HERE.2",
            "ADDRESS('1.1.1.1') QMNAME('QM1')",
            "AMQ9783I: Channel will run using MCAUSER('mca')",
        ),
        (
            "SYSTEM.DEF.RECEIVER",
            "ADDRESS('1.1.1.1') QMNAME('QM1')",
            "USERSRC(NOACCESS)",
        ),
        (
            "TO.QM9",
            "ADDRESS('10.1.1.1') QMNAME('QM1')",
            "USERSRC(NOACCESS)",
        ),
        (
            "TO.QM9",
            "ADDRESS('10.1.1.1') QMNAME('QM2')",
            "MCAUSER(two)",
        ),
        (
            "TO.QM9",
            "ADDRESS('11.1.1.1') QMNAME('QM2')",
            "USERSRC(NOACCESS)",
        ),
        (
            "TO.QM9",
            "ADDRESS('11.1.1.1') QMNAME('QM2') SSLPEER('CN=QM3')",
            "MCAUSER(three)",
        ),
    ] {
        let command = format!("DISPLAY CHLAUTH('{channel}') MATCH(RUNCHECK) {partner}");
        let said = answers(&operations, &command);
        assert!(said.contains(expected), "{command}\n{said}");
    }
}

#[test]
fn dumped_records_make_the_same_records_again() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    for command in [
        "SET CHLAUTH('A.*') TYPE(SSLPEERMAP) SSLPEER('CN=x,O=\"a, b\"') SSLCERTI('CN=ca') ADDRESS('10.*') MCAUSER('u') DESCR('don''t')",
        "SET CHLAUTH('A.*') TYPE(QMGRMAP) QMNAME('QM*') USERSRC(NOACCESS) WARN(YES)",
        "SET CHLAUTH('B') TYPE(USERMAP) CLNTUSER('joe') USERSRC(CHANNEL) CHCKCLNT(REQDADM)",
        "SET CHLAUTH('*') TYPE(BLOCKADDR) ADDRLIST('1.*','2.2.2.1-5') WARN(YES)",
    ] {
        assert!(
            answers(&operations, command).contains("AMQ8877I"),
            "{command}"
        );
    }
    let shown = |operations: &Administered| {
        let all = answers(operations, "DISPLAY CHLAUTH(*) ALL");
        // When they were set is all that may differ.
        let words = all.split_whitespace();
        words
            .filter(|word| !word.starts_with("ALT"))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    for (all_attributes, one_line) in [(true, false), (false, true)] {
        let order = LocalOrder::Dump(DumpOrder {
            all_attributes,
            one_line,
            kinds: vec![ObjectKind::ChlAuth],
            records: RecordsOver::Nothing,
            names: "*".to_owned(),
        });
        let (dump, _) = ferromq_admin::run_order(&operations, &order);
        let [LocalAnswer::Text(dump)] = dump.as_slice() else {
            panic!("{dump:?}");
        };
        let other_disk = created();
        let (_other, again) = started(&other_disk);
        for profile in ["SYSTEM.ADMIN.SVRCONN", "SYSTEM.*"] {
            answers(
                &again,
                &format!("SET CHLAUTH('{profile}') TYPE(ADDRESSMAP) ACTION(REMOVEALL)"),
            );
        }
        let mut script = Script::new(|command: &str| run_command(&again, command));
        let mut output: String = dump.lines().map(|line| script.feed(line)).collect();
        output.push_str(&script.finish());
        assert_eq!(script.exit_code(), 0, "{dump}\n{output}");
        assert_eq!(shown(&operations), shown(&again), "{dump}");
    }
}

#[test]
fn authentication_information_has_a_type_and_counts_when_refreshed() {
    use ferromq_security::{CheckClient, UserRepository};
    let disk = created();
    let (manager, operations) = started(&disk);
    let check = || {
        manager
            .connection_authentication()
            .map(|found| found.check_client)
    };
    assert_eq!(check(), Some(CheckClient::RequiredOfAdministrators));
    for (command, number) in [
        ("DEFINE AUTHINFO(MINE) CHCKCLNT(REQUIRED)", "AMQ8405I"),
        (
            "DEFINE AUTHINFO(MINE) AUTHTYPE(IDPWOS) CHCKCLNT(REQUIRED)",
            "AMQ8563I",
        ),
        (
            "DEFINE AUTHINFO(MINE) AUTHTYPE(OCSP) OCSPURL('http://o')",
            "AMQ8150E",
        ),
        (
            "ALTER AUTHINFO(MINE) AUTHTYPE(IDPWOS) FAILDLAY(7)",
            "AMQ8567I",
        ),
        ("DISPLAY AUTHINFO(MINE)", "AMQ8566I"),
        ("DISPLAY AUTHINFO(*) AUTHTYPE(CRLLDAP)", "AMQ8566I"),
        ("ALTER QMGR CONNAUTH(MINE)", "AMQ8005I"),
    ] {
        let said = answers(&operations, command);
        assert!(said.starts_with(number), "{command}\n{said}");
    }
    assert_eq!(check(), Some(CheckClient::RequiredOfAdministrators));
    answers(&operations, "REFRESH SECURITY TYPE(CONNAUTH)");
    assert_eq!(check(), Some(CheckClient::Required));
    assert!(answers(&operations, "DELETE AUTHINFO(MINE)").starts_with("AMQ8564I"));
    answers(&operations, "REFRESH SECURITY");
    let found = manager
        .connection_authentication()
        .expect("CONNAUTH is set");
    assert_eq!(found.repository, UserRepository::Missing);
}
