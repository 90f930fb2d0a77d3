//! Connections as records.

use super::option_names::{connect_options, open_options};
use super::record::{FieldValue, Record};
use super::status::{NO_EXTERNAL_UNIT_OF_WORK, application, handle_state, moment};
use crate::status::{ConnectionStatus, OpenObject};
use ferromq_mqi::hex::hex;
use ferromq_mqi::xa::Xid;

/// The record of a connection; `shown` is what `TYPE` says.
pub(crate) fn connection_record(status: &ConnectionStatus, shown: &str) -> Record {
    let mut record = Record::default();
    let (external, own) = status.id.split_at(16);
    record.text("CONN", hex(own));
    record.text("EXTCONN", hex(external));
    record.text("TYPE", shown);
    record.int("PID", status.application.process_id);
    record.int("TID", status.application.thread_id);
    application(&mut record, &status.application);
    record.text("ASTATE", "NONE");
    record.text("CHANNEL", &status.application.channel);
    record.text("CLIENTID", &status.application.client_id);
    record.text("CONNAME", &status.application.connection_name);
    record.push(
        "CONNOPTS",
        FieldValue::List(connect_options(status.connect_options)),
    );
    record.text("USERID", &status.application.user_id);
    record.text("UOWLOG", &status.unit_of_work_log);
    moment(
        &mut record,
        ["UOWSTDA", "UOWSTTI"],
        &status.unit_of_work_start,
    );
    moment(
        &mut record,
        ["UOWLOGDA", "UOWLOGTI"],
        &status.unit_of_work_log_start,
    );
    let external = status.external_unit_of_work.as_deref();
    record.text("URTYPE", external.map_or("QMGR", |_| "XA"));
    record.text("EXTURID", external.unwrap_or(NO_EXTERNAL_UNIT_OF_WORK));
    record.text("QMURID", &status.unit_of_work);
    record.text("UOWSTATE", &status.unit_of_work_state);
    record.text("CONNTAG", &status.tag);
    record
}

/// The record of an object a connection has open.
pub(crate) fn open_object_record(object: &OpenObject) -> Record {
    let mut record = Record::default();
    record.text("OBJNAME", &object.name);
    record.text("OBJTYPE", &object.kind);
    record.text("ASTATE", "NONE");
    record.text("HSTATE", handle_state(object.active));
    record.push(
        "OPENOPTS",
        FieldValue::List(open_options(object.open_options)),
    );
    record.text("READA", "NO");
    record
}

/// A branch as `EXTURID` shows it, its parts in hexadecimal.
pub(crate) fn external_name(xid: &Xid) -> String {
    format!(
        "XA_FORMATID[{:08X}] XA_GTRID[{}] XA_BQUAL[{}]",
        xid.format_id(),
        hex(xid.global()),
        hex(xid.qualifier())
    )
}
