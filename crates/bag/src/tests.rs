use super::*;
use ferromq_base::random::SplitMix64;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::pcf::{Message, Parameter, Text, Texts, Value};

fn bags(options: i32) -> (Bags, BagHandle) {
    let mut bags = Bags::new();
    let bag = bags.create(options).expect("created");
    (bags, bag)
}

#[test]
fn options_imply_others_and_types_exclude_each_other() {
    let (bags, bag) = bags(MQCBO_ADMIN_BAG);
    let options = bags.inquire(bag, MQIASY_BAG_OPTIONS, MQIND_NONE, ItemKind::Int);
    let implied = MQCBO_LIST_FORM_ALLOWED | MQCBO_REORDER_AS_REQUIRED | MQCBO_CHECK_SELECTORS;
    assert_eq!(options, Ok(Item::Int(MQCBO_ADMIN_BAG | implied)));
    let mut all = Bags::new();
    for wrong in [
        MQCBO_ADMIN_BAG | MQCBO_COMMAND_BAG,
        MQCBO_GROUP_BAG | MQCBO_ADMIN_BAG,
        MQCBO_SYSTEM_BAG,
        1024,
    ] {
        assert_eq!(all.create(wrong), Err(Reason::OPTIONS_ERROR));
    }
}

#[test]
fn items_are_added_set_inquired_and_deleted_by_selector_and_index() {
    let (mut bags, bag) = bags(MQCBO_USER_BAG);
    for value in [10, 20, 30] {
        bags.add(bag, 5, Item::Int(value)).expect("added");
    }
    bags.add(bag, 6, Item::text("six")).expect("added");
    assert_eq!(bags.count(bag, 5), Ok(3));
    assert_eq!(bags.count(bag, MQSEL_ALL_USER_SELECTORS), Ok(4));
    assert_eq!(bags.count(bag, MQSEL_ALL_SYSTEM_SELECTORS), Ok(9));
    assert_eq!(bags.count(bag, MQSEL_ALL_SELECTORS), Ok(13));
    assert_eq!(bags.count(bag, -77), Err(Reason::SELECTOR_NOT_SUPPORTED));
    let int = |bags: &Bags, index| bags.inquire(bag, 5, index, ItemKind::Int);
    assert_eq!(int(&bags, 1), Ok(Item::Int(20)));
    assert_eq!(int(&bags, 3), Err(Reason::INDEX_NOT_PRESENT));
    assert_eq!(int(&bags, -9), Err(Reason::INDEX_ERROR));
    assert_eq!(int(&bags, MQIND_NONE), Err(Reason::SELECTOR_NOT_UNIQUE));
    assert_eq!(
        bags.inquire(bag, 99, MQIND_NONE, ItemKind::Int),
        Err(Reason::SELECTOR_NOT_PRESENT)
    );
    assert_eq!(
        bags.inquire(bag, 6, MQIND_NONE, ItemKind::Int),
        Err(Reason::SELECTOR_WRONG_TYPE)
    );
    assert_eq!(
        bags.inquire_info(bag, MQSEL_ANY_USER_SELECTOR, 3),
        Ok((6, ItemKind::Text))
    );
    assert_eq!(
        bags.inquire_info(bag, MQSEL_ANY_SELECTOR, 9),
        Ok((5, ItemKind::Int))
    );
    assert_eq!(
        bags.add(bag, 5, Item::text("five")),
        Err(Reason::INCONSISTENT_ITEM_TYPE)
    );
    assert_eq!(
        bags.set(bag, 5, 0, Item::text("five")),
        Err(Reason::SELECTOR_WRONG_TYPE)
    );
    bags.set(bag, 5, 1, Item::Int(21)).expect("set");
    assert_eq!(int(&bags, 1), Ok(Item::Int(21)));
    bags.set(bag, 5, MQIND_ALL, Item::text("five"))
        .expect("set");
    assert_eq!(bags.count(bag, 5), Ok(1));
    bags.delete_item(bag, 6, MQIND_NONE).expect("deleted");
    assert_eq!(
        bags.delete_item(bag, 6, MQIND_NONE),
        Err(Reason::SELECTOR_NOT_PRESENT)
    );
    assert_eq!(bags.truncate(bag, 2), Err(Reason::ITEM_COUNT_ERROR));
    assert_eq!(bags.truncate(bag, -1), Err(Reason::ITEM_COUNT_ERROR));
    bags.truncate(bag, 0).expect("truncated");
    assert_eq!(bags.count(bag, MQSEL_ALL_USER_SELECTORS), Ok(0));
    bags.delete(bag).expect("deleted");
    assert_eq!(bags.delete(bag), Err(Reason::HBAG_ERROR));
}

#[test]
fn system_items_are_set_within_limits_and_never_deleted() {
    let (mut bags, bag) = bags(MQCBO_COMMAND_BAG);
    let value = |bags: &Bags, selector| bags.inquire(bag, selector, MQIND_NONE, ItemKind::Int);
    assert_eq!(value(&bags, MQIASY_TYPE), Ok(Item::Int(MQCFT_COMMAND)));
    assert_eq!(value(&bags, MQIASY_CONTROL), Ok(Item::Int(MQCFC_LAST)));
    bags.set(bag, MQIASY_COMMAND, MQIND_NONE, Item::Int(7))
        .expect("set");
    assert_eq!(value(&bags, MQIASY_COMMAND), Ok(Item::Int(7)));
    assert_eq!(
        bags.set(bag, MQIASY_BAG_OPTIONS, MQIND_NONE, Item::Int(0)),
        Err(Reason::SYSTEM_ITEM_NOT_ALTERABLE)
    );
    assert_eq!(
        bags.set(bag, MQIASY_COMMAND, 1, Item::Int(7)),
        Err(Reason::MULTIPLE_INSTANCE_ERROR)
    );
    assert_eq!(
        bags.set(bag, -500, MQIND_NONE, Item::Int(7)),
        Err(Reason::SELECTOR_NOT_SUPPORTED)
    );
    assert_eq!(
        bags.delete_item(bag, MQIASY_COMMAND, MQIND_NONE),
        Err(Reason::SYSTEM_ITEM_NOT_DELETABLE)
    );
    assert_eq!(
        bags.add(bag, MQIASY_COMMAND, Item::Int(1)),
        Err(Reason::SELECTOR_OUT_OF_RANGE)
    );
    bags.clear(bag).expect("cleared");
    assert_eq!(value(&bags, MQIASY_COMMAND), Ok(Item::Int(MQCMD_NONE)));
}

#[test]
fn administration_bags_check_selectors_and_operators() {
    let (mut bags, bag) = bags(MQCBO_ADMIN_BAG);
    assert_eq!(
        bags.add(bag, MQCA_Q_NAME, Item::Int(1)),
        Err(Reason::SELECTOR_OUT_OF_RANGE)
    );
    assert_eq!(
        bags.add(bag, MQIA_Q_TYPE, Item::text("1")),
        Err(Reason::SELECTOR_OUT_OF_RANGE)
    );
    let filter = |operator| Item::IntFilter { operator, value: 1 };
    assert_eq!(
        bags.add(bag, MQIA_MAX_Q_DEPTH, filter(99)),
        Err(Reason::FILTER_OPERATOR_ERROR)
    );
    bags.add(bag, MQIA_MAX_Q_DEPTH, filter(MQCFOP_GREATER))
        .expect("added");
    assert_eq!(
        bags.add(bag, MQIA_MAX_Q_DEPTH, filter(MQCFOP_LIKE)),
        Err(Reason::FILTER_OPERATOR_ERROR)
    );
    assert_eq!(
        bags.add_inquiry(bag, -1),
        Err(Reason::SELECTOR_OUT_OF_RANGE)
    );
    let other = bags.create(MQCBO_USER_BAG).expect("created");
    assert_eq!(
        bags.add_inquiry(other, MQCA_Q_NAME),
        Err(Reason::BAG_WRONG_TYPE)
    );
}

#[test]
fn an_administration_bag_becomes_a_command_with_lists_and_what_is_asked_for() {
    let (mut bags, bag) = bags(MQCBO_ADMIN_BAG);
    bags.add(bag, MQCA_NAMES, Item::text("A")).expect("added");
    bags.add(bag, MQIA_Q_TYPE, Item::Int(MQQT_LOCAL))
        .expect("added");
    bags.add(bag, MQCA_NAMES, Item::text("BC")).expect("added");
    bags.add_inquiry(bag, MQIA_MAX_Q_DEPTH).expect("added");
    bags.add_inquiry(bag, MQCA_Q_DESC).expect("added");
    assert_eq!(bags.to_message(bag), Err(Reason::INQUIRY_COMMAND_ERROR));
    bags.set(bag, MQIASY_COMMAND, MQIND_NONE, Item::Int(MQCMD_INQUIRE_Q))
        .expect("set");
    let message = bags.to_message(bag).expect("a message");
    assert_eq!(message.header.kind, MQCFT_COMMAND);
    assert_eq!(
        message.parameters,
        [
            Parameter {
                id: MQCA_NAMES,
                value: Value::Texts(Texts::plain(&["A", "BC"])),
            },
            Parameter::int(MQIA_Q_TYPE, MQQT_LOCAL),
            Parameter::ints(MQIACF_Q_ATTRS, &[MQIA_MAX_Q_DEPTH, MQCA_Q_DESC]),
        ]
    );
}

#[test]
fn a_user_bag_keeps_order_and_makes_no_lists_unless_it_may() {
    let (mut bags, bag) = bags(MQCBO_USER_BAG);
    for value in [1, 2] {
        bags.add(bag, 9, Item::Int(value)).expect("added");
    }
    let message = bags.to_message(bag).expect("a message");
    assert_eq!(message.header.kind, MQCFT_USER);
    assert_eq!(
        message.parameters,
        [Parameter::int(9, 1), Parameter::int(9, 2)]
    );
}

#[test]
fn a_message_fills_a_bag_and_comes_back_from_it() {
    let inside = vec![Parameter::int(1, 2), Parameter::text(2, "x")];
    let message = Message::command(
        MQCMD_INQUIRE_Q,
        vec![
            Parameter::ints(3, &[4, 5]),
            Parameter {
                id: 8001,
                value: Value::Group(inside),
            },
            Parameter {
                id: 6001,
                value: Value::Bytes(vec![1, 2, 3]),
            },
            Parameter {
                id: 7,
                value: Value::Int64(1 << 40),
            },
        ],
    );
    let (mut bags, bag) = bags(MQCBO_LIST_FORM_ALLOWED);
    let bytes = message.encode(ByteOrder::Big);
    bags.fill_from_bytes(bag, &bytes, ByteOrder::Big, 1208)
        .expect("filled");
    assert_eq!(bags.count(bag, 3), Ok(2));
    let Ok(Item::Bag(group)) = bags.inquire(bag, 8001, 0, ItemKind::Bag) else {
        panic!("a group");
    };
    assert_eq!(
        bags.add(group, 1, Item::Int(1)),
        Err(Reason::SYSTEM_BAG_NOT_ALTERABLE)
    );
    assert_eq!(bags.delete(group), Err(Reason::SYSTEM_BAG_NOT_DELETABLE));
    let mut again = bags.to_message(bag).expect("a message");
    // The string has the CCSID of its message now.
    if let Value::Group(inside) = &mut again.parameters[1].value
        && let Value::Text(text) = &mut inside[1].value
    {
        assert_eq!(text.ccsid, 1208);
        text.ccsid = MQCCSI_DEFAULT;
    }
    assert_eq!(again, message);
    bags.delete(bag).expect("deleted");
    assert_eq!(
        bags.count(group, 1),
        Err(Reason::HBAG_ERROR),
        "it went with the bag"
    );
}

#[test]
fn strings_are_put_into_the_code_page_of_the_bag_if_it_names_one() {
    let (mut bags, bag) = bags(MQCBO_USER_BAG);
    let ccsid = Item::Int(1208);
    bags.set(bag, MQIASY_CODED_CHAR_SET_ID, MQIND_NONE, ccsid)
        .expect("set");
    let value = Value::Text(Text {
        ccsid: 500,
        bytes: vec![0xc1, 0xc2],
    });
    let message = Message::command(1, vec![Parameter { id: 1, value }]);
    bags.fill(bag, &message, 819).expect("filled");
    let text = bags.inquire(bag, 1, MQIND_NONE, ItemKind::Text);
    assert_eq!(
        text,
        Ok(Item::Text(Text {
            ccsid: 1208,
            bytes: b"AB".to_vec()
        }))
    );
}

#[test]
fn bytes_that_are_no_message_name_the_structure_that_is_wrong() {
    let (mut bags, bag) = bags(MQCBO_USER_BAG);
    let mut fill = |bytes: &[u8]| bags.fill_from_bytes(bag, bytes, ByteOrder::Big, 1208);
    assert_eq!(fill(b""), Err(Reason::CFH_ERROR));
    let with = |value: Value, at: usize, number: i32| {
        let mut bytes =
            Message::command(1, vec![Parameter { id: 1, value }]).encode(ByteOrder::Big);
        bytes[36 + at..40 + at].copy_from_slice(&number.to_be_bytes());
        bytes
    };
    assert_eq!(fill(&with(Value::Int(1), 4, 12)), Err(Reason::CFIN_ERROR));
    assert_eq!(
        fill(&with(Value::Text(Text::plain("A")), 16, 99)),
        Err(Reason::CFST_ERROR)
    );
    assert_eq!(
        fill(&with(Value::Ints(vec![1]), 12, -1)),
        Err(Reason::CFIL_ERROR)
    );
    let mut short = Message::command(1, vec![]).encode(ByteOrder::Big);
    short[35] = 1;
    assert_eq!(fill(&short), Err(Reason::PARAMETER_MISSING));
    let mixed = Message::command(1, vec![Parameter::int(1, 1), Parameter::text(1, "x")]);
    assert_eq!(
        fill(&mixed.encode(ByteOrder::Big)),
        Err(Reason::INCONSISTENT_ITEM_TYPE)
    );
}

#[test]
fn only_groups_are_nested_and_never_in_themselves() {
    let (mut bags, bag) = bags(MQCBO_USER_BAG);
    let group = bags.create(MQCBO_GROUP_BAG).expect("created");
    let inner = bags.create(MQCBO_GROUP_BAG).expect("created");
    assert_eq!(
        bags.add(group, 1, Item::Bag(bag)),
        Err(Reason::BAG_WRONG_TYPE)
    );
    bags.add(group, 1, Item::Bag(inner)).expect("added");
    assert_eq!(
        bags.add(inner, 1, Item::Bag(group)),
        Err(Reason::HBAG_ERROR)
    );
    assert_eq!(
        bags.add(group, 1, Item::Bag(group)),
        Err(Reason::HBAG_ERROR)
    );
    bags.add(bag, 2, Item::Bag(group)).expect("added");
    let message = bags.to_message(bag).expect("a message");
    assert!(matches!(&message.parameters[0].value, Value::Group(_)));
    assert_eq!(bags.to_message(group), Err(Reason::BAG_WRONG_TYPE));
}

#[test]
fn changed_messages_fill_bags_that_make_them_again_or_are_refused() {
    let text = |bytes: &[u8]| Text {
        ccsid: 1208,
        bytes: bytes.to_vec(),
    };
    let parameters = [
        (7, Value::Int(5)),
        (7, Value::Int(6)),
        (9, Value::Text(text(b"four"))),
        (10, Value::Bytes(vec![1, 2, 3])),
        (11, Value::Int64s(vec![1 << 40, 2])),
        (
            12,
            Value::Group(vec![Parameter {
                id: 13,
                value: Value::Ints(vec![1, 2]),
            }]),
        ),
    ];
    let parameters = parameters.map(|(id, value)| Parameter { id, value });
    let message = Message::command(MQCMD_INQUIRE_Q, parameters.to_vec());
    let valid = message.encode(ByteOrder::Big);
    let mut random = SplitMix64::new(13);
    let mut filled = 0;
    for run in 0..4_000 {
        let mut bytes = [&[1 + 2 * u8::from(run % 7 == 0)], &valid[..]].concat();
        for _ in 0..run % 5 {
            let at = 1 + random.below(bytes.len() as u64 - 1) as usize;
            bytes[at] = match random.below(2) {
                0 => random.next_u64() as u8,
                _ => bytes[at].wrapping_add(1),
            };
        }
        let (mut bags, bag) = bags(MQCBO_LIST_FORM_ALLOWED);
        let is_message = bags.fill_from_bytes(bag, &bytes[1..], ByteOrder::Big, 1208);
        filled += usize::from(is_message.is_ok());
        fuzz_one(&bytes);
    }
    assert!(filled > 800, "unchanged ones at least: {filled}");
}

/// Goal: a bag that the system has put into another stays no longer than its item, whichever call takes that away: nobody else may
/// delete it. Method: each call in turn.
#[test]
fn bags_of_the_system_go_with_their_items() {
    let group = |inside: Vec<Parameter>| Parameter {
        id: MQGACF_FIRST + 1,
        value: Value::Group(inside),
    };
    let number = |id: i32| Parameter {
        id,
        value: Value::Int(1),
    };
    let message = Message {
        header: ferromq_mqi::pcf::Header::command(MQCMD_NONE),
        parameters: vec![
            group(vec![group(vec![number(MQIA_FIRST)])]),
            number(MQIA_FIRST),
            group(Vec::new()),
        ],
    };
    let selector = MQGACF_FIRST + 1;
    type Takes = fn(&mut Bags, BagHandle, i32) -> Result<(), Reason>;
    let all: [(Takes, usize); 7] = [
        (|bags, bag, _| bags.truncate(bag, 0), 0),
        (|bags, bag, _| bags.truncate(bag, 1), 2),
        (|bags, bag, id| bags.delete_item(bag, id, MQIND_ALL), 0),
        (|bags, bag, id| bags.delete_item(bag, id, 0), 1),
        (
            |bags, bag, _| bags.delete_item(bag, MQSEL_ANY_USER_SELECTOR, 2),
            2,
        ),
        (
            |bags, bag, _| bags.delete_item(bag, MQSEL_ANY_USER_SELECTOR, MQIND_ALL),
            0,
        ),
        // One of the program in its place.
        (
            |bags, bag, id| {
                let own = bags.create(MQCBO_GROUP_BAG)?;
                bags.set(bag, id, 0, Item::Bag(own))
            },
            2,
        ),
    ];
    for (at, (takes, left)) in all.into_iter().enumerate() {
        let (mut bags, bag) = bags(MQCBO_USER_BAG);
        bags.fill(bag, &message, 0).expect("filled");
        assert_eq!(bags.bags.len(), 4);
        takes(&mut bags, bag, selector).expect("taken");
        assert_eq!(bags.bags.len(), 1 + left, "call {at}");
    }
    // Nor does one stay of a message that is refused within a group, or because of one.
    let inner = vec![number(MQIA_FIRST), number(-77)];
    for refused in [
        vec![group(inner)],
        vec![
            number(MQIA_FIRST),
            Parameter {
                id: MQIA_FIRST,
                ..group(Vec::new())
            },
        ],
    ] {
        let (mut bags, bag) = bags(MQCBO_USER_BAG);
        let message = Message {
            header: ferromq_mqi::pcf::Header::command(MQCMD_NONE),
            parameters: refused,
        };
        assert!(bags.fill(bag, &message, 0).is_err());
        bags.clear(bag).expect("cleared");
        assert_eq!(bags.bags.len(), 1);
    }
}
