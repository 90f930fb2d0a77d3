//! `dspmq`.

use crate::arguments::Arguments;
use crate::connection::{checked_name, installation, is_stopped, socket};
use crate::failure::{Failure, exit, notice_text};
use ferromq::installation::{Installation, Listed, RunStatus};
use ferromq_base::output;
use ferromq_client::{ControlRequest, Phase, control};
use ferromq_mqi::Reason;
use ferromq_mqi::generated::notices::{AMQ8118, FMQ0022};
use rustix::fs::{Access, access};
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Width of the column of names: the longest name, its keyword and two blanks.
const NAME_COLUMN: usize = 58;

/// How long a display waits for a queue manager whose process is stopped.
const STOPPED_MAX: Duration = Duration::from_secs(1);
/// How often it looks meanwhile.
const STOPPED_LOOK: Duration = Duration::from_millis(20);

/// What `-o` takes.
const SHOWN: [&str; 7] = [
    "status",
    "default",
    "all",
    "standby",
    "installation",
    "type",
    "startup",
];

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let mut shown: Vec<&str> = Vec::new();
    for given in arguments.values("-o") {
        match SHOWN.iter().find(|word| word.eq_ignore_ascii_case(given)) {
            Some(word) => shown.push(word),
            None => {
                let problem = format!("'{given}' is not one of {}", SHOWN.join(", "));
                return Err(Failure::arguments(
                    "dspmq",
                    &problem,
                    exit::DISPLAY_ARGUMENTS,
                ));
            }
        }
    }
    if arguments.has("-i") {
        shown.push("installation");
    }
    if shown.is_empty() || arguments.has("-s") {
        shown.insert(0, "status");
    }
    let installation = installation()?;
    let queue_managers = match arguments.value("-m") {
        None => installation.queue_managers(),
        Some(name) => {
            let name = checked_name(name)?;
            let found = installation.find(&name);
            vec![found.ok_or_else(|| Failure::notice(&AMQ8118, &[&name], exit::NAME))?]
        }
    };
    for listed in &queue_managers {
        let status = status_of(&installation, listed);
        output::line(&row(
            &installation,
            listed,
            status,
            &shown,
            arguments.has("-n"),
        ));
        if arguments.has("-x") && status.is_up() {
            output::line(&format!("    INSTANCE({}) MODE(Active)", host_name()));
        }
    }
    if queue_managers.is_empty() && output::is_terminal() {
        output::complain(&notice_text(
            &FMQ0022,
            &[&installation.data_path().display()],
        ));
    }
    Ok(exit::OK)
}

/// What a queue manager is doing, asked of itself where it runs.
pub(crate) fn status_of(installation: &Installation, listed: &Listed) -> RunStatus {
    let told = listed.status();
    if told == RunStatus::NotAvailable {
        return seen_from_outside(&socket(installation, &listed.name));
    }
    // Two starts at once may leave "Starting" although one of them serves.
    if !matches!(told, RunStatus::Running | RunStatus::Starting) {
        return told;
    }
    // One that is stopped is not asked: its answer is waited for longer than anybody looks at a display.
    if stays_stopped(listed) {
        return RunStatus::NotAvailable;
    }
    match control(&socket(installation, &listed.name), ControlRequest::Ping) {
        Ok(answer) => match answer.phase {
            Phase::Running => RunStatus::Running,
            Phase::Quiescing => RunStatus::Quiescing,
            Phase::Ending => RunStatus::EndingImmediately,
        },
        Err(_) if is_stopped(&listed.name) => RunStatus::NotAvailable,
        // It does not serve yet, has just ended, or a process embeds it and serves nobody else.
        Err(_) => listed.status(),
    }
}

/// Whether the process of a queue manager is stopped, by a signal or a debugger, and does not go on in a while.
fn stays_stopped(listed: &Listed) -> bool {
    let since = Instant::now();
    while is_stopped(&listed.name) {
        if since.elapsed() >= STOPPED_MAX {
            return true;
        }
        sleep(STOPPED_LOOK);
    }
    false
}

/// What a user sees of a queue manager whose files are not for that user: that it runs, for it answers, or nothing.
fn seen_from_outside(socket: &Path) -> RunStatus {
    let may_connect = access(socket, Access::WRITE_OK).is_ok();
    match control(socket, ControlRequest::Ping) {
        Err(failure) if may_connect && failure.reason == Reason::NOT_AUTHORIZED => {
            RunStatus::Running
        }
        _ => RunStatus::NotAvailable,
    }
}

/// What is shown of a queue manager. In capitals states are as programs look for them: `STATUS(RUNNING)`.
fn row(
    installation: &Installation,
    listed: &Listed,
    status: RunStatus,
    shown: &[&str],
    in_capitals: bool,
) -> String {
    let all = shown.contains(&"all");
    let wanted = |word: &str| all || shown.contains(&word);
    let mut fields = Vec::new();
    if wanted("default") {
        let is_default = installation.default_name() == Some(&listed.name);
        fields.push(format!(
            "DEFAULT({})",
            if is_default { "yes" } else { "no" }
        ));
    }
    if wanted("status") {
        let words = status.words();
        fields.push(match in_capitals {
            true => format!("STATUS({})", words.to_uppercase()),
            false => format!("STATUS({words})"),
        });
    }
    if wanted("standby") {
        fields.push("STANDBY(Not permitted)".to_owned());
    }
    if wanted("installation") {
        fields.push(format!(
            "INSTNAME({}) INSTPATH({}) INSTVER({})",
            super::version::INSTALLATION,
            super::version::installation_path().display(),
            super::version::VERSION
        ));
    }
    if wanted("type") {
        fields.push("TYPE(Standalone)".to_owned());
    }
    if wanted("startup") {
        fields.push("STARTUP(Manual)".to_owned());
    }
    let name = format!("QMNAME({})", listed.name);
    format!("{name:NAME_COLUMN$}{}", fields.join(" "))
}

/// The name of this machine.
pub(crate) fn host_name() -> String {
    rustix::system::uname()
        .nodename()
        .to_string_lossy()
        .into_owned()
}
