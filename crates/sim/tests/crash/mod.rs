//! Real processes, killed at any moment, and a ledger that knows what must be left.
//!
//! The test program starts itself again as the process to be killed: a queue manager embedded
//! in an application with several threads, a server, applications on the bindings road. The
//! applications tell the judge of each step through a pipe (`work`); after each kill the judge
//! looks at the queues and holds them against that (`ledger`). Nothing ends in good order
//! until the last look.

mod ledger;
mod process;
mod publications;
mod work;

use ferromq_base::random::SplitMix64;
use ferromq_mqi::session::Session;
use ledger::Ledger;
use process::{Bindings, Process, Room, connect_when_there};
use std::io::Write;
use std::time::Duration;

const EMBEDDED_KILLS: u64 = 40;
const BINDINGS_ROUNDS: u64 = 16;
/// A machine on which little is done meanwhile goes on, up to this many times as long.
const PATIENCE: u64 = 6;

/// Whether it was tried so often, and enough was done of which something could have been lost.
fn is_enough(ledger: &Ledger, tries: u64, wanted: u64) -> bool {
    tries >= wanted && (ledger.commits > wanted || tries >= PATIENCE * wanted)
}

/// Not a test: what a child process does, chosen by its environment.
#[test]
fn a_child_process() {
    process::play_role();
}

/// Shown although the test passes: how much was tried is part of its result.
fn report(text: &str, ledger: &Ledger) {
    let _ = writeln!(
        std::io::stderr(),
        "{text}; {} commits answered, {} back outs, {} gets; of commits in flight {} had \
         happened and {} had not",
        ledger.commits,
        ledger.back_outs,
        ledger.gets,
        ledger.found,
        ledger.not_found
    );
}

#[test]
fn an_embedded_queue_manager_killed_at_any_moment_comes_back_with_every_answered_commit() {
    let room = Room::new("embedded");
    room.create();
    let mut ledger = Ledger::default();
    let mut noise = SplitMix64::new(0xE3B);
    let (mut during_start, mut lives) = (0, 0);
    for life in 0.. {
        let last = is_enough(&ledger, life, EMBEDDED_KILLS);
        let role = if last { "look" } else { "embedded" };
        let mut child = Process::start(role, &room, life, 0);
        let looked = if last || noise.below(4) > 0 {
            let looked = child.await_look();
            if !last {
                std::thread::sleep(Duration::from_micros(noise.below(100_000)));
            }
            looked
        } else {
            // Perhaps in the middle of starting.
            std::thread::sleep(Duration::from_micros(noise.below(50_000)));
            None
        };
        let said = if last { child.wait() } else { child.kill() };
        let looked = looked.or_else(|| said.look());
        match looked {
            Some(seen) => ledger
                .judge(&seen, true)
                .unwrap_or_else(|text| panic!("life {life}: {text}")),
            None => during_start += 1,
        }
        ledger
            .read(&said.lines)
            .unwrap_or_else(|text| panic!("life {life}: {text}"));
        if last {
            lives = life;
            break;
        }
    }
    assert!(ledger.commits > EMBEDDED_KILLS, "too little was done");
    let text = format!("embedded: {lives} kills, {during_start} of them during the start");
    report(&text, &ledger);
}

#[test]
fn servers_and_applications_killed_at_any_moment_leave_every_answered_commit() {
    let room = Room::new("bindings");
    room.create();
    let mut ledger = Ledger::default();
    let mut noise = SplitMix64::new(0xB1D);
    let mut server: Option<Process> = None;
    let mut judge: Option<Bindings> = None;
    let (mut server_kills, mut application_kills) = (0, 0);
    for round in 0.. {
        let restarted = server.is_none();
        let process = server.get_or_insert_with(|| Process::start("server", &room, round, 0));
        let session = judge.get_or_insert_with(|| Session::new(connect_when_there(&room.path)));
        process::await_quiet(session);
        let seen = process::look(session);
        ledger
            .judge(&seen, restarted)
            .unwrap_or_else(|text| panic!("round {round}: {text}"));
        if is_enough(&ledger, round, BINDINGS_ROUNDS) {
            break;
        }
        let mut applications: Vec<Process> = (0..2)
            .map(|number| Process::start("application", &room, round * 2 + number, number * 2))
            .collect();
        std::thread::sleep(Duration::from_micros(noise.below(120_000)));
        // Who dies, in which order: the first, the second, the server.
        let order: &[usize] = [&[2][..], &[0, 1], &[0, 2, 1], &[2, 1, 0]][(round % 4) as usize];
        let mut alive = vec![true; applications.len()];
        let mut server_lives = true;
        for victim in order {
            if *victim == 2 {
                process.kill();
                server_lives = false;
                server_kills += 1;
            } else {
                let application = &mut applications[*victim];
                let said = match server_lives {
                    true => application.kill(),
                    false => application.kill_bereft(),
                };
                alive[*victim] = false;
                application_kills += 1;
                read(&mut ledger, round, &said.lines);
            }
            std::thread::sleep(Duration::from_micros(noise.below(20_000)));
        }
        for (application, _) in applications
            .iter_mut()
            .zip(alive)
            .filter(|(_, alive)| *alive)
        {
            // It has lost its queue manager and ends by itself.
            let said = application.wait();
            read(&mut ledger, round, &said.lines);
        }
        if order.contains(&2) {
            (server, judge) = (None, None);
        }
    }
    drop(judge);
    server.take().map(|mut process| process.kill());
    assert!(ledger.commits > BINDINGS_ROUNDS, "too little was done");
    let text = format!(
        "bindings: {server_kills} kills of the server, {application_kills} of applications"
    );
    report(&text, &ledger);
}

fn read(ledger: &mut Ledger, round: u64, lines: &[String]) {
    ledger
        .read(lines)
        .unwrap_or_else(|text| panic!("round {round}: {text}"));
}
