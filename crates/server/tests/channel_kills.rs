//! Two queue managers joined by a channel, in processes of their own, either killed at any moment or both: what was committed arrives once
//! and in order, and nothing else arrives.
//!
//! `FERROMQ_CHANNEL_KILLS=2000 cargo test -p ferromq-server --test all channel_kills::` is the long way.

use crate::support::office::Office;
use crate::support::{Bindings, Scratch, persistent};
use ferromq::{GetOptions, MsgDescriptor, PutOptions, Reason, mq};
use ferromq_base::random::SplitMix64;
use ferromq_channel::cluster_correl_id;
use ferromq_client::BindingsConnection;
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::{ConnectOptions, ObjectHandle};
use ferromq_mqi::session::Session;
use std::io::Write;
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const KILLS: u64 = 60;
const KILLS_GIVEN: &str = "FERROMQ_CHANNEL_KILLS";
const DATA_PATH: &str = "FERROMQ_TEST_DATA_PATH";
const NAME: &str = "FERROMQ_TEST_Q_MGR";
const PORT: &str = "FERROMQ_TEST_PORT";
const NAMES: [&str; 2] = ["QM1", "QM2"];
/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(120);
/// How often a program tries to connect, with this between.
const ATTEMPTS: u32 = 60_000;
const PAUSE: Duration = Duration::from_millis(2);
/// So many kills are told of.
const TOLD: u64 = 100;

/// Not a test: a server, when the environment says so.
#[test]
fn a_child_process() {
    let read = |name| std::env::var(name).ok();
    let (Some(path), Some(name), Some(port)) = (read(DATA_PATH), read(NAME), read(PORT)) else {
        return;
    };
    let name = NAMES.into_iter().find(|known| *known == name);
    let office = Office::open(Path::new(&path), name.expect("one of the two"));
    office.listen(port.parse().expect("a port"));
    office.serve();
}

/// One of the two, which is killed and started again.
struct End<'a> {
    scratch: &'a Scratch,
    name: &'static str,
    port: u16,
    child: Child,
}

impl<'a> End<'a> {
    fn start(scratch: &'a Scratch, name: &'static str, port: u16) -> Self {
        let child = Self::spawn(scratch, name, port);
        Self {
            scratch,
            name,
            port,
            child,
        }
    }

    fn spawn(scratch: &Scratch, name: &str, port: u16) -> Child {
        let program = std::env::current_exe().expect("this program");
        let child = Command::new(program)
            .args(["--exact", "channel_kills::a_child_process", "--nocapture"])
            .env(DATA_PATH, &scratch.0)
            .env(NAME, name)
            .env(PORT, port.to_string())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        child.expect("started")
    }

    fn kill(&mut self) {
        self.child.kill().expect("killed");
        self.child.wait().expect("dead");
    }

    fn start_again(&mut self) {
        self.child = Self::spawn(self.scratch, self.name, self.port);
    }

    fn connect(&self) -> Bindings {
        // Counted and not timed: all of it may be stopped for a while together.
        let mut refused = 0;
        loop {
            let options = ConnectOptions::default();
            match BindingsConnection::connect(&self.scratch.0, self.name, &options) {
                Ok(connection) => return Session::new(connection),
                Err(error) => assert!(refused < ATTEMPTS, "{error}"),
            }
            refused += 1;
            std::thread::sleep(PAUSE);
        }
    }

    /// Carries a command out, if it is not killed meanwhile.
    fn command(&self, text: &str) -> Option<String> {
        let mut session = self.connect();
        let (output, _) = session.command(text).ok()?;
        session.disconnect().ok()?;
        Some(output)
    }
}

impl Drop for End<'_> {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    listener.local_addr().expect("an address").port()
}

/// What became of the numbers of a unit of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Committed,
    BackedOut,
    /// Its commit was not answered.
    Unknown,
}

struct Unit {
    numbers: std::ops::Range<u32>,
    fate: Fate,
}

/// The channel that is tried.
const CHANNEL: &str = "QM1.TO.QM2";

/// Puts units of work for the other end, again and again, until it is told to stop; says what became of each.
fn put_units(path: &Path, stop: &AtomicBool) -> Vec<Unit> {
    let mut noise = SplitMix64::new(0xC4A7);
    let mut units: Vec<Unit> = Vec::new();
    while !stop.load(Ordering::Relaxed) {
        let options = ConnectOptions::default();
        let Ok(connection) = BindingsConnection::connect(path, NAMES[0], &options) else {
            std::thread::sleep(PAUSE);
            continue;
        };
        let mut session = Session::new(connection);
        let Ok(away) = session.open("AWAY", mq::MQOO_OUTPUT) else {
            continue;
        };
        while !stop.load(Ordering::Relaxed) {
            let first = units.last().map_or(0, |unit| unit.numbers.end);
            let numbers = first..first + 1 + noise.below(6) as u32;
            let fate = put_unit(&mut session, away, numbers.clone(), &mut noise);
            let goes_on = fate.is_ok();
            let fate = fate.unwrap_or_else(|fate| fate);
            units.push(Unit { numbers, fate });
            if !goes_on {
                break;
            }
            std::thread::sleep(Duration::from_micros(noise.below(3_000)));
        }
    }
    units
}

/// One unit of work; an error when the queue manager is gone.
fn put_unit(
    session: &mut Bindings,
    away: ObjectHandle,
    numbers: std::ops::Range<u32>,
    noise: &mut SplitMix64,
) -> Result<Fate, Fate> {
    for number in numbers {
        let mut options = PutOptions {
            options: mq::MQPMO_SYNCPOINT,
            ..PutOptions::default()
        };
        let mut body = number.to_be_bytes().to_vec();
        // Some travel in several segments.
        let length = if noise.below(12) == 0 { 100_000 } else { 300 };
        body.resize(length, b'.');
        // By which a sender of a cluster knows it.
        let mut descriptor = MsgDescriptor {
            msg_id: cluster_correl_id(&FixedText::truncated(CHANNEL)),
            ..persistent()
        };
        let put = session.put(away, &mut descriptor, &mut options, body);
        put.map_err(|_| Fate::BackedOut)?;
    }
    if noise.below(8) == 0 {
        session.back_out().map_err(|_| Fate::BackedOut)?;
        return Ok(Fate::BackedOut);
    }
    session.commit().map_err(|_| Fate::Unknown)?;
    Ok(Fate::Committed)
}

/// The numbers that have arrived, in order; the last one is `last`.
fn arrived(end: &End<'_>, last: u32) -> Vec<u32> {
    let mut session = end.connect();
    let queue = session.open("TARGET", mq::MQOO_INPUT_SHARED);
    let queue = queue.expect("opened");
    let options = GetOptions {
        options: mq::MQGMO_WAIT,
        wait_interval_ms: PATIENCE.as_millis() as i32,
        ..GetOptions::default()
    };
    let mut numbers: Vec<u32> = Vec::new();
    while numbers.last() != Some(&last) {
        let got = session.get(queue, &MsgDescriptor::default(), &options, 1 << 20);
        let got = got.unwrap_or_else(|error| panic!("{error} behind {:?}", numbers.last()));
        numbers.push(u32::from_be_bytes(got.body[..4].try_into().expect("four")));
    }
    let more = session.get(
        queue,
        &MsgDescriptor::default(),
        &GetOptions::default(),
        100,
    );
    let more = more.map(|got| got.body).map_err(|error| error.reason);
    assert_eq!(more, Err(Reason::NO_MSG_AVAILABLE));
    session.disconnect().expect("disconnected");
    numbers
}

/// What is wrong with what has arrived.
fn judge(units: &[Unit], arrived: &[u32]) -> Result<u32, String> {
    if let Some(pair) = arrived.windows(2).find(|pair| pair[0] >= pair[1]) {
        return Err(format!("{} came behind {}", pair[1], pair[0]));
    }
    let mut happened = 0;
    for Unit { numbers, fate } in units {
        let count = numbers
            .clone()
            .filter(|number| arrived.binary_search(number).is_ok())
            .count();
        let all = numbers.len();
        match fate {
            Fate::Committed if count == all => {}
            Fate::BackedOut if count == 0 => {}
            Fate::Unknown if count == 0 => {}
            Fate::Unknown if count == all => happened += 1,
            fate => return Err(format!("{count} of {numbers:?} have arrived: {fate:?}")),
        }
    }
    let known = units.last().map_or(0, |unit| unit.numbers.end);
    match arrived.last() {
        Some(last) if *last >= known => Err(format!("nobody has put {last}")),
        _ => Ok(happened),
    }
}

#[test]
fn either_end_of_a_channel_killed_at_any_moment_loses_and_doubles_nothing() {
    let given = std::env::var(KILLS_GIVEN).ok();
    let kills = given.map_or(KILLS, |given| given.parse().expect("a number of kills"));
    kill_ends_of("SDR", "RCVR", kills);
}

#[test]
fn either_end_of_a_channel_of_a_cluster_killed_at_any_moment_loses_and_doubles_nothing() {
    let given = std::env::var(KILLS_GIVEN).ok();
    let kills = given.map_or(KILLS / 3, |given| given.parse().expect("a number of kills"));
    kill_ends_of("CLUSSDR", "CLUSRCVR", kills);
}

/// Defines a channel of these types, and what leads over it.
fn define(ends: &[End<'_>; 2], sender: &str, receiver: &str) {
    let (queue, of_sender, of_receiver) = match sender == "CLUSSDR" {
        true => (
            "SYSTEM.CLUSTER.TRANSMIT.QUEUE",
            "CLUSTER(HOUSE)",
            "CLUSTER(HOUSE) CONNAME('127.0.0.1')",
        ),
        false => ("QM2", "XMITQ(QM2)", ""),
    };
    let sender = format!(
        "DEFINE CHANNEL({CHANNEL}) CHLTYPE({sender}) {of_sender} SHORTTMR(1) SHORTRTY(999999999) BATCHSZ(7) CONNAME('127.0.0.1({})')",
        ends[1].port
    );
    let receiver = format!("DEFINE CHANNEL({CHANNEL}) CHLTYPE({receiver}) {of_receiver}");
    let away = format!("DEFINE QREMOTE(AWAY) RNAME(TARGET) RQMNAME(QM2) XMITQ({queue})");
    let commands: [&[&str]; 2] = [
        &[
            "DEFINE QLOCAL(QM2) USAGE(XMITQ) MAXDEPTH(999999999)",
            &away,
            &sender,
        ],
        &[
            "ALTER QMGR CHLAUTH(DISABLED)",
            "DEFINE QLOCAL(TARGET) MAXDEPTH(999999999)",
            &receiver,
        ],
    ];
    for (end, commands) in ends.iter().zip(commands) {
        for text in commands {
            end.command(text).expect("nobody is killed yet");
        }
    }
}

/// Whoever looks at it stops at the end of this.
struct StopsAtEnd<'a>(&'a AtomicBool);

impl Drop for StopsAtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn kill_ends_of(sender: &str, receiver: &str, kills: u64) {
    let is_of_cluster = sender == "CLUSSDR";
    let scratch = NAMES.map(|name| Scratch::new(&format!("channel-kills-{sender}-{name}")));
    let ports = [free_port(), free_port()];
    let mut ends = [0, 1].map(|at| End::start(&scratch[at], NAMES[at], ports[at]));
    define(&ends, sender, receiver);
    let stop = AtomicBool::new(false);
    let mut noise = SplitMix64::new(0x5EED);
    let mut killed = [0_u64; 3];
    let mut units = std::thread::scope(|scope| {
        let putter = scope.spawn(|| put_units(&scratch[0].0, &stop));
        // Nobody waits for the putter if anything fails here.
        let stops = StopsAtEnd(&stop);
        for number in 1..=kills {
            // That of a cluster starts by itself.
            if !is_of_cluster {
                ends[0].command("START CHANNEL(QM1.TO.QM2)");
            }
            // From before the channel runs to deep in its batches.
            std::thread::sleep(Duration::from_micros(noise.below(250_000)));
            let whom = noise.below(9) as usize / 4;
            killed[whom] += 1;
            let (one, two) = (whom != 1, whom != 0);
            one.then(|| ends[0].kill());
            two.then(|| ends[1].kill());
            one.then(|| ends[0].start_again());
            two.then(|| ends[1].start_again());
            if number % TOLD == 0 {
                let _ = writeln!(std::io::stderr(), "{number} kills, of {kills}");
            }
        }
        drop(stops);
        putter.join().expect("it does not panic")
    });
    // Behind everything else.
    let last = units.last().map_or(0, |unit| unit.numbers.end);
    let mut session = ends[0].connect();
    let away = session.open("AWAY", mq::MQOO_OUTPUT).expect("opened");
    let fate = put_unit(&mut session, away, last..last + 1, &mut SplitMix64::new(1));
    assert_eq!(fate, Ok(Fate::Committed));
    session.disconnect().expect("disconnected");
    units.push(Unit {
        numbers: last..last + 1,
        fate: Fate::Committed,
    });
    ends[0].command("START CHANNEL(QM1.TO.QM2)");
    let numbers = arrived(&ends[1], last);
    let happened = judge(&units, &numbers);
    let happened = happened.unwrap_or_else(|wrong| panic!("{wrong}; killed {killed:?}"));
    let [senders, receivers, both] = killed;
    // Shown although the test passes: how much was tried is part of its result.
    let _ = writeln!(
        std::io::stderr(),
        "channel: {senders} kills of the sending end, {receivers} of the receiving end, {both} of both; {} units of work, {} messages \
         arrived; of commits in flight {happened} had happened",
        units.len(),
        numbers.len()
    );
}
