//! How exactly messages are spread over members as their weights say.

use super::traffic::{DEPTH, QUEUE, put_all};
use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::figures::{Record, Value};
use crate::host::Host;
use crate::members::{Member, Members, shared_queue};
use std::time::{Duration, Instant};

/// `CLWLWGHT` of the members that have the queue.
const WEIGHTS: [u64; 3] = [60, 30, 10];
const MESSAGES: u64 = 10_000;
/// Messages that start the channels; what goes where before they run follows other rules.
const FIRST: u64 = 30;
/// How long all of it may take to arrive.
const ARRIVED_WITHIN: Duration = Duration::from_secs(60);
const LOOK: Duration = Duration::from_millis(20);

pub(crate) fn measure(arguments: &Arguments) -> Result<Record, Failure> {
    let mut host = Host::start(arguments)?;
    let receiver = |number: usize| {
        // The queue manager of the run has no such queue.
        let weight = number.checked_sub(2).and_then(|at| WEIGHTS.get(at));
        weight.map_or(String::new(), |weight| format!("CLWLWGHT({weight})"))
    };
    let count = WEIGHTS.len() + 1;
    let members = Members::start_with(count, DEPTH, arguments, &mut host, Box::new(receiver))?;
    let queue = shared_queue(QUEUE, DEPTH);
    for member in &members.others {
        member.administer(std::slice::from_ref(&queue))?;
    }
    members.await_queues(&host, 1)?;
    let size = arguments.count("size", 2048)?;
    put_all(&host, size, FIRST)?;
    let before = await_arrival(&members, FIRST)?;
    await_channels(&host, &members)?;
    put_all(&host, size, MESSAGES)?;
    let after = await_arrival(&members, FIRST + MESSAGES)?;
    let came = after
        .iter()
        .zip(before)
        .map(|(after, before)| after - before);
    let came: Vec<u64> = came.collect();
    let all: u64 = WEIGHTS.iter().sum();
    let shares = came.iter().zip(WEIGHTS);
    let off = shares.map(|(came, weight)| {
        let due = (MESSAGES * weight) as f64 / all as f64;
        (*came as f64 - due).abs() / due
    });
    let mut record = Record::new("balance by weight");
    record
        .word(
            "weights",
            &WEIGHTS.map(|weight| weight.to_string()).join(", "),
        )
        .set("messages", Value::Count(MESSAGES))
        .figure(
            "worst_off_percent",
            Value::Number(off.fold(0.0, f64::max) * 100.0),
        );
    for (name, came) in ["first", "second", "third"].into_iter().zip(came) {
        record.figure(name, Value::Count(came));
    }
    Ok(record)
}

/// Waits until so many messages stand on the queue, at all members together; how many at each.
fn await_arrival(members: &Members, messages: u64) -> Result<Vec<u64>, Failure> {
    let began = Instant::now();
    loop {
        let each: Result<Vec<u64>, Failure> = members.others.iter().map(depth).collect();
        let each = each?;
        let came: u64 = each.iter().sum();
        if came == messages {
            return Ok(each);
        }
        if came > messages || began.elapsed() > ARRIVED_WITHIN {
            return Err(Failure::Wrong(format!(
                "{messages} messages were put, and {came} came"
            )));
        }
        std::thread::sleep(LOOK);
    }
}

/// Messages on the queue at a member.
fn depth(member: &Member) -> Result<u64, Failure> {
    let said = member.ask(&format!("DISPLAY QLOCAL({QUEUE}) CURDEPTH"))?;
    let depth = said.split_once("CURDEPTH(").and_then(|(_, behind)| {
        let (digits, _) = behind.split_once(')')?;
        digits.parse().ok()
    });
    depth.ok_or_else(|| Failure::Wrong(format!("{} says: {said}", member.name())))
}

/// Waits until the channel to each member is known to run.
fn await_channels(host: &Host, members: &Members) -> Result<(), Failure> {
    let began = Instant::now();
    for member in &members.others {
        let asked = format!("DISPLAY CLUSQMGR({}) STATUS", member.name());
        while !host.ask(&asked)?.contains("STATUS(RUNNING)") {
            if began.elapsed() > ARRIVED_WITHIN {
                let why = format!("the channel to {} does not run", member.name());
                return Err(Failure::Stuck(why));
            }
            std::thread::sleep(LOOK);
        }
    }
    Ok(())
}
