//! `ferromq replicate capture`, `asnqcap`.

use super::attempts::{Attempts, lasting, rest};
use super::words::{AnySession, Words, road};
use crate::failure::Failure;
use ferromq_base::output;
use ferromq_mqi::generated::notices::FMQ0448;
use ferromq_mqi::session::Session;
use ferromq_replicate::capturing::{Clock, Options, Program, ResumeState};
use ferromq_replicate::message::PACK_MAX;
use ferromq_replicate::source::{Source, StartMode};
use ferromq_replicate::trouble::Trouble;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

struct SystemTimes(Instant);

impl Clock for SystemTimes {
    fn now_ms(&self) -> u64 {
        u64::try_from(self.0.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn wall_us(&self) -> u64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        since.map_or(0, |since| {
            u64::try_from(since.as_micros()).unwrap_or(u64::MAX)
        })
    }

    fn sleep_ms(&self, ms: u64) {
        std::thread::sleep(Duration::from_millis(ms));
    }
}

struct Setup {
    conninfo: String,
    schema: String,
    q_mgr: Option<String>,
    as_client: bool,
    options: Options,
}

impl Setup {
    fn read(given: &[String]) -> Result<Self, Failure> {
        let mut words = Words::read("asnqcap", given)?;
        let start_mode = words
            .take("startmode")
            .map(|text| {
                StartMode::parse(&text)
                    .ok_or_else(|| words.wrong("startmode", &text, "cold, warmsi or warmns"))
            })
            .transpose()?;
        let setup = Self {
            conninfo: words.need("capture_server")?,
            schema: words.take("capture_schema").unwrap_or("asn".to_owned()),
            q_mgr: words.take("qmgr"),
            as_client: words.yes("client")?.unwrap_or(false),
            options: Options {
                start_mode,
                autostop: words.yes("autostop")?,
                commit_interval_ms: words.number("commit_interval", 600_000)?,
                transactions: words
                    .number("trans_batch_sz", u64::from(PACK_MAX))?
                    .and_then(|count| u32::try_from(count).ok()),
                monitor_interval_ms: words.number("monitor_interval", 1 << 31)?,
                memory_limit_mb: words.number("memory_limit", 1 << 20)?,
            },
        };
        words.end()?;
        Ok(setup)
    }
}

/// Captures until a signal ends it.
pub(super) fn run(given: &[String]) -> Result<u8, Failure> {
    let setup = Setup::read(given)?;
    let asked = Arc::new(AtomicBool::new(false));
    for signal in [SIGTERM, SIGINT, SIGHUP] {
        signal_hook::flag::register(signal, Arc::clone(&asked))
            .map_err(|error| Failure::io("signals", &error))?;
    }
    let clock = SystemTimes(Instant::now());
    let ends = || asked.load(Ordering::Relaxed);
    let mut resumed = ResumeState::default();
    let mut attempts = Attempts::new();
    loop {
        let pause = match once(&setup, &mut resumed, &clock, &ends) {
            Ok(()) => return Ok(0),
            Err(_) if ends() => return Ok(0),
            Err(trouble) if trouble.is_passing => attempts.failed(trouble),
            Err(trouble) => return Err(lasting(&trouble)),
        };
        rest(pause, &ends);
        if ends() {
            return Ok(0);
        }
    }
}

fn once(
    setup: &Setup,
    resumed: &mut ResumeState,
    clock: &SystemTimes,
    ends: &dyn Fn() -> bool,
) -> Result<(), Trouble> {
    let mut source = Source::connect(&setup.conninfo, &setup.schema)?;
    let q_mgr = match &setup.q_mgr {
        Some(name) => name.clone(),
        None => source.parameters()?.q_mgr,
    };
    let session = connect(&q_mgr, setup.as_client)?;
    let mut tell = |line: &str| output::line(line);
    let mut program = Program::start(
        session,
        &q_mgr,
        source,
        (&setup.options, resumed),
        clock,
        &mut tell,
    )?;
    let ended = program.run(ends, &mut tell);
    *resumed = program.resume_state();
    ended?;
    program.disconnect()
}

fn connect(q_mgr: &str, as_client: bool) -> Result<AnySession, Trouble> {
    let road = road(q_mgr, "asnqcap", as_client);
    road.map(Session::new)
        .map_err(|failure| Trouble::passing(&FMQ0448, &[&q_mgr, &failure]))
}
