//! Loggers: made, started, stopped, shown, deleted.

use super::background;
use super::event_log::EventLog;
use super::logger_place::LoggerPlace;
use super::logger_process;
use super::place::{Place, checked_name, write_text};
use super::words::refuse;
use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::output;
use ferromq_transfer::generated::notices::{
    BFGCL0287, BFGCL0415, BFGCL0424, BFGCL0425, BFGCL0426, BFGCL0526, BFGCL0528, BFGCL0529,
    BFGCL9540, BFGCL9541, BFGCL9542, BFGCL9543, BFGCL9544, BFGCL9545, BFGCL9547, BFGCL9548,
    BFGCL9549,
};
use ferromq_transfer::logger::{LineFiles, standard_xml};
use ferromq_transfer::names::{create_logger_mqsc, delete_logger_mqsc};
use ferromq_transfer::properties::Properties;
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::time::{Duration, Instant};

/// A logger has so long to begin, or to end.
const WITHIN: Duration = Duration::from_secs(30);
const LOOK: Duration = Duration::from_millis(20);

fn found(arguments: &Arguments) -> Result<LoggerPlace, Failure> {
    let place = Place::meant(arguments)?;
    LoggerPlace::find(&place, arguments.name(0).unwrap_or_default())
}

/// `fteCreateLogger`.
pub(crate) fn create(arguments: &Arguments) -> Result<u8, Failure> {
    let place = Place::meant(arguments)?;
    let logger = checked_name(arguments.name(0).unwrap_or_default())?;
    match arguments
        .value("-loggerType")
        .map(str::to_ascii_uppercase)
        .as_deref()
    {
        Some("FILE") => {}
        Some("DATABASE") => return Err(refuse("Loggers of type DATABASE are not built yet.")),
        _ => return Err(refuse("-loggerType is FILE or DATABASE.")),
    }
    let directory = place.logger_directory(logger.as_str());
    let path = directory.join("logger.properties");
    if path.exists() && !arguments.has("-f") {
        return Err(Failure::text(
            format!("{}\n", BFGCL9540.line(&[&logger])),
            1,
        ));
    }
    let q_mgr = arguments
        .value("-loggerQMgr")
        .unwrap_or(&place.coordination);
    let mut file = Properties::new();
    for (key, value) in [
        ("wmqfte.logger.type", Some("FILE")),
        ("wmqfte.queue.manager", Some(q_mgr)),
        (
            "wmqfte.queue.manager.host",
            arguments.value("-loggerQMgrHost"),
        ),
        (
            "wmqfte.queue.manager.port",
            arguments.value("-loggerQMgrPort"),
        ),
        (
            "wmqfte.queue.manager.channel",
            arguments.value("-loggerQMgrChannel"),
        ),
        (
            "wmqfte.file.logger.mode",
            arguments.value("-fileLoggerMode"),
        ),
        ("wmqfte.file.logger.fileSize", arguments.value("-fileSize")),
        (
            "wmqfte.file.logger.fileCount",
            arguments.value("-fileCount"),
        ),
    ] {
        if let Some(value) = value {
            file.set(key, value);
        }
    }
    check(&place, &logger, &file)?;
    output::line(&BFGCL0415.line(&[&logger]));
    write_text(&path, &file.to_text())?;
    write_text(&directory.join("FileLoggerFormat.xml"), &standard_xml())?;
    let script = create_logger_mqsc(&logger);
    let script_path = directory.join(format!("{logger}_create.mqsc"));
    write_text(&script_path, &script)?;
    write_text(
        &directory.join(format!("{logger}_delete.mqsc")),
        &delete_logger_mqsc(&logger),
    )?;
    if arguments.has("-define") {
        super::agents::define(q_mgr, &script)?;
    } else {
        output::line(&BFGCL0425.line(&[&q_mgr]));
        output::say(&script);
        output::line(&BFGCL0426.line(&[&script_path.display()]));
    }
    output::line(&BFGCL0424.line(&[&logger]));
    Ok(0)
}

/// What a logger would not start with is refused before it is written.
fn check(
    place: &Place,
    logger: &ferromq_transfer::names::AgentName,
    file: &Properties,
) -> Result<(), Failure> {
    let read = ferromq_transfer::properties::LoggerProperties::read(file, |_| None);
    let properties = read.map_err(|problems| {
        let texts: Vec<_> = problems.iter().map(ToString::to_string).collect();
        refuse(&format!("{}.", texts.join("; ")))
    })?;
    let made = LoggerPlace {
        place: place.clone(),
        logger: logger.clone(),
        properties,
    };
    made.rotation().map_err(|failure| failure.with_code(1))?;
    made.way().check()
}

/// `fteStartLogger`.
pub(crate) fn start(arguments: &Arguments) -> Result<u8, Failure> {
    let logger = found(arguments)?;
    // What is wrong with the settings is told here, in the user's terminal.
    logger.settings()?;
    logger.rotation()?;
    logger.format()?;
    let Some(lock) = logger.lock()? else {
        let text = BFGCL9541.line(&[&logger.logger, &logger.logger]);
        return Err(Failure::text(format!("{text}\n"), 1));
    };
    if arguments.has("-F") {
        return foreground(&logger);
    }
    drop(lock);
    spawn(&logger)?;
    output::line(&BFGCL0287.line(&[&logger.logger]));
    output::line(&BFGCL0526.line(&[&logger.logs().display()]));
    Ok(0)
}

fn foreground(logger: &LoggerPlace) -> Result<u8, Failure> {
    let pid = logger.pid_path();
    write_text(&pid, &format!("{}\n", std::process::id()))?;
    let logs = logger.logs();
    let opened = EventLog::open(&logs, 1 << 20, 5, output::is_terminal());
    let mut log = opened.map_err(|error| Failure::io(logs.display(), &error))?;
    let done = logger_process::work(logger, &mut log);
    if let Err(failure) = &done {
        log.line(failure.words().trim_end());
    }
    let _ = fs::remove_file(&pid);
    done
}

/// Starts the logger as a process of its own, and waits until it has its lock.
fn spawn(logger: &LoggerPlace) -> Result<(), Failure> {
    let of = &logger.place.coordination;
    let words = ["fteStartLogger", "-F", "-p", of, logger.logger.as_str()];
    let ended = |status| {
        let log = logger.logs().join("output0.log");
        BFGCL9544.line(&[&logger.logger, &status, &log.display()])
    };
    let late = || BFGCL9543.line(&[&logger.logger]);
    background::begin(&words, || logger.runs(), ended, late)
}

/// `fteStopLogger`.
pub(crate) fn stop(arguments: &Arguments) -> Result<u8, Failure> {
    let logger = found(arguments)?;
    let not_running = || Failure::text(format!("{}\n", BFGCL9542.line(&[&logger.logger])), 1);
    if !logger.runs()? {
        return Err(not_running());
    }
    let text = fs::read_to_string(logger.pid_path()).map_err(|_| not_running())?;
    let pid = text.trim().parse().ok().and_then(Pid::from_raw);
    let pid = pid.ok_or_else(not_running)?;
    kill_process(pid, Signal::TERM)
        .map_err(|error| Failure::io(format!("process {}", pid.as_raw_nonzero()), &error.into()))?;
    output::line(&BFGCL0528.line(&[&logger.logger]));
    let began = Instant::now();
    while logger.lock()?.is_none() {
        if began.elapsed() > WITHIN {
            let text = BFGCL9545.line(&[&logger.logger]);
            return Err(Failure::text(format!("{text}\n"), 1));
        }
        std::thread::sleep(LOOK);
    }
    output::line(&BFGCL0529.line(&[&logger.logger]));
    Ok(0)
}

/// `fteShowLoggerDetails`.
pub(crate) fn show(arguments: &Arguments) -> Result<u8, Failure> {
    let logger = found(arguments)?;
    let of = &logger.properties;
    let field =
        |label: &str, value: &str| output::line(&format!("    {:<34}{value}", format!("{label}:")));
    let rotation = logger.rotation()?;
    let files = LineFiles::paths(&logger.files(), logger.logger.as_str()).unwrap_or_default();
    let bytes = files.iter().filter_map(|path| fs::metadata(path).ok());
    let bytes: u64 = bytes.map(|facts| facts.len()).sum();
    output::line("FerroMQ managed file transfer");
    output::line("Logger Information:");
    field("Name", logger.logger.as_str());
    field("Type", of.logger_type());
    field("Log Directory", &logger.logs().display().to_string());
    output::line("\nLogger Availability Information:");
    field("Status", if logger.runs()? { "STARTED" } else { "STOPPED" });
    output::line("\nQueue Manager Information:");
    field("Name", logger.q_mgr());
    field(
        "Transport",
        if of.host().is_some() {
            "Client"
        } else {
            "Bindings"
        },
    );
    if let Some(host) = of.host() {
        field("Host", host);
        field("Port", &of.port().to_string());
        field("Channel", of.channel());
    }
    output::line("\nFile Information:");
    field("Directory", &logger.files().display().to_string());
    field("Mode", of.file_mode());
    field("File Size", of.file_size());
    if rotation.is_circular {
        field("File Count", &rotation.files.to_string());
    }
    field("Files", &files.len().to_string());
    field("Bytes", &bytes.to_string());
    Ok(0)
}

/// `fteDeleteLogger`.
pub(crate) fn delete(arguments: &Arguments) -> Result<u8, Failure> {
    let logger = found(arguments)?;
    let Some(_lock) = logger.lock()? else {
        let text = BFGCL9541.line(&[&logger.logger, &logger.logger]);
        return Err(Failure::text(format!("{text}\n"), 1));
    };
    output::line(&BFGCL9547.line(&[&logger.q_mgr()]));
    output::say(&delete_logger_mqsc(&logger.logger));
    let directory = logger.directory();
    fs::remove_dir_all(&directory).map_err(|error| Failure::io(directory.display(), &error))?;
    output::line(&BFGCL9549.line(&[&logger.logger, &logger.files().display()]));
    Ok(0)
}

/// `fteModifyLogger`, which is for services of another system.
pub(crate) fn modify(_arguments: &Arguments) -> Result<u8, Failure> {
    Err(Failure::text(format!("{}\n", BFGCL9548.line(&[])), 1))
}
