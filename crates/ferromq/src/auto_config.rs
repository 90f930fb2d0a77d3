//! What is applied at every start: the files stanza `AutoConfig` names, their copies, inserts.
//!
//! The text of all files is checked and kept as one copy in `autocfg` of the queue manager's directory. Where files cannot be
//! read or are wrong later, the copy is used. Where there is none yet, commands that are wrong are left to fail one by one; the
//! start fails for files that cannot be read and for wrong settings, for nobody knows then what the queue manager was to be.

use crate::installation::QM_INI;
use crate::rights::{PRIVATE_FILE, make_readable_directory};
use crate::settings::{SettingsFile, check_file};
use ferromq_base::ini::{IniError, IniFile, Stanza, write_durably};
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

/// Directory of the copies.
const COPIES: &str = "autocfg";
/// Longest text of all files together.
const TEXT_BYTES_MAX: usize = 16 << 20;
/// Most files of a folder.
const FILES_MAX: usize = 1000;
/// Stanzas there may be several of: `Name` says which is which.
const NAMED: [&str; 5] = [
    "DiagnosticMessages",
    "Service",
    "ServiceComponent",
    "ApiExitLocal",
    "XAResourceManager",
];
/// Settings a queue manager is created with: they are not changed by a start.
const OF_CREATION: [&str; 4] = ["LogPath", "LogFilePages", "LogType", "LogPrimaryFiles"];

/// Which of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Which {
    Mqsc,
    Ini,
}

impl Which {
    fn extension(self) -> &'static str {
        match self {
            Self::Mqsc => "mqsc",
            Self::Ini => "ini",
        }
    }

    fn copy(self, data: &Path) -> PathBuf {
        data.join(COPIES)
            .join(format!("cached.{}", self.extension()))
    }
}

/// Why the automatic configuration cannot be used, and there is no copy of it: what is wrong, without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoConfiguration(pub String);

/// A text to apply.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Applied<T> {
    /// What it is.
    pub what: T,
    /// Why the copy of an earlier start is used in place of the files, without a full stop.
    pub copy_because: Option<String>,
}

/// The text of the MQSC files at `path`, for the queue manager in the directory `data`. `check` is given the text of a file and
/// says what is wrong with it.
///
/// # Errors
/// `NoConfiguration`.
pub fn mqsc(
    data: &Path,
    path: &Path,
    check: impl Fn(&str) -> Result<(), String>,
) -> Result<Applied<String>, NoConfiguration> {
    text_of(data, path, Which::Mqsc, check)
}

/// Writes what the files of `IniConfig` say into `qm.ini` of the directory `data`, if they are named there. Answers with the
/// names of settings that were changed.
///
/// # Errors
/// `NoConfiguration`; also where `qm.ini` itself cannot be read or written.
pub fn apply_ini(data: &Path) -> Result<Applied<Vec<String>>, NoConfiguration> {
    let failed = |error: IniError| NoConfiguration(error.to_string());
    let file = IniFile::read(&data.join(QM_INI)).map_err(failed)?;
    let Some(path) = file.attribute("AutoConfig", "IniConfig") else {
        return Ok(Applied::default());
    };
    let path = PathBuf::from(&path.value);
    let check = |text: &str| {
        let file = IniFile::parse(&path, text).map_err(|error| error.to_string())?;
        check_file(&file, SettingsFile::QmIni).map_err(|error| error.to_string())?;
        Ok(())
    };
    let text = text_of(data, &path, Which::Ini, check)?;
    let wanted = IniFile::parse(&path, &text.what).map_err(failed)?;
    Ok(Applied {
        what: merge_ini(data, &wanted)?,
        copy_because: text.copy_because,
    })
}

/// Writes what a file says into `qm.ini` of the directory `data`, but for what is fixed when a queue manager is created. Answers with the names
/// of settings that were changed. What it says has to be checked.
///
/// # Errors
/// `NoConfiguration` where `qm.ini` cannot be read or written.
pub fn merge_ini(data: &Path, wanted: &IniFile) -> Result<Vec<String>, NoConfiguration> {
    let failed = |error: IniError| NoConfiguration(error.to_string());
    let mut file = IniFile::read(&data.join(QM_INI)).map_err(failed)?;
    let before = file.text();
    let mut changed = Vec::new();
    for stanza in wanted.stanzas() {
        merge(&mut file, stanza, &mut changed);
    }
    if file.text() != before {
        file.write().map_err(failed)?;
    }
    Ok(changed)
}

/// Whether a setting of `qm.ini` is fixed when the queue manager is created.
#[must_use]
pub fn is_of_creation(stanza: &str, name: &str) -> bool {
    let is_one = OF_CREATION.iter().any(|it| it.eq_ignore_ascii_case(name));
    is_one && stanza.eq_ignore_ascii_case("Log")
}

fn merge(file: &mut IniFile, wanted: &Stanza, changed: &mut Vec<String>) {
    let named = NAMED
        .iter()
        .any(|name| name.eq_ignore_ascii_case(&wanted.name));
    let is_it = |there: &Stanza| {
        there.name.eq_ignore_ascii_case(&wanted.name)
            && (!named || there.value("Name") == wanted.value("Name"))
    };
    let attributes = wanted
        .attributes
        .iter()
        .filter(|attribute| !is_of_creation(&wanted.name, &attribute.name));
    if !file.stanzas().iter().any(is_it) {
        file.add_stanza(&wanted.name, &[]);
    }
    for attribute in attributes {
        // The last one, where it was added just now and has no name yet.
        let found = file.stanzas().iter().position(is_it);
        let at = found.unwrap_or(file.stanzas().len().saturating_sub(1));
        let there = file
            .stanzas()
            .get(at)
            .and_then(|it| it.attribute(&attribute.name));
        if there.is_some_and(|there| there.value == attribute.value) {
            continue;
        }
        file.set_attribute(at, &attribute.name, &attribute.value);
        changed.push(format!("{}.{}", wanted.name, attribute.name));
    }
}

fn text_of(
    data: &Path,
    path: &Path,
    which: Which,
    check: impl Fn(&str) -> Result<(), String>,
) -> Result<Applied<String>, NoConfiguration> {
    let copy = which.copy(data);
    let (text, because) = match gathered(path, which, check) {
        Ok((text, None)) => {
            keep(&copy, &text).map_err(|error| {
                NoConfiguration(format!("{} cannot be written: {error}", copy.display()))
            })?;
            return Ok(Applied {
                what: text,
                copy_because: None,
            });
        }
        Ok((text, Some(wrong))) => (Some(text), wrong),
        Err(problem) => (None, problem),
    };
    match (read(&copy), text.filter(|_| which == Which::Mqsc)) {
        (Ok(text), _) => Ok(Applied {
            what: text,
            copy_because: Some(because),
        }),
        (Err(_), Some(text)) => Ok(Applied {
            what: text,
            copy_because: None,
        }),
        (Err(_), None) => Err(NoConfiguration(because)),
    }
}

fn keep(copy: &Path, text: &str) -> io::Result<()> {
    if read(copy).is_ok_and(|there| there == text) {
        return Ok(());
    }
    if let Some(directory) = copy.parent() {
        make_readable_directory(directory)?;
    }
    write_durably(copy, text.as_bytes(), PRIVATE_FILE)
}

/// The text of a file, or of all files of a folder in the order of their names, and what `check` finds wrong first.
fn gathered(
    path: &Path,
    which: Which,
    check: impl Fn(&str) -> Result<(), String>,
) -> Result<(String, Option<String>), String> {
    let failed = |path: &Path, error: io::Error| format!("{}: {error}", path.display());
    let is_folder = fs::metadata(path)
        .map_err(|error| failed(path, error))?
        .is_dir();
    let mut files = vec![path.to_owned()];
    if is_folder {
        files.clear();
        for entry in fs::read_dir(path).map_err(|error| failed(path, error))? {
            let found = entry.map_err(|error| failed(path, error))?.path();
            let extension = found.extension().and_then(|it| it.to_str());
            if extension.is_some_and(|it| it.eq_ignore_ascii_case(which.extension())) {
                files.push(found);
            }
            if files.len() > FILES_MAX {
                return Err(format!(
                    "{} has more than {FILES_MAX} files",
                    path.display()
                ));
            }
        }
        files.sort();
    }
    let (mut text, mut wrong) = (String::new(), None);
    for file in files {
        let one = read(&file).map_err(|error| failed(&file, error))?;
        if let Err(problem) = check(&one) {
            wrong.get_or_insert_with(|| format!("{}: {problem}", file.display()));
        }
        text.push_str(&one);
        if !text.ends_with('\n') {
            text.push('\n');
        }
        if text.len() > TEXT_BYTES_MAX {
            return Err(format!(
                "{} has more than {TEXT_BYTES_MAX} bytes",
                path.display()
            ));
        }
    }
    Ok((text, wrong))
}

/// The text of a file that is not too long; devices and pipes never end.
fn read(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    let bound = TEXT_BYTES_MAX as u64 + 1;
    File::open(path)?.take(bound).read_to_string(&mut text)?;
    match text.len() > TEXT_BYTES_MAX {
        true => Err(io::Error::other("the file is too long")),
        false => Ok(text),
    }
}

/// A command with what its inserts stand for, and the first insert that stands for nothing. In the definition of a
/// cluster-sender channel `+QMNAME+` is the name of the queue manager at the other end, and stays.
#[must_use]
pub fn with_inserts(command: &str, inserts: &[(String, String)]) -> (String, Option<String>) {
    let squeezed: String = command
        .chars()
        .filter(|character| !character.is_whitespace())
        .collect();
    let to_sender = squeezed.to_ascii_uppercase().contains("CHLTYPE(CLUSSDR)");
    let (mut text, mut unknown) = (String::with_capacity(command.len()), None);
    let mut rest = command;
    while let Some(at) = rest.find('+') {
        let (before, behind) = rest.split_at(at);
        text.push_str(before);
        let behind = &behind[1..];
        let is_word = |name: &str| {
            !name.is_empty()
                && name
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        };
        let name = behind.find('+').map(|end| &behind[..end]);
        let Some(name) = name.filter(|name| is_word(name)) else {
            text.push('+');
            rest = behind;
            continue;
        };
        let insert = inserts.iter().find(|insert| insert.0 == name);
        let partner = to_sender && name == "QMNAME";
        match insert.filter(|_| !partner) {
            Some((_, value)) => text.push_str(&value.replace('\'', "''")),
            None => {
                text.push('+');
                text.push_str(name);
                text.push('+');
                if !partner {
                    unknown.get_or_insert_with(|| format!("+{name}+"));
                }
            }
        }
        rest = &behind[name.len() + 1..];
    }
    text.push_str(rest);
    (text, unknown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_place::Place;

    fn inserts() -> Vec<(String, String)> {
        [("QMNAME", "QM1"), ("AUTOCL", "UNI"), ("CONNAME", "it's(1)")]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .to_vec()
    }

    #[test]
    fn inserts_are_replaced_but_for_the_partner_of_a_cluster_sender() {
        let with = |text| with_inserts(text, &inserts());
        let (text, unknown) =
            with("DEFINE CHANNEL('+AUTOCL+_+QMNAME+') CHLTYPE(CLUSRCVR) CONNAME('+CONNAME+')");
        assert_eq!(
            text,
            "DEFINE CHANNEL('UNI_QM1') CHLTYPE(CLUSRCVR) CONNAME('it''s(1)')"
        );
        assert_eq!(unknown, None);
        let (text, unknown) = with("DEFINE CHANNEL('+AUTOCL+.+QMNAME+') CHLTYPE( CLUSSDR )");
        assert_eq!(text, "DEFINE CHANNEL('UNI.+QMNAME+') CHLTYPE( CLUSSDR )");
        assert_eq!(unknown, None);
        let (text, unknown) = with("1 + 2 +PORT+ +");
        assert_eq!(text, "1 + 2 +PORT+ +");
        assert_eq!(unknown.as_deref(), Some("+PORT+"));
    }

    #[test]
    fn files_of_a_folder_are_taken_by_name_and_a_copy_stands_in_for_them() {
        let place = Place::new("auto-config");
        let (data, folder) = (place.0.join("data"), place.0.join("folder"));
        fs::create_dir_all(&data).unwrap();
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("b.mqsc"), "two").unwrap();
        fs::write(folder.join("a.mqsc"), "one\n").unwrap();
        fs::write(folder.join("c.txt"), "three").unwrap();
        let good = |_: &str| Ok(());
        let wrong = |_: &str| Err("wrong".to_owned());
        // Without a copy what is right in them is done.
        let none = mqsc(&data, &folder, wrong).unwrap();
        assert_eq!(
            (none.what.as_str(), none.copy_because),
            ("one\ntwo\n", None)
        );
        let first = mqsc(&data, &folder, good).unwrap();
        assert_eq!(
            (first.what.as_str(), first.copy_because),
            ("one\ntwo\n", None)
        );
        let because = mqsc(&data, &folder, wrong).unwrap().copy_because;
        assert!(because.is_some_and(|it| it.ends_with("a.mqsc: wrong")));
        fs::remove_dir_all(&folder).unwrap();
        let again = mqsc(&data, &folder, good).unwrap();
        assert_eq!(again.what, "one\ntwo\n");
        assert!(again.copy_because.is_some_and(|it| it.contains("folder")));
    }

    #[test]
    fn settings_are_written_into_the_file_of_the_queue_manager() {
        let place = Place::new("auto-ini");
        let (data, ini) = (place.0.clone(), place.0.join("more.ini"));
        fs::create_dir_all(&data).unwrap();
        let text = format!(
            "# mine\nLog:\n   LogPath=/there\nChannels:\n   MaxChannels=7\nService:\n   Name=A\nDiagnosticMessages:\n   Name=A\n   Service=File\nAutoConfig:\n   IniConfig={}\n",
            ini.display()
        );
        fs::write(data.join(QM_INI), &text).unwrap();
        fs::write(&ini, "Channels:\n maxchannels=9\n MaxActiveChannels=8\nTCP:\n Port=1500\nLog:\n LogPath=/elsewhere\nService:\n Name=B\n EntryPoints=3\nDiagnosticMessages:\n Name=B\n Service=Syslog\n").unwrap();
        let applied = apply_ini(&data).unwrap();
        assert_eq!(applied.copy_because, None);
        assert_eq!(
            applied.what,
            [
                "Channels.maxchannels",
                "Channels.MaxActiveChannels",
                "TCP.Port",
                "Service.Name",
                "Service.EntryPoints",
                "DiagnosticMessages.Name",
                "DiagnosticMessages.Service"
            ]
        );
        let file = IniFile::read(&data.join(QM_INI)).unwrap();
        let value = |stanza, name| file.attribute(stanza, name).unwrap().value.clone();
        assert_eq!(value("Channels", "MaxChannels"), "9");
        assert_eq!(value("TCP", "Port"), "1500");
        assert_eq!(value("Log", "LogPath"), "/there");
        assert_eq!(value("Service", "Name"), "A");
        assert_eq!(value("DiagnosticMessages", "Service"), "File");
        assert!(file.text().starts_with("# mine\n"));
        assert!(
            apply_ini(&data).unwrap().what.is_empty(),
            "a second start changes nothing"
        );
        fs::write(&ini, "Channels:\n MaxChannels=none\n").unwrap();
        let copied = apply_ini(&data).unwrap();
        assert!(copied.copy_because.is_some_and(|it| it.contains("line 2")));
    }
}
