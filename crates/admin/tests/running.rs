//! Commands on a real queue manager, on a simulated disk.

use crate::fake::network::FakeNetwork;
use crate::started::{created, started, started_with_clock};
use ferromq_admin::{Administered, ObjectOperations, Script, run_command};
use ferromq_log::Urgency;
use ferromq_mqi::Reason;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::call::{CommandOutcome, Reply, Request};
use ferromq_mqi::generated::constants::{
    MQOO_INPUT_SHARED, MQOO_OUTPUT, MQPER_PERSISTENT, MQPMO_SYNCPOINT,
};
use ferromq_mqi::generated::notices::{AMQ5027, AMQ7055, AMQ9218, FMQ0221};
use ferromq_mqi::generated::structs::MsgDescriptor;
use ferromq_mqi::local::{LocalAnswer, LocalOrder, Resolution};
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::{
    ConnectOptions, GetOptions, ObjectDescriptor, Origin, PutOptions, Road,
};
use ferromq_mqi::xa::{XaCode, Xid};
use ferromq_qmgr::record::{RecordKind, numbers};
use ferromq_qmgr::{Connection, Outcome, QueueManager, WaitingFor};
use std::sync::Arc;
use std::task::{Poll, Waker};

fn run(operations: &Administered, text: &str) -> String {
    let (output, outcome) = run_command(operations, text);
    assert_eq!(outcome, CommandOutcome::Done, "{text}\n{output}");
    output
}

pub(crate) fn connect(manager: &QueueManager) -> Connection {
    let origin = Origin {
        user_id: FixedText::truncated("alice"),
        appl_name: FixedText::truncated("test"),
        appl_type: 6,
        process_id: 99,
        thread_id: 1,
        uid: 1000,
        road: Road::Embedded,
        client: None,
    };
    manager
        .connect(&ConnectOptions::default(), origin)
        .expect("it connects")
}

fn call(connection: &mut Connection, request: Request) -> Reply {
    match connection.start(request, Waker::noop()) {
        Poll::Ready(reply) => reply,
        Poll::Pending => panic!("nothing here waits"),
    }
}

pub(crate) fn open(
    connection: &mut Connection,
    queue: &str,
    options: i32,
) -> ferromq_mqi::options::ObjectHandle {
    match call(
        connection,
        Request::Open {
            descriptor: ObjectDescriptor::queue(queue),
            options,
        },
    ) {
        Reply::Opened { handle, .. } => handle,
        other => panic!("{other:?}"),
    }
}

#[test]
fn objects_made_by_commands_are_there_after_a_crash() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    run(
        &operations,
        "DEFINE QLOCAL(APP.IN) MAXDEPTH(77) DESCR('in')",
    );
    run(&operations, "ALTER QLOCAL(APP.IN) PUT(DISABLED)");
    run(&operations, "DEFINE PROCESS(P) APPLICID('x')");
    run(&operations, "DEFINE NAMELIST(N) NAMES(A,B)");
    run(&operations, "ALTER QMGR DEADQ(SYSTEM.DEAD.LETTER.QUEUE)");
    run(&operations, "DEFINE QLOCAL(GONE)");
    run(&operations, "DELETE QLOCAL(GONE)");
    let (_manager, operations) = started(&disk.crash(2));
    let output = run(&operations, "DIS QL(APP.*) MAXDEPTH PUT DESCR");
    assert!(
        output.contains("MAXDEPTH(77)") && output.contains("PUT(DISABLED)"),
        "{output}"
    );
    assert!(run(&operations, "DIS QMGR DEADQ").contains("DEADQ(SYSTEM.DEAD.LETTER.QUEUE)"));
    assert!(run(&operations, "DIS NL(N)").contains("NAMES(A\n        ,B)"));
    run(&operations, "DIS PRO(P)");
    let (output, outcome) = run_command(&operations, "DIS QL(GONE)");
    assert_eq!(
        (output.as_str(), outcome),
        (
            "AMQ8147E: FerroMQ object GONE not found.\n",
            CommandOutcome::Failed
        )
    );
}

#[test]
fn what_is_open_and_what_is_on_queues_is_displayed() {
    let disk = created();
    let (manager, operations) = started(&disk);
    run(&operations, "DEFINE QLOCAL(Q1) MONQ(LOW)");
    let mut connection = connect(&manager);
    let handle = open(&mut connection, "Q1", MQOO_INPUT_SHARED | MQOO_OUTPUT);
    let put = Request::Put {
        handle,
        descriptor: MsgDescriptor::default(),
        options: PutOptions::default(),
        body: b"hello".as_slice().into(),
    };
    assert!(matches!(call(&mut connection, put), Reply::Put(_)));
    let output = run(&operations, "DIS QS(Q1)");
    assert!(
        output.contains("CURDEPTH(1)") && output.contains("IPPROCS(1)"),
        "{output}"
    );
    assert!(
        output.contains("LPUTDATE(2024-02-29)") && output.contains("MSGAGE(0)"),
        "{output}"
    );
    let output = run(&operations, "DIS QL(Q1) CURDEPTH IPPROCS OPPROCS");
    assert!(
        output.contains("CURDEPTH(1)") && output.contains("OPPROCS(1)"),
        "{output}"
    );
    let output = run(&operations, "DIS QS(Q1) TYPE(HANDLE) ALL");
    assert!(
        output.contains("INPUT(SHARED)") && output.contains("USERID(alice)"),
        "{output}"
    );
    let output = run(&operations, "DIS CONN(*) TYPE(*) WHERE(OBJNAME EQ Q1) ALL");
    assert!(
        output.contains("OPENOPTS(MQOO_INPUT_SHARED,MQOO_OUTPUT)"),
        "{output}"
    );
    assert!(
        output.contains("APPLTAG(test)") && output.contains("PID(99)"),
        "{output}"
    );
    let (output, _) = run_command(&operations, "DELETE QL(Q1) PURGE");
    assert!(output.starts_with("AMQ8148E"), "{output}");
    let (output, _) = run_command(&operations, "CLEAR QL(Q1)");
    assert!(output.starts_with("AMQ8148E"), "{output}");
    let id = operations.connections()[0].id;
    let digits: String = id[16..].iter().map(|byte| format!("{byte:02X}")).collect();
    run(&operations, &format!("STOP CONN({digits})"));
    let reply = call(&mut connection, Request::Commit);
    assert!(matches!(reply, Reply::Failed(_)), "{reply:?}");
}

/// Puts a persistent message in a unit of work.
fn put_in_work(connection: &mut Connection) {
    let handle = open(connection, "SYSTEM.DEFAULT.LOCAL.QUEUE", MQOO_OUTPUT);
    let put = Request::Put {
        handle,
        descriptor: MsgDescriptor {
            persistence: MQPER_PERSISTENT,
            ..MsgDescriptor::default()
        },
        options: PutOptions {
            options: MQPMO_SYNCPOINT,
            ..PutOptions::default()
        },
        body: b"in work".as_slice().into(),
    };
    assert!(matches!(call(connection, put), Reply::Put(_)));
}

#[test]
fn a_unit_of_work_in_doubt_is_displayed_after_a_restart() {
    let disk = created();
    let (manager, _operations) = started(&disk);
    let mut connection = connect(&manager);
    put_in_work(&mut connection);
    let uow = manager.connections()[0].uow;
    let branch = Xid::new(0x5741, b"global", b"one").expect("fits");
    let prepared = manager
        .log()
        .append(
            RecordKind::Prepare as u8,
            &[&numbers(&[uow]), &branch.encode()],
            Urgency::Completing,
        )
        .expect("appended");
    manager.log().wait_durable(prepared.end).expect("durable");
    let (_manager, operations) = started(&disk.crash(3));
    let output = run(&operations, "DIS CONN(*) WHERE(UOWSTATE EQ UNRESOLVED) ALL");
    for shown in [
        "CONN(0000000000000000)",
        "UOWSTATE(UNRESOLVED)",
        "URTYPE(XA)",
        "EXTURID(XA_FORMATID[00005741] XA_GTRID[676C6F62616C] XA_BQUAL[6F6E65])",
        "UOWLOG(S00000",
        "APPLTAG( )",
    ] {
        assert!(output.contains(shown), "{shown} in\n{output}");
    }
    let (output, _) = run_command(&operations, "DIS CONN(*) WHERE(UOWSTATE EQ ACTIVE)");
    assert!(output.starts_with("AMQ8461E"), "{output}");
    let (output, _) = run_command(&operations, "STOP CONN(0000000000000000)");
    assert!(output.starts_with("AMQ8461E"), "{output}");
}

/// Puts a message and promises it as a channel does that has asked its receiver about a batch.
fn promise_a_batch(manager: &QueueManager, name: &Xid) -> Connection {
    let mut connection = connect(manager);
    put_in_work(&mut connection);
    let mut answer = connection.promise(name, Waker::noop());
    let reply = loop {
        match answer {
            Poll::Ready(reply) => break reply,
            Poll::Pending => {
                if let Some(WaitingFor::Log(end)) = connection.waiting_for() {
                    connection.wait_for_log(end);
                }
                answer = connection.poll(Waker::noop());
            }
        }
    };
    assert!(
        matches!(&reply, Reply::Xa(reply) if reply.code == XaCode::OK),
        "{reply:?}"
    );
    connection
}

/// A batch a channel is in doubt about is the channel's to decide, and its receiver's. Decided as a transaction it would be sent
/// again although it arrived, or be gone although it did not.
#[test]
fn a_batch_of_a_channel_in_doubt_is_no_transaction_of_operators() {
    let disk = created();
    let (manager, operations) = started(&disk);
    let batch = Xid::new(Xid::CHANNEL_FORMAT, b"TO.QM2", &[7; 28]).expect("fits");
    let mut connection = promise_a_batch(&manager, &batch);
    let number = manager.branches()[0].uow;
    let order = |order| ferromq_admin::run_order(&operations, &order);
    let listed = || order(LocalOrder::Transactions).0;
    assert_eq!(listed(), []);
    for resolution in [Resolution::Commit, Resolution::BackOut, Resolution::Forget] {
        let (said, outcome) = order(LocalOrder::Resolve { resolution, number });
        assert_eq!(outcome, CommandOutcome::Failed, "{said:?}");
        let of_channel = [&format!("0,{number}") as &dyn std::fmt::Display, &"TO.QM2"];
        let expected = [
            LocalAnswer::notice(&AMQ7055, &[]),
            LocalAnswer::notice(&FMQ0221, &of_channel),
        ];
        assert_eq!(said, expected);
    }
    let decided = manager.decide_branch(&batch, Outcome::BackedOut);
    assert_eq!(decided, Err(Reason::UOW_NOT_AVAILABLE));
    let shown = run(&operations, "DIS CONN(*) WHERE(UOWSTATE EQ UNRESOLVED) ALL");
    for part in [
        "URTYPE(QMGR)",
        "CHANNEL(TO.QM2)",
        "EXTURID(XA_FORMATID[] XA_GTRID[] XA_BQUAL[])",
        "APPLTYPE(SYSTEM)",
    ] {
        assert!(shown.contains(part), "{part} in\n{shown}");
    }
    // It is the channel's still.
    let end = connection.decide_promise(&batch, true).expect("decided");
    connection.wait_for_log(end);
    assert_eq!(manager.branches(), []);
}

#[test]
fn monitored_times_are_displayed_of_what_happened_since_the_start() {
    let disk = created();
    let (manager, operations, clock) = started_with_clock(&disk);
    run(&operations, "DEFINE QLOCAL(Q1) MONQ(LOW)");
    run(&operations, "DEFINE QLOCAL(Q2)");
    let output = run(&operations, "DIS QS(Q1)");
    for shown in ["LPUTTIME( )", "LGETDATE( )", "MSGAGE(0)", "QTIME( , )"] {
        assert!(output.contains(shown), "{shown} in\n{output}");
    }
    let mut connection = connect(&manager);
    for queue in ["Q1", "Q2"] {
        let handle = open(&mut connection, queue, MQOO_INPUT_SHARED | MQOO_OUTPUT);
        let put = Request::Put {
            handle,
            descriptor: MsgDescriptor::default(),
            options: PutOptions::default(),
            body: b"hello".as_slice().into(),
        };
        assert!(matches!(call(&mut connection, put), Reply::Put(_)));
        clock.advance_ns(3_000_000);
        let get = Request::Get {
            handle,
            descriptor: MsgDescriptor::default(),
            options: GetOptions::default(),
            buffer_len: 100,
        };
        assert!(matches!(call(&mut connection, get), Reply::Got(_)));
    }
    let output = run(&operations, "DIS QS(Q1)");
    for shown in ["LGETDATE(2024-02-29)", "MSGAGE(0)", "QTIME(3000, 3000)"] {
        assert!(output.contains(shown), "{shown} in\n{output}");
    }
    let output = run(&operations, "DIS QS(Q2)");
    for shown in ["LGETDATE( )", "MSGAGE( )", "QTIME( , )", "MONQ(OFF)"] {
        assert!(output.contains(shown), "{shown} in\n{output}");
    }
}

#[test]
fn refusals_of_the_queue_manager_have_their_documented_numbers() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    run(&operations, "DEFINE QLOCAL(Q1)");
    for (command, number) in [
        ("DEFINE QLOCAL(Q1)", "AMQ8150E"),
        ("DEFINE QALIAS(Q1) REPLACE", "AMQ8151E"),
        ("ALTER QALIAS(Q1) TARGET(X)", "AMQ8151E"),
        ("DELETE QLOCAL(Q2)", "AMQ8147E"),
        ("CLEAR QLOCAL(Q2)", "AMQ8147E"),
        ("ALTER QLOCAL(Q1) QDEPTHHI(10) QDEPTHLO(20)", "AMQ8404E"),
        ("STOP CONN(0123456789ABCDEF)", "AMQ8461E"),
        ("DIS CONN(*)", "AMQ8461E"),
        ("DIS QS(Q1) TYPE(HANDLE)", "AMQ8565E"),
    ] {
        let (output, outcome) = run_command(&operations, command);
        assert!(output.starts_with(number), "{command}: {output}");
        assert_eq!(outcome, CommandOutcome::Failed, "{command}");
    }
}

#[test]
fn the_state_of_the_log_is_displayed_and_can_be_advanced() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    let before = operations.q_mgr_status().current_log;
    run(&operations, "RESET QMGR TYPE(ADVANCELOG)");
    assert_ne!(operations.q_mgr_status().current_log, before);
    let output = run(&operations, "DIS QMSTATUS ALL");
    for shown in [
        "STATUS(RUNNING)",
        "CHKPTCNT(0)",
        "ARCHLOG( )",
        "LOGTYPE(LINEAR)",
        "LOGPRIM(3)",
        "CMDSERV(STOPPED)",
        "STARTDA(2024-02-29)",
        "CURRLOG(S000000",
    ] {
        assert!(output.contains(shown), "{shown} in\n{output}");
    }
    run(&operations, "RESET QMGR TYPE(REDUCELOG) REDUCE(MAX)");
    let output = run(&operations, "DIS QMSTATUS CHKPTCNT REUSESZ");
    assert!(output.contains("CHKPTCNT(1)"), "{output}");
}

#[test]
fn every_default_object_can_be_dumped_and_defined_again() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    let kinds: Vec<ObjectKind> = ObjectKind::ALL
        .into_iter()
        .filter(|kind| *kind != ObjectKind::QMgr)
        .collect();
    let definitions = operations.definitions(&kinds, &ferromq_admin::NamePattern::any());
    assert!(definitions.len() > 30, "{}", definitions.len());
    let mut script = Script::new(|text: &str| run_command(&operations, text));
    let mut output = String::new();
    for definition in &definitions {
        let text =
            ferromq_admin::definition_text(definition, ferromq_admin::DumpOptions::default());
        for line in text.lines() {
            output.push_str(&script.feed(line));
        }
    }
    output.push_str(&script.finish());
    assert_eq!(script.exit_code(), 0, "{output}");
    for definition in definitions {
        let again = operations
            .definition(definition.kind(), &definition.name())
            .expect("it is there");
        let differing = definition
            .kind()
            .attributes()
            .iter()
            .filter(|info| !matches!(info.attr, Attr::Altdate | Attr::Alttime))
            .find(|info| definition.get(info.attr) != again.get(info.attr));
        assert_eq!(differing, None, "{definition:?}");
    }
}

/// Who gave the command is who gets the publications, and in their descriptors.
#[test]
fn a_subscription_is_that_of_the_user_who_defined_it() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    run(&operations, "DEFINE QLOCAL(D)");
    let joes = operations.on_behalf_of_user("root", None);
    run(&joes, "DEFINE SUB(ONE) TOPICSTR('a') DEST(D)");
    let user = |name: &str| run(&operations, &format!("DISPLAY SUB({name}) SUBUSER"));
    assert!(user("ONE").contains("SUBUSER(root)"), "{}", user("ONE"));
    run(
        &joes,
        "DEFINE SUB(TWO) TOPICSTR('a') DEST(D) SUBUSER('jim')",
    );
    assert!(user("TWO").contains("SUBUSER(jim)"), "{}", user("TWO"));
    run(&joes, "DEFINE SUB(THREE) LIKE(TWO) TOPICSTR('b')");
    assert!(user("THREE").contains("SUBUSER(root)"), "{}", user("THREE"));
    // Altered by somebody else, it stays whose it is.
    let anns = operations.on_behalf_of_user("ann", None);
    run(&anns, "ALTER SUB(TWO) USERDATA('x')");
    assert!(user("TWO").contains("SUBUSER(jim)"), "{}", user("TWO"));
}

#[test]
fn channels_and_listeners_are_there_after_a_restart() {
    let disk = created();
    let (manager, operations) = started(&disk);
    run(
        &operations,
        "DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) SHARECNV(1) COMPMSG(RLE,ZLIBFAST)",
    );
    run(
        &operations,
        "DEFINE CHANNEL(APP) CHLTYPE(CLNTCONN) CONNAME('h(1)') SENDEXIT('a(b)')",
    );
    run(&operations, "DEFINE LISTENER(L) TRPTYPE(TCP) PORT(1500)");
    run(&operations, "DEFINE LISTENER(GONE) TRPTYPE(TCP)");
    run(&operations, "DELETE LISTENER(GONE)");
    run(&operations, "DELETE CHANNEL(SYSTEM.AUTO.SVRCONN)");
    let shown = "DIS CHANNEL(*) ALL";
    let (channels, listeners) = (
        run(&operations, shown),
        run(&operations, "DIS LISTENER(*) ALL"),
    );
    drop((manager, operations));
    // Once from the log, once from the catalog of a checkpoint.
    for _ in 0..2 {
        let (manager, operations) = started(&disk);
        assert_eq!(run(&operations, shown), channels);
        assert_eq!(run(&operations, "DIS LISTENER(*) ALL"), listeners);
        manager.checkpoint().expect("a checkpoint");
    }
}

#[test]
fn the_client_table_is_kept_as_channels_change() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    let kept = Arc::new(std::sync::Mutex::new(Vec::new()));
    let keeper = Arc::clone(&kept);
    operations.keep_client_table(Arc::new(move |table| {
        keeper
            .lock()
            .expect("no test panics")
            .push(table.to_owned());
        Ok(())
    }));
    run(
        &operations,
        "DEFINE CHANNEL(APP) CHLTYPE(CLNTCONN) CONNAME('h(1)')",
    );
    run(&operations, "DEFINE CHANNEL(OTHER) CHLTYPE(SVRCONN)");
    run(
        &operations,
        "ALTER CHANNEL(APP) CHLTYPE(CLNTCONN) CONNAME('h(2)')",
    );
    run(&operations, "DELETE CHANNEL(APP) CHLTABLE(CLNTTBL)");
    let kept = kept.lock().expect("no test panics");
    assert_eq!(kept.len(), 4, "{kept:?}");
    assert_eq!(kept[0], ferromq_admin::client_table(&[]));
    assert!(kept[1].contains("\"port\": 1\n"), "{}", kept[1]);
    assert!(kept[2].contains("\"port\": 2\n"), "{}", kept[2]);
    assert_eq!(kept[3], kept[0]);
}

#[test]
fn the_listener_of_a_program_lasts_while_the_program_is_heard() {
    let disk = created();
    let (_manager, operations, clock) = started_with_clock(&disk);
    let order = |order| ferromq_admin::run_order(&operations, &order);
    let listen = |number: u32, port, backlog, address: &str| {
        order(LocalOrder::Listen {
            listener: format!("RUNMQLSR.{number}"),
            port,
            backlog,
            address: address.to_owned(),
        })
    };
    let still = |listener: &str| {
        order(LocalOrder::StillListens {
            listener: listener.to_owned(),
        })
    };
    let stop = || {
        order(LocalOrder::StopListening {
            names: "*".to_owned(),
        })
    };
    let (said, outcome) = listen(1, 1500, 0, "");
    assert_eq!(outcome, CommandOutcome::Failed, "no network yet: {said:?}");
    operations.set_network(Arc::new(crate::fake::network::FakeNetwork::default()));
    let done = (Vec::new(), CommandOutcome::Done);
    assert_eq!(listen(1, 1500, 0, "127.0.0.1"), done);
    assert_eq!(listen(2, 1501, 7, ""), done);
    let refused = LocalAnswer::notice(&AMQ9218, &[&22, &"Address already in use"]);
    assert_eq!(listen(3, 22, 0, "").0, [refused]);
    let output = run(&operations, "DIS LSSTATUS(RUN*) PORT IPADDR");
    assert!(output.contains("IPADDR(127.0.0.1)"), "{output}");
    clock.advance_ns(9_000_000_000);
    assert_eq!(still("RUNMQLSR.2"), done);
    clock.advance_ns(2_000_000_000);
    operations.stop_orphaned_listeners();
    let output = run(&operations, "DIS LSSTATUS(*)");
    assert!(!output.contains("RUNMQLSR.1"), "{output}");
    assert!(output.contains("RUNMQLSR.2"), "{output}");
    assert_eq!(still("RUNMQLSR.1").1, CommandOutcome::Failed);
    let ended = LocalAnswer::notice(&AMQ5027, &[&"RUNMQLSR.2"]);
    assert_eq!(stop(), (vec![ended], CommandOutcome::Done));
    assert_eq!(stop(), done);
}

#[test]
fn mqsc_has_no_words_for_the_orders_of_our_own_commands() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    for text in [
        "FERROMQ DUMP ALL ONE QLOCAL *",
        "FERROMQ TRANSACTIONS",
        "FERROMQ",
    ] {
        let (output, outcome) = run_command(&operations, text);
        assert_eq!(outcome, CommandOutcome::SyntaxError, "{text}: {output}");
        assert!(output.starts_with("AMQ8405I: "), "{text}: {output}");
    }
}

#[test]
fn queue_statistics_are_shown_and_counted_anew() {
    let disk = created();
    let (manager, operations, clock) = started_with_clock(&disk);
    run(&operations, "DEFINE QLOCAL(Q1)");
    let mut connection = connect(&manager);
    let handle = open(&mut connection, "Q1", MQOO_INPUT_SHARED | MQOO_OUTPUT);
    for body in [b"one".as_slice(), b"two"] {
        let put = Request::Put {
            handle,
            descriptor: MsgDescriptor::default(),
            options: PutOptions::default(),
            body: body.into(),
        };
        assert!(matches!(call(&mut connection, put), Reply::Put(_)));
    }
    let get = Request::Get {
        handle,
        descriptor: MsgDescriptor::default(),
        options: GetOptions::default(),
        buffer_len: 100,
    };
    assert!(matches!(call(&mut connection, get), Reply::Got(_)));
    clock.advance_ns(5_000_000_000);
    for (seconds, counts) in [
        (5, ["HIQDEPTH(2)", "MSGSIN(2)", "MSGSOUT(1)"]),
        (3, ["HIQDEPTH(1)", "MSGSIN(0)", "MSGSOUT(0)"]),
    ] {
        let output = run(&operations, "RESET QSTATS(Q*)");
        for shown in counts {
            assert!(output.contains(shown), "{shown} in\n{output}");
        }
        assert!(output.contains(&format!("RESETINT({seconds})")), "{output}");
        clock.advance_ns(3_000_000_000);
    }
}

/// It was deleted as it began to run.
#[test]
fn an_instance_whose_definition_is_gone_can_be_stopped() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    operations.set_network(Arc::new(FakeNetwork::default()));
    let stop = "STOP CHANNEL(APP.SVRCONN) MODE(FORCE) STATUS(INACTIVE)";
    let (output, outcome) = run_command(&operations, stop);
    assert_eq!(outcome, CommandOutcome::Done, "{output}");
    let (output, _) = run_command(&operations, stop);
    assert!(output.contains("AMQ8227E"), "it is gone now: {output}");
}
