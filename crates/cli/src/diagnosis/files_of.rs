//! `dspmqfls`: where objects are on the disk.

use crate::arguments::Arguments;
use crate::connection::{installation, listed, name_meant};
use crate::failure::{Failure, exit};
use ferromq_base::disk::OsDirectory;
use ferromq_base::output;
use ferromq_mqi::attribute::ObjectKind;
use ferromq_qmgr::{CATALOG_FILE, name_fits, object_places};

/// Nothing was shown, or not everything.
pub(crate) const PARTLY: u8 = 10;
/// Something unexpected happened.
pub(crate) const UNEXPECTED: u8 = 20;

/// Kinds of objects as option `-t` has them; `*` and `all` are every one.
const KINDS: [(&str, &[ObjectKind]); 13] = [
    (
        "queue",
        &[
            ObjectKind::QLocal,
            ObjectKind::QAlias,
            ObjectKind::QRemote,
            ObjectKind::QModel,
        ],
    ),
    (
        "q",
        &[
            ObjectKind::QLocal,
            ObjectKind::QAlias,
            ObjectKind::QRemote,
            ObjectKind::QModel,
        ],
    ),
    ("qlocal", &[ObjectKind::QLocal]),
    ("ql", &[ObjectKind::QLocal]),
    ("qalias", &[ObjectKind::QAlias]),
    ("qa", &[ObjectKind::QAlias]),
    ("qremote", &[ObjectKind::QRemote]),
    ("qr", &[ObjectKind::QRemote]),
    ("qmodel", &[ObjectKind::QModel]),
    ("qm", &[ObjectKind::QModel]),
    ("process", &[ObjectKind::Process]),
    ("prcs", &[ObjectKind::Process]),
    ("namelist", &[ObjectKind::Namelist]),
];

/// What `-t` takes.
pub(crate) const TYPES: [&str; KINDS.len()] = {
    let mut words = [""; KINDS.len()];
    let mut at = 0;
    while at < KINDS.len() {
        words[at] = KINDS[at].0;
        at += 1;
    }
    words
};

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let kinds = kinds(arguments.value("-t"))?;
    let pattern = arguments.name(0).unwrap_or("*");
    let installation = installation()?;
    let name = name_meant(&installation, arguments.value("-m"))?;
    let found = listed(&installation, &name)?;
    let directory = OsDirectory::open(&found.data);
    let directory = directory.map_err(|error| Failure::io(found.data.display(), &error))?;
    let places = object_places(directory.as_ref())
        .map_err(|error| Failure::text(format!("{error}\n"), UNEXPECTED))?;
    let catalog = found.data.join(CATALOG_FILE);
    output::line("FerroMQ Display Files\n");
    output::line(&format!("QMGR      {name}\n{}\n", found.data.display()));
    let mut shown = 0;
    let wanted = places.into_iter().filter(|(kind, name, _)| {
        let is_of_kind = kinds.is_none_or(|kinds| kinds.contains(kind));
        is_of_kind && name_fits(pattern, name.as_str().trim_end())
    });
    for (kind, name, files) in wanted {
        let path = match files.map(|files| found.data.join("queues").join(files)) {
            Some(path) if path.is_dir() => path.display().to_string(),
            // Its messages are in the log, and in memory.
            Some(_) => format!("{} (no files yet)", catalog.display()),
            None => catalog.display().to_string(),
        };
        output::line(&format!(
            "{:<10}{}\n{path}\n",
            kind.keyword(),
            name.as_str().trim_end()
        ));
        shown += 1;
    }
    match shown {
        0 => Err(Failure::text(format!("no object fits {pattern}\n"), PARTLY)),
        _ => Ok(exit::OK),
    }
}

fn kinds(word: Option<&str>) -> Result<Option<&'static [ObjectKind]>, Failure> {
    let Some(word) = word.filter(|word| *word != "*" && !word.eq_ignore_ascii_case("all")) else {
        return Ok(None);
    };
    let found = KINDS
        .iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(word));
    match found {
        Some((_, kinds)) => Ok(Some(kinds)),
        None => {
            let known: Vec<&str> = KINDS.iter().map(|(known, _)| *known).collect();
            let text = format!(
                "'{word}' of option -t is none of all, {}\n",
                known.join(", ")
            );
            Err(Failure::text(text, PARTLY))
        }
    }
}
