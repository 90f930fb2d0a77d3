//! Queue managers in a hierarchy, joined by channels: who subscribes at one gets what is published at another, once.

use crate::support::office::Office;
use crate::support::{Bindings, Scratch, persistent};
use ferromq::{GetOptions, ObjectDescriptor, PutOptions, mq};
use std::time::{Duration, Instant};

/// Channels in both directions, which start.
fn join(child: (&Office, &str, u16), parent: (&Office, &str, u16)) {
    for (from, to) in [(child, parent), (parent, child)] {
        let channel = format!("{}.TO.{}", from.1, to.1);
        to.0.commands(&[
            "ALTER QMGR CHLAUTH(DISABLED)",
            &format!("DEFINE CHANNEL({channel}) CHLTYPE(RCVR)"),
        ]);
        from.0.commands(&[
            &format!("DEFINE QLOCAL({}) USAGE(XMITQ)", to.1),
            &format!(
                "DEFINE CHANNEL({channel}) CHLTYPE(SDR) XMITQ({}) SHORTTMR(1) CONNAME('127.0.0.1({})')",
                to.1, to.2
            ),
            &format!("START CHANNEL({channel})"),
        ]);
    }
    child
        .0
        .commands(&[&format!("ALTER QMGR PARENT({})", parent.1)]);
    for (at, kind, other) in [(child.0, "PARENT", parent.1), (parent.0, "CHILD", child.1)] {
        at.await_shown(&format!("DISPLAY PUBSUB TYPE({kind}) ALL"), |shown| {
            shown.contains(&format!("QMNAME({other})")) && shown.contains("STATUS(ACTIVE)")
        });
    }
}

/// Waits until there is a proxy subscription to a topic for somebody.
pub(crate) fn await_proxy(at: &Office, neighbour: &str, topic: &str) {
    at.await_shown("DISPLAY SUB(*) SUBTYPE(PROXY) TOPICSTR DESTQMGR", |shown| {
        let topic = format!("TOPICSTR({topic})");
        let blocks = shown.split("AMQ8096");
        let neighbour = format!("DESTQMGR({neighbour})");
        let mut found = blocks.filter(|one| one.contains(&topic) && one.contains(&neighbour));
        found.next().is_some()
    });
}

pub(crate) fn await_no_proxy(at: &Office, topic: &str) {
    at.await_shown("DISPLAY SUB(*) SUBTYPE(PROXY) TOPICSTR", |shown| {
        !shown.contains(&format!("TOPICSTR({topic})"))
    });
}

pub(crate) fn publish(app: &mut Bindings, topic: &str, text: &str, options: i32) {
    let mut put = PutOptions {
        options,
        ..PutOptions::default()
    };
    let to = ObjectDescriptor::topic(topic);
    app.put1(&to, &mut persistent(), &mut put, text.to_owned())
        .expect("published");
}

/// The next message of a queue, with its topic and whether it was retained.
pub(crate) fn take(app: &mut Bindings, queue: &str, wait_ms: i32) -> Option<(String, String)> {
    let handle = app.open(queue, mq::MQOO_INPUT_SHARED).expect("opened");
    let options = GetOptions {
        options: mq::MQGMO_WAIT | mq::MQGMO_PROPERTIES_FORCE_MQRFH2,
        wait_interval_ms: wait_ms,
        ..GetOptions::default()
    };
    let got = app.get(handle, &Default::default(), &options, 10_000);
    app.close(handle, mq::MQCO_NONE).expect("closed");
    let got = got.ok()?;
    let whole = String::from_utf8_lossy(&got.body).into_owned();
    let folder = whole.split("<mqps>").nth(1).expect("a folder");
    let (folder, text) = folder.split_once("</mqps>").expect("an end");
    Some((text.trim_start().to_owned(), folder.to_owned()))
}

pub(crate) fn expect(app: &mut Bindings, queue: &str, text: &str) -> String {
    let (got, folder) = take(app, queue, 60_000).expect("a publication");
    assert!(got.ends_with(text), "{got:?} for {text:?}");
    folder
}

#[test]
fn what_is_published_at_one_queue_manager_is_got_at_another_once() {
    let scratch: Vec<Scratch> = (0..3).map(|_| Scratch::new("hierarchy")).collect();
    let names = ["QM1", "QM2", "QM3"];
    let mut offices: Vec<Office> = (0..3)
        .map(|at| Office::open(&scratch[at].0, names[at]))
        .collect();
    let ports: Vec<u16> = offices.iter().map(|one| one.listen(0)).collect();
    // QM1 above QM2 above QM3.
    join(
        (&offices[1], "QM2", ports[1]),
        (&offices[0], "QM1", ports[0]),
    );
    join(
        (&offices[2], "QM3", ports[2]),
        (&offices[1], "QM2", ports[1]),
    );
    offices[2].commands(&[
        "DEFINE QLOCAL(NEWS)",
        "DEFINE SUB(READER) TOPICSTR('news/#') DEST(NEWS)",
        "DEFINE SUB(SECOND) TOPICSTR('news/sport') DEST(NEWS)",
    ]);
    await_proxy(&offices[1], "QM3", "news/#");
    await_proxy(&offices[0], "QM2", "news/#");
    await_proxy(&offices[0], "QM2", "news/sport");

    let mut publisher = offices[0].connect();
    let mut reader = offices[2].connect();
    publish(&mut publisher, "news/weather", "rain", 0);
    let folder = expect(&mut reader, "NEWS", "rain");
    assert_eq!(folder, "<Top>news/weather</Top>");
    // One copy travels, and both subscriptions have theirs.
    publish(&mut publisher, "news/sport", "goal", 0);
    for _ in 0..2 {
        expect(&mut reader, "NEWS", "goal");
    }
    // What stays at home, and what is for others.
    publish(&mut publisher, "news/sport", "stays", mq::MQPMO_SCOPE_QMGR);
    publish(&mut publisher, "other", "nobody", 0);
    publish(&mut publisher, "news/weather", "sun", mq::MQPMO_RETAIN);
    expect(&mut reader, "NEWS", "sun");
    assert_eq!(take(&mut reader, "NEWS", 300), None);

    // What was retained is there for who subscribes later, at each of them.
    offices[2].commands(&[
        "DEFINE QLOCAL(LATER)",
        "DEFINE SUB(LATER) TOPICSTR('news/weather') DEST(LATER)",
    ]);
    let folder = expect(&mut reader, "LATER", "sun");
    assert!(folder.contains("<Ret"), "{folder}");
    assert_eq!(take(&mut reader, "LATER", 300), None);

    // The middle one is gone for a while.
    reader.disconnect().expect("disconnected");
    let middle = offices.remove(1);
    middle.end();
    publish(&mut publisher, "news/weather", "while it is gone", 0);
    let middle = Office::open(&scratch[1].0, "QM2");
    middle.listen(ports[1]);
    offices.insert(1, middle);
    let mut reader = offices[2].connect();
    expect(&mut reader, "NEWS", "while it is gone");
    publish(&mut publisher, "news/weather", "afterwards", 0);
    expect(&mut reader, "NEWS", "afterwards");
    assert_eq!(take(&mut reader, "NEWS", 300), None);

    // Who subscribes no longer is sent nothing.
    for name in ["READER", "SECOND", "LATER"] {
        offices[2].commands(&[&format!("DELETE SUB({name})")]);
    }
    await_no_proxy(&offices[0], "news/#");
    await_no_proxy(&offices[0], "news/weather");
    // And who is no child any more has none.
    offices[2].commands(&["DEFINE SUB(AGAIN) TOPICSTR('again') DEST(NEWS)"]);
    await_proxy(&offices[0], "QM2", "again");
    offices[2].commands(&["ALTER QMGR PARENT(' ')"]);
    await_no_proxy(&offices[0], "again");
    let shown = offices[1].await_shown("DISPLAY PUBSUB ALL", |shown| !shown.contains("CHILD"));
    assert!(shown.contains("TYPE(PARENT)"), "{shown}");
    for session in [publisher, reader] {
        session.disconnect().expect("disconnected");
    }
    offices.into_iter().for_each(Office::end);
}

/// A publication that was retained before anybody subscribed elsewhere; scopes; a topic that is asked for always; a circle.
#[test]
fn scopes_forced_topics_and_what_was_retained_before_hold_between_two() {
    let scratch: Vec<Scratch> = (0..2).map(|_| Scratch::new("scopes")).collect();
    let (one, two) = (
        Office::open(&scratch[0].0, "QM1"),
        Office::open(&scratch[1].0, "QM2"),
    );
    let ports = [one.listen(0), two.listen(0)];
    let mut publisher = one.connect();
    publish(&mut publisher, "old/a", "kept", mq::MQPMO_RETAIN);
    publish(
        &mut publisher,
        "old/b",
        "kept here",
        mq::MQPMO_RETAIN | mq::MQPMO_SCOPE_QMGR,
    );
    join((&two, "QM2", ports[1]), (&one, "QM1", ports[0]));
    two.commands(&[
        "DEFINE QLOCAL(OLD)",
        "DEFINE QLOCAL(OTHERS)",
        "DEFINE TOPIC(HOME) TOPICSTR('home') SUBSCOPE(QMGR)",
        "DEFINE TOPIC(FORCED) TOPICSTR('forced') PROXYSUB(FORCE)",
        "DEFINE SUB(LOCAL) TOPICSTR('home/x') DEST(OTHERS)",
        "DEFINE SUB(OLD) TOPICSTR('old/#') DEST(OLD)",
    ]);
    await_proxy(&one, "QM2", "old/#");
    await_proxy(&one, "QM2", "forced/#");
    await_no_proxy(&one, "home/x");
    let mut reader = two.connect();
    let folder = expect(&mut reader, "OLD", "kept");
    assert!(folder.contains("<Ret"), "{folder}");
    assert_eq!(take(&mut reader, "OLD", 300), None);
    // All is told anew, what an operator deleted among it, and nothing is sent twice.
    one.commands(&["DELETE SUB('SYSTEM.PROXY.TOPIC QM2 forced/#')"]);
    two.commands(&[
        "REFRESH QMGR TYPE(PROXYSUB)",
        "ALTER TOPIC(HOME) SUBSCOPE(ALL)",
    ]);
    await_proxy(&one, "QM2", "home/x");
    await_proxy(&one, "QM2", "forced/#");
    assert_eq!(take(&mut reader, "OLD", 300), None);
    // What is published below is got above as well, and does not come back.
    one.commands(&[
        "DEFINE QLOCAL(UP)",
        "DEFINE SUB(UP) TOPICSTR('old/#') DEST(UP)",
    ]);
    await_proxy(&two, "QM1", "old/#");
    publish(&mut reader, "old/c", "from below", 0);
    expect(&mut publisher, "UP", "kept");
    expect(&mut publisher, "UP", "kept here");
    expect(&mut publisher, "UP", "from below");
    expect(&mut reader, "OLD", "from below");
    assert_eq!(take(&mut reader, "OLD", 300), None);
    assert_eq!(take(&mut publisher, "UP", 300), None);
    // Who asks for what is published here gets nothing that came because others asked for it.
    two.commands(&[
        "DEFINE QLOCAL(MINE)",
        "DEFINE SUB(MINE) TOPICSTR('old/e') DEST(MINE) SUBSCOPE(QMGR)",
    ]);
    publish(&mut publisher, "old/e", "elsewhere", 0);
    expect(&mut reader, "OLD", "elsewhere");
    publish(&mut reader, "old/e", "here", 0);
    expect(&mut reader, "OLD", "here");
    expect(&mut reader, "MINE", "here");
    assert_eq!(take(&mut reader, "MINE", 300), None);
    // Nobody is above and below.
    one.commands(&["ALTER QMGR PARENT(QM2)"]);
    one.await_shown("DISPLAY PUBSUB TYPE(PARENT) STATUS", |shown| {
        shown.contains("STATUS(REFUSED)")
    });
    for session in [publisher, reader] {
        session.disconnect().expect("disconnected");
    }
    one.end();
    two.end();
}

/// Two queue managers, the second below the first, with these commands carried out there, and proxies to these topics.
fn two_with(scratch: &[Scratch; 2], commands: &[&str], topics: &[&str]) -> [Office; 2] {
    let offices = [
        Office::open(&scratch[0].0, "QM1"),
        Office::open(&scratch[1].0, "QM2"),
    ];
    let ports = offices.each_ref().map(|one| one.listen(0));
    let [one, two] = &offices;
    join((two, "QM2", ports[1]), (one, "QM1", ports[0]));
    two.commands(commands);
    for topic in topics {
        await_proxy(one, "QM2", topic);
    }
    offices
}

/// What the queue manager does itself has more open than a program may.
#[test]
fn publications_to_more_topics_than_a_program_may_have_open_come_through() {
    const TOPICS: usize = 300;
    let scratch = [Scratch::new("handles-1"), Scratch::new("handles-2")];
    let offices = two_with(
        &scratch,
        &[
            "ALTER QMGR MAXHANDS(256)",
            "DEFINE QLOCAL(NEWS)",
            "DEFINE SUB(READER) TOPICSTR('news/#') DEST(NEWS)",
        ],
        &["news/#"],
    );
    let [mut publisher, mut reader] = offices.each_ref().map(Office::connect);
    for number in 0..TOPICS {
        let topic = format!("news/{number}");
        publish(&mut publisher, &topic, &number.to_string(), 0);
    }
    for number in 0..TOPICS {
        expect(&mut reader, "NEWS", &number.to_string());
    }
    // It may be fewer than those that are open.
    offices[1].commands(&["ALTER QMGR MAXHANDS(20)"]);
    publish(&mut publisher, "news/more", "more", 0);
    expect(&mut reader, "NEWS", "more");
    for session in [publisher, reader] {
        session.disconnect().expect("disconnected");
    }
    offices.into_iter().for_each(Office::end);
}

/// `MAXUMSGS` is for programs: who publishes there knows nothing of subscribers here.
#[test]
fn a_publication_with_more_subscribers_than_a_program_may_reach_at_a_time_comes_through() {
    const SUBSCRIBERS: usize = 12;
    let scratch = [Scratch::new("copies-1"), Scratch::new("copies-2")];
    let mut commands = vec!["ALTER QMGR MAXUMSGS(10)", "DEFINE QLOCAL(NEWS)"];
    let define = |number| format!("DEFINE SUB(S{number}) TOPICSTR('news/#') DEST(NEWS)");
    let subscriptions: Vec<String> = (0..SUBSCRIBERS).map(define).collect();
    commands.extend(subscriptions.iter().map(String::as_str));
    let offices = two_with(&scratch, &commands, &["news/#"]);
    let [mut publisher, mut reader] = offices.each_ref().map(Office::connect);
    for text in ["one", "two"] {
        publish(&mut publisher, "news", text, 0);
        for _ in 0..SUBSCRIBERS {
            expect(&mut reader, "NEWS", text);
        }
    }
    for session in [publisher, reader] {
        session.disconnect().expect("disconnected");
    }
    offices.into_iter().for_each(Office::end);
}

/// Others that were published before it are no tries of its own.
#[test]
fn a_publication_that_finds_a_queue_full_is_tried_for_a_while_before_it_is_put_aside() {
    let scratch = [Scratch::new("tries-1"), Scratch::new("tries-2")];
    let offices = two_with(
        &scratch,
        &[
            "DEFINE QLOCAL(NEWS)",
            "DEFINE QLOCAL(SMALL) MAXDEPTH(1)",
            "DEFINE TOPIC(FULL) TOPICSTR('full') PMSGDLV(ALL) USEDLQ(NO)",
            "DEFINE SUB(NEWS) TOPICSTR('news') DEST(NEWS)",
            "DEFINE SUB(FULL) TOPICSTR('full') DEST(SMALL)",
        ],
        &["news", "full"],
    );
    let [mut publisher, mut reader] = offices.each_ref().map(Office::connect);
    publish(&mut reader, "full", "first", 0);
    let stop = || {
        offices[0].commands(&["STOP CHANNEL(QM1.TO.QM2)"]);
        offices[0].await_shown("DISPLAY CHSTATUS(QM1.TO.QM2)", |shown| {
            shown.contains("STATUS(STOPPED)")
        });
    };
    // All of them come together.
    stop();
    for number in 0..20 {
        publish(&mut publisher, "news", &number.to_string(), 0);
    }
    publish(&mut publisher, "full", "second", 0);
    offices[0].commands(&["START CHANNEL(QM1.TO.QM2)"]);
    for number in 0..20 {
        expect(&mut reader, "NEWS", &number.to_string());
    }
    for text in ["first", "second"] {
        expect(&mut reader, "SMALL", text);
    }
    // Several that stay refused are put aside one after the other, and what is behind them comes.
    offices[1].commands(&["DEFINE QLOCAL(DEAD)", "ALTER QMGR DEADQ(DEAD)"]);
    publish(&mut reader, "full", "first", 0);
    stop();
    for (topic, text) in [("full", "third"), ("full", "fourth"), ("news", "behind")] {
        publish(&mut publisher, topic, text, 0);
    }
    offices[0].commands(&["START CHANNEL(QM1.TO.QM2)"]);
    expect(&mut reader, "NEWS", "behind");
    offices[1].await_shown("DISPLAY QLOCAL(DEAD) CURDEPTH", |shown| {
        shown.contains("CURDEPTH(2)")
    });
    for session in [publisher, reader] {
        session.disconnect().expect("disconnected");
    }
    offices.into_iter().for_each(Office::end);
}

/// One that cannot be put aside either is there until it can, and only then operators hear that it is not taken.
#[test]
fn a_publication_nobody_can_put_aside_stays_and_is_told_of_once() {
    let scratch = [Scratch::new("stays-1"), Scratch::new("stays-2")];
    let offices = two_with(
        &scratch,
        &[
            "DEFINE QLOCAL(NEWS)",
            "DEFINE QLOCAL(SMALL) MAXDEPTH(1)",
            "DEFINE TOPIC(FULL) TOPICSTR('full') PMSGDLV(ALL) USEDLQ(NO)",
            "DEFINE SUB(NEWS) TOPICSTR('news') DEST(NEWS)",
            "DEFINE SUB(FULL) TOPICSTR('full') DEST(SMALL)",
        ],
        &["news", "full"],
    );
    let [mut publisher, mut reader] = offices.each_ref().map(Office::connect);
    publish(&mut reader, "full", "fills it", 0);
    publish(&mut publisher, "full", "fails", 0);
    publish(&mut publisher, "news", "behind", 0);
    let told = |number: &str| {
        let said = offices[1].said();
        let of_it = said.iter().filter(|one| one.starts_with(number));
        of_it.count()
    };
    let options = GetOptions {
        options: mq::MQGMO_BROWSE_FIRST,
        ..GetOptions::default()
    };
    // It has been tried six times, and once more.
    offices[1].await_shown("DISPLAY QMGR QMNAME", |_| {
        let mut app = offices[1].connect();
        let queue = app.open("SYSTEM.INTER.QMGR.PUBS", mq::MQOO_BROWSE);
        let queue = queue.expect("opened");
        let seen = app.get(queue, &Default::default(), &options, 10_000);
        app.disconnect().expect("disconnected");
        seen.is_ok_and(|seen| seen.descriptor.backout_count >= 7)
    });
    assert_eq!(told("FMQ0275"), 1, "{:#?}", offices[1].said());
    assert_eq!(told("FMQ0274"), 0, "{:#?}", offices[1].said());
    offices[1].commands(&["DEFINE QLOCAL(DEAD)", "ALTER QMGR DEADQ(DEAD)"]);
    expect(&mut reader, "NEWS", "behind");
    offices[1].await_shown("DISPLAY QLOCAL(DEAD) CURDEPTH", |shown| {
        shown.contains("CURDEPTH(1)")
    });
    assert_eq!(told("FMQ0274"), 1, "{:#?}", offices[1].said());
    expect(&mut reader, "SMALL", "fills it");
    for session in [publisher, reader] {
        session.disconnect().expect("disconnected");
    }
    offices.into_iter().for_each(Office::end);
}

/// A queue manager with two below it, which has full what they publish to `full`, and nowhere to put it aside.
fn full_for_two(scratch: &[Scratch; 3]) -> [Office; 3] {
    let names = ["QM1", "QM2", "QM3"];
    let offices = [0, 1, 2].map(|at: usize| Office::open(&scratch[at].0, names[at]));
    let ports = offices.each_ref().map(|one| one.listen(0));
    for at in [1, 2] {
        let child = (&offices[at], names[at], ports[at]);
        join(child, (&offices[0], "QM1", ports[0]));
    }
    offices[0].commands(&[
        "DEFINE QLOCAL(NEWS)",
        "DEFINE QLOCAL(SMALL) MAXDEPTH(1)",
        "DEFINE TOPIC(FULL) TOPICSTR('full') PMSGDLV(ALL) USEDLQ(NO)",
        "DEFINE SUB(NEWS) TOPICSTR('news') DEST(NEWS)",
        "DEFINE SUB(FULL) TOPICSTR('full') DEST(SMALL)",
    ]);
    for child in &offices[1..] {
        await_proxy(child, "QM1", "news");
        await_proxy(child, "QM1", "full");
    }
    offices
}

/// Those of the neighbour who sent it wait, so that they stay in order; those of others do not. Where it is gone, operators hear of the next.
#[test]
fn a_publication_that_cannot_be_published_holds_up_nobody_elses_and_is_told_of_each() {
    let scratch = ["failing-1", "failing-2", "failing-3"].map(Scratch::new);
    let offices = full_for_two(&scratch);
    let [mut reader, mut second, mut third] = offices.each_ref().map(Office::connect);
    let told = |count| {
        offices[0].await_shown("DISPLAY QMGR QMNAME", |_| {
            let said = offices[0].said();
            let of_it = said
                .iter()
                .filter(|one| one.starts_with("FMQ0275") && one.contains("2502"));
            of_it.count() >= count
        });
    };
    publish(&mut reader, "full", "fills it", 0);
    publish(&mut second, "full", "fails", 0);
    told(1);
    publish(&mut third, "news", "from another", 0);
    expect(&mut reader, "NEWS", "from another");
    // Somebody else takes it away.
    let (gone, _) = take(&mut reader, "SYSTEM.INTER.QMGR.PUBS", 60_000).expect("it is there");
    assert!(gone.ends_with("fails"), "{gone}");
    publish(&mut second, "full", "fails as well", 0);
    told(2);
    for text in ["fills it", "fails as well"] {
        expect(&mut reader, "SMALL", text);
    }
    for session in [reader, second, third] {
        session.disconnect().expect("disconnected");
    }
    offices.into_iter().for_each(Office::end);
}

/// However many wait in front, and though the one that fails rests for a second each time; and in order.
#[test]
fn publications_of_others_pass_all_that_wait_and_do_not_wait_for_the_next_try() {
    const WAIT: usize = 2_500;
    const PASS: usize = 12;
    let scratch = ["passed-1", "passed-2", "passed-3"].map(Scratch::new);
    let offices = full_for_two(&scratch);
    let [mut reader, mut second, mut third] = offices.each_ref().map(Office::connect);
    publish(&mut reader, "full", "fills it", 0);
    for number in 0..WAIT {
        publish(&mut second, "full", "waits", mq::MQPMO_SYNCPOINT);
        if number % 500 == 499 {
            second.commit().expect("committed");
        }
    }
    offices[0].await_shown("DISPLAY QLOCAL(SYSTEM.INTER.QMGR.PUBS) CURDEPTH", |shown| {
        shown.contains(&format!("CURDEPTH({WAIT})"))
    });
    publish(&mut third, "news", "first", 0);
    expect(&mut reader, "NEWS", "first");
    let began = Instant::now();
    for number in 0..PASS {
        publish(&mut third, "news", &number.to_string(), 0);
        expect(&mut reader, "NEWS", &number.to_string());
    }
    // Each would wait for a try: a second.
    let took = began.elapsed();
    assert!(took < Duration::from_secs(PASS as u64 / 2), "{took:?}");
    // One of them fails as well: what is behind it waits, until it does not fail any more.
    offices[0].commands(&["ALTER QLOCAL(NEWS) MAXDEPTH(1)"]);
    for number in 0..3 {
        publish(&mut third, "news", &number.to_string(), 0);
    }
    for number in 0..3 {
        expect(&mut reader, "NEWS", &number.to_string());
    }
    for session in [reader, second, third] {
        session.disconnect().expect("disconnected");
    }
    offices.into_iter().for_each(Office::end);
}
