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
    /// The first of a block of figures, one for each type of object, of which one grows as well.
    pub(crate) types: Option<Figure>,
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
            // Which commands only show something knows whoever tells of them.
            MQEVR_ENABLED | MQEVR_NO_DISPLAY => true,
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
    /// The queue manager starts or ends.
    StartStop,
    /// A queue or a topic does not take or give messages.
    Inhibit,
    /// A name leads to nothing here.
    Local,
    /// A name leads to nothing elsewhere.
    Remote,
    /// A queue holds many messages, or is served too late.
    Performance,
    /// An object was defined, changed or deleted.
    Configuration,
    /// A command was carried out.
    Command,
    /// The log goes on elsewhere.
    Logger,
}

/// Where the events of a category come from and go to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EventClass {
    /// The attribute of the queue manager that asks for them.
    pub(crate) attribute: Attr,
    pub(crate) queue: &'static str,
    pub(crate) command: i32,
    /// Version of the header.
    pub(crate) version: i32,
}

impl EventCategory {
    pub(crate) fn class(self) -> EventClass {
        const Q_MGR: &str = "SYSTEM.ADMIN.QMGR.EVENT";
        const CHANNEL: &str = "SYSTEM.ADMIN.CHANNEL.EVENT";
        const PERFORMANCE: &str = "SYSTEM.ADMIN.PERFM.EVENT";
        const CONFIGURATION: &str = "SYSTEM.ADMIN.CONFIG.EVENT";
        const COMMAND: &str = "SYSTEM.ADMIN.COMMAND.EVENT";
        const LOGGER: &str = "SYSTEM.ADMIN.LOGGER.EVENT";
        let of = |attribute, queue, command| EventClass {
            attribute,
            queue,
            command,
            version: MQCFH_VERSION_1,
        };
        match self {
            Self::Authority => of(Attr::Authorev, Q_MGR, MQCMD_Q_MGR_EVENT),
            Self::Channel => of(Attr::Chlev, CHANNEL, MQCMD_CHANNEL_EVENT),
            Self::Ssl => of(Attr::Sslev, CHANNEL, MQCMD_CHANNEL_EVENT),
            Self::AutoDefinition => of(Attr::Chadev, CHANNEL, MQCMD_CHANNEL_EVENT),
            Self::StartStop => of(Attr::Strstpev, Q_MGR, MQCMD_Q_MGR_EVENT),
            Self::Inhibit => of(Attr::Inhibtev, Q_MGR, MQCMD_Q_MGR_EVENT),
            Self::Local => of(Attr::Localev, Q_MGR, MQCMD_Q_MGR_EVENT),
            Self::Remote => of(Attr::Remoteev, Q_MGR, MQCMD_Q_MGR_EVENT),
            Self::Performance => of(Attr::Perfmev, PERFORMANCE, MQCMD_PERFM_EVENT),
            Self::Logger => of(Attr::Loggerev, LOGGER, MQCMD_LOGGER_EVENT),
            Self::Configuration => EventClass {
                version: MQCFH_VERSION_2,
                ..of(Attr::Configev, CONFIGURATION, MQCMD_CONFIG_EVENT)
            },
            Self::Command => EventClass {
                version: MQCFH_VERSION_3,
                ..of(Attr::Cmdev, COMMAND, MQCMD_COMMAND_EVENT)
            },
        }
    }
}

impl EventMessage {
    /// The event about a verb that failed with this reason, if there is one.
    pub(crate) fn of_failure(reason: Reason) -> Option<Self> {
        let of_verbs = |event: &Self| {
            let Self { category, .. } = event;
            matches!(
                category,
                EventCategory::Inhibit | EventCategory::Local | EventCategory::Remote
            )
        };
        let mut events = ROWS.iter().filter_map(|row| row.event);
        events.find(|event| event.reason == reason && of_verbs(event))
    }

    /// The completion code it carries. Source: "Event message MQCFH".
    pub(crate) fn comp_code(self) -> i32 {
        match self.reason {
            Reason::Q_SERVICE_INTERVAL_OK => MQCC_OK,
            _ => MQCC_WARNING,
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
    const SUMS: [Figure; 11] = [
        Figure::PublishBytesAll,
        Figure::PublishesNonPersistent,
        Figure::PublishesPersistent,
        Figure::PublishesFailed,
        Figure::Delivered,
        Figure::DeliveredBytes,
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
