//! What a queue manager does by itself at every start: stanzas `AutoConfig`, `AutoCluster` and `Variables` of its `qm.ini`.

use crate::failure::{Failure, exit};
use crate::unsecret;
use ferromq::QueueManager;
use ferromq::auto_cluster::{Automatic, Repository, UniformCluster};
use ferromq::auto_config::{self, Applied, NoConfiguration, with_inserts};
use ferromq_admin::Script;
use ferromq_admin::quoted;
use ferromq_admin::verify_command;
use ferromq_base::output;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::notices::{
    AMQ8405, FMQ0287, FMQ0288, FMQ0290, FMQ0291, FMQ0292, FMQ0293, FMQ0294, FMQ0297,
};
use ferromq_qmgr::{Notice, NoticeSink};
use std::fmt::Write as _;
use std::io::Read as _;
use std::path::Path;

/// What the commands answered, in the directory of the error log.
pub(crate) const AUTOMATIC_ANSWERS: &str = "autocfgmqsc.LOG";
/// Failed commands that are told of one by one; what all answered is in the file.
const TOLD_MAX: usize = 20;

/// What was written into `qm.ini`.
pub(super) struct IniApplied(Applied<Vec<String>>);

impl IniApplied {
    /// Tells of it.
    pub(super) fn tell(&self, notices: &NoticeSink) {
        tell_copy(self.0.copy_because.as_deref(), notices);
        if !self.0.what.is_empty() {
            notices(Notice::of(&FMQ0288, &[&self.0.what.join(", ")]));
        }
    }
}

/// Writes what `IniConfig` says into `qm.ini` of the queue manager.
pub(super) fn ini_applied(name: &str, data: &Path) -> Result<IniApplied, Failure> {
    let applied = auto_config::apply_ini(data);
    applied.map(IniApplied).map_err(|error| none(name, &error))
}

/// The commands of `MQSCConfig`.
pub(super) fn script(
    name: &str,
    data: &Path,
    automatic: &Automatic,
) -> Result<Option<Applied<String>>, Failure> {
    let Some(path) = &automatic.mqsc else {
        return Ok(None);
    };
    let inserts = automatic.inserts(name);
    let check = |text: &str| {
        let mut wrong = None;
        let script = Script::new(|command| {
            let (command, unknown) = with_inserts(command, &inserts);
            let answer = verify_command(&command);
            if answer.1 != CommandOutcome::Done {
                wrong.get_or_insert_with(|| {
                    problem(&unsecret::commands(&command), &answer.0, unknown.as_deref())
                });
            }
            answer
        });
        let code = run(script, text).1;
        match (code, wrong) {
            (ferromq_admin::EXIT_OK, _) => Ok(()),
            (_, Some(problem)) => Err(problem),
            (_, None) => Err("the last command has no end".to_owned()),
        }
    };
    let script = auto_config::mqsc(data, path, check);
    script.map(Some).map_err(|error| none(name, &error))
}

/// What is wrong with a command that may be shown, without a full stop: what is said of it, where that is more than where it ends.
fn problem(command: &str, said: &str, unknown: Option<&str>) -> String {
    let reason = said
        .lines()
        .rfind(|line| line.starts_with("AMQ") && !line.starts_with(AMQ8405.id));
    let mut text = match reason {
        Some(reason) => format!(
            "'{}': {}",
            shortened(command),
            reason.trim_end().trim_end_matches('.')
        ),
        None => format!("'{}' is no command", shortened(command)),
    };
    if let Some(unknown) = unknown {
        let _ = write!(text, "; {unknown} stands for nothing");
    }
    text
}

fn none(name: &str, error: &NoConfiguration) -> Failure {
    Failure::notice(&FMQ0290, &[&name, &error.0], exit::UNEXPECTED)
}

fn tell_copy(because: Option<&str>, notices: &NoticeSink) {
    if let Some(because) = because {
        notices(Notice::of(&FMQ0291, &[&because]));
    }
}

/// Runs the commands and joins the uniform cluster. What fails is told of, and does not keep the queue manager from starting.
pub(super) fn configure(
    manager: &QueueManager,
    name: &str,
    errors: &Path,
    automatic: &Automatic,
    script: Option<Applied<String>>,
    notices: &NoticeSink,
) {
    let tell = |notice| notices(notice);
    if let Some(cluster) = &automatic.cluster
        && cluster.repositories.iter().any(|it| it.q_mgr == name)
    {
        let (said, outcome) = manager.run_command(&format!("ALTER QMGR REPOS('{}')", cluster.name));
        if outcome != CommandOutcome::Done {
            tell(Notice::of(&FMQ0287, &[&cluster.name, &said.trim()]));
        }
    }
    if let Some(script) = script {
        tell_copy(script.copy_because.as_deref(), notices);
        run_script(manager, name, errors, automatic, &script.what, notices);
    }
    if let Some(cluster) = &automatic.cluster {
        for other in cluster.repositories.iter().filter(|it| it.q_mgr != name) {
            if let Err(problem) = join(manager, name, cluster, other) {
                let values: [&dyn std::fmt::Display; 3] = [&other.q_mgr, &cluster.name, &problem];
                tell(Notice::of(&FMQ0294, &values));
            }
        }
    }
}

fn run_script(
    manager: &QueueManager,
    name: &str,
    errors: &Path,
    automatic: &Automatic,
    text: &str,
    notices: &NoticeSink,
) {
    let inserts = automatic.inserts(name);
    let (mut commands, mut failed) = (0_usize, 0_usize);
    // Log, file and console are read by others than those who wrote the commands, and variables are filled in: each command is shown without its
    // passwords, and as a whole, for where its lines end a password may be in two parts.
    let script = Script::new(|command| {
        let (command, unknown) = with_inserts(command, &inserts);
        commands += 1;
        if let Some(unknown) = unknown {
            notices(Notice::of(&FMQ0297, &[&unknown]));
        }
        let (said, outcome) = manager.run_command(&command);
        let shown = unsecret::commands(&command);
        if outcome != CommandOutcome::Done {
            failed += 1;
            if failed <= TOLD_MAX {
                notices(Notice::of(&FMQ0292, &[&shortened(&shown)]));
            }
        }
        // What is said of a command that makes no sense has a part of it.
        let said = unsecret::commands(&said);
        (format!("{commands:>6} : {shown}\n{said}"), outcome)
    });
    let (answers, _) = run(script, text);
    notices(Notice::of(&FMQ0293, &[&commands, &failed]));
    // That it cannot be written is no reason not to start; each failed command has a notice.
    let _ = std::fs::write(errors.join(AUTOMATIC_ANSWERS), answers);
}

/// Longest file of answers that is shown.
const SHOWN_BYTES_MAX: u64 = 16 << 20;

/// Shows what the commands answered on standard output, as the container image does with `mqsc` among its sources of the console.
pub(super) fn show_answers(errors: &Path, as_json: bool, name: &str) {
    let mut answers = Vec::new();
    let read = std::fs::File::open(errors.join(AUTOMATIC_ANSWERS))
        .and_then(|file| file.take(SHOWN_BYTES_MAX).read_to_end(&mut answers));
    if read.is_err() {
        return;
    }
    for line in String::from_utf8_lossy(&answers).lines() {
        if line.trim().is_empty() {
            continue;
        }
        output::line(&match as_json {
            true => format!(
                "{{\"message\":{},\"ibm_serverName\":{},\"type\":\"mq_log\"}}",
                crate::json::text(line),
                crate::json::text(name)
            ),
            false => line.to_owned(),
        });
    }
}

/// All a script has to say, and its exit code. Its lines are not in it.
fn run<F: FnMut(&str) -> (String, CommandOutcome)>(script: Script<F>, text: &str) -> (String, u8) {
    let mut script = script.without_echo();
    let mut answers = String::new();
    // A command that is too long, or has no end, is answered by the script itself.
    for line in text.lines() {
        answers.push_str(&unsecret::commands(&script.feed(line)));
    }
    answers.push_str(&unsecret::commands(&script.finish()));
    (answers, script.exit_code())
}

/// Makes the channel to a full repository, where there is none of its name.
fn join(
    manager: &QueueManager,
    name: &str,
    cluster: &UniformCluster,
    other: &Repository,
) -> Result<(), String> {
    let of_cluster = |channel: &Definition| channel.text(Attr::Cluster) == cluster.name;
    let receivers = manager.engine().definitions(ObjectKind::ClusRcvr);
    let mut receivers = receivers.iter().filter(|channel| of_cluster(channel));
    let Some(receiver) = receivers.next() else {
        return Err("there is no cluster-receiver channel of the cluster".to_owned());
    };
    let own = receiver.name().to_string();
    let channel = match own.rfind(name) {
        Some(at) => format!("{}{}{}", &own[..at], other.q_mgr, &own[at + name.len()..]),
        None => {
            return Err(format!(
                "{own} has not the name of this queue manager in it"
            ));
        }
    };
    let made = manager.engine().definitions(ObjectKind::ClusSdr);
    let known = made
        .iter()
        .find(|it| it.name().to_string() == channel && of_cluster(it));
    if known.is_some_and(|it| it.text(Attr::Conname) == other.connection) {
        return Ok(());
    }
    let command = format!(
        "DEFINE CHANNEL('{channel}') CHLTYPE(CLUSSDR) CLUSTER('{}') CONNAME({}) SSLCIPH({}) REPLACE",
        cluster.name,
        quoted(&other.connection),
        quoted(receiver.text(Attr::Sslciph)),
    );
    match manager.run_command(&command) {
        (_, CommandOutcome::Done) => Ok(()),
        (said, _) => Err(said.trim().to_owned()),
    }
}

/// A command on one line, and not more of it than one can read.
fn shortened(command: &str) -> String {
    const CHARS_MAX: usize = 200;
    let words: Vec<&str> = command.split_whitespace().collect();
    let line = words.join(" ");
    match line.char_indices().nth(CHARS_MAX) {
        Some((at, _)) => format!("{}...", &line[..at]),
        None => line,
    }
}
