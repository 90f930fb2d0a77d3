//! Two queue managers joined by channels.
//!
//! Both are real ones, each on a simulated disk; agents of `ferromq_channel` speak over connections that delay, split, stall and are cut
//! at any byte, for one end before the other or for both. Programs put units of work for the other queue manager, and take off what has
//! arrived. Operators stop and start channels, inhibit and fill queues, decide batches in doubt by hand, reset numbers. The power goes,
//! processes die, disks fail and are full, logs run full, and records of a channel get lost at one end.
//!
//! Judges:
//!
//! * a persistent message of a unit of work that was committed arrives once and in order, or is in exactly one other place: on a
//!   dead-letter queue, with the right reason, or returned; what was backed out is nowhere, and what is not persistent nowhere twice;
//! * reports of persistent messages are there once, with the message they are about;
//! * whenever a channel has no connection both ends name the same batch as their last one, and the same number; or the sending end is in doubt,
//!   and the receiving end's last batch is that one or the one before;
//! * `INDOUBT` of the status is so;
//! * when everything works again all messages arrive, and an operator is needed only where records were lost.

mod books;
mod channel;
mod judge;
mod operator;
mod programs;
mod side;

use crate::shape::Faults;
use crate::trace::Trace;
use books::Books;
use channel::{Channel, WAY_BACK};
use ferromq_base::clock::{Clock, SimulatedClock};
use ferromq_base::random::SplitMix64;
use ferromq_channel::Ending;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::generated::constants::*;
use operator::DEAD;
use programs::Program;
use side::{Side, usage};
use std::sync::Arc;

/// When runs begin, microseconds since the epoch.
const START_US: u64 = 1_750_000_000_000_000;
/// Rounds after which everything must have arrived.
const ROUNDS_MAX: u32 = 200;
/// Percent of the looks at a channel that waits for a queue in which that goes on.
const PAUSED_PERCENT: u64 = 20;
/// Turns of a round.
const TURNS_MAX: u32 = 3_000;

/// A run.
pub(crate) struct Joined {
    random: SplitMix64,
    clock: Arc<SimulatedClock>,
    sides: [Side; 2],
    channels: Vec<Channel>,
    programs: Vec<Program>,
    books: Books,
    faults: Faults,
    /// Without what came to these runs later: batches that overlap, and queues that take messages again while one waits for them.
    plain: bool,
    pub(crate) trace: Trace,
    /// Times a queue manager stopped without a word.
    pub(crate) crashes: u64,
    /// Batches decided by hand: taken back, and kept.
    pub(crate) resolved: [u64; 2],
    /// Looks at what both ends of a channel keep.
    pub(crate) looks: u64,
}

impl Joined {
    /// Of what a seed says; `faults` says it instead if there are some.
    pub(crate) fn new(
        seed: u64,
        faults: Option<Faults>,
        plain: bool,
        aloud: bool,
    ) -> Result<Self, String> {
        let mut random = SplitMix64::new(seed ^ 0x6A6F_696E_6564_2121);
        let clock = Arc::new(SimulatedClock::starting_at(START_US));
        let sides = [
            Side::new("QM1", &clock, &mut random)?,
            Side::new("QM2", &clock, &mut random)?,
        ];
        for side in &sides {
            side.alter(side.name(), Attr::Deadq, DEAD);
        }
        sides[0].define(ObjectKind::QLocal, "REPLIES", &usage(MQUS_NORMAL))?;
        sides[1].define(ObjectKind::QLocal, WAY_BACK, &usage(MQUS_TRANSMISSION))?;
        let ways = 1 + random.below(3) as usize;
        let mut from = vec![0; ways];
        if random.chance(50) {
            from.push(1);
        }
        let mut channels = Vec::new();
        for (number, from) in from.iter().enumerate() {
            let channel = Channel::invent(number, *from, &sides, plain, &mut random)?;
            channels.push(channel);
        }
        let mut programs: Vec<Program> = (0..1 + random.below(3)).map(|_| Program::of(0)).collect();
        if from.contains(&1) {
            programs.push(Program::of(1));
        }
        let kinds = [
            Faults::None,
            Faults::Crashes,
            Faults::Crashes,
            Faults::Failures,
        ];
        let of_seed = kinds[random.below(4) as usize];
        let faults = faults.unwrap_or(of_seed);
        let mut trace = Trace::default();
        trace.aloud = aloud;
        trace.note(&format!(
            "{} channels, {} programs, faults {faults:?}",
            channels.len(),
            programs.len()
        ));
        let books = Books {
            consumed: vec![Vec::new(); channels.len()],
            ..Books::default()
        };
        Ok(Self {
            random,
            clock,
            sides,
            channels,
            programs,
            books,
            faults,
            plain,
            trace,
            crashes: 0,
            resolved: [0; 2],
            looks: 0,
        })
    }

    /// Messages that were put.
    pub(crate) fn messages(&self) -> u64 {
        self.books.sent.len() as u64
    }

    /// Connections of channels that were made, and those of them that were cut.
    pub(crate) fn connections(&self) -> [u64; 2] {
        let sum = |of: fn(&Channel) -> u64| self.channels.iter().map(of).sum();
        [sum(|one| one.connections), sum(|one| one.cuts)]
    }

    /// Makes so many steps, and then lets everything arrive.
    pub(crate) fn go(&mut self, steps: u64) -> Result<(), String> {
        for _ in 0..steps {
            self.trace.begin_step();
            self.step()?;
            self.restart_broken()?;
        }
        self.trace.note("everything is to arrive");
        self.settle()?;
        if self.faults != Faults::None && self.random.chance(50) {
            for side in 0..2 {
                self.crash(side)?;
            }
            self.settle()?;
        }
        self.judge_messages()
    }

    fn step(&mut self) -> Result<(), String> {
        let index = self.random.below(self.channels.len() as u64) as usize;
        let waits = !self.plain && self.channels[index].is_paused();
        if waits && self.random.chance(PAUSED_PERCENT) {
            return self.pass_pause(index);
        }
        match self.random.below(100) {
            0..22 => return self.program_step(),
            22..25 => return self.consume(),
            25..62 => {
                let from = self.random.below(2) as usize;
                self.channels[index].move_bytes(from, &mut self.random);
            }
            62..75 => {
                self.channels[index].resume();
            }
            75..85 => {
                let side = self.random.below(2) as usize;
                self.force(side);
            }
            85..90 => {
                if self.channels[index].connect() {
                    let words = self.channels[index].words();
                    self.trace.note(&format!("{words} connects"));
                }
            }
            90..93 => self.pass_time(),
            93..96 => return self.operator_step(),
            96 => {
                self.trace
                    .note(&format!("{} is cut", self.channels[index].words()));
                self.channels[index].cut(&self.sides, &mut self.random)?;
            }
            97 => return self.judge_records(index),
            98 => return self.fault(),
            _ => self.sides.iter().for_each(Side::keep_house),
        }
        self.look_after(index)
    }

    /// What a channel wants, and whether it is over.
    fn look_after(&mut self, index: usize) -> Result<(), String> {
        let channel = &mut self.channels[index];
        channel.tell_wants(&mut self.sides);
        channel.close_ends(&self.sides, self.random.chance(3))
    }

    fn force(&mut self, side: usize) {
        self.sides[side].force();
        self.channels.iter_mut().for_each(Channel::resume);
    }

    /// A message that waits for its queue is tried again: perhaps the queue takes it now, and perhaps others wait behind it.
    fn pass_pause(&mut self, index: usize) -> Result<(), String> {
        match self.random.below(4) {
            0 => self.help(index),
            1 => self.pass_ms(self.channels[index].pause_ms()),
            _ => {
                self.channels[index].move_all();
            }
        }
        self.look_after(index)
    }

    fn pass_time(&mut self) {
        let ms = [1, 15, 300, 1_000, 6_000, 400_000][self.random.below(6) as usize];
        self.pass_ms(ms);
    }

    fn pass_ms(&mut self, ms: u64) {
        self.clock.advance_ns(ms * 1_000_000);
        let now_ns = self.clock.monotonic_ns();
        self.channels.iter_mut().for_each(|one| one.tick(now_ns));
        self.trace.note(&format!("{ms} ms pass"));
    }

    /// Something goes wrong with a queue manager, or what was wrong is mended.
    fn fault(&mut self) -> Result<(), String> {
        let side = self.random.below(2) as usize;
        if self.faults == Faults::None || self.random.chance(15) {
            return self.end_well(side);
        }
        let one = &mut self.sides[side];
        if one.is_full() {
            one.empty_disk();
            self.trace.note(&format!("{} has room again", one.name()));
            return Ok(());
        }
        match self.random.below(4) {
            0 => self.crash(side),
            1 if self.faults == Faults::Failures => {
                let spare = [0, 8_192, 100_000][self.random.below(3) as usize];
                one.fill_disk(spare);
                self.trace.note(&format!(
                    "the disk of {} is full but for {spare}",
                    one.name()
                ));
                Ok(())
            }
            _ if self.faults == Faults::Failures && !one.has_plan() => {
                let planned = one.plan(&mut self.random);
                self.trace.note(&planned);
                Ok(())
            }
            _ => self.crash(side),
        }
    }

    /// A queue manager whose disk failed is started again.
    fn restart_broken(&mut self) -> Result<(), String> {
        for side in 0..2 {
            if self.sides[side].is_broken() && self.random.chance(30) {
                self.crash(side)?;
            }
        }
        Ok(())
    }

    fn crash(&mut self, side: usize) -> Result<(), String> {
        self.crashes += 1;
        let how = self.sides[side].stop(&mut self.random);
        self.trace
            .note(&format!("{}: {how}", self.sides[side].name()));
        self.leave(side);
        self.begin_again(side)
    }

    /// A queue manager ends as it should, and is started again.
    fn end_well(&mut self, side: usize) -> Result<(), String> {
        if self.sides[side].in_trouble() {
            return Ok(());
        }
        self.trace
            .note(&format!("{} ends", self.sides[side].name()));
        for channel in &mut self.channels {
            let end = usize::from(channel.from != side);
            channel.end(end, Ending::Quiesce);
        }
        for _ in 0..20 {
            self.turn()?;
        }
        self.leave(side);
        self.sides[side].end()?;
        self.sides[side].stop(&mut self.random);
        self.begin_again(side)
    }

    /// What ran with a queue manager is gone.
    fn leave(&mut self, side: usize) {
        self.channels.iter_mut().for_each(|one| one.die(side));
        let programs = self.programs.iter_mut().filter(|one| one.side == side);
        for program in programs {
            program.leave(&mut self.books.fates);
        }
    }

    fn begin_again(&mut self, side: usize) -> Result<(), String> {
        self.sides[side].start_again(&mut self.random)?;
        for channel in &mut self.channels {
            channel.live_again(side, &self.sides);
        }
        Ok(())
    }

    /// All that can move moves once. False when nothing does.
    fn turn(&mut self) -> Result<bool, String> {
        let mut moved = false;
        for index in 0..self.channels.len() {
            let channel = &mut self.channels[index];
            channel.resume();
            moved |= channel.move_all();
            self.look_after(index)?;
        }
        for side in 0..2 {
            moved |= self.sides[side].force();
            self.sides[side].keep_house();
        }
        Ok(moved)
    }

    /// Everything works again: channels are started until all messages have arrived.
    fn settle(&mut self) -> Result<(), String> {
        self.relieve();
        for side in 0..2 {
            if self.sides[side].in_trouble() {
                self.crash(side)?;
            }
        }
        self.relieve();
        for program in &mut self.programs {
            program.leave(&mut self.books.fates);
        }
        for _ in 0..ROUNDS_MAX {
            for index in 0..self.channels.len() {
                self.get_going(index)?;
            }
            let mut still = 0;
            for _ in 0..TURNS_MAX {
                still = if self.turn()? { 0 } else { still + 1 };
                if still == 5 {
                    break;
                }
            }
            if self.has_arrived() {
                return self.part();
            }
            self.clock.advance_ns(1_000_000_000);
            let now_ns = self.clock.monotonic_ns();
            self.channels.iter_mut().for_each(|one| one.tick(now_ns));
        }
        let stuck: Vec<String> = self
            .channels
            .iter()
            .map(|one| {
                let depth = self.sides[one.from].messages(&one.transmission);
                format!(
                    "{}, {depth} messages, in doubt {:?}\n{}",
                    one.words(),
                    one.in_doubt(),
                    one.told()
                )
            })
            .collect();
        Err(format!("not all messages arrive\n{}", stuck.join("\n")))
    }

    /// A channel is started; an operator helps it where what it kept was lost.
    fn get_going(&mut self, index: usize) -> Result<(), String> {
        if self.channels[index].apart.is_some() {
            self.resolve(index)?;
            if self.channels[index].lost {
                self.mend(index)?;
            }
        }
        self.channels[index].start();
        Ok(())
    }

    fn has_arrived(&self) -> bool {
        self.channels.iter().all(|one| {
            let left = self.sides[one.from].messages(&one.transmission);
            left == 0 && one.in_doubt().is_none()
        })
    }

    /// All channels end, and what they keep is looked at.
    fn part(&mut self) -> Result<(), String> {
        for channel in &mut self.channels {
            channel.end(0, Ending::Quiesce);
        }
        for _ in 0..20 {
            self.turn()?;
        }
        for index in 0..self.channels.len() {
            (0..2).try_for_each(|end| self.channels[index].cut_end(end, &self.sides))?;
            self.judge_records(index)?;
        }
        Ok(())
    }
}

impl Drop for Joined {
    fn drop(&mut self) {
        // What is dropped backs out, into logs nobody reads any more.
        for side in &self.sides {
            side.engine().log().abandon();
        }
    }
}
