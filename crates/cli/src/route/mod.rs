//! `dspmqrte`: a trace-route message is put, and what comes back of it shown.

mod asked;
mod show;

use crate::arguments::Arguments;
use crate::connection::Connected;
use crate::failure::{Failure, notice_text};
use crate::password;
use crate::sample::session::{self, BUFFER_BYTES};
use asked::{Asked, Source};
use ferromq_base::calendar::date_and_time;
use ferromq_base::output;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::notices::{
    AMQ8652, AMQ8653, AMQ8658, AMQ8659, AMQ8666, AMQ8674, FMQ0380,
};
use ferromq_mqi::hex::hex;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{GetOptions, ObjectDescriptor, ObjectHandle, PutOptions};
use ferromq_mqi::pcf::Parameter;
use ferromq_mqi::route::{Activity, Operation, TraceRoute, told, trace_route_body};
use ferromq_mqi::session::MqError;
use ferromq_mqi::{MsgDescriptor, Reason};
use std::fmt::Display;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Exit code for arguments that are not valid.
pub(crate) const ARGUMENTS: u8 = 10;
/// Exit code when something failed.
pub(crate) const FAILED: u8 = 20;
/// Longest one get waits, so that it is seen that nobody reads any more.
const WAIT_MS: u128 = 500;

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let wrong = |problem: String| Failure::text(format!("{problem}\n"), ARGUMENTS);
    let asked = Asked::read(arguments).map_err(wrong)?;
    say(&AMQ8653, &[&arguments.told()]);
    let mut arguments = arguments.clone();
    arguments.as_client |= arguments.has("-c");
    let given = match arguments.value("-u") {
        Some(user) => Some(password::ask_for(user)?),
        None => None,
    };
    let connected = session::connected_as(&arguments, arguments.value("-m"), "dspmqrte", given);
    let mut session = connected.map_err(|failure| failure.with_code(FAILED))?;
    let q_mgr = session::q_mgr_name(&mut session).map_err(|failure| failure.with_code(FAILED))?;
    say(&AMQ8659, &[&q_mgr]);
    let mut shown = show::Shown::new(asked.display);
    match &asked.source {
        Source::Old { queue, correl_id } => {
            let handle = open_to_read(&mut session, queue, asked.browses)?;
            say(&AMQ8674, &[]);
            let mut reading = Reading {
                session: &mut session,
                handle,
                correl_id: *correl_id,
                browses: asked.browses,
            };
            let until = Instant::now() + asked.wait.unwrap_or_default();
            while let Some(parameters) = reading.next(until)? {
                shown.take(&parameters);
            }
        }
        Source::New(target) => follow(&mut session, &q_mgr, &asked, target, &mut shown)?,
    }
    session.disconnect().map_err(|error| failed(&error))?;
    say(&AMQ8652, &[]);
    Ok(0)
}

fn say(entry: &ferromq_mqi::notice::Notice, values: &[&dyn Display]) {
    output::say(&notice_text(entry, values));
}

fn failed(error: &MqError) -> Failure {
    Failure::text(format!("{error}\n"), FAILED)
}

fn open_to_read(
    session: &mut Connected,
    queue: &str,
    browses: bool,
) -> Result<ObjectHandle, Failure> {
    let how = if browses {
        MQOO_BROWSE
    } else {
        MQOO_INPUT_SHARED
    };
    let opened = session.open(queue, how | MQOO_FAIL_IF_QUIESCING);
    opened.map_err(|error| failed(&error))
}

/// Puts a message and shows its way.
fn follow(
    session: &mut Connected,
    q_mgr: &str,
    asked: &Asked,
    target: &ObjectDescriptor,
    shown: &mut show::Shown,
) -> Result<(), Failure> {
    let replies = match asked.wants_replies() {
        true => Some(open_replies(session, asked)?),
        false => None,
    };
    let bind = if asked.unbound {
        MQOO_BIND_NOT_FIXED
    } else {
        0
    };
    let mut object = target.clone();
    let opened = session.open_object(&mut object, MQOO_OUTPUT | MQOO_FAIL_IF_QUIESCING | bind);
    let handle = opened.map_err(|error| failed(&error))?;
    let mut descriptor = asked.descriptor();
    if let Some((_, reply_to)) = &replies {
        descriptor.msg_type = MQMT_REQUEST;
        descriptor.reply_to_q = *reply_to.bytes();
        descriptor.reply_to_q_mgr = *asked.reply_q_mgr.bytes();
    }
    let own = own_activity(q_mgr, target, &object, &descriptor);
    let (route, gathered) = set_out(asked, &own);
    let body = trace_route_body(&route, gathered);
    let mut how = PutOptions {
        options: MQPMO_NO_SYNCPOINT | MQPMO_FAIL_IF_QUIESCING | MQPMO_NEW_MSG_ID,
        ..PutOptions::default()
    };
    let put = session.put(handle, &mut descriptor, &mut how, body);
    put.map_err(|error| failed(&error))?;
    let name = match target.object_type {
        MQOT_TOPIC => target.object_string.as_str(),
        _ => target.object_name.as_str().trim_end(),
    };
    say(&AMQ8658, &[&name, &q_mgr]);
    if asked.only_puts {
        output::line(&hex(&descriptor.msg_id));
        return Ok(());
    }
    let resolved = how.resolved_q_mgr_name.as_str().trim_end();
    let stays = target.object_type == MQOT_Q && resolved == q_mgr;
    // What this program did is in the answer, if one comes.
    if !asked.route.is_answered() {
        let mut parameters = vec![own.group()];
        parameters.push(route.group());
        shown.take(&parameters);
    }
    let Some((handle, _)) = replies else {
        return Ok(());
    };
    if stays && !asked.route.is_answered() {
        return Ok(());
    }
    let reading = Reading {
        session,
        handle,
        correl_id: descriptor.msg_id,
        browses: asked.browses,
    };
    show_answers(reading, asked, shown)
}

/// What the message says when it sets out: of this program, if activities are gathered in it.
fn set_out(asked: &Asked, own: &Activity) -> (TraceRoute, Vec<Parameter>) {
    let is_public = asked.route.accumulates();
    let route = TraceRoute {
        recorded: i32::from(is_public),
        unrecorded: i32::from(!is_public),
        ..asked.route
    };
    let gathered = if is_public {
        vec![own.group()]
    } else {
        Vec::new()
    };
    (route, gathered)
}

/// Shows reports and the answer as they come, until the way is over or nobody waits any longer.
fn show_answers(
    mut reading: Reading<'_>,
    asked: &Asked,
    shown: &mut show::Shown,
) -> Result<(), Failure> {
    say(&AMQ8674, &[]);
    let wait = asked.wait.unwrap_or(asked.expiry + Duration::from_secs(60));
    let until = Instant::now() + wait;
    while let Some(parameters) = reading.next(until)? {
        shown.take(&parameters);
        if shown.is_over(asked.route.is_answered()) {
            return Ok(());
        }
    }
    if !output::is_closed() {
        say(&FMQ0380, &[&wait.as_secs()]);
    }
    Ok(())
}

/// The queue reports and the answer come to, opened, and its name.
fn open_replies(
    session: &mut Connected,
    asked: &Asked,
) -> Result<(ObjectHandle, ObjectName), Failure> {
    let (name, is_named) = match &asked.reply_queue {
        Some(named) => (named.as_str(), true),
        None => ("SYSTEM.DEFAULT.MODEL.QUEUE", false),
    };
    let mut object = ObjectDescriptor::queue(name);
    let how = match asked.browses && is_named {
        true => MQOO_BROWSE,
        false => MQOO_INPUT_SHARED,
    };
    if !is_named {
        object.dynamic_q_name = ObjectName::truncated("DSPMQRTE.*");
    }
    let opened = session.open_object(&mut object, how | MQOO_FAIL_IF_QUIESCING);
    let handle = opened.map_err(|error| failed(&error))?;
    Ok((handle, object.object_name))
}

/// What this program does: it puts the message.
fn own_activity(
    q_mgr: &str,
    target: &ObjectDescriptor,
    object: &ObjectDescriptor,
    descriptor: &MsgDescriptor,
) -> Activity {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let now_us = now.map_or(0, |since| u64::try_from(since.as_micros()).unwrap_or(0));
    let name = |id: i32, name: &str| Parameter::padded(id, name.trim_end(), 48);
    let more = match target.object_type {
        MQOT_TOPIC => vec![Parameter::text(MQCA_TOPIC_STRING, &target.object_string)],
        _ if object.resolved_q_mgr_name.as_str().trim_end() == q_mgr => vec![
            name(MQCA_Q_NAME, target.object_name.as_str()),
            name(MQCACF_RESOLVED_Q_NAME, object.resolved_q_name.as_str()),
        ],
        _ => vec![
            name(MQCA_Q_NAME, target.object_name.as_str()),
            name(MQCA_REMOTE_Q_NAME, object.resolved_q_name.as_str()),
            name(MQCA_REMOTE_Q_MGR_NAME, object.resolved_q_mgr_name.as_str()),
        ],
    };
    Activity {
        appl_name: "dspmqrte".to_owned(),
        appl_type: MQAT_UNIX,
        description: "Puts a trace-route message".to_owned(),
        operations: vec![Operation {
            kind: match target.object_type {
                MQOT_TOPIC => MQOPER_PUBLISH,
                _ => MQOPER_PUT,
            },
            at: date_and_time(now_us),
            length: 0,
            descriptor: descriptor.clone(),
            q_mgr_name: q_mgr.to_owned(),
            more,
        }],
    }
}

/// Gets what is told of one message.
struct Reading<'a> {
    session: &'a mut Connected,
    handle: ObjectHandle,
    correl_id: [u8; 24],
    browses: bool,
}

impl Reading<'_> {
    /// The next message that tells something; `None` when none came in time.
    fn next(&mut self, until: Instant) -> Result<Option<Vec<Parameter>>, Failure> {
        loop {
            let left_ms = until.saturating_duration_since(Instant::now()).as_millis();
            let browse = match self.browses {
                true => MQGMO_BROWSE_NEXT,
                false => MQGMO_NO_SYNCPOINT,
            };
            let how = GetOptions {
                options: browse | MQGMO_WAIT | MQGMO_CONVERT | MQGMO_FAIL_IF_QUIESCING,
                match_options: MQMO_MATCH_CORREL_ID,
                wait_interval_ms: i32::try_from(left_ms.min(WAIT_MS)).unwrap_or(0),
                ..GetOptions::default()
            };
            let wanted = MsgDescriptor {
                correl_id: self.correl_id,
                ..MsgDescriptor::default()
            };
            match self.session.get(self.handle, &wanted, &how, BUFFER_BYTES) {
                // Reports of other kinds tell nothing of the way.
                Ok(got) => match told(&got.descriptor, &got.body) {
                    Some(parameters) => return Ok(Some(parameters)),
                    None => continue,
                },
                Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => {
                    if left_ms == 0 || output::is_closed() {
                        return Ok(None);
                    }
                }
                Err(error) => return Err(failed(&error)),
            }
        }
    }
}

/// A queue the message was on.
fn tell_queue(queue: &str, q_mgr: &str) {
    say(&AMQ8666, &[&queue, &q_mgr]);
}
