//! `ferromq migrate`: definitions and settings of another installation. First a list of what would become of each, then, if asked for, it is done.

use crate::arguments::Arguments;
use crate::connection::{
    Connected, Right, connect, installation, listed, name_meant, not_connected,
};
use crate::failure::Failure;
use ferromq::auto_config::{is_of_creation, merge_ini};
use ferromq::ini::IniFile;
use ferromq::settings::{Form, SettingInfo, SettingsFile, all_settings};
use ferromq_admin::{Script, command_head, stored_without_effect, verify_command};
use ferromq_base::output;
use ferromq_mqi::call::CommandOutcome;
use std::cell::RefCell;
use std::fmt::Write as _;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

/// Something was refused, or failed.
pub(crate) const SOME_REFUSED: u8 = 10;
/// Nothing was done.
pub(crate) const NOT_RUN: u8 = 20;

/// Most bytes of a file.
const FILE_BYTES_MAX: u64 = 64 << 20;

/// What becomes of a command or a setting.
#[derive(Debug, PartialEq, Eq)]
enum Fate {
    InForce,
    /// Without effect at this level: all of it, or these parts.
    Kept(String),
    /// Not taken over, and why.
    Left(&'static str),
    Refused(String),
    /// It was tried.
    Failed(String),
}

/// A command or a setting of a file.
#[derive(Debug)]
struct Item {
    line: usize,
    what: String,
    fate: Fate,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    migrate(arguments).map_err(|failure| failure.with_code(NOT_RUN))
}

fn migrate(arguments: &Arguments) -> Result<u8, Failure> {
    let scripts: Vec<&str> = arguments.values("-f").collect();
    let (qm_ini, mqs_ini) = (arguments.value("-i"), arguments.value("-s"));
    if scripts.is_empty() && qm_ini.is_none() && mqs_ini.is_none() {
        return Err(arguments.refuse("-f, -i or -s says what is to be read"));
    }
    // Everything is read before anything is done.
    let scripts: Vec<(&str, String)> = scripts
        .into_iter()
        .map(|path| Ok((path, text_of(arguments, path)?)))
        .collect::<Result<_, Failure>>()?;
    let ini = |path: Option<&str>| path.map(|path| ini_of(arguments, path)).transpose();
    let (qm_ini, mqs_ini) = (ini(qm_ini)?, ini(mqs_ini)?);
    let target = match arguments.has("-x") {
        true => Some(Target::of(arguments, !scripts.is_empty())?),
        false => None,
    };
    let mut tally = Tally::new(arguments.has("-q"));
    if let Some(file) = &mqs_ini {
        tally.tell(
            file.path(),
            "settings",
            &settings(file, SettingsFile::MqsIni),
        );
    }
    if let Some(file) = &qm_ini {
        let items = settings(file, SettingsFile::QmIni);
        tally.tell(file.path(), "settings", &items);
        if let Some(target) = &target {
            target.take_settings(file, &items)?;
        }
    }
    for (path, text) in &scripts {
        let items = commands(text, target.as_ref());
        tally.tell(Path::new(path), "commands", &items);
    }
    if target.is_none() {
        output::line("Nothing was changed. -x does what is listed.");
    }
    Ok(match tally.refused {
        0 => 0,
        _ => SOME_REFUSED,
    })
}

/// A text file as it is. One that is not UTF-8 is refused: what stood there would be taken over as something else.
fn text_of(arguments: &Arguments, path: &str) -> Result<String, Failure> {
    let failed = |error: std::io::Error| Failure::io(path, &error);
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(failed)?;
    let read = file.take(FILE_BYTES_MAX + 1).read_to_end(&mut bytes);
    if read.map_err(failed)? as u64 > FILE_BYTES_MAX {
        return Err(arguments.refuse(&format!("{path} has more than {FILE_BYTES_MAX} bytes")));
    }
    String::from_utf8(bytes).map_err(|error| {
        let sound = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + sound.iter().filter(|byte| **byte == b'\n').count();
        arguments.refuse(&format!(
            "{path} line {line}: the text is not UTF-8; convert the file first, with iconv for instance"
        ))
    })
}

fn ini_of(arguments: &Arguments, path: &str) -> Result<IniFile, Failure> {
    let text = text_of(arguments, path)?;
    IniFile::parse(Path::new(path), &text).map_err(|error| arguments.refuse(&error.to_string()))
}

/// The queue manager that takes things over.
struct Target {
    name: String,
    data: std::path::PathBuf,
    session: Option<RefCell<Connected>>,
}

impl Target {
    fn of(arguments: &Arguments, has_commands: bool) -> Result<Self, Failure> {
        let installation = installation()?;
        let name = name_meant(&installation, arguments.value("-m"))?;
        let data = listed(&installation, &name)?.data;
        let session = match has_commands {
            false => None,
            true => {
                let session = connect(&installation, &name, "migrate", Right::Of(None));
                let session = session.map_err(|failure| not_connected(&name, &failure))?;
                Some(RefCell::new(session))
            }
        };
        Ok(Self {
            name,
            data,
            session,
        })
    }

    /// Writes those settings into `qm.ini` that are taken over.
    fn take_settings(&self, file: &IniFile, items: &[Item]) -> Result<(), Failure> {
        let taken = |line| {
            let item = items.iter().find(|item| item.line == line);
            item.is_some_and(|item| matches!(item.fate, Fate::InForce | Fate::Kept(_)))
        };
        let mut text = String::new();
        for stanza in file.stanzas() {
            let attributes = stanza.attributes.iter();
            let attributes: Vec<_> = attributes.filter(|it| taken(it.line)).collect();
            if attributes.is_empty() {
                continue;
            }
            let _ = writeln!(text, "{}:", stanza.name);
            for attribute in attributes {
                let _ = writeln!(text, "   {}={}", attribute.name, attribute.value);
            }
        }
        let failed = |problem: String| Failure::text(format!("{problem}\n"), NOT_RUN);
        let wanted = IniFile::parse(file.path(), &text);
        let wanted = wanted.map_err(|error| failed(error.to_string()))?;
        let changed = merge_ini(&self.data, &wanted).map_err(|error| failed(error.0))?;
        match changed.is_empty() {
            true => output::line("  qm.ini says all of that already."),
            false => output::line(&format!(
                "  Written to qm.ini of {}, from its next start: {}.",
                self.name,
                changed.join(", ")
            )),
        }
        Ok(())
    }
}

/// As much of a command says what it is about.
const HEAD_BYTES: usize = 200;

/// What becomes of the commands of a script, which are run if there is a target.
fn commands(text: &str, target: Option<&Target>) -> Vec<Item> {
    let items = RefCell::new(Vec::new());
    let begins = std::cell::Cell::new(1);
    let script = Script::new(|command: &str| {
        let fate = fate_of(command, target);
        items.borrow_mut().push(Item {
            line: begins.get(),
            what: command_head(command),
            fate,
        });
        (String::new(), CommandOutcome::Done)
    });
    let mut script = script.without_echo();
    let mut head = String::new();
    for (at, line) in text.lines().enumerate() {
        if !script.is_waiting() {
            begins.set(at + 1);
            line.clone_into(&mut head);
        } else if head.len() < HEAD_BYTES {
            head = script.begun().to_owned() + line;
        }
        let said = script.feed(line);
        if !said.is_empty() {
            // Commands answer nothing above: this is the script's own, of one that is too long and was handed on to nobody.
            items.borrow_mut().push(Item {
                line: begins.get(),
                what: command_head(&head),
                fate: Fate::Refused(said),
            });
        }
        if script.has_ended() {
            break;
        }
    }
    let unfinished = script.begun().to_owned();
    let mut items = items.take();
    if !unfinished.is_empty() {
        items.push(Item {
            line: begins.get(),
            what: command_head(&unfinished),
            fate: Fate::Refused("The file ends within this command.".to_owned()),
        });
    }
    items
}

fn fate_of(command: &str, target: Option<&Target>) -> Fate {
    let (said, outcome) = verify_command(command);
    if outcome != CommandOutcome::Done {
        return Fate::Refused(said);
    }
    if let Some(session) = target.and_then(|target| target.session.as_ref()) {
        match session.borrow_mut().command(command) {
            Ok((_, CommandOutcome::Done)) => {}
            Ok((said, _)) => return Fate::Failed(said),
            Err(error) => return Fate::Failed(error.to_string()),
        }
    }
    let kept = stored_without_effect(command);
    match kept.is_empty() {
        true => Fate::InForce,
        false => Fate::Kept(kept.join(", ")),
    }
}

/// What becomes of the settings of a file.
fn settings(file: &IniFile, which: SettingsFile) -> Vec<Item> {
    let mut items = Vec::new();
    for stanza in file.stanzas() {
        for attribute in &stanza.attributes {
            let info = setting(which, &stanza.name, &attribute.name);
            items.push(Item {
                line: attribute.line,
                what: format!("{}.{}={}", stanza.name, attribute.name, attribute.value),
                fate: fate_of_setting(info, which, &attribute.value, &stanza.name, &attribute.name),
            });
        }
    }
    items
}

fn setting(which: SettingsFile, stanza: &str, name: &str) -> Option<&'static SettingInfo> {
    let of_stanza =
        |info: &&SettingInfo| info.file == which && info.stanza.eq_ignore_ascii_case(stanza);
    let mut all = all_settings().iter().filter(of_stanza);
    let named = all
        .clone()
        .find(|info| info.name.eq_ignore_ascii_case(name));
    named.or_else(|| all.find(|info| info.name == "*"))
}

fn fate_of_setting(
    info: Option<&SettingInfo>,
    which: SettingsFile,
    value: &str,
    stanza: &str,
    name: &str,
) -> Fate {
    let Some(info) = info else {
        return match which {
            SettingsFile::MqsIni => Fate::Left("not known, and nothing is written to mqs.ini"),
            SettingsFile::QmIni => Fate::Kept("not known".to_owned()),
        };
    };
    if let Some(problem) = info.problem(value).filter(|_| !value.is_empty()) {
        return Fate::Refused(problem);
    }
    if is_of_creation(stanza, name) {
        return Fate::Left("said when a queue manager is created (crtmqm)");
    }
    if info.form == Form::Path {
        return Fate::Left("a place of the other machine");
    }
    match (which, info.used) {
        (SettingsFile::MqsIni, true) if stanza.eq_ignore_ascii_case("QueueManager") => {
            Fate::Left("queue managers are added by addmqinf, or made by crtmqm")
        }
        (SettingsFile::MqsIni, true) => Fate::Left("in force here once it stands in mqs.ini"),
        (SettingsFile::MqsIni, false) => {
            Fate::Left("without effect here, and nothing is written to mqs.ini")
        }
        (SettingsFile::QmIni, true) => Fate::InForce,
        (SettingsFile::QmIni, false) => Fate::Kept("all of it".to_owned()),
    }
}

/// Tells of files, and counts what is refused.
struct Tally {
    is_quiet: bool,
    refused: usize,
}

impl Tally {
    fn new(is_quiet: bool) -> Self {
        Self {
            is_quiet,
            refused: 0,
        }
    }

    fn tell(&mut self, path: &Path, what: &str, items: &[Item]) {
        let mut text = format!("{}: {} {what}\n", path.display(), items.len());
        let part = |text: &mut String, heading: &str, is_listed: bool, is_of: fn(&Fate) -> bool| {
            let of = items.iter().filter(|item| is_of(&item.fate));
            let count = of.clone().count();
            let follows = if is_listed && count > 0 { ":" } else { "" };
            // Writing to a string cannot fail.
            let _ = writeln!(text, "  {heading}: {count}{follows}");
            for item in of.filter(|_| is_listed) {
                item.write(text);
            }
            count
        };
        part(&mut text, "In force", !self.is_quiet, |fate| {
            *fate == Fate::InForce
        });
        part(&mut text, "Kept without effect", true, |fate| {
            matches!(fate, Fate::Kept(_))
        });
        if what == "settings" {
            part(&mut text, "Not taken over", true, |fate| {
                matches!(fate, Fate::Left(_))
            });
        }
        self.refused += part(&mut text, "Refused", true, |fate| {
            matches!(fate, Fate::Refused(_))
        });
        if items
            .iter()
            .any(|item| matches!(item.fate, Fate::Failed(_)))
        {
            self.refused += part(&mut text, "Failed", true, |fate| {
                matches!(fate, Fate::Failed(_))
            });
        }
        output::say(&text);
    }
}

impl Item {
    fn write(&self, text: &mut String) {
        let about = match &self.fate {
            Fate::InForce => String::new(),
            Fate::Kept(parts) => format!(": {parts}"),
            Fate::Left(why) => format!(": {why}"),
            Fate::Refused(said) | Fate::Failed(said) => {
                let lines = said.lines().map(str::trim).filter(|line| !line.is_empty());
                lines.map(|line| format!("\n        {line}")).collect()
            }
        };
        let _ = writeln!(text, "    line {:<5} {}{about}", self.line, self.what);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_found_by_their_lines_and_sorted_by_what_becomes_of_them() {
        let text = "* a comment\n\nDEFINE QLOCAL(A) +\n   MAXDEPTH(5)\n\
                    DEFINE QLOCAL(B) SCOPE(CELL); DEFINE STGCLASS(X)\nALTER QLOCAL(C) +\n";
        let items = commands(text, None);
        let found: Vec<(usize, &str)> = items.iter().map(|it| (it.line, &*it.what)).collect();
        let expected = [
            (3, "DEFINE QLOCAL(A)"),
            (5, "DEFINE QLOCAL(B)"),
            (5, "DEFINE STGCLASS(X)"),
            (6, "ALTER QLOCAL(C)"),
        ];
        assert_eq!(found, expected);
        assert_eq!(items[0].fate, Fate::InForce);
        assert_eq!(items[1].fate, Fate::Kept("SCOPE".to_owned()));
        assert!(matches!(&items[2].fate, Fate::Refused(said) if said.contains("AMQ8405I")));
        assert!(matches!(items[3].fate, Fate::Refused(_)));
    }

    #[test]
    fn a_command_that_is_too_long_is_refused_and_not_passed_over() {
        let many = "DEFINE QLOCAL(A) DESCR('b') +\n".repeat(2_000);
        let text = format!("DEFINE QLOCAL(FIRST)\n{many}   REPLACE\nDEFINE QLOCAL(LAST)\n");
        let items = commands(&text, None);
        let found: Vec<(usize, &str)> = items.iter().map(|it| (it.line, &*it.what)).collect();
        let expected = [
            (1, "DEFINE QLOCAL(FIRST)"),
            (2, "DEFINE QLOCAL(A)"),
            (2_003, "DEFINE QLOCAL(LAST)"),
        ];
        assert_eq!(found, expected);
        assert!(
            matches!(&items[1].fate, Fate::Refused(said) if said.contains("AMQ8413E")),
            "{items:?}"
        );
        assert_eq!(
            (&items[0].fate, &items[2].fate),
            (&Fate::InForce, &Fate::InForce)
        );
    }

    #[test]
    fn settings_are_sorted_by_what_becomes_of_them() {
        let text = "Log:\n   LogType=LINEAR\n   LogSecondaryFiles=4\n   LogPath=/var/mqm/log/A/\n\
                    Channels:\n   MaxChannels=0\n   Made=Up\nNew:\n   One=1\n";
        let file = IniFile::parse(Path::new("qm.ini"), text).expect("it is read");
        let fates: Vec<Fate> = settings(&file, SettingsFile::QmIni)
            .into_iter()
            .map(|item| item.fate)
            .collect();
        assert!(matches!(fates[0], Fate::Left(_)), "{fates:?}");
        assert_eq!(fates[1], Fate::InForce);
        assert!(matches!(fates[2], Fate::Left(_)));
        assert!(matches!(fates[3], Fate::Refused(_)));
        assert!(matches!(fates[4], Fate::Kept(_)));
        assert!(matches!(fates[5], Fate::Kept(_)));
    }
}
