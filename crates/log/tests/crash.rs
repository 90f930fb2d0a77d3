//! Loss of power and death of the process at every call, and over several lives.

use crate::support::{Model, Over, settings_for, small};
use ferromq_base::disk::{Fault, SimulatedDisk};
use ferromq_base::random::SplitMix64;
use ferromq_log::{LogError, LogType};

/// What ends a life.
#[derive(Clone, Copy, Debug)]
enum End {
    PowerLoss,
    Kill,
    KillThenPowerLoss,
}

fn after(disk: &SimulatedDisk, end: End, seed: u64) -> SimulatedDisk {
    match end {
        End::PowerLoss => disk.crash(seed),
        End::Kill => disk.kill(seed),
        End::KillThenPowerLoss => disk.kill(seed).crash(seed ^ 1),
    }
}

/// One life: create if need be, open, work until the power goes.
fn live(
    disk: &SimulatedDisk,
    model: &mut Model,
    random: &mut SplitMix64,
    steps: u32,
) -> Result<(), Over> {
    if !model.created {
        model.create(disk)?;
    }
    let log = model.reopen(disk).map_err(|_| Over)?;
    model.work(&log, random, steps)
}

/// Restarts on a disk that works; creates the log if it never came to be.
fn restart(disk: &SimulatedDisk, model: &mut Model) {
    match model.reopen(disk) {
        Ok(_) => model.created = true,
        Err(LogError::NoControlFile) => {
            assert!(!model.created, "a log that was created is there");
            model.create(disk).expect("creating again works");
            model.reopen(disk).expect("a new log opens");
        }
        Err(error) => panic!("restart failed: {error}"),
    }
}

#[test]
fn power_may_go_at_every_call() {
    for log_type in [LogType::Circular, LogType::Linear] {
        for end in [End::PowerLoss, End::KillThenPowerLoss] {
            let mut at = 1;
            loop {
                let disk = SimulatedDisk::new(at);
                let mut model = Model::new(small(log_type));
                disk.plan(Fault::PowerLoss { at });
                let over = live(&disk, &mut model, &mut SplitMix64::new(5), 250).is_err();
                let image = after(&disk, end, at);
                restart(&image, &mut model);
                // And the log found is one to work with.
                let log = model.reopen(&image).expect("open again");
                model
                    .work(&log, &mut SplitMix64::new(at), 20)
                    .expect("work");
                drop(log);
                model.reopen(&image).expect("open once more");
                if !over {
                    assert!(at > 80, "the work makes calls");
                    break;
                }
                at += 1;
            }
        }
    }
}

#[test]
fn many_lives_lose_nothing_durable() {
    for seed in 0..1500 {
        many_lives(seed);
    }
}

fn many_lives(seed: u64) {
    let mut random = SplitMix64::new(seed);
    let mut model = Model::new(settings_for(&mut random));
    let mut disk = SimulatedDisk::new(seed);
    for life in 0..6 {
        disk.plan(Fault::PowerLoss {
            at: 1 + random.below(90),
        });
        let _ = live(&disk, &mut model, &mut random, 60);
        let end = match random.below(3) {
            0 => End::PowerLoss,
            1 => End::Kill,
            _ => End::KillThenPowerLoss,
        };
        disk = after(&disk, end, seed * 10 + life);
        restart(&disk, &mut model);
    }
}
