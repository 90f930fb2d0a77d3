//! `crtmqm`.

use super::developer::{self, Developer};
use crate::arguments::Arguments;
use crate::connection::{checked_name, installation, open};
use crate::failure::{Failure, exit, sentence};
use ferromq::auto_cluster::variable_problem;
use ferromq::installation::{Directories, DirectoryOptions, Installation, InstallationLock};
use ferromq::settings::{Given, SettingsError, Stored, StoredSettings};
use ferromq::{InstallationError, OpenError, QueueManager, Settings};
use ferromq_base::disk::NoRoom;
use ferromq_base::output;
use ferromq_log::{LogError, LogSettings};
use ferromq_mqi::attribute::{Attr, Value};
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::generated::notices::{
    AMQ7002, AMQ7019, AMQ7048, AMQ7064, AMQ7065, AMQ8048, AMQ8110,
};
use ferromq_mqi::preset;
use ferromq_qmgr::CreateError;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Options that stand for log settings.
const LOG_OPTIONS: [(&str, &str); 3] = [
    ("-lf", "LogFilePages"),
    ("-lp", "LogPrimaryFiles"),
    ("-ls", "LogSecondaryFiles"),
];

const LOG_TYPES: [&str; 4] = ["-lc", "-ll", "-lla", "-lln"];

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let name = checked_name(arguments.name(0).unwrap_or_default())?;
    let wrong = |problem: String| arguments.refuse(&problem);
    if let Some(second) = arguments.second_of(&LOG_TYPES) {
        return Err(wrong(format!(
            "{second} does not go with the other kind of log"
        )));
    }
    let attributes = attributes(arguments).map_err(wrong)?;
    let besides = besides(arguments).map_err(wrong)?;
    let port = arguments.number::<u16>("-p", 1, 65_535).map_err(wrong)?;
    let developer = match arguments.has("-dev") {
        true => Some(Developer::from_environment(port.is_some()).map_err(wrong)?),
        false => None,
    };
    let mut installation = installation()?;
    if installation.find(&name).is_some() {
        return Err(Failure::notice(&AMQ8110, &[&name], exit::EXISTS));
    }
    let lock = installation.lock()?;
    let settings = installation
        .creation_settings(&given(arguments))
        .map_err(not_valid)?;
    let options = options(arguments)?;
    let directories = installation.new_directories(&name, &options);
    let create = Settings {
        directories: Some(directories.clone()),
        log: settings.log,
        developer_objects: developer.is_some(),
        attributes,
        notices: Arc::new(|_| {}),
        progress: progress(arguments.has("-z")),
        ..Settings::default()
    };
    make_way(&installation, &name, &directories, &lock)?;
    installation.begin_creation(&name, &directories, &lock)?;
    QueueManager::create(installation.data_path(), &name, &create).map_err(|error| {
        installation.end_creation(&lock);
        not_created(&name, &directories, error)
    })?;
    let commands = commands(port, developer.as_ref());
    let completed = run_commands(&installation, &name, &create, &commands)
        .and_then(|()| match &developer {
            Some(developer) => developer.set_passwords(&directories.data),
            None => Ok(()),
        })
        .and_then(|()| Ok(installation.add(&name, &directories, &settings, &besides, &lock)?));
    if let Err(failure) = completed {
        // A queue manager nobody can find is worse than none.
        let _ = std::fs::remove_dir_all(&directories.data);
        let _ = std::fs::remove_dir_all(&directories.log);
        installation.end_creation(&lock);
        return Err(failure);
    }
    installation.end_creation(&lock);
    if !arguments.has("-z") {
        tell(&installation, &name, &settings, developer.as_ref());
    }
    if arguments.has("-q")
        && let Err(error) = installation.set_default(Some(&name), &lock)
    {
        return Err(Failure::from(error).with_code(exit::DEFAULT_NOT_NOTED));
    }
    Ok(exit::OK)
}

/// Where the user wants the directories, which there can be.
fn options(arguments: &Arguments) -> Result<DirectoryOptions, Failure> {
    let options = DirectoryOptions {
        data_below: arguments.value("-md").map(absolute).transpose()?,
        log_below: arguments.value("-ld").map(absolute).transpose()?,
    };
    if let Some(below) = &options.log_below {
        usable(below).map_err(|error| {
            Failure::notice(&AMQ7064, &[&below.display(), &error], exit::LOG_LOCATION)
        })?;
    }
    if let Some(below) = &options.data_below {
        usable(below).map_err(|error| not_made(below, &error))?;
    }
    Ok(options)
}

/// What is set up by commands in a queue manager that was just made: a listener that starts and ends with it.
fn commands(port: Option<u16>, developer: Option<&Developer>) -> Vec<String> {
    let mut commands = Vec::new();
    if let Some(port) = port {
        let address = developer.map_or("", |_| developer::LISTENER_ADDRESS);
        commands.push(format!(
            "DEFINE LISTENER(SYSTEM.LISTENER.TCP.1) TRPTYPE(TCP) PORT({port}) CONTROL(QMGR){address}"
        ));
    }
    commands.extend(developer.and_then(Developer::rule));
    commands
}

fn run_commands(
    installation: &Installation,
    name: &str,
    settings: &Settings,
    commands: &[String],
) -> Result<(), Failure> {
    if commands.is_empty() {
        return Ok(());
    }
    let manager = open(installation.data_path(), name, settings)?;
    let failed = commands.iter().find_map(|command| {
        let (said, outcome) = manager.run_command(command);
        (outcome != CommandOutcome::Done).then_some(said)
    });
    manager.end().map_err(Failure::unexpected)?;
    match failed {
        None => Ok(()),
        Some(said) => Err(Failure::unexpected(said.trim_end())),
    }
}

/// Removes what creations that were killed left behind. What is there besides is in the way.
fn make_way(
    installation: &Installation,
    name: &str,
    directories: &Directories,
    lock: &InstallationLock,
) -> Result<(), Failure> {
    installation.clear_cut_short(lock)?;
    installation.remove_remnants(name, directories, lock)?;
    if directories.data.exists() {
        return Err(Failure::notice(&AMQ8110, &[&name], exit::EXISTS));
    }
    if directories.log.exists() {
        let shown = directories.log.display();
        let reason = "it exists already";
        return Err(Failure::notice(
            &AMQ7064,
            &[&shown, &reason],
            exit::LOG_LOCATION,
        ));
    }
    Ok(())
}

fn attributes(arguments: &Arguments) -> Result<Vec<(Attr, Value)>, String> {
    let mut attributes: Vec<(Attr, Value)> = Vec::new();
    for (option, attr, bytes_max) in [
        ("-c", Attr::Descr, 64),
        ("-d", Attr::Defxmitq, 48),
        ("-u", Attr::Deadq, 48),
    ] {
        let Some(text) = arguments.value(option) else {
            continue;
        };
        if text.len() > bytes_max {
            return Err(format!(
                "the value of option {option} is longer than {bytes_max} characters"
            ));
        }
        if option != "-c" {
            ferromq_mqi::ObjectName::parse(text)
                .map_err(|error| format!("option {option}: {error}"))?;
        }
        attributes.push((attr, text.into()));
    }
    for (option, attr, low) in [
        ("-h", Attr::Maxhands, 1),
        ("-t", Attr::Trigint, 0),
        ("-x", Attr::Maxumsgs, 1),
    ] {
        if let Some(number) = arguments.number::<i32>(option, low, 999_999_999)? {
            attributes.push((attr, number.into()));
        }
    }
    Ok(attributes)
}

/// Options that are kept in `qm.ini` for what is to come.
fn besides(arguments: &Arguments) -> Result<Vec<Stored>, String> {
    let mut besides: Vec<Stored> = Vec::new();
    if arguments.has("-dev") {
        // Developers connect without TLS, and their passwords are nobody's secret.
        besides.push(stored("Channels", "PasswordProtection", "optional"));
    }
    if let Some(group) = arguments.value("-g") {
        besides.push(stored("RestrictedMode", "ApplicationGroup", group));
    }
    match arguments.value("-oa") {
        None => {}
        Some(policy @ ("group" | "user")) => {
            besides.push(stored("Service", "Name", "AuthorizationService"));
            besides.push(stored("Service", "SecurityPolicy", policy));
        }
        Some(other) => return Err(format!("'{other}' of option -oa is not one of group, user")),
    }
    for (option, name) in [("-ic", "MQSCConfig"), ("-ii", "IniConfig")] {
        if let Some(path) = arguments.value(option) {
            let path =
                std::path::absolute(path).map_err(|error| format!("option {option}: {error}"))?;
            besides.push(stored("AutoConfig", name, &path.display().to_string()));
        }
    }
    let mut names: Vec<&str> = Vec::new();
    for given in arguments.values("-iv") {
        let Some((name, value)) = given.split_once('=') else {
            return Err(format!("'{given}' of option -iv is not NAME=VALUE"));
        };
        let (name, value) = (name.trim(), value.trim());
        if let Some(problem) = variable_problem(name, value) {
            return Err(format!("option -iv: {problem}"));
        }
        if names.iter().any(|other| other.eq_ignore_ascii_case(name)) {
            return Err(format!("option -iv: {name} is given twice"));
        }
        names.push(name);
        besides.push(stored("Variables", name, value));
    }
    Ok(besides)
}

fn stored(stanza: &'static str, name: &str, value: &str) -> Stored {
    (stanza, name.to_owned(), value.to_owned())
}

fn given(arguments: &Arguments) -> Vec<Given> {
    let mut given = Vec::new();
    for (option, name) in LOG_OPTIONS {
        if let Some(value) = arguments.value(option) {
            given.push(Given {
                name,
                value: value.to_owned(),
                option,
            });
        }
    }
    for option in LOG_TYPES {
        if arguments.has(option) {
            let value = if option == "-lc" {
                "CIRCULAR"
            } else {
                "LINEAR"
            };
            given.push(Given {
                name: "LogType",
                value: value.to_owned(),
                option,
            });
        }
    }
    given
}

fn absolute(path: &str) -> Result<PathBuf, Failure> {
    std::path::absolute(path).map_err(|error| Failure::io(path, &error))
}

/// Whether files can be made below `path`.
fn usable(path: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(path)?;
    let probe = path.join(format!(".probe.{}", std::process::id()));
    std::fs::write(&probe, b"")?;
    std::fs::remove_file(&probe)
}

/// Tells how much of the log is written, once a second from the first second on.
fn progress(quiet: bool) -> Arc<dyn Fn(u64, u64) + Send + Sync> {
    let state = Mutex::new((Instant::now(), false));
    Arc::new(move |done, all| {
        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
        let (last, told) = *state;
        let over = done >= all;
        if quiet || (last.elapsed() < Duration::from_secs(1) && !(told && over)) {
            return;
        }
        *state = (Instant::now(), true);
        let text = format!("{} of {} MB of log files written.", done >> 20, all >> 20);
        match (output::is_terminal(), over) {
            (true, false) => output::say(&format!("\r{text}")),
            (true, true) => output::say(&format!("\r{text}\n")),
            (false, _) => output::line(&text),
        }
    })
}

fn tell(
    installation: &Installation,
    name: &str,
    settings: &StoredSettings,
    developer: Option<&Developer>,
) {
    let created =
        preset::system_objects().len() + developer.map_or(0, |_| preset::developer_objects().len());
    output::line(&format!("Queue manager '{name}' created."));
    output::line(&format!(
        "Its data is below '{}'.",
        installation.data_path().display()
    ));
    output::say(&sentence(&AMQ8048, &[&created, &0, &0]));
    output::line(&log_words(&settings.log));
    if let Some(developer) = developer {
        developer.tell(name);
    }
    output::line("Setup completed.");
}

fn log_words(log: &LogSettings) -> String {
    let kind = match log.log_type {
        ferromq_log::LogType::Circular => "Circular",
        ferromq_log::LogType::Linear => "Linear",
    };
    format!(
        "{kind} log of {} primary and {} secondary files of {} KiB.",
        log.primary_files,
        log.secondary_files,
        u64::from(log.file_pages) * 4
    )
}

fn not_valid(error: InstallationError) -> Failure {
    match error {
        InstallationError::Settings(SettingsError::Option { option, problem }) => {
            let problem = format!("option {option}: {problem}");
            Failure::arguments("crtmqm", &problem, exit::LOG_SIZE)
        }
        other => other.into(),
    }
}

fn not_created(name: &str, directories: &Directories, error: OpenError) -> Failure {
    match error {
        OpenError::Exists => Failure::notice(&AMQ8110, &[&name], exit::EXISTS),
        OpenError::Name(problem) => Failure::notice(&AMQ7048, &[&name, &problem], exit::NAME),
        OpenError::Create(CreateError::Log(LogError::DiskFull { file, room, .. })) => match room {
            NoRoom::Disk => Failure::notice(&AMQ7065, &[], exit::STORAGE),
            _ => Failure::notice(&AMQ7002, &[&file, &room], exit::STORAGE),
        },
        OpenError::Create(CreateError::Log(LogError::Settings(error))) => {
            Failure::arguments("crtmqm", &error, exit::LOG_SIZE)
        }
        OpenError::Create(CreateError::Log(LogError::Exists)) => Failure::notice(
            &AMQ7064,
            &[&directories.log.display(), &"it holds a log"],
            exit::LOG_LOCATION,
        ),
        OpenError::Create(CreateError::Io(error)) | OpenError::Io(error) => {
            not_made(&directories.data, &error)
        }
        other => Failure::unexpected(other),
    }
}

/// A directory that could not be made or used.
fn not_made(path: &Path, error: &std::io::Error) -> Failure {
    let code = match (NoRoom::of(error), error.kind()) {
        (Some(_), _) => exit::STORAGE,
        (None, std::io::ErrorKind::PermissionDenied) => exit::NOT_AUTHORIZED,
        _ => exit::UNEXPECTED,
    };
    Failure::notice(&AMQ7019, &[&path.display(), &error], code)
}
