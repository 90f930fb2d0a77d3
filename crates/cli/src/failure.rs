//! How a command fails: a numbered notice with what to do, and an exit code.

use ferromq::ini::IniError;
use ferromq::installation::InstallationError;
use ferromq::settings::SettingsError;
use ferromq_base::disk::NoRoom;
use ferromq_base::output;
use ferromq_mqi::generated::notices::{
    AMQ6708, AMQ7002, AMQ7024, AMQ7047, AMQ8110, AMQ8118, FMQ0003, FMQ0019,
};
use ferromq_mqi::local::LocalAnswer;
use ferromq_mqi::notice::Notice;
use std::fmt::Display;
use std::path::Path;

/// The exit codes commands share.
pub(crate) mod exit {
    /// Done.
    pub(crate) const OK: u8 = 0;
    /// The queue manager is being created.
    pub(crate) const BEING_CREATED: u8 = 3;
    /// The queue manager is running.
    pub(crate) const RUNNING: u8 = 5;
    /// The queue manager exists.
    pub(crate) const EXISTS: u8 = 8;
    /// The queue manager does not exist.
    pub(crate) const NOT_FOUND: u8 = 16;
    /// The log is not available.
    pub(crate) const LOG_NOT_AVAILABLE: u8 = 23;
    /// A process of the previous run still has it open.
    pub(crate) const STILL_OPEN: u8 = 24;
    /// Arguments of `dspmq` are not valid.
    pub(crate) const DISPLAY_ARGUMENTS: u8 = 36;
    /// Arguments are not valid.
    pub(crate) const ARGUMENTS: u8 = 39;
    /// The queue manager is not available.
    pub(crate) const NOT_AVAILABLE: u8 = 40;
    /// The queue manager is ending.
    pub(crate) const ENDING: u8 = 49;
    /// There is not enough storage.
    pub(crate) const STORAGE: u8 = 69;
    /// Something unexpected happened.
    pub(crate) const UNEXPECTED: u8 = 71;
    /// The name is not valid.
    pub(crate) const NAME: u8 = 72;
    /// The log location is not valid.
    pub(crate) const LOG_LOCATION: u8 = 100;
    /// It was created, and the default queue manager could not be noted.
    pub(crate) const DEFAULT_NOT_NOTED: u8 = 111;
    /// It was deleted, and the default queue manager could not be noted.
    pub(crate) const DEFAULT_NOT_REMOVED: u8 = 112;
    /// The log size is not valid.
    pub(crate) const LOG_SIZE: u8 = 115;
    /// The user is not authorized.
    pub(crate) const NOT_AUTHORIZED: u8 = 119;
}

/// A command that failed.
#[derive(Debug)]
pub(crate) struct Failure {
    text: String,
    code: u8,
}

impl Failure {
    /// A failure told by a notice, with its values, and the exit code for it.
    pub(crate) fn notice(entry: &Notice, values: &[&dyn Display], code: u8) -> Self {
        Self {
            text: notice_text(entry, values),
            code,
        }
    }

    /// Arguments of a command that make no sense.
    pub(crate) fn arguments(command: &str, problem: &dyn Display, code: u8) -> Self {
        Self::notice(&AMQ7024, &[&command, problem], code)
    }

    /// Text that says it all, and the exit code for it.
    pub(crate) fn text(text: String, code: u8) -> Self {
        Self { text, code }
    }

    /// Something the command has no words for.
    pub(crate) fn unexpected(reason: impl Display) -> Self {
        Self::notice(&AMQ7047, &[&reason], exit::UNEXPECTED)
    }

    /// The disk refused; a lack of room and a lack of rights have exit codes of their own.
    pub(crate) fn io(what: impl Display, error: &std::io::Error) -> Self {
        use std::io::ErrorKind;
        match (NoRoom::of(error), error.kind()) {
            (Some(NoRoom::Disk), _) => Self::notice(&AMQ6708, &[&what], exit::STORAGE),
            (Some(room), _) => Self::notice(&AMQ7002, &[&what, &room], exit::STORAGE),
            (None, kind) => {
                let code = match kind {
                    ErrorKind::OutOfMemory => exit::STORAGE,
                    ErrorKind::PermissionDenied => exit::NOT_AUTHORIZED,
                    _ => exit::UNEXPECTED,
                };
                Self::notice(&AMQ7002, &[&what, &error], code)
            }
        }
    }

    /// A program did not start. It is given `/dev/null` to read, which may be what is not there.
    pub(crate) fn not_started(program: &Path, error: &std::io::Error) -> Self {
        let missing = missing_of([program, Path::new("/dev/null")]);
        Self::io(missing.unwrap_or(program).display(), error)
    }

    /// The same failure with another exit code.
    pub(crate) fn with_code(mut self, code: u8) -> Self {
        self.code = code;
        self
    }

    /// Its exit code.
    pub(crate) fn code(&self) -> u8 {
        self.code
    }

    /// What it says, with its line end.
    pub(crate) fn words(&self) -> &str {
        &self.text
    }

    /// Says what happened and what to do; answers the exit code.
    pub(crate) fn tell(&self) -> u8 {
        output::complain(&self.text);
        self.code
    }
}

/// The first of these files that is not there.
fn missing_of<const N: usize>(files: [&Path; N]) -> Option<&Path> {
    files.into_iter().find(|file| !file.exists())
}

impl From<InstallationError> for Failure {
    fn from(error: InstallationError) -> Self {
        match error {
            InstallationError::NoDataPath => Self::notice(&FMQ0019, &[], exit::UNEXPECTED),
            InstallationError::Path { path, error } => Self::io(path.display(), &error),
            InstallationError::Settings(SettingsError::File(IniError::Line {
                path,
                line,
                problem,
            })) => Self::notice(
                &FMQ0003,
                &[&path.display(), &line, &problem],
                exit::UNEXPECTED,
            ),
            InstallationError::Settings(SettingsError::File(IniError::Io { path, error })) => {
                Self::io(path.display(), &error)
            }
            InstallationError::Settings(SettingsError::Option { option, problem }) => {
                let problem = format!("{option}: {problem}");
                Self::arguments("the command", &problem, exit::LOG_SIZE)
            }
            InstallationError::NotFound(name) => Self::notice(&AMQ8118, &[&name], exit::NOT_FOUND),
            InstallationError::Exists(name) => Self::notice(&AMQ8110, &[&name], exit::EXISTS),
        }
    }
}

/// A notice as commands print it: the line, and what to do unless that is nothing.
pub(crate) fn notice_text(notice: &Notice, values: &[&dyn Display]) -> String {
    let mut text = format!("{}\n", notice.line(values));
    if notice.action != "None." {
        text.push_str(&format!("  {}\n", notice.action));
    }
    text
}

/// An answer that is a notice, as [`notice_text`] has it; nothing for others.
pub(crate) fn answer_text(answer: &LocalAnswer) -> String {
    let LocalAnswer::Notice { notice, values } = answer else {
        return String::new();
    };
    let values: Vec<&dyn Display> = values.iter().map(|value| value as &dyn Display).collect();
    notice_text(notice, &values)
}

/// All the notices among answers.
pub(crate) fn answers_text(answers: &[LocalAnswer]) -> String {
    answers.iter().map(answer_text).collect()
}

/// The sentence of a notice, with its line end and without its number: progress of a start
/// and of an end is told this way.
pub(crate) fn sentence(notice: &Notice, values: &[&dyn Display]) -> String {
    format!("{}\n", notice.sentence(values))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_is_there_is_not_blamed_for_what_is_not() {
        let own = std::env::current_exe().expect("this program");
        let (gone, other) = (Path::new("/nowhere/null"), Path::new("/nowhere/program"));
        assert_eq!(missing_of([&own, gone]), Some(gone));
        assert_eq!(missing_of([other, gone]), Some(other));
        assert_eq!(missing_of([own.as_path(), own.as_path()]), None);
    }
}
