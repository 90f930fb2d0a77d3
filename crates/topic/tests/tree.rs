//! The tree of topics: what is inherited, and which nodes there are.

use ferromq_base::random::SplitMix64;
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_topic::{Inherited, Pattern, Scheme, Tree};
use std::collections::BTreeMap;
use std::sync::Arc;

fn object(name: &str, attributes: &[(&str, &str)]) -> Arc<Definition> {
    let mut made = Definition::new(ObjectKind::Topic, ObjectName::truncated(name));
    for (keyword, value) in attributes {
        made.set_mqsc(keyword, &[value]).expect("an attribute");
    }
    Arc::new(made)
}

fn all() -> Pattern {
    Pattern::parse("#", Scheme::Topic).expect("a pattern")
}

/// Source: DEFINE TOPIC, usage note 1.
#[test]
fn every_attribute_comes_from_the_closest_object_that_says_it() {
    let mut tree: Tree<()> = Tree::new();
    assert_eq!(tree.inherited("a/b"), Inherited::default());
    let base = [
        ("DEFPRTY", "3"),
        ("PUB", "ENABLED"),
        ("MDURMDL", "BASE.MODEL"),
    ];
    tree.set_object("", object("BASE", &base));
    let upper = [("PUB", "DISABLED"), ("CAPEXPRY", "50"), ("NPMSGDLV", "ALL")];
    tree.set_object("a", object("A", &upper));
    let lower = [
        ("PUB", "ENABLED"),
        ("DEFPSIST", "YES"),
        ("WILDCARD", "BLOCK"),
    ];
    tree.set_object("a/b/c", object("ABC", &lower));
    let upper = tree.inherited("a/b");
    assert!(!upper.publish);
    assert_eq!(
        (upper.priority, upper.persistence),
        (3, MQPER_NOT_PERSISTENT)
    );
    assert_eq!(
        (upper.cap_expiry_tenths, upper.blocked_levels),
        (Some(50), 0)
    );
    let lower = tree.inherited("a/b/c/d");
    assert!(lower.publish && lower.subscribe && lower.durable);
    assert_eq!(
        (lower.persistence, lower.blocked_levels),
        (MQPER_PERSISTENT, 3)
    );
    assert_eq!(lower.non_persistent_delivery, MQDLV_ALL);
    assert_eq!(lower.durable_model.as_str(), "BASE.MODEL");
    let names: Vec<_> = lower.objects.iter().map(|name| name.as_str()).collect();
    assert_eq!(names, ["BASE", "A", "ABC"]);
    // Not of another branch.
    assert_eq!(tree.inherited("/a").objects.len(), 1);
    assert_eq!(tree.inherited("ab").cap_expiry_tenths, None);
    let generation = tree.generation();
    tree.remove_object("a");
    assert_ne!(tree.generation(), generation);
    assert!(tree.inherited("a/b").publish);
}

#[test]
fn no_limit_stands_against_a_cap_above() {
    let mut tree: Tree<()> = Tree::new();
    tree.set_object("a", object("A", &[("CUSTOM", "CAPEXPRY(70)")]));
    tree.set_object("a/b", object("B", &[("CAPEXPRY", "NOLIMIT")]));
    assert_eq!(tree.inherited("a").cap_expiry_tenths, Some(70));
    assert_eq!(tree.inherited("a/b").cap_expiry_tenths, None);
}

#[test]
fn nodes_go_with_the_last_thing_that_needs_them() {
    let mut tree = Tree::new();
    tree.add_publisher("a/b/c");
    tree.add_subscriber("a/b");
    tree.retain("a//x", 1);
    assert_eq!(tree.len(), 5);
    let topics: Vec<_> = tree
        .states(&all())
        .into_iter()
        .map(|one| one.topic)
        .collect();
    assert_eq!(topics, ["a", "a/", "a//x", "a/b", "a/b/c"]);
    let below = Pattern::parse("a/b/+", Scheme::Topic).expect("a pattern");
    let below = tree.states(&below);
    assert_eq!((below.len(), below[0].publishers), (1, 1));
    tree.remove_publisher("a/b/c");
    assert_eq!(tree.len(), 4);
    assert_eq!(tree.forget_retained("a//x"), Some(1));
    assert_eq!(tree.forget_retained("a//x"), None);
    tree.remove_subscriber("a/b");
    assert!(tree.is_empty() && tree.states(&all()).is_empty());
}

#[test]
fn a_topic_string_of_ten_thousand_levels_is_like_any_other() {
    let mut tree = Tree::new();
    let deep = "/".repeat(ferromq_topic::TOPIC_BYTES_MAX);
    tree.retain(&deep, 1);
    let mut count = 0;
    tree.retained_matching(&all(), |topic, _| {
        assert_eq!(topic, deep);
        count += 1;
    });
    assert_eq!(count, 1);
    assert!(tree.inherited(&deep).publish);
    tree.forget_retained(&deep);
    assert!(tree.is_empty());
}

#[test]
fn retained_publications_of_a_blocked_branch_are_hidden_from_wildcards_above() {
    let mut tree = Tree::new();
    tree.set_object("a/b", object("AB", &[("WILDCARD", "BLOCK")]));
    tree.retain("a/b/c", 1);
    tree.retain("a/x", 2);
    let found = |text, scheme| {
        let mut found = Vec::new();
        let pattern = Pattern::parse(text, scheme).expect("a pattern");
        tree.retained_matching(&pattern, |_, one| found.push(*one));
        found
    };
    assert_eq!(found("#", Scheme::Topic), [2]);
    assert_eq!(found("a/*", Scheme::Character), [2]);
    assert_eq!(found("a/b/*", Scheme::Character), [1]);
    assert_eq!(found("a/b/#", Scheme::Topic), [1]);
    assert_eq!(found("a/b/c", Scheme::Topic), [1]);
    assert!(found("z/#", Scheme::Topic).is_empty());
}

/// Whatever came and went before, a walk goes wherever something is retained, and only there.
#[test]
fn what_is_retained_is_found_below_whatever_was_retained_and_forgotten() {
    for seed in 0..40 {
        let mut random = SplitMix64::new(seed);
        let mut tree = Tree::new();
        let mut model: BTreeMap<String, u64> = BTreeMap::new();
        for number in 0..200 {
            let levels = 1 + random.below(5);
            let level = |_| ["a", "b", ""][random.below(3) as usize];
            let topic = (0..levels).map(level).collect::<Vec<_>>().join("/");
            if topic.is_empty() {
                continue;
            }
            match random.below(5) {
                0 => tree.add_publisher(&topic),
                1 | 2 => assert_eq!(tree.forget_retained(&topic), model.remove(&topic)),
                _ => {
                    let before = model.insert(topic.clone(), number);
                    assert_eq!(tree.retain(&topic, number), before);
                }
            }
            assert_eq!(tree.retained_count(), model.len(), "seed {seed}");
        }
        for text in ["#", "a/#", "b/a/#", "/#", "a//#"] {
            let pattern = Pattern::parse(text, Scheme::Topic).expect("a pattern");
            let mut found = BTreeMap::new();
            tree.retained_matching(&pattern, |topic, one| {
                assert_eq!(found.insert(topic.to_owned(), *one), None);
            });
            let meant = model.iter().filter(|(topic, _)| pattern.matches(topic));
            let meant: BTreeMap<String, u64> =
                meant.map(|(topic, one)| (topic.clone(), *one)).collect();
            assert_eq!(found, meant, "seed {seed}, {text}");
        }
    }
}
