//! `rcdmqimg`.

use crate::arguments::Arguments;
use crate::connection::{installation, name_meant, run_command};
use crate::failure::{Failure, exit};
use crate::output;

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let code = super::run(arguments, "rcdmqimg", "IMAGE")?;
    if code == exit::OK && arguments.has("-l") {
        let installation = installation()?;
        let name = name_meant(&installation, arguments.value("-m"))?;
        let text = "DISPLAY QMSTATUS RECLOG MEDIALOG";
        let (shown, _) = run_command(&installation, &name, "rcdmqimg", text, true)?;
        output::say(&shown);
    }
    Ok(code)
}
