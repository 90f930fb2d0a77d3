//! Members of a cluster, and what becomes of a publication among them.

use super::tests::{Net, hosted_topic, interest, is_of_cluster, name, topic_of_other};
use super::*;
use crate::sets::INTERESTS_IN_ALL_MAX;

impl Net {
    fn set_members(&mut self, at: usize, members: BTreeSet<usize>) {
        self.nodes[at].members = members;
        self.members_changed(at);
    }

    /// They are members of another cluster as well.
    fn form_other(&mut self, all: &[usize]) {
        for at in all {
            let others = all.iter().filter(|other| *other != at);
            self.nodes[*at].others = others.copied().collect();
            self.members_changed(*at);
        }
    }

    fn members_changed(&mut self, at: usize) {
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
                let cluster = node.cluster_of(topic).map(|(cluster, _)| cluster);
                // As `Republished::sends_to` and `Reach` have it.
                let shares = |from: &Sender, name: &ObjectName| {
                    let is_it = |(both, of): &(ObjectName, BTreeSet<ObjectName>)| {
                        both == name && cluster.as_ref().is_some_and(|one| of.contains(one))
                    };
                    from.both.iter().any(is_it)
                };
                let members = stays.filter(|(from, _)| from.of_member || shares(from, &from.name));
                let sent_by_it =
                    |(from, _): &(Sender, bool)| owner.of_member || shares(from, neighbour);
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

    /// Whether two are joined by the hierarchy, with others between them or without.
    fn is_near(&self, one: usize, other: usize) -> bool {
        let top = |at: usize| {
            let mut at = at;
            while let Some(parent) = self.parent_of(&self.nodes[at]) {
                let found = self.nodes.iter().position(|node| node.name == parent);
                at = found.expect("it is there");
            }
            at
        };
        top(one) == top(other)
    }

    /// Wherever something is published, whoever subscribed gets it once: members what is of the cluster, and all what is published in their
    /// hierarchy.
    fn judge_publications(&self) {
        self.judge_amounts();
        let count = self.nodes.len();
        for topic in (0..8).map(interest) {
            for at in 0..count {
                let copies = self.publish(at, &topic);
                for (to, node) in self.nodes.iter().enumerate() {
                    let is_of_cluster = node.cluster_of(&topic).is_some() || is_of_cluster(&topic);
                    let reaches = self.is_near(at, to) || is_of_cluster;
                    let wanted = at != to && reaches && node.here.contains(&topic);
                    let from = format!("{topic:?} from {at} to {to}: {copies:?}");
                    assert!(copies[to] <= 1, "{from}");
                    assert!(copies[to] == 1 || !wanted, "{from}");
                    // The way to somebody else may lead over it.
                    let hosts = node.hosts_topic() && topic == hosted_topic();
                    let joins = (0..count).any(|one| one != to && self.is_near(one, to));
                    assert!(copies[to] == 0 || wanted || hosts || joins, "{from}");
                }
            }
        }
    }

    /// Nobody subscribes any more: nobody asks for anything, but that what it hosts is sent to it.
    fn judge_end(&mut self) {
        for at in 0..self.nodes.len() {
            for number in 0..8 {
                self.subscribe(at, interest(number), false);
            }
        }
        self.settle();
        for node in &self.nodes {
            let mut left = node.proxies.keys().filter(|(_, interest)| {
                let below = hosted_topic().topic;
                !interest.onward && interest.topic != below
            });
            assert_eq!(left.next(), None, "at {}", node.name.as_str());
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
    net.judge_publications();
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
    // What each of the two has sent to the other by now.
    let under_way = |net: &Net| {
        [(0, 1), (1, 0)].map(|(from, to)| {
            let proxy = &net.nodes[from].proxies[&(name(to), interest(2))];
            (to, name(from), proxy.receipt.clone())
        })
    };
    let is_taken = |net: &Net, sent: &[(usize, ObjectName, String)]| {
        for (at, from, receipt) in sent {
            let sender = net.nodes[*at].relations.sender(receipt);
            assert_eq!(sender.map(|one| one.name), Some(*from), "at {at}");
        }
    };
    let as_members = under_way(&net);
    net.set_parent(1, Some(0));
    is_taken(&net, &as_members);
    net.settle();
    assert_eq!(net.parent_of(&net.nodes[1]), Some(name(0)));
    net.judge_publications();
    is_taken(&net, &as_members);
    let as_pair = under_way(&net);
    net.set_parent(1, None);
    while net.deliver() {}
    is_taken(&net, &as_pair);
    net.settle();
    assert_eq!(net.parent_of(&net.nodes[1]), None);
    net.judge_publications();
    // Not for ever.
    net.now_ms += GONE_MS;
    net.settle();
    for (at, _, receipt) in as_members.iter().chain(&as_pair) {
        assert_eq!(net.nodes[*at].relations.sender(receipt), None);
    }
}

/// Members that come, go, start again and lose what is under way, with a queue manager of a hierarchy below one of them.
#[test]
fn whatever_happens_in_a_cluster_everybody_gets_one_copy_in_the_end() {
    for seed in 0..300 {
        println!("seed {seed}");
        let mut net = Net::new(5, seed);
        net.set_parent(4, Some(0));
        // Members may be parent and child as well.
        let pairs: &[(usize, usize)] = match seed % 4 {
            0 => &[],
            1 => &[(1, 0)],
            2 => &[(1, 0), (3, 2)],
            _ => &[(1, 0), (2, 1)],
        };
        for (child, parent) in pairs {
            net.set_parent(*child, Some(*parent));
        }
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
        net.judge_publications();
        net.judge_end();
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

/// Two pairs of parent and child, all of one cluster: what one wants must not be asked for in a circle of cluster and hierarchy, which would
/// never end, for each would want it for the next.
#[test]
fn nobody_asks_for_what_nobody_wants_any_more() {
    let mut net = Net::new(4, 10);
    net.form_cluster(4);
    net.set_parent(1, Some(0));
    net.set_parent(3, Some(2));
    net.settle();
    for at in 0..4 {
        net.subscribe(at, interest(2), true);
        net.settle();
        net.judge_publications();
        net.judge_end();
    }
}

/// A member of one cluster that is the parent of a member of another passes on between them what is of one cluster alone.
#[test]
fn who_shares_some_cluster_with_a_neighbour_passes_on_what_is_of_another() {
    let mut net = Net::new(4, 11);
    // 0 and 1 in the first, 0 and 2 in the second; 3 in none.
    net.form_cluster(2);
    net.form_other(&[0, 2]);
    net.set_parent(1, Some(0));
    net.set_parent(0, Some(3));
    net.settle();
    for at in 0..4 {
        for number in [1, 2, 7] {
            net.subscribe(at, interest(number), true);
        }
    }
    net.settle();
    let all = |but: usize| -> Vec<usize> { (0..4).map(|at| usize::from(at != but)).collect() };
    for at in 0..4 {
        assert_eq!(net.publish(at, &topic_of_other()), all(at), "from {at}");
    }
    // What is of no cluster goes through the hierarchy.
    for at in [0, 1, 3] {
        let copies = net.publish(at, &interest(1));
        let expected = (0..4).map(|to| usize::from(to != at && to != 2));
        assert_eq!(copies, expected.collect::<Vec<_>>(), "from {at}");
    }
    net.judge_end();
}

/// Who hosts a topic is sent what a member below it publishes, and sends it on.
#[test]
fn a_parent_that_hosts_a_topic_sends_on_what_its_child_publishes() {
    for hosts in [vec![0], vec![0, 3]] {
        let mut net = Net::new(4, 12);
        net.form_cluster(4);
        net.set_parent(1, Some(0));
        net.settle();
        for at in 0..4 {
            net.set_hosts(at, hosts.iter().copied().collect());
            net.subscribe(at, hosted_topic(), true);
        }
        net.settle();
        for at in 0..4 {
            let all: Vec<usize> = (0..4).map(|to| usize::from(to != at)).collect();
            assert_eq!(net.publish(at, &hosted_topic()), all, "from {at}");
        }
        net.judge_end();
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
