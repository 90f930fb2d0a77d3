use super::*;

fn every_value() -> Vec<Value> {
    vec![
        Value::Int(-7),
        Value::Int64(1 << 40),
        Value::Ints(vec![1, -2, 3]),
        Value::Ints(Vec::new()),
        Value::Int64s(vec![i64::MIN, 5]),
        Value::Text(Text {
            ccsid: 819,
            bytes: b"ABCDE".to_vec(),
        }),
        Value::Texts(Texts {
            ccsid: 1208,
            list: vec![b"ONE  ".to_vec(), b"THREE".to_vec()],
        }),
        Value::Bytes(vec![1, 2, 3]),
        Value::IntFilter {
            operator: MQCFOP_GREATER,
            value: 9,
        },
        Value::TextFilter {
            operator: MQCFOP_LIKE,
            value: Text::plain("A*"),
        },
        Value::BytesFilter {
            operator: MQCFOP_EQUAL,
            value: vec![0xff; 5],
        },
        Value::Group(vec![
            Parameter::int(1, 2),
            Parameter {
                id: 8001,
                value: Value::Group(vec![Parameter::text(2, "x")]),
            },
        ]),
    ]
}

#[test]
fn a_message_reads_back_as_written_in_both_byte_orders() {
    let parameters = every_value()
        .into_iter()
        .enumerate()
        .map(|(id, value)| Parameter {
            id: i32::try_from(id).expect("a small number"),
            value,
        })
        .collect();
    let message = Message::command(MQCMD_INQUIRE_Q, parameters);
    for order in [ByteOrder::Little, ByteOrder::Big] {
        let bytes = message.encode(order);
        assert_eq!(bytes.len() % 4, 0);
        assert_eq!(Message::decode(&bytes, order).as_ref(), Ok(&message));
        fuzz_one(&bytes);
    }
}

#[test]
fn an_inquiry_has_the_documented_bytes() {
    let message = Message::command(MQCMD_INQUIRE_Q, vec![Parameter::text(MQCA_Q_NAME, "ABCDE")]);
    let mut expected = Vec::new();
    for number in [1, 36, 1, 13, 1, 1, 0, 0, 1, 4, 28, 2016, 0, 5] {
        expected.extend_from_slice(&i32::to_be_bytes(number));
    }
    expected.extend_from_slice(b"ABCDE\0\0\0");
    assert_eq!(message.encode(ByteOrder::Big), expected);
}

#[test]
fn strings_of_a_list_are_filled_to_the_longest() {
    let value = Value::Texts(Texts::plain(&["A", "BCD"]));
    let message = Message::command(1, vec![Parameter { id: 3, value }]);
    let bytes = message.encode(ByteOrder::Little);
    assert_eq!(&bytes[60..], b"A  BCD\0\0");
}

/// Each cut and each changed length field of a message is refused with a rule, or leaves another message.
#[test]
fn no_cut_and_no_changed_byte_makes_decoding_panic() {
    let parameters: Vec<Parameter> = every_value()
        .into_iter()
        .map(|value| Parameter { id: 1, value })
        .collect();
    let bytes = Message::command(1, parameters).encode(ByteOrder::Big);
    for end in 0..bytes.len() {
        assert!(Message::decode(&bytes[..end], ByteOrder::Big).is_err());
    }
    for at in 0..bytes.len() {
        for changed in [0x00, 0x7f, 0x80, 0xff] {
            let mut other = bytes.clone();
            other[at] = changed;
            fuzz_one(&other);
        }
    }
}

#[test]
fn malformed_structures_are_refused_by_the_rule_that_does_not_hold() {
    let bytes = |value: Value| {
        Message::command(1, vec![Parameter { id: 77, value }]).encode(ByteOrder::Big)
    };
    let with = |value: Value, offset: usize, number: i32| {
        let mut bytes = bytes(value);
        bytes[36 + offset..40 + offset].copy_from_slice(&number.to_be_bytes());
        let error = Message::decode(&bytes, ByteOrder::Big).expect_err("it is malformed");
        error.problem
    };
    let text = || Value::Text(Text::plain("ABCD"));
    assert_eq!(with(Value::Int(1), 0, 99), Problem::StructureType);
    assert_eq!(with(Value::Int(1), 4, 12), Problem::Length);
    assert_eq!(with(text(), 16, 5), Problem::StringLength);
    assert_eq!(with(text(), 16, -1), Problem::StringLength);
    assert_eq!(with(text(), 4, 400), Problem::Length);
    assert_eq!(with(Value::Ints(vec![1, 2]), 12, -1), Problem::Count);
    assert_eq!(with(Value::Ints(vec![1, 2]), 12, 3), Problem::Length);
    let group = Value::Group(vec![Parameter::int(1, 1)]);
    assert_eq!(with(group, 12, 2), Problem::MessageLength);
}

#[test]
fn groups_are_nested_only_so_deep() {
    let mut value = Value::Group(Vec::new());
    for _ in 0..=GROUP_DEPTH_MAX {
        value = Value::Group(vec![Parameter { id: 1, value }]);
    }
    let bytes = Message::command(1, vec![Parameter { id: 1, value }]).encode(ByteOrder::Big);
    let error = Message::decode(&bytes, ByteOrder::Big).expect_err("too deep");
    assert_eq!(error.problem, Problem::Depth);
}

#[test]
fn text_is_read_in_its_own_code_page_or_in_that_of_the_message() {
    let ebcdic = Text {
        ccsid: 500,
        bytes: vec![0xc1, 0xc2],
    };
    assert_eq!(ebcdic.decode(819, ByteOrder::Big).as_deref(), Some("AB"));
    let inherited = Text {
        ccsid: MQCCSI_DEFAULT,
        ..ebcdic
    };
    assert_eq!(inherited.decode(500, ByteOrder::Big).as_deref(), Some("AB"));
    let unknown = Text {
        ccsid: 99_999,
        bytes: Vec::new(),
    };
    assert_eq!(unknown.decode(819, ByteOrder::Big), None);
    assert_eq!(
        Text::plain("AB\0\0")
            .decode(1208, ByteOrder::Big)
            .as_deref(),
        Some("AB")
    );
}

/// Found by fuzzing: what was padded let more of them be read than are written.
#[test]
fn strings_of_no_length_are_no_more_than_can_be_written_whatever_is_padded() {
    let list = vec![Vec::new(); 24];
    let value = Value::Texts(Texts { ccsid: 0, list });
    let message = Message::command(1, vec![Parameter { id: 1, value }]);
    let mut bytes = message.encode(ByteOrder::Little);
    assert_eq!(Message::decode(&bytes, ByteOrder::Little), Ok(message));
    // One more of them, and padding behind.
    let at = bytes.len() - 24;
    bytes[at + 4] = 49;
    bytes[at + 16] = 25;
    bytes.resize(at + 49, 0);
    let error = Message::decode(&bytes, ByteOrder::Little).expect_err("too many");
    assert_eq!(error.problem, Problem::Count);
}
