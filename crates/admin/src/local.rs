//! What our own commands order of a running queue manager and MQSC has no words for: dumps of definitions, media images,
//! rebuilt queues, transactions (`docs/formats/local-orders.md`).

use crate::answered::Answered;
use crate::authority::administered::authority_text;
use crate::authority::{self, AuthorityOperations};
use crate::dump::{DumpOptions, definition_text, definition_text_beside};
use crate::media;
use crate::network::{ListenOn, NetworkError};
use crate::operations::ObjectOperations;
use crate::pattern::NamePattern;
use crate::reply::{Reply, ReplyItem};
use crate::running::Administered;
use crate::switching;
use crate::transactions;
use ferromq_mqi::ObjectName;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{
    MQCMD_CHANGE_Q_MGR, MQCMD_INQUIRE_AUTH_RECS, MQCMD_INQUIRE_Q_MGR, MQSUBTYPE_PROXY,
    MQZAO_CHANGE, MQZAO_DISPLAY,
};
use ferromq_mqi::generated::notices::{
    AMQ5027, AMQ8135, AMQ8404, AMQ8730, AMQ9218, FMQ0372, FMQ0373, FMQ0374, FMQ0375,
};
use ferromq_mqi::local::{
    CommandServerOrder, DumpOrder, LocalAnswer, LocalOrder, RecordsOver, TraceOrder,
};
use ferromq_mqi::preset;
use ferromq_qmgr::{Permissions, ProtectedKind, SELF_PROFILE};

/// Carries out an order, if the user it is of may give it.
pub(crate) fn carry_out(administered: &Administered, order: &LocalOrder) -> Answered {
    let (wanted, command) = needed(order);
    let wanted = Permissions::of(wanted);
    if administered
        .permit(ProtectedKind::QMgr, SELF_PROFILE, wanted, command)
        .is_err()
    {
        return Answered::failed(&AMQ8135, &[]);
    }
    let queue_manager = administered.queue_manager();
    match order {
        LocalOrder::Dump(order) => Answered::Dump(dump(administered, order)),
        LocalOrder::Held {
            kind,
            profile,
            entity,
        } => authority::local::held(administered, *kind, profile, entity),
        LocalOrder::Authorities {
            matching,
            kind,
            profile,
            entity,
        } => authority::local::authorities(administered, *matching, *kind, profile, entity),
        LocalOrder::RecordImages(of) => media::record_images(administered, of),
        LocalOrder::Rebuild(of) => media::rebuild(administered, of),
        LocalOrder::Listen {
            listener,
            port,
            backlog,
            address,
        } => {
            let on = ListenOn {
                listener: listener.clone(),
                address: address.clone(),
                port: *port,
                backlog: *backlog,
                ..ListenOn::default()
            };
            listen(administered, &on)
        }
        LocalOrder::StillListens { listener } => still_listens(administered, listener),
        LocalOrder::HasEndedWell { channel } => {
            let channel = ObjectName::truncated(channel);
            let outcome = match administered.network().has_failed(&channel) {
                true => CommandOutcome::Failed,
                false => CommandOutcome::Done,
            };
            Answered::With(Vec::new(), outcome)
        }
        LocalOrder::SwitchChannels {
            names,
            shows,
            leaves,
        } => switching::switch(administered, names, *shows, *leaves),
        LocalOrder::StopListening { names } => stop_listening(administered, names),
        LocalOrder::CommandServer(order) => command_server(administered, *order),
        LocalOrder::Trace(order) => trace(administered, order),
        LocalOrder::Transactions => Answered::done(transactions::listing(administered)),
        LocalOrder::Resolve { resolution, number } => {
            transactions::resolve(queue_manager, *resolution, *number)
        }
    }
}

/// What an order needs the queue manager's leave for, and the number events call it by.
fn needed(order: &LocalOrder) -> (i32, i32) {
    match order {
        LocalOrder::Dump(_) => (MQZAO_DISPLAY, MQCMD_INQUIRE_Q_MGR),
        LocalOrder::Held { .. } | LocalOrder::Authorities { .. } => {
            (MQZAO_DISPLAY, MQCMD_INQUIRE_AUTH_RECS)
        }
        LocalOrder::RecordImages(_)
        | LocalOrder::Rebuild(_)
        | LocalOrder::Listen { .. }
        | LocalOrder::StillListens { .. }
        | LocalOrder::StopListening { .. }
        | LocalOrder::HasEndedWell { .. }
        | LocalOrder::SwitchChannels { .. }
        | LocalOrder::CommandServer(_)
        | LocalOrder::Trace(_)
        | LocalOrder::Transactions
        | LocalOrder::Resolve { .. } => (MQZAO_CHANGE, MQCMD_CHANGE_Q_MGR),
    }
}

/// Does it, and answers what the command server does then. Fails when that is so already.
fn command_server(administered: &Administered, order: CommandServerOrder) -> Answered {
    let Some(control) = administered.command_server() else {
        return Answered::failed(&AMQ8404, &[&"there is no command server here"]);
    };
    let done = match order {
        CommandServerOrder::Start => match control.start() {
            Ok(done) => done,
            Err(reason) => return Answered::failed(&AMQ8404, &[&reason]),
        },
        CommandServerOrder::Stop => control.stop(),
        CommandServerOrder::Show => true,
    };
    let outcome = match done {
        true => CommandOutcome::Done,
        false => CommandOutcome::Failed,
    };
    Answered::With(vec![LocalAnswer::CommandServer(control.state())], outcome)
}

/// Begins, ends or shows the trace.
fn trace(administered: &Administered, order: &TraceOrder) -> Answered {
    let queue_manager = administered.queue_manager();
    let name = queue_manager.name();
    let trace = queue_manager.trace();
    match order {
        TraceOrder::Begin(settings) => {
            if let Err(reason) = trace.begin(settings.clone()) {
                return Answered::failed(&FMQ0372, &[&name, &reason]);
            }
        }
        TraceOrder::End => {
            let notice = match trace.end() {
                true => &FMQ0374,
                false => &FMQ0375,
            };
            return Answered::done(vec![LocalAnswer::notice(notice, &[&name])]);
        }
        TraceOrder::Show => {}
    }
    let answer = match trace.under_way() {
        Some((settings, place)) => {
            let programs = match settings.programs.is_empty() {
                true => "all programs".to_owned(),
                false => settings.programs.join(", "),
            };
            LocalAnswer::notice(&FMQ0373, &[&name, &programs, &place])
        }
        None => LocalAnswer::notice(&FMQ0375, &[&name]),
    };
    Answered::done(vec![answer])
}

/// Listens for a program, which has to say every few seconds that it is still there.
fn listen(administered: &Administered, on: &ListenOn) -> Answered {
    match administered.network().start_listener(on) {
        Ok(()) => {
            let leases = administered.leases();
            leases.heard(&on.listener, administered.monotonic_ns());
            Answered::done(Vec::new())
        }
        Err(NetworkError::Bind { port, reason }) => Answered::failed(&AMQ9218, &[&port, &reason]),
        Err(NetworkError::AlreadyActive) => Answered::failed(&AMQ8730, &[]),
        Err(error) => Answered::failed(&AMQ8404, &[&error]),
    }
}

/// The program of a listener is still there. Fails once the listener is not.
fn still_listens(administered: &Administered, listener: &str) -> Answered {
    let running = administered.network().listeners();
    if running.iter().any(|status| status.on.listener == listener) {
        let leases = administered.leases();
        leases.heard(listener, administered.monotonic_ns());
        Answered::done(Vec::new())
    } else {
        administered.leases().forget(listener);
        Answered::With(Vec::new(), CommandOutcome::Failed)
    }
}

/// Stops the listeners whose names fit, and answers a notice for each.
fn stop_listening(administered: &Administered, names: &str) -> Answered {
    let pattern = NamePattern::new(names);
    let mut answers = Vec::new();
    for status in administered.network().listeners() {
        let listener = &status.on.listener;
        if pattern.matches(listener) && administered.network().stop_listener(listener).is_ok() {
            administered.leases().forget(listener);
            answers.push(LocalAnswer::notice(&AMQ5027, &[listener]));
        }
    }
    Answered::done(answers)
}

/// Definitions whose names fit, then authority records.
fn dump(administered: &Administered, order: &DumpOrder) -> Reply {
    let options = DumpOptions {
        all_attributes: order.all_attributes,
        one_line: order.one_line,
        comments: false,
    };
    let pattern = NamePattern::new(&order.names);
    let mut reply = Reply::done(String::new());
    for kind in order.kinds.iter().copied() {
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
        // A name that is not generic is found whoever asks.
        let mut found = administered.names(&[kind], wanted);
        found.retain(|(kind, name)| administered.may_see(*kind, name.as_str()));
        let mut found = found.into_iter();
        let pattern = pattern.clone();
        let next = move |operations: &dyn ObjectOperations| {
            found.find_map(|(kind, name)| {
                // It may be gone by now.
                let definition = operations.definition(kind, &name)?;
                let meant = named_by.is_none_or(|attr| pattern.matches(definition.text(attr)));
                let text =
                    || ReplyItem::Lines(definition_text_beside(&definition, &bases, options));
                (meant && !is_dynamic(&definition) && !is_proxy(&definition)).then(text)
            })
        };
        reply.then(Reply::more(Box::new(next), None));
    }
    let over = match order.records {
        RecordsOver::Nothing => return reply,
        RecordsOver::Everything => None,
        RecordsOver::Kind(kind) => Some(ProtectedKind::of(kind)),
    };
    reply.then(dump_authority(administered, options, over, &pattern));
    reply
}

/// Whether a subscription was made for another queue manager, which asks for it again.
fn is_proxy(definition: &Definition) -> bool {
    definition.kind() == ObjectKind::Sub && definition.int(Attr::Subtype) == MQSUBTYPE_PROXY
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
        let text = authority_text(&record, options.one_line);
        Some(ReplyItem::Lines(text))
    };
    Reply::more(Box::new(next), None)
}

/// A queue some application made by opening a model queue: it comes back by itself, or not
/// at all.
fn is_dynamic(definition: &Definition) -> bool {
    use ferromq_mqi::generated::constants::{MQQDT_PREDEFINED, MQQMDT_AUTO_CLUSTER_SENDER};
    match definition.kind() {
        ObjectKind::QLocal => definition.int(Attr::Deftype) != MQQDT_PREDEFINED,
        ObjectKind::ClusSdr => definition.int(Attr::Deftype) == MQQMDT_AUTO_CLUSTER_SENDER,
        _ => false,
    }
}
