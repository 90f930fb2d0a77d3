use super::*;
use crate::limits::RECORDS_MAX;
use crate::limits::{ANSWER_MS, DAY_MS, FORCED_MS, LIFE_MS};
use crate::member::env::SETTLE_MS;
use crate::message::{Body, Message, RecordUpdate};
use crate::record::RecordKind;
use crate::record::State;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::generated::constants::{
    MQCLROUTE_DIRECT, MQCLROUTE_TOPIC_HOST, MQQMT_REPOSITORY, MQSUS_NO, MQSUS_YES,
};
use std::collections::BTreeSet;
use std::collections::VecDeque;

pub(super) const C: &str = "C1";
pub(super) const START: u64 = 1_750_000_000_000;

pub(super) fn object(kind: RecordKind, name: &str, settings: &[(Attr, &str)]) -> Definition {
    let mut made = Definition::new(kind.object(), ObjectName::truncated("X"));
    made.set_internal(kind.name_attr(), name).expect("a name");
    for (attr, text) in settings {
        made.set_internal(*attr, *text).expect("a value");
    }
    made
}

pub(super) fn queue(name: &str) -> Name {
    Name::new(RecordKind::Queue, name).expect("a name")
}

/// A member as its receivers know it.
pub(super) fn partner_of(qmid: &str) -> Partner<'_> {
    Partner {
        qmid,
        q_mgr: qmid.strip_suffix("_1").expect("a member"),
    }
}

/// The shortest `MAXMSGL` of a queue manager, less a transmission header.
const MESSAGE_MAX: usize = 32_768 - 428;

/// Members that hear one another at once, unless one is aside.
pub(super) struct Net {
    pub(super) members: Vec<(String, Member, BTreeMap<String, OwnCluster>)>,
    pub(super) kept: Vec<BTreeMap<(ObjectKind, ObjectName), Definition>>,
    pub(super) letters: VecDeque<(usize, usize, Vec<u8>)>,
    pub(super) aside: BTreeSet<usize>,
    /// Channels that run.
    pub(super) connected: BTreeSet<(usize, usize)>,
    pub(super) answers: Vec<(usize, Name, Answer)>,
    pub(super) notices: Vec<(usize, Notice)>,
    pub(super) sent: usize,
    /// More than so many messages are too many.
    pub(super) sent_max: Option<usize>,
    pub(super) now: u64,
}

impl Net {
    /// Of so many full repositories, and others.
    pub(super) fn new(fulls: usize, others: usize) -> Self {
        let mut net = Self {
            members: Vec::new(),
            kept: Vec::new(),
            letters: VecDeque::new(),
            aside: BTreeSet::new(),
            connected: BTreeSet::new(),
            answers: Vec::new(),
            notices: Vec::new(),
            sent: 0,
            sent_max: None,
            now: START,
        };
        for at in 0..fulls + others {
            let mut own = OwnCluster {
                full: at < fulls,
                ..OwnCluster::default()
            };
            let mut q_mgr = object(
                RecordKind::QMgr,
                &format!("QM{at}"),
                &[(Attr::Channel, &format!("TO.QM{at}"))],
            );
            if own.full {
                q_mgr
                    .set_internal(Attr::Qmtype, MQQMT_REPOSITORY)
                    .expect("a number");
                own.channels = (0..fulls)
                    .filter(|to| *to != at)
                    .map(|to| format!("TO.QM{to}"))
                    .collect();
            } else {
                own.channels.insert("TO.QM0".to_owned());
            }
            own.shared.push(q_mgr);
            net.kept.push(BTreeMap::new());
            let own = BTreeMap::from([(C.to_owned(), own)]);
            let qmid = format!("QM{at}_1");
            let (member, actions) = Member::new(&qmid, [], &own, net.now);
            net.members.push((qmid, member, own));
            net.carry_out(at, actions);
        }
        net.settle();
        net
    }

    pub(super) fn carry_out(&mut self, at: usize, actions: Vec<Action>) {
        for action in actions {
            match action {
                Action::Keep(one) => {
                    self.kept[at].insert((one.kind(), one.name()), one);
                }
                Action::Drop(kind, name) => {
                    self.kept[at].remove(&(kind, name)).expect("it was kept");
                }
                Action::Send { to, bytes, .. } => {
                    let number = match &to {
                        Destination::QMgr(qmid) => {
                            qmid.strip_prefix("QM").and_then(|of| of.strip_suffix("_1"))
                        }
                        Destination::Channel(name) => name.strip_prefix("TO.QM"),
                    };
                    let to = number
                        .and_then(|number| number.parse().ok())
                        .expect("a member");
                    assert!(bytes.len() <= MESSAGE_MAX, "{} bytes", bytes.len());
                    self.sent += 1;
                    let most = self.sent_max.unwrap_or(usize::MAX);
                    assert!(
                        self.sent <= most,
                        "members tell each other the same for ever"
                    );
                    self.letters.push_back((at, to, bytes));
                }
                Action::Answered { name, answer } => self.answers.push((at, name, answer)),
                Action::Notice(notice) => self.notices.push((at, notice)),
            }
        }
    }

    pub(super) fn with(&mut self, at: usize, event: impl FnOnce(&mut Member, u64) -> Vec<Action>) {
        let actions = event(&mut self.members[at].1, self.now);
        self.carry_out(at, actions);
    }

    /// Delivers what there is, and what comes of it.
    pub(super) fn settle(&mut self) {
        let mut waiting = VecDeque::new();
        while let Some((from, to, bytes)) = self.letters.pop_front() {
            if self.aside.contains(&from) || self.aside.contains(&to) {
                self.connected.remove(&(from, to));
                waiting.push_back((from, to, bytes));
                continue;
            }
            if to >= self.members.len() {
                // Somebody spoke for a queue manager that never was.
                continue;
            }
            if self.connected.insert((from, to)) {
                let qmid = self.members[to].0.clone();
                self.with(from, |member, now| {
                    member.channel_started(&format!("TO.QM{to}"), &qmid, true, now)
                });
            }
            let sender = self.members[from].0.clone();
            let partner = partner_of(&sender);
            self.with(to, |member, now| member.received(partner, &bytes, now));
        }
        self.letters = waiting;
    }

    pub(super) fn pass(&mut self, ms: u64) {
        let until = self.now + ms;
        while self.now < until {
            self.now = until.min(self.now + 60 * 60 * 1000);
            for at in 0..self.members.len() {
                self.with(at, |member, now| member.tick(now));
            }
            self.settle();
        }
    }

    pub(super) fn change(&mut self, at: usize, change: impl FnOnce(&mut OwnCluster)) {
        change(self.members[at].2.get_mut(C).expect("its cluster"));
        let own = self.members[at].2.clone();
        self.with(at, |member, now| member.set_own(&own, now));
        self.settle();
    }

    pub(super) fn share(&mut self, at: usize, name: &str) {
        let of = format!("QM{at}");
        self.change(at, |own| {
            own.shared
                .push(object(RecordKind::Queue, name, &[(Attr::Clusqmgr, &of)]));
        });
    }

    pub(super) fn unshare(&mut self, at: usize, name: &str) {
        self.change(at, |own| {
            own.shared
                .retain(|one| one.find_text(Attr::Queue) != Some(name))
        });
    }

    pub(super) fn ask(&mut self, at: usize, name: &str) -> Option<Answer> {
        self.answers.clear();
        let name = queue(name);
        self.with(at, |member, now| member.ask(&name, now));
        self.settle();
        self.answers.first().map(|(_, _, answer)| *answer)
    }

    /// Owners of the live records of a name at a member.
    pub(super) fn known(&self, at: usize, name: &str) -> Vec<String> {
        let live = self.kept[at]
            .values()
            .filter(|one| StoredRecord::is_live(one));
        let mut owners: Vec<String> = live
            .filter_map(StoredRecord::of)
            .filter(|kept| *kept.name.name == *name)
            .map(|kept| kept.owner.to_string())
            .collect();
        owners.sort();
        owners
    }

    pub(super) fn restart(
        &mut self,
        at: usize,
        kept: BTreeMap<(ObjectKind, ObjectName), Definition>,
    ) {
        let (qmid, _, own) = &self.members[at];
        let (member, actions) = Member::new(qmid, kept.values().cloned(), own, self.now);
        self.members[at].1 = member;
        self.kept[at] = kept;
        self.connected.retain(|(from, to)| *from != at && *to != at);
        self.carry_out(at, actions);
        self.settle();
    }

    pub(super) fn send(&mut self, from: usize, to: usize, records: Vec<RecordUpdate>) {
        let message = Message {
            cluster: C.to_owned(),
            sender: self.members[from].0.clone(),
            body: Body::Tell {
                records,
                answered: Vec::new(),
                owners: Vec::new(),
            },
        };
        self.letters.push_back((from, to, message.encode()));
        self.settle();
    }
}

#[test]
fn a_queue_is_known_to_full_repositories_and_to_whoever_asks() {
    let mut net = Net::new(2, 3);
    net.share(3, "ORDERS");
    assert_eq!(net.known(0, "ORDERS"), ["QM3_1"]);
    assert_eq!(net.known(1, "ORDERS"), ["QM3_1"]);
    assert_eq!(net.known(2, "ORDERS"), [""; 0]);
    assert_eq!(net.ask(2, "ORDERS"), Some(Answer::Known));
    assert_eq!(net.known(2, "ORDERS"), ["QM3_1"]);
    // With it came who its queue manager is.
    assert_eq!(net.known(2, "QM3"), ["QM3_1"]);
    net.share(4, "ORDERS");
    assert_eq!(net.known(2, "ORDERS"), ["QM3_1", "QM4_1"]);
    net.unshare(3, "ORDERS");
    assert_eq!(net.known(2, "ORDERS"), ["QM4_1"]);
    net.change(4, |own| {
        own.shared[0]
            .set_internal(Attr::Suspend, MQSUS_YES)
            .expect("a number");
    });
    let mut known = net.kept[2].values();
    assert!(known.any(|one| one.find_int(Attr::Suspend) == Some(MQSUS_YES)));
}

/// Goal: no message is longer than any queue manager takes ([`MESSAGE_MAX`]), however much there is to tell. Method: names and texts as long as may be.
#[test]
fn much_is_told_in_messages_every_queue_manager_takes() {
    const QUEUES: usize = 500;
    let mut net = Net::new(2, 2);
    let name = |number: usize| format!("{}{number:03}", "Q".repeat(45));
    net.change(3, |own| {
        for number in 0..QUEUES {
            let described = [(Attr::Clusqmgr, "QM3"), (Attr::Descr, &*"D".repeat(64))];
            let shared = object(RecordKind::Queue, &name(number), &described);
            own.shared.push(shared);
        }
    });
    net.restart(1, BTreeMap::new());
    net.pass(60 * 60 * 1000);
    for number in 0..QUEUES {
        assert_eq!(net.known(1, &name(number)), ["QM3_1"]);
        let asked = queue(&name(number));
        net.with(2, |member, now| member.ask(&asked, now));
    }
    net.settle();
    net.pass(60 * 60 * 1000);
    assert_eq!(net.known(2, &name(QUEUES - 1)), ["QM3_1"]);
}

#[test]
fn a_name_nobody_shares_is_unknown_and_without_full_repositories_nobody_answers() {
    let mut net = Net::new(2, 1);
    assert_eq!(net.ask(2, "NOSUCH"), Some(Answer::Unknown));
    assert_eq!(net.ask(0, "NOSUCH"), Some(Answer::Unknown));
    net.aside.extend([0, 1]);
    assert_eq!(net.ask(2, "OTHER"), None);
    net.now += ANSWER_MS;
    net.with(2, |member, now| member.tick(now));
    assert_eq!(
        net.answers.pop().map(|(_, _, answer)| answer),
        Some(Answer::Nobody)
    );
}

#[test]
fn every_member_knows_topics_and_full_repositories_without_asking() {
    let mut net = Net::new(2, 2);
    net.change(3, |own| {
        own.shared.push(object(
            RecordKind::Topic,
            "NEWS",
            &[(Attr::Topicstr, "news")],
        ));
    });
    for at in 0..4 {
        assert_eq!(net.known(at, "NEWS"), ["QM3_1"]);
        assert_eq!(net.known(at, "QM1"), ["QM1_1"]);
    }
}

fn share_topic(net: &mut Net, at: usize, route: i32) {
    let mut topic = object(RecordKind::Topic, "NEWS", &[(Attr::Topicstr, "news")]);
    topic.set_internal(Attr::Clroute, route).expect("a number");
    net.change(at, |own| own.shared.push(topic));
}

/// Publications go between each two of them, though neither may share anything.
#[test]
fn every_member_knows_all_others_once_a_topic_goes_straight_to_them() {
    let mut net = Net::new(2, 4);
    net.pass(DAY_MS);
    assert_eq!(net.known(2, "QM3"), [""; 0]);
    share_topic(&mut net, 5, MQCLROUTE_DIRECT);
    let everybody = |net: &Net| {
        for at in 0..6 {
            for other in 0..6 {
                let known = net.known(at, &format!("QM{other}"));
                assert_eq!(known, [format!("QM{other}_1")], "{at}");
            }
        }
    };
    everybody(&net);
    // Also who joins later, behind a restart, and for longer than a question lasts.
    for at in [2, 0] {
        let kept = net.kept[at].clone();
        net.restart(at, kept);
    }
    net.change(3, |own| {
        own.shared[0]
            .set_internal(Attr::Suspend, MQSUS_YES)
            .expect("a number");
    });
    net.pass(70 * DAY_MS);
    everybody(&net);
    let mut known = net.kept[2].values();
    assert!(known.any(|one| one.find_int(Attr::Suspend) == Some(MQSUS_YES)));
}

#[test]
fn who_was_forced_out_and_shares_a_topic_knows_all_others_when_it_is_let_in_again() {
    let mut net = Net::new(1, 3);
    net.with(0, |member, now| {
        let removed = member.force_remove(C, "QM3_1", true, now);
        removed.expect("it is a member")
    });
    net.settle();
    share_topic(&mut net, 3, MQCLROUTE_DIRECT);
    assert_eq!(net.known(3, "QM2"), [""; 0]);
    net.pass(DAY_MS);
    net.with(3, |member, now| {
        member.refresh(C, false, now).expect("a member")
    });
    net.settle();
    for (at, other) in [(3, 1), (3, 2), (1, 3), (2, 3), (1, 2)] {
        let known = net.known(at, &format!("QM{other}"));
        assert_eq!(known, [format!("QM{other}_1")], "{at}");
    }
}

#[test]
fn a_member_that_needs_everybody_knows_everybody() {
    let mut net = Net::new(2, 4);
    net.change(4, |own| own.everybody = true);
    net.pass(DAY_MS);
    for other in 0..6 {
        let known = net.known(4, &format!("QM{other}"));
        assert_eq!(known, [format!("QM{other}_1")]);
    }
    assert_eq!(net.known(3, "QM2"), [""; 0]);
}

#[test]
fn who_hosts_a_topic_knows_all_members_and_the_others_know_the_hosts() {
    let mut net = Net::new(2, 3);
    share_topic(&mut net, 3, MQCLROUTE_TOPIC_HOST);
    for other in 0..5 {
        let known = net.known(3, &format!("QM{other}"));
        assert_eq!(known, [format!("QM{other}_1")]);
    }
    assert_eq!(net.known(2, "QM3"), ["QM3_1"]);
    assert_eq!(net.known(2, "QM4"), [""; 0]);
}

/// Whoever asked goes on to be told: before, a clock that was set back dropped what was asked last.
#[test]
fn a_clock_that_is_set_back_takes_nobody_off_the_list() {
    let mut net = Net::new(1, 2);
    net.pass(10 * DAY_MS);
    net.share(1, "A");
    assert_eq!(net.ask(2, "A"), Some(Answer::Known));
    net.now -= 5 * DAY_MS;
    net.with(0, |member, now| member.tick(now));
    net.unshare(1, "A");
    assert_eq!(net.known(2, "A"), [""; 0]);
}

#[test]
fn a_record_is_taken_from_its_owner_and_from_full_repositories_only() {
    let mut net = Net::new(1, 2);
    net.share(1, "ORDERS");
    let mut forged = RecordUpdate {
        owner: "QM1_1".into(),
        name: queue("ORDERS"),
        version: START + DAY_MS,
        life_ms: LIFE_MS,
        state: State::Withdrawn,
        vouched: false,
        contents: Contents::none(),
    };
    net.send(2, 0, vec![forged.clone()]);
    assert_eq!(net.known(0, "ORDERS"), ["QM1_1"]);
    let refused = Notice::Refused {
        cluster: C.to_owned(),
        from: "QM2_1".to_owned(),
        owner: "QM1_1".to_owned(),
    };
    assert!(net.notices.contains(&(0, refused)));
    // Saying that one is a full repository does not make one.
    net.change(2, |own| {
        own.full = true;
        own.shared[0]
            .set_internal(Attr::Qmtype, MQQMT_REPOSITORY)
            .expect("a number");
    });
    net.send(2, 0, vec![forged.clone()]);
    assert_eq!(net.known(0, "ORDERS"), ["QM1_1"]);
    let untrusted = Notice::NotTrusted {
        cluster: C.to_owned(),
        qmid: "QM2_1".to_owned(),
    };
    // Another full repository might vouch for it a moment later.
    assert!(!net.notices.contains(&(0, untrusted.clone())));
    net.pass(SETTLE_MS);
    assert!(net.notices.contains(&(0, untrusted)));
    // A CLUSSDR that leads there does.
    net.change(0, |own| {
        own.channels.insert("TO.QM2".to_owned());
    });
    forged.version += 1;
    forged.owner = "QM7_1".into();
    net.send(2, 0, vec![forged]);
    assert!(net.members[0].1.known().records >= 5);
}

#[test]
fn a_restored_back_up_does_not_publish_the_past() {
    let mut net = Net::new(1, 2);
    net.share(1, "OLD");
    net.ask(2, "OLD");
    let (kept, own) = (net.kept[1].clone(), net.members[1].2.clone());
    net.unshare(1, "OLD");
    net.share(1, "NEW");
    assert_eq!(net.ask(2, "NEW"), Some(Answer::Known));
    // Its clock is set back, too.
    net.now -= 5 * DAY_MS;
    net.members[1].2 = own;
    net.restart(1, kept);
    for at in [0, 2] {
        assert_eq!(net.known(at, "OLD"), ["QM1_1"], "QM{at}");
        assert_eq!(net.known(at, "NEW"), [""; 0], "QM{at}");
    }
}

#[test]
fn of_two_records_of_one_version_that_counts_which_full_repositories_know() {
    for [first, second] in [["one", "other"], ["other", "one"]] {
        let mut net = Net::new(1, 2);
        net.share(1, "A");
        assert_eq!(net.ask(2, "A"), Some(Answer::Known));
        let kept = [net.kept[0].clone(), net.kept[1].clone()];
        let own = net.members[1].2.clone();
        let describe = |net: &mut Net, text: &str| {
            net.change(1, |own| {
                let queue = own.shared.last_mut().expect("the queue");
                queue.set_internal(Attr::Descr, text).expect("a text");
            });
        };
        let versions = |net: &Net, at: usize| -> Vec<u64> {
            let kept = net.kept[at].values().filter_map(StoredRecord::of);
            kept.filter(|kept| *kept.name.name == *"A" && kept.state.is_some())
                .map(|kept| kept.version)
                .collect()
        };
        describe(&mut net, first);
        let said = versions(&net, 2);
        // The owner and the full repository are restored, and what the owner says now gets the same version.
        net.aside.insert(2);
        let [of_full, of_owner] = kept;
        net.restart(0, of_full);
        net.now -= DAY_MS;
        net.members[1].2 = own;
        net.restart(1, of_owner);
        describe(&mut net, second);
        net.now += DAY_MS;
        net.aside.clear();
        net.pass(DAY_MS);
        assert_eq!(versions(&net, 1), said);
        for at in 0..3 {
            let mut known = net.kept[at].values();
            let is_it = |one: &&Definition| {
                StoredRecord::is_live(one) && one.find_text(Attr::Queue) == Some("A")
            };
            let known = known.find(is_it).and_then(|one| one.find_text(Attr::Descr));
            assert_eq!(known, Some(second), "QM{at}");
        }
    }
}

#[test]
fn a_full_repository_that_was_restored_learns_from_the_other() {
    let mut net = Net::new(2, 2);
    net.share(2, "A");
    let kept = net.kept[0].clone();
    net.share(3, "B");
    net.unshare(2, "A");
    net.restart(0, kept);
    assert_eq!(net.known(0, "B"), ["QM3_1"]);
    assert_eq!(net.known(0, "A"), [""; 0]);
}

#[test]
fn a_full_repository_that_was_restored_hears_what_is_gone_that_it_never_knew() {
    let mut net = Net::new(1, 2);
    let before = net.kept[0].clone();
    net.share(1, "A");
    net.ask(2, "A");
    net.aside.insert(2);
    net.unshare(1, "A");
    // What waited for the other one is gone with the disk of the full repository.
    net.letters.clear();
    net.restart(0, before);
    net.aside.clear();
    assert_eq!(net.known(2, "A"), ["QM1_1"]);
    net.pass(2 * DAY_MS);
    assert_eq!(net.known(2, "A"), [""; 0]);
    assert_eq!(net.ask(2, "A"), Some(Answer::Unknown));
    // And it is over when its time is, for all of them.
    net.pass(91 * DAY_MS);
    let gone = |at: usize| net.kept[at].values().filter_map(StoredRecord::of);
    let is_gone = |kept: &StoredRecord| kept.state.is_some_and(|state| state != State::Live);
    assert!(!(0..3).flat_map(gone).any(|kept| is_gone(&kept)));
}

#[test]
fn what_is_not_renewed_is_told_to_nobody_and_then_dropped() {
    let mut net = Net::new(2, 2);
    net.share(2, "ORDERS");
    net.aside.insert(2);
    net.pass(31 * DAY_MS);
    assert_eq!(net.ask(3, "ORDERS"), Some(Answer::Unknown));
    assert_eq!(net.known(0, "ORDERS"), ["QM2_1"]);
    net.pass(60 * DAY_MS);
    assert_eq!(net.known(0, "ORDERS"), [""; 0]);
    // It was renewed all the time, and is heard again.
    net.aside.clear();
    net.pass(DAY_MS);
    assert_eq!(net.known(0, "ORDERS"), ["QM2_1"]);
}

#[test]
fn who_was_forced_out_is_gone_until_it_refreshes() {
    let mut net = Net::new(2, 2);
    net.share(2, "ORDERS");
    net.ask(3, "ORDERS");
    net.with(1, |member, now| {
        let refused = member.force_remove(C, "QM9_1", true, now);
        assert_eq!(refused, Err(CommandError::Unknown));
        let removed = member.force_remove(C, "QM2_1", true, now);
        removed.expect("it is a member")
    });
    net.settle();
    for at in [0, 1, 3] {
        assert_eq!(net.known(at, "ORDERS"), [""; 0], "QM{at}");
        assert_eq!(net.known(at, "QM2"), [""; 0], "QM{at}");
    }
    net.pass(2 * DAY_MS);
    let forced = Notice::ForcedOut {
        cluster: C.to_owned(),
    };
    assert!(net.notices.contains(&(2, forced)), "{:?}", net.notices);
    let clusters = |net: &Net, at: usize| net.members[at].1.clusters().count();
    assert_eq!([1, 2].map(|at| clusters(&net, at)), [1, 0]);
    net.share(2, "MORE");
    assert_eq!(net.known(0, "MORE"), [""; 0]);
    net.with(2, |member, now| {
        member.refresh(C, false, now).expect("a member")
    });
    net.settle();
    assert_eq!(clusters(&net, 2), 1);
    assert_eq!(net.known(0, "ORDERS"), ["QM2_1"]);
    assert_eq!(net.known(3, "ORDERS"), ["QM2_1"]);
    assert_eq!(net.known(1, "MORE"), ["QM2_1"]);
}

#[test]
fn channels_of_one_name_are_shown_at_once() {
    let mut net = Net::new(1, 2);
    net.change(2, |own| {
        own.shared[0]
            .set_internal(Attr::Channel, "TO.QM1")
            .expect("a name");
    });
    let twice = Notice::ChannelTwice {
        cluster: C.to_owned(),
        channel: "TO.QM1".to_owned(),
        first: "QM1_1".to_owned(),
        second: "QM2_1".to_owned(),
    };
    assert!(net.notices.contains(&(0, twice)), "{:?}", net.notices);
}

#[test]
fn refresh_is_refused_where_it_would_lose_what_others_need() {
    let mut net = Net::new(1, 1);
    let member = &mut net.members[0].1;
    assert_eq!(
        member.refresh(C, true, START),
        Err(CommandError::FullRepository)
    );
    assert_eq!(
        member.refresh("C2", false, START),
        Err(CommandError::NoMember)
    );
    let member = &mut net.members[1].1;
    let removed = member.force_remove(C, "QM0_1", true, START);
    assert_eq!(removed, Err(CommandError::NotFullRepository));
    net.share(0, "ORDERS");
    net.ask(1, "ORDERS");
    net.with(1, |member, now| {
        member.refresh(C, true, now).expect("a member")
    });
    net.settle();
    assert_eq!(net.known(1, "ORDERS"), ["QM0_1"]);
}

#[test]
fn who_leaves_is_known_to_nobody_and_knows_nobody_but_full_repositories() {
    let mut net = Net::new(1, 2);
    net.share(1, "A");
    net.share(2, "B");
    net.ask(2, "A");
    net.ask(1, "B");
    net.change(1, |own| *own = OwnCluster::default());
    assert_eq!(net.known(0, "A"), [""; 0]);
    assert_eq!(net.known(2, "QM1"), [""; 0]);
    assert_eq!(net.known(1, "B"), [""; 0]);
    assert_eq!(net.known(1, "QM0"), ["QM0_1"]);
}

#[test]
fn nothing_is_said_while_nothing_changes() {
    let mut net = Net::new(2, 10);
    for at in 0..12 {
        net.share(at, "SHARED");
    }
    let before = net.sent;
    net.pass(DAY_MS - 1);
    // Two full repositories compare every ten minutes; an hour is a step here.
    let compared = net.sent - before;
    assert!(compared <= 24 * 2 + 12 * 2 * 4, "{compared} messages");
}

#[test]
fn a_channel_that_fails_leaves_its_work_to_the_next_full_repository() {
    let mut net = Net::new(3, 1);
    net.aside.extend([0, 1]);
    for lost in ["QM0_1", "QM1_1"] {
        net.with(3, |member, now| member.channel_ended(C, lost, true, now));
    }
    net.share(3, "ORDERS");
    assert_eq!(net.known(2, "ORDERS"), ["QM3_1"]);
    net.aside.clear();
    net.settle();
    net.pass(60 * 60 * 1000);
    assert_eq!(net.known(0, "ORDERS"), ["QM3_1"]);
    assert_eq!(net.known(1, "ORDERS"), ["QM3_1"]);
}

#[test]
fn who_forgot_everything_learns_it_again_over_channels_that_run() {
    let mut net = Net::new(3, 1);
    net.share(2, "ORDERS");
    assert_eq!(net.ask(3, "ORDERS"), Some(Answer::Known));
    net.with(3, |member, now| {
        member.refresh(C, true, now).expect("a member")
    });
    net.settle();
    for full in ["QM0", "QM1", "QM2"] {
        assert_eq!(net.known(3, full), [format!("{full}_1")]);
    }
    assert_eq!(net.known(3, "ORDERS"), ["QM2_1"]);
}

#[test]
fn who_left_still_says_what_it_withdrew() {
    let mut net = Net::new(1, 2);
    net.share(1, "A");
    let kept = net.kept[0].clone();
    net.change(1, |own| *own = OwnCluster::default());
    net.restart(0, kept);
    assert_eq!(net.known(0, "A"), ["QM1_1"]);
    net.pass(DAY_MS);
    assert_eq!(net.known(0, "A"), [""; 0]);
    assert_eq!(net.known(0, "QM1"), [""; 0]);
    // It hears of nobody else.
    assert_eq!(net.known(1, "QM2"), [""; 0]);
}

#[test]
fn who_joins_over_a_channel_that_has_run_since_before_trusts_whom_it_reaches() {
    let mut net = Net::new(1, 1);
    let member = net.members[1].2.clone();
    net.change(1, |own| *own = OwnCluster::default());
    // Nothing of the cluster is known any more.
    net.pass(100 * DAY_MS);
    assert!(net.kept[1].is_empty(), "{:?}", net.kept[1]);
    assert!(net.connected.contains(&(1, 0)));
    net.change(1, |own| *own = member[C].clone());
    assert_eq!(net.ask(1, "A"), Some(Answer::Unknown));
    assert_eq!(net.known(1, "QM0"), ["QM0_1"]);
}

#[test]
fn who_left_in_a_back_up_withdraws_what_it_said_later() {
    let mut net = Net::new(1, 2);
    net.share(1, "A");
    let member = net.members[1].2.clone();
    net.change(1, |own| *own = OwnCluster::default());
    let (kept, left) = (net.kept[1].clone(), net.members[1].2.clone());
    net.change(1, |own| *own = member[C].clone());
    net.share(1, "B");
    assert_eq!(net.known(0, "B"), ["QM1_1"]);
    net.members[1].2 = left;
    net.restart(1, kept);
    for name in ["A", "B", "QM1"] {
        assert_eq!(net.known(0, name), [""; 0], "{name}");
    }
}

#[test]
fn a_full_repository_is_not_called_untrusted_before_our_channel_reached_it() {
    let mut net = Net::new(2, 2);
    let untrusted = |net: &Net| {
        let mut notices = net.notices.iter();
        notices.any(|(_, notice)| matches!(notice, Notice::NotTrusted { .. }))
    };
    assert!(!untrusted(&net), "{:?}", net.notices);
    // Nor another one as long as one of our channels may lead to it; then it is.
    net.aside.insert(9);
    net.change(0, |own| {
        own.channels.insert("TO.QM9".to_owned());
    });
    net.change(2, |own| {
        own.full = true;
        own.shared[0]
            .set_internal(Attr::Qmtype, MQQMT_REPOSITORY)
            .expect("a number");
    });
    assert!(
        !net.notices.iter().any(|(at, _)| *at == 0),
        "{:?}",
        net.notices
    );
    net.with(0, |member, now| {
        member.channel_started("TO.QM9", "QM3_1", true, now)
    });
    net.pass(SETTLE_MS);
    assert!(untrusted(&net), "{:?}", net.notices);
}

/// Our channel reaches the other full repository a moment after its word has come.
#[test]
fn who_turns_out_to_be_a_full_repository_was_never_refused() {
    let mut net = Net::new(2, 2);
    net.share(3, "ORDERS");
    let early = |net: &mut Net| {
        let word = RecordUpdate {
            owner: "QM3_1".into(),
            name: queue("ORDERS"),
            version: START,
            life_ms: LIFE_MS,
            state: State::Live,
            vouched: false,
            contents: Contents::none(),
        };
        net.send(1, 2, vec![word]);
    };
    // It has forgotten who they are.
    net.with(2, |member, now| {
        (member.refresh(C, true, now)).expect("it is a member")
    });
    early(&mut net);
    net.pass(2 * SETTLE_MS);
    assert_eq!(net.notices, []);
}

#[test]
fn who_was_forced_out_and_leaves_withdraws_what_it_said_in_between() {
    let mut net = Net::new(1, 1);
    net.aside.insert(1);
    net.with(0, |member, now| {
        member
            .force_remove(C, "QM1_1", true, now)
            .expect("it is a member")
    });
    net.share(1, "LATER");
    net.now += FORCED_MS;
    net.aside.clear();
    net.settle();
    let forced = Notice::ForcedOut {
        cluster: C.to_owned(),
    };
    assert!(net.notices.contains(&(1, forced)), "{:?}", net.notices);
    assert_eq!(net.known(0, "LATER"), ["QM1_1"]);
    net.change(1, |own| *own = OwnCluster::default());
    assert_eq!(net.known(0, "LATER"), [""; 0]);
}

#[test]
fn an_owner_is_told_of_itself_what_it_forgot_however_old_that_is() {
    let mut net = Net::new(1, 1);
    let (kept, own) = (net.kept[1].clone(), net.members[1].2.clone());
    net.share(1, "FORGOTTEN");
    net.aside.insert(1);
    net.pass(35 * DAY_MS);
    net.letters.clear();
    net.aside.clear();
    net.members[1].2 = own;
    net.restart(1, kept);
    net.pass(DAY_MS);
    assert_eq!(net.known(0, "FORGOTTEN"), [""; 0]);
}

#[test]
fn who_is_forced_out_is_so_whatever_it_said_to_others_before() {
    let mut net = Net::new(2, 1);
    net.aside.insert(0);
    net.now += 1;
    net.change(2, |own| {
        own.shared[0]
            .set_internal(Attr::Suspend, MQSUS_YES)
            .expect("a number");
    });
    net.share(2, "ORDERS");
    net.now += 1;
    net.change(2, |own| {
        own.shared[0]
            .set_internal(Attr::Suspend, MQSUS_NO)
            .expect("a number");
    });
    net.aside.insert(2);
    net.letters.clear();
    net.now += FORCED_MS;
    net.with(0, |member, now| {
        member
            .force_remove(C, "QM2_1", true, now)
            .expect("it is a member")
    });
    net.aside.remove(&0);
    net.settle();
    net.pass(DAY_MS);
    for at in [0, 1] {
        assert_eq!(net.known(at, "QM2"), [""; 0], "QM{at}");
    }
}

#[test]
fn who_forgot_the_full_repositories_still_hears_that_it_was_forced_out() {
    let mut net = Net::new(1, 1);
    net.aside.insert(1);
    net.with(1, |member, now| {
        member.refresh(C, true, now).expect("a member")
    });
    net.now += 1;
    net.with(0, |member, now| {
        member
            .force_remove(C, "QM1_1", true, now)
            .expect("it is a member")
    });
    // What the full repository sends is lost.
    net.letters.retain(|(from, ..)| *from == 1);
    net.now += FORCED_MS;
    net.aside.clear();
    net.settle();
    let forced = Notice::ForcedOut {
        cluster: C.to_owned(),
    };
    assert!(net.notices.contains(&(1, forced)), "{:?}", net.notices);
}

#[test]
fn who_left_and_is_restored_from_before_it_knew_a_full_repository_is_a_member_again() {
    let mut net = Net::new(1, 1);
    let own = net.members[1].2.clone();
    let mut kept = net.kept[1].clone();
    kept.retain(|_, one| StoredRecord::of(one).is_some_and(|kept| *kept.owner == *"QM1_1"));
    net.now += 1;
    net.change(1, |own| own.shared.clear());
    assert_eq!(net.known(0, "QM1"), [""; 0]);
    net.members[1].2 = own;
    net.restart(1, kept);
    net.pass(DAY_MS);
    assert_eq!(net.known(0, "QM1"), ["QM1_1"]);
    assert_eq!(net.known(1, "QM0"), ["QM0_1"]);
}

#[test]
fn a_topic_stays_known_when_nobody_asks_for_it_by_name_any_more() {
    let mut net = Net::new(1, 2);
    // Members compare each day, and this ends between two such times.
    net.pass(90 * 60 * 1000);
    let name = Name::new(RecordKind::Topic, "NEWS").expect("a name");
    net.with(2, |member, now| member.ask(&name, now));
    net.settle();
    net.change(1, |own| {
        own.shared.push(object(
            RecordKind::Topic,
            "NEWS",
            &[(Attr::Topicstr, "news")],
        ));
    });
    for _ in 0..32 * 24 {
        net.pass(60 * 60 * 1000);
        assert_eq!(net.known(2, "NEWS"), ["QM1_1"]);
    }
}

#[test]
fn every_receiver_of_a_queue_manager_is_known_wherever_it_is_known() {
    let mut net = Net::new(2, 2);
    let receiver = |channel: &str| {
        object(
            RecordKind::QMgr,
            "QM3",
            &[(Attr::Channel, channel), (Attr::Clusqmgr, "QM3")],
        )
    };
    net.change(3, |own| own.shared.push(receiver("BY.QM3")));
    net.share(3, "ORDERS");
    assert_eq!(net.ask(2, "ORDERS"), Some(Answer::Known));
    // Who is told of its queue hears of one that is new.
    net.change(3, |own| own.shared.push(receiver("OR.QM3")));
    let ways = |net: &Net, at: usize| {
        let live = net.kept[at]
            .values()
            .filter(|one| StoredRecord::is_live(one));
        let mut ways: Vec<String> = live
            .filter(|one| one.find_text(Attr::Clusqmgr) == Some("QM3"))
            .filter_map(|one| Some(one.find_text(Attr::Channel)?.to_owned()))
            .collect();
        ways.sort();
        ways
    };
    for at in 0..4 {
        assert_eq!(ways(&net, at), ["BY.QM3", "OR.QM3", "TO.QM3"], "QM{at}");
    }
    // Behind a restart as well, and when the first of them goes.
    let kept = net.kept[2].clone();
    net.restart(2, kept);
    net.change(3, |own| {
        own.shared.remove(0);
    });
    for at in 0..4 {
        assert_eq!(ways(&net, at), ["BY.QM3", "OR.QM3"], "QM{at}");
    }
    net.change(3, |own| *own = OwnCluster::default());
    for at in 0..3 {
        assert_eq!(ways(&net, at), [""; 0], "QM{at}");
    }
}

#[test]
fn who_shares_a_queue_and_wants_to_hears_of_all_others_that_do() {
    let mut net = Net::new(1, 3);
    net.share(1, "ORDERS");
    net.share(2, "ORDERS");
    assert_eq!(net.known(1, "ORDERS"), ["QM1_1"]);
    let names = BTreeSet::from([queue("ORDERS"), queue("OF.NOBODY")]);
    net.with(1, |member, now| member.want(&names, now));
    net.settle();
    assert_eq!(net.known(1, "ORDERS"), ["QM1_1", "QM2_1"]);
    net.share(3, "ORDERS");
    assert_eq!(net.known(1, "ORDERS"), ["QM1_1", "QM2_1", "QM3_1"]);
    // Again is for nothing.
    let sent = net.sent;
    net.with(1, |member, now| member.want(&names, now));
    assert_eq!(net.sent, sent);
}

#[test]
fn what_is_too_much_of_our_own_is_shown() {
    let member = |number: usize| OwnCluster {
        shared: vec![object(RecordKind::QMgr, "QM5", &[])],
        channels: BTreeSet::from([format!("TO.{number}")]),
        ..OwnCluster::default()
    };
    let own = (0..=CLUSTERS_MAX).map(|number| (format!("C{number:03}"), member(number)));
    let mut own: BTreeMap<String, OwnCluster> = own.collect();
    let queue = object(RecordKind::Queue, "Q", &[]);
    let first = own.get_mut("C000").expect("the first");
    first.shared.resize(RECORDS_MAX + 1, queue);
    let (_, actions) = Member::new("QM5_1", [], &own, START);
    let shown: Vec<(String, Limit)> = actions
        .into_iter()
        .filter_map(|action| match action {
            Action::Notice(Notice::TooMuch { cluster, limit, .. }) => Some((cluster, limit)),
            _ => None,
        })
        .collect();
    let last = format!("C{CLUSTERS_MAX:03}");
    assert_eq!(
        shown,
        [
            (last, Limit::Clusters),
            ("C000".to_owned(), Limit::RecordsOfOne),
        ]
    );
}
