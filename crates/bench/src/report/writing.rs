//! Files of a report.

use crate::failure::Failure;
use ferromq_report::results::{BYTES_MAX, Results};
use ferromq_report::{page as page_of, picture_in_markdown};
use std::fs;
use std::io::Read;
use std::path::Path;

/// The file of results in the directory of a report.
pub(super) const RESULTS: &str = "results.json";

/// Reads a file of results; of a directory, the one in it.
pub(super) fn read(path: &Path) -> Result<Results, Failure> {
    let path = if path.is_dir() {
        path.join(RESULTS)
    } else {
        path.to_owned()
    };
    let what = path.display().to_string();
    let file = fs::File::open(&path).map_err(Failure::io(format!("reading {what}")))?;
    let mut text = String::new();
    let read = file.take(BYTES_MAX as u64 + 1).read_to_string(&mut text);
    read.map_err(Failure::io(format!("reading {what}")))?;
    Results::read(&text).map_err(|why| Failure::Usage(format!("{what}: {why}")))
}

/// Writes the results so that they are all there or as before.
pub(super) fn keep(results: &Results, file: &Path) -> Result<(), Failure> {
    if let Some(place) = file.parent() {
        fs::create_dir_all(place).map_err(Failure::io(format!("making {}", place.display())))?;
    }
    let next = file.with_extension("json.next");
    fs::write(&next, results.write())
        .map_err(Failure::io(format!("writing {}", next.display())))?;
    fs::rename(&next, file).map_err(Failure::io(format!("writing {}", file.display())))
}

/// Puts results that were read from somewhere beside the page that is made of them. What was measured in that directory is not written over.
pub(super) fn beside(results: &Results, from: &Path, to: &Path) -> Result<(), Failure> {
    let file = to.join(RESULTS);
    if !file.exists() {
        return keep(results, &file);
    }
    let from = if from.is_dir() {
        from.join(RESULTS)
    } else {
        from.to_owned()
    };
    let place = |path: &Path| {
        let what = format!("reading {}", path.display());
        fs::canonicalize(path).map_err(Failure::io(what))
    };
    if place(&from)? == place(&file)? || read(&file).is_ok_and(|known| known == *results) {
        return Ok(());
    }
    Err(Failure::Usage(format!(
        "{} has another run: give another directory with -o",
        file.display()
    )))
}

/// Writes the page, its Markdown and its charts, and puts the best charts between the marks of a README.
pub(super) fn page(results: &Results, to: &Path, readme: Option<&Path>) -> Result<(), Failure> {
    let page = page_of(results);
    let charts = to.join("charts");
    fs::create_dir_all(&charts).map_err(Failure::io(format!("making {}", charts.display())))?;
    let mut files = vec![
        (to.join("report.html"), page.html),
        (to.join("README.md"), page.markdown),
    ];
    files.extend(
        page.charts
            .into_iter()
            .map(|(name, text)| (charts.join(name), text)),
    );
    for (path, text) in files {
        fs::write(&path, text).map_err(Failure::io(format!("writing {}", path.display())))?;
    }
    readme.map_or(Ok(()), |readme| show_in(readme, to))
}

/// The charts a README shows, and what they are.
const BEST: [(&str, &str); 3] = [
    (
        "summary-cost",
        "Processor time of a round trip: FerroMQ and published figures",
    ),
    (
        "rr-bb",
        "Round trips a second by requesters, persistent and not",
    ),
    ("ps", "Messages a second of one publisher by subscribers"),
];
const BEGIN: &str = "<!-- charts of the report -->";
const END: &str = "<!-- end of charts -->";

fn show_in(readme: &Path, to: &Path) -> Result<(), Failure> {
    let what = readme.display();
    let text = fs::read_to_string(readme).map_err(Failure::io(format!("reading {what}")))?;
    let marks = text
        .split_once(BEGIN)
        .and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
    let (before, after) =
        marks.ok_or_else(|| Failure::Usage(format!("{what} has no lines {BEGIN} and {END}")))?;
    let place = to.join("charts").display().to_string();
    let pictures: String = BEST
        .iter()
        .map(|(name, title)| format!("{}\n", picture_in_markdown(&place, name, title)))
        .collect();
    let text = format!("{before}{BEGIN}\n\n{pictures}{END}{after}");
    fs::write(readme, text).map_err(Failure::io(format!("writing {what}")))
}
