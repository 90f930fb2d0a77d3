//! What the choice of a destination costs, as there are more of them, with the count of the use.

use ferromq_cluster::workload::{Candidate, ChannelUse, Wanted, choose};
use ferromq_mqi::generated::constants::MQCHS_RUNNING;
use std::hint::black_box;
use std::time::Instant;

const ROUNDS: u64 = 1_000_000;

fn main() {
    println!("| destinations | by turn | by weight |");
    for count in [1, 2, 3, 5, 8, 20, 50, 100] {
        println!(
            "| {count} | {:.0} ns | {:.0} ns |",
            ns(count, 50),
            ns(count, 20)
        );
    }
}

fn ns(count: u32, weight: u8) -> f64 {
    let uses: Vec<_> = (0..count).map(|_| ChannelUse::default()).collect();
    let wanted = Wanted {
        is_queue: true,
        prefers_local: false,
        channels_max: 999_999_999,
    };
    let mut candidates = Vec::new();
    let began = Instant::now();
    for turn in 1..=ROUNDS {
        // As whoever puts: what changes is read each time.
        candidates.clear();
        candidates.extend(uses.iter().zip(0..).map(|(used, q_mgr)| Candidate {
            q_mgr,
            is_local: false,
            shares_cluster: true,
            is_in_cluster_of_queue: true,
            put_enabled: true,
            may_be_read: true,
            is_suspended: false,
            rank: 0,
            priority: 0,
            queue_rank: 0,
            queue_priority: 0,
            network_priority: 0,
            weight,
            state: MQCHS_RUNNING,
            sequence: used.sequence(),
            last_turn: used.last_turn(),
        }));
        let chosen = choose(black_box(&candidates), &wanted).expect("there is one");
        uses[chosen].note(weight, turn);
    }
    let ns = began.elapsed().as_nanos() as f64;
    ns / ROUNDS as f64
}
