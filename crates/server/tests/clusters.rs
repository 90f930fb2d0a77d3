//! Clusters of real queue managers: they come to know one another, share queues, go and come back.

use crate::support::office::{Office, becomes, put};
use crate::support::{Scratch, persistent, quiet};
use ferromq::engine::WorkloadOptions;
use ferromq::{GetOptions, PutOptions, Reason, mq};
use ferromq_mqi::options::ObjectDescriptor;
use std::time::Duration;

/// Queue managers of cluster HOUSE, the first two of them full repositories.
pub(crate) struct House {
    pub(crate) members: Vec<Office>,
    pub(crate) ports: Vec<u16>,
    pub(crate) scratch: Vec<Scratch>,
}

pub(crate) const NAMES: [&str; 4] = ["QM1", "QM2", "QM3", "QM4"];

impl House {
    pub(crate) fn of(test: &str, count: usize) -> Self {
        Self::choosing(test, count, WorkloadOptions::default())
    }

    /// The same, with options about where messages go.
    fn choosing(test: &str, count: usize, workload: WorkloadOptions) -> Self {
        let scratch: Vec<Scratch> = (0..count).map(|_| Scratch::new(test)).collect();
        let places = scratch.iter().zip(NAMES);
        let members: Vec<Office> = places
            .map(|(place, name)| Office::open_as(&place.0, name, quiet(), workload))
            .collect();
        let ports: Vec<u16> = members.iter().map(|member| member.listen(0)).collect();
        let house = Self {
            members,
            ports,
            scratch,
        };
        for at in 0..count {
            house.join(at);
        }
        // What was defined a moment ago is not yet in force: the repository looks at definitions together.
        for at in 0..count {
            house.shows(
                at,
                "DISPLAY CLUSQMGR(*)",
                &["CLUSQMGR(QM1)", "CLUSQMGR(QM2)"],
            );
        }
        house
    }

    /// One more queue manager joins.
    pub(crate) fn add(&mut self, test: &str) {
        let at = self.members.len();
        let place = Scratch::new(test);
        let member = Office::open_as(&place.0, NAMES[at], quiet(), WorkloadOptions::default());
        self.ports.push(member.listen(0));
        self.members.push(member);
        self.scratch.push(place);
        self.join(at);
    }

    fn join(&self, at: usize) {
        let full = if at == 0 { 1 } else { 0 };
        let mut commands = vec!["ALTER QMGR CHLAUTH(DISABLED)".to_owned()];
        if at < 2 {
            commands.push("ALTER QMGR REPOS(HOUSE)".to_owned());
        }
        commands.push(format!(
            "DEFINE CHANNEL(TO.{}) CHLTYPE(CLUSRCVR) CLUSTER(HOUSE) SHORTTMR(1) SHORTRTY(999999) CONNAME('127.0.0.1({})')",
            NAMES[at], self.ports[at]
        ));
        commands.push(format!(
            "DEFINE CHANNEL(TO.{}) CHLTYPE(CLUSSDR) CLUSTER(HOUSE) SHORTTMR(1) SHORTRTY(999999) CONNAME('127.0.0.1({})')",
            NAMES[full], self.ports[full]
        ));
        let commands: Vec<&str> = commands.iter().map(String::as_str).collect();
        self.members[at].commands(&commands);
    }

    /// Waits until what a member shows has all of this.
    pub(crate) fn shows(&self, at: usize, command: &str, wanted: &[&str]) {
        let mut shown = String::new();
        let there = becomes(|| {
            let mut session = self.members[at].connect();
            let (output, _) = session.command(command).expect("a command");
            session.disconnect().expect("disconnected");
            shown = output;
            wanted.iter().all(|text| shown.contains(text))
        });
        assert!(
            there,
            "{wanted:?} of {command} at {}:\n{shown}{:#?}",
            NAMES[at],
            self.members[at].said()
        );
    }

    /// Waits until both full repositories know who shares ORDERS.
    fn know_orders_of(&self, owners: &[&str]) {
        for full in 0..2 {
            self.shows(full, "DISPLAY QCLUSTER(ORDERS) CLUSQMGR", owners);
        }
    }

    /// The same of what it must not show.
    pub(crate) fn hides(&self, at: usize, command: &str, unwanted: &str) {
        let mut shown = String::new();
        let gone = becomes(|| {
            let mut session = self.members[at].connect();
            let (output, _) = session.command(command).expect("a command");
            session.disconnect().expect("disconnected");
            shown = output;
            !shown.contains(unwanted)
        });
        assert!(
            gone,
            "{unwanted} is gone from {command} at {}:\n{shown}",
            NAMES[at]
        );
    }

    /// Puts persistent messages on a queue by one handle.
    fn put(&self, at: usize, queue: &str, numbers: std::ops::Range<u32>) {
        let mut app = self.members[at].connect();
        let handle = app.open(queue, mq::MQOO_OUTPUT).expect("opened");
        for number in numbers {
            put(&mut app, handle, number);
        }
        app.disconnect().expect("disconnected");
    }

    /// Has the channels of a member to others run. While one is on its way there messages go by the others.
    fn reach(&self, at: usize, others: &[usize]) {
        for other in others {
            let name = NAMES[*other];
            let is_known = format!("CLUSQMGR({name})");
            self.shows(at, "DISPLAY CLUSQMGR(*)", &[&is_known]);
            // It may run already.
            let mut session = self.members[at].connect();
            let start = format!("START CHANNEL(TO.{name})");
            session.command(&start).expect("a command");
            session.disconnect().expect("disconnected");
            let display = format!("DISPLAY CLUSQMGR({name}) STATUS");
            self.shows(at, &display, &["STATUS(RUNNING)"]);
        }
    }

    fn depth(&self, at: usize, queue: &str) -> usize {
        let shown = self.members[at].shown(&format!("DISPLAY QLOCAL({queue}) CURDEPTH"));
        let depth = shown.split_once("CURDEPTH(").expect("a depth").1;
        let depth = depth.split_once(')').expect("an end").0;
        depth.parse().expect("a number")
    }

    /// Waits until queues of that name at these members have so many messages together, and gives each one's number.
    fn depths(&self, queue: &str, at: &[usize], sum: usize) -> Vec<usize> {
        let mut depths = Vec::new();
        let there = becomes(|| {
            depths = at.iter().map(|at| self.depth(*at, queue)).collect();
            depths.iter().sum::<usize>() == sum
        });
        let said: Vec<_> = self.members.iter().map(Office::said).collect();
        assert!(there, "{sum} messages on {queue}: {depths:?} {said:#?}");
        depths
    }

    fn end(self) {
        self.members.into_iter().for_each(Office::end);
    }
}

/// Whether messages were spread evenly: what the queue managers say to one another takes its turns as well, and shifts a few.
fn is_even(depths: &[usize]) -> bool {
    let (least, most) = (depths.iter().min(), depths.iter().max());
    least
        .zip(most)
        .is_some_and(|(least, most)| most - least <= 4)
}

#[test]
fn members_come_to_know_one_another_and_messages_are_spread_over_the_instances_of_a_queue() {
    let house = House::of("cluster-spread", 3);
    for full in 0..2 {
        house.shows(
            full,
            "DISPLAY CLUSQMGR(*)",
            &["CLUSQMGR(QM1)", "CLUSQMGR(QM2)", "CLUSQMGR(QM3)"],
        );
    }
    house.shows(
        2,
        "DISPLAY CLUSQMGR(*) QMTYPE",
        &["CLUSQMGR(QM1)", "CLUSQMGR(QM2)"],
    );
    for at in 0..2 {
        house.members[at].commands(&["DEFINE QLOCAL(ORDERS) CLUSTER(HOUSE) DEFBIND(NOTFIXED)"]);
    }
    house.shows(
        0,
        "DISPLAY QCLUSTER(ORDERS) CLUSQMGR",
        &["CLUSQMGR(QM1)", "CLUSQMGR(QM2)"],
    );
    house.reach(2, &[0, 1]);
    // Nobody there has asked for the queue before: the open does.
    house.put(2, "ORDERS", 0..40);
    let depths = house.depths("ORDERS", &[0, 1], 40);
    assert!(is_even(&depths), "{depths:?}");
    // Who is told of a queue hears what becomes of it.
    house.members[0].commands(&["ALTER QLOCAL(ORDERS) PUT(DISABLED)"]);
    house.shows(2, "DISPLAY QCLUSTER(ORDERS) PUT", &["PUT(DISABLED)"]);
    house.put(2, "ORDERS", 40..50);
    let after = house.depths("ORDERS", &[0, 1], 50);
    assert_eq!(after, [depths[0], depths[1] + 10]);
    let mut app = house.members[2].connect();
    let unknown = app.open("NOBODY.HAS.THIS", mq::MQOO_OUTPUT);
    assert_eq!(
        unknown.expect_err("unknown").reason,
        Reason::UNKNOWN_OBJECT_NAME
    );
    app.disconnect().expect("disconnected");
    house.end();
}

#[test]
fn messages_go_to_the_others_while_a_member_is_gone_and_to_it_again_when_it_is_back() {
    let mut house = House::of("cluster-away", 3);
    for at in [0, 2] {
        house.members[at].commands(&["DEFINE QLOCAL(ORDERS) CLUSTER(HOUSE) DEFBIND(NOTFIXED)"]);
    }
    house.know_orders_of(&["CLUSQMGR(QM1)", "CLUSQMGR(QM3)"]);
    house.reach(1, &[0, 2]);
    house.put(1, "ORDERS", 0..10);
    let before = house.depths("ORDERS", &[0, 2], 10);
    assert!(is_even(&before), "{before:?}");
    house.members.remove(2).end();
    // A batch that went to it just then would stay in doubt.
    house.shows(1, "DISPLAY CLUSQMGR(QM3) STATUS", &["STATUS(RETRYING)"]);
    house.put(1, "ORDERS", 10..20);
    let there = before[0] + 10;
    assert_eq!(house.depths("ORDERS", &[0], there), [there]);
    // What waits for it because nobody else would take it is sent elsewhere once somebody does.
    house.members[0].commands(&["ALTER QLOCAL(ORDERS) PUT(DISABLED)"]);
    house.shows(
        1,
        "DISPLAY QCLUSTER(ORDERS) CLUSQMGR PUT",
        &["PUT(DISABLED)"],
    );
    house.put(1, "ORDERS", 20..30);
    house.members[0].commands(&["ALTER QLOCAL(ORDERS) PUT(ENABLED)"]);
    let there = there + 10;
    assert_eq!(house.depths("ORDERS", &[0], there), [there]);
    let back = Office::open(&house.scratch[2].0, NAMES[2]);
    back.listen(house.ports[2]);
    house.members.push(back);
    house.shows(1, "DISPLAY CLUSQMGR(QM3) STATUS", &["STATUS(RUNNING)"]);
    house.put(1, "ORDERS", 30..70);
    let depths = house.depths("ORDERS", &[0, 2], 70);
    assert!(
        is_even(&[depths[0] - there, depths[1] - before[1]]),
        "{depths:?}"
    );
    house.end();
}

#[test]
fn what_is_known_of_a_cluster_is_known_behind_a_restart_and_what_has_changed_meanwhile_is_heard_of()
{
    let mut house = House::of("cluster-restart", 3);
    house.members[0].commands(&["DEFINE QLOCAL(ORDERS) CLUSTER(HOUSE)"]);
    house.know_orders_of(&["CLUSQMGR(QM1)"]);
    house.put(2, "ORDERS", 0..1);
    assert_eq!(house.depths("ORDERS", &[0], 1), [1]);
    let asked = house.members.remove(2);
    asked.end();
    house.members[0].commands(&["ALTER QLOCAL(ORDERS) DESCR('changed')"]);
    let back = Office::open(&house.scratch[2].0, NAMES[2]);
    back.listen(house.ports[2]);
    house.members.push(back);
    house.shows(2, "DISPLAY QCLUSTER(ORDERS) CLUSQMGR", &["CLUSQMGR(QM1)"]);
    house.put(2, "ORDERS", 1..2);
    assert_eq!(house.depths("ORDERS", &[0], 2), [2]);
    house.shows(2, "DISPLAY QCLUSTER(ORDERS) DESCR", &["DESCR(changed)"]);
    house.end();
}

#[test]
fn administrators_suspend_resume_refresh_and_remove() {
    let mut house = House::of("cluster-commands", 4);
    for at in 2..4 {
        house.members[at].commands(&["DEFINE QLOCAL(ORDERS) CLUSTER(HOUSE) DEFBIND(NOTFIXED)"]);
    }
    house.know_orders_of(&["CLUSQMGR(QM3)", "CLUSQMGR(QM4)"]);
    house.reach(0, &[2, 3]);
    house.put(0, "ORDERS", 0..10);
    let depths = house.depths("ORDERS", &[2, 3], 10);
    assert!(is_even(&depths), "{depths:?}");
    house.members[2].commands(&["SUSPEND QMGR CLUSTER(HOUSE)"]);
    house.shows(0, "DISPLAY CLUSQMGR(QM3) SUSPEND", &["SUSPEND(YES)"]);
    house.put(0, "ORDERS", 10..20);
    let after = house.depths("ORDERS", &[2, 3], 20);
    assert_eq!(after, [depths[0], depths[1] + 10]);
    house.members[2].commands(&["RESUME QMGR CLUSTER(HOUSE)"]);
    house.shows(0, "DISPLAY CLUSQMGR(QM3) SUSPEND", &["SUSPEND(NO)"]);
    house.members[2].commands(&["REFRESH CLUSTER(HOUSE) REPOS(YES)"]);
    house.shows(
        2,
        "DISPLAY CLUSQMGR(*)",
        &["CLUSQMGR(QM1)", "CLUSQMGR(QM2)"],
    );
    let refused = house.members[0].refused("REFRESH CLUSTER(HOUSE) REPOS(YES)");
    assert!(refused.contains("AMQ9406E"), "{refused}");
    house.members.pop().expect("the fourth").end();
    house.members[0]
        .commands(&["RESET CLUSTER(HOUSE) ACTION(FORCEREMOVE) QMNAME(QM4) QUEUES(YES)"]);
    for at in 0..2 {
        house.hides(at, "DISPLAY CLUSQMGR(*)", "CLUSQMGR(QM4)");
        house.hides(at, "DISPLAY QCLUSTER(ORDERS) CLUSQMGR", "CLUSQMGR(QM4)");
    }
    house.end();
}

/// A sender that was made for a receiver which is withdrawn is not tried for ever: nobody is there any more.
#[test]
fn a_sender_goes_with_the_receiver_it_was_made_for() {
    let house = House::of("cluster-withdrawn", 3);
    house.reach(0, &[2]);
    // Not by force: a batch that is cut is in doubt, and a sender in doubt stays, as it must.
    house.members[2].commands(&[
        "ALTER CHANNEL(TO.QM3) CHLTYPE(CLUSRCVR) CLUSTER(' ')",
        "STOP CHANNEL(TO.QM3) MODE(QUIESCE)",
    ]);
    house.hides(0, "DISPLAY CLUSQMGR(*)", "CLUSQMGR(QM3)");
    house.hides(0, "DISPLAY CHSTATUS(*) ALL", "CHANNEL(TO.QM3)");
    house.hides(0, "DISPLAY CHANNEL(*)", "CHANNEL(TO.QM3)");
    house.end();
}

#[test]
fn channels_that_were_cut_by_a_suspension_are_tried_at_once_when_it_ends() {
    let house = House::of("cluster-resumed", 4);
    // By their timers alone they would be tried in an hour.
    house.members[2].commands(&["ALTER CHANNEL(TO.QM3) CHLTYPE(CLUSRCVR) SHORTTMR(3600)"]);
    house.members[2].commands(&["DEFINE QLOCAL(ORDERS) CLUSTER(HOUSE)"]);
    house.know_orders_of(&["CLUSQMGR(QM3)"]);
    // A member that is no full repository, and to which the third has no channel that would tell that it is there.
    house.put(3, "ORDERS", 0..1);
    house.shows(3, "DISPLAY CLUSQMGR(QM3) SHORTTMR", &["SHORTTMR(3600)"]);
    house.reach(3, &[2]);
    let third = "DISPLAY CHSTATUS(TO.QM3)";
    house.members[2].commands(&["SUSPEND QMGR CLUSTER(HOUSE) MODE(FORCE)"]);
    house.shows(3, third, &["STATUS(RETRYING)"]);
    house.shows(3, "DISPLAY CLUSQMGR(QM3) SUSPEND", &["SUSPEND(YES)"]);
    house.members[2].commands(&["RESUME QMGR CLUSTER(HOUSE)"]);
    house.shows(3, third, &["STATUS(RUNNING)"]);
    house.put(3, "ORDERS", 1..2);
    house.depths("ORDERS", &[2], 2);
    house.end();
}

#[test]
fn members_tell_who_reads_their_queues_and_messages_go_there() {
    let workload = WorkloadOptions {
        prefers_readers: true,
        ..WorkloadOptions::default()
    };
    let house = House::choosing("cluster-readers", 3, workload);
    for at in 0..2 {
        house.members[at].commands(&["DEFINE QLOCAL(ORDERS) CLUSTER(HOUSE) DEFBIND(NOTFIXED)"]);
    }
    house.know_orders_of(&["CLUSQMGR(QM1)", "CLUSQMGR(QM2)"]);
    house.put(2, "ORDERS", 0..2);
    house.reach(2, &[0, 1]);
    let first = "DISPLAY QCLUSTER(ORDERS) WHERE(CLUSQMGR EQ QM1) READERS";
    house.shows(2, first, &["READERS(NO)"]);
    let before = house.depths("ORDERS", &[0, 1], 2);
    let mut reader = house.members[0].connect();
    let handle = reader.open("ORDERS", mq::MQOO_INPUT_SHARED);
    let handle = handle.expect("opened");
    house.shows(2, first, &["READERS(YES)"]);
    house.put(2, "ORDERS", 2..8);
    let after = house.depths("ORDERS", &[0, 1], 8);
    assert_eq!(after, [before[0] + 6, before[1]]);
    reader.close(handle, mq::MQCO_NONE).expect("closed");
    house.shows(2, first, &["READERS(NO)"]);
    reader.disconnect().expect("disconnected");
    house.end();
}

#[test]
fn what_no_member_has_sent_is_put_aside() {
    let house = House::of("cluster-stranger", 2);
    let member = &house.members[0];
    member.commands(&["DEFINE QLOCAL(DEAD)", "ALTER QMGR DEADQ(DEAD)"]);
    let mut app = member.connect();
    let to = ObjectDescriptor::queue("SYSTEM.CLUSTER.COMMAND.QUEUE");
    let mut descriptor = persistent();
    app.put1(
        &to,
        &mut descriptor,
        &mut PutOptions::default(),
        &b"what is this"[..],
    )
    .expect("put");
    let dead = app.open("DEAD", mq::MQOO_INPUT_SHARED).expect("opened");
    let options = GetOptions {
        options: mq::MQGMO_WAIT,
        wait_interval_ms: 20_000,
        ..GetOptions::default()
    };
    let got = app
        .get(dead, &Default::default(), &options, 1000)
        .expect("there");
    assert_eq!(&got.descriptor.format, b"MQDEAD  ");
    assert_eq!(&got.body[8..12], 280_i32.to_ne_bytes());
    assert!(got.body.ends_with(b"what is this"));
    app.disconnect().expect("disconnected");
    assert!(member.last_said("FMQ0269").is_some(), "{:?}", member.said());
    house.end();
}

#[test]
fn a_transmission_queue_that_takes_nothing_delays_what_is_told_and_nothing_else() {
    let house = House::of("cluster-inhibited", 2);
    for at in 0..2 {
        house.shows(
            at,
            "DISPLAY CLUSQMGR(*)",
            &["CLUSQMGR(QM1)", "CLUSQMGR(QM2)"],
        );
    }
    let queue = "SYSTEM.CLUSTER.TRANSMIT.QUEUE";
    house.members[0].commands(&[
        &format!("ALTER QLOCAL({queue}) PUT(DISABLED)"),
        "DEFINE QLOCAL(ORDERS) CLUSTER(HOUSE)",
    ]);
    assert!(becomes(|| house.members[0].last_said("FMQ0282").is_some()));
    house.shows(0, "DISPLAY QCLUSTER(ORDERS)", &["QUEUE(ORDERS)"]);
    house.members[0].commands(&[&format!("ALTER QLOCAL({queue}) PUT(ENABLED)")]);
    house.shows(1, "DISPLAY QCLUSTER(ORDERS)", &["QUEUE(ORDERS)"]);
    assert!(house.members[0].last_said("FMQ0260").is_none());
    house.end();
}

#[test]
fn a_name_is_asked_for_as_soon_as_a_queue_manager_is_to_be_a_member() {
    let mut house = House::of("cluster-at-once", 2);
    house.members[0].commands(&["DEFINE QLOCAL(ORDERS) CLUSTER(HOUSE)"]);
    house.know_orders_of(&["CLUSQMGR(QM1)"]);
    let place = Scratch::new("cluster-at-once");
    house.members.push(Office::open(&place.0, NAMES[2]));
    house.ports.push(house.members[2].listen(0));
    house.scratch.push(place);
    let mut app = house.members[2].connect();
    house.join(2);
    let opened = app.open("ORDERS", mq::MQOO_OUTPUT);
    opened.unwrap_or_else(|error| panic!("{error} {:?}", house.members[2].said()));
    app.disconnect().expect("disconnected");
    house.end();
}

#[test]
fn a_receiver_without_an_address_is_announced_when_a_listener_runs() {
    let place = Scratch::new("cluster-no-listener");
    let member = Office::open(&place.0, "QM1");
    member.commands(&[
        "ALTER QMGR REPOS(HOUSE)",
        "DEFINE CHANNEL(TO.QM1) CHLTYPE(CLUSRCVR) CLUSTER(HOUSE)",
    ]);
    assert!(becomes(|| member.last_said("FMQ0296").is_some()));
    let (display, shown) = ("DISPLAY CLUSQMGR(*) CONNAME", "CLUSQMGR(QM1)");
    let mut session = member.connect();
    let (output, _) = session.command(display).expect("a command");
    assert!(!output.contains(shown), "{output}");
    session.disconnect().expect("disconnected");
    let port = member.listen(0);
    member.await_shown(display, |output| {
        output.contains(shown) && output.contains(&format!("({port})"))
    });
    member.end();
}

/// Goal: who does not know how the full repository is called joins all the same. Method: a sender with the insert; then one more, where the whole name
/// is there already, as after a crash between the two halves of giving it.
#[test]
fn a_sender_gets_the_name_of_whoever_is_at_the_other_end() {
    let places = [
        Scratch::new("cluster-insert"),
        Scratch::new("cluster-insert"),
    ];
    let full = Office::open(&places[0].0, "QM1");
    let member = Office::open(&places[1].0, "QM2");
    let ports = [full.listen(0), member.listen(0)];
    full.commands(&["ALTER QMGR REPOS(HOUSE) CHLAUTH(DISABLED)"]);
    for (office, name, port) in [(&full, "QM1", ports[0]), (&member, "QM2", ports[1])] {
        office.commands(&[&format!(
            "DEFINE CHANNEL(HOUSE.{name}.X) CHLTYPE(CLUSRCVR) CLUSTER(HOUSE) CONNAME('127.0.0.1({port})')"
        )]);
    }
    let (sender, shown) = ("HOUSE.+QMNAME+.X", "CHANNEL(HOUSE.QM1.X)");
    let define = format!(
        "DEFINE CHANNEL({sender}) CHLTYPE(CLUSSDR) CLUSTER(HOUSE) DESCR('to the repository') SHORTTMR(1) CONNAME('127.0.0.1({})')",
        ports[0]
    );
    for _ in 0..2 {
        member.commands(&["ALTER QMGR CHLAUTH(DISABLED)", &define]);
        let display = "DISPLAY CHANNEL(*) CHLTYPE(CLUSSDR) DESCR DEFTYPE";
        member.await_shown(display, |output| {
            output.contains(shown)
                && output.contains("DESCR(to the repository)")
                && !output.contains(sender)
        });
        assert!(becomes(|| member.last_said("FMQ0497").is_some()));
        member.await_shown("DISPLAY CLUSQMGR(*) CHANNEL QMTYPE", |output| {
            output.contains("CLUSQMGR(QM1)") && output.contains("QMTYPE(REPOS)")
        });
    }
    full.await_shown("DISPLAY CLUSQMGR(*)", |output| {
        output.contains("CLUSQMGR(QM2)")
    });
    member.end();
    full.end();
}

/// Nobody in the cluster hears of a queue manager that calls a member which is no full repository, and that one throws away what it is told.
/// The channel runs before there is a member that could be heard of.
#[test]
fn who_joins_by_a_sender_to_no_full_repository_is_told() {
    let mut house = House::of("misled", 3);
    let place = Scratch::new("misled");
    let late = Office::open_as(&place.0, "QM4", quiet(), WorkloadOptions::default());
    let port = late.listen(0);
    late.commands(&[
        "ALTER QMGR CHLAUTH(DISABLED)",
        &format!(
            "DEFINE CHANNEL(TO.QM3) CHLTYPE(CLUSSDR) CLUSTER(HOUSE) CONNAME('127.0.0.1({})')",
            house.ports[2]
        ),
        "START CHANNEL(TO.QM3)",
    ]);
    late.await_shown("DISPLAY CHSTATUS(TO.QM3)", |output| {
        output.contains("STATUS(RUNNING)")
    });
    late.commands(&[&format!(
        "DEFINE CHANNEL(TO.QM4) CHLTYPE(CLUSRCVR) CLUSTER(HOUSE) CONNAME('127.0.0.1({port})')"
    )]);
    assert!(becomes(|| late.last_said("FMQ0299").is_some()));
    let said = late.last_said("FMQ0299").expect("it was told");
    assert!(said.contains("TO.QM3") && said.contains("HOUSE"), "{said}");
    // The others lead to full repositories.
    for member in &house.members {
        assert_eq!(member.last_said("FMQ0299"), None);
    }
    house.members.push(late);
    house.end();
}

#[test]
fn messages_go_by_all_receivers_of_a_queue_manager_in_turn() {
    let house = House::of("cluster-receivers", 3);
    house.members[2].commands(&[
        &format!(
            "DEFINE CHANNEL(BY.QM3) CHLTYPE(CLUSRCVR) CLUSTER(HOUSE) CONNAME('127.0.0.1({})')",
            house.ports[2]
        ),
        "DEFINE QLOCAL(ORDERS) CLUSTER(HOUSE) DEFBIND(NOTFIXED)",
    ]);
    house.know_orders_of(&["CLUSQMGR(QM3)"]);
    house.shows(
        0,
        "DISPLAY CLUSQMGR(QM3)",
        &["CHANNEL(TO.QM3)", "CHANNEL(BY.QM3)"],
    );
    house.put(0, "ORDERS", 0..10);
    assert_eq!(house.depths("ORDERS", &[2], 10), [10]);
    for channel in ["TO.QM3", "BY.QM3"] {
        let display = format!("DISPLAY CHSTATUS({channel}) MSGS");
        house.shows(0, &display, &["STATUS(RUNNING)"]);
    }
    // One that is preferred has them all.
    house.members[2].commands(&["ALTER CHANNEL(BY.QM3) CHLTYPE(CLUSRCVR) NETPRTY(5)"]);
    house.shows(0, "DISPLAY CLUSQMGR(QM3) NETPRTY", &["NETPRTY(5)"]);
    // What members tell of themselves is carried, too.
    let carried = |channel: &str| {
        let shown = house.members[0].shown(&format!("DISPLAY CHSTATUS({channel}) MSGS"));
        let count = shown.split_once("MSGS(").expect("a number").1;
        let count = count.split_once(')').expect("an end").0;
        count.parse::<usize>().expect("a number")
    };
    let before = ["TO.QM3", "BY.QM3"].map(carried);
    house.put(0, "ORDERS", 10..60);
    assert_eq!(house.depths("ORDERS", &[2], 60), [60]);
    assert!(
        becomes(|| carried("BY.QM3") >= before[1] + 50),
        "{} {before:?}",
        carried("BY.QM3")
    );
    assert!(carried("TO.QM3") < before[0] + 25, "{before:?}");
    house.end();
}

/// Its channels ran when it ended, and fail at once when it starts: they are tried again.
#[test]
fn who_starts_while_the_others_are_gone_reaches_them_when_they_are_back() {
    let mut house = House::of("cluster-first", 3);
    for at in 0..3 {
        house.members[at].commands(&["DEFINE TOPIC(T) TOPICSTR('t') CLUSTER(HOUSE)"]);
    }
    let channels = ["CHANNEL(TO.QM2)", "CHANNEL(TO.QM3)"];
    house.shows(0, "DISPLAY CHSTATUS(*)", &channels);
    house.members.drain(..).for_each(Office::end);
    for (at, name) in NAMES.into_iter().enumerate().take(3) {
        let member = Office::open(&house.scratch[at].0, name);
        if at == 0 {
            member.await_shown("DISPLAY CHSTATUS(*) STATUS", |shown| {
                channels.iter().all(|channel| shown.contains(channel))
            });
            std::thread::sleep(Duration::from_millis(200));
            let shown = member.shown("DISPLAY CHSTATUS(*) STATUS");
            assert!(!shown.contains("STATUS(STOPPED)"), "{shown}");
        }
        member.listen(house.ports[at]);
        house.members.push(member);
    }
    house.members[0].commands(&["DEFINE QLOCAL(ORDERS) CLUSTER(HOUSE)"]);
    house.shows(1, "DISPLAY QCLUSTER(ORDERS) CLUSQMGR", &["CLUSQMGR(QM1)"]);
    house.end();
}
