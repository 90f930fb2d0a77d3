//! Bytes as topic strings and patterns: whatever they are, both ways of matching agree.

use crate::{Pattern, Scheme, Subscriptions, Tree, combine};

/// Takes bytes for lines: the first is a topic, the others are patterns.
///
/// # Panics
/// If looking patterns up finds others than trying each does.
pub fn fuzz_one(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut lines = text.split('\n').take(16);
    let Ok(topic) = combine(None, lines.next().unwrap_or("")) else {
        return;
    };
    let mut tree = Tree::new();
    tree.retain(&topic, ());
    let mut subscriptions = Subscriptions::new();
    let mut expected = Vec::new();
    let mut patterns = Vec::new();
    for (at, line) in lines.enumerate() {
        for scheme in [Scheme::Topic, Scheme::Character] {
            let Ok(pattern) = Pattern::parse(line, scheme) else {
                continue;
            };
            let id = (at * 2) as u64 + u64::from(scheme == Scheme::Topic);
            subscriptions.insert(&pattern, id, ());
            let mut retained = 0;
            tree.retained_matching(&pattern, |_, ()| retained += 1);
            assert_eq!(retained, usize::from(pattern.matches(&topic)), "{line:?}");
            if pattern.matches(&topic) {
                expected.push(id);
            }
            patterns.push((pattern, id));
        }
    }
    let mut found = Vec::new();
    subscriptions.matching(&topic, 0, |id, ()| found.push(id));
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected, "{topic:?}");
    for (pattern, id) in &patterns {
        assert!(subscriptions.remove(pattern, *id).is_some());
    }
    assert!(subscriptions.is_empty());
}
