//! `PROPCTL` of a channel: what becomes of the properties of messages where the other end knows none.

use crate::distribution_lists::{sent, takes_lists};
use crate::pair::Pair;
use crate::undelivered::{DEAD, dead_letters, set};
use bytes::Bytes;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::convert::Described;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::structs::DeadLetterHeader;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::rfh2::{FORMAT, fixed, write};

const JMS: &str = "<usr><colour>red</colour></usr>";
const NOT_JMS: &str = "<mq_usr><colour>red</colour></mq_usr>";
const OF_THE_PROGRAM: &str = "<own>kept</own>";
const REQUIRED: &str = "<usr><colour support='required'>red</colour></usr>";
/// Long enough that another thread takes properties out of it.
const LONG: usize = 1 << 20;

/// Two ends, of which the receiver knows no properties, but its queues show what has come as it is.
fn pair(control: i32, partner_knows: bool) -> Pair {
    let pair = Pair::new();
    pair.ends[0].host.definition.lock().property_control = control;
    pair.ends[1].host.terms.lock().properties = partner_knows;
    pair.ends[1].define("OTHER", MQUS_NORMAL);
    for queue in ["TARGET", "OTHER", DEAD] {
        let kind = ObjectKind::QLocal;
        set(&pair.ends[1], kind, queue, Attr::Propctl, MQPROP_ALL);
    }
    dead_letters(&pair.ends[1]);
    pair
}

fn headed(folders: &[&str], data: &[u8]) -> Bytes {
    let described = Described {
        ccsid: 1208,
        encoding: MQENC_NATIVE,
    };
    let mut body = write(&fixed("MQSTR", described), ByteOrder::NATIVE, folders);
    body.extend_from_slice(data);
    body.into()
}

/// A message with such a header, of a group or not.
fn descriptor(persistence: i32, in_group: bool) -> MsgDescriptor {
    let alone = MsgDescriptor {
        persistence,
        format: FORMAT,
        coded_char_set_id: 1208,
        ..MsgDescriptor::default()
    };
    match in_group {
        false => alone,
        true => MsgDescriptor {
            version: MQMD_VERSION_2,
            group_id: [7; 24],
            msg_seq_number: 3,
            msg_flags: MQMF_MSG_IN_GROUP,
            ..alone
        },
    }
}

fn folders_of(descriptor: &MsgDescriptor, body: &Bytes) -> String {
    match descriptor.format == FORMAT {
        true => String::from_utf8_lossy(body).into_owned(),
        false => String::new(),
    }
}

#[test]
fn propctl_says_which_properties_go_to_an_end_that_knows_none() {
    // PROPCTL, folders put, folders that arrive.
    type Row = (i32, &'static [&'static str], &'static [&'static str]);
    let table: [Row; 9] = [
        (MQPROP_ALL, &[JMS, OF_THE_PROGRAM], &[JMS, OF_THE_PROGRAM]),
        (MQPROP_ALL, &[NOT_JMS], &[NOT_JMS]),
        (MQPROP_ALL, &[REQUIRED], &[REQUIRED]),
        (MQPROP_NONE, &[JMS, OF_THE_PROGRAM], &[OF_THE_PROGRAM]),
        (MQPROP_NONE, &[JMS, NOT_JMS], &[]),
        (MQPROP_NONE, &[OF_THE_PROGRAM], &[OF_THE_PROGRAM]),
        (MQPROP_COMPATIBILITY, &[JMS, NOT_JMS], &[JMS, NOT_JMS]),
        (MQPROP_COMPATIBILITY, &[NOT_JMS], &[]),
        (
            MQPROP_COMPATIBILITY,
            &[NOT_JMS, OF_THE_PROGRAM],
            &[OF_THE_PROGRAM],
        ),
    ];
    for (control, put, arrives) in table {
        let mut pair = pair(control, false);
        pair.connect();
        for (bytes, in_group) in [(4, false), (4, true), (LONG, false)] {
            let data = vec![b'x'; bytes];
            for persistence in [MQPER_PERSISTENT, MQPER_NOT_PERSISTENT] {
                let wanted = descriptor(persistence, in_group);
                pair.ends[0]
                    .app()
                    .put_as("TARGET", "QM2", wanted.clone(), headed(put, &data));
                pair.run();
                let got = pair.ends[1].app().take_all("TARGET");
                let case = format!("{control}, {put:?}, {bytes}, {in_group}, {persistence}");
                let [(descriptor, body)] = &got[..] else {
                    panic!("one message: {case}, {} came", got.len());
                };
                let text = folders_of(descriptor, body);
                for folder in put {
                    assert_eq!(text.contains(folder), arrives.contains(folder), "{case}");
                }
                assert!(body.ends_with(&data), "{case}");
                if arrives.is_empty() {
                    assert_eq!(descriptor.format, *b"MQSTR   ", "{case}");
                    assert_eq!(body.len(), bytes, "{case}");
                }
                assert_eq!(descriptor.group_id, wanted.group_id, "{case}");
            }
        }
    }
}

#[test]
fn an_end_that_knows_properties_gets_them_all() {
    for control in [MQPROP_NONE, MQPROP_COMPATIBILITY, MQPROP_ALL] {
        let mut pair = pair(control, true);
        pair.connect();
        let body = headed(&[NOT_JMS, REQUIRED, OF_THE_PROGRAM], b"data");
        let wanted = descriptor(MQPER_PERSISTENT, false);
        pair.ends[0]
            .app()
            .put_as("TARGET", "QM2", wanted, body.clone());
        pair.run();
        let got = pair.ends[1].app().take_all("TARGET");
        assert_eq!(got.len(), 1);
        assert_eq!(got[0].1, body, "{control}");
    }
}

#[test]
fn a_message_with_a_property_that_must_be_known_stays_here() {
    for control in [MQPROP_NONE, MQPROP_COMPATIBILITY] {
        let mut pair = pair(control, false);
        dead_letters(&pair.ends[0]);
        let kind = ObjectKind::QLocal;
        set(&pair.ends[0], kind, DEAD, Attr::Propctl, MQPROP_ALL);
        pair.connect();
        let body = headed(&[NOT_JMS, REQUIRED], b"data");
        let wanted = descriptor(MQPER_PERSISTENT, false);
        pair.ends[0]
            .app()
            .put_as("TARGET", "QM2", wanted, body.clone());
        let plain = descriptor(MQPER_PERSISTENT, false);
        pair.ends[0]
            .app()
            .put_as("TARGET", "QM2", plain, headed(&[JMS], b"behind it"));
        pair.run();
        let got = pair.ends[1].app().take_all("TARGET");
        assert_eq!(got.len(), 1, "the other one");
        assert!(got[0].1.ends_with(b"behind it"));
        let letters = pair.ends[0].app().take_all(DEAD);
        let [(_, letter)] = &letters[..] else {
            panic!("one letter: {letters:?}");
        };
        let header = DeadLetterHeader::decode(letter, ByteOrder::NATIVE).expect("a header");
        assert_eq!(header.reason, MQRC_UNSUPPORTED_PROPERTY);
        assert_eq!(letter.slice(DeadLetterHeader::SIZE..), body, "whole");
        let notices = pair.ends[0].host.notices.lock();
        let said = notices.iter().any(|notice| notice.number == "FMQ0550W");
        assert!(said, "{notices:?}");
    }
}

#[test]
fn a_message_for_several_queues_loses_its_properties_as_well() {
    for (folder, messages, stays) in [(NOT_JMS, 2, false), (JMS, 2, true)] {
        let mut pair = pair(MQPROP_COMPATIBILITY, false);
        pair.connect();
        pair.run();
        assert!(takes_lists(&pair.ends[0], "QM2"));
        let wanted = descriptor(MQPER_PERSISTENT, false);
        let list = [("TARGET", "QM2"), ("OTHER", "QM2")];
        let body = headed(&[folder], b"data");
        pair.ends[0].app().put_to(&list, wanted, None, body);
        pair.run();
        assert_eq!(sent(&pair), messages);
        for queue in ["TARGET", "OTHER"] {
            let got = pair.ends[1].app().take_all(queue);
            let [(descriptor, body)] = &got[..] else {
                panic!("one message: {got:?}");
            };
            assert_eq!(folders_of(descriptor, body).contains(folder), stays);
            assert!(body.ends_with(b"data"));
        }
    }
}
