//! The process of a logger: it holds the logger's lock, keeps a log of its own, connects, works, and connects again.

use super::agent_process::Asked;
use super::clock::now_ms;
use super::configured::START_UP;
use super::event_log::EventLog;
use super::logger_place::LoggerPlace;
use super::observing::others;
use super::observing::tracing::TracedRoad;
use super::way::NotConnected;
use crate::failure::Failure;
use ferromq_base::pauses::Pauses;
use ferromq_mqi::Reason;
use ferromq_mqi::session::{self, MqError, Session};
use ferromq_transfer::generated::notices::{
    BFGDB9501, BFGDB9502, BFGDB9503, BFGDB9504, BFGDB9505, BFGDB9506, BFGDB9507, BFGDB9508,
    BFGDB9510,
};
use ferromq_transfer::logger::{DatabaseRows, LineFiles, Logger, LoggerProblem, Sink};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A wait is no longer than this, so that signals are heard.
const WAIT_MS_MAX: u32 = 500;
/// How long it waits before what failed is tried again first; twice as long each time, up to what its properties say.
const RETRY_MIN: Duration = Duration::from_secs(1);

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
    let tracing = others::of_logger(place, log)?;
    log.set_tracing(Arc::clone(&tracing));
    let mut sink = sink_of(place)?;
    log.line(&BFGDB9501.line(&[&place.logger, &env!("CARGO_PKG_VERSION")]));
    if place.has_database() {
        log.line(&BFGDB9510.line(&[&place.logger, &place.database_words()]));
    }
    let mut course = Course::default();
    let mut told = String::new();
    let longest = Duration::from_secs(place.properties.max_retry_interval_s());
    let mut pauses = Pauses::new(RETRY_MIN, longest);
    loop {
        let kept = course.kept;
        let served = connect(place).and_then(|road| {
            let road = Box::new(TracedRoad::new(road, Arc::clone(&tracing)));
            serve(road, place, sink.as_mut(), &mut course, &asked, log)
        });
        if served.is_err() {
            tracing.trouble();
        }
        if course.kept != kept {
            pauses.succeeded();
            told.clear();
        }
        match served {
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
        let (began, pause) = (Instant::now(), pauses.failed());
        while began.elapsed() < pause && !asked.ends() && !asked.stops() {
            std::thread::sleep(Duration::from_millis(100).min(pause));
        }
        if asked.ends() || asked.stops() {
            break;
        }
    }
    log.line(&BFGDB9502.line(&[]));
    Ok(0)
}

/// Where it keeps what it gets.
fn sink_of(place: &LoggerPlace) -> Result<Box<dyn Sink>, Failure> {
    let directory = place.files();
    let made = std::fs::create_dir_all(&directory);
    made.map_err(|error| Failure::io(directory.display(), &error))?;
    if place.has_database() {
        let rows = DatabaseRows::new(place.target()?, place.logger.as_str());
        return Ok(Box::new(rows));
    }
    let opened = LineFiles::open(
        &directory,
        place.logger.as_str(),
        place.rotation()?,
        place.format()?,
    );
    let files = opened.map_err(|error| Failure::io(directory.display(), &error))?;
    Ok(Box::new(files))
}

/// How it has gone so far.
#[derive(Default)]
struct Course {
    /// Messages that were kept.
    kept: u64,
    /// Messages that were rejected since one was kept.
    rejected_in_a_row: u32,
}

fn connect(place: &LoggerPlace) -> Result<AnyRoad, Trouble> {
    let program = format!("fteLogger {}", place.logger);
    let way = place.way();
    let most = place.properties.max_retry_interval_s();
    way.connect(&program, None, true).map_err(|why| match why {
        NotConnected::Here(failure) => Trouble::Passing(failure.words().trim_end().to_owned()),
        NotConnected::There(failure) => {
            Trouble::Passing(BFGDB9504.line(&[&place.q_mgr(), &failure, &most]))
        }
    })
}

fn verb(error: MqError, most: u64) -> Trouble {
    match error.reason {
        Reason::UNKNOWN_OBJECT_NAME | Reason::NOT_AUTHORIZED | Reason::NO_SUBSCRIPTION => {
            Trouble::Lasting(BFGDB9507.line(&[&error]), START_UP)
        }
        _ => Trouble::Passing(BFGDB9506.line(&[&error, &most])),
    }
}

/// Works over one connection. `Ok`: it was asked to end.
fn serve(
    road: AnyRoad,
    place: &LoggerPlace,
    sink: &mut dyn Sink,
    course: &mut Course,
    asked: &Asked,
    log: &mut EventLog,
) -> Result<(), Trouble> {
    let words =
        |failure: Failure| Trouble::Lasting(failure.words().trim_end().to_owned(), START_UP);
    let most = place.properties.max_retry_interval_s();
    let away = |why: String| Trouble::Passing(BFGDB9505.line(&[&why, &most]));
    let settings = place.settings().map_err(words)?;
    sink.ready().map_err(away)?;
    let started = Logger::start(Session::new(road), settings, course.rejected_in_a_row);
    let mut logger = started.map_err(|error| verb(error, most))?;
    log.line(&BFGDB9503.line(&[&place.logger, &place.q_mgr()]));
    while !asked.ends() && !asked.stops() {
        let mut tell = |line: &str| log.line(line);
        let done = logger.turn(sink, WAIT_MS_MAX, now_ms(), &mut tell);
        course.rejected_in_a_row = logger.rejected_in_a_row();
        let turn = done.map_err(|problem| match problem {
            LoggerProblem::Verb(error) => verb(error, most),
            LoggerProblem::Sink(why) => away(why),
            LoggerProblem::Rejects(count, why) => {
                Trouble::Passing(BFGDB9508.line(&[&count, &most, &why]))
            }
        })?;
        course.kept += turn.kept as u64;
    }
    logger.end();
    Ok(())
}
