//! A server of FTP that says what a test wants it to, and what is asked of it then.

use crate::dialogue::{Ear, Silence};
use crate::ftp::FtpRemote;
use crate::lane::remove;
use crate::remote::{Credential, Host, Kind, Leave, Login, Remote};
use ferromq_transfer::agent::Naming;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

#[derive(Default)]
struct Ended(AtomicBool);

impl Leave for Ended {
    fn leave(&self) -> io::Result<()> {
        match self.0.load(Ordering::Acquire) {
            true => Err(ErrorKind::Interrupted.into()),
            false => Ok(()),
        }
    }
}

/// What was asked, without what every connection begins with.
type Asked = Arc<Mutex<Vec<String>>>;

fn serve(mut stream: TcpStream, asked: &Asked, answer: impl Fn(&str) -> Option<String>) {
    let reader = BufReader::new(stream.try_clone().expect("the same socket"));
    let mut data = None;
    let mut say = |text: &str| stream.write_all(format!("{text}\r\n").as_bytes());
    say("220 ready").expect("said");
    for line in reader.lines() {
        let Ok(line) = line else { return };
        asked.lock().expect("no panic").push(line.clone());
        if let Some(text) = answer(&line) {
            say(&text).expect("said");
            continue;
        }
        let said = match line.split(' ').next().unwrap_or_default() {
            "USER" => say("230 in"),
            "FEAT" => say("211-these:\r\n MLST size*;modify*;\r\n211 end"),
            "TYPE" => say("200 well"),
            "PWD" => say("257 \"/\""),
            "EPSV" => {
                let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
                let port = listener.local_addr().expect("bound").port();
                data = Some(listener);
                say(&format!("229 here (|||{port}|)"))
            }
            "STOR" | "RETR" => {
                let (mut socket, _) = data.take().expect("EPSV").accept().expect("a connection");
                say("150 go on").expect("said");
                match line.starts_with("STOR") {
                    true => drop(socket.read_to_end(&mut Vec::new())),
                    // Whoever reads has gone, or not.
                    false => drop(socket.write_all(&vec![7; 4 << 20])),
                }
                drop(socket);
                say("226 done")
            }
            "CWD" | "RNTO" | "DELE" => say("250 well"),
            "RNFR" => say("350 and to"),
            _ => say("500 what"),
        };
        if said.is_err() {
            return;
        }
    }
}

fn connected(
    answer: impl Fn(&str) -> Option<String> + Send + 'static,
) -> (FtpRemote, Asked, Arc<Ended>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("bound").port();
    let asked = Asked::default();
    let notes = Arc::clone(&asked);
    std::thread::spawn(move || {
        let (stream, _) = listener.accept().expect("a connection");
        serve(stream, &notes, answer);
    });
    let host = Host {
        name: "fake".into(),
        kind: Kind::Ftp,
        host: "127.0.0.1".into(),
        port,
        is_implicit: false,
        trust_store: None,
        is_windows: false,
        is_active: false,
        names: None,
        limited_write: false,
        list_names_max: 100,
        sessions_max: 1,
        timeout: Duration::from_secs(30),
    };
    let credential = Credential {
        user: "ann".into(),
        password: None,
        keys: Vec::new(),
        host_key: None,
    };
    let ended = Arc::new(Ended::default());
    let leave: Arc<dyn Leave> = Arc::<Ended>::clone(&ended);
    let remote = {
        let ear = Ear::new(Arc::new(Silence), &host);
        FtpRemote::connect(&Login { host, credential }, leave, ear).expect("let in")
    };
    asked.lock().expect("no panic").clear();
    (remote, asked, ended)
}

fn fact(facts: &str) -> Option<String> {
    Some(format!("250-facts\r\n {facts} /a\r\n250 end"))
}

#[test]
fn a_file_without_a_length_is_asked_for_it_and_never_taken_for_an_empty_one() {
    let (mut remote, ..) = connected(|line| match line {
        "MLST /a" | "MLST /b" => fact("type=file;modify=20260102030405;"),
        "SIZE /a" => Some("213 12".into()),
        "SIZE /b" => Some("550 no".into()),
        _ => None,
    });
    assert_eq!(remote.facts("/a").expect("facts").length, Some(12));
    remote.facts("/b").expect_err("nobody knows its length");
}

#[test]
fn a_file_is_moved_aside_only_for_one_that_is_refused_because_it_is_there() {
    let there = |line: &str| match line.starts_with("MLST") {
        true => fact("type=file;size=1;"),
        false => None,
    };
    let (mut remote, asked, _) = connected(move |line| match line {
        "RNTO /a" => Some("550 Permission denied.".into()),
        _ => there(line),
    });
    let refused = remote.rename("/a.part", "/a", Naming::Replace);
    assert!(refused.is_err());
    let asked = asked.lock().expect("no panic").clone();
    let wanted = ["MLST /a", "RNFR /a.part", "RNTO /a"];
    assert_eq!(asked, wanted, "nothing is removed or moved");

    let refused_once = AtomicBool::new(false);
    let (mut remote, asked, _) = connected(move |line| match line {
        "RNTO /a" if !refused_once.swap(true, Ordering::Relaxed) => {
            Some("553 the file exists already".into())
        }
        _ => there(line),
    });
    remote
        .rename("/a.part", "/a", Naming::Replace)
        .expect("replaced");
    let asked = asked.lock().expect("no panic").join(", ");
    let wanted = "RNTO /a, DELE /a.part.old, RNFR /a, RNTO /a.part.old, RNFR /a.part, RNTO /a, DELE /a.part.old";
    assert!(asked.ends_with(wanted), "{asked}");

    // It is refused again: the old one goes back.
    let (mut remote, asked, _) = connected(move |line| match line {
        "RNTO /a" => Some("553 the file exists already".into()),
        _ => there(line),
    });
    assert!(remote.rename("/a.part", "/a", Naming::Replace).is_err());
    let asked = asked.lock().expect("no panic").join(", ");
    assert!(asked.ends_with("RNFR /a.part.old, RNTO /a"), "{asked}");
}

/// A server has one number for what is not there and for what nobody may look at, and others for a moment in which it does not say.
#[test]
fn a_file_nobody_may_look_at_is_not_replaced_where_none_is_to_be() {
    let changes = |asked: &Asked| {
        let asked = asked.lock().expect("no panic");
        let is_change = |line: &&String| line.starts_with("RNTO") || line.starts_with("DELE");
        asked.iter().filter(is_change).count()
    };
    // An upload-only directory: neither MLST nor SIZE, and yet it is there.
    let (mut remote, asked, _) = connected(|line| match line {
        "MLST /a" | "SIZE /a" | "CWD /a" => Some("550 Could not get file size.".into()),
        line if line.starts_with("MLST") => fact("type=file;size=1;"),
        _ => None,
    });
    let refused = remote.rename("/a.part", "/a", Naming::New);
    assert_eq!(
        refused.expect_err("it is there").kind(),
        ErrorKind::AlreadyExists
    );
    assert_eq!(changes(&asked), 0);
    // It does not say so for the moment, or cannot be asked.
    for said in ["450 busy", "451 local error", "502 not implemented"] {
        for of in ["SIZE", "CWD", "MLST"] {
            let (mut remote, asked, _) = connected(move |line| match line.split_once(' ') {
                Some((verb, "/a")) if verb == of => Some(said.to_owned()),
                Some(("MLST" | "SIZE" | "CWD", "/a")) => Some("550 no".to_owned()),
                Some(("RNFR", "/a")) if of == "SIZE" => Some(said.to_owned()),
                Some(("RNFR", "/a")) => Some("550 no".to_owned()),
                Some(("MLST", _)) => fact("type=file;size=1;"),
                _ => None,
            });
            let renamed = remote.rename("/a.part", "/a", Naming::New);
            let may = said.starts_with('5') && of != "SIZE";
            assert_eq!(renamed.is_ok(), may, "{of} {said}: {renamed:?}");
            assert_eq!(changes(&asked), usize::from(may), "{of} {said}");
        }
    }
    // Without MLST, and without SIZE: nobody knows whether it is there.
    let (mut remote, ..) = connected(|line| match line {
        "FEAT" => Some("500 what".into()),
        "CWD /a" => Some("550 no".into()),
        _ => None,
    });
    let error = remote.facts("/a").expect_err("it does not say");
    assert_ne!(error.kind(), ErrorKind::NotFound);
    // What is refused is not gone.
    let (mut remote, ..) = connected(|line| match line {
        "DELE /a" | "MLST /a" | "SIZE /a" | "CWD /a" => Some("550 Permission denied.".into()),
        _ => None,
    });
    let error = remote.remove("/a").expect_err("refused");
    assert_ne!(error.kind(), ErrorKind::NotFound);
}

#[test]
fn whoever_has_ended_changes_nothing() {
    let (mut remote, asked, ended) = connected(|line| match line {
        "MLST /b" | "CWD /b" | "RNFR /b" => Some("550 none".into()),
        line if line.starts_with("MLST") => fact("type=file;size=1;"),
        _ => None,
    });
    ended.0.store(true, Ordering::Release);
    let of = |done: io::Result<()>| done.expect_err("it has ended").kind();
    assert_eq!(of(remote.create("/a")), ErrorKind::Interrupted);
    assert_eq!(of(remote.remove("/a")), ErrorKind::Interrupted);
    assert_eq!(
        of(remote.rename("/a", "/b", Naming::New)),
        ErrorKind::Interrupted
    );
    let asked = asked.lock().expect("no panic").clone();
    let changes = ["STOR", "DELE", "RNTO"];
    let is_change = |line: &String| changes.iter().any(|word| line.starts_with(word));
    assert!(!asked.iter().any(is_change), "{asked:?}");
}

#[test]
fn a_removal_that_is_tried_again_leaves_a_newer_file() {
    let (mut remote, asked, _) = connected(|line| match line {
        "MLST /gone" => Some("550 none".into()),
        "MLST /a" => fact("type=file;size=2;modify=20260102030405;"),
        _ => None,
    });
    let now = remote.facts("/a").expect("facts");
    let older = crate::remote::RemoteFacts {
        length: Some(1),
        ..now
    };
    remove(&mut remote, "/a", &mut Some(older)).expect("the older one has gone");
    remove(&mut remote, "/gone", &mut Some(older)).expect("it has gone");
    let has_removed = |asked: &Asked| {
        let asked = asked.lock().expect("no panic");
        asked.iter().any(|line| line.starts_with("DELE"))
    };
    assert!(!has_removed(&asked));
    remove(&mut remote, "/a", &mut Some(now)).expect("removed");
    assert!(has_removed(&asked));
}

#[test]
fn a_connection_whose_data_was_broken_off_is_used_no_more() {
    let (mut remote, ..) = connected(|_| None);
    remote.open("/a", 0).expect("open");
    remote.read(&mut [0; 16]).expect("read");
    assert!(remote.is_reading());
    let error = remote.facts("/a").expect_err("out of step");
    assert_eq!(error.kind(), ErrorKind::ConnectionReset);
    assert!(remote.is_out_of_step());
    remote.facts("/a").expect_err("still");
}

#[test]
fn the_reply_to_a_file_is_the_files_own() {
    let (mut remote, asked, _) = connected(|line| match line {
        "SIZE /a" => Some("213 3".into()),
        _ => None,
    });
    remote.create("/a").expect("made");
    remote.write(b"abc").expect("written");
    remote.finish().expect("the server has it");
    assert_eq!(remote.facts("/a").expect("facts").length, Some(3));
    assert!(!remote.is_out_of_step());
    assert!(asked.lock().expect("no panic").contains(&"STOR /a".into()));
}
