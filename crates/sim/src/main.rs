//! `ferromq-sim`: runs seeds of the simulator. `cargo xtask simulate` is the way to call it.

use ferromq_sim::{
    Failure, Faults, Finished, Options, Summary, describe, run, run_channel, run_clients,
    run_cluster, run_delivery, run_interleaved,
};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask simulate [options]

  --seed N        first seed (default 1)
  --runs N        seeds to run, one after the other (default 1)
  --steps N       steps of a run (default 600)
  --faults KIND   none, crashes, failures or bad-files, instead of what the seed says
  --plain         without what came to runs later: checkpoints amid what follows a force, branches of transactions (single),
                  subscriptions in groups (delivery), selectors, marks, temporary queues (threads), starts that read ahead,
                  batches that overlap (channel)
  --kind KIND     single: one step after the other, by an exact model; delivery: what else happens to messages;
                  interleaved: several threads; clients: the same over client channels; channel: two queue managers joined by
                  channels; cluster: queue managers that tell one another about themselves; by default each seed makes one of each
  --aloud         print every step
  --keep-going    after a failure go on with the next seed; one line for each
";

struct Arguments {
    seed: u64,
    runs: u64,
    keep_going: bool,
    kinds: Vec<Kind>,
    options: Options,
}

/// What a seed makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Single,
    Delivery,
    Interleaved,
    Clients,
    Channel,
    Cluster,
}

impl Kind {
    /// Those this build can make.
    fn all() -> Vec<Self> {
        match cfg!(debug_assertions) {
            true => vec![
                Self::Single,
                Self::Delivery,
                Self::Interleaved,
                Self::Clients,
                Self::Channel,
                Self::Cluster,
            ],
            false => vec![Self::Single, Self::Delivery, Self::Channel, Self::Cluster],
        }
    }

    fn run(self, seed: u64, options: &Options) -> Result<Finished, Box<Failure>> {
        match self {
            Self::Single => run(seed, options),
            Self::Delivery => run_delivery(seed, options),
            Self::Interleaved => run_interleaved(seed, options),
            Self::Clients => run_clients(seed, options),
            Self::Channel => run_channel(seed, options),
            Self::Cluster => run_cluster(seed, options),
        }
    }
}

fn parse(arguments: &[String]) -> Option<Arguments> {
    let mut parsed = Arguments {
        seed: 1,
        runs: 1,
        keep_going: false,
        kinds: Kind::all(),
        options: Options {
            steps: 600,
            faults: None,
            plain: false,
            aloud: false,
        },
    };
    let mut rest = arguments.iter();
    while let Some(option) = rest.next() {
        match option.as_str() {
            "--seed" => parsed.seed = rest.next()?.parse().ok()?,
            "--runs" => parsed.runs = rest.next()?.parse().ok()?,
            "--steps" => parsed.options.steps = rest.next()?.parse().ok()?,
            "--faults" => {
                parsed.options.faults = Some(match rest.next()?.as_str() {
                    "none" => Faults::None,
                    "crashes" => Faults::Crashes,
                    "failures" => Faults::Failures,
                    "bad-files" => Faults::BadFiles,
                    _ => return None,
                });
            }
            "--kind" => {
                parsed.kinds = match rest.next()?.as_str() {
                    "single" => vec![Kind::Single],
                    "delivery" => vec![Kind::Delivery],
                    "interleaved" => vec![Kind::Interleaved],
                    "clients" => vec![Kind::Clients],
                    "channel" => vec![Kind::Channel],
                    "cluster" => vec![Kind::Cluster],
                    _ => return None,
                }
            }
            "--keep-going" => parsed.keep_going = true,
            "--plain" => parsed.options.plain = true,
            "--aloud" => parsed.options.aloud = true,
            _ => return None,
        }
    }
    Some(parsed)
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(parsed) = parse(&arguments) else {
        eprint!("{USAGE}");
        return ExitCode::FAILURE;
    };
    if parsed.runs == 1 && !parsed.options.aloud {
        println!("{}", describe(parsed.seed, &parsed.options));
    }
    let mut total = Summary::default();
    let mut failed = 0;
    let seeds = parsed.seed..parsed.seed.saturating_add(parsed.runs);
    for (seed, kind) in seeds.flat_map(|seed| parsed.kinds.iter().map(move |kind| (seed, *kind))) {
        // A broken invariant of the queue manager's own is a verdict as well.
        let outcome = catch_unwind(AssertUnwindSafe(|| kind.run(seed, &parsed.options)));
        let Ok(outcome) = outcome else {
            eprintln!("seed {seed} step 0: the queue manager stopped itself ({kind:?})");
            return ExitCode::FAILURE;
        };
        match outcome {
            Ok(finished) => {
                total += finished.summary;
                if parsed.runs == 1 {
                    println!(
                        "Seed {seed} ended well ({kind:?}): no judge had anything to say. Its trace has the checksum {:08x}; \
                         --aloud shows it, step by step.",
                        finished.checksum
                    );
                }
            }
            Err(failure) if parsed.keep_going => {
                failed += 1;
                let verdict = failure.verdict.lines().next().unwrap_or_default();
                eprintln!(
                    "seed {} step {} ({kind:?}): {verdict}",
                    failure.seed, failure.step
                );
            }
            Err(failure) => {
                eprintln!("{failure}");
                return ExitCode::FAILURE;
            }
        }
    }
    println!("{} runs, {failed} failed\n  {total}", parsed.runs);
    if failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
