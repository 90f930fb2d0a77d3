//! This build laid out as an installation: commands, libraries, headers. What `make build` makes of a release, for tests.

use crate::cargo::cargo;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The executable answers to these names.
const COMMANDS: &[&str] = &[
    "crtmqm", "strmqm", "endmqm", "dltmqm", "dspmq", "runmqsc", "dspmqtrn", "rsvmqtrn", "setmqaut",
    "setmqusr", "ferromq", "amqsput",
];

/// Where the build was laid out.
pub(crate) struct Dist {
    /// With `bin`, `lib64`, `lib` and `inc`.
    pub(crate) path: PathBuf,
    /// Where cargo leaves what it builds.
    pub(crate) target: PathBuf,
}

impl Dist {
    /// Builds the commands and the C library for tests, and lays them out.
    ///
    /// # Errors
    /// What was not built or written.
    pub(crate) fn of_this_build(root: &Path) -> Result<Self, String> {
        let mut arguments = vec!["build", "--quiet"];
        for package in ["ferromq-cli", "ferromq-capi", "ferromq-embedded"] {
            arguments.extend(["--package", package]);
        }
        cargo(
            root,
            "commands and C libraries for clients",
            &arguments,
            None,
        )?;
        let target = env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| OsString::from("target"));
        let target = root.join(target);
        let path = target.join("clients-dist");
        lay_out(root, &target.join("debug"), &path)
            .map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Self { path, target })
    }
}

fn lay_out(root: &Path, built: &Path, dist: &Path) -> io::Result<()> {
    let bin = dist.join("bin");
    fs::create_dir_all(&bin)?;
    for name in COMMANDS {
        link(&built.join("ferromq"), &bin.join(name))?;
    }
    link_beside(root, dist)?;
    // A copy of the library for each of its names, and the embedded one, as `make build` writes them.
    for (library, option) in [
        ("libferromq_capi.so", None),
        ("libferromq_embedded.so", Some("--embedded")),
    ] {
        let copies = Command::new(built.join("ferromq-libraries"))
            .args(option)
            .arg(built.join(library))
            .arg(dist.join("lib64"))
            .output()?;
        if !copies.status.success() {
            let said = String::from_utf8_lossy(&copies.stderr).into_owned();
            return Err(io::Error::other(said));
        }
    }
    Ok(())
}

/// What programs look for beside the commands and `lib64`: the headers, and the libraries by the older directory.
fn link_beside(root: &Path, dist: &Path) -> io::Result<()> {
    link(&root.join("crates/capi/include"), &dist.join("inc"))?;
    link(Path::new("lib64"), &dist.join("lib"))
}

fn link(to: &Path, name: &Path) -> io::Result<()> {
    if fs::symlink_metadata(name).is_ok() {
        fs::remove_file(name)?;
    }
    symlink(to, name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_are_found_in_lib_too() {
        let dist = env::temp_dir().join(format!("ferromq-dist-{}", std::process::id()));
        fs::create_dir_all(dist.join("lib64")).expect("a directory");
        fs::write(dist.join("lib64/libmqm.so"), "library").expect("written");
        for _again in 0..2 {
            link_beside(Path::new("/nowhere"), &dist).expect("linked");
            let found = fs::read_to_string(dist.join("lib/libmqm.so"));
            assert_eq!(found.expect("read"), "library");
        }
        fs::remove_dir_all(&dist).expect("removed");
    }
}
