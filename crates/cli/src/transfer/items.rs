//! What `fteCreateTransfer` moves: its options and names as items of a request, or those of a definition file.

use super::words::{refuse, word};
use crate::arguments::Arguments;
use crate::failure::Failure;
use ferromq_transfer::party::{Persistence, QueueAddress};
use ferromq_transfer::request::{
    Checksum, Delimiter, DelimiterKind, DelimiterPosition, Destination, DestinationEnd,
    DestinationQueue, Disposition, Exist, FileSpec, Item, LineEnd, Mode, Source, SourceEnd,
    SourceKind, SourceQueue, TransferSpecifications,
};
use ferromq_transfer::size::bytes_of;
use std::fs;

/// Longest definition file, bytes: a request is no longer.
const DEFINITION_BYTES_MAX: u64 = 1 << 20;

/// Options that say what is moved. A definition file says it by itself.
const ABOUT_ITEMS: &[&str] = &[
    "-df", "-dd", "-dq", "-de", "-sd", "-t", "-cs", "-r", "-sce", "-dce", "-dle", "-sq", "-sqgi",
    "-sqwt", "-sqdb", "-sqdt", "-sqdp", "-qs", "-dqdb", "-dqdt", "-dqdp", "-qi", "-qmp", "-dqp",
];
/// Options that are about a queue as the source.
const ABOUT_SOURCE_QUEUES: &[&str] = &["-sqgi", "-sqwt", "-sqdb", "-sqdt", "-sqdp"];
/// Options that are about a queue as the destination.
const ABOUT_QUEUES: &[&str] = &["-qs", "-dqdb", "-dqdt", "-dqdp", "-qi", "-qmp", "-dqp"];
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
    if !arguments.has("-sq")
        && let Some(option) = ABOUT_SOURCE_QUEUES.iter().find(|one| arguments.has(one))
    {
        let text = format!("{option} is for messages that become a file: give -sq.");
        return Err(refuse(&text));
    }
    if !arguments.has("-dq")
        && let Some(option) = ABOUT_QUEUES.iter().find(|one| arguments.has(one))
    {
        let text = format!("{option} is for files that become messages: give -dq QUEUE.");
        return Err(refuse(&text));
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
    let destination = destination(arguments, mode)?;
    let sources = sources(arguments, mode, &destination)?;
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

fn destination(arguments: &Arguments, mode: Mode) -> Result<Destination, Failure> {
    let line_end = || -> Result<Option<LineEnd>, Failure> {
        if !arguments.has("-dle") {
            return Ok(None);
        }
        let words = [("LF", LineEnd::Lf), ("CRLF", LineEnd::CrLf)];
        word(arguments, "-dle", &words).map(Some)
    };
    let file = |path: &str| -> Result<FileSpec, Failure> {
        Ok(FileSpec {
            path: path.to_owned(),
            encoding: arguments.value("-dce").map(str::to_owned),
            line_end: line_end()?,
            delimiter: None,
        })
    };
    let given = ["-df", "-dd", "-dq"].map(|flag| arguments.value(flag));
    let end = match given {
        [Some(path), None, None] => DestinationEnd::File(file(path)?),
        [None, Some(path), None] => DestinationEnd::Directory(file(path)?),
        [None, None, Some(queue)] => DestinationEnd::Queue(DestinationQueue {
            line_end: line_end()?,
            ..destination_queue(arguments, queue, mode)?
        }),
        _ => {
            return Err(refuse(
                "Name the destination: one of -df FILE, -dd DIRECTORY and -dq QUEUE.",
            ));
        }
    };
    let exist = word(
        arguments,
        "-de",
        &[
            ("error", Exist::Error),
            ("overwrite", Exist::Overwrite),
            ("update", Exist::Update),
            ("append", Exist::Append),
        ],
    )?;
    if exist == Exist::Update && (mode == Mode::Text || matches!(end, DestinationEnd::Queue(_))) {
        return Err(refuse(
            "-de update is for files of bytes: give -de overwrite for text, and nothing for a queue.",
        ));
    }
    if exist == Exist::Append && matches!(end, DestinationEnd::Queue(_)) {
        return Err(refuse(
            "-de append is for files: messages are put behind others anyway.",
        ));
    }
    Ok(Destination { exist, end })
}

/// An option that is `true` or `false`.
fn truth(arguments: &Arguments, flag: &str) -> Result<Option<bool>, Failure> {
    if !arguments.has(flag) {
        return Ok(None);
    }
    word(arguments, flag, &[("true", true), ("false", false)]).map(Some)
}

/// A delimiter that one option says in bytes or another in text, and on which side a third.
fn delimiter(
    arguments: &Arguments,
    [bytes, text, side]: [&str; 3],
    mode: Mode,
) -> Result<Option<Delimiter>, Failure> {
    let (value, kind) = match (arguments.value(bytes), arguments.value(text)) {
        (None, None) if arguments.has(side) => {
            let text =
                format!("{side} says where a delimiter is: name one with {bytes} or {text}.");
            return Err(refuse(&text));
        }
        (None, None) => return Ok(None),
        (Some(_), Some(_)) => {
            return Err(refuse(&format!("{bytes} and {text} do not go together.")));
        }
        (Some(_), None) if mode == Mode::Text => {
            return Err(refuse(&format!(
                "{bytes} is for bytes: give {text} for text."
            )));
        }
        (None, Some(_)) if mode == Mode::Binary => {
            return Err(refuse(&format!(
                "{text} is for text: give -t text, or {bytes}."
            )));
        }
        (Some(value), None) => (value, DelimiterKind::Binary),
        (None, Some(value)) => (value, DelimiterKind::Text),
    };
    let position = word(
        arguments,
        side,
        &[
            ("postfix", DelimiterPosition::Postfix),
            ("prefix", DelimiterPosition::Prefix),
        ],
    )?;
    Ok(Some(Delimiter {
        value: value.to_owned(),
        kind,
        position: Some(position),
    }))
}

fn destination_queue(
    arguments: &Arguments,
    queue: &str,
    mode: Mode,
) -> Result<DestinationQueue, Failure> {
    let size = arguments.value("-qs").map(|text| {
        let size = bytes_of(text).filter(|size| *size > 0);
        size.ok_or_else(|| refuse(&format!("-qs is a size as 1000, 10K or 1M, not '{text}'.")))
    });
    let delimiter = delimiter(arguments, ["-dqdb", "-dqdt", "-dqdp"], mode)?;
    if size.is_some() && delimiter.is_some() {
        let text = "A file is cut by size (-qs) or at delimiters (-dqdb, -dqdt), not both.";
        return Err(refuse(text));
    }
    if arguments.has("-qi") && delimiter.is_none() {
        let text = "-qi leaves a delimiter in its message: name one with -dqdb or -dqdt.";
        return Err(refuse(text));
    }
    let persistent = match arguments.has("-dqp") {
        true => Some(word(
            arguments,
            "-dqp",
            &[
                ("true", Persistence::Persistent),
                ("false", Persistence::NotPersistent),
                ("qdef", Persistence::AsQueue),
            ],
        )?),
        false => None,
    };
    Ok(DestinationQueue {
        queue: QueueAddress::from_text(queue),
        persistent,
        set_mq_props: truth(arguments, "-qmp")?,
        message_size_bytes: size.transpose()?,
        delimiter,
        include_delimiter: arguments.has("-qi").then_some(true),
        encoding: arguments.value("-dce").map(str::to_owned),
        line_end: None,
    })
}

fn source_queue(arguments: &Arguments, queue: &str, mode: Mode) -> Result<SourceQueue, Failure> {
    let wait_time_s = arguments
        .number("-sqwt", 0, 999_999)
        .map_err(|problem| refuse(&format!("{problem}.")))?;
    Ok(SourceQueue {
        queue: QueueAddress::from_text(queue),
        use_groups: arguments.has("-sqgi").then_some(true),
        group_id: None,
        wait_time_s,
        encoding: arguments.value("-sce").map(str::to_owned),
        line_end: None,
        delimiter: delimiter(arguments, ["-sqdb", "-sqdt", "-sqdp"], mode)?,
    })
}

fn sources(
    arguments: &Arguments,
    mode: Mode,
    destination: &Destination,
) -> Result<Vec<Source>, Failure> {
    let names = arguments.names();
    if names.is_empty() {
        return Err(refuse(
            "Name what is to be transferred: one or more files, patterns or directories.",
        ));
    }
    if arguments.has("-sq") {
        let [queue] = names else {
            return Err(refuse("With -sq name one queue: QUEUE or QUEUE@QMGR."));
        };
        match destination.end {
            DestinationEnd::File(_) => {}
            DestinationEnd::Queue(_) => {
                return Err(refuse("A queue goes to a file (-df), not to a queue."));
            }
            _ => return Err(refuse("A queue becomes one file: name it with -df.")),
        }
        return Ok(vec![Source {
            recursive: false,
            disposition: Disposition::Delete,
            end: SourceEnd::Queue(source_queue(arguments, queue, mode)?),
        }]);
    }
    let is_one = matches!(destination.end, DestinationEnd::File(_));
    if names.len() > 1 && is_one && destination.exist != Exist::Append {
        return Err(refuse(
            "Several sources go to a directory (-dd), not to one file (-df), unless each is put behind the one before it (-de append).",
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
