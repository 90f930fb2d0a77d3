//! Any bytes as a channel table.

use super::ChannelTable;

/// Reads `bytes` as a channel table, and makes an order for each name in it.
///
/// # Panics
/// If a definition is not in the order of its own name once.
pub fn fuzz_one(bytes: &[u8]) {
    let Ok(table) = ChannelTable::from_json(&String::from_utf8_lossy(bytes)) else {
        return;
    };
    for definition in table.definitions() {
        let name = &definition.q_mgr_name;
        // A blank or an asterisk in front of a name means a group, and is no part of what is looked for.
        let is_plain = name.trim_end().trim_start_matches('*') == name;
        table.failed(name, definition);
        let order = table.order(name, 1, 2);
        let times = order.iter().filter(|other| **other == definition).count();
        let alike = table.definitions().iter();
        let alike = alike.filter(|other| *other == definition).count();
        assert!(times == alike || !is_plain, "{definition:?}");
    }
}

#[cfg(test)]
mod tests {
    use super::fuzz_one;
    use ferromq_base::random::SplitMix64;

    #[test]
    fn changed_tables_are_read_or_refused() {
        let valid = r#"{"channel": [
            {"name": "A.SVRCONN", "type": "clientConnection",
             "clientConnection": {"connection": [{"host": "one.example", "port": 1414}], "queueManager": "QM1"},
             "connectionManagement": {"sharingConversations": 10, "clientWeight": 3, "affinity": "none", "heartbeatInterval": 5},
             "general": {"maximumMessageLength": 100}, "transmissionSecurity": {"cipherSpecification": "ANY_TLS12_OR_HIGHER"}},
            {"name": "B.SVRCONN", "type": "clientConnection",
             "clientConnection": {"connection": [{"host": "two.example", "port": 1414}], "queueManager": "QM1"}}]}"#;
        assert!(super::ChannelTable::from_json(valid).is_ok());
        fuzz_one(valid.as_bytes());
        // As deep as a file can be.
        fuzz_one("[".repeat(1 << 20).as_bytes());
        fuzz_one(format!("{{\"channel\":{}", "[{\"a\":".repeat(1 << 18)).as_bytes());
        let mut random = SplitMix64::new(13);
        for _ in 0..3_000 {
            let mut bytes = valid.as_bytes().to_vec();
            for _ in 0..=random.below(4) {
                let at = random.below(bytes.len() as u64) as usize;
                match random.below(3) {
                    0 => bytes[at] = random.next_u64() as u8,
                    1 => bytes[at] = b"{}[]\",:-9e\\"[random.below(11) as usize],
                    _ => drop(bytes.drain(at..(at + 9).min(bytes.len()))),
                }
            }
            fuzz_one(&bytes);
        }
    }
}
