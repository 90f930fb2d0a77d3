//! Topics of a cluster of real queue managers: who subscribes at one member gets what is published at any, once.

use crate::clusters::{House, NAMES};
use crate::neighbours::{await_no_proxy, await_proxy, expect, publish, take};
use crate::support::Bindings;
use crate::support::office::{Office, becomes};
use ferromq::mq;

/// Sessions with all members.
fn sessions(house: &House) -> Vec<Bindings> {
    house.members.iter().map(Office::connect).collect()
}

fn subscribe(house: &House, at: usize, queue: &str, topics: &[&str]) {
    let mut commands = vec![format!("DEFINE QLOCAL({queue})")];
    for (number, topic) in topics.iter().enumerate() {
        commands.push(format!(
            "DEFINE SUB({queue}.{number}) TOPICSTR('{topic}') DEST({queue})"
        ));
    }
    let commands: Vec<&str> = commands.iter().map(String::as_str).collect();
    house.members[at].commands(&commands);
}

fn end(house: House, sessions: Vec<Bindings>) {
    for session in sessions {
        session.disconnect().expect("disconnected");
    }
    house.members.into_iter().for_each(Office::end);
}

/// One member defines the topic; two that are no full repositories have to do with each other by it only.
#[test]
fn a_topic_one_member_defines_reaches_subscribers_at_all_of_them_once() {
    let mut house = House::of("direct", 4);
    house.members[2].commands(&["DEFINE TOPIC(NEWS) TOPICSTR('news') CLUSTER(HOUSE)"]);
    subscribe(&house, 3, "GOT", &["news/#", "news/sport"]);
    subscribe(&house, 0, "GOT", &["news/weather"]);
    subscribe(&house, 2, "GOT", &["news/weather", "other", "#"]);
    for at in [0, 1, 2] {
        await_proxy(&house.members[at], "QM4", "news/#");
        await_proxy(&house.members[at], "QM4", "news/sport");
    }
    for at in [1, 2, 3] {
        await_proxy(&house.members[at], "QM1", "news/weather");
    }
    for at in [0, 1, 3] {
        await_proxy(&house.members[at], "QM3", "news/weather");
        // What stands above the topic, or elsewhere, is nobody else's business.
        for topic in ["other", "#"] {
            let shown = house.members[at].shown("DISPLAY SUB(*) SUBTYPE(PROXY) TOPICSTR");
            assert!(!shown.contains(&format!("TOPICSTR({topic})")), "{shown}");
        }
    }
    let mut apps = sessions(&house);
    for at in 0..4 {
        let text = format!("rain at {}", NAMES[at]);
        publish(&mut apps[at], "news/weather", &text, 0);
        // One copy to each queue manager, and one for each subscription there.
        let folder = expect(&mut apps[3], "GOT", &text);
        assert_eq!(folder, "<Top>news/weather</Top>");
        expect(&mut apps[0], "GOT", &text);
        for _ in 0..2 {
            expect(&mut apps[2], "GOT", &text);
        }
        publish(&mut apps[at], "news/sport", "goal", 0);
        for _ in 0..2 {
            expect(&mut apps[3], "GOT", "goal");
        }
        if at == 2 {
            expect(&mut apps[2], "GOT", "goal");
        }
    }
    // What stays, and what is none of the cluster's.
    publish(&mut apps[0], "news/weather", "stays", mq::MQPMO_SCOPE_QMGR);
    expect(&mut apps[0], "GOT", "stays");
    publish(&mut apps[0], "other", "nobody", 0);
    // What is retained is there for who subscribes later.
    publish(&mut apps[1], "news/weather", "sun", mq::MQPMO_RETAIN);
    for at in [0, 2, 3] {
        expect(&mut apps[at], "GOT", "sun");
    }
    expect(&mut apps[2], "GOT", "sun");
    subscribe(&house, 1, "LATER", &["news/weather"]);
    let folder = expect(&mut apps[1], "LATER", "sun");
    assert!(folder.contains("<Ret"), "{folder}");
    for at in [0, 2, 3] {
        await_proxy(&house.members[at], "QM2", "news/weather");
        assert_eq!(take(&mut apps[at], "GOT", 300), None, "{at}");
    }

    // One is gone for a while, and what is published then waits for it.
    let gone = apps.remove(3);
    gone.disconnect().expect("disconnected");
    house.members.remove(3).end();
    publish(&mut apps[0], "news/sport", "while it is gone", 0);
    let back = Office::open(&house.scratch[3].0, NAMES[3]);
    back.listen(house.ports[3]);
    house.members.push(back);
    apps.push(house.members[3].connect());
    for _ in 0..2 {
        expect(&mut apps[3], "GOT", "while it is gone");
    }
    publish(&mut apps[3], "news/sport", "it is back", 0);
    for _ in 0..2 {
        expect(&mut apps[3], "GOT", "it is back");
    }

    // Who subscribes no longer is sent nothing, and without the topic nobody is.
    house.members[0].commands(&["DELETE SUB(GOT.0)"]);
    for at in [1, 2, 3] {
        house.hides(
            at,
            "DISPLAY SUB(*) SUBTYPE(PROXY) DESTQMGR",
            "DESTQMGR(QM1)",
        );
    }
    house.members[2].commands(&["DELETE TOPIC(NEWS)"]);
    for at in 0..4 {
        await_no_proxy(&house.members[at], "news/#");
        await_no_proxy(&house.members[at], "news/weather");
    }
    publish(&mut apps[0], "news/sport", "alone", 0);
    assert_eq!(take(&mut apps[3], "GOT", 300), None);
    end(house, apps);
}

/// Waits until a member shows so many proxy subscriptions to a topic for somebody.
fn await_proxies(house: &House, at: usize, topic: &str, count: usize) {
    house.members[at].await_shown("DISPLAY SUB(*) SUBTYPE(PROXY) TOPICSTR", |shown| {
        shown.matches(&format!("TOPICSTR({topic})")).count() == count
    });
}

/// QM3 hosts the topic, then QM2 as well; QM1 and QM4 have to do with each other by way of these only.
#[test]
fn a_hosted_topic_reaches_subscribers_by_way_of_one_of_those_that_define_it() {
    let mut house = House::of("hosted", 4);
    let define = "DEFINE TOPIC(NEWS) TOPICSTR('news') CLUSTER(HOUSE) CLROUTE(TOPICHOST)";
    house.members[2].commands(&[define]);
    subscribe(&house, 3, "GOT", &["news/#", "news/sport"]);
    subscribe(&house, 0, "GOT", &["news/weather"]);
    await_proxy(&house.members[2], "QM4", "news/#");
    await_proxy(&house.members[2], "QM4", "news/sport");
    await_proxy(&house.members[2], "QM1", "news/weather");
    for at in [0, 1, 3] {
        // It asks all others to send it what is published, and nobody else asks anybody.
        await_proxies(&house, at, "news/#", 1);
        await_proxy(&house.members[at], "QM3", "news/#");
        await_proxies(&house, at, "news/weather", 0);
    }
    let mut apps = sessions(&house);
    for at in 0..4 {
        let text = format!("rain at {}", NAMES[at]);
        publish(&mut apps[at], "news/weather", &text, 0);
        let folder = expect(&mut apps[3], "GOT", &text);
        assert_eq!(folder, "<Top>news/weather</Top>");
        expect(&mut apps[0], "GOT", &text);
        publish(&mut apps[at], "news/sport", "goal", 0);
        for _ in 0..2 {
            expect(&mut apps[3], "GOT", "goal");
        }
    }
    publish(&mut apps[1], "news/weather", "stays", mq::MQPMO_SCOPE_QMGR);
    publish(&mut apps[1], "news/weather", "sun", mq::MQPMO_RETAIN);
    for at in [0, 3] {
        expect(&mut apps[at], "GOT", "sun");
        assert_eq!(take(&mut apps[at], "GOT", 300), None, "{at}");
    }
    // What is retained is there for who subscribes later.
    subscribe(&house, 2, "LATER", &["news/weather"]);
    expect(&mut apps[2], "LATER", "sun");

    // A second host: what is published at others goes by either, and comes once.
    house.members[1].commands(&[define]);
    house.shows(
        0,
        "DISPLAY TCLUSTER(NEWS) CLUSQMGR CLROUTE CLSTATE",
        &[
            "CLUSQMGR(QM2)",
            "CLUSQMGR(QM3)",
            "CLROUTE(TOPICHOST)",
            "CLSTATE(ACTIVE)",
        ],
    );
    await_proxy(&house.members[1], "QM4", "news/sport");
    await_proxy(&house.members[1], "QM1", "news/weather");
    for at in [0, 3] {
        await_proxies(&house, at, "news/#", 2);
    }
    for number in 0..20 {
        let text = format!("number {number}");
        publish(&mut apps[0], "news/sport", &text, 0);
    }
    let mut came: Vec<String> = (0..40)
        .map(|_| take(&mut apps[3], "GOT", 60_000).expect("a publication").0)
        .collect();
    came.sort();
    came.dedup();
    assert_eq!(came.len(), 20);
    assert_eq!(take(&mut apps[3], "GOT", 300), None);

    // One of the two is gone: the other one does its work.
    let gone = apps.remove(2);
    gone.disconnect().expect("disconnected");
    house.members.remove(2).end();
    house.shows(0, "DISPLAY CLUSQMGR(QM3) STATUS", &["STATUS(RETRYING)"]);
    for number in 0..4 {
        let text = format!("without it {number}");
        publish(&mut apps[0], "news/sport", &text, 0);
        for _ in 0..2 {
            expect(&mut apps[2], "GOT", &text);
        }
    }
    let back = Office::open(&house.scratch[2].0, NAMES[2]);
    back.listen(house.ports[2]);
    house.members.insert(2, back);
    apps.insert(2, house.members[2].connect());
    publish(&mut apps[2], "news/sport", "it is back", 0);
    for _ in 0..2 {
        expect(&mut apps[3], "GOT", "it is back");
    }

    // A branch goes one way.
    let refused = house.members[3]
        .refused("DEFINE TOPIC(BELOW) TOPICSTR('news/below') CLUSTER(HOUSE) CLROUTE(DIRECT)");
    assert!(refused.contains("FMQ0284E"), "{refused}");
    for at in [1, 2] {
        house.members[at].commands(&["DELETE TOPIC(NEWS)"]);
    }
    for at in 0..4 {
        await_no_proxy(&house.members[at], "news/#");
    }
    end(house, apps);
}

/// Goal: what one message asks for is told, however much that is. Method: who joins asks for all topics, and they are more than a unit of
/// work of the full repositories takes.
#[test]
fn a_full_repository_tells_more_than_fits_in_a_unit_of_work() {
    let mut house = House::of("parts", 3);
    let long = "t".repeat(9_000);
    let define =
        |number| format!("DEFINE TOPIC(T{number}) TOPICSTR('{long}{number}') CLUSTER(HOUSE)");
    let commands: Vec<String> = (0..30).map(define).collect();
    let commands: Vec<&str> = commands.iter().map(String::as_str).collect();
    house.members[2].commands(&commands);
    let has_all = |shown: &str| shown.matches(" TOPIC(T").count() == 30;
    for full in 0..2 {
        await_shown(&house.members[full], "DISPLAY TCLUSTER(T*)", has_all);
        house.members[full].commands(&["ALTER QMGR MAXUMSGS(6)"]);
    }
    house.add("parts");
    await_shown(&house.members[3], "DISPLAY TCLUSTER(T*)", has_all);
    for full in 0..2 {
        let display = "DISPLAY QSTATUS(SYSTEM.CLUSTER.COMMAND.QUEUE) CURDEPTH UNCOM";
        await_shown(&house.members[full], display, |shown| {
            shown.contains("CURDEPTH(0)") && shown.contains("UNCOM(NO)")
        });
    }
    house.members.into_iter().for_each(Office::end);
}

fn await_shown(member: &Office, display: &str, is_so: impl Fn(&str) -> bool) {
    let mut shown = String::new();
    let is_shown = becomes(|| {
        let mut session = member.connect();
        // What is not there yet is not found.
        (shown, _) = session.command(display).expect("a command");
        session.disconnect().expect("disconnected");
        is_so(&shown)
    });
    assert!(is_shown, "{display}: {shown}");
}
