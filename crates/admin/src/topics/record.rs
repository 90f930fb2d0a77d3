//! Subscriptions and topics as records.

use crate::display::record::{FieldValue, Record};
use crate::neighbours::RelationStatus;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::hex::hex;
use ferromq_qmgr::{PublisherStatus, SubscriptionStatus, TopicStatus};

/// The state of a subscription. With `of_topic` as one of the subscribers of a topic.
pub(super) fn status_record(status: &SubscriptionStatus, of_topic: bool) -> Record {
    let definition = &status.definition;
    let mut record = Record::default();
    if of_topic {
        record.text("TOPICSTR", definition.text(Attr::Topicstr));
    }
    record.text("SUBID", definition.name().as_str());
    if !of_topic {
        record.text("SUB", definition.text(Attr::Sub));
    }
    let connection = status.connection.map(|id| hex(&id));
    record.text("ACTCONN", connection.unwrap_or_default());
    word(&mut record, definition, Attr::Durable);
    for (moment, [date, time]) in [
        (&status.last_message, ["LMSGDATE", "LMSGTIME"]),
        (&status.resumed, ["RESMDATE", "RESMTIME"]),
    ] {
        if date == "RESMDATE" {
            record.count("NUMMSGS", status.messages);
        }
        let shown = moment.clone().unwrap_or_default();
        record.text(date, shown.0);
        record.text(time, shown.1);
    }
    word(&mut record, definition, Attr::Subtype);
    record.text("SUBUSER", definition.text(Attr::Subuser));
    if !of_topic {
        record.text("TOPICSTR", definition.text(Attr::Topicstr));
    }
    record
}

/// A handle that is open for publishing to a topic.
pub(super) fn publisher_record(status: &PublisherStatus) -> Record {
    let mut record = Record::default();
    record.text("TOPICSTR", status.topic.as_str());
    let connection = status.connection.map(|id| hex(&id));
    record.text("ACTCONN", connection.unwrap_or_default());
    let (date, time) = status.last_message.clone().unwrap_or_default();
    record.text("LPUBDATE", date);
    record.text("LPUBTIME", time);
    record.count("NUMPUBS", status.messages);
    record
}

fn word(record: &mut Record, definition: &Definition, attr: Attr) {
    if let (Some(info), Some(value)) = (definition.kind().attribute(attr), definition.get(attr)) {
        record.text(attr.keyword(), info.show_value(value).trim_end());
    }
}

/// The state of a topic: what holds for it, wherever that is said.
pub(super) fn topic_record(status: &TopicStatus) -> Record {
    let inherited = &status.inherited;
    let mut record = Record::default();
    let shown = |attr: Attr, value: i32| {
        let info = ObjectKind::Topic.attribute(attr);
        let text = info.map(|info| info.show_value(&value.into()));
        text.unwrap_or_default().trim_end().to_owned()
    };
    let yes = |yes: bool| if yes { "ENABLED" } else { "DISABLED" };
    record.text("TOPICSTR", &status.node.topic);
    let own = status.node.object.as_ref().map(|name| name.as_str());
    record.text("ADMIN", own.unwrap_or_default());
    match inherited.cap_expiry_tenths {
        Some(tenths) => record.int("CAPEXPRY", tenths),
        None => record.push(
            "CAPEXPRY",
            FieldValue::Int(i64::from(MQCEX_NOLIMIT), Some("NOLIMIT")),
        ),
    }
    record.text("CLROUTE", route(status));
    record.text("CLUSTER", inherited.cluster.as_str());
    record.text("COMMINFO", inherited.communication.as_str());
    record.text("DEFPRESP", shown(Attr::Defpresp, inherited.put_response));
    record.int("DEFPRTY", inherited.priority);
    record.text("DEFPSIST", shown(Attr::Defpsist, inherited.persistence));
    record.yes_no("DURSUB", inherited.durable);
    record.text("MCAST", shown(Attr::Mcast, inherited.multicast));
    record.text("MDURMDL", inherited.durable_model.as_str());
    record.text("MNDURMDL", inherited.non_durable_model.as_str());
    let (np, p) = (
        inherited.non_persistent_delivery,
        inherited.persistent_delivery,
    );
    record.text("NPMSGDLV", shown(Attr::Npmsgdlv, np));
    record.text("PMSGDLV", shown(Attr::Pmsgdlv, p));
    record.text("PUB", yes(inherited.publish));
    record.int("PUBCOUNT", status.node.publishers);
    record.text("PUBSCOPE", shown(Attr::Pubscope, inherited.publish_scope));
    record.yes_no("RETAINED", status.node.retained);
    record.text("SUB", yes(inherited.subscribe));
    record.int("SUBCOUNT", status.node.subscribers);
    let scope = inherited.subscribe_scope;
    record.text("SUBSCOPE", shown(Attr::Subscope, scope));
    record.yes_no("USEDLQ", inherited.use_dead_letter_queue);
    record
}

/// How publications go to other members of its cluster.
fn route(status: &TopicStatus) -> &'static str {
    let inherited = &status.inherited;
    match (inherited.cluster.is_blank(), &inherited.hosts) {
        (true, _) => "NONE",
        (false, None) => "DIRECT",
        (false, Some(_)) => "TOPICHOST",
    }
}

/// Publish and subscribe as a whole.
pub(super) fn engine_record(
    q_mgr: &Definition,
    queued_runs: bool,
    subscriptions: usize,
    topics: usize,
) -> Record {
    let status = match q_mgr.int(Attr::Psmode) {
        MQPSM_DISABLED => "INACTIVE",
        _ if queued_runs => "ACTIVE",
        _ => "COMPAT",
    };
    let mut record = Record::default();
    record.text("TYPE", "LOCAL");
    record.text("QMNAME", q_mgr.name().as_str());
    record.text("STATUS", status);
    record.count("SUBCOUNT", subscriptions as u64);
    record.count("TPCOUNT", topics as u64);
    record
}

/// A queue manager publications are exchanged with.
pub(super) fn relation_record(relation: &RelationStatus) -> Record {
    let status = match relation.status {
        MQPS_STATUS_ACTIVE => "ACTIVE",
        MQPS_STATUS_COMPAT => "COMPAT",
        MQPS_STATUS_ERROR => "ERROR",
        MQPS_STATUS_REFUSED => "REFUSED",
        MQPS_STATUS_STARTING => "STARTING",
        MQPS_STATUS_STOPPING => "STOPPING",
        _ => "INACTIVE",
    };
    let mut record = Record::default();
    record.text(
        "TYPE",
        if relation.is_parent {
            "PARENT"
        } else {
            "CHILD"
        },
    );
    record.text("QMNAME", relation.q_mgr.as_str());
    record.text("STATUS", status);
    record
}
