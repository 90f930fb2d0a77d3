//! What `fteCreateTransfer` moves: its options and names as items of a request, or those of a definition file.

use super::words::{refuse, word};
use crate::arguments::Arguments;
use crate::failure::Failure;
use ferromq_transfer::request::{
    Checksum, Destination, DestinationEnd, Disposition, Exist, FileSpec, Item, LineEnd, Mode,
    Source, SourceEnd, SourceKind, TransferSpecifications,
};
use std::fs;

/// Longest definition file, bytes: a request is no longer.
const DEFINITION_BYTES_MAX: u64 = 1 << 20;

/// Options that say what is moved. A definition file says it by itself.
const ABOUT_ITEMS: &[&str] = &[
    "-df", "-dd", "-de", "-sd", "-t", "-cs", "-r", "-sce", "-dce", "-dle",
];
/// Options that are about text only.
const ABOUT_TEXT: &[&str] = &["-sce", "-dce", "-dle"];

/// The items of the command line.
pub(super) fn items(arguments: &Arguments) -> Result<Vec<Item>, Failure> {
    if let Some(path) = arguments.value("-td") {
        return defined(arguments, path);
    }
    let mode = word(
        arguments,
        "-t",
        &[("binary", Mode::Binary), ("text", Mode::Text)],
    )?;
    if mode == Mode::Binary
        && let Some(option) = ABOUT_TEXT.iter().find(|option| arguments.has(option))
    {
        return Err(refuse(&format!("{option} is for text: give -t text.")));
    }
    let checksum = word(
        arguments,
        "-cs",
        &[
            ("MD5", Checksum::Md5),
            ("none", Checksum::None),
            ("BLAKE3", Checksum::Blake3),
            ("XXH3", Checksum::Xxh3),
        ],
    )?;
    let destination = destination(arguments)?;
    let sources = sources(arguments, &destination)?;
    let each = sources.into_iter().map(|source| Item {
        mode,
        checksum,
        source,
        destination: destination.clone(),
    });
    Ok(each.collect())
}

/// The items of a definition file.
fn defined(arguments: &Arguments, path: &str) -> Result<Vec<Item>, Failure> {
    if let Some(option) = ABOUT_ITEMS.iter().find(|option| arguments.has(option)) {
        let text = format!("{option} and -td do not go together: the file says it for each item.");
        return Err(refuse(&text));
    }
    if let Some(name) = arguments.name(0) {
        let text = format!("'{name}' and -td do not go together: the file names its sources.");
        return Err(refuse(&text));
    }
    let unreadable = |error: &std::io::Error| refuse(&format!("{path}: {error}."));
    let length = fs::metadata(path)
        .map_err(|error| unreadable(&error))?
        .len();
    if length > DEFINITION_BYTES_MAX {
        let text = format!("{path} has more than {DEFINITION_BYTES_MAX} bytes.");
        return Err(refuse(&text));
    }
    let bytes = fs::read(path).map_err(|error| unreadable(&error))?;
    let parsed = TransferSpecifications::parse(&bytes);
    let parsed = parsed.map_err(|problem| refuse(&format!("{path}: {problem}")))?;
    Ok(parsed.items)
}

fn destination(arguments: &Arguments) -> Result<Destination, Failure> {
    let file = |path: &str| -> Result<FileSpec, Failure> {
        Ok(FileSpec {
            path: path.to_owned(),
            encoding: arguments.value("-dce").map(str::to_owned),
            line_end: match arguments.has("-dle") {
                true => Some(word(
                    arguments,
                    "-dle",
                    &[("LF", LineEnd::Lf), ("CRLF", LineEnd::CrLf)],
                )?),
                false => None,
            },
            delimiter: None,
        })
    };
    let end = match (arguments.value("-df"), arguments.value("-dd")) {
        (Some(path), None) => DestinationEnd::File(file(path)?),
        (None, Some(path)) => DestinationEnd::Directory(file(path)?),
        _ => {
            return Err(refuse(
                "Name the destination: one of -df FILE and -dd DIRECTORY.",
            ));
        }
    };
    let exist = word(
        arguments,
        "-de",
        &[("error", Exist::Error), ("overwrite", Exist::Overwrite)],
    )?;
    Ok(Destination { exist, end })
}

fn sources(arguments: &Arguments, destination: &Destination) -> Result<Vec<Source>, Failure> {
    let names = arguments.names();
    if names.is_empty() {
        return Err(refuse(
            "Name what is to be transferred: one or more files, patterns or directories.",
        ));
    }
    if names.len() > 1 && matches!(destination.end, DestinationEnd::File(_)) {
        return Err(refuse(
            "Several sources go to a directory (-dd), not to one file (-df).",
        ));
    }
    let disposition = word(
        arguments,
        "-sd",
        &[
            ("leave", Disposition::Leave),
            ("delete", Disposition::Delete),
        ],
    )?;
    let each = names.iter().map(|name| Source {
        recursive: arguments.has("-r"),
        disposition,
        end: SourceEnd::File {
            kind: Some(SourceKind::File),
            file: FileSpec {
                path: name.clone(),
                encoding: arguments.value("-sce").map(str::to_owned),
                line_end: None,
                delimiter: None,
            },
        },
    });
    Ok(each.collect())
}
