//! Looking subscriptions up finds what trying each pattern finds, whatever was subscribed and unsubscribed before.

use ferromq_base::random::SplitMix64;
use ferromq_topic::{Pattern, Scheme, Subscriptions};

/// The rule read off the manual, without any structure: the first symbol, then the rest.
fn levels_match(pattern: &[&str], topic: &[&str]) -> bool {
    match (pattern.split_first(), topic.split_first()) {
        (None, None) => true,
        (Some((&"#", rest)), None) => levels_match(rest, topic),
        (Some((&"#", rest)), Some((_, below))) => {
            levels_match(rest, topic) || levels_match(pattern, below)
        }
        (Some((&"+", rest)), Some((_, below))) => levels_match(rest, below),
        (Some((level, rest)), Some((same, below))) => level == same && levels_match(rest, below),
        _ => false,
    }
}

fn characters_match(pattern: &[char], topic: &[char]) -> bool {
    match (pattern.split_first(), topic.split_first()) {
        (None, None) => true,
        (Some(('*', rest)), None) => characters_match(rest, topic),
        (Some(('*', rest)), Some((_, behind))) => {
            characters_match(rest, topic) || characters_match(pattern, behind)
        }
        (Some(('?', rest)), Some((_, behind))) => characters_match(rest, behind),
        (Some(('%', rest)), Some((same, behind))) => {
            rest[0] == *same && characters_match(&rest[1..], behind)
        }
        (Some((one, rest)), Some((same, behind))) => one == same && characters_match(rest, behind),
        _ => false,
    }
}

fn model(text: &str, scheme: Scheme, topic: &str) -> bool {
    match scheme {
        Scheme::Topic => levels_match(
            &text.split('/').collect::<Vec<_>>(),
            &topic.split('/').collect::<Vec<_>>(),
        ),
        Scheme::Character => characters_match(
            &text.chars().collect::<Vec<_>>(),
            &topic.chars().collect::<Vec<_>>(),
        ),
    }
}

fn any_text(random: &mut SplitMix64, parts: &[&str]) -> String {
    let count = 1 + random.below(6);
    (0..count)
        .map(|_| parts[random.below(parts.len() as u64) as usize])
        .collect()
}

#[test]
fn a_search_finds_what_trying_each_pattern_finds() {
    for seed in 0..60 {
        let mut random = SplitMix64::new(seed);
        let mut subscriptions = Subscriptions::new();
        let mut all: Vec<(u64, String, Scheme, Pattern)> = Vec::new();
        for id in 0..200 {
            if random.chance(25) && !all.is_empty() {
                let at = random.below(all.len() as u64) as usize;
                let (id, text, _, pattern) = all.swap_remove(at);
                assert_eq!(subscriptions.remove(&pattern, id), Some(text));
                assert_eq!(subscriptions.remove(&pattern, id), None);
            }
            let (scheme, text) = if random.chance(60) {
                (
                    Scheme::Topic,
                    any_text(&mut random, &["a", "b", "/", "/", "#", "+"]),
                )
            } else {
                let parts = ["a", "b", "/", "*", "?", "%*", "%%"];
                (Scheme::Character, any_text(&mut random, &parts))
            };
            let pattern = Pattern::parse(&text, scheme).expect("well formed");
            subscriptions.insert(&pattern, id, text.clone());
            all.push((id, text, scheme, pattern));
        }
        assert_eq!(subscriptions.len(), all.len());
        for _ in 0..100 {
            let topic = any_text(&mut random, &["a", "b", "/", "/", "*", "%", "+", "#"]);
            let expected = |entry: &&(u64, String, Scheme, Pattern)| {
                let one = model(&entry.1, entry.2, &topic);
                assert_eq!(entry.3.matches(&topic), one, "{} {topic}", entry.1);
                one
            };
            let mut expected: Vec<u64> = all.iter().filter(expected).map(|one| one.0).collect();
            let mut found = Vec::new();
            subscriptions.matching(&topic, 0, |id, _| found.push(id));
            expected.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, expected, "seed {seed}, topic {topic}");
        }
    }
}

/// Source: "Wildcards and isolated branches" (`WILDCARD(BLOCK)`).
#[test]
fn a_blocked_branch_is_hidden_from_patterns_that_write_out_less() {
    let mut subscriptions = Subscriptions::new();
    for (id, text) in ["#", "a/#", "a/b/#", "a/b/+", "+/b/c", "a/b/c"]
        .iter()
        .enumerate()
    {
        let pattern = Pattern::parse(text, Scheme::Topic).expect("a pattern");
        subscriptions.insert(&pattern, id as u64, *text);
    }
    let mut found = Vec::new();
    subscriptions.matching("a/b/c", 2, |_, text| found.push(*text));
    found.sort_unstable();
    assert_eq!(found, ["a/b/#", "a/b/+", "a/b/c"]);
}

#[test]
fn any_lines_are_handled() {
    let mut random = SplitMix64::new(1);
    for _ in 0..3000 {
        let parts = [
            "a", "é", "/", "#", "+", "*", "?", "%", "\n", "\n", "\0", " ",
        ];
        let count = random.below(40);
        let text: String = (0..count)
            .map(|_| parts[random.below(parts.len() as u64) as usize])
            .collect();
        ferromq_topic::fuzz_one(text.as_bytes());
    }
}
