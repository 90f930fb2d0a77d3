use super::*;
use crate::Reason;
use crate::generated::constants::{MQPROP_ALL, MQPROP_COMPATIBILITY, MQPROP_NONE};
use crate::header::ByteOrder;
use crate::rfh2::{fixed, write};
use bytes::Bytes;

const DESCRIBED: Described = Described {
    ccsid: 1208,
    encoding: 546,
};

fn read_all(folder: &str) -> Properties {
    let mut list = Vec::new();
    read_folder(folder, &mut list).unwrap();
    list.into_iter().collect()
}

fn message(format: &str, folders: &[&str], behind: &[u8]) -> Vec<u8> {
    let mut bytes = write(&fixed(format, DESCRIBED), ByteOrder::Little, folders);
    bytes.extend_from_slice(behind);
    bytes
}

#[test]
fn the_types_of_jms_properties_are_read() {
    let read = read_all(
        "<usr><s>a &lt;b&gt; &amp;&#233;</s><y dt='i1'>-7</y><h dt='i2'>300</h><i dt='i4'>70000</i>\
         <l dt='i8'>-5000000000</l><f dt='r4'>1.5</f><d dt=\"r8\">2.5E10</d><b dt='boolean'>1</b>\
         <x dt='bin.hex'>0AfF</x><n xsi:nil='true'></n><e></e><c/></usr> ",
    );
    let text = |text: &str| Value::Text(text.into());
    let expected = [
        ("s", text("a <b> &é")),
        ("y", Value::Int8(-7)),
        ("h", Value::Int16(300)),
        ("i", Value::Int32(70_000)),
        ("l", Value::Int64(-5_000_000_000)),
        ("f", Value::Float32(1.5)),
        ("d", Value::Float64(2.5e10)),
        ("b", Value::Boolean(true)),
        ("x", Value::Bytes([0x0a, 0xff].into())),
        ("n", Value::Null),
        ("e", text("")),
        ("c", text("")),
    ];
    assert_eq!(read.iter().count(), expected.len());
    for (name, value) in expected {
        assert_eq!(read.get(&format!("usr.{name}")), Some(&value), "{name}");
    }
}

#[test]
fn what_is_written_is_read_again() {
    let values = [
        ("a", Value::Text("<'&\">".into())),
        ("b", Value::Boolean(false)),
        ("c", Value::Int64(i64::MIN)),
        ("d", Value::Float32(0.1)),
        ("e", Value::Bytes([1, 2].into())),
        ("f", Value::Null),
    ];
    let elements: Vec<_> = values.iter().map(|(name, value)| (*name, value)).collect();
    let read = read_all(&write_folder("usr", &elements));
    for (name, value) in &values {
        assert_eq!(read.get(&format!("usr.{name}")), Some(value));
    }
}

/// The type an element says is given back as it was, in whatever quotes it came.
#[test]
fn a_type_nobody_knows_is_read_again_whatever_characters_it_has() {
    let read = read_all(
        "<usr><a dt=\"o'clock\">5</a><b dt='&lt;&quot;&amp;>'>6</b><c dt='r&d'>7</c></usr>",
    );
    let types = |of: &Properties| -> Vec<Option<Box<str>>> {
        of.iter().map(|one| one.foreign_type.clone()).collect()
    };
    let expected = ["o'clock", "<\"&>", "r&d"].map(|kind| Some(kind.into()));
    assert_eq!(types(&read), expected);
    let list = read.clone().into_list();
    let folders = write_folders(&list);
    let [folder] = &folders[..] else {
        panic!("{folders:?}");
    };
    assert_eq!(read_all(folder), read);
}

#[test]
fn only_folders_of_properties_are_looked_into() {
    assert!(read_all("<mine><a>1</a></mine>").is_empty());
    let marked = read_all("<mine content='properties'><g><a>1</a></g></mine>");
    assert_eq!(marked.get("mine.g.a"), Some(&Value::Text("1".into())));
    assert_eq!(marked.iter().next().unwrap().name(), "mine.g.a");
    assert!(read_all("<usr><JMSx>1</JMSx><not>1</not><a.b>1</a.b></usr>").is_empty());
    let jms = read_all("<jms><Dst>queue:///Q</Dst><Tms>12</Tms></jms>");
    assert_eq!(jms.get("jms.Tms"), Some(&Value::Int64(12)));
}

#[test]
fn a_value_that_does_not_fit_its_type_is_no_property() {
    assert!(read_all("<usr><a dt='i4'>x</a><b dt='boolean'>2</b></usr>").is_empty());
}

#[test]
fn elements_are_the_text_that_is_written_whatever_type_they_claim() {
    let folder = "<psc><a dt='i4'>007</a><b dt='boolean'>perhaps</b><c dt='r8'>1e400</c><d.e>&lt;</d.e><f/>\
                  <g><h> two </h><h>TRUE</h></g></psc>  ";
    let read = read_elements(folder).unwrap();
    let read: Vec<(&str, &str)> = read.iter().map(|(name, text)| (&**name, &**text)).collect();
    let written = [
        ("a", "007"),
        ("b", "perhaps"),
        ("c", "1e400"),
        ("d.e", "<"),
        ("f", ""),
        ("g.h", " two "),
        ("g.h", "TRUE"),
    ];
    assert_eq!(read, written);
}

#[test]
fn folders_that_are_not_well_formed_are_refused() {
    for bad in [
        "<usr><a>1</b></usr>",
        "<usr><a>1</a>",
        "<usr><a>&nope;</a></usr>",
        "<usr><a>1</a></usr>x",
        "<usr><a dt=i4>1</a></usr>",
        "<usr><a>&amp</a></usr>",
        "usr",
        "",
    ] {
        assert_eq!(
            read_folder(bad, &mut Vec::new()),
            Err(Rfh2Error::Folder),
            "{bad}"
        );
        assert_eq!(read_elements(bad), Err(Rfh2Error::Folder), "{bad}");
    }
    let deep = format!("<mq_usr>{}", "<a>".repeat(10_000));
    assert!(read_folder(&deep, &mut Vec::new()).is_err());
}

#[test]
fn properties_come_from_all_headers_in_front() {
    let inner = message("MQSTR", &["<usr><b>2</b></usr>"], b"data");
    let outer = message("MQHRF2", &["<usr><a>1</a></usr>", "<own/>"], &inner);
    let read = Properties::read(FORMAT, DESCRIBED, &outer).unwrap();
    let names: Vec<_> = read.iter().map(Property::name).collect();
    assert_eq!(names, ["a", "b"]);
}

#[test]
fn stripping_takes_properties_out_and_keeps_the_rest_described() {
    let utf_8 = Described {
        ccsid: 1208,
        encoding: 273,
    };
    let mut inner = write(
        &fixed("MQSTR", utf_8),
        ByteOrder::Little,
        &["<own>kept</own>", "<mcd><Msd>x</Msd></mcd>"],
    );
    inner.extend_from_slice(b"data");
    let outer = Bytes::from(message("MQHRF2", &["<usr><a>1</a></usr>"], &inner));
    let described = Described {
        ccsid: 819,
        encoding: 546,
    };
    assert_eq!(
        strip(FORMAT, described, &outer, PropertyControl::OfOldFolders),
        None
    );
    let stripped = strip(FORMAT, described, &outer, PropertyControl::None).unwrap();
    assert_eq!((stripped.format, stripped.described), (FORMAT, DESCRIBED));
    let header = Rfh2::read(&stripped.body, 546).unwrap();
    assert_eq!(header.folders().count(), 1);
    assert_eq!(header.following(stripped.described), utf_8);
    assert_eq!(
        (header.fixed.format, header.rest),
        (*b"MQSTR   ", &b"data"[..])
    );

    let plain = Bytes::from(message("MQSTR", &["<mq_usr><a>1</a></mq_usr>"], b"data"));
    for control in [PropertyControl::None, PropertyControl::OfOldFolders] {
        let stripped = strip(FORMAT, described, &plain, control).unwrap();
        assert_eq!(stripped.format, *b"MQSTR   ");
        assert_eq!(stripped.described, DESCRIBED);
        assert_eq!(&stripped.body[..], b"data");
    }
    let own = Bytes::from(message("MQSTR", &["<own>kept</own>"], b"data"));
    assert_eq!(strip(FORMAT, described, &own, PropertyControl::None), None);
    let broken = Bytes::from_static(b"RFH no header");
    assert_eq!(
        strip(FORMAT, described, &broken, PropertyControl::None),
        None
    );
}

#[test]
fn what_must_be_known_does_not_go_to_who_knows_nothing_of_it() {
    let with = |folder: &str| Bytes::from(message("MQSTR", &[folder], b"data"));
    let going = |folder: &str, control| for_older(FORMAT, DESCRIBED, &with(folder), control);
    for support in ["required", "reqlocal"] {
        let usr = format!("<usr><a support='{support}'>1</a></usr>");
        let mq_usr = format!("<mq_usr><a support='{support}'>1</a></mq_usr>");
        for folder in [usr, mq_usr] {
            for control in [MQPROP_NONE, MQPROP_COMPATIBILITY] {
                let refused = going(&folder, control);
                assert_eq!(refused, Err(Reason::UNSUPPORTED_PROPERTY), "{folder}");
            }
            assert_eq!(going(&folder, MQPROP_ALL), Ok(None), "{folder}");
        }
    }
    let optional = "<usr><a>1</a></usr>";
    assert_eq!(going(optional, MQPROP_COMPATIBILITY), Ok(None));
    let stripped = going(optional, MQPROP_NONE).unwrap().unwrap();
    assert_eq!(&stripped.body[..], b"data");
    let broken = Bytes::from_static(b"RFH no header");
    assert_eq!(for_older(FORMAT, DESCRIBED, &broken, MQPROP_NONE), Ok(None));
}

#[test]
fn noise_is_read_or_refused() {
    let alphabet = [
        "<", ">", "/", "=", "'", "a", "usr", " dt=", "'i4'", "&lt;", "&", "1", "<usr>", "</usr>",
        "<!--", "-->", "<a>", "</a>",
    ];
    let mut state = 0x1234_5678_9abc_def1_u64;
    let mut noise = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state as usize
    };
    for _ in 0..20_000 {
        let words = noise() % 12;
        let text: String = (0..words)
            .map(|_| alphabet[noise() % alphabet.len()])
            .collect();
        fuzz_one(format!("<usr>{text}</usr>").as_bytes());
        let mut bytes = message("MQSTR", &[&format!("<usr>{text}</usr>")], b"x");
        let at = noise() % bytes.len();
        bytes[at] = noise() as u8;
        fuzz_one(&bytes);
    }
}
