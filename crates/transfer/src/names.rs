//! Names of agents and loggers, of what belongs to them, and the MQSC commands that make and delete it.

use ferromq_mqi::ObjectName;
use std::fmt;
use std::fmt::Write;

/// Characters of the name of an agent or a logger, at most. With the longest prefix it is the name of a queue then.
pub const NAME_LEN_MAX: usize = 28;

/// The stream queue and the topic at the coordination queue manager.
pub const COORDINATION: &str = "SYSTEM.FTE";

/// The name of an agent or a logger, in capitals as everywhere.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AgentName(String);

/// Why a text is no name of an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgentNameProblem {
    /// No characters.
    Empty,
    /// More than [`NAME_LEN_MAX`] characters.
    TooLong,
    /// A character other than letters, digits, `.` and `_`. Names of queues have `/` and `%` besides, names of agents do not: they are
    /// directories as well.
    Character(char),
    /// Nothing but dots, which is no name of a directory.
    Dots,
}

impl fmt::Display for AgentNameProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("it has no characters"),
            Self::TooLong => write!(f, "it has more than {NAME_LEN_MAX} characters"),
            Self::Character(char) => write!(
                f,
                "it has {char:?}, and may have letters, digits, '.' and '_'"
            ),
            Self::Dots => f.write_str("it has nothing but dots"),
        }
    }
}

impl std::error::Error for AgentNameProblem {}

impl AgentName {
    /// The name in capitals.
    ///
    /// # Errors
    /// Why it is none.
    pub fn new(text: &str) -> Result<Self, AgentNameProblem> {
        let fits = |char: char| char.is_ascii_alphanumeric() || matches!(char, '.' | '_');
        if text.is_empty() {
            Err(AgentNameProblem::Empty)
        } else if let Some(char) = text.chars().find(|char| !fits(*char)) {
            Err(AgentNameProblem::Character(char))
        } else if text.len() > NAME_LEN_MAX {
            Err(AgentNameProblem::TooLong)
        } else if text.bytes().all(|byte| byte == b'.') {
            Err(AgentNameProblem::Dots)
        } else {
            Ok(Self(text.to_ascii_uppercase()))
        }
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name of a queue of the agent.
    #[must_use]
    pub fn queue(&self, queue: AgentQueue) -> ObjectName {
        ObjectName::truncated(&format!("{}{}", queue.prefix(), self.0))
    }

    /// The name of a queue of the logger.
    #[must_use]
    pub fn logger_queue(&self, queue: LoggerQueue) -> ObjectName {
        ObjectName::truncated(&format!("{}{}", queue.prefix(), self.0))
    }
}

impl fmt::Display for AgentName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A queue of an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgentQueue {
    /// Requests, of users and other agents.
    Command,
    /// Data on their way to the agent.
    Data,
    /// Answers of other agents.
    Reply,
    /// How its transfers stand.
    State,
    /// Its schedules, its monitors, and what it did not understand.
    Event,
    /// Who may be an agent it transfers with.
    AuthorityAgent,
    /// Who may start and cancel transfers.
    AuthorityTransfer,
    /// Who may change schedules and monitors of others.
    AuthorityOperations,
    /// Who may have schedules.
    AuthoritySchedule,
    /// Who may have monitors.
    AuthorityMonitor,
    /// Who may stop it.
    AuthorityAdministration,
    /// Held open by the instance that works, of an agent with several.
    HighAvailability,
}

impl AgentQueue {
    /// Those every agent has, in the order they are made and deleted in.
    pub const ALL: [Self; 11] = [
        Self::Command,
        Self::Data,
        Self::Reply,
        Self::State,
        Self::Event,
        Self::AuthorityAgent,
        Self::AuthorityTransfer,
        Self::AuthorityOperations,
        Self::AuthoritySchedule,
        Self::AuthorityMonitor,
        Self::AuthorityAdministration,
    ];

    /// What its name begins with; the agent's follows.
    #[must_use]
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Command => "SYSTEM.FTE.COMMAND.",
            Self::Data => "SYSTEM.FTE.DATA.",
            Self::Reply => "SYSTEM.FTE.REPLY.",
            Self::State => "SYSTEM.FTE.STATE.",
            Self::Event => "SYSTEM.FTE.EVENT.",
            Self::AuthorityAgent => "SYSTEM.FTE.AUTHAGT1.",
            Self::AuthorityTransfer => "SYSTEM.FTE.AUTHTRN1.",
            Self::AuthorityOperations => "SYSTEM.FTE.AUTHOPS1.",
            Self::AuthoritySchedule => "SYSTEM.FTE.AUTHSCH1.",
            Self::AuthorityMonitor => "SYSTEM.FTE.AUTHMON1.",
            Self::AuthorityAdministration => "SYSTEM.FTE.AUTHADM1.",
            Self::HighAvailability => "SYSTEM.FTE.HA.",
        }
    }

    /// Its MAXDEPTH and MAXMSGL. Of those for authorities and for high availability both are 0: nothing is ever put there.
    #[must_use]
    pub const fn limits(self) -> (u32, u32) {
        match self {
            Self::Command | Self::Data | Self::Reply | Self::State | Self::Event => {
                (5_000, 4 << 20)
            }
            _ => (0, 0),
        }
    }
}

/// A queue of a logger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoggerQueue {
    /// What it did not understand.
    Rejected,
    /// Requests.
    Command,
}

impl LoggerQueue {
    const fn prefix(self) -> &'static str {
        match self {
            Self::Rejected => "SYSTEM.FTE.LOG.RJCT.",
            Self::Command => "SYSTEM.FTE.LOG.CMD.",
        }
    }
}

/// Topic strings at the coordination queue manager. `/` separates; names of agents have none.
pub mod topic {
    use crate::names::AgentName;
    use crate::party::TransferId;

    /// How an agent is; retained.
    #[must_use]
    pub fn agent(agent: &AgentName) -> String {
        format!("SYSTEM.FTE/Agents/{agent}")
    }

    /// A monitor; retained.
    #[must_use]
    pub fn monitor(agent: &AgentName, monitor: &str) -> String {
        format!("SYSTEM.FTE/monitors/{agent}/{monitor}")
    }

    /// The schedules of an agent; retained.
    #[must_use]
    pub fn schedules(agent: &AgentName) -> String {
        format!("SYSTEM.FTE/Scheduler/{agent}")
    }

    /// A template; retained.
    #[must_use]
    pub fn template(id: &str) -> String {
        format!("SYSTEM.FTE/Templates/{id}")
    }

    /// How far a transfer is.
    #[must_use]
    pub fn progress(agent: &AgentName, transfer: TransferId) -> String {
        format!("SYSTEM.FTE/Transfers/{agent}/{transfer}")
    }

    /// The audit of a transfer.
    #[must_use]
    pub fn transfer_log(agent: &AgentName, transfer: TransferId) -> String {
        format!("SYSTEM.FTE/Log/{agent}/{transfer}")
    }

    /// The audit of a schedule.
    #[must_use]
    pub fn schedule_log(agent: &AgentName, schedule: u64) -> String {
        format!("SYSTEM.FTE/Log/{agent}/{schedule}")
    }

    /// The audit of the monitors of an agent.
    #[must_use]
    pub fn monitor_log(agent: &AgentName) -> String {
        format!("SYSTEM.FTE/Log/{agent}/Monitors")
    }

    /// All of the audit, as a subscription has it.
    pub const LOG: &str = "SYSTEM.FTE/Log/#";
    /// All agents, as a subscription has them.
    pub const AGENTS: &str = "SYSTEM.FTE/Agents/#";
    /// All monitors, as a subscription has them.
    pub const MONITORS: &str = "SYSTEM.FTE/monitors/#";
    /// All schedules, as a subscription has them.
    pub const SCHEDULES: &str = "SYSTEM.FTE/Scheduler/#";
    /// All templates, as a subscription has them.
    pub const TEMPLATES: &str = "SYSTEM.FTE/Templates/#";
}

/// The MQSC commands that make a queue manager the coordination queue manager.
#[must_use]
pub fn coordination_mqsc() -> String {
    "DEFINE TOPIC('SYSTEM.FTE') TOPICSTR('SYSTEM.FTE') REPLACE\n\
     ALTER TOPIC('SYSTEM.FTE') NPMSGDLV(ALLAVAIL) PMSGDLV(ALLAVAIL)\n\
     DEFINE QLOCAL(SYSTEM.FTE) LIKE(SYSTEM.BROKER.DEFAULT.STREAM) REPLACE\n\
     ALTER QLOCAL(SYSTEM.FTE) DESCR('Stream of file transfer')\n\
     * The stream is added to the others; what the list had before is shown.\n\
     DISPLAY NAMELIST(SYSTEM.QPUBSUB.QUEUE.NAMELIST)\n\
     ALTER NAMELIST(SYSTEM.QPUBSUB.QUEUE.NAMELIST) +\n \
     NAMES(SYSTEM.BROKER.DEFAULT.STREAM+\n \
     ,SYSTEM.BROKER.ADMIN.STREAM,SYSTEM.FTE)\n\
     * Queued publish and subscribe has to run; what it was before is shown.\n\
     DISPLAY QMGR PSMODE\n\
     ALTER QMGR PSMODE(ENABLED)\n"
        .to_owned()
}

/// Lines of the definition of a queue behind its name, with MAXDEPTH, MAXMSGL and RETINTVL.
fn queue_lines(out: &mut String, limits: (u32, u32), retention: u32) {
    let (depth, length) = limits;
    // Writing to a string cannot fail.
    let _ = write!(
        out,
        " DEFPRTY(0) +\n DEFSOPT(SHARED) +\n GET(ENABLED) +\n MAXDEPTH({depth}) +\n MAXMSGL({length}) +\n \
         MSGDLVSQ(PRIORITY) +\n PUT(ENABLED) +\n RETINTVL({retention}) +\n SHARE +\n NOTRIGGER +\n USAGE(NORMAL) +\n REPLACE\n"
    );
}

const RETENTION_MAX: u32 = 999_999_999;

/// Its queues, with the one of high availability if it is to have that.
fn queues(highly_available: bool) -> impl Iterator<Item = AgentQueue> {
    let more = highly_available.then_some(AgentQueue::HighAvailability);
    AgentQueue::ALL.into_iter().chain(more)
}

/// The MQSC commands that make the queues of an agent.
#[must_use]
pub fn create_agent_mqsc(agent: &AgentName, highly_available: bool) -> String {
    let mut out = String::new();
    for queue in queues(highly_available) {
        let _ = writeln!(out, "DEFINE QLOCAL({}{agent}) +", queue.prefix());
        queue_lines(&mut out, queue.limits(), RETENTION_MAX);
    }
    out
}

/// The MQSC commands that delete the queues of an agent, with what is on them.
#[must_use]
pub fn delete_agent_mqsc(agent: &AgentName, highly_available: bool) -> String {
    let mut out = String::new();
    for queue in queues(highly_available) {
        let prefix = queue.prefix();
        let _ = write!(
            out,
            "CLEAR QLOCAL({prefix}{agent})\nDELETE QLOCAL({prefix}{agent})\n"
        );
    }
    out
}

/// The MQSC commands that make the queues of a logger.
#[must_use]
pub fn create_logger_mqsc(logger: &AgentName) -> String {
    let mut out = String::new();
    let queues = [
        (
            LoggerQueue::Rejected,
            "What the logger of file transfer did not take",
            RETENTION_MAX,
        ),
        (
            LoggerQueue::Command,
            "Requests to the logger of file transfer",
            5_000,
        ),
    ];
    for (queue, description, retention) in queues {
        let _ = write!(
            out,
            "DEFINE QLOCAL({}{logger}) +\n DESCR('{description}') +\n",
            queue.prefix()
        );
        queue_lines(&mut out, (999_999_999, 4 << 20), retention);
    }
    out
}

/// The MQSC commands that delete the queues of a logger, with what is on them, and the subscription it made for itself.
#[must_use]
pub fn delete_logger_mqsc(logger: &AgentName) -> String {
    let mut out = String::new();
    for queue in [LoggerQueue::Rejected, LoggerQueue::Command] {
        let prefix = queue.prefix();
        let _ = write!(
            out,
            "CLEAR QLOCAL({prefix}{logger})\nDELETE QLOCAL({prefix}{logger})\n"
        );
    }
    let _ = writeln!(out, "DELETE SUB('{}')", logger_subscription(logger));
    out
}

/// The subscription a logger makes for itself.
#[must_use]
pub fn logger_subscription(logger: &AgentName) -> String {
    format!("SYSTEM.FTE.AUTO.{logger}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_capitals_and_fit_into_names_of_queues() {
        let longest = "a".repeat(NAME_LEN_MAX);
        let name = AgentName::new(&longest).expect("a name");
        assert_eq!(name.as_str(), "A".repeat(NAME_LEN_MAX));
        for queue in queues(true) {
            let whole = name.queue(queue);
            assert_eq!(
                whole.as_str(),
                format!("{}{name}", queue.prefix()),
                "nothing is cut off"
            );
        }
        for queue in [LoggerQueue::Rejected, LoggerQueue::Command] {
            assert!(name.logger_queue(queue).as_str().ends_with(name.as_str()));
        }
        for (text, problem) in [
            ("", AgentNameProblem::Empty),
            ("A B", AgentNameProblem::Character(' ')),
            ("A/B", AgentNameProblem::Character('/')),
            ("A%", AgentNameProblem::Character('%')),
            ("\u{C4}", AgentNameProblem::Character('\u{C4}')),
            ("..", AgentNameProblem::Dots),
            (&(longest.clone() + "a"), AgentNameProblem::TooLong),
        ] {
            assert_eq!(AgentName::new(text), Err(problem), "{text}");
        }
    }

    #[test]
    fn the_commands_for_an_agent_are_those_that_are_documented() {
        let agent = AgentName::new("north").expect("a name");
        let text = create_agent_mqsc(&agent, true);
        let first = "DEFINE QLOCAL(SYSTEM.FTE.COMMAND.NORTH) +\n DEFPRTY(0) +\n DEFSOPT(SHARED) +\n GET(ENABLED) +\n MAXDEPTH(5000) +\n \
             MAXMSGL(4194304) +\n MSGDLVSQ(PRIORITY) +\n PUT(ENABLED) +\n RETINTVL(999999999) +\n SHARE +\n NOTRIGGER +\n USAGE(NORMAL) +\n REPLACE\n";
        assert!(text.starts_with(first), "{text}");
        let authority = "DEFINE QLOCAL(SYSTEM.FTE.AUTHADM1.NORTH) +\n DEFPRTY(0) +\n DEFSOPT(SHARED) +\n GET(ENABLED) +\n MAXDEPTH(0) +\n MAXMSGL(0) +\n";
        assert!(text.contains(authority), "{text}");
        let defined: Vec<&str> = text
            .lines()
            .filter_map(|line| line.strip_prefix("DEFINE QLOCAL(SYSTEM.FTE."))
            .collect();
        let kinds: Vec<&str> = defined
            .iter()
            .filter_map(|name| name.split('.').next())
            .collect();
        let order = "COMMAND DATA REPLY STATE EVENT AUTHAGT1 AUTHTRN1 AUTHOPS1 AUTHSCH1 AUTHMON1 AUTHADM1 HA";
        assert_eq!(kinds.join(" "), order);
        let text = delete_agent_mqsc(&agent, false);
        assert!(text.starts_with(
            "CLEAR QLOCAL(SYSTEM.FTE.COMMAND.NORTH)\nDELETE QLOCAL(SYSTEM.FTE.COMMAND.NORTH)\n"
        ));
        assert_eq!(text.lines().count(), 22);
        let logger = create_logger_mqsc(&AgentName::new("filelogger1").expect("a name"));
        assert!(
            logger.starts_with("DEFINE QLOCAL(SYSTEM.FTE.LOG.RJCT.FILELOGGER1) +\n DESCR("),
            "{logger}"
        );
        assert!(logger.contains("RETINTVL(5000)"), "{logger}");
    }

    #[test]
    fn the_coordination_script_has_its_lines_apart() {
        let text = coordination_mqsc();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[0],
            "DEFINE TOPIC('SYSTEM.FTE') TOPICSTR('SYSTEM.FTE') REPLACE"
        );
        assert_eq!(
            lines[6..9].join("|"),
            "ALTER NAMELIST(SYSTEM.QPUBSUB.QUEUE.NAMELIST) +| NAMES(SYSTEM.BROKER.DEFAULT.STREAM+| ,SYSTEM.BROKER.ADMIN.STREAM,SYSTEM.FTE)"
        );
        assert_eq!(lines.last(), Some(&"ALTER QMGR PSMODE(ENABLED)"));
    }
}
