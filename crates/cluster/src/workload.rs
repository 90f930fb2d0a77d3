//! Which of several destinations a message for a cluster goes to.
//!
//! A pure function over what is known of the destinations at that moment: the documented steps of the workload algorithm, one after the
//! other, each of which keeps some of what the step before has kept. What is left at the end takes turns: the channel that was used
//! longest ago, or, where weights differ from the default, the one whose uses, divided by its weight, are fewest.
//!
//! Uses are counted per channel, over all queues, as documented ([`ChannelUse`]); whoever chooses may give those of one queue instead. One that joins, or is usable again, begins at the mean of
//! the others: it takes its share from then on, and does not get everything until it has caught up with months of others' uses.

use ferromq_mqi::generated::constants::{
    MQCHS_BINDING, MQCHS_INACTIVE, MQCHS_INITIALIZING, MQCHS_RETRYING, MQCHS_RUNNING,
    MQCHS_STARTING, MQCHS_STOPPING,
};
use std::sync::atomic::{AtomicU64, Ordering};

/// The weight (`CLWLWGHT`) of a channel of which nothing else is said.
pub const DEFAULT_WEIGHT: u8 = 50;

/// What a use counts for a channel of weight 1. One of another weight counts as much less as its weight is more.
const USE_OF_WEIGHT_ONE: u64 = 10_000_000;

/// One way to a destination: an instance of a queue, or a queue manager, and the channel to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Tells queue managers apart; any number. Candidates of one queue manager stand beside each other.
    pub q_mgr: u32,
    /// It is this queue manager itself, by one of its own cluster-receiver channels.
    pub is_local: bool,
    /// Instance and channel are in a cluster this queue manager is in.
    pub shares_cluster: bool,
    /// The channel is in the cluster of the queue.
    pub is_in_cluster_of_queue: bool,
    /// The queue takes messages (`PUT(ENABLED)`).
    pub put_enabled: bool,
    /// Somebody may read the queue: false where it is known that nobody has it open for input.
    pub may_be_read: bool,
    /// The queue manager was suspended from the cluster.
    pub is_suspended: bool,
    /// `CLWLRANK` of the channel, or of the queue manager alias it was found by.
    pub rank: u8,
    /// `CLWLPRTY` of the channel, or of the queue manager alias it was found by.
    pub priority: u8,
    /// `CLWLRANK` of the queue.
    pub queue_rank: u8,
    /// `CLWLPRTY` of the queue.
    pub queue_priority: u8,
    /// `NETPRTY` of the channel.
    pub network_priority: u8,
    /// `CLWLWGHT` of the channel, 1 to 99.
    pub weight: u8,
    /// State of the channel, `MQCHS_*`.
    pub state: i32,
    /// What the channel has been used, [`ChannelUse::sequence`].
    pub sequence: u64,
    /// When it was used last, [`ChannelUse::last_turn`].
    pub last_turn: u64,
}

/// What a destination is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// A queue of the cluster is wanted, and not only a queue manager.
    pub is_queue: bool,
    /// A local instance is taken if there is one: `CLWLUSEQ(LOCAL)`, or the message came over a cluster channel.
    pub prefers_local: bool,
    /// `CLWLMRUC`: channels that take part at most.
    pub channels_max: u32,
}

/// Why there is no destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoDestination {
    /// No candidate is in a cluster that counts: `MQRC_NO_DESTINATIONS_AVAILABLE`.
    NoneInCluster,
    /// Puts are inhibited at every instance of the queue: `MQRC_CLUSTER_PUT_INHIBITED`.
    PutInhibited,
}

/// The candidate a message goes to, as its place in the list. It takes about 100 ns for a handful of candidates, and is not counted as a use:
/// that is up to the caller ([`ChannelUse::note`]).
///
/// # Errors
/// See [`NoDestination`].
pub fn choose(candidates: &[Candidate], wanted: &Wanted) -> Result<usize, NoDestination> {
    // A bit for each. More than 64 are rare.
    let words = candidates.len().div_ceil(64);
    let (mut few, mut many) = ([0_u64; 1], Vec::new());
    let words = if words <= few.len() {
        &mut few[..]
    } else {
        many.resize(words, 0_u64);
        &mut many[..]
    };
    let mut kept = RemainingCandidates { candidates, words };
    kept.start();
    reach(&mut kept, wanted)?;
    prefer(&mut kept, wanted);
    kept.next_in_turn().ok_or(NoDestination::NoneInCluster)
}

/// Steps 1 to 5: what may be used at all, and what is ranked highest.
fn reach(kept: &mut RemainingCandidates<'_>, wanted: &Wanted) -> Result<(), NoDestination> {
    // Step 1.
    kept.keep(|it| it.shares_cluster);
    if wanted.is_queue {
        // Step 2.
        kept.keep(|it| it.is_in_cluster_of_queue);
    }
    if kept.is_empty() {
        return Err(NoDestination::NoneInCluster);
    }
    // Step 3.
    kept.keep_highest(|it| it.rank);
    if wanted.is_queue {
        // Step 4.
        kept.keep_highest(|it| it.queue_rank);
        // Step 5.
        kept.keep(|it| it.put_enabled);
        if kept.is_empty() {
            return Err(NoDestination::PutInhibited);
        }
    }
    Ok(())
}

/// Steps 6 to 15: which of those is preferred. One at least is left.
fn prefer(kept: &mut RemainingCandidates<'_>, wanted: &Wanted) {
    // Step 6. With what is local nothing else is left, but the steps below go on: a queue manager may have several channels.
    if wanted.prefers_local {
        kept.keep_highest(|it| it.is_local);
    }
    // Step 7.
    kept.keep_highest(|it| !it.is_suspended);
    // Steps 8 to 11.
    kept.keep_highest(|it| readiness(it.state));
    // Step 12.
    kept.keep_best_of_each_queue_manager(|it| it.network_priority);
    // Step 13.
    kept.keep_highest(|it| it.priority);
    if wanted.is_queue {
        // Step 14.
        kept.keep_highest(|it| it.queue_priority);
        // Ours, and of those that are left only: what somebody reads, if there is any.
        kept.keep_highest(|it| it.may_be_read);
    }
    // Step 15.
    kept.keep_most_used(wanted.channels_max);
}

/// How well a channel in a state carries messages: those of steps 8, 9, 10 and 11, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Readiness {
    /// It waits for an operator, or for something that may take long: step 11.
    Elsewhere,
    /// It could not reach its partner, and tries again: step 10.
    Retrying,
    /// It comes or goes: step 9.
    OnItsWay,
    /// It runs, or would when there is something to send: step 8.
    Ready,
}

/// Of a state, `MQCHS_*`; of a number that is none, the worst.
#[must_use]
pub fn readiness(state: i32) -> Readiness {
    match state {
        MQCHS_INACTIVE | MQCHS_RUNNING => Readiness::Ready,
        MQCHS_BINDING | MQCHS_INITIALIZING | MQCHS_STARTING | MQCHS_STOPPING => Readiness::OnItsWay,
        MQCHS_RETRYING => Readiness::Retrying,
        _ => Readiness::Elsewhere,
    }
}

/// The candidates a step has kept.
struct RemainingCandidates<'a> {
    candidates: &'a [Candidate],
    words: &'a mut [u64],
}

impl RemainingCandidates<'_> {
    /// All of them.
    fn start(&mut self) {
        for at in 0..self.candidates.len() {
            self.words[at / 64] |= 1 << (at % 64);
        }
    }

    /// Goes over the places of those that are kept, in order.
    fn visit(&self, mut see: impl FnMut(usize)) {
        for (index, word) in self.words.iter().enumerate() {
            let mut left = *word;
            while left != 0 {
                see(index * 64 + left.trailing_zeros() as usize);
                left &= left - 1;
            }
        }
    }

    fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    fn has(&self, at: usize) -> bool {
        self.words[at / 64] >> (at % 64) & 1 == 1
    }

    fn count(&self) -> usize {
        self.words
            .iter()
            .map(|word| word.count_ones() as usize)
            .sum()
    }

    fn drop(&mut self, at: usize) {
        self.words[at / 64] &= !(1 << (at % 64));
    }

    fn keep(&mut self, holds: impl Fn(&Candidate) -> bool) {
        for index in 0..self.words.len() {
            let mut left = self.words[index];
            while left != 0 {
                let at = index * 64 + left.trailing_zeros() as usize;
                left &= left - 1;
                if !holds(&self.candidates[at]) {
                    self.drop(at);
                }
            }
        }
    }

    /// Those for which it is highest. As `key` is true or false: those for which it is true, if there is any.
    fn keep_highest<K: Ord + Copy>(&mut self, key: impl Fn(&Candidate) -> K) {
        let (mut highest, mut differ) = (None, false);
        self.visit(|at| {
            let own = Some(key(&self.candidates[at]));
            differ |= highest.is_some() && own != highest;
            highest = highest.max(own);
        });
        // Mostly they are all alike.
        if differ {
            self.keep(|it| Some(key(it)) == highest);
        }
    }

    /// Of each queue manager those for which it is highest.
    fn keep_best_of_each_queue_manager(&mut self, key: impl Fn(&Candidate) -> u8) {
        let mut from = 0;
        while let Some(first) = self.candidates.get(from) {
            let others = &self.candidates[from..];
            let own = others.iter().take_while(|it| it.q_mgr == first.q_mgr);
            let behind = from + own.count();
            let best = (from..behind).filter(|at| self.has(*at));
            let best = best.map(|at| key(&self.candidates[at])).max();
            for at in from..behind {
                if self.has(at) && Some(key(&self.candidates[at])) < best {
                    self.drop(at);
                }
            }
            from = behind;
        }
    }

    /// So many of those that were used most.
    fn keep_most_used(&mut self, most: u32) {
        let most = usize::try_from(most.max(1)).unwrap_or(usize::MAX);
        if self.count() <= most {
            return;
        }
        let mut places = Vec::new();
        self.visit(|at| places.push(at));
        // Of equals the first ones stay, so that the same ones do each time.
        places.sort_by_key(|at| std::cmp::Reverse(self.candidates[*at].sequence));
        for at in places.split_off(most) {
            self.drop(at);
        }
    }

    /// The one whose turn it is.
    fn next_in_turn(&self) -> Option<usize> {
        let mut by_weight = false;
        self.visit(|at| by_weight |= self.candidates[at].weight != DEFAULT_WEIGHT);
        let mut next = None;
        self.visit(|at| {
            let it = &self.candidates[at];
            let key = match by_weight {
                true => (it.sequence, it.last_turn),
                false => (it.last_turn, it.sequence),
            };
            if next.is_none_or(|(least, _)| key < least) {
                next = Some((key, at));
            }
        });
        next.map(|(_, at)| at)
    }
}

/// What a channel has been used, by all who choose. Reading and counting take no lock; of two who choose at the same moment both may take
/// the same channel, which the next choices make good.
#[derive(Debug, Default)]
pub struct ChannelUse {
    sequence: AtomicU64,
    last_turn: AtomicU64,
    uses: AtomicU64,
}

impl ChannelUse {
    /// Of a channel that joins `others`: it begins at their mean. Of several that were not used yet the one with the lowest `turn` is used
    /// first; it is lower than that of any use ([`Self::note`]).
    #[must_use]
    pub fn beside<'a>(others: impl IntoIterator<Item = &'a Self>, turn: u64) -> Self {
        let joined = Self {
            last_turn: AtomicU64::new(turn),
            ..Self::default()
        };
        joined.catch_up(others);
        joined
    }

    /// The channel could not be used for a time: if it has fallen behind the mean of the `others`, it goes on there.
    pub fn catch_up<'a>(&self, others: impl IntoIterator<Item = &'a Self>) {
        let (mut sum, mut count) = (0_u128, 0_u128);
        for other in others {
            sum += u128::from(other.sequence());
            count += 1;
        }
        // A mean of numbers that fit fits.
        let mean = sum
            .checked_div(count)
            .and_then(|mean| u64::try_from(mean).ok());
        self.sequence
            .fetch_max(mean.unwrap_or(0), Ordering::Relaxed);
    }

    /// The documented destination sequence number: what all uses together count.
    #[must_use]
    pub fn sequence(&self) -> u64 {
        self.sequence.load(Ordering::Relaxed)
    }

    /// The turn of the last use, or what it was made with.
    #[must_use]
    pub fn last_turn(&self) -> u64 {
        self.last_turn.load(Ordering::Relaxed)
    }

    /// How often it was used.
    #[must_use]
    pub fn uses(&self) -> u64 {
        self.uses.load(Ordering::Relaxed)
    }

    /// Counts a use of a channel with this weight. `turn` grows from one use of any channel to the next.
    pub fn note(&self, weight: u8, turn: u64) {
        self.sequence.fetch_add(step(weight), Ordering::Relaxed);
        self.last_turn.store(turn, Ordering::Relaxed);
        self.uses.fetch_add(1, Ordering::Relaxed);
    }
}

/// What one use of a channel with this weight counts (`DestSeqFactor`): half as much for twice the weight.
#[must_use]
pub fn step(weight: u8) -> u64 {
    USE_OF_WEIGHT_ONE / u64::from(weight.max(1))
}

#[cfg(test)]
#[path = "workload_tests.rs"]
mod tests;
