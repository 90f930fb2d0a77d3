//! A smoke run of the simulator. Longer runs: `cargo xtask simulate --runs N`.

use ferromq_sim::{Faults, Options, Summary, run, run_channel, run_cluster, run_delivery};
#[cfg(debug_assertions)]
use ferromq_sim::{run_clients, run_interleaved};

const OPTIONS: Options = Options {
    steps: 300,
    faults: None,
    plain: false,
    aloud: false,
};

fn run_seeds(from: u64, options: &Options) -> Summary {
    let mut total = Summary::default();
    for seed in from..from + 50 {
        match run(seed, options) {
            Ok(finished) => total += finished.summary,
            Err(failure) => panic!("{failure}"),
        }
    }
    assert!(
        total.puts > 0 && total.gets > 0 && total.starts > 0,
        "{total}"
    );
    total
}

#[test]
fn lives_with_clean_ends_lose_nothing() {
    let options = Options {
        faults: Some(Faults::None),
        ..OPTIONS
    };
    run_seeds(1_000, &options);
}

#[test]
fn crashes_lose_nothing_that_was_committed() {
    let options = Options {
        faults: Some(Faults::Crashes),
        ..OPTIONS
    };
    run_seeds(2_000, &options);
}

#[test]
fn failing_disks_lose_nothing_that_was_committed() {
    let options = Options {
        faults: Some(Faults::Failures),
        ..OPTIONS
    };
    run_seeds(3_000, &options);
}

#[test]
fn queues_whose_files_fail_lose_nothing_that_was_committed() {
    let options = Options {
        faults: Some(Faults::BadFiles),
        ..OPTIONS
    };
    let total = run_seeds(5_000, &options);
    // Mostly a queue moves to new files, and no verb is refused.
    assert!(total.damaged > 10, "{total}");
}

#[test]
fn the_same_seed_makes_the_same_run() {
    for seed in 4_000..4_010 {
        let first = run(seed, &OPTIONS).expect("the run ends well");
        let second = run(seed, &OPTIONS).expect("the run ends well");
        assert_eq!(first, second, "seed {seed}");
    }
}

/// Selectors, groups, marks, reports, triggers and delays: at any call the power may go.
#[test]
fn what_else_happens_to_messages_happens_once_and_outlives_crashes() {
    let mut total = Summary::default();
    for seed in 6_000..6_015 {
        match run_delivery(seed, &OPTIONS) {
            Ok(finished) => total += finished.summary,
            Err(failure) => panic!("{failure}"),
        }
    }
    assert!(
        total.deliveries > 500 && total.delivery_crashes > 10 && total.group_copies > 20,
        "{total}"
    );
    // Every fourth starts with the log read ahead, on threads of its own.
    let again = |seed| run_delivery(seed, &OPTIONS).expect("the run ends well");
    for seed in 6_000..6_008 {
        assert_eq!(again(seed), again(seed), "seed {seed}");
    }
}

/// Two queue managers, channels between them, and either fails in all ways there are.
#[test]
fn joined_queue_managers_have_every_message_once_and_do_so_again() {
    let options = Options {
        steps: 600,
        ..OPTIONS
    };
    let mut total = Summary::default();
    for seed in 9_000..9_040 {
        match run_channel(seed, &options) {
            Ok(finished) => total += finished.summary,
            Err(failure) => panic!("{failure}"),
        }
    }
    assert!(
        total.channel_messages > 5_000 && total.connections_cut > 300,
        "{total}"
    );
    assert!(
        total.channel_crashes > 100 && total.record_looks > 200,
        "{total}"
    );
    assert!(!total.resolved.contains(&0), "{total}");
    let again = |seed| run_channel(seed, &OPTIONS).expect("the run ends well");
    for seed in 9_000..9_010 {
        assert_eq!(again(seed), again(seed), "seed {seed}");
    }
}

#[test]
fn members_of_clusters_agree_when_everything_works_again_and_do_so_again() {
    let mut total = Summary::default();
    for seed in 11_000..11_020 {
        match run_cluster(seed, &OPTIONS) {
            Ok(finished) => total += finished.summary,
            Err(failure) => panic!("{failure}"),
        }
    }
    assert!(
        total.members > 100 && total.cluster_messages > 10_000,
        "{total}"
    );
    assert!(total.partitions > 50 && total.restores > 20, "{total}");
    assert!(total.cluster_records > 500, "{total}");
    let again = |seed| run_cluster(seed, &OPTIONS).expect("the run ends well");
    for seed in 11_000..11_003 {
        assert_eq!(again(seed), again(seed), "seed {seed}");
    }
}

/// Only builds with debug assertions can tell: in others threads have no points to take turns at.
#[cfg(debug_assertions)]
#[test]
fn threads_that_take_turns_lose_nothing_and_do_so_again() {
    let mut total = Summary::default();
    for seed in 7_000..7_030 {
        match run_interleaved(seed, &OPTIONS) {
            Ok(finished) => total += finished.summary,
            Err(failure) => panic!("{failure}"),
        }
    }
    assert!(total.interleaved > 30 && total.yields > 10_000, "{total}");
    assert!(total.took_part > 0 && total.client_prepared > 0, "{total}");
    let again = |seed| run_interleaved(seed, &OPTIONS).expect("the run ends well");
    for seed in 7_000..7_010 {
        assert_eq!(again(seed), again(seed), "seed {seed}");
    }
}

/// The same over client channels whose sockets delay, split and are cut.
#[cfg(debug_assertions)]
#[test]
fn clients_that_are_cut_off_lose_nothing_and_are_so_again() {
    let mut total = Summary::default();
    for seed in 8_000..8_030 {
        match run_clients(seed, &OPTIONS) {
            Ok(finished) => total += finished.summary,
            Err(failure) => panic!("{failure}"),
        }
    }
    assert!(total.sockets > 100 && total.cuts > 20, "{total}");
    let again = |seed| run_clients(seed, &OPTIONS).expect("the run ends well");
    for seed in 8_000..8_010 {
        assert_eq!(again(seed), again(seed), "seed {seed}");
    }
}
