//! Changes of objects that wait for room in the log.

use crate::full_log::home::{Application, Home, xid};
use crate::full_log::{fill_up, full_with_a_branch_in_doubt};
use ferromq_mqi::Reason;
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{ObjectDescriptor, ObjectHandle, SubscriptionDescriptor};
use ferromq_qmgr::{
    EndMode, EntityName, ObjectError, Outcome, Permissions, Profile, ProtectedKind, QueueManager,
    RuleAction, WaitingFor,
};
use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::task::{Poll, Waker};
use std::thread;
use std::time::Duration;

/// So many lists of names are several times what the log holds.
const LISTS: usize = 400;

fn name(number: usize) -> ObjectName {
    ObjectName::truncated(&format!("L.{number}"))
}

fn names(of: &str) -> Value {
    let names = (0..256).map(|number| format!("{of}.NAME.{number:036}"));
    Value::List(names.collect())
}

/// Some 12 KB.
fn list(number: usize) -> Definition {
    let mut list = Definition::new(ObjectKind::Namelist, name(number));
    list.set(Attr::Names, names("A")).expect("names");
    list
}

fn is_full<T>(outcome: &Result<T, ObjectError>) -> bool {
    matches!(outcome, Err(ObjectError::Refused(Reason::RESOURCE_PROBLEM)))
}

/// How many times what the log holds was written.
fn times_written(manager: &QueueManager) -> u64 {
    let usage = manager.log().usage();
    usage.bytes_written / usage.capacity_bytes
}

/// Waits until nothing more is appended: all who want to append wait for something, or are slow.
fn wait_for_calm(manager: &QueueManager) {
    let records = || manager.log().usage().records;
    let mut before = records();
    loop {
        thread::sleep(Duration::from_millis(20));
        let now = records();
        if now == before {
            return;
        }
        before = now;
    }
}

fn subscription(name: &str, provided: Option<&str>) -> Definition {
    let mut made = Definition::new(ObjectKind::Sub, ObjectName::BLANK);
    made.set_internal(Attr::Sub, name).expect("a name");
    made.set(Attr::Topicstr, "some/topic").expect("a topic");
    match provided {
        Some(queue) => made.set(Attr::Dest, queue).expect("a queue"),
        None => made.set(Attr::Destclas, MQDC_MANAGED).expect("a class"),
    }
    made
}

fn id_of(manager: &QueueManager, name: &str) -> ObjectName {
    let found = manager.subscription_named(name);
    found.expect("it is there").name()
}

fn managed_queues(manager: &QueueManager) -> usize {
    let all = manager.names(ObjectKind::QLocal);
    let is_managed = |name: &&ObjectName| name.as_str().starts_with("SYSTEM.MANAGED.");
    all.iter().filter(is_managed).count()
}

/// Each kind of change, often enough to fill the log several times over. The thread that makes them keeps house.
#[test]
fn objects_are_changed_however_often_and_nothing_is_refused() {
    let home = Home::new();
    let manager = home.manager();
    for number in 0..LISTS {
        manager.define(list(number), false).expect("defined");
    }
    let changes = [(Attr::Names, names("B"))];
    for number in 0..LISTS {
        let altered = manager.alter(ObjectKind::Namelist, &name(number), &changes, false);
        altered.expect("altered");
    }
    let description = |number| [(Attr::Descr, Value::from(format!("{number}").as_str()))];
    for number in 0..1_000 {
        let own = manager.name();
        let altered = manager.alter(ObjectKind::QMgr, &own, &description(number), false);
        altered.expect("altered");
    }
    let users: Vec<String> = (0..100).map(|user| format!("user{user:06}")).collect();
    for number in 0..400 {
        let channel = format!("C.{number}");
        let rule = [
            (Attr::Chlauth, Value::from(channel.as_str())),
            (Attr::Type, MQCAUT_BLOCKUSER.into()),
            (Attr::Userlist, Value::List(users.clone())),
        ];
        manager.set_rule(&rule, RuleAction::Add).expect("set");
        manager
            .set_rule(&rule[..2], RuleAction::RemoveAll)
            .expect("removed");
    }
    for number in 0..LISTS {
        let deleted = manager.delete(ObjectKind::Namelist, &name(number), false);
        deleted.expect("deleted");
    }
    assert!(home.notices("AMQ7463E").is_empty(), "nothing was refused");
    assert!(times_written(manager) > 10);
    home.works();
}

#[test]
fn queues_authorities_and_subscriptions_come_and_go_however_often() {
    let home = Home::new();
    let manager = home.manager();
    let profile = Profile::parse("Q1").expect("a profile");
    let joe = EntityName::principal("joe");
    let put = Permissions::of(MQZAO_OUTPUT);
    let queue = ObjectName::truncated("Q3");
    let kind = ProtectedKind::Queue;
    for _ in 0..1_500 {
        let definition = Definition::new(ObjectKind::QLocal, queue);
        manager.define(definition, false).expect("defined");
        manager
            .set_authority(kind, &profile, &joe, put, Permissions::NONE)
            .expect("allowed");
        manager
            .delete_authority(kind, &profile, &joe)
            .expect("forbidden");
        manager.clear(&queue).expect("cleared");
        manager
            .delete(ObjectKind::QLocal, &queue, false)
            .expect("deleted");
    }
    for _ in 0..500 {
        for (name, queue) in [("provided", Some("Q1")), ("managed", None)] {
            let definition = subscription(name, queue);
            manager
                .define_subscription(definition, false)
                .expect("defined");
            let mut after = manager.subscription_named(name).expect("it is there");
            after
                .set(Attr::Userdata, "x".repeat(500).as_str())
                .expect("data");
            manager.define_subscription(after, true).expect("altered");
            let deleted = manager.delete_subscription(&id_of(manager, name));
            deleted.expect("deleted");
        }
    }
    assert!(home.notices("AMQ7463E").is_empty(), "nothing was refused");
    assert!(times_written(manager) > 5);
    // The log is not full now, so what was left for later is done.
    manager.checkpoint().expect("a checkpoint");
    manager.keep_house();
    assert_eq!(managed_queues(manager), 0);
    home.works();
}

/// Keeps house on a thread of its own, always too late: not before all who change something wait for it.
fn late_housekeeper(
    manager: QueueManager,
    wakes: Receiver<()>,
    ended: Arc<AtomicBool>,
) -> thread::JoinHandle<()> {
    let (ready, is_ready) = channel();
    let keeper = thread::spawn(move || {
        manager.keep_house();
        ready.send(()).expect("somebody waits");
        for () in wakes {
            if ended.load(Ordering::Acquire) {
                return;
            }
            wait_for_calm(&manager);
            while manager.housekeeping_wanted() {
                manager.keep_house();
            }
        }
    });
    is_ready.recv().expect("it keeps house");
    keeper
}

#[test]
fn definitions_of_several_threads_wait_for_checkpoints_that_come_late() {
    let (wake, wakes) = channel();
    let mut home = Home::new();
    home.end();
    let waking = wake.clone();
    home.start_with_waker(Box::new(move || {
        let _ = waking.send(());
    }));
    let ended = Arc::new(AtomicBool::new(false));
    let keeper = late_housekeeper(home.manager().clone(), wakes, Arc::clone(&ended));
    let definers: Vec<_> = (0..3)
        .map(|thread| {
            let manager = home.manager().clone();
            thread::spawn(move || {
                for number in (0..LISTS).filter(|number| number % 3 == thread) {
                    manager.define(list(number), false).expect("defined");
                }
            })
        })
        .collect();
    for definer in definers {
        definer.join().expect("none was refused");
    }
    assert!(times_written(home.manager()) >= 3);
    ended.store(true, Ordering::Release);
    wake.send(()).expect("it listens");
    keeper.join().expect("it kept house");
    // All of them are there after a crash.
    home.kill();
    home.start();
    assert!((0..LISTS).all(|number| {
        let found = home
            .manager()
            .definition(ObjectKind::Namelist, &name(number));
        found.is_some_and(|found| found.list(Attr::Names).len() == 256)
    }));
}

#[test]
fn change_that_waits_ends_with_the_queue_manager() {
    let mut home = Home::new();
    home.end();
    let (wake, wakes) = channel();
    home.start_with_waker(Box::new(move || {
        let _ = wake.send(());
    }));
    let manager = home.manager().clone();
    // The housekeeper is another thread, which does nothing more.
    let keeper = manager.clone();
    let kept = thread::spawn(move || keeper.keep_house());
    kept.join().expect("it kept house once");
    let definer = thread::spawn(move || {
        let mut all = (0..LISTS).map(|number| manager.define(list(number), false));
        all.find_map(Result::err)
    });
    wakes.recv().expect("a checkpoint is wanted");
    wait_for_calm(home.manager());
    home.manager().begin_end(EndMode::Immediate);
    let refused = definer.join().expect("it ended");
    assert!(
        matches!(refused, Some(ObjectError::Refused(Reason::Q_MGR_STOPPING))),
        "{refused:?}"
    );
}

/// Defines lists until the log has no room for one; how many there are.
fn fill(manager: &QueueManager) -> usize {
    let first_refused = (0..LISTS).find(|number| {
        let defined = manager.define(list(*number), false);
        assert!(defined.is_ok() || is_full(&defined), "{defined:?}");
        defined.is_err()
    });
    first_refused.expect("the log is full")
}

fn queue_directories(home: &Home) -> usize {
    let data = home.place().data;
    let queues = data.directory("queues").expect("a directory");
    queues.list_directories().expect("names").len()
}

const TOPIC: &str = "T1";

fn topic_profile() -> Profile {
    Profile::parse(TOPIC).expect("a profile")
}

/// A log that is full up to the last byte for the sake of a branch in doubt, a message on Q1, and one object of each kind,
/// with authority over it. Answers how many lists there are as well.
fn full_with_objects() -> (Home, usize) {
    let home = full_with_a_branch_in_doubt();
    let manager = home.manager();
    let mut application = home.connect();
    let mut message = application.put_request(0, 100, 0);
    if let Request::Put { descriptor, .. } = &mut message {
        descriptor.persistence = MQPER_NOT_PERSISTENT;
    }
    application.verb(message).expect("needs no log");
    let mut topic = Definition::new(ObjectKind::Topic, ObjectName::truncated(TOPIC));
    topic.set(Attr::Topicstr, "t").expect("a topic");
    manager.define(topic, false).expect("draws on the reserve");
    let (joe, none) = (EntityName::principal("joe"), Permissions::NONE);
    let publish = Permissions::of(MQZAO_PUBLISH);
    manager
        .set_authority(ProtectedKind::Topic, &topic_profile(), &joe, publish, none)
        .expect("allowed");
    manager
        .define_subscription(subscription("before", Some("Q1")), false)
        .expect("defined");
    let defined = fill(manager);
    fill_up(manager, usize::MAX);
    (home, defined)
}

/// All that changes of objects change.
fn seen(home: &Home) -> impl PartialEq + Debug + use<> {
    let manager = home.manager();
    let statuses = manager.queue_statuses();
    let depths: Vec<_> = statuses.iter().map(|one| one.queue.depth).collect();
    let topic = ObjectName::truncated(TOPIC);
    (
        manager.definitions(ObjectKind::Namelist),
        manager.definition(ObjectKind::Topic, &topic),
        manager.authority_records(),
        manager.subscriptions_where(|_| true),
        (depths, queue_directories(home)),
    )
}

#[test]
fn change_that_no_checkpoint_makes_room_for_is_refused_at_once_and_nothing_of_it_is_done() {
    let (home, _) = full_with_objects();
    let manager = home.manager();
    let recovery = || manager.log().usage().recovery_extent;
    let before = (seen(&home), recovery());
    assert!(is_full(&manager.define(list(LISTS), false)));
    let queue = Definition::new(ObjectKind::QLocal, ObjectName::truncated("Q3"));
    assert!(is_full(&manager.define(queue, false)));
    let (namelist, changes) = (ObjectKind::Namelist, [(Attr::Names, names("B"))]);
    assert!(is_full(&manager.alter(namelist, &name(0), &changes, false)));
    assert!(is_full(&manager.delete(namelist, &name(0), false)));
    let topic = ObjectName::truncated(TOPIC);
    assert!(is_full(&manager.delete(ObjectKind::Topic, &topic, false)));
    assert!(is_full(&manager.clear(&ObjectName::truncated("Q1"))));
    let (kind, joe) = (ProtectedKind::Topic, EntityName::principal("joe"));
    let deleted = manager.delete_authority(kind, &topic_profile(), &joe);
    assert!(is_full(&deleted));
    for destination in [Some("Q1"), None] {
        let made = subscription("after", destination);
        assert!(is_full(&manager.define_subscription(made, false)));
    }
    let deleted = manager.delete_subscription(&id_of(manager, "before"));
    assert!(is_full(&deleted));
    assert_eq!((seen(&home), recovery()), before);
    manager.keep_house();
    assert_eq!(home.notices("AMQ7463E").len(), 1);
}

#[test]
fn changes_are_made_again_once_nothing_holds_the_full_log() {
    let (mut home, defined) = full_with_objects();
    let manager = home.manager();
    manager
        .decide_branch(&xid(1), Outcome::Committed)
        .expect("decided");
    for number in defined..LISTS {
        manager.define(list(number), false).expect("defined");
    }
    let topic = ObjectName::truncated(TOPIC);
    let deleted = manager.delete(ObjectKind::Topic, &topic, false);
    deleted.expect("deleted");
    home.works();
    home.kill();
    home.start();
    let records = home.manager().authority_records();
    assert!(
        records
            .iter()
            .all(|record| record.profile != topic_profile())
    );
    let lists = home.manager().names(ObjectKind::Namelist);
    assert!((0..LISTS).all(|number| lists.contains(&name(number))));
    home.works();
}

#[test]
fn change_is_refused_when_checkpoints_fail_and_made_when_they_do_not() {
    let home = Home::new();
    // The catalog grows, and has no room on the disk.
    home.disk.set_quota(Some(home.disk.used_bytes()));
    let defined = fill(home.manager());
    assert_eq!(home.notices("FMQ0035W").len(), 1);
    home.manager().keep_house();
    assert_eq!(home.notices("AMQ7463E").len(), 1, "it was the last word");
    home.disk.set_quota(None);
    for number in defined..LISTS {
        home.manager().define(list(number), false).expect("defined");
    }
    home.works();
}

fn subscribe(options: i32) -> Request {
    Request::Subscribe {
        descriptor: Box::new(SubscriptionDescriptor {
            options: options | MQSO_MANAGED | MQSO_DURABLE,
            sub_name: "S".to_owned(),
            object_string: "some/topic".to_owned(),
            ..SubscriptionDescriptor::default()
        }),
        queue: ObjectHandle::NONE,
    }
}

/// Whether the verb had to wait for room, and its answer.
fn call(one: &mut Application, request: Request) -> (bool, Reply) {
    let started = one.connection.start(request, Waker::noop());
    let waits = started.is_pending() && one.connection.waiting_for() == Some(WaitingFor::Room);
    let reply = match started {
        Poll::Ready(reply) => reply,
        Poll::Pending => loop {
            if let Some(WaitingFor::Log(end)) = one.connection.waiting_for() {
                one.connection.wait_for_log(end);
            } else {
                one.manager.keep_house();
            }
            if let Poll::Ready(reply) = one.connection.poll(Waker::noop()) {
                break reply;
            }
        },
    };
    (waits, reply)
}

#[test]
fn subscribing_and_unsubscribing_programs_wait_for_room() {
    let home = Home::new();
    let mut application = home.connect();
    let (mut subscribed, mut unsubscribed) = (0, 0);
    for number in 0..2_000 {
        if number % 7 == 0 {
            // Now one of the two finds no room, now the other.
            application.put(0, 100, 0).expect("put");
            application.get(0, 0).expect("got");
        }
        let (waited, reply) = call(&mut application, subscribe(MQSO_CREATE));
        subscribed += u32::from(waited);
        let Reply::Subscribed(reply) = reply else {
            panic!("{reply:?}");
        };
        for (handle, options) in [
            (reply.queue, MQCO_NONE),
            (reply.subscription, MQCO_REMOVE_SUB),
        ] {
            let (waited, closed) = call(&mut application, Request::Close { handle, options });
            assert!(matches!(closed, Reply::Done(Reason::NONE)), "{closed:?}");
            unsubscribed += u32::from(waited);
        }
    }
    assert!(
        subscribed > 0 && unsubscribed > 0,
        "{subscribed} {unsubscribed}"
    );
    assert!(home.notices("AMQ7463E").is_empty(), "nothing was refused");
    home.manager().checkpoint().expect("a checkpoint");
    home.manager().keep_house();
    assert_eq!(managed_queues(home.manager()), 0);
    home.works();
}

/// `MQSET`, and opening a model queue whose queues last: neither is refused as long as a checkpoint makes room.
#[test]
fn programs_that_set_attributes_and_make_lasting_queues_wait_for_room() {
    let home = Home::new();
    let mut model = Definition::new(ObjectKind::QModel, ObjectName::truncated("MODEL"));
    model
        .set(Attr::Deftype, MQQDT_PERMANENT_DYNAMIC)
        .expect("set");
    home.manager().define(model, false).expect("defined");
    let mut application = home.connect();
    let set = application.verb(Request::Open {
        descriptor: ObjectDescriptor::queue("Q2"),
        options: MQOO_SET,
    });
    let Ok(Reply::Opened { handle: q2, .. }) = set else {
        panic!("{set:?}");
    };
    let set = |inhibited: i32| Request::Set {
        handle: q2,
        selectors: vec![MQIA_INHIBIT_PUT],
        ints: vec![inhibited],
        chars: bytes::Bytes::new(),
    };
    let waits = (0..2_000).filter(|number| {
        let (waited, reply) = call(&mut application, set(number % 2));
        assert!(matches!(reply, Reply::Done(Reason::NONE)), "{reply:?}");
        waited
    });
    assert!(waits.count() > 2, "more than the log holds was set");
    let open = || Request::Open {
        descriptor: ObjectDescriptor {
            dynamic_q_name: ObjectName::truncated("D.*"),
            ..ObjectDescriptor::queue("MODEL")
        },
        options: MQOO_OUTPUT,
    };
    let waits = (0..1_000).filter(|_| {
        let (waited, reply) = call(&mut application, open());
        let Reply::Opened { handle, .. } = reply else {
            panic!("{reply:?}");
        };
        let options = MQCO_DELETE_PURGE;
        let closed = application.verb(Request::Close { handle, options });
        assert!(closed.is_ok(), "{closed:?}");
        waited
    });
    assert!(waits.count() > 0, "more than the log holds was made");
    assert!(home.notices("AMQ7463E").is_empty(), "nothing was refused");
    home.works();
}

#[test]
fn program_that_no_checkpoint_makes_room_for_is_told_at_once() {
    let home = full_with_a_branch_in_doubt();
    fill(home.manager());
    fill_up(home.manager(), usize::MAX);
    let mut application = home.connect();
    let managed = managed_queues(home.manager());
    let answer = application
        .connection
        .start(subscribe(MQSO_CREATE), Waker::noop());
    assert!(
        matches!(answer, Poll::Ready(Reply::Failed(Reason::RESOURCE_PROBLEM))),
        "{answer:?}"
    );
    assert_eq!(managed_queues(home.manager()), managed);
}

/// A log with room for the deletion of a subscription, and not for that of its queue.
#[test]
fn queue_of_a_deleted_subscription_goes_as_soon_as_there_is_room_for_that() {
    let prepared = || {
        let home = full_with_a_branch_in_doubt();
        let mut made = subscription("long", None);
        let data = "x".repeat(9_000);
        made.set(Attr::Userdata, data.as_str()).expect("data");
        let defined = home.manager().define_subscription(made, false);
        defined.expect("draws on the reserve");
        home
    };
    let whole = fill_up(prepared().manager(), usize::MAX);
    let mut all = (1..).map(|step| {
        let home = prepared();
        fill_up(home.manager(), whole - 20 * step);
        let id = id_of(home.manager(), "long");
        let deleted = home.manager().delete_subscription(&id);
        deleted.is_ok().then_some(home)
    });
    let home = all.find_map(|home| home).expect("the log was not full");
    let manager = home.manager();
    assert_eq!(managed_queues(manager), 1);
    manager.keep_house();
    assert_eq!(managed_queues(manager), 1);
    manager
        .decide_branch(&xid(1), Outcome::Committed)
        .expect("decided");
    manager.keep_house();
    manager.keep_house();
    assert_eq!(managed_queues(manager), 0);
    home.works();
}
