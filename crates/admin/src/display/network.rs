//! Listeners and channels that run, as records.

use super::record::{FieldValue, Record};
use super::status::moment;
use crate::network::{ChannelStatus, ListenerStatus};

/// What `DISPLAY CHSTATUS MONITOR` asks for.
pub(crate) const CHANNEL_MONITOR: [&str; 4] = ["COMPRATE", "COMPTIME", "EXITTIME", "MONCHL"];

/// Fields of message channels: asking for them is no mistake, and no channel here has them.
pub(crate) const OTHER_CHANNEL_FIELDS: [&str; 26] = [
    "AMQPKA", "BATCHES", "BATCHSZ", "CURLUWID", "CURMSGS", "CURSEQNO", "INDOUBT", "KAINT",
    "LONGRTS", "LSTLUWID", "LSTSEQNO", "MAXMSGL", "NETTIME", "NPMSPEED", "PORT", "QMNAME",
    "RQMNAME", "SHORTRTS", "SPLPROT", "SSLCERTU", "STATCHL", "XBATCHSZ", "XMITQ", "XQMSGSA",
    "XQTIME", "INSTANCE",
];

/// The record of an instance of a channel. Monitoring data is nought at every level: nothing is
/// compressed, and there are no exits.
pub(crate) fn channel_record(status: &ChannelStatus) -> Record {
    let mut record = Record::default();
    let pair = |one: &str| {
        let word = if one.is_empty() { "NONE" } else { one };
        FieldValue::List(vec![word.to_string(), word.to_string()])
    };
    let nought = || FieldValue::List(vec!["0".to_string(), "0".to_string()]);
    let security = &status.security;
    record.text("CHANNEL", &status.channel);
    record.text("CHLTYPE", status.channel_type);
    record.count("BUFSRCVD", status.segments.received);
    record.count("BUFSSENT", status.segments.sent);
    record.count("BYTSRCVD", status.bytes.received);
    record.count("BYTSSENT", status.bytes.sent);
    moment(&mut record, ["CHSTADA", "CHSTATI"], &status.start);
    record.push("COMPHDR", pair(&status.compression.header));
    record.push("COMPMSG", pair(&status.compression.message));
    record.push("COMPRATE", nought());
    record.push("COMPTIME", nought());
    record.text("CONNAME", &status.connection_name);
    record.push("CURRENT", FieldValue::Flag(true));
    record.push("EXITTIME", nought());
    record.int("HBINT", status.heartbeat_s);
    record.text("JOBNAME", &status.job_name);
    record.text("LOCLADDR", &status.local_address);
    moment(&mut record, ["LSTMSGDA", "LSTMSGTI"], &status.last_message);
    let running = !status.connection_name.is_empty();
    record.text("MCASTAT", if running { "RUNNING" } else { "STOPPED" });
    record.text("MCAUSER", &status.user_id);
    let monitoring = match status.monitoring.as_str() {
        "" => "OFF",
        level => level,
    };
    record.text("MONCHL", monitoring);
    record.count("MSGS", status.messages);
    record.text("RAPPLTAG", &status.remote_application);
    let protocol = match security.protocol.as_str() {
        "" => "NONE",
        protocol => protocol,
    };
    record.text("SECPROT", protocol);
    record.text("SSLCERTI", &security.issuer_name);
    record.text("SSLCIPH", &security.cipher_spec);
    moment(&mut record, ["SSLKEYDA", "SSLKEYTI"], &security.key_reset);
    record.text("SSLPEER", &security.peer_name);
    record.int("SSLRKEYS", security.key_resets);
    record.text("STATUS", status.state.word());
    record.yes_no("STOPREQ", status.stop_requested);
    record.text("SUBSTATE", &status.substate);
    record.int("CURSHCNV", status.conversations);
    record.int("MAXSHCNV", status.conversations_max);
    record.text("RVERSION", &status.remote_version);
    record.text("RPRODUCT", &status.remote_product);
    record
}

/// The record of a listener.
pub(crate) fn listener_record(status: &ListenerStatus) -> Record {
    let mut record = Record::default();
    let on = &status.on;
    record.text("LISTENER", &on.listener);
    record.text("STATUS", status.state.word());
    record.int("PID", status.process_id);
    moment(&mut record, ["STARTDA", "STARTTI"], &status.start);
    record.text("DESCR", &on.description);
    record.text("TRPTYPE", "TCP");
    record.text("CONTROL", on.control.word());
    let address = match on.address.as_str() {
        "" => "*",
        address => address,
    };
    record.text("IPADDR", address);
    record.int("PORT", on.port);
    record.int("BACKLOG", on.backlog);
    record
}
