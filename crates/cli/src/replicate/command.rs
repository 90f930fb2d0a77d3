//! `asnqccmd` and `asnqacmd`: commands to a running capture or apply, by a message on its queue and the answer to it.

use super::attempts::{lasting, refuse};
use super::words::{Words, session};
use crate::connection::{Connected, lost};
use crate::failure::Failure;
use ferromq_base::output;
use ferromq_mqi::generated::constants::{
    MQGMO_FAIL_IF_QUIESCING, MQGMO_NO_SYNCPOINT, MQGMO_WAIT, MQMO_MATCH_CORREL_ID, MQMT_REQUEST,
    MQOO_FAIL_IF_QUIESCING, MQOO_INPUT_EXCLUSIVE, MQPMO_FAIL_IF_QUIESCING, MQPMO_NO_SYNCPOINT,
};
use ferromq_mqi::generated::notices::{FMQ0455, FMQ0456};
use ferromq_mqi::options::{GetOptions, ObjectDescriptor, PutOptions};
use ferromq_mqi::{MsgDescriptor, ObjectName, Reason};
use ferromq_replicate::source::Source;
use ferromq_replicate::target::{catalog, connect};
use ferromq_replicate::trouble::Trouble;

/// Bytes of an answer, at most.
const ANSWER_BYTES_MAX: u32 = 1 << 20;
/// How long an answer is waited for unless `timeout=` says otherwise.
const ANSWER_WITHIN_S: u64 = 60;

/// Where a program hears commands.
struct Heard {
    q_mgr: String,
    queue: String,
}

/// `asnqccmd`.
pub(super) fn run_capture(given: &[String]) -> Result<u8, Failure> {
    run("asnqccmd", "capture", given, |conninfo, schema| {
        let parameters = Source::connect(conninfo, schema)?.parameters()?;
        Ok(Heard {
            q_mgr: parameters.q_mgr,
            queue: parameters.admin_q,
        })
    })
}

/// `asnqacmd`.
pub(super) fn run_apply(given: &[String]) -> Result<u8, Failure> {
    run("asnqacmd", "apply", given, |conninfo, schema| {
        let mut db = connect(conninfo)?;
        let (q_mgr, queue) = catalog::command_queue(&mut db, schema)?;
        Ok(Heard { q_mgr, queue })
    })
}

type Find = fn(&str, &str) -> Result<Heard, Trouble>;

fn run(command: &'static str, of: &str, given: &[String], find: Find) -> Result<u8, Failure> {
    // Where the program is, and how it is reached, is ours; the rest is said to it.
    let own = [
        format!("{of}_server"),
        format!("{of}_schema"),
        "qmgr".to_owned(),
        "client".to_owned(),
        "timeout".to_owned(),
    ];
    let is_own = |word: &&String| {
        let name = word.split_once('=').map_or("", |it| it.0);
        own.iter().any(|it| it.eq_ignore_ascii_case(name))
    };
    let (ours, said): (Vec<&String>, Vec<&String>) = given.iter().partition(is_own);
    let ours: Vec<String> = ours.into_iter().cloned().collect();
    let mut words = Words::read(command, &ours)?;
    let conninfo = words.need(&own[0])?;
    let schema = words.take(&own[1]).unwrap_or("asn".to_owned());
    let q_mgr = words.take("qmgr");
    let as_client = words.yes("client")?.unwrap_or(false);
    let seconds = words.number("timeout", 86_400)?.unwrap_or(ANSWER_WITHIN_S);
    words.end()?;
    if said.is_empty() {
        return Err(refuse(command, "a command is missing, such as status"));
    }
    let text: Vec<&str> = said.iter().map(|it| it.as_str()).collect();
    let heard = find(&conninfo, &schema).map_err(|trouble| lasting(&trouble))?;
    if heard.queue.is_empty() {
        return Err(Failure::notice(&FMQ0456, &[&of, &schema], 1));
    }
    let q_mgr = q_mgr.unwrap_or(heard.q_mgr);
    let mut session = session(Some(&q_mgr), command, as_client)?;
    let asked = ask(&mut session, &q_mgr, &heard.queue, &text.join(" "), seconds)?;
    session.disconnect().map_err(|error| lost(&q_mgr, &error))?;
    let Some(answer) = asked else {
        return Err(Failure::notice(
            &FMQ0455,
            &[&of, &heard.queue, &q_mgr, &seconds],
            1,
        ));
    };
    // The first letter says whether it was done.
    let (is_done, answer) = match answer.strip_prefix("! ") {
        Some(why) => (false, why),
        None => (true, answer.as_str()),
    };
    output::line(answer.trim_end());
    Ok(u8::from(!is_done))
}

/// Puts a command and waits for its answer; nothing if none comes.
fn ask(
    session: &mut Connected,
    q_mgr: &str,
    queue: &str,
    text: &str,
    seconds: u64,
) -> Result<Option<String>, Failure> {
    let told = |error| lost(q_mgr, &error);
    let mut model = ObjectDescriptor::queue("SYSTEM.DEFAULT.MODEL.QUEUE");
    model.dynamic_q_name = ObjectName::truncated("ASN.*");
    let answers = session
        .open_object(&mut model, MQOO_INPUT_EXCLUSIVE | MQOO_FAIL_IF_QUIESCING)
        .map_err(told)?;
    let mut descriptor = MsgDescriptor {
        format: *b"MQSTR   ",
        msg_type: MQMT_REQUEST,
        reply_to_q: *model.object_name.bytes(),
        // Nobody carries it out when nobody waits for it any more; tenths of seconds.
        expiry: i32::try_from(seconds.saturating_mul(10).max(1)).unwrap_or(-1),
        ..MsgDescriptor::default()
    };
    let mut options = PutOptions {
        options: MQPMO_NO_SYNCPOINT | MQPMO_FAIL_IF_QUIESCING,
        ..PutOptions::default()
    };
    let object = ObjectDescriptor::queue(queue);
    session
        .put1(
            &object,
            &mut descriptor,
            &mut options,
            text.as_bytes().to_vec(),
        )
        .map_err(told)?;
    let like = MsgDescriptor {
        correl_id: descriptor.msg_id,
        ..MsgDescriptor::default()
    };
    let options = GetOptions {
        options: MQGMO_WAIT | MQGMO_NO_SYNCPOINT | MQGMO_FAIL_IF_QUIESCING,
        match_options: MQMO_MATCH_CORREL_ID,
        wait_interval_ms: i32::try_from(seconds.saturating_mul(1_000)).unwrap_or(i32::MAX),
        ..GetOptions::default()
    };
    match session.get(answers, &like, &options, ANSWER_BYTES_MAX) {
        Ok(got) => Ok(Some(String::from_utf8_lossy(&got.body).into_owned())),
        Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => Ok(None),
        Err(error) => Err(told(error)),
    }
}
