//! What it costs to choose one of several destinations of a message.

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::figures::{Record, Value};
use ferromq_cluster::workload::{Candidate, Wanted, choose};
use ferromq_mqi::generated::constants::MQCHS_RUNNING;
use std::hint::black_box;
use std::time::Instant;

/// Destinations to choose from.
const DESTINATIONS: u32 = 5;
/// Choices to a measurement, and measurements of which the middle one counts.
const CHOICES: u32 = 20_000;
const MEASUREMENTS: usize = 21;

pub(crate) fn measure(_: &Arguments) -> Result<Record, Failure> {
    let mut candidates: Vec<Candidate> = (0..DESTINATIONS).map(candidate).collect();
    let wanted = Wanted {
        is_queue: true,
        prefers_local: false,
        channels_max: 999_999_999,
    };
    let mut chosen = vec![0_u64; candidates.len()];
    let mut turn = u64::from(DESTINATIONS);
    let mut times_ns = Vec::with_capacity(MEASUREMENTS);
    for _ in 0..MEASUREMENTS {
        let began = Instant::now();
        for _ in 0..CHOICES {
            let at = choose(black_box(&candidates), black_box(&wanted))
                .map_err(|_| Failure::Wrong("there was no destination".into()))?;
            turn += 1;
            candidates[at].last_turn = turn;
            candidates[at].sequence += 1;
            chosen[at] += 1;
        }
        times_ns.push(began.elapsed().as_nanos() as f64 / f64::from(CHOICES));
    }
    times_ns.sort_by(f64::total_cmp);
    let (least, most) = (chosen.iter().min(), chosen.iter().max());
    if least.zip(most).is_none_or(|(least, most)| most - least > 1) {
        return Err(Failure::Wrong(format!(
            "destinations did not take turns: {chosen:?}"
        )));
    }
    let mut record = Record::new("choice of a destination");
    record
        .set("destinations", Value::Count(DESTINATIONS.into()))
        .number("choice_ns", times_ns[MEASUREMENTS / 2])
        .number("slowest_ns", times_ns[MEASUREMENTS - 1]);
    Ok(record)
}

/// One as good as the others, whose channel runs.
fn candidate(number: u32) -> Candidate {
    Candidate {
        q_mgr: number,
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
        weight: ferromq_cluster::workload::DEFAULT_WEIGHT,
        state: MQCHS_RUNNING,
        sequence: 0,
        last_turn: number.into(),
    }
}
