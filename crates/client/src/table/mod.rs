//! Client channel definition tables: which channels lead to a queue manager, and in which order to try them.
//!
//! The documented JSON form is read. The binary form is not: its layout was never published.

mod definition;
mod fuzz;
mod web;

pub use fuzz::fuzz_one;

use crate::channel::ClientChannel;
use crate::configuration::Reconnect;
use crate::failure::ConnectFailure;
use crate::tls_demands::TlsDemands;
use ferromq_base::random::SplitMix64;
use ferromq_mqi::Reason;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

/// Longest table. One of a thousand channels has less than one MiB.
const TABLE_BYTES_MAX: u64 = 16 << 20;

/// Whether connections of a process go back to the channel they used before (`AFFINITY`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Affinity {
    /// The order is made once, the same for every process of a host; what failed moves to its end.
    Preferred,
    /// Each connection makes an order of its own.
    None,
}

/// A client-connection channel of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// Queue manager, or group of queue managers, it leads to (`QMNAME`).
    pub q_mgr_name: String,
    /// How often it is chosen beside others; 0 always comes first (`CLNTWGHT`).
    pub weight: u32,
    /// `AFFINITY`
    pub affinity: Affinity,
    /// `DEFRECON`
    pub reconnect: Reconnect,
    /// How to connect.
    pub channel: ClientChannel,
}

/// A channel table.
#[derive(Debug)]
pub struct ChannelTable {
    definitions: Vec<Definition>,
    /// Orders made for names, as indexes; what failed has moved to the end.
    preferred: Mutex<BTreeMap<String, Vec<usize>>>,
}

impl ChannelTable {
    /// Reads a table in JSON.
    ///
    /// # Errors
    /// `MQRC_CLIENT_CONN_ERROR`, with words, when it is none.
    pub fn from_json(text: &str) -> Result<Self, ConnectFailure> {
        let definitions = definition::definitions(text).map_err(|what| {
            let text = format!("the channel table cannot be read: {what}");
            ConnectFailure::new(Reason::CLIENT_CONN_ERROR, text)
        })?;
        Ok(Self {
            definitions,
            preferred: Mutex::default(),
        })
    }

    /// The table in a file. Read again only when the file has changed.
    ///
    /// # Errors
    /// `MQRC_CLIENT_CONN_ERROR` when there is no such file, when it cannot be read, is longer than 16 MiB, or is no table in JSON.
    pub fn of_file(path: &Path) -> Result<Arc<Self>, ConnectFailure> {
        let failed = |what: String| {
            let text = format!("channel table {}: {what}", path.display());
            ConnectFailure::new(Reason::CLIENT_CONN_ERROR, text)
        };
        let modified = std::fs::metadata(path)
            .and_then(|metadata| metadata.modified())
            .map_err(|error| failed(error.to_string()))?;
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((of, table)) = known.get(path)
            && *of == modified
        {
            return Ok(Arc::clone(table));
        }
        let file = std::fs::File::open(path).map_err(|error| failed(error.to_string()))?;
        let bytes = read_whole(file).map_err(failed)?;
        let text = std::str::from_utf8(&bytes).ok();
        let text = text.filter(|text| text.trim_start().starts_with('{'));
        let text = text.ok_or_else(|| {
            failed(
                "it is not in JSON; tables in the binary form cannot be read, because its layout \
                 is not published: write the same definitions in JSON"
                    .to_owned(),
            )
        })?;
        let table = Self::from_json(text).map_err(|failure| failed(failure.text))?;
        let table = Arc::new(table);
        known.insert(path.to_owned(), (modified, Arc::clone(&table)));
        Ok(table)
    }

    /// The same definitions, with more demanded of TLS. The order in which they are tried is made anew.
    pub(crate) fn demanding(&self, demands: &TlsDemands) -> Self {
        let mut definitions = self.definitions.clone();
        for definition in &mut definitions {
            definition.channel.tls.add(demands);
        }
        Self {
            definitions,
            preferred: Mutex::default(),
        }
    }

    /// All definitions, in the order of the file.
    #[must_use]
    pub fn definitions(&self) -> &[Definition] {
        &self.definitions
    }

    /// The definitions that lead to a queue manager, in the order they are to be tried. A name that begins
    /// with an asterisk is one of a group; so is a blank one, whose definitions name no queue manager.
    ///
    /// Weight 0 comes first, by name; the others follow by chance, the heavier the sooner. `chance` is
    /// random; `host` is the same for all processes of a host.
    #[must_use]
    pub fn order(&self, q_mgr_name: &str, chance: u64, host: u64) -> Vec<&Definition> {
        let name = q_mgr_name.trim_end().trim_start_matches('*');
        let mut preferred = self
            .preferred
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let order = preferred.entry(name.to_owned());
        let order = order.or_insert_with(|| self.shuffled(name, host));
        let prefers = |at: &usize| self.definitions[*at].affinity == Affinity::Preferred;
        // One that prefers none has the whole connection choose anew.
        if order.iter().all(prefers) {
            return order.iter().map(|at| &self.definitions[*at]).collect();
        }
        drop(preferred);
        let order = self.shuffled(name, chance);
        order.iter().map(|at| &self.definitions[*at]).collect()
    }

    /// A connection by this definition failed: others come before it the next time, unless its weight is 0.
    pub fn failed(&self, q_mgr_name: &str, definition: &Definition) {
        let name = q_mgr_name.trim_end().trim_start_matches('*');
        let mut preferred = self
            .preferred
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if definition.weight > 0
            && let Some(order) = preferred.get_mut(name)
            && let Some(at) = order
                .iter()
                .position(|at| std::ptr::eq(&raw const self.definitions[*at], definition))
        {
            let moved = order.remove(at);
            order.push(moved);
        }
    }

    fn shuffled(&self, name: &str, seed: u64) -> Vec<usize> {
        let all = self.definitions.iter().enumerate();
        let mut fitting: Vec<usize> = all
            .filter(|(_, definition)| definition.q_mgr_name == name)
            .map(|(at, _)| at)
            .collect();
        fitting.sort_by_key(|at| (&self.definitions[*at].channel.name, *at));
        let weight = |at: usize| u64::from(self.definitions[at].weight);
        let (mut order, mut rest): (Vec<usize>, Vec<usize>) =
            fitting.into_iter().partition(|at| weight(*at) == 0);
        let mut random = SplitMix64::new(seed);
        while !rest.is_empty() {
            let sum: u64 = rest.iter().map(|at| weight(*at)).sum();
            let mut drawn = random.below(sum);
            let chosen = rest.iter().position(|at| {
                let here = drawn < weight(*at);
                drawn = drawn.saturating_sub(weight(*at));
                here
            });
            order.push(rest.remove(chosen.unwrap_or(0)));
        }
        order
    }
}

/// All of a table, unless it is too long.
fn read_whole(from: impl Read) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    from.take(TABLE_BYTES_MAX + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| error.to_string())?;
    if bytes.len() as u64 > TABLE_BYTES_MAX {
        return Err(format!("it is longer than {TABLE_BYTES_MAX} bytes"));
    }
    Ok(bytes)
}

type Known = BTreeMap<PathBuf, (SystemTime, Arc<ChannelTable>)>;

/// Tables that were read, with the age of their files.
static KNOWN: Mutex<Known> = Mutex::new(BTreeMap::new());

#[cfg(test)]
mod tests {
    use super::ChannelTable;
    use crate::configuration::Reconnect;
    use ferromq_mqi::Reason;
    use std::collections::BTreeSet;

    fn channel(name: &str, q_mgr: &str, management: &str) -> String {
        format!(
            r#"{{"name":"{name}","type":"clientConnection",
                "clientConnection":{{"connection":[{{"host":"h","port":1415}},{{"host":"h2"}}],
                "queueManager":"{q_mgr}"}},
                "connectionManagement":{{{management}}}}}"#
        )
    }

    fn table_text() -> String {
        format!("{{\"channel\":[{}]}}", channel("A", "QM1", ""))
    }

    fn table(channels: &[String]) -> ChannelTable {
        let text = format!("{{\"channel\":[{}]}}", channels.join(","));
        ChannelTable::from_json(&text).expect("a table")
    }

    fn names(table: &ChannelTable, q_mgr: &str, chance: u64, host: u64) -> Vec<String> {
        let order = table.order(q_mgr, chance, host);
        order.iter().map(|it| it.channel.name.clone()).collect()
    }

    #[test]
    fn a_definition_says_where_and_how_to_connect() {
        let text = r#"{"channel":[{"name":"A.B","type":"clientConnection","unknown":{},
            "clientConnection":{"connection":[{"host":"h","port":1415},{"host":"h2"}],
                "queueManager":"QM1"},
            "transmissionSecurity":{"cipherSpecification":"ANY_TLS12_OR_HIGHER",
                "certificateLabel":"me","certificatePeerName":"CN=QM1"},
            "general":{"maximumMessageLength":4194304},
            "connectionManagement":{"sharingConversations":1,"clientWeight":7,
                "heartbeatInterval":60,"defaultReconnect":"queueManager","affinity":"none"}},
            {"name":"X","type":"sender"}]}"#;
        let table = ChannelTable::from_json(text).expect("a table");
        let [found] = table.definitions() else {
            panic!("one client channel");
        };
        let channel = &found.channel;
        assert_eq!(found.q_mgr_name, "QM1");
        assert_eq!(
            (found.weight, found.reconnect),
            (7, Reconnect::QueueManager)
        );
        let places: Vec<String> = channel.addresses.iter().map(ToString::to_string).collect();
        assert_eq!(places, ["h(1415)", "h2(1414)"]);
        assert_eq!(channel.message_bytes_max, 4_194_304);
        assert_eq!((channel.conversations_max, channel.heartbeat_s), (1, 60));
        assert_eq!(channel.cipher_spec.as_deref(), Some("ANY_TLS12_OR_HIGHER"));
        assert_eq!(channel.certificate_label.as_deref(), Some("me"));
        assert_eq!(channel.peer_name.as_deref(), Some("CN=QM1"));
    }

    #[test]
    fn a_name_leads_to_its_own_definitions_and_a_group_to_those_of_the_group() {
        let table = table(&[
            channel("B", "QM1", ""),
            channel("A", "QM1", ""),
            channel("C", "GROUP", ""),
            channel("D", "", ""),
        ]);
        assert_eq!(names(&table, "QM1", 1, 1), ["A", "B"]);
        assert_eq!(names(&table, "*GROUP", 1, 1), ["C"]);
        assert_eq!(names(&table, "", 1, 1), ["D"]);
        assert_eq!(names(&table, "*", 1, 1), ["D"]);
        assert!(names(&table, "QM2", 1, 1).is_empty());
    }

    #[test]
    fn weight_zero_comes_first_and_the_others_by_chance() {
        let weighted = |name: &str, weight: u32| {
            channel(
                name,
                "G",
                &format!("\"clientWeight\":{weight},\"affinity\":\"none\""),
            )
        };
        let table = table(&[weighted("Z", 0), weighted("A", 90), weighted("B", 10)]);
        let seconds: Vec<String> = (0..1000)
            .map(|chance| {
                let order = names(&table, "*G", chance, 0);
                assert_eq!(order[0], "Z");
                order[1].clone()
            })
            .collect();
        let heavy = seconds.iter().filter(|name| *name == "A").count();
        assert!((850..950).contains(&heavy), "{heavy}");
    }

    /// Source: AFFINITY(PREFERRED).
    #[test]
    fn a_preferred_channel_stays_the_first_until_it_fails() {
        let weighted = |name: &str| channel(name, "G", "\"clientWeight\":50");
        let table = table(&[weighted("A"), weighted("B"), weighted("C")]);
        let first = names(&table, "*G", 1, 5);
        assert_eq!(names(&table, "*G", 2, 5), first);
        table.failed("*G", table.order("*G", 3, 5)[0]);
        let mut moved = first.clone();
        moved.rotate_left(1);
        assert_eq!(names(&table, "*G", 4, 5), moved);
    }

    #[test]
    fn hosts_differ_in_what_they_prefer() {
        let weighted = |name: &str| channel(name, "G", "\"clientWeight\":50");
        let firsts: BTreeSet<String> = (0..20)
            .map(|host| {
                let table = table(&[weighted("A"), weighted("B"), weighted("C")]);
                names(&table, "*G", 0, host).swap_remove(0)
            })
            .collect();
        assert_eq!(firsts.len(), 3);
    }

    #[test]
    fn a_file_that_is_too_long_is_refused_before_it_is_read_whole() {
        let path = std::env::temp_dir().join(format!("ferromq-table-{}", std::process::id()));
        let file = std::fs::File::create(&path).expect("a file");
        file.set_len(1 << 40).expect("a file with a hole");
        let failure = ChannelTable::of_file(&path).expect_err("a terabyte");
        std::fs::remove_file(&path).expect("removed");
        assert_eq!(failure.reason, Reason::CLIENT_CONN_ERROR);
        assert!(failure.text.contains("longer than"), "{failure}");
    }

    #[test]
    fn of_equal_names_the_last_one_counts_and_values_too_deep_are_refused() {
        let text = format!("{{\"channel\":[],{}", &table_text()[1..]);
        let table = ChannelTable::from_json(&text).expect("a table");
        assert_eq!(table.definitions().len(), 1);
        let deep = format!("{{\"channel\":{}", "[".repeat(100_000));
        ChannelTable::from_json(&deep).expect_err("too deep");
    }

    #[test]
    fn what_is_wrong_with_a_table_is_said() {
        for (text, what) in [
            ("{}", "no list 'channel'"),
            ("{\"channel\":[{}]}", "definition 1: it has no name"),
            ("{\"channel\":[{\"name\":\"A\"}]}", "'A' has no type"),
            (
                "{\"channel\":[{\"name\":\"A\",\"type\":\"clientConnection\"}]}",
                "no connection",
            ),
            ("{", "line 1"),
        ] {
            let failure = ChannelTable::from_json(text).expect_err(text);
            assert_eq!(failure.reason, Reason::CLIENT_CONN_ERROR);
            assert!(failure.text.contains(what), "{failure}");
        }
        let wrong = channel("A", "", "\"clientWeight\":100");
        let text = format!("{{\"channel\":[{wrong}]}}");
        let failure = ChannelTable::from_json(&text).expect_err("too heavy");
        assert!(failure.text.contains("0 to 99"), "{failure}");
    }
}
