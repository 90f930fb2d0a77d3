//! `dmpmqmsg`: messages from queues to files, from files to queues, and from queue to queue.

mod form;

use crate::arguments::Arguments;
use crate::connection::{Connected, connect_either};
use crate::failure::{Failure, exit};
use crate::password;
use ferromq_base::output;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::hex::from_hex;
use ferromq_mqi::options::{GetOptions, ObjectHandle, PutOptions};
use ferromq_mqi::session::MqError;
use ferromq_mqi::{MsgDescriptor, Reason};
use form::{Form, ReadMessage, Reader};
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};

/// The longest message there is.
const BUFFER_BYTES: u32 = 100 << 20;
/// Longest line of a file.
const LINE_BYTES_MAX: u64 = 210 << 20;

fn failed(error: &MqError) -> Failure {
    Failure::text(format!("{error}\n"), exit::UNEXPECTED)
}

/// Which messages are meant, by their place, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Range {
    first: u64,
    last: u64,
}

impl Range {
    /// `x`, `x..y`, `x#y`, `#x`.
    fn of(text: &str) -> Option<Self> {
        let number = |text: &str| text.trim().parse::<u64>().ok().filter(|number| *number > 0);
        if let Some((first, last)) = text.split_once("..") {
            return Some(Self {
                first: number(first)?,
                last: number(last)?,
            });
        }
        if let Some((first, count)) = text.split_once('#') {
            let first = if first.trim().is_empty() {
                1
            } else {
                number(first)?
            };
            let last = first.saturating_add(number(count)? - 1);
            return Some(Self { first, last });
        }
        let first = number(text)?;
        Some(Self { first, last: first })
    }
}

/// Which messages are meant, by what is in them.
#[derive(Default)]
struct Search {
    with: Vec<Vec<u8>>,
    without: Vec<Vec<u8>>,
}

impl Search {
    fn fits(&self, data: &[u8]) -> bool {
        let has = |part: &Vec<u8>| data.windows(part.len().max(1)).any(|window| window == part);
        self.with.iter().all(has) && !self.without.iter().any(has)
    }
}

struct Job {
    range: Option<Range>,
    search: Search,
    form: Form,
    is_quiet: bool,
    /// Messages of a unit of work.
    commit_after: u64,
    wait_ms: i32,
    context: i32,
    matched: Option<(i32, [u8; 24])>,
    convert: Option<(i32, Option<i32>)>,
    strips: bool,
}

/// What came of it.
#[derive(Default)]
struct Counts {
    read: u64,
    written: u64,
    bytes: u64,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let job = job(arguments).map_err(|problem| arguments.refuse(&problem))?;
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
        (Some(_), None, Some(file)) => {
            let mut session = connected(arguments)?;
            let mut out = target(file, arguments)?;
            unload(&mut session, arguments, &job, |_, message, number| {
                let text = job.form.write(number, &message.descriptor, &message.data);
                let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
                written.map_err(|error| Failure::io(file, &error))
            })?
        }
        (Some(_), Some(to), _) => {
            let mut session = connected(arguments)?;
            let target = open_output(&mut session, to, &job)?;
            unload(&mut session, arguments, &job, |session, message, _| {
                put_message(session, target, message, &job)
            })?
        }
        // Nothing is written: a look at what there is, or a purge.
        (Some(_), None, None) => {
            let mut session = connected(arguments)?;
            unload(&mut session, arguments, &job, |_, message, number| {
                if !job.is_quiet && !arguments.has("-p") {
                    output::say(&job.form.write(number, &message.descriptor, &message.data));
                }
                Ok(())
            })?
        }
        (None, Some(to), Some(file)) => {
            let mut session = connected(arguments)?;
            let target = open_output(&mut session, to, &job)?;
            load(&mut session, file, target, &job)?
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

fn target(path: &str, arguments: &Arguments) -> Result<BufWriter<Box<dyn Write>>, Failure> {
    if path == "stdout" {
        return Ok(BufWriter::new(Box::new(Printed)));
    }
    let appends = arguments.value("-a").is_some_and(|mode| mode.contains('a'));
    let overwrites = arguments.has("-F");
    let mut options = File::options();
    match (appends, overwrites) {
        (true, _) => options.append(true).create(true),
        (false, true) => options.write(true).create(true).truncate(true),
        (false, false) => options.write(true).create_new(true),
    };
    let file = options
        .open(path)
        .map_err(|error| Failure::io(path, &error))?;
    let is_new = file.metadata().map_or(true, |facts| facts.len() == 0);
    let mut out: BufWriter<Box<dyn Write>> = BufWriter::new(Box::new(file));
    if is_new && !arguments.value("-d").is_some_and(|form| form.contains('H')) {
        let at = ferromq_base::calendar::UtcMoment::at(wall_us());
        let queue = arguments
            .value("-i")
            .or(arguments.value("-I"))
            .unwrap_or_default();
        let q_mgr = arguments.value("-m").unwrap_or_default();
        let head =
            format!("* Messages of {queue} {q_mgr}\n* Written by FerroMQ dmpmqmsg, {at}\n*\n");
        out.write_all(head.as_bytes())
            .map_err(|error| Failure::io(path, &error))?;
    }
    Ok(out)
}

/// Standard output, which nobody may read any more.
struct Printed;

impl Write for Printed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        output::say_bytes(bytes);
        match output::failure() {
            Some(error) => Err(match error.raw_os_error() {
                Some(number) => io::Error::from_raw_os_error(number),
                None => error.kind().into(),
            }),
            None => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn wall_us() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| {
        u64::try_from(since.as_micros()).unwrap_or(u64::MAX)
    })
}

fn open_output(session: &mut Connected, queue: &str, job: &Job) -> Result<ObjectHandle, Failure> {
    let context = match job.context {
        MQPMO_SET_ALL_CONTEXT => MQOO_SET_ALL_CONTEXT,
        MQPMO_SET_IDENTITY_CONTEXT => MQOO_SET_IDENTITY_CONTEXT,
        _ => 0,
    };
    let opened = session.open(queue, MQOO_OUTPUT | MQOO_FAIL_IF_QUIESCING | context);
    opened.map_err(|error| failed(&error))
}

/// Reads a queue, and gives each message that is meant to `take`. Gets are committed behind what they are written to.
fn unload(
    session: &mut Connected,
    arguments: &Arguments,
    job: &Job,
    mut take: impl FnMut(&mut Connected, &ReadMessage, u64) -> Result<(), Failure>,
) -> Result<Counts, Failure> {
    let gets = arguments.has("-I") || arguments.has("-p");
    let queue = arguments
        .value("-i")
        .or(arguments.value("-I"))
        .unwrap_or_default();
    let options = if gets {
        MQOO_INPUT_AS_Q_DEF | MQOO_BROWSE
    } else {
        MQOO_BROWSE
    };
    let opened = session.open(queue, options | MQOO_FAIL_IF_QUIESCING);
    let handle = opened.map_err(|error| failed(&error))?;
    let mut counts = Counts::default();
    let mut number = 0;
    let mut in_unit = 0;
    while !output::is_closed() {
        if job.range.is_some_and(|range| number >= range.last) {
            break;
        }
        let Some(mut message) = next(session, handle, job)? else {
            break;
        };
        number += 1;
        let in_range = job
            .range
            .is_none_or(|range| (range.first..=range.last).contains(&number));
        if !in_range || !job.search.fits(&message.data) {
            continue;
        }
        counts.read += 1;
        counts.bytes += message.data.len() as u64;
        if job.strips {
            strip(&mut message);
        }
        if gets && !remove(session, handle)? {
            // Somebody else has it.
            continue;
        }
        take(session, &message, number)?;
        if gets && output::is_closed() {
            // What nobody has read stays.
            session.back_out().map_err(|error| failed(&error))?;
            return Ok(counts);
        }
        counts.written += 1;
        in_unit += 1;
        if in_unit >= job.commit_after {
            session.commit().map_err(|error| failed(&error))?;
            in_unit = 0;
        }
    }
    session.commit().map_err(|error| failed(&error))?;
    session
        .close(handle, MQCO_NONE)
        .map_err(|error| failed(&error))?;
    Ok(counts)
}

fn next(
    session: &mut Connected,
    handle: ObjectHandle,
    job: &Job,
) -> Result<Option<ReadMessage>, Failure> {
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
    let wait = if job.wait_ms == 0 {
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
        wait_interval_ms: job.wait_ms,
        ..GetOptions::default()
    };
    match session.get(handle, &wanted, &how, BUFFER_BYTES) {
        Ok(got) => Ok(Some(ReadMessage {
            descriptor: got.descriptor,
            data: got.body.to_vec(),
        })),
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

/// Takes a header of a dead letter or of a transmission queue off.
fn strip(message: &mut ReadMessage) {
    use ferromq_mqi::generated::structs::DeadLetterHeader;
    while &message.descriptor.format == b"MQDEAD  "
        && let Ok(header) = DeadLetterHeader::decode_le(&message.data)
    {
        message.data.drain(..DeadLetterHeader::SIZE);
        message.descriptor.format = header.format;
        message.descriptor.encoding = header.encoding;
        message.descriptor.coded_char_set_id = header.coded_char_set_id;
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
    target: ObjectHandle,
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
        let mut line = String::new();
        let read = lines.by_ref().take(LINE_BYTES_MAX).read_line(&mut line);
        let is_over = read.map_err(|error| refused(&error))? == 0;
        at += 1;
        let ended = match is_over {
            true => reader.end(),
            false => reader
                .line(line.strip_suffix('\n').unwrap_or(&line))
                .map_err(|problem| {
                    Failure::text(format!("{path}, line {at}: {problem}.\n"), exit::UNEXPECTED)
                })?,
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
                put_message(session, target, &message, job)?;
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

fn job(arguments: &Arguments) -> Result<Job, String> {
    let range = match arguments.value("-r") {
        Some(text) => Some(
            Range::of(text)
                .ok_or_else(|| format!("'{text}' of option -r is not x, x..y, x#y or #x"))?,
        ),
        None => None,
    };
    let text = |flag| arguments.value(flag).map(|text| text.as_bytes().to_vec());
    let hex = |flag: &str| match arguments.value(flag) {
        Some(digits) => bytes_of(digits)
            .map(Some)
            .ok_or_else(|| format!("'{digits}' of option {flag} is not hexadecimal")),
        None => Ok(None),
    };
    let search = Search {
        with: text("-s").into_iter().chain(hex("-x")?).collect(),
        without: text("-S").into_iter().chain(hex("-X")?).collect(),
    };
    let seconds = arguments.number("-w", 0_i32, 1_000_000)?.unwrap_or(0);
    Ok(Job {
        range,
        search,
        form: form_of(arguments.value("-d").unwrap_or_default())?,
        is_quiet: arguments.has("-q"),
        commit_after: arguments.number("-t", 1_u64, 10_000)?.unwrap_or(200),
        wait_ms: seconds.saturating_mul(1_000),
        context: match arguments.value("-C").unwrap_or("A") {
            "A" => MQPMO_SET_ALL_CONTEXT,
            "I" => MQPMO_SET_IDENTITY_CONTEXT,
            "d" => MQPMO_DEFAULT_CONTEXT,
            "n" => MQPMO_NO_CONTEXT,
            other => return Err(format!("'{other}' of option -C is not one of A, I, d, n")),
        },
        matched: arguments.value("-g").map(matched_by).transpose()?,
        convert: arguments.value("-P").map(converted_to).transpose()?,
        strips: arguments.has("-h"),
    })
}

/// At least one byte, from its digits.
fn bytes_of(digits: &str) -> Option<Vec<u8>> {
    from_hex(digits).filter(|bytes| !bytes.is_empty())
}

/// `xm<hex>`, `c<text>`: by which identifier.
fn matched_by(text: &str) -> Result<(i32, [u8; 24]), String> {
    let (is_hex, rest) = match text.strip_prefix('x') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (kind, id) = rest.split_at_checked(1).unwrap_or((rest, ""));
    let options = match kind {
        "m" => MQMO_MATCH_MSG_ID,
        "c" => MQMO_MATCH_CORREL_ID,
        "g" => MQMO_MATCH_GROUP_ID,
        _ => {
            return Err(format!(
                "'{text}' of option -g is not [x] and one of m, c, g and an identifier"
            ));
        }
    };
    let given = if is_hex {
        bytes_of(id)
    } else {
        Some(id.as_bytes().to_vec())
    };
    let mut field = [0; 24];
    let given = given.filter(|given| given.len() <= field.len());
    let given = given.ok_or_else(|| format!("'{id}' of option -g is no identifier"))?;
    field[..given.len()].copy_from_slice(&given);
    Ok((options, field))
}

fn converted_to(text: &str) -> Result<(i32, Option<i32>), String> {
    let wrong = || format!("'{text}' of option -P is not CCSID[:encoding]");
    let (ccsid, encoding) = match text.split_once(':') {
        Some((ccsid, encoding)) => {
            let digits = encoding
                .trim_start_matches(['x', 'X', '\''])
                .trim_end_matches('\'');
            (
                ccsid,
                Some(i32::from_str_radix(digits, 16).map_err(|_| wrong())?),
            )
        }
        None => (text, None),
    };
    Ok((ccsid.parse().map_err(|_| wrong())?, encoding))
}

fn form_of(text: &str) -> Result<Form, String> {
    let mut form = Form::default();
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        match char {
            'a' => form.with_text = true,
            'A' | 'p' => form.as_strings = true,
            't' => form.as_lines = true,
            'N' => form.with_descriptor = false,
            'i' => form.with_index = true,
            'H' | 'c' => {}
            'w' => {
                let mut digits = String::new();
                while let Some(digit) = chars.next_if(char::is_ascii_digit) {
                    digits.push(digit);
                }
                let width = digits
                    .parse()
                    .ok()
                    .filter(|width| (1..=4_096).contains(width));
                form.width = width.ok_or("w of option -d needs a number from 1 to 4096")?;
            }
            other => {
                return Err(format!(
                    "'{other}' of option -d is not one of a A c H i N p t w"
                ));
            }
        }
    }
    Ok(form)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_in_their_four_forms() {
        let range = |text| Range::of(text).map(|range| (range.first, range.last));
        assert_eq!(range("3"), Some((3, 3)));
        assert_eq!(range("3..7"), Some((3, 7)));
        assert_eq!(range("3#2"), Some((3, 4)));
        assert_eq!(range("#5"), Some((1, 5)));
        assert_eq!((range("0"), range("x"), range("..")), (None, None, None));
    }
}
