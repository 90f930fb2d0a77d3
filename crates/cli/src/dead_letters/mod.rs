//! `runmqdlq`, `amqsdlq` and `amqsdlqc`: the dead-letter queue handler.

mod work;

use crate::arguments::Arguments;
use crate::connection::{Connected, connect_either};
use crate::failure::{Failure, exit, notice_text};
use crate::password;
use ferromq_base::output;
use ferromq_dead_letters::{Problems, RulesTable, TEXT_BYTES_MAX};
use ferromq_mqi::ObjectName;
use ferromq_mqi::generated::constants::{
    MQ_Q_NAME_LENGTH, MQCA_DEAD_LETTER_Q_NAME, MQCO_NONE, MQOO_FAIL_IF_QUIESCING, MQOO_INQUIRE,
    MQOT_Q_MGR,
};
use ferromq_mqi::generated::notices::{AMQ8102, AMQ8758, FMQ0196};
use ferromq_mqi::options::ObjectDescriptor;
use ferromq_mqi::session::MqError;
use std::io::{self, Read};
use work::Work;

/// Exit code when the rules are not valid, or there are none.
pub(crate) const RULES: u8 = 1;

/// What is written on the way.
#[derive(Clone, Copy)]
struct Spoken {
    /// Messages about the work. What is wrong with the rules is always told.
    messages: bool,
    /// What becomes of each message.
    trace: bool,
}

impl Spoken {
    const MESSAGES: Self = Self {
        messages: true,
        trace: false,
    };

    /// As the variables of the samples say.
    fn of_sample() -> Self {
        let is_on = |name| {
            let value = std::env::var(name);
            value.is_ok_and(|value| value.eq_ignore_ascii_case("YES"))
        };
        Self {
            messages: is_on("ODQ_MSG"),
            trace: is_on("ODQ_TRACE"),
        }
    }
}

/// `runmqdlq`.
pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let as_client = arguments.has("-c");
    handle(arguments, "runmqdlq", as_client, Spoken::MESSAGES)
}

/// `amqsdlq`.
pub(crate) fn sample(arguments: &Arguments) -> Result<u8, Failure> {
    handle(arguments, "amqsdlq", false, Spoken::of_sample())
}

/// `amqsdlqc`.
pub(crate) fn sample_as_client(arguments: &Arguments) -> Result<u8, Failure> {
    handle(arguments, "amqsdlqc", true, Spoken::of_sample())
}

fn handle(
    arguments: &Arguments,
    program: &str,
    as_client: bool,
    spoken: Spoken,
) -> Result<u8, Failure> {
    let user = arguments.value("-u");
    let password = user.map(password::ask_for).transpose()?;
    let table = match RulesTable::read(&input()?) {
        Ok(table) => table,
        Err(problems) => return Ok(tell(&problems)),
    };
    // What is given to the command counts more than what is in the table.
    let given = |at| arguments.name(at).filter(|name| !name.trim().is_empty());
    let in_table = table.control.q_mgr_name.as_str().trim_end();
    let q_mgr = given(1).or(Some(in_table).filter(|name| !name.is_empty()));
    let mut session = connect_either(q_mgr, program, as_client, password.as_ref())?;
    let queue = match given(0) {
        Some(name) => ObjectName::parse(name)
            .map_err(|problem| Failure::notice(&AMQ8102, &[&name, &problem], exit::NAME))?,
        None if !table.control.q_name.is_blank() => table.control.q_name,
        None => dead_letter_queue(&mut session).map_err(|error| Failure::unexpected(&error))?,
    };
    if queue.is_blank() {
        let name = q_mgr.unwrap_or_default();
        return Err(Failure::notice(&FMQ0196, &[&name], exit::UNEXPECTED));
    }
    Work::begin(session, queue, &table, spoken)?.until_done()?;
    Ok(exit::OK)
}

/// The rules: standard input up to its end.
fn input() -> Result<String, Failure> {
    // One more than may be, so that what is longer is seen to be.
    let most = TEXT_BYTES_MAX as u64 + 1;
    let mut bytes = Vec::new();
    let read = io::stdin().lock().take(most).read_to_end(&mut bytes);
    read.map_err(|error| Failure::io("standard input", &error))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Tells what is wrong with the rules.
fn tell(problems: &Problems) -> u8 {
    for problem in problems.kept() {
        output::line(&problem.text());
    }
    output::say(&notice_text(&AMQ8758, &[&problems.count()]));
    RULES
}

/// `DEADQ` of the queue manager.
pub(crate) fn dead_letter_queue(session: &mut Connected) -> Result<ObjectName, MqError> {
    let mut q_mgr = ObjectDescriptor {
        object_type: MQOT_Q_MGR,
        ..ObjectDescriptor::default()
    };
    let options = MQOO_INQUIRE | MQOO_FAIL_IF_QUIESCING;
    let handle = session.open_object(&mut q_mgr, options)?;
    let length = MQ_Q_NAME_LENGTH.unsigned_abs();
    let (_, name, _) = session.inquire(handle, &[MQCA_DEAD_LETTER_Q_NAME], 0, length)?;
    session.close(handle, MQCO_NONE)?;
    Ok(ObjectName::truncated(
        String::from_utf8_lossy(&name).trim_end(),
    ))
}
