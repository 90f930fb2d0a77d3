use super::*;
use ferromq_base::random::SplitMix64;
use ferromq_mqi::generated::constants::{
    MQCHS_DISCONNECTED, MQCHS_PAUSED, MQCHS_REQUESTING, MQCHS_STOPPED, MQCHS_SWITCHING,
};

const CASES: &str = include_str!("workload_cases.txt");

const STATES: [(&str, i32); 12] = [
    ("inactive", MQCHS_INACTIVE),
    ("binding", MQCHS_BINDING),
    ("starting", MQCHS_STARTING),
    ("running", MQCHS_RUNNING),
    ("stopping", MQCHS_STOPPING),
    ("retrying", MQCHS_RETRYING),
    ("stopped", MQCHS_STOPPED),
    ("requesting", MQCHS_REQUESTING),
    ("paused", MQCHS_PAUSED),
    ("disconnected", MQCHS_DISCONNECTED),
    ("initializing", MQCHS_INITIALIZING),
    ("switching", MQCHS_SWITCHING),
];

const PLAIN: Candidate = Candidate {
    q_mgr: 0,
    is_local: false,
    shares_cluster: true,
    is_in_cluster_of_queue: true,
    put_enabled: true,
    may_be_read: true,
    is_suspended: false,
    rank: 0,
    priority: 0,
    queue_rank: 0,
    queue_priority: 0,
    network_priority: 0,
    weight: DEFAULT_WEIGHT,
    state: MQCHS_INACTIVE,
    sequence: 0,
    last_turn: 0,
};

const QUEUE: Wanted = Wanted {
    is_queue: true,
    prefers_local: false,
    channels_max: 999_999_999,
};

fn wanted(call: &str) -> Wanted {
    let mut wanted = QUEUE;
    for word in call.split_whitespace() {
        match word {
            "queue" => wanted.is_queue = true,
            "q_mgr" => wanted.is_queue = false,
            "local" => wanted.prefers_local = true,
            _ => {
                let most = word.strip_prefix("mruc").expect("a word of a call");
                wanted.channels_max = most.parse().expect("a number");
            }
        }
    }
    wanted
}

fn candidate(text: &str) -> (String, Candidate) {
    let mut words = text.split('.');
    let name = words.next().expect("a name");
    let (name, q_mgr) = name.split_once('@').unwrap_or((name, name));
    let mut made = PLAIN;
    made.q_mgr = u32::from(q_mgr.as_bytes()[0]);
    for word in words {
        if let Some((_, state)) = STATES.iter().find(|(name, _)| *name == word) {
            made.state = *state;
            continue;
        }
        let digits = word.find(|it: char| it.is_ascii_digit());
        let (key, number) = word.split_at(digits.unwrap_or(word.len()));
        let number = || number.parse::<u8>().expect("a number");
        match key {
            "rank" => made.rank = number(),
            "prty" => made.priority = number(),
            "qrank" => made.queue_rank = number(),
            "qprty" => made.queue_priority = number(),
            "net" => made.network_priority = number(),
            "wght" => made.weight = number(),
            "used" => made.sequence = u64::from(number()) * step(DEFAULT_WEIGHT),
            "turn" => made.last_turn = number().into(),
            "local" => made.is_local = true,
            "foreign" => made.shares_cluster = false,
            "elsewhere" => made.is_in_cluster_of_queue = false,
            "inhibited" => made.put_enabled = false,
            "unread" => made.may_be_read = false,
            "suspended" => made.is_suspended = true,
            other => panic!("{other} is no attribute"),
        }
    }
    (name.to_owned(), made)
}

/// Chooses, and counts the use.
fn put(candidates: &mut [Candidate], wanted: &Wanted, turn: u64) -> Result<usize, NoDestination> {
    let at = choose(candidates, wanted)?;
    candidates[at].sequence += step(candidates[at].weight);
    candidates[at].last_turn = turn;
    Ok(at)
}

#[test]
fn every_case_of_the_table_is_chosen_as_it_says() {
    let mut count = 0;
    for case in CASES.lines() {
        if case.is_empty() || case.starts_with('#') {
            continue;
        }
        count += 1;
        let columns: Vec<&str> = case.split('|').map(str::trim).collect();
        let [name, call, given, expected] = columns[..] else {
            panic!("{case}");
        };
        let wanted = wanted(call);
        let given: Vec<_> = given.split_whitespace().map(candidate).collect();
        let (names, mut candidates): (Vec<_>, Vec<_>) = given.into_iter().unzip();
        let puts = 1_000..1_000 + expected.split_whitespace().count() as u64;
        let chosen: Vec<String> = puts
            .map(|turn| match put(&mut candidates, &wanted, turn) {
                Ok(at) => names[at].clone(),
                Err(NoDestination::NoneInCluster) => "2270".to_owned(),
                Err(NoDestination::PutInhibited) => "2268".to_owned(),
            })
            .collect();
        assert_eq!(chosen.join(" "), expected, "{name}");
    }
    assert!(count >= 60, "{count} cases");
}

/// The same rules, written as the documentation has them: a list that gets shorter.
fn by_the_book(candidates: &[Candidate], wanted: &Wanted) -> Result<usize, NoDestination> {
    fn highest(left: &mut Vec<usize>, key: impl Fn(usize) -> u32) {
        let most = left.iter().map(|at| key(*at)).max();
        left.retain(|at| Some(key(*at)) == most);
    }
    let of = |at: usize| &candidates[at];
    let mut left: Vec<usize> = (0..candidates.len()).collect();
    left.retain(|at| of(*at).shares_cluster);
    left.retain(|at| !wanted.is_queue || of(*at).is_in_cluster_of_queue);
    highest(&mut left, |at| of(at).rank.into());
    if wanted.is_queue {
        highest(&mut left, |at| of(at).queue_rank.into());
        if !left.is_empty() && !left.iter().any(|at| of(*at).put_enabled) {
            return Err(NoDestination::PutInhibited);
        }
        left.retain(|at| of(*at).put_enabled);
    }
    if wanted.prefers_local && left.iter().any(|at| of(*at).is_local) {
        left.retain(|at| of(*at).is_local);
    }
    if left.iter().any(|at| !of(*at).is_suspended) {
        left.retain(|at| !of(*at).is_suspended);
    }
    for states in [&[0, 3][..], &[1, 13, 2, 4], &[5], &[7, 8, 6, 14, 9]] {
        if left.iter().any(|at| states.contains(&of(*at).state)) {
            left.retain(|at| states.contains(&of(*at).state));
            break;
        }
    }
    let before = left.clone();
    left.retain(|at| {
        let own = before.iter().filter(|it| of(**it).q_mgr == of(*at).q_mgr);
        own.map(|it| of(*it).network_priority).max() == Some(of(*at).network_priority)
    });
    highest(&mut left, |at| of(at).priority.into());
    if wanted.is_queue {
        highest(&mut left, |at| of(at).queue_priority.into());
        if left.iter().any(|at| of(*at).may_be_read) {
            left.retain(|at| of(*at).may_be_read);
        }
    }
    while left.len() > wanted.channels_max as usize {
        let lowest = left.iter().map(|at| of(*at).sequence).min();
        let last = left.iter().rposition(|at| Some(of(*at).sequence) == lowest);
        left.remove(last.expect("there is a lowest"));
    }
    if left.iter().all(|at| of(*at).weight == 50) {
        left.sort_by_key(|at| (of(*at).last_turn, of(*at).sequence));
    } else {
        left.sort_by_key(|at| (of(*at).sequence, of(*at).last_turn));
    }
    left.first().copied().ok_or(NoDestination::NoneInCluster)
}

fn some_candidates(random: &mut SplitMix64) -> Vec<Candidate> {
    let most = if random.below(20) == 0 { 200 } else { 8 };
    let mut below = |end: u64| random.below(end);
    let count = below(most);
    let mut q_mgr = 0;
    let mut made = Vec::new();
    for _ in 0..count {
        q_mgr += u32::from(below(3) > 0);
        made.push(Candidate {
            q_mgr,
            is_local: below(5) == 0,
            shares_cluster: below(6) > 0,
            is_in_cluster_of_queue: below(6) > 0,
            put_enabled: below(5) > 0,
            may_be_read: below(3) > 0,
            is_suspended: below(5) == 0,
            rank: below(2) as u8,
            priority: below(2) as u8,
            queue_rank: below(2) as u8,
            queue_priority: below(2) as u8,
            network_priority: below(3) as u8,
            weight: if below(2) == 0 {
                50
            } else {
                1 + below(99) as u8
            },
            state: STATES[below(12) as usize].1,
            sequence: below(4),
            last_turn: below(4),
        });
    }
    made
}

#[test]
fn whatever_there_is_to_choose_from_the_choice_is_that_of_the_book() {
    let mut random = SplitMix64::new(16);
    let mut chosen = 0;
    for round in 0..20_000 {
        let candidates = some_candidates(&mut random);
        let wanted = Wanted {
            is_queue: random.below(3) > 0,
            prefers_local: random.below(3) == 0,
            channels_max: [1, 2, 3, 999_999_999][random.below(4) as usize],
        };
        let found = choose(&candidates, &wanted);
        assert_eq!(
            found,
            by_the_book(&candidates, &wanted),
            "{round}: {wanted:?} {candidates:?}"
        );
        chosen += usize::from(found.is_ok());
    }
    assert!(chosen > 10_000, "{chosen}");
}

#[test]
fn the_order_of_queue_managers_matters_to_equals_alone() {
    let mut random = SplitMix64::new(61);
    for _ in 0..5_000 {
        let mut candidates = some_candidates(&mut random);
        // No two of them are equal in the end.
        for (place, it) in candidates.iter_mut().enumerate() {
            it.last_turn = it.last_turn * 1_000 + place as u64;
            it.sequence = it.sequence * 1_000 + place as u64;
        }
        let mut turned = candidates.clone();
        turned.reverse();
        let found = choose(&candidates, &QUEUE).map(|at| candidates[at]);
        assert_eq!(found, choose(&turned, &QUEUE).map(|at| turned[at]));
    }
}

/// Puts so many messages, and answers how many each got.
fn puts(
    candidates: &mut [Candidate],
    uses: &[ChannelUse],
    turns: std::ops::Range<u64>,
) -> Vec<u64> {
    let mut got = vec![0; candidates.len()];
    for turn in turns {
        for (candidate, used) in candidates.iter_mut().zip(uses) {
            candidate.sequence = used.sequence();
            candidate.last_turn = used.last_turn();
        }
        let at = choose(candidates, &QUEUE).expect("there are some");
        uses[at].note(candidates[at].weight, turn);
        got[at] += 1;
    }
    got
}

fn members(weights: &[u8]) -> Vec<Candidate> {
    let member = |(q_mgr, weight): (u32, &u8)| Candidate {
        q_mgr,
        weight: *weight,
        ..PLAIN
    };
    (0..).zip(weights).map(member).collect()
}

#[test]
fn ten_thousand_puts_are_spread_by_weight_within_two_percent() {
    for weights in [
        [50, 50, 50],
        [10, 20, 30],
        [99, 1, 50],
        [7, 7, 7],
        [90, 5, 5],
    ] {
        let uses = [(); 3].map(|()| ChannelUse::default());
        let got = puts(&mut members(&weights), &uses, 1..10_001);
        let all: u64 = weights.iter().copied().map(u64::from).sum();
        for (got, weight) in got.iter().zip(weights) {
            let due = 10_000 * u64::from(weight) / all;
            assert!(
                got.abs_diff(due) <= 1 + due / 50,
                "{weights:?}: {got} of {due}"
            );
        }
    }
}

#[test]
fn a_joiner_takes_its_share_and_no_more() {
    for weights in [[50, 50, 50], [20, 20, 20], [10, 20, 40]] {
        let mut uses = vec![ChannelUse::default(), ChannelUse::default()];
        puts(&mut members(&weights[..2]), &uses, 1..100_001);
        uses.push(ChannelUse::beside(&uses, 0));
        let got = puts(&mut members(&weights), &uses, 100_001..101_001);
        let all: u64 = weights.iter().copied().map(u64::from).sum();
        for (got, weight) in got.iter().zip(weights) {
            let due = 1_000 * u64::from(weight) / all;
            assert!(got.abs_diff(due) <= 2, "{weights:?}: {got} of {due}");
        }
    }
}

#[test]
fn one_that_comes_back_is_not_given_what_it_missed() {
    let uses = [(); 3].map(|()| ChannelUse::default());
    let mut three = members(&[20, 20, 20]);
    puts(&mut three, &uses, 1..301);
    three[2].state = MQCHS_RETRYING;
    assert_eq!(puts(&mut three, &uses, 301..10_301)[2], 0);
    three[2].state = MQCHS_RUNNING;
    uses[2].catch_up(&uses[..2]);
    let got = puts(&mut three, &uses, 10_301..10_601);
    assert!(got.iter().all(|got| got.abs_diff(100) <= 1), "{got:?}");
    // Nobody falls behind by that.
    let before = uses[0].sequence();
    uses[0].catch_up(&uses[1..]);
    assert!(uses[0].sequence() >= before);
}

#[test]
fn what_a_use_counts_is_less_for_more_weight_and_no_weight_is_none() {
    for weight in 1..99 {
        assert!(step(weight) > step(weight + 1), "{weight}");
    }
    assert_eq!(step(0), step(1));
    let full = ChannelUse::default();
    full.sequence.store(u64::MAX, Ordering::Relaxed);
    assert_eq!(ChannelUse::beside([&full, &full], 0).sequence(), u64::MAX);
    assert_eq!(ChannelUse::beside([], 7).sequence(), 0);
}
