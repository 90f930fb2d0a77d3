//! Applications spread evenly over the members of a uniform cluster.
//!
//! Each member counts the instances of each application that are connected to it, and tells the others ([`message`]). Who has
//! fewer than its share asks those that have more; they have some of theirs move, and only they decide, so that nobody gives
//! away what is not its own, or more than is over. [`Balance`] is one member: fed with counts, messages and time, it says what
//! is to be sent and who is to move. The share of a member is the number of instances by that of members that are heard of, rounded
//! down or up.
//!
//! Times are milliseconds of a clock that is never set back.

mod fuzz;
pub mod message;
#[cfg(test)]
mod tests;

use crate::member::Partner;
pub use fuzz::fuzz_one;
use message::{Body, Message, MessageError};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Names of applications have so many bytes at most.
pub const NAME_BYTES_MAX: usize = 28;
/// Most applications of a member that others are told of.
pub const APPLICATIONS_MAX: usize = 1_000;
/// Most members of a uniform cluster that are looked after.
pub const MEMBERS_MAX: usize = 100;
/// A member asks for instances of an application as often at most, and is given some as often.
pub const ROUND_MS: u64 = 10_000;
/// What a member has is told again as often, also if it has not changed.
pub const REPEAT_MS: u64 = 10_000;
/// Who was not heard of for so long is not counted on.
pub const SILENCE_MS: u64 = 35_000;
/// So long those who were not heard of yet are waited for, before anything is asked for.
const SETTLE_MS: u64 = 5_000;
/// So long instances that were told to go are taken to be on their way.
const ON_THEIR_WAY_MS: u64 = 5_000;
/// What changes is told together as often.
const GATHER_MS: u64 = 500;

/// Instances of an application at a member.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// All of them.
    pub all: u32,
    /// Those that can be had to move now.
    pub movable: u32,
    /// Those that are about to move. Others are not told of that: they are still here.
    pub leaving: u32,
}

/// By the names of applications.
pub type Counts = BTreeMap<Box<str>, Count>;

/// Another member as far as it is known: its QMID, its name, and whether the channel to it does not fail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Other {
    /// Its QMID.
    pub qmid: Arc<str>,
    /// Its name.
    pub q_mgr: Arc<str>,
    /// False if the channel to it fails.
    pub reached: bool,
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Out {
    /// These bytes go to the member of that QMID.
    Send {
        /// Its QMID.
        to: Arc<str>,
        /// A message.
        bytes: Vec<u8>,
    },
    /// So many instances of an application are to move there.
    Move {
        /// Its name.
        application: Box<str>,
        /// The member that asked: QMID and name.
        to: (Arc<str>, Arc<str>),
        /// At most so many.
        count: u32,
    },
}

/// How many instances of an application a member should have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Rounded down.
    pub floor: u32,
    /// Rounded up.
    pub ceiling: u32,
}

/// How a member is, for displays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Its QMID.
    pub qmid: Arc<str>,
    /// Its name.
    pub q_mgr: Arc<str>,
    /// It is heard of, and counts.
    pub active: bool,
    /// When it was heard of last.
    pub heard_ms: Option<u64>,
    /// What it has.
    pub counts: Counts,
}

#[derive(Debug)]
struct Known {
    q_mgr: Arc<str>,
    reached: bool,
    heard_ms: Option<u64>,
    /// When it was heard of last, also if it was gone since.
    last_ms: Option<u64>,
    /// Since when it is reached and was not heard of.
    awaited_ms: Option<u64>,
    counts: Counts,
}

/// Instances were given to a member.
#[derive(Clone, Copy, Debug)]
struct Given {
    at_ms: u64,
    count: u32,
    /// So many it has when they have come.
    expected: u32,
}

/// See the module.
#[derive(Debug)]
pub struct Balance {
    cluster: String,
    qmid: Arc<str>,
    q_mgr: Arc<str>,
    others: BTreeMap<Arc<str>, Known>,
    own: Counts,
    /// When instances of an application were last asked for.
    asked_ms: BTreeMap<Box<str>, u64>,
    /// What was given of an application to a member last.
    given: BTreeMap<(Box<str>, Arc<str>), Given>,
    /// What others were told last, and when; `None` if somebody is to be told again.
    told: Option<(Counts, u64)>,
}

impl Balance {
    /// A member of a cluster that knows nobody yet.
    #[must_use]
    pub fn new(cluster: &str, qmid: &str, q_mgr: &str) -> Self {
        Self {
            cluster: cluster.to_owned(),
            qmid: qmid.into(),
            q_mgr: q_mgr.into(),
            others: BTreeMap::new(),
            own: Counts::new(),
            asked_ms: BTreeMap::new(),
            given: BTreeMap::new(),
            told: None,
        }
    }

    /// Who the other members are; more than [`MEMBERS_MAX`] are not looked after.
    pub fn set_others(&mut self, others: impl IntoIterator<Item = Other>) {
        let mut before = std::mem::take(&mut self.others);
        for Other {
            qmid,
            q_mgr,
            reached,
        } in others.into_iter().take(MEMBERS_MAX)
        {
            if qmid == self.qmid {
                continue;
            }
            let known = match before.remove(&qmid) {
                Some(known) => {
                    let is_back = reached && !known.reached;
                    if is_back {
                        self.told = None;
                    }
                    Known {
                        q_mgr,
                        reached,
                        // What it said before it was gone is long past.
                        heard_ms: known.heard_ms.filter(|_| reached),
                        awaited_ms: known.awaited_ms.filter(|_| !is_back),
                        ..known
                    }
                }
                None => {
                    self.told = None;
                    Known {
                        q_mgr,
                        reached,
                        heard_ms: None,
                        last_ms: None,
                        awaited_ms: None,
                        counts: Counts::new(),
                    }
                }
            };
            self.others.insert(qmid, known);
        }
    }

    /// What is connected here now. Names that are too long, and those beyond [`APPLICATIONS_MAX`], are left alone.
    pub fn set_own(&mut self, counts: Counts) {
        let fit = |name: &str| !name.is_empty() && name.len() <= NAME_BYTES_MAX;
        self.own = (counts.into_iter())
            .filter(|(name, _)| fit(name))
            .take(APPLICATIONS_MAX)
            .collect();
    }

    /// A message came from that member.
    ///
    /// # Errors
    /// Which rule it does not keep to. It was thrown away then.
    pub fn receive(
        &mut self,
        from: Partner<'_>,
        bytes: &[u8],
        now_ms: u64,
    ) -> Result<Vec<Out>, MessageError> {
        let message = Message::decode(bytes)?;
        let Partner { qmid: from, q_mgr } = from;
        if message.cluster != self.cluster || *message.sender != *from {
            return Err(MessageError::Sender);
        }
        let Some((qmid, known)) = self.others.get_key_value(from) else {
            // It is not known to be a member yet, and says it again.
            return Ok(Vec::new());
        };
        if *known.q_mgr != *q_mgr {
            return Err(MessageError::Sender);
        }
        let (qmid, q_mgr) = (Arc::clone(qmid), Arc::clone(&known.q_mgr));
        let mut out = Vec::new();
        match message.body {
            Body::Counts(counts) => {
                if let Some(known) = self.others.get_mut(from) {
                    let was_silent = known.heard_ms.is_none_or(|at| is_silent(at, now_ms));
                    known.heard_ms = Some(now_ms);
                    known.last_ms = Some(now_ms);
                    known.counts = counts;
                    if was_silent {
                        // It may have begun anew and know nothing.
                        let telling = self.telling(now_ms);
                        out.push(self.message(&qmid, Body::Counts(telling)));
                    }
                }
            }
            Body::Wanted(wanted) => {
                for (application, count) in wanted {
                    let count = self.give(&application, &qmid, count, now_ms);
                    if count > 0 {
                        out.push(Out::Move {
                            application,
                            to: (Arc::clone(&qmid), Arc::clone(&q_mgr)),
                            count,
                        });
                    }
                }
            }
        }
        Ok(out)
    }

    /// What is to be done because time has passed. To be called every second or so.
    #[must_use]
    pub fn tick(&mut self, now_ms: u64) -> Vec<Out> {
        self.given
            .retain(|_, given| !is_over(given.at_ms, ROUND_MS, now_ms));
        self.asked_ms
            .retain(|_, at_ms| !is_over(*at_ms, ROUND_MS, now_ms));
        let mut out = Vec::new();
        let telling = self.telling(now_ms);
        let is_due = match &self.told {
            None => true,
            Some((told, at_ms)) => {
                let pause = if *told == telling {
                    REPEAT_MS
                } else {
                    GATHER_MS
                };
                is_over(*at_ms, pause, now_ms)
            }
        };
        if is_due {
            let others = self.others.keys();
            out.extend(others.map(|to| self.message(to, Body::Counts(telling.clone()))));
            self.told = Some((telling, now_ms));
        }
        if self.has_heard(now_ms) {
            self.ask(now_ms, &mut out);
        }
        out
    }

    /// Whether everybody who is reached was heard of, or waited for long enough: before that the share is not known.
    fn has_heard(&mut self, now_ms: u64) -> bool {
        let mut all = true;
        for known in self.others.values_mut() {
            if known.reached && known.heard_ms.is_none() {
                let since = *known.awaited_ms.get_or_insert(now_ms);
                all &= is_over(since, SETTLE_MS, now_ms);
            }
        }
        all
    }

    /// What others are told: those that have just gone are counted for a while, for they are nowhere yet. Otherwise others would take the
    /// share for smaller than it is.
    fn telling(&self, now_ms: u64) -> Counts {
        let mut telling = self.own.clone();
        for count in telling.values_mut() {
            count.all -= count.leaving.min(count.all);
        }
        let mut gone: BTreeMap<&str, u32> = BTreeMap::new();
        for ((name, _), given) in &self.given {
            if !is_over(given.at_ms, ON_THEIR_WAY_MS, now_ms) {
                let sum = gone.entry(name).or_default();
                *sum = sum.saturating_add(given.count);
            }
        }
        for (name, count) in &self.own {
            let gone = gone.entry(name).or_default();
            *gone = (*gone).max(count.leaving);
        }
        for (name, gone) in gone.into_iter().filter(|(_, gone)| *gone > 0) {
            let count = telling.entry(name.into()).or_default();
            count.all = count.all.saturating_add(gone);
        }
        for count in telling.values_mut() {
            count.leaving = 0;
        }
        telling
    }

    fn message(&self, to: &Arc<str>, body: Body) -> Out {
        let message = Message {
            cluster: self.cluster.clone(),
            sender: self.qmid.to_string(),
            body,
        };
        Out::Send {
            to: Arc::clone(to),
            bytes: message.encode(),
        }
    }

    /// Those that count beside this one.
    fn active(&self, now_ms: u64) -> impl Iterator<Item = (&Arc<str>, &Known)> {
        let active = move |known: &Known| {
            known.reached && known.heard_ms.is_some_and(|at| !is_silent(at, now_ms))
        };
        self.others.iter().filter(move |(_, known)| active(known))
    }

    /// The share of each member.
    #[must_use]
    pub fn share(&self, application: &str, now_ms: u64) -> Share {
        let own = self.own.get(application).copied().unwrap_or_default();
        let (mut total, mut members) = (u64::from(own.all.saturating_sub(own.leaving)), 1);
        for (qmid, known) in self.active(now_ms) {
            total += u64::from(self.theirs(application, qmid, known, now_ms));
            members += 1;
        }
        let number = |share: u64| u32::try_from(share).unwrap_or(u32::MAX);
        Share {
            floor: number(total / members),
            ceiling: number(total.div_ceil(members)),
        }
    }

    /// What another member has, with what was given to it and has not come yet.
    fn theirs(&self, application: &str, qmid: &Arc<str>, known: &Known, now_ms: u64) -> u32 {
        let count = known.counts.get(application).map_or(0, |count| count.all);
        let key = (Box::from(application), Arc::clone(qmid));
        let given = self.given.get(&key);
        let given = given.filter(|given| !is_over(given.at_ms, ROUND_MS, now_ms));
        given.map_or(count, |given| count.max(given.expected))
    }

    /// Asks for what is missing here.
    fn ask(&mut self, now_ms: u64, out: &mut Vec<Out>) {
        let mut names: Vec<Box<str>> = self.own.keys().cloned().collect();
        for (_, known) in self.active(now_ms) {
            names.extend(known.counts.keys().cloned());
        }
        names.sort();
        names.dedup();
        let mut wanted: BTreeMap<Arc<str>, Vec<(Box<str>, u32)>> = BTreeMap::new();
        for name in names {
            if self.asked_ms.contains_key(&name) {
                continue;
            }
            let from_whom = self.wanted(&name, now_ms);
            if !from_whom.is_empty() {
                self.asked_ms.insert(name.clone(), now_ms);
            }
            for (whom, count) in from_whom {
                wanted.entry(whom).or_default().push((name.clone(), count));
            }
        }
        for (whom, mut wanted) in wanted {
            wanted.truncate(APPLICATIONS_MAX);
            out.push(self.message(&whom, Body::Wanted(wanted)));
        }
    }

    /// How many instances of an application are wanted of whom: most of who has most. Who has as many is asked by different members in a
    /// different order, so that they do not all ask the same one.
    fn wanted(&self, application: &str, now_ms: u64) -> Vec<(Arc<str>, u32)> {
        let share = self.share(application, now_ms);
        let own = self.own.get(application).copied().unwrap_or_default();
        let own = own.all.saturating_sub(own.leaving);
        let (mut missing, above) = match own {
            own if own < share.floor => (share.floor - own, share.floor),
            own if own < share.ceiling => (1, share.ceiling),
            _ => return Vec::new(),
        };
        let mut having: Vec<(u32, u32, bool, &Arc<str>)> = Vec::new();
        for (qmid, known) in self.active(now_ms) {
            let count = known.counts.get(application).copied();
            let count = count.unwrap_or_default();
            let surplus = count.all.saturating_sub(above);
            if surplus.min(count.movable) > 0 {
                having.push((surplus, count.movable, *qmid < self.qmid, qmid));
            }
        }
        having.sort_by_key(|(surplus, _, before, qmid)| (u32::MAX - surplus, *before, *qmid));
        let mut wanted = Vec::new();
        for (surplus, movable, _, qmid) in having {
            let count = surplus.min(movable).min(missing);
            missing -= count;
            if count > 0 {
                wanted.push((Arc::clone(qmid), count));
            }
        }
        wanted
    }

    /// How many instances are given to a member that asks: never so many that fewer than the share stay here, or more come there.
    fn give(&mut self, application: &str, to: &Arc<str>, asked: u32, now_ms: u64) -> u32 {
        let key = (Box::from(application), Arc::clone(to));
        let is_recent = |given: &Given| !is_over(given.at_ms, ROUND_MS, now_ms);
        let asked_before = self.given.get(&key).is_some_and(is_recent);
        let known = self.active(now_ms).find(|(qmid, _)| *qmid == to);
        let Some((_, known)) = known.filter(|_| !asked_before) else {
            return 0;
        };
        let theirs = self.theirs(application, to, known, now_ms);
        let share = self.share(application, now_ms);
        let own = self.own.get(application).copied().unwrap_or_default();
        let staying = own.all.saturating_sub(own.leaving);
        let (room, surplus) = match theirs {
            theirs if theirs < share.floor => {
                (share.floor - theirs, staying.saturating_sub(share.floor))
            }
            theirs if theirs < share.ceiling => (1, staying.saturating_sub(share.ceiling)),
            _ => return 0,
        };
        let count = asked.min(room).min(surplus).min(own.movable);
        if let Some(own) = self.own.get_mut(application).filter(|_| count > 0) {
            // Until they are counted again.
            own.leaving += count;
            own.movable -= count;
            let given = Given {
                at_ms: now_ms,
                count,
                expected: theirs.saturating_add(count),
            };
            self.given.insert(key, given);
        }
        count
    }

    /// All members, this one too, in the order of their names.
    #[must_use]
    pub fn standings(&self, now_ms: u64) -> Vec<Standing> {
        let active: Vec<&Arc<str>> = self.active(now_ms).map(|(qmid, _)| qmid).collect();
        let others = self.others.iter().map(|(qmid, known)| Standing {
            qmid: Arc::clone(qmid),
            q_mgr: Arc::clone(&known.q_mgr),
            active: active.contains(&qmid),
            heard_ms: known.last_ms,
            counts: known.counts.clone(),
        });
        let own = Standing {
            qmid: Arc::clone(&self.qmid),
            q_mgr: Arc::clone(&self.q_mgr),
            active: true,
            heard_ms: None,
            counts: self.own.clone(),
        };
        let mut all: Vec<Standing> = others.chain([own]).collect();
        all.sort_by(|one, other| (&one.q_mgr, &one.qmid).cmp(&(&other.q_mgr, &other.qmid)));
        all
    }
}

fn is_over(at_ms: u64, pause_ms: u64, now_ms: u64) -> bool {
    now_ms.saturating_sub(at_ms) >= pause_ms
}

fn is_silent(heard_ms: u64, now_ms: u64) -> bool {
    is_over(heard_ms, SILENCE_MS, now_ms)
}
