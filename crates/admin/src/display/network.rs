//! Listeners that run, as records.

use super::record::Record;
use super::status::moment;
use crate::network::ListenerStatus;

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
