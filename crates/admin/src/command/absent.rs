//! DISPLAY of kinds of objects that are not there at this level. Nobody can define one, so none is found:
//! programs that ask for every kind in turn are answered as by a system that has none of them.
//!
//! Keywords: "DISPLAY SERVICE", "DISPLAY SVSTATUS", "DISPLAY COMMINFO", "DISPLAY CLUSQMGR".

use super::asked::{Asked, Fields};
use super::objects::display_objects;
use super::words::MqscCommand;
use super::{About, Command, Rest, name_pattern};
use crate::display::filter::FieldForm;
use crate::display::status::FieldSpec;
use crate::message;
use crate::reply::Reply;
use crate::syntax::SyntaxError;
use crate::syntax::clause::Clause;
use ferromq_mqi::attribute::ObjectKind;

/// `DISPLAY QCLUSTER`
pub(crate) fn cluster_queues(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    let queues = ObjectKind::ALL.into_iter().filter(|kind| kind.is_queue());
    let queues: Vec<ObjectKind> = queues.collect();
    display_objects(row, &[], &queues, object, rest)
}

/// `DISPLAY TCLUSTER`
pub(crate) fn cluster_topics(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    display_objects(row, &[], &[ObjectKind::Topic], object, rest)
}

/// `DISPLAY CLUSQMGR`, which may be narrowed by the generic name of a channel.
pub(crate) fn cluster_queue_managers(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    rest.clauses
        .retain(|clause| clause.keyword != "CHANNEL" || clause.single().is_err());
    nothing(row, CLUSTER_Q_MGR_FIELDS, object, rest)
}

/// `DISPLAY COMMINFO`
pub(crate) fn communication(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    nothing(row, COMM_INFO_FIELDS, object, rest)
}

/// `DISPLAY SERVICE`
pub(crate) fn services(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    nothing(row, SERVICE_FIELDS, object, rest)
}

/// `DISPLAY SVSTATUS`
pub(crate) fn service_status(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    nothing(row, SERVICE_STATUS_FIELDS, object, rest)
}

/// The display of something that has these fields, and of which there is none.
fn nothing(
    row: &'static MqscCommand,
    fields: &'static [FieldSpec],
    object: &Clause,
    rest: &Rest,
) -> Result<Command, SyntaxError> {
    let names = name_pattern(object)?;
    let mut asked = Asked::new(Fields::Table(fields));
    for clause in &rest.clauses {
        asked.take(clause)?;
    }
    Ok(Command::new(row, About::Several, move |_| {
        Reply::failed(message::not_found(names.as_str()))
    }))
}

/// What cluster queues have beside the attributes of queues, and no queue has here.
pub(crate) const CLUSTER_QUEUE_FIELDS: &[FieldSpec] = &[
    ("CLUSDATE", FieldForm::Text),
    ("CLUSQMGR", FieldForm::Text),
    ("CLUSQT", FieldForm::Word),
    ("CLUSTIME", FieldForm::Text),
    ("QMID", FieldForm::Text),
];

/// What cluster topics have beside the attributes of topics, and no topic has here.
pub(crate) const CLUSTER_TOPIC_FIELDS: &[FieldSpec] = &[
    ("CLSTATE", FieldForm::Word),
    ("CLUSDATE", FieldForm::Text),
    ("CLUSQMGR", FieldForm::Text),
    ("CLUSTIME", FieldForm::Text),
    ("QMID", FieldForm::Text),
];

/// What channels of other types have, and none has here.
pub(crate) const OTHER_CHANNEL_FIELDS: &[FieldSpec] = &[
    ("AMQPKA", FieldForm::Int),
    ("BATCHHB", FieldForm::Int),
    ("BATCHINT", FieldForm::Int),
    ("BATCHLIM", FieldForm::Int),
    ("BATCHSZ", FieldForm::Int),
    ("CLUSNL", FieldForm::Text),
    ("CLUSTER", FieldForm::Text),
    ("CLWLPRTY", FieldForm::Int),
    ("CLWLRANK", FieldForm::Int),
    ("CLWLWGHT", FieldForm::Int),
    ("CONVERT", FieldForm::Word),
    ("JAASCFG", FieldForm::Text),
    ("LONGRTY", FieldForm::Int),
    ("LONGTMR", FieldForm::Int),
    ("MCANAME", FieldForm::Text),
    ("MCATYPE", FieldForm::Word),
    ("MRDATA", FieldForm::Text),
    ("MREXIT", FieldForm::Text),
    ("MRRTY", FieldForm::Int),
    ("MRTMR", FieldForm::Int),
    ("MSGDATA", FieldForm::List),
    ("MSGEXIT", FieldForm::List),
    ("NETPRTY", FieldForm::Int),
    ("NPMSPEED", FieldForm::Word),
    ("PORT", FieldForm::Int),
    ("PROPCTL", FieldForm::Word),
    ("PROTOCOL", FieldForm::List),
    ("PUTAUT", FieldForm::Word),
    ("RESETSEQ", FieldForm::Int),
    ("SEQWRAP", FieldForm::Int),
    ("SHORTRTY", FieldForm::Int),
    ("SHORTTMR", FieldForm::Int),
    ("SPLPROT", FieldForm::Word),
    ("STATCHL", FieldForm::Word),
    ("USECLTID", FieldForm::Word),
    ("USEDLQ", FieldForm::Word),
    ("XMITQ", FieldForm::Text),
];

/// `DISPLAY SERVICE`
const SERVICE_FIELDS: &[FieldSpec] = &[
    ("SERVICE", FieldForm::Text),
    ("ALTDATE", FieldForm::Text),
    ("ALTTIME", FieldForm::Text),
    ("CONTROL", FieldForm::Word),
    ("DESCR", FieldForm::Text),
    ("SERVTYPE", FieldForm::Word),
    ("STARTARG", FieldForm::Text),
    ("STARTCMD", FieldForm::Text),
    ("STDERR", FieldForm::Text),
    ("STDOUT", FieldForm::Text),
    ("STOPARG", FieldForm::Text),
    ("STOPCMD", FieldForm::Text),
];

/// `DISPLAY SVSTATUS`
const SERVICE_STATUS_FIELDS: &[FieldSpec] = &[
    ("SERVICE", FieldForm::Text),
    ("CONTROL", FieldForm::Word),
    ("DESCR", FieldForm::Text),
    ("PID", FieldForm::Int),
    ("SERVTYPE", FieldForm::Word),
    ("STARTARG", FieldForm::Text),
    ("STARTCMD", FieldForm::Text),
    ("STARTDA", FieldForm::Text),
    ("STARTTI", FieldForm::Text),
    ("STATUS", FieldForm::Word),
    ("STDERR", FieldForm::Text),
    ("STDOUT", FieldForm::Text),
    ("STOPARG", FieldForm::Text),
    ("STOPCMD", FieldForm::Text),
];

/// `DISPLAY COMMINFO`
const COMM_INFO_FIELDS: &[FieldSpec] = &[
    ("COMMINFO", FieldForm::Text),
    ("ALTDATE", FieldForm::Text),
    ("ALTTIME", FieldForm::Text),
    ("BRIDGE", FieldForm::Word),
    ("CCSID", FieldForm::Int),
    ("COMMEV", FieldForm::Word),
    ("DESCR", FieldForm::Text),
    ("ENCODING", FieldForm::Word),
    ("GRPADDR", FieldForm::Text),
    ("MCHBINT", FieldForm::Int),
    ("MCPROP", FieldForm::Word),
    ("MONINT", FieldForm::Int),
    ("MSGHIST", FieldForm::Int),
    ("NSUBHIST", FieldForm::Word),
    ("PORT", FieldForm::Int),
    ("TYPE", FieldForm::Word),
];

/// `DISPLAY CLUSQMGR`
const CLUSTER_Q_MGR_FIELDS: &[FieldSpec] = &[
    ("CLUSQMGR", FieldForm::Text),
    ("CHANNEL", FieldForm::Text),
    ("CLUSDATE", FieldForm::Text),
    ("CLUSTER", FieldForm::Text),
    ("CLUSTIME", FieldForm::Text),
    ("DEFTYPE", FieldForm::Word),
    ("QMID", FieldForm::Text),
    ("QMTYPE", FieldForm::Word),
    ("STATUS", FieldForm::Word),
    ("SUSPEND", FieldForm::Word),
    ("VERSION", FieldForm::Text),
    ("ALTDATE", FieldForm::Text),
    ("ALTTIME", FieldForm::Text),
    ("BATCHHB", FieldForm::Int),
    ("BATCHINT", FieldForm::Int),
    ("BATCHLIM", FieldForm::Int),
    ("BATCHSZ", FieldForm::Int),
    ("CLWLPRTY", FieldForm::Int),
    ("CLWLRANK", FieldForm::Int),
    ("CLWLWGHT", FieldForm::Int),
    ("COMPHDR", FieldForm::List),
    ("COMPMSG", FieldForm::List),
    ("CONNAME", FieldForm::Text),
    ("CONVERT", FieldForm::Word),
    ("DESCR", FieldForm::Text),
    ("DISCINT", FieldForm::Int),
    ("HBINT", FieldForm::Int),
    ("KAINT", FieldForm::Int),
    ("LOCLADDR", FieldForm::Text),
    ("LONGRTY", FieldForm::Int),
    ("LONGTMR", FieldForm::Int),
    ("MAXMSGL", FieldForm::Int),
    ("MCANAME", FieldForm::Text),
    ("MCATYPE", FieldForm::Word),
    ("MCAUSER", FieldForm::Text),
    ("MODENAME", FieldForm::Text),
    ("MRDATA", FieldForm::Text),
    ("MREXIT", FieldForm::Text),
    ("MRRTY", FieldForm::Int),
    ("MRTMR", FieldForm::Int),
    ("MSGDATA", FieldForm::List),
    ("MSGEXIT", FieldForm::List),
    ("NETPRTY", FieldForm::Int),
    ("NPMSPEED", FieldForm::Word),
    ("PASSWORD", FieldForm::Text),
    ("PROPCTL", FieldForm::Word),
    ("PUTAUT", FieldForm::Word),
    ("RCVDATA", FieldForm::List),
    ("RCVEXIT", FieldForm::List),
    ("SCYDATA", FieldForm::Text),
    ("SCYEXIT", FieldForm::Text),
    ("SENDDATA", FieldForm::List),
    ("SENDEXIT", FieldForm::List),
    ("SEQWRAP", FieldForm::Int),
    ("SHORTRTY", FieldForm::Int),
    ("SHORTTMR", FieldForm::Int),
    ("SSLCAUTH", FieldForm::Word),
    ("SSLCIPH", FieldForm::Text),
    ("SSLPEER", FieldForm::Text),
    ("TPNAME", FieldForm::Text),
    ("TRPTYPE", FieldForm::Word),
    ("USEDLQ", FieldForm::Word),
    ("USERID", FieldForm::Text),
    ("XMITQ", FieldForm::Text),
];
