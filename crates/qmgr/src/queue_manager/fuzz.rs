//! The door for fuzzing: bytes from outside go through the catalog and the log records.

use crate::queue_manager::catalog::Catalog;
use crate::record::Record;
use ferromq_mqi::definition::Definition;

/// Decodes the bytes as a catalog, as a log record and as an object definition. They may be
/// refused; nothing may panic, and what is accepted must encode to something that means the
/// same.
///
/// A checksum would keep a fuzzer out of the catalog, so it is spared it.
///
/// # Panics
/// If one of these does not hold.
pub fn fuzz_one(bytes: &[u8]) {
    let _refused_or_not = Catalog::decode(bytes);
    if let Ok(catalog) = Catalog::decode(&Catalog::seal(bytes)) {
        let again = Catalog::decode(&catalog.encode());
        assert_eq!(again.ok(), Some(catalog), "a catalog reads as written");
    }
    check_definition(bytes);
    let Some((kind, body)) = bytes.split_first() else {
        return;
    };
    // Kinds beyond the known ones are all refused alike.
    for kind in [*kind, *kind % 21] {
        if let Ok(Record::Object { definition, .. } | Record::ObjectDeleted { definition, .. }) =
            Record::decode(kind, body)
        {
            check_definition(definition);
        }
    }
}

fn check_definition(bytes: &[u8]) {
    if let Ok(definition) = Definition::decode(bytes) {
        let again = Definition::decode(&definition.encode());
        assert_eq!(
            again.ok(),
            Some(definition),
            "a definition reads as written"
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::queue_manager::fuzz::fuzz_one;
    use crate::record::numbers;
    use ferromq_base::random::SplitMix64;
    use ferromq_mqi::attribute::ObjectKind;
    use ferromq_mqi::definition::Definition;
    use ferromq_mqi::name::ObjectName;

    /// The content of a catalog with one entry, as its format page has it.
    fn content() -> Vec<u8> {
        let with_length = |bytes: &[u8]| [&numbers(&[bytes.len() as u64]), bytes].concat();
        let manager = Definition::new(ObjectKind::QMgr, ObjectName::truncated("QM1"));
        let queue = Definition::new(ObjectKind::QLocal, ObjectName::truncated("A"));
        [
            numbers(&[7]),
            with_length(&manager.encode()),
            numbers(&[1, 7]),
            with_length(b"A.7"),
            numbers(&[5]),
            with_length(&queue.encode()),
        ]
        .concat()
    }

    #[test]
    fn decoders_survive_changed_catalogs_records_and_noise() {
        let catalog = content();
        let definition = Definition::new(ObjectKind::QRemote, ObjectName::truncated("R")).encode();
        let mut random = SplitMix64::new(11);
        for round in 0..6_000_u64 {
            let mut bytes = match round % 4 {
                0 => catalog.clone(),
                1 => definition.clone(),
                2 => [&[(round / 4 % 21) as u8], &numbers(&[9])[..], &definition].concat(),
                _ => vec![0; random.below(600) as usize],
            };
            if round % 4 == 3 {
                random.fill(&mut bytes);
            }
            for _ in 0..random.below(4) {
                let Some(last) = bytes.len().checked_sub(1) else {
                    break;
                };
                let at = random.below(last as u64 + 1) as usize;
                bytes[at] = random.below(256) as u8;
            }
            if random.below(3) == 0 {
                bytes.truncate(random.below(bytes.len() as u64 + 1) as usize);
            }
            fuzz_one(&bytes);
        }
    }

    #[test]
    fn unchanged_catalog_and_definition_get_past_every_decoder() {
        let bytes = crate::queue_manager::catalog::Catalog::seal(&content());
        let catalog =
            crate::queue_manager::catalog::Catalog::decode(&bytes).expect("a good catalog");
        assert_eq!(catalog.entries.len(), 1);
        fuzz_one(&content());
    }
}
