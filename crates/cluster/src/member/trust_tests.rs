//! Members that are not what they say they are, and what others make of it.

use super::tests::{C, Net, START, object, partner_of, queue};
use super::*;
use crate::limits::{LIFE_MS, VERSION_AHEAD_MS, VERSION_MAX};
use crate::message::{Body, Message, NameHash, OwnerHash, Question, RecordUpdate};
use crate::record::RecordKind;
use crate::record::State;
use ferromq_base::random::SplitMix64;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::generated::constants::MQQMT_REPOSITORY;

fn q_mgr(at: usize) -> Name {
    Name::new(RecordKind::QMgr, &format!("QM{at}")).expect("a name")
}

/// The record of a queue manager, which says that it is a full repository if `full`.
fn q_mgr_contents(at: usize, full: bool) -> Contents {
    let mut made = object(
        RecordKind::QMgr,
        &format!("QM{at}"),
        &[(Attr::Channel, &format!("TO.QM{at}"))],
    );
    if full {
        made.set_internal(Attr::Qmtype, MQQMT_REPOSITORY)
            .expect("a number");
    }
    Contents::of(RecordKind::QMgr, &made)
}

fn forged(owner: usize, name: Name, version: u64) -> RecordUpdate {
    RecordUpdate {
        owner: format!("QM{owner}_1").into(),
        version,
        life_ms: LIFE_MS,
        state: State::Live,
        vouched: false,
        contents: match name.kind {
            RecordKind::QMgr => q_mgr_contents(owner, true),
            _ => Contents::none(),
        },
        name,
    }
}

impl Net {
    /// Who trusts that queue manager as a full repository.
    fn trusting(&self, whom: usize) -> Vec<usize> {
        let trusts = |at: &usize| {
            let mut kept = self.kept[*at].values().filter_map(StoredRecord::of);
            kept.any(|kept| kept.trusted && *kept.owner == *format!("QM{whom}_1"))
        };
        let others = (0..self.members.len()).filter(|at| *at != whom);
        others.filter(trusts).collect()
    }

    fn claim(&mut self, at: usize, full: bool) {
        self.change(at, |own| {
            own.full = full;
            let kind = if full { MQQMT_REPOSITORY } else { 0 };
            own.shared[0]
                .set_internal(Attr::Qmtype, kind)
                .expect("a number");
        });
    }
}

#[test]
fn who_says_of_itself_that_it_is_a_full_repository_is_one_nowhere_whoever_passes_it_on() {
    let mut net = Net::new(3, 2);
    net.share(4, "ORDERS");
    assert_eq!(net.ask(3, "ORDERS"), Some(Answer::Known));
    net.claim(3, true);
    for full in 0..3 {
        assert_eq!(net.known(full, "QM3"), ["QM3_1"]);
    }
    net.pass(crate::DAY_MS);
    assert_eq!(net.trusting(3), [0; 0]);
    for to in [0, 1, 2, 4] {
        net.send(3, to, vec![forged(4, queue("ORDERS"), net.now + 1)]);
        assert_eq!(net.known(to, "ORDERS"), ["QM4_1"]);
        let refused = Notice::Refused {
            cluster: C.to_owned(),
            from: "QM3_1".to_owned(),
            owner: "QM4_1".to_owned(),
        };
        assert!(net.notices.contains(&(to, refused)), "{:?}", net.notices);
    }
    // Nor does it become one by vouching for itself.
    let version = net.now + 1;
    let mut update = forged(3, q_mgr(3), version);
    update.vouched = true;
    net.send(3, 0, vec![update]);
    assert_eq!(net.trusting(3), [0; 0]);
    // It is one everywhere once one full repository says so by a CLUSSDR.
    net.change(1, |own| {
        own.channels.insert("TO.QM3".to_owned());
    });
    assert_eq!(net.trusting(3), [0, 1, 2, 4]);
}

/// The QMID is whatever a caller says; its name is what channel authentication records and certificates are held against.
#[test]
fn who_speaks_with_the_identifier_of_another_name_is_refused() {
    let mut net = Net::new(2, 2);
    net.share(2, "ORDERS");
    let speak = |net: &mut Net, qmid: &str, records: Vec<RecordUpdate>| {
        net.notices.clear();
        let message = Message {
            cluster: C.to_owned(),
            sender: qmid.to_owned(),
            body: Body::Tell {
                records,
                answered: Vec::new(),
                owners: Vec::new(),
            },
        };
        let partner = Partner { qmid, q_mgr: "QM3" };
        net.with(0, |member, now| {
            member.received(partner, &message.encode(), now)
        });
        net.settle();
        let mut shown = net.notices.iter();
        shown.any(|(at, notice)| *at == 0 && matches!(notice, Notice::Impostor { .. }))
    };
    let withdrawn = RecordUpdate {
        state: State::Withdrawn,
        ..forged(2, queue("ORDERS"), START + 1)
    };
    // As the member itself, and as a full repository.
    assert!(speak(&mut net, "QM2_1", vec![withdrawn.clone()]));
    assert!(speak(&mut net, "QM1_1", vec![withdrawn]));
    assert_eq!(net.known(0, "ORDERS"), ["QM2_1"]);
    // A name it gives itself has to be its own as well.
    assert!(speak(&mut net, "QM9_1", vec![forged(9, q_mgr(9), START)]));
    assert_eq!(net.known(0, "QM9"), [""; 0]);
    // So has the name of whose channel it says that it is.
    let channel = Name::new(RecordKind::Channel, "TO.QM2").expect("a name");
    for (name, is_refused) in [("QM2", true), ("QM3", false)] {
        let of = object(RecordKind::Channel, "TO.QM2", &[(Attr::Clusqmgr, name)]);
        let update = RecordUpdate {
            contents: Contents::of(RecordKind::Channel, &of),
            ..forged(3, channel.clone(), START + 1)
        };
        assert_eq!(speak(&mut net, "QM3_1", vec![update]), is_refused, "{name}");
    }
    let own = forged(3, queue("OTHERS"), START + 1);
    assert!(!speak(&mut net, "QM3_1", vec![own]));
    assert_eq!(net.known(0, "OTHERS"), ["QM3_1"]);
}

#[test]
fn who_stops_being_a_full_repository_is_one_again_only_by_the_word_of_others() {
    let mut net = Net::new(2, 2);
    net.change(1, |own| {
        own.channels.insert("TO.QM3".to_owned());
    });
    net.claim(3, true);
    assert_eq!(net.trusting(3), [0, 1, 2]);
    net.claim(3, false);
    assert_eq!(net.trusting(3), [0; 0]);
    net.change(1, |own| {
        own.channels.remove("TO.QM3");
    });
    net.claim(3, true);
    assert_eq!(net.trusting(3), [0; 0]);
    net.change(1, |own| {
        own.channels.insert("TO.QM3".to_owned());
    });
    assert_eq!(net.trusting(3), [0, 1, 2]);
}

#[test]
fn a_full_repository_hears_later_who_is_trusted_of_whom_it_knows_all_else() {
    let mut net = Net::new(2, 2);
    // All know QM3 and what it says before the first full repository trusts it, and the second does not hear of that.
    net.claim(3, true);
    net.aside.insert(1);
    net.change(0, |own| {
        own.channels.insert("TO.QM3".to_owned());
    });
    net.letters.clear();
    net.aside.clear();
    assert_eq!(net.trusting(3), [0, 2]);
    let kept = net.kept[1].clone();
    net.restart(1, kept);
    assert_eq!(net.trusting(3), [0, 1, 2]);
}

#[test]
fn a_version_no_owner_can_have_written_is_refused_and_one_ahead_is_outbid() {
    let mut net = Net::new(2, 2);
    net.share(2, "ORDERS");
    for version in [VERSION_MAX, START + VERSION_AHEAD_MS + 1] {
        // Somebody speaks in the name of its owner.
        net.send(2, 0, vec![forged(2, queue("ORDERS"), version)]);
        assert_eq!(net.versions(0, "ORDERS"), [START]);
    }
    let ahead = Notice::Ahead {
        cluster: C.to_owned(),
        from: "QM2_1".to_owned(),
        owner: "QM2_1".to_owned(),
    };
    assert!(net.notices.contains(&(0, ahead)), "{:?}", net.notices);
    // What is believed the owner outbids when it hears of it.
    let version = START + VERSION_AHEAD_MS;
    net.send(2, 0, vec![forged(2, queue("ORDERS"), version)]);
    assert_eq!(net.versions(0, "ORDERS"), [version]);
    net.now += 10;
    let sent = net.sent;
    net.pass(crate::DAY_MS);
    for at in 0..3 {
        assert_eq!(net.versions(at, "ORDERS"), [version + 1], "QM{at}");
    }
    assert!(net.sent - sent < 500, "{} messages", net.sent - sent);
}

#[test]
fn who_wrote_while_its_clock_was_centuries_ahead_is_heard_again_when_it_is_right() {
    let mut net = Net::new(1, 1);
    let right = net.now;
    net.now += 3 * VERSION_AHEAD_MS;
    let ahead = net.now;
    let own = object(RecordKind::Queue, "LATER", &[(Attr::Clusqmgr, "QM1")]);
    net.members[1]
        .2
        .get_mut(C)
        .expect("its cluster")
        .shared
        .push(own);
    let own = net.members[1].2.clone();
    net.with(1, |member, now| member.set_own(&own, now));
    net.now = right + 1;
    net.settle();
    assert_eq!(net.known(0, "LATER"), [""; 0]);
    assert_eq!(net.versions(1, "LATER"), [ahead]);
    net.with(1, |member, now| {
        member.refresh(C, false, now).expect("a member")
    });
    net.settle();
    assert_eq!(net.known(0, "LATER"), ["QM1_1"]);
}

impl Net {
    /// The versions a member has under a name.
    fn versions(&self, at: usize, name: &str) -> Vec<u64> {
        let kept = self.kept[at].values().filter_map(StoredRecord::of);
        let those = kept.filter(|kept| kept.state.is_some() && *kept.name.name == *name);
        those.map(|kept| kept.version).collect()
    }
}

fn any_version(random: &mut SplitMix64, now: u64) -> u64 {
    let near = now - 500 + random.below(1_000);
    match random.below(6) {
        0 => VERSION_MAX - random.below(3),
        1 => 1 + random.below(3),
        2 => now + VERSION_AHEAD_MS - 2 + random.below(4),
        _ => near,
    }
}

fn any_name(random: &mut SplitMix64, owner: usize) -> Name {
    match random.below(3) {
        0 => q_mgr(owner),
        1 => queue("ORDERS"),
        _ => queue(&format!("Q{}", random.below(3))),
    }
}

/// What a program that means harm may say: of anybody, with any version, state, hash and request.
fn anything(random: &mut SplitMix64, sender: &str, members: u64, now: u64) -> Message {
    fn some<T>(random: &mut SplitMix64, one: impl Fn(&mut SplitMix64) -> T) -> Vec<T> {
        (0..random.below(4)).map(|_| one(random)).collect()
    }
    let update = |random: &mut SplitMix64| {
        let owner = random.below(members + 1) as usize;
        let name = any_name(random, owner);
        let mut update = forged(owner, name, any_version(random, now));
        update.state = State::from_number(random.below(3) as i32).expect("0 to 2");
        update.vouched = random.chance(50);
        if update.name.kind == RecordKind::QMgr {
            update.contents = q_mgr_contents(owner, random.chance(50));
        }
        if update.state != State::Live {
            update.contents = Contents::none();
        }
        if random.chance(10) {
            update.life_ms = random.below(2);
        }
        update
    };
    let owner = |random: &mut SplitMix64| OwnerHash {
        owner: format!("QM{}_1", random.below(members + 1)).into(),
        hash: random.below(3),
        gone: random.chance(50).then(|| random.below(3)),
        since: match random.below(3) {
            0 => None,
            1 => Some(0),
            _ => Some(any_version(random, now)),
        },
    };
    let body = match random.below(5) {
        0 | 1 => Body::Tell {
            records: some(random, update),
            answered: some(random, |random| NameHash {
                name: any_name(random, 0),
                hash: random.below(3),
            }),
            owners: some(random, owner),
        },
        2 => Body::Ask {
            names: some(random, |random| Question {
                name: any_name(random, 0),
                hash: random.below(3),
                life_ms: random.below(LIFE_MS),
            }),
        },
        3 => Body::Digest {
            owners: some(random, owner),
            answer: random.chance(50),
        },
        _ => Body::Want {
            owners: some(random, owner),
        },
    };
    Message {
        cluster: C.to_owned(),
        sender: sender.to_owned(),
        body,
    }
}

/// Whatever somebody sends, in whosever name, what members tell one another because of it ends.
#[test]
fn whatever_a_partner_says_comes_to_an_end() {
    for seed in 0..300 {
        let mut random = SplitMix64::new(seed);
        let (fulls, others) = (1 + random.below(3) as usize, 1 + random.below(3) as usize);
        let mut net = Net::new(fulls, others);
        let members = (fulls + others) as u64;
        net.sent_max = Some(500);
        for at in 0..fulls + others {
            if random.chance(50) {
                net.share(at, "ORDERS");
            }
            net.ask(at, "ORDERS");
        }
        for _ in 0..40 {
            let (to, named) = (random.below(members) as usize, random.below(members + 1));
            let sender = format!("QM{named}_1");
            let message = anything(&mut random, &sender, members, net.now);
            net.sent = 0;
            net.with(to, |member, now| {
                member.received(partner_of(&sender), &message.encode(), now)
            });
            net.settle();
            net.now += random.below(3);
        }
        // Nor does it go on when they compare.
        net.sent = 0;
        net.sent_max = Some(30_000);
        net.pass(3 * 60 * 60 * 1000);
    }
}

#[test]
fn who_is_refused_again_and_again_keeps_nobody_else_from_being_shown() {
    let mut net = Net::new(1, 3);
    for number in 0..2_000 {
        let owner = forged(100 + number, queue("ORDERS"), START);
        net.send(1, 0, vec![owner]);
    }
    assert!(net.notices.len() < 50, "{}", net.notices.len());
    let of = |net: &Net, who: &str| {
        let from_it =
            |notice: &Notice| matches!(notice, Notice::Refused { from, .. } if from == who);
        net.notices.iter().filter(|(_, it)| from_it(it)).count()
    };
    assert!(of(&net, "QM1_1") >= 10);
    net.send(2, 0, vec![forged(1, queue("ORDERS"), START)]);
    assert_eq!(of(&net, "QM2_1"), 1);
    // After a while all may be shown again.
    net.pass(2 * 60 * 60 * 1000);
    net.send(2, 0, vec![forged(1, queue("ORDERS"), START)]);
    assert_eq!(of(&net, "QM2_1"), 2);
}

#[test]
fn wrong_names_do_not_use_up_the_questions() {
    let mut net = Net::new(1, 2);
    net.share(1, "ORDERS");
    assert_eq!(net.ask(2, "ORDERS"), Some(Answer::Known));
    for number in 0..crate::NAMES_MAX * 3 {
        net.now += 1;
        let asked = net.ask(2, &format!("WRONG.{number}"));
        assert_eq!(asked, Some(Answer::Unknown), "{number}");
    }
    assert_eq!(net.notices, []);
    let full = net.members[0].1.known().subscriptions;
    assert!(full <= crate::NAMES_MAX + 1, "{full} names");
    // What is there is heard of as before, also what comes later under a name that was asked for just now.
    net.share(1, "LATER");
    assert_eq!(net.ask(2, "LATER"), Some(Answer::Known));
    net.share(1, &format!("WRONG.{}", crate::NAMES_MAX * 3 - 1));
    assert_eq!(
        net.known(2, &format!("WRONG.{}", crate::NAMES_MAX * 3 - 1)),
        ["QM1_1"]
    );
    net.unshare(1, "ORDERS");
    assert_eq!(net.known(2, "ORDERS"), [""; 0]);
    // Nobody remembers the wrong ones for long.
    net.pass(crate::DAY_MS + 2 * 60 * 60 * 1000);
    let full = net.members[0].1.known().subscriptions;
    assert!(full < 10, "{full} names");
    assert!(net.kept[2].len() < 20, "{} records", net.kept[2].len());
}

#[test]
fn who_asks_for_too_much_is_answered_and_shown() {
    let mut net = Net::new(1, 2);
    net.share(1, "ORDERS");
    let sender = net.members[2].0.clone();
    let ask = |net: &mut Net, names: Vec<Name>| {
        let names = names.into_iter().map(|name| Question {
            name,
            hash: 0,
            life_ms: LIFE_MS,
        });
        let message = Message {
            cluster: C.to_owned(),
            sender: sender.clone(),
            body: Body::Ask {
                names: names.collect(),
            },
        };
        net.with(0, |member, now| {
            member.received(partner_of(&sender), &message.encode(), now)
        });
    };
    for number in 0..crate::NAMES_MAX {
        ask(&mut net, vec![queue(&format!("Q.{number}"))]);
    }
    net.letters.clear();
    ask(&mut net, vec![queue("ORDERS")]);
    assert_eq!(net.letters.len(), 1);
    let shown = Notice::TooMuch {
        cluster: C.to_owned(),
        from: "QM2_1".to_owned(),
        limit: Limit::NamesOfOne,
    };
    assert_eq!(net.notices, [(0, shown)]);
    assert_eq!(
        net.members[0].1.known().subscriptions,
        crate::NAMES_MAX + 1,
        "those of it, and the topics QM1 asked for"
    );
}

#[test]
fn what_all_share_together_has_a_bound_and_keeps_nobody_from_joining() {
    let mut net = Net::new(1, 3);
    let share = |net: &mut Net, owner: usize, count: usize| {
        for first in (0..count).step_by(50) {
            let update = (first..count.min(first + 50)).map(|number| {
                let name = queue(&format!("Q.{owner}.{number}"));
                forged(owner, name, net.now)
            });
            let update = update.collect();
            net.send(owner, 0, update);
        }
    };
    share(&mut net, 1, crate::RECORDS_ALL_MAX / 2);
    assert_eq!(net.notices, []);
    share(&mut net, 2, crate::RECORDS_ALL_MAX);
    let shown = Notice::TooMuch {
        cluster: C.to_owned(),
        from: "QM2_1".to_owned(),
        limit: Limit::RecordsOfAll,
    };
    assert_eq!(net.notices, [(0, shown)]);
    assert_eq!(net.members[0].1.known().records, crate::RECORDS_ALL_MAX);
    // Another queue manager joins all the same, and what is known can be said anew.
    net.now += 1;
    let update = forged(4, q_mgr(4), net.now);
    let message = Message {
        cluster: C.to_owned(),
        sender: "QM4_1".to_owned(),
        body: Body::Tell {
            records: vec![update],
            answered: Vec::new(),
            owners: Vec::new(),
        },
    };
    net.with(0, |member, now| {
        member.received(partner_of("QM4_1"), &message.encode(), now)
    });
    assert_eq!(net.known(0, "QM4"), ["QM4_1"]);
    let now = net.now;
    net.send(1, 0, vec![forged(1, queue("Q.1.7"), now)]);
    assert_eq!(net.versions(0, "Q.1.7"), [now]);
}
