//! Publications of processes that are killed: every subscriber has them, or none has, in the order they were published; and
//! what is retained is the last of them.
//!
//! The publishing process tells the judge which publications it is about to commit, and when that was answered:
//!
//! ```text
//! @T unit number number ...     is about to commit these, or to publish one outside syncpoint
//! @C unit                       that was answered
//! @E text                       something that may not happen
//! ```

use crate::crash::ledger::Seen;
use crate::crash::process::{LOOKED, Process, Room, settings};
use crate::crash::work::{body, is_full, number_of, say, worker_of};
use ferromq::{
    GetOptions, MqError, MsgDescriptor, ObjectDescriptor, ObjectHandle, PutOptions, QueueManager,
    Reason, mq,
};
use ferromq_base::random::SplitMix64;
use ferromq_mqi::options::SubscriptionDescriptor;
use ferromq_mqi::session::{Connected, Session};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

const KILLS: u64 = 25;
const PUBLISHERS: u64 = 2;
const QUEUES: [&str; 3] = ["P0", "P1", "P2"];
/// What is retained for a publisher's topic is shown as a queue of this name and the publisher's number.
const RETAINED: &str = "R";

fn topic(publisher: u64) -> String {
    format!("p/{publisher}")
}

// ---- the process that is killed

pub(crate) fn play(data_path: &Path, life: u64, last: bool) {
    let manager = QueueManager::open(data_path, "QM1", &settings()).expect("opened");
    let mut session = manager.connect().expect("connected");
    look(&mut session);
    if last {
        return drop(manager.end());
    }
    std::thread::scope(|threads| {
        for publisher in 0..PUBLISHERS {
            let session = manager.connect().expect("connected");
            threads.spawn(move || {
                if let Err(error) = publish(session, life, publisher)
                    && error.reason != Reason::CONNECTION_BROKEN
                {
                    say(&format!("E {error}"));
                }
            });
        }
    });
}

fn look<C: Connected>(session: &mut Session<C>) {
    for queue in QUEUES {
        let handle = session.open(queue, mq::MQOO_BROWSE).expect("opened");
        show(session, handle, queue, mq::MQGMO_BROWSE_NEXT);
        session.close(handle, mq::MQCO_NONE).expect("closed");
    }
    for publisher in 0..PUBLISHERS {
        let mut asked = SubscriptionDescriptor {
            options: mq::MQSO_CREATE | mq::MQSO_MANAGED,
            object_string: topic(publisher),
            ..SubscriptionDescriptor::default()
        };
        let made = session.subscribe(&mut asked, ObjectHandle::NONE);
        let (queue, subscription) = made.expect("subscribed");
        let name = format!("{RETAINED}{publisher}");
        show(session, queue, &name, mq::MQGMO_NO_PROPERTIES);
        let closed = session.close(subscription, mq::MQCO_NONE);
        closed.expect("unsubscribed");
    }
    say(LOOKED);
}

fn show<C: Connected>(session: &mut Session<C>, handle: ObjectHandle, name: &str, options: i32) {
    let options = GetOptions {
        options,
        ..GetOptions::default()
    };
    loop {
        match session.get(handle, &MsgDescriptor::default(), &options, 1 << 20) {
            Ok(got) => {
                let number = number_of(&got.body).expect("a whole body");
                say(&format!("S {name} {number} 0"));
            }
            Err(error) => return assert_eq!(error.reason, Reason::NO_MSG_AVAILABLE),
        }
    }
}

fn publish<C: Connected>(
    mut session: Session<C>,
    life: u64,
    publisher: u64,
) -> Result<(), MqError> {
    let mut object = ObjectDescriptor::topic(&topic(publisher));
    let handle = session.open_object(&mut object, mq::MQOO_OUTPUT)?;
    let mut noise = SplitMix64::new(life * PUBLISHERS + publisher + 1);
    let mut number = (life << 40) | (publisher << 32);
    loop {
        let under_syncpoint = noise.below(4) > 0;
        let count = if under_syncpoint {
            1 + noise.below(4)
        } else {
            1
        };
        let numbers: Vec<u64> = (number + 1..=number + count).collect();
        number += count;
        let published: Vec<String> = numbers.iter().map(u64::to_string).collect();
        let published = format!("T {} {}", numbers[0], published.join(" "));
        if !under_syncpoint {
            say(&published);
        }
        let mut done = Ok(());
        for number in &numbers {
            let syncpoint = match under_syncpoint {
                true => mq::MQPMO_SYNCPOINT,
                false => mq::MQPMO_NO_SYNCPOINT,
            };
            let mut descriptor = MsgDescriptor {
                persistence: mq::MQPER_PERSISTENT,
                ..MsgDescriptor::default()
            };
            let mut options = PutOptions {
                options: mq::MQPMO_RETAIN | syncpoint,
                ..PutOptions::default()
            };
            let bytes = body(*number, 20 + noise.below(3_000) as usize);
            let put = session.put(handle, &mut descriptor, &mut options, bytes);
            done = done.and(put.map(drop));
        }
        if under_syncpoint && done.is_ok() && noise.below(5) > 0 {
            say(&published);
            done = session.commit().map(drop);
        } else if under_syncpoint {
            session.back_out()?;
            continue;
        }
        match done {
            Ok(()) => say(&format!("C {}", numbers[0])),
            // The log was full: it never was.
            Err(error) if is_full(error.reason) => {}
            Err(error) => return Err(error),
        }
    }
}

// ---- the judge

/// What was published: by unit, which is its first number, and whether it was answered.
type Published = BTreeMap<u64, (Vec<u64>, bool)>;

fn read(published: &mut Published, lines: &[String]) {
    for line in lines {
        let (verb, rest) = line.split_once(' ').expect("a line of ours");
        let numbers: Vec<u64> = rest.split(' ').filter_map(|one| one.parse().ok()).collect();
        match verb {
            "T" => drop(published.insert(numbers[0], (numbers[1..].to_vec(), false))),
            "C" => published.get_mut(&numbers[0]).expect("published before").1 = true,
            _ => panic!("{line}"),
        }
    }
}

/// Holds what is there against what was told. Units that were not answered are settled by it. Answers how many of those
/// had happened.
fn judge(published: &mut Published, seen: &[Seen]) -> u64 {
    let on = |queue: &str| -> Vec<u64> {
        let there = seen.iter().filter(|one| one.queue == queue);
        there.map(|one| one.number).collect()
    };
    let of = |all: &[u64], publisher| -> Vec<u64> {
        let own = all.iter().filter(|number| worker_of(**number) == publisher);
        own.copied().collect()
    };
    let first = on(QUEUES[0]);
    for queue in QUEUES {
        for publisher in 0..PUBLISHERS {
            let (here, there) = (of(&on(queue), publisher), of(&first, publisher));
            assert_eq!(here, there, "{queue} and {} differ", QUEUES[0]);
        }
    }
    let mut found = 0;
    published.retain(|_, (numbers, answered)| {
        let there = numbers.iter().filter(|number| first.contains(number));
        let there = there.count();
        assert!(
            there == numbers.len() || (there == 0 && !*answered),
            "of {numbers:?}, answered: {answered}, {there} are there"
        );
        found += u64::from(there > 0 && !*answered);
        *answered = true;
        there > 0
    });
    for publisher in 0..PUBLISHERS {
        let all = published.values().flat_map(|(numbers, _)| numbers).copied();
        let wanted = of(&all.collect::<Vec<_>>(), publisher);
        assert_eq!(of(&first, publisher), wanted, "each once and in order");
        let retained = on(&format!("{RETAINED}{publisher}"));
        let last = wanted.last().copied();
        assert_eq!(retained, Vec::from_iter(last), "what is retained");
    }
    found
}

#[test]
fn publications_of_a_killed_process_are_with_every_subscriber_or_with_none() {
    let room = Room::new("publications");
    room.create();
    let manager = QueueManager::open(&room.path, "QM1", &settings()).expect("opened");
    for queue in QUEUES {
        for command in [
            format!("DEFINE QLOCAL({queue}) MAXDEPTH(999999)"),
            format!("DEFINE SUB({queue}) TOPICSTR('p/#') DEST({queue}) PSPROP(NONE)"),
        ] {
            let (output, outcome) = manager.run_command(&command);
            assert_eq!(outcome, ferromq::CommandOutcome::Done, "{output}");
        }
    }
    manager.end().expect("ended");
    let mut noise = SplitMix64::new(0x9B5);
    let (mut published, mut found) = (Published::new(), 0);
    for life in 1..=KILLS + 1 {
        let last = life > KILLS;
        let role = if last { "published" } else { "publish" };
        let mut child = Process::start(role, &room, life, 0);
        let seen = child.await_look().expect("it looks");
        found += judge(&mut published, &seen);
        if !last {
            std::thread::sleep(Duration::from_micros(noise.below(60_000)));
        }
        let said = if last { child.wait() } else { child.kill() };
        read(&mut published, &said.lines);
    }
    assert!(published.len() as u64 > KILLS, "too little was published");
    let _ = writeln!(
        std::io::stderr(),
        "publications: {KILLS} kills, {} units; {found} in flight had happened",
        published.len()
    );
}
