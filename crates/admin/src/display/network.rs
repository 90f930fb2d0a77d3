//! Listeners and channels that run, as records.

use super::filter::FieldForm;
use super::record::{FieldValue, Head, Record};
use super::status::{FieldSpec, moment};
use crate::network::{ChannelStatus, ListenerStatus};

/// `DISPLAY CHSTATUS`
pub(crate) const CHANNEL_HEAD: Head = Head {
    always: &[
        "CHANNEL", "CHLTYPE", "CONNAME", "CURRENT", "STATUS", "SUBSTATE",
    ],
    line_of_its_own: false,
};
/// `DISPLAY LSSTATUS`
pub(crate) const LISTENER_HEAD: Head = Head {
    always: &["LISTENER", "STATUS", "PID"],
    line_of_its_own: false,
};

/// Fields of `DISPLAY CHSTATUS`.
pub(crate) const CHANNEL_FIELDS: &[FieldSpec] = &[
    ("CHANNEL", FieldForm::Text),
    ("CHLTYPE", FieldForm::Word),
    ("BUFSRCVD", FieldForm::Int),
    ("BUFSSENT", FieldForm::Int),
    ("BYTSRCVD", FieldForm::Int),
    ("BYTSSENT", FieldForm::Int),
    ("CHSTADA", FieldForm::Text),
    ("CHSTATI", FieldForm::Text),
    ("COMPHDR", FieldForm::List),
    ("COMPMSG", FieldForm::List),
    ("COMPRATE", FieldForm::List),
    ("COMPTIME", FieldForm::List),
    ("CONNAME", FieldForm::Text),
    ("EXITTIME", FieldForm::List),
    ("HBINT", FieldForm::Int),
    ("JOBNAME", FieldForm::Text),
    ("LOCLADDR", FieldForm::Text),
    ("LSTMSGDA", FieldForm::Text),
    ("LSTMSGTI", FieldForm::Text),
    ("MCASTAT", FieldForm::Word),
    ("MCAUSER", FieldForm::Text),
    ("MONCHL", FieldForm::Word),
    ("MSGS", FieldForm::Int),
    ("RAPPLTAG", FieldForm::Text),
    ("SECPROT", FieldForm::Word),
    ("SSLCERTI", FieldForm::Text),
    ("SSLCIPH", FieldForm::Text),
    ("SSLKEYDA", FieldForm::Text),
    ("SSLKEYTI", FieldForm::Text),
    ("SSLPEER", FieldForm::Text),
    ("SSLRKEYS", FieldForm::Int),
    ("STATUS", FieldForm::Word),
    ("STOPREQ", FieldForm::Word),
    ("SUBSTATE", FieldForm::Word),
    ("CURSHCNV", FieldForm::Int),
    ("MAXSHCNV", FieldForm::Int),
    ("RVERSION", FieldForm::Text),
    ("RPRODUCT", FieldForm::Text),
];

/// What `DISPLAY CHSTATUS MONITOR` asks for.
pub(crate) const CHANNEL_MONITOR: [&str; 4] = ["COMPRATE", "COMPTIME", "EXITTIME", "MONCHL"];

/// Fields of message channels: asking for them is no mistake, and no channel here has them.
pub(crate) const OTHER_CHANNEL_FIELDS: [&str; 26] = [
    "AMQPKA", "BATCHES", "BATCHSZ", "CURLUWID", "CURMSGS", "CURSEQNO", "INDOUBT", "KAINT",
    "LONGRTS", "LSTLUWID", "LSTSEQNO", "MAXMSGL", "NETTIME", "NPMSPEED", "PORT", "QMNAME",
    "RQMNAME", "SHORTRTS", "SPLPROT", "SSLCERTU", "STATCHL", "XBATCHSZ", "XMITQ", "XQMSGSA",
    "XQTIME", "INSTANCE",
];

/// Fields of `DISPLAY LSSTATUS`.
pub(crate) const LISTENER_FIELDS: &[FieldSpec] = &[
    ("LISTENER", FieldForm::Text),
    ("STATUS", FieldForm::Word),
    ("PID", FieldForm::Int),
    ("STARTDA", FieldForm::Text),
    ("STARTTI", FieldForm::Text),
    ("DESCR", FieldForm::Text),
    ("TRPTYPE", FieldForm::Word),
    ("CONTROL", FieldForm::Word),
    ("IPADDR", FieldForm::Text),
    ("PORT", FieldForm::Int),
    ("BACKLOG", FieldForm::Int),
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
    record.text("CHLTYPE", "SVRCONN");
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
