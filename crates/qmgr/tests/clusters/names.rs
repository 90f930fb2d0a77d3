//! Which names lead to a cluster, and what may be done with them.
//!
//! Source: "Name resolution" (cluster queues, cluster queue managers, queue manager aliases), MQOPEN and MQINQ usage notes, "Cluster queues and authority".

use crate::clusters::home::{Gone, Home, SHARED, by, name, object, on, with};
use bytes::Bytes;
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::distribution::ObjectRecord;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::{FixedText, ObjectName};
use ferromq_mqi::options::{ConnectOptions, ObjectDescriptor, Origin, PutOptions, Road};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_qmgr::{
    ChannelPartner, Entities, Entity, EntityName, Permissions, Profile, ProtectedKind,
    SELF_PROFILE, Unanswered,
};
use std::sync::Arc;
use std::task::{Poll, Waker};

fn text(value: &str) -> Value {
    Value::Text(value.to_owned())
}

/// QM1 with a queue of each kind, here and elsewhere.
fn furnished() -> Home {
    let home = Home::new();
    home.share("AT.QM2", &["QM2"]);
    home.share("PLAIN", &["QM2"]);
    home.share("LOCAL.FIRST", &["QM2"]);
    home.define(ObjectKind::QLocal, "PLAIN", &[]);
    home.define_shared("LOCAL.FIRST", MQCLWL_USEQ_LOCAL);
    home.define_shared("ONLY.HERE", MQCLWL_USEQ_AS_Q_MGR);
    let queue_manager_alias = [(Attr::Clusqt, Value::Int(MQCQT_Q_MGR_ALIAS))];
    home.keep(with(home.instance("SERVICE", "QM3"), &queue_manager_alias));
    let elsewhere = [(Attr::Cluster, text("D"))];
    home.keep(with(home.instance("IN.D", "QM2"), &elsewhere));
    for (kind, object, values) in [
        (
            ObjectKind::QAlias,
            "OF.AT.QM2",
            &[(Attr::Target, "AT.QM2")][..],
        ),
        (
            ObjectKind::QAlias,
            "OF.LOCAL",
            &[(Attr::Target, "LOCAL.FIRST")],
        ),
        (ObjectKind::QAlias, "OF.NONE", &[(Attr::Target, "NONE")]),
        (
            ObjectKind::QRemote,
            "REMOTE",
            &[(Attr::Rname, "THERE"), (Attr::Rqmname, "QM3")],
        ),
        (ObjectKind::QAlias, "OF.REMOTE", &[(Attr::Target, "REMOTE")]),
        (ObjectKind::QRemote, "RENAMED", &[(Attr::Rqmname, "QM3")]),
        (ObjectKind::QRemote, "GATE", &[]),
        (ObjectKind::QRemote, "SELF", &[(Attr::Rqmname, "QM1")]),
    ] {
        let values: Vec<_> = values
            .iter()
            .map(|(attr, value)| (*attr, text(value)))
            .collect();
        home.define(kind, object, &values);
    }
    home
}

#[test]
fn each_name_leads_where_the_rules_of_resolution_say() {
    let mut home = furnished();
    let unknown = Err(Reason::UNKNOWN_OBJECT_NAME);
    for (queue, q_mgr, expected) in [
        // A queue by its name alone.
        ("AT.QM2", "", Ok(by("AT.QM2", "QM2", "TO.QM2"))),
        ("PLAIN", "", Ok(on("PLAIN"))),
        ("LOCAL.FIRST", "", Ok(on("LOCAL.FIRST"))),
        ("ONLY.HERE", "", Ok(on("ONLY.HERE"))),
        ("SERVICE", "", unknown.clone()),
        ("IN.D", "", unknown.clone()),
        ("NONE", "", unknown.clone()),
        // This queue manager, whatever the cluster has.
        ("AT.QM2", "QM1", unknown.clone()),
        ("LOCAL.FIRST", "QM1", Ok(on("LOCAL.FIRST"))),
        // A queue manager of the cluster, or an alias of one.
        ("AT.QM2", "QM2", Ok(by("AT.QM2", "QM2", "TO.QM2"))),
        ("ANY", "QM3", Ok(by("ANY", "QM3", "TO.QM3"))),
        ("LOCAL.FIRST", "QM2", Ok(by("LOCAL.FIRST", "QM2", "TO.QM2"))),
        ("ANY", "SERVICE", Ok(by("ANY", "SERVICE", "TO.QM3"))),
        ("ANY", "QM9", Err(Reason::UNKNOWN_REMOTE_Q_MGR)),
        // Aliases and remote queues here.
        ("OF.AT.QM2", "", Ok(by("AT.QM2", "QM2", "TO.QM2"))),
        ("OF.LOCAL", "", Ok(on("LOCAL.FIRST"))),
        ("OF.NONE", "", Err(Reason::UNKNOWN_ALIAS_BASE_Q)),
        ("REMOTE", "", Ok(by("THERE", "QM3", "TO.QM3"))),
        ("OF.REMOTE", "", Ok(by("THERE", "QM3", "TO.QM3"))),
        ("ANY", "RENAMED", Ok(by("ANY", "QM3", "TO.QM3"))),
        // A gateway: the alias names nobody, so the cluster says where the queue is.
        ("AT.QM2", "GATE", Ok(by("AT.QM2", "QM2", "TO.QM2"))),
        ("PLAIN", "SELF", Ok(on("PLAIN"))),
        // Or it is here.
        ("PLAIN", "GATE", Ok(on("PLAIN"))),
        ("OF.LOCAL", "GATE", Ok(on("LOCAL.FIRST"))),
        ("REMOTE", "GATE", Ok(by("THERE", "QM3", "TO.QM3"))),
        ("NONE", "GATE", Err(Reason::UNKNOWN_OBJECT_NAME)),
    ] {
        assert_eq!(home.arrives((queue, q_mgr)), expected, "{queue}@{q_mgr}");
    }
}

#[test]
fn nothing_goes_by_a_channel_that_leads_to_another_member() {
    let mut home = Home::new();
    // Both say that they have a receiver TO.BANK. The sender leads to the one that is known for longer.
    let said = |record: &str, q_mgr: &str, home: &Home| {
        let values = [
            (Attr::Channel, Value::Text("TO.BANK".to_owned())),
            (Attr::Record, Value::Text(record.to_owned())),
        ];
        with(home.member(q_mgr, "C"), &values)
    };
    let evil = home.keep(said("1 0 l", "EVIL", &home));
    let bank = said("1 0 l", "BANK", &home);
    home.keep(bank.clone());
    home.share("OF.EVIL", &["EVIL"]);
    home.share("OF.BANK", &["BANK"]);
    home.share("OF.BOTH", &["BANK", "QM2"]);
    let led_elsewhere = Err(Reason::CLUSTER_RESOURCE_ERROR);
    assert_eq!(home.arrives(("OF.BANK", "")), led_elsewhere);
    assert_eq!(home.arrives(("REPLIES", "BANK")), led_elsewhere);
    let to_evil = Ok(by("OF.EVIL", "EVIL", "TO.BANK"));
    assert_eq!(home.arrives(("OF.EVIL", "")), to_evil);
    let to_other = Ok(by("OF.BOTH", "QM2", "TO.QM2"));
    for _ in 0..3 {
        assert_eq!(home.arrives(("OF.BOTH", "")), to_other);
    }
    let way = |q_mgr: &str, home: &Home| {
        let ways = home
            .manager
            .cluster_ways(&name("C"), &name(&home.qmid(q_mgr)));
        ways.len()
    };
    assert_eq!((way("BANK", &home), way("EVIL", &home)), (0, 1));
    // Where an administrator's channel leads there comes first.
    let trusted = [(Attr::Record, Value::Text("1 0 lv".to_owned()))];
    home.keep(with(bank, &trusted));
    let to_bank = Ok(by("OF.BANK", "BANK", "TO.BANK"));
    assert_eq!(home.arrives(("OF.BANK", "")), to_bank);
    assert_eq!(home.arrives(("OF.EVIL", "")), led_elsewhere);
    home.forget(ObjectKind::ClusQMgr, evil);
    assert_eq!(home.arrives(("OF.BANK", "")), to_bank);
}

#[test]
fn a_transmission_queue_with_the_name_of_a_queue_manager_comes_before_the_cluster() {
    let mut home = furnished();
    home.alter_q_mgr(Attr::Defxmitq, "HUB");
    let transmission = [(Attr::Usage, Value::Int(MQUS_TRANSMISSION))];
    home.define(ObjectKind::QLocal, "HUB", &transmission);
    assert_eq!(home.arrives(("ANY", "QM2")), Ok(by("ANY", "QM2", "TO.QM2")));
    home.define(ObjectKind::QLocal, "QM2", &transmission);
    let gone = home.arrives(("ANY", "QM2")).expect("put");
    assert!(matches!(gone, Gone::By(queue, ..) if queue == "QM2"));
    let gone = home.arrives(("ANY", "QM9")).expect("put");
    assert!(matches!(gone, Gone::By(queue, ..) if queue == "HUB"));
}

#[test]
fn what_comes_over_a_channel_of_the_cluster_stays_here() {
    let mut home = Home::new();
    home.share("BOTH", &["QM2", "QM3"]);
    home.define_shared("BOTH", MQCLWL_USEQ_ANY);
    let opened = home.open(("BOTH", ""), MQOO_OUTPUT).expect("open");
    let mut spread = home.puts(opened.handle, 3);
    spread.sort();
    assert_eq!(spread, ["QM1", "QM2", "QM3"]);
    home.app.receive_by_channel(
        ChannelPartner {
            channel_name: FixedText::truncated("TO.QM1"),
            q_mgr_name: FixedText::truncated("QM2"),
            q_mgr_id: FixedText::truncated("QM2_2026-11-26"),
        },
        true,
    );
    for _ in 0..6 {
        assert_eq!(home.arrives(("BOTH", "")), Ok(on("BOTH")));
    }
    // What is not here goes on.
    home.share("AT.QM2", &["QM2"]);
    assert_eq!(
        home.arrives(("AT.QM2", "")),
        Ok(by("AT.QM2", "QM2", "TO.QM2"))
    );
}

#[test]
fn only_what_is_here_can_be_got_browsed_or_set() {
    let mut home = furnished();
    for options in [
        MQOO_INPUT_SHARED,
        MQOO_BROWSE,
        MQOO_SET,
        MQOO_OUTPUT | MQOO_INPUT_SHARED,
    ] {
        let refused = home.open(("AT.QM2", ""), options).map(drop);
        assert_eq!(refused, Err(Reason::UNKNOWN_OBJECT_NAME), "{options}");
    }
    // With the local one open for input, output goes there as well.
    home.share("BOTH", &["QM2"]);
    home.define_shared("BOTH", MQCLWL_USEQ_ANY);
    let options = MQOO_OUTPUT | MQOO_BROWSE;
    let opened = home.open(("BOTH", ""), options).expect("open");
    assert_eq!(home.puts(opened.handle, 4), ["QM1"; 4]);
}

fn inquire(home: &mut Home, at: (&str, &str), selectors: &[i32], options: i32) -> Reply {
    let opened = home.open(at, options).expect("open");
    let answer = home.verb(Request::Inquire {
        handle: opened.handle,
        selectors: selectors.to_vec(),
        int_count: 8,
        char_len: 200,
    });
    home.close(opened.handle);
    answer
}

#[test]
fn what_members_share_of_a_queue_can_be_inquired_and_nothing_else() {
    let mut home = furnished();
    let told = [
        (Attr::Descr, text("Orders")),
        (Attr::Put, Value::Int(MQQA_PUT_INHIBITED)),
        (Attr::Defprty, Value::Int(4)),
    ];
    home.keep(with(home.instance("TOLD", "QM2"), &told));
    let selectors = [
        MQIA_Q_TYPE,
        MQIA_INHIBIT_PUT,
        MQIA_DEF_PRIORITY,
        MQIA_DEF_PERSISTENCE,
        MQIA_DEF_BIND,
        MQCA_Q_NAME,
        MQCA_Q_DESC,
    ];
    for options in [MQOO_INQUIRE, MQOO_INQUIRE | MQOO_OUTPUT] {
        let answer = inquire(&mut home, ("TOLD", ""), &selectors, options);
        let Reply::Inquired {
            ints,
            chars,
            reason,
        } = answer
        else {
            panic!("{answer:?}");
        };
        assert_eq!(reason, Reason::NONE);
        assert_eq!(
            ints,
            [MQQT_CLUSTER, MQQA_PUT_INHIBITED, 4, 0, MQBND_BIND_NOT_FIXED]
        );
        let chars = String::from_utf8_lossy(&chars);
        assert_eq!(
            chars.split_whitespace().collect::<Vec<_>>(),
            ["TOLD", "Orders"]
        );
    }
    let answer = inquire(
        &mut home,
        ("TOLD", ""),
        &[MQIA_CURRENT_Q_DEPTH],
        MQOO_INQUIRE,
    );
    let Reply::Inquired { ints, reason, .. } = answer else {
        panic!("{answer:?}");
    };
    assert_eq!(
        (reason, ints),
        (Reason::SELECTOR_NOT_FOR_TYPE, vec![MQIAV_NOT_APPLICABLE])
    );
    // What is here is inquired here.
    let answer = inquire(&mut home, ("LOCAL.FIRST", ""), &[MQIA_Q_TYPE], MQOO_INQUIRE);
    assert!(matches!(answer, Reply::Inquired { ints, .. } if ints == [MQQT_LOCAL]));
    // Of a queue manager's queue nothing is known.
    let refused = home.open(("TOLD", "QM2"), MQOO_INQUIRE).map(drop);
    assert_eq!(refused, Err(Reason::OPTION_NOT_VALID_FOR_TYPE));
}

#[test]
fn an_open_names_the_destination_it_fixes_and_a_put_the_one_it_takes() {
    let mut home = furnished();
    let blank = (ObjectName::BLANK, ObjectName::BLANK);
    for (bind, expected) in [
        (MQOO_BIND_ON_OPEN, (name("AT.QM2"), name("QM2"))),
        (MQOO_BIND_NOT_FIXED, blank),
        (MQOO_BIND_ON_GROUP, blank),
        (MQOO_BIND_AS_Q_DEF, blank),
    ] {
        let opened = home.open(("AT.QM2", ""), MQOO_OUTPUT | bind).expect("open");
        let told = &opened.descriptor;
        assert_eq!((told.resolved_q_name, told.resolved_q_mgr_name), expected);
        let put = home.put_as(opened.handle, MsgDescriptor::default(), MQPMO_NONE);
        let put = put.expect("put");
        assert_eq!(put.resolved_q_name, name("AT.QM2"));
        assert_eq!(put.resolved_q_mgr_name, name("QM2"));
    }
}

#[test]
fn a_distribution_list_may_name_queues_of_the_cluster() {
    let mut home = furnished();
    let record = |queue: &str, q_mgr: &str| ObjectRecord {
        object_name: name(queue),
        object_q_mgr_name: name(q_mgr),
    };
    let list = ObjectDescriptor {
        records: vec![
            record("AT.QM2", ""),
            record("PLAIN", ""),
            record("ANY", "QM3"),
            record("NONE", ""),
        ],
        object_name: ObjectName::BLANK,
        ..object(("", ""))
    };
    let put = home.verb(Request::Put1 {
        object: Box::new(list),
        descriptor: MsgDescriptor::default(),
        options: PutOptions::default(),
        body: Bytes::from_static(b"a message"),
    });
    let Reply::ListPut(put) = put else {
        panic!("{put:?}");
    };
    let reasons: Vec<_> = put.outcome.responses.iter().map(|it| it.reason).collect();
    let unknown = Reason::UNKNOWN_OBJECT_NAME;
    assert_eq!(reasons, [Reason::NONE, Reason::NONE, Reason::NONE, unknown]);
    let mut found = home.find_all();
    found.sort_by_key(|gone| format!("{gone:?}"));
    let expected = [
        by("ANY", "QM3", "TO.QM3"),
        by("AT.QM2", "QM2", "TO.QM2"),
        on("PLAIN"),
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_reply_to_another_member_goes_by_the_cluster() {
    let mut home = furnished();
    let descriptor = MsgDescriptor {
        reply_to_q: *name("REPLIES").bytes(),
        ..MsgDescriptor::default()
    };
    let opened = home.open(("AT.QM2", ""), MQOO_OUTPUT).expect("open");
    let put = home
        .put_as(opened.handle, descriptor, MQPMO_NONE)
        .expect("put");
    let reply_to = ObjectName::from_field(&put.descriptor.reply_to_q_mgr);
    assert_eq!(reply_to, name("QM1"));
    home.find();
    // As its partner would.
    assert_eq!(
        home.arrives(("REPLIES", "QM2")),
        Ok(by("REPLIES", "QM2", "TO.QM2"))
    );
}

/// Users without groups, who administer nothing.
struct Strangers;

impl Entities for Strangers {
    fn user(&self, name: &str) -> Result<Entity, Unanswered> {
        Ok(Entity::new(name, [], false))
    }

    fn local_user(&self, _uid: u32, name: &str) -> Result<Entity, Unanswered> {
        Ok(Entity::new(name, [], false))
    }

    fn has_group(&self, _name: &str) -> bool {
        true
    }
}

#[test]
fn a_queue_is_asked_about_by_its_name_and_a_queue_manager_by_its_own() {
    let home = furnished();
    home.manager.set_entities(Arc::new(Strangers));
    let allow = |kind, profile: &str, bits| {
        let profile = Profile::parse(profile).expect("a profile");
        let joe = EntityName::principal("joe");
        let bits = Permissions::of(bits);
        let set = (home.manager).set_authority(kind, &profile, &joe, bits, Permissions::NONE);
        set.expect("set");
    };
    allow(ProtectedKind::QMgr, SELF_PROFILE, MQZAO_CONNECT);
    let origin = Origin {
        user_id: FixedText::truncated("joe"),
        uid: 1,
        road: Road::Client,
        ..ferromq_qmgr::tester()
    };
    let mut joe = home
        .manager
        .connect(&ConnectOptions::default(), origin)
        .expect("connected");
    let mut opens = |queue: &str, q_mgr: &str| {
        let open = Request::Open {
            descriptor: object((queue, q_mgr)),
            options: MQOO_OUTPUT,
        };
        match joe.start(open, Waker::noop()) {
            Poll::Ready(Reply::Opened { .. }) => true,
            Poll::Ready(Reply::Failed(Reason::NOT_AUTHORIZED)) => false,
            other => panic!("{other:?}"),
        }
    };
    assert!(!opens("AT.QM2", "") && !opens("ANY", "QM2"));
    // The transmission queue all share is no matter: it would give away the whole cluster.
    allow(ProtectedKind::Queue, SHARED, MQZAO_OUTPUT);
    assert!(!opens("AT.QM2", "") && !opens("ANY", "QM2"));
    allow(ProtectedKind::Queue, "AT.QM2", MQZAO_OUTPUT);
    assert!(opens("AT.QM2", "") && !opens("ANY", "QM2"));
    allow(ProtectedKind::RqmName, "QM2", MQZAO_OUTPUT);
    assert!(opens("ANY", "QM2") && !opens("ANY", "QM3"));
    // Through an alias it is the alias that counts.
    assert!(!opens("OF.AT.QM2", ""));
    allow(ProtectedKind::Queue, "OF.AT.QM2", MQZAO_OUTPUT);
    assert!(opens("OF.AT.QM2", ""));
    // A queue manager alias here does not: the queue manager it stands for does.
    assert!(!opens("ANY", "RENAMED"));
    allow(ProtectedKind::RqmName, "QM3", MQZAO_OUTPUT);
    assert!(opens("ANY", "RENAMED"));
    // Nor does one that names nobody: the queue of the cluster is met first, whether an instance of it is here or not.
    assert!(opens("AT.QM2", "GATE") && !opens("LOCAL.FIRST", "GATE"));
    allow(ProtectedKind::Queue, "LOCAL.FIRST", MQZAO_OUTPUT);
    assert!(opens("LOCAL.FIRST", "GATE"));
    // Nor one of this queue manager, whatever leads on from the queue here.
    assert!(!opens("OF.REMOTE", "SELF"));
    allow(ProtectedKind::Queue, "OF.REMOTE", MQZAO_OUTPUT);
    assert!(opens("OF.REMOTE", "SELF"));
}
