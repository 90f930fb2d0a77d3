//! The process of a queue manager.
//!
//! It is started by `strmqm`, which it tells line by line how the start goes, or by a
//! supervisor, which sees the same as plain text. Once it serves, notices go to its error log
//! and nothing is printed any more.

use super::automatic::{self, ini_applied};
use super::start::word;
use crate::arguments::Arguments;
use crate::connection::{
    held, installation, is_open_still, listed, name_meant, open, socket, start_settings,
};
use crate::failure::{Failure, exit, sentence};
use crate::supervisor::notify;
use ferromq::QueueManager;
use ferromq::diagnostics::{Diagnostics, Layout};
use ferromq::installation::{Directories, Installation, Listed, RunStatus};
use ferromq::settings::StoredSettings;
use ferromq_base::output;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::generated::notices::{
    AMQ6004, AMQ6287, AMQ7002, AMQ7047, AMQ7229, AMQ7230, AMQ7232, AMQ7233, AMQ8003, AMQ8004,
    AMQ8048, FMQ0008, FMQ0010, FMQ0011, FMQ0017, FMQ0031, FMQ0113,
};
use ferromq_mqi::notice::Notice as Entry;
use ferromq_mqi::preset;
use ferromq_qmgr::{Defined, Notice, NoticeSink};
use ferromq_server::{
    ClientRoadSettings, EndHow, Ended, ErrorLog, ErrorLogSettings, LogFacts, PAM_SERVICE,
    PamService, PasswordRule, PasswordSettings, RecordFacts, Server, ServiceSettings, TraceFiles,
};
use rustix::process::{Resource, getrlimit};
use std::fmt::Display;
use std::fs::File;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let teller = Teller {
        for_strmqm: arguments.has("-r"),
    };
    if teller.for_strmqm {
        // Whoever started us may go away, and its terminal with it.
        let _ = rustix::process::setsid();
    }
    match serve(arguments, teller) {
        Ok(code) => Ok(code),
        Err(failure) if teller.for_strmqm => {
            for line in failure.words().lines() {
                teller.tell(word::COMPLAIN, line);
            }
            teller.tell(word::FAILED, &failure.code().to_string());
            Ok(failure.code())
        }
        Err(failure) => Err(failure),
    }
}

/// Tells how the start goes.
#[derive(Clone, Copy)]
struct Teller {
    for_strmqm: bool,
}

impl Teller {
    fn tell(self, word: &str, text: &str) {
        if self.for_strmqm {
            output::line(format!("{word} {text}").trim_end());
        } else if !text.is_empty() {
            output::line(text);
        }
    }

    fn say(self, text: &str) {
        self.tell(word::SAY, text.trim_end());
    }
}

fn serve(arguments: &Arguments, teller: Teller) -> Result<u8, Failure> {
    // First of all: how many files of queues are kept open is a part of what there is.
    ferromq_base::descriptors::raise_limit();
    let installation = installation()?;
    let name = name_meant(&installation, arguments.name(0))?;
    let found = listed(&installation, &name)?;
    if is_open_still(&found) {
        return Err(held(&found));
    }
    let ini = ini_applied(&name, &found.data)?;
    let (directories, stored) = installation.stored(&name)?;
    let script = automatic::script(&name, &found.data, &stored.automatic)?;
    log_files_fit(&name, &stored)?;
    let errors = directories.data.join("errors");
    let (log, console_of_commands) = open_log(&name, &directories, &stored, teller)?;
    let notices = log.sink();
    end_on_panic(&found, &log);
    // Told before the lock is taken, for it is held from the first step of a start to the last.
    // What another process told meanwhile, it tells again when it serves.
    let starting = found.tell_status(RunStatus::Starting);
    starting.map_err(|error| Failure::io(found.data.display(), &error))?;
    let manager = start(
        &installation,
        &name,
        &directories,
        &stored,
        &notices,
        teller,
    )
    .inspect_err(|_| {
        // The failure is what is to be told.
        let _ = found.tell_end(RunStatus::EndedUnexpectedly);
    })?;
    log.set_q_mgr_id(manager.engine().q_mgr_definition().text(Attr::Qmid));
    let traces = ferromq_mqi::place::traces(&directories.data);
    let traces = TraceFiles::new(traces, &name, notices.clone());
    manager.engine().trace().set_recorder(Arc::new(traces));
    if arguments.has("-c") {
        return replace_default_objects(manager, &found, teller);
    }
    // Before anybody may connect.
    ini.tell(&notices);
    automatic::configure(
        &manager,
        &name,
        &errors,
        &stored.automatic,
        script,
        &notices,
    );
    if let Some(layout) = console_of_commands {
        automatic::show_answers(&errors, layout == Layout::Json, &name);
    }
    let service = ServiceSettings {
        client_road: client_road(&stored),
        passwords: passwords(&stored, &found),
        end_on_signals: true,
        starts_services: !arguments.has("-ns"),
        uniform_cluster: stored.automatic.cluster.as_ref().map(|it| it.name.clone()),
        notices: notices.clone(),
        ..ServiceSettings::default()
    };
    let server =
        Server::start(manager, &socket(&installation, &name), service).map_err(|error| {
            let _ = found.tell_end(RunStatus::EndedUnexpectedly);
            Failure::notice(&FMQ0017, &[&name, &error], exit::UNEXPECTED)
        })?;
    let running = found.tell_status(RunStatus::Running);
    running.map_err(|error| Failure::io(found.data.display(), &error))?;
    note(&notices, &AMQ8003, &[&name]);
    say_started(&name, &log, teller);
    if teller.for_strmqm {
        leave_terminal(&errors);
    }
    Ok(run_to_the_end(server, &found, &log))
}

/// Whoever waits for the start hears that it is over.
fn say_started(name: &str, log: &ErrorLog, teller: Teller) {
    teller.say(&format!(
        "Queue manager '{name}' started using V{}.",
        super::version::VERSION
    ));
    // Whoever reads the log now finds how the start went.
    log.flush();
    teller.tell(word::READY, "");
    notify("READY=1");
}

/// The error log, and how what commands answer is shown at the console, if there is one.
fn open_log(
    name: &str,
    directories: &Directories,
    stored: &StoredSettings,
    teller: Teller,
) -> Result<(ErrorLog, Option<Layout>), Failure> {
    let mut diagnostics = stored.diagnostics.clone();
    // Whoever starts strmqm has no console to look at.
    let console_of_commands = match teller.for_strmqm {
        true => None,
        false => diagnostics.add_console(|name| std::env::var(name).ok()),
    };
    let log = ErrorLog::open(error_log(name, &directories.data, stored, diagnostics));
    let log =
        log.map_err(|error| Failure::io(directories.data.join("errors").display(), &error))?;
    Ok((log, console_of_commands))
}

/// Where the notices of a queue manager go.
fn error_log(
    name: &str,
    data: &Path,
    stored: &StoredSettings,
    diagnostics: Diagnostics,
) -> ErrorLogSettings {
    ErrorLogSettings {
        directory: data.join("errors"),
        facts: LogFacts {
            q_mgr_name: name.to_owned(),
            installation: super::version::INSTALLATION,
            installation_path: super::version::installation_path().display().to_string(),
            version: super::version::VERSION,
            ..LogFacts::default()
        },
        diagnostics,
        records: RecordFacts {
            directory: ferromq_mqi::place::failure_records(data),
            build: super::version::build(),
            settings: stored
                .in_force
                .iter()
                .map(|it| format!("{} is {}, from {}", it.name, it.value, it.origin))
                .collect(),
        },
    }
}

/// The files of the log have their size from the beginning. Where files of this process may not be that large the first
/// record out of reach would end the queue manager.
fn log_files_fit(name: &str, stored: &StoredSettings) -> Result<(), Failure> {
    let wanted = stored.log.extent_bytes();
    match getrlimit(Resource::Fsize).current {
        Some(limit) if limit < wanted => Err(Failure::notice(
            &FMQ0113,
            &[&name, &limit, &wanted],
            exit::STORAGE,
        )),
        _ => Ok(()),
    }
}

fn client_road(stored: &StoredSettings) -> ClientRoadSettings {
    let network = stored.network;
    ClientRoadSettings {
        active_channels_max: network.active_channels_max,
        batches_max: network.batches_max,
        keep_alive: network.keep_alive,
        port: network.port,
        backlog: network.backlog,
        revocation: stored.revocation,
        named_outbound: stored.named_outbound,
        adoption: network.adoption,
        password_rule: if network.clear_passwords {
            PasswordRule::Answer12
        } else {
            PasswordRule::Protected
        },
        ..ClientRoadSettings::default()
    }
}

fn passwords(stored: &StoredSettings, found: &Listed) -> PasswordSettings {
    PasswordSettings {
        users_file: Some(found.data.join(ferromq_mqi::place::USERS_FILE)),
        system: stored.passwords.system_users.then(|| PamService {
            name: PAM_SERVICE.to_owned(),
            directory: None,
        }),
        wrong_max: stored.passwords.wrong_max,
        ..PasswordSettings::default()
    }
}

/// Opens the queue manager, and tells what restart did and what settings are in force.
fn start(
    installation: &Installation,
    name: &str,
    directories: &Directories,
    stored: &StoredSettings,
    notices: &NoticeSink,
    teller: Teller,
) -> Result<QueueManager, Failure> {
    let pid = std::process::id();
    note(
        notices,
        &AMQ6287,
        &[&super::version::VERSION, &std::env::consts::OS, &pid],
    );
    for setting in &stored.in_force {
        note(
            notices,
            &FMQ0010,
            &[&setting.name, &setting.value, &setting.origin],
        );
    }
    for unused in &stored.unused {
        let place = format!("{}, line {}", unused.path.display(), unused.line);
        note(notices, &FMQ0011, &[&unused.name, &place]);
    }
    let began = Instant::now();
    let settings = start_settings(directories, stored, notices.clone());
    let manager = open(installation.data_path(), name, &settings)?;
    let report = manager.engine().restart_report();
    teller.say(&sentence(&AMQ7229, &[&report.records, &name]));
    teller.say(&sentence(&AMQ7230, &[&name]));
    teller.say(&sentence(&AMQ7232, &[&name]));
    note(notices, &AMQ7229, &[&report.records, &name]);
    note(notices, &FMQ0008, &[&name, &began.elapsed().as_millis()]);
    if report.backed_out > 0 {
        note(
            notices,
            &AMQ7233,
            &[&report.backed_out, &report.backed_out, &name],
        );
    }
    if report.damaged_queues > 0 {
        teller.say(&format!(
            "Damaged queues: {}. The error log names them; rcrmqobj rebuilds them.",
            report.damaged_queues
        ));
    }
    Ok(manager)
}

/// `strmqm -c`: the default objects as a new queue manager has them, messages kept, and the
/// end.
fn replace_default_objects(
    manager: QueueManager,
    found: &Listed,
    teller: Teller,
) -> Result<u8, Failure> {
    let (mut created, mut replaced, mut failed) = (0, 0, 0);
    for preset in preset::system_objects() {
        match manager.engine().define(preset.definition(), true) {
            Ok(Defined::Created) => created += 1,
            Ok(Defined::Replaced) => replaced += 1,
            Err(_) => failed += 1,
        }
    }
    teller.say(&sentence(&AMQ8048, &[&created, &replaced, &failed]));
    manager.end().map_err(Failure::unexpected)?;
    let ended = found.tell_end(RunStatus::EndedNormally);
    ended.map_err(|error| Failure::io(found.data.display(), &error))?;
    teller.tell(word::FAILED, "0");
    Ok(exit::OK)
}

/// Serves, and leaves word how it ended.
fn run_to_the_end(server: Server, found: &Listed, log: &ErrorLog) -> u8 {
    let name = &found.name;
    let notices = &log.sink();
    let words = LastWords::of(found);
    let tell = |how| {
        // Nobody answers for the queue manager from now on; a file that cannot be written is told of at the end.
        notify("STOPPING=1");
        words.tell(match how {
            EndHow::Controlled => RunStatus::Quiescing,
            EndHow::Immediate => RunStatus::EndingImmediately,
            EndHow::Preemptive => RunStatus::EndingPreemptively,
        });
    };
    let (status, code) = match server.run_until_ended_telling(tell) {
        Ok(Ended::Orderly(EndHow::Controlled)) => (RunStatus::EndedNormally, exit::OK),
        Ok(Ended::Orderly(_)) => (RunStatus::EndedImmediately, exit::OK),
        // Its locks go with the process, so nobody can have opened it since.
        Ok(Ended::Preempted) => {
            words.tell(RunStatus::EndedPreemptively);
            note(notices, &AMQ8004, &[name]);
            words.wait(PREEMPTED_WAIT);
            return exit::OK;
        }
        Err(error) => {
            note(notices, &AMQ6004, &[name]);
            note(notices, &AMQ7047, &[&error]);
            return exit::UNEXPECTED;
        }
    };
    note(notices, &AMQ8004, &[name]);
    log.flush();
    // What was said of it before is not to be written behind this.
    words.wait(Duration::MAX);
    if let Err(error) = found.tell_end(status) {
        let path = found.data.display();
        note(notices, &AMQ7002, &[&path, &error]);
    }
    code
}

/// How long a preemptive end waits for the disk that is to say so.
const PREEMPTED_WAIT: Duration = Duration::from_secs(10);

/// Leaves word of how the queue manager ends, one word after the other, by a thread of its own: a directory that hangs is not to keep whoever ends it
/// from hearing that somebody will not wait for that.
struct LastWords {
    found: Listed,
    given: Option<SyncSender<RunStatus>>,
    written: Receiver<()>,
}

impl LastWords {
    fn of(found: &Listed) -> Self {
        // There are three at most.
        let (give, take) = sync_channel::<RunStatus>(8);
        let (done, written) = sync_channel::<()>(1);
        let writes = found.clone();
        let writer = std::thread::Builder::new().name("status".to_owned());
        let writer = writer.spawn(move || {
            for status in take {
                let _ = writes.tell_status(status);
            }
            drop(done);
        });
        Self {
            found: found.clone(),
            given: writer.is_ok().then_some(give),
            written,
        }
    }

    fn tell(&self, status: RunStatus) {
        match &self.given {
            Some(given) => drop(given.try_send(status)),
            // Without a thread for it.
            None => drop(self.found.tell_status(status)),
        }
    }

    /// Says no more, and waits until all is written, at most so long.
    fn wait(mut self, at_most: Duration) {
        self.given = None;
        let _ = self.written.recv_timeout(at_most);
    }
}

/// From now on a thread that breaks an invariant takes the process with it. Without this thread
/// the queue manager would serve nobody, and keep its lock so that nobody else could.
fn end_on_panic(found: &Listed, log: &ErrorLog) {
    let (found, last_words) = (found.clone(), log.last_words());
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        usual(panic);
        let pid = std::process::id();
        let stack = std::backtrace::Backtrace::force_capture().to_string();
        last_words(Notice::of(&FMQ0031, &[&found.name, &pid, &panic]), &stack);
        // The next start says the same.
        let _ = found.tell_status(RunStatus::EndedUnexpectedly);
        std::process::abort();
    }));
}

/// Writes a notice of the table to the error log.
#[track_caller]
fn note(notices: &NoticeSink, entry: &'static Entry, values: &[&dyn Display]) {
    (notices)(Notice::of(entry, values));
}

/// From now on nobody listens: what a panic says goes to a file beside the error log.
fn leave_terminal(errors: &Path) {
    if let Ok(null) = File::options().write(true).open("/dev/null") {
        let _ = rustix::stdio::dup2_stdout(&null);
    }
    let last_words = File::options()
        .create(true)
        .append(true)
        .mode(0o660)
        .open(errors.join("AMQSTDERR.LOG"));
    if let Ok(last_words) = last_words {
        let _ = rustix::stdio::dup2_stderr(&last_words);
    }
    // So that the directory the command was given in can be unmounted.
    let _ = std::env::set_current_dir("/");
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: a data directory that hangs keeps nobody who ends a queue manager from hearing, and a preemptive end waits for it no longer than it says.
    /// Method: a pipe that nobody reads stands in the place of the file.
    #[test]
    fn last_words_are_waited_for_no_longer_than_is_said() {
        let place = std::env::temp_dir().join(format!("ferromq-last-words-{}", std::process::id()));
        std::fs::create_dir_all(&place).expect("a directory");
        let pipe = place.join("STATUS");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("mkfifo is there").success());
        let found = Listed {
            name: "QM1".to_owned(),
            data: place.clone(),
        };
        let words = LastWords::of(&found);
        words.tell(RunStatus::EndingPreemptively);
        words.tell(RunStatus::EndedPreemptively);
        words.wait(Duration::from_millis(20));
        // Whoever reads has all of it, in order.
        let said = std::fs::read_to_string(&pipe).expect("it is written to");
        assert!(said.starts_with("Ending preemptively"), "{said}");
        std::fs::remove_dir_all(&place).expect("it is ours");
    }
}
