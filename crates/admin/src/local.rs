//! What control commands ask of a running queue manager and MQSC has no words for: dumps of
//! definitions, media images, rebuilt queues, transactions.
//!
//! They travel as commands do and begin with a word no MQSC verb has. Each line of an answer
//! is the number of a notice and its values, with tabs between them, except that a dump is
//! the text of the dump.

use crate::authority::{self, AuthorityOperations};
use crate::dump::{DumpOptions, definition_text, definition_text_beside};
use crate::network::{ListenOn, NetworkError};
use crate::operations::ObjectOperations;
use crate::outcome::ObjectError;
use crate::pattern::NamePattern;
use crate::reply::{Reply, Said};
use crate::running::Administered;
use crate::transactions::{self, Resolution};
use ferromq_mqi::ObjectName;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{
    MQCMD_CHANGE_Q_MGR, MQCMD_INQUIRE_AUTH_RECS, MQCMD_INQUIRE_Q_MGR, MQZAO_CHANGE, MQZAO_DISPLAY,
};
use ferromq_mqi::preset;
use ferromq_qmgr::{MediaError, Permissions, ProtectedKind, SELF_PROFILE};

/// The word private commands begin with.
pub const LOCAL_WORD: &str = "FERROMQ";

/// Runs an MQSC command, as [`crate::run_command`] does, or a private one, and gives back all it prints.
#[must_use]
pub fn run_local(administered: &Administered, text: &str) -> (String, CommandOutcome) {
    crate::Output::of(administered, text).whole()
}

/// Runs a command of either kind.
pub(crate) fn run(administered: &Administered, text: &str) -> Reply {
    let words: Vec<&str> = text.split_whitespace().collect();
    if let [LOCAL_WORD, verb, ..] = words.as_slice()
        && let Err(error) = permit(administered, verb)
    {
        return Reply::failed(crate::message::refused(&error, ""));
    }
    let (text, outcome) = match words.as_slice() {
        [LOCAL_WORD, "DUMP", attributes, layout, kinds, names] => {
            let options = DumpOptions {
                all_attributes: *attributes == "ALL",
                one_line: *layout == "ONE",
                comments: false,
            };
            return dump(administered, options, kinds, names);
        }
        [LOCAL_WORD, "HELD", words @ ..] => authority::local::held(administered, words),
        [LOCAL_WORD, "AUTHORITIES", words @ ..] => {
            authority::local::authorities(administered, words)
        }
        [LOCAL_WORD, "IMAGE", names] => media(administered, names, "AMQ7086", |name| {
            administered.queue_manager().record_image(name).map(drop)
        }),
        [LOCAL_WORD, "REBUILD", names] => media(administered, names, "AMQ7081", |name| {
            administered.queue_manager().recover_queue(name).map(drop)
        }),
        [LOCAL_WORD, "LISTEN", listener, port, backlog, address] => {
            listen(administered, listener, [port, backlog], address)
        }
        [LOCAL_WORD, "STILL", listener] => still_listens(administered, listener),
        [LOCAL_WORD, "UNLISTEN", names] => unlisten(administered, names),
        [LOCAL_WORD, "COMMANDSERVER", verb] => command_server(administered, verb),
        [LOCAL_WORD, "TRANSACTIONS"] => transactions::listing(administered),
        [LOCAL_WORD, "RESOLVE", how, number] => {
            match (Resolution::from_word(how), number.parse()) {
                (Some(resolution), Ok(number)) => {
                    transactions::resolve(administered.queue_manager(), resolution, number)
                }
                _ => (String::new(), CommandOutcome::SyntaxError),
            }
        }
        [LOCAL_WORD, ..] => (String::new(), CommandOutcome::SyntaxError),
        _ => return crate::reply_to(administered, text),
    };
    Reply::ended(text, outcome)
}

/// What private commands need the queue manager's leave for.
fn permit(administered: &Administered, verb: &str) -> Result<(), ObjectError> {
    let (wanted, command) = match verb {
        "DUMP" => (MQZAO_DISPLAY, MQCMD_INQUIRE_Q_MGR),
        "HELD" | "AUTHORITIES" => (MQZAO_DISPLAY, MQCMD_INQUIRE_AUTH_RECS),
        _ => (MQZAO_CHANGE, MQCMD_CHANGE_Q_MGR),
    };
    let wanted = Permissions::of(wanted);
    administered.permit(ProtectedKind::QMgr, SELF_PROFILE, wanted, command)
}

/// `START`, `STOP` or `SHOW`: does it, and answers what the command server does then.
fn command_server(administered: &Administered, verb: &str) -> (String, CommandOutcome) {
    let Some(control) = administered.command_server() else {
        return (
            "AMQ8404\tthere is no command server here\n".to_owned(),
            CommandOutcome::Failed,
        );
    };
    let done = match verb {
        "START" => match control.start() {
            Ok(done) => done,
            Err(reason) => return (format!("AMQ8404\t{reason}\n"), CommandOutcome::Failed),
        },
        "STOP" => control.stop(),
        "SHOW" => true,
        _ => return (String::new(), CommandOutcome::SyntaxError),
    };
    let outcome = match done {
        true => CommandOutcome::Done,
        false => CommandOutcome::Failed,
    };
    (format!("{}\n", control.state().word()), outcome)
}

/// Listens for a program, which has to say every few seconds that it is still there.
fn listen(
    administered: &Administered,
    listener: &str,
    numbers: [&str; 2],
    address: &str,
) -> (String, CommandOutcome) {
    let [Ok(port), Ok(backlog)] = numbers.map(str::parse::<u32>) else {
        return (String::new(), CommandOutcome::SyntaxError);
    };
    let on = ListenOn {
        listener: listener.to_owned(),
        address: address.trim_matches('*').to_owned(),
        port: u16::try_from(port).unwrap_or(0),
        backlog,
        ..ListenOn::default()
    };
    match administered.network().start_listener(&on) {
        Ok(()) => {
            let leases = administered.leases();
            leases.heard(listener, administered.monotonic_ns());
            (String::new(), CommandOutcome::Done)
        }
        Err(NetworkError::Bind { port, reason }) => (
            format!("AMQ9218\t{port}\t{reason}\n"),
            CommandOutcome::Failed,
        ),
        Err(NetworkError::AlreadyActive) => ("AMQ8730\n".to_owned(), CommandOutcome::Failed),
        Err(error) => (format!("AMQ8404\t{error}\n"), CommandOutcome::Failed),
    }
}

/// The program of a listener is still there. Fails once the listener is not.
fn still_listens(administered: &Administered, listener: &str) -> (String, CommandOutcome) {
    let running = administered.network().listeners();
    if running.iter().any(|status| status.on.listener == listener) {
        let leases = administered.leases();
        leases.heard(listener, administered.monotonic_ns());
        (String::new(), CommandOutcome::Done)
    } else {
        administered.leases().forget(listener);
        (String::new(), CommandOutcome::Failed)
    }
}

/// Stops the listeners whose names fit, and answers a line for each.
fn unlisten(administered: &Administered, names: &str) -> (String, CommandOutcome) {
    let pattern = NamePattern::new(names);
    let mut text = String::new();
    for status in administered.network().listeners() {
        let listener = &status.on.listener;
        if pattern.matches(listener) && administered.network().stop_listener(listener).is_ok() {
            administered.leases().forget(listener);
            text.push_str(&format!("AMQ5027\t{listener}\n"));
        }
    }
    (text, CommandOutcome::Done)
}

/// Definitions of those kinds (keywords with commas between them) whose names fit.
fn dump(administered: &Administered, options: DumpOptions, kinds: &str, names: &str) -> Reply {
    let pattern = NamePattern::new(names);
    let mut reply = Reply::done(String::new());
    for kind in kinds.split(',').filter_map(ObjectKind::from_keyword) {
        if kind == ObjectKind::QMgr {
            let definition = administered.q_mgr_definition();
            if pattern.matches(definition.name().as_str()) {
                reply.then(Reply::done(definition_text(&definition, options)));
            }
            continue;
        }
        // Records have no names of their own, and the channels they are about are meant; the names of subscriptions
        // are not those they are kept by.
        let named_by = match kind {
            ObjectKind::ChlAuth => Some(Attr::Chlauth),
            ObjectKind::Sub => Some(Attr::Sub),
            _ => None,
        };
        let wanted = match named_by {
            Some(_) => &NamePattern::any(),
            None => &pattern,
        };
        let bases = bases(administered, kind);
        let mut found = administered.names(&[kind], wanted).into_iter();
        let pattern = pattern.clone();
        let next = move |operations: &dyn ObjectOperations| {
            found.find_map(|(kind, name)| {
                // It may be gone by now.
                let definition = operations.definition(kind, &name)?;
                let meant = named_by.is_none_or(|attr| pattern.matches(definition.text(attr)));
                let text = || Said::Lines(definition_text_beside(&definition, &bases, options));
                (meant && !is_dynamic(&definition)).then(text)
            })
        };
        reply.then(Reply::more(Box::new(next), None));
    }
    for asked in kinds.split(',') {
        let (word, kind) = asked.split_once('.').unwrap_or((asked, ""));
        if word == "AUTHREC" {
            let kind = ObjectKind::from_keyword(kind).map(ProtectedKind::of);
            reply.then(dump_authority(administered, options, kind, &pattern));
        }
    }
    reply
}

/// What DEFINE may make an object like where the commands are run: the default object as it is here, which they
/// define as well, and the one of a new queue manager.
fn bases(administered: &Administered, kind: ObjectKind) -> Vec<Definition> {
    let name = kind.info().default_object;
    if name.is_empty() {
        return Vec::new();
    }
    let mut presets = preset::system_objects().iter();
    let fresh = presets.find(|preset| preset.kind == kind && preset.name == name);
    let here = administered.definition(kind, &ObjectName::truncated(name));
    here.into_iter()
        .chain(fresh.map(|preset| preset.definition()))
        .collect()
}

/// The authority records over a kind of object, or over every kind, whose profiles fit.
fn dump_authority(
    administered: &Administered,
    options: DumpOptions,
    kind: Option<ProtectedKind>,
    names: &NamePattern,
) -> Reply {
    let mut found = administered.authority_records().into_iter();
    let q_mgr = administered.q_mgr_definition().name();
    let names = names.clone();
    let next = move |operations: &dyn ObjectOperations| {
        let record = found.find(|record| {
            let profile = record.profile.as_str();
            let fits = match record.kind {
                ProtectedKind::QMgr => names.matches(q_mgr.as_str()),
                _ => names.matches(profile),
            };
            // What is about a dynamic queue alone goes with the queue.
            let queue =
                || operations.definition(ObjectKind::QLocal, &ObjectName::truncated(profile));
            let dynamic =
                || record.kind == ProtectedKind::Queue && queue().is_some_and(|it| is_dynamic(&it));
            fits && kind.is_none_or(|kind| kind == record.kind) && !dynamic()
        })?;
        let text = authority::authority_text(&record, options.one_line);
        Some(Said::Lines(text))
    };
    Reply::more(Box::new(next), None)
}

/// A queue some application made by opening a model queue: it comes back by itself, or not
/// at all.
fn is_dynamic(definition: &Definition) -> bool {
    use ferromq_mqi::generated::constants::MQQDT_PREDEFINED;
    definition.kind() == ObjectKind::QLocal && definition.int(Attr::Deftype) != MQQDT_PREDEFINED
}

/// Does something to each local queue whose name fits, and answers a line for each. Queues
/// without images are passed over where a generic name was given.
fn media(
    administered: &Administered,
    names: &str,
    done: &str,
    act: impl Fn(&ferromq_mqi::ObjectName) -> Result<(), MediaError>,
) -> (String, CommandOutcome) {
    let pattern = NamePattern::new(names);
    let mut text = String::new();
    let mut outcome = CommandOutcome::Done;
    for definition in administered.definitions(&[ObjectKind::QLocal], &pattern) {
        let name = definition.name();
        match act(&name) {
            Ok(()) => text.push_str(&format!("{done}\t{name}\tqueue\n")),
            Err(MediaError::CircularLog) => {
                let q_mgr = administered.q_mgr_definition().name();
                return (format!("AMQ7044\t{q_mgr}\n"), CommandOutcome::Failed);
            }
            Err(MediaError::NotRecoverable) if pattern.is_generic() => {}
            Err(error) => {
                outcome = CommandOutcome::Failed;
                let line = match error {
                    MediaError::NotFound => format!("AMQ7085\t{name}\tqueue\n"),
                    MediaError::NotRecoverable => format!("FMQ0024\t{name}\n"),
                    MediaError::InUse => format!("AMQ7088\t{name}\tqueue\n"),
                    MediaError::Damaged => format!("AMQ7084\t{name}\tqueue\n"),
                    other => format!("AMQ7047\t{name}: {other}\n"),
                };
                text.push_str(&line);
            }
        }
    }
    if text.is_empty() {
        return ("AMQ7080\n".to_owned(), CommandOutcome::Failed);
    }
    (text, outcome)
}
