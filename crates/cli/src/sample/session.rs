//! What the applications share: connecting, opening, options from the command line, and how
//! a failed verb is told.

use crate::arguments::Arguments;
use crate::connection::{
    Connected, Right, Session, connect, connect_as_client, installation, name_meant,
};
use crate::failure::Failure;
use crate::password;
use ferromq_base::output;
use ferromq_client::Password;
use ferromq_mqi::generated::constants::{
    MQ_Q_MGR_NAME_LENGTH, MQCA_Q_MGR_NAME, MQCO_NONE, MQOO_FAIL_IF_QUIESCING, MQOO_INQUIRE,
    MQOT_Q_MGR,
};
use ferromq_mqi::generated::notices::AMQ8102;
use ferromq_mqi::options::{ObjectDescriptor, ObjectHandle};
use ferromq_mqi::session::MqError;
use ferromq_mqi::{ObjectName, Reason};
use std::io::{self, BufRead};

/// Exit code when a verb failed.
pub(super) const FAILED: u8 = 1;

/// Bytes a get takes: the longest message there is.
pub(crate) const BUFFER_BYTES: u32 = 100 << 20;

/// User the samples connect as; asks for a password.
const USER_VARIABLE: &str = "MQSAMP_USER_ID";
/// Seconds to wait for a message.
const WAIT_VARIABLE: &str = "MQSAMP_WAIT";

/// A connection to the queue manager named at a place on the command line, or the default one.
pub(super) fn connected(
    arguments: &Arguments,
    name_at: usize,
    program: &'static str,
) -> Result<Connected, Failure> {
    connected_to(arguments, arguments.name(name_at), program)
}

/// A connection to that queue manager, or the default one.
pub(super) fn connected_to(
    arguments: &Arguments,
    name: Option<&str>,
    program: &'static str,
) -> Result<Connected, Failure> {
    connected_as(arguments, name, program, None)
}

/// The same as a user who has given a password; without one as the environment says.
pub(crate) fn connected_as(
    arguments: &Arguments,
    name: Option<&str>,
    program: &'static str,
    password: Option<Password>,
) -> Result<Connected, Failure> {
    let as_client = arguments.as_client || connects_as_client();
    let password = match password {
        Some(password) => Some(password),
        None => ask_for_password()?,
    };
    if as_client {
        let name = name.unwrap_or_default();
        return connect_as_client(name, program, password.as_ref()).map_err(|failure| {
            not_connected(failure.reason);
            Failure::text(format!("{}\n{failure}\n", failure.reason), FAILED)
        });
    }
    let installation = installation()?;
    let name = name_meant(&installation, name.filter(|name| !name.trim().is_empty())).map_err(
        |failure| {
            not_connected(Reason::Q_MGR_NAME_ERROR);
            failure.with_code(FAILED)
        },
    )?;
    connect(&installation, &name, program, Right::Of(password.as_ref())).map_err(|failure| {
        not_connected(failure.reason);
        Failure::text(format!("{}\n{failure}\n", failure.reason), FAILED)
    })
}

/// The name of the queue manager a program is connected to.
pub(crate) fn q_mgr_name(session: &mut Session) -> Result<String, Failure> {
    let mut q_mgr = ObjectDescriptor {
        object_type: MQOT_Q_MGR,
        ..ObjectDescriptor::default()
    };
    let opened = session.open_object(&mut q_mgr, MQOO_INQUIRE | MQOO_FAIL_IF_QUIESCING);
    let handle = opened.map_err(|error| failed(&error))?;
    let length = u32::try_from(MQ_Q_MGR_NAME_LENGTH).unwrap_or(0);
    let inquired = session.inquire(handle, &[MQCA_Q_MGR_NAME], 0, length);
    let (_, name, _) = inquired.map_err(|error| failed(&error))?;
    let closed = session.close(handle, MQCO_NONE);
    closed.map_err(|error| failed(&error))?;
    Ok(String::from_utf8_lossy(&name).trim_end().to_owned())
}

/// What `MQ_CONNECT_TYPE` asks of programs that can do both.
fn connects_as_client() -> bool {
    std::env::var("MQ_CONNECT_TYPE").is_ok_and(|kind| kind.eq_ignore_ascii_case("CLIENT"))
}

/// Tells that there is no connection, as the samples do.
fn not_connected(reason: Reason) {
    output::line(&format!("MQCONNX ended with reason code {}", reason.0));
}

/// A verb that failed: its line as the samples print it, and what it means.
pub(super) fn failed(error: &MqError) -> Failure {
    told(error.verb, error.reason, error)
}

fn told(verb: &str, reason: Reason, words: &dyn std::fmt::Display) -> Failure {
    output::line(&format!("{verb} ended with reason code {}", reason.0));
    Failure::text(format!("{words}\n"), FAILED)
}

/// Opens the queue named first on the command line.
pub(super) fn open(
    session: &mut Session,
    descriptor: &mut ObjectDescriptor,
    options: i32,
    what_for: &str,
) -> Result<ObjectHandle, Failure> {
    session.open_object(descriptor, options).map_err(|error| {
        let failure = failed(&error);
        output::line(&format!("unable to open queue for {what_for}"));
        failure
    })
}

/// The queue named at a place on the command line.
pub(super) fn queue_named(arguments: &Arguments, at: usize) -> Result<ObjectDescriptor, Failure> {
    let name = arguments.name(at).unwrap_or_default();
    match ObjectName::parse(name) {
        Ok(_) => Ok(ObjectDescriptor::queue(name)),
        Err(problem) => Err(Failure::notice(&AMQ8102, &[&name, &problem], FAILED)),
    }
}

/// Options of the MQI, given as a number on the command line; tells that they were given.
pub(super) fn options(
    arguments: &Arguments,
    at: usize,
    what: &str,
    usual: i32,
) -> Result<i32, Failure> {
    let Some(given) = arguments.name(at) else {
        return Ok(usual);
    };
    match given.parse() {
        Ok(number) => {
            output::line(&format!("{what} options are {number}"));
            Ok(number)
        }
        Err(_) => Err(Failure::text(
            format!("{what} options: '{given}' is no number\n"),
            FAILED,
        )),
    }
}

/// How long to wait for a message, in milliseconds.
pub(super) fn wait_ms(usual_s: i32) -> i32 {
    let given = std::env::var(WAIT_VARIABLE).ok();
    let seconds = given
        .and_then(|text| text.parse::<i32>().ok())
        .unwrap_or(usual_s);
    seconds.clamp(0, i32::MAX / 1000) * 1000
}

/// Closes a queue and disconnects. What fails now is told.
pub(super) fn finish(
    mut session: Connected,
    handle: ObjectHandle,
    close_options: i32,
) -> Result<(), Failure> {
    session
        .close(handle, close_options)
        .map_err(|error| failed(&error))?;
    session.disconnect().map_err(|error| failed(&error))?;
    Ok(())
}

/// The next line of standard input without its line end; `None` at the end.
pub(super) fn input_line() -> Result<Option<Vec<u8>>, Failure> {
    let mut bytes = Vec::new();
    let read = io::stdin().lock().read_until(b'\n', &mut bytes);
    match read.map_err(|error| Failure::io("standard input", &error))? {
        0 => Ok(None),
        _ => {
            if bytes.ends_with(b"\n") {
                bytes.pop();
            }
            if bytes.ends_with(b"\r") {
                bytes.pop();
            }
            Ok(Some(bytes))
        }
    }
}

/// With `MQSAMP_USER_ID` the samples read a password first, and so scripts write one.
fn ask_for_password() -> Result<Option<Password>, Failure> {
    match std::env::var(USER_VARIABLE) {
        Ok(user_id) if !user_id.is_empty() => password::ask_for(&user_id).map(Some),
        _ => Ok(None),
    }
}
