//! `ferromq replicate format`, `asnqmfmt`: messages on a queue, readable. They stay there.

use super::words::{Words, session};
use crate::connection::lost;
use crate::failure::Failure;
use ferromq_base::output;
use ferromq_mqi::call::GetReply;
use ferromq_mqi::generated::constants::{
    MQGMO_ACCEPT_TRUNCATED_MSG, MQGMO_BROWSE_FIRST, MQGMO_BROWSE_NEXT, MQGMO_FAIL_IF_QUIESCING,
    MQGMO_NO_WAIT, MQMO_NONE, MQOO_BROWSE, MQOO_FAIL_IF_QUIESCING,
};
use ferromq_mqi::generated::structs::DeadLetterHeader;
use ferromq_mqi::options::GetOptions;
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_replicate::message::{HEADER_BYTES, Kind, Lsn, Message, Restart, Schemas, to_json};

/// What a queue takes at most.
const BYTES_MAX: u32 = 104_857_600;

pub(super) fn run(given: &[String]) -> Result<u8, Failure> {
    // As documented, the queue and the queue manager stand in front without names.
    let plain = given.iter().take_while(|word| !word.contains('=')).count();
    let (names, rest) = given.split_at(plain);
    let mut words = Words::read("asnqmfmt", rest)?;
    let queue = match names.first() {
        Some(queue) => queue.clone(),
        None => words.need("queue")?,
    };
    let q_mgr = names.get(1).cloned().or_else(|| words.take("qmgr"));
    let as_client = words.yes("client")?.unwrap_or(false);
    let json = words.yes("json")?.unwrap_or(false);
    let limit = words.number("limit", u64::MAX >> 1)?.unwrap_or(u64::MAX);
    words.end()?;
    let mut session = session(q_mgr.as_deref(), "asnqmfmt", as_client)?;
    let name = q_mgr.unwrap_or_default();
    let told = |error| lost(&name, &error);
    let handle = session
        .open(&queue, MQOO_BROWSE | MQOO_FAIL_IF_QUIESCING)
        .map_err(told)?;
    let mut schemas = Schemas::new();
    let mut which = MQGMO_BROWSE_FIRST;
    let mut shown = 0;
    while shown < limit && !output::is_closed() {
        let options = GetOptions {
            options: which | MQGMO_NO_WAIT | MQGMO_ACCEPT_TRUNCATED_MSG | MQGMO_FAIL_IF_QUIESCING,
            match_options: MQMO_NONE,
            ..GetOptions::default()
        };
        which = MQGMO_BROWSE_NEXT;
        let got = match session.get(handle, &MsgDescriptor::default(), &options, BYTES_MAX) {
            Ok(got) => got,
            Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => break,
            Err(error) => return Err(told(error)),
        };
        shown += 1;
        output::line(&text(&got, json, &mut schemas));
    }
    session.disconnect().map_err(told)?;
    Ok(0)
}

fn text(got: &GetReply, json: bool, schemas: &mut Schemas) -> String {
    let body = &got.body;
    if let Ok(restart) = Restart::decode(body) {
        return restart_text(&restart);
    }
    // On a dead-letter queue a header stands in front.
    let has_header = body.starts_with(b"DLH ") && body.len() >= DeadLetterHeader::SIZE;
    let body = body.slice(
        if has_header {
            DeadLetterHeader::SIZE
        } else {
            0
        }..,
    );
    let message = match Message::decode(&body) {
        Ok(message) => message,
        Err(problem) => {
            return format!(
                "{} bytes that are no message of replication: {problem}",
                body.len()
            );
        }
    };
    let lines = match message.unpack() {
        Ok(messages) => messages
            .iter()
            .map(|message| line(message, json, schemas))
            .collect(),
        Err(problem) => vec![format!("a message that cannot be read: {problem}")],
    };
    lines.join("\n")
}

/// A message, or a transaction of several in one.
fn line(message: &Message, json: bool, schemas: &mut Schemas) -> String {
    match to_json(message, schemas) {
        Ok(line) if json => line,
        Ok(line) => {
            let header = &message.header;
            let kind = match header.kind {
                Kind::Transaction if header.is_first && header.is_last => "transaction".to_owned(),
                Kind::Transaction => format!("part {} of a transaction", header.chunk),
                other => format!("{other:?}").to_lowercase(),
            };
            format!(
                "map {} epoch {} sequence {} {kind} at {} xid {} operations {} bytes {}\n    {line}",
                header.key.map,
                header.key.epoch,
                header.key.sequence,
                Lsn(header.commit_lsn),
                header.xid,
                header.operations,
                message.body.len() + HEADER_BYTES
            )
        }
        Err(problem) => format!("a message that cannot be read: {problem}"),
    }
}

fn restart_text(restart: &Restart) -> String {
    let mut text = format!(
        "restart message: epoch {} slot {} system {} timeline {} on the queues to {} (end {}), seen {}",
        restart.epoch,
        restart.slot,
        restart.log.system,
        restart.log.timeline,
        Lsn(restart.commit_lsn),
        Lsn(restart.end_lsn),
        Lsn(restart.seen_lsn)
    );
    if let Some(cut) = restart.cut {
        text.push_str(&format!(
            ", {} changes of transaction {} as well",
            cut.changes,
            Lsn(cut.commit_lsn)
        ));
    }
    for map in &restart.maps {
        text.push_str(&format!("\n    map {} next {}", map.map, map.next));
    }
    for mark in &restart.subscriptions {
        text.push_str(&format!(
            "\n    subscription {} {} since {}",
            mark.name,
            char::from(mark.state.letter()),
            Lsn(mark.since)
        ));
    }
    text
}
