//! The command itself: where lines come from and where commands go.

use super::completing::completed;
use super::escape::Escape;
use super::line_editor::LineEditor;
use crate::arguments::Arguments;
use crate::connection::{
    Connected, Right, checked_name, connect, connect_as_client, installation, is_stopped, listed,
    name_meant, not_connected, stopped,
};
use crate::failure::{Failure, notice_text};
use crate::password;
use ferromq_admin::{EXIT_NOT_RUN, Script, verify_command};
use ferromq_base::output;
use ferromq_client::{ConnectFailure, Password};
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::generated::notices::{AMQ8101, AMQ8135, AMQ8145};
use ferromq_mqi::session::MqError;
use ferromq_mqi::{ObjectName, Reason};
use std::cell::{Cell, RefCell};
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal};

/// Environment variable with the prompt of a conversation.
const PROMPT_VARIABLE: &str = "MQPROMPT";

/// Where lines come from.
enum Lines {
    File(BufReader<File>),
    Input,
    Terminal(LineEditor),
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    run_it(arguments).map_err(|failure| failure.with_code(EXIT_NOT_RUN))
}

fn run_it(arguments: &Arguments) -> Result<u8, Failure> {
    let verify = arguments.has("-v") || arguments.has("-n");
    let mut lines = match arguments.value("-f") {
        Some(path) => {
            let file = File::open(path).map_err(|error| Failure::io(path, &error))?;
            Lines::File(BufReader::new(file))
        }
        None if io::stdin().is_terminal() && output::is_terminal() => {
            let prompt = std::env::var(PROMPT_VARIABLE).unwrap_or_else(|_| ": ".to_owned());
            let name = arguments.name(0).map(str::to_owned);
            let name = name.or_else(|| installation().ok()?.default_name().map(str::to_owned));
            let value_of = |word: &str| match word {
                "QMNAME" => Some(name.clone().unwrap_or_default()),
                other => std::env::var(other).ok(),
            };
            Lines::Terminal(LineEditor::new(filled_in(&prompt, value_of)))
        }
        None => Lines::Input,
    };
    let version = crate::control::version::VERSION;
    if verify && arguments.name(0).is_none() {
        output::say(&format!(
            "FerroMQ {version}.\nMQSC commands are only checked.\n\n"
        ));
        let script = Script::new(verify_command);
        let ask = nothing_to_ask;
        return feed(
            arguments,
            script.verify_only(),
            &mut lines,
            (&Cell::new(None), &ask),
            "",
        );
    }
    if !verify && (arguments.has("-c") || arguments.has("-w")) {
        return run_elsewhere(arguments, &mut lines);
    }
    let installation = installation()?;
    let name = name_meant(&installation, arguments.name(0))?;
    let banner = format!("FerroMQ {version}.\nStarting MQSC for queue manager {name}.\n\n");
    if verify {
        output::say(&banner);
        let script = Script::new(verify_command).verify_only();
        let ask = nothing_to_ask;
        return feed(
            arguments,
            script,
            &mut lines,
            (&Cell::new(None), &ask),
            &name,
        );
    }
    listed(&installation, &name)?;
    let password = password_asked_for(arguments)?;
    let right = Right::Of(password.as_ref());
    let session = connect(&installation, &name, "runmqsc", right)
        .map_err(|failure| no_session(&name, &failure))?;
    drop(password);
    output::say(&banner);
    let lost = Cell::new(None);
    let session = RefCell::new(Some(session));
    let run = |session: &mut Connected, text: &str| session.command(text);
    let run = |text: &str| over(&mut session.borrow_mut(), run, text, &lost);
    let ask = |text: &str| run(text).0;
    feed(
        arguments,
        Script::new(run),
        &mut lines,
        (&lost, &ask),
        &name,
    )
}

/// Runs a command that displays something, and answers what it printed.
type Ask<'a> = &'a dyn Fn(&str) -> String;

/// Where commands are only checked nobody knows names.
fn nothing_to_ask(_: &str) -> String {
    String::new()
}

/// How long a client waits for each answer, milliseconds.
const CLIENT_WAIT_MS: i32 = 30_000;

/// Has the commands run by a command server: as a client of its queue manager (`-c`), or by the queues of
/// another one (`-w`).
fn run_elsewhere(arguments: &Arguments, lines: &mut Lines) -> Result<u8, Failure> {
    let version = crate::control::version::VERSION;
    let password = password_asked_for(arguments)?;
    let wait_ms = match arguments.value("-w") {
        None => CLIENT_WAIT_MS,
        Some(seconds) => match seconds.parse::<i32>() {
            Ok(seconds @ 1..=999_999) => seconds * 1000,
            _ => return Err(arguments.refuse("-w takes 1 to 999999 seconds")),
        },
    };
    let session = session_elsewhere(arguments, password.as_ref())?;
    drop(password);
    let name = arguments.name(0).map(checked_name).transpose()?;
    let shown = name.clone().unwrap_or_default();
    // Over a connection to the queue manager itself its own command queue is meant.
    let target = match arguments.has("-c") {
        true => ObjectName::BLANK,
        false => ObjectName::truncated(&shown),
    };
    let escape = Escape::open(session, target, wait_ms);
    let escape =
        escape.map_err(|error| Failure::notice(&AMQ8101, &[&error.reason], EXIT_NOT_RUN))?;
    output::say(&format!(
        "FerroMQ {version}.\nStarting MQSC for queue manager {shown}.\n\n"
    ));
    let lost = Cell::new(None);
    let escape = RefCell::new(Some(escape));
    let run = |escape: &mut Escape, text: &str| escape.run(text);
    let run = |text: &str| over(&mut escape.borrow_mut(), run, text, &lost);
    let soon = |escape: &mut Escape, text: &str| escape.run_soon(text);
    let ask = |text: &str| over(&mut escape.borrow_mut(), soon, text, &lost).0;
    feed(arguments, Script::new(run), lines, (&lost, &ask), &shown)
}

/// A client's connection, or one to the local queue manager whose queues lead to the other one.
fn session_elsewhere(
    arguments: &Arguments,
    password: Option<&Password>,
) -> Result<Connected, Failure> {
    if arguments.has("-c") {
        let name = arguments.name(0).unwrap_or_default();
        return connect_as_client(name, "runmqsc", password)
            .map_err(|failure| no_session(name, &failure));
    }
    let installation = installation()?;
    let local = name_meant(&installation, arguments.value("-m"))?;
    listed(&installation, &local)?;
    connect(&installation, &local, "runmqsc", Right::Of(password))
        .map_err(|failure| no_session(&local, &failure))
}

fn password_asked_for(arguments: &Arguments) -> Result<Option<Password>, Failure> {
    arguments.value("-u").map(password::ask_for).transpose()
}

fn no_session(name: &str, failure: &ConnectFailure) -> Failure {
    match failure.reason {
        Reason::NOT_AUTHORIZED => Failure::notice(&AMQ8135, &[], EXIT_NOT_RUN),
        _ => not_connected(name, failure),
    }
}

/// A prompt with the values of what stands between two plus signs: `+QMNAME+`, or a variable of
/// the environment. What has no value stays as it is.
fn filled_in(prompt: &str, value_of: impl Fn(&str) -> Option<String>) -> String {
    let mut filled = String::new();
    let mut rest = prompt;
    while let Some((before, after)) = rest.split_once('+') {
        filled.push_str(before);
        match after
            .split_once('+')
            .and_then(|(word, after)| Some((value_of(word)?, after)))
        {
            Some((value, after)) => {
                filled.push_str(&value);
                rest = after;
            }
            None => {
                filled.push('+');
                rest = after;
            }
        }
    }
    filled + rest
}

/// Runs a command over the session; notes when the connection was lost.
fn over<S>(
    session: &mut Option<S>,
    run: impl Fn(&mut S, &str) -> Result<(String, CommandOutcome), MqError>,
    text: &str,
    lost: &Cell<Option<Reason>>,
) -> (String, CommandOutcome) {
    let Some(open) = session else {
        return (String::new(), CommandOutcome::Failed);
    };
    match run(open, text) {
        Ok(done) => done,
        Err(error) => {
            *session = None;
            lost.set(Some(error.reason));
            (String::new(), CommandOutcome::Failed)
        }
    }
}

/// Feeds lines to the script until they, or it, or the queue manager have ended. At a terminal `ask` displays what is completed.
fn feed<F: FnMut(&str) -> (String, CommandOutcome)>(
    arguments: &Arguments,
    script: Script<F>,
    lines: &mut Lines,
    (lost, ask): (&Cell<Option<Reason>>, Ask),
    name: &str,
) -> Result<u8, Failure> {
    // At a terminal the commands are there already.
    let echo = !arguments.has("-e") && !matches!(lines, Lines::Terminal(_));
    let mut script = if echo { script } else { script.without_echo() };
    while !script.has_ended() {
        let source = arguments.value("-f").unwrap_or("standard input");
        let line =
            next_line(lines, script.begun(), ask).map_err(|error| Failure::io(source, &error))?;
        let Some(line) = line else {
            break;
        };
        output::say(&script.feed(&line));
        if lost.get().is_some() || output::is_closed() {
            break;
        }
    }
    output::say(&script.finish());
    if let Some(reason) = lost.get() {
        return Err(match reason {
            Reason::CONNECTION_BROKEN if is_stopped(name) => stopped(name, EXIT_NOT_RUN),
            Reason::CONNECTION_BROKEN | Reason::Q_MGR_STOPPING | Reason::Q_MGR_QUIESCING => {
                Failure::text(notice_text(&AMQ8145, &[&name]), EXIT_NOT_RUN)
            }
            other => Failure::notice(&AMQ8101, &[&other], EXIT_NOT_RUN),
        });
    }
    Ok(script.exit_code())
}

/// The next line without its line end; `None` at the end. What is not UTF-8 is replaced.
fn next_line(lines: &mut Lines, begun: &str, ask: Ask) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let read = match lines {
        Lines::Terminal(editor) => {
            return editor.read(|before| completed(begun, before, ask));
        }
        Lines::File(file) => file.read_until(b'\n', &mut bytes)?,
        Lines::Input => io::stdin().lock().read_until(b'\n', &mut bytes)?,
    };
    if read == 0 {
        return Ok(None);
    }
    if bytes.ends_with(b"\n") {
        bytes.pop();
    }
    if bytes.ends_with(b"\r") {
        bytes.pop();
    }
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::filled_in;

    #[test]
    fn a_prompt_shows_the_queue_manager_and_variables_between_plus_signs() {
        let value_of = |word: &str| match word {
            "QMNAME" => Some("QM1".to_owned()),
            "USER" => Some("ann".to_owned()),
            _ => None,
        };
        for (prompt, shown) in [
            ("+USER+@+QMNAME+> ", "ann@QM1> "),
            ("+NOSUCH+QMNAME+> ", "+NOSUCHQM1> "),
            ("a+b> ", "a+b> "),
            ("+", "+"),
        ] {
            assert_eq!(filled_in(prompt, value_of), shown);
        }
    }
}
