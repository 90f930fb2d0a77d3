use super::message::{Body, Message, is_about_applications};
use super::*;
use ferromq_base::random::SplitMix64;

const APP: &str = "orders";
/// How long a message is on its way at most, and how long an instance that moves.
const DELAY_MS: u64 = 300;
const MOVING_MS: u64 = 4_000;

/// Where instances that move go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Road {
    /// To whoever asked.
    Named,
    /// To any other member.
    Any,
}

/// Members with the instances that are there, messages and instances on their way.
struct World {
    members: Vec<Balance>,
    counts: Vec<u32>,
    alive: Vec<bool>,
    now: u64,
    random: SplitMix64,
    messages: Vec<(u64, usize, usize, Vec<u8>)>,
    moving: Vec<(u64, usize)>,
    road: Road,
    moves: u32,
}

fn qmid(at: usize) -> String {
    format!("QM{at:02}_1")
}

/// A member as the receivers of others know it.
fn partner(qmid: &str) -> Partner<'_> {
    let q_mgr = qmid.strip_suffix("_1").expect("a member");
    Partner { qmid, q_mgr }
}

impl World {
    fn new(seed: u64, counts: &[u32], road: Road) -> Self {
        let members =
            (0..counts.len()).map(|at| Balance::new("UNI", &qmid(at), &format!("QM{at:02}")));
        let mut world = Self {
            members: members.collect(),
            counts: counts.to_vec(),
            alive: vec![true; counts.len()],
            now: 5,
            random: SplitMix64::new(seed),
            messages: Vec::new(),
            moving: Vec::new(),
            road,
            moves: 0,
        };
        world.meet();
        world
    }

    /// Everybody knows who the others are, and which of them are reached.
    fn meet(&mut self) {
        for member in &mut self.members {
            member.set_others(self.alive.iter().enumerate().map(|(at, alive)| Other {
                qmid: qmid(at).into(),
                q_mgr: format!("QM{at:02}").into(),
                reached: *alive,
            }));
        }
    }

    fn number(qmid: &str) -> usize {
        qmid[2..4].parse().expect("a number")
    }

    fn carry_out(&mut self, at: usize, out: Vec<Out>) {
        for out in out {
            match out {
                Out::Send { to, bytes } => {
                    let to = Self::number(&to);
                    // In order, as channels send them.
                    let of_pair = self.messages.iter().filter(|it| (it.1, it.2) == (at, to));
                    let last = of_pair.map(|it| it.0).max().unwrap_or(0);
                    let due = self.now + self.random.below(DELAY_MS);
                    self.messages.push((due.max(last), at, to, bytes));
                }
                Out::Move {
                    application,
                    to,
                    count,
                } => {
                    assert_eq!(&*application, APP);
                    self.moves += count;
                    for _ in 0..count {
                        let place = match self.road {
                            Road::Named => Self::number(&to.0),
                            Road::Any => loop {
                                let place = self.random.below(self.counts.len() as u64) as usize;
                                if place != at && self.alive[place] {
                                    break place;
                                }
                            },
                        };
                        let due = self.now + self.random.below(MOVING_MS);
                        self.moving.push((due, place));
                        self.counts[at] = self.counts[at].checked_sub(1).expect("it was there");
                    }
                }
            }
        }
    }

    /// Lets time pass in steps of a tenth of a second; members look at the clock every second.
    fn pass(&mut self, ms: u64) {
        let until = self.now + ms;
        while self.now < until {
            self.now += 100;
            let now = self.now;
            let (due, later) = std::mem::take(&mut self.messages)
                .into_iter()
                .partition(|it| it.0 <= now);
            self.messages = later;
            let due: Vec<(u64, usize, usize, Vec<u8>)> = due;
            for (_, from, to, bytes) in due {
                if self.alive[from] && self.alive[to] {
                    self.look(to);
                    let out = self.members[to].receive(partner(&qmid(from)), &bytes, now);
                    self.carry_out(to, out.expect("a message"));
                }
            }
            let (there, still) = std::mem::take(&mut self.moving)
                .into_iter()
                .partition(|it| it.0 <= now);
            self.moving = still;
            let there: Vec<(u64, usize)> = there;
            for (_, mut at) in there {
                if !self.alive[at] {
                    at = self
                        .alive
                        .iter()
                        .position(|alive| *alive)
                        .expect("one lives");
                }
                self.counts[at] += 1;
            }
            for at in 0..self.members.len() {
                if self.alive[at] && (now / 100 + at as u64).is_multiple_of(10) {
                    self.look(at);
                    let out = self.members[at].tick(now);
                    self.carry_out(at, out);
                }
            }
        }
    }

    /// A member counts what is there.
    fn look(&mut self, at: usize) {
        let all = self.counts[at];
        let mut counts = Counts::new();
        if all > 0 {
            counts.insert(
                APP.into(),
                Count {
                    all,
                    movable: all,
                    leaving: 0,
                },
            );
        }
        self.members[at].set_own(counts);
    }

    fn is_even(&self) -> bool {
        let counts = self.counts.iter().zip(&self.alive);
        let counts: Vec<u32> = counts
            .filter_map(|(count, alive)| alive.then_some(*count))
            .collect();
        let most = counts.iter().max().copied().unwrap_or(0);
        let least = counts.iter().min().copied().unwrap_or(0);
        self.moving.is_empty() && most - least <= 1
    }
}

#[test]
fn what_is_at_one_member_is_spread_in_the_first_round() {
    let mut world = World::new(1, &[9, 0, 0], Road::Named);
    world.pass(9_000);
    assert_eq!(world.counts, [3, 3, 3]);
    assert_eq!(world.moves, 6, "nobody moves twice");
}

/// Goal: whatever is where, it is even within rounds, by no more moves than it takes, and stays so.
#[test]
fn instances_are_even_after_some_rounds_and_do_not_move_any_more() {
    let mut random = SplitMix64::new(7);
    for seed in 0..300 {
        let members = 1 + random.below(8) as usize;
        let counts: Vec<u32> = (0..members).map(|_| random.below(30) as u32).collect();
        let total: u32 = counts.iter().sum();
        let floor = total / members as u32;
        let mut world = World::new(seed, &counts, Road::Named);
        let mut rounds = 0;
        while !world.is_even() {
            world.pass(ROUND_MS);
            rounds += 1;
            assert!(
                rounds <= 6,
                "seed {seed}: {counts:?} became {:?}",
                world.counts
            );
            let least = counts.iter().copied().min().unwrap_or(0).min(floor);
            assert!(
                world.counts.iter().all(|count| *count >= least),
                "{:?}",
                world.counts
            );
        }
        // Those above their share, and one here and there that was given away on an old word.
        let over: u32 = counts.iter().map(|it| it.saturating_sub(floor)).sum();
        let most = over + members as u32;
        assert!(
            world.moves <= most,
            "seed {seed}: {counts:?} took {}",
            world.moves
        );
        let moves = world.moves;
        world.pass(5 * ROUND_MS);
        assert_eq!(world.moves, moves, "seed {seed}: {:?}", world.counts);
        assert_eq!(world.counts.iter().sum::<u32>(), total);
    }
}

/// Instances that only leave, and go where they like, come to rest as well.
#[test]
fn instances_that_choose_their_place_come_to_be_even() {
    for seed in 0..50 {
        let mut world = World::new(seed, &[12, 0, 0, 1], Road::Any);
        let mut rounds = 0;
        while !world.is_even() {
            world.pass(ROUND_MS);
            rounds += 1;
            assert!(rounds <= 40, "seed {seed}: {:?}", world.counts);
        }
        let moves = world.moves;
        world.pass(3 * ROUND_MS);
        assert_eq!(world.moves, moves, "seed {seed}");
    }
}

#[test]
fn who_is_gone_is_not_counted_on_and_who_comes_back_has_its_share() {
    let mut world = World::new(3, &[3, 3, 3], Road::Named);
    world.pass(ROUND_MS);
    assert_eq!(world.moves, 0);
    world.alive[2] = false;
    world.counts = vec![5, 4, 0];
    world.meet();
    world.pass(2 * ROUND_MS);
    assert_eq!(world.counts, [5, 4, 0]);
    world.alive[2] = true;
    world.members[2] = Balance::new("UNI", &qmid(2), "QM02");
    world.meet();
    world.pass(ROUND_MS);
    assert_eq!(world.counts, [3, 3, 3]);
    let standings = world.members[0].standings(world.now);
    assert!(standings.iter().all(|one| one.active), "{standings:?}");
    // Nobody hears of it any more, though its channel does not fail.
    world.alive[1] = false;
    world.pass(SILENCE_MS + 1_000);
    let standings = world.members[0].standings(world.now);
    let active: Vec<bool> = standings.iter().map(|one| one.active).collect();
    assert_eq!(active, [true, false, true]);
}

#[test]
fn those_that_cannot_move_are_left_alone() {
    let counts = |all, movable| {
        Counts::from([(
            APP.into(),
            Count {
                all,
                movable,
                leaving: 0,
            },
        )])
    };
    let other = |at: usize| Other {
        qmid: qmid(at).into(),
        q_mgr: format!("QM{at:02}").into(),
        reached: true,
    };
    let mut poor = Balance::new("UNI", &qmid(0), "QM00");
    let mut rich = Balance::new("UNI", &qmid(1), "QM01");
    poor.set_others([other(1)]);
    rich.set_others([other(0)]);
    let tell = |of: &Balance, counts| Message {
        cluster: "UNI".to_owned(),
        sender: of.qmid.to_string(),
        body: Body::Counts(counts),
    };
    let wanted = |out: &[Out]| -> Vec<Vec<u8>> {
        let bytes = out.iter().filter_map(|it| match it {
            Out::Send { bytes, .. } => Some(bytes.clone()),
            Out::Move { .. } => None,
        });
        let is_request =
            |it: &Vec<u8>| matches!(Message::decode(it).expect("one").body, Body::Wanted(_));
        bytes.filter(is_request).collect()
    };
    let none = tell(&rich, counts(8, 0)).encode();
    poor.receive(partner(&qmid(1)), &none, 10).expect("taken");
    assert!(wanted(&poor.tick(20)).is_empty());
    let three = tell(&rich, counts(8, 3)).encode();
    poor.receive(partner(&qmid(1)), &three, 30).expect("taken");
    let requests = wanted(&poor.tick(40));
    assert_eq!(requests.len(), 1);
    assert!(wanted(&poor.tick(50)).is_empty(), "one round at a time");
    rich.set_own(counts(8, 2));
    let (from, hello) = (qmid(0), tell(&poor, Counts::new()).encode());
    rich.receive(partner(&from), &hello, 40).expect("taken");
    let out = rich
        .receive(partner(&from), &requests[0], 40)
        .expect("taken");
    assert!(matches!(out[..], [Out::Move { count: 2, .. }]), "{out:?}");
    let again = rich
        .receive(partner(&from), &requests[0], 60)
        .expect("taken");
    assert_eq!(again, [], "one round at a time");
    // What is not of the one it says it is of is not heard.
    assert_eq!(
        rich.receive(partner(&qmid(5)), &requests[0], 70),
        Err(MessageError::Sender)
    );
    // Nor what somebody says with the identifier of another.
    let somebody = Partner {
        q_mgr: "QM05",
        ..partner(&from)
    };
    assert_eq!(
        rich.receive(somebody, &requests[0], 80),
        Err(MessageError::Sender)
    );
}

#[test]
fn messages_are_what_they_were_and_no_bytes_panic() {
    let mut random = SplitMix64::new(11);
    let mut samples = Vec::new();
    for _ in 0..200 {
        let names = (0..random.below(5)).map(|at| format!("application {at}").into_boxed_str());
        let body = match random.chance(50) {
            true => Body::Wanted(names.map(|name| (name, random.below(100) as u32)).collect()),
            false => Body::Counts(
                names
                    .map(|name| {
                        let all = random.below(100) as u32;
                        let movable = random.below(u64::from(all) + 1) as u32;
                        (
                            name,
                            Count {
                                all,
                                movable,
                                leaving: 0,
                            },
                        )
                    })
                    .collect(),
            ),
        };
        let message = Message {
            cluster: "UNI".to_owned(),
            sender: qmid(3),
            body,
        };
        let bytes = message.encode();
        assert!(is_about_applications(&bytes));
        assert_eq!(Message::decode(&bytes), Ok(message));
        samples.push(bytes);
    }
    for _ in 0..20_000 {
        let mut bytes = samples[random.below(samples.len() as u64) as usize].clone();
        for _ in 0..=random.below(3) {
            let at = random.below(bytes.len() as u64) as usize;
            bytes[at] = random.next_u64() as u8;
        }
        bytes.truncate(random.below(bytes.len() as u64 + 50) as usize);
        fuzz_one(&bytes);
    }
}
