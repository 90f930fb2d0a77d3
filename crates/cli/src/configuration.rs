//! `dmpmqcfg`: definitions as MQSC commands.

use crate::arguments::Arguments;
use crate::commands::Command;
use crate::connection::{Right, installation, name_meant, run_command_by};
use crate::failure::{Failure, exit};
use crate::{output, password};
use ferromq_admin::LOCAL_WORD;
use ferromq_mqi::ObjectName;
use ferromq_mqi::call::CommandOutcome;

/// Nothing was written.
const NOTHING: u8 = 20;

/// Types that may be asked for, and the kinds of objects each stands for, in an order in
/// which their commands can be run again.
const TYPES: [(&str, &str); 14] = [
    (
        "all",
        "QMGR,IDPWOS,IDPWLDAP,CRLLDAP,OCSP,SVRCONN,CLNTCONN,LISTENER,PROCESS,NAMELIST,QMODEL,QLOCAL,QREMOTE,QALIAS,TOPIC",
    ),
    ("channel", "SVRCONN"),
    ("clntconn", "CLNTCONN"),
    ("lstener", "LISTENER"),
    ("authinfo", "IDPWOS,IDPWLDAP,CRLLDAP,OCSP"),
    ("qmgr", "QMGR"),
    ("queue", "QMODEL,QLOCAL,QREMOTE,QALIAS"),
    ("qlocal", "QLOCAL"),
    ("qmodel", "QMODEL"),
    ("qalias", "QALIAS"),
    ("qremote", "QREMOTE"),
    ("process", "PROCESS"),
    ("namelist", "NAMELIST"),
    ("topic", "TOPIC"),
];

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let text = request(arguments).map_err(|problem| match Command::find("dmpmqcfg") {
        Some(command) => command.refuse(&problem),
        None => Failure::unexpected(problem),
    })?;
    let installation = installation().map_err(|failure| failure.with_code(NOTHING))?;
    let name = name_meant(&installation, arguments.value("-m"))
        .map_err(|failure| failure.with_code(NOTHING))?;
    let password = match arguments.value("-u") {
        Some(user) => Some(password::ask_for(user).map_err(|failure| failure.with_code(NOTHING))?),
        None => None,
    };
    let right = Right::Of(password.as_ref());
    let (dump, outcome) = run_command_by(right, &installation, &name, "dmpmqcfg", &text, false)
        .map_err(|failure| failure.with_code(NOTHING))?;
    if outcome != CommandOutcome::Done {
        return Err(
            Failure::unexpected("the queue manager did not understand the command")
                .with_code(NOTHING),
        );
    }
    if !arguments.has("-z") {
        let version = crate::control::version::VERSION;
        output::say(&format!(
            "*{:*<71}\n* Definitions of queue manager {name}, written by FerroMQ {version} dmpmqcfg\n*{:*<71}\n",
            "", ""
        ));
    }
    output::say(&dump);
    Ok(exit::OK)
}

/// The private command that dumps what was asked for.
fn request(arguments: &Arguments) -> Result<String, String> {
    let word = |flag: &str, usual: &'static str| {
        arguments.value(flag).unwrap_or(usual).to_ascii_lowercase()
    };
    let asked = word("-t", "all");
    let Some((_, kinds)) = TYPES.iter().find(|(name, _)| *name == asked) else {
        let names: Vec<&str> = TYPES.iter().map(|(name, _)| *name).collect();
        return Err(format!(
            "'{asked}' of option -t is not one of {}",
            names.join(", ")
        ));
    };
    let layout = match word("-o", "mqsc").as_str() {
        "mqsc" => "SEVERAL",
        "1line" => "ONE",
        other => return Err(format!("'{other}' of option -o is not one of mqsc, 1line")),
    };
    let exported = word("-x", "all");
    let authority = match asked.as_str() {
        "all" => "AUTHREC".to_owned(),
        _ => format!("AUTHREC.{}", kinds.split(',').next().unwrap_or_default()),
    };
    let kinds = match exported.as_str() {
        "all" if asked == "all" => format!("{kinds},SUB,CHLAUTH,{authority}"),
        "all" => format!("{kinds},{authority}"),
        "chlauth" => "CHLAUTH".to_owned(),
        "sub" => "SUB".to_owned(),
        "object" => (*kinds).to_owned(),
        "authrec" => authority,
        _ => {
            return Err(format!(
                "'{exported}' of option -x is not one of all, object, authrec, chlauth, sub"
            ));
        }
    };
    let names = arguments.value("-n").unwrap_or("*");
    let fixed = names.strip_suffix('*').unwrap_or(names);
    if !fixed.is_empty() || names.is_empty() {
        ObjectName::parse(fixed).map_err(|error| format!("option -n: {error}"))?;
    }
    let attributes = if arguments.has("-a") {
        "ALL"
    } else {
        "CHANGED"
    };
    Ok(format!(
        "{LOCAL_WORD} DUMP {attributes} {layout} {kinds} {names}"
    ))
}
