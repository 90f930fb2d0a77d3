use super::*;
use crate::generated::constants::{MQQDT_PREDEFINED, MQQDT_TEMPORARY_DYNAMIC};

fn named(kind: ObjectKind, name: &str) -> Definition {
    Definition::new(kind, ObjectName::parse(name).unwrap())
}

/// A small generator so that a failure repeats from its seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(bound).unwrap()).unwrap()
    }

    fn name(&mut self, length_max: usize) -> String {
        let letters = b"ABCXYZabc019./_%";
        (0..self.below(length_max + 1))
            .map(|_| char::from(letters[self.below(letters.len())]))
            .collect()
    }

    /// A value the form allows.
    fn value(&mut self, form: Form) -> Value {
        match form {
            Form::Int { min, max, .. } => {
                let span = usize::try_from(max - min).unwrap() + 1;
                Value::Int(min + i32::try_from(self.below(span)).unwrap())
            }
            Form::Word { words } => Value::Int(words[self.below(words.len())].1),
            Form::Flag => Value::Int(i32::try_from(self.below(2)).unwrap()),
            Form::Names { count_max } => {
                let count = self.below(count_max + 1);
                Value::List((0..count).map(|_| self.name(48)).collect())
            }
            Form::Texts {
                count_max,
                length_max,
            } => {
                let count = self.below(count_max + 1);
                Value::List((0..count).map(|_| self.name(length_max)).collect())
            }
            Form::Choices { words, count_max } => {
                let count = 1 + self.below(count_max);
                let word = |_| words[self.below(words.len())].0.to_owned();
                Value::List((0..count).map(word).collect())
            }
            Form::Date => Value::from("2031-02-03"),
            Form::Time => Value::from("04.05.06"),
            other => Value::Text(self.name(other.field_bytes())),
        }
    }
}

#[test]
fn a_new_definition_has_the_documented_defaults() {
    let queue = named(ObjectKind::QLocal, "Q");
    assert_eq!(queue.int(Attr::Maxdepth), 5000);
    assert_eq!(queue.int(Attr::Maxmsgl), 4_194_304);
    assert_eq!(queue.int(Attr::Deftype), MQQDT_PREDEFINED);
    assert_eq!(queue.text(Attr::Queue), "Q");
    assert_eq!(queue.show(Attr::Put).as_deref(), Some("PUT(ENABLED)"));
    assert_eq!(queue.show(Attr::Hardenbo).as_deref(), Some("HARDENBO"));
    assert_eq!(queue.show(Attr::Descr).as_deref(), Some("DESCR( )"));
    assert_eq!(queue.show(Attr::Target), None);
    assert_eq!(
        named(ObjectKind::QModel, "M").show(Attr::Share).as_deref(),
        Some("NOSHARE")
    );
}

#[test]
fn any_definition_reads_back_as_written() {
    for seed in 0..200 {
        let mut random = Random(seed);
        let kind = ObjectKind::ALL[random.below(ObjectKind::ALL.len())];
        let mut definition = named(kind, "OBJECT.1");
        for info in kind.attributes() {
            if random.below(2) == 0 && info.form != Form::Key && !info.uses.volatile {
                let value = random.value(info.form);
                definition
                    .set_internal(info.attr, value)
                    .unwrap_or_else(|e| panic!("seed {seed}: {e}"));
            }
        }
        let short = definition.encode_changed(&[]);
        assert!(short.len() <= definition.encode().len());
        for bytes in [definition.encode(), short] {
            let read = Definition::decode(&bytes);
            assert_eq!(read.as_ref(), Ok(&definition), "seed {seed}");
        }
    }
}

#[test]
fn damaged_bytes_are_an_error_or_another_valid_definition() {
    let whole = named(ObjectKind::QLocal, "OBJECT.1").encode();
    for length in 0..whole.len() {
        assert!(
            Definition::decode(&whole[..length]).is_err(),
            "cut at {length}"
        );
    }
    for seed in 0..20_000 {
        let mut random = Random(seed);
        let mut bytes = whole.clone();
        for _ in 0..=random.below(4) {
            let at = random.below(bytes.len());
            bytes[at] = u8::try_from(random.below(256)).unwrap();
        }
        if let Ok(read) = Definition::decode(&bytes) {
            assert_eq!(Definition::decode(&read.encode()), Ok(read), "seed {seed}");
        }
    }
}

#[test]
fn random_bytes_never_panic() {
    for seed in 0..20_000 {
        let mut random = Random(seed);
        let length = random.below(64);
        let mut bytes: Vec<u8> = (0..length)
            .map(|_| u8::try_from(random.below(256)).unwrap())
            .collect();
        if length > 2 {
            bytes[0] = FORMAT_VERSION;
            bytes[1] %= 8;
            bytes[2] %= 50;
        }
        let _ = Definition::decode(&bytes);
    }
}

#[test]
fn an_entry_from_a_newer_program_survives_a_rewrite() {
    let mut definition = named(ObjectKind::QLocal, "Q");
    definition.unknown.push((9999, Value::from("tomorrow")));
    let read = Definition::decode(&definition.encode()).unwrap();
    assert_eq!(read.unknown, [(9999, Value::from("tomorrow"))]);
}

#[test]
fn what_is_worked_out_while_running_is_not_logged() {
    let mut queue = named(ObjectKind::QLocal, "Q");
    queue.set_internal(Attr::Curdepth, 12).unwrap();
    assert_eq!(
        Definition::decode(&queue.encode())
            .unwrap()
            .int(Attr::Curdepth),
        0
    );
}

#[test]
fn set_refuses_what_the_table_refuses_and_changes_nothing() {
    let mut queue = named(ObjectKind::QLocal, "Q");
    let before = queue.clone();
    assert_eq!(
        queue.set(Attr::Curdepth, 1),
        Err(AttributeError::ReadOnly {
            attr: Attr::Curdepth
        })
    );
    let lacking = AttributeError::NotOfKind {
        attr: Attr::Target,
        kind: ObjectKind::QLocal,
    };
    assert_eq!(queue.set(Attr::Target, "X"), Err(lacking));
    assert_eq!(
        queue.set(Attr::Maxdepth, "X"),
        Err(AttributeError::WrongForm {
            attr: Attr::Maxdepth
        })
    );
    assert_eq!(
        queue.set_by_program(Attr::Maxdepth, 1),
        Err(AttributeError::ReadOnly {
            attr: Attr::Maxdepth
        })
    );
    assert_eq!(
        queue.set_internal(Attr::Queue, "Z"),
        Err(AttributeError::ReadOnly { attr: Attr::Queue })
    );
    assert_eq!(queue, before);
    assert_eq!(queue.set_by_program(Attr::Get, 1), Ok(()));
}

#[test]
fn mqsc_keywords_set_values() {
    let mut queue = named(ObjectKind::QLocal, "Q");
    queue.set_mqsc("MAXDEPTH", &["7"]).unwrap();
    queue.set_mqsc("NOHARDENBO", &[]).unwrap();
    queue.set_mqsc("PUT", &["DISABLED"]).unwrap();
    queue.set_mqsc("DESCR", &["Orders  "]).unwrap();
    assert_eq!(
        format!("{queue:?}"),
        "QLOCAL(Q) DESCR(Orders) NOHARDENBO MAXDEPTH(7) PUT(DISABLED)"
    );
    assert_eq!(
        queue.set_mqsc("COLOUR", &["RED"]),
        Err(KeywordError::Unknown)
    );
    assert!(matches!(
        queue.set_mqsc("PUT", &["MAYBE"]),
        Err(KeywordError::Refused(_))
    ));
    assert!(matches!(
        queue.set_mqsc("HARDENBO", &["YES"]),
        Err(KeywordError::Refused(_))
    ));
}

#[test]
fn like_copies_definable_values_only() {
    let mut base = named(ObjectKind::QLocal, "BASE");
    base.set(Attr::Maxdepth, 9).unwrap();
    base.set_internal(Attr::Curdepth, 3).unwrap();
    let made = Definition::like(&base, ObjectName::parse("NEW").unwrap());
    assert_eq!((made.int(Attr::Maxdepth), made.int(Attr::Curdepth)), (9, 0));
    assert_eq!(
        (made.text(Attr::Queue), made.name().as_str()),
        ("NEW", "NEW")
    );
}

#[test]
fn a_dynamic_queue_takes_its_values_from_the_model() {
    let mut model = named(ObjectKind::QModel, "MODEL");
    model.set(Attr::Maxdepth, 11).unwrap();
    let made = Definition::dynamic(&model, ObjectName::parse("AMQ.1").unwrap());
    assert_eq!(made.kind(), ObjectKind::QLocal);
    assert_eq!(made.int(Attr::Maxdepth), 11);
    assert_eq!(made.int(Attr::Deftype), MQQDT_TEMPORARY_DYNAMIC);
    assert_eq!(made.show(Attr::Share).as_deref(), Some("NOSHARE"));
    assert_eq!(made.show(Attr::Type).as_deref(), Some("TYPE(QLOCAL)"));
}

#[test]
fn a_namelist_counts_its_names() {
    let mut list = named(ObjectKind::Namelist, "N");
    list.set_mqsc("NAMES", &["A", "B"]).unwrap();
    assert_eq!(list.int(Attr::Namcount), 2);
    assert_eq!(list.show(Attr::Names).as_deref(), Some("NAMES(A,B)"));
    assert_eq!(
        Definition::decode(&list.encode())
            .unwrap()
            .int(Attr::Namcount),
        2
    );
}

#[test]
fn the_cap_on_expiry_comes_from_the_attribute_or_from_custom() {
    let mut queue = named(ObjectKind::QLocal, "Q");
    assert_eq!(queue.cap_expiry_tenths(), None);
    queue.set(Attr::Custom, "OTHER(1) CAPEXPRY(600)").unwrap();
    assert_eq!(queue.cap_expiry_tenths(), Some(600));
    queue.set(Attr::Capexpry, 50).unwrap();
    assert_eq!(queue.cap_expiry_tenths(), Some(50));
}

#[test]
fn what_a_new_object_has_need_not_be_kept() {
    let mut queue = named(ObjectKind::QLocal, "Q");
    let empty = queue.encode_changed(&[Attr::Queue]).len();
    queue.set(Attr::Descr, "told").unwrap();
    queue.set(Attr::Maxdepth, 7).unwrap();
    let without = queue.encode_changed(&[Attr::Queue, Attr::Descr]);
    assert_eq!(without.len(), empty + 7);
    let again = Definition::decode(&without).unwrap();
    assert_eq!(
        (again.text(Attr::Descr), again.int(Attr::Maxdepth)),
        ("", 7)
    );
}
