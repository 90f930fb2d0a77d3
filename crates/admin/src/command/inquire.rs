//! DISPLAY.

use super::asked::{Asked, Fields, complete, condition};
use super::objects::{QUEUES, display_objects};
use super::words::Noun;
use super::{
    Command, ConnectionQuery, ConnectionScope, Rest, Seen, channel, name_pattern, network,
};
use crate::display::connection::{CONNECTION_FIELDS, OPEN_OBJECT_FIELDS};
use crate::display::query::Query;
use crate::display::record::Choice;
use crate::display::status::{HANDLE_FIELDS, QMGR_FIELDS, QUEUE_FIELDS};
use crate::pattern::NamePattern;
use crate::syntax::clause::{Argument, Clause};
use crate::syntax::{Fault, SyntaxError};
use ferromq_mqi::attribute::ObjectKind;

pub(crate) fn display(
    noun: Noun,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    match noun {
        Noun::Queue => display_objects(&QUEUES, &QUEUES, object, rest),
        Noun::Object(kind) if kind.is_queue() => display_objects(&[kind], &QUEUES, object, rest),
        Noun::Object(kind) => display_objects(&[kind], &[kind], object, rest),
        Noun::Channel => channel::display(object, rest),
        Noun::AuthInfo => super::authinfo::display(object, rest),
        Noun::ChlAuth => crate::rules::display(object, rest),
        Noun::Sub | Noun::SubStatus | Noun::TopicStatus | Noun::PubSub => {
            crate::topics::display(noun, object, rest)
        }
        Noun::ChannelStatus => network::display_channels(object, rest),
        Noun::ListenerStatus => network::display_listeners(object, rest),
        Noun::QMgr => display_q_mgr(object, rest),
        Noun::QueueStatus => display_queue_status(object, rest),
        Noun::QMgrStatus => display_q_mgr_status(object, rest),
        Noun::Conn => display_connections(object, rest),
        Noun::AuthRec | Noun::AuthServ | Noun::EntAuth => {
            crate::authority::display(noun.word(), object, rest)
        }
        Noun::Security
        | Noun::Log
        | Noun::TopicString
        | Noun::QueueStatistics
        | Noun::NotBuilt(_) => Err(SyntaxError::malformed(object.end)),
    }
}

fn display_q_mgr(object: &Clause, rest: &mut Rest) -> Result<Command, SyntaxError> {
    object.bare()?;
    let mut asked = Asked::new(Fields::Attributes(&[ObjectKind::QMgr]));
    for clause in &rest.clauses {
        match q_mgr_group(&clause.keyword) {
            Some(group) => {
                asked.seen.once(&clause.keyword, clause)?;
                clause.bare()?;
                asked.query.choice.keywords.extend(group);
            }
            None => asked.take(clause)?,
        }
    }
    Ok(Command::DisplayQMgr(asked.finish(true)))
}

/// Attributes of the queue manager that can be asked for together.
fn q_mgr_group(keyword: &str) -> Option<&'static [&'static str]> {
    Some(match keyword {
        "EVENT" => &[
            "AUTHOREV", "CHADEV", "CHLEV", "CMDEV", "CONFIGEV", "INHIBTEV", "LOCALEV", "LOGGEREV",
            "PERFMEV", "REMOTEEV", "SSLEV", "STRSTPEV",
        ],
        "CHINIT" => &[
            "CERTLABL", "CERTVPOL", "CHAD", "CHADEV", "CHADEXIT", "CHLAUTH", "CHLEV", "CONNAUTH",
            "IPADDRV", "MONCHL", "REVDNS", "SCHINIT", "SSLCRLNL", "SSLCRYP", "SSLEV", "SSLFIPS",
            "SSLKEYR", "SSLRKEYC", "STATCHL", "SUITEB",
        ],
        "CLUSTER" => &[
            "CLWLDATA", "CLWLEXIT", "CLWLLEN", "CLWLMRUC", "CLWLUSEQ", "DEFCLXQ", "MONACLS",
            "PSCLUS", "QMID", "REPOS", "REPOSNL", "STATACLS",
        ],
        "PUBSUB" => &[
            "PARENT", "PSCLUS", "PSMODE", "PSNPMSG", "PSNPRES", "PSRTYCNT", "PSSYNCPT", "TREELIFE",
        ],
        "SYSTEM" => &[
            "ACCTCONO", "ACCTINT", "ACCTMQI", "ACCTQ", "ACTIVREC", "ACTVCONO", "ACTVTRC",
            "ALTDATE", "ALTTIME", "CCSID", "CMDLEVEL", "COMMANDQ", "CRDATE", "CRTIME", "CUSTOM",
            "DEADQ", "DEFXMITQ", "DESCR", "DISTL", "IMGINTVL", "IMGLOGLN", "IMGRCOVO", "IMGRCOVQ",
            "IMGSCHED", "MARKINT", "MAXHANDS", "MAXMSGL", "MAXPROPL", "MAXPRTY", "MAXUMSGS",
            "MONQ", "PLATFORM", "QMNAME", "ROUTEREC", "SCMDSERV", "SPLCAP", "STATINT", "STATMQI",
            "STATQ", "SYNCPT", "TRIGINT", "VERSION", "XRCAP",
        ],
        _ => return None,
    })
}

fn display_queue_status(object: &Clause, rest: &mut Rest) -> Result<Command, SyntaxError> {
    let names = name_pattern(object)?;
    let handles = match type_clause(rest)? {
        None => false,
        Some((clause, argument)) => match argument.text.as_str() {
            "QUEUE" => false,
            "HANDLE" => true,
            _ => return Err(clause.bad_value("QUEUE or HANDLE")),
        },
    };
    let mut asked = Asked::new(Fields::Table(if handles {
        HANDLE_FIELDS
    } else {
        QUEUE_FIELDS
    }));
    for clause in rest.clauses.iter().filter(|clause| !is_type(clause)) {
        match clause.keyword.as_str() {
            "MONITOR" => clause.bare()?,
            _ => asked.take(clause)?,
        }
    }
    let query = asked.finish(!names.is_generic());
    Ok(if handles {
        Command::DisplayHandles { names, query }
    } else {
        Command::DisplayQueueStatus { names, query }
    })
}

/// What `DISPLAY QMSTATUS LOG` asks for.
const LOG_STATUS: [&str; 19] = [
    "ARCHLOG", "ARCHSZ", "CURRLOG", "DISKLSN", "LOGEXTSZ", "LOGINUSE", "LOGPATH", "LOGPRIM",
    "LOGSEC", "LOGSTRDA", "LOGSTRL", "LOGSTRTI", "LOGTYPE", "LOGUTIL", "MEDIALOG", "MEDIASZ",
    "RECLOG", "RECSZ", "REUSESZ",
];

fn display_q_mgr_status(object: &Clause, rest: &mut Rest) -> Result<Command, SyntaxError> {
    object.bare()?;
    if let Some((clause, argument)) = type_clause(rest)?
        && argument.text != "QMGR"
    {
        return Err(clause.bad_value("QMGR"));
    }
    let mut asked = Asked::new(Fields::Table(QMGR_FIELDS));
    for clause in rest.clauses.iter().filter(|clause| !is_type(clause)) {
        if clause.keyword == "LOG" {
            asked.seen.once("LOG", clause)?;
            clause.bare()?;
            asked.query.choice.keywords.extend(LOG_STATUS);
        } else {
            asked.take(clause)?;
        }
    }
    Ok(Command::DisplayQMgrStatus(asked.finish(false)))
}

/// The clause `TYPE(...)`, which may stand anywhere and decides which keywords there are.
fn type_clause(rest: &Rest) -> Result<Option<(&Clause, &Argument)>, SyntaxError> {
    let mut found = rest.clauses.iter().filter(|clause| is_type(clause));
    let Some(first) = found.next() else {
        return Ok(None);
    };
    if let Some(second) = found.next() {
        return Err(SyntaxError::new(
            second.end,
            Fault::Duplicate(second.keyword.clone()),
        ));
    }
    Ok(Some((first, first.single()?)))
}

fn is_type(clause: &Clause) -> bool {
    clause.keyword == "TYPE"
}

fn display_connections(object: &Clause, rest: &mut Rest) -> Result<Command, SyntaxError> {
    let ids = match &object.arguments {
        Some(_) => hex_pattern(object, 16)?,
        None => NamePattern::any(),
    };
    let scope = match type_clause(rest)? {
        None => ConnectionScope::Connections,
        Some((clause, argument)) => match argument.text.as_str() {
            "CONN" => ConnectionScope::Connections,
            "HANDLE" => ConnectionScope::Handles,
            "*" | "ALL" => ConnectionScope::Both,
            _ => return Err(clause.bad_value("CONN, HANDLE or ALL")),
        },
    };
    let mut external = NamePattern::any();
    let mut asked = AskedOfConnections::new(scope);
    for clause in rest.clauses.iter().filter(|clause| !is_type(clause)) {
        match clause.keyword.as_str() {
            "EXTCONN" if clause.arguments.is_some() => {
                asked.seen.once("EXTCONN", clause)?;
                external = hex_pattern(clause, 32)?;
            }
            // Units of work of other transaction managers are not there yet.
            "URDISP" => {
                asked.seen.once("URDISP", clause)?;
                clause.single()?;
            }
            _ => asked.take(clause)?,
        }
    }
    let (query, open_query) = asked.finish(!ids.is_generic());
    Ok(Command::DisplayConnections(ConnectionQuery {
        ids,
        external,
        scope,
        query,
        open_query,
    }))
}

/// Gathers what is asked of connections and of what they have open.
struct AskedOfConnections {
    sets: Vec<Fields<'static>>,
    seen: Seen,
    queries: [Query; 2],
    all: bool,
}

impl AskedOfConnections {
    fn new(scope: ConnectionScope) -> Self {
        let mut sets = vec![Fields::Table(CONNECTION_FIELDS)];
        if scope != ConnectionScope::Connections {
            sets.push(Fields::Table(OPEN_OBJECT_FIELDS));
        }
        Self {
            sets,
            seen: Seen::default(),
            queries: Default::default(),
            all: false,
        }
    }

    fn take(&mut self, clause: &Clause) -> Result<(), SyntaxError> {
        match clause.keyword.as_str() {
            "ALL" => {
                self.seen.once("ALL", clause)?;
                clause.bare()?;
                self.all = true;
            }
            "WHERE" => {
                self.seen.once("WHERE", clause)?;
                let (filter, set) = condition(clause, &self.sets)?;
                self.queries[set].filters.push(filter);
            }
            _ => {
                let found = self
                    .sets
                    .iter()
                    .enumerate()
                    .find_map(|(at, fields)| Some((at, fields.find(&clause.keyword)?)));
                let (at, found) = found.ok_or(SyntaxError::malformed(clause.end))?;
                self.seen.once(found.keyword(), clause)?;
                clause.bare()?;
                self.queries[at].choice.keywords.push(found.keyword());
            }
        }
        Ok(())
    }

    fn finish(self, single: bool) -> (Query, Query) {
        let [mut query, mut open_query] = self.queries;
        let asked_for = |query: &Query| !query.choice.keywords.is_empty();
        let all = self.all || (single && !asked_for(&query) && !asked_for(&open_query));
        for query in [&mut query, &mut open_query] {
            query.choice.all = all;
            complete(query, false);
        }
        // The tag is what people look for, so it is shown even when nothing is asked for.
        if query.choice == Choice::default() && open_query.choice == Choice::default() {
            query.choice.keywords.push("APPLTAG");
        }
        (query, open_query)
    }
}

/// Digits in parentheses, perhaps with an asterisk at the end.
fn hex_pattern(clause: &Clause, digits_max: usize) -> Result<NamePattern, SyntaxError> {
    let argument = clause.single()?;
    let text = argument.text.trim().to_ascii_uppercase();
    let digits = text.strip_suffix('*').unwrap_or(&text);
    let valid = digits.bytes().all(|digit| digit.is_ascii_hexdigit())
        && digits.len() <= digits_max
        && !text.is_empty();
    if valid {
        Ok(NamePattern::new(text))
    } else {
        Err(SyntaxError::new(argument.end, Fault::BadConnection))
    }
}
