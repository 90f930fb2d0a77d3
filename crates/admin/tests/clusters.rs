//! What is defined for clusters, in MQSC and in programmable command formats, and the rules of its attributes.

use crate::answers::{done, refused};
use crate::started::{created, started};
use ferromq_admin::{Administered, ClusterError, Clusters, SuspendMode, run_command};
use ferromq_mqi::call::CommandOutcome;
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
    // Nothing runs by itself, and nobody is told that it does.
    for command in ["START", "STOP", "PING", "RESET"] {
        refuses(
            &operations,
            &format!("{command} CHANNEL(C.QM1)"),
            "AMQ8404E",
        );
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

#[test]
fn queue_managers_are_removed_at_a_full_repository() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    let keeper = Arc::new(Keeper::default());
    operations.set_clusters(Arc::clone(&keeper) as Arc<dyn Clusters>);
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
