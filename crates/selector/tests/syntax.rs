//! The documented rules of selectors, one by one.

use ferromq_mqi::generated::constants::*;
use ferromq_mqi::header::blank_filled;
use ferromq_mqi::property::{Properties, Property, Value};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_selector::{Message, Selector};

struct One {
    descriptor: MsgDescriptor,
    backout_count: u32,
    properties: Properties,
}

impl Message for One {
    fn descriptor(&self) -> &MsgDescriptor {
        &self.descriptor
    }

    fn backout_count(&self) -> u32 {
        self.backout_count
    }

    fn property(&self, path: &str) -> Option<&Value> {
        self.properties.get(path)
    }
}

fn message() -> One {
    let text = |text: &str| Value::Text(text.into());
    let properties = [
        ("usr.colour", text("red")),
        ("usr.quoted", text("it's")),
        ("usr.number", text("3")),
        ("usr.three", Value::Int32(3)),
        ("usr.half", Value::Float64(0.5)),
        ("usr.tenth", Value::Float32(0.1)),
        ("usr.yes", Value::Boolean(true)),
        ("usr.myBytes", Value::Bytes([0x0a, 0xfc, 0x23].into())),
        ("usr.nothing", Value::Null),
        ("usr.big", Value::Int64(i64::MAX)),
        ("mine.deep.name", text("x")),
        ("jms.Dst", text("queue:///Q")),
        ("jms.Tms", Value::Int64(1_700_000_000_000)),
        ("mcd.Type", text("order")),
    ];
    One {
        descriptor: MsgDescriptor {
            msg_id: [0xab; 24],
            priority: 7,
            persistence: MQPER_PERSISTENT,
            format: *b"MQSTR   ",
            put_appl_name: blank_filled("amqsput"),
            ..MsgDescriptor::default()
        },
        backout_count: 2,
        properties: properties
            .into_iter()
            .map(|(path, value)| Property::new(path, value))
            .collect(),
    }
}

#[track_caller]
fn selects(text: &str) -> bool {
    Selector::parse(text)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
        .matches(&message())
}

#[track_caller]
fn all_select(texts: &[&str]) {
    for text in texts {
        assert!(selects(text), "{text}");
    }
}

/// Neither the condition nor its opposite.
#[track_caller]
fn are_unknown(texts: &[&str]) {
    for text in texts {
        assert!(
            !selects(text) && !selects(&format!("NOT ({text})")),
            "{text}"
        );
    }
}

#[track_caller]
fn none_select(texts: &[&str]) {
    for text in texts {
        assert!(!selects(text), "{text}");
    }
}

#[track_caller]
fn are_refused(texts: &[&str]) {
    for text in texts {
        match Selector::parse(text) {
            Ok(_) => panic!("{text} was taken"),
            Err(error) => assert_eq!(error.reason(), Reason::SELECTOR_SYNTAX_ERROR, "{text}"),
        }
    }
}

#[test]
fn literals_are_read_as_documented() {
    all_select(&[
        "quoted = 'it''s'",
        "myBytes = \"0x0AFC23\"",
        "myBytes = \"0X0afc23\"",
        "three = 0x3",
        "three = 03",
        "three = 3L",
        "three = +3",
        "-three = -3",
        "three = 3.0",
        "three = 3.",
        "three = 30e-1",
        "three = 3f AND three = 3D",
        "half = .5",
        "big = 9223372036854775807",
        "-big - 1 = -9223372036854775808",
        "yes = TRUE and YES is null",
        "0177 = 127 AND three = 3",
    ]);
    none_select(&[
        "myBytes = \"0x0AFC2300\"",
        "myBytes = \"0x000AFC23\"",
        "myBytes = \"0x23FC0A\"",
        "myBytes = '0x0AFC23'",
    ]);
    are_refused(&[
        "three = 09",
        "three = 9223372036854775808",
        "three = 0x",
        "three = 3x",
        "half = 1e",
        "half = 1e999",
        "colour = 'red",
        "myBytes = \"0xAFC23\"",
        "myBytes = \"0x\"",
        "colour = \"red\"",
        "colour = ‘red’",
    ]);
}

#[test]
fn names_stand_for_properties_headers_and_fields() {
    all_select(&[
        "usr.colour = 'red'",
        "mine.deep.name = 'x'",
        "Root.MQMD.Priority = 7 AND JMSPriority = 7",
        "Root.MQMD.Format = 'MQSTR' AND Root.MQMD.Format = 'MQSTR   '",
        "Root.MQMD.PutApplName LIKE 'amqs%' AND JMSXAppID LIKE '%put'",
        "Root.MQMD.CorrelId = \"0x000000000000000000000000000000000000000000000000\"",
        "JMSMessageID = 'ID:abababababababababababababababababababababababab'",
        "JMSCorrelationID IS NULL",
        "JMSDeliveryMode = 'PERSISTENT'",
        "JMSTimestamp > 1600000000000",
        "JMSExpiration = 0",
        "JMSType = 'order'",
        "JMSDestination = 'queue:///Q'",
        "JMSRedelivered AND JMSXDeliveryCount = 3 AND Root.MQMD.BackoutCount = 2",
        "JMSXGroupID IS NULL AND JMSXGroupSeq IS NULL AND JMSReplyTo IS NULL",
        "COLOUR IS NULL AND nothing IS NULL AND colour IS NOT NULL",
        "$a IS NULL AND _b IS NULL AND größe IS NULL",
    ]);
    are_refused(&[
        "Root.MQMD.Nothing = 1",
        "Root.Other = 1",
        "a. = 1",
        "a..b = 1",
        "1a = 1",
        "a-b",
        "NULL = 1",
        "between = 1",
        "a = NULL",
    ]);
}

#[test]
fn operators_follow_their_ranks() {
    all_select(&[
        "three = 3 OR colour = 'blue' AND half = 7",
        "NOT colour = 'blue' AND three = 3",
        "NOT (colour = 'red' AND three = 4)",
        "1 + 2 * three = 7 AND (1 + 2) * three = 9",
        "three - 1 - 1 = 1 AND 12 / 3 / 2 = 2",
        "7 / 2 = 3 AND 7 / 2.0 = 3.5 AND -7 / 2 = -3",
        "- three + + 4 = 1",
        "three BETWEEN 1 + 1 AND 4 AND colour = 'red'",
        "three NOT BETWEEN 4 AND 5",
        "not three between 4 and 5",
        "(three = 3) = TRUE",
        "TRUE <> FALSE",
        "yes",
        "  \t\r\n\u{c}(three=3)",
    ]);
    are_refused(
        &[
            "20 < three < 30",
            "colour == 'red'",
            "colour != 'red'",
            "colour = 'red' && three = 3",
            "colour = 'red' | three = 3",
            "three",
            "three +",
            "three + 1",
            "'red'",
            "NOT 3",
            "a AND",
            "AND a",
            "(a",
            "a)",
            "a b",
            "a NOT b",
        ]
        .map(|text| if text == "three" { "3" } else { text }),
    );
}

#[test]
fn sets_patterns_and_nulls_take_names() {
    all_select(&[
        "colour IN ('blue', 'red') AND colour NOT IN ('blue')",
        "colour LIKE 'r_d' AND colour LIKE '%' AND colour LIKE 'r%d' AND colour LIKE '%e%'",
        "colour NOT LIKE 'R%' AND colour NOT LIKE 'r_'",
        "quoted LIKE 'it''_'",
        "quoted LIKE 'it!''s' ESCAPE '!'",
        "colour NOT LIKE 'r!_d' ESCAPE '!' AND colour NOT LIKE '!%' ESCAPE '!'",
    ]);
    are_refused(&[
        "'red' IN ('red')",
        "colour IN ()",
        "three IN (1, 3)",
        "colour IN 'red'",
        "'red' LIKE 'red'",
        "colour LIKE three",
        "colour LIKE 'r' ESCAPE 'ab'",
        "colour LIKE 'r' ESCAPE ''",
        "colour LIKE 'r!' ESCAPE '!'",
        "3 IS NULL",
        "colour IS 'red'",
        "colour IS NOT",
        "colour BETWEEN 'a' AND 'z'",
        "colour > 'a'",
        "yes < TRUE",
        "myBytes >= \"0x00\"",
        "colour = 'a' + 'b'",
        "TRUE + 1 = 2",
    ]);
}

#[test]
fn what_is_not_there_makes_conditions_unknown() {
    are_unknown(&[
        "gone = 1",
        "gone <> 1",
        "gone > three",
        "gone + 1 = 2",
        "gone BETWEEN 1 AND 2",
        "three BETWEEN gone AND 5",
        "gone IN ('a')",
        "gone NOT LIKE 'a'",
        "gone",
        "gone = 1 AND yes",
        "gone = 1 OR three = 4",
        "three / 0 = 1",
    ]);
    all_select(&[
        "gone = 1 OR yes",
        "NOT (gone = 1 AND three = 4)",
        "three NOT BETWEEN gone AND 1",
    ]);
}

#[test]
fn values_of_different_types_compare_false() {
    none_select(&[
        "number = 3",
        "number <> 3",
        "three = '3'",
        "three <> '3'",
        "yes = 'true'",
        "yes = 1",
        "three LIKE '3'",
        "three NOT LIKE '4'",
        "three NOT IN ('4')",
        "colour BETWEEN 1 AND 3",
        "colour NOT BETWEEN 1 AND 3",
        "colour",
        "three",
        "tenth = 0.1",
    ]);
    all_select(&["half = 0.5", "half < three", "tenth BETWEEN 0.09 AND 0.11"]);
}

#[test]
fn errors_say_where() {
    let at = |text: &str| Selector::parse(text).unwrap_err().at;
    assert_eq!(at("a = 1 AND ?"), 10);
    assert_eq!(at("a = 'x"), 4);
    assert_eq!(at("colour IN ('a' 'b')"), 15);
    let shown = Selector::parse("a == 1").unwrap_err().to_string();
    assert!(shown.starts_with("at byte 3: "), "{shown}");
}

#[test]
fn length_and_depth_have_limits() {
    let limit = MQ_SELECTOR_LENGTH as usize;
    let long = |len: usize| format!("a = '{}'", "x".repeat(len - 6));
    assert!(Selector::parse(&long(limit)).is_ok());
    let error = Selector::parse(&long(limit + 1)).unwrap_err();
    assert_eq!(error.reason(), Reason::SELECTION_STRING_ERROR);
    for deep in [
        format!("{}a{}", "(".repeat(4_000), ")".repeat(4_000)),
        format!("{}a", "NOT ".repeat(2_000)),
        format!("{}a = 1", "- ".repeat(4_000)),
        format!("a{} = 1", "+1".repeat(4_000)),
    ] {
        are_refused(&[&deep]);
    }
    let many: Vec<_> = (0..900).map(|n| format!("a = {n}")).collect();
    assert!(!selects(&many.join(" OR ")));
}

#[test]
fn a_selector_without_names_is_decided_at_once() {
    let always = |text: &str| Selector::parse(text).unwrap().always();
    assert_eq!(always(""), Some(true));
    assert_eq!(always("  "), Some(true));
    assert_eq!(always("TRUE <> FALSE"), Some(true));
    assert_eq!(always("1 + 1 = 3"), Some(false));
    assert_eq!(always("a OR TRUE"), None);
    let steady = |text: &str| Selector::parse(text).unwrap().is_steady();
    assert!(steady("a = 1") && !steady("a = 1 AND JMSXDeliveryCount > 1"));
    let reads = |text: &str| Selector::parse(text).unwrap().reads_properties();
    assert!(reads("a = 1") && !reads("Root.MQMD.Priority > 3 AND JMSDeliveryMode = 'PERSISTENT'"));
}

#[test]
fn a_pattern_of_many_wildcards_takes_no_time() {
    let pattern = format!("colour LIKE '{}z'", "%e_".repeat(1_000));
    let long = One {
        properties: [Property::new(
            "usr.colour",
            Value::Text("e".repeat(20_000).into()),
        )]
        .into_iter()
        .collect(),
        ..message()
    };
    assert!(!Selector::parse(&pattern).unwrap().matches(&long));
}
