//! The device of the log, where it works by itself: several forces are under way, they end late and in another order than they
//! began in, and it may happen that one fails for good, or that another queue manager takes the log over.
//!
//! Who took it over starts on what the disk has at that moment. Whatever the old one answers from then on must be there: it
//! goes on to work for a while, and knows nothing. Nor may it change the files of the log any more: who took it over has them.

use super::history::History;
use crate::place::place_on;
use ferromq_base::checksum::crc32c;
use ferromq_base::disk::{OpenMode, SimulatedDisk};
use ferromq_base::random::SplitMix64;
use ferromq_base::schedule;
use ferromq_log::SimulatedDevice;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Forces of a life before something happens to the device, at most.
const FORCES_BEFORE_MAX: u64 = 40;

/// The files of a log, by name: checksums of what is in them.
type Files = BTreeMap<String, u32>;

/// What became of the device.
#[derive(Debug)]
pub(super) enum Trouble {
    /// A force failed.
    Failed,
    /// Somebody took the log over, and starts on this.
    TakenOver(SimulatedDisk),
}

/// What the device did.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Figures {
    /// Forces that ended.
    pub(crate) forces: u64,
    /// Of those, how many before one that began earlier.
    pub(crate) out_of_turn: u64,
    /// Lives that ended with a force that failed.
    pub(crate) failed: u64,
    /// Lives in which the log was taken over.
    pub(crate) taken_over: u64,
}

/// What is to happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Fails,
    IsTakenOver,
}

/// Whoever decides when forces end. A task of its own.
pub(super) struct FarSide<'a> {
    device: &'a SimulatedDevice,
    disk: &'a SimulatedDisk,
    history: &'a History,
    random: SplitMix64,
    /// Something may happen to the device: nothing else will.
    pub(super) may_fail: bool,
    figures: Figures,
    trouble: Option<Trouble>,
    /// Forces before something happens, at most: as many as there are in a life of so many verbs.
    forces_before_max: u64,
    /// What there was when somebody took the log over.
    left: Option<Files>,
}

impl<'a> FarSide<'a> {
    /// From now on forces end when this says so. Nobody may be at work yet.
    pub(super) fn new(
        (device, disk): (&'a SimulatedDevice, &'a SimulatedDisk),
        history: &'a History,
        random: SplitMix64,
        (may_fail, verbs): (bool, u64),
    ) -> Self {
        device.work_late();
        Self {
            device,
            disk,
            history,
            random,
            may_fail,
            figures: Figures::default(),
            trouble: None,
            forces_before_max: FORCES_BEFORE_MAX.min(2 * verbs),
            left: None,
        }
    }

    /// Nobody is at work any more: ends what is under way. Answers what happened.
    pub(super) fn end(self, all: &mut Figures) -> Option<Trouble> {
        self.device.work_in_line();
        all.forces += self.figures.forces;
        all.out_of_turn += self.figures.out_of_turn;
        all.failed += self.figures.failed;
        all.taken_over += self.figures.taken_over;
        if let Some(left) = &self.left
            && let Err(wrong) = self.compare(left)
        {
            self.history.wrong(wrong);
        }
        self.trouble
    }

    /// What somebody took over is as it was then.
    fn compare(&self, left: &Files) -> Result<(), String> {
        let now = files_of(self.disk)?;
        let changed = left.iter().find(|(name, sum)| now.get(*name) != Some(sum));
        match changed {
            None => Ok(()),
            Some((name, _)) => Err(format!(
                "the log was taken over, and the one before has changed {name} since"
            )),
        }
    }

    /// Works until nobody else does.
    pub(super) fn run(&mut self, others: &AtomicUsize) {
        let fate = match self.random.below(6) {
            0 => Some(Fate::Fails),
            1 | 2 => Some(Fate::IsTakenOver),
            _ => None,
        };
        let fate = fate.filter(|_| self.may_fail);
        let at_force = self.random.below(self.forces_before_max);
        let pause = [1, 8, 60, 200][self.random.below(4) as usize];
        while others.load(Ordering::SeqCst) > 0 {
            let under_way = self.device.under_way() as u64;
            if under_way > 0 {
                let number = self.random.below(under_way) as usize;
                let is_due = self.trouble.is_none() && self.figures.forces >= at_force;
                match fate.filter(|_| is_due) {
                    Some(fate) => self.strike(fate, number),
                    // What is on the disk is not told of at once, and sometimes never.
                    None if self.random.chance(40) => self.device.write(number),
                    None => self.finish(number),
                }
            }
            for _ in 0..self.random.below(pause) {
                schedule::yield_point();
            }
            schedule::yield_point();
        }
    }

    fn finish(&mut self, number: usize) {
        self.figures.forces += 1;
        self.figures.out_of_turn += u64::from(number > 0);
        self.device.finish(number);
    }

    fn strike(&mut self, fate: Fate, number: usize) {
        self.history.lock().in_trouble = true;
        match fate {
            Fate::Fails => {
                self.history.note("the device of the log fails".to_owned());
                self.figures.failed += 1;
                self.trouble = Some(Trouble::Failed);
                self.device.fail(number);
            }
            Fate::IsTakenOver => {
                self.history.note("somebody takes the log over".to_owned());
                self.figures.taken_over += 1;
                self.device.take_over();
                match files_of(self.disk) {
                    Ok(left) => self.left = Some(left),
                    Err(wrong) => self.history.wrong(wrong),
                }
                let seed = self.random.next_u64();
                self.trouble = Some(Trouble::TakenOver(self.disk.kill(seed)));
            }
        }
    }
}

fn files_of(disk: &SimulatedDisk) -> Result<Files, String> {
    let log = place_on(disk)?.log;
    let read = |name: &str| {
        let file = log.open(name, OpenMode::Cached)?;
        let mut bytes = vec![0; file.len()? as usize];
        file.read_at(0, &mut bytes)?;
        Ok(crc32c(&bytes))
    };
    let failed = |error: std::io::Error| format!("the files of the log: {error}");
    let names = log.list().map_err(failed)?.into_iter();
    let read = names.map(|name| read(&name).map(|sum| (name, sum)));
    read.collect::<Result<_, _>>().map_err(failed)
}
