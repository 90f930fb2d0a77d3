use super::*;
use crate::convert::Described;
use crate::generated::constants::*;
use crate::header::{ByteOrder, RulesHeader2};
use crate::rfh2;
use bytes::Bytes;

const DESCRIBED: Described = Described {
    ccsid: 1208,
    encoding: 546,
};

fn by_text(text: &str) -> Result<Command, Refusal> {
    let message = Bytes::from(Header::write(text, *b"MQSTR   ", DESCRIBED));
    Received::read(FORMAT, Header::described(), &message)
        .expect("a header")
        .command
}

fn by_folder(folder: &str) -> Result<Command, Refusal> {
    let fixed = rfh2::fixed("MQSTR", DESCRIBED);
    let message = Bytes::from(rfh2::write(&fixed, ByteOrder::Little, &[folder]));
    Received::read(rfh2::FORMAT, DESCRIBED, &message)
        .expect("a header")
        .command
}

fn refused(command: Result<Command, Refusal>) -> (i32, Vec<(Name, String)>) {
    let refusal = command.expect_err("refused");
    (refusal.reason, refusal.details)
}

#[test]
fn both_forms_say_the_same() {
    let commands = [
        by_text(
            "MQPSCommand RegSub MQPSRegOpts CorrelAsId MQPSRegOpts NewPubsOnly \
             MQPSTopic \"a \"\"b\"\" c\" MQPSTopic d MQPSQName Q MQPSSubUserData \"\"",
        ),
        by_folder(
            "<psc><Command>RegSub</Command><RegOpt>CorrelAsId</RegOpt><RegOpt>NewPubsOnly</RegOpt>\
             <Topic>a &quot;b&quot; c</Topic><Topic>d</Topic><QName>Q</QName>\
             <SubUserData></SubUserData></psc>",
        ),
    ];
    for command in commands {
        let command = command.expect("a command");
        assert_eq!(command.verb, Verb::RegisterSubscriber);
        let topics: Vec<&str> = command.all(Name::Topic).collect();
        assert_eq!(topics, ["a \"b\" c", "d"]);
        assert_eq!(command.get(Name::Queue), Some("Q"));
        assert_eq!(command.get(Name::SubUserData), Some(""));
        assert!(command.has(Choice::CorrelAsId) && command.has(Choice::NewPubsOnly));
        assert!(!command.has(Choice::DeregAll));
    }
}

#[test]
fn what_is_wrong_with_a_command_is_said() {
    let parameter = |name: &str| vec![(Name::ParmId, name.to_owned())];
    let position = |at: usize| vec![(Name::ErrorPos, at.to_string())];
    let cases = [
        (
            "MQPSTopic a MQPSCommand Publish",
            MQRC_RFH_COMMAND_ERROR,
            position(0),
        ),
        ("x y MQPSTopic a", MQRC_RFH_COMMAND_ERROR, position(4)),
        (
            "MQPSCommand Shout",
            MQRC_RFH_COMMAND_ERROR,
            vec![(Name::Command, "Shout".to_owned())],
        ),
        ("MQPSCommand", MQRC_RFH_STRING_ERROR, position(11)),
        ("MQPSCommand \"Pub", MQRC_RFH_STRING_ERROR, position(12)),
        (
            "MQPSCommand Publish MQPSTopic \"a\"b",
            MQRC_RFH_STRING_ERROR,
            position(33),
        ),
        (
            "MQPSCommand Publish",
            MQRC_RFH_PARM_MISSING,
            parameter("MQPSTopic"),
        ),
        (
            "MQPSCommand Publish MQPSTopic a MQPSDelOpts Local",
            MQRC_RFH_PARM_ERROR,
            parameter("MQPSDelOpts"),
        ),
        (
            "MQPSCommand Publish MQPSTopic a MQPSNonsense b",
            MQRC_RFH_PARM_ERROR,
            parameter("MQPSNonsense"),
        ),
        (
            "MQPSCommand RegSub MQPSTopic a MQPSQName Q MQPSQName R",
            MQRC_RFH_DUPLICATE_PARM,
            parameter("MQPSQName"),
        ),
        (
            "MQPSCommand Publish MQPSTopic a MQPSPubOpts OtherSubsOnly",
            MQRCCF_PUB_OPTIONS_ERROR,
            vec![(Name::PubOption, "OtherSubsOnly".to_owned())],
        ),
        (
            "MQPSCommand DeletePub MQPSTopic a MQPSDelOpts RetainPub",
            MQRCCF_DEL_OPTIONS_ERROR,
            vec![(Name::DelOption, "RetainPub".to_owned())],
        ),
    ];
    for (text, reason, details) in cases {
        // The header is filled up with blanks, which count as places.
        let (found, said) = refused(Command::of_text(text));
        assert_eq!((found, said), (reason, details), "{text}");
    }
    let publisher = by_folder("<psc><Command>RegPub</Command><Topic>a</Topic></psc>");
    assert_eq!(refused(publisher).0, MQRC_RFH_COMMAND_ERROR);
}

#[test]
fn a_subscriber_is_deregistered_by_topics_by_name_or_as_a_whole() {
    let missing = by_text("MQPSCommand DeregSub MQPSQName Q");
    assert_eq!(refused(missing).0, MQRC_RFH_PARM_MISSING);
    let all = by_text("MQPSCommand DeregSub MQPSRegOpts DeregAll").expect("a command");
    assert!(all.has(Choice::DeregAll));
    assert!(by_text("MQPSCommand DeregSub MQPSSubName N").is_ok());
    let both = by_text("MQPSCommand DeregSub MQPSRegOpts DeregAll MQPSTopic a");
    assert_eq!(refused(both).0, MQRC_RFH_PARM_ERROR);
}

#[test]
fn names_of_the_publisher_reach_the_subscriber() {
    let command = by_text(
        "colour \"deep blue\" MQPSCommand Publish MQPSTopic a MQPSIntData 5 MQPSStringData x",
    )
    .expect("a command");
    let further = command.further();
    assert_eq!(
        further,
        "MQPSIntData 5 MQPSStringData x colour \"deep blue\""
    );
}

/// A header in big endian and UTF-16, to which no folder can be added.
#[test]
fn a_folder_in_front_of_a_header_it_does_not_fit_is_described_as_it_is_written() {
    let fixed = RulesHeader2 {
        name_value_ccsid: 1200,
        ..rfh2::fixed("", DESCRIBED)
    };
    let data = DescribedData {
        format: rfh2::FORMAT,
        described: Described {
            ccsid: 819,
            encoding: 273,
        },
        body: rfh2::write_raw(&fixed, ByteOrder::Big, &[b"\0<\0a\0/\0>"]).into(),
    };
    let whole = data.with_folder("<mqps><Seq>3</Seq></mqps>");
    assert_eq!(
        (whole.format, whole.described),
        (rfh2::FORMAT, Header::described())
    );
    let header = rfh2::Rfh2::read(&whole.body, whole.described.encoding).expect("a header");
    assert_eq!(header.following(whole.described), data.described);
    assert_eq!(
        (header.fixed.format, header.rest),
        (data.format, &data.body[..])
    );
    assert_eq!(whole.without_folder("mqps"), data);
}

#[test]
fn an_answer_has_the_group_of_each_warning_and_the_command() {
    let refusal = |topic: &str| Refusal::new(MQRCCF_NOT_AUTHORIZED).with(Name::Topic, topic);
    let warning = Answer {
        refusals: vec![refusal("a b"), refusal("c")],
        partly: true,
    };
    let (format, data) = warning.write(Form::NameValue, "MQPSCommand Publish");
    assert_eq!(format, FORMAT);
    let header = Header::read(&data, Header::described()).expect("a header");
    assert_eq!(
        header.text.trim_end(),
        "MQPSCompCode 1 MQPSReason 3081 MQPSReasonText MQRCCF_NOT_AUTHORIZED MQPSTopic \"a b\" \
         MQPSCompCode 1 MQPSReason 3081 MQPSReasonText MQRCCF_NOT_AUTHORIZED MQPSTopic c"
    );
    assert_eq!(header.rest, b"MQPSCommand Publish");
    let (_, data) = Answer::default().write(Form::NameValue, "MQPSCommand Publish");
    let header = Header::read(&data, Header::described()).expect("a header");
    let done = "MQPSCompCode 0 MQPSReason 0 MQPSReasonText MQRC_NONE";
    assert_eq!((header.text.trim_end(), header.rest), (done, &b""[..]));

    let (_, data) = warning.write(Form::Folder, "<psc></psc>");
    let header = rfh2::Rfh2::read(&data, MQENC_NATIVE).expect("a header");
    let folders: Vec<_> = header.folders().map(Result::unwrap).collect();
    let first = header.text(folders[0]).unwrap();
    assert_eq!(
        first.trim_end(),
        "<pscr><Completion>warning</Completion>\
         <Response><Reason>3081</Reason><Topic>a b</Topic></Response>\
         <Response><Reason>3081</Reason><Topic>c</Topic></Response></pscr>"
    );
    assert_eq!(header.text(folders[1]).unwrap().trim_end(), "<psc></psc>");
}

#[test]
fn each_rule_of_the_header_is_checked() {
    let good = Header::write("MQPSCommand Publish MQPSTopic a", *b"MQSTR   ", DESCRIBED);
    let with = |at: usize, value: i32| {
        let mut bytes = good.clone();
        bytes[at..at + 4].copy_from_slice(&value.to_ne_bytes());
        let bytes = Bytes::from(bytes);
        let read = Received::read(FORMAT, Header::described(), &bytes);
        read.map(|_| ()).map_err(|(_, refusal)| refusal.reason)
    };
    for (at, value) in [(0, 7), (4, 2), (8, 31), (8, 4_000), (8, -1)] {
        assert_eq!(with(at, value), Err(MQRC_RFH_ERROR), "{at} {value}");
    }
    assert_eq!(with(8, 64), Ok(()));
    let other = Received::read(*b"MQSTR   ", DESCRIBED, &Bytes::from(good));
    let reason = other.map(|_| ()).map_err(|(_, refusal)| refusal.reason);
    assert_eq!(reason, Err(MQRCCF_MD_FORMAT_ERROR));
}

/// Pieces commands are made of, put together at random: whatever is read holds what the fuzz target asks of it.
#[test]
fn whatever_is_read_is_read_again_from_what_is_written() {
    const PIECES: [&str; 16] = [
        "MQPSCommand",
        "Publish",
        "RegSub",
        "MQPSTopic",
        " ",
        " ",
        " ",
        "\"",
        "\"\"",
        "a/b",
        "MQPSRegOpts",
        "CorrelAsId",
        "é",
        "<psc>",
        "\0",
        "MQPSIntData",
    ];
    let mut state = 7_u64;
    let mut next = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(state >> 33).unwrap_or(0) % below
    };
    for _ in 0..20_000 {
        let count = next(14);
        let mut text = "MQPSCommand Publish MQPSTopic a ".repeat(next(2));
        text.extend((0..count).map(|_| PIECES[next(PIECES.len())]));
        fuzz_one(text.as_bytes());
    }
}
