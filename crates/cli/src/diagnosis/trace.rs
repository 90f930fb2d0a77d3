//! `strmqtrc`, `endmqtrc` and `dspmqtrc`: traces of verbs.

use crate::arguments::Arguments;
use crate::connection::{Asker, checked_name, installation};
use crate::failure::{Failure, answers_text, exit};
use ferromq::installation::{Installation, Listed};
use ferromq_base::calendar::UtcMoment;
use ferromq_base::output;
use ferromq_mqi::Reason;
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::local::{LocalOrder, TRACE_PROGRAMS_MAX, TraceOrder, TraceSettings};
use ferromq_mqi::xa::XaCode;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};

/// Of what `-t` and `-x` take these make records fuller; all others are taken.
const DETAILED: [&str; 2] = ["all", "detail"];
/// The documented types.
pub(crate) const TYPES: [&str; 22] = [
    "all",
    "detail",
    "api",
    "channel",
    "commentary",
    "comms",
    "csdata",
    "csflows",
    "Explorer",
    "Java",
    "lqmdata",
    "lqmflows",
    "otherdata",
    "otherflows",
    "parms",
    "remotedata",
    "remoteflows",
    "servicedata",
    "serviceflows",
    "ssl",
    "versiondata",
    "soap",
];
/// Bytes of data there may be in a record.
const DATA_BYTES_MAX: u32 = 2_048;
/// Longest line of a trace.
const LINE_BYTES_MAX: usize = 64 << 10;

/// `strmqtrc`.
pub(crate) fn start(arguments: &Arguments) -> Result<u8, Failure> {
    let order = match arguments.has("-s") {
        true => TraceOrder::Show,
        false => {
            TraceOrder::Begin(settings(arguments).map_err(|problem| arguments.refuse(&problem))?)
        }
    };
    each(arguments, "strmqtrc", &order)
}

/// `endmqtrc`.
pub(crate) fn end(arguments: &Arguments) -> Result<u8, Failure> {
    each(arguments, "endmqtrc", &TraceOrder::End)
}

fn settings(arguments: &Arguments) -> Result<TraceSettings, String> {
    let mut detail = false;
    for flag in ["-t", "-x"] {
        for given in arguments.values(flag) {
            let is = |word: &str| word.eq_ignore_ascii_case(given);
            let is_detailed = DETAILED.iter().any(|word| is(word));
            if !TYPES.iter().any(|word| is(word)) {
                return Err(format!("'{given}' of option {flag} is no type of a trace"));
            }
            detail = match flag {
                "-t" => detail || is_detailed,
                _ => detail && !is_detailed,
            };
        }
    }
    let programs = arguments.value("-p").unwrap_or_default();
    let programs: Vec<String> = programs
        .split(',')
        .map(str::trim)
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect();
    if programs.len() > TRACE_PROGRAMS_MAX {
        return Err(format!(
            "option -p names more than {TRACE_PROGRAMS_MAX} programs"
        ));
    }
    let data_bytes = match arguments.value("-d") {
        Some("-1") => DATA_BYTES_MAX,
        _ => arguments.number("-d", 0, DATA_BYTES_MAX)?.unwrap_or(0),
    };
    let megabytes = arguments.number("-l", 1_u64, 4_095)?.unwrap_or(0);
    Ok(TraceSettings {
        programs,
        detail,
        data_bytes,
        file_bytes_max: megabytes << 20,
    })
}

/// Gives the order to the queue managers that are meant: those `-m` fits, or all that run.
fn each(arguments: &Arguments, program: &str, order: &TraceOrder) -> Result<u8, Failure> {
    let installation = installation()?;
    let meant = meant(&installation, arguments.value("-m"))?;
    let mut failed = None;
    let mut asked = 0;
    for q_mgr in &meant {
        if !q_mgr.is_open() && meant.len() > 1 {
            continue;
        }
        asked += 1;
        let asker = Asker::control(&installation, &q_mgr.name, program);
        match asker.order(LocalOrder::Trace(order.clone())) {
            Ok((answers, CommandOutcome::Done)) => output::say(&answers_text(&answers)),
            Ok((answers, _)) => {
                failed = Some(Failure::text(answers_text(&answers), exit::UNEXPECTED));
            }
            Err(failure) => failed = Some(failure),
        }
    }
    match failed {
        Some(failure) => Err(failure),
        None => {
            if asked == 0 {
                output::line("No queue manager runs here.");
            }
            Ok(exit::OK)
        }
    }
}

fn meant(installation: &Installation, given: Option<&str>) -> Result<Vec<Listed>, Failure> {
    let all = installation.queue_managers();
    let Some(pattern) = given else {
        return Ok(all);
    };
    if !pattern.contains(['*', '?']) {
        let name = checked_name(pattern)?;
        return Ok(vec![crate::connection::listed(installation, &name)?]);
    }
    let fits = |name: &str| ferromq_qmgr::name_fits(pattern, name);
    Ok(all
        .into_iter()
        .filter(|listed| fits(&listed.name))
        .collect())
}

/// `dspmqtrc`.
pub(crate) fn display(arguments: &Arguments) -> Result<u8, Failure> {
    for name in arguments.names() {
        let refused = |error| Failure::io(name, &error);
        let file = File::open(name).map_err(refused)?;
        let mut out = match arguments.value("-o") {
            Some(path) => {
                let options = File::options().create(true).append(true).open(path);
                let file = options.map_err(|error| Failure::io(path, &error))?;
                Some((path, BufWriter::new(file)))
            }
            None => None,
        };
        let mut write = |text: &str| match &mut out {
            Some((path, file)) => {
                let written = writeln!(file, "{text}");
                written.map_err(|error| Failure::io(*path, &error))
            }
            None => {
                output::line(text);
                Ok(())
            }
        };
        if !arguments.has("-h") {
            write(&format!(
                "Trace {name}, written by FerroMQ\n{:<26} {:>24}  call",
                "UTC", "process.conn"
            ))?;
        }
        let mut lines = BufReader::new(file);
        let mut line = Vec::new();
        // Whoever reads it may have had enough.
        while !output::is_closed() && next_line(&mut lines, &mut line).map_err(refused)? {
            if !line.is_empty() {
                write(&shown(&String::from_utf8_lossy(&line)))?;
            }
        }
        if let Some((path, mut file)) = out {
            file.flush().map_err(|error| Failure::io(path, &error))?;
        }
    }
    Ok(exit::OK)
}

/// Reads a line without its end; of one that is too long nothing. False at the end.
fn next_line(lines: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let most = LINE_BYTES_MAX as u64 + 1;
    if lines.by_ref().take(most).read_until(b'\n', line)? == 0 {
        return Ok(false);
    }
    match line.last() {
        Some(b'\n') => {
            line.pop();
        }
        _ if line.len() > LINE_BYTES_MAX => {
            lines.skip_until(b'\n')?;
            line.clear();
        }
        _ => {}
    }
    Ok(true)
}

/// A record for people. What is none is shown as it is.
fn shown(line: &str) -> String {
    let fields: Vec<&str> = line.splitn(10, '\t').collect();
    let [
        at,
        connection,
        process,
        program,
        user,
        brace,
        verb,
        reason,
        took,
        details,
    ] = fields.as_slice()
    else {
        return line.to_owned();
    };
    let (Ok(at), Ok(reason)) = (at.parse::<u64>(), reason.parse::<i32>()) else {
        return line.to_owned();
    };
    let stamp = UtcMoment::at(at).date_and_micros();
    // As DISPLAY CONN has it in CONN.
    let connection = match connection.parse::<u64>() {
        Ok(number) => format!("{number:016X}"),
        Err(_) => (*connection).to_owned(),
    };
    let who = format!("{process}.{connection}");
    let call = match *brace {
        "{" => format!("--{{ {verb} {program} ({user}) {details}"),
        _ => format!("--}} {verb} {} {took} us {details}", result(verb, reason)),
    };
    format!("{stamp} {who:>24}  {}", call.trim_end())
}

fn result(verb: &str, reason: i32) -> String {
    match reason {
        0 => "rc=OK".to_owned(),
        branches if verb == "xa_recover" && branches > 0 => format!("rc={branches}"),
        code if verb.starts_with("xa_") => format!("rc={code} {}", XaCode(code).name()),
        reason => format!("rc={} {}", reason, Reason(reason).name()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_shown_for_people() {
        let line = "1709210096789012\t7\t8\tamqsget\tjill\t}\tMQGET\t2033\t5\tDataLength=0";
        assert_eq!(
            shown(line),
            "2024-02-29 12:34:56.789012       8.0000000000000007  --} MQGET rc=2033 MQRC_NO_MSG_AVAILABLE 5 us DataLength=0"
        );
        let line = "1709210096789012\t7\t8\tbank\tjill\t}\txa_commit\t-4\t5\t";
        assert_eq!(
            shown(line),
            "2024-02-29 12:34:56.789012       8.0000000000000007  --} xa_commit rc=-4 XAER_NOTA 5 us"
        );
        let line = "1709210096789012\t7\t8\tbank\tjill\t}\txa_recover\t2\t5\t";
        assert!(shown(line).ends_with("--} xa_recover rc=2 5 us"));
        assert_eq!(shown("# anything"), "# anything");
    }
}
