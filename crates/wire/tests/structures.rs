//! The structures of the MQI against the table of their fields, and every byte of them both ways.

use ferromq_base::random::SplitMix64;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::header::ByteOrder;
use ferromq_wire::field::{Form, Reader, Wire, Writer};
use ferromq_wire::structure::{
    ConnectExtension, GetMessage, Object, PutMessage, StatusStructure, Subscription,
    SubscriptionRequest,
};
use ferromq_wire::text::{CodePage, EyeCatchers};

/// One field: bytes on the wire, and whether it is a string or an integer.
struct Field {
    name: String,
    bytes: usize,
    is_string: bool,
    is_text: bool,
}

/// Fields of a structure up to a version, with pointers of four bytes.
fn fields(structure: &str, version: i32) -> Vec<Field> {
    let table = include_str!("../../../tables/structs.csv");
    let mut found = Vec::new();
    for line in table.lines() {
        let mut columns = line.splitn(7, ',');
        let mut column = || columns.next().expect("seven columns");
        if column() != structure || column().parse::<i32>().expect("a version") > version {
            continue;
        }
        let (name, ctype, _offset) = (column().to_owned(), column(), column());
        let size: usize = column().parse().expect("a size");
        let is_text = ctype.starts_with("MQCHAR") && ctype != "MQCHARV" && ctype != "MQCHAR";
        let bytes = match ctype {
            "MQPTR" => 4,
            "MQCHARV" => 20,
            _ => size,
        };
        found.push(Field {
            name,
            bytes,
            is_string: ctype == "MQCHARV",
            is_text,
        });
    }
    assert!(found.len() > 2, "{structure} is in the table");
    found
}

fn put_u32(out: &mut Vec<u8>, value: u32, order: ByteOrder) {
    match order {
        ByteOrder::Big => out.extend(value.to_be_bytes()),
        ByteOrder::Little => out.extend(value.to_le_bytes()),
    }
}

/// Random bytes that are a structure: its name and version, strings where they belong.
fn sample(id: &[u8; 4], version: i32, fields: &[Field], form: Form, seed: u64) -> Vec<u8> {
    let mut random = SplitMix64::new(seed);
    let length: usize = fields.iter().map(|field| field.bytes).sum();
    let (mut out, mut strings) = (Vec::new(), Vec::<u8>::new());
    out.extend(form.eye_catchers.of(*id));
    put_u32(&mut out, version as u32, form.order);
    for field in &fields[2..] {
        if !field.is_string {
            let start = out.len();
            out.resize(start + field.bytes, 0);
            // Where the records of distribution lists are, if any. Contracts over this road put to lists.
            if !field.name.contains("Rec") {
                random.fill(&mut out[start..]);
            }
            continue;
        }
        let text_bytes = random.below(20) as usize;
        put_u32(&mut out, 0, form.order);
        put_u32(&mut out, (length + strings.len()) as u32, form.order);
        put_u32(&mut out, random.below(20_000) as u32, form.order);
        put_u32(&mut out, text_bytes as u32, form.order);
        put_u32(&mut out, 1208, form.order);
        let start = strings.len();
        strings.resize(start + text_bytes, 0);
        random.fill(&mut strings[start..]);
        strings.resize(strings.len().next_multiple_of(4), 0);
    }
    assert_eq!(out.len(), length);
    out.extend(strings);
    out
}

fn forms() -> Vec<Form> {
    let mut forms = Vec::new();
    for order in [ByteOrder::Big, ByteOrder::Little] {
        for page in [CodePage::Ascii, CodePage::Ebcdic037, CodePage::Ebcdic1047] {
            for eye_catchers in [EyeCatchers::Ascii, EyeCatchers::Ebcdic] {
                forms.push(Form {
                    page,
                    eye_catchers,
                    ..Form::new(order)
                });
            }
        }
    }
    forms
}

macro_rules! every_byte_has_its_place {
    ($type:ident, $mqi:literal, $id:literal, $lengths:expr) => {
        for (version, length) in $lengths {
            let fields = fields($mqi, *version);
            let sum: usize = fields.iter().map(|field| field.bytes).sum();
            let names: Vec<_> = fields.iter().map(|field| &field.name).collect();
            assert_eq!(sum, *length, "{} version {version}: {names:?}", $mqi);
            for (seed, form) in forms().into_iter().enumerate() {
                let bytes = sample($id, *version, &fields, form, seed as u64);
                let mut from = Reader::new(&bytes, form, $mqi);
                let read = $type::read(&mut from).expect("well-formed");
                assert_eq!(from.left_bytes(), 0, "{} takes its strings too", $mqi);
                let mut again = Vec::new();
                read.write(&mut Writer::new(&mut again, form));
                assert_eq!(again, bytes, "{} version {version} {form:?}", $mqi);
            }
        }
    };
}

#[test]
fn every_byte_of_every_version_of_every_structure_survives() {
    every_byte_has_its_place!(Object, "MQOD", b"OD  ", Object::LENGTHS);
    every_byte_has_its_place!(PutMessage, "MQPMO", b"PMO ", PutMessage::LENGTHS);
    every_byte_has_its_place!(GetMessage, "MQGMO", b"GMO ", GetMessage::LENGTHS);
    every_byte_has_its_place!(Subscription, "MQSD", b"SD  ", Subscription::LENGTHS);
    every_byte_has_its_place!(StatusStructure, "MQSTS", b"STAT", StatusStructure::LENGTHS);
    let lengths = SubscriptionRequest::LENGTHS;
    every_byte_has_its_place!(SubscriptionRequest, "MQSRO", b"SRO ", lengths);
    every_byte_has_its_place!(MsgDescriptor, "MQMD", b"MD  ", &[(1, 324), (2, 364)]);
}

#[test]
fn text_fields_are_converted_and_others_are_not() {
    let fields = fields("MQMD", 2);
    let mut form = Form::new(ByteOrder::Big);
    let bytes = sample(b"MD  ", 2, &fields, form, 1);
    let plain = MsgDescriptor::read(&mut Reader::new(&bytes, form, "MQMD")).expect("well-formed");
    form.page = CodePage::Ebcdic500;
    let converted =
        MsgDescriptor::read(&mut Reader::new(&bytes, form, "MQMD")).expect("well-formed");
    assert_eq!(plain.msg_id, converted.msg_id);
    assert_eq!(plain.accounting_token, converted.accounting_token);
    let texts: usize = fields[1..]
        .iter()
        .filter(|field| field.is_text)
        .map(|field| field.bytes)
        .sum();
    let (mut one, mut two) = ([0; 364], [0; 364]);
    plain.encode_be_into(&mut one);
    converted.encode_be_into(&mut two);
    let changed = one.iter().zip(&two).filter(|(one, two)| one != two).count();
    assert!(
        changed <= texts && changed > texts / 2,
        "{changed} of {texts}"
    );
}

#[test]
fn every_version_of_the_connect_extension_survives() {
    for version in 1..=4 {
        let length = ConnectExtension::length(version).expect("a version");
        for order in [ByteOrder::Big, ByteOrder::Little] {
            let form = Form::new(order);
            let mut bytes = b"FCNO".to_vec();
            put_u32(&mut bytes, version as u32, order);
            let mut random = SplitMix64::new(version as u64);
            bytes.resize(length, 0);
            random.fill(&mut bytes[8..]);
            let mut from = Reader::new(&bytes, form, "FCNO");
            let read = ConnectExtension::read(&mut from).expect("well-formed");
            assert_eq!(from.left_bytes(), 0);
            let mut again = Vec::new();
            read.write(&mut Writer::new(&mut again, form));
            assert_eq!(again, bytes);
        }
    }
    assert_eq!(ConnectExtension::length(5), None);
}

/// Clients leave what they sent before in the field for the lost connection when they have lost none: seen of
/// the Java client, which then had no messages delivered to its listeners.
#[test]
fn only_a_connection_id_says_that_a_connection_is_made_again() {
    let mut extension = ConnectExtension {
        version: 4,
        ..ConnectExtension::default()
    };
    assert!(!extension.makes_again());
    extension.lost_connection_id = *b"listen\0\0MD  \0\0\0\x01\0\0\0\0\0\0\0\x08";
    assert!(!extension.makes_again());
    extension.lost_connection_id = *b"AMQCPEER        12345678";
    assert!(extension.makes_again());
}

#[test]
fn a_string_that_points_out_of_its_segment_is_refused() {
    let form = Form::new(ByteOrder::Big);
    let bytes = sample(b"OD  ", 4, &fields("MQOD", 4), form, 3);
    let length_at = 336 + 12;
    for wrong in [-1_i32, i32::MIN, 1 << 20, i32::MAX] {
        let mut bytes = bytes.clone();
        bytes[length_at..length_at + 4].copy_from_slice(&wrong.to_be_bytes());
        let error = Object::read(&mut Reader::new(&bytes, form, "MQOD")).expect_err("refused");
        assert_eq!(error.what, "Object");
    }
    let mut bytes = bytes.clone();
    bytes[length_at..length_at + 4].copy_from_slice(&4_i32.to_be_bytes());
    bytes[340..344].copy_from_slice(&(-4_i32).to_be_bytes());
    assert!(Object::read(&mut Reader::new(&bytes, form, "MQOD")).is_err());
}
