//! `dmpmqcfg`: definitions as MQSC commands.

use crate::arguments::Arguments;
use crate::connection::{Asker, Right, installation, name_meant};
use crate::failure::{Failure, answers_text, exit};
use crate::password;
use ferromq_base::output;
use ferromq_mqi::ObjectName;
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::local::{DumpOrder, LocalAnswer, LocalOrder, RecordsOver};

/// Nothing was written.
const NOTHING: u8 = 20;

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let order = request(arguments).map_err(|problem| arguments.refuse(&problem))?;
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
    let dumped = asker.order(LocalOrder::Dump(order));
    let (answers, outcome) = dumped.map_err(|failure| failure.with_code(NOTHING))?;
    if outcome != CommandOutcome::Done {
        return Err(Failure::text(answers_text(&answers), NOTHING));
    }
    if !arguments.has("-z") {
        let version = crate::control::version::VERSION;
        output::say(&format!(
            "*{:*<71}\n* Definitions of queue manager {name}, written by FerroMQ {version} dmpmqcfg\n*{:*<71}\n",
            "", ""
        ));
    }
    for answer in &answers {
        if let LocalAnswer::Text(text) = answer {
            output::say(text);
        }
    }
    Ok(exit::OK)
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
fn request(arguments: &Arguments) -> Result<DumpOrder, String> {
    let word = |flag: &str, usual: &'static str| {
        arguments.value(flag).unwrap_or(usual).to_ascii_lowercase()
    };
    let asked = word("-t", ALL);
    let mut kinds = kinds_of(&asked);
    let Some(first) = kinds.first().copied() else {
        let types = types().join(", ");
        return Err(format!("'{asked}' of option -t is not one of {types}"));
    };
    let one_line = match word("-o", "mqsc").as_str() {
        "mqsc" => false,
        "1line" => true,
        other => return Err(format!("'{other}' of option -o is not one of mqsc, 1line")),
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
    Ok(DumpOrder {
        all_attributes: arguments.has("-a"),
        one_line,
        kinds,
        records,
        names: names.to_owned(),
    })
}
