//! The server killed at any moment while a transaction manager works with it: what it answered
//! holds, and what is in doubt is what was prepared and not ended.
//!
//! The test program starts itself again as the process to be killed; see `a_child_process`.

use crate::support::{BOTH, Bindings, Running, Scratch, command, persistent};
use ferromq::{GetOptions, MsgDescriptor, PutOptions, Reason, mq};
use ferromq_base::random::SplitMix64;
use ferromq_client::BindingsConnection;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::ConnectOptions;
use ferromq_mqi::session::Session;
use ferromq_mqi::xa::{XaCall, XaCode, Xid};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

const DATA_PATH: &str = "FERROMQ_TEST_BRANCHES_PATH";

/// Not a test: the server to be killed.
#[test]
fn a_child_process() {
    if let Ok(data_path) = std::env::var(DATA_PATH) {
        let server = crate::support::open(&PathBuf::from(data_path), crate::support::quiet());
        let _ = server.run_until_ended();
    }
}

fn start(data_path: &Path) -> Child {
    Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", "branches::a_child_process", "--nocapture"])
        .env(DATA_PATH, data_path)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("started")
}

fn connect_when_there(data_path: &Path) -> Bindings {
    loop {
        match BindingsConnection::connect(data_path, "QM1", &ConnectOptions::default()) {
            Ok(road) => return Session::new(road),
            Err(failure) => {
                let early = [Reason::Q_MGR_NOT_AVAILABLE, Reason::Q_MGR_NAME_ERROR];
                assert!(early.contains(&failure.reason), "{failure}");
                std::thread::sleep(Duration::from_millis(2));
            }
        }
    }
}

fn open_xa(session: &mut Bindings) {
    let (name, flags) = (Vec::new(), TMNOFLAGS);
    assert_eq!(session.xa(XaCall::Open { name, flags }).code, XaCode::OK);
}

/// What the transaction manager knows of a branch it has heard nothing of since.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// Prepare was asked for: in doubt or gone.
    PrepareAsked,
    /// Prepared: in doubt.
    Prepared,
    /// Commit was asked for: in doubt or committed.
    CommitAsked,
    /// Rollback was asked for: in doubt or backed out.
    RollBackAsked,
    Committed,
    BackedOut,
}

fn xid_of(number: u32) -> Xid {
    Xid::new(1, &number.to_be_bytes(), b"branch").expect("it fits")
}

fn number_of(xid: &Xid) -> u32 {
    u32::from_be_bytes(xid.global().try_into().expect("ours"))
}

/// Moves a message from IN to OUT in each branch, until the server is dead. The message says
/// which branch moves it.
fn work(
    session: &mut Bindings,
    noise: &mut SplitMix64,
    next: &mut u32,
    fates: &mut BTreeMap<u32, Fate>,
) {
    let Ok(input) = session.open("IN", BOTH) else {
        return;
    };
    let Ok(output) = session.open("OUT", BOTH) else {
        return;
    };
    loop {
        *next += 1;
        let number = *next;
        let body = number.to_string();
        let put = session.put(
            input,
            &mut persistent(),
            &mut PutOptions::default(),
            body.clone(),
        );
        if put.is_err() {
            return;
        }
        if move_one(session, (input, output), number, noise, fates).is_none() {
            return;
        }
    }
}

/// A call that is to work. `None` when the server is dead.
fn xa(session: &mut Bindings, call: XaCall) -> Option<()> {
    (session.xa(call).code == XaCode::OK).then_some(())
}

/// One branch. `None` when the server is dead.
fn move_one(
    session: &mut Bindings,
    (input, output): (ferromq::ObjectHandle, ferromq::ObjectHandle),
    number: u32,
    noise: &mut SplitMix64,
    fates: &mut BTreeMap<u32, Fate>,
) -> Option<()> {
    let xid = || xid_of(number);
    let flags = TMNOFLAGS;
    xa(session, XaCall::Start { xid: xid(), flags })?;
    let get = GetOptions {
        options: mq::MQGMO_SYNCPOINT,
        ..GetOptions::default()
    };
    let mut put = PutOptions {
        options: mq::MQPMO_SYNCPOINT,
        ..PutOptions::default()
    };
    let got = session.get(input, &MsgDescriptor::default(), &get, 100);
    // After a kill some older message may come first: it is this branch that has it now.
    let body = format!("{number} {}", String::from_utf8_lossy(&got.ok()?.body));
    let moved = session.put(output, &mut persistent(), &mut put, body);
    moved.ok()?;
    let end = XaCall::End {
        xid: xid(),
        flags: TMSUCCESS,
    };
    xa(session, end)?;
    fates.insert(number, Fate::PrepareAsked);
    xa(session, XaCall::Prepare { xid: xid(), flags })?;
    fates.insert(number, Fate::Prepared);
    let (asked, done, call) = match noise.below(4) {
        0 => return Some(()),
        1 => (
            Fate::RollBackAsked,
            Fate::BackedOut,
            XaCall::RollBack { xid: xid(), flags },
        ),
        _ => (
            Fate::CommitAsked,
            Fate::Committed,
            XaCall::Commit { xid: xid(), flags },
        ),
    };
    fates.insert(number, asked);
    xa(session, call)?;
    fates.insert(number, done);
    Some(())
}

/// Compares what is in doubt with what is known, and settles what was open.
fn judge(session: &mut Bindings, fates: &mut BTreeMap<u32, Fate>) {
    let mut in_doubt = BTreeSet::new();
    let mut flags = TMSTARTRSCAN;
    loop {
        let reply = session.xa(XaCall::Recover { count: 50, flags });
        in_doubt.extend(reply.branches.iter().map(number_of));
        flags = TMNOFLAGS;
        if reply.code.0 < 50 {
            break;
        }
    }
    for (number, fate) in fates.iter_mut() {
        let is_in_doubt = in_doubt.contains(number);
        *fate = match *fate {
            _ if is_in_doubt => {
                let ended = matches!(fate, Fate::Committed | Fate::BackedOut);
                assert!(!ended, "{number} was answered as {fate:?} and is in doubt");
                Fate::Prepared
            }
            Fate::Prepared => panic!("{number} was prepared and is not in doubt"),
            Fate::PrepareAsked | Fate::RollBackAsked => Fate::BackedOut,
            Fate::CommitAsked => Fate::Committed,
            other => other,
        };
    }
    for number in &in_doubt {
        assert!(
            fates.contains_key(number),
            "{number} is in doubt and was never prepared"
        );
    }
}

fn drain(session: &mut Bindings, name: &str) -> Vec<String> {
    let queue = session.open(name, mq::MQOO_INPUT_SHARED).expect("opened");
    let mut bodies = Vec::new();
    loop {
        match session.get(
            queue,
            &MsgDescriptor::default(),
            &GetOptions::default(),
            100,
        ) {
            Ok(got) => bodies.push(String::from_utf8_lossy(&got.body).into_owned()),
            Err(error) => {
                assert_eq!(error.reason, Reason::NO_MSG_AVAILABLE);
                break;
            }
        }
    }
    session.close(queue, mq::MQCO_NONE).expect("closed");
    bodies
}

/// Every second branch left is committed, the others are backed out.
fn end_all(session: &mut Bindings, fates: &mut BTreeMap<u32, Fate>) {
    let left = fates
        .iter_mut()
        .filter(|(_, fate)| **fate == Fate::Prepared);
    for (at, (number, fate)) in left.enumerate() {
        let (xid, flags) = (xid_of(*number), TMNOFLAGS);
        let (call, done) = if at % 2 == 0 {
            (XaCall::Commit { xid, flags }, Fate::Committed)
        } else {
            (XaCall::RollBack { xid, flags }, Fate::BackedOut)
        };
        assert_eq!(session.xa(call).code, XaCode::OK, "{number}");
        *fate = done;
    }
}

fn prepared(fates: &BTreeMap<u32, Fate>) -> usize {
    let prepared = fates.values().filter(|fate| **fate == Fate::Prepared);
    prepared.count()
}

#[test]
fn a_killed_server_comes_back_with_exactly_the_prepared_branches_in_doubt() {
    // A busy machine gets nowhere before some of them; then there are more.
    const KILLS_MIN: u32 = 10;
    const KILLS_MAX: u32 = 100;
    const IN_DOUBT_MIN: usize = 4;
    let scratch = Scratch::new("branches");
    let mut noise = SplitMix64::new(0x2fc);
    let (mut next, mut fates) = (0, BTreeMap::new());
    let mut kills = 0;
    while kills < KILLS_MIN || (prepared(&fates) < IN_DOUBT_MIN && kills < KILLS_MAX) {
        let mut server = start(&scratch.0);
        let mut session = connect_when_there(&scratch.0);
        if kills == 0 {
            command(&mut session, "DEFINE QLOCAL(IN) MAXDEPTH(999999)");
            command(&mut session, "DEFINE QLOCAL(OUT) MAXDEPTH(999999)");
        }
        open_xa(&mut session);
        judge(&mut session, &mut fates);
        let killer = std::thread::spawn({
            let after = Duration::from_millis(5 + noise.below(50));
            move || {
                std::thread::sleep(after);
                server.kill().expect("killed");
                server.wait().expect("dead");
            }
        });
        work(&mut session, &mut noise, &mut next, &mut fates);
        killer.join().expect("no panic");
        kills += 1;
    }
    let running = Running::start(&scratch.0);
    let mut session = running.connect();
    open_xa(&mut session);
    judge(&mut session, &mut fates);
    assert!(
        prepared(&fates) >= IN_DOUBT_MIN,
        "kills leave branches in doubt"
    );
    end_all(&mut session, &mut fates);
    // Each message is on one queue only, and on OUT for branches that were committed only.
    let mut moved = BTreeSet::new();
    let mut seen = BTreeSet::new();
    for body in drain(&mut session, "OUT") {
        let (branch, message) = body.split_once(' ').expect("ours");
        assert!(seen.insert(message.to_owned()), "message {message} twice");
        moved.insert(branch.parse::<u32>().expect("a number"));
    }
    let committed: BTreeSet<u32> = fates
        .iter()
        .filter(|(_, fate)| **fate == Fate::Committed)
        .map(|(number, _)| *number)
        .collect();
    assert_eq!(moved, committed);
    for message in drain(&mut session, "IN") {
        assert!(seen.insert(message.clone()), "message {message} twice");
    }
    // What was put and answered is there; of each round one put more may be.
    let least = next - kills;
    assert!(
        seen.len() as u32 >= least && seen.len() as u32 <= next,
        "{} of {next}",
        seen.len()
    );
}
