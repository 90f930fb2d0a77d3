//! `dmpmqcfg`: definitions as MQSC commands.

use crate::arguments::Arguments;
use crate::authority;
use crate::connection::{Asker, Right, installation, name_meant};
use crate::failure::{Failure, answers_text, exit};
use crate::password;
use ferromq_base::output;
use ferromq_mqi::ObjectName;
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::local::{
    DumpOrder, LocalAnswer, LocalAuthority, LocalOrder, Matching, RecordsOver,
};
use ferromq_qmgr::ProtectedKind;

/// Nothing was written.
const NOTHING: u8 = 20;

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let form = form(arguments).map_err(|problem| arguments.refuse(&problem))?;
    let order = request(arguments, form).map_err(|problem| arguments.refuse(&problem))?;
    let installation = installation().map_err(|failure| failure.with_code(NOTHING))?;
    let name = name_meant(&installation, arguments.value("-m"))
        .map_err(|failure| failure.with_code(NOTHING))?;
    let password = match arguments.value("-u") {
        Some(user) => Some(password::ask_for(user).map_err(|failure| failure.with_code(NOTHING))?),
        None => None,
    };
    let asker = Asker {
        right: Right::Of(password.as_ref()),
        ..Asker::control(&installation, &name, "dmpmqcfg")
    };
    let dumped = asker.order(order);
    let (answers, outcome) = dumped.map_err(|failure| failure.with_code(NOTHING))?;
    if outcome != CommandOutcome::Done {
        return Err(Failure::text(answers_text(&answers), NOTHING));
    }
    if !arguments.has("-z") && form.is_mqsc() {
        let version = crate::control::version::VERSION;
        output::say(&format!(
            "*{:*<71}\n* Definitions of queue manager {name}, written by FerroMQ {version} dmpmqcfg\n*{:*<71}\n",
            "", ""
        ));
    }
    for answer in &answers {
        match answer {
            LocalAnswer::Text(text) if form == Form::TwoLines => output::say(&in_two_lines(text)),
            LocalAnswer::Text(text) => output::say(text),
            LocalAnswer::Authority(record) if is_asked_for(arguments, &name, record) => {
                output::say(&match form {
                    Form::GrtMqmAut => cl_command(&name, record),
                    _ => authority::as_command(&name, record),
                });
            }
            _ => {}
        }
    }
    Ok(exit::OK)
}

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// A clause a line.
    Mqsc,
    OneLine,
    /// What an object is on one line, what it is like on a second one.
    TwoLines,
    /// Authority records as commands `setmqaut`.
    SetMqAut,
    /// Authority records as the CL commands of IBM i.
    GrtMqmAut,
}

impl Form {
    fn is_mqsc(self) -> bool {
        matches!(self, Self::Mqsc | Self::OneLine | Self::TwoLines)
    }
}

const FORMS: [(&str, Form); 5] = [
    ("mqsc", Form::Mqsc),
    ("1line", Form::OneLine),
    ("2line", Form::TwoLines),
    ("setmqaut", Form::SetMqAut),
    ("grtmqaut", Form::GrtMqmAut),
];

fn form(arguments: &Arguments) -> Result<Form, String> {
    let word = arguments.value("-o").unwrap_or("mqsc").to_ascii_lowercase();
    let found = FORMS.iter().find(|(known, _)| *known == word);
    let Some((_, form)) = found else {
        let known: Vec<&str> = FORMS.iter().map(|(known, _)| *known).collect();
        return Err(format!(
            "'{word}' of option -o is not one of {}",
            known.join(", ")
        ));
    };
    let exported = arguments.value("-x").unwrap_or("all");
    if !form.is_mqsc() && !exported.eq_ignore_ascii_case("authrec") {
        return Err(format!("option -o {word} needs -x authrec"));
    }
    Ok(*form)
}

/// One-line commands, each with what is behind the name of its object on a line of its own.
fn in_two_lines(text: &str) -> String {
    let mut lines = String::new();
    for line in text.lines() {
        match end_of_object(line) {
            Some(end) if end < line.trim_end().len() => {
                let (object, rest) = line.split_at(end);
                lines += &format!("{object} +\n      {}\n", rest.trim_start());
            }
            _ => lines += &format!("{line}\n"),
        }
    }
    lines
}

/// Where the second word of a command ends, with what is in brackets behind it. Names in quotes may hold brackets.
fn end_of_object(line: &str) -> Option<usize> {
    if line.starts_with('*') {
        return None;
    }
    let verb = line.find(' ')? + 1;
    let (mut quoted, mut deep) = (false, 0);
    for (at, letter) in line[verb..].char_indices() {
        match letter {
            '\'' => quoted = !quoted,
            '(' if !quoted => deep += 1,
            ')' if !quoted => deep -= 1,
            ' ' if !quoted && deep == 0 => return Some(verb + at),
            _ => {}
        }
    }
    None
}

/// Whether a record is about the objects of options `-n` and `-t`.
fn is_asked_for(arguments: &Arguments, q_mgr: &str, record: &LocalAuthority) -> bool {
    let names = arguments.value("-n").unwrap_or("*");
    let about = match record.kind {
        ProtectedKind::QMgr => q_mgr,
        _ => record.profile.as_str(),
    };
    match names.strip_suffix('*') {
        Some(begin) => about.starts_with(begin),
        None => about == names,
    }
}

/// The command that grants what a record holds where control commands are CL.
/// Source: "Grant MQ Object Authority (GRTMQMAUT)".
fn cl_command(q_mgr: &str, record: &LocalAuthority) -> String {
    let name = match record.kind {
        ProtectedKind::QMgr => q_mgr,
        _ => record.profile.as_str(),
    };
    let kind = match record.kind {
        ProtectedKind::Queue => "*Q".to_owned(),
        ProtectedKind::QMgr => "*MQM".to_owned(),
        ProtectedKind::Process => "*PRC".to_owned(),
        ProtectedKind::Namelist => "*NMLIST".to_owned(),
        ProtectedKind::Channel => "*CHL".to_owned(),
        ProtectedKind::ClntConn => "*CLTCN".to_owned(),
        ProtectedKind::Listener => "*LSR".to_owned(),
        ProtectedKind::Service => "*SVC".to_owned(),
        ProtectedKind::RqmName => "*RMTMQMNAME".to_owned(),
        other => format!("*{}", other.word()),
    };
    let words: Vec<String> = (record.permissions.listed().iter())
        .map(|word| match word.as_str() {
            "chg" | "clr" | "crt" | "dlt" | "dsp" => format!("*ADM{}", word.to_ascii_uppercase()),
            word => format!("*{}", word.to_ascii_uppercase()),
        })
        .collect();
    let allowed = match words.is_empty() {
        true => "*NONE".to_owned(),
        false => words.join(" "),
    };
    let entity = &record.entity;
    format!(
        "GRTMQMAUT OBJ('{name}') OBJTYPE({kind}) USER({entity}) AUT({allowed}) MQMNAME('{q_mgr}')\n"
    )
}

/// The kinds of objects a word of `-t` stands for, in an order in which their commands can be run again; none for an
/// unknown word.
fn kinds_of(word: &str) -> Vec<ObjectKind> {
    let asked = |kind: &ObjectKind| word == ALL || kind.info().dump_types.contains(&word);
    let dumped = |kind: &ObjectKind| kind.info().dump_order.is_some();
    let mut kinds = ObjectKind::ALL.to_vec();
    kinds.retain(|kind| dumped(kind) && asked(kind));
    kinds.sort_by_key(|kind| kind.info().dump_order);
    kinds
}

/// The word for every type.
const ALL: &str = "all";

/// The words of `-t`.
fn types() -> Vec<&'static str> {
    let mut words = vec![ALL];
    for word in ObjectKind::ALL
        .iter()
        .flat_map(|kind| kind.info().dump_types)
    {
        if !words.contains(word) {
            words.push(word);
        }
    }
    words
}

/// What is to be dumped.
fn request(arguments: &Arguments, form: Form) -> Result<LocalOrder, String> {
    let word = |flag: &str, usual: &'static str| {
        arguments.value(flag).unwrap_or(usual).to_ascii_lowercase()
    };
    let asked = word("-t", ALL);
    let mut kinds = kinds_of(&asked);
    let Some(first) = kinds.first().copied() else {
        let types = types().join(", ");
        return Err(format!("'{asked}' of option -t is not one of {types}"));
    };
    let mut records = match asked.as_str() {
        ALL => RecordsOver::Everything,
        _ => RecordsOver::Kind(first),
    };
    match word("-x", "all").as_str() {
        "all" if asked == ALL => kinds.extend([ObjectKind::Sub, ObjectKind::ChlAuth]),
        "all" => {}
        "chlauth" => (kinds, records) = (vec![ObjectKind::ChlAuth], RecordsOver::Nothing),
        "sub" => (kinds, records) = (vec![ObjectKind::Sub], RecordsOver::Nothing),
        "object" => records = RecordsOver::Nothing,
        "authrec" => kinds.clear(),
        exported => {
            return Err(format!(
                "'{exported}' of option -x is not one of all, object, authrec, chlauth, sub"
            ));
        }
    }
    let names = arguments.value("-n").unwrap_or("*");
    let fixed = names.strip_suffix('*').unwrap_or(names);
    if !fixed.is_empty() || names.is_empty() {
        ObjectName::parse(fixed).map_err(|error| format!("option -n: {error}"))?;
    }
    if !form.is_mqsc() {
        return Ok(LocalOrder::Authorities {
            matching: Matching::Profile,
            kind: (asked != ALL).then(|| ProtectedKind::of(first)),
            profile: None,
            entity: None,
        });
    }
    Ok(LocalOrder::Dump(DumpOrder {
        all_attributes: arguments.has("-a"),
        one_line: form != Form::Mqsc,
        kinds,
        records,
        names: names.to_owned(),
    }))
}
