//! What finding the subscribers of a topic costs, as subscriptions to other topics grow.

use ferromq_topic::{Pattern, Scheme, Subscriptions};
use std::time::Instant;

const ROUNDS: u32 = 200_000;
const TOPIC: &str = "plant/hall 3/press 17/temperature";
const MATCHING: [(&str, Scheme); 10] = [
    (TOPIC, Scheme::Topic),
    (TOPIC, Scheme::Topic),
    (TOPIC, Scheme::Topic),
    (TOPIC, Scheme::Topic),
    ("plant/#", Scheme::Topic),
    ("plant/+/press 17/temperature", Scheme::Topic),
    ("plant/hall 3/+/temperature", Scheme::Topic),
    ("#/temperature", Scheme::Topic),
    ("plant/hall 3/press 17/+", Scheme::Topic),
    ("plant/hall 3/#", Scheme::Topic),
];

fn main() {
    for count in [10_u64, 10_000, 1_000_000] {
        let mut subscriptions = Subscriptions::new();
        for (id, (text, scheme)) in (0_u64..).zip(MATCHING) {
            let pattern = Pattern::parse(text, scheme).expect("a pattern");
            subscriptions.insert(&pattern, id, id);
        }
        for id in MATCHING.len() as u64..count {
            let (hall, press) = (id % 100, id / 100 + 100);
            let text = match id % 4 {
                0 => format!("plant/hall {hall}/press {press}/#"),
                1 => format!("plant/+/press {press}/pressure"),
                2 => format!("#/counter {id}"),
                _ => format!("plant/hall {hall}/press {press}/temperature"),
            };
            let pattern = Pattern::parse(&text, Scheme::Topic).expect("a pattern");
            subscriptions.insert(&pattern, id, id);
        }
        let began = Instant::now();
        let mut found = 0_u64;
        for _ in 0..ROUNDS {
            subscriptions.matching(TOPIC, 0, |_, _| found += 1);
        }
        let ns = began.elapsed().as_nanos() / u128::from(ROUNDS);
        assert_eq!(found, u64::from(ROUNDS) * MATCHING.len() as u64);
        println!("| {count} | {ns} ns |");
    }
}
