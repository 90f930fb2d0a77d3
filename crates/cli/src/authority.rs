//! `setmqaut`, `dspmqaut` and `dmpmqaut`: who may do what.

use crate::arguments::Arguments;
use crate::connection::{Asker, installation, name_meant};
use crate::failure::{Failure, answers_text, exit};
use ferromq_base::output;
use ferromq_mqi::authority::{EntityKind, EntityName};
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::generated::notices::{AMQ8135, AMQ8147, AMQ8459, AMQ8871};
use ferromq_mqi::local::{LocalAnswer, LocalAuthority, LocalOrder, Matching};
use ferromq_mqi::notice::Notice;
use ferromq_qmgr::{Permissions, Profile, ProtectedKind, SELF_PROFILE};

/// Exit codes of these commands.
pub(crate) mod exits {
    /// Arguments are not valid.
    pub(crate) const ARGUMENTS: u8 = 36;
    /// There is no such object.
    pub(crate) const UNKNOWN_OBJECT: u8 = 133;
    /// An object is named where none may be.
    pub(crate) const OBJECT_NAME: u8 = 145;
    /// The object is missing.
    pub(crate) const NO_OBJECT_NAME: u8 = 146;
    /// The type is missing.
    pub(crate) const NO_OBJECT_TYPE: u8 = 147;
    /// The type is not valid.
    pub(crate) const OBJECT_TYPE: u8 = 148;
    /// The user or group is missing, or not known.
    pub(crate) const NO_ENTITY: u8 = 149;
    /// No authorization is given.
    pub(crate) const NO_AUTHORIZATION: u8 = 150;
    /// An authorization is not valid.
    pub(crate) const AUTHORIZATION: u8 = 151;
}

/// What `-t` takes, in full and short.
pub(crate) const TYPES: &[&str] = &[
    "queue", "q", "qmgr", "process", "prcs", "namelist", "nl", "channel", "chl", "clntconn",
    "clcn", "listener", "lstr", "authinfo", "service", "srvc", "topic", "top", "comminfo",
    "rqmname", "rqmn",
];

fn refused(command: &str, problem: &str, code: u8) -> Failure {
    Failure::arguments(command, &problem, code)
}

/// The type and the profile a command is about. The queue manager itself has no name here.
fn target(command: &str, arguments: &Arguments) -> Result<(ProtectedKind, Profile), Failure> {
    let kind = kind_of(command, arguments)?
        .ok_or_else(|| refused(command, "-t is missing", exits::NO_OBJECT_TYPE))?;
    let given = arguments.value("-n");
    let name = match (kind, given) {
        (ProtectedKind::QMgr, None) => SELF_PROFILE,
        (ProtectedKind::QMgr, Some(_)) => {
            let problem = "-n does not go with -t qmgr";
            return Err(refused(command, problem, exits::OBJECT_NAME));
        }
        (_, Some(name)) => name,
        (_, None) => return Err(refused(command, "-n is missing", exits::NO_OBJECT_NAME)),
    };
    let profile = Profile::parse(name)
        .map_err(|error| refused(command, &format!("-n: {error}"), exits::UNKNOWN_OBJECT))?;
    Ok((kind, profile))
}

fn kind_of(command: &str, arguments: &Arguments) -> Result<Option<ProtectedKind>, Failure> {
    let Some(word) = arguments.value("-t") else {
        return Ok(None);
    };
    let kind = ProtectedKind::from_word(word);
    kind.map(Some).ok_or_else(|| {
        let problem = format!("'{word}' of option -t is no type");
        refused(command, &problem, exits::OBJECT_TYPE)
    })
}

/// Users and groups, each as MQSC's word and the name.
fn entities(arguments: &Arguments) -> Vec<(&'static str, &str)> {
    let users = arguments.values("-p").map(|name| ("PRINCIPAL", name));
    let groups = arguments.values("-g").map(|name| ("GROUP", name));
    users.chain(groups).collect()
}

fn checked<'a>(command: &str, entity: (&'a str, &'a str)) -> Result<(&'a str, &'a str), Failure> {
    let name = entity.1;
    if name.is_empty() || name.contains(|found: char| found.is_whitespace() || found == '\'') {
        let problem = format!("'{name}' is no name of a user or group");
        return Err(refused(command, &problem, exits::NO_ENTITY));
    }
    Ok(entity)
}

fn one_entity<'a>(
    command: &str,
    arguments: &'a Arguments,
) -> Result<Option<(&'a str, &'a str)>, Failure> {
    if let Some(second) = arguments.second_of(&["-p", "-g"]) {
        let problem = format!("{second} is one user or group too many");
        return Err(refused(command, &problem, exits::ARGUMENTS));
    }
    let first = entities(arguments).into_iter().next();
    first.map(|entity| checked(command, entity)).transpose()
}

fn run(
    arguments: &Arguments,
    program: &str,
    text: &str,
) -> Result<(String, CommandOutcome), Failure> {
    let installation = installation()?;
    let name = name_meant(&installation, arguments.value("-m"))?;
    Asker::control(&installation, &name, program).command(text)
}

/// Has an order carried out that answers with authority records, or fails.
fn ask(
    arguments: &Arguments,
    program: &str,
    order: LocalOrder,
) -> Result<Vec<LocalAuthority>, Failure> {
    let installation = installation()?;
    let name = name_meant(&installation, arguments.value("-m"))?;
    let (answers, outcome) = Asker::control(&installation, &name, program).order(order)?;
    if outcome != CommandOutcome::Done {
        return Err(failure_of(answers_text(&answers)));
    }
    let record = |answer| match answer {
        LocalAnswer::Authority(record) => Some(record),
        _ => None,
    };
    Ok(answers.into_iter().filter_map(record).collect())
}

fn entity_of((word, name): (&str, &str)) -> EntityName {
    match word {
        "GROUP" => EntityName::group(name),
        _ => EntityName::principal(name),
    }
}

/// What a refusal of the queue manager means for the exit code.
fn failure_of(text: String) -> Failure {
    let is = |notice: &Notice| text.starts_with(notice.id);
    let code = if is(&AMQ8147) {
        exits::UNKNOWN_OBJECT
    } else if is(&AMQ8871) || is(&AMQ8459) {
        exits::NO_ENTITY
    } else if is(&AMQ8135) {
        exit::NOT_AUTHORIZED
    } else {
        exit::UNEXPECTED
    };
    Failure::text(text, code)
}

/// `setmqaut`
pub(crate) fn set(arguments: &Arguments) -> Result<u8, Failure> {
    const NAME: &str = "setmqaut";
    let (kind, profile) = target(NAME, arguments)?;
    let entities = entities(arguments);
    if entities.is_empty() {
        let problem = "-p or -g is missing";
        return Err(refused(NAME, problem, exits::NO_ENTITY));
    }
    let verb = changes(arguments, kind)?;
    for entity in entities {
        let (word, name) = checked(NAME, entity)?;
        let (verb, what) = &verb;
        let text = format!(
            "{verb} AUTHREC PROFILE('{}') OBJTYPE({kind}) {word}('{name}'){what}",
            profile.as_str()
        );
        let (answer, outcome) = run(arguments, NAME, &text)?;
        if outcome != CommandOutcome::Done {
            return Err(failure_of(answer));
        }
    }
    output::line("The setmqaut command completed successfully.");
    Ok(exit::OK)
}

/// The verb of MQSC, and what it is to do.
fn changes(arguments: &Arguments, kind: ProtectedKind) -> Result<(&'static str, String), Failure> {
    const NAME: &str = "setmqaut";
    let (mut add, mut remove) = (Permissions::NONE, Permissions::NONE);
    let mut count = 0;
    while let Some(word) = arguments.name(count) {
        count += 1;
        if word == "-remove" {
            return match arguments.name(1) {
                None => Ok(("DELETE", String::new())),
                Some(_) => {
                    let problem = "-remove goes alone";
                    Err(refused(NAME, problem, exits::AUTHORIZATION))
                }
            };
        }
        let found = word
            .strip_prefix(['+', '-'])
            .and_then(|name| Permissions::from_word(name, kind));
        let Some(found) = found else {
            let kind = kind.word().to_ascii_lowercase();
            let problem = format!("'{word}' is no authorization for {kind}");
            return Err(refused(NAME, &problem, exits::AUTHORIZATION));
        };
        if word.starts_with('+') {
            (add, remove) = (add | found, remove.without(found));
        } else {
            (add, remove) = (add.without(found), remove | found);
        }
    }
    if count == 0 {
        let problem = "no authorization is given";
        return Err(refused(NAME, problem, exits::NO_AUTHORIZATION));
    }
    let mut text = String::new();
    for (keyword, permissions) in [("AUTHADD", add), ("AUTHRMV", remove)] {
        if !permissions.is_empty() {
            text.push_str(&format!(" {keyword}({})", permissions.words().join(",")));
        }
    }
    Ok(("SET", text))
}

/// `dspmqaut`
pub(crate) fn display(arguments: &Arguments) -> Result<u8, Failure> {
    const NAME: &str = "dspmqaut";
    let (kind, profile) = target(NAME, arguments)?;
    let (word, entity) = one_entity(NAME, arguments)?
        .ok_or_else(|| refused(NAME, "-p or -g is missing", exits::NO_ENTITY))?;
    let order = LocalOrder::Held {
        kind,
        profile: profile.as_str().to_owned(),
        entity: entity_of((word, entity)),
    };
    let held = ask(arguments, NAME, order)?;
    let object = match kind {
        ProtectedKind::QMgr => name_meant(&installation()?, arguments.value("-m"))?,
        _ => profile.as_str().to_owned(),
    };
    output::line(&format!(
        "Entity {entity} has the following authorizations for object {object}:"
    ));
    for word in held.iter().flat_map(|record| record.permissions.listed()) {
        output::line(&format!("\t{word}"));
    }
    Ok(exit::OK)
}

/// `dmpmqaut`
pub(crate) fn dump(arguments: &Arguments) -> Result<u8, Failure> {
    const NAME: &str = "dmpmqaut";
    if let Some(second) = arguments.second_of(&["-e", "-x"]) {
        let problem = format!("{second} does not go with the other");
        return Err(refused(NAME, &problem, exits::ARGUMENTS));
    }
    let kind = kind_of(NAME, arguments)?;
    let entity = one_entity(NAME, arguments)?;
    let matching = if arguments.has("-e") {
        Matching::Membership
    } else if arguments.has("-x") {
        Matching::Exact
    } else {
        Matching::Profile
    };
    if matching == Matching::Membership {
        target(NAME, arguments)?;
        if entity.is_none() {
            let problem = "-e needs -p or -g";
            return Err(refused(NAME, problem, exits::NO_ENTITY));
        }
    }
    let profile = match arguments.value("-n").map(Profile::parse) {
        None => None,
        Some(Ok(profile)) => Some(profile.as_str().to_owned()),
        Some(Err(error)) => {
            return Err(refused(NAME, &format!("-n: {error}"), exits::ARGUMENTS));
        }
    };
    let order = LocalOrder::Authorities {
        matching,
        kind,
        profile,
        entity: entity.map(entity_of),
    };
    let records = ask(arguments, NAME, order)?;
    let q_mgr = name_meant(&installation()?, arguments.value("-m"))?;
    output::say(&written(&records, arguments, &q_mgr));
    Ok(exit::OK)
}

/// Records as `dmpmqaut` writes them.
fn written(records: &[LocalAuthority], arguments: &Arguments, q_mgr: &str) -> String {
    const BETWEEN: &str = "- - - - - - - - - - - - - - - - -\n";
    let mut blocks: Vec<String> = Vec::new();
    for record in records {
        let profile = &record.profile;
        let kind = record.kind.word().to_ascii_lowercase();
        let block = if arguments.has("-a") {
            as_command(q_mgr, record)
        } else if arguments.has("-l") {
            format!("profile: {profile}, type: {kind}\n")
        } else {
            let allowed = match record.permissions.is_empty() {
                true => "none".to_owned(),
                false => record.permissions.listed().join(", "),
            };
            let entity = &record.entity;
            let entity_kind = entity.kind.word().to_ascii_lowercase();
            format!(
                "profile:     {profile}\nobject type: {kind}\nentity:      {entity}\ntype:        {entity_kind}\nauthority:   {allowed}\n"
            )
        };
        if blocks.last() != Some(&block) {
            blocks.push(block);
        }
    }
    let terse = arguments.has("-a") || arguments.has("-l");
    blocks.join(if terse { "" } else { BETWEEN })
}

/// The `setmqaut` command that makes a record as it is.
pub(crate) fn as_command(q_mgr: &str, record: &LocalAuthority) -> String {
    let name = match record.kind {
        ProtectedKind::QMgr => String::new(),
        _ => format!(" -n '{}'", record.profile),
    };
    let flag = match record.entity.kind {
        EntityKind::Group => "-g",
        EntityKind::Principal => "-p",
    };
    let words = record.permissions.listed();
    let allowed = match words.is_empty() {
        true => " +none".to_owned(),
        false => words.iter().map(|word| format!(" +{word}")).collect(),
    };
    let kind = record.kind.word().to_ascii_lowercase();
    let entity = &record.entity;
    format!("setmqaut -m {q_mgr}{name} -t {kind} {flag} {entity}{allowed}\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::COMMANDS;

    fn arguments(words: &[&str]) -> Arguments {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let command = COMMANDS.find("setmqaut").expect("a command");
        Arguments::read(command, &words).expect("arguments")
    }

    #[test]
    fn authorizations_are_told_from_options() {
        let given = arguments(&[
            "-m", "QM1", "-t", "q", "-pfred", "-n", "A.*", "+get", "-put",
        ]);
        assert_eq!((given.name(0), given.name(1)), (Some("+get"), Some("-put")));
        assert_eq!(given.value("-p"), Some("fred"));
    }

    #[test]
    fn later_authorizations_outdo_earlier_ones() {
        let changed = |words: &[&str]| {
            let (verb, text) = changes(&arguments(words), ProtectedKind::Queue).expect("changes");
            format!("{verb}{text}")
        };
        assert_eq!(changed(&["+get", "-put"]), "SET AUTHADD(GET) AUTHRMV(PUT)");
        assert_eq!(changed(&["+put", "-put"]), "SET AUTHRMV(PUT)");
        assert_eq!(changed(&["-allmqi", "+put"]).matches("PUT").count(), 1);
        assert_eq!(changed(&["+none"]), "SET");
        assert_eq!(changed(&["-remove"]), "DELETE");
        assert!(changes(&arguments(&["+connect"]), ProtectedKind::Queue).is_err());
        assert!(changes(&arguments(&[]), ProtectedKind::Queue).is_err());
    }
}
