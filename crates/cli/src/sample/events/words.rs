//! How constants are called in what is shown: `MQCA_Q_MGR_NAME` is `Queue Mgr Name`, or `queueMgrName` as a key.

use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::names::{FAMILIES, VALUED};
use ferromq_mqi::pcf::parameter_name;

/// Words that are written in capital letters.
const CAPITALS: [&str; 19] = [
    "AMQP", "CLWL", "CPI", "CRL", "CSP", "DNS", "DN", "IDPW", "IGQ", "LDAP", "LU62", "MQI", "MQSC",
    "MRU", "PCF", "SSL", "TCP", "TLS", "ID",
];

/// The name of the constant with that number in a family such as `MQCMD`.
pub(super) fn constant(family: &str, value: i32) -> Option<&'static str> {
    let (_, names) = FAMILIES.iter().find(|(name, _)| *name == family)?;
    let found = names.binary_search_by_key(&value, |(value, _)| *value);
    found.ok().map(|at| names[at].1)
}

/// The constant a parameter is called by.
pub(super) fn parameter(id: i32) -> Option<&'static str> {
    parameter_name(id)
}

/// The constant that is the value of a parameter, if its values are named and are no options.
pub(in crate::sample) fn value(id: i32, value: i32) -> Option<&'static str> {
    match is_options(id) {
        true => None,
        false => constant(family(id)?, value),
    }
}

/// Parameters whose bits are options.
const OPTIONS: [i32; 9] = [
    MQIACF_OPEN_OPTIONS,
    MQIACF_CLOSE_OPTIONS,
    MQIACF_PUT_OPTIONS,
    MQIACF_GET_OPTIONS,
    MQIACF_SUB_OPTIONS,
    MQIACF_SUBRQ_OPTIONS,
    MQIACF_CONNECT_OPTIONS,
    MQIACF_REPORT,
    MQIACF_MSG_FLAGS,
];

/// A parameter whose bits are options.
pub(super) fn is_options(id: i32) -> bool {
    OPTIONS.contains(&id)
}

/// The options that are set.
pub(super) fn options(id: i32, value: i32) -> Vec<&'static str> {
    let bits = (0..32).map(|bit| 1_i32 << bit);
    bits.filter(|bit| value & bit != 0)
        .filter_map(|bit| constant(family(id)?, bit))
        .collect()
}

fn family(id: i32) -> Option<&'static str> {
    let found = VALUED.binary_search_by_key(&id, |(id, _)| *id);
    found.ok().map(|at| VALUED[at].1)
}

/// The words of a constant: what stands behind its first underscore.
fn words(constant: &str) -> impl Iterator<Item = &str> {
    let words = constant
        .split_once('_')
        .map_or(constant, |(_, words)| words);
    words.split('_').filter(|word| !word.is_empty())
}

fn capitalized(word: &str) -> String {
    match word {
        "Q" => "Queue".to_owned(),
        "ZOS" => "zOS".to_owned(),
        word if CAPITALS.contains(&word) => word.to_owned(),
        word => {
            let (first, rest) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
            first.to_owned() + &rest.to_lowercase()
        }
    }
}

/// As a heading or a value: `Queue Mgr Name`.
pub(super) fn title(constant: &str) -> String {
    let words: Vec<String> = words(constant).map(capitalized).collect();
    words.join(" ")
}

/// As a key: `queueMgrName`.
pub(super) fn key(constant: &str) -> String {
    let mut key = String::new();
    for word in words(constant) {
        let word = capitalized(word);
        key.push_str(&match key.is_empty() {
            true => word.to_lowercase(),
            false => word,
        });
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_called_as_tools_expect() {
        for (constant, called, keyed) in [
            ("MQCA_Q_MGR_NAME", "Queue Mgr Name", "queueMgrName"),
            ("MQIA_HIGH_Q_DEPTH", "High Queue Depth", "highQueueDepth"),
            ("MQPER_NOT_PERSISTENT", "Not Persistent", "notPersistent"),
            ("MQCMD_STATISTICS_MQI", "Statistics MQI", "statisticsMQI"),
            (
                "MQGACF_COMMAND_CONTEXT",
                "Command Context",
                "commandContext",
            ),
        ] {
            assert_eq!(title(constant), called);
            assert_eq!(key(constant), keyed);
        }
    }

    #[test]
    fn numbers_have_their_documented_names() {
        assert_eq!(
            parameter(MQCA_BASE_OBJECT_NAME),
            Some("MQCA_BASE_OBJECT_NAME")
        );
        assert_eq!(constant("MQCMD", 45), Some("MQCMD_PERFM_EVENT"));
        assert_eq!(
            value(MQIACF_REASON_QUALIFIER, 2),
            Some("MQRQ_OPEN_NOT_AUTHORIZED")
        );
        let controls = [
            (MQIA_CHINIT_CONTROL, 0, "MQSVC_CONTROL_Q_MGR"),
            (MQIA_CMD_SERVER_CONTROL, 2, "MQSVC_CONTROL_MANUAL"),
            (MQIACH_LISTENER_CONTROL, 1, "MQSVC_CONTROL_Q_MGR_START"),
            (MQIA_SERVICE_TYPE, 1, "MQSVC_TYPE_SERVER"),
            (MQIA_INHIBIT_GET, 1, "MQQA_GET_INHIBITED"),
            (MQIA_INHIBIT_PUB, 1, "MQTA_PUB_INHIBITED"),
        ];
        for (parameter, number, name) in controls {
            assert_eq!(value(parameter, number), Some(name));
        }
        assert_eq!(value(MQIA_MAX_Q_DEPTH, 2), None);
        assert_eq!(constant("MQCFT", 26), Some("MQCFT_APP_ACTIVITY"));
        let of_calls = [
            (MQIACF_API_CALLER_TYPE, 1, "MQXACT_EXTERNAL"),
            (MQIACF_API_ENVIRONMENT, 2, "MQXE_MCA_SVRCONN"),
            (MQIACF_MSG_TYPE, 8, "MQMT_DATAGRAM"),
            (MQIACF_PERSISTENCE, 0, "MQPER_NOT_PERSISTENT"),
            (MQIACF_RESOLVED_TYPE, 1, "MQOT_Q"),
            (MQIACF_TRACE_DETAIL, 2, "MQACTV_DETAIL_MEDIUM"),
            (MQIACF_AUTH_REC_TYPE, 1, "MQOT_Q"),
        ];
        for (parameter, number, name) in of_calls {
            assert_eq!(value(parameter, number), Some(name));
        }
        for (parameter, bits, names) in [
            (
                MQIACF_PUT_OPTIONS,
                MQPMO_SYNCPOINT | MQPMO_NEW_MSG_ID,
                ["MQPMO_SYNCPOINT", "MQPMO_NEW_MSG_ID"],
            ),
            (
                MQIACF_GET_OPTIONS,
                MQGMO_WAIT | MQGMO_CONVERT,
                ["MQGMO_WAIT", "MQGMO_CONVERT"],
            ),
            (
                MQIACF_CONNECT_OPTIONS,
                MQCNO_SHARED_BINDING | MQCNO_RECONNECT,
                ["MQCNO_SHARED_BINDING", "MQCNO_RECONNECT"],
            ),
            (
                MQIACF_CLOSE_OPTIONS,
                MQCO_DELETE_PURGE | MQCO_QUIESCE,
                ["MQCO_DELETE_PURGE", "MQCO_QUIESCE"],
            ),
        ] {
            assert!(is_options(parameter));
            assert_eq!(value(parameter, bits), None);
            assert_eq!(options(parameter, bits), names);
        }
        assert_eq!(
            options(MQIACF_OPEN_OPTIONS, MQOO_OUTPUT | MQOO_FAIL_IF_QUIESCING),
            ["MQOO_OUTPUT", "MQOO_FAIL_IF_QUIESCING"]
        );
    }
}
