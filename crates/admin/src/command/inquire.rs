//! DISPLAY.

use super::asked::{Asked, Fields, complete, condition};
use super::words::MqscCommand;
use super::{About, Command, Rest, Seen, name_pattern};
use crate::display::query::Query;
use crate::display::record::Choice;
use crate::execute;
use crate::execute::connections::{ConnectionQuery, ConnectionScope};
use crate::generated::status::{
    CONNECTION_FIELDS, HANDLE_FIELDS, OPEN_OBJECT_FIELDS, QMGR_FIELDS, QUEUE_FIELDS,
};
use crate::pattern::NamePattern;
use crate::syntax::clause::{Argument, Clause};
use crate::syntax::{Fault, SyntaxError};
use ferromq_mqi::attribute::ObjectKind;

/// `DISPLAY QMGR`
pub(crate) fn q_mgr(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
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
    let query = asked.finish(true);
    Ok(Command::new(row, About::QMgr, move |operations| {
        execute::display_q_mgr(operations, &query)
    }))
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

/// `DISPLAY QSTATUS`
pub(crate) fn queue_status(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
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
    let about = About::names(ObjectKind::QLocal, &names);
    Ok(Command::new(row, about, move |operations| match handles {
        true => execute::display_handles(operations, &names, &query),
        false => execute::display_queue_status(operations, &names, &query),
    }))
}

/// What `DISPLAY QMSTATUS LOG` asks for.
const LOG_STATUS: [&str; 21] = [
    "ARCHLOG", "ARCHSZ", "CURRLOG", "DISKLSN", "LOGEXTSZ", "LOGFSSZ", "LOGFSUSE", "LOGINUSE",
    "LOGPATH", "LOGPRIM", "LOGSEC", "LOGSTRDA", "LOGSTRL", "LOGSTRTI", "LOGTYPE", "LOGUTIL",
    "MEDIALOG", "MEDIASZ", "RECLOG", "RECSZ", "REUSESZ",
];

/// `DISPLAY QMSTATUS`
pub(crate) fn q_mgr_status(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
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
    let query = asked.finish(false);
    Ok(Command::new(row, About::QMgr, move |operations| {
        execute::display_q_mgr_status(operations, &query)
    }))
}

/// The clause `TYPE(...)`, which may stand anywhere and decides which keywords there are.
pub(super) fn type_clause(rest: &Rest) -> Result<Option<(&Clause, &Argument)>, SyntaxError> {
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

pub(super) fn is_type(clause: &Clause) -> bool {
    clause.keyword == "TYPE"
}

/// `DISPLAY CONN`
pub(crate) fn connections(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
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
    let asked = ConnectionQuery {
        ids,
        external,
        scope,
        query,
        open_query,
    };
    Ok(Command::new(row, About::QMgr, move |operations| {
        execute::connections::display(operations, &asked)
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
