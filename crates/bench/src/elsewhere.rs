//! Where the applications are that take messages or answer them: at the queue manager of the run, at a second one that channels join with it, or
//! spread over the members of a cluster.

use crate::failure::Failure;
use crate::figures::Record;
use crate::host::{Host, Road};
use crate::joined::Joined;
use crate::members::Members;
use crate::output::show;
use crate::remote::{self, Entrance};

/// See the module.
pub(crate) enum Elsewhere {
    /// There is one queue manager. In so many processes, as those of a cluster it is compared with are.
    Nowhere(usize),
    Joined(Joined),
    Members(Members),
}

impl Elsewhere {
    /// Where each process of them connects; none: they are where their road says.
    pub(crate) fn entrances(&self, road: Road, host: &mut Host) -> Result<Vec<Entrance>, Failure> {
        match self {
            Self::Nowhere(1) => Ok(Vec::new()),
            Self::Nowhere(processes) => {
                let entrance = remote::entrance(road, host)?;
                let each = entrance.into_iter().cycle();
                Ok(each.take(*processes).collect())
            }
            Self::Joined(far) => Ok(vec![far.entrance(road)?]),
            Self::Members(members) => members.entrances(road, host),
        }
    }

    /// Whether messages may still be on their way when nobody puts any more.
    pub(crate) fn is_somewhere(&self) -> bool {
        !matches!(self, Self::Nowhere(_))
    }

    /// Processor time of the other queue managers so far; `None` when there are none.
    pub(crate) fn cpu_ns(&self) -> Option<u64> {
        match self {
            Self::Nowhere(_) => None,
            Self::Joined(far) => Some(far.cpu_ns()),
            Self::Members(members) => Some(members.cpu_ns()),
        }
    }

    /// The same of the relays on the way to them.
    pub(crate) fn relays_cpu_ns(&self) -> Option<u64> {
        match self {
            Self::Joined(far) => far.relays_cpu_ns(),
            Self::Nowhere(_) | Self::Members(_) => None,
        }
    }
}

/// Which of the applications of a part of a run are in a process: every `of`th, from `at` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Share {
    pub(crate) at: usize,
    pub(crate) of: usize,
}

impl Share {
    pub(crate) const ALL: Self = Self { at: 0, of: 1 };

    pub(crate) fn to_word(self) -> String {
        format!("{}/{}", self.at, self.of)
    }

    /// That of a word, or all of them without one.
    pub(crate) fn read(word: Option<&str>) -> Result<Self, Failure> {
        let Some(word) = word else {
            return Ok(Self::ALL);
        };
        let read = word.split_once('/').and_then(|(at, of)| {
            let share = Self {
                at: at.parse().ok()?,
                of: of.parse().ok()?,
            };
            (share.at < share.of).then_some(share)
        });
        read.ok_or_else(|| Failure::Usage(format!("{word} is no share of a part of a run")))
    }

    /// Those of `count` applications that are in it.
    pub(crate) fn numbers(self, count: usize) -> impl Iterator<Item = usize> {
        (self.at..count).step_by(self.of)
    }
}

/// Measures `members` queue managers in a cluster beside one with the same applications, and shows both.
pub(crate) fn beside_one(
    rate: &str,
    measure: impl Fn(Kept) -> Result<Record, Failure>,
) -> Result<Vec<Record>, Failure> {
    let one = measure(Kept::Together)?;
    show(&one)?;
    let mut spread = measure(Kept::Apart)?;
    if let (Some(one), Some(spread_rate)) = (one.get(rate), spread.get(rate)) {
        spread.number("of_one_queue_manager", spread_rate / one);
    }
    show(&spread)?;
    Ok(vec![one, spread])
}

/// Of a run with a cluster: whether its applications are spread over the members, or all at the queue manager that is compared with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kept {
    Apart,
    Together,
}

#[cfg(test)]
mod tests {
    use super::Share;

    #[test]
    fn shares_have_every_application_once() {
        let all = |of| (0..of).flat_map(move |at| Share { at, of }.numbers(10));
        for of in [1, 2, 3, 16] {
            let mut numbers: Vec<_> = all(of).collect();
            numbers.sort_unstable();
            assert_eq!(numbers, (0..10).collect::<Vec<_>>());
        }
        let share = Share { at: 1, of: 3 };
        assert_eq!(Share::read(Some(&share.to_word())).expect("own"), share);
        assert_eq!(Share::read(None).expect("all"), Share::ALL);
        for wrong in ["", "1", "3/3", "a/b", "1/0"] {
            assert!(Share::read(Some(wrong)).is_err(), "{wrong}");
        }
    }
}
