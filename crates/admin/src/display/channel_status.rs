//! Channels that run, and what is kept of channels, as records.

use super::record::{FieldValue, Record};
use super::status::moment;
use crate::batches::MessageChannelFigures;
use crate::network::{ChannelState, ChannelStatus};

/// What `DISPLAY CHSTATUS MONITOR` asks for.
pub(crate) const CHANNEL_MONITOR: [&str; 8] = [
    "COMPRATE", "COMPTIME", "EXITTIME", "MONCHL", "NETTIME", "XBATCHSZ", "XQMSGSA", "XQTIME",
];
/// What `DISPLAY CHSTATUS SHORT` asks for, beside what is always shown.
pub(crate) const CHANNEL_SHORT: [&str; 2] = ["CHSTADA", "CHSTATI"];

/// Fields of channels of other types: asking for them is no mistake, and no channel here has them.
pub(crate) const OTHER_CHANNEL_FIELDS: [&str; 9] = [
    "AMQPKA", "INSTANCE", "KAINT", "MAXMSGL", "PORT", "QMNAME", "SPLPROT", "SSLCERTU", "STATCHL",
];

/// The record of an instance of a channel, or of what is kept of one.
pub(crate) fn channel_record(status: &ChannelStatus) -> Record {
    match &status.message {
        Some(figures) if figures.saved => saved_record(status, figures),
        figures => current_record(status, figures.as_deref()),
    }
}

fn pair(one: &str) -> FieldValue {
    let word = if one.is_empty() { "NONE" } else { one };
    FieldValue::List(vec![word.to_string(), word.to_string()])
}

/// Two numbers, or two blanks for what is not measured.
fn figures(pair: Option<(u64, u64)>) -> FieldValue {
    FieldValue::List(match pair {
        Some((short, long)) => vec![short.to_string(), long.to_string()],
        None => vec![" ".to_string(), " ".to_string()],
    })
}

fn current_record(status: &ChannelStatus, message: Option<&MessageChannelFigures>) -> Record {
    let mut record = Record::default();
    up_to_job(&mut record, status, message);
    behind_job(&mut record, status, message);
    record
}

/// Nothing is compressed, and there are no exits, so the times of both are nought at every level of monitoring.
fn up_to_job(record: &mut Record, status: &ChannelStatus, message: Option<&MessageChannelFigures>) {
    let nought = || figures(Some((0, 0)));
    record.text("CHANNEL", &status.channel);
    record.text("CHLTYPE", status.channel_type);
    if let Some(message) = message {
        record.count("BATCHES", message.batches);
        record.int("BATCHSZ", message.batch_messages_max);
    }
    record.count("BUFSRCVD", status.segments.received);
    record.count("BUFSSENT", status.segments.sent);
    record.count("BYTSRCVD", status.bytes.received);
    record.count("BYTSSENT", status.bytes.sent);
    moment(record, ["CHSTADA", "CHSTATI"], &status.start);
    record.push("COMPHDR", pair(&status.compression.header));
    record.push("COMPMSG", pair(&status.compression.message));
    record.push("COMPRATE", nought());
    record.push("COMPTIME", nought());
    record.text("CONNAME", &status.connection_name);
    if let Some(message) = message {
        record.text("CURLUWID", &message.current.name);
        record.int("CURMSGS", message.current_messages);
    }
    record.push("CURRENT", FieldValue::Flag(true));
    if let Some(message) = message {
        record.int("CURSEQNO", message.current.sequence);
    }
    record.push("EXITTIME", nought());
    record.int("HBINT", status.heartbeat_s);
    if let Some(message) = message {
        record.yes_no("INDOUBT", message.in_doubt);
    }
}

fn behind_job(
    record: &mut Record,
    status: &ChannelStatus,
    message: Option<&MessageChannelFigures>,
) {
    record.text("JOBNAME", &status.job_name);
    record.text("LOCLADDR", &status.local_address);
    if let Some((_, long)) = message.and_then(|message| message.retries_left) {
        record.int("LONGRTS", long);
    }
    if let Some(message) = message {
        record.text("LSTLUWID", &message.last.name);
    }
    moment(record, ["LSTMSGDA", "LSTMSGTI"], &status.last_message);
    if let Some(message) = message {
        record.int("LSTSEQNO", message.last.sequence);
    }
    record.text("MCASTAT", if runs(status) { "RUNNING" } else { "STOPPED" });
    record.text("MCAUSER", &status.user_id);
    record.text("MONCHL", or_word(&status.monitoring, "OFF"));
    record.count("MSGS", status.messages);
    if let Some(message) = message {
        record.push("NETTIME", figures(message.net_time_us));
        record.text("NPMSPEED", if message.fast { "FAST" } else { "NORMAL" });
    }
    record.text("RAPPLTAG", &status.remote_application);
    if let Some(message) = message {
        record.text("RQMNAME", &message.partner);
    }
    security(record, status);
    if let Some((short, _)) = message.and_then(|message| message.retries_left) {
        record.int("SHORTRTS", short);
    }
    record.text("STATUS", status.state.word());
    record.yes_no("STOPREQ", status.stop_requested);
    record.text("SUBSTATE", &status.substate);
    match message {
        None => {
            record.int("CURSHCNV", status.conversations);
            record.int("MAXSHCNV", status.conversations_max);
        }
        Some(message) => sending(record, message),
    }
    record.text("RVERSION", &status.remote_version);
    record.text("RPRODUCT", &status.remote_product);
}

/// An agent is there, whatever it does.
fn runs(status: &ChannelStatus) -> bool {
    !matches!(
        status.state,
        ChannelState::Stopped
            | ChannelState::Switching
            | ChannelState::Retrying
            | ChannelState::Starting
    )
}

fn or_word<'a>(text: &'a str, word: &'a str) -> &'a str {
    if text.is_empty() { word } else { text }
}

/// What a sending end has of its transmission queue.
fn sending(record: &mut Record, message: &MessageChannelFigures) {
    let Some(queue) = &message.transmission_queue else {
        return;
    };
    record.push("XBATCHSZ", figures(message.batch_size));
    record.text("XMITQ", queue);
    let queued = message.queued.map(|count| count.to_string());
    record.text("XQMSGSA", queued.unwrap_or_default());
    record.push("XQTIME", figures(message.queue_time_us));
}

fn security(record: &mut Record, status: &ChannelStatus) {
    let security = &status.security;
    record.text("SECPROT", or_word(&security.protocol, "NONE"));
    record.text("SSLCERTI", &security.issuer_name);
    record.text("SSLCIPH", &security.cipher_spec);
    moment(record, ["SSLKEYDA", "SSLKEYTI"], &security.key_reset);
    record.text("SSLPEER", &security.peer_name);
    record.int("SSLRKEYS", security.key_resets);
}

fn saved_record(status: &ChannelStatus, message: &MessageChannelFigures) -> Record {
    let mut record = Record::default();
    record.text("CHANNEL", &status.channel);
    record.text("CHLTYPE", status.channel_type);
    record.text("CONNAME", &status.connection_name);
    record.text("CURLUWID", &message.current.name);
    record.int("CURMSGS", message.current_messages);
    record.int("CURSEQNO", message.current.sequence);
    record.yes_no("INDOUBT", message.in_doubt);
    if let Some((number, at)) = &message.last_error {
        record.text("LSTERRDA", &at.date);
        record.text("LSTERROR", number);
        record.text("LSTERRTI", &at.time);
    }
    record.text("LSTLUWID", &message.last.name);
    record.int("LSTSEQNO", message.last.sequence);
    record.text("RQMNAME", &message.partner);
    record.push("SAVED", FieldValue::Flag(true));
    if let Some(queue) = &message.transmission_queue {
        record.text("XMITQ", queue);
    }
    record
}

#[cfg(test)]
mod tests {
    use crate::display::filter::FieldForm;
    use crate::generated::status::CHANNEL_FIELDS;
    use crate::network::ChannelState;

    /// The words of the table are also those of which programmable command formats have numbers: another one would be missing there.
    #[test]
    fn every_state_of_a_channel_can_be_asked_for() {
        let field = CHANNEL_FIELDS
            .iter()
            .find(|(keyword, _)| *keyword == "STATUS");
        let Some((_, FieldForm::OneOf(words))) = field else {
            panic!("one of several words: {field:?}");
        };
        for state in [
            ChannelState::Binding,
            ChannelState::Initializing,
            ChannelState::Starting,
            ChannelState::Running,
            ChannelState::Stopping,
            ChannelState::Stopped,
            ChannelState::Retrying,
            ChannelState::Requesting,
            ChannelState::Paused,
            ChannelState::Switching,
        ] {
            assert!(words.contains(&state.word()), "{state:?}");
        }
    }
}
