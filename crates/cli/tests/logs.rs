//! Notices: in the files log shippers read, as JSON, on a console; and what explains them.

use crate::support::Room;
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

/// An entry of an error log, taken apart the way collectors do it.
#[derive(Debug)]
struct Entry {
    stamp: String,
    words: Vec<(String, String)>,
    id: String,
    explanation: String,
    action: String,
}

/// Takes an error log apart: entries end with a line of dashes, a stamp and ` - ` begin them, words with values in brackets follow
/// up to a blank line, then come the message, a blank line, `EXPLANATION:` and `ACTION:`.
fn entries(log: &str) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut lines = log.lines().peekable();
    while let Some(first) = lines.next() {
        let (stamp, rest) = first.split_once(" - ").unwrap_or_else(|| panic!("{first}"));
        let mut head = rest.to_owned();
        for line in lines.by_ref() {
            if line.is_empty() {
                break;
            }
            assert!(line.starts_with("      "), "{line}");
            head.push(' ');
            head.push_str(line.trim());
        }
        let message = lines.next().expect("a message");
        let (id, _) = message.split_once(": ").expect("an id");
        assert_eq!(lines.next(), Some(""), "{message}");
        assert_eq!(lines.next(), Some("EXPLANATION:"));
        let explanation = lines.next().expect("an explanation").to_owned();
        assert_eq!(lines.next(), Some("ACTION:"));
        let action = lines.next().expect("an action").to_owned();
        let last = lines.next().expect("dashes");
        let middle = last.trim_matches('-');
        let fits = |char: char| matches!(char, 'a'..='z' | '0'..='9' | '.' | ' ' | ':');
        assert!(
            last.starts_with("----- ") && last.ends_with("----------"),
            "{last}"
        );
        assert!(middle.chars().all(fits) && middle.contains(" : "), "{last}");
        let mut words = Vec::new();
        let mut rest = head.as_str();
        while let Some((name, behind)) = rest.split_once('(') {
            // A value may have brackets of its own.
            let mut depth = 1;
            let end = behind.find(|char| {
                depth += i32::from(char == '(') - i32::from(char == ')');
                depth == 0
            });
            let end = end.unwrap_or_else(|| panic!("{head}"));
            words.push((name.trim().to_owned(), behind[..end].to_owned()));
            rest = &behind[end + 1..];
        }
        entries.push(Entry {
            stamp: stamp.to_owned(),
            words,
            id: id.to_owned(),
            explanation,
            action,
        });
    }
    entries
}

#[test]
fn the_error_log_has_the_layout_collectors_take_apart() {
    let room = Room::new();
    room.start("QM1", &[]);
    let log = fs::read_to_string(room.path().join("qmgrs/QM1/errors/AMQERR01.LOG")).expect("a log");
    let entries = entries(&log);
    assert!(entries.len() > 10, "{log}");
    for entry in &entries {
        let digits: Vec<&str> = entry.stamp.split(['/', ' ', ':']).collect();
        assert_eq!(digits.len(), 6, "{entry:?}");
        assert!(
            digits
                .iter()
                .all(|part| part.len() == 2 && part.parse::<u8>().is_ok()),
            "{entry:?}"
        );
        let names: Vec<&str> = entry.words.iter().map(|(name, _)| name.as_str()).collect();
        let fixed = [
            "Process",
            "User",
            "Program",
            "Host",
            "Installation",
            "VRMF",
            "QMgr",
            "Time",
        ];
        assert_eq!(names[..8], fixed, "{entry:?}");
        let order = [
            "RemoteHost",
            "ArithInsert1",
            "ArithInsert2",
            "CommentInsert1",
            "CommentInsert2",
            "CommentInsert3",
        ];
        let mut from = 0;
        for name in &names[8..] {
            let at = order[from..].iter().position(|other| other == name);
            from += at.unwrap_or_else(|| panic!("{entry:?}")) + 1;
        }
        assert_eq!(entry.words[6].1, "QM1");
        assert!(
            entry.words[7].1.ends_with('Z') && entry.words[7].1.len() == 24,
            "{entry:?}"
        );
        assert_eq!(entry.id.len(), 8, "{entry:?}");
        assert!(!entry.explanation.is_empty() && !entry.action.is_empty());
    }
    let process = room.process_of("QM1");
    let of_process = |entry: &Entry| entry.words[0].1.split('.').next() == Some(process.as_str());
    assert!(entries.iter().all(of_process));
    assert!(entries.iter().any(|entry| entry.id == "AMQ8003I"));
}

#[test]
fn a_refused_client_is_told_with_its_address() {
    let room = Room::new();
    room.done(&["crtmqm", "-lf", "64", "QM1"]);
    room.done(&["strmqm", "QM1"]);
    let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let port = free.local_addr().expect("it is bound").port();
    drop(free);
    let script = format!(
        "DEFINE LISTENER(L1) TRPTYPE(TCP) PORT({port})\nSTART LISTENER(L1)\nDEFINE CHANNEL(C1) CHLTYPE(SVRCONN)\n"
    );
    assert_eq!(room.run_with(&["runmqsc", "QM1"], &script).code, 0);
    let said = room
        .command(&["amqsgetc", "Q", "QM1"])
        .env("MQSERVER", format!("NO.SUCH/TCP/127.0.0.1({port})"))
        .output()
        .expect("it runs");
    assert!(!said.status.success());
    room.until_told("QM1", |log| log.contains("RemoteHost(127.0.0.1)"));
}

#[test]
fn further_places_get_what_they_ask_for() {
    let room = Room::new();
    room.done(&["crtmqm", "-lf", "64", "QM1"]);
    let data = room.path().join("qmgrs/QM1");
    let ini = data.join("qm.ini");
    let text = fs::read_to_string(&ini).expect("qm.ini");
    fs::create_dir(data.join("worse")).expect("made");
    let stanzas = "QMErrorLog:\n   ExcludeMessage=8003,FMQ0010\nDiagnosticMessages:\n   Name=J\n   Service=File\n   Format=json\n\
                   DiagnosticMessages:\n   Name=W\n   Service=File\n   FilePath=+MQ_Q_MGR_DATA_PATH+/worse\n   FilePrefix=BAD\n   Severities=W+\n";
    fs::write(&ini, format!("{text}{stanzas}Mine:\n   A=B\n")).expect("written");
    room.done(&["strmqm", "QM1"]);
    let log = fs::read_to_string(data.join("errors/AMQERR01.LOG")).expect("a log");
    assert!(
        !log.contains("AMQ8003I") && !log.contains("FMQ0010I"),
        "{log}"
    );
    let json = fs::read_to_string(data.join("errors/AMQERR01.json")).expect("a JSON log");
    for line in json.lines() {
        for part in [
            "{\"ibm_messageId\":\"",
            "\"ibm_serverName\":\"QM1\"",
            "\"type\":\"mq_log\"",
            "\"loglevel\":\"",
            "\"message\":\"",
        ] {
            assert!(line.contains(part) && line.ends_with('}'), "{part}: {line}");
        }
    }
    assert!(json.contains("\"ibm_messageId\":\"AMQ8003I\""), "{json}");
    let worse = fs::read_to_string(data.join("worse/BAD01.LOG")).expect("a log of its own");
    let ids: Vec<String> = entries(&worse).into_iter().map(|entry| entry.id).collect();
    assert_eq!(ids, ["FMQ0011W"], "{worse}");
    // Explained from the file.
    let said = room.run_with(&["mqrc", "-i", "json"], &json);
    assert!(
        said.code == 0 && said.out.contains("AMQ8003I: ") && said.out.contains("EXPLANATION:"),
        "{said:?}"
    );
    let wrong = format!("{text}DiagnosticMessages:\n   Name=J\n   Service=Mail\n");
    room.done(&["endmqm", "-w", "QM1"]);
    fs::write(&ini, wrong).expect("written");
    let said = room.run(&["strmqm", "QM1"]);
    assert!(
        said.code == 71 && said.err.contains("'Mail' is not one of File, Syslog"),
        "{said:?}"
    );
}

#[test]
fn a_json_log_comes_with_a_variable_and_letters_go_with_another() {
    let room = Room::new();
    room.done(&["crtmqm", "-lf", "64", "QM1"]);
    let started = room
        .command(&["strmqm", "QM1"])
        .env("AMQ_ADDITIONAL_JSON_LOG", "1")
        .env("AMQ_DIAGNOSTIC_MSG_SEVERITY", "0")
        .status();
    assert!(started.expect("it runs").success());
    let errors = room.path().join("qmgrs/QM1/errors");
    let log = fs::read_to_string(errors.join("AMQERR01.LOG")).expect("a log");
    assert!(log.contains("\nAMQ8003: "), "{log}");
    let json = fs::read_to_string(errors.join("AMQERR01.json")).expect("a JSON log");
    assert!(json.contains("\"ibm_messageId\":\"AMQ8003\""), "{json}");
}

/// What the entry point of a container does: the process is its child, and what it prints is the container's log.
#[test]
fn a_console_shows_notices_as_the_image_does() {
    let room = Room::new();
    room.done(&["crtmqm", "-lf", "64", "QM1"]);
    for (format, message) in [
        (
            "basic",
            "Z AMQ8003I: Queue manager 'QM1' started. [CommentInsert1(QM1)]",
        ),
        (
            "json",
            "\"message\":\"AMQ8003I: Queue manager 'QM1' started.\"",
        ),
    ] {
        let mut child = room
            .command(&["serve", "QM1"])
            .env("MQ_LOGGING_CONSOLE_FORMAT", format)
            .env("MQ_LOGGING_CONSOLE_EXCLUDE_ID", "FMQ0010I,AMQ5051I")
            .stdout(Stdio::piped())
            .stdin(Stdio::null())
            .spawn()
            .expect("it starts");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let mut before = Vec::new();
        loop {
            let line = lines.next().expect("it is told").expect("text");
            let is_it = line.contains(message);
            before.push(line);
            if is_it {
                break;
            }
        }
        assert!(
            before.iter().any(|line| line.contains("AMQ6287I")),
            "{before:?}"
        );
        assert!(
            !before.iter().any(|line| line.contains("FMQ0010I")),
            "{before:?}"
        );
        // Nobody reads on.
        drop(lines);
        room.done(&["endmqm", "-w", "QM1"]);
        assert!(child.wait().expect("it ends").success());
    }
}

#[test]
fn codes_and_messages_are_explained() {
    let room = Room::new();
    let said = room.run(&["mqrc", "2035"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(
        said.out
            .starts_with("\n      2035  0x000007f3  MQRC_NOT_AUTHORIZED\n"),
        "{said:?}"
    );
    for words in [
        ["mqrc", "0x7f3"],
        ["mqrc", "MQRC_NOT_AUTHORIZED"],
        ["mqrc", "not_authorized"],
        ["mqrc", "-r2035"],
    ] {
        assert_eq!(room.run(&words), said, "{words:?}");
    }
    let said = room.run(&["mqrc", "-b", "3003"]);
    assert_eq!(
        said.out,
        "\n      3003  0x00000bbb  MQRCCF_CFH_VERSION_ERROR\n\n"
    );
    let said = room.run(&["mqrc", "amq8118"]);
    for part in [
        "AMQ8118E: ",
        "\nMESSAGE:\n",
        "<",
        "\nEXPLANATION:\n",
        "\nACTION:\n",
    ] {
        assert!(said.out.contains(part), "{part}: {said:?}");
    }
    let said = room.run(&["mqrc", "-R", "-f", "2033", "-l", "2035"]);
    assert_eq!(
        said.out.lines().filter(|line| !line.is_empty()).count(),
        3,
        "{said:?}"
    );
    let said = room.run_with(&["mqrc", "-b", "-"], "2033 AMQ8003\nMQRC_Q_FULL\n");
    assert!(
        said.code == 0 && said.out.contains("2053") && said.out.contains("AMQ8003I"),
        "{said:?}"
    );
    let said = room.run(&["mqrc", "99999"]);
    assert_eq!(
        (said.code, said.out.as_str()),
        (1, "No matching return codes\n")
    );
    assert_eq!(room.run(&["mqrc"]).code, 1);
}

#[test]
fn a_trace_has_the_verbs_of_the_programs_that_are_meant() {
    let room = Room::new();
    room.start("QM1", &[]);
    let said = room.done(&[
        "strmqtrc",
        "-m",
        "QM1",
        "-t",
        "detail",
        "-d",
        "4",
        "-p",
        "amqsput*,amqsget",
    ]);
    assert!(
        said.contains("FMQ0373I") && said.contains("/trace/AMQ"),
        "{said}"
    );
    assert_eq!(room.done(&["strmqtrc", "-s", "-m", "QM*"]), said);
    assert_eq!(
        room.run_with(&["amqsput", "DEV.QUEUE.1", "QM1"], "hello\n")
            .code,
        0
    );
    room.done(&["amqsget", "DEV.QUEUE.1", "QM1"]);
    room.done(&["amqsbcg", "DEV.QUEUE.1", "QM1"]);
    let said = room.done(&["endmqtrc", "-a"]);
    assert!(said.contains("FMQ0374I"), "{said}");
    assert_eq!(
        room.run_with(&["amqsput", "DEV.QUEUE.1", "QM1"], "later\n")
            .code,
        0
    );
    let file = format!("trace/AMQ{}.0.TRC", room.process_of("QM1"));
    let shown = room.done(&["dspmqtrc", &file]);
    // A connection is told of by its CONN.
    let who = shown
        .lines()
        .find(|line| line.contains("--{ MQOPEN amqsput ("))
        .and_then(|line| line.split_whitespace().nth(2));
    let connection = who.and_then(|who| who.split_once('.')).map(|who| who.1);
    assert!(
        connection.is_some_and(|it| it.len() == 16 && it.starts_with('0')),
        "{who:?}"
    );
    for part in [
        "--{ MQOPEN amqsput (",
        "ObjectName='DEV.QUEUE.1'",
        "--{ MQPUT amqsput (",
        "Length=5 MsgType=8",
        "Data=68656C6C\n",
        "--} MQPUT rc=OK ",
        "--} MQGET rc=OK ",
        "--} MQGET rc=2033 MQRC_NO_MSG_AVAILABLE ",
        "--} MQDISC rc=OK ",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    assert!(
        !shown.contains("amqsbcg") && shown.matches("--{ MQPUT ").count() == 1,
        "{shown}"
    );
    assert_eq!(room.run(&["strmqtrc", "-m", "NONE"]).code, 16);
    assert_eq!(room.run(&["strmqtrc", "-t", "nonsense"]).code, 39);
}

/// Secrets in every form that settings, variables and definitions have them stay out of what is given to others.
#[test]
fn what_is_collected_for_a_maintainer_has_no_secrets() {
    use std::os::unix::fs::PermissionsExt;
    let room = Room::new();
    room.start("QM1", &[]);
    let commands = "DEFINE SERVICE(EXPORTER) SERVTYPE(COMMAND) STARTCMD('/bin/true') \
                    STARTARG('-password sesame --url postgresql://ann:sesame@h/db')\n\
                    DEFINE AUTHINFO(LDAP) AUTHTYPE(IDPWLDAP) CONNAME('h(389)') LDAPUSER('cn=x') LDAPPWD('sesame') \
                    SHORTUSR(uid) USRFIELD(uid)\nDEFINE QLOCAL(PASSWORD.RESETS)\n";
    assert_eq!(room.run_with(&["runmqsc", "QM1"], commands).code, 0);
    let file = room.path().join("qmgrs/QM1/qm.ini");
    let mut settings = fs::read_to_string(&file).expect("settings");
    settings.push_str("# SSLKeyRepositoryPassword=sesame\nSSL:\n   SSLKeyRepositoryPassword : sesame\n   OldPassword sesame\n");
    fs::write(&file, settings).expect("written");
    let archive = room.path().join("all.zip");
    let place = archive.display().to_string();
    let said = room
        .command(&["runmqras", "-qmlist", "QM1", "-zipfile", &place])
        .env("MQ_FEED", "postgresql://ann:sesame@h")
        .env("MQ_APP_PASSWORD", "sesame and more")
        .output()
        .expect("it runs");
    assert!(said.status.success(), "{said:?}");
    // It is stored as it is, without being compressed.
    let bytes = fs::read(&archive).expect("an archive");
    let text = String::from_utf8_lossy(&bytes);
    assert!(!text.contains("sesame"));
    for wanted in [
        "STARTARG(********)",
        "MQ_FEED=********",
        "MQ_APP_PASSWORD=********",
        "PASSWORD.RESETS",
        "QMNAME(QM1)",
        "AMQERR01.LOG",
    ] {
        assert!(text.contains(wanted), "{wanted}");
    }
    let rights = fs::metadata(&archive).expect("there").permissions().mode();
    assert_eq!(rights & 0o077, 0, "it is its owner's alone");
}
