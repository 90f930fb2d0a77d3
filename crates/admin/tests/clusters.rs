//! What is defined for clusters, in MQSC and in programmable command formats, and the rules of its attributes.

use crate::answers::{done, refused, send};
use crate::fake::network::FakeNetwork;
use crate::started::{created, started};
use ferromq_admin::applications::{ApplicationMember, Applications, ToldToMove};
use ferromq_admin::{Administered, ClusterError, Clusters, SuspendMode, run_command};
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::pcf::{Parameter, Texts, Value};
use std::sync::{Arc, Mutex};

fn succeeds(operations: &Administered, command: &str) -> String {
    let (said, outcome) = run_command(operations, command);
    assert_eq!(outcome, CommandOutcome::Done, "{command}: {said}");
    said
}

fn refuses(operations: &Administered, command: &str, notice: &str) {
    let (said, outcome) = run_command(operations, command);
    assert_eq!(outcome, CommandOutcome::Failed, "{command}: {said}");
    assert!(said.starts_with(notice), "{command}: {said}");
}

fn mistaken(operations: &Administered, command: &str) {
    let (said, outcome) = run_command(operations, command);
    assert_eq!(outcome, CommandOutcome::SyntaxError, "{command}: {said}");
}

#[test]
fn both_ends_of_a_cluster_channel_are_defined_altered_shown_and_kept() {
    let disk = created();
    {
        let (_manager, operations) = started(&disk);
        succeeds(
            &operations,
            "DEFINE CHANNEL(C.QM1) CHLTYPE(CLUSRCVR) CLUSTER(C) CLWLRANK(9) CLWLPRTY(1) CLWLWGHT(99) NETPRTY(9)",
        );
        succeeds(
            &operations,
            "DEFINE CHANNEL(C.+QMNAME+) CHLTYPE(CLUSSDR) CONNAME('repository(1414)') CLUSTER(C)",
        );
        succeeds(
            &operations,
            "ALTER CHANNEL(C.+QMNAME+) CHLTYPE(CLUSSDR) CLWLWGHT(1)",
        );
        succeeds(
            &operations,
            "DEFINE CHANNEL(C.QM2) CHLTYPE(CLUSSDR) LIKE(C.+QMNAME+)",
        );
        succeeds(&operations, "DELETE CHANNEL(C.QM2)");
    }
    let (_manager, operations) = started(&disk);
    let receiver = succeeds(&operations, "DISPLAY CHANNEL(C.QM1)");
    for field in [
        "CHLTYPE(CLUSRCVR)",
        "CLUSTER(C)",
        "CLWLRANK(9)",
        "CLWLPRTY(1)",
        "CLWLWGHT(99)",
        "NETPRTY(9)",
        "CONNAME( )",
        "MCATYPE(THREAD)",
        "PUTAUT(DEF)",
        "SHORTRTY(10)",
        "CERTLABL( )",
    ] {
        assert!(receiver.contains(field), "{field} in {receiver}");
    }
    let sender = succeeds(&operations, "DISPLAY CHANNEL(C.+QM*) TYPE(CLUSSDR) ALL");
    for field in [
        "CHANNEL(C.+QMNAME+)",
        "CLWLWGHT(1)",
        "CLWLRANK(0)",
        "DISCINT(6000)",
    ] {
        assert!(sender.contains(field), "{field} in {sender}");
    }
    for field in ["XMITQ", "CERTLABL", "NETPRTY", "PUTAUT"] {
        assert!(!sender.contains(field), "{field} in {sender}");
    }
    // Nothing runs in here.
    for (command, answer) in [
        ("START", "AMQ8404E"),
        ("RESET", "AMQ8404E"),
        ("PING", "AMQ9502E"),
    ] {
        refuses(&operations, &format!("{command} CHANNEL(C.QM1)"), answer);
    }
    succeeds(&operations, "DISPLAY CHANNEL(C.+QMNAME+*)");
    mistaken(&operations, "DISPLAY CHANNEL(C.+QX*)");
    mistaken(&operations, "DISPLAY CHANNEL(C.+QM)");
    succeeds(&operations, "DELETE CHANNEL(C.+QMNAME+)");
    for default in ["SYSTEM.DEF.CLUSSDR", "SYSTEM.DEF.CLUSRCVR"] {
        succeeds(&operations, &format!("DISPLAY CHANNEL({default})"));
    }
}

#[test]
fn cluster_channels_take_what_their_type_has_and_no_more() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    let define = |kind: &str, rest: &str| format!("DEFINE CHANNEL(X) CHLTYPE({kind}) {rest}");
    refuses(&operations, &define("CLUSSDR", "CLUSTER(C)"), "AMQ8214E");
    let both = "CONNAME('h') CLUSTER(C) CLUSNL(N)";
    for kind in ["CLUSSDR", "CLUSRCVR"] {
        refuses(&operations, &define(kind, both), "AMQ8434E");
        for wrong in [
            "CONNAME('h') XMITQ(Q)",
            "CONNAME('h') CLWLRANK(10)",
            "CONNAME('h') CLWLPRTY(-1)",
            "CONNAME('h') CLWLWGHT(0)",
            "CONNAME('h') CLWLWGHT(100)",
        ] {
            mistaken(&operations, &define(kind, wrong));
        }
    }
    mistaken(&operations, &define("CLUSSDR", "CONNAME('h') NETPRTY(1)"));
    mistaken(&operations, &define("CLUSSDR", "CONNAME('h') CERTLABL(x)"));
    mistaken(&operations, &define("CLUSRCVR", "NETPRTY(10)"));
    // Only a cluster-sender channel learns its name from the other end.
    mistaken(&operations, "DEFINE CHANNEL(C.+QMNAME+) CHLTYPE(CLUSRCVR)");
    mistaken(&operations, "DEFINE CHANNEL(C.+QMNAME+) CHLTYPE(RCVR)");
    mistaken(&operations, "DEFINE QLOCAL(C.+QMNAME+)");
    // 21 characters.
    mistaken(
        &operations,
        "DEFINE CHANNEL(CLUSTER.12345+QMNAME+) CHLTYPE(CLUSSDR) CONNAME('h')",
    );
}

#[test]
fn cluster_channels_are_administered_by_programmable_commands() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    let name = || Parameter::text(MQCACH_CHANNEL_NAME, "C.QM1");
    let kind = || Parameter::int(MQIACH_CHANNEL_TYPE, MQCHT_CLUSRCVR);
    let channel = vec![
        name(),
        kind(),
        Parameter::text(MQCA_CLUSTER_NAME, "C"),
        Parameter::int(MQIACH_CLWL_CHANNEL_RANK, 3),
        Parameter::int(MQIACH_CLWL_CHANNEL_PRIORITY, 4),
        Parameter::int(MQIACH_CLWL_CHANNEL_WEIGHT, 70),
        Parameter::int(MQIACH_NETWORK_PRIORITY, 5),
    ];
    done(&operations, MQCMD_CREATE_CHANNEL, channel.clone());
    let shown = done(&operations, MQCMD_INQUIRE_CHANNEL, vec![name()]);
    for expected in channel
        .iter()
        .filter(|one| matches!(one.value, Value::Int(_)))
    {
        assert_eq!(
            shown.get(expected.id),
            Some(&expected.value),
            "{}",
            expected.id
        );
    }
    let both = vec![name(), kind(), Parameter::text(MQCA_CLUSTER_NAMELIST, "N")];
    let (reason, _) = refused(&operations, MQCMD_CHANGE_CHANNEL, both);
    assert_eq!(reason, MQRCCF_CLUSTER_NAME_CONFLICT);
    let names = vec![Parameter::text(MQCACH_CHANNEL_NAME, "C*"), kind()];
    let names = done(&operations, MQCMD_INQUIRE_CHANNEL_NAMES, names);
    let listed = Value::Texts(Texts::plain(&["C.QM1               "]));
    assert_eq!(names.get(MQCACH_CHANNEL_NAMES), Some(&listed));
    done(&operations, MQCMD_DELETE_CHANNEL, vec![name()]);
}

#[test]
fn a_full_repository_is_one_of_a_cluster_or_of_a_list_of_them() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    refuses(&operations, "ALTER QMGR REPOS(C) REPOSNL(N)", "AMQ8432E");
    succeeds(&operations, "ALTER QMGR REPOS(C)");
    refuses(&operations, "ALTER QMGR REPOSNL(N)", "AMQ8432E");
    succeeds(&operations, "ALTER QMGR REPOS(' ') REPOSNL(N)");
    let conflict = vec![Parameter::text(MQCA_REPOSITORY_NAME, "C")];
    let (reason, _) = refused(&operations, MQCMD_CHANGE_Q_MGR, conflict);
    assert_eq!(reason, MQRCCF_REPOS_NAME_CONFLICT);
    let shown = succeeds(&operations, "DISPLAY QMGR CLUSTER");
    for field in [
        "REPOS( )",
        "REPOSNL(N)",
        "CLWLUSEQ(LOCAL)",
        "CLWLMRUC(999999999)",
        "DEFCLXQ(SCTQ)",
    ] {
        assert!(shown.contains(field), "{field} in {shown}");
    }
}

#[test]
fn queues_are_of_a_cluster_or_of_a_list_of_them_and_transmission_queues_of_none() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    for (kind, rest) in [
        ("QLOCAL", ""),
        ("QALIAS", "TARGET(T)"),
        ("QREMOTE", "RQMNAME(M)"),
    ] {
        let both = format!("DEFINE {kind}(Q.{kind}) {rest} CLUSTER(C) CLUSNL(N)");
        refuses(&operations, &both, "AMQ8434E");
        let one = format!(
            "DEFINE {kind}(Q.{kind}) {rest} CLUSTER(C) CLWLRANK(9) CLWLPRTY(9) DEFBIND(GROUP)"
        );
        succeeds(&operations, &one);
        let other = format!("ALTER {kind}(Q.{kind}) CLUSNL(N)");
        refuses(&operations, &other, "AMQ8434E");
        let moved = format!("ALTER {kind}(Q.{kind}) CLUSNL(N) CLUSTER(' ')");
        succeeds(&operations, &moved);
    }
    refuses(&operations, "ALTER QMGR PARENT(QM1)", "FMQ0254E");
    refuses(
        &operations,
        "DEFINE QLOCAL(X) USAGE(XMITQ) CLUSTER(C)",
        "FMQ0240E",
    );
    refuses(
        &operations,
        "ALTER QLOCAL(Q.QLOCAL) USAGE(XMITQ)",
        "FMQ0240E",
    );
    for own in [
        "SYSTEM.CLUSTER.COMMAND.QUEUE",
        "SYSTEM.CLUSTER.REPOSITORY.QUEUE",
        "SYSTEM.CHANNEL.INITQ",
        "SYSTEM.CHANNEL.SYNCQ",
    ] {
        refuses(
            &operations,
            &format!("ALTER QLOCAL({own}) CLUSTER(C)"),
            "FMQ0240E",
        );
    }
    let shared = vec![
        Parameter::text(MQCA_Q_NAME, "X"),
        Parameter::int(MQIA_Q_TYPE, MQQT_LOCAL),
        Parameter::int(MQIA_USAGE, MQUS_TRANSMISSION),
        Parameter::text(MQCA_CLUSTER_NAME, "C"),
    ];
    let (reason, _) = refused(&operations, MQCMD_CREATE_Q, shared);
    assert_eq!(reason, MQRCCF_CLUSTER_Q_USAGE_ERROR);
}

/// Months later the channels would find no transmission queue when they start.
#[test]
fn a_transmission_queue_of_cluster_channels_stays_one() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    let own = "SYSTEM.CLUSTER.TRANSMIT.QUEUE";
    for command in [
        format!("ALTER QLOCAL({own}) USAGE(NORMAL)"),
        format!("ALTER QLOCAL({own}) USAGE(NORMAL) FORCE"),
        format!("DEFINE QLOCAL({own}) USAGE(NORMAL) REPLACE"),
    ] {
        refuses(&operations, &command, "FMQ0241E");
    }
    refuses(&operations, "DEFINE QLOCAL(X) CLCHNAME('C.*')", "FMQ0242E");
    succeeds(&operations, "DEFINE QLOCAL(X) USAGE(XMITQ) CLCHNAME('C.*')");
    refuses(&operations, "ALTER QLOCAL(X) USAGE(NORMAL)", "FMQ0241E");
    // Nobody sends from it any more.
    succeeds(&operations, "ALTER QLOCAL(X) CLCHNAME(' ')");
    succeeds(&operations, "ALTER QLOCAL(X) USAGE(NORMAL)");
}

#[test]
fn topics_are_of_clusters_only_where_the_queue_manager_publishes_to_them() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    succeeds(&operations, "DEFINE TOPIC(T) TOPICSTR(t) CLUSTER(C)");
    refuses(&operations, "ALTER QMGR PSCLUS(DISABLED)", "FMQ0244E");
    refuses(&operations, "ALTER TOPIC(T) CLROUTE(TOPICHOST)", "FMQ0245E");
    // Whatever is above and below goes the same way.
    succeeds(
        &operations,
        "DEFINE TOPIC(FAR) TOPICSTR('t/a/b') CLUSTER(C)",
    );
    for (name, place) in [("ABOVE", "t/a"), ("BELOW", "t/a/b/c")] {
        let other =
            format!("DEFINE TOPIC({name}) TOPICSTR('{place}') CLUSTER(C) CLROUTE(TOPICHOST)");
        refuses(&operations, &other, "FMQ0284E");
    }
    succeeds(
        &operations,
        "DEFINE TOPIC(OTHER) TOPICSTR('t/a') CLUSTER(D) CLROUTE(TOPICHOST)",
    );
    let conflicting = vec![
        Parameter::text(MQCA_TOPIC_NAME, "OTHER"),
        Parameter::text(MQCA_CLUSTER_NAME, "C"),
    ];
    let (reason, _) = refused(&operations, MQCMD_CHANGE_TOPIC, conflicting);
    assert_eq!(reason, MQRCCF_CLUSTER_TOPIC_CONFLICT);
    for name in ["FAR", "OTHER"] {
        succeeds(&operations, &format!("DELETE TOPIC({name})"));
    }
    succeeds(&operations, "ALTER TOPIC(T) CLUSTER(' ')");
    succeeds(&operations, "ALTER TOPIC(T) CLROUTE(TOPICHOST)");
    succeeds(&operations, "ALTER QMGR PSCLUS(DISABLED)");
    refuses(&operations, "ALTER TOPIC(T) CLUSTER(C)", "FMQ0243E");
    let back = vec![
        Parameter::text(MQCA_TOPIC_NAME, "T"),
        Parameter::text(MQCA_CLUSTER_NAME, "C"),
    ];
    let (reason, _) = refused(&operations, MQCMD_CHANGE_TOPIC, back);
    assert_eq!(reason, MQRCCF_PSCLUS_DISABLED_TOPDEF);
}

/// Somebody who writes down what is asked of the repository.
#[derive(Default)]
struct Keeper(Mutex<Vec<String>>);

impl Keeper {
    fn note(&self, what: &str, clusters: &[ObjectName], how: &str) -> Result<(), ClusterError> {
        let names: Vec<String> = clusters.iter().map(ToString::to_string).collect();
        let mut all = self.0.lock().expect("nobody panicked");
        all.push(format!("{what} {} {how}", names.join(",")));
        Ok(())
    }

    fn last(&self) -> String {
        let all = self.0.lock().expect("nobody panicked");
        all.last().cloned().unwrap_or_default()
    }
}

impl Clusters for Keeper {
    fn suspend(&self, clusters: &[ObjectName], mode: SuspendMode) -> Result<(), ClusterError> {
        self.note("suspend", clusters, &format!("{mode:?}"))
    }

    fn resume(&self, clusters: &[ObjectName]) -> Result<(), ClusterError> {
        self.note("resume", clusters, "")
    }

    fn refresh(&self, clusters: &[ObjectName], repositories: bool) -> Result<(), ClusterError> {
        self.note("refresh", clusters, &repositories.to_string())
    }

    fn force_remove(
        &self,
        cluster: &ObjectName,
        q_mgr_id: &str,
        queues: bool,
    ) -> Result<(), ClusterError> {
        self.note("remove", &[*cluster], &format!("{q_mgr_id} {queues}"))
    }
}

const MEMBER: [&str; 3] = [
    "DEFINE NAMELIST(N) NAMES(C,D)",
    "DEFINE CHANNEL(C.QM1) CHLTYPE(CLUSRCVR) CLUSTER(C)",
    "DEFINE CHANNEL(D.QM1) CHLTYPE(CLUSRCVR) CLUSNL(N)",
];

#[test]
fn commands_about_clusters_reach_who_keeps_the_repository() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    for command in MEMBER {
        succeeds(&operations, command);
    }
    // Nobody keeps one yet.
    refuses(&operations, "SUSPEND QMGR CLUSTER(C)", "AMQ8404E");
    let keeper = Arc::new(Keeper::default());
    operations.set_clusters(Arc::clone(&keeper) as Arc<dyn Clusters>);
    for (command, asked) in [
        ("SUSPEND QMGR CLUSTER(C)", "suspend C Quiesce"),
        ("SUSPEND QMGR CLUSNL(N) MODE(FORCE)", "suspend C,D Force"),
        ("RESUME QMGR CLUSTER(D)", "resume D "),
        ("RESUME QMGR CLUSNL(N)", "resume C,D "),
        ("REFRESH CLUSTER(C)", "refresh C false"),
        ("REF CLUSTER(*) REPOS(YES)", "refresh C,D true"),
    ] {
        succeeds(&operations, command);
        assert_eq!(keeper.last(), asked, "{command}");
    }
    let cluster = || Parameter::text(MQCA_CLUSTER_NAME, "C");
    let force = Parameter::int(MQIACF_MODE, MQMODE_FORCE);
    done(
        &operations,
        MQCMD_SUSPEND_Q_MGR_CLUSTER,
        vec![cluster(), force],
    );
    assert_eq!(keeper.last(), "suspend C Force");
    let list = Parameter::text(MQCA_CLUSTER_NAMELIST, "N");
    done(&operations, MQCMD_RESUME_Q_MGR_CLUSTER, vec![list]);
    assert_eq!(keeper.last(), "resume C,D ");
    let repositories = Parameter::int(MQIACF_REFRESH_REPOSITORY, MQCFO_REFRESH_REPOSITORY_YES);
    done(
        &operations,
        MQCMD_REFRESH_CLUSTER,
        vec![cluster(), repositories],
    );
    assert_eq!(keeper.last(), "refresh C true");
}

/// What a member of cluster C has told of itself, a queue or a topic, kept with that state.
fn told(number: u32, kind: ObjectKind, name: &str, id: &str, state: &str) -> Definition {
    let object = ObjectName::truncated(&format!("R.{number}"));
    let mut made = Definition::new(kind, object);
    let (named, member) = match kind {
        ObjectKind::ClusQ => (Attr::Queue, Some("QM2")),
        ObjectKind::ClusTopic => (Attr::Topic, Some("QM2")),
        _ => (Attr::Clusqmgr, None),
    };
    let record = format!("7 0 {state}");
    let mut values = vec![
        (named, name),
        (Attr::Cluster, "C"),
        (Attr::Qmid, id),
        (Attr::Record, record.as_str()),
    ];
    values.extend(member.map(|member| (Attr::Clusqmgr, member)));
    for (attr, value) in values {
        made.set_internal(attr, value).expect("a valid value");
    }
    made
}

/// A channel that runs in the network of the tests.
const RUNNING: &str = "APP.SVRCONN";

#[test]
fn members_of_a_cluster_are_displayed_with_what_is_known_of_their_channels() {
    let disk = created();
    let (manager, operations) = started(&disk);
    operations.set_network(Arc::new(FakeNetwork::default()));
    let q_mgr = |number, name, id, channel: &str, state| {
        let mut made = told(number, ObjectKind::ClusQMgr, name, id, state);
        made.set_internal(Attr::Channel, channel).expect("a name");
        made.set_internal(Attr::Clwlwght, 70).expect("a weight");
        made
    };
    for record in [
        q_mgr(1, "QM2", "QM2_2024", "C.QM2", "lv"),
        // Another one of that name, which came later.
        q_mgr(2, "QM2", "QM2_2025", "C.OTHER", "l"),
        q_mgr(3, "QM3", "QM3_2024", RUNNING, "l"),
        // It has left, and somebody has asked for it.
        q_mgr(4, "QM4", "QM4_2024", "C.QM4", "w"),
        q_mgr(5, "QM5", "QM5_2024", "C.QM5", "s"),
    ] {
        manager.define(record, false).expect("kept");
    }
    // Whom a hand-made sender leads to is not known before its channel has run.
    succeeds(
        &operations,
        "DEFINE CHANNEL(C.QM9) CHLTYPE(CLUSSDR) CLUSTER(C) CONNAME('127.0.0.1(1414)')",
    );
    let unknown = "CLUSQMGR(SYSTEM.TEMPQMGR.127.0.0.1(1414))";
    let temporary = succeeds(&operations, "DISPLAY CLUSQMGR(SYSTEM.TEMP*) QMID");
    assert!(temporary.contains(unknown), "{temporary}");
    let id = "QMID(SYSTEM.TEMPUUID.127.0.0.1(1414))";
    assert!(temporary.contains(id), "{temporary}");
    succeeds(&operations, "DELETE CHANNEL(C.QM9)");
    let shown = succeeds(&operations, "DISPLAY CLUSQMGR(*)");
    let heads = "CLUSQMGR(QM2)                           CHANNEL(C.QM2)\n   CLUSTER(C)\n";
    assert!(shown.contains(heads), "{shown}");
    assert_eq!(shown.matches("AMQ8441I").count(), 3, "{shown}");
    assert!(
        !shown.contains("STATUS") && !shown.contains("QM4"),
        "{shown}"
    );
    let one = succeeds(&operations, "DIS CLUSQMGR(QM3)");
    for field in [
        "DEFTYPE(CLUSSDRA)",
        "QMID(QM3_2024)",
        "QMTYPE(NORMAL)",
        "STATUS(RUNNING)",
        "SUSPEND(NO)",
        "XMITQ(SYSTEM.CLUSTER.TRANSMIT.QUEUE)",
        "CLWLWGHT(70)",
        "NETPRTY(0)",
    ] {
        assert!(one.contains(field), "{field} in {one}");
    }
    // How it is kept is nobody's business.
    assert!(!one.contains("RECORD") && !one.contains("R.3"), "{one}");
    succeeds(&operations, "DEFINE QLOCAL(X) USAGE(XMITQ) CLCHNAME('C.*')");
    let own = succeeds(&operations, "DISPLAY CLUSQMGR(*) XMITQ CHANNEL(C.QM2)");
    assert!(own.contains("XMITQ(X)"), "{own}");
    let narrowed = "DISPLAY CLUSQMGR(*) CHANNEL(C.*) CLUSTER(C*) WHERE(QMID EQ QM2_2024) STATUS";
    let narrowed = succeeds(&operations, narrowed);
    assert!(narrowed.contains("STATUS(INACTIVE)"), "{narrowed}");
    assert_eq!(narrowed.matches("AMQ8441I").count(), 1, "{narrowed}");
    refuses(&operations, "DISPLAY CLUSQMGR(*) CLUSTER(D)", "AMQ8147E");
    refuses(&operations, "DISPLAY CLUSQMGR(QM4)", "AMQ8147E");
    let asked = vec![
        Parameter::text(MQCA_CLUSTER_Q_MGR_NAME, "Q*"),
        Parameter::text(MQCACH_CHANNEL_NAME, RUNNING),
        Parameter::ints(
            MQIACF_CLUSTER_Q_MGR_ATTRS,
            &[MQIACF_Q_MGR_TYPE, MQIACF_SUSPEND, MQIACH_CHANNEL_STATUS],
        ),
    ];
    let answer = done(&operations, MQCMD_INQUIRE_CLUSTER_Q_MGR, asked);
    for (id, value) in [
        (MQIACF_Q_MGR_TYPE, MQQMT_NORMAL),
        (MQIACF_SUSPEND, MQSUS_NO),
        (MQIACH_CHANNEL_STATUS, MQCHS_RUNNING),
    ] {
        assert_eq!(answer.int(id), Some(value), "{answer:?}");
    }
    assert!(answer.get(MQCA_CLUSTER_NAME).is_some());
    assert!(answer.get(MQIACH_CLWL_CHANNEL_WEIGHT).is_none());
    // Of two queue managers of one name it is not clear which is meant.
    operations.set_clusters(Arc::new(Keeper::default()));
    succeeds(&operations, "ALTER QMGR REPOS(C)");
    let remove = |who: &str| format!("RESET CLUSTER(C) ACTION(FORCEREMOVE) QMNAME({who})");
    refuses(&operations, &remove("QM2"), "FMQ0253E");
    refuses(&operations, &remove("QM4"), "AMQ8147E");
    succeeds(&operations, &remove("QM3"));
}

/// A uniform cluster of this queue manager alone, with two applications: none of the instances of one can be moved.
struct Spread;

impl Applications for Spread {
    fn cluster(&self) -> String {
        "C".to_owned()
    }

    fn members(&self) -> Vec<ApplicationMember> {
        vec![ApplicationMember {
            q_mgr_id: "QM2_2024".to_owned(),
            q_mgr: "QM2".to_owned(),
            active: true,
            heard_us: None,
            counts: [("stays".to_owned(), (1, 0)), ("moves".to_owned(), (1, 1))].into(),
        }]
    }

    fn told(&self, _: &[u8; 24]) -> ToldToMove {
        ToldToMove::default()
    }
}

/// Source: DISPLAY APSTATUS, BALANCED.
#[test]
fn an_application_of_which_nothing_can_be_moved_is_not_balanced_or_unbalanced() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    operations.set_applications(Arc::new(Spread));
    for (name, balanced, state) in [("stays", "NOTAPPLIC", "NOTAPPLIC"), ("moves", "YES", "OK")] {
        let shown = succeeds(&operations, &format!("DISPLAY APSTATUS('{name}')"));
        let wanted = format!("BALANCED({balanced})");
        assert!(shown.contains(&wanted), "{wanted} in {shown}");
        // Each member is said to have its share, or too many, where that is said of all.
        let of_members = format!("DISPLAY APSTATUS('{name}') TYPE(QMGR) BALSTATE");
        let shown = succeeds(&operations, &of_members);
        let wanted = format!("BALSTATE({state})");
        assert_eq!(shown.matches(&wanted).count(), 2, "{shown}");
    }
}

#[test]
fn queues_and_topics_of_clusters_are_displayed_where_they_are_asked_for() {
    let disk = created();
    let (manager, operations) = started(&disk);
    succeeds(&operations, "DEFINE QLOCAL(ORDERS) CLUSTER(C)");
    succeeds(&operations, "DEFINE TOPIC(NEWS) TOPICSTR(news) CLUSTER(C)");
    for record in [
        told(1, ObjectKind::ClusQ, "ORDERS", "QM2_2024", "l"),
        told(2, ObjectKind::ClusQ, "ORDERS", "QM3_2024", "l"),
        told(3, ObjectKind::ClusQ, "OLD.ORDERS", "QM3_2024", "w"),
        told(4, ObjectKind::ClusTopic, "NEWS", "QM2_2024", "l"),
    ] {
        manager.define(record, false).expect("kept");
    }
    let count = |command: &str| {
        let shown = succeeds(&operations, command);
        let of = |word: &str| shown.matches(word).count();
        (
            of("TYPE(QLOCAL)"),
            of("TYPE(QCLUSTER)"),
            of("TYPE(LOCAL)"),
            of("TYPE(CLUSTER)"),
        )
    };
    for (command, expected) in [
        ("DISPLAY QUEUE(ORDERS)", (1, 0, 0, 0)),
        ("DISPLAY QUEUE(ORDERS) CLUSINFO", (1, 2, 0, 0)),
        ("DISPLAY QUEUE(ORD*) CLUSINFO CLUSQMGR", (1, 2, 0, 0)),
        ("DISPLAY QUEUE(ORDERS) TYPE(QCLUSTER)", (0, 2, 0, 0)),
        ("DISPLAY QCLUSTER(*)", (0, 2, 0, 0)),
        ("DIS QC(ORDERS) WHERE(QMID EQ QM3_2024)", (0, 1, 0, 0)),
        ("DISPLAY TOPIC(NEWS)", (0, 0, 1, 0)),
        ("DISPLAY TOPIC(NEWS) CLUSINFO", (0, 0, 1, 1)),
        ("DISPLAY TOPIC(NEWS) TYPE(ALL)", (0, 0, 1, 1)),
        ("DISPLAY TOPIC(NEWS) TYPE(CLUSTER)", (0, 0, 0, 1)),
        ("DIS TC(*)", (0, 0, 0, 1)),
    ] {
        assert_eq!(count(command), expected, "{command}");
    }
    let queue = succeeds(&operations, "DISPLAY QCLUSTER(ORDERS) ALL");
    for field in [
        "CLUSQMGR(QM2)",
        "CLUSQT(QLOCAL)",
        "CLUSTER(C)",
        "CLUSDATE(",
        "CLUSTIME(",
        "DEFBIND(OPEN)",
        "PUT(ENABLED)",
        "QMID(QM2_2024)",
        "CLWLRANK(0)",
    ] {
        assert!(queue.contains(field), "{field} in {queue}");
    }
    assert!(
        !queue.contains("RECORD") && !queue.contains("MAXDEPTH"),
        "{queue}"
    );
    let topic = succeeds(&operations, "DISPLAY TCLUSTER(NEWS)");
    for field in [
        "CLROUTE(DIRECT)",
        "CLSTATE(ACTIVE)",
        "CLUSQMGR(QM2)",
        "QMID(",
    ] {
        assert!(topic.contains(field), "{field} in {topic}");
    }
    // Whatever is asked for, it is said which of them it is.
    let both = succeeds(&operations, "DISPLAY TOPIC(NEWS) CLUSINFO DESCR");
    for kind in ["TYPE(LOCAL)", "TYPE(CLUSTER)"] {
        assert!(both.contains(kind), "{kind} in {both}");
    }
    mistaken(&operations, "DISPLAY QCLUSTER(*) MAXDEPTH");
    mistaken(&operations, "DISPLAY TCLUSTER(*) BATCHSZ");
    let queues = |more: Parameter| {
        let asked = vec![Parameter::text(MQCA_Q_NAME, "ORDERS"), more];
        send(&operations, MQCMD_INQUIRE_Q, asked)
    };
    let of_cluster = queues(Parameter::int(MQIA_Q_TYPE, MQQT_CLUSTER));
    assert_eq!(of_cluster.len(), 2);
    assert_eq!(of_cluster[0].int(MQIA_CLUSTER_Q_TYPE), Some(MQCQT_LOCAL_Q));
    assert!(of_cluster[0].get(MQCA_CLUSTER_Q_MGR_NAME).is_some());
    assert_eq!(queues(Parameter::int(MQIACF_CLUSTER_INFO, 1)).len(), 3);
    let topics = vec![
        Parameter::text(MQCA_TOPIC_NAME, "NEWS"),
        Parameter::int(MQIA_TOPIC_TYPE, MQTOPT_CLUSTER),
    ];
    let topic = done(&operations, MQCMD_INQUIRE_TOPIC, topics);
    assert_eq!(topic.int(MQIA_CLUSTER_OBJECT_STATE), Some(MQCLST_ACTIVE));
}

#[test]
fn queue_managers_are_removed_at_a_full_repository() {
    let disk = created();
    let (manager, operations) = started(&disk);
    let keeper = Arc::new(Keeper::default());
    operations.set_clusters(Arc::clone(&keeper) as Arc<dyn Clusters>);
    let member = |number, name, id| told(number, ObjectKind::ClusQMgr, name, id, "l");
    for record in [member(1, "QM2", "QM2_2024"), member(2, "QM3", "QM3_2024")] {
        manager.define(record, false).expect("kept");
    }
    let remove = "RESET CLUSTER(C) ACTION(FORCEREMOVE) QMID('QM2_2024')";
    refuses(&operations, remove, "FMQ0250E");
    succeeds(&operations, "ALTER QMGR REPOS(C)");
    succeeds(&operations, remove);
    assert_eq!(keeper.last(), "remove C QM2_2024 false");
    succeeds(&operations, &format!("{remove} QUEUES(YES)"));
    assert_eq!(keeper.last(), "remove C QM2_2024 true");
    let own = succeeds(&operations, "DISPLAY QMGR QMID");
    let (_, id) = own.split_once("QMID(").expect("an identifier");
    let (id, _) = id.split_once(')').expect("its end");
    let own = format!("RESET CLUSTER(C) ACTION(FORCEREMOVE) QMID('{id}')");
    refuses(&operations, &own, "FMQ0252E");
    let by_programs = vec![
        Parameter::text(MQCA_CLUSTER_NAME, "C"),
        Parameter::int(MQIACF_ACTION, MQACT_FORCE_REMOVE),
        Parameter::text(MQCA_Q_MGR_IDENTIFIER, "QM3_2024"),
        Parameter::int(MQIACF_REMOVE_QUEUES, MQCFO_REMOVE_QUEUES_YES),
    ];
    done(&operations, MQCMD_RESET_CLUSTER, by_programs);
    assert_eq!(keeper.last(), "remove C QM3_2024 true");
}

#[test]
fn commands_about_clusters_are_refused_where_they_make_no_sense() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    operations.set_clusters(Arc::new(Keeper::default()));
    for wrong in [
        "SUSPEND QMGR",
        "SUSPEND QMGR CLUSTER(C) CLUSNL(N)",
        "SUSPEND QMGR CLUSTER(C) MODE(TERMINATE)",
        "SUSPEND QMGR CLUSTER(C*)",
        "RESUME QMGR CLUSTER(C) MODE(FORCE)",
        "RESUME QMGR FACILITY(DB2)",
        "REFRESH CLUSTER",
        "REFRESH CLUSTER(C*)",
        "REFRESH CLUSTER(C) REPOS(MAYBE)",
        "RESET CLUSTER(C) QMNAME(QM2)",
        "RESET CLUSTER(C) ACTION(FORCEREMOVE)",
        "RESET CLUSTER(C) ACTION(REMOVE) QMNAME(QM2)",
        "RESET CLUSTER(C) ACTION(FORCEREMOVE) QMNAME(QM2) QMID(X)",
        "RESET CLUSTER(C) ACTION(FORCEREMOVE) QMID(' ')",
    ] {
        mistaken(&operations, wrong);
    }
    let long = format!(
        "RESET CLUSTER(C) ACTION(FORCEREMOVE) QMID({})",
        "x".repeat(49)
    );
    mistaken(&operations, &long);
    // Of no cluster, of no such list, of one that names a cluster this queue manager is not in.
    refuses(&operations, "REFRESH CLUSTER(*)", "FMQ0251E");
    refuses(&operations, "SUSPEND QMGR CLUSNL(N)", "AMQ8147E");
    // A sender alone makes nobody a member: there would be nothing to suspend.
    succeeds(
        &operations,
        "DEFINE CHANNEL(C.QM2) CHLTYPE(CLUSSDR) CLUSTER(C) CONNAME('host(1414)')",
    );
    refuses(&operations, "SUSPEND QMGR CLUSTER(C)", "FMQ0251E");
    refuses(&operations, "REFRESH CLUSTER(*)", "FMQ0251E");
    for command in MEMBER {
        succeeds(&operations, command);
    }
    refuses(&operations, "SUSPEND QMGR CLUSTER(E)", "FMQ0251E");
    succeeds(&operations, "ALTER NAMELIST(N) NAMES(C,E)");
    succeeds(
        &operations,
        "ALTER CHANNEL(D.QM1) CHLTYPE(CLUSRCVR) CLUSNL(' ')",
    );
    refuses(&operations, "RESUME QMGR CLUSNL(N)", "FMQ0251E");
    succeeds(&operations, "ALTER QMGR REPOSNL(N)");
    refuses(&operations, "REFRESH CLUSTER(C) REPOS(YES)", "AMQ9406E");
    succeeds(&operations, "REFRESH CLUSTER(C)");
    let asked = vec![
        Parameter::text(MQCA_CLUSTER_NAME, "C"),
        Parameter::int(MQIACF_REFRESH_REPOSITORY, MQCFO_REFRESH_REPOSITORY_YES),
    ];
    let (reason, _) = refused(&operations, MQCMD_REFRESH_CLUSTER, asked);
    assert_eq!(reason, MQRCCF_REPOS_VALUE_ERROR);
}
