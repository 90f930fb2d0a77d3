//! `ferromq replicate apply`, `asnqapp`: each map in a thread of its own, until a signal ends it.

use super::apply_commands::Hearing;
use super::attempts::{Attempts, lasting, rest};
use super::words::{Words, road};
use crate::failure::Failure;
use ferromq_base::output;
use ferromq_mqi::generated::notices::FMQ0436;
use ferromq_replicate::apply::board::Board;
use ferromq_replicate::apply::program::{self, Ended};
use ferromq_replicate::target::catalog::{self, Map};
use ferromq_replicate::target::{connect, seen};
use ferromq_replicate::trouble::Trouble;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A map that is stopped looks so often whether it is to go on.
const RESTS: Duration = Duration::from_millis(100);

struct Setup {
    conninfo: String,
    schema: String,
    q_mgr: Option<String>,
    as_client: bool,
    autostop: Option<bool>,
    monitor_interval_ms: Option<u64>,
    agents: Option<u64>,
    group: Option<u64>,
    parallel_loads: Option<u64>,
}

impl Setup {
    fn read(given: &[String]) -> Result<Self, Failure> {
        let mut words = Words::read("asnqapp", given)?;
        let setup = Self {
            conninfo: words.need("apply_server")?,
            schema: words.take("apply_schema").unwrap_or("asn".to_owned()),
            q_mgr: words.take("qmgr"),
            as_client: words.yes("client")?.unwrap_or(false),
            autostop: words.yes("autostop")?,
            monitor_interval_ms: words.number("monitor_interval", 1 << 31)?,
            agents: words.number("num_apply_agents", 128)?,
            group: words.number("group_trans", 10_000)?,
            parallel_loads: words.number("max_parallel_loads", 15)?,
        };
        words.end()?;
        Ok(setup)
    }
}

/// Applies until a signal ends it, or with `autostop` until the queues are empty.
pub(super) fn run(given: &[String]) -> Result<u8, Failure> {
    let setup = Setup::read(given)?;
    let asked = Arc::new(AtomicBool::new(false));
    for signal in [SIGTERM, SIGINT, SIGHUP] {
        signal_hook::flag::register(signal, Arc::clone(&asked))
            .map_err(|error| Failure::io("signals", &error))?;
    }
    let ends = || asked.load(Ordering::Relaxed);
    let Some((parameters, maps)) = patiently(&ends, || read_maps(&setup))? else {
        return Ok(0);
    };
    let q_mgr = setup
        .q_mgr
        .clone()
        .unwrap_or_else(|| parameters.q_mgr.clone());
    let interval = setup
        .monitor_interval_ms
        .unwrap_or(parameters.monitor_interval_ms);
    let board = Board::new(interval);
    for map in &maps {
        board.enter(&map.receive_queue, &map.name, map.is_stopped);
    }
    let ends = || asked.load(Ordering::Relaxed) || board.ends();
    let over = AtomicBool::new(false);
    let outcomes: Vec<Result<(), Failure>> = std::thread::scope(|scope| {
        if !parameters.command_queue.is_empty() {
            let hearing = Hearing {
                conninfo: &setup.conninfo,
                schema: &setup.schema,
                queue: &parameters.command_queue,
                maps: &maps,
                board: &board,
            };
            let road =
                || road(&q_mgr, "asnqapp", setup.as_client).map_err(|failure| failure.to_string());
            let over = &over;
            scope.spawn(move || hearing.hear(&road, &|| over.load(Ordering::Relaxed)));
        }
        let threads: Vec<_> = maps
            .iter()
            .map(|map| scope.spawn(|| apply(&setup, &parameters, &q_mgr, map, &board, &ends)))
            .collect();
        let ended = threads.into_iter().map(|it| it.join());
        let outcomes = ended
            .map(|it| it.unwrap_or_else(|_| Err(Failure::unexpected("a thread has failed"))))
            .collect();
        over.store(true, Ordering::Relaxed);
        outcomes
    });
    outcomes.into_iter().collect::<Result<Vec<()>, _>>()?;
    Ok(0)
}

fn read_maps(setup: &Setup) -> Result<(catalog::Parameters, Vec<Map>), Trouble> {
    let mut db = connect(&setup.conninfo)?;
    catalog::bring_up_to_date(&mut db, &setup.schema)?;
    let parameters = catalog::parameters(&mut db, &setup.schema)?;
    let mut maps = catalog::maps(&mut db, &setup.schema, &parameters)?;
    if maps.is_empty() {
        let problem = "IBMQREP_RECVQUEUES has no map";
        return Err(Trouble::lasting(&FMQ0436, &[&problem]));
    }
    for map in &mut maps {
        if let Some(agents) = setup.agents.and_then(|it| usize::try_from(it).ok()) {
            map.settings.agents = agents.max(1);
        }
        if let Some(group) = setup.group.and_then(|it| usize::try_from(it).ok()) {
            map.settings.group_transactions = group.max(1);
        }
        if let Some(loads) = setup.parallel_loads.and_then(|it| usize::try_from(it).ok()) {
            map.parallel_loads = loads.max(1);
        }
    }
    Ok((parameters, maps))
}

fn apply(
    setup: &Setup,
    parameters: &catalog::Parameters,
    q_mgr: &str,
    map: &Map,
    board: &Board,
    ends: &(dyn Fn() -> bool + Sync),
) -> Result<(), Failure> {
    let queue = &map.receive_queue;
    let _place = Place { board, queue };
    let autostop = setup.autostop.unwrap_or(parameters.autostop);
    // Somebody may start it; who ends by itself has nobody to wait for.
    let may_be_started = !autostop && !parameters.command_queue.is_empty();
    let mut failed: Option<(u64, Failure)> = None;
    while !ends() {
        let (works, turn) = board.turn(queue);
        let has_failed = failed.as_ref().is_some_and(|(of, _)| *of == turn);
        if !works || has_failed {
            if !may_be_started {
                break;
            }
            std::thread::sleep(RESTS);
            continue;
        }
        failed = None;
        let is_over = || ends() || board.turn(queue) != (true, turn);
        let ended = patiently(&is_over, || read_maps(setup)).and_then(|now| {
            let Some(now) = now else { return Ok(()) };
            // What the control tables say of it now.
            let mut found = now.1.into_iter();
            let found = found.find(|now| now.receive_queue == *queue);
            let map = &found.unwrap_or_else(|| map.clone());
            board.note_runs(queue, true);
            let ended = apply_turn(setup, q_mgr, map, (board, autostop), &is_over);
            board.note_runs(queue, false);
            ended
        });
        if let Err(failure) = ended {
            let words = failure.words().trim_end();
            let line = words.lines().next().unwrap_or_default();
            board.note_failed(queue, line);
            // For who asks the target. Where that is what is wrong it cannot be written.
            if let Ok(mut db) = connect(&setup.conninfo) {
                let _ = seen::note_failed(&mut db, &setup.schema, queue, line);
            }
            if may_be_started || board.queues().len() > 1 {
                // The others go on; how the program ends comes too late.
                output::line(words);
            }
            failed = Some((turn, failure));
            continue;
        }
        if board.turn(queue) == (true, turn) {
            break;
        }
    }
    match failed {
        Some((_, failure)) => Err(failure),
        None => Ok(()),
    }
}

/// Whoever works for a map. When nobody does any more, whatever the reason, the board says so.
struct Place<'a> {
    board: &'a Board,
    queue: &'a str,
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.board.note_over(self.queue);
    }
}

/// Applies a map until it is over for now.
fn apply_turn(
    setup: &Setup,
    q_mgr: &str,
    map: &Map,
    (board, autostop): (&Board, bool),
    ends: &(dyn Fn() -> bool + Sync),
) -> Result<(), Failure> {
    let roads = || road(q_mgr, "asnqapp", setup.as_client).map_err(|failure| failure.to_string());
    let tell = |line: &str| output::line(line);
    let given = program::Setup {
        conninfo: &setup.conninfo,
        schema: &setup.schema,
        map,
        board,
        autostop,
        roads: &roads,
        ends,
        tell: &tell,
    };
    let mut careful_from = None;
    while !ends() {
        match patiently(ends, || program::run(&given, careful_from))? {
            Some(Ended::Again(from)) => careful_from = from,
            Some(Ended::Asked | Ended::Drained) | None => break,
        }
    }
    Ok(())
}

/// Tries until it works, something has to be mended, or the program is to end.
fn patiently<T>(
    ends: &dyn Fn() -> bool,
    mut work: impl FnMut() -> Result<T, Trouble>,
) -> Result<Option<T>, Failure> {
    let mut attempts = Attempts::new();
    loop {
        match work() {
            Ok(done) => return Ok(Some(done)),
            // What stays is told, though everything ends: it may be why it does.
            Err(trouble) if trouble.is_passing && ends() => return Ok(None),
            Err(trouble) if trouble.is_passing => rest(attempts.failed(trouble), ends),
            Err(trouble) => return Err(lasting(&trouble)),
        }
    }
}
