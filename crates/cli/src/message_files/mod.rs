//! `dmpmqmsg`: messages from queues to files, from files to queues, and from queue to queue.

mod form;
mod options;
mod place;

use crate::arguments::Arguments;
use crate::connection::{Connected, connect_either};
use crate::failure::{Failure, exit};
use crate::password;
use ferromq_base::output;
use ferromq_dead_letters::DeadLetter;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::structs::DeadLetterHeader;
use ferromq_mqi::options::{GetOptions, ObjectDescriptor, ObjectHandle, PutOptions};
use ferromq_mqi::session::MqError;
use ferromq_mqi::{MsgDescriptor, ObjectName, Reason};
use form::{ReadMessage, Reader};
use options::Job;
use place::Place;
use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};

/// The longest message there is.
const BUFFER_BYTES: u32 = 100 << 20;
/// Longest line of a file.
const LINE_BYTES_MAX: u64 = 210 << 20;

fn failed(error: &MqError) -> Failure {
    Failure::text(format!("{error}\n"), exit::UNEXPECTED)
}

/// What came of it.
#[derive(Default)]
struct Counts {
    read: u64,
    written: u64,
    bytes: u64,
    /// Messages that were to be converted and are as they were, by the reason.
    unconverted: BTreeMap<Reason, u64>,
}

/// Where messages of a queue go.
enum Sink {
    File(Place),
    Queue(Target),
    /// A look at what there is.
    Shown,
    /// A purge, or nothing is to be said.
    Nowhere,
}

/// A queue messages are put on.
struct Target {
    handle: ObjectHandle,
    /// Names of the queue and its queue manager.
    resolved: (ObjectName, ObjectName),
    /// Where messages come from it as well: how many of each identifier were put on it and not seen again. Those are not taken a second time.
    own: Option<HashMap<[u8; 24], u64>>,
}

/// A queue messages are read from.
struct Source {
    handle: ObjectHandle,
    resolved: (ObjectName, ObjectName),
    /// Messages are got from it.
    gets: bool,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let job = options::job(arguments).map_err(|problem| arguments.refuse(&problem))?;
    let (browse, get, put) = (
        arguments.value("-i"),
        arguments.value("-I"),
        arguments.value("-o"),
    );
    let files: Vec<&str> = ["-f", "-F"]
        .iter()
        .filter_map(|flag| arguments.value(flag))
        .collect();
    if browse.is_some() && get.is_some() || files.len() > 1 {
        return Err(arguments.refuse("there is one queue to read from and one file"));
    }
    let counts = match (browse.or(get), put, files.first()) {
        (Some(_), Some(_), Some(_)) => {
            return Err(arguments.refuse(
                "a file (-f, -F) does not go with a queue to read from and one to put on",
            ));
        }
        (Some(from), to, file) => {
            let mut session = connected(arguments)?;
            // A queue that is not there leaves the file as it is.
            let source = open_source(&mut session, from, get.is_some() || arguments.has("-p"))?;
            let sink = match (to, file) {
                (Some(to), _) => {
                    let mut target = open_target(&mut session, to, &job)?;
                    target.own = (target.resolved == source.resolved).then(HashMap::new);
                    Sink::Queue(target)
                }
                (None, Some(file)) => Sink::File(Place::open(file, arguments)?),
                (None, None) if job.is_quiet || arguments.has("-p") => Sink::Nowhere,
                (None, None) => Sink::Shown,
            };
            unload(&mut session, &source, sink, &job)?
        }
        (None, Some(to), Some(file)) => {
            let mut session = connected(arguments)?;
            let target = open_target(&mut session, to, &job)?;
            load(&mut session, file, &target, &job)?
        }
        (None, _, _) => {
            return Err(arguments.refuse(
                "a queue to read from (-i or -I), or a file and a queue to put on (-f, -o), is missing",
            ));
        }
    };
    if !job.is_quiet {
        output::line(&format!(
            "Read    - {} messages, {} bytes\nWritten - {} messages",
            counts.read, counts.bytes, counts.written
        ));
    }
    for (reason, count) in &counts.unconverted {
        output::complain(&format!(
            "Not converted, and as they were - {count} messages, {}\n",
            reason
        ));
    }
    Ok(exit::OK)
}

fn connected(arguments: &Arguments) -> Result<Connected, Failure> {
    let user = arguments.value("-u");
    let password = user.map(password::ask_for).transpose()?;
    connect_either(
        arguments.value("-m"),
        "dmpmqmsg",
        arguments.has("-c"),
        password.as_ref(),
    )
}

fn open(
    session: &mut Connected,
    queue: &str,
    options: i32,
) -> Result<(ObjectHandle, (ObjectName, ObjectName)), Failure> {
    let mut object = ObjectDescriptor::queue(queue);
    let opened = session.open_object(&mut object, options | MQOO_FAIL_IF_QUIESCING);
    let handle = opened.map_err(|error| failed(&error))?;
    Ok((handle, (object.resolved_q_name, object.resolved_q_mgr_name)))
}

fn open_target(session: &mut Connected, queue: &str, job: &Job) -> Result<Target, Failure> {
    let context = match job.context {
        MQPMO_SET_ALL_CONTEXT => MQOO_SET_ALL_CONTEXT,
        MQPMO_SET_IDENTITY_CONTEXT => MQOO_SET_IDENTITY_CONTEXT,
        _ => 0,
    };
    let (handle, resolved) = open(session, queue, MQOO_OUTPUT | context)?;
    Ok(Target {
        handle,
        resolved,
        own: None,
    })
}

fn open_source(session: &mut Connected, queue: &str, gets: bool) -> Result<Source, Failure> {
    let options = if gets {
        MQOO_INPUT_AS_Q_DEF | MQOO_BROWSE
    } else {
        MQOO_BROWSE
    };
    let (handle, resolved) = open(session, queue, options)?;
    Ok(Source {
        handle,
        resolved,
        gets,
    })
}

/// Reads a queue, and gives each message that is meant to `sink`. Gets are committed behind what they are written to.
fn unload(
    session: &mut Connected,
    source: &Source,
    mut sink: Sink,
    job: &Job,
) -> Result<Counts, Failure> {
    let mut counts = Counts::default();
    let mut number = 0;
    let mut in_unit = 0;
    while !output::is_closed() {
        if job.range.is_some_and(|range| number >= range.last) {
            break;
        }
        let mut found = next(session, source, job, 0)?;
        if found.is_none() && job.wait_ms > 0 {
            // Who waits holds nothing.
            commit(session, source, &mut sink)?;
            in_unit = 0;
            found = next(session, source, job, job.wait_ms)?;
        }
        let Some((mut message, reason)) = found else {
            break;
        };
        if sink.has_put(&message.descriptor.msg_id) {
            continue;
        }
        number += 1;
        let in_range = job
            .range
            .is_none_or(|range| (range.first..=range.last).contains(&number));
        if !in_range || !job.search.fits(&message.data) {
            continue;
        }
        let bytes = message.data.len() as u64;
        if job.strips {
            strip(&mut message);
        }
        if source.gets && !remove(session, source.handle)? {
            // Somebody else has it.
            continue;
        }
        counts.read += 1;
        counts.bytes += bytes;
        sink.take(session, &message, number, job)?;
        if source.gets && output::is_closed() {
            // What nobody has read stays.
            session.back_out().map_err(|error| failed(&error))?;
            return Ok(counts);
        }
        counts.written += 1;
        if reason != Reason::NONE {
            *counts.unconverted.entry(reason).or_default() += 1;
        }
        in_unit += 1;
        if in_unit >= job.commit_after {
            commit(session, source, &mut sink)?;
            in_unit = 0;
        }
    }
    commit(session, source, &mut sink)?;
    session
        .close(source.handle, MQCO_NONE)
        .map_err(|error| failed(&error))?;
    Ok(counts)
}

/// What was got is where it was written to before it is gone.
fn commit(session: &mut Connected, source: &Source, sink: &mut Sink) -> Result<(), Failure> {
    if let Sink::File(place) = sink
        && source.gets
    {
        place.force()?;
    }
    session.commit().map(drop).map_err(|error| failed(&error))
}

impl Sink {
    fn take(
        &mut self,
        session: &mut Connected,
        message: &ReadMessage,
        number: u64,
        job: &Job,
    ) -> Result<(), Failure> {
        let text = || job.form.write(number, &message.descriptor, &message.data);
        match self {
            Self::File(place) => place.write(&text())?,
            Self::Shown => output::say(&text()),
            Self::Nowhere => {}
            Self::Queue(target) => {
                put_message(session, target.handle, message, job)?;
                if let Some(own) = &mut target.own {
                    *own.entry(message.descriptor.msg_id).or_default() += 1;
                }
            }
        }
        Ok(())
    }

    /// Whether a message is one that was put here.
    fn has_put(&mut self, msg_id: &[u8; 24]) -> bool {
        let Self::Queue(Target { own: Some(own), .. }) = self else {
            return false;
        };
        let Some(count) = own.get_mut(msg_id) else {
            return false;
        };
        *count -= 1;
        if *count == 0 {
            own.remove(msg_id);
        }
        true
    }
}

/// The next message, and a warning that it could not be converted.
fn next(
    session: &mut Connected,
    source: &Source,
    job: &Job,
    wait_interval_ms: i32,
) -> Result<Option<(ReadMessage, Reason)>, Failure> {
    let (match_options, id) = job.matched.unwrap_or((MQMO_NONE, [0; 24]));
    let wanted = MsgDescriptor {
        version: MQMD_VERSION_2,
        msg_id: id,
        correl_id: id,
        group_id: id,
        encoding: job
            .convert
            .and_then(|(_, encoding)| encoding)
            .unwrap_or(MQENC_NATIVE),
        coded_char_set_id: job.convert.map_or(MQCCSI_Q_MGR, |(ccsid, _)| ccsid),
        ..MsgDescriptor::default()
    };
    let wait = if wait_interval_ms == 0 {
        MQGMO_NO_WAIT
    } else {
        MQGMO_WAIT
    };
    let convert = if job.convert.is_some() {
        MQGMO_CONVERT
    } else {
        0
    };
    let how = GetOptions {
        options: MQGMO_BROWSE_NEXT
            | MQGMO_PROPERTIES_FORCE_MQRFH2
            | MQGMO_FAIL_IF_QUIESCING
            | wait
            | convert,
        match_options,
        wait_interval_ms,
        ..GetOptions::default()
    };
    match session.get(source.handle, &wanted, &how, BUFFER_BYTES) {
        Ok(got) => {
            let message = ReadMessage {
                descriptor: got.descriptor,
                data: got.body.to_vec(),
            };
            Ok(Some((message, got.reason)))
        }
        Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => Ok(None),
        Err(error) => Err(failed(&error)),
    }
}

/// Gets the message that was browsed, in the unit of work. False where somebody else has it.
fn remove(session: &mut Connected, handle: ObjectHandle) -> Result<bool, Failure> {
    let how = GetOptions {
        options: MQGMO_MSG_UNDER_CURSOR
            | MQGMO_SYNCPOINT
            | MQGMO_ACCEPT_TRUNCATED_MSG
            | MQGMO_FAIL_IF_QUIESCING,
        match_options: MQMO_NONE,
        ..GetOptions::default()
    };
    match session.get(handle, &MsgDescriptor::default(), &how, 0) {
        Ok(_) => Ok(true),
        Err(error)
            if matches!(
                error.reason,
                Reason::NO_MSG_UNDER_CURSOR | Reason::NO_MSG_AVAILABLE
            ) =>
        {
            Ok(false)
        }
        Err(error) => Err(failed(&error)),
    }
}

/// Takes headers of dead letters off. What is none stays, whatever its format says.
fn strip(message: &mut ReadMessage) {
    while let Ok(letter) = DeadLetter::read(&message.descriptor, &message.data) {
        let behind = DeadLetterHeader::SIZE.min(message.data.len());
        message.data.drain(..behind);
        message.descriptor.format = letter.header.format;
        message.descriptor.encoding = letter.header.encoding;
        message.descriptor.coded_char_set_id = letter.header.coded_char_set_id;
    }
}

fn put_message(
    session: &mut Connected,
    handle: ObjectHandle,
    message: &ReadMessage,
    job: &Job,
) -> Result<(), Failure> {
    let mut descriptor = message.descriptor.clone();
    let mut how = PutOptions {
        options: MQPMO_SYNCPOINT | MQPMO_FAIL_IF_QUIESCING | job.context,
        ..PutOptions::default()
    };
    let put = session.put(handle, &mut descriptor, &mut how, message.data.clone());
    put.map(drop).map_err(|error| failed(&error))
}

fn load(
    session: &mut Connected,
    path: &str,
    target: &Target,
    job: &Job,
) -> Result<Counts, Failure> {
    let refused = |error: &io::Error| Failure::io(path, error);
    let file: Box<dyn Read> = match path {
        "stdin" => Box::new(io::stdin()),
        path => Box::new(File::open(path).map_err(|error| refused(&error))?),
    };
    let mut lines = BufReader::new(file);
    let mut reader = Reader::default();
    let mut counts = Counts::default();
    let (mut at, mut number, mut in_unit) = (0_u64, 0_u64, 0_u64);
    loop {
        let mut line = Vec::new();
        let read = lines
            .by_ref()
            .take(LINE_BYTES_MAX)
            .read_until(b'\n', &mut line);
        let count = read.map_err(|error| refused(&error))? as u64;
        let is_over = count == 0;
        at += 1;
        let wrong = |problem: String| {
            Failure::text(format!("{path}, line {at}: {problem}.\n"), exit::UNEXPECTED)
        };
        if count == LINE_BYTES_MAX && !line.ends_with(b"\n") {
            return Err(wrong(format!(
                "a line is longer than {LINE_BYTES_MAX} bytes"
            )));
        }
        let ended = match is_over {
            true => reader.end(),
            false => {
                let line = line.strip_suffix(b"\n").unwrap_or(&line);
                reader.line(line).map_err(wrong)?
            }
        };
        if let Some(mut message) = ended {
            number += 1;
            let in_range = job
                .range
                .is_none_or(|range| (range.first..=range.last).contains(&number));
            if in_range && job.search.fits(&message.data) {
                counts.read += 1;
                counts.bytes += message.data.len() as u64;
                if job.strips {
                    strip(&mut message);
                }
                put_message(session, target.handle, &message, job)?;
                counts.written += 1;
                in_unit += 1;
                if in_unit >= job.commit_after {
                    session.commit().map_err(|error| failed(&error))?;
                    in_unit = 0;
                }
            }
        }
        if is_over {
            break;
        }
    }
    session.commit().map_err(|error| failed(&error))?;
    Ok(counts)
}
