//! Statistics and accounting messages of a queue manager, read as a program reads them and compared with what programs did.

use super::*;
use crate::QueueManager;
use crate::{Connection, SimulatedPlace, tester};
use bytes::Bytes;
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::attribute::Value as Setting;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{
    ConnectOptions, GetOptions, ObjectDescriptor, ObjectHandle, PutOptions,
};
use ferromq_mqi::pcf::Value;
use ferromq_mqi::{MsgDescriptor, Reason};
use std::task::{Poll, Waker};

const ACCOUNTING_QUEUE: &str = "SYSTEM.ADMIN.ACCOUNTING.QUEUE";

struct Room {
    place: SimulatedPlace,
    manager: QueueManager,
}

fn room() -> Room {
    room_with(64)
}

fn room_with(log_pages: u32) -> Room {
    let place = SimulatedPlace::with_queue_manager(log_pages, 1 << 20);
    let manager = place.start();
    let room = Room { place, manager };
    for name in [STATISTICS_QUEUE, ACCOUNTING_QUEUE, "Q"] {
        room.define(name);
    }
    room
}

fn call(connection: &mut Connection, request: Request) -> Reply {
    match connection.start(request, Waker::noop()) {
        Poll::Ready(reply) => reply,
        Poll::Pending => {
            // Whoever waits for the disk only.
            let head = connection.engine.log.head();
            connection.wait_for_log(head);
            match connection.poll(Waker::noop()) {
                Poll::Ready(reply) => reply,
                Poll::Pending => panic!("nothing here waits"),
            }
        }
    }
}

fn open(connection: &mut Connection, name: &str, options: i32) -> ObjectHandle {
    let descriptor = ObjectDescriptor::queue(name);
    match call(
        connection,
        Request::Open {
            descriptor,
            options,
        },
    ) {
        Reply::Opened { handle, .. } => handle,
        other => panic!("{name}: {other:?}"),
    }
}

fn message(persistent: bool) -> MsgDescriptor {
    MsgDescriptor {
        persistence: match persistent {
            true => MQPER_PERSISTENT,
            false => MQPER_NOT_PERSISTENT,
        },
        ..MsgDescriptor::default()
    }
}

fn put(connection: &mut Connection, handle: ObjectHandle, persistent: bool, bytes: usize) -> Reply {
    let request = Request::Put {
        handle,
        descriptor: message(persistent),
        options: PutOptions::default(),
        body: Bytes::from(vec![7; bytes]),
    };
    call(connection, request)
}

fn put1(connection: &mut Connection, name: &str, persistent: bool, bytes: usize) -> Reply {
    let request = Request::Put1 {
        object: Box::new(ObjectDescriptor::queue(name)),
        descriptor: message(persistent),
        options: PutOptions::default(),
        body: Bytes::from(vec![7; bytes]),
    };
    call(connection, request)
}

fn get(connection: &mut Connection, handle: ObjectHandle, options: i32) -> Reply {
    let request = Request::Get {
        handle,
        descriptor: MsgDescriptor::default(),
        options: GetOptions {
            options,
            match_options: MQMO_NONE,
            ..GetOptions::default()
        },
        buffer_len: 1 << 20,
    };
    call(connection, request)
}

fn close(connection: &mut Connection, handle: ObjectHandle) {
    let options = MQCO_NONE;
    call(connection, Request::Close { handle, options });
}

impl Room {
    fn define(&self, name: &str) {
        let queue = Definition::new(ObjectKind::QLocal, ObjectName::truncated(name));
        self.manager.define(queue, true).expect("defined");
    }

    fn set(&self, attr: Attr, value: i32) {
        let name = self.manager.name();
        let changes = [(attr, Setting::Int(value))];
        let altered = self.manager.alter(ObjectKind::QMgr, &name, &changes, false);
        altered.expect("altered");
    }

    fn set_of(&self, queue: &str, attr: Attr, value: i32) {
        let changes = [(attr, Setting::Int(value))];
        let name = ObjectName::truncated(queue);
        let altered = self
            .manager
            .alter(ObjectKind::QLocal, &name, &changes, true);
        altered.expect("altered");
    }

    fn connect(&self) -> Connection {
        self.connect_with(0)
    }

    fn connect_with(&self, options: i32) -> Connection {
        let options = ConnectOptions {
            options,
            ..ConnectOptions::default()
        };
        self.manager.connect(&options, tester()).expect("connected")
    }

    /// Everything on a queue. Whoever reads is not accounted for.
    fn take(&self, queue: &str) -> Vec<Message> {
        let options = MQCNO_ACCOUNTING_MQI_DISABLED | MQCNO_ACCOUNTING_Q_DISABLED;
        let mut reader = self.connect_with(options);
        let handle = open(&mut reader, queue, MQOO_INPUT_SHARED);
        let mut all = Vec::new();
        while let Reply::Got(got) = get(&mut reader, handle, MQGMO_NO_WAIT) {
            assert_eq!(&got.descriptor.format, b"MQADMIN ");
            let decoded = Message::decode(&got.body, ByteOrder::NATIVE);
            all.push(decoded.expect("a message"));
        }
        all
    }

    fn statistics(&self) -> Vec<Message> {
        self.manager.write_statistics();
        self.take(STATISTICS_QUEUE)
    }

    fn pass(&self, seconds: u64) {
        self.place.clock().advance_ns(seconds * 1_000_000_000);
    }
}

fn numbers(parameters: &[Parameter], id: i32) -> Vec<i64> {
    let found = parameters.iter().find(|one| one.id == id);
    match found.map(|one| &one.value) {
        Some(Value::Int(value)) => vec![i64::from(*value)],
        Some(Value::Int64(value)) => vec![*value],
        Some(Value::Ints(values)) => values.iter().map(|value| i64::from(*value)).collect(),
        Some(Value::Int64s(values)) => values.clone(),
        other => panic!("{id}: {other:?}"),
    }
}

fn groups(messages: &[Message], group: i32) -> Vec<&Vec<Parameter>> {
    let all = messages.iter().flat_map(|message| &message.parameters);
    let found = all.filter_map(|one| match &one.value {
        Value::Group(inner) if one.id == group => Some(inner),
        _ => None,
    });
    found.collect()
}

fn name_of(group: &[Parameter]) -> String {
    match &group[0].value {
        Value::Text(text) => String::from_utf8_lossy(&text.bytes).trim_end().to_owned(),
        other => panic!("{other:?}"),
    }
}

fn group_of<'a>(messages: &'a [Message], group: i32, name: &str) -> &'a Vec<Parameter> {
    let all = groups(messages, group);
    let found = all.into_iter().find(|one| name_of(one) == name);
    found.unwrap_or_else(|| panic!("{name} is not told of"))
}

const OPENS: i32 = MQOO_INPUT_SHARED | MQOO_OUTPUT | MQOO_BROWSE | MQOO_INQUIRE;

#[test]
fn what_a_program_called_is_what_statistics_of_calls_say() {
    let room = room();
    room.set(Attr::Statmqi, MQMON_ON);
    let mut program = room.connect();
    let handle = open(&mut program, "Q", OPENS);
    put(&mut program, handle, false, 10);
    put(&mut program, handle, true, 100);
    put(&mut program, handle, true, 101);
    put1(&mut program, "Q", false, 3);
    assert!(matches!(
        put1(&mut program, "NONE", false, 3),
        Reply::Failed(_)
    ));
    get(&mut program, handle, MQGMO_BROWSE_FIRST);
    get(&mut program, handle, MQGMO_NO_WAIT);
    get(&mut program, handle, MQGMO_NO_WAIT);
    call(&mut program, Request::Commit);
    call(&mut program, Request::BackOut);
    close(&mut program, handle);
    let messages = room.statistics();
    let [message] = &messages[..] else {
        panic!("{messages:?}");
    };
    let header = &message.header;
    let shape = (header.kind, header.version, header.command, header.sequence);
    assert_eq!(shape, (MQCFT_STATISTICS, 3, MQCMD_STATISTICS_MQI, 1));
    assert_eq!((header.control, header.comp_code), (MQCFC_LAST, MQCC_OK));
    let of = |id| numbers(&message.parameters, id);
    let by_type = |count: i64| {
        let mut all = vec![0; 13];
        all[1] = count;
        all
    };
    assert_eq!(of(MQIAMO_CONNS), [1]);
    assert_eq!(of(MQIAMO_OPENS), by_type(1));
    assert_eq!(of(MQIAMO_CLOSES), by_type(1));
    assert_eq!(of(MQIAMO_PUTS), [1, 2]);
    assert_eq!(of(MQIAMO_PUT1S), [1, 0]);
    assert_eq!(of(MQIAMO_PUT1S_FAILED), [1]);
    assert_eq!(of(MQIAMO64_PUT_BYTES), [13, 201]);
    assert_eq!(of(MQIAMO_BROWSES), [1, 0]);
    assert_eq!(of(MQIAMO_GETS), [1, 1]);
    assert_eq!(of(MQIAMO64_GET_BYTES), [10, 100]);
    assert_eq!(
        (of(MQIAMO_COMMITS), of(MQIAMO_BACKOUTS)),
        (vec![1], vec![1])
    );
    assert_eq!(of(MQIAMO_SUB_DUR_HIGHWATER), [0; 4]);
    // What was told is not told again; the reader was no more than it was.
    let again = room.statistics();
    assert_eq!(numbers(&again[0].parameters, MQIAMO_PUTS), [0, 0]);
    assert_eq!(numbers(&again[0].parameters, MQIAMO_DISCS), [0, 1, 0]);
}

#[test]
fn what_was_done_to_a_queue_is_what_its_statistics_say() {
    let room = room();
    let mut program = room.connect();
    let handle = open(&mut program, "Q", OPENS);
    put(&mut program, handle, false, 1_000);
    room.set(Attr::Statq, MQMON_ON);
    for bytes in [1, 2, 3] {
        put(&mut program, handle, true, bytes);
    }
    room.pass(2);
    get(&mut program, handle, MQGMO_NO_WAIT);
    get(&mut program, handle, MQGMO_NO_WAIT);
    let failed = put(&mut program, handle, true, 200 << 20);
    assert!(matches!(failed, Reply::Failed(_)));
    put1(&mut program, "Q", true, 5);
    let messages = room.statistics();
    let group = group_of(&messages, MQGACF_Q_STATISTICS_DATA, "Q");
    let of = |id| numbers(group, id);
    assert_eq!(
        (of(MQIAMO_PUTS), of(MQIAMO_PUTS_FAILED)),
        (vec![0, 3], vec![1])
    );
    assert_eq!(
        (of(MQIAMO_PUT1S), of(MQIAMO_PUT1S_FAILED)),
        (vec![0, 1], vec![0])
    );
    assert_eq!(of(MQIAMO64_PUT_BYTES), [0, 11]);
    assert_eq!(of(MQIAMO_GETS), [1, 1]);
    assert_eq!(of(MQIAMO64_GET_BYTES), [1_000, 1]);
    assert_eq!(
        (of(MQIAMO_Q_MIN_DEPTH), of(MQIAMO_Q_MAX_DEPTH)),
        (vec![1], vec![4])
    );
    let times = of(MQIAMO64_AVG_Q_TIME);
    assert!(times.iter().all(|time| *time >= 2_000_000), "{times:?}");
    // A queue that is open is told of, whether or not anything was done.
    let again = room.statistics();
    let group = group_of(&again, MQGACF_Q_STATISTICS_DATA, "Q");
    assert_eq!(numbers(group, MQIAMO_PUTS), [0, 0]);
    assert_eq!(numbers(group, MQIAMO_Q_MIN_DEPTH), [3]);
    close(&mut program, handle);
    room.statistics();
    let last = room.statistics();
    let names: Vec<_> = groups(&last, MQGACF_Q_STATISTICS_DATA);
    assert!(names.iter().all(|one| name_of(one) != "Q"));
}

#[test]
fn switches_of_queues_count_unless_the_queue_manager_says_none() {
    let room = room();
    room.define("ON");
    room.define("OFF");
    room.set_of("ON", Attr::Statq, MQMON_ON);
    room.set_of("OFF", Attr::Statq, MQMON_OFF);
    let told = |room: &Room| -> Vec<String> {
        let mut program = room.connect();
        for name in ["Q", "ON", "OFF"] {
            put1(&mut program, name, false, 1);
        }
        let messages = room.statistics();
        let groups = groups(&messages, MQGACF_Q_STATISTICS_DATA);
        let names = groups.into_iter().map(|group| name_of(group));
        names.filter(|name| !name.starts_with("SYSTEM")).collect()
    };
    assert_eq!(told(&room), ["ON"]);
    room.set(Attr::Statq, MQMON_ON);
    assert_eq!(told(&room), ["ON", "Q"]);
    room.set(Attr::Statq, MQMON_NONE);
    assert!(told(&room).is_empty());
}

#[test]
fn a_hundred_queues_go_into_a_message() {
    let room = room();
    for number in 0..250 {
        room.define(&format!("MANY.{number:03}"));
    }
    room.set(Attr::Statq, MQMON_ON);
    let mut program = room.connect();
    for number in 0..250 {
        put1(&mut program, &format!("MANY.{number:03}"), false, 1);
    }
    let messages = room.statistics();
    let of = |message: &Message| {
        let count = numbers(&message.parameters, MQIAMO_OBJECT_COUNT)[0];
        (message.header.sequence, message.header.control, count)
    };
    let shapes: Vec<_> = messages.iter().map(of).collect();
    let (more, last) = (MQCFC_NOT_LAST, MQCFC_LAST);
    assert_eq!(shapes, [(1, more, 100), (2, more, 100), (3, last, 50)]);
    let groups = groups(&messages, MQGACF_Q_STATISTICS_DATA);
    let mut names: Vec<_> = groups.into_iter().map(|group| name_of(group)).collect();
    names.dedup();
    assert_eq!(names.len(), 250);
}

#[test]
fn statistics_are_written_when_their_interval_is_over_and_at_the_end() {
    let room = room();
    room.set(Attr::Statmqi, MQMON_ON);
    room.set(Attr::Statint, 60);
    room.manager.write_statistics();
    room.take(STATISTICS_QUEUE);
    room.pass(59);
    room.manager.statistics_turn();
    assert!(room.take(STATISTICS_QUEUE).is_empty());
    room.pass(1);
    room.manager.statistics_turn();
    assert_eq!(room.take(STATISTICS_QUEUE).len(), 1);
    room.set(Attr::Statint, 0);
    room.pass(1_000_000);
    room.manager.statistics_turn();
    assert!(room.take(STATISTICS_QUEUE).is_empty());
    room.manager.begin_end(crate::EndMode::Immediate);
    room.manager.write_statistics();
    let depth = {
        let name = ObjectName::truncated(STATISTICS_QUEUE);
        let queue = room.manager.engine.registry().local_queue(&name);
        queue.expect("there").queue.status().depth
    };
    assert_eq!(depth, 1);
}

#[test]
fn a_full_queue_of_statistics_loses_them_and_fails_nothing() {
    let room = room();
    room.set_of(STATISTICS_QUEUE, Attr::Maxdepth, 0);
    room.set_of(ACCOUNTING_QUEUE, Attr::Maxdepth, 0);
    room.set(Attr::Statmqi, MQMON_ON);
    room.set(Attr::Acctmqi, MQMON_ON);
    let mut program = room.connect();
    let reply = put1(&mut program, "Q", true, 1);
    assert!(matches!(reply, Reply::Put(_)));
    room.manager.write_statistics();
    let reply = call(&mut program, Request::Disconnect);
    assert!(matches!(reply, Reply::Done(Reason::NONE)), "{reply:?}");
    assert!(room.take(STATISTICS_QUEUE).is_empty());
}

/// Numbers that look random, from a seed.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) % bound
    }
}

#[test]
fn intervals_add_up_to_what_was_done_however_they_fall() {
    for seed in 1..40 {
        let room = room();
        for attr in [Attr::Statmqi, Attr::Statq, Attr::Acctmqi, Attr::Acctq] {
            room.set(attr, MQMON_ON);
        }
        room.set(Attr::Acctcono, MQMON_ENABLED);
        room.set(Attr::Acctint, 5);
        let mut chance = Chance(seed);
        let mut program = room.connect();
        let handle = open(&mut program, "Q", OPENS);
        // Puts and bytes of both verbs, gets and failed gets; of what is persistent at the second place.
        let (mut puts, mut put1s, mut bytes) = ([0; 2], [0; 2], [0; 2]);
        let (mut gets, mut failed) = (0, 0);
        let (mut statistics, mut depth) = (Vec::new(), 0);
        for _ in 0..60 {
            let (persistent, length) = (chance.below(2) == 1, chance.below(50));
            let at = usize::from(persistent);
            match chance.below(8) {
                0..=2 => {
                    put(&mut program, handle, persistent, length as usize);
                    (puts[at], bytes[at], depth) =
                        (puts[at] + 1, bytes[at] + length as i64, depth + 1);
                }
                3 => {
                    put1(&mut program, "Q", persistent, length as usize);
                    (put1s[at], bytes[at], depth) =
                        (put1s[at] + 1, bytes[at] + length as i64, depth + 1);
                }
                4 | 5 => match get(&mut program, handle, MQGMO_NO_WAIT) {
                    Reply::Got(_) => (gets, depth) = (gets + 1, depth - 1),
                    _ => failed += 1,
                },
                6 => room.pass(chance.below(4)),
                _ => statistics.extend(room.statistics()),
            }
        }
        statistics.extend(room.statistics());
        call(&mut program, Request::Disconnect);
        let accounts = room.take(ACCOUNTING_QUEUE);
        let sum = |all: &[&[Parameter]], id: i32| -> Vec<i64> {
            let zero = Vec::new();
            all.iter().fold(zero, |mut sum, parameters| {
                let own = numbers(parameters, id);
                sum.resize(own.len(), 0);
                sum.iter_mut().zip(own).for_each(|(sum, own)| *sum += own);
                sum
            })
        };
        for (what, messages, group) in [
            ("statistics", &statistics, MQGACF_Q_STATISTICS_DATA),
            ("accounts", &accounts, MQGACF_Q_ACCOUNTING_DATA),
        ] {
            let of_queue: Vec<_> = groups(messages, group)
                .into_iter()
                .filter(|group| name_of(group) == "Q")
                .map(Vec::as_slice)
                .collect();
            let check = |id, wanted: &[i64]| {
                assert_eq!(sum(&of_queue, id), wanted, "seed {seed}, {what}, {id}");
            };
            check(MQIAMO_PUTS, &puts);
            check(MQIAMO_PUT1S, &put1s);
            check(MQIAMO64_PUT_BYTES, &bytes);
            check(MQIAMO_GETS_FAILED, &[failed]);
            let got: i64 = sum(&of_queue, MQIAMO_GETS).iter().sum();
            assert_eq!(got, gets, "seed {seed}, {what}");
        }
        let calls: Vec<_> = accounts
            .iter()
            .filter(|message| message.header.command == MQCMD_ACCOUNTING_MQI)
            .map(|message| message.parameters.as_slice())
            .collect();
        assert_eq!(sum(&calls, MQIAMO_PUTS), puts, "seed {seed}");
        assert_eq!(sum(&calls, MQIAMO_GETS_FAILED), [failed], "seed {seed}");
        let numbered: Vec<_> = calls
            .iter()
            .map(|one| numbers(one, MQIACF_SEQUENCE_NUMBER)[0])
            .collect();
        let wanted: Vec<i64> = (0..).take(calls.len()).collect();
        assert_eq!(numbered, wanted, "seed {seed}");
        let group = group_of(&statistics, MQGACF_Q_STATISTICS_DATA, "Q");
        assert!(numbers(group, MQIAMO_Q_MAX_DEPTH)[0] >= 0 && depth >= 0);
    }
}

#[test]
fn a_connection_is_accounted_for_when_it_ends() {
    let room = room();
    room.set(Attr::Acctmqi, MQMON_ON);
    room.set(Attr::Acctq, MQMON_ON);
    room.set(Attr::Acctcono, MQMON_ENABLED);
    let mut program = room.connect();
    let handle = open(&mut program, "Q", OPENS);
    put(&mut program, handle, false, 10);
    put(&mut program, handle, false, 30);
    put(&mut program, handle, true, 5);
    room.pass(1);
    get(&mut program, handle, MQGMO_NO_WAIT);
    get(&mut program, handle, MQGMO_BROWSE_FIRST);
    assert!(room.take(ACCOUNTING_QUEUE).is_empty());
    close(&mut program, handle);
    put1(&mut program, "Q", true, 2);
    let id = program.connection_id();
    drop(program);
    let messages = room.take(ACCOUNTING_QUEUE);
    let [calls, queues] = &messages[..] else {
        panic!("{messages:?}");
    };
    assert_eq!(calls.header.kind, MQCFT_ACCOUNTING);
    assert_eq!(calls.header.command, MQCMD_ACCOUNTING_MQI);
    assert_eq!(
        calls.get(MQBACF_CONNECTION_ID),
        Some(&Value::Bytes(id.to_vec()))
    );
    assert_eq!(calls.int(MQIAMO_DISC_TYPE), Some(MQDISCONNECT_IMPLICIT));
    assert_eq!(numbers(&calls.parameters, MQIAMO_PUTS), [2, 1]);
    assert_eq!(numbers(&calls.parameters, MQIAMO_OPENS)[1], 1);
    assert_eq!(queues.header.command, MQCMD_ACCOUNTING_Q);
    let group = group_of(&messages, MQGACF_Q_ACCOUNTING_DATA, "Q");
    let of = |id| numbers(group, id);
    assert_eq!((of(MQIAMO_OPENS), of(MQIAMO_PUTS)), (vec![1], vec![2, 1]));
    assert_eq!(
        (of(MQIAMO_PUT1S), of(MQIAMO64_PUT_BYTES)),
        (vec![0, 1], vec![40, 7])
    );
    assert_eq!(of(MQIAMO_PUT_MIN_BYTES), [10, 2]);
    assert_eq!(of(MQIAMO_PUT_MAX_BYTES), [30, 5]);
    assert_eq!(
        (of(MQIAMO_GETS), of(MQIAMO_BROWSES)),
        (vec![1, 0], vec![1, 0])
    );
    assert!(of(MQIAMO64_Q_TIME_MIN)[0] >= 1_000_000);
    assert_eq!(of(MQIAMO64_Q_TIME_MIN)[1], 0);
    assert!(group.iter().any(|one| one.id == MQCAMO_CLOSE_DATE));
}

#[test]
fn options_of_a_connection_override_only_where_that_is_enabled() {
    let room = room();
    let accounts = |room: &Room, options: i32| {
        let mut program = room.connect_with(options);
        put1(&mut program, "Q", false, 1);
        call(&mut program, Request::Disconnect);
        let messages = room.take(ACCOUNTING_QUEUE);
        let commands: Vec<_> = messages.iter().map(|one| one.header.command).collect();
        commands
    };
    let asked = MQCNO_ACCOUNTING_MQI_ENABLED | MQCNO_ACCOUNTING_Q_ENABLED;
    assert!(accounts(&room, asked).is_empty());
    room.set(Attr::Acctcono, MQMON_ENABLED);
    let both = [MQCMD_ACCOUNTING_MQI, MQCMD_ACCOUNTING_Q];
    assert_eq!(accounts(&room, asked), both);
    room.set(Attr::Acctmqi, MQMON_ON);
    room.set(Attr::Acctq, MQMON_ON);
    assert_eq!(accounts(&room, 0), both);
    let refused = MQCNO_ACCOUNTING_MQI_DISABLED | MQCNO_ACCOUNTING_Q_DISABLED;
    assert!(accounts(&room, refused).is_empty());
    room.set_of("Q", Attr::Acctq, MQMON_OFF);
    assert_eq!(accounts(&room, 0), both[..1]);
    room.set(Attr::Acctq, MQMON_OFF);
    room.set_of("Q", Attr::Acctq, MQMON_ON);
    assert_eq!(accounts(&room, 0), both);
    room.set(Attr::Acctq, MQMON_NONE);
    assert_eq!(accounts(&room, 0), both[..1]);
}

#[test]
fn a_connection_that_uses_very_many_queues_has_accounts_of_a_bounded_number() {
    let room = room_with(1024);
    room.set(Attr::Acctq, MQMON_ON);
    for number in 0..1_100 {
        room.define(&format!("MANY.{number:04}"));
    }
    let mut program = room.connect();
    for number in 0..1_100 {
        put1(&mut program, &format!("MANY.{number:04}"), false, 1);
    }
    call(&mut program, Request::Disconnect);
    room.set(Attr::Acctq, MQMON_OFF);
    let messages = room.take(ACCOUNTING_QUEUE);
    let mut names: Vec<_> = groups(&messages, MQGACF_Q_ACCOUNTING_DATA)
        .into_iter()
        .map(|group| name_of(group))
        .collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 1_100);
    let records: Vec<_> = messages
        .iter()
        .map(|one| numbers(&one.parameters, MQIACF_SEQUENCE_NUMBER)[0])
        .collect();
    assert_eq!((records[0], *records.last().expect("some")), (0, 1));
}

#[test]
fn channels_are_told_of_as_they_say() {
    let room = room();
    room.manager.set_channel_figures(|| {
        vec![ChannelFigures {
            channel: "TO.QM2".to_owned(),
            channel_type: MQCHT_SENDER,
            messages: 10,
            batches: [1, 3],
            ..ChannelFigures::default()
        }]
    });
    let messages = room.statistics();
    assert_eq!(messages[0].header.command, MQCMD_STATISTICS_CHANNEL);
    let group = group_of(&messages, MQGACF_CHL_STATISTICS_DATA, "TO.QM2");
    assert_eq!(numbers(group, MQIAMO_AVG_BATCH_SIZE), [2]);
}
