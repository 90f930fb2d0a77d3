//! Other queue managers of a run, each in a process of its own, that are in a cluster with that of the run.
//!
//! A process has a queue manager and nothing else; what it holds is defined from here. The first two members are full repositories.

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::figures::{Record, Value};
use crate::host::{Host, Road, administer_at, ask_at};
use crate::meter::cpu_ns_of;
use crate::place::NAME;
use crate::processes::{Child, wait_for_parent};
use crate::remote::{self, Entrance};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The part of a run that is a member.
pub(crate) const PART: &str = "member";
/// The cluster of a run.
pub(crate) const CLUSTER: &str = "BENCHES";
/// Most queue managers of a run.
pub(crate) const MEMBERS_MAX: usize = 16;
/// How long one may take to say where it is once it is ready.
const SAID_WITHIN: Duration = Duration::from_secs(10);
/// How long they may take to know what is shared.
const KNOWN_WITHIN: Duration = Duration::from_secs(60);
/// How often that is looked for.
const LOOK: Duration = Duration::from_millis(20);

/// Queue managers of a run of applications that connect over `roads`; 1: there is no cluster.
pub(crate) fn count(arguments: &Arguments, roads: [Road; 2]) -> Result<usize, Failure> {
    let count = arguments.count("cluster", 1)?;
    if arguments.text("cluster").is_none() {
        return Ok(1);
    }
    if !(2..=MEMBERS_MAX).contains(&count) {
        return Err(Failure::Usage(format!(
            "--cluster is 2 to {MEMBERS_MAX} queue managers"
        )));
    }
    if roads.contains(&Road::Embedded) {
        return Err(Failure::Usage(
            "--cluster wants applications in processes of their own: --road bindings or client"
                .into(),
        ));
    }
    if ["channels", "delay-us"]
        .iter()
        .any(|name| arguments.flag(name))
    {
        return Err(Failure::Usage(
            "--cluster is one way to join queue managers, --channels another".into(),
        ));
    }
    Ok(count)
}

/// The name of a member. The first is the queue manager of the run.
pub(crate) fn name_of(number: usize) -> String {
    match number {
        1 => NAME.to_owned(),
        _ => format!("{NAME}.{number}"),
    }
}

fn channel_to(number: usize) -> String {
    format!("BENCH.TO.{number}")
}

/// A queue manager of the cluster, in a process of its own.
pub(crate) struct Member {
    /// 2 and more.
    number: usize,
    child: Child,
    socket: PathBuf,
    port: u16,
}

impl Member {
    /// Starts one that is in no cluster yet.
    fn start(number: usize, arguments: &Arguments) -> Result<Self, Failure> {
        let child = Child::start(arguments, &[PART, &name_of(number)])?;
        let said = child.hear("at", SAID_WITHIN)?;
        let wrong = || Failure::Child(format!("a member says it is at {said}"));
        let (port, socket) = said.split_once(' ').ok_or_else(wrong)?;
        Ok(Self {
            number,
            port: port.parse().map_err(|_| wrong())?,
            socket: socket.into(),
            child,
        })
    }

    pub(crate) fn name(&self) -> String {
        name_of(self.number)
    }

    /// Where applications connect with it.
    pub(crate) fn entrance(&self, road: Road) -> Entrance {
        match road {
            Road::Client => Entrance::Port(self.port),
            Road::Embedded | Road::Bindings => Entrance::Bindings(self.socket.clone()),
        }
    }

    /// Runs MQSC commands at it.
    pub(crate) fn administer(&self, commands: &[String]) -> Result<(), Failure> {
        administer_at(&self.socket, commands)
    }

    /// What a command says.
    pub(crate) fn ask(&self, command: &str) -> Result<String, Failure> {
        ask_at(&self.socket, command)
    }

    /// Stops its process, which stays: nothing is answered any more.
    pub(crate) fn stop(&self) -> Result<(), Failure> {
        self.child.stop()
    }

    /// Ends it as a crash would.
    pub(crate) fn kill(self) -> Result<(), Failure> {
        self.child.kill()
    }
}

/// See the module. They end with the run.
pub(crate) struct Members {
    pub(crate) others: Vec<Member>,
    /// `CLWLWGHT` of the members' receiver channels and what else is said of them.
    receiver: Receiver,
}

/// How the receiver channel of a member is defined beyond its name and place.
type Receiver = Box<dyn Fn(usize) -> String>;

impl Members {
    /// Starts `count - 1` beside `host`, and joins all in a cluster. `depth` is how many messages wait at most for each of them.
    pub(crate) fn start(
        count: usize,
        depth: u64,
        arguments: &Arguments,
        host: &mut Host,
    ) -> Result<Self, Failure> {
        Self::start_with(count, depth, arguments, host, Box::new(|_| String::new()))
    }

    /// The same, with more to say of each one's receiver channel.
    pub(crate) fn start_with(
        count: usize,
        depth: u64,
        arguments: &Arguments,
        host: &mut Host,
        receiver: Receiver,
    ) -> Result<Self, Failure> {
        let near_port = host.listen()?;
        let mut members = Self {
            others: Vec::new(),
            receiver,
        };
        let numbers = 2..=count.max(2);
        let started: Result<Vec<_>, _> = numbers
            .map(|number| Member::start(number, arguments))
            .collect();
        let started = started?;
        let second = started.first().map_or(near_port, |member| member.port);
        let mut commands = vec![format!("ALTER QMGR REPOS({CLUSTER})")];
        commands.extend(members.joining(1, near_port, depth, 2, second));
        host.administer(&commands)?;
        for member in started {
            let mut commands = Vec::new();
            if member.number == 2 {
                commands.push(format!("ALTER QMGR REPOS({CLUSTER})"));
            }
            commands.extend(members.joining(member.number, member.port, depth, 1, near_port));
            member.administer(&commands)?;
            members.others.push(member);
        }
        Ok(members)
    }

    /// Starts one more and joins it.
    pub(crate) fn join_another(
        &mut self,
        depth: u64,
        arguments: &Arguments,
        host: &mut Host,
    ) -> Result<&Member, Failure> {
        let number = self.others.last().map_or(2, |member| member.number + 1);
        let near_port = host.listen()?;
        let member = Member::start(number, arguments)?;
        member.administer(&self.joining(number, member.port, depth, 1, near_port))?;
        self.others.push(member);
        self.others
            .last()
            .ok_or_else(|| Failure::Wrong("a member is gone".into()))
    }

    /// What a member is told to join, where `other` is a full repository.
    fn joining(
        &self,
        number: usize,
        port: u16,
        depth: u64,
        other: usize,
        other_port: u16,
    ) -> Vec<String> {
        let more = (self.receiver)(number);
        vec![
            format!(
                "ALTER QLOCAL(SYSTEM.CLUSTER.TRANSMIT.QUEUE) MAXDEPTH({depth}) MAXMSGL(104857600)"
            ),
            format!(
                "DEFINE CHANNEL({}) CHLTYPE(CLUSRCVR) CONNAME('127.0.0.1({port})') CLUSTER({CLUSTER}) MAXMSGL(104857600) MRRTY(999999999) MRTMR(1) {more}",
                channel_to(number)
            ),
            format!(
                "DEFINE CHANNEL({}) CHLTYPE(CLUSSDR) CONNAME('127.0.0.1({other_port})') CLUSTER({CLUSTER}) MAXMSGL(104857600)",
                channel_to(other)
            ),
        ]
    }

    /// Runs these commands at each member, of which each makes a queue that is shared, and waits until everybody who is asked knows them: the two full
    /// repositories, both of which all others know. `own` are shared queues that only the queue manager of the run has.
    pub(crate) fn share(&self, host: &Host, queues: &[String], own: usize) -> Result<(), Failure> {
        host.administer(queues)?;
        for member in &self.others {
            member.administer(queues)?;
        }
        self.await_queues(host, queues.len())?;
        let Some((second, rest)) = self.others.split_first() else {
            return Ok(());
        };
        let of_first = format!("CLUSQMGR({NAME})");
        let due = queues.len() + own;
        await_shown(|| second.ask(QUEUES), &of_first, due)?;
        for member in rest {
            let repositories = "DISPLAY CLUSQMGR(*) WHERE(QMTYPE EQ REPOS)";
            await_shown(|| member.ask(repositories), "CLUSQMGR(", 2)?;
        }
        Ok(())
    }

    /// Waits until the queue manager of the run knows `queues` shared queues of each of the others.
    pub(crate) fn await_queues(&self, host: &Host, queues: usize) -> Result<(), Failure> {
        let mut owners = self.others.iter();
        owners.try_for_each(|member| {
            let owner = format!("CLUSQMGR({})", member.name());
            await_shown(|| host.ask(QUEUES), &owner, queues)
        })
    }

    /// Waits until the queue manager of the run has so many subscriptions on behalf of each of the others whose display has these words.
    pub(crate) fn await_proxies(
        &self,
        host: &Host,
        words: &str,
        each: usize,
    ) -> Result<(), Failure> {
        let due = each * self.others.len();
        await_shown(
            || host.ask("DISPLAY SUB(*) SUBTYPE(PROXY) TOPICSTR"),
            words,
            due,
        )
    }

    /// Where applications connect with each, the queue manager of the run first.
    pub(crate) fn entrances(&self, road: Road, host: &mut Host) -> Result<Vec<Entrance>, Failure> {
        let near = remote::entrance(road, host)?;
        let others = self.others.iter().map(|member| member.entrance(road));
        Ok(near.into_iter().chain(others).collect())
    }

    /// Processor time the processes of the others have used so far.
    pub(crate) fn cpu_ns(&self) -> u64 {
        let used = |member: &Member| cpu_ns_of(member.child.id()).unwrap_or(0);
        self.others.iter().map(used).sum()
    }
}

/// Of a run with a cluster: whether its applications are spread over the members, or all at the queue manager that is compared with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kept {
    Apart,
    Together,
}

/// Says of a record how many queue managers it is of.
pub(crate) fn tell(record: &mut Record, members: usize, kept: Kept) {
    let q_mgrs = match kept {
        Kept::Apart => members,
        Kept::Together => 1,
    };
    record.set("queue_managers", Value::Count(q_mgrs as u64));
}

/// Shows the shared queues of runs with their owners.
const QUEUES: &str = "DISPLAY QCLUSTER(BENCH*) CLUSQMGR";

/// Waits until a display has these words so often.
fn await_shown(
    display: impl Fn() -> Result<String, Failure>,
    words: &str,
    often: usize,
) -> Result<(), Failure> {
    let began = Instant::now();
    loop {
        let shown = display()?.matches(words).count();
        if shown >= often {
            return Ok(());
        }
        if began.elapsed() > KNOWN_WITHIN {
            let why = format!("of {often} {words} a member of the cluster knows {shown}");
            return Err(Failure::Stuck(why));
        }
        std::thread::sleep(LOOK);
    }
}

/// The process of a member.
pub(crate) fn serve(name: &Path, arguments: &Arguments) -> Result<(), Failure> {
    let name = name.to_str().unwrap_or_default();
    let mut host = Host::start_as(name, arguments)?;
    let port = host.listen()?;
    wait_for_parent(&format!("at {port} {}", host.socket().display()));
    Ok(())
}

/// A queue that every member has and shares. Each message finds its own way.
pub(crate) fn shared_queue(name: &str, depth: u64) -> String {
    format!(
        "DEFINE QLOCAL({name}) MAXDEPTH({depth}) MAXMSGL(104857600) CLUSTER({CLUSTER}) DEFBIND(NOTFIXED) CLWLUSEQ(ANY)"
    )
}
