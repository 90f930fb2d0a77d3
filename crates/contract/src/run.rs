//! Runs contracts and reports them the way test binaries do.

use crate::subject::{Contract, Need, Road, Subject};
use crate::trial::Trial;
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// A contract that takes longer than this hangs.
const HANG: Duration = Duration::from_secs(120);
/// Contracts run at a time: some wait, so a few more than there are processors.
const AT_A_TIME: usize = 4;

enum Event {
    Began(usize),
    Ended(usize, bool),
}

/// Runs the contracts the command line asks for (the arguments of a test binary: words that
/// names must contain, `--exact`, `--list`) and says how it went.
#[must_use]
pub fn run_all(road: &dyn Road) -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    run_matching(road, &arguments)
}

/// [`run_all`] with these arguments.
#[must_use]
pub fn run_matching(road: &dyn Road, arguments: &[String]) -> ExitCode {
    let exact = arguments.iter().any(|argument| argument == "--exact");
    let words: Vec<_> = arguments
        .iter()
        .filter(|argument| !argument.starts_with('-'))
        .collect();
    let wanted = |contract: &Contract| {
        let name = contract.full_name();
        words.is_empty()
            || words.iter().any(|word| {
                if exact {
                    name == **word
                } else {
                    name.contains(*word)
                }
            })
    };
    let chosen: Vec<_> = crate::catalogue::catalogue()
        .into_iter()
        .filter(wanted)
        .collect();
    if arguments.iter().any(|argument| argument == "--list") {
        for contract in &chosen {
            println!("{}: test", contract.full_name());
        }
        return ExitCode::SUCCESS;
    }
    let can = |need: &Need| *need == Need::Own || road.offers(*need);
    let exception = |contract: &Contract| {
        let name = contract.full_name();
        let mut exceptions = road.exceptions().iter();
        exceptions.find(|(of, _)| *of == name || of.ends_with("::") && name.starts_with(of))
    };
    let (chosen, excepted): (Vec<_>, Vec<_>) = chosen
        .into_iter()
        .partition(|contract| exception(contract).is_none());
    for contract in &excepted {
        let why = exception(contract).map_or("", |(_, why)| why);
        println!("test {} ... ignored: {why}", contract.full_name());
    }
    let (possible, skipped): (Vec<_>, Vec<_>) = chosen
        .into_iter()
        .partition(|contract| contract.needs.iter().all(can));
    for contract in &skipped {
        println!(
            "test {} ... ignored: not over {}",
            contract.full_name(),
            road.name()
        );
    }
    let began = Instant::now();
    let failed = run(road, &possible);
    println!(
        "\ncontract over {}: {} kept, {} broken, {} skipped, in {:.1} s",
        road.name(),
        possible.len() - failed.len(),
        failed.len(),
        skipped.len() + excepted.len(),
        began.elapsed().as_secs_f64()
    );
    for name in &failed {
        println!("    broken: {name}");
    }
    if failed.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(101)
    }
}

/// Returns the names of the contracts that were broken.
fn run(road: &dyn Road, contracts: &[Contract]) -> Vec<String> {
    let exclusive = |contract: &Contract| contract.needs.iter().any(|need| need.is_exclusive());
    let shared = contracts
        .iter()
        .any(|contract| !exclusive(contract))
        .then(|| road.new_subject());
    let next = AtomicUsize::new(0);
    let (events, reports) = channel();
    std::thread::scope(|scope| {
        for _ in 0..AT_A_TIME.min(contracts.len()) {
            let (events, shared, next) = (events.clone(), shared.as_deref(), &next);
            scope.spawn(move || {
                while let Some((number, contract)) = take_next(contracts, next) {
                    let subject = if exclusive(contract) { None } else { shared };
                    one(road, subject, number, contract, &events);
                }
            });
        }
        drop(events);
        report(contracts, &reports)
    })
}

fn take_next<'a>(contracts: &'a [Contract], next: &AtomicUsize) -> Option<(usize, &'a Contract)> {
    let number = next.fetch_add(1, Ordering::Relaxed);
    contracts.get(number).map(|contract| (number, contract))
}

fn one(
    road: &dyn Road,
    shared: Option<&dyn Subject>,
    number: usize,
    contract: &Contract,
    events: &Sender<Event>,
) {
    // The receiver outlives every sender; should it not, nobody is left to tell.
    let _ = events.send(Event::Began(number));
    // A thread of its own, so that a panic says which contract it broke.
    let kept = std::thread::scope(|scope| {
        let named = std::thread::Builder::new().name(contract.full_name());
        let running = named.spawn_scoped(scope, || match shared {
            Some(subject) => (contract.run)(&Trial::new(subject, number)),
            None => (contract.run)(&Trial::new(road.new_subject().as_ref(), number)),
        });
        running.is_ok_and(|running| running.join().is_ok())
    });
    let _ = events.send(Event::Ended(number, kept));
}

fn report(contracts: &[Contract], reports: &Receiver<Event>) -> Vec<String> {
    let mut running = BTreeMap::new();
    let mut failed = Vec::new();
    loop {
        match reports.recv_timeout(HANG) {
            Ok(Event::Began(number)) => {
                running.insert(number, Instant::now());
            }
            Ok(Event::Ended(number, kept)) => {
                running.remove(&number);
                let name = contracts[number].full_name();
                println!("test {name} ... {}", if kept { "ok" } else { "FAILED" });
                if !kept {
                    failed.push(name);
                }
            }
            Err(RecvTimeoutError::Disconnected) => return failed,
            Err(RecvTimeoutError::Timeout) => {
                for number in running.keys() {
                    println!("test {} hangs", contracts[*number].full_name());
                }
                std::process::exit(101);
            }
        }
    }
}
