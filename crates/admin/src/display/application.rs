//! Applications as records.

use super::record::Record;
use super::status::moment;
use crate::applications::ApplicationInstance;
use crate::applications::ApplicationMember;
use crate::status::Moment;
use ferromq_mqi::generated::constants::{
    MQBNO_BALTYPE_RA_MANAGED, MQBNO_TIMEOUT_AS_DEFAULT, MQBNO_TIMEOUT_IMMEDIATE,
    MQBNO_TIMEOUT_NEVER, MQIMMREASON_APPLNAME_CHANGED, MQIMMREASON_AWAITS_REPLY,
    MQIMMREASON_IN_TRANSACTION, MQIMMREASON_MOVING, MQIMMREASON_NO_REDIRECT,
    MQIMMREASON_NOT_CLIENT, MQIMMREASON_NOT_RECONNECTABLE,
};

/// An application with its instances at all members.
pub(crate) struct Summary<'a> {
    pub(crate) name: &'a str,
    pub(crate) cluster: &'a str,
    pub(crate) count: u32,
    pub(crate) movable: u32,
    pub(crate) balanced: &'static str,
}

/// `TYPE(APPL)`
pub(crate) fn summary_record(summary: &Summary<'_>) -> Record {
    let mut record = head(summary.name, "APPL");
    record.text("BALANCED", summary.balanced);
    record.text("CLUSTER", summary.cluster);
    record.int("COUNT", summary.count);
    record.int("MOVCOUNT", summary.movable);
    record
}

/// `TYPE(QMGR)`
pub(crate) fn member_record(name: &str, member: &ApplicationMember, state: &str) -> Record {
    let mut record = head(name, "QMGR");
    let (count, movable) = member.counts.get(name).copied().unwrap_or_default();
    record.yes_no("ACTIVE", member.active);
    record.text("BALSTATE", state);
    record.int("COUNT", count);
    let heard = member.heard_us.map(Moment::at_us).unwrap_or_default();
    moment(&mut record, ["LMSGDATE", "LMSGTIME"], &heard);
    record.int("MOVCOUNT", movable);
    record.text("QMID", &member.q_mgr_id);
    record.text("QMNAME", &member.q_mgr);
    record
}

/// `TYPE(LOCAL)`
pub(crate) fn instance_record(instance: &ApplicationInstance, tag: &str) -> Record {
    let mut record = head(&instance.name, "LOCAL");
    let balancing = &instance.balancing;
    record.text(
        "BALOPTS",
        match balancing.ignores_transactions() {
            true => "IGNTRANS",
            false => "NONE",
        },
    );
    match balancing.timeout {
        MQBNO_TIMEOUT_AS_DEFAULT => record.text("BALTMOUT", "DEFAULT"),
        MQBNO_TIMEOUT_IMMEDIATE => record.text("BALTMOUT", "IMMEDIATE"),
        MQBNO_TIMEOUT_NEVER => record.text("BALTMOUT", "NEVER"),
        seconds => record.int("BALTMOUT", seconds),
    }
    record.text(
        "BALTYPE",
        match balancing.kind {
            MQBNO_BALTYPE_RA_MANAGED => "RAMANAGED",
            _ if balancing.awaits_replies() => "REQREP",
            _ => "SIMPLE",
        },
    );
    let connections = i64::try_from(instance.connections.len());
    record.int("CONNS", connections.unwrap_or(i64::MAX));
    record.text("CONNTAG", tag);
    let (times, last_us) = instance.told;
    record.int("IMMCOUNT", times);
    let last = match times {
        0 => Moment::default(),
        _ => Moment::at_us(last_us),
    };
    moment(&mut record, ["IMMDATE", "IMMTIME"], &last);
    record.text("IMMREASN", reason(instance.immovable));
    record.yes_no("MOVABLE", instance.is_movable());
    record
}

fn head(name: &str, kind: &str) -> Record {
    let mut record = Record::default();
    record.text("APPLNAME", name);
    record.text("TYPE", kind);
    record
}

fn reason(number: i32) -> &'static str {
    match number {
        MQIMMREASON_NOT_CLIENT => "NOTCLIENT",
        MQIMMREASON_NOT_RECONNECTABLE => "NOTRECONN",
        MQIMMREASON_MOVING => "MOVING",
        MQIMMREASON_APPLNAME_CHANGED => "APPLNAMECHG",
        MQIMMREASON_IN_TRANSACTION => "INTRANS",
        MQIMMREASON_AWAITS_REPLY => "REPLY",
        MQIMMREASON_NO_REDIRECT => "NOREDIRECT",
        _ => "NONE",
    }
}
