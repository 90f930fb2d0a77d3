//! Queued publish and subscribe, as programs use it that were written before `MQSUB`.

mod trouble;

use crate::place::Place;
use ferromq::{GetOptions, MsgDescriptor, ObjectDescriptor, PutOptions, QueueManager, Reason, mq};
use ferromq_mqi::ObjectName;
use ferromq_mqi::call::GetReply;
use ferromq_mqi::convert::Described;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::options::{ObjectHandle, SubscriptionDescriptor};
use ferromq_mqi::queued::{FORMAT, Header};
use ferromq_mqi::rfh2::{self, Rfh2};
use ferromq_mqi::session::Session;

type Road = Session<ferromq::EmbeddedConnection>;

/// Longer than anything here takes.
const LONG_MS: i32 = 30_000;
const CONTROL: &str = "SYSTEM.BROKER.CONTROL.QUEUE";
const STREAM: &str = "SYSTEM.BROKER.DEFAULT.STREAM";
const DATA: Described = Described {
    ccsid: 1208,
    encoding: mq::MQENC_NATIVE,
};

fn opened(place: &Place) -> (QueueManager, Road) {
    let manager = QueueManager::open_or_create(&place.0, "QM1").expect("opened");
    let mut session = manager.connect().expect("connected");
    for queue in ["ANSWERS", "READER", "DEAD"] {
        command(&mut session, &format!("DEFINE QLOCAL({queue}) REPLACE"));
    }
    command(&mut session, "ALTER QMGR DEADQ(DEAD)");
    manager.start_queued_publish_subscribe();
    (manager, session)
}

fn command(session: &mut Road, text: &str) -> String {
    session.command(text).expect("a command").0
}

fn name(text: &str) -> [u8; 48] {
    *ObjectName::truncated(text).bytes()
}

/// Puts a command and returns what it was put with.
fn send(session: &mut Road, queue: &str, like: &MsgDescriptor, body: Vec<u8>) -> MsgDescriptor {
    let mut descriptor = like.clone();
    let to = ObjectDescriptor::queue(queue);
    session
        .put1(&to, &mut descriptor, &mut PutOptions::default(), body)
        .expect("put");
    descriptor
}

fn request() -> MsgDescriptor {
    MsgDescriptor {
        msg_type: mq::MQMT_REQUEST,
        format: FORMAT,
        coded_char_set_id: 1208,
        reply_to_q: name("ANSWERS"),
        ..MsgDescriptor::default()
    }
}

/// Sends a command as names and values, and returns what the answer says.
fn ask_like(
    session: &mut Road,
    queue: &str,
    like: &MsgDescriptor,
    text: &str,
    data: &[u8],
) -> String {
    let mut body = Header::write(text, *b"MQSTR   ", DATA);
    body.extend_from_slice(data);
    let sent = send(session, queue, like, body);
    let answer = take(session, "ANSWERS", sent.msg_id).expect("an answer");
    assert_eq!(answer.descriptor.msg_type, mq::MQMT_REPLY);
    assert_eq!(answer.descriptor.put_appl_type, mq::MQAT_BROKER);
    read(&answer).0
}

fn ask(session: &mut Road, queue: &str, text: &str, data: &[u8]) -> String {
    ask_like(session, queue, &request(), text, data)
}

fn take(session: &mut Road, queue: &str, correl_id: [u8; 24]) -> Result<GetReply, Reason> {
    let handle = session.open(queue, mq::MQOO_INPUT_SHARED).expect("opened");
    let got = take_from(session, handle, correl_id, LONG_MS);
    session.close(handle, 0).expect("closed");
    got
}

fn take_from(
    session: &mut Road,
    handle: ObjectHandle,
    correl_id: [u8; 24],
    wait_interval_ms: i32,
) -> Result<GetReply, Reason> {
    let options = GetOptions {
        options: mq::MQGMO_WAIT | mq::MQGMO_PROPERTIES_FORCE_MQRFH2,
        wait_interval_ms,
        match_options: match correl_id {
            [0, ..] if correl_id == [0; 24] => mq::MQMO_NONE,
            _ => mq::MQMO_MATCH_CORREL_ID,
        },
        ..GetOptions::default()
    };
    let wanted = MsgDescriptor {
        correl_id,
        ..MsgDescriptor::default()
    };
    Ok(session.get(handle, &wanted, &options, 1 << 20)?)
}

/// Names and values of a message, and its data.
fn read(message: &GetReply) -> (String, Vec<u8>) {
    let descriptor = &message.descriptor;
    assert_eq!(descriptor.format, FORMAT);
    let described = Described::of(descriptor);
    let header = Header::read(&message.body, described).expect("a header");
    (header.text.trim_end().to_owned(), header.rest.to_vec())
}

const DONE: &str = "MQPSCompCode 0 MQPSReason 0 MQPSReasonText MQRC_NONE";

fn refused(answer: &str, reason: i32) {
    let start = format!("MQPSCompCode 2 MQPSReason {reason} ");
    assert!(answer.starts_with(&start), "{answer}");
}

/// `STATUS` of `DISPLAY PUBSUB`.
fn status(session: &mut Road) -> String {
    let shown = command(session, "DISPLAY PUBSUB STATUS");
    let start = shown.find("STATUS(").expect("the field") + "STATUS(".len();
    shown[start..]
        .split(')')
        .next()
        .unwrap_or_default()
        .to_owned()
}

/// Source: "Register Subscriber", "Publish", "Publications forwarded by the broker".
#[test]
fn a_subscriber_gets_publications_until_it_deregisters() {
    let place = Place::new("queued-basic");
    let (_manager, mut session) = opened(&place);
    let registered = ask(
        &mut session,
        CONTROL,
        "MQPSCommand RegSub MQPSTopic \"sport/*\" MQPSQName READER",
        b"",
    );
    assert_eq!(registered, DONE);
    let shown = command(&mut session, "DISPLAY SUB(*) WHERE(DEST EQ READER) ALL");
    for said in [
        "TOPICSTR(sport/*)",
        "PSPROP(COMPAT)",
        "WSCHEMA(CHAR)",
        "DURABLE(YES)",
    ] {
        assert!(shown.contains(said), "{said} in {shown}");
    }
    let text = "colour \"deep blue\" MQPSCommand Publish MQPSTopic sport/a/b MQPSSeqNum 7 \
                MQPSPubTime 2026112212000000 MQPSStringData x";
    let text_of_own = text.strip_prefix("colour \"deep blue\" ").expect("it");
    let published = ask(
        &mut session,
        STREAM,
        &format!("{text_of_own} colour \"deep blue\""),
        b"goal",
    );
    assert_eq!(published, DONE);
    let got = take(&mut session, "READER", [0; 24]).expect("a publication");
    let (said, data) = read(&got);
    assert_eq!(
        said,
        "MQPSCommand Publish MQPSTopic sport/a/b MQPSPubTime 2026112212000000 MQPSSeqNum 7 \
         MQPSStringData x colour \"deep blue\""
    );
    assert_eq!(data, b"goal");
    let descriptor = &got.descriptor;
    assert_eq!(descriptor.msg_type, mq::MQMT_DATAGRAM);
    assert_eq!(descriptor.reply_to_q, [b' '; 48]);
    assert_eq!(descriptor.put_appl_type, mq::MQAT_BROKER);
    assert!(descriptor.put_appl_name.starts_with(b"QM1 "));
    assert_ne!(descriptor.correl_id, [0; 24]);

    let gone = "MQPSCommand DeregSub MQPSTopic \"sport/*\" MQPSQName READER";
    assert_eq!(ask(&mut session, CONTROL, gone, b""), DONE);
    refused(
        &ask(&mut session, CONTROL, gone, b""),
        mq::MQRCCF_NOT_REGISTERED,
    );
    let nobody = "MQPSCommand Publish MQPSTopic sport/a";
    assert_eq!(ask(&mut session, STREAM, nobody, b"none"), DONE);
    let reader = session
        .open("READER", mq::MQOO_INPUT_SHARED)
        .expect("opened");
    let nothing = take_from(&mut session, reader, [0; 24], 0);
    assert_eq!(nothing.map(drop), Err(Reason::NO_MSG_AVAILABLE));
}

/// Programs of both times see each other's publications.
#[test]
fn queued_and_native_programs_meet_at_the_same_topics() {
    let place = Place::new("queued-meet");
    let (_manager, mut session) = opened(&place);
    let mut asked = SubscriptionDescriptor {
        options: mq::MQSO_CREATE | mq::MQSO_MANAGED,
        object_string: "news".to_owned(),
        ..SubscriptionDescriptor::default()
    };
    let (native, _) = session
        .subscribe(&mut asked, ObjectHandle::NONE)
        .expect("subscribed");
    let registered = "MQPSCommand RegSub MQPSTopic news MQPSQName READER";
    assert_eq!(ask(&mut session, CONTROL, registered, b""), DONE);

    let published = "MQPSCommand Publish MQPSTopic news MQPSSeqNum 3";
    assert_eq!(ask(&mut session, STREAM, published, b"old"), DONE);
    let got = take_from(&mut session, native, [0; 24], LONG_MS).expect("a publication");
    assert_eq!(got.descriptor.format, rfh2::FORMAT);
    let header = Rfh2::read(&got.body, got.descriptor.encoding).expect("a header");
    assert_eq!(
        (header.rest, header.fixed.format),
        (&b"old"[..], *b"MQSTR   ")
    );
    let folders: Vec<_> = header.folders().map(Result::unwrap).collect();
    assert_eq!(
        header.text(folders[0]).expect("text").trim_end(),
        "<mqps><Top>news</Top><Seq>3</Seq></mqps>"
    );
    assert_eq!(
        read(&take(&mut session, "READER", [0; 24]).expect("one")).1,
        b"old"
    );

    let to = ObjectDescriptor {
        object_type: mq::MQOT_TOPIC,
        object_string: "news".to_owned(),
        ..ObjectDescriptor::default()
    };
    let mut descriptor = MsgDescriptor {
        format: *b"MQSTR   ",
        ..MsgDescriptor::default()
    };
    session
        .put1(
            &to,
            &mut descriptor,
            &mut PutOptions::default(),
            &b"new"[..],
        )
        .expect("published");
    let (said, data) = read(&take(&mut session, "READER", [0; 24]).expect("one"));
    assert_eq!(
        (said.as_str(), &data[..]),
        ("MQPSCommand Publish MQPSTopic news", &b"new"[..])
    );
}

fn folders_of(header: &Rfh2<'_>) -> Vec<String> {
    let text = |folder| header.text(folder).expect("text").trim_end().to_owned();
    let folders = header.folders().map(|folder| folder.expect("a folder"));
    folders.map(text).collect()
}

/// Source: "MQRFH2 command messages".
#[test]
fn commands_in_folders_do_the_same() {
    let place = Place::new("queued-folder");
    let (_manager, mut session) = opened(&place);
    let like = MsgDescriptor {
        format: rfh2::FORMAT,
        ..request()
    };
    let ask = |session: &mut Road, queue: &str, folders: &[&str], data: &[u8]| {
        let mut fixed = rfh2::fixed("", DATA);
        fixed.format = *b"MQSTR   ";
        let mut body = rfh2::write(&fixed, ByteOrder::NATIVE, folders);
        body.extend_from_slice(data);
        let sent = send(session, queue, &like, body);
        let answer = take(session, "ANSWERS", sent.msg_id).expect("an answer");
        assert_eq!(answer.descriptor.format, rfh2::FORMAT);
        let header = Rfh2::read(&answer.body, answer.descriptor.encoding).expect("a header");
        folders_of(&header)
    };
    let ok = vec!["<pscr><Completion>ok</Completion></pscr>".to_owned()];
    let register = "<psc><Command>RegSub</Command><Topic>a/#</Topic><QName>READER</QName>\
                    <RegOpt>PersAsPub</RegOpt><SubUserData>mine</SubUserData></psc>";
    assert_eq!(ask(&mut session, CONTROL, &[register], b""), ok);
    let publish =
        "<psc><Command>Publish</Command><Topic>a/b</Topic><PubOpt>RetainPub</PubOpt></psc>";
    let usr = "<usr><colour>blue</colour></usr>";
    assert_eq!(ask(&mut session, STREAM, &[publish, usr], b"data"), ok);
    let forwarded = |session: &mut Road, option: &str| {
        let got = take(session, "READER", [0; 24]).expect("a publication");
        let header = Rfh2::read(&got.body, got.descriptor.encoding).expect("a header");
        assert_eq!(
            (header.rest, header.fixed.format),
            (&b"data"[..], *b"MQSTR   ")
        );
        let psc = format!(
            "<psc><Command>Publish</Command>{option}<Topic>a/b</Topic>\
             <SubUserData>mine</SubUserData></psc>"
        );
        assert_eq!(folders_of(&header), [usr.to_owned(), psc]);
    };
    forwarded(&mut session, "");
    let update = "<psc><Command>ReqUpdate</Command><Topic>a/#</Topic><QName>READER</QName></psc>";
    assert_eq!(ask(&mut session, CONTROL, &[update], b""), ok);
    forwarded(&mut session, "<PubOpt>IsRetainedPub</PubOpt>");
    let delete = "<psc><Command>DeletePub</Command><Topic>a/b</Topic></psc>";
    assert_eq!(ask(&mut session, CONTROL, &[delete], b""), ok);
    let none = ask(&mut session, CONTROL, &[update], b"");
    assert_eq!(
        none,
        [
            "<pscr><Completion>error</Completion><Response><Reason>3077</Reason></Response></pscr>",
            update,
        ]
    );
    let wrong = "<psc><Command>RegPub</Command><Topic>a</Topic></psc>";
    let answer = ask(&mut session, CONTROL, &[wrong], b"");
    assert!(answer[0].contains("<Reason>2336</Reason>"), "{answer:?}");
}

/// Source: "Publisher and subscriber identity", error codes of the commands.
#[test]
fn an_identity_is_queue_manager_queue_and_correlation_identifier() {
    let place = Place::new("queued-identity");
    let (manager, mut session) = opened(&place);
    let one = MsgDescriptor {
        correl_id: [1; 24],
        ..request()
    };
    let two = MsgDescriptor {
        correl_id: [2; 24],
        ..request()
    };
    let register = "MQPSCommand RegSub MQPSRegOpts CorrelAsId MQPSTopic a MQPSQName READER";
    for like in [&one, &two] {
        assert_eq!(ask_like(&mut session, CONTROL, like, register, b""), DONE);
    }
    refused(
        &ask(&mut session, CONTROL, register, b""),
        mq::MQRCCF_CORREL_ID_ERROR,
    );
    let publish = "MQPSCommand Publish MQPSTopic a";
    assert_eq!(ask(&mut session, STREAM, publish, b"x"), DONE);
    for like in [&one, &two] {
        let got = take(&mut session, "READER", like.correl_id).expect("its own");
        assert_eq!(read(&got).1, b"x");
    }
    // Both last.
    drop(session);
    manager.end().expect("ended");
    let (_manager, mut session) = opened(&place);
    let all = "MQPSCommand DeregSub MQPSRegOpts CorrelAsId MQPSRegOpts DeregAll MQPSQName READER";
    assert_eq!(ask_like(&mut session, CONTROL, &one, all, b""), DONE);
    refused(
        &ask_like(&mut session, CONTROL, &one, all, b""),
        mq::MQRCCF_NOT_REGISTERED,
    );
    assert_eq!(ask(&mut session, STREAM, publish, b"y"), DONE);
    let got = take(&mut session, "READER", [0; 24]).expect("the other one's");
    assert_eq!(got.descriptor.correl_id, two.correl_id);
    let reader = session
        .open("READER", mq::MQOO_INPUT_SHARED)
        .expect("opened");
    assert!(take_from(&mut session, reader, [0; 24], 0).is_err());
}

/// Source: "Streams and topics", "Adding a stream".
#[test]
fn topics_of_a_stream_are_below_the_topic_of_its_object() {
    let place = Place::new("queued-stream");
    let (_manager, mut session) = opened(&place);
    let register = "MQPSCommand RegSub MQPSStreamName SPORT MQPSTopic a MQPSQName READER";
    refused(
        &ask(&mut session, CONTROL, register, b""),
        mq::MQRCCF_UNKNOWN_STREAM,
    );
    for text in [
        "DEFINE QLOCAL(SPORT)",
        "DEFINE TOPIC(SPORT) TOPICSTR('Sport')",
        "ALTER NAMELIST(SYSTEM.QPUBSUB.QUEUE.NAMELIST) NAMES(SYSTEM.BROKER.DEFAULT.STREAM,SPORT)",
    ] {
        command(&mut session, text);
    }
    assert_eq!(ask(&mut session, CONTROL, register, b""), DONE);
    assert_eq!(
        ask(
            &mut session,
            "SPORT",
            "MQPSCommand Publish MQPSTopic a",
            b"x"
        ),
        DONE
    );
    let (said, _) = read(&take(&mut session, "READER", [0; 24]).expect("one"));
    assert_eq!(said, "MQPSCommand Publish MQPSTopic Sport/a");
    let other = "MQPSCommand Publish MQPSTopic a MQPSStreamName SYSTEM.BROKER.DEFAULT.STREAM";
    refused(
        &ask(&mut session, "SPORT", other, b""),
        mq::MQRCCF_INCORRECT_STREAM,
    );
    refused(
        &ask(
            &mut session,
            CONTROL,
            "MQPSCommand Publish MQPSTopic a",
            b"",
        ),
        mq::MQRCCF_INCORRECT_Q,
    );
}

/// Source: ALTER QMGR `PSMODE`, DISPLAY PUBSUB.
#[test]
fn commands_wait_while_only_native_programs_publish() {
    let place = Place::new("queued-mode");
    let (_manager, mut session) = opened(&place);
    assert_eq!(status(&mut session), "ACTIVE");
    command(&mut session, "ALTER QMGR PSMODE(COMPAT)");
    assert_eq!(status(&mut session), "COMPAT");
    let body = Header::write(
        "MQPSCommand RegSub MQPSTopic a MQPSQName READER",
        [b' '; 8],
        DATA,
    );
    let sent = send(&mut session, CONTROL, &request(), body);
    let shown = command(
        &mut session,
        "DISPLAY QLOCAL(SYSTEM.BROKER.CONTROL.QUEUE) CURDEPTH",
    );
    assert!(shown.contains("CURDEPTH(1)"), "{shown}");
    command(&mut session, "ALTER QMGR PSMODE(DISABLED)");
    assert_eq!(status(&mut session), "INACTIVE");
    command(&mut session, "ALTER QMGR PSMODE(ENABLED)");
    let answer = take(&mut session, "ANSWERS", sent.msg_id).expect("an answer");
    assert_eq!(read(&answer).0, DONE);
    assert_eq!(status(&mut session), "ACTIVE");
}

/// Source: "Publish/Subscribe: Delete temporary dynamic queue".
#[test]
fn a_subscription_to_a_temporary_queue_goes_with_it() {
    let place = Place::new("queued-temporary");
    let (_manager, mut session) = opened(&place);
    let mut model = ObjectDescriptor::queue("SYSTEM.DEFAULT.MODEL.QUEUE");
    let own = session
        .open_object(&mut model, mq::MQOO_INPUT_SHARED)
        .expect("opened");
    let queue = model.object_name;
    let register = format!("MQPSCommand RegSub MQPSTopic a MQPSQName {queue}");
    assert_eq!(ask(&mut session, CONTROL, &register, b""), DONE);
    assert_eq!(
        ask(
            &mut session,
            STREAM,
            "MQPSCommand Publish MQPSTopic a",
            b"x"
        ),
        DONE
    );
    let got = take_from(&mut session, own, [0; 24], LONG_MS).expect("one");
    assert_eq!(read(&got).1, b"x");
    let there = format!("DISPLAY SUB(*) WHERE(DEST EQ {queue})");
    assert!(command(&mut session, &there).contains("SUBID("));
    session.close(own, 0).expect("closed");
    while command(&mut session, &there).contains("SUBID(") {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

/// Each holds a handle of the interface, which no limit of programs counts.
#[test]
fn subscriptions_to_temporary_queues_are_as_many_as_the_interface_takes() {
    const MOST: usize = 10_000;
    let place = Place::new("queued-many");
    let (_manager, mut session) = opened(&place);
    command(&mut session, "ALTER QMGR MAXHANDS(20)");
    let mut model = ObjectDescriptor::queue("SYSTEM.DEFAULT.MODEL.QUEUE");
    let own = session
        .open_object(&mut model, mq::MQOO_INPUT_SHARED)
        .expect("opened");
    let queue = model.object_name;
    let mut register = |topics: std::ops::Range<usize>| {
        let named: String = topics.map(|one| format!(" MQPSTopic t{one}")).collect();
        let register = format!("MQPSCommand RegSub{named} MQPSQName {queue}");
        ask(&mut session, CONTROL, &register, b"")
    };
    for start in (0..MOST).step_by(1_000) {
        assert_eq!(register(start..start + 1_000), DONE);
    }
    let answer = register(MOST..MOST + 1);
    refused(&answer, mq::MQRC_HANDLE_NOT_AVAILABLE);
    assert!(answer.contains(&format!("MQPSTopic t{MOST}")), "{answer}");
    // Those that are there may be registered again.
    assert_eq!(register(7..8), DONE);
    let publish = format!("MQPSCommand Publish MQPSTopic t{}", MOST - 1);
    assert_eq!(ask(&mut session, STREAM, &publish, b"x"), DONE);
    let got = take_from(&mut session, own, [0; 24], LONG_MS).expect("one");
    assert_eq!(read(&got).1, b"x");
}
