//! Files of properties, and what they say.

use crate::awkward::Awkward;
use ferromq_transfer::bridge::{BridgeCredentials, BridgeProperties};
use ferromq_transfer::properties::{
    AgentProperties, BYTES_MAX, CommandProperties, CoordinationProperties, FileProblem, Kind,
    LINES_MAX, Properties, Setting, SettingProblemKind, UnknownVariable, substitute,
};

fn read(text: &str) -> Properties {
    Properties::parse(text.as_bytes()).expect(text)
}

fn pairs(file: &Properties) -> Vec<(&str, &str, u32)> {
    file.entries().collect()
}

/// The format as Java documents it.
#[test]
fn lines_are_keys_and_values() {
    let file = read(
        "# comment\n  ! another\\\n\na=1\nb : 2\n  c 3 \nd\ne=\\\n   4\\\n\t5\nf\\ g\\=\\:h = x=y:z\n\
         i=\\t\\n\\r\\f\\u00e4\\uD83D\\uDE00\\q\\\\\r\nj=k\rl= m \\\\\nn=o\\",
    );
    let wanted = [
        ("a", "1", 4),
        ("b", "2", 5),
        ("c", "3 ", 6),
        ("d", "", 7),
        ("e", "45", 8),
        ("f g=:h", "x=y:z", 11),
        ("i", "\t\n\r\u{C}\u{E4}\u{1F600}q\\", 12),
        ("j", "k", 13),
        ("l", "m \\", 14),
        ("n", "o", 15),
    ];
    assert_eq!(pairs(&file), wanted);
}

#[test]
fn files_that_are_not_utf_8_are_iso_8859_1() {
    let file = Properties::parse(b"a=\xE4").expect("read");
    assert_eq!(file.get("a"), Some("\u{E4}"));
    assert_eq!(read("a=\u{E4}").get("a"), Some("\u{E4}"));
}

#[test]
fn what_is_written_is_read() {
    for seed in 0..1_000 {
        let mut awkward = Awkward::new(seed);
        let mut file = Properties::new();
        for (key, value) in awkward.pairs() {
            file.set(&key, value);
            file.comment(&awkward.text(10));
        }
        let text = file.to_text();
        assert!(text.is_ascii(), "{text}");
        let again = read(&text);
        let without_lines = |file: &Properties| -> Vec<(String, String)> {
            file.entries()
                .map(|(key, value, _)| (key.to_owned(), value.to_owned()))
                .collect()
        };
        // An empty line is no pair; a pair with an empty key and an empty value is written as one with `=`.
        assert_eq!(
            without_lines(&again),
            without_lines(&file),
            "seed {seed}: {text}"
        );
    }
}

/// A command that changes one key leaves the rest as the user had it.
#[test]
fn comments_order_and_unknown_keys_stay() {
    let text = "# mine\n\nfuture=1\nagentName=A\n! end\n";
    let mut file = read(text);
    assert_eq!(file.to_text(), text);
    file.set("agentName", "B");
    file.set("agentQMgr", "QM1");
    assert_eq!(
        file.to_text(),
        "# mine\n\nfuture=1\nagentName=B\n! end\nagentQMgr=QM1\n"
    );
    file.remove("future");
    assert_eq!(file.get("future"), None);
    let twice = read("a=1\na=2");
    assert_eq!(twice.get("a"), Some("2"));
}

#[test]
fn files_are_bounded_and_escapes_are_whole() {
    assert_eq!(
        Properties::parse(&vec![b'\n'; BYTES_MAX + 1]),
        Err(FileProblem::TooLong)
    );
    assert_eq!(
        Properties::parse(&vec![b'\n'; LINES_MAX + 1]),
        Err(FileProblem::TooManyLines)
    );
    assert!(Properties::parse(&vec![b'\n'; LINES_MAX]).is_ok());
    for text in [
        "\n\na=\\u12",
        "\n\na=\\u+123",
        "\n\n\\ud800=x",
        "\n\na=\\uDE00\\uD83D",
    ] {
        assert_eq!(
            Properties::parse(text.as_bytes()),
            Err(FileProblem::Escape { line: 3 }),
            "{text}"
        );
    }
}

#[test]
fn variables_are_replaced_once() {
    let lookup = |name: &str| match name {
        "HOME" => Some("/home/ann".to_owned()),
        "LOOP" => Some("${LOOP}".to_owned()),
        _ => None,
    };
    for (value, wanted) in [
        ("${HOME}/in:${HOME}", "/home/ann/in:/home/ann"),
        ("${LOOP}", "${LOOP}"),
        ("$HOME ${", "$HOME ${"),
        ("", ""),
    ] {
        assert_eq!(substitute(value, lookup).as_deref(), Ok(wanted));
    }
    assert_eq!(
        substitute("${NO}", lookup),
        Err(UnknownVariable("NO".to_owned()))
    );
}

fn nothing(_: &str) -> Option<String> {
    None
}

#[test]
fn an_agent_is_set_up() {
    let file = read(
        "agentName=NORTH\nagentQMgr=QM1\nagentQMgrHost=mq.example\nmaxSourceTransfers= 7 \nuserSandboxes=TRUE\ntransferRecoveryTimeout=-1\nfuture=?",
    );
    let agent = AgentProperties::read(&file, nothing).expect("read");
    assert_eq!(
        (agent.agent_name(), agent.agent_q_mgr_host()),
        (Some("NORTH"), Some("mq.example"))
    );
    assert_eq!(
        (agent.agent_q_mgr_port(), agent.agent_q_mgr_channel()),
        (1_414, "SYSTEM.DEF.SVRCONN")
    );
    assert_eq!(
        (
            agent.max_source_transfers(),
            agent.max_destination_transfers()
        ),
        (7, 25)
    );
    assert_eq!(
        (agent.user_sandboxes(), agent.authority_checking()),
        (true, false)
    );
    assert_eq!(agent.transfer_recovery_timeout_s(), -1);
    assert_eq!(agent.agent_type(), "STANDARD");
}

#[test]
fn everything_that_is_wrong_is_told() {
    let file = read(
        "agentName=\nmaxSourceTransfers=-1\n\nlogCapture=perhaps\nagentType=robot\nsandboxRoot=${NO}/x\nagentQMgrPort=65536",
    );
    let problems = AgentProperties::read(&file, nothing).expect_err("refused");
    let texts: Vec<String> = problems.iter().map(ToString::to_string).collect();
    let wanted = [
        "line 1: 'agentName' is not there; add it",
        "'agentQMgr' is not there; add it",
        "line 6: 'sandboxRoot': the variable 'NO' is not set in the environment",
        "line 5: 'agentType' is 'robot'; it may be one of STANDARD, BRIDGE, CD_BRIDGE, EMBEDDED, SFG",
        "line 7: 'agentQMgrPort' is '65536'; it may be a whole number from 1 to 65535",
        "line 2: 'maxSourceTransfers' is '-1'; it may be a whole number from 0 to 10000",
        "line 4: 'logCapture' is 'perhaps'; it may be true or false",
    ];
    assert_eq!(texts, wanted);
    assert_eq!(problems[0].kind, SettingProblemKind::Missing);
}

#[test]
fn coordination_and_commands_are_set_up() {
    let file = read(
        "coordinationQMgr=QM1\ncoordinationQMgrHost=h\ncoordinationQMgrPort=1500\ncoordinationQMgrChannel=C",
    );
    let found = CoordinationProperties::read(&file, nothing).expect("read");
    assert_eq!(
        (found.q_mgr(), found.host(), found.port(), found.channel()),
        (Some("QM1"), Some("h"), 1_500, "C")
    );
    let file = read("connectionQMgr=QM1");
    let found = CommandProperties::read(&file, nothing).expect("read");
    assert_eq!(
        (found.q_mgr(), found.host(), found.port()),
        (Some("QM1"), None, 1_414)
    );
    assert!(CommandProperties::read(&Properties::new(), nothing).is_err());
}

/// What a table says a key is without a value is a value it may have, and no key is there twice.
#[test]
fn tables_hold() {
    for table in [
        AgentProperties::TABLE,
        CoordinationProperties::TABLE,
        CommandProperties::TABLE,
    ] {
        let mut keys: Vec<&str> = table.iter().map(|setting| setting.key).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), table.len());
        for Setting {
            key,
            kind,
            default,
            about,
        } in table
        {
            assert!(default.is_none_or(|default| kind.fits(default)), "{key}");
            assert!(about.ends_with('.'), "{key}");
            assert!(default.is_some() || *kind == Kind::Text, "{key}");
        }
    }
}

#[test]
fn files_of_bridges_are_read_as_documented() {
    let properties = r#"<?xml version="1.0" encoding="UTF-8"?>
        <tns:serverProperties xmlns:tns="http://wmqfte.ibm.com/ProtocolBridgeProperties" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
        <tns:credentialsFile path="$HOME/ProtocolBridgeCredentials.xml"/><tns:defaultServer name="one"/>
        <tns:ftpServer name="one" host="a.example" port="1234" platform="windows" timeZone="Europe/London" locale="en-GB"
         fileEncoding="UTF-8" listFormat="unix" limitedWrite="false"><tns:limits maxListFileNames="10"/></tns:ftpServer>
        <tns:sftpServer name="two" host="b.example" platform="unix"/></tns:serverProperties>"#;
    let read = BridgeProperties::parse(properties.as_bytes()).expect("read");
    let url = |name: &str| read.server(name).map(ferromq_transfer::bridge::Server::url);
    assert_eq!(url(""), Some("ftp://a.example:1234".to_owned()));
    assert_eq!(url("two"), Some("sftp://b.example:22".to_owned()));
    assert_eq!(url("three"), None);
    assert_eq!(BridgeProperties::parse(read.to_xml().as_bytes()), Ok(read));
    let credentials = r#"<tns:credentials xmlns:tns="http://wmqfte.ibm.com/ProtocolBridgeCredentials">
        <tns:agent name="B1"><tns:server name="t*" pattern="wildcard"><tns:user name="ann" serverUserId="own"/></tns:server></tns:agent>
        <tns:server name="two"><tns:user name="a.*" pattern="regex" serverUserId="june" hostKey="1F:2e">
        <tns:privateKey associationName="k" keyPassword="p">
          one
          two
        </tns:privateKey></tns:user></tns:server></tns:credentials>"#;
    let read = BridgeCredentials::parse(credentials.as_bytes()).expect("read");
    let user = |agent, server, user| read.find(agent, server, user)?.server_user.clone();
    assert_eq!(user("B1", "two", "ann").as_deref(), Some("own"));
    assert_eq!(user("B2", "two", "ann").as_deref(), Some("june"));
    assert_eq!(user("B1", "two", "bob"), None);
    assert_eq!(
        read.find("B2", "two", "ann").expect("there").keys[0].key,
        "one\ntwo\n"
    );
    assert!(!format!("{read:?}").contains("one\\n"), "it tells no key");
    assert_eq!(BridgeCredentials::parse(read.to_xml().as_bytes()), Ok(read));
}
