//! `dspmqver`.

use crate::arguments::Arguments;
use crate::failure::{Failure, exit};
use ferromq_base::output;
use ferromq_mqi::ObjectName;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::definition::Definition;
use std::path::PathBuf;

/// The version of all commands.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");
/// Name of the installation. There is one.
pub(crate) const INSTALLATION: &str = "Installation1";

/// Number of each field in the sum `-f` takes, its name, and its value.
fn fields() -> Vec<(u32, &'static str, String)> {
    let data_path = ferromq_mqi::place::data_path().unwrap_or_default();
    let machine = rustix::system::uname();
    let bits = usize::BITS;
    // As DISPLAY QMGR says.
    let level = Definition::new(ObjectKind::QMgr, ObjectName::truncated("")).int(Attr::Cmdlevel);
    let system = format!(
        "{} {}",
        machine.sysname().to_string_lossy(),
        machine.release().to_string_lossy()
    );
    let build = if cfg!(debug_assertions) {
        "Development"
    } else {
        "Production"
    };
    let platform = format!(
        "FerroMQ for {} ({})",
        machine.sysname().to_string_lossy(),
        std::env::consts::ARCH
    );
    vec![
        (1, "Name", "FerroMQ".to_owned()),
        (2, "Version", VERSION.to_owned()),
        (4, "Level", format!("ferromq-{VERSION}")),
        (8, "BuildType", build.to_owned()),
        (16, "Platform", platform),
        (32, "Mode", format!("{bits}-bit")),
        (64, "O/S", system),
        (128, "InstName", INSTALLATION.to_owned()),
        (256, "InstDesc", String::new()),
        (512, "Primary", "Yes".to_owned()),
        (1024, "InstPath", installation_path().display().to_string()),
        (2048, "DataPath", data_path.display().to_string()),
        (4096, "MaxCmdLevel", level.to_string()),
        (8192, "LicenseType", "Apache-2.0".to_owned()),
    ]
}

/// Sum of the fields that are shown when none are asked for.
const USUAL: u32 = 1 + 2 + 4 + 8 + 16 + 32 + 64 + 128 + 256 + 512 + 1024 + 2048 + 4096 + 8192;

/// Directory above the one with the executables.
pub(crate) fn installation_path() -> PathBuf {
    let own = std::env::current_exe().unwrap_or_default();
    let bin = own.parent().unwrap_or(&own);
    match (bin.ends_with("bin"), bin.parent()) {
        (true, Some(above)) => above.to_owned(),
        _ => bin.to_owned(),
    }
}

/// What the executable was built as, for maintainers.
pub(crate) fn build() -> String {
    let kind = if cfg!(debug_assertions) {
        "debug"
    } else {
        "release"
    };
    format!("ferromq-{VERSION} {kind} {}", std::env::consts::ARCH)
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let wanted = match arguments.number::<u32>("-f", 1, USUAL) {
        Ok(sum) => sum.unwrap_or(USUAL),
        Err(problem) => {
            return Err(arguments.refuse(&problem));
        }
    };
    for (number, name, value) in fields() {
        if wanted & number == 0 {
            continue;
        }
        if arguments.has("-b") {
            output::line(&value);
        } else {
            output::line(format!("{:13}{value}", format!("{name}:")).trim_end());
        }
    }
    Ok(exit::OK)
}
