//! A cluster of four queue managers, in processes of their own, that are killed and started again at any moment while roads between them are cut: messages for
//! a queue of the cluster arrive once, and in the end all members know the same.
//!
//! A run is made of a seed, which it prints; threads and processes are not, so that a seed repeats what is done and not when. Another seed, and a longer
//! run: `FERROMQ_CLUSTER_SEED=7 FERROMQ_CLUSTER_SECONDS=600 cargo test -p ferromq-server --test all cluster_kills::`.

use crate::support::office::{Office, Relay};
use crate::support::{Bindings, Scratch, persistent};
use ferromq::{CommandOutcome, GetOptions, MsgDescriptor, PutOptions, Reason, mq};
use ferromq_base::random::SplitMix64;
use ferromq_client::BindingsConnection;
use ferromq_mqi::options::{ConnectOptions, ObjectHandle};
use ferromq_mqi::session::Session;
use std::collections::BTreeMap;
use std::io::Write;
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime};

const SEED: &str = "FERROMQ_CLUSTER_SEED";
const SECONDS: &str = "FERROMQ_CLUSTER_SECONDS";
const DATA_PATH: &str = "FERROMQ_TEST_CLUSTER_PATH";
const NAME: &str = "FERROMQ_TEST_CLUSTER_Q_MGR";
const PORT: &str = "FERROMQ_TEST_CLUSTER_PORT";
const NAMES: [&str; 4] = ["QM1", "QM2", "QM3", "QM4"];
/// The members that have the queue.
const OWNERS: [usize; 3] = [1, 2, 3];
/// The members at which programs put: one without an instance of the queue, and one with one.
const PUTTERS: [usize; 2] = [0, 2];
const QUEUE: &str = "WORK";
/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(180);

/// Not a test: a server, when the environment says so.
#[test]
fn a_child_process() {
    let read = |name| std::env::var(name).ok();
    let (Some(path), Some(name), Some(port)) = (read(DATA_PATH), read(NAME), read(PORT)) else {
        return;
    };
    let name = NAMES.into_iter().find(|known| *known == name);
    let office = Office::open(Path::new(&path), name.expect("one of the four"));
    office.listen(port.parse().expect("a port"));
    office.serve();
}

/// A member, which is killed and started again, and the road to it, which can be cut.
struct Member {
    scratch: Scratch,
    name: &'static str,
    port: u16,
    road: Relay,
    child: Option<Child>,
}

impl Member {
    fn new(at: usize) -> Self {
        let (port, name) = (free_port(at), NAMES[at]);
        let mut member = Self {
            scratch: Scratch::new(&format!("cluster-kills-{name}")),
            name,
            port,
            road: Relay::to(port),
            child: None,
        };
        member.start();
        member
    }

    fn start(&mut self) {
        let program = std::env::current_exe().expect("this program");
        let child = Command::new(program)
            .args(["--exact", "cluster_kills::a_child_process", "--nocapture"])
            .env(DATA_PATH, &self.scratch.0)
            .env(NAME, self.name)
            .env(PORT, self.port.to_string())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        self.child = Some(child.expect("started"));
    }

    fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().expect("killed");
            child.wait().expect("dead");
        }
    }

    fn connect(&self) -> Bindings {
        let began = Instant::now();
        loop {
            match try_connect(&self.scratch.0, self.name) {
                Some(session) => return session,
                None => assert!(began.elapsed() < PATIENCE, "{} is not there", self.name),
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Carries a command out that must succeed; nobody is killed meanwhile.
    fn command(&self, text: &str) -> String {
        let mut session = self.connect();
        let (output, outcome) = session.command(text).expect("a command");
        session.disconnect().expect("disconnected");
        assert_eq!(outcome, CommandOutcome::Done, "{output}");
        output
    }

    /// What a command prints, whatever came of it.
    fn shown(&self, text: &str) -> String {
        let mut session = self.connect();
        let (output, _) = session.command(text).expect("a command");
        session.disconnect().expect("disconnected");
        output
    }
}

impl Drop for Member {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A port for the member with this number, which nobody is given by chance while it is dead: below those for connections.
fn free_port(at: usize) -> u16 {
    let first = std::process::id() as usize * NAMES.len() + at;
    let numbers = (first..).step_by(NAMES.len());
    let ports = numbers.map(|number| 20_000 + (number % 12_000) as u16);
    let mut free = ports.filter(|port| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok());
    free.next().expect("one of many")
}

fn try_connect(path: &Path, name: &str) -> Option<Bindings> {
    let options = ConnectOptions::default();
    let connection = BindingsConnection::connect(path, name, &options);
    connection.ok().map(Session::new)
}

/// Four members, of which the first two are full repositories, and the queue at three of them.
fn cluster() -> Vec<Member> {
    let members: Vec<Member> = (0..NAMES.len()).map(Member::new).collect();
    for (at, member) in members.iter().enumerate() {
        let full = usize::from(at == 0);
        let retries = "CLUSTER(HOUSE) SHORTTMR(1) SHORTRTY(999999999) BATCHSZ(7)";
        let to = |of: usize, kind: &str| {
            let port = members[of].road.port;
            let name = NAMES[of];
            format!(
                "DEFINE CHANNEL(TO.{name}) CHLTYPE({kind}) {retries} CONNAME('127.0.0.1({port})')"
            )
        };
        member.command("ALTER QMGR CHLAUTH(DISABLED)");
        if at < 2 {
            member.command("ALTER QMGR REPOS(HOUSE)");
        }
        member.command(&to(at, "CLUSRCVR"));
        member.command(&to(full, "CLUSSDR"));
        if OWNERS.contains(&at) {
            member.command(&format!(
                "DEFINE QLOCAL({QUEUE}) CLUSTER(HOUSE) DEFBIND(NOTFIXED) CLWLUSEQ(ANY) MAXDEPTH(999999999)"
            ));
        }
    }
    let owners: Vec<String> = OWNERS
        .iter()
        .map(|at| format!("CLUSQMGR({})", NAMES[*at]))
        .collect();
    for member in &members[..2] {
        await_all(
            member,
            &format!("DISPLAY QCLUSTER({QUEUE}) CLUSQMGR"),
            &owners,
        );
    }
    members
}

/// Waits until what a member shows has all of this.
fn await_all(member: &Member, command: &str, wanted: &[String]) {
    let began = Instant::now();
    loop {
        let shown = member.shown(command);
        if wanted.iter().all(|text| shown.contains(text.as_str())) {
            return;
        }
        let name = member.name;
        assert!(began.elapsed() < PATIENCE, "{wanted:?} at {name}:\n{shown}");
        std::thread::sleep(Duration::from_millis(50));
    }
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
    numbers: std::ops::Range<u64>,
    fate: Fate,
}

/// Puts units of work on the queue of the cluster, numbered from `first` on, until it is told to stop; says what became of each.
fn put_units(path: &Path, name: &str, first: u64, stop: &AtomicBool, seed: u64) -> Vec<Unit> {
    let mut noise = SplitMix64::new(seed);
    let mut units: Vec<Unit> = Vec::new();
    while !stop.load(Ordering::Relaxed) {
        let session = try_connect(path, name);
        let opened = session.and_then(|mut session| {
            let queue = session.open(QUEUE, mq::MQOO_OUTPUT | mq::MQOO_BIND_NOT_FIXED);
            Some((queue.ok()?, session))
        });
        let Some((queue, mut session)) = opened else {
            std::thread::sleep(Duration::from_millis(5));
            continue;
        };
        while !stop.load(Ordering::Relaxed) {
            let next = units.last().map_or(first, |unit| unit.numbers.end);
            let numbers = next..next + 1 + noise.below(5);
            let fate = put_unit(&mut session, queue, numbers.clone(), &mut noise);
            let goes_on = fate.is_ok();
            let fate = fate.unwrap_or_else(|fate| fate);
            units.push(Unit { numbers, fate });
            if !goes_on {
                break;
            }
            std::thread::sleep(Duration::from_micros(noise.below(8_000)));
        }
    }
    units
}

/// One unit of work; an error when the queue manager is gone.
fn put_unit(
    session: &mut Bindings,
    queue: ObjectHandle,
    numbers: std::ops::Range<u64>,
    noise: &mut SplitMix64,
) -> Result<Fate, Fate> {
    for number in numbers {
        let mut options = PutOptions {
            options: mq::MQPMO_SYNCPOINT,
            ..PutOptions::default()
        };
        let mut body = number.to_be_bytes().to_vec();
        // Some travel in several segments.
        let length = if noise.below(20) == 0 { 100_000 } else { 200 };
        body.resize(length, b'.');
        let put = session.put(queue, &mut persistent(), &mut options, body);
        put.map_err(|_| Fate::BackedOut)?;
    }
    if noise.below(8) == 0 {
        session.back_out().map_err(|_| Fate::BackedOut)?;
        return Ok(Fate::BackedOut);
    }
    session.commit().map_err(|_| Fate::Unknown)?;
    Ok(Fate::Committed)
}

/// Takes what there is, and waits a moment for more. Adds how often each number came.
fn drain(member: &Member, came: &mut BTreeMap<u64, u32>) -> usize {
    let mut session = member.connect();
    let queue = session.open(QUEUE, mq::MQOO_INPUT_SHARED).expect("opened");
    let options = GetOptions {
        options: mq::MQGMO_WAIT | mq::MQGMO_NO_SYNCPOINT,
        wait_interval_ms: 200,
        ..GetOptions::default()
    };
    let mut count = 0;
    loop {
        match session.get(queue, &MsgDescriptor::default(), &options, 1 << 20) {
            Ok(got) => {
                let number = u64::from_be_bytes(got.body[..8].try_into().expect("eight"));
                *came.entry(number).or_default() += 1;
                count += 1;
            }
            // Its log has no room just now: the message stays, and there is more.
            Err(error) if error.reason == Reason::RESOURCE_PROBLEM => {
                session.disconnect().expect("disconnected");
                std::thread::sleep(Duration::from_millis(200));
                return count + 1;
            }
            Err(error) => {
                assert_eq!(error.reason, Reason::NO_MSG_AVAILABLE);
                session.disconnect().expect("disconnected");
                return count;
            }
        }
    }
}

/// Whether a member is still to send something, or to hear that it has arrived. What is got in a batch that may be in doubt is not on the depth.
fn has_under_way(member: &Member) -> bool {
    let shown = member.shown("DISPLAY QSTATUS(SYSTEM.CLUSTER.TRANSMIT.QUEUE) CURDEPTH UNCOM");
    !shown.contains("CURDEPTH(0)") || !shown.contains("UNCOM(NO)")
}

/// What is wrong with what has arrived; how many commits that were not answered had happened.
fn judge(units: &[Unit], came: &BTreeMap<u64, u32>) -> Result<usize, String> {
    if let Some((number, times)) = came.iter().find(|(_, times)| **times > 1) {
        return Err(format!("{number} came {times} times"));
    }
    let mut happened = 0;
    let mut known = 0;
    for Unit { numbers, fate } in units {
        let count = numbers.clone().filter(|it| came.contains_key(it)).count();
        known += count;
        let all = numbers.clone().count();
        match fate {
            Fate::Committed if count == all => {}
            Fate::BackedOut | Fate::Unknown if count == 0 => {}
            Fate::Unknown if count == all => happened += 1,
            fate => return Err(format!("{count} of {numbers:?} have arrived: {fate:?}")),
        }
    }
    match known == came.len() {
        true => Ok(happened),
        false => Err("something came that nobody has put".to_owned()),
    }
}

/// Kills, starts, cuts and joins as the seed says, for so long; all are there and reached at its end. Counts kills and cuts.
fn harm(members: &mut [Member], noise: &mut SplitMix64, until: Instant) -> [u64; 2] {
    let mut counts = [0; 2];
    let mut cut = [false; NAMES.len()];
    while Instant::now() < until {
        std::thread::sleep(Duration::from_micros(noise.below(700_000)));
        let at = noise.below(NAMES.len() as u64) as usize;
        match noise.below(4) {
            0 | 1 => match members[at].child {
                Some(_) => {
                    members[at].kill();
                    counts[0] += 1;
                    // Often it is back at once.
                    if noise.below(3) > 0 {
                        members[at].start();
                    }
                }
                None => members[at].start(),
            },
            2 if cut[at] => {
                members[at].road.reopen();
                cut[at] = false;
            }
            2 => {
                members[at].road.close();
                cut[at] = true;
                counts[1] += 1;
            }
            _ => {
                // Whoever can, says something new of its queue.
                let of = &members[OWNERS[at % OWNERS.len()]];
                if of.child.is_some()
                    && let Some(mut session) = try_connect(&of.scratch.0, of.name)
                {
                    let text = format!("ALTER QLOCAL({QUEUE}) DESCR('{}')", noise.below(1_000));
                    // It may be killed before it is there.
                    let _ = session.command(&text);
                }
            }
        }
    }
    for member in members {
        if member.child.is_none() {
            member.start();
        }
        member.road.reopen();
    }
    counts
}

/// What a member shows of each owner's queue and of each queue manager: its lines, without what is its own and without order.
fn known(member: &Member, command: &str) -> Vec<String> {
    let shown = member.shown(command);
    let mut objects: Vec<String> = Vec::new();
    for line in shown.lines().map(str::trim) {
        match line.starts_with("AMQ") {
            true => objects.push(String::new()),
            false => {
                if let Some(last) = objects.last_mut() {
                    last.push_str(line);
                    last.push(' ');
                }
            }
        }
    }
    objects.sort();
    objects
}

#[test]
fn members_of_a_cluster_killed_and_cut_off_at_any_moment_lose_and_double_nothing_and_agree() {
    let given = |name: &str| Some(std::env::var(name).ok()?.parse().expect("a number"));
    let clock = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let seed = given(SEED).unwrap_or_else(|| clock.expect("it is later").as_millis() as u64);
    let seconds = given(SECONDS).unwrap_or(20);
    let mut noise = SplitMix64::new(seed);
    let mut members = cluster();
    let paths = PUTTERS.map(|at| (members[at].scratch.0.clone(), NAMES[at]));
    let stop = AtomicBool::new(false);
    let (units, [kills, cuts]) = std::thread::scope(|scope| {
        let putters: Vec<_> = (paths.iter().zip(1_u64..))
            .map(|((path, name), number)| {
                let (first, seed, stop) = (number << 32, seed ^ number, &stop);
                scope.spawn(move || put_units(path, name, first, stop, seed))
            })
            .collect();
        let until = Instant::now() + Duration::from_secs(seconds);
        let counts = harm(&mut members, &mut noise, until);
        stop.store(true, Ordering::Relaxed);
        let units = putters.into_iter().map(|one| one.join().expect("no panic"));
        (units.flatten().collect::<Vec<Unit>>(), counts)
    });
    // Everything that is under way arrives.
    let began = Instant::now();
    let mut came = BTreeMap::new();
    loop {
        // Before the queues are looked at: what is confirmed then is there.
        let all_is_sent = !members.iter().any(has_under_way);
        let arrived: usize = OWNERS
            .iter()
            .map(|at| drain(&members[*at], &mut came))
            .sum();
        if arrived == 0 && all_is_sent {
            break;
        }
        if began.elapsed() > PATIENCE {
            let channels: Vec<_> =
                (members.iter().map(|it| it.shown("DISPLAY CHSTATUS(*)"))).collect();
            panic!("seed {seed}: there are messages that are not sent: {channels:#?}");
        }
    }
    let happened = judge(&units, &came);
    let happened =
        happened.unwrap_or_else(|wrong| panic!("seed {seed}, {kills} kills, {cuts} cuts: {wrong}"));
    // What was said last is known everywhere: each has the same of all owners.
    let display = format!("DISPLAY QCLUSTER({QUEUE}) CLUSQMGR QMID DESCR");
    let q_mgrs = "DISPLAY CLUSQMGR(*) QMID CHANNEL CONNAME QMTYPE";
    let began = Instant::now();
    loop {
        let truth: Vec<String> = OWNERS
            .iter()
            .map(|at| {
                let shown = members[*at].shown(&format!("DISPLAY QLOCAL({QUEUE}) DESCR"));
                let said = shown.split_once("DESCR(").expect("a description").1;
                format!("DESCR({}", said.split_once(')').expect("an end").0)
            })
            .collect();
        let first = known(&members[0], &display);
        let is_true = |name: &str, said: &String| {
            let mut of = first
                .iter()
                .filter(|it| it.contains(&format!("CLUSQMGR({name})")));
            of.next().is_some_and(|it| it.contains(said.as_str())) && of.next().is_none()
        };
        let names = OWNERS.iter().map(|at| NAMES[*at]);
        let true_there = names.zip(&truth).all(|(name, said)| is_true(name, said));
        // One of them asks when a program opens it there; the others share it, and hear of it.
        let alike = members.iter().all(|it| known(it, &display) == first);
        let full = known(&members[0], q_mgrs);
        if true_there && alike && full.len() == NAMES.len() && known(&members[1], q_mgrs) == full {
            break;
        }
        let shown: Vec<_> = members.iter().map(|it| known(it, &display)).collect();
        assert!(
            began.elapsed() < PATIENCE,
            "seed {seed}: they do not agree: {truth:?} {shown:#?} {full:#?}"
        );
        std::thread::sleep(Duration::from_millis(100));
    }
    // Shown although the test passes: how much was tried is part of its result.
    let _ = writeln!(
        std::io::stderr(),
        "cluster, seed {seed}: {kills} kills, {cuts} cuts; {} units of work, {} messages arrived; of commits in flight {happened} had happened",
        units.len(),
        came.len()
    );
}
