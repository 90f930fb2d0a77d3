//! Processes killed at any moment: applications in mid-call, and the server itself.
//!
//! The test program starts itself again as the process to be killed; see `a_child_process`.

use crate::support::{
    BOTH, Bindings, Running, Scratch, command, connect, not_persistent, persistent,
};
use ferromq::{GetOptions, MsgDescriptor, PutOptions, Reason, mq};
use ferromq_base::random::SplitMix64;
use ferromq_client::BindingsConnection;
use ferromq_mqi::options::ConnectOptions;
use ferromq_mqi::session::Session;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

const ROLE: &str = "FERROMQ_TEST_ROLE";
const DATA_PATH: &str = "FERROMQ_TEST_DATA_PATH";
const SEED: &str = "FERROMQ_TEST_SEED";

/// Not a test: what a child process does, chosen by its environment.
#[test]
fn a_child_process() {
    let (Ok(role), Ok(data_path)) = (std::env::var(ROLE), std::env::var(DATA_PATH)) else {
        return;
    };
    let seed = std::env::var(SEED).ok().and_then(|seed| seed.parse().ok());
    let seed: u64 = seed.unwrap_or(1) * 2 + 1;
    let mut noise = SplitMix64::new(seed);
    let data_path = PathBuf::from(data_path);
    match role.as_str() {
        "mover" => move_messages(&data_path, &mut noise),
        "putter" => put_numbers(&data_path, seed),
        _ => {
            let server = crate::support::open(&data_path, crate::support::quiet());
            let _ = server.run_until_ended();
        }
    }
}

fn start(role: &str, data_path: &Path, seed: u64) -> Child {
    let program = std::env::current_exe().expect("this program");
    Command::new(program)
        .args(["--exact", "kills::a_child_process", "--nocapture"])
        .env(ROLE, role)
        .env(DATA_PATH, data_path)
        .env(SEED, seed.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("started")
}

/// Moves messages between two queues, one unit of work each, for ever.
fn move_messages(data_path: &Path, noise: &mut SplitMix64) {
    let mut session = connect(data_path);
    let queues = ["A", "B"].map(|name| session.open(name, BOTH).expect("opened"));
    let get = GetOptions {
        options: mq::MQGMO_SYNCPOINT,
        ..GetOptions::default()
    };
    let mut put = PutOptions {
        options: mq::MQPMO_SYNCPOINT,
        ..PutOptions::default()
    };
    loop {
        let from = noise.below(2) as usize;
        for _ in 0..=noise.below(3) {
            let Ok(got) = session.get(queues[from], &MsgDescriptor::default(), &get, 1 << 20)
            else {
                break;
            };
            let mut descriptor = if got.descriptor.persistence == mq::MQPER_PERSISTENT {
                persistent()
            } else {
                not_persistent()
            };
            session
                .put(queues[1 - from], &mut descriptor, &mut put, got.body)
                .expect("put");
        }
        let ended = match noise.below(4) {
            0 => session.back_out(),
            _ => session.commit(),
        };
        ended.expect("ended");
    }
}

/// Puts numbers outside syncpoint and says of each when the put has returned.
fn put_numbers(data_path: &Path, first: u64) {
    let mut session = connect(data_path);
    let queue = session.open("A", mq::MQOO_OUTPUT).expect("opened");
    let mut out = std::io::stdout();
    for number in (first << 20).. {
        let body = number.to_string();
        let mut descriptor = if number % 2 == 0 {
            persistent()
        } else {
            not_persistent()
        };
        session
            .put(queue, &mut descriptor, &mut PutOptions::default(), body)
            .expect("put");
        let _ = writeln!(out, "\nput {number}");
    }
}

/// Takes everything off a queue: how often each text was there.
fn drain(session: &mut Bindings, name: &str, into: &mut BTreeMap<String, u32>) {
    let queue = session.open(name, mq::MQOO_INPUT_SHARED).expect("opened");
    let get = GetOptions::default();
    loop {
        match session.get(queue, &MsgDescriptor::default(), &get, 1 << 20) {
            Ok(got) => {
                let text = String::from_utf8_lossy(&got.body[..got.body.len().min(32)]);
                let text = text.trim_end_matches('.').to_owned();
                *into.entry(text).or_default() += 1;
            }
            Err(error) => {
                assert_eq!(error.reason, Reason::NO_MSG_AVAILABLE);
                break;
            }
        }
    }
    session.close(queue, mq::MQCO_NONE).expect("closed");
}

/// Waits until the deaths have been noticed: nobody but this session and what the queue manager runs is connected.
fn await_quiet(session: &mut Bindings) {
    while command(session, "DISPLAY CONN(*) WHERE(APPLTYPE EQ USER)")
        .matches(" CONN(")
        .count()
        > 1
    {
        std::thread::yield_now();
    }
}

/// Waits until nobody has the queue open and nothing on it is uncommitted. A commit the
/// application did not live to see may still be on its way to the disk.
fn await_untouched(session: &mut Bindings, name: &str) {
    let began = std::time::Instant::now();
    loop {
        let shown = command(session, &format!("DISPLAY QSTATUS({name}) ALL"));
        let wanted = ["IPPROCS(0)", "OPPROCS(0)", "UNCOM(NO)"];
        if wanted.iter().all(|wanted| shown.contains(wanted)) {
            return;
        }
        assert!(began.elapsed() < Duration::from_secs(60), "{shown}");
        std::thread::yield_now();
    }
}

#[test]
fn applications_killed_in_mid_call_leave_no_handle_and_lose_and_double_no_message() {
    const KILLS: u64 = 120;
    const MESSAGES: u32 = 60;
    let scratch = Scratch::new("movers");
    let running = Running::start(&scratch.0);
    let mut session = running.connect();
    command(&mut session, "DEFINE QLOCAL(A)");
    command(&mut session, "DEFINE QLOCAL(B)");
    let queue = session.open("A", mq::MQOO_OUTPUT).expect("opened");
    for number in 0..MESSAGES {
        let mut descriptor = if number % 2 == 0 {
            persistent()
        } else {
            not_persistent()
        };
        // Some are longer than a ring, so that deaths fall between fragments too.
        let length = if number % 10 == 0 { 300_000 } else { 2000 };
        let mut body = number.to_string().into_bytes();
        body.resize(length, b'.');
        session
            .put(queue, &mut descriptor, &mut PutOptions::default(), body)
            .expect("put");
    }
    session.close(queue, mq::MQCO_NONE).expect("closed");
    let mut noise = SplitMix64::new(0xdead);
    let mut alive: Vec<Child> = Vec::new();
    for seed in 0..KILLS {
        alive.push(start("mover", &scratch.0, seed));
        if alive.len() >= 4 {
            // From before the hello to deep in the loop.
            std::thread::sleep(Duration::from_micros(noise.below(12_000)));
            let mut victim = alive.remove(noise.below(alive.len() as u64) as usize);
            victim.kill().expect("killed");
            victim.wait().expect("dead");
        }
    }
    for mut victim in alive {
        victim.kill().expect("killed");
        victim.wait().expect("dead");
    }
    await_quiet(&mut session);
    for name in ["A", "B"] {
        await_untouched(&mut session, name);
    }
    let mut found = BTreeMap::new();
    drain(&mut session, "A", &mut found);
    drain(&mut session, "B", &mut found);
    let wanted: BTreeMap<String, u32> = (0..MESSAGES)
        .map(|number| (number.to_string(), 1))
        .collect();
    assert_eq!(found, wanted);
}

#[test]
fn what_a_killed_application_was_told_is_there_and_once() {
    let scratch = Scratch::new("putters");
    let running = Running::start(&scratch.0);
    let mut session = running.connect();
    command(&mut session, "DEFINE QLOCAL(A) MAXDEPTH(999999)");
    let mut noise = SplitMix64::new(0xacc);
    let mut told = Vec::new();
    for seed in 0..30 {
        let mut child = start("putter", &scratch.0, seed);
        let lines = BufReader::new(child.stdout.take().expect("piped")).lines();
        let mut lines = lines
            .map_while(Result::ok)
            .filter(|line| line.starts_with("put "));
        for _ in 0..noise.below(40) {
            told.extend(lines.next());
        }
        child.kill().expect("killed");
        told.extend(lines);
        child.wait().expect("dead");
    }
    await_quiet(&mut session);
    let mut found = BTreeMap::new();
    drain(&mut session, "A", &mut found);
    assert!(found.values().all(|count| *count == 1));
    assert!(told.len() > 100);
    for line in &told {
        assert!(found.contains_key(&line[4..]), "{line} is lost");
    }
    assert!(found.len() <= told.len() + 30, "one more of each at most");
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

#[test]
fn a_killed_server_breaks_its_connections_and_comes_back_with_what_it_promised() {
    let scratch = Scratch::new("server");
    let mut noise = SplitMix64::new(0x5e1f);
    let mut acknowledged = Vec::new();
    let mut next = 0_u32;
    for round in 0..8 {
        let mut server = start("server", &scratch.0, round);
        let mut session = connect_when_there(&scratch.0);
        if round == 0 {
            command(&mut session, "DEFINE QLOCAL(A) MAXDEPTH(999999)");
        }
        let mut waiter = connect_when_there(&scratch.0);
        // Opened here: on a busy machine the thread may begin when the server is dead already.
        let waited_on = waiter.open("A", mq::MQOO_INPUT_SHARED).expect("opened");
        let waiting = std::thread::spawn(move || {
            let wait = GetOptions {
                options: mq::MQGMO_WAIT,
                wait_interval_ms: -1,
                ..GetOptions::default()
            };
            let never = MsgDescriptor {
                correl_id: [9; 24],
                ..MsgDescriptor::default()
            };
            waiter
                .get(waited_on, &never, &wait, 10)
                .expect_err("broken")
                .reason
        });
        let queue = session.open("A", mq::MQOO_OUTPUT).expect("opened");
        let killer = std::thread::spawn({
            let after = Duration::from_millis(5 + noise.below(60));
            move || {
                std::thread::sleep(after);
                server.kill().expect("killed");
                server.wait().expect("dead");
            }
        });
        let broken = loop {
            let body = next.to_string();
            match session.put(queue, &mut persistent(), &mut PutOptions::default(), body) {
                Ok(_) => acknowledged.push(next),
                Err(error) => break error.reason,
            }
            next += 1;
        };
        next += 1;
        killer.join().expect("no panic");
        assert_eq!(broken, Reason::CONNECTION_BROKEN);
        assert_eq!(waiting.join().expect("no panic"), Reason::CONNECTION_BROKEN);
        assert_eq!(
            session.commit().expect_err("still broken").reason,
            Reason::CONNECTION_BROKEN
        );
    }
    let running = Running::start(&scratch.0);
    let mut session = running.connect();
    let mut found = BTreeMap::new();
    drain(&mut session, "A", &mut found);
    assert!(found.values().all(|count| *count == 1));
    for number in &acknowledged {
        assert!(found.contains_key(&number.to_string()), "{number} is lost");
    }
    assert!(found.len() <= acknowledged.len() + 8);
}
