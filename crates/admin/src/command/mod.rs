//! Commands: what a line of MQSC asks for.

mod absent;
pub(crate) mod asked;
pub(crate) mod authinfo;
pub(crate) mod change;
pub(crate) mod channel;
pub(crate) mod help;
pub(crate) mod inquire;
pub(crate) mod network;
mod objects;
pub(crate) mod operate;
pub(crate) mod parse;
pub(crate) mod words;

use crate::authority::AuthorityCommand;
use crate::display::query::Query;
use crate::network::StopChannel;
use crate::operations::LogReduction;
use crate::pattern::NamePattern;
use crate::syntax::clause::{Argument, Clause, Clauses};
use crate::syntax::{Fault, SyntaxError};
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::name::{NameError, ObjectName};

/// A command that has been understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    Define {
        kind: ObjectKind,
        name: ObjectName,
        like: Option<ObjectName>,
        replace: bool,
        changes: Vec<(Attr, Value)>,
    },
    Alter {
        kind: ObjectKind,
        name: ObjectName,
        changes: Vec<(Attr, Value)>,
        force: bool,
    },
    Delete {
        kind: ObjectKind,
        name: ObjectName,
        purge: bool,
        ignore_missing: bool,
    },
    Clear {
        name: ObjectName,
    },
    DisplayObjects {
        kinds: Vec<ObjectKind>,
        names: NamePattern,
        query: Query,
    },
    /// Asks for a kind of object there is none of at this level.
    DisplayAbsent {
        noun: &'static str,
        names: NamePattern,
    },
    DisplayQMgr(Query),
    DisplayQueueStatus {
        names: NamePattern,
        query: Query,
    },
    DisplayHandles {
        names: NamePattern,
        query: Query,
    },
    DisplayQMgrStatus(Query),
    DisplayConnections(ConnectionQuery),
    /// Shows what was put and got, and begins to count again.
    ResetQueueStatistics {
        names: NamePattern,
    },
    StopConnection {
        own: [u8; 8],
        external: Option<[u8; 16]>,
    },
    StartListener {
        name: ObjectName,
        ignore_state: bool,
    },
    StopListener {
        name: ObjectName,
        ignore_state: bool,
    },
    DisplayListenerStatus {
        names: NamePattern,
        query: Query,
    },
    StartChannel {
        name: ObjectName,
        ignore_state: bool,
    },
    StopChannel {
        stop: StopChannel,
        ignore_state: bool,
    },
    DisplayChannelStatus {
        names: NamePattern,
        query: Query,
        /// What is asked for is there for message channels only.
        nothing: bool,
    },
    /// Something only channels that send messages can do.
    NotForServerConnections {
        name: ObjectName,
    },
    PingQMgr,
    /// With what is to be refreshed: nothing for everything that is not about channels.
    RefreshSecurity(Option<String>),
    AdvanceLog,
    ReduceLog(LogReduction),
    SetLogArchived(String),
    Authority(AuthorityCommand),
    /// About channel authentication records.
    Rules(crate::rules::RuleCommand),
    /// About subscriptions and the state of topics.
    Topics(crate::topics::TopicCommand),
    /// Documented, and its subject is not there at this level.
    NotBuilt {
        verb: &'static str,
        noun: String,
    },
    /// A question what may be said: the answer, or nothing for every command there is.
    Help(Option<String>),
}

/// What `DISPLAY CONN` asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ConnectionQuery {
    /// The digits of `CONN`.
    pub(crate) ids: NamePattern,
    /// The digits of `EXTCONN`.
    pub(crate) external: NamePattern,
    pub(crate) scope: ConnectionScope,
    /// What is asked of the connections.
    pub(crate) query: Query,
    /// What is asked of what they have open.
    pub(crate) open_query: Query,
}

/// Whether connections, what they have open, or both are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ConnectionScope {
    Connections,
    Handles,
    Both,
}

/// The clauses after the object, as far as they could be read, and what stopped the reading.
#[derive(Debug)]
pub(crate) struct Rest {
    pub(crate) clauses: Vec<Clause>,
    stopped: Option<SyntaxError>,
    pub(crate) text_end: usize,
}

impl Rest {
    /// Clauses that were not read from text; `text_end` is where one that is missing would be.
    pub(crate) fn of(clauses: Vec<Clause>, text_end: usize) -> Self {
        Self {
            clauses,
            stopped: None,
            text_end,
        }
    }

    /// Takes the clause with one of the keywords out; there may be one.
    pub(crate) fn take(&mut self, keywords: &[&str]) -> Result<Option<Clause>, SyntaxError> {
        let named = |clause: &Clause| keywords.contains(&clause.keyword.as_str());
        let Some(at) = self.clauses.iter().position(named) else {
            return Ok(None);
        };
        let clause = self.clauses.remove(at);
        match self.clauses.iter().find(|clause| named(clause)) {
            Some(second) => Err(SyntaxError::new(
                second.end,
                Fault::Duplicate(second.keyword.clone()),
            )),
            None => Ok(Some(clause)),
        }
    }

    fn collect(mut reader: Clauses<'_>) -> Self {
        let mut clauses = Vec::new();
        let text_end = reader.text_end();
        loop {
            match reader.next_clause() {
                Ok(Some(clause)) => clauses.push(clause),
                Ok(None) => {
                    return Self {
                        clauses,
                        stopped: None,
                        text_end,
                    };
                }
                Err(error) => {
                    return Self {
                        clauses,
                        stopped: Some(error),
                        text_end,
                    };
                }
            }
        }
    }

    /// The error that stopped the reading, if one did.
    fn check_only(&mut self) -> Result<(), SyntaxError> {
        self.stopped.take().map_or(Ok(()), Err)
    }

    /// There must be no clause.
    pub(crate) fn nothing_more(&self) -> Result<(), SyntaxError> {
        self.clauses
            .first()
            .map_or(Ok(()), |clause| Err(SyntaxError::malformed(clause.end)))
    }
}

/// Keywords that were there already; an opposite counts as the same keyword.
#[derive(Debug, Default)]
pub(crate) struct Seen(Vec<String>);

impl Seen {
    pub(crate) fn once(&mut self, keyword: &str, clause: &Clause) -> Result<(), SyntaxError> {
        if self.0.iter().any(|seen| seen == keyword) {
            return Err(SyntaxError::new(
                clause.end,
                Fault::Duplicate(clause.keyword.clone()),
            ));
        }
        self.0.push(keyword.to_string());
        Ok(())
    }
}

/// The name in parentheses after the word for the object.
pub(crate) fn object_name(clause: &Clause) -> Result<ObjectName, SyntaxError> {
    let argument = clause.single()?;
    ObjectName::parse(argument.text.trim_end())
        .map_err(|error| name_error(error, argument, &clause.keyword))
}

/// The same for a kind whose names may be shorter.
pub(crate) fn name_of_kind(kind: ObjectKind, clause: &Clause) -> Result<ObjectName, SyntaxError> {
    let name = object_name(clause)?;
    let max = kind.name_bytes_max();
    if name.as_str().len() > max {
        let keyword = clause.keyword.clone();
        let fault = Fault::TooLong { keyword, max };
        return Err(SyntaxError::new(clause.single()?.end, fault));
    }
    Ok(name)
}

/// The generic name in parentheses after the word for the object.
pub(crate) fn name_pattern(clause: &Clause) -> Result<NamePattern, SyntaxError> {
    let argument = clause.single()?;
    let text = argument.text.trim_end();
    let name = text.strip_suffix('*').unwrap_or(text);
    if !name.is_empty() || text.is_empty() {
        ObjectName::parse(name).map_err(|error| name_error(error, argument, &clause.keyword))?;
    }
    Ok(NamePattern::new(text))
}

fn name_error(error: NameError, argument: &Argument, keyword: &str) -> SyntaxError {
    let keyword = keyword.to_string();
    SyntaxError::new(
        argument.end,
        match error {
            NameError::TooLong => Fault::TooLong { keyword, max: 48 },
            NameError::Empty | NameError::BadCharacter(_) => Fault::BadName(keyword),
        },
    )
}
