//! The process of a logger: it holds the logger's lock, keeps a log of its own, connects, works, and connects again.

use super::agent_process::{Asked, now_ms};
use super::configured::START_UP;
use super::event_log::EventLog;
use super::logger_place::LoggerPlace;
use super::way::NotConnected;
use crate::failure::Failure;
use ferromq_mqi::Reason;
use ferromq_mqi::session::{self, MqError, Session};
use ferromq_transfer::generated::notices::{
    BFGDB9501, BFGDB9502, BFGDB9503, BFGDB9504, BFGDB9505, BFGDB9506, BFGDB9507, BFGDB9508,
};
use ferromq_transfer::logger::{LineFiles, Logger, LoggerProblem};
use std::time::{Duration, Instant};

/// A wait is no longer than this, so that signals are heard.
const WAIT_MS_MAX: u32 = 500;
/// Seconds until what failed is tried again.
const RETRY_S: u64 = 10;
/// Exit code: it rejected too much.
const REJECTED: u8 = 1;

type AnyRoad = Box<dyn session::Connected>;

/// Why a logger does not go on.
enum Trouble {
    /// It may in a while.
    Passing(String),
    /// It cannot: with this exit code.
    Lasting(String, u8),
}

/// Works until it is asked to end. The logger's lock is held.
pub(super) fn work(place: &LoggerPlace, log: &mut EventLog) -> Result<u8, Failure> {
    let asked = Asked::listen()?;
    let directory = place.files();
    let made = std::fs::create_dir_all(&directory);
    made.map_err(|error| Failure::io(directory.display(), &error))?;
    let opened = LineFiles::open(
        &directory,
        place.logger.as_str(),
        place.rotation()?,
        place.format()?,
    );
    let mut files = opened.map_err(|error| Failure::io(directory.display(), &error))?;
    log.line(&BFGDB9501.line(&[&place.logger, &env!("CARGO_PKG_VERSION")]));
    let mut told = String::new();
    loop {
        match connect(place).and_then(|road| serve(road, place, &mut files, &asked, log)) {
            Ok(()) => break,
            Err(Trouble::Passing(text)) => {
                // Once for each thing that is wrong, not each time it is tried.
                if text != told {
                    log.line(&text);
                    told = text;
                }
            }
            Err(Trouble::Lasting(text, code)) => {
                log.line(&text);
                return Err(Failure::text(format!("{text}\n"), code));
            }
        }
        let began = Instant::now();
        while began.elapsed() < Duration::from_secs(RETRY_S) && !asked.ends() && !asked.stops() {
            std::thread::sleep(Duration::from_millis(100));
        }
        if asked.ends() || asked.stops() {
            break;
        }
    }
    log.line(&BFGDB9502.line(&[]));
    Ok(0)
}

fn connect(place: &LoggerPlace) -> Result<AnyRoad, Trouble> {
    let program = format!("fteLogger {}", place.logger);
    let way = place.way();
    way.connect(&program, None, true).map_err(|why| match why {
        NotConnected::Here(failure) => Trouble::Passing(failure.words().trim_end().to_owned()),
        NotConnected::There(failure) => {
            Trouble::Passing(BFGDB9504.line(&[&place.q_mgr(), &failure, &RETRY_S]))
        }
    })
}

fn verb(error: MqError) -> Trouble {
    match error.reason {
        Reason::UNKNOWN_OBJECT_NAME | Reason::NOT_AUTHORIZED | Reason::NO_SUBSCRIPTION => {
            Trouble::Lasting(BFGDB9507.line(&[&error]), START_UP)
        }
        _ => Trouble::Passing(BFGDB9506.line(&[&error, &RETRY_S])),
    }
}

/// Works over one connection. `Ok`: it was asked to end.
fn serve(
    road: AnyRoad,
    place: &LoggerPlace,
    files: &mut LineFiles,
    asked: &Asked,
    log: &mut EventLog,
) -> Result<(), Trouble> {
    let words =
        |failure: Failure| Trouble::Lasting(failure.words().trim_end().to_owned(), START_UP);
    let settings = place.settings().map_err(words)?;
    let mut logger = Logger::start(Session::new(road), settings).map_err(verb)?;
    log.line(&BFGDB9503.line(&[&place.logger, &place.q_mgr()]));
    while !asked.ends() && !asked.stops() {
        let mut tell = |line: &str| log.line(line);
        let done = logger.turn(files, WAIT_MS_MAX, now_ms(), &mut tell);
        done.map_err(|problem| match problem {
            LoggerProblem::Verb(error) => verb(error),
            LoggerProblem::Sink(why) => Trouble::Passing(BFGDB9505.line(&[&why, &RETRY_S])),
            LoggerProblem::Rejects(count) => {
                Trouble::Lasting(BFGDB9508.line(&[&place.logger, &count]), REJECTED)
            }
        })?;
    }
    logger.end();
    Ok(())
}
