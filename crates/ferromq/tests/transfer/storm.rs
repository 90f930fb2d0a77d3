//! Agents in bad times: killed at any call, with queues that take nothing for a while, with requests to cancel, and with others who take
//! files away the moment they arrive.

use super::pauses::pause;
use super::{House, Lives, TURNS_MAX, content, item, request};
use ferromq::{MsgDescriptor, ObjectDescriptor, PutOptions, mq};
use ferromq_base::random::SplitMix64;
use ferromq_transfer::agent::AgentSettings;
use std::collections::BTreeMap;
use std::fs;

const SEEDS: u64 = 12;

/// What goes wrong, besides kills.
#[derive(Clone, Copy, Debug, Default)]
struct Weather {
    /// Somebody takes files away as soon as they have their names.
    takes_away: bool,
    /// Queues refuse puts for a while.
    refuses: bool,
    /// The transfer is cancelled at a moment.
    cancels: bool,
    /// Agents are killed.
    kills: bool,
    /// The transfer rests now and then.
    rests: bool,
}

/// Names and contents of files.
type Contents = BTreeMap<String, Vec<u8>>;

struct Storm {
    weather: Weather,
    random: SplitMix64,
    expected: Contents,
    taken: Contents,
    refusing: Option<String>,
    /// Rounds until the transfer is cancelled.
    cancel_in: Option<u64>,
    /// It rests, for so many rounds.
    rests_for: Option<u64>,
}

fn large_messages(settings: &mut AgentSettings) {
    settings.chunk_bytes = 256 << 10;
    settings.window_bytes = 1 << 20;
}

impl House {
    pub(super) fn ask_agent(&mut self, agent: &str, xml: &str) {
        let mut session = self.connect();
        let mut descriptor = MsgDescriptor {
            format: *b"MQSTR   ",
            persistence: mq::MQPER_PERSISTENT,
            ..MsgDescriptor::default()
        };
        let queue = ObjectDescriptor::queue(&format!("SYSTEM.FTE.COMMAND.{agent}"));
        let body = xml.as_bytes().to_vec();
        // A queue that refuses is asked another time.
        let _ = session.put1(&queue, &mut descriptor, &mut PutOptions::default(), body);
    }

    pub(super) fn alter(&mut self, command: &str) {
        let mut session = self.connect();
        session.command(command).expect("altered");
    }

    /// Paths below a directory of files that have their names, or of those that have none yet.
    pub(super) fn files_below(&self, directory: &str, are_named: bool) -> Vec<String> {
        let mut found = Vec::new();
        let mut left = vec![String::new()];
        while let Some(below) = left.pop() {
            let Ok(entries) = fs::read_dir(self.path(directory).join(&below)) else {
                continue;
            };
            for entry in entries.flatten() {
                let name = entry.file_name().into_string().expect("UTF-8");
                let path = format!("{below}{name}");
                match entry.file_type() {
                    Ok(kind) if kind.is_dir() => left.push(format!("{path}/")),
                    _ if name.contains(".part") != are_named => found.push(path),
                    _ => {}
                }
            }
        }
        found
    }
}

impl Storm {
    fn new(house: &House, seed: u64, weather: Weather) -> Self {
        let mut random = SplitMix64::new(seed);
        let mut expected = BTreeMap::new();
        let tiny = [0, 30, 300][random.below(3) as usize];
        let large = 3 + random.below(6);
        for n in 0..tiny + large {
            let name = format!("{}{n}", ["", "a/", "a/b/"][(n % 3) as usize]);
            let length = match n < tiny {
                true => random.below(60),
                false => 1 + random.below(700_000),
            };
            let bytes = content(usize::try_from(length).expect("short"), random.next_u64());
            let path = house.path(&format!("out/{name}"));
            fs::create_dir_all(path.parent().expect("a directory")).expect("made");
            fs::write(path, &bytes).expect("written");
            expected.insert(name, bytes);
        }
        let cancel_in = weather.cancels.then(|| random.below(120));
        Self {
            weather,
            random,
            expected,
            taken: BTreeMap::new(),
            refusing: None,
            cancel_in,
            rests_for: None,
        }
    }

    /// Takes delivered files away.
    fn take_away(&mut self, house: &House, seed: u64) {
        for name in house.files_below("in", true) {
            let path = house.path(&format!("in/{name}"));
            let bytes = fs::read(&path).expect("read");
            assert!(self.expected.get(&name) == Some(&bytes), "{seed}: {name}");
            fs::remove_file(path).expect("removed");
            let before = self.taken.insert(name.clone(), bytes);
            let told = house.told.join("\n");
            assert!(before.is_none(), "{seed}: {name} came twice\n{told}");
        }
    }

    fn round(&mut self, house: &mut House, id: &str, seed: u64) {
        if self.weather.takes_away && self.random.below(2) == 0 {
            self.take_away(house, seed);
        }
        if self.weather.refuses {
            self.refuse(house);
        }
        if self.weather.rests {
            self.rests_for = match self.rests_for {
                Some(0) => {
                    house.ask_agent("NORTH", &pause(id, false));
                    None
                }
                Some(rounds) => Some(rounds - 1),
                None if self.random.below(30) == 0 => {
                    house.ask_agent("NORTH", &pause(id, true));
                    Some(self.random.below(40))
                }
                None => None,
            };
        }
        if let Some(rounds) = self.cancel_in {
            self.cancel_in = rounds.checked_sub(1);
            if rounds == 0 {
                let agent = ["NORTH", "SOUTH"][self.random.below(2) as usize];
                let cancel = format!(
                    r#"<?xml version="1.0" encoding="UTF-8"?><cancel version="6.00"><originator><hostName>desk</hostName>
                    <userID>ann</userID></originator><transfer>{id}</transfer></cancel>"#
                );
                house.ask_agent(agent, &cancel);
            }
        }
    }

    /// One queue at a time takes nothing.
    fn refuse(&mut self, house: &mut House) {
        if let Some(queue) = &self.refusing {
            if self.random.below(8) == 0 {
                house.alter(&format!(
                    "ALTER QLOCAL({queue}) PUT(ENABLED) MAXDEPTH(5000)"
                ));
                self.refusing = None;
            }
        } else if self.random.below(12) == 0 {
            let queues = ["COMMAND.SOUTH", "DATA.SOUTH", "REPLY.NORTH"];
            let queue = format!("SYSTEM.FTE.{}", queues[self.random.below(3) as usize]);
            let how = ["PUT(DISABLED)", "MAXDEPTH(0)"][self.random.below(2) as usize];
            house.alter(&format!("ALTER QLOCAL({queue}) {how}"));
            self.refusing = Some(queue);
        }
    }

    fn calm(&mut self, house: &mut House) {
        if let Some(queue) = self.refusing.take() {
            house.alter(&format!(
                "ALTER QLOCAL({queue}) PUT(ENABLED) MAXDEPTH(5000)"
            ));
        }
    }

    /// Lives of both agents until the transfer has ended and nothing is kept of it. The line that says how.
    fn pass(&mut self, house: &mut House, id: &str, seed: u64) -> String {
        let mut lives = Lives::new(200, 60);
        lives.are_killed = self.weather.kills;
        for round in 0..TURNS_MAX {
            lives.turn(house, &mut self.random);
            self.round(house, id, seed);
            if round % 8 == 0 && house.has_ended(id).is_some() && house.is_all_forgotten() {
                break;
            }
        }
        self.calm(house);
        house.end_of(id)
    }
}

fn storm(weather: Weather) {
    for seed in 0..SEEDS {
        let mut house = House::new(&format!(
            "transfer-storm-{}-{seed}",
            u8::from(weather.takes_away)
                + 2 * u8::from(weather.refuses)
                + 4 * u8::from(weather.cancels)
                + 8 * u8::from(weather.rests)
        ));
        if seed % 2 == 0 {
            house.change = large_messages;
        }
        let mut storm = Storm::new(&house, seed, weather);
        let item = item(&house, "out", "in", "directory delete");
        let id = house.ask(&request(&item));
        let ended = storm.pass(&mut house, &id, seed);
        let is_forgotten = house.is_all_forgotten();
        let told = house.told.join("\n");
        assert!(is_forgotten, "seed {seed}: {ended}\n{told}");
        let is_cancelled = weather.cancels && ended.contains("code 41");
        assert!(
            is_cancelled || ended.contains("code 0"),
            "seed {seed}: {ended}\n{told}"
        );
        storm.take_away(&house, seed);
        if !is_cancelled {
            assert_eq!(storm.taken.len(), storm.expected.len(), "seed {seed}");
        }
        let sources = house.files_below("out", true).len();
        let kept = if is_cancelled {
            storm.expected.len()
        } else {
            0
        };
        assert_eq!(sources, kept, "seed {seed}: {ended}\n{told}");
        if !(is_cancelled && weather.kills) {
            let parts = house.files_below("in", false);
            assert!(parts.is_empty(), "seed {seed}: {parts:?}\n{told}");
        }
    }
}

#[test]
fn files_that_are_taken_away_at_once_arrive_once_whoever_is_killed() {
    storm(Weather {
        takes_away: true,
        kills: true,
        ..Weather::default()
    });
}

#[test]
fn queues_that_refuse_for_a_while_cost_no_file_and_no_result() {
    storm(Weather {
        takes_away: true,
        refuses: true,
        ..Weather::default()
    });
    storm(Weather {
        refuses: true,
        kills: true,
        ..Weather::default()
    });
}

#[test]
fn a_transfer_that_rests_now_and_then_costs_no_file_and_no_result() {
    storm(Weather {
        takes_away: true,
        rests: true,
        ..Weather::default()
    });
    storm(Weather {
        takes_away: true,
        refuses: true,
        kills: true,
        rests: true,
        ..Weather::default()
    });
}

#[test]
fn a_transfer_that_is_cancelled_ends_whenever_and_wherever_it_is() {
    storm(Weather {
        cancels: true,
        ..Weather::default()
    });
    storm(Weather {
        cancels: true,
        kills: true,
        ..Weather::default()
    });
    storm(Weather {
        takes_away: true,
        refuses: true,
        cancels: true,
        kills: true,
        rests: true,
    });
}
