mod pcf;

use super::*;
use crate::code_page::{CodePage, End};
use crate::generated::structs::{
    DeadLetterHeader, DistributionHeader, MsgDescriptorExtension, ReferenceHeader, RulesHeader,
    RulesHeader2, TransmissionHeader, TriggerMessage,
};
use crate::header::ByteOrder;
use crate::header::blank_filled;

/// Big-endian EBCDIC, as it comes from a mainframe.
const HOST: Described = Described {
    ccsid: 500,
    encoding: MQENC_S390,
};
/// What programs here work in.
const HERE: Described = Described {
    ccsid: 1208,
    encoding: MQENC_REVERSED,
};

fn conversion(format: &str, from: Described, to: Described) -> Conversion {
    Conversion {
        format: blank_filled(format),
        from,
        to,
        q_mgr: HERE,
        cut: false,
        room: 1 << 20,
        may_cut: false,
    }
}

fn coding(ccsid: i32) -> Described {
    Described { ccsid, ..HERE }
}

/// Text in a code page, UTF-16 with the least significant byte first.
fn text(ccsid: i32, text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let page = CodePage::find(ccsid).unwrap();
    page.encode(text, ByteOrder::Little, &mut out);
    out
}

/// What a conversion that changes the data gives.
fn made(data: &[u8], conversion: &Conversion) -> (Vec<u8>, Described, Reason) {
    let converted = convert(data, conversion);
    (
        converted.data.unwrap_or_else(|| data.to_vec()),
        converted.described,
        converted.reason,
    )
}

/// A structure on the host: numbers with the most significant byte first and text in EBCDIC.
macro_rules! on_host {
    ($header:expr, $fields:ident) => {{
        let header = $header;
        let mut bytes = vec![0; crate::convert::tests::size_of(&header)];
        header.encode_be_into(&mut bytes);
        for field in &crate::generated::fields::$fields {
            if field.kind == field::Kind::Text {
                let place = &mut bytes[field.offset..field.offset + field.len];
                let ascii = String::from_utf8(place.to_vec()).unwrap();
                place.copy_from_slice(&text(500, &ascii));
            }
        }
        bytes
    }};
}

/// How long a structure is.
trait Structure {
    fn bytes(&self) -> usize;
}

macro_rules! sized {
    ($($name:ident),*) => {$(impl Structure for $name { fn bytes(&self) -> usize { $name::SIZE } })*};
}
sized!(
    DeadLetterHeader,
    DistributionHeader,
    MsgDescriptorExtension,
    ReferenceHeader,
    RulesHeader,
    RulesHeader2,
    TransmissionHeader,
    TriggerMessage
);

fn size_of(header: &impl Structure) -> usize {
    header.bytes()
}

#[test]
fn a_string_is_converted_and_says_how_it_is_coded() {
    let data = text(500, "Gr\u{fc}\u{df}e");
    let (data, described, reason) = made(&data, &conversion("MQSTR", HOST, HERE));
    assert_eq!(data, "Gr\u{fc}\u{df}e".as_bytes());
    assert_eq!((described, reason), (HERE, Reason::NONE));
}

#[test]
fn a_string_with_the_same_bytes_is_not_touched() {
    let cases = [
        (coding(819), coding(1208)),
        (coding(1208), coding(1252)),
        (coding(9999), coding(9999)),
        (
            coding(1208),
            Described {
                encoding: MQENC_NORMAL,
                ..HERE
            },
        ),
    ];
    for (from, to) in cases {
        let converted = convert(b"plain", &conversion("MQSTR", from, to));
        assert_eq!(converted.data, None, "{from:?} {to:?}");
        assert_eq!((converted.described, converted.reason), (to, Reason::NONE));
    }
}

#[test]
fn what_cannot_be_converted_is_given_back_with_its_reason() {
    let unknown = coding(9999);
    let undefined = Described {
        encoding: 0,
        ..HERE
    };
    let utf_16 = |encoding| Described {
        ccsid: 1200,
        encoding,
    };
    let cases = [
        ("MQSTR", unknown, HERE, Reason::SOURCE_CCSID_ERROR),
        ("MQSTR", HOST, unknown, Reason::TARGET_CCSID_ERROR),
        ("MQSTR", utf_16(0), HERE, Reason::SOURCE_INTEGER_ENC_ERROR),
        ("MQSTR", HOST, utf_16(0), Reason::TARGET_INTEGER_ENC_ERROR),
        ("MQDEAD", undefined, HERE, Reason::SOURCE_INTEGER_ENC_ERROR),
        ("MQDEAD", HERE, undefined, Reason::TARGET_INTEGER_ENC_ERROR),
        ("MQSTR", HERE, HOST, Reason::NOT_CONVERTED),
        ("", HOST, HERE, Reason::FORMAT_ERROR),
        ("MINE", HOST, HERE, Reason::FORMAT_ERROR),
        ("MQHRF2", HOST, HERE, Reason::FORMAT_ERROR),
        ("MQADMIN", HOST, HERE, Reason::FORMAT_ERROR),
        ("MQIMSVS", HOST, HERE, Reason::FORMAT_ERROR),
    ];
    let data = [0xff; 3];
    for (format, from, to, expected) in cases {
        let (same, described, reason) = made(&data, &conversion(format, from, to));
        assert_eq!((reason, described), (expected, from), "{format}");
        assert_eq!(same, data);
    }
}

#[test]
fn data_that_grows_beyond_the_buffer_stays_as_it_was() {
    let data = text(819, "\u{fc}\u{fc}\u{fc}");
    let narrow = Conversion {
        room: 5,
        ..conversion("MQSTR", coding(819), HERE)
    };
    let converted = convert(&data, &narrow);
    assert_eq!(converted.reason, Reason::CONVERTED_MSG_TOO_BIG);
    assert_eq!((converted.data, converted.len), (None, 3));
    assert_eq!(converted.described, coding(819));
}

#[test]
fn data_that_grows_beyond_the_buffer_is_cut_between_characters_where_that_is_accepted() {
    let japanese = "\u{65e5}\u{672c}\u{8a9e}";
    for (to, room, kept) in [
        (1208, 5, "\u{65e5}"),
        (1208, 6, "\u{65e5}\u{672c}"),
        (1208, 2, ""),
        (1200, 5, "\u{65e5}\u{672c}"),
        (939, 4, "\u{65e5}"),
        (939, 7, "\u{65e5}\u{672c}"),
        (943, 3, "\u{65e5}"),
    ] {
        let from = if to == 1208 { 943 } else { 1208 };
        let narrow = Conversion {
            room,
            may_cut: true,
            ..conversion("MQSTR", coding(from), coding(to))
        };
        let (data, described, reason) = made(&text(from, japanese), &narrow);
        assert_eq!(reason, Reason::TRUNCATED_MSG_ACCEPTED, "{to}");
        assert_eq!(
            (data, described),
            (text(to, kept), coding(to)),
            "{to} {room}"
        );
    }
}

#[test]
fn data_that_was_cut_before_loses_its_incomplete_end() {
    let cut = |format, from, to| Conversion {
        cut: true,
        ..conversion(format, from, to)
    };
    let torn = &text(1208, "ab\u{20ac}")[..4];
    let (data, _, reason) = made(torn, &cut("MQSTR", HERE, HOST));
    assert_eq!((data, reason), (text(500, "ab"), Reason::NONE));

    let whole = dead_letter();
    let (expected, ..) = made(&whole, &conversion("MQDEAD", HOST, HERE));
    for len in 0..whole.len() {
        let (data, described, reason) = made(&whole[..len], &cut("MQDEAD", HOST, HERE));
        assert_eq!((described, reason), (HERE, Reason::NONE), "{len}");
        assert!(data.len() <= len);
        // All but the fields that say how the text behind is coded, which come true with the text.
        let until = data.len().min(108);
        assert_eq!(data[..until], expected[..until], "{len}");
    }
}

/// A dead-letter header with text behind it, as the host puts them.
fn dead_letter() -> Vec<u8> {
    let header = DeadLetterHeader {
        reason: MQRC_Q_FULL,
        dest_q_name: blank_filled("LOST.LETTERS"),
        encoding: HOST.encoding,
        coded_char_set_id: HOST.ccsid,
        format: blank_filled("MQSTR"),
        ..DeadLetterHeader::default()
    };
    let mut data = on_host!(header, MQDLH);
    data.extend(text(500, "the text"));
    data
}

#[test]
fn a_header_and_what_is_behind_it_are_converted_each_by_its_own_description() {
    let (data, described, reason) = made(&dead_letter(), &conversion("MQDEAD", HOST, HERE));
    assert_eq!((described, reason), (HERE, Reason::NONE));
    let header = DeadLetterHeader::decode(&data, ByteOrder::Little).unwrap();
    assert_eq!((&header.struc_id, header.version), (b"DLH ", 1));
    assert_eq!(header.reason, MQRC_Q_FULL);
    assert_eq!(header.dest_q_name, blank_filled::<48>("LOST.LETTERS"));
    assert_eq!(header.format, *b"MQSTR   ");
    assert_eq!(
        (header.coded_char_set_id, header.encoding),
        (HERE.ccsid, HERE.encoding)
    );
    assert_eq!(&data[DeadLetterHeader::SIZE..], b"the text");
}

#[test]
fn data_without_a_format_behind_a_header_stays_and_the_header_says_so() {
    for (format, expected) in [("", Reason::NONE), ("MINE", Reason::FORMAT_ERROR)] {
        let header = DeadLetterHeader {
            encoding: HOST.encoding,
            coded_char_set_id: MQCCSI_INHERIT,
            format: blank_filled(format),
            ..DeadLetterHeader::default()
        };
        let mut data = on_host!(header, MQDLH);
        data.extend([0xff, 1, 2]);
        let (data, described, reason) = made(&data, &conversion("MQDEAD", HOST, HERE));
        assert_eq!((described, reason), (HERE, expected));
        let header = DeadLetterHeader::decode(&data, ByteOrder::Little).unwrap();
        assert_eq!(
            (header.coded_char_set_id, header.encoding),
            (HOST.ccsid, HOST.encoding)
        );
        assert_eq!(data[DeadLetterHeader::SIZE..], [0xff, 1, 2]);
    }
}

#[test]
fn a_header_has_the_queue_managers_code_page_where_utf_16_is_asked_for() {
    let to = Described {
        ccsid: 1200,
        encoding: MQENC_NORMAL,
    };
    let (data, described, reason) = made(&dead_letter(), &conversion("MQDEAD", HOST, to));
    assert_eq!((described, reason), (HERE, Reason::PARTIALLY_CONVERTED));
    let header = DeadLetterHeader::decode(&data, ByteOrder::Little).unwrap();
    assert_eq!((header.coded_char_set_id, header.encoding), (1200, 273));
    assert_eq!(&data[DeadLetterHeader::SIZE..][..6], b"\0t\0h\0e");
}

#[test]
fn rules_and_formatting_data_keeps_its_code_page_and_changes_its_byte_order_only() {
    for (ccsid, folder) in [
        (1208, b"<a/>    ".to_vec()),
        (1200, b"\0<\0a\0/\0>".to_vec()),
    ] {
        let header = RulesHeader2 {
            struc_length: 36 + 4 + 8,
            encoding: HOST.encoding,
            coded_char_set_id: MQCCSI_INHERIT,
            format: blank_filled("MQSTR"),
            name_value_ccsid: ccsid,
            ..RulesHeader2::default()
        };
        let mut data = on_host!(header, MQRFH2);
        data.extend(8_i32.to_be_bytes());
        data.extend(&folder);
        data.extend(text(500, "text"));
        let (data, described, reason) = made(&data, &conversion("MQHRF2", HOST, HERE));
        assert_eq!((described, reason), (HERE, Reason::NONE));
        let header = RulesHeader2::decode(&data, ByteOrder::Little).unwrap();
        assert_eq!((header.struc_length, header.name_value_ccsid), (48, ccsid));
        assert_eq!((header.coded_char_set_id, header.encoding), (1208, 546));
        assert_eq!(data[36..40], 8_i32.to_le_bytes());
        let expected: Vec<u8> = if ccsid == 1208 {
            folder
        } else {
            text(1200, "<a/>")
        };
        assert_eq!(data[40..48], expected);
        assert_eq!(&data[48..], b"text");
    }
}

#[test]
fn rules_and_formatting_data_must_be_unicode() {
    let header = RulesHeader2 {
        struc_length: 44,
        name_value_ccsid: 500,
        ..RulesHeader2::default()
    };
    let mut data = on_host!(header, MQRFH2);
    data.extend([0, 0, 0, 4, 1, 2, 3, 4]);
    let (same, described, reason) = made(&data, &conversion("MQHRF2", HOST, HERE));
    assert_eq!((described, reason), (HOST, Reason::SOURCE_CCSID_ERROR));
    assert_eq!(same, data);
}

#[test]
fn a_chain_of_headers_is_converted_to_its_end() {
    let extension = MsgDescriptorExtension {
        encoding: HOST.encoding,
        coded_char_set_id: 37,
        format: blank_filled("MQHRF"),
        msg_seq_number: 7,
        ..MsgDescriptorExtension::default()
    };
    let mut data = on_host!(extension, MQMDE);
    let rules = RulesHeader {
        struc_length: 36,
        encoding: MQENC_REVERSED,
        coded_char_set_id: 819,
        format: blank_filled("MQSTR"),
        ..RulesHeader::default()
    };
    data.extend(on_host!(rules, MQRFH));
    data.extend(text(37, "a \u{e9}b"));
    data.extend(text(819, "\u{e9}"));
    let (data, described, reason) = made(&data, &conversion("MQHMDE", HOST, HERE));
    assert_eq!((described, reason), (HERE, Reason::NONE));
    let extension = MsgDescriptorExtension::decode(&data, ByteOrder::Little).unwrap();
    assert_eq!((extension.msg_seq_number, extension.struc_length), (7, 72));
    assert_eq!(
        (extension.coded_char_set_id, extension.encoding),
        (1208, 546)
    );
    // The string grew by a byte, and the header with it to a multiple of four.
    let rules = RulesHeader::decode(&data[72..], ByteOrder::Little).unwrap();
    assert_eq!((rules.struc_length, rules.coded_char_set_id), (40, 1208));
    assert_eq!(&data[72 + 32..72 + 40], "a \u{e9}b   ".as_bytes());
    assert_eq!(&data[72 + 40..], "\u{e9}".as_bytes());
}

#[test]
fn the_descriptor_within_a_transmission_header_is_converted_and_describes_the_data() {
    let mut header = TransmissionHeader {
        remote_q_name: blank_filled("FAR"),
        ..TransmissionHeader::default()
    };
    header.msg_desc.encoding = HOST.encoding;
    header.msg_desc.coded_char_set_id = HOST.ccsid;
    header.msg_desc.format = blank_filled("MQSTR");
    header.msg_desc.msg_id = [0xc1; 24];
    header.msg_desc.priority = 5;
    // Zeros are no text, so these fields are filled with blanks.
    let mut data = on_host!(header, MQXQH);
    data.extend(text(500, "text"));
    let (data, described, reason) = made(&data, &conversion("MQXMIT", HOST, HERE));
    assert_eq!((described, reason), (HERE, Reason::NONE));
    let header = TransmissionHeader::decode(&data, ByteOrder::Little).unwrap();
    assert_eq!(header.remote_q_name, blank_filled::<48>("FAR"));
    assert_eq!(
        (header.msg_desc.priority, header.msg_desc.msg_id),
        (5, [0xc1; 24])
    );
    assert_eq!(
        (header.msg_desc.coded_char_set_id, header.msg_desc.encoding),
        (1208, 546)
    );
    assert_eq!(&data[TransmissionHeader::SIZE..], b"text");
}

#[test]
fn a_trigger_message_is_converted() {
    let message = TriggerMessage {
        q_name: blank_filled("WORK"),
        appl_type: 6,
        ..TriggerMessage::default()
    };
    let data = on_host!(message.clone(), MQTM);
    let (data, described, reason) = made(&data, &conversion("MQTRIG", HOST, HERE));
    assert_eq!((described, reason), (HERE, Reason::NONE));
    assert_eq!(
        TriggerMessage::decode(&data, ByteOrder::Little),
        Ok(message)
    );
}

#[test]
fn text_may_grow_into_the_blanks_of_its_field_and_no_further() {
    for (name, expected) in [
        ("\u{e9}\u{e9}\u{e9}", Reason::NONE),
        (&"\u{e9}".repeat(48), Reason::CONVERTED_STRING_TOO_BIG),
    ] {
        let mut data = dead_letter();
        let mut field = text(500, name);
        field.resize(48, 0x40);
        data[12..60].copy_from_slice(&field);
        let (data, described, reason) = made(&data, &conversion("MQDEAD", HOST, HERE));
        assert_eq!(reason, expected);
        if reason == Reason::NONE {
            assert_eq!(data[12..60], blank_filled::<48>(name));
        } else {
            assert_eq!(described, HOST);
        }
    }
}

#[test]
fn the_strings_of_a_reference_message_move_when_they_grow() {
    let header = ReferenceHeader {
        struc_length: 116,
        src_name_length: 3,
        src_name_offset: 108,
        dest_name_length: 2,
        dest_name_offset: 112,
        ..ReferenceHeader::default()
    };
    let mut data = on_host!(header, MQRMH);
    data.extend(text(500, "a\u{e9}b \u{e9}c  "));
    let (data, _, reason) = made(&data, &conversion("MQHREF", HOST, HERE));
    assert_eq!(reason, Reason::NONE);
    let header = ReferenceHeader::decode(&data, ByteOrder::Little).unwrap();
    let string = |offset: i32, len: i32| &data[offset as usize..(offset + len) as usize];
    assert_eq!(
        string(header.src_name_offset, header.src_name_length),
        "a\u{e9}b".as_bytes()
    );
    assert_eq!(
        string(header.dest_name_offset, header.dest_name_length),
        "\u{e9}c".as_bytes()
    );
    assert_eq!(header.struc_length as usize, data.len());
}

#[test]
fn the_records_of_a_distribution_list_are_converted_in_place() {
    let header = DistributionHeader {
        struc_length: 48 + 96 + 28,
        put_msg_rec_fields: MQPMRF_MSG_ID | MQPMRF_FEEDBACK,
        recs_present: 1,
        object_rec_offset: 48,
        put_msg_rec_offset: 144,
        ..DistributionHeader::default()
    };
    let mut data = on_host!(header, MQDH);
    data.extend(text(500, &format!("{:48}{:48}", "Q1", "QM2")));
    data.extend([0xc1; 24]);
    data.extend(9_i32.to_be_bytes());
    let (data, _, reason) = made(&data, &conversion("MQHDIST", HOST, HERE));
    assert_eq!(reason, Reason::NONE);
    assert_eq!(
        data[48..144],
        *format!("{:48}{:48}", "Q1", "QM2").as_bytes()
    );
    assert_eq!(data[144..168], [0xc1; 24]);
    assert_eq!(data[168..], 9_i32.to_le_bytes());
}

#[test]
fn segments_for_ims_change_their_lengths_with_their_text() {
    let mut data = vec![0, 6, 0, 0];
    data.extend(text(500, "a\u{e9}"));
    data.extend([0, 5, 3, 0]);
    data.extend(text(500, "b"));
    let (data, _, reason) = made(&data, &conversion("MQIMSVS", HOST, HERE));
    assert_eq!(reason, Reason::NONE);
    assert_eq!(data, b"\x07\0\0\0a\xc3\xa9\x05\0\x03\0b");
}

/// Goal: nothing a sender can put makes conversion panic. Method: real messages with bytes changed, numbers in them
/// made extreme, and ends cut off.
#[test]
fn damaged_messages_never_panic() {
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = move || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed
    };
    let formats = [
        "MQSTR", "MQDEAD", "MQHRF2", "MQHRF", "MQHMDE", "MQXMIT", "MQTRIG", "MQIMS", "MQCICS",
        "MQHREF", "MQHDIST", "MQHWIH", "MQHEPCF", "MQADMIN", "MQIMSVS",
    ];
    let ids = [
        "DLH ", "RFH ", "MDE ", "XQH ", "TM  ", "IIH ", "CIH ", "RMH ", "DH  ", "WIH ", "EPH ",
    ];
    for round in 0..40_000 {
        let len = (next() % 500) as usize;
        let mut data: Vec<u8> = (0..len)
            .map(|_| if next() % 3 == 0 { next() as u8 } else { 0 })
            .collect();
        if len > 16 {
            data[..4].copy_from_slice(ids[round % ids.len()].as_bytes());
            data[8..12].copy_from_slice(&((next() % 520) as i32).to_le_bytes());
        }
        for at in (12..len.saturating_sub(4)).step_by(4) {
            if next() % 8 == 0 {
                let value = [0, 1, 4, 8, 24, 48, 108, -1, i32::MAX, 1208][(next() % 10) as usize];
                data[at..at + 4].copy_from_slice(&value.to_le_bytes());
            }
        }
        let to = [HOST, coding(1200), coding(939), coding(819)][(next() % 4) as usize];
        let room = (next() % 600) as usize;
        let asked = Conversion {
            cut: next() % 2 == 0,
            may_cut: next() % 2 == 0,
            room: room.max(len),
            ..conversion(formats[(next() % 15) as usize], HERE, to)
        };
        let converted = convert(&data, &asked);
        if let Some(made) = converted.data {
            assert!(made.len() <= asked.room);
        }
    }
}

#[test]
fn a_conversion_there_and_back_gives_the_message_as_it_was() {
    let data = dead_letter();
    let (here, ..) = made(&data, &conversion("MQDEAD", HOST, HERE));
    let (back, described, reason) = made(&here, &conversion("MQDEAD", HERE, HOST));
    assert_eq!((back, described, reason), (data, HOST, Reason::NONE));
    // The end of text is the end of the message.
    let mut utf_8 = String::new();
    let page = CodePage::find(500).unwrap();
    let done = page.decode(
        &dead_letter()[172..],
        ByteOrder::Big,
        End::Whole,
        &mut utf_8,
    );
    assert_eq!((done, utf_8.as_str()), (Ok(()), "the text"));
}
