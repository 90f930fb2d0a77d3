//! `runmqras`: what a maintainer asks for, as one archive. Passwords and keys are left out.

use super::archive::{Archive, FILE_BYTES_MAX, end_of};
use crate::arguments::Arguments;
use crate::connection::{Asker, Right, connect, installation};
use crate::control::automatic::AUTOMATIC_ANSWERS;
use crate::failure::{Failure, exit};
use crate::unsecret;
use ferromq::installation::{Installation, Listed};
use ferromq_base::calendar::date_and_time;
use ferromq_base::output;
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::local::{DumpOrder, LocalAnswer, LocalOrder, RecordsOver};
use std::ffi::OsStr;
use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// Something could not be collected.
pub(crate) const PARTLY: u8 = 10;
/// What `-section` takes: all, or those there are.
pub(crate) const SECTIONS: [&str; 6] = ["all", "base", "defs", "logs", "fdc", "trace"];
/// Files of a directory that are looked at.
const FILES_MAX: usize = 2_000;
/// Displays of a queue manager that runs.
const DISPLAYS: [(&str, &str); 9] = [
    ("qmstatus", "DISPLAY QMSTATUS ALL"),
    ("qmgr", "DISPLAY QMGR ALL"),
    ("qstatus", "DISPLAY QSTATUS(*) ALL"),
    ("chstatus", "DISPLAY CHSTATUS(*) ALL"),
    ("lsstatus", "DISPLAY LSSTATUS(*) ALL"),
    ("svstatus", "DISPLAY SVSTATUS(*) ALL"),
    ("conn", "DISPLAY CONN(*) ALL"),
    ("sbstatus", "DISPLAY SBSTATUS(*) ALL"),
    ("clusqmgr", "DISPLAY CLUSQMGR(*) ALL"),
];
/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let wrong = |problem: String| Failure::text(format!("{problem}\n"), exit::ARGUMENTS);
    let sections: Vec<&str> = match arguments.value("-section") {
        None => vec!["all"],
        Some(words) => words.split(',').map(str::trim).collect(),
    };
    if let Some(unknown) = sections.iter().find(|one| !SECTIONS.contains(one)) {
        return Err(wrong(format!(
            "'{unknown}' of option -section is none of {}",
            SECTIONS.join(", ")
        )));
    }
    let wants = |section: &str| sections.contains(&section) || sections.contains(&"all");
    let installation = installation()?;
    let chosen = chosen(arguments, &installation).map_err(wrong)?;
    let (path, moment) = archive_place(arguments);
    if arguments.has("-demo") {
        output::line(&format!(
            "would collect {} of {} into {}",
            sections.join(", "),
            names(&chosen),
            path.display()
        ));
        return Ok(exit::OK);
    }
    let mut collecting = Collecting {
        archive: Archive::create(&path, moment)?,
        left_out: Vec::new(),
    };
    if wants("base") {
        collecting.base(&installation)?;
    }
    if wants("fdc") {
        collecting.directory(
            "errors",
            &installation.data_path().join("errors"),
            &["FDC", "LOG", "json"],
        )?;
    }
    if wants("trace") {
        collecting.directory(
            "trace",
            &installation.data_path().join("trace"),
            &["TRC", "FMT"],
        )?;
    }
    for one in &chosen {
        collecting.q_mgr(
            &installation,
            one,
            wants("base"),
            wants("defs"),
            wants("logs"),
        )?;
    }
    let left_out = collecting.finish(&path)?;
    if left_out > 0 {
        output::line(&format!(
            "{left_out} things could not be collected: left_out.txt in the archive names them"
        ));
        return Ok(PARTLY);
    }
    Ok(exit::OK)
}

/// The queue managers that are named; all if none is.
fn chosen(arguments: &Arguments, installation: &Installation) -> Result<Vec<Listed>, String> {
    let all = installation.queue_managers();
    let Some(list) = arguments.value("-qmlist") else {
        return Ok(all);
    };
    let named: Vec<&str> = list.split(',').map(str::trim).collect();
    if let Some(missing) = named
        .iter()
        .find(|name| !all.iter().any(|one| one.name == **name))
    {
        return Err(format!("there is no queue manager '{missing}'"));
    }
    let is_named = |one: &Listed| named.contains(&one.name.as_str());
    Ok(all.into_iter().filter(is_named).collect())
}

/// Year, month, day, hour, minute and second, and the same as text: `20261127_081200`.
pub(crate) fn moment_now() -> ([u16; 6], String) {
    let now_us = SystemTime::now().duration_since(UNIX_EPOCH);
    let now_us = now_us.map_or(0, |since| u64::try_from(since.as_micros()).unwrap_or(0));
    let (date, time) = date_and_time(now_us);
    let date = String::from_utf8_lossy(&date).into_owned();
    let time = String::from_utf8_lossy(&time).into_owned();
    let number = |text: &str, from: usize, to: usize| {
        let part = text.get(from..to).and_then(|part| part.parse().ok());
        part.unwrap_or(0)
    };
    let moment = [
        number(&date, 0, 4),
        number(&date, 4, 6),
        number(&date, 6, 8),
        number(&time, 0, 2),
        number(&time, 2, 4),
        number(&time, 4, 6),
    ];
    (moment, format!("{date}_{}", time.get(..6).unwrap_or("")))
}

/// Where the archive is written, and when.
fn archive_place(arguments: &Arguments) -> (PathBuf, [u16; 6]) {
    let (moment, stamp) = moment_now();
    let case = arguments.value("-caseno");
    let case = case.map_or(String::new(), |case| format!("{case}_"));
    let name = format!("{case}runmqras_{stamp}.zip");
    let path = match (
        arguments.value("-zipfile"),
        arguments.value("-workdirectory"),
    ) {
        (Some(file), _) => PathBuf::from(file),
        (None, Some(directory)) => Path::new(directory).join(&name),
        (None, None) => std::env::temp_dir().join(&name),
    };
    (path, moment)
}

fn names(chosen: &[Listed]) -> String {
    let names: Vec<&str> = chosen.iter().map(|one| one.name.as_str()).collect();
    match names.is_empty() {
        true => "no queue manager".to_owned(),
        false => names.join(", "),
    }
}

struct Collecting {
    archive: Archive<BufWriter<File>>,
    /// What could not be collected, and why.
    left_out: Vec<String>,
}

impl Collecting {
    fn add(&mut self, name: &str, bytes: &[u8]) -> Result<(), Failure> {
        let added = self.archive.add(name, bytes);
        match added.map_err(|error| Failure::io("the archive", &error))? {
            true => {}
            false => self
                .left_out
                .push(format!("{name}: there is no room for it")),
        }
        Ok(())
    }

    /// A file as it is; of a long one its end. Of commands it is what may be told of them.
    fn file(&mut self, name: &str, path: &Path, is_settings: bool) -> Result<(), Failure> {
        let has_commands = path.file_name() == Some(OsStr::new(AUTOMATIC_ANSWERS));
        match end_of(path, FILE_BYTES_MAX as u64) {
            Ok(bytes) if has_commands => {
                let text = unsecret::commands(&String::from_utf8_lossy(&bytes));
                self.add(name, text.as_bytes())
            }
            Ok(bytes) if is_settings => match unsecret::stanzas(&bytes) {
                Ok(text) => self.add(name, text.as_bytes()),
                Err(problem) => {
                    self.left_out.push(format!("{}: {problem}", path.display()));
                    Ok(())
                }
            },
            Ok(bytes) => self.add(name, &bytes),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
            Err(error) => {
                self.left_out.push(format!("{}: {error}", path.display()));
                Ok(())
            }
        }
    }

    /// The files of a directory that end so.
    fn directory(&mut self, name: &str, path: &Path, ends: &[&str]) -> Result<(), Failure> {
        let Ok(entries) = std::fs::read_dir(path) else {
            return Ok(());
        };
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        let fits = |path: &&PathBuf| {
            let extension = path
                .extension()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            path.is_file() && ends.contains(&extension.as_str())
        };
        for path in paths.iter().filter(fits).take(FILES_MAX) {
            let file = path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            self.file(&format!("{name}/{file}"), path, false)?;
        }
        Ok(())
    }

    fn base(&mut self, installation: &Installation) -> Result<(), Failure> {
        let version = format!(
            "FerroMQ {} ({})\ninstalled in {}\ndata path {}\nhost {}\n",
            crate::control::version::VERSION,
            crate::control::version::build(),
            crate::control::version::installation_path().display(),
            installation.data_path().display(),
            crate::control::host_name()
        );
        self.add("version.txt", version.as_bytes())?;
        let mut list = String::new();
        for one in installation.queue_managers() {
            list.push_str(&format!(
                "QMNAME({}) STATUS({})\n",
                one.name,
                one.status().words()
            ));
        }
        self.add("dspmq.txt", list.as_bytes())?;
        let mut variables: Vec<String> = std::env::vars()
            .filter(|(name, _)| {
                ["MQ", "AMQ", "LANG", "LC_", "TZ", "PATH", "LD_"]
                    .iter()
                    .any(|start| name.starts_with(start))
            })
            .map(|(name, value)| unsecret::variable(&name, &value))
            .collect();
        variables.sort();
        self.add("environment.txt", variables.join("\n").as_bytes())?;
        for file in ["limits", "status", "mountinfo"] {
            self.file(
                &format!("machine/self_{file}.txt"),
                &Path::new("/proc/self").join(file),
                false,
            )?;
        }
        for file in ["meminfo", "loadavg", "version", "cpuinfo"] {
            self.file(
                &format!("machine/{file}.txt"),
                &Path::new("/proc").join(file),
                false,
            )?;
        }
        self.file("mqs.ini", &installation.data_path().join("mqs.ini"), true)
    }

    fn q_mgr(
        &mut self,
        installation: &Installation,
        one: &Listed,
        base: bool,
        defs: bool,
        logs: bool,
    ) -> Result<(), Failure> {
        let place = format!("qmgrs/{}", one.name);
        if base {
            for file in ["qm.ini", "mqat.ini", "STATUS"] {
                self.file(&format!("{place}/{file}"), &one.data.join(file), true)?;
            }
        }
        if logs {
            self.directory(
                &format!("{place}/errors"),
                &one.data.join("errors"),
                &["LOG", "json", "FDC"],
            )?;
        }
        if !defs {
            return Ok(());
        }
        match connect(installation, &one.name, "runmqras", Right::Control) {
            // It does not run: what is in files is there.
            Err(failure) => self
                .left_out
                .push(format!("{}: displays and definitions: {failure}", one.name)),
            Ok(mut session) => {
                for (name, command) in DISPLAYS {
                    match session.command(command) {
                        Ok((text, _)) => {
                            let text = unsecret::commands(&text);
                            self.add(&format!("{place}/{name}.txt"), text.as_bytes())?;
                        }
                        Err(error) => self
                            .left_out
                            .push(format!("{}: {command}: {error}", one.name)),
                    }
                }
                // What it was asked is done.
                let _ = session.disconnect();
                self.definitions(installation, one, &place)?;
            }
        }
        Ok(())
    }

    fn definitions(
        &mut self,
        installation: &Installation,
        one: &Listed,
        place: &str,
    ) -> Result<(), Failure> {
        let mut kinds = ObjectKind::ALL.to_vec();
        kinds.retain(|kind| kind.info().dump_order.is_some());
        kinds.sort_by_key(|kind| kind.info().dump_order);
        let order = DumpOrder {
            all_attributes: true,
            one_line: false,
            kinds,
            records: RecordsOver::Everything,
            names: "*".to_owned(),
        };
        let asker = Asker::control(installation, &one.name, "runmqras");
        match asker.order(LocalOrder::Dump(order)) {
            Ok((answers, _)) => {
                let mut text = String::new();
                for answer in &answers {
                    if let LocalAnswer::Text(part) = answer {
                        text.push_str(part);
                    }
                }
                let text = unsecret::commands(&text);
                self.add(&format!("{place}/dmpmqcfg.mqsc"), text.as_bytes())
            }
            Err(failure) => {
                self.left_out.push(format!(
                    "{}: definitions: {}",
                    one.name,
                    failure.words().trim_end()
                ));
                Ok(())
            }
        }
    }

    /// Ends the archive; answers how much could not be collected.
    fn finish(mut self, path: &Path) -> Result<usize, Failure> {
        let left_out = self.left_out.len();
        if left_out > 0 {
            let text = self.left_out.join("\n") + "\n";
            self.add("left_out.txt", text.as_bytes())?;
        }
        let count = self.archive.finish();
        let count = count.map_err(|error| Failure::io(path.display(), &error))?;
        output::line(&format!("{count} files collected in {}", path.display()));
        Ok(left_out)
    }
}
