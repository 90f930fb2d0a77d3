//! Where the applications are that take messages or answer them: at the queue manager of the run, at a second one that channels join with it, or
//! spread over the members of a cluster.

use crate::failure::Failure;
use crate::figures::Record;
use crate::host::{Host, Road};
use crate::joined::Joined;
use crate::members::{Kept, Members};
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
