//! Seeds that once failed. Each run is short enough to be repeated with every change. What a
//! seed does changes with the simulator, so what it found has a test of its own beside the
//! code as well. Seeds from before there were checkpoints amid what follows a force, and branches of transactions, those of
//! deliveries from before there were subscriptions in groups, and those of clients from before there were selectors, are run
//! plain: so each still makes the run it failed in.

use ferromq_sim::{Failure, Options, run, run_channel, run_cluster, run_delivery};
#[cfg(debug_assertions)]
use ferromq_sim::{run_clients, run_interleaved};

/// Seed, steps, and what was wrong; run plain.
const PLAIN_SEEDS: [(u64, u64, &str); 22] = [
    (
        1_000_342,
        600,
        "a message saved at a clean end had a number a logged clear covered",
    ),
    (1_006_320, 600, "the same"),
    (1_011_789, 600, "the same"),
    (1_018_454, 600, "the same"),
    (
        1_001_809,
        3_000,
        "a planned fault struck while the judge waited for room in the log",
    ),
    (
        1_002_000,
        600,
        "a planned fault struck the record that leaves work in doubt",
    ),
    (1_004_569, 600, "the same"),
    (1_028_106, 600, "the same"),
    (
        1_017_659,
        3_000,
        "a backout count the full log had no room for was not on the rebuilt queue",
    ),
    (
        2_013_688,
        600,
        "a rebuilt queue showed a message of an earlier media image, got before the last one",
    ),
    (
        2_016_423,
        3_000,
        "connections dropped by a crash wrote to the disk that was lost",
    ),
    (
        100_438,
        600,
        "a clear in flight of messages that had expired was taken for done",
    ),
    (
        200_261,
        600,
        "a put that forced the log, and so ended a get, was taken for none",
    ),
    (
        1_478,
        600,
        "a clear took what was put after the queue was rebuilt from an image before it",
    ),
    (
        2_595,
        600,
        "what only a crash showed to be retained was taken for nothing",
    ),
    (
        4_256,
        600,
        "what a unit of work in doubt retained, and a crash lost, was waited for",
    ),
    (
        20_185,
        600,
        "a full log left a subscription without what was retained for it",
    ),
    (
        21_193,
        600,
        "a publication forced the log, and a queue that was full had room behind it",
    ),
    (
        40_196,
        3_000,
        "a full log refused a subscription and left what was retained for it on its queue",
    ),
    (
        40_254,
        3_000,
        "a unit of work in flight stayed on a queue whose deletion was lost",
    ),
    (
        14_042,
        600,
        "what had expired left the depth in the midst of a publication",
    ),
    (
        56_768,
        600,
        "a queue had the same publication twice, and one was taken for the other",
    ),
];

/// The same, with all there is in runs now.
const SEEDS: [(u64, u64, &str); 15] = [
    (
        12_000_041,
        600,
        "a get that was durable and not yet in the model was taken for a copy of what a commit retains",
    ),
    (
        10_104_611,
        600,
        "an expired message a get had left to workers went with a publication, which was taken for none",
    ),
    (
        113,
        600,
        "a checkpoint gave an operator's decision back before it was durable again",
    ),
    (
        243,
        600,
        "what a full log had no room to retain behind the rest was waited for after a start",
    ),
    (
        1_147,
        600,
        "a message that a start had lost counted as got when its branch was decided",
    ),
    (
        3_286,
        600,
        "what was retained before a decision was taken to be retained after it",
    ),
    (
        5_769,
        600,
        "what a branch had replaced itself before it was prepared was waited for",
    ),
    (
        458,
        600,
        "a queue without files gave numbers twice that its media image had",
    ),
    (
        1_932,
        600,
        "files were taken for durable after their directory had failed to sync",
    ),
    (
        1_960,
        600,
        "a log without room to set aside for a subscription did not count as full",
    ),
    (
        3_649,
        600,
        "a backout that a crash took was not expected to count, and the queue file had it",
    ),
    (
        301_734,
        600,
        "of two retained publications for one queue the wrong one was taken to be refused",
    ),
    (
        402_212,
        600,
        "a put became visible while a get waited for the log before it began, and was not expected",
    ),
    (900_612, 600, "the same"),
    (
        24_003_702,
        600,
        "a get in flight of a publication that another copy of came to replace was taken for lost",
    ),
];

/// Seeds of what else happens to messages; run plain.
const DELIVERY_SEEDS: [(u64, u64, &str); 3] = [
    (
        401_096,
        600,
        "reports of messages that expired together were expected in the order of their queue",
    ),
    (401_193, 600, "the same"),
    (
        901_552,
        600,
        "a message that could not be read as it expired went without its report",
    ),
];

/// The same of runs whose programs are clients; run plain.
#[cfg(debug_assertions)]
const CLIENT_SEEDS: [(u64, u64, &str); 2] = [
    (
        400_970,
        600,
        "a copy that is not persistent, which a dead disk had left out of a publication, was waited for",
    ),
    (
        2_002_810,
        600,
        "a get whose wait was ended gave a message back, and its second arrival was not expected to trigger",
    ),
];

/// The same of runs whose programs are of the queue manager's process, with all there is in them now.
#[cfg(debug_assertions)]
const INTERLEAVED_SEEDS: [(u64, u64, &str); 1] = [(
    13_004_791,
    600,
    "who took part in a branch an operator had decided was expected to have heard of it before that was shown",
)];

/// The same, of queue managers joined by channels; from before batches overlapped, run plain.
const CHANNEL_SEEDS: [(u64, u64, &str); 4] = [
    (
        12_200_891,
        600,
        "persistent messages were refused where a queue's files took no more",
    ),
    (12_200_402, 600, "the same"),
    (
        12_600_005,
        3_000,
        "a batch the log had backed out was confirmed without its first messages",
    ),
    (12_700_009, 3_000, "the same"),
];

/// Those of channels whose batches overlap.
const OVERLAPPING_SEEDS: [(u64, u64, &str); 2] = [
    (
        55,
        600,
        "of two batches in doubt the first was taken back and the second left, and the channel was out of step",
    ),
    (
        15_000_298,
        600,
        "records were lost with the power gone behind the force, and nobody reset the channel",
    ),
];

/// Those of clusters.
const CLUSTER_SEEDS: [(u64, u64, &str); 10] = [
    (
        3,
        300,
        "who left after it was forced out did not withdraw what it had said in between",
    ),
    (
        29,
        300,
        "who had left answered nobody who asked what it had withdrawn",
    ),
    (
        35,
        300,
        "a queue manager forced out stayed a member where its last word was newer",
    ),
    (
        39,
        300,
        "an owner was not told of itself what it had forgotten, because that was old",
    ),
    (
        51,
        300,
        "who had forgotten the full repositories did not hear that it was forced out",
    ),
    (
        14_000_008,
        600,
        "of two records of one version members kept the one only they still knew",
    ),
    (
        15_000_195,
        600,
        "a queue manager that left when nobody could hear it was expected to be unknown where its name is asked for",
    ),
    (
        12,
        600,
        "who was forced out and shares a topic was not told of all members when it was let in again",
    ),
    (
        18_100_094,
        600,
        "a restored full repository did not hear of a withdrawal, for it knew no live record to compare",
    ),
    (
        19_000_015,
        600,
        "who joined over a channel that had run since before did not know whom it reached",
    ),
];

/// Runs seeds again, each of which once failed.
fn run_again<T>(
    seeds: impl IntoIterator<Item = (u64, u64, &'static str)>,
    plain: bool,
    run: impl Fn(u64, &Options) -> Result<T, Box<Failure>>,
) {
    for (seed, steps, what) in seeds {
        let options = Options {
            steps,
            faults: None,
            plain,
            aloud: false,
        };
        if let Err(failure) = run(seed, &options) {
            panic!("{failure}\nonce: {what}");
        }
    }
}

#[test]
fn clusters_that_once_failed_do_not_fail_again() {
    run_again(CLUSTER_SEEDS, false, run_cluster);
}

#[test]
fn channels_that_once_failed_do_not_fail_again() {
    run_again(CHANNEL_SEEDS, true, run_channel);
    run_again(OVERLAPPING_SEEDS, false, run_channel);
}

#[test]
fn seeds_that_once_failed_do_not_fail_again() {
    run_again(PLAIN_SEEDS, true, run);
    run_again(SEEDS, false, run);
}

#[test]
fn deliveries_that_once_failed_do_not_fail_again() {
    run_again(DELIVERY_SEEDS, true, run_delivery);
}

#[cfg(debug_assertions)]
#[test]
fn seeds_of_clients_that_once_failed_do_not_fail_again() {
    run_again(CLIENT_SEEDS, true, run_clients);
}

#[cfg(debug_assertions)]
#[test]
fn seeds_of_threads_that_once_failed_do_not_fail_again() {
    run_again(INTERLEAVED_SEEDS, false, run_interleaved);
}
