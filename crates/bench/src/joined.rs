//! A second queue manager, in a process of its own, joined by channels with that of the run: what goes to its queues travels, and what
//! it answers travels back.

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::figures::Record;
use crate::host::{Host, Road};
use crate::meter::cpu_ns_of;
use crate::output::show;
use crate::place::NAME;
use crate::processes::{Child, wait_for_parent};
use crate::relay::{self, Relay};
use crate::remote::Entrance;
use std::path::Path;
use std::time::Duration;

/// The part of a run that is the second queue manager.
pub(crate) const PART: &str = "joined";
/// Its name.
const FAR: &str = "BENCH.FAR";
/// How long it may take to say where it is once it is ready.
const SAID_WITHIN: Duration = Duration::from_secs(10);
/// Most channels each way.
pub(crate) const CHANNELS_MAX: usize = 64;

/// The queues of a run with two queue managers.
pub(crate) struct Queues {
    /// Those of the queue manager here, which the other one puts on.
    pub(crate) here: Vec<String>,
    /// Those of the other one.
    pub(crate) there: Vec<String>,
    /// `MAXDEPTH` of all of them, and of the transmission queues.
    pub(crate) depth: u64,
}

/// One queue manager of the two, as the other sees it.
struct End {
    name: &'static str,
    /// The first part of the names of the channels that lead to it, and of their transmission queues.
    way: &'static str,
}

const NEAR_END: End = End {
    name: NAME,
    way: "BENCH.BACK",
};
const FAR_END: End = End {
    name: FAR,
    way: "BENCH.OUT",
};

/// See the module. Ends with the run.
pub(crate) struct Joined {
    child: Child,
    socket: String,
    port: u16,
    /// What channels go through: to it, and back.
    relays: Vec<Relay>,
}

impl Joined {
    /// Starts it for a mode, and joins both. `queues` are not defined yet at either.
    pub(crate) fn start(
        mode: &str,
        queues: &Queues,
        channels: usize,
        arguments: &Arguments,
        host: &mut Host,
    ) -> Result<Self, Failure> {
        let mut relays = Vec::new();
        let mut reached = |port| -> Result<u16, Failure> {
            if relay::delay(arguments)?.is_none() {
                return Ok(port);
            }
            let relay = Relay::start(arguments, port)?;
            let port = relay.port;
            relays.push(relay);
            Ok(port)
        };
        let port = reached(host.listen()?)?;
        host.administer(&receiving(&queues.here, queues.depth, channels, &NEAR_END))?;
        let child = Child::start(arguments, &[PART, mode, &port.to_string()])?;
        let said = child.hear("at", SAID_WITHIN)?;
        let wrong = || Failure::Child(format!("the second queue manager says it is at {said}"));
        let (port, socket) = said.split_once(' ').ok_or_else(wrong)?;
        let port = port.parse().map_err(|_| wrong())?;
        let socket = socket.to_owned();
        let far_port = reached(port)?;
        host.administer(&sending(
            queues,
            &queues.there,
            channels,
            &FAR_END,
            far_port,
        ))?;
        Ok(Self {
            child,
            socket,
            port,
            relays,
        })
    }

    /// Where applications connect with it.
    pub(crate) fn entrance(&self, road: Road) -> Result<Entrance, Failure> {
        match road {
            Road::Embedded => Err(not_embedded()),
            Road::Bindings => Ok(Entrance::Bindings((&self.socket).into())),
            Road::Client => Ok(Entrance::Port(self.port)),
        }
    }

    /// Processor time its process has used so far.
    pub(crate) fn cpu_ns(&self) -> u64 {
        cpu_ns_of(self.child.id()).unwrap_or(0)
    }

    /// The same of the relays on the way to it; `None` when there are none.
    pub(crate) fn relays_cpu_ns(&self) -> Option<u64> {
        let used = self.relays.iter().map(Relay::cpu_ns);
        (!self.relays.is_empty()).then(|| used.sum())
    }
}

/// Measures and shows: with relays that do not wait, if flows are to be delayed; then as it was asked for, with what is left of that rate.
pub(crate) fn beside_no_delay(
    arguments: &Arguments,
    rate: &str,
    measure: impl Fn(&Arguments) -> Result<Record, Failure>,
) -> Result<Vec<Record>, Failure> {
    if relay::delay(arguments)?.is_none_or(|delay| delay.is_zero()) {
        let record = measure(arguments)?;
        show(&record)?;
        return Ok(vec![record]);
    }
    let without = measure(&arguments.clone().with("delay-us", 0))?;
    show(&without)?;
    let mut with = measure(arguments)?;
    if let (Some(without), Some(rest)) = (without.get(rate), with.get(rate)) {
        with.number("of_the_same_without_delay", rest / without);
    }
    show(&with)?;
    Ok(vec![without, with])
}

fn not_embedded() -> Failure {
    Failure::Usage(
        "--channels wants applications in processes of their own: --road bindings or client".into(),
    )
}

/// Channels each way between the queue managers of applications that connect over `roads`; 0: there is one queue manager.
pub(crate) fn channels(arguments: &Arguments, roads: [Road; 2]) -> Result<usize, Failure> {
    let channels = arguments.count("channels", 0)?;
    if channels > 0 && roads.contains(&Road::Embedded) {
        return Err(not_embedded());
    }
    if channels > CHANNELS_MAX {
        return Err(Failure::Usage(format!(
            "--channels is at most {CHANNELS_MAX}"
        )));
    }
    Ok(channels)
}

/// The process with the second queue manager.
pub(crate) fn serve(
    near_port: &Path,
    queues: &Queues,
    channels: usize,
    arguments: &Arguments,
) -> Result<(), Failure> {
    let near_port = near_port.to_str().and_then(|port| port.parse().ok());
    let near_port = near_port.ok_or_else(|| Failure::Usage("the other port is missing".into()))?;
    let mut host = Host::start_as(FAR, arguments)?;
    let port = host.listen()?;
    host.administer(&receiving(&queues.there, queues.depth, channels, &FAR_END))?;
    host.administer(&sending(
        queues,
        &queues.here,
        channels,
        &NEAR_END,
        near_port,
    ))?;
    wait_for_parent(&format!("at {port} {}", host.socket().display()));
    Ok(())
}

/// What `end` needs to be sent to. A full queue there holds the channel back, as it holds back whoever puts.
fn receiving(own: &[String], depth: u64, channels: usize, end: &End) -> Vec<String> {
    let queues = own
        .iter()
        .map(|name| format!("DEFINE QLOCAL({name}) MAXDEPTH({depth}) MAXMSGL(104857600)"));
    let ways = (0..channels).map(|number| {
        format!(
            "DEFINE CHANNEL({}.{number}) CHLTYPE(RCVR) MAXMSGL(104857600) BATCHSZ(9999) MRRTY(999999999) MRTMR(1)",
            end.way
        )
    });
    queues.chain(ways).collect()
}

/// What the other one needs to send to `end`, which listens at `port`.
fn sending(
    queues: &Queues,
    names: &[String],
    channels: usize,
    end: &End,
    port: u16,
) -> Vec<String> {
    let End { name, way } = end;
    let mut commands = Vec::new();
    for number in 0..channels {
        let depth = queues.depth;
        commands.extend([
            format!("DEFINE QLOCAL({way}.{number}) USAGE(XMITQ) MAXDEPTH({depth}) MAXMSGL(104857600)"),
            format!(
                "DEFINE CHANNEL({way}.{number}) CHLTYPE(SDR) XMITQ({way}.{number}) CONNAME('127.0.0.1({port})') MAXMSGL(104857600) DISCINT(0)"
            ),
            format!("START CHANNEL({way}.{number})"),
        ]);
    }
    for (number, queue) in names.iter().enumerate() {
        let number = number % channels.max(1);
        commands.push(format!(
            "DEFINE QREMOTE({queue}) RNAME({queue}) RQMNAME({name}) XMITQ({way}.{number})"
        ));
    }
    commands
}
