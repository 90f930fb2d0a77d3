use super::*;
use ferromq_mqi::generated::constants::{MQCHS_RETRYING, MQCHS_RUNNING, MQSUS_NO};

fn text(name: &str) -> ObjectName {
    ObjectName::truncated(name)
}

/// A record of a queue manager, in cluster C.
pub(crate) fn member(number: u64, q_mgr: &str) -> Definition {
    let name = text(&format!("R.{number}"));
    let mut made = Definition::new(ObjectKind::ClusQMgr, name);
    for (attr, value) in [
        (Attr::Clusqmgr, q_mgr.to_owned()),
        (Attr::Cluster, "C".to_owned()),
        (Attr::Channel, format!("TO.{q_mgr}")),
        (Attr::Qmid, format!("{q_mgr}_1")),
        (Attr::Record, "1 0 l".to_owned()),
    ] {
        made.set_internal(attr, value.as_str()).expect("fits");
    }
    made
}

/// A record of a queue the same queue manager shares in it.
pub(crate) fn instance(number: u64, queue: &str, q_mgr: &str) -> Definition {
    let name = text(&format!("R.{number}"));
    let mut made = Definition::new(ObjectKind::ClusQ, name);
    for (attr, value) in [
        (Attr::Queue, queue.to_owned()),
        (Attr::Clusqmgr, q_mgr.to_owned()),
        (Attr::Cluster, "C".to_owned()),
        (Attr::Qmid, format!("{q_mgr}_1")),
        (Attr::Record, "1 0 l".to_owned()),
    ] {
        made.set_internal(attr, value.as_str()).expect("fits");
    }
    made
}

/// Keeps records, each in place of the one of its name.
#[derive(Default)]
struct Home {
    clusters: Clusters,
    records: HashMap<ObjectName, Arc<Definition>>,
}

impl Home {
    fn keep(&mut self, record: Definition) {
        let now = Arc::new(record);
        let before = self.records.insert(now.name(), Arc::clone(&now));
        self.clusters.note(before.as_deref(), &now);
    }

    fn drop(&mut self, number: u64) {
        let name = text(&format!("R.{number}"));
        let gone = self.records.remove(&name).expect("it was kept");
        self.clusters.remove(&gone);
    }

    fn who_has(&self, queue: &str) -> Vec<String> {
        let queue = text(queue);
        let instances = self.clusters.instances(&queue);
        let names = instances.map(|it| it.text(Attr::Clusqmgr).to_owned());
        names.collect()
    }
}

#[test]
fn what_is_known_of_a_queue_follows_its_records() {
    let mut home = Home::default();
    assert!(home.clusters.is_empty());
    home.keep(instance(2, "Q", "QM2"));
    home.keep(instance(1, "Q", "QM1"));
    home.keep(instance(3, "OTHER", "QM1"));
    assert_eq!(home.who_has("Q"), ["QM1", "QM2"]);
    let before = home.clusters.shared().generation();
    // The record tells of another queue now.
    home.keep(instance(1, "OTHER", "QM1"));
    assert!(home.clusters.shared().generation() > before);
    assert_eq!(home.who_has("Q"), ["QM2"]);
    assert_eq!(home.who_has("OTHER"), ["QM1", "QM1"]);
    let mut withdrawn = instance(2, "Q", "QM2");
    let told = withdrawn.set_internal(Attr::Record, "1 0 w");
    told.expect("fits");
    home.keep(withdrawn);
    assert!(home.who_has("Q").is_empty());
    home.keep(instance(2, "Q", "QM2"));
    home.drop(2);
    home.drop(1);
    home.drop(3);
    assert!(home.clusters.is_empty());
}

#[test]
fn a_queue_manager_is_found_by_name_and_identifier_once_for_each_cluster() {
    let mut home = Home::default();
    home.keep(member(1, "QM1"));
    let mut again = member(2, "QM1");
    again.set_internal(Attr::Cluster, "D").expect("fits");
    home.keep(again);
    for found in [
        home.clusters.named(&text("QM1")),
        home.clusters.identified(&text("QM1_1")),
    ] {
        let clusters: Vec<_> = found.iter().map(|it| it.cluster.to_string()).collect();
        assert_eq!(clusters, ["C", "D"]);
        assert!(Arc::ptr_eq(&found[0].channel, &found[1].channel));
    }
    home.drop(1);
    assert_eq!(home.clusters.named(&text("QM1")).len(), 1);
    home.drop(2);
    assert!(home.clusters.named(&text("QM1")).is_empty());
    assert!(home.clusters.channel(&text("TO.QM1")).is_none());
}

#[test]
fn a_member_is_reached_by_the_channel_of_its_cluster_that_does_best() {
    let mut home = Home::default();
    let also = |number, channel: &str, cluster: &str, priority: i32| {
        let mut made = member(number, "QM1");
        made.set_internal(Attr::Channel, channel).expect("fits");
        made.set_internal(Attr::Cluster, cluster).expect("fits");
        made.set_internal(Attr::Netprty, priority).expect("fits");
        made
    };
    home.keep(also(1, "C.SLOW", "C", 1));
    home.keep(also(2, "C.QUICK", "C", 2));
    home.keep(also(3, "D.ONLY", "D", 0));
    let ways = |home: &Home, cluster: &str| -> Vec<String> {
        let ways = home.clusters.ways(&text(cluster), &text("QM1_1"));
        let names = ways.into_iter().map(|member| member.channel.name);
        names.map(|name| name.to_string()).collect()
    };
    assert_eq!(ways(&home, "C"), ["C.QUICK", "C.SLOW"]);
    assert_eq!(ways(&home, "D"), ["D.ONLY"]);
    assert!(ways(&home, "E").is_empty());
    home.clusters.set_state(&text("C.QUICK"), MQCHS_RETRYING);
    assert_eq!(ways(&home, "C"), ["C.SLOW", "C.QUICK"]);
}

fn channel(home: &Home, name: &str) -> Arc<Channel> {
    let found = home.clusters.channel(&text(name));
    Arc::clone(found.expect("a record names it"))
}

#[test]
fn a_channel_goes_on_while_its_record_changes() {
    let mut home = Home::default();
    home.keep(member(1, "QM1"));
    let before = channel(&home, "TO.QM1");
    assert_eq!(
        home.clusters.set_state(&text("TO.QM1"), MQCHS_RUNNING),
        Some(MQCHS_INACTIVE)
    );
    before.used.note(50, 70_000);
    let mut changed = member(1, "QM1");
    changed.set_internal(Attr::Clwlwght, 20).expect("fits");
    home.keep(changed);
    let after = channel(&home, "TO.QM1");
    assert!(Arc::ptr_eq(&before, &after));
    assert_eq!(after.state(), MQCHS_RUNNING);
    assert_eq!(home.clusters.named(&text("QM1"))[0].weight, 20);
    assert_eq!(home.clusters.set_state(&text("NO.SUCH"), 0), None);
}

#[test]
fn a_channel_that_joins_or_comes_back_begins_where_the_others_are() {
    let mut home = Home::default();
    home.keep(member(1, "QM1"));
    home.keep(member(2, "QM2"));
    let (one, two) = (channel(&home, "TO.QM1"), channel(&home, "TO.QM2"));
    home.clusters.set_state(&two.name, MQCHS_RETRYING);
    for turn in 0..100 {
        one.used.note(20, 70_000 + turn);
    }
    home.keep(member(3, "QM3"));
    let joined = channel(&home, "TO.QM3").used.sequence();
    assert_eq!(joined, one.used.sequence() / 2, "the mean of two");
    home.drop(3);
    assert_eq!(two.used.sequence(), 0);
    home.clusters.set_state(&two.name, MQCHS_RUNNING);
    assert_eq!(two.used.sequence(), one.used.sequence());
    // So does one whose queue manager was suspended.
    let mut suspended = member(2, "QM2");
    suspended
        .set_internal(Attr::Suspend, MQSUS_YES)
        .expect("fits");
    home.keep(suspended);
    one.used.note(20, 71_000);
    let mut resumed = member(2, "QM2");
    resumed.set_internal(Attr::Suspend, MQSUS_NO).expect("fits");
    home.keep(resumed);
    assert_eq!(two.used.sequence(), one.used.sequence());
}

#[test]
fn a_name_is_used_when_it_was_resolved_and_as_long_as_somebody_has_it_open() {
    let mut home = Home::default();
    home.keep(member(1, "QM1"));
    home.keep(instance(2, "Q", "QM1"));
    home.keep(instance(3, "UNUSED", "QM1"));
    assert_eq!(home.clusters.take_used(), []);
    drop(home.clusters.use_name(&text("Q")));
    assert_eq!(home.clusters.take_used(), [AskedName::Queue(text("Q"))]);
    assert_eq!(home.clusters.take_used(), []);
    let open = home.clusters.use_name(&text("QM1"));
    for _ in 0..2 {
        // Also while what is known of it is renewed.
        home.keep(member(1, "QM1"));
        let used = [AskedName::QueueManager(text("QM1"))];
        assert_eq!(home.clusters.take_used(), used);
    }
    drop(open);
    assert_eq!(home.clusters.take_used(), []);
}

#[test]
fn queue_managers_begin_with_different_destinations() {
    let first = |own: &str| {
        let mut clusters = Clusters::of(text(own));
        for number in 1..=8 {
            let record = member(number, &format!("QM{number}"));
            clusters.note(None, &Arc::new(record));
        }
        let all = clusters.channels.values();
        let first = all.min_by_key(|it| it.used.last_turn());
        first.expect("there are some").name
    };
    let firsts: Vec<_> = (0..40).map(|own| first(&format!("OWN{own}_1"))).collect();
    assert_eq!(firsts[0], first("OWN0_1"), "the same each time");
    let different: std::collections::BTreeSet<_> = firsts.iter().collect();
    assert!(different.len() >= 6, "{different:?}");
}
