//! `dmpmqlog`: the recovery log for people.

use crate::arguments::Arguments;
use crate::connection::{checked_name, installation, listed, name_meant};
use crate::failure::{Failure, exit};
use ferromq_base::disk::{Directory, OsDirectory};
use ferromq_base::output;
use ferromq_log::{LogReader, LogType, Lsn, ReplayError};
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::notices::AMQ7706;
use ferromq_mqi::header::field_text;
use ferromq_mqi::hex::hex;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::xa::Xid;
use ferromq_qmgr::record::{PutCopy, PutHead, QueueId, Record, UowId};
use ferromq_qmgr::{AuthorityRecord, queue_names};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// Bytes of a message that are shown.
const SHOWN_BYTES_MAX: usize = 64;

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let wrong = |problem: String| arguments.refuse(&problem);
    if let Some(second) = arguments.second_of(&["-b", "-s", "-n"]) {
        return Err(wrong(format!(
            "option {second} does not go with another beginning"
        )));
    }
    let place = Place::find(arguments)?;
    if !place.log.is_dir() {
        return Err(place.unreadable(&format!("{} is no directory", place.log.display())));
    }
    let directory = OsDirectory::open(&place.log).map_err(|error| place.unreadable(&error))?;
    let directory: Arc<dyn Directory> = directory;
    let reader = LogReader::open(&directory).map_err(|error| place.unreadable(&error))?;
    let mut dump = Dump {
        extent_bytes: reader.settings().extent_bytes(),
        queues: place.queue_names(),
        records: 0,
    };
    let from = beginning(arguments, &reader, &dump).map_err(wrong)?;
    if let Some(problem) = from.and_then(|from| dump.outside(from, &reader)) {
        return Err(place.unreadable(&problem));
    }
    let to = match arguments.value("-e") {
        // The record that begins there is shown.
        Some(text) => Some(Lsn::new(
            dump.position(text).map_err(wrong)?.saturating_add(1),
        )),
        None => None,
    };
    output::say(&dump.heading(&place, &reader));
    let outcome = reader.scan(from, to, &mut |record| {
        dump.records += 1;
        output::say(&dump.entry(&record));
        if output::is_closed() {
            Err(Closed)
        } else {
            Ok(())
        }
    });
    match outcome {
        Ok(end) => {
            let (records, end) = (dump.records, dump.shown(end.get()));
            output::line(&format!("{records} records. The log ends at {end}."));
            Ok(exit::OK)
        }
        Err(ReplayError::Apply(Closed)) => Ok(exit::OK),
        Err(error) => Err(place.unreadable(&error)),
    }
}

/// Nobody reads what is written.
#[derive(Debug)]
struct Closed;

impl std::fmt::Display for Closed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the output is closed")
    }
}

/// Whose log it is and where.
struct Place {
    name: String,
    log: PathBuf,
    data: Option<PathBuf>,
}

impl Place {
    fn find(arguments: &Arguments) -> Result<Self, Failure> {
        if let Some(path) = arguments.value("-f") {
            let given = PathBuf::from(path);
            let active = given.join("active");
            let log = if active.is_dir() { active } else { given };
            return Ok(Self {
                name: path.to_owned(),
                log,
                data: None,
            });
        }
        let installation = installation()?;
        let name = name_meant(&installation, arguments.value("-m"))?;
        let name = checked_name(&name)?;
        listed(&installation, &name)?;
        let directories = installation.directories(&name)?;
        Ok(Self {
            name,
            log: directories.log.join("active"),
            data: Some(directories.data),
        })
    }

    fn unreadable(&self, reason: &dyn std::fmt::Display) -> Failure {
        Failure::notice(&AMQ7706, &[&self.name, reason], exit::UNEXPECTED)
    }

    /// Names of queues by their numbers, as the catalog has them.
    fn queue_names(&self) -> BTreeMap<u64, ObjectName> {
        let data = self
            .data
            .as_ref()
            .and_then(|data| OsDirectory::open(data).ok());
        let named = data.map(|data| queue_names(data.as_ref()));
        // Whatever is the matter with the catalog: a dump can do with numbers.
        named.and_then(Result::ok).unwrap_or_default()
    }
}

fn beginning(
    arguments: &Arguments,
    reader: &LogReader,
    dump: &Dump,
) -> Result<Option<Lsn>, String> {
    if let Some(text) = arguments.value("-s") {
        return Ok(Some(Lsn::new(dump.position(text)?)));
    }
    if let Some(number) = arguments.number::<u64>("-n", 0, u64::MAX / dump.extent_bytes)? {
        return Ok(Some(Lsn::new(number * dump.extent_bytes)));
    }
    if arguments.has("-b") {
        return Ok(None);
    }
    Ok(Some(reader.recovery_lsn()))
}

/// Writes records as text.
struct Dump {
    extent_bytes: u64,
    queues: BTreeMap<u64, ObjectName>,
    records: u64,
}

impl Dump {
    /// A position as `<0:0:extent:offset>`.
    fn shown(&self, position: u64) -> String {
        format!(
            "<0:0:{}:{}>",
            position / self.extent_bytes,
            position % self.extent_bytes
        )
    }

    /// What is wrong with a position that is in none of the extents there are.
    fn outside(&self, from: Lsn, reader: &LogReader) -> Option<String> {
        let number = |lsn: Lsn| lsn.get() / self.extent_bytes;
        let there: Vec<u64> = reader.extents().map(|(start, _)| number(start)).collect();
        let asked = number(from);
        let (first, last) = (there.iter().min()?, there.iter().max()?);
        let is_there = there.contains(&asked);
        (!is_there).then(|| format!("it has no extent {asked}; there are {first} to {last}"))
    }

    /// A position from a number, or from what [`Dump::shown`] wrote.
    fn position(&self, text: &str) -> Result<u64, String> {
        let bare = text.trim_start_matches('<').trim_end_matches('>');
        if let Ok(number) = bare.parse::<u64>() {
            return Ok(number);
        }
        let parts: Vec<u64> = bare
            .split(':')
            .filter_map(|part| part.parse().ok())
            .collect();
        match parts.as_slice() {
            [0, 0, extent, offset] if *offset < self.extent_bytes => {
                let start = extent.checked_mul(self.extent_bytes);
                start
                    .and_then(|start| start.checked_add(*offset))
                    .ok_or_else(|| not_a_position(text))
            }
            _ => Err(not_a_position(text)),
        }
    }

    fn heading(&self, place: &Place, reader: &LogReader) -> String {
        let settings = reader.settings();
        let kind = match settings.log_type {
            LogType::Circular => "Circular",
            LogType::Linear => "Linear",
        };
        let mut text = format!(
            "Log of '{}' in {}\n{kind}, {} primary and {} secondary files of {} KiB\nRestart begins at {}\n",
            place.name,
            place.log.display(),
            settings.primary_files,
            settings.secondary_files,
            self.extent_bytes / 1024,
            self.shown(reader.recovery_lsn().get())
        );
        if let Some(media) = reader.media_lsn() {
            text.push_str(&format!(
                "Media recovery begins at {}\n",
                self.shown(media.get())
            ));
        }
        for (start, file) in reader.extents() {
            text.push_str(&format!(
                "File {file} begins at {}\n",
                self.shown(start.get())
            ));
        }
        text.push('\n');
        text
    }

    fn queue(&self, queue: QueueId) -> String {
        match self.queues.get(&queue.0) {
            Some(name) => format!("{name} (queue {})", queue.0),
            None => format!("queue {}", queue.0),
        }
    }

    fn entry(&self, record: &ferromq_log::Record<'_>) -> String {
        let said = match Record::decode(record.kind, record.body) {
            Ok(decoded) => self.record(&decoded),
            Err(error) => format!("{error}\n{}", hex_line(record.body)),
        };
        let mut text = format!(
            "LSN {}  {} bytes\n",
            self.shown(record.lsn.get()),
            record.body.len()
        );
        for line in said.lines().filter(|line| !line.is_empty()) {
            text.push_str(&format!("   {line}\n"));
        }
        text.push('\n');
        text
    }

    /// What a record says, in lines.
    // tidy: one arm per kind of record
    fn record(&self, record: &Record<'_>) -> String {
        let queue = |id: &QueueId| self.queue(*id);
        let named = |xid: &Xid| format!("coordinator's name {}", hex(&xid.encode()));
        match record {
            Record::Put(head, descriptor, body) => self.message("Put", head, descriptor, body),
            Record::Puts(copies) => self.copies(copies),
            Record::ImageMessage(head, descriptor, body) => {
                self.message("Message of a media image", head, descriptor, body)
            }
            Record::Remove {
                uow,
                queue: from,
                seq,
            } => {
                format!("Message {seq} removed from {}, {}", queue(from), unit(*uow))
            }
            Record::Commit(uow) => format!("Commit, {}", unit(*uow)),
            Record::BackOut(uow) => format!("Back out, {}", unit(*uow)),
            Record::BackoutCount {
                queue: of,
                seq,
                count,
            } => {
                format!("Message {seq} of {} backed out {count} times", queue(of))
            }
            Record::Prepare { uow, xid, .. } => format!("Prepare, {}\n{}", unit(*uow), named(xid)),
            Record::Decided {
                uow,
                committed,
                xid,
                ..
            } => {
                let how = if *committed { "commit" } else { "back out" };
                format!("An operator decided: {how}, {}\n{}", unit(*uow), named(xid))
            }
            Record::Forgotten { xid } => {
                format!("What an operator decided is forgotten; {}", named(xid))
            }
            Record::Object { queue, definition } => {
                format!("Object defined: {}", self.object(*queue, definition))
            }
            Record::ObjectDeleted { queue, definition } => {
                format!("Object deleted: {}", self.object(*queue, definition))
            }
            Record::Purged { queue: of, ranges } => {
                let shown = ranges.iter().map(|range| match range {
                    (0, last) => format!("up to {last}"),
                    (first, last) if first == last => first.to_string(),
                    (first, last) => format!("{first} to {last}"),
                });
                let shown: Vec<_> = shown.collect();
                format!("{} cleared, messages {}", queue(of), shown.join(", "))
            }
            Record::ImageBegin {
                queue: of,
                replay_from_lsn: from,
            } => format!(
                "Media image of {} begins; it needs the log from {}",
                queue(of),
                self.shown(*from)
            ),
            Record::ImageEnd {
                queue: of,
                begin_lsn,
            } => format!(
                "Media image of {} that began at {} is complete",
                queue(of),
                self.shown(*begin_lsn)
            ),
            Record::Checkpoint { recovery_lsn } => {
                format!(
                    "Checkpoint: restart begins at {}",
                    self.shown(*recovery_lsn)
                )
            }
            Record::Started { at_us } => {
                let at = crate::sample::moment::utc(*at_us);
                format!("Queue manager started, {at}")
            }
            Record::Authority { record, gone } => authority(record, *gone),
        }
    }

    fn object(&self, queue: QueueId, definition: &[u8]) -> String {
        let number = if queue.0 == 0 {
            String::new()
        } else {
            format!(" (queue {})", queue.0)
        };
        match Definition::decode(definition) {
            Ok(definition) => format!("{} {}{number}", definition.kind(), definition.name()),
            Err(error) => format!("not readable: {error}{number}"),
        }
    }

    fn copies(&self, copies: &[PutCopy<'_>]) -> String {
        let one = |copy: &PutCopy<'_>| {
            self.message("Put with others", &copy.head, &copy.descriptor, copy.body)
        };
        copies.iter().map(one).collect::<Vec<_>>().join("\n")
    }

    fn message(
        &self,
        what: &str,
        head: &PutHead,
        descriptor: &MsgDescriptor,
        body: &[u8],
    ) -> String {
        let text = |field: &[u8]| String::from_utf8_lossy(field_text(field)).into_owned();
        let lines = [
            format!(
                "{what}: message {} of {}, {}",
                head.seq,
                self.queue(head.queue),
                unit(head.uow)
            ),
            format!(
                "priority {} persistence {} type {} format '{}' {} bytes of data",
                head.priority,
                descriptor.persistence,
                descriptor.msg_type,
                text(&descriptor.format),
                body.len()
            ),
            format!("MsgId {}", hex(&descriptor.msg_id)),
            format!("CorrelId {}", hex(&descriptor.correl_id)),
            match head.expires_at_us {
                0 => String::new(),
                at_us => format!("expires {}", crate::sample::moment::utc(at_us)),
            },
            format!(
                "put by '{}' of user '{}'",
                text(&descriptor.put_appl_name),
                text(&descriptor.user_identifier)
            ),
            hex_line(body),
        ];
        lines.join("\n")
    }
}

fn authority(record: &AuthorityRecord, gone: bool) -> String {
    let allowed = match gone {
        true => "no record any more".to_owned(),
        false => record.permissions.to_string(),
    };
    format!(
        "Authority over {} '{}' of {} '{}': {allowed}",
        record.kind.word().to_ascii_lowercase(),
        record.profile.as_str(),
        record.entity.kind.word().to_ascii_lowercase(),
        record.entity
    )
}

fn not_a_position(text: &str) -> String {
    format!("'{text}' is no log position; one looks like <0:0:3:8224>")
}

fn unit(uow: UowId) -> String {
    if uow == UowId::IMPLICIT {
        "outside units of work".to_owned()
    } else {
        format!("unit of work {}", uow.0)
    }
}

/// The first bytes of something, as digits and as text.
fn hex_line(bytes: &[u8]) -> String {
    let shown = &bytes[..bytes.len().min(SHOWN_BYTES_MAX)];
    if shown.is_empty() {
        return String::new();
    }
    let text: String = shown.iter().map(|byte| printable(*byte)).collect();
    let more = if shown.len() < bytes.len() {
        " ..."
    } else {
        ""
    };
    format!("{} '{text}'{more}", hex(shown))
}

fn printable(byte: u8) -> char {
    if (0x20..0x7f).contains(&byte) {
        char::from(byte)
    } else {
        '.'
    }
}
