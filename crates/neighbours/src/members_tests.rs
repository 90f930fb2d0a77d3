//! Members of a cluster, and what becomes of a publication among them.

use super::tests::{Net, hosted_topic, interest, is_of_cluster, name};
use super::*;
use crate::members::GONE_MS;
use crate::sets::INTERESTS_IN_ALL_MAX;

impl Net {
    fn set_members(&mut self, at: usize, members: BTreeSet<usize>) {
        self.nodes[at].members = members;
        let members = self.nodes[at].members();
        let node = &mut self.nodes[at];
        node.relations.set_members(self.now_ms, members);
        let interests = node.interests();
        node.relations.set_interests(self.now_ms, interests);
        self.act(at);
    }

    /// The first so many are members of one cluster, and know of all the others.
    fn form_cluster(&mut self, count: usize) {
        for at in 0..count {
            self.set_members(at, (0..count).filter(|other| *other != at).collect());
        }
    }

    fn set_hosts(&mut self, at: usize, hosts: BTreeSet<usize>) {
        let node = &mut self.nodes[at];
        node.hosts = hosts;
        let interests = node.interests();
        node.relations.set_interests(self.now_ms, interests);
        self.act(at);
    }

    /// How often each queue manager is sent a publication.
    fn publish(&self, at: usize, topic: &TopicInterest) -> Vec<usize> {
        let mut copies = vec![0; self.nodes.len()];
        // Whom it came from, and whether this one is to send it on.
        let mut under_way = vec![(at, None::<(Sender, bool)>)];
        while let Some((at, from)) = under_way.pop() {
            let node = &self.nodes[at];
            let hosts = node.hosts_topic() && *topic == hosted_topic();
            let mut sent = BTreeMap::new();
            for ((neighbour, interest), owner) in &node.proxies {
                let back = from
                    .as_ref()
                    .is_some_and(|(from, _)| from.name == *neighbour);
                let stays = from.as_ref().filter(|(_, onward)| !onward || !hosts);
                let members = stays.and_then(|(from, _)| from.of_member.as_ref());
                let sent_by_it = |all: &Arc<[_]>| owner.of_member || all.contains(neighbour);
                let is_known = node.hosts.iter().any(|host| name(*host) == *neighbour);
                let is_sent = match interest.onward {
                    true => !hosts && is_known && sent.values().all(|(_, onward)| !onward),
                    false => true,
                };
                let same = interest.topic == topic.topic && interest.characters == topic.characters;
                if same && is_sent && !back && !members.is_some_and(sent_by_it) {
                    sent.insert(*neighbour, (&owner.receipt, interest.onward));
                }
            }
            for (neighbour, (receipt, onward)) in sent {
                let number = self.nodes.iter().position(|one| one.name == neighbour);
                let number = number.expect("it is there");
                copies[number] += 1;
                assert!(copies[number] < 100, "it goes in a circle");
                let sender = self.nodes[number].relations.sender(receipt);
                under_way.push((number, Some((sender.expect("a neighbour"), onward))));
            }
        }
        copies
    }

    /// Wherever something is published, whoever subscribed gets it once: members what is of the cluster, and who is below one of them.
    /// `child` is below the member `parent`, and no member.
    fn judge_publications(&self, parent: usize, child: usize) {
        self.judge_amounts();
        for topic in (0..8).map(interest) {
            for at in 0..self.nodes.len() {
                let copies = self.publish(at, &topic);
                for (to, node) in self.nodes.iter().enumerate() {
                    let pair = [at, to];
                    let is_near = pair == [parent, child] || pair == [child, parent];
                    let reaches = is_near || is_of_cluster(&topic);
                    let wanted = at != to && reaches && node.here.contains(&topic);
                    let from = format!("{topic:?} from {at} to {to}: {copies:?}");
                    assert!(copies[to] <= 1, "{from}");
                    assert!(copies[to] == 1 || !wanted, "{from}");
                    // The way to somebody else may lead over those two.
                    let hosts = node.hosts_topic() && topic == hosted_topic();
                    let on_the_way = hosts || to == parent && (at == child || reaches);
                    assert!(copies[to] == 0 || wanted || on_the_way, "{from}");
                }
            }
        }
    }
}

#[test]
fn members_of_a_cluster_ask_each_other_for_its_topics_and_for_nothing_else() {
    let mut net = Net::new(3, 4);
    net.form_cluster(3);
    net.subscribe(2, interest(2), true);
    net.subscribe(2, interest(1), true);
    net.settle();
    for at in [0, 1] {
        let interests: Vec<_> = net.nodes[at].proxies.keys().cloned().collect();
        assert_eq!(interests, [(name(2), interest(2))]);
    }
    // Members are no neighbours that displays of hierarchies show.
    assert_eq!(net.nodes[0].relations.statuses(), []);
    net.subscribe(2, interest(2), false);
    net.settle();
    assert!(net.nodes[0].proxies.is_empty());
}

#[test]
fn who_leaves_a_cluster_has_no_proxies_and_who_comes_back_says_its_whole_set() {
    let mut net = Net::new(3, 5);
    net.form_cluster(3);
    net.subscribe(2, interest(2), true);
    net.settle();
    let receipt = net.nodes[0].proxies[&(name(2), interest(2))]
        .receipt
        .clone();
    for at in [0, 1] {
        net.set_members(at, BTreeSet::from([1 - at]));
    }
    assert!(net.nodes[0].proxies.is_empty());
    // What is under way from it still counts for a while.
    let given = |net: &Net| net.nodes[2].relations.sender(&receipt);
    assert!(given(&net).is_some());
    net.subscribe(2, interest(0), true);
    net.settle();
    net.form_cluster(3);
    net.settle();
    let interests: BTreeSet<TopicInterest> = net.nodes[0]
        .proxies
        .keys()
        .map(|(_, one)| one.clone())
        .collect();
    assert_eq!(interests, BTreeSet::from([interest(2), interest(0)]));
    net.judge_publications(0, 0);
    // For good.
    for at in [0, 1] {
        net.set_members(at, BTreeSet::from([1 - at]));
    }
    net.set_members(2, BTreeSet::new());
    net.now_ms += GONE_MS;
    net.settle();
    assert!(given(&net).is_none());
    assert!(net.nodes.iter().all(|node| node.proxies.is_empty()));
    assert!(net.nodes[2].kept.is_empty());
}

#[test]
fn a_parent_that_is_a_member_as_well_goes_on_as_one_when_it_is_no_parent_any_more() {
    let mut net = Net::new(3, 6);
    net.form_cluster(3);
    for at in 0..3 {
        net.subscribe(at, interest(2), true);
    }
    net.settle();
    net.set_parent(1, Some(0));
    net.settle();
    assert_eq!(net.parent_of(&net.nodes[1]), Some(name(0)));
    net.judge_publications(0, 1);
    net.set_parent(1, None);
    net.settle();
    assert_eq!(net.parent_of(&net.nodes[1]), None);
    net.judge_publications(0, 0);
}

/// Members that come, go, start again and lose what is under way, with a queue manager of a hierarchy below one of them.
#[test]
fn whatever_happens_in_a_cluster_everybody_gets_one_copy_in_the_end() {
    for seed in 0..300 {
        println!("seed {seed}");
        let mut net = Net::new(5, seed);
        net.set_parent(4, Some(0));
        let hosts: BTreeSet<usize> = (0..4).filter(|_| net.random.chance(40)).collect();
        for _ in 0..80 {
            let at = net.random.below(5) as usize;
            match net.random.below(14) {
                0 if at < 4 => {
                    let some = (0..4).filter(|other| *other != at);
                    let some: Vec<usize> = some.collect();
                    let some = some.into_iter().filter(|_| net.random.chance(60)).collect();
                    net.set_members(at, some);
                }
                1 => net.start(at),
                2 => {
                    // A transmission queue is cleared.
                    if let Some(road) = net.roads.values_mut().next() {
                        road.clear();
                    }
                }
                3 => {
                    // It was made again, and has forgotten everything.
                    net.nodes[at].kept.clear();
                    net.nodes[at].proxies.clear();
                    net.start(at);
                }
                4 if at < 4 => {
                    let all = hosts.iter().copied();
                    let some: Vec<usize> = all.collect();
                    let some = some.into_iter().filter(|_| net.random.chance(70)).collect();
                    net.set_hosts(at, some);
                }
                5..=8 => {
                    let (interest, wanted) = (interest(net.random.below(8)), net.random.chance(60));
                    net.subscribe(at, interest, wanted);
                }
                _ => {
                    net.deliver();
                }
            }
            net.now_ms += 50;
        }
        net.form_cluster(4);
        for at in 0..4 {
            // A topic nobody hosts is none of the cluster's.
            let all = match hosts.is_empty() {
                true => BTreeSet::from([1]),
                false => hosts.clone(),
            };
            net.set_hosts(at, all);
        }
        net.settle();
        // What was lost is told anew when they start.
        (0..5).for_each(|at| net.start(at));
        net.settle();
        net.judge_publications(0, 4);
    }
}

/// Queue managers that neither host the topic nor are neighbours of each other by it: publications go by way of one host.
#[test]
fn who_hosts_a_topic_sends_its_publications_on_to_whoever_wants_them() {
    for count in [1, 2, 3] {
        let mut net = Net::new(5, 7);
        net.form_cluster(5);
        for at in 0..5 {
            net.set_hosts(at, (0..count).collect());
        }
        for at in [1, 3, 4] {
            net.subscribe(at, hosted_topic(), true);
        }
        net.settle();
        for at in 0..5 {
            let copies = net.publish(at, &hosted_topic());
            for to in 0..5 {
                let wants = net.nodes[to].here.contains(&hosted_topic()) && to != at;
                let hosts = to < count && at >= count;
                assert!(
                    copies[to] <= 1 && (copies[to] == 1 || !wants),
                    "{at}: {copies:?}"
                );
                assert!(copies[to] == 0 || wants || hosts, "{at}: {copies:?}");
            }
            assert_eq!(copies[at], 0, "it does not come back");
        }
        // Who hosts nothing is asked for nothing but to send it on.
        assert!(
            net.nodes[4]
                .proxies
                .keys()
                .all(|(_, interest)| interest.onward)
        );
        assert_eq!(net.nodes[4].proxies.len(), count);
    }
}

/// However many neighbours there are.
#[test]
fn all_neighbours_together_may_ask_for_so_much_only() {
    let mut net = Net::new(2, 8);
    net.form_cluster(2);
    net.settle();
    let node = &mut net.nodes[0];
    node.relations.received_proxies.interests = INTERESTS_IN_ALL_MAX;
    net.subscribe(1, interest(2), true);
    while net.deliver() {}
    assert!(net.nodes[0].proxies.is_empty());
    // There is room again: it is told when the set is said anew.
    net.nodes[0].relations.received_proxies = Amount::default();
    net.nodes[1].relations.refresh(net.now_ms + 1);
    net.act(1);
    net.settle();
    assert_eq!(net.nodes[0].proxies.len(), 1);
    net.judge_amounts();
}
