//! The judge: what applications said, held against what the queue manager shows.
//!
//! It knows nothing of the queue manager but its answers. A unit of work whose commit was
//! answered happened; one whose commit was never asked for did not; one whose commit was asked
//! for and not answered happened wholly or not at all, and what is seen says which.

use crate::crash::work::{own_queue, worker_of};
use std::collections::BTreeMap;

/// What became of a unit of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// Its commit was not asked for.
    Open,
    /// Its commit was asked for and not answered.
    Asked,
    Committed,
    BackedOut,
}

#[derive(Debug)]
struct Unit {
    outcome: Outcome,
    puts: Vec<u64>,
    gets: Vec<u64>,
}

#[derive(Debug)]
struct Message {
    queue: String,
    priority: i32,
    persistent: bool,
    unit: u64,
    /// Units that got it, in no order but that of each worker.
    got_by: Vec<u64>,
}

/// A message as a browse shows it.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    pub(crate) queue: String,
    pub(crate) number: u64,
    pub(crate) priority: i32,
}

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    units: BTreeMap<u64, Unit>,
    messages: BTreeMap<u64, Message>,
    pub(crate) commits: u64,
    pub(crate) back_outs: u64,
    pub(crate) gets: u64,
    /// Commits nobody was told about that turned out to have happened, and not to have.
    pub(crate) found: u64,
    pub(crate) not_found: u64,
}

impl Ledger {
    /// Takes in what a process said. The lines of each worker are in the order it wrote them.
    pub(crate) fn read(&mut self, lines: &[String]) -> Result<(), String> {
        for line in lines {
            self.read_line(line)
                .map_err(|text| format!("{text}, at line '{line}'"))?;
        }
        Ok(())
    }

    fn read_line(&mut self, line: &str) -> Result<(), String> {
        let mut words = line.split(' ');
        let verb = words.next().unwrap_or_default();
        if verb == "E" {
            return Err("an application met what may not happen".into());
        }
        let unit: u64 = words
            .next()
            .and_then(|word| word.parse().ok())
            .ok_or("no unit")?;
        let worker = worker_of(unit);
        self.units.entry(unit).or_insert_with(|| Unit {
            outcome: Outcome::Open,
            puts: Vec::new(),
            gets: Vec::new(),
        });
        let rest: Vec<&str> = words.collect();
        match (verb, rest.as_slice()) {
            ("P", [number, queue, priority, persistent, _]) => {
                let number: u64 = number.parse().map_err(|_| "no number")?;
                let message = Message {
                    queue: (*queue).to_owned(),
                    priority: priority.parse().map_err(|_| "no priority")?,
                    persistent: *persistent == "1",
                    unit,
                    got_by: Vec::new(),
                };
                self.messages.insert(number, message);
                self.unit(unit).puts.push(number);
            }
            ("G", [number, queue]) => {
                let number = number.parse().map_err(|_| "no number")?;
                self.check_own(worker, queue, Some(number))?;
                self.gets += 1;
                self.unit(unit).gets.push(number);
                // The line of the put may come from another process and still be unread:
                // `settle` looks whether there is one.
                if let Some(message) = self.messages.get_mut(&number) {
                    message.got_by.push(unit);
                }
            }
            ("N", [queue]) => self.check_own(worker, queue, None)?,
            ("T", []) => self.unit(unit).outcome = Outcome::Asked,
            ("C", []) => {
                self.unit(unit).outcome = Outcome::Committed;
                self.commits += 1;
            }
            ("X", []) => {
                self.unit(unit).outcome = Outcome::BackedOut;
                self.back_outs += 1;
            }
            _ => return Err("a line nobody writes".into()),
        }
        Ok(())
    }

    fn unit(&mut self, unit: u64) -> &mut Unit {
        self.units.get_mut(&unit).expect("entered when first named")
    }

    /// Nobody else uses a worker's own queue, so that each get of it is foretold.
    fn check_own(&self, worker: u64, queue: &str, got: Option<u64>) -> Result<(), String> {
        if queue != own_queue(worker) {
            return Ok(());
        }
        let wanted = self.in_order(queue).first().copied();
        if got == wanted {
            return Ok(());
        }
        Err(format!("{queue} gave {got:?} where {wanted:?} was due"))
    }

    /// What can be got from a queue, in order.
    fn in_order(&self, queue: &str) -> Vec<u64> {
        let mut there: Vec<(i32, u64)> = self
            .messages
            .iter()
            .filter(|(_, message)| message.queue == queue && self.is_there(message))
            .map(|(number, message)| (-message.priority, *number))
            .collect();
        there.sort_unstable();
        there.into_iter().map(|(_, number)| number).collect()
    }

    fn outcome(&self, unit: u64) -> Outcome {
        self.units
            .get(&unit)
            .map_or(Outcome::Committed, |unit| unit.outcome)
    }

    fn is_there(&self, message: &Message) -> bool {
        self.outcome(message.unit) == Outcome::Committed
            && message
                .got_by
                .iter()
                .all(|unit| self.outcome(*unit) == Outcome::BackedOut)
    }

    /// Judges what the queues show when every application is dead. `restarted`: the queue
    /// manager died too, and non-persistent messages with it.
    pub(crate) fn judge(&mut self, seen: &[Seen], restarted: bool) -> Result<(), String> {
        let shown = index(seen)?;
        self.link_gets()?;
        if restarted {
            self.forget_volatile();
        }
        self.settle(&shown)?;
        self.compare(&shown)?;
        self.check_order(seen)?;
        self.forget_finished();
        Ok(())
    }

    /// Every message got was put by somebody who did not back it out.
    fn link_gets(&mut self) -> Result<(), String> {
        for (id, unit) in &self.units {
            for number in &unit.gets {
                let Some(message) = self.messages.get_mut(number) else {
                    return Err(format!("unit {id} got message {number}, which nobody put"));
                };
                if !message.got_by.contains(id) {
                    message.got_by.push(*id);
                }
            }
        }
        for unit in self.units.values_mut() {
            if unit.outcome == Outcome::Open {
                unit.outcome = Outcome::BackedOut;
            }
        }
        for (number, message) in &self.messages {
            let by_others = message.got_by.iter().any(|unit| *unit != message.unit);
            if by_others && self.outcome(message.unit) == Outcome::BackedOut {
                return Err(format!("message {number} was got and never committed"));
            }
        }
        Ok(())
    }

    fn forget_volatile(&mut self) {
        let gone: Vec<u64> = self
            .messages
            .iter()
            .filter(|(_, message)| !message.persistent)
            .map(|(number, _)| *number)
            .collect();
        for number in gone {
            self.messages.remove(&number);
        }
        let messages = &self.messages;
        for unit in self.units.values_mut() {
            unit.puts.retain(|number| messages.contains_key(number));
            unit.gets.retain(|number| messages.contains_key(number));
        }
    }

    /// Finds out what became of the units whose commit was not answered.
    fn settle(&mut self, shown: &BTreeMap<u64, &Seen>) -> Result<(), String> {
        let asked: Vec<u64> = self
            .units
            .iter()
            .filter(|(_, unit)| unit.outcome == Outcome::Asked)
            .map(|(id, _)| *id)
            .collect();
        let mut silent = Vec::new();
        for id in asked {
            let votes = self.votes(id, shown);
            let happened = match (votes.contains(&true), votes.contains(&false)) {
                (true, true) => {
                    return Err(format!(
                        "unit {id} is committed in part: {:?}",
                        self.units[&id]
                    ));
                }
                (false, false) => {
                    silent.push(id);
                    continue;
                }
                (happened, _) => happened,
            };
            self.conclude(id, happened);
        }
        for id in silent {
            // Nothing of it is left to be seen but gets that somebody else may have made.
            let free = self.units[&id].gets.iter().all(|number| {
                let others = self.messages[number].got_by.iter().filter(|by| **by != id);
                others
                    .into_iter()
                    .all(|by| self.outcome(*by) != Outcome::Committed)
            });
            self.conclude(id, free);
        }
        Ok(())
    }

    fn conclude(&mut self, id: u64, happened: bool) {
        let unit = self.unit(id);
        unit.outcome = if happened {
            Outcome::Committed
        } else {
            Outcome::BackedOut
        };
        *(if happened {
            &mut self.found
        } else {
            &mut self.not_found
        }) += 1;
    }

    fn votes(&self, id: u64, shown: &BTreeMap<u64, &Seen>) -> Vec<bool> {
        let unit = &self.units[&id];
        let mut votes = Vec::new();
        for number in &unit.puts {
            votes.push(shown.contains_key(number) || !self.messages[number].got_by.is_empty());
        }
        for number in &unit.gets {
            let others = self.messages[number].got_by.iter().filter(|by| **by != id);
            let outcomes: Vec<Outcome> = others.map(|by| self.outcome(*by)).collect();
            if shown.contains_key(number) || outcomes.contains(&Outcome::Committed) {
                votes.push(false);
            } else if !outcomes.contains(&Outcome::Asked) {
                votes.push(true);
            }
        }
        votes
    }

    /// Every message there is seen, every message seen is there.
    fn compare(&self, shown: &BTreeMap<u64, &Seen>) -> Result<(), String> {
        for (number, message) in &self.messages {
            let takers = message.got_by.iter();
            let taken = takers
                .filter(|unit| self.outcome(**unit) == Outcome::Committed)
                .count();
            if taken > 1 {
                return Err(format!(
                    "message {number} was got {taken} times: {message:?}"
                ));
            }
            match (self.is_there(message), shown.get(number)) {
                (true, None) => return Err(format!("lost: message {number}, {message:?}")),
                (false, Some(_)) => {
                    return Err(format!(
                        "message {number} should not be there: {message:?}, its unit {:?}",
                        self.units.get(&message.unit)
                    ));
                }
                (true, Some(seen)) => {
                    let as_put = seen.queue == message.queue && seen.priority == message.priority;
                    if !as_put {
                        return Err(format!("message {number}: {seen:?} and not {message:?}"));
                    }
                }
                (false, None) => {}
            }
        }
        match shown
            .keys()
            .find(|number| !self.messages.contains_key(number))
        {
            Some(number) => Err(format!(
                "message {number} of {} came back, or was never put",
                shown[number].queue
            )),
            None => Ok(()),
        }
    }

    /// By priority, and within it what one worker put in the order it put it. Numbers of later
    /// lives are greater.
    fn check_order(&self, seen: &[Seen]) -> Result<(), String> {
        let mut last: BTreeMap<(&str, u64), u64> = BTreeMap::new();
        let mut rank: BTreeMap<&str, i32> = BTreeMap::new();
        for one in seen {
            let before = rank.insert(&one.queue, one.priority).unwrap_or(i32::MAX);
            if before < one.priority {
                return Err(format!("{} is not in order of priority", one.queue));
            }
            if before > one.priority {
                last.retain(|(queue, _), _| *queue != one.queue);
            }
            let worker = worker_of(one.number);
            if let Some(before) = last.insert((&one.queue, worker), one.number)
                && before > one.number
            {
                return Err(format!(
                    "{}: message {} stands behind {before}",
                    one.queue, one.number
                ));
            }
        }
        Ok(())
    }

    /// What is over and off the queues is only a number never to be seen again.
    fn forget_finished(&mut self) {
        let gone: Vec<u64> = self
            .messages
            .iter()
            .filter(|(_, message)| !self.is_there(message))
            .map(|(number, _)| *number)
            .collect();
        for number in gone {
            self.messages.remove(&number);
        }
        for message in self.messages.values_mut() {
            message.got_by.clear();
        }
        // A unit that is not there counts as committed, as those of the messages left are.
        self.units.clear();
    }
}

fn index(seen: &[Seen]) -> Result<BTreeMap<u64, &Seen>, String> {
    let mut shown = BTreeMap::new();
    for one in seen {
        if let Some(other) = shown.insert(one.number, one) {
            return Err(format!("doubled: {one:?} and {other:?}"));
        }
    }
    Ok(shown)
}
