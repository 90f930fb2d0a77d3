//! What fits at the end of a command that is being typed, from the tables `?` reads: verbs, what they are about, attributes and their values.
//! Names of objects are asked for by whoever has a connection.

use super::table;
use super::words::{MqscCommand, MqscObject};
use crate::generated::mqsc::{COMMANDS, VERBS};
use crate::generated::status;
use ferromq_mqi::attribute::{AttributeInfo, Form, ObjectKind};

/// What fits, and from where on it stands instead of what was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// Offset of the first byte that is replaced.
    pub from: usize,
    /// What may stand there.
    pub fitting: Fitting,
}

/// What may stand somewhere in a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fitting {
    /// One of these words, each with what follows it: a blank, or a parenthesis.
    Words(Vec<String>),
    /// The name of an object.
    Names(NamesWanted),
}

/// Which names fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamesWanted {
    /// The word of what has such names: `QLOCAL`.
    pub object: &'static str,
    /// What was typed of the name, without a quotation mark.
    pub typed: String,
    /// It was begun with a quotation mark, so case matters.
    pub is_quoted: bool,
}

impl NamesWanted {
    /// The commands that display them. None where what was typed cannot begin a name.
    #[must_use]
    pub fn commands(&self) -> Vec<String> {
        let is_of_name = |c: char| c.is_ascii_alphanumeric() || "._/%".contains(c);
        if !self.typed.chars().all(is_of_name) {
            return Vec::new();
        }
        let ask = |typed: &str| format!("DISPLAY {}('{typed}*')", self.object);
        let folded = self.typed.to_ascii_uppercase();
        match self.is_quoted || folded == self.typed {
            true => vec![ask(&self.typed)],
            // Who types small letters may mean them.
            false => vec![ask(&folded), ask(&self.typed)],
        }
    }

    /// The names that the replies to [`NamesWanted::commands`] show, as they stand in a command, with what follows.
    #[must_use]
    pub fn words(&self, replies: &str) -> Vec<String> {
        let kinds = table::object(self.object).map_or(&[][..], |object| object.kinds);
        let Some(head) = kinds.first().and_then(|kind| kind.info().always.first()) else {
            return Vec::new();
        };
        let begins = format!("   {head}(");
        let name = |line: &str| Some(line.strip_prefix(&begins)?.split_once(')')?.0.to_owned());
        let mut words: Vec<String> = replies
            .lines()
            .filter_map(name)
            .filter(|name| !name.contains(['\'', ' ']) && !name.is_empty())
            .map(|name| {
                let is_folded = name.chars().any(|c| c.is_ascii_lowercase());
                match self.is_quoted || is_folded {
                    true => format!("'{name}') "),
                    false => format!("{name}) "),
                }
            })
            .collect();
        words.sort();
        words.dedup();
        words
    }
}

/// Attributes whose values are names of objects, and of which.
const NAMING: &[(&str, &str)] = &[
    ("AUTHINFO", "AUTHINFO"),
    ("BOQNAME", "QLOCAL"),
    ("CLUSNL", "NAMELIST"),
    ("COMMINFO", "COMMINFO"),
    ("CONNAUTH", "AUTHINFO"),
    ("DEADQ", "QLOCAL"),
    ("DEFXMITQ", "QLOCAL"),
    ("DEST", "QUEUE"),
    ("INITQ", "QLOCAL"),
    ("MDURMDL", "QMODEL"),
    ("MNDURMDL", "QMODEL"),
    ("NAMELIST", "NAMELIST"),
    ("PROCESS", "PROCESS"),
    ("STREAMQ", "QLOCAL"),
    ("TARGET", "QUEUE"),
    ("TARGQ", "QUEUE"),
    ("TOPICOBJ", "TOPIC"),
    ("XMITQ", "QLOCAL"),
];

/// Words of commands about what has its names by another word.
const NAMED_AS: &[(&str, &str)] = &[
    ("CHLAUTH", "CHANNEL"),
    ("CHSTATUS", "CHANNEL"),
    ("LSSTATUS", "LISTENER"),
    ("QCLUSTER", "QCLUSTER"),
    ("QSTATS", "QLOCAL"),
    ("QSTATUS", "QLOCAL"),
    ("SBSTATUS", "SUB"),
    ("SVSTATUS", "SERVICE"),
];

/// What fits at the end of `before`, a command as far as it was typed. Nothing where that makes no sense.
#[must_use]
pub fn completion(before: &str) -> Option<Completion> {
    let place = Place::find(before)?;
    let fitting = match &place.words[..] {
        [] if place.keyword.is_none() => verbs(&place.typed),
        [verb, rest @ ..] => {
            let verb = table::verb(verb)?;
            match rest {
                [] => match &place.keyword {
                    None => objects(verb, &place.typed),
                    Some(object) => Fitting::Names(place.names(named(object)?)),
                },
                [object, ..] => {
                    let row = table::command(verb, table::object(object)?)?;
                    match &place.keyword {
                        None => clauses(row, rest, &place.typed),
                        Some(keyword) => place.values(row, keyword)?,
                    }
                }
            }
        }
        [] => return None,
    };
    let fits = match &fitting {
        Fitting::Words(words) => !words.is_empty(),
        Fitting::Names(_) => true,
    };
    fits.then_some(Completion {
        from: place.from,
        fitting,
    })
}

/// Where in a command its end is.
struct Place {
    /// Keywords before it, in capitals.
    words: Vec<String>,
    /// The keyword whose parentheses are open.
    keyword: Option<String>,
    /// What was typed of the word under way.
    typed: String,
    is_quoted: bool,
    from: usize,
}

impl Place {
    /// Nothing where a quotation is over, or stands by itself.
    fn find(before: &str) -> Option<Self> {
        let mut place = Self {
            words: Vec::new(),
            keyword: None,
            typed: String::new(),
            is_quoted: false,
            from: before.len(),
        };
        let mut quoted: Option<char> = None;
        // A quotation is a value, which ends with its mark.
        let mut is_value_over = false;
        for (at, found) in before.char_indices() {
            if let Some(mark) = quoted {
                if found == mark {
                    (quoted, is_value_over) = (None, true);
                } else {
                    place.typed.push(found);
                }
                continue;
            }
            match found {
                '\'' | '"' => {
                    place.keyword.as_ref()?;
                    (quoted, place.from) = (Some(found), at);
                    (place.typed, place.is_quoted) = (String::new(), true);
                }
                '(' if place.keyword.is_none() => {
                    let word = std::mem::take(&mut place.typed);
                    let word = match word.is_empty() {
                        true => place.words.pop()?,
                        false => word,
                    };
                    place.keyword = Some(word.to_ascii_uppercase());
                    place.from = before.len();
                }
                '(' => return None,
                ')' => {
                    place.words.push(place.keyword.take()?);
                    place.begin(before.len());
                    is_value_over = false;
                }
                ',' => {
                    place.begin(before.len());
                    is_value_over = false;
                }
                ' ' | '\t' if place.keyword.is_some() => {
                    if !place.typed.is_empty() {
                        is_value_over = true;
                    }
                }
                ' ' | '\t' => {
                    let word = std::mem::take(&mut place.typed);
                    if !word.is_empty() {
                        place.words.push(word.to_ascii_uppercase());
                    }
                    place.from = before.len();
                }
                _ => {
                    if place.typed.is_empty() {
                        place.from = at;
                    }
                    place.typed.push(found);
                }
            }
        }
        (!is_value_over).then_some(place)
    }

    fn begin(&mut self, from: usize) {
        self.typed.clear();
        self.is_quoted = false;
        self.from = from;
    }

    fn names(&self, object: &'static str) -> NamesWanted {
        NamesWanted {
            object,
            typed: self.typed.clone(),
            is_quoted: self.is_quoted,
        }
    }

    /// Values of the keyword whose parentheses are open.
    fn values(&self, row: &MqscCommand, keyword: &str) -> Option<Fitting> {
        if keyword == "LIKE" {
            return Some(Fitting::Names(self.names(named(row.object.word)?)));
        }
        if keyword == "WHERE" {
            let words = shown(row).into_iter().map(|word| format!("{word} "));
            return Some(starting(&self.typed, words));
        }
        if let Some((_, object)) = NAMING.iter().find(|(word, _)| *word == keyword) {
            return Some(Fitting::Names(self.names(object)));
        }
        let of_kinds = row.object.kinds.iter().find_map(|kind| {
            let matched = kind.by_keyword(keyword)?;
            Some(value_words(matched.info))
        });
        let mut words = of_kinds.unwrap_or_default();
        words.extend(clause_words(row, keyword));
        if let Some(types) = types_of(row, keyword) {
            words.extend(types);
        }
        words.sort();
        words.dedup();
        let words = words.into_iter().map(|word| format!("{word}) "));
        Some(starting(&self.typed, words))
    }
}

fn starting(typed: &str, words: impl IntoIterator<Item = String>) -> Fitting {
    let typed = typed.to_ascii_uppercase();
    let mut fits: Vec<String> = words
        .into_iter()
        .filter(|word| word.starts_with(&typed))
        .collect();
    fits.sort();
    fits.dedup();
    Fitting::Words(fits)
}

fn verbs(typed: &str) -> Fitting {
    let verbs = VERBS.iter().map(|(verb, _)| format!("{verb} "));
    let ends = ["END", "EXIT", "QUIT"].map(str::to_owned);
    starting(typed, verbs.chain(ends))
}

fn objects(verb: &str, typed: &str) -> Fitting {
    let rows = COMMANDS.iter();
    let rows = rows.filter(|row| row.verb == verb && !row.object.absent);
    starting(typed, rows.map(|row| with_argument(row.object)))
}

fn with_argument(object: &MqscObject) -> String {
    let follows = if object.argument.is_empty() { ' ' } else { '(' };
    format!("{}{follows}", object.word)
}

/// The word that names such as those of this object are displayed by.
fn named(object: &str) -> Option<&'static str> {
    let object = table::object(object)?;
    if let Some((_, word)) = NAMED_AS.iter().find(|(word, _)| *word == object.word) {
        return Some(word);
    }
    let is_kind = !object.kinds.is_empty() && object.argument == "name";
    is_kind.then_some(object.word)
}

/// Attributes and other clauses that a command takes and that are not there yet.
fn clauses(row: &MqscCommand, given: &[String], typed: &str) -> Fitting {
    let mut words: Vec<String> = Vec::new();
    for kind in kinds_meant(row) {
        match row.verb {
            "DEFINE" => {
                words.extend(["LIKE(", "REPLACE ", "NOREPLACE "].map(str::to_owned));
                keywords(&mut words, kind, |info| info.uses.definable);
            }
            "SET" => keywords(&mut words, kind, |info| info.uses.definable),
            "ALTER" => {
                if kind.is_queue() || kind == ObjectKind::QMgr {
                    words.extend(["FORCE ", "NOFORCE "].map(str::to_owned));
                }
                keywords(&mut words, kind, |info| info.uses.alterable);
            }
            "DELETE" if kind == ObjectKind::QLocal => {
                words.extend(["PURGE ", "NOPURGE "].map(str::to_owned));
            }
            _ => {}
        }
        if let ([_, keyword], true) = (kind.info().always, row.object.kinds.len() > 1) {
            let is_made = matches!(row.verb, "DEFINE" | "ALTER");
            words.extend(is_made.then(|| format!("{keyword}(")));
        }
    }
    for clause in row.clauses {
        words.extend(
            clause
                .split(" | ")
                .map(|clause| match clause.split_once('(') {
                    Some((keyword, _)) => format!("{keyword}("),
                    None => format!("{clause} "),
                }),
        );
    }
    if row.verb == "DISPLAY" {
        words.extend(["ALL ", "WHERE("].map(str::to_owned));
        words.extend(shown(row).into_iter().map(|word| format!("{word} ")));
    }
    let open = words.into_iter().filter(|word| {
        let keyword = word.trim_end_matches(['(', ' ']);
        !given.iter().any(|one| one == keyword)
    });
    starting(typed, open)
}

fn kinds_meant(row: &MqscCommand) -> impl Iterator<Item = ObjectKind> {
    row.object.kinds.iter().copied()
}

fn keywords(words: &mut Vec<String>, kind: ObjectKind, takes: fn(&AttributeInfo) -> bool) {
    for info in kind.attributes().iter().filter(|info| takes(info)) {
        let keyword = info.attr.keyword();
        match info.form {
            Form::Flag => words.extend([format!("{keyword} "), format!("NO{keyword} ")]),
            Form::Key => {}
            _ => words.push(format!("{keyword}(")),
        }
    }
}

/// What a display of this shows.
fn shown(row: &MqscCommand) -> Vec<&'static str> {
    let fields: &[&[_]] = match row.object.word {
        "QSTATUS" => &[status::QUEUE_FIELDS, status::HANDLE_FIELDS],
        "QMSTATUS" => &[status::QMGR_FIELDS],
        "CHSTATUS" => &[status::CHANNEL_FIELDS],
        "LSSTATUS" => &[status::LISTENER_FIELDS],
        "SVSTATUS" => &[status::SERVICE_FIELDS],
        "CONN" => &[status::CONNECTION_FIELDS, status::OPEN_OBJECT_FIELDS],
        "SBSTATUS" => &[status::SUBSCRIPTION_FIELDS],
        "TPSTATUS" => &[
            status::TOPIC_FIELDS,
            status::TOPIC_SUBSCRIBER_FIELDS,
            status::TOPIC_PUBLISHER_FIELDS,
        ],
        "PUBSUB" => &[status::ENGINE_FIELDS],
        "APSTATUS" => &[
            status::APPLICATION_FIELDS,
            status::APPLICATION_MEMBER_FIELDS,
            status::APPLICATION_INSTANCE_FIELDS,
        ],
        _ => &[],
    };
    let of_state = fields.iter().copied().flatten().map(|(word, _)| *word);
    let of_kinds = kinds_meant(row).flat_map(|kind| {
        let shown = kind.attributes().iter().filter(|info| info.uses.shown);
        shown.map(|info| info.attr.keyword())
    });
    of_state.chain(of_kinds).collect()
}

fn value_words(info: &AttributeInfo) -> Vec<String> {
    let words = match info.form {
        Form::Int { words, .. } | Form::Word { words } | Form::Choices { words, .. } => words,
        _ => &[],
    };
    words.iter().map(|(word, _)| (*word).to_owned()).collect()
}

/// Words of a clause that is no attribute, as `?` shows it: `MODE(QUIESCE, FORCE)`.
fn clause_words(row: &MqscCommand, keyword: &str) -> Vec<String> {
    let clauses = row.clauses.iter().flat_map(|clause| clause.split(" | "));
    let takes = clauses
        .filter_map(|clause| clause.strip_suffix(')')?.split_once('('))
        .filter(|(word, _)| *word == keyword);
    takes
        .flat_map(|(_, words)| words.split(", "))
        .filter(|word| {
            word.chars()
                .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit())
        })
        .map(str::to_owned)
        .collect()
}

/// The types of objects that share their word with others: `CHLTYPE(SDR)`.
fn types_of(row: &MqscCommand, keyword: &str) -> Option<Vec<String>> {
    let of = |kind: &ObjectKind| match kind.info().always {
        [_, word] if *word == keyword => Some(kind.keyword().to_owned()),
        _ => None,
    };
    let several = row.object.kinds.len() > 1;
    several.then(|| row.object.kinds.iter().filter_map(of).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(before: &str) -> Vec<String> {
        match completion(before).map(|completion| completion.fitting) {
            Some(Fitting::Words(words)) => words,
            other => panic!("{before}: {other:?}"),
        }
    }

    fn names(before: &str) -> (&'static str, String, bool, usize) {
        match completion(before) {
            Some(Completion {
                from,
                fitting: Fitting::Names(names),
            }) => (names.object, names.typed, names.is_quoted, from),
            other => panic!("{before}: {other:?}"),
        }
    }

    #[test]
    fn verbs_and_what_they_are_about_are_completed() {
        assert_eq!(words("def"), ["DEFINE "]);
        assert_eq!(words("RES"), ["RESET ", "RESOLVE ", "RESUME "]);
        assert_eq!(words("e"), ["END", "EXIT"]);
        assert!(words("").len() > 15);
        assert_eq!(words("DIS QM"), ["QMGR ", "QMODEL(", "QMSTATUS "]);
        assert_eq!(words("ping chan"), ["CHANNEL("]);
        assert_eq!(completion("DISPLAY NOSUCH"), None);
        assert_eq!(completion("NOSUCH Q"), None);
    }

    #[test]
    fn names_are_asked_for_by_the_word_that_displays_them() {
        let name = |typed: &str| typed.to_owned();
        assert_eq!(names("DIS QL("), ("QLOCAL", name(""), false, 7));
        assert_eq!(names("dis ql(or"), ("QLOCAL", name("or"), false, 7));
        assert_eq!(names("dis ql ( or"), ("QLOCAL", name("or"), false, 9));
        assert_eq!(names("DIS Q('or"), ("QUEUE", name("or"), true, 6));
        assert_eq!(
            names("START CHANNEL(TO."),
            ("CHANNEL", name("TO."), false, 14)
        );
        assert_eq!(names("DIS CHS("), ("CHANNEL", name(""), false, 8));
        assert_eq!(
            names("DEF QL(X) LIKE(SYS"),
            ("QLOCAL", name("SYS"), false, 15)
        );
        assert_eq!(names("DEF QR(X) XMITQ("), ("QLOCAL", name(""), false, 16));
        // Which connections there are is no name one types.
        assert_eq!(completion("DIS CONN("), None);
    }

    #[test]
    fn names_that_are_shown_stand_as_they_are_typed() {
        let wanted = |typed: &str, is_quoted| NamesWanted {
            object: "QLOCAL",
            typed: typed.to_owned(),
            is_quoted,
        };
        let reply = "AMQ8409I: Display Queue details.\n   QUEUE(ORDERS)     TYPE(QLOCAL)\nAMQ8409I: Display Queue details.\n   \
                     QUEUE(orders.in)   TYPE(QLOCAL)\n";
        assert_eq!(
            wanted("or", false).words(reply),
            ["'orders.in') ", "ORDERS) "]
        );
        assert_eq!(
            wanted("or", true).words(reply),
            ["'ORDERS') ", "'orders.in') "]
        );
        assert_eq!(wanted("", false).commands(), ["DISPLAY QLOCAL('*')"]);
        let both = ["DISPLAY QLOCAL('OR*')", "DISPLAY QLOCAL('or*')"];
        assert_eq!(wanted("or", false).commands(), both);
        assert_eq!(wanted("or", true).commands(), both[1..]);
        assert!(wanted("a') ALL", false).commands().is_empty());
    }

    #[test]
    fn attributes_are_those_the_command_takes_and_has_not_got() {
        assert_eq!(words("ALTER QLOCAL(X) MAXD"), ["MAXDEPTH("]);
        assert_eq!(words("DEF QL(X) TRIGG"), ["TRIGGER "]);
        assert_eq!(words("DEF QL(X) NOTR"), ["NOTRIGGER "]);
        assert!(!words("DEF QL(X) MAXDEPTH(5) M").contains(&"MAXDEPTH(".to_owned()));
        // An alias has none.
        assert_eq!(completion("DEF QA(X) MAXD"), None);
        assert_eq!(words("DIS QL(X) CURD"), ["CURDEPTH "]);
        assert_eq!(words("DIS CHSTATUS(X) BUFS"), ["BUFSRCVD ", "BUFSSENT "]);
        assert_eq!(words("DEF CHANNEL(X) CHLTY"), ["CHLTYPE("]);
        assert_eq!(words("DIS QL(*) WHERE(CURD"), ["CURDEPTH "]);
        // What is about no object has clauses of its own.
        assert_eq!(words("SET AUTHREC PROFILE(Q1) OBJT"), ["OBJTYPE("]);
        assert_eq!(words("SET AUTHREC AUTHR"), ["AUTHRMV("]);
        assert_eq!(words("DELETE AUTHREC GR"), ["GROUP("]);
        assert_eq!(words("SET CHLAUTH(A) ADDRE"), ["ADDRESS("]);
        assert_eq!(words("SET CHLAUTH(A) ACT"), ["ACTION("]);
        assert_eq!(words("RESET QMGR TY"), ["TYPE("]);
    }

    #[test]
    fn values_are_those_the_keyword_takes() {
        assert_eq!(words("ALTER QL(X) PUT("), ["DISABLED) ", "ENABLED) "]);
        assert_eq!(words("ALTER QL(X) PUT(e"), ["ENABLED) "]);
        assert_eq!(
            words("DEF CHL(X) CHLTYPE(S"),
            ["SDR) ", "SVR) ", "SVRCONN) "]
        );
        assert_eq!(
            words("STOP CHANNEL(X) MODE("),
            ["FORCE) ", "QUIESCE) ", "TERMINATE) "]
        );
        assert_eq!(
            words("SET AUTHREC PROFILE(Q1) OBJTYPE(Q"),
            ["QMGR) ", "QUEUE) "]
        );
        assert_eq!(words("SET AUTHREC AUTHADD(GET, PU"), ["PUB) ", "PUT) "]);
        assert_eq!(words("SET CHLAUTH(A) TYPE(BLOCKU"), ["BLOCKUSER) "]);
        assert_eq!(words("REFRESH SECURITY TYPE(S"), ["SSL) "]);
        assert_eq!(completion("ALTER QL(X) DESCR("), None);
        assert_eq!(completion("ALTER QL(X) DESCR('say "), None);
    }

    #[test]
    fn what_is_over_or_makes_no_sense_has_no_completion() {
        for before in [
            "DIS QL('X'",
            "DIS QL(X ",
            "DIS 'x",
            "(",
            ")",
            "DIS QL((",
            "\u{e4}",
        ] {
            assert_eq!(completion(before), None, "{before}");
        }
    }

    #[test]
    fn every_command_is_completed_at_every_place_without_a_panic() {
        for row in &COMMANDS {
            let text = format!("{}(A.B) ALL WHERE(X GT 'y') Z('\u{20ac}', B) ", row.words());
            for (at, _) in text.char_indices() {
                if let Some(found) = completion(&text[..at]) {
                    assert!(found.from <= at);
                }
            }
        }
    }
}
