//! Loggers: made, started, stopped, shown, deleted.

use super::background;
use super::event_log::EventLog;
use super::logger_place::LoggerPlace;
use super::logger_process;
use super::place::{Place, checked_name, write_text};
use super::words::refuse;
use crate::arguments::Arguments;
use crate::failure::Failure;
use ferromq_base::output;
use ferromq_transfer::generated::notices::{
    BFGCL0287, BFGCL0415, BFGCL0424, BFGCL0425, BFGCL0426, BFGCL0526, BFGCL0528, BFGCL0529,
    BFGCL9540, BFGCL9541, BFGCL9542, BFGCL9543, BFGCL9544, BFGCL9545, BFGCL9547, BFGCL9548,
    BFGCL9549,
};
use ferromq_transfer::logger::{LineFiles, standard_xml, transfers_in};
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
    let kind = arguments.value("-loggerType").map(str::to_ascii_uppercase);
    let kind = match kind.as_deref() {
        Some("FILE") => "FILE",
        Some("DATABASE") => "DATABASE",
        _ => return Err(refuse("-loggerType is FILE or DATABASE.")),
    };
    let of_others: &[&str] = match kind {
        "FILE" => &["-dbType", "-dbName", "-dbDriver", "-dbLib"],
        _ => &["-fileLoggerMode", "-fileSize", "-fileCount"],
    };
    if let Some(other) = of_others.iter().find(|flag| arguments.has(flag)) {
        return Err(refuse(&format!(
            "{other} does not go together with -loggerType {kind}."
        )));
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
    let database_type = arguments.value("-dbType").map(str::to_ascii_uppercase);
    let mut file = Properties::new();
    for (key, value) in [
        ("wmqfte.logger.type", Some(kind)),
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
        (
            "wmqfte.database.type",
            database_type.as_deref().filter(|_| kind == "DATABASE"),
        ),
        ("wmqfte.database.name", arguments.value("-dbName")),
        ("wmqfte.database.driver", arguments.value("-dbDriver")),
        (
            "wmqfte.database.native.library.path",
            arguments.value("-dbLib"),
        ),
    ] {
        if let Some(value) = value {
            file.set(key, value);
        }
    }
    let made = checked(&place, &logger, &file)?;
    output::line(&BFGCL0415.line(&[&logger]));
    write_text(&path, &file.to_text())?;
    if made.has_database() {
        let tables = directory.join(format!("{logger}_tables.sql"));
        write_text(&tables, &made.tables_script()?)?;
    } else {
        write_text(&directory.join("FileLoggerFormat.xml"), &standard_xml())?;
    }
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
fn checked(
    place: &Place,
    logger: &ferromq_transfer::names::AgentName,
    file: &Properties,
) -> Result<LoggerPlace, Failure> {
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
    let checked = match made.has_database() {
        true => made.target().map(drop),
        false => made.rotation().map(drop),
    };
    checked.map_err(|failure| failure.with_code(1))?;
    made.way().check()?;
    Ok(made)
}

/// `fteStartLogger`.
pub(crate) fn start(arguments: &Arguments) -> Result<u8, Failure> {
    let logger = found(arguments)?;
    // What is wrong with the settings is told here, in the user's terminal.
    logger.settings()?;
    if logger.has_database() {
        logger.target()?;
    } else {
        logger.rotation()?;
        logger.format()?;
    }
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
    match logger.has_database() {
        true => show_database(&logger, field),
        false => show_files(&logger, field),
    }
}

fn show_files(logger: &LoggerPlace, field: impl Fn(&str, &str)) -> Result<u8, Failure> {
    let of = &logger.properties;
    let rotation = logger.rotation()?;
    let files = LineFiles::paths(&logger.files(), logger.logger.as_str()).unwrap_or_default();
    let bytes = files.iter().filter_map(|path| fs::metadata(path).ok());
    let bytes: u64 = bytes.map(|facts| facts.len()).sum();
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

fn show_database(logger: &LoggerPlace, field: impl Fn(&str, &str)) -> Result<u8, Failure> {
    let of = &logger.properties;
    let target = logger.target()?;
    output::line("\nDatabase Information:");
    field("Type", of.database_type().unwrap_or_default());
    field("Database", &logger.database_words());
    if let Some(host) = of.database_host() {
        field("Host", host);
    }
    let counted = target.reader().and_then(|mut open| {
        let counted = transfers_in(open.as_mut());
        counted.map_err(|problem| problem.to_string())
    });
    match counted {
        Ok(count) => field("Transfers", &count.to_string()),
        Err(why) => field("Transfers", &format!("not known: {why}")),
    }
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
    let place = match logger.has_database() {
        true => logger.database_words(),
        false => logger.files().display().to_string(),
    };
    output::line(&BFGCL9549.line(&[&logger.logger, &place]));
    Ok(0)
}

/// `fteModifyLogger`, which is for services of another system.
pub(crate) fn modify(_arguments: &Arguments) -> Result<u8, Failure> {
    Err(Failure::text(format!("{}\n", BFGCL9548.line(&[])), 1))
}
