//! Event messages about channels between two queue managers: when they come, what they say, and that nothing waits for them.

use crate::support::joined::Joined;
use crate::support::office::Office;
use crate::support::{Scratch, persistent, quiet};
use ferromq::{GetOptions, PutOptions, Reason, mq};
use ferromq_channel::SimulatedHost;
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::pcf::{Message, Value};
use ferromq_qmgr::SimulatedPlace;
use ferromq_server::{ClientRoadSettings, ServiceSettings};
use std::io::Write;
use std::net::TcpStream;
use std::time::{Duration, Instant};

const EVENTS: &str = "SYSTEM.ADMIN.CHANNEL.EVENT";

/// An event message: its reason, and its parameters in their order, text without blanks at its end.
#[derive(Debug, PartialEq, Eq)]
struct Event {
    reason: i32,
    parameters: Vec<(i32, String)>,
}

impl Event {
    fn decode(body: &[u8]) -> Self {
        let message = Message::decode(body, ByteOrder::NATIVE).expect("well formed");
        assert_eq!(message.header.command, mq::MQCMD_CHANNEL_EVENT);
        assert_eq!(message.header.kind, mq::MQCFT_EVENT);
        let shown = |value: &Value| match value {
            Value::Int(number) => number.to_string(),
            Value::Text(text) => {
                let text = text.decode(1208, ByteOrder::NATIVE).expect("readable");
                text.trim_end().to_owned()
            }
            other => panic!("{other:?}"),
        };
        let parameters = message.parameters.iter();
        Self {
            reason: message.header.reason,
            parameters: parameters.map(|one| (one.id, shown(&one.value))).collect(),
        }
    }

    fn get(&self, parameter: i32) -> &str {
        let found = self.parameters.iter().find(|(id, _)| *id == parameter);
        found.map_or("", |(_, value)| value)
    }

    fn order(&self) -> Vec<i32> {
        self.parameters.iter().map(|(id, _)| *id).collect()
    }

    /// Reason and reason qualifier; 0 where it has none.
    fn told(&self) -> (i32, i32) {
        let qualifier = self.get(mq::MQIACF_REASON_QUALIFIER);
        (self.reason, qualifier.parse().unwrap_or(0))
    }
}

/// The next events of a queue manager, so many.
fn events(office: &Office, count: usize) -> Vec<Event> {
    let mut session = office.connect();
    let queue = session.open(EVENTS, mq::MQOO_INPUT_SHARED);
    let queue = queue.expect("opened");
    let began = Instant::now();
    let mut events = Vec::new();
    while events.len() < count {
        let options = GetOptions {
            options: mq::MQGMO_WAIT | mq::MQGMO_NO_SYNCPOINT,
            wait_interval_ms: 500,
            match_options: mq::MQMO_NONE,
            ..GetOptions::default()
        };
        match session.get(queue, &persistent(), &options, 10_000) {
            Ok(got) => events.push(Event::decode(&got.body)),
            Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => {
                let late = began.elapsed() > Duration::from_secs(60);
                assert!(!late, "{events:#?} {:#?}", office.said());
            }
            Err(error) => panic!("{error:?}"),
        }
    }
    session.disconnect().expect("disconnected");
    events
}

fn told(office: &Office, count: usize) -> Vec<(i32, i32)> {
    events(office, count).iter().map(Event::told).collect()
}

const RUNS: &str = "DISPLAY CHSTATUS(ONE.TO.TWO)";

impl Joined {
    fn switch(&self, switch: &str) {
        let alter = format!("ALTER QMGR {switch}");
        self.one.commands(&[&alter]);
        self.two.commands(&[&alter]);
    }
}

const STARTED: (i32, i32) = (mq::MQRC_CHANNEL_STARTED, 0);
const BY_USER: (i32, i32) = (
    mq::MQRC_CHANNEL_STOPPED_BY_USER,
    mq::MQRQ_CHANNEL_STOPPED_DISABLED,
);

const fn stopped(qualifier: i32) -> (i32, i32) {
    (mq::MQRC_CHANNEL_STOPPED, qualifier)
}

#[test]
fn a_channel_tells_that_it_starts_fails_runs_again_and_is_stopped() {
    let joined = Joined::new("events");
    joined.switch("CHLEV(ENABLED)");
    joined.one.commands(&["START CHANNEL(ONE.TO.TWO)"]);
    let [sender] = &events(&joined.one, 1)[..] else {
        panic!("one");
    };
    assert_eq!(sender.told(), STARTED);
    let port = joined.road.port;
    let wanted = [
        (mq::MQCA_Q_MGR_NAME, "QM1".to_owned()),
        (mq::MQCACH_CHANNEL_NAME, "ONE.TO.TWO".to_owned()),
        (mq::MQCACH_XMIT_Q_NAME, "QM2".to_owned()),
        (mq::MQCACH_CONNECTION_NAME, format!("127.0.0.1({port})")),
    ];
    assert_eq!(sender.parameters, wanted);
    let [receiver] = &events(&joined.two, 1)[..] else {
        panic!("one");
    };
    let wanted = [
        (mq::MQCA_Q_MGR_NAME, "QM2".to_owned()),
        (mq::MQCACH_CHANNEL_NAME, "ONE.TO.TWO".to_owned()),
        (mq::MQCACH_CONNECTION_NAME, "127.0.0.1".to_owned()),
    ];
    assert_eq!(receiver.parameters, wanted);

    joined.road.close();
    let [lost] = &events(&joined.one, 1)[..] else {
        panic!("one");
    };
    assert_eq!(lost.told(), stopped(mq::MQRQ_CHANNEL_STOPPED_RETRY));
    let order = [
        mq::MQCA_Q_MGR_NAME,
        mq::MQIACF_REASON_QUALIFIER,
        mq::MQCACH_CHANNEL_NAME,
        mq::MQIACF_ERROR_IDENTIFIER,
        mq::MQIACF_AUX_ERROR_DATA_INT_1,
        mq::MQIACF_AUX_ERROR_DATA_INT_2,
        mq::MQCACF_AUX_ERROR_DATA_STR_1,
        mq::MQCACF_AUX_ERROR_DATA_STR_2,
        mq::MQCACF_AUX_ERROR_DATA_STR_3,
        mq::MQCACH_XMIT_Q_NAME,
        mq::MQCACH_CONNECTION_NAME,
    ];
    assert_eq!(lost.order(), order);
    let identifier = format!("{}", 0x2000_9209);
    assert_eq!(lost.get(mq::MQIACF_ERROR_IDENTIFIER), identifier);
    let why = lost.get(mq::MQCACF_AUX_ERROR_DATA_STR_1);
    assert!(why.contains("ONE.TO.TWO"), "{why}");
    // Between two batches nothing is lost at the receiving end.
    let ok = stopped(mq::MQRQ_CHANNEL_STOPPED_OK);
    assert_eq!(told(&joined.two, 1), [ok]);

    // Attempts that come to nothing are no starts, and their ends no ends.
    joined
        .one
        .await_shown(RUNS, |shown| shown.contains("STATUS(RETRYING)"));
    joined.road.reopen();
    assert_eq!(told(&joined.one, 1), [STARTED]);
    joined.one.commands(&["STOP CHANNEL(ONE.TO.TWO)"]);
    let disabled = stopped(mq::MQRQ_CHANNEL_STOPPED_DISABLED);
    assert_eq!(told(&joined.one, 2), [BY_USER, disabled]);
    assert_eq!(told(&joined.two, 2), [STARTED, ok]);

    // What is as it should be is no exception.
    joined.switch("CHLEV(EXCEPTION)");
    joined.one.commands(&["START CHANNEL(ONE.TO.TWO)"]);
    joined
        .one
        .await_shown(RUNS, |shown| shown.contains("STATUS(RUNNING)"));
    joined
        .two
        .commands(&["STOP CHANNEL(ONE.TO.TWO) STATUS(INACTIVE)"]);
    assert_eq!(told(&joined.two, 1), [BY_USER]);
    let again = stopped(mq::MQRQ_CHANNEL_STOPPED_RETRY);
    assert_eq!(told(&joined.one, 1), [again]);
    joined.end();
}

/// A receiver that blocks ends with a fault, and its event says for what.
#[test]
fn a_receiver_that_cannot_keep_a_message_is_told_of_with_the_reason() {
    let joined = Joined::new("events-blocked");
    joined
        .one
        .commands(&["ALTER CHANNEL(ONE.TO.TWO) CHLTYPE(SDR) SHORTTMR(999)"]);
    joined.two.commands(&[
        "ALTER QMGR DEADQ(' ')",
        "ALTER QLOCAL(TARGET) PUT(DISABLED)",
        "ALTER CHANNEL(ONE.TO.TWO) CHLTYPE(RCVR) MRRTY(0)",
    ]);
    joined.switch("CHLEV(ENABLED)");
    joined.one.commands(&["START CHANNEL(ONE.TO.TWO)"]);
    assert_eq!(told(&joined.two, 1), [STARTED]);
    joined.put(0..1);
    let [blocked] = &events(&joined.two, 1)[..] else {
        panic!("one");
    };
    assert_eq!(blocked.told(), stopped(mq::MQRQ_CHANNEL_STOPPED_ERROR));
    let identifier = format!("{}", 0x2000_9565);
    assert_eq!(blocked.get(mq::MQIACF_ERROR_IDENTIFIER), identifier);
    let why = blocked.get(mq::MQCACF_AUX_ERROR_DATA_STR_1);
    assert!(why.contains("TARGET"), "{why}");
    joined.end();
}

#[test]
fn an_event_queue_that_is_full_keeps_no_channel_from_running() {
    let joined = Joined::new("events-full");
    joined.switch("CHLEV(ENABLED)");
    joined
        .one
        .commands(&["ALTER QLOCAL(SYSTEM.ADMIN.CHANNEL.EVENT) MAXDEPTH(0)"]);
    joined.one.commands(&["START CHANNEL(ONE.TO.TWO)"]);
    joined
        .one
        .await_shown(RUNS, |shown| shown.contains("STATUS(RUNNING)"));
    assert_eq!(told(&joined.two, 1), [STARTED]);
    joined.one.commands(&["STOP CHANNEL(ONE.TO.TWO)"]);
    let said = joined.one.last_said("FMQ0217W").expect("told");
    assert!(said.contains(EVENTS) && said.contains("2053"), "{said}");
    let times = joined.one.said();
    let times = times.iter().filter(|one| one.starts_with("FMQ0217W"));
    assert_eq!(times.count(), 1);
    joined.end();
}

#[test]
fn a_channel_for_which_there_is_no_place_waits_for_another_one_to_end() {
    let settings = ServiceSettings {
        client_road: ClientRoadSettings {
            active_channels_max: 1,
            ..quiet().client_road
        },
        ..quiet()
    };
    let joined = Joined::with("events-places", settings);
    joined.define("SECOND", "QM3");
    joined
        .two
        .commands(&["DEFINE CHANNEL(SECOND) CHLTYPE(RCVR)"]);
    joined.one.commands(&["START CHANNEL(ONE.TO.TWO)"]);
    joined
        .one
        .await_shown(RUNS, |shown| shown.contains("STATUS(RUNNING)"));
    joined
        .one
        .commands(&["ALTER QMGR CHLEV(EXCEPTION)", "START CHANNEL(SECOND)"]);
    let [waits] = &events(&joined.one, 1)[..] else {
        panic!("one");
    };
    assert_eq!(waits.reason, mq::MQRC_CHANNEL_NOT_ACTIVATED);
    assert_eq!(waits.get(mq::MQCACH_CHANNEL_NAME), "SECOND");
    assert_eq!(waits.get(mq::MQCACH_XMIT_Q_NAME), "QM3");
    let shown = joined.one.shown("DISPLAY CHSTATUS(SECOND)");
    assert!(shown.contains("STATUS(STARTING)"), "{shown}");
    assert!(joined.one.last_said("AMQ9513E").is_some());
    joined
        .one
        .commands(&["STOP CHANNEL(ONE.TO.TWO) STATUS(INACTIVE)"]);
    let came = events(&joined.one, 2);
    let came: Vec<i32> = came.iter().map(|event| event.reason).collect();
    let wanted = [mq::MQRC_CHANNEL_STOPPED_BY_USER, mq::MQRC_CHANNEL_ACTIVATED];
    assert_eq!(came, wanted);
    joined.one.await_shown("DISPLAY CHSTATUS(SECOND)", |shown| {
        shown.contains("STATUS(RUNNING)")
    });
    joined.end();
}

#[test]
fn a_caller_for_whom_there_is_no_place_is_told_of() {
    let joined = Joined::new("events-callers");
    let scratch = Scratch::new("events-callers");
    let settings = ServiceSettings {
        client_road: ClientRoadSettings {
            active_channels_max: 0,
            ..quiet().client_road
        },
        ..quiet()
    };
    let full = Office::open_with(&scratch.0, "QM3", settings);
    full.commands(&[
        "ALTER QMGR CHLAUTH(DISABLED) CHLEV(EXCEPTION)",
        "DEFINE CHANNEL(ONE.TO.TWO) CHLTYPE(RCVR)",
    ]);
    let alter = format!(
        "ALTER CHANNEL(ONE.TO.TWO) CHLTYPE(SDR) CONNAME('127.0.0.1({})')",
        full.listen(0)
    );
    joined.one.commands(&[&alter, "START CHANNEL(ONE.TO.TWO)"]);
    let [refused] = &events(&full, 1)[..] else {
        panic!("one");
    };
    let wanted = [
        (mq::MQCA_Q_MGR_NAME, "QM3".to_owned()),
        (
            mq::MQIACF_REASON_QUALIFIER,
            mq::MQRQ_MAX_ACTIVE_CHANNELS.to_string(),
        ),
        (mq::MQCACH_CONNECTION_NAME, "127.0.0.1".to_owned()),
        (mq::MQCACH_CHANNEL_NAME, "ONE.TO.TWO".to_owned()),
        (mq::MQIA_ACTIVE_CHANNELS, "0".to_owned()),
    ];
    assert_eq!(refused.reason, mq::MQRC_CHANNEL_NOT_AVAILABLE);
    assert_eq!(refused.parameters, wanted);
    full.end();
    joined.end();
}

#[test]
fn data_that_cannot_be_converted_are_told_of() {
    let joined = Joined::new("events-conversion");
    joined.switch("CHLEV(EXCEPTION)");
    joined.one.commands(&[
        "ALTER QMGR DEADQ(SYSTEM.DEAD.LETTER.QUEUE)",
        "ALTER CHANNEL(ONE.TO.TWO) CHLTYPE(SDR) CONVERT(YES)",
        "START CHANNEL(ONE.TO.TWO)",
    ]);
    let mut app = joined.one.connect();
    let queue = app.open("AWAY", mq::MQOO_OUTPUT).expect("opened");
    let mut strange = persistent();
    strange.format = *b"NOBODYS ";
    strange.coded_char_set_id = 37;
    let put = app.put(queue, &mut strange, &mut PutOptions::default(), "?");
    put.expect("put");
    let [failed] = &events(&joined.one, 1)[..] else {
        panic!("one");
    };
    assert_eq!(failed.reason, mq::MQRC_CHANNEL_CONV_ERROR);
    let order = [
        mq::MQCA_Q_MGR_NAME,
        mq::MQIACF_CONV_REASON_CODE,
        mq::MQCACH_CHANNEL_NAME,
        mq::MQCACH_FORMAT_NAME,
        mq::MQCACH_XMIT_Q_NAME,
        mq::MQCACH_CONNECTION_NAME,
    ];
    assert_eq!(failed.order(), order);
    assert_eq!(failed.get(mq::MQCACH_FORMAT_NAME), "NOBODYS");
    let why = failed.get(mq::MQIACF_CONV_REASON_CODE);
    assert_eq!(why, mq::MQRC_FORMAT_ERROR.to_string());
    app.disconnect().expect("disconnected");
    joined.end();
}

#[test]
fn a_connection_that_is_not_as_secure_as_its_channel_demands_is_told_of_at_both_ends() {
    let joined = Joined::new("events-tls");
    joined.switch("SSLEV(ENABLED)");
    joined
        .two
        .commands(&["ALTER CHANNEL(ONE.TO.TWO) CHLTYPE(RCVR) SSLCIPH(ANY_TLS12_OR_HIGHER)"]);
    joined.one.commands(&["START CHANNEL(ONE.TO.TWO)"]);
    let wanted = (mq::MQRC_CHANNEL_SSL_ERROR, mq::MQRQ_SSL_CIPHER_SPEC_ERROR);
    for (office, order) in [
        (
            &joined.one,
            &[
                mq::MQCA_Q_MGR_NAME,
                mq::MQIACF_REASON_QUALIFIER,
                mq::MQCACH_CHANNEL_NAME,
                mq::MQCACH_XMIT_Q_NAME,
                mq::MQCACH_CONNECTION_NAME,
            ][..],
        ),
        (
            &joined.two,
            &[
                mq::MQCA_Q_MGR_NAME,
                mq::MQIACF_REASON_QUALIFIER,
                mq::MQCACH_CHANNEL_NAME,
                mq::MQCACH_CONNECTION_NAME,
            ],
        ),
    ] {
        let [event] = &events(office, 1)[..] else {
            panic!("one");
        };
        assert_eq!(event.told(), wanted);
        assert_eq!(event.order(), order);
    }
    // This end has no key repository to begin TLS with.
    joined.one.commands(&[
        "STOP CHANNEL(ONE.TO.TWO)",
        "ALTER CHANNEL(ONE.TO.TWO) CHLTYPE(SDR) SSLCIPH(ANY_TLS12_OR_HIGHER)",
        "CLEAR QLOCAL(SYSTEM.ADMIN.CHANNEL.EVENT)",
        "START CHANNEL(ONE.TO.TWO)",
    ]);
    let [event] = &events(&joined.one, 1)[..] else {
        panic!("one");
    };
    let wanted = (mq::MQRC_CHANNEL_SSL_ERROR, mq::MQRQ_SSL_HANDSHAKE_ERROR);
    assert_eq!(event.told(), wanted);
    let stage = event.get(mq::MQCACH_SSL_HANDSHAKE_STAGE);
    assert!(stage.starts_with("the queue manager has no key"), "{stage}");
    joined.end();
}

#[test]
fn a_channel_that_is_made_for_its_caller_is_told_of() {
    let joined = Joined::new("events-made");
    joined.define("NEW", "QM3");
    joined.switch("CHAD(ENABLED) CHADEV(ENABLED)");
    joined.one.commands(&["START CHANNEL(NEW)"]);
    let [made] = &events(&joined.two, 1)[..] else {
        panic!("one");
    };
    let wanted = [
        (mq::MQCA_Q_MGR_NAME, "QM2".to_owned()),
        (mq::MQCACH_CHANNEL_NAME, "NEW".to_owned()),
        (mq::MQIACH_CHANNEL_TYPE, mq::MQCHT_RECEIVER.to_string()),
        (mq::MQCACH_CONNECTION_NAME, "127.0.0.1".to_owned()),
    ];
    assert_eq!(made.reason, mq::MQRC_CHANNEL_AUTO_DEF_OK);
    assert_eq!(made.parameters, wanted);
    joined.end();
}

/// A caller whose numbers begin again before any channel's may: none is made for it.
#[test]
fn a_channel_that_cannot_be_made_for_its_caller_is_told_of() {
    let joined = Joined::new("events-not-made");
    joined.switch("CHAD(ENABLED) CHADEV(ENABLED)");
    let place = SimulatedPlace::of("QM3", 64, 1 << 20);
    let host = SimulatedHost::new(
        place.start(),
        place.clock(),
        ObjectKind::Sender,
        "NEW",
        "QM2",
    );
    host.terms.lock().wrap = 5;
    let mut caller = host.agent(true);
    let asked: Vec<u8> = caller.outbound().chunks().flatten().copied().collect();
    let mut socket = TcpStream::connect(("127.0.0.1", joined.road.port)).expect("connected");
    socket.write_all(&asked).expect("written");
    let [event] = &events(&joined.two, 1)[..] else {
        panic!("one");
    };
    assert_eq!(event.reason, mq::MQRC_CHANNEL_AUTO_DEF_ERROR);
    assert_eq!(event.get(mq::MQCACH_CHANNEL_NAME), "NEW");
    assert_eq!(
        event.order(),
        [
            mq::MQCA_Q_MGR_NAME,
            mq::MQCACH_CHANNEL_NAME,
            mq::MQIACH_CHANNEL_TYPE,
            mq::MQIACF_ERROR_IDENTIFIER,
            mq::MQCACH_CONNECTION_NAME,
        ]
    );
    let shown = joined.two.refused("DISPLAY CHANNEL(NEW)");
    assert!(shown.starts_with("AMQ8147E"), "{shown}");
    drop(socket);
    joined.end();
}
