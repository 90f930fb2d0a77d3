//! Many small files in one transfer, beside `rsync` with each file forced.

use super::installation::{Installation, Scenario};
use super::{FIGURES, SETTINGS, beside, load, material, record, tell, transfer};
use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::figures::{Record, rows};
use crate::output::say;
use crate::run_directory::RunDirectory;
use std::path::Path;

/// Bytes of each file.
const FILE_BYTES: u64 = 10_000;
/// As many as an agent plans in one transfer.
const FILES_MAX: u64 = 100_000;

/// Files a second, of all that were moved.
fn of_files(record: &mut Record, count: u64, seconds: f64) {
    record.number("files_per_s", count as f64 / seconds.max(1e-9));
}

fn name(number: u64) -> String {
    format!("{number:06}")
}

fn check_all(from: &Path, to: &Path, count: u64) -> Result<(), Failure> {
    for number in 0..count {
        material::check_same(&from.join(name(number)), &to.join(name(number)))?;
    }
    let listed = std::fs::read_dir(to).map_err(Failure::io("listing what arrived"))?;
    match listed.count() as u64 {
        found if found == count => Ok(()),
        found => Err(Failure::Wrong(format!(
            "{found} files are there, not {count}"
        ))),
    }
}

/// See the module.
pub(super) fn run(arguments: &Arguments) -> Result<Vec<Record>, Failure> {
    let count = arguments.number("small", 10_000)?;
    if count == 0 || count > FILES_MAX {
        return Err(Failure::Usage(format!("--small is 1 to {FILES_MAX}")));
    }
    let rounds = arguments.count("rounds", 1)?.max(1);
    let place =
        RunDirectory::fresh(&arguments.data_path()).map_err(Failure::io("making a directory"))?;
    // A file takes whole blocks, and there are two of each.
    material::check_room(place.path(), count * 2 * (FILE_BYTES + 8_192))?;
    let source = place.path().join("source");
    std::fs::create_dir_all(&source).map_err(Failure::io("making a directory"))?;
    for number in 0..count {
        material::make(&source.join(name(number)), FILE_BYTES, number)?;
    }
    material::settle();
    let bytes = count * FILE_BYTES;
    let mut records = Vec::new();
    for _ in 0..rounds {
        let rsync = of_rsync(&source, place.path(), count)?;
        let limit = rsync.as_ref().and_then(|record| record.get("files_per_s"));
        records.extend(rsync);
        for (what, checksum) in [("bindings, MD5", "MD5"), ("bindings, none", "none")] {
            if arguments
                .text("only")
                .is_some_and(|only| !what.contains(only))
            {
                continue;
            }
            let lines = ["maxFilesForTransfer=100000".to_owned()];
            let installation = Installation::start(arguments, Scenario::Bindings, &lines)?;
            let to = installation.path().join("arrived");
            let (from, into) = (source.display().to_string(), to.display().to_string());
            let took = transfer(&installation, &["-cs", checksum, "-r", "-dd", &into, &from])?;
            check_all(&source, &to, count)?;
            let mut record = record(what, bytes, took.seconds);
            tell(&mut record, &took, bytes);
            of_files(&mut record, count, took.seconds);
            let rate = count as f64 / took.seconds.max(1e-9);
            record.bind("rsync -a --fsync", limit.unwrap_or(0.0), rate);
            records.push(record);
        }
    }
    let figures = [&["files_per_s"], FIGURES].concat();
    say(&rows(&records, SETTINGS, &figures))?;
    Ok(records)
}

fn of_rsync(source: &Path, place: &Path, count: u64) -> Result<Option<Record>, Failure> {
    let to = place.join("copies");
    // With a slash behind it what is in the directory is meant.
    let Some(took) = beside::rsync(&source.join(""), &to)? else {
        say("rsync is left out: it is not installed\n")?;
        return Ok(None);
    };
    check_all(source, &to, count)?;
    std::fs::remove_dir_all(&to).map_err(Failure::io("removing copies"))?;
    let bytes = count * FILE_BYTES;
    let mut record = record("rsync -a --fsync", bytes, took.seconds);
    record
        .number("all_cpu_s_per_gb", took.cpu_s / (bytes as f64 / 1e9))
        .figure("load", load());
    of_files(&mut record, count, took.seconds);
    Ok(Some(record))
}
