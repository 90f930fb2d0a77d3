//! What the command line asks for.

use super::show::Display;
use crate::arguments::Arguments;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::ObjectDescriptor;
use ferromq_mqi::route::TraceRoute;
use std::time::Duration;

/// What is shown the way of.
pub(super) enum Source {
    /// A message to be put.
    New(Box<ObjectDescriptor>),
    /// One of which something lies on a queue.
    Old { queue: String, correl_id: [u8; 24] },
}

/// See the module.
pub(super) struct Asked {
    pub(super) source: Source,
    pub(super) route: TraceRoute,
    pub(super) display: Display,
    report: i32,
    persistence: i32,
    priority: i32,
    pub(super) expiry: Duration,
    pub(super) wait: Option<Duration>,
    pub(super) reply_queue: Option<String>,
    pub(super) reply_q_mgr: ObjectName,
    pub(super) unbound: bool,
    pub(super) only_puts: bool,
    pub(super) browses: bool,
}

const OLD_ONLY: [&str; 16] = [
    "-ac", "-ar", "-d", "-f", "-l", "-o", "-p", "-ro", "-rq", "-rqm", "-s", "-t", "-xs", "-xp",
    "-n", "-ts",
];

impl Asked {
    /// Reads the command line.
    ///
    /// # Errors
    /// What is wrong.
    pub(super) fn read(arguments: &Arguments) -> Result<Self, String> {
        let source = source(arguments)?;
        let reply_queue = arguments.value("-rq").map(str::to_owned);
        let only_puts = arguments.has("-n");
        let (gathers, answered) = (arguments.has("-ac"), arguments.has("-ar"));
        if answered && !gathers {
            return Err("option -ar needs option -ac".to_owned());
        }
        let mut report = reports(arguments.value("-ro"))?;
        // Without -ro, reports of activities are asked for.
        let wants = answered || report != MQRO_NONE;
        if only_puts && wants && reply_queue.is_none() {
            return Err(
                "option -n needs option -rq where reports or an answer are asked for, as they are without -ro none".to_owned(),
            );
        }
        let persistence = yes_no(arguments, "-l")?;
        if persistence == Some(true) && wants && reply_queue.is_none() {
            return Err("option -l yes needs option -rq, or -ro none: reports of a persistent message go to no temporary queue".to_owned());
        }
        if arguments.has("-rqm") && reply_queue.is_none() {
            return Err("option -rqm needs option -rq".to_owned());
        }
        let passes = yes_no(arguments, "-xp")?.unwrap_or(true);
        if passes && report != MQRO_NONE {
            report |= MQRO_PASS_DISCARD_AND_EXPIRY;
        }
        let expiry_s = arguments.number("-xs", 1_u64, 99_999_999)?.unwrap_or(60);
        let seconds = arguments.number("-w", 0_u64, 999_999_999)?;
        Ok(Self {
            source,
            route: route(arguments, gathers, answered)?,
            display: display(arguments)?,
            report,
            persistence: match persistence {
                None => MQPER_PERSISTENCE_AS_Q_DEF,
                Some(true) => MQPER_PERSISTENT,
                Some(false) => MQPER_NOT_PERSISTENT,
            },
            priority: match arguments.number("-p", 0_i32, 9)? {
                Some(priority) => priority,
                None => MQPRI_PRIORITY_AS_Q_DEF,
            },
            expiry: Duration::from_secs(expiry_s),
            wait: seconds.map(Duration::from_secs),
            reply_queue,
            reply_q_mgr: name(arguments, "-rqm")?,
            unbound: arguments.has("-o"),
            only_puts,
            browses: arguments.has("-b"),
        })
    }

    /// Whether something comes back of its message.
    pub(super) fn wants_replies(&self) -> bool {
        self.report & MQRO_ACTIVITY == MQRO_ACTIVITY || self.route.is_answered()
    }

    /// The descriptor of its message, without where replies go.
    pub(super) fn descriptor(&self) -> MsgDescriptor {
        let tenths = self.expiry.as_secs().saturating_mul(10);
        let mut descriptor = MsgDescriptor {
            version: MQMD_VERSION_2,
            report: self.report,
            msg_type: MQMT_DATAGRAM,
            format: *b"MQADMIN ",
            encoding: MQENC_NATIVE,
            coded_char_set_id: 1208,
            expiry: i32::try_from(tenths).unwrap_or(MQEI_UNLIMITED),
            persistence: self.persistence,
            priority: self.priority,
            ..MsgDescriptor::default()
        };
        descriptor.fill_with_blanks();
        descriptor
    }
}

fn name(arguments: &Arguments, flag: &str) -> Result<ObjectName, String> {
    let text = arguments.value(flag).unwrap_or("");
    match text.is_empty() {
        true => Ok(ObjectName::BLANK),
        false => {
            ObjectName::parse(text).map_err(|_| format!("'{text}' of option {flag} is no name"))
        }
    }
}

fn source(arguments: &Arguments) -> Result<Source, String> {
    if let Some(topic) = arguments.value("-ts") {
        if arguments.has("-q") || arguments.has("-qm") {
            return Err("option -ts stands for -q and -qm".to_owned());
        }
        return Ok(Source::New(Box::new(ObjectDescriptor {
            object_type: MQOT_TOPIC,
            object_string: topic.to_owned(),
            version: MQOD_VERSION_4,
            ..ObjectDescriptor::default()
        })));
    }
    let queue = arguments.value("-q");
    let queue = queue.ok_or_else(|| "option -q is missing".to_owned())?;
    let object_name = name(arguments, "-q")?;
    let Some(digits) = arguments.value("-i") else {
        let mut object = ObjectDescriptor::queue(queue);
        object.object_name = object_name;
        object.object_q_mgr_name = name(arguments, "-qm")?;
        return Ok(Source::New(Box::new(object)));
    };
    let unfit = OLD_ONLY.iter().find(|flag| arguments.has(flag));
    if let Some(flag) = unfit {
        return Err(format!(
            "option {flag} is about a new message, and -i about an old one"
        ));
    }
    let bytes = ferromq_mqi::hex::from_hex(digits);
    let correl_id = bytes.and_then(|bytes| bytes.try_into().ok());
    let correl_id =
        correl_id.ok_or_else(|| format!("'{digits}' of option -i is not 48 hexadecimal digits"))?;
    Ok(Source::Old {
        queue: queue.to_owned(),
        correl_id,
    })
}

fn yes_no(arguments: &Arguments, flag: &str) -> Result<Option<bool>, String> {
    match arguments.value(flag) {
        None => Ok(None),
        Some("yes") => Ok(Some(true)),
        Some("no") => Ok(Some(false)),
        Some(other) => Err(format!("'{other}' of option {flag} is neither yes nor no")),
    }
}

fn reports(words: Option<&str>) -> Result<i32, String> {
    let Some(words) = words else {
        return Ok(MQRO_ACTIVITY | MQRO_DISCARD_MSG);
    };
    let mut report = MQRO_NONE;
    for word in words
        .split(',')
        .map(str::trim)
        .filter(|word| !word.is_empty())
    {
        report |= match word {
            "none" => MQRO_NONE,
            "activity" => MQRO_ACTIVITY,
            "coa" => MQRO_COA,
            "cod" => MQRO_COD,
            "exception" => MQRO_EXCEPTION,
            "expiration" => MQRO_EXPIRATION,
            "discard" => MQRO_DISCARD_MSG,
            other => return Err(format!("'{other}' of option -ro is no report")),
        };
    }
    Ok(report)
}

fn route(arguments: &Arguments, gathers: bool, answered: bool) -> Result<TraceRoute, String> {
    let detail = match arguments.value("-t") {
        Some("low") => MQROUTE_DETAIL_LOW,
        None | Some("medium") => MQROUTE_DETAIL_MEDIUM,
        Some("high") => MQROUTE_DETAIL_HIGH,
        Some(other) => {
            return Err(format!(
                "'{other}' of option -t is none of low, medium, high"
            ));
        }
    };
    let forward = match arguments.value("-f") {
        None | Some("all") => MQROUTE_FORWARD_ALL,
        Some("supported") => MQROUTE_FORWARD_IF_SUPPORTED,
        Some(other) => {
            return Err(format!(
                "'{other}' of option -f is neither all nor supported"
            ));
        }
    };
    Ok(TraceRoute {
        detail,
        recorded: 0,
        unrecorded: 0,
        discontinuity: 0,
        activities_max: match arguments.value("-s") {
            Some("unlimited") => MQROUTE_UNLIMITED_ACTIVITIES,
            _ => arguments
                .number("-s", 1_i32, 999_999_999)?
                .unwrap_or(MQROUTE_UNLIMITED_ACTIVITIES),
        },
        accumulate: match (gathers, answered) {
            (_, true) => MQROUTE_ACCUMULATE_AND_REPLY,
            (true, false) => MQROUTE_ACCUMULATE_IN_MSG,
            (false, false) => MQROUTE_ACCUMULATE_NONE,
        },
        forward,
        deliver: match yes_no(arguments, "-d")? {
            Some(true) => MQROUTE_DELIVER_YES,
            _ => MQROUTE_DELIVER_NO,
        },
    })
}

fn display(arguments: &Arguments) -> Result<Display, String> {
    let named = arguments.name(0);
    let display = match arguments.value("-v") {
        None | Some("summary") => Display::Summary,
        Some("none") => Display::None,
        Some("all") => Display::ALL,
        Some("outline") => return Display::outline(named.unwrap_or("")),
        Some(other) => {
            return Err(format!(
                "'{other}' of option -v is none of summary, all, none, outline"
            ));
        }
    };
    match named {
        Some(word) => Err(format!("'{word}' belongs to -v outline only")),
        None => Ok(display),
    }
}

#[cfg(test)]
mod tests {
    use super::Asked;
    use crate::arguments::Arguments;
    use crate::commands::COMMANDS;

    /// Why the options are refused; nothing where they are taken.
    fn refused(line: &str) -> Option<String> {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let command = COMMANDS.find("dspmqrte").expect("it is there");
        let arguments = Arguments::read(command, &words).expect("options there are");
        Asked::read(&arguments).err()
    }

    /// Source: "dspmqrte (display route information)", notes 1 and 2 of its syntax: reports of activities are asked for by default.
    #[test]
    fn reports_nobody_can_take_need_a_queue_that_is_named() {
        for line in [
            "-q A -l yes",
            "-q A -l yes -ro activity",
            "-q A -l yes -ac -ar -ro none",
            "-q A -n",
            "-q A -n -ro coa",
            "-q A -rqm QM2",
        ] {
            let why = refused(line).expect(line);
            assert!(why.contains("-rq"), "{line}: {why}");
        }
        for line in [
            "-q A",
            "-q A -l no",
            "-q A -l yes -rq R",
            "-q A -l yes -ro none",
            "-q A -n -ro none",
            "-q A -n -rq R",
            "-q A -rq R -rqm QM2",
        ] {
            assert_eq!(refused(line), None, "{line}");
        }
    }
}
