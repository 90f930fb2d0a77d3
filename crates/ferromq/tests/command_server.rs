//! The command server of a queue manager in this process, as applications see it.

use crate::place::Place;
use ferromq::{GetOptions, MsgDescriptor, ObjectDescriptor, PutOptions, QueueManager, Reason, mq};
use ferromq_mqi::call::GetReply;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::pcf::{Message, Parameter};
use ferromq_mqi::session::Session;

type Road = Session<ferromq::EmbeddedConnection>;

/// Longer than anything here takes.
const LONG_MS: i32 = 30_000;
const COMMANDS: &str = "SYSTEM.ADMIN.COMMAND.QUEUE";

fn request(reply_to: &str) -> MsgDescriptor {
    MsgDescriptor {
        msg_type: mq::MQMT_REQUEST,
        format: *b"MQADMIN ",
        reply_to_q: *ferromq_mqi::ObjectName::truncated(reply_to).bytes(),
        ..MsgDescriptor::default()
    }
}

fn put(session: &mut Road, descriptor: &MsgDescriptor, body: &[u8]) -> MsgDescriptor {
    let mut descriptor = descriptor.clone();
    session
        .put1(
            &ObjectDescriptor::queue(COMMANDS),
            &mut descriptor,
            &mut PutOptions::default(),
            body.to_vec(),
        )
        .expect("put");
    descriptor
}

fn get(session: &mut Road, queue: &str, correl_id: [u8; 24]) -> Result<GetReply, Reason> {
    let handle = session.open(queue, mq::MQOO_INPUT_SHARED).expect("opened");
    let options = GetOptions {
        options: mq::MQGMO_WAIT,
        wait_interval_ms: LONG_MS,
        match_options: mq::MQMO_MATCH_CORREL_ID,
        ..GetOptions::default()
    };
    let wanted = MsgDescriptor {
        correl_id,
        ..MsgDescriptor::default()
    };
    let got = session.get(handle, &wanted, &options, 1 << 20);
    session.close(handle, 0).expect("closed");
    Ok(got?)
}

/// Sends a command and gathers its answers.
fn ask(session: &mut Road, command: &Message) -> Vec<(MsgDescriptor, Message)> {
    let body = command.encode(ByteOrder::NATIVE);
    let sent = put(session, &request("ANSWERS"), &body);
    let mut answers = Vec::new();
    loop {
        let got = get(session, "ANSWERS", sent.msg_id).expect("an answer");
        let answer = Message::decode(&got.body, ByteOrder::NATIVE).expect("an answer");
        let last = answer.header.control == mq::MQCFC_LAST;
        answers.push((got.descriptor, answer));
        if last {
            return answers;
        }
    }
}

fn opened(place: &Place) -> (QueueManager, Road) {
    let manager = QueueManager::open_or_create(&place.0, "QM1").expect("opened");
    let mut session = manager.connect().expect("connected");
    session
        .command("DEFINE QLOCAL(ANSWERS)")
        .expect("a command");
    session.command("DEFINE QLOCAL(DEAD)").expect("a command");
    session
        .command("ALTER QMGR DEADQ(DEAD)")
        .expect("a command");
    (manager, session)
}

fn state(session: &mut Road) -> String {
    let shown = session.command("DISPLAY QMSTATUS CMDSERV");
    let (text, _) = shown.expect("a command");
    let start = text.find("CMDSERV(").expect("the field") + "CMDSERV(".len();
    text[start..]
        .split(')')
        .next()
        .unwrap_or_default()
        .to_owned()
}

#[test]
fn commands_are_answered_once_the_command_server_runs_and_wait_until_then() {
    let place = Place::new("command-server");
    let (manager, mut session) = opened(&place);
    assert_eq!(state(&mut session), "STOPPED");
    let ping = Message::command(mq::MQCMD_PING_Q_MGR, vec![]);
    let early = put(
        &mut session,
        &request("ANSWERS"),
        &ping.encode(ByteOrder::NATIVE),
    );
    assert_eq!(manager.start_command_server(), Ok(true));
    assert_eq!(manager.start_command_server(), Ok(false));
    let answer = get(&mut session, "ANSWERS", early.msg_id).expect("an answer");
    let descriptor = &answer.descriptor;
    assert_eq!(descriptor.msg_type, mq::MQMT_REPLY);
    assert_eq!(descriptor.format, *b"MQADMIN ");
    assert_eq!(descriptor.user_identifier, early.user_identifier);
    assert_eq!(descriptor.expiry, mq::MQEI_UNLIMITED);
    assert_ne!(descriptor.msg_id, early.msg_id);
    assert_eq!(state(&mut session), "RUNNING");

    let create = Message::command(
        mq::MQCMD_CREATE_Q,
        vec![
            Parameter::text(mq::MQCA_Q_NAME, "MADE"),
            Parameter::int(mq::MQIA_Q_TYPE, mq::MQQT_LOCAL),
        ],
    );
    let answers = ask(&mut session, &create);
    assert_eq!(answers[0].1.header.comp_code, mq::MQCC_OK);
    let again = ask(&mut session, &create);
    assert_eq!(again[0].1.header.reason, mq::MQRCCF_OBJECT_ALREADY_EXISTS);
    let inquire = Message::command(
        mq::MQCMD_INQUIRE_Q,
        vec![Parameter::text(mq::MQCA_Q_NAME, "SYSTEM.ADMIN.*")],
    );
    let answers = ask(&mut session, &inquire);
    assert!(answers.len() > 5);

    let control = manager.administered().command_server().expect("control");
    assert!(control.stop());
    assert!(!control.stop());
    assert_eq!(state(&mut session), "STOPPED");
    assert_eq!(manager.start_command_server(), Ok(true));
    drop(session);
    manager.end().expect("ended");
}

#[test]
fn report_options_say_which_identifiers_answers_have() {
    let place = Place::new("command-server-report");
    let (manager, mut session) = opened(&place);
    manager.start_command_server().expect("started");
    let descriptor = MsgDescriptor {
        report: mq::MQRO_PASS_CORREL_ID | mq::MQRO_PASS_MSG_ID | mq::MQRO_PASS_DISCARD_AND_EXPIRY,
        expiry: 5000,
        correl_id: [7; 24],
        ..request("ANSWERS")
    };
    let ping = Message::command(mq::MQCMD_PING_Q_MGR, vec![]);
    let sent = put(&mut session, &descriptor, &ping.encode(ByteOrder::NATIVE));
    let answer = get(&mut session, "ANSWERS", [7; 24]).expect("an answer");
    assert_eq!(answer.descriptor.msg_id, sent.msg_id);
    assert!((1..=5000).contains(&answer.descriptor.expiry));
}

#[test]
fn whatever_is_put_there_does_not_stop_it() {
    let place = Place::new("command-server-garbage");
    let (manager, mut session) = opened(&place);
    manager.start_command_server().expect("started");
    let reason = |answer: GetReply| {
        let answer = Message::decode(&answer.body, ByteOrder::NATIVE).expect("an answer");
        answer.header.reason
    };
    for (body, expected) in [
        (&b""[..], mq::MQRCCF_CFH_LENGTH_ERROR),
        (&[0xff; 300][..], mq::MQRCCF_CFH_LENGTH_ERROR),
    ] {
        let sent = put(&mut session, &request("ANSWERS"), body);
        let answer = get(&mut session, "ANSWERS", sent.msg_id).expect("an answer");
        assert_eq!(reason(answer), expected);
        get(&mut session, "ANSWERS", sent.msg_id).expect("the summary");
    }
    let text = MsgDescriptor {
        format: *b"MQSTR   ",
        ..request("ANSWERS")
    };
    let sent = put(&mut session, &text, b"hello");
    let answer = get(&mut session, "ANSWERS", sent.msg_id).expect("an answer");
    assert_eq!(reason(answer), mq::MQRCCF_MD_FORMAT_ERROR);
    get(&mut session, "ANSWERS", sent.msg_id).expect("the summary");
    // A report of another program, and an answer nobody can take.
    let report = MsgDescriptor {
        msg_type: mq::MQMT_REPORT,
        correl_id: [1; 24],
        ..MsgDescriptor::default()
    };
    put(&mut session, &report, b"a report");
    let dead = get(&mut session, "DEAD", [1; 24]).expect("put aside");
    assert_eq!(dead.descriptor.format, *b"MQDEAD  ");
    let ping = Message::command(mq::MQCMD_PING_Q_MGR, vec![]).encode(ByteOrder::NATIVE);
    let sent = put(&mut session, &request("NO.SUCH.QUEUE"), &ping);
    let dead = get(&mut session, "DEAD", sent.msg_id).expect("put aside");
    assert_eq!(&dead.body[..4], b"DLH ");
    assert_eq!(&dead.body[12..25], b"NO.SUCH.QUEUE");
    // One that is persistent, and one nobody wants an answer to.
    let persistent = MsgDescriptor {
        persistence: mq::MQPER_PERSISTENT,
        ..request("ANSWERS")
    };
    let sent = put(&mut session, &persistent, &ping);
    let answer = get(&mut session, "ANSWERS", sent.msg_id).expect("an answer");
    assert_eq!(answer.descriptor.persistence, mq::MQPER_PERSISTENT);
    let silent = MsgDescriptor {
        msg_type: mq::MQMT_DATAGRAM,
        ..request("ANSWERS")
    };
    let make = Message::command(
        mq::MQCMD_CREATE_Q,
        vec![
            Parameter::text(mq::MQCA_Q_NAME, "SILENT"),
            Parameter::int(mq::MQIA_Q_TYPE, mq::MQQT_LOCAL),
        ],
    );
    put(&mut session, &silent, &make.encode(ByteOrder::NATIVE));
    // Commands are carried out in turn.
    ask(
        &mut session,
        &Message::command(mq::MQCMD_PING_Q_MGR, vec![]),
    );
    session
        .open("SILENT", mq::MQOO_OUTPUT)
        .expect("it was made");
}

fn depth(session: &mut Road, queue: &str) -> i32 {
    let handle = session.open(queue, mq::MQOO_INQUIRE).expect("opened");
    let asked = session.inquire(handle, &[mq::MQIA_CURRENT_Q_DEPTH], 1, 0);
    let (values, _, _) = asked.expect("inquired");
    session.close(handle, 0).expect("closed");
    values[0]
}

/// Answers to this are more than the reply queue of [`with_little_room`] takes.
fn many() -> Message {
    let all = vec![Parameter::text(mq::MQCA_Q_NAME, "SYSTEM.*")];
    Message::command(mq::MQCMD_INQUIRE_Q, all)
}

/// A queue for answers with room for three, which is full of those to [`many`], and the descriptor that command was put with.
fn with_little_room(session: &mut Road) -> MsgDescriptor {
    session
        .command("DEFINE QLOCAL(FEW) MAXDEPTH(3)")
        .expect("a command");
    let sent = put(session, &request("FEW"), &many().encode(ByteOrder::NATIVE));
    while depth(session, "FEW") < 3 {
        std::thread::yield_now();
    }
    sent
}

/// Goal: a reply queue need not have room for all answers there are, as long as somebody gets them.
#[test]
fn answers_a_reply_queue_has_no_room_for_come_as_others_are_got() {
    let place = Place::new("command-server-full");
    let (manager, mut session) = opened(&place);
    manager.start_command_server().expect("started");
    let all = ask(&mut session, &many()).len();
    assert!(all > 10, "{all}");
    let sent = with_little_room(&mut session);
    for number in 1..=all {
        let got = get(&mut session, "FEW", sent.msg_id).expect("an answer");
        let answer = Message::decode(&got.body, ByteOrder::NATIVE).expect("an answer");
        let is_last = answer.header.control == mq::MQCFC_LAST;
        assert_eq!(is_last, number == all, "{number}");
    }
    assert_eq!(depth(&mut session, "DEAD"), 0);
}

/// Goal: who asks for much raises no alarm. Method: performance events are on, and all answers are got through a queue with room for three.
#[test]
fn answers_that_wait_for_room_are_no_performance_events() {
    let place = Place::new("command-server-quiet");
    let (manager, mut session) = opened(&place);
    manager.start_command_server().expect("started");
    session
        .command("ALTER QMGR PERFMEV(ENABLED)")
        .expect("a command");
    let all = ask(&mut session, &many()).len();
    let sent = with_little_room(&mut session);
    // The next one is tried for many times meanwhile.
    std::thread::sleep(std::time::Duration::from_millis(200));
    for _ in 0..all {
        get(&mut session, "FEW", sent.msg_id).expect("an answer");
    }
    // What nobody takes is refused at last, and that is told of once.
    assert_eq!(depth(&mut session, "SYSTEM.ADMIN.PERFM.EVENT"), 0);
    let unread = put(
        &mut session,
        &request("FEW"),
        &many().encode(ByteOrder::NATIVE),
    );
    ask(
        &mut session,
        &Message::command(mq::MQCMD_PING_Q_MGR, vec![]),
    );
    let told = get(&mut session, "SYSTEM.ADMIN.PERFM.EVENT", [0; 24]).expect("an event");
    let told = Message::decode(&told.body, ByteOrder::NATIVE).expect("an event");
    assert_eq!(told.header.reason, mq::MQRC_Q_FULL);
    assert_eq!(depth(&mut session, "SYSTEM.ADMIN.PERFM.EVENT"), 0);
    get(&mut session, "FEW", unread.msg_id).expect("an answer");
}

/// Goal: who does not get the answers holds up the commands of others for a while, and not for ever.
#[test]
fn answers_nobody_gets_are_put_aside_and_others_are_answered() {
    let place = Place::new("command-server-unread");
    let (manager, mut session) = opened(&place);
    manager.start_command_server().expect("started");
    let all = ask(&mut session, &many()).len();
    with_little_room(&mut session);
    let ping = Message::command(mq::MQCMD_PING_Q_MGR, vec![]);
    let answers = ask(&mut session, &ping);
    assert_eq!(answers[0].1.header.comp_code, mq::MQCC_OK);
    assert_eq!(depth(&mut session, "FEW"), 3);
    assert_eq!(depth(&mut session, "DEAD") as usize, all - 3);
}

/// Administrators of other users' commands: what a user may not do by MQSC, the user may not do here.
#[test]
fn commands_are_those_of_the_user_in_the_message() {
    let place = Place::new("command-server-user");
    let (manager, mut session) = opened(&place);
    manager.start_command_server().expect("started");
    let handle = session
        .open(COMMANDS, mq::MQOO_OUTPUT | mq::MQOO_SET_IDENTITY_CONTEXT)
        .expect("opened");
    let mut descriptor = MsgDescriptor {
        user_identifier: *b"nosuchuser  ",
        ..request("ANSWERS")
    };
    let make = Message::command(
        mq::MQCMD_CREATE_Q,
        vec![
            Parameter::text(mq::MQCA_Q_NAME, "FORBIDDEN"),
            Parameter::int(mq::MQIA_Q_TYPE, mq::MQQT_LOCAL),
        ],
    );
    let mut options = PutOptions {
        options: mq::MQPMO_SET_IDENTITY_CONTEXT,
        ..PutOptions::default()
    };
    session
        .command("SET AUTHREC PROFILE(ANSWERS) OBJTYPE(QUEUE) PRINCIPAL('nosuchuser') AUTHADD(PUT,PASSID)")
        .expect("a command");
    session
        .put(
            handle,
            &mut descriptor,
            &mut options,
            make.encode(ByteOrder::NATIVE),
        )
        .expect("put");
    let answer = get(&mut session, "ANSWERS", descriptor.msg_id).expect("an answer");
    let answer = Message::decode(&answer.body, ByteOrder::NATIVE).expect("an answer");
    assert_eq!(answer.header.reason, mq::MQRC_NOT_AUTHORIZED);
    let opened = session.open("FORBIDDEN", mq::MQOO_OUTPUT);
    assert!(opened.is_err(), "it was not made");
}

/// A command and its answers in bags, over the verbs.
#[test]
fn a_bag_is_executed_and_its_answers_are_bags_in_the_response() {
    use ferromq_bag::{Bags, Execution, Item, ItemKind};
    let place = Place::new("command-server-bags");
    let (manager, mut session) = opened(&place);
    let mut bags = Bags::new();
    let request = bags.create(mq::MQCBO_ADMIN_BAG).expect("a bag");
    let response = bags.create(mq::MQCBO_ADMIN_BAG).expect("a bag");
    let all = Item::text("SYSTEM.DEFAULT.*");
    bags.add(request, mq::MQCA_Q_NAME, all).expect("added");
    bags.add_inquiry(request, mq::MQIA_MAX_Q_DEPTH)
        .expect("added");
    let mut run = |bags: &mut Bags, command| {
        bags.execute(&mut session, command, None, request, response, None, None)
    };
    assert_eq!(
        run(&mut bags, mq::MQCMD_INQUIRE_Q),
        Err(Reason::CMD_SERVER_NOT_AVAILABLE)
    );
    manager.start_command_server().expect("started");
    let done = loop {
        match run(&mut bags, mq::MQCMD_INQUIRE_Q) {
            // It has not opened its queue yet.
            Err(Reason::CMD_SERVER_NOT_AVAILABLE) => std::thread::yield_now(),
            done => break done.expect("executed"),
        }
    };
    assert_eq!((done.comp_code, done.reason), (mq::MQCC_OK, Reason::NONE));
    let count = bags.count(response, mq::MQHA_BAG_HANDLE).expect("counted");
    assert_eq!(count, 5);
    let mut depths = 0;
    for index in 0..count {
        let Ok(Item::Bag(answer)) =
            bags.inquire(response, mq::MQHA_BAG_HANDLE, index, ItemKind::Bag)
        else {
            panic!("a bag");
        };
        let name = bags.inquire(answer, mq::MQCA_Q_NAME, mq::MQIND_NONE, ItemKind::Text);
        assert!(name.is_ok());
        let depth = bags.inquire(answer, mq::MQIA_MAX_Q_DEPTH, mq::MQIND_NONE, ItemKind::Int);
        depths += i32::from(depth.is_ok());
    }
    assert_eq!(depths, 3, "two local queues and a model queue have a depth");
    bags.set(request, mq::MQCA_Q_NAME, 0, Item::text("NO.SUCH.QUEUE"))
        .expect("set");
    let failed = run(&mut bags, mq::MQCMD_INQUIRE_Q).expect("executed");
    assert_eq!(
        failed,
        Execution {
            comp_code: mq::MQCC_FAILED,
            reason: Reason(mq::MQRCCF_COMMAND_FAILED)
        }
    );
    let Ok(Item::Bag(first)) = bags.inquire(response, mq::MQHA_BAG_HANDLE, 0, ItemKind::Bag) else {
        panic!("a bag");
    };
    assert_eq!(
        bags.inquire(first, mq::MQIASY_REASON, mq::MQIND_NONE, ItemKind::Int),
        Ok(Item::Int(mq::MQRC_UNKNOWN_OBJECT_NAME))
    );
}
