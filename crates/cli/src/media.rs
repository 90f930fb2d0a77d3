//! `rcdmqimg` and `rcrmqobj`: media images, and queues rebuilt from them.
//!
//! A running queue manager does it itself; one that does not run is opened for the purpose.

pub(crate) mod rebuild;
pub(crate) mod record;

use crate::arguments::Arguments;
use crate::connection::{Asker, installation, name_meant};
use crate::failure::{Failure, answer_text, exit};
use ferromq_base::output;
use ferromq_mqi::ObjectName;
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::generated::notices::{AMQ7044, AMQ7080, AMQ7085, AMQ7088, FMQ0024};
use ferromq_mqi::local::{LocalAnswer, LocalOrder, MediaOf};
use ferromq_mqi::notice::{Notice, Severity};

/// Arguments are not valid.
pub(crate) const ARGUMENTS: u8 = 36;
/// The object has no media image.
pub(crate) const NO_IMAGE: u8 = 66;
/// The log is circular and holds no images.
pub(crate) const NO_LINEAR_LOG: u8 = 68;
/// No object has that name and type.
pub(crate) const NO_OBJECTS: u8 = 128;
/// The object is in use.
pub(crate) const IN_USE: u8 = 136;

/// Notices with exit codes of their own.
static CODES: [(&Notice, u8); 5] = [
    (&AMQ7044, NO_LINEAR_LOG),
    (&AMQ7080, NO_OBJECTS),
    (&AMQ7085, NO_OBJECTS),
    (&AMQ7088, IN_USE),
    (&FMQ0024, NO_IMAGE),
];

/// Kinds of objects as option `-t` has them.
const KINDS: [(&[&str], &[ObjectKind]); 14] = [
    (&["authinfo"], &AUTHENTICATION),
    (&["channel", "chl"], &CHANNELS),
    (&["clntconn", "clcn"], &[ObjectKind::ClntConn]),
    (&["comminfo"], &[ObjectKind::CommInfo]),
    (&["listener", "lstr"], &[ObjectKind::Listener]),
    (&["namelist", "nl"], &[ObjectKind::Namelist]),
    (&["process", "prcs"], &[ObjectKind::Process]),
    (&["queue", "q"], &QUEUES),
    (&["qalias", "qa"], &[ObjectKind::QAlias]),
    (&["qlocal", "ql"], &[ObjectKind::QLocal]),
    (&["qmodel", "qm"], &[ObjectKind::QModel]),
    (&["qremote", "qr"], &[ObjectKind::QRemote]),
    (&["service", "srvc"], &[ObjectKind::Service]),
    (&["topic", "top"], &[ObjectKind::Topic]),
];
const AUTHENTICATION: [ObjectKind; 4] = [
    ObjectKind::AuthInfoOs,
    ObjectKind::AuthInfoLdap,
    ObjectKind::AuthInfoCrl,
    ObjectKind::AuthInfoOcsp,
];
const CHANNELS: [ObjectKind; 7] = [
    ObjectKind::SvrConn,
    ObjectKind::Sender,
    ObjectKind::Server,
    ObjectKind::Receiver,
    ObjectKind::Requester,
    ObjectKind::ClusSdr,
    ObjectKind::ClusRcvr,
];
const QUEUES: [ObjectKind; 4] = [
    ObjectKind::QLocal,
    ObjectKind::QModel,
    ObjectKind::QAlias,
    ObjectKind::QRemote,
];

/// Has `order` carried out for what is asked for. `knows_table` is whether the client channel definition table may be.
fn run(
    arguments: &Arguments,
    program: &'static str,
    knows_table: bool,
    order: impl FnOnce(MediaOf) -> LocalOrder,
) -> Result<u8, Failure> {
    let of = asked_for(arguments, knows_table).map_err(|problem| arguments.refuse(&problem))?;
    let installation = installation()?;
    let name = name_meant(&installation, arguments.value("-m"))?;
    let asker = Asker::control(&installation, &name, program).or_offline();
    let (answers, _) = asker.order(order(of))?;
    Ok(tell(&answers, arguments.has("-z")))
}

fn asked_for(arguments: &Arguments, knows_table: bool) -> Result<MediaOf, String> {
    let word = arguments.value("-t").unwrap_or("all").to_ascii_lowercase();
    let found = KINDS.iter().find(|(words, _)| words.contains(&&*word));
    // Names are documented as ignored, or not needed, where there is one of a thing.
    let kinds = match (&*word, found) {
        ("syncfile", _) => return Ok(MediaOf::SyncFile),
        ("catalog" | "ctlg", _) => return Ok(MediaOf::Catalog),
        ("clchltab", _) if knows_table => return Ok(MediaOf::ClientTable),
        ("qmgr", _) => {
            return Ok(MediaOf::Objects {
                kinds: vec![ObjectKind::QMgr],
                names: "*".to_owned(),
            });
        }
        ("all" | "*", _) => every_kind(),
        (_, Some((_, kinds))) => kinds.to_vec(),
        (_, None) => {
            let all = KINDS.iter().flat_map(|(words, _)| words.iter().copied());
            let mut known: Vec<&str> = ["all", "*", "catalog", "ctlg", "qmgr", "syncfile"].to_vec();
            known.extend(knows_table.then_some("clchltab"));
            known.extend(all);
            return Err(format!(
                "'{word}' of option -t is not one of {}",
                known.join(", ")
            ));
        }
    };
    let names = arguments
        .name(0)
        .ok_or("the name of the objects is missing")?;
    let fixed = names.strip_suffix('*').unwrap_or(names);
    if !fixed.is_empty() || names.is_empty() {
        ObjectName::parse(fixed).map_err(|error| format!("{names}: {error}"))?;
    }
    Ok(MediaOf::Objects {
        kinds,
        names: names.to_owned(),
    })
}

fn every_kind() -> Vec<ObjectKind> {
    let mut kinds = vec![ObjectKind::QMgr];
    for (words, more) in &KINDS {
        // Those of the word for all queues are there one by one.
        if words != &["queue", "q"] {
            kinds.extend(*more);
        }
    }
    kinds
}

/// Prints the notices among the answers and gives back the exit code.
fn tell(answers: &[LocalAnswer], quiet: bool) -> u8 {
    let mut code = exit::OK;
    for answer in answers {
        let LocalAnswer::Notice { notice, .. } = answer else {
            continue;
        };
        let of_its_own = CODES.iter().find(|(known, _)| known.id == notice.id);
        match of_its_own {
            Some((_, own)) => code = *own,
            None if notice.severity > Severity::Warning => code = exit::UNEXPECTED,
            None => {}
        }
        if notice.severity > Severity::Warning {
            output::complain(&answer_text(answer));
        } else if !quiet {
            output::say(&answer_text(answer));
        }
    }
    code
}
