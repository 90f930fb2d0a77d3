//! `ffstsummary`: failure records, the oldest first.

use crate::arguments::Arguments;
use crate::connection::installation;
use crate::failure::Failure;
use ferromq_base::output;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

/// Most of a record that is read.
const RECORD_BYTES_MAX: u64 = 4 << 20;
/// Most files that are looked at.
const FILES_MAX: usize = 10_000;

/// A report of a record.
#[derive(Debug, Default, PartialEq, Eq)]
struct Report {
    utc: String,
    shown: String,
    process: String,
    program: String,
    probe: String,
    component: String,
    error: String,
    description: String,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let mut directories = Vec::new();
    match arguments.name(0) {
        Some(directory) => directories.push(PathBuf::from(directory)),
        None => directories = places()?,
    }
    let mut reports = Vec::new();
    for directory in &directories {
        for path in records_in(directory) {
            let name = path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            reports.extend(read(&path).into_iter().map(|report| (name.clone(), report)));
        }
    }
    reports.sort_by(|(_, one), (_, other)| one.utc.cmp(&other.utc));
    for (name, report) in &reports {
        output::line(&format!(
            "{} {name} {} {} {} {} {} {}",
            report.shown,
            report.process,
            report.program,
            report.probe,
            report.component,
            report.error,
            report.description
        ));
    }
    if reports.is_empty() {
        output::line("There are no failure records.");
    }
    Ok(0)
}

/// Where failure records of this installation may be.
pub(crate) fn places() -> Result<Vec<PathBuf>, Failure> {
    let installation = installation()?;
    let mut places = vec![installation.data_path().join("errors")];
    for q_mgr in installation.queue_managers() {
        let place = ferromq_mqi::place::failure_records(&q_mgr.data);
        if !places.contains(&place) {
            places.push(place);
        }
    }
    Ok(places)
}

/// The failure records of a directory.
pub(crate) fn records_in(directory: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(directory) else {
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "FDC"))
        .take(FILES_MAX)
        .collect();
    paths.sort();
    paths
}

fn read(path: &Path) -> Vec<Report> {
    let mut bytes = Vec::new();
    let read =
        File::open(path).and_then(|file| file.take(RECORD_BYTES_MAX).read_to_end(&mut bytes));
    match read {
        Ok(_) => reports_of(&String::from_utf8_lossy(&bytes)),
        Err(_) => Vec::new(),
    }
}

fn reports_of(text: &str) -> Vec<Report> {
    let mut reports = Vec::new();
    let mut open: Option<Report> = None;
    for line in text.lines() {
        if line.starts_with("+--") {
            match open.take() {
                Some(report) => reports.push(report),
                None => open = Some(Report::default()),
            }
            continue;
        }
        let Some(report) = &mut open else { continue };
        let inside = line.trim_start_matches('|').trim_end_matches('|');
        let Some((name, value)) = inside.split_once(":-") else {
            continue;
        };
        let value = value.trim().to_owned();
        match name.trim() {
            "UTC Time" => report.utc = value,
            "Date/Time" => report.shown = value,
            "Process" => report.process = value,
            "Program Name" => report.program = value,
            "Probe Id" => report.probe = value,
            "Component" => report.component = value,
            "Major Errorcode" => report.error = value,
            "Probe Description" => report.description = value,
            _ => {}
        }
    }
    reports
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_report_of_a_record_is_read() {
        let one = "+---+\n| Probe Id   :- FM000400 |\n| Process :- 7 |\n+---+\n\nstack\n| no :- field |\n";
        let reports = reports_of(&format!("{one}{one}"));
        assert_eq!(reports.len(), 2);
        assert_eq!(
            (reports[1].probe.as_str(), reports[1].process.as_str()),
            ("FM000400", "7")
        );
    }
}
