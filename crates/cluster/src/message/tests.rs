use super::*;
use crate::record::{RecordKind, object_name};
use ferromq_base::random::SplitMix64;
use ferromq_mqi::attribute::{Attr, Form, Value};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::MQCA_Q_MGR_IDENTIFIER;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::pcf::{self, Parameter};

fn contents(kind: RecordKind, random: &mut SplitMix64) -> Contents {
    let mut made = Definition::new(kind.object(), object_name(0));
    for info in kind.object().attributes() {
        if random.chance(50) || info.attr == Attr::Record {
            continue;
        }
        let number = random.below(10);
        let value = match info.form {
            Form::Int { min, .. } => Value::Int(min + 1),
            Form::Word { words } => Value::Int(words[random.below(words.len() as u64) as usize].1),
            Form::Name { .. } | Form::Text { .. } => Value::Text(format!("T{number}")),
            Form::Texts { .. } => Value::List(vec!["A".to_owned(), format!("LIST{number}")]),
            Form::Choices { words, .. } => Value::List(vec![words[1].0.to_owned()]),
            Form::Date => Value::Text("2026-11-26".to_owned()),
            Form::Time => Value::Text("14.00.00".to_owned()),
            _ => continue,
        };
        made.set_internal(info.attr, value)
            .unwrap_or_else(|error| panic!("{:?}: {error}", info.attr));
    }
    Contents::of(kind, &made)
}

fn kind(random: &mut SplitMix64) -> RecordKind {
    RecordKind::from_number(1 + random.below(4) as i32).expect("1 to 4")
}

fn name(random: &mut SplitMix64) -> Name {
    let kind = kind(random);
    Name::new(kind, &format!("NAME.{}", random.below(9))).expect("a name")
}

fn update(random: &mut SplitMix64) -> RecordUpdate {
    let name = name(random);
    let state = State::from_number(random.below(3) as i32).expect("0 to 2");
    RecordUpdate {
        owner: format!("QM{}_1", random.below(9)).into(),
        version: 1 + random.below(crate::VERSION_MAX),
        life_ms: random.below(crate::LIFE_MS),
        vouched: name.kind == RecordKind::QMgr && state == State::Live && random.chance(50),
        state,
        contents: match state {
            State::Live => contents(name.kind, random),
            _ => Contents::none(),
        },
        name,
    }
}

fn owner(random: &mut SplitMix64) -> OwnerHash {
    OwnerHash {
        owner: format!("QM{}_1", random.below(9)).into(),
        hash: random.next_u64(),
        gone: random.chance(50).then(|| random.next_u64()),
        since: random.chance(50).then(|| random.below(1 << 60)),
    }
}

fn any_message(random: &mut SplitMix64) -> Message {
    fn several<T>(random: &mut SplitMix64, one: impl Fn(&mut SplitMix64) -> T) -> Vec<T> {
        (0..random.below(5)).map(|_| one(random)).collect()
    }
    let asked = |random: &mut SplitMix64| match random.chance(20) {
        true => Name::all_topics(),
        false if random.chance(20) => Name::all_q_mgrs(),
        false => name(random),
    };
    let body = match random.below(4) {
        0 => Body::Tell {
            records: several(random, update),
            answered: several(random, |random| NameHash {
                name: asked(random),
                hash: random.next_u64(),
            }),
            owners: several(random, owner),
        },
        1 => Body::Ask {
            names: several(random, |random| Question {
                name: asked(random),
                hash: random.next_u64(),
                life_ms: random.below(crate::TOLD_MS),
            }),
        },
        2 => Body::Digest {
            owners: several(random, owner),
            answer: random.chance(50),
        },
        _ => Body::Want {
            owners: several(random, owner),
        },
    };
    Message {
        cluster: "CLUSTER.1".to_owned(),
        sender: "QM1_2026-11-26_14.00.00".to_owned(),
        body,
    }
}

#[test]
fn any_message_reads_back_as_written() {
    for seed in 0..2_000 {
        let mut random = SplitMix64::new(seed);
        let message = any_message(&mut random);
        let again = Message::decode(&message.encode());
        assert_eq!(again.as_ref(), Ok(&message), "seed {seed}");
    }
}

#[test]
fn changed_bytes_are_an_error_or_another_message() {
    for seed in 0..20_000 {
        let mut random = SplitMix64::new(seed);
        let mut bytes = any_message(&mut random).encode();
        for _ in 0..=random.below(4) {
            let at = random.below(bytes.len() as u64) as usize;
            bytes[at] = random.below(256) as u8;
        }
        if random.chance(20) {
            bytes.truncate(random.below(bytes.len() as u64) as usize);
        }
        fuzz_one(&bytes);
    }
}

#[test]
fn noise_is_no_message() {
    let mut random = SplitMix64::new(7);
    for _ in 0..5_000 {
        let mut bytes = vec![0; random.below(300) as usize];
        random.fill(&mut bytes);
        assert!(Message::decode(&bytes).is_err());
    }
}

/// A valid message of one record, whose parameters and those of the record `change` may change.
fn changed(change: impl Fn(&mut pcf::Message)) -> Result<Message, MessageError> {
    let mut random = SplitMix64::new(1);
    let mut record = update(&mut random);
    record.state = State::Withdrawn;
    record.contents = Contents::none();
    let message = Message {
        cluster: "C".to_owned(),
        sender: "QM1_1".to_owned(),
        body: Body::Tell {
            records: vec![record],
            answered: Vec::new(),
            owners: Vec::new(),
        },
    };
    let mut pcf = pcf::Message::decode(&message.encode(), ByteOrder::Little).expect("valid");
    change(&mut pcf);
    Message::decode(&pcf.encode(ByteOrder::Little))
}

fn record(pcf: &mut pcf::Message) -> &mut Vec<Parameter> {
    let groups = pcf.parameters.iter_mut();
    let mut records = groups.filter_map(|parameter| match &mut parameter.value {
        pcf::Value::Group(inside) if parameter.id == RECORD => Some(inside),
        _ => None,
    });
    records.next().expect("it has one")
}

fn set(parameters: &mut [Parameter], id: i32, value: pcf::Value) {
    let found = parameters.iter_mut().find(|parameter| parameter.id == id);
    found.expect("it is there").value = value;
}

#[test]
fn each_rule_that_does_not_hold_is_an_error_of_its_own() {
    assert!(changed(|_| ()).is_ok());
    let version =
        |version: i64| changed(move |pcf| set(record(pcf), VERSION, pcf::Value::Int64(version)));
    assert_eq!(version(0), Err(MessageError::Value(VERSION)));
    assert_eq!(version(-1), Err(MessageError::Value(VERSION)));
    let greatest = crate::VERSION_MAX.cast_signed();
    assert!(version(greatest).is_ok());
    assert_eq!(version(greatest + 1), Err(MessageError::Value(VERSION)));
    let life = crate::LIFE_MS.cast_signed() + 1;
    let longer = changed(|pcf| set(record(pcf), LIFE, pcf::Value::Int64(life)));
    assert_eq!(longer, Err(MessageError::Value(LIFE)));
    let state = changed(|pcf| set(record(pcf), STATE, pcf::Value::Int(3)));
    assert_eq!(state, Err(MessageError::Value(STATE)));
    let kind = changed(|pcf| set(record(pcf), KIND, pcf::Value::Int(5)));
    assert_eq!(kind, Err(MessageError::Value(KIND)));
    let forged = || pcf::Value::Text(pcf::Text::plain("QM1\nAMQ9002I: all is well"));
    let forged = changed(|pcf| set(&mut pcf.parameters, MQCA_Q_MGR_IDENTIFIER, forged()));
    assert_eq!(forged, Err(MessageError::Value(MQCA_Q_MGR_IDENTIFIER)));
    let protocol = changed(|pcf| set(&mut pcf.parameters, PROTOCOL, pcf::Value::Int(2)));
    assert_eq!(protocol, Err(MessageError::Protocol(2)));
    let command = changed(|pcf| pcf.header.command = 9);
    assert_eq!(command, Err(MessageError::Command(9)));
    let header = changed(|pcf| pcf.header.kind = 1);
    assert_eq!(header, Err(MessageError::Header));
    let missing = changed(|pcf| record(pcf).retain(|parameter| parameter.id != STATE));
    assert_eq!(missing, Err(MessageError::Missing(STATE)));
    let many = changed(|pcf| {
        let extra = Parameter::int(1, 1);
        record(pcf).resize(GROUP_PARAMETERS_MAX + 1, extra);
    });
    assert_eq!(many, Err(MessageError::Count));
    let unknown = changed(|pcf| record(pcf).push(Parameter::int(99_999, 1)));
    assert!(unknown.is_ok());
    let long = Message::decode(&vec![0; MESSAGE_BYTES_MAX + 1]);
    assert_eq!(long, Err(MessageError::Length));
    let entries = changed(|pcf| {
        let first = pcf.parameters[0].clone();
        pcf.parameters.resize(ENTRIES_MAX + 100, first);
    });
    assert_eq!(entries, Err(MessageError::Count));
}
