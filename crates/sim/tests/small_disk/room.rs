//! A small file system of its own for each test.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Set in the process that has the file system: where it is.
const PLACE: &str = "FERROMQ_TEST_SMALL_DISK";

/// Bytes of the file system: room for a queue manager with a small log, and little more.
const DISK_MIB: u32 = 6;

/// Exit code of the shell when the mount was refused.
const NO_MOUNT: i32 = 77;

/// See the module.
pub(crate) struct SmallDisk {
    pub(crate) path: PathBuf,
}

/// Runs `test` with a small file system, in a process of its own, or says that it cannot.
/// `name` is the name of the test that calls this, a test of `small_disk`.
pub(crate) fn on_small_disk(name: &str, test: impl FnOnce(&SmallDisk)) {
    if let Ok(path) = std::env::var(PLACE) {
        return test(&SmallDisk { path: path.into() });
    }
    let place = std::env::temp_dir().join(format!("ferromq-small-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&place).expect("a scratch directory");
    // Root needs no name space of users; others may be allowed one.
    let refusals: Vec<String> = [&["--mount"][..], &["--user", "--map-root-user", "--mount"]]
        .into_iter()
        .map_while(|spaces| run_in(spaces, name, &place).err())
        .collect();
    let _ = std::fs::remove_dir(&place);
    if refusals.len() == 2 {
        let why = format!(
            "no small file system can be mounted here: {}",
            refusals.join("; ")
        );
        ferromq_base::skipped::skip(name, &why);
    }
}

/// Fails when there is no such file system to be had.
fn run_in(spaces: &[&str], name: &str, place: &Path) -> Result<(), String> {
    let script = format!(
        "mount -t tmpfs -o size={DISK_MIB}m tmpfs \"$1\" || exit {NO_MOUNT}\n\
         exec \"$2\" --exact \"$3\" --nocapture"
    );
    let output = Command::new("unshare")
        .args(spaces)
        .args(["sh", "-c", &script, "sh"])
        .arg(place)
        .arg(std::env::current_exe().expect("this program"))
        .arg(format!("small_disk::{name}"))
        .env(PLACE, place)
        .output()
        .map_err(|error| format!("unshare: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    // Where it did not start there is no such place; a success without it ran another test, or none.
    let started = String::from_utf8_lossy(&output.stdout).contains("running 1 test");
    assert!(
        output.status.success() == started,
        "{}\n{said}",
        String::from_utf8_lossy(&output.stdout)
    );
    if output.status.success() {
        Ok(())
    } else {
        Err(said.trim().replace('\n', ", "))
    }
}

impl SmallDisk {
    fn filler(&self) -> PathBuf {
        self.path.join("filler")
    }

    /// Fills the file system but for about this much.
    pub(crate) fn fill(&self, left_bytes: u64) {
        self.free();
        let mut file = std::fs::File::create(self.filler()).expect("a file");
        let mut bytes = 0;
        loop {
            match file.write(&[7; 4096]) {
                Ok(written) => bytes += written as u64,
                Err(error) if error.kind() == ErrorKind::StorageFull => break,
                Err(error) => panic!("{error}"),
            }
        }
        assert!(bytes > left_bytes, "the file system is too small");
        file.set_len(bytes - left_bytes).expect("shortened");
    }

    /// Gives the space back.
    pub(crate) fn free(&self) {
        let _ = std::fs::remove_file(self.filler());
    }

    /// Every file and directory but the filler and installation-wide files.
    pub(crate) fn names(&self) -> Vec<PathBuf> {
        let mut names = Vec::new();
        let mut open = vec![self.path.clone()];
        while let Some(directory) = open.pop() {
            for entry in std::fs::read_dir(&directory)
                .expect("a directory")
                .flatten()
            {
                if entry.path().is_dir() {
                    open.push(entry.path());
                }
                names.push(entry.path());
            }
        }
        names.retain(|name| name.components().any(|part| part.as_os_str() == "QM1"));
        names.sort();
        names
    }
}
