//! The command itself: where lines come from and where commands go.

use super::line_editor::LineEditor;
use crate::arguments::Arguments;
use crate::connection::{
    Connected, Right, connect, installation, listed, name_meant, not_connected,
};
use crate::failure::{Failure, notice_text};
use crate::{output, password};
use ferromq_admin::{EXIT_NOT_RUN, Script, verify_command};
use ferromq_mqi::Reason;
use ferromq_mqi::call::CommandOutcome;
use std::cell::Cell;
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
        return feed(
            arguments,
            script.verify_only(),
            &mut lines,
            &Cell::new(None),
            "",
        );
    }
    let installation = installation()?;
    let name = name_meant(&installation, arguments.name(0))?;
    let banner = format!("FerroMQ {version}.\nStarting MQSC for queue manager {name}.\n\n");
    if verify {
        output::say(&banner);
        let script = Script::new(verify_command).verify_only();
        return feed(arguments, script, &mut lines, &Cell::new(None), &name);
    }
    listed(&installation, &name)?;
    let password = match arguments.value("-u") {
        Some(user) => Some(password::ask_for(user)?),
        None => None,
    };
    let right = Right::Of(password.as_ref());
    let session =
        connect(&installation, &name, "runmqsc", right).map_err(|failure| {
            match failure.reason {
                Reason::NOT_AUTHORIZED => Failure::notice("AMQ8135", &[], EXIT_NOT_RUN),
                _ => not_connected(&name, &failure),
            }
        })?;
    drop(password);
    output::say(&banner);
    let lost = Cell::new(None);
    let mut session = Some(session);
    let script = Script::new(|text: &str| over(&mut session, text, &lost));
    feed(arguments, script, &mut lines, &lost, &name)
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
fn over(
    session: &mut Option<Connected>,
    text: &str,
    lost: &Cell<Option<Reason>>,
) -> (String, CommandOutcome) {
    let Some(open) = session else {
        return (String::new(), CommandOutcome::Failed);
    };
    match open.command(text) {
        Ok(done) => done,
        Err(error) => {
            *session = None;
            lost.set(Some(error.reason));
            (String::new(), CommandOutcome::Failed)
        }
    }
}

/// Feeds lines to the script until they, or it, or the queue manager have ended.
fn feed<F: FnMut(&str) -> (String, CommandOutcome)>(
    arguments: &Arguments,
    script: Script<F>,
    lines: &mut Lines,
    lost: &Cell<Option<Reason>>,
    name: &str,
) -> Result<u8, Failure> {
    // At a terminal the commands are there already.
    let echo = !arguments.has("-e") && !matches!(lines, Lines::Terminal(_));
    let mut script = if echo { script } else { script.without_echo() };
    while !script.has_ended() {
        let source = arguments.value("-f").unwrap_or("standard input");
        let line = next_line(lines).map_err(|error| Failure::io(source, &error))?;
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
            Reason::CONNECTION_BROKEN | Reason::Q_MGR_STOPPING | Reason::Q_MGR_QUIESCING => {
                Failure::text(notice_text("AMQ8145", &[&name]), EXIT_NOT_RUN)
            }
            other => Failure::notice("AMQ8101", &[&other], EXIT_NOT_RUN),
        });
    }
    Ok(script.exit_code())
}

/// The next line without its line end; `None` at the end. What is not UTF-8 is replaced.
fn next_line(lines: &mut Lines) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let read = match lines {
        Lines::Terminal(editor) => return editor.read(),
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
