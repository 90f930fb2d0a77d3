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
use ferromq_mqi::generated::notices::{AMQ7044, AMQ7080, AMQ7085, AMQ7088, FMQ0024};
use ferromq_mqi::local::{LocalAnswer, LocalOrder};
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

/// Types that stand for local queues.
const TYPES: [&str; 6] = ["all", "*", "queue", "q", "ql", "qlocal"];

/// Has `order` carried out for the local queues that are asked for.
fn run(
    arguments: &Arguments,
    program: &'static str,
    order: impl FnOnce(String) -> LocalOrder,
) -> Result<u8, Failure> {
    let names = names(arguments).map_err(|problem| arguments.refuse(&problem))?;
    let installation = installation()?;
    let name = name_meant(&installation, arguments.value("-m"))?;
    let asker = Asker::control(&installation, &name, program).or_offline();
    let (answers, _) = asker.order(order(names))?;
    Ok(tell(&answers, arguments.has("-z")))
}

fn names(arguments: &Arguments) -> Result<String, String> {
    if let Some(asked) = arguments.value("-t")
        && !TYPES.iter().any(|known| known.eq_ignore_ascii_case(asked))
    {
        return Err(format!(
            "'{asked}' of option -t is not one of {}",
            TYPES.join(", ")
        ));
    }
    let names = arguments.name(0).unwrap_or("*");
    let fixed = names.strip_suffix('*').unwrap_or(names);
    if !fixed.is_empty() || names.is_empty() {
        ObjectName::parse(fixed).map_err(|error| format!("{names}: {error}"))?;
    }
    Ok(names.to_owned())
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
