//! `rcdmqimg`.

use crate::arguments::Arguments;
use crate::connection::{Asker, installation, name_meant};
use crate::failure::{Failure, exit};
use ferromq_base::output;
use ferromq_mqi::local::LocalOrder;

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let code = super::run(arguments, "rcdmqimg", false, LocalOrder::RecordImages)?;
    if code == exit::OK && arguments.has("-l") {
        let installation = installation()?;
        let name = name_meant(&installation, arguments.value("-m"))?;
        let text = "DISPLAY QMSTATUS RECLOG MEDIALOG";
        let asker = Asker::control(&installation, &name, "rcdmqimg").or_offline();
        let (shown, _) = asker.command(text)?;
        output::say(&shown);
    }
    Ok(code)
}
