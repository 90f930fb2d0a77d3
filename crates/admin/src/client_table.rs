//! The client channel definition table as JSON: what programs need to know to connect.
//!
//! Keys and values are those of the documented table of channel attributes that a JSON table
//! may hold. What a channel leaves at its default is left out, because clients have the same
//! defaults. Passwords and user identifiers have no place in such a table.

use ferromq_mqi::attribute::{Attr, Value};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{MQCAFTY_NONE, MQRCN_DISABLED, MQRCN_Q_MGR, MQRCN_YES};
use std::fmt::Write;

/// Port of an address that names none.
const PORT_DEFAULT: u16 = 1414;

/// The table for client-connection channels, in the order given. Definitions without an address
/// are left out. It ends with a line end.
#[must_use]
pub fn client_table(channels: &[Definition]) -> String {
    let mut json = Json::default();
    json.open('{');
    json.key("channel");
    json.open('[');
    for channel in channels {
        if !channel.text(Attr::Conname).is_empty() {
            write_channel(&mut json, channel);
        }
    }
    json.close(']');
    json.close('}');
    json.text + "\n"
}

fn write_channel(json: &mut Json, channel: &Definition) {
    json.open('{');
    json.string("name", channel.name().as_str());
    json.string("type", "clientConnection");
    json.object("clientConnection", |json| {
        json.key("connection");
        json.open('[');
        for (host, port) in addresses(channel.text(Attr::Conname)) {
            json.open('{');
            json.string("host", &host);
            json.number("port", i64::from(port));
            json.close('}');
        }
        json.close(']');
        json.string("queueManager", channel.text(Attr::Qmname));
    });
    json.object("general", |json| {
        json.string_unless_blank("description", channel.text(Attr::Descr));
        json.number_unless_initial("maximumMessageLength", channel, Attr::Maxmsgl);
    });
    json.object("connectionManagement", |json| management(json, channel));
    json.object("compression", |json| {
        for (key, attr) in [("header", Attr::Comphdr), ("message", Attr::Compmsg)] {
            if differs(channel, attr) {
                let words = channel.list(attr).iter();
                json.strings(key, words.map(|word| word.to_ascii_lowercase()));
            }
        }
    });
    json.object("transmissionSecurity", |json| {
        json.string_unless_blank("cipherSpecification", channel.text(Attr::Sslciph));
        json.string_unless_blank("certificateLabel", channel.text(Attr::Certlabl));
        json.string_unless_blank("certificatePeerName", channel.text(Attr::Sslpeer));
    });
    json.object("exits", |json| exits(json, channel));
    json.close('}');
}

fn management(json: &mut Json, channel: &Definition) {
    if channel.int(Attr::Affinity) == MQCAFTY_NONE {
        json.string("affinity", "none");
    }
    json.number_unless_initial("clientWeight", channel, Attr::Clntwght);
    match channel.int(Attr::Defrecon) {
        MQRCN_YES => json.string("defaultReconnect", "yes"),
        MQRCN_Q_MGR => json.string("defaultReconnect", "queueManager"),
        MQRCN_DISABLED => json.string("defaultReconnect", "disabled"),
        _ => {}
    }
    json.number_unless_initial("heartbeatInterval", channel, Attr::Hbint);
    json.number_unless_initial("keepAliveInterval", channel, Attr::Kaint);
    json.number_unless_initial("sharingConversations", channel, Attr::Sharecnv);
    local_addresses(json, channel.text(Attr::Locladdr));
}

/// `LOCLADDR`: addresses with commas between them, each as `host(port)`, `host(low,high)`,
/// `(port)` or `host`.
fn local_addresses(json: &mut Json, text: &str) {
    let entries = split_outside_parentheses(text);
    if entries.is_empty() {
        return;
    }
    json.key("localAddress");
    json.open('[');
    for entry in entries {
        let (host, ports) = match entry.split_once('(') {
            Some((host, ports)) => (host, ports.trim_end_matches(')')),
            None => (entry, ""),
        };
        json.open('{');
        json.string_unless_blank("host", host.trim());
        let mut numbers = ports.split(',').filter_map(|port| port.trim().parse().ok());
        match (numbers.next(), numbers.next()) {
            (Some(low), Some(high)) => json.object("portRange", |json| {
                json.number("low", low);
                json.number("high", high);
            }),
            (Some(port), None) => json.number("port", port),
            _ => {}
        }
        json.close('}');
    }
    json.close(']');
}

fn exits(json: &mut Json, channel: &Definition) {
    for (key, names, data) in [
        ("receive", Attr::Rcvexit, Attr::Rcvdata),
        ("send", Attr::Sendexit, Attr::Senddata),
    ] {
        if channel.list(names).is_empty() {
            continue;
        }
        json.key(key);
        json.open('[');
        for (at, name) in channel.list(names).iter().enumerate() {
            json.open('{');
            json.string("name", name);
            if let Some(data) = channel.list(data).get(at) {
                json.string("userData", data);
            }
            json.close('}');
        }
        json.close(']');
    }
    if !channel.text(Attr::Scyexit).is_empty() {
        json.object("security", |json| {
            json.string("name", channel.text(Attr::Scyexit));
            json.string_unless_blank("userData", channel.text(Attr::Scydata));
        });
    }
}

/// Hosts and ports of a `CONNAME`: `host(port),host(port)`.
fn addresses(text: &str) -> Vec<(String, u16)> {
    let entries = split_outside_parentheses(text).into_iter();
    entries
        .map(|entry| match entry.split_once('(') {
            Some((host, port)) => {
                let port = port.trim_end_matches(')').trim().parse();
                (host.trim().to_owned(), port.unwrap_or(PORT_DEFAULT))
            }
            None => (entry.to_owned(), PORT_DEFAULT),
        })
        .collect()
}

/// Entries with commas between them; a comma in parentheses is part of its entry.
fn split_outside_parentheses(text: &str) -> Vec<&str> {
    let mut entries = Vec::new();
    let (mut from, mut depth) = (0, 0_i32);
    for (at, character) in text.char_indices() {
        match character {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth <= 0 => {
                entries.push(text[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    entries.push(text[from..].trim());
    entries.retain(|entry| !entry.is_empty());
    entries
}

fn differs(channel: &Definition, attr: Attr) -> bool {
    let initial = channel.kind().attribute(attr);
    initial.map(|info| info.initial_value()).as_ref() != channel.get(attr)
}

/// JSON being written, indented by two blanks.
#[derive(Default)]
struct Json {
    text: String,
    depth: usize,
    /// A comma has to stand before what comes next.
    comma: bool,
    /// What comes next stands behind a key.
    keyed: bool,
}

impl Json {
    fn begin(&mut self) {
        if std::mem::take(&mut self.keyed) {
            return;
        }
        if std::mem::take(&mut self.comma) {
            self.text.push(',');
        }
        if self.depth > 0 {
            self.line();
        }
    }

    fn line(&mut self) {
        self.text.push('\n');
        self.text.extend(std::iter::repeat_n(' ', self.depth * 2));
    }

    fn open(&mut self, bracket: char) {
        self.begin();
        self.text.push(bracket);
        self.depth += 1;
        self.comma = false;
    }

    fn close(&mut self, bracket: char) {
        self.depth -= 1;
        if self.comma {
            self.line();
        }
        self.text.push(bracket);
        self.comma = true;
    }

    fn key(&mut self, key: &str) {
        self.begin();
        self.quoted(key);
        self.text.push_str(": ");
        self.keyed = true;
    }

    /// An object, unless nothing is written into it.
    fn object(&mut self, key: &str, write: impl FnOnce(&mut Json)) {
        let (length, comma) = (self.text.len(), self.comma);
        self.key(key);
        self.open('{');
        write(self);
        if self.comma {
            self.close('}');
        } else {
            self.text.truncate(length);
            self.depth -= 1;
            self.comma = comma;
        }
    }

    fn string(&mut self, key: &str, value: &str) {
        self.key(key);
        self.value_string(value);
    }

    fn string_unless_blank(&mut self, key: &str, value: &str) {
        if !value.is_empty() {
            self.string(key, value);
        }
    }

    fn strings(&mut self, key: &str, values: impl Iterator<Item = String>) {
        self.key(key);
        self.open('[');
        for value in values {
            self.begin();
            self.value_string(&value);
        }
        self.close(']');
    }

    fn number(&mut self, key: &str, value: i64) {
        self.key(key);
        self.keyed = false;
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{value}");
        self.comma = true;
    }

    fn number_unless_initial(&mut self, key: &str, channel: &Definition, attr: Attr) {
        if let Some(Value::Int(number)) = channel.get(attr)
            && differs(channel, attr)
        {
            self.number(key, i64::from(*number));
        }
    }

    fn value_string(&mut self, value: &str) {
        self.keyed = false;
        self.quoted(value);
        self.comma = true;
    }

    fn quoted(&mut self, text: &str) {
        self.text.push('"');
        for character in text.chars() {
            match character {
                '"' | '\\' => {
                    self.text.push('\\');
                    self.text.push(character);
                }
                control if control < ' ' => {
                    // Writing to a string cannot fail.
                    let _ = write!(self.text, "\\u{:04x}", u32::from(control));
                }
                other => self.text.push(other),
            }
        }
        self.text.push('"');
    }
}

#[cfg(test)]
mod tests {
    use super::{addresses, client_table};
    use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
    use ferromq_mqi::definition::Definition;
    use ferromq_mqi::generated::constants::{MQCAFTY_NONE, MQRCN_YES};
    use ferromq_mqi::name::ObjectName;

    fn channel(name: &str, settings: &[(Attr, Value)]) -> Definition {
        let mut made = Definition::new(ObjectKind::ClntConn, ObjectName::truncated(name));
        for (attr, value) in settings {
            made.set(*attr, value.clone()).expect("a valid value");
        }
        made
    }

    #[test]
    fn a_table_without_channels_is_an_empty_list() {
        assert_eq!(client_table(&[]), "{\n  \"channel\": []\n}\n");
        let without_address = channel("SYSTEM.DEF.CLNTCONN", &[]);
        assert_eq!(client_table(&[without_address]), client_table(&[]));
    }

    #[test]
    fn a_plain_channel_has_address_and_queue_manager_only() {
        let one = channel(
            "APP",
            &[(Attr::Conname, "host".into()), (Attr::Qmname, "QM1".into())],
        );
        let expected = "{\n  \"channel\": [\n    {\n      \"name\": \"APP\",\n      \"type\": \"clientConnection\",\n      \
                        \"clientConnection\": {\n        \"connection\": [\n          {\n            \"host\": \"host\",\n            \
                        \"port\": 1414\n          }\n        ],\n        \"queueManager\": \"QM1\"\n      }\n    }\n  ]\n}\n";
        assert_eq!(client_table(&[one]), expected);
    }

    #[test]
    fn what_differs_from_the_defaults_is_there() {
        let one = channel(
            "APP",
            &[
                (Attr::Conname, "a(1500), ::1(1600)".into()),
                (Attr::Descr, "say \"hi\"\\".into()),
                (Attr::Sharecnv, 1.into()),
                (Attr::Affinity, MQCAFTY_NONE.into()),
                (Attr::Defrecon, MQRCN_YES.into()),
                (Attr::Sslciph, "ANY_TLS12".into()),
                (Attr::Locladdr, "h(1000,1100),(2000)".into()),
                (
                    Attr::Compmsg,
                    Value::List(vec!["RLE".into(), "NONE".into()]),
                ),
                (Attr::Sendexit, Value::List(vec!["x(y)".into()])),
                (Attr::Senddata, Value::List(vec!["d".into()])),
            ],
        );
        let packed: String = client_table(&[one]).split_whitespace().collect();
        for part in [
            r#"[{"host":"a","port":1500},{"host":"::1","port":1600}]"#,
            r#""general":{"description":"say\"hi\"\\"}"#,
            r#""connectionManagement":{"affinity":"none","defaultReconnect":"yes","sharingConversations":1,"#,
            r#""localAddress":[{"host":"h","portRange":{"low":1000,"high":1100}},{"port":2000}]}"#,
            r#""compression":{"message":["rle","none"]}"#,
            r#""transmissionSecurity":{"cipherSpecification":"ANY_TLS12"}"#,
            r#""exits":{"send":[{"name":"x(y)","userData":"d"}]}"#,
        ] {
            assert!(packed.contains(part), "{part} in {packed}");
        }
    }

    #[test]
    fn an_address_without_a_port_has_the_usual_one() {
        assert_eq!(
            addresses("one, two(1), three(x)"),
            [
                ("one".to_owned(), 1414),
                ("two".to_owned(), 1),
                ("three".to_owned(), 1414)
            ]
        );
    }
}
