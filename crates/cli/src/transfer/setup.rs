//! `fteSetupCoordination` and `fteSetupCommands`: which queue managers have which part.

use super::place::{Place, write, write_text};
use crate::arguments::Arguments;
use crate::failure::Failure;
use ferromq_base::output;
use ferromq_transfer::generated::notices::{
    BFGCL0245, BFGCL0251, BFGCL9520, BFGCL9521, BFGCL9564, BFGCL9586, BFGCM0242, BFGCM0243,
};

/// `fteSetupCoordination`.
pub(crate) fn coordination(arguments: &Arguments) -> Result<u8, Failure> {
    let name = needed(arguments, "-coordinationQMgr")?;
    let place = Place::new(name)?;
    let path = place.config().join("coordination.properties");
    is_new(&path, arguments)?;
    let value = |flag| arguments.value(flag).unwrap_or_default();
    write(
        &path,
        &[
            ("coordinationQMgr", name),
            ("coordinationQMgrHost", value("-coordinationQMgrHost")),
            ("coordinationQMgrPort", value("-coordinationQMgrPort")),
            ("coordinationQMgrChannel", value("-coordinationQMgrChannel")),
            (
                "coordinationQMgrAuthenticationCredentialsFile",
                &credentials(arguments)?,
            ),
        ],
    )?;
    let script = ferromq_transfer::names::coordination_mqsc();
    let script_path = place.config().join(format!("{name}.mqsc"));
    write_text(&script_path, &script)?;
    if arguments.has("-default") || !place.has_default()? {
        place.make_default()?;
    }
    output::line(&BFGCM0242.line(&[&name]));
    output::say(&script);
    output::line(&BFGCM0243.line(&[&script_path.display()]));
    output::line(&BFGCL0251.line(&[]));
    Ok(0)
}

/// `fteChangeDefaultConfigurationOptions`.
pub(crate) fn change_default(arguments: &Arguments) -> Result<u8, Failure> {
    let place = Place::new(arguments.name(0).unwrap_or_default())?;
    let path = place.config().join("coordination.properties");
    if !path.exists() {
        return Err(super::place::missing(&path));
    }
    place.make_default()?;
    output::line(&BFGCL9586.line(&[&place.coordination]));
    Ok(0)
}

/// `fteSetupCommands`.
pub(crate) fn commands(arguments: &Arguments) -> Result<u8, Failure> {
    let name = needed(arguments, "-connectionQMgr")?;
    let place = Place::meant(arguments)?;
    let path = place.config().join("command.properties");
    is_new(&path, arguments)?;
    let value = |flag| arguments.value(flag).unwrap_or_default();
    write(
        &path,
        &[
            ("connectionQMgr", name),
            ("connectionQMgrHost", value("-connectionQMgrHost")),
            ("connectionQMgrPort", value("-connectionQMgrPort")),
            ("connectionQMgrChannel", value("-connectionQMgrChannel")),
            (
                "connectionQMgrAuthenticationCredentialsFile",
                &credentials(arguments)?,
            ),
        ],
    )?;
    output::line(&BFGCL0245.line(&[&path.display()]));
    output::line(&BFGCL0251.line(&[]));
    Ok(0)
}

/// `fteObfuscate`.
pub(crate) fn obfuscate(arguments: &Arguments) -> Result<u8, Failure> {
    let path = std::path::Path::new(needed(arguments, "-f")?);
    let changed = super::credentials::obfuscate(path)?;
    output::line(&BFGCL9564.line(&[&changed, &path.display()]));
    Ok(0)
}

pub(super) fn needed<'a>(arguments: &'a Arguments, flag: &str) -> Result<&'a str, Failure> {
    arguments
        .value(flag)
        .filter(|value| !value.trim().is_empty())
        .ok_or_else(|| Failure::text(format!("{}\n", BFGCL9520.line(&[&flag])), 1))
}

/// The credentials file that is named, at an absolute path.
pub(super) fn credentials(arguments: &Arguments) -> Result<String, Failure> {
    let given = ["-credentialsFile", "-userCredentialsFile"];
    let Some(file) = given.iter().find_map(|flag| arguments.value(flag)) else {
        return Ok(String::new());
    };
    let path = std::path::absolute(file).map_err(|error| Failure::io(file, &error))?;
    Ok(path.to_string_lossy().into_owned())
}

fn is_new(path: &std::path::Path, arguments: &Arguments) -> Result<(), Failure> {
    if path.exists() && !arguments.has("-f") {
        let text = format!("{}\n", BFGCL9521.line(&[&path.display()]));
        return Err(Failure::text(text, 1));
    }
    Ok(())
}
