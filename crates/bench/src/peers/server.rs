//! Servers of peers: found among the machine's programs, started on this machine's own address for a run, stopped
//! and their data removed after it.

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::meter::cpu_ns_of;
use crate::output::say;
use crate::place::Place;
use crate::processes::{Child, wait_for_parent};
use std::fs::File;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A peer, and how it is set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Keeps nothing.
    Nats,
    /// Two of them, joined as a hub and its leaf.
    NatsLeaf,
    /// So many of them in a cluster.
    Nats2,
    Nats4,
    /// In memory only.
    Redis,
    /// Its log of commands is forced before answers go out.
    RedisAof,
}

impl Kind {
    pub(crate) const ALL: [Self; 6] = [
        Self::Nats,
        Self::NatsLeaf,
        Self::Nats2,
        Self::Nats4,
        Self::Redis,
        Self::RedisAof,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Nats => "NATS",
            Self::NatsLeaf => "NATS-leaf",
            Self::Nats2 => "NATS-2",
            Self::Nats4 => "NATS-4",
            Self::Redis => "Redis",
            Self::RedisAof => "Redis-AOF",
        }
    }

    pub(crate) fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    pub(crate) fn program(self) -> &'static str {
        match self {
            Self::Nats | Self::NatsLeaf | Self::Nats2 | Self::Nats4 => "nats-server",
            Self::Redis | Self::RedisAof => "redis-server",
        }
    }

    /// What to do when it is not there.
    pub(crate) fn how_to_get(self) -> &'static str {
        match self {
            Self::Nats | Self::NatsLeaf | Self::Nats2 | Self::Nats4 => {
                "apt-get install nats-server, or, for the newest, \
                 GOBIN=/usr/local/bin go install github.com/nats-io/nats-server/v2@latest"
            }
            Self::Redis | Self::RedisAof => "apt-get install redis-server",
        }
    }

    /// Servers that are in a cluster; 1: it is none.
    pub(crate) fn members(self) -> usize {
        match self {
            Self::Nats2 => 2,
            Self::Nats4 => 4,
            Self::Nats | Self::NatsLeaf | Self::Redis | Self::RedisAof => 1,
        }
    }

    /// Its program, among those of `PATH` and where systems keep servers; `None` when it is not installed.
    pub(crate) fn find(self) -> Option<PathBuf> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let system = ["/usr/local/sbin", "/usr/sbin"].map(PathBuf::from);
        std::env::split_paths(&path)
            .chain(system)
            .map(|folder| folder.join(self.program()))
            .find(|program| program.is_file())
    }

    /// What its program says of its version, in one line.
    pub(crate) fn version(self, program: &Path) -> String {
        let said = Command::new(program).arg("--version").output();
        let said = said.map(|output| output.stdout).unwrap_or_default();
        let line = String::from_utf8_lossy(&said).replace("server v=", "v");
        line.lines()
            .next()
            .unwrap_or_default()
            .chars()
            .take(40)
            .collect()
    }
}

/// Where clients connect: those who send the first message at one server, the others at that one, at a second that is joined with it, or
/// spread over all of a cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ports {
    pub(crate) near: u16,
    far: Vec<u16>,
}

impl Ports {
    pub(crate) fn new(near: u16, far: Vec<u16>) -> Self {
        Self { near, far }
    }

    /// Where the one of that number among the others connects.
    pub(crate) fn far(&self, number: usize) -> u16 {
        let at = number % self.far.len().max(1);
        self.far.get(at).copied().unwrap_or(self.near)
    }

    /// Servers that are not the one near.
    pub(crate) fn others(&self) -> impl Iterator<Item = u16> {
        self.far.iter().copied().filter(|port| *port != self.near)
    }

    /// As two words.
    pub(crate) fn to_words(&self) -> [String; 2] {
        let far: Vec<String> = self.far.iter().map(u16::to_string).collect();
        [self.near.to_string(), far.join(",")]
    }

    pub(crate) fn read(near: &str, far: &str) -> Option<Self> {
        let far: Result<Vec<u16>, _> = far.split(',').map(str::parse).collect();
        Some(Self::new(near.parse().ok()?, far.ok()?))
    }
}

/// A server at work, or two that are joined, in the care of a process of its own: that stops them and removes their data when this
/// one lets go of it or is no more, however it ended.
pub(crate) struct Cared {
    carer: Child,
    pub(crate) ports: Ports,
    process_ids: Vec<u32>,
}

/// The part of a run that takes care of a server.
pub(crate) const CARER: &str = "peer-server";
/// How long it may take to stop it and remove what it wrote.
const GONE_WITHIN: Duration = Duration::from_secs(30);

impl Cared {
    /// Starts a server with nothing in it.
    ///
    /// # Errors
    /// When it does not listen.
    pub(crate) fn start(kind: Kind, program: &Path, given: &Arguments) -> Result<Self, Failure> {
        let path = program.display().to_string();
        let carer = Child::start_within(given, &[CARER, kind.name(), &path], CARER_READY_WITHIN)?;
        let said = carer.hear("serving", READY_WITHIN)?;
        let wrong = || Failure::Child(format!("it is serving {said}"));
        let mut words = said.split(' ');
        let (near, far) = words.next().zip(words.next()).ok_or_else(wrong)?;
        let process_ids: Result<Vec<u32>, _> = words.map(str::parse).collect();
        Ok(Self {
            carer,
            ports: Ports::read(near, far).ok_or_else(wrong)?,
            process_ids: process_ids.map_err(|_| wrong())?,
        })
    }

    /// Processor time used so far, of all there are: nanoseconds.
    pub(crate) fn cpu_ns(&self) -> Result<u64, Failure> {
        let used: Option<u64> = self.process_ids.iter().map(|id| cpu_ns_of(*id)).sum();
        used.ok_or_else(|| Failure::Child("a peer's server has gone".into()))
    }

    /// Stops it and waits until its data are gone.
    pub(crate) fn stop(self) -> Result<(), Failure> {
        self.carer.let_go("stopped", GONE_WITHIN)
    }
}

/// The process that takes care of a server.
pub(crate) fn care(arguments: &Arguments) -> Result<(), Failure> {
    let word = |at: usize| arguments.words.get(at).map_or("", String::as_str);
    let kind = Kind::of_name(word(2));
    let kind = kind.ok_or_else(|| Failure::Usage(format!("{} is no peer", word(2))))?;
    match servers(kind, Path::new(word(3)), arguments) {
        Ok(servers) => {
            let [near, far] = ports_of(kind, &servers).to_words();
            let ids = servers
                .iter()
                .map(|server| format!(" {}", server.process.id()));
            let ids: String = ids.collect();
            wait_for_parent(&format!("serving {near} {far}{ids}"));
            drop(servers);
            // Nobody may be there to hear it.
            let _ = say("stopped\n");
            Ok(())
        }
        Err(failure) => {
            ferromq_base::output::line(&failure.to_string());
            Err(failure)
        }
    }
}

fn ports_of(kind: Kind, servers: &[Server]) -> Ports {
    let ports: Vec<u16> = servers.iter().map(|server| server.port).collect();
    let near = ports.first().copied().unwrap_or(0);
    let far = match kind.members() {
        1 => ports.last().copied().into_iter().collect(),
        _ => ports,
    };
    Ports::new(near, far)
}

/// What a peer consists of, with nothing in it: its server, the hub and then its leaf, or all of a cluster.
fn servers(kind: Kind, program: &Path, given: &Arguments) -> Result<Vec<Server>, Failure> {
    let joins = match (kind, kind.members()) {
        (Kind::NatsLeaf, _) => {
            let hub = free_port()?;
            vec![Join::Accepted { at: hub }, Join::Of { hub }]
        }
        (_, 1) => vec![Join::Alone],
        (_, members) => {
            let ports: Result<Vec<u16>, _> = (0..members).map(|_| free_port()).collect();
            let ports = ports?;
            // Each calls those before it; they tell each other of the rest.
            let each = ports.iter().enumerate();
            each.map(|(number, at)| Join::Member {
                at: *at,
                first: (number > 0).then(|| ports[0]),
            })
            .collect()
        }
    };
    let each = joins.into_iter();
    each.map(|join| Server::start(kind, program, join, given))
        .collect()
}

/// How a server is joined with others.
#[derive(Clone, Copy)]
enum Join {
    Alone,
    /// It is the hub, and accepts its leaf at this port.
    Accepted {
        at: u16,
    },
    /// It is the leaf of the hub with that port.
    Of {
        hub: u16,
    },
    /// It is one of a cluster, and accepts others at a port; `first` is that of the first.
    Member {
        at: u16,
        first: Option<u16>,
    },
}

/// A server at work. Stopped, and its data removed, when dropped.
struct Server {
    process: std::process::Child,
    port: u16,
    // After the process, which writes there.
    _place: Place,
}

/// How long a server may take to listen.
const READY_WITHIN: Duration = Duration::from_secs(20);
/// That, in all tries.
const CARER_READY_WITHIN: Duration = Duration::from_secs(90);
/// Another may take the port that was free a moment ago.
const TRIES: usize = 3;

impl Server {
    /// Starts one with nothing in it.
    ///
    /// # Errors
    /// When it does not listen within 20 s, in three tries; the end of what it printed is said.
    fn start(kind: Kind, program: &Path, join: Join, given: &Arguments) -> Result<Self, Failure> {
        let mut last = Self::try_start(kind, program, join, given);
        for _ in 1..TRIES {
            if last.is_ok() {
                break;
            }
            last = Self::try_start(kind, program, join, given);
        }
        last
    }

    fn try_start(
        kind: Kind,
        program: &Path,
        join: Join,
        given: &Arguments,
    ) -> Result<Self, Failure> {
        let place = Place::fresh(given)?;
        let port = free_port()?;
        let said = place.path().join("said");
        let output = File::create(&said).map_err(Failure::io("making a file"))?;
        let errors = output.try_clone().map_err(Failure::io("making a file"))?;
        let mut command = Command::new(program);
        command
            .current_dir(place.path())
            .stdin(Stdio::null())
            .stdout(output)
            .stderr(errors);
        match kind {
            Kind::Nats | Kind::NatsLeaf | Kind::Nats2 | Kind::Nats4 => {
                nats_settings(&mut command, place.path(), port, join)?;
            }
            Kind::Redis => redis_settings(&mut command, place.path(), port, "no"),
            Kind::RedisAof => redis_settings(&mut command, place.path(), port, "yes"),
        }
        let process = command.spawn();
        let process = process.map_err(Failure::io(format!("starting {}", program.display())))?;
        let mut server = Self {
            process,
            port,
            _place: place,
        };
        server.await_listening(&said)?;
        Ok(server)
    }

    fn await_listening(&mut self, said: &Path) -> Result<(), Failure> {
        let until = Instant::now() + READY_WITHIN;
        loop {
            let ended = !matches!(self.process.try_wait(), Ok(None));
            if !ended && TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).is_ok() {
                return Ok(());
            }
            if ended || Instant::now() > until {
                let words = std::fs::read_to_string(said).unwrap_or_default();
                let last: Vec<&str> = words.lines().rev().take(3).collect();
                return Err(Failure::Child(format!(
                    "a peer's server does not listen; it said: {}",
                    last.join(" / ")
                )));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Nothing of it is kept, so it need not end in good order.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn free_port() -> Result<u16, Failure> {
    let failed = || Failure::io("looking for a free port");
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(failed())?;
    Ok(listener.local_addr().map_err(failed())?.port())
}

/// Room for large messages, and for a client that is slow for a while.
fn nats_settings(
    command: &mut Command,
    place: &Path,
    port: u16,
    join: Join,
) -> Result<(), Failure> {
    let path = place.join("nats.conf");
    let joined = match join {
        Join::Alone => String::new(),
        Join::Accepted { at } => format!("leafnodes {{ host: 127.0.0.1, port: {at} }}\n"),
        Join::Of { hub } => {
            format!("leafnodes {{ remotes: [ {{ url: \"nats://127.0.0.1:{hub}\" }} ] }}\n")
        }
        Join::Member { at, first } => {
            let first = first.map(|port| format!("\"nats://127.0.0.1:{port}\""));
            format!(
                "server_name: \"{at}\"\ncluster {{ name: bench, host: 127.0.0.1, port: {at}, routes: [ {} ] }}\n",
                first.unwrap_or_default()
            )
        }
    };
    let settings = format!(
        "host: 127.0.0.1\nport: {port}\nmax_payload: 8MB\nwrite_deadline: \"30s\"\nmax_pending: 256MB\n{joined}"
    );
    std::fs::write(&path, settings).map_err(Failure::io("writing settings of a peer"))?;
    command.arg("-c").arg(path);
    Ok(())
}

/// No snapshots, and no rewriting of its log in the middle of a run.
fn redis_settings(command: &mut Command, place: &Path, port: u16, log: &str) {
    command
        .args(["--bind", "127.0.0.1", "--port"])
        .arg(port.to_string())
        .arg("--dir")
        .arg(place)
        .args(["--save", "", "--appendonly", log, "--appendfsync", "always"])
        .args(["--auto-aof-rewrite-percentage", "0"])
        .args(["--client-output-buffer-limit", "pubsub 0 0 0"])
        .args(["--loglevel", "warning", "--daemonize", "no"]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_ends_at_once_is_a_failure_that_says_what_it_printed() {
        let refused = servers(Kind::Redis, Path::new("/bin/false"), &Arguments::default());
        assert!(matches!(refused, Err(Failure::Child(_))));
        let missing = Path::new("/nonexistent/redis-server");
        let missing = servers(Kind::Redis, missing, &Arguments::default());
        assert!(matches!(missing, Err(Failure::Io(..))));
    }

    #[test]
    fn those_of_a_cluster_are_spread_and_others_are_in_one_place() {
        let spread = Ports::new(1, vec![1, 2, 3]);
        let [near, far] = spread.to_words();
        assert_eq!(Ports::read(&near, &far), Some(spread.clone()));
        assert_eq!([0, 1, 2, 3].map(|number| spread.far(number)), [1, 2, 3, 1]);
        assert_eq!(spread.others().collect::<Vec<_>>(), [2, 3]);
        assert_eq!(Ports::new(1, vec![1]).others().count(), 0);
        assert_eq!(Ports::read("1", "2,x"), None);
    }

    #[test]
    fn peers_are_known_by_their_names() {
        for kind in Kind::ALL {
            assert_eq!(Kind::of_name(kind.name()), Some(kind));
        }
        assert_eq!(Kind::of_name("other"), None);
    }
}
