//! Settings files: stanzas of attributes, each with the line it stands on.
//!
//! A stanza is a name and a colon at the start of a line; its attributes follow as
//! `Name=Value`. A line whose first character other than a blank is `#` or `;` is a comment.
//! Editing keeps every line it does not have to touch, comments included.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Rights of a file everybody may read: whoever is in the group edits it as well, as far as the user's mask leaves that.
pub const READABLE_FILE: u32 = 0o664;

/// Largest settings file that is read.
const FILE_BYTES_MAX: u64 = 1 << 20;

/// An attribute of a stanza.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IniAttribute {
    /// As written.
    pub name: String,
    /// Without blanks around it.
    pub value: String,
    /// Line it stands on, from 1.
    pub line: usize,
}

/// A stanza.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stanza {
    /// As written, without the colon.
    pub name: String,
    /// Line of its name, from 1.
    pub line: usize,
    /// In the order of the file.
    pub attributes: Vec<IniAttribute>,
}

impl Stanza {
    /// The attribute of that name, in capital or small letters.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<&IniAttribute> {
        self.attributes
            .iter()
            .find(|attribute| attribute.name.eq_ignore_ascii_case(name))
    }

    /// The value of the attribute of that name, unless it is blank.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&str> {
        self.attribute(name)
            .map(|attribute| attribute.value.as_str())
            .filter(|value| !value.is_empty())
    }
}

/// Why a settings file was not accepted.
#[derive(Debug)]
pub enum IniError {
    /// It could not be read or written.
    Io {
        /// The file.
        path: PathBuf,
        /// What the disk said.
        error: io::Error,
    },
    /// A line of it is wrong.
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong, without a full stop.
        problem: String,
    },
}

impl fmt::Display for IniError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { path, error } => write!(f, "{}: {error}", path.display()),
            Self::Line {
                path,
                line,
                problem,
            } => write!(f, "{} line {line}: {problem}", path.display()),
        }
    }
}

impl std::error::Error for IniError {}

/// A settings file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IniFile {
    path: PathBuf,
    lines: Vec<String>,
    stanzas: Vec<Stanza>,
}

impl IniFile {
    /// Reads `path`; a file that is not there is empty.
    ///
    /// # Errors
    /// `Io` when it cannot be read, `Line` when a line is neither a stanza, nor an attribute,
    /// nor a comment, or an attribute is given twice in a stanza.
    pub fn read(path: &Path) -> Result<Self, IniError> {
        let io_error = |error| IniError::Io {
            path: path.to_owned(),
            error,
        };
        match std::fs::metadata(path) {
            Ok(found) if found.len() > FILE_BYTES_MAX => {
                return Err(io_error(io::Error::other("the file is longer than 1 MiB")));
            }
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Self::parse(path, "");
            }
            Err(error) => return Err(io_error(error)),
        }
        let text = std::fs::read_to_string(path).map_err(io_error)?;
        Self::parse(path, &text)
    }

    /// Understands `text`; `path` is for messages and for [`IniFile::write`].
    ///
    /// # Errors
    /// `Line`, as [`IniFile::read`].
    pub fn parse(path: &Path, text: &str) -> Result<Self, IniError> {
        // However a line ends, it is written with a line feed, and means the same then.
        let lines = text.lines().map(|line| line.trim_end_matches('\r'));
        let lines: Vec<String> = lines.map(str::to_owned).collect();
        let stanzas = stanzas_of(path, &lines)?;
        Ok(Self {
            path: path.to_owned(),
            lines,
            stanzas,
        })
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The stanzas in the order of the file.
    #[must_use]
    pub fn stanzas(&self) -> &[Stanza] {
        &self.stanzas
    }

    /// The first stanza of that name, in capital or small letters.
    #[must_use]
    pub fn stanza(&self, name: &str) -> Option<&Stanza> {
        self.stanzas
            .iter()
            .find(|stanza| stanza.name.eq_ignore_ascii_case(name))
    }

    /// An attribute of the first stanza of that name, unless its value is blank.
    #[must_use]
    pub fn attribute(&self, stanza: &str, name: &str) -> Option<&IniAttribute> {
        self.stanza(stanza)?
            .attribute(name)
            .filter(|attribute| !attribute.value.is_empty())
    }

    /// An error about a line of this file.
    #[must_use]
    pub fn error_at(&self, line: usize, problem: String) -> IniError {
        IniError::Line {
            path: self.path.clone(),
            line,
            problem,
        }
    }

    /// The whole file.
    #[must_use]
    pub fn text(&self) -> String {
        self.lines.iter().flat_map(|line| [line, "\n"]).collect()
    }

    /// Adds a stanza at the end.
    pub fn add_stanza(&mut self, name: &str, attributes: &[(&str, &str)]) {
        if self.lines.last().is_some_and(|line| !line.is_empty()) {
            self.lines.push(String::new());
        }
        self.lines.push(format!("{name}:"));
        for (key, value) in attributes {
            self.lines.push(format!("   {key}={value}"));
        }
        self.renew();
    }

    /// Gives an attribute of a stanza, given its number in [`IniFile::stanzas`], another value; it is added where it is not
    /// there. A stanza of another number, or another of its name, is left alone.
    pub fn set_attribute(&mut self, number: usize, name: &str, value: &str) {
        let Some(stanza) = self.stanzas.get(number) else {
            return;
        };
        let line = format!("   {name}={value}");
        match stanza.attribute(name) {
            Some(there) => {
                if let Some(at) = self.lines.get_mut(there.line - 1) {
                    *at = line;
                }
            }
            None => {
                let last = stanza.attributes.last();
                let behind = last.map_or(stanza.line, |attribute| attribute.line);
                self.lines.insert(behind, line);
            }
        }
        self.renew();
    }

    /// Removes a stanza, given its number in [`IniFile::stanzas`]: its name and attributes,
    /// and the comments between them.
    pub fn remove_stanza(&mut self, number: usize) {
        let Some(stanza) = self.stanzas.get(number) else {
            return;
        };
        let first = stanza.line - 1;
        let last = stanza
            .attributes
            .last()
            .map_or(first, |attribute| attribute.line - 1);
        self.lines.drain(first..=last);
        // No second blank line where the stanza was.
        let blank = |at: Option<&String>| at.is_none_or(|line| line.trim().is_empty());
        if first > 0 && blank(self.lines.get(first - 1)) && blank(self.lines.get(first)) {
            self.lines.remove(first - 1);
        }
        self.renew();
    }

    /// Writes it in one atomic step; durable on return.
    ///
    /// # Errors
    /// `Io`; the file then is what it was.
    pub fn write(&self) -> Result<(), IniError> {
        write_durably(&self.path, self.text().as_bytes(), READABLE_FILE).map_err(|error| {
            IniError::Io {
                path: self.path.clone(),
                error,
            }
        })
    }

    fn renew(&mut self) {
        // Only lines this type understands are ever added or removed.
        if let Ok(stanzas) = stanzas_of(&self.path, &self.lines) {
            self.stanzas = stanzas;
        }
    }
}

/// Replaces a file in one atomic step, by one with these rights as far as the user's mask leaves them; durable on
/// return.
///
/// # Errors
/// Whatever the disk says; the file then is what it was.
pub fn write_durably(path: &Path, bytes: &[u8], mode: u32) -> io::Result<()> {
    use std::io::Write as _;
    use std::os::unix::fs::OpenOptionsExt as _;
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    let new = path.with_file_name(name);
    let written = (|| {
        let mut file = std::fs::File::options()
            .write(true)
            .create(true)
            .truncate(true)
            .mode(mode)
            .open(&new)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        std::fs::rename(&new, path)?;
        match path.parent() {
            Some(parent) => std::fs::File::open(parent)?.sync_all(),
            None => Ok(()),
        }
    })();
    if written.is_err() {
        let _ = std::fs::remove_file(&new);
    }
    written
}

fn stanzas_of(path: &Path, lines: &[String]) -> Result<Vec<Stanza>, IniError> {
    let mut stanzas: Vec<Stanza> = Vec::new();
    for (at, text) in lines.iter().enumerate() {
        let line = at + 1;
        let wrong = |problem: String| IniError::Line {
            path: path.to_owned(),
            line,
            problem,
        };
        let trimmed = text.trim();
        if trimmed.is_empty() || trimmed.starts_with(['#', ';']) {
            continue;
        }
        if let Some((name, value)) = trimmed.split_once('=') {
            let (name, value) = (name.trim(), value.trim());
            let Some(stanza) = stanzas.last_mut() else {
                return Err(wrong(format!("{name}: an attribute before any stanza")));
            };
            if name.is_empty() {
                return Err(wrong("a value without the name of an attribute".to_owned()));
            }
            if let Some(first) = stanza.attribute(name) {
                let first_line = first.line;
                return Err(wrong(format!("{name}: given already on line {first_line}")));
            }
            stanza.attributes.push(IniAttribute {
                name: name.to_owned(),
                value: value.to_owned(),
                line,
            });
        } else if let Some(name) = trimmed.strip_suffix(':') {
            stanzas.push(Stanza {
                name: name.trim_end().to_owned(),
                line,
                attributes: Vec::new(),
            });
        } else {
            return Err(wrong(format!(
                "'{trimmed}' is neither a stanza (Name:) nor an attribute (Name=Value)"
            )));
        }
    }
    Ok(stanzas)
}

#[cfg(test)]
mod tests {
    use super::{IniError, IniFile};
    use std::path::Path;

    fn parse(text: &str) -> Result<IniFile, IniError> {
        IniFile::parse(Path::new("qm.ini"), text)
    }

    #[test]
    fn stanzas_and_attributes_know_their_lines() {
        let file = parse("# head\nLog:\n   LogType=LINEAR\n\n; more\nSSL:\n  AllowTLSV13 = TRUE\n")
            .unwrap();
        let log = file.attribute("log", "logtype").unwrap();
        assert_eq!((log.value.as_str(), log.line), ("LINEAR", 3));
        assert_eq!(file.attribute("SSL", "AllowTLSV13").unwrap().value, "TRUE");
        assert_eq!(file.stanza("SSL").unwrap().line, 6);
        assert!(file.attribute("Log", "LogPath").is_none());
    }

    #[test]
    fn a_wrong_line_is_named() {
        for (text, said) in [
            (
                "LogType=LINEAR\n",
                "qm.ini line 1: LogType: an attribute before any stanza",
            ),
            (
                "Log:\n  LogType=A\n  logtype=B\n",
                "qm.ini line 3: logtype: given already on line 2",
            ),
            (
                "Log:\n\nwhat is this\n",
                "qm.ini line 3: 'what is this' is neither",
            ),
            ("Log:\n =3\n", "qm.ini line 2: a value without"),
        ] {
            let error = parse(text).unwrap_err().to_string();
            assert!(error.starts_with(said), "{error}");
        }
    }

    #[test]
    fn editing_keeps_comments_and_other_stanzas() {
        let before = "# ours\n\nQueueManager:\n   Name=A\n\n# keep me\nQueueManager:\n   Name=B\n\nOther:\n   X=1\n";
        let mut file = parse(before).unwrap();
        file.remove_stanza(1);
        assert_eq!(
            file.text(),
            "# ours\n\nQueueManager:\n   Name=A\n\n# keep me\n\nOther:\n   X=1\n"
        );
        file.add_stanza("QueueManager", &[("Name", "C"), ("Directory", "C")]);
        assert!(
            file.text()
                .ends_with("   X=1\n\nQueueManager:\n   Name=C\n   Directory=C\n")
        );
        assert_eq!(parse(&file.text()).unwrap(), file);
    }

    #[test]
    fn no_text_makes_the_reader_panic() {
        let pieces = [
            "Log:", "=", "A=B", " ", "#", ";x", ":", "\u{e4}:", "\t", "x",
        ];
        for one in 0..pieces.len().pow(3) {
            let text: Vec<&str> = (0..3)
                .map(|at| pieces[one / pieces.len().pow(at) % pieces.len()])
                .collect();
            let _ = parse(&text.join("\n"));
        }
    }
}
