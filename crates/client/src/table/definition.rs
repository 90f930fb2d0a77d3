//! Channel definitions in JSON: the documented schema of channel tables.

use super::{Affinity, Definition};
use crate::channel::ClientChannel;
use crate::configuration::Reconnect;
use ferromq_mqi::connection_name::Address;
use serde_json::Value;

/// The definitions of client-connection channels in a table. Others are passed over, and so are members
/// nobody knows, as the schema wants it.
///
/// # Errors
/// In words: what is wrong, and in which definition.
pub(super) fn definitions(text: &str) -> Result<Vec<Definition>, String> {
    let table: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let Some(Value::Array(channels)) = table.get("channel") else {
        return Err("there is no list 'channel' in it".to_owned());
    };
    let mut found = Vec::new();
    for (number, channel) in (1..).zip(channels) {
        let at = |what: String| format!("definition {number}: {what}");
        let Some(Value::String(name)) = channel.get("name") else {
            return Err(at("it has no name".to_owned()));
        };
        match channel.get("type") {
            Some(Value::String(kind)) if kind == "clientConnection" => {}
            Some(Value::String(_)) => continue,
            _ => return Err(at(format!("channel '{name}' has no type"))),
        }
        found.push(definition(name, channel).map_err(at)?);
    }
    Ok(found)
}

fn definition(name: &str, value: &Value) -> Result<Definition, String> {
    let of = |part: &str, member: &str| value.get(part)?.get(member);
    let connection = of("clientConnection", "connection");
    let mut channel = ClientChannel::new(name, addresses(name, connection)?);
    let managed = |member| of("connectionManagement", member);
    // The manual has the first name, its examples and the tools of others the second.
    for member in ["heartInterval", "heartbeatInterval"] {
        if let Some(seconds) = whole(name, member, managed(member), 999_999)? {
            channel.heartbeat_s = seconds;
        }
    }
    let most = 999_999_999;
    if let Some(count) = whole(
        name,
        "sharingConversations",
        managed("sharingConversations"),
        most,
    )? {
        channel.conversations_max = count;
    }
    let length = of("general", "maximumMessageLength");
    match whole(name, "maximumMessageLength", length, most)? {
        None | Some(0) => {}
        Some(bytes) => channel.message_bytes_max = bytes.min(channel.message_bytes_max),
    }
    let security = |member| text(of("transmissionSecurity", member));
    channel.cipher_spec = security("cipherSpecification");
    channel.certificate_label = security("certificateLabel");
    channel.peer_name = security("certificatePeerName");
    let affinity = match text(managed("affinity")).as_deref() {
        None | Some("preferred") => Affinity::Preferred,
        Some("none") => Affinity::None,
        Some(other) => return Err(format!("channel '{name}': affinity '{other}' is unknown")),
    };
    let reconnect = match text(managed("defaultReconnect")).as_deref() {
        None | Some("no") => Reconnect::No,
        Some("yes") => Reconnect::Yes,
        Some("queueManager") => Reconnect::QueueManager,
        Some("disabled") => Reconnect::Disabled,
        Some(other) => {
            return Err(format!(
                "channel '{name}': defaultReconnect '{other}' is unknown"
            ));
        }
    };
    Ok(Definition {
        q_mgr_name: text(of("clientConnection", "queueManager")).unwrap_or_default(),
        weight: whole(name, "clientWeight", managed("clientWeight"), 99)?.unwrap_or(0),
        affinity,
        reconnect,
        channel,
    })
}

fn addresses(name: &str, value: Option<&Value>) -> Result<Vec<Address>, String> {
    let places = match value {
        Some(Value::Array(places)) if !places.is_empty() => places,
        _ => return Err(format!("channel '{name}': there is no connection in it")),
    };
    places
        .iter()
        .map(|place| {
            let host = text(place.get("host"))
                .ok_or_else(|| format!("channel '{name}': a connection has no host"))?;
            let port = whole(name, "port", place.get("port"), 65_535)?;
            Ok(Address {
                host,
                port: port.map_or(ferromq_mqi::connection_name::PORT, |port| port as u16),
            })
        })
        .collect()
}

/// A string with something in it.
fn text(value: Option<&Value>) -> Option<String> {
    match value {
        Some(Value::String(text)) if !text.trim().is_empty() => Some(text.trim().to_owned()),
        _ => None,
    }
}

fn whole(
    name: &str,
    member: &str,
    value: Option<&Value>,
    most: u32,
) -> Result<Option<u32>, String> {
    let number = match value {
        None | Some(Value::Null) => return Ok(None),
        Some(value) => value.as_f64(),
    };
    match number {
        Some(number) if number.fract() == 0.0 && (0.0..=f64::from(most)).contains(&number) => {
            Ok(Some(number as u32))
        }
        _ => Err(format!(
            "channel '{name}': {member} is no whole number from 0 to {most}"
        )),
    }
}
