//! DISPLAY.

use super::words::Noun;
use super::{
    Command, ConnectionQuery, ConnectionScope, Rest, Seen, channel, name_pattern, network,
};
use crate::display::connection::{CONNECTION_FIELDS, OPEN_OBJECT_FIELDS};
use crate::display::filter::{FieldForm, Filter, FilterValue, Operator};
use crate::display::object;
use crate::display::record::{Choice, Query};
use crate::display::status::{FieldSpec, HANDLE_FIELDS, QMGR_FIELDS, QUEUE_FIELDS};
use crate::pattern::NamePattern;
use crate::syntax::clause::{Argument, Arguments, Clause};
use crate::syntax::{Fault, SyntaxError};
use ferromq_mqi::attribute::{AttributeInfo, ObjectKind};

const QUEUES: [ObjectKind; 4] = [
    ObjectKind::QLocal,
    ObjectKind::QModel,
    ObjectKind::QAlias,
    ObjectKind::QRemote,
];

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

/// The keywords DISPLAY takes for something, and the values they are compared with.
#[derive(Clone, Copy)]
pub(crate) enum Fields<'a> {
    Attributes(&'a [ObjectKind]),
    Table(&'static [FieldSpec]),
}

#[derive(Clone, Copy)]
enum Found {
    Attribute(&'static AttributeInfo),
    Field(FieldSpec),
}

impl Fields<'_> {
    fn find(self, keyword: &str) -> Option<Found> {
        match self {
            Self::Attributes(kinds) => object::attribute(kinds, keyword).map(Found::Attribute),
            Self::Table(table) => table
                .iter()
                .find(|(name, _)| *name == keyword)
                .copied()
                .map(Found::Field),
        }
    }
}

impl Found {
    fn keyword(self) -> &'static str {
        match self {
            Self::Attribute(info) => info.attr.keyword(),
            Self::Field((keyword, _)) => keyword,
        }
    }

    fn form(self) -> FieldForm {
        match self {
            Self::Attribute(info) => object::field_form(info),
            Self::Field((_, form)) => form,
        }
    }

    fn value(self, given: &str) -> Option<FilterValue> {
        match self {
            Self::Attribute(info) => object::filter_value(info, given),
            Self::Field((_, FieldForm::Int)) => given.trim().parse().ok().map(FilterValue::Int),
            Self::Field((_, FieldForm::Word)) => {
                Some(FilterValue::Text(given.to_ascii_uppercase()))
            }
            Self::Field(_) => Some(FilterValue::Text(given.to_string())),
        }
    }
}

/// Gathers what a DISPLAY asks for.
pub(crate) struct Asked<'a> {
    fields: Fields<'a>,
    pub(crate) seen: Seen,
    pub(super) query: Query,
}

impl<'a> Asked<'a> {
    pub(crate) fn new(fields: Fields<'a>) -> Self {
        Self {
            fields,
            seen: Seen::default(),
            query: Query::default(),
        }
    }

    /// Takes `ALL`, `WHERE(...)` or a keyword to show.
    pub(crate) fn take(&mut self, clause: &Clause) -> Result<(), SyntaxError> {
        match clause.keyword.as_str() {
            "ALL" => {
                self.seen.once("ALL", clause)?;
                clause.bare()?;
                self.query.choice.all = true;
                Ok(())
            }
            "WHERE" => {
                self.seen.once("WHERE", clause)?;
                let filter = condition(clause, &[self.fields])?.0;
                self.query.filters.push(filter);
                Ok(())
            }
            _ => {
                let found = self
                    .fields
                    .find(&clause.keyword)
                    .ok_or(SyntaxError::malformed(clause.end))?;
                self.seen.once(found.keyword(), clause)?;
                self.show(found, clause)
            }
        }
    }

    /// `CLUSTER` and `CLUSNL` may have a generic name behind them.
    fn show(&mut self, found: Found, clause: &Clause) -> Result<(), SyntaxError> {
        let keyword = found.keyword();
        if clause.arguments.is_some() && matches!(keyword, "CLUSTER" | "CLUSNL") {
            let value = FilterValue::Text(clause.single()?.text.clone());
            self.query.filters.push(Filter {
                keyword,
                operator: Operator::Lk,
                value,
            });
        } else {
            clause.bare()?;
        }
        self.query.choice.keywords.push(keyword);
        Ok(())
    }

    /// Everything is shown of a single object when nothing in particular was asked for. Of
    /// several, what they were filtered by is shown too.
    pub(crate) fn finish(mut self, single: bool) -> Query {
        complete(&mut self.query, single);
        self.query
    }
}

fn complete(query: &mut Query, single: bool) {
    if single && query.choice.keywords.is_empty() {
        query.choice.all = true;
    }
    let filtered = query.filters.iter().map(|filter| filter.keyword);
    let missing: Vec<_> = filtered
        .filter(|keyword| !query.choice.takes(keyword))
        .collect();
    query.choice.keywords.extend(missing);
}

/// The condition in `WHERE`, and which of the sets of fields it is about.
fn condition(clause: &Clause, sets: &[Fields<'_>]) -> Result<(Filter, usize), SyntaxError> {
    let fail = |end| SyntaxError::new(end, Fault::BadFilter);
    let Some(Arguments { list, end }) = &clause.arguments else {
        return Err(fail(clause.end));
    };
    let [keyword, operator, value] = list.as_slice() else {
        return Err(fail(list.get(3).map_or(*end, |extra| extra.end)));
    };
    let place = |argument: &Argument| {
        if argument.quoted {
            None
        } else {
            Some(argument.text.clone())
        }
    };
    let name = place(keyword).ok_or(fail(keyword.end))?;
    let (set, found) = sets
        .iter()
        .enumerate()
        .find_map(|(at, fields)| fields.find(&name).map(|found| (at, found)))
        .ok_or(fail(keyword.end))?;
    let word = place(operator).ok_or(fail(operator.end))?;
    let operator = Operator::from_word(&word)
        .filter(|operator| operator.suits(found.form()))
        .ok_or(fail(operator.end))?;
    let filter_value = found.value(&value.text).ok_or(fail(value.end))?;
    Ok((
        Filter {
            keyword: found.keyword(),
            operator,
            value: filter_value,
        },
        set,
    ))
}

pub(super) fn display_objects(
    kinds: &[ObjectKind],
    attributes_of: &[ObjectKind],
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    let names = name_pattern(object)?;
    let mut kinds = kinds.to_vec();
    let mut asked = Asked::new(Fields::Attributes(attributes_of));
    for clause in &rest.clauses {
        match clause.keyword.as_str() {
            "TYPE" | "QTYPE" if clause.arguments.is_some() && attributes_of == QUEUES => {
                asked.seen.once("TYPE", clause)?;
                let chosen = queue_kinds(clause)?;
                kinds.retain(|kind| chosen.contains(kind));
            }
            // Cluster information is not there yet; asking for it is no mistake.
            "CLUSINFO" if attributes_of == QUEUES => clause.bare()?,
            _ => asked.take(clause)?,
        }
    }
    let query = asked.finish(!names.is_generic());
    Ok(Command::DisplayObjects {
        kinds,
        names,
        query,
    })
}

fn queue_kinds(clause: &Clause) -> Result<Vec<ObjectKind>, SyntaxError> {
    let argument = clause.single()?;
    match Noun::from_word(&argument.text) {
        Some(Noun::Object(kind)) if kind.is_queue() => Ok(vec![kind]),
        Some(Noun::NotBuilt("QCLUSTER")) => Ok(Vec::new()),
        None if argument.text == "ALL" => Ok(QUEUES.to_vec()),
        _ => Err(bad_value(
            clause,
            argument,
            "QALIAS, QLOCAL, QMODEL, QREMOTE, QCLUSTER or ALL",
        )),
    }
}

fn bad_value(clause: &Clause, argument: &Argument, expected: &str) -> SyntaxError {
    let fault = Fault::BadValue {
        keyword: clause.keyword.clone(),
        expected: expected.to_string(),
    };
    SyntaxError::new(argument.end, fault)
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
            _ => return Err(bad_value(clause, argument, "QUEUE or HANDLE")),
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
        return Err(bad_value(clause, argument, "QMGR"));
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
            _ => return Err(bad_value(clause, argument, "CONN, HANDLE or ALL")),
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
