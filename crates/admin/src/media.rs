//! What `rcdmqimg` and `rcrmqobj` order: media images of local queues, and damaged ones made anew from them. Of everything
//! else they are told why there is nothing to do.

use crate::answered::Answered;
use crate::operations::ObjectOperations;
use crate::pattern::NamePattern;
use crate::running::{Administered, TableNotKept};
use ferromq_mqi::ObjectName;
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::generated::notices::{
    AMQ7002, AMQ7044, AMQ7047, AMQ7080, AMQ7081, AMQ7082, AMQ7084, AMQ7085, AMQ7086, AMQ7088,
    AMQ9611, FMQ0024, FMQ0382,
};
use ferromq_mqi::local::{LocalAnswer, MediaOf};
use ferromq_mqi::notice::Notice;
use ferromq_qmgr::MediaError;

/// What is done to queues, and said of the others.
struct Work<'a> {
    act: &'a dyn Fn(&ObjectName) -> Result<(), MediaError>,
    done: &'static Notice,
    nothing_to_do: &'static Notice,
}

/// `rcdmqimg`
pub(crate) fn record_images(administered: &Administered, of: &MediaOf) -> Answered {
    let queue_manager = administered.queue_manager();
    let work = Work {
        act: &|name| queue_manager.record_image(name).map(drop),
        done: &AMQ7086,
        nothing_to_do: &FMQ0382,
    };
    carry_out(administered, of, &work)
}

/// `rcrmqobj`
pub(crate) fn rebuild(administered: &Administered, of: &MediaOf) -> Answered {
    if *of == MediaOf::ClientTable {
        if let Err(TableNotKept { path, reason }) = administered.write_client_table() {
            return Answered::failed(&AMQ7002, &[&path, &reason]);
        }
        let q_mgr = administered.q_mgr_definition().name();
        return Answered::done(vec![LocalAnswer::notice(&AMQ9611, &[&q_mgr])]);
    }
    let queue_manager = administered.queue_manager();
    let work = Work {
        act: &|name| queue_manager.recover_damaged_queue(name).map(drop),
        done: &AMQ7081,
        nothing_to_do: &AMQ7082,
    };
    carry_out(administered, of, &work)
}

fn carry_out(administered: &Administered, of: &MediaOf, work: &Work<'_>) -> Answered {
    let q_mgr = administered.q_mgr_definition().name();
    // What channels keep can be asked for with any log, as documented.
    if *of != MediaOf::SyncFile && !administered.queue_manager().keeps_media_images() {
        return Answered::failed(&AMQ7044, &[&q_mgr]);
    }
    let nothing_to_do = |what: &str| {
        let answer = LocalAnswer::notice(work.nothing_to_do, &[&q_mgr, &what]);
        Answered::done(vec![answer])
    };
    match of {
        MediaOf::Objects { kinds, names } => objects(administered, kinds, names, work),
        MediaOf::SyncFile => nothing_to_do("syncfile"),
        MediaOf::Catalog => nothing_to_do("catalog"),
        MediaOf::ClientTable => nothing_to_do("clchltab"),
    }
}

/// Does something to each local queue whose name fits, and answers a notice for each. Queues without images are passed over
/// where a generic name was given, and so are objects of other kinds where queues were asked for as well.
fn objects(
    administered: &Administered,
    kinds: &[ObjectKind],
    names: &str,
    work: &Work<'_>,
) -> Answered {
    let pattern = NamePattern::new(names);
    let passes_over = pattern.is_generic() && kinds.contains(&ObjectKind::QLocal);
    let mut answers = Vec::new();
    let mut outcome = CommandOutcome::Done;
    for (kind, name) in named(administered, kinds, &pattern) {
        if kind != ObjectKind::QLocal {
            if !passes_over {
                let word = type_word(kind);
                answers.push(LocalAnswer::notice(work.nothing_to_do, &[&name, &word]));
            }
            continue;
        }
        let answer = match (work.act)(&name) {
            Ok(()) => LocalAnswer::notice(work.done, &[&name, &"queue"]),
            Err(MediaError::NotDamaged) => LocalAnswer::notice(&AMQ7082, &[&name, &"queue"]),
            Err(MediaError::NotRecoverable) if pattern.is_generic() => continue,
            Err(error) => {
                outcome = CommandOutcome::Failed;
                refused(&name, &error)
            }
        };
        answers.push(answer);
    }
    if answers.is_empty() {
        return Answered::failed(&AMQ7080, &[]);
    }
    Answered::With(answers, outcome)
}

/// The objects whose names fit. There is one queue manager, whatever it is called.
fn named(
    administered: &Administered,
    kinds: &[ObjectKind],
    pattern: &NamePattern,
) -> Vec<(ObjectKind, ObjectName)> {
    let (q_mgr, others): (Vec<ObjectKind>, Vec<ObjectKind>) =
        kinds.iter().partition(|kind| **kind == ObjectKind::QMgr);
    let mut found = administered.names(&others, pattern);
    let own = administered.q_mgr_definition().name();
    if !q_mgr.is_empty() && (others.is_empty() || pattern.matches(own.as_str())) {
        found.push((ObjectKind::QMgr, own));
    }
    found
}

fn refused(name: &ObjectName, error: &MediaError) -> LocalAnswer {
    match error {
        MediaError::NotFound => LocalAnswer::notice(&AMQ7085, &[name, &"queue"]),
        MediaError::NotRecoverable => LocalAnswer::notice(&FMQ0024, &[name]),
        MediaError::InUse => LocalAnswer::notice(&AMQ7088, &[name, &"queue"]),
        MediaError::Damaged => LocalAnswer::notice(&AMQ7084, &[name, &"queue"]),
        other => LocalAnswer::notice(&AMQ7047, &[&format!("{name}: {other}")]),
    }
}

/// A kind as option `-t` has it.
fn type_word(kind: ObjectKind) -> String {
    match kind {
        ObjectKind::ClntConn => "clntconn".to_owned(),
        kind if kind.is_channel() => "channel".to_owned(),
        kind if kind.is_authentication() => "authinfo".to_owned(),
        kind => kind.keyword().to_ascii_lowercase(),
    }
}
