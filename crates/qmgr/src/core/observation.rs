//! What happens on a queue manager, and who is told of it.
//!
//! Whoever does something says so in one place, by a row of `tables/observations.csv` ([`Observed`]). The row says what
//! follows: figures that grow (`core/figures`), an event message (`deliver/event.rs`).

use crate::core::generated::monitor::Figure;
use crate::core::generated::observations::ROWS;
use ferromq_mqi::Reason;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::generated::constants::*;

pub use crate::core::generated::observations::Observed;

/// Who is told of something.
#[derive(Debug)]
pub(crate) struct Row {
    /// The figure of all calls that grows by how many there were.
    pub(crate) calls: Option<Figure>,
    /// The figure of all calls that grows by their bytes.
    pub(crate) bytes: Option<Figure>,
    /// Figures of the queue that grow by how many there were.
    pub(crate) queue: &'static [Figure],
    pub(crate) event: Option<EventMessage>,
}

/// The event message somebody may have asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EventMessage {
    pub(crate) category: EventCategory,
    /// Something is wrong: asked for by `EXCEPTION` as well.
    pub(crate) exceptional: bool,
    pub(crate) reason: Reason,
    /// What follows the queue manager's name, in the documented order; empty: in the order of whoever observes it.
    pub(crate) parameters: &'static [i32],
}

impl EventMessage {
    /// Whether the attribute of its category asks for it.
    pub(crate) fn is_wanted(self, level: i32) -> bool {
        match level {
            MQEVR_ENABLED => true,
            MQEVR_EXCEPTION => self.exceptional,
            _ => false,
        }
    }
}

/// What asks for an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EventCategory {
    /// Something was not allowed.
    Authority,
    /// A channel changed its state, or was refused.
    Channel,
    /// A connection is not secure.
    Ssl,
    /// A channel was defined because somebody called it, or could not be.
    AutoDefinition,
}

/// Where the events of a category come from and go to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EventClass {
    /// The attribute of the queue manager that asks for them.
    pub(crate) attribute: Attr,
    pub(crate) queue: &'static str,
    pub(crate) command: i32,
}

impl EventCategory {
    pub(crate) const fn class(self) -> EventClass {
        const Q_MGR: &str = "SYSTEM.ADMIN.QMGR.EVENT";
        const CHANNEL: &str = "SYSTEM.ADMIN.CHANNEL.EVENT";
        let (attribute, queue, command) = match self {
            Self::Authority => (Attr::Authorev, Q_MGR, MQCMD_Q_MGR_EVENT),
            Self::Channel => (Attr::Chlev, CHANNEL, MQCMD_CHANNEL_EVENT),
            Self::Ssl => (Attr::Sslev, CHANNEL, MQCMD_CHANNEL_EVENT),
            Self::AutoDefinition => (Attr::Chadev, CHANNEL, MQCMD_CHANNEL_EVENT),
        };
        EventClass {
            attribute,
            queue,
            command,
        }
    }
}

impl Observed {
    pub(crate) fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::figures::CLASSES;
    use crate::core::figures::table::Unit;

    fn event(what: Observed) -> EventMessage {
        what.row().event.expect("an event")
    }

    #[test]
    fn exceptions_are_asked_for_by_exception_and_by_enabled() {
        let wrong = event(Observed::ChannelBlocked);
        assert!(wrong.is_wanted(MQEVR_EXCEPTION) && wrong.is_wanted(MQEVR_ENABLED));
        assert!(!wrong.is_wanted(MQEVR_DISABLED));
        let plain = event(Observed::NotAuthorized);
        assert!(plain.is_wanted(MQEVR_ENABLED) && !plain.is_wanted(MQEVR_EXCEPTION));
    }

    /// Figures of calls that are the sum of others (`queue_manager/monitor/collect.rs`).
    const SUMS: [Figure; 5] = [
        Figure::PutsAll,
        Figure::PutBytesAll,
        Figure::GetsAll,
        Figure::GetBytesAll,
        Figure::PublishesAll,
    ];

    #[test]
    fn every_figure_of_calls_that_adds_up_grows_by_something_observed() {
        let calls = CLASSES.iter().find(|class| class.name == "STATMQI");
        let kinds = calls.expect("calls are counted").kinds;
        let grows = |figure| {
            let mut rows = ROWS.iter();
            rows.any(|row| [row.calls, row.bytes].contains(&Some(figure)))
        };
        for element in kinds.iter().flat_map(|kind| kind.elements) {
            let adds_up = matches!(element.unit, Unit::Delta);
            let is_sum = SUMS.contains(&element.figure);
            assert_eq!(grows(element.figure), adds_up && !is_sum, "{element:?}");
        }
    }
}
